package level

import "fillet/collision"

// BodyOf is what a collider is to a collision world: its baked pieces at its place, with the level's filter bits. The
// one-way direction stands in the collider's own frame, as the pieces do. It is false for a collider that collides
// with nothing because it has no pieces: a point.
func BodyOf(c *Collider, b *Baked, s *Settings) (collision.Body, bool) {
	if c == nil || b == nil || c.Shape.Kind == Point || len(b.Pieces) == 0 {
		return collision.Body{}, false
	}
	body := collision.Body{
		Shapes:    b.Pieces,
		Transform: c.Transform(),
		Filter:    c.Filter(s),
		Static:    c.Body == Static,
		Trigger:   c.Role == Trigger,
	}
	if c.Role == OneWay {
		body.OneWay = c.OneWay
	}
	return body, true
}

// Filter is the collider's categories and what it collides with as the bits of a collision filter.
func (c *Collider) Filter(s *Settings) collision.Filter {
	return collision.Filter{
		Category: s.CategoryBits(c.Categories),
		Mask:     s.MaskBits(c.CollidesWith),
		Group:    c.Group,
	}
}

// NewWorld is a collision world of every collider of the snapshot that has pieces, each under its id: the key of
// collider c12 is 12. Its contacts are known after the first Update.
func NewWorld(snap Snapshot) *collision.World {
	w := collision.NewWorld()
	for _, layer := range snap.Layers {
		for _, c := range layer.Colliders {
			if body, ok := BodyOf(c.Collider, c.Baked, snap.Settings); ok {
				w.Put(collision.Key(c.ID), body)
			}
		}
	}
	return w
}
