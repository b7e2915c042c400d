package contacts_test

import (
	"fmt"
	"math"
	"testing"

	"fillet/collision"
	"fillet/editor/contacts"
	"fillet/editor/level"
)

// hills returns a terrain of n points.
func hills(n int) level.Shape {
	s := level.Shape{Kind: level.Polygon, Rounding: level.Inset, Radius: 2}
	for i := range n {
		x := float64(i) * 12
		s.Points = append(s.Points, level.Vec{X: x, Y: 60*math.Sin(x/150) + 25*math.Sin(x/47)})
	}
	last := s.Points[n-1].X
	s.Points = append(s.Points, level.Vec{X: last, Y: 300}, level.Vec{Y: 300})
	return s
}

func BenchmarkWayOut(b *testing.B) {
	angle := level.Shape{Kind: level.Polygon, Rounding: level.Inset, Radius: 3, Points: []level.Vec{
		{X: -30, Y: -30}, {X: 30, Y: -30}, {X: 30, Y: -10}, {X: -10, Y: -10}, {X: -10, Y: 30}, {X: -30, Y: 30},
	}}
	for name, own := range map[string]level.Shape{"box": box(40, 40, 4), "angle": angle} {
		for what, obstacle := range map[string]level.Shape{"box": box(200, 40, 0), "hills": hills(400)} {
			b.Run(name+"/"+what, func(b *testing.B) {
				o := placed(b, obstacle, level.Vec{}, 0)
				at := level.Vec{Y: 20}
				if what == "hills" {
					at = level.Vec{X: 1200, Y: 60*math.Sin(8) + 25*math.Sin(1200.0/47) + 12}
				}
				p := placed(b, own, at, 20)
				b.ReportAllocs()
				for b.Loop() {
					contacts.WayOut(p, []contacts.Placed{o})
				}
			})
		}
	}
}

// WayOut leads out of the overlap, and is the shortest way for a single piece.
func TestWayOut(t *testing.T) {
	t.Parallel()
	ground := placed(t, hills(200), level.Vec{}, 0)
	for _, s := range []level.Shape{
		box(40, 40, 4),
		{Kind: level.Circle, Radius: 15},
		{Kind: level.Capsule, Radius: 6, Points: []level.Vec{{X: -20}, {X: 20}}},
	} {
		for x := 100.0; x < 2200; x += 173 {
			p := placed(t, s, level.Vec{X: x, Y: 60*math.Sin(x/150) + 25*math.Sin(x/47) + 5}, x)
			way, ok := contacts.WayOut(p, []contacts.Placed{ground})
			if !ok {
				t.Fatalf("%v at %g has no way out", s.Kind, x)
			}
			p.At.P = p.At.P.Add(way)
			for _, own := range p.Baked.Pieces {
				for _, other := range ground.Baked.Pieces {
					if m, hit := collision.Collide(own, p.At, other, ground.At, 0); hit && m.Depth() > 2e-6 {
						t.Errorf("%v at %g is %g deep after its way %v", s.Kind, x, m.Depth(), way)
					}
				}
			}
		}
	}
}

// In a pile of shapes with many pieces, each direction would leave one pair after the other and test all pairs each
// time. The search ends at a limit.
func TestWaysOutOfAPileEnd(t *testing.T) {
	t.Parallel()
	comb := level.Shape{Kind: level.Polygon}
	for i := range 40 {
		x := float64(20 * i)
		comb.Points = append(comb.Points, level.Vec{X: x}, level.Vec{X: x + 10}, level.Vec{X: x + 10, Y: 50},
			level.Vec{X: x + 20, Y: 50})
	}
	comb.Points = append(comb.Points, level.Vec{X: 800, Y: 80}, level.Vec{Y: 80})
	own := placed(t, comb, level.Vec{}, 0)
	var others []contacts.Placed
	for i := range 300 {
		others = append(others, placed(t, comb, level.Vec{X: float64(i) * 7.3, Y: float64(i%17) * 3.1}, float64(i%5)))
	}
	pass := len(own.Baked.Pieces) * len(own.Baked.Pieces) * len(others)
	tests := contacts.TestedPairs(own, others)
	if tests <= contacts.MaxTests || tests > contacts.MaxTests+pass {
		t.Errorf("%d pairs were tested, with a limit of %d and %d in a pass", tests, contacts.MaxTests, pass)
	}
}

// A picture's search for a way out of a pile of large shapes with many pieces ends at a limit, and reports that.
func TestExitFromAPileEnds(t *testing.T) {
	t.Parallel()
	var stars []*level.Collider
	for i := range 20 {
		star := level.Shape{Kind: level.Polygon, Rounding: level.Inset}
		for k := range 80 {
			sin, cos := math.Sincos(2 * math.Pi * float64(k) / 80)
			r := float64(300 + 100*(k%2))
			star.Points = append(star.Points, level.Vec{X: r * cos, Y: r * sin})
		}
		at := level.Vec{X: 400 + float64(i*37%200), Y: 400 + float64(i*61%200)}
		stars = append(stars, level.NewCollider(level.ID(i+1), 1, fmt.Sprint(i+1), star, at))
	}
	live := contacts.NewLive(levelOf(t, level.Vec{X: 1000, Y: 1000}, stars...))
	ended := 0
	for _, s := range stars {
		e, ok := live.Exit(s.ID)
		if e.Cost > contacts.MaxDrawn*5/4 {
			t.Errorf("the search for %d costs %d, with a limit of %d", s.ID, e.Cost, contacts.MaxDrawn)
		}
		if ok && e.Why == contacts.TooMany {
			ended++
		}
	}
	if ended == 0 {
		t.Error("no search has reached its limit")
	}
}

// With more than ExactPairs pairs of pieces, the way is not exact, but still leads out.
func TestWayOutOfManyPieces(t *testing.T) {
	t.Parallel()
	star := level.Shape{Kind: level.Polygon}
	for i := range 800 {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / 800)
		r := float64(500 + 200*(i%2))
		star.Points = append(star.Points, level.Vec{X: r * cos, Y: r * sin})
	}
	own, fixed := placed(t, star, level.Vec{X: 900, Y: 300}, 10), placed(t, star, level.Vec{}, 0)
	if n := len(own.Baked.Pieces) * len(fixed.Baked.Pieces); n <= contacts.ExactPairs {
		t.Fatalf("%d pairs of pieces, want more than %d", n, contacts.ExactPairs)
	}
	way, ok := contacts.WayOut(own, []contacts.Placed{fixed})
	if shortest := 1400 - math.Hypot(900, 300); !ok || way.Len() < shortest-50 || way.Len() > shortest+10 {
		t.Errorf("the way is %v, %v", way, ok)
	}
	own.At.P = own.At.P.Add(way)
	for _, a := range own.Baked.Pieces {
		for _, b := range fixed.Baked.Pieces {
			if m, hit := collision.Collide(a, own.At, b, fixed.At, 0); hit && m.Depth() > 2e-6 {
				t.Fatalf("%g deep after the way %v", m.Depth(), way)
			}
		}
	}
}

// For outlines with thousands of edges, WayOut tries a few directions all around.
func TestWayOutOfManyEdges(t *testing.T) {
	t.Parallel()
	disc := func(n int) level.Shape {
		s := level.Shape{Kind: level.Polygon}
		for i := range n {
			sin, cos := math.Sincos(2 * math.Pi * float64(i) / float64(n))
			s.Points = append(s.Points, level.Vec{X: 1000 * cos, Y: 1000 * sin})
		}
		return s
	}
	for _, c := range []struct{ own, fixed, limit int }{
		{4, 4, 16}, {100, 100, 260}, {600, 40, 260}, {6000, 5000, 100},
	} {
		own, fixed := placed(t, disc(c.own), level.Vec{X: 1100, Y: 700}, 0), placed(t, disc(c.fixed), level.Vec{}, 0)
		n, widest := contacts.Directions(own, fixed)
		if n > c.limit || widest > math.Pi/2+0.01 || n > 16 && widest > math.Pi/4 {
			t.Errorf("%d and %d edges: %d directions, %.2f rad apart", c.own, c.fixed, n, widest)
		}
	}
}
