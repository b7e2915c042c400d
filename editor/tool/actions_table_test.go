package tool_test

import (
	"math"
	"strconv"
	"strings"
	"testing"

	"fillet/editor"
	"fillet/editor/check"
	"fillet/editor/contacts"
	"fillet/editor/level"
	"fillet/editor/overlay"
	"fillet/editor/tool"
)

// workflow is a way to fix a messy level.
type workflow struct {
	what   string
	level  []*level.Collider
	script string // events for the rig, and the commands in did
	check  func(t *testing.T, r *rig)
}

// did runs the script of a workflow. Commands of the window run on the session.
func (w *workflow) did(t *testing.T, r *rig) {
	t.Helper()
	for line := range strings.SplitSeq(w.script, ";") {
		var err error
		switch line = strings.TrimSpace(line); line {
		case "separate the level":
			err = separate(t, r, contacts.Separating{})
		case "separate the selection":
			err = separate(t, r, editor.SeparatingIn(r.s).Selected())
		case "ignore the pair":
			err = r.s.Ignored().Add(level.Ignored{Rule: "overlap", IDs: r.s.Selection().IDs(), Reason: "a hinge"})
		case "fix all duplicates":
			found, findErr := check.Find(t.Context(), r.s.Document().Snapshot(), check.Options{})
			if err = findErr; err != nil {
				break
			}
			for _, f := range found.List {
				if f.Rule == check.RuleDuplicate && f.Fix != nil {
					err = r.s.Do("Fix", f.Fix.Diff)
				}
			}
		case "why":
			r.c.ToggleWhy()
		default:
			r.run(line)
		}
		if err != nil {
			t.Fatalf("%s: %v", line, err)
		}
	}
}

// separate applies the separation that the window would propose.
func separate(t *testing.T, r *rig, what contacts.Separating) error {
	t.Helper()
	plan, err := contacts.Separate(t.Context(), r.s.Document().Snapshot(), what)
	if err != nil {
		return err
	}
	return r.s.Do("Separate", plan.Diff(r.s.Document()))
}

// calm returns a check that nothing overlaps and that each of the colliders touches something.
func calm(ids ...level.ID) func(*testing.T, *rig) {
	return func(t *testing.T, r *rig) {
		if n := r.s.Live().Counts().Overlaps; n != 0 {
			t.Errorf("%d overlaps are left", n)
		}
		for _, id := range ids {
			if !touchesSomething(r, id) {
				t.Errorf("%s touches nothing", r.s.Document().Collider(id).Label())
			}
		}
	}
}

func touchesSomething(r *rig, id level.ID) bool {
	for _, p := range r.s.Live().ContactsOf(id) {
		if math.Abs(p.Depth) <= 1e-6 {
			return true
		}
	}
	return false
}

func from(first, last level.ID) (ids []level.ID) {
	for id := first; id <= last; id++ {
		ids = append(ids, id)
	}
	return ids
}

// list formats ids for a script.
func list(first, last level.ID) string {
	var text []string
	for id := first; id <= last; id++ {
		text = append(text, strconv.Itoa(int(id)))
	}
	return strings.Join(text, " ")
}

func messyLevels() []workflow {
	dynamic := func(c *level.Collider) *level.Collider {
		c.Body = level.Dynamic
		return c
	}
	ground := func() *level.Collider {
		return polygon("ground", 0, 0, -400, 93, 0, 93, 100, 40, 400, 40, 400, 200, -400, 200)
	}
	crate := func(x, y float64) *level.Collider { return dynamic(rounded(box("crate", x, y, 32, 32), 2)) }
	many := func(n int, each func(i int) *level.Collider) []*level.Collider {
		out := []*level.Collider{ground()}
		for i := range n {
			out = append(out, each(i))
		}
		return out
	}
	tagged := func(c *level.Collider, tag string) *level.Collider {
		c.Tags = []string{tag}
		return c
	}
	trigger := func(c *level.Collider) *level.Collider {
		c.Role = level.Trigger
		return c
	}
	wall := func(x float64) *level.Collider { return box("wall", x, 0, 20, 186) }
	says := func(text string) func(*testing.T, *rig) {
		return func(t *testing.T, r *rig) {
			r.draw()
			if got := shownText(r.c); !strings.Contains(got, text) {
				t.Errorf("the canvas shows %q, want %q in it", got, text)
			}
		}
	}
	const snapped = "snap grid vertices edges centres guides contact; "
	return []workflow{
		{
			"A floating crate drops onto the floor", many(1, func(int) *level.Collider { return crate(-200, -100) }),
			snapped + "drag -200,-100 -190,74", calm(2),
		},
		{
			"Ten crates at ten heights drop onto uneven ground", many(10, func(i int) *level.Collider {
				return crate(-300+float64(i)*60, -100-float64(i*7%5)*20)
			}),
			"drag -390,-250 390,-50; key D", calm(from(2, 11)...),
		},
		{
			"Five crates become a tower", many(5, func(i int) *level.Collider { return crate(-200, 20-float64(i)*60) }),
			"drag -390,-290 -100,60; key D", calm(from(2, 6)...),
		},
		{
			"A ball drops onto a slope", many(1, func(int) *level.Collider {
				return dynamic(circle("ball", 50, -100, 16))
			}),
			snapped + "drag 50,-100 50,48", calm(2),
		},
		{
			"A crate goes into a corner",
			[]*level.Collider{ground(), wall(-100), crate(-300, -100)},
			snapped + "drag -300,-100 -128,75", func(t *testing.T, r *rig) {
				calm(3)(t, r)
				if got := r.s.Document().Collider(3).Position; got.Dist(level.Vec{X: -126, Y: 77}) > 1e-6 {
					t.Errorf("position = %v", got)
				}
			},
		},
		{
			"A lamp hangs from the ceiling",
			[]*level.Collider{box("ceiling", 0, -207, 400, 20), dynamic(circle("lamp", 0, -100, 9))},
			snapped + "drag 0,-100 3,-186", calm(2),
		},
		{
			"Fifty planks in a row overlap", many(50, func(i int) *level.Collider {
				return box("plank", -300+float64(i)*10, 0, 12, 14)
			}),
			"separate the level", calm(),
		},
		{
			"Three crates of a platformer are in its walls",
			[]*level.Collider{ground(), wall(-100), crate(-200, 85), crate(-120, 0), crate(200, 35), crate(-300, 77)},
			"separate the level", calm(3, 4, 5, 6),
		},
		{
			"A crate is in the floor and in the wall",
			[]*level.Collider{ground(), wall(-100), crate(-120, 85)},
			"select 3; separate the selection", calm(3),
		},
		{
			"A crate is pushed through a tunnel up to a wall",
			[]*level.Collider{ground(), box("roof", -250, 30, 300, 40), crate(-390, 77), wall(-20)},
			"down -390,77; move -380,77 solid; move -300,120 solid; move -200,60 solid; move 50,77 solid; up " +
				"50,77 solid", func(t *testing.T, r *rig) {
				calm(3)(t, r)
				if got := r.s.Document().Collider(3).Position; math.Abs(got.X+46) > 1e-6 {
					t.Errorf("position = %v", got)
				}
			},
		},
		{
			"Eight coins drop onto the platforms", many(8, func(i int) *level.Collider {
				return trigger(circle("coin", -300+float64(i)*60, -100, 6))
			}),
			"drag -390,-150 390,-50; key D", calm(from(2, 9)...),
		},
		{
			"The character starts on the ground",
			[]*level.Collider{ground(), tagged(point("start", -200, -50), level.SpawnTag)},
			"click -200,-50; key D", func(t *testing.T, r *rig) {
				if got := r.s.Document().Collider(2).Position; got != (level.Vec{X: -200, Y: 81}) {
					t.Errorf("the spawn point is at %v", got)
				}
			},
		},
		{
			"How far apart are two rounded shapes?",
			[]*level.Collider{crate(0, 0), crate(100, 0)},
			"tool measure; click 0,0; move 100,0", says("68"),
		},
		{
			"Does the turret see the door?",
			[]*level.Collider{crate(0, 0), wall(100)},
			"tool ray; drag -100,0 300,0", says("84"),
		},
		{
			"Does the crate fall through the gap?",
			[]*level.Collider{box("left", -60, 60, 100, 20), box("right", 60, 60, 100, 20), crate(0, -60)},
			"click 0,-60; key D", calm(3),
		},
		{
			"A door is meant to overlap its frame",
			[]*level.Collider{box("frame", 0, 0, 20, 80), box("door", 8, 0, 20, 70)},
			"select 1 2; ignore the pair", calm(),
		},
		{
			"Ten walls were imported twice", many(20, func(i int) *level.Collider {
				return box("wall", -300+float64(i/2)*40, -100, 20, 20)
			}),
			"fix all duplicates", func(t *testing.T, r *rig) {
				if n := r.s.Document().Len(); n != 11 {
					t.Errorf("%d colliders are left", n)
				}
			},
		},
		{
			"Why does this pair touch?",
			[]*level.Collider{crate(0, 0), crate(30, 4)},
			"select 1 2; why", says("overlap"),
		},
		{
			"A crate stands 24 px beside a door",
			[]*level.Collider{ground(), wall(-100), crate(-300, 77)},
			"snap contact; down -300,77; move -200,77; move -150,77", func(t *testing.T, r *rig) {
				r.draw()
				if got := shownText(r.c); !strings.Contains(got, "24") {
					t.Errorf("the canvas shows %q, want the 24 to the door", got)
				}
				r.run("up -150,77")
				calm(3)(t, r)
			},
		},
		{
			"A whole level drawn by eye comes to rest", many(30, func(i int) *level.Collider {
				return crate(-360+float64(i%10)*80, 50-float64(i/10)*90)
			}),
			"separate the level; select " + list(2, 31) + "; key D", calm(from(2, 31)...),
		},
	}
}

func point(name string, x, y float64) *level.Collider {
	return level.NewCollider(0, 0, name, level.Shape{Kind: level.Point}, level.Vec{X: x, Y: y})
}

// Every workflow fixes its level.
func TestMessyLevels(t *testing.T) {
	t.Parallel()
	for _, w := range messyLevels() {
		t.Run(w.what, func(t *testing.T) {
			r := newRig(t, w.level...)
			r.s.SetSnapping(editor.SnapSettings{})
			w.did(t, r)
			if err := r.s.Live().Validate(); err != nil {
				t.Error(err)
			}
			w.check(t, r)
		})
	}
}

// shownText returns all text that the tools show: labels, measures and the hint.
func shownText(c *tool.Controller) string {
	text := c.Hint()
	for _, item := range c.Overlays() {
		switch o := item.(type) {
		case overlay.Label:
			text += " " + o.Text
		case overlay.Measure:
			text += " " + o.Text
		}
	}
	return text
}
