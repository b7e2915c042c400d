package render

import (
	"image/color"
	"math"

	"fillet/collision"
	"fillet/editor/level"
)

// details paints what Show enables for an item: its pieces, its bounds, its centre of mass and its label.
func (p *painter) details(it *Item) {
	show := &p.scene.Show
	if it.Collider == nil || it.Baked == nil {
		return
	}
	m := p.scene.Camera.placing(it.At)
	box := m.bounds(it.Baked.Bounds)
	if !p.sees(box) {
		return
	}
	size := max(box.Max.X-box.Min.X, box.Max.Y-box.Min.Y) / p.scale
	if show.Labels {
		p.itemLabel(it, &m, box)
	}
	if size < boxSize {
		return
	}
	if show.Pieces {
		p.pieces(it, &m)
	}
	if show.Inner {
		p.inner(it, &m)
	}
	if show.Bounds {
		p.frame(p.bounds(it), p.line(faded(p.theme.Muted, 0.7), 1), true)
	}
	if show.Centroids && it.Baked.Mass().Area > 0 {
		p.centroid(m.apply(it.Baked.Mass().Centroid), float64(4.5*p.scale))
	}
}

// OfEveryItem reports whether Show enables details of all kinds of items, not only of Labelled ones.
func (s *Show) OfEveryItem() bool { return s.Pieces || s.Inner || s.Bounds || s.Centroids }

// Labelled reports whether colliders of this kind have a label, or a sign that labels avoid.
func Labelled(c *level.Collider) bool {
	return c.Role == level.Trigger || c.Shape.Kind == level.Point || hasSign(c)
}

func hasSign(c *level.Collider) bool {
	return len(c.Tags) > 0 && signOf(level.WorkingObjects(c)) != nil
}

// bounds returns an item's tight bounds, in picture pixels.
func (p *painter) bounds(it *Item) collision.AABB {
	b := tightBounds(it.Baked, it.At)
	return collision.AABB{Min: p.screen(b.Min), Max: p.screen(b.Max)}
}

// frame paints an axis-aligned rectangle, with thin lines on whole pixels.
func (p *painter) frame(b collision.AABB, s stroke, dashed bool) {
	if dashed {
		s = p.dashed(s, 4, 4)
	}
	if s.width < 2 {
		odd := float64(math.Mod(math.Round(s.width), 2) / 2)
		snap := func(x float64) float64 { return nearest(x-odd) + odd }
		b.Min = Vec{X: snap(b.Min.X), Y: snap(b.Min.Y)}
		b.Max = Vec{X: snap(b.Max.X), Y: snap(b.Max.Y)}
	}
	p.on.stroke(p.path.reset().rectangle(b), s)
}

func (p *path) rectangle(b collision.AABB) *path {
	p.moveTo(b.Min)
	p.lineTo(Vec{X: b.Max.X, Y: b.Min.Y})
	p.lineTo(b.Max)
	p.lineTo(Vec{X: b.Min.X, Y: b.Max.Y})
	p.close()
	return p
}

// pieces paints the outline of every convex piece. Consecutive pieces have different colours.
func (p *painter) pieces(it *Item, m *placing) {
	hues := [4]color.NRGBA{p.theme.Accent, p.theme.OneWay, p.theme.Touching, p.theme.Point}
	for i := range it.Baked.Pieces {
		out := p.path.reset().rounded(&it.Baked.Pieces[i], m)
		c := p.dim(it, hues[i%len(hues)])
		p.on.fill(out, paint{color: faded(c, 0.08)})
		p.on.stroke(out, p.line(faded(c, 0.75), 1))
	}
}

// rounded adds the boundary of a convex piece: its inner polygon moved out by the radius, joined by arcs.
func (p *path) rounded(s *collision.Shape, m *placing) *path {
	n, r := s.Len(), s.Radius()
	if n == 1 {
		return p.circle(m.apply(s.Vertex(0)), float64(r*m.scale))
	}
	for i := range n {
		normal := s.Normal(i)
		a, b := s.Vertex(i).MulAdd(normal, r), s.Vertex(i+1).MulAdd(normal, r)
		if i == 0 {
			p.moveTo(m.apply(a))
		}
		p.lineTo(m.apply(b))
		if r > 0 {
			next := s.Normal(i + 1)
			sweep := collision.Atan2(normal.Cross(next), normal.Dot(next))
			if sweep < 0 {
				sweep += 2 * math.Pi
			}
			p.arcTo(m.apply(s.Vertex(i+1).MulAdd(next, r)), m.apply(s.Vertex(i+1)), float64(r*m.scale), sweep)
		}
	}
	p.close()
	return p
}

// inner paints the polygons inside the pieces and the circles at their corners.
func (p *painter) inner(it *Item, m *placing) {
	c := p.dim(it, p.theme.Bright)
	polygons, circles := p.path.reset(), p.part.reset()
	for i := range it.Baked.Pieces {
		s := &it.Baked.Pieces[i]
		for j := range s.Len() {
			v := m.apply(s.Vertex(j))
			polygons.follow(v, j == 0)
			if r := float64(s.Radius() * m.scale); r > 1 && !p.view.misses(v.X-r, v.Y-r, v.X+r, v.Y+r) {
				circles.circle(v, r)
			}
		}
		polygons.close()
	}
	p.on.stroke(circles, p.line(faded(c, 0.32), 1))
	p.on.stroke(polygons, p.dashed(p.line(faded(c, 0.6), 1), 3, 3))
}

// centroid paints the sign of a centre of mass: a disc divided into quarters.
func (p *painter) centroid(at Vec, r float64) {
	if !p.seesPoint(at) {
		return
	}
	disc := p.path.reset().circle(at, r)
	p.on.fill(disc, paint{color: p.theme.Canvas})
	quarters := p.part.reset()
	for _, d := range [2]Vec{{X: 1}, {X: -1}} {
		quarters.moveTo(at)
		quarters.lineTo(at.MulAdd(d, r))
		quarters.arcTo(at.MulAdd(d.Perp(), r), at, r, math.Pi/2)
		quarters.close()
	}
	p.on.fill(quarters, paint{color: p.theme.Bright})
	p.on.stroke(disc, p.line(p.theme.Bright, 1.2))
}

// textSize is the size of labels, in units of the screen.
const textSize = 11

// pointLabelAt is the place of a point's name: the left end of its baseline, in screen units from the point.
var pointLabelAt = Vec{X: 13, Y: 4}

// findSigns finds the places of the signs that names avoid.
func findSigns(p *painter) {
	p.signs = p.signs[:0]
	for i := range p.scene.Items {
		it := &p.scene.Items[i]
		if it.Collider == nil || it.Baked == nil || !Labelled(it.Collider) {
			continue
		}
		radius := float64(signRadius)
		m := p.scene.Camera.placing(it.At)
		box := m.bounds(it.Baked.Bounds)
		size := max(box.Max.X-box.Min.X, box.Max.Y-box.Min.Y) / p.scale
		switch {
		case !p.sees(box):
			continue
		case it.Collider.Shape.Kind == level.Point:
		case size >= signLeast && hasSign(it.Collider):
			radius = discRadius(size)
		default:
			continue
		}
		at, reach := box.Center(), float64((radius-0.5)*p.scale)
		p.signs = append(p.signs, plate{at.X - reach, at.Y - reach, at.X + reach, at.Y + reach})
	}
}

// itemLabel writes the name of a trigger in a corner of it, or the name of a point beside it. A name that would cover a
// sign or another name everywhere is left out.
func (p *painter) itemLabel(it *Item, m *placing, box collision.AABB) {
	switch c := it.Collider; {
	case c.Shape.Kind == level.Point && p.scene.Camera.Zoom/p.scale >= farZoom:
		p.text = append(p.text[:0], c.Label()...)
		p.pointLabel(it, m.at)
	case c.Role == level.Trigger && box.Max.Y-box.Min.Y >= 24*p.scale:
		p.text = append(append(p.text[:0], c.Label()...), " · trigger"...)
		if !p.triggerLabel(it, box) {
			p.text = append(p.text[:0], c.Label()...)
			p.triggerLabel(it, box)
		}
	}
}

// pointLabel writes p.text beside a point.
func (p *painter) pointLabel(it *Item, at Vec) {
	width := p.on.measure(p.text, float64(textSize*p.scale))
	by := pointLabelAt.Mul(p.scale)
	for _, by := range [...]Vec{
		by,
		{X: -by.X - width, Y: by.Y},
		{X: float64(-width / 2), Y: float64(-15 * p.scale)},
		{X: float64(-width / 2), Y: float64(22 * p.scale)},
	} {
		if takeName(p, at.Add(by), width) {
			p.on.text(at.Add(by), p.text, float64(textSize*p.scale), p.dim(it, p.theme.Point))
			return
		}
	}
}

// triggerLabel writes p.text in the first corner of a trigger where it fits. It reports whether there is one.
func (p *painter) triggerLabel(it *Item, box collision.AABB) bool {
	width := p.on.measure(p.text, float64(textSize*p.scale))
	if room := box.Max.X - box.Min.X - float64(12*p.scale); room < max(width, 12*p.scale) {
		return false
	}
	margin := float64(8 * p.scale)
	left, top := max(box.Min.X, 0)+margin, max(box.Min.Y, 0)+float64(18*p.scale)
	right, bottom := box.Max.X-margin-width, box.Max.Y-float64(10*p.scale)
	for _, at := range [...]Vec{{X: left, Y: top}, {X: left, Y: bottom}, {X: right, Y: top}, {X: right, Y: bottom}} {
		if at.X < left || at.Y < top || !takeName(p, at, width) {
			continue
		}
		plate := nameAt(at, width, p.scale)
		p.on.fill(p.path.reset().plate(plate.x0, plate.y0, plate.x1, plate.y1, float64(namePadding*p.scale)),
			paint{color: faded(p.theme.Canvas, 0.72)})
		p.on.text(at, p.text, float64(textSize*p.scale), p.dim(it, p.theme.Trigger))
		return true
	}
	return false
}

const (
	namePadding = 4    // beside a name, in screen units
	manyNames   = 1024 // above this number of names and signs, names may overlap
)

// nameAt returns the place of a name, given the left end of its baseline.
func nameAt(at Vec, width, scale float64) plate {
	padding := float64(namePadding * scale)
	return plate{at.X - padding, at.Y - float64(12*scale), at.X + width + padding, at.Y + float64(5*scale)}
}

// takeName reserves the place of a name, unless it would cover a sign or another name.
func takeName(p *painter, at Vec, width float64) bool {
	place := nameAt(at, width, p.scale)
	if len(p.signs) <= manyNames && !isFreeOf(p.signs, place) {
		return false
	}
	p.signs = append(p.signs, place)
	return true
}

// tree paints the boxes of the broad-phase tree.
func (p *painter) tree() {
	s := p.line(faded(p.theme.Point, 0.4), 1)
	for _, b := range p.scene.Show.Tree {
		b = collision.AABB{Min: p.screen(b.Min), Max: p.screen(b.Max)}
		if p.sees(b) && max(b.Max.X-b.Min.X, b.Max.Y-b.Min.Y) > dotSize*p.scale {
			p.frame(b, s, false)
		}
	}
}
