package polygon

import (
	"math"
	"slices"

	"fillet/collision"
)

// Pieces is a set of rounded convex shapes, which may overlap. It computes the exact boundary of their union, straight
// edges and arcs, piece by piece: a caller that keeps each piece's boundary only has to recompute the pieces near a
// change.
type Pieces struct {
	shapes  []collision.Shape
	boxes   []collision.AABB
	index   collision.Tree
	isReady bool
	near    []int32
	cuts    []float64
}

// Slop is the distance within which the outlines of two [Pieces] coincide.
const Slop = 1e-7

// Add adds a piece and returns its number.
func (u *Pieces) Add(s collision.Shape) int32 {
	u.shapes, u.boxes, u.isReady = append(u.shapes, s), append(u.boxes, s.Bounds(collision.Identity())), false
	return int32(len(u.shapes) - 1)
}

// Exposed appends to out the parts of piece i's outline that are in no other piece. Where outlines coincide, only the
// first piece's counts, so that a gap exactly as wide as the character remains as a line.
func (u *Pieces) Exposed(out []collision.Segment, i int32) []collision.Segment {
	if !u.isReady {
		u.index.Build(u.boxes)
		u.isReady = true
	}
	u.near = u.index.Append(u.near[:0], u.boxes[i].Grow(Slop))
	u.near = slices.DeleteFunc(u.near, func(j int32) bool { return j == i })
	slices.Sort(u.near)
	for _, c := range u.shapes[i].Boundary() {
		for _, s := range c {
			out = u.cut(out, s, i)
		}
	}
	return out
}

// cut appends the exposed parts of one segment.
func (u *Pieces) cut(out []collision.Segment, s collision.Segment, i int32) []collision.Segment {
	sweep, length := s.Sweep(), s.From.Dist(s.To)
	if s.Radius > 0 {
		length = float64(math.Abs(sweep) * s.Radius)
	}
	if length < Slop {
		return out
	}
	at := func(t float64) collision.Vec {
		if s.Radius == 0 {
			return s.From.Lerp(s.To, t)
		}
		return s.Center.Add(collision.NewRot(float64(sweep * t)).Apply(s.From.Sub(s.Center)))
	}
	box := collision.AABB{Min: s.From.Min(s.To), Max: s.From.Max(s.To)}
	if s.Radius > 0 {
		r := collision.Vec{X: s.Radius, Y: s.Radius}
		box = collision.AABB{Min: s.Center.Sub(r), Max: s.Center.Add(r)}
	}
	box = box.Grow(Slop)
	u.cuts = append(u.cuts[:0], 0, 1)
	for _, j := range u.near {
		if u.boxes[j].Overlaps(box) {
			u.crossings(&s, sweep, u.shapes[j])
		}
	}
	slices.Sort(u.cuts)
	from := 0.0
	pending := false // start begins an exposed part
	start := 0.0
	flush := func(to float64) {
		if pending {
			part := s
			if start > 0 || to < 1 {
				part.From, part.To = at(start), at(to)
			}
			out, pending = append(out, part), false
		}
	}
	for _, to := range u.cuts[1:] {
		if (to-from)*length < Slop/4 {
			continue
		}
		if u.isExposed(at(float64((from+to)/2)), i, box) {
			if !pending {
				pending, start = true, from
			}
		} else {
			flush(from)
		}
		from = to
	}
	flush(1)
	return out
}

// isExposed reports whether a point of piece i's outline is in no other piece.
func (u *Pieces) isExposed(p collision.Vec, i int32, box collision.AABB) bool {
	for _, j := range u.near {
		if !u.boxes[j].Overlaps(box) || !u.boxes[j].Grow(Slop).Contains(p) {
			continue
		}
		_, d := u.shapes[j].Closest(collision.Identity(), p)
		if d < -Slop || d <= Slop && j < i {
			return false
		}
	}
	return true
}

// crossings records where a segment meets the outline of a piece.
func (u *Pieces) crossings(s *collision.Segment, sweep float64, o collision.Shape) {
	for _, c := range o.Boundary() {
		for i := range c {
			t := &c[i]
			switch {
			case s.Radius == 0 && t.Radius == 0:
				u.lineLine(s, t)
			case s.Radius == 0:
				d := s.To.Sub(s.From)
				meetCircle(s.From, d, t.Center, t.Radius, u.note)
			case t.Radius == 0:
				meetCircle(t.From, t.To.Sub(t.From), s.Center, s.Radius, func(x float64) {
					u.noteAngle(s, sweep, t.From.Lerp(t.To, x))
				})
			default:
				u.circleCircle(s, sweep, t)
			}
		}
	}
}

// note adds a cut at a fraction of the segment.
func (u *Pieces) note(t float64) {
	if t > 0 && t < 1 {
		u.cuts = append(u.cuts, t)
	}
}

// noteAngle adds a cut of an arc at p.
func (u *Pieces) noteAngle(s *collision.Segment, sweep float64, p collision.Vec) {
	a, b := s.From.Sub(s.Center), p.Sub(s.Center)
	angle := collision.Atan2(a.Cross(b), a.Dot(b))
	if sweep > 0 && angle < 0 {
		angle += 2 * math.Pi
	} else if sweep < 0 && angle > 0 {
		angle -= 2 * math.Pi
	}
	u.note(angle / sweep)
}

// lineLine cuts s where it crosses t's line, and next to t's ends.
func (u *Pieces) lineLine(s, t *collision.Segment) {
	d, e := s.To.Sub(s.From), t.To.Sub(t.From)
	if c := d.Cross(e); math.Abs(c) > 1e-12*d.Len()*e.Len() {
		u.note(t.From.Sub(s.From).Cross(e) / c)
	}
	for _, p := range [2]collision.Vec{t.From, t.To} {
		u.note(p.Sub(s.From).Dot(d) / d.LenSq())
	}
}

// circleCircle cuts arc s where t's circle crosses its own.
func (u *Pieces) circleCircle(s *collision.Segment, sweep float64, t *collision.Segment) {
	apart := t.Center.Sub(s.Center)
	l := apart.Len()
	if l <= Slop { // the same circle: cut where t begins and ends
		u.noteAngle(s, sweep, t.From)
		u.noteAngle(s, sweep, t.To)
		return
	}
	along := (float64(l*l) + float64(s.Radius*s.Radius) - float64(t.Radius*t.Radius)) / (2 * l)
	half := float64(s.Radius*s.Radius) - float64(along*along)
	if half < -Slop*s.Radius {
		return
	}
	mid := s.Center.MulAdd(apart, along/l)
	across := apart.Perp().Mul(math.Sqrt(max(half, 0)) / l)
	u.noteAngle(s, sweep, mid.Add(across))
	u.noteAngle(s, sweep, mid.Sub(across))
}

// meetCircle yields where the line from p along d crosses a circle, as fractions of d.
func meetCircle(p, d, center collision.Vec, radius float64, yield func(t float64)) {
	l2 := d.LenSq()
	if l2 == 0 {
		return
	}
	foot := center.Sub(p).Dot(d) / l2
	gap := center.Dist(p.MulAdd(d, foot))
	half := float64(radius*radius) - float64(gap*gap)
	if half < -Slop*radius {
		return
	}
	half = math.Sqrt(max(half, 0) / l2)
	yield(foot - half)
	yield(foot + half)
}
