package merge

import (
	"math"

	"fillet/editor/level"
)

// Place merges where a shape stands and how large it is, where both versions have changed that. The two are one thing:
// dragging one side of a box moves its middle too. The four sides of a box merge one by one, and a side that only one
// version dragged also moves with the rest where the other version moved the whole box. A shape of another kind may be moved
// in one version and get a new outline in the other. The result is false where both versions did the same thing
// differently, and where it cannot be told whether a new outline was moved as well. The size is that of a box.
func Place(base, ours, theirs *level.Collider) (at, size level.Vec, ok bool) {
	isPlaced := func(c *level.Collider) bool { return c.Position == base.Position && c.Shape.Equal(base.Shape) }
	switch {
	case base.Angle != ours.Angle, base.Angle != theirs.Angle,
		base.Shape.Kind != ours.Shape.Kind, base.Shape.Kind != theirs.Shape.Kind,
		isPlaced(ours), isPlaced(theirs),
		ours.Shape.Equal(base.Shape) && theirs.Shape.Equal(base.Shape): // both moved it
		return at, size, false
	}
	if base.Shape.Kind == level.Box {
		q := base.Transform().Q
		b, o, t := q.ApplyInv(base.Position), q.ApplyInv(ours.Position), q.ApplyInv(theirs.Position)
		x, w, okX := mergeSpan(b.X, base.Shape.Size.X, o.X, ours.Shape.Size.X, t.X, theirs.Shape.Size.X)
		y, h, okY := mergeSpan(b.Y, base.Shape.Size.Y, o.Y, ours.Shape.Size.Y, t.Y, theirs.Shape.Size.Y)
		return rounded(q.Apply(level.Vec{X: x, Y: y})), rounded(level.Vec{X: w, Y: h}), okX && okY
	}
	moved, changed := ours, theirs
	if !ours.Shape.Equal(base.Shape) {
		moved, changed = theirs, ours
	}
	if !moved.Shape.Equal(base.Shape) || !keepsSides(base, changed) {
		return at, size, false
	}
	return rounded(changed.Position.Add(moved.Position.Sub(base.Position))), size, true
}

// rounded is a vector without the noise that sums leave behind.
func rounded(v level.Vec) level.Vec {
	return level.Vec{X: math.Round(v.X*1e9) / 1e9, Y: math.Round(v.Y*1e9) / 1e9}
}

// near reports whether two coordinates differ by no more than rounding.
func near(a, b float64) bool { return math.Abs(a-b) <= 1e-6 }

// mergeSpan merges an interval, given by its middle and its width.
func mergeSpan(b, bw, o, ow, t, tw float64) (middle, width float64, ok bool) {
	switch {
	case t == b && tw == bw:
		return o, ow, true
	case o == b && ow == bw:
		return t, tw, true
	}
	move := func(m, w float64) float64 { // of both ends alike
		if near(w, bw) {
			return m - b
		}
		return 0
	}
	end := func(sign float64) (float64, bool) {
		base, ours, theirs := b+float64(sign*bw/2), o+float64(sign*ow/2), t+float64(sign*tw/2)
		switch byUs, byThem := move(o, ow), move(t, tw); {
		case byUs != 0 && byThem == 0:
			return theirs + byUs, true
		case byThem != 0 && byUs == 0:
			return ours + byThem, true
		case near(ours, theirs), near(base, theirs):
			return ours, true
		case near(base, ours):
			return theirs, true
		}
		return ours, false
	}
	low, okLow := end(-1)
	high, okHigh := end(1)
	return low + float64((high-low)/2), high - low, okLow && okHigh && high >= low
}

// keepsSides reports whether a new outline keeps one side or the middle of the old one on each axis: then it was not moved
// as well.
func keepsSides(base, changed *level.Collider) bool {
	was, is := level.DrawnBounds(base), level.DrawnBounds(changed)
	keeps := func(low, high, wasLow, wasHigh float64) bool {
		return near(low, wasLow) || near(high, wasHigh) || near(low+high, wasLow+wasHigh)
	}
	return keeps(is.Min.X, is.Max.X, was.Min.X, was.Max.X) && keeps(is.Min.Y, is.Max.Y, was.Min.Y, was.Max.Y)
}
