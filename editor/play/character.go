package play

import (
	"cmp"
	"math"
	"slices"

	"fillet/collision"
	"fillet/collision/dynamics"
	"fillet/editor/level"
)

// Side is a set of the character's sides, as seen on the screen.
type Side uint8

// The sides.
const (
	Left Side = 1 << iota
	Right
	Top
	Bottom
)

// Touch is a contact of the character.
type Touch struct {
	ID     level.ID
	Normal Vec // unit vector, out of the touched collider
	Point  Vec
	Side   Side // the touching side of the character

	order  int32 // the touched collider's index in drawing order
	object int32 // index of its gameplay object
}

// walker is the character's controller, which turns the player's input into moves of a [collision.Mover]. It is a
// value, so that moves can be tried with a copy.
type walker struct {
	collision.Mover
	abilities
	run    *Run
	acc    Vec // acceleration in this step
	coyote float64
	buffer float64
	fuel   float64 // seconds of fuel left
	spent  bool    // the current key press has already made a jump
	jets   bool
}

func newWalker(r *Run, start Vec) walker {
	s := &r.settings
	w := walker{run: r, fuel: s.Fuel, abilities: abilities{airJumps: int(s.AirJumps)}, Mover: collision.Mover{
		Position: start, Shapes: s.Body, Skin: skinWidth, Query: collision.Query{Filter: s.Filter},
		MaxSlope: s.MaxSlope.Radians(), StepHeight: s.StepHeight, MaxFall: max(s.MaxFall, leastFall),
		Shift: r.shift, Surface: r.surface,
	}}
	if s.Mode == Platformer {
		w.Up = r.down.Neg()
	}
	if r.objects.vanish {
		w.Query.Predicate = func(k collision.Key) bool { return !r.space.IsGone(r.solids[k-1]) }
	}
	return w
}

// up returns the direction opposite to gravity.
func (w *walker) up() Vec { return w.run.down.Neg() }

// ground returns the piece that the character stands on.
func (w *walker) ground() dynamics.Target { return w.run.targetOf(w.Ground.Key, w.Ground.Shape) }

// control applies the input: it sets the character's velocity before the contacts with bodies.
func (w *walker) control(in, before Input) {
	s := &w.run.settings
	w.acc = Vec{}
	if s.Mode == TopDown {
		w.Velocity.X = approach(w.Velocity.X, float64(in.X*s.Speed), float64(s.Acceleration*stepTime))
		w.Velocity.Y = approach(w.Velocity.Y, float64(in.Y*s.Speed), float64(s.Acceleration*stepTime))
		return
	}
	w.time(in, before)
	w.cutJump(in)
	w.crouch(in)
	if w.climb(in) {
		return
	}
	if !w.swim(in) {
		w.walk(in)
	}
	w.jump(in)
	w.jet(in)
	if !w.Ground.On {
		w.acc = w.acc.MulAdd(w.run.down, float64(s.characterGravity()*w.weight()))
		w.slideDownWall(in)
	}
}

// walk moves the character along the ground, or sideways in the air.
func (w *walker) walk(in Input) {
	s := &w.run.settings
	speed := float64(in.X * s.Speed)
	if w.crouched && w.Ground.On {
		speed = float64(in.X * s.CrouchSpeed)
	}
	switch {
	case w.Ground.On:
		t := w.along()
		w.Velocity = t.Mul(approach(w.Velocity.Dot(t), speed, float64(s.Acceleration*stepTime)))
	case w.locked == 0:
		w.Velocity.X = approach(w.Velocity.X, speed, float64(s.AirControl*stepTime))
	}
}

// time advances the timers.
func (w *walker) time(in, before Input) {
	s := &w.run.settings
	w.coyote = max(0, w.coyote-stepTime)
	w.buffer = max(0, w.buffer-stepTime)
	w.locked = max(0, w.locked-stepTime)
	if w.Ground.On {
		w.restoreAirJumps()
		w.locked, w.wallTime = 0, 0
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
}

// jump makes the character jump off the ground, off a wall or in the air, or drop through a one-way platform.
func (w *walker) jump(in Input) {
	s := &w.run.settings
	if w.buffer == 0 {
		return
	}
	if !w.Ground.On && w.coyote == 0 {
		if !w.jumpOffWall() && s.DoubleJump && w.airJumps > 0 {
			w.airJumps--
			w.leap(s.speedTo(s.AirJumpHeight))
		}
		return
	}
	if w.Ground.On && in.down() && w.run.space.IsPlatform(w.ground()) && w.Drop(&w.run.world) {
		w.buffer, w.coyote, w.spent = 0, 0, true
		return
	}
	if s.JumpHeight == 0 {
		return
	}
	lift := max(0, w.GroundVelocity().Dot(w.up())) // a rising platform adds its speed
	w.leap(s.jumpSpeed() + lift)
}

// jet burns fuel while the key is held. If the key press made a jump, the jet ignites at the jump's apex.
func (w *walker) jet(in Input) {
	s := &w.run.settings
	up := w.up()
	if w.spent && w.Velocity.Dot(up) <= 0 {
		w.spent = false
	}
	burns := s.Jetpack && in.Jump && !w.spent && w.fuel > 0
	if burns && !w.jets {
		w.Leave()
		w.Velocity = w.Velocity.MulAdd(up, s.Burst)
		w.buffer, w.coyote = 0, 0
	}
	w.jets = burns
	if burns {
		w.fuel = max(0, w.fuel-stepTime)
		if w.Velocity.Dot(up) < s.MaxRise {
			w.acc = w.acc.MulAdd(up, s.Thrust)
		}
	}
}

// along returns the direction of walking to the right.
func (w *walker) along() Vec {
	t := w.Along()
	if t.X < 0 {
		t = t.Neg()
	}
	return t
}

// feel appends the touches of the character, one per collider and side.
func (w *walker) feel(out []Touch) []Touch {
	r := w.run
	from := len(out)
	r.contactsFelt = r.contactsFelt[:0]
	for i := range r.felt {
		m := &r.felt[i]
		c := dynamics.Contact{
			A: dynamics.Target{Piece: int32(m.Own)}, B: r.targetOf(m.Key, m.Shape), Normal: m.Normal, Count: m.Count,
			Separation: -m.Depth(),
		}
		for k := range m.Count {
			c.Points[k].Point, c.Points[k].Separation = m.Points[k].Point, m.Points[k].Separation
		}
		r.contactsFelt = append(r.contactsFelt, c)
	}
	kept := r.space.DropHidden(r.contactsFelt)
	for i := range r.contactsFelt[:kept] {
		c := &r.contactsFelt[i]
		t := Touch{
			ID: r.idOf(c.B), Normal: c.Normal.Neg(), Point: c.Points[0].Point, Side: sideOf(c.Normal),
			order: r.entityOf(c.B).order, object: r.objectOf(c.B),
		}
		if !slices.ContainsFunc(out[from:], func(x Touch) bool { return x.ID == t.ID && x.Side == t.Side }) {
			out = append(out, t)
		}
	}
	slices.SortFunc(out[from:], func(a, b Touch) int {
		return cmp.Or(cmp.Compare(a.order, b.order), cmp.Compare(a.Side, b.Side))
	})
	return out
}

// sideOf returns the character's side that faces along n.
func sideOf(n Vec) Side {
	switch {
	case math.Abs(n.X) > math.Abs(n.Y) && n.X < 0:
		return Left
	case math.Abs(n.X) > math.Abs(n.Y):
		return Right
	case n.Y < 0:
		return Top
	}
	return Bottom
}

func approach(x, to, by float64) float64 {
	if x < to {
		return min(to, x+by)
	}
	return max(to, x-by)
}

// stirSpeed is the speed, in pixels per second, above which a character keeps awake the bodies that it touches.
const stirSpeed = 4.0

// feelCharacter computes whether the character keeps awake the bodies that it touches: it is fast enough, and has
// recently had input or changed its position.
func (r *Run) feelCharacter(in Input) {
	b := &r.space.Bodies[0]
	idle := in.X == 0 && in.Y == 0 && !in.Jump
	if b.Still++; !idle || r.walker.Position.Dist(b.RestPosition) > r.space.RestDistance() {
		b.Still, b.RestPosition = 0, r.walker.Position
	}
	r.space.Stirs = r.walker.Velocity.Len() > stirSpeed && b.Still < dynamics.RestSpans*r.space.SleepSpan
}
