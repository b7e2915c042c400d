package editor

import (
	"math"

	"fillet/collision"
	"fillet/editor/level"
	"fillet/editor/overlay"
)

// mostBent limits the length of curved edges, in pixels: curves with many hundred lines are too slow to evaluate in a
// drag.
const mostBent = 1e5

// The forms of an edge.
const (
	StraightEdge = iota
	ArcEdge
	CubicEdge
)

// EdgeEnds returns the ends of an edge in the shape's frame. Edges are numbered as in [level.Shape.Number], here and
// below.
func EdgeEnds(s level.Shape, i int) (a, b level.Vec) {
	return s.EdgeEnds(i)
}

// EdgeForm returns the form of an edge.
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

// ControlPoints returns the control points of a cubic edge, or of a cubic that approximates the edge.
func ControlPoints(s level.Shape, i int) [2]level.Vec {
	a, b := EdgeEnds(s, i)
	c, bent := s.Curve(i)
	switch {
	case !bent:
		return [2]level.Vec{a.Lerp(b, 1.0/3), b.Lerp(a, 1.0/3)}
	case !c.IsArc():
		return c.Cubic
	}
	return arcControls(a, b, c.Arc)
}

// arcControls returns the control points of a cubic that approximates an arc of a height over the chord from a to b.
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
	const lines = 48
	a, b := EdgeEnds(s, i)
	c, bent := s.Curve(i)
	switch {
	case !bent:
		return []level.Vec{a, b}
	case !c.IsArc():
		return CubicLine(a, c.Cubic, b, lines)
	}
	out := []level.Vec{a}
	chord := a.Dist(b)
	r := (float64(c.Arc*c.Arc) + float64(float64(chord*chord)/4)) / (2 * c.Arc)
	top := level.ArcTop(a, b, c.Arc)
	centre := top.MulAdd(top.Sub(a.Lerp(b, 0.5)).Unit(), 0-math.Abs(r))
	sweep := float64(4 * collision.Atan2(float64(2*c.Arc), chord))
	from := a.Sub(centre)
	for k := 1; k < lines; k++ {
		sin, cos := collision.Sincos(float64(sweep * (float64(k) / lines)))
		out = append(out, centre.Add(level.Vec{
			X: float64(from.X*cos) - float64(from.Y*sin),
			Y: float64(from.X*sin) + float64(from.Y*cos),
		}))
	}
	return append(out, b)
}

// CubicLine returns a cubic curve as a polyline.
func CubicLine(a level.Vec, by [2]level.Vec, b level.Vec, lines int) []level.Vec {
	out := make([]level.Vec, 0, lines+1)
	for k := range lines + 1 {
		t := float64(k) / float64(lines)
		p, q, r := a.Lerp(by[0], t), by[0].Lerp(by[1], t), by[1].Lerp(b, t)
		out = append(out, p.Lerp(q, t).Lerp(q.Lerp(r, t), t))
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
// a quarter of its length, or by less or inward if the outline would cross itself.
func Bent(s level.Shape, i, form int) level.Shape {
	a, b := EdgeEnds(s, i)
	if form == EdgeForm(s, i) || a.Dist(b) > mostBent {
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
	if loop, _ := s.LoopOf(i); s.Kind == level.Polygon && doubleArea(s.Loop(loop)) < 0 {
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

// OppositeControl returns the edge and the number of the control point on the other side of a control point's vertex,
// if the curve is smooth there.
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
	from, to := EdgeEnds(s, edge)
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

// WithCorners returns a shape with the same radius or chamfer at the given corners, limited to the largest that fits
// all of them.
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
		most := s.MaxCornerRadius(i)
		if chamfer {
			most = s.MaxChamfer(i)
		}
		size = min(size, most)
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
func CornerDirections(s level.Shape, number int) (before, behind level.Vec) {
	loop, i := s.LoopOf(number)
	corners := s.Loop(loop)
	n, p := len(corners), corners[i]
	before, behind = corners[(i+n-1)%n], corners[(i+1)%n]
	if len(s.Details().Curves) > 0 {
		if e := s.Number(loop, (i+n-1)%n); EdgeForm(s, e) != StraightEdge && ControlPoints(s, e)[1] != p {
			before = ControlPoints(s, e)[1]
		}
		if EdgeForm(s, number) != StraightEdge && ControlPoints(s, number)[0] != p {
			behind = ControlPoints(s, number)[0]
		}
	}
	return before.Sub(p).Unit(), behind.Sub(p).Unit()
}

// SelfCrossings returns the points where an outline crosses itself. closed includes the closing side.
func SelfCrossings(points []level.Vec, closed bool) []level.Vec {
	const most = 16
	n := len(points)
	sides := n - 1
	if closed {
		sides = n
	}
	var at []level.Vec
	for i := range sides {
		for j := i + 2; j < sides; j++ {
			if i == 0 && j == n-1 {
				continue // neighbours across the ends
			}
			if p, ok := SegmentCrossing(points[i], points[i+1], points[j], points[(j+1)%n]); ok && len(at) < most {
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
