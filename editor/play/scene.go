package play

import (
	"fillet/collision"
	"fillet/editor/level"
)

// scene holds the static colliders and the bodies of a run.
type scene struct {
	statics []static
	ground  []fixture // the solid static pieces
	bodies  []body    // the character first
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

// idOf returns the collider that a target belongs to, or the first collider of a body of several.
func (s *scene) idOf(t target) level.ID {
	if t.body == noBody {
		return s.statics[s.ground[t.piece].owner].id
	}
	return s.bodies[t.body].id
}

// orderOf returns a target's index in drawing order.
func (s *scene) orderOf(t target) int32 {
	if t.body == noBody {
		return s.statics[s.ground[t.piece].owner].order
	}
	return s.bodies[t.body].order
}

// oneWayOf returns the direction in which a target is solid, or zero for all.
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

// isPlatform reports whether a target is a one-way collider, which the character can drop through.
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

// isActive reports whether a target moves.
func (s *scene) isActive(t target) bool { return t.body != noBody && s.bodies[t.body].active() }

// materialOf returns the material of a target.
func (s *scene) materialOf(t target) material {
	if t.body == noBody {
		return s.statics[s.ground[t.piece].owner].material
	}
	if w := s.bodies[t.body].weld; w != nil {
		return w.parts[t.piece].material
	}
	return s.bodies[t.body].material
}

// colliderOf returns the collider that a target is a piece of.
func (s *scene) colliderOf(t target) level.ID {
	if t.body != noBody {
		if w := s.bodies[t.body].weld; w != nil {
			return w.parts[t.piece].id
		}
	}
	return s.idOf(t)
}

// radiusOf returns the radius of a dynamic body's rounded piece, else 0.
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
