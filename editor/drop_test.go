package editor_test

import (
	"errors"
	"fmt"
	"iter"
	"math"
	"testing"

	"pgregory.net/rapid"

	"fillet/collision"
	"fillet/editor"
	"fillet/editor/contacts"
	"fillet/editor/level"
)

var (
	down = level.Vec{Y: 1}
	left = level.Vec{X: -1}
)

// TestDrop drops the selection and compares the level and the error.
func TestDrop(t *testing.T) {
	t.Parallel()
	ground := func() *level.Collider { return box("ground", 0, 100, 400, 20) } // its top is at 90
	platform := func(c *level.Collider) { c.Role, c.OneWay = level.OneWay, level.Up }
	trigger := func(c *level.Collider) { c.Role = level.Trigger }
	spawn := func(c *level.Collider) { c.Tags = []string{level.SpawnTag} }
	for _, tt := range []struct {
		name   string
		in     []*level.Collider
		chosen []level.ID
		dir    level.Vec
		want   string
		why    string
	}{
		{
			"onto the ground",
			[]*level.Collider{ground(), box("b", 10, 0, 20, 20)},
			[]level.ID{2},
			down,
			"ground 0,100 400x20; b 10,80 20x20", "",
		},
		{
			"a circle",
			[]*level.Collider{ground(), circle("b", 10, 0, 7)},
			[]level.ID{2},
			down,
			"ground 0,100 400x20; b 10,83 r7", "",
		},
		{
			"already at rest",
			[]*level.Collider{ground(), box("b", 10, 80, 20, 20)},
			[]level.ID{2},
			down,
			"ground 0,100 400x20; b 10,80 20x20", "",
		},
		{
			"to the left",
			[]*level.Collider{box("wall", -50, 0, 10, 99), box("b", 10, 0, 20, 20)},
			[]level.ID{2},
			left,
			"wall -50,0 10x99; b -35,0 20x20", "",
		},
		{
			"nothing below",
			[]*level.Collider{ground(), box("b", 500, 0, 20, 20)},
			[]level.ID{2},
			down,
			"ground 0,100 400x20; b 500,0 20x20", "b has nothing to land on",
		},
		{
			"inside the ground",
			[]*level.Collider{ground(), box("b", 10, 95, 20, 20)},
			[]level.ID{2},
			down,
			"ground 0,100 400x20; b 10,95 20x20", "b overlaps ground",
		},
		{
			"a tower, each on the next",
			[]*level.Collider{ground(), box("b", 0, 0, 20, 20), box("c", 5, -90, 20, 20), box("d", 5, -40, 20, 20)},
			[]level.ID{2, 3, 4},
			down,
			"ground 0,100 400x20; b 0,80 20x20; c 5,40 20x20; d 5,60 20x20", "",
		},
		{
			"one of them stays",
			[]*level.Collider{ground(), box("b", 0, 0, 20, 20), box("c", 500, 0, 20, 20)},
			[]level.ID{2, 3},
			down,
			"ground 0,100 400x20; b 0,80 20x20; c 500,0 20x20", "Not dropped: c has nothing to land on",
		},
		{"onto a platform from above", []*level.Collider{
			with(box("p", 0, 50, 100, 4), platform),
			box("b", 0, 0, 20, 20),
		}, []level.ID{2}, down, "p 0,50 100x4; b 0,38 20x20", ""},
		{
			"through a platform from below",
			[]*level.Collider{
				with(box("p", 0, 50, 100, 4), platform), box("roof", 0, 0, 100, 4),
				box("b", 0, 90, 20, 20),
			},
			[]level.ID{3},
			down.Neg(),
			"p 0,50 100x4; roof 0,0 100x4; b 0,12 20x20", "",
		},
		{
			"not into a platform turned to the side",
			[]*level.Collider{ground(), with(box("p", 0, 60, 40, 50), func(c *level.Collider) {
				c.Role, c.OneWay = level.OneWay, level.Vec{X: 1}
			}), box("b", 22, 0, 20, 20)},
			[]level.ID{3},
			down,
			"ground 0,100 400x20; p 0,60 40x50; b 22,0 20x20", "b would end in p",
		},
		{
			"a platform onto the ground",
			[]*level.Collider{ground(), with(box("p", 0, 50, 100, 4), platform)},
			[]level.ID{2},
			down, "ground 0,100 400x20; p 0,88 100x4", "",
		},
		{
			"a trigger onto the ground",
			[]*level.Collider{ground(), with(box("coin", 0, 50, 10, 10), trigger)},
			[]level.ID{2},
			down, "ground 0,100 400x20; coin 0,85 10x10", "",
		},
		{
			"not onto a trigger",
			[]*level.Collider{ground(), with(box("coin", 0, 50, 10, 10), trigger), box("b", 0, 0, 20, 20)},
			[]level.ID{3},
			down,
			"ground 0,100 400x20; coin 0,50 10x10; b 0,80 20x20", "",
		},
		{"the start of the character, which is 14 by 24", []*level.Collider{
			ground(),
			with(point("start", 0, 0), spawn),
		}, []level.ID{2}, down, "ground 0,100 400x20; start 0,78", ""},
		{
			"another point",
			[]*level.Collider{ground(), point("lamp", 0, 0)},
			[]level.ID{2},
			down,
			"ground 0,100 400x20; lamp 0,90", "",
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := open(t, tt.in...)
			before := textOf(t, s)
			s.Selection().Set(tt.chosen...)
			err := s.Drop(tt.dir)
			check(t, s)
			if got := brief(s); got != tt.want {
				t.Errorf("dropped: %s\nwant %s", got, tt.want)
			}
			if got := fmt.Sprint(err); tt.why == "" && err != nil || tt.why != "" && got != tt.why {
				t.Errorf("error = %q, want %q", got, tt.why)
			}
			for {
				if _, ok := s.Undo(); !ok {
					break
				}
			}
			if textOf(t, s) != before {
				t.Error("undo left something")
			}
		})
	}
}

func TestDropIsOneStep(t *testing.T) {
	t.Parallel()
	s := open(t, box("ground", 0, 100, 400, 20), box("b", 0, 0, 20, 20), box("c", 5, -90, 20, 20))
	s.Selection().Set(2, 3)
	must(t, s.Drop(down))
	if label, ok := s.Undo(); !ok || label != "Drop 2 shapes" {
		t.Errorf("after undo: %q, %v", label, ok)
	}
	if got := brief(s); got != "ground 0,100 400x20; b 0,0 20x20; c 5,-90 20x20" {
		t.Errorf("after undo: %s", got)
	}
}

func TestDropOfNothing(t *testing.T) {
	t.Parallel()
	s := open(t, with(box("b", 0, 0, 20, 20), func(c *level.Collider) { c.Locked = true }))
	if err := s.Drop(down); !errors.Is(err, editor.ErrNothingSelected) {
		t.Errorf("nothing selected: %v", err)
	}
	s.Selection().Set(1)
	if err := s.Drop(down); !errors.Is(err, editor.ErrLocked) {
		t.Errorf("locked: %v", err)
	}
}

func TestGravity(t *testing.T) {
	t.Parallel()
	s := open(t)
	if s.Gravity() != down {
		t.Error("gravity does not point down by default")
	}
	must(t, s.EditSettings("Turn over", func(x *level.Settings) { x.Playtest.Reversed = true }))
	if s.Gravity() != down.Neg() {
		t.Error("reversed gravity does not point up")
	}
}

// drawColliders draws up to twelve colliders of any kind and role.
func drawColliders(t *rapid.T) []*level.Collider {
	colliders := make([]*level.Collider, 0, 12)
	for i := range rapid.IntRange(1, 12).Draw(t, "shapes") {
		x, y := rapid.Float64Range(-200, 200).Draw(t, "x"), rapid.Float64Range(-200, 200).Draw(t, "y")
		name := fmt.Sprint("s", i)
		switch rapid.IntRange(0, 4).Draw(t, "kind") {
		case 4:
			c := polygon(name, x, y, -33, 0, 0, 20, 33, 0)
			c.Shape.Kind, c.Shape.Rounding, c.Shape.OneSided = level.Chain, 0, rapid.Bool().Draw(t, "one-sided")
			c.Angle = level.Degrees(rapid.IntRange(-180, 180).Draw(t, "angle"))
			colliders = append(colliders, c)
		case 0:
			colliders = append(colliders, box(name, x, y, rapid.Float64Range(5, 90).Draw(t, "w"), 14))
		case 1:
			colliders = append(colliders, circle(name, x, y, rapid.Float64Range(3, 40).Draw(t, "r")))
		case 2:
			colliders = append(colliders, polygon(name, x, y, -20, -10, 30, -5, 10, 12, 0, 0, -15, 15))
		default:
			colliders = append(colliders, with(box(name, x, y, 40, 6), func(c *level.Collider) { c.Angle = 30 }))
		}
	}
	for _, c := range colliders {
		switch rapid.IntRange(0, 7).Draw(t, "role") {
		case 0:
			c.Role = level.Trigger
		case 1, 2:
			c.Role = level.OneWay
			c.OneWay = rapid.SampledFrom([]level.Vec{level.Up, down, left, left.Neg()}).Draw(t, "solid side")
		}
	}
	return colliders
}

// isIn reports whether the colliders of a pair overlap, regardless of the side from which a one-way collider was
// entered.
func isIn(p contacts.Pair) bool {
	return p.State == contacts.Overlapping || p.Kind == contacts.OneWay && p.Depth > collision.DefaultSlop
}

// A dropped shape has no new overlaps, and touches something if it moved.
func TestDropProperty(outer *testing.T) {
	rapid.Check(outer, func(t *rapid.T) {
		colliders := drawColliders(t)
		s := open(outer, colliders...)
		for id := range level.ID(len(colliders)) {
			if rapid.Bool().Draw(t, "selected") {
				s.Selection().Add(id + 1)
			}
		}
		dir := rapid.SampledFrom([]level.Vec{down, left, down.Neg(), left.Neg()}).Draw(t, "direction")
		before := map[[2]level.ID]bool{}
		for _, p := range s.Live().Contacts() {
			before[[2]level.ID{p.A, p.B}] = isIn(p)
		}
		if s.Selection().Len() == 0 {
			return
		}
		err := s.Drop(dir)
		if reason := new(editor.DropError); err != nil && !errors.As(err, &reason) {
			t.Fatal(err)
		}
		for _, p := range s.Live().Contacts() {
			if p.State == contacts.Overlapping && !before[[2]level.ID{p.A, p.B}] {
				t.Fatalf("%d and %d overlap by %g", p.A, p.B, p.Depth)
			}
		}
		for i, c := range colliders {
			now := s.Document().Collider(level.ID(i + 1))
			if now.Position == c.Position {
				continue
			}
			if !touchesAny(s.Document(), now, collision.DefaultSlop) {
				t.Fatalf("%s was dropped to %v, where it touches nothing", now.Name, now.Position)
			}
			if way := now.Position.Sub(c.Position); math.Abs(way.Cross(dir)) > 1e-9 || way.Dot(dir) < 0 {
				t.Fatalf("%s was dropped by %v", now.Name, way)
			}
		}
		s.Undo()
		for i, c := range colliders {
			if now := s.Document().Collider(level.ID(i + 1)); now.Position != c.Position {
				t.Fatal("undo left something")
			}
		}
	})
}

// A snapped shape has no new overlaps, and touches the colliders that the result names.
func TestSnapProperty(outer *testing.T) {
	cases, snapped := 0, 0
	rapid.Check(outer, func(t *rapid.T) {
		cases++
		colliders := drawColliders(t)
		s := open(outer, colliders...)
		g, of := s.Motion([]level.ID{1})
		by := level.Vec{X: rapid.Float64Range(-50, 50).Draw(t, "by x"), Y: rapid.Float64Range(-50, 50).Draw(t, "by y")}
		to, ok := g.Snap(by, 6)
		if len(of) == 0 || !ok {
			return
		}
		snapped++
		at := func(by level.Vec) level.Collider {
			c := *s.Document().Collider(1)
			c.Position = c.Position.Add(by)
			return c
		}
		before, after := at(by), at(to.At)
		for _, p := range s.Live().ProbeBaked(&after, s.Document().Baked(1)) {
			if p.B != 1 && isIn(p) && minDistance(s.Document(), &before, s.Document().Collider(p.B)) > -1e-6 {
				t.Fatalf("after snapping from %v to %v it overlaps %d", by, to.At, p.B)
			}
		}
		if !touchesAny(s.Document(), &after, 1e-6) {
			t.Fatalf("snapped to %v it touches nothing", to.At)
		}
	})
	if cases >= 200 && snapped == 0 { // with few cases this may be chance
		outer.Error("nothing snapped: the test shows nothing")
	}
}

// touchesAny reports whether pieces of a collider and of another one touch, within a tolerance. They need not have a
// contact: a one-sided chain can also rest on its back.
func touchesAny(doc *level.Document, c *level.Collider, tolerance float64) bool {
	for o := range doc.Colliders() {
		if o.ID == c.ID {
			continue
		}
		for d := range distances(doc, c, o) {
			if math.Abs(d) < tolerance {
				return true
			}
		}
	}
	return false
}

// minDistance returns the smallest distance between the pieces of two colliders.
func minDistance(doc *level.Document, a, b *level.Collider) float64 {
	least := math.Inf(1)
	for d := range distances(doc, a, b) {
		least = min(least, d)
	}
	return least
}

// distances yields the distances between the pieces of two colliders, negative for overlaps.
func distances(doc *level.Document, a, b *level.Collider) iter.Seq[float64] {
	return func(yield func(float64) bool) {
		for _, p := range doc.Baked(a.ID).Pieces {
			for _, q := range doc.Baked(b.ID).Pieces {
				if !yield(collision.Distance(p, a.Transform(), q, b.Transform()).Distance) {
					return
				}
			}
		}
	}
}

// BenchmarkDrop drops 1,000 boxes among 10,000.
func BenchmarkDrop(b *testing.B) {
	var all []*level.Collider
	var chosen []level.ID
	for i := range 10_000 {
		all = append(all, box("", float64(i%100)*24, float64(i/100)*30, 16, 16))
		if i%10 == 0 {
			chosen = append(chosen, level.ID(i+1))
		}
	}
	s := open(b, all...)
	s.Selection().Set(chosen...)
	for b.Loop() {
		_ = s.Drop(down)
		s.Undo()
	}
}

func point(name string, x, y float64) *level.Collider {
	return level.NewCollider(0, 0, name, level.Shape{Kind: level.Point}, level.Vec{X: x, Y: y})
}
