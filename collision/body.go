package collision

// Body is one thing in a [World]: a rigid union of convex shapes.
//
// Edges that two of its shapes share are inside the body: they never give a
// contact a direction. Shapes that merely overlap are allowed too.
type Body struct {
	Shapes    []Shape
	Transform Transform
	Filter    Filter
	Static    bool // two static bodies are skipped when World.SkipStaticPairs is set
	Trigger   bool // reports contacts, but is not solid
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
