package editor

import (
	"math"
	"slices"

	"fillet/collision"
	"fillet/collision/polygon"
	"fillet/editor/level"
)

// Boolean operations use chords in place of arcs and curves. Where part of a result's outline follows an arc or a curve
// of an operand, it becomes a curve again, with its ends where the curve itself meets its neighbours.

const (
	mostParts = 2000 // of the operands; with more of them, results keep chords
	// leastAcross is the sine of the smallest angle between two parts for which their crossing is computed.
	leastAcross = 0.02
)

// curveSource is a part of an operand's outline, in the frame of the first operand.
type curveSource struct {
	*level.Track
	box collision.AABB
}

func newSource(p level.DrawnPart) curveSource {
	s := curveSource{p.Track(), collision.EmptyAABB()}
	const places = 16
	for k := range places + 1 {
		at := s.At(float64(float64(k) / places))
		s.box = s.box.Union(collision.AABB{Min: at, Max: at})
	}
	// Between two samples a curve deviates by no more than their distance.
	size := s.box.Size()
	s.box = s.box.Grow(2*ChordTolerance + float64(max(size.X, size.Y)/4))
	return s
}

// partsOf returns the parts of an operand's outline. Chains have none, since their area is not built from these.
func partsOf(o operand) []level.DrawnPart {
	var parts []level.DrawnPart
	switch s := o.shape; {
	case s.Kind == level.Chain:
		return nil
	case s.Detail != nil && (s.Rounding != level.Outset || s.Radius == 0):
		for _, loop := range s.DrawnParts() {
			parts = append(parts, loop...)
		}
	default:
		baked, err := s.Bake()
		if err != nil {
			return nil
		}
		for _, c := range baked.Boundary() {
			for _, seg := range c {
				parts = append(parts, level.DrawnPart{Segment: seg})
			}
		}
	}
	for i := range parts {
		p := &parts[i]
		for _, v := range [...]*level.Vec{&p.From, &p.To, &p.Center, &p.C1, &p.C2} {
			*v = o.from.Apply(*v)
		}
	}
	return parts
}

// curveSources returns the parts of all operands' outlines, or nil if none of them is a curve.
func curveSources(operands []operand) []curveSource {
	var parts []level.DrawnPart
	for _, o := range operands {
		parts = append(parts, partsOf(o)...)
	}
	return newSources(parts)
}

func newSources(parts []level.DrawnPart) []curveSource {
	if !slices.ContainsFunc(parts, func(p level.DrawnPart) bool {
		return p.IsCubic || p.Radius > 0
	}) || len(parts) > mostParts {
		return nil
	}
	out := make([]curveSource, len(parts))
	for i, p := range parts {
		out[i] = newSource(p)
	}
	return out
}

// curvePiece is a piece of a result's outline: a line or a piece of a curve.
type curvePiece struct {
	from  level.Vec
	was   level.Vec    // from before it was moved to the crossing of the curves
	way   level.Vec    // direction of a line
	of    *curveSource // nil for a line
	last  *curveSource // the source at its end, which differs from of if arcs were joined
	s, e  float64      // parameters on of
	turn  float64      // sweep of an arc
	fixed bool         // its start is exact
}

// curvedOf returns an outline with curves in place of chords from the sources. It returns false if there are none, or
// if the result would differ.
func curvedOf(outline [][]level.Vec, from []curveSource) (level.Shape, bool) {
	s := polygonOf(outline)
	n := s.NumberOfCorners()
	if len(from) == 0 || n*len(from) > 16*mostCompared {
		return level.Shape{}, false
	}
	out, found := s, false
	for loop, points := range outline {
		pieces := piecesOf(points, from)
		if !slices.ContainsFunc(pieces, func(p curvePiece) bool { return p.of != nil }) {
			continue
		}
		knots := knotsOf(joinedArcs(pieces))
		if len(knots) < 3 {
			knots = knotsOf(pieces)
		}
		if len(knots) < 3 {
			knots = knotsOf(halved(pieces))
		}
		if len(knots) >= 3 {
			out, found = out.WithLoopKnots(loop, knots), true
		}
	}
	if !found || out.NumberOfCorners() >= n || out.Check() != nil || !isValid(out) {
		return level.Shape{}, false
	}
	covered, err := shapeArea(out)
	if err != nil {
		return level.Shape{}, false
	}
	is, err := sameNear(polygon.Region{outline}, covered)
	return out, err == nil && is
}

// piecesOf splits a loop into pieces.
func piecesOf(points []level.Vec, from []curveSource) []curvePiece {
	n := len(points)
	of := make([]*curveSource, n) // of the edge after each point
	back := make([]bool, n)
	s, e := make([]float64, n), make([]float64, n)
	for i, a := range points {
		b := points[(i+1)%n]
		if of[i] = sourceOf(a, b, from); of[i] != nil {
			s[i], e[i] = of[i].Nearest(a), of[i].Nearest(b)
			back[i] = e[i] < s[i]
		}
	}
	goesOn := func(i int) bool {
		before := (i + n - 1) % n
		return of[i] != nil && of[i] == of[before] && back[i] == back[before]
	}
	first := 0
	for first < n && goesOn(first) {
		first++
	}
	var out []curvePiece
	for k := range n {
		i := (first + k) % n
		if k > 0 && goesOn(i) {
			out[len(out)-1].e = e[i]
			continue
		}
		a, b := points[i], points[(i+1)%n]
		out = append(out, curvePiece{from: a, was: a, way: b.Sub(a).Unit(), of: of[i], last: of[i], s: s[i], e: e[i]})
	}
	for i := range out {
		if p := &out[i]; p.of != nil {
			if _, _, sweep, ok := p.of.Circle(); ok {
				p.turn = float64(sweep * (p.e - p.s))
			}
		}
	}
	return out
}

// sourceOf returns the curve that an edge is a chord of, or nil. Edges along a straight source are not chords.
func sourceOf(a, b level.Vec, from []curveSource) *curveSource {
	var best *curveSource
	least := 1.05 * ChordTolerance
	mid := a.Lerp(b, 0.5)
	box := collision.BoundsOf([]level.Vec{a, b})
	for i := range from {
		s := &from[i]
		if !s.box.ContainsBox(box) {
			continue
		}
		off := func(p level.Vec) float64 { return s.At(s.Nearest(p)).Dist(p) }
		if s.IsLine() {
			if off(a) <= convertTolerance && off(b) <= convertTolerance {
				return nil
			}
			continue
		}
		if d := off(mid); d < least && off(a) < least && off(b) < least {
			// The edge must follow the curve, not cross it.
			if along := s.Direction(s.Nearest(mid)).Dot(b.Sub(a).Unit()); math.Abs(along) > 0.9 {
				best, least = s, d
			}
		}
	}
	return best
}

// joinedArcs joins consecutive arcs of one circle. Arcs of more than half a turn are split into equal ones.
func joinedArcs(pieces []curvePiece) []curvePiece {
	n := len(pieces)
	oneCircle := func(a, b *curvePiece) bool {
		if a.turn == 0 || b.turn == 0 || (a.turn > 0) != (b.turn > 0) {
			return false
		}
		c, r, _, _ := a.last.Circle()
		d, q, _, _ := b.of.Circle()
		return c.Dist(d) <= convertTolerance && math.Abs(r-q) <= convertTolerance
	}
	first := 0
	for first < n && oneCircle(&pieces[(first+n-1)%n], &pieces[first]) {
		first++
	}
	var out []curvePiece
	for k := range n {
		p := pieces[(first+k)%n]
		if last := len(out) - 1; last >= 0 && oneCircle(&out[last], &p) {
			out[last].turn += p.turn
			out[last].last = p.last
			continue
		}
		out = append(out, p)
	}
	for i := len(out) - 1; i >= 0; i-- {
		p := out[i]
		parts := math.Ceil(math.Abs(p.turn)/math.Pi - 1e-6)
		if parts < 2 {
			continue
		}
		center, _, _, _ := p.of.Circle()
		start := p.of.At(p.of.Nearest(p.from)).Sub(center)
		p.turn = float64(p.turn / parts)
		out[i] = p
		for k := 1.0; k < parts; k++ {
			next := p
			next.from = center.Add(collision.NewRot(float64(k * p.turn)).Apply(start))
			next.was, next.fixed = next.from, true
			out = slices.Insert(out, i+int(k), next)
		}
	}
	return out
}

// halved splits each curved piece in two.
func halved(pieces []curvePiece) []curvePiece {
	var out []curvePiece
	for _, p := range pieces {
		if p.of == nil {
			out = append(out, p)
			continue
		}
		first, second := p, p
		mid := float64((p.s + p.e) / 2)
		first.e, second.s = mid, mid
		first.turn, second.turn = float64(p.turn/2), float64(p.turn/2)
		second.from = p.of.At(mid)
		second.was = second.from
		out = append(out, first, second)
	}
	return out
}

// knotsOf converts pieces to vertices.
func knotsOf(pieces []curvePiece) []level.Knot {
	pieces = slices.Clone(pieces)
	n := len(pieces)
	for i := range pieces {
		if before := &pieces[(i+n-1)%n]; pieces[i].of != nil || before.of != nil {
			pieces[i].from = meeting(before, &pieces[i])
		}
	}
	var out []level.Knot
	for i := range pieces {
		p, to := &pieces[i], pieces[(i+1)%n].from
		if p.from == to { // nothing is left of the piece
			continue
		}
		k := level.NewKnot(p.from)
		switch center, _, _, isArc := circleOf(p); {
		case p.of == nil:
		case isArc:
			u, v := p.from.Sub(center), to.Sub(center)
			turn := collision.Atan2(u.Cross(v), u.Dot(v))
			for turn < p.turn-math.Pi {
				turn += 2 * math.Pi
			}
			for turn > p.turn+math.Pi {
				turn -= 2 * math.Pi
			}
			top := center.Add(collision.NewRot(float64(turn / 2)).Apply(u))
			k.Curve = level.Curve{Arc: level.ArcHeight(p.from, to, top)}
			k.Bent = math.Abs(k.Curve.Arc) > 1e-9
		default:
			k.Curve, k.Bent = p.of.Between(p.of.Nearest(p.from), p.of.Nearest(to), p.from, to)
		}
		out = append(out, k)
	}
	return out
}

func circleOf(p *curvePiece) (center level.Vec, radius, sweep float64, ok bool) {
	if p.of == nil {
		return
	}
	return p.of.Circle()
}

// meeting returns the start of a piece: the point where it meets the previous one.
func meeting(before, p *curvePiece) level.Vec {
	v := p.was
	if p.fixed {
		return v
	}
	// near returns the point of a piece nearest to x, and its direction there.
	near := func(p *curvePiece, s *curveSource, x level.Vec) (at, way level.Vec) {
		if s == nil {
			return p.was, p.way
		}
		t := s.Nearest(x)
		return s.At(t), s.Direction(t)
	}
	on := func(s *curveSource) bool { return s == nil || s.At(s.Nearest(v)).Dist(v) <= convertTolerance }
	if on(before.last) && on(p.of) {
		return v
	}
	x, across := v, 0.0
	const steps = 12
	for range steps {
		a, u := near(before, before.last, x)
		b, w := near(p, p.of, x)
		if across = u.Cross(w); math.Abs(across) < leastAcross {
			break
		}
		x = a.MulAdd(u, b.Sub(a).Cross(w)/across)
	}
	if math.Abs(across) >= leastAcross && x.Dist(v) <= 4*ChordTolerance/math.Abs(across) {
		return x
	}
	// The pieces are tangent: use the end of one of them, if it is on the other.
	best, least := level.Vec{}, 20*ChordTolerance
	offer := func(s *curveSource, other *curvePiece, of *curveSource) {
		if s == nil {
			return
		}
		for _, end := range [2]level.Vec{s.At(0), s.At(1)} {
			at, way := near(other, of, end)
			off := end.Sub(at).Len()
			if of == nil {
				off = math.Abs(way.Cross(end.Sub(at)))
			}
			if d := end.Dist(v); d < least && off <= convertTolerance {
				best, least = end, d
			}
		}
	}
	offer(p.of, before, before.last)
	offer(before.last, p, p.of)
	if least < 20*ChordTolerance {
		return best
	}
	if s := p.of; s != nil {
		return s.At(s.Nearest(v))
	}
	return before.last.At(before.last.Nearest(v))
}
