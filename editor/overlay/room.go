package overlay

import (
	"math"
	"slices"

	"fillet/collision"
	"fillet/editor/level"
)

// Room finds places for labels where they cover no other one of it.
type Room struct {
	Unit  float64          // level pixels to a unit of the screen
	taken []collision.AABB // in level space
}

// Measures of a label, in units of the screen: about, since a font is measured by who draws it.
const (
	labelLetter  = 6.9
	labelPadding = 8
	labelHeight  = 20
)

// Keep leaves room around points.
func (l *Room) Keep(points ...level.Vec) {
	const around = 6 // units of the screen
	for _, p := range points {
		l.taken = append(l.taken, collision.AABB{Min: p, Max: p}.Grow(float64(around*l.Unit)))
	}
}

// LabelSize is about how large a label is, in units of the screen.
func LabelSize(text string) level.Vec {
	return level.Vec{X: float64(labelLetter*float64(len([]rune(text)))) + 2*labelPadding, Y: labelHeight}
}

// Beside puts the first of some texts that finds room beside a point: on one side of a line along which nothing is to be covered,
// given by its unit normal, or on the other; aside units of the screen further away. An empty text is none.
func (l *Room) Beside(at, side level.Vec, aside float64, ink Ink, texts ...string) []Item {
	if side.Y > 0 || side.Y == 0 && side.X < 0 {
		side = side.Neg() // above, else at the right
	}
	for _, text := range texts {
		if text == "" {
			continue
		}
		size := LabelSize(text)
		const gap = 6
		away := float64(math.Abs(side.X)*size.X/2) + float64(math.Abs(side.Y)*size.Y/2) + gap + aside
		for _, sign := range [...]float64{1, -1} {
			if item, ok := l.Put(at, side.Mul(float64(away*sign)), size, ink, text); ok {
				return []Item{item}
			}
		}
	}
	return nil
}

// Put puts a text where its middle is so far from a point, in units of the screen; false where another one stands.
func (l *Room) Put(at, by, size level.Vec, ink Ink, text string) (Label, bool) {
	mid, half := at.MulAdd(by, l.Unit), size.Mul(float64(l.Unit/2))
	box := collision.AABB{Min: mid.Sub(half), Max: mid.Add(half)}
	if slices.ContainsFunc(l.taken, box.Overlaps) {
		return Label{}, false
	}
	l.taken = append(l.taken, box)
	return Label{At: at, Offset: level.Vec{X: by.X - float64(size.X/2), Y: by.Y}, Text: text, Ink: ink}, true
}
