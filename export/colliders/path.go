package colliders

import (
	"errors"
	"math"
	"sort"

	"fillet/collision/polygon"
	"fillet/editor/strictyaml"

	"gopkg.in/yaml.v3"
)

// Path is the path of a kinematic collider; see [Collider.Moving]. Each key is left out of the file at its zero value.
type Path struct {
	Points []Vec     // "points": in level space, joined by pieces; if empty, the collider only turns
	Arcs   []PathArc // "arcs": the pieces that are circular arcs, in order
	Stops  []int     // "stops": the numbers of the pieces at whose ends it stops, in addition to the ends of the path
	Speed  float64   // "speed": the top speed in pixels per second; used if Time is 0
	Time   float64   // "time": seconds for the whole path in one direction, without waits
	Ease   Ease      // "ease": smooth speeds up after each stop and slows down before the next
	Loop   Loop      // "loop": loop or once; left out for back and forth
	Phase  float64   // "phase": the fraction of a period that has passed at the start, 0 to 1
	Wait   float64   // "wait": seconds at each stop
	Turn   float64   // "turn": in degrees per second
	Follow bool      // "follow": whether it turns with the path

	// Keys holds the same path, without Turn, as "keys": [seconds, x, y, degrees] at the times of a period between
	// which the pose changes linearly. The last is the end of the period. New in version 2.
	Keys []PathKey
}

// PathKey holds the place of a collider's own frame at a time in seconds. Its angle, in degrees, is not limited to one
// turn.
type PathKey struct {
	Time     float64
	Position Vec
	Angle    float64
}

// PathArc makes a piece of a path a circular arc. Its keys are "piece", "center", "radius" and "clockwise".
type PathArc struct {
	Piece     int // the index of its first point
	Center    Vec
	Radius    float64
	Clockwise bool // true: the arc turns from +y toward +x, counter-clockwise on the screen (y down)
}

// Ease determines how a path starts and stops.
type Ease string

// The eases.
const (
	Linear Ease = "linear"
	Smooth Ease = "smooth" // covers (1 - cos πf) / 2 of the path after the fraction f of the time
)

// Loop determines how a path continues at its end.
type Loop string

// The loops.
const (
	BackAndForth Loop = "back-and-forth"
	Around       Loop = "loop"
	Once         Loop = "once"
)

func (e Ease) String() string { return string(e) }
func (l Loop) String() string { return string(l) }

var (
	pathKeys = keysOf(nil, "points", "arcs", "stops", "speed", "time", "ease", "loop", "phase", "wait", "turn",
		"follow", "keys")
	arcKeys = keysOf([]string{"piece", "center", "radius"}, "clockwise")
)

// Moving returns the motion of the collider along its path, or nil if it has none. [polygon.Path.At] returns its
// position after a time, bit for bit as in a playtest of the level. A path that has only keys, as in a file in the
// compact form, is an error: use [Collider.Pose].
func (c *Collider) Moving() (*polygon.Path, error) {
	p := c.Path
	if p == nil {
		return nil, nil
	}
	if p.hasOnlyKeys() {
		return nil, errors.New("the path has only keys: use Collider.Pose")
	}
	way := make([]polygon.PathPiece, max(len(p.Points)-1, 0))
	for i := range way {
		way[i].From, way[i].To = p.Points[i], p.Points[i+1]
	}
	for _, a := range p.Arcs {
		if a.Piece >= 0 && a.Piece < len(way) {
			way[a.Piece].Center, way[a.Piece].Radius, way[a.Piece].Clockwise = a.Center, a.Radius, a.Clockwise
		}
	}
	for _, i := range p.Stops {
		if i >= 0 && i < len(way) {
			way[i].Stop = true
		}
	}
	o := polygon.PathOptions{
		Speed: p.Speed, Time: p.Time, Phase: p.Phase, Wait: p.Wait,
		Turn: float64(p.Turn * (math.Pi / 180)), Follow: p.Follow,
	}
	if p.Ease == Smooth {
		o.Ease = polygon.SmoothEase
	}
	switch p.Loop {
	case Around:
		o.Loop = polygon.AroundAgain
	case Once:
		o.Loop = polygon.OnceOnly
	}
	return polygon.NewPath(c.Transform(), way, o)
}

func (p *Path) hasOnlyKeys() bool { return len(p.Points) == 0 && len(p.Keys) > 0 }

// Pose returns the place of a collider's own frame on its path, by the keys, at a time in seconds since the start. The
// collider's own place is used if the path has no keys.
func (c *Collider) Pose(at float64) PathKey {
	out := PathKey{Time: at, Position: c.Position, Angle: c.Angle}
	p := c.Path
	if p == nil {
		return out
	}
	if n := len(p.Keys); n > 0 {
		in, end := at, p.Keys[n-1].Time
		if p.Loop != Once && in > end && end > 0 {
			in = math.Mod(in, end)
		}
		i := sort.Search(n, func(i int) bool { return p.Keys[i].Time > in })
		b := p.Keys[min(i, n-1)]
		a := p.Keys[max(i-1, 0)]
		part := 0.0
		if b.Time > a.Time {
			part = min(max((in-a.Time)/(b.Time-a.Time), 0), 1)
		}
		out.Position, out.Angle = a.Position.Lerp(b.Position, part), a.Angle+float64((b.Angle-a.Angle)*part)
	}
	out.Angle += float64(p.Turn * at)
	return out
}

func (d *decoder) path(n *yaml.Node, to **Path) error {
	p := &Path{}
	err := d.object(n, pathKeys, func(key string, v *yaml.Node) error {
		switch key {
		case "points":
			return readList(d, v, &p.Points, d.vec)
		case "arcs":
			return readList(d, v, &p.Arcs, d.pathArc)
		case "stops":
			return readList(d, v, &p.Stops, d.Int)
		case "speed":
			return d.AtLeast0(v, &p.Speed)
		case "time":
			return d.AtLeast0(v, &p.Time)
		case "ease":
			return strictyaml.OneOf(&d.Reader, v, &p.Ease, Linear, Smooth)
		case "loop":
			return strictyaml.OneOf(&d.Reader, v, &p.Loop, BackAndForth, Around, Once)
		case "phase":
			return d.AtLeast0(v, &p.Phase)
		case "wait":
			return d.AtLeast0(v, &p.Wait)
		case "turn":
			return d.Number(v, &p.Turn)
		case "keys":
			return readList(d, v, &p.Keys, func(n *yaml.Node, k *PathKey) error {
				return d.Numbers(n, "[seconds, x, y, degrees]", &k.Time, &k.Position.X, &k.Position.Y, &k.Angle)
			})
		default:
			return d.Bool(v, &p.Follow)
		}
	})
	if err != nil {
		return err
	}
	*to = p
	return nil
}

func (d *decoder) pathArc(n *yaml.Node, a *PathArc) error {
	return d.object(n, arcKeys, func(key string, v *yaml.Node) error {
		switch key {
		case "piece":
			return d.Int(v, &a.Piece)
		case "center":
			return d.vec(v, &a.Center)
		case "radius":
			return d.AtLeast0(v, &a.Radius)
		default:
			return d.Bool(v, &a.Clockwise)
		}
	})
}
