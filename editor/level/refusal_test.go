package level_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"fillet/editor/level"
	"fillet/editor/quote"
	"fillet/editor/testkit"

	"gopkg.in/yaml.v3"
)

// everyKey is a level with every key of the level file.
const everyKey = `fillet: 1
name: a level
origin: [0, 0]
size: [10, 10]
pixels_per_metre: 32
grid: {size: [16, 16], offset: [0, 0], subdivisions: 2}
categories: [default, props]
playtest: {mode: platformer, body: box, size: [14, 24], speed: 140, jetpack: true, reversed: false}
exports:
  - {name: game, format: json, file: "{level}.json", tolerance: 1, tree: true, on_save: false}
  - {name: mine, template: mine.tmpl, file: mine.txt}
imports:
  - file: world.ldtk
    levels: [A]
    mode: merged
    category: props
    mapping: "rules: []"
    reads: [tiles.png]
    digest: "0123"
    origin: [0, 0]
    size: [10, 10]
    grid: [8, 8]
    pictures: true
    deleted:
      - {id: c9, name: gone, kind: circle, radius: 5, position: [0, 0], source: {file: world.ldtk, digest: "00"}}
layers:
  - id: l1
    name: things
    color: "#102030"
    locked: false
    hidden: false
    colliders:
      - id: c1
        name: thing
        kind: polygon
        points: [[0, 0], [9, 0], [9, 9], [0, 9]]
        holes: [[[3, 3], [6, 3], [6, 6], [3, 6]]]
        radius: 0
        rounding: inset
        position: [0, 0]
        angle: 0
        role: one-way
        one_way: [0, -1]
        body: static
        categories: [default]
        collides_with: [props]
        group: 1
        tags: [big]
        properties: {colour: red, loud: true, size: 3}
        friction: 0.5
        restitution: 0
        density: 1
        locked: false
        hidden: false
        source: {file: world.ldtk, level: A, layer: B, value: 1, id: e1, import: 1, digest: "01"}
        imported: {name: was, tags: [small]}
      - {id: c2, name: box, kind: box, size: [4, 4], position: [1, 1]}
      - {id: c3, name: chain, kind: chain, points: [[0, 0], [5, 5]], closed: false, one_sided: true, position: [1, 1]}
`

// A long text in place of any key or value of a level, including names, gives a short message, and takes memory in
// proportion to its length.
func TestErrorsQuoteLittle(t *testing.T) {
	var root yaml.Node
	if err := yaml.Unmarshal([]byte(everyKey), &root); err != nil {
		t.Fatal(err)
	}
	if _, err := level.Parse([]byte(everyKey), "a.level.yaml"); err != nil {
		t.Fatal(err)
	}
	var scalars []*yaml.Node
	var gather func(n *yaml.Node)
	gather = func(n *yaml.Node) {
		if n.Kind == yaml.ScalarNode {
			scalars = append(scalars, n)
		}
		for _, c := range n.Content {
			gather(c)
		}
	}
	gather(&root)
	rejected := map[*yaml.Node]bool{}
	for _, long := range []string{strings.Repeat("é\x1b", 1<<12), strings.Repeat("x", level.MaxText+1)} {
		for _, n := range scalars {
			if testing.Short() && rejected[n] {
				continue // rejected for its kind, not for its length
			}
			was := *n
			*n = yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Style: yaml.DoubleQuotedStyle, Value: "HERE"}
			text, err := yaml.Marshal(&root)
			if err != nil {
				t.Fatal(err)
			}
			text = bytes.Replace(text, []byte("HERE"), []byte(strings.ReplaceAll(long, "\x1b", "\\e")), 1)
			what := fmt.Sprintf("%d characters for %q in line %d", utf8.RuneCountInString(long), was.Value, was.Line)
			if rejectsBriefly(t, what, text) {
				rejected[n] = true
			}
			*n = was
		}
	}
	if len(rejected) < len(scalars)*9/10 {
		t.Errorf("only %d of %d keys and values were rejected", len(rejected), len(scalars))
	}
}

// Messages shorten long names of anchors, tags and directives. Quoting a name of 3 MB allocates at most its own size.
func TestErrorsQuoteLittleOfYAML(t *testing.T) {
	long := strings.Repeat("x", 3<<20)
	const head = "fillet: 1\nname: a\nsize: [10, 10]\n"
	for what, text := range map[string]string{
		"unknown anchor": head + "layers: *" + long + "\n",
		"anchor":         head + "layers: &" + long + " [*" + long + "]\n",
		"tag":            head + "layers: !" + long + " x\n",
		"tag handle":     head + "layers: !" + long + "!x y\n",
		"directive":      "%" + long + "\n---\n" + head,
		"key":            head + long + ": 1\n",
		"key twice": head + "layers:\n  - id: l1\n    colliders:\n      - {id: c1, kind: circle, radius: 1, " +
			"properties: {" + long + ": 1, " + long + ": 2}}\n",
		"property": head + "layers:\n  - id: l1\n    colliders:\n      - {id: c1, kind: circle, radius: 1, " +
			"properties: {" + long + ": [1]}}\n",
		"layer's id":    head + "layers:\n  - id: l" + long + "\n    colliders: []\n",
		"collider's id": head + "layers:\n  - id: l1\n    colliders:\n      - id: " + long + "\n",
		"layer's name":  head + "layers:\n  - id: l1\n    name: " + long + "\n    colliders: []\n",
		"collider's name": head + "layers:\n  - id: l1\n    name: a\n    colliders:\n      - id: c1\n        name: " +
			long + "\n        kind: circle\n        radius: 5\n        position: [0, 0]\n",
		"of a bad outline": head + "layers:\n  - id: l1\n    name: a\n    colliders:\n      - id: c1\n        name: " +
			long[:1<<20] + "\n        kind: polygon\n        points: [[0, 0], [9, 9], [9, 0], [0, 9]]\n        " +
			"position: [0, 0]\n",
		"category": head + "categories: [" + long[:1<<20] + ", " + long[:1<<20] + "]\nlayers: []\n",
		"no category": head + "layers:\n  - id: l1\n    name: a\n    colliders:\n      - {id: c1, kind: circle, " +
			"radius: 1, categories: [" + long[:1<<20] + "]}\n",
	} {
		if !rejectsBriefly(t, what, []byte(text)) {
			t.Errorf("%s: it is read", what)
		}
	}
}

// rejectsBriefly reports whether a level is rejected, and fails the test if the message is long.
func rejectsBriefly(t *testing.T, what string, text []byte) bool {
	t.Helper()
	const (
		largest = 8*quote.MaxExcerpt + 300 // an unprintable character is escaped with up to 8 characters
		base    = 32 << 20
		factor  = 40
	)
	var err error
	var message string
	took := testkit.AllocatedBytes(func() {
		if _, err = level.Parse(text, "a.level.yaml"); err != nil {
			message = err.Error()
		}
	})
	if err == nil {
		return false
	}
	if len(message) > largest {
		t.Errorf("%s: the message has %d bytes: %.200s", what, len(message), message)
	}
	if strings.ContainsRune(message, 0x1b) {
		t.Errorf("%s: the message contains a control character: %.200q", what, message)
	}
	if took > base+factor*uint64(len(text)) {
		t.Errorf("%s: %d MB of text took %d MB", what, len(text)>>20, took>>20)
	}
	return true
}
