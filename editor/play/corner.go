package play

import (
	"math"

	"fillet/collision"
)

// lineEnd is the direction and the ground index of the line that continues a chain's line at one of its ends. It is
// zero if there is none.
type lineEnd struct {
	along Vec
	next  int32
}

// straight is the sine of the largest angle at which two lines of a chain count as one.
const straight = 0.05

// connect links the lines of one collider, which are the last pieces of the ground.
func (s *scene) connect(from int) {
	list := s.ground[from:]
	for i := range list {
		p, q := &list[i], &list[(i+1)%len(list)] // the first one follows the last
		if p == q || p.shape.Len() != 2 || q.shape.Len() != 2 {
			continue
		}
		xf := &s.statics[p.owner].xf
		for e := range 2 {
			for o := range 2 {
				if p.shape.Vertex(e) != q.shape.Vertex(o) {
					continue
				}
				a := xf.Q.Apply(p.shape.Vertex(1 - e).Sub(p.shape.Vertex(e))).Unit()
				b := xf.Q.Apply(q.shape.Vertex(1 - o).Sub(q.shape.Vertex(o))).Unit()
				if math.Abs(a.Cross(b)) > straight {
					p.ends[e] = lineEnd{b, int32(from + (i+1)%len(list))}
					q.ends[o] = lineEnd{a, int32(from + i)}
				}
			}
		}
	}
}

// squareOff turns a contact between a shape and a chain's line, near a corner that contains the shape, into one with
// the flat of the line. In the corner of a room nothing is beyond the end of a line, but the tip of a sharp shape on
// the floor may sink slightly below the end of the wall, which would then wedge itself above it.
func (s *scene) squareOff(m *collision.Manifold, shape *collision.Shape, xf *collision.Transform, f *fixture) bool {
	if f.ends == ([2]lineEnd{}) {
		return false
	}
	place := &s.statics[f.owner].xf
	end := [2]Vec{place.Apply(f.shape.Vertex(0)), place.Apply(f.shape.Vertex(1))}
	k := 0
	if m.Points[0].Point.Dist(end[1]) < m.Points[0].Point.Dist(end[0]) {
		k = 1
	}
	on := f.ends[k].along
	if on == (Vec{}) || m.Points[0].Point.Dist(end[k]) > reach+math.Abs(m.Depth()) {
		return false
	}
	along := end[1-k].Sub(end[k]).Unit()
	n := on.MulAdd(along, -on.Dot(along)).Unit().Neg()
	if m.Normal.Dot(n) > 1-1e-6 {
		return false
	}
	middle := middleOf(shape, *xf).Sub(end[k])
	// In the corner: a positive combination of both directions.
	if d := along.Cross(on); !(middle.Cross(on)/d > 0) || !(along.Cross(middle)/d > 0) {
		return false
	}
	least, at := math.Inf(1), 0
	for i := range shape.Len() {
		if d := end[k].Sub(xf.Apply(shape.Vertex(i))).Dot(n); d < least {
			least, at = d, i
		}
	}
	least -= shape.Radius() + f.shape.Radius()
	p := xf.Apply(shape.Vertex(at)).MulAdd(n, shape.Radius()+float64(least/2))
	m.Normal, m.Count = n, 1
	m.Points[0] = collision.ManifoldPoint{
		Point: p, Separation: least,
		ID: collision.FeatureID(uint64(at)<<33 | uint64(k)<<1 | 1<<62),
	}
	return true
}

// middleOf returns the mean of a placed shape's vertices.
func middleOf(shape *collision.Shape, xf collision.Transform) (middle Vec) {
	for i := range shape.Len() {
		middle = middle.Add(xf.Apply(shape.Vertex(i)))
	}
	return middle.Mul(1 / float64(shape.Len()))
}

// manifold returns the core's manifold of two pieces, adjusted at corners of chains. It also reports whether the
// contact is in such a corner.
func (s *scene) manifold(
	a, b target, xa, xb *collision.Transform, margin float64,
) (m collision.Manifold, hit, corner bool) {
	sa, _ := s.piece(a)
	sb, _ := s.piece(b)
	if m, hit = collision.Collide(*sa, *xa, *sb, *xb, margin); hit && b.body == noBody {
		corner = s.squareOff(&m, sa, xa, &s.ground[b.piece])
	}
	return m, hit, corner
}
