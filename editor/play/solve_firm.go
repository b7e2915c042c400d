package play

import (
	"fillet/editor/level"
)

// firmOf returns the level with only the solid colliders that always hold the character, from all sides. Platforms and
// pushed bodies move during a run, doors open, planks crumble, and one-way platforms and one-sided chains let the
// character through from behind. If the firm colliders leave no way, there is none, whatever happens.
func firmOf(snap level.Snapshot) level.Snapshot {
	return snap.Without(func(c *level.Collider) bool { return !isFirm(c) })
}

// isFirm reports whether a collider is always solid, from all sides.
func isFirm(c *level.Collider) bool {
	if c.Body != level.Static || c.Role != level.Solid || c.Shape.OneSided {
		return false
	}
	is := level.WorkingObjects(c)
	return !is.Has(level.DoorObject) && !is.Has(level.CrumblingObject) && !is.Has(level.StompableObject)
}
