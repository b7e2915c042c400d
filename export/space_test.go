package export_test

import (
	"math"
	"os"
	"path/filepath"
	"testing"

	"fillet/collision"
	"fillet/collision/dynamics"
	"fillet/editor/level"
	"fillet/editor/play"
	"fillet/export"
	"fillet/export/colliders"
)

// sampleLevel returns a sample of the program.
func sampleLevel(t *testing.T, name string) *level.Document {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("../assets/samples", name+".level.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	doc, err := level.Parse(text, name)
	if err != nil {
		t.Fatal(err)
	}
	return doc
}

func spaceOf(t *testing.T, f *colliders.File) *colliders.Space {
	t.Helper()
	s, err := f.Space()
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// In a space made from a file, bodies and platforms move as in the playtest of the level. They differ by the rounding of
// the file's coordinates, which a pile of bodies amplifies after a second, and by the tolerance of a compact file.
func TestSpaceMovesAsThePlaytest(t *testing.T) {
	t.Parallel()
	for name, gameplay := range map[string]string{ // a body that gameplay moves
		"cavern": "", "jetpack": "", "machines": "crate", "one-way": "", "pile": "", "platformer": "", "rounding": "",
		"triggers": "swimmer",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			doc := sampleLevel(t, name)
			compact, file := compacted(t, doc, export.Options{})
			spaces := map[*colliders.Space]float64{spaceOf(t, file): 1e-3} // how far bodies may be away
			if name != "pile" {
				spaces[spaceOf(t, compact)] = 3
			}
			settings, _, err := play.SettingsOf(doc.Snapshot())
			if err != nil {
				t.Fatal(err)
			}
			run := play.NewRun(doc.Snapshot(), settings, level.Vec{X: -1e5, Y: -1e5})
			for frame := range 45 {
				run.Step(play.Input{})
				for space, room := range spaces {
					space.Step(dynamics.StepTime)
					for _, b := range run.Bodies() {
						own, c := space.Body(b.ID.String()), doc.Collider(b.ID)
						if own == nil {
							t.Fatalf("%s has no body", b.ID)
						}
						if c.Name == gameplay {
							continue
						}
						away, turned := own.Pose.P.Dist(b.Transform.P), own.Pose.Q.Inv().Mul(b.Transform.Q).Angle()
						if away > room || math.Abs(turned) > room/10 {
							t.Fatalf("after %d steps %s %q is %g px and %g radians away; compact: %t", frame+1, b.ID,
								c.Name, away, turned, space.File.IsCompact)
						}
					}
				}
			}
		})
	}
}

// A change restarts the bodies that it names and their joints. All others move on.
func TestSpaceFollowsChanges(t *testing.T) {
	t.Parallel()
	doc, err := level.Parse([]byte(`fillet: 2
name: changes
groups:
  - {id: g1, name: hammer, layer: l1, body: true}
joints:
  - {id: j1, name: rope, kind: spring, a: c4, b: c5, at_a: [0, 0], at_b: [0, 0], length: 50, pulls_only: true}
  - {id: j2, name: nail, kind: hinge, b: c6, at_a: [400, 0], at_b: [-10, 0]}
layers:
  - id: l1
    name: things
    colliders:
      - {id: c1, group_of: g1, name: head, kind: box, size: [32, 16], position: [100, 50], body: dynamic, density: 2}
      - {id: c2, group_of: g1, name: shaft, kind: box, size: [8, 64], position: [100, 90], angle: 90, body: dynamic}
      - {id: c3, name: floor, kind: box, size: [320, 40], position: [160, 180]}
      - {id: c4, name: ball, kind: circle, radius: 8, position: [200, 50], body: dynamic, velocity: [30, 0]}
      - {id: c5, name: anchor, kind: circle, radius: 4, position: [200, 0]}
      - {id: c6, name: flap, kind: box, size: [20, 4], position: [410, 0], body: dynamic}
`), "test")
	if err != nil {
		t.Fatal(err)
	}
	f := formed(t, doc, export.Options{})
	s := spaceOf(t, f)
	for range 30 {
		s.Step(dynamics.StepTime)
	}
	if s.Body("c1") != s.Body("c2") || s.Body("c3") != nil || len(s.Joints) != 2 {
		t.Fatal("the hammer must be one body, the floor none, and both joints must exist")
	}
	ball, flap := *s.Body("c4"), *s.Body("c6")
	floor, shaft := *f.Find("c3"), f.Find("c2")
	floor.Name = "moved"
	extra := *f.Find("c4")
	extra.ID, extra.Name = "c7", "second ball"
	change := colliders.Change{
		Records: colliders.Records[colliders.Collider]{
			Added: []colliders.Collider{extra}, Changed: []colliders.Collider{floor}, Removed: []string{"c1"},
		},
		Joints: colliders.Records[colliders.Joint]{Removed: []string{"j2"}},
	}
	if err := s.Apply(&change); err != nil {
		t.Fatal(err)
	}
	same := func(id string, want dynamics.Body) {
		t.Helper()
		b := s.Body(id)
		if b == nil || b.Pose != want.Pose || b.Velocity != want.Velocity || b.Spin != want.Spin {
			t.Errorf("%s is untouched, but now it is %+v, want %+v", id, b, want)
		}
	}
	same("c4", ball)
	same("c6", flap)
	if b := s.Body("c2"); b == nil || b.Velocity != (collision.Vec{}) || b.Pose != shaft.Transform() {
		t.Errorf("the shaft lost the head, but it moves on: %+v", b)
	}
	if b := s.Body("c7"); b == nil || b.Velocity != extra.Velocity {
		t.Errorf("the new ball is %+v", b)
	}
	if o, ok := s.Owner("c3"); !ok || s.Collider(o) != f.Find("c3") || f.Find("c3").Name != "moved" {
		t.Error("the floor is not found under its new name")
	}
	if s.Body("c1") != nil || len(s.Joints) != 1 {
		t.Errorf("the head is %v, and there are %d joints", s.Body("c1"), len(s.Joints))
	}
	bodies := len(s.Bodies)
	if err := s.Apply(&change); err == nil || len(s.Bodies) != bodies {
		t.Errorf("a change that does not fit: %v, %d bodies, want %d", err, len(s.Bodies), bodies)
	}
	s.Step(dynamics.StepTime)
}

// The world of a space has everything where it is, and forgets what a change removes.
func TestWorldOfSpace(t *testing.T) {
	t.Parallel()
	s := spaceOf(t, formed(t, sampleLevel(t, "platformer"), export.Options{}))
	check := func() {
		t.Helper()
		w := s.World()
		if n := len(s.Bodies) - 1 + len(s.Statics); w.Len() != n {
			t.Errorf("the world has %d bodies, want %d", w.Len(), n)
		}
		for key, b := range w.Bodies() {
			c := s.Collider(dynamics.OwnerOf(key))
			if own := s.Body(c.ID); own != nil && b.Transform != own.Pose {
				t.Errorf("%s is at %v, and in the world at %v", c.ID, own.Pose, b.Transform)
			}
			if len(b.Shapes) != len(c.Pieces) {
				t.Errorf("%s has %d pieces, and in the world %d", c.ID, len(c.Pieces), len(b.Shapes))
			}
		}
	}
	check()
	for range 20 {
		s.Step(dynamics.StepTime)
	}
	check()
	w := s.World()
	if err := s.Apply(&colliders.Change{}); err != nil || s.World() != w {
		t.Errorf("an empty change makes another world, %v", err)
	}
	gone := colliders.Records[colliders.Collider]{Removed: []string{"c1", "c14"}}
	if err := s.Apply(&colliders.Change{Records: gone}); err != nil {
		t.Fatal(err)
	}
	check()
}

// Files without masses and in other units are rejected.
func TestSpaceOfOtherForms(t *testing.T) {
	t.Parallel()
	doc := sampleLevel(t, "machines")
	for _, form := range []export.Form{{Version: 1}, {Metres: true}} {
		if _, err := formed(t, doc, export.Options{Form: form}).Space(); err == nil {
			t.Errorf("a file of the form %+v makes a space", form)
		}
	}
}
