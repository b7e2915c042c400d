package level

import (
	"math"
	"slices"

	"fillet/collision"
	"fillet/collision/polygon"
)

// An arc that bounds a shape outward is exact if the whole disc of its circle is in the shape. The shape is then the
// union of the disc and of the outline with the chord in place of the arc. Nearly every rounded corner allows this.
// Contacts treat the chord as an interior edge: see collision/disc.go. Other arcs become lines.

type disc struct {
	center Vec
	radius float64
}

// maxTests limits how many pairs of an arc and a part of the outline are tested. The arcs left after that become lines.
const maxTests = 1_000_000

// discTolerance is the fraction of its radius by which a disc may extend beyond the outline that it touches.
const discTolerance = 1e-9

// withDiscs returns the outline and the holes with chords in place of the arcs that discs replace, and each of these
// discs once.
func withDiscs(loops [][]Vec, drawn []outline) (cut [][]Vec, discs []disc) {
	isRound := func(s collision.Segment) bool { return s.Radius > 0 }
	if !slices.ContainsFunc(drawn, func(o outline) bool { return slices.ContainsFunc(o.Contour, isRound) }) {
		return nil, nil
	}
	f := discFinder{loops: loops}
	for _, o := range drawn {
		f.parts = append(f.parts, o.Contour...)
	}
	n := 0
	for k, o := range drawn {
		isExact := make([]bool, len(o.Contour))
		isClockwise := areaOf(loops[k]) > 0
		for i, s := range o.Contour {
			isOutward := (s.Clockwise != isClockwise) == (k == 0)
			isExact[i] = isRound(s) && isOutward && f.fits(n)
			n++
		}
		cut = append(cut, o.chords(isExact))
	}
	return cut, f.discs
}

// chords returns the outline with a chord in place of each exact arc. Consecutive arcs of one circle share a chord, up
// to half a turn; a whole circle needs no chord.
func (o *outline) chords(isExact []bool) (points []Vec) {
	n := len(o.Contour)
	goesOn := func(i int) bool { // parts i-1 and i are on one circle
		s, before := &o.Contour[i%n], &o.Contour[(i+n-1)%n]
		return isExact[i%n] && isExact[(i+n-1)%n] && math.Abs(s.Radius-before.Radius) <=
			float64(discTolerance*(1+s.Radius)) &&
			s.Center.Dist(before.Center) <= float64(discTolerance*(1+s.Radius))
	}
	first := 0
	for first < n && goesOn(first) {
		first++
	}
	if first == n {
		return nil
	}
	turned := 0.0
	for i := first; i < first+n; i++ {
		s := &o.Contour[i%n]
		if !isExact[i%n] {
			points = o.flatPart(i%n, points)
			continue
		}
		sweep := math.Abs(s.Sweep())
		if goesOn(i) && turned+sweep <= math.Pi+1e-9 {
			turned += sweep
			continue
		}
		turned = sweep
		points = append(points, s.From)
	}
	return points
}

// discFinder finds the discs that are in a shape.
type discFinder struct {
	loops [][]Vec           // the outline and the holes, flattened
	parts collision.Contour // the whole boundary
	tree  collision.Tree
	near  []int32
	tests int
	discs []disc
}

// thinnest bounds how near to the middle of an arc another part of the boundary can be, as a fraction of the arc's
// length, before the shape counts as too thin to tell its sides apart.
const thinnest = 1e-3

// fits reports whether the disc of an outward arc is in the shape, up to rounding, and records the disc.
func (f *discFinder) fits(arc int) bool {
	a := &f.parts[arc]
	d := disc{a.Center, a.Radius}
	slack := float64(discTolerance*(1+d.radius)) + float64(1e-14*max(math.Abs(d.center.X), math.Abs(d.center.Y)))
	same := func(o disc) bool {
		return o.center.Dist(d.center) <= slack && math.Abs(o.radius-d.radius) <= slack
	}
	if n := len(f.discs); n > 0 && (same(f.discs[n-1]) || same(f.discs[0])) ||
		n < 64 && slices.ContainsFunc(f.discs, same) {
		return true
	}
	middle := d.center.Add(collision.NewRot(float64(a.Sweep() / 2)).Apply(a.From.Sub(d.center)))
	near := float64(thinnest * a.From.Dist(middle))
	isThin := false
	for _, i := range f.partsNear(collision.AABB{Min: d.center, Max: d.center}.Grow(d.radius + near)) {
		far := distanceFrom(&f.parts[i], d.center)
		if f.tests++; f.tests > maxTests || far < d.radius-slack {
			return false
		}
		isThin = isThin || int(i) != arc && far <= d.radius+near && distanceFrom(&f.parts[i], middle) <= near
	}
	// Where the arc leads back along another part, its disc is outside.
	if isThin && !(polygon.Region{f.loops}).Contains(d.center) {
		return false
	}
	f.discs = append(f.discs, d)
	return true
}

// partsNear returns the parts of the boundary that may be in a box. The slice is valid until the next call.
func (f *discFinder) partsNear(box collision.AABB) []int32 {
	const few = 32
	if n := len(f.parts); n <= few {
		for i := len(f.near); i < n; i++ {
			f.near = append(f.near, int32(i))
		}
		return f.near
	}
	if f.tree.Len() == 0 {
		boxes := make([]collision.AABB, len(f.parts))
		for i := range f.parts {
			boxes[i] = boundsOf(&f.parts[i])
		}
		f.tree.Build(boxes)
	}
	f.near = f.tree.Append(f.near[:0], box)
	return f.near
}

// distanceFrom returns a point's distance from a line or an arc.
func distanceFrom(s *collision.Segment, p Vec) float64 {
	if s.Radius == 0 {
		return collision.SegmentDistance(p, s.From, s.To)
	}
	ends := min(p.Dist(s.From), p.Dist(s.To))
	u, v, d := s.From.Sub(s.Center), s.To.Sub(s.Center), p.Sub(s.Center)
	if s.Clockwise {
		u, v = v, u
	}
	on := u.Cross(d) >= 0 && d.Cross(v) >= 0
	if u.Cross(v) < 0 || u.Cross(v) == 0 && u.Dot(v) < 0 { // half a turn or more
		on = u.Cross(d) >= 0 || d.Cross(v) >= 0
	}
	if on {
		return min(ends, math.Abs(d.Len()-s.Radius))
	}
	return ends
}

// boundsOf returns a box around a line or an arc, which may be larger than necessary for an arc.
func boundsOf(s *collision.Segment) collision.AABB {
	b := collision.BoundsOf([]Vec{s.From, s.To})
	if s.Radius == 0 {
		return b
	}
	half := float64(math.Abs(s.Sweep()) / 2)
	_, cos := collision.Sincos(min(half, math.Pi))
	return b.Grow(float64(s.Radius * (1 - cos))) // at least the distance of the arc from its chord
}
