package editor

import (
	"math"
	"slices"

	"fillet/editor/level"
)

// Polylines with many points are fitted with few cubic curves by Philip Schneider's method ("An Algorithm for
// Automatically Fitting Digitized Curves", Graphics Gems, 1990): each section between corners is fitted by least
// squares with the line's directions at its ends. A curve that is farther from the points than the tolerance is split
// into two, joined smoothly.

const (
	cornerTurn   = 0.7071 // cosine of the smallest turn that counts as a corner
	fitPasses    = 8      // iterations that improve the parameters of the points
	mostFitDepth = 24
)

// fitted returns a line as vertices with curved or straight edges. Sharp turns, measured over a distance to both sides,
// stay corners.
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

// sharpTurns returns the indices of sharp turns that are the sharpest within a distance to either side.
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
	// far returns the point at the given distance from point i in the direction of step.
	far := func(i, step int) (level.Vec, bool) {
		way, j := 0.0, i
		for way < over {
			next := j + step
			if closed {
				next = (next + n) % n
			}
			if next < 0 || next >= n || next == i {
				return points[j], j != i
			}
			way += points[j].Dist(points[next])
			j = next
		}
		return points[j], j != i
	}
	turn := make([]float64, n) // the cosine; 1 means straight
	for i, p := range points {
		turn[i] = 1
		before, ok := far(i, -1)
		behind, also := far(i, 1)
		if ok && also {
			turn[i] = p.Sub(before).Unit().Dot(behind.Sub(p).Unit())
		}
	}
	var out []int
	for i := range points {
		if turn[i] > cornerTurn || !closed && (i == 0 || i == n-1) {
			continue
		}
		isMost := true
		for step := -1; step <= 1 && isMost; step += 2 {
			for way, j := 0.0, i; isMost && way < over; {
				next := j + step
				if closed {
					next = (next + n) % n
				}
				if next < 0 || next >= n || next == i {
					break
				}
				way += points[j].Dist(points[next])
				j = next
				isMost = turn[i] < turn[j] || turn[i] == turn[j] && i < j
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

// between fits the line from one corner or end to the next. It tries several distances for measuring the end
// directions, since hands are unsteady at the start of a stroke, and keeps the result with the fewest vertices.
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

// leaving returns the direction in which the line leaves a point toward another one, measured over a distance.
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

// fit adds the curves between two points, without the last vertex. The directions point away from the ends.
func (f *fitter) fit(from, to int, out, in level.Vec, depth int) {
	a, b := f.points[from], f.points[to]
	knot := level.NewKnot(a)
	if to-from < 2 || depth == mostFitDepth {
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

// off returns the largest distance of the points from a cubic, and the index of that point.
func (f *fitter) off(from, to int, by [2]level.Vec) (worst float64, at int) {
	for i := from + 1; i < to; i++ {
		if d := cubicAt(f.points[from], by, f.points[to], f.u[i-from]).Dist(f.points[i]); d > worst {
			worst, at = d, i
		}
	}
	return worst, at
}

// improve moves the parameters of the points along a cubic by one Newton step each.
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
