package export_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fillet/collision"
	"fillet/editor/disk"
	"fillet/editor/level"
	"fillet/export"
	"fillet/export/colliders"
)

// town returns a level of several regions: a body of two colliders across a border, and joints.
func town(t testing.TB) *level.Document {
	t.Helper()
	doc, err := level.Parse([]byte(`fillet: 2
name: town
origin: [-50, 0]
groups:
  - {id: g1, name: sign, layer: l1, body: true}
joints:
  - {id: j1, kind: hinge, a: c5, b: c4, at_a: [0, 0], at_b: [0, 0]}
  - {id: j2, kind: hinge, b: c4, at_a: [0, 0], at_b: [0, 0]}
layers:
  - id: l1
    name: things
    colliders:
      - {id: c1, name: wall, kind: box, size: [300, 10], position: [0, 20]}
      - {id: c2, name: far, kind: circle, radius: 5, position: [460, 20]}
      - {id: c3, group_of: g1, name: post, kind: box, size: [10, 10], position: [40, 50], body: dynamic}
      - {id: c5, group_of: g1, name: board, kind: box, size: [10, 10], position: [56, 50], body: dynamic}
      - {id: c4, name: lamp, kind: box, size: [10, 10], position: [60, 150], body: dynamic}
      - {id: c6, name: above, kind: point, position: [-60, -20]}
`), "town")
	if err != nil {
		t.Fatal(err)
	}
	return doc
}

// Each collider is in the region of its centre, bodies are whole, and the regions together are the level.
func TestChunks(t *testing.T) {
	t.Parallel()
	for _, e := range []export.Exporter{export.JSON(), export.YAML(), export.FCOL()} {
		for _, form := range []export.Form{{}, {Metres: true, YUp: true}} {
			dir, doc := t.TempDir(), town(t)
			form.Chunks = level.Vec{X: 100, Y: 100}
			path := filepath.Join(dir, "town.index.json")
			if _, err := export.ToFile(t.Context(), e, doc.Snapshot(), export.Options{Form: form}, path); err != nil {
				t.Fatal(err)
			}
			data, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			ix, err := colliders.LoadIndex(bytes.NewReader(data))
			if err != nil {
				t.Fatalf("%v\n%s", err, data)
			}
			var got []string
			for i, r := range ix.Regions {
				f, err := colliders.LoadFile(filepath.Join(dir, r.File))
				if err != nil {
					t.Fatal(err)
				}
				text := fmt.Sprintf("%d,%d", r.Column, r.Row)
				bounds := collision.EmptyAABB()
				for k, c := range f.Colliders {
					text += " " + c.ID
					if b := r.Colliders[k]; b.ID != c.ID || b.Bounds.Min.Dist(c.Bounds.Min) > 1e-3 ||
						b.Bounds.Max.Dist(c.Bounds.Max) > 1e-3 {
						t.Errorf("the index has %+v for %s with the bounds %v", b, c.ID, c.Bounds)
					}
					bounds = bounds.Union(r.Colliders[k].Bounds)
					if ix.Find(c.ID) != i || !slices.Contains(ix.Touching(r.Colliders[k].Bounds), i) {
						t.Errorf("the index does not find %s", c.ID)
					}
				}
				if bounds != r.Bounds || f.Level.Units != ix.Level.Units {
					t.Errorf("region %s has the bounds %v, want %v", r.File, r.Bounds, bounds)
				}
				for _, j := range f.Joints {
					text += fmt.Sprintf(" %s:%s-%s", j.ID, j.A, j.B)
				}
				got = append(got, text)
			}
			want := []string{"-1,-1 c6", "0,0 c1 c3 c5 j1:c5-c4", "5,0 c2", "1,1 c4 j2:-c4"}
			if !slices.Equal(got, want) {
				t.Errorf("%s: the regions are %q, want %q", e.Name(), got, want)
			}
		}
	}
}

// A new export removes the regions that it does not have, if Fillet wrote them, and no other files.
func TestChunksRemoveStaleRegions(t *testing.T) {
	t.Parallel()
	for _, isPlaced := range []bool{false, true} {
		dir, doc := t.TempDir(), town(t)
		path := filepath.Join(dir, "town.colliders.json")
		run := func(size float64) {
			t.Helper()
			o := export.Options{Form: export.Form{Chunks: level.Vec{X: size, Y: size}}}
			var err error
			if isPlaced {
				root, failed := disk.OpenRoot(dir)
				if failed != nil {
					t.Fatal(failed)
				}
				_, err = export.ToPlace(t.Context(), export.JSON(), doc.Snapshot(), o, path, &export.Place{Root: root})
			} else {
				_, err = export.ToFile(t.Context(), export.JSON(), doc.Snapshot(), o, path)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		names := func() (out []string) {
			entries, err := os.ReadDir(dir)
			if err != nil {
				t.Fatal(err)
			}
			for _, e := range entries {
				out = append(out, e.Name())
			}
			return out
		}
		run(100)
		for name, text := range map[string]string{
			"town.5.0.colliders.json": "mine", "town.7.7.colliders.json": `{"format": "fillet-colliders"`,
		} {
			if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		run(1000)
		want := []string{
			"town.-1.-1.colliders.json", "town.0.0.colliders.json", "town.5.0.colliders.json", "town.7.7.colliders.json",
			"town.colliders.json",
		}
		if got := names(); !slices.Equal(got, want) {
			t.Errorf("the files are %q, want %q", got, want)
		}
		run(0)
		if got := names(); !slices.Equal(got, want[2:]) {
			t.Errorf("without regions, the files are %q, want %q", got, want[2:])
		}
	}
}

// An index that comes from anyone cannot name the regions of other levels: they stay.
func TestChunksKeepOtherRegions(t *testing.T) {
	t.Parallel()
	dir, doc := t.TempDir(), town(t)
	run := func(name string, size float64) {
		t.Helper()
		o := export.Options{Form: export.Form{Chunks: level.Vec{X: size, Y: size}}}
		_, err := export.ToFile(t.Context(), export.JSON(), doc.Snapshot(), o, filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
	}
	run("village.colliders.json", 1000)
	index := filepath.Join(dir, "village.colliders.json")
	data, err := os.ReadFile(index)
	if err == nil {
		err = os.WriteFile(filepath.Join(dir, "town.colliders.json"), data, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	run("town.colliders.json", 0)
	if _, err := os.Stat(filepath.Join(dir, "village.0.0.colliders.json")); err != nil {
		t.Errorf("a region of another level is gone: %v", err)
	}
}

func TestIndexErrors(t *testing.T) {
	t.Parallel()
	var b bytes.Buffer
	o := export.Options{Base: "town", Form: export.Form{Chunks: level.Vec{X: 100, Y: 100}}}
	if _, err := export.JSON().Export(t.Context(), town(t).Snapshot(), o, &b); err != nil {
		t.Fatal(err)
	}
	whole := b.String()
	for _, tt := range []struct{ old, new, want string }{
		{`"town.0.0.colliders.json"`, `"../town.json"`, `"../town.json" is not the name of a file beside the index`},
		{`"town.0.0.colliders.json"`, `"/etc/passwd"`, "is not the name of a file beside the index"},
		{`"town.0.0.colliders.json"`, `"a\\b"`, "is not the name of a file beside the index"},
		{`"town.0.0.colliders.json"`, `""`, "is not the name of a file beside the index"},
		{`"town.0.0.colliders.json"`, `".hidden"`, "is not the name of a file beside the index"},
		{`"town.0.0.colliders.json"`, `"Town.5.0.colliders.json"`, "is already in the index"},
		{`"id": "c5"`, `"id": "c1"`, `id "c1" is already used`},
		{`"version": 1`, `"version": 2`, "newer Fillet"},
		{`"size": [100, 100]`, `"size": [100, 0]`, "is not more than 0"},
		{`"column": 5`, `"column": 1e99`, "column"},
		{`"row": 1, `, ``, `the key "row" is missing`},
		{`fillet-colliders-index`, `fillet-colliders`, `this is not an index of regions`},
	} {
		if !strings.Contains(whole, tt.old) {
			t.Fatalf("the index lacks %s:\n%s", tt.old, whole)
		}
		_, err := colliders.LoadIndex(strings.NewReader(strings.Replace(whole, tt.old, tt.new, 1)))
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("with %s: error %v, want %q", tt.new, err, tt.want)
		}
	}
	_, err := colliders.Load(strings.NewReader(whole))
	if err == nil || !strings.Contains(err.Error(), "index of regions") {
		t.Errorf("Load of an index: %v", err)
	}
	if _, err := colliders.LoadIndex(bytes.NewReader(exported(t, export.JSON(), town(t)))); err == nil {
		t.Error("a collider file is accepted as an index")
	}
}

// A level has a limited number of regions.
func TestTooManyChunks(t *testing.T) {
	t.Parallel()
	text := "fillet: 2\nname: wide\nlayers:\n  - id: l1\n    name: things\n    colliders:\n"
	for i := range colliders.MaxRegions + 1 {
		text += fmt.Sprintf("      - {id: c%d, name: \"\", kind: point, position: [%d, 0]}\n", i+1, i*16)
	}
	doc, err := level.Parse([]byte(text), "wide")
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	o := export.Options{Form: export.Form{Chunks: level.Vec{X: 16, Y: 16}}}
	_, err = export.FCOL().Export(t.Context(), doc.Snapshot(), o, &b)
	if err == nil || !strings.Contains(err.Error(), "choose larger chunks") {
		t.Errorf("the error is %v", err)
	}
}
