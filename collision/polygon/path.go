package polygon

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"fillet/collision"
)

// PathEase is the way that a body starts and stops.
type PathEase int8

// The kinds of ease.
const (
	LinearEase PathEase = iota // constant speed from stop to stop
	// SmoothEase speeds up from each stop and slows down to the next: after the fraction f of the time between two
	// stops the body has covered the fraction (1 - cos πf) / 2 of the way between them. Its top speed, in the middle,
	// is π/2 times the mean.
	SmoothEase
)

// PathLoop is the behaviour of a body at the end of its way.
type PathLoop int8

// The kinds of loop.
const (
	BackAndForth PathLoop = iota // back the same way, and so on
	AroundAgain                  // from the start again; a way that ends where it begins is closed
	OnceOnly                     // the body stays there
)

// PathPiece is a line or an arc of a way.
type PathPiece struct {
	collision.Segment
	Stop bool // the body stops at the end; both ends of the way are stops too, with AroundAgain only the last
}

// PathOptions controls how a body moves along a way.
type PathOptions struct {
	Speed float64 // top speed, in units per second; used if Time is 0
	Time  float64 // seconds for the way in one direction, without waits
	Ease  PathEase
	Loop  PathLoop
	Phase float64 // fraction of the period that has passed at 0 seconds; with OnceOnly, fraction of the way's time
	Wait  float64 // time spent at each stop, in seconds

	Turn   float64 // radians per second, about the origin of the body's own frame
	Follow bool    // the body turns with the way, from its orientation at the start
}

// PathState is the state of a body on its way.
type PathState struct {
	collision.Transform               // places the body's frame
	Velocity            collision.Vec // of the frame's origin, in units per second
	Spin                float64       // radians per second
}

// FollowReach is the greatest distance before and after a corner within which a body that follows its way turns, in
// units of length. Short pieces reduce it.
const FollowReach = 16

// Limits of [NewPath].
const (
	MaxPieces = 200_000
	MaxNumber = 1e6 // limits speeds, times and turns
)

// Path is a way and how a body moves along it. It is immutable and safe for concurrent use.
type Path struct {
	from   collision.Transform
	o      PathOptions
	pieces []piece
	legs   []leg
	knots  []knot
	length float64
	total  float64 // seconds from the first stop to the last, without the wait there
	period float64
}

type piece struct {
	collision.Segment
	at, length float64
	sweep      float64
	direction  collision.Vec // of a line
}

// leg is the part of a way between two consecutive stops.
type leg struct {
	at, length float64
	start, end float64 // seconds
}

// knot is the angle of a body that follows, at a given length along the way. Between knots the angle changes linearly.
type knot struct{ at, angle float64 }

// NewPath returns a path for a body whose transform at the start of the way is from. The way is in the same frame.
// Without pieces the body stays in place, and may turn. Values that are not finite, negative or beyond the limits are
// errors.
func NewPath(from collision.Transform, way []PathPiece, o PathOptions) (*Path, error) {
	if err := o.check(); err != nil {
		return nil, err
	}
	if len(way) > MaxPieces {
		return nil, fmt.Errorf("the path has %d pieces; at most %d are allowed", len(way), MaxPieces)
	}
	if !from.IsValid() {
		return nil, errors.New("the body's transform is not valid")
	}
	p := &Path{from: from, o: o, pieces: make([]piece, 0, len(way))}
	last := 0.0 // length at the last stop
	var stops []float64
	for i, w := range way {
		if !w.From.IsFinite() || !w.To.IsFinite() || !w.Center.IsFinite() ||
			!(w.Radius >= 0 && w.Radius <= 1e3*collision.MaxCoordinate) {
			return nil, fmt.Errorf("piece %d of the path is not finite", i)
		}
		n := piece{Segment: w.Segment, at: p.length, sweep: w.Sweep()}
		if w.Radius > 0 {
			n.length = float64(w.Radius * math.Abs(n.sweep))
		} else {
			n.length = w.From.Dist(w.To)
			n.direction = w.To.Sub(w.From).Unit()
		}
		if n.length > 0 {
			p.pieces = append(p.pieces, n)
			p.length += n.length
		}
		if w.Stop && p.length > last {
			last = p.length
			stops = append(stops, last)
		}
	}
	if !(p.length <= 1e12) {
		return nil, errors.New("the path is too long")
	}
	if p.length > last {
		stops = append(stops, p.length)
	}
	p.time(stops)
	if o.Follow {
		p.follow()
	}
	return p, nil
}

func (o *PathOptions) check() error {
	for _, n := range []struct {
		what       string
		value, max float64
	}{
		{"speed", o.Speed, MaxNumber},
		{"time", o.Time, MaxNumber},
		{"phase", o.Phase, 1},
		{"wait", o.Wait, MaxNumber},
		{"turn", math.Abs(o.Turn), MaxNumber},
	} {
		if !(n.value >= 0 && n.value <= n.max) {
			return fmt.Errorf("the path's %s is %g; it must be from 0 to %g", n.what, n.value, n.max)
		}
	}
	return nil
}

// time divides the way at the stops and computes when the body passes each place.
func (p *Path) time(stops []float64) {
	at, now := 0.0, 0.0
	for _, stop := range stops {
		l := leg{at: at, length: stop - at, start: now}
		var takes float64
		switch {
		case p.o.Time > 0:
			takes = float64(p.o.Time * (l.length / p.length))
		case p.o.Speed > 0:
			takes = l.length / p.o.Speed
			if p.o.Ease == SmoothEase {
				takes = float64(takes * (math.Pi / 2))
			}
		default:
			p.legs = nil // the body never arrives
			return
		}
		l.end = now + takes
		p.legs = append(p.legs, l)
		p.total = l.end
		at, now = stop, l.end+p.o.Wait
	}
	p.period = p.total
	switch p.o.Loop {
	case BackAndForth:
		p.period = float64(2 * (p.total + p.o.Wait))
	case AroundAgain:
		p.period = p.total + p.o.Wait
	}
	if len(p.legs) == 0 {
		p.period = 0
	}
}

// follow computes how the body turns with the way.
func (p *Path) follow() {
	n := len(p.pieces)
	if n == 0 {
		return
	}
	corners := make([]float64, n+1) // the turn before each piece; the last entry is the turn at the end of a closed way
	reach := make([]float64, n+1)
	for i := 1; i < n; i++ {
		corners[i] = turned(p.pieces[i-1].slope(1), p.pieces[i].slope(0))
	}
	if p.o.Loop == AroundAgain && p.pieces[0].From == p.pieces[n-1].To {
		corners[n] = turned(p.pieces[n-1].slope(1), p.pieces[0].slope(0))
	}
	for i := 1; i < n; i++ {
		if math.Abs(corners[i]) > 1e-9 {
			reach[i] = min(float64(min(p.pieces[i-1].length, p.pieces[i].length)/2), FollowReach)
		}
	}
	angle := 0.0
	p.knots = make([]knot, 0, 2*n+1)
	for i := range p.pieces {
		l := &p.pieces[i]
		from := angle + corners[i]
		angle = from + l.sweep
		first, last := reach[i], l.length-reach[i+1]
		if i == n-1 && math.Abs(corners[n]) > 1e-9 { // finish turning before the body is back at the start
			last = l.length - min(float64(l.length/2), 2*FollowReach)
		}
		p.knots = append(p.knots,
			knot{l.at + first, from + float64(l.sweep*(first/l.length))},
			knot{l.at + last, from + float64(l.sweep*(last/l.length))})
	}
	p.knots = append(p.knots, knot{p.length, angle + corners[n]})
}

// turned returns the angle from one direction to another.
func turned(a, b collision.Vec) float64 { return collision.Atan2(a.Cross(b), a.Dot(b)) }

// place returns the point at a fraction of the piece's way, from 0 to 1.
func (s *piece) place(f float64) collision.Vec {
	switch {
	case f <= 0:
		return s.From
	case f >= 1:
		return s.To
	case s.Radius > 0:
		return s.Center.Add(collision.NewRot(float64(s.sweep * f)).Apply(s.From.Sub(s.Center)))
	}
	return s.From.Lerp(s.To, f)
}

// slope returns the unit direction at a fraction of the piece's way.
func (s *piece) slope(f float64) collision.Vec {
	if s.Radius == 0 {
		return s.direction
	}
	d := collision.NewRot(float64(s.sweep * f)).Apply(s.From.Sub(s.Center)).Unit().Perp()
	if s.sweep < 0 {
		return d.Neg()
	}
	return d
}

// Length returns the length of the way.
func (p *Path) Length() float64 { return p.length }

// Period returns the seconds after which the motion, except a Turn, repeats. With OnceOnly it returns the seconds for
// the way. It is 0 if the body stays in place.
func (p *Path) Period() float64 { return p.period }

// Ends returns the times, in seconds, at which a OnceOnly body starts and stops moving. Before and after that it is at
// rest. It returns false for other loops, and if the body has a Turn.
func (p *Path) Ends() (from, to float64, ok bool) {
	if p.o.Loop != OnceOnly || p.o.Turn != 0 || len(p.legs) == 0 {
		return 0, 0, false
	}
	from = -float64(p.o.Phase * p.total)
	return from, from + p.total, true
}

// Corners appends to dst the times, in seconds and in order, that divide a period into intervals in which a body
// follows one line or arc without stopping. The first is 0 and the last is the period. If the body stays in place there
// are none.
func (p *Path) Corners(dst []float64) []float64 {
	if len(p.legs) == 0 || !(p.period > 0) {
		return dst
	}
	first := len(dst)
	passed, half := float64(p.o.Phase*p.period), float64(p.period/2)
	if p.o.Loop == OnceOnly {
		passed = float64(p.o.Phase * p.total)
	}
	add := func(t float64) {
		if t -= passed; t < 0 {
			t += p.period
		}
		if t > 0 && t < p.period && !(p.o.Loop == OnceOnly && t > p.total-passed) {
			dst = append(dst, t)
		}
	}
	both := func(t float64) { // on the way out and on the way back
		add(t)
		if p.o.Loop == BackAndForth {
			add(half + (p.total - t))
		}
	}
	dst = append(dst, 0, p.period)
	for i := range p.legs {
		both(p.legs[i].end)
	}
	for i := range p.pieces { // every leg begins at the start of a piece
		both(p.timeOf(p.pieces[i].at))
	}
	for i := range p.knots {
		both(p.timeOf(p.knots[i].at))
	}
	slices.Sort(dst[first:])
	return dst[:first+len(slices.Compact(dst[first:]))]
}

// lastReached returns the index of the last of n ordered items that is reached, or 0 if none is.
func lastReached(n int, reached func(i int) bool) int {
	lo, hi := 0, n
	for hi-lo > 1 {
		if mid := int(uint(lo+hi) >> 1); reached(mid) {
			lo = mid
		} else {
			hi = mid
		}
	}
	return lo
}

// timeOf returns the time at which a body on its way out reaches a length.
func (p *Path) timeOf(length float64) float64 {
	lo := lastReached(len(p.legs), func(i int) bool { return p.legs[i].at <= length })
	l := &p.legs[lo]
	f := min(max((length-l.at)/l.length, 0), 1)
	if p.o.Ease == SmoothEase {
		f = collision.Atan2(float64(2*math.Sqrt(float64(f*(1-f)))), 1-float64(2*f)) / math.Pi // the arc cosine of 1-2f
	}
	return l.start + float64((l.end-l.start)*f)
}

// Moves reports whether the body ever moves or turns.
func (p *Path) Moves() bool { return len(p.legs) > 0 || p.o.Turn != 0 }

// Along returns the point at a length along the way, and the unit direction there.
func (p *Path) Along(length float64) (at, direction collision.Vec) {
	if len(p.pieces) == 0 {
		return p.from.P, collision.Vec{}
	}
	s := &p.pieces[lastReached(len(p.pieces), func(i int) bool { return p.pieces[i].at <= length })]
	f := min(max((length-s.at)/s.length, 0), 1)
	return s.place(f), s.slope(f)
}

// At returns the body's state after some seconds. It allocates nothing.
func (p *Path) At(seconds float64) PathState {
	s := PathState{Transform: p.from}
	length, speed := p.progress(seconds)
	if len(p.pieces) > 0 {
		at, direction := p.Along(length)
		s.P, s.Velocity = at, direction.Mul(speed)
	}
	if p.o.Turn != 0 {
		s.Q = collision.NewRot(math.Mod(p.o.Turn*seconds, 2*math.Pi)).Mul(p.from.Q)
		s.Spin = p.o.Turn
	}
	if len(p.knots) > 0 {
		angle, slope := p.angleAt(length)
		s.Q = collision.NewRot(angle).Mul(s.Q)
		s.Spin += float64(slope * speed)
	}
	return s
}

// progress returns how far along its way the body is, and its speed there, which is negative on the way back.
func (p *Path) progress(seconds float64) (length, speed float64) {
	if len(p.legs) == 0 || math.IsNaN(seconds) {
		return 0, 0
	}
	if p.o.Loop == OnceOnly {
		t := seconds + float64(p.o.Phase*p.total)
		if t >= p.total {
			return p.length, 0
		}
		return p.onLeg(t)
	}
	t := math.Mod(seconds+float64(p.o.Phase*p.period), p.period)
	if t < 0 {
		t += p.period
	}
	if half := float64(p.period / 2); p.o.Loop == BackAndForth && t >= half {
		length, speed = p.onLeg(p.total - (t - half))
		return length, -speed
	}
	return p.onLeg(t)
}

// onLeg returns how far the body is at time t of its way out, and its speed.
func (p *Path) onLeg(t float64) (length, speed float64) {
	if !(t > 0) {
		t = 0
	}
	lo := lastReached(len(p.legs), func(i int) bool { return p.legs[i].start <= t })
	l := &p.legs[lo]
	if t >= l.end {
		return l.at + l.length, 0
	}
	takes := l.end - l.start
	f := (t - l.start) / takes
	mean := l.length / takes
	if p.o.Ease == LinearEase {
		return l.at + float64(l.length*f), mean
	}
	sin, cos := collision.Sincos(float64(math.Pi * f))
	return l.at + float64(l.length*float64((1-cos)/2)), float64(mean * (math.Pi / 2) * sin)
}

// angleAt returns the angle of a body that follows, at a length along the way, and its change per unit of length.
func (p *Path) angleAt(length float64) (angle, slope float64) {
	lo := lastReached(len(p.knots), func(i int) bool { return p.knots[i].at <= length })
	a := p.knots[lo]
	if lo+1 == len(p.knots) || length < a.at {
		return a.angle, 0
	}
	b := p.knots[lo+1]
	slope = (b.angle - a.angle) / (b.at - a.at)
	return a.angle + float64(slope*(length-a.at)), slope
}
