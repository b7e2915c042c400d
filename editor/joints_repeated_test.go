package editor_test

import (
	"math"
	"testing"

	"fillet/editor"
	"fillet/editor/level"
)

// lastEnds returns the anchors and the length of the last joint.
func lastEnds(t *testing.T, doc *level.Document, of level.ID) (a, b level.Vec, length float64) {
	t.Helper()
	for _, j := range doc.Settings().Joints {
		if j.B == of {
			a, b, _ = level.JointEnds(doc, j)
			return a, b, j.Length
		}
	}
	t.Fatalf("no joint holds %d", of)
	return a, b, 0
}

// A repeated scaled copy scales its joint's anchors and length; a copy around a circle rotates the anchors.
func TestRepeatedJoints(t *testing.T) {
	crate := box("a", 5, 5, 10, 10)
	crate.Body = level.Dynamic
	s := open(t, crate)
	s.Selection().Set(1)
	must(t, s.Joints().Join(level.Spring, true))
	must(t, s.EditSettings("Corner", func(set *level.Settings) {
		joints := append([]level.Joint(nil), set.Joints...)
		joints[0].AnchorA, joints[0].AnchorB, joints[0].Length = level.Vec{X: 10, Y: -20}, level.Vec{X: 5, Y: -5}, 20
		set.Joints = joints
	}))
	must(t, s.Duplicate())
	must(t, s.Nudge(-10, 20)) // a total of (0, 20)
	must(t, s.Transform(editor.PivotMiddle).SetSize(level.Vec{X: 20, Y: 20}))
	scaled := s.Selection().IDs()[0]
	_, corner, _ := lastEnds(t, s.Document(), scaled)
	if want := (level.Vec{X: 15, Y: 15}); corner != want {
		t.Errorf("the scaled copy is held at %v, want %v", corner, want)
	}
	must(t, s.Duplicate())
	made := s.Document().Collider(s.Selection().IDs()[0])
	from, corner, _ := lastEnds(t, s.Document(), made.ID)
	if want := made.Position.Add(level.Vec{X: 20, Y: -20}); made.Shape.Size != (level.Vec{X: 40, Y: 40}) ||
		corner != want {
		t.Errorf("the next copy, %v, is held at %v, want %v", made.Shape.Size, corner, want)
	}
	was, at, lengthWas := lastEnds(t, s.Document(), scaled)
	_, _, length := lastEnds(t, s.Document(), made.ID)
	if got, want := corner.Sub(from), at.Sub(was).Mul(2); got.Dist(want) > 1e-9 || math.Abs(length-2*lengthWas) > 1e-9 {
		t.Errorf("the joint to the level is at %v, length %g; want %v, length %g", got, length, want, 2*lengthWas)
	}

	s.Selection().Set(1)
	a, b, _ := lastEnds(t, s.Document(), 1)
	must(t, s.Repeat().Circle())
	must(t, s.Accept())
	for _, id := range s.Selection().IDs() {
		c := s.Document().Collider(id)
		from, to, length := lastEnds(t, s.Document(), id)
		if got, want := to.Sub(from), c.Angle.Rotation().Apply(b.Sub(a)); got.Dist(want) > 1e-6 || length != 20 {
			t.Errorf("the copy rotated by %g is held %v away, want %v", float64(c.Angle), got, want)
		}
	}
}
