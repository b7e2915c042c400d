package render

import (
	"fillet/collision"
	"fillet/editor/overlay"
)

// Dimensions of joints, in units of the screen.
const (
	hingeRing   = 5.0
	springWide  = 5.0 // to either side
	springTurns = 8
)

func (p *painter) joint(o *overlay.Joint) {
	at, to := p.screen(o.At), p.screen(o.To)
	box := collision.AABB{Min: at.Min(to), Max: at.Max(to)}
	if !p.sees(box.Grow(float64(2*hingeRing*p.scale) + at.Dist(to))) {
		return
	}
	c := p.theme.color(o.Ink)
	if o.Thin && o.Form != overlay.HingeForm {
		way := p.path.reset()
		way.line(at, to)
		p.on.stroke(way, p.line(faded(c, 0.45), 1))
		return
	}
	s := p.line(c, 1.6)
	s.round = true
	way := p.path.reset()
	switch o.Form {
	case overlay.SpringForm:
		p.zigzag(way, at, to)
	case overlay.RopeForm:
		p.rope(way, o)
	default:
		way.line(at, to)
	}
	p.on.stroke(way, p.line(faded(p.theme.Canvas, 0.6), 3.2))
	if o.Form == overlay.RopeForm {
		s = p.dashed(s, 5, 2.5)
	}
	p.on.stroke(way, s)
	if o.Form == overlay.HingeForm {
		ring := p.path.reset().circle(at, float64(hingeRing*p.scale))
		p.on.fill(ring, paint{color: faded(p.theme.Canvas, 0.6)})
		p.on.stroke(ring, p.line(c, 1.6))
		p.on.fill(p.path.reset().circle(at, float64(1.8*p.scale)), paint{color: c})
		return
	}
	for _, end := range [2]Vec{at, to} {
		p.on.fill(p.path.reset().circle(end, float64(2.8*p.scale)), paint{color: c})
	}
}

// zigzag adds the line of a spring, straight at both ends.
func (p *painter) zigzag(way *path, at, to Vec) {
	d := to.Sub(at)
	across := d.Unit().Perp().Mul(float64(springWide * p.scale))
	way.moveTo(at)
	for i := range 2 * springTurns {
		side := across
		if i%2 == 1 {
			side = across.Neg()
		}
		way.lineTo(at.MulAdd(d, 0.15+float64(0.7*(float64(i)+0.5)/(2*springTurns))).Add(side))
	}
	way.lineTo(to)
}

// rope adds the line of a rope.
func (p *painter) rope(way *path, o *overlay.Joint) {
	way.moveTo(p.screen(o.At))
	for i := 1; i <= overlay.RopeParts; i++ {
		way.lineTo(p.screen(o.Along(float64(i) / overlay.RopeParts)))
	}
}
