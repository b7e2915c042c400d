package level

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// However colliders are added, removed and moved, they stay in the order of a freshly sorted list, and each is found by
// its id.
func TestSequencesStayInOrder(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		doc, err := NewDocument(DefaultSettings())
		if err != nil {
			t.Fatal(err)
		}
		if err := doc.Apply(Diff{Layers: []Change[Layer]{
			Added(&Layer{ID: 1, Name: "a", Order: 1}),
			Added(&Layer{ID: 2, Name: "b", Order: 2}),
		}}); err != nil {
			t.Fatal(err)
		}
		want := map[ID]*Collider{}
		for range rapid.IntRange(1, 20).Draw(t, "rounds") {
			var d Diff
			for _, id := range rapid.SliceOfNDistinct(rapid.OneOf(rapid.Map(rapid.Uint64Range(1, 30), toID),
				rapid.Map(rapid.Uint64Range(MaxID-5, MaxID-1), toID)), 1, 8, rapid.ID[ID]).Draw(t, "ids") {
				old := want[id]
				if old != nil && rapid.IntRange(0, 2).Draw(t, "remove") == 0 {
					d.Colliders = append(d.Colliders, Removed(old))
					delete(want, id)
					continue
				}
				c := NewCollider(id, LayerID(rapid.IntRange(1, 2).Draw(t, "layer")), "", Shape{Kind: Point}, Vec{})
				c.Order = float64(rapid.IntRange(0, 6).Draw(t, "order"))
				d.Colliders = append(d.Colliders, Change[Collider]{Before: old, After: c})
				want[id] = c
			}
			if err := doc.Apply(d); err != nil {
				t.Fatal(err)
			}
			if rapid.Bool().Draw(t, "look") {
				holds(t, doc, want)
			}
		}
		holds(t, doc, want)
	})
}

func toID(n uint64) ID { return ID(n) }

func holds(t *rapid.T, doc *Document, want map[ID]*Collider) {
	if doc.Len() != len(want) {
		t.Fatalf("%d colliders, want %d", doc.Len(), len(want))
	}
	for _, layer := range []LayerID{1, 2} {
		var sorted []*Collider
		for id, c := range want {
			if doc.Collider(id) != c || doc.Baked(id) == nil {
				t.Fatalf("%v finds %v, want %v", id, doc.Collider(id), c)
			}
			if c.Layer == layer {
				sorted = append(sorted, c)
			}
		}
		slices.SortFunc(sorted, drawnBefore)
		if got := doc.InLayer(layer); !slices.Equal(got, sorted) {
			t.Fatalf("layer %v holds %v, want %v", layer, got, sorted)
		}
	}
	if err := doc.Validate(); err != nil {
		t.Fatal(err)
	}
}

func TestDuplicateIDInAChangeIsRejected(t *testing.T) {
	t.Parallel()
	doc, err := NewDocument(DefaultSettings())
	if err != nil {
		t.Fatal(err)
	}
	at := func(id ID) *Collider { return NewCollider(id, 1, "", Shape{Kind: Point}, Vec{}) }
	layer := Diff{Layers: []Change[Layer]{Added(&Layer{ID: 1})}, Colliders: []Change[Collider]{Added(at(5))}}
	if err := doc.Apply(layer); err != nil {
		t.Fatal(err)
	}
	known := doc.Collider(5)
	for name, changes := range map[string][]Change[Collider]{
		"new, rising":  {Added(at(6)), Added(at(7)), Added(at(7))},
		"new, falling": {Added(at(9)), Added(at(7)), Added(at(9))},
		"changed":      {Changed(known, at(5)), Changed(known, at(5))},
		"removed":      {Removed(known), Added(at(6)), Removed(known)},
	} {
		if err := doc.Apply(Diff{Colliders: changes}); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	if doc.Len() != 1 || doc.Collider(5) != known {
		t.Errorf("a rejected change has changed the document")
	}
}
