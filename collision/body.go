package collision

// Body is one thing in a [World]: a rigid union of convex shapes.
//
// Edges that two of its shapes share are inside the body: they never give a
// contact a direction. What meets such an edge is pushed along the nearest outer
// edge that it lies over, or, when it lies over none, along the outer edge that
// is nearest to its middle. Against a convex body that is the exact depth; for a
// concave one it is the way out past that edge, which need not be the shortest
// translation that frees the two bodies as a whole. Shapes that merely overlap
// are allowed too: edges that only partly lie in another shape count as outer.
type Body struct {
	Shapes    []Shape
	Transform Transform
	Filter    Filter
	Static    bool // two static bodies are skipped when World.SkipStaticPairs is set
	Trigger   bool // reports contacts, but is not solid
	// OneSided makes surfaces of the body's segments and capsules, as [Chain] gives
	// them: they push along their outward normal only, which for an edge along d
	// is (d.Y, -d.X), to the left of travel where y points down, and only what
	// is in front of them. At a convex corner they push in the directions between
	// both edges' normals; an open end is round. Nothing catches on an inner
	// vertex, and what is behind passes. Other shapes of the body are solid.
	OneSided bool
	// OneWay is the direction, in world space, in which the body pushes and from
	// which it is solid: (0, -1) is a platform on a screen whose y points down.
	// Zero is solid from all sides.
	OneWay Vec
}

// Key names a body in a World. The caller chooses it. Start from 1:
// [World.Probe] uses 0 for the body that is not there.
type Key uint64

// Filter says which bodies may touch.
//
// Two bodies of the same Group other than 0 always touch when it is positive
// and never when it is negative. Otherwise each must accept the other: its Mask
// has a bit in common with the other's Category. A Category of 0 belongs to all
// categories and a Mask of 0 accepts all, so the zero value collides with
// everything; a mask bit that no category uses collides with nothing.
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
