package level

import (
	"math"
	"slices"

	"fillet/editor/strictyaml"

	"gopkg.in/yaml.v3"
)

// The details of single corners and edges of an outline: the keys radii, chamfers and curves.

var curveKeys = []string{"edge", "arc", "cubic"}

// detail reads one of the keys of a shape's details.
func (d *decoder) detail(key string, n *yaml.Node, s *Shape) (err error) {
	own := s.Details()
	switch key {
	case "radii":
		own.Radii, err = d.cornerList(n, AsShape)
	case "chamfers":
		own.Chamfers, err = d.cornerList(n, 0)
	default:
		own.Curves = nil
		err = d.Sequence(n, func(_ int, item *yaml.Node) error {
			c, err := d.curve(item)
			own.Curves = append(own.Curves, c)
			return err
		})
	}
	if err == nil {
		*s = s.WithDetail(own)
	}
	return err
}

// cornerList reads a number for each corner; null means none of its own.
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

func (d *decoder) curve(n *yaml.Node) (c Curve, err error) {
	c.Edge = -1
	arc, cubic := false, false
	err = d.Mapping(n, curveKeys, func(key string, v *yaml.Node) error {
		switch key {
		case "edge":
			if err := d.Int(v, &c.Edge); err != nil {
				return err
			}
			if c.Edge < 0 {
				return d.Errorf(v, "%s is not the number of an edge: edges count from 0", v.Value)
			}
			return nil
		case "arc":
			arc = true
			if err := d.Number(v, &c.Arc); err != nil {
				return err
			}
			if c.Arc == 0 || math.Abs(c.Arc) > MaxCoordinate {
				return d.Errorf(v, "the height of an arc cannot be 0 or more than %g; it is %s", float64(MaxCoordinate),
					v.Value)
			}
			return nil
		default:
			cubic = true
			if d.Len(v) != len(c.Cubic) {
				return d.Errorf(v, "a cubic has 2 control points: [[x, y], [x, y]]")
			}
			return d.Sequence(v, func(i int, item *yaml.Node) error { return d.vec(item, &c.Cubic[i]) })
		}
	})
	switch {
	case err != nil:
	case c.Edge < 0:
		err = d.Errorf(n, `this curve has no "edge"`)
	case arc == cubic:
		err = d.Errorf(n, `a curve has either "arc" or "cubic"`)
	}
	return c, err
}

// detail writes the details of a shape.
func (e *encoder) detail(in int, s Shape) {
	d := s.Details()
	if d.Radii != nil {
		e.indent(in)
		e.text("radii: ")
		e.cornerList(d.Radii, AsShape)
		e.text("\n")
	}
	if d.Chamfers != nil {
		e.indent(in)
		e.text("chamfers: ")
		e.cornerList(d.Chamfers, 0)
		e.text("\n")
	}
	if d.Curves != nil {
		e.indent(in)
		e.text("curves: ")
		e.curves(d.Curves)
		e.text("\n")
	}
}

func (e *encoder) cornerList(list []float64, none float64) {
	e.text("[")
	for i, x := range list {
		if i > 0 {
			e.text(", ")
		}
		if x == none {
			e.text("~")
		} else {
			e.value(x)
		}
	}
	e.text("]")
}

func (e *encoder) curves(list []Curve) {
	e.text("[")
	for i, c := range list {
		if i > 0 {
			e.text(", ")
		}
		e.text("{edge: ")
		e.value(c.Edge)
		if c.IsArc() {
			e.text(", arc: ")
			e.value(c.Arc)
		} else {
			e.text(", cubic: ")
			e.value(c.Cubic[:])
		}
		e.text("}")
	}
	e.text("]")
}

// detailFields holds the fields of the details, each compared and merged on its own.
var detailFields = map[string]Field[Collider]{
	"radii": detailField("radii",
		func(a, b Detail) bool { return slices.Equal(a.Radii, b.Radii) },
		func(to *Detail, from Detail) { to.Radii = from.Radii },
		func(e *encoder, d Detail) { e.cornerList(d.Radii, AsShape) }),
	"chamfers": detailField("chamfers",
		func(a, b Detail) bool { return slices.Equal(a.Chamfers, b.Chamfers) },
		func(to *Detail, from Detail) { to.Chamfers = from.Chamfers },
		func(e *encoder, d Detail) { e.cornerList(d.Chamfers, 0) }),
	"curves": detailField("curves",
		func(a, b Detail) bool { return slices.Equal(a.Curves, b.Curves) },
		func(to *Detail, from Detail) { to.Curves = from.Curves },
		func(e *encoder, d Detail) { e.curves(d.Curves) }),
}

func detailField(
	key string, same func(a, b Detail) bool, copied func(to *Detail, from Detail), text func(*encoder, Detail),
) Field[Collider] {
	return Field[Collider]{
		Key:  key,
		Same: func(a, b *Collider) bool { return same(a.Shape.Details(), b.Shape.Details()) },
		Copy: func(to, from *Collider) {
			d := to.Shape.Details()
			copied(&d, from.Shape.Details())
			to.Shape = to.Shape.WithDetail(d)
		},
		text: func(e *encoder, c *Collider) { text(e, c.Shape.Details()) },
		read: readColliderKey(key),
	}
}
