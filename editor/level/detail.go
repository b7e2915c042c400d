package level

import (
	"fmt"
	"iter"
	"math"
	"slices"

	"fillet/editor/strictyaml"

	"gopkg.in/yaml.v3"
)

// Detail holds the radii and chamfers of single corners of an outline, and its bent edges. It is nil for a shape
// without any. Like all parts of a record it is immutable: [Shape.WithDetail] and similar methods return a new one.
//
// Corner i is at point i, or in a box at corner i of [Shape.Corners]. Edge i goes from point i to the next one, and in
// a closed outline from the last to the first. The corners and edges of holes continue the count, hole by hole: see
// [Shape.Number].
type Detail struct {
	Radii []float64 // nil, or the radius of each corner of the outline, or of the outline and the holes; may be AsShape
	// Chamfers is nil, or a distance per corner like Radii: how far from the corner both edges are cut off straight, 0
	// for no chamfer. A chamfer overrides a radius.
	Chamfers []float64
	Curves   []Curve // the bent edges, in order, each once
}

// AsShape, in [Detail.Radii], means that the corner has the radius of the whole shape: the shape's Radius at a convex
// corner with inset rounding, otherwise none, as at the bends of a chain.
const AsShape = -1

// Curve is a bent edge.
type Curve struct {
	Edge int // from point Edge to the next one
	// Arc is the height of an arc over its chord, in pixels, to the left of the edge's direction on the screen; 0 for a
	// cubic.
	Arc   float64
	Cubic [2]Vec // the control points of a cubic Bézier curve, in the frame of the points
}

// IsArc reports whether the edge is an arc of a circle. Otherwise it is a cubic.
func (c Curve) IsArc() bool { return c.Arc != 0 }

// maxCurveLines limits how many lines the bent edges of one shape are baked into. A shape that needs more is rejected.
const maxCurveLines = 100_000

// maxExtraLines limits how many lines the bent edges and round corners of a level are baked into, beyond usualLines for
// each. Otherwise a small file with a few huge arcs could exhaust memory.
const (
	maxExtraLines = 400_000
	usualLines    = 32
)

// IsDetailed reports whether any corner or edge of the shape has details of its own.
func (s Shape) IsDetailed() bool { return s.Detail != nil }

// CornerRadius returns the radius of corner i, or [AsShape].
func (s Shape) CornerRadius(i int) float64 {
	if s.Detail == nil || i < 0 || i >= len(s.Detail.Radii) {
		return AsShape
	}
	return s.Detail.Radii[i]
}

// Chamfer returns how far corner i is cut off along both its edges, or 0 for a corner without a chamfer.
func (s Shape) Chamfer(i int) float64 {
	if s.Detail == nil || i < 0 || i >= len(s.Detail.Chamfers) {
		return 0
	}
	return s.Detail.Chamfers[i]
}

// Curve returns the bend of edge i, or false if it is straight.
func (s Shape) Curve(i int) (Curve, bool) {
	if s.Detail != nil {
		if k, ok := slices.BinarySearchFunc(s.Detail.Curves, i, func(c Curve, i int) int { return c.Edge - i }); ok {
			return s.Detail.Curves[k], true
		}
	}
	return Curve{}, false
}

// Edges returns the number of edges of the outline and the holes, or of the chain. It is 0 for the other kinds.
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

// NumberOfCorners returns how many corners can have details, including the corners of holes.
func (s Shape) NumberOfCorners() int {
	n := s.outer()
	for _, h := range s.Holes {
		n += len(h)
	}
	return n
}

// outer returns how many corners of the outline or the chain can have details.
func (s Shape) outer() int {
	switch s.Kind {
	case Box:
		return 4
	case Polygon, Chain:
		return len(s.Points)
	}
	return 0
}

// Number returns the number of a loop's corner among all corners, which is also the number of the edge after it among
// all edges. The outline is loop 0; the holes follow, from loop 1, in order.
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

// LoopOf returns the loop of a corner or an edge number, and its index in the loop.
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

// Loop returns the points of the outline or the chain (loop 0) or of a hole (from 1), or nil if there is none. The
// caller must not change them.
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

// numberedLoops yields the number of the first corner of each loop, and its points: the outline or the chain, then the
// holes.
func (s *Shape) numberedLoops() iter.Seq2[int, []Vec] {
	return func(yield func(int, []Vec) bool) {
		if first := s.outer(); yield(0, s.Loop(0)) {
			for _, h := range s.Holes {
				if !yield(first, h) {
					return
				}
				first += len(h)
			}
		}
	}
}

// EdgeFinder returns a function that returns the ends of an edge like [Shape.EdgeEnds]; ok is false if there is no such
// edge. The function is fast if the numbers of successive edges increase, however many holes the shape has.
func (s Shape) EdgeFinder() func(number int) (a, b Vec, ok bool) {
	loop, first, edges := 0, 0, s.Edges()
	points := s.Loop(0)
	return func(number int) (a, b Vec, ok bool) {
		if number < 0 || number >= edges {
			return a, b, false
		}
		if number < first {
			loop, first, points = 0, 0, s.Loop(0)
		}
		for number >= first+len(points) {
			first += len(points)
			loop++
			points = s.Loop(loop)
		}
		return points[number-first], points[(number-first+1)%len(points)], true
	}
}

// EdgeEnds returns the start and the end of an edge.
func (s Shape) EdgeEnds(number int) (a, b Vec) {
	loop, i := s.LoopOf(number)
	points := s.Loop(loop)
	return points[i%len(points)], points[(i+1)%len(points)]
}

// WithDetail returns the shape with other details, and copies their slices. It drops lists without effect, and the
// holes' part of a list if that has no effect.
func (s Shape) WithDetail(d Detail) Shape {
	own := Detail{Radii: s.shortened(d.Radii, AsShape), Chamfers: s.shortened(d.Chamfers, 0)}
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

// shortened returns a copy of a list of corner values without parts that have no effect: nil if all values equal none,
// and only the outline's part if the holes' values do.
func (s Shape) shortened(list []float64, none float64) []float64 {
	isSet := func(x float64) bool { return x != none }
	if n := s.outer(); n > 0 && len(list) > n && len(list) == s.NumberOfCorners() &&
		!slices.ContainsFunc(list[n:], isSet) {
		list = list[:n]
	}
	if !slices.ContainsFunc(list, isSet) {
		return nil
	}
	return slices.Clone(list)
}

// Details returns the shape's details, empty if it has none. The caller must not change the lists.
func (s Shape) Details() Detail {
	if s.Detail == nil {
		return Detail{}
	}
	return *s.Detail
}

// WithCornerRadius returns the shape with a different radius at corner i and no chamfer there; [AsShape] removes the
// radius.
func (s Shape) WithCornerRadius(i int, radius float64) Shape {
	d := s.filled()
	if i < 0 || i >= len(d.Radii) {
		return s
	}
	d.Radii[i], d.Chamfers[i] = radius, 0
	return s.WithDetail(d)
}

// WithChamfer returns the shape with a different chamfer at corner i; 0 removes it, which brings back the corner's
// radius.
func (s Shape) WithChamfer(i int, distance float64) Shape {
	d := s.filled()
	if i < 0 || i >= len(d.Chamfers) {
		return s
	}
	d.Chamfers[i] = distance
	return s.WithDetail(d)
}

// WithCurve returns the shape with an edge bent along another curve.
func (s Shape) WithCurve(c Curve) Shape {
	s = s.Straightened(c.Edge)
	d := s.Details()
	d.Curves = append(slices.Clip(d.Curves), c)
	return s.WithDetail(d)
}

// Straightened returns the shape with edge i straight.
func (s Shape) Straightened(i int) Shape {
	if _, bent := s.Curve(i); !bent {
		return s
	}
	d := s.Details()
	d.Curves = slices.DeleteFunc(slices.Clone(d.Curves), func(c Curve) bool { return c.Edge == i })
	return s.WithDetail(d)
}

// filled returns a copy of the details with both corner lists at full length.
func (s Shape) filled() Detail {
	n := s.NumberOfCorners()
	d := Detail{Radii: make([]float64, n), Chamfers: make([]float64, n), Curves: slices.Clone(s.Details().Curves)}
	for i := range n {
		d.Radii[i], d.Chamfers[i] = s.CornerRadius(i), s.Chamfer(i)
	}
	return d
}

func (d *Detail) equal(o *Detail) bool {
	if d == nil || o == nil {
		return d == o
	}
	return slices.Equal(d.Radii, o.Radii) && slices.Equal(d.Chamfers, o.Chamfers) && slices.Equal(d.Curves, o.Curves)
}

// DetailNear reports whether the details of two shapes are equal, apart from numbers that differ by at most slack.
func (s Shape) DetailNear(o Shape, slack float64) bool {
	a, b := s.Details(), o.Details()
	near := func(x, y float64) bool { return x == y || x >= 0 && y >= 0 && math.Abs(x-y) <= slack }
	return slices.EqualFunc(a.Radii, b.Radii, near) && slices.EqualFunc(a.Chamfers, b.Chamfers, near) &&
		slices.EqualFunc(a.Curves, b.Curves, func(c, d Curve) bool {
			return c.Edge == d.Edge && c.IsArc() == d.IsArc() && math.Abs(c.Arc-d.Arc) <= slack &&
				c.Cubic[0].Dist(d.Cubic[0]) <= slack && c.Cubic[1].Dist(d.Cubic[1]) <= slack
		})
}

// mappedDetail returns the details with f applied to their points. Control points move, and f maps the top of each arc,
// which sets its new height. Radii and chamfers stay the same.
func (s *Shape) mappedDetail(f func(Vec) Vec) *Detail {
	d := s.Detail
	if d == nil || len(d.Curves) == 0 {
		return d
	}
	out := Detail{Radii: d.Radii, Chamfers: d.Chamfers, Curves: make([]Curve, 0, len(d.Curves))}
	ends := s.EdgeFinder()
	for _, c := range d.Curves {
		if !c.IsArc() {
			c.Cubic = [2]Vec{f(c.Cubic[0]), f(c.Cubic[1])}
		} else if a, b, ok := ends(c.Edge); ok {
			if c.Arc = ArcHeight(f(a), f(b), f(ArcTop(a, b, c.Arc))); c.Arc == 0 {
				continue // a flat arc
			}
		}
		out.Curves = append(out.Curves, c)
	}
	if out.Radii == nil && out.Chamfers == nil && len(out.Curves) == 0 {
		return nil
	}
	return &out
}

// ArcTop returns the middle of an arc of a height over the chord from a to b.
func ArcTop(a, b Vec, height float64) Vec {
	return a.Lerp(b, 0.5).MulAdd(leftOf(a, b), height)
}

// ArcHeight returns the height of an arc over the chord from a to b whose middle is as far from the chord as p.
func ArcHeight(a, b, p Vec) float64 { return p.Sub(a).Dot(leftOf(a, b)) + 0 }

// leftOf returns the unit normal of the edge from a to b to the left of its direction on the screen: outward if the
// outline is clockwise on the screen.
func leftOf(a, b Vec) Vec { return b.Sub(a).Unit().Perp().Neg() }

// checkDetail validates the details on their own.
func (s Shape) checkDetail() error {
	d := s.Detail
	if d == nil {
		return nil
	}
	n := s.NumberOfCorners()
	if n == 0 {
		return fmt.Errorf("a %s cannot have radii, chamfers or curves", s.Kind)
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
			return fmt.Errorf("there is no edge %d to bend: the edges are 0 to %d", c.Edge, edges-1)
		case c.Edge <= last:
			return fmt.Errorf("edge %d is bent twice, or the curves are not in the order of their edges", c.Edge)
		case !isFinite(c.Arc) || math.Abs(c.Arc) > MaxCoordinate:
			return fmt.Errorf("the arc of edge %d is %g high; at most %g is possible", c.Edge, c.Arc,
				float64(MaxCoordinate))
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

// checkList validates radii or chamfers; none is the value of a corner that has none.
func checkList(what string, list []float64, outer, n int, none float64) error {
	if list == nil {
		return nil
	}
	if len(list) != n && len(list) != outer {
		if outer < n {
			return fmt.Errorf("%d %s for %d corners, or %d with the holes", len(list), what, outer, n)
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

// The details of single corners and edges of an outline: the keys radii, chamfers and curves.

// curveSchema holds the keys of a bent edge.
var curveSchema = newSchema("curve",
	plainField("edge", func(c *Curve) *int { return &c.Edge }, form[int]{
		wholes.write, func(d *decoder, n *yaml.Node, edge *int) error {
			if err := d.Int(n, edge); err != nil || *edge >= 0 {
				return err
			}
			return d.Errorf(n, "%s is not the number of an edge: edges count from 0", n.Value)
		}, wholes.json + ", " + atLeast0,
	}).needed().means("the edge from this point, counted from 0, to the next one"),
	leftOutIf(plainField("arc", func(c *Curve) *float64 { return &c.Arc }, form[float64]{
		numbers.write, func(d *decoder, n *yaml.Node, arc *float64) error {
			if err := d.Number(n, arc); err != nil || *arc != 0 && math.Abs(*arc) <= MaxCoordinate {
				return err
			}
			return d.Errorf(n, "the height of an arc cannot be 0 or more than %g; it is %s", float64(MaxCoordinate),
				n.Value)
		}, numbers.json,
	}), func(c *Curve) bool { return !c.IsArc() }).
		means("height of an arc over the straight edge in pixels, to the left of the edge's direction on the screen"),
	Field[Curve]{
		Key:     "cubic",
		doc:     "both control points of a cubic Bézier curve",
		json:    listOf("vec") + `, "minItems": 2, "maxItems": 2`,
		isUsual: func(c *Curve) bool { return c.IsArc() },
		text:    func(e *encoder, c *Curve) { e.value(c.Cubic[:]) },
		read: func(d *decoder, n *yaml.Node, c *Curve) error {
			if d.Len(n) != len(c.Cubic) {
				return d.Errorf(n, "a cubic has 2 control points: [[x, y], [x, y]]")
			}
			return d.Sequence(n, func(i int, item *yaml.Node) error { return d.vec(item, &c.Cubic[i]) })
		},
	},
)

// cornerList reads a number for each corner; null means that the corner has none.
func (d *decoder) cornerList(n *yaml.Node, none float64) (list []float64, err error) {
	err = d.Sequence(n, func(_ int, item *yaml.Node) error {
		x := none
		if !strictyaml.IsNull(item) {
			if err := d.AtLeast0(item, &x); err != nil {
				return err
			}
		}
		list = append(list, x)
		return nil
	})
	return list, err
}

func (d *decoder) curves(n *yaml.Node) (list []Curve, err error) {
	err = d.Sequence(n, func(_ int, item *yaml.Node) error {
		c, err := d.curve(item)
		list = append(list, c)
		return err
	})
	return list, err
}

func (d *decoder) curve(n *yaml.Node) (c Curve, err error) {
	c.Edge = -1
	keys := 0
	err = d.Mapping(n, curveSchema.keys, func(key string, v *yaml.Node) error {
		keys++
		return curveSchema.readKey(d, key, v, &c)
	})
	switch {
	case err != nil:
	case c.Edge < 0:
		err = d.Errorf(n, `this curve has no "edge"`)
	case keys != 2:
		err = d.Errorf(n, `a curve has either "arc" or "cubic"`)
	}
	return c, err
}

func (e *encoder) cornerList(list []float64, none float64) {
	e.items("[]", len(list), func(i int) {
		if list[i] == none {
			e.text("~")
		} else {
			e.value(list[i])
		}
	})
}

func (e *encoder) curves(list []Curve) {
	e.items("[]", len(list), func(i int) { curveSchema.inline(e, &list[i]) })
}

// cornersRow returns the row of a list of numbers, one for each corner.
func cornersRow(key string, at func(*Detail) *[]float64, none float64) Field[Shape] {
	f := detailRow(key, at, func(e *encoder, list []float64) { e.cornerList(list, none) },
		func(d *decoder, n *yaml.Node) ([]float64, error) { return d.cornerList(n, none) })
	f.json = `"type": "array", "items": {"type": ["number", "null"], "minimum": 0}`
	return f
}

// detailRow returns the row of one list of the details.
func detailRow[V comparable](
	key string, at func(*Detail) *[]V, write func(*encoder, []V), read func(*decoder, *yaml.Node) ([]V, error),
) Field[Shape] {
	of := func(s *Shape) []V {
		if s.Detail == nil {
			return nil
		}
		return *at(s.Detail)
	}
	set := func(s *Shape, list []V) {
		own := s.Details()
		*at(&own) = list
		*s = s.WithDetail(own)
	}
	return Field[Shape]{
		Key:     key,
		Same:    func(a, b *Shape) bool { return slices.Equal(of(a), of(b)) },
		Copy:    func(to, from *Shape) { set(to, of(from)) },
		text:    func(e *encoder, s *Shape) { write(e, of(s)) },
		isUsual: func(s *Shape) bool { return of(s) == nil },
		read: func(d *decoder, n *yaml.Node, s *Shape) error {
			list, err := read(d, n)
			if err == nil {
				set(s, list)
			}
			return err
		},
	}
}
