package level_test

import (
	"slices"
	"testing"

	"fillet/editor/level"
	"fillet/editor/testkit"
)

// Importing a file adds layers one by one. The cost of one more layer does not grow with their number, and a list of
// layers that a caller holds stays unchanged.
func TestManyLayersOneByOne(t *testing.T) {
	doc, err := level.NewDocument(level.DefaultSettings())
	if err != nil {
		t.Fatal(err)
	}
	add := func(order float64) {
		t.Helper()
		if err := doc.Apply(level.Diff{Layers: []level.Change[level.Layer]{level.Added(
			&level.Layer{ID: doc.NewLayerID(), Name: "l", Order: order})}}); err != nil {
			t.Fatal(err)
		}
	}
	const n = 4000
	if each := testkit.AllocatedBytes(func() {
		for i := range n {
			add(float64(i))
		}
	}) / n; each > 4096 {
		t.Errorf("a layer takes %d bytes", each)
	}

	had := doc.Layers()
	mine := append(had, &level.Layer{ID: 1, Name: "mine"})
	add(n)
	if len(had) != n || mine[n].Name != "mine" || doc.Layers()[n].Name != "l" {
		t.Error("lists of layers share their ends")
	}
	add(0.5) // between two others
	if !slices.IsSortedFunc(doc.Layers(), func(a, b *level.Layer) int {
		return int(2 * (a.Order - b.Order))
	}) || len(doc.Layers()) != n+2 {
		t.Error("the layers are not in order")
	}
}
