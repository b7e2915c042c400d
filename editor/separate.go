package editor

import (
	"errors"
	"fmt"
	"math"

	"fillet/collision"
	"fillet/editor/contacts"
	"fillet/editor/level"
	"fillet/editor/quote"
)

// ErrApart is the error of separating colliders that do not overlap.
var ErrApart = errors.New("they do not overlap")

// Separate moves one of two overlapping colliders out of the other, as one step: the selected one, else the one that is
// not static, else the smaller. They touch afterwards.
func (s *Session) Separate(a, b level.ID) error {
	mover, other, err := s.mover(a, b)
	if err != nil {
		return err
	}
	by, ok := s.Separation(mover.ID, other.ID)
	if !ok {
		return fmt.Errorf("%s and %s: %w", quote.Printable(mover.Label()), quote.Printable(other.Label()), ErrApart)
	}
	return s.edit("Separate", []level.ID{mover.ID}, func(c *level.Collider) { c.Position = c.Position.Add(by) })
}

// mover chooses which of two colliders Separate moves.
func (s *Session) mover(a, b level.ID) (mover, other *level.Collider, err error) {
	ca, cb := s.doc.Collider(a), s.doc.Collider(b)
	if ca == nil || cb == nil || a == b {
		return nil, nil, ErrNothingSelected
	}
	freeA, errA := s.Changeable([]level.ID{a})
	freeB, errB := s.Changeable([]level.ID{b})
	if errA != nil && errB != nil {
		return nil, nil, errA
	}
	for _, prefer := range []func(x, y *level.Collider) bool{
		func(x, y *level.Collider) bool { return len(freeA) != len(freeB) && (x == ca) == (len(freeA) > 0) },
		func(x, y *level.Collider) bool { return s.selection.Has(x.ID) && !s.selection.Has(y.ID) },
		func(x, y *level.Collider) bool { return x.Body != level.Static && y.Body == level.Static },
		func(x, y *level.Collider) bool { return s.doc.Baked(x.ID).Mass().Area < s.doc.Baked(y.ID).Mass().Area },
	} {
		switch {
		case prefer(ca, cb):
			return ca, cb, nil
		case prefer(cb, ca):
			return cb, ca, nil
		}
	}
	if a > b { // the one that was made later
		return ca, cb, nil
	}
	return cb, ca, nil
}

// Separation is the shortest way to move one collider after which it only touches the other. It is false when they do
// not overlap.
func (s *Session) Separation(mover, other level.ID) (level.Vec, bool) {
	p, ok := s.live.Contact(mover, other)
	if !ok || p.Depth <= 0 {
		return level.Vec{}, false
	}
	return s.wayOut(mover, []level.ID{other})
}

// WayOut is the shortest way found to move a collider out of all the solid ones that it overlaps. It is false when it
// overlaps none.
func (s *Session) WayOut(id level.ID) (level.Vec, bool) {
	var others []level.ID
	c := s.doc.Collider(id)
	if c == nil || c.Role == level.Trigger || s.live.State(id) != contacts.Overlapping {
		return level.Vec{}, false
	}
	for _, p := range s.live.ContactsOf(id) {
		if p.State == contacts.Overlapping {
			others = append(others, p.A+p.B-id)
		}
	}
	if len(others) == 0 {
		return level.Vec{}, false
	}
	return s.wayOut(id, others)
}

// separator finds how far a union of convex pieces must go in a direction to leave another.
type separator struct {
	own      []collision.Shape
	at       collision.Transform
	obstacle []placed
	reach    float64 // further than this nothing overlaps
}

type placed struct {
	shape  collision.Shape
	at     collision.Transform
	bounds collision.AABB
}

// wayOut tries the directions in which the shortest way out can lie: the normals of the contacts and of both outlines'
// edges, and the level's axes. Along each it is found exactly: a convex piece leaves another once and for all, so the
// way ends behind the last of the pieces that it would have to pass through.
func (s *Session) wayOut(id level.ID, others []level.ID) (level.Vec, bool) {
	c := s.doc.Collider(id)
	own := s.doc.Baked(id)
	x := separator{own: own.Pieces, at: c.Transform()}
	all := pieceBounds(own.Pieces, x.at)
	var directions []level.Vec
	for _, o := range others {
		oc, ob := s.doc.Collider(o), s.doc.Baked(o)
		at := oc.Transform()
		for _, p := range ob.Pieces {
			b := p.Bounds(at)
			x.obstacle = append(x.obstacle, placed{p, at, b})
			all = all.Union(b)
		}
		if pair, ok := s.live.Contact(id, o); ok {
			for i := range pair.Contact.Manifolds {
				n := pair.Contact.Manifolds[i].Normal
				if pair.A == id {
					n = n.Neg()
				}
				directions = append(directions, n)
			}
		}
		directions = appendNormals(directions, ob.Pieces, at, 1)
	}
	directions = appendNormals(directions, own.Pieces, x.at, -1)
	directions = append(directions, level.Vec{X: 1}, level.Vec{X: -1}, level.Vec{Y: 1}, level.Vec{Y: -1})
	x.reach = float64(2*(all.Size().X+all.Size().Y)) + 1
	way, ok := x.shortest(directions)
	if len(x.own)*len(x.obstacle) < 2 {
		return way, ok
	}
	// Out of a corner between two pieces, the way leads along neither's normal.
	if by, found := x.pushed(); found && (!ok || by.Len() < way.Len()) {
		return by, true
	}
	return way, ok
}

// maxDirections bounds the work for outlines with very many edges.
const maxDirections = 256

func appendNormals(to []level.Vec, pieces []collision.Shape, at collision.Transform, sign float64) []level.Vec {
	for _, p := range pieces {
		if p.Len() < 2 {
			continue
		}
		for i := range p.Len() {
			if len(to) >= maxDirections {
				return to
			}
			to = append(to, at.Q.Apply(p.Normal(i)).Mul(sign))
		}
	}
	return to
}

func (x *separator) shortest(directions []level.Vec) (level.Vec, bool) {
	best, way := math.Inf(1), level.Vec{}
	type key struct{ x, y int32 }
	tried := make(map[key]bool, len(directions))
	for _, d := range directions {
		k := key{int32(math.Round(d.X * 1e8)), int32(math.Round(d.Y * 1e8))}
		if tried[k] {
			continue
		}
		tried[k] = true
		if t := x.exit(d, best); t < best {
			best, way = t, d.Mul(t)
		}
	}
	return way, !math.IsInf(best, 1)
}

// exit is how far the pieces must go in direction d, a unit vector, to overlap none of the obstacles; +Inf when that is
// not less than the limit.
func (x *separator) exit(d level.Vec, limit float64) float64 {
	limit = min(limit, x.reach)
	t := 0.0
	for range len(x.own)*len(x.obstacle) + 2 { // each pair is left once; two more for rounding
		if t >= limit {
			break
		}
		next := t
		at := x.at
		at.P = x.at.P.MulAdd(d, t)
		for _, own := range x.own {
			b := own.Bounds(at)
			for _, o := range x.obstacle {
				if b.Overlaps(o.bounds) {
					next = max(next, t+x.leave(own, at, d, o))
				}
			}
		}
		if next == t {
			return t
		}
		t = next
	}
	return math.Inf(1)
}

// pushed moves the pieces out of the deepest contact, again and again, until nothing overlaps. It is false when that does
// not come to an end.
func (x *separator) pushed() (by level.Vec, ok bool) {
	const most = 64
	at := x.at
	for range most {
		deepest := collision.Manifold{}
		depth := separationTolerance
		for _, own := range x.own {
			b := own.Bounds(at)
			for _, o := range x.obstacle {
				if !b.Overlaps(o.bounds) {
					continue
				}
				if m, hit := collision.Collide(own, at, o.shape, o.at, 0); hit && m.Depth() > depth {
					deepest, depth = m, m.Depth()
				}
			}
		}
		if deepest.Count == 0 {
			return at.P.Sub(x.at.P), true
		}
		at.P = at.P.MulAdd(deepest.Normal, -depth)
	}
	return level.Vec{}, false
}

// leave is how far a convex shape must go in direction d to leave an obstacle that it overlaps; 0 when it does not. Along
// a straight way two convex shapes overlap in one stretch, so its end is where the shape would meet the obstacle if it
// came back from far away.
func (x *separator) leave(own collision.Shape, at collision.Transform, d level.Vec, o placed) float64 {
	m, ok := collision.Collide(own, at, o.shape, o.at, 0)
	if !ok || m.Depth() <= separationTolerance {
		return 0
	}
	all := own.Bounds(at).Union(o.bounds).Size()
	far := all.X + all.Y
	at.P = at.P.MulAdd(d, far)
	hit, ok := collision.Cast(own, at, d.Mul(-far), o.shape, o.at)
	if !ok {
		return 0
	}
	return max(far*(1-hit.T), m.Depth())
}

// separationTolerance is the depth up to which colliders count as separated, in level pixels: far below what counts as
// an overlap, far above what rounding leaves at the largest coordinates.
const separationTolerance = 1e-6

func pieceBounds(pieces []collision.Shape, at collision.Transform) collision.AABB {
	b := collision.EmptyAABB()
	for _, p := range pieces {
		b = b.Union(p.Bounds(at))
	}
	return b
}
