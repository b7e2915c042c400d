package play

import (
	"cmp"
	"math"
	"slices"

	"fillet/collision"
	"fillet/collision/dynamics"
)

// Water lifts a body by the weight of the water that it displaces, at the centroid of its submerged part (Archimedes).
// It also slows each element of that part as it slows the character: by the fraction of its speed given by water_drag,
// if the body is as dense as the water. Over an area this gives a force at the same centroid and a torque. Both are
// applied implicitly, so that drag never reverses a body's motion.

// floatState is a body in water during a step.
type floatState struct {
	body   int32
	origin Vec // its centre at the start of the step; the immersion is measured relative to it
	waters []basin
	in     immersion
}

// basin is a body of water near a floating body.
type basin struct {
	body    int32 // index in Space.Bodies if the water moves, or NoBody
	static  int32 // index in Space.Statics
	density float64
}

// stir wakes a body that enters or leaves water, or that water reaches.
func (p *presence) stir(r *Run) {
	if i := r.byID[p.other]; p.medium&water != 0 && i != 0 {
		r.space.Bodies[i].Rouse()
	}
}

// findWater lists the bodies in water at the start of the step, each with the waters within its reach.
func (r *Run) findWater() {
	r.floats = r.floats[:0]
	if !r.space.Flooded {
		return
	}
	for i := range r.space.Bodies {
		if b := &r.space.Bodies[i]; !b.Asleep {
			b.Wet, b.Lift = false, Vec{}
		}
	}
	in := r.inside
	if r.space.Steps == 1 { // no step has tested the triggers yet
		r.testTriggers()
		in = r.insideNow
	}
	for k := range in {
		if p := &in[k]; p.medium&water != 0 {
			i := r.byID[p.other]
			if b := &r.space.Bodies[i]; i != 0 && b.Role == dynamics.Dynamic && !b.Asleep && !b.Wet {
				b.Wet = true
				r.floats = slices.Grow(r.floats, 1)[:len(r.floats)+1] // reuses the memory of an earlier element
				r.floats[len(r.floats)-1].begin(r, i)
			}
		}
	}
}

// begin lists the waters within reach of a body.
func (f *floatState) begin(r *Run, i int32) {
	b := &r.space.Bodies[i]
	f.body, f.origin, f.waters = i, b.Position, f.waters[:0]
	f.in.begin()
	r.found = r.zoneIndex.Append(r.found[:0], b.Reach)
	slices.Sort(r.found)
	for _, z := range r.found {
		zone := &r.zones[z]
		s, e := &r.space.Statics[zone.Owner], &r.standing[zone.Owner]
		if e.medium&water == 0 || s.Gone || !b.Filter.Accepts(s.Filter) {
			continue
		}
		f.add(basin{dynamics.NoBody, zone.Owner, e.fluid}, &zone.Shape, s.Pose, e.order)
	}
	for j := range r.space.Bodies {
		w, e := &r.space.Bodies[j], &r.entities[j]
		if e.medium&water == 0 || w.Gone || !w.Box.Overlaps(b.Reach) || !b.Filter.Accepts(w.Filter) {
			continue
		}
		if w.Moving {
			b.Driven, b.Still = true, 0
		}
		halfway := collision.Transform{
			P: w.Position.MulAdd(w.Velocity, stepTime/2), Q: dynamics.Turned(w.Rotation, float64(w.Spin*stepTime/2)),
		}
		for p := range w.Shapes {
			f.add(basin{int32(j), -1, e.fluid}, &w.Shapes[p], halfway, e.order)
		}
	}
}

func (f *floatState) add(w basin, s *collision.Shape, xf collision.Transform, order int32) {
	if n := len(f.waters); n == 0 || f.waters[n-1] != w {
		f.waters, f.in.orders = append(f.waters, w), append(f.in.orders, order)
	}
	xf.P = xf.P.Sub(f.origin)
	f.in.addWater(s, xf, int32(len(f.waters)-1))
}

// press lifts and slows the body for one substep.
func (f *floatState) press(r *Run) {
	b := &r.space.Bodies[f.body]
	at := b.Position.Sub(f.origin)
	pose := collision.Transform{P: at.Sub(b.Rotation.Apply(b.Center)), Q: b.Rotation}
	parts := f.in.measure(b.Shapes, pose, b.Materials != nil)
	b.Lift, b.LiftArm = Vec{}, Vec{}
	mass := 0.0 // displaced mass
	for i := range parts {
		w, p := &f.waters[i], &parts[i]
		if !(p.area > leastStrip) {
			continue
		}
		centroid := p.first.Mul(1 / p.area)
		displaced, arm := float64(w.density*p.area), centroid.Sub(at)
		lift := r.space.Gravity.Mul(-displaced)
		var flow Vec
		spin := 0.0
		if w.body != dynamics.NoBody {
			of := &r.space.Bodies[w.body]
			flow, spin = of.VelocityAt(f.origin.Add(centroid)), of.Spin
		}
		share := float64(r.settings.WaterDrag * dynamics.SubstepTime)
		inertia := float64(float64(share*w.density) * max(p.second-float64(p.area*centroid.LenSq()), 0))
		drag(b, lift.Mul(dynamics.SubstepTime), arm, flow, spin, float64(share*displaced), inertia)
		b.Lift, mass = b.Lift.Add(lift), mass+displaced
		b.LiftArm = b.LiftArm.MulAdd(arm, displaced)
	}
	if mass > 0 {
		b.LiftArm = b.LiftArm.Mul(1 / mass)
	}
}

// drag applies an impulse at an offset arm from the centre, together with an implicit drag toward the velocity flow at
// that point and toward a spin. mass and inertia give the strength of the drag.
func drag(b *dynamics.Body, push, arm, flow Vec, spin, mass, inertia float64) {
	// With the impulse p: v' = v + p/m at the centre and w' = (I w + inertia spin + arm x p) / (I + inertia). At the
	// arm, the velocity is u + K p, where p = push - mass (u + K p - flow).
	invI := b.InvInertia / (1 + float64(inertia*b.InvInertia))
	turn := float64((b.Spin + float64(inertia*b.InvInertia*spin)) / (1 + float64(inertia*b.InvInertia)))
	across := arm.Perp()
	u := b.Velocity.MulAdd(across, turn).Sub(flow)
	want := push.MulAdd(u, -mass)
	xx := 1 + float64(mass*(b.InvMass+float64(invI*across.X*across.X)))
	yy := 1 + float64(mass*(b.InvMass+float64(invI*across.Y*across.Y)))
	xy := float64(mass * invI * across.X * across.Y)
	det := float64(xx*yy) - float64(xy*xy)
	p := Vec{X: (float64(yy*want.X) - float64(xy*want.Y)) / det, Y: (float64(xx*want.Y) - float64(xy*want.X)) / det}
	b.Velocity = b.Velocity.MulAdd(p, b.InvMass)
	b.Spin = turn + float64(invI*arm.Cross(p))
}

// immersion computes which part of a body is in which water: the intersection of the union of the body's convex pieces
// with the union of the waters' pieces.
//
// The plane is cut into vertical strips in which no two boundaries cross and each is a line or an arc from side to
// side. In a strip the boundaries have a fixed order, and the area between two of them is integrated in closed form.
// Pieces may therefore overlap, and it does not matter if rounding swaps boundaries that nearly coincide: there is
// almost no area between them.
type immersion struct {
	curves []boundary
	pieces []convexPiece // first the pieces of the waters, then the body's pieces
	waters int           // number of pieces of the waters
	shores int           // number of boundaries of the waters
	orders []int32       // drawing order of each water: where waters overlap, the largest wins
	parts  []portion     // the body's portion in each water

	near, active []int32
	cuts         []float64
	levels       []crossing
	depth        []int32 // number of pieces of each water at the current point
}

// portion is an area with its moments about the origin.
type portion struct {
	area   float64
	first  Vec     // the centroid, times the area
	second float64 // the polar moment of area
}

// add adds a multiple of another portion.
func (p *portion) add(o portion, times float64) {
	p.area += float64(times * o.area)
	p.first = p.first.MulAdd(o.first, times)
	p.second += float64(times * o.second)
}

// boundary is a part of a piece's outline that is a function of x: a line, or a part of a semicircle.
type boundary struct {
	from, to float64
	y, slope float64 // of a line: y at from, and slope
	center   Vec     // centre of an arc
	radius   float64
	side     float64 // 1 for the semicircle of greater y, -1 for the one of smaller y, 0 for a line
}

// convexPiece is a placed shape, bounded by boundaries of smaller and of greater y.
type convexPiece struct {
	water          int32 // index of the water, or ofBody
	apart          int32 // pieces with the same nonzero number are disjoint parts of one outline without rounding
	low, high, end int32 // ranges of its boundaries, each sorted by x
	atLow, atHigh  int32 // its boundaries in the current strip
	box            collision.AABB
}

// crossing is a point where a strip's centre line enters or leaves a piece.
type crossing struct {
	y     float64
	curve int32
	water int32
	step  int32 // 1 or -1
}

const (
	ofBody = -1
	// leastStrip is the width below which strips and boundaries are ignored. Ignoring a thousand of them loses a
	// millionth of a pixel.
	leastStrip = 1e-9
)

// begin removes all pieces.
func (m *immersion) begin() {
	m.curves, m.pieces, m.orders = m.curves[:0], m.pieces[:0], m.orders[:0]
	m.waters, m.shores = 0, 0
}

// addWater adds a piece of a water. Waters are numbered from 0. All of them must be added before a body is measured.
func (m *immersion) addWater(s *collision.Shape, xf collision.Transform, water int32) {
	m.add(s, xf, water, water+1)
	m.waters, m.shores = len(m.pieces), len(m.curves)
}

// measure returns the portions of a placed body in the waters. several is set if its shapes belong to several colliders
// and may overlap.
func (m *immersion) measure(shapes []collision.Shape, xf collision.Transform, several bool) []portion {
	apart := int32(ofBody)
	if several {
		apart = 0
	}
	m.curves, m.pieces = m.curves[:m.shores], m.pieces[:m.waters]
	for i := range shapes {
		m.add(&shapes[i], xf, ofBody, apart)
	}
	m.parts, m.depth = m.parts[:0], m.depth[:0]
	for range m.orders {
		m.parts, m.depth = append(m.parts, portion{}), append(m.depth, 0)
	}
	if from, to, ok := m.choose(); ok {
		m.cut(from, to)
		m.strips()
	}
	return m.parts
}

func (m *immersion) add(s *collision.Shape, xf collision.Transform, water, apart int32) {
	if s.Radius() > 0 {
		apart = 0
	}
	p := convexPiece{water: water, apart: apart, low: int32(len(m.curves)), box: s.Bounds(xf)}
	m.outline(s, xf, -1)
	p.high = int32(len(m.curves))
	m.outline(s, xf, 1)
	p.end = int32(len(m.curves))
	m.pieces = append(m.pieces, p)
}

// outline adds the boundaries of one side, sorted.
func (m *immersion) outline(s *collision.Shape, xf collision.Transform, side float64) {
	from, n, r := len(m.curves), s.Len(), s.Radius()
	before := xf.Q.Apply(s.Normal(n - 1))
	for i := range n {
		v, out := xf.Apply(s.Vertex(i)), xf.Q.Apply(s.Normal(i))
		switch {
		case n == 1:
			m.arc(v, -1, 1, r, side)
		case r > 0:
			m.corner(v, before, out, r, side)
		}
		if float64(out.Y*side) > 0 {
			m.line(v.MulAdd(out, r), xf.Apply(s.Vertex(i+1)).MulAdd(out, r))
		}
		before = out
	}
	slices.SortFunc(m.curves[from:], func(a, b boundary) int { return cmp.Compare(a.from, b.from) })
}

func (m *immersion) line(a, b Vec) {
	if a.X > b.X {
		a, b = b, a
	}
	if width := b.X - a.X; width > leastStrip {
		m.curves = append(m.curves, boundary{from: a.X, to: b.X, y: a.Y, slope: (b.Y - a.Y) / width})
	}
}

// corner adds the part of a vertex's arc, from one normal to the next, that is on the given side.
func (m *immersion) corner(v, from, to Vec, r, side float64) {
	a, b := from.Mul(-side), to.Mul(-side) // mirrored to the side of smaller y, where x increases along the outline
	left, right := -1.0, 1.0
	switch {
	case a.Y >= 0 && b.Y >= 0 && !(a.Y == 0 && b.Y == 0 && a.X < b.X): // a capsule's end is a semicircle
		return
	case a.Y < 0:
		left = a.X
	}
	if b.Y < 0 {
		right = b.X
	}
	if side > 0 {
		left, right = -right, -left
	}
	m.arc(v, left, right, r, side)
}

// arc adds a part of a semicircle; from and to are fractions of the radius.
func (m *immersion) arc(center Vec, from, to, r, side float64) {
	if left, right := center.X+float64(from*r), center.X+float64(to*r); right-left > leastStrip {
		m.curves = append(m.curves, boundary{from: left, to: right, center: center, radius: r, side: side})
	}
}

// choose lists the relevant pieces, sorted by their left ends, and returns the range of x in which the body is in
// water.
func (m *immersion) choose() (from, to float64, ok bool) {
	m.near = m.near[:0]
	body, all := collision.EmptyAABB(), collision.EmptyAABB()
	for i := range m.pieces[m.waters:] {
		body = body.Union(m.pieces[m.waters+i].box)
	}
	for i := range m.pieces {
		if p := &m.pieces[i]; i >= m.waters || p.box.Overlaps(body) {
			if m.near = append(m.near, int32(i)); i < m.waters {
				all = all.Union(p.box)
			}
		}
	}
	from, to = max(body.Min.X, all.Min.X), min(body.Max.X, all.Max.X)
	slices.SortFunc(m.near, func(i, j int32) int {
		return cmp.Or(cmp.Compare(m.pieces[i].box.Min.X, m.pieces[j].box.Min.X), cmp.Compare(i, j))
	})
	return from, to, to > from
}

// cut computes the boundaries of the strips: where boundaries start, end or cross.
func (m *immersion) cut(from, to float64) {
	m.cuts = append(m.cuts[:0], from, to)
	note := func(x float64) {
		if x > from && x < to {
			m.cuts = append(m.cuts, x)
		}
	}
	for k, i := range m.near {
		p := &m.pieces[i]
		for _, c := range m.curves[p.low:p.end] {
			note(c.from)
			note(c.to)
		}
		for _, j := range m.near[k+1:] {
			q := &m.pieces[j]
			if q.box.Min.X > p.box.Max.X {
				break
			}
			if p.apart != 0 && p.apart == q.apart || !p.box.Overlaps(q.box) {
				continue
			}
			for a := p.low; a < p.end; a++ {
				for b := q.low; b < q.end; b++ {
					c, d := &m.curves[a], &m.curves[b]
					least, limit := max(c.from, d.from), min(c.to, d.to)
					if !(limit > least) {
						continue
					}
					for _, x := range c.meets(d) {
						if x > least && x < limit {
							note(x)
						}
					}
				}
			}
		}
	}
	slices.Sort(m.cuts)
}

// meets returns the x at which the lines or circles of two boundaries cross, NaN for none.
func (c *boundary) meets(d *boundary) [2]float64 {
	nan := math.NaN()
	if c.side == 0 && d.side == 0 {
		if c.slope == d.slope {
			return [2]float64{nan, nan}
		}
		return [2]float64{c.from + (d.at(c.from)-c.y)/(c.slope-d.slope), nan}
	}
	if c.side == 0 {
		c, d = d, c
	}
	if d.side == 0 {
		off := d.at(c.center.X) - c.center.Y
		square := 1 + float64(d.slope*d.slope)
		root := math.Sqrt(float64(square*c.radius*c.radius) - float64(off*off)) // NaN if they do not meet
		mid := float64(-d.slope * off)
		return [2]float64{c.center.X + (mid-root)/square, c.center.X + (mid+root)/square}
	}
	way := d.center.Sub(c.center)
	l := way.Len()
	along := (float64((c.radius-d.radius)*(c.radius+d.radius)) + float64(l*l)) / float64(2*l)
	across := math.Sqrt(float64((c.radius - along) * (c.radius + along)))
	at, off := c.center.X+float64(along*way.X)/l, float64(across*way.Y)/l
	return [2]float64{at - off, at + off}
}

// at returns the boundary's y at x.
func (c *boundary) at(x float64) float64 {
	if c.side == 0 {
		return c.y + float64(c.slope*(x-c.from))
	}
	return c.center.Y + float64(c.side*c.height(x-c.center.X))
}

// height returns the height of the semicircle at u from its centre.
func (c *boundary) height(u float64) float64 {
	return math.Sqrt(max(float64((c.radius-u)*(c.radius+u)), 0))
}

// strips sums up the submerged portions, strip by strip.
func (m *immersion) strips() {
	for i := range m.near {
		p := &m.pieces[m.near[i]]
		p.atLow, p.atHigh = p.low, p.high
	}
	m.active = m.active[:0]
	next := 0
	for k := 1; k < len(m.cuts); k++ {
		from, to := m.cuts[k-1], m.cuts[k]
		if to-from <= leastStrip {
			continue
		}
		middle := float64((from + to) / 2)
		for ; next < len(m.near) && m.pieces[m.near[next]].box.Min.X < middle; next++ {
			m.active = append(m.active, m.near[next])
		}
		m.levels = m.levels[:0]
		m.active = slices.DeleteFunc(m.active, func(i int32) bool {
			p := &m.pieces[i]
			low, over := m.follow(&p.atLow, p.high, middle)
			high, ended := m.follow(&p.atHigh, p.end, middle)
			if over || ended {
				return true
			}
			if low && high {
				m.levels = append(m.levels, crossing{m.curves[p.atLow].at(middle), p.atLow, p.water, 1})
				m.levels = append(m.levels, crossing{m.curves[p.atHigh].at(middle), p.atHigh, p.water, -1})
			}
			return false
		})
		slices.SortFunc(m.levels, func(a, b crossing) int {
			return cmp.Or(cmp.Compare(a.y, b.y), cmp.Compare(b.step, a.step), cmp.Compare(a.curve, b.curve))
		})
		m.stack(from, to)
	}
}

// follow advances to the boundary at x. It reports whether there is a boundary at x, and whether none are left.
func (m *immersion) follow(at *int32, end int32, x float64) (here, over bool) {
	for *at < end && m.curves[*at].to < x {
		*at++
	}
	return *at < end && m.curves[*at].from <= x, *at == end
}

// stack sums up a strip in the order of y.
func (m *immersion) stack(from, to float64) {
	body, in := int32(0), ofBody // in is the water that counts at the current point
	clear(m.depth)
	for i := range m.levels {
		l := &m.levels[i]
		if l.water == ofBody {
			body += l.step
		} else {
			m.depth[l.water] += l.step
		}
		now := ofBody
		for w, n := range m.depth {
			if body > 0 && n > 0 && (now == ofBody || m.orders[w] > m.orders[now]) {
				now = w
			}
		}
		if now == in {
			continue
		}
		under := m.curves[l.curve].under(from, to)
		if in != ofBody {
			m.parts[in].add(under, 1)
		}
		if now != ofBody {
			m.parts[now].add(under, -1)
		}
		in = now
	}
}

// under returns the portion between the x axis and a boundary.
func (c *boundary) under(from, to float64) (p portion) {
	width := to - from
	if c.side == 0 { // Simpson's rule is exact up to degree three
		for i, weight := range [3]float64{1, 4, 1} {
			x := from + float64(width*float64(i)/2)
			y := c.at(x)
			first := Vec{X: float64(x * y), Y: float64(y * y / 2)}
			p.add(portion{y, first, float64(x*x*y) + float64(y*y*y/3)}, float64(width*weight/6))
		}
		return p
	}
	// Integrals of powers of u, measured from the circle's centre, and of the semicircle's height s.
	r2 := float64(c.radius * c.radius)
	sums := func(u float64) (s, us, uus, sss float64) {
		h := c.height(u)
		turn := collision.Atan2(u, h)
		s = float64((float64(u*h) + float64(r2*turn)) / 2)
		us = float64(-h * h * h / 3)
		uus = float64((float64(u*h*(float64(2*u*u)-r2)) + float64(r2*r2*turn)) / 8)
		sss = float64((float64(u*h*(float64(5*r2)-float64(2*u*u))) + float64(3*r2*r2*turn)) / 8)
		return s, us, uus, sss
	}
	u0, u1 := from-c.center.X, to-c.center.X
	a, b, d, e := sums(u0)
	s, us, uus, sss := sums(u1)
	s, us, uus, sss = float64(c.side*(s-a)), float64(c.side*(us-b)), float64(c.side*(uus-d)), float64(c.side*(sss-e))
	ones, u, uu := width, float64((u1-u0)*(u1+u0)/2), (float64(u1*u1*u1)-float64(u0*u0*u0))/3
	ss := float64(r2*ones) - uu
	x, y := c.center.X, c.center.Y
	p.area = float64(y*ones) + s
	p.first.X = float64(x*p.area) + float64(y*u) + us
	p.first.Y = float64((float64(y*y*ones) + float64(2*y*s) + ss) / 2)
	p.second = float64(x*x*p.area) + float64(2*x*(float64(y*u)+us)) + float64(y*uu) + uus +
		float64((float64(y*y*y*ones)+float64(3*y*y*s)+float64(3*y*ss)+sss)/3)
	return p
}
