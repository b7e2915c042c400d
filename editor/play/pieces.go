package play

import (
	"math"

	"fillet/collision"
)

// piece returns a target's shape and pose.
func (s *space) piece(t target) (*collision.Shape, *collision.Transform) {
	if t.body == noBody {
		f := &s.ground[t.piece]
		return &f.shape, &s.statics[f.owner].xf
	}
	b := &s.bodies[t.body]
	return &b.shapes[t.piece], &b.xf
}

// oneWayOf returns the direction in which a target is solid, or zero if it is solid from all sides.
func (s *space) oneWayOf(t target) Vec {
	if t.body == noBody {
		return s.ground[t.piece].facing
	}
	switch b := &s.bodies[t.body]; {
	case b.oneWay != (Vec{}):
		return b.direction()
	case b.oneSided:
		return b.xf.Q.Apply(facingOf(&b.shapes[t.piece]))
	}
	return Vec{}
}

// isPlatform reports whether a target belongs to a one-way collider, through which the character can drop.
func (s *space) isPlatform(t target) bool {
	if t.body == noBody {
		return s.statics[s.ground[t.piece].owner].oneWay != (Vec{})
	}
	return s.bodies[t.body].oneWay != (Vec{})
}

// velocityOf returns a target's velocity at a point.
func (s *space) velocityOf(t target, p Vec) Vec {
	if t.body == noBody {
		return Vec{}
	}
	return s.bodies[t.body].at(p)
}

// turnOf returns the distance that the rotation of a target's body can add within the step, in pixels.
func (s *space) turnOf(t target) float64 {
	if t.body == noBody {
		return 0
	}
	return s.bodies[t.body].turn
}

// owner identifies a body, by its index in space.bodies, or a static collider: see [ownerOfStatic].
type owner int32

// noOwner is the owner of everything fixed to the level itself.
const noOwner owner = math.MinInt32

// ownerOfStatic returns the owner for an index in space.statics.
func ownerOfStatic(i int32) owner { return owner(-1 - i) }

// body returns the index of a body, or noBody.
func (o owner) body() int32 { return max(int32(o), noBody) }

// ownerOf returns the owner of a target.
func (s *space) ownerOf(t target) owner {
	if t.body == noBody {
		return ownerOfStatic(s.ground[t.piece].owner)
	}
	return owner(t.body)
}

// isOwnerGone reports whether a body or a static collider is gone.
func (s *space) isOwnerGone(o owner) bool {
	switch {
	case o == noOwner:
		return false
	case o < 0:
		return s.statics[-1-o].gone
	}
	return s.bodies[o].gone
}

// setOwnerGone removes a body or a static collider from the space, or puts it back. It wakes nothing: see wakeAround.
func (s *space) setOwnerGone(o owner, gone bool) {
	switch {
	case o == noOwner:
	case o < 0:
		s.statics[-1-o].gone = gone
	default:
		s.bodies[o].gone = gone
	}
}

// isGone reports whether a target is gone.
func (s *space) isGone(t target) bool { return s.isOwnerGone(s.ownerOf(t)) }

// wakeAround wakes the bodies that touch an owner or are joined to it. It is called when the owner disappears or
// returns.
func (r *space) wakeAround(o owner) {
	if o == noOwner {
		return
	}
	wake := func(i int32) {
		if r.isMovable(i) {
			r.bodies[i].wake()
			r.bodies[i].still = 0
		}
	}
	for i := range r.joints {
		if j := &r.joints[i]; j.owners[0] == o || j.owners[1] == o {
			wake(j.a)
			wake(j.b)
		}
	}
	for i := range r.contacts {
		if c := &r.contacts[i]; r.ownerOf(c.a) == o || r.ownerOf(c.b) == o {
			wake(c.a.body)
			wake(c.b.body)
		}
	}
}

// isActive reports whether a target moves.
func (s *space) isActive(t target) bool { return t.body != noBody && s.bodies[t.body].active() }

// materialOf returns the material of a target.
func (s *space) materialOf(t target) material {
	if t.body == noBody {
		return s.statics[s.ground[t.piece].owner].material
	}
	if m := s.bodies[t.body].materials; m != nil {
		return (*m)[t.piece]
	}
	return s.bodies[t.body].material
}

// radiusOf returns the radius of a dynamic body's rounded piece, or 0 for other targets.
func (s *space) radiusOf(t target) float64 {
	if t.body == noBody || s.bodies[t.body].role != dynamic {
		return 0
	}
	return s.bodies[t.body].shapes[t.piece].Radius()
}

// sides returns a contact's bodies. A sleeping body counts as static: it wakes when something can move it, and must not
// accumulate velocity before that.
func (s *space) sides(c *contact) (a, b *body) { return s.side(c.a), s.side(c.b) }

func (s *space) side(t target) *body {
	if t.body == noBody || s.bodies[t.body].asleep {
		return &s.fixed
	}
	return &s.bodies[t.body]
}

// A step examines every pair of nearby pieces. A body is usually in a few pairs, but if many bodies are in one place,
// each is in as many pairs as there are other bodies.
const (
	maxPairs = 200_000    // pairs of pieces per step, which take about half a second
	maxLooks = 20_000_000 // pairs of bodies that overlap horizontally, as found by the sweep
)

// TooManyPairs returns the number of pairs of pieces in the first step if there are too many to play, or else 0.
// It stops counting soon after the limit.
func (r *space) TooManyPairs() int {
	pairs, looks := 0, 0
	for k, i := range r.sweep {
		box := r.bodies[i].box
		for _, j := range r.sweep[k+1:] {
			if r.bodies[j].box.Min.X > box.Max.X {
				break
			}
			a, b := &r.bodies[min(i, j)], &r.bodies[max(i, j)]
			if looks++; a.box.Overlaps(b.box) && a.meets(b) {
				pairs += len(a.shapes) * len(b.shapes)
			}
		}
		if a := &r.bodies[i]; a.role == dynamic && a.moves() {
			r.found = r.groundIndex.Append(r.found[:0], box)
			for _, f := range r.found {
				if a.filter.Accepts(r.statics[r.ground[f].owner].filter) {
					pairs += len(a.shapes)
				}
			}
		}
		if limit := 10 * maxPairs; pairs > limit || looks > maxLooks {
			return max(pairs, maxPairs)
		}
	}
	if pairs <= maxPairs {
		return 0
	}
	return pairs
}
