package svg

import (
	"fmt"
	"math"
	"slices"

	"fillet/collision"
	"fillet/editor/level"
	"fillet/editor/quote"
	"fillet/importers"
)

// kind is the type of a path segment.
type kind uint8

const (
	line  kind = iota
	cubic      // a cubic Bézier curve
	arc        // a part of an ellipse
)

// segment is a part of a path. Quadratic Bézier curves are stored as cubic ones.
type segment struct {
	kind     kind
	from, to level.Vec
	c1, c2   level.Vec // control points of a cubic curve
	// An arc is center + u cos t + v sin t, for t from start to start + sweep, in radians.
	center, u, v level.Vec
	start, sweep float64
}

func (s segment) mapped(m importers.Affine) segment {
	s.from, s.to = m.Apply(s.from), m.Apply(s.to)
	switch s.kind {
	case cubic:
		s.c1, s.c2 = m.Apply(s.c1), m.Apply(s.c2)
	case arc:
		s.center, s.u, s.v = m.Apply(s.center), m.Linear(s.u), m.Linear(s.v)
	}
	return s
}

// at returns the point of an arc at an angle.
func (s *segment) at(t float64) level.Vec {
	sin, cos := collision.Sincos(t)
	return s.center.Add(s.u.Mul(cos)).Add(s.v.Mul(sin))
}

// subpath is a part of a path that is drawn without lifting the pen.
type subpath struct {
	segments []segment
	closed   bool
}

func (p subpath) mapped(m importers.Affine) subpath {
	out := subpath{make([]segment, len(p.segments)), p.closed}
	for i, s := range p.segments {
		out.segments[i] = s.mapped(m)
	}
	return out
}

// flatten appends points that approximate a segment within the tolerance, without its first point.
func (s *segment) flatten(points []level.Vec, tolerance float64) []level.Vec {
	switch s.kind {
	case cubic:
		return flattenCubic(points, s.from, s.c1, s.c2, s.to, tolerance, 0)
	case arc:
		n := chords(s.u, s.v, s.sweep, tolerance)
		for i := 1; i < n; i++ {
			points = append(points, s.at(s.start+float64(s.sweep*float64(i)/float64(n))))
		}
	}
	return append(points, s.to)
}

// chords returns the number of equal chords that approximate an arc within a tolerance. A chord is at most r (1 -
// cos(a/2)), or r a² / 8, below an arc of radius r and angle a. The map from a circle to the ellipse stretches that
// distance by at most the longer half axis.
func chords(u, v level.Vec, sweep, tolerance float64) int {
	const limit = 4096
	longest := importers.Affine{X: u, Y: v}.Stretch()
	n := math.Ceil(math.Abs(sweep) / math.Sqrt(8*tolerance/longest))
	least := math.Ceil(math.Abs(sweep) / (math.Pi / 4)) // a full turn has at least eight
	return int(min(max(n, least, 1), limit))
}

// isFlat reports whether a curve stays within the tolerance of its chord. The curve is at most three quarters as far
// from the chord as its control points.
func isFlat(a, b, c, d level.Vec, tolerance float64) bool {
	return float64(max(distance(b, a, d), distance(c, a, d))*0.75) <= tolerance
}

// flattenCubic halves a curve until its chords are within the tolerance.
func flattenCubic(points []level.Vec, a, b, c, d level.Vec, tolerance float64, depth int) []level.Vec {
	const deepest = 14
	if depth == deepest || isFlat(a, b, c, d, tolerance) {
		return append(points, d)
	}
	ab, bc, cd := middle(a, b), middle(b, c), middle(c, d)
	abc, bcd := middle(ab, bc), middle(bc, cd)
	m := middle(abc, bcd)
	points = flattenCubic(points, a, ab, abc, m, tolerance, depth+1)
	return flattenCubic(points, m, bcd, cd, d, tolerance, depth+1)
}

func middle(a, b level.Vec) level.Vec {
	return level.Vec{X: float64((a.X + b.X) / 2), Y: float64((a.Y + b.Y) / 2)}
}

// distance returns the distance of a point from the segment between two others.
func distance(p, a, b level.Vec) float64 {
	d := b.Sub(a)
	t := 0.0
	if n := d.LenSq(); n > 0 {
		t = min(max(p.Sub(a).Dot(d)/n, 0), 1)
	}
	return p.Sub(a.Add(d.Mul(t))).Len()
}

// samePoint is the distance in pixels up to which points of an outline coincide.
const samePoint = 1e-6

// flat returns points that approximate a subpath within [importers.RoundTolerance], without repeated points.
func (p subpath) flat() []level.Vec {
	if len(p.segments) == 0 {
		return nil
	}
	points := []level.Vec{p.segments[0].from}
	for i := range p.segments {
		points = p.segments[i].flatten(points, importers.RoundTolerance)
	}
	points = slices.CompactFunc(points, func(a, b level.Vec) bool { return a.Dist(b) <= samePoint })
	for n := len(points); p.closed && n > 1 && points[n-1].Dist(points[0]) <= samePoint; n-- {
		points = points[:n-1]
	}
	return points
}

// arcTo returns the arc of path command A, or a line if a radius is 0.
func arcTo(from level.Vec, rx, ry, turn float64, large, sweep bool, to level.Vec) segment {
	rx, ry = math.Abs(rx), math.Abs(ry)
	if rx == 0 || ry == 0 {
		return segment{kind: line, from: from, to: to}
	}
	r := turned(turn)
	half := from.Sub(to).Mul(0.5)
	p := level.Vec{X: half.Dot(r.X) / rx, Y: half.Dot(r.Y) / ry} // scaled so that the ellipse is a unit circle
	if n := p.LenSq(); n > 1 {                                   // the ellipse is too small, so it grows
		k := math.Sqrt(n)
		rx, ry = float64(rx*k), float64(ry*k)
		p = p.Mul(1 / k)
	}
	n := p.LenSq()
	k := 0.0
	if n > 0 {
		k = math.Sqrt(max(0, 1-n) / n)
	}
	if large == sweep {
		k = -k
	}
	c := level.Vec{X: float64(k * p.Y), Y: float64(-k * p.X)}
	u, v := r.X.Mul(rx), r.Y.Mul(ry)
	s := segment{kind: arc, from: from, to: to, u: u, v: v}
	s.center = u.Mul(c.X).Add(v.Mul(c.Y)).Add(middle(from, to))
	s.start = collision.Atan2(p.Y-c.Y, p.X-c.X)
	s.sweep = collision.Atan2(-p.Y-c.Y, -p.X-c.X) - s.start
	if sweep && s.sweep <= 0 {
		s.sweep += 2 * math.Pi
	}
	if !sweep && s.sweep >= 0 {
		s.sweep -= 2 * math.Pi
	}
	return s
}

type pathReader struct {
	scanner
	out     []subpath
	current level.Vec
	start   level.Vec // of the subpath
	// control is the control point for smooth curves to mirror; of is the command that set it.
	control level.Vec
	of      byte
	open    bool // the last subpath accepts more segments
}

// parsePath parses path data. On an error, it returns the path up to the error, which renderers draw as well.
func parsePath(d string) ([]subpath, error) {
	r := pathReader{scanner: scanner{text: d}}
	command := byte(0)
	for r.skip(); !r.atEnd(); r.skip() {
		at := r.at
		if b := r.peek(); isLetter(b) {
			command = b
			r.at++
			r.skip()
		} else if command|0x20 == 'z' || command == 0 {
			return r.out, r.fail(at)
		}
		if len(r.out) == 0 && command|0x20 != 'm' || !r.segment(command) {
			return r.out, r.fail(at)
		}
		switch command {
		case 'M':
			command = 'L' // further pairs of coordinates are lines
		case 'm':
			command = 'l'
		}
	}
	return r.out, nil
}

func (r *pathReader) fail(at int) error {
	return fmt.Errorf("its path data is invalid from %q on", quote.Excerpt(r.text[at:min(len(r.text), at+40)]))
}

// points parses points. They are relative to the current point for lower-case commands.
func (r *pathReader) points(command byte, to []level.Vec) bool {
	for i := range to {
		if !r.numbers(&to[i].X, &to[i].Y) {
			return false
		}
		if command >= 'a' {
			to[i] = to[i].Add(r.current)
		}
	}
	return true
}

// pointCounts holds the numbers of points that commands take.
var pointCounts = map[byte]int{'m': 1, 'l': 1, 'c': 3, 's': 2, 'q': 2, 't': 1}

// segment parses one set of arguments of a command.
func (r *pathReader) segment(command byte) bool {
	var p [3]level.Vec
	if !r.points(command, p[:pointCounts[command|0x20]]) {
		return false
	}
	switch command | 0x20 {
	case 'm':
		r.out = append(r.out, subpath{})
		r.current, r.start, r.open, r.of = p[0], p[0], true, command
	case 'z':
		if last := &r.out[len(r.out)-1]; r.open {
			if r.current != r.start {
				last.segments = append(last.segments, segment{kind: line, from: r.current, to: r.start})
			}
			last.closed = true
		}
		r.current, r.open, r.of = r.start, false, command
	case 'l':
		r.add(segment{kind: line, to: p[0]}, command)
	case 'h', 'v':
		var n float64
		if !r.numbers(&n) {
			return false
		}
		to := r.current
		along := &to.X
		if command|0x20 == 'v' {
			along = &to.Y
		}
		if command >= 'a' {
			n += *along
		}
		*along = n
		r.add(segment{kind: line, to: to}, command)
	case 'c':
		r.curve(p[0], p[1], p[2], command)
	case 's':
		r.curve(r.mirrored("cs"), p[0], p[1], command)
	case 'q':
		r.quadratic(p[0], p[1], command)
	case 't':
		r.quadratic(r.mirrored("qt"), p[0], command)
	case 'a':
		return r.arc(command)
	default:
		return false
	}
	return true
}

// mirrored returns the first control point of a smooth curve. After a curve of the same degree, it mirrors that curve's
// last control point.
func (r *pathReader) mirrored(kinds string) level.Vec {
	if b := r.of | 0x20; b == kinds[0] || b == kinds[1] {
		return r.current.Mul(2).Sub(r.control)
	}
	return r.current
}

func (r *pathReader) curve(c1, c2, to level.Vec, command byte) {
	r.add(segment{kind: cubic, c1: c1, c2: c2, to: to}, command)
	r.control = c2
}

func (r *pathReader) quadratic(c, to level.Vec, command byte) {
	third := func(a level.Vec) level.Vec { // a third of the way from the control point to an end
		return level.Vec{X: float64((a.X + float64(2*c.X)) / 3), Y: float64((a.Y + float64(2*c.Y)) / 3)}
	}
	r.add(segment{kind: cubic, c1: third(r.current), c2: third(to), to: to}, command)
	r.control = c
}

func (r *pathReader) arc(command byte) bool {
	var rx, ry, turn float64
	if !r.numbers(&rx, &ry, &turn) {
		return false
	}
	var flags [2]bool // 0 or 1, which need no separators
	for i := range flags {
		r.skip()
		if flags[i] = r.peek() == '1'; !flags[i] && r.peek() != '0' {
			return false
		}
		r.at++
	}
	var p [1]level.Vec
	if !r.points(command, p[:]) {
		return false
	}
	if p[0] != r.current {
		r.add(arcTo(r.current, rx, ry, turn, flags[0], flags[1], p[0]), command)
	}
	r.of = command
	return true
}

// add appends a segment that starts at the current point.
func (r *pathReader) add(s segment, command byte) {
	if !r.open { // after a Z without a new M
		r.out = append(r.out, subpath{})
		r.open = true
	}
	s.from = r.current
	last := &r.out[len(r.out)-1]
	last.segments = append(last.segments, s)
	r.current, r.of = s.to, command
}
