package contacts

import (
	"fmt"
	"math"

	"fillet/collision"
	"fillet/editor/overlay"
)

// Sentences explains what [ExplainedPair.Picture] shows, in three sentences: the axis, the features that meet, and the
// drawing. a and b name the two shapes.
func (x *ExplainedPair) Sentences(a, b string) [3]string {
	o := &x.Axes[x.Best]
	axes := fmt.Sprintf("Of %d axes", len(x.Axes))
	var first string
	switch s := o.Separation; {
	case math.Abs(s) <= collision.DefaultSlop:
		first = fmt.Sprintf("%s none separates %s and %s, and along this one they only touch.", axes, a, b)
	case s < 0:
		first = fmt.Sprintf("%s this one overlaps least: %s px. None separates %s and %s.", axes, overlay.Fine(-s), a,
			b)
	default:
		first = fmt.Sprintf("%s this one separates %s and %s most: by %s px. One is enough: they do not touch.", axes,
			a, b, overlay.Fine(s))
	}
	if len(x.Axes) == 1 {
		first = fmt.Sprintf("Two circles have one axis, from centre to centre: they %s.", gapText(o.Separation))
	}
	ref, inc := a, b
	if x.ReferenceIsB {
		ref, inc = inc, ref
	}
	var second string
	switch x.Meeting {
	case collision.EdgesMeet:
		second = fmt.Sprintf("It is the normal of an edge of %s. The dashed planes at its ends cut an edge of %s: %s.",
			ref, inc, [...]string{"no contact point", "one contact point", "two contact points"}[x.Manifold.Count])
	case collision.VertexMeetsEdge:
		second = fmt.Sprintf("It is the normal of the reference edge, on %s. The amber point, on %s, is nearest to "+
			"that edge.", ref, inc)
	case collision.VerticesMeet:
		second = "It points from one corner to the other: past the end of an edge, its corner is nearest."
		if len(x.Axes) == 1 {
			second = "It points from one centre to the other."
		}
	}
	third := fmt.Sprintf("Blue is %s and its shadow on the axis, grey is %s. Drag either: the picture follows.", a,
		b)
	if r := x.RadiusA + x.RadiusB; r > 0 {
		third = fmt.Sprintf("The inner polygons %s; the radii add up to %s px.", gapText(o.Separation+r),
			overlay.Fine(r))
	}
	return [3]string{first, second, third}
}

// gapText describes a signed distance.
func gapText(s float64) string {
	if s < 0 {
		return "overlap by " + overlay.Fine(-s) + " px"
	}
	return "are " + overlay.Fine(s) + " px apart"
}
