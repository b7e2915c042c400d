package importers_test

import (
	"testing"

	"fillet/editor/level"
	"fillet/importers"
)

// An identity is unchanged if the level or layer is moved or renamed, or the tileset renumbered. Different colliders
// have different identities.
func TestIdentity(t *testing.T) {
	t.Parallel()
	box := level.Shape{Kind: level.Box, Size: level.Vec{X: 16, Y: 16}, Rounding: level.Inset}
	first := func(m *level.Import, s level.Source, shape level.Shape, at level.Vec) importers.Identity {
		c := level.NewCollider(1, 1, "c", shape, at)
		c.Source = &s
		return importers.IdentitiesOf(m).Of(c)
	}
	was := &level.Import{
		Places: []level.Place{
			{
				Level: "Cave", ID: "iid1", At: level.Vec{X: 100},
				Layers: []level.LayerPlace{{
					Layer: "Walls", ID: "7", Offset: level.Vec{Y: 8},
					Values: map[int]string{1: "rock"},
				}},
			},
			{Level: "Attic", ID: "iid2", At: level.Vec{X: 400}, Layers: []level.LayerPlace{{Layer: "Walls", ID: "7"}}},
		},
		Tilesets: []level.Tileset{{Name: "grass"}, {Name: "stone", First: 20}},
	}
	now := &level.Import{
		Places: []level.Place{
			{
				Level: "Cellar", ID: "iid1", At: level.Vec{X: -60, Y: 30},
				Layers: []level.LayerPlace{{
					Layer: "Rocks", ID: "7", Offset: level.Vec{X: 2},
					Values: map[int]string{2: "rock"},
				}},
			},
		},
		Tilesets: []level.Tileset{{Name: "grass"}, {Name: "stone", First: 35}},
	}
	for _, test := range []struct {
		name string
		a, b importers.Identity
		same bool
	}{
		{
			"a level dragged and renamed, a layer moved and renamed, a value renumbered",
			first(was, level.Source{Level: "Cave", Layer: "Walls", Value: 1}, box, level.Vec{X: 116, Y: 24}),
			first(now, level.Source{Level: "Cellar", Layer: "Rocks", Value: 2}, box, level.Vec{X: -42, Y: 46}), true,
		},
		{
			"a tileset that begins elsewhere",
			first(was, level.Source{Level: "Cave", Layer: "Walls", Value: 23, ID: "3,4.1"}, box,
				level.Vec{X: 116, Y: 24}),
			first(now, level.Source{Level: "Cellar", Layer: "Rocks", Value: 38, ID: "3,4.1"}, box,
				level.Vec{X: -42, Y: 46}), true,
		},
		{
			"another tile", first(was, level.Source{Level: "Cave", Layer: "Walls", Value: 23, ID: "3,4.1"}, box,
				level.Vec{X: 116, Y: 24}),
			first(now, level.Source{Level: "Cellar", Layer: "Rocks", Value: 39, ID: "3,4.1"}, box,
				level.Vec{X: -42, Y: 46}), false,
		},
		{
			"another shape of the tile", first(was, level.Source{Level: "Cave", Layer: "Walls", Value: 23, ID: "3,4.1"},
				box, level.Vec{X: 116}),
			first(was, level.Source{Level: "Cave", Layer: "Walls", Value: 23, ID: "3,4.2"}, box, level.Vec{X: 116}),
			false,
		},
		{
			"an entity, wherever it stands", first(was, level.Source{Level: "Cave", Layer: "Walls", ID: "12"}, box,
				level.Vec{}),
			first(now, level.Source{Level: "Cellar", Layer: "Rocks", ID: "12"}, box, level.Vec{X: 5}), true,
		},
		{
			"another level", first(was, level.Source{Level: "Cave", Layer: "Walls"}, box, level.Vec{X: 100, Y: 8}),
			first(was, level.Source{Level: "Attic", Layer: "Walls"}, box, level.Vec{X: 400}), false,
		},
		{
			"another place", first(was, level.Source{Level: "Cave", Layer: "Walls"}, box, level.Vec{}),
			first(was, level.Source{Level: "Cave", Layer: "Walls"}, box, level.Vec{X: 1}), false,
		},
		{
			"another outline", first(was, level.Source{Level: "Cave", Layer: "Walls"}, box, level.Vec{}),
			first(was, level.Source{Level: "Cave", Layer: "Walls"}, level.Shape{Kind: level.Circle, Radius: 8},
				level.Vec{}), false,
		},
	} {
		if (test.a == test.b) != test.same || (test.a.Digest() == test.b.Digest()) != test.same {
			t.Errorf("%s: %v and %v, want them the same: %v", test.name, test.a, test.b, test.same)
		}
	}
	id := first(was, level.Source{Level: "Cave", Layer: "Walls", Value: 1}, box, level.Vec{X: 116, Y: 24})
	const want = 0xd8b0c761ac8d960
	if got := id.Digest(); got != want || id.Level != "iid1" || id.Layer != "7" || id.Value != "rock" ||
		id.At != (level.Vec{X: 16, Y: 16}) {
		t.Errorf("%v has the digest %x, want %x: ids in files depend on it", id, got, uint64(want))
	}
}
