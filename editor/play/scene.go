package play

import (
	"math"

	"fillet/collision"
	"fillet/editor/level"
)

// scene holds the static colliders and the bodies of a run.
type scene struct {
	statics []static
	ground  []fixture // the solid static pieces
	bodies  []body    // index 0 is the character
	fixed   body      // represents everything static in the solver
}

// piece returns a target's shape and pose.
func (s *scene) piece(t target) (*collision.Shape, *collision.Transform) {
	if t.body == noBody {
		f := &s.ground[t.piece]
		return &f.shape, &s.statics[f.owner].xf
	}
	b := &s.bodies[t.body]
	return &b.shapes[t.piece], &b.xf
}

// entityOf returns the entity of a target.
func (r *Run) entityOf(t target) *entity {
	if t.body == noBody {
		return &r.standing[r.ground[t.piece].owner]
	}
	return &r.entities[t.body].entity
}

// idOf returns the collider that contains a target, or for a body of several colliders its first one.
func (r *Run) idOf(t target) level.ID { return r.entityOf(t).id }

// orderOf returns a target's index in drawing order.
func (r *Run) orderOf(t target) int32 { return r.entityOf(t).order }

// oneWayOf returns the direction in which a target is solid, or zero if it is solid from all sides.
func (s *scene) oneWayOf(t target) Vec {
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
func (s *scene) isPlatform(t target) bool {
	if t.body == noBody {
		return s.statics[s.ground[t.piece].owner].oneWay != (Vec{})
	}
	return s.bodies[t.body].oneWay != (Vec{})
}

// velocityOf returns a target's velocity at a point.
func (s *scene) velocityOf(t target, p Vec) Vec {
	if t.body == noBody {
		return Vec{}
	}
	return s.bodies[t.body].at(p)
}

// turnOf returns the distance that the rotation of a target's body can add within the step, in pixels.
func (s *scene) turnOf(t target) float64 {
	if t.body == noBody {
		return 0
	}
	return s.bodies[t.body].turn
}

// owner identifies a body, by its index in Run.bodies, or a static collider: see [ownerOfStatic].
type owner int32

// noOwner is the owner of everything fixed to the level itself.
const noOwner owner = math.MinInt32

// ownerOfStatic returns the owner for an index in Run.statics.
func ownerOfStatic(i int32) owner { return owner(-1 - i) }

// body returns the index of a body, or noBody.
func (o owner) body() int32 { return max(int32(o), noBody) }

// ownerOf returns the owner of a target.
func (s *scene) ownerOf(t target) owner {
	if t.body == noBody {
		return ownerOfStatic(s.ground[t.piece].owner)
	}
	return owner(t.body)
}

// isOwnerGone reports whether a body or a static collider is gone.
func (s *scene) isOwnerGone(o owner) bool {
	switch {
	case o == noOwner:
		return false
	case o < 0:
		return s.statics[-1-o].gone
	}
	return s.bodies[o].gone
}

// setOwnerGone removes a body or a static collider from the space, or puts it back. It wakes nothing: see wakeAround.
func (s *scene) setOwnerGone(o owner, gone bool) {
	switch {
	case o == noOwner:
	case o < 0:
		s.statics[-1-o].gone = gone
	default:
		s.bodies[o].gone = gone
	}
}

// isGone reports whether a target is gone.
func (s *scene) isGone(t target) bool { return s.isOwnerGone(s.ownerOf(t)) }

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
func (s *scene) isActive(t target) bool { return t.body != noBody && s.bodies[t.body].active() }

// materialOf returns the material of a target.
func (s *scene) materialOf(t target) material {
	if t.body == noBody {
		return s.statics[s.ground[t.piece].owner].material
	}
	if m := s.bodies[t.body].mixed; m != nil {
		return m.materials[t.piece]
	}
	return s.bodies[t.body].material
}

// colliderOf returns the collider that contains a target.
func (r *Run) colliderOf(t target) level.ID {
	if t.body != noBody {
		if w := r.entities[t.body].weld; w != nil {
			return w.parts[t.piece].id
		}
	}
	return r.idOf(t)
}

// radiusOf returns the radius of a dynamic body's rounded piece, or 0 for other targets.
func (s *scene) radiusOf(t target) float64 {
	if t.body == noBody || s.bodies[t.body].role != dynamic {
		return 0
	}
	return s.bodies[t.body].shapes[t.piece].Radius()
}

// sides returns a contact's bodies. A sleeping body counts as static: it wakes when something can move it, and must not
// accumulate velocity before that.
func (s *scene) sides(c *contact) (a, b *body) { return s.side(c.a), s.side(c.b) }

func (s *scene) side(t target) *body {
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

// TooManyPairs returns the number of pairs of pieces in the run's first step if there are too many to play, or else 0.
// It stops counting soon after the limit.
func (r *Run) TooManyPairs() int {
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

// The character is a [collision.Mover] in a world of its own. That world holds the solid bodies of the run, in their
// poses at the time when the character moves. The first keys belong to moving bodies. The solver uses the run's own
// lists, which it iterates in order.

// putSolid puts a body's pieces into the world and returns the next key. Each piece of a one-sided chain becomes a
// one-way body, as in the solver.
func (r *Run) putSolid(k collision.Key, solid collision.Body, first target) collision.Key {
	shapes, oneSided := solid.Shapes, solid.OneSided && solid.OneWay == (Vec{})
	solid.OneSided = false
	for i := range shapes {
		if oneSided {
			solid.Shapes, solid.OneWay = shapes[i:i+1], solid.Transform.Q.Apply(facingOf(&shapes[i]))
		}
		if int(k) > len(r.solids) {
			r.solids = append(r.solids, target{})
		}
		r.solids[k-1] = target{first.body, first.piece + int32(i)}
		r.world.Put(k, solid)
		if k++; !oneSided {
			break
		}
	}
	return k
}

// putBody puts a moving body into the world, or updates it.
func (r *Run) putBody(i int32) (next collision.Key) {
	b := &r.bodies[i]
	solid := collision.Body{
		Shapes: b.shapes, Transform: b.xf, Filter: b.filter, OneWay: b.direction(),
		OneSided: b.oneSided,
	}
	return r.putSolid(r.entities[i].key, solid, target{body: i})
}

// putBodies puts all moving bodies into the world.
func (r *Run) putBodies() {
	k := collision.Key(1)
	for i := 1; i < len(r.bodies); i++ {
		if b, e := &r.bodies[i], &r.entities[i]; !b.trigger {
			e.key, e.was, e.placed, e.placedBox = k, b.xf, b.xf, b.box
			k = r.putBody(int32(i))
			e.keys = k - e.key
		}
	}
}

// everywhere contains all bodies.
var everywhere = collision.AABB{Min: Vec{X: math.Inf(-1), Y: math.Inf(-1)}, Max: Vec{X: math.Inf(1), Y: math.Inf(1)}}

// reach bounds where the character can get in this step, generously.
func (w *walker) reach() collision.AABB {
	r := w.run
	box, fastest := r.bodies[0].box, 0.0
	for i := 1; i < len(r.bodies); i++ {
		if b := &r.bodies[i]; !b.asleep {
			fastest = max(fastest, b.v.Len()+float64(b.extent*math.Abs(b.w)))
		}
	}
	way := float64((w.Velocity.Len() + float64(w.acc.Len()*stepTime) + fastest) * stepTime)
	return box.Grow(float64(2 * (way + w.StepHeight + box.Size().X + box.Size().Y)))
}

// placedAtOnce is the number of bodies that the world updates one by one. For many more, it would rebuild its tree,
// which allocates.
const placedAtOnce = 32

// moveSolids updates the world's bodies that are or were in a box. It skips the others, because the character cannot
// reach them.
func (r *Run) moveSolids(near collision.AABB) {
	moved := 0
	for i := 1; i < len(r.bodies); i++ {
		b, e := &r.bodies[i], &r.entities[i]
		if b.trigger || !near.Overlaps(b.box) && !near.Overlaps(e.placedBox) {
			continue
		}
		e.was, e.placed, e.placedBox = e.placed, b.xf, b.box
		if e.was == b.xf {
			continue
		}
		if e.was.Q != b.xf.Q && (b.oneSided || b.oneWay != (Vec{})) {
			r.putBody(int32(i)) // its solid direction has turned too
		}
		for k := range e.keys {
			r.world.Move(e.key+k, b.xf)
		}
		if moved++; moved%placedAtOnce == 0 {
			r.world.AppendPoint(nil, Vec{}, collision.Query{}) // a query updates the moved bodies
		}
	}
}

// targetOf returns the piece for a body's key in the world and an index among its shapes.
func (r *Run) targetOf(k collision.Key, shape int) target {
	t := r.solids[k-1]
	t.piece += int32(shape)
	return t
}

// surface returns the velocity, at a point, of the body with a key in the world.
func (r *Run) surface(k collision.Key, at Vec) Vec {
	var own Vec
	if !r.trying {
		own = r.velocityOf(r.targetOf(k, 0), at)
	}
	if r.objects.belts {
		own = own.Add(r.objects.carry(r, k, at))
	}
	return own
}

// shift returns how far a point of such a body has moved in this step, including conveyor belts.
func (r *Run) shift(k collision.Key, at Vec) (way Vec) {
	if r.objects.belts {
		way = r.objects.carry(r, k, at).Mul(stepTime)
	}
	t := r.targetOf(k, 0)
	if r.trying || t.body == noBody || r.bodies[t.body].xf == r.entities[t.body].was {
		return way
	}
	return r.bodies[t.body].xf.Apply(r.entities[t.body].was.ApplyInv(at)).Sub(at).Add(way)
}
