package playtest

import "math"

// Sleeping: bodies that touch each other are an island, which goes to sleep when all of it has hardly moved for a while
// and wakes when any of it is touched. What sleeps costs nothing, and does not creep.
const (
	stillSpeed = 8.0 // pixels a second, of the body's fastest point
	stillTime  = 0.2
	// restAcceleration is up to which part of gravity a body may get faster and still be at rest; restNoise is what
	// the solver changes speeds by, in pixels a second. What nothing holds is slow as well when it begins to fall.
	restAcceleration = 0.1
	restNoise        = 0.01
)

// updateIslands wakes and puts to sleep.
func (r *Run) updateIslands() {
	for i := range r.island {
		r.island[i] = int32(i)
	}
	for i := range r.contacts {
		c := &r.contacts[i]
		if c.separation > 2*Slop && !c.meets || c.b.body == noBody {
			continue
		}
		a, b := &r.bodies[c.a.body], &r.bodies[c.b.body]
		switch {
		case a.role == dynamic && b.role == dynamic:
			x, y := r.rootOf(c.a.body), r.rootOf(c.b.body)
			r.island[max(x, y)] = min(x, y)
		case a.role == dynamic:
			r.disturb(a, b)
		case b.role == dynamic:
			r.disturb(b, a)
		}
	}
	for i := range r.calm {
		r.calm[i] = stillTime
	}
	for i := range r.bodies {
		if b := &r.bodies[i]; b.role == dynamic {
			root := r.rootOf(int32(i))
			r.calm[root] = min(r.calm[root], b.still)
		}
	}
	for i := range r.bodies {
		b := &r.bodies[i]
		if b.role != dynamic {
			continue
		}
		if r.calm[r.rootOf(int32(i))] < stillTime {
			b.wake()
		} else if !b.asleep {
			b.asleep, b.v, b.w = true, Vec{}, 0
		}
	}
}

// disturb keeps a body awake that touches a platform that moves, however slowly, or a character in motion.
func (r *Run) disturb(b, by *body) {
	if by.role == kinematic && by.path.moves() || by.role == character && r.walker.Velocity.Len() > stillSpeed/2 {
		b.still = 0
	}
}

// rootOf is the body that stands for another's island.
func (r *Run) rootOf(i int32) int32 {
	for r.island[i] != i {
		r.island[i] = r.island[r.island[i]]
		i = r.island[i]
	}
	return i
}

// updateStill counts for how long each body has hardly moved, and has not got faster as what falls does.
func (r *Run) updateStill() {
	gravity := r.settings.Gravity
	if r.settings.Mode == TopDown {
		gravity = 0
	}
	for i := range r.bodies {
		b := &r.bodies[i]
		if b.role != dynamic || b.asleep {
			continue
		}
		if b.still += stepTime; b.v.Len()+float64(b.extent*math.Abs(b.w)) > stillSpeed || int32(i) == r.grabbed {
			b.still = 0
		} else if b.still >= stillTime {
			if b.v.Dist(b.stillV) > float64(restAcceleration*gravity*b.still)+restNoise && gravity > 0 {
				b.still = 0
			}
		}
		if b.still == 0 {
			b.stillV = b.v
		}
	}
}
