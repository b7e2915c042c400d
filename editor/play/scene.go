package play

import (
	"fillet/collision"
	"fillet/editor/level"
)

// scene is what a run is made of: static colliders with their pieces, and bodies.
type scene struct {
	statics []static
	ground  []fixture // the solid static pieces
	bodies  []body    // the character first
	fixed   body      // stands for everything static in the solver
}

// piece returns a target's shape and place.
func (s *scene) piece(t target) (*collision.Shape, *collision.Transform) {
	if t.body == noBody {
		f := &s.ground[t.piece]
		return &f.shape, &s.statics[f.owner].xf
	}
	b := &s.bodies[t.body]
	return &b.shapes[t.piece], &b.xf
}

// idOf is the collider that a target belongs to; of a body of several colliders the first of them, which stands for it.
func (s *scene) idOf(t target) level.ID {
	if t.body == noBody {
		return s.statics[s.ground[t.piece].owner].id
	}
	return s.bodies[t.body].id
}

// orderOf is the place of a target in drawing order.
func (s *scene) orderOf(t target) int32 {
	if t.body == noBody {
		return s.statics[s.ground[t.piece].owner].order
	}
	return s.bodies[t.body].order
}

// oneWayOf is the direction in which a target is solid, zero for all.
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

// isPlatform reports whether a target is a one-way collider, which lets through whoever asks to drop.
func (s *scene) isPlatform(t target) bool {
	if t.body == noBody {
		return s.statics[s.ground[t.piece].owner].oneWay != (Vec{})
	}
	return s.bodies[t.body].oneWay != (Vec{})
}

// velocityOf is a target's velocity at a point.
func (s *scene) velocityOf(t target, p Vec) Vec {
	if t.body == noBody {
		return Vec{}
	}
	return s.bodies[t.body].at(p)
}

// turnOf is how much nearer the turning of a target's body can bring it within the step, in pixels.
func (s *scene) turnOf(t target) float64 {
	if t.body == noBody {
		return 0
	}
	return s.bodies[t.body].turn
}

// isActive reports whether a target moves.
func (s *scene) isActive(t target) bool { return t.body != noBody && s.bodies[t.body].active() }

// materialOf is the material of a target.
func (s *scene) materialOf(t target) material {
	if t.body == noBody {
		return s.statics[s.ground[t.piece].owner].material
	}
	if w := s.bodies[t.body].weld; w != nil {
		return w.parts[t.piece].material
	}
	return s.bodies[t.body].material
}

// colliderOf is the collider that a target is a piece of.
func (s *scene) colliderOf(t target) level.ID {
	if t.body != noBody {
		if w := s.bodies[t.body].weld; w != nil {
			return w.parts[t.piece].id
		}
	}
	return s.idOf(t)
}

// radiusOf is the radius of a body's round shape.
func (s *scene) radiusOf(t target) float64 {
	if t.body == noBody || s.bodies[t.body].role != dynamic {
		return 0
	}
	return s.bodies[t.body].shapes[t.piece].Radius()
}

// sides returns a contact's bodies. What sleeps is as fixed as what is static: it wakes when something can move it, and
// must not store the speed that it is given until then.
func (s *scene) sides(c *contact) (a, b *body) { return s.side(c.a), s.side(c.b) }

func (s *scene) side(t target) *body {
	if t.body == noBody || s.bodies[t.body].asleep {
		return &s.fixed
	}
	return &s.bodies[t.body]
}
