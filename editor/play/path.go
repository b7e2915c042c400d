package play

import (
	"math"
	"slices"

	"fillet/collision"
	"fillet/collision/polygon"
	"fillet/editor/level"
)

// path is the motion of a kinematic body along its collider's path. Without a path, its properties define the motion:
// there and back along a cosine, and turning.
type path struct {
	way      *polygon.Path // if set, replaces all other fields
	from     collision.Transform
	offset   Vec
	duration float64 // seconds there and back
	phase    float64
	spin     float64 // radians per second
}

// pathsOf returns the paths of the level's kinematic colliders. A collider whose chain is missing stays in place.
func pathsOf(snap level.Snapshot) map[level.ID]*polygon.Path {
	out, chains := map[level.ID]*polygon.Path{}, map[level.ID]*level.Collider{}
	for c := range snap.Colliders() {
		if c.Shape.Kind == level.Chain {
			chains[c.ID] = c.Collider
		}
	}
	for c := range snap.Colliders() {
		if c.Path == nil || c.Body != level.Kinematic {
			continue
		}
		p, err := c.Moving(chains[c.FollowedChain()])
		if err != nil {
			p, _ = polygon.NewPath(c.Transform(), nil, polygon.PathOptions{})
		}
		out[c.ID] = p
	}
	return out
}

// pathOf returns a collider's path, or the motion given by its properties. Invalid numbers count as 0.
func pathOf(c *level.Collider, way *polygon.Path) path {
	if way != nil {
		return path{way: way}
	}
	n := func(name string) float64 {
		x, _ := c.Properties[name].(float64)
		if !(math.Abs(x) <= 1e6) {
			return 0
		}
		return x
	}
	p := path{
		from: c.Transform(), offset: Vec{X: n("move_x"), Y: n("move_y")}, duration: n("move_time"),
		phase: n("move_phase"), spin: level.Degrees(n("turn")).Radians(),
	}
	if p.duration < stepTime {
		p.offset = Vec{}
	}
	return p
}

// IsMoved reports whether a kinematic collider has a path, or properties that move it.
func IsMoved(c *level.Collider) bool {
	if c.Path != nil {
		return true
	}
	p := pathOf(c, nil)
	return p.moves()
}

func (p *path) moves() bool {
	if p.way != nil {
		return p.way.Moves()
	}
	return p.offset != Vec{} || p.spin != 0
}

// at returns the pose on the path after some seconds.
func (p *path) at(seconds float64) collision.Transform {
	if p.way != nil {
		return p.way.At(seconds).Transform
	}
	xf := p.from
	if p.offset != (Vec{}) {
		t := math.Mod(seconds/p.duration+p.phase, 1)
		xf.P = xf.P.MulAdd(p.offset, float64((1-collision.Cos(float64(2*math.Pi*t)))/2))
	}
	if p.spin != 0 {
		xf.Q = collision.NewRot(math.Mod(p.spin*seconds, 2*math.Pi)).Mul(xf.Q)
	}
	return xf
}

// Moves holds the platforms of a level: the kinematic colliders moved by a path or by properties. It computes their
// unobstructed poses in a run.
type Moves struct {
	IDs   []level.ID // in drawing order
	paths []path
}

// MovesOf returns the platforms of a level.
func MovesOf(snap level.Snapshot) Moves {
	var m Moves
	ways := pathsOf(snap)
	for c := range snap.Colliders() {
		if c.Body != level.Kinematic {
			continue
		}
		if p := pathOf(c.Collider, ways[c.ID]); p.moves() {
			m.IDs, m.paths = append(m.IDs, c.ID), append(m.paths, p)
		}
	}
	return m
}

// At returns the pose of the i-th platform after some seconds.
func (m *Moves) At(i int, seconds float64) collision.Transform { return m.paths[i].at(seconds) }

// Period returns the seconds after which the i-th platform is back at its start, or 0 if it only turns or stays in
// place.
func (m *Moves) Period(i int) float64 {
	if p := &m.paths[i]; p.way != nil {
		return p.way.Period()
	} else if p.offset != (Vec{}) {
		return p.duration
	}
	return 0
}

// Cycle returns the seconds after which the i-th platform has been in all its poses: its period or the time of a full
// turn, whichever is longer.
func (m *Moves) Cycle(i int) float64 {
	p := &m.paths[i]
	spin := p.spin
	if p.way != nil && p.way.Period() == 0 {
		spin = p.way.At(0).Spin
	}
	if spin == 0 {
		return m.Period(i)
	}
	return max(m.Period(i), 2*math.Pi/math.Abs(spin))
}

// drive is the progress of a switch-driven platform along its path. Other platforms follow the run's time.
type drive struct {
	active       bool
	at           int // in steps
	rate         int // progress per step: 1 forward, -1 back, 0 stopped
	least, limit int // limits, for a path that is not a loop
	ends         bool
}

// driven is a platform with the switches that drive it.
type driven struct {
	id    level.ID
	order int32
	name  *level.Collider
	by    [3][]int32 // indices in objects.list of the switches that start, stop and reverse the platform
}

// driveModes lists the effects of switches, in the order of driven.by.
var driveModes = [3]string{level.DriveStart, level.DriveStop, level.DriveReverse}

// next returns the platform's progress after the step, or its current progress if no step was run yet.
func (d *drive) next(steps int) int {
	if steps == 0 {
		return d.at
	}
	to := d.at + d.rate
	if d.ends {
		to = min(max(to, d.least), d.limit)
	}
	return to
}

func (t *objects) restartDrives(r *Run) {
	for i := range t.drives {
		e := &r.entities[r.byID[t.drives[i].id]]
		e.drive = drive{active: true, rate: t.rate(r, &t.drives[i])}
		if e.path.way == nil {
			continue
		}
		if from, to, ok := e.path.way.Ends(); ok {
			e.drive.least, e.drive.limit, e.drive.ends = int(math.Floor(from*Rate)), int(math.Ceil(to*Rate)), true
		}
	}
}

// rate returns a platform's rate according to its switches.
func (t *objects) rate(r *Run, d *driven) int {
	on := func(mode int) bool {
		return slices.ContainsFunc(d.by[mode], func(s int32) bool { return r.fates[s].on })
	}
	switch {
	case len(d.by[0]) > 0 && !on(0), on(1):
		return 0
	case on(2):
		return -1
	}
	return 1
}

// drivePlatforms sets the platforms' rates according to their switches. The rates apply from the next step on.
func (t *objects) drivePlatforms(r *Run) {
	for i := range t.drives {
		d := &t.drives[i]
		e := &r.entities[r.byID[d.id]]
		was, now := e.drive.rate, t.rate(r, d)
		if was == now {
			continue
		}
		e.drive.rate = now
		kind := Turn
		switch {
		case now == 0:
			kind = Halt
		case was == 0:
			kind = Start
		}
		r.note(Event{Kind: kind, Trigger: d.id, Other: d.id})
	}
}

// placeAlong returns a platform's poses on its path before and after a step.
func (e *movingEntity) placeAlong(steps int) (from, to collision.Transform) {
	a, z := max(steps-1, 0), steps
	if e.drive.active {
		a, z = e.drive.at, e.drive.next(steps)
	}
	return e.path.at(float64(float64(a) * stepTime)), e.path.at(float64(float64(z) * stepTime))
}
