package editor

import (
	"fillet/collision"
	"fillet/editor/level"
)

// Flip mirrors the selected colliders about the centre of their common bounds: horizontally, or vertically if
// horizontal is false.
func (s *Session) Flip(horizontal bool) error {
	ids, err := s.changeable(s.selection.IDs())
	if err != nil {
		return err
	}
	about := boundsOf(s.doc, ids).Center()
	verb := "Flip vertically"
	if horizontal {
		verb = "Flip horizontally"
	}
	return s.replaceCarrying(verb, ids, func(c *level.Collider) level.Carried {
		return level.Carried{
			To: level.Mirrored(c, about, horizontal), Mirrored: true,
			Point: func(p level.Vec) level.Vec {
				return level.MirroredPoint(p, horizontal)
			},
		}
	})
}

// RotateBy rotates the selected colliders about the mean of their centres, which does not drift with repeated
// rotations.
func (s *Session) RotateBy(by level.Degrees) error {
	ids, err := s.changeable(s.selection.IDs())
	if err != nil {
		return err
	}
	about := s.pivot(ids)
	return s.replace("Rotate", ids, func(c *level.Collider) *level.Collider { return level.Turned(c, about, by) })
}

func (s *Session) pivot(ids []level.ID) level.Vec {
	var sum level.Vec
	for _, id := range ids {
		sum = sum.Add(level.Centre(s.doc.Collider(id)))
	}
	return sum.Mul(1 / float64(len(ids)))
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

// SetAngle rotates each collider about the origin of its frame.
func (s Shapes) SetAngle(angle level.Degrees) error {
	return s.s.edit("Rotate", s.ids, func(c *level.Collider) { c.Angle = angle.Normalized() })
}

// SetSize resizes each collider's drawn bounds, in its own frame, about their centre.
func (s Shapes) SetSize(size level.Vec) error {
	return s.resize(func(level.Vec) level.Vec { return size })
}

// SetWidth sets the width like SetSize; a circle stays round.
func (s Shapes) SetWidth(w float64) error {
	return s.resize(func(was level.Vec) level.Vec { return level.Vec{X: w, Y: was.Y} })
}

// SetHeight sets the height like SetSize; a circle stays round.
func (s Shapes) SetHeight(h float64) error {
	return s.resize(func(was level.Vec) level.Vec { return level.Vec{X: was.X, Y: h} })
}

func (s Shapes) resize(to func(was level.Vec) level.Vec) error {
	ids, err := s.s.changeable(s.ids)
	if err != nil {
		return err
	}
	return s.s.replaceCarrying("Resize", ids, func(c *level.Collider) level.Carried {
		if c.Shape.Kind == level.Point {
			return level.Carried{To: c}
		}
		from := level.LocalBounds(c.Shape)
		size := to(from.Size())
		if c.Shape.Kind == level.Circle {
			size = roundSize(from.Size().X, size)
		}
		half := size.Mul(0.5)
		box := collision.AABB{Min: from.Center().Sub(half), Max: from.Center().Add(half)}
		out, carry := level.Resized(c, from, box)
		return level.Carried{To: out, Point: carry, Scaled: true}
	})
}

// roundSize makes a circle's new size square: the changed side counts.
func roundSize(was float64, size level.Vec) level.Vec {
	switch {
	case size.X == was:
		return level.Vec{X: size.Y, Y: size.Y}
	case size.Y == was:
		return level.Vec{X: size.X, Y: size.X}
	default:
		side := min(size.X, size.Y)
		return level.Vec{X: side, Y: side}
	}
}
