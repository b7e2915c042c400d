package play

import (
	"fillet/editor/level"
)

// firmOf returns the level with only those of its solid colliders that hold the character for ever and from all sides. What moves along a
// path or is pushed around is elsewhere during a run; doors open, planks crumble; one-way platforms and one-sided chains let it through from behind.
// Where the firm ones leave no way, there is none, whatever happens.
func firmOf(snap level.Snapshot) level.Snapshot {
	return snap.Without(func(c *level.Collider) bool { return !isFirm(c) })
}

// isFirm reports whether a collider is solid for ever and from all sides.
func isFirm(c *level.Collider) bool {
	if c.Body != level.Static || c.Role != level.Solid || c.Shape.OneSided {
		return false
	}
	is := level.WorkingObjects(c)
	return !is.Has(level.DoorObject) && !is.Has(level.CrumblingObject) && !is.Has(level.StompableObject)
}
