package editor

import (
	"cmp"
	"math"
	"slices"

	"fillet/collision"
	"fillet/editor/level"
)

// alignment is the lines through the sides and middles of the boxes of visible colliders.
type alignment struct {
	x, y  alignLines
	boxes []collision.AABB
}

// alignLines are the lines across one axis, sorted by where they cross it.
type alignLines []alignLine

// alignLine is a line across an axis and how far the box that it goes through reaches along the other.
type alignLine struct{ at, lo, hi float64 }

// alignment collects the lines when they are first looked for. Points of the collider under the pointer do not move
// them, so one collection serves a whole gesture.
func (n *Snapper) alignment() *alignment {
	if n.lines != nil {
		return n.lines
	}
	n.lines = &alignment{}
	doc := n.session.doc
	for c := range doc.Colliders() {
		if !n.exclude[c.ID] && doc.Visible(c) {
			n.lines.add(c)
		}
	}
	BesideOf(n.session).each(func(other *Snapper) {
		for c := range other.session.doc.Colliders() {
			n.lines.add(c)
		}
	})
	sorted := func(l alignLines) {
		slices.SortFunc(l, func(a, b alignLine) int { return cmp.Compare(a.at, b.at) })
	}
	sorted(n.lines.x)
	sorted(n.lines.y)
	return n.lines
}

func (a *alignment) add(c *level.Collider) {
	b := level.DrawnBounds(c)
	a.boxes = append(a.boxes, b)
	mid := b.Center()
	for _, x := range [...]float64{b.Min.X, mid.X, b.Max.X} {
		a.x = append(a.x, alignLine{x, b.Min.Y, b.Max.Y})
	}
	for _, y := range [...]float64{b.Min.Y, mid.Y, b.Max.Y} {
		a.y = append(a.y, alignLine{y, b.Min.X, b.Max.X})
	}
}

// nearest is the line next to v within the tolerance; of those at one place the one whose box is nearest to other.
func (l alignLines) nearest(v, other, tolerance float64) (best alignLine, ok bool) {
	i, _ := slices.BinarySearchFunc(l, v-tolerance, func(a alignLine, t float64) int { return cmp.Compare(a.at, t) })
	d, far := tolerance, math.Inf(1)
	for ; i < len(l) && l[i].at <= v+tolerance; i++ {
		dist, away := math.Abs(l[i].at-v), l[i].away(other)
		if dist < d || dist == d && away < far {
			d, far, best, ok = dist, away, l[i], true
		}
	}
	return best, ok
}

// away is how far a place along the line is from the line's box.
func (l alignLine) away(v float64) float64 { return max(l.lo-v, v-l.hi, 0) }

// shift is a line and how far to go to it.
type shift struct {
	line alignLine
	by   float64
}

// nearestOf is the least shift that brings one of three places onto a line.
func (l alignLines) nearestOf(places [3]float64, other, tolerance float64) (best shift, ok bool) {
	for _, v := range places {
		if line, found := l.nearest(v, other, tolerance); found && (!ok || math.Abs(line.at-v) < math.Abs(best.by)) {
			best, ok = shift{line, line.at - v}, true
		}
	}
	return best, ok
}
