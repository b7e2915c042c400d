package level

import (
	"fmt"
	"math"
	"slices"
)

// Detail is what single corners and edges of an outline are besides the shape's points: radii and chamfers of corners, and
// edges that are bent. A shape without any has none (nil). It is immutable, as all of a record: [Shape.WithDetail] and the
// methods beside it make a new one.
//
// Corner i is that at point i, of a box at corner i of [Shape.Corners]; edge i goes from point i to the next one, of a closed
// outline from the last to the first. Those of holes are numbered on, hole by hole: [Shape.Number] says how.
type Detail struct {
	Radii    []float64 // one for each corner of the outline, or of the outline and the holes, or nil: its radius, or AsShape
	Chamfers []float64 // one for each corner as well, or nil: how far from it both its edges are cut off straight, 0 not at all. It wins over a radius
	Curves   []Curve   // the edges that are bent, in their order, none twice
}

// AsShape, in [Detail.Radii], stands for the radius that the whole shape gives a corner: the shape's Radius at a convex
// corner with inset rounding; else none, as at the bends of a chain.
const AsShape = -1

// Curve bends an edge.
type Curve struct {
	Edge  int     // from point Edge to the next one
	Arc   float64 // the height of an arc over its chord, in pixels, to the left of the edge's direction on the screen; 0 for a cubic
	Cubic [2]Vec  // the control points of a cubic Bézier curve, in the frame of the points
}

// IsArc reports whether the edge is an arc of a circle, else it is a cubic.
func (c Curve) IsArc() bool { return c.Arc != 0 }

// maxCurveLines is how many lines the bent edges of one shape may be baked into. Beyond it the shape is refused.
const maxCurveLines = 100_000

// IsDetailed reports whether a corner or an edge of the shape has a form of its own.
func (s Shape) IsDetailed() bool { return s.Detail != nil }

// CornerRadius is the radius of corner i, or [AsShape].
func (s Shape) CornerRadius(i int) float64 {
	if s.Detail == nil || i < 0 || i >= len(s.Detail.Radii) {
		return AsShape
	}
	return s.Detail.Radii[i]
}

// Chamfer is how far corner i is cut off along both its edges; 0 for a corner without a chamfer.
func (s Shape) Chamfer(i int) float64 {
	if s.Detail == nil || i < 0 || i >= len(s.Detail.Chamfers) {
		return 0
	}
	return s.Detail.Chamfers[i]
}

// Curve is how edge i is bent; false for a straight one.
func (s Shape) Curve(i int) (Curve, bool) {
	if s.Detail != nil {
		if k, ok := slices.BinarySearchFunc(s.Detail.Curves, i, func(c Curve, i int) int { return c.Edge - i }); ok {
			return s.Detail.Curves[k], true
		}
	}
	return Curve{}, false
}

// Edges is how many edges the outline and the holes, or the chain, have; 0 for the other kinds.
func (s Shape) Edges() int {
	switch {
	case s.Kind == Box:
		return 4
	case s.Kind == Chain && !s.Closed:
		return max(len(s.Points)-1, 0)
	case s.Kind == Polygon || s.Kind == Chain:
		return s.NumberOfCorners()
	}
	return 0
}

// NumberOfCorners is how many corners may have a form of their own, those of holes among them.
func (s Shape) NumberOfCorners() int {
	n := s.outer()
	for _, h := range s.Holes {
		n += len(h)
	}
	return n
}

// outer is how many corners of the outline or the chain may have a form of their own.
func (s Shape) outer() int {
	switch s.Kind {
	case Box:
		return 4
	case Polygon, Chain:
		return len(s.Points)
	}
	return 0
}

// Number is the number that a corner of a loop has among all corners, and the edge behind it among all edges: those of the
// outline, loop 0, come first, then those of the holes, from loop 1, one after the other.
func (s Shape) Number(loop, index int) int {
	if loop == 0 {
		return index
	}
	n := s.outer() + index
	for _, h := range s.Holes[:loop-1] {
		n += len(h)
	}
	return n
}

// LoopOf is the loop and the place in it that a corner, or an edge, of that number has.
func (s Shape) LoopOf(number int) (loop, index int) {
	n := s.outer()
	if number < n {
		return 0, number
	}
	number -= n
	for h, hole := range s.Holes {
		if number < len(hole) {
			return h + 1, number
		}
		number -= len(hole)
	}
	return len(s.Holes) + 1, number
}

// Loop is the points of the outline or the chain, loop 0, or of a hole, from 1; nil where there is none. The caller must not
// change them.
func (s Shape) Loop(loop int) []Vec {
	switch {
	case loop == 0 && s.Kind == Box:
		return s.Corners()
	case loop == 0:
		return s.Points
	case loop > 0 && loop <= len(s.Holes):
		return s.Holes[loop-1]
	}
	return nil
}

// EdgeEnds is where an edge begins and ends.
func (s Shape) EdgeEnds(number int) (a, b Vec) {
	loop, i := s.LoopOf(number)
	points := s.Loop(loop)
	return points[i%len(points)], points[(i+1)%len(points)]
}

// WithDetail is the shape with other details, of which it keeps no slice. Lists that say nothing are left out, and so is
// the part of one that is about holes where that says nothing.
func (s Shape) WithDetail(d Detail) Shape {
	own := Detail{Radii: s.telling(d.Radii, AsShape), Chamfers: s.telling(d.Chamfers, 0)}
	if len(d.Curves) > 0 {
		own.Curves = slices.Clone(d.Curves)
		slices.SortStableFunc(own.Curves, func(a, b Curve) int { return a.Edge - b.Edge })
	}
	s.Detail = nil
	if own.Radii != nil || own.Chamfers != nil || own.Curves != nil {
		s.Detail = &own
	}
	return s
}

// telling is a copy of what a list of corners says, of which one value says nothing.
func (s Shape) telling(list []float64, nothing float64) []float64 {
	says := func(x float64) bool { return x != nothing }
	if n := s.outer(); n > 0 && len(list) > n && len(list) == s.NumberOfCorners() && !slices.ContainsFunc(list[n:], says) {
		list = list[:n]
	}
	if !slices.ContainsFunc(list, says) {
		return nil
	}
	return slices.Clone(list)
}

// Details is the shape's details: empty where it has none. The caller must not change the lists.
func (s Shape) Details() Detail {
	if s.Detail == nil {
		return Detail{}
	}
	return *s.Detail
}

// WithCornerRadius is the shape with another radius of corner i, which [AsShape] takes away again. A chamfer of the corner goes.
func (s Shape) WithCornerRadius(i int, radius float64) Shape {
	d := s.filled()
	if i < 0 || i >= len(d.Radii) {
		return s
	}
	d.Radii[i], d.Chamfers[i] = radius, 0
	return s.WithDetail(d)
}

// WithChamfer is the shape with another chamfer of corner i; 0 takes it away, and the corner has the radius that it had.
func (s Shape) WithChamfer(i int, distance float64) Shape {
	d := s.filled()
	if i < 0 || i >= len(d.Chamfers) {
		return s
	}
	d.Chamfers[i] = distance
	return s.WithDetail(d)
}

// WithCurve is the shape with an edge bent in another way.
func (s Shape) WithCurve(c Curve) Shape {
	s = s.Straightened(c.Edge)
	d := s.Details()
	d.Curves = append(slices.Clip(d.Curves), c)
	return s.WithDetail(d)
}

// Straightened is the shape with a straight edge i.
func (s Shape) Straightened(i int) Shape {
	if _, bent := s.Curve(i); !bent {
		return s
	}
	d := s.Details()
	d.Curves = slices.DeleteFunc(slices.Clone(d.Curves), func(c Curve) bool { return c.Edge == i })
	return s.WithDetail(d)
}

// filled is a copy of the details with both lists of corners in full.
func (s Shape) filled() Detail {
	n := s.NumberOfCorners()
	d := Detail{Radii: make([]float64, n), Chamfers: make([]float64, n), Curves: slices.Clone(s.Details().Curves)}
	for i := range n {
		d.Radii[i], d.Chamfers[i] = s.CornerRadius(i), s.Chamfer(i)
	}
	return d
}

// equal reports whether two details are the same, number for number.
func (d *Detail) equal(o *Detail) bool {
	if d == nil || o == nil {
		return d == o
	}
	return slices.Equal(d.Radii, o.Radii) && slices.Equal(d.Chamfers, o.Chamfers) && slices.Equal(d.Curves, o.Curves)
}

// DetailNear reports whether the details of two shapes are the same, but for numbers that differ by no more than slack.
func (s Shape) DetailNear(o Shape, slack float64) bool {
	a, b := s.Details(), o.Details()
	near := func(x, y float64) bool { return x == y || x >= 0 && y >= 0 && math.Abs(x-y) <= slack }
	return slices.EqualFunc(a.Radii, b.Radii, near) && slices.EqualFunc(a.Chamfers, b.Chamfers, near) &&
		slices.EqualFunc(a.Curves, b.Curves, func(c, d Curve) bool {
			return c.Edge == d.Edge && c.IsArc() == d.IsArc() && math.Abs(c.Arc-d.Arc) <= slack &&
				c.Cubic[0].Dist(d.Cubic[0]) <= slack && c.Cubic[1].Dist(d.Cubic[1]) <= slack
		})
}

// mappedDetail is the details with f applied to the points: control points go where they should, the top of an
// arc stays as high over its chord as f puts it. Radii and chamfers stay as they are.
func (s *Shape) mappedDetail(f func(Vec) Vec) *Detail {
	d := s.Detail
	if d == nil || len(d.Curves) == 0 {
		return d
	}
	out := Detail{Radii: d.Radii, Chamfers: d.Chamfers, Curves: make([]Curve, 0, len(d.Curves))}
	for _, c := range d.Curves {
		if !c.IsArc() {
			c.Cubic = [2]Vec{f(c.Cubic[0]), f(c.Cubic[1])}
		} else if c.Edge >= 0 && c.Edge < s.Edges() {
			a, b := s.EdgeEnds(c.Edge)
			if c.Arc = ArcHeight(f(a), f(b), f(ArcTop(a, b, c.Arc))); c.Arc == 0 {
				continue // flat
			}
		}
		out.Curves = append(out.Curves, c)
	}
	if out.Radii == nil && out.Chamfers == nil && len(out.Curves) == 0 {
		return nil
	}
	return &out
}

// ArcTop is the middle of an arc of that height over the chord from a to b.
func ArcTop(a, b Vec, height float64) Vec {
	return a.Lerp(b, 0.5).MulAdd(leftOf(a, b), height)
}

// ArcHeight is the height, over the chord from a to b, of the arc whose middle is as far from the chord as p.
func ArcHeight(a, b, p Vec) float64 { return p.Sub(a).Dot(leftOf(a, b)) + 0 }

// leftOf is the unit normal of the edge from a to b to the left of its direction on the screen: outward, where the outline
// goes clockwise on the screen.
func leftOf(a, b Vec) Vec { return b.Sub(a).Unit().Perp().Neg() }

// checkDetail reports what is wrong with the details by themselves.
func (s Shape) checkDetail() error {
	d := s.Detail
	if d == nil {
		return nil
	}
	n := s.NumberOfCorners()
	if n == 0 {
		return fmt.Errorf("a %s has no corners or edges of their own", s.Kind)
	}
	if err := checkList("radii", d.Radii, s.outer(), n, AsShape); err != nil {
		return err
	}
	if err := checkList("chamfers", d.Chamfers, s.outer(), n, 0); err != nil {
		return err
	}
	if len(d.Curves) > 0 && s.Kind == Box {
		return fmt.Errorf("a box has straight edges; make it a polygon to bend them")
	}
	last, edges := -1, s.Edges()
	for _, c := range d.Curves {
		switch {
		case c.Edge < 0 || c.Edge >= edges:
			return fmt.Errorf("there is no edge %d to be bent: the edges are 0 to %d", c.Edge, edges-1)
		case c.Edge <= last:
			return fmt.Errorf("edge %d is bent twice, or the curves are not in the order of their edges", c.Edge)
		case !isFinite(c.Arc) || math.Abs(c.Arc) > MaxCoordinate:
			return fmt.Errorf("the arc of edge %d is %g high; at most %g is possible", c.Edge, c.Arc, float64(MaxCoordinate))
		case c.IsArc() && c.Cubic != [2]Vec{}:
			return fmt.Errorf("edge %d is an arc and a cubic at once", c.Edge)
		}
		for k, p := range c.Cubic {
			if err := checkVec(fmt.Sprintf("control point %d of edge %d", k, c.Edge), p); err != nil {
				return err
			}
		}
		last = c.Edge
	}
	return nil
}

// checkList checks radii or chamfers, of which one value stands for none.
func checkList(what string, list []float64, outer, n int, none float64) error {
	if list == nil {
		return nil
	}
	if len(list) != n && len(list) != outer {
		if outer < n {
			return fmt.Errorf("%d %s for %d corners, %d with those of the holes", len(list), what, outer, n)
		}
		return fmt.Errorf("%d %s for %d corners", len(list), what, n)
	}
	for i, x := range list {
		if x != none && !(x >= 0 && x <= MaxCoordinate) {
			return fmt.Errorf("number %d of the %s is %g; it must be from 0 to %g", i, what, x, float64(MaxCoordinate))
		}
	}
	return nil
}
