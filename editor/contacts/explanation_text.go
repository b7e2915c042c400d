package contacts

import (
	"fmt"
	"math"

	"fillet/collision"
	"fillet/editor/overlay"
)

// Sentences explains what [ExplainedPair.Picture] shows, in three sentences: the axis, the features that meet, and the
// drawing. own and other name the two shapes.
func (x *ExplainedPair) Sentences(own, other string) [3]string {
	o := &x.Axes[x.Best]
	axes := fmt.Sprintf("Of %d axes", len(x.Axes))
	var first string
	switch s := o.Separation; {
	case math.Abs(s) <= collision.DefaultSlop:
		first = fmt.Sprintf("%s none separates %s and %s, and along this one they only touch.", axes, own, other)
	case s < 0:
		first = fmt.Sprintf("%s this one overlaps least: %s px. None separates %s and %s.", axes, overlay.Fine(-s), own, other)
	default:
		first = fmt.Sprintf("%s this one separates %s and %s most: by %s px. One is enough: they do not touch.", axes, own, other, overlay.Fine(s))
	}
	if len(x.Axes) == 1 {
		first = fmt.Sprintf("Two circles have one axis, from middle to middle: they %s.", gapText(o.Separation))
	}
	ref, inc := own, other
	if x.ReferenceIsB {
		ref, inc = inc, ref
	}
	var second string
	switch x.Meeting {
	case collision.EdgesMeet:
		second = fmt.Sprintf("It is the normal of an edge of %s. The dashed planes at its ends cut an edge of %s: %s.", ref, inc, pointsText(x.Manifold.Count))
	case collision.VertexMeetsEdge:
		second = fmt.Sprintf("It is the normal of the reference edge, of %s. The amber point, of %s, is nearest to that.", ref, inc)
	case collision.VerticesMeet:
		second = "It leads from one corner to the other: beside an edge's end the corner is nearest."
		if len(x.Axes) == 1 {
			second = "It leads from one middle to the other."
		}
	}
	third := fmt.Sprintf("Blue is %s and its shadow on the axis, grey %s. Drag one: all of it follows.", own, other)
	if r := x.RadiusA + x.RadiusB; r > 0 {
		third = fmt.Sprintf("The polygons within %s; both radii together take %s px of that.", gapText(o.Separation+r), overlay.Fine(r))
	}
	return [3]string{first, second, third}
}

// pointsText names the number of contact points.
func pointsText(n int) string {
	return [...]string{"no contact point", "one contact point", "two contact points"}[n]
}

// gapText describes a signed distance.
func gapText(s float64) string {
	if s < 0 {
		return "overlap by " + overlay.Fine(-s) + " px"
	}
	return "are " + overlay.Fine(s) + " px apart"
}
