package editor

import (
	"math"
	"slices"

	"fillet/collision"
	"fillet/collision/polygon"
	"fillet/editor/level"
	"fillet/editor/overlay"
)

// Boolean operations approximate arcs and curves by chords. This file turns the chords in a result's outline back into
// the operands' curves. Each curve ends where the exact curve meets its neighbours.

const (
	maxParts = 2000 // limits the operands' outline parts; with more of them, results keep chords
	// minAcross is the sine of the smallest angle between two parts at which their crossing is computed.
	minAcross = 0.02
)

// curveSource is a part of an operand's outline, in the frame of the first operand.
type curveSource struct {
	*level.Track
	box collision.AABB
}

// partsOf returns the parts of an operand's outline, or nil for a chain, whose area has a different outline.
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

// newSources returns parts of outlines as sources, or nil if none of them is a curve.
func newSources(parts []level.DrawnPart) []curveSource {
	if !slices.ContainsFunc(parts, func(p level.DrawnPart) bool {
		return p.IsCubic || p.Radius > 0
	}) || len(parts) > maxParts {
		return nil
	}
	out := make([]curveSource, len(parts))
	for i, p := range parts {
		s := curveSource{p.Track(), collision.EmptyAABB()}
		const places = 16
		for k := range places + 1 {
			at := s.At(float64(float64(k) / places))
			s.box = s.box.Union(collision.AABB{Min: at, Max: at})
		}
		// Between two samples, a curve leaves their box by at most the distance between them.
		size := s.box.Size()
		s.box = s.box.Grow(2*ChordTolerance + float64(max(size.X, size.Y)/4))
		out[i] = s
	}
	return out
}

// curvePiece is a piece of a result's outline: a line or a piece of a curve.
type curvePiece struct {
	from  level.Vec
	was   level.Vec    // from, before it moves to the crossing of the curves
	way   level.Vec    // direction of a line
	of    *curveSource // nil for a line
	last  *curveSource // the source at the piece's end; differs from of after joining arcs
	s, e  float64      // parameters on of
	turn  float64      // sweep of an arc
	fixed bool         // was is the exact start
}

// curvedOf replaces the chords of an outline with the source curves that they came from. It returns false if there are
// none, or if the shape would change.
func curvedOf(outline [][]level.Vec, from []curveSource) (level.Shape, bool) {
	s := polygonOf(outline)
	n := s.NumberOfCorners()
	if len(from) == 0 || n*len(from) > 16*maxCompared {
		return level.Shape{}, false
	}
	out, found := s, false
	out = out.MapLoops(func(loop int, old []level.Knot) []level.Knot {
		pieces := piecesOf(outline[loop], from)
		if !slices.ContainsFunc(pieces, func(p curvePiece) bool { return p.of != nil }) {
			return old
		}
		knots := knotsOf(joinedArcs(pieces))
		if len(knots) < 3 {
			knots = knotsOf(pieces)
		}
		if len(knots) < 3 {
			knots = knotsOf(halved(pieces))
		}
		if len(knots) < 3 {
			return old
		}
		found = true
		return knots
	})
	if !found || out.NumberOfCorners() >= n || out.Check() != nil || !isValid(out) {
		return level.Shape{}, false
	}
	covered, err := shapeArea(out)
	if err != nil {
		return level.Shape{}, false
	}
	isSame, err := sameNear(polygon.Region{outline}, covered)
	return out, err == nil && isSame
}

// piecesOf splits a loop into pieces.
func piecesOf(points []level.Vec, from []curveSource) []curvePiece {
	n := len(points)
	of := make([]*curveSource, n) // the source of the edge after each point
	back := make([]bool, n)
	s, e := make([]float64, n), make([]float64, n)
	for i, a := range points {
		b := points[(i+1)%n]
		if of[i] = sourceOf(a, b, from); of[i] != nil {
			s[i], e[i] = of[i].Nearest(a), of[i].Nearest(b)
			back[i] = e[i] < s[i]
		}
	}
	continues := func(i int) bool {
		before := (i + n - 1) % n
		return of[i] != nil && of[i] == of[before] && back[i] == back[before]
	}
	first := 0
	for first < n && continues(first) {
		first++
	}
	var out []curvePiece
	for k := range n {
		i := (first + k) % n
		if k > 0 && continues(i) {
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

// joinedArcs joins consecutive arcs of the same circle. It splits arcs of more than half a turn into equal parts.
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
		if p.from == to { // the piece has become empty
			continue
		}
		k := level.NewKnot(p.from)
		if p.of == nil {
			out = append(out, k)
			continue
		}
		if center, _, _, isArc := p.of.Circle(); isArc {
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
		} else {
			k.Curve, k.Bent = p.of.Between(p.of.Nearest(p.from), p.of.Nearest(to), p.from, to)
		}
		out = append(out, k)
	}
	return out
}

// meeting returns the start of a piece: the point where it meets the previous piece.
func meeting(before, p *curvePiece) level.Vec {
	v := p.was
	if p.fixed {
		return v
	}
	// near returns the point on a piece nearest to x, and the direction of the piece there.
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
		if across = u.Cross(w); math.Abs(across) < minAcross {
			break
		}
		x = a.MulAdd(u, b.Sub(a).Cross(w)/across)
	}
	if math.Abs(across) >= minAcross && x.Dist(v) <= 4*ChordTolerance/math.Abs(across) {
		return x
	}
	// The pieces are tangent. Use an end of one piece that is on the other piece.
	best, least := level.Vec{}, 20*ChordTolerance
	offer := func(s *curveSource, piece *curvePiece, of *curveSource) {
		if s == nil {
			return
		}
		for _, end := range [2]level.Vec{s.At(0), s.At(1)} {
			at, way := near(piece, of, end)
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

// maxCompared limits the comparisons of a result's vertices with corners of the operands.
const maxCompared = 1_000_000

// ownCorner is a rounded or chamfered corner of an operand, in the frame of the first operand.
type ownCorner struct {
	at              level.Vec
	radius, chamfer float64
}

// cornersOfOperand returns the rounded and chamfered corners of an operand. It returns false for shapes that have
// curves or grow outward.
func cornersOfOperand(o operand) (out []ownCorner, ok bool) {
	s := o.shape
	d := s.Details()
	if !s.HasCorners() || len(d.Curves) > 0 || s.Radius == 0 && s.Detail == nil || s.Rounding == level.Outset &&
		s.Radius > 0 {
		return nil, false
	}
	own := ownRadii(s)
	i := 0
	for _, loop := range s.Loops() {
		for _, p := range loop {
			c := ownCorner{o.from.Apply(p), own.Radii[i], own.Chamfers[i]}
			if i++; c.radius > 0 || c.chamfer > 0 {
				out = append(out, c)
			}
		}
	}
	return out, true
}

// cornered performs the operation do on outlines with sharp corners, then copies radii and chamfers from the operands'
// corners to matching corners of the results. The caller rejects candidates that cover a different area.
func cornered(operands []operand, do operation) ([]candidate, error) {
	var corners []ownCorner
	areas := make([]polygon.Region, len(operands))
	for i, o := range operands {
		areas[i] = o.area
		own, ok := cornersOfOperand(o)
		if !ok {
			continue
		}
		sharp, err := polygon.Fill(polygon.NonZero, wound(o.shape.Loops())...)
		if err != nil {
			return nil, err
		}
		if areas[i] = sharp; i > 0 {
			areas[i] = sharp.Placed(o.from)
		}
		corners = append(corners, own...)
	}
	if len(corners) == 0 {
		return nil, nil
	}
	return candidates(areas, do, func(s level.Shape) (level.Shape, bool) {
		if s.NumberOfCorners()*len(corners) > maxCompared {
			return s, false
		}
		var d level.Detail
		found := false
		for _, p := range slices.Concat(s.Loops()...) {
			c := ownCorner{radius: level.AsShape}
			for _, o := range corners {
				if o.at.Dist(p) <= convertTolerance {
					c, found = o, true
					break
				}
			}
			d.Radii, d.Chamfers = append(d.Radii, c.radius), append(d.Chamfers, c.chamfer)
		}
		return s.WithDetail(d), found
	})
}

// maxBent limits the length of curved edges, in pixels: curves with many hundreds of lines are too slow for a drag.
const maxBent = 1e5

// The forms of an edge.
const (
	StraightEdge = iota
	ArcEdge
	CubicEdge
)

// EdgeForm returns the form of an edge. As in all functions here, [level.Shape.Number] numbers the edges.
func EdgeForm(s level.Shape, i int) int {
	c, bent := s.Curve(i)
	switch {
	case !bent:
		return StraightEdge
	case c.IsArc():
		return ArcEdge
	}
	return CubicEdge
}

// ControlPoints returns the control points of a cubic edge, or of a cubic that approximates another edge.
func ControlPoints(s level.Shape, i int) [2]level.Vec {
	a, b := s.EdgeEnds(i)
	c, bent := s.Curve(i)
	switch {
	case !bent:
		return [2]level.Vec{a.Lerp(b, 1.0/3), b.Lerp(a, 1.0/3)}
	case !c.IsArc():
		return c.Cubic
	}
	return arcControls(a, b, c.Arc)
}

// arcControls returns the control points of a cubic that approximates an arc with a given height over the chord from a
// to b.
func arcControls(a, b level.Vec, height float64) [2]level.Vec {
	chord := b.Sub(a)
	length := chord.Len()
	if height == 0 || length == 0 {
		return [2]level.Vec{a.Lerp(b, 1.0/3), b.Lerp(a, 1.0/3)}
	}
	t := 2 * height / length // tangent of a quarter of the arc's angle
	cos, sin := (1-float64(t*t))/(1+float64(t*t)), 2*t/(1+float64(t*t))
	along := chord.Mul(1 / length)
	across := level.Vec{X: along.Y, Y: 0 - along.X} // to the left on screen
	// 4/3 of the tangent times the radius
	reach := float64(length*(1+float64(t*t))) / 3
	out, in := along.Mul(cos).MulAdd(across, sin), along.Mul(cos).MulAdd(across, 0-sin) // directions at a and at b
	return [2]level.Vec{a.MulAdd(out, reach), b.MulAdd(in, 0-reach)}
}

// EdgeLine returns an edge as a polyline in the shape's frame, from end to end.
func EdgeLine(s level.Shape, i int) []level.Vec {
	a, b := s.EdgeEnds(i)
	if _, bent := s.Curve(i); !bent {
		return []level.Vec{a, b}
	}
	const lines = 48
	out, track := make([]level.Vec, lines+1), s.EdgeTrack(i)
	for k := range out {
		out[k] = track.At(float64(k) / lines)
	}
	return out
}

// CubicLine returns a cubic curve as a polyline.
func CubicLine(a level.Vec, by [2]level.Vec, b level.Vec, lines int) []level.Vec {
	out := make([]level.Vec, 0, lines+1)
	for k := range lines + 1 {
		t := float64(k) / float64(lines)
		out = append(out, cubicAt(a, by, b, t))
	}
	return out
}

// Skeleton returns the loops of a shape with curved edges and sharp corners.
func Skeleton(s level.Shape) [][]level.Vec {
	loops := s.Loops()
	if len(loops) == 0 || len(s.Details().Curves) == 0 {
		return loops
	}
	out := make([][]level.Vec, len(loops))
	for loop, points := range loops {
		for i := range points {
			line := EdgeLine(s, s.Number(loop, i))
			out[loop] = append(out[loop], line[:len(line)-1]...)
		}
	}
	return out
}

// AsPolygon returns a box as a polygon in the same frame, and other shapes unchanged.
func AsPolygon(s level.Shape) level.Shape {
	if s.Kind == level.Box {
		s.Points, s.Kind, s.Size = s.Corners(), level.Polygon, level.Vec{}
	}
	return s
}

// CanBend reports whether the edges of a loop can be curved.
func CanBend(s level.Shape, loop int) bool {
	return s.Kind == level.Polygon || loop == 0 && (s.Kind == level.Box || s.Kind == level.Chain)
}

// Bent returns a shape with an edge changed to another form. A box becomes a polygon. A straight edge bulges outward by
// a quarter of its length, or by less or inward if the outline would otherwise cross itself.
func Bent(s level.Shape, i, form int) level.Shape {
	a, b := s.EdgeEnds(i)
	if form == EdgeForm(s, i) || a.Dist(b) > maxBent {
		return s
	}
	s = AsPolygon(s)
	curve := func(height float64) level.Curve {
		if form == ArcEdge {
			return level.Curve{Edge: i, Arc: height}
		}
		return level.Curve{Edge: i, Cubic: tidyControls(arcControls(a, b, height))}
	}
	c, was := s.Curve(i)
	switch {
	case form == StraightEdge:
		return s.Straightened(i)
	case was && form == CubicEdge:
		return s.WithCurve(level.Curve{Edge: i, Cubic: tidyControls(ControlPoints(s, i))})
	case was:
		line := CubicLine(a, c.Cubic, b, 2)
		if h := overlay.TidyNumber(level.ArcHeight(a, b, line[1])); h != 0 {
			return s.WithCurve(curve(h))
		}
	}
	height := float64(a.Dist(b) / 4)
	if loop, _ := s.LoopOf(i); s.Kind == level.Polygon && DoubleArea(s.Loop(loop)) < 0 {
		height = -height
	}
	for range 4 {
		for _, h := range [2]float64{height, -height} {
			out := s.WithCurve(curve(overlay.TidyNumber(h)))
			if _, err := out.Bake(); err == nil {
				return out
			}
		}
		height = float64(height / 2)
	}
	return s.WithCurve(curve(overlay.TidyNumber(float64(a.Dist(b) / 4))))
}

func tidyControls(c [2]level.Vec) [2]level.Vec {
	return [2]level.Vec{overlay.Tidy(c[0]), overlay.Tidy(c[1])}
}

// OppositeControl returns the control point on the other side of a control point's vertex, as its edge and its number.
// ok is false if the curve is not smooth at the vertex.
func OppositeControl(s level.Shape, edge, control int) (otherEdge, otherControl int, ok bool) {
	if control < 0 || s.Edges() == 0 {
		return 0, 0, false
	}
	loop, i := s.LoopOf(edge)
	n := len(s.Loop(loop))
	i, otherControl = i-1, 1
	if control == 1 {
		i, otherControl = i+2, 0
	}
	if s.Kind != level.Chain || s.Closed {
		i = (i + n) % n
	}
	otherEdge = s.Number(loop, i)
	c, bent := s.Curve(otherEdge)
	own, _ := s.Curve(edge)
	if !bent || c.IsArc() || otherEdge == edge {
		return 0, 0, false
	}
	at := ControlVertex(s, edge, control)
	u, w := own.Cubic[control].Sub(at).Unit(), c.Cubic[otherControl].Sub(at).Unit()
	return otherEdge, otherControl, math.Abs(u.Cross(w)) <= 1e-2 && u.Dot(w) < 0
}

// ControlVertex returns the vertex of a control point, in the shape's frame.
func ControlVertex(s level.Shape, edge, control int) level.Vec {
	from, to := s.EdgeEnds(edge)
	if control == 1 {
		return to
	}
	return from
}

// The forms of a corner.
const (
	CornerAsShape = iota
	RoundCorner
	ChamferedCorner
	SharpCorner
)

// CornerForm returns the form of a corner.
func CornerForm(s level.Shape, i int) int {
	switch r := s.CornerRadius(i); {
	case s.Chamfer(i) > 0:
		return ChamferedCorner
	case r == level.AsShape:
		return CornerAsShape
	case r == 0:
		return SharpCorner
	}
	return RoundCorner
}

// CornerSize returns the radius or the chamfer of a corner.
func CornerSize(s level.Shape, i int) float64 {
	switch r := s.CornerRadius(i); {
	case s.Chamfer(i) > 0:
		return s.Chamfer(i)
	case r != level.AsShape:
		return r
	case s.Kind == level.Chain || s.Rounding == level.Outset:
		return 0
	}
	return s.Radius
}

// IsCorner reports whether a vertex can have its own corner form.
func IsCorner(s level.Shape, loop, index int) bool {
	if !CanBend(s, loop) {
		return false
	}
	return s.Kind != level.Chain || s.Closed || index > 0 && index < len(s.Points)-1
}

// WithCorners returns a shape with the same radius or chamfer at all of the given corners, limited to the largest size
// that fits.
func WithCorners(s level.Shape, corners []int, size float64, chamfer bool) level.Shape {
	for _, i := range corners {
		s = s.WithCornerRadius(i, 0)
	}
	with := func(size float64) level.Shape {
		out := s
		for _, i := range corners {
			if chamfer {
				out = out.WithChamfer(i, size)
			} else {
				out = out.WithCornerRadius(i, size)
			}
		}
		return out
	}
	for _, i := range corners {
		largest := s.MaxCornerRadius(i)
		if chamfer {
			largest = s.MaxChamfer(i)
		}
		size = min(size, largest)
	}
	if _, err := with(size).Bake(); err == nil || len(corners) < 2 {
		return with(size)
	}
	low, high := 0.0, size
	for range 20 {
		mid := float64((low + high) / 2)
		if _, err := with(mid).Bake(); err == nil {
			low = mid
		} else {
			high = mid
		}
	}
	return with(math.Floor(low*100) / 100)
}

// CornerDirections returns the unit vectors from a corner along its previous and its next edge.
func CornerDirections(s level.Shape, number int) (before, after level.Vec) {
	loop, i := s.LoopOf(number)
	corners := s.Loop(loop)
	n, p := len(corners), corners[i]
	before, after = corners[(i+n-1)%n], corners[(i+1)%n]
	if len(s.Details().Curves) > 0 {
		if e := s.Number(loop, (i+n-1)%n); EdgeForm(s, e) != StraightEdge && ControlPoints(s, e)[1] != p {
			before = ControlPoints(s, e)[1]
		}
		if EdgeForm(s, number) != StraightEdge && ControlPoints(s, number)[0] != p {
			after = ControlPoints(s, number)[0]
		}
	}
	return before.Sub(p).Unit(), after.Sub(p).Unit()
}

// SelfCrossings returns the points where an outline crosses itself. closed includes the closing edge.
func SelfCrossings(points []level.Vec, closed bool) []level.Vec {
	const limit = 16
	n := len(points)
	sides := n - 1
	if closed {
		sides = n
	}
	var at []level.Vec
	for i := range sides {
		for j := i + 2; j < sides; j++ {
			if i == 0 && j == n-1 {
				continue // the first and the last edge, which are neighbours
			}
			if p, ok := SegmentCrossing(points[i], points[i+1], points[j], points[(j+1)%n]); ok && len(at) < limit {
				at = append(at, p)
			}
		}
	}
	return at
}

// SegmentCrossing returns the crossing of two segments that are not parallel.
func SegmentCrossing(a, b, c, d level.Vec) (level.Vec, bool) {
	ab, cd := b.Sub(a), d.Sub(c)
	cross := ab.Cross(cd)
	if cross == 0 {
		return level.Vec{}, false
	}
	t, u := c.Sub(a).Cross(cd)/cross, c.Sub(a).Cross(ab)/cross
	return a.MulAdd(ab, t), t >= 0 && t <= 1 && u >= 0 && u <= 1
}
