package tool_test

import (
	"fmt"
	"math"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"fillet/editor"
	"fillet/editor/check"
	"fillet/editor/level"
	"fillet/editor/overlay"
	"fillet/editor/tool"
	"fillet/editor/whole"
)

// workflow is one way in which a messy level is put right.
type workflow struct {
	what   string
	level  []*level.Collider
	before string // the actions that it took before snapping to contact, Drop and the rest; "3x (…)" repeats
	now    string // the actions that it takes
	script string // the same as events, for the rig and the commands below
	check  func(t *testing.T, r *rig)
}

// did does what the script of a workflow says. Commands of the window are done to the session.
func (w *workflow) did(t *testing.T, r *rig) {
	t.Helper()
	for line := range strings.SplitSeq(w.script, ";") {
		var err error
		switch line = strings.TrimSpace(line); line {
		case "separate the level":
			_, err = whole.SeparatingIn(r.s).Level()
		case "separate the selection":
			_, err = whole.SeparatingIn(r.s).Selection()
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

// actions counts actions that are told as in "drag, 3x (click, D)".
func actions(t *testing.T, text string) int {
	t.Helper()
	n := 0
	for {
		m := regexp.MustCompile(`(\d+)x \(([^()]*)\)`).FindStringSubmatchIndex(text)
		if m == nil {
			break
		}
		times := 0
		if _, err := fmt.Sscan(text[m[2]:m[3]], &times); err != nil {
			t.Fatal(err)
		}
		n += times * len(strings.Split(text[m[4]:m[5]], ", "))
		text = strings.Trim(text[:m[0]], ", ") + ", " + strings.Trim(text[m[1]:], ", ")
	}
	if text = strings.Trim(text, ", "); text != "" {
		n += len(strings.Split(text, ", "))
	}
	return n
}

// calm checks that nothing overlaps, and that each of the colliders touches something.
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

// list is the ids for a script.
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
				t.Errorf("it shows %q, want %q in it", got, text)
			}
		}
	}
	const snapped = "snap grid vertices edges centres guides contact; "
	return []workflow{
		{
			"A crate that floats comes onto the floor", many(1, func(int) *level.Collider { return crate(-200, -100) }),
			"drag, row, Separate", "drag", snapped + "drag -200,-100 -190,74", calm(2),
		},
		{
			"Ten crates at ten heights come onto uneven ground", many(10, func(i int) *level.Collider { return crate(-300+float64(i)*60, -100-float64(i*7%5)*20) }),
			"10x (drag, row, Separate)", "drag a box, D", "drag -390,-250 390,-50; key D", calm(from(2, 11)...),
		},
		{
			"Five crates become a tower", many(5, func(i int) *level.Collider { return crate(-200, 20-float64(i)*60) }),
			"5x (drag, row, Separate)", "drag a box, D", "drag -390,-290 -100,60; key D", calm(from(2, 6)...),
		},
		{
			"A ball comes onto a slope", many(1, func(int) *level.Collider { return dynamic(circle("ball", 50, -100, 16)) }),
			"drag, row, Separate", "drag", snapped + "drag 50,-100 50,48", calm(2),
		},
		{
			"A crate goes into a corner",
			[]*level.Collider{ground(), wall(-100), crate(-300, -100)},
			"drag, row, Separate, row, Separate", "drag", snapped + "drag -300,-100 -128,75", func(t *testing.T, r *rig) {
				calm(3)(t, r)
				if got := r.s.Document().Collider(3).Position; got.Dist(level.Vec{X: -126, Y: 77}) > 1e-6 {
					t.Errorf("it is at %v", got)
				}
			},
		},
		{
			"A lamp hangs from the ceiling",
			[]*level.Collider{box("ceiling", 0, -207, 400, 20), dynamic(circle("lamp", 0, -100, 9))},
			"drag, row, Separate", "drag", snapped + "drag 0,-100 3,-186", calm(2),
		},
		{
			"Fifty planks in a row overlap", many(50, func(i int) *level.Collider { return box("plank", -300+float64(i)*10, 0, 12, 14) }),
			"49x (F8, Separate)", "Level, Separate all, Enter", "separate the level", calm(),
		},
		{
			"Three crates of a platformer are in its walls",
			[]*level.Collider{ground(), wall(-100), crate(-200, 85), crate(-120, 0), crate(200, 35), crate(-300, 77)},
			"3x (F8, Separate)", "Level, Separate all, Enter", "separate the level", calm(3, 4, 5, 6),
		},
		{
			"A crate is in the floor and in the wall",
			[]*level.Collider{ground(), wall(-100), crate(-120, 85)},
			"row, Separate, row, Separate", "right click, Separate", "select 3; separate the selection", calm(3),
		},
		{
			"A crate is pushed through a tunnel up to a wall",
			[]*level.Collider{ground(), box("roof", -250, 30, 300, 40), crate(-390, 77), wall(-20)},
			"drag, row, Separate, drag, row, Separate", "hold X, drag", "down -390,77; move -380,77 solid; move -300,120 solid; move -200,60 solid; move 50,77 solid; up 50,77 solid", func(t *testing.T, r *rig) {
				calm(3)(t, r)
				if got := r.s.Document().Collider(3).Position; math.Abs(got.X+46) > 1e-6 {
					t.Errorf("it is at %v", got)
				}
			},
		},
		{
			"Eight coins come onto the platforms", many(8, func(i int) *level.Collider { return trigger(circle("coin", -300+float64(i)*60, -100, 6)) }),
			"8x (click, type y)", "drag a box, D", "drag -390,-150 390,-50; key D", calm(from(2, 9)...),
		},
		{
			"The character starts on the ground",
			[]*level.Collider{ground(), tagged(point("start", -200, -50), level.SpawnTag)},
			"drag, F5, Esc, drag", "click, D", "click -200,-50; key D", func(t *testing.T, r *rig) {
				if got := r.s.Document().Collider(2).Position; got != (level.Vec{X: -200, Y: 81}) {
					t.Errorf("it starts at %v", got)
				}
			},
		},
		{
			"How far apart are two rounded shapes?",
			[]*level.Collider{crate(0, 0), crate(100, 0)},
			"R, drag a box between, 2, Delete", "M, click", "tool measure; click 0,0; move 100,0", says("68"),
		},
		{
			"Does the turret see the door?",
			[]*level.Collider{crate(0, 0), wall(100)},
			"E, click, click, Enter, Delete", "Y, drag", "tool ray; drag -100,0 300,0", says("84"),
		},
		{
			"Does the crate fall through the gap?",
			[]*level.Collider{box("left", -60, 60, 100, 20), box("right", 60, 60, 100, 20), crate(0, -60)},
			"drag, row, Separate, drag, undo, undo", "click, D", "click 0,-60; key D", calm(3),
		},
		{
			"A door is meant to overlap its frame",
			[]*level.Collider{box("frame", 0, 0, 20, 80), box("door", 8, 0, 20, 70)},
			"categories, type, Enter, click, category, collides with, untick, Esc", "right click, Ignore, type, Enter", "select 1 2; ignore the pair", calm(),
		},
		{
			"Ten walls were imported twice", many(20, func(i int) *level.Collider { return box("wall", -300+float64(i/2)*40, -100, 20, 20) }),
			"F7, 10x (Fix)", "F7, Fix all, Enter", "fix all duplicates", func(t *testing.T, r *rig) {
				if n := r.s.Document().Len(); n != 11 {
					t.Errorf("%d colliders are left", n)
				}
			},
		},
		{
			"Why does this pair touch?",
			[]*level.Collider{crate(0, 0), crate(30, 4)},
			"click, 2, View, Normals, View, Points", "row, W", "select 1 2; why", says("overlap"),
		},
		{
			"A crate stands 24 px beside a door",
			[]*level.Collider{ground(), wall(-100), crate(-300, 77)},
			"drag, type x, Enter", "drag", "snap contact; down -300,77; move -200,77; move -150,77", func(t *testing.T, r *rig) {
				r.draw()
				if got := shownText(r.c); !strings.Contains(got, "24") {
					t.Errorf("it shows %q, want the 24 to the door", got)
				}
				r.run("up -150,77")
				calm(3)(t, r)
			},
		},
		{
			"All of a level that was drawn by eye comes to rest", many(30, func(i int) *level.Collider { return crate(-360+float64(i%10)*80, 50-float64(i/10)*90) }),
			"30x (drag, row, Separate)", "Level, Separate all, Enter, Ctrl+A, D", "separate the level; select " + list(2, 31) + "; key D", calm(from(2, 31)...),
		},
	}
}

func point(name string, x, y float64) *level.Collider {
	return level.NewCollider(0, 0, name, level.Shape{Kind: level.Point}, level.Vec{X: x, Y: y})
}

// TestMessyLevels does each workflow, counts its actions, and compares docs/WORKFLOWS.md with what it counts: half of what they were.
func TestMessyLevels(t *testing.T) {
	var table strings.Builder
	table.WriteString("| | to put right | before | actions | now | actions |\n|---|---|---|---|---|---|\n")
	before, now := 0, 0
	all := messyLevels()
	for i, w := range all {
		t.Run(w.what, func(t *testing.T) {
			r := newRig(t, w.level...)
			r.s.SetSnapping(editor.SnapSettings{})
			w.did(t, r)
			if err := r.s.Live().Validate(); err != nil {
				t.Error(err)
			}
			w.check(t, r)
		})
		b, n := actions(t, w.before), actions(t, w.now)
		if 2*n > b {
			t.Errorf("%s: %d actions, before %d", w.what, n, b)
		}
		before, now = before+b, now+n
		fmt.Fprintf(&table, "| %d | %s | %s | %d | %s | %d |\n", i+1, w.what, strings.ReplaceAll(w.before, "x (", " × ("), b, w.now, n)
	}
	if len(all) != 20 {
		t.Errorf("%d workflows", len(all))
	}
	fmt.Fprintf(&table, "| | all of them | | %d | | %d |\n", before, now)
	const path, begin, end = "../../docs/WORKFLOWS.md", "<!-- messy levels -->\n", "<!-- end of messy levels -->"
	doc, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	head, rest, ok := strings.Cut(string(doc), begin)
	old, tail, found := strings.Cut(rest, end)
	if !ok || !found {
		t.Fatal("docs/WORKFLOWS.md has no place for the table")
	}
	if *update {
		if err := os.WriteFile(path, []byte(head+begin+table.String()+end+tail), 0o644); err != nil {
			t.Fatal(err)
		}
	} else if old != table.String() {
		t.Errorf("docs/WORKFLOWS.md tells of other numbers; -update writes\n%s", table.String())
	}
}

// shownText is all text that the tools show: labels, measures, and the hint.
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
