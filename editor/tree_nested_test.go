package editor_test

import (
	"slices"
	"testing"

	"fillet/editor"
	"fillet/editor/level"
)

// An instance nested in a prefab has its own row in each instance of the prefab, followed by its parts.
func TestNestedInstancesAreRows(t *testing.T) {
	t.Parallel()
	doc := withInstances(t, "cart.level.yaml", "crate.level.yaml")
	tree := editor.NewLevelTree(doc, editor.FilterFacts{}, nil)
	defer tree.Close()
	expect := func(what string, want ...string) {
		t.Helper()
		if got := listed(tree); !slices.Equal(got, want) {
			t.Errorf("%s: rows = %q, want %q", what, got, want)
		}
	}
	expect("folded", "Layer 2", "|box 2", "Layer 1", "|crate", "|cart", "|box 1")
	tree.Fold(editor.TreeRow{Kind: editor.InstanceRow, Layer: 1, Instance: 1}, false)
	expect("unfolded", "Layer 2", "|box 2", "Layer 1", "|crate", "|cart", "||lid", "||crate", "||box", "|box 1")
	nested := tree.At(6)
	if all, shown := tree.Members(nested); nested.Kind != editor.NestedRow || nested.Path != "i7" || all != 3 ||
		shown != 3 || !tree.CanFold(nested) {
		t.Errorf("the row of the crate is %+v with %d and %d", nested, all, shown)
	}
	ids := tree.Colliders(nested)
	if len(ids) != 3 || ids[0] != level.PartID(1, "i7/c1") || ids[1] != level.PartID(1, "i7/i8/c1") {
		t.Errorf("colliders = %v", ids)
	}
	if tree.MatchCountIn(tree.At(2)) != 3 {
		t.Errorf("the layer has %d things", tree.MatchCountIn(tree.At(2)))
	}
	if i := tree.Reveal(level.PartID(1, "i7/i8/c1")); i != 9 {
		t.Errorf("the innermost part has row %d", i)
	}
	expect("revealed", "Layer 2", "|box 2", "Layer 1", "|crate", "|cart", "||lid", "||crate", "|||lid", "|||i8",
		"||||box", "|||box", "||box", "|box 1")
	if p := tree.Parent(9); p != 8 || tree.Parent(8) != 6 || tree.Parent(6) != 4 {
		t.Errorf("the parent of the innermost part is row %d", p)
	}
	l := tree.Lift(ids, nested)
	if _, rejected := l.Over(0.5); rejected == nil {
		t.Error("a nested instance can be dragged out of its instance")
	}
	for _, at := range []float64{5.5, 6.5, 7.5, 9.5, 11.5} { // nothing can be dropped into an instance
		l := tree.Lift([]level.ID{2}, editor.TreeRow{Kind: editor.ColliderRow, Layer: 1, Collider: 2})
		if p, _ := l.Over(at); p.Depth != 1 {
			t.Errorf("a shape dropped at %g lands at %+v", at, p)
		}
	}
	if err := tree.SetFilter("name:lid"); err != nil {
		t.Fatal(err)
	}
	expect("filtered", "Layer 1", "|crate", "||lid", "|cart", "||lid", "||crate", "|||lid")
	if all, shown := tree.Members(nested); all != 3 || shown != 1 {
		t.Errorf("with a filter, the crate has %d parts, %d shown", all, shown)
	}
	if err := tree.SetFilter("prefab:cart"); err != nil {
		t.Fatal(err)
	}
	expect("an instance that matches is folded", "Layer 1", "|cart")
}
