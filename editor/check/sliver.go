package check

import (
	"math"
	"slices"

	"fillet/collision"
	"fillet/collision/polygon"
	"fillet/editor/level"
)

// slivers finds tiny colliders, and colliders or their convex pieces that are too thin to be reliable. Chains and
// capsules without thickness are lines on purpose, and a piece backed by something solid counts as thick.
func slivers(s *scene, out *tally) {
	for _, it := range s.items {
		if len(it.baked.Pieces) == 0 {
			continue
		}
		ids := []level.ID{it.ID}
		size := it.bounds.Size()
		if size.X < s.opts.Thickness && size.Y < s.opts.Thickness {
			f := finding(RuleTiny, it.bounds.Center(), frame(it.bounds.Center()), ids, "it is only %s by %s px",
				number(size.X), number(size.Y))
			f.Fix = &Fix{
				Title: "Delete the collider",
				Diff:  level.Diff{Colliders: []level.Change[level.Collider]{level.Removed(it.Collider)}},
			}
			out.add(f)
			continue
		}
		if it.Shape.Radius == 0 && (it.Shape.Kind == level.Chain || it.Shape.Kind == level.Capsule) {
			continue
		}
		thin, at := s.thinnest(it)
		if thin >= s.opts.Thickness || it.isThickOf(s.opts.Thickness) {
			continue
		}
		what := "it is only %s px thick"
		if len(it.baked.Pieces) > 1 {
			what = "a part of it is only %s px thick"
		}
		out.add(finding(RuleSliver, at, frame(at), ids, what, number(thin)))
	}
}

// thinnest returns the thickness of the thinnest piece that does not lean on anything, and its place in level space.
func (s *scene) thinnest(it *item) (float64, level.Vec) {
	least, at := math.Inf(1), it.at.P
	for i, p := range it.baked.Pieces {
		if t, n := thickness(p); t < least && (t >= s.opts.Thickness || !s.leans(it, i, t, n)) {
			least, at = t, p.Bounds(it.at).Center()
		}
	}
	return least, at
}

// leans reports whether static solids or other pieces of the item back one whole side of a thin piece. n is the
// direction across the piece, in the item's frame.
func (s *scene) leans(it *item, piece int, thick float64, n level.Vec) bool {
	var sum level.Vec
	p := &it.baked.Pieces[piece]
	along, low, high := n.Perp(), math.Inf(1), math.Inf(-1)
	for i := range p.Len() {
		v := p.Vertex(i)
		sum, low, high = sum.Add(v), min(low, v.Dot(along)), max(high, v.Dot(along))
	}
	middle := sum.Mul(1 / float64(p.Len()))
	isBacked := func(side float64) bool {
		for _, t := range []float64{0.1, 0.5, 0.9} { // along its length
			at := middle.MulAdd(along, low+float64((high-low)*t)-middle.Dot(along)).MulAdd(n,
				float64(side*(thick+collision.SeamMiss)))
			if !s.isSolid(it.at.Apply(at), it) {
				return false
			}
		}
		return true
	}
	return p.Len() > 2 && (isBacked(1) || isBacked(-1))
}

// isThickOf reports whether a shape with curves is thick enough everywhere if its curves are flattened into fewer
// lines. A curve that tapers off along another side, as at the foot of a quarter pipe, gives thin pieces where the
// shape is only pointed. A thin wall stays thin.
func (it *item) isThickOf(least float64) bool {
	const lines = 4 // per curve
	if !it.Shape.IsDetailed() || !it.Shape.HasCorners() {
		return false
	}
	var loops [][]level.Vec
	for _, parts := range it.Shape.DrawnParts() {
		loop := make([]level.Vec, 0, lines*len(parts))
		for i := range parts {
			p := &parts[i]
			loop = append(loop, p.From)
			if p.Radius == 0 && !p.IsCubic {
				continue
			}
			track := p.Track()
			for k := 1; k < lines; k++ {
				loop = append(loop, track.At(float64(float64(k)/lines)))
			}
		}
		loops = append(loops, loop)
	}
	grown := 0.0
	if it.Shape.Rounding == level.Outset {
		grown = it.Shape.Radius
	}
	pieces, err := polygon.RoundPieces(loops, grown, polygon.RoundOutset)
	if err != nil {
		return false
	}
	return !slices.ContainsFunc(pieces, func(p collision.Shape) bool { t, _ := thickness(p); return t < least })
}

// thickness returns the smallest distance between two parallel lines that enclose a shape, and their normal. One of the
// lines runs along an edge.
func thickness(s collision.Shape) (float64, level.Vec) {
	if s.Len() < 3 {
		return float64(2 * s.Radius()), level.Vec{}
	}
	least, across, n := math.Inf(1), level.Vec{}, s.Len()
	far := 1 // the vertex farthest from the edge advances with the edge (M. I. Shamos 1978)
	for i := range n {
		depth := func(j int) float64 { return s.Vertex(i).Sub(s.Vertex(j % n)).Dot(s.Normal(i)) }
		deepest := depth(far)
		for range n {
			next := depth(far + 1)
			if next < deepest {
				break
			}
			deepest, far = next, (far+1)%n
		}
		if deepest = max(deepest, 0); deepest < least {
			least, across = deepest, s.Normal(i)
		}
	}
	return least + float64(2*s.Radius()), across
}

// shortEdges finds neighbouring vertices that almost coincide.
func shortEdges(s *scene, out *tally) {
	for _, it := range s.items {
		if it.Shape.Kind != level.Polygon && it.Shape.Kind != level.Chain {
			continue
		}
		if size := it.bounds.Size(); size.X < s.opts.Thickness && size.Y < s.opts.Thickness {
			continue // reported as tiny
		}
		if f, ok := s.shortEdge(it); ok {
			out.add(f)
		}
	}
}

// shortEdge returns the finding about a collider's short edges. Its fix removes one vertex of each.
func (s *scene) shortEdge(it *item) (Finding, bool) {
	if !it.hasShortEdge(s.opts.Edge) {
		return Finding{}, false
	}
	after := *it.Collider
	loops := append([][]level.Vec{it.Shape.Points}, it.Shape.Holes...)
	count, shortest, at := 0, math.Inf(1), level.Vec{}
	for l, points := range loops {
		closed := it.Shape.Kind == level.Polygon || it.Shape.Closed
		var kept []level.Vec
		for i, p := range points {
			prev := i - 1
			if i == 0 {
				if !closed {
					kept = append(kept, p)
					continue
				}
				prev = len(points) - 1
			}
			d := p.Dist(points[prev])
			if d >= s.opts.Edge {
				kept = append(kept, p)
				continue
			}
			count++
			if d < shortest {
				shortest, at = d, it.at.Apply(p)
			}
			if !closed && i == len(points)-1 && len(kept) > 1 {
				kept[len(kept)-1] = p // the ends of a chain stay
			}
		}
		loops[l] = kept
	}
	what := "one edge is only %s px long"
	if count > 1 {
		what = "some of its edges are very short, the shortest %s px"
	}
	f := finding(RuleShortEdge, at, near(at, 8), []level.ID{it.ID}, what, number(shortest))
	after.Shape.Points = loops[0]
	if it.Shape.Holes != nil {
		after.Shape.Holes = loops[1:]
	}
	if !it.Shape.IsDetailed() && s.harmless(it, &after) && staysClose(it.Shape, after.Shape, s.opts.Edge) {
		f.Fix = safeFix("Remove the duplicate vertices", level.Changed(it.Collider, &after))
	}
	return f, true
}

// hasShortEdge reports whether an edge of a polygon or a chain is shorter than least.
func (it *item) hasShortEdge(least float64) bool {
	closed := it.Shape.Kind == level.Polygon || it.Shape.Closed
	isShort := func(points []level.Vec) bool {
		for i, p := range points {
			if i > 0 && p.Dist(points[i-1]) < least {
				return true
			}
		}
		return closed && len(points) > 0 && points[0].Dist(points[len(points)-1]) < least
	}
	return isShort(it.Shape.Points) || slices.ContainsFunc(it.Shape.Holes, isShort)
}

// staysClose reports whether every vertex of a shape's loops is within a distance of the other shape's loops.
func staysClose(before, after level.Shape, within float64) bool {
	was, now := append([][]level.Vec{before.Points}, before.Holes...),
		append([][]level.Vec{after.Points}, after.Holes...)
	const around = 3
	for l, loop := range was {
		n := len(now[l])
		at := 0 // number of earlier vertices that are kept
		for _, p := range loop {
			if at < n && p == now[l][at] {
				at++
				continue
			}
			near := math.Inf(1)
			for i := -around; i <= around; i++ { // only the edges around the same place in the loop
				k := ((at+i)%n + n) % n
				near = min(near, collision.SegmentDistance(p, now[l][k], now[l][(k+1)%n]))
			}
			if near > within {
				return false
			}
		}
	}
	return true
}
