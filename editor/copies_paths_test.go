package editor_test

import (
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fillet/editor"
	"fillet/editor/level"
	"fillet/editor/project"
)

// onRail returns a session with a chain and a platform that follows it.
func onRail(t *testing.T) *editor.Session {
	rail := level.NewCollider(0, 0, "rail", level.Shape{
		Kind:   level.Chain,
		Points: []level.Vec{{}, {X: 100}, {X: 100, Y: 50}},
	}, level.Vec{X: 10, Y: 20})
	lift := box("lift", 10, 20, 20, 5)
	lift.Body, lift.Path = level.Kinematic, &level.Path{Chain: 1, Speed: 50}
	return open(t, rail, lift)
}

// placeAt returns the position of a collider on its path after some seconds.
func placeAt(t *testing.T, s *editor.Session, name string, seconds float64) level.Vec {
	t.Helper()
	for c := range s.Document().Colliders() {
		if c.Name == name {
			if m := level.PathOf(s.Document(), c); m != nil {
				return m.At(seconds).P
			}
			t.Fatalf("%s has no path", name)
		}
	}
	t.Fatalf("there is no %s", name)
	return level.Vec{}
}

// Deleting a chain turns it into the paths of the shapes that follow it, in the same undo step.
func TestDeletedChainBecomesPaths(t *testing.T) {
	t.Parallel()
	s := onRail(t)
	want := placeAt(t, s, "lift", 2.5)
	s.Selection().Set(1)
	must(t, s.DeleteSelection())
	if p := s.Document().Collider(2).Path; p.Chain != 0 || len(p.Points) != 3 {
		t.Errorf("path = %+v", p)
	}
	if got := placeAt(t, s, "lift", 2.5); got.Dist(want) > 1e-9 {
		t.Errorf("the platform is at %v, want %v", got, want)
	}
	s.Undo()
	if p := s.Document().Collider(2).Path; s.Document().Collider(1) == nil || p.Chain != 1 || p.Points != nil {
		t.Errorf("after undo the path is %+v", p)
	}
	s.Selection().Set(1, 2) // deleting both needs no path
	must(t, s.DeleteSelection())
	if s.Document().Len() != 0 {
		t.Error("deleting both leaves colliders")
	}
}

// Copies follow the copies of their chains. If the chain is not copied, duplicates follow the original chain, and
// pasted shapes keep their path as points.
func TestCopiesFollowTheirChain(t *testing.T) {
	t.Parallel()
	s := onRail(t)
	s.Selection().Set(1, 2)
	must(t, s.Duplicate())
	lift := s.Document().Collider(2)
	for _, id := range s.Selection().IDs() {
		if c := s.Document().Collider(id); c.Path != nil && (c.Path.Chain == lift.Path.Chain ||
			!s.Selection().Has(c.Path.Chain)) {
			t.Errorf("the copy follows %v", c.Path.Chain)
		}
	}
	s.Undo()
	s.Selection().Set(2)
	must(t, s.Duplicate())
	if c := s.Document().Collider(s.Selection().IDs()[0]); c.Path.Chain != 1 {
		t.Errorf("a copy without its chain follows %v", c.Path.Chain)
	}
	s.Undo()
	s.Selection().Set(2)
	text := s.Clipboard().Copy()
	if !strings.Contains(text, "points: [[0, 0], [100, 0], [100, 50]], speed: 50") {
		t.Errorf("on the clipboard:\n%s", text)
	}
	must(t, s.Clipboard().PasteInPlace(text))
	s.Undo()
	s.Selection().Set(1, 2)
	must(t, s.Clipboard().PasteInPlace(s.Clipboard().Copy()))
	for _, id := range s.Selection().IDs() {
		if c := s.Document().Collider(id); c.Path != nil && !s.Selection().Has(c.Path.Chain) {
			t.Errorf("the pasted shape follows %v", c.Path.Chain)
		}
	}
}

// A path rotates, scales and mirrors with its shape.
func TestPathsTransformWithShapes(t *testing.T) {
	t.Parallel()
	lift := box("lift", 50, 50, 20, 6)
	lift.Body = level.Kinematic
	lift.Path = &level.Path{Points: []level.Vec{{}, {X: 30}, {X: 30, Y: 40}}, Speed: 10, Turn: 0}
	s := open(t, lift)
	s.Selection().Set(1)
	for name, tt := range map[string]struct {
		do   func() error
		want level.Vec // position after 5 s
	}{
		"moved":               {func() error { return s.Nudge(7, 0) }, level.Vec{X: 87, Y: 70}},
		"turned":              {func() error { return s.RotateBy(90) }, level.Vec{X: 30, Y: 80}},
		"mirrored":            {func() error { return s.Flip(true) }, level.Vec{X: 20, Y: 70}},
		"mirrored vertically": {func() error { return s.Flip(false) }, level.Vec{X: 80, Y: 30}},
	} {
		before := s.Document().Collider(1)
		must(t, tt.do())
		if got := placeAt(t, s, "lift", 5); got.Dist(tt.want) > 1e-9 {
			t.Errorf("%s: position = %v, want %v", name, got, tt.want)
		}
		s.Undo()
		if !s.Document().Collider(1).Equal(before) {
			t.Errorf("%s: undo does not restore the record", name)
		}
	}
	out := level.Scaled(lift, level.Vec{X: 50, Y: 50}, 2, 3)
	if m, _ := out.Moving(nil); m.Length() != 60+120 {
		t.Errorf("after scaling it is %v long", m.Length())
	}
	big := level.Magnified(lift, level.Vec{}, 2)
	if m, _ := big.Moving(nil); m.Length() != 140 || m.Period() != 14 {
		t.Errorf("after scaling the level it is %v long and takes %v", m.Length(), m.Period())
	}
	spinning := *lift
	spinning.Path = &level.Path{Turn: 90}
	if got := level.Mirrored(&spinning, level.Vec{}, true).Path.Turn; got != -90 {
		t.Errorf("after mirroring it turns by %v", got)
	}
}

const railPrefab = `fillet: 2
name: rail
size: [200, 100]
layers:
  - id: l1
    name: rail
    colliders:
      - {id: c1, name: rail, kind: chain, points: [[0, 0], [100, 0]], position: [0, 0]}
      - {id: c2, name: trolley, kind: box, size: [20, 4], position: [0, 0], body: kinematic, path: {chain: c1, speed: 10}}
      - {id: c3, name: lift, kind: box, size: [20, 4], position: [0, 20], body: kinematic, path: {points: [[0, 0], [40, 0]], speed: 10}}
`

// The paths of an instance's parts rotate and mirror with the instance, can be overridden, and survive detaching.
func TestPathsInInstances(t *testing.T) {
	t.Parallel()
	s, path := withPrefabs(t)
	if err := os.WriteFile(filepath.Join(filepath.Dir(path), "crate.level.yaml"), []byte(railPrefab),
		0o644); err != nil {
		t.Fatal(err)
	}
	doc, err := level.Open(path)
	must(t, err)
	project.AttachPrefabs(doc, path, "")
	s = editor.NewSession(doc)
	for _, tt := range []struct {
		do            func() error
		trolley, lift level.Vec // positions after 3 s, relative to the instance
	}{
		{func() error { return nil }, level.Vec{X: 30}, level.Vec{X: 30, Y: 20}},
		{func() error {
			s.Selection().Set(level.PartID(1, "c1"), level.PartID(1, "c2"), level.PartID(1, "c3"))
			return s.RotateBy(90)
		}, level.Vec{Y: 30}, level.Vec{X: -20, Y: 30}},
		{func() error { return s.Flip(true) }, level.Vec{Y: 30}, level.Vec{X: 20, Y: 30}},
	} {
		must(t, tt.do())
		i := s.Document().Instances()[0]
		if len(i.Changes) != 0 {
			t.Fatalf("the instance has the changes %v", i.Changes)
		}
		for name, want := range map[string]level.Vec{"trolley": tt.trolley, "lift": tt.lift} {
			if got := placeAt(t, s, name, 3).Sub(i.Position); got.Dist(want) > 1e-6 {
				t.Errorf("%s is at %v, want %v", name, got, want)
			}
		}
	}
	lift := level.PartID(1, "c3")
	before := s.Document().Collider(lift)
	after := *before
	after.Path = &level.Path{Points: before.Path.Points, Time: 2}
	must(t, s.Do("Faster", level.Diff{Colliders: []level.Change[level.Collider]{{Before: before, After: &after}}}))
	if v, ok := s.Document().Instances()[0].Change("c3", "path"); !ok || v != "{points: [[0, 0], [40, 0]], time: 2}" {
		t.Errorf("the instance has the change %q", v)
	}
	want := placeAt(t, s, "trolley", 4)
	must(t, s.Instances().Detach(1))
	if got := placeAt(t, s, "trolley", 4); got.Dist(want) > 1e-6 {
		t.Errorf("after detaching the trolley is at %v, want %v", got, want)
	}
	b, err := level.Marshal(s.Document())
	must(t, err)
	if _, err := level.Parse(b, "again"); err != nil || math.IsNaN(want.X) {
		t.Errorf("%v\n%s", err, b)
	}
}
