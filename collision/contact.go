package collision

import "math"

// Contact is a pair of bodies that touch or overlap. A is less than B.
type Contact struct {
	A, B    Key
	Trigger bool // one of them is a trigger
	OneWay  bool // one of them, or both, is solid from one side only
	// Direction is the one-way body's unit direction; A's where both are.
	Direction Vec
	// Manifolds are in world space with normals from A to B, one for each pair
	// of their shapes that touches, in the order of A's and then B's shapes.
	// They belong to the World and hold until its next Update.
	Manifolds []Manifold

	oneWayB bool // Direction is B's
}

func (c *Contact) sameKind(d *Contact) bool {
	return c.Trigger == d.Trigger && c.OneWay == d.OneWay && c.Direction == d.Direction && c.oneWayB == d.oneWayB
}

// Depth returns the greatest depth of the contact's points. It is negative
// where the bodies are apart, by less than the World's Slop.
func (c Contact) Depth() float64 {
	depth := math.Inf(-1)
	for i := range c.Manifolds {
		depth = max(depth, c.Manifolds[i].Depth())
	}
	return depth
}

// Touching reports whether the bodies touch without overlapping by more than
// slop.
func (c Contact) Touching(slop float64) bool { return math.Abs(c.Depth()) <= slop }

// oneWayCosine is the cosine of the widest angle between a one-way body's
// direction and a normal at which it still counts as met from its solid side:
// 60 degrees, so that a rounded edge carries and a side does not.
const oneWayCosine = 0.5

// Blocks reports whether a manifold of the contact stops the bodies. Triggers
// never do. A one-way body does where the manifold pushes the other out along
// its direction; whether the other came from that side is for the caller to
// know.
func (c Contact) Blocks(m *Manifold) bool {
	switch {
	case c.Trigger:
		return false
	case !c.OneWay:
		return true
	case c.oneWayB:
		return -m.Normal.Dot(c.Direction) >= oneWayCosine
	}
	return m.Normal.Dot(c.Direction) >= oneWayCosine
}

// EventKind says what happened to a contact.
type EventKind uint8

// A contact begins, changes a manifold or a flag, and ends.
const (
	Begin EventKind = iota
	Change
	End
)

// String returns "begin", "change" or "end".
func (k EventKind) String() string {
	switch k {
	case Begin:
		return "begin"
	case Change:
		return "change"
	case End:
		return "end"
	}
	return "unknown"
}

// Event is a change of the contact set between two Updates. An End carries the
// contact as it last was.
type Event struct {
	Kind    EventKind
	Contact Contact
}
