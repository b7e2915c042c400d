package level

import (
	"cmp"
	"math"
	"slices"

	"fillet/collision"
)

// chainMass returns the mass of a chain at density 1: the mass of the union of its edges, each thickened to a capsule
// of the given radius. It is exact, by Green's theorem along the union's boundary. A chain of negligible thickness has
// no area; its centroid is the centroid of its line.
func chainMass(edges []chainEdge, radius float64) collision.Mass {
	u := chainUnion{edges: edges, radius: radius}
	u.measure()
	if radius <= u.tolerance() {
		return wireMass(edges)
	}
	within := float64(100 * u.tolerance())
	u.edges = splitAtEnds(welded(edges, within), within)
	u.place()
	return collision.BoundaryMass(func(yield func(collision.Segment) bool) {
		var part collision.Contour
		for i := range u.edges {
			part = u.exposed(part[:0], i)
			for _, s := range part {
				if !yield(s) {
					return
				}
			}
		}
	}, 1)
}

type chainEdge struct{ from, to Vec }

// welded merges ends that almost coincide, so that edges that almost run along each other do so exactly. It drops edges
// of zero length.
func welded(edges []chainEdge, within float64) []chainEdge {
	out := slices.Clone(edges)
	size := float64(4 * within)
	first := make(map[Vec]Vec, len(edges)+1) // by the cell
	for i := range out {
		for _, p := range [2]*Vec{&out[i].from, &out[i].to} {
			// Ends within reach are in the cells around p, usually in a single one.
			x0, x1 := math.Floor((p.X-within)/size), math.Floor((p.X+within)/size)
			y0, y1 := math.Floor((p.Y-within)/size), math.Floor((p.Y+within)/size)
			found := false
			for _, c := range [4]Vec{{X: x0, Y: y0}, {X: x1, Y: y0}, {X: x0, Y: y1}, {X: x1, Y: y1}} {
				if q, ok := first[c]; ok && q.Dist(*p) <= within {
					*p, found = q, true
					break
				}
			}
			if !found {
				first[Vec{X: math.Floor(p.X / size), Y: math.Floor(p.Y / size)}] = *p
			}
		}
	}
	out = slices.DeleteFunc(out, func(e chainEdge) bool { return e.from == e.to })
	if len(out) == 0 {
		return edges
	}
	return out
}

// splitAtEnds splits edges where another edge's end almost touches them, so that edges that partly run along each other
// coincide there.
func splitAtEnds(edges []chainEdge, within float64) []chainEdge {
	var tree collision.Tree
	boxes := make([]collision.AABB, len(edges))
	for i, e := range edges {
		boxes[i] = e.bounds(within)
	}
	tree.Build(boxes)
	type split struct {
		edge int32
		t    float64
		at   Vec
	}
	var splits []split
	var near []int32
	for _, e := range edges {
		for _, p := range [2]Vec{e.from, e.to} {
			near = tree.Append(near[:0], collision.AABB{Min: p, Max: p})
			for _, j := range near {
				o := &edges[j]
				d := o.to.Sub(o.from)
				t := p.Sub(o.from).Dot(d) / d.LenSq()
				if p != o.from && p != o.to && t > 0 && t < 1 && o.from.Lerp(o.to, t).Dist(p) <= within {
					splits = append(splits, split{j, t, p})
				}
			}
		}
	}
	if len(splits) == 0 {
		return edges
	}
	slices.SortFunc(splits, func(a, b split) int { return cmp.Or(cmp.Compare(a.edge, b.edge), cmp.Compare(a.t, b.t)) })
	out := make([]chainEdge, 0, len(edges)+len(splits))
	for i, e := range edges {
		for len(splits) > 0 && int(splits[0].edge) == i {
			if at := splits[0].at; at != e.from && at != e.to {
				out = append(out, chainEdge{e.from, at})
				e.from = at
			}
			splits = splits[1:]
		}
		out = append(out, e)
	}
	return out
}

func wireMass(edges []chainEdge) collision.Mass {
	var length float64
	var first Vec
	origin := edges[0].from
	for _, e := range edges {
		l := e.from.Dist(e.to)
		length += l
		first = first.MulAdd(e.from.Lerp(e.to, 0.5).Sub(origin), l)
	}
	return collision.Mass{Centroid: origin.Add(first.Mul(1 / length))}
}

// closest returns the point of the edge that is nearest to p.
func (e chainEdge) closest(p Vec) Vec {
	d := e.to.Sub(e.from)
	t := p.Sub(e.from).Dot(d) / d.LenSq()
	return e.from.Lerp(e.to, min(max(t, 0), 1))
}

// bounds returns the box around the edge's capsule of a radius.
func (e chainEdge) bounds(radius float64) collision.AABB {
	return collision.BoundsOf([]Vec{e.from, e.to}).Grow(radius)
}

// reaches reports whether the edge comes within a distance of a box.
func (e chainEdge) reaches(box collision.AABB, within float64) bool {
	for _, p := range [2]Vec{e.from, e.to} {
		if p.Dist(p.Max(box.Min).Min(box.Max)) <= within {
			return true
		}
	}
	left, right := false, false // whether the box has corners to the left and to the right of the edge
	for _, p := range [4]Vec{box.Min, {X: box.Max.X, Y: box.Min.Y}, box.Max, {X: box.Min.X, Y: box.Max.Y}} {
		if p.Dist(e.closest(p)) <= within {
			return true
		}
		side := e.to.Sub(e.from).Cross(p.Sub(e.from))
		left, right = left || side <= 0, right || side >= 0
	}
	return left && right && collision.BoundsOf([]Vec{e.from, e.to}).Overlaps(box)
}

// normal returns the edge's unit normal to its right on the screen: the direction of its first side.
func (e chainEdge) normal() Vec { return e.to.Sub(e.from).Unit().Perp() }

// sides returns the edge's two sides at distance r, each directed as in the boundary of the capsule.
func (e chainEdge) sides(r float64) [2]chainEdge {
	n := e.normal().Mul(r)
	return [2]chainEdge{{e.to.Add(n), e.from.Add(n)}, {e.from.Sub(n), e.to.Sub(n)}}
}

// chainUnion finds the part of each capsule's boundary that bounds the union.
type chainUnion struct {
	edges  []chainEdge
	radius float64
	tree   collision.Tree // over the capsules' boxes
	scale  float64        // the largest absolute coordinate
	cuts   []float64
	near   []int32
	cover  int // the edge that last covered a point; it often covers the next point too
}

func (u *chainUnion) measure() {
	for _, e := range u.edges {
		u.scale = max(u.scale, math.Abs(e.from.X), math.Abs(e.from.Y), math.Abs(e.to.X), math.Abs(e.to.Y))
	}
}

// place builds the tree of the capsules' boxes.
func (u *chainUnion) place() {
	u.cover = -1
	boxes := make([]collision.AABB, len(u.edges))
	for i, e := range u.edges {
		boxes[i] = e.bounds(u.radius)
	}
	u.tree.Build(boxes)
}

// neighbours returns the other edges whose capsules may reach the capsule of edge i, in order.
func (u *chainUnion) neighbours(i int) []int32 {
	box := u.edges[i].bounds(u.radius + float64(2*u.tolerance()))
	u.near = u.tree.Append(u.near[:0], box)
	u.near = slices.DeleteFunc(u.near, func(j int32) bool { return int(j) == i || !u.edges[j].reaches(box, u.radius) })
	slices.Sort(u.near)
	return u.near
}

// tolerance returns the distance within which boundaries coincide: far above rounding errors, far below anything
// visible.
func (u *chainUnion) tolerance() float64 { return float64(1e-9*(1+u.radius)) + float64(1e-14*u.scale) }

// exposed appends the part of capsule i's boundary that is outside the other capsules. Where boundaries coincide, as at
// each joint, only the first edge's boundary counts.
func (u *chainUnion) exposed(out collision.Contour, i int) collision.Contour {
	e, near := u.edges[i], u.neighbours(i)
	for _, side := range e.sides(u.radius) {
		u.cuts = append(u.cuts[:0], 0, 1)
		for _, j := range near {
			u.cutSide(side, u.edges[j])
		}
		u.each(1e-12, func(t0, t1 float64) {
			if mid := side.from.Lerp(side.to, float64((t0+t1)/2)); u.isExposed(mid, i, near) {
				out = append(out, collision.Segment{From: side.from.Lerp(side.to, t0), To: side.from.Lerp(side.to, t1)})
			}
		})
	}
	// In the direction of positive area, each end's half circle begins where its side ends.
	for _, end := range [2]struct {
		center Vec
		start  Vec
	}{{e.from, e.normal()}, {e.to, e.normal().Neg()}} {
		u.cuts = append(u.cuts[:0], 0, math.Pi)
		for _, j := range near {
			u.cutArc(end.center, end.start, u.edges[j])
		}
		at := func(angle float64) Vec {
			return end.center.MulAdd(collision.NewRot(angle).Apply(end.start), u.radius)
		}
		u.each(1e-9, func(a0, a1 float64) {
			if !u.isExposed(at(float64((a0+a1)/2)), i, near) {
				return
			}
			s := collision.Segment{From: at(a0), To: at(a1)}
			if a1-a0 > 1e-5 { // a shorter arc becomes its chord, with an error far below rounding
				s.Center, s.Radius = end.center, u.radius
			}
			out = append(out, s)
		})
	}
	return out
}

// each calls yield for each stretch between adjacent cuts that is longer than least.
func (u *chainUnion) each(least float64, yield func(from, to float64)) {
	slices.Sort(u.cuts)
	from := u.cuts[0]
	for _, to := range u.cuts[1:] {
		if to-from > least {
			yield(from, to)
			from = to
		}
	}
}

func (u *chainUnion) isExposed(p Vec, i int, near []int32) bool {
	own := p.Sub(u.edges[i].closest(p))
	covers := func(j int) bool {
		away := p.Sub(u.edges[j].closest(p))
		depth := u.radius - away.Len()
		return depth > u.tolerance() || depth >= -u.tolerance() && j < i && own.Dot(away) > 0
	}
	if u.cover >= 0 && u.cover != i && covers(u.cover) {
		return false
	}
	for _, j := range near {
		if covers(int(j)) {
			u.cover = int(j)
			return false
		}
	}
	return true
}

func (u *chainUnion) cut(t, end float64) {
	if t > 0 && t < end {
		u.cuts = append(u.cuts, t)
	}
}

// cutSide cuts a side where it meets the boundary of another edge's capsule.
func (u *chainUnion) cutSide(side, other chainEdge) {
	d := side.to.Sub(side.from)
	for _, s := range other.sides(u.radius) {
		f := s.to.Sub(s.from)
		if c := d.Cross(f); c != 0 {
			u.cut(s.from.Sub(side.from).Cross(f)/c, 1)
		}
	}
	for _, center := range [2]Vec{other.from, other.to} {
		u.cutByCircle(center, side.from, d, func(t float64) { u.cut(t, 1) })
	}
}

// cutByCircle yields where the line from p along d meets the circle of the radius about the centre, or only touches it.
func (u *chainUnion) cutByCircle(center, p, d Vec, yield func(t float64)) {
	foot := center.Sub(p).Dot(d) / d.LenSq()
	gap := center.Dist(p.MulAdd(d, foot))
	half := float64(u.radius*u.radius) - float64(gap*gap)
	if half < -4*u.tolerance()*u.radius { // the line misses the circle by more than the tolerance, so nothing coincides
		return
	}
	half = math.Sqrt(max(half, 0)) / d.Len()
	yield(foot - half)
	yield(foot + half)
}

// cutArc cuts a half circle where its circle meets the boundary of another edge's capsule.
func (u *chainUnion) cutArc(center, start Vec, other chainEdge) {
	angle := func(p Vec) {
		v := p.Sub(center)
		a := collision.Atan2(start.Cross(v), start.Dot(v))
		if a < 0 {
			a += 2 * math.Pi
		}
		u.cut(a, math.Pi)
	}
	for _, s := range other.sides(u.radius) {
		d := s.to.Sub(s.from)
		u.cutByCircle(center, s.from, d, func(t float64) { angle(s.from.MulAdd(d, t)) })
	}
	for _, c := range [2]Vec{other.from, other.to} {
		apart := c.Sub(center)
		l := apart.Len()
		if l == 0 || l > 2*u.radius {
			continue
		}
		mid, across := center.MulAdd(apart, 0.5), apart.Perp().Mul(math.Sqrt(float64(u.radius*u.radius)-float64(l*l/4))/
			l)
		angle(mid.Add(across))
		angle(mid.Sub(across))
	}
}
