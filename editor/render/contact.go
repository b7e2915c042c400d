package render

import (
	"math"
	"strconv"

	"fillet/collision"
	"fillet/editor/contacts"
)

// manyContacts is how many contacts in view are drawn in full. Beyond it, those without emphasis become dots.
const manyContacts = 400

// contacts paints what touches what, those with emphasis last.
func (p *painter) contacts() {
	seen := 0
	for i := range p.scene.Contacts {
		if p.seesContact(&p.scene.Contacts[i]) {
			seen++
		}
	}
	if seen == 0 {
		return
	}
	p.reserve()
	dense := seen > manyContacts || p.scene.Camera.Zoom/p.scale < farZoom
	for pass := range 2 {
		for i := range p.scene.Contacts {
			c := &p.scene.Contacts[i]
			if c.Emphasis == (pass == 1) && p.seesContact(c) {
				p.contact(c, dense && !c.Emphasis)
			}
		}
	}
	if !dense {
		for i := range p.scene.Contacts {
			c := &p.scene.Contacts[i]
			near := c.Depth*p.scene.Camera.Zoom >= labelledDepth*p.scale && p.scene.Show.Normals
			if !c.Emphasis && (near || p.scene.Show.Depths) {
				p.depth(c)
			}
		}
	}
	for i := range p.scene.Contacts {
		if c := &p.scene.Contacts[i]; c.Emphasis {
			p.depth(c)
		}
	}
}

func (p *painter) seesContact(c *Contact) bool {
	for i := range c.Manifolds {
		m := &c.Manifolds[i]
		for k := range min(m.Count, len(m.Points)) {
			if p.seesPoint(p.screen(m.Points[k].Point)) {
				return true
			}
		}
	}
	return false
}

func (p *painter) contact(c *Contact, asDots bool) {
	for i := range c.Manifolds {
		m := &c.Manifolds[i]
		if asDots {
			p.contactDots(c, m)
			continue
		}
		switch c.State {
		case contacts.Overlapping:
			p.overlap(c, m)
		case contacts.Triggered:
			p.sensed(c, m)
		default:
			p.touch(c, m)
		}
	}
}

func (p *painter) contactDots(c *Contact, m *collision.Manifold) {
	if !p.scene.Show.ContactPoints {
		return
	}
	ink, half := p.theme.Overlap, float64(1.5*p.scale)
	switch c.State {
	case contacts.Triggered:
		ink = p.theme.Trigger
	case contacts.Touching:
		ink = p.theme.Touching
	case contacts.Expected, contacts.Clear:
		ink, half = faded(p.theme.Muted, 0.7), p.scale
	}
	for k := range m.Count {
		at := p.screen(m.Points[k].Point)
		p.on.box(at.X-half, at.Y-half, at.X+half, at.Y+half, ink)
	}
}

// labelledDepth is how deep an overlap must look, in units of the screen, to be labelled although nobody points at it.
const labelledDepth = 28

// minArrow is the least length of a normal's arrow, in units of the screen.
const minArrow = 12

// overlap paints a manifold of two colliders in each other: the line that joins its points, the normals, the points.
func (p *painter) overlap(c *Contact, m *collision.Manifold) {
	show := &p.scene.Show
	weight, radius := 1.6, 4.2
	if c.Emphasis {
		weight, radius = 2, 5
	}
	a, b := p.screen(m.Points[0].Point), p.screen(m.Points[1].Point)
	if show.ContactPoints && m.Count == 2 {
		p.on.stroke(p.path.reset().line(a, b), p.line(faded(p.theme.Canvas, 0.5), weight+3))
		p.on.stroke(p.path.reset().line(a, b), p.line(p.theme.Overlap, weight+1))
	}
	if show.Normals {
		for k := range m.Count {
			from := p.screen(m.Points[k].Point)
			length := max(-m.Points[k].Separation*p.scene.Camera.Zoom, minArrow*p.scale)
			start := from
			if show.ContactPoints {
				start = from.MulAdd(m.Normal, float64(radius*p.scale))
			}
			to := from.MulAdd(m.Normal, max(length, (radius+8)*p.scale))
			p.arrow(start, to, p.line(faded(p.theme.Canvas, 0.55), weight+2.5))
			p.arrow(start, to, p.line(p.theme.Bright, weight))
		}
	}
	if show.ContactPoints {
		for k := range m.Count {
			ring := p.path.reset().circle(p.screen(m.Points[k].Point), float64(radius*p.scale))
			p.on.stroke(ring, p.line(faded(p.theme.Canvas, 0.6), weight+3))
			p.on.fill(ring, paint{color: p.theme.Canvas})
			p.on.stroke(ring, p.line(p.theme.Bright, weight))
		}
	}
	p.features(m)
}

// touch paints a manifold of two colliders that only touch, or that overlap quietly.
func (p *painter) touch(c *Contact, m *collision.Manifold) {
	ink, radius := p.theme.Touching, 3.4
	if c.State != contacts.Touching {
		ink, radius = faded(p.theme.Muted, 0.8), 2.6
	}
	if c.Emphasis {
		radius += 0.8
	}
	if p.scene.Show.Normals && c.State == contacts.Touching {
		for k := range m.Count {
			from := p.screen(m.Points[k].Point).MulAdd(m.Normal, float64(radius*p.scale))
			p.arrow(from, from.MulAdd(m.Normal, float64(minArrow*p.scale)), p.line(faded(p.theme.Canvas, 0.5), 3.4))
			p.arrow(from, from.MulAdd(m.Normal, float64(minArrow*p.scale)), p.line(ink, 1.4))
		}
	}
	if p.scene.Show.ContactPoints {
		if m.Count == 2 {
			way := p.path.reset().line(p.screen(m.Points[0].Point), p.screen(m.Points[1].Point))
			p.on.stroke(way, p.line(faded(ink, 0.7), 1.6))
		}
		p.contactRings(m, radius, p.line(ink, 1.6))
	}
	p.features(m)
}

// sensed paints a manifold of a trigger and what is in it.
func (p *painter) sensed(c *Contact, m *collision.Manifold) {
	if p.scene.Show.ContactPoints {
		radius := 3.4
		if c.Emphasis {
			radius = 4.4
		}
		p.contactRings(m, radius, p.line(p.theme.Trigger, 1.6))
	}
	p.features(m)
}

func (p *painter) contactRings(m *collision.Manifold, radius float64, s stroke) {
	for k := range m.Count {
		ring := p.path.reset().circle(p.screen(m.Points[k].Point), float64(radius*p.scale))
		p.on.stroke(ring, p.line(faded(p.theme.Canvas, 0.55), 4))
		p.on.fill(ring, paint{color: p.theme.Canvas})
		p.on.stroke(ring, s)
	}
}

// features labels the points with what meets there: v is a vertex and e an edge, A's first.
func (p *painter) features(m *collision.Manifold) {
	if !p.scene.Show.Features {
		return
	}
	for k := range m.Count {
		id := m.Points[k].ID
		p.text = appendFeature(append(p.text[:0], "A "...), id.A())
		p.text = appendFeature(append(p.text, " · B "...), id.B())
		p.label(p.screen(m.Points[k].Point), Vec{X: 10, Y: 14}, p.text, 9)
	}
}

func appendFeature(dst []byte, f collision.Feature) []byte {
	if f.Edge {
		return strconv.AppendInt(append(dst, 'e'), int64(f.Index), 10)
	}
	return strconv.AppendInt(append(dst, 'v'), int64(f.Index), 10)
}

// depth labels a contact with its depth, to the right of its points.
func (p *painter) depth(c *Contact) {
	if !(c.Depth > 0) || c.State != contacts.Overlapping || !p.seesContact(c) {
		return
	}
	var at Vec
	for i := range c.Manifolds {
		m := &c.Manifolds[i]
		for k := range min(m.Count, len(m.Points)) {
			v := p.screen(m.Points[k].Point)
			if i+k == 0 || v.X > at.X {
				length := max(-m.Points[k].Separation*p.scene.Camera.Zoom, minArrow*p.scale)
				at = v.MulAdd(m.Normal, float64(min(length, 80*p.scale)/2))
			}
		}
	}
	p.text = appendLength(p.text[:0], c.Depth)
	p.text = append(p.text, " px"...)
	p.label(at, Vec{X: 14}, p.text, textSize)
}

// appendLength writes a length with one decimal, and with two digits that count where it is shorter than 0.1.
func appendLength(dst []byte, v float64) []byte {
	if math.Abs(v) < 0.095 {
		return strconv.AppendFloat(dst, v, 'g', 2, 64)
	}
	return strconv.AppendFloat(dst, v, 'f', 1, 64)
}
