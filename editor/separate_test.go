package editor_test

import (
	"errors"
	"math"
	"testing"

	"pgregory.net/rapid"

	"fillet/collision"
	"fillet/editor"
	"fillet/editor/contacts"
	"fillet/editor/level"
)

// TestSeparate moves the right one of two by the least way.
func TestSeparate(t *testing.T) {
	dynamic := func(c *level.Collider) { c.Body = level.Dynamic }
	// A cup that is open at the top, and something in it.
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
		{"the dynamic one", with(box("a", 0, 0, 100, 100), dynamic), box("b", 55, 0, 20, 20), nil, "a -5,0 100x100; b 55,0 20x20"},
		{"the selected one", box("a", 0, 0, 100, 100), box("b", 55, 0, 20, 20), []level.ID{1}, "a -5,0 100x100; b 55,0 20x20"},
		{"both selected", with(box("a", 0, 0, 100, 100), dynamic), box("b", 55, 0, 20, 20), []level.ID{1, 2}, "a -5,0 100x100; b 55,0 20x20"},
		{"not the locked one", with(box("a", 0, 0, 10, 10), func(c *level.Collider) { c.Locked = true }), box("b", 0, 8, 100, 10), nil, "a 0,0 10x10; b 0,10 100x10"},
		{"containment", box("a", 0, 0, 100, 40), box("b", 10, 4, 10, 10), nil, "a 0,0 100x40; b 10,25 10x10"},
		{"circles in one place", circle("a", 0, 0, 10), circle("b", 6, 8, 10), nil, "a 0,0 r10; b 12,16 r10"},
		{"out of a concave one", cup(), box("b", -28, 0, 20, 20), nil, "cup 0,0; b -20,0 20x20"},
		{"not from one wall into the other", cup(), box("b", 0, -40, 64, 20), nil, "cup 0,0; b 0,-60 64x20"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := open(t, tt.a, tt.b)
			before := textOf(t, s)
			s.Selection().Set(tt.chosen...)
			must(t, s.Separate(2, 1))
			check(t, s)
			if got := brief(s); got != tt.want {
				t.Errorf("separated: %s\nwant %s", got, tt.want)
			}
			if c := s.Live().Counts(); c.Overlaps != 0 {
				t.Errorf("%d overlaps are left: %s", c.Overlaps, pairs(s))
			}
			s.Undo()
			if textOf(t, s) != before {
				t.Error("undo left something")
			}
		})
	}
	s := open(t, box("a", 0, 0, 10, 10), box("b", 50, 0, 10, 10))
	if err := s.Separate(1, 2); !errors.Is(err, editor.ErrApart) {
		t.Errorf("separating what is apart: %v", err)
	}
	for _, bad := range [][2]level.ID{{1, 1}, {1, 9}, {0, 0}} {
		if s.Separate(bad[0], bad[1]) == nil {
			t.Errorf("separated %v", bad)
		}
	}
}

// TestWayOut leaves several shapes at once.
func TestWayOut(t *testing.T) {
	s := open(t, box("floor", 0, 100, 400, 40), box("wall", 100, 0, 40, 400), box("crate", 65, 65, 40, 40))
	by, ok := s.WayOut(3)
	if !ok {
		t.Fatal("there is no way out")
	}
	s.Selection().Set(3)
	must(t, s.Nudge(by.X, by.Y))
	check(t, s)
	if s.Live().State(3) == contacts.Overlapping {
		t.Errorf("moved by %v it still overlaps: %s", by, pairs(s))
	}
	if by.Len() > 40 {
		t.Errorf("the way out is %v", by)
	}
	if _, ok := s.WayOut(3); ok {
		t.Error("there is a way out of nothing")
	}
}

// TestSeparateAnything separates random shapes, concave ones among them. Of convex ones it is by the contact's depth.
func TestSeparateAnything(t *testing.T) {
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
		s := open(t, draw("a"), draw("b"))
		pair, touching := s.Live().Contact(1, 2)
		by, ok := s.Separation(2, 1)
		if ok != (touching && pair.Depth > 0) {
			rt.Fatalf("separation %v, %v of a pair of depth %g", by, ok, pair.Depth)
		}
		if !ok {
			return
		}
		convex := len(s.Document().Baked(1).Pieces) == 1 && len(s.Document().Baked(2).Pieces) == 1
		if convex && math.Abs(by.Len()-pair.Depth) > 1e-5 {
			rt.Errorf("separated by %g, the depth is %g", by.Len(), pair.Depth)
		}
		s.Selection().Set(2)
		must(t, s.Separate(1, 2))
		if p, ok := s.Live().Contact(1, 2); ok && p.Depth > collision.DefaultSlop {
			rt.Errorf("a depth of %g is left of %g", p.Depth, pair.Depth)
		}
	})
}
