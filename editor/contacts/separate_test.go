package contacts_test

import (
	"context"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"fillet/collision"
	"fillet/editor/contacts"
	"fillet/editor/level"
)

// levelOf returns a document with the colliders in drawing order and a frame from 0,0 to size.
func levelOf(t rapid.TB, size level.Vec, colliders ...*level.Collider) *level.Document {
	t.Helper()
	settings := level.DefaultSettings()
	settings.Size = size
	doc, err := level.NewDocument(settings)
	if err != nil {
		t.Fatal(err)
	}
	d := level.Diff{Layers: []level.Change[level.Layer]{level.Added(&level.Layer{ID: 1, Name: "ground"})}}
	for i, c := range colliders {
		if c.ID == 0 {
			c.ID = level.ID(i + 1)
		}
		c.Layer, c.Order = 1, float64(i)
		d.Colliders = append(d.Colliders, level.Added(c))
	}
	if err := doc.Apply(d); err != nil {
		t.Fatal(err)
	}
	return doc
}

func boxAt(name string, x, y, w, h float64, with ...func(*level.Collider)) *level.Collider {
	c := level.NewCollider(0, 1, name, box(w, h, 0), level.Vec{X: x, Y: y})
	for _, f := range with {
		f(c)
	}
	return c
}

func dynamic(c *level.Collider) { c.Body = level.Dynamic }
func locked(c *level.Collider)  { c.Locked = true }

func separate(t rapid.TB, doc *level.Document, o contacts.Separating) *contacts.Separation {
	t.Helper()
	s, err := contacts.Separate(context.Background(), doc.Snapshot(), o)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// formatSeparation formats a separation: the moves, and the remaining pairs.
func formatSeparation(doc *level.Document, s *contacts.Separation) string {
	var out []string
	for _, m := range s.Moves {
		by := m.To.Sub(m.From)
		out = append(out, fmt.Sprintf("%s %.9g,%.9g", doc.Collider(m.ID).Name, by.X, by.Y))
	}
	for _, l := range s.Left {
		out = append(out, fmt.Sprintf("%s in %s: %s", doc.Collider(l.A).Name, doc.Collider(l.B).Name, l.Why))
	}
	return strings.Join(out, "; ")
}

// TestSeparate separates levels whose moves are known.
func TestSeparate(t *testing.T) {
	t.Parallel()
	ground := func(with ...func(*level.Collider)) *level.Collider {
		return boxAt("ground", 200, 280, 400, 40, with...)
	}
	trigger := func(c *level.Collider) { c.Role = level.Trigger }
	hidden := func(c *level.Collider) { c.Hidden = true }
	imported := func(c *level.Collider) { c.Source = &level.Source{File: "a.ldtk", Layer: "tiles"} }
	for _, tt := range []struct {
		name      string
		o         contacts.Separating
		want      string
		colliders []*level.Collider
	}{
		{"ignored overlaps are left alone", contacts.Separating{}, "other 0,-10", []*level.Collider{
			ground(), boxAt("ignored", 200, 255, 30, 30, dynamic), boxAt("other", 300, 255, 30, 30, dynamic),
		}},
		{"the ground stays", contacts.Separating{}, "block 0,-20; crate 0,-10", []*level.Collider{
			boxAt("block", 100, 260, 40, 40), ground(), boxAt("crate", 200, 255, 30, 30, dynamic),
		}},
		{"the ground stays although the crate is larger", contacts.Separating{}, "crate 0,-10", []*level.Collider{
			boxAt("ledge", 200, 260, 40, 40), boxAt("crate", 200, 205, 200, 90, dynamic),
		}},
		{"one after the other", contacts.Separating{}, "2 10,0; 3 20,0; 4 30,0", []*level.Collider{
			boxAt("1", 50, 100, 40, 60), boxAt("2", 80, 100, 40, 60), boxAt("3", 110, 100, 40, 60),
			boxAt("4", 140, 100, 40, 60),
		}},
		{
			"no anchor moves for a locked crate",
			contacts.Separating{},
			"crate in ground: the one to move is locked",
			[]*level.Collider{
				ground(func(c *level.Collider) {
					c.Position.Y = 200
				}), boxAt("crate", 200, 175, 30, 30, dynamic, locked),
			},
		},
		{"unless it is held", contacts.Separating{Held: func(id level.ID) bool {
			return id == 1
		}}, "ground 0,10", []*level.Collider{
			ground(func(c *level.Collider) { c.Position.Y = 200 }), boxAt("crate", 200, 175, 30, 30, dynamic, locked),
		}},
		{"the unlocked one of two equals moves", contacts.Separating{}, "large 0,10", []*level.Collider{
			boxAt("large", 200, 200, 60, 60, dynamic), boxAt("small", 200, 165, 30, 30, dynamic, locked),
		}},
		{"both locked", contacts.Separating{}, "crate in ground: the one to move is locked", []*level.Collider{
			ground(locked), boxAt("crate", 200, 255, 30, 30, dynamic, locked),
		}},
		{"a held collider moves", contacts.Separating{Held: func(id level.ID) bool {
			return id == 1
		}}, "ground 0,10", []*level.Collider{
			ground(func(c *level.Collider) { c.Position.Y = 200 }), boxAt("crate", 200, 175, 30, 30, dynamic),
		}},
		{"nothing leaves the frame", contacts.Separating{}, "crate 0,-30", []*level.Collider{
			ground(), boxAt("crate", 200, 275, 30, 30, dynamic),
		}},
		{"but a collider outside may come back", contacts.Separating{}, "crate 0,-30", []*level.Collider{
			ground(), boxAt("crate", 200, 295, 30, 30, dynamic, func(c *level.Collider) {
				c.Position = level.Vec{X: 200, Y: 275}
			}),
		}},
		{"not into the wall beside", contacts.Separating{}, "crate 0,-24", []*level.Collider{
			boxAt("wall", 240, 100, 20, 200), boxAt("block", 200, 120, 60, 60),
			boxAt("crate", 222, 100, 16, 28, dynamic),
		}},
		{"not through a thin wall", contacts.Separating{}, "crate 0,-33", []*level.Collider{
			boxAt("block", 209, 220, 38, 60), boxAt("crate", 222, 208, 10, 30, dynamic), boxAt("wall", 229, 220, 2, 60),
		}},
		{"out of a corner", contacts.Separating{}, "crate -4,-6", []*level.Collider{
			boxAt("wall", 320, 180, 40, 160), ground(), boxAt("crate", 289, 251, 30, 30, dynamic),
		}},
		{
			"no room between floor and ceiling",
			contacts.Separating{},
			"plug in ground: there is no room; plug in ceiling: there is no room",
			[]*level.Collider{
				ground(), boxAt("ceiling", 200, 220, 400, 40), boxAt("left", 10, 250, 20, 20),
				boxAt("right", 390, 250, 20, 20), boxAt("plug", 200, 250, 60, 30, dynamic),
			},
		},
		{
			"larger than the level",
			contacts.Separating{},
			"beam in block: it is larger than the level",
			[]*level.Collider{
				boxAt("block", 200, 150, 20, 400), boxAt("beam", 200, 150, 500, 10, dynamic),
			},
		},
		{"colliders that yield make room", contacts.Separating{}, "large 0,-20; small 0,-20", []*level.Collider{
			boxAt("left", 130, 120, 20, 280), boxAt("right", 270, 120, 20, 280), ground(),
			boxAt("large", 200, 240, 120, 80, dynamic),
			boxAt("small", 200, 185, 110, 30, dynamic),
		}},
		{
			"a trigger is left alone",
			contacts.Separating{},
			"",
			[]*level.Collider{ground(), boxAt("trigger", 200, 260, 40, 40, trigger)},
		},
		{"tiles of one import are left alone", contacts.Separating{}, "", []*level.Collider{
			boxAt("1", 50, 100, 40, 40, imported), boxAt("2", 60, 100, 40, 40, imported),
		}},
		{
			"hidden colliders are left alone",
			contacts.Separating{},
			"",
			[]*level.Collider{ground(), boxAt("crate", 200, 255, 30, 30, hidden)},
		},
		{
			"unless they are asked for",
			contacts.Separating{Hidden: true},
			"crate 0,-10",
			[]*level.Collider{ground(), boxAt("crate", 200, 255, 30, 30, hidden)},
		},
		{"only the pairs that are asked for", contacts.Separating{Among: func(a, b level.ID) bool {
			return a == 2 || b == 2
		}}, "crate 0,-10", []*level.Collider{
			ground(), boxAt("crate", 200, 255, 30, 30, dynamic), boxAt("other", 300, 255, 30, 30, dynamic),
		}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			doc := levelOf(t, level.Vec{X: 400, Y: 300}, tt.colliders...)
			if tt.colliders[1].Name == "ignored" {
				after := *doc.Settings()
				after.Ignored = []level.Ignored{level.NewIgnored(level.RuleOverlap, []level.ID{1, 2}, "")}
				if err := doc.Apply(level.Diff{Settings: level.Changed(doc.Settings(), &after)}); err != nil {
					t.Fatal(err)
				}
			}
			s := separate(t, doc, tt.o)
			if got := formatSeparation(doc, s); got != tt.want {
				t.Errorf("got %s, want %s", got, tt.want)
			}
		})
	}
}

// draw draws a level with shapes of all kinds, each with a different size.
func draw(rt *rapid.T) (size level.Vec, all []*level.Collider) {
	size = level.Vec{X: 300, Y: 200}
	n := rapid.IntRange(2, 10).Draw(rt, "n")
	for i := range n {
		part := float64(i) * 0.37
		side := func(name string, limit float64) float64 { return rapid.Float64Range(4, limit).Draw(rt, name) + part }
		var s level.Shape
		role := level.Solid
		switch rapid.IntRange(0, 6).Draw(rt, "kind") {
		case 0:
			s = level.Shape{Kind: level.Circle, Radius: side("r", 30)}
		case 1:
			s = level.Shape{
				Kind: level.Capsule, Radius: side("r", 12),
				Points: []level.Vec{{X: -side("l", 20)}, {X: 20}},
			}
		case 2:
			k := side("k", 30) / 30
			s = level.Shape{Kind: level.Polygon, Rounding: level.Inset, Points: []level.Vec{
				{X: -40 * k, Y: -30 * k},
				{X: 40 * k, Y: -35 * k},
				{X: 38 * k, Y: 30 * k},
				{X: 12 * k, Y: 28 * k},
				{X: 10 * k},
				{X: -10 * k, Y: 2 * k},
				{X: -12 * k, Y: 33 * k},
				{X: -40 * k, Y: 30 * k},
			}}
		case 3:
			s = level.Shape{Kind: level.Chain, OneSided: rapid.Bool().Draw(rt, "one-sided"), Points: []level.Vec{
				{X: -side("l", 80)}, {X: -3, Y: 6}, {X: 30, Y: -8}, {X: 60 + part},
			}}
		case 4:
			s, role = box(side("w", 90), side("h", 20), 0), level.OneWay
		default:
			s = box(side("w", 120), side("h", 60), 0)
		}
		at := level.Vec{X: rapid.Float64Range(0, size.X).Draw(rt, "x"), Y: rapid.Float64Range(0, size.Y).Draw(rt, "y")}
		// No two shapes are in the same place: the normal that counts would depend on their keys.
		at = at.Add(level.Vec{X: 0.7548776662 * float64(i), Y: 0.5698402909 * float64(i)})
		c := level.NewCollider(level.ID(i+1), 1, fmt.Sprint(i+1), s, at)
		c.Role = role
		if role == level.OneWay {
			c.OneWay = level.Up
		} else if rapid.IntRange(0, 9).Draw(rt, "trigger") == 0 {
			c.Role = level.Trigger
		}
		c.Angle = level.Degrees(rapid.SampledFrom([]float64{0, 0, 15, 45, 90, 200}).Draw(rt, "angle"))
		if s.Kind != level.Chain {
			c.Body = rapid.SampledFrom([]level.BodyType{level.Static, level.Dynamic, level.Kinematic}).Draw(rt, "body")
		}
		c.Locked = rapid.IntRange(0, 5).Draw(rt, "locked") == 0
		c.Hidden = rapid.IntRange(0, 12).Draw(rt, "hidden") == 0
		all = append(all, c)
	}
	return size, all
}

// overlapping returns the overlapping pairs of a document, by name.
func overlapping(doc *level.Document) map[[2]string]bool {
	pairs := map[[2]string]bool{}
	for _, p := range contacts.NewLive(doc).Contacts() {
		if p.State == contacts.Overlapping {
			a, b := doc.Collider(p.A).Name, doc.Collider(p.B).Name
			pairs[[2]string{min(a, b), max(a, b)}] = true
		}
	}
	return pairs
}

func boundsOf(doc *level.Document, id level.ID) collision.AABB {
	return contacts.PlacedAt(doc.Collider(id), doc.Baked(id)).Bounds()
}

// Separating a random level adds no overlap, moves no locked collider, and moves nothing out of the frame or across a
// wall. It reports the right pairs, and a second run moves nothing.
func TestSeparateAddsNoOverlap(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		size, all := draw(rt)
		doc := levelOf(rt, size, all...)
		before := overlapping(doc)
		isAnchor := true
		for p := range before {
			a, b := doc.Collider(idOf(p[0])), doc.Collider(idOf(p[1]))
			isAnchor = isAnchor && (a.Body != level.Static || b.Body != level.Static) && !a.Locked && !b.Locked
		}
		s, steps := contacts.SeparateStepByStep(doc.Snapshot(), contacts.Separating{})
		for _, step := range steps {
			follow(rt, doc, step, before)
		}
		if got := overlapping(doc); len(got)+s.Done != len(before) || len(got) != len(s.Left) {
			rt.Errorf("%d pairs overlap before and %d after; reported: %d separated, %d left", len(before), len(got),
				s.Done, len(s.Left))
		} else {
			for p := range got {
				if !before[p] {
					rt.Errorf("%v overlap now, not before", p)
				}
			}
		}
		frame := contacts.FrameOf(doc.Settings())
		fresh := levelOf(rt, size, all...)
		for _, m := range s.Moves {
			c := doc.Collider(m.ID)
			if c.Position != m.To || m.From == m.To {
				rt.Errorf("%s moves to %v, but its steps lead to %v", c.Name, m.To, c.Position)
			}
			if c.Locked || c.Role == level.Trigger || c.Hidden || isAnchor && c.Body == level.Static {
				rt.Errorf("%s has moved", c.Name)
			}
			was, now := boundsOf(fresh, m.ID), boundsOf(doc, m.ID)
			if !frame.Union(was).Grow(1e-6).ContainsBox(now) {
				rt.Errorf("%s has left the frame: %v", c.Name, now)
			}
		}
		live := contacts.NewLive(fresh)
		for _, l := range s.Left {
			a, b := fresh.Collider(l.A), fresh.Collider(l.B)
			// The depth in a collider that is solid from one side can depend on the keys.
			isExact := a.Role == level.Solid && b.Role == level.Solid && !a.Shape.OneSided && !b.Shape.OneSided
			if p, _ := live.Contact(l.A, l.B); l.Why == contacts.None || l.Depth <= 0 ||
				isExact && l.Depth > p.Depth+1e-5 {
				rt.Errorf("left: %+v, initially %g deep", l, p.Depth)
			}
		}
		if again := separate(rt, doc, contacts.Separating{}); len(again.Moves) > 0 {
			rt.Errorf("a second run: %s", formatSeparation(doc, again))
		}
	})
}

func idOf(name string) (id level.ID) {
	_, _ = fmt.Sscan(name, &id)
	return id
}

// follow moves a collider along a step and checks that it crosses nothing immovable, except colliders that it overlaps
// at either end or overlapped before the first step.
func follow(rt *rapid.T, doc *level.Document, step contacts.Step, once map[[2]string]bool) {
	live := contacts.NewLive(doc)
	before := doc.Collider(step.ID)
	if before.Position != step.From {
		rt.Fatalf("%s is at %v, but its step begins at %v", before.Name, before.Position, step.From)
	}
	after := *before
	in := map[level.ID]bool{step.ID: true} // colliders that it overlaps at the start, or that give way to it later
	for _, at := range []level.Vec{step.From, step.To} {
		after.Position = at
		for _, p := range live.ProbeBaked(&after, doc.Baked(step.ID)) {
			in[p.B] = in[p.B] || p.State == contacts.Overlapping
		}
	}
	const parts, graze = 40, 0.05
	for i := range parts {
		after.Position = step.From.Lerp(step.To, float64(i+1)/parts)
		for _, p := range live.ProbeBaked(&after, doc.Baked(step.ID)) {
			crossed := doc.Collider(p.B)
			if once[[2]string{min(before.Name, crossed.Name), max(before.Name, crossed.Name)}] {
				continue
			}
			if p.State == contacts.Overlapping && p.Depth > graze && !in[p.B] && before.Role == level.Solid &&
				!before.Shape.OneSided && (crossed.Locked || crossed.Body == level.Static) &&
				crossed.Role == level.Solid && !crossed.Shape.OneSided {
				rt.Errorf("%s crosses %s", before.Name, crossed.Name)
			}
		}
	}
	after.Position = step.To
	if err := doc.Apply(level.Diff{Colliders: []level.Change[level.Collider]{level.Changed(before, &after)}}); err !=
		nil {
		rt.Fatal(err)
	}
}

// The colliders of a level end in the same places if they are created in a different order, with other ids.
func TestSeparateInAnyOrder(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		size, all := draw(rt)
		places := func(all []*level.Collider) (overlap map[[2]string]bool, to map[string]level.Vec) {
			doc := levelOf(rt, size, all...)
			s := separate(rt, doc, contacts.Separating{})
			to = map[string]level.Vec{}
			for _, m := range s.Moves {
				to[doc.Collider(m.ID).Name] = m.To
			}
			return overlapping(doc), to
		}
		pairs, want := places(all)
		shuffled := make([]*level.Collider, len(all))
		for i, k := range rapid.Permutation(indices(len(all))).Draw(rt, "order") {
			c := *all[k]
			c.ID = level.ID(i + 1)
			shuffled[i] = &c
		}
		same, got := places(shuffled)
		if !maps.Equal(pairs, same) {
			// The normal that counts, and so the overlap with a one-sided collider, can depend on the keys.
			return
		}
		for name, p := range want {
			if got[name] != p {
				rt.Errorf("%s moves to %v, and to %v in a different order", name, p, got[name])
			}
		}
		if len(got) != len(want) {
			rt.Errorf("%d move, and %d in a different order", len(want), len(got))
		}
	})
}

func indices(n int) (list []int) {
	for i := range n {
		list = append(list, i)
	}
	return list
}

// busy returns a level of n shapes of all kinds with about the given number of overlapping pairs.
func busy(t rapid.TB, n, overlaps int, seed uint64) *level.Document {
	rng := rand.New(rand.NewPCG(seed, 1))
	const columns, cell = 25, 96.0
	all := make([]*level.Collider, n)
	for i := range all {
		at := level.Vec{X: (float64(i%columns) + 0.5) * cell, Y: (float64(i/columns) + 0.5) * cell}
		var s level.Shape
		switch rng.IntN(4) {
		case 0:
			s = level.Shape{Kind: level.Circle, Radius: 12 + 14*rng.Float64()}
		case 1:
			s = level.Shape{Kind: level.Capsule, Radius: 8, Points: []level.Vec{{X: -14}, {X: 14}}}
		case 2:
			s = level.Shape{Kind: level.Polygon, Rounding: level.Inset, Radius: 3, Points: []level.Vec{
				{X: -30, Y: -30}, {X: 30, Y: -30}, {X: 30, Y: -10}, {X: -10, Y: -10}, {X: -10, Y: 30}, {X: -30, Y: 30},
			}}
		default:
			s = box(30+30*rng.Float64(), 30+30*rng.Float64(), 2)
		}
		c := level.NewCollider(level.ID(i+1), 1, fmt.Sprint(i+1), s, at)
		if rng.IntN(3) > 0 {
			c.Body = level.Dynamic
		}
		c.Angle = level.Degrees(rng.IntN(24) * 15)
		all[i] = c
	}
	for i, k := range rng.Perm(n) {
		if k%columns > 0 && i < overlaps*7/4 {
			all[k].Position = all[k-1].Position.Add(level.Vec{X: 25 + 10*rng.Float64(), Y: 30*rng.Float64() - 15})
		}
	}
	return levelOf(t, level.Vec{X: columns * cell, Y: math.Ceil(float64(n)/columns) * cell}, all...)
}

// Separating levels of 500 shapes with about 200 overlaps leaves at most one overlap in fifty.
func TestSeparateLeavesFew(t *testing.T) {
	t.Parallel()
	was, left := 0, 0
	for seed := range uint64(20) {
		doc := busy(t, 500, 200, seed)
		before := len(overlapping(doc))
		if before < 180 || before > 260 {
			t.Errorf("%d pairs overlap", before)
		}
		s := separate(t, doc, contacts.Separating{})
		if s.Done+len(s.Left) != before || len(s.Left) > before/50 {
			t.Errorf("%d pairs, %d separated, left: %v", before, s.Done, s.Left)
		}
		was, left = was+before, left+len(s.Left)
	}
	t.Logf("%d of %d pairs are left", left, was)
}

// Separating shapes that are all in one place leaves no overlap.
func TestSeparatePiles(t *testing.T) {
	t.Parallel()
	for name, body := range map[string]level.BodyType{"static": level.Static, "dynamic": level.Dynamic} {
		for _, apart := range []float64{0, 1} {
			var all []*level.Collider
			const n = 60
			for i := range n {
				all = append(all, boxAt("", 5000+apart*float64(i%8), 5000+apart*float64(i/8), 40, 40,
					func(c *level.Collider) {
						c.Body = body
					}))
			}
			s := separate(t, levelOf(t, level.Vec{X: 10000, Y: 10000}, all...), contacts.Separating{})
			if s.Done != n*(n-1)/2 || len(s.Left) > 0 {
				t.Errorf("%d %s boxes, %g px apart: %d pairs are separated, %d are left", n, name, apart, s.Done,
					len(s.Left))
			}
		}
	}
}

// Two separated shapes end up touching.
func TestSeparateEndsTouching(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		_, all := draw(rt)
		all = all[:2]
		for _, c := range all {
			c.Locked, c.Hidden, c.Role, c.OneWay, c.Shape.OneSided = false, false, level.Solid, level.Vec{}, false
		}
		doc := levelOf(rt, level.Vec{}, all...)
		if len(overlapping(doc)) == 0 {
			return
		}
		s := separate(rt, doc, contacts.Separating{})
		pieces := len(doc.Baked(1).Pieces) + len(doc.Baked(2).Pieces)
		if pieces > 2 && len(s.Left) == 1 {
			return // whichever shape leaves, most of its pieces cross the other
		}
		if len(s.Moves) != 1 || len(s.Left) > 0 {
			rt.Fatalf("%s", formatSeparation(doc, s))
		}
		if err := doc.Apply(s.Diff(doc)); err != nil {
			rt.Fatal(err)
		}
		least := math.Inf(1)
		a, b := contacts.PlacedAt(doc.Collider(1), doc.Baked(1)), contacts.PlacedAt(doc.Collider(2), doc.Baked(2))
		for _, p := range a.Baked.Pieces {
			for _, q := range b.Baked.Pieces {
				least = min(least, collision.Distance(p, a.At, q, b.At).Distance)
			}
		}
		pair, _ := contacts.NewLive(doc).Contact(1, 2)
		depth := 2e-6
		if pieces > 2 {
			// Along the normals that seams allow, the depth can exceed the shortest way out.
			depth = collision.DefaultSlop
		}
		if least > 2e-6 || pair.Depth > depth {
			rt.Errorf("the shapes are %g px apart, the contact is %g px deep", least, pair.Depth)
		}
	})
}

func TestSeparateIsCancelled(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	doc := busy(t, 50, 20, 1)
	if _, err := contacts.Separate(ctx, doc.Snapshot(), contacts.Separating{}); err == nil {
		t.Error("Separate ignores the cancelled context")
	}
}

func BenchmarkSeparate(b *testing.B) {
	doc := busy(b, 500, 200, 1)
	b.ReportMetric(float64(len(overlapping(doc))), "overlaps")
	b.ReportAllocs()
	for b.Loop() {
		separate(b, doc, contacts.Separating{})
	}
}
