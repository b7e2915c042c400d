package editor_test

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"fillet/collision"
	"fillet/editor"
	"fillet/editor/contacts"
	"fillet/editor/level"
)

// openWide works like open, with a frame that extends far around the origin.
func openWide(t testing.TB, colliders ...*level.Collider) *editor.Session {
	t.Helper()
	s := open(t, colliders...)
	must(t, s.EditSettings("Frame", func(set *level.Settings) {
		set.Origin, set.Size = level.Vec{X: -1000, Y: -1000}, level.Vec{X: 2000, Y: 2000}
	}))
	return s
}

// Separate moves the right collider of a pair, by the shortest way.
func TestSeparate(t *testing.T) {
	t.Parallel()
	dynamic := func(c *level.Collider) { c.Body = level.Dynamic }
	// A cup that is open at the top, for shapes in it.
	cup := func() *level.Collider {
		return polygon("cup", 0, 0, -50, -50, -30, -50, -30, 30, 30, 30, 30, -50, 50, -50, 50, 50, -50, 50)
	}
	for _, tt := range []struct {
		name   string
		a, b   *level.Collider
		chosen []level.ID
		want   string
	}{
		{"the smaller", box("a", 0, 0, 100, 100), box("b", 55, 0, 20, 20), nil, "a 0,0 100x100; b 60,0 20x20"},
		{
			"the dynamic one", with(box("a", 0, 0, 100, 100), dynamic), box("b", 55, 0, 20, 20), nil,
			"a -5,0 100x100; b 55,0 20x20",
		},
		{
			"the selected one", box("a", 0, 0, 100, 100), box("b", 55, 0, 20, 20),
			[]level.ID{1},
			"a -5,0 100x100; b 55,0 20x20",
		},
		{
			"both selected", with(box("a", 0, 0, 100, 100), dynamic), box("b", 55, 0, 20, 20),
			[]level.ID{1, 2},
			"a -5,0 100x100; b 55,0 20x20",
		},
		{"not the locked one", with(box("a", 0, 0, 10, 10), func(c *level.Collider) {
			c.Locked = true
		}), box("b", 0, 8, 100, 10), nil, "a 0,0 10x10; b 0,10 100x10"},
		{"containment", box("a", 0, 0, 100, 40), box("b", 10, 4, 10, 10), nil, "a 0,0 100x40; b 10,25 10x10"},
		{"circles in one place", circle("a", 0, 0, 10), circle("b", 6, 8, 10), nil, "a 0,0 r10; b 12,16 r10"},
		{"out of a concave one", cup(), box("b", -28, 0, 20, 20), nil, "cup 0,0; b -20,0 20x20"},
		{"not from one wall into another", cup(), box("b", 0, -40, 64, 20), nil, "cup 0,0; b 0,-60 64x20"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := openWide(t, tt.a, tt.b)
			before := textOf(t, s)
			s.Selection().Set(tt.chosen...)
			must(t, editor.SeparatingIn(s).Pair(2, 1))
			check(t, s)
			if got := brief(s); got != tt.want {
				t.Errorf("separated: %s\nwant %s", got, tt.want)
			}
			if c := s.Live().Counts(); c.Overlaps != 0 {
				t.Errorf("%d overlaps are left: %s", c.Overlaps, pairs(s))
			}
			s.Undo()
			if textOf(t, s) != before {
				t.Error("undo does not restore the level")
			}
		})
	}
	s := open(t, box("a", 0, 0, 10, 10), box("b", 50, 0, 10, 10))
	if err := editor.SeparatingIn(s).Pair(1, 2); !errors.Is(err, editor.ErrApart) {
		t.Errorf("separating a pair that does not overlap: %v", err)
	}
	for _, bad := range [][2]level.ID{{1, 1}, {1, 9}, {0, 0}} {
		if editor.SeparatingIn(s).Pair(bad[0], bad[1]) == nil {
			t.Errorf("separated %v", bad)
		}
	}
}

// In a level with blocks and a crate that have sunk into the ground, separating pair after pair leaves the ground in
// place. Each shape rises by the depth to which it sank.
func TestSeparateKeepsGround(t *testing.T) {
	t.Parallel()
	doc, err := level.Open("testdata/sunk.level.yaml")
	must(t, err)
	s := editor.NewSession(doc)
	before, n := textOf(t, s), 0
	for _, p := range slices.Clone(s.Live().Contacts()) {
		if p.State == contacts.Overlapping {
			n++
			must(t, editor.SeparatingIn(s).Pair(p.A, p.B))
		}
	}
	check(t, s)
	if got := brief(s); n != 3 || got != "ground 0,0; block 300,420 60x60; crate 650,425 50x50; block 2 450,420 60x60" {
		t.Errorf("after separating %d pairs: %s", n, got)
	}
	for range n {
		s.Undo()
	}
	if textOf(t, s) != before {
		t.Error("undo does not restore the level")
	}
}

// Separate fails if neither collider of a pair can move.
func TestSeparateStuck(t *testing.T) {
	t.Parallel()
	lock := func(c *level.Collider) { c.Locked = true }
	s := openWide(t, with(box("ground", 0, 100, 400, 40), lock), with(box("crate", 0, 70, 30, 30), lock))
	if err := editor.SeparatingIn(s).Pair(1, 2); !errors.Is(err, editor.ErrLocked) {
		t.Errorf("separating a locked pair: %v", err)
	}
	s = openWide(t, box("floor", 0, 100, 4000, 40), box("ceiling", 0, 50, 4000, 40), box("plug", 0, 75, 50, 20))
	if err := editor.SeparatingIn(s).Pair(1, 3); !errors.Is(err, editor.ErrStuck) ||
		err.Error() != "plug: it cannot be moved out, there is no room" {
		t.Errorf("separating without room: %v", err)
	}
}

// An exit leads out of several overlapping shapes at once.
func TestExit(t *testing.T) {
	t.Parallel()
	s := openWide(t, box("floor", 0, 100, 400, 40), box("wall", 100, 0, 40, 400), box("crate", 65, 65, 40, 40))
	e, ok := s.Live().Exit(3)
	if !ok || e.Why != contacts.None {
		t.Fatalf("there is no way out: %v", e.Why)
	}
	by := e.Way
	s.Selection().Set(3)
	must(t, s.Nudge(by.X, by.Y))
	check(t, s)
	if s.Live().State(3) == contacts.Overlapping {
		t.Errorf("moved by %v it still overlaps: %s", by, pairs(s))
	}
	if by.Len() > 40 {
		t.Errorf("way out = %v", by)
	}
	if _, ok := s.Live().Exit(3); ok {
		t.Error("there is an exit without an overlap")
	}
}

// Separating any two shapes, including concave ones, ends their overlap. Convex shapes move by exactly the contact's
// depth.
func TestSeparateAnything(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		draw := func(name string) *level.Collider {
			x, y := rapid.Float64Range(-30, 30).Draw(rt, "x"), rapid.Float64Range(-30, 30).Draw(rt, "y")
			var c *level.Collider
			switch rapid.IntRange(0, 3).Draw(rt, "kind") {
			case 0:
				c = box(name, x, y, rapid.Float64Range(2, 60).Draw(rt, "w"), rapid.Float64Range(2, 60).Draw(rt, "h"))
			case 1:
				c = circle(name, x, y, rapid.Float64Range(1, 40).Draw(rt, "r"))
			case 2:
				c = polygon(name, x, y, -40, -30, 40, -35, 38, 30, 12, 28, 10, 0, -10, 2, -12, 33, -40, 30)
			default:
				c = polygon(name, x, y, -30, -10, 0, -30, 35, 5, 10, 25)
			}
			c.Angle = level.Degrees(rapid.Float64Range(-180, 180).Draw(rt, "angle"))
			if c.Shape.HasCorners() {
				c.Shape.Radius = rapid.Float64Range(0, 6).Draw(rt, "corner")
				c.Shape = c.Shape.Clamped()
			}
			return c
		}
		s := openWide(t, draw("a"), draw("b"))
		s.Selection().Set(2)
		pair, touching := s.Live().Contact(1, 2)
		e, ok := s.Live().Exit(2)
		if ok != (touching && pair.State == contacts.Overlapping) {
			rt.Fatalf("exit %v, %v for a pair of depth %g", e, ok, pair.Depth)
		}
		if !ok {
			return
		}
		by := e.Way
		convex := len(s.Document().Baked(1).Pieces) == 1 && len(s.Document().Baked(2).Pieces) == 1
		if convex && math.Abs(by.Len()-pair.Depth) > 1e-5 {
			rt.Errorf("separated by %g, depth = %g", by.Len(), pair.Depth)
		}
		must(t, editor.SeparatingIn(s).Pair(1, 2))
		if p, ok := s.Live().Contact(1, 2); ok && p.Depth > collision.DefaultSlop {
			rt.Errorf("the depth is still %g, was %g", p.Depth, pair.Depth)
		}
	})
}

// After any changes, each cached exit equals the exit in a newly built collision world.
func TestExitCache(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		var all []*level.Collider
		number := func(name string, from, to float64) float64 { return rapid.Float64Range(from, to).Draw(rt, name) }
		for i := range rapid.IntRange(2, 7).Draw(rt, "n") {
			c := box(fmt.Sprint("b", i), number("x", -100, 100), number("y", -60, 60), number("w", 10, 90),
				number("h", 10, 50))
			if rapid.Bool().Draw(rt, "dynamic") {
				c.Body = level.Dynamic
			}
			all = append(all, c)
		}
		s := open(t, all...)
		ids := make([]level.ID, len(all))
		for i, c := range all {
			ids[i] = c.ID
		}
		for range 12 {
			id := rapid.SampledFrom(ids).Draw(rt, "id")
			switch rapid.IntRange(0, 8).Draw(rt, "what") {
			case 0, 1, 2, 3:
				s.Selection().Set(id)
				_ = s.Nudge(number("dx", -30, 30), number("dy", -30, 30))
			case 4:
				s.Selection().Toggle(id)
			case 5:
				_ = s.Shapes([]level.ID{id}).SetLocked(rapid.Bool().Draw(rt, "locked"))
			case 6:
				_ = s.Shapes([]level.ID{id}).SetHidden(rapid.Bool().Draw(rt, "hidden"))
			case 7:
				_ = s.EditSettings("Frame", func(set *level.Settings) { set.Origin.X = number("origin", -600, 0) })
			case 8:
				s.Undo()
			}
			fresh := contacts.NewLive(s.Document())
			fresh.Held = s.Selection().Has
			for _, id := range ids {
				got, ok := s.Live().Exit(id)
				want, has := fresh.Exit(id)
				if ok != has || got.Way != want.Way || got.Why != want.Why || !slices.Equal(got.Leaves, want.Leaves) {
					rt.Fatalf("%v leaves by %+v, %v; in a fresh world by %+v, %v", id, got, ok, want, has)
				}
			}
		}
	})
}
