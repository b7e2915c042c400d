package export

import (
	"math"
	"strings"

	"fillet/collision"
	"fillet/editor/level"
	"fillet/export/colliders"
)

// How a path becomes the keys of an animation, between which Godot goes straight.
const (
	pathRate   = 60.0  // a second: as often a path is looked at
	pathKeys   = 20000 // at most; a longer one is looked at less often
	pathOff    = 0.05  // pixels that the line between two keys may be off
	pathTurned = 0.002 // radians likewise
	pathHalves = 8     // how often the time between two looks is halved to find a corner
)

// pose is a key of an animation. Its angle goes on beyond a whole turn.
type pose struct {
	at    Vec
	angle float64
}

// near reports whether a pose is the other one, as nearly as keys have to be.
func (p pose) near(o pose) bool {
	return p.at.Dist(o.at) <= pathOff && math.Abs(p.angle-o.angle) <= pathTurned
}

// mix is the pose between two that a part of the time leads to.
func mix(a, b pose, part float64) pose {
	return pose{a.at.Add(b.at.Sub(a.at).Mul(part)), a.angle + float64((b.angle-a.angle)*part)}
}

// travel writes the path of a kinematic collider as animations of its node: an AnimationPlayer for the way, and one more for what turns all the time,
// as the two need not take equally long.
func (s *tscn) travel(c *colliders.Collider, node string) {
	if c.Path == nil {
		return
	}
	way, along := *c, *c.Path // what turns all the time is by itself
	along.Turn, way.Path = 0, &along
	path, err := way.Moving()
	if err != nil {
		return
	}
	if length := path.Period(); length > 0 {
		times, poses := s.keys(c, path, length)
		s.animation(node, "Path", length, c.Path.Loop != colliders.Once, func(i int) string { return gdVec(tidy(poses[i].at)) }, "position", times)
		if c.Path.Follow {
			s.animation(node, "Turn", length, c.Path.Loop != colliders.Once, func(i int) string { return num(tidyNumber(poses[i].angle)) }, "rotation", times)
		}
	}
	turn := radians(c.Path.Turn)
	if turn == 0 {
		return
	}
	if c.Path.Follow && path.Period() > 0 {
		s.t.lose(c, LossMotion, "it turns along its path only: an animation of Godot's does not turn it further meanwhile")
		return
	}
	begin, whole := radians(c.Angle), math.Copysign(2*math.Pi, turn)
	s.animation(node, "Turn", 2*math.Pi/math.Abs(turn), true, func(i int) string { return num(tidyNumber(begin + float64(float64(i)*whole))) }, "rotation", []float64{0, 2 * math.Pi / math.Abs(turn)})
}

// keys are the times and poses between which a path goes straight, within a period.
func (s *tscn) keys(c *colliders.Collider, path *collision.Path, length float64) (times []float64, poses []pose) {
	look := func(at, near float64) pose { // its angle is the one that is near to another
		state := path.At(at)
		angle := near
		if c.Path.Follow {
			angle += math.Remainder(state.Q.Angle()-near, 2*math.Pi)
		}
		return pose{state.P, angle}
	}
	looks := int(min(math.Ceil(length*pathRate), pathKeys))
	add := func(at float64, p pose) { times, poses = append(times, at), append(poses, p) }
	// between adds what is needed between two looks, and the second one.
	var between func(from, to float64, a, b pose, halves int)
	between = func(from, to float64, a, b pose, halves int) {
		mid := float64((from + to) / 2)
		if m := look(mid, a.angle); halves > 0 && !m.near(mix(a, b, 0.5)) {
			between(from, mid, a, m, halves-1)
			between(mid, to, m, b, halves-1)
			return
		}
		add(to, b)
	}
	a := look(0, radians(c.Angle))
	add(0, a)
	for i := 1; i <= looks; i++ {
		from, to := float64(length*float64(i-1)/float64(looks)), float64(length*float64(i)/float64(looks))
		until := to
		if i == looks && c.Path.Loop != colliders.Once { // a period ends where the next one begins: Around may leap there
			until = math.Nextafter(to, 0)
		}
		b := look(until, a.angle)
		between(from, to, a, b, pathHalves)
		a = b
	}
	return straightened(times, poses)
}

// straightened leaves out keys that the line between their neighbours passes, none of them farther off than is allowed.
func straightened(times []float64, poses []pose) (t []float64, p []pose) {
	keep := make([]bool, len(times))
	keep[0], keep[len(times)-1] = true, true
	type span struct{ from, to int }
	for stack := []span{{0, len(times) - 1}}; len(stack) > 0; {
		s := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		worst, at := 1.0, -1
		for i := s.from + 1; i < s.to; i++ {
			m := mix(poses[s.from], poses[s.to], (times[i]-times[s.from])/(times[s.to]-times[s.from]))
			if off := max(m.at.Dist(poses[i].at)/pathOff, math.Abs(m.angle-poses[i].angle)/pathTurned); off > worst {
				worst, at = off, i
			}
		}
		if at >= 0 {
			keep[at] = true
			stack = append(stack, span{s.from, at}, span{at, s.to})
		}
	}
	for i, is := range keep {
		if is {
			t, p = append(t, times[i]), append(p, poses[i])
		}
	}
	return t, p
}

// animation writes an AnimationPlayer below a node, which sets a property of it, and begins by itself.
func (s *tscn) animation(node, name string, length float64, loops bool, value func(i int) string, property string, times []float64) {
	words, values, ones := make([]string, len(times)), make([]string, len(times)), make([]string, len(times))
	for i, at := range times {
		words[i], values[i], ones[i] = num(tidyNumber(at)), value(i), "1"
	}
	loop := 0
	if loops {
		loop = 1
	}
	id := s.resource("Animation", `resource_name = "path"`, "length = "+num(tidyNumber(length)), "loop_mode = "+num(float64(loop)),
		`tracks/0/type = "value"`, "tracks/0/imported = false", "tracks/0/enabled = true", `tracks/0/path = NodePath(".:`+property+`")`,
		"tracks/0/interp = 1", "tracks/0/loop_wrap = false",
		"tracks/0/keys = {\n\"times\": PackedFloat32Array("+strings.Join(words, ", ")+"),\n\"transitions\": PackedFloat32Array("+strings.Join(ones, ", ")+
			"),\n\"update\": 0,\n\"values\": ["+strings.Join(values, ", ")+"]\n}")
	library := s.resource("AnimationLibrary", "_data = {\n\"path\": SubResource(\""+id+"\")\n}")
	s.nodef("\n[node name=%s type=\"AnimationPlayer\" parent=%s]\ncallback_mode_process = 0\nlibraries = {\n\"\": SubResource(%q)\n}\nautoplay = \"path\"\n", gdString(name), gdString(node), library)
}

// pathDictionary is a path for the importer, which does not read animations: in the collider's own frame, along points.
func (s *tscn) pathDictionary(c *colliders.Collider) string {
	p, err := pathRecord(c)
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
