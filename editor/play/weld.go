package play

import (
	"fillet/collision"
	"fillet/collision/dynamics"
	"fillet/editor/level"
)

// A group or an instance that is one rigid body consists of its dynamic solid colliders, welded together.

// bodyPart is a shape of a body that consists of several colliders.
type bodyPart struct {
	id level.ID
	at collision.Transform // the pose of the collider's frame in the body's frame
}

// weld holds the parts of a body, one per shape. It does not change during a run.
type weld struct{ parts []bodyPart }

// welds collects the colliders of a run that belong to bodies of several colliders.
type welds struct {
	run   *Run
	names map[level.ID]string
	at    map[string]int32 // indices of the bodies, by name
	list  map[int32]*welding
}

// welding sums up the parts of a body. Its moments are about the origin of the body's frame.
type welding struct {
	def          dynamics.BodyDef
	mass, second float64
	first, force Vec
	velocity     Vec
	spin         level.Degrees
}

// takes adds a collider to the body that contains it, and returns false if there is none. The body's frame is the frame
// of its first collider, which also represents the body.
func (w *welds) takes(c level.ColliderSnapshot, order int32, solid collision.Body) bool {
	name := w.names[c.ID]
	if name == "" {
		return false
	}
	r := w.run
	i, known := w.at[name]
	if !known {
		i = int32(len(r.space.Bodies))
		w.at[name], w.list[i] = i, &welding{def: dynamics.BodyDef{
			Role: dynamics.Dynamic, Pose: solid.Transform, Filter: collision.Filter{Group: solid.Filter.Group},
		}}
		r.entities = append(r.entities, movingEntity{entity: entity{id: c.ID, order: order}, weld: &weld{}})
		r.space.Bodies = append(r.space.Bodies, dynamics.Body{}) // see end
	}
	d, e := &w.list[i].def, &r.entities[i]
	if level.WorkingObjects(c.Collider).Has(level.ReporterObject) {
		r.report.asks[e.order] = true
	}
	at := d.Pose.Inv().Mul(solid.Transform)
	if !known {
		at = collision.Identity()
	}
	d.Filter.Category |= solid.Filter.Category
	d.Filter.Mask |= solid.Filter.Mask
	if d.Filter.Group == 0 {
		d.Filter.Group = solid.Filter.Group
	}
	// the first such collider makes the whole body its gameplay object
	if t := r.objects.index(order); t != 0 && e.object == 0 {
		e.object, r.objects.list[t].owner = t, dynamics.Owner(i)
	}
	for _, s := range solid.Shapes {
		d.Shapes = append(d.Shapes, movedShape(s, at))
		d.Materials = append(d.Materials, dynamics.Material{Friction: c.Friction, Restitution: c.Restitution})
		e.weld.parts = append(e.weld.parts, bodyPart{c.ID, at})
	}
	w.list[i].add(c, at)
	return true
}

// add adds a collider. Where parts overlap, both count.
func (w *welding) add(c level.ColliderSnapshot, at collision.Transform) {
	m := c.Baked.Mass()
	mass, centre := float64(m.Mass*c.Density), at.Apply(m.Centroid)
	w.mass += mass
	w.first = w.first.MulAdd(centre, mass)
	w.second += float64(m.Inertia*c.Density) + float64(mass*centre.LenSq())
	if s := c.Started(); s != (level.Motion{}) {
		w.force = w.force.Add(s.Force)
		if w.velocity == (Vec{}) && w.spin == 0 {
			w.velocity, w.spin = s.Velocity, s.Spin
		}
	}
}

// end makes the bodies.
func (w *welds) end() {
	for i := range w.run.space.Bodies {
		m := w.list[int32(i)]
		if m == nil {
			continue
		}
		d := &m.def
		for p := range d.Materials {
			d.Materials[p].Belt = w.run.objects.list[w.run.entities[i].object].belt
		}
		d.Mass = collision.Mass{Mass: m.mass}
		if m.mass > 1e-9 {
			d.Mass.Centroid = m.first.Mul(1 / m.mass)
		}
		d.Mass.Inertia = m.second - float64(m.mass*d.Mass.Centroid.LenSq())
		w.run.space.Bodies[i] = dynamics.NewBody(d)
		startMotion(&w.run.space.Bodies[i], level.Motion{Velocity: m.velocity, Spin: m.spin, Force: m.force},
			w.run.snapshot.Settings.PixelsPerMetre)
	}
}

// movedShape returns a shape transformed into another frame.
func movedShape(s collision.Shape, at collision.Transform) collision.Shape {
	if m, err := placed(s, at); err == nil {
		return m
	}
	return s // too far from the origin of the body's frame
}
