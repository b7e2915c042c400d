package collision

// Body is an object in a [World]: a rigid union of convex shapes.
//
// Edges that two of its shapes share are inside the body and never determine a contact's direction. A shape that meets
// such an edge is pushed out past the nearest outer edge that it overlaps or, if it overlaps none, the outer edge
// nearest to its middle. Against a convex body that distance is the exact depth; against a concave one it may be longer
// than the shortest translation that separates the bodies. The shapes may also overlap without sharing edges; an edge
// that is only partly inside another shape counts as outer.
type Body struct {
	Shapes    []Shape
	Transform Transform
	Filter    Filter
	Static    bool // two static bodies are skipped when World.SkipStaticPairs is set
	Trigger   bool // reports contacts but is not solid
	// OneSided turns the body's segments and capsules, as [Chain] returns them, into surfaces. They push only bodies in
	// front of them, and only along their outward normal, which for an edge along d is (d.Y, -d.X): to the left of
	// travel where y points down. At a convex corner they push in the directions between both edges' normals; an open
	// end is round. Nothing catches on an inner vertex, and bodies behind the surface pass through. Other shapes of the
	// body stay solid.
	OneSided bool
	// OneWay is the world-space direction in which the body pushes and from which it is solid: (0, -1) is a platform on
	// a screen whose y points down. Zero means solid from all sides.
	OneWay Vec
}

// Key identifies a body in a World. The caller chooses keys, starting at 1: [World.Probe] uses 0 for the probed body,
// which is not in the world.
type Key uint64

// Filter selects which bodies may touch.
//
// Two bodies with the same nonzero Group always touch if it is positive and never if it is negative. Otherwise each
// must accept the other: its Mask has a bit in common with the other's Category. A Category of 0 belongs to all
// categories and a Mask of 0 accepts all, so the zero value collides with everything. A mask whose bits no category
// uses collides with nothing else.
type Filter struct {
	Category, Mask uint64
	Group          int32
}

// Accepts reports whether bodies with the two filters may touch.
func (f Filter) Accepts(g Filter) bool {
	if f.Group != 0 && f.Group == g.Group {
		return f.Group > 0
	}
	return accepts(f.Mask, g.Category) && accepts(g.Mask, f.Category)
}

func accepts(mask, category uint64) bool {
	return mask == 0 || category == 0 || mask&category != 0
}
