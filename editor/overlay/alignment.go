package overlay

import (
	"cmp"
	"math"
	"slices"

	"fillet/collision"
	"fillet/editor/level"
)

// AlignTargets holds the boxes that other boxes align with, and the lines through their sides and centres.
type AlignTargets struct {
	X, Y AlignLines
	All  []collision.AABB
}

// Sort sorts the lines.
func (a *AlignTargets) Sort() {
	for _, l := range []AlignLines{a.X, a.Y} {
		slices.SortFunc(l, func(a, b AlignLine) int { return cmp.Compare(a.At, b.At) })
	}
}

// AlignLines holds lines across one axis, sorted by position.
type AlignLines []AlignLine

// AlignLine is a line across an axis at At. Lo and Hi are the extent of its box along the other axis.
type AlignLine struct{ At, Lo, Hi float64 }

// Add adds a box. Call Sort after the last one.
func (a *AlignTargets) Add(b collision.AABB) {
	a.All = append(a.All, b)
	mid := b.Center()
	for _, x := range [...]float64{b.Min.X, mid.X, b.Max.X} {
		a.X = append(a.X, AlignLine{x, b.Min.Y, b.Max.Y})
	}
	for _, y := range [...]float64{b.Min.Y, mid.Y, b.Max.Y} {
		a.Y = append(a.Y, AlignLine{y, b.Min.X, b.Max.X})
	}
}

// Nearest returns the line nearest to v within the tolerance. Among lines at the same position it returns the one whose
// box is nearest to other along the line.
func (l AlignLines) Nearest(v, other, tolerance float64) (best AlignLine, ok bool) {
	i, _ := slices.BinarySearchFunc(l, v-tolerance, func(a AlignLine, t float64) int { return cmp.Compare(a.At, t) })
	d, far := tolerance, math.Inf(1)
	for ; i < len(l) && l[i].At <= v+tolerance; i++ {
		dist, away := math.Abs(l[i].At-v), l[i].away(other)
		if dist < d || dist == d && away < far {
			d, far, best, ok = dist, away, l[i], true
		}
	}
	return best, ok
}

// away returns the distance from a position along the line to the extent of the line's box.
func (l AlignLine) away(v float64) float64 { return max(l.Lo-v, v-l.Hi, 0) }

// AlignShift is a line and the signed distance to it.
type AlignShift struct {
	Line AlignLine
	By   float64
}

// NearestOf returns the smallest shift that brings one of three positions onto a line.
func (l AlignLines) NearestOf(places [3]float64, other, tolerance float64) (best AlignShift, ok bool) {
	for _, v := range places {
		if line, found := l.Nearest(v, other, tolerance); found && (!ok || math.Abs(line.At-v) < math.Abs(best.By)) {
			best, ok = AlignShift{line, line.At - v}, true
		}
	}
	return best, ok
}

// Vertical returns the guide along a line across x, extended to cover both its box and lo to hi.
func (l AlignLine) Vertical(lo, hi float64) Item {
	return dashed(level.Vec{X: l.At, Y: math.Min(lo, l.Lo)}, level.Vec{X: l.At, Y: math.Max(hi, l.Hi)})
}

// Horizontal returns the guide along a line across y, extended like Vertical.
func (l AlignLine) Horizontal(lo, hi float64) Item {
	return dashed(level.Vec{X: math.Min(lo, l.Lo), Y: l.At}, level.Vec{X: math.Max(hi, l.Hi), Y: l.At})
}

func dashed(a, b level.Vec) Item {
	return Line{Points: []level.Vec{a, b}, Ink: Guide, Width: 1, Dashed: true}
}
