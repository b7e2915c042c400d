package dynamics

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

// JointDef holds the behaviour of a joint. A hinge holds its anchors together; a spring, a rod or a rope keeps them at
// a distance.
type JointDef struct {
	IsHinge      bool
	Length       float64 // the distance, in pixels
	Frequency    float64 // frequency of a spring, in hertz; 0 for a rod or a rope
	Damping      float64 // damping ratio of a spring
	PullsOnly    bool    // a rope
	IsLimited    bool
	Lower, Upper float64 // limits of a hinge's angle, in radians
	Speed        float64 // speed of a hinge's motor, in radians per second
	Torque       float64 // the largest torque of the motor
}

// Joint connects two bodies, or a body and a static collider or fixed point.
type Joint struct {
	JointDef
	ID     string   // for the owner of the space, which may set it
	A, B   int32    // body indices, or NoBody
	owners [2]Owner // the bodies or static colliders with the anchors
	// The anchors: relative to the centre of mass, in the body's frame, or in the space for a fixed side.
	la, lb   Vec
	turn     collision.Rot
	angle    float64 // how far a limited hinge has turned, beyond a half turn too
	angular  float64 // effective mass
	impulse  Vec     // accumulated impulse of a hinge
	along    float64 // impulse of a spring, along the line from A to B
	motor    float64
	low, up  float64 // impulses of the limits
	ra, rb   Vec     // anchors relative to the centres of mass, at the start of the step
	apart    Vec     // from A's anchor to B's, at the start of the step
	sleeping bool
	collides bool     // the two sides collide with each other
	bounced  bool     // it spread a bounce in the previous substep
	known    JointDef // the definition in the last step

	stiffness float64 // stiffness of a spring, in this step
}

type joints []Joint

// link is a pair of a body and the body or collider that it is joined to.
type link struct {
	body  int32
	other Owner
}

func (l link) compare(o link) int {
	return cmp.Or(cmp.Compare(l.body, o.body), cmp.Compare(l.other, o.other))
}

// JointSide is a side of a joint to create.
type JointSide struct {
	Owner Owner // the body or static collider with the anchor, or NoOwner for a fixed point
	At    Vec   // the anchor, in the space
}

// anchor returns the body on a side of a joint, or NoBody, and the anchor relative to it. A trigger acts as a fixed
// point.
func (s JointSide) anchor(r *Space) (body int32, at Vec) {
	i := s.Owner.Body()
	at = boundedVec(s.At)
	if i == NoBody || r.Bodies[i].Trigger {
		return NoBody, at
	}
	b := &r.Bodies[i]
	return i, b.Rotation.ApplyInv(at.Sub(b.Position))
}

// AddJoint appends a joint of two bodies, or of a body and a static collider or fixed point, to Joints and wakes the
// bodies. collides reports whether the two can touch. It returns false if neither is a dynamic body, or both are the
// same. The JointDef of a joint can be changed between steps, which wakes the bodies too.
func (r *Space) AddJoint(a, b JointSide, collides bool, kind *JointDef) bool {
	j := Joint{JointDef: *kind, known: *kind, owners: [2]Owner{a.Owner, b.Owner}, collides: collides}
	j.A, j.la = a.anchor(r)
	j.B, j.lb = b.anchor(r)
	if j.A == j.B || !r.IsMovable(j.A) && !r.IsMovable(j.B) {
		return false
	}
	q := [2]collision.Rot{{C: 1}, {C: 1}}
	for k, i := range [2]int32{j.A, j.B} {
		if i != NoBody {
			q[k] = r.Bodies[i].Rotation
		}
	}
	j.turn = q[0].Inv().Mul(q[1])
	j.wake(r)
	r.Joints = append(r.Joints, j)
	return true
}

// RemoveJoint removes joint i and wakes its bodies, which then collide if no other joint prevents it. The index of each
// later joint decreases by one.
func (r *Space) RemoveJoint(i int) {
	r.Joints[i].wake(r)
	r.Joints = slices.Delete(r.Joints, i, i+1)
	r.connected = -1
}

// wake wakes the bodies of a joint.
func (j *Joint) wake(r *Space) {
	for _, i := range [2]int32{j.A, j.B} {
		if i != NoBody {
			r.Bodies[i].Rouse()
		}
	}
}

// Resume gives a joint the definition and the state of a joint of the same bodies in another space, such as how far its
// hinge has turned.
func (j *Joint) Resume(from *Joint) {
	j.JointDef, j.known, j.angle = from.JointDef, from.known, from.angle
	j.impulse, j.along, j.motor, j.low, j.up = from.impulse, from.along, from.motor, from.low, from.up
}

// bound limits the numbers of the definition.
func (d *JointDef) bound() {
	for _, x := range [...]*float64{&d.Length, &d.Frequency, &d.Damping, &d.Lower, &d.Upper, &d.Speed} {
		*x = bounded(*x, maxNumber)
	}
	d.Torque = bounded(d.Torque, maxMass)
}

// part records that a body does not collide with what it is joined to: a body, or else the owner.
func (r *Space) part(body, joined int32, owner Owner) {
	if joined != NoBody {
		owner = Owner(joined)
	} else if owner >= 0 || owner == NoOwner {
		return
	}
	if body != NoBody {
		r.unmet = append(r.unmet, link{body, owner})
	}
}

// ConnectJoints records which bodies are connected, directly or through other joints. Call it once all joints are
// added.
func (r *Space) ConnectJoints() {
	r.connected, r.unmet = len(r.Joints), r.unmet[:0]
	for i := range r.Bodies {
		b := &r.Bodies[i]
		b.jointed, b.guided, b.net = false, false, 0
	}
	js := r.Joints
	for i := range js {
		j := &js[i]
		for _, b := range [2]int32{j.A, j.B} {
			if b != NoBody {
				r.Bodies[b].jointed, r.Bodies[b].guided = true, r.Bodies[b].guided || j.isDriven(r)
			}
		}
		if !j.collides {
			r.part(j.A, j.B, j.owners[1])
			r.part(j.B, j.A, j.owners[0])
		}
	}
	slices.SortFunc(r.unmet, link.compare)
	net := make([]int32, len(r.Bodies))
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
		if j := &js[i]; r.IsMovable(j.A) && r.IsMovable(j.B) {
			a, b := find(j.A), find(j.B)
			net[max(a, b)] = min(a, b)
		}
	}
	for i := range js {
		for _, b := range [2]int32{js[i].A, js[i].B} {
			if r.IsMovable(b) {
				r.Bodies[b].net = find(b)
			}
		}
	}
}

// isDriven reports whether the joint is attached to something that moves on its own.
func (j *Joint) isDriven(r *Space) bool {
	moves := func(i int32) bool { return i != NoBody && r.Bodies[i].Role != Dynamic }
	return moves(j.A) || moves(j.B)
}

// given returns an upper bound of the energy that the joint has added in this step: the energy that its spring has
// released, and the work of its motor at full torque and speed.
func (j *Joint) given(s *Space) float64 {
	motor := float64(j.Torque * math.Abs(j.Speed) * s.dt)
	if j.stiffness == 0 {
		return motor
	}
	a, b := j.ends(s)
	now := j.gap(a, b, a.dq.Apply(j.ra), b.dq.Apply(j.rb)).Len()
	return motor + float64(j.stiffness*(j.stretch(j.apart.Len())-j.stretch(now))/2)
}

// stretch returns the square of a spring's extension or compression at a length.
func (j *Joint) stretch(length float64) float64 {
	c := length - j.Length
	if j.PullsOnly && c < 0 {
		return 0
	}
	return float64(c * c)
}

func (r *Space) IsMovable(i int32) bool { return i != NoBody && r.Bodies[i].Role == Dynamic }

// areParted reports whether a joint prevents a body from colliding with another body or a static collider.
func (r *Space) areParted(body int32, other Owner) bool {
	if len(r.unmet) == 0 || !r.Bodies[body].jointed {
		return false
	}
	_, found := slices.BinarySearchFunc(r.unmet, link{body, other}, link.compare)
	return found
}

// ends returns the bodies of a joint. Sleeping bodies count as fixed.
func (j *Joint) ends(s *Space) (a, b *Body) {
	return s.side(Target{Body: j.A}), s.side(Target{Body: j.B})
}

// prepare computes what is constant during the step.
func (js joints) prepare(s *Space) {
	for i := range js {
		j := &js[i]
		a, b := j.ends(s)
		if j.sleeping = a.InvMass == 0 && b.InvMass == 0; j.isLoose(s) {
			j.sleeping, j.impulse, j.along, j.motor, j.low, j.up = true, Vec{}, 0, 0, 0, 0
			j.angle = 0
		}
		if j.sleeping {
			continue
		}
		if j.isRigid() {
			a.rigid, b.rigid = a.InvMass > 0, b.InvMass > 0
		}
		j.ra, j.rb = arm(a, j.A, j.la, s), arm(b, j.B, j.lb, s)
		j.apart = b.Position.Add(j.rb).Sub(a.Position).Sub(j.ra)
		if j.IsHinge && j.apart.LenSq() > maxApart*maxApart { // torn apart: warm starting would not help
			j.impulse, j.motor, j.low, j.up = Vec{}, 0, 0, 0
		}
		j.stiffness = 0
		if u, l := j.line(a, b, j.ra, j.rb); !j.IsHinge && j.Frequency > 0 && l > 0 {
			omega := float64(2 * math.Pi * j.Frequency)
			j.stiffness = float64(float64(omega*omega) * effectiveMass(a, b, j.ra.Cross(u), j.rb.Cross(u)))
		}
		j.angular = 0
		if k := a.InvInertia + b.InvInertia; k > 0 {
			j.angular = 1 / k
		}
	}
}

// isRigid reports whether the joint is not a soft spring.
func (j *Joint) isRigid() bool { return j.IsHinge || j.Frequency == 0 }

// noteBounces marks the joints of networks in which a body bounces, and reports whether there are any.
func (js joints) noteBounces(s *Space) (found bool) {
	for i := range js {
		j := &js[i]
		of := j.B
		if !s.IsMovable(of) {
			of = j.A
		}
		if s.Bodies[s.Bodies[of].net].bounced && !j.sleeping {
			j.bounced, found = true, true
		}
	}
	return found
}

// isLoose reports whether one of the joint's colliders is gone.
func (j *Joint) isLoose(s *Space) bool {
	return s.isOwnerGone(j.owners[0]) || s.isOwnerGone(j.owners[1])
}

// arm returns the offset from the centre of a side to its anchor. A sleeping body is solved like a fixed one, at the
// space's origin.
func arm(side *Body, of int32, at Vec, s *Space) Vec {
	if of == NoBody {
		return at
	}
	b := &s.Bodies[of]
	return b.Position.Add(b.Rotation.Apply(at)).Sub(side.Position)
}

// warm applies the impulses of the previous substep.
func (js joints) warm(s *Space) {
	for i := range js {
		j := &js[i]
		if j.sleeping {
			continue
		}
		if j.bounced {
			j.bounced, j.impulse, j.along, j.motor, j.low, j.up = false, Vec{}, 0, 0, 0, 0
			continue
		}
		a, b := j.ends(s)
		ra, rb := a.dq.Apply(j.ra), b.dq.Apply(j.rb)
		if j.IsHinge {
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
func twist(a, b *Body, impulse float64) {
	a.Spin -= float64(a.InvInertia * impulse)
	b.Spin += float64(b.InvInertia * impulse)
}

// gap returns the current offset from A's anchor to B's.
func (j *Joint) gap(a, b *Body, ra, rb Vec) Vec {
	return j.apart.Add(b.dp.Sub(a.dp)).Add(rb.Sub(j.rb)).Sub(ra.Sub(j.ra))
}

// line returns the direction from A's anchor to B's and their distance, or 0 if they coincide.
func (j *Joint) line(a, b *Body, ra, rb Vec) (u Vec, length float64) {
	d := j.gap(a, b, ra, rb)
	if length = d.Len(); length < 1e-9 {
		return Vec{}, 0
	}
	return d.Mul(1 / length), length
}

// solve changes velocities so that the joints hold. If biased is set, it also corrects position errors. If bounced is
// set, it solves only the joints that spread a bounce.
func (js joints) solve(s *Space, biased, bounced bool) {
	h := s.substep
	stiff := newSoft(jointHertz, jointRatio, h)
	for i := range 2 * len(js) * jointRounds {
		i %= 2 * len(js)
		if i >= len(js) { // forward and backward, so that the load on a long chain reaches its other end
			i = 2*len(js) - 1 - i
		}
		j := &js[i]
		if j.sleeping || bounced && !j.bounced {
			continue
		}
		a, b := j.ends(s)
		if j.IsHinge {
			j.solveTurn(a, b, biased, &stiff, h)
			j.solvePoint(a, b, biased, &stiff)
		} else {
			j.solveSpring(a, b, biased, &stiff, h)
		}
	}
}

// solvePoint keeps the anchors of a hinge together.
func (j *Joint) solvePoint(a, b *Body, biased bool, stiff *soft) {
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
	m := a.InvMass + b.InvMass
	k11 := m + float64(a.InvInertia*ra.Y*ra.Y) + float64(b.InvInertia*rb.Y*rb.Y)
	k22 := m + float64(a.InvInertia*ra.X*ra.X) + float64(b.InvInertia*rb.X*rb.X)
	k12 := -float64(a.InvInertia*ra.X*ra.Y) - float64(b.InvInertia*rb.X*rb.Y)
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
func (j *Joint) solveTurn(a, b *Body, biased bool, stiff *soft, h float64) {
	if j.angular == 0 {
		return
	}
	if j.Torque > 0 {
		maxImpulse := float64(j.Torque * h)
		now := min(max(j.motor-float64(j.angular*(b.Spin-a.Spin-j.Speed)), -maxImpulse), maxImpulse)
		add := now - j.motor
		j.motor = now
		twist(a, b, add)
	}
	if !j.IsLimited {
		return
	}
	angle := j.turn.Inv().Mul(turnOf(a).Inv().Mul(turnOf(b))).Angle()
	angle += float64(2 * math.Pi * math.Round((j.angle-angle)/(2*math.Pi)))
	j.angle = angle
	limit := func(c, sign float64, sum *float64) {
		bias, mass, keep := 0.0, 1.0, 0.0
		if c > 0 {
			bias = c / h
		} else if biased {
			bias, mass, keep = float64(stiff.bias*c), stiff.mass, stiff.impulse
		}
		now := max(*sum-float64(j.angular*mass*(float64(sign*(b.Spin-a.Spin))+bias))-float64(keep**sum), 0)
		add := now - *sum
		*sum = now
		twist(a, b, float64(sign*add))
	}
	limit(angle-j.Lower, 1, &j.low)
	limit(j.Upper-angle, -1, &j.up)
}

// turnOf returns the current rotation of a joint's side.
func turnOf(b *Body) collision.Rot {
	if b.Role == Dynamic {
		return b.Rotation
	}
	return b.Rotation.Mul(b.dq)
}

// solveSpring keeps the anchors at a distance: softly if the spring has a frequency, and only when extended if it only
// pulls.
func (j *Joint) solveSpring(a, b *Body, biased bool, stiff *soft, h float64) {
	ra, rb := a.dq.Apply(j.ra), b.dq.Apply(j.rb)
	u, length := j.line(a, b, ra, rb)
	if length == 0 {
		return
	}
	k := effectiveMass(a, b, ra.Cross(u), rb.Cross(u))
	v := relative(a, b, ra, rb).Dot(u)
	c := length - j.Length
	bias, mass, keep := 0.0, 1.0, 0.0
	switch {
	case j.Frequency > 0 && !biased: // a second pass would damp it twice
		return
	case j.PullsOnly && c < 0 && j.Frequency > 0: // slack: nothing holds it back until it is taut
		push(a, b, u.Mul(-j.along), ra, rb)
		j.along = 0
		return
	case j.PullsOnly && c < 0: // slack: it may extend up to its length in this substep
		bias = c / h
	case j.Frequency > 0:
		// Solving a spring implicitly adds a damping ratio of h*omega/2, which is subtracted here.
		spring := newSoft(j.Frequency, max(j.Damping-float64(halfTurn(h)*j.Frequency), 0), h)
		bias, mass, keep = float64(spring.bias*c), spring.mass, spring.impulse
	case biased:
		bias, mass, keep = float64(stiff.bias*min(max(c, -maxApart), maxApart)), stiff.mass, stiff.impulse
	}
	now := j.along - float64(k*mass*(v+bias)) - float64(keep*j.along)
	if j.PullsOnly {
		now = min(now, 0)
	}
	add := now - j.along
	j.along = now
	push(a, b, u.Mul(add), ra, rb)
}

// join makes joined bodies sleep and wake together, and marks bodies that hang from something fixed as supported.
func (js joints) join(r *Space) {
	for i := range js {
		j := &js[i]
		if j.bound(); j.JointDef != j.known {
			j.known = j.JointDef
			j.wake(r)
		}
		if j.isLoose(r) {
			continue
		}
		x, y := r.IsMovable(j.A), r.IsMovable(j.B)
		if x && y {
			p, q := r.rootOf(j.A), r.rootOf(j.B)
			r.island[max(p, q)] = min(p, q)
			continue
		}
		hanging, by := j.A, j.B
		if y {
			hanging, by = j.B, j.A
		}
		r.held[hanging] = true
		if by != NoBody {
			r.disturb(&r.Bodies[hanging], &r.Bodies[by])
		}
		if j.Torque > 0 && j.Speed != 0 {
			r.Bodies[hanging].Still = 0 // a running motor keeps the body awake
		}
	}
}

// anchors returns the current positions of the anchors.
func (j *Joint) anchors(r *Space) (at, to Vec) {
	of := func(body int32, anchor Vec) Vec {
		if body == NoBody {
			return anchor
		}
		b := &r.Bodies[body]
		return b.Position.Add(b.Rotation.Apply(anchor))
	}
	return of(j.A, j.la), of(j.B, j.lb)
}

// PullOf returns the current positions of a joint's anchors, and the force with which it pulled B in the last step.
func (r *Space) PullOf(j *Joint) (at, to, force Vec) {
	at, to = j.anchors(r)
	force = j.impulse
	if !j.IsHinge {
		force = to.Sub(at).Unit().Mul(j.along)
	}
	return at, to, force.Mul(1 / r.substep)
}

// TensionOf returns the force with which a spring pulled its ends together in the last step, negative if it pushed.
func (r *Space) TensionOf(j *Joint) float64 { return -j.along / r.substep }

// halfTurn returns π h, rounded once for the default step.
func halfTurn(h float64) float64 {
	if h == SubstepTime {
		return SubstepTime * math.Pi
	}
	return float64(h * math.Pi)
}
