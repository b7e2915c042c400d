package editor

import (
	"errors"
	"math"
	"slices"

	"fillet/collision/polygon"
	"fillet/editor/level"
)

// halvings limits how often an amount is halved to keep the result from crossing itself.
const halvings = 8

// SimplifyShape removes vertices of a polygon or a chain that are within the tolerance of the resulting outline, in
// pixels. If the outline would cross itself, it uses a smaller tolerance. Other shapes, and those that need all their
// vertices, are returned unchanged.
func SimplifyShape(s level.Shape, tolerance float64) level.Shape {
	return gently(s, tolerance, func(loop []level.Vec, closed bool, tolerance float64) []level.Vec {
		if closed {
			kept, _ := polygon.SimplifyLoop(loop, tolerance)
			return kept
		}
		kept, _ := polygon.SimplifyLine(loop, tolerance)
		return kept
	})
}

// SmoothShape rounds the vertices of a polygon or a chain, starting at most the given distance in pixels before and
// after each, and at most half an edge. The ends of a chain stay. If the outline would cross itself, it uses a smaller
// distance. Other shapes are returned unchanged.
func SmoothShape(s level.Shape, distance float64) level.Shape {
	return gently(s, distance, bent)
}

// gently changes the loops of a polygon or a chain by an amount, halved until the result is valid.
func gently(
	s level.Shape, amount float64, change func(loop []level.Vec, closed bool, amount float64) []level.Vec,
) level.Shape {
	if s.Kind != level.Polygon && s.Kind != level.Chain || !(amount > 0) || math.IsInf(amount, 0) {
		return s
	}
	s = s.Flattened() // curves become lines, which are smooth already
	for range halvings {
		out := s
		out.Points = change(s.Points, s.Kind == level.Polygon || s.Closed, amount)
		out.Holes = nil
		for _, hole := range s.Holes {
			out.Holes = append(out.Holes, change(hole, true, amount))
		}
		out = out.Clamped()
		if _, err := out.Bake(); err == nil && (out.Radius > 0 || s.Radius == 0) {
			return out
		}
		amount = float64(amount / 2)
	}
	return s
}

// bent returns a line with a quadratic curve in place of each corner.
func bent(points []level.Vec, closed bool, distance float64) []level.Vec {
	n := len(points)
	var out []level.Vec
	for i, v := range points {
		if !closed && (i == 0 || i == n-1) {
			out = append(out, v)
			continue
		}
		before, after := points[(i+n-1)%n], points[(i+1)%n]
		from := v.MulAdd(before.Sub(v).Unit(), min(distance, float64(before.Dist(v)/2)))
		to := v.MulAdd(after.Sub(v).Unit(), min(distance, float64(after.Dist(v)/2)))
		// The chords' error is at most an eighth of the parabola's second difference over the square of their number.
		off := from.Add(to).Sub(v.Mul(2)).Len()
		steps := max(int(math.Ceil(math.Sqrt(float64(off/(4*ChordTolerance))))), 1)
		for k := range steps + 1 {
			t := float64(k) / float64(steps)
			p := from.Lerp(v, t).Lerp(v.Lerp(to, t), t)
			if len(out) == 0 || p.Dist(out[len(out)-1]) > 1e-6 {
				out = append(out, p)
			}
		}
	}
	for closed && len(out) > 3 && out[0].Dist(out[len(out)-1]) <= 1e-6 {
		out = out[:len(out)-1]
	}
	return out
}

// ErrChainNotOpen reports an attempt to join a shape that is not an open chain.
var ErrChainNotOpen = errors.New("only open chains can be joined")

// joinNear is the largest distance between ends that become a single vertex, in pixels.
const joinNear = 0.5

// JoinChains joins open chains into one, in the frame of the first, always connecting the two nearest ends, with an
// edge if they are apart. The first chain's direction, thickness and sides are kept. A single chain is closed.
func JoinChains(chains []PlacedShape) (MadeShape, error) {
	if len(chains) == 0 {
		return MadeShape{}, ErrNothingLeft
	}
	s := chains[0].Shape
	if s.Kind != level.Chain || s.Closed {
		return MadeShape{}, ErrChainNotOpen
	}
	points := s.Knots()
	at := func(i int) level.Vec { return points[i].At }
	if len(chains) == 1 {
		s.Closed = true
		if at(0).Dist(at(len(points)-1)) <= joinNear {
			points = points[:len(points)-1]
		}
		s = s.WithKnots(points)
		_, err := s.Bake()
		return MadeShape{Shape: s, Of: -1}, err
	}
	var rest [][]level.Knot
	for _, c := range chains[1:] {
		if c.Shape.Kind != level.Chain || c.Shape.Closed {
			return MadeShape{}, ErrChainNotOpen
		}
		rest = append(rest, c.Shape.Map(chains[0].At.Inv().Mul(c.At).Apply).Knots())
	}
	for len(rest) > 0 {
		which, way, least := 0, 0, math.Inf(1)
		first, last := at(0), at(len(points)-1)
		for i, r := range rest {
			for w, d := range [...]float64{
				last.Dist(r[0].At), last.Dist(r[len(r)-1].At), first.Dist(r[len(r)-1].At),
				first.Dist(r[0].At),
			} {
				if d < least {
					which, way, least = i, w, d
				}
			}
		}
		next := rest[which]
		rest = slices.Delete(rest, which, which+1)
		if way == 1 || way == 3 {
			next = level.ReversedKnots(next)
		}
		if way < 2 {
			points = linked(points, next, points[len(points)-1].At)
		} else {
			points = linked(next, points, points[0].At)
		}
	}
	s = s.WithKnots(points)
	_, err := s.Bake()
	return MadeShape{Shape: s, Of: -1}, err
}

// linked joins two lines. If the second starts at the end of the first, the two ends become one vertex at the given
// place, with the first's corner and the second's edge.
func linked(a, b []level.Knot, at level.Vec) []level.Knot {
	last := &a[len(a)-1]
	last.Bent = false
	if last.At.Dist(b[0].At) > joinNear {
		return slices.Concat(a, b)
	}
	last.At, last.Bent, last.Curve = at, b[0].Bent, b[0].Curve
	return slices.Concat(a, b[1:])
}
