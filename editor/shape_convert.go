package editor

import (
	"fmt"
	"math"

	"fillet/collision"
	"fillet/collision/polygon"
	"fillet/editor/level"
)

// convertTolerance is the largest difference between equal lengths, in pixels. It covers the rounding errors of rotated
// shapes.
const convertTolerance = 1e-6

// roundEnough limits the distance of a polygon's outline from the circle that replaces it, in pixels.
const roundEnough = 0.25

// KindError reports that a shape cannot be converted to another kind.
type KindError struct {
	From, To level.Kind
	Reason   string
}

func (e *KindError) Error() string {
	return fmt.Sprintf("a %s cannot become a %s: %s", e.From, e.To, e.Reason)
}

// ConvertShape converts a shape to another kind with the same area: within [ChordTolerance] if round corners become
// points of a chain, within a quarter pixel if many vertices become a circle, and otherwise exactly. A circle or a
// capsule becomes a polygon of four vertices with the same radius. An open chain becomes the area that it encloses once
// its ends are joined. A polygon becomes a chain around its area and another one around each hole. The error is a
// [*KindError].
func ConvertShape(s level.Shape, to level.Kind) ([]MadeShape, error) {
	fail := func(reason string) ([]MadeShape, error) { return nil, &KindError{s.Kind, to, reason} }
	if s.Kind == to {
		return []MadeShape{{Shape: s}}, nil
	}
	s = withOneRadius(s)
	if s.Detail != nil && to != level.Polygon && to != level.Chain && (to != level.Box || len(s.Details().Curves) > 0) {
		s = s.Flattened()
	}
	var out []MadeShape
	reason := "it has no extent"
	switch {
	case s.Kind == level.Point || to == level.Point:
	case to == level.Polygon:
		out, reason = toPolygon(s)
	case to == level.Box:
		out, reason = toBox(s)
	case to == level.Circle:
		out, reason = toCircle(s)
	case to == level.Capsule:
		out, reason = toCapsule(s)
	case to == level.Chain:
		return toChains(s)
	}
	if out == nil {
		return fail(reason)
	}
	for i := range out {
		out[i].Of = -1
		if _, err := out[i].Shape.Bake(); err != nil {
			return fail(err.Error())
		}
	}
	return out, nil
}

func toPolygon(s level.Shape) (out []MadeShape, reason string) {
	p := level.Shape{Kind: level.Polygon, Rounding: level.Inset}
	switch s.Kind {
	case level.Box:
		p.Points, p.Radius, p.Rounding = s.Corners(), s.Radius, s.Rounding
		p = p.WithDetail(s.Details())
	case level.Circle, level.Capsule:
		b, _ := toBox(s)
		if b == nil {
			return nil, "its ends coincide"
		}
		p.Points, p.Radius = b[0].Shape.Corners(), b[0].Shape.Radius
		p.Rounding = b[0].Shape.Rounding
		return []MadeShape{{Shape: p, Offset: b[0].Offset, Turn: b[0].Turn}}, ""
	case level.Chain:
		if len(s.Points) < 3 {
			return nil, "it encloses no area"
		}
		p.Points = s.Points
		if s.Detail != nil {
			p = p.WithDetail(s.WithClosed(true).Details())
		}
		if DoubleArea(p.Points) < 0 {
			p = p.Reversed()
		}
		if s.Radius > 0 {
			p.Radius, p.Rounding = s.Radius, level.Outset
		}
	}
	return []MadeShape{{Shape: p}}, ""
}

func toBox(s level.Shape) (out []MadeShape, reason string) {
	b := level.Shape{Kind: level.Box, Rounding: level.Inset, Radius: s.Radius}
	switch s.Kind {
	case level.Circle:
		b.Size = level.Vec{X: float64(2 * s.Radius), Y: float64(2 * s.Radius)}
		return []MadeShape{{Shape: b}}, ""
	case level.Capsule, level.Chain:
		if s.Kind == level.Chain && (len(s.Points) != 2 || s.Radius == 0) {
			return nil, "only a thick chain with two vertices can"
		}
		along := s.Points[1].Sub(s.Points[0])
		if along == (level.Vec{}) {
			return nil, "its ends coincide"
		}
		b.Size = level.Vec{X: along.Len() + float64(2*s.Radius), Y: float64(2 * s.Radius)}
		return []MadeShape{{Shape: b, Offset: s.Points[0].Lerp(s.Points[1], 0.5), Turn: gridDirection(along)}}, ""
	case level.Polygon:
		at, turn, size, ok := rectangle(s)
		if !ok {
			return nil, "it is not a rectangle"
		}
		b.Size, b.Rounding = size, s.Rounding
		if s.Detail != nil {
			b = cornersOf(b, s, collision.NewTransform(at, turn.Radians()))
		}
		return []MadeShape{{Shape: b.Clamped(), Offset: at, Turn: turn}}, ""
	}
	return nil, "it is not a rectangle"
}

func gridDirection(v level.Vec) level.Degrees {
	switch { // try the exact conversions first
	case v.Y == 0 && v.X > 0:
		return 0
	case v.X == 0 && v.Y > 0:
		return 90
	case v.Y == 0:
		return 180
	case v.X == 0:
		return -90
	}
	return level.DegreesOf(collision.Atan2(v.Y, v.X))
}

// rectangle returns the centre, angle and size of a polygon that is a rectangle.
func rectangle(s level.Shape) (at level.Vec, turn level.Degrees, size level.Vec, ok bool) {
	if len(s.Points) != 4 || len(s.Holes) > 0 {
		return at, 0, size, false
	}
	p := s.Points
	along, across := p[1].Sub(p[0]), p[2].Sub(p[1])
	w, h := along.Len(), across.Len()
	if p[0].Add(p[2]).Dist(p[1].Add(p[3])) > convertTolerance ||
		math.Abs(along.Dot(across)) > float64(convertTolerance*max(w, h)) {
		return at, 0, size, false
	}
	size = level.Vec{X: w, Y: h}
	turn = gridDirection(along)
	for turn > 45 || turn <= -45 { // choose the smallest of the four equivalent rotations
		size.X, size.Y = size.Y, size.X
		if turn > 45 {
			turn -= 90
		} else {
			turn += 90
		}
	}
	return p[0].Lerp(p[2], 0.5), turn, size, true
}

func toCircle(s level.Shape) (out []MadeShape, reason string) {
	switch s.Kind {
	case level.Box:
		if s.Size.X == s.Size.Y && s.Rounding == level.Inset && s.Radius >= float64(s.Size.X/2)-convertTolerance {
			return []MadeShape{{Shape: level.Shape{Kind: level.Circle, Radius: float64(s.Size.X / 2)}}}, ""
		}
		return nil, "its corners are not round enough"
	case level.Polygon:
		if b, _ := toBox(s); b != nil {
			c, reason := toCircle(b[0].Shape)
			if c != nil {
				c[0].Offset = b[0].Offset
			}
			return c, reason
		}
		const fewest = 8
		if len(s.Points) < fewest || len(s.Holes) > 0 {
			return nil, "its outline is not round enough"
		}
		middle := level.Vec{}
		for _, p := range s.Points {
			middle = middle.Add(p)
		}
		middle = middle.Mul(1 / float64(len(s.Points)))
		least, largest := math.Inf(1), 0.0
		for i, p := range s.Points {
			edge := p.Lerp(s.Points[(i+1)%len(s.Points)], 0.5)
			least, largest = min(least, p.Dist(middle), edge.Dist(middle)), max(largest, p.Dist(middle))
		}
		if largest-least > 2*roundEnough {
			return nil, "its outline is not round enough"
		}
		r := float64((least + largest) / 2)
		if s.Rounding == level.Outset {
			r += s.Radius
		}
		return []MadeShape{{Shape: level.Shape{Kind: level.Circle, Radius: r}, Offset: middle}}, ""
	case level.Capsule:
		return nil, "its ends do not coincide"
	}
	return nil, "it is not a circle"
}

func toCapsule(s level.Shape) (out []MadeShape, reason string) {
	switch s.Kind {
	case level.Box:
		short, long := min(s.Size.X, s.Size.Y), max(s.Size.X, s.Size.Y)
		if s.Rounding != level.Inset || s.Radius < float64(short/2)-convertTolerance {
			return nil, "its ends are not round enough"
		}
		if long-short <= convertTolerance {
			return nil, "it is a circle"
		}
		half := level.Vec{X: float64((long - short) / 2)}
		if s.Size.Y > s.Size.X {
			half = level.Vec{Y: half.X}
		}
		return []MadeShape{{Shape: level.Shape{
			Kind: level.Capsule, Points: []level.Vec{half.Neg(), half},
			Radius: float64(short / 2),
		}}}, ""
	case level.Polygon:
		b, reason := toBox(s)
		if b == nil {
			return nil, reason
		}
		c, reason := toCapsule(b[0].Shape)
		if c != nil {
			c[0].Offset, c[0].Turn = b[0].Offset, b[0].Turn
		}
		return c, reason
	case level.Chain:
		if len(s.Points) != 2 || s.Radius == 0 {
			return nil, "only a thick chain with two vertices can"
		}
		return []MadeShape{{Shape: level.Shape{Kind: level.Capsule, Points: s.Points, Radius: s.Radius}}}, ""
	}
	return nil, "its ends coincide"
}

// toChains returns the chains around a shape. For a capsule it returns the centre line.
func toChains(s level.Shape) ([]MadeShape, error) {
	if s.Kind == level.Capsule {
		return []MadeShape{{Shape: level.Shape{Kind: level.Chain, Points: s.Points, Radius: s.Radius}, Of: -1}}, nil
	}
	loops := s.Loops()
	if s.Radius > 0 && (s.Detail == nil || s.Rounding == level.Outset) {
		covered, err := shapeArea(s)
		if err != nil {
			return nil, err
		}
		loops = nil
		for _, outline := range covered {
			loops = append(loops, outline...)
		}
	}
	var out []MadeShape
	for _, loop := range loops {
		out = append(out, MadeShape{Shape: level.Shape{Kind: level.Chain, Points: loop, Closed: true}, Of: -1})
	}
	if s.Detail != nil && (s.Radius == 0 || s.Rounding == level.Inset) {
		s = s.WithDetail(ownRadii(s))
		for loop := range out {
			out[loop].Shape = out[loop].Shape.WithKnots(s.LoopKnots(loop))
		}
	}
	return out, nil
}

// StrokeChain returns the outline of a chain as polygons. A chain without thickness gets the width, in pixels.
func StrokeChain(chain level.Shape, width float64) ([]MadeShape, error) {
	if chain.Kind != level.Chain {
		return nil, &KindError{chain.Kind, level.Polygon, "it has no stroke"}
	}
	if chain.Radius == 0 {
		chain.Radius = float64(width / 2)
	}
	if !(chain.Radius > 0) {
		return nil, &NoAreaError{Kind: level.Chain}
	}
	if len(chain.Points) == 2 && !chain.Closed { // this is a capsule
		return ConvertShape(level.Shape{Kind: level.Capsule, Points: chain.Points, Radius: chain.Radius}, level.Polygon)
	}
	covered, err := shapeArea(chain)
	if err != nil {
		return nil, err
	}
	return shapesOf(covered, nil, func([]polygon.Region) (polygon.Region, error) { return nil, nil })
}

// withOneRadius replaces equal corner radii of a box with the shape's radius.
func withOneRadius(s level.Shape) level.Shape {
	d := s.Details()
	if s.Kind != level.Box || s.Rounding != level.Inset || len(d.Radii) == 0 || d.Chamfers != nil {
		return s
	}
	for i := range d.Radii {
		if s.CornerRadius(i) != s.CornerRadius(0) {
			return s
		}
	}
	s.Radius = d.Radii[0]
	return s.WithDetail(level.Detail{})
}

// cornersOf copies the corners of a rectangular polygon to a box. at is the box's transform in the polygon's frame.
func cornersOf(b, rectangle level.Shape, at collision.Transform) level.Shape {
	var d level.Detail
	for _, c := range b.Corners() {
		c = at.Apply(c)
		nearest := 0
		for i, p := range rectangle.Points {
			if p.Dist(c) < rectangle.Points[nearest].Dist(c) {
				nearest = i
			}
		}
		d.Radii = append(d.Radii, rectangle.CornerRadius(nearest))
		d.Chamfers = append(d.Chamfers, rectangle.Chamfer(nearest))
	}
	return b.WithDetail(d)
}

// ownRadii returns the details of a polygon or a box in which the convex corners have the shape's radius as their own.
func ownRadii(s level.Shape) level.Detail {
	d := level.Detail{Curves: s.Details().Curves}
	for loop, points := range s.Loops() {
		turns := DoubleArea(points) > 0 == (loop == 0)
		n := len(points)
		for k, p := range points {
			i := s.Number(loop, k)
			r := s.CornerRadius(i)
			isConvex := p.Sub(points[(k+n-1)%n]).Cross(points[(k+1)%n].Sub(p)) > 0 == turns
			if r == level.AsShape && isConvex && s.Radius > 0 {
				r = s.Radius
			}
			d.Radii, d.Chamfers = append(d.Radii, r), append(d.Chamfers, s.Chamfer(i))
		}
	}
	return d
}
