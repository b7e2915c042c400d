package polygon

import (
	"cmp"
	"math"
	"slices"

	"fillet/collision"
)

// Decompose splits a simple polygon into convex parts, each with positive area and without flat vertices. A convex
// outline is returned as one part. Points in the middle of a straight edge are allowed and dropped. The error is an
// [*Error].
func Decompose(outline []collision.Vec) ([][]collision.Vec, error) {
	return DecomposeRegion([][]collision.Vec{outline})
}

// DecomposeRegion works like Decompose for an outline with holes: loops[0] is the outer outline, the others are holes.
// Loops may have either winding.
//
// If all edges are parallel to the axes, the parts are rectangles, unless too many edges are next to each other at
// different heights. Otherwise the region is triangulated, the triangles are flipped until they are Delaunay, and edges
// between parts are removed wherever the union stays convex (Hertel and Mehlhorn 1983). The number of parts is at most
// four times the minimum, and rarely more than one and a half times.
func DecomposeRegion(loops [][]collision.Vec) ([][]collision.Vec, error) {
	r, err := newHoled(loops)
	if err != nil {
		return nil, err
	}
	return r.Decompose(), nil
}

// Decompose splits the region into convex parts. It may return a loop of the
// region itself, if that is convex or has shrunk to a line or a point.
func (r *holed) Decompose() [][]collision.Vec {
	if len(r.Loops[0]) < 3 || len(r.Loops) == 1 && isConvex(r.Loops[0]) {
		return [][]collision.Vec{r.Loops[0]}
	}
	if r.isRectilinear() && !r.takesManyPasses() {
		across, down := r.rectangles(false), r.rectangles(true)
		if len(down) < len(across) {
			return down
		}
		return across
	}
	m := r.triangulate()
	var best [][]collision.Vec
	for _, longFirst := range [2]bool{true, false} {
		if parts := m.merge(longFirst, r.tol); best == nil || len(parts) < len(best) {
			best = parts
		}
	}
	return best
}

// isConvex reports whether a polygon of positive area turns only one way, and only once.
func isConvex(loop []collision.Vec) bool {
	turned := 0.0
	for i, b := range loop {
		a, c := loop[(i+len(loop)-1)%len(loop)], loop[(i+1)%len(loop)]
		if collision.Orient(a, b, c) <= 0 {
			return false
		}
		turned += collision.Atan2(b.Sub(a).Cross(c.Sub(b)), b.Sub(a).Dot(c.Sub(b)))
	}
	return turned < 3*math.Pi // once around, not twice
}

// isRectilinear reports whether all edges are parallel to the axes.
func (r *holed) isRectilinear() bool {
	for _, loop := range r.Loops {
		for i, a := range loop {
			b := loop[(i+1)%len(loop)]
			if a.X != b.X && a.Y != b.Y {
				return false
			}
		}
	}
	return true
}

// manyPasses limits how often [holed.rectangles] passes an edge; regions above the limit are triangulated. Tests lower
// it.
var manyPasses = 1 << 26

// takesManyPasses reports whether the sweeps in both directions pass edges too often.
func (r *holed) takesManyPasses() bool {
	n := 0
	for _, loop := range r.Loops {
		n += len(loop)
	}
	return n*n >= manyPasses && r.passes(false)+r.passes(true) >= manyPasses // at most n edges and n levels
}

// passes returns how often the sweep of [holed.rectangles] passes an edge: once for every level that the edge crosses.
func (r *holed) passes(turned bool) int {
	var levels []float64
	for _, loop := range r.Loops {
		for _, p := range loop {
			levels = append(levels, p.Y)
			if turned {
				levels[len(levels)-1] = p.X
			}
		}
	}
	// An edge passes the levels between its ends.
	ends := slices.Clone(levels)
	slices.Sort(levels)
	levels = slices.Compact(levels)
	sum := 0
	for _, loop := range r.Loops {
		for i := range loop {
			from, _ := slices.BinarySearch(levels, ends[i])
			to, _ := slices.BinarySearch(levels, ends[(i+1)%len(loop)])
			sum += max(from-to, to-from)
		}
		ends = ends[len(loop):]
	}
	return sum
}

// strip is a rectangle that is still growing.
type strip struct{ lo, hi, from float64 }

// rectangles sweeps a rectilinear region along y, or along x if turned. A
// rectangle grows as long as the region's cross-section keeps its two ends.
func (r *holed) rectangles(turned bool) [][]collision.Vec {
	type upright struct{ at, from, to float64 }
	var ups []upright
	var levels []float64
	for _, loop := range r.Loops {
		for i, a := range loop {
			b := loop[(i+1)%len(loop)]
			if turned {
				a, b = collision.Vec{X: a.Y, Y: a.X}, collision.Vec{X: b.Y, Y: b.X}
			}
			if a.X == b.X {
				ups = append(ups, upright{a.X, min(a.Y, b.Y), max(a.Y, b.Y)})
				levels = append(levels, a.Y, b.Y)
			}
		}
	}
	slices.Sort(levels)
	levels = slices.Compact(levels)
	slices.SortFunc(ups, func(a, b upright) int { return cmp.Compare(a.from, b.from) })

	var out [][]collision.Vec
	emit := func(s strip, to float64) {
		box := collision.AABB{Min: collision.Vec{X: s.lo, Y: s.from}, Max: collision.Vec{X: s.hi, Y: to}}
		if turned {
			box = collision.AABB{Min: collision.Vec{X: s.from, Y: s.lo}, Max: collision.Vec{X: to, Y: s.hi}}
		}
		out = append(out, box.Corners())
	}
	var open, now []strip
	var active, before []upright
	for _, y := range levels {
		begin := 0
		for begin < len(ups) && ups[begin].from <= y {
			begin++
		}
		added := ups[:begin]
		ups = ups[begin:]
		slices.SortFunc(added, func(a, b upright) int { return cmp.Compare(a.at, b.at) })
		active, before = before[:0], active
		for _, u := range before {
			for len(added) > 0 && added[0].at < u.at {
				active, added = append(active, added[0]), added[1:]
			}
			if u.to > y {
				active = append(active, u)
			}
		}
		active = append(active, added...)
		now = now[:0]
		for i := 0; i+1 < len(active); i += 2 {
			now = append(now, strip{active[i].at, active[i+1].at, y})
		}
		at := 0
		for _, s := range open {
			for at < len(now) && now[at].lo < s.lo {
				at++
			}
			if at < len(now) && now[at].lo == s.lo && now[at].hi == s.hi {
				now[at].from = s.from
				continue
			}
			emit(s, y)
		}
		open, now = now, open
	}
	return out
}

// mesh is a region cut into convex faces. Each half edge has its face on its left, the side of positive turns.
type mesh struct {
	points []collision.Vec
	half   []halfEdge
}

type halfEdge struct {
	from       int32 // the point where it starts
	next, prev int32
	twin       int32 // noNode for an edge of the outline
}

// triangulate cuts the region into Delaunay triangles.
func (r *holed) triangulate() *mesh {
	m := &mesh{}
	ring := newTriangles(r.Loops, m.add)
	m.points = ring.points
	m.pair()
	m.improve()
	return m
}

func (m *mesh) add(a, b, c int32) {
	i := int32(len(m.half))
	m.half = append(m.half,
		halfEdge{a, i + 1, i + 2, noNode},
		halfEdge{b, i + 2, i, noNode},
		halfEdge{c, i, i + 1, noNode})
}

func (m *mesh) to(h int32) int32 { return m.half[m.half[h].next].from }

// pair finds the twins: half edges between the same two points, in opposite directions.
func (m *mesh) pair() {
	order := make([]int32, len(m.half))
	for h := range order {
		order[h] = int32(h)
	}
	ends := func(h int32) (lo, hi int32) {
		from, to := m.half[h].from, m.to(h)
		return min(from, to), max(from, to)
	}
	slices.SortFunc(order, func(g, h int32) int {
		a, b := ends(g)
		c, d := ends(h)
		return cmp.Or(cmp.Compare(a, c), cmp.Compare(b, d), cmp.Compare(g, h))
	})
	for from := 0; from < len(order); {
		lo, hi := ends(order[from])
		last := [2]int32{noNode, noNode} // from the lower point and from the higher point
		to := from
		for ; to < len(order); to++ {
			h := order[to]
			if a, b := ends(h); a != lo || b != hi {
				break
			}
			last[m.side(h, lo)] = h
		}
		for _, h := range order[from:to] {
			m.half[h].twin = last[1-m.side(h, lo)]
		}
		from = to
	}
}

// side returns 0 for a half edge from the point lo, and 1 for one to it.
func (m *mesh) side(h, lo int32) int {
	if m.half[h].from == lo {
		return 0
	}
	return 1
}

// improve flips inner edges until no triangle's circumcircle contains a corner of a neighbour (C. L. Lawson 1977).
func (m *mesh) improve() {
	queue := make([]int32, 0, len(m.half))
	for h := range m.half {
		if m.half[h].twin > int32(h) {
			queue = append(queue, int32(h))
		}
	}
	budget := 20*len(m.half) + 100 // rounding must not make it flip forever
	for len(queue) > 0 && budget > 0 {
		h := queue[len(queue)-1]
		queue = queue[:len(queue)-1]
		if m.half[h].twin == noNode || !m.shouldFlip(h) {
			continue
		}
		budget--
		m.flip(h)
		t := m.half[h].twin
		for _, e := range [4]int32{m.half[h].next, m.half[h].prev, m.half[t].next, m.half[t].prev} {
			queue = append(queue, e)
		}
	}
}

// shouldFlip reports whether the other diagonal of the quadrangle around h is valid and better.
func (m *mesh) shouldFlip(h int32) bool {
	t := m.half[h].twin
	a, b := m.points[m.half[h].from], m.points[m.half[t].from]
	c, d := m.points[m.half[m.half[h].prev].from], m.points[m.half[m.half[t].prev].from]
	// Both new triangles c, d, b and d, c, a must turn the right way.
	scale := c.Dist(d)
	if collision.Orient(d, b, c) <= outlineTolerance*scale*scale ||
		collision.Orient(c, a, d) <= outlineTolerance*scale*scale {
		return false
	}
	return sineOfSum(a, b, c, d) < -outlineTolerance
}

// sineOfSum returns the sine of the sum of the angles at c and d, which face
// the edge a b. It is negative if they add up to more than π.
func sineOfSum(a, b, c, d collision.Vec) float64 {
	ca, cb, da, db := a.Sub(c).Unit(), b.Sub(c).Unit(), a.Sub(d).Unit(), b.Sub(d).Unit()
	return float64(math.Abs(ca.Cross(cb))*da.Dot(db)) + float64(ca.Dot(cb)*math.Abs(da.Cross(db)))
}

// flip replaces the edge h by the other diagonal of its quadrangle.
func (m *mesh) flip(h int32) {
	t := m.half[h].twin
	hn, hp, tn, tp := m.half[h].next, m.half[h].prev, m.half[t].next, m.half[t].prev
	m.half[h].from, m.half[t].from = m.half[tp].from, m.half[hp].from
	m.ring(h, hp, tn)
	m.ring(t, tp, hn)
}

// ring links three half edges into a face.
func (m *mesh) ring(a, b, c int32) {
	m.half[a].next, m.half[b].next, m.half[c].next = b, c, a
	m.half[b].prev, m.half[c].prev, m.half[a].prev = a, b, c
}

// merge removes inner edges, longest or shortest first, wherever the corners at
// both ends stay convex, and returns the faces.
func (m *mesh) merge(longFirst bool, tol float64) [][]collision.Vec {
	half := slices.Clone(m.half)
	inner := make([]int32, 0, len(half)/2)
	for h := range half {
		if half[h].twin > int32(h) {
			inner = append(inner, int32(h))
		}
	}
	length := func(h int32) float64 {
		return m.points[half[h].from].Dist(m.points[half[half[h].twin].from])
	}
	slices.SortStableFunc(inner, func(a, b int32) int {
		if longFirst {
			a, b = b, a
		}
		return cmp.Compare(length(a), length(b))
	})
	gone := make([]bool, len(half))
	convex := func(in, out int32) bool {
		a, b, c := m.points[half[in].from], m.points[half[out].from], m.points[half[half[out].next].from]
		return collision.Orient(a, b, c) >= -tol*a.Dist(c) &&
			b.Sub(a).Dot(c.Sub(b)) > -a.Dist(b)*b.Dist(c)*(1-doubleBack)
	}
	for _, h := range inner {
		t := half[h].twin
		if !convex(half[h].prev, half[t].next) || !convex(half[t].prev, half[h].next) {
			continue
		}
		half[half[h].prev].next, half[half[t].next].prev = half[t].next, half[h].prev
		half[half[t].prev].next, half[half[h].next].prev = half[h].next, half[t].prev
		gone[h], gone[t] = true, true
	}
	var out [][]collision.Vec
	var all []collision.Vec
	for h := range half {
		if gone[h] {
			continue
		}
		all = all[:0]
		for e := int32(h); !gone[e]; e = half[e].next {
			gone[e] = true
			all = append(all, m.points[half[e].from])
		}
		if face := collision.DropFlat(all, tol); len(face) >= 3 {
			out = append(out, slices.Clone(face))
		}
	}
	return out
}
