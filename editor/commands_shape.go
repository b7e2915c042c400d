package editor

import (
	"fmt"
	"math"
	"slices"

	"fillet/editor/level"
	"fillet/editor/quote"
)

// SetRadius gives colliders a radius: of the circle, of the capsule, of the corners, or half a chain's thickness. Where
// inset corners do not fit it is cut to the largest that does. It returns the largest radius that was set.
func (s Shapes) SetRadius(r float64) (clamped float64, err error) {
	if math.IsNaN(r) || math.IsInf(r, 0) {
		return 0, fmt.Errorf("a radius of %g is not a number", r)
	}
	err = s.s.edit("Corner radius of", s.ids, func(c *level.Collider) {
		if c.Shape.Kind == level.Point {
			return
		}
		c.Shape.Radius = max(r, 0)
		if c.Shape.Kind == level.Circle {
			c.Shape.Radius = max(r, level.MinExtent/2.0)
		}
		c.Shape = c.Shape.Clamped()
		clamped = max(clamped, c.Shape.Radius)
	})
	return clamped, err
}

// SetRounding chooses whether the corner radius cuts corners or grows the shape.
func (s Shapes) SetRounding(rounding level.Rounding) error {
	return s.s.edit("Rounding of", s.ids, func(c *level.Collider) {
		if c.Shape.HasCorners() {
			c.Shape.Rounding = rounding
			c.Shape = c.Shape.Clamped()
		}
	})
}

// SetClosed joins a chain's last vertex with its first, or parts them.
func (s Shapes) SetClosed(closed bool) error {
	return s.s.edit("Close", s.ids, func(c *level.Collider) {
		if c.Shape.Kind == level.Chain {
			c.Shape.Closed = closed
		}
	})
}

// SetOneSided makes chains solid on one side only, or on both.
func (s Shapes) SetOneSided(oneSided bool) error {
	return s.s.edit("Solid side of", s.ids, func(c *level.Collider) {
		if c.Shape.Kind == level.Chain {
			c.Shape.OneSided = oneSided
		}
	})
}

// ReverseChains turns the direction of chains around, and with it the side on which a one-sided one is solid.
func (s Shapes) ReverseChains() error {
	return s.s.edit("Swap the solid side of", s.ids, func(c *level.Collider) {
		if c.Shape.Kind == level.Chain {
			c.Shape.Points = slices.Clone(c.Shape.Points)
			slices.Reverse(c.Shape.Points)
		}
	})
}

// Loop is the vertices of one loop of a shape: 0 is the outline, the chain or the capsule's ends, 1 the first hole. It
// is nil where there is none. The caller must not change it.
func Loop(s level.Shape, loop int) []level.Vec {
	switch {
	case loop == 0:
		return s.Points
	case loop > 0 && loop <= len(s.Holes):
		return s.Holes[loop-1]
	}
	return nil
}

// WithLoop is a shape with one loop's vertices replaced.
func WithLoop(s level.Shape, loop int, points []level.Vec) level.Shape {
	if loop == 0 {
		s.Points = points
		return s
	}
	s.Holes = slices.Clone(s.Holes)
	s.Holes[loop-1] = points
	return s
}

// Outline is one loop of a collider's outline, for what is done to its vertices: 0 is the outer one, the others are holes. Points
// stand in the collider's own frame. Each of its commands is one undo step.
type Outline struct {
	s    *Session
	id   level.ID
	loop int
}

// Outline is a loop of a collider.
func (s *Session) Outline(id level.ID, loop int) Outline { return Outline{s, id, loop} }

// SetPoint moves the vertex of that number.
func (o Outline) SetPoint(index int, p level.Vec) error {
	return o.edit("Move vertex of", func(points []level.Vec) ([]level.Vec, error) {
		if index < 0 || index >= len(points) {
			return nil, fmt.Errorf("there is no vertex %d", index)
		}
		points[index] = p
		return points, nil
	})
}

// InsertPoint puts a vertex before the one of that number.
func (o Outline) InsertPoint(index int, p level.Vec) error {
	return o.edit("Insert vertex in", func(points []level.Vec) ([]level.Vec, error) {
		if index < 0 || index > len(points) {
			return nil, fmt.Errorf("there is no vertex %d", index)
		}
		return slices.Insert(points, index, p), nil
	})
}

func (o Outline) edit(verb string, f func([]level.Vec) ([]level.Vec, error)) error {
	if _, err := o.s.changeable([]level.ID{o.id}); err != nil {
		return err
	}
	c := o.s.doc.Collider(o.id)
	old := Loop(c.Shape, o.loop)
	if old == nil {
		return fmt.Errorf("%s has no loop %d", quote.Printable(c.Label()), o.loop)
	}
	points, err := f(slices.Clone(old))
	if err != nil {
		return fmt.Errorf("%s: %w", quote.Printable(c.Label()), err)
	}
	shape := WithLoop(c.Shape, o.loop, points)
	return o.s.edit(verb, []level.ID{o.id}, func(c *level.Collider) { c.Shape = shape.Clamped() })
}
