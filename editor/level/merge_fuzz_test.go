package level_test

import (
	"fmt"
	"testing"

	"fillet/editor/level"
)

// A level with arbitrary text below "conflicts" is either rejected with an error or written as read. Every conflict can
// be resolved for either side or is reported as left, and the level stays valid and readable.
func FuzzConflicts(f *testing.F) {
	for _, seed := range [][5]string{
		{"c1", "position", "[0, 0]", "[1, 0]", "[0, 1]"},
		{"c2", "points", "[[0, 0], [9, 0], [0, 9]]", "[[0, 0], [8, 0], [0, 8]]", "[[0, 0], [9, 0], [9, 9], [0, 9]]"},
		{"c2", "radius", "0", "1", "2"},
		{"c1", "properties.a.b", "null", `"x"`, "true"},
		{
			"c1", "collider", "{id: c1, layer: l1, kind: box, size: [4, 4], position: [9, 9]}",
			"{id: c1, layer: l1, kind: box, size: [4, 5], position: [9, 9]}", "null",
		},
		{
			"c7", "collider", "{id: c7, layer: l1, kind: circle, radius: 4, position: [9, 9]}", "null",
			"{id: c7, layer: l1, kind: circle, radius: 5, position: [9, 9]}",
		},
		{
			"c7", "collider", "{id: c7, layer: l1, kind: circle, radius: 4, position: [9, 9]}", "null",
			"{id: c7, layer: l1, kind: circle}", // of radius 0, which only a text editor writes
		},
		{
			"c7", "collider", "{id: c7, layer: l1, kind: circle, radius: 4, position: [9, 9]}", "null",
			"{id: c7, layer: l1, kind: circle, radius: 4, friction: -1}",
		},
		{
			"c2", "shape", "{kind: polygon, points: [[0, 0], [4, 0], [4, 4]], rounding: outset}",
			"{kind: chain, points: [[0, 0], [4, 0]]}", "{kind: point}",
		},
		{"c2", "order", "first", "c1", "c2"},
		{"l1", "layer", "{id: l1, name: a}", "{id: l1, name: b}", "null"},
		{"l1", "name", "a", "b", "c"},
		{"level", "size", "[1, 1]", "[2, 2]", "[3, 3]"},
		{"level", "categories", "[default]", "[default, a]", "[default, b]"},
		{"level", "categories", "[default]", "[default, a]", "[a, a]"}, // which only a text editor writes
		{
			"level", "exports.game", "{name: game, format: json, file: a.json}", "null",
			"{name: game, format: json, file: b.json}",
		},
		{"level", "playtest.speed", "140", "150", "160"},
	} {
		if _, err := level.Parse(withConflict(seed[0], seed[1], seed[2], seed[3], seed[4]), "seed"); err != nil {
			f.Fatal(err)
		}
		f.Add(seed[0], seed[1], seed[2], seed[3], seed[4])
	}
	f.Fuzz(func(t *testing.T, id, key, base, ours, theirs string) {
		doc, err := level.Parse(withConflict(id, key, base, ours, theirs), "fuzz")
		if err != nil {
			return
		}
		text := marshal(t, doc)
		if again := marshal(t, parseText(t, text)); again != text {
			t.Fatalf("the level is written as\n%s\nand then as\n%s", text, again)
		}
		n := len(doc.Settings().Conflicts)
		for _, side := range []level.Side{level.Ours, level.Theirs} {
			resolved := parseText(t, text)
			var all []level.ConflictChoice
			for i := range n {
				all = append(all, level.ConflictChoice{Conflict: i, Side: side})
			}
			s := level.Settle(resolved, all)
			if err := resolved.Apply(s.Diff); err != nil {
				t.Fatalf("side %d of\n%s\ncannot be applied: %v", side, text, err)
			}
			if s.Settled+len(s.Left) != n || len(resolved.Settings().Conflicts) != len(s.Left) {
				t.Fatalf("%d conflicts: %d are resolved and %d left (%q), and the level has %d", n, s.Settled,
					len(s.Left), s.Left, len(resolved.Settings().Conflicts))
			}
			if err := resolved.Validate(); err != nil {
				t.Fatal(err)
			}
			parseText(t, marshal(t, resolved))
		}
	})
}

// withConflict returns the text of a level with one conflict.
func withConflict(id, key, base, ours, theirs string) []byte {
	return fmt.Appendf(nil, `fillet: 2
name: Test
size: [100, 100]
pixels_per_metre: 32
grid: {size: [16, 16]}
categories: [default, more]
conflicts:
  - {id: %s, key: %s, base: %s, ours: %s, theirs: %s}
layers:
  - id: l1
    name: a
    colliders:
      - {id: c1, kind: box, size: [4, 4], position: [9, 9]}
      - {id: c2, kind: polygon, points: [[0, 0], [9, 0], [9, 9]], position: [40, 40], categories: [more]}
`, id, key, base, ours, theirs)
}

func marshal(t *testing.T, doc *level.Document) string {
	t.Helper()
	data, err := level.Marshal(doc)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}
