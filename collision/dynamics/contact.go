package dynamics

import (
	"cmp"
	"math"
	"slices"

	"fillet/collision"
)

// Contact is a pair of pieces that touch or may touch soon. A belongs to a body, B to another body or a static
// collider. The normal points from A to B.
type Contact struct {
	A, B             Target
	Normal           Vec
	Count            int
	Points           [2]ContactPoint
	Separation       float64 // at the start of the step
	Impulse          float64 // along the normal, in total over this step
	friction         float64
	restitution      float64
	taken            float64 // energy absorbed by its impulses in this substep, if it may bounce
	bounced          bool    // it bounced in the previous substep
	rolling          float64 // lever arm of rolling resistance
	rollImpulse      float64
	belt             float64    // relative speed of its surfaces along the contact, caused by conveyor belts
	radiusA, radiusB float64    // radii of the two shapes
	meets            bool       // the sides touch, or will within the step; other contacts are not solved
	corner           bool       // in a corner of a chain: see [Space.squareOff]
	isOpen           bool       // a one-way piece lets the other side pass: it only continues a surface
	later            bool       // its points are where the sides will touch: see [Space.meetLater]
	block            bool       // its two points are solved together
	inverse          [3]float64 // inverse matrix for that: upper left, upper right, lower right
}

// ContactPoint is a point of a contact with its solver data. Impulses are per substep.
type ContactPoint struct {
	id               collision.FeatureID
	Point, atB       Vec // positions on A and B at the start of the step; they differ only if contact.later is set
	ra, rb           Vec // offsets from the centres of mass, at the start of the step
	base             float64
	Separation       float64
	closing          float64 // relative velocity along the normal at the start of the substep
	gap              float64 // distance between the sides at that time
	massN, massT     float64
	NormalImpulse    float64 // impulse along the normal
	TangentImpulse   float64
	StrongestImpulse float64
	bias, mass, keep float64 // coefficients of the spring, in this substep
}

// compareContacts orders contacts between moving bodies before contacts with static colliders, then by bodies and
// pieces.
func compareContacts(x, y *Contact) int {
	if s, t := x.B.Body == NoBody, y.B.Body == NoBody; s != t {
		if t {
			return -1
		}
		return 1
	}
	return cmp.Or(
		cmp.Compare(x.A.Body, y.A.Body), cmp.Compare(x.B.Body, y.B.Body),
		cmp.Compare(x.A.Piece, y.A.Piece), cmp.Compare(x.B.Piece, y.B.Piece),
	)
}

// Gather collects the contacts of this step: first between moving bodies, then with platforms and static colliders. It
// keeps the previous step's list for its impulses and for the contacts of sleeping bodies.
func (r *Space) Gather() {
	r.Contacts, r.before = r.before[:0], r.Contacts
	r.prepareBoxes()
	for i := range r.before {
		c := &r.before[i]
		if !r.IsActive(c.A) && !r.IsActive(c.B) && !r.IsGone(c.A) && !r.IsGone(c.B) {
			r.Contacts = append(r.Contacts, *c)
		}
	}
	from := len(r.Contacts)
	r.gatherMoving()
	r.takePlatforms(from)
	r.gatherGround()
	r.Sorted, r.sortedBefore = r.sortedBefore[:0], r.Sorted
	for i := range r.Contacts {
		r.Sorted = append(r.Sorted, int32(i))
	}
	slices.SortFunc(r.Sorted, func(i, j int32) int { return compareContacts(&r.Contacts[i], &r.Contacts[j]) })
	r.warm()
}

// prepareBoxes computes how far each moving body can get in this step.
func (r *Space) prepareBoxes() {
	for i := range r.Bodies {
		b := &r.Bodies[i]
		b.UpdateBox()
		b.Reach, b.way, b.turn, b.met = b.Box, Vec{}, 0, false
		b.Driven = int32(i) == r.Grabbed || b.guided
		if !b.active() {
			continue
		}
		b.way = b.Velocity.Mul(r.dt)
		if b.Role == Dynamic {
			b.way = b.way.Add(r.Gravity.Mul(r.dt).Mul(r.dt).Mul(Substeps + 1).Mul(1.0 / (2 * Substeps)))
		}
		if b.Pull != (Vec{}) {
			b.way = b.way.MulAdd(b.Pull, float64(r.dt*r.dt*(Substeps+1)/(2*Substeps)))
		}
		b.turn = float64(b.arm * math.Abs(b.Spin) * r.dt)
		b.Reach = b.Box.Union(collision.AABB{Min: b.Box.Min.Add(b.way), Max: b.Box.Max.Add(b.way)}).Grow(reach + b.turn)
	}
}

// gatherMoving finds pairs of bodies by sweeping over their left sides.
func (r *Space) gatherMoving() {
	left := func(i int32) float64 { return r.Bodies[i].Reach.Min.X }
	for i := 1; i < len(r.Sweep); i++ { // insertion sort, because they are nearly sorted since the last step
		for j := i; j > 0; j-- {
			a, b := left(r.Sweep[j-1]), left(r.Sweep[j])
			if a < b || a == b && r.Sweep[j-1] < r.Sweep[j] {
				break
			}
			r.Sweep[j-1], r.Sweep[j] = r.Sweep[j], r.Sweep[j-1]
		}
	}
	for k, i := range r.Sweep {
		box := r.Bodies[i].Reach
		for _, j := range r.Sweep[k+1:] {
			if left(j) > box.Max.X {
				break
			}
			if box.Overlaps(r.Bodies[j].Reach) {
				r.gatherPair(min(i, j), max(i, j))
			}
		}
	}
}

// gatherPair adds the contacts between two bodies.
func (r *Space) gatherPair(i, j int32) {
	a, b := &r.Bodies[i], &r.Bodies[j]
	if !a.active() && !b.active() || !a.meets(b) || r.areParted(i, Owner(j)) {
		return
	}
	margin := r.marginOf(Target{Body: i}, Target{Body: j})
	if !a.Box.Grow(margin).Overlaps(b.Box) {
		return
	}
	for pa := range a.Shapes {
		for pb := range b.Shapes {
			r.gatherPieces(Target{i, int32(pa)}, Target{j, int32(pb)}, margin)
		}
	}
}

// marginOf returns how much nearer two targets can get to each other in the step, including pushes.
func (r *Space) marginOf(a, b Target) float64 {
	return r.wayOf(a).Dist(r.wayOf(b)) + r.turnOf(a) + r.turnOf(b) + 2*reach
}

// gatherPieces adds the contact between two pieces that are nearer than a margin.
func (r *Space) gatherPieces(a, b Target, margin float64) {
	m, hit, corner := r.collide(a, b, margin)
	if !hit {
		return
	}
	c := &r.candidate // kept to avoid an allocation
	*c = Contact{A: a, B: b, meets: true, Separation: -m.Depth(), corner: corner}
	if c.Separation > Slop {
		var t float64
		if t, c.meets = r.meetAt(a, b, c.Separation); c.meets && t > 0 && margin > 3*reach {
			r.meetLater(c, &m, t)
		}
	}
	if c.meets {
		r.Bodies[a.Body].met = true
		if b.Body != NoBody {
			r.Bodies[b.Body].met = true
		}
	}
	r.add(c, &m)
}

// collide returns the manifold of two pieces, without the points that cannot touch within the step.
func (r *Space) collide(a, b Target, margin float64) (m collision.Manifold, hit, corner bool) {
	sa, xa := r.PieceOf(a)
	sb, xb := r.PieceOf(b)
	if m, hit, corner = r.manifold(a, b, xa, xb, margin); !hit || corner {
		return m, hit, corner
	}
	least := -m.Depth()
	for i := m.Count - 1; i >= 0 && m.Count == 2; i-- {
		p := &m.Points[i]
		closing := r.VelocityOf(b, p.Point).Sub(r.VelocityOf(a, p.Point)).Dot(m.Normal)
		if p.Separation > least && p.Separation > max(least, 0)+reach+float64(2*r.dt*max(-closing, 0)) {
			m.Points[i], m.Count = m.Points[1-i], 1
		}
	}
	widen(&m, sa, *xa, sb, *xb, min(margin, max(least, 0)+reach))
	return m, hit, false
}

// meets reports whether two bodies can touch. If one is the character, it must be the receiver.
func (b *Body) meets(o *Body) bool {
	switch {
	case b.Trigger || o.Trigger || b.Gone || o.Gone, b.InvMass == 0 && o.InvMass == 0, !b.Filter.Accepts(o.Filter):
		return false
	case b.Role == Character:
		return o.Role == Dynamic // the character's controller handles platforms
	}
	return true
}

// gatherGround collects the contacts of bodies with static colliders, and puts the contacts with platforms back into
// the list. It drops contacts with the sides between pieces that form one surface.
func (r *Space) gatherGround() {
	platforms := r.platforms
	for i := 1; i < len(r.Bodies); i++ {
		b := &r.Bodies[i]
		from := len(r.Contacts)
		for len(platforms) > 0 && r.riderOf(&platforms[0]) == int32(i) {
			r.Contacts, platforms = append(r.Contacts, platforms[0]), platforms[1:]
		}
		if b.active() && b.Role == Dynamic {
			margin := r.marginOf(Target{Body: int32(i)}, Target{Body: NoBody})
			for _, f := range r.groundNear(int32(i), b.Reach) {
				for p := range b.Shapes {
					r.gatherPieces(Target{int32(i), int32(p)}, Target{NoBody, f}, margin)
				}
			}
		}
		r.Contacts = r.Contacts[:from+r.DropHidden(r.Contacts[from:])]
	}
}

// groundNear returns the ground pieces in a box that a body may touch, in order. The slice is valid until the next
// call.
func (r *Space) groundNear(i int32, box collision.AABB) []int32 {
	r.found = r.GroundIndex.Append(r.found[:0], box)
	slices.Sort(r.found)
	r.found = slices.DeleteFunc(r.found, func(f int32) bool {
		s := &r.Statics[r.Ground[f].Owner]
		return !r.Bodies[i].Filter.Accepts(s.Filter) || s.Gone || r.areParted(i, StaticOwner(r.Ground[f].Owner))
	})
	return r.found
}

// add appends a contact. If one of its sides is one-way and lets the other side pass, the contact is open. Open ones
// are left out unless the piece can continue the surface that a body is on: a fast body reaches several pieces in a
// step.
func (r *Space) add(c *Contact, m *collision.Manifold) {
	c.Normal, c.Count = m.Normal, m.Count
	for i := range m.Count {
		p := &c.Points[i]
		p.id, p.Separation = m.Points[i].ID, m.Points[i].Separation
		if !c.later {
			p.Point, p.atB = m.Points[i].Point, m.Points[i].Point
		}
	}
	if c.isOpen = !r.holds(c); c.isOpen {
		if c.B.Body == NoBody || r.riderOf(c) != NoBody {
			r.Contacts = append(r.Contacts, *c)
		}
		return
	}
	x, y := r.materialOf(c.A), r.materialOf(c.B)
	c.restitution = max(bounded(r.Restitution(x.Restitution, y.Restitution), maxNumber), 0)
	if r.Bodies[c.A.Body].Role != Character {
		c.friction = max(bounded(r.Friction(x.Friction, y.Friction), maxNumber), 0)
		c.rolling = float64(r.RollingResistance * (r.radiusOf(c.A) + r.radiusOf(c.B)))
	}
	if c.belt = bounded(x.Belt+y.Belt, maxNumber); c.belt != 0 && c.friction > 0 {
		r.Bodies[c.A.Body].Driven = true
		if c.B.Body != NoBody {
			r.Bodies[c.B.Body].Driven = true
		}
	}
	r.Contacts = append(r.Contacts, *c)
}

// onA returns the position of a contact's point on A's surface.
func (c *Contact) onA(i int) Vec {
	p := &c.Points[i]
	if c.later {
		return p.Point
	}
	return p.Point.MulAdd(c.Normal, float64(-p.Separation/2))
}

// onB returns the position of a contact's point on B's surface.
func (c *Contact) onB(i int) Vec {
	p := &c.Points[i]
	if c.later {
		return p.atB
	}
	return p.Point.MulAdd(c.Normal, float64(p.Separation/2))
}

// holds reports whether the one-way sides of a contact stop it. Each must face the other side, which must have been
// outside, or be about to enter.
func (r *Space) holds(c *Contact) bool {
	da, db := r.OneWayOf(c.A), r.OneWayOf(c.B)
	if da == (Vec{}) && db == (Vec{}) {
		return true
	}
	if da != (Vec{}) && !collision.IsSolidSide(da, c.Normal) ||
		db != (Vec{}) && !collision.IsSolidSide(db, c.Normal.Neg()) {
		return false
	}
	if r.wasInContact(c) {
		return true
	}
	at := c.Points[0].Point
	closing := r.VelocityOf(c.B, at).Sub(r.VelocityOf(c.A, at)).Dot(c.Normal)
	return c.Separation > -2*Slop || c.Separation > float64(closing*r.dt)-2*Slop && closing < 0
}

// DropHidden moves the contacts of one body that can really touch platforms and static pieces to the front of the list,
// and returns their number. A contact is hidden if another collider that the body touches covers its surface, or
// continues it: between two adjacent floors there are no walls and no corners.
func (r *Space) DropHidden(list []Contact) int {
	if len(list) == 0 || len(list) == 1 && !list[0].isOpen {
		return len(list)
	}
	slices.SortFunc(list, func(a, b Contact) int {
		p, q := r.riderOf(&a), r.riderOf(&b)
		if p != NoBody && q != NoBody {
			return compareContacts(&a, &b)
		}
		return cmp.Or(
			cmp.Compare(p, q), cmp.Compare(a.Separation, b.Separation), cmp.Compare(b.Count, a.Count),
			compareContacts(&a, &b),
		)
	})
	r.findSeams(list)
	kept := 0
	r.hiders = r.hiders[:0]
	for i := range list {
		c := &list[i]
		hidden := c.isOpen || r.surfaces[i].isSeam
		if r.riderOf(c) == NoBody {
			p := c.onB(0)
			if c.Count == 2 {
				p = p.Lerp(c.onB(1), 0.5)
			}
			hidden = hidden || !c.corner && r.hidden(p, c.Normal.Neg(), c.B)
			r.hiders = append(r.hiders, c.B)
		}
		if !hidden {
			list[kept] = *c
			kept++
		}
	}
	return kept
}

// hidden reports whether a static surface with outward normal n at p cannot be touched from outside, because one of the
// hiders covers it; the body is nearer to each of them. Above an edge, a hider must really cover the point, so that a
// floor counts up to the foot of a slope. At a vertex it is enough that the hider is nearer to the point above, as an
// adjacent floor is.
func (r *Space) hidden(p, n Vec, own Target) bool {
	above := p.MulAdd(n, probeHeight)
	least := probeHeight - probeSlop
	if shape, xf := r.PieceOf(own); onEdge(shape, xf, p, n) {
		least = -probeSlop
	}
	for _, other := range r.hiders {
		if other == own || other.Body != NoBody || r.OneWayOf(other) != (Vec{}) {
			continue
		}
		shape, xf := r.PieceOf(other)
		if _, d := shape.Closest(*xf, above); d >= least {
			continue
		}
		if on, d := shape.Closest(*xf, p); d < roundingSlop && !r.goesOn(own, p, on) {
			return true
		}
	}
	return false
}

// metSurface is a surface that a body touches in a contact.
type metSurface struct {
	of     Target
	normal Vec
	isSeam bool // the contact is with the inner side of a seam; normal then belongs to the surface over the seam
	base   int  // for a seam, the index of the surface that continues over it
}

// metSurfaces holds the surfaces that a body touches, one per contact.
type metSurfaces []metSurface

// findSeams records in r.surfaces which contacts of a body are with the side between two pieces that form one
// continuous surface. A fast body touches the sides of several pieces in a step; each continues the previous one.
func (r *Space) findSeams(list []Contact) {
	r.surfaces = r.surfaces[:0]
	for i := range list {
		of, _, normal := r.metBy(&list[i], 0)
		r.surfaces = append(r.surfaces, metSurface{of: of, normal: normal})
	}
	for again := true; again; {
		again = false
		for i := range list {
			if r.surfaces[i].isSeam || list[i].corner {
				continue
			}
			if s := r.surfaces.seamAt(r, &list[i], i); s.isSeam {
				r.surfaces[i], again = s, true
			}
		}
	}
}

// seamAt returns the surface over the seam at contact i: the surface of another touched piece that has nearly the same
// velocity and continues on this contact's piece. If there is no such surface, the result is not a seam.
func (s metSurfaces) seamAt(r *Space, c *Contact, i int) metSurface {
	for k, m := range s {
		if s.rootOf(k) == i {
			continue
		}
		for j := range c.Count {
			own, p, n := r.metBy(c, j)
			if way := r.OneWayOf(m.of); m.of == own || way != (Vec{}) && !collision.IsSolidSide(way, m.normal) {
				break
			}
			shape, xf := r.PieceOf(m.of)
			if _, d := shape.Closest(*xf, p); d > 2*collision.SeamMiss ||
				r.VelocityOf(m.of, p).Dist(r.VelocityOf(own, p)) > bodySkin {
				continue
			}
			if up := r.flush(own, p, n, m); up != (Vec{}) {
				return metSurface{r.lineAlong(own, up), up, true, k}
			}
		}
	}
	return metSurface{}
}

// rootOf returns the index of the surface from which a row of seams starts. That surface is never a seam, so that if
// two contacts could each be a seam of the other, one of them remains.
func (s metSurfaces) rootOf(i int) int {
	for s[i].isSeam {
		i = s[i].base
	}
	return i
}

// metBy returns the piece that a dynamic body touches in a contact, with the position and the normal of one of the
// contact's points on that piece.
func (r *Space) metBy(c *Contact, i int) (met Target, on, normal Vec) {
	if r.Bodies[c.A.Body].Role == Dynamic {
		return c.B, c.onB(i), c.Normal.Neg()
	}
	return c.A, c.onA(i), c.Normal
}

// flush returns the normal of the edge of m that a body touches, if that edge leads up to p on another piece, own, and
// own does not rise above the edge's line. In that case own, touched with normal n, cannot stop the body. Otherwise
// flush returns zero.
func (r *Space) flush(own Target, p, n Vec, m metSurface) Vec {
	a, xa := r.PieceOf(own)
	b, xb := r.PieceOf(m.of)
	if b.Len() == 1 {
		return Vec{}
	}
	for k := range b.Len() {
		up := xb.Q.Apply(b.Normal(k))
		along := up.Perp()
		back := n.Dot(along)
		if m.normal.Dot(up) < minFacing || n.Dot(up) > collision.SeamCosine || math.Abs(back) < 0.01 {
			continue
		}
		ends := edgeOf(b, xb, k, up)
		from, to := ends[0].Sub(p).Dot(along), ends[1].Sub(p).Dot(along)
		if back < 0 {
			from, to = -to, -from
		}
		if from > seamWidth || to <= seamWidth || !isBelow(a, xa, p, ends[0], up) {
			continue
		}
		return up
	}
	return Vec{}
}

// lineAlong returns the line of a chain that continues own at its upper end, if one of its normals is up. Otherwise it
// returns own.
func (r *Space) lineAlong(own Target, up Vec) Target {
	line, xf := r.PieceOf(own)
	up = xf.Q.ApplyInv(up)
	for e, end := range r.endsOf(own) {
		if end != (lineEnd{}) && line.Vertex(e).Sub(line.Vertex(1-e)).Dot(up) > 0 &&
			math.Abs(end.along.Dot(up)) < seamSlope*end.along.Len() {
			return Target{own.Body, end.next}
		}
	}
	return own
}

// isBelow reports whether a shape touched at p stays below a line with normal up, up to the tolerance within which
// surfaces count as one.
func isBelow(s *collision.Shape, xf *collision.Transform, p, line, up Vec) bool {
	if p.Sub(line).Dot(up) > seamWidth {
		return false
	}
	for i := range s.Len() {
		v := xf.Apply(s.Vertex(i))
		if v.Sub(line).Dot(up)+s.Radius() > seamWidth+float64(seamSlope*math.Abs(v.Sub(p).Cross(up))) {
			return false
		}
	}
	return true
}

// seamSlope is the sine of the largest angle between surfaces that count as one: see [collision.SeamCosine].
const seamSlope = 0.00894

// minFacing is the cosine of the largest angle between a contact normal and a surface that the body is on.
const minFacing = 0.7

// edgeOf returns the ends of the surface along an edge of a placed shape, offset by the radius along the edge's normal.
func edgeOf(s *collision.Shape, xf *collision.Transform, i int, normal Vec) [2]Vec {
	out := normal.Mul(s.Radius())
	return [2]Vec{xf.Apply(s.Vertex(i)).Add(out), xf.Apply(s.Vertex(i + 1)).Add(out)}
}

// riderOf returns the dynamic body that a contact has with a platform, or NoBody for another contact.
func (r *Space) riderOf(c *Contact) int32 {
	if c.B.Body == NoBody {
		return NoBody
	}
	switch a, b := r.Bodies[c.A.Body].Role, r.Bodies[c.B.Body].Role; {
	case a == Kinematic:
		return c.B.Body
	case a == Dynamic && b == Kinematic:
		return c.A.Body
	}
	return NoBody
}

// takePlatforms moves contacts with platforms, from an index on, to a list of their own, sorted by rider.
func (r *Space) takePlatforms(from int) {
	r.platforms = r.platforms[:0]
	for i := from; i < len(r.Contacts); i++ {
		c := &r.Contacts[i]
		switch {
		case r.riderOf(c) != NoBody:
			r.platforms = append(r.platforms, *c)
			continue
		case i > from:
			r.Contacts[from] = *c
		}
		from++
	}
	r.Contacts = r.Contacts[:from]
	slices.SortFunc(r.platforms, func(x, y Contact) int { return cmp.Compare(r.riderOf(&x), r.riderOf(&y)) })
}

// goesOn reports whether a surface that is covered at p continues beyond on, the nearest point of the covering surface.
// A wall that rises from the floor continues; the side at a floor's end does not. A body with a sharp tip that sinks
// into the floor by the slop touches the wall where the floor covers it.
func (r *Space) goesOn(own Target, p, on Vec) bool {
	out := on.Sub(p)
	l := out.Len()
	if l < roundingSlop || l > reach {
		return false
	}
	shape, xf := r.PieceOf(own)
	_, d := shape.Closest(*xf, on.MulAdd(out, float64(bodySkin/l)))
	return d < bodySkin/4
}

// onEdge reports whether n is the normal of one of a shape's edges and p is not at an end of that edge.
func onEdge(s *collision.Shape, xf *collision.Transform, p, n Vec) bool {
	n, p = xf.Q.ApplyInv(n), xf.ApplyInv(p)
	for i := range s.Len() {
		e := s.Normal(i)
		if s.Len() == 1 || n.Dot(e) < 0 || math.Abs(n.Cross(e)) > 1e-9 {
			continue
		}
		along := e.Perp()
		t := along.Dot(p)
		return t > along.Dot(s.Vertex(i))+roundingSlop && t < along.Dot(s.Vertex(i+1))-roundingSlop
	}
	return false
}

// seamWidth is the distance up to which surfaces count as one.
const seamWidth = collision.SeamMiss + roundingSlop

// warm copies the impulses of the previous step to the contacts that still exist.
func (r *Space) warm() {
	j := 0
	for _, i := range r.Sorted {
		c := &r.Contacts[i]
		for j < len(r.sortedBefore) && compareContacts(&r.before[r.sortedBefore[j]], c) < 0 {
			j++
		}
		if j == len(r.sortedBefore) {
			return
		}
		old := &r.before[r.sortedBefore[j]]
		if old.bounced || compareContacts(old, c) != 0 {
			continue
		}
		c.rollImpulse = old.rollImpulse
		for k := range c.Count {
			for m := range old.Count {
				if p, q := &c.Points[k], &old.Points[m]; p.id == q.id {
					p.NormalImpulse, p.TangentImpulse = q.NormalImpulse, q.TangentImpulse
				}
			}
		}
	}
}

// findContact returns the contact of the same pieces as c in a list whose indices are sorted, or nil.
func findContact(list []Contact, sorted []int32, c *Contact) *Contact {
	k, ok := slices.BinarySearchFunc(sorted, c, func(i int32, y *Contact) int { return compareContacts(&list[i], y) })
	if !ok {
		return nil
	}
	return &list[sorted[k]]
}

// wasInContact reports whether the same pieces were in contact in the previous step. It may only be called while
// contacts are gathered, when r.Sorted still has that step's order.
func (r *Space) wasInContact(c *Contact) bool { return findContact(r.before, r.Sorted, c) != nil }

// Contacts are gathered before the sides touch, so that the solver can stop a fast body on arrival. But a contact acts
// as a plane, which extends beyond the corner that it was made from, and a body that flies past the corner must not hit
// that plane. So a contact between separate pieces is solved only if the bodies' motion really brings them together.

// maxAdvances limits the iterations of the search for the time of contact.
const maxAdvances = 40

// meetAt reports whether two separate pieces will touch within the step, and the fraction of the step after which they
// do so; 0 if they only come very near.
//
// Without rotation this is a cast. With rotation it is conservative advancement (B. Mirtich and J. Canny,
// "Impulse-Based Simulation of Rigid Bodies", 1995) of both pieces: each iteration advances as far as the pieces are
// certain to stay apart along the line between their closest points.
func (r *Space) meetAt(a, b Target, separation float64) (t float64, meets bool) {
	way := r.wayOf(a).Sub(r.wayOf(b))
	turn := r.turnOf(a) + r.turnOf(b)
	if separation > way.Len()+turn+Slop {
		return 0, false
	}
	sa, xa := r.PieceOf(a)
	sb, xb := r.PieceOf(b)
	if turn <= Slop {
		hit, ok := collision.Cast(*sa, *xa, way, *sb, *xb)
		return hit.T, ok
	}
	d := collision.Distance(*sa, *xa, *sb, *xb)
	for range maxAdvances {
		bound := max(way.Dot(d.Normal), 0) + turn
		if t += (d.Distance - Slop/2) / bound; !(t < 1) {
			return 0, false
		}
		if d = collision.Distance(*sa, r.after(a, t), *sb, r.after(b, t)); d.Distance <= Slop {
			return t, true
		}
	}
	return t, true
}

// meetLater replaces the manifold with the manifold at the time when the pieces will touch: a fast body may arrive at
// a different side from the nearest one at the start of the step. The points are positions on both bodies, which come
// together at that time.
func (r *Space) meetLater(c *Contact, m *collision.Manifold, t float64) {
	sa, xa := r.PieceOf(c.A)
	sb, xb := r.PieceOf(c.B)
	ta, tb := r.after(c.A, t), r.after(c.B, t)
	margin := reach + float64((r.turnOf(c.A)+r.turnOf(c.B))*(1-t))
	met, hit, corner := r.manifold(c.A, c.B, &ta, &tb, margin)
	if !hit {
		return
	}
	if !corner {
		widen(&met, sa, ta, sb, tb, reach)
	}
	*m, c.later, c.corner = met, true, corner
	n := met.Normal
	for i := range m.Count {
		p := &c.Points[i]
		half := float64(m.Points[i].Separation / 2)
		onA, onB := m.Points[i].Point.MulAdd(n, -half), m.Points[i].Point.MulAdd(n, half)
		// The rounding of a shape does not rotate with it: see [contact.arms].
		p.Point = xa.Apply(ta.ApplyInv(onA.MulAdd(n, -sa.Radius()))).MulAdd(n, sa.Radius())
		p.atB = xb.Apply(tb.ApplyInv(onB.MulAdd(n, sb.Radius()))).MulAdd(n, -sb.Radius())
		m.Points[i].Separation = p.atB.Sub(p.Point).Dot(n)
	}
}

// wayOf returns the unobstructed movement of a target's body within the step, in pixels.
func (r *Space) wayOf(t Target) Vec {
	if t.Body == NoBody {
		return Vec{}
	}
	return r.Bodies[t.Body].way
}

// after returns the unobstructed pose of a target's frame after a fraction of the step.
func (r *Space) after(t Target, part float64) collision.Transform {
	_, xf := r.PieceOf(t)
	if t.Body == NoBody {
		return *xf
	}
	b := &r.Bodies[t.Body]
	if b.Asleep {
		return *xf
	}
	q := Turned(b.Rotation, float64(b.Spin*r.dt*part))
	return collision.Transform{P: b.Position.Add(r.wayOf(t).Mul(part)).Sub(q.Apply(b.Center)), Q: q}
}

// lineEnd is the continuation of a chain's line at one of its ends: the direction of the next line, in the frame of the
// collider and of any length, and that line's index. It is zero if there is none.
type lineEnd struct {
	along Vec
	next  int32
}

// chain holds the continuations of each piece of a body.
type chain struct{ ends [][2]lineEnd }

// straight is the sine of the largest angle at which two lines of a chain count as one.
const straight = 0.05

// connect links the lines among the pieces of one collider, whose indices start at first. It returns nil if there are
// no corners between lines.
func connect(shapes []collision.Shape, first int32) (ends [][2]lineEnd) {
	for i := range shapes {
		next := (i + 1) % len(shapes) // the first piece follows the last
		p, q := &shapes[i], &shapes[next]
		if p == q || p.Len() != 2 || q.Len() != 2 {
			continue
		}
		for e := range 2 {
			for o := range 2 {
				if p.Vertex(e) != q.Vertex(o) {
					continue
				}
				a, b := p.Vertex(1-e).Sub(p.Vertex(e)), q.Vertex(1-o).Sub(q.Vertex(o))
				if math.Abs(a.Unit().Cross(b.Unit())) > straight {
					if ends == nil {
						ends = make([][2]lineEnd, len(shapes))
					}
					ends[i][e] = lineEnd{b, first + int32(next)}
					ends[next][o] = lineEnd{a, first + int32(i)}
				}
			}
		}
	}
	return ends
}

// endsOf returns the continuations of a target, if it is a line of a chain.
func (r *Space) endsOf(t Target) (ends [2]lineEnd) {
	if t.Body == NoBody {
		return r.Ground[t.Piece].ends
	} else if chain := r.Bodies[t.Body].chain; chain != nil {
		return chain.ends[t.Piece]
	}
	return ends
}

// squareOff turns a contact between a shape and a line of a chain, near a corner that contains the shape, into a
// contact with the flat side of the line. In the corner of a room nothing is beyond the end of a line. But the tip of a
// sharp shape on the floor may sink slightly below the end of the wall, and the wall would then wedge itself above the
// tip.
func (r *Space) squareOff(m *collision.Manifold, shape *collision.Shape, xf *collision.Transform, line Target) bool {
	ends := r.endsOf(line)
	if ends == ([2]lineEnd{}) {
		return false
	}
	f, place := r.PieceOf(line)
	end := [2]Vec{place.Apply(f.Vertex(0)), place.Apply(f.Vertex(1))}
	k := 0
	if m.Points[0].Point.Dist(end[1]) < m.Points[0].Point.Dist(end[0]) {
		k = 1
	}
	on := ends[k].along
	if on == (Vec{}) || m.Points[0].Point.Dist(end[k]) > reach+math.Abs(m.Depth()) {
		return false
	}
	on = place.Q.Apply(on).Unit()
	along := end[1-k].Sub(end[k]).Unit()
	n := on.MulAdd(along, -on.Dot(along)).Unit().Neg()
	if m.Normal.Dot(n) > 1-1e-6 {
		return false
	}
	middle := middleOf(shape, *xf).Sub(end[k])
	// In the corner means that middle is a positive combination of both directions.
	if d := along.Cross(on); !(middle.Cross(on)/d > 0) || !(along.Cross(middle)/d > 0) {
		return false
	}
	least, at := math.Inf(1), 0
	for i := range shape.Len() {
		if d := end[k].Sub(xf.Apply(shape.Vertex(i))).Dot(n); d < least {
			least, at = d, i
		}
	}
	least -= shape.Radius() + f.Radius()
	p := xf.Apply(shape.Vertex(at)).MulAdd(n, shape.Radius()+float64(least/2))
	m.Normal, m.Count = n, 1
	m.Points[0] = collision.ManifoldPoint{
		Point: p, Separation: least,
		ID: collision.FeatureID(uint64(at)<<33 | uint64(k)<<1 | 1<<62),
	}
	return true
}

// middleOf returns the mean of a placed shape's vertices.
func middleOf(shape *collision.Shape, xf collision.Transform) (middle Vec) {
	for i := range shape.Len() {
		middle = middle.Add(xf.Apply(shape.Vertex(i)))
	}
	return middle.Mul(1 / float64(shape.Len()))
}

// manifold returns the manifold of two pieces from package collision, adjusted at corners of chains. It also reports
// whether the contact is in such a corner.
func (r *Space) manifold(
	a, b Target, xa, xb *collision.Transform, margin float64,
) (m collision.Manifold, hit, corner bool) {
	sa, _ := r.PieceOf(a)
	sb, _ := r.PieceOf(b)
	if m, hit = collision.Collide(*sa, *xa, *sb, *xb, margin); hit && b.Body == NoBody {
		corner = r.squareOff(&m, sa, xa, b)
	}
	return m, hit, corner
}

// widen adds a second point to a manifold of two vertices if a flat side next to one of the vertices also lies along
// the other shape. This happens when the rounded corner of a stone has passed the end of a floor, but the stone still
// rests on it. The manifold's normal becomes the normal of that side.
func widen(
	m *collision.Manifold, a *collision.Shape, xa collision.Transform, b *collision.Shape, xb collision.Transform,
	margin float64,
) {
	id := m.Points[0].ID
	if m.Count != 1 || id.A().Edge || id.B().Edge {
		return
	}
	i, j := id.A().Index, id.B().Index
	n, apart, k, ok := flatBeside(m.Normal, a, xa, b, xb, i, margin)
	v, name := xa.Apply(a.Vertex(k)).MulAdd(n, a.Radius()+float64(apart/2)), uint64(k)<<33|1<<31
	if !ok {
		n, apart, k, ok = flatBeside(m.Normal.Neg(), b, xb, a, xa, j, margin)
		v, name = xb.Apply(b.Vertex(k)).MulAdd(n, b.Radius()+float64(apart/2)), uint64(k)<<1|1<<63
		n = n.Neg()
	}
	if !ok {
		return
	}
	m.Normal, m.Count = n, 2
	m.Points[0].Separation = xb.Apply(b.Vertex(j)).Sub(xa.Apply(a.Vertex(i))).Dot(n) - a.Radius() - b.Radius()
	m.Points[1] = collision.ManifoldPoint{Point: v, Separation: apart, ID: collision.FeatureID(name)}
}

// flatBeside finds a vertex of s, next to vertex i, from which the nearest point of o is in nearly the direction n. It
// returns the exact direction, the distance between the surfaces, and the vertex.
func flatBeside(
	n Vec, s *collision.Shape, xs collision.Transform, o *collision.Shape, xo collision.Transform, i int,
	margin float64,
) (dir Vec, apart float64, vertex int, ok bool) {
	if s.Len() < 2 {
		return Vec{}, 0, 0, false
	}
	apart = margin
	for _, k := range [2]int{(i + s.Len() - 1) % s.Len(), (i + 1) % s.Len()} {
		v := xs.Apply(s.Vertex(k))
		on, d := o.Closest(xo, v)
		if to := on.Sub(v); d > 0 && d-s.Radius() < apart && to.Dot(n) >= parallel*d {
			dir, apart, vertex, ok = to.Mul(1/d), d-s.Radius(), k, true
		}
	}
	return dir, apart, vertex, ok
}

// parallel is the smallest cosine between a manifold's normal and the direction of a second contact point.
const parallel = 0.995
