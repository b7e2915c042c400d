package contacts

import (
	"cmp"
	"fmt"
	"iter"
	"math"

	"fillet/collision"
	"fillet/editor/level"
)

// State is the meaning of a contact for a designer. A collider has the most urgent (largest) state of its pairs.
type State uint8

// The states, from the least to the most urgent.
const (
	Clear    State = iota // apart
	Expected              // intended, needs no attention: see [Classify]
	Touching
	Triggered // a trigger and a collider inside it
	Overlapping
)

// String returns "clear", "expected", "touching", "triggered" or "overlapping".
func (s State) String() string {
	return [...]string{"clear", "expected", "touching", "triggered", "overlapping"}[min(s, Overlapping)]
}

// Kind is the relation of the two colliders of a pair.
type Kind uint8

// The kinds.
const (
	Solid Kind = iota
	Trigger
	OneWay
)

// String returns "solid", "trigger" or "one-way".
func (k Kind) String() string { return [...]string{"solid", "trigger", "one-way"}[min(k, OneWay)] }

// Pair holds two colliders that touch or overlap.
type Pair struct {
	A, B     level.ID
	State    State
	Kind     Kind
	Harmless bool              // they overlap, but no solver pushes either of them
	Depth    float64           // the greatest depth in level pixels; 0 when they only touch
	Points   int               // contact points over all manifolds
	Contact  collision.Contact // with its manifolds in level space, normals from A to B
}

// PairOf returns the pair of a contact between a and b. slop is the world's, ignored the level's. The pair keeps the
// contact's manifolds.
func PairOf(c collision.Contact, a, b *level.Collider, slop float64, ignored *level.IgnoredIndex) Pair {
	p := Pair{A: a.ID, B: b.ID, Contact: c}
	for i := range c.Manifolds {
		p.Depth = max(p.Depth, c.Manifolds[i].Depth())
		p.Points += c.Manifolds[i].Count
	}
	p.Kind, p.State = classify(&c, p.Depth, a, b, slop, ignored)
	p.Harmless = p.State == Overlapping && !IsPushed(a) && !IsPushed(b)
	return p
}

// IsPushed reports whether a solver pushes a collider out of others that it overlaps.
func IsPushed(c *level.Collider) bool { return c.Body == level.Dynamic && c.Role != level.Trigger }

// All yields the pairs of a world in the order of its contacts. The world's keys are indices into colliders, as
// returned by [level.NewWorld]; ignored is the level's. The manifolds belong to the world and are valid until its next
// Update.
func All(w *collision.World, colliders []*level.Collider, ignored *level.IgnoredIndex) iter.Seq[Pair] {
	return func(yield func(Pair) bool) {
		for c := range w.Contacts() {
			if !yield(PairOf(c, colliders[c.A], colliders[c.B], w.Slop, ignored)) {
				return
			}
		}
	}
}

// MetWorld returns the level's collision world with its contacts computed, and the colliders that its keys index. It
// returns an error if the contacts of crowded colliders would exhaust the memory.
func MetWorld(snap level.Snapshot) (*collision.World, []*level.Collider, error) {
	const limit = 1_000_000
	w, colliders := level.NewWorld(snap)
	if n := level.TooManyPairs(w, 0, limit); n > 0 {
		return nil, nil, fmt.Errorf("about %d thousand pairs overlap, too many to compute: thousands of colliders "+
			"are in one place; fillet check finds them", n/1000)
	}
	w.Update()
	return w, colliders, nil
}

// Classify returns the kind and the state of a contact between a and b. They overlap if the contact is deeper than
// slop, the world's Slop; otherwise they touch.
//
// A contact is Expected if it is
//   - with a trigger that is only touched, not entered;
//   - with a one-way collider, and no manifold is on the solid side: it lets the other collider through;
//   - between static colliders that overlap within one imported layer, or in two levels of one imported file: such
//     levels may cover each other, but are not played at the same time;
//   - between static colliders of one imported file that only touch;
//   - between colliders whose overlap the level ignores;
//   - between parts of one body, or of a joint that turns off their collision;
//   - between a kinematic collider and the chain that its path follows.
func Classify(c *collision.Contact, a, b *level.Collider, slop float64, ignored *level.IgnoredIndex) (Kind, State) {
	return classify(c, c.Depth(), a, b, slop, ignored)
}

// classify works like Classify for a contact whose depth is already computed.
func classify(
	c *collision.Contact, depth float64, a, b *level.Collider, slop float64, ignored *level.IgnoredIndex,
) (Kind, State) {
	kind, state := asItIs(c, depth, a, b, slop)
	if ignored.NeverCollide(a.ID, b.ID) {
		return kind, Expected
	}
	if state != Expected && (a.FollowedChain() == b.ID && b.ID != 0 || b.FollowedChain() == a.ID && a.ID != 0) {
		return kind, Expected // a platform on its rail
	}
	if state == Overlapping && ignored.Find(level.RuleOverlap, a.ID, b.ID) >= 0 {
		state = Expected
	}
	return kind, state
}

// asItIs classifies a contact, whether or not the level ignores the overlap.
func asItIs(c *collision.Contact, depth float64, a, b *level.Collider, slop float64) (Kind, State) {
	state := Touching
	if depth > slop {
		state = Overlapping
	}
	switch {
	case a.Role == level.Trigger || b.Role == level.Trigger:
		if state == Overlapping {
			return Trigger, Triggered
		}
		return Trigger, Expected
	case a.Role == level.OneWay || b.Role == level.OneWay:
		if !blocks(c, slop, state) || AreNeighbours(a, b, state) {
			return OneWay, Expected
		}
		return OneWay, state
	case AreNeighbours(a, b, state):
		return Solid, Expected
	}
	return Solid, state
}

// blocks reports whether a one-way contact has a manifold on the solid side, deeper than slop unless state is Touching.
func blocks(c *collision.Contact, slop float64, state State) bool {
	for i := range c.Manifolds {
		m := &c.Manifolds[i]
		if (state == Touching || m.Depth() > slop) && c.Blocks(m) {
			return true
		}
	}
	return false
}

// AreNeighbours reports whether two static colliders are in state s because an imported file places them so on purpose:
// see [Classify].
func AreNeighbours(a, b *level.Collider, s State) bool {
	na, nb := origin(a), origin(b)
	switch {
	case na.File == "" || na.File != nb.File:
		return na != (level.Source{}) && na == nb
	case s == Touching:
		return true
	}
	return na == nb || na.Level != "" && nb.Level != "" && na.Level != nb.Level
}

// origin returns the imported layer of a static collider. It returns zero for a collider that was drawn in Fillet or
// that moves.
func origin(c *level.Collider) level.Source {
	if c.Source == nil || c.Body != level.Static {
		return level.Source{}
	}
	return level.Source{File: c.Source.File, Level: c.Source.Level, Layer: c.Source.Layer}
}

// Shows reports whether the pair marks its colliders: neighbours that only touch are not marked.
func (p *Pair) Shows() bool { return p.State != Expected || p.Depth > collision.DefaultSlop }

// Line returns the segment of the contact surface through a contact point with the given normal.
func (p *Pair) Line(at, normal level.Vec) (from, to level.Vec) {
	from, to = at, at
	t := normal.Perp()
	for i := range p.Contact.Manifolds {
		m := &p.Contact.Manifolds[i]
		if math.Abs(m.Normal.Dot(normal)) < 0.99 {
			continue
		}
		for _, q := range m.Points[:m.Count] {
			if t.Dot(q.Point) < t.Dot(from) {
				from = q.Point
			}
			if t.Dot(q.Point) > t.Dot(to) {
				to = q.Point
			}
		}
	}
	return from, to
}

func (p Pair) compare(o Pair) int {
	return cmp.Or(cmp.Compare(p.Contact.A, o.Contact.A), cmp.Compare(p.Contact.B, o.Contact.B))
}
