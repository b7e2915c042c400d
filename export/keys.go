package export

import (
	"math"

	"fillet/collision/polygon"
	"fillet/export/colliders"
)

// Limits for converting a path to keys, between which an engine interpolates linearly.
const (
	pathKeys   = 2_000_000 // limit for all paths of a file
	pathOff    = 0.05      // allowed deviation between two keys, in pixels
	pathTurned = 0.002     // the same for the angle, in radians
	pathHalves = 16        // maximum halvings of the time between two corners if the path is not straight
)

// pose holds the place of a collider at the time of a key. Its angle, in radians, is not limited to one turn.
type pose struct {
	at    Vec
	angle float64
}

// near reports whether two poses match within the tolerance of keys.
func (p pose) near(o pose) bool {
	return p.at.Dist(o.at) <= pathOff && math.Abs(p.angle-o.angle) <= pathTurned
}

// mix interpolates between two poses.
func mix(a, b pose, part float64) pose {
	return pose{a.at.Add(b.at.Sub(a.at).Mul(part)), a.angle + float64((b.angle-a.angle)*part)}
}

// keysOf returns the times and poses of a period between which a path is straight, and subtracts them from the number
// of keys that are left. It returns nil if there are too many.
func keysOf(c *colliders.Collider, path *polygon.Path, left *int) (times []float64, poses []pose) {
	poseAt := func(at, near float64) pose { // returns the angle nearest to near
		state := path.At(at)
		angle := near
		if c.Path.Follow {
			angle += math.Remainder(state.Q.Angle()-near, 2*math.Pi)
		}
		return pose{state.P, angle}
	}
	add := func(at float64, p pose) { times, poses = append(times, at), append(poses, p) }
	isStraight := func(from, to float64, a, b pose) bool {
		for _, part := range [...]float64{0.5, 0.19, 0.73} { // a full turn may look like none halfway
			if !poseAt(from+float64((to-from)*part), a.angle).near(mix(a, b, part)) {
				return false
			}
		}
		return true
	}
	// between adds the keys between the last key and a time, and the key at that time, which it returns.
	var between func(from, to float64, a pose, halves int) pose
	between = func(from, to float64, a pose, halves int) pose {
		b := poseAt(to, a.angle)
		mid := float64((from + to) / 2)
		if halves > 0 && from < mid && mid < to && len(times) < *left && !isStraight(from, to, a, b) {
			return between(mid, to, between(from, mid, a, halves-1), halves-1)
		}
		add(to, b)
		return b
	}
	corners := path.Corners(nil)
	last := poseAt(0, radians(c.Angle))
	add(0, last)
	for i := 1; i < len(corners); i++ {
		until := corners[i]
		// A period ends where the next one begins, and the path may jump there.
		if i == len(corners)-1 && c.Path.Loop != colliders.Once {
			until = math.Nextafter(until, 0)
		}
		if last = between(corners[i-1], until, last, pathHalves); len(times) >= *left {
			return nil, nil
		}
	}
	times, poses = straightened(times, poses)
	*left -= len(times)
	return times, poses
}

// straightened leaves out keys that are within the tolerance of the line between their neighbours. From each key that
// it keeps, it extends the line as far as it can pass all skipped keys, so it visits each key only once.
func straightened(times []float64, poses []pose) (t []float64, p []pose) {
	keep := func(i int) { t, p = append(t, times[i]), append(p, poses[i]) }
	keep(0)
	free := span{math.Inf(-1), math.Inf(1)}
	// from is the last kept key, and room has the slopes of x, y and the angle that a line from it may have.
	from, room := 0, [3]span{free, free, free}
	for i := 1; i < len(times); i++ {
		if i > from+1 && !fits(&room, times[i]-times[from], poses[from], poses[i]) {
			from, room = i-1, [3]span{free, free, free}
			keep(from)
		}
		narrow(&room, times[i]-times[from], poses[from], poses[i])
	}
	if len(times) > 1 {
		keep(len(times) - 1)
	}
	return t, p
}

// span is a range of slopes.
type span struct{ from, to float64 }

// fits reports whether the line from a to b, which is later by the given seconds, has slopes within room.
func fits(room *[3]span, later float64, a, b pose) bool {
	if later <= 0 {
		return false
	}
	for k, by := range [3]float64{b.at.X - a.at.X, b.at.Y - a.at.Y, b.angle - a.angle} {
		if slope := by / later; !(slope >= room[k].from && slope <= room[k].to) {
			return false
		}
	}
	return true
}

// narrow limits room to the slopes with which a line from a passes b.
func narrow(room *[3]span, later float64, a, b pose) {
	if later <= 0 { // at the same time, so no line passes it
		*room = [3]span{{math.Inf(1), math.Inf(-1)}}
		return
	}
	const off = pathOff * (math.Sqrt2 / 2) // for x and for y
	for k, by := range [3]float64{b.at.X - a.at.X, b.at.Y - a.at.Y, b.angle - a.angle} {
		room[k].from = max(room[k].from, (by-[3]float64{off, off, pathTurned}[k])/later)
		room[k].to = min(room[k].to, (by+[3]float64{off, off, pathTurned}[k])/later)
	}
}
