package polygon

import (
	"math"

	"fillet/collision"
)

// Inset returns the outline moved inward by r, with mitred corners: every edge moves by r, parallel to itself, and
// edges that shrink to nothing on the way are dropped. If a convex outline shrinks to a segment or a point, the result
// has two points or one, which collision.NewShape turns into a capsule or a circle. Otherwise the result has positive
// area.
//
// The error is an [*Error]. If its kind is [RadiusTooLarge], it holds the largest radius that fits: where the outline
// collapses, or where two of its edges would meet and split it.
func Inset(outline []collision.Vec, r float64) ([]collision.Vec, error) {
	loops, err := InsetRegion([][]collision.Vec{outline}, r)
	if err != nil {
		return nil, err
	}
	return loops[0], nil
}

// InsetRegion works like Inset for an outline with holes, which grow. loops[0] is the outer outline. In the result it
// has positive area, and holes have negative area.
func InsetRegion(loops [][]collision.Vec, r float64) ([][]collision.Vec, error) {
	reg, err := newHoled(loops)
	if err != nil {
		return nil, err
	}
	inner, _, err := reg.inset(r)
	return inner, err
}

// MaxInset returns the largest radius that Inset and RoundRegion accept for a region, or 0 if the region is invalid.
func MaxInset(loops [][]collision.Vec) float64 {
	reg, err := newHoled(loops)
	if err != nil {
		return 0
	}
	return reg.maxInset()
}

// checkOutlineRadius checks the radius of an inset or a rounding.
func checkOutlineRadius(r float64) error {
	switch {
	case math.IsNaN(r) || math.IsInf(r, 0):
		return &Error{Kind: NotFinite}
	case r < 0:
		return &Error{Kind: NegativeRadius}
	}
	return nil
}

// inset returns the loops at distance r, and their actual distance: slightly less than r if a concave region collapses.
func (g *holed) inset(r float64) ([][]collision.Vec, float64, error) {
	if err := checkOutlineRadius(r); err != nil {
		return nil, 0, err
	}
	if r == 0 {
		return Region{g.Loops}.Clone()[0], 0, nil
	}
	if loops, ok := g.insetAt(r); ok {
		return loops, r, nil
	}
	limit := g.maxInset()
	if r > limit*(1+collision.ShrinkTolerance) || limit == 0 {
		return nil, 0, &Error{Kind: RadiusTooLarge, MaxRadius: limit, At: g.Loops[0][0]}
	}
	if len(g.Loops) == 1 && isConvex(g.Loops[0]) {
		inner, _ := collision.ShrinkLoop(g.Loops[0], limit)
		return [][]collision.Vec{collision.LineEnds(inner,
			float64(nodeTolerance*max(g.tol, limit*collision.ShrinkTolerance)))}, r, nil
	}
	r = float64(limit * (1 - collapseMargin))
	if loops, ok := g.insetAt(r); ok {
		return loops, r, nil
	}
	return nil, 0, &Error{Kind: RadiusTooLarge, MaxRadius: r, At: g.Loops[0][0]}
}

// insetAt returns the loops at distance r, or false if the region collapses or splits before r.
func (g *holed) insetAt(r float64) ([][]collision.Vec, bool) {
	out := make([][]collision.Vec, 0, len(g.Loops))
	for _, loop := range g.Loops {
		points, at := collision.ShrinkLoop(loop, r)
		if at < r || len(points) < 3 || collision.BoundsOf(points).IsEmpty() ||
			(signedArea(points) > 0) != (signedArea(loop) > 0) {
			return nil, false
		}
		for i, p := range points {
			if !p.IsPlaceable() || p.Dist(points[(i+1)%len(points)]) <= g.tol {
				return nil, false
			}
		}
		out = append(out, points)
	}
	if len(out) == 1 && isConvex(out[0]) && isConvex(g.Loops[0]) {
		return out, true
	}
	if !g.clears(out, r) || checkCrossings(out, g.tol) != nil || checkHoles(out) != nil {
		return nil, false
	}
	return out, true
}

// clears reports whether all points of the inset loops are inside the region, at least r from its boundary.
func (g *holed) clears(inner [][]collision.Vec, r float64) bool {
	if g.border == nil {
		g.border = newBorder(g.Loops)
	}
	least := float64(r*(1-collision.ShrinkTolerance)) - float64(16*g.tol)
	for _, loop := range inner {
		for _, p := range loop {
			if g.border.within(p, least) {
				return false
			}
		}
	}
	return insideLoop(inner[0][0], g.Loops[0])
}

// maxInset returns the distance at which the region first collapses or splits.
func (g *holed) maxInset() float64 {
	limit := math.Inf(1)
	for _, loop := range g.Loops {
		_, at := collision.ShrinkLoop(loop, math.Inf(1))
		limit = min(limit, at)
	}
	size := collision.BoundsOf(g.Loops[0]).Size()
	limit = min(limit, min(size.X, size.Y)/2)
	if len(g.Loops) == 1 && isConvex(g.Loops[0]) {
		return limit
	}
	if _, ok := g.insetAt(float64(limit * (1 - collapseMargin))); ok {
		return limit
	}
	low, high := 0.0, limit
	for range 60 {
		mid := float64((low + high) / 2)
		if high-low <= high*collision.ShrinkTolerance/16 || mid == low || mid == high {
			break
		}
		if _, ok := g.insetAt(mid); ok {
			low = mid
		} else {
			high = mid
		}
	}
	if low == 0 {
		return 0
	}
	return snapRadius(low, high)
}

// snapRadius returns the number with the fewest digits between low and just above high, so that a region on whole
// pixels has a whole number as its limit.
func snapRadius(low, high float64) float64 {
	for scale := 1.0; scale <= 1e6; scale = float64(scale * 10) {
		if r := math.Round(high*scale) / scale; r >= low && r <= high*(1+collision.ShrinkTolerance/16) {
			return r
		}
	}
	return low
}
