package tool_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"fillet/editor/contacts"
	"fillet/editor/level"
	"fillet/editor/overlay"
	"fillet/editor/project"
	"fillet/editor/tool"
)

const stampedCrate = `fillet: 1
name: crate
size: [20, 20]
origin: [-10, -10]
layers:
  - id: l1
    name: crate
    colliders:
      - {id: c1, name: box, kind: box, size: [20, 20], position: [0, 0]}
      - {id: c2, name: lid, kind: box, size: [10, 4], position: [5, -12]}
`

const stampedLevel = `fillet: 2
name: a
size: [400, 200]
instances:
  - {id: i1, prefab: gone.level.yaml, name: lost, layer: l1, position: [300, 50]}
layers:
  - id: l1
    name: ground
    colliders:
      - {id: c1, name: ground, kind: box, size: [400, 20], position: [200, 168]}
`

// withStamps returns a rig on a level in a file, with a prefab of a two-part crate next to it.
func withStamps(t testing.TB) *rig {
	t.Helper()
	dir := t.TempDir()
	path := filepath.Join(dir, "a.level.yaml")
	crate := strings.Replace(stampedCrate, "origin: [-10, -10]", "origin: [0, 0]", 1)
	if err := errors.Join(os.WriteFile(path, []byte(stampedLevel), 0o644),
		os.WriteFile(filepath.Join(dir, "crate.level.yaml"), []byte(crate), 0o644),
		os.WriteFile(filepath.Join(dir, "empty.level.yaml"), []byte("fillet: 1\nname: empty\nlayers: []\n"),
			0o644)); err != nil {
		t.Fatal(err)
	}
	doc, err := level.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	project.AttachPrefabs(doc, path, "")
	n := uint64(100)
	doc.UseIDs(func(byte) uint64 { n++; return n })
	r := rigOf(t, doc)
	r.c.TakeStamp("crate.level.yaml")
	return r
}

// placedNow returns the instances of a level with their positions.
func placedNow(doc *level.Document) string {
	var out []string
	for _, i := range doc.Instances() {
		text := fmt.Sprintf("%s %g,%g", i.Label(), i.Position.X, i.Position.Y)
		if i.Angle != 0 {
			text += fmt.Sprintf(" %g°", float64(i.Angle))
		}
		if i.Flip {
			text += " flip"
		}
		out = append(out, text)
	}
	return strings.Join(out, "; ")
}

// A row whose step was ended by other means is not extended.
func TestStampRowWithoutItsStep(t *testing.T) {
	t.Parallel()
	r := withStamps(t)
	r.c.OnCrash(func(crash *tool.Crash) { t.Error(crash) })
	r.run("down 100,50 shift; move 121,52 shift")
	r.s.Abandon()
	r.run("move 165,52 shift; up 165,52 shift")
	if got, want := placedNow(r.s.Document()), "lost 300,50"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

func TestStamp(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, script, want string }{
		{"click places", "click 100,50", "lost 300,50; crate 100,50"},
		{
			"repeated", "click 100,50; click 140,50; click 180,60",
			"lost 300,50; crate 100,50; crate 140,50; crate 180,60",
		},
		{
			"placed where the button is released", "down 100,50; move 120,60; move 130,70; up 130,70",
			"lost 300,50; crate 130,70",
		},
		{"Escape during the drag", "down 100,50; move 120,60; key Escape; up 120,60", "lost 300,50"},
		{"Escape leaves the tool", "key Escape; click 100,50", "lost 300,50"},
		{"undo removes one", "click 100,50; click 140,50; undo", "lost 300,50; crate 100,50"},
		{
			"Shift places a row", "down 100,50 shift; move 125,52 shift; move 145,55 shift; up 145,55 shift",
			"lost 300,50; crate 100,50; crate 120,50; crate 140,50",
		},
		{
			"a row that is shortened", "down 100,50 shift; move 165,52 shift; move 121,55 shift; up 121,55 shift",
			"lost 300,50; crate 100,50; crate 120,50",
		},
		{
			"a column upward", "down 100,50 shift; move 99,20 shift; up 99,20 shift",
			"lost 300,50; crate 100,50; crate 100,26",
		},
		{"a row is one step", "down 100,50 shift; move 145,55 shift; up 145,55 shift; undo", "lost 300,50"},
		{"Escape during a row", "down 100,50 shift; move 145,55 shift; key Escape; up 145,55", "lost 300,50"},
		{"a click with Shift", "click 100,50 shift", "lost 300,50; crate 100,50"},
		{"mirrored", "key H; click 100,50", "lost 300,50; crate 100,50 flip"},
		{"mirrored twice", "key H; key H; click 100,50", "lost 300,50; crate 100,50"},
		{"upside down", "key H shift; click 100,50", "lost 300,50; crate 100,50 180° flip"},
		{
			"turned", "key ]; key ]; click 100,50; key [; click 140,50",
			"lost 300,50; crate 100,50 30°; crate 140,50 15°",
		},
		{"turned and mirrored", "key ]; key H; click 100,50", "lost 300,50; crate 100,50 -15° flip"},
		{"snaps to the grid", "snap grid; click 101,51", "lost 300,50; crate 106,46"},
		{"snaps to touch", "snap contact; click 100,147", "lost 300,50; crate 100,148"},
	} {
		r := withStamps(t)
		r.run(tt.script)
		if got := placedNow(r.s.Document()); got != tt.want {
			t.Errorf("%s: there are %s, want %s", tt.name, got, tt.want)
		}
		if err := r.s.Document().Validate(); err != nil {
			t.Errorf("%s: %v", tt.name, err)
		}
	}
}

// The stamp's preview shows where a click places the prefab.
func TestStampPreview(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		r := withStamps(t)
		r.run(rapid.SampledFrom([]string{
			"snap", "snap grid", "snap contact", "snap vertices",
			"snap grid contact guides",
		}).Draw(rt, "snap"))
		for range rapid.IntRange(0, 3).Draw(rt, "keys") {
			r.run("key " + rapid.SampledFrom([]string{"H", "H shift", "[", "]"}).Draw(rt, "key"))
		}
		at := fmt.Sprintf("%d,%d", rapid.IntRange(20, 380).Draw(rt, "x"), rapid.IntRange(20, 170).Draw(rt, "y"))
		r.run("move " + at)
		var shown []level.Vec
		for _, o := range r.c.Overlays() {
			if o, ok := o.(overlay.Outline); ok {
				shown = append(shown, o.At.P)
			}
		}
		if len(shown) != 2 || r.s.Document().Len() != 1 {
			rt.Fatalf("%d outlines are shown, and the level has %d shapes", len(shown), r.s.Document().Len())
		}
		r.run("click " + at)
		all := r.s.Document().Instances()
		for i, c := range r.s.Document().Parts(all[len(all)-1].ID) {
			if c.Position.Dist(shown[i]) > 1e-3 {
				rt.Fatalf("part %d is shown at %v and placed at %v", i, shown[i], c.Position)
			}
		}
	})
}

func TestStampShowsContacts(t *testing.T) {
	t.Parallel()
	r := withStamps(t)
	inks := func() map[overlay.Ink]int {
		out := map[overlay.Ink]int{}
		for _, o := range r.c.Overlays() {
			if o, ok := o.(overlay.Outline); ok {
				out[o.Ink]++
			}
		}
		return out
	}
	states := func() map[contacts.State]int { // number of drawn contacts by state
		out := map[contacts.State]int{}
		for _, p := range r.c.Contacts() {
			if c, baked := r.c.DraftOf(p.A); c == nil || baked == nil || r.s.Document().Collider(p.A) != nil ||
				r.s.Document().Collider(p.B) == nil {
				t.Errorf("a contact is between %v and %v", p.A, p.B)
			}
			out[p.State]++
		}
		return out
	}
	r.run("move 100,50")
	if got := inks(); got[overlay.Accent] != 2 || len(got) != 1 || len(states()) != 0 {
		t.Errorf("in the air it shows %v", got)
	}
	r.run("move 100,148")
	if got := states(); got[contacts.Touching] != 1 || len(got) != 1 || inks()[overlay.Danger] != 0 {
		t.Errorf("on the ground it shows %v", got)
	}
	r.run("move 100,160")
	if got := inks(); got[overlay.Danger] != 1 || states()[contacts.Overlapping] != 1 {
		t.Errorf("in the ground it shows %v and %v", got, states())
	}
	if p := r.c.Contacts()[0]; p.Depth != 12 {
		t.Errorf("the part is %g deep in the ground", p.Depth)
	}
	if s := r.c.Strip(); s == nil || len(s.Choices) != 3 || s.Choices[0].Words[s.Choices[0].At] != "crate" {
		t.Errorf("strip = %+v", s)
	}
}

// The context menu and the strip choose another prefab to stamp.
func TestStampChoosesPrefab(t *testing.T) {
	t.Parallel()
	r := withStamps(t)
	r.c.SetPrefabs([]tool.Prefab{{Name: "crate", File: "crate.level.yaml"}, {Name: "empty", File: "empty.level.yaml"}})
	actions := r.c.Actions()
	if len(actions) != 1 || actions[0].Label != "Stamp empty" {
		t.Fatalf("the menu has %+v", actions)
	}
	if actions[0].Do(); r.c.InHand() != "empty.level.yaml" {
		t.Errorf("the stamp has %s", r.c.InHand())
	}
	if r.c.Strip().Choices[0].Pick(0); r.c.InHand() != "crate.level.yaml" {
		t.Errorf("the stamp has %s", r.c.InHand())
	}
	r.c.TakeStamp("")
	if s := r.c.Strip(); len(s.Choices[0].Words) != 3 || s.Choices[0].At != 0 {
		t.Errorf("without a prefab the strip is %+v", s)
	}
	if r.c.Strip().Choices[0].Pick(2); r.c.InHand() != "empty.level.yaml" {
		t.Errorf("the stamp has %s", r.c.InHand())
	}
}

func TestStampErrors(t *testing.T) {
	t.Parallel()
	for file, want := range map[string]string{"none.level.yaml": "none.level.yaml", "empty.level.yaml": "no shapes"} {
		r := withStamps(t)
		r.c.TakeStamp(file)
		r.run("click 100,50")
		if got := r.c.Problem(); !strings.Contains(got, want) || placedNow(r.s.Document()) != "lost 300,50" {
			t.Errorf("%s: %q", file, got)
		}
	}
	r := newRig(t)
	r.c.TakeStamp("crate.level.yaml")
	r.run("click 1,1")
	if got := r.c.Problem(); !strings.Contains(got, "save the level") {
		t.Errorf("in a level without a file: %q", got)
	}
}

// A drag from a list continues as a drag on the canvas.
func TestPlaceByDragFromList(t *testing.T) {
	t.Parallel()
	r := withStamps(t)
	r.run("tool select")
	if err := r.c.PlaceBy("crate.level.yaml", tool.Event{
		Kind: tool.Move, Pos: level.Vec{X: 20, Y: 30},
		Clicks: 1,
	}); err != nil {
		t.Fatal(err)
	}
	r.run("move 60,70; up 60,70")
	if got := placedNow(r.s.Document()); got != "lost 300,50; crate 60,70" || r.c.Busy() || r.s.Selection().Len() != 2 {
		t.Errorf("there are %s, %d shapes selected", got, r.s.Selection().Len())
	}
	if err := r.c.PlaceBy("none.level.yaml", tool.Event{Kind: tool.Move}); err == nil || r.c.Busy() {
		t.Errorf("a missing prefab: %v", err)
	}
}

// The marked box of an instance with a missing prefab can be selected, moved and deleted like a shape.
func TestMarkedBoxes(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, script, want string }{
		{"drag", "drag 305,52 305,72", "lost 300,70"},
		{"a click moves nothing", "click 305,52; undo", "lost 300,50"},
		{"Escape", "down 305,52; move 305,90; key Escape; up 305,90", "lost 300,50"},
		{"undo", "drag 305,52 305,72; undo", "lost 300,50"},
		{"arrows", "click 305,52; key Right; key Down shift", "lost 301,66"},
		{"delete", "click 305,52; key Delete", ""},
		{"delete after a marquee", "drag 280,30 320,70; key Delete", ""},
		{"a click elsewhere deselects", "click 305,52; click 100,20; key Delete", "lost 300,50"},
	} {
		r := withStamps(t)
		r.run("tool select\n" + tt.script)
		if got := placedNow(r.s.Document()); got != tt.want {
			t.Errorf("%s: there is %q, want %q", tt.name, got, tt.want)
		}
	}
	r := withStamps(t)
	r.run("tool select; move 305,52")
	if hint := r.c.Hint(); !strings.Contains(hint, "gone.level.yaml") {
		t.Errorf("over the box the status bar says %q", hint)
	}
}
