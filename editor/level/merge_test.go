package level_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"fillet/editor/level"
	"fillet/editor/testkit"
)

const head = `fillet: 1
name: Test
size: [512, 256]
pixels_per_metre: 32
grid: {size: [16, 16]}
categories: [terrain, player]
`

// parse reads a level with one layer and these colliders, each given as a line "c1 box [0, 0] radius: 2 …".
func parse(t *testing.T, lines ...string) *level.Document {
	t.Helper()
	return parseText(t, head+"layers:\n"+layerText("l1", lines...))
}

func layerText(id string, lines ...string) string {
	out := "  - id: " + id + "\n    name: Layer " + id + "\n    colliders:\n"
	if len(lines) == 0 {
		return strings.TrimSuffix(out, "\n") + " []\n"
	}
	for _, l := range lines {
		id, rest, _ := strings.Cut(l, " ")
		out += "      - {id: " + id + ", " + rest + "}\n"
	}
	return out
}

func parseText(t *testing.T, s string) *level.Document {
	t.Helper()
	doc, err := level.Parse([]byte(s), "test")
	check(t, err)
	return doc
}

func boxLine(id string, x int, more string) string {
	return fmt.Sprintf("%s kind: box, size: [16, 16], position: [%d, 0]%s", id, x, more)
}

func order(doc *level.Document, layer level.LayerID) string {
	var out []string
	for _, c := range doc.InLayer(layer) {
		out = append(out, c.ID.String())
	}
	return strings.Join(out, " ")
}

func formatConflicts(conflicts []level.Conflict) []string {
	var out []string
	for _, c := range conflicts {
		out = append(out, level.SayConflict(c, ""))
	}
	slices.Sort(out)
	return out
}

func TestMergeConflicts(t *testing.T) {
	t.Parallel()
	polygon := func(points, more string) string {
		return "c1 kind: polygon, points: " + points + ", position: [0, 0]" + more
	}
	for name, c := range map[string]struct {
		base, ours, theirs []string
		conflicts          []string
		want               []string // colliders of the merged level; nil: ours
	}{
		"both moved": {
			[]string{boxLine("c1", 0, "")},
			[]string{boxLine("c1", 5, "")},
			[]string{boxLine("c1", 9, "")},
			[]string{"c1: position: base [0, 0], ours [5, 0], theirs [9, 0]"},
			nil,
		},
		"corners and curves are merged one by one": {
			[]string{polygon("[[0, 0], [40, 0], [40, 40], [0, 40]]", ", radii: [1, 2, 3, 4]")},
			[]string{polygon("[[0, 0], [40, 0], [40, 40], [0, 40]]", ", radii: [1, 2, 3, 8]")},
			[]string{polygon("[[0, 0], [40, 0], [40, 40], [0, 40]]",
				", radii: [1, 2, 3, 4], chamfers: [5, ~, ~, ~], curves: [{edge: 1, arc: 6}]")},
			nil,
			[]string{polygon("[[0, 0], [40, 0], [40, 40], [0, 40]]",
				", radii: [1, 2, 3, 8], chamfers: [5, ~, ~, ~], curves: [{edge: 1, arc: 6}]")},
		},
		"both bent an edge": {
			[]string{polygon("[[0, 0], [40, 0], [40, 40], [0, 40]]", "")},
			[]string{polygon("[[0, 0], [40, 0], [40, 40], [0, 40]]", ", curves: [{edge: 1, arc: 6}]")},
			[]string{polygon("[[0, 0], [40, 0], [40, 40], [0, 40]]",
				", curves: [{edge: 1, cubic: [[50, 10], [50, 30]]}]")},
			[]string{"c1: curves: base [], ours [{edge: 1, arc: 6}], theirs [{edge: 1, cubic: [[50, 10], [50, 30]]}]"},
			nil,
		},
		"moved and turned": {
			[]string{boxLine("c1", 0, "")},
			[]string{boxLine("c1", 5, "")},
			[]string{boxLine("c1", 0, ", angle: 30")},
			nil,
			[]string{boxLine("c1", 5, ", angle: 30")},
		},
		"tags and properties one by one": {
			[]string{boxLine("c1", 0, ", tags: [a, b], properties: {hp: 1, xp: 2}")},
			[]string{boxLine("c1", 0, ", tags: [b, c], properties: {hp: 5, xp: 2}")},
			[]string{boxLine("c1", 0, ", tags: [a, b, d], properties: {hp: 1, new: x}")},
			nil,
			[]string{boxLine("c1", 0, ", tags: [b, c, d], properties: {hp: 5, new: x}")},
		},
		"one property": {
			[]string{boxLine("c1", 0, ", properties: {hp: 1}")},
			[]string{boxLine("c1", 0, ", properties: {hp: 2}")},
			[]string{boxLine("c1", 0, "")},
			[]string{"c1: properties.hp: base 1, ours 2, theirs (none)"},
			nil,
		},
		"deleted and changed": {
			[]string{boxLine("c1", 0, ""), boxLine("c2", 0, "")},
			[]string{boxLine("c1", 5, "")},
			[]string{boxLine("c2", 5, "")},
			[]string{
				"c1: collider: base {id: c1, layer: l1, kind: box, size: [16, 16], position: [0, 0]}, ours {id: c1, " +
					"layer: l1, kind: box, size: [16, 16], position: [5, 0]}, theirs (none)",
				"c2: collider: base {id: c2, layer: l1, kind: box, size: [16, 16], position: [0, 0]}, ours (none), " +
					"theirs {id: c2, layer: l1, kind: box, size: [16, 16], position: [5, 0]}",
			},
			nil,
		},
		"a radius too large for the new outline": {
			[]string{polygon("[[0, 0], [64, 0], [64, 64], [0, 64]]", "")},
			[]string{polygon("[[0, 0], [8, 0], [8, 8], [0, 8]]", "")},
			[]string{polygon("[[0, 0], [64, 0], [64, 64], [0, 64]]", ", radius: 20")},
			[]string{
				"c1: points: base [[0, 0], [64, 0], [64, 64], [0, 64]], ours [[0, 0], [8, 0], [8, 8], [0, 8]], " +
					"theirs [[0, 0], [64, 0], [64, 64], [0, 64]]",
				"c1: radius: base 0, ours 0, theirs 20",
			},
			nil,
		},
		"an outline and its frame": {
			[]string{polygon("[[0, 0], [64, 0], [64, 64]]", "")},
			[]string{polygon("[[0, 0], [32, 0], [64, 64]]", "")},
			[]string{polygon("[[0, 0], [50, 0], [64, 64]]", ", angle: 5")},
			[]string{
				"c1: angle: base 0, ours 0, theirs 5",
				"c1: points: base [[0, 0], [64, 0], [64, 64]], ours [[0, 0], [32, 0], [64, 64]], theirs [[0, 0], " +
					"[50, 0], [64, 64]]",
			},
			nil,
		},
		"two kinds of shape": {
			[]string{boxLine("c1", 0, "")},
			[]string{"c1 kind: circle, radius: 4, position: [0, 0]"},
			[]string{boxLine("c1", 0, ", radius: 3")},
			[]string{"c1: shape: base {kind: box, size: [16, 16]}, ours {kind: circle, radius: 4}, theirs {kind: " +
				"box, size: [16, 16], radius: 3}"},
			nil,
		},
		"one-way and trigger": {
			[]string{boxLine("c1", 0, "")},
			[]string{boxLine("c1", 0, ", role: one-way")},
			[]string{boxLine("c1", 0, ", role: trigger")},
			[]string{"c1: role: base solid, ours {role: one-way, one_way: [0, -1]}, theirs trigger"},
			nil,
		},
		"collides with": {
			[]string{boxLine("c1", 0, "")},
			[]string{boxLine("c1", 0, ", collides_with: []")},
			[]string{boxLine("c1", 0, ", collides_with: [player]")},
			[]string{"c1: collides_with: base everything, ours [], theirs [player]"},
			nil,
		},
		"a move survives an insertion": {
			[]string{boxLine("c1", 0, ""), boxLine("c2", 0, ""), boxLine("c3", 0, "")},
			[]string{boxLine("c3", 0, ""), boxLine("c1", 0, ""), boxLine("c2", 0, "")},
			[]string{boxLine("c1", 0, ""), boxLine("c9", 7, ""), boxLine("c2", 0, ""), boxLine("c3", 0, ""), boxLine("c8", 8, "")},
			nil,
			[]string{boxLine("c3", 0, ""), boxLine("c1", 0, ""), boxLine("c9", 7, ""), boxLine("c2", 0, ""), boxLine("c8", 8, "")},
		},
		"moved to two places": {
			[]string{boxLine("c1", 0, ""), boxLine("c2", 0, ""), boxLine("c3", 0, ""), boxLine("c4", 0, "")},
			[]string{boxLine("c4", 0, ""), boxLine("c1", 0, ""), boxLine("c2", 0, ""), boxLine("c3", 0, "")},
			[]string{boxLine("c1", 0, ""), boxLine("c4", 0, ""), boxLine("c2", 0, ""), boxLine("c3", 0, "")},
			[]string{"c4: order: base c3, ours first, theirs c1"},
			nil,
		},
		"both deleted": {
			[]string{boxLine("c1", 0, ""), boxLine("c2", 0, "")},
			[]string{boxLine("c2", 0, "")},
			[]string{boxLine("c2", 0, "")},
			nil, nil,
		},
		"both added the same": {nil, []string{boxLine("c1", 0, "")}, []string{boxLine("c1", 0, "")}, nil, nil},
	} {
		t.Run(name, func(t *testing.T) {
			r := mustMerge(t, parse(t, c.base...), parse(t, c.ours...), parse(t, c.theirs...))
			slices.Sort(c.conflicts)
			if got := formatConflicts(r.Conflicts); !slices.Equal(got, c.conflicts) {
				t.Errorf("conflicts:\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(c.conflicts, "\n"))
			}
			want := c.want
			if want == nil {
				want = c.ours
			}
			doc := r.Document
			s := *doc.Settings()
			s.Conflicts = nil
			check(t, doc.Apply(level.Diff{Settings: level.Changed(doc.Settings(), &s)}))
			if got, want := text(t, doc), text(t, parse(t, want...)); got != want {
				t.Errorf("merged:\n%s\nwant\n%s", got, want)
			}
		})
	}
}

// If two people add shapes with the same counted id, both shapes survive. Layers and their contents survive too.
func TestMergeSeparatesNewShapes(t *testing.T) {
	t.Parallel()
	base := parse(t, boxLine("c1", 0, ""))
	ours := parseText(t, head+"layers:\n"+layerText("l1", boxLine("c1", 0, ""), boxLine("c2", 10, ""))+layerText("l2",
		boxLine("c3", 0, "")))
	theirs := parseText(t, head+"layers:\n"+layerText("l1", boxLine("c1", 0, ""), boxLine("c2", 20, ""))+
		strings.Replace(layerText("l2", boxLine("c4", 0, "")), "Layer l2", "Theirs", 1))
	r := mustMerge(t, base, ours, theirs)
	if len(r.Conflicts) > 0 || r.Document.Len() != 5 || len(r.Document.Layers()) != 3 {
		t.Fatalf("%v\n%s", r.Conflicts, text(t, r.Document))
	}
	xs := map[float64]level.ID{}
	for c := range r.Document.Colliders() {
		xs[c.Position.X] = c.ID
	}
	if xs[10] != 2 || xs[20] == 0 || xs[20] == 2 {
		t.Errorf("the shape at 10 is %v, the shape at 20 is %v; want c2 and another", xs[10], xs[20])
	}
	if l := r.Document.Layer(r.Document.Collider(4).Layer); l.Name != "Theirs" {
		t.Errorf("c4 is on layer %q, want theirs", l.Name)
	}
	if again := mustMerge(t, base, ours, theirs); text(t, again.Document) != text(t, r.Document) {
		t.Error("the same merge gave another level")
	}
}

// A shape that got a new id in a merge is not added again when its branch is merged once more, as after a rebase.
func TestMergeTwice(t *testing.T) {
	t.Parallel()
	base := parse(t, boxLine("c1", 0, ""))
	ours, theirs := parse(t, boxLine("c1", 0, ""), boxLine("c2", 10, "")), parse(t, boxLine("c1", 0, ""), boxLine("c2", 20, ""))
	once := mustMerge(t, base, ours, theirs).Document
	twice := mustMerge(t, base, once, theirs)
	if len(twice.Conflicts) > 0 || text(t, twice.Document) != text(t, once) {
		t.Errorf("%q\n%s", formatConflicts(twice.Conflicts), text(t, twice.Document))
	}
	// If the shape has changed since then, it differs from the branch's.
	moved := copyOf(t, once)
	for c := range once.Colliders() {
		if c.Position.X == 20 {
			after := *c
			after.Position.X = 30
			check(t, moved.Apply(level.Diff{Colliders: []level.Change[level.Collider]{level.Changed(c, &after)}}))
		}
	}
	if r := mustMerge(t, base, moved, theirs); r.Document.Len() != 4 {
		t.Errorf("%d shapes, want 4", r.Document.Len())
	}
}

// A random id belongs to one shape. Its changes from two branches, such as a cherry-pick and its successors, are
// merged.
func TestMergeShapeFromTwoBranches(t *testing.T) {
	t.Parallel()
	r := mustMerge(t, parse(t), parse(t, boxLine("ck3fw7m2a", 5, "")), parse(t, boxLine("ck3fw7m2a", 9, "")))
	if got := formatConflicts(r.Conflicts); r.Document.Len() != 1 || len(got) != 1 ||
		!strings.Contains(got[0], "ck3fw7m2a: position: base (none), ours [5, 0], theirs [9, 0]") {
		t.Errorf("%d shapes, conflicts %q", r.Document.Len(), got)
	}
}

func TestMergeDeletedLayer(t *testing.T) {
	t.Parallel()
	with := func(lines ...string) *level.Document {
		return parseText(t, head+"layers:\n"+layerText("l1")+layerText("l2", lines...))
	}
	base, without := with(boxLine("c1", 0, "")), parse(t)
	drawn := with(boxLine("c1", 0, ""), boxLine("c2", 10, ""))
	for name, sides := range map[string][2]*level.Document{"by them": {drawn, without}, "by us": {without, drawn}} {
		t.Run(name, func(t *testing.T) {
			r := mustMerge(t, base, sides[0], sides[1])
			if got := order(r.Document, 2); got != "c2" {
				t.Errorf("the layer has %q, want c2", got)
			}
			if len(r.Conflicts) != 1 || r.Conflicts[0].Key != level.LayerKey || r.Conflicts[0].ID != "l2" {
				t.Errorf("conflicts: %q", formatConflicts(r.Conflicts))
			}
			for _, side := range []level.Side{level.Ours, level.Theirs} {
				doc := copyOf(t, r.Document)
				s := level.Settle(doc, []level.ConflictChoice{{Conflict: 0, Side: side}})
				check(t, doc.Apply(s.Diff))
				if order(doc, 2) != "c2" || len(doc.Settings().Conflicts) > 0 {
					t.Errorf("resolved: %q, %q", order(doc, 2), doc.Settings().Conflicts)
				}
			}
		})
	}
}

// If ours deletes a layer in which theirs changes a record, taking theirs restores the layer too.
func TestTakeRecordOfDeletedLayer(t *testing.T) {
	t.Parallel()
	with := func(groups, instances string) *level.Document {
		return parseText(t, strings.Replace(head, "fillet: 1", "fillet: 2", 1)+"groups:\n  - "+groups+
			"\ninstances:\n  - "+instances+"\nlayers:\n"+layerText("l1")+
			layerText("l2", boxLine("c1", 0, ", group_of: g1")))
	}
	const group, instance = "{id: g1, name: a, layer: l2}", "{id: i1, prefab: p.level.yaml, layer: l2, position: [0, 0]}"
	base := with(group, instance)
	for _, theirs := range []*level.Document{
		with(strings.Replace(group, "name: a", "name: b", 1), instance),
		with(group, strings.Replace(instance, "[0, 0]", "[8, 0]", 1)),
	} {
		doc := mustMerge(t, base, parse(t), theirs).Document
		var all []level.ConflictChoice
		for i := range doc.Settings().Conflicts {
			all = append(all, level.ConflictChoice{Conflict: i, Side: level.Theirs})
		}
		s := level.Settle(doc, all)
		check(t, doc.Apply(s.Diff))
		if len(all) != 2 || len(s.Left) > 0 || doc.Layer(2) == nil || doc.Group(1) == nil && doc.Instance(1) == nil {
			t.Errorf("of %d conflicts, left %q\n%s", len(all), s.Left, text(t, doc))
		}
	}
}

func categoriesOf(names, extra string) string {
	return strings.Replace(head, "[terrain, player]", names, 1) + "layers:\n" + extra
}

// Categories that shapes name stay, without duplicates, if the side without them is taken.
func TestMergeKeepsCategoriesInUse(t *testing.T) {
	t.Parallel()
	file := func(names string, more ...string) *level.Document {
		return parseText(t, categoriesOf(names, layerText("l1", append([]string{boxLine("c1", 0, "")}, more...)...)))
	}
	doc := mustMerge(t, file("[terrain, player]"), file("[terrain, player, more]", boxLine("c2", 0, ", categories: [player]"),
		boxLine("c3", 0, ", collides_with: [player]")), file("[terrain]")).Document
	if n := len(doc.Settings().Conflicts); n != 1 {
		t.Fatalf("%d conflicts", n)
	}
	s := level.Settle(doc, []level.ConflictChoice{{Conflict: 0, Side: level.Theirs}})
	check(t, doc.Apply(s.Diff))
	if got := fmt.Sprint(doc.Settings().Categories); got != "[terrain player]" {
		t.Errorf("categories = %s", got)
	}
	if note := "kept the categories [player]: shapes use them"; !slices.Contains(s.Notes, note) {
		t.Errorf("notes = %q, want %q", s.Notes, note)
	}
}

// After a merge, masks mean the same as on their own side.
func TestMergeCategories(t *testing.T) {
	t.Parallel()
	shape := func(more string) string { return layerText("l1", boxLine("c1", 0, more)) }
	for name, c := range map[string]struct {
		base, ours, theirs string
		want               string // the categories
		conflicts          int
		of                 map[level.ID]string // categories that shapes name
	}{
		"both add": {
			categoriesOf("[terrain, player]", shape("")), categoriesOf("[terrain, player, enemy]",
				shape(", collides_with: [enemy]")),
			categoriesOf("[terrain, player, coin]", layerText("l1", boxLine("c1", 0, ""),
				boxLine("c2", 0, ", collides_with: [coin]"))),
			"[terrain player enemy coin]", 0,
			map[level.ID]string{1: "[] [enemy]", 2: "[] [coin]"},
		},
		"one side removes a category that the other uses": {
			categoriesOf("[terrain, player]", shape("")), categoriesOf("[terrain]", shape("")),
			categoriesOf("[terrain, player]", shape(", categories: [player]")),
			"[terrain player]", 1,
			map[level.ID]string{1: "[player] []"},
		},
		"another name comes first": {
			categoriesOf("[terrain, player]", shape("")),
			categoriesOf("[terrain, player]", layerText("l1", boxLine("c1", 0, ""), boxLine("c2", 0, ""))),
			categoriesOf("[new, terrain, player]", shape("")),
			"[new terrain player]", 0,
			map[level.ID]string{1: "[] []", 2: "[terrain] []"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			r := mustMerge(t, parseText(t, c.base), parseText(t, c.ours), parseText(t, c.theirs))
			if got := fmt.Sprint(r.Document.Settings().Categories); got != c.want || len(r.Conflicts) != c.conflicts {
				t.Errorf("categories %s, want %s; conflicts %q", got, c.want, formatConflicts(r.Conflicts))
			}
			for id, want := range c.of {
				if o := r.Document.Collider(id); fmt.Sprint(o.Categories, o.CollidesWith) != want {
					t.Errorf("%v names %v %v, want %s", id, o.Categories, o.CollidesWith, want)
				}
			}
		})
	}
	t.Run("too many", func(t *testing.T) {
		names := func(prefix string) string {
			out := []string{"terrain"}
			for i := range 63 {
				out = append(out, fmt.Sprint(prefix, i))
			}
			return "[" + strings.Join(out, ", ") + "]"
		}
		r := mustMerge(t, parseText(t, categoriesOf("[terrain]", shape(""))),
			parseText(t, categoriesOf(names("o"), shape(""))),
			parseText(t, categoriesOf(names("t"), shape(", collides_with: [t0, t1]"))))
		if n := len(r.Document.Settings().Categories); n != 64 || len(r.Conflicts) != 2 {
			t.Errorf("%d categories, conflicts %q", n, formatConflicts(r.Conflicts))
		}
	})
}

// The record of an import follows the colliders. A later import on one side becomes the base of the next comparison.
func TestMergeImports(t *testing.T) {
	t.Parallel()
	file := func(digest, found, more string) string {
		return head + "imports:\n  - {file: world.ldtk, digest: " + digest + "}\nlayers:\n" + layerText("l1",
			"c1 kind: box, size: ["+found+
				", 16], position: [0, 0], source: {file: world.ldtk, id: a, digest: \"12345678\"}"+more)
	}
	r := mustMerge(t, parseText(t, file("one", "16", "")), parseText(t, file("one", "16", ", tags: [mine]")),
		parseText(t, file("two", "32", "")))
	m := r.Document.Settings().Imports[0]
	c := r.Document.Collider(1)
	if len(r.Conflicts) > 0 || m.Digest != "two" || len(m.Base) != 1 || c.Shape.Size.X != 32 ||
		!slices.Equal(c.Tags, []string{"mine"}) {
		t.Errorf("conflicts %q, import %+v, collider %+v", formatConflicts(r.Conflicts), m, c)
	}
	r = mustMerge(t, parseText(t, file("one", "16", "")), parseText(t, file("three", "16", "")),
		parseText(t, file("two", "16", "")))
	if got := formatConflicts(r.Conflicts); len(got) != 1 || !strings.Contains(got[0], "imports.world.ldtk") {
		t.Errorf("conflicts %q", got)
	}
	written := text(t, r.Document)
	doc := parseText(t, written)
	s := level.Settle(doc, []level.ConflictChoice{{Conflict: 0, Side: level.Theirs}})
	check(t, doc.Apply(s.Diff))
	if m := doc.Settings().Imports[0]; m.Digest != "two" || len(m.Base) != 1 {
		t.Errorf("taken: %+v", m)
	}
}

// If one side deleted a collider and the other moved it to a layer, taking the other side puts it on top of that layer.
func TestTakenColliderIsOnTop(t *testing.T) {
	t.Parallel()
	file := func(first, second string) *level.Document {
		return parseText(t, "fillet: 1\nname: x\nsize: [9, 9]\nlayers:\n  - {id: l1, name: a, colliders: ["+first+
			"]}\n  - {id: l2, name: b, colliders: [{id: c2, kind: point, position: [2, 2]}"+second+"]}\n")
	}
	c := func(radius string) string { return "{id: c1, kind: circle, radius: " + radius + ", position: [1, 1]}" }
	r := mustMerge(t, file(c("1"), ""), file("", ""), file("", ", "+c("3")))
	if len(r.Conflicts) == 0 {
		t.Fatal("there is no conflict")
	}
	check(t, r.Document.Apply(level.Settle(r.Document, []level.ConflictChoice{{Conflict: 0, Side: level.Theirs}}).Diff))
	var order []level.ID
	for _, l := range r.Document.Snapshot().Layers[1].Colliders {
		order = append(order, l.ID)
	}
	if !slices.Equal(order, []level.ID{2, 1}) {
		t.Errorf("the layer has %v, want c1 above c2", order)
	}
}

// Adding shapes below an instance does not change the instance, so the other side may delete it.
func TestShapesBelowAnInstance(t *testing.T) {
	t.Parallel()
	file := func(first, instance string) *level.Document {
		return parseText(t, "fillet: 2\nname: x\nsize: [9, 9]\ninstances: ["+instance+"]\nlayers:\n"+
			"  - {id: l1, name: a, colliders: ["+first+"{id: c2, kind: point, position: [2, 2]}, "+
			"{id: c3, kind: point, position: [3, 3]}]}\n")
	}
	const instance = "{id: i1, prefab: p.level.yaml, layer: l1, order: c2, position: [1, 1]}"
	r := mustMerge(t, file("", instance), file("{id: c1, kind: point, position: [1, 1]}, ", instance), file("", ""))
	if len(r.Conflicts) > 0 || r.Document.Instance(1) != nil || r.Document.Collider(1) == nil {
		t.Errorf("conflicts %q, instance %v", formatConflicts(r.Conflicts), r.Document.Instance(1))
	}
}

// A collider that is marked as missing from its file and kept stays marked after a merge.
func TestMergeKeptMissingCollider(t *testing.T) {
	t.Parallel()
	file := func(gone string) *level.Document {
		doc := many(t, 1, func(_ int, c *level.Collider) {
			c.Source = &level.Source{File: "world.ldtk", Level: "L", Layer: "l"}
		})
		before := doc.Settings()
		after := *before
		b := level.Imported{Collider: doc.Collider(1), Gone: gone == "true", Kept: gone == "kept"}
		after.Imports = []*level.Import{{File: "world.ldtk", Digest: "one", Base: []level.Imported{b}}}
		check(t, doc.Apply(level.Diff{Settings: level.Changed(before, &after)}))
		written := text(t, doc)
		if has := strings.Contains(written, "gone: "+gone); has != (gone != "") {
			t.Fatalf("gone %q is not in the file:\n%s", gone, written)
		}
		return parseText(t, written)
	}
	for _, change := range [][2]string{{"", "true"}, {"", "kept"}, {"true", "kept"}, {"true", ""}, {"kept", ""}} {
		for side := range 2 {
			base, ours, theirs := file(change[0]), file(change[side]), file(change[1-side])
			r := mustMerge(t, base, ours, theirs)
			b := r.Document.Settings().Imports[0].Base[0]
			if len(r.Conflicts) > 0 || b.Gone != (change[1] == "true") || b.Kept != (change[1] == "kept") {
				t.Errorf("from %q to %q on side %d: gone %v, kept %v, conflicts %q", change[0], change[1], side, b.Gone,
					b.Kept, formatConflicts(r.Conflicts))
			}
		}
	}
}

// Conflicts of an earlier merge remain until one side has resolved them.
func TestMergeKeepsUndecided(t *testing.T) {
	t.Parallel()
	undecided := strings.Replace(head, "fillet: 1", "fillet: 2", 1) +
		"conflicts:\n  - {id: c1, key: position, base: [0, 0], ours: [1, 0], theirs: [2, 0]}\nlayers:\n" +
		layerText("l1", boxLine("c1", 1, ""))
	plain := parse(t, boxLine("c1", 1, ""))
	if r := mustMerge(t, plain, parseText(t, undecided), plain); len(r.Document.Settings().Conflicts) != 1 ||
		len(r.Conflicts) != 0 {
		t.Errorf("ours: %q", r.Document.Settings().Conflicts)
	}
	if r := mustMerge(t, plain, plain, parseText(t, undecided)); len(r.Document.Settings().Conflicts) != 1 {
		t.Errorf("theirs: %q", r.Document.Settings().Conflicts)
	}
	if r := mustMerge(t, parseText(t, undecided), plain, parseText(t,
		undecided)); len(r.Document.Settings().Conflicts) != 0 {
		t.Errorf("resolved by ours: %q", r.Document.Settings().Conflicts)
	}
}

// If the base leaves a conflict open and both sides resolved it differently, it is a conflict again. Git creates such a
// base for branches that merged each other.
func TestMergeUndecidedBase(t *testing.T) {
	t.Parallel()
	base := parseText(t, strings.Replace(head, "fillet: 1", "fillet: 2", 1)+
		"conflicts:\n  - {id: c1, key: position, base: [0, 0], ours: [1, 0], theirs: [2, 0]}\nlayers:\n"+layerText("l1",
		boxLine("c1", 1, "")))
	r := mustMerge(t, base, parse(t, boxLine("c1", 1, "")), parse(t, boxLine("c1", 2, ", tags: [a]")))
	if got := formatConflicts(r.Conflicts); len(got) != 1 || r.Document.Collider(1).Position.X != 1 ||
		len(r.Document.Collider(1).Tags) != 1 {
		t.Errorf("conflicts %q, merged %+v", got, r.Document.Collider(1))
	}
}

func many(t testing.TB, n int, change func(i int, c *level.Collider)) *level.Document {
	t.Helper()
	doc, err := level.NewDocument(level.DefaultSettings())
	check(t, err)
	d := level.Diff{Layers: []level.Change[level.Layer]{level.Added(&level.Layer{ID: 1, Name: "all", Order: 1})}}
	for i := range n {
		c := level.NewCollider(level.ID(i+1), 1, "", level.Shape{
			Kind: level.Box, Size: level.Vec{X: 8, Y: 8},
			Rounding: level.Inset,
		}, level.Vec{X: float64(i%1000) * 10, Y: float64(i/1000) * 10})
		c.Properties = level.Properties{"hp": 1.0}
		change(i, c)
		d.Colliders = append(d.Colliders, level.Added(c))
	}
	check(t, doc.Apply(d))
	return doc
}

// A merge with many shapes changed on both sides, a third of them in conflict and reordered on one side, can be
// completed and resolved.
func TestMergeOfManyShapes(t *testing.T) {
	t.Parallel()
	n := 100_000
	if testing.Short() {
		n = 5000
	}
	base := many(t, n, func(int, *level.Collider) {})
	ours := many(t, n, func(i int, c *level.Collider) { c.Position.X++; c.Properties["ours"] = 1.0 })
	theirs := many(t, n, func(i int, c *level.Collider) {
		c.Angle, c.Order = 30, float64(-i)
		if i%3 == 0 {
			c.Position.X--
		}
	})
	r := mustMerge(t, base, ours, theirs)
	if want := (n + 2) / 3 * 2; len(r.Conflicts) != want { // one for position, one for angle
		t.Errorf("%d conflicts, want %d", len(r.Conflicts), want)
	}
	var all []level.ConflictChoice
	for i := range r.Conflicts {
		all = append(all, level.ConflictChoice{Conflict: i, Side: level.Theirs})
	}
	s := level.Settle(r.Document, all)
	check(t, r.Document.Apply(s.Diff))
	if len(r.Document.Settings().Conflicts) > 0 {
		t.Errorf("left %d", len(s.Left))
	}
}

// undecidedLevel returns a level of one layer with conflicts, each given as a line "id: c1, key: position, …".
func undecidedLevel(t *testing.T, conflicts []string, lines ...string) *level.Document {
	t.Helper()
	text := strings.Replace(head, "fillet: 1", "fillet: 2", 1) + "conflicts:\n"
	for _, c := range conflicts {
		text += "  - {" + c + "}\n"
	}
	return parseText(t, text+"layers:\n"+layerText("l1", lines...))
}

// Conflicts about one key from several merges are resolved separately. A chosen version is taken; if two are chosen,
// neither is dropped.
func TestConflictsOfOneKey(t *testing.T) {
	t.Parallel()
	const one, two = "id: c1, key: position, base: [0, 0], ours: [1, 0], theirs: [2, 0]",
		"id: c1, key: position, base: [0, 0], ours: [1, 0], theirs: [3, 0]"
	const layer, name = "id: l1, key: name, base: a, ours: Layer l1, theirs: b",
		"id: level, key: name, base: a, ours: Test, theirs: b"
	for _, test := range []struct {
		choices []level.ConflictChoice
		x       float64
		left    int // number of undecided conflicts afterwards
		reasons int // number of these that give a reason
	}{
		{[]level.ConflictChoice{{Conflict: 1, Side: level.Theirs}}, 3, 3, 0},
		{[]level.ConflictChoice{{Conflict: 0, Side: level.Theirs}, {Conflict: 1, Side: level.Ours}}, 2, 2, 0},
		{[]level.ConflictChoice{{Conflict: 0, Side: level.Ours}, {Conflict: 1, Side: level.Theirs}}, 3, 2, 0},
		{[]level.ConflictChoice{{Conflict: 0, Side: level.Ours}, {Conflict: 1, Side: level.Ours}}, 1, 2, 0},
		{[]level.ConflictChoice{
			{Conflict: 0, Side: level.Theirs},
			{Conflict: 1, Side: level.Theirs},
			{Conflict: 2, Side: level.Theirs},
			{Conflict: 3, Side: level.Theirs},
		}, 1, 2, 2},
	} {
		doc := undecidedLevel(t, []string{one, two, layer, name}, boxLine("c1", 1, ""))
		s := level.Settle(doc, test.choices)
		check(t, doc.Apply(s.Diff))
		if x, left := doc.Collider(1).Position.X, doc.Settings().Conflicts; x != test.x || len(left) != test.left ||
			len(s.Left) != test.reasons {
			t.Errorf("%v: at %g, want %g; %d left, want %d; %q", test.choices, x, test.x, len(left), test.left, s.Left)
		}
	}
}

// In a conflict, ours is the current value, even after an edit.
func TestUndecidedConflictFollowsEdits(t *testing.T) {
	t.Parallel()
	conflicts := []string{
		"id: c1, key: position, base: [0, 0], ours: [1, 0], theirs: [2, 0]",
		"id: c1, key: properties.hp, base: 1, ours: 2, theirs: 3",
		"id: c2, key: angle, base: 0, ours: 1, theirs: 2", "id: l1, key: name, base: a, ours: b, theirs: c",
		"id: level, key: name, base: a, ours: b, theirs: c",
		"id: c1, key: collider, base: null, ours: null, theirs: {id: c1, layer: l1, kind: point, position: [0, 0]}",
	}
	doc := undecidedLevel(t, conflicts, boxLine("c1", 7, ", properties: {hp: 5}"))
	var got []string
	for _, c := range doc.Undecided() {
		got = append(got, c.Ours)
	}
	if want := []string{"[7, 0]", "5", "", `"Layer l1"`, "Test", ""}; !slices.Equal(got, want) {
		t.Errorf("ours %q, want %q", got, want)
	}
}

// If the outline for a restored shape is invalid, the outline stays in conflict, and the shape is restored.
func TestRestoredShapeWithInvalidOutline(t *testing.T) {
	t.Parallel()
	doc := undecidedLevel(t, []string{
		"id: c1, key: points, base: [[0, 0], [8, 0], [8, 8]], ours: [[0, 0], [8, 0], [8, 9]], theirs: [[0, 0], [8, " +
			"8], [8, 0], [0, 8]]",
		"id: c1, key: collider, base: null, ours: null, theirs: {id: c1, layer: l1, kind: polygon, points: [[0, 0], " +
			"[8, 0], [8, 8]], position: [0, 0]}",
	}, boxLine("c2", 0, ""))
	s := level.Settle(doc, []level.ConflictChoice{{Conflict: 0, Side: level.Theirs}, {Conflict: 1, Side: level.Theirs}})
	check(t, doc.Apply(s.Diff))
	if doc.Collider(1) == nil || len(s.Left) != 1 || len(doc.Settings().Conflicts) != 1 {
		t.Errorf("%v; left %q", doc.Collider(1), s.Left)
	}
}

// A shape that is restored takes its place in theirs' order.
func TestRestoredShapeOrder(t *testing.T) {
	t.Parallel()
	doc := undecidedLevel(t, []string{
		"id: c1, key: order, base: first, ours: c3, theirs: c2",
		"id: c1, key: collider, base: null, ours: null, theirs: {id: c1, layer: l1, kind: point, position: [0, 0]}",
	}, boxLine("c2", 0, ""), boxLine("c3", 0, ""))
	s := level.Settle(doc, []level.ConflictChoice{{Conflict: 0, Side: level.Theirs}, {Conflict: 1, Side: level.Theirs}})
	check(t, doc.Apply(s.Diff))
	if got := order(doc, 1); got != "c2 c1 c3" {
		t.Errorf("order = %s; left %q", got, s.Left)
	}
}

// A shape that one side deleted can be restored if the other side has an open conflict about it.
func TestMergeDeletedShapeWithConflict(t *testing.T) {
	t.Parallel()
	const c = "id: c1, key: position, base: [0, 0], ours: [1, 0], theirs: [2, 0]"
	base := parse(t, boxLine("c1", 1, ""), boxLine("c2", 0, ""))
	deleted := parse(t, boxLine("c2", 0, ""))
	for side := range 2 {
		for _, take := range []struct {
			keys []string
			side level.Side
			want string // the position of c1, or ""
			left int
		}{
			{[]string{"position", level.ColliderKey}, level.Ours, []string{"", "[1, 0]"}[side], 0},
			{[]string{"position"}, level.Theirs, "[2, 0]", []int{0, 1}[side]},
			{[]string{"position", level.ColliderKey}, level.Theirs, []string{"[2, 0]", ""}[side], []int{0, 1}[side]},
		} {
			open := undecidedLevel(t, []string{c}, boxLine("c1", 1, ""), boxLine("c2", 0, ""))
			ours, theirs := deleted, open
			if side == 1 {
				ours, theirs = open, deleted
			}
			r := mustMerge(t, base, ours, theirs)
			doc := parseText(t, text(t, r.Document))
			if n := len(doc.Settings().Conflicts); n != 2 {
				t.Fatalf("side %d: %d conflicts, want one about the position and one about the shape: %q", side, n,
					formatConflicts(doc.Settings().Conflicts))
			}
			var choices []level.ConflictChoice
			for i, c := range doc.Settings().Conflicts {
				if slices.Contains(take.keys, c.Key) {
					choices = append(choices, level.ConflictChoice{Conflict: i, Side: take.side})
				}
			}
			s := level.Settle(doc, choices)
			check(t, doc.Apply(s.Diff))
			got := ""
			if c1 := doc.Collider(1); c1 != nil {
				got = fmt.Sprintf("[%g, %g]", c1.Position.X, c1.Position.Y)
			}
			if n := len(doc.Settings().Conflicts); got != take.want || n != take.left {
				t.Errorf("side %d, %v of %v: c1 is at %q, want %q; %d left, want %d; %q", side, take.side, take.keys,
					got, take.want, n, take.left, s.Left)
			}
		}
	}
}

// Comparing and merging levels takes memory linear in the number of layers and imports: four times as many take four
// times the memory.
func TestMergeMemoryIsLinear(t *testing.T) {
	const n = 1000
	text := func(n int, layers, imports, name string) *level.Document {
		var b strings.Builder
		b.WriteString(head)
		if b.WriteString("imports:"); imports == "" {
			b.WriteString(" []")
		}
		for i := 0; imports != "" && i < n; i++ {
			fmt.Fprintf(&b, "\n  - {file: %s%d.ldtk, mode: %s}", imports, i/2, []string{"tiles", "entities"}[i%2])
		}
		b.WriteString("\nlayers:\n")
		for i := range n {
			fmt.Fprintf(&b, "  - {id: %s%d, name: %s, colliders: []}\n", layers, i+1, name)
		}
		return parseText(t, b.String())
	}
	took := func(n int) uint64 {
		base, ours, theirs := text(n, "l", "a", "was"), text(n, "l", "a", "mine"), text(n, "l", "", "theirs")
		return testkit.AllocatedBytes(func() {
			if d := level.Compare(base, theirs); len(d.Layers) != n || len(d.Settings) != n {
				t.Fatalf("%d layers and %d imports differ, want %d of both", len(d.Layers), len(d.Settings), n)
			}
			if _, err := level.Merge(base, ours, theirs); err != nil {
				t.Fatal(err)
			}
		})
	}
	if one, four := took(n), took(4*n); four > 6*one {
		t.Errorf("%d take %d MB, four times as many take %d MB", n, one>>20, four>>20)
	}
}

// Ignored entries merge one by one. An entry with different reasons is an ordinary conflict.
func TestMergeIgnored(t *testing.T) {
	t.Parallel()
	with := func(entries ...string) *level.Document {
		text := "fillet: 2\n" + strings.SplitN(head, "\n", 2)[1]
		if len(entries) > 0 {
			text += "ignored:\n  - " + strings.Join(entries, "\n  - ") + "\n"
		}
		return parseText(t, text+"layers:\n"+layerText("l1", boxLine("c1", 0, ""), boxLine("c2", 8, "")))
	}
	const a, b, c = "{rule: overlap, ids: [c1, c2]}", "{rule: seam, ids: [c1, c2]}", "{rule: gap, ids: [c1, c2]}"
	because := func(reason string) string { return "{rule: overlap, ids: [c1, c2], reason: " + reason + "}" }
	for name, x := range map[string]struct {
		base, ours, theirs []string
		want               []string
		conflicts          []string
	}{
		"one each":              {[]string{a}, []string{a, b}, []string{a, c}, []string{a, b, c}, nil},
		"the same":              {nil, []string{a}, []string{a}, []string{a}, nil},
		"theirs stops ignoring": {[]string{a, b}, []string{a, b}, []string{b}, []string{b}, nil},
		"ours stops ignoring":   {[]string{a, b}, []string{b}, []string{a, b, c}, []string{b, c}, nil},
		"theirs has a reason":   {[]string{a}, []string{a}, []string{because("x")}, []string{because("x")}, nil},
		"ours stops ignoring, theirs changes the reason": {
			[]string{a},
			nil,
			[]string{because("x")},
			nil,
			[]string{"level: ignored.overlap c1 c2: base {rule: overlap, ids: [c1, c2]}, ours (none), theirs {rule: " +
				"overlap, ids: [c1, c2], reason: x}"},
		},
		"two reasons": {
			nil,
			[]string{because("x")},
			[]string{because("z")},
			[]string{because("x")},
			[]string{"level: ignored.overlap c1 c2: base (none), ours {rule: overlap, ids: [c1, c2], reason: x}, " +
				"theirs {rule: overlap, ids: [c1, c2], reason: z}"},
		},
	} {
		r, err := level.Merge(with(x.base...), with(x.ours...), with(x.theirs...))
		check(t, err)
		if !slices.EqualFunc(r.Document.Settings().Ignored, with(x.want...).Settings().Ignored, level.Ignored.Equal) {
			t.Errorf("%s: got %v, want %v", name, r.Document.Settings().Ignored, x.want)
		}
		if got := formatConflicts(r.Conflicts); !slices.Equal(got, x.conflicts) {
			t.Errorf("%s: conflicts %q, want %q", name, got, x.conflicts)
		}
		if len(x.conflicts) == 0 {
			continue
		}
		doc := parseText(t, text(t, r.Document))
		check(t, doc.Apply(level.Settle(doc, []level.ConflictChoice{{Conflict: 0, Side: level.Theirs}}).Diff))
		if !slices.EqualFunc(doc.Settings().Ignored, with(x.theirs...).Settings().Ignored, level.Ignored.Equal) {
			t.Errorf("%s: with theirs taken, entries = %v", name, doc.Settings().Ignored)
		}
	}
	if d := level.Compare(with(a, b), with(because("x"), c)); len(d.Settings) != 3 ||
		d.Settings[0].Key != "ignored.overlap c1 c2" || d.Settings[1].After != "" || d.Settings[2].Before != "" {
		t.Errorf("compared: %v", d.Settings)
	}
}

// Theirs' ignored entries follow a shape that gets a new id.
func TestMergeIgnoredOfARenamedShape(t *testing.T) {
	t.Parallel()
	text := func(x int, ignored string) *level.Document {
		s := "fillet: 2\n" + strings.SplitN(head, "\n", 2)[1] + ignored + "layers:\n"
		if x == 0 {
			return parseText(t, s+layerText("l1", boxLine("c1", 0, "")))
		}
		return parseText(t, s+layerText("l1", boxLine("c1", 0, ""), boxLine("c2", x, "")))
	}
	r, err := level.Merge(text(0, ""), text(50, ""),
		text(8, "ignored:\n  - {rule: overlap, ids: [c1, c2], reason: meant}\n"))
	check(t, err)
	if r.Document.Len() != 3 || len(r.Document.Settings().Ignored) != 1 {
		t.Fatalf("merged:\n%v", r.Document.Settings().Ignored)
	}
	ids := r.Document.Settings().Ignored[0].IDs
	if c := r.Document.Collider(ids[1]); ids[0] != 1 || c == nil || c.Position.X != 8 {
		t.Errorf("the entry is about %v", ids)
	}
}

// If one side renames a prefab and the other places it by its old path, the merge uses the new path.
func TestMergeFollowsRenamedPrefabs(t *testing.T) {
	t.Parallel()
	placed := func(id, prefab string) string {
		return "  - {id: " + id + ", prefab: " + prefab + ", layer: l1, position: [0, 0]}\n"
	}
	text := func(instances ...string) *level.Document {
		return parseText(t, strings.Replace(head, "fillet: 1", "fillet: 2", 1)+"instances:\n"+strings.Join(instances,
			"")+"layers:\n"+layerText("l1"))
	}
	const was, now = "crate.level.yaml", "props/box.level.yaml"
	base := text(placed("i1", was), placed("i2", was), placed("i9", "lamp.level.yaml"))
	renamed := text(placed("i1", now), placed("i2", now), placed("i9", "lamp.level.yaml"))
	swapped := text(placed("i1", now), placed("i2", was), placed("i9", "lamp.level.yaml"))
	added := text(placed("i1", was), placed("i2", was), placed("iq2ajb4xd", was), placed("i9", "lamp.level.yaml"))
	for _, test := range []struct {
		name         string
		ours, theirs *level.Document
		gone         string
		want         string
	}{
		{"theirs renames", added, renamed, was, now},
		{"ours renames", renamed, added, was, now},
		{"another prefab everywhere is no renaming while the old one exists", added, renamed, "", was},
		{"another prefab in one place is no renaming", added, swapped, was, was},
		{"neither exists", added, renamed, was + now, was},
		{"neither side renames", added, base, was, was},
	} {
		r, err := level.Merge(base, test.ours, test.theirs)
		if err != nil || len(r.Conflicts) > 0 {
			t.Fatalf("%s: %v, %v", test.name, err, r)
		}
		exists := func(prefab string) bool { return !strings.Contains(test.gone, prefab) }
		notes, err := level.FollowRenames(r.Document, base, test.ours, test.theirs, exists)
		if err != nil {
			t.Fatal(err)
		}
		id, err := level.ParseInstanceID("iq2ajb4xd")
		if err != nil {
			t.Fatal(err)
		}
		if got := r.Document.Instance(id).Prefab; got != test.want {
			t.Errorf("%s: %s is placed, want %s", test.name, got, test.want)
		}
		if (len(notes) > 0) != (test.want == now) {
			t.Errorf("%s: notes %q", test.name, notes)
		}
	}
}

// A prefab is renamed if all of its instances have the same new prefab. Removed instances do not count.
func TestRenamedPrefabs(t *testing.T) {
	t.Parallel()
	text := func(prefabs ...string) *level.Document {
		s := strings.Replace(head, "fillet: 1", "fillet: 2", 1) + "instances:\n"
		for i, prefab := range prefabs {
			if prefab != "" {
				s += fmt.Sprintf("  - {id: i%d, prefab: %s, layer: l1, position: [0, 0]}\n", i+1, prefab)
			}
		}
		return parseText(t, s+"layers:\n"+layerText("l1"))
	}
	base := text("a", "a", "b", "c", "c")
	got := level.RenamedPrefabs(base, text("x", "y", "z", "", "w"))
	if want := map[string]string{"b": "z", "c": "w"}; !maps.Equal(got, want) {
		t.Errorf("renamed %v, want %v", got, want)
	}
	if got := level.RenamedPrefabs(base, text("x", "a", "a", "c", "c")); !maps.Equal(got, map[string]string{"b": "a"}) {
		t.Errorf("renamed %v, want b to a", got)
	}
}
