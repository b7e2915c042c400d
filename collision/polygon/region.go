package polygon

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"fillet/collision"
)

// Vec is a point or a vector.
type Vec = collision.Vec

// Region is an area: a set of outlines with holes. Each outline is its outer loop followed by its holes, with any
// winding. The empty Region has no outlines.
type Region [][][]Vec

// MaxRegionCoordinate is the greatest magnitude of a coordinate in a [Region].
const MaxRegionCoordinate = 1 << 22

// PointError reports an input point with a coordinate that is not finite or
// whose magnitude is beyond [MaxRegionCoordinate].
type PointError struct {
	Region  int // operand, from 0
	Outline int // outline in the region; 0 for Fill
	Loop    int // loop in the outline
	Point   int // point in the loop
	At      Vec
}

// Error describes the point in one sentence.
func (e *PointError) Error() string {
	what := "is not finite"
	if e.At.IsFinite() {
		what = fmt.Sprintf("is beyond %d", MaxRegionCoordinate)
	}
	return fmt.Sprintf("region %d, outline %d, loop %d: point %d at %v %s", e.Region, e.Outline, e.Loop, e.Point, e.At,
		what)
}

// ErrTooIntricate reports that edges meet in too many places (more than a million plus eight per edge), or that too
// many edges are close to each other.
var ErrTooIntricate = errors.New("region: edges meet in too many places")

// ErrTolerance reports a tolerance that is not above 0, or a radius or distance that is not finite or too large.
var ErrTolerance = errors.New("region: the tolerance must be above 0, and the radius and the distance finite")

// Union returns the points that are in at least one of the regions.
func Union(regions ...Region) (Region, error) {
	var c Clipper
	return clone(c.Union(regions...))
}

// Intersect returns the points that are in both regions.
func Intersect(a, b Region) (Region, error) {
	var c Clipper
	return clone(c.Intersect(a, b))
}

// Subtract returns the points of a that are in none of the others.
func Subtract(a Region, others ...Region) (Region, error) {
	var c Clipper
	return clone(c.Subtract(a, others...))
}

// Xor returns the points that are in exactly one of two regions.
func Xor(a, b Region) (Region, error) {
	var c Clipper
	return clone(c.Xor(a, b))
}

// Fill returns the region that loops enclose under a fill rule. The loops may cross themselves and each other. Each
// loop keeps its winding.
func Fill(rule FillRule, loops ...[]Vec) (Region, error) {
	var c Clipper
	return clone(c.Fill(rule, loops...))
}

// Offset returns a region grown by a distance on every side, or shrunk if it is negative. See [Clipper.Offset].
func Offset(r Region, distance float64, join Join, tolerance float64) (Region, error) {
	var c Clipper
	return clone(c.Offset(r, distance, join, tolerance))
}

// Split cuts a region along the line through p in direction d. ahead is the part on the side to which d points after a
// quarter turn from +x toward +y, behind is the other part. Both have the same points along the cut. A direction of
// length 0 cuts nothing: the whole region is ahead.
func Split(r Region, p, d Vec) (ahead, behind Region, err error) { return split(r, p, d, false) }

// split works like Split but can keep the points on straight edges.
func split(r Region, p, d Vec, straight bool) (ahead, behind Region, err error) {
	c := Clipper{KeepStraight: straight, far: true}
	d = d.Unit()
	if d == (Vec{}) {
		ahead, err = clone(c.Union(r))
		return ahead, nil, err
	}
	box := r.Bounds()
	if box.IsEmpty() {
		return nil, nil, nil
	}
	if !p.IsFinite() {
		return nil, nil, &PointError{At: p}
	}
	// The half plane, as far as the region extends, in the frame of the line, from the corners of the region's box.
	var least, largest, far float64 = math.Inf(1), math.Inf(-1), 0
	for _, q := range [4]Vec{box.Min, {X: box.Max.X, Y: box.Min.Y}, box.Max, {X: box.Min.X, Y: box.Max.Y}} {
		q = q.Sub(p)
		along, across := q.Dot(d), d.Cross(q)
		least, largest, far = min(least, along), max(largest, along), max(far, across)
	}
	if far <= 0 {
		behind, err = clone(c.Union(r))
		return nil, behind, err
	}
	margin := 1 + float64(box.Size().Len()/16)
	from, to := p.MulAdd(d, least-margin), p.MulAdd(d, largest+margin)
	side := d.Perp().Mul(far + margin)
	half := Region{{{from, to, to.Add(side), from.Add(side)}}}
	if ahead, err = clone(c.Intersect(r, half)); err != nil {
		return nil, nil, err
	}
	behind, err = clone(c.Subtract(r, half))
	return ahead, behind, err
}

// clone copies a Clipper's result.
func clone(r Region, err error) (Region, error) {
	if err != nil {
		return nil, err
	}
	return r.Clone(), nil
}

// Clone returns a copy that shares no memory with r.
func (r Region) Clone() Region {
	if len(r) == 0 {
		return nil
	}
	loops, points := r.size()
	out, flat, room := make(Region, 0, len(r)), make([][]Vec, 0, loops), make([]Vec, 0, points)
	for _, outline := range r {
		first := len(flat)
		for _, loop := range outline {
			from := len(room)
			room = append(room, loop...)
			flat = append(flat, room[from:len(room):len(room)])
		}
		out = append(out, flat[first:len(flat):len(flat)])
	}
	return out
}

// size returns the number of loops and points.
func (r Region) size() (loops, points int) {
	for _, outline := range r {
		loops += len(outline)
		for _, loop := range outline {
			points += len(loop)
		}
	}
	return loops, points
}

// Area returns the area of the outer loops minus the area of the holes. The outlines must not overlap; outlines in
// results of this package never do.
func (r Region) Area() float64 {
	sum := 0.0
	for _, outline := range r {
		for l, loop := range outline {
			a := math.Abs(area(loop))
			if l > 0 {
				a = -a
			}
			sum += a
		}
	}
	return sum
}

// area returns the signed area of a loop.
func area(loop []Vec) float64 {
	sum := 0.0
	for i := 2; i < len(loop); i++ {
		sum += loop[i-1].Sub(loop[0]).Cross(loop[i].Sub(loop[0]))
	}
	return float64(sum / 2)
}

// Bounds returns the smallest box around the region, empty for an empty region.
func (r Region) Bounds() collision.AABB {
	b := collision.EmptyAABB()
	for _, outline := range r {
		for _, loop := range outline {
			b = b.Union(collision.BoundsOf(loop))
		}
	}
	return b
}

// Contains reports whether a point is in the region: in the outer loop of one of its outlines and in none of that
// outline's holes. A point on the boundary may count as either.
func (r Region) Contains(p Vec) bool {
	around := func(loop []Vec) bool { return turns(loop, p) != 0 }
	return slices.ContainsFunc(r, func(outline [][]Vec) bool {
		return len(outline) > 0 && around(outline[0]) && !slices.ContainsFunc(outline[1:], around)
	})
}

// turns returns the winding number of a loop around a point, positive from +x toward +y.
func turns(loop []Vec, p Vec) int {
	n := 0
	for i, a := range loop {
		b := loop[0]
		if i+1 < len(loop) {
			b = loop[i+1]
		}
		if up := a.Y <= p.Y; up != (b.Y <= p.Y) {
			switch side := b.Sub(a).Cross(p.Sub(a)); {
			case up && side > 0:
				n++
			case !up && side < 0:
				n--
			}
		}
	}
	return n
}

// Placed returns the region transformed by xf.
func (r Region) Placed(xf collision.Transform) Region {
	out := r.Clone()
	for _, outline := range out {
		for _, loop := range outline {
			for i := range loop {
				loop[i] = xf.Apply(loop[i])
			}
		}
	}
	return out
}
