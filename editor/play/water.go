package play

import (
	"slices"

	"fillet/collision"
)

// Water lifts a body by the weight of what it displaces, at the centroid of its submerged part (Archimedes), and slows
// each element of that part as it slows the character: by the fraction of its speed given by water_drag, if it is as
// dense as the water. Over an area this is a force at the same centroid and a torque, both applied implicitly: drag
// never reverses a body's motion.

// floatState is a body in water during a step.
type floatState struct {
	body   int32
	origin Vec // its centre at the start of the step, relative to which the immersion is measured
	waters []basin
	in     immersion
}

// basin is one water near a body.
type basin struct {
	body    int32 // index in Run.bodies of a moving one, or noBody
	static  int32 // index in Run.statics
	density float64
}

// stir wakes a body that enters or leaves water, or that water reaches.
func (p *presence) stir(r *Run) {
	if i := r.byID[p.other]; p.medium&water != 0 && i != 0 {
		r.bodies[i].wake()
		r.bodies[i].still = 0
	}
}

// load is the weight of touching bodies, and what remains of it in water.
type load struct {
	weight float64
	left   Vec
	afloat bool
}

// balance is the fraction of its weight by which a floating island may be off and still count as supported.
const balance = 0.01

// holdAfloat finds the islands that water supports: together they weigh as much as they displace.
func (r *Run) holdAfloat() {
	if !r.flooded || !r.falls() {
		return
	}
	clear(r.loads)
	for i := range r.bodies {
		if b := &r.bodies[i]; b.role == dynamic {
			l := &r.loads[r.rootOf(int32(i))]
			l.weight += float64(b.mass * r.settings.Gravity)
			l.left = l.left.MulAdd(r.down.Mul(r.settings.Gravity).Add(b.pull), b.mass).Add(b.lift)
			l.afloat = l.afloat || b.lift != (Vec{})
		}
	}
	for i := range r.loads {
		l := &r.loads[i]
		r.held[i] = r.held[i] || l.afloat && l.left.Len() <= float64(balance*l.weight)
	}
}

// findWater lists the bodies in water at the start of the step, with the water in their reach.
func (r *Run) findWater() {
	r.floats = r.floats[:0]
	if !r.flooded {
		return
	}
	for i := range r.bodies {
		if b := &r.bodies[i]; !b.asleep {
			b.wet, b.lift = false, Vec{}
		}
	}
	in := r.inside
	if r.steps == 1 { // no step has tested the triggers yet
		r.testTriggers()
		in = r.insideNow
	}
	for k := range in {
		if p := &in[k]; p.medium&water != 0 {
			if i := r.byID[p.other]; i != 0 && r.bodies[i].role == dynamic && !r.bodies[i].asleep && !r.bodies[i].wet {
				r.bodies[i].wet = true
				r.floats = slices.Grow(r.floats, 1)[:len(r.floats)+1] // reuse the room of an earlier one
				r.floats[len(r.floats)-1].begin(r, i)
			}
		}
	}
}

// begin lists the water in the reach of a body.
func (f *floatState) begin(r *Run, i int32) {
	b := &r.bodies[i]
	f.body, f.origin, f.waters = i, b.p, f.waters[:0]
	f.in.begin()
	r.found = r.zoneIndex.Append(r.found[:0], b.reach)
	slices.Sort(r.found)
	for _, z := range r.found {
		zone := &r.zones[z]
		s := &r.statics[zone.owner]
		if s.medium&water == 0 || r.fates[s.thing].gone || !b.filter.Accepts(s.filter) {
			continue
		}
		f.add(basin{noBody, zone.owner, s.fluid}, &zone.shape, s.xf, s.order)
	}
	for j := range r.bodies {
		w := &r.bodies[j]
		if w.medium&water == 0 || w.gone || !w.box.Overlaps(b.reach) || !b.filter.Accepts(w.filter) {
			continue
		}
		if w.path.moves() {
			b.driven, b.still = true, 0
		}
		halfway := collision.Transform{P: w.p.MulAdd(w.v, stepTime/2), Q: turned(w.q, float64(w.w*stepTime/2))}
		for p := range w.shapes {
			f.add(basin{int32(j), -1, w.fluid}, &w.shapes[p], halfway, w.order)
		}
	}
}

// add adds a piece of a water.
func (f *floatState) add(w basin, s *collision.Shape, xf collision.Transform, order int32) {
	if n := len(f.waters); n == 0 || f.waters[n-1] != w {
		f.waters, f.in.orders = append(f.waters, w), append(f.in.orders, order)
	}
	xf.P = xf.P.Sub(f.origin)
	f.in.addWater(s, xf, int32(len(f.waters)-1))
}

// press lifts and slows the body for one substep.
func (f *floatState) press(r *Run) {
	b := &r.bodies[f.body]
	at := b.p.Sub(f.origin)
	parts := f.in.measure(b.shapes, collision.Transform{P: at.Sub(b.q.Apply(b.center)), Q: b.q}, b.weld != nil)
	b.lift, b.liftArm = Vec{}, Vec{}
	mass := 0.0 // displaced
	for i := range parts {
		w, p := &f.waters[i], &parts[i]
		if !(p.area > leastStrip) {
			continue
		}
		centroid := p.first.Mul(1 / p.area)
		displaced, arm := float64(w.density*p.area), centroid.Sub(at)
		var lift Vec
		if r.falls() {
			lift = r.down.Mul(float64(-r.settings.Gravity * displaced))
		}
		var flow Vec
		spin := 0.0
		if w.body != noBody {
			of := &r.bodies[w.body]
			flow, spin = of.at(f.origin.Add(centroid)), of.w
		}
		share := float64(r.settings.WaterDrag * partTime)
		inertia := float64(float64(share*w.density) * max(p.second-float64(p.area*centroid.LenSq()), 0))
		b.drag(lift.Mul(partTime), arm, flow, spin, float64(share*displaced), inertia)
		b.lift, mass = b.lift.Add(lift), mass+displaced
		b.liftArm = b.liftArm.MulAdd(arm, displaced)
	}
	if mass > 0 {
		b.liftArm = b.liftArm.Mul(1 / mass)
	}
}

// drag applies an impulse at an arm from the centre, together with an implicit drag: toward a velocity at that point
// and a spin, with the strength given by a mass and an inertia.
func (b *body) drag(push, arm, flow Vec, spin, mass, inertia float64) {
	// With the impulse p: v' = v + p/m at the centre and w' = (I w + inertia spin + arm x p) / (I + inertia). At the
	// arm that is u + K p, where p = push - mass (u + K p - flow).
	invI := b.invI / (1 + float64(inertia*b.invI))
	turn := float64((b.w + float64(inertia*b.invI*spin)) / (1 + float64(inertia*b.invI)))
	across := arm.Perp()
	u := b.v.MulAdd(across, turn).Sub(flow)
	want := push.MulAdd(u, -mass)
	xx := 1 + float64(mass*(b.invM+float64(invI*across.X*across.X)))
	yy := 1 + float64(mass*(b.invM+float64(invI*across.Y*across.Y)))
	xy := float64(mass * invI * across.X * across.Y)
	det := float64(xx*yy) - float64(xy*xy)
	p := Vec{X: (float64(yy*want.X) - float64(xy*want.Y)) / det, Y: (float64(xx*want.Y) - float64(xy*want.X)) / det}
	b.v = b.v.MulAdd(p, b.invM)
	b.w = turn + float64(invI*arm.Cross(p))
}
