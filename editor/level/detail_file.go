package level

import (
	"math"
	"slices"

	"fillet/editor/strictyaml"

	"gopkg.in/yaml.v3"
)

// The details of single corners and edges of an outline: the keys radii, chamfers and curves.

var curveKeys = []string{"edge", "arc", "cubic"}

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

// cornersRow returns the row of a list of numbers, one for each corner.
func cornersRow(key string, at func(*Detail) *[]float64, none float64) Field[Collider] {
	return detailRow(key, at, func(e *encoder, list []float64) { e.cornerList(list, none) },
		func(d *decoder, n *yaml.Node) ([]float64, error) { return d.cornerList(n, none) })
}

// detailRow returns the row of a list of the details.
func detailRow[V comparable](
	key string, at func(*Detail) *[]V, write func(*encoder, []V), read func(*decoder, *yaml.Node) ([]V, error),
) Field[Collider] {
	of := func(c *Collider) []V {
		if c.Shape.Detail == nil {
			return nil
		}
		return *at(c.Shape.Detail)
	}
	set := func(c *Collider, list []V) {
		own := c.Shape.Details()
		*at(&own) = list
		c.Shape = c.Shape.WithDetail(own)
	}
	return Field[Collider]{
		Key:     key,
		Same:    func(a, b *Collider) bool { return slices.Equal(of(a), of(b)) },
		Copy:    func(to, from *Collider) { set(to, of(from)) },
		text:    func(e *encoder, c *Collider) { write(e, of(c)) },
		isUsual: func(c *Collider) bool { return of(c) == nil },
		read: func(d *decoder, n *yaml.Node, c *Collider) error {
			list, err := read(d, n)
			if err == nil {
				set(c, list)
			}
			return err
		},
	}
}
