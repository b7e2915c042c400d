package editor

import (
	"errors"
	"math"
	"slices"

	"fillet/collision/polygon"
	"fillet/editor/level"
)

// halvings is how often a tolerance or an amount is halved at most until what comes of it does not cross itself.
const halvings = 8

// SimplifyShape leaves out vertices of a polygon or a chain as long as no vertex comes to lie farther from the outline than the tolerance,
// in pixels. Where the outline would cross itself the tolerance is made smaller. Other shapes, and those that need all of their
// vertices, come back as they are.
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

// SmoothShape bends a polygon or a chain around its vertices, from at most a distance in pixels before each to as far behind it, and never
// from beyond the middle of an edge. The ends of a chain stay. Where the outline would cross itself the distance is made smaller. Other
// shapes come back as they are.
func SmoothShape(s level.Shape, distance float64) level.Shape {
	return gently(s, distance, bent)
}

// gently changes the loops of a polygon or the line of a chain by an amount, the largest of its halves for which the shape is valid.
func gently(s level.Shape, amount float64, change func(loop []level.Vec, closed bool, amount float64) []level.Vec) level.Shape {
	if s.Kind != level.Polygon && s.Kind != level.Chain || !(amount > 0) || math.IsInf(amount, 0) {
		return s
	}
	s = s.Flattened() // a curve is as smooth as it can be, and has no vertices to leave out but these
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

// bent is a line with a curve of the second degree in place of each corner.
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
		// Chords of a parabola lie off by at most an eighth of its second difference over the square of their number.
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

// ErrChainNotOpen is the error of joining what is no open chain.
var ErrChainNotOpen = errors.New("only open chains can be joined")

// joinNear is how near two ends are one, in pixels.
const joinNear = 0.5

// JoinChains makes one chain of open ones, in the frame of the first: always the two ends that are nearest to each other are joined, by an
// edge where they are apart. The first keeps its direction, its thickness and its sides. Of one chain the ends are joined, so it is
// closed.
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
			for w, d := range [...]float64{last.Dist(r[0].At), last.Dist(r[len(r)-1].At), first.Dist(r[len(r)-1].At), first.Dist(r[0].At)} {
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

// linked is two lines as one. Where the second begins at the end of the first that is one vertex, at the given place; of what
// it has of its own the first counts, and the edge is the second's.
func linked(a, b []level.Knot, at level.Vec) []level.Knot {
	last := &a[len(a)-1]
	last.Bent = false
	if last.At.Dist(b[0].At) > joinNear {
		return slices.Concat(a, b)
	}
	last.At, last.Bent, last.Curve = at, b[0].Bent, b[0].Curve
	return slices.Concat(a, b[1:])
}
