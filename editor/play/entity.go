package play

import (
	"fillet/collision"
	"fillet/collision/dynamics"
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

// bodyOf describes the body of a collider that is not static.
func bodyOf(c *level.Collider, baked *level.Baked, solid collision.Body, belt float64) dynamics.BodyDef {
	d := dynamics.BodyDef{
		Role: dynamics.Dynamic, Trigger: solid.Trigger, Filter: solid.Filter, OneSided: solid.OneSided,
		Shapes: solid.Shapes, Pose: solid.Transform,
		Material: dynamics.Material{Friction: c.Friction, Restitution: c.Restitution, Belt: belt},
	}
	if c.Role == level.OneWay {
		d.OneWay = c.OneWay.Unit()
	}
	if c.Body == level.Kinematic || d.Trigger {
		d.Role = dynamics.Kinematic
		return d
	}
	d.Mass = baked.Mass()
	d.Mass.Mass, d.Mass.Inertia = float64(d.Mass.Mass*c.Density), float64(d.Mass.Inertia*c.Density)
	return d
}

// startMotion gives a dynamic body its initial motion. The masses of a run are in square pixels at density 1; one
// kilogram is one square metre.
func startMotion(b *dynamics.Body, m level.Motion, pixelsPerMetre float64) {
	if b.Role != dynamics.Dynamic {
		return
	}
	b.Velocity, b.Spin = m.Velocity, m.Spin.Radians()
	b.Pull = m.Force.Mul(float64(float64(pixelsPerMetre*pixelsPerMetre*pixelsPerMetre) * b.InvMass))
	if l := b.Pull.Len(); l > maxPull {
		b.Pull = b.Pull.Mul(maxPull / l)
	}
}

// maxPull limits the acceleration by a constant force. It equals the largest gravity.
const maxPull = 1e6
