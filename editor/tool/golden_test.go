package tool_test

import (
	"flag"
	"image"
	"slices"
	"strings"
	"testing"

	"fillet/collision"
	"fillet/editor/contacts"
	"fillet/editor/level"
	"fillet/editor/render"
	"fillet/editor/testkit"
)

var update = flag.Bool("update", false, "rewrite the pictures in testdata")

// canvas returns the window's canvas for a rig, showing 240 by 160 level pixels about the origin. The pictures are as
// small as a reviewer can still judge.
func (r *rig) canvas() *image.RGBA {
	return r.picture(render.Camera{Zoom: 1.5, Width: 360, Height: 240},
		collision.AABB{Min: level.Vec{X: -112, Y: -72}, Max: level.Vec{X: 112, Y: 72}})
}

// picture returns the window's canvas for a rig in a view.
func (r *rig) picture(cam render.Camera, frame collision.AABB) *image.RGBA {
	r.c.SetView(cam.Zoom, 1)
	s := render.LevelScene(r.s.Document().Snapshot(), cam, render.Dark())
	s.Frame = frame
	s.Show = render.Show{ContactPoints: true, Normals: true, Labels: true}
	moving := map[level.ID]bool{}
	for _, id := range r.c.Moving() {
		moving[id] = true
	}
	sel := r.s.Selection()
	for i := range s.Items {
		it := &s.Items[i]
		id := it.Collider.ID
		it.State, it.Selected, it.Hovered, it.Moving = r.s.Live().State(id), sel.Has(id), r.c.Hover() == id, moving[id]
	}
	pairs := append(slices.Clip(r.s.Live().Contacts()), r.c.Contacts()...)
	if c, baked := r.c.DraftOf(0); c != nil {
		s.Items = append(s.Items, render.Item{
			Collider: c, Baked: baked, At: c.Transform(), Moving: true,
			Selected: true,
		})
	}
	s.Meet(slices.Values(pairs), func(id level.ID) (contacts.Exit, bool) {
		if c, baked := r.c.DraftOf(0); id == 0 && c != nil {
			return r.s.Live().ExitOf(c, baked)
		}
		return r.s.Live().Exit(id)
	})
	s.Items = slices.DeleteFunc(s.Items, func(it render.Item) bool { return it.Collider.ID == 0 })
	s.Overlays = r.c.Overlays()
	return render.Picture(s)
}

// scene returns the shapes in the tools' pictures: a floor with a crate on it, a boulder in the air, a capsule and a
// trigger.
func scene() []*level.Collider {
	goal := box("goal", 88, 20, 36, 50)
	goal.Role = level.Trigger
	boulder := rounded(polygon("boulder", -50, 0, -24, -18, 6, -26, 28, 4, 14, 24, -20, 20), 5)
	boulder.Body = level.Dynamic
	return []*level.Collider{
		box("floor", 0, 58, 210, 24), rounded(box("crate", 20, 30, 32, 32), 4), boulder,
		capsule("log", 20, -44, -24, 4, 24, -4, 9), goal,
	}
}

// TestGoldenTools compares pictures of each tool in each of its states.
func TestGoldenTools(t *testing.T) {
	t.Parallel()
	for name, script := range map[string]string{
		"select-nothing":    "move -100,-60",
		"select-hover":      "move 20,30",
		"select-one":        "select 3; move -100,-60",
		"select-handle":     "select 3; move -22,-26",
		"select-several":    "select 2 3 4; move -100,-60",
		"select-marquee":    "down -100,-60; move 10,40",
		"select-move":       "snap guides; select 3; down -50,0; move -46,30",
		"select-even":       "snap guides; select 2; down 20,30; move 21,-4",
		"select-overlap":    "select 3; down -50,0; move -50,28",
		"select-scale":      "select 2; down 36,46; move 56,46",
		"select-rotate":     "select 3; down -48,-43; move -20,-36",
		"select-round":      "select 2; down 26,24; move 25,26",
		"select-round-most": "select 2; move 0,0; down 26,24; move 0,60",
		"nodes-idle":        "tool nodes; select 3; move -100,-60",
		"nodes-edge":        "tool nodes; select 3; move -34,21",
		"nodes-vertex":      "tool nodes; select 3; down -22,4; move -10,-4",
		"nodes-invalid":     "tool nodes; select 3; down -22,4; move -30,4; move -90,4",
		"nodes-capsule":     "tool nodes; select 4; down 44,-48; move 60,-30",
		"nodes-marquee":     "tool nodes; select 3; down -90,-40; move -40,40",
		"polygon-first":     "tool polygon; click -90,-50; move -40,-40",
		"polygon-overlap":   "tool polygon; click -20,0; click 60,0; move 50,36",
		"polygon-crossing":  "tool polygon; click -90,-50; click -20,-50; click -20,-10; move -60,-66",
		"polygon-gate": "tool polygon; click 0,-60; click 20,-60; click 20,-40; click -20,-40; click -20,-70; " +
			"click 60,-70; move 70,-50",
		"polygon-closing": "tool polygon; click -90,-50; click -30,-60; click -40,-20; move -88,-48",
		"box":             "tool box; down -10,-30; move 40,20",
		"circle":          "tool circle; down 0,-10; move 26,6",
		"capsule":         "tool capsule; down -100,-50; move -40,-20",
		"chain":           "tool chain; click -100,-20; click -80,-50; click -20,-50; move 0,-20",
		"trigger":         "tool trigger; down 0,10; move 60,50",
		"point":           "tool point; down -80,-50",
		"ray-first":       "tool ray; drag -104,-10 100,30",
		"ray-all":         "tool ray; key A; drag -104,-10 100,40",
		"ray-circle":      "tool ray; key Y; drag -100,-40 70,40",
		"ray-shape":       "select 3; tool ray; key Y; key Y; drag -50,0 60,30",
		"ray-inside":      "tool ray; drag -50,4 60,-60",
		"why-edges":       "select 2; drag 20,30 26,22; tool select; key [ shift; select 2 1; key W; move -100,-60",
		"why-axes":        "select 2; drag 20,30 26,26; select 2 1; key W; key W shift; move -100,-60",
		"why-vertices":    "select 4; drag 20,-44 -4,-26; select 3 4; key W; move -100,-60",
		"why-apart":       "select 2 3; key W; move -100,-60",
		"measure-gap":     "tool measure; click -50,0; click 20,30; move 100,-60",
		"measure-pointer": "tool measure; click 20,30; move -60,-50",
		"measure-overlap": "select 3; tool select; drag -50,0 -50,40; select; tool measure; click -50,36; click " +
			"60,58; move 100,-60",
		"measure-points": "tool measure; down -90,-50; move -20,50",
	} {
		t.Run(name, func(t *testing.T) {
			r := newRig(t, scene()...)
			r.c.SetView(1.5, 1)
			r.run(script)
			testkit.GoldenPicture(t, name, r.canvas(), *update)
			if idle := strings.HasSuffix(name, "nothing"); idle && len(r.c.Overlays()) > 0 {
				t.Error("an idle tool shows overlays")
			}
		})
	}
}
