package contacts

import (
	"math"

	"fillet/editor/level"
)

// Side is one of two colliders that overlap, with what decides which of them is to move.
type Side struct {
	Collider *level.Collider
	Layer    float64 // the order of its layer
	Size     float64 // see SizeOf
	Locked   bool    // it, its layer or a group that it is in
	Held     bool    // dragged or selected
}

// SideOf returns a collider of a document as a side.
func SideOf(doc *level.Document, id level.ID, held bool) Side {
	c := doc.Collider(id)
	s := Side{Collider: c, Size: SizeOf(c, doc.Baked(id)), Locked: doc.Locked(c), Held: held}
	if l := doc.Layer(c.Layer); l != nil {
		s.Layer = l.Order
	}
	return s
}

// SizeOf measures how large a collider is, in square pixels: its area, of a chain the square across its bounds.
func SizeOf(c *level.Collider, b *level.Baked) float64 {
	if c.Shape.Kind == level.Chain {
		return b.Bounds.Size().LenSq()
	}
	return b.Mass().Area
}

// Yields reports whether a is the one of two colliders that overlap which is to move, out of b: the one that is dragged or selected;
// else a dynamic one, or a kinematic one, for what is static is the anchor; else the smaller one; else the one that is drawn later.
// What is locked never moves: the other one does instead, but no anchor for the sake of a locked crate, unless it is held. Of two
// colliders one yields to the other, and where it is locked both stay.
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

// isFirst is Yields of two of which none is locked.
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

// sameSize is the part by which two sizes may differ and be one: rounding makes copies of one shape differ.
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
