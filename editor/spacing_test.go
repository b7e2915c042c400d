package editor_test

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"fillet/collision"
	"fillet/editor"
	"fillet/editor/level"
	"fillet/editor/overlay"
)

func measured(guides []overlay.Item) []string {
	var out []string
	for _, g := range guides {
		if m, ok := g.(overlay.Measure); ok {
			out = append(out, m.Text)
		}
	}
	slices.Sort(out)
	return out
}

// A moved box snaps to even spacing, and guides show the equal distances.
func TestEvenSpacing(t *testing.T) {
	t.Parallel()
	// a and b are 30 apart, and c is far away; all have different heights and are in one row.
	s := open(t, box("a", 0, 0, 20, 20), box("b", 50, 4, 20, 60), box("c", 300, -3, 20, 30))
	s.SetSnapping(editor.SnapSettings{Guides: true})
	at := func(x, y float64) collision.AABB {
		return collision.AABB{Min: level.Vec{X: x, Y: y}, Max: level.Vec{X: x + 14, Y: y + 10}}
	}
	for _, tt := range []struct {
		name  string
		box   collision.AABB
		x     float64 // expected position of the left edge
		shown []string
	}{
		{"as far from b as b from a", at(92, 1), 90, []string{"30", "30"}},
		{"as far before a as b is after it", at(-52, 1), -54, []string{"30", "30"}},
		{"in the middle between b and c", at(167, 1), 168, []string{"108", "108"}},
		{"in another row", at(92, 300), 92, nil},
	} {
		by, guides := s.Snapper(nil).SnapBox(tt.box, 4, false)
		if got := tt.box.Min.X + by.X; math.Abs(got-tt.x) > 1e-9 {
			t.Errorf("%s: the box snaps to %g, want %g", tt.name, got, tt.x)
		}
		if got := measured(guides); !slices.Equal(got, tt.shown) {
			t.Errorf("%s: distances shown = %v, want %v", tt.name, got, tt.shown)
		}
	}
	// The same holds along y.
	s = open(t, box("a", 0, 0, 20, 20), box("b", 0, 50, 20, 20))
	s.SetSnapping(editor.SnapSettings{Guides: true})
	if by, guides := s.Snapper(nil).SnapBox(at(5, 92), 4, false); by.Y != -2 ||
		!slices.Equal(measured(guides), []string{"30", "30"}) {
		t.Errorf("along y it moves by %v, showing %v", by, measured(guides))
	}
}

// While an edge is aligned with another shape, guides show the distance to that shape.
func TestDistanceAlongGuide(t *testing.T) {
	t.Parallel()
	s := open(t, box("a", 10, 10, 20, 20))
	s.SetSnapping(editor.SnapSettings{Guides: true})
	_, guides := s.Snapper(nil).SnapBox(collision.AABB{Min: level.Vec{X: 1, Y: 60}, Max: level.Vec{X: 41, Y: 90}}, 4,
		false)
	if got := measured(guides); !slices.Equal(got, []string{"40"}) {
		t.Errorf("distances shown = %v", got)
	}
}

// The shape's own vertices are alignment targets too.
func TestAlignToOwnPoints(t *testing.T) {
	t.Parallel()
	s := open(t)
	s.SetSnapping(editor.SnapSettings{Guides: true})
	n := s.Snapper(nil)
	n.Align(level.Vec{X: 10, Y: 20}, level.Vec{X: 70, Y: 90})
	got := n.Snap(level.Vec{X: 72, Y: 19}, 4, false)
	if got.Point != (level.Vec{X: 70, Y: 20}) || len(got.Guides) != 2 {
		t.Errorf("got %+v", got)
	}
}

// A box snaps no further than the tolerance, and its guides are shown.
func TestSnapBoxTolerance(t *testing.T) {
	t.Parallel()
	s := open(t, box("a", 0, 0, 20, 20), box("b", 50, 4, 20, 60), box("c", 120, -3, 30, 30), box("d", 60, 120, 44, 8))
	s.SetSnapping(editor.SnapSettings{Guides: true})
	n := s.Snapper(nil)
	rapid.Check(t, func(t *rapid.T) {
		lo := level.Vec{X: rapid.Float64Range(-200, 300).Draw(t, "x"), Y: rapid.Float64Range(-200, 300).Draw(t, "y")}
		b := collision.AABB{Min: lo, Max: lo.Add(level.Vec{
			X: rapid.Float64Range(4, 90).Draw(t, "w"),
			Y: rapid.Float64Range(4, 90).Draw(t, "h"),
		})}
		by, guides := n.SnapBox(b, 4, false)
		if max(math.Abs(by.X), math.Abs(by.Y)) > 4 || by != (level.Vec{}) && len(guides) == 0 {
			t.Fatalf("the box snaps by %v with %d guides", by, len(guides))
		}
	})
}
