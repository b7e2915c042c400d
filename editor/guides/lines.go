package guides

import (
	"cmp"
	"math"
	"slices"

	"fillet/collision"
	"fillet/editor/level"
	"fillet/editor/overlay"
)

// Boxes are the boxes of what things are aligned with, and the lines through their sides and middles.
type Boxes struct {
	X, Y Lines
	All  []collision.AABB
}

// Sort puts the lines in order.
func (a *Boxes) Sort() {
	for _, l := range []Lines{a.X, a.Y} {
		slices.SortFunc(l, func(a, b Line) int { return cmp.Compare(a.At, b.At) })
	}
}

// Lines are lines across one axis, sorted by where they cross it.
type Lines []Line

// Line is a line across an axis, and how far the box that it goes through reaches along the other.
type Line struct{ At, Lo, Hi float64 }

// Add adds a box. Sort the lines once all are there.
func (a *Boxes) Add(b collision.AABB) {
	a.All = append(a.All, b)
	mid := b.Center()
	for _, x := range [...]float64{b.Min.X, mid.X, b.Max.X} {
		a.X = append(a.X, Line{x, b.Min.Y, b.Max.Y})
	}
	for _, y := range [...]float64{b.Min.Y, mid.Y, b.Max.Y} {
		a.Y = append(a.Y, Line{y, b.Min.X, b.Max.X})
	}
}

// Nearest is the line next to v within the tolerance; of those at one place the one whose box is nearest to other.
func (l Lines) Nearest(v, other, tolerance float64) (best Line, ok bool) {
	i, _ := slices.BinarySearchFunc(l, v-tolerance, func(a Line, t float64) int { return cmp.Compare(a.At, t) })
	d, far := tolerance, math.Inf(1)
	for ; i < len(l) && l[i].At <= v+tolerance; i++ {
		dist, away := math.Abs(l[i].At-v), l[i].away(other)
		if dist < d || dist == d && away < far {
			d, far, best, ok = dist, away, l[i], true
		}
	}
	return best, ok
}

// away is how far a place along the line is from the line's box.
func (l Line) away(v float64) float64 { return max(l.Lo-v, v-l.Hi, 0) }

// Shift is a line and how far to go to it.
type Shift struct {
	Line Line
	By   float64
}

// NearestOf is the least shift that brings one of three places onto a line.
func (l Lines) NearestOf(places [3]float64, other, tolerance float64) (best Shift, ok bool) {
	for _, v := range places {
		if line, found := l.Nearest(v, other, tolerance); found && (!ok || math.Abs(line.At-v) < math.Abs(best.By)) {
			best, ok = Shift{line, line.At - v}, true
		}
	}
	return best, ok
}

// Vertical is the guide along a line across x, as far as its box and from lo to hi.
func (l Line) Vertical(lo, hi float64) overlay.Item {
	return dashed(level.Vec{X: l.At, Y: math.Min(lo, l.Lo)}, level.Vec{X: l.At, Y: math.Max(hi, l.Hi)})
}

// Horizontal is the guide along a line across y.
func (l Line) Horizontal(lo, hi float64) overlay.Item {
	return dashed(level.Vec{X: math.Min(lo, l.Lo), Y: l.At}, level.Vec{X: math.Max(hi, l.Hi), Y: l.At})
}

func dashed(a, b level.Vec) overlay.Item {
	return overlay.Line{Points: []level.Vec{a, b}, Ink: overlay.Guide, Width: 1, Dashed: true}
}
