package project_test

import (
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"fillet/editor/level"
	"fillet/editor/project"
)

const head = `fillet: 2
name: x
size: [100, 100]
pixels_per_metre: 32
grid: {size: [16, 16]}
categories: [default, enemy]
`

// write writes level files to a folder, adding the head that all of them share.
func write(t testing.TB, dir string, files map[string]string) {
	t.Helper()
	for name, text := range files {
		path := filepath.Join(dir, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755),
			os.WriteFile(path, []byte(head+text), 0o644)); err != nil {
			t.Fatal(err)
		}
	}
}

func open(t testing.TB, path string) (*level.Document, *project.Library) {
	t.Helper()
	doc, err := level.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	l := project.AttachPrefabs(doc, path, "")
	if err := doc.Validate(); err != nil {
		t.Fatal(err)
	}
	return doc, l
}

const crate = `layers:
  - id: l1
    name: crate
    colliders:
      - {id: c1, name: box, kind: box, size: [20, 20], position: [0, 0], body: dynamic, categories: [enemy], tags: [a]}
      - {id: c2, name: lid, kind: polygon, points: [[-10, 0], [10, 0], [6, -4], [-10, -4]], position: [0, -10]}
      - {id: c3, name: foot, kind: box, size: [4, 2], position: [8, 11], angle: 30}
`

const house = `instances:
  - {id: i1, prefab: prefabs/crate.level.yaml, layer: l1, position: [100, 50], name: first}
  - {id: i2, prefab: prefabs/crate.level.yaml, layer: l1, position: [200, 50], angle: 90, flip: true, changes: {c1: {radius: 3, tags: [b]}, c3: removed}}
layers:
  - id: l1
    name: ground
    colliders:
      - {id: c1, kind: box, size: [400, 20], position: [100, 100]}
`

func houseProject(t testing.TB) (dir, path string) {
	t.Helper()
	dir = t.TempDir()
	write(t, dir, map[string]string{"prefabs/crate.level.yaml": crate, "a.level.yaml": house})
	return dir, filepath.Join(dir, "a.level.yaml")
}

func saved(t testing.TB, doc *level.Document) string {
	t.Helper()
	b, err := level.Marshal(doc)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func TestExpand(t *testing.T) {
	t.Parallel()
	_, path := houseProject(t)
	doc, _ := open(t, path)
	if doc.Len() != 1+3+2 {
		t.Fatalf("%d colliders", doc.Len())
	}
	for id, want := range map[string]string{
		"i1/c1": "box [100 50] 0", "i1/c2": "lid [100 40] 0", "i1/c3": "foot [108 61] 30",
		"i2/c1": "box [200 50] 90", "i2/c2": "lid [210 50] 90",
	} {
		of, part, _ := strings.Cut(id, "/")
		i, err := level.ParseInstanceID(of)
		if err != nil {
			t.Fatal(err)
		}
		c := doc.Collider(level.PartID(i, part))
		if c == nil || c.IDText() != id || c.Part.Prefab != "prefabs/crate.level.yaml" {
			t.Fatalf("%s is %+v", id, c)
		}
		if got := strings.Join([]string{c.Name, vec(c.Position), number(float64(c.Angle))}, " "); got != want {
			t.Errorf("%s is %s, want %s", id, got, want)
		}
	}
	if c := doc.Collider(level.PartID(2, "c1")); c.Shape.Radius != 3 || c.Tags[0] != "b" || c.Categories[0] != "enemy" {
		t.Errorf("with its overrides it is %+v", c)
	}
	text := saved(t, doc)
	again, err := level.Parse([]byte(text), "again")
	if err != nil || saved(t, again) != text || strings.Contains(text, "foot") {
		t.Errorf("%v, saved\n%s\nand again\n%s", err, text, saved(t, again))
	}
}

func vec(v level.Vec) string { return "[" + number(v.X) + " " + number(v.Y) + "]" }

func number(x float64) string { return strconv.FormatFloat(x, 'g', 10, 64) }

// Each change without an effect is reported once. If a shape has its radius clamped, only the radius is reported.
func TestUnusedChanges(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ changes, want string }{
		{"{c1: {tags: [b], radius: 3}, c3: removed}", ""},
		{"{c1: {friction: -1, restitution: 0.5}}", "c1 friction: friction is -1"},
		{"{c1: {radius: 11}}", "c1 radius: "},
		{"{c1: {radius: 11, size: [24, 24]}}", ""},
		{"{c1: {radius: 11, size: [8, 8]}}", "c1 radius: "},
		{"{c4: {size: [4, 4]}}", ""},
		{"{c4: {size: [4, 4], radius: 3}}", "c4 radius: "},
		{"{c1: {shape: {kind: box, size: [4, 4], radius: 3}}}", "c1 shape: "},
		{"{c1: {radius: -1, size: [8, 8]}}", "c1 radius: "},
		{"{c2: {points: [[0, 0], [8, 8], [8, 0], [0, 8]]}}", "c2 points: "},
		{"{c2: {points: [[0, 0], [8, 8], [8, 0], [0, 8]], radius: 1}}", "c2 points: ; c2 radius: "},
		{"{c2: {points: [[0, 0], [8, 8], [8, 0], [0, 8]], radius: -1}}", "c2 radius: ; c2 points: "},
		{
			"{c2: {points: [[0, 0], [8, 8], [8, 0], [0, 8]], size: [1, 1]}}",
			"c2 size: the part is a polygon now; c2 points: ",
		},
		{"{c1: {points: [[0, 0], [8, 0], [0, 8]]}}", "c1 points: the part is a box now"},
		{"{c1: {categories: [nobody, enemy]}}", "c1 categories: the level has no category"},
		{
			"{c9: {tags: [x]}, i1/c1: {name: y}, c8: removed}",
			"c8 removed: the prefab has no such part; c9 tags: the prefab; i1/c1 name: the prefab",
		},
	} {
		dir := t.TempDir()
		write(t, dir, map[string]string{
			"crate.level.yaml": crate + "      - {id: c4, name: round, kind: box, size: [20, 20], radius: 5, " +
				"position: [40, 0]}\n",
			"a.level.yaml": "instances:\n  - {id: i1, prefab: crate.level.yaml, layer: l1, position: [0, 0], " +
				"changes: " + tt.changes + "}\nlayers:\n  - id: l1\n",
		})
		doc, _ := open(t, filepath.Join(dir, "a.level.yaml"))
		var got []string
		for _, u := range doc.UnusedChanges(1) {
			got = append(got, u.Part+" "+u.Key+": "+u.Why)
		}
		want := strings.Split(tt.want, "; ")
		if tt.want == "" {
			want = nil
		}
		same := len(got) == len(want)
		for i := range min(len(got), len(want)) {
			same = same && strings.HasPrefix(got[i], want[i])
		}
		if !same {
			t.Errorf("%s: got %q, want %q", tt.changes, got, want)
		}
	}
}
