package collision

import "math"

// Contact is a pair of bodies that touch or overlap. A is less than B.
type Contact struct {
	A, B    Key
	Trigger bool // at least one of them is a trigger
	OneWay  bool // at least one of them is solid from one side only
	// OneWayA and OneWayB are the unit directions in which A and B are solid, in
	// world space; zero for a body that is solid from all sides.
	OneWayA, OneWayB Vec
	// Manifolds are in world space with normals from A to B, one for each pair of touching shapes, in the order of A's
	// and then B's shapes. They belong to the World and are valid until its next Update.
	Manifolds []Manifold
}

func (c *Contact) sameKind(d *Contact) bool {
	return c.Trigger == d.Trigger && c.OneWayA == d.OneWayA && c.OneWayB == d.OneWayB
}

// Depth returns the greatest depth of the contact's points. It is negative if there is a gap between the bodies, which
// is then smaller than the World's Slop.
func (c Contact) Depth() float64 {
	depth := math.Inf(-1)
	for i := range c.Manifolds {
		depth = max(depth, c.Manifolds[i].Depth())
	}
	return depth
}

// Touching reports whether the bodies touch without overlapping by more than slop.
func (c Contact) Touching(slop float64) bool { return math.Abs(c.Depth()) <= slop }

// IsSolidSide reports whether a one-way body with this unit direction is solid where its outward unit normal is n:
// within 60 degrees of the direction, so that a rounded edge supports a body and a side does not.
func IsSolidSide(direction, n Vec) bool { return direction.Dot(n) >= 0.5 }

// Blocks reports whether a manifold of the contact stops the bodies. Triggers never block. A one-way body blocks if the
// manifold is on its solid side; only the caller knows whether the other body came from that side.
func (c *Contact) Blocks(m *Manifold) bool {
	if c.Trigger || !c.OneWay {
		return !c.Trigger
	}
	return (c.OneWayA == Vec{} || IsSolidSide(c.OneWayA, m.Normal)) &&
		(c.OneWayB == Vec{} || IsSolidSide(c.OneWayB, m.Normal.Neg()))
}

// EventKind is the kind of change to a contact.
type EventKind uint8

// The kinds of change. Change is a change to a manifold or a flag.
const (
	Begin EventKind = iota
	Change
	End
)

// String returns "begin", "change" or "end".
func (k EventKind) String() string {
	return [...]string{"begin", "change", "end", "unknown"}[min(k, End+1)]
}

// Event is a change to a contact between two Updates. An End carries the contact's last state.
type Event struct {
	Kind    EventKind
	Contact Contact
}
