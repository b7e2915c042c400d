package render

import (
	"image/color"
	"math"
)

// list is a display list: the shapes to blend, in order, as edges within the picture. It is a [canvas]. Each core
// builds one list per frame; then every band reads all lists.
type list struct {
	width, height int
	view          view
	bandRows      int
	tiles         *tileSet
	letters       *typesetter // nil if no text is written

	ops   []op
	edges []edge
	areas []ink     // of outlined areas
	bands [][]int32 // for each band, the ops that overlap it

	// The bounds of the edges since beginEdges, which start at index start.
	start          int
	x0, y0, x1, y1 float32
	open           bool // an edge is beyond the right side, so the rows are covered up to that side

	points, offset, dash []Vec
}

// op is one shape to blend.
type op struct {
	form           form
	x0, y0, x1, y1 int32 // pixels, end excluded
	e0, e1         int32 // edges
	cut            int32 // a cut-out's edges are from here to e1
	mask           *mask
	ink            ink
	area           int32   // the index of the ink of an outlined area
	sign           float32 // sign of its winding
}

type form uint8

const (
	filled   form = iota
	outlined      // edges e0 to cut are the outer side of an outline, edges cut to e1 the inner side
	cutOut        // edges e0 to cut, minus the area of edges cut to e1
	boxed         // edge e0 holds two corners
	masked
)

// begin empties the list for a new picture.
func (l *list) begin(width, height, bandRows int, margin float64) {
	l.width, l.height, l.bandRows = width, height, bandRows
	l.view = view{-margin, -margin, float64(width) + margin, float64(height) + margin}
	l.ops, l.edges, l.areas = l.ops[:0], l.edges[:0], l.areas[:0]
	n := (height + bandRows - 1) / bandRows
	for len(l.bands) < n {
		l.bands = append(l.bands, nil)
	}
	for i := range l.bands {
		l.bands[i] = l.bands[i][:0]
	}
}

// draw blends the ops that overlap the raster's band.
func (l *list) draw(r *raster, band int, pix []byte) {
	for _, i := range l.bands[band] {
		o := &l.ops[i]
		switch o.form {
		case filled:
			r.add(l.edges[o.e0:o.e1])
			r.flush(pix, int(o.x0), int(o.y0), int(o.x1), int(o.y1), &o.ink)
		case outlined:
			r.addBoth(l.edges[o.e0:o.cut], l.edges[o.cut:o.e1])
			r.flushOutlined(pix, int(o.x0), int(o.y0), int(o.x1), int(o.y1), o.sign, &o.ink, &l.areas[o.area])
		case cutOut:
			r.addBoth(l.edges[o.e0:o.cut], l.edges[o.cut:o.e1])
			r.flushWithout(pix, int(o.x0), int(o.y0), int(o.x1), int(o.y1), &o.ink)
		case boxed:
			r.box(pix, l.edges[o.e0], &o.ink)
		case masked:
			r.mask(pix, o.mask, int(o.x0), int(o.y0), &o.ink)
		}
	}
}

// push appends an op and adds it to the bands that it overlaps.
func (l *list) push(o op) {
	i := int32(len(l.ops))
	l.ops = append(l.ops, o)
	first := max(int(o.y0), 0) / l.bandRows
	last := (min(int(o.y1), l.height) - 1) / l.bandRows
	for b := first; b <= last; b++ {
		l.bands[b] = append(l.bands[b], i)
	}
}

// beginEdges starts the edges of one op.
func (l *list) beginEdges() {
	l.start = len(l.edges)
	l.x0, l.y0 = math.MaxFloat32, math.MaxFloat32
	l.x1, l.y1 = -1, -1
	l.open = false
}

// endEdges pushes an op with the edges since beginEdges.
func (l *list) endEdges(f form, cut int, k ink) {
	if len(l.edges) == l.start || l.y1 <= l.y0 || k.alpha == 0 {
		l.edges = l.edges[:l.start]
		return
	}
	o := op{
		form: f, e0: int32(l.start), e1: int32(len(l.edges)), cut: int32(cut), ink: k,
		x0: int32(l.x0), y0: int32(l.y0), x1: int32(math.Ceil(float64(l.x1))), y1: int32(math.Ceil(float64(l.y1))),
	}
	if l.open {
		o.x1 = int32(l.width)
	}
	l.push(o)
}

// side adds an edge, clipped to the picture. Parts to the left of the picture are moved to its left side, where they
// cover the same pixels; parts to the right cover none.
func (l *list) side(a, b Vec) {
	h, w := float64(l.height), float64(l.width)
	if a.Y == b.Y || a.Y <= 0 && b.Y <= 0 || a.Y >= h && b.Y >= h {
		return
	}
	a, b = within(a), within(b)
	if math.IsNaN(a.X + a.Y + b.X + b.Y) {
		return
	}
	if a.Y < 0 || b.Y < 0 || a.Y > h || b.Y > h {
		a, b = cutRows(a, b, h)
	}
	if a.X >= 0 && b.X >= 0 && a.X <= w && b.X <= w {
		l.put(a, b)
		return
	}
	// Split the edge where it crosses a side, in order along the edge.
	dx, dy := b.X-a.X, b.Y-a.Y
	ts := [2]float64{-a.X / dx, (w - a.X) / dx}
	if ts[0] > ts[1] {
		ts[0], ts[1] = ts[1], ts[0]
	}
	from := a
	for _, t := range ts {
		if t > 0 && t < 1 {
			to := Vec{X: a.X + float64(dx*t), Y: a.Y + float64(dy*t)}
			l.piece(from, to, w)
			from = to
		}
	}
	l.piece(from, b, w)
}

// piece adds a part of an edge that does not cross the picture's left or right side.
func (l *list) piece(a, b Vec, w float64) {
	mid := float64((a.X + b.X) / 2)
	switch {
	case mid >= w:
		l.open = true
		l.y0, l.y1 = min(l.y0, float32(min(a.Y, b.Y))), max(l.y1, float32(max(a.Y, b.Y)))
	case mid <= 0:
		l.put(Vec{Y: a.Y}, Vec{Y: b.Y})
	default:
		l.put(Vec{X: min(max(a.X, 0), w), Y: a.Y}, Vec{X: min(max(b.X, 0), w), Y: b.Y})
	}
}

// cutRows returns the part of an edge within the rows 0 to h.
func cutRows(a, b Vec, h float64) (Vec, Vec) {
	slope := (b.X - a.X) / (b.Y - a.Y)
	cut := func(p Vec) Vec {
		if y := min(max(p.Y, 0), h); y != p.Y {
			return Vec{X: a.X + float64((y-a.Y)*slope), Y: y}
		}
		return p
	}
	return cut(a), cut(b)
}

// within clamps a point to a range in which no difference overflows.
func within(p Vec) Vec {
	return Vec{X: min(max(p.X, -farthest), farthest), Y: min(max(p.Y, -farthest), farthest)}
}

// put adds an edge within the picture. Edges with NaNs are dropped.
func (l *list) put(a, b Vec) {
	if !(a.X+a.Y+b.X+b.Y >= 0) {
		return
	}
	e := edge{float32(a.X), float32(a.Y), float32(b.X), float32(b.Y)}
	if e.y0 == e.y1 {
		return
	}
	l.x0, l.x1 = min(l.x0, e.x0, e.x1), max(l.x1, e.x0, e.x1)
	l.y0, l.y1 = min(l.y0, e.y0, e.y1), max(l.y1, e.y0, e.y1)
	l.edges = append(l.edges, e)
}

// ring adds the sides of a closed polygon.
func (l *list) ring(points []Vec) {
	for i := 1; i < len(points); i++ {
		l.side(points[i-1], points[i])
	}
	if n := len(points); n > 1 && points[n-1] != points[0] {
		l.side(points[n-1], points[0])
	}
}

// fill blends the inside of a path.
func (l *list) fill(p *path, f paint) {
	if f.color.A == 0 {
		return
	}
	l.beginEdges()
	for i := range p.contours {
		l.points = p.flatten(i, &l.view, l.points[:0])
		l.ring(l.points)
	}
	l.endEdges(filled, 0, l.inkOf(f))
}

// area blends the inside of a path and the line along it.
func (l *list) area(p *path, f paint, s stroke) {
	if s.color.A != 255 || s.dash.on > 0 || f.color.A == 0 || !p.isClosed() {
		l.fill(p, f)
		l.stroke(p, s)
		return
	}
	l.beginEdges()
	sum := 0.0 // twice the path's area
	for i := range p.contours {
		l.points = distinct(p.flatten(i, &l.view, l.points[:0]), true)
		sum += turning(l.points)
		l.outline(l.points, float64(s.width/2))
	}
	cut := len(l.edges)
	for i := range p.contours {
		if len(p.contours) > 1 {
			l.points = distinct(p.flatten(i, &l.view, l.points[:0]), true)
		}
		l.outline(l.points, float64(-s.width/2))
	}
	n := len(l.ops)
	l.endEdges(outlined, cut, inkOf(s.color))
	if len(l.ops) > n {
		o := &l.ops[n]
		o.area, o.sign = int32(len(l.areas)), -1
		if sum < 0 {
			o.sign = 1
		}
		l.areas = append(l.areas, l.inkOf(f))
	}
}

// outline adds one side of the line along a closed polygon. A polygon too thin to have an inside has no inner side.
func (l *list) outline(points []Vec, d float64) {
	if len(points) < 3 {
		if d > 0 {
			l.strokePoints(points, true, d, true)
		}
		return
	}
	l.offset = offsetClosed(l.offset[:0], points, d)
	l.ring(l.offset)
}

// turning returns twice the area of a polygon, positive if it turns from +x toward +y.
func turning(points []Vec) float64 {
	sum := 0.0
	for i := 1; i+1 < len(points); i++ {
		sum += points[i].Sub(points[0]).Cross(points[i+1].Sub(points[0]))
	}
	return sum
}

func (l *list) inkOf(f paint) ink {
	k := inkOf(f.color)
	if f.pattern != plain {
		k.tile = l.tiles.tiles[f.pattern]
		n := k.tile.size
		k.dx, k.dy = phase(f.anchor.X, n), phase(f.anchor.Y, n)
	}
	return k
}

// nearest returns the nearest whole pixel. Halves round up, and so do values that are below a half by a rounding error,
// so that panning by whole pixels moves everything equally.
func nearest(x float64) float64 {
	const half = 0.5 + 1e-6
	return math.Floor(x + half)
}

// phase returns the offset of a tile's corner that makes the tile move with the anchor.
func phase(x float64, n int) int32 {
	m := math.Mod(nearest(x), float64(n))
	if !(m-m == 0) {
		return 0
	}
	return int32(wrap(int(m), n))
}

// box blends an axis-aligned rectangle.
func (l *list) box(x0, y0, x1, y1 float64, c color.NRGBA) {
	w, h := float64(l.width), float64(l.height)
	x0, y0, x1, y1 = max(x0, 0), max(y0, 0), min(x1, w), min(y1, h)
	if !(x0 < x1 && y0 < y1) || c.A == 0 {
		return
	}
	e := edge{float32(x0), float32(y0), float32(x1), float32(y1)}
	if e.x0 >= e.x1 || e.y0 >= e.y1 {
		return
	}
	l.edges = append(l.edges, e)
	l.push(op{
		form: boxed, e0: int32(len(l.edges) - 1), ink: inkOf(c),
		x0: int32(x0), y0: int32(y0), x1: int32(math.Ceil(x1)), y1: int32(math.Ceil(y1)),
	})
}

// text blends a line of text from the left end of its baseline, which is rounded to whole pixels.
func (l *list) text(at Vec, s []byte, size float64, c color.NRGBA) {
	if !(math.Abs(at.X) < 1e6 && math.Abs(at.Y) < 1e6) {
		return
	}
	k := inkOf(c)
	face := l.letters.face(size)
	s = l.letters.ordered(s)
	x, y := at.X, int(nearest(at.Y))
	for len(s) > 0 {
		var g *glyph
		g, s = face.next(s, x)
		if m := &g.mask; m.width > 0 {
			x0, y0 := int(math.Floor(x))+m.left, y+m.top
			if x0 < l.width && x0+m.width > 0 && y0 < l.height && y0+m.height > 0 {
				l.push(op{
					form: masked, mask: m, ink: k,
					x0: int32(x0), y0: int32(y0), x1: int32(x0 + m.width), y1: int32(y0 + m.height),
				})
			}
		}
		x += g.advance
	}
}

func (l *list) measure(s []byte, size float64) float64 { return l.letters.face(size).width(s) }
