package play

import (
	"math"
	"slices"

	"fillet/collision"
	"fillet/editor/level"
)

// drive is how far a platform that switches drive has come on its path. Others are where the run's time says.
type drive struct {
	is          bool
	at          int // steps
	rate        int // steps in a step: 1 there, -1 back, 0 while it stands
	least, most int // of a path that is gone once
	ends        bool
}

// driven is a platform with the switches that drive it.
type driven struct {
	id    level.ID
	order int32
	name  *level.Collider
	by    [3][]int32 // in things.list: those that start it, stop it, reverse it
}

// driveModes are what switches do, as driven.by has them.
var driveModes = [3]string{level.DriveStart, level.DriveStop, level.DriveReverse}

// next is how far the platform is after the step, before the run's first where it is now.
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

// pathTimes are the times of a platform's path at which it is before a step and after it.
func (b *body) pathTimes(steps int) (from, to float64) {
	a, z := max(steps-1, 0), steps
	if b.drive.is {
		a, z = b.drive.at, b.drive.next(steps)
	}
	return float64(float64(a) * stepTime), float64(float64(z) * stepTime)
}

// connectDrives finds the switches of platforms.
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

// restartDrives puts the platforms that switches drive to the start of their time.
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

// rate is how a platform goes, as its switches are.
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

// drivePlatforms has the platforms go as their switches say, from the next step on.
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

// placeAlong is where a platform is on its path before and after a step.
func (b *body) placeAlong(steps int) (from, to collision.Transform) {
	a, z := b.pathTimes(steps)
	return b.path.at(a), b.path.at(z)
}
