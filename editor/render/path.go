package render

import (
	"math"

	"fillet/collision"
)

// path is a set of contours of lines and arcs in picture pixels, filled by the non-zero rule.
type path struct {
	steps    []step
	contours []contour
}

// contour is a run of consecutive steps.
type contour struct {
	start  int // index of its first step; it ends where the next contour starts
	from   Vec
	closed bool
}

// step goes from the end of the previous step to to: straight, or along an arc about center that turns by sweep radians
// (positive from +x toward +y).
type step struct {
	to     Vec
	center Vec
	radius float64 // 0 for a line
	sweep  float64
}

func (p *path) reset() *path {
	p.steps, p.contours = p.steps[:0], p.contours[:0]
	return p
}

func (p *path) moveTo(v Vec) { p.contours = append(p.contours, contour{start: len(p.steps), from: v}) }

func (p *path) lineTo(v Vec) { p.steps = append(p.steps, step{to: v}) }

// follow starts a contour at v if first is set, and otherwise adds a line to it.
func (p *path) follow(v Vec, first bool) {
	if first {
		p.moveTo(v)
	} else {
		p.lineTo(v)
	}
}

func (p *path) arcTo(v, center Vec, radius, sweep float64) {
	p.steps = append(p.steps, step{v, center, radius, sweep})
}

func (p *path) close() { p.contours[len(p.contours)-1].closed = true }

func (p *path) isClosed() bool {
	for i := range p.contours {
		if !p.contours[i].closed {
			return false
		}
	}
	return len(p.contours) > 0
}

// of returns the steps of contour i.
func (p *path) of(i int) []step {
	if i+1 < len(p.contours) {
		return p.steps[p.contours[i].start:p.contours[i+1].start]
	}
	return p.steps[p.contours[i].start:]
}

func (p *path) line(a, b Vec) *path {
	p.moveTo(a)
	p.lineTo(b)
	return p
}

// poly adds a closed polygon.
func (p *path) poly(points []Vec) *path {
	for i, v := range points {
		p.follow(v, i == 0)
	}
	if len(points) > 0 {
		p.close()
	}
	return p
}

// diamond adds a square that stands on a corner, which is r from its middle.
func (p *path) diamond(at Vec, r float64) *path {
	return p.poly([]Vec{{X: at.X, Y: at.Y - r}, {X: at.X + r, Y: at.Y}, {X: at.X, Y: at.Y + r}, {X: at.X - r, Y: at.Y}})
}

// circle adds a full circle, from +x toward +y.
func (p *path) circle(c Vec, r float64) *path {
	east, west := Vec{X: c.X + r, Y: c.Y}, Vec{X: c.X - r, Y: c.Y}
	p.moveTo(east)
	p.arcTo(west, c, r, math.Pi)
	p.arcTo(east, c, r, math.Pi)
	p.close()
	return p
}

// plate adds a rectangle with rounded corners.
func (p *path) plate(x0, y0, x1, y1, r float64) *path {
	r = min(r, (x1-x0)/2, (y1-y0)/2)
	p.moveTo(Vec{X: x0 + r, Y: y0})
	corner := func(cx, cy, ex, ey, lx, ly float64) {
		p.lineTo(Vec{X: lx, Y: ly})
		p.arcTo(Vec{X: ex, Y: ey}, Vec{X: cx, Y: cy}, r, math.Pi/2)
	}
	corner(x1-r, y0+r, x1, y0+r, x1-r, y0)
	corner(x1-r, y1-r, x1-r, y1, x1, y1-r)
	corner(x0+r, y1-r, x0, y1-r, x0+r, y1)
	corner(x0+r, y0+r, x0+r, y0, x0, y0+r)
	p.close()
	return p
}

// placing maps a collider's own frame to picture pixels: it rotates, scales and translates.
type placing struct {
	c, s  float64 // cosine and sine times the zoom
	at    Vec
	scale float64
}

// placing returns the mapping of a transform. The zero rotation counts as no rotation.
func (c Camera) placing(xf collision.Transform) placing {
	if xf.Q == (collision.Rot{}) {
		xf.Q.C = 1
	}
	return placing{c: float64(xf.Q.C * c.Zoom), s: float64(xf.Q.S * c.Zoom), at: c.ToScreen(xf.P), scale: c.Zoom}
}

func (m *placing) apply(v Vec) Vec {
	return Vec{X: m.at.X + (float64(m.c*v.X) - float64(m.s*v.Y)), Y: m.at.Y + (float64(m.s*v.X) + float64(m.c*v.Y))}
}

// bounds returns the bounds, in picture pixels, of a box in the collider's own frame.
func (m *placing) bounds(b collision.AABB) collision.AABB {
	hx, hy := float64((b.Max.X-b.Min.X)/2), float64((b.Max.Y-b.Min.Y)/2)
	center := m.apply(Vec{X: b.Min.X + hx, Y: b.Min.Y + hy})
	c, s := math.Abs(m.c), math.Abs(m.s)
	ex, ey := float64(c*hx)+float64(s*hy), float64(s*hx)+float64(c*hy)
	return collision.AABB{Min: Vec{X: center.X - ex, Y: center.Y - ey}, Max: Vec{X: center.X + ex, Y: center.Y + ey}}
}

// boundary adds a shape's boundary. Contours whose ends do not meet stay open.
func (p *path) boundary(contours []collision.Contour, m *placing) *path {
	for _, c := range contours {
		if len(c) == 0 {
			continue
		}
		p.moveTo(m.apply(c[0].From))
		for i := range c {
			s := &c[i]
			if s.Radius > 0 {
				p.arcTo(m.apply(s.To), m.apply(s.Center), float64(s.Radius*m.scale), s.Sweep())
			} else {
				p.lineTo(m.apply(s.To))
			}
		}
		if c[len(c)-1].To == c[0].From {
			p.close()
		}
	}
	return p
}

// arcTolerance limits the distance of chords from their arc, in pixels, half of it to either side: the inner points of
// an arc are moved outward so that the polygon has the same area.
const arcTolerance = 0.09

// view is the visible part of the plane, in picture pixels, with a margin wide enough for strokes.
type view struct{ x0, y0, x1, y1 float64 }

// misses reports whether the box is entirely beyond one side of the view, so that a curve in it can be replaced by
// its chord.
func (v *view) misses(x0, y0, x1, y1 float64) bool {
	return x1 < v.x0 || x0 > v.x1 || y1 < v.y0 || y0 > v.y1
}

// flatten appends the points of contour i, including the first. An arc, or a part of an arc, beyond the view becomes a
// chord.
func (p *path) flatten(i int, v *view, dst []Vec) []Vec {
	from := p.contours[i].from
	dst = append(dst, from)
	for _, s := range p.of(i) {
		if s.radius > 0 {
			dst = flattenArc(from, s, v, dst)
		} else {
			dst = append(dst, s.to)
		}
		from = s.to
	}
	return dst
}

// coarseRadius is the radius in pixels above which only the parts of an arc that are in view are subdivided. If the
// radius or the centre is beyond farthest, coordinates are too coarse to tell which parts are in view, and the arc
// becomes its chord.
const (
	coarseRadius = 4096
	farthest     = 1e13
)

func flattenArc(from Vec, s step, v *view, dst []Vec) []Vec {
	if !(s.radius < farthest && math.Abs(s.center.X) < farthest && math.Abs(s.center.Y) < farthest &&
		from.Dist(s.center) < 2*farthest && math.Abs(s.sweep) < 7) {
		return append(dst, s.to)
	}
	if s.radius >= coarseRadius {
		a := collision.Atan2(from.Y-s.center.Y, from.X-s.center.X)
		dst = flattenCoarse(s.center, s.radius, a, s.sweep, v, 0, dst)
		return append(dst, s.to)
	}
	widest := float64(2 * math.Sqrt(2*arcTolerance/s.radius))
	n := math.Ceil(math.Abs(s.sweep) / min(widest, 1))
	if n > 1 {
		turn := s.sweep / n
		sin, cos := collision.Sincos(turn)
		out := 1 + turn*turn/12*n/(n-1) // because the ends do not move
		arm := from.Sub(s.center).Mul(out)
		for range int(n) - 1 {
			arm = Vec{X: float64(cos*arm.X) - float64(sin*arm.Y), Y: float64(sin*arm.X) + float64(cos*arm.Y)}
			dst = append(dst, s.center.Add(arm))
		}
	}
	return append(dst, s.to)
}

// flattenCoarse halves the arc until each part is out of view or flat, and appends all points except the ends.
func flattenCoarse(c Vec, r, a, sweep float64, v *view, depth int, dst []Vec) []Vec {
	sin0, cos0 := collision.Sincos(a)
	sin1, cos1 := collision.Sincos(a + sweep)
	sag := float64(r * (1 - collision.Cos(float64(sweep/2))))
	if math.Abs(sweep) < math.Pi/2+1e-9 {
		x0, x1 := c.X+float64(r*min(cos0, cos1))-sag, c.X+float64(r*max(cos0, cos1))+sag
		y0, y1 := c.Y+float64(r*min(sin0, sin1))-sag, c.Y+float64(r*max(sin0, sin1))+sag
		if sag < arcTolerance || depth > 32 || v.misses(x0, y0, x1, y1) {
			return dst
		}
	}
	a1 := a + float64(sweep/2)
	dst = flattenCoarse(c, r, a, float64(sweep/2), v, depth+1, dst)
	sin, cos := collision.Sincos(a1)
	dst = append(dst, Vec{X: c.X + float64(r*cos), Y: c.Y + float64(r*sin)})
	return flattenCoarse(c, r, a1, float64(sweep/2), v, depth+1, dst)
}
