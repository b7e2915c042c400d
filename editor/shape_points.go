package editor

import (
	"errors"
	"iter"
	"math"
	"slices"

	"fillet/collision/polygon"
	"fillet/editor/level"
)

// halvings limits how many times an amount is halved to keep the result from crossing itself.
const halvings = 8

// SimplifyShape removes the vertices of a polygon or a chain that are within a tolerance, in pixels, of the resulting
// outline. If the outline would cross itself, it uses a smaller tolerance. It returns other shapes, and shapes that
// need all their vertices, unchanged.
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

// SmoothShape replaces the corners of a polygon or a chain with curves. Each curve starts and ends at the given
// distance from the vertex, in pixels, but at most halfway along the edge. The ends of a chain stay. If the outline
// would cross itself, SmoothShape uses a smaller distance. It returns other shapes unchanged.
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
	s = s.Flattened() // curves become lines; they are smooth already
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
		// The error of n chords is at most an eighth of the parabola's second difference, divided by n².
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

// joinNear is the largest distance, in pixels, at which two ends become a single vertex.
const joinNear = 0.5

// JoinChains joins open chains into one chain in the frame of the first, always connecting the two nearest ends next.
// Ends that are apart are connected by an edge. The result has the first chain's direction, thickness and solid side. A
// single chain is closed.
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
// position, with the corner of the first and the edge of the second.
func linked(a, b []level.Knot, at level.Vec) []level.Knot {
	last := &a[len(a)-1]
	last.Bent = false
	if last.At.Dist(b[0].At) > joinNear {
		return slices.Concat(a, b)
	}
	last.At, last.Bent, last.Curve = at, b[0].Bent, b[0].Curve
	return slices.Concat(a, b[1:])
}

// Philip Schneider's method fits a few cubic curves to a polyline with many points ("An Algorithm for Automatically
// Fitting Digitized Curves", Graphics Gems, 1990). It fits each section between corners by least squares, given the
// line's directions at both ends. If a curve is farther from the points than the tolerance, the method splits the
// section in two and joins the halves smoothly.

const (
	cornerTurn  = 0.7071 // cosine of the smallest turn that counts as a corner
	fitPasses   = 8      // iterations that improve the parameters of the points
	maxFitDepth = 24
)

// fitted returns a line as vertices with curved or straight edges. Sharp turns stay corners; over is the distance to
// both sides at which they are measured.
func fitted(points []level.Vec, closed bool, tolerance, over float64) []level.Knot {
	points = withoutRepeats(points, closed)
	n := len(points)
	if n < 3 || !(tolerance > 0) {
		return nil
	}
	corners := sharpTurns(points, closed, over)
	f := fitter{tolerance: tolerance, over: over}
	if closed {
		first := 0
		if len(corners) > 0 {
			first = corners[0]
		}
		turned := make([]level.Vec, 0, n+1)
		for k := range n + 1 {
			turned = append(turned, points[(first+k)%n])
		}
		f.points = turned
		if len(corners) == 0 {
			d := turned[1].Sub(turned[n-1]).Unit()
			f.section(0, n, d, d.Neg())
			return atLeastThree(f.knots)
		}
		for i := range corners {
			corners[i] -= first
		}
		corners = append(corners, n)
	} else {
		f.points = points
		corners = append(append([]int{0}, corners...), n-1)
	}
	for i := 1; i < len(corners); i++ {
		f.between(corners[i-1], corners[i])
	}
	if !closed {
		return append(f.knots, level.NewKnot(points[n-1]))
	}
	return atLeastThree(f.knots)
}

// atLeastThree halves the curved edges of a closed line until it has enough vertices for an outline.
func atLeastThree(knots []level.Knot) []level.Knot {
	for n := 0; len(knots) > n && len(knots) < 3; {
		n = len(knots)
		knots = level.HalvedKnots(knots)
	}
	return knots
}

func withoutRepeats(points []level.Vec, closed bool) []level.Vec {
	var out []level.Vec
	for _, p := range points {
		if len(out) == 0 || p != out[len(out)-1] {
			out = append(out, p)
		}
	}
	for closed && len(out) > 1 && out[0] == out[len(out)-1] {
		out = out[:len(out)-1]
	}
	return out
}

// sharpTurns returns the indices of sharp turns, keeping only the sharpest within a distance to either side.
func sharpTurns(points []level.Vec, closed bool, over float64) []int {
	n := len(points)
	along := make([]float64, n+1) // lengths along the line
	for i := range n {
		along[i+1] = along[i] + points[i].Dist(points[(i+1)%n])
	}
	length := along[n]
	if !closed {
		length = along[n-1]
	}
	over = min(over, float64(length/16))
	// walk yields the points after point i in the direction of step, up to the first at the distance over.
	walk := func(i, step int) iter.Seq[int] {
		return func(yield func(int) bool) {
			for way, j := 0.0, i; way < over; {
				next := j + step
				if closed {
					next = (next + n) % n
				}
				if next < 0 || next >= n || next == i {
					return
				}
				way += points[j].Dist(points[next])
				if j = next; !yield(j) {
					return
				}
			}
		}
	}
	turn := make([]float64, n) // cosine of the turn at each point; 1 means straight
	for i, p := range points {
		before, behind := i, i
		for before = range walk(i, -1) {
		}
		for behind = range walk(i, 1) {
		}
		if turn[i] = 1; before != i && behind != i {
			turn[i] = p.Sub(points[before]).Unit().Dot(points[behind].Sub(p).Unit())
		}
	}
	var out []int
	for i := range points {
		isMost := turn[i] <= cornerTurn && (closed || i > 0 && i < n-1)
		for _, step := range [2]int{-1, 1} {
			for j := range walk(i, step) {
				if isMost = isMost && (turn[i] < turn[j] || turn[i] == turn[j] && i < j); !isMost {
					break
				}
			}
		}
		if isMost {
			out = append(out, i)
		}
	}
	return out
}

type fitter struct {
	points          []level.Vec
	tolerance, over float64
	knots           []level.Knot
	u               []float64
}

// between fits the line from one corner or end to the next. Hands are unsteady at the start of a stroke, so it measures
// the end directions over several distances and keeps the result with the fewest vertices.
func (f *fitter) between(from, to int) {
	first := len(f.knots)
	var best []level.Knot
	reaches := [...]float64{1, 3, 0.3, 8}
	try := func(out, in float64) bool {
		f.knots = f.knots[:first]
		f.section(from, to, f.leaving(from, to, float64(f.over*out)), f.leaving(to, from, float64(f.over*in)))
		if best != nil && len(f.knots)-first >= len(best) {
			return false
		}
		best = slices.Clone(f.knots[first:])
		return true
	}
	out := 1.0
	for _, r := range reaches {
		if try(r, 1) {
			out = r
		}
	}
	for _, r := range reaches[1:] {
		if len(best) > 1 {
			try(out, r)
		}
	}
	f.knots = append(f.knots[:first], best...)
}

// leaving returns the direction in which the line leaves a point toward another point, measured over a distance.
func (f *fitter) leaving(i, toward int, over float64) level.Vec {
	step := 1
	if toward < i {
		step = -1
	}
	reach := over
	if d := f.points[i].Dist(f.points[toward]); d > 0 {
		reach = min(over, float64(d/3))
	}
	way, j := 0.0, i
	for j != toward {
		way += f.points[j].Dist(f.points[j+step])
		j += step
		if way >= reach && f.points[j] != f.points[i] {
			break
		}
	}
	return f.points[j].Sub(f.points[i]).Unit()
}

// through returns the direction of the line through a point between two others.
func (f *fitter) through(i, from, to int) level.Vec {
	a, b := max(i-2, from), min(i+2, to)
	if d := f.points[b].Sub(f.points[a]).Unit(); d != (level.Vec{}) {
		return d
	}
	return f.points[b].Sub(f.points[i]).Unit()
}

// section fits the line between two points, as a straight edge if possible.
func (f *fitter) section(from, to int, out, in level.Vec) {
	a, b := f.points[from], f.points[to]
	straight := a != b
	for i := from + 1; i < to && straight; i++ {
		straight = level.ClosestOnSegment(a, b, f.points[i]).Dist(f.points[i]) <= f.tolerance
	}
	if straight {
		f.knots = append(f.knots, level.NewKnot(a))
		return
	}
	f.fit(from, to, out, in, 0)
}

// fit adds the curves between two points, without the last vertex. out and in point from the ends into the section.
func (f *fitter) fit(from, to int, out, in level.Vec, depth int) {
	a, b := f.points[from], f.points[to]
	knot := level.NewKnot(a)
	if to-from < 2 || depth == maxFitDepth {
		third := float64(a.Dist(b) / 3)
		knot.Bent, knot.Curve = true, level.Curve{Cubic: [2]level.Vec{a.MulAdd(out, third), b.MulAdd(in, third)}}
		f.knots = append(f.knots, knot)
		return
	}
	f.u = append(f.u[:0], 0)
	for i := from + 1; i <= to; i++ {
		f.u = append(f.u, f.u[len(f.u)-1]+f.points[i].Dist(f.points[i-1]))
	}
	length := f.u[len(f.u)-1]
	for i := range f.u {
		f.u[i] /= length
	}
	worst, at := math.Inf(1), from
	for range fitPasses {
		by := f.curve(from, to, out, in, length)
		off, where := f.off(from, to, by)
		if off <= f.tolerance {
			knot.Bent, knot.Curve = true, level.Curve{Cubic: by}
			f.knots = append(f.knots, knot)
			return
		}
		if where > from && where < to {
			at = where
		}
		if off > 4*f.tolerance || off > 0.98*worst { // it will not converge
			break
		}
		worst = off
		f.improve(from, to, by)
	}
	if at <= from || at >= to {
		at = (from + to) / 2
	}
	d := f.through(at, from, to)
	f.fit(from, at, out, d.Neg(), depth+1)
	f.fit(at, to, d, in, depth+1)
}

// curve returns the control points of the least-squares cubic with the given end directions.
func (f *fitter) curve(from, to int, out, in level.Vec, length float64) [2]level.Vec {
	a, b := f.points[from], f.points[to]
	var c00, c01, c11, x0, x1 float64
	for i := from; i <= to; i++ {
		u := f.u[i-from]
		v := 1 - u
		b0, b1, b2, b3 := float64(v*v*v), float64(3*u*v*v), float64(3*u*u*v), float64(u*u*u)
		p, q := out.Mul(b1), in.Mul(b2)
		rest := f.points[i].Sub(a.Mul(b0 + b1)).Sub(b.Mul(b2 + b3))
		c00 += p.Dot(p)
		c01 += p.Dot(q)
		c11 += q.Dot(q)
		x0 += p.Dot(rest)
		x1 += q.Dot(rest)
	}
	det := float64(c00*c11) - float64(c01*c01)
	first, second := float64(float64(x0*c11)-float64(x1*c01))/det, float64(float64(c00*x1)-float64(c01*x0))/det
	if least := float64(1e-3 * length); !(first > least && second > least && first < 3*length && second < 3*length) {
		first = float64(a.Dist(b) / 3)
		if a == b {
			first = float64(length / 3)
		}
		second = first
	}
	return [2]level.Vec{a.MulAdd(out, first), b.MulAdd(in, second)}
}

func cubicAt(a level.Vec, by [2]level.Vec, b level.Vec, t float64) level.Vec {
	p, q, r := a.Lerp(by[0], t), by[0].Lerp(by[1], t), by[1].Lerp(b, t)
	return p.Lerp(q, t).Lerp(q.Lerp(r, t), t)
}

// off returns the largest distance of a point from a cubic, and the index of that point.
func (f *fitter) off(from, to int, by [2]level.Vec) (worst float64, at int) {
	for i := from + 1; i < to; i++ {
		if d := cubicAt(f.points[from], by, f.points[to], f.u[i-from]).Dist(f.points[i]); d > worst {
			worst, at = d, i
		}
	}
	return worst, at
}

// improve improves the points' parameters on a cubic by one Newton step each.
func (f *fitter) improve(from, to int, by [2]level.Vec) {
	a, b := f.points[from], f.points[to]
	d0, d1, d2 := by[0].Sub(a).Mul(3), by[1].Sub(by[0]).Mul(3), b.Sub(by[1]).Mul(3)
	e0, e1 := d1.Sub(d0).Mul(2), d2.Sub(d1).Mul(2)
	for i := from + 1; i < to; i++ {
		u := f.u[i-from]
		off := cubicAt(a, by, b, u).Sub(f.points[i])
		slope := d0.Lerp(d1, u).Lerp(d1.Lerp(d2, u), u)
		bend := e0.Lerp(e1, u)
		if below := slope.Dot(slope) + off.Dot(bend); below > 0 {
			f.u[i-from] = min(max(u-float64(off.Dot(slope)/below), f.u[i-from-1]), 1)
		}
	}
}
