package play

import (
	"cmp"
	"math"
	"slices"

	"fillet/collision"
)

// Joints are solved in each substep before the contacts, with the same method: soft constraints with warm starting,
// each solved again without bias after the bodies have moved (Erin Catto, "Solver2D", 2024). Springs are solved
// implicitly, so that they never gain energy, however stiff they are.

// Constants of the joints.
const (
	jointHertz  = 120.0 // stiffness of rigid constraints
	jointRatio  = 2.0
	jointRounds = 2
	maxApart    = 16.0 // caps the correction of the anchor distance, in pixels, so that far anchors approach gradually
)

// jointKind holds the behaviour of a joint. A hinge holds its anchors together; a spring, a rod or a rope keeps them at
// a distance.
type jointKind struct {
	isHinge      bool
	rest         float64 // the distance, in pixels
	frequency    float64 // frequency of a spring, in hertz; 0 for a rod or a rope
	damping      float64 // damping ratio of a spring
	pullsOnly    bool    // a rope
	isLimited    bool
	lower, upper float64 // limits of a hinge's angle, in radians
	speed        float64 // speed of a hinge's motor, in radians per second
	torque       float64 // the largest torque of the motor
}

// joint connects two bodies, or a body and something static.
type joint struct {
	jointKind
	a, b   int32    // body indices, or noBody
	owners [2]owner // the bodies or static colliders with the anchors
	// The anchors: relative to the centre of mass, in the body's frame, or in level space for a static side.
	la, lb   Vec
	turn     collision.Rot
	angular  float64 // effective mass
	impulse  Vec     // accumulated impulse of a hinge
	along    float64 // impulse of a spring, along the line from A to B
	motor    float64
	low, up  float64 // impulses of the limits
	ra, rb   Vec     // anchors relative to the centres of mass, at the start of the step
	apart    Vec     // from A's anchor to B's, at the start of the step
	sleeping bool

	stiffness float64 // stiffness of a spring, in this step
}

type joints []joint

// link is a pair of a body and the body or collider that it is joined to.
type link struct {
	body  int32
	other owner
}

func (l link) compare(o link) int {
	return cmp.Or(cmp.Compare(l.body, o.body), cmp.Compare(l.other, o.other))
}

// jointSide is a side of a joint to create.
type jointSide struct {
	owner owner // the body or static collider with the anchor, or noOwner for the level itself
	at    Vec   // the anchor, in level space
}

// anchor returns the body on a side of a joint, or noBody, and the anchor relative to it. A trigger holds as if static.
func (s jointSide) anchor(r *space) (body int32, at Vec) {
	i := s.owner.body()
	if i == noBody || r.bodies[i].trigger {
		return noBody, s.at
	}
	b := &r.bodies[i]
	return i, b.q.ApplyInv(s.at.Sub(b.p))
}

// addJoint joins two bodies at rest, or a body and something static. collides reports whether the two can touch. It
// returns false if neither is a dynamic body, or both are the same.
func (r *space) addJoint(a, b jointSide, collides bool, kind *jointKind) bool {
	j := joint{jointKind: *kind, owners: [2]owner{a.owner, b.owner}}
	j.a, j.la = a.anchor(r)
	j.b, j.lb = b.anchor(r)
	if j.a == j.b || !r.isMovable(j.a) && !r.isMovable(j.b) {
		return false
	}
	q := [2]collision.Rot{{C: 1}, {C: 1}}
	for k, i := range [2]int32{j.a, j.b} {
		if i != noBody {
			b := &r.bodies[i]
			q[k] = b.q
			b.jointed, b.guided = true, b.guided || j.isDriven(r)
		}
	}
	j.turn = q[0].Inv().Mul(q[1])
	r.joints = append(r.joints, j)
	if !collides {
		r.part(j.a, j.b, b.owner)
		r.part(j.b, j.a, a.owner)
	}
	return true
}

// part records that a body does not collide with what it is joined to: a body, or else the owner.
func (r *space) part(body, joined int32, other owner) {
	if joined != noBody {
		other = owner(joined)
	} else if other >= 0 || other == noOwner {
		return
	}
	if body != noBody {
		r.unmet = append(r.unmet, link{body, other})
	}
}

// connectJoints records which bodies are connected, directly or through other joints. It is called when all joints
// were added.
func (r *space) connectJoints() {
	slices.SortFunc(r.unmet, link.compare)
	js := r.joints
	net := make([]int32, len(r.bodies))
	for i := range net {
		net[i] = int32(i)
	}
	find := func(i int32) int32 {
		for ; net[i] != i; i = net[i] {
			net[i] = net[net[i]]
		}
		return i
	}
	for i := range js {
		if j := &js[i]; r.isMovable(j.a) && r.isMovable(j.b) {
			a, b := find(j.a), find(j.b)
			net[max(a, b)] = min(a, b)
		}
	}
	for i := range js {
		for _, b := range [2]int32{js[i].a, js[i].b} {
			if r.isMovable(b) {
				r.bodies[b].net = find(b)
			}
		}
	}
}

// isDriven reports whether the joint is attached to something that moves on its own.
func (j *joint) isDriven(r *space) bool {
	moves := func(i int32) bool { return i != noBody && r.bodies[i].role != dynamic }
	return moves(j.a) || moves(j.b)
}

// given returns an upper bound of the energy that the joint has added in this step: the energy that its spring has
// released, and the work of its motor at full torque and speed.
func (j *joint) given(s *space) float64 {
	motor := float64(j.torque * math.Abs(j.speed) * stepTime)
	if j.stiffness == 0 {
		return motor
	}
	a, b := j.ends(s)
	now := j.gap(a, b, a.dq.Apply(j.ra), b.dq.Apply(j.rb)).Len()
	return motor + float64(j.stiffness*(j.stretch(j.apart.Len())-j.stretch(now))/2)
}

// stretch returns the square of a spring's extension or compression at a length.
func (j *joint) stretch(length float64) float64 {
	c := length - j.rest
	if j.pullsOnly && c < 0 {
		return 0
	}
	return float64(c * c)
}

func (s *space) isMovable(i int32) bool { return i != noBody && s.bodies[i].role == dynamic }

// areParted reports whether a joint prevents a body from colliding with another body or a static collider.
func (r *space) areParted(body int32, other owner) bool {
	if len(r.unmet) == 0 || !r.bodies[body].jointed {
		return false
	}
	_, found := slices.BinarySearchFunc(r.unmet, link{body, other}, link.compare)
	return found
}

// ends returns the bodies of a joint. Sleeping bodies count as static.
func (j *joint) ends(s *space) (a, b *body) {
	return s.side(target{body: j.a}), s.side(target{body: j.b})
}

// prepare computes what is constant during the step.
func (js joints) prepare(s *space) {
	for i := range js {
		j := &js[i]
		a, b := j.ends(s)
		if j.sleeping = a.invM == 0 && b.invM == 0; j.isLoose(s) {
			j.sleeping, j.impulse, j.along, j.motor, j.low, j.up = true, Vec{}, 0, 0, 0, 0
		}
		if j.sleeping {
			continue
		}
		j.ra, j.rb = arm(a, j.a, j.la, s), arm(b, j.b, j.lb, s)
		j.apart = b.p.Add(j.rb).Sub(a.p).Sub(j.ra)
		if j.isHinge && j.apart.LenSq() > maxApart*maxApart { // torn apart: warm starting would not help
			j.impulse, j.motor, j.low, j.up = Vec{}, 0, 0, 0
		}
		j.stiffness = 0
		if u, l := j.line(a, b, j.ra, j.rb); !j.isHinge && j.frequency > 0 && l > 0 {
			omega := float64(2 * math.Pi * j.frequency)
			j.stiffness = float64(float64(omega*omega) * effectiveMass(a, b, j.ra.Cross(u), j.rb.Cross(u)))
		}
		j.angular = 0
		if k := a.invI + b.invI; k > 0 {
			j.angular = 1 / k
		}
	}
}

// isLoose reports whether one of the joint's colliders is gone.
func (j *joint) isLoose(s *space) bool {
	return s.isOwnerGone(j.owners[0]) || s.isOwnerGone(j.owners[1])
}

// arm returns the offset from the centre of a side to its anchor. A sleeping body is solved like a static one, at the
// level's origin.
func arm(side *body, of int32, at Vec, s *space) Vec {
	if of == noBody {
		return at
	}
	b := &s.bodies[of]
	return b.p.Add(b.q.Apply(at)).Sub(side.p)
}

// warm applies the impulses of the previous substep.
func (js joints) warm(s *space) {
	for i := range js {
		j := &js[i]
		if j.sleeping {
			continue
		}
		a, b := j.ends(s)
		ra, rb := a.dq.Apply(j.ra), b.dq.Apply(j.rb)
		if j.isHinge {
			push(a, b, j.impulse, ra, rb)
			twist(a, b, j.motor+j.low-j.up)
			continue
		}
		if u, l := j.line(a, b, ra, rb); l > 0 {
			push(a, b, u.Mul(j.along), ra, rb)
		}
	}
}

// twist applies an angular impulse.
func twist(a, b *body, impulse float64) {
	a.w -= float64(a.invI * impulse)
	b.w += float64(b.invI * impulse)
}

// gap returns the current offset from A's anchor to B's.
func (j *joint) gap(a, b *body, ra, rb Vec) Vec {
	return j.apart.Add(b.dp.Sub(a.dp)).Add(rb.Sub(j.rb)).Sub(ra.Sub(j.ra))
}

// line returns the direction from A's anchor to B's and their distance, or 0 if they coincide.
func (j *joint) line(a, b *body, ra, rb Vec) (u Vec, length float64) {
	d := j.gap(a, b, ra, rb)
	if length = d.Len(); length < 1e-9 {
		return Vec{}, 0
	}
	return d.Mul(1 / length), length
}

// solve changes velocities so that the joints hold. If biased is set, it also corrects position errors.
func (js joints) solve(s *space, biased bool) {
	stiff := newSoft(jointHertz, jointRatio)
	for i := range 2 * len(js) * jointRounds {
		i %= 2 * len(js)
		if i >= len(js) { // forward and backward, so that the load on a long chain reaches its other end
			i = 2*len(js) - 1 - i
		}
		j := &js[i]
		if j.sleeping {
			continue
		}
		a, b := j.ends(s)
		if j.isHinge {
			j.solveTurn(a, b, biased, &stiff)
			j.solvePoint(a, b, biased, &stiff)
		} else {
			j.solveSpring(a, b, biased, &stiff)
		}
	}
}

// solvePoint keeps the anchors of a hinge together.
func (j *joint) solvePoint(a, b *body, biased bool, stiff *soft) {
	ra, rb := a.dq.Apply(j.ra), b.dq.Apply(j.rb)
	v := relative(a, b, ra, rb)
	mass, keep := 1.0, 0.0
	if biased {
		off := j.gap(a, b, ra, rb)
		if l := off.Len(); l > maxApart {
			off = off.Mul(maxApart / l)
		}
		v = v.MulAdd(off, stiff.bias)
		mass, keep = stiff.mass, stiff.impulse
	}
	m := a.invM + b.invM
	k11 := m + float64(a.invI*ra.Y*ra.Y) + float64(b.invI*rb.Y*rb.Y)
	k22 := m + float64(a.invI*ra.X*ra.X) + float64(b.invI*rb.X*rb.X)
	k12 := -float64(a.invI*ra.X*ra.Y) - float64(b.invI*rb.X*rb.Y)
	det := float64(k11*k22) - float64(k12*k12)
	if !(det > 0) {
		return
	}
	want := Vec{X: (float64(k22*v.X) - float64(k12*v.Y)) / det, Y: (float64(k11*v.Y) - float64(k12*v.X)) / det}
	add := want.Mul(-mass).MulAdd(j.impulse, -keep)
	j.impulse = j.impulse.Add(add)
	push(a, b, add, ra, rb)
}

// solveTurn solves a hinge's motor and its limits.
func (j *joint) solveTurn(a, b *body, biased bool, stiff *soft) {
	if j.angular == 0 {
		return
	}
	if j.torque > 0 {
		maxImpulse := float64(j.torque * partTime)
		now := min(max(j.motor-float64(j.angular*(b.w-a.w-j.speed)), -maxImpulse), maxImpulse)
		add := now - j.motor
		j.motor = now
		twist(a, b, add)
	}
	if !j.isLimited {
		return
	}
	angle := j.turn.Inv().Mul(turnOf(a).Inv().Mul(turnOf(b))).Angle()
	limit := func(c, sign float64, sum *float64) {
		bias, mass, keep := 0.0, 1.0, 0.0
		if c > 0 {
			bias = c / partTime
		} else if biased {
			bias, mass, keep = float64(stiff.bias*c), stiff.mass, stiff.impulse
		}
		now := max(*sum-float64(j.angular*mass*(float64(sign*(b.w-a.w))+bias))-float64(keep**sum), 0)
		add := now - *sum
		*sum = now
		twist(a, b, float64(sign*add))
	}
	limit(angle-j.lower, 1, &j.low)
	limit(j.upper-angle, -1, &j.up)
}

// turnOf returns the current rotation of a joint's side.
func turnOf(b *body) collision.Rot {
	if b.role == dynamic {
		return b.q
	}
	return b.q.Mul(b.dq)
}

// solveSpring keeps the anchors at a distance: softly if the spring has a frequency, and only when extended if it only
// pulls.
func (j *joint) solveSpring(a, b *body, biased bool, stiff *soft) {
	ra, rb := a.dq.Apply(j.ra), b.dq.Apply(j.rb)
	u, length := j.line(a, b, ra, rb)
	if length == 0 {
		return
	}
	k := effectiveMass(a, b, ra.Cross(u), rb.Cross(u))
	v := relative(a, b, ra, rb).Dot(u)
	c := length - j.rest
	bias, mass, keep := 0.0, 1.0, 0.0
	switch {
	case j.frequency > 0 && !biased: // a second pass would damp it twice
		return
	case j.pullsOnly && c < 0 && j.frequency > 0: // slack: nothing holds it back until it is taut
		push(a, b, u.Mul(-j.along), ra, rb)
		j.along = 0
		return
	case j.pullsOnly && c < 0: // slack: it may extend up to its length in this substep
		bias = c / partTime
	case j.frequency > 0:
		// Solving a spring implicitly adds a damping ratio of partTime*omega/2, which is subtracted here.
		spring := newSoft(j.frequency, max(j.damping-float64(partTime*math.Pi*j.frequency), 0))
		bias, mass, keep = float64(spring.bias*c), spring.mass, spring.impulse
	case biased:
		bias, mass, keep = float64(stiff.bias*min(max(c, -maxApart), maxApart)), stiff.mass, stiff.impulse
	}
	now := j.along - float64(k*mass*(v+bias)) - float64(keep*j.along)
	if j.pullsOnly {
		now = min(now, 0)
	}
	add := now - j.along
	j.along = now
	push(a, b, u.Mul(add), ra, rb)
}

// join makes joined bodies sleep and wake together, and marks bodies that hang from something fixed as supported.
func (js joints) join(r *space) {
	for i := range js {
		j := &js[i]
		if j.isLoose(r) {
			continue
		}
		x, y := r.isMovable(j.a), r.isMovable(j.b)
		if x && y {
			p, q := r.rootOf(j.a), r.rootOf(j.b)
			r.island[max(p, q)] = min(p, q)
			continue
		}
		hanging, by := j.a, j.b
		if y {
			hanging, by = j.b, j.a
		}
		r.held[hanging] = true
		if by != noBody {
			r.disturb(&r.bodies[hanging], &r.bodies[by])
		}
		if j.torque > 0 && j.speed != 0 {
			r.bodies[hanging].still = 0 // a running motor keeps the body awake
		}
	}
}

// anchors returns the current positions of the anchors.
func (j *joint) anchors(r *space) (at, to Vec) {
	of := func(body int32, anchor Vec) Vec {
		if body == noBody {
			return anchor
		}
		b := &r.bodies[body]
		return b.p.Add(b.q.Apply(anchor))
	}
	return of(j.a, j.la), of(j.b, j.lb)
}

// pullOf returns the current positions of a joint's anchors, and the force with which it pulls B in the last step.
func (r *space) pullOf(j *joint) (at, to, force Vec) {
	at, to = j.anchors(r)
	force = j.impulse
	if !j.isHinge {
		force = to.Sub(at).Unit().Mul(j.along)
	}
	return at, to, force.Mul(1 / partTime)
}

// tension returns the force with which a spring pulled its ends together in the last step, negative if it pushed.
func (j *joint) tension() float64 { return -j.along / partTime }
