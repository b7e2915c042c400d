package render

import (
	"bytes"
	"math"
	"testing"

	"fillet/collision"
	"fillet/editor/contacts"
	"fillet/editor/level"
	"fillet/editor/overlay"
)

// playtestScene returns a scene of a run with all overlays: a lit trigger, bodies that press, and a character in the
// air.
func playtestScene(t testing.TB, theme *Theme, scale float64) *Scene {
	cam := Camera{Zoom: 2 * scale, Width: int(640 * scale), Height: int(400 * scale), Center: Vec{X: 160, Y: 100}}
	b := newBuilder(t, cam)
	b.scene.Scale, b.scene.Theme = scale, theme
	b.scene.Frame = collision.AABB{Max: Vec{X: 320, Y: 200}}
	b.scene.Grid = &Grid{Size: Vec{X: 16, Y: 16}, Subdivisions: 1, Major: DefaultMajor}
	b.scene.Show.Labels = true
	b.add("floor", box(320, 24, 0), Vec{X: 160, Y: 188}, nil)
	b.add("rock", box(50, 30, 8), Vec{X: 250, Y: 120}, nil)
	b.add("shelf", box(64, 6, 0), Vec{X: 90, Y: 120}, func(c *level.Collider) {
		c.Role, c.OneWay = level.OneWay, level.Up
	})
	lit := b.add("goal", box(60, 60, 0), Vec{X: 40, Y: 60}, func(c *level.Collider) { c.Role = level.Trigger })
	lit.State = contacts.Triggered
	for i := range 3 {
		b.add("stone", circle(12), Vec{X: 190, Y: 164 - 24*float64(i)}, func(c *level.Collider) {
			c.Body = level.Dynamic
		})
	}
	b.scene.Region = regionOf(t, Vec{X: 7, Y: 12}, b.scene.Items[:2])
	s := &overlay.Stage{
		At: Vec{X: 130, Y: 96}, Down: Vec{Y: 1}, Flame: true, Fuel: 0.4,
		Touches: []overlay.Spot{{At: Vec{X: 137, Y: 92}, Normal: Vec{X: -1}}},
		Held:    true, Grip: Vec{X: 196, Y: 112}, Pull: Vec{X: 232, Y: 70},
	}
	body, err := collision.Capsule(Vec{Y: -5}, Vec{Y: 5}, 7)
	if err != nil {
		t.Fatal(err)
	}
	s.Figure = []collision.Shape{body}
	for i := range 400 {
		a := float64(i) / 400
		s.Path = append(s.Path, Vec{X: 20 + 110*a, Y: 164 - 68*a*a - 10*math.Abs(math.Sin(12*a))})
	}
	for k := range 9 {
		var way []Vec
		for i := range 40 {
			a := float64(i) / 39
			way = append(way, Vec{X: 130 + (float64(k)-4)*26*a, Y: 96 - 120*a*(0.8-a)})
		}
		s.Reach = append(s.Reach, way)
	}
	for i := range 3 {
		s.Impacts = append(s.Impacts, overlay.Impact{
			At: Vec{X: 190, Y: 176 - 24*float64(i)}, Normal: Vec{Y: 1},
			Load: float64(3 - i), Velocity: Vec{X: 60 * float64(i)},
		})
	}
	s.Impacts = append(s.Impacts, overlay.Impact{At: Vec{X: 216, Y: 130}, Faint: true})
	s.Unit = 12
	for i, by := range []Vec{{Y: 1}, {X: -0.4, Y: -2}, {X: 100}, {X: 0.01}} {
		s.Forces = append(s.Forces, overlay.Force{
			At: Vec{X: 60 + 20*float64(i), Y: 120}, By: by,
			Ink: []overlay.Ink{overlay.OneWay, overlay.Warn}[i%2],
		})
	}
	b.scene.Overlays = []overlay.Item{s}
	return b.scene
}

// regionOf returns the region where a box of the given half size cannot be.
func regionOf(t testing.TB, half Vec, items []Item) *Region {
	r := &Region{}
	for _, it := range items {
		for _, piece := range it.Baked.Pieces {
			var points []Vec
			for _, v := range piece.Vertices() {
				for _, c := range [4]Vec{{X: -1, Y: -1}, {X: 1, Y: -1}, {X: 1, Y: 1}, {X: -1, Y: 1}} {
					points = append(points, it.At.Apply(v).Add(Vec{X: c.X * half.X, Y: c.Y * half.Y}))
				}
			}
			sum, err := collision.NewShape(points, piece.Radius())
			if err != nil {
				t.Fatal(err)
			}
			r.Pieces = append(r.Pieces, sum)
			for _, c := range sum.Boundary() {
				r.Boundary = append(r.Boundary, c...)
			}
		}
	}
	return r
}

func TestGoldenPlaytest(t *testing.T) {
	t.Parallel()
	ghosts := playtestScene(t, Dark(), 1)
	stage := ghosts.Overlays[0].(*overlay.Stage)
	ghost := *stage
	ghost.Look, ghost.Path, ghost.Reach, ghost.Impacts, ghost.Forces, ghost.Held, ghost.Flame, ghost.Fuel,
		ghost.Touches = overlay.Ghost, nil, nil, nil, nil, false, false, -1, nil
	misplaced := ghost
	misplaced.Look, misplaced.At = overlay.Misplaced, Vec{X: 160, Y: 170}
	ghosts.Overlays = []overlay.Item{&ghost, &misplaced}
	for name, s := range map[string]*Scene{
		"playtest": playtestScene(t, Dark(), 1), "playtest_light": playtestScene(t, Light(), 1),
		"playtest@2": playtestScene(t, Dark(), 2), "playtest_ghosts": ghosts,
	} {
		t.Run(name, func(t *testing.T) { checkGolden(t, name, Picture(s)) })
	}
}

// The base contains the area under the shapes but no moving items, and frames of a run do not allocate.
func TestPlaytestFrames(t *testing.T) {
	s := playtestScene(t, Dark(), 1)
	for i := range s.Items {
		s.Items[i].Moving = s.Items[i].Collider.Body == level.Dynamic
	}
	want := Picture(s)
	r := NewRenderer()
	r.Workers = 1 // starting a goroutine allocates
	base, got := blank(s.Camera.Width, s.Camera.Height), blank(s.Camera.Width, s.Camera.Height)
	r.DrawBase(base, s)
	r.DrawTop(got, base, s)
	if !bytes.Equal(got.Pix, want.Pix) {
		t.Error("the moving part over the base differs from the whole picture")
	}
	without := *s
	without.Region = nil
	if bytes.Equal(Picture(&without).Pix, want.Pix) {
		t.Error("the area is not drawn")
	}
	if n := testing.AllocsPerRun(20, func() { r.DrawTop(got, base, s) }); n > 0 {
		t.Errorf("a frame allocates %g times", n)
	}
}

// NaNs and far away coordinates do not slow down drawing.
func TestStageWithInvalidNumbers(t *testing.T) {
	t.Parallel()
	nan, far := math.NaN(), 1e300
	s := playtestScene(t, Dark(), 1)
	stage := s.Overlays[0].(*overlay.Stage)
	for _, v := range []float64{nan, far, -far, math.Inf(1)} {
		at := Vec{X: v, Y: v}
		stage.At, stage.Grip, stage.Pull, stage.Fuel = at, at, at, v
		stage.Path = append(stage.Path, at, Vec{}, at)
		stage.Touches = append(stage.Touches, overlay.Spot{At: at, Normal: at})
		stage.Impacts = append(stage.Impacts, overlay.Impact{At: at}, overlay.Impact{Normal: at, Load: v, Velocity: at})
		stage.Unit, stage.Forces = v, append(stage.Forces, overlay.Force{At: at, By: Vec{X: 1}}, overlay.Force{By: at})
		stage.Reach = append(stage.Reach, []Vec{at, {}, at}, nil)
		checkOpaque(t, Picture(s))
	}
}
