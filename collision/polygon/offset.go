package polygon

import (
	"math"

	"fillet/collision"
)

// Join is the way that an offset goes around corners that open up.
type Join uint8

// The kinds of join.
const (
	JoinRound Join = iota // along an arc about the corner
	JoinMitre             // to where the moved edges meet; sharp corners are cut off, see MitreLimit
)

// MitreLimit limits how far a mitred corner may be from its original corner, as a multiple of the distance. A corner
// that would be farther, sharper than 29 degrees, is cut off straight.
const MitreLimit = 4

// maxRaw is roughly the limit of points in an offset before it becomes a region.
const maxRaw = 1 << 22

// Offset returns a region grown by a distance on every side, or shrunk if it is negative: the points within distance of
// r, or the points of r that are farther than that from the outside. Arcs become chords inside the arc, within
// tolerance of it. Parts that are too narrow to shrink vanish.
//
// The error is [ErrTolerance] for an invalid distance or tolerance, a [*PointError] if a region grows beyond
// [MaxRegionCoordinate], or [ErrTooIntricate], also for arcs with more than four million chords.
func (c *Clipper) Offset(r Region, distance float64, join Join, tolerance float64) (Region, error) {
	if !(tolerance > 0) || !(math.Abs(distance) <= 2*MaxRegionCoordinate) {
		return nil, ErrTolerance
	}
	union, err := c.Union(r)
	if err != nil || distance == 0 {
		return union, err
	}
	c.raw, c.ends = c.raw[:0], c.ends[:0]
	for _, outline := range union {
		for _, loop := range outline {
			c.raw = appendOffset(c.raw, loop, distance, join, tolerance)
			c.ends = append(c.ends, int32(len(c.raw)))
		}
	}
	return c.fillRaw(Positive)
}

// fillRaw fills the loops of raw, whose ends are in c.ends.
func (c *Clipper) fillRaw(rule FillRule) (Region, error) {
	if len(c.raw) > maxRaw {
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

// appendOffset appends a loop moved by a distance. The result crosses itself where it turns back. Its signed area is
// the sum of the loop, the rectangle that each edge moves over, and the sector or the kite at each corner that opens
// up. So the points with a positive winding number are the grown loop. For a loop that shrinks, the added areas have
// the opposite sign.
func appendOffset(dst, loop []Vec, distance float64, join Join, tolerance float64) []Vec {
	n := len(loop)
	into := outward(loop[n-1], loop[0])
	for i, v := range loop {
		if len(dst) > maxRaw {
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
		case float64(turn*distance) < 0: // the corner closes
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

// outward returns the unit normal of an edge to its right, away from the inside.
func outward(p, q Vec) Vec { return q.Sub(p).Unit().Perp().Neg() }

// appendArc appends the points of an arc about c from p to q, both included.
func appendArc(dst []Vec, c, p, q Vec, sweep, radius, tolerance float64) []Vec {
	dst = append(dst, p)
	n := collision.ArcLines(radius, sweep, tolerance)
	u := p.Sub(c)
	for i := 1; i < n; i++ {
		dst = append(dst, c.Add(collision.NewRot(float64(sweep*float64(i)/float64(n))).Apply(u)))
	}
	return append(dst, q)
}
