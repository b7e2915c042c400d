package play

import (
	"cmp"
	"math"
	"slices"

	"fillet/collision"
	"fillet/collision/dynamics"
	"fillet/editor/level"
)

// objects holds the gameplay objects of a run, as defined by tags and properties. Their states are in Run.fates.
type objects struct {
	list []object // in drawing order, from index 1; index 0 is a placeholder

	belts   bool            // there is a conveyor
	vanish  bool            // something solid can disappear
	presses bool            // bodies can press a solid switch or rest on a solid spring
	probe   collision.Shape // a point
	drives  []driven        // the platforms that switches drive, in drawing order
}

type object struct {
	id       level.ID
	order    int32 // index in drawing order
	kinds    level.ObjectSet
	trigger  bool
	owner    dynamics.Owner      // of its pieces; NoOwner for later objects of the same body
	from, to int32               // range of its pieces in Space.Ground, if static
	at       collision.Transform // if static
	filter   collision.Filter
	box      collision.AABB // if static

	speed    float64 // speed of a spring
	dir      Vec     // direction of a spring, in its frame
	belt     float64
	delay    int // steps until it crumbles
	back     int // steps until it returns; 0 means never
	bounce   float64
	mode     string
	isOpen   bool    // whether a door is open at the start
	switches []int32 // indices of a door's switches
	needsAll bool
}

// objectState is the state of a gameplay object.
type objectState struct {
	gone    bool // taken, dead, open or crumbled
	on      bool // whether a switch is on
	pressed bool // pressed in this step
	was     bool // pressed in the previous step
	reached bool // a checkpoint that is touched in this step
	trodden bool // the character stepped on it in this step
	wait    int  // steps until it crumbles or returns
}

const (
	faceOf   = 0.7      // smallest cosine between a spring's direction and the normal of its active side
	topOf    = 0.5      // smallest cosine between up and the normal of a top side
	freeSlop = 2 * Slop // how deep a body may overlap a door that shuts
)

// add lists a collider if it is a gameplay object, and returns its index, or 0 if it is none.
func (t *objects) add(c *level.Collider, order int32, solid *collision.Body) int32 {
	if len(t.list) == 0 {
		t.list = append(t.list, object{owner: dynamics.NoOwner})
	}
	kinds := level.WorkingObjects(c)
	for _, o := range level.Objects() { // kinds that the run handles elsewhere
		switch o.Kind {
		case level.SpawnObject, level.LadderObject, level.WaterObject, level.ReporterObject:
			kinds &^= 1 << o.Kind
		}
	}
	p := c.Properties
	goal := kinds.Has(level.GoalObject) && level.PropertyIsSet(level.NeedsAllKey, p)
	if kinds&^(1<<level.GoalObject) == 0 && !goal {
		return 0
	}
	seconds := func(key string) int {
		return int(math.Floor(float64(level.PropertyNumber(level.CrumblingObject, key, p)*Rate) + 0.5))
	}
	turn := level.Degrees(level.PropertyNumber(level.SpringObject, level.SpringDirectionKey, p)).Rotation()
	x := object{
		id: c.ID, order: order, kinds: kinds, trigger: solid.Trigger, owner: dynamics.NoOwner, filter: solid.Filter,
		at: solid.Transform, box: level.BoundsOf(solid.Shapes, solid.Transform),
		speed: level.PropertyNumber(level.SpringObject, level.SpringSpeedKey, p), dir: Vec{X: turn.C, Y: turn.S},
		delay: seconds(level.CrumbleTimeKey), back: seconds(level.CrumbleReturnKey),
		bounce: level.PropertyNumber(level.StompableObject, level.StompBounceKey, p),
		mode:   level.PropertyWord(level.SwitchObject, level.SwitchModeKey, p),
		isOpen: level.PropertyIsSet(level.DoorOpenKey, p), needsAll: goal,
	}
	if kinds.Has(level.ConveyorObject) {
		x.belt = level.PropertyNumber(level.ConveyorObject, level.ConveyorSpeedKey, p)
	}
	t.belts = t.belts || x.belt != 0
	t.vanish = t.vanish || kinds.Has(level.CrumblingObject) || kinds.Has(level.DoorObject) ||
		kinds.Has(level.StompableObject)
	t.presses = t.presses || !x.trigger && (kinds.Has(level.SpringObject) || kinds.Has(level.SwitchObject)) ||
		c.Body == level.Dynamic && (kinds.Has(level.StompableObject) || kinds.Has(level.HazardObject) ||
			kinds.Has(level.CheckpointObject))
	t.list = append(t.list, x)
	return int32(len(t.list) - 1)
}

// connect links doors and platforms to their switches, after all objects are listed.
func (t *objects) connect(colliders map[int32]*level.Collider, platforms []driven) {
	for s := 1; s < len(t.list); s++ {
		if !t.list[s].kinds.Has(level.SwitchObject) {
			continue
		}
		p := colliders[t.list[s].order].Properties
		opens, drives := level.PropertyNames(level.OpensKey, p), level.PropertyNames(level.DrivesKey, p)
		for d := 1; d < len(t.list); d++ {
			if door := &t.list[d]; door.kinds.Has(level.DoorObject) && level.IsNamed(colliders[door.order], opens) {
				door.switches = append(door.switches, int32(s))
			}
		}
		mode := slices.Index(driveModes[:], level.PropertyWord(level.SwitchObject, level.DriveModeKey, p))
		for i := range platforms {
			if level.IsNamed(platforms[i].name, drives) {
				platforms[i].by[mode] = append(platforms[i].by[mode], int32(s))
			}
		}
	}
	t.drives = slices.DeleteFunc(platforms, func(d driven) bool { return len(d.by[0])+len(d.by[1])+len(d.by[2]) == 0 })
}

// index returns the index of the object with a place in the drawing order, or 0 if there is none.
func (t *objects) index(order int32) int32 {
	i, ok := slices.BinarySearchFunc(t.list, order, func(x object, o int32) int { return int(x.order - o) })
	if !ok || order == 0 {
		return 0
	}
	return int32(i)
}

func (t *objects) restart(r *Run) {
	r.homeOf, r.reborn = 0, 0
	r.fates = append(r.fates[:0], make([]objectState, max(len(t.list), 1))...)
	t.restartDrives(r)
	for k := range t.list {
		if x := &t.list[k]; x.kinds.Has(level.DoorObject) && x.isOpen {
			t.setGone(r, int32(k), true)
		}
	}
}

// start returns the character's current starting point. A moving checkpoint carries it along.
func (t *objects) start(r *Run) Vec {
	switch {
	case r.homeOf == 0:
		return r.start
	case t.list[r.homeOf].owner.Body() != dynamics.NoBody:
		return r.space.Bodies[t.list[r.homeOf].owner.Body()].Position.Add(r.home)
	}
	return r.home
}

// objectOf returns the index of a target's gameplay object.
func (r *Run) objectOf(t dynamics.Target) int32 { return r.entityOf(t).object }

// setGone removes an object from the run or puts it back. It wakes bodies that rest on it.
func (t *objects) setGone(r *Run, k int32, gone bool) {
	r.fates[k].gone = gone
	x := &t.list[k]
	r.space.SetOwnerGone(x.owner, gone)
	if x.owner.Body() != dynamics.NoBody {
		b := &r.space.Bodies[x.owner.Body()]
		if b.Role == dynamics.Dynamic {
			b.Asleep, b.Velocity, b.Spin = gone, Vec{}, 0
		}
		if r.space.Grabbed == x.owner.Body() {
			r.space.Grabbed = 0
		}
	}
	if x.trigger {
		return
	}
	r.space.WakeAround(x.owner)
}

// isFree reports whether nothing occupies an object's place.
func (t *objects) isFree(r *Run, k int32) bool {
	x := &t.list[k]
	shapes, xf, box := []collision.Shape(nil), x.at, x.box
	if i := x.owner.Body(); i != dynamics.NoBody {
		b := &r.space.Bodies[i]
		shapes, xf, box = b.Shapes, b.Pose, b.Box
	}
	for i := range r.space.Bodies {
		b := &r.space.Bodies[i]
		if dynamics.Owner(i) == x.owner || b.Role == dynamics.Kinematic || b.Gone || !b.Box.Overlaps(box) ||
			!b.Filter.Accepts(x.filter) {
			continue
		}
		for p := range b.Shapes {
			for q := range shapes {
				if m, hit := collision.Collide(b.Shapes[p], b.Pose, shapes[q], xf, 0); hit && m.Depth() > freeSlop {
					return false
				}
			}
			for f := x.from; f < x.to; f++ {
				if m, hit := collision.Collide(b.Shapes[p], b.Pose, r.space.Ground[f].Shape, xf, 0); hit &&
					m.Depth() > freeSlop {
					return false
				}
			}
		}
	}
	return true
}

// step updates the objects after everything has moved.
func (t *objects) step(r *Run) {
	if len(t.list) <= 1 {
		return
	}
	for k := range r.fates {
		r.fates[k].was, r.fates[k].pressed, r.fates[k].reached = r.fates[k].pressed, false, false
		r.fates[k].trodden = false
	}
	killer := t.feelZones(r)
	for i := range r.touches {
		if touch := &r.touches[i]; touch.object != 0 {
			killer = cmp.Or(killer, t.meet(r, touch.object, touch.Normal))
		}
	}
	if t.presses {
		killer = cmp.Or(killer, t.feelContacts(r))
	}
	t.crumble(r)
	t.work(r)
	t.finish(r)
	switch {
	case r.ended:
	case killer != 0:
		t.die(r, Event{Kind: Death, Trigger: t.list[killer].id})
		r.walker.placeBody()
	default: // only a living character reaches a checkpoint
		for k := range r.fates {
			if r.fates[k].reached {
				t.remember(r, int32(k))
			}
		}
	}
}

// die ends the character's life and respawns it. If it dies immediately after respawning at a checkpoint, the
// checkpoint is dropped. If it dies immediately at its start, the death is logged only once.
func (t *objects) die(r *Run, e Event) {
	again := r.reborn != 0 && r.space.Steps-r.reborn <= 1
	if !again || r.homeOf != 0 {
		r.note(e)
	}
	if again {
		r.homeOf = 0
	}
	t.startAgain(r)
	r.reborn = r.space.Steps
}

// feelZones handles the contents of triggers. It returns the object that kills the character, or 0.
func (t *objects) feelZones(r *Run) (killer int32) {
	for i := range r.inside {
		p := r.inside[i]
		if p.object == 0 {
			continue
		}
		x, st := &t.list[p.object], &r.fates[p.object]
		st.pressed = true
		entered := p.since == r.space.Steps
		if x.kinds.Has(level.SpringObject) && entered {
			t.throw(r, r.byID[p.other], p.object)
		}
		if p.order[1] != 0 {
			continue
		}
		if x.kinds.Has(level.HazardObject) && killer == 0 {
			killer = p.object
		}
		st.reached = st.reached || x.kinds.Has(level.CheckpointObject) && entered
		if x.kinds.Has(level.CollectableObject) && !st.gone {
			st.gone = true
			r.space.SetOwnerGone(x.owner, true)
			r.note(Event{Kind: Take, Trigger: x.id})
		}
	}
	return killer
}

// meet handles the character touching a side of an object with the given normal. It returns the object if the touch
// kills the character, else 0.
func (t *objects) meet(r *Run, k int32, n Vec) (killer int32) {
	if r.fates[k].gone {
		return 0
	}
	x, up := &t.list[k], r.walker.up()
	above := n.Dot(up) > topOf && r.settings.Mode != TopDown
	r.fates[k].pressed = r.fates[k].pressed || above
	r.fates[k].trodden = r.fates[k].trodden || above
	r.fates[k].reached = r.fates[k].reached || x.kinds.Has(level.CheckpointObject)
	if x.kinds.Has(level.SpringObject) && n.Dot(t.direction(r, k)) > faceOf {
		t.throw(r, 0, k)
	}
	switch {
	case x.kinds.Has(level.StompableObject) && above:
		t.setGone(r, k, true)
		r.note(Event{Kind: Stomp, Trigger: x.id})
		r.walker.leap(max(x.bounce, r.walker.Velocity.Dot(up)))
		r.walker.rising = false
		r.walker.restoreAirJumps()
	case x.kinds.Has(level.StompableObject) && t.isUnder(r, k, up):
	case x.kinds.Has(level.StompableObject), x.kinds.Has(level.HazardObject):
		return k
	}
	return 0
}

// isUnder reports whether the character touches an object from above.
func (t *objects) isUnder(r *Run, k int32, up Vec) bool {
	return r.settings.Mode != TopDown && slices.ContainsFunc(r.touches, func(o Touch) bool {
		return o.object == k && o.Normal.Dot(up) > topOf
	})
}

// feelContacts handles objects that bodies press on, and touches of the character that the solver has already pushed
// apart. It returns the object that kills the character, or 0.
func (t *objects) feelContacts(r *Run) (killer int32) {
	up := r.down.Neg()
	for _, i := range r.space.Sorted {
		c := &r.space.Contacts[i]
		pushes := false
		for k := range c.Count {
			pushes = pushes || c.Points[k].NormalImpulse > 0 || c.Points[k].StrongestImpulse > 0
		}
		if !pushes {
			continue
		}
		switch k := r.objectOf(c.B); {
		case k == 0:
		case c.A.Body == 0:
			killer = cmp.Or(killer, t.meet(r, k, c.Normal.Neg()))
		default:
			t.press(r, k, c.A.Body, c.Normal.Neg(), up)
		}
		if k := r.objectOf(c.A); k != 0 && c.B.Body != dynamics.NoBody {
			t.press(r, k, c.B.Body, c.Normal, up)
		}
	}
	return killer
}

// press handles a body pushing on a side of an object with the given normal.
func (t *objects) press(r *Run, k, body int32, n, up Vec) {
	if b := &r.space.Bodies[body]; b.Role != dynamics.Dynamic || b.Gone || r.fates[k].gone {
		return
	}
	r.fates[k].pressed = r.fates[k].pressed || n.Dot(up) > topOf
	if t.list[k].kinds.Has(level.SpringObject) && n.Dot(t.direction(r, k)) > faceOf {
		t.throw(r, body, k)
	}
}

// direction returns the direction in which a spring throws, in level space.
func (t *objects) direction(r *Run, k int32) Vec {
	x := &t.list[k]
	if x.owner.Body() != dynamics.NoBody {
		return r.space.Bodies[x.owner.Body()].Pose.Q.Apply(x.dir)
	}
	return x.at.Q.Apply(x.dir)
}

// throw gives a body or the character at least a spring's speed in its direction.
func (t *objects) throw(r *Run, body, k int32) {
	dir, speed := t.direction(r, k), t.list[k].speed
	if body == 0 {
		w := &r.walker
		now := w.Velocity.Add(w.GroundVelocity()).Dot(dir)
		if now >= speed {
			return
		}
		w.Leave()
		w.Velocity = w.Velocity.MulAdd(dir, speed-now)
		w.climbing, w.rising, w.buffer, w.coyote = false, false, 0, 0
		w.restoreAirJumps()
		if math.Abs(dir.X) > faceOf {
			w.locked = wallLock
		}
	} else {
		b := &r.space.Bodies[body]
		now := b.Velocity.Dot(dir)
		if b.Role != dynamics.Dynamic || now >= speed {
			return
		}
		b.Rouse()
		b.Velocity = b.Velocity.MulAdd(dir, speed-now)
	}
	r.note(Event{Kind: Throw, Trigger: t.list[k].id, Other: r.entities[body].id})
}

// remember makes a checkpoint the respawn point. The point is at the centre of the checkpoint, on its ground. If the
// character would not fit there, would not touch the checkpoint, would be killed, or is separated from it by a wall,
// its current position is used instead.
func (t *objects) remember(r *Run, k int32) {
	if r.homeOf == k {
		return
	}
	x, w := &t.list[k], &r.walker
	box, own := x.box, r.space.Bodies[0].Box
	if x.owner.Body() != dynamics.NoBody {
		box = r.space.Bodies[x.owner.Body()].Box
	}
	r.home = w.Position
	if w.crouched {
		own = level.BoundsOf(r.settings.Body, collision.Transform{P: w.Position, Q: collision.Rot{C: 1}})
	}
	to := Vec{X: float64((box.Min.X+box.Max.X)/2) - float64((own.Min.X+own.Max.X)/2)}
	switch down := r.down.Y > 0; {
	case x.trigger && down:
		to.Y = box.Max.Y - own.Max.Y
	case x.trigger:
		to.Y = box.Min.Y - own.Min.Y
	case down:
		to.Y = box.Min.Y - own.Max.Y
	default:
		to.Y = box.Max.Y - own.Min.Y
	}
	if w.fits(to, r.settings.Body, false) && t.isAt(r, k, &r.probe) && !t.isDeadly(r, &r.probe) && t.isOpen(r, k, to) {
		r.home = r.probe.Position
	}
	if x.owner.Body() != dynamics.NoBody {
		r.home = r.home.Sub(r.space.Bodies[x.owner.Body()].Position)
	}
	r.homeOf = k
	r.note(Event{Kind: Reach, Trigger: x.id})
}

// isOpen reports whether the line from the character's centre along way hits no static collider, except for one-way
// colliders and the object itself. A checkpoint inside a wall must not lead through the wall.
func (t *objects) isOpen(r *Run, k int32, way Vec) bool {
	box := r.space.Bodies[0].Box
	middle := box.Min.Lerp(box.Max, 0.5)
	_, hit := r.world.Raycast(collision.Ray{Origin: middle, Dir: way, Max: 1},
		collision.Query{Filter: r.settings.Filter, Predicate: func(key collision.Key) bool {
			o := r.solids[key-1]
			return o.Body == dynamics.NoBody && r.space.OneWayOf(o) == (Vec{}) && r.objectOf(o) != k
		}})
	return !hit
}

// isAt reports whether a copy of the character, p, is in a trigger or touches a solid object.
func (t *objects) isAt(r *Run, k int32, p *collision.Mover) bool {
	x := &t.list[k]
	if !x.trigger {
		r.felt = p.AppendTouches(r.felt[:0], &r.world, touchSlop)
		return slices.ContainsFunc(r.felt, func(c collision.Touch) bool {
			return r.objectOf(r.targetOf(c.Key, c.Shape)) == k
		})
	}
	xf := collision.Identity()
	xf.P = p.Position
	if x.owner.Body() != dynamics.NoBody {
		b := &r.space.Bodies[x.owner.Body()]
		return slices.ContainsFunc(b.Shapes, func(s collision.Shape) bool {
			return overlapsAny(p.Shapes, xf, &s, &b.Pose)
		})
	}
	for i := range r.zones {
		if z := &r.zones[i]; r.standing[z.Owner].object == k && overlapsAny(p.Shapes, xf, &z.Shape, &x.at) {
			return true
		}
	}
	return false
}

// isDeadly reports whether a hazard would kill a copy of the character, p, in its place.
func (t *objects) isDeadly(r *Run, p *collision.Mover) bool {
	r.felt = p.AppendTouches(r.felt[:0], &r.world, touchSlop)
	for _, c := range r.felt {
		if t.list[r.objectOf(r.targetOf(c.Key, c.Shape))].kinds.Has(level.HazardObject) {
			return true
		}
	}
	for k := range t.list {
		if x := &t.list[k]; x.kinds.Has(level.HazardObject) && x.trigger && r.settings.Filter.Accepts(x.filter) &&
			t.isAt(r, int32(k), p) {
			return true
		}
	}
	return false
}

// crumble makes planks crumble after the character has stepped on them, and makes them return later.
func (t *objects) crumble(r *Run) {
	for k := range t.list {
		x, st := &t.list[k], &r.fates[k]
		if !x.kinds.Has(level.CrumblingObject) || st.wait == 0 {
			continue
		}
		if st.wait--; st.wait > 0 {
			continue
		}
		switch {
		case !st.gone:
			t.giveWay(r, int32(k))
		case t.isFree(r, int32(k)):
			t.setGone(r, int32(k), false)
			r.note(Event{Kind: Return, Trigger: x.id, Other: x.id})
		default:
			st.wait = 1
		}
	}
	if r.walker.Ground.On {
		r.fates[r.objectOf(r.walker.ground())].trodden = true
	}
	for k := range t.list {
		x, st := &t.list[k], &r.fates[k]
		if x.kinds.Has(level.CrumblingObject) && st.trodden && !st.gone && st.wait == 0 {
			if st.wait = x.delay; st.wait == 0 {
				t.giveWay(r, int32(k))
			}
		}
	}
}

func (t *objects) giveWay(r *Run, k int32) {
	t.setGone(r, k, true)
	r.fates[k].wait = t.list[k].back
	r.note(Event{Kind: Crumble, Trigger: t.list[k].id})
}

// work updates switches, doors and driven platforms.
func (t *objects) work(r *Run) {
	for k := range t.list {
		x, st := &t.list[k], &r.fates[k]
		if !x.kinds.Has(level.SwitchObject) {
			continue
		}
		switch x.mode {
		case level.SwitchOnce:
			st.on = st.on || st.pressed
		case level.SwitchToggle:
			st.on = st.on != (st.pressed && !st.was)
		default:
			st.on = st.pressed
		}
	}
	t.drivePlatforms(r)
	for k := range t.list {
		x, st := &t.list[k], &r.fates[k]
		if !x.kinds.Has(level.DoorObject) {
			continue
		}
		on := slices.ContainsFunc(x.switches, func(s int32) bool { return r.fates[s].on })
		switch open := x.isOpen != on; {
		case open == st.gone:
		case open:
			t.setGone(r, int32(k), true)
			r.note(Event{Kind: Open, Trigger: x.id, Other: x.id})
		case t.isFree(r, int32(k)):
			t.setGone(r, int32(k), false)
			r.note(Event{Kind: Shut, Trigger: x.id, Other: x.id})
		}
	}
}

// allows reports whether a goal can end the run now.
func (t *objects) allows(r *Run, k int32) bool {
	taken, all := Collected(r)
	return !t.list[k].needsAll || taken == all
}

// finish ends the run if the character is at a goal and the goal's condition is now met.
func (t *objects) finish(r *Run) {
	for i := range r.inside {
		if p := &r.inside[i]; p.goal && !r.ended && t.allows(r, p.object) {
			r.note(Event{Kind: Enter, Trigger: p.trigger, Other: p.other, Goal: true})
			r.ended = true
		}
	}
}

// startAgain respawns the character and restores crumbled planks.
func (t *objects) startAgain(r *Run) {
	r.spawn()
	r.touch()
	r.path = r.path[:0]
	for k := range t.list {
		if st := &r.fates[k]; t.list[k].kinds.Has(level.CrumblingObject) && (st.gone || st.wait > 0) {
			if st.wait = 0; st.gone {
				st.wait = 1
			}
		}
	}
}

// carry returns the surface velocity at a point of the body with the given key, which is zero unless the body is a
// conveyor.
func (t *objects) carry(r *Run, k collision.Key, at Vec) Vec {
	first := r.solids[k-1]
	n := r.objectOf(first)
	x := &t.list[n]
	if x.belt == 0 {
		return Vec{}
	}
	if g := &r.walker.Ground; g.On && g.Key == k && g.Point == at {
		return g.Normal.Perp().Mul(x.belt)
	}
	place := collision.Transform{P: at, Q: collision.Rot{C: 1}}
	best, normal := math.Inf(1), Vec{}
	try := func(s *collision.Shape, xf *collision.Transform) {
		if _, d := s.Closest(*xf, at); d < best {
			if m, hit := collision.Collide(*s, *xf, t.probe, place, math.Inf(1)); hit {
				best, normal = d, m.Normal
			}
		}
	}
	if x.owner.Body() != dynamics.NoBody {
		b := &r.space.Bodies[x.owner.Body()]
		for i := range b.Shapes {
			try(&b.Shapes[i], &b.Pose)
		}
	} else {
		for f := x.from; f < x.to; f++ {
			try(&r.space.Ground[f].Shape, &x.at)
		}
	}
	return normal.Perp().Mul(x.belt)
}

func (t *objects) hash(r *Run, h *hash) {
	if len(t.list) <= 1 {
		return
	}
	for _, s := range r.fates {
		bits := uint64(s.wait) << 4
		for i, b := range [4]bool{s.gone, s.on, s.pressed, s.was} {
			if b {
				bits |= 1 << i
			}
		}
		h.add(bits)
	}
	for i := range t.drives {
		h.add(uint64(int64(r.entities[r.byID[t.drives[i].id]].drive.at)))
	}
	if h.add(uint64(r.homeOf)); r.homeOf != 0 {
		h.vec(r.home)
	}
}

// ObjectState is the state of a gameplay object.
type ObjectState struct {
	ID       level.ID
	Kinds    level.ObjectSet
	Gone     bool    // taken, dead, open or crumbled
	On       bool    // a switch is on, or a checkpoint is the last one reached
	Progress float64 // progress of crumbling, from 0 to 1
}

// AppendObjects appends the states of the run's gameplay objects in drawing order.
func AppendObjects(out []ObjectState, r *Run) []ObjectState {
	t := &r.objects
	for k := 1; k < len(t.list); k++ {
		x, st := &t.list[k], &r.fates[k]
		s := ObjectState{ID: x.id, Kinds: x.kinds, Gone: st.gone, On: st.on || r.homeOf == int32(k)}
		if !st.gone && st.wait > 0 && x.delay > 0 {
			s.Progress = 1 - float64(st.wait)/float64(x.delay)
		}
		out = append(out, s)
	}
	return out
}

// Collected returns how many collectables the character has taken, and how many there are.
func Collected(r *Run) (taken, all int) {
	for k := range r.objects.list {
		if r.objects.list[k].kinds.Has(level.CollectableObject) {
			all++
			if r.fates[k].gone {
				taken++
			}
		}
	}
	return taken, all
}
