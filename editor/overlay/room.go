package overlay

import (
	"math"
	"slices"

	"fillet/collision"
	"fillet/editor/level"
)

// Room finds places where labels do not overlap.
type Room struct {
	Unit  float64          // level pixels per screen unit
	taken []collision.AABB // in level space
}

// Approximate measures of a label, in screen units. The renderer measures the actual font.
const (
	labelLetter  = 6.9
	labelPadding = 8
	labelHeight  = 20
)

// Keep reserves room around points.
func (l *Room) Keep(points ...level.Vec) {
	const around = 6 // screen units
	for _, p := range points {
		l.taken = append(l.taken, collision.AABB{Min: p, Max: p}.Grow(float64(around*l.Unit)))
	}
}

// LabelSize returns the approximate size of a label, in screen units.
func LabelSize(text string) level.Vec {
	return level.Vec{X: float64(labelLetter*float64(len([]rune(text)))) + 2*labelPadding, Y: labelHeight}
}

// PutFirst places the first text that fits next to a point. side is the unit normal of a line that must stay clear: the
// label goes to one of its sides, offset screen units away. Empty strings are skipped.
func (l *Room) PutFirst(at, side level.Vec, offset float64, ink Ink, texts ...string) []Item {
	if side.Y > 0 || side.Y == 0 && side.X < 0 {
		side = side.Neg() // above first, or to the right
	}
	for _, text := range texts {
		if text == "" {
			continue
		}
		size := LabelSize(text)
		const gap = 6
		away := float64(math.Abs(side.X)*size.X/2) + float64(math.Abs(side.Y)*size.Y/2) + gap + offset
		for _, sign := range [...]float64{1, -1} {
			if item, ok := l.Put(at, side.Mul(float64(away*sign)), size, ink, text); ok {
				return []Item{item}
			}
		}
	}
	return nil
}

// Put places text with its centre offset from a point by the given screen units. Put returns false if the place is
// taken.
func (l *Room) Put(at, by, size level.Vec, ink Ink, text string) (Label, bool) {
	mid, half := at.MulAdd(by, l.Unit), size.Mul(float64(l.Unit/2))
	box := collision.AABB{Min: mid.Sub(half), Max: mid.Add(half)}
	if slices.ContainsFunc(l.taken, box.Overlaps) {
		return Label{}, false
	}
	l.taken = append(l.taken, box)
	return Label{At: at, Offset: level.Vec{X: by.X - float64(size.X/2), Y: by.Y}, Text: text, Ink: ink}, true
}
