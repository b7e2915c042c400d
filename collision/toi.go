package collision

import "math"

// Motion is a simultaneous translation and rotation, both at a constant rate.
type Motion struct {
	// Move is the translation of Pivot, in the world's frame.
	Move Vec
	// Turn is the rotation about Pivot, in radians: positive from +x toward +y. It may exceed a full turn.
	Turn float64
	// Pivot is the point, in the shape's own frame, that moves in a straight
	// line: the centre of mass of a body in flight, or the hinge of a door.
	Pivot Vec
}

// At returns the transform xf after a fraction t of the motion.
func (m Motion) At(xf Transform, t float64) Transform {
	if t == 0 {
		return xf
	}
	q := NewRot(float64(m.Turn * t)).Mul(xf.Q)
	return Transform{P: xf.Apply(m.Pivot).MulAdd(m.Move, t).Sub(q.Apply(m.Pivot)), Q: q}
}

// maxTurn limits the rotation of a motion, in radians.
const maxTurn = 1e6

// sane reports whether CastMotion can follow a motion.
func (m *Motion) sane() bool {
	return !m.Move.IsNaN() && finite(m.Turn) && m.Pivot.IsPlaceable()
}

// CastMotion works like [Cast] for a shape that rotates while it moves: it returns the time of impact, when a first
// hits b. T is a fraction of the motion. Before T, a and b are apart to within a hundred-millionth of their size; at T
// they touch. A motion with a NaN, an infinite turn, or a pivot that is not finite or beyond [MaxCoordinate] hits
// nothing.
//
// The search stops after a thousand steps, for instance after hundreds of turns close to b. T is then the fraction that
// was searched, which is no later than the hit.
//
// The method is conservative advancement (B. Mirtich and J. Canny, "Impulse-Based Simulation of Rigid Bodies", 1995):
// each step goes as far as a and b are sure to stay apart. The axis between their closest points is used twice, once
// fixed and once rotating with a, with bounds on the speed and the curvature of each vertex's path along it.
func CastMotion(a Shape, xa Transform, motion Motion, b Shape, xb Transform) (Hit, bool) {
	if motion.Turn == 0 {
		return Cast(a, xa, motion.Move, b, xb)
	}
	var bufA, bufB [largeHull]edge
	s, ok := newTurning(&a, &xa, &motion, bufA[:])
	if !ok {
		return Hit{}, false
	}
	hb := b.place(&xb, bufB[:])
	return s.meet(&hb)
}

// turning is a shape on a motion.
type turning struct {
	shape  Shape
	from   Transform
	motion Motion
	reach  float64 // greatest distance of the shape from the pivot, without its radius
	way    path    // path of the disc about the pivot that contains the shape
	room   []edge
}

// newTurning prepares a motion, or returns false if CastMotion cannot follow it. It places the shape in room if that is
// large enough.
func newTurning(s *Shape, xf *Transform, m *Motion, room []edge) (turning, bool) {
	t := turning{shape: *s, from: *xf, motion: *m, room: room}
	if !m.sane() || xf.P.IsNaN() || !finite(xf.Q.C) || !finite(xf.Q.S) {
		return t, false
	}
	t.from.P = clampPoint(xf.P)
	t.from.Q, _ = xf.Q.Unit()
	t.motion.Move = clampPoint(m.Move)
	t.motion.Turn = min(max(m.Turn, -maxTurn), maxTurn)
	f := s.get()
	if len(f.edges) > len(room) {
		t.room = make([]edge, len(f.edges))
	}
	for i := range f.edges {
		t.reach = max(t.reach, f.edges[i].v.Dist(m.Pivot))
	}
	// The rotation may be off by rounding.
	t.reach = float64(t.reach*(1+rotationTolerance)) + f.tol
	t.way = path{from: t.from.Apply(m.Pivot), limit: 1, radius: t.reach + f.radius}
	t.way.along(t.motion.Move, 1)
	return t, true
}

// maxAdvances limits the steps of a search.
const maxAdvances = 1000

// meet returns the first hit of the shape on a hull at rest.
func (s *turning) meet(b *hull) (Hit, bool) {
	a := s.shape.place(&s.from, s.room)
	var m Manifold
	if collide(&a, b, 0, &m) {
		c := m.separation()
		return Hit{0, c.OnB, c.Normal.Neg()}, true
	}
	// The shape hits nothing before the disc about the pivot does.
	disc, ok := s.way.meet(b, false)
	if !ok {
		return Hit{}, false
	}
	t := disc.T
	for range maxAdvances {
		xf := s.motion.At(s.from, t)
		a = s.shape.place(&xf, s.room)
		m = Manifold{}
		collide(&a, b, math.Inf(1), &m)
		c := m.separation()
		if c.Distance <= 4*(a.tol+b.tol) {
			return Hit{t, c.OnB, c.Normal.Neg()}, true
		}
		step := s.advance(&a, b, c.Normal, t)
		if t += step; t > 1 {
			return Hit{}, false
		}
		if step < 1e-16 {
			return Hit{t, c.OnB, c.Normal.Neg()}, true
		}
	}
	xf := s.motion.At(s.from, t)
	a = s.shape.place(&xf, s.room)
	collide(&a, b, math.Inf(1), &m)
	c := m.separation()
	return Hit{t, c.OnB, c.Normal.Neg()}, true
}

// advance returns a fraction of the motion, from t on, during which a is sure
// not to hit b. At t they are apart along n.
func (s *turning) advance(a, b *hull, n Vec, t float64) float64 {
	pivot := s.way.from.MulAdd(s.motion.Move, t)
	move, turn := s.motion.Move, s.motion.Turn
	low, high := math.Inf(1), math.Inf(-1) // b's smallest and a's largest position along n
	for i := range b.edges {
		low = min(low, n.Dot(b.edges[i].v.Sub(pivot)))
	}
	for i := range a.edges {
		high = max(high, n.Dot(a.edges[i].v.Sub(pivot)))
	}
	radii := a.radius + b.radius
	// With a fixed axis, a's vertices move on translated circles.
	stands := math.Inf(1)
	for i := range a.edges {
		r := a.edges[i].v.Sub(pivot)
		speed := n.Dot(move) + float64(turn*n.Dot(r.Perp()))
		stands = min(stands, timeApart(low-n.Dot(r)-radii, speed, float64(float64(turn*turn)*r.Len())))
	}
	// With an axis that rotates with a, b's vertices move.
	turns := math.Inf(1)
	length := move.Len()
	for i := range b.edges {
		r := b.edges[i].v.Sub(pivot)
		speed := n.Dot(move) - float64(turn*n.Perp().Dot(r))
		bend := float64(float64(turn*turn)*(r.Len()+float64(length*(1-t)))) + float64(2*math.Abs(turn)*length)
		turns = min(turns, timeApart(n.Dot(r)-high-radii, speed, bend))
	}
	return max(stands, turns)
}

// timeApart returns how long a gap stays open that closes at the given speed, if the speed grows by at most bend per
// unit of time.
func timeApart(gap, speed, bend float64) float64 {
	if !(gap > 0) {
		return 0
	}
	root := math.Sqrt(float64(speed*speed) + float64(2*bend*gap))
	switch {
	case speed > 0:
		return 2 * gap / (root + speed)
	case bend > 0:
		return (root - speed) / bend
	}
	return math.Inf(1)
}

// velocity returns the velocity of a point of the shape at t, in lengths per motion.
func (s *turning) velocity(p Vec, t float64) Vec {
	r := p.Sub(s.way.from.MulAdd(s.motion.Move, t))
	return s.motion.Move.MulAdd(r.Perp(), s.motion.Turn)
}
