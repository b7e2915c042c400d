package editor_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"fillet/editor"
	"fillet/editor/level"
)

// levelOf returns a document with layers, the lowest first, each with the given number of boxes.
func levelOf(t testing.TB, sizes ...int) *level.Document {
	t.Helper()
	doc, err := level.NewDocument(level.DefaultSettings())
	if err != nil {
		t.Fatal(err)
	}
	var d level.Diff
	id := level.ID(0)
	for i, n := range sizes {
		l := level.LayerID(i + 1)
		d.Layers = append(d.Layers, level.Added(&level.Layer{
			ID: l, Name: fmt.Sprintf("Layer %d", l),
			Order: float64(l),
		}))
		for k := range n {
			id++
			c := level.NewCollider(id, l, fmt.Sprintf("box %d", id),
				level.Shape{Kind: level.Box, Size: level.Vec{X: 8, Y: 8}, Rounding: level.Inset},
				level.Vec{X: 20 * float64(k), Y: 40 * float64(i)})
			c.Order = float64(k + 1)
			d.Colliders = append(d.Colliders, level.Added(c))
		}
	}
	if err := doc.Apply(d); err != nil {
		t.Fatal(err)
	}
	return doc
}

// listed returns the rows as text: layers by name, colliders after a bar.
func listed(t *editor.LevelTree) []string {
	var out []string
	for i := range t.Len() {
		r := t.At(i)
		out = append(out, strings.Repeat("|", r.Depth)+t.Label(r))
	}
	return out
}

func TestTreeListsTheTopmostFirst(t *testing.T) {
	t.Parallel()
	tree := editor.NewLevelTree(levelOf(t, 2, 1), editor.FilterFacts{}, nil)
	want := []string{"Layer 2", "|box 3", "Layer 1", "|box 2", "|box 1"}
	if got := listed(tree); !slices.Equal(got, want) {
		t.Errorf("rows = %q, want %q", got, want)
	}
	tree.Fold(tree.At(0), true)
	want = []string{"Layer 2", "Layer 1", "|box 2", "|box 1"}
	if got := listed(tree); !slices.Equal(got, want) {
		t.Errorf("with the first layer folded, rows = %q, want %q", got, want)
	}
	if i := tree.Find(3); i != -1 {
		t.Errorf("a folded collider has row %d", i)
	}
	if i := tree.Reveal(3); i != 1 || tree.Len() != 5 {
		t.Errorf("after revealing it has row %d of %d", i, tree.Len())
	}
	if p := tree.Parent(4); p != 2 {
		t.Errorf("the parent of the last row is row %d, want 2", p)
	}
}

// A level with too many rows for the window starts with folded layers, so that all layers are visible.
func TestLargeLevelsStartFolded(t *testing.T) {
	t.Parallel()
	if n := editor.NewLevelTree(levelOf(t, 30, 20), editor.FilterFacts{}, nil).Len(); n != 52 {
		t.Errorf("a small level opens with %d rows, want all 52", n)
	}
	if n := editor.NewLevelTree(levelOf(t, 500, 20), editor.FilterFacts{}, nil).Len(); n != 2 {
		t.Errorf("a large level opens with %d rows, want its 2 layers", n)
	}
	if n := editor.NewLevelTree(levelOf(t, 500), editor.FilterFacts{}, nil).Len(); n != 501 {
		t.Errorf("a large level of one layer opens with %d rows, want 501", n)
	}
}

func TestFilterLanguage(t *testing.T) {
	t.Parallel()
	doc := levelOf(t, 3, 3)
	s := editor.NewSession(doc)
	change := func(id level.ID, f func(c *level.Collider)) {
		c := *doc.Collider(id)
		f(&c)
		if err := s.Do("change", level.Diff{Colliders: []level.Change[level.Collider]{level.Changed(doc.Collider(id),
			&c)}}); err != nil {
			t.Fatal(err)
		}
	}
	settings := *doc.Settings()
	settings.Categories = []string{"terrain", "props"}
	if err := s.Do("settings", level.Diff{Settings: level.Changed(doc.Settings(), &settings)}); err != nil {
		t.Fatal(err)
	}
	change(1, func(c *level.Collider) { c.Name, c.Tags = "Left Wall", []string{"coin", "gold"} })
	change(2, func(c *level.Collider) { c.Role, c.Body = level.Trigger, level.Dynamic })
	change(3, func(c *level.Collider) { c.Categories, c.Tags = []string{"props"}, []string{"coins"} })
	change(4, func(c *level.Collider) { c.Name = "Straße Ölfaß" })
	change(5, func(c *level.Collider) { c.Locked = true })
	change(6, func(c *level.Collider) { c.Name, c.Properties = "", level.Properties{"hp": 3.0} })
	if err := s.Layers().SetHidden(2, true); err != nil {
		t.Fatal(err)
	}
	facts := editor.FilterFacts{
		Overlaps:   func(id level.ID) bool { return id == 2 || id == 3 },
		HasFinding: func(id level.ID) bool { return id == 1 },
	}
	for text, want := range map[string][]level.ID{
		"":                       {1, 2, 3, 4, 5, 6},
		"box":                    {2, 3, 5},
		"WALL left":              {1},
		`"left wall"`:            {1},
		`"wall left"`:            nil,
		"name:wall":              {1},
		"ölFASS":                 nil,
		"ÖLFAß":                  {4},
		"tag:coin":               {1, 3},
		"tag:=coin":              {1},
		"tag:COIN -tag:gold":     {3},
		"-tag:coin box":          {2, 5},
		"kind:box":               {1, 2, 3, 4, 5, 6},
		"kind:cir":               nil,
		"role:trigger":           {2},
		"role:t body:dyn":        {2},
		"category:terrain":       {1, 2, 4, 5, 6},
		"category:props":         {3},
		"layer:1":                {1, 2, 3},
		`layer:"layer 2" box`:    {5},
		"-layer:1":               {4, 5, 6},
		"has:overlap":            {2, 3},
		"has:overlap has:tag":    {3},
		"has:finding":            {1},
		"-has:name":              {6},
		"has:prop":               {6},
		"is:hidden":              {4, 5, 6},
		"is:locked":              {5},
		"id:c4":                  {4},
		"Layer":                  {6}, // its title is "Layer 2 3"
		"-":                      {1, 2, 3, 4, 5, 6},
		"tag:":                   {1, 2, 3, 4, 5, 6},
		"12:30":                  nil, // not a key but part of a name
		`"tag:coin"`:             nil,
		"  box\t -role:trigger ": {3, 5},
	} {
		tree := editor.NewLevelTree(doc, facts, nil)
		if err := tree.SetFilter(text); err != nil {
			t.Errorf("%q: %v", text, err)
			continue
		}
		got := tree.Matches()
		slices.Sort(got)
		if !slices.Equal(got, want) {
			t.Errorf("%q matches %v, want %v", text, got, want)
		}
		if n := tree.MatchCount(); n != len(want) {
			t.Errorf("%q counts %d, want %d", text, n, len(want))
		}
		tree.Close()
	}
	for text, want := range map[string]string{
		"tga:coin": "unknown filter “tga:”: use name:, tag:, kind:, role:, body:, category:, group:, prefab:, " +
			"material:, layer:, has:, is: or id:",
		"kind:bax":  "kind: must be polygon, box, circle, capsule, chain or point, not “bax”",
		"-has:luck": "has: must be overlap, finding, tag, property, name or changes, not “luck”",
	} {
		tree := editor.NewLevelTree(doc, facts, nil)
		if err := tree.SetFilter("box"); err != nil {
			t.Fatal(err)
		}
		if err := tree.SetFilter(text); err == nil || err.Error() != want {
			t.Errorf("%q: got %v, want %s", text, err, want)
		}
		if tree.Filter != "box" || tree.MatchCount() != 3 {
			t.Errorf("after the error %q filters %q, %d", text, tree.Filter, tree.MatchCount())
		}
	}
}

// Split separates free words from the rest of the filter.
func TestFilterSplits(t *testing.T) {
	t.Parallel()
	f, err := editor.ParseFilter(`Left -old tag:coin "two words" -kind:box`)
	if err != nil {
		t.Fatal(err)
	}
	words, others := f.Split()
	if !slices.Equal(words, []string{"left", "two words"}) || others.IsEmpty() {
		t.Errorf("words = %q, the rest is empty: %v", words, others.IsEmpty())
	}
	doc := levelOf(t, 1)
	if others.Matches(doc, doc.Collider(1), editor.FilterFacts{}) {
		t.Error("the rest matches a box")
	}
}

// A filter shows matches in their unfolded layers, and layers that match by name.
func TestFilterShowsAncestors(t *testing.T) {
	t.Parallel()
	doc := levelOf(t, 2, 2, 0)
	tree := editor.NewLevelTree(doc, editor.FilterFacts{}, nil)
	tree.FoldAll(true)
	for _, c := range []struct {
		filter string
		want   []string
	}{
		{"", []string{"Layer 3", "Layer 2", "Layer 1"}},
		{"4", []string{"Layer 2", "|box 4"}},
		{"layer", []string{"Layer 3", "Layer 2", "Layer 1"}},
		{"3", []string{"Layer 3", "Layer 2", "|box 3"}},
		{"layer:3 kind:box", nil},
		{"nothing", nil},
	} {
		if err := tree.SetFilter(c.filter); err != nil {
			t.Fatal(err)
		}
		if got := listed(tree); !slices.Equal(got, c.want) {
			t.Errorf("%q shows %q, want %q", c.filter, got, c.want)
		}
	}
}

// rowsOf is the reference: it builds all rows from the document alone. A group takes the place of its topmost listed
// collider.
func rowsOf(
	doc *level.Document, folded map[level.LayerID]bool, open map[level.GroupID]bool, f *editor.TreeFilter,
	facts editor.FilterFacts,
) []editor.TreeRow {
	var out []editor.TreeRow
	for _, l := range slices.Backward(doc.Layers()) {
		var all []*level.Collider
		for _, c := range slices.Backward(doc.InLayer(l.ID)) {
			if f == nil || f.Matches(doc, c, facts) {
				all = append(all, c)
			}
		}
		var list func(in level.GroupID, depth int) []editor.TreeRow
		list = func(in level.GroupID, depth int) (rows []editor.TreeRow) {
			listed := map[level.GroupID]bool{}
			for _, c := range all {
				if c.GroupOf == in {
					rows = append(rows, editor.TreeRow{
						Kind: editor.ColliderRow, Depth: depth, Layer: l.ID, Group: in,
						Collider: c.ID,
					})
					continue
				}
				for g := doc.Group(c.GroupOf); g != nil; g = doc.Group(g.Parent) {
					if g.Parent == in && !listed[g.ID] {
						listed[g.ID] = true
						rows = append(rows, editor.TreeRow{
							Kind: editor.GroupRow, Depth: depth, Layer: l.ID,
							Group: g.ID,
						})
						if f != nil || open[g.ID] {
							rows = append(rows, list(g.ID, depth+1)...)
						}
					}
				}
			}
			return rows
		}
		below := list(0, 1)
		if f != nil && len(below) == 0 && !f.MatchesLayer(l) {
			continue
		}
		out = append(out, editor.TreeRow{Kind: editor.LayerRow, Layer: l.ID})
		if f != nil || !folded[l.ID] {
			out = append(out, below...)
		}
	}
	return out
}

// After any edits, undo, folding and filtering, the tree matches the document and finds the index of every row.
func TestTreeFollowsTheDocument(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		doc := levelOf(t, 4, 0, 3)
		s := editor.NewSession(doc)
		overlapping := map[level.ID]bool{}
		facts := editor.FilterFacts{Overlaps: func(id level.ID) bool { return overlapping[id] }}
		tree := editor.NewLevelTree(doc, facts, nil)
		defer tree.Close()
		folded, open := map[level.LayerID]bool{}, map[level.GroupID]bool{}
		var filter *editor.TreeFilter
		ids := func() []level.ID {
			var all []level.ID
			for c := range doc.Colliders() {
				all = append(all, c.ID)
			}
			return all
		}
		some := func() []level.ID {
			all := ids()
			if len(all) == 0 {
				return nil
			}
			return rapid.SliceOfNDistinct(rapid.SampledFrom(all), 1, min(4, len(all)), rapid.ID[level.ID]).Draw(rt,
				"some")
		}
		layer := func() level.LayerID {
			if len(doc.Layers()) == 0 {
				return 0
			}
			return rapid.SampledFrom(doc.Layers()).Draw(rt, "layer").ID
		}
		for range rapid.IntRange(1, 25).Draw(rt, "steps") {
			what := rapid.SampledFrom([]string{
				"add", "delete", "move", "order", "rename", "layer", "unlayer", "raise",
				"name", "hide", "undo", "redo", "fold", "filter", "overlap", "place", "nudge", "group", "ungroup",
				"open", "merge",
			}).Draw(rt, "what")
			picked := some()
			s.Selection().Set(picked...)
			var err error
			switch what {
			case "add":
				c := level.NewCollider(0, 0, rapid.SampledFrom([]string{"", "rock", "box 7"}).Draw(rt, "name"),
					level.Shape{Kind: level.Circle, Radius: 4}, level.Vec{})
				_, err = s.Add(*c)
			case "delete":
				err = s.DeleteSelection()
			case "move":
				err = s.Shapes(picked).MoveToLayer(layer())
			case "order":
				err = s.Arrange().ToFront()
			case "rename":
				err = s.Rename(picked, rapid.SampledFrom([]string{"rock", "box", ""}).Draw(rt, "new"))
			case "layer":
				_, err = s.Layers().Add("")
			case "unlayer":
				err = s.Layers().Remove(layer())
			case "raise":
				err = s.Layers().Move(layer(), rapid.Bool().Draw(rt, "up"))
			case "name":
				err = s.Layers().Rename(layer(), rapid.SampledFrom([]string{"rock", "Terrain"}).Draw(rt,
					"layer's name"))
			case "hide":
				if l := doc.Layer(layer()); l != nil {
					err = s.Layers().SetHidden(l.ID, !l.Hidden)
				}
			case "undo":
				s.Undo()
			case "redo":
				s.Redo()
			case "fold":
				if id := layer(); id != 0 && filter == nil {
					folded[id] = !folded[id]
					tree.Fold(editor.TreeRow{Kind: editor.LayerRow, Layer: id}, folded[id])
				}
			case "filter":
				text := rapid.SampledFrom([]string{
					"", "rock", "-rock", "kind:circle", "is:hidden", "layer:1",
					"box -layer:3", "has:overlap", "terrain",
				}).Draw(rt, "filter")
				if err := tree.SetFilter(text); err != nil {
					rt.Fatal(err)
				}
				if filter, err = editor.ParseFilter(text); filter.IsEmpty() {
					filter = nil
				}
			case "overlap":
				clear(overlapping)
				for _, id := range picked {
					overlapping[id] = true
				}
				tree.FactsChanged()
			case "place":
				l := layer()
				under := level.ID(0)
				if in := doc.InLayer(l); len(in) > 0 {
					under = in[rapid.IntRange(0, len(in)-1).Draw(rt, "under")].ID
				}
				if !slices.Contains(picked, under) {
					err = s.Groups().Move(editor.Place{Layer: l, Under: under}, nil, picked)
				}
			case "group":
				_, err = s.Groups().Group()
			case "ungroup":
				err = s.Groups().Ungroup()
			case "open":
				if groups := doc.Groups(); len(groups) > 0 && filter == nil {
					g := rapid.SampledFrom(groups).Draw(rt, "group")
					open[g.ID] = !open[g.ID]
					tree.Fold(editor.TreeRow{Kind: editor.GroupRow, Layer: g.Layer, Group: g.ID}, !open[g.ID])
				}
			case "merge":
				err = s.Layers().MergeDown(layer())
			case "nudge":
				version := tree.Version()
				err = s.Nudge(3, 4)
				if tree.Version() != version {
					rt.Fatal("moving a shape on the canvas rebuilds the rows")
				}
			}
			_ = err // with nothing to do or a locked layer, the command changes nothing, which is fine here
			want := rowsOf(doc, folded, open, filter, facts)
			if n := tree.Len(); n != len(want) {
				rt.Fatalf("after %s there are %d rows, want %d", what, n, len(want))
			}
			for i, r := range want {
				if got := tree.At(i); got != r {
					rt.Fatalf("after %s row %d is %+v, want %+v", what, i, got, r)
				}
				if at := tree.Row(r); at != i {
					rt.Fatalf("after %s row %d is found at %d", what, i, at)
				}
			}
			for _, id := range ids() {
				shown := slices.ContainsFunc(want, func(r editor.TreeRow) bool {
					return r.Kind == editor.ColliderRow && r.Collider == id
				})
				if (tree.Find(id) >= 0) != shown {
					rt.Fatalf("after %s %v has row %d, and is shown: %v", what, id, tree.Find(id), shown)
				}
			}
		}
	})
}

// Any dragged rows land at the insertion line and keep their order.
func TestDropLandsAtTheLine(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		doc := levelOf(t, 4, 1, 3)
		s := editor.NewSession(doc)
		tree := editor.NewLevelTree(doc, editor.FilterFacts{}, nil)
		defer tree.Close()
		if rapid.Bool().Draw(rt, "folded") {
			tree.Fold(editor.TreeRow{Kind: editor.LayerRow, Layer: 2}, true)
		}
		for range rapid.IntRange(1, 6).Draw(rt, "drags") {
			var all []level.ID
			for c := range doc.Colliders() {
				all = append(all, c.ID)
			}
			ids := rapid.SliceOfNDistinct(rapid.SampledFrom(all), 1, 4, rapid.ID[level.ID]).Draw(rt, "dragged")
			at := rapid.Float64Range(-1, float64(tree.Len())+1).Draw(rt, "at")
			p, err := tree.Lift(ids, editor.TreeRow{Kind: editor.ColliderRow, Collider: ids[0]}).Over(at)
			if err != nil {
				rt.Fatal(err)
			}
			rows := make([]editor.TreeRow, 0, tree.Len())
			for i := range tree.Len() {
				rows = append(rows, tree.At(i))
			}
			steps := s.History()
			_, couldBefore := steps.CanUndo()
			before := orderOf(doc)
			if err := s.Groups().Move(editor.Place{Layer: p.Layer, Under: p.Under}, nil, ids); err != nil {
				rt.Fatal(err)
			}
			want := landed(rows, p, ids, doc)
			var got []level.ID
			for _, c := range slices.Backward(doc.InLayer(p.Layer)) {
				got = append(got, c.ID)
			}
			if !slices.Equal(got, want) {
				rt.Fatalf("%v dropped at %g (%+v): the layer has %v, want %v", ids, at, p, got, want)
			}
			after := orderOf(doc)
			if slices.Equal(before, after) {
				if _, can := steps.CanUndo(); can != couldBefore {
					rt.Fatal("a drag that changes nothing makes a step")
				}
				continue
			}
			s.Undo()
			if now := orderOf(doc); !slices.Equal(now, before) {
				rt.Fatalf("after undo the order is %v, want %v", now, before)
			}
			s.Redo()
		}
	})
}

func orderOf(doc *level.Document) (out []level.ID) {
	for c := range doc.Colliders() {
		out = append(out, c.ID, level.ID(c.Layer))
	}
	return out
}

// landed returns the expected rows of a layer, topmost first, with the dragged rows moved to the line.
func landed(rows []editor.TreeRow, p editor.DropPlace, ids []level.ID, doc *level.Document) []level.ID {
	var kept []level.ID
	at := -1
	for i, r := range rows {
		if i == p.Row && !p.Into && at < 0 {
			at = len(kept)
		}
		if r.Kind == editor.ColliderRow && r.Layer == p.Layer && !slices.Contains(ids, r.Collider) {
			kept = append(kept, r.Collider)
		}
		if r.Layer == p.Layer && r.Kind == editor.LayerRow && p.Into {
			at = 0
		}
	}
	if at < 0 {
		at = len(kept)
	}
	if p.Into && len(kept) == 0 { // its rows may be folded
		for _, c := range slices.Backward(doc.InLayer(p.Layer)) {
			if !slices.Contains(ids, c.ID) {
				kept = append(kept, c.ID)
			}
		}
	}
	moved := slices.Clone(ids)
	place := map[level.ID]int{}
	for i, c := range slices.Collect(doc.Colliders()) {
		place[c.ID] = i
	}
	slices.SortFunc(moved, func(a, b level.ID) int { return place[b] - place[a] })
	return slices.Insert(kept, at, moved...)
}

// Dropped rows go to the layer and group of the drop place, and whole groups stay intact. Dragged and remaining rows
// keep their order, and undo restores everything.
func TestDropWithGroups(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		doc := levelOf(t, 6, 5)
		s := editor.NewSession(doc)
		tree := editor.NewLevelTree(doc, editor.FilterFacts{}, nil)
		defer tree.Close()
		some := func(what string) []level.ID {
			return rapid.SliceOfNDistinct(rapid.SampledFrom(slices.Collect(ids(doc))), 1, 4,
				rapid.ID[level.ID]).Draw(rt, what)
		}
		for range rapid.IntRange(1, 4).Draw(rt, "groups") {
			s.Selection().Set(some("grouped")...)
			_, _ = s.Groups().Group() // fails across several layers
		}
		for _, g := range doc.Groups() {
			tree.Fold(editor.TreeRow{Kind: editor.GroupRow, Layer: g.Layer, Group: g.ID},
				rapid.Bool().Draw(rt, "folded"))
		}
		for range rapid.IntRange(1, 5).Draw(rt, "drags") {
			by := tree.At(rapid.IntRange(0, tree.Len()-1).Draw(rt, "row"))
			dragged := tree.Colliders(by)
			if by.Kind == editor.LayerRow {
				continue
			}
			if rapid.Bool().Draw(rt, "more") {
				dragged = append(dragged, some("others")...)
				slices.Sort(dragged)
				dragged = slices.Compact(dragged)
			}
			lifted := tree.Lift(dragged, by)
			p, err := lifted.Over(rapid.Float64Range(-1, float64(tree.Len())+1).Draw(rt, "at"))
			if err != nil {
				continue
			}
			before, wasIn := treeOf(doc), map[level.ID]level.GroupID{}
			for c := range doc.Colliders() {
				wasIn[c.ID] = c.GroupOf
			}
			moved, stayed := parted(doc, dragged)
			if err := s.Groups().Move(editor.Place{Group: p.Group, Layer: p.Layer, Under: p.Under}, lifted.Groups,
				lifted.IDs); err != nil {
				rt.Fatalf("%+v: %v", p, err)
			}
			movedNow, stayedNow := parted(doc, dragged)
			if len(moved) > 0 && !slices.Equal(moved, movedNow) || !slices.Equal(stayed, stayedNow) {
				rt.Fatalf("%v to %+v: the order of dragged rows is %v, was %v; of others %v, was %v", dragged, p,
					movedNow, moved, stayedNow, stayed)
			}
			for _, id := range dragged {
				c := doc.Collider(id)
				if c.Layer != p.Layer || p.Group != 0 && doc.Group(p.Group) != nil &&
					!doc.IsInGroup(c.GroupOf, p.Group) {
					rt.Fatalf("%v is in layer %v, group %v; the place was %+v", id, c.Layer, c.GroupOf, p)
				}
				keepsGroup := slices.ContainsFunc(lifted.Groups, func(g level.GroupID) bool {
					return doc.Group(g) != nil && doc.IsInGroup(wasIn[id], g)
				})
				if keepsGroup && c.GroupOf != wasIn[id] || !keepsGroup && c.GroupOf != p.Group {
					rt.Fatalf("%v is in group %v, was in %v; the place was %+v, whole groups %v", id, c.GroupOf,
						wasIn[id], p, lifted.Groups)
				}
			}
			if now := treeOf(doc); !slices.Equal(now, before) {
				s.Undo()
				if back := treeOf(doc); !slices.Equal(back, before) {
					rt.Fatalf("after undo the tree is %q, want %q", back, before)
				}
				s.Redo()
			}
		}
	})
}

func ids(doc *level.Document) func(func(level.ID) bool) {
	return func(yield func(level.ID) bool) {
		for c := range doc.Colliders() {
			if !yield(c.ID) {
				return
			}
		}
	}
}

// treeOf returns all document contents that its tree depends on.
func treeOf(doc *level.Document) (out []string) {
	for c := range doc.Colliders() {
		out = append(out, fmt.Sprint(c.ID, c.Layer, c.GroupOf))
	}
	for _, g := range doc.Groups() {
		out = append(out, fmt.Sprint(g.ID, g.Layer, g.Parent))
	}
	return out
}

// parted splits the colliders of a document, in drawing order, into the given ones and the rest.
func parted(doc *level.Document, some []level.ID) (in, out []level.ID) {
	for id := range ids(doc) {
		if slices.Contains(some, id) {
			in = append(in, id)
		} else {
			out = append(out, id)
		}
	}
	return in, out
}

// Locked colliders cannot be dragged, and nothing can be dropped on a locked layer. The error names the locked record.
func TestDropLockedRows(t *testing.T) {
	t.Parallel()
	doc := levelOf(t, 2, 2)
	s := editor.NewSession(doc)
	tree := editor.NewLevelTree(doc, editor.FilterFacts{}, nil)
	rejected := func(at float64, ids []level.ID, want string) {
		t.Helper()
		if _, err := tree.Lift(ids, editor.TreeRow{Kind: editor.ColliderRow, Collider: ids[0]}).Over(at); err == nil ||
			err.Error() != want {
			t.Errorf("dragging %v to %g: %v, want %q", ids, at, err, want)
		}
	}
	if err := s.Layers().SetLocked(2, true); err != nil {
		t.Fatal(err)
	}
	rejected(0.5, []level.ID{1}, "the layer Layer 2 is locked")
	rejected(4.5, []level.ID{3}, "the layer Layer 2 is locked")
	if err := s.Shapes([]level.ID{1}).SetLocked(true); err != nil {
		t.Fatal(err)
	}
	rejected(4.5, []level.ID{2, 1}, "box 1 is locked")
}

// A dragged layer lands above or below the layer under the pointer, whichever is nearer.
func TestDropLayer(t *testing.T) {
	t.Parallel()
	doc := levelOf(t, 2, 2, 2)
	tree := editor.NewLevelTree(doc, editor.FilterFacts{}, nil)
	for _, c := range []struct {
		at         float64
		id         level.LayerID
		row, index int
	}{
		{-3, 1, 0, 2},
		{1, 1, 0, 2},
		{2, 1, 3, 1},
		{4, 1, 3, 1},
		{5, 1, 6, 0},
		{20, 1, 9, 0},
		{0, 3, 0, 2},
		{2, 3, 3, 2},
		{5, 3, 6, 1},
		{9, 3, 9, 0},
		{1, 2, 0, 2},
		{4, 2, 3, 1},
		{5, 2, 6, 1},
		{8, 2, 9, 0},
	} {
		if p := tree.DropLayer(c.at, c.id); p.Row != c.row || p.Index != c.index {
			t.Errorf("layer %v at %g lands at row %d as %d, want row %d, %d", c.id, c.at, p.Row, p.Index, c.row,
				c.index)
		}
	}
}

func TestTypeAhead(t *testing.T) {
	t.Parallel()
	doc := levelOf(t, 3, 2)
	s := editor.NewSession(doc)
	if err := s.Rename([]level.ID{2}, "Rock"); err != nil {
		t.Fatal(err)
	}
	if err := s.Rename([]level.ID{4}, ""); err != nil {
		t.Fatal(err)
	}
	// rows: Layer 2, box 5, (Layer 2 1), Layer 1, box 3, Rock, box 1
	tree := editor.NewLevelTree(doc, editor.FilterFacts{}, nil)
	for _, c := range []struct {
		from int
		text string
		want int
	}{{0, "r", 5}, {0, "ROCK", 5}, {6, "b", 6}, {2, "b", 4}, {1, "layer 2", 2}, {3, "layer 2", 0}, {0, "zebra", -1}} {
		if got := tree.Begins(c.from, c.text); got != c.want {
			t.Errorf("%q from row %d: row %d, want %d", c.text, c.from, got, c.want)
		}
	}
}
