package polygon

import (
	"math"

	"fillet/collision"
)

// Join says how an offset goes around corners that open up.
type Join uint8

// The joins.
const (
	JoinRound Join = iota // along an arc about the corner
	JoinMitre             // on to where the moved edges meet; sharp corners are cut off, see MitreLimit
)

// MitreLimit is how many times the distance a mitred corner may be from the
// corner that it came from. One that would be farther, sharper than 29 degrees,
// is cut off straight.
const MitreLimit = 4

// mostChords is the greatest number of chords of an arc, mostRaw about the
// greatest number of points of what arcs become before it is made a region.
const (
	mostChords = 4096
	mostRaw    = 1 << 22
)

// Offset returns a region grown by a distance on every side, or shrunk where it
// is negative: the points within the distance of r, or those of r that are
// farther than it from all that is outside. Arcs become chords that stay within
// the tolerance of them, inside the arc. What is too narrow to be shrunk
// vanishes.
//
// The error is [ErrTolerance] for a distance or a tolerance that is none, a
// [*PointError] where a region is grown beyond [MaxRegionCoordinate], or
// [ErrTooIntricate], also where arcs become more than four million chords.
func (c *Clipper) Offset(r Region, distance float64, join Join, tolerance float64) (Region, error) {
	if !(tolerance > 0) || !(math.Abs(distance) <= 2*MaxRegionCoordinate) {
		return nil, ErrTolerance
	}
	whole, err := c.Union(r)
	if err != nil || distance == 0 {
		return whole, err
	}
	c.raw, c.ends = c.raw[:0], c.ends[:0]
	for _, outline := range whole {
		for _, loop := range outline {
			c.raw = appendOffset(c.raw, loop, distance, join, tolerance)
			c.ends = append(c.ends, int32(len(c.raw)))
		}
	}
	return c.fillRaw(Positive)
}

// fillRaw fills the loops of raw, of which each ends where ends says.
func (c *Clipper) fillRaw(rule FillRule) (Region, error) {
	if len(c.raw) > mostRaw {
		return nil, ErrTooIntricate
	}
	c.graph.reset(len(c.raw))
	from := int32(0)
	for l, to := range c.ends {
		loop := c.raw[from:to]
		if k := c.loop(loop, 0, 1, nil); k >= 0 {
			return nil, &PointError{Loop: l, Point: k, At: loop[k]}
		}
		from = to
	}
	return c.run(union, rule)
}

// appendOffset appends a loop moved by a distance. It crosses itself where it
// turns back: seen as a sum, it is the loop, and for each edge the rectangle that
// the edge moves over, and for each corner that opens up the sector there, or
// the kite. So what it turns around more often than not at all is the loop grown;
// of a loop that shrinks all those have the opposite sign.
func appendOffset(dst, loop []Vec, distance float64, join Join, tolerance float64) []Vec {
	n := len(loop)
	into := outward(loop[n-1], loop[0])
	for i, v := range loop {
		if len(dst) > mostRaw {
			return dst
		}
		next := loop[0]
		if i+1 < n {
			next = loop[i+1]
		}
		out := outward(v, next)
		p, q := v.MulAdd(into, distance), v.MulAdd(out, distance)
		turn, along := into.Cross(out), into.Dot(out)
		switch {
		case float64(turn*distance) < 0: // it closes
			dst = append(dst, p, v, q)
		case join == JoinRound:
			dst = appendArc(dst, v, p, q, collision.Atan2(turn, along), math.Abs(distance), tolerance)
		case along > 2.0/(MitreLimit*MitreLimit)-1:
			dst = append(dst, v.MulAdd(into.Add(out), distance/(1+along)))
		default:
			dst = append(dst, p, q)
		}
		into = out
	}
	return dst
}

// outward is the unit normal of an edge to its right, away from the inside.
func outward(p, q Vec) Vec { return q.Sub(p).Unit().Perp().Neg() }

// appendArc appends the points of an arc about c from p to q, both included.
func appendArc(dst []Vec, c, p, q Vec, sweep, radius, tolerance float64) []Vec {
	dst = append(dst, p)
	n := chords(radius, sweep, tolerance)
	u := p.Sub(c)
	for i := 1; i < n; i++ {
		dst = append(dst, c.Add(collision.NewRot(float64(sweep*float64(i)/float64(n))).Apply(u)))
	}
	return append(dst, q)
}

// chords returns how many chords keep within tolerance of an arc.
func chords(radius, sweep, tolerance float64) int {
	sagitta := min(tolerance/radius, 1)
	step := float64(2 * collision.Atan2(math.Sqrt(sagitta*(2-sagitta)), 1-sagitta))
	if !(step > 0) {
		return mostChords
	}
	return max(int(min(math.Ceil(math.Abs(sweep)/step), mostChords)), 1)
}
