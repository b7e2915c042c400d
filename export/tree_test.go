package export_test

import (
	"bytes"
	"context"
	"io"
	"math"
	"slices"
	"strings"
	"testing"

	"fillet/collision"
	"fillet/editor/level"
	"fillet/export"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// withTree is a level exported with its tree, and read again.
func withTree(t interface{ Fatal(...any) }, e export.Exporter, doc *level.Document) (*export.File, []byte) {
	data, _ := exportedTo(t, e, doc, export.Options{Tree: true})
	f, err := export.Load(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	if f.Tree == nil {
		t.Fatal("the file has no tree")
	}
	return f, data
}

// found is what a query of the tree finds, sorted.
func found(f *export.File, box collision.AABB) []int { return slices.Sorted(f.Tree.Overlapping(box)) }

// brute is what it has to find.
func brute(f *export.File, box collision.AABB) []int {
	var out []int
	for i, c := range f.Colliders {
		if c.Body == level.Static && len(c.Pieces) > 0 && c.Bounds.Overlaps(box) {
			out = append(out, i)
		}
	}
	return out
}

// Ends that are apart at the capsule's own origin may be one point where it stands: the file then says so.
func TestShortCapsuleFarOut(t *testing.T) {
	doc, err := level.NewDocument(level.DefaultSettings())
	if err != nil {
		t.Fatal(err)
	}
	ends := []level.Vec{{X: 7.275957614183426e-12, Y: 1.8189894035458565e-12}, {X: 5.4569682106375694e-12, Y: 1.8189894035458565e-12}}
	c := level.NewCollider(1, 1, "", level.Shape{Kind: level.Capsule, Points: ends, Radius: 1}, level.Vec{X: 1, Y: 5000})
	if err := doc.Apply(level.Diff{Layers: []level.Change[level.Layer]{level.Added(&level.Layer{ID: 1, Name: "a"})}, Colliders: []level.Change[level.Collider]{level.Added(c)}}); err != nil {
		t.Fatal(err)
	}
	data, _ := exportedTo(t, export.YAML(), doc, export.Options{})
	f, err := export.Load(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	if pieces := f.Colliders[0].Pieces; len(pieces) != 1 || len(pieces[0].Vertices) != 1 {
		t.Errorf("pieces %v, want one of one vertex", pieces)
	}
}

func TestTreeFindsWhatBruteForceFinds(t *testing.T) {
	schema := compiled(t)
	rapid.Check(t, func(t *rapid.T) {
		doc := anyLevel(t)
		f, data := withTree(t, export.JSON(), doc)
		if err := validates(schema, data); err != nil {
			t.Fatal(err)
		}
		inYAML, _ := withTree(t, export.YAML(), doc)
		if diff := cmp.Diff(f.Tree, inYAML.Tree); diff != "" {
			t.Fatal(diff)
		}
		if diff := cmp.Diff(f.Tree.Nodes, f.NewTree().Nodes); diff != "" && len(f.Tree.Nodes) > 0 {
			t.Fatal("built anew it differs: " + diff)
		}
		for range 5 {
			at := anyVec(t, "corner", 1000)
			box := collision.AABB{Min: at, Max: at.Add(collision.Vec{X: rapid.Float64Range(0, 500).Draw(t, "w"), Y: rapid.Float64Range(0, 500).Draw(t, "h")})}
			if got, want := found(f, box), brute(f, box); !slices.Equal(got, want) {
				t.Fatalf("the tree finds %v in %v, want %v", got, box, want)
			}
		}
		for i, c := range f.Colliders {
			if got := found(f, c.Bounds); !slices.Equal(got, brute(f, c.Bounds)) {
				t.Fatalf("the tree finds %v in the box of %s (%d), want %v", got, c.ID, i, brute(f, c.Bounds))
			}
		}
	})
}

// Levels that make trees bad: everything in one place, in a row, ever farther apart; and none at all.
func TestTreeOfOddLevels(t *testing.T) {
	for name, place := range map[string]func(i int) level.Vec{
		"one place":    func(int) level.Vec { return level.Vec{X: 5, Y: 5} },
		"a row":        func(i int) level.Vec { return level.Vec{X: float64(i) * 3} },
		"ever farther": func(i int) level.Vec { return level.Vec{X: math.Pow(1.03, float64(i%500)), Y: float64(i % 3)} },
	} {
		doc := boxes(t, 2000, place)
		f, _ := withTree(t, export.JSON(), doc)
		if n := len(f.Tree.Nodes); n != 2*2000-1 {
			t.Errorf("%s: %d nodes, want 3999", name, n)
		}
		for i := range 40 {
			at := place(i * 50)
			box := collision.AABB{Min: at, Max: at.Add(level.Vec{X: float64(i), Y: 10})}
			if got, want := found(f, box), brute(f, box); !slices.Equal(got, want) {
				t.Errorf("%s: the tree finds %d in %v, want %d", name, len(got), box, len(want))
			}
		}
		if got := depth(f.Tree); got > 200 {
			t.Errorf("%s: the tree is %d deep", name, got)
		}
	}
	f, _ := withTree(t, export.YAML(), boxes(t, 0, nil))
	if len(f.Tree.Nodes) > 0 || len(found(f, collision.AABB{Max: collision.Vec{X: 1, Y: 1}})) > 0 {
		t.Error("the tree of no collider has nodes")
	}
}

// A query looks at few nodes of a large level.
func TestTreeIsWorthIt(t *testing.T) {
	f, _ := withTree(t, export.JSON(), boxes(t, 10_000, func(i int) level.Vec {
		return level.Vec{X: float64(i%100) * 40, Y: float64(i/100) * 40}
	}))
	at := level.Vec{X: 2000, Y: 2000}
	box := collision.AABB{Min: at, Max: at.Add(level.Vec{X: 16, Y: 32})}
	visited := 0
	for i := 0; i < len(f.Tree.Nodes); visited++ {
		if n := f.Tree.Nodes[i]; n.Bounds.Overlaps(box) {
			i++
		} else {
			i = n.Next
		}
	}
	if visited > 100 {
		t.Errorf("a query for a character's box looks at %d of %d nodes", visited, len(f.Tree.Nodes))
	}
}

func boxes(t testing.TB, n int, place func(i int) level.Vec) *level.Document {
	t.Helper()
	doc, err := level.NewDocument(level.DefaultSettings())
	if err != nil {
		t.Fatal(err)
	}
	diff := level.Diff{Layers: []level.Change[level.Layer]{level.Added(&level.Layer{ID: 1, Name: "ground"})}}
	for i := range n {
		c := level.NewCollider(level.ID(i+1), 1, "", level.Shape{Kind: level.Box, Size: level.Vec{X: 32, Y: 32}, Rounding: level.Inset}, place(i))
		diff.Colliders = append(diff.Colliders, level.Added(c))
	}
	if err := doc.Apply(diff); err != nil {
		t.Fatal(err)
	}
	return doc
}

// depth is how many nodes stand above the deepest one.
func depth(t *export.Tree) int {
	var above []int
	most := 0
	for i, n := range t.Nodes {
		for len(above) > 0 && t.Nodes[above[len(above)-1]].Next <= i {
			above = above[:len(above)-1]
		}
		most = max(most, len(above))
		if n.Collider < 0 {
			above = append(above, i)
		}
	}
	return most
}

func TestTreeErrors(t *testing.T) {
	_, data := withTree(t, export.JSON(), boxes(t, 3, func(i int) level.Vec { return level.Vec{X: float64(i) * 100} }))
	const nodes = `"tree": {"nodes": [
    [-16, -16, 216, 16, 5, -1],
    [-16, -16, 16, 16, 2, 0],
    [84, -16, 216, 16, 5, -1],
    [84, -16, 116, 16, 4, 1],
    [184, -16, 216, 16, 5, 2]
  ]}`
	if !bytes.Contains(data, []byte(nodes)) {
		t.Fatalf("the tree is not as expected:\n%s", data)
	}
	for _, tt := range []struct{ old, new, want string }{
		{"[-16, -16, 16, 16, 2, 0]", "[-16, -16, 15, 16, 2, 0]", "tree.nodes[1]: the box does not hold collider c1"},
		{"[84, -16, 216, 16, 5, -1]", "[90, -16, 216, 16, 5, -1]", "tree.nodes[3]: the box of the node above does not hold this one's"},
		{"[-16, -16, 216, 16, 5, -1]", "[-16, -16, 216, 16, 6, -1]", "tree.nodes[0]: the next node is 6; it must be from 1 to 5"},
		{"[84, -16, 216, 16, 5, -1]", "[84, -16, 216, 16, 2, -1]", "tree.nodes[2]: the next node is 2; it must be from 3 to 5"},
		{"[84, -16, 116, 16, 4, 1]", "[84, -16, 116, 16, 5, 1]", "tree.nodes[3]: a node with a collider has none below it"},
		{"16, 4, 1]", "16, 4, 7]", "tree.nodes[3]: there is no collider 7"},
		{"16, 5, 2]", "16, 5, -1]", "tree: collider c3 is missing"},
		{"[184, -16, 216, 16, 5, 2]", "[84, -16, 216, 16, 5, 1]", "tree.nodes[4]: collider c2 stands in the tree twice"},
		{", 5, 2]", ", 5]", "tree.nodes[4]: expected [left, top, right, bottom, next, collider] here, not a list of 5"},
		{", 5, 2]", ", 5, 1.5]", "tree.nodes[4][5]: expected a whole number here"},
		{`{"nodes": [`, `{"leaves": [`, `tree: unknown key "leaves"`},
	} {
		_, err := export.Load(bytes.NewReader(bytes.Replace(data, []byte(tt.old), []byte(tt.new), 1)))
		if tt.want = strings.Replace(tt.want, "[4][5]", "[4]", 1); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("with %s the error is %v, want %q", tt.new, err, tt.want)
		}
	}
	moving := bytes.Replace(data, []byte(`"body": "static"`), []byte(`"body": "dynamic"`), 1)
	if _, err := export.Load(bytes.NewReader(moving)); err == nil || !strings.Contains(err.Error(), "collider c1 is not a static one with pieces") {
		t.Errorf("with a moving collider in the tree the error is %v", err)
	}
}

// The tree comes after all colliders, whatever the order in which a file is read.
func TestTreeBeforeColliders(t *testing.T) {
	_, data := withTree(t, export.JSON(), boxes(t, 3, func(i int) level.Vec { return level.Vec{X: float64(i) * 100} }))
	const head = `"format": "fillet-colliders",`
	before, tree, ok := strings.Cut(string(data), `"tree"`)
	if !ok || !strings.Contains(before, head) {
		t.Fatalf("the file is not as expected:\n%s", data)
	}
	tree = strings.TrimSuffix(strings.TrimSpace(tree), "}")
	before = strings.TrimSuffix(strings.TrimSpace(before), ",")
	moved := strings.Replace(before, head, head+`"tree"`+tree+",", 1) + "}"
	if _, err := export.Load(strings.NewReader(moved)); err != nil {
		t.Fatalf("%v\n%s", err, moved)
	}
}

func BenchmarkTree10k(b *testing.B) {
	doc := manyColliders(b, 10_000)
	plain := exported(b, export.JSON(), doc)
	_, treed := withTree(b, export.JSON(), doc)
	at := collision.Vec{X: 2000, Y: 2000}
	box := collision.AABB{Min: at, Max: at.Add(collision.Vec{X: 16, Y: 32})}
	b.Run("export", func(b *testing.B) {
		for b.Loop() {
			if _, err := export.JSON().Export(context.Background(), doc.Snapshot(), export.Options{Tree: true}, io.Discard); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("load without and build a world", func(b *testing.B) {
		for b.Loop() {
			f, err := export.Load(bytes.NewReader(plain))
			if err != nil {
				b.Fatal(err)
			}
			w, err := f.World()
			if err != nil {
				b.Fatal(err)
			}
			if len(w.QueryBox(box, collision.Query{})) == 0 {
				b.Fatal("nothing is found")
			}
		}
	})
	b.Run("load without and build a tree", func(b *testing.B) {
		for b.Loop() {
			f, err := export.Load(bytes.NewReader(plain))
			if err != nil {
				b.Fatal(err)
			}
			f.Tree = f.NewTree()
			if len(found(f, box)) == 0 {
				b.Fatal("nothing is found")
			}
		}
	})
	b.Run("load with", func(b *testing.B) {
		for b.Loop() {
			f, err := export.Load(bytes.NewReader(treed))
			if err != nil {
				b.Fatal(err)
			}
			if len(found(f, box)) == 0 {
				b.Fatal("nothing is found")
			}
		}
	})
	b.Run("build a tree", func(b *testing.B) {
		f, err := export.Load(bytes.NewReader(plain))
		if err != nil {
			b.Fatal(err)
		}
		for b.Loop() {
			f.NewTree()
		}
	})
}
