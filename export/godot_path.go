package export

import (
	"math"
	"strings"

	"fillet/collision/polygon"
	"fillet/editor/level"
	"fillet/export/colliders"
)

// How a path is converted to animation keys, between which Godot interpolates linearly.
const (
	pathKeys   = 2_000_000 // limit for all paths of a scene
	pathOff    = 0.05      // allowed deviation between two keys, in pixels
	pathTurned = 0.002     // the same for the angle, in radians
	pathHalves = 16        // how often the time between two corners is halved if the path is not straight

	leastAnimation = 0.001 // seconds; Godot extends shorter animations to this
	mostAnimation  = 1e9
)

// pose is an animation key. Its angle is not limited to one turn.
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

// travel writes the path of a kinematic collider as animations of its node: one AnimationPlayer for the path, and
// another for constant turning, because the two may take different times.
func (s *tscn) travel(c *colliders.Collider, node string) {
	if c.Path == nil {
		return
	}
	way, along := *c, *c.Path // constant turning is separate
	along.Turn, way.Path = 0, &along
	path, err := way.Moving()
	if err != nil {
		s.t.lose(c, LossMotion, "it does not move: %v", err)
		return
	}
	length := path.Period()
	if length > 0 && s.canLast(c, length) {
		times, poses := s.keys(c, path)
		if times == nil {
			s.t.lose(c, LossMotion, "it does not move: the paths of the level need more than %d animation keys",
				pathKeys)
			return
		}
		s.animation(node, "Path", length, c.Path.Loop != colliders.Once, func(i int) string {
			return gdVec(tidy(poses[i].at))
		}, "position", times)
		if c.Path.Follow {
			s.animation(node, "Turn", length, c.Path.Loop != colliders.Once, func(i int) string {
				return num(tidyNumber(poses[i].angle))
			}, "rotation", times)
		}
	}
	s.turn(c, node, length > 0)
}

// turn writes the constant turning of a kinematic collider.
func (s *tscn) turn(c *colliders.Collider, node string, moves bool) {
	turn := radians(c.Path.Turn)
	if turn == 0 {
		return
	}
	if c.Path.Follow && moves {
		s.t.lose(c, LossMotion, "it only turns with its path: Godot's animations cannot add constant turning")
		return
	}
	whole := 2 * math.Pi / math.Abs(turn)
	turns := math.Ceil(leastAnimation / whole)
	length := float64(turns * whole)
	if !s.canLast(c, length) {
		return
	}
	begin, by := radians(c.Angle), math.Copysign(float64(turns*2*math.Pi), turn)
	s.animation(node, "Turn", length, true, func(i int) string {
		return num(tidyNumber(begin + float64(float64(i)*by)))
	}, "rotation", []float64{0, length})
}

// canLast reports whether an animation can take the given time, and records a loss if not.
func (s *tscn) canLast(c *colliders.Collider, seconds float64) bool {
	switch {
	case !(seconds <= mostAnimation):
		s.t.lose(c, LossMotion, "it does not move: its path takes more than %g seconds", mostAnimation)
	case seconds < leastAnimation:
		s.t.lose(c, LossMotion, "it does not move: its path takes less than %g seconds, the minimum of Godot's "+
			"animations", leastAnimation)
	default:
		return true
	}
	return false
}

// keys returns the times and poses of a period between which a path is straight, or nil if the scene has too many keys.
func (s *tscn) keys(c *colliders.Collider, path *polygon.Path) (times []float64, poses []pose) {
	look := func(at, near float64) pose { // returns the angle nearest to near
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
			if !look(from+float64((to-from)*part), a.angle).near(mix(a, b, part)) {
				return false
			}
		}
		return true
	}
	// between adds the keys between the last key and a time, and the key at that time, which it returns.
	var between func(from, to float64, a pose, halves int) pose
	between = func(from, to float64, a pose, halves int) pose {
		b := look(to, a.angle)
		mid := float64((from + to) / 2)
		if halves > 0 && from < mid && mid < to && len(times) < s.keysLeft && !isStraight(from, to, a, b) {
			return between(mid, to, between(from, mid, a, halves-1), halves-1)
		}
		add(to, b)
		return b
	}
	corners := path.Corners(nil)
	last := look(0, radians(c.Angle))
	add(0, last)
	for i := 1; i < len(corners); i++ {
		until := corners[i]
		// A period ends where the next begins: Around may jump there.
		if i == len(corners)-1 && c.Path.Loop != colliders.Once {
			until = math.Nextafter(until, 0)
		}
		if last = between(corners[i-1], until, last, pathHalves); len(times) >= s.keysLeft {
			return nil, nil
		}
	}
	times, poses = straightened(times, poses)
	s.keysLeft -= len(times)
	return times, poses
}

// straightened leaves out keys that the line between their neighbours passes within the tolerance. From each key it
// keeps, it extends the line as long as it can pass all skipped keys, so it visits each key only once.
func straightened(times []float64, poses []pose) (t []float64, p []pose) {
	keep := func(i int) { t, p = append(t, times[i]), append(p, poses[i]) }
	keep(0)
	free := span{math.Inf(-1), math.Inf(1)}
	// the last kept key, and the slopes of x, y and the angle that a line from it may have
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

// fits reports whether the line from a to b, which comes later by that many seconds, has slopes within room.
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

// animation writes an AnimationPlayer under a node that animates one of the node's properties and starts automatically.
func (s *tscn) animation(
	node, name string, length float64, loops bool, value func(i int) string, property string, times []float64,
) {
	words, values, ones := make([]string, len(times)), make([]string, len(times)), make([]string, len(times))
	for i, at := range times {
		words[i], values[i], ones[i] = num(tidyNumber(at)), value(i), "1"
	}
	loop := 0
	if loops {
		loop = 1
	}
	id := s.resource("Animation", `resource_name = "path"`, "length = "+num(tidyNumber(length)),
		"loop_mode = "+num(float64(loop)),
		`tracks/0/type = "value"`, "tracks/0/imported = false", "tracks/0/enabled = true",
		`tracks/0/path = NodePath(".:`+property+`")`,
		"tracks/0/interp = 1", "tracks/0/loop_wrap = false",
		"tracks/0/keys = {\n\"times\": PackedFloat32Array("+strings.Join(words, ", ")+
			"),\n\"transitions\": PackedFloat32Array("+strings.Join(ones, ", ")+
			"),\n\"update\": 0,\n\"values\": ["+strings.Join(values, ", ")+"]\n}")
	library := s.resource("AnimationLibrary", "_data = {\n\"path\": SubResource(\""+id+"\")\n}")
	s.nodef("\n[node name=%s type=\"AnimationPlayer\" parent=%s]\ncallback_mode_process = 0\nlibraries = {\n\"\": "+
		"SubResource(%q)\n}\nautoplay = \"path\"\n", gdString(name), gdString(node), library)
}

// pathDictionary returns a path for the importer, which does not read animations: in the collider's own frame, along
// points.
func (s *tscn) pathDictionary(c *colliders.Collider) string {
	p, _, err := pathRecord(c)
	if err != nil || p == nil {
		return ""
	}
	b := []byte("{")
	add := func(key, value string) {
		if len(b) > 1 {
			b = append(b, ", "...)
		}
		b = append(b, gdString(key)+": "+value...)
	}
	if len(p.Points) > 0 {
		points := make([]Vec, len(p.Points))
		for i, at := range p.Points {
			points[i] = tidy(at)
		}
		add("points", gdPoints(points))
	}
	for i := range level.PathNumbers {
		if n := &level.PathNumbers[i]; *n.Of(p) != 0 {
			add(n.Key, s.variant(*n.Of(p)))
		}
	}
	if p.Ease != level.LinearEase {
		add("ease", gdString(p.Ease.String()))
	}
	if p.Loop != level.LoopAsDrawn {
		add("loop", gdString(p.Loop.String()))
	}
	if p.Stops != 0 {
		add("stops", gdString(p.Stops.String()))
	}
	if p.Follow {
		add("follow", "true")
	}
	return string(append(b, '}'))
}
