package render

import (
	"math"
	"slices"

	"fillet/collision"
	"fillet/editor/contacts"
)

// overlapArea is the intersection of two colliders.
type overlapArea struct {
	a, b      contacts.Placed
	tolerance float64
	parts     [][]Vec
	bounds    collision.AABB
	width     float64 // width of a strip with the area and the perimeter of the widest part
	from      Vec     // cached by foot
	hasFrom   bool
	frame     uint64
}

func newOverlapArea(a, b contacts.Placed, tolerance float64) *overlapArea {
	k := &overlapArea{
		a: a, b: b, tolerance: tolerance, parts: contacts.Common(a, b, tolerance), bounds: collision.EmptyAABB(),
	}
	for _, p := range k.parts {
		k.bounds = k.bounds.Union(collision.BoundsOf(p))
		if len(p) < 3 {
			continue
		}
		area, girth := 0.0, 0.0
		for i, v := range p {
			next := p[(i+1)%len(p)]
			area += v.Sub(p[0]).Cross(next.Sub(p[0]))
			girth += v.Dist(next)
		}
		k.width = max(k.width, area/max(girth, 1e-12))
	}
	return k
}

// nearest returns the point of the area nearest to p: p itself if it is inside.
func (k *overlapArea) nearest(p Vec) Vec {
	best, distance := p, math.Inf(1)
	for _, part := range k.parts {
		inside := false
		for i, v := range part {
			next := part[(i+1)%len(part)]
			if d := collision.SegmentDistance(p, v, next); d < distance {
				along := next.Sub(v)
				t := p.Sub(v).Dot(along) / max(along.LenSq(), math.SmallestNonzeroFloat64)
				best, distance = v.Lerp(next, min(max(t, 0), 1)), d
			}
			if (v.Y > p.Y) != (next.Y > p.Y) && p.X < v.X+float64((next.X-v.X)*(p.Y-v.Y)/(next.Y-v.Y)) {
				inside = !inside
			}
		}
		if inside && len(part) > 2 {
			return p
		}
	}
	return best
}

// has reports whether a point is in the area or within a small tolerance of it.
func (k *overlapArea) has(p Vec) bool {
	return len(k.parts) > 0 && k.nearest(p).Dist(p) <= max(4*k.tolerance, 0.5)
}

// holds reports whether a whole segment is in the area or within a small tolerance of it.
func (k *overlapArea) holds(a, b Vec) bool {
	var room [32]float64
	cuts := append(room[:0], 0, 1)
	d := b.Sub(a)
	for _, part := range k.parts {
		for i, v := range part {
			e := part[(i+1)%len(part)].Sub(v)
			across := d.Cross(e)
			if across == 0 {
				continue
			}
			t, s := v.Sub(a).Cross(e)/across, v.Sub(a).Cross(d)/across
			if t > 0 && t < 1 && s >= 0 && s <= 1 {
				cuts = append(cuts, t)
			}
		}
	}
	slices.Sort(cuts)
	for i, t := range cuts[1:] { // each interval is entirely inside or outside
		if !k.has(a.Lerp(b, float64((cuts[i]+t)/2))) {
			return false
		}
	}
	return k.has(a) && k.has(b)
}

// foot returns the start of the arrow that leads out of the area: the deepest contact point, or the mean of equally
// deep points. If shapes of several pieces are deep in each other, their contact points can be outside their
// intersection; foot then returns the middle of the area. The result is cached, because the area and the manifolds
// belong to one placement of both colliders.
func (k *overlapArea) foot(manifolds []collision.Manifold) Vec {
	if !k.hasFrom {
		k.from, k.hasFrom = k.findFoot(manifolds), true
	}
	return k.from
}

func (k *overlapArea) findFoot(manifolds []collision.Manifold) Vec {
	const same = 1e-6
	least, sum, n := math.Inf(1), Vec{}, 0.0
	for i := range manifolds {
		m := &manifolds[i]
		for j := range min(m.Count, len(m.Points)) {
			switch p := &m.Points[j]; {
			case p.Separation > least+same || !k.has(p.Point):
			case p.Separation < least-same:
				least, sum, n = p.Separation, p.Point, 1
			default:
				sum, n = sum.Add(p.Point), n+1
			}
		}
	}
	if n > 0 {
		if at := sum.Mul(1 / n); n == 1 || k.has(at) {
			return at
		}
	}
	return k.middle()
}

// middle returns a point in the middle of the area's largest part.
func (k *overlapArea) middle() Vec {
	if len(k.parts) == 0 {
		return Vec{}
	}
	largest, largestSize := k.parts[0], -1.0
	for _, part := range k.parts {
		if size := collision.BoundsOf(part).HalfPerimeter(); size > largestSize {
			largest, largestSize = part, size
		}
	}
	box := collision.BoundsOf(largest)
	// Take the middle of the longest section of the area on the horizontal line through the centre of its bounds.
	y := box.Center().Y
	var xs []float64
	for i, v := range largest {
		next := largest[(i+1)%len(largest)]
		if (v.Y > y) != (next.Y > y) {
			xs = append(xs, v.X+float64((next.X-v.X)*(y-v.Y)/(next.Y-v.Y)))
		}
	}
	slices.Sort(xs)
	at, widest := box.Center(), -1.0
	for i := 0; i+1 < len(xs); i += 2 {
		if w := xs[i+1] - xs[i]; w > widest {
			at, widest = Vec{X: xs[i] + float64(w/2), Y: y}, w
		}
	}
	return at
}
