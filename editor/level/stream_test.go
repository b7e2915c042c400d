package level_test

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"fillet/editor/level"
	"fillet/editor/testkit"

	"gopkg.in/yaml.v3"
	"pgregory.net/rapid"
)

var asAWhole = level.Pieces{From: -1}

// readTree reads a file only through the tree.
func readTree(data []byte) (doc *level.Document, warnings []*level.ReadError, err error) {
	doc, _, err = level.ReadTree(data, asAWhole, true)
	if err != nil {
		return nil, nil, err
	}
	return doc, doc.Warnings(), nil
}

// same fails the test if two documents differ in their records or their order.
func same(t interface{ Fatalf(string, ...any) }, quick, tree *level.Document) {
	a, b := quick.Snapshot(), tree.Snapshot()
	x, err := level.Marshal(quick)
	if err != nil {
		t.Fatalf("%v", err)
	}
	y, err := level.Marshal(tree)
	if err != nil {
		t.Fatalf("%v", err)
	}
	if !bytes.Equal(x, y) {
		t.Fatalf("streamed:\n%s\nthrough the tree:\n%s", x, y)
	}
	for i, l := range a.Layers {
		if *l.Layer != *b.Layers[i].Layer {
			t.Fatalf("layer %+v, through the tree %+v", *l.Layer, *b.Layers[i].Layer)
		}
		for j, c := range l.Colliders {
			if o := b.Layers[i].Colliders[j].Collider; !c.Equal(o) {
				t.Fatalf("collider\n%+v\nthrough the tree\n%+v", *c.Collider, *o)
			}
		}
	}
}

const everything = `# a comment in front
fillet: 1
name: "Tür \"1\"\n\u0007"
origin: [-5.25, 1e-09]
size: [512, 256.5]
pixels_per_metre: 32
grid: {size: [16, 16], offset: [4, 0], subdivisions: 2}
categories: [default, "a b", "no"]
imports:
  - file: w.ldtk
    mapping: |
      rules:
        - {name: a}
    reads: [a.ldtkl]
    deleted:
      - id: c5
        kind: point
        position: [1, 2]
        source: {file: w.ldtk, id: e6}
  - file: w.ldtk
layers:
  - id: l1
    name: Ground of it
    color: "#8fa3bf"
    locked: true
    hidden: true
    colliders:
      - id: c9
        name: floor
        kind: polygon
        points: [[0, 0], [64, 0], [64, 16.125], [0, 16]]
        holes:
          - [[10, 4], [20, 4], [20, 8]]
          - [[30, 4], [40, 4], [40, 8]]
        radius: 1
        rounding: outset
        position: [0, 240]
        angle: -12.5
        role: one-way
        one_way: [0, 1]
        body: kinematic
        categories: ["a b"]
        collides_with: []
        group: -3
        tags: [ice, "two words"]
        properties:
          "2": 5
          speed of it: 1.5e+20
          text: "5"
          yes_: plain text
          "yes": true
          z: false
        friction: 0.123456789012345678
        restitution: 1
        density: 2
        locked: true
        hidden: true
        source: {file: "../world.ldtk", level: Level_0, layer: "Layer 1", value: 3, id: "e5"}
      - id: c2
        kind: box
        size: [3, 4]
        position: [1, 2]
      - id: c3
        kind: point
        position: [1, 2]
        source: {file: a}
      - id: c4
        kind: circle
        radius: 4
        position: [1, 2]
        source: {file: w.ldtk, value: 2, digest: "00c0ffee"}
      - id: c6
        kind: circle
        radius: 4
        position: [1, 2]
        source: {file: w.ldtk, id: e7, import: 2, digest: f026fe37}
        imported:
          kind: box
          size: [8, 8]
          radius: 0
          rounding: inset
          tags: [a, "b c"]
          properties:
            hp: 3
  - id: l7
    name: ""
    colliders: []
`

// addSamples adds the level files that the project ships, by path.
func addSamples(t *testing.T, texts map[string]string) {
	t.Helper()
	paths, err := filepath.Glob("../../assets/samples/*.level.yaml")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no samples: %v", err)
	}
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		texts[path] = string(data)
	}
}

func TestWrittenFilesAreStreamed(t *testing.T) {
	texts := map[string]string{"everything": everything, "no layers": "fillet: 1\nname: x\nsize: [1, 2]\nlayers: []\n"}
	addSamples(t, texts)
	for name, text := range texts {
		tree, _, err := readTree([]byte(text))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if !strings.Contains(name, "samples") { // other files may have been written by hand
			quick, _, ok := level.Stream([]byte(text), false)
			if !ok {
				t.Fatalf("%s is not streamed:\n%s", name, text)
			}
			same(t, quick, tree)
		}
		written, err := level.Marshal(tree)
		if err != nil {
			t.Fatal(err)
		}
		quick, _, ok := level.Stream(written, false)
		if !ok {
			t.Fatalf("%s, written again, is not streamed:\n%s", name, written)
		}
		same(t, quick, tree)
	}
}

// A file that differs slightly from the output of Write is left to the tree, or read like the tree reads it.
func TestChangedFilesReadLikeTheTree(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		asTheTree(t, changed(t, everything, "0123456789eE.-+_ :,[]{}\"'\\\n#~&*!|>%@abclnyux"))
	})
}

// changed returns the text with up to three changes: a byte replaced or removed, or a stretch repeated.
func changed(t *rapid.T, text, others string) []byte {
	data := []byte(text)
	for range rapid.IntRange(1, 3).Draw(t, "changes") {
		at := rapid.IntRange(0, len(data)-1).Draw(t, "at")
		switch rapid.IntRange(0, 2).Draw(t, "what") {
		case 0:
			data[at] = rapid.SampledFrom([]byte(others)).Draw(t, "byte")
		case 1:
			data = append(data[:at], data[at+1:]...)
		default:
			end := min(at+rapid.IntRange(1, 30).Draw(t, "length"), len(data))
			data = append(data[:end:end], data[at:]...)
		}
	}
	return data
}

func asTheTree(t interface{ Fatalf(string, ...any) }, data []byte) {
	asTheTreeInPieces(t, data, usualPiece)
	if doc, places, ok := level.Stream(data, true); ok {
		sameAsTheTree(t, data, doc, places.Colliders)
	}
}

// usualPiece is the default size of a piece.
const usualPiece = 0

// asTheTreeInPieces checks that reading in pieces and reading the whole tree give the same level, or both reject it.
func asTheTreeInPieces(t interface{ Fatalf(string, ...any) }, data []byte, size int) {
	doc, places, err := level.ReadTree(data, level.Pieces{From: 1, Size: size}, false)
	tree, treePlaces, treeErr := level.ReadTree(data, asAWhole, false)
	if err != nil || treeErr != nil {
		var re, treeReadErr *level.ReadError
		if err == nil || treeErr == nil || !errors.As(err, &re) || re.Line == 0 && errors.As(treeErr, &treeReadErr) &&
			treeReadErr.Line > 0 {
			t.Fatalf("read in pieces: %v; as a whole: %v\n%s", err, treeErr, data)
		}
		return
	}
	same(t, doc, tree)
	if !maps.Equal(places.Colliders, treePlaces.Colliders) {
		t.Fatalf("colliders at\n%v\nwant, as in the tree,\n%v\n%q", places.Colliders, treePlaces.Colliders, data)
	}
	var got, want []string
	for _, w := range doc.Warnings() {
		got = append(got, w.Error())
	}
	for _, w := range tree.Warnings() {
		want = append(want, w.Error())
	}
	if !slices.Equal(got, want) {
		t.Fatalf("warnings = %q\nwant, as read whole, %q\n%s", got, want, data)
	}
}

func sameAsTheTree(
	t interface{ Fatalf(string, ...any) }, data []byte, quick *level.Document, places map[level.ID]level.FilePosition,
) {
	tree, warnings, err := readTree(data)
	if err != nil {
		t.Fatalf("streamed, but the tree rejects it with %v:\n%s", err, data)
	}
	if got := quick.Warnings(); !reflect.DeepEqual(got, warnings) {
		t.Fatalf("warnings = %v\nwant, as in the tree, %v\n%s", got, warnings, data)
	}
	same(t, quick, tree)
	if want := placesInTree(t, data); !maps.Equal(places, want) {
		t.Fatalf("colliders at\n%v\nwant, as in the tree,\n%v\n%q", places, want, data)
	}
}

// placesInTree returns the positions of a level file's colliders according to the YAML library.
func placesInTree(t interface{ Fatalf(string, ...any) }, data []byte) map[level.ID]level.FilePosition {
	var file struct {
		Layers []struct{ Colliders []yaml.Node }
	}
	if err := yaml.Unmarshal(data, &file); err != nil {
		t.Fatalf("%v", err)
	}
	places := map[level.ID]level.FilePosition{}
	for _, l := range file.Layers {
		for i, c := range l.Colliders {
			var record struct{ ID string }
			if err := l.Colliders[i].Decode(&record); err != nil {
				t.Fatalf("%v", err)
			}
			id, err := level.ParseID(record.ID)
			if err != nil {
				t.Fatalf("%v", err)
			}
			places[id] = level.FilePosition{Line: c.Line, Column: c.Column}
		}
	}
	return places
}

// The positions of colliders equal those from the YAML library, whatever the form of the file.
func TestPlacesOfColliders(t *testing.T) {
	const flow = "{fillet: 1, size: [9, 9], layers: [{id: l1, colliders: [{id: c3, kind: point, position: [1, 2]}, " +
		"{kind: point, position: [1, 2], id: c1}]}]}"
	const byHand = `# made by hand
fillet: 1
size: [64, 64] # pixels
name: "a text
  of two lines"
layers:
    -   id: l1 # indented by four

        colliders:
        -   # the first
            kind: circle
            radius: 4
            position:
              - 3
              - 4
            id: c12
        - {id: c4, kind: box, size: [3, 4], position: [1, 2], name: "ü
            a"}
        - id: c5
          kind: point
          position: [1, 2]
    - id: l2
      colliders: [ {id: c7, kind: point, position: [1, 2]} ,
        {id: c8, kind: point, position: [1, 2]}]
    - {id: l3, colliders: []}
    - id: l4
`
	const anchored = "fillet: 1\nsize: &s [9, 9]\nlayers: &l\n  - id: l1\n    colliders:\n      - &first\n        " +
		"id: c1\n        kind: point\n        position: [1, 2]\n"
	const within = "      - id: c77\n"
	texts := map[string]string{
		"everything": everything, "flow": flow, "by hand": byHand, "anchored": anchored,
		"document start": "%YAML 1.1\n---\n" + everything + "...\n", "byte order mark": "\ufeff" + everything,
		"no layers":   "fillet: 1\nsize: [9, 9]\nlayers: []\n",
		"empty layer": "fillet: 1\nsize: [9, 9]\nlayers:\n  - id: l1\n    colliders: []\n",
		"layers first": strings.Replace(everything[strings.Index(everything, "\nlayers:")+1:]+
			everything[:strings.Index(everything, "\nlayers:")+1], "# a comment in front\n", "", 1),
		"text like one": strings.Replace(everything, "  - file: w.ldtk\nlayers",
			"  - file: w.ldtk\n    mapping: |\n"+within+"      layers:\n"+within+"layers", 1),
		"odd line ends": strings.Replace(everything, "    mapping: |\n",
			"    mapping: |\n      # a\r      # b\u0085      # c\u2028      # d\n", 1),
		"within a block": strings.Replace(everything, "          kind: box\n          size: [8, 8]",
			"          kind: box\r          size: [8, 8]", 1),
		"comment": strings.Replace(everything, "      - id: c2\n", "\n      # here\n      - id: c2\n", 1),
	}
	for name, text := range maps.Clone(texts) {
		texts[name+", CRLF"] = strings.ReplaceAll(text, "\n", "\r\n")
	}
	addSamples(t, texts)
	for name, text := range texts {
		doc, places, err := level.ParsePlaced([]byte(text), name)
		if err != nil {
			t.Errorf("%v", err)
			continue
		}
		asTheTree(t, []byte(text))
		if want := placesInTree(t, []byte(text)); !maps.Equal(places.Colliders, want) ||
			len(places.Colliders) != doc.Len() {
			t.Errorf("%s: colliders at %v, want %v", name, places, want)
		}
		written, err := level.Marshal(doc)
		if err != nil {
			t.Fatal(err)
		}
		if _, places, ok := level.Stream(written, true); !ok ||
			!maps.Equal(places.Colliders, placesInTree(t, written)) {
			t.Errorf("%s, written again: streamed %v, colliders at %v", name, ok, places)
		}
	}
}

func FuzzStream(f *testing.F) {
	f.Add([]byte(everything))
	f.Add([]byte("fillet: 1\nlayers: []\n"))
	f.Fuzz(func(t *testing.T, data []byte) { asTheTree(t, data) })
}

// fromElsewhere is YAML in the form of other programs: keys in alphabetical order, dashes below the key, lists in block
// style.
const fromElsewhere = `categories:
- default
fillet: 1
grid:
  offset: [0, 0]
layers:
- colliders:
  - id: c1
    kind: polygon
    points:
    - - 0
      - 0
    - - 10
      - 0
    - [5, 10]
    position:
    - 1
    - 2
    name: |
      - id: c7

        colliders:
  # between the two
  - {id: c2, kind: point,
     position: [3, 4]}

  - id: caaaaaaaa
    kind: point
    position: [5, 6]
    name: >-
     two
     lines
  id: l1
  name: 'one:
    two'
-   id: l2
    colliders:
        -   id: c3
            kind: circle
            radius: 2
            position: [1, 1]
    name: wide
- id: l3
  colliders: [{id: c4, kind: point, position: [1, 2]}]
- id: l4
name: x
size:
- 9
- 9
`

// inBrackets is YAML in the form of other programs, mostly in flow style.
const inBrackets = `--- # a level
{fillet: 1, "name": 'it''s', size: [9,
9],
  "layers":[{"id":"l1", colliders: [ # some
{id: c1, kind: polygon, points: [[0, 0], [10, 0],[5,10]],position: [1,2], properties: {a: "] } \", b", "c":1, 'd''e': x y}},
  {id: c2, kind: point, position: [3, 4], name: a "b , tags: [a#b, c]},
], name: a:b}, {id: l2, name: "é ]", colliders: [{id: c3, kind: point, position: [1, 1],}]},
  {id: l3, name: &a !!str x}
], imports: [{file: a.tmx, places: [{level: a, at: [0, 0], size: [1, 1], layers: [{layer: x, values: {1: a, 2: b}}]}],
  deleted: [{id: c9, kind: point, position: [0, 0]}]}]
}
`

// Levels from other programs give the same level in pieces as in one tree.
func TestLevelsOfOtherProgramsAreReadInPieces(t *testing.T) {
	for _, size := range []int{1, 30, 100, 300, 1000, usualPiece} {
		texts := map[string]string{"from elsewhere": fromElsewhere, "in brackets": inBrackets, "everything": everything}
		texts["an id twice"] = strings.Replace(fromElsewhere, "id: c3", "id: c1", 1)
		addSamples(t, texts)
		for name, text := range texts {
			asTheTreeInPieces(t, []byte(text), size)
			if _, _, err := level.ReadTree([]byte(text), level.Pieces{From: 1, Size: size}, false); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
}

// A slightly changed text gives the same level in pieces as in one tree.
func TestChangedFilesReadInPiecesLikeTheTree(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.SampledFrom([]string{fromElsewhere, inBrackets, everything}).Draw(t, "text")
		size := rapid.SampledFrom([]int{1, 1, 30, 100, 300, 1000}).Draw(t, "size")
		asTheTreeInPieces(t, changed(t, text, "\r0123456789eE.-+_ :,[]{}\"'\\\n\t#~&*!|>%@abclnyux"), size)
	})
}

// A large level takes memory in proportion to its text, both in the form of another program and with a small block in
// each collider.
func TestLargeLevelsTakeLittleMemory(t *testing.T) {
	const n = 20_000
	listed := []byte("fillet: 1\nsize: [9, 9]\nlayers:\n- id: l1\n  colliders:\n")
	blocks := []byte("fillet: 1\nname: a\nsize: [9, 9]\nimports:\n  - file: world.ldtk\nlayers:\n  - id: l1\n    " +
		"name: a\n    colliders:\n")
	for i := range n {
		listed = fmt.Appendf(listed, "  - id: c%d\n    kind: polygon\n    position: [1, 2]\n    points:\n    - - 0\n "+
			"     - 0\n    - - 10\n      - 0\n    - - 0\n      - 10\n", i+1)
		blocks = fmt.Appendf(blocks, "      - id: c%d\n        name: a\n        kind: circle\n        radius: 5\n    "+
			"    position: [1, 2]\n        source: {file: world.ldtk, level: A, layer: B, id: e1, import: 1, digest: "+
			"\"0000000a\"}\n        imported:\n          name: b\n", i+1)
	}
	for name, text := range map[string][]byte{"listed": listed, "blocks": blocks} {
		took := testkit.AllocatedBytes(func() {
			if doc, err := level.Parse(text, "x"); err != nil || doc.Len() != n {
				t.Fatal(err)
			}
		})
		if took > 60*uint64(len(text)) {
			t.Errorf("%s: %d MB were allocated for %d bytes of text", name, took>>20, len(text))
		}
	}
}

// Text after a block that ends too soon is an error, as in the tree.
func TestBlocksThatEndTooSoonAreLeftToTheTree(t *testing.T) {
	text := strings.Replace(everything, "          kind: box\n          size: [8, 8]",
		"           kind: box\n          size: [8, 8]", 1)
	if _, err := level.Parse([]byte(text), "x"); err == nil {
		t.Error("a mapping with keys in different columns is read")
	}
}
