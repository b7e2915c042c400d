package play

import (
	"slices"

	"fillet/collision"
	"fillet/editor/level"
)

// Reach returns the parts that the character may come to from where it starts. That is the part in which it is, and those in which
// it may start again, at checkpoints that it may come to.
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
				if more, err := collision.NewShape(p.Vertices(), p.Radius()+2*slack); err == nil { // a solid one is stood on
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

// Meets reports whether any place of some parts may be in one of the pieces, as a trigger grown by the character has. It is sure where
// it is false.
func (f *Flood) Meets(parts []FloodPart, pieces []collision.Shape) bool {
	found := false
	f.eachMeeting(pieces, func(c int32, _, _ interval) bool {
		found = slices.Contains(parts, FloodPart(f.part[c]))
		return !found
	})
	return found
}
