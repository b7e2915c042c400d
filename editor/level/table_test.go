package level

import (
	"math/rand/v2"
	"testing"

	"fillet/collision"

	"pgregory.net/rapid"
)

// However colliders come and go, each has its own key, which finds it while it exists and finds nothing afterwards,
// even if other colliders use its slot later.
func TestKeysAreUnique(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		doc, err := NewDocument(DefaultSettings())
		if err != nil {
			t.Fatal(err)
		}
		if err := doc.Apply(Diff{Layers: []Change[Layer]{Added(&Layer{ID: 1, Order: 1})}}); err != nil {
			t.Fatal(err)
		}
		ever := map[collision.Key]*Collider{} // the first collider with the key
		doc.Subscribe(func(d Diff) {
			for _, c := range d.Colliders {
				if c.After == nil {
					if k := doc.Key(c.Before.ID); ever[k] == nil || ever[k].ID != c.Before.ID || doc.At(k) != nil {
						t.Fatalf("while %v is removed, its key is %#x", c.Before.ID, k)
					}
				}
			}
		})
		there := map[ID]*Collider{}
		largest := 0 // the most colliders at a time, including rejected ones
		for range rapid.IntRange(1, 30).Draw(t, "rounds") {
			var d Diff
			broken := rapid.IntRange(0, 4).Draw(t, "broken") == 0
			for _, id := range rapid.SliceOfNDistinct(rapid.OneOf(rapid.Map(rapid.Uint64Range(1, 12), toID),
				rapid.Map(rapid.Uint64(), toID)), 1, 6, rapid.ID[ID]).Draw(t, "ids") {
				id = max(id%MaxID, 1)
				if old := there[id]; old != nil {
					d.Colliders = append(d.Colliders, Removed(old))
					continue
				}
				d.Colliders = append(d.Colliders, Added(NewCollider(id, 1, "", Shape{Kind: Point}, Vec{})))
			}
			if broken {
				d.Colliders = append(d.Colliders, Added(NewCollider(0, 1, "", Shape{Kind: Point}, Vec{})))
			}
			largest = max(largest, len(there)+len(d.Colliders))
			if err := doc.Apply(d); err != nil {
				if doc.Len() != len(there) {
					t.Fatalf("a rejected change leaves %d colliders of %d", doc.Len(), len(there))
				}
			} else {
				for _, c := range d.Colliders {
					if c.After == nil {
						delete(there, c.Before.ID)
					} else {
						there[c.After.ID] = c.After
					}
				}
			}
			for id, c := range there {
				k := doc.Key(id)
				if k == 0 || doc.At(k) != c || doc.Collider(id) != c {
					t.Fatalf("%v has key %#x, which finds %v", id, k, doc.At(k))
				}
				if was := ever[k]; was != nil && was != c {
					t.Fatalf("the key %#x of %v belonged to %v before", k, id, was.ID)
				}
				ever[k] = c
			}
			for k, c := range ever {
				if now := doc.At(k); now != nil && now != c {
					t.Fatalf("the key of %v finds %v", c.ID, now.ID)
				}
			}
			if n := len(doc.colliders.entries); n > largest+1 {
				t.Fatalf("%d slots for at most %d colliders: slots are not reused", n, largest)
			}
		}
	})
}

// A snapshot has each collider's own pieces, whatever the order and slots of the colliders.
func TestSnapshotsHaveTheRightPieces(t *testing.T) {
	t.Parallel()
	doc, err := NewDocument(DefaultSettings())
	if err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(5, 6))
	d := Diff{Layers: []Change[Layer]{Added(&Layer{ID: 1, Name: "a"}), Added(&Layer{ID: 2, Name: "b", Order: 1})}}
	for i := range 300 {
		id := ID(i + 1)
		if i%3 > 0 {
			id = HashedID(random.Uint64())
		}
		c := NewCollider(id, LayerID(1+i%2), "", Shape{Kind: Circle, Radius: float64(i + 1)}, Vec{})
		c.Order = random.Float64()
		d.Colliders = append(d.Colliders, Added(c))
	}
	check := func(what string) {
		n := 0
		for _, l := range doc.Snapshot().Layers {
			for _, c := range l.Colliders {
				if n++; c.Baked == nil || c.Baked != doc.Baked(c.ID) || c.Baked.Pieces[0].Radius() != c.Shape.Radius {
					t.Fatalf("%s: collider %v has different pieces", what, c.ID)
				}
			}
		}
		if n != doc.Len() {
			t.Fatalf("%s: %d colliders, want %d", what, n, doc.Len())
		}
	}
	if err := doc.Apply(d); err != nil {
		t.Fatal(err)
	}
	check("added")
	var gone Diff
	for i, c := range d.Colliders {
		if i%4 == 0 {
			gone.Colliders = append(gone.Colliders, Removed(c.After))
		}
	}
	if err := doc.Apply(gone); err != nil {
		t.Fatal(err)
	}
	check("some removed")
	if err := doc.Apply(gone.Invert()); err != nil {
		t.Fatal(err)
	}
	check("and brought back")
}
