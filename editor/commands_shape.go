package editor

import (
	"fmt"
	"math"
	"slices"

	"fillet/collision"
	"fillet/editor/level"
	"fillet/editor/quote"
)

// SetRadius sets the radius of circles, capsules and corners, or half the thickness of chains. It limits the radius of
// inset corners to the largest that fits.
func (s Shapes) SetRadius(r float64) error {
	if math.IsNaN(r) || math.IsInf(r, 0) {
		return fmt.Errorf("invalid radius %g", r)
	}
	return s.s.edit("Change radius of", s.ids, func(c *level.Collider) {
		if c.Shape.Kind == level.Point {
			return
		}
		c.Shape.Radius = max(r, 0)
		if c.Shape.Kind == level.Circle {
			c.Shape.Radius = max(r, level.MinExtent/2.0)
		}
		c.Shape = c.Shape.Clamped()
	})
}

// SetRounding chooses whether the corner radius cuts corners or grows the shape.
func (s Shapes) SetRounding(rounding level.Rounding) error {
	return s.s.edit("Change rounding of", s.ids, func(c *level.Collider) {
		if c.Shape.HasCorners() {
			c.Shape.Rounding = rounding
			c.Shape = c.Shape.Clamped()
		}
	})
}

// ShareCorners removes the radii and chamfers of single corners, so that all corners use the shape's radius.
func (s Shapes) ShareCorners() error {
	return s.s.edit("Reset corners of", s.ids, func(c *level.Collider) {
		d := c.Shape.Details()
		d.Radii, d.Chamfers = nil, nil
		c.Shape = c.Shape.WithDetail(d).Clamped()
	})
}

// SetClosed closes or opens chains.
func (s Shapes) SetClosed(closed bool) error {
	return s.s.edit(Either(closed, "Close", "Open"), s.ids, func(c *level.Collider) {
		if c.Shape.Kind == level.Chain {
			c.Shape = c.Shape.WithClosed(closed)
		}
	})
}

// SetOneSided makes chains solid on one side or on both.
func (s Shapes) SetOneSided(oneSided bool) error {
	return s.s.edit("Change solid side of", s.ids, func(c *level.Collider) {
		if c.Shape.Kind == level.Chain {
			c.Shape.OneSided = oneSided
		}
	})
}

// ReverseChains reverses the direction of chains. This flips the solid side of one-sided chains.
func (s Shapes) ReverseChains() error {
	return s.s.edit("Flip the solid side of", s.ids, func(c *level.Collider) {
		if c.Shape.Kind == level.Chain {
			c.Shape = c.Shape.Reversed()
		}
	})
}

// Outline edits the vertices of a loop of a collider's outline. Loop 0 is the outer loop, the others are holes. Points
// are in the collider's frame. Each of its commands is one undo step.
type Outline struct {
	s    *Session
	id   level.ID
	loop int
}

// Outline returns the commands for a loop of a collider.
func (s *Session) Outline(id level.ID, loop int) Outline { return Outline{s, id, loop} }

// SetPoint moves a vertex and its adjacent control points.
func (o Outline) SetPoint(index int, p level.Vec) error {
	return o.edit("Move vertex of", func(s level.Shape, points []level.Vec) (level.Shape, error) {
		if index < 0 || index >= len(points) || s.Kind == level.Box {
			return s, fmt.Errorf("there is no vertex %d", index)
		}
		points = slices.Clone(points)
		points[index] = p
		return s.WithLoop(o.loop, points), nil
	})
}

// InsertPoint inserts a vertex before the given index. A curved edge is split at the point nearest to p.
func (o Outline) InsertPoint(index int, p level.Vec) error {
	return o.edit("Insert vertex in", func(s level.Shape, points []level.Vec) (level.Shape, error) {
		if index < 0 || index > len(points) || s.Kind == level.Box {
			return s, fmt.Errorf("there is no vertex %d", index)
		}
		return s.InsertedIn(o.loop, index, p), nil
	})
}

// SetCorner sets the radius of a single corner, limited to the largest that fits; level.AsShape removes it.
func (o Outline) SetCorner(index int, radius float64) error {
	return o.edit("Round a corner of", func(s level.Shape, points []level.Vec) (level.Shape, error) {
		if index < 0 || index >= len(points) {
			return s, fmt.Errorf("there is no corner %d to round", index)
		}
		i := s.Number(o.loop, index)
		return s.WithCornerRadius(i, min(radius, s.MaxCornerRadius(i))), nil
	})
}

// SetChamfer cuts off a corner at a distance along both of its edges, limited to the largest that fits. 0 removes the
// chamfer.
func (o Outline) SetChamfer(index int, distance float64) error {
	return o.edit("Chamfer a corner of", func(s level.Shape, points []level.Vec) (level.Shape, error) {
		if index < 0 || index >= len(points) {
			return s, fmt.Errorf("there is no corner %d to chamfer", index)
		}
		i := s.Number(o.loop, index)
		return s.WithChamfer(i, min(max(distance, 0), s.MaxChamfer(i))), nil
	})
}

func (o Outline) edit(verb string, f func(level.Shape, []level.Vec) (level.Shape, error)) error {
	if _, err := o.s.changeable([]level.ID{o.id}); err != nil {
		return err
	}
	c := o.s.doc.Collider(o.id)
	old := c.Shape.Loop(o.loop)
	if old == nil {
		return fmt.Errorf("%s has no loop %d", quote.Printable(c.Label()), o.loop)
	}
	shape, err := f(c.Shape, old)
	if err != nil {
		return fmt.Errorf("%s: %w", quote.Printable(c.Label()), err)
	}
	return o.s.edit(verb, []level.ID{o.id}, func(c *level.Collider) { c.Shape = shape.Clamped() })
}

// Flip mirrors the selected colliders about the centre of their common bounds: horizontally, or vertically if
// horizontal is false.
func (s *Session) Flip(horizontal bool) error {
	ids, err := s.changeable(s.selection.IDs())
	if err != nil {
		return err
	}
	about := boundsOf(s.doc, ids).Center()
	verb := Either(horizontal, "Flip horizontally", "Flip vertically")
	point := func(p level.Vec) level.Vec { return level.MirroredPoint(p, horizontal) }
	return s.replace(verb, ids, func(c *level.Collider) level.Carried {
		return level.Carried{To: level.Mirrored(c, about, horizontal), Mirrored: true, Point: point}
	})
}

// RotateBy rotates the selected colliders about the mean of their centres, which does not drift with repeated
// rotations.
func (s *Session) RotateBy(by level.Degrees) error {
	ids, err := s.changeable(s.selection.IDs())
	if err != nil {
		return err
	}
	var sum level.Vec
	for _, id := range ids {
		sum = sum.Add(level.Centre(s.doc.Collider(id)))
	}
	about := sum.Mul(1 / float64(len(ids)))
	return s.replace("Rotate", ids, func(c *level.Collider) level.Carried {
		return level.Carried{To: level.Turned(c, about, by)}
	})
}

// SetPosition moves the origin of each collider's frame to p.
func (s Shapes) SetPosition(p level.Vec) error {
	return s.s.edit("Move", s.ids, func(c *level.Collider) { c.Position = p })
}

// SetX moves the origin of each collider's frame to x and keeps its y.
func (s Shapes) SetX(x float64) error {
	return s.s.edit("Move", s.ids, func(c *level.Collider) { c.Position.X = x })
}

// SetY moves the origin of each collider's frame to y and keeps its x.
func (s Shapes) SetY(y float64) error {
	return s.s.edit("Move", s.ids, func(c *level.Collider) { c.Position.Y = y })
}

// TopLeft returns the top left corner of a collider's drawn bounds, in its own frame, as a point of the level.
func TopLeft(c *level.Collider) level.Vec { return c.Position.Add(fromOrigin(c)) }

// fromOrigin returns the offset from the origin of a collider's frame to its [TopLeft].
func fromOrigin(c *level.Collider) level.Vec {
	return c.Angle.Rotation().Apply(level.LocalBounds(c.Shape).Min)
}

// SetLeft moves the top left corner of each collider to x and keeps its y. See [TopLeft].
func (s Shapes) SetLeft(x float64) error {
	return s.s.edit("Move", s.ids, func(c *level.Collider) { c.Position.X = x - fromOrigin(c).X })
}

// SetTop moves the top left corner of each collider to y and keeps its x. See [TopLeft].
func (s Shapes) SetTop(y float64) error {
	return s.s.edit("Move", s.ids, func(c *level.Collider) { c.Position.Y = y - fromOrigin(c).Y })
}

// SetAngle rotates each collider about the centre of its drawn bounds.
func (s Shapes) SetAngle(angle level.Degrees) error {
	return s.s.edit("Rotate", s.ids, func(c *level.Collider) {
		about := c.Transform().Apply(level.LocalBounds(c.Shape).Center())
		*c = *level.Turned(c, about, angle-c.Angle)
		c.Angle = angle.Normalized()
	})
}

// SetWidth sets the width of each collider's drawn bounds, in its own frame. The top left corner stays where it is, and
// a circle round.
func (s Shapes) SetWidth(w float64) error {
	return s.resize(func(was level.Vec) level.Vec { return level.Vec{X: w, Y: was.Y} })
}

// SetHeight sets the height like [Shapes.SetWidth].
func (s Shapes) SetHeight(h float64) error {
	return s.resize(func(was level.Vec) level.Vec { return level.Vec{X: was.X, Y: h} })
}

func (s Shapes) resize(to func(was level.Vec) level.Vec) error {
	ids, err := s.s.changeable(s.ids)
	if err != nil {
		return err
	}
	return s.s.replace("Resize", ids, func(c *level.Collider) level.Carried {
		if c.Shape.Kind == level.Point {
			return level.Carried{To: c}
		}
		from := level.LocalBounds(c.Shape)
		size := to(from.Size()).Max(level.Vec{X: level.MinExtent, Y: level.MinExtent})
		switch { // a circle takes the side that changed
		case c.Shape.Kind != level.Circle:
		case size.X == from.Size().X:
			size.X = size.Y
		default:
			size.Y = size.X
		}
		out, carry := level.Resized(c, from, collision.AABB{Min: from.Min, Max: from.Min.Add(size)})
		return level.Carried{To: out, Point: carry, Scaled: true}
	})
}
