package play

import (
	"slices"

	"fillet/collision"
	"fillet/editor/level"
)

// Reach returns the parts that the character may reach from its start: the part that contains it, and the parts of
// checkpoints that it may reach, where it may respawn.
func (f *Flood) Reach(from Vec, snap level.Snapshot, settings Settings) []FloodPart {
	part := f.PartAt(from)
	if part == NoPart {
		return nil
	}
	reach := []FloodPart{part}
	var points [][]collision.Shape
	for _, l := range snap.Layers {
		for _, c := range l.Colliders {
			if !level.WorkingObjects(c.Collider).Has(level.CheckpointObject) {
				continue
			}
			if c.Body != level.Static { // it may be anywhere
				return f.Parts()
			}
			var pieces []collision.Shape
			for _, p := range grownBy([]level.ColliderSnapshot{c}, settings, snap.Settings) {
				// the character stands on a solid one
				if more, err := collision.NewShape(p.Vertices(), p.Radius()+2*slack); err == nil {
					pieces = append(pieces, more)
				}
			}
			points = append(points, pieces)
		}
	}
	for more := true; more; {
		more = false
		points = slices.DeleteFunc(points, func(pieces []collision.Shape) bool {
			if !f.Meets(reach, pieces) {
				return false
			}
			f.eachMeeting(pieces, func(c int32, _, _ interval) bool {
				if p := FloodPart(f.part[c]); !slices.Contains(reach, p) {
					reach, more = append(reach, p), true
				}
				return true
			})
			return true
		})
	}
	return reach
}

// Meets reports whether any place in the given parts may be in one of the pieces, such as a trigger grown by the
// character. Only false is certain.
func (f *Flood) Meets(parts []FloodPart, pieces []collision.Shape) bool {
	found := false
	f.eachMeeting(pieces, func(c int32, _, _ interval) bool {
		found = slices.Contains(parts, FloodPart(f.part[c]))
		return !found
	})
	return found
}
