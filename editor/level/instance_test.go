package level_test

import (
	"errors"
	"strings"
	"testing"

	"fillet/editor/level"
	"fillet/editor/testkit"
)

const withInstances = `fillet: 2
name: Test
size: [512, 256]
pixels_per_metre: 32
grid: {size: [16, 16]}
categories: [default]
groups:
  - {id: g1, layer: l2}
instances:
  - id: i1
    prefab: prefabs/crate.level.yaml
    layer: l1
    order: first
    position: [0, 0]
  - id: i4
    prefab: prefabs/crate.level.yaml
    layer: l1
    order: c1
    position: [0, 0]
  - id: i2
    prefab: prefabs/crate.level.yaml
    layer: l1
    order: c1
    position: [0, 0]
  - id: iabcdefgh
    prefab: "a, b.level.yaml"
    name: Ünder
    layer: l2
    group_of: g1
    position: [16.5, -3]
    angle: 90
    flip: true
    locked: true
    hidden: true
    changes:
      c1: {properties.hp: null, radius: 4, role: {role: one-way, one_way: [0, -1]}, tags: [a, b]}
      i2/c7: removed
layers:
  - id: l1
    name: Terrain
    colliders:
      - id: c1
        kind: point
        position: [1, 0]
      - id: c2
        kind: point
        position: [1, 0]
  - id: l2
    name: Else
    colliders: []
`

func TestInstancesInAFile(t *testing.T) {
	for _, text := range []string{withInstances, "# through the tree\n" + withInstances} {
		doc, places, err := level.ParsePlaced([]byte(text), "test")
		if err != nil {
			t.Fatal(err)
		}
		if got, err := level.Marshal(doc); err != nil || string(got) != withInstances {
			t.Errorf("saved again:\n%s\nwant\n%s", got, withInstances)
		}
		if at := places.Instances[1]; at.Line != 10+strings.Count(text, "tree") || at.Column != 5 {
			t.Errorf("i1 is at %v", at)
		}
		if err := doc.InstanceProblem(1); err == nil || doc.Len() != 2 {
			t.Errorf("without prefabs, it has no problem: %v", err)
		}
		if err := doc.Validate(); err != nil {
			t.Error(err)
		}
	}
}

func TestBadInstances(t *testing.T) {
	for _, c := range []struct{ from, to, want string }{
		{
			"    layer: l2\n    group_of", "    layer: l7\n    group_of",
			"test:25:5: instance iabcdefgh: there is no layer l7",
		},
		{"group_of: g1\n    pos", "group_of: g7\n    pos", "test:25:5: instance iabcdefgh: there is no group g7"},
		{
			"layer: l2\n    group_of", "layer: l1\n    group_of",
			"test:25:5: instance iabcdefgh: it is in layer l1, but its group g1 is in layer l2",
		},
		{"    prefab: \"a, b.level.yaml\"\n", "", `test:25:5: this instance has no "id", no "layer" or no "prefab"`},
		{"id: iabcdefgh", "id: c3", `"c3" is not an id such as ik3fw7m2a or i12`},
		{"position: [16.5, -3]", "position: [16.5]", "test:30:"},
		{"position: [16.5, -3]", "position: [16.5, 1e9]", "test:25:5: position (16.5, 1e+09) is beyond the limit"},
		{"order: first", "order: l1", "test:13:12:"},
		{"i2/c7: removed", "i2/l7: removed", `"i2/l7" is not a part such as c12 or i3/c12`},
		{"i2/c7: removed", "i2/c7: gone", "expected keys and values"},
		{"i2/c7: removed", "i2/c7: {layer: l1}", `"layer" cannot be changed in an instance`},
		{"i2/c7: removed", "i2/c7: {colour: red}", `"colour" cannot be changed in an instance`},
		{"radius: 4", "radius: none", "expected a number"},
		{"hidden: true", "seen: true", `unknown key "seen"`},
		{"fillet: 2", "fillet: 1", "needs `fillet: 2`"},
	} {
		_, err := level.Parse([]byte(strings.Replace(withInstances, c.from, c.to, 1)), "test")
		var re *level.ReadError
		if err == nil || !strings.Contains(err.Error(), c.want) || !errors.As(err, &re) {
			t.Errorf("%s: %v, want %q", c.to, err, c.want)
		}
	}
	doc := testkit.ParseLevel(t, strings.Replace(withInstances, "id: i4", "id: i1", 1))
	if len(doc.Instances()) != 4 || len(doc.Warnings()) != 1 || !strings.Contains(doc.Warnings()[0].Error(),
		"test:15:5: instance i1 is already in the file") {
		t.Errorf("a duplicate id: %v", doc.Warnings())
	}
}

// Positions of parts' changes are found in any style of file, except for a change in a copy of an instance.
func TestPlacesOfChanges(t *testing.T) {
	t.Parallel()
	const file = `fillet: 2
name: x
size: [100, 100]
instances:
  - id: i1
    prefab: a.level.yaml
    layer: l1
    position: [1, 2]
    changes:
      c1: {radius: 4, tags: [wet]}
      c7: removed
  - {id: i1, prefab: a.level.yaml, layer: l1, changes: {i2/c1: {name: b}}}
layers:
  - id: l1
    name: a
    colliders:
      - id: c1
        kind: point
        position: [1, 1]
`
	for name, text := range map[string]string{
		"with an id twice": file,
		"as it is written": strings.Replace(file, "- {id: i1", "- {id: i2", 1),
	} {
		doc, at, err := level.ParsePlaced([]byte(text), "f")
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		second := doc.Instances()[1].ID
		if second == 1 {
			second = doc.Instances()[0].ID
		}
		for _, tt := range []struct {
			of         level.InstanceID
			part, key  string
			line, char int
		}{
			{1, "c1", "radius", 10, 20},
			{1, "c1", "tags", 10, 29},
			{1, "c7", level.RemovedKey, 11, 11},
			{second, "i2/c1", "name", 12, 71},
		} {
			if got, want := at.Changes[tt.of][level.PartChange{Part: tt.part, Key: tt.key}],
				(level.FilePosition{Line: tt.line, Column: tt.char}); got != want {
				t.Errorf("%s: %s of %s in %v is at %v, want %v", name, tt.key, tt.part, tt.of, got, want)
			}
		}
	}
}

// The id of a deleted instance is not reused, because undo may bring the instance back.
func TestIDsOfDeletedInstancesAreNotGivenAgain(t *testing.T) {
	t.Parallel()
	doc, err := level.Parse([]byte("fillet: 2\nname: x\nsize: [9, 9]\ninstances:\n"+
		"  - {id: i7, prefab: p.level.yaml, layer: l1, position: [0, 0]}\nlayers:\n  - {id: l1, name: a}\n"), "f.yaml")
	if err != nil {
		t.Fatal(err)
	}
	next := uint64(7)
	doc.UseIDs(func(byte) uint64 { next++; return next - 1 })
	if err := doc.Apply(level.Diff{
		Instances: []level.Change[level.Instance]{level.Removed(doc.Instance(7))},
	}); err != nil {
		t.Fatal(err)
	}
	if id := doc.NewInstanceID(); id != 8 {
		t.Errorf("the next instance is %v, want i8", id)
	}
}
