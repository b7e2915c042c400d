package play

import (
	"fillet/collision"
	"fillet/editor/level"
)

// Forms returns the shapes that the character can take: its own and, if it can crouch, the low ones for gravity pulling
// down and up.
func (s Settings) Forms() [][]collision.Shape {
	s = s.sane()
	forms := [][]collision.Shape{s.Body}
	if s.Crouch && s.Mode != TopDown {
		forms = append(forms, s.crouched(1), s.crouched(-1))
	}
	return forms
}

// Grown returns the positions at which the character touches or overlaps a collider, as overlapping convex pieces. It
// is empty if the two do not collide by category.
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
