package dynamics

import (
	"cmp"
	"math"
	"slices"

	"fillet/collision"
)

// Constants of the solver. Contacts are overdamped springs: stiff enough for a pile, without the energy that pushing
// overlaps apart would add.
const (
	Substeps      = 8
	SubstepTime   = StepTime / Substeps
	contactHertz  = 120.0
	contactRatio  = 10.0 // damping ratio
	pushSpeed     = 120.0
	MaxSpeed      = 6000.0
	maxTurn       = math.Pi / Substeps // per substep: half a turn per step, which the solver can still track
	grabHertz     = 5.0
	correctRounds = 4
	bounceRounds  = 32
	// The overlaps that impulses may leave to the position correction. In a pile, the weight above presses bodies
	// deeper into each other than into static colliders, and correcting that would make the pile jitter.
	deepestFixed  = 2 * Slop
	deepestMoving = 0.3
)

// soft holds the solver's coefficients for a spring.
type soft struct{ bias, mass, impulse float64 }

// newSoft returns a spring with a frequency and a damping ratio, for a substep of h seconds.
func newSoft(hertz, ratio, h float64) soft {
	omega := float64(2 * math.Pi * hertz)
	a1 := float64(2*ratio) + float64(h*omega)
	a2 := float64(h * omega * a1)
	a3 := 1 / (1 + a2)
	if a1 == 0 { // too soft to act
		return soft{impulse: a3}
	}
	return soft{omega / a1, float64(a2 * a3), a3}
}

// Solve moves the bodies by one step. In each substep it calls force, which changes velocities. At the end, before
// overlaps are corrected, it calls arrive, which moves the platforms.
func (r *Space) Solve(force, arrive func()) {
	r.prepare()
	joints(r.Joints).prepare(r)
	moving, resting := newSoft(contactHertz, contactRatio, r.substep), newSoft(2*contactHertz, contactRatio, r.substep)
	spin := maxTurn / r.substep
	if r.MaxSpin > 0 {
		spin = min(spin, r.MaxSpin)
	}
	for range Substeps {
		r.accelerate()
		force()
		r.pull()
		r.noteApproach()
		joints(r.Joints).warm(r)
		for _, i := range r.order {
			c := &r.Contacts[i]
			a, b := r.sides(c)
			c.applyWarm(a, b)
		}
		joints(r.Joints).solve(r, true, false)
		for _, i := range r.order {
			c := &r.Contacts[i]
			if a, b := r.sides(c); a.InvMass == 0 || b.InvMass == 0 {
				c.solve(a, b, &resting, r.substep)
			} else {
				c.solve(a, b, &moving, r.substep)
			}
		}
		for i := range r.Bodies {
			r.Bodies[i].advance(spin, r.substep)
		}
		joints(r.Joints).solve(r, false, false)
		for _, i := range r.order {
			c := &r.Contacts[i]
			a, b := r.sides(c)
			c.solve(a, b, nil, r.substep)
		}
		for _, i := range r.order {
			c := &r.Contacts[i]
			a, b := r.sides(c)
			r.bounce(c, a, b)
		}
		r.bounceJoined()
		for _, i := range r.order {
			c := &r.Contacts[i]
			sum := 0.0
			for k := range c.Count {
				sum += c.Points[k].NormalImpulse
			}
			c.Impulse += sum
		}
	}
	r.keepEnergy()
	for i := range r.Bodies {
		if b := &r.Bodies[i]; b.Role == Dynamic && !b.Asleep {
			b.limit(spin) // this speed predicts the next contacts
			b.place()
		}
	}
	r.stopFast()
	arrive()
	r.correct()
	r.holdPushed()
	for i := range r.Bodies {
		r.Bodies[i].UpdateBox()
	}
}

// prepare computes what is constant during the step, and sorts the contacts for solving, the deepest first. Contacts
// that do not meet go to a separate list, for the correction at the end.
func (r *Space) prepare() {
	r.order, r.apart = r.order[:0], r.apart[:0]
	for i := range r.Bodies {
		b := &r.Bodies[i]
		b.dp, b.dq, b.pushed, b.lifted, b.rigid = Vec{}, collision.Rot{C: 1}, 0, 0, false
		b.energy = r.EnergyOf(b)
	}
	for _, i := range r.Sorted {
		c := &r.Contacts[i]
		c.Impulse = 0
		if !r.IsActive(c.A) && !r.IsActive(c.B) {
			continue
		}
		if c.meets {
			r.order = append(r.order, i)
		} else {
			r.apart = append(r.apart, i)
		}
		a, b := r.sides(c)
		sa, _ := r.PieceOf(c.A)
		sb, _ := r.PieceOf(c.B)
		c.prepare(a, b, sa.Radius(), sb.Radius())
	}
	slices.SortStableFunc(r.order, func(i, j int32) int {
		return cmp.Compare(r.Contacts[i].Separation, r.Contacts[j].Separation)
	})
}

func (c *Contact) prepare(a, b *Body, radiusA, radiusB float64) {
	t := c.Normal.Perp()
	c.radiusA, c.radiusB = radiusA, radiusB
	for i := range c.Count {
		p := &c.Points[i]
		p.ra, p.rb = p.Point.Sub(a.Position), p.atB.Sub(b.Position)
		p.base = p.Separation - p.rb.Sub(p.ra).Dot(c.Normal)
		p.massN = effectiveMass(a, b, p.ra.Cross(c.Normal), p.rb.Cross(c.Normal))
		p.massT = effectiveMass(a, b, p.ra.Cross(t), p.rb.Cross(t))
		p.StrongestImpulse = 0
	}
	c.block = c.Count == 2 && c.invert(a, b)
}

// invert computes the inverse of the matrix that maps impulses at both points to changes of velocity there. It returns
// false if the points are too close to be solved together.
func (c *Contact) invert(a, b *Body) bool {
	p, q := &c.Points[0], &c.Points[1]
	pa, pb, qa, qb := p.ra.Cross(c.Normal), p.rb.Cross(c.Normal), q.ra.Cross(c.Normal), q.rb.Cross(c.Normal)
	m := a.InvMass + b.InvMass
	k11 := m + float64(a.InvInertia*pa*pa) + float64(b.InvInertia*pb*pb)
	k22 := m + float64(a.InvInertia*qa*qa) + float64(b.InvInertia*qb*qb)
	k12 := m + float64(a.InvInertia*pa*qa) + float64(b.InvInertia*pb*qb)
	det := float64(k11*k22) - float64(k12*k12)
	if det < 1e-3*k11*k22 {
		return false
	}
	c.inverse = [3]float64{k22 / det, -k12 / det, k11 / det}
	return true
}

// arms returns the offsets from the centres of mass to a contact point after the bodies have turned. The rounding of a
// shape does not turn with it, so that a rolling ball does not rise.
func (c *Contact) arms(a, b *Body, p *ContactPoint) (ra, rb Vec) {
	ra = a.dq.Apply(p.ra.MulAdd(c.Normal, -c.radiusA)).MulAdd(c.Normal, c.radiusA)
	rb = b.dq.Apply(p.rb.MulAdd(c.Normal, c.radiusB)).MulAdd(c.Normal, -c.radiusB)
	return ra, rb
}

func effectiveMass(a, b *Body, ra, rb float64) float64 {
	k := a.InvMass + b.InvMass + float64(a.InvInertia*ra*ra) + float64(b.InvInertia*rb*rb)
	if k > 0 {
		return 1 / k
	}
	return 0
}

// accelerate applies gravity and damping.
func (r *Space) accelerate() {
	h := r.substep
	g := r.Gravity.Mul(h)
	keep, keepSpin := 1/(1+float64(r.Damping*h)), 1/(1+float64(r.SpinDamping*h))
	r.Bodies[0].Velocity = r.Bodies[0].Velocity.MulAdd(r.Weight, h)
	for i := range r.Bodies {
		b := &r.Bodies[i]
		if b.Role != Dynamic || b.Asleep {
			continue
		}
		b.Velocity = b.Velocity.Add(g)
		if b.Pull != (Vec{}) {
			b.Velocity = b.Velocity.MulAdd(b.Pull, h)
		}
		if keep != 1 {
			b.Velocity = b.Velocity.Mul(keep)
		}
		if keepSpin != 1 {
			b.Spin = float64(b.Spin * keepSpin)
		}
	}
}

// advance moves a body by a substep of h seconds.
func (b *Body) advance(maxSpin, h float64) {
	if b.Asleep || b.Trigger {
		return
	}
	if b.Role == Dynamic {
		b.limit(maxSpin)
	}
	d := b.Velocity.Mul(h)
	b.dp = b.dp.Add(d)
	b.dq = Turned(b.dq, float64(b.Spin*h))
	if b.Role == Dynamic {
		b.Position = b.Position.Add(d)
		b.Rotation = Turned(b.Rotation, float64(b.Spin*h))
		if b.Wet {
			b.lifted += math.Abs(b.Lift.Dot(d)) + math.Abs(float64(b.LiftArm.Cross(b.Lift)*b.Spin*h))
		}
	}
}

// limit caps the body's speed and spin so that the solver can track it.
func (b *Body) limit(maxSpin float64) {
	if s := b.Velocity.Len(); s > MaxSpeed {
		b.Velocity = b.Velocity.Mul(MaxSpeed / s)
	}
	b.Spin = min(max(b.Spin, -maxSpin), maxSpin)
}

// Turned returns q turned by an angle, exact to third order.
func Turned(q collision.Rot, angle float64) collision.Rot {
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
func push(a, b *Body, impulse, ra, rb Vec) {
	a.Velocity = a.Velocity.MulAdd(impulse, -a.InvMass)
	a.Spin -= float64(a.InvInertia * ra.Cross(impulse))
	b.Velocity = b.Velocity.MulAdd(impulse, b.InvMass)
	b.Spin += float64(b.InvInertia * rb.Cross(impulse))
}

func (c *Contact) applyWarm(a, b *Body) {
	t := c.Normal.Perp()
	for i := range c.Count {
		p := &c.Points[i]
		ra, rb := c.arms(a, b, p)
		if c.restitution == 0 {
			push(a, b, c.Normal.Mul(p.NormalImpulse).MulAdd(t, p.TangentImpulse), ra, rb)
			continue
		}
		c.press(a, b, p.NormalImpulse, ra, rb)
		push(a, b, t.Mul(p.TangentImpulse), ra, rb)
	}
	twist(a, b, c.rollImpulse)
}

// solve changes the velocities so that the sides get no nearer than allowed. It pushes overlaps apart as spring
// determines, or not at all if spring is nil.
func (c *Contact) solve(a, b *Body, spring *soft, h float64) {
	moved := b.dp.Sub(a.dp)
	var ra, rb [2]Vec
	var want [2]float64 // the impulse for each point, before the part that it keeps
	for i := range c.Count {
		p := &c.Points[i]
		ra[i], rb[i] = c.arms(a, b, p)
		s := p.base + moved.Add(rb[i]).Sub(ra[i]).Dot(c.Normal)
		bias, mass, keep := 0.0, 1.0, 0.0
		if s > 0 {
			bias = s / h
		} else if spring != nil {
			bias = max(spring.bias*min(s+Slop, 0), -pushSpeed)
			mass, keep = spring.mass, spring.impulse
		}
		p.bias, p.mass, p.keep = bias, mass, keep
		want[i] = float64(-mass * (relative(a, b, ra[i], rb[i]).Dot(c.Normal) + bias))
	}
	if !c.block || !c.solveBoth(a, b, &ra, &rb, &want) {
		for i := range c.Count {
			p := &c.Points[i]
			v := relative(a, b, ra[i], rb[i]).Dot(c.Normal)
			c.apply(a, b, p, float64(-p.massN*p.mass*(v+p.bias))-float64(p.keep*p.NormalImpulse), ra[i], rb[i])
		}
	}
	total := 0.0
	for i := range c.Count {
		total += c.Points[i].NormalImpulse
	}
	if c.friction > 0 {
		t := c.Normal.Perp()
		for i := range c.Count {
			p := &c.Points[i]
			j := float64(-p.massT * (relative(a, b, ra[i], rb[i]).Dot(t) - c.belt))
			limit := float64(c.friction * p.NormalImpulse)
			now := min(max(p.TangentImpulse+j, -limit), limit)
			j, p.TangentImpulse = now-p.TangentImpulse, now
			push(a, b, t.Mul(j), ra[i], rb[i])
		}
	}
	if k := a.InvInertia + b.InvInertia; c.rolling > 0 && k > 0 {
		limit := float64(c.rolling * total)
		now := min(max(c.rollImpulse-(b.Spin-a.Spin)/k, -limit), limit)
		twist(a, b, now-c.rollImpulse)
		c.rollImpulse = now
	}
}

// apply adds an impulse along the normal, limited so that the accumulated impulse only pushes.
func (c *Contact) apply(a, b *Body, p *ContactPoint, j float64, ra, rb Vec) {
	now := max(p.NormalImpulse+j, 0)
	j, p.NormalImpulse = now-p.NormalImpulse, now
	p.StrongestImpulse = max(p.StrongestImpulse, now)
	c.press(a, b, j, ra, rb)
}

// press applies an impulse along the normal. For contacts that may bounce, it also records the energy absorbed.
func (c *Contact) press(a, b *Body, j float64, ra, rb Vec) {
	if c.restitution == 0 {
		push(a, b, c.Normal.Mul(j), ra, rb)
		return
	}
	before := relative(a, b, ra, rb).Dot(c.Normal)
	push(a, b, c.Normal.Mul(j), ra, rb)
	c.taken -= float64(j * (before + relative(a, b, ra, rb).Dot(c.Normal)) / 2)
}

// solveBoth solves the two points of a contact together, so that the first one does not tilt a flat box. It returns
// false if one of them would have to pull.
func (c *Contact) solveBoth(a, b *Body, ra, rb *[2]Vec, want *[2]float64) bool {
	p, q := &c.Points[0], &c.Points[1]
	jp := float64(c.inverse[0]*want[0]) + float64(c.inverse[1]*want[1]) - float64(p.keep*p.NormalImpulse)
	jq := float64(c.inverse[1]*want[0]) + float64(c.inverse[2]*want[1]) - float64(q.keep*q.NormalImpulse)
	if p.NormalImpulse+jp < 0 || q.NormalImpulse+jq < 0 {
		return false
	}
	c.apply(a, b, p, jp, ra[0], rb[0])
	c.apply(a, b, q, jq, ra[1], rb[1])
	return true
}

// relative returns the velocity of B's point relative to A's.
func relative(a, b *Body, ra, rb Vec) Vec {
	return b.Velocity.Add(rb.Perp().Mul(b.Spin)).Sub(a.Velocity).Sub(ra.Perp().Mul(a.Spin))
}

// noteApproach records how fast contacts that may bounce approach, at the start of a substep.
func (r *Space) noteApproach() {
	for _, i := range r.order {
		c := &r.Contacts[i]
		if c.restitution == 0 {
			continue
		}
		if c.bounced {
			for k := range c.Count {
				c.Points[k].NormalImpulse, c.Points[k].TangentImpulse = 0, 0
			}
		}
		c.taken, c.bounced = 0, false
		a, b := r.sides(c)
		moved := b.dp.Sub(a.dp)
		for k := range c.Count {
			p := &c.Points[k]
			ra, rb := c.arms(a, b, p)
			p.closing = relative(a, b, ra, rb).Dot(c.Normal)
			p.gap = p.base + moved.Add(rb).Sub(ra).Dot(c.Normal)
		}
	}
}

// bounce returns the energy absorbed by stopping a fast enough impact, scaled by restitution (W. J. Stronge, "Rigid
// body collisions with friction", 1990), through impulses in proportion to the impulses that stopped it. It compensates
// for gravity on the way to the contact point, and for velocities that are half a substep ahead right after gravity
// is applied, and half a substep behind at the end of the substep.
//
// For bodies on rigid joints, it returns the speed of approach instead. Joints absorb energy while they spread an
// impact, so what the contact absorbed is too little: see [Space.bounceJoined].
func (r *Space) bounce(c *Contact, a, b *Body) {
	if c.restitution == 0 {
		return
	}
	var ra, rb [2]Vec
	var impulse, came, gap, now, v, turnA, turnB float64 // all but the first two are weighted by the impulses
	for i := range c.Count {
		p := &c.Points[i]
		ra[i], rb[i] = c.arms(a, b, p)
		impulse += p.NormalImpulse
		came += float64(p.NormalImpulse * p.closing)
		gap += float64(p.NormalImpulse * p.gap)
		now += float64(p.NormalImpulse * (p.base + b.dp.Sub(a.dp).Add(rb[i]).Sub(ra[i]).Dot(c.Normal)))
		v += float64(p.NormalImpulse * relative(a, b, ra[i], rb[i]).Dot(c.Normal))
		turnA += float64(p.NormalImpulse * ra[i].Cross(c.Normal))
		turnB += float64(p.NormalImpulse * rb[i].Cross(c.Normal))
	}
	if !(impulse > 0) || came > float64(-r.BounceSpeed*impulse) || came == 0 {
		return
	}
	// How much v would change if the same impulses were applied again.
	change := float64((a.InvMass+b.InvMass)*impulse*impulse) + float64(a.InvInertia*turnA*turnA) +
		float64(b.InvInertia*turnB*turnB)
	pull := r.pulled(b).Sub(r.pulled(a)).Dot(c.Normal)
	if a.InvMass > 0 && b.InvMass > 0 && a.Role == b.Role {
		pull = 0 // gravity accelerates both in the same way
	}
	ahead := float64(pull * r.substep / 2)
	in := came/impulse - ahead
	arrived := max(float64(in*in)-float64(2*pull*max(gap, 0)/impulse), 0)
	e := min(c.restitution, 1)
	took, give := float64(2*change*max(c.taken, 0)), 0.0
	if square := float64(v * v); a.rigid || b.rigid {
		took = float64(came * came)
	} else if v > 0 {
		give = square
	} else { // they still approach, and are stopped now
		took += square
	}
	give += float64(float64(e*e*took) * arrived * float64(impulse*impulse) / float64(came*came))
	out := math.Sqrt(max(give/float64(impulse*impulse)+float64(2*pull*now/impulse), 0)) - ahead
	times := (float64(out*impulse) - v) / change
	if a.rigid || b.rigid {
		r.Bodies[a.net].bounced, r.Bodies[b.net].bounced = true, true
		times = max(times, -1)
	} else if times <= 0 {
		return
	}
	for i := range c.Count {
		p := &c.Points[i]
		c.apply(a, b, p, float64(times*p.NormalImpulse), ra[i], rb[i])
	}
	c.bounced = true
}

// bounceJoined solves the bounces of bodies on rigid joints and the joints of their networks in turn, so that joined
// bodies bounce together.
func (r *Space) bounceJoined() {
	if !joints(r.Joints).noteBounces(r) {
		return
	}
	for range bounceRounds {
		joints(r.Joints).solve(r, false, true)
		for _, i := range r.order {
			c := &r.Contacts[i]
			if a, b := r.sides(c); a.rigid || b.rigid {
				r.bounce(c, a, b)
			}
		}
	}
	for i := range r.Bodies {
		r.Bodies[i].bounced = false
	}
}

// keepEnergy slows down bodies that have gained more energy in this step than gravity and other sources have added. It
// compares sums over groups of touching or joined bodies. Such gains occur because a small body turns far within a
// substep after a fast impact, so that the solver's contact points do not match its pose. Bodies that swing on joints
// without touching anything gain and lose energy in turn, because each step has a small error; they may regain what
// they have lost.
func (r *Space) keepEnergy() {
	clear(r.energies)
	for i := range r.Bodies {
		b := &r.Bodies[i]
		if b.Role != Dynamic || b.Asleep {
			continue
		}
		e := &r.energies[r.rootOf(int32(i))]
		e.had += b.energy + float64(b.Mass*r.pulled(b).Dot(b.dp)) + b.lifted
		e.has += r.EnergyOf(b)
		e.lost += b.lost
		e.driven = e.driven || b.Driven
		e.swings = e.swings || b.jointed
	}
	if len(r.Joints) > 0 {
		for i := range r.Joints {
			if j := &r.Joints[i]; !j.sleeping {
				of := j.B
				if !r.IsMovable(of) {
					of = j.A
				}
				r.energies[r.rootOf(of)].had += j.given(r)
			}
		}
		for _, i := range r.order {
			c := &r.Contacts[i]
			if c.Points[0].StrongestImpulse > 0 || c.Count == 2 && c.Points[1].StrongestImpulse > 0 {
				for _, k := range [2]int32{c.A.Body, c.B.Body} {
					if k != NoBody {
						r.energies[r.rootOf(k)].swings = false
					}
				}
			}
		}
	}
	for i := range r.Bodies {
		b := &r.Bodies[i]
		if b.Role != Dynamic || b.Asleep {
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
			b.Velocity, b.Spin = b.Velocity.Mul(keep), float64(b.Spin*keep)
		}
	}
}

// slow reduces a body's kinetic energy, which is energy, by loss.
func (b *Body) slow(loss, energy float64) {
	if loss <= 0 || energy <= 0 || b.Driven {
		return
	}
	keep := math.Sqrt(max(energy-loss, 0) / energy)
	b.Velocity, b.Spin = b.Velocity.Mul(keep), float64(b.Spin*keep)
}

// energies holds the energy of touching bodies at the start of a step, with the energy added since then, and at the end
// of the step.
type energies struct {
	had, has float64
	lost     float64 // energy lost in earlier steps, which may be regained
	driven   bool    // something adds energy to them
	swings   bool    // a joint is attached to some of them, and they touch nothing
}

// EnergyOf returns the kinetic energy of a dynamic body. It advances the velocity by half a substep, because the
// velocity of a falling body lags by that much.
func (r *Space) EnergyOf(b *Body) float64 {
	if b.Role != Dynamic || b.Asleep || b.InvMass == 0 {
		return 0
	}
	v := b.Velocity.MulAdd(r.pulled(b), float64(r.substep/2))
	return float64(b.Mass*v.Dot(v)/2) + float64(b.Spin*b.Spin/b.InvInertia/2)
}

// pulled returns a body's acceleration by gravity and its constant force.
func (r *Space) pulled(b *Body) Vec {
	if b.Role != Dynamic || b.Asleep {
		return Vec{}
	}
	return r.Gravity.Add(b.Pull)
}

// pull draws the held body to the pointer, like a damped spring of limited strength.
func (r *Space) pull() {
	if r.Grabbed <= 0 {
		return
	}
	b := &r.Bodies[r.Grabbed]
	spring := newSoft(grabHertz, 1, r.substep)
	arm := b.Rotation.Apply(r.GrabPoint)
	off := b.Position.Add(arm).Sub(r.GrabTarget)
	k := Vec{X: b.InvMass + float64(b.InvInertia*arm.Y*arm.Y), Y: b.InvMass + float64(b.InvInertia*arm.X*arm.X)}
	v := b.Velocity.Add(arm.Perp().Mul(b.Spin)).MulAdd(off, spring.bias)
	j := Vec{X: -v.X / k.X, Y: -v.Y / k.Y}.Mul(spring.mass)
	if l, limit := j.Len(), float64(60*b.Mass*r.GrabStrength*r.substep); l > limit {
		j = j.Mul(limit / l)
	}
	r.GrabForce = j.Mul(1 / r.substep)
	b.Velocity = b.Velocity.MulAdd(j, b.InvMass)
	b.Spin += float64(b.InvInertia * arm.Cross(j))
	b.Spin = float64(b.Spin * (1 - float64(4*r.substep)))
}

// stopFast casts the bodies that moved far, and stops them at what they hit. Contacts do not suffice if many bodies
// push, and a body that bounces may arrive where no contact was gathered. A body that moved as predicted and meets
// nothing is not cast.
func (r *Space) stopFast() {
	for i := 1; i < len(r.Bodies); i++ {
		b := &r.Bodies[i]
		if b.Role != Dynamic || b.Asleep {
			continue
		}
		near, turn := min(reach, float64(b.Inner/2)), b.swing()
		if b.dp.Len()+turn <= near || !b.met && b.dp.Dist(b.way)+math.Abs(turn-b.turn) <= near {
			continue
		}
		from := b.before()
		motion := collision.Motion{Move: b.dp, Pivot: b.Center}
		if turn > bodySkin {
			motion.Turn = b.dq.Angle()
		}
		if t := r.castBody(int32(i), from, motion); t < 1 {
			b.slow(float64(b.Mass*r.pulled(b).Dot(b.dp)*(1-t)), r.EnergyOf(b)) // gravity did not pull it the whole way
			b.Position = b.Position.MulAdd(b.dp, t-1)
			b.dp = b.dp.Mul(t)
			if motion.Turn != 0 {
				b.dq = collision.NewRot(float64(motion.Turn * t))
				b.Rotation = from.Q.Mul(b.dq)
			}
			b.place()
		}
		r.gatherAgain(int32(i))
	}
}

// gatherAgain adds contacts with the static colliders near a body that did not move as predicted, for the correction at
// the end of the step.
func (r *Space) gatherAgain(i int32) {
	b := &r.Bodies[i]
	b.UpdateBox()
	from := len(r.Contacts)
	for _, f := range r.groundNear(i, b.Box.Grow(reach)) {
		if r.Ground[f].Facing != (Vec{}) {
			continue
		}
		for p := range b.Shapes {
			c := Contact{A: Target{i, int32(p)}, B: Target{NoBody, f}}
			if m, near, corner := r.collide(c.A, c.B, reach); near {
				c.Normal, c.Count, c.Separation, c.corner = m.Normal, m.Count, -m.Depth(), corner
				for k := range m.Count {
					c.Points[k].Point, c.Points[k].Separation = m.Points[k].Point, m.Points[k].Separation
				}
				r.Contacts = append(r.Contacts, c)
			}
		}
	}
	kept := from
	for k := range r.DropHidden(r.Contacts[from:]) {
		c := &r.Contacts[from+k]
		if findContact(r.Contacts, r.Sorted, c) != nil {
			continue
		}
		c.Separation = 0 // unknown at the start of the step, so it is measured later
		r.Contacts[kept] = *c
		r.apart = append(r.apart, int32(kept))
		kept++
	}
	r.Contacts = r.Contacts[:kept]
}

// swing bounds how far the body's rotation in this step has moved its points, not counting their radii.
func (b *Body) swing() float64 {
	if b.dq.C > 0.5 {
		return float64(b.arm * math.Abs(b.dq.S))
	}
	return float64(2 * b.arm)
}

// before returns the pose of the body's frame at the start of the step.
func (b *Body) before() collision.Transform {
	q := b.Rotation.Mul(b.dq.Inv())
	return collision.Transform{P: b.Position.Sub(b.dp).Sub(q.Apply(b.Center)), Q: q}
}

// castBody returns the fraction of a motion that a body can complete before it hits something. It casts the body's
// cores, so that a body that slides over adjacent floors does not hit their sides.
func (r *Space) castBody(i int32, from collision.Transform, motion collision.Motion) float64 {
	b := &r.Bodies[i]
	swept := collision.EmptyAABB()
	for p := range b.Shapes {
		swept = swept.Union(b.Shapes[p].Bounds(from))
	}
	swept = swept.Union(collision.AABB{Min: swept.Min.Add(motion.Move), Max: swept.Max.Add(motion.Move)})
	if motion.Turn != 0 {
		swept = swept.Grow(float64(b.arm * math.Abs(motion.Turn)))
	}
	first := 1.0
	try := func(t Target) {
		shape, place := r.PieceOf(t)
		xf, motion := *place, motion
		loose := t.Body != NoBody && r.Bodies[t.Body].Role == Dynamic
		if t.Body != NoBody { // cast relative to the target's motion, from its old pose
			o := &r.Bodies[t.Body]
			motion.Move = motion.Move.Sub(o.dp)
			if loose {
				xf = o.before()
			} else { // a platform, which is still in its old pose
				arm := from.Apply(b.Center).Sub(o.Position)
				motion.Move = motion.Move.Sub(o.dq.Apply(arm).Sub(arm))
			}
		}
		dir := r.OneWayOf(t)
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
			if hit.T == 0 && t.Body != NoBody || hit.T == 0 && hit.Normal.Dot(motion.Move) >= 0 {
				continue // it starts inside the target, but does not move further into a static collider
			}
			if !ok || hit.T >= first || dir != (Vec{}) && !collision.IsSolidSide(dir, hit.Normal) {
				continue
			}
			first = hit.T
		}
	}
	r.found = r.GroundIndex.Append(r.found[:0], swept)
	for _, f := range r.found {
		if s := &r.Statics[r.Ground[f].Owner]; b.Filter.Accepts(s.Filter) && !s.Gone &&
			!r.areParted(i, StaticOwner(r.Ground[f].Owner)) {
			try(Target{NoBody, f})
		}
	}
	for j := 1; j < len(r.Bodies); j++ {
		o := &r.Bodies[j]
		if j == int(i) || !o.Reach.Overlaps(swept) || !isCastAgainst(b, o) || r.areParted(i, Owner(j)) {
			continue
		}
		for p := range o.Shapes {
			try(Target{int32(j), int32(p)})
		}
	}
	if first < 1 {
		first = max(0, first-bodySkin/(motion.Move.Len()+float64(b.arm*math.Abs(motion.Turn))))
	}
	return first
}

// isCastAgainst reports whether a body can stop a cast body. Bodies connected by joints cannot stop each other:
// stopping a link where it hits would tear it from its chain.
func isCastAgainst(b, o *Body) bool {
	return !o.Trigger && !o.Gone && (b.net == 0 || b.net != o.net) && b.Filter.Accepts(o.Filter)
}

// correct pushes remaining overlaps apart, the deepest first, and measures each again before it is corrected. Static
// colliders come last, because they must not give way.
func (r *Space) correct() {
	for range correctRounds {
		r.findDeep(false)
		if len(r.deep) == 0 {
			return
		}
		for _, static := range [2]bool{false, true} {
			for _, d := range r.deep {
				if c := &r.Contacts[d.contact]; static == (c.B.Body == NoBody) {
					r.pushApart(c)
				}
			}
		}
	}
	r.findDeep(true)
	for _, d := range r.deep {
		r.pushApart(&r.Contacts[d.contact])
	}
	for _, d := range r.deep { // pushed out of one collider, a body may have entered another
		for _, list := range [2][]int32{r.order, r.apart} {
			for _, i := range list {
				if c := &r.Contacts[i]; c.B.Body == NoBody && c.A.Body == r.Contacts[d.contact].A.Body {
					r.holdMiddle(c.A, c.B)
				}
			}
		}
	}
}

// holdPushed checks bodies against static colliders if other bodies have pushed them farther than the distance in which
// contacts were gathered.
func (r *Space) holdPushed() {
	for i := 1; i < len(r.Bodies); i++ {
		b := &r.Bodies[i]
		if b.Role != Dynamic || b.pushed <= reach {
			continue
		}
		b.UpdateBox()
		for _, f := range r.groundNear(int32(i), b.Box.Grow(b.dp.Len()+b.swing())) {
			for p := range b.Shapes {
				r.holdMiddle(Target{int32(i), int32(p)}, Target{NoBody, f})
			}
		}
	}
}

// holdMiddle keeps the centre of a body's piece from passing a static piece if the body is squeezed and no contact has
// held it.
func (r *Space) holdMiddle(own, static Target) {
	b := &r.Bodies[own.Body]
	shape, xf := r.PieceOf(own)
	wall, place := r.PieceOf(static)
	middle := middleOf(shape, collision.Identity())
	was := b.before()
	from, to := was.Apply(middle), xf.Apply(middle)
	way := to.Sub(from)
	facing := r.OneWayOf(static)
	hit, ok := wall.Raycast(*place, collision.Ray{Origin: from, Dir: way, Max: 1})
	if b.Role != Dynamic || !ok || !(hit.T > 0) || facing != (Vec{}) && !collision.IsSolidSide(facing, hit.Normal) {
		return
	}
	back := way.Mul(hit.T-1).MulAdd(hit.Normal, Slop)
	b.Position, b.dp = b.Position.Add(back), b.dp.Add(back)
	b.place()
	if in := b.Velocity.Dot(hit.Normal); in < 0 {
		b.Velocity = b.Velocity.MulAdd(hit.Normal, -in)
	}
}

// findDeep lists the contacts that are too deep, the deepest first: all of them, or only contacts with static
// colliders.
func (r *Space) findDeep(staticOnly bool) {
	r.deep = r.deep[:0]
	for _, list := range [2][]int32{r.order, r.apart} {
		for _, i := range list {
			c := &r.Contacts[i]
			if c.A.Body == 0 || staticOnly && c.B.Body != NoBody { // the character's controller resolves its contacts
				continue
			}
			a, b := r.sides(c)
			deepest := deepestMoving
			if a.InvMass == 0 || b.InvMass == 0 {
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

type depthOf struct {
	contact    int32
	separation float64
}

// now returns the contact's separation after the bodies have moved. If they were well apart before, it measures again,
// because the nearest surfaces may have changed.
func (r *Space) now(c *Contact, a, b *Body) float64 {
	moved := b.dp.Sub(a.dp)
	turn := a.swing() + b.swing()
	if !c.meets || c.later || c.Count == 1 && turn > 2*Slop {
		if c.Separation > moved.Len()+turn {
			return c.Separation
		}
		m, _, _ := r.collide(c.A, c.B, 0)
		c.Normal = m.Normal
		return -m.Depth()
	}
	least := math.Inf(1)
	for i := range c.Count {
		p := &c.Points[i]
		ra, rb := c.arms(a, b, p)
		least = min(least, p.base+moved.Add(rb).Sub(ra).Dot(c.Normal))
	}
	return least
}

// pushApart moves the sides of a contact apart until they overlap by the slop.
func (r *Space) pushApart(c *Contact) {
	a, b := r.sides(c)
	_, xa := r.PieceOf(c.A)
	_, xb := r.PieceOf(c.B)
	m, hit, _ := r.manifold(c.A, c.B, xa, xb, 0)
	if !hit || m.Normal.Dot(c.Normal) < 0.7 {
		return
	}
	depth := m.Depth() - Slop
	ma, mb := a.InvMass, b.InvMass
	if a.Role != Dynamic {
		ma = 0
	}
	if b.Role != Dynamic {
		mb = 0
	}
	if depth <= 0 || ma+mb == 0 {
		return
	}
	if c.B.Body != NoBody && r.Bodies[c.B.Body].Role == Dynamic { // no farther than static contacts were gathered
		depth = min(depth, reach/correctRounds)
		a.pushed += float64(depth * ma / (ma + mb))
		b.pushed += float64(depth * mb / (ma + mb))
	}
	shift(a, m.Normal, -depth*ma/(ma+mb))
	shift(b, m.Normal, depth*mb/(ma+mb))
}

// shift moves a dynamic body by a distance along a direction.
func shift(b *Body, n Vec, d float64) {
	if d == 0 {
		return
	}
	b.Position = b.Position.MulAdd(n, d)
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
	RestSpans = 2 // number of spans for which a body must be at rest; together they are the sleep time
	// stillMore limits how much farther a resting body may move in a span than in the span before. It is an
	// acceleration, in pixels per second squared.
	stillMore = 0.625
	trembling = 8.0 // factor on the sleep speed: the fastest point of a resting body may briefly reach this speed
)

// UpdateIslands wakes bodies and puts them to sleep.
func (r *Space) UpdateIslands() {
	for i := range r.island {
		r.island[i], r.held[i] = int32(i), !r.HasGravity() && r.Bodies[i].Pull == (Vec{})
	}
	for i := range r.Contacts {
		c := &r.Contacts[i]
		pushes := c.Points[0].NormalImpulse > 0 || c.Count == 2 && c.Points[1].NormalImpulse > 0
		if c.B.Body == NoBody {
			r.held[c.A.Body] = r.held[c.A.Body] || pushes
			continue
		}
		if c.Separation > 2*Slop && !c.meets {
			continue
		}
		a, b := &r.Bodies[c.A.Body], &r.Bodies[c.B.Body]
		switch {
		case a.Role == Dynamic && b.Role == Dynamic:
			x, y := r.rootOf(c.A.Body), r.rootOf(c.B.Body)
			r.island[max(x, y)] = min(x, y)
		case a.Role == Dynamic:
			r.held[c.A.Body] = r.held[c.A.Body] || pushes
			a.Driven = a.Driven || b.Role == Character || b.Moving
			r.disturb(a, b)
		case b.Role == Dynamic:
			r.held[c.B.Body] = r.held[c.B.Body] || pushes
			b.Driven = b.Driven || a.Role == Character || a.Moving
			r.disturb(b, a)
		}
	}
	joints(r.Joints).join(r)
	for i := range r.calm {
		r.calm[i] = RestSpans
	}
	r.holdAfloat()
	for i := range r.Bodies {
		if b := &r.Bodies[i]; b.Role == Dynamic {
			if b.Asleep && b.restPull != r.Gravity.Add(b.Pull) {
				b.Still = 0
			}
			root := r.rootOf(int32(i))
			r.calm[root] = min(r.calm[root], b.Still)
			r.held[root] = r.held[root] || r.held[i]
		}
	}
	for i := range r.Bodies {
		b := &r.Bodies[i]
		if b.Role != Dynamic {
			continue
		}
		if root := r.rootOf(int32(i)); r.calm[root] < RestSpans {
			b.Wake()
		} else if !b.Asleep && r.held[root] {
			b.Asleep, b.Velocity, b.Spin, b.restPull = true, Vec{}, 0, r.Gravity.Add(b.Pull)
		}
	}
}

// disturb keeps a body awake if it touches a moving platform, however slow, or a moving character.
func (r *Space) disturb(b, by *Body) {
	if by.Role == Kinematic && by.Moving || by.Role == Character && r.Stirs {
		b.Still = 0
	}
}

// rootOf returns the body that represents the island of a body.
func (r *Space) rootOf(i int32) int32 {
	for r.island[i] != i {
		r.island[i] = r.island[r.island[i]]
		i = r.island[i]
	}
	return i
}

// HasGravity reports whether gravity acts on bodies, so that unsupported bodies do not rest.
func (s *Settings) HasGravity() bool { return s.Gravity != Vec{} }

// UpdateRest counts the spans for which each body has been at rest.
func (r *Space) UpdateRest() {
	span, limit, fastest := r.SleepSpan, r.RestDistance(), float64(trembling*r.SleepSpeed)
	seconds := float64(r.dt * float64(span))
	more := float64(stillMore * seconds * seconds)
	for i := range r.Bodies {
		b := &r.Bodies[i]
		if b.Role != Dynamic || b.Asleep {
			continue
		}
		b.stirred = b.stirred || int32(i) == r.Grabbed || b.Velocity.Len()+float64(b.Extent*math.Abs(b.Spin)) > fastest
		if b.stirred {
			b.Still = 0
		}
		if r.Steps%span != 0 {
			continue
		}
		way := b.Position.Dist(b.RestPosition) + float64(b.Extent*math.Abs(b.restQ.Inv().Mul(b.Rotation).S))
		if b.Still++; b.stirred || way > limit || way > b.lastWay+more || limit == 0 {
			b.Still = 0
		}
		b.RestPosition, b.restQ, b.lastWay, b.stirred = b.Position, b.Rotation, way, false
	}
}

// balance is the largest imbalance, as a fraction of its weight, at which a floating island counts as supported.
const balance = 0.01

// holdAfloat finds the islands that water supports: their bodies together weigh as much as the water that they
// displace.
func (r *Space) holdAfloat() {
	if !r.Flooded || !r.HasGravity() {
		return
	}
	clear(r.loads)
	for i := range r.Bodies {
		if b := &r.Bodies[i]; b.Role == Dynamic {
			l := &r.loads[r.rootOf(int32(i))]
			l.weight += float64(b.Mass * r.Gravity.Len())
			l.left = l.left.MulAdd(r.Gravity.Add(b.Pull), b.Mass).Add(b.Lift)
			l.afloat = l.afloat || b.Lift != (Vec{})
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
