package tool

import (
	"fmt"
	"slices"

	"fillet/collision"
	"fillet/editor/contacts"
	"fillet/editor/level"
)

// why holds the state of the explanation view, which shows how the collision core computes the contact of a pair. It
// works with every tool.
type why struct {
	isOn bool
	all  bool            // show the losing axes too
	doc  *level.Document // document of the pair
	pair [2]level.ID     // the last two selected colliders, or one and its deepest contact; zero for none
	step int             // index of the shown pair of pieces among the near pairs
}

// explained is the pair of pieces that the view shows.
type explained struct {
	contacts.ExplainedPair
	a, b   *level.Collider // A and B
	at, of int             // the pair's index among the near pairs, and their number
	isUsed bool            // the level's contact has this normal, or the level has no contact
}

const (
	nearPieces = 64   // maximum number of pairs of pieces to step through
	sameNormal = 1e-6 // tolerance for equal directions
)

// explaining adds the methods of the explanation view to the controller.
type explaining struct{ *Controller }

// IsWhy reports whether the explanation view is on.
func (c *Controller) IsWhy() bool { return c.why.isOn }

// ToggleWhy switches the explanation view on or off. The view explains the contact of the selected pair.
func (c *Controller) ToggleWhy() {
	c.act(func() {
		c.why.isOn, c.why.step = !c.why.isOn, 0
		explaining{c}.whyPair()
	})
}

func (c explaining) whyKey(name string, m Mods) bool {
	switch {
	case name == "W" && !m.Shift:
		c.ToggleWhy()
	case !c.why.isOn:
		return false
	case name == "W":
		c.why.all = !c.why.all
	case name == "PageUp":
		c.why.step--
	case name == "PageDown":
		c.why.step++
	default:
		return false
	}
	return true
}

// whyPair returns the explained pair: the two selected shapes, or the only selected shape and its deepest contact. Any
// other selection keeps the pair.
func (c explaining) whyPair() (a, b *level.Collider, ok bool) {
	w, doc := &c.why, c.session.Document()
	if w.doc != doc {
		*w = why{isOn: w.isOn, all: w.all, doc: doc}
	}
	choose := func(a, b level.ID) {
		if pair := [2]level.ID{a, b}; w.pair != pair && w.pair != [2]level.ID{b, a} {
			w.pair, w.step = pair, 0
		}
	}
	switch ids := c.session.Selection().IDs(); {
	case len(ids) == 2:
		choose(ids[0], ids[1])
	case len(ids) == 1 && !slices.Contains(w.pair[:], ids[0]):
		deepest := contacts.Pair{Depth: -1}
		for _, p := range c.session.Live().ContactsOf(ids[0]) {
			if p.Depth > deepest.Depth {
				deepest = p
			}
		}
		if deepest.Depth >= 0 {
			choose(ids[0], deepest.A+deepest.B-ids[0])
		}
	}
	a, b = doc.Collider(w.pair[0]), doc.Collider(w.pair[1])
	if !c.hasPieces(a) || !c.hasPieces(b) {
		return nil, nil, false
	}
	// A is the shape that yields, as in the drawing of the contact.
	sel := c.session.Selection()
	sa, sb := sel.Side(a.ID), sel.Side(b.ID)
	if sb.Yields(&sa) {
		a, b = b, a
	}
	return a, b, true
}

func (c explaining) hasPieces(o *level.Collider) bool {
	return o != nil && len(c.session.Document().Baked(o.ID).Pieces) > 0
}

// explain computes the explanation, or returns false if there is no pair.
func (c explaining) explain() (x explained, ok bool) {
	x.a, x.b, ok = c.whyPair()
	if !ok {
		return x, false
	}
	doc := c.session.Document()
	x.OfA, x.OfB = contacts.PlacedAt(x.a, doc.Baked(x.a.ID)), contacts.PlacedAt(x.b, doc.Baked(x.b.ID))
	near := contacts.NearPieces(x.OfA, x.OfB, collision.DefaultSlop, nearPieces)
	x.of = len(near)
	c.why.step = (c.why.step%x.of + x.of) % x.of
	x.at = c.why.step
	x.I, x.J = near[x.at].I, near[x.at].J
	x.Explanation = collision.Explain(x.OfA.Baked.Pieces[x.I], x.OfA.At, x.OfB.Baked.Pieces[x.J], x.OfB.At,
		collision.DefaultSlop)
	if len(x.Axes) == 0 || x.All.Count == 0 {
		return x, false
	}
	x.isUsed = c.isUsed(&x)
	return x, true
}

// isUsed reports whether the level's contact of the pair pushes along the normal of these two pieces. It does not push
// along an edge between pieces of one shape.
func (c explaining) isUsed(x *explained) bool {
	p, ok := c.session.Live().Contact(x.a.ID, x.b.ID)
	if !ok || !x.Hit {
		return true
	}
	n := x.All.Normal
	if p.A != x.a.ID {
		n = n.Neg()
	}
	return slices.ContainsFunc(p.Contact.Manifolds, func(m collision.Manifold) bool {
		return m.Normal.Dot(n) > 1-sameNormal
	})
}

func (c explaining) showWhy(v *view) {
	x, ok := c.explain()
	if !ok {
		return
	}
	v.explained = &x
	v.add(x.Picture(c.unit, c.why.all)...)
}

// whyStrip returns the strip that describes the explained pair, or nil for no pair.
func (c explaining) whyStrip(x *explained) *Strip {
	s := &Strip{Title: "Why do they touch?", Chapter: "why-they-touch"}
	many := x != nil && x.of > 1
	if x != nil {
		s.Lines = c.whyLines(x)
	} else {
		s.Lines = []StripLine{
			{Text: "Select two shapes, one touching shape, or a pair in the contacts list."},
			{Text: "The canvas then shows the axis of least overlap, and the edges that are clipped to the " +
				"contact points."},
			{},
		}
	}
	s.Choices = []StripChoice{
		{Name: "Previous", Tip: "Previous pair of pieces", Key: "PgUp", Off: !many, Do: func() { c.why.step-- }},
		{Name: "Next", Tip: "Next pair of pieces", Key: "PgDn", Off: !many, Do: func() { c.why.step++ }},
		{Name: "Losing axes", Tip: "Also show the other axes, faint", Key: "⇧W", On: c.why.all, Do: func() {
			c.why.all = !c.why.all
		}},
	}
	s.Close = c.ToggleWhy
	return s
}

// whyLines returns three lines, about the axis, the features that meet and the pieces.
func (c explaining) whyLines(x *explained) []StripLine {
	doc := c.session.Document()
	a, b := doc.Title(x.a), doc.Title(x.b)
	lines := x.Sentences(a, b)
	if n, m := len(x.OfA.Baked.Pieces), len(x.OfB.Baked.Pieces); n > 1 || m > 1 {
		lines[2] = fmt.Sprintf("Piece %d of %d with piece %d of %d; pair %d of %d.", x.I+1, n, x.J+1, m, x.at+1, x.of)
		if !x.isUsed {
			lines[2] += " The level pushes in a different direction: edges between pieces never push."
		}
	}
	return []StripLine{{Text: lines[0]}, {Text: lines[1]}, {Text: lines[2]}}
}
