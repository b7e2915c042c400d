package play

import (
	"cmp"
	"math"
	"slices"

	"fillet/collision"
)

// Constants of the solver. Contacts are overdamped springs: stiff enough for a pile, without the energy that pushing
// overlaps apart would add.
const (
	parts         = 8
	partTime      = stepTime / parts
	contactHertz  = 120.0
	contactRatio  = 10.0 // damping ratio
	pushSpeed     = 120.0
	maxBodySpeed  = 6000.0
	maxTurn       = math.Pi / parts // per substep: half a turn per step, which the solver can still track
	grabHertz     = 5.0
	correctRounds = 4
	// The overlaps that impulses may leave to the position correction. In a pile, the weight above presses bodies
	// deeper into each other than into static colliders, and correcting that would make the pile jitter.
	deepestFixed  = 2 * Slop
	deepestMoving = 0.3
)

// soft holds the solver's coefficients for a spring.
type soft struct{ bias, mass, impulse float64 }

// newSoft returns a spring with a frequency and a damping ratio, for one substep.
func newSoft(hertz, ratio float64) soft {
	omega := float64(2 * math.Pi * hertz)
	a1 := float64(2*ratio) + float64(partTime*omega)
	a2 := float64(partTime * omega * a1)
	a3 := 1 / (1 + a2)
	return soft{omega / a1, float64(a2 * a3), a3}
}

// solve moves the bodies by one step. In each substep it calls force, which changes velocities. At the end, before
// overlaps are corrected, it calls arrive, which moves the platforms.
func (r *space) solve(force, arrive func()) {
	r.prepare()
	joints(r.joints).prepare(r)
	moving, resting := newSoft(contactHertz, contactRatio), newSoft(2*contactHertz, contactRatio)
	spin := maxTurn / partTime
	if r.maxSpin > 0 {
		spin = min(spin, r.maxSpin)
	}
	for range parts {
		r.accelerate()
		force()
		r.pull()
		r.noteApproach()
		joints(r.joints).warm(r)
		for _, i := range r.order {
			c := &r.contacts[i]
			a, b := r.sides(c)
			c.applyWarm(a, b)
		}
		joints(r.joints).solve(r, true)
		for _, i := range r.order {
			c := &r.contacts[i]
			if a, b := r.sides(c); a.invM == 0 || b.invM == 0 {
				c.solve(a, b, &resting)
			} else {
				c.solve(a, b, &moving)
			}
		}
		for i := range r.bodies {
			r.bodies[i].advance(spin)
		}
		joints(r.joints).solve(r, false)
		for _, i := range r.order {
			c := &r.contacts[i]
			a, b := r.sides(c)
			c.solve(a, b, nil)
		}
		for _, i := range r.order {
			c := &r.contacts[i]
			a, b := r.sides(c)
			r.bounce(c, a, b)
			sum := 0.0
			for k := range c.count {
				sum += c.points[k].normal
			}
			c.impulse += sum
		}
	}
	r.keepEnergy()
	for i := range r.bodies {
		if b := &r.bodies[i]; b.role == dynamic && !b.asleep {
			b.limit(spin) // this speed predicts the next contacts
			b.place()
		}
	}
	r.stopFast()
	arrive()
	r.correct()
	r.holdPushed()
	for i := range r.bodies {
		r.bodies[i].updateBox()
	}
}

// prepare computes what is constant during the step, and sorts the contacts for solving, the deepest first. Contacts
// that do not meet go to a separate list, for the correction at the end.
func (r *space) prepare() {
	r.order, r.apart = r.order[:0], r.apart[:0]
	for i := range r.bodies {
		b := &r.bodies[i]
		b.dp, b.dq, b.pushed, b.lifted = Vec{}, collision.Rot{C: 1}, 0, 0
		b.energy = r.energyOf(b)
	}
	for _, i := range r.sorted {
		c := &r.contacts[i]
		c.impulse = 0
		if !r.isActive(c.a) && !r.isActive(c.b) {
			continue
		}
		if c.meets {
			r.order = append(r.order, i)
		} else {
			r.apart = append(r.apart, i)
		}
		a, b := r.sides(c)
		sa, _ := r.piece(c.a)
		sb, _ := r.piece(c.b)
		c.prepare(a, b, sa.Radius(), sb.Radius())
	}
	slices.SortStableFunc(r.order, func(i, j int32) int {
		return cmp.Compare(r.contacts[i].separation, r.contacts[j].separation)
	})
}

func (c *contact) prepare(a, b *body, radiusA, radiusB float64) {
	t := c.n.Perp()
	c.radiusA, c.radiusB = radiusA, radiusB
	for i := range c.count {
		p := &c.points[i]
		p.ra, p.rb = p.at.Sub(a.p), p.atB.Sub(b.p)
		p.base = p.separation - p.rb.Sub(p.ra).Dot(c.n)
		p.massN = effectiveMass(a, b, p.ra.Cross(c.n), p.rb.Cross(c.n))
		p.massT = effectiveMass(a, b, p.ra.Cross(t), p.rb.Cross(t))
		p.strongest = 0
	}
	c.block = c.count == 2 && c.invert(a, b)
}

// invert computes the inverse of the matrix that maps impulses at both points to changes of velocity there. It returns
// false if the points are too close to be solved together.
func (c *contact) invert(a, b *body) bool {
	p, q := &c.points[0], &c.points[1]
	pa, pb, qa, qb := p.ra.Cross(c.n), p.rb.Cross(c.n), q.ra.Cross(c.n), q.rb.Cross(c.n)
	m := a.invM + b.invM
	k11 := m + float64(a.invI*pa*pa) + float64(b.invI*pb*pb)
	k22 := m + float64(a.invI*qa*qa) + float64(b.invI*qb*qb)
	k12 := m + float64(a.invI*pa*qa) + float64(b.invI*pb*qb)
	det := float64(k11*k22) - float64(k12*k12)
	if det < 1e-3*k11*k22 {
		return false
	}
	c.inverse = [3]float64{k22 / det, -k12 / det, k11 / det}
	return true
}

// arms returns the offsets from the centres of mass to a contact point after the bodies have turned. The rounding of a
// shape does not turn with it, so that a rolling ball does not rise.
func (c *contact) arms(a, b *body, p *contactPoint) (ra, rb Vec) {
	ra = a.dq.Apply(p.ra.MulAdd(c.n, -c.radiusA)).MulAdd(c.n, c.radiusA)
	rb = b.dq.Apply(p.rb.MulAdd(c.n, c.radiusB)).MulAdd(c.n, -c.radiusB)
	return ra, rb
}

func effectiveMass(a, b *body, ra, rb float64) float64 {
	k := a.invM + b.invM + float64(a.invI*ra*ra) + float64(b.invI*rb*rb)
	if k > 0 {
		return 1 / k
	}
	return 0
}

// accelerate applies gravity and damping.
func (r *space) accelerate() {
	g := r.gravity.Mul(partTime)
	keep, keepSpin := 1/(1+float64(r.damping*partTime)), 1/(1+float64(r.spinDamping*partTime))
	r.bodies[0].v = r.bodies[0].v.MulAdd(r.weight, partTime)
	for i := range r.bodies {
		b := &r.bodies[i]
		if b.role != dynamic || b.asleep {
			continue
		}
		b.v = b.v.Add(g)
		if b.pull != (Vec{}) {
			b.v = b.v.MulAdd(b.pull, partTime)
		}
		if keep != 1 {
			b.v = b.v.Mul(keep)
		}
		if keepSpin != 1 {
			b.w = float64(b.w * keepSpin)
		}
	}
}

// advance moves a body by one substep.
func (b *body) advance(maxSpin float64) {
	if b.asleep || b.trigger {
		return
	}
	if b.role == dynamic {
		b.limit(maxSpin)
	}
	d := b.v.Mul(partTime)
	b.dp = b.dp.Add(d)
	b.dq = turned(b.dq, float64(b.w*partTime))
	if b.role == dynamic {
		b.p = b.p.Add(d)
		b.q = turned(b.q, float64(b.w*partTime))
		if b.wet {
			b.lifted += math.Abs(b.lift.Dot(d)) + math.Abs(float64(b.liftArm.Cross(b.lift)*b.w*partTime))
		}
	}
}

// limit caps the body's speed and spin so that the solver can track it.
func (b *body) limit(maxSpin float64) {
	if s := b.v.Len(); s > maxBodySpeed {
		b.v = b.v.Mul(maxBodySpeed / s)
	}
	b.w = min(max(b.w, -maxSpin), maxSpin)
}

// turned returns q turned by an angle, exact to third order.
func turned(q collision.Rot, angle float64) collision.Rot {
	if angle == 0 {
		return q
	}
	h := float64(angle / 2)
	c, s := 1-float64(h*h), float64(2*h)
	q = collision.Rot{C: float64(c*q.C) - float64(s*q.S), S: float64(c*q.S) + float64(s*q.C)}
	l := 1 / math.Sqrt(float64(q.C*q.C)+float64(q.S*q.S))
	return collision.Rot{C: float64(q.C * l), S: float64(q.S * l)}
}

// push applies an impulse to both sides of a contact.
func push(a, b *body, impulse, ra, rb Vec) {
	a.v = a.v.MulAdd(impulse, -a.invM)
	a.w -= float64(a.invI * ra.Cross(impulse))
	b.v = b.v.MulAdd(impulse, b.invM)
	b.w += float64(b.invI * rb.Cross(impulse))
}

func (c *contact) applyWarm(a, b *body) {
	t := c.n.Perp()
	for i := range c.count {
		p := &c.points[i]
		ra, rb := c.arms(a, b, p)
		if c.restitution == 0 {
			push(a, b, c.n.Mul(p.normal).MulAdd(t, p.tangent), ra, rb)
			continue
		}
		c.press(a, b, p.normal, ra, rb)
		push(a, b, t.Mul(p.tangent), ra, rb)
	}
	a.w -= float64(a.invI * c.rollImpulse)
	b.w += float64(b.invI * c.rollImpulse)
}

// solve changes the velocities so that the sides get no nearer than allowed. It pushes overlaps apart as spring
// determines, or not at all if spring is nil.
func (c *contact) solve(a, b *body, spring *soft) {
	moved := b.dp.Sub(a.dp)
	var ra, rb [2]Vec
	var want [2]float64 // the impulse for each point, before the part that it keeps
	for i := range c.count {
		p := &c.points[i]
		ra[i], rb[i] = c.arms(a, b, p)
		s := p.base + moved.Add(rb[i]).Sub(ra[i]).Dot(c.n)
		bias, mass, keep := 0.0, 1.0, 0.0
		if s > 0 {
			bias = s / partTime
		} else if spring != nil {
			bias = max(spring.bias*min(s+Slop, 0), -pushSpeed)
			mass, keep = spring.mass, spring.impulse
		}
		p.bias, p.mass, p.keep = bias, mass, keep
		want[i] = float64(-mass * (relative(a, b, ra[i], rb[i]).Dot(c.n) + bias))
	}
	if !c.block || !c.solveBoth(a, b, &ra, &rb, &want) {
		for i := range c.count {
			p := &c.points[i]
			v := relative(a, b, ra[i], rb[i]).Dot(c.n)
			c.apply(a, b, p, float64(-p.massN*p.mass*(v+p.bias))-float64(p.keep*p.normal), ra[i], rb[i])
		}
	}
	total := 0.0
	for i := range c.count {
		total += c.points[i].normal
	}
	if c.friction > 0 {
		t := c.n.Perp()
		for i := range c.count {
			p := &c.points[i]
			j := float64(-p.massT * (relative(a, b, ra[i], rb[i]).Dot(t) - c.belt))
			limit := float64(c.friction * p.normal)
			now := min(max(p.tangent+j, -limit), limit)
			j, p.tangent = now-p.tangent, now
			push(a, b, t.Mul(j), ra[i], rb[i])
		}
	}
	if k := a.invI + b.invI; c.rolling > 0 && k > 0 {
		limit := float64(c.rolling * total)
		now := min(max(c.rollImpulse-(b.w-a.w)/k, -limit), limit)
		j := now - c.rollImpulse
		c.rollImpulse = now
		a.w -= float64(a.invI * j)
		b.w += float64(b.invI * j)
	}
}

// apply adds an impulse along the normal, limited so that the accumulated impulse only pushes.
func (c *contact) apply(a, b *body, p *contactPoint, j float64, ra, rb Vec) {
	now := max(p.normal+j, 0)
	j, p.normal = now-p.normal, now
	p.strongest = max(p.strongest, now)
	c.press(a, b, j, ra, rb)
}

// press applies an impulse along the normal. For contacts that may bounce, it also records the energy absorbed.
func (c *contact) press(a, b *body, j float64, ra, rb Vec) {
	if c.restitution == 0 {
		push(a, b, c.n.Mul(j), ra, rb)
		return
	}
	before := relative(a, b, ra, rb).Dot(c.n)
	push(a, b, c.n.Mul(j), ra, rb)
	c.taken -= float64(j * (before + relative(a, b, ra, rb).Dot(c.n)) / 2)
}

// solveBoth solves the two points of a contact together, so that the first one does not tilt a flat box. It returns
// false if one of them would have to pull.
func (c *contact) solveBoth(a, b *body, ra, rb *[2]Vec, want *[2]float64) bool {
	p, q := &c.points[0], &c.points[1]
	jp := float64(c.inverse[0]*want[0]) + float64(c.inverse[1]*want[1]) - float64(p.keep*p.normal)
	jq := float64(c.inverse[1]*want[0]) + float64(c.inverse[2]*want[1]) - float64(q.keep*q.normal)
	if p.normal+jp < 0 || q.normal+jq < 0 {
		return false
	}
	c.apply(a, b, p, jp, ra[0], rb[0])
	c.apply(a, b, q, jq, ra[1], rb[1])
	return true
}

// relative returns the velocity of B's point relative to A's.
func relative(a, b *body, ra, rb Vec) Vec {
	return b.v.Add(rb.Perp().Mul(b.w)).Sub(a.v).Sub(ra.Perp().Mul(a.w))
}

// noteApproach records how fast contacts that may bounce approach, at the start of a substep.
func (r *space) noteApproach() {
	for _, i := range r.order {
		c := &r.contacts[i]
		if c.restitution == 0 {
			continue
		}
		if c.bounced {
			for k := range c.count {
				c.points[k].normal, c.points[k].tangent = 0, 0
			}
		}
		c.taken, c.bounced = 0, false
		a, b := r.sides(c)
		moved := b.dp.Sub(a.dp)
		for k := range c.count {
			p := &c.points[k]
			ra, rb := c.arms(a, b, p)
			p.closing = relative(a, b, ra, rb).Dot(c.n)
			p.gap = p.base + moved.Add(rb).Sub(ra).Dot(c.n)
		}
	}
}

// bounce returns the energy absorbed by stopping a fast enough impact, scaled by restitution (W. J. Stronge, "Rigid
// body collisions with friction", 1990), through impulses in proportion to the impulses that stopped it. It compensates
// for gravity on the way to the point of contact, and for velocities that are half a substep ahead right after gravity
// is applied, and half a substep behind at the end of the substep.
func (r *space) bounce(c *contact, a, b *body) {
	if c.restitution == 0 {
		return
	}
	var ra, rb [2]Vec
	var impulse, came, gap, now, v, turnA, turnB float64 // all but the first two are weighted by the impulses
	for i := range c.count {
		p := &c.points[i]
		ra[i], rb[i] = c.arms(a, b, p)
		impulse += p.normal
		came += float64(p.normal * p.closing)
		gap += float64(p.normal * p.gap)
		now += float64(p.normal * (p.base + b.dp.Sub(a.dp).Add(rb[i]).Sub(ra[i]).Dot(c.n)))
		v += float64(p.normal * relative(a, b, ra[i], rb[i]).Dot(c.n))
		turnA += float64(p.normal * ra[i].Cross(c.n))
		turnB += float64(p.normal * rb[i].Cross(c.n))
	}
	if !(impulse > 0) || came > float64(-r.bounceSpeed*impulse) || came == 0 {
		return
	}
	// How much v would change if the same impulses were applied again.
	change := float64((a.invM+b.invM)*impulse*impulse) + float64(a.invI*turnA*turnA) + float64(b.invI*turnB*turnB)
	pull := r.pulled(b).Sub(r.pulled(a)).Dot(c.n)
	if a.invM > 0 && b.invM > 0 && a.role == b.role {
		pull = 0 // gravity accelerates both in the same way
	}
	ahead := float64(pull * partTime / 2)
	in := came/impulse - ahead
	arrived := max(float64(in*in)-float64(2*pull*max(gap, 0)/impulse), 0)
	e := min(c.restitution, 1)
	took, give := float64(2*change*max(c.taken, 0)), 0.0
	if square := float64(v * v); v > 0 {
		give = square
	} else { // they still approach, and are stopped now
		took += square
	}
	give += float64(float64(e*e*took) * arrived * float64(impulse*impulse) / float64(came*came))
	out := math.Sqrt(max(give/float64(impulse*impulse)+float64(2*pull*now/impulse), 0)) - ahead
	if times := (float64(out*impulse) - v) / change; times > 0 {
		for i := range c.count {
			p := &c.points[i]
			c.apply(a, b, p, float64(times*p.normal), ra[i], rb[i])
		}
		c.bounced = true
	}
}

// keepEnergy slows down bodies that have gained more energy in this step than gravity and other sources have added. It
// compares sums over groups of touching or joined bodies. Such gains occur because a small body turns far within a
// substep after a fast impact, so that the solver's contact points do not match its pose. Bodies that swing on joints
// without touching anything gain and lose energy in turn, because each step has a small error; they may regain what
// they have lost.
func (r *space) keepEnergy() {
	clear(r.energies)
	for i := range r.bodies {
		b := &r.bodies[i]
		if b.role != dynamic || b.asleep {
			continue
		}
		e := &r.energies[r.rootOf(int32(i))]
		e.had += b.energy + float64(b.mass*r.pulled(b).Dot(b.dp)) + b.lifted
		e.has += r.energyOf(b)
		e.lost += b.lost
		e.driven = e.driven || b.driven
		e.swings = e.swings || b.jointed
	}
	if len(r.joints) > 0 {
		for i := range r.joints {
			if j := &r.joints[i]; !j.sleeping {
				of := j.b
				if !r.isMovable(of) {
					of = j.a
				}
				r.energies[r.rootOf(of)].had += j.given(r)
			}
		}
		for _, i := range r.order {
			if c := &r.contacts[i]; c.points[0].strongest > 0 || c.count == 2 && c.points[1].strongest > 0 {
				for _, k := range [2]int32{c.a.body, c.b.body} {
					if k != noBody {
						r.energies[r.rootOf(k)].swings = false
					}
				}
			}
		}
	}
	for i := range r.bodies {
		b := &r.bodies[i]
		if b.role != dynamic || b.asleep {
			continue
		}
		root := r.rootOf(int32(i))
		e := &r.energies[root]
		if b.lost = 0; e.swings && !e.driven {
			if e.had += e.lost; root == int32(i) {
				b.lost = max(e.had-e.has, 0)
			}
			e.lost = 0
		}
		if !e.driven && e.has > 0 && e.has > e.had*(1+1e-9) {
			keep := math.Sqrt(max(e.had, 0) / e.has)
			b.v, b.w = b.v.Mul(keep), float64(b.w*keep)
		}
	}
}

// slow removes the kinetic energy by from a body with the kinetic energy has.
func (b *body) slow(by, has float64) {
	if by <= 0 || has <= 0 || b.driven {
		return
	}
	keep := math.Sqrt(max(has-by, 0) / has)
	b.v, b.w = b.v.Mul(keep), float64(b.w*keep)
}

// energies holds the energy of touching bodies at the start of a step, with the energy added since then, and at the end
// of the step.
type energies struct {
	had, has float64
	lost     float64 // energy lost in earlier steps, which may be regained
	driven   bool    // something adds energy to them
	swings   bool    // a joint is attached to some of them, and they touch nothing
}

// energyOf returns the kinetic energy of a dynamic body. It advances the velocity by half a substep, because the
// velocity of a falling body lags by that much.
func (r *space) energyOf(b *body) float64 {
	if b.role != dynamic || b.asleep || b.invM == 0 {
		return 0
	}
	v := b.v.MulAdd(r.pulled(b), float64(partTime/2))
	return float64(b.mass*v.Dot(v)/2) + float64(b.w*b.w/b.invI/2)
}

// pulled returns a body's acceleration by gravity and its constant force.
func (r *space) pulled(b *body) Vec {
	if b.role != dynamic || b.asleep {
		return Vec{}
	}
	return r.gravity.Add(b.pull)
}

// pull draws the held body to the pointer, like a damped spring of limited strength.
func (r *space) pull() {
	if r.grabbed <= 0 {
		return
	}
	b := &r.bodies[r.grabbed]
	spring := newSoft(grabHertz, 1)
	arm := b.q.Apply(r.grabAt)
	off := b.p.Add(arm).Sub(r.grabTo)
	k := Vec{X: b.invM + float64(b.invI*arm.Y*arm.Y), Y: b.invM + float64(b.invI*arm.X*arm.X)}
	v := b.v.Add(arm.Perp().Mul(b.w)).MulAdd(off, spring.bias)
	j := Vec{X: -v.X / k.X, Y: -v.Y / k.Y}.Mul(spring.mass)
	if l, limit := j.Len(), float64(60*b.mass*r.strength*partTime); l > limit {
		j = j.Mul(limit / l)
	}
	r.pulling = j.Mul(1 / partTime)
	b.v = b.v.MulAdd(j, b.invM)
	b.w += float64(b.invI * arm.Cross(j))
	b.w = float64(b.w * (1 - 4*partTime))
}

// stopFast casts the bodies that moved far, and stops them at what they hit. Contacts do not suffice if many bodies
// push, and a body that bounces may arrive where no contact was gathered. A body that moved as predicted and meets
// nothing is not cast.
func (r *space) stopFast() {
	for i := 1; i < len(r.bodies); i++ {
		b := &r.bodies[i]
		if b.role != dynamic || b.asleep {
			continue
		}
		near, turn := min(reach, float64(b.inner/2)), b.swing()
		if b.dp.Len()+turn <= near || !b.met && b.dp.Dist(b.way)+math.Abs(turn-b.turn) <= near {
			continue
		}
		from := b.before()
		motion := collision.Motion{Move: b.dp, Pivot: b.center}
		if turn > bodySkin {
			motion.Turn = b.dq.Angle()
		}
		if t := r.castBody(int32(i), from, motion); t < 1 {
			b.slow(float64(b.mass*r.pulled(b).Dot(b.dp)*(1-t)), r.energyOf(b)) // gravity did not pull it the whole way
			b.p = b.p.MulAdd(b.dp, t-1)
			b.dp = b.dp.Mul(t)
			if motion.Turn != 0 {
				b.dq = collision.NewRot(float64(motion.Turn * t))
				b.q = from.Q.Mul(b.dq)
			}
			b.place()
		}
		r.gatherAgain(int32(i))
	}
}

// gatherAgain adds contacts with the static colliders near a body that did not move as predicted, for the correction at
// the end of the step.
func (r *space) gatherAgain(i int32) {
	b := &r.bodies[i]
	b.updateBox()
	from := len(r.contacts)
	r.found = r.groundIndex.Append(r.found[:0], b.box.Grow(reach))
	slices.Sort(r.found)
	for _, f := range r.found {
		s := &r.statics[r.ground[f].owner]
		if r.ground[f].facing != (Vec{}) || !b.filter.Accepts(s.filter) || s.gone ||
			r.areParted(i, ownerOfStatic(r.ground[f].owner)) {
			continue
		}
		for p := range b.shapes {
			c := contact{a: target{i, int32(p)}, b: target{noBody, f}}
			if m, near, corner := r.collide(c.a, c.b, reach); near {
				c.n, c.count, c.separation, c.corner = m.Normal, m.Count, -m.Depth(), corner
				for k := range m.Count {
					c.points[k].at, c.points[k].separation = m.Points[k].Point, m.Points[k].Separation
				}
				r.contacts = append(r.contacts, c)
			}
		}
	}
	kept := from
	for k := range r.dropHidden(r.contacts[from:]) {
		c := &r.contacts[from+k]
		if _, known := slices.BinarySearchFunc(r.sorted, c, func(j int32, y *contact) int {
			return compareContacts(&r.contacts[j], y)
		}); known {
			continue
		}
		c.separation = 0 // unknown at the start of the step, so it is measured later
		r.contacts[kept] = *c
		r.apart = append(r.apart, int32(kept))
		kept++
	}
	r.contacts = r.contacts[:kept]
}

// swing bounds how far the body's rotation in this step has moved its points, not counting their radii.
func (b *body) swing() float64 {
	if b.dq.C > 0.5 {
		return float64(b.arm * math.Abs(b.dq.S))
	}
	return float64(2 * b.arm)
}

// before returns the pose of the body's frame at the start of the step.
func (b *body) before() collision.Transform {
	q := b.q.Mul(b.dq.Inv())
	return collision.Transform{P: b.p.Sub(b.dp).Sub(q.Apply(b.center)), Q: q}
}

// castBody returns the fraction of a motion that a body can complete before it hits something. It casts the body's
// cores, so that a body that slides over adjacent floors does not hit their sides.
func (r *space) castBody(i int32, from collision.Transform, motion collision.Motion) float64 {
	b := &r.bodies[i]
	swept := collision.EmptyAABB()
	for p := range b.shapes {
		swept = swept.Union(b.shapes[p].Bounds(from))
	}
	swept = swept.Union(collision.AABB{Min: swept.Min.Add(motion.Move), Max: swept.Max.Add(motion.Move)})
	if motion.Turn != 0 {
		swept = swept.Grow(float64(b.arm * math.Abs(motion.Turn)))
	}
	first := 1.0
	try := func(t target) {
		shape, place := r.piece(t)
		xf, motion := *place, motion
		loose := t.body != noBody && r.bodies[t.body].role == dynamic
		if t.body != noBody { // cast relative to the target's motion, from its old pose
			o := &r.bodies[t.body]
			motion.Move = motion.Move.Sub(o.dp)
			if loose {
				xf = o.before()
			} else { // a platform, which is still in its old pose
				arm := from.Apply(b.center).Sub(o.p)
				motion.Move = motion.Move.Sub(o.dq.Apply(arm).Sub(arm))
			}
		}
		dir := r.oneWayOf(t)
		for p := range b.cores {
			var hit collision.Hit
			var ok bool
			if motion.Turn == 0 {
				hit, ok = collision.Cast(b.cores[p], from, motion.Move, *shape, xf)
				ok = ok && hit.Normal.Dot(motion.Move) < 0
			} else {
				hit, ok = collision.CastMotion(b.cores[p], from, motion, *shape, xf)
			}
			if loose && float64(hit.T*motion.Move.Len()) <= reach {
				continue // they were near from the start, so their contact handles them
			}
			if hit.T == 0 && t.body != noBody || hit.T == 0 && hit.Normal.Dot(motion.Move) >= 0 {
				continue // it starts inside the target, but does not move further into a static collider
			}
			if !ok || hit.T >= first || dir != (Vec{}) && !collision.IsSolidSide(dir, hit.Normal) {
				continue
			}
			first = hit.T
		}
	}
	r.found = r.groundIndex.Append(r.found[:0], swept)
	for _, f := range r.found {
		if s := &r.statics[r.ground[f].owner]; b.filter.Accepts(s.filter) && !s.gone &&
			!r.areParted(i, ownerOfStatic(r.ground[f].owner)) {
			try(target{noBody, f})
		}
	}
	for j := 1; j < len(r.bodies); j++ {
		o := &r.bodies[j]
		if j == int(i) || !o.reach.Overlaps(swept) || !isCastAgainst(b, o) || r.areParted(i, owner(j)) {
			continue
		}
		for p := range o.shapes {
			try(target{int32(j), int32(p)})
		}
	}
	if first < 1 {
		first = max(0, first-bodySkin/(motion.Move.Len()+float64(b.arm*math.Abs(motion.Turn))))
	}
	return first
}

// isCastAgainst reports whether a body can stop a cast body. Bodies connected by joints cannot stop each other:
// stopping a link where it hits would tear it from its chain.
func isCastAgainst(b, o *body) bool {
	return !o.trigger && !o.gone && (b.net == 0 || b.net != o.net) && b.filter.Accepts(o.filter)
}

// correct pushes remaining overlaps apart, the deepest first, and measures each again before it is corrected. Static
// colliders come last, because they must not give way.
func (r *space) correct() {
	for range correctRounds {
		r.findDeep(false)
		if len(r.deep) == 0 {
			return
		}
		for _, static := range [2]bool{false, true} {
			for _, d := range r.deep {
				if c := &r.contacts[d.contact]; static == (c.b.body == noBody) {
					r.pushApart(c)
				}
			}
		}
	}
	r.findDeep(true)
	for _, d := range r.deep {
		r.pushApart(&r.contacts[d.contact])
	}
	for _, d := range r.deep { // pushed out of one collider, a body may have entered another
		for _, list := range [2][]int32{r.order, r.apart} {
			for _, i := range list {
				if c := &r.contacts[i]; c.b.body == noBody && c.a.body == r.contacts[d.contact].a.body {
					r.holdMiddle(c.a, c.b)
				}
			}
		}
	}
}

// holdPushed checks bodies against static colliders if other bodies have pushed them farther than the distance in which
// contacts were gathered.
func (r *space) holdPushed() {
	for i := 1; i < len(r.bodies); i++ {
		b := &r.bodies[i]
		if b.role != dynamic || b.pushed <= reach {
			continue
		}
		b.updateBox()
		for _, f := range r.groundNear(int32(i), b.box.Grow(b.dp.Len()+b.swing())) {
			for p := range b.shapes {
				r.holdMiddle(target{int32(i), int32(p)}, target{noBody, f})
			}
		}
	}
}

// holdMiddle keeps the centre of a body's piece from passing a static piece if the body is squeezed and no contact has
// held it.
func (r *space) holdMiddle(own, static target) {
	b := &r.bodies[own.body]
	shape, xf := r.piece(own)
	wall, place := r.piece(static)
	middle := middleOf(shape, collision.Identity())
	was := b.before()
	from, to := was.Apply(middle), xf.Apply(middle)
	way := to.Sub(from)
	facing := r.oneWayOf(static)
	hit, ok := wall.Raycast(*place, collision.Ray{Origin: from, Dir: way, Max: 1})
	if b.role != dynamic || !ok || !(hit.T > 0) || facing != (Vec{}) && !collision.IsSolidSide(facing, hit.Normal) {
		return
	}
	back := way.Mul(hit.T-1).MulAdd(hit.Normal, Slop)
	b.p, b.dp = b.p.Add(back), b.dp.Add(back)
	b.place()
	if in := b.v.Dot(hit.Normal); in < 0 {
		b.v = b.v.MulAdd(hit.Normal, -in)
	}
}

// findDeep lists the contacts that are too deep, the deepest first: all of them, or only contacts with static
// colliders.
func (r *space) findDeep(staticOnly bool) {
	r.deep = r.deep[:0]
	for _, list := range [2][]int32{r.order, r.apart} {
		for _, i := range list {
			c := &r.contacts[i]
			if c.a.body == 0 || staticOnly && c.b.body != noBody { // the character's controller resolves its contacts
				continue
			}
			a, b := r.sides(c)
			deepest := deepestMoving
			if a.invM == 0 || b.invM == 0 {
				deepest = deepestFixed
			}
			if s := r.now(c, a, b); s < -deepest {
				r.deep = append(r.deep, depthOf{i, s})
			}
		}
	}
	slices.SortFunc(r.deep, func(x, y depthOf) int {
		return cmp.Or(cmp.Compare(x.separation, y.separation), cmp.Compare(x.contact, y.contact))
	})
}

// depthOf is a contact with its separation.
type depthOf struct {
	contact    int32
	separation float64
}

// now returns the contact's separation after the bodies have moved. If they were well apart before, it measures again,
// because the nearest surfaces may have changed.
func (r *space) now(c *contact, a, b *body) float64 {
	moved := b.dp.Sub(a.dp)
	turn := a.swing() + b.swing()
	if !c.meets || c.later || c.count == 1 && turn > 2*Slop {
		if c.separation > moved.Len()+turn {
			return c.separation
		}
		m, _, _ := r.collide(c.a, c.b, 0)
		c.n = m.Normal
		return -m.Depth()
	}
	least := math.Inf(1)
	for i := range c.count {
		p := &c.points[i]
		ra, rb := c.arms(a, b, p)
		least = min(least, p.base+moved.Add(rb).Sub(ra).Dot(c.n))
	}
	return least
}

// pushApart moves the sides of a contact apart until they overlap by the slop.
func (r *space) pushApart(c *contact) {
	a, b := r.sides(c)
	_, xa := r.piece(c.a)
	_, xb := r.piece(c.b)
	m, hit, _ := r.manifold(c.a, c.b, xa, xb, 0)
	if !hit || m.Normal.Dot(c.n) < 0.7 {
		return
	}
	depth := m.Depth() - Slop
	ma, mb := a.invM, b.invM
	if a.role != dynamic {
		ma = 0
	}
	if b.role != dynamic {
		mb = 0
	}
	if depth <= 0 || ma+mb == 0 {
		return
	}
	if c.b.body != noBody && r.bodies[c.b.body].role == dynamic { // no farther than static contacts were gathered
		depth = min(depth, reach/correctRounds)
		a.pushed += float64(depth * ma / (ma + mb))
		b.pushed += float64(depth * mb / (ma + mb))
	}
	shift(a, m.Normal, -depth*ma/(ma+mb))
	shift(b, m.Normal, depth*mb/(ma+mb))
}

// shift moves a dynamic body by a distance along a direction.
func shift(b *body, n Vec, d float64) {
	if d == 0 {
		return
	}
	b.p = b.p.MulAdd(n, d)
	b.dp = b.dp.MulAdd(n, d)
	b.place()
}

// Sleeping: bodies that touch each other form an island. An island falls asleep when none of its bodies has moved much
// for a while and something supports it. It wakes when any of its bodies is touched. Sleeping bodies cost nothing and
// do not creep.
//
// Movement is measured in spans of a fifth of a second by default. A body that is slow because it begins to fall,
// slide, roll or tip over moves farther in each span than in the span before; a body that jitters in a pile does not.
const (
	stillSpans = 2 // number of spans for which a body must be at rest; together they are the sleep time
	// stillMore limits how much farther a resting body may move in a span than in the span before. It is an
	// acceleration, in pixels per second squared.
	stillMore = 0.625
	trembling = 8.0 // factor on the sleep speed: the fastest point of a resting body may briefly reach this speed
)

// updateIslands wakes bodies and puts them to sleep.
func (r *space) updateIslands() {
	for i := range r.island {
		r.island[i], r.held[i] = int32(i), !r.falls() && r.bodies[i].pull == (Vec{})
	}
	for i := range r.contacts {
		c := &r.contacts[i]
		pushes := c.points[0].normal > 0 || c.count == 2 && c.points[1].normal > 0
		if c.b.body == noBody {
			r.held[c.a.body] = r.held[c.a.body] || pushes
			continue
		}
		if c.separation > 2*Slop && !c.meets {
			continue
		}
		a, b := &r.bodies[c.a.body], &r.bodies[c.b.body]
		switch {
		case a.role == dynamic && b.role == dynamic:
			x, y := r.rootOf(c.a.body), r.rootOf(c.b.body)
			r.island[max(x, y)] = min(x, y)
		case a.role == dynamic:
			r.held[c.a.body] = r.held[c.a.body] || pushes
			a.driven = a.driven || b.role == character || b.moving
			r.disturb(a, b)
		case b.role == dynamic:
			r.held[c.b.body] = r.held[c.b.body] || pushes
			b.driven = b.driven || a.role == character || a.moving
			r.disturb(b, a)
		}
	}
	joints(r.joints).join(r)
	for i := range r.calm {
		r.calm[i] = stillSpans
	}
	r.holdAfloat()
	for i := range r.bodies {
		if b := &r.bodies[i]; b.role == dynamic {
			root := r.rootOf(int32(i))
			r.calm[root] = min(r.calm[root], b.still)
			r.held[root] = r.held[root] || r.held[i]
		}
	}
	for i := range r.bodies {
		b := &r.bodies[i]
		if b.role != dynamic {
			continue
		}
		if root := r.rootOf(int32(i)); r.calm[root] < stillSpans {
			b.wake()
		} else if !b.asleep && r.held[root] {
			b.asleep, b.v, b.w = true, Vec{}, 0
		}
	}
}

// disturb keeps a body awake if it touches a moving platform, however slow, or a moving character.
func (r *space) disturb(b, by *body) {
	if by.role == kinematic && by.moving || by.role == character && r.stirs {
		b.still = 0
	}
}

// rootOf returns the body that represents the island of a body.
func (r *space) rootOf(i int32) int32 {
	for r.island[i] != i {
		r.island[i] = r.island[r.island[i]]
		i = r.island[i]
	}
	return i
}

// falls reports whether gravity acts on bodies, so that unsupported bodies do not rest.
func (r *space) falls() bool { return r.gravity != Vec{} }

// updateStill counts the spans for which each body has been at rest.
func (r *space) updateStill() {
	span, limit, fastest := r.sleepSpan, r.stillWay(), float64(trembling*r.sleepSpeed)
	seconds := float64(stepTime * float64(span))
	more := float64(stillMore * seconds * seconds)
	for i := range r.bodies {
		b := &r.bodies[i]
		if b.role != dynamic || b.asleep {
			continue
		}
		b.stirred = b.stirred || int32(i) == r.grabbed || b.v.Len()+float64(b.extent*math.Abs(b.w)) > fastest
		if b.stirred {
			b.still = 0
		}
		if r.steps%span != 0 {
			continue
		}
		way := b.p.Dist(b.restP) + float64(b.extent*math.Abs(b.restQ.Inv().Mul(b.q).S))
		if b.still++; b.stirred || way > limit || way > b.lastWay+more || limit == 0 {
			b.still = 0
		}
		b.restP, b.restQ, b.lastWay, b.stirred = b.p, b.q, way, false
	}
}

// balance is the largest imbalance, as a fraction of its weight, at which a floating island counts as supported.
const balance = 0.01

// holdAfloat finds the islands that water supports: their bodies together weigh as much as the water that they
// displace.
func (r *space) holdAfloat() {
	if !r.flooded || !r.falls() {
		return
	}
	clear(r.loads)
	for i := range r.bodies {
		if b := &r.bodies[i]; b.role == dynamic {
			l := &r.loads[r.rootOf(int32(i))]
			l.weight += float64(b.mass * r.gravity.Len())
			l.left = l.left.MulAdd(r.gravity.Add(b.pull), b.mass).Add(b.lift)
			l.afloat = l.afloat || b.lift != (Vec{})
		}
	}
	for i := range r.loads {
		l := &r.loads[i]
		r.held[i] = r.held[i] || l.afloat && l.left.Len() <= float64(balance*l.weight)
	}
}

// load holds the weight of an island of bodies, and the net force that remains in water.
type load struct {
	weight float64
	left   Vec
	afloat bool
}
