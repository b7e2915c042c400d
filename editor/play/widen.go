package play

import "fillet/collision"

// parallel is the least cosine between a manifold's normal and the direction of a second contact point.
const parallel = 0.995

// widen adds a second point to a manifold of two vertices if a flat side next to one of the vertices also lies along
// the other shape: the rounded corner of a stone on a floor has passed the floor's end, but the stone still rests on
// it. The normal becomes that side's.
func widen(
	m *collision.Manifold, a *collision.Shape, xa collision.Transform, b *collision.Shape, xb collision.Transform,
	margin float64,
) {
	id := m.Points[0].ID
	if m.Count != 1 || id.A().Edge || id.B().Edge {
		return
	}
	i, j := id.A().Index, id.B().Index
	n, apart, k, ok := flatBeside(m.Normal, a, xa, b, xb, i, margin)
	v, name := xa.Apply(a.Vertex(k)).MulAdd(n, a.Radius()+float64(apart/2)), uint64(k)<<33|1<<31
	if !ok {
		n, apart, k, ok = flatBeside(m.Normal.Neg(), b, xb, a, xa, j, margin)
		v, name = xb.Apply(b.Vertex(k)).MulAdd(n, b.Radius()+float64(apart/2)), uint64(k)<<1|1<<63
		n = n.Neg()
	}
	if !ok {
		return
	}
	m.Normal, m.Count = n, 2
	m.Points[0].Separation = xb.Apply(b.Vertex(j)).Sub(xa.Apply(a.Vertex(i))).Dot(n) - a.Radius() - b.Radius()
	m.Points[1] = collision.ManifoldPoint{Point: v, Separation: apart, ID: collision.FeatureID(name)}
}

// flatBeside finds a vertex of s next to vertex i that is near o in nearly the direction n. It returns the direction,
// the distance between the surfaces, and the vertex.
func flatBeside(
	n Vec, s *collision.Shape, xs collision.Transform, o *collision.Shape, xo collision.Transform, i int,
	margin float64,
) (dir Vec, apart float64, vertex int, ok bool) {
	if s.Len() < 2 {
		return Vec{}, 0, 0, false
	}
	apart = margin
	for _, k := range [2]int{(i + s.Len() - 1) % s.Len(), (i + 1) % s.Len()} {
		v := xs.Apply(s.Vertex(k))
		on, d := o.Closest(xo, v)
		if to := on.Sub(v); d > 0 && d-s.Radius() < apart && to.Dot(n) >= parallel*d {
			dir, apart, vertex, ok = to.Mul(1/d), d-s.Radius(), k, true
		}
	}
	return dir, apart, vertex, ok
}
