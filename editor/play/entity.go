package play

import (
	"fillet/collision"
	"fillet/editor/level"
)

// entity holds the level's data about a body or a static collider.
type entity struct {
	id     level.ID
	order  int32 // index in drawing order, from 1; 0 for the character
	goal   bool
	medium medium  // media of a trigger: ladder or water
	fluid  float64 // the density of water
	object int32   // index of its gameplay object in objects.list
}

// movingEntity holds the level's data about a body, and its keys in the run's world.
type movingEntity struct {
	entity
	path  path
	drive drive
	weld  *weld // the body's parts if it consists of several colliders, else nil

	key, keys   collision.Key       // its first key in Run.world, and its number of keys
	placed, was collision.Transform // pose of its frame in Run.world now, and before the last update
	placedBox   collision.AABB
}

// newBody returns a body for a non-static collider.
func newBody(c *level.Collider, baked *level.Baked, solid collision.Body) body {
	b := body{
		role: dynamic, trigger: solid.Trigger, filter: solid.Filter, oneSided: solid.OneSided,
		shapes: solid.Shapes, xf: solid.Transform,
		material: material{friction: c.Friction, restitution: c.Restitution},
	}
	if c.Role == level.OneWay {
		b.oneWay = c.OneWay.Unit()
	}
	b.center = baked.Mass().Centroid
	if c.Body == level.Kinematic || b.trigger {
		b.role = kinematic
		b.center = Vec{}
		if ends := connect(b.shapes, 0); ends != nil {
			b.chain = &chain{ends}
		}
	}
	b.measure()
	if b.role == dynamic {
		for _, s := range b.shapes {
			b.cores = append(b.cores, s.Core(bodySkin))
		}
		b.weigh(baked.Mass(), c.Density)
	}
	b.q = b.xf.Q
	b.p = b.xf.Apply(b.center)
	b.updateBox()
	return b
}

// start gives a dynamic body its initial motion. The masses of a run are in square pixels at density 1; one kilogram is
// one square metre.
func (b *body) start(m level.Motion, pixelsPerMetre float64) {
	if b.role != dynamic {
		return
	}
	b.v, b.w = m.Velocity, m.Spin.Radians()
	b.pull = m.Force.Mul(float64(float64(pixelsPerMetre*pixelsPerMetre*pixelsPerMetre) * b.invM))
	if l := b.pull.Len(); l > maxPull {
		b.pull = b.pull.Mul(maxPull / l)
	}
}

// maxPull limits the acceleration by a constant force. It equals the largest gravity.
const maxPull = 1e6
