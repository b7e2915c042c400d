package level

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"fillet/collision"
	"fillet/collision/polygon"

	"gopkg.in/yaml.v3"
)

// Path is the path of a kinematic collider, and how the collider moves along it. Like all parts of a record it is
// immutable. It has no effect on other colliders.
type Path struct {
	// Points are offsets from the collider's position, in its own frame, so that a path moves and turns with its shape.
	// There are none if Chain is set, or if the collider only turns.
	Points []Vec
	Chain  ID // the chain that the position follows, or 0; for a part of an instance, its id in the prefab
	Speed  float64
	Time   float64 // duration of the whole path in one direction, in seconds; 0 if Speed is set
	Ease   Ease
	Loop   Loop
	Phase  float64 // the fraction of the period that has passed at the start, 0 to 1
	Wait   float64 // seconds at each stop
	Stops  Stops
	Turn   Degrees // turning speed, per second
	Follow bool    // the collider turns with the path
}

// Ease is a way in which a collider on a path starts and stops.
type Ease int8

// The eases. The zero value is linear.
const (
	LinearEase Ease = iota
	SmoothEase      // eases in and out along a cosine: see [polygon.SmoothEase]
)

// Loop is a rule for a collider at the end of its path.
type Loop int8

// The loops. By default, a collider goes around a closed chain, and back and forth on any other path.
const (
	LoopAsDrawn Loop = iota
	LoopBackAndForth
	LoopAround // a line closes an open path
	LoopOnce
)

// Stops is a rule for the places where a collider on a path stops.
type Stops int8

// The stops. By default, a collider stops at the ends.
const (
	StopAtEnds Stops = iota
	StopAtPoints
)

// Limits of paths.
const (
	DefaultPathSpeed = 100
	MaxPathPoints    = 10_000
	MaxPathNumber    = 1e6 // limit of speeds, times and turns
)

// PathNumber is one number of a path: its key in a file, and its variable.
type PathNumber struct {
	Key   string
	Value *float64
}

// Numbers returns every number of p, in the order of the file.
func (p *Path) Numbers() []PathNumber {
	return []PathNumber{
		{"speed", &p.Speed}, {"time", &p.Time}, {"phase", &p.Phase}, {"wait", &p.Wait}, {"turn", (*float64)(&p.Turn)},
	}
}

// Check returns the first error in a path. A nil path has none.
func (p *Path) Check() error {
	if p == nil {
		return nil
	}
	switch n := len(p.Points); {
	case n > MaxPathPoints:
		return fmt.Errorf("the path has %d points; the limit is %d", n, MaxPathPoints)
	case n > 0 && p.Chain != 0:
		return errors.New("the path has points and a chain; it can follow only one")
	case n == 1:
		return errors.New("the path has one point; it needs at least two")
	case n == 0 && p.Chain == 0 && p.Turn == 0:
		return errors.New("the path has no points, no chain and no turn")
	case p.Chain != 0 && !isID(uint64(p.Chain)):
		return errors.New("the path's chain has no valid id")
	case p.Speed != 0 && p.Time != 0:
		return errors.New("the path has a speed and a time; it can have only one")
	case p.Follow && p.Turn != 0:
		return errors.New("the path has turn and follow; it can have only one")
	case p.Ease < LinearEase || p.Ease > SmoothEase || p.Loop < LoopAsDrawn || p.Loop > LoopOnce ||
		p.Stops < StopAtEnds || p.Stops > StopAtPoints:
		return errors.New("the path has an unknown ease, loop or stops")
	}
	for i, at := range p.Points {
		if !isWithin(at) {
			return checkVec(fmt.Sprintf("point %d of the path", i), at)
		}
	}
	return pathSchema.check(p)
}

// Equal reports whether two paths are equal.
func (p *Path) Equal(o *Path) bool { return p.Near(o, 0) }

// Near reports whether two paths are equal except for points that differ by at most slack.
func (p *Path) Near(o *Path, slack float64) bool {
	if p == nil || o == nil {
		return p == o
	}
	return pathSchema.same(p, o) &&
		slices.EqualFunc(p.Points, o.Points, func(v, w Vec) bool { return v == w || v.Dist(w) <= slack && slack > 0 })
}

// Map returns the path with f applied to each of its points, or nil for a nil path.
func (p *Path) Map(f func(Vec) Vec) *Path {
	if p == nil || len(p.Points) == 0 {
		return p
	}
	out := *p
	out.Points = mapped(p.Points, f)
	return &out
}

// Mirrored returns the path with its points mapped by a mirror f and its turn reversed.
func (p *Path) Mirrored(f func(Vec) Vec) *Path {
	if p == nil {
		return nil
	}
	out := *p.Map(f)
	out.Turn = 0 - out.Turn
	return &out
}

// Magnified returns the path scaled by a factor. Its speed scales too, so that it takes as long as before.
func (p *Path) Magnified(factor float64) *Path {
	if p == nil {
		return nil
	}
	out := *p.Map(func(v Vec) Vec { return v.Mul(factor) })
	if out.Time != 0 {
		return &out
	}
	if out.Speed == 0 {
		out.Speed = DefaultPathSpeed
	}
	out.Speed = min(float64(out.Speed*factor), MaxPathNumber)
	return &out
}

// FollowedChain returns the id in the level of the chain that the collider follows, or 0. A part follows the chain in
// its own instance.
func (c *Collider) FollowedChain() ID {
	if c == nil || c.Path == nil || c.Path.Chain == 0 {
		return 0
	}
	if c.Part == nil {
		return c.Path.Chain
	}
	at := strings.LastIndexByte(c.Part.Path, '/') + 1
	return PartID(c.Part.Instance, c.Part.Path[:at]+c.Path.Chain.String())
}

// errNoChain reports a path that follows a missing chain.
var errNoChain = errors.New("the path follows a chain that is not in the level")

// Way returns the lines and arcs of the collider's path in level space. chain is the collider with the id
// [Collider.FollowedChain], or nil.
func (c *Collider) Way(chain *Collider) (way []polygon.PathPiece, closed bool, err error) {
	p := c.Path
	if p == nil {
		return nil, false, nil
	}
	if p.Chain != 0 {
		if chain == nil || chain.Shape.Kind != Chain {
			return nil, false, errNoChain
		}
		way, closed = chain.chainWay(p.Stops == StopAtPoints), chain.Shape.Closed
	} else {
		xf := c.Transform()
		for i := 1; i < len(p.Points); i++ {
			way = append(way, polygon.PathPiece{
				Segment: collision.Segment{From: xf.Apply(p.Points[i-1]), To: xf.Apply(p.Points[i])},
				Stop:    p.Stops == StopAtPoints,
			})
		}
	}
	if n := len(way); n > 0 && p.Loop == LoopAround && way[n-1].To != way[0].From {
		way = append(way, polygon.PathPiece{Segment: collision.Segment{From: way[n-1].To, To: way[0].From}})
		way[n-1].Stop = way[n-1].Stop || p.Stops == StopAtPoints
	}
	return way, closed, nil
}

// pathTolerance is the largest distance, in pixels, between a cubic and the lines that a path follows in its place.
const pathTolerance = 0.01

// chainWay returns the chain's line in level space. If stops is set, the body stops at sharp corners.
func (c *Collider) chainWay(stops bool) (way []polygon.PathPiece) {
	var parts []DrawnPart
	s := &c.Shape
	if drawn := s.DrawnParts(); len(drawn) > 0 {
		parts = drawn[0]
	} else {
		for i := range s.Edges() {
			a, b := s.EdgeEnds(i)
			parts = append(parts, DrawnPart{Segment: collision.Segment{From: a, To: b}})
		}
	}
	xf := c.Transform()
	for k, part := range parts {
		first := len(way)
		if part.IsCubic {
			bend := max(part.From.Add(part.C2).Sub(part.C1.Mul(2)).Len(),
				part.C1.Add(part.To).Sub(part.C2.Mul(2)).Len())
			n := int(min(max(math.Ceil(math.Sqrt(float64(0.75*bend/pathTolerance))), 2*leastCubicLines),
				maxCubicLines))
			t, from := part.Track(), part.From
			for i := 1; i <= n; i++ {
				to := t.At(float64(i) / float64(n))
				way = append(way, polygon.PathPiece{Segment: collision.Segment{From: from, To: to}})
				from = to
			}
		} else {
			way = append(way, polygon.PathPiece{Segment: part.Segment})
		}
		for i := first; i < len(way); i++ {
			w := &way[i]
			w.From, w.To, w.Center = xf.Apply(w.From), xf.Apply(w.To), xf.Apply(w.Center)
		}
		if last := k == len(parts)-1; stops && len(way) > 0 && !(last && s.Closed) &&
			!(!last && isSmoothJoint(part.Track(), parts[k+1].Track())) {
			way[len(way)-1].Stop = true
		}
	}
	return way
}

func isSmoothJoint(a, b *Track) bool {
	in, out := a.Direction(1), b.Direction(0)
	return math.Abs(in.Cross(out)) <= smoothTurn && in.Dot(out) > 0
}

// Moving returns the collider's motion along its path, or nil if it has none. chain is the collider with the id
// [Collider.FollowedChain], or nil.
func (c *Collider) Moving(chain *Collider) (*polygon.Path, error) {
	if c.Path == nil {
		return nil, nil
	}
	way, closed, err := c.Way(chain)
	if err != nil {
		return nil, err
	}
	return polygon.NewPath(c.Transform(), way, c.Path.Options(closed))
}

// Options returns how the path is traversed; closed is true for a closed chain.
func (p *Path) Options(closed bool) polygon.PathOptions {
	o := polygon.PathOptions{
		Speed: p.Speed, Time: p.Time, Phase: p.Phase, Wait: p.Wait, Turn: p.Turn.Radians(), Follow: p.Follow,
		Ease: polygon.LinearEase, Loop: polygon.BackAndForth,
	}
	if p.Speed == 0 && p.Time == 0 {
		o.Speed = DefaultPathSpeed
	}
	if p.Ease == SmoothEase {
		o.Ease = polygon.SmoothEase
	}
	switch {
	case p.Loop == LoopAround, p.Loop == LoopAsDrawn && closed:
		o.Loop = polygon.AroundAgain
	case p.Loop == LoopOnce:
		o.Loop = polygon.OnceOnly
	}
	return o
}

// WithPoints returns the path with the points of the chain that it follows, in the frame of the collider, in place of
// the chain. If the chain has no line, it returns a path that only turns, or nil.
func (c *Collider) WithPoints(chain *Collider) *Path {
	out := *c.Path
	out.Chain = 0
	if out.Points != nil {
		return &out
	}
	way, closed, err := c.Way(chain)
	if err == nil {
		if out.Loop == LoopAsDrawn && closed {
			out.Loop = LoopAround
		}
		xf := c.Transform()
		for _, at := range FlatWay(way) {
			out.Points = append(out.Points, xf.ApplyInv(at))
		}
		if n := len(out.Points); out.Loop == LoopAround && n > 2 && out.Points[0].Dist(out.Points[n-1]) < 1e-9 {
			out.Points = out.Points[:n-1]
		}
	}
	if out.Points == nil && out.Turn == 0 {
		return nil
	}
	return &out
}

// FlatWay flattens a path to points that are close enough together for drawing, at most as many as a path may have.
func FlatWay(way []polygon.PathPiece) []Vec {
	for tolerance := pathTolerance; ; tolerance = float64(tolerance * 4) {
		var points []Vec
		for _, w := range way {
			points = collision.Contour{w.Segment}.Flatten(tolerance, points)
		}
		if len(way) > 0 {
			points = append(points, way[len(way)-1].To)
		}
		if len(points) <= MaxPathPoints {
			return points
		}
		if len(way) >= MaxPathPoints { // the pieces alone exceed the limit
			step := (len(points) + MaxPathPoints - 2) / (MaxPathPoints - 1)
			var few []Vec
			for i := 0; i < len(points)-1; i += step {
				few = append(few, points[i])
			}
			return append(few, points[len(points)-1])
		}
	}
}

// OldPath returns the path that earlier releases stored in the properties move_x, move_y, move_time, move_phase and
// turn, or nil if there is none. It also returns the properties without these.
func (c *Collider) OldPath() (*Path, Properties) {
	n := func(name string) float64 {
		x, _ := c.Properties[name].(float64)
		if !(math.Abs(x) <= MaxPathNumber) {
			return 0
		}
		return x
	}
	p := &Path{Turn: Degrees(n("turn"))}
	const stepTime = 1.0 / 60
	if by := (Vec{X: n("move_x"), Y: n("move_y")}); by != (Vec{}) && n("move_time") >= stepTime {
		p.Points = []Vec{{}, c.Transform().Q.ApplyInv(by)}
		p.Time, p.Ease, p.Phase = float64(n("move_time")/2), SmoothEase, n("move_phase")-math.Floor(n("move_phase"))
	}
	if p.Points == nil && p.Turn == 0 {
		return nil, nil
	}
	rest := Properties{}
	for key, v := range c.Properties {
		if !slices.Contains(oldPathKeys, key) {
			rest[key] = v
		}
	}
	if len(rest) == 0 {
		rest = nil
	}
	return p, rest
}

// oldPathKeys lists the properties that [Collider.OldPath] reads.
var oldPathKeys = []string{"move_x", "move_y", "move_time", "move_phase", "turn"}

// pathSchema holds the keys of a path, the value of the key path on one line.
var pathSchema = newSchema("path",
	Field[Path]{
		Key: "points",
		doc: "two or more offsets from the collider's position, in its frame, joined by lines; it starts at the " +
			"first. The path moves, turns and scales with the shape",
		json:    listOf("vec") + fmt.Sprintf(`, "minItems": 2, "maxItems": %d`, MaxPathPoints),
		isUsual: func(p *Path) bool { return len(p.Points) == 0 },
		text:    func(e *encoder, p *Path) { e.value(p.Points) },
		read: func(d *decoder, n *yaml.Node, p *Path) error {
			if d.Len(n) > MaxPathPoints {
				return d.Errorf(n, "the path has more than %d points", MaxPathPoints)
			}
			return d.points(n, &p.Points)
		},
	},
	row("chain", func(p *Path) *ID { return &p.Chain }, colliderIDs, 0, nil).otherwise("none").
		means("instead of points: the id of a chain in the level, or in a prefab a chain of the prefab. The "+
			"collider's position follows its line with arcs, cubics and rounded corners"),
	pathNumber("speed", func(p *Path) *float64 { return &p.Speed }, 0, MaxPathNumber).titled("Speed", "px/s").
		otherwise("100").means("maximum speed, 0 to 1,000,000"),
	pathNumber("time", func(p *Path) *float64 { return &p.Time }, 0, MaxPathNumber).titled("Time", "s").
		otherwise("from the speed").
		means("instead of speed: the time for the whole path in one direction, without the waits"),
	row("ease", func(p *Path) *Ease { return &p.Ease }, oneOf(LinearEase, SmoothEase), LinearEase, nil).
		means("`linear`, or `smooth`: after the fraction f of the time between two stops it has covered "+
			"(1 − cos πf) / 2 of the distance; the maximum speed is π/2 times the mean"),
	row("loop", func(p *Path) *Loop { return &p.Loop }, oneOf(LoopBackAndForth, LoopAround, LoopOnce), LoopAsDrawn,
		nil).otherwise("`loop` on a closed chain, else `back-and-forth`").
		means("`back-and-forth`, `loop` (an open path is closed by a line), `once`"),
	pathNumber("phase", func(p *Path) *float64 { return &p.Phase }, 0, 1).titled("Phase", "").
		means("the fraction of a period that has passed when the game starts, 0 to 1"),
	pathNumber("wait", func(p *Path) *float64 { return &p.Wait }, 0, MaxPathNumber).titled("Wait", "s").
		means("time at each stop"),
	row("stops", func(p *Path) *Stops { return &p.Stops }, oneOf(StopAtEnds, StopAtPoints), StopAtEnds, nil).
		means("where it stops: at the `ends` of the path (with `loop` at its start), or at all `points` (of a chain, "+
			"at its sharp corners)"),
	pathNumber("turn", func(p *Path) *float64 { return (*float64)(&p.Turn) }, -MaxPathNumber, MaxPathNumber).
		titled("Turn", "°/s").
		means("angular speed about its position, clockwise on the screen; with `turn` alone it turns in place"),
	row("follow", func(p *Path) *bool { return &p.Follow }, switches, false, nil).
		means("`true` turns it along the path. At the start it has its drawn angle; at corners it turns within 16 "+
			"pixels before and after"),
)

// PathField returns the path field with the given key.
func PathField(key string) (Field[Path], bool) { return fieldOf(pathSchema.rows, key) }

// pathNumber returns the row of a number of a path. Reading reports a number out of range at its position.
func pathNumber(key string, at func(*Path) *float64, low, high float64) Field[Path] {
	f := row(key, at, numbers, 0, func(_ string, x float64) error {
		if !(x >= low && x <= high) {
			return fmt.Errorf("the path's %s is %g; it must be from %g to %g", key, x, low, high)
		}
		return nil
	}).between(low, high)
	f.read = func(d *decoder, n *yaml.Node, p *Path) error {
		if err := d.Number(n, at(p)); err != nil {
			return err
		}
		return d.Wrap(n, f.check(p))
	}
	return f
}

// travel reads a path.
func (d *decoder) travel(n *yaml.Node, c *Collider) error {
	p := &Path{}
	if err := pathSchema.read(d, n, p); err != nil {
		return err
	}
	c.Path = p
	return d.Wrap(n, p.Check())
}

// Track returns the part as a track.
func (p *DrawnPart) Track() *Track {
	t := Track{from: p.From, to: p.To, t1: 1, start: p.From, end: p.To}
	switch {
	case p.IsCubic:
		t.isCubic, t.bend = true, &bend{c1: p.C1, c2: p.C2}
	case p.Radius > 0:
		t.isArc, t.bend = true, &bend{center: p.Center, radius: p.Radius, sweep: p.Sweep()}
	}
	return &t
}

// Circle returns the centre, the radius and the turn (from +x toward +y) of an arc, or false for other parts.
func (t *Track) Circle() (center Vec, radius, sweep float64, ok bool) {
	if !t.isArc {
		return Vec{}, 0, 0, false
	}
	return t.center, t.radius, t.sweep, true
}

// Between returns the stretch of a cubic from parameter s to e, which may be less than s, as an edge from a to b. These
// must be near the ends of the stretch. It returns false for parts that are not cubics.
func (t *Track) Between(s, e float64, a, b Vec) (Curve, bool) {
	if !t.isCubic {
		return Curve{}, false
	}
	return Curve{Cubic: [2]Vec{a.MulAdd(t.slope(s), e-s), b.MulAdd(t.slope(e), s-e)}}, s != e
}

// EdgeTrack returns an edge as a track, before its corners are cut.
func (s Shape) EdgeTrack(number int) *Track {
	a, b := s.EdgeEnds(number)
	c, bent := s.Curve(number)
	t := newTrack(a, b, c, bent)
	return &t
}
