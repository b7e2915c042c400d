package level_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"fillet/editor/level"
)

const withIgnored = `fillet: 2
name: Test
size: [512, 256]
pixels_per_metre: 32
grid: {size: [16, 16]}
categories: [default]
ignored:
  - {rule: overlap, ids: [c1, c2], reason: "the crate stands in the mud, on purpose"}
  - {rule: seam, ids: [c2, c10]}
  - {rule: overlap, ids: [c2, c3, cabcdefgh]}
  - {rule: overlap, ids: [c2, i10/c1, i2/i3/c1, iabcdefgh/c1]}
layers:
  - id: l1
    name: Terrain
    colliders:
      - id: c1
        kind: box
        size: [4, 4]
        position: [1, 0]
`

func TestIgnoredInAFile(t *testing.T) {
	doc, places, err := level.ParsePlaced([]byte(withIgnored), "test")
	if err != nil {
		t.Fatal(err)
	}
	if b, err := level.Marshal(doc); err != nil || string(b) != withIgnored {
		t.Errorf("saved again (%v):\n%s\nwant\n%s", err, b, withIgnored)
	}
	want := []level.FilePosition{
		{Line: 8, Column: 5},
		{Line: 9, Column: 5},
		{Line: 10, Column: 5},
		{Line: 11, Column: 5},
	}
	if !slices.Equal(places.Ignored, want) {
		t.Errorf("the entries are at %v, want %v", places.Ignored, want)
	}
	again, places, err := level.ParsePlaced([]byte(strings.Replace(withIgnored, "[c1, c2]", "[c2, c1, c2]", 1)+
		"\n# edited\n"), "test")
	if err != nil || !again.Settings().Equal(doc.Settings()) || !slices.Equal(places.Ignored, want) {
		t.Errorf("with its ids in a different order: %v, %v at %v", err, again.Settings().Ignored, places.Ignored)
	}
}

func TestBadIgnored(t *testing.T) {
	const good = `  - {rule: overlap, ids: [c1, c2], reason: "the crate stands in the mud, on purpose"}`
	for line, want := range map[string]string{
		"{rule: overlop, ids: [c1]}":                  `test:8:12: expected one of overlap, duplicate, seam, crack, gap, sliver, tiny, short-edge, path-into-ground, deaf-trigger, spawn-stuck, sealed-goal, unreachable-trigger, dead-end, outside, idle-switch, idle-door, gameplay-field here, not "overlop" (did you mean "overlap"?)`,
		"{rule: conflict, ids: [c1]}":                 "test:8:12: expected one of",
		"{ids: [c1]}":                                 `test:8:5: this ignored finding has no "rule"`,
		"{rule: overlap}":                             "test:8:5: an ignored finding names no collider",
		"{rule: overlap, ids: []}":                    "test:8:5: an ignored finding names no collider",
		"{rule: overlap, ids: [c1, x2]}":              `test:8:31:`,
		"{rule: overlap, ids: [c1, i2]}":              `test:8:31: "i2" is not a part such as c12 or i3/c12`,
		"{rule: overlap, ids: [c2/c1]}":               `test:8:27:`,
		"{rule: overlap, ids: [i3/c1, iabcdefgh/i2]}": `test:8:34:`,
		"{rule: overlap, ids: c1}":                    "test:8:26: expected a list",
		"{rule: overlap, ids: [[c1]]}":                "test:8:27:",
		"{rule: seam, ids: [c10, c2]}":                `test:9:5: "seam c2 c10" is already ignored`,
		`{rule: overlap, ids: [c1], reason: "a\nb"}`: "test:8:5: the reason of an ignored finding is not a " +
			"single line of valid text",
		"{rule: overlap, ids: [c1], because: x}":           `unknown key "because"`,
		"{rule: overlap, ids: [c1], reason: x, reason: y}": "was already set",
		"c1": "expected keys and values",
	} {
		_, err := level.Parse([]byte(strings.Replace(withIgnored, good, "  - "+line, 1)), "test")
		var re *level.ReadError
		if err == nil || !strings.Contains(err.Error(), want) || !errors.As(err, &re) {
			t.Errorf("%s: %v, want %q", line, err, want)
		}
	}
	if _, err := level.Parse([]byte(strings.Replace(withIgnored, "fillet: 2", "fillet: 1", 1)), "test"); err == nil ||
		!strings.Contains(err.Error(), `test:8:3: "ignored" needs`) {
		t.Errorf("in version 1: %v", err)
	}
	doc, err := level.Parse([]byte(withIgnored), "test")
	if err != nil {
		t.Fatal(err)
	}
	for _, list := range [][]level.Ignored{
		{{Rule: "overlap", IDs: []level.ID{2, 1}}},
		{{Rule: "overlap", IDs: []level.ID{1, 1}}},
		{{Rule: "overlap"}},
		{{Rule: "nothing", IDs: []level.ID{1}}},
		{level.NewIgnored("gap", []level.ID{1, 2}, "a"), level.NewIgnored("gap", []level.ID{2, 1}, "b")},
		{{Rule: "overlap", IDs: []level.ID{1}, Reason: "\xff"}},
		{{Rule: "overlap", IDs: []level.ID{1, level.PartID(2, "c1")}}},
		{{Rule: "overlap", IDs: []level.ID{1}, Parts: []string{"i2/c1"}}},
		{{Rule: "overlap", IDs: []level.ID{1, level.PartID(2, "c1")}, Parts: []string{"i3/c1"}}},
		{{Rule: "overlap", IDs: []level.ID{1, level.PartID(2, "c1")}, Parts: []string{"i2/c1", "i2/c1"}}},
		{{Rule: "overlap", IDs: []level.ID{1, level.PartID(2, "c1")}, Parts: []string{"c1"}}},
		{
			level.NewIgnored("gap", []level.ID{1}, "a", "i2/c1", "i3/c1"),
			level.NewIgnored("gap", []level.ID{1, level.PartID(2, "c1")}, "b", "i3/c1", "i2/c1"),
		},
	} {
		after := *doc.Settings()
		after.Ignored = list
		if err := doc.Apply(level.Diff{Settings: level.Changed(doc.Settings(), &after)}); err == nil {
			t.Errorf("the document accepts %v", list)
		}
	}
}

func TestIgnoredIndex(t *testing.T) {
	s := level.Settings{Ignored: []level.Ignored{
		level.NewIgnored("overlap", []level.ID{2, 1}, ""),
		level.NewIgnored("overlap", []level.ID{5, 3, 4, 3}, ""),
		level.NewIgnored("seam", []level.ID{1, 2}, ""),
		level.NewIgnored("sliver", []level.ID{7}, ""),
		level.NewIgnored("gap", []level.ID{7}, "", "i2/c1", "i1/i2/c1"),
	}}
	x := s.IgnoredIndex()
	for _, c := range []struct {
		rule string
		ids  []level.ID
		want int
	}{
		{"overlap", []level.ID{1, 2}, 0},
		{"overlap", []level.ID{2, 1}, 0},
		{"overlap", []level.ID{3, 5}, 1},
		{"overlap", []level.ID{5, 4, 3}, 1},
		{"overlap", []level.ID{1, 3}, -1},
		{"overlap", []level.ID{1, 2, 3}, -1},
		{"overlap", []level.ID{1, 9}, -1},
		{"overlap", nil, -1},
		{"seam", []level.ID{2, 1}, 2},
		{"gap", []level.ID{2, 1}, -1},
		{"sliver", []level.ID{7}, 3},
		{"gap", []level.ID{level.PartID(2, "c1"), 7}, 4},
		{"gap", []level.ID{level.PartID(2, "c1"), level.PartID(1, "i2/c1")}, 4},
		{"gap", []level.ID{level.PartID(2, "c1"), level.PartID(1, "c1")}, -1},
	} {
		if got := x.Find(c.rule, c.ids...); got != c.want {
			t.Errorf("Find(%s, %v) = %d, want %d", c.rule, c.ids, got, c.want)
		}
	}
	if got := new(level.Settings).IgnoredIndex().Find("overlap", 1, 2); got != -1 {
		t.Errorf("a level that ignores nothing: %d", got)
	}
	if n := testing.AllocsPerRun(100, func() { x.Find("overlap", 3, 5) }); n > 0 {
		t.Errorf("Find allocates %g times", n)
	}
}
