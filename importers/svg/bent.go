package svg

import (
	"math"
	"slices"

	"fillet/collision"
	"fillet/editor/level"
	"fillet/importers"
)

// Curves stay curves: circular arcs become arc edges, Bézier curves cubic edges. An elliptical arc becomes as many
// cubics as are needed to stay within half the curve tolerance.

// roundArc limits the relative difference between the half axes of a circular arc.
const roundArc = 1e-6

// knots returns a subpath as knots. A closed subpath needs at least three for an outline; an open subpath ends with its
// last point.
func (p *subpath) knots() []level.Knot {
	var out []level.Knot
	for i := range p.segments {
		for _, k := range p.segments[i].knots() {
			if n := len(out); n > 0 && out[n-1].At.Dist(k.At) <= samePoint && !out[n-1].Bent {
				out = out[:n-1] // the closing edge has no length
			}
			out = append(out, k)
		}
	}
	if len(p.segments) == 0 {
		return nil
	}
	last := p.segments[len(p.segments)-1].to
	if !p.closed {
		if n := len(out); n == 0 || out[n-1].At.Dist(last) > samePoint || out[n-1].Bent {
			out = append(out, level.NewKnot(last))
		}
		return out
	}
	if n := len(out); n > 1 && out[n-1].At.Dist(out[0].At) <= samePoint && !out[n-1].Bent {
		out = out[:n-1]
	}
	return out
}

// knots returns a segment as knots, without its end point.
func (s *segment) knots() []level.Knot {
	switch s.kind {
	case cubic:
		if s.from != s.to && isFlat(s.from, s.c1, s.c2, s.to, 1e-9) { // a straight line
			break
		}
		if s.from.Dist(s.to) <= samePoint || len(s.flatten(nil, importers.RoundTolerance)) > 64 { // nearly a loop
			ab, bc, cd := middle(s.from, s.c1), middle(s.c1, s.c2), middle(s.c2, s.to)
			abc, bcd := middle(ab, bc), middle(bc, cd)
			m := middle(abc, bcd)
			return []level.Knot{cubicKnot(s.from, ab, abc), cubicKnot(m, bcd, cd)}
		}
		return []level.Knot{cubicKnot(s.from, s.c1, s.c2)}
	case arc:
		return s.arcKnots()
	}
	if s.from.Dist(s.to) <= samePoint {
		return nil
	}
	return []level.Knot{level.NewKnot(s.from)}
}

func cubicKnot(at, c1, c2 level.Vec) level.Knot {
	k := level.NewKnot(at)
	k.Bent, k.Curve = true, level.Curve{Cubic: [2]level.Vec{c1, c2}}
	return k
}

// arcKnots returns an arc as circular arcs of at most half a turn (four for a full turn), or as cubics.
func (s *segment) arcKnots() []level.Knot {
	a, b := s.u.Len(), s.v.Len()
	isRound := math.Abs(a-b) <= roundArc*max(a, b) && math.Abs(s.u.Dot(s.v)) <= roundArc*a*b
	turn := math.Abs(s.sweep)
	parts := max(math.Ceil(turn/math.Pi-1e-9), 1)
	switch {
	case turn > 2*math.Pi-1e-9:
		parts = 4
		if !isRound {
			parts = s.cubics()
		}
	case !isRound:
		parts = s.cubics()
	}
	step := float64(s.sweep / parts)
	place := func(k float64) level.Vec {
		switch k {
		case 0:
			return s.from
		case parts:
			return s.to
		}
		return s.at(s.start + float64(step*k))
	}
	var out []level.Knot
	for k := 0.0; k < parts; k++ {
		from, to := place(k), place(k+1)
		if from.Dist(to) <= samePoint {
			continue
		}
		if isRound {
			knot := level.NewKnot(from)
			knot.Curve = level.Curve{Arc: level.ArcHeight(from, to, s.at(s.start+float64(step*(k+0.5))))}
			knot.Bent = math.Abs(knot.Curve.Arc) > 1e-9
			out = append(out, knot)
			continue
		}
		// The control points are 4/3 tan(step/4) times the derivative away.
		sin, cos := collision.Sincos(float64(step / 4))
		reach := float64(4 * sin / (3 * cos))
		slope := func(t float64) level.Vec {
			sin, cos := collision.Sincos(t)
			return s.v.Mul(cos).Sub(s.u.Mul(sin))
		}
		begin := s.start + float64(step*k)
		out = append(out, cubicKnot(from, from.MulAdd(slope(begin), reach), to.MulAdd(slope(begin+step), -reach)))
	}
	return out
}

// cubics returns the number of cubics that approximate an elliptical arc within the tolerance.
func (s *segment) cubics() float64 {
	longest := importers.Affine{X: s.u, Y: s.v}.Stretch()
	for n := max(math.Ceil(math.Abs(s.sweep)/(math.Pi/2)-1e-9), 1); ; n++ {
		sin, cos := collision.Sincos(float64(math.Abs(s.sweep) / n / 4))
		square := float64(sin * sin)
		// A cubic deviates from a circle by 2/27 sin⁶/cos² of a quarter of the angle, in radii.
		if off := float64(float64(square*square) * square / float64(cos*cos) * (2.0 / 27)); float64(off*longest) <=
			level.CurveTolerance/2 || n >= 64 {
			return n
		}
	}
}

// bent returns an outline as a polygon that has the curves of its paths as edges. paths holds the path of each loop. It
// returns false if the polygon would be invalid or differ from the outline.
func bent(outline [][]level.Vec, paths []*loop) (placed, bool) {
	p := plain(outline, true)
	s := p.shape.MapLoops(func(i int, knots []level.Knot) []level.Knot {
		return bentLoop(knots, paths[i], outline[i], p.at)
	})
	if !s.IsDetailed() {
		return p, false
	}
	baked, err := s.Bake()
	if err != nil || s.Check() != nil {
		return p, false
	}
	p.shape, p.baked = s, true
	want, around := measured(outline)
	return p, math.Abs(baked.Mass().Area-math.Abs(want)) <= float64(importers.RoundTolerance*around)
}

// measured returns the signed area of an outline and the length of its loops.
func measured(outline [][]level.Vec) (inside, around float64) {
	for _, loop := range outline {
		inside += area(loop)
		for i, a := range loop {
			around += loop[(i+1)%len(loop)].Sub(a).Len()
		}
	}
	return inside, around
}

// bentLoop returns the curves of a path in place of the straight knots of a loop if they are fewer. points are the
// loop's points, and at is the place of its shape.
func bentLoop(straight []level.Knot, l *loop, points []level.Vec, at level.Vec) []level.Knot {
	knots := atLeastThree(l.path.knots())
	if len(knots) < 3 || len(knots) >= len(points) || !slices.ContainsFunc(knots, func(k level.Knot) bool {
		return k.Bent
	}) {
		return straight
	}
	if (l.area > 0) != (area(points) > 0) {
		knots = level.ReversedKnots(knots)
	}
	return movedKnots(knots, at)
}

// bentChain returns the chain along a path with its curves as edges, in the frame of the straight chain. It returns
// false if that chain would be invalid or have no fewer vertices.
func bentChain(p subpath, along level.Shape, at level.Vec) (level.Shape, bool) {
	knots := p.knots()
	if along.Closed {
		knots = atLeastThree(knots)
	}
	if len(knots) < 2 || len(knots) >= len(along.Points) || along.Closed != p.closed {
		return along, false
	}
	s := along.WithKnots(movedKnots(knots, at))
	if _, err := s.Bake(); err != nil || s.Check() != nil {
		return along, false
	}
	return s, true
}

// atLeastThree splits the curves of a closed line until it has enough vertices for an outline.
func atLeastThree(knots []level.Knot) []level.Knot {
	for n := 0; len(knots) > n && len(knots) < 3; {
		n = len(knots)
		knots = level.HalvedKnots(knots)
	}
	return knots
}

// movedKnots translates knots so that from becomes the origin.
func movedKnots(knots []level.Knot, from level.Vec) []level.Knot {
	out := slices.Clone(knots)
	for i := range out {
		k := &out[i]
		k.At = k.At.Sub(from)
		if k.Bent && !k.Curve.IsArc() {
			k.Curve.Cubic = [2]level.Vec{k.Curve.Cubic[0].Sub(from), k.Curve.Cubic[1].Sub(from)}
		}
	}
	return out
}
