package level

import (
	"math"
	"slices"
)

// MergePlaces merges the position and the size of a shape that both versions changed. The two are linked, because
// dragging one side of a box also moves its centre. If one version moves a shape and the other resizes it, the result
// has both changes. If both resize a box, its sides merge one by one. Only a box has a size. ok is false if both moved
// the shape, if both changed the same side of a box or the outline of another shape, or if the new outline may have
// been moved as well.
func MergePlaces(base, ours, theirs *Collider) (at, size Vec, ok bool) {
	isBox := base.Shape.Kind == Box
	isReshaped := func(c *Collider) bool {
		if isBox {
			return c.Shape.Size != base.Shape.Size
		}
		return !c.Shape.Equal(base.Shape)
	}
	isPlaced := func(c *Collider) bool { return c.Position == base.Position && !isReshaped(c) }
	switch {
	case base.Angle != ours.Angle, base.Angle != theirs.Angle,
		base.Shape.Kind != ours.Shape.Kind, base.Shape.Kind != theirs.Shape.Kind,
		isPlaced(ours), isPlaced(theirs),
		!isReshaped(ours) && !isReshaped(theirs): // both moved it
		return at, size, false
	}
	if isBox {
		q := base.Transform().Q
		b, o, t := q.ApplyInv(base.Position), q.ApplyInv(ours.Position), q.ApplyInv(theirs.Position)
		x, w, okX := mergeSpan(b.X, base.Shape.Size.X, o.X, ours.Shape.Size.X, t.X, theirs.Shape.Size.X)
		y, h, okY := mergeSpan(b.Y, base.Shape.Size.Y, o.Y, ours.Shape.Size.Y, t.Y, theirs.Shape.Size.Y)
		at, size = RoundOff(q.Apply(Vec{X: x, Y: y})), RoundOff(Vec{X: w, Y: h})
		return at, size, okX && okY && fits(ours.Shape, size) && fits(theirs.Shape, size)
	}
	moved, changed := ours, theirs
	if isReshaped(ours) {
		moved, changed = theirs, ours
	}
	if isReshaped(moved) || !keepsSides(base, changed) {
		return at, size, false
	}
	return RoundOff(changed.Position.Add(moved.Position.Sub(base.Position))), size, true
}

// Clash reports whether the result of two changes to position and outline depends on their order. It does if one
// version rotated a shape and the other moved its origin within the outline, if one changed holes or curves and the
// other the frame that they are in, or if one changed corners and the other their number.
func Clash(base, ours, theirs *Collider) bool {
	return clash(base, ours, theirs) || clash(base, theirs, ours)
}

// clash reports whether a's change to the outline alters the meaning of b's change.
func clash(base, a, b *Collider) bool {
	if framed(a.Shape).Equal(framed(base.Shape)) {
		return false
	}
	isMoved, isTurned := a.Position != base.Position, a.Angle != base.Angle
	if isMoved && !isTurned && b.Angle != base.Angle {
		return true
	}
	was, own := framed(base.Shape), framed(b.Shape)
	if own.Equal(was) {
		return false
	}
	if own.Equal(framed(a.Shape)) { // two boxes with the same new size at different positions have different sides
		return a.Shape.Kind == Box && a.Position != b.Position
	}
	sameCorners := func(p, q []Vec) bool { return len(p) == len(q) }
	if len(a.Shape.Points) != len(was.Points) || !slices.EqualFunc(a.Shape.Holes, was.Holes, sameCorners) {
		return true
	}
	// The radii and chamfers of single corners do not depend on the frame.
	was = was.WithDetail(Detail{Curves: was.Details().Curves})
	own = own.WithDetail(Detail{Curves: own.Details().Curves})
	return (isMoved || isTurned) && !own.Equal(was)
}

// framed returns the properties of a shape that depend on its frame.
func framed(s Shape) Shape {
	return Shape{Kind: s.Kind, Points: s.Points, Holes: s.Holes, Size: s.Size, Detail: s.Detail}
}

// fits reports whether a box of this size is valid.
func fits(box Shape, size Vec) bool {
	box.Size = size
	_, err := box.Bake()
	return err == nil
}

// isNear reports whether two coordinates are equal up to rounding. Other programs write six digits.
func isNear(a, b float64) bool { return math.Abs(a-b) <= 0.01 }

// mergeSpan merges an interval given by its centre and width. One version may move it and the other resize it. If both
// resize it, its ends merge one by one.
func mergeSpan(b, bw, o, ow, t, tw float64) (middle, width float64, ok bool) {
	weMoved, theyMoved := isNear(ow, bw), isNear(tw, bw)
	switch {
	case theyMoved && isNear(t, b), isNear(o, t) && isNear(ow, tw):
		return o, ow, true
	case weMoved && isNear(o, b):
		return t, tw, true
	case weMoved && theyMoved:
		return o, ow, false
	case weMoved:
		return t + (o - b), tw, keepsEnd(b, bw, t, tw)
	case theyMoved:
		return o + (t - b), ow, keepsEnd(b, bw, o, ow)
	}
	end := func(sign float64) (float64, bool) {
		base, ours, theirs := b+float64(sign*bw/2), o+float64(sign*ow/2), t+float64(sign*tw/2)
		if isNear(base, ours) {
			return theirs, true
		}
		return ours, isNear(ours, theirs) || isNear(base, theirs)
	}
	low, okLow := end(-1)
	high, okHigh := end(1)
	return low + float64((high-low)/2), high - low, okLow && okHigh && high > low
}

// keepsEnd reports whether a resized interval keeps an end or its centre, so that it was not also moved.
func keepsEnd(b, bw, m, w float64) bool {
	return isNear(m, b) || isNear(m-float64(w/2), b-float64(bw/2)) || isNear(m+float64(w/2), b+float64(bw/2))
}

// keepsSides reports whether a new outline keeps one side or the centre of the old one on each axis.
func keepsSides(base, changed *Collider) bool {
	was, now := DrawnBounds(base), DrawnBounds(changed)
	m, n, w, v := was.Center(), now.Center(), was.Size(), now.Size()
	return keepsEnd(m.X, w.X, n.X, v.X) && keepsEnd(m.Y, w.Y, n.Y, v.Y)
}
