package tool

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"fillet/collision"
	"fillet/editor/contacts"
	"fillet/editor/level"
	"fillet/editor/overlay"
)

// why is the view that explains one pair: how the collision core comes to its contact. It goes along with every tool.
type why struct {
	isOn bool
	all  bool            // the axes that lose are shown as well
	doc  *level.Document // of the pair
	pair [2]level.ID     // the last two that were selected, or one and what it is deepest in; zero for none
	step int             // which pair of pieces, of those that are near
}

// explained is the pair of pieces that the view shows.
type explained struct {
	collision.Explanation
	own, other   *level.Collider // A and B
	i, j         int             // the pieces
	ofOwn, ofOth int             // of how many
	at, of       int             // the pair, among those that are near
	isUsed       bool            // the level's contact has this normal, or there is none
	a, b         contacts.Placed
}

const (
	nearPieces = 64   // pairs of pieces that can be stepped through
	sameNormal = 1e-6 // how little two directions differ that are one
)

// IsWhy reports whether the view that explains a pair is on.
func (c *Controller) IsWhy() bool { return c.why.isOn }

// ToggleWhy switches the view that explains a pair.
func (c *Controller) ToggleWhy() {
	c.act(func() {
		c.why.isOn, c.why.step = !c.why.isOn, 0
		c.whyPair()
	})
}

// whyKey takes the keys of the view, while it is on.
func (c *Controller) whyKey(name string, m Mods) bool {
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

// whyPair is the pair that is explained: the two that are selected, or the one and what it is deepest in. With another selection
// it stays what it was, so that one of the two can be dragged.
func (c *Controller) whyPair() (a, b *level.Collider, ok bool) {
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
	// A is the one to move, as the arrow in the picture of the contact has it.
	sel := c.session.Selection()
	sa, sb := sel.Side(a.ID), sel.Side(b.ID)
	if sb.Yields(&sa) {
		a, b = b, a
	}
	return a, b, true
}

func (c *Controller) hasPieces(o *level.Collider) bool {
	return o != nil && len(c.session.Document().Baked(o.ID).Pieces) > 0
}

// explain works out what the view shows; false where there is no pair.
func (c *Controller) explain() (x explained, ok bool) {
	x.own, x.other, ok = c.whyPair()
	if !ok {
		return x, false
	}
	doc := c.session.Document()
	x.a, x.b = contacts.PlacedAt(x.own, doc.Baked(x.own.ID)), contacts.PlacedAt(x.other, doc.Baked(x.other.ID))
	near := contacts.NearPieces(x.a, x.b, collision.DefaultSlop, nearPieces)
	x.of = len(near)
	c.why.step = (c.why.step%x.of + x.of) % x.of
	x.at = c.why.step
	x.i, x.j = near[x.at].I, near[x.at].J
	x.ofOwn, x.ofOth = len(x.a.Baked.Pieces), len(x.b.Baked.Pieces)
	x.Explanation = collision.Explain(x.a.Baked.Pieces[x.i], x.a.At, x.b.Baked.Pieces[x.j], x.b.At, collision.DefaultSlop)
	if len(x.Axes) == 0 || x.All.Count == 0 {
		return x, false
	}
	x.isUsed = c.isUsed(&x)
	return x, true
}

// isUsed reports whether the level's contact of the pair pushes along the normal that the two pieces alone have. Between pieces of
// one shape there are edges that nothing may be pushed across.
func (c *Controller) isUsed(x *explained) bool {
	p, ok := c.session.Live().Contact(x.own.ID, x.other.ID)
	if !ok || !x.Hit {
		return true
	}
	n := x.All.Normal
	if p.A != x.own.ID {
		n = n.Neg()
	}
	return slices.ContainsFunc(p.Contact.Manifolds, func(m collision.Manifold) bool { return m.Normal.Dot(n) > 1-sameNormal })
}

// showWhy shows the pair that is explained.
func (c *Controller) showWhy(v *view) {
	x, ok := c.explain()
	if !ok {
		return
	}
	v.explained = &x
	w := whyPicture{c: c, x: &x, v: v, labels: labelRoom{unit: c.unit}}
	for _, p := range x.Points {
		w.labels.keep(p.OnA, p.OnB, p.Surface)
	}
	w.pieces()
	if c.why.all {
		w.losers()
	}
	w.axis(x.Best, false)
	switch x.Meeting {
	case collision.EdgesMeet:
		w.edges()
	case collision.VertexMeetsEdge:
		w.vertexAndEdge()
	case collision.VerticesMeet:
		w.vertices()
	}
}

// whyPicture draws one explanation.
type whyPicture struct {
	c      *Controller
	x      *explained
	v      *view
	labels labelRoom
}

// px is a length on the screen in level pixels.
func (w *whyPicture) px(units float64) float64 { return float64(units * w.c.unit) }

// label adds a text at a point, moved by so many units of the screen to its middle, or else the other way; nothing where neither
// has room.
func (w *whyPicture) label(at, by level.Vec, ink overlay.Ink, text string) {
	size := labelSize(text)
	for _, sign := range [...]float64{1, -1} {
		d := by.Mul(sign)
		// Its middle is so far that the whole of it is beyond.
		if l := d.Len(); l > 0 {
			u := d.Mul(1 / l)
			d = u.Mul(l + float64(math.Abs(u.X)*size.X/2) + float64(math.Abs(u.Y)*size.Y/2))
		}
		if item, ok := w.labels.put(at, d, size, ink, text); ok {
			w.v.add(item)
			return
		}
	}
}

// pieces shows the two pieces, and of rounded ones the inner polygons.
func (w *whyPicture) pieces() {
	x := w.x
	for k, p := range [...]struct {
		collision.Shape
		at     collision.Transform
		inner  []level.Vec
		radius float64
	}{
		{x.a.Baked.Pieces[x.i], x.a.At, x.A, x.RadiusA},
		{x.b.Baked.Pieces[x.j], x.b.At, x.B, x.RadiusB},
	} {
		ink := [...]overlay.Ink{overlay.Accent, overlay.Muted}[k]
		w.v.add(overlay.Outline{Boundary: p.Boundary(), At: p.at, Ink: ink, Width: 1.5, Fill: true})
		if p.radius > 0 && len(p.inner) > 1 {
			w.v.add(overlay.Line{Points: p.inner, Closed: true, Ink: ink, Width: 1, Faint: true})
		}
	}
}

// edges shows the reference edge, the planes at its ends, and what of the incident edge is left between them.
func (w *whyPicture) edges() {
	x := w.x
	n := w.outward()
	w.radii()
	high := 0.0
	for _, p := range [...]level.Vec{x.Incident.From, x.Incident.To} {
		high = max(high, math.Abs(p.Sub(x.Reference.From).Dot(n)))
	}
	high = min(high+w.px(18), w.px(140))
	for _, p := range x.Planes {
		w.v.add(overlay.Line{Points: []level.Vec{p.Point.MulAdd(n, -high), p.Point.MulAdd(n, high)}, Ink: overlay.Bright, Width: 1, Dashed: true})
	}
	kept := make([]level.Vec, 0, 2)
	for _, p := range x.Points {
		at := p.OnB
		if x.ReferenceIsB {
			at = p.OnA
		}
		kept = append(kept, at)
	}
	w.v.add(
		overlay.Line{Points: []level.Vec{x.Reference.From, x.Reference.To}, Ink: overlay.Bright, Width: 3.5},
		overlay.Line{Points: []level.Vec{x.Incident.From, x.Incident.To}, Ink: overlay.Warn, Width: 1.5, Dashed: true},
		overlay.Line{Points: kept, Ink: overlay.Warn, Width: 3.5},
	)
	for i, p := range x.Points {
		w.v.add(overlay.Line{Points: []level.Vec{p.OnA, p.OnB}, Ink: overlay.Warn, Width: 1, Faint: true}, overlay.Dot{At: kept[i], Ink: overlay.Warn})
	}
	w.edgeLabel(x.Reference, kept[0].Lerp(kept[1], 0.5), n.Neg(), overlay.Bright, "reference edge")
	w.edgeLabel(x.Incident, kept[0].Lerp(kept[1], 0.5), n, overlay.Warn, "incident edge")
}

// outward is the unit normal of the reference edge.
func (w *whyPicture) outward() level.Vec {
	if w.x.ReferenceIsB {
		return w.x.All.Normal.Neg()
	}
	return w.x.All.Normal
}

// edgeLabel names an edge that is long enough for it, at its middle, or where that is far from what matters as near as it may be.
func (w *whyPicture) edgeLabel(s collision.Side, near, side level.Vec, ink overlay.Ink, text string) {
	const least, far = 20, 96 // units of the screen
	if s.From.Dist(s.To) < w.px(least) {
		return
	}
	at := s.From.Lerp(s.To, 0.5)
	if from := closest(s.From, s.To, near); from.Dist(at) > w.px(far) {
		at = from.MulAdd(at.Sub(from).Unit(), w.px(far))
	}
	w.label(at, side.Mul(8), ink, text)
}

// vertexAndEdge shows the edge that a vertex, or a circle's middle, is nearest to.
func (w *whyPicture) vertexAndEdge() {
	x := w.x
	w.radii()
	p := &x.Points[0]
	foot, vertex := p.OnA, p.OnB
	if x.ReferenceIsB {
		foot, vertex = vertex, foot
	}
	w.v.add(
		overlay.Line{Points: []level.Vec{x.Reference.From, x.Reference.To}, Ink: overlay.Bright, Width: 3.5},
		overlay.Line{Points: []level.Vec{foot, vertex}, Ink: overlay.Warn, Width: 1.5, Dashed: true},
		overlay.Dot{At: foot, Ink: overlay.Bright}, overlay.Dot{At: vertex, Ink: overlay.Warn},
	)
	w.edgeLabel(x.Reference, foot, w.outward().Neg(), overlay.Bright, "reference edge")
}

// vertices shows the two vertices that are nearest.
func (w *whyPicture) vertices() {
	x := w.x
	w.radii()
	best := x.Axes[x.Best]
	a, b := x.A[best.DeepA], x.B[best.DeepB]
	w.v.add(
		overlay.Line{Points: []level.Vec{a, b}, Ink: overlay.Warn, Width: 1.5, Dashed: true},
		overlay.Dot{At: a, Ink: overlay.Bright}, overlay.Dot{At: b, Ink: overlay.Warn},
	)
}

// radii shows the discs that are added to the inner polygons, where they meet.
func (w *whyPicture) radii() {
	x := w.x
	for _, p := range x.Points {
		if x.Hit && !p.IsInManifold {
			continue
		}
		for k, at := range [...]level.Vec{p.OnA, p.OnB} {
			r := [...]float64{x.RadiusA, x.RadiusB}[k]
			if r <= 0 || k == 0 && len(x.A) == 1 || k == 1 && len(x.B) == 1 {
				continue // a circle is its own disc
			}
			w.v.add(overlay.Ring{Center: at, Radius: r, Ink: [...]overlay.Ink{overlay.Accent, overlay.Muted}[k], Dashed: true})
		}
	}
}

// losers shows the axes along which they overlap more, or are less far apart.
func (w *whyPicture) losers() {
	const most = 24
	for i := range w.x.Axes[:min(len(w.x.Axes), most)] {
		if i != w.x.Best {
			w.axis(i, true)
		}
	}
}

// axis shows an axis beside the shapes, with both shadows on it and what they have in common; faint ones without more.
func (w *whyPicture) axis(i int, faint bool) {
	x := w.x
	o := &x.Axes[i]
	n, side := o.Normal, o.Normal.Perp()
	if !faint && (side.X < 0 || side.X == 0 && side.Y < 0) {
		side = side.Neg() // at the right, else below
	}
	beyond := w.beyond(side, faint)
	if faint && o.OfB {
		beyond += w.px(14) // A's may have the same
	}
	row := 0.0 // beside the axis
	at := func(h float64) level.Vec { return n.Mul(h).MulAdd(side, beyond+row) }
	// What reaches far is cut: the place where they meet is what matters.
	far := w.px(260)
	lo, hi := min(o.FromB, o.ToA), max(o.FromB, o.ToA)
	fromA, toB := max(min(o.FromA, o.FromB), lo-far), min(max(o.ToA, o.ToB), hi+far)
	width := 6.0
	if faint {
		width = 2.5
	}
	line := func(from, to float64, ink overlay.Ink, width float64) {
		w.v.add(overlay.Line{Points: []level.Vec{at(from), at(to)}, Ink: ink, Width: width, Faint: faint})
	}
	line(fromA-w.px(16), toB+w.px(16), overlay.Muted, 1)
	overlaps := o.Separation < 0
	// Where one shadow lies within the other they stand beside each other, and the way out is longer than what they have in common.
	isWithin := overlaps && (o.FromB < o.FromA || o.ToB < o.ToA)
	line(max(o.FromA, lo-far), min(o.ToA, hi+far), overlay.Accent, width)
	if isWithin {
		row += w.px(width + 2)
	}
	line(max(o.FromB, lo-far), min(o.ToB, hi+far), overlay.Muted, width)
	if isWithin {
		row += w.px(width + 2)
		line(max(o.FromB, lo-far), min(o.ToA, hi+far), overlay.Danger, 1.5)
	}
	if overlaps {
		line(max(o.FromA, o.FromB, lo-far), min(o.ToA, o.ToB, hi+far), overlay.Danger, width)
	}
	if faint {
		return
	}
	// From where the shadows meet to the places that cast them.
	for k, h := range [...]float64{o.ToA, o.FromB} {
		p := [...]level.Vec{x.A[o.DeepA].MulAdd(n, x.RadiusA), x.B[o.DeepB].MulAdd(n, -x.RadiusB)}[k]
		w.v.add(overlay.Line{Points: []level.Vec{p, at(h)}, Ink: overlay.Muted, Width: 1, Dashed: true, Faint: true})
	}
	text, ink := "least overlap "+number(-o.Separation)+" px", overlay.Danger
	switch {
	case math.Abs(o.Separation) <= collision.DefaultSlop:
		text, ink = "they touch", overlay.Warn
	case !overlaps:
		text, ink = "gap "+number(o.Separation)+" px", overlay.Guide
		line(o.ToA, o.FromB, overlay.Guide, 2)
	}
	w.label(at(float64((o.ToA+o.FromB)/2)), side.Mul(10), ink, text)
}

// beyond is how far along a direction the axis stands: beside both pieces, or where that would be far from where they meet beside
// the one that ends sooner.
func (w *whyPicture) beyond(side level.Vec, faint bool) float64 {
	const margin, far, farFaint = 30, 200, 420 // units of the screen
	most := w.px(far)
	if faint {
		most = w.px(farFaint)
	}
	x := w.x
	a, b := reachOf(x.A, side)+x.RadiusA, reachOf(x.B, side)+x.RadiusB
	beside := max(a, b)
	deepest := slices.MinFunc(x.Points, func(p, q collision.ExplainedPoint) int { return cmp.Compare(p.Separation, q.Separation) })
	if beside-deepest.Surface.Dot(side) > most {
		beside = min(a, b)
	}
	return beside + w.px(margin)
}

// reachOf is how far points reach along a unit vector.
func reachOf(points []level.Vec, along level.Vec) float64 {
	most := math.Inf(-1)
	for _, p := range points {
		most = max(most, p.Dot(along))
	}
	return most
}

// whyStrip says in sentences what the view shows: x, nil for no pair.
func (c *Controller) whyStrip(x *explained) *Strip {
	s := &Strip{Title: "Why do they touch?", Chapter: "why-they-touch"}
	many := x != nil && x.of > 1
	switch {
	case x == nil:
		s.Lines = []StripLine{{Text: "Select two shapes, or one that touches another, or a pair in the list of contacts."}, {Text: "The canvas shows what decides: the axis of least overlap, and the edges that are cut to the contact points."}, {}}
	default:
		s.Lines = c.whyLines(x)
	}
	s.Choices = []StripChoice{
		{Name: "Previous", Tip: "The pieces before", Key: "PgUp", Off: !many, Do: func() { c.why.step-- }},
		{Name: "Next", Tip: "The next pieces", Key: "PgDn", Off: !many, Do: func() { c.why.step++ }},
		{Name: "Losing axes", Tip: "The other axes as well, faint", Key: "⇧W", On: c.why.all, Do: func() { c.why.all = !c.why.all }},
	}
	s.Close = c.ToggleWhy
	return s
}

// whyLines is three lines: the axis, what meets, and the pieces.
func (c *Controller) whyLines(x *explained) []StripLine {
	doc := c.session.Document()
	own, other := doc.Title(x.own), doc.Title(x.other)
	o := &x.Axes[x.Best]
	axes := fmt.Sprintf("Of %d axes", len(x.Axes))
	var first string
	switch s := o.Separation; {
	case math.Abs(s) <= collision.DefaultSlop:
		first = fmt.Sprintf("%s none separates %s and %s, and along this one they only touch.", axes, own, other)
	case s < 0:
		first = fmt.Sprintf("%s this one overlaps least: %s px. None separates %s and %s.", axes, fine(-s), own, other)
	default:
		first = fmt.Sprintf("%s this one separates %s and %s most: by %s px. One is enough: they do not touch.", axes, own, other, fine(s))
	}
	if len(x.Axes) == 1 {
		first = fmt.Sprintf("Two circles have one axis, from middle to middle: they %s.", gapText(o.Separation))
	}
	ref, inc := own, other
	if x.ReferenceIsB {
		ref, inc = inc, ref
	}
	var second string
	switch x.Meeting {
	case collision.EdgesMeet:
		second = fmt.Sprintf("It is the normal of an edge of %s. The dashed planes at its ends cut an edge of %s: %s.", ref, inc, pointsText(x.Manifold.Count))
	case collision.VertexMeetsEdge:
		second = fmt.Sprintf("It is the normal of the reference edge, of %s. The amber point, of %s, is nearest to that.", ref, inc)
	case collision.VerticesMeet:
		second = "It leads from one corner to the other: beside an edge's end the corner is nearest."
		if len(x.Axes) == 1 {
			second = "It leads from one middle to the other."
		}
	}
	third := fmt.Sprintf("Blue is %s and its shadow on the axis, grey %s. Drag one: all of it follows.", own, other)
	if r := x.RadiusA + x.RadiusB; r > 0 {
		third = fmt.Sprintf("The polygons within %s; both radii together take %s px of that.", gapText(o.Separation+r), fine(r))
	}
	if x.ofOwn > 1 || x.ofOth > 1 {
		third = fmt.Sprintf("Piece %d of %d with piece %d of %d; pair %d of %d.", x.i+1, x.ofOwn, x.j+1, x.ofOth, x.at+1, x.of)
		if !x.isUsed {
			third += " The level pushes another way: never across an edge between two pieces."
		}
	}
	return []StripLine{{Text: first}, {Text: second}, {Text: third}}
}

// pointsText says how many contact points there are.
func pointsText(n int) string {
	return [...]string{"no contact point", "one contact point", "two contact points"}[n]
}

// gapText is what two that are so far apart do.
func gapText(s float64) string {
	if s < 0 {
		return "overlap by " + fine(-s) + " px"
	}
	return "are " + fine(s) + " px apart"
}
