package level_test

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"fillet/editor/level"
	"fillet/editor/strictyaml"
	"fillet/editor/testkit"
)

const drawnTwice = `fillet: 1
name: Two branches
size: [100, 100]
pixels_per_metre: 32
grid: {size: [16, 16]}
categories: [default]
imports:
  - file: w.ldtk
    deleted:
      - id: c9
        kind: point
        position: [9, 9]
        source: {file: w.ldtk, id: nine}
layers:
  - id: l1
    name: a
    colliders:
      - id: c1
        kind: point
        position: [1, 1]
        source: {file: w.ldtk, id: one, digest: "00000000"}
      - id: c1
        kind: point
        position: [2, 2]
        source: {file: w.ldtk, id: two, digest: "00000000"}
      - id: c1
        kind: point
        position: [2, 2]
        source: {file: w.ldtk, id: two, digest: "00000000"}
      - id: c9
        kind: point
        position: [3, 3]
  - id: l1
    name: b
    colliders:
      - id: c2
        kind: point
        position: [4, 4]
`

// A file with duplicate ids opens. The first collider keeps its id and its import; the others get ids that are the same
// on every machine, and each has a warning with its position. The saved file is correct.
func TestDuplicateIDs(t *testing.T) {
	doc, at, err := level.ParsePlaced([]byte(drawnTwice), "f.yaml")
	if err != nil {
		t.Fatal(err)
	}
	again, err := level.Parse([]byte(drawnTwice), "elsewhere.yaml")
	if err != nil {
		t.Fatal(err)
	}
	a, err := level.Marshal(doc)
	if err != nil {
		t.Fatal(err)
	}
	if b, err := level.Marshal(again); err != nil || !bytes.Equal(a, b) {
		t.Errorf("opened twice, it is (%v)\n%s\nand\n%s", err, a, b)
	}
	if doc.Len() != 5 || len(doc.Layers()) != 2 || doc.Collider(1) == nil || doc.Collider(1).Position.X != 1 ||
		doc.Layers()[0].ID != 1 {
		t.Errorf("the first collider has changed:\n%s", a)
	}
	for c := range doc.Colliders() {
		if at.Colliders[c.ID].Line == 0 {
			t.Errorf("%v has no position", c.ID)
		}
	}
	if base := doc.Settings().Imports[0].Base; len(base) != 1 || base[0].ID != 1 {
		t.Errorf("the import has %d colliders, want only the first c1", len(base))
	}
	var got []string
	for _, w := range doc.Warnings() {
		got = append(got, w.Error())
	}
	for i, want := range []string{
		"f.yaml:22:9: collider c1 is already in the file, in line 18: this one becomes c",
		"f.yaml:26:9: collider c1 is already in the file, in line 18: this one becomes c",
		"f.yaml:33:5: layer l1 is already in the file: this one becomes l",
		"f.yaml:8:5: collider c9 is listed as deleted, but is in the file, in line 30: it stays",
	} {
		if len(got) != 4 || !strings.HasPrefix(got[i], want) {
			t.Errorf("the warnings are\n%s\nwant %s", strings.Join(got, "\n"), want)
			break
		}
	}
	saved, err := level.Parse(a, "f.yaml")
	if err != nil || len(saved.Warnings()) > 0 {
		t.Errorf("the saved file has %v, %v", saved.Warnings(), err)
	}
}

// The new id of a collider with a duplicate id never changes, whatever the format of numbers in files.
func TestNewIDsNeverChange(t *testing.T) {
	t.Parallel()
	doc, err := level.Parse([]byte("fillet: 1\nname: x\nsize: [9, 9]\nlayers:\n  - {id: l1, name: a, colliders: ["+
		"{id: c1, kind: point, position: [1, 1]}, {id: c1, kind: point, position: [0.0000001, 2]}]}\n"), "f.yaml")
	if err != nil {
		t.Fatal(err)
	}
	for c := range doc.Colliders() {
		if c.ID != 1 && c.ID.String() != "ch5pjejey" {
			t.Errorf("the second c1 becomes %v", c.ID)
		}
	}
}

// A file with unresolved git conflicts is rejected with the line of the first conflict. The same text within a value is
// not a conflict.
func TestConflictMarkers(t *testing.T) {
	t.Parallel()
	const marks = "<<<<<<< HEAD\n%s=======\n>>>>>>> theirs\n"
	for _, at := range []string{"fillet: 1\n", "name: Two branches\n", "        position: [1, 1]\n", "    name: b\n"} {
		i := strings.Index(drawnTwice, at)
		text := drawnTwice[:i] + strings.Replace(marks, "%s", at, 1) + drawnTwice[i+len(at):]
		_, err := level.Parse([]byte(text), "f.yaml")
		var re *level.ReadError
		if !errors.Is(err, strictyaml.ErrConflict) || !errors.As(err, &re) ||
			re.Line != 1+strings.Count(drawnTwice[:i], "\n") {
			t.Errorf("conflict at %q: %v", at, err)
		}
	}
	// A conflict resolved by hand has left one marker.
	for _, mark := range []string{"<<<<<<< HEAD", "||||||| 1a2b3c4", "=======", ">>>>>>> theirs"} {
		for _, end := range []string{"\n", "\r\n"} {
			i := strings.Index(drawnTwice, "        position: [1, 1]\n")
			text := strings.ReplaceAll(drawnTwice[:i]+mark+"\n"+drawnTwice[i:], "\n", end)
			_, err := level.Parse([]byte(text), "f.yaml")
			var re *level.ReadError
			if !errors.Is(err, strictyaml.ErrConflict) || !errors.As(err, &re) ||
				re.Line != 1+strings.Count(drawnTwice[:i], "\n") {
				t.Errorf("%q with line ends %q: %v", mark, end, err)
			}
		}
	}
	doc := testkit.NewLevel(t)
	settings := *doc.Settings()
	settings.Name = "<<<<<<< HEAD\n======="
	if err := doc.Apply(level.Diff{Settings: level.Changed(doc.Settings(), &settings)}); err != nil {
		t.Fatal(err)
	}
	data, err := level.Marshal(doc)
	if err != nil {
		t.Fatal(err)
	}
	if back, err := level.Parse(data, "f.yaml"); err != nil || back.Settings().Name != settings.Name {
		t.Errorf("a name like a conflict reads as %v", err)
	}
}
