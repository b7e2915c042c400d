package play

import "math"

// Sleeping: bodies that touch each other form an island. An island falls asleep when all of it has hardly moved for a
// while and something supports it, and wakes when any of it is touched. Sleeping bodies cost nothing and do not creep.
//
// Movement is measured in spans of a fifth of a second by default. A body that is slow because it begins to fall,
// slide, roll or tip over moves farther in each span than in the one before; a body that jitters in a pile does not.
const (
	stillSpans = 2 // spans for which a body must be at rest; together they are the sleep time
	// how much farther a resting body may move in a span than in the one before: an acceleration, in pixels per second
	// squared
	stillMore = 0.625
	trembling = 8.0 // factor on the sleep speed that the fastest point of a resting body may reach for a moment
)

// updateIslands wakes bodies and puts them to sleep.
func (r *Run) updateIslands() {
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
			a.driven = a.driven || b.role == character || b.path.moves()
			r.disturb(a, b)
		case b.role == dynamic:
			r.held[c.b.body] = r.held[c.b.body] || pushes
			b.driven = b.driven || a.role == character || a.path.moves()
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

// disturb keeps a body awake that touches a moving platform, however slow, or a moving character.
func (r *Run) disturb(b, by *body) {
	if by.role == kinematic && by.path.moves() || by.role == character && r.stirs {
		b.still = 0
	}
}

// stirSpeed is the speed from which a character keeps awake what it touches, in pixels per second.
const stirSpeed = 4.0

// feelCharacter computes whether the character keeps awake what it touches: it moves, or the player wants it to.
func (r *Run) feelCharacter(in Input) {
	b := &r.bodies[0]
	idle := in.X == 0 && in.Y == 0 && !in.Jump
	if b.still++; !idle || r.walker.Position.Dist(b.restP) > r.settings.stillWay() {
		b.still, b.restP = 0, r.walker.Position
	}
	r.stirs = r.walker.Velocity.Len() > stirSpeed && b.still < stillSpans*r.settings.stillSpan()
}

// rootOf returns the body that represents another's island.
func (r *Run) rootOf(i int32) int32 {
	for r.island[i] != i {
		r.island[i] = r.island[r.island[i]]
		i = r.island[i]
	}
	return i
}

// falls reports whether gravity acts on bodies, so that unsupported ones do not rest.
func (r *Run) falls() bool { return r.settings.Mode != TopDown && r.settings.Gravity > 0 }

// updateStill counts the spans for which each body has been at rest.
func (r *Run) updateStill() {
	span, most, fastest := r.settings.stillSpan(), r.settings.stillWay(), float64(trembling*r.settings.SleepSpeed)
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
		if b.still++; b.stirred || way > most || way > b.lastWay+more || most == 0 {
			b.still = 0
		}
		b.restP, b.restQ, b.lastWay, b.stirred = b.p, b.q, way, false
	}
}
