package level_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"fillet/editor/level"
)

const withConflicts = `fillet: 2
name: Test
size: [512, 256]
pixels_per_metre: 32
grid: {size: [16, 16]}
categories: [terrain, player]
conflicts:
  - id: c1
    key: position
    base: [0, 0]
    ours: [1, 0]
    theirs: [0, 1]
  - id: c1
    key: properties.a.b
    base: null
    ours: "x: y"
    theirs: 3
  - id: c2
    key: collider
    base: {id: c2, layer: l1, kind: circle, radius: 4, position: [0, 0], tags: ["a, b"]}
    ours: null
    theirs: {id: c2, layer: l1, kind: box, size: [4, 4], position: [0, 0], properties: {hp: 1.5, "true": true}, source: {file: "a b.ldtk", id: x}}
  - id: c3
    key: shape
    base: {kind: polygon, points: [[0, 0], [4, 0], [4, 4]], holes: [[[1, 1], [2, 1], [2, 2]]], rounding: outset}
    ours: {kind: chain, points: [[0, 0], [4, 0]], one_sided: true}
    theirs: {kind: point}
  - id: c3
    key: order
    base: first
    ours: c1
    theirs: c2
  - id: l7
    key: layer
    base: {id: l7, name: "Layer: 7", color: "#ff0000", locked: true}
    ours: null
    theirs: {id: l7, name: ""}
  - id: level
    key: playtest.speed
    base: 140
    ours: 150
    theirs: 160
  - id: level
    key: exports.game
    base: {name: game, format: json, file: a.json}
    ours: null
    theirs: {name: game, template: x.tmpl, file: a.lua, tolerance: 0.5, tree: true, on_save: true}
  - id: level
    key: "imports.world.ldtk#2"
    base: {file: world.ldtk, mapping: "rules:\n  - {name: a}\n", reads: [a, b], digest: "1", origin: [0, 0], size: [1, 1], grid: [8, 8], pictures: true}
    ours: {file: world.ldtk}
    theirs: null
layers:
  - id: l1
    name: Terrain
    colliders:
      - id: c1
        kind: box
        size: [4, 4]
        position: [1, 0]
`

func TestConflictsInAFile(t *testing.T) {
	t.Parallel()
	doc, err := level.Parse([]byte(withConflicts), "test")
	if err != nil {
		t.Fatal(err)
	}
	if n := len(doc.Settings().Conflicts); n != 9 {
		t.Errorf("%d conflicts, want 9", n)
	}
	b, err := level.Marshal(doc)
	if err != nil {
		t.Fatal(err)
	}
	if string(b) != withConflicts {
		t.Errorf("saved again:\n%s\nwant\n%s", b, withConflicts)
	}
	s := *doc.Settings()
	s.Conflicts = nil
	if err := doc.Apply(level.Diff{Settings: level.Changed(doc.Settings(), &s)}); err != nil {
		t.Fatal(err)
	}
	if b, _ = level.Marshal(doc); !strings.HasPrefix(string(b), "fillet: 1\n") {
		t.Errorf("without conflicts it begins with %.10q", b)
	}
}

func TestBadConflicts(t *testing.T) {
	for in, want := range map[string]string{
		"[{id: x9, key: name}]":                                                "8:4: conflict",
		"[{id: c1, key: nme}]":                                                 "8:4: c1 has no key",
		"[{id: c1, key: properties.}]":                                         "has no key",
		"[{id: l1, key: position}]":                                            "l1 has no key",
		"[{id: level, key: order}]":                                            "level has no key",
		"[{id: level, key: exports.}]":                                         "has no key",
		"[{id: c1, key: name, ours: [1]}]":                                     "8:30: expected text",
		"[{id: c1, key: position, theirs: [1, x]}]":                            "8:40: expected a number",
		"[{id: c1, key: order, theirs: c}]":                                    "neither the id",
		"[{id: c1, key: collider, theirs: {id: c1, layer: l1}}]":               `no "kind"`,
		"[{id: c1, key: shape, theirs: {size: [1, 2]}}]":                       `no "kind"`,
		"[{id: c1, key: role, theirs: {one_way: [1, 0]}}]":                     `no "role"`,
		"[{id: c1, key: name, his: x}]":                                        `unknown key "his"`,
		"[{id: c1, key: name, theirs: x, theirs: y}]":                          "was already set",
		"[{id: c1, key: points, theirs: *a}]":                                  "unknown anchor",
		"[{id: level, key: exports.a, theirs: {name: b, format: x, file: y}}]": `the preset "b"`,
		"[{id: level, key: imports.a, theirs: {file: b}}]":                     "does not describe the import",
		"[c1]": "expected keys and values",
		"{}":   "expected a list",
	} {
		text := strings.Replace(withConflicts, withConflicts[strings.Index(withConflicts,
			"conflicts:"):strings.Index(withConflicts, "layers:")], "conflicts:\n  "+in+"\n", 1)
		_, err := level.Parse([]byte(text), "test")
		var re *level.ReadError
		if want = strings.Replace(want, "conflict", `"x9" is neither`, 1); err == nil ||
			!strings.Contains(err.Error(), want) || !errors.As(err, &re) {
			t.Errorf("%s: %v, want %q", in, err, want)
		}
	}
	if _, err := level.Parse([]byte(strings.Replace(withConflicts, "fillet: 2", "fillet: 1", 1)), "test"); err == nil ||
		!strings.Contains(err.Error(), "test:8:") {
		t.Errorf("conflicts in version 1: %v", err)
	}
}

// Fields of every key can be written and read back, so that a conflict about any of them can be resolved.
func TestFieldsReadBack(t *testing.T) {
	t.Parallel()
	doc, err := level.Parse([]byte(withConflicts), "test")
	if err != nil {
		t.Fatal(err)
	}
	c := *doc.Collider(1)
	c.Properties, c.Source = level.Properties{"a": "1", "b": 1.0, "c": false}, &level.Source{File: "x", ID: "#1"}
	c.Tags, c.Categories, c.CollidesWith, c.Role, c.OneWay = []string{"x y", "z"}, []string{"player"}, []string{},
		level.OneWay, level.Vec{X: 1}
	seen := map[string]bool{}
	for _, f := range level.ColliderFields(&c) {
		back := level.Collider{Properties: level.Properties{}}
		if err := f.Set(&back, f.Text(&c)); err != nil || !f.Same(&back, &c) {
			t.Errorf("%s: %s reads back as %s, %v", f.Key, f.Text(&c), f.Text(&back), err)
		}
		seen[f.Key] = true
		if g, ok := level.ColliderField(f.Key); !ok || g.Key != f.Key {
			t.Errorf("there is no field %s", f.Key)
		}
	}
	for _, key := range []string{
		"name", "layer", "size", "radius", "position", "role", "tags", "properties.a",
		"source", "hidden",
	} {
		if !seen[key] {
			t.Errorf("a box has no field %s", key)
		}
	}
	for _, f := range level.SettingsFields(doc.Settings()) {
		var back level.Settings
		if err := f.Set(&back, f.Text(doc.Settings())); err != nil || !f.Same(&back, doc.Settings()) {
			t.Errorf("%s: %s reads back as %s, %v", f.Key, f.Text(doc.Settings()), f.Text(&back), err)
		}
	}
}

// Each conflict of a long list takes the same number of allocations, however long the list is.
func TestManyConflicts(t *testing.T) {
	text := func(n int) []byte {
		var b strings.Builder
		b.WriteString("fillet: 2\nname: Test\nsize: [1, 1]\npixels_per_metre: 1\ngrid: {size: [1, 1]}\ncategories: " +
			"[a]\nconflicts:\n")
		for i := range n {
			fmt.Fprintf(&b, "  - {id: c%d, key: properties.p%d, base: 1, ours: 2, theirs: 3}\n", i+1, i)
		}
		b.WriteString("layers: []\n")
		return []byte(b.String())
	}
	each := func(n int) float64 {
		in := text(n)
		return testing.AllocsPerRun(1, func() {
			doc, err := level.Parse(in, "test")
			if err != nil || len(doc.Settings().Conflicts) != n {
				t.Fatal(err)
			}
			if _, err := level.Marshal(doc); err != nil {
				t.Fatal(err)
			}
		}) / float64(n)
	}
	if few, many := each(500), each(5000); many > 1.5*few {
		t.Errorf("%.0f allocations for each of 5,000 conflicts, %.0f for each of 500", many, few)
	}
}
