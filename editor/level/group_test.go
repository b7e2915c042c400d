package level_test

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"fillet/editor/level"
	"fillet/editor/testkit"

	"pgregory.net/rapid"
)

const withGroups = `fillet: 2
name: Test
size: [512, 256]
pixels_per_metre: 32
grid: {size: [16, 16]}
categories: [default]
groups:
  - {id: g1, name: "Crates, small", layer: l1, locked: true}
  - {id: g2, layer: l1, group_of: g1, hidden: true}
  - {id: gabcdefgh, name: Ünder, layer: l2}
layers:
  - id: l1
    name: Terrain
    colliders:
      - id: c1
        name: floor
        group_of: g1
        kind: box
        size: [4, 4]
        position: [1, 0]
      - id: c2
        group_of: g2
        kind: box
        size: [4, 4]
        position: [11, 0]
        group: -1
      - id: c3
        kind: point
        position: [1, 0]
  - id: l2
    name: Else
    colliders:
      - id: c4
        group_of: gabcdefgh
        kind: point
        position: [1, 0]
`

func saved(t testing.TB, doc *level.Document) string {
	t.Helper()
	b, err := level.Marshal(doc)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func TestGroupsInAFile(t *testing.T) {
	for _, text := range []string{withGroups, "# through the tree\n" + withGroups, withGroups + "\n# likewise\n"} {
		doc, places, err := level.ParsePlaced([]byte(text), "test")
		if err != nil {
			t.Fatal(err)
		}
		if got := saved(t, doc); got != withGroups {
			t.Errorf("saved again:\n%s\nwant\n%s", got, withGroups)
		}
		before, _, _ := strings.Cut(text, "fillet")
		line := 9 + strings.Count(before, "\n")
		if at := places.Groups[2]; at != (level.FilePosition{Line: line, Column: 5}) {
			t.Errorf("group g2 is at %v, want line %d", at, line)
		}
		if err := doc.Validate(); err != nil {
			t.Error(err)
		}
	}
}

func TestGroupsHideAndLock(t *testing.T) {
	doc := testkit.ParseLevel(t, withGroups)
	for _, c := range []struct {
		id              level.ID
		visible, locked bool
	}{{1, true, true}, {2, false, true}, {3, true, false}, {4, true, false}} {
		of := doc.Collider(c.id)
		if doc.Visible(of) != c.visible || doc.Locked(of) != c.locked || doc.Editable(of) != (c.visible && !c.locked) {
			t.Errorf("%v: visible %t, locked %t", c.id, doc.Visible(of), doc.Locked(of))
		}
		for _, l := range doc.Snapshot().Layers {
			for _, s := range l.Colliders {
				if s.ID == c.id && (s.IsHidden(l.Layer) == c.visible || s.IsLocked(l.Layer) != c.locked) {
					t.Errorf("%v in a snapshot: hidden %t, locked %t", c.id, s.IsHidden(l.Layer), s.IsLocked(l.Layer))
				}
			}
		}
	}
	outer := *doc.Group(1)
	outer.Locked, outer.Hidden = false, true
	apply(t, doc, level.Diff{Groups: []level.Change[level.Group]{level.Changed(doc.Group(1), &outer)}})
	if c := doc.Collider(1); doc.Visible(c) || doc.Locked(c) {
		t.Error("members of a group do not move with it")
	}
	inner := *doc.Group(2)
	inner.Parent, inner.Hidden = 0, false
	apply(t, doc, level.Diff{Groups: []level.Change[level.Group]{level.Changed(doc.Group(2), &inner)}})
	if c := doc.Collider(2); !doc.Editable(c) {
		t.Error("a group moved out of a hidden group is still hidden")
	}
	if doc.OutermostGroup(2) != 2 || doc.IsInGroup(2, 1) || !doc.IsInGroup(2, 0) {
		t.Error("the group is still in its old parent")
	}
}

func apply(t testing.TB, doc *level.Document, d level.Diff) {
	t.Helper()
	if err := doc.Apply(d); err != nil {
		t.Fatal(err)
	}
	if err := doc.Validate(); err != nil {
		t.Fatal(err)
	}
}

func TestBadGroups(t *testing.T) {
	deep := strings.Builder{}
	for i := range 70 {
		fmt.Fprintf(&deep, "  - {id: g%d, layer: l1, group_of: g%d}\n", i+10, i+9)
	}
	for _, c := range []struct{ from, to, want string }{
		{"group_of: g1, hidden", "group_of: g7, hidden", "test:9:5: group g2: its parent group g7 does not exist"},
		{
			"layer: l1, group_of", "layer: l2, group_of",
			"test:9:5: group g2: it is in layer l2, but its parent group g1 is in layer l1",
		},
		{"layer: l2}", "layer: l7}", "test:10:5: group gabcdefgh: there is no layer l7"},
		{"layer: l1, locked: true", "layer: l1, group_of: g2", "test:8:5: group g1: it contains itself"},
		{"layer: l1, locked: true", "layer: l1, group_of: g1", "test:8:5: group g1: it contains itself"},
		{"        group_of: g1\n", "        group_of: g7\n", "test:15:9: collider c1 (floor): there is no group g7"},
		{
			"        group_of: g1\n", "        group_of: gabcdefgh\n",
			"test:15:9: collider c1 (floor): it is in layer l1, but its group gabcdefgh is in layer l2",
		},
		{"        group_of: g1\n", "        group_of: c1\n", `test:17:19: "c1" is not an id such as gk3fw7m2a or g12`},
		{"{id: g1,", "{", `test:8:5: this group has no "id" or no "layer"`},
		{"layer: l2}", "colour: red}", `unknown key "colour"`},
		{"hidden: true}", "hidden: yes}", "test:9:47: expected true or false"},
		{"fillet: 2", "fillet: 1", `test:8:3: "groups" needs`},
		{"  - {id: gab", deep.String() + "  - {id: gab", "groups nest deeper than 64"},
	} {
		text := strings.Replace(withGroups, c.from, c.to, 1)
		if c.want == "groups nest deeper than 64" {
			text = strings.Replace(text, "group_of: g9}", "group_of: g2}", 1)
		}
		_, err := level.Parse([]byte(text), "test")
		var re *level.ReadError
		if err == nil || !strings.Contains(err.Error(), c.want) || !errors.As(err, &re) {
			t.Errorf("%s: %v, want %q", c.to, err, c.want)
		}
	}
}

func TestGroupTwiceInAFile(t *testing.T) {
	text := strings.Replace(withGroups, "gabcdefgh, name: Ünder, layer: l2", "g1, name: Other, layer: l1", 1)
	doc := testkit.ParseLevel(t, strings.Replace(text, "        group_of: gabcdefgh\n", "", 1))
	if len(doc.Groups()) != 3 || doc.Group(1).Name != "Crates, small" || len(doc.Warnings()) != 1 ||
		!strings.Contains(doc.Warnings()[0].Error(), "test:10:5: group g1 is already in the file") {
		t.Errorf("%v groups, warnings %v", len(doc.Groups()), doc.Warnings())
	}
}

func TestInvalidGroupChanges(t *testing.T) {
	doc := testkit.ParseLevel(t, withGroups)
	g1, g2, l1 := doc.Group(1), doc.Group(2), doc.Layer(1)
	elsewhere, inItself := *g1, *g1
	elsewhere.Layer, inItself.Parent = 2, 2
	moved := *doc.Collider(2)
	moved.Layer = 2
	for _, c := range []struct {
		want string
		d    level.Diff
	}{
		{"still holds group g2", level.Diff{Groups: []level.Change[level.Group]{level.Removed(g1)}}},
		{"still holds colliders", level.Diff{Groups: []level.Change[level.Group]{level.Removed(g2)}}},
		{"still holds group g2", level.Diff{Groups: []level.Change[level.Group]{level.Changed(g1, &elsewhere)}}},
		{"it contains itself", level.Diff{Groups: []level.Change[level.Group]{level.Changed(g1, &inItself)}}},
		{
			"its group g2 is in layer l1",
			level.Diff{Colliders: []level.Change[level.Collider]{level.Changed(doc.Collider(2), &moved)}},
		},
		{"it already exists", level.Diff{Groups: []level.Change[level.Group]{level.Added(g1)}}},
		{"has changed since", level.Diff{Groups: []level.Change[level.Group]{level.Changed(&inItself, &elsewhere)}}},
		{"still holds group g", level.Diff{
			Layers: []level.Change[level.Layer]{level.Removed(l1)},
			Colliders: []level.Change[level.Collider]{
				level.Removed(doc.Collider(1)), level.Removed(doc.Collider(2)), level.Removed(doc.Collider(3)),
			},
		}},
	} {
		if err := doc.Apply(c.d); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v, want %q", err, c.want)
		}
	}
	if got := saved(t, doc); got != withGroups {
		t.Errorf("a rejected change has changed the level:\n%s", got)
	}
}

// TestGroupsAtRandom edits groups and their members at random. The level always stays valid and reads back as written,
// and undoing everything restores the same bytes.
func TestGroupsAtRandom(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		doc, err := level.NewDocument(level.DefaultSettings())
		if err != nil {
			t.Fatal(err)
		}
		doc.UseIDs(func() level.IDSource { n := uint64(100); return func(byte) uint64 { n++; return n } }())
		var layers level.Diff
		for i := range 3 {
			layers.Layers = append(layers.Layers, level.Added(&level.Layer{
				ID: level.LayerID(50 + i), Name: "L",
				Order: float64(i + 10),
			}))
		}
		if err := doc.Apply(layers); err != nil {
			t.Fatal(err)
		}
		begin, _ := level.Marshal(doc)
		var past []level.Diff
		for range rapid.IntRange(1, 40).Draw(t, "edits") {
			d := drawGroupEdit(t, doc)
			if rapid.Bool().Draw(t, "drops what is emptied") {
				d = doc.WithoutEmptied(d)
			}
			if doc.Apply(d) == nil {
				past = append(past, d)
			}
			if err := doc.Validate(); err != nil {
				t.Fatal(err)
			}
		}
		text, _ := level.Marshal(doc)
		for _, tree := range []string{"", "# tree\n"} {
			again, err := level.Parse([]byte(tree+string(text)), "again")
			if err != nil {
				t.Fatalf("%v\n%s", err, text)
			}
			if b, _ := level.Marshal(again); !bytes.Equal(b, text) {
				t.Fatalf("reads back as\n%s\nwant\n%s", b, text)
			}
			if err := again.Validate(); err != nil {
				t.Fatal(err)
			}
		}
		all := level.Diff{}
		for _, d := range past {
			all = all.Then(d)
		}
		for _, d := range slices.Backward(past) {
			if err := doc.Apply(d.Invert()); err != nil {
				t.Fatal(err)
			}
			if err := doc.Validate(); err != nil {
				t.Fatal(err)
			}
		}
		if b, _ := level.Marshal(doc); !bytes.Equal(b, begin) {
			t.Fatalf("undone, the level is\n%s", b)
		}
		if err := doc.Apply(all); err != nil {
			t.Fatalf("all changes as one: %v", err)
		}
		if b, _ := level.Marshal(doc); !bytes.Equal(b, text) {
			t.Fatalf("all changes as one give\n%s\nwant\n%s", b, text)
		}
	})
}

// drawGroupEdit returns a change to groups and colliders, which may be invalid.
func drawGroupEdit(t *rapid.T, doc *level.Document) level.Diff {
	var groups []level.GroupID
	for _, g := range doc.Groups() {
		groups = append(groups, g.ID)
	}
	groups = append(groups, 0)
	var ids []level.ID
	for c := range doc.Colliders() {
		ids = append(ids, c.ID)
	}
	group := func(label string) level.GroupID { return rapid.SampledFrom(groups).Draw(t, label) }
	var d level.Diff
	switch kind := rapid.IntRange(0, 5).Draw(t, "kind"); {
	case kind == 0 || len(ids) == 0: // changes one collider
		c := level.NewCollider(doc.NewID(), 50, "", level.Shape{Kind: level.Point}, level.Vec{})
		if c.GroupOf = group("in"); c.GroupOf != 0 {
			c.Layer = doc.Group(c.GroupOf).Layer
		}
		d.Colliders = append(d.Colliders, level.Added(c))
	case kind == 1: // makes colliders a group
		g := &level.Group{ID: doc.NewGroupID(), Name: "new", Layer: 50, Parent: group("in")}
		if g.Parent != 0 {
			g.Layer = doc.Group(g.Parent).Layer
		}
		for _, id := range rapid.SliceOfNDistinct(rapid.SampledFrom(ids), 1, min(3, len(ids)), rapid.ID).Draw(t,
			"members") {
			c := *doc.Collider(id)
			c.GroupOf, c.Layer = g.ID, g.Layer
			d.Colliders = append(d.Colliders, level.Changed(doc.Collider(id), &c))
		}
		d.Groups = append(d.Groups, level.Added(g))
	case kind == 2: // removes a group with everything in it
		id := group("gone")
		for _, g := range doc.Groups() {
			if id != 0 && doc.IsInGroup(g.ID, id) {
				d.Groups = append(d.Groups, level.Removed(g))
			}
		}
		for _, c := range doc.Within(id) {
			d.Colliders = append(d.Colliders, level.Removed(c))
		}
	case kind == 3: // moves a group to another group or layer
		id := group("moved")
		if id == 0 {
			break
		}
		to, layer := group("to"), rapid.SampledFrom([]level.LayerID{50, 51, 52}).Draw(t, "layer")
		for _, g := range doc.Groups() {
			if doc.IsInGroup(g.ID, id) {
				after := *g
				if after.Layer = layer; g.ID == id {
					after.Parent = to
					after.Hidden = rapid.Bool().Draw(t, "hidden")
				}
				d.Groups = append(d.Groups, level.Changed(g, &after))
			}
		}
		for _, c := range doc.Within(id) {
			after := *c
			after.Layer = layer
			d.Colliders = append(d.Colliders, level.Changed(c, &after))
		}
	default: // moves colliders to another group, or out of theirs
		to := group("to")
		for _, id := range rapid.SliceOfNDistinct(rapid.SampledFrom(ids), 1, min(4, len(ids)), rapid.ID).Draw(t,
			"members") {
			c := doc.Collider(id)
			if kind == 5 {
				d.Colliders = append(d.Colliders, level.Removed(c))
				continue
			}
			after := *c
			if after.GroupOf = to; to != 0 {
				after.Layer = doc.Group(to).Layer
			}
			d.Colliders = append(d.Colliders, level.Changed(c, &after))
		}
	}
	return d
}

func TestGroupGoesWithItsLastMember(t *testing.T) {
	t.Parallel()
	doc := testkit.ParseLevel(t, withGroups)
	d := doc.WithoutEmptied(level.Diff{Colliders: []level.Change[level.Collider]{level.Removed(doc.Collider(2))}})
	if len(d.Groups) != 1 || d.Groups[0].Before.ID != 2 {
		t.Fatalf("%+v", d.Groups)
	}
	both := level.Diff{Colliders: []level.Change[level.Collider]{
		level.Removed(doc.Collider(1)),
		level.Removed(doc.Collider(2)),
	}}
	d = doc.WithoutEmptied(both)
	slices.SortFunc(d.Groups, func(a, b level.Change[level.Group]) int { return cmp.Compare(a.Before.ID, b.Before.ID) })
	if len(d.Groups) != 2 {
		t.Fatalf("%+v", d.Groups)
	}
	apply(t, doc, d)
	apply(t, doc, d.Invert())
	if got := saved(t, doc); got != withGroups {
		t.Errorf("undone:\n%s", got)
	}
}

// TestManyGroups nests groups of one collider each. Editing one costs much less than editing all.
func TestManyGroups(t *testing.T) {
	t.Parallel()
	doc := testkit.EmptyLevel(t)
	const n = 20_000
	layer := doc.Layers()[0].ID
	var d level.Diff
	for i := range n {
		g := &level.Group{ID: level.GroupID(i + 1), Layer: layer}
		if i%60 > 0 {
			g.Parent = level.GroupID(i)
		}
		c := box(doc, float64(i))
		c.ID, c.GroupOf = level.ID(i+1), g.ID
		d.Groups, d.Colliders = append(d.Groups, level.Added(g)), append(d.Colliders, level.Added(c))
	}
	apply(t, doc, d)
	for _, g := range doc.Groups() {
		after := *g
		after.Hidden = true
		if err := doc.Apply(level.Diff{Groups: []level.Change[level.Group]{level.Changed(g, &after)}}); err != nil {
			t.Fatal(err)
		}
	}
	d.Groups = nil
	for i, c := range d.Colliders {
		d.Colliders[i] = level.Removed(c.After)
	}
	if d = doc.WithoutEmptied(d); len(d.Groups) != n {
		t.Fatalf("%d groups are removed with their members", len(d.Groups))
	}
	apply(t, doc, d)
}

// The colliders of a group that is one body have its name as the body. Other groups have no effect.
func TestBodiesOfGroups(t *testing.T) {
	doc, err := level.Parse([]byte("fillet: 2\nname: x\nsize: [9, 9]\ngroups:\n  - {id: g1, layer: l1, body: true}\n"+
		"  - {id: g2, layer: l1, group_of: g1}\n  - {id: g3, layer: l1}\nlayers:\n  - id: l1\n    name: a\n    colliders:\n"+
		"      - {id: c1, group_of: g1, kind: circle, radius: 1, position: [1, 1], body: dynamic}\n"+
		"      - {id: c2, group_of: g2, kind: circle, radius: 1, position: [2, 2], body: dynamic}\n"+
		"      - {id: c3, group_of: g3, kind: circle, radius: 1, position: [3, 3], body: dynamic}\n"+
		"      - {id: c4, kind: circle, radius: 1, position: [4, 4], body: dynamic}\n"), "f")
	if err != nil {
		t.Fatal(err)
	}
	want := map[level.ID]string{1: "g1", 2: "g1"}
	if got := doc.Snapshot().Bodies(); !maps.Equal(got, want) {
		t.Errorf("bodies = %v, want %v", got, want)
	}
}
