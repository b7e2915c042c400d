package contacts

import (
	"cmp"
	"math"
	"slices"

	"fillet/collision"
	"fillet/editor/level"
	"fillet/editor/overlay"
)

// ExplainedPair holds two pieces with the collision core's explanation of their contact.
type ExplainedPair struct {
	collision.Explanation
	OfA, OfB Placed // the shapes of the two pieces
	I, J     int    // indices of the pieces in these shapes
}

// Picture returns the explanation as overlay items. unit is the number of level pixels per screen unit; all also shows
// the rejected axes.
func (x *ExplainedPair) Picture(unit float64, all bool) []overlay.Item {
	w := picture{x: x, unit: unit, labels: overlay.Room{Unit: unit}}
	for _, p := range x.Points {
		w.labels.Keep(p.OnA, p.OnB, p.Surface)
	}
	w.pieces()
	const limit = 24
	for i := range x.Axes[:min(len(x.Axes), limit)] {
		if all && i != x.Best { // a rejected axis, with a greater overlap or a smaller distance than the best one
			w.axis(i, true)
		}
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
	return w.items
}

// picture draws one explanation.
type picture struct {
	x      *ExplainedPair
	unit   float64 // level pixels per screen unit
	items  []overlay.Item
	labels overlay.Room
}

func (w *picture) add(items ...overlay.Item) { w.items = append(w.items, items...) }

// px converts a length from screen units to level pixels.
func (w *picture) px(units float64) float64 { return float64(units * w.unit) }

// label adds text whose centre is offset from a point by the given screen units, or on the opposite side if there is no
// room. If both sides are taken, it adds nothing.
func (w *picture) label(at, by level.Vec, ink overlay.Ink, text string) {
	size := overlay.LabelSize(text)
	for _, sign := range [...]float64{1, -1} {
		d := by.Mul(sign)
		// Push the centre out so that the whole text is beyond the offset.
		if l := d.Len(); l > 0 {
			u := d.Mul(1 / l)
			d = u.Mul(l + float64(math.Abs(u.X)*size.X/2) + float64(math.Abs(u.Y)*size.Y/2))
		}
		if item, ok := w.labels.Put(at, d, size, ink, text); ok {
			w.add(item)
			return
		}
	}
}

// pieces shows the two pieces, and the inner polygons of rounded ones.
func (w *picture) pieces() {
	x := w.x
	for k, p := range [...]struct {
		collision.Shape
		at     collision.Transform
		inner  []level.Vec
		radius float64
	}{
		{x.OfA.Baked.Pieces[x.I], x.OfA.At, x.A, x.RadiusA},
		{x.OfB.Baked.Pieces[x.J], x.OfB.At, x.B, x.RadiusB},
	} {
		ink := [...]overlay.Ink{overlay.Accent, overlay.Muted}[k]
		w.add(overlay.Outline{Boundary: p.Boundary(), At: p.at, Ink: ink, Width: 1.5, Fill: true})
		if p.radius > 0 && len(p.inner) > 1 {
			w.add(overlay.Line{Points: p.inner, Closed: true, Ink: ink, Width: 1, Faint: true})
		}
	}
}

// edges shows the reference edge, the planes at its ends and the part of the incident edge between them.
func (w *picture) edges() {
	x := w.x
	n := w.outward()
	w.radii()
	high := 0.0
	for _, p := range [...]level.Vec{x.Incident.From, x.Incident.To} {
		high = max(high, math.Abs(p.Sub(x.Reference.From).Dot(n)))
	}
	high = min(high+w.px(18), w.px(140))
	for _, p := range x.Planes {
		w.add(overlay.Line{
			Points: []level.Vec{p.Point.MulAdd(n, -high), p.Point.MulAdd(n, high)}, Ink: overlay.Bright,
			Width: 1, Dashed: true,
		})
	}
	kept := make([]level.Vec, 0, 2)
	for _, p := range x.Points {
		at := p.OnB
		if x.ReferenceIsB {
			at = p.OnA
		}
		kept = append(kept, at)
	}
	w.add(
		overlay.Line{Points: []level.Vec{x.Reference.From, x.Reference.To}, Ink: overlay.Bright, Width: 3.5},
		overlay.Line{Points: []level.Vec{x.Incident.From, x.Incident.To}, Ink: overlay.Warn, Width: 1.5, Dashed: true},
		overlay.Line{Points: kept, Ink: overlay.Warn, Width: 3.5},
	)
	for i, p := range x.Points {
		w.add(overlay.Line{Points: []level.Vec{p.OnA, p.OnB}, Ink: overlay.Warn, Width: 1, Faint: true},
			overlay.Dot{At: kept[i], Ink: overlay.Warn})
	}
	w.edgeLabel(x.Reference, kept[0].Lerp(kept[1], 0.5), n.Neg(), overlay.Bright, "reference edge")
	w.edgeLabel(x.Incident, kept[0].Lerp(kept[1], 0.5), n, overlay.Warn, "incident edge")
}

// outward returns the unit normal of the reference edge.
func (w *picture) outward() level.Vec {
	if w.x.ReferenceIsB {
		return w.x.All.Normal.Neg()
	}
	return w.x.All.Normal
}

// edgeLabel labels an edge that is long enough: at its middle or, if that is far from the contact, closer to the
// contact.
func (w *picture) edgeLabel(s collision.Side, near, side level.Vec, ink overlay.Ink, text string) {
	const least, far = 20, 96 // screen units
	if s.From.Dist(s.To) < w.px(least) {
		return
	}
	at := s.From.Lerp(s.To, 0.5)
	if from := level.ClosestOnSegment(s.From, s.To, near); from.Dist(at) > w.px(far) {
		at = from.MulAdd(at.Sub(from).Unit(), w.px(far))
	}
	w.label(at, side.Mul(8), ink, text)
}

// vertexAndEdge shows the vertex, or the centre of a circle, and the edge nearest to it.
func (w *picture) vertexAndEdge() {
	x := w.x
	w.radii()
	p := &x.Points[0]
	foot, vertex := p.OnA, p.OnB
	if x.ReferenceIsB {
		foot, vertex = vertex, foot
	}
	w.add(
		overlay.Line{Points: []level.Vec{x.Reference.From, x.Reference.To}, Ink: overlay.Bright, Width: 3.5},
		overlay.Line{Points: []level.Vec{foot, vertex}, Ink: overlay.Warn, Width: 1.5, Dashed: true},
		overlay.Dot{At: foot, Ink: overlay.Bright}, overlay.Dot{At: vertex, Ink: overlay.Warn},
	)
	w.edgeLabel(x.Reference, foot, w.outward().Neg(), overlay.Bright, "reference edge")
}

func (w *picture) vertices() {
	x := w.x
	w.radii()
	best := x.Axes[x.Best]
	a, b := x.A[best.DeepA], x.B[best.DeepB]
	w.add(
		overlay.Line{Points: []level.Vec{a, b}, Ink: overlay.Warn, Width: 1.5, Dashed: true},
		overlay.Dot{At: a, Ink: overlay.Bright}, overlay.Dot{At: b, Ink: overlay.Warn},
	)
}

// radii shows the discs that round the inner polygons at the contact points.
func (w *picture) radii() {
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
			w.add(overlay.Ring{
				Center: at, Radius: r, Ink: [...]overlay.Ink{overlay.Accent, overlay.Muted}[k], Dashed: true,
			})
		}
	}
}

// axis shows an axis next to the shapes, with both projections and their overlap. A faint axis has no labels.
func (w *picture) axis(i int, faint bool) {
	x := w.x
	o := &x.Axes[i]
	n, side := o.Normal, o.Normal.Perp()
	if !faint && (side.X < 0 || side.X == 0 && side.Y < 0) {
		side = side.Neg() // prefer the right, then below
	}
	beyond := w.beyond(side, faint)
	if faint && o.OfB {
		beyond += w.px(14) // A's axis may be in the same place
	}
	row := 0.0 // beside the axis
	at := func(h float64) level.Vec { return n.Mul(h).MulAdd(side, beyond+row) }
	// Clip long projections: only the place where they meet is of interest.
	far := w.px(260)
	lo, hi := min(o.FromB, o.ToA), max(o.FromB, o.ToA)
	fromA, toB := max(min(o.FromA, o.FromB), lo-far), min(max(o.ToA, o.ToB), hi+far)
	width := 6.0
	if faint {
		width = 2.5
	}
	line := func(from, to float64, ink overlay.Ink, width float64) {
		w.add(overlay.Line{Points: []level.Vec{at(from), at(to)}, Ink: ink, Width: width, Faint: faint})
	}
	line(fromA-w.px(16), toB+w.px(16), overlay.Muted, 1)
	overlaps := o.Separation < 0
	// If one projection contains the other, draw them side by side: the way out is longer than their overlap.
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
	// Connect the ends of the projections with the points that project to them.
	for k, h := range [...]float64{o.ToA, o.FromB} {
		p := [...]level.Vec{x.A[o.DeepA].MulAdd(n, x.RadiusA), x.B[o.DeepB].MulAdd(n, -x.RadiusB)}[k]
		w.add(overlay.Line{Points: []level.Vec{p, at(h)}, Ink: overlay.Muted, Width: 1, Dashed: true, Faint: true})
	}
	text, ink := "least overlap "+overlay.Number(-o.Separation)+" px", overlay.Danger
	switch {
	case math.Abs(o.Separation) <= collision.DefaultSlop:
		text, ink = "they touch", overlay.Warn
	case !overlaps:
		text, ink = "gap "+overlay.Number(o.Separation)+" px", overlay.Guide
		line(o.ToA, o.FromB, overlay.Guide, 2)
	}
	w.label(at(float64((o.ToA+o.FromB)/2)), side.Mul(10), ink, text)
}

// beyond returns how far along a direction the axis is drawn: next to both pieces or, if that is far from the contact,
// next to the piece that ends sooner.
func (w *picture) beyond(side level.Vec, faint bool) float64 {
	const margin, far, farFaint = 30, 200, 420 // screen units
	largest := w.px(far)
	if faint {
		largest = w.px(farFaint)
	}
	x := w.x
	a, b := reachOf(x.A, side)+x.RadiusA, reachOf(x.B, side)+x.RadiusB
	reach := max(a, b)
	deepest := slices.MinFunc(x.Points, func(p, q collision.ExplainedPoint) int {
		return cmp.Compare(p.Separation, q.Separation)
	})
	if reach-deepest.Surface.Dot(side) > largest {
		reach = min(a, b)
	}
	return reach + w.px(margin)
}

// reachOf returns how far points reach along a unit vector.
func reachOf(points []level.Vec, along level.Vec) float64 {
	largest := math.Inf(-1)
	for _, p := range points {
		largest = max(largest, p.Dot(along))
	}
	return largest
}
