package level_test

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"fillet/editor/level"
)

// The kinds of edits by groupEdit that move records between groups and layers.
const (
	groupingEdit = 0
	nestingEdit  = 3
	layerEdit    = 4
	joiningEdit  = 5
	lastEdit     = 8 // not about groups
)

// groupEdit makes a random change of a kind, to groups or to other records. It skips invalid changes.
func groupEdit(t *rapid.T, doc *level.Document, first level.ID, what int) {
	layers, groups := doc.Layers(), append(slices.Clone(doc.Groups()), nil)
	var all []*level.Collider
	for c := range doc.Colliders() {
		all = append(all, c)
	}
	var d level.Diff
	g := rapid.SampledFrom(groups).Draw(t, "group")
	switch {
	case what == groupingEdit && len(all) > 0:
		id := level.GroupID(first) + level.GroupID(len(groups))
		in := rapid.SampledFrom(all).Draw(t, "grouped")
		made := &level.Group{ID: id, Name: "new", Layer: in.Layer, Parent: in.GroupOf}
		d.Groups = append(d.Groups, level.Added(made))
		for _, c := range all {
			if c.Layer == in.Layer && c.GroupOf == in.GroupOf && rapid.Bool().Draw(t, "with") || c == in {
				after := *c
				after.GroupOf = id
				d.Colliders = append(d.Colliders, level.Changed(c, &after))
			}
		}
	case what == 1 && g != nil:
		after := *g
		after.Name, after.Hidden = rapid.SampledFrom([]string{"a", "b"}).Draw(t, "name"), rapid.Bool().Draw(t, "hidden")
		d.Groups = append(d.Groups, level.Changed(g, &after))
	case what == 2 && g != nil: // ungroup
		d.Groups = append(d.Groups, level.Removed(g))
		for _, child := range doc.GroupsIn(g.ID) {
			after := *child
			after.Parent = g.Parent
			d.Groups = append(d.Groups, level.Changed(child, &after))
		}
		for _, c := range doc.InGroup(g.ID) {
			after := *c
			after.GroupOf = g.Parent
			d.Colliders = append(d.Colliders, level.Changed(c, &after))
		}
	case what == nestingEdit && g != nil: // into another group
		after := *g
		if to := rapid.SampledFrom(groups).Draw(t, "into"); to != nil {
			after.Parent = to.ID
		} else {
			after.Parent = 0
		}
		d.Groups = append(d.Groups, level.Changed(g, &after))
	case what == layerEdit && g != nil: // to another layer
		to := rapid.SampledFrom(layers).Draw(t, "layer").ID
		for _, in := range doc.Groups() {
			if doc.IsInGroup(in.ID, g.ID) {
				after := *in
				if after.Layer = to; in == g {
					after.Parent = 0
				}
				d.Groups = append(d.Groups, level.Changed(in, &after))
			}
		}
		for _, c := range doc.Within(g.ID) {
			after := *c
			after.Layer = to
			d.Colliders = append(d.Colliders, level.Changed(c, &after))
		}
	case what == joiningEdit && g != nil && len(all) > 0: // adds a shape to a group
		c := rapid.SampledFrom(all).Draw(t, "joins")
		after := *c
		after.GroupOf, after.Layer = g.ID, g.Layer
		d.Colliders = append(d.Colliders, level.Changed(c, &after))
	case what == 6:
		i := &level.Instance{
			ID:     level.InstanceID(first) + level.InstanceID(len(doc.Instances())),
			Prefab: "a.level.yaml", Layer: rapid.SampledFrom(layers).Draw(t, "layer").ID,
		}
		if i.Order = rapid.SampledFrom([]float64{0.5, 1.5, 100}).Draw(t, "order"); g != nil {
			i.Layer, i.GroupOf = g.Layer, g.ID
		}
		d.Instances = append(d.Instances, level.Added(i))
	case what == 7 && len(doc.Instances()) > 0:
		before := rapid.SampledFrom(doc.Instances()).Draw(t, "instance")
		after := before.WithChange(level.PartChange{
			Part:  "c1",
			Key:   rapid.SampledFrom([]string{"radius", "friction"}).Draw(t, "key"),
			Value: rapid.SampledFrom([]string{"1", "2"}).Draw(t, "value"),
		})
		switch rapid.IntRange(0, 6).Draw(t, "instance edit") {
		case 0:
			after = nil
		case 1:
			after.Position.X += 3
			after.Name = rapid.SampledFrom([]string{"a", "b"}).Draw(t, "name")
		case 2:
			after.GroupOf, after.Layer = 0, rapid.SampledFrom(layers).Draw(t, "layer").ID
		case 3:
			after = before.WithoutChange("c1", "")
		case 4:
			if g != nil {
				after.GroupOf, after.Layer = g.ID, g.Layer
			}
		case 5:
			after = before.WithChange(level.PartChange{Part: "c1", Key: level.RemovedKey, Value: "true"})
		}
		if !after.Equal(before) {
			d.Instances = append(d.Instances, level.Change[level.Instance]{Before: before, After: after})
		}
	default:
		d, _ = anEdit(t, doc, first)
		for i, c := range d.Colliders {
			if c.Before != nil && c.After != nil && c.After.Layer != c.Before.Layer {
				d.Colliders[i].After.GroupOf = 0
			}
		}
		for _, l := range d.Layers {
			for _, g := range doc.Groups() {
				if l.After == nil && g.Layer == l.Before.ID {
					d.Groups = append(d.Groups, level.Removed(g))
				}
			}
			for _, i := range doc.Instances() {
				if l.After == nil && i.Layer == l.Before.ID {
					d.Instances = append(d.Instances, level.Removed(i))
				}
			}
		}
	}
	_ = doc.Apply(doc.WithoutEmptied(d))
}

func copyWithGroups(t fataler, doc *level.Document) *level.Document {
	t.Helper()
	out, err := level.Parse([]byte(text(t, doc)), "copy")
	check(t, err)
	return out
}

// TestMergeOfGroups merges levels whose groups were edited on both sides. The result is valid and reads back, changes
// by only one side are taken, and every way of resolving the rest gives a valid level.
func TestMergeOfGroups(t *testing.T) {
	t.Parallel()
	anyEdit := rapid.IntRange(0, lastEdit)
	rapid.Check(t, func(t *rapid.T) {
		b := baseLevel(t)
		for range rapid.IntRange(0, 6).Draw(t, "base edits") {
			groupEdit(t, b, 200, anyEdit.Draw(t, "group edit"))
		}
		o, th := copyWithGroups(t, b), copyWithGroups(t, b)
		b = copyWithGroups(t, b)
		for range rapid.IntRange(0, 6).Draw(t, "our edits") {
			groupEdit(t, o, 300, anyEdit.Draw(t, "group edit"))
		}
		for range rapid.IntRange(0, 6).Draw(t, "their edits") {
			groupEdit(t, th, rapid.SampledFrom([]level.ID{300, 400}).Draw(t, "first"), anyEdit.Draw(t, "group edit"))
		}
		if r := mustMerge(t, b, o, b); text(t, r.Document) != text(t, o) {
			t.Fatalf("ours alone is merged as\n%s\nwant\n%s", text(t, r.Document), text(t, o))
		}
		if r := mustMerge(t, b, b, th); text(t, r.Document) != text(t, th) {
			t.Fatalf("theirs alone is merged as\n%s\nwant\n%s", text(t, r.Document), text(t, th))
		}
		r := mustMerge(t, b, o, th)
		check(t, r.Document.Validate())
		noneMissing(t, b, o, th, r.Document)
		copyWithGroups(t, r.Document)
		if d := level.Compare(r.Document, copyWithGroups(t, r.Document)); !d.IsEmpty() {
			t.Fatalf("the level differs from itself: %+v", d)
		}
		var choices []level.ConflictChoice
		for i := range r.Document.Settings().Conflicts {
			if side := level.Side(rapid.IntRange(0, 2).Draw(t, "side")); side > 0 {
				choices = append(choices, level.ConflictChoice{Conflict: i, Side: side})
			}
		}
		if err := r.Document.Apply(level.Settle(r.Document, choices).Diff); err != nil {
			t.Fatalf("%v\n%s", err, text(t, r.Document))
		}
		check(t, r.Document.Validate())
	})
}

// If both sides move groups and shapes between groups and layers, the merge keeps every shape.
func TestMergeOfGroupsLosesNothing(t *testing.T) {
	t.Parallel()
	moves := rapid.SampledFrom([]int{
		groupingEdit, nestingEdit, layerEdit, layerEdit, joiningEdit, joiningEdit, lastEdit,
	})
	rapid.Check(t, func(t *rapid.T) {
		b := baseLevel(t)
		for range rapid.IntRange(1, 3).Draw(t, "groups") {
			groupEdit(t, b, 200, groupingEdit)
		}
		b = copyWithGroups(t, b)
		sides := [2]*level.Document{copyWithGroups(t, b), copyWithGroups(t, b)}
		for i, side := range sides {
			for range rapid.IntRange(1, 4).Draw(t, "edits") {
				groupEdit(t, side, level.ID(300+100*i), moves.Draw(t, "move"))
			}
		}
		noneMissing(t, b, sides[0], sides[1], mustMerge(t, b, sides[0], sides[1]).Document)
	})
}

// noneMissing checks that the merged level has every collider and instance that no side deleted. Others may be missing
// only if the remaining side did not change them, or if a conflict has them.
func noneMissing(t *rapid.T, base, ours, theirs, merged *level.Document) {
	inConflict := map[string]bool{}
	for _, c := range merged.Settings().Conflicts {
		inConflict[c.ID] = inConflict[c.ID] || c.IsWhole()
	}
	for _, sides := range [2][2]*level.Document{{ours, theirs}, {theirs, ours}} {
		side, opposite := sides[0], sides[1]
		for c := range side.Colliders() {
			old, like := base.Collider(c.ID), *c
			if old != nil {
				like.Order = old.Order
			}
			stays := old == nil || opposite.Collider(c.ID) != nil || !like.Equal(old)
			if stays && merged.Collider(c.ID) == nil && !inConflict[c.ID.String()] {
				t.Fatalf("%v is missing\n%s", c.ID, text(t, merged))
			}
		}
		for _, i := range side.Instances() {
			stays := base.Instance(i.ID) == nil || opposite.Instance(i.ID) != nil
			if stays && merged.Instance(i.ID) == nil && !inConflict[i.ID.String()] {
				t.Fatalf("%v is missing\n%s", i.ID, text(t, merged))
			}
		}
	}
}

func TestMergeAndDiffOfGroups(t *testing.T) {
	t.Parallel()
	const head = `fillet: 2
name: x
size: [100, 100]
pixels_per_metre: 32
grid: {size: [16, 16]}
categories: [default]
groups:
  - {id: g1, name: crates, layer: l1}
layers:
  - id: l1
    name: L
    colliders:
      - {id: c1, group_of: g1, kind: point, position: [0, 0]}
      - {id: c2, kind: point, position: [0, 0]}
  - id: l2
    name: M
    colliders: []
`
	nested := []string{
		"groups:\n", "groups:\n  - {id: g2, name: pile, layer: l1}\n", "- {id: c2, kind",
		"- {id: c2, group_of: g2, kind",
	}
	inPile := append([]string{"name: crates, layer: l1}", "name: crates, layer: l1, group_of: g2}"}, nested...)
	onM := append([]string{
		"name: crates, layer: l1}", "name: crates, layer: l2}",
		"      - {id: c1, group_of: g1, kind: point, position: [0, 0]}\n", "", "colliders: []",
		"colliders:\n      - {id: c1, group_of: g1, kind: point, position: [0, 0]}",
	}, nested...)
	parse := func(pairs ...string) *level.Document {
		doc, err := level.Parse([]byte(strings.NewReplacer(pairs...).Replace(head)), "x")
		check(t, err)
		return doc
	}
	for _, tt := range []struct {
		name         string
		ours, theirs []string
		want         []string
		conflicts    int
		base         []string
		taken        []string // with theirs taken in all conflicts
	}{
		{
			"names and flags",
			[]string{"name: crates", "name: boxes"},
			[]string{"layer: l1}", "layer: l1, hidden: true}"},
			[]string{"{id: g1, name: boxes, layer: l1, hidden: true}"},
			0, nil, nil,
		},
		{
			"two names",
			[]string{"name: crates", "name: boxes"},
			[]string{"name: crates", "name: bins"},
			[]string{"name: boxes", "theirs: bins"},
			1, nil, nil,
		},
		{
			"joined while ungrouped",
			[]string{
				"  - {id: g1, name: crates, layer: l1}\n", "", "groups:\n", "",
				"group_of: g1, ", "",
			},
			[]string{"{id: c2,", "{id: c2, group_of: g1,"},
			[]string{"- id: c2\n        kind"},
			0, nil, nil,
		},
		{
			"moved to a layer while it was nested", onM, inPile,
			[]string{
				"{id: g1, name: crates, layer: l2}",
				"- id: g1\n    key: group_of\n    base: null\n    ours: null\n    theirs: g2\n",
			},
			1, nested,
			[]string{"{id: g1, name: crates, layer: l1, group_of: g2}"},
		},
		{
			"nested while it was moved to a layer", inPile, onM,
			[]string{
				"{id: g1, name: crates, layer: l1, group_of: g2}",
				"- id: g1\n    key: layer\n    base: l1\n    ours: l1\n    theirs: l2\n",
				"- id: l2\n    name: M\n    colliders: []",
			},
			1, nested,
			[]string{"{id: g1, name: crates, layer: l2}", "name: M\n    colliders:\n      - id: c1"},
		},
		{
			"joined while it was moved to a layer", onM[:6],
			[]string{"{id: c2,", "{id: c2, group_of: g1,"},
			[]string{"name: M\n    colliders:\n      - id: c1\n", "      - id: c2\n        group_of: g1\n"},
			0, nil, nil,
		},
		{
			"the only shape of a group nested while the parent was moved to a layer", onM,
			[]string{
				nested[0], "groups:\n  - {id: g2, name: pile, layer: l1, group_of: g1}\n", nested[2], nested[3],
			},
			[]string{"{id: g2, name: pile, layer: l2, group_of: g1}", "      - id: c2\n        group_of: g2\n"},
			0, nested, nil,
		},
		{
			"grouped inside while it was moved to a layer", onM[:6],
			[]string{
				nested[0], "groups:\n  - {id: g2, name: pile, layer: l1, group_of: g1}\n", nested[2], nested[3],
			},
			[]string{"{id: g2, name: pile, layer: l2, group_of: g1}", "      - id: c2\n        group_of: g2\n"},
			0, nil, nil,
		},
	} {
		r := mustMerge(t, parse(tt.base...), parse(tt.ours...), parse(tt.theirs...))
		got := text(t, r.Document)
		for _, want := range tt.want {
			if !strings.Contains(got, want) || len(r.Conflicts) != tt.conflicts {
				t.Errorf("%s: %d conflicts, %v, without %q in\n%s", tt.name, len(r.Conflicts), r.Notes, want, got)
			}
		}
		if tt.taken == nil {
			continue
		}
		var choices []level.ConflictChoice
		for i := range r.Conflicts {
			choices = append(choices, level.ConflictChoice{Conflict: i, Side: level.Theirs})
		}
		check(t, r.Document.Apply(level.Settle(r.Document, choices).Diff))
		got = text(t, r.Document)
		for _, want := range tt.taken {
			if !strings.Contains(got, want) {
				t.Errorf("%s: theirs taken without %q in\n%s", tt.name, want, got)
			}
		}
	}
	// A record that joins a group while the other side dissolves it is reported.
	const lone = "instances:\n  - {id: i1, prefab: p.level.yaml, name: lone, layer: l1, position: [0, 0]}\n"
	apart := []string{
		"  - {id: g1, name: crates, layer: l1}\n", "", "group_of: g1, ", "", "layers:\n",
		lone + "layers:\n",
	}
	base := []string{"layers:\n", lone + "layers:\n"}
	joined := []string{"layers:\n", strings.Replace(lone, "layer: l1,", "layer: l1, group_of: g1,", 1) + "layers:\n"}
	for name, sides := range map[string][2][]string{"ours": {apart, joined}, "theirs": {joined, apart}} {
		var notes []string
		r := mustMerge(t, parse(append(base, "groups:\n", "groups:\n  - {id: g3, name: other, layer: l1}\n", "{id: c2,",
			"{id: c2, group_of: g3,")...),
			parse(append(sides[0], "groups:\n", "groups:\n  - {id: g3, name: other, layer: l1"+
				nestedIn(name == "theirs")+"}\n", "{id: c2,", "{id: c2, group_of: g3,")...),
			parse(append(sides[1], "groups:\n", "groups:\n  - {id: g3, name: other, layer: l1"+nestedIn(name == "ours")+
				"}\n", "{id: c2,", "{id: c2, group_of: g3,")...))
		if notes = r.Notes; len(notes) != 2 || !strings.Contains(notes[0],
			"group other left group g1, which was deleted") ||
			!strings.Contains(notes[1], "instance lone left group g1") {
			t.Errorf("ungrouped by %s: %q", name, notes)
		}
	}
	d := level.Compare(parse(), parse("name: crates", "name: boxes", "{id: c2,", "{id: c2, group_of: g1,"))
	if len(d.Groups) != 1 || d.Groups[0].Label != "boxes" || !d.Groups[0].Has(level.RenamedChange) || len(d.Colliders) != 1 ||
		d.Colliders[0].Keys[0].Key != "group_of" {
		t.Errorf("difference = %+v", d)
	}
}

// nestedIn returns the key of a group inside g1, or "".
func nestedIn(nested bool) string {
	if nested {
		return ", group_of: g1"
	}
	return ""
}
