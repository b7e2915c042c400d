package render

import (
	"cmp"
	"math"
	"slices"

	"fillet/editor/contacts"
	"fillet/editor/level"
	"fillet/editor/overlay"
	"fillet/editor/play"
)

// PlayView builds the picture of a playtest run. It reuses its buffers, so that frames do not allocate.
type PlayView struct {
	Path     bool // the character's path so far
	Reach    bool // where a jump could take the character
	Touches  bool // where the character touches something
	Contacts bool // the points where bodies press on each other, with load and relative velocity
	Forces   bool // the forces on bodies, as arrows

	items   []Item // static items first, then moving ones
	movers  []int  // item of each of the run's bodies
	zones   []int  // items of triggers
	lit     []level.ID
	objects []play.ObjectState
	places  map[level.ID]int // items of gameplay objects
	stage   overlay.Stage
	over    [1]overlay.Item

	forces []play.Force
	joints []play.Joint
	weight float64 // weight of the body of median mass

	reach      [][]Vec
	reachFrom  Vec
	reachSteps int
}

// NewPlayView returns a view of a run of the level. It does not show hidden colliders, although they collide. It shows
// the spawn only if it is a point.
func NewPlayView(snap level.Snapshot, run *play.Run) *PlayView {
	v := &PlayView{Path: true, Touches: true, reachSteps: -1}
	moves := map[level.ID]bool{}
	for _, b := range run.Bodies() {
		moves[b.ID] = true
	}
	var moving []Item
	spawn := play.SpawnParts(snap)
	for _, l := range snap.Layers {
		if l.Layer.Hidden {
			continue
		}
		for _, c := range l.Colliders {
			if c.IsHidden(l.Layer) || slices.Contains(spawn, c.Collider) && c.Shape.Kind != level.Point {
				continue
			}
			item := Item{
				Collider: c.Collider, Baked: c.Baked, At: c.Transform(), Tint: LayerTint(l.Layer),
				Alpha: l.Layer.Opacity, Moving: moves[c.ID],
			}
			if item.Moving {
				moving = append(moving, item)
			} else {
				v.items = append(v.items, item)
			}
		}
	}
	v.items = append(v.items, moving...)
	at := make(map[level.ID]int, len(v.items))
	for i := range v.items {
		c := v.items[i].Collider
		at[c.ID] = i
		if c.Role == level.Trigger {
			v.zones = append(v.zones, i)
		}
	}
	item := func(id level.ID) int {
		if i, ok := at[id]; ok {
			return i
		}
		return -1 // hidden
	}
	for _, b := range run.Bodies() {
		v.movers = append(v.movers, item(b.ID))
	}
	v.over[0] = &v.stage
	v.objects = play.AppendObjects(nil, run)
	v.places = make(map[level.ID]int, len(v.objects))
	for _, x := range v.objects {
		v.places[x.ID] = item(x.ID)
	}
	return v
}

// Scene sets a scene's items and overlays to the current state of the run. still reports whether a static item has
// changed its look since the last call, so that the picture of static items must be redrawn.
func (v *PlayView) Scene(run *play.Run, scene *Scene) (still bool) {
	for i, b := range run.Bodies() {
		if at := v.movers[i]; at >= 0 {
			v.items[at].At = b.Transform
		}
	}
	still = v.light(run)
	still = v.mark(run) || still
	v.set(run)
	scene.Items, scene.Contacts, scene.Overlays = v.items, nil, v.over[:]
	return still
}

// mark sets the state of gameplay objects.
func (v *PlayView) mark(run *play.Run) (still bool) {
	v.objects = play.AppendObjects(v.objects[:0], run)
	for i := range v.objects {
		x := &v.objects[i]
		at := v.places[x.ID]
		if at < 0 {
			continue
		}
		fate := Fate{Gone: x.Gone, On: x.On}
		if x.Progress > 0 {
			fate.Cracks = 1 + uint8(math.Floor(min(x.Progress, 0.999)*maxCracks))
		}
		if it := &v.items[at]; it.Fate != fate {
			it.Fate = fate
			still = still || !it.Moving
		}
	}
	return still
}

// light marks the triggers that have something in them.
func (v *PlayView) light(run *play.Run) (still bool) {
	inside := run.Inside()
	if slices.Equal(inside, v.lit) {
		return false
	}
	v.lit = append(v.lit[:0], inside...)
	for _, i := range v.zones {
		it := &v.items[i]
		state := contacts.Clear
		if _, ok := slices.BinarySearch(v.lit, it.Collider.ID); ok {
			state = contacts.Triggered
		}
		if it.State != state {
			it.State = state
			still = still || !it.Moving
		}
	}
	return still
}

// set fills the stage.
func (v *PlayView) set(run *play.Run) {
	s, c := &v.stage, run.Character()
	s.Figure, s.At, s.Down, s.Flame, s.Fuel = c.Shapes, c.Position, run.Down(), c.Jetting, -1
	if set := run.Settings(); set.Jetpack && set.Mode == play.Platformer {
		s.Fuel = c.Fuel
	}
	s.Look = overlay.Alive
	s.Path = nil
	if v.Path {
		s.Path = run.Path()
	}
	s.Reach = v.jumps(run, c)
	s.Touches, s.Impacts = s.Touches[:0], s.Impacts[:0]
	if v.Touches {
		for _, t := range c.Touches {
			s.Touches = append(s.Touches, overlay.Spot{At: t.Point, Normal: t.Normal})
		}
	}
	if v.Contacts {
		for _, k := range run.Contacts() {
			for _, p := range k.Points {
				s.Impacts = append(s.Impacts, overlay.Impact{
					At: p.Point, Normal: k.Normal, Load: p.Load, Velocity: p.Relative, Faint: !k.Solid,
				})
			}
		}
	}
	s.Forces = s.Forces[:0]
	if v.Forces {
		v.pushes(run)
	}
	v.joints, s.Joints = play.AppendJoints(v.joints[:0], run), s.Joints[:0]
	for i := range v.joints {
		j := &v.joints[i]
		of := overlay.JointOf(&j.Joint, j.At, j.To, overlay.Bright)
		of.Thin = len(v.joints) > overlay.ManyJoints
		s.Joints = append(s.Joints, of)
	}
	s.Grip, s.Pull, s.Held = run.Grabbed()
}

// forceInks holds the colours of the forces.
var forceInks = [...]overlay.Ink{
	play.Weight: overlay.OneWay, play.Push: overlay.Warn, play.PointerPull: overlay.Bright,
	play.Steady: overlay.Guide, play.JointPull: overlay.Accent, play.Lift: overlay.Accent,
}

// pushes fills the stage's forces. Without gravity, they are scaled by the default gravity.
func (v *PlayView) pushes(run *play.Run) {
	v.forces = play.AppendForces(v.forces[:0], run)
	if v.weight == 0 {
		gravity := cmp.Or(run.Settings().Gravity, level.DefaultPlaytest().Gravity)
		mass, half := play.Middle(run)
		v.weight, v.stage.Unit = float64(max(mass, 1)*gravity), half
	}
	for _, f := range v.forces {
		v.stage.Forces = append(v.stage.Forces, overlay.Force{
			At: f.At, By: f.Mul(1 / v.weight), Ink: forceInks[f.Kind],
		})
	}
}

// The reach is recomputed when the character has moved this far, in level pixels, but at most every reachEvery steps.
const (
	reachMove  = 1.0
	reachEvery = 6
)

func (v *PlayView) jumps(run *play.Run, c play.CharacterState) [][]Vec {
	if !v.Reach || !c.Grounded {
		v.reachSteps = -1
		return nil
	}
	moved := c.Position.Dist(v.reachFrom) > reachMove
	if v.reachSteps < 0 || v.reachSteps > run.Steps() || moved && run.Steps()-v.reachSteps >= reachEvery {
		v.reach = run.AppendJumpReach(v.reach)
		v.reachFrom, v.reachSteps = c.Position, run.Steps()
	}
	return v.reach
}
