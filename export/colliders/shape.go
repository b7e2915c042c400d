package colliders

import (
	"slices"

	"fillet/editor/strictyaml"

	"gopkg.in/yaml.v3"
)

// Kind is the kind of shape that a collider was drawn as.
type Kind string

// The kinds; see [Shape].
const (
	Polygon Kind = "polygon"
	Box     Kind = "box"
	Circle  Kind = "circle"
	Capsule Kind = "capsule"
	Chain   Kind = "chain"
	Point   Kind = "point"
)

// Rounding determines how the radius of a polygon or box rounds it; it is empty for other kinds.
type Rounding string

// The roundings.
const (
	Inset  Rounding = "inset"
	Outset Rounding = "outset"
)

func (k Kind) String() string     { return string(k) }
func (r Rounding) String() string { return string(r) }

// Shape is the shape as drawn, in the collider's own frame. shapeRows lists its keys.
//
// Polygons, boxes and chains may also have "radii", "chamfers" and "curves" for single corners and edges, each left out
// when there are none. These affect the pieces, bounds, area and centroid, but not the points.
//
// The radius of a polygon or a box rounds its corners. Rounding "inset" keeps the outline's size and rounds its convex
// corners; "outset" grows the outline by the radius on every side.
type Shape struct {
	Kind     Kind
	Points   []Vec
	Holes    [][]Vec
	Size     Vec // whole width and height
	Closed   bool
	OneSided bool
	Radius   float64
	Rounding Rounding

	// Radii holds the radius of each corner of the outline, followed by the holes. A corner with AsShape, which is null
	// in the file, uses the shape's radius.
	Radii []float64
	// Chamfers holds the length that is cut off each corner along both of its edges; 0, which is null in the file, cuts
	// nothing.
	Chamfers []float64
	Curves   []Curve // the curved edges; edges of holes are numbered after the outline's
}

// AsShape in [Shape.Radii] marks a corner that uses the shape's radius.
const AsShape = -1

// Curve is a curved edge. Its keys are "edge", and "arc" or "cubic".
type Curve struct {
	Edge int // the index of its first point
	// Arc is the height of an arc over the straight edge, positive to the left of the edge's direction on the screen; 0
	// for a cubic.
	Arc   float64
	Cubic [2]Vec // the control points of a cubic Bézier curve
}

// shapeRows lists the keys of a shape in the order of the file, with the kinds that have them. Reading, writing and the
// schema use it.
var shapeRows = []row[Shape]{
	{
		key: "kind", doc: "`polygon`, `box`, `circle`, `capsule`, `chain` or `point` (a marker, which collides with nothing)",
		at:   func(s *Shape) any { return &s.Kind },
		read: func(*decoder, *yaml.Node, *Shape) error { return nil }, // read before the others
	},
	{
		key: "points", json: `"$ref": "#/$defs/points"`, kinds: []Kind{Polygon, Capsule, Chain},
		doc: "the outline of a polygon before rounding its corners, the vertices of a chain, both ends of a capsule",
		at:  func(s *Shape) any { return &s.Points },
	},
	{
		key: "holes", json: loops, kinds: []Kind{Polygon},
		doc:     "outlines cut out of it; left out if there are none",
		at:      func(s *Shape) any { return &s.Holes },
		leftOut: func(s *Shape) bool { return len(s.Holes) == 0 },
	},
	{
		key: "size", json: vec, kinds: []Kind{Box}, doc: "whole width and height, before any outset",
		at: func(s *Shape) any { return &s.Size },
	},
	{
		key: "closed", json: `"type": "boolean"`, kinds: []Kind{Chain}, doc: "the last point joins the first",
		at: func(s *Shape) any { return &s.Closed },
	},
	{
		key: "one_sided", json: `"type": "boolean"`, kinds: []Kind{Chain},
		doc: "true: it is solid only on the left of its direction, seen on the screen; its pieces keep the direction." +
			" Left out if it is solid on both sides",
		at:      func(s *Shape) any { return &s.OneSided },
		leftOut: func(s *Shape) bool { return !s.OneSided },
	},
	{
		key: "radius", json: `"type": "number", "minimum": 0`, kinds: []Kind{Polygon, Box, Circle, Capsule, Chain},
		doc:  "of a circle or a capsule; of the corners of a polygon or a box; half the thickness of a chain",
		at:   func(s *Shape) any { return &s.Radius },
		read: func(d *decoder, n *yaml.Node, s *Shape) error { return d.AtLeast0(n, &s.Radius) },
	},
	{
		key: "rounding", json: `"enum": ["inset", "outset"]`, kinds: []Kind{Polygon, Box},
		doc: "`inset` keeps the outline's size and cuts its convex corners; `outset` grows it by the radius on every side",
		at:  func(s *Shape) any { return &s.Rounding },
	},
	{
		key: "radii", json: `"$ref": "#/$defs/corners"`, kinds: []Kind{Polygon, Box, Chain},
		doc: "the radius of each corner, first the outline's, then the holes', which may be left out; `null`: the " +
			"shape's. Left out if there are none",
		at:      func(s *Shape) any { return Corners{s.Radii, AsShape} },
		leftOut: func(s *Shape) bool { return s.Radii == nil },
		read:    func(d *decoder, n *yaml.Node, s *Shape) error { return d.corners(n, AsShape, &s.Radii) },
	},
	{
		key: "chamfers", json: `"$ref": "#/$defs/corners"`, kinds: []Kind{Polygon, Box, Chain},
		doc:     "how far the chamfer of each corner extends along both edges; `null`: none. Left out if there are none",
		at:      func(s *Shape) any { return Corners{s.Chamfers, 0} },
		leftOut: func(s *Shape) bool { return s.Chamfers == nil },
		read:    func(d *decoder, n *yaml.Node, s *Shape) error { return d.corners(n, 0, &s.Chamfers) },
	},
	{
		key: "curves", json: `"type": "array", "items": {"$ref": "#/$defs/curve"}`, kinds: []Kind{Polygon, Chain},
		doc: "the curved edges: `edge`, the number of its first point, and `arc`, the height of an arc over the straight " +
			"edge to the left of its direction on the screen, or `cubic`, both control points. Left out if there are none",
		at:      func(s *Shape) any { return &s.Curves },
		leftOut: func(s *Shape) bool { return len(s.Curves) == 0 },
	},
}

// kinds lists every kind.
var kinds = []Kind{Polygon, Box, Circle, Capsule, Chain, Point}

// rowsByKind and keysByKind hold the rows and the keys of each kind of shape.
var rowsByKind, keysByKind = func() (map[Kind][]row[Shape], map[Kind]keys) {
	rows, all := map[Kind][]row[Shape]{}, map[Kind]keys{}
	for _, kind := range kinds {
		rows[kind] = slices.DeleteFunc(slices.Clone(shapeRows), func(r row[Shape]) bool {
			return r.kinds != nil && !slices.Contains(r.kinds, kind)
		})
		all[kind] = keysOfRows(rows[kind])
	}
	return rows, all
}()

// Corners is a list of numbers, one for each corner. None is the number that is null in the file.
type Corners struct {
	List []float64
	None float64
}

// Values calls yield with each key of the shape and a pointer to its value, or its [Corners], in the order of the file,
// until yield returns false.
func (s *Shape) Values(yield func(key string, value any) bool) {
	valuesOf(rowsByKind[s.Kind], s, yield)
}

func (d *decoder) shape(n *yaml.Node, s *Shape) error {
	if n.Kind != yaml.MappingNode {
		return d.Errorf(n, "expected a shape here, not %s", d.Describe(n))
	}
	n, err := d.Loaded(n)
	if err != nil {
		return err
	}
	k := child(n, "kind")
	if k == nil {
		return d.Errorf(n, `the key "kind" is missing`)
	}
	if err := strictyaml.OneOf(&d.Reader, k, &s.Kind, kinds...); err != nil {
		return d.Under("kind", err)
	}
	return readRows(d, n, keysByKind[s.Kind], rowsByKind[s.Kind], s)
}

// corners reads a number for each corner; null gives none.
func (d *decoder) corners(n *yaml.Node, none float64, to *[]float64) error {
	return readList(d, n, to, func(item *yaml.Node, x *float64) error {
		if strictyaml.IsNull(item) {
			*x = none
			return nil
		}
		return d.AtLeast0(item, x)
	})
}

func (d *decoder) curve(n *yaml.Node, c *Curve) error {
	forms := 0
	err := d.object(n, curveKeys, func(key string, v *yaml.Node) error {
		switch key {
		case "edge":
			if err := d.Int(v, &c.Edge); err != nil {
				return err
			}
			if c.Edge < 0 {
				return d.Errorf(v, "%s is not the number of an edge", v.Value)
			}
			return nil
		case "arc":
			forms++
			return d.Number(v, &c.Arc)
		}
		forms++
		if d.Len(v) != len(c.Cubic) {
			return d.Errorf(v, "a cubic has 2 control points here")
		}
		return d.Sequence(v, func(i int, item *yaml.Node) error { return d.vec(item, &c.Cubic[i]) })
	})
	if err == nil && forms != 1 {
		err = d.Errorf(n, `a curve has either "arc" or "cubic"`)
	}
	return err
}
