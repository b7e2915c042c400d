package contacts

import (
	"math"

	"fillet/editor/level"
)

// Side is one of two overlapping colliders, with the properties that decide which of them moves.
type Side struct {
	Collider *level.Collider
	Layer    float64 // index of its layer in drawing order
	Size     float64 // see SizeOf
	Locked   bool    // the collider, its layer or a group is locked
	Held     bool    // the collider is dragged or selected
}

// SideOf returns a document's collider as a Side.
func SideOf(doc *level.Document, id level.ID, held bool) Side {
	c := doc.Collider(id)
	s := Side{Collider: c, Size: SizeOf(c, doc.Baked(id)), Locked: doc.Locked(c), Held: held}
	if l := doc.Layer(c.Layer); l != nil {
		s.Layer = l.Order
	}
	return s
}

// SizeOf returns the size of a collider in square pixels: its area or, for a chain, the square of its bounds' diagonal.
func SizeOf(c *level.Collider, b *level.Baked) float64 {
	if c.Shape.Kind == level.Chain {
		return b.Bounds.Size().LenSq()
	}
	return b.Mass().Area
}

// Yields reports whether a moves out of b, rather than b out of a. The dragged or selected collider moves. Otherwise it
// is the dynamic one, then the kinematic one, because static colliders are anchors; then the smaller one; then the one
// drawn later. A locked collider never moves: the other one moves instead, but an anchor does not yield to a locked
// crate unless the anchor is held. Exactly one of two colliders yields; if that one is locked, both stay.
func (a *Side) Yields(b *Side) bool {
	first := a.isFirst(b)
	mover, other := a, b
	if !first {
		mover, other = b, a
	}
	if mover.Locked && !other.Locked && (other.Held || mobility(other.Collider) >= mobility(mover.Collider)) {
		return !first
	}
	return first
}

// isFirst works like Yields for two unlocked colliders.
func (a *Side) isFirst(b *Side) bool {
	if a.Held != b.Held {
		return a.Held
	}
	if x, y := mobility(a.Collider), mobility(b.Collider); x != y {
		return x > y
	}
	if math.Abs(a.Size-b.Size) > sameSize*max(a.Size, b.Size) {
		return a.Size < b.Size
	}
	if a.Layer != b.Layer {
		return a.Layer > b.Layer
	}
	if a.Collider.Order != b.Collider.Order {
		return a.Collider.Order > b.Collider.Order
	}
	return a.Collider.ID > b.Collider.ID
}

// sameSize is the relative difference below which two sizes count as equal, because rounding makes copies of a shape
// differ.
const sameSize = 1e-9

func mobility(c *level.Collider) int {
	switch c.Body {
	case level.Dynamic:
		return 2
	case level.Kinematic:
		return 1
	}
	return 0
}
