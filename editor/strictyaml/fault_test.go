package strictyaml_test

import (
	"errors"
	"strings"
	"testing"

	"fillet/editor/strictyaml"

	"pgregory.net/rapid"
)

// A project, a level and tile shapes. Each test case replaces one line.
const (
	projectText = "fillet_project: 1\nname: X\ncategories: [terrain, props]\nmaterials:\n  stone: {friction: 0.6}\n  " +
		"ice: {friction: 0.02}\nlevels: [levels]\nprefabs: [prefabs]\n"
	levelText = "fillet: 1\nname: Cave\nsize: [512, 256]\ngrid: {size: [16, 16]}\npixels_per_metre: 32\ncategories: " +
		"[default]\nlayers:\n  - name: Layer 1\n    id: l1\n    colliders:\n      - id: c1\n        name: a\n        " +
		"kind: circle\n        radius: 4\n        position: [10, 10]\n      - id: c2\n        name: b\n        kind: " +
		"circle\n        radius: 4\n        position: [30, 10]\n"
	tilesText = "fillet_tiles: 1\nimage: a.png\ntile: [16, 16]\nmargin: 0\nspacing: 0\nshapes:\n  0: [full]\n  1: " +
		"[slope-45-right]\n  2:\n    - platform\n    - preset: full\n      role: trigger\n  4:\n    - kind: " +
		"polygon\n      points: [[0, 16], [4, 9], [11, 6], [16, 6], [16, 16]]\n  5: []\n"
)

// An error names the line that must be fixed.
func TestFaultsNameTheirLine(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, text string
		line       int
		broken     string
		want       int // 0 means the replaced line
	}{
		{"project, tab indent", projectText, 5, "\tstone: {friction: 0.6}", 0},
		{"project, tab indent 2nd", projectText, 6, "\tice: {friction: 0.6}", 0},
		{"project, tab after spaces", projectText, 5, "  \tstone: {friction: 0.6}", 0},
		{"project, missing colon top", projectText, 2, "name X", 0},
		{"project, missing colon last", projectText, 8, "prefabs [prefabs]", 0},
		{"project, colon no space", projectText, 2, "name:X", 0},
		{"project, colon no space last", projectText, 8, "prefabs:[prefabs]", 0},
		{"project, open dquote", projectText, 2, "name: \"X", 0},
		{"project, open squote", projectText, 2, "name: 'X", 0},
		{"project, open dquote in list", projectText, 3, "categories: [\"terrain, props]", 0},
		{"project, text after quote", projectText, 2, "name: \"X\" y", 0},
		{"project, bad escape", projectText, 2, "name: \"X\\q\"", 0},
		{"project, open bracket", projectText, 3, "categories: [terrain, props", 0},
		{"project, open bracket last", projectText, 8, "prefabs: [prefabs", 0},
		{"project, close bracket extra", projectText, 3, "categories: [terrain, props]]", 0},
		{"project, open brace", projectText, 5, "  stone: {friction: 0.6", 0},
		{"project, close brace extra", projectText, 5, "  stone: {friction: 0.6}}", 0},
		{"project, wrong bracket", projectText, 3, "categories: [terrain, props}", 0},
		{"project, missing comma", projectText, 5, "  stone: {friction: 0.6 restitution: 1}", 0},
		{"project, dedent wrong", projectText, 6, " ice: {friction: 0.02}", 0},
		{"project, indent wrong", projectText, 6, "    ice: {friction: 0.02}", 0},
		{"project, indent top", projectText, 2, "  name: X", 0},
		{"project, indent top 8", projectText, 8, " prefabs: [prefabs]", 0},
		{"project, dash in map", projectText, 5, "  - stone: {friction: 0.6}", 6},
		{"project, at sign", projectText, 2, "name: @x", 0},
		{"project, backtick", projectText, 2, "name: `x", 0},
		{"project, percent", projectText, 2, "name: %x", 0},
		{"project, star alias", projectText, 2, "name: *x", 0},
		{"project, colon in value", projectText, 2, "name: X: y", 0},
		{"project, control", projectText, 2, "name: X\x01", 0},
		{"project, crlf open quote", "fillet_project: 1\r\nname: \"X\r\ncategories: [terrain, " +
			"props]\r\nmaterials:\r\n  stone: {friction: 0.6}\r\n  ice: {friction: 0.02}\r\nlevels: " +
			"[levels]\r\nprefabs: [prefabs]\r\n", 0, "", 2},
		{
			"project, comment then bad", "# a\n# b\nfillet_project: 1\nname: X\ncategories: [terrain, " +
				"props]\nmaterials:\n\tstone: 1\n  ice: {friction: 0.02}\nlevels: [levels]\nprefabs: [prefabs]\n", 0, "",
			7,
		},
		{"project, blank then bad", "\n\nfillet_project: 1\nname X\ncategories: [terrain, props]\nmaterials:\n  " +
			"stone: {friction: 0.6}\n  ice: {friction: 0.02}\nlevels: [levels]\nprefabs: [prefabs]\n", 0, "", 4},
		{"project, dash top", projectText, 7, "- levels", 0},
		{"project, pipe", projectText, 2, "name: |x", 0},
		{"project, gt", projectText, 2, "name: >9x", 0},
		{
			"project, open bracket multi",
			"fillet_project: 1\nname: X\ncategories: [terrain,\n  props,\nmaterials:\n  stone: {friction: 0.6}\n  " +
				"ice: {friction: 0.02}\nlevels: [levels]\nprefabs: [prefabs]\n", 0, "", 3,
		},
		{"level, tab", levelText, 12, "\tname: a", 0},
		{"level, nocolon", levelText, 12, "        name a", 0},
		{"level, nocolon last", levelText, 20, "        position [30, 10]", 0},
		{"level, nocolon first", levelText, 11, "      - id c1", 0},
		{"level, open bracket", levelText, 15, "        position: [10, 10", 0},
		{"level, open bracket last", levelText, 20, "        position: [30, 10", 0},
		{"level, open quote", levelText, 12, "        name: \"a", 0},
		{"level, open quote s", levelText, 12, "        name: 'a", 0},
		{"level, dedent", levelText, 13, "       kind: circle", 0},
		{"level, indent", levelText, 13, "          kind: circle", 0},
		{"level, dash dedent", levelText, 16, "     - id: c2", 0},
		{"level, dash indent", levelText, 16, "        - id: c2", 0},
		{"level, missing dash", levelText, 16, "      id: c2", 0},
		{"level, top indent", levelText, 5, " pixels_per_metre: 32", 0},
		{"level, top nocolon", levelText, 5, "pixels_per_metre 32", 0},
		{"level, colon in value", levelText, 12, "        name: a: b", 0},
		{"level, brace", levelText, 4, "grid: {size: [16, 16], origin: [0, 0]", 0},
		{"level, brace2", levelText, 4, "grid: {size: [16, 16, origin: [0, 0]}", 0},
		{"level, nocolon layers", levelText, 7, "layers", 0},
		{"level, nocolon colliders", levelText, 10, "    colliders", 0},
		{"tiles, tab", tilesText, 8, "\t1: [full]", 0},
		{"tiles, nocolon", tilesText, 8, "  1 [full]", 0},
		{"tiles, bracket", tilesText, 8, "  1: [full", 0},
		{"tiles, dedent", tilesText, 12, "     role: trigger", 0},
		{"tiles, indent", tilesText, 12, "       role: trigger", 0},
		{"tiles, nocolon2", tilesText, 12, "      role trigger", 0},
		{"tiles, points", tilesText, 15, "      points: [[0, 16], [4, 9, [11, 6]]", 0},
		{"tiles, quote", tilesText, 2, "image: \"a.png", 0},
		{"tiles, nospace", tilesText, 2, "image:a.png", 0},
		{"tiles, dash", tilesText, 11, "    preset: full", 0},
		{"bracket in the first line", "a: [1\nb: 2\nc: 3\n", 0, "", 1},
		{"brace in the first line", "a: {b: 1\nb: 2\nc: 3\n", 0, "", 1},
		{"quote in the first line", "a: \"x\nb: 2\nc: 3\n", 0, "", 1},
		{"comma at the end", "a: 1\nb: [1,\n", 0, "", 2},
		{"text after the document in the first line", "{a: 1} b\nc\n", 0, "", 1},
		{"text after the document", "{a: 1}\nb: 2\n}\n", 0, "", 2},
		{"text after the end of the document", "a: 1\nb: 2\n...\n}\n", 0, "", 4},
		{"text after a directive", "%TAG ! x\nfoo\n", 0, "", 2},
		{"text after a directive and comments", "\n\n%YAML 1.1\n# c\nb\n", 0, "", 5},
		{"a second document", "a: 1\n---\nb: 2\n", 0, "", 3},
		{"a fault in a second document", "a: 1\n---\nb: 2\nc: %\n", 0, "", 4},
	} {
		lines, want := strings.Split(tt.text, "\n"), tt.want
		if tt.line > 0 {
			lines[tt.line-1] = tt.broken
		}
		if want == 0 {
			want = tt.line
		}
		r := strictyaml.Reader{What: "a file"}
		_, err := r.Read([]byte(strings.Join(lines, "\n")))
		var e *strictyaml.Error
		if !errors.As(err, &e) || e.Line != want {
			t.Errorf("%s: %v, want line %d", tt.name, err, want)
		}
	}
}

// However the text is changed, the line of its error exists, and the error is the same with other line endings.
func TestFaultsOfAnyText(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.SampledFrom([]string{projectText, levelText, tilesText}).Draw(t, "text")
		for range rapid.IntRange(1, 3).Draw(t, "changes") {
			at := rapid.IntRange(0, len(text)).Draw(t, "at")
			end := min(len(text), at+rapid.IntRange(0, 3).Draw(t, "gone"))
			text = text[:at] + rapid.SampledFrom([]string{
				"", "\t", "\n", "[", "]", "{", "}", ":", ",", "\"", "'", "- ",
				" ", "*", "&", "!", "|", "#", "...",
			}).Draw(t, "new") + text[end:]
		}
		line := func(text string) int {
			r := strictyaml.Reader{What: "a file"}
			_, err := r.Read([]byte(text))
			var e *strictyaml.Error
			if err == nil {
				return 0
			}
			if !errors.As(err, &e) || e.Line < 1 || e.Line > strings.Count(text, "\n")+1 {
				t.Fatalf("%v in %q", err, text)
			}
			return e.Line
		}
		if a, b := line(text), line(strings.ReplaceAll(text, "\n", "\r\n")); a != b {
			t.Fatalf("line %d, but %d with other line endings, for %q", a, b, text)
		}
	})
}
