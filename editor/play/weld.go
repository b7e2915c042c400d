package play

import (
	"fillet/collision"
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

func (w *weld) list() []bodyPart {
	if w == nil {
		return nil
	}
	return w.parts
}

// welds collects the colliders of a run that belong to bodies of several colliders.
type welds struct {
	run   *Run
	names map[level.ID]string
	at    map[string]int32 // indices of the bodies, by name
	mass  map[int32]*weight
}

// weight sums up the parts of a body. Its moments are about the origin of the body's frame.
type weight struct {
	mass, second float64
	first, force Vec
	velocity     Vec
	spin         level.Degrees
}

func newWelds(r *Run) *welds {
	return &welds{run: r, names: r.snapshot.Bodies(), at: map[string]int32{}, mass: map[int32]*weight{}}
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
		i = int32(len(r.bodies))
		w.at[name], w.mass[i] = i, &weight{}
		r.entities = append(r.entities, movingEntity{entity: entity{id: c.ID, order: order}, weld: &weld{}})
		r.bodies = append(r.bodies, body{
			role: dynamic, xf: solid.Transform, filter: collision.Filter{Group: solid.Filter.Group}, mixed: &mixed{},
		})
	}
	b, e := &r.bodies[i], &r.entities[i]
	if level.WorkingObjects(c.Collider).Has(level.ReporterObject) {
		r.report.add(e.order)
	}
	at := b.xf.Inv().Mul(solid.Transform)
	if !known {
		at = collision.Identity()
	}
	b.filter.Category |= solid.Filter.Category
	b.filter.Mask |= solid.Filter.Mask
	if b.filter.Group == 0 {
		b.filter.Group = solid.Filter.Group
	}
	// the first such collider makes the whole body its gameplay object
	if t := r.objects.index(order); t != 0 && e.object == 0 {
		e.object, r.objects.list[t].owner = t, owner(i)
	}
	for _, s := range solid.Shapes {
		b.shapes = append(b.shapes, movedShape(s, at))
		b.mixed.materials = append(b.mixed.materials, material{friction: c.Friction, restitution: c.Restitution})
		e.weld.parts = append(e.weld.parts, bodyPart{c.ID, at})
	}
	w.mass[i].add(c, at)
	return true
}

// add adds a collider. Where parts overlap, both count.
func (w *weight) add(c level.ColliderSnapshot, at collision.Transform) {
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

// end computes the masses of the bodies.
func (w *welds) end() {
	for i := range w.run.bodies {
		b := &w.run.bodies[i]
		m := w.mass[int32(i)]
		if m == nil {
			continue
		}
		if m.mass > 1e-9 {
			b.center = m.first.Mul(1 / m.mass)
		}
		b.measure()
		for p, s := range b.shapes {
			b.mixed.materials[p].belt = w.run.objects.list[w.run.entities[i].object].belt
			b.cores = append(b.cores, s.Core(bodySkin))
			b.inner = min(b.inner, narrow(s))
		}
		b.weigh(collision.Mass{Mass: m.mass, Inertia: m.second - float64(m.mass*b.center.LenSq())}, 1)
		b.q = b.xf.Q
		b.p = b.xf.Apply(b.center)
		b.updateBox()
		b.start(level.Motion{Velocity: m.velocity, Spin: m.spin, Force: m.force},
			w.run.snapshot.Settings.PixelsPerMetre)
	}
}

// movedShape returns a shape transformed into another frame.
func movedShape(s collision.Shape, at collision.Transform) collision.Shape {
	if at == collision.Identity() {
		return s
	}
	points := s.Vertices()
	for i, v := range points {
		points[i] = at.Apply(v)
	}
	if m, err := collision.NewShape(points, s.Radius()); err == nil {
		return m
	}
	return s // too far from the origin of the body's frame
}

// narrow returns half the shorter side of a shape's bounds.
func narrow(s collision.Shape) float64 {
	size := s.Bounds(collision.Identity()).Size()
	return float64(min(size.X, size.Y) / 2)
}
