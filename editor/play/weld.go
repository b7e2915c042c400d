package play

import (
	"fillet/collision"
	"fillet/editor/level"
)

// A group or an instance that is one rigid body: the dynamic solid colliders of it, welded.

// bodyPart is what a shape of a body of several colliders is by itself.
type bodyPart struct {
	id       level.ID
	at       collision.Transform // of the collider's frame in the body's
	material material
}

// weld is the parts of a body, by the places of their shapes. Nothing changes it once a run begins.
type weld struct{ parts []bodyPart }

func (w *weld) list() []bodyPart {
	if w == nil {
		return nil
	}
	return w.parts
}

// welds gathers the colliders of a run that are parts of bodies of several.
type welds struct {
	run   *Run
	names map[level.ID]string
	at    map[string]int32 // the bodies, by their names
	mass  map[int32]*weight
}

// weight is what the parts of a body weigh together: its moments are about the origin of its frame.
type weight struct {
	mass, second float64
	first, force Vec
	velocity     Vec
	spin         level.Degrees
}

func newWelds(r *Run) *welds {
	return &welds{run: r, names: r.snapshot.Bodies(), at: map[string]int32{}, mass: map[int32]*weight{}}
}

// takes makes a collider that is a part of a body of several one with it; false for others. The frame of a body is that of its first
// collider, which stands for it.
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
		r.bodies = append(r.bodies, body{
			id: c.ID, order: order, role: dynamic, xf: solid.Transform, filter: collision.Filter{Group: solid.Filter.Group},
			material: material{c.Friction, c.Restitution}, weld: &weld{},
		})
	}
	b := &r.bodies[i]
	if level.WorkingObjects(c.Collider).Has(level.ReporterObject) {
		r.report.add(b.order)
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
	if t := r.things.index(order); t != 0 && b.thing == 0 { // all of it is what its first such shape is
		b.thing, r.things.list[t].body = t, i
	}
	for _, s := range solid.Shapes {
		b.shapes = append(b.shapes, movedShape(s, at))
		b.weld.parts = append(b.weld.parts, bodyPart{c.ID, at, material{c.Friction, c.Restitution}})
	}
	w.mass[i].add(c, at)
	return true
}

// add adds a collider. Where parts overlap both weigh.
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

// end weighs the bodies.
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
		for _, s := range b.shapes {
			b.cores = append(b.cores, s.Core(bodySkin))
			b.inner = min(b.inner, narrow(s))
		}
		b.weigh(collision.Mass{Mass: m.mass, Inertia: m.second - float64(m.mass*b.center.LenSq())}, 1)
		b.q = b.xf.Q
		b.p = b.xf.Apply(b.center)
		b.updateBox()
		b.start(level.Motion{Velocity: m.velocity, Spin: m.spin, Force: m.force}, w.run.snapshot.Settings.PixelsPerMetre)
	}
}

// movedShape is a shape as a frame has it in which its own stands so.
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
	return s // it stands too far from the body's frame
}

// narrow is half of the lesser side of a shape's box.
func narrow(s collision.Shape) float64 {
	size := s.Bounds(collision.Identity()).Size()
	return float64(min(size.X, size.Y) / 2)
}
