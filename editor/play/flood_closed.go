package play

import (
	"context"

	"fillet/collision"
	"fillet/editor/level"
)

// ClosedSpaces returns the free space that no way leads to from the character's start, even in flight: adjacent boxes,
// within bounds, of positions of its centre. It is empty if the level has no spawn or the character starts inside
// something. The error is about the spawn, the context, or too many parts.
func ClosedSpaces(ctx context.Context, snap level.Snapshot, bounds collision.AABB) ([]collision.AABB, error) {
	if SpawnOf(snap) == nil {
		return nil, nil
	}
	settings, start, err := SettingsOf(snap)
	if err != nil {
		return nil, err
	}
	f, err := NewFlood(ctx, snap, settings)
	if err != nil {
		return nil, err
	}
	reach := f.Reach(start, snap, settings)
	if len(reach) == 0 {
		return nil, nil
	}
	near := map[FloodPart]bool{}
	for _, p := range reach {
		near[p] = true
	}
	var out []collision.AABB
	last := map[[2]float64]int{} // the last box added, by its vertical range
	f.eachBox(func(part FloodPart, b collision.AABB) {
		b.Min, b.Max = b.Min.Max(bounds.Min), b.Max.Min(bounds.Max)
		if near[part] || !(b.Min.X < b.Max.X && b.Min.Y < b.Max.Y) {
			return
		}
		side := [2]float64{b.Min.Y, b.Max.Y}
		if i, ok := last[side]; ok && out[i].Max.X == b.Min.X {
			out[i].Max.X = b.Max.X
			return
		}
		last[side] = len(out)
		out = append(out, b)
	})
	return out, nil
}
