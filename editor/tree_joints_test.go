package editor_test

import (
	"fmt"
	"slices"
	"testing"

	"fillet/editor"
	"fillet/editor/level"
)

// jointRows returns the rows of joints as text.
func jointRows(t *editor.LevelTree) (out []string) {
	for i := range t.Len() {
		if r := t.At(i); r.IsJoint() {
			out = append(out, fmt.Sprint(r.Depth, " ", t.Label(r), "; ", t.Note(r)))
			if t.Row(r) != i {
				out = append(out, fmt.Sprint("which is found at ", t.Row(r), ", not at ", i))
			}
		}
	}
	return out
}

// Joints are in a folder below the layers. They follow the level, match filters by name, and accept no drops.
func TestJointRows(t *testing.T) {
	t.Parallel()
	doc := levelOf(t, 2, 1)
	tree := editor.NewLevelTree(doc, editor.FilterFacts{}, nil)
	expect := func(what string, want ...string) {
		t.Helper()
		if got := jointRows(tree); !slices.Equal(got, want) {
			t.Errorf("%s: got %q, want %q", what, got, want)
		}
	}
	set := func(joints ...level.Joint) {
		t.Helper()
		after := *doc.Settings()
		after.Joints = joints
		if err := doc.Apply(level.Diff{Settings: level.Changed(doc.Settings(), &after)}); err != nil {
			t.Fatal(err)
		}
	}
	expect("a level without joints")
	rows := tree.Len()
	a, b := level.Joint{ID: 1, Name: "axle", Kind: level.Hinge, A: 1, B: 2},
		level.Joint{ID: 2, Kind: level.Spring, B: 3}
	set(a, b)
	expect("folded", "0 Joints; ")
	if at := tree.RevealJoint(2); at != tree.Len()-1 || tree.Parent(at) != rows || tree.Parent(rows) != -1 {
		t.Errorf("the second joint is at %d of %d, below %d", at, tree.Len(), tree.Parent(at))
	}
	expect("open", "0 Joints; ", "1 axle; box 1, box 2", "1 j2; the level, box 3")
	a.Name = "pin"
	set(a, b)
	expect("renamed", "0 Joints; ", "1 pin; box 1, box 2", "1 j2; the level, box 3")
	if err := tree.SetFilter("pin"); err != nil {
		t.Fatal(err)
	}
	expect("filtered", "0 Joints; ", "1 pin; box 1, box 2")
	if err := tree.SetFilter(""); err != nil {
		t.Fatal(err)
	}
	lifted := tree.Lift([]level.ID{1}, tree.At(tree.Find(1)))
	if p, err := lifted.Over(float64(tree.Len()) - 0.5); err != nil || p.Layer != 1 || p.Row > rows {
		t.Errorf("the drop target over a joint is %+v, %v", p, err)
	}
	set(b)
	expect("one left", "0 Joints; ", "1 j2; the level, box 3")
	set()
	expect("none left")
}
