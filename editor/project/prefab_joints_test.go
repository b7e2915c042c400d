package project_test

import (
	"fmt"
	"math"
	"path/filepath"
	"strings"
	"testing"

	"fillet/editor"
	"fillet/editor/level"
	"fillet/editor/play"

	"pgregory.net/rapid"
)

// The joints of a prefab act in its instances as joints between shapes do. Wherever an instance is, turned, mirrored or
// nested in another prefab, its joints hold at the same places as the joints of the detached shapes, and both run the
// same way.
func TestJointsOfInstances(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		n := func(name string, limit int) int { return rapid.IntRange(-limit, limit).Draw(rt, name) }
		dir := t.TempDir()
		at := func(name string, limit int) string { return fmt.Sprintf("[%d, %d]", n(name, limit), n(name, limit)) }
		var joints strings.Builder
		fmt.Fprintf(&joints, "  - {id: j1, name: axle, kind: hinge, a: c1, b: c2, at_a: %s, at_b: %s, limits: [-20, "+
			"50], speed: 30, torque: 2}\n", at("a", 9), at("b", 9))
		fmt.Fprintf(&joints, "  - {id: j2, kind: spring, b: c1, at_a: %s, at_b: %s, length: 40, frequency: 2}\n",
			at("a", 60), at("b", 9))
		write(t, dir, map[string]string{
			"swing.level.yaml": "origin: " + at("origin", 40) + "\njoints:\n" + joints.String() + fmt.Sprintf(`layers:
  - id: l1
    name: x
    colliders:
      - {id: c1, name: box, kind: box, size: [20, 10], position: %s, angle: %d, body: dynamic}
      - {id: c2, name: ball, kind: circle, radius: 6, position: %s, body: dynamic}
`, at("place", 30), n("angle", 180), at("place", 30)),
			"pair.level.yaml": fmt.Sprintf("instances:\n  - {id: i4, prefab: swing.level.yaml, layer: l1, position: "+
				"%s, angle: %d, flip: %v}\nlayers:\n  - {id: l1, name: x, colliders: []}\n",
				at("place", 50), n("angle", 180), rapid.Bool().Draw(rt, "flip")),
		})
		name := rapid.SampledFrom([]string{"swing", "pair"}).Draw(rt, "prefab")
		write(t, dir, map[string]string{"a.level.yaml": fmt.Sprintf("instances:\n  - {id: i1, prefab: %s.level.yaml, "+
			"layer: l1, position: %s, angle: %d, flip: %v}\nlayers:\n  - {id: l1, name: x, colliders: []}\n",
			name, at("place", 90), n("angle", 180), rapid.Bool().Draw(rt, "flip"))})
		doc, _ := open(t, filepath.Join(dir, "a.level.yaml"))
		s := editor.NewSession(doc)
		if k := rapid.SampledFrom([]float64{1, 2, 0.5}).Draw(rt, "scale"); k != 1 {
			was := level.PlacedJoints(doc)
			s.Instances().Select(1)
			box, _ := s.Selection().Bounds()
			if err := s.Transform(editor.PivotMiddle).Scale(k); err != nil {
				rt.Fatal(err)
			}
			for i, j := range level.PlacedJoints(doc) {
				_, b, _ := level.JointEnds(doc, j)
				if j.Length != was[i].Length*k {
					rt.Fatalf("after scaling, %s is %v long, before %v", j.Of, j.Length, was[i].Length)
				}
				s.Undo()
				_, before, _ := level.JointEnds(doc, was[i])
				s.Redo()
				if want := box.Center().Add(before.Sub(box.Center()).Mul(k)); b.Dist(want) > 1e-4 {
					rt.Fatalf("after scaling, %s holds at %v, want %v", j.Of, b, want)
				}
			}
		}
		placed := level.PlacedJoints(doc)
		if len(placed) != 2 {
			rt.Fatalf("the instance has %d joints", len(placed))
		}
		var ends [][2]level.Vec
		for _, j := range placed {
			a, b, ok := level.JointEnds(doc, j)
			if !ok {
				rt.Fatalf("%s joins a missing part", j.Of)
			}
			ends = append(ends, [2]level.Vec{a, b})
		}
		run := func(doc *level.Document) (out []level.Vec) {
			r := play.NewRun(doc.Snapshot(), play.DefaultSettings(), level.Vec{X: -5000})
			for range 30 {
				r.Step(play.Input{})
			}
			for _, b := range r.Bodies() {
				out = append(out, b.Transform.P)
			}
			return out
		}
		before := run(doc)
		if err := s.Instances().Detach(1); err != nil {
			rt.Fatal(err)
		}
		own := doc.Settings().Joints
		if len(own) != 2 || len(level.PlacedJoints(doc)) != 0 {
			rt.Fatalf("after detaching there are %d joints, %d of instances", len(own), len(level.PlacedJoints(doc)))
		}
		if own[0].Kind == level.Spring {
			own = []level.Joint{own[1], own[0]}
		}
		for i, j := range own {
			a, b, _ := level.JointEnds(doc, j)
			if a.Dist(ends[i][0]) > 1e-9 || b.Dist(ends[i][1]) > 1e-9 {
				rt.Fatalf("joint %d holds at %v and %v, in the instance at %v", i, a, b, ends[i])
			}
			was := placed[i]
			if j.Lower != was.Lower || j.Upper != was.Upper || j.Speed != was.Speed || j.Length != was.Length ||
				j.Name != was.Name {
				rt.Fatalf("%+v is %+v in the instance", j, was)
			}
		}
		after := run(doc)
		if len(after) != len(before) {
			rt.Fatalf("the detached shapes have %d bodies, the instance %d", len(after), len(before))
		}
		for i := range after {
			if d := after[i].Dist(before[i]); !(d < 0.5) || math.IsNaN(d) {
				rt.Fatalf("body %d is at %v, the instance's body at %v", i, after[i], before[i])
			}
		}
		s.Undo()
		if len(level.PlacedJoints(doc)) != 2 || len(doc.Settings().Joints) != 0 {
			rt.Fatal("after undo the joints are not the instance's")
		}
	})
}

// A part that is removed in an instance has no joints there. A prefab made of joined shapes gets their joints, and the
// level then only has them through the instance.
func TestMakePrefabWithJoints(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	write(t, dir, map[string]string{
		"swing.level.yaml": `joints:
  - {id: j1, kind: hinge, a: c1, b: c2, at_a: [5, 0], at_b: [0, 0]}
  - {id: j2, kind: spring, b: c1, at_a: [0, -40], at_b: [0, 0], length: 40}
layers:
  - id: l1
    name: x
    colliders:
      - {id: c1, kind: box, size: [20, 10], position: [0, 0], body: dynamic}
      - {id: c2, kind: circle, radius: 6, position: [5, 0], body: dynamic}
`,
		"a.level.yaml": "instances:\n  - {id: i1, prefab: swing.level.yaml, layer: l1, position: [50, 60], changes: " +
			"{c2: removed}}\nlayers:\n  - {id: l1, name: x, colliders: []}\n",
	})
	doc, _ := open(t, filepath.Join(dir, "a.level.yaml"))
	if js := level.PlacedJoints(doc); len(js) != 1 || js[0].Of != "i1/j2" ||
		js[0].AnchorA != (level.Vec{X: 50, Y: 20}) {
		t.Errorf("without its ball the instance has %+v", js)
	}
	shapes, _ := open(t, filepath.Join(dir, "swing.level.yaml"))
	s := editor.NewSession(shapes)
	s.Selection().Set(1, 2)
	made, at, err := s.Instances().Prefab("made", level.Vec{X: 0.5, Y: 0.5})
	if err != nil {
		t.Fatal(err)
	}
	js := made.Settings().Joints
	if len(js) != 2 {
		t.Fatalf("the prefab has %d joints", len(js))
	}
	for i, j := range js {
		a, b, ok := level.JointEnds(made, j)
		wantA, wantB, _ := level.JointEnds(shapes, shapes.Settings().Joints[i])
		if !ok || a.Dist(wantA.Sub(at)) > 1e-9 || b.Dist(wantB.Sub(at)) > 1e-9 {
			t.Errorf("%v holds at %v and %v", j.ID, a, b)
		}
	}
}
