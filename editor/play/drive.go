package play

import (
	"math"
	"slices"

	"fillet/collision"
	"fillet/editor/level"
)

// drive is the progress of a switch-driven platform on its path. The progress of other platforms follows the run's
// time.
type drive struct {
	is          bool
	at          int // steps
	rate        int // progress per step: 1 forward, -1 back, 0 while it is stopped
	least, most int // limits of a path that is not a loop
	ends        bool
}

// driven is a platform with the switches that drive it.
type driven struct {
	id    level.ID
	order int32
	name  *level.Collider
	by    [3][]int32 // indices in things.list of the switches that start, stop and reverse it
}

// driveModes are the effects of switches, in the order of driven.by.
var driveModes = [3]string{level.DriveStart, level.DriveStop, level.DriveReverse}

// next returns the platform's progress after the step, or its current progress before the run's first step.
func (d *drive) next(steps int) int {
	if steps == 0 {
		return d.at
	}
	to := d.at + d.rate
	if d.ends {
		to = min(max(to, d.least), d.most)
	}
	return to
}

// pathTimes returns the times on a platform's path before and after a step.
func (b *body) pathTimes(steps int) (from, to float64) {
	a, z := max(steps-1, 0), steps
	if b.drive.is {
		a, z = b.drive.at, b.drive.next(steps)
	}
	return float64(float64(a) * stepTime), float64(float64(z) * stepTime)
}

// connectDrives finds the switches of the platforms.
func (t *things) connectDrives(platforms []driven, colliders map[int32]*level.Collider) {
	for s := 1; s < len(t.list); s++ {
		if !t.list[s].is.Has(level.SwitchObject) {
			continue
		}
		p := colliders[t.list[s].order].Properties
		names := level.PropertyNames(level.DrivesKey, p)
		mode := slices.Index(driveModes[:], level.PropertyWord(level.SwitchObject, level.DriveModeKey, p))
		for i := range platforms {
			if level.IsNamed(platforms[i].name, names) {
				platforms[i].by[mode] = append(platforms[i].by[mode], int32(s))
			}
		}
	}
	t.drives = slices.DeleteFunc(platforms, func(d driven) bool { return len(d.by[0])+len(d.by[1])+len(d.by[2]) == 0 })
}

// restartDrives resets the platforms that switches drive.
func (t *things) restartDrives(r *Run) {
	for i := range t.drives {
		b := &r.bodies[r.byID[t.drives[i].id]]
		b.drive = drive{is: true, rate: t.rate(r, &t.drives[i])}
		if b.path.way == nil {
			continue
		}
		if from, to, ok := b.path.way.Ends(); ok {
			b.drive.least, b.drive.most, b.drive.ends = int(math.Floor(from*Rate)), int(math.Ceil(to*Rate)), true
		}
	}
}

// rate returns a platform's rate according to its switches.
func (t *things) rate(r *Run, d *driven) int {
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

// drivePlatforms sets the platforms' rates according to their switches, from the next step on.
func (t *things) drivePlatforms(r *Run) {
	for i := range t.drives {
		d := &t.drives[i]
		b := &r.bodies[r.byID[d.id]]
		was, now := b.drive.rate, t.rate(r, d)
		if was == now {
			continue
		}
		b.drive.rate = now
		kind := Turn
		switch {
		case now == 0:
			kind = Halt
		case was == 0:
			kind = Start
		}
		r.note(Event{Step: r.steps, Kind: kind, Trigger: d.id, Other: d.id})
	}
}

// placeAlong returns a platform's pose on its path before and after a step.
func (b *body) placeAlong(steps int) (from, to collision.Transform) {
	a, z := b.pathTimes(steps)
	return b.path.at(a), b.path.at(z)
}
