package colliders

import (
	"errors"
	"math"
	"sort"

	"fillet/collision/polygon"
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

// pathRows lists the keys of a path in the order of the file. Reading, writing and the schema use it.
var pathRows = []row[Path]{
	listRow("points", `"$ref": "#/$defs/points"`, func(p *Path) *[]Vec { return &p.Points },
		"in level space; segments of the path connect consecutive points. Left out if it only turns"),
	listRow("arcs", `"type": "array", "items": {"$ref": "#/$defs/arc"}`, func(p *Path) *[]PathArc { return &p.Arcs },
		"the segments that are arcs: `piece`, the number of its first point, `center`, `radius`, and `clockwise`, which "+
			"is true if it turns from +y toward +x, counter-clockwise on the screen (y down)"),
	listRow("stops", `"type": "array", "items": {"type": "integer", "minimum": 0}`,
		func(p *Path) *[]int { return &p.Stops },
		"the segments at whose ends it stops, besides the ends of the path"),
	numberRow("speed", func(p *Path) *float64 { return &p.Speed }, 0,
		"the top speed in pixels per second, unless there is a `time`"),
	numberRow("time", func(p *Path) *float64 { return &p.Time }, 0,
		"seconds for the whole path in one direction, without waits"),
	optionalRow("ease", `"enum": ["linear", "smooth"]`, func(p *Path) *Ease { return &p.Ease },
		"`smooth`: after the fraction f of the time between two stops it has gone (1 - cos(pi f)) / 2 of the way. Left "+
			"out if `linear`"),
	optionalRow("loop", `"enum": ["back-and-forth", "loop", "once"]`, func(p *Path) *Loop { return &p.Loop },
		"`loop` or `once`; left out for back and forth"),
	numberRow("phase", func(p *Path) *float64 { return &p.Phase }, 0,
		"the fraction of a period that has passed at the start, up to 1"),
	numberRow("wait", func(p *Path) *float64 { return &p.Wait }, 0, "seconds at each stop"),
	optionalRow("turn", `"type": "number", "default": 0`, func(p *Path) *float64 { return &p.Turn },
		"degrees per second; positive turns +x toward +y. Left out at 0"),
	optionalRow("follow", `"type": "boolean", "default": false`, func(p *Path) *bool { return &p.Follow },
		"whether it turns with the path; left out if not"),
	listRow("keys", `"type": "array", "items": {"type": "array", "items": {"type": "number"}, "minItems": 4, "maxItems": 4}`,
		func(p *Path) *[]PathKey { return &p.Keys },
		"new in version 2: the same path, without `turn`, for any engine, as `[seconds, x, y, degrees]` at the times of a "+
			"period between which the pose changes linearly. The last is the end of the period"),
}

// arcRows lists the keys of an arc.
var arcRows = []row[PathArc]{
	alwaysRow("piece", `"type": "integer", "minimum": 0`, func(a *PathArc) *int { return &a.Piece },
		"the number of its first point"),
	alwaysRow("center", vec, func(a *PathArc) *Vec { return &a.Center }, "in level space"),
	sizeRow("radius", func(a *PathArc) *float64 { return &a.Radius }, "in pixels"),
	optionalRow("clockwise", `"type": "boolean", "default": false`, func(a *PathArc) *bool { return &a.Clockwise },
		"whether it turns from +y toward +x"),
}

var (
	pathKeys = keysOfRows(pathRows)
	arcKeys  = keysOfRows(arcRows)
)

// Values calls yield with each key of the path and a pointer to its value, in the order of the file, until yield
// returns false.
func (p *Path) Values(yield func(key string, value any) bool) { valuesOf(pathRows, p, yield) }

// Values calls yield with each key of the arc and a pointer to its value, like [Path.Values].
func (a *PathArc) Values(yield func(key string, value any) bool) { valuesOf(arcRows, a, yield) }

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
