package tool_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"fillet/editor"
	"fillet/editor/level"
	"fillet/editor/overlay"
	"fillet/editor/tool"
)

// TestDragsToContact drags "b" and compares its final position.
func TestDragsToContact(t *testing.T) {
	t.Parallel()
	floor := func() *level.Collider { return box("floor", 0, 103, 400, 20) } // top at y = 93
	wall := func() *level.Collider { return box("wall", 110, 0, 20, 300) }   // left side at x = 100
	platform := func() *level.Collider {
		c := floor()
		c.Role, c.OneWay = level.OneWay, level.Up
		return c
	}
	ball := func() *level.Collider {
		c := circle("b", 0, 0, 10)
		c.Group = -1 // like unrelated
		return c
	}
	slope := func() *level.Collider { return polygon("slope", 0, 0, 0, 50, 100, 0, 100, 50) }
	ring := func() *level.Collider {
		c := polygon("ring", 0, 0, -60, -60, 60, -60, 60, 60, -60, 60)
		c.Shape.Holes = [][]level.Vec{{{X: -40, Y: -40}, {X: 40, Y: -40}, {X: 40, Y: 40}, {X: -40, Y: 40}}}
		return c
	}
	chain := func() *level.Collider {
		return level.NewCollider(0, 0, "chain", level.Shape{
			Kind:   level.Chain,
			Points: []level.Vec{{X: -80}, {}, {X: 80}},
		}, level.Vec{Y: -50})
	}
	unrelated := func() *level.Collider {
		c := floor()
		c.Group = -1
		return c
	}
	for _, tt := range []struct {
		name   string
		in     []*level.Collider
		script string
		want   level.Vec
		says   string // expected text in the hint
	}{
		{
			"above the floor",
			[]*level.Collider{floor(), ball()},
			"snap contact; drag 0,0 7,79",
			level.Vec{X: 7, Y: 83},
			"touches floor",
		},
		{
			"in the floor",
			[]*level.Collider{floor(), ball()},
			"snap contact; drag 0,0 7,88",
			level.Vec{X: 7, Y: 83},
			"touches floor",
		},
		{"too far", []*level.Collider{floor(), ball()}, "snap contact; drag 0,0 7,76", level.Vec{X: 7, Y: 76}, ""},
		{"too deep", []*level.Collider{floor(), ball()}, "snap contact; drag 0,0 7,90", level.Vec{X: 7, Y: 90}, ""},
		{
			"nearer when zoomed in",
			[]*level.Collider{floor(), ball()},
			"zoom 4; snap contact; drag 0,0 7,81",
			level.Vec{X: 7, Y: 81},
			"",
		},
		{
			"further when zoomed out",
			[]*level.Collider{floor(), ball()},
			"zoom 0.5; snap contact; drag 0,0 7,72",
			level.Vec{X: 7, Y: 83},
			"touches floor",
		},
		{"switched off", []*level.Collider{floor(), ball()}, "snap grid; drag 0,0 3,79", level.Vec{X: 10, Y: 74}, ""},
		{"Ctrl", []*level.Collider{floor(), ball()}, "snap contact; drag 0,0 7,79 ctrl", level.Vec{X: 7, Y: 79}, ""},
		{
			"Ctrl while snapping is off",
			[]*level.Collider{floor(), ball()},
			"snap; drag 0,0 7,79 ctrl",
			level.Vec{X: 10, Y: 83},
			"touches floor",
		},
		{
			"in a corner",
			[]*level.Collider{floor(), wall(), ball()},
			"snap contact; drag 0,0 87,79",
			level.Vec{X: 90, Y: 83},
			"touches wall and floor",
		},
		{
			"the grid along the floor",
			[]*level.Collider{floor(), ball()},
			"snap grid contact; drag 0,0 7,79",
			level.Vec{X: 10, Y: 83},
			"touches floor",
		},
		{
			"along one axis",
			[]*level.Collider{floor(), ball()},
			"snap contact; drag 0,0 7,80 shift",
			level.Vec{X: 0, Y: 83},
			"touches floor",
		},
		{
			"a slope",
			[]*level.Collider{slope(), box("b", 0, -50, 10, 10)},
			"snap contact; drag 0,-50 40,20",
			level.Vec{X: 41, Y: 22},
			"touches slope",
		},
		{
			"in a hole",
			[]*level.Collider{ring(), ball()},
			"snap contact; drag 0,0 31,-3",
			level.Vec{X: 30, Y: -3},
			"touches ring",
		},
		{
			"in the corner of a hole",
			[]*level.Collider{ring(), ball()},
			"snap contact; drag 0,0 27,28",
			level.Vec{X: 30, Y: 30},
			"touches ring",
		},
		{
			"solid: never out of a hole",
			[]*level.Collider{ring(), ball()},
			"drag 0,0 31,500 solid",
			level.Vec{X: 30, Y: 30},
			"stopped",
		},
		{
			"a chain",
			[]*level.Collider{chain(), ball()},
			"snap contact; drag 0,0 7,-43",
			level.Vec{X: 7, Y: -40},
			"touches chain",
		},
		{
			"the end of a chain",
			[]*level.Collider{chain(), ball()},
			"snap contact; drag 0,0 88,-58",
			level.Vec{X: 80 + 10*math.Sqrt2/2, Y: -50 - 10*math.Sqrt2/2},
			"touches chain",
		},
		{
			"other categories",
			[]*level.Collider{unrelated(), ball()},
			"snap contact; drag 0,0 7,79",
			level.Vec{X: 7, Y: 79},
			"",
		},
		{
			"solid: other categories",
			[]*level.Collider{unrelated(), ball()},
			"drag 0,0 7,500 solid",
			level.Vec{X: 7, Y: 500},
			"",
		},
		{
			"a one-way platform from above",
			[]*level.Collider{platform(), ball()},
			"snap contact; drag 0,0 7,79",
			level.Vec{X: 7, Y: 83},
			"touches floor",
		},
		{
			"a one-way platform from below",
			[]*level.Collider{platform(), circle("b", 0, 200, 10)},
			"snap contact; drag 0,200 7,127",
			level.Vec{X: 7, Y: 127},
			"",
		},
		{
			"a vertex comes first",
			[]*level.Collider{floor(), box("b", 0, 0, 20, 20)},
			"snap vertices contact; drag 0,0 186,80",
			level.Vec{X: 190, Y: 83},
			"",
		},
		{
			"solid: onto the floor and along it",
			[]*level.Collider{floor(), ball()},
			"drag 0,0 60,500 solid",
			level.Vec{X: 60, Y: 83},
			"stopped",
		},
		{
			"solid: into the corner",
			[]*level.Collider{floor(), wall(), ball()},
			"drag 0,0 900,900 solid",
			level.Vec{X: 90, Y: 83},
			"stopped",
		},
		{
			"solid: up through a platform",
			[]*level.Collider{platform(), circle("b", 0, 200, 10)},
			"drag 0,200 0,20 solid",
			level.Vec{X: 0, Y: 20},
			"",
		},
		{"not solid", []*level.Collider{floor(), ball()}, "drag 0,0 60,500", level.Vec{X: 60, Y: 500}, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := newRig(t, tt.in...)
			id := level.ID(len(tt.in))
			// Run all but the release, to check the hint during the drag.
			steps := strings.Split(tt.script, "; ")
			last := steps[len(steps)-1]
			r.run(strings.Join(steps[:len(steps)-1], ";"))
			f := strings.Fields(last)
			mods := strings.Join(f[3:], " ")
			press := strings.ReplaceAll(mods, "ctrl", "") // a press with Ctrl would copy
			r.run("select " + string(rune('0'+id)) + "; down " + f[1] + " " + press + "; move " + f[1] + " " + mods +
				"; move " + f[2] + " " + mods)
			hint := r.c.Hint()
			isEdge := func(o overlay.Item) bool {
				l, ok := o.(overlay.Line)
				return ok && l.Ink == overlay.Warn
			}
			if marked := slices.ContainsFunc(r.c.Overlays(), isEdge); marked != strings.HasPrefix(tt.says, "touches") {
				t.Errorf("the contact is marked: %v", marked)
			}
			r.draw()
			r.run("up " + f[2] + " " + mods)
			if got := r.s.Document().Collider(id).Position; got.Dist(tt.want) > 1e-6 {
				t.Errorf("dragged to %v, want %v", got, tt.want)
			}
			if tt.says == "" && (strings.Contains(hint, "touches") || strings.Contains(hint, "stopped")) ||
				!strings.Contains(hint, tt.says) {
				t.Errorf("hint = %q, want %q in it", hint, tt.says)
			}
			if _, ok := r.s.Undo(); ok && r.s.Document().Collider(id).Position != tt.in[id-1].Position {
				t.Error("undo does not restore the position")
			}
		})
	}
}

// Shapes that are dragged together keep their relative positions.
func TestSolidDragOfAGroup(t *testing.T) {
	t.Parallel()
	r := newRig(t, box("wall", 110, 0, 20, 300), circle("b", 0, 0, 10), box("c", 40, 40, 20, 20))
	r.run("select 2 3; down 0,0 solid; move 20,0 solid; move 600,30 solid; up 600,30 solid")
	doc := r.s.Document()
	if b, c := doc.Collider(2).Position, doc.Collider(3).Position; b.Dist(level.Vec{X: 50, Y: 30}) > 1e-6 ||
		c.Dist(level.Vec{X: 90, Y: 70}) > 1e-6 {
		t.Errorf("dragged to %v and %v", b, c)
	}
}

// If the session's solid drags are on, no key is needed. A trigger still passes through solid shapes.
func TestSolidDragSwitch(t *testing.T) {
	t.Parallel()
	zone := box("zone", 0, 0, 20, 20)
	zone.Role = level.Trigger
	r := newRig(t, box("wall", 110, 0, 20, 300), circle("b", 0, 60, 10), zone)
	r.s.SetSolidDrag(true)
	r.run("drag 0,60 500,60")
	if got := r.s.Document().Collider(2).Position; got.Dist(level.Vec{X: 90, Y: 60}) > 1e-6 {
		t.Errorf("the circle ended at %v", got)
	}
	r.run("drag 0,0 500,0")
	if got := r.s.Document().Collider(3).Position; got != (level.Vec{X: 500}) {
		t.Errorf("the trigger ended at %v", got)
	}
	r.s.SetSolidDrag(false)
	r.run("drag 90,60 300,60")
	if got := r.s.Document().Collider(2).Position; got.Dist(level.Vec{X: 300, Y: 60}) > 1e-6 {
		t.Errorf("without the switch, the circle ended at %v", got)
	}
}

// A drag shows the clearance on the sides that it moves toward, up to the nearest shape.
func TestClearance(t *testing.T) {
	t.Parallel()
	texts := func(r *rig) (out []string) {
		for _, item := range r.c.Overlays() {
			if m, ok := item.(overlay.Measure); ok {
				out = append(out, m.Text)
			}
		}
		return out
	}
	ghosts := func(r *rig) (n int) {
		for _, item := range r.c.Overlays() {
			if o, ok := item.(overlay.Outline); ok && o.Dashed {
				n++
			}
		}
		return n
	}
	r := newRig(t, box("floor", 0, 110, 400, 20), box("wall", 130, 0, 20, 300), circle("b", 0, 0, 10))
	r.run("select 3; down 0,0; move 10,10; move 70,50")
	if got := strings.Join(texts(r), " "); got != "40 40" {
		t.Errorf("toward the corner it shows %q, want the 40 to the wall and the 40 to the floor", got)
	}
	r.run("move 60,50; move 20,20; move 10,10")
	if got := strings.Join(texts(r), " "); got != "" {
		t.Errorf("away from the corner it shows %q", got)
	}
	r.run("up 10,10; drag 10,10 0,0; down 0,0; move 10,0; move 45,0")
	if got := strings.Join(texts(r), " "); got != "65" || ghosts(r) != 1 {
		t.Errorf("toward the wall, 65 away, it shows %q and %d ghosts, want the first hit", got, ghosts(r))
	}
	r.run("move 47,0")
	if got := strings.Join(texts(r), " "); got != "63" || ghosts(r) != 0 {
		t.Errorf("toward the wall, 63 away, it shows %q and %d ghosts", got, ghosts(r))
	}
	r.run("move 118,0")
	if got := strings.Join(texts(r), " "); got != "" {
		t.Errorf("in the wall it shows %q", got)
	}
	r.run("up 0,0")
	if got := strings.Join(texts(r), " "); got != "" {
		t.Errorf("after the drag it shows %q", got)
	}
}

// In any drag among shapes of every kind, a solid drag never overlaps anything, and a hint that says "touches" is true.
func TestDragsAmongShapes(outer *testing.T) {
	rapid.Check(outer, func(t *rapid.T) {
		in := []*level.Collider{
			box("floor", 0, 110, 400, 20), polygon("slope", -60, 40, -40, 20, 30, -20, 60, 30),
			rounded(polygon("rock", 80, 30, -30, -20, 10, -36, 30, 4, 14, 24, -20, 20), 6),
			level.NewCollider(0, 0, "chain", level.Shape{
				Kind:   level.Chain,
				Points: []level.Vec{{X: -80}, {X: -10, Y: -14}, {X: 40, Y: 8}},
			}, level.Vec{X: 20, Y: -60}),
			capsule("log", -120, -40, -14, 4, 14, -4, 9),
		}
		mover := rapid.SampledFrom([]*level.Collider{
			circle("m", 0, -140, 11), rounded(box("m", 0, -140, 30, 20), 5),
			polygon("m", 0, -140, -14, -10, 16, -8, 4, 14),
			level.NewCollider(0, 0, "m", level.Shape{
				Kind:   level.Chain,
				Points: []level.Vec{{X: -12, Y: -5}, {X: 12, Y: 5}},
			}, level.Vec{Y: -140}),
		}).Draw(t, "mover")
		m := *mover
		r := newRig(outer, append(in, &m)...)
		r.s.SetSnapping(editor.SnapSettings{Contact: true, Grid: rapid.Bool().Draw(t, "grid")})
		solid := rapid.Bool().Draw(t, "solid")
		id := level.ID(len(in) + 1)
		r.s.Selection().Set(id)
		start := tool.Event{Kind: tool.Down, Pos: level.Vec{Y: -140}, Clicks: 1, Mods: tool.Mods{Solid: solid}}
		r.c.Pointer(start)
		r.c.Pointer(tool.Event{Kind: tool.Move, Pos: level.Vec{X: 5, Y: -140}, Mods: tool.Mods{Solid: solid}})
		for range rapid.IntRange(1, 12).Draw(t, "moves") {
			e := tool.Event{Kind: tool.Move, Mods: tool.Mods{Solid: solid}, Pos: level.Vec{
				X: rapid.Float64Range(-200, 200).Draw(t, "x"), Y: rapid.Float64Range(-160, 130).Draw(t, "y"),
			}}
			r.c.Pointer(e)
			deepest, touches := math.Inf(-1), false
			for _, p := range r.s.Live().ContactsOf(id) {
				deepest = max(deepest, p.Depth)
				touches = touches || math.Abs(p.Depth) <= 1e-6
			}
			if solid && deepest > 1e-6 {
				t.Fatalf("a solid drag overlaps a shape by %g at %v", deepest, r.s.Document().Collider(id).Position)
			}
			if strings.Contains(r.c.Hint(), "touches") && !touches {
				t.Fatalf("the hint is %q at %v, without a contact", r.c.Hint(), r.s.Document().Collider(id).Position)
			}
		}
	})
}

// A shape that could not be dropped shows the reason until the next press or key.
func TestDropLabelsUnmovedShapes(t *testing.T) {
	t.Parallel()
	labels := func(r *rig) (out []string) {
		for _, item := range r.c.Overlays() {
			if l, ok := item.(overlay.Label); ok {
				out = append(out, l.Text)
			}
		}
		return out
	}
	r := newRig(t, box("floor", 0, 100, 100, 20), box("sunk", 0, 95, 10, 10), box("far", 300, 0, 10, 10),
		box("free", 20, 0, 10, 10))
	r.run("select 2 3 4; key D; move 5,5")
	if got := strings.Join(labels(r), ", "); got != "sunk overlaps floor, far has nothing to land on" {
		t.Errorf("labels = %q", got)
	}
	ids := slices.Clone(r.s.Selection().IDs())
	r.s.Selection().Clear()
	if got := labels(r); len(got) > 0 {
		t.Errorf("with a different selection, labels = %q", got)
	}
	r.s.Selection().Set(ids...)
	if got := r.s.Document().Collider(4).Position; got != (level.Vec{X: 20, Y: 85}) {
		t.Errorf("the third shape was dropped to %v", got)
	}
	r.run("down 200,200; up 200,200")
	if got := labels(r); len(got) != 0 {
		t.Errorf("after a press, the labels are still %q", got)
	}
}
