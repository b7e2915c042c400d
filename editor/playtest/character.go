package playtest

import (
	"math"

	"fillet/collision"
	"fillet/editor/level"
)

// Side is a set of sides that the character touches something with, as they are seen on the screen.
type Side uint8

// The sides.
const (
	Left Side = 1 << iota
	Right
	Top
	Bottom
)

// Touch is one thing that the character touches.
type Touch struct {
	ID     level.ID
	Normal Vec // unit, out of what is touched
	Point  Vec
	Side   Side // of the character

	order int32 // of what is touched, in drawing order
}

// walker is the character's controller. It is a value but for its touches: a copy can be tried out.
type walker struct {
	run    *Run
	p      Vec // its position
	v      Vec // its own velocity: on a platform, as seen from there
	shapes []collision.Shape
	cores  []collision.Shape
	bounds collision.AABB // of the shapes, about the position
	cosine float64        // of the steepest slope

	ground ground
	acc    Vec // the acceleration of this step
	coyote float64
	buffer float64
	fuel   float64 // in seconds
	spent  bool    // the press of the key that holds has been used up for a jump
	jets   bool
	drop   [4]dropped
	way    Vec // how far it moved in this step
}

// ground is what the character stands on.
type ground struct {
	on     bool
	target target
	normal Vec
	local  Vec // the place on it, in its own frame
	at     Vec // the same in the level, when it was last seen
}

// dropped is a one-way platform that the character falls through.
type dropped struct {
	id    level.ID
	steps int // for at least how many more steps
}

func newWalker(r *Run, start Vec) walker {
	w := walker{run: r, p: start, shapes: r.settings.Body, fuel: r.settings.Fuel}
	w.bounds = collision.EmptyAABB()
	for i := range w.shapes {
		w.bounds = w.bounds.Union(w.shapes[i].Bounds(collision.Identity()))
	}
	size := w.bounds.Size()
	w.cores = coresOf(w.shapes, min(skinWidth, 0.02*max(min(size.X, size.Y), 0)))
	w.cosine = collision.Cos(r.settings.MaxSlope.Radians()) - 1e-9
	return w
}

// up is the direction against gravity.
func (w *walker) up() Vec { return w.run.down.Neg() }

// control takes the input: it sets the velocity with which the character meets the bodies.
func (w *walker) control(in, before Input) {
	s := &w.run.settings
	w.acc = Vec{}
	if s.Mode == TopDown {
		w.v.X = approach(w.v.X, float64(in.X*s.Speed), float64(s.Acceleration*stepTime))
		w.v.Y = approach(w.v.Y, float64(in.Y*s.Speed), float64(s.Acceleration*stepTime))
		return
	}
	w.time(in, before)
	if w.ground.on {
		t := w.along()
		w.v = t.Mul(approach(w.v.Dot(t), float64(in.X*s.Speed), float64(s.Acceleration*stepTime)))
	} else {
		w.v.X = approach(w.v.X, float64(in.X*s.Speed), float64(s.AirControl*stepTime))
	}
	w.jump(in)
	w.jet(in)
	if !w.ground.on {
		w.acc = w.acc.MulAdd(w.run.down, s.characterGravity())
	}
}

// time lets the timers run.
func (w *walker) time(in, before Input) {
	s := &w.run.settings
	w.coyote = max(0, w.coyote-stepTime)
	w.buffer = max(0, w.buffer-stepTime)
	if w.ground.on {
		w.coyote = s.CoyoteTime
		w.fuel = min(s.Fuel, w.fuel+s.Fuel*stepTime/max(s.Refill, stepTime))
	}
	if in.Jump && !before.Jump {
		w.buffer = max(s.JumpBuffer, stepTime)
		w.spent = false
	}
	if !in.Jump {
		w.spent = false
	}
	for i := range w.drop {
		if d := &w.drop[i]; d.steps > 0 {
			d.steps--
		}
	}
}

// jump leaves the ground, or lets go of a one-way platform.
func (w *walker) jump(in Input) {
	s := &w.run.settings
	if w.buffer == 0 || !w.ground.on && w.coyote == 0 {
		return
	}
	if w.ground.on && in.down() && w.run.isPlatform(w.ground.target) {
		w.dropThrough()
		return
	}
	if s.JumpHeight == 0 {
		return
	}
	up := w.up()
	lift := max(0, w.carrySpeed().Dot(up)) // a rising platform gives its speed as well
	w.leave()
	w.v = w.v.MulAdd(up, s.jumpSpeed()+lift-w.v.Dot(up))
	w.buffer, w.coyote, w.spent = 0, 0, true
}

// dropThrough makes the platforms under the character let it through.
func (w *walker) dropThrough() {
	id := w.run.idOf(w.ground.target)
	w.leave()
	w.buffer, w.coyote, w.spent = 0, 0, true
	at := 0
	for i := range w.drop {
		if w.drop[i].id == id {
			at = i
			break
		}
		if w.drop[i].id == 0 {
			at = i
		}
	}
	w.drop[at] = dropped{id, 8}
}

// jet burns fuel while the key is held. The press that made a jump lights it once the jump is over.
func (w *walker) jet(in Input) {
	s := &w.run.settings
	up := w.up()
	if w.spent && w.v.Dot(up) <= 0 {
		w.spent = false
	}
	burns := s.Jetpack && in.Jump && !w.spent && w.fuel > 0
	if burns && !w.jets {
		w.leave()
		w.v = w.v.MulAdd(up, s.Burst)
		w.buffer, w.coyote = 0, 0
	}
	w.jets = burns
	if burns {
		w.fuel = max(0, w.fuel-stepTime)
		if w.v.Dot(up) < s.MaxRise {
			w.acc = w.acc.MulAdd(up, s.Thrust)
		}
	}
}

// leave takes the character off the ground, with the ground's own speed.
func (w *walker) leave() {
	if w.ground.on {
		w.v = w.v.Add(w.carrySpeed())
		w.ground.on = false
	}
}

// land puts it on the ground.
func (w *walker) land(n Vec, t target, at Vec) {
	w.ground = ground{on: true, target: t, normal: n, at: at}
	if t.body != noBody {
		w.ground.local = w.run.bodies[t.body].xf.ApplyInv(at)
		w.v = w.v.Sub(w.carrySpeed())
	}
	w.v = w.along().Mul(w.v.X)
}

// along is the direction of walking to the right.
func (w *walker) along() Vec {
	t := w.ground.normal.Perp()
	if t.X < 0 {
		t = t.Neg()
	}
	return t
}

// carrySpeed is the velocity of the ground.
func (w *walker) carrySpeed() Vec {
	if !w.ground.on {
		return Vec{}
	}
	return w.run.velocityOf(w.ground.target, w.ground.at)
}

// move moves the character by one step, after the bodies have moved.
func (w *walker) move() {
	start := w.p
	w.carry()
	w.moveBy(Vec{}) // out of what has moved into it
	before := w.v
	w.v = w.v.MulAdd(w.acc, stepTime)
	if down := w.run.down; w.run.settings.Mode == Platformer && w.v.Dot(down) > w.run.settings.MaxFall {
		w.v = w.v.MulAdd(down, w.run.settings.MaxFall-w.v.Dot(down))
	}
	w.slide(before.Add(w.v).Mul(stepTime / 2)) // as far as the mean of both speeds leads: exact for a parabola
	w.standOn()
	w.forget()
	w.way = w.p.Sub(start)
}

// carry moves the character with what it stands on.
func (w *walker) carry() {
	t := w.ground.target
	if !w.ground.on || t.body == noBody {
		return
	}
	at := w.run.bodies[t.body].xf.Apply(w.ground.local)
	d := at.Sub(w.ground.at)
	w.ground.at = at
	if d == (Vec{}) {
		return
	}
	w.moveBy(d.Mul(w.cast(d, t.body).t))
}

// Moving along things takes a few turns at most; what is left of the way after them is dropped.
const maxSlides = 6

// slide moves along way, turning where something is in it.
func (w *walker) slide(way Vec) {
	var normals [maxSlides]Vec
	for i := 0; i < maxSlides && way.LenSq() > 1e-18; i++ {
		hit := w.cast(way, noBody)
		if !w.moveBy(way.Mul(hit.t)) || !hit.any {
			return
		}
		normals[i] = hit.normal
		way = w.turn(way.Mul(1-hit.t), hit)
		for _, n := range normals[:i] {
			if way.Dot(n) < -1e-9 {
				return // between two walls
			}
		}
	}
}

// turn returns where the rest of the way leads after a hit, and changes the velocity.
func (w *walker) turn(way Vec, hit cast) Vec {
	n, up := hit.normal, w.up()
	if w.run.settings.Mode == TopDown {
		w.cancel(n, hit.target, hit.point)
		return way.MulAdd(n, -way.Dot(n))
	}
	rise := n.Dot(up)
	switch walkable := rise >= w.cosine; {
	case w.ground.on && walkable:
		return w.turnUphill(way, hit)
	case w.ground.on:
		if left, ok := w.stepUp(way); ok {
			return left
		}
		w.cancel(n, hit.target, hit.point)
		return Vec{}
	case walkable && w.v.Dot(up) <= w.run.velocityOf(hit.target, hit.point).Dot(up)+1e-9:
		w.land(n, hit.target, hit.point)
		return w.along().Mul(way.X)
	case rise > 0 && way.X*n.X < 0: // too steep: see cancel
		way.X = 0
	}
	w.cancel(n, hit.target, hit.point)
	return way.MulAdd(n, -min(0, way.Dot(n)))
}

// turnUphill walks on along another slope, as fast as before.
func (w *walker) turnUphill(way Vec, hit cast) Vec {
	speed, length := w.v.Dot(w.along()), way.Len()
	carried := w.carrySpeed()
	w.ground = ground{on: true, target: hit.target, normal: hit.normal, at: hit.point}
	if hit.target.body != noBody {
		w.ground.local = w.run.bodies[hit.target.body].xf.ApplyInv(hit.point)
	}
	t := w.along()
	w.v = t.Mul(speed + carried.Sub(w.carrySpeed()).Dot(t))
	if way.X < 0 {
		length = -length
	}
	return t.Mul(length)
}

// cancel takes the velocity into a surface away, as that surface sees it. In the air, what goes sideways into a slope
// that is too steep to walk on does not climb.
func (w *walker) cancel(n Vec, t target, at Vec) {
	if rise := n.Dot(w.up()); !w.ground.on && w.run.settings.Mode == Platformer && rise > 1e-6 && rise < w.cosine && w.v.X*n.X < 0 {
		w.v.X = 0
	}
	seen := w.v.Sub(w.run.velocityOf(t, at))
	if w.ground.on {
		seen = seen.Add(w.carrySpeed())
	}
	into := seen.Dot(n)
	if into >= 0 {
		return
	}
	if t := w.along(); w.ground.on && math.Abs(t.Dot(n)) > 0.05 { // it stays on its ground
		w.v = w.v.MulAdd(t, -into/t.Dot(n))
		return
	}
	w.v = w.v.MulAdd(n, -into)
}

// stepUp tries to go on over what is in the way: up, along, and down again.
func (w *walker) stepUp(way Vec) (left Vec, ok bool) {
	height := w.run.settings.StepHeight
	if height == 0 || way.X == 0 {
		return Vec{}, false
	}
	start, up := w.p, w.up()
	undo := func() (Vec, bool) {
		w.p = start
		return Vec{}, false
	}
	lift := float64(height * w.cast(up.Mul(height), noBody).t)
	w.p = w.p.MulAdd(up, lift)
	forward := Vec{X: math.Copysign(way.Len(), way.X)}
	over := w.cast(forward, noBody)
	w.p = w.p.MulAdd(forward, over.t)
	hit := w.cast(up.Mul(-lift-skinWidth), noBody)
	if !hit.any {
		return undo()
	}
	w.p = w.p.MulAdd(up, float64(-(lift+skinWidth)*hit.t))
	rise := hit.point.Sub(start.Add(w.lowest())).Dot(up)
	if w.p.Sub(start).Dot(up) <= 0 || rise > height+touchSlop || !w.walkable(&hit) {
		return undo()
	}
	if !w.resolve() || (w.p.X-start.X)*way.X <= 0 {
		return undo()
	}
	speed := w.v.X
	w.ground = ground{on: true, target: hit.target, normal: hit.normal, at: hit.point}
	if hit.target.body != noBody {
		w.ground.local = w.run.bodies[hit.target.body].xf.ApplyInv(hit.point)
	}
	w.v = w.along().Mul(math.Copysign(math.Abs(speed), way.X))
	return w.along().Mul(float64(forward.X * (1 - over.t))), true
}

// walkable reports whether a hit is ground that the character can walk on, and takes the ground's normal where it was an
// edge that was hit: a round foot stands on the edge of a step.
func (w *walker) walkable(hit *cast) bool {
	up := w.up()
	if hit.normal.Dot(up) >= w.cosine {
		return true
	}
	foot := w.p.Add(w.lowest())
	if hit.normal.Dot(up) <= 0.01 || hit.point.Sub(foot).Dot(up) > w.run.settings.StepHeight {
		return false
	}
	shape, xf := w.run.piece(hit.target)
	from := hit.point.MulAdd(up, 1)
	from.X -= math.Copysign(0.5, hit.normal.X)
	top, ok := shape.Raycast(*xf, collision.Ray{Origin: from, Dir: w.run.down, Max: 2})
	if !ok || top.T == 0 || top.Normal.Dot(up) < w.cosine {
		return false
	}
	hit.normal = top.Normal
	return true
}

// lowest is the lowest point of the character, from its position.
func (w *walker) lowest() Vec {
	if w.run.down.Y > 0 {
		return Vec{Y: w.bounds.Max.Y}
	}
	return Vec{Y: w.bounds.Min.Y}
}

// standOn looks for the ground under the character's feet: within a step's height when it walked, else right there.
func (w *walker) standOn() {
	if w.run.settings.Mode == TopDown {
		return
	}
	up := w.up()
	height := 2 * skinWidth
	if w.ground.on {
		sin, cos := collision.Sincos(w.run.settings.MaxSlope.Radians())
		height += w.run.settings.StepHeight + float64(math.Abs(w.v.X)*stepTime*(sin/cos))
	} else if w.v.Dot(up) > 1e-9 {
		return
	}
	hit := w.cast(up.Mul(-height), noBody)
	if !hit.any || !w.walkable(&hit) {
		w.leave()
		return
	}
	if !w.ground.on && w.v.Sub(w.run.velocityOf(hit.target, hit.point)).Dot(hit.normal) > 1e-9 {
		return
	}
	if gap, ok := w.gap(&hit); !ok || !w.ground.on || gap > roundingSlop {
		if !ok {
			gap = max(0, float64(height*hit.t)-2*skinWidth)
		}
		w.moveBy(up.Mul(-gap))
	}
	if !w.ground.on {
		w.land(hit.normal, hit.target, hit.point)
		return
	}
	carried, speed := w.carrySpeed(), w.v.Dot(w.along())
	w.ground = ground{on: true, target: hit.target, normal: hit.normal, at: hit.point}
	if hit.target.body != noBody {
		w.ground.local = w.run.bodies[hit.target.body].xf.ApplyInv(hit.point)
	}
	t := w.along()
	w.v = t.Mul(speed + carried.Sub(w.carrySpeed()).Dot(t))
}

// gap is how far the character, not its core, stands above what was hit.
func (w *walker) gap(hit *cast) (float64, bool) {
	shape, xf := w.run.piece(hit.target)
	at := collision.Transform{P: w.p, Q: collision.Rot{C: 1}}
	m, ok := collision.Collide(w.shapes[hit.own], at, *shape, *xf, 1e4)
	if rise := -m.Normal.Dot(w.up()); ok && rise >= w.cosine/2 {
		return -m.Depth() / rise, true
	}
	return 0, false
}

// forget ends the falling through platforms that the character has left.
func (w *walker) forget() {
	for i := range w.drop {
		d := &w.drop[i]
		if d.id == 0 || d.steps > 0 {
			continue
		}
		inside := false
		for _, t := range w.near(w.box(), noBody) {
			if w.run.idOf(t) == d.id && w.overlaps(t) {
				inside = true
			}
		}
		if !inside {
			*d = dropped{}
		}
	}
}

// falls reports whether the character falls through a platform just now.
func (w *walker) falls(id level.ID) bool {
	for i := range w.drop {
		if w.drop[i].id == id {
			return true
		}
	}
	return false
}

func approach(x, to, by float64) float64 {
	if x < to {
		return min(to, x+by)
	}
	return max(to, x-by)
}
