package play

import (
	"cmp"
	"math"
	"slices"

	"fillet/collision"
	"fillet/collision/dynamics"
	"fillet/editor/level"
)

// The character's abilities besides walking, jumping and flying. Each is enabled by a setting and has its own values.

// Tags of triggers in which the character climbs or swims.
const (
	LadderTag = "ladder"
	WaterTag  = "water"
)

// medium is the set of media that a trigger acts as: ladder, water.
type medium uint8

const (
	ladder medium = 1 << iota
	water
)

// mediumOf returns the media of a collider and the density of its water.
func mediumOf(c *level.Collider) (m medium, fluid float64) {
	kinds := level.WorkingObjects(c)
	if kinds.Has(level.LadderObject) {
		m |= ladder
	}
	if kinds.Has(level.WaterObject) {
		m, fluid = m|water, level.PropertyNumber(level.WaterObject, level.WaterDensityKey, c.Properties)
	}
	return m, fluid
}

// abilities holds the state of the character's abilities.
type abilities struct {
	touched   medium  // the media that the character has touched since the last step
	submerged float64 // fraction of its height that is under water

	crouched bool
	climbing bool
	released bool // it let go of the ladder, and cannot grab one until Up and Down are released

	rising   bool // in a jump that ends early if the key is released
	airJumps int  // number of air jumps left

	wall     float64 // side of the last wall: -1 left, 1 right
	wallTime float64 // seconds left to jump off that wall
	locked   float64 // seconds left in which the stick has no effect, after a wall jump
}

const (
	wallGrace      = 0.1  // seconds after leaving a wall in which it can still jump off
	wallLock       = 0.15 // seconds after a wall jump in which the stick cannot steer back
	steepWall      = 0.35 // sine of a wall's largest tilt
	swimDepth      = 0.5  // submerged fraction of its height at which the character swims
	fullySubmerged = 0.95 // submerged fraction at which it cannot jump out of the water
	stickThreshold = 0.5  // smallest stick deflection that counts as pressed
)

// restoreAirJumps restores the air jumps when the character is supported.
func (w *walker) restoreAirJumps() { w.airJumps = int(w.run.settings.AirJumps) }

// detectWall looks for a wall beside the character among its touches.
func (w *walker) detectWall(touches []Touch) {
	w.wallTime = max(0, w.wallTime-stepTime)
	for _, t := range touches {
		if t.Side&(Left|Right) != 0 && math.Abs(t.Normal.Y) <= steepWall {
			w.wallTime = wallGrace
			if w.wall = 1; t.Side == Left {
				w.wall = -1
			}
			return
		}
	}
}

// cutJump ends a jump early when its key is released.
func (w *walker) cutJump(in Input) {
	s, up := &w.run.settings, w.up()
	switch rise := w.Velocity.Dot(up); {
	case !w.rising:
	case rise <= 0 || w.Ground.On:
		w.rising = false
	case s.VariableJump && !in.Jump:
		w.rising = false
		w.Velocity = w.Velocity.MulAdd(up, float64(rise*s.JumpCut)-rise)
	}
}

// speedTo returns the speed needed to rise to a height.
func (s *Settings) speedTo(height float64) float64 {
	return math.Sqrt(2 * s.characterGravity() * height)
}

// leap makes the character rise at the given speed.
func (w *walker) leap(speed float64) {
	w.Leave()
	up := w.up()
	w.Velocity = w.Velocity.MulAdd(up, speed-w.Velocity.Dot(up))
	w.buffer, w.coyote, w.wallTime, w.spent, w.rising = 0, 0, 0, true, true
}

// jumpOffWall jumps away from a wall if the character is in the air beside one. It reports whether it did.
func (w *walker) jumpOffWall() bool {
	s := &w.run.settings
	if !s.WallJump || w.wallTime == 0 || w.run.trying {
		return false
	}
	w.Velocity.X = -float64(w.wall * s.WallJumpSpeed)
	w.leap(s.speedTo(s.WallJumpHeight))
	w.locked = wallLock
	w.restoreAirJumps()
	return true
}

// slideDownWall slows the fall along a wall that the character pushes against.
func (w *walker) slideDownWall(in Input) {
	s, down := &w.run.settings, w.run.down
	at := w.wallTime == wallGrace && float64(in.X*w.wall) > stickThreshold
	if !s.WallJump || w.Ground.On || !at || w.run.trying {
		return
	}
	if fall := w.Velocity.Dot(down); float64(fall+float64(s.characterGravity()*stepTime)) > s.WallSlide {
		w.Velocity = w.Velocity.MulAdd(down, s.WallSlide-fall)
		w.acc = w.acc.MulAdd(down, -w.acc.Dot(down))
	}
}

// climb holds on to a ladder and moves along it. It reports whether the character is on one.
func (w *walker) climb(in Input) bool {
	s, r := &w.run.settings, w.run
	if math.Abs(in.Y) <= stickThreshold {
		w.released = false
	}
	if !s.Climb || r.trying {
		return w.climbing
	}
	sinks := float64(in.Y*r.down.Y) > stickThreshold
	switch {
	case w.climbing && (w.touched&ladder == 0 || w.Ground.On && sinks):
		w.climbing = false
		return false
	case w.climbing:
	case w.released || math.Abs(in.Y) <= stickThreshold:
		return false
	case w.Ground.On && sinks && !(w.isOverLadder() && w.Drop(&r.world)), // no ladder is below
		!(w.Ground.On && sinks) && w.touched&ladder == 0:
		return false
	default:
		w.climbing = true
		w.Leave()
	}
	w.restoreAirJumps()
	if w.buffer > 0 && s.JumpHeight > 0 {
		w.climbing, w.released = false, true
		w.Velocity = Vec{X: float64(in.X * s.Speed)}
		w.leap(s.jumpSpeed())
		return false
	}
	up := w.up()
	w.Velocity = Vec{X: float64(in.X * s.ClimbSpeed), Y: float64(in.Y * s.ClimbSpeed)}
	if in.X == 0 {
		w.Velocity.X = w.towardLadder()
	}
	if rise := w.Velocity.Dot(up); rise > 0 {
		w.Velocity = w.Velocity.MulAdd(up, float64(w.ladderAbove(float64(rise*stepTime))*Rate)-rise)
	}
	w.Velocity = w.Velocity.Add(w.ladderVelocity())
	return true
}

// isOverLadder reports whether the character is on a one-way platform with a ladder below.
func (w *walker) isOverLadder() bool {
	const below = 4
	r := w.run
	return r.settings.Climb && w.Ground.On && r.space.IsPlatform(w.ground()) && w.isAtLadder(r.down.Mul(below))
}

// ladderAbove returns how much of the given distance the character can climb while staying on the ladder. The climb
// ends with its feet at the upper end.
func (w *walker) ladderAbove(way float64) float64 {
	up := w.up()
	if w.isAtLadder(up.Mul(way)) {
		return way
	}
	low, high := 0.0, way
	for range 24 {
		if mid := float64((low + high) / 2); w.isAtLadder(up.Mul(mid)) {
			low = mid
		} else {
			high = mid
		}
	}
	return low
}

// isAtLadder reports whether the character would be on a ladder if it were moved by an offset.
func (w *walker) isAtLadder(by Vec) bool {
	_, at, _ := w.ladderAt(by)
	return at
}

// ladderVelocity returns the velocity of the climbed ladder in this step.
func (w *walker) ladderVelocity() Vec {
	r := w.run
	if _, _, i := w.ladderAt(Vec{}); i != dynamics.NoBody && r.space.Bodies[i].Moving {
		b := &r.space.Bodies[i]
		_, to := r.entities[i].placeAlong(r.space.Steps)
		place := w.Position
		return to.Apply(b.Pose.ApplyInv(place)).Sub(place).Mul(Rate)
	}
	return Vec{}
}

// ladderAt returns the box around the piece of a ladder that the character would be on if it were moved by an offset,
// and the ladder's body.
func (w *walker) ladderAt(by Vec) (span collision.AABB, at bool, of int32) {
	r := w.run
	xf := collision.Identity()
	xf.P = w.Position.Add(by)
	box := collision.AABB{Min: r.space.Bodies[0].Box.Min.Add(by), Max: r.space.Bodies[0].Box.Max.Add(by)}
	r.found = r.zoneIndex.Append(r.found[:0], box)
	for _, f := range r.found {
		z := &r.zones[f]
		s := &r.space.Statics[z.Owner]
		if r.standing[z.Owner].medium&ladder != 0 && r.settings.Filter.Accepts(s.Filter) &&
			overlapsAny(w.Shapes, xf, &z.Shape, &s.Pose) {
			return z.Shape.Bounds(s.Pose), true, dynamics.NoBody
		}
	}
	for i := 1; i < len(r.space.Bodies); i++ {
		b := &r.space.Bodies[i]
		if r.entities[i].medium&ladder == 0 || !b.Box.Overlaps(box) || !r.settings.Filter.Accepts(b.Filter) {
			continue
		}
		for p := range b.Shapes {
			if overlapsAny(w.Shapes, xf, &b.Shapes[p], &b.Pose) {
				return b.Shapes[p].Bounds(b.Pose), true, int32(i)
			}
		}
	}
	return collision.AABB{}, false, dynamics.NoBody
}

// towardLadder returns the horizontal speed that moves the character in front of the ladder that it climbs: completely
// in front of a wide ladder, centred on a narrow one.
func (w *walker) towardLadder() float64 {
	s, r := &w.run.settings, w.run
	span, at, _ := w.ladderAt(Vec{})
	if !at {
		return 0
	}
	box := r.space.Bodies[0].Box
	half := float64(box.Size().X / 2)
	middle := float64((box.Min.X + box.Max.X) / 2)
	to := float64((span.Min.X + span.Max.X) / 2)
	if span.Size().X > 2*half {
		to = min(max(middle, span.Min.X+half), span.Max.X-half)
	}
	return min(max(float64((to-middle)*Rate), -s.ClimbSpeed), s.ClimbSpeed)
}

// overlapsAny reports whether one of the shapes, placed at a transform, shares a point with another placed shape.
func overlapsAny(
	shapes []collision.Shape, at collision.Transform, shape *collision.Shape, xf *collision.Transform,
) bool {
	for i := range shapes {
		if collision.Overlap(shapes[i], at, *shape, *xf) {
			return true
		}
	}
	return false
}

// swim moves the character through water. It returns false if the character is only wading, and therefore walks and
// jumps as usual.
func (w *walker) swim(in Input) bool {
	s, up := &w.run.settings, w.up()
	if !s.Swim || w.submerged == 0 || w.run.trying {
		return false
	}
	w.Velocity = w.Velocity.Mul(1 / (1 + float64(s.WaterDrag*w.submerged*stepTime)))
	if w.submerged < swimDepth || w.Ground.On && in.Y > -stickThreshold && w.buffer == 0 {
		return false
	}
	if w.Ground.On {
		w.Leave()
	}
	w.restoreAirJumps()
	by := float64(s.AirControl * stepTime)
	w.Velocity.X = approach(w.Velocity.X, float64(in.X*s.SwimSpeed), by)
	if in.Y != 0 {
		w.Velocity.Y = approach(w.Velocity.Y, float64(in.Y*s.SwimSpeed), by)
	}
	if rise := w.Velocity.Dot(up); w.buffer > 0 {
		if w.submerged < fullySubmerged && s.JumpHeight > 0 {
			w.leap(s.jumpSpeed())
		} else {
			w.leap(max(rise, s.SwimSpeed))
			w.rising = false // releasing the key does not shorten a swimming stroke
		}
	}
	return true
}

// weight returns the fraction of the character's weight that remains in water.
func (w *walker) weight() float64 {
	if !w.run.settings.Swim {
		return 1
	}
	return 1 - float64(w.run.settings.Buoyancy*w.submerged)
}

// crouch lowers the character while Down is held on the ground, and afterwards until there is room to stand up. On or
// above a ladder, Down climbs instead.
func (w *walker) crouch(in Input) {
	s, r := &w.run.settings, w.run
	low := s.Crouch && in.Y > stickThreshold && (w.Ground.On || w.crouched) && !w.climbing && !w.isOverLadder()
	switch {
	case low == w.crouched || r.trying:
		return
	case low:
		w.Shapes = r.crouchedShapes()
	case !w.fits(Vec{}, r.settings.Body, false):
		return
	default:
		w.Shapes = r.settings.Body
	}
	w.crouched = low
	w.setShapes(w.Shapes)
}

// startCrouched makes the character start crouched if there is no room to stand, for example at a checkpoint that it
// reached crouched.
func (w *walker) startCrouched() {
	s, r := &w.run.settings, w.run
	low := r.crouchedShapes()
	if !s.Crouch || s.Mode == TopDown || w.fits(Vec{}, s.Body, true) || !w.fits(Vec{}, low, false) {
		return
	}
	w.crouched, w.Shapes = true, low
	w.setShapes(low)
}

// fits reports whether the character would have room with the given shapes if it were moved by an offset. Run.probe is
// then there. If still is set, only static colliders count.
func (w *walker) fits(by Vec, shapes []collision.Shape, still bool) bool {
	r := w.run
	r.probe = w.Mover
	r.probe.Shapes, r.probe.Position = shapes, w.Position.Add(by)
	r.felt = r.probe.AppendTouches(r.felt[:0], &r.world, 0)
	return !slices.ContainsFunc(r.felt, func(t collision.Touch) bool {
		return t.Depth() > skinWidth && !(still && r.targetOf(t.Key, t.Shape).Body != dynamics.NoBody)
	})
}

// setShapes changes the shapes of the character's body, but not its mass.
func (w *walker) setShapes(shapes []collision.Shape) {
	b := &w.run.space.Bodies[0]
	mass, inverse := b.Mass, b.InvMass
	b.Shapes = shapes
	b.Measure()
	b.Mass, b.InvMass = mass, inverse
	b.UpdateBox()
}

// crouchedShapes returns the character's crouched shapes for the current direction of gravity.
func (r *Run) crouchedShapes() []collision.Shape {
	if r.down.Y < 0 {
		return r.low[1]
	}
	return r.low[0]
}

// crouched returns the character's shapes lowered to the crouch height, as far as possible. The feet stay in place: at
// the bottom if down is positive, otherwise at the top.
func (s *Settings) crouched(down float64) []collision.Shape {
	box, largest := level.BoundsOf(s.Body, collision.Identity()), 0.0
	for _, p := range s.Body {
		largest = max(largest, p.Radius())
	}
	feet := box.Max.Y
	if down < 0 {
		feet = box.Min.Y
	}
	height := box.Size().Y
	share := min(max(s.CrouchHeight-float64(2*largest), 0)/max(height-float64(2*largest), 1e-9), 1)
	out := make([]collision.Shape, len(s.Body))
	for i, p := range s.Body {
		foot := feet - float64(down*p.Radius())
		low := func(share float64) (collision.Shape, error) {
			points := p.Vertices()
			for k := range points {
				points[k].Y = foot + float64((points[k].Y-foot)*share)
			}
			return collision.NewShape(points, p.Radius())
		}
		shape, err := low(share)
		if err != nil { // the shape became flat
			shape, err = low(max(share, 0.05))
		}
		if err != nil {
			shape = p
		}
		out[i] = shape
	}
	return out
}

// clearCorner shifts a rising character by the smallest distance that lets its head pass a corner.
func (w *walker) clearCorner() {
	s, up := &w.run.settings, w.up()
	way := float64(w.Velocity.Dot(up)*stepTime) + float64(w.acc.Dot(up)*(stepTime*stepTime/2))
	if !s.CornerCorrection || s.Mode == TopDown || w.Ground.On || way <= 0 || w.climbing || w.rises(Vec{}, way) {
		return
	}
	side := cmp.Compare(w.Velocity.X, 0)
	if side == 0 {
		side = 1
	}
	for reach := 1.0; reach <= s.CornerReach; reach++ {
		for _, to := range [2]float64{float64(reach * float64(side)), float64(-reach * float64(side))} {
			if by := (Vec{X: to}); w.rises(by, way) {
				w.Position = w.Position.Add(by)
				return
			}
		}
	}
}

// rises reports whether the character can rise by the given distance after moving sideways by an offset.
func (w *walker) rises(offset Vec, way float64) bool {
	const near = 1e-6
	t := &w.run.probe
	*t = w.Mover
	t.Shift, t.Surface, t.Velocity = nil, nil, Vec{}
	from := t.Position
	if offset != (Vec{}) {
		if t.Move(&w.run.world, offset); t.Position.Dist(from.Add(offset)) > near || t.Ground.On {
			return false
		}
		from = t.Position
	}
	up := w.up()
	t.Move(&w.run.world, up.Mul(way))
	return t.Position.Dist(from.MulAdd(up, way)) <= near
}

// measureWater computes which fraction of the character's vertical centre line is under water.
func (w *walker) measureWater() {
	r := w.run
	box := r.space.Bodies[0].Box
	w.touched, w.submerged = 0, 0
	for i := range r.inside {
		if r.inside[i].order[1] == 0 {
			w.touched |= r.inside[i].medium
		}
	}
	if w.touched&water == 0 {
		return
	}
	middle := float64((box.Min.X + box.Max.X) / 2)
	top, height := Vec{X: middle, Y: box.Min.Y}, box.Size().Y
	r.wet = r.wet[:0]
	r.found = r.zoneIndex.Append(r.found[:0], box)
	for _, f := range r.found {
		if z := &r.zones[f]; r.standing[z.Owner].medium&water != 0 {
			w.addSubmerged(&z.Shape, &r.space.Statics[z.Owner].Pose, top, height)
		}
	}
	for i := 1; i < len(r.space.Bodies); i++ {
		if b := &r.space.Bodies[i]; r.entities[i].medium&water != 0 && b.Box.Overlaps(box) {
			for p := range b.Shapes {
				w.addSubmerged(&b.Shapes[p], &b.Pose, top, height)
			}
		}
	}
	slices.SortFunc(r.wet, func(a, b [2]float64) int { return cmp.Compare(a[0], b[0]) })
	end := 0.0
	for _, x := range r.wet {
		w.submerged += max(0, x[1]-max(x[0], end))
		end = max(end, x[1])
	}
}

// addSubmerged records which part of a vertical line below top is inside a shape, as fractions of the line's length.
func (w *walker) addSubmerged(s *collision.Shape, xf *collision.Transform, top Vec, height float64) {
	in, met := s.Raycast(*xf, collision.Ray{Origin: top, Dir: Vec{Y: height}, Max: 1})
	out, _ := s.Raycast(*xf, collision.Ray{Origin: top.Add(Vec{Y: height}), Dir: Vec{Y: -height}, Max: 1})
	if met && in.T < 1-out.T {
		w.run.wet = append(w.run.wet, [2]float64{in.T, 1 - out.T})
	}
}

// reachSteps limits how long a jump is followed: two seconds.
const reachSteps = 2 * Rate

// reachWays is the number of stick directions tried for a jump's reach.
const reachWays = 9

// AppendJumpReach returns where a jump could take the character from its position: one path per stick direction, from
// left to right, each up to the landing. The level stops the character as in the run, but bodies and platforms stay
// where they are. The result is empty in the air, or if the character can neither jump nor fly. The run does not
// change. AppendJumpReach reuses the given paths, so that drawing a frame does not allocate.
func (r *Run) AppendJumpReach(paths [][]Vec) [][]Vec {
	s := &r.settings
	if !r.walker.Ground.On || s.Mode == TopDown || s.JumpHeight == 0 && !s.Jetpack {
		return paths[:0]
	}
	r.moveSolids(everywhere)
	r.trying = true
	paths = slices.Grow(paths[:0], reachWays)[:reachWays] // reuses the memory of earlier paths
	for k := range paths {
		paths[k] = r.tryJump(float64(2*float64(k)/(reachWays-1))-1, paths[k][:0])
	}
	r.trying = false
	return paths
}

// tryJump follows one jump with a copy of the character at full speed.
func (r *Run) tryJump(x float64, path []Vec) []Vec {
	w := &r.trial
	*w = r.walker
	s := &r.settings
	w.Velocity = w.along().Mul(float64(x * s.Speed))
	path = append(path, w.Position)
	in, before := Input{X: x, Jump: true}, Input{}
	for range reachSteps {
		w.control(in, before)
		w.Step(&r.world, w.acc, stepTime)
		before = in
		path = append(path, w.Position)
		if w.Ground.On {
			break
		}
	}
	return path
}
