package editor_test

import (
	"math"
	"testing"

	"fillet/collision"
	"fillet/editor"
	"fillet/editor/level"
)

// TestSnap snaps points near a box of 40 by 20 about (100, 50), a circle and a point.
func TestSnap(t *testing.T) {
	t.Parallel()
	all := editor.DefaultSnapSettings()
	none := editor.SnapSettings{}
	for _, tt := range []struct {
		name   string
		set    editor.SnapSettings
		p      level.Vec
		invert bool
		want   level.Vec
		what   string
	}{
		{"nothing", none, level.Vec{X: 81, Y: 41}, false, level.Vec{X: 81, Y: 41}, ""},
		{"grid", editor.SnapSettings{Grid: true}, level.Vec{X: 7, Y: 9}, false, level.Vec{X: 0, Y: 16}, "grid"},
		{"grid off by Ctrl", all, level.Vec{X: 7, Y: 9}, true, level.Vec{X: 7, Y: 9}, ""},
		{"grid on by Ctrl", none, level.Vec{X: 7, Y: 9}, true, level.Vec{X: 0, Y: 16}, "grid"},
		{"vertex", all, level.Vec{X: 82, Y: 43}, false, level.Vec{X: 80, Y: 40}, "vertex"},
		{
			"vertex out of reach",
			editor.SnapSettings{Vertices: true},
			level.Vec{X: 75, Y: 30},
			false,
			level.Vec{X: 75, Y: 30},
			"",
		},
		{
			"centre",
			editor.SnapSettings{Centres: true},
			level.Vec{X: 102, Y: 49},
			false,
			level.Vec{X: 100, Y: 50},
			"centre",
		},
		{"edge", editor.SnapSettings{Edges: true}, level.Vec{X: 93, Y: 37}, false, level.Vec{X: 93, Y: 40}, "edge"},
		{
			"edge with the grid",
			editor.SnapSettings{Edges: true, Grid: true},
			level.Vec{X: 93, Y: 37},
			false,
			level.Vec{X: 96, Y: 40},
			"edge",
		},
		{
			"guide",
			editor.SnapSettings{Guides: true},
			level.Vec{X: 78, Y: 300},
			false,
			level.Vec{X: 80, Y: 300},
			"guide",
		},
		{
			"guide with the grid",
			editor.SnapSettings{Guides: true, Grid: true},
			level.Vec{X: 78, Y: 300},
			false,
			level.Vec{X: 80, Y: 304},
			"guide",
		},
		{
			"grid instead of a guide off the grid",
			editor.SnapSettings{Guides: true, Grid: true},
			level.Vec{X: 301, Y: 202},
			false,
			level.Vec{X: 304, Y: 208},
			"grid",
		},
		{
			"two guides",
			editor.SnapSettings{Guides: true},
			level.Vec{X: 122, Y: 203},
			false,
			level.Vec{X: 120, Y: 200},
			"guide",
		},
		{
			"point",
			editor.SnapSettings{Vertices: true, Centres: true},
			level.Vec{X: 301, Y: 1},
			false,
			level.Vec{X: 300},
			"centre",
		},
	} {
		s := open(t, box("a", 100, 50, 40, 20), circle("c", 200, 210, 10),
			level.NewCollider(0, 0, "p", level.Shape{Kind: level.Point}, level.Vec{X: 300}))
		s.SetSnapping(tt.set)
		got := s.Snapper(nil).Snap(tt.p, 5, tt.invert)
		if got.Point != tt.want || got.What != tt.what {
			t.Errorf("%s: %v snapped to %v by %q, want %v by %q", tt.name, tt.p, got.Point, got.What, tt.want, tt.what)
		}
		if (got.What == "guide" || got.What == "vertex") != (len(got.Guides) > 0) && got.What != "edge" &&
			got.What != "centre" {
			t.Errorf("%s: %d guides are drawn", tt.name, len(got.Guides))
		}
		all := map[level.ID]bool{1: true, 2: true, 3: true}
		if got := s.Snapper(all).Snap(tt.p, 5, tt.invert); got.What != "" && got.What != "grid" {
			t.Errorf("%s: snapped to an excluded collider by %q", tt.name, got.What)
		}
	}
}

// TestSnapBox aligns a moved box.
func TestSnapBox(t *testing.T) {
	t.Parallel()
	s := open(t, box("a", 100, 50, 40, 20), box("far", 900, 900, 40, 20))
	s.SetSnapping(editor.SnapSettings{Guides: true})
	n := s.Snapper(nil)
	for _, tt := range []struct {
		box  collision.AABB
		want level.Vec
	}{
		// left edge to right edge
		{collision.AABB{Min: level.Vec{X: 123, Y: 200}, Max: level.Vec{X: 143, Y: 220}}, level.Vec{X: -3}},
		// centres
		{collision.AABB{Min: level.Vec{X: 92, Y: 200}, Max: level.Vec{X: 112, Y: 220}}, level.Vec{X: -2}},
		// bottom to top
		{collision.AABB{Min: level.Vec{X: 300, Y: 27}, Max: level.Vec{X: 320, Y: 38}}, level.Vec{Y: 2}},
		// nothing nearby
		{collision.AABB{Min: level.Vec{X: 300, Y: 300}, Max: level.Vec{X: 320, Y: 320}}, level.Vec{}},
		// the far box
		{collision.AABB{Min: level.Vec{X: 923, Y: 300}, Max: level.Vec{X: 933, Y: 320}}, level.Vec{X: -3}},
		// both axes
		{collision.AABB{Min: level.Vec{X: 118, Y: 59}, Max: level.Vec{X: 130, Y: 70}}, level.Vec{X: 2, Y: 1}},
	} {
		by, guides := n.SnapBox(tt.box, 4, false)
		if by != tt.want || (len(guides) > 0) != (by != level.Vec{}) {
			t.Errorf("%v snaps by %v with %d guides, want %v", tt.box, by, len(guides), tt.want)
		}
		if by, _ := n.SnapBox(tt.box, 4, true); by != (level.Vec{}) {
			t.Errorf("%v snaps by %v while inverted", tt.box, by)
		}
	}
	s.SetSnapping(editor.SnapSettings{Grid: true})
	if by, _ := s.Snapper(nil).SnapBox(collision.AABB{Min: level.Vec{X: 3, Y: -3}, Max: level.Vec{X: 20, Y: 20}},
		4, false); by != (level.Vec{X: -3, Y: 3}) {
		t.Errorf("the grid moves it by %v", by)
	}
	s = open(t, box("ragged", 101.5, 50, 40, 20))
	s.SetSnapping(editor.SnapSettings{Grid: true, Guides: true})
	beside := collision.AABB{Min: level.Vec{X: 119, Y: 302}, Max: level.Vec{X: 139, Y: 322}}
	if by, _ := s.Snapper(nil).SnapBox(beside, 4, false); by != (level.Vec{X: -7, Y: 2}) {
		t.Errorf("beside a shape off the grid the box moves by %v", by)
	}
}

// TestPick picks thin and thick shapes and points.
func TestPick(t *testing.T) {
	t.Parallel()
	chain := level.NewCollider(0, 0, "chain", level.Shape{Kind: level.Chain, Points: []level.Vec{{}, {X: 100}}},
		level.Vec{})
	s := open(t, box("under", 50, 0, 200, 100), chain, with(box("locked", 50, 30, 10, 10), func(c *level.Collider) {
		c.Locked = true
	}),
		level.NewCollider(0, 0, "point", level.Shape{Kind: level.Point}, level.Vec{X: 20, Y: 20}))
	names := func(p level.Vec, tolerance float64) string {
		out := ""
		for _, id := range s.Picking().At(p, tolerance) {
			out += s.Document().Collider(id).Name + " "
		}
		return out
	}
	for _, tt := range []struct {
		p    level.Vec
		want string
	}{
		{level.Vec{X: 50, Y: 3}, "chain under "},
		{level.Vec{X: 50, Y: 30}, "under "},
		{level.Vec{X: 22, Y: 20}, "point under "},
		{level.Vec{X: 153, Y: 0}, "under "},
		{level.Vec{X: 170, Y: 0}, ""},
	} {
		if got := names(tt.p, 4); got != tt.want {
			t.Errorf("at %v: %q, want %q", tt.p, got, tt.want)
		}
	}
	if ids := s.Picking().In(collision.AABB{Min: level.Vec{X: 15, Y: -1}, Max: level.Vec{X: 25, Y: 21}}); len(ids) !=
		3 {
		t.Errorf("the box contains %v", ids)
	}
	if ids := s.Picking().At(level.Vec{X: math.NaN()}, 4); len(ids) != 0 {
		t.Errorf("an empty box contains %v", ids)
	}
}
