package editor

import (
	"math"
	"slices"

	"fillet/collision"
	"fillet/editor/level"
)

// Picking finds colliders by their location.
type Picking struct{ s *Session }

// Picking returns the search for colliders by location.
func (s *Session) Picking() Picking { return Picking{s} }

// At returns the editable colliders at a point, topmost first: colliders that contain it, and thin ones and points
// within the tolerance, in level pixels. Other near misses follow, topmost first.
func (k Picking) At(p level.Vec, tolerance float64) []level.ID {
	return k.at(p, tolerance, k.s.selection.canPick)
}

// AnyAt works like At for all visible colliders, including locked ones.
func (k Picking) AnyAt(p level.Vec, tolerance float64) []level.ID {
	return k.at(p, tolerance, k.s.doc.Visible)
}

func (k Picking) at(p level.Vec, tolerance float64, is func(*level.Collider) bool) []level.ID {
	s := k.s
	var hits, near []level.ID
	reach := collision.AABB{Min: p, Max: p}.Grow(tolerance)
	for _, key := range s.live.World().QueryBox(reach, collision.Query{Triggers: true}) {
		c := s.doc.At(key)
		if c == nil || !is(c) {
			continue
		}
		switch d := distanceTo(s.doc, c, p); {
		case d <= 0 || d <= tolerance && isThin(c.Shape, tolerance):
			hits = append(hits, c.ID)
		case d <= tolerance:
			near = append(near, c.ID)
		}
	}
	for id := range s.live.Points() {
		if c := s.doc.Collider(id); is(c) && distanceTo(s.doc, c, p) <= tolerance {
			hits = append(hits, id)
		}
	}
	return append(topmostFirst(s.doc, hits), topmostFirst(s.doc, near)...)
}

// In returns the editable colliders that overlap a box, in drawing order.
func (k Picking) In(b collision.AABB) []level.ID {
	s := k.s
	var ids []level.ID
	for _, key := range s.live.World().QueryBox(b, collision.Query{Triggers: true}) {
		if c := s.doc.At(key); c != nil && s.selection.canPick(c) {
			ids = append(ids, c.ID)
		}
	}
	for id := range s.live.Points() {
		if c := s.doc.Collider(id); s.selection.canPick(c) && b.Contains(c.Position) {
			ids = append(ids, id)
		}
	}
	return inDrawingOrder(s.doc, ids)
}

// distanceTo returns the distance of a point from a collider's surface; 0 or less inside.
func distanceTo(doc *level.Document, c *level.Collider, p level.Vec) float64 {
	best, at := math.Inf(1), c.Transform()
	if c.Shape.Kind == level.Point {
		return c.Position.Dist(p)
	}
	for _, piece := range doc.Baked(c.ID).Pieces {
		_, d := piece.Closest(at, p)
		best = min(best, d)
	}
	return best
}

// isThin reports whether a shape is too thin to hit its inside with the pointer.
func isThin(shape level.Shape, tolerance float64) bool {
	if shape.Kind == level.Chain || shape.Kind == level.Capsule {
		return shape.Radius < tolerance
	}
	size := level.LocalBounds(shape).Size()
	return min(size.X, size.Y) < 2*tolerance
}

func topmostFirst(doc *level.Document, ids []level.ID) []level.ID {
	ids = inDrawingOrder(doc, ids)
	slices.Reverse(ids)
	return ids
}
