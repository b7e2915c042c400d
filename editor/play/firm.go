package play

import (
	"fillet/collision"
	"fillet/editor/level"
)

// Forms are the shapes that the character can take: its own, and where it crouches the low one, on its feet where gravity pulls
// down and where it pulls up.
func (s Settings) Forms() [][]collision.Shape {
	s = s.sane()
	forms := [][]collision.Shape{s.Body}
	if s.Crouch && s.Mode != TopDown {
		forms = append(forms, s.crouched(1), s.crouched(-1))
	}
	return forms
}

// Grown returns where the character's position is when it touches or overlaps a collider: convex pieces, which overlap each other. It
// is empty where the two do not collide by their categories.
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
