package importers_test

import (
	"testing"

	"fillet/editor/level"
	"fillet/importers"
)

// Imported colliders get the same ids for any file name and any user. Two equal shapes in one place get different ids.
func TestImportedIDsAreStable(t *testing.T) {
	t.Parallel()
	ids := func(path string, shapes int) (list []level.ID, layer level.LayerID) {
		t.Helper()
		b, err := importers.NewBuilder(&importers.Source{Path: path}, *level.DefaultSettings(), importers.Options{})
		if err != nil {
			t.Fatal(err)
		}
		b.Level(level.Place{Level: "Cave", ID: "iid1"})
		if err := b.Layer("Cave/Walls", "", level.LayerPlace{Layer: "Walls", ID: "7"}); err != nil {
			t.Fatal(err)
		}
		for range shapes {
			if _, err := b.Add("wall", level.Shape{Kind: level.Circle, Radius: 5}, level.Vec{X: 8},
				level.Source{Value: 3}); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := b.Add("mob", level.Shape{Kind: level.Circle, Radius: 5}, level.Vec{X: 8},
			level.Source{ID: "mob-1"}); err != nil {
			t.Fatal(err)
		}
		res, err := b.Finish()
		if err != nil {
			t.Fatal(err)
		}
		for c := range res.Document.Colliders() {
			list = append(list, c.ID)
		}
		return list, res.Document.Layers()[0].ID
	}
	a, la := ids("world.ldtk", 3)
	b, lb := ids("/home/somebody/else.ldtk", 3)
	c, lc := ids("world.ldtk", 2)
	if len(a) != 4 || a[0] == a[1] || a[1] == a[2] || a[0] == a[2] {
		t.Fatalf("the ids are %v", a)
	}
	for i := range a {
		if a[i] != b[i] {
			t.Errorf("one shape has the ids %v and %v", a, b)
		}
	}
	if la != lb || la != lc || c[0] != a[0] || c[1] != a[1] || c[2] != a[3] {
		t.Errorf("layers %v, %v and %v; ids without one shape are %v, with it %v", la, lb, lc, c, a)
	}
	// These ids must never change, because files refer to them.
	if got, want := a[0].String()+" "+a[3].String()+" "+la.String(), "chhke43qn cacx5p45l lrt2o3mjj"; got != want {
		t.Errorf("ids = %s, want %s", got, want)
	}
}

// Many equal shapes get different ids. Each search for a free id continues where the last one ended.
func TestIDsOfManyEqualShapes(t *testing.T) {
	t.Parallel()
	const count = 50_000
	b, err := importers.NewBuilder(&importers.Source{Path: "m.svg"}, *level.DefaultSettings(), importers.Options{})
	if err != nil {
		t.Fatal(err)
	}
	b.Level(level.Place{Level: "Cave"})
	if err := b.Layer("Walls", "", level.LayerPlace{Layer: "Walls"}); err != nil {
		t.Fatal(err)
	}
	for range count {
		if _, err := b.Add("", level.Shape{Kind: level.Circle, Radius: 5}, level.Vec{}, level.Source{}); err != nil {
			t.Fatal(err)
		}
	}
	res, err := b.Finish()
	if err != nil || res.Document.Len() != count {
		t.Fatalf("%v; %d colliders", err, res.Document.Len())
	}
}
