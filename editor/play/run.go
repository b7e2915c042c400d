package play

import (
	"cmp"
	"math"
	"slices"

	"fillet/collision"
	"fillet/collision/dynamics"
	"fillet/collision/polygon"
	"fillet/editor/level"
)

// Run is a playtest of a level. Only one goroutine may use it.
type Run struct {
	// If Paused is set, Due returns no steps, but Step still works. Due multiplies time by Speed: 0.25 is slow motion.
	Paused bool
	Speed  float64

	settings Settings
	snapshot level.Snapshot

	space dynamics.Space
	runState
	standing  []entity           // the level's data about the static colliders
	linked    []level.Joint      // the level's data about the joints
	world     collision.World    // everything solid except the character, for its controller
	solids    []dynamics.Target  // first piece of each body in world, by key minus one
	trying    bool               // a jump is being tried: bodies stand still, because their motion is unknown
	zones     []dynamics.Fixture // the pieces of static triggers
	zoneIndex collision.Tree
	byID      map[level.ID]int32
	ways      map[level.ID]*polygon.Path // by kinematic collider, if it has a path

	objects objects
	walker  walker
	low     [2][]collision.Shape // the character's crouched shapes, for gravity pulling down and up
	wet     [][2]float64
	floats  []floatState    // the bodies in water in this step
	probe   collision.Mover // copy of the character's mover, for testing where it has room
	trial   walker          // copy of the walker, for trying a jump
	quiet   bool            // keeps no path, log or recording
	report  reports

	found        []int32
	contactsFelt []dynamics.Contact
	insideNow    []presence
	views        []BodyState
	insideIDs    []level.ID
	contactViews []Contact
}

// runState holds everything that a step changes in a run, except its space and its walker.
type runState struct {
	entities []movingEntity // the level's data about the bodies
	start    Vec
	down     Vec     // unit direction of gravity
	left     float64 // time that Due has not used yet, or has used in advance; at most half a step
	input    Input   // of the last step
	tape     Recording
	path     []Vec
	log      []Event
	inside   []presence
	met      []meeting // touching pairs, by reporting collider

	fates  []objectState // states of the gameplay objects, by index in objects.list
	home   Vec           // respawn position if homeOf is a checkpoint, relative to the centre of a moving checkpoint
	homeOf int32
	ended  bool
	reborn int // the step of the last respawn

	felt    []collision.Touch // touches of the character
	touches []Touch
}

// assign copies a state, and reuses the capacity of the lists.
func (s *runState) assign(from *runState) {
	was := *s
	*s = *from
	s.entities = append(was.entities[:0], from.entities...)
	s.tape.Held = append(was.tape.Held[:0], from.tape.Held...)
	s.path = append(was.path[:0], from.path...)
	s.log = append(was.log[:0], from.log...)
	s.inside = append(was.inside[:0], from.inside...)
	s.met = append(was.met[:0], from.met...)
	s.fates = append(was.fates[:0], from.fates...)
	s.felt = append(was.felt[:0], from.felt...)
	s.touches = append(was.touches[:0], from.touches...)
}

// NewRun starts a run of the level with the character at start. It replaces invalid settings with their defaults or the
// nearest valid value: see [Settings.Validate].
func NewRun(snap level.Snapshot, settings Settings, start Vec) *Run {
	if !(math.Abs(start.X) <= collision.MaxCoordinate && math.Abs(start.Y) <= collision.MaxCoordinate) {
		start = Vec{}
	}
	r := &Run{Speed: 1, settings: settings.sane(), snapshot: snap}
	r.start = start
	r.space.Settings = lawsOf(&r.settings)
	r.low = [2][]collision.Shape{r.settings.crouched(1), r.settings.crouched(-1)}
	r.build()
	r.Restart()
	return r
}

// each calls f for the colliders of the run in drawing order, numbered from 1. Nothing may depend on ids.
func (r *Run) each(f func(c level.ColliderSnapshot, order int32, solid collision.Body)) {
	spawn := SpawnParts(r.snapshot)
	order := int32(0)
	for c := range r.snapshot.Colliders() {
		order++
		if solid, ok := level.BodyOf(c.Collider, c.Baked, r.snapshot.Settings); ok &&
			!slices.Contains(spawn, c.Collider) {
			f(c, order, solid)
		}
	}
}

// build prepares the static parts of the level.
func (r *Run) build() {
	r.byID, r.ways, r.report = map[level.ID]int32{}, pathsOf(r.snapshot), reports{asks: map[int32]bool{}}
	moving, tagged := 0, map[int32]*level.Collider{}
	var platforms []driven
	r.objects.add(&level.Collider{}, 0, &collision.Body{})
	r.each(func(c level.ColliderSnapshot, order int32, solid collision.Body) {
		if r.objects.add(c.Collider, order, &solid) != 0 {
			tagged[order] = c.Collider
		}
		if level.WorkingObjects(c.Collider).Has(level.ReporterObject) {
			r.report.asks[order] = true
		}
		if c.Body == level.Kinematic {
			platforms = append(platforms, driven{id: c.ID, order: order, name: c.Collider})
		}
		if c.Body != level.Static {
			moving += len(solid.Shapes)
		}
	})
	r.objects.connect(tagged, platforms)
	r.solids = make([]dynamics.Target, moving) // the first keys belong to moving bodies: see putBodies
	r.each(func(c level.ColliderSnapshot, order int32, solid collision.Body) {
		if c.Body == level.Static {
			r.addStatic(c, order, solid)
		}
	})
	r.space.IndexGround()
	r.zoneIndex = dynamics.IndexOf(r.space.Statics, r.zones)
}

func (r *Run) addStatic(c level.ColliderSnapshot, order int32, solid collision.Body) {
	e := r.newEntity(c.Collider, order)
	r.standing = append(r.standing, e)
	object, from := &r.objects.list[e.object], int32(len(r.space.Ground))
	if !solid.Trigger {
		r.putSolid(collision.Key(len(r.solids)+1), solid, dynamics.Target{Body: dynamics.NoBody, Piece: from})
	}
	i, pieces := r.space.AddStatic(solid, dynamics.Material{
		Friction: c.Friction, Restitution: c.Restitution, Belt: object.belt,
	})
	if solid.Trigger {
		r.zones = append(r.zones, pieces...)
	}
	object.owner, object.from, object.to = dynamics.StaticOwner(i), from, int32(len(r.space.Ground))
}

func (r *Run) newEntity(c *level.Collider, order int32) entity {
	e := entity{id: c.ID, order: order, goal: slices.Contains(c.Tags, GoalTag), object: r.objects.index(order)}
	e.medium, e.fluid = mediumOf(c)
	r.space.Flooded = r.space.Flooded || e.medium&water != 0
	return e
}

// Restart returns to the start and begins a new recording.
func (r *Run) Restart() {
	r.space.Bodies, r.entities = append(r.space.Bodies[:0], r.newCharacter()), append(r.entities[:0], movingEntity{})
	welds := &welds{run: r, names: r.snapshot.Bodies(), at: map[string]int32{}, list: map[int32]*welding{}}
	r.each(func(c level.ColliderSnapshot, order int32, solid collision.Body) {
		if c.Body != level.Static && !welds.takes(c, order, solid) {
			e := movingEntity{entity: r.newEntity(c.Collider, order)}
			d := bodyOf(c.Collider, c.Baked, solid, r.objects.list[e.object].belt)
			b := dynamics.NewBody(&d)
			if b.Role == dynamics.Kinematic {
				e.path = pathOf(c.Collider, r.ways[c.ID])
				b.Moving = e.path.moves()
			}
			startMotion(&b, c.Started(), r.snapshot.Settings.PixelsPerMetre)
			if e.object != 0 {
				r.objects.list[e.object].owner = dynamics.Owner(len(r.space.Bodies))
			}
			r.space.Bodies, r.entities = append(r.space.Bodies, b), append(r.entities, e)
		}
	})
	welds.end()
	r.space.Start()
	for i := range r.space.Bodies {
		r.byID[r.entities[i].id] = int32(i)
		if w := r.entities[i].weld; w != nil {
			for _, p := range w.parts {
				r.byID[p.id] = int32(i)
			}
		}
	}
	delete(r.byID, 0)
	r.addJoints()
	r.space.ConnectJoints()

	r.down = Vec{Y: 1}
	if r.settings.Reversed {
		r.down.Y = -1
	}
	r.space.Gravity = r.settings.gravity(r.down)
	r.left, r.ended, r.input = 0, false, Input{}
	r.tape = Recording{Start: r.start, HasStart: true}
	r.log, r.inside, r.path, r.met = nil, r.inside[:0], nil, r.met[:0]
	r.objects.restart(r)
	r.movePlatforms()
	r.putBodies()
	r.spawn()
	r.walker.placeBody()
	slices.SortFunc(r.space.Sweep, func(a, b int32) int { // equivalent to the order that the first step needs
		return cmp.Or(cmp.Compare(r.space.Bodies[a].Box.Min.X, r.space.Bodies[b].Box.Min.X), cmp.Compare(a, b))
	})
	r.touch()
	r.track()
}

// spawn puts the character at its start.
func (r *Run) spawn() {
	r.moveSolids(everywhere)
	if r.walker.crouched {
		r.walker.setShapes(r.settings.Body)
	}
	r.walker = newWalker(r, r.objects.start(r))
	r.walker.startCrouched()
	r.walker.Move(&r.world, Vec{})
}

func (r *Run) touch() {
	r.felt = r.walker.AppendTouches(r.felt[:0], &r.world, touchSlop)
	r.touches = r.walker.feel(r.touches[:0])
	r.walker.detectWall(r.touches)
}

// newCharacter returns the character as a body that does not turn, for contacts with other bodies.
func (r *Run) newCharacter() dynamics.Body {
	d := dynamics.BodyDef{
		Role: dynamics.Character, Filter: r.settings.Filter, Shapes: r.settings.Body, Pose: collision.Identity(),
	}
	for _, s := range d.Shapes {
		d.Mass.Mass += s.Mass(r.settings.Density).Mass
	}
	d.Mass.Mass = max(d.Mass.Mass, r.settings.Density)
	return dynamics.NewBody(&d)
}

// Step runs one step of a sixtieth of a second. Once the goal is reached, nothing moves.
func (r *Run) Step(in Input) {
	if r.ended {
		return
	}
	in = in.sane()
	if !r.quiet {
		r.tape.add(in, 1)
	}
	r.space.Steps++
	if in.Reverse && !r.input.Reverse {
		r.reverse()
	}
	r.grab(in)
	r.walker.control(in, r.input)
	r.movePlatforms()
	before := r.walker.meetBodies()
	r.space.Gather()
	r.feelCharacter(in)
	r.space.UpdateIslands()
	r.findWater()
	r.space.Solve(func() {
		for i := range r.floats {
			r.floats[i].press(r)
		}
	}, r.settlePlatforms)
	r.walker.Velocity = r.walker.Velocity.Add(r.walker.pushed(before))
	r.moveSolids(r.walker.reach())
	r.walker.clearCorner()
	free := r.walker.Velocity.Add(r.walker.GroundVelocity()).MulAdd(r.walker.acc, stepTime)
	r.walker.Step(&r.world, r.walker.acc, stepTime)
	r.touch()
	stopped := r.walker.Velocity.Add(r.walker.GroundVelocity()).Sub(free)
	r.crush()
	r.walker.placeBody()
	r.report.step(r, stopped)
	r.space.UpdateRest()
	r.updateTriggers()
	r.walker.measureWater()
	r.objects.step(r)
	r.track()
	r.input = in
}

// maxDue limits the steps due at once, so that a run does not try to catch up after a long stall.
const maxDue = 8

// Due returns the number of steps due after dt seconds: none while the run is paused or after its end, fewer in slow
// motion. The caller runs them. Due rounds to the nearest step, so that a 60 Hz screen with uneven frame times gets one
// step per frame.
func (r *Run) Due(dt float64) int {
	if r.Paused || r.ended || !(dt > 0) || !(r.Speed > 0) {
		return 0
	}
	r.left += min(dt*r.Speed, maxDue*stepTime)
	n := min(int(r.left/stepTime+0.5), maxDue)
	r.left -= float64(float64(n) * stepTime)
	if n == maxDue {
		r.left = 0
	}
	return n
}

// reverse flips gravity.
func (r *Run) reverse() {
	r.down = r.down.Neg()
	r.space.Gravity = r.settings.gravity(r.down)
	r.walker.Leave()
	r.walker.Up = r.walker.Up.Neg()
	r.walker.coyote, r.walker.buffer, r.walker.climbing = 0, 0, false
	for i := range r.space.Bodies {
		r.space.Bodies[i].Rouse()
	}
}

// grab picks up a body or releases it.
func (r *Run) grab(in Input) {
	r.space.GrabTarget = in.Target
	switch {
	case in.Grab == 0:
		r.space.Grabbed = 0
	case in.Grab != r.input.Grab:
		i := r.byID[in.Grab]
		if i == 0 || r.space.Bodies[i].Role != dynamics.Dynamic || r.space.Bodies[i].Gone {
			r.space.Grabbed = 0
			return
		}
		b := &r.space.Bodies[i]
		r.space.Grabbed, r.space.GrabPoint = i, b.Rotation.ApplyInv(in.Target.Sub(b.Position))
	}
	if r.space.Grabbed > 0 {
		r.space.Bodies[r.space.Grabbed].Rouse()
	}
}

// movePlatforms gives the bodies on paths the velocities that bring them to their poses after this step.
func (r *Run) movePlatforms() {
	for i := range r.space.Bodies {
		b := &r.space.Bodies[i]
		if b.Role != dynamics.Kinematic || !b.Moving {
			continue
		}
		from, to := r.entities[i].placeAlong(r.space.Steps)
		b.Pose, b.Position, b.Rotation = from, from.P, from.Q
		b.Velocity = to.P.Sub(from.P).Mul(Rate)
		turn := from.Q.Inv().Mul(to.Q)
		b.Spin = float64(turn.Angle() * Rate)
		b.UpdateBox()
	}
}

// settlePlatforms moves the platforms to their exact poses after the step. Their bodies have already been moved there.
func (r *Run) settlePlatforms() {
	for i := range r.space.Bodies {
		b := &r.space.Bodies[i]
		if b.Role == dynamics.Kinematic && b.Moving {
			e := &r.entities[i]
			_, b.Pose = e.placeAlong(r.space.Steps)
			e.drive.at = e.drive.next(r.space.Steps)
			b.Position, b.Rotation = b.Pose.P, b.Pose.Q
		}
	}
}

// meetBodies gives the character's body the velocity with which it meets the other bodies, and returns the velocity
// expected without contacts. A character that stands on a body presses down with its weight, which the solver adds.
func (w *walker) meetBodies() Vec {
	r := w.run
	b := &r.space.Bodies[0]
	b.Velocity = w.Velocity.Add(w.GroundVelocity()).MulAdd(w.acc, stepTime)
	b.Spin = 0
	r.space.Weight = Vec{}
	if w.Ground.On && w.ground().Body != dynamics.NoBody {
		r.space.Weight = r.down.Mul(r.settings.characterGravity())
	}
	return b.Velocity.MulAdd(r.space.Weight, stepTime)
}

// footing is the change of speed per step that a standing character resists, so that it stands still between boulders.
const footing = 6

// crushDepth is how far a platform can press into a trapped character, in pixels.
const crushDepth = 0.5

// crush kills the character if a platform has crushed it.
func (r *Run) crush() {
	for i := range r.felt {
		o := &r.felt[i]
		t := r.targetOf(o.Key, o.Shape)
		if t.Body != dynamics.NoBody && r.space.Bodies[t.Body].Role == dynamics.Kinematic && o.Depth() > crushDepth {
			r.objects.die(r, Event{Kind: Crush, Trigger: r.idOf(t)})
			return
		}
	}
}

// pushed returns how the bodies have changed the character's velocity: along the ground, or horizontally in the air.
// The controller handles contacts below and above the character.
func (w *walker) pushed(before Vec) Vec {
	d := w.run.space.Bodies[0].Velocity.Sub(before)
	if l := d.Len(); l > dynamics.MaxSpeed {
		d = d.Mul(dynamics.MaxSpeed / l)
	}
	switch {
	case w.run.settings.Mode == TopDown:
		return d
	case w.Ground.On:
		t := w.along()
		if along := d.Dot(t); math.Abs(along) > footing {
			return t.Mul(along)
		}
		return Vec{}
	}
	return Vec{X: d.X}
}

func (w *walker) placeBody() {
	b := &w.run.space.Bodies[0]
	b.Pose.P = w.Position
	b.Position = b.Pose.P
	b.Velocity = w.Velocity.Add(w.GroundVelocity())
	b.Spin = 0
	b.UpdateBox()
}

// maxPath limits the number of points in the path. It allows four minutes of walking.
const maxPath = 4 * 60 * Rate

func (r *Run) track() {
	if r.quiet {
		return
	}
	if r.path == nil {
		r.path = make([]Vec, 0, maxPath)
	}
	if n := len(r.path); n > 0 && r.path[n-1].Dist(r.walker.Position) < touchSlop {
		return
	}
	if len(r.path) == maxPath {
		r.path = append(r.path[:0], r.path[maxPath/2:]...)
	}
	r.path = append(r.path, r.walker.Position)
}

func (r *Run) entityOf(t dynamics.Target) *entity {
	if t.Body == dynamics.NoBody {
		return &r.standing[r.space.Ground[t.Piece].Owner]
	}
	return &r.entities[t.Body].entity
}

// idOf returns the collider that contains a target, or for a body of several colliders its first one.
func (r *Run) idOf(t dynamics.Target) level.ID { return r.entityOf(t).id }

// colliderOf returns the collider that contains a target.
func (r *Run) colliderOf(t dynamics.Target) level.ID {
	if t.Body != dynamics.NoBody {
		if w := r.entities[t.Body].weld; w != nil {
			return w.parts[t.Piece].id
		}
	}
	return r.idOf(t)
}

// TooManyPairs returns the number of pairs of pieces in the run's first step if there are too many to play, or else 0.
// It stops counting soon after the limit.
func (r *Run) TooManyPairs() int { return r.space.TooManyPairs() }
