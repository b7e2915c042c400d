package playtest

import (
	"fillet/collision"
	"fillet/editor/gameplay"
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

// Firm returns the level with only those of its solid colliders that hold the character for ever and from all sides. What moves along a
// path or is pushed around is elsewhere during a run; doors open, planks crumble; one-way platforms and one-sided chains let it through from behind.
// Where the firm ones leave no way, there is none, whatever happens.
func Firm(snap level.Snapshot) level.Snapshot {
	return without(snap, func(c *level.Collider) bool { return !isFirm(c) })
}

// isFirm reports whether a collider is solid for ever and from all sides.
func isFirm(c *level.Collider) bool {
	if c.Body != level.Static || c.Role != level.Solid || c.Shape.OneSided {
		return false
	}
	is := gameplay.Working(c)
	return !is.Has(gameplay.Door) && !is.Has(gameplay.Crumbling) && !is.Has(gameplay.Stompable)
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
