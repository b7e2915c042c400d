package play

import (
	"fillet/collision"
	"fillet/editor/level"
)

// firmOf returns the level with only the solid colliders that always hold the character, from all sides. The other
// colliders may let it pass: platforms and pushed bodies move during a run, doors open, planks crumble, and one-way
// platforms and one-sided chains can be passed from behind. If the firm colliders leave no way, there is none, whatever
// happens.
func firmOf(snap level.Snapshot) level.Snapshot {
	return snap.Without(func(c *level.Collider) bool { return !isFirm(c) })
}

// isFirm reports whether a collider is always solid, from all sides.
func isFirm(c *level.Collider) bool {
	if c.Body != level.Static || c.Role != level.Solid || c.Shape.OneSided {
		return false
	}
	kinds := level.WorkingObjects(c)
	return !kinds.Has(level.DoorObject) && !kinds.Has(level.CrumblingObject) && !kinds.Has(level.StompableObject)
}

// Forms returns the sets of shapes that the character can have: its own and, if it can crouch, the crouched ones for
// gravity pulling down and up.
func (s Settings) Forms() [][]collision.Shape {
	s = s.sane()
	forms := [][]collision.Shape{s.Body}
	if s.Crouch && s.Mode != TopDown {
		forms = append(forms, s.crouched(1), s.crouched(-1))
	}
	return forms
}

// Grown returns the positions at which the character touches or overlaps a collider, as overlapping convex pieces. It
// is empty if their filters do not accept each other.
func Grown(c level.ColliderSnapshot, settings Settings, of *level.Settings) []collision.Shape {
	settings = settings.sane()
	body, ok := level.BodyOf(c.Collider, c.Baked, of)
	if !ok || !settings.Filter.Accepts(body.Filter) {
		return nil
	}
	var g grownCollider
	g.grow(&body, NewFreeSpace(settings).shapes)
	return g.pieces
}
