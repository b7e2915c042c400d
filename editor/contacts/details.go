package contacts

import (
	"fillet/collision"
	"fillet/editor/level"
)

// Details describes the contact of two colliders, A and B, in the caller's order.
type Details struct {
	A, B                  level.ID
	State                 State
	Kind                  Kind
	Depth                 float64 // the greatest depth in level pixels; 0 when they only touch
	Friction, Restitution float64 // as the playtest combines them
	Manifolds             []ManifoldDetails
}

// ManifoldDetails describes where two convex pieces touch, in level space.
type ManifoldDetails struct {
	Normal         level.Vec // unit, from A to B
	PieceA, PieceB int       // indices of the colliders' convex pieces; -1 if unknown
	Points         [2]PointDetails
	Count          int
}

// PointDetails is a contact point.
type PointDetails struct {
	At                 level.Vec         // midway between the two surfaces
	Separation         float64           // along the normal, negative where they overlap
	FeatureA, FeatureB collision.Feature // features of the pieces
}

// Details returns the contact of two colliders, or false if they are apart. It reuses to for the manifolds.
func (l *Live) Details(a, b level.ID, to []ManifoldDetails) (Details, bool) {
	p, ok := l.Contact(a, b)
	if !ok {
		return Details{}, false
	}
	ca, cb := l.doc.Collider(a), l.doc.Collider(b)
	play := &l.doc.Settings().Playtest
	d := Details{
		A: a, B: b, State: p.State, Kind: p.Kind, Depth: p.Depth, Manifolds: to[:0],
		Friction: play.FrictionMix.Of(ca.Friction, cb.Friction), Restitution: play.RestitutionMix.Of(ca.Restitution,
			cb.Restitution),
	}
	first, second := PlacedAt(ca, l.doc.Baked(a)), PlacedAt(cb, l.doc.Baked(b))
	flipped := p.A != a
	if flipped {
		first, second = second, first
	}
	for i := range p.Contact.Manifolds {
		m := &p.Contact.Manifolds[i]
		out := ManifoldDetails{Normal: m.Normal, Count: m.Count}
		out.PieceA, out.PieceB = piecesOf(m, first, second, l.world.Slop)
		for k := range m.Count {
			q := &m.Points[k]
			out.Points[k] = PointDetails{At: q.Point, Separation: q.Separation, FeatureA: q.ID.A(), FeatureB: q.ID.B()}
			if flipped {
				out.Points[k].FeatureA, out.Points[k].FeatureB = out.Points[k].FeatureB, out.Points[k].FeatureA
			}
		}
		if flipped {
			out.Normal, out.PieceA, out.PieceB = m.Normal.Neg(), out.PieceB, out.PieceA
		}
		d.Manifolds = append(d.Manifolds, out)
	}
	return d, true
}

// piecesOf finds the two pieces that a manifold belongs to, because a world does not record them. It returns -1 if it
// does not find them.
func piecesOf(m *collision.Manifold, a, b Placed, slop float64) (ofA, ofB int) {
	if len(a.Baked.Pieces) == 1 && len(b.Baked.Pieces) == 1 {
		return 0, 0
	}
	const limit = 256 // limits the pairs of pieces to try
	tried := 0
	reach := slop + max(m.Depth(), 0)
	for i := range a.Baked.Pieces {
		if !a.Baked.Pieces[i].Bounds(a.At).Grow(reach).Contains(m.Points[0].Point) {
			continue
		}
		for j := range b.Baked.Pieces {
			if !b.Baked.Pieces[j].Bounds(b.At).Grow(reach).Contains(m.Points[0].Point) {
				continue
			}
			if tried++; tried > limit {
				return -1, -1
			}
			if again, ok := collision.Collide(a.Baked.Pieces[i], a.At, b.Baked.Pieces[j], b.At, slop); ok &&
				sameManifold(&again, m) {
				return i, j
			}
		}
	}
	return -1, -1
}

// sameManifold reports whether two manifolds are equal up to rounding.
func sameManifold(a, b *collision.Manifold) bool {
	const near = 1e-6
	if a.Count != b.Count || a.Normal.Dist(b.Normal) > near {
		return false
	}
	for i := range a.Count {
		if a.Points[i].ID != b.Points[i].ID || a.Points[i].Point.Dist(b.Points[i].Point) > near {
			return false
		}
	}
	return true
}
