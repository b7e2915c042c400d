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
func (s *Session) SetRadius(ids []level.ID, r float64) (clamped float64, err error) {
	if math.IsNaN(r) || math.IsInf(r, 0) {
		return 0, fmt.Errorf("a radius of %g is not a number", r)
	}
	err = s.edit("Corner radius of", ids, func(c *level.Collider) {
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
func (s *Session) SetRounding(ids []level.ID, rounding level.Rounding) error {
	return s.edit("Rounding of", ids, func(c *level.Collider) {
		if c.Shape.HasCorners() {
			c.Shape.Rounding = rounding
			c.Shape = c.Shape.Clamped()
		}
	})
}

// SetClosed joins a chain's last vertex with its first, or parts them.
func (s *Session) SetClosed(ids []level.ID, closed bool) error {
	return s.edit("Close", ids, func(c *level.Collider) {
		if c.Shape.Kind == level.Chain {
			c.Shape.Closed = closed
		}
	})
}

// SetOneSided makes chains solid on one side only, or on both.
func (s *Session) SetOneSided(ids []level.ID, oneSided bool) error {
	return s.edit("Solid side of", ids, func(c *level.Collider) {
		if c.Shape.Kind == level.Chain {
			c.Shape.OneSided = oneSided
		}
	})
}

// ReverseChains turns the direction of chains around, and with it the side on which a one-sided one is solid.
func (s *Session) ReverseChains(ids []level.ID) error {
	return s.edit("Swap the solid side of", ids, func(c *level.Collider) {
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

// SetPoint moves one vertex, named by its number in its loop; p stands in the collider's own frame.
func (s *Session) SetPoint(id level.ID, loop, index int, p level.Vec) error {
	return s.editLoop("Move vertex of", id, loop, func(points []level.Vec) ([]level.Vec, error) {
		if index < 0 || index >= len(points) {
			return nil, fmt.Errorf("there is no vertex %d", index)
		}
		points[index] = p
		return points, nil
	})
}

// SetPoints replaces a whole loop; the points stand in the collider's own frame.
func (s *Session) SetPoints(id level.ID, loop int, points []level.Vec) error {
	return s.editLoop("Edit vertices of", id, loop, func([]level.Vec) ([]level.Vec, error) {
		return slices.Clone(points), nil
	})
}

// InsertPoint puts a vertex before the one of that number; p stands in the collider's own frame.
func (s *Session) InsertPoint(id level.ID, loop, index int, p level.Vec) error {
	return s.editLoop("Insert vertex in", id, loop, func(points []level.Vec) ([]level.Vec, error) {
		if index < 0 || index > len(points) {
			return nil, fmt.Errorf("there is no vertex %d", index)
		}
		return slices.Insert(points, index, p), nil
	})
}

// RemovePoints takes vertices out of a loop. A hole that has fewer than three left goes altogether.
func (s *Session) RemovePoints(id level.ID, loop int, indices ...int) error {
	return s.editLoop("Remove vertex of", id, loop, func(points []level.Vec) ([]level.Vec, error) {
		kept := make([]level.Vec, 0, len(points))
		for i, p := range points {
			if !slices.Contains(indices, i) {
				kept = append(kept, p)
			}
		}
		return kept, nil
	})
}

func (s *Session) editLoop(verb string, id level.ID, loop int, f func([]level.Vec) ([]level.Vec, error)) error {
	if _, err := s.Changeable([]level.ID{id}); err != nil {
		return err
	}
	c := s.doc.Collider(id)
	old := Loop(c.Shape, loop)
	if old == nil {
		return fmt.Errorf("%s has no loop %d", quote.Printable(c.Label()), loop)
	}
	points, err := f(slices.Clone(old))
	if err != nil {
		return fmt.Errorf("%s: %w", quote.Printable(c.Label()), err)
	}
	shape := WithLoop(c.Shape, loop, points)
	if loop > 0 && len(points) < 3 {
		shape.Holes = slices.Delete(shape.Holes, loop-1, loop)
		if len(shape.Holes) == 0 {
			shape.Holes = nil
		}
	}
	return s.edit(verb, []level.ID{id}, func(c *level.Collider) { c.Shape = shape.Clamped() })
}
