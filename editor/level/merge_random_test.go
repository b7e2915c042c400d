package level_test

import (
	"fmt"
	"maps"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"fillet/editor/level"
)

// shapeOf returns one of a few shapes of all kinds.
func shapeOf(t *rapid.T, label string) level.Shape {
	size := float64(rapid.IntRange(1, 9).Draw(t, label+" size")) * 4
	switch rapid.IntRange(0, 5).Draw(t, label+" kind") {
	case 0:
		return level.Shape{Kind: level.Circle, Radius: size}
	case 1:
		return level.Shape{Kind: level.Capsule, Points: []level.Vec{{}, {X: size}}, Radius: 3}
	case 2:
		return level.Shape{
			Kind: level.Polygon, Points: []level.Vec{{}, {X: size}, {X: size, Y: size}},
			Rounding: level.Inset,
		}
	case 3:
		return level.Shape{
			Kind: level.Chain, Points: []level.Vec{{}, {X: size}, {X: size, Y: size}},
			Closed: rapid.Bool().Draw(t, label+" closed"),
		}
	case 4:
		return level.Shape{Kind: level.Point}
	}
	return level.Shape{Kind: level.Box, Size: level.Vec{X: size, Y: 20}, Radius: 2, Rounding: level.Inset}
}

// baseLevel returns a random level with a few layers and shapes.
func baseLevel(t *rapid.T) *level.Document {
	s := level.DefaultSettings()
	s.Categories = []string{"terrain", "player", "enemy"}
	s.Exports = []level.ExportPreset{{Name: "game", Format: "json", File: "a.json"}}
	doc, err := level.NewDocument(s)
	check(t, err)
	var d level.Diff
	for i := range rapid.IntRange(1, 3).Draw(t, "layers") {
		d.Layers = append(d.Layers, level.Added(&level.Layer{
			ID:   level.LayerID(i + 1),
			Name: fmt.Sprintf("Layer %d", i+1), Order: float64(i + 1),
		}))
	}
	for i := range rapid.IntRange(0, 8).Draw(t, "shapes") {
		layer := level.LayerID(rapid.IntRange(1, len(d.Layers)).Draw(t, "layer"))
		c := level.NewCollider(level.ID(i+1), layer, fmt.Sprintf("shape %d", i+1), shapeOf(t, "base"),
			level.Vec{X: float64(i) * 50})
		c.Tags = []string{"old", "base"}
		c.Properties = level.Properties{"hp": 3.0, "title": "x"}
		d.Colliders = append(d.Colliders, level.Added(c))
	}
	check(t, doc.Apply(d))
	return doc
}

type fataler interface {
	Helper()
	Fatal(args ...any)
	Fatalf(format string, args ...any)
}

func check(t fataler, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// copyOf returns another document with the same records.
func copyOf(t fataler, doc *level.Document) *level.Document {
	t.Helper()
	out, err := level.NewDocument(doc.Settings())
	check(t, err)
	var d level.Diff
	for _, l := range doc.Layers() {
		d.Layers = append(d.Layers, level.Added(l))
	}
	for c := range doc.Colliders() {
		d.Colliders = append(d.Colliders, level.Added(c))
	}
	check(t, out.Apply(d))
	return out
}

// edit makes a random change to a level. It skips invalid changes. New shapes get ids from first on.
func edit(t *rapid.T, doc *level.Document, first level.ID) {
	for range rapid.IntRange(0, 8).Draw(t, "edits") {
		if d, ok := anEdit(t, doc, first); ok {
			_ = doc.Apply(doc.Completed(d)) // fails for a radius that does not fit the outline
		}
	}
}

func anEdit(t *rapid.T, doc *level.Document, first level.ID) (d level.Diff, ok bool) {
	ids := []level.ID{}
	for c := range doc.Colliders() {
		ids = append(ids, c.ID)
	}
	slices.Sort(ids)
	layers := doc.Layers()
	what := rapid.IntRange(0, pathEdit).Draw(t, "edit")
	switch {
	case what == 0:
		id := first
		for doc.Collider(id) != nil {
			id++
		}
		c := level.NewCollider(id, layers[0].ID, fmt.Sprintf("new %d", first), shapeOf(t, "new"),
			level.Vec{Y: float64(first)})
		c.Order = doc.TopOrder(c.Layer)
		d.Colliders = append(d.Colliders, level.Added(c))
		return d, true
	case what <= 4, what == ignoringEdit, what == pictureEdit:
		return settingsEdit(t, doc, what), true
	case what == 5:
		l := *rapid.SampledFrom(layers).Draw(t, "renamed layer")
		before := doc.Layer(l.ID)
		l.Name, l.Hidden = rapid.SampledFrom([]string{"A", "B"}).Draw(t, "layer name"), rapid.Bool().Draw(t, "hidden")
		l.Opacity = rapid.SampledFrom([]float64{0, 0.5}).Draw(t, "opacity")
		d.Layers = append(d.Layers, level.Changed(before, &l))
		return d, true
	case what == 6:
		id := level.LayerID(first)
		if doc.Layer(id) != nil {
			return d, false
		}
		d.Layers = append(d.Layers, level.Added(&level.Layer{
			ID: id, Name: fmt.Sprint("new ", first),
			Order: float64(rapid.IntRange(0, 9).Draw(t, "layer order")) + 0.5,
		}))
		return d, true
	case what == 7 && len(layers) > 1:
		l := rapid.SampledFrom(layers).Draw(t, "deleted layer")
		for _, c := range doc.InLayer(l.ID) {
			d.Colliders = append(d.Colliders, level.Removed(c))
		}
		d.Layers = append(d.Layers, level.Removed(l))
		return d, true
	case what == 8:
		l := *rapid.SampledFrom(layers).Draw(t, "moved layer")
		before := doc.Layer(l.ID)
		l.Order = float64(rapid.IntRange(-5, 5).Draw(t, "order")) + 0.25
		d.Layers = append(d.Layers, level.Changed(before, &l))
		return d, true
	case len(ids) == 0:
		return d, false
	}
	before := doc.Collider(rapid.SampledFrom(ids).Draw(t, "shape"))
	if what == jointEdit {
		return editOfJoint(t, doc, before.ID, rapid.SampledFrom(ids).Draw(t, "joined"))
	}
	if what == 9 {
		d.Colliders = append(d.Colliders, level.Removed(before))
		return d, true
	}
	after := *before
	after.Properties = level.Properties{}
	maps.Copy(after.Properties, before.Properties)
	if what == pathEdit {
		chains := slices.DeleteFunc(ids, func(id level.ID) bool {
			return id > 100 || doc.Collider(id).Shape.Kind != level.Chain
		})
		if len(chains) == 0 {
			return d, false
		}
		after.Body, after.Path = level.Kinematic, &level.Path{
			Chain: rapid.SampledFrom(chains).Draw(t, "chain"), Speed: float64(first),
		}
		d.Colliders = append(d.Colliders, level.Changed(before, &after))
		return d, after.Path.Chain != before.ID
	}
	colliderEdit(t, &after, layers, what)
	d.Colliders = append(d.Colliders, level.Changed(before, &after))
	return d, true
}

// ignoringEdit is an edit that ignores a finding, or stops ignoring one.
const ignoringEdit = 20

// pictureEdit is an edit that sets or removes a picture of the level.
const pictureEdit = 21

// jointEdit is an edit that adds, changes or removes a joint; pathEdit gives a collider a path along a chain.
const (
	jointEdit = 22 + iota
	pathEdit
)

func editOfJoint(t *rapid.T, doc *level.Document, a, b level.ID) (d level.Diff, ok bool) {
	before := doc.Settings()
	after := *before
	after.Joints = slices.Clone(before.Joints)
	j := level.Joint{ID: level.JointID(a), Kind: level.Hinge, A: a, B: b}
	i := slices.IndexFunc(after.Joints, func(o level.Joint) bool { return o.ID == j.ID })
	switch {
	case a == b || max(a, b) > 100: // a merge may give these other ids
		return d, false
	case i < 0:
		after.Joints = append(after.Joints, j)
		level.SortJoints(after.Joints)
	case rapid.Bool().Draw(t, "removed joint"):
		after.Joints = slices.Delete(after.Joints, i, i+1)
	default:
		after.Joints[i].Speed++
	}
	return level.Diff{Settings: level.Changed(before, &after)}, true
}

func settingsEdit(t *rapid.T, doc *level.Document, what int) level.Diff {
	before := doc.Settings()
	after := *before
	word := rapid.SampledFrom([]string{"a", "b", "c"}).Draw(t, "word")
	number := float64(rapid.IntRange(1, 3).Draw(t, "number")) * 10
	switch what {
	case 1:
		after.Name = word
	case 2:
		after.Grid.Size.X, after.Playtest.Speed = number, number
	case pictureEdit:
		if i := slices.IndexFunc(after.Pictures, func(p level.Picture) bool {
			return p.Name == word
		}); i >= 0 && number == 10 {
			after.Pictures = slices.Delete(slices.Clone(after.Pictures), i, i+1)
			break
		}
		after.Pictures = after.WithPicture(level.Picture{
			Name: word, File: "a.png", Size: level.Vec{X: number, Y: 8}, Opacity: 1, Order: int(number),
		})
	case ignoringEdit:
		after.Ignored = slices.Clone(after.Ignored)
		i := slices.IndexFunc(after.Ignored, func(e level.Ignored) bool { return e.IDs[1] == level.ID(number) })
		switch {
		case i < 0:
			after.Ignored = append(after.Ignored, level.NewIgnored(level.RuleOverlap, []level.ID{level.ID(number), 1},
				word))
		case word == "a":
			after.Ignored = slices.Delete(after.Ignored, i, i+1)
		default:
			after.Ignored[i].Reason = word
		}
	case 3:
		if slices.Contains(after.Categories, word) {
			after.Categories = slices.DeleteFunc(slices.Clone(after.Categories), func(s string) bool {
				return s == word
			})
			break
		}
		at := rapid.IntRange(0, len(after.Categories)).Draw(t, "at")
		after.Categories = slices.Insert(slices.Clone(after.Categories), at, word)
	default:
		after.Exports = []level.ExportPreset{
			{Name: "game", Format: "json", File: word + ".json"},
			{Name: word, Format: "yaml", File: "x"},
		}
	}
	return level.Diff{Settings: level.Changed(before, &after)}
}

func colliderEdit(t *rapid.T, c *level.Collider, layers []*level.Layer, what int) {
	word := rapid.SampledFrom([]string{"a", "b", "c"}).Draw(t, "word")
	number := float64(rapid.IntRange(1, 12).Draw(t, "number"))
	switch what {
	case 10:
		c.Name = word
	case 11:
		c.Position.X += number
	case 12:
		c.Angle = level.Degrees(number)
	case 13:
		c.Shape = shapeOf(t, "other")
	case 14:
		if c.Shape.Kind != level.Point && c.Shape.Kind != level.Chain {
			c.Shape.Radius = number
		}
	case 15:
		if slices.Contains(c.Tags, word) {
			c.Tags = slices.DeleteFunc(slices.Clone(c.Tags), func(s string) bool { return s == word })
		} else {
			c.Tags = append(slices.Clone(c.Tags), word)
		}
	case 16:
		if rapid.Bool().Draw(t, "delete") {
			delete(c.Properties, "hp")
		} else {
			c.Properties[rapid.SampledFrom([]string{"hp", "title", "speed"}).Draw(t, "property")] = number
		}
	case 17:
		c.Order = number + 0.5
	case 18:
		c.Layer = rapid.SampledFrom(layers).Draw(t, "layer").ID
	default:
		c.Role, c.OneWay = level.Trigger, level.Vec{}
		if number > 6 {
			c.Role, c.OneWay = level.OneWay, level.Up
		}
		if number > 9 {
			c.Categories, c.CollidesWith = []string{"player"}, []string{}
		}
	}
}

func mustMerge(t fataler, b, o, th *level.Document) *level.MergeResult {
	t.Helper()
	r, err := level.Merge(b, o, th)
	check(t, err)
	check(t, r.Document.Validate())
	return r
}

// A merge with an unchanged or equal side returns the other side, byte for byte.
func TestMergeWithUnchangedSide(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		b := baseLevel(t)
		x := copyOf(t, b)
		edit(t, x, 101)
		want := text(t, x)
		for name, r := range map[string]*level.MergeResult{
			"ours alone": mustMerge(t, b, x, b), "theirs alone": mustMerge(t, b, b, x),
			"both equal": mustMerge(t, b, x, copyOf(t, x)),
		} {
			if got := text(t, r.Document); got != want || len(r.Conflicts) > 0 {
				t.Fatalf("%s: %v\n%s\nwant\n%s", name, r.Conflicts, got, want)
			}
		}
	})
}

// Merging independent edits equals applying one after the other, in either order.
func TestMergeIndependentEdits(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		b := baseLevel(t)
		steps := [2][]func(*level.Document){}
		for side := range steps {
			for range rapid.IntRange(0, 6).Draw(t, "steps") {
				steps[side] = append(steps[side], stepOf(t, b, side))
			}
		}
		after := func(sides ...int) *level.Document {
			doc := copyOf(t, b)
			for _, side := range sides {
				for _, step := range steps[side] {
					step(doc)
				}
			}
			return doc
		}
		for _, sides := range [2][2]int{{0, 1}, {1, 0}} {
			r := mustMerge(t, b, after(sides[0]), after(sides[1]))
			got, want := text(t, r.Document), text(t, after(sides[0], sides[1]))
			if got != want || len(r.Conflicts) > 0 {
				t.Fatalf("%v\n%s\nwant\n%s", r.Conflicts, got, want)
			}
		}
	})
}

// stepOf returns an edit for one of two sides, each with its own shapes and keys.
func stepOf(t *rapid.T, b *level.Document, side int) func(*level.Document) {
	number := float64(rapid.IntRange(1, 50).Draw(t, "number"))
	shape := shapeOf(t, "step")
	var own, all []level.ID
	for c := range b.Colliders() {
		if all = append(all, c.ID); int(c.ID)%2 == side {
			own = append(own, c.ID)
		}
	}
	what := rapid.IntRange(0, 7).Draw(t, "step")
	pick := level.ID(0)
	switch {
	case what <= 2:
		if len(own) > 0 {
			pick = rapid.SampledFrom(own).Draw(t, "own")
		}
	case what <= 5 && len(all) > 0:
		pick = rapid.SampledFrom(all).Draw(t, "any")
	}
	return func(doc *level.Document) {
		var d level.Diff
		before := doc.Collider(pick)
		change := func(f func(*level.Collider)) {
			if before == nil {
				return
			}
			after := *before
			after.Properties = level.Properties{}
			maps.Copy(after.Properties, before.Properties)
			f(&after)
			d.Colliders = append(d.Colliders, level.Changed(before, &after))
		}
		switch what {
		case 0:
			change(func(c *level.Collider) {
				// Not with the position, which would clash with the other side's turn.
				if c.Name = fmt.Sprint(number); side == 1 {
					c.Shape = shape
				}
			})
		case 1:
			change(func(c *level.Collider) { c.Role = level.Trigger; c.Friction = number })
		case 2:
			change(func(c *level.Collider) {
				c.Body, c.Locked = level.Dynamic, true
				c.Start(level.Motion{Velocity: level.Vec{X: number}})
			})
		case 3:
			change(func(c *level.Collider) {
				if side == 0 {
					c.Position.X = number
				} else {
					c.Angle = level.Degrees(number)
				}
			})
		case 4:
			change(func(c *level.Collider) { c.Properties[fmt.Sprint("side", side)] = number })
		case 5:
			change(func(c *level.Collider) {
				if tag := fmt.Sprint("side", side); !slices.Contains(c.Tags, tag) {
					c.Tags = append(slices.Clone(c.Tags), tag)
				}
			})
		case 6:
			id := level.ID(100 + 100*side)
			for doc.Collider(id) != nil {
				id++
			}
			c := level.NewCollider(id, 1, "", shape, level.Vec{X: number})
			c.Order = doc.TopOrder(1)
			d.Colliders = append(d.Colliders, level.Added(c))
		default:
			before := doc.Settings()
			after := *before
			if side == 0 {
				after.Name, after.Grid.Size.X = fmt.Sprint(number), number
			} else {
				after.PixelsPerMetre, after.Playtest.Speed = number, number
				if !slices.Contains(after.Categories, "theirs") {
					after.Categories = append(slices.Clone(after.Categories), "theirs")
				}
			}
			d.Settings = level.Changed(before, &after)
		}
		check(t, doc.Apply(d))
	}
}

// Every change of theirs is in the merged level or in a conflict, every change of ours is in the level, and the level
// can be opened.
func TestMergeLosesNothing(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		b := baseLevel(t)
		o, th := copyOf(t, b), copyOf(t, b)
		edit(t, o, 101)
		edit(t, th, rapid.SampledFrom([]level.ID{101, 201}).Draw(t, "ids of theirs"))
		r := mustMerge(t, b, o, th)
		written := text(t, r.Document)
		again, err := level.Parse([]byte(written), "merged")
		check(t, err)
		if got := text(t, again); got != written {
			t.Fatalf("saved again:\n%s\nwant\n%s", got, written)
		}
		if !slices.Equal(again.Settings().Conflicts, r.Document.Settings().Conflicts) {
			t.Fatalf("the conflicts are %q in the file, want %q", again.Settings().Conflicts,
				r.Document.Settings().Conflicts)
		}
		nothingLost(t, b, o, r.Document, "ours", func(c level.Conflict) string { return c.Ours })
		nothingLost(t, b, th, r.Document, "theirs", func(c level.Conflict) string { return c.Theirs })
		compareSwapped(t, b, o, th, r)
		resolveAll(t, r.Document, th)
	})
}

func nothingLost(t *rapid.T, b, side, merged *level.Document, name string, value func(level.Conflict) string) {
	conflicts := map[[2]string]string{}
	for _, c := range merged.Settings().Conflicts {
		conflicts[[2]string{c.ID, c.Key}] = value(c)
	}
	lost := func(id, key, text string) {
		if got, ok := conflicts[[2]string{id, key}]; !ok || got != text {
			t.Fatalf("%s of %s: %s is neither in the level nor in a conflict (%q)\n%q", key, id, text, got,
				merged.Settings().Conflicts)
		}
	}
	record, _ := level.ColliderField(level.ColliderKey)
	for c := range side.Colliders() {
		old, now := b.Collider(c.ID), merged.Collider(c.ID)
		if _, ok := conflicts[[2]string{c.ID.String(), level.ColliderKey}]; ok {
			lost(c.ID.String(), level.ColliderKey, record.Text(c))
			continue
		}
		if old == nil {
			if !hasLike(merged, c) {
				t.Fatalf("the new shape %s of %s is not in the level", record.Text(c), name)
			}
			continue
		}
		for _, f := range level.ColliderFields(old, c) {
			if f.Same(old, c) || f.Key == "tags" || f.Key == level.LayerKey && b.Layer(c.Layer) == nil {
				continue // a new layer may have a different id
			}
			if now == nil {
				t.Fatalf("%v, which %s changed, is gone", c.ID, name)
			}
			if f.Same(c, now) || level.IsShapeKey(f.Key) && c.Shape.Equal(now.Shape) {
				continue
			}
			key := f.Key
			if _, ok := conflicts[[2]string{c.ID.String(), level.ShapeKey}]; ok && level.IsShapeKey(key) {
				key = level.ShapeKey
				f, _ = level.ColliderField(key)
			}
			lost(c.ID.String(), key, f.Text(c))
		}
		for _, tag := range c.Tags {
			if !slices.Contains(old.Tags, tag) && !slices.Contains(now.Tags, tag) {
				t.Fatalf("the tag %q of %v in %s is gone: %q", tag, c.ID, name, now.Tags)
			}
		}
	}
	for old := range b.Colliders() {
		if side.Collider(old.ID) == nil && merged.Collider(old.ID) != nil {
			lost(old.ID.String(), level.ColliderKey, "")
		}
	}
	for _, f := range level.SettingsFields(b.Settings(), side.Settings()) {
		if !f.Same(b.Settings(), side.Settings()) && !f.Same(side.Settings(), merged.Settings()) &&
			f.Key != "categories" {
			lost(level.SettingsID, f.Key, f.Text(side.Settings()))
		}
	}
	for _, l := range side.Layers() {
		if merged.Layer(l.ID) == nil {
			if old := b.Layer(l.ID); old == nil || old.Name != l.Name || old.Hidden != l.Hidden {
				f, _ := level.LayerField(level.LayerKey)
				lost(l.ID.String(), level.LayerKey, f.Text(l))
			}
		}
	}
}

// hasLike reports whether the level has an equal collider under any id, on a layer with any id.
func hasLike(doc *level.Document, c *level.Collider) bool {
	for o := range doc.Colliders() {
		like := *o
		like.ID, like.Order, like.Layer = c.ID, c.Order, c.Layer
		like.Categories = c.Categories // it may have got its implicit category explicitly
		if like.Equal(c) {
			return true
		}
	}
	return false
}

// compareSwapped compares the merge with the merge of swapped sides.
func compareSwapped(t *rapid.T, b, o, th *level.Document, r *level.MergeResult) {
	for c := range o.Colliders() {
		if b.Collider(c.ID) == nil && th.Collider(c.ID) != nil {
			return // one of the records has a different id, and which one depends on the side that is ours
		}
	}
	for _, l := range o.Layers() {
		if b.Layer(l.ID) == nil && th.Layer(l.ID) != nil {
			return
		}
	}
	swapped := mustMerge(t, b, th, o)
	want := map[level.Conflict]bool{}
	for _, c := range r.Conflicts {
		c.Ours, c.Theirs = c.Theirs, c.Ours
		want[c] = true
	}
	got := map[level.Conflict]bool{}
	for _, c := range swapped.Conflicts {
		got[c] = true
	}
	if !maps.Equal(got, want) {
		t.Fatalf("with swapped sides the conflicts are\n%v\nwant\n%v", got, want)
	}
}

// resolveAll resolves every conflict for either side.
func resolveAll(t *rapid.T, merged, theirs *level.Document) {
	for _, side := range []level.Side{level.Ours, level.Theirs} {
		doc := copyOf(t, merged)
		var all []level.ConflictChoice
		for i := range doc.Settings().Conflicts {
			all = append(all, level.ConflictChoice{Conflict: i, Side: side})
		}
		conflicts := doc.Settings().Conflicts
		s := level.Settle(doc, all)
		check(t, doc.Apply(s.Diff))
		check(t, doc.Validate())
		if len(s.Left) > 0 || len(doc.Settings().Conflicts) > 0 || s.Settled != len(conflicts) {
			t.Fatalf("left: %q", s.Left)
		}
		if list := broken(doc); len(list) > 0 {
			t.Fatalf("resolved for %d, these references are broken: %q", side, list)
		}
		for _, c := range conflicts {
			f, ok := level.ColliderField(c.Key)
			if !ok || c.Collider() == 0 || side != level.Theirs || level.IsShapeKey(c.Key) && len(s.Notes) > 0 {
				continue
			}
			now := doc.Collider(c.Collider())
			if got := f.Text(now); got != c.Theirs && (c.Key != level.LayerKey || theirs.Layer(now.Layer) != nil) {
				t.Fatalf("%s of %s is %s, want theirs: %s", c.Key, c.ID, got, c.Theirs)
			}
		}
	}
}

// Conflicts left by several merges can be resolved in any order, one by one or together. The level stays valid, each
// choice is applied or reported as left, and in the end no conflict remains.
func TestSettlingAfterSeveralMerges(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		base := baseLevel(t)
		merged := copyOf(t, base)
		edit(t, merged, 1000)
		for i := range rapid.IntRange(1, 3).Draw(t, "merges") {
			theirs := copyOf(t, base)
			edit(t, theirs, level.ID(2000+1000*i))
			merged = copyOf(t, mustMerge(t, base, merged, theirs).Document)
			if len(merged.Layers()) > 0 {
				edit(t, merged, level.ID(10_000+1000*i)) // the user continues to edit
			}
		}
		for _, c := range merged.Undecided() {
			if !slices.ContainsFunc(merged.Settings().Conflicts, func(o level.Conflict) bool {
				return o.ID == c.ID && o.Key == c.Key && o.Base == c.Base && o.Theirs == c.Theirs
			}) {
				t.Fatalf("%+v is no conflict of the level", c)
			}
		}
		for round := 0; len(merged.Settings().Conflicts) > 0; round++ {
			side := level.Ours // choices that cannot be taken are resolved with ours at the end
			var choices []level.ConflictChoice
			for i := range merged.Settings().Conflicts {
				if round < 4 {
					side = rapid.SampledFrom([]level.Side{0, level.Ours, level.Theirs}).Draw(t, "side")
				}
				if side != 0 {
					choices = append(choices, level.ConflictChoice{Conflict: i, Side: side})
				}
			}
			n := len(merged.Settings().Conflicts)
			s := level.Settle(merged, choices)
			check(t, merged.Apply(s.Diff))
			left := len(merged.Settings().Conflicts)
			if s.Settled != n-left || s.Settled < len(choices)-len(s.Left) || round == 4 && left > 0 {
				t.Fatalf("round %d: %d conflicts, %d chosen, %d resolved, %d left (%q), and the level has %d",
					round, n, len(choices), s.Settled, len(s.Left), s.Left, left)
			}
		}
	})
}
