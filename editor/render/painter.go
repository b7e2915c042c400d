package render

import (
	"image/color"
	"math"

	"fillet/collision"
	"fillet/editor/contacts"
	"fillet/editor/level"
)

// painter paints the parts of a scene on a canvas. Its owner reuses it for later scenes.
type painter struct {
	on     canvas
	scene  *Scene
	only   part // of the items
	theme  *Theme
	scale  float64 // picture pixels per unit of the screen
	view   view    // the part in view, in picture pixels, with a margin
	path   path
	part   path
	points []Vec
	text   []byte
	plates []plate // places of labels, which later labels avoid
	signs  []plate // places of signs and names, which later names avoid

	tintKey tintKey // the arguments of tintInk
	tintInk color.NRGBA
}

// plate is a label's place in picture pixels.
type plate struct{ x0, y0, x1, y1 float64 }

// viewMargin limits how far anything is drawn beyond the outline that it belongs to, in units of the screen.
const viewMargin = 48

func (p *painter) aim(on canvas, s *Scene) {
	p.on, p.scene, p.theme, p.scale = on, s, s.theme(), s.scale()
	m := float64(viewMargin * p.scale)
	p.view = view{-m, -m, float64(s.Camera.Width) + m, float64(s.Camera.Height) + m}
	p.plates = p.plates[:0]
}

func (s *Scene) theme() *Theme {
	if s.Theme == nil {
		return Dark()
	}
	return s.Theme
}

// The range of a picture's scale.
const (
	minScale = 0.25
	maxScale = 16
)

func (s *Scene) scale() float64 {
	if !(s.Scale > 0) {
		return 1
	}
	return min(max(s.Scale, minScale), maxScale)
}

// sees reports whether any of the box is in view.
func (p *painter) sees(b collision.AABB) bool {
	return b.Min.X <= p.view.x1 && b.Max.X >= p.view.x0 && b.Min.Y <= p.view.y1 && b.Max.Y >= p.view.y0
}

func (p *painter) seesPoint(v Vec) bool {
	return v.X <= p.view.x1 && v.X >= p.view.x0 && v.Y <= p.view.y1 && v.Y >= p.view.y0
}

func (p *painter) screen(v Vec) Vec { return p.scene.Camera.ToScreen(v) }

// line returns a stroke of a width in units of the screen.
func (p *painter) line(c color.NRGBA, width float64) stroke {
	return stroke{color: c, width: float64(width * p.scale)}
}

func (p *painter) dashed(s stroke, on, off float64) stroke {
	s.dash = dash{float64(on * p.scale), float64(off * p.scale)}
	return s
}

// Sizes in units of the screen, below which an item is drawn with less detail.
const (
	dotSize   = 3
	boxSize   = 6
	plainSize = 24 // minimum for patterns, ticks and arrows
)

// farZoom is the zoom, per unit of the screen, below which signs of a fixed size would hide the objects that they mark.
const farZoom = 0.3

// item paints one collider.
func (p *painter) item(it *Item) {
	if it.Collider == nil || it.Baked == nil {
		return
	}
	m := p.scene.Camera.placing(it.At)
	box := m.bounds(it.Baked.Bounds)
	if !p.sees(box) {
		return
	}
	if it.Collider.Shape.Kind == level.Point {
		p.point(it, m.at)
		return
	}
	size := max(box.Max.X-box.Min.X, box.Max.Y-box.Min.Y) / p.scale
	switch {
	case it.Fate.Gone:
		p.absent(it, &m, box)
	case size < dotSize:
		p.dot(it, box)
	case size < boxSize:
		p.smallBox(it, box)
	case it.Collider.Shape.Kind == level.Chain:
		p.chain(it, &m, size)
		p.objectSign(it, &m, box, size)
	default:
		p.area(it, &m, size)
		p.objectSign(it, &m, box, size)
	}
}

// dot paints an item that is too small to see. Intruders and selected items keep a minimum size.
func (p *painter) dot(it *Item, b collision.AABB) {
	half := float64(max(b.Max.X-b.Min.X, b.Max.Y-b.Min.Y, 1.4*p.scale) / 2)
	alpha := 0.8
	if it.Intruder || it.Selected {
		half, alpha = max(half, 1.5*p.scale), 1
	}
	c := faded(p.outlineColor(it), alpha)
	x, y := float64((b.Min.X+b.Max.X)/2), float64((b.Min.Y+b.Max.Y)/2)
	p.on.box(x-half, y-half, x+half, y+half, c)
}

func (p *painter) smallBox(it *Item, b collision.AABB) {
	c := p.outlineColor(it)
	edge := float64(0.5 * p.scale)
	p.on.box(b.Min.X-edge, b.Min.Y-edge, b.Max.X+edge, b.Max.Y+edge, faded(c, 0.45))
	p.on.box(b.Min.X+edge, b.Min.Y+edge, b.Max.X-edge, b.Max.Y-edge, faded(c, 0.35))
}

// Alphas of an item's parts.
const (
	fillAlpha    = 0.23
	dimmedAlpha  = 0.36
	hoveredShift = 0.45 // toward the brightest colour
)

// Standing returns the state that an item's own look shows: whether a trigger has something in it, and whether a body
// other than static ground is in a trigger. Other states are shown where two colliders meet.
func (it *Item) Standing() contacts.State {
	c := it.Collider
	switch {
	case c == nil:
	case c.Role == level.Trigger && it.State >= contacts.Touching, c.Role != level.Trigger &&
		it.State == contacts.Triggered && c.Body != level.Static:
		return contacts.Triggered
	}
	return contacts.Clear
}

// outlineColor returns the colour for the kind and state of an item.
func (p *painter) outlineColor(it *Item) color.NRGBA {
	c := p.bodyColor(it)
	switch {
	case it.Collider.Role == level.Trigger:
	case it.Intruder:
		c = p.theme.Overlap
	case it.Standing() == contacts.Triggered:
		if c = mixed(c, p.theme.Trigger, 0.6); it.Tint.A != 0 {
			c = p.theme.unreserved(c)
		}
	}
	if it.Selected && !it.Intruder && !p.hasHalo(it) {
		c = p.theme.Accent
	}
	return p.lit(it, c, hoveredShift)
}

// fillColor returns the colour of an item's inside. It does not depend on the item's state: a floor that something
// touches still looks like a floor.
func (p *painter) fillColor(it *Item) color.NRGBA {
	c := p.bodyColor(it)
	if it.Selected && it.Collider.Role == level.Solid {
		c = p.theme.Accent
	}
	return p.lit(it, c, hoveredShift/2)
}

// bodyColor returns the colour of an item that touches nothing.
func (p *painter) bodyColor(it *Item) color.NRGBA {
	switch {
	case it.Collider.Role == level.Trigger:
		return p.theme.Trigger
	case it.Collider.Role == level.OneWay:
		return p.theme.OneWay
	}
	if it.Tint.A != 0 {
		return p.tinted(it.Tint, it.Collider.Body)
	}
	return p.theme.bodyInk(p.theme.Solid, it.Collider.Body)
}

// lit returns an item's colour: shifted toward the brightest one if it is under the pointer, and faint if it is dimmed.
func (p *painter) lit(it *Item, c color.NRGBA, shift float64) color.NRGBA {
	if it.Hovered {
		c = mixed(c, p.theme.Bright, shift)
	}
	return p.dim(it, c)
}

func (p *painter) dim(it *Item, c color.NRGBA) color.NRGBA {
	alpha := 1.0
	if it.Alpha != 0 && !it.Intruder && !it.Selected && !it.Hovered {
		alpha = max(it.Alpha, p.theme.faintest(c))
	}
	if it.Dimmed {
		alpha = min(alpha, dimmedAlpha)
	}
	if alpha == 1 {
		return c
	}
	return faded(c, alpha)
}

// area paints an item that has an inside.
func (p *painter) area(it *Item, m *placing, size float64) {
	outline := p.path.reset().boundary(it.Baked.Boundary(), m)
	c := p.outlineColor(it)
	under, over := p.areaPaints(it, m.at, p.fillColor(it), size)
	if it.Collider.Role == level.OneWay {
		p.on.fill(outline, under)
		p.on.fill(outline, over)
		p.halo(it, outline, 2)
		p.oneWay(it, m, size)
		return
	}
	line := p.line(c, 1.5)
	switch {
	case it.Intruder, it.Selected:
		line.width = float64(2 * p.scale)
	case it.Hovered:
		line.width = float64(1.8 * p.scale)
	}
	if it.Collider.Role == level.Trigger {
		// Something is in the trigger: the dashes nearly close.
		if line = p.dashed(line, 7, 5); it.Standing() == contacts.Triggered && size >= plainSize {
			line.width = float64(2.6 * p.scale)
			line = p.dashed(line, 15, 4)
		}
	}
	small := size < plainSize // a halo would be as wide as the item, so the line itself shows the selection
	if small && p.hasHalo(it) {
		line.color = mixed(c, p.dim(it, p.theme.Accent), 0.6)
	}
	if over.color.A == 0 && (small || !p.hasHalo(it)) {
		p.on.area(outline, under, line)
		return
	}
	p.on.fill(outline, under)
	p.on.fill(outline, over)
	if !small {
		p.halo(it, outline, line.width/p.scale)
	}
	p.on.stroke(outline, line)
}

// areaPaints returns the paint of an item's inside, and the paint over it, if any.
func (p *painter) areaPaints(it *Item, anchor Vec, c color.NRGBA, size float64) (under, over paint) {
	alpha := fillAlpha
	if it.Hovered {
		alpha += 0.07
	}
	trigger := it.Collider.Role == level.Trigger
	switch {
	case trigger:
		under = paint{color: faded(c, 0.12)}
		if size >= plainSize {
			under = paint{c, dots, anchor}
		}
		if it.Standing() == contacts.Triggered {
			over = paint{color: faded(c, 0.14)}
		}
		return under, over
	case it.Collider.Role == level.OneWay:
		alpha = float64(alpha * 0.55)
	case it.Collider.Body == level.Dynamic:
		alpha = float64(alpha * 0.85)
	}
	return paint{color: faded(c, alpha)}, paint{}
}

func (p *painter) hasHalo(it *Item) bool {
	return it.Selected && (it.Standing() == contacts.Triggered || it.Collider.Role != level.Solid)
}

// halo paints the accent line around a selected item whose own outline shows something else.
func (p *painter) halo(it *Item, outline *path, width float64) {
	if p.hasHalo(it) {
		p.on.stroke(outline, p.line(faded(p.dim(it, p.theme.Accent), 0.7), width+3.5))
	}
}

// oneWay paints the outline of a one-way collider: bold where it blocks and dashed elsewhere, with an arrow on its
// solid side.
func (p *painter) oneWay(it *Item, m *placing, size float64) {
	dir := it.At.Q.Apply(it.Collider.OneWay).Unit()
	green := p.lit(it, p.theme.OneWay, hoveredShift)
	bold, faint := p.line(green, 4), p.dashed(p.line(faded(green, 0.55), 1.5), 4, 4)
	if size < plainSize {
		bold.width, faint.dash = float64(2.5*p.scale), dash{}
	}
	bold.round = true
	c := p.outlineColor(it)
	if it.Intruder {
		p.on.stroke(&p.path, p.line(c, 1.8))
	} else {
		p.on.stroke(p.sides(&p.path, dir, false), faint)
	}
	p.on.stroke(p.sides(&p.path, dir, true), bold)
	if size >= plainSize {
		p.oneWayArrow(it, m, dir, green)
	}
}

// sides returns the runs of a path's sides that face a direction or, without facing, the other runs.
func (p *painter) sides(of *path, dir Vec, facing bool) *path {
	out := p.part.reset()
	for i := range of.contours {
		closed := of.contours[i].closed
		p.points = distinct(of.flatten(i, &p.view, p.points[:0]), closed)
		if closed && len(p.points) > 0 {
			p.points = append(p.points, p.points[0])
		}
		running := false
		for j := 1; j < len(p.points); j++ {
			a, b := p.points[j-1], p.points[j]
			if collision.IsSolidSide(dir, normal(a, b)) != facing {
				running = false
				continue
			}
			if !running {
				out.moveTo(a)
				running = true
			}
			out.lineTo(b)
		}
	}
	return out
}

func (p *painter) oneWayArrow(it *Item, m *placing, dir Vec, c color.NRGBA) {
	b := it.Baked.Bounds
	local := it.Collider.OneWay
	half := b.Size().Mul(0.5)
	reach := float64(math.Abs(local.X)*half.X) + float64(math.Abs(local.Y)*half.Y)
	foot := m.apply(b.Center().MulAdd(local, reach))
	p.arrow(foot.MulAdd(dir, float64(8*p.scale)), foot.MulAdd(dir, float64(33*p.scale)), p.line(c, 2))
}

// line returns the shape of a chain with its curves flattened.
func (it *Item) line() *level.Shape {
	s := &it.Collider.Shape
	if s.Detail == nil {
		return s
	}
	flat := *s
	flat.Points = it.Baked.Line(s)
	return &flat
}

// chain paints a chain of edges, with ticks on its solid side, which is to the right of its direction.
func (p *painter) chain(it *Item, m *placing, size float64) {
	s := it.line()
	way := p.path.reset()
	if len(s.Points) == 0 {
		return
	}
	for i, v := range s.Points {
		way.follow(m.apply(v), i == 0)
	}
	if s.Closed {
		way.close()
	}
	c := p.outlineColor(it)
	thickness := float64(2 * s.Radius * m.scale)
	if it.Collider.Role == level.OneWay {
		p.halo(it, way, 4)
		p.oneWayChain(it, m, size)
		return
	}
	if thickness > 2.5*p.scale {
		f := p.line(faded(p.fillColor(it), fillAlpha), thickness/p.scale)
		f.round = true
		p.on.stroke(way, f)
		if p.hasHalo(it) {
			p.on.hollow(way, thickness, float64(5*p.scale), p.line(faded(p.dim(it, p.theme.Accent), 0.75), 5))
		}
		p.on.hollow(way, thickness, float64(1.5*p.scale), p.line(c, 1.5))
		p.thickChainSign(it, way, c, thickness, size)
		return
	}
	line := p.line(c, 2.2)
	line.round = true
	if it.Collider.Role == level.Trigger {
		line = p.dashed(line, 7, 5)
		line.round = false
	}
	width := 2.2
	if it.Intruder {
		width = chainSignWidth
	}
	p.halo(it, way, width)
	if size >= plainSize && s.OneSided && it.Collider.Role == level.Solid {
		p.on.stroke(p.ticks(way), p.line(faded(c, 0.55), 1.2))
	}
	if !p.thinChainSign(it, way, c, size) {
		p.on.stroke(way, line)
	}
}

// A chain has no inside to fill with a pattern, so its line shows its state: rungs across it for an intruder, and
// nearly closed dashes for a trigger with something in it.

// chainSignWidth is the width of a thin chain's rungs, in units of the screen.
const chainSignWidth = 5

// thinChainSign paints the state of a chain that is too thin for its thickness to be visible. It returns false if the
// caller must paint the chain's ordinary line.
func (p *painter) thinChainSign(it *Item, way *path, c color.NRGBA, size float64) bool {
	if size < plainSize {
		return false
	}
	switch triggered := it.Standing() == contacts.Triggered; {
	case it.Collider.Role == level.Trigger && triggered:
		p.on.stroke(way, p.dashed(p.line(c, 2.6), 15, 4))
		return true
	case it.Collider.Role == level.Trigger:
		return false
	case it.Intruder:
		p.rungs(way, c, 7)
		p.on.stroke(way, p.line(c, 2.2))
		return true
	}
	return false
}

// thickChainSign paints the state over a chain whose outline is drawn.
func (p *painter) thickChainSign(it *Item, way *path, c color.NRGBA, thickness, size float64) {
	if size < plainSize {
		return
	}
	switch triggered := it.Standing() == contacts.Triggered; {
	case it.Collider.Role == level.Trigger && triggered:
		p.on.stroke(way, p.dashed(p.line(c, thickness/p.scale/3), 10, 4))
	case it.Collider.Role == level.Trigger:
		p.on.stroke(way, p.dashed(p.line(c, max(2, thickness/p.scale/4)), 3, 5))
	case it.Intruder:
		p.rungs(way, c, thickness/p.scale)
	}
}

// rungs paints short lines across a path, of the given width in units of the screen.
func (p *painter) rungs(way *path, c color.NRGBA, width float64) {
	p.on.stroke(way, p.dashed(p.line(faded(c, 0.8), width), 2, 5))
}

// Dimensions of a chain's ticks, in units of the screen.
const (
	tickSpacing = 9
	tickLength  = 7
)

// ticks returns short slanted lines to the right of a path of lines: the back of a one-sided chain.
func (p *painter) ticks(way *path) *path {
	out := p.part.reset()
	spacing, length := float64(tickSpacing*p.scale), float64(tickLength*p.scale)
	p.points = distinct(way.flatten(0, &p.view, p.points[:0]), way.contours[0].closed)
	n := len(p.points)
	sides := n - 1
	if way.contours[0].closed {
		sides = n
	}
	for i := range max(sides, 0) {
		a, b := p.points[i], p.points[(i+1)%n]
		t0, t1 := p.view.clip(a, b)
		total := a.Dist(b)
		if !(t0 < t1) || !(total >= spacing && total < farthest) {
			continue
		}
		count := math.Floor(total / spacing)
		gap := total / count
		dir := b.Sub(a).Mul(1 / total)
		lean := dir.Perp().Sub(dir).Mul(length / math.Sqrt2)
		for k := math.Ceil(float64(t0*count) - 0.5); k < count && (k+0.5)*gap <= t1*total; k++ {
			foot := a.MulAdd(dir, float64((k+0.5)*gap))
			out.line(foot, foot.Add(lean))
		}
	}
	return out
}

// oneWayChain paints a one-way chain: bold where it blocks, with dashes along its open side.
func (p *painter) oneWayChain(it *Item, m *placing, size float64) {
	dir := it.At.Q.Apply(it.Collider.OneWay).Unit()
	green := p.lit(it, p.theme.OneWay, hoveredShift)
	if it.Intruder {
		p.on.stroke(&p.path, p.line(p.outlineColor(it), 6))
	}
	out := p.part.reset()
	bold := p.line(green, max(4, 2*it.Collider.Shape.Radius*m.scale/p.scale))
	bold.round = true
	gap := dir.Mul(-(float64(bold.width/2) + float64(4*p.scale)))
	under := p.points[:0]
	shape := it.line()
	n := len(shape.Points)
	sides := n - 1
	if shape.Closed {
		sides = n
	}
	for i := range sides {
		a, b := m.apply(shape.Points[i]), m.apply(shape.Points[(i+1)%n])
		if n := normal(a, b); collision.IsSolidSide(dir, n) || collision.IsSolidSide(dir, n.Neg()) {
			out.line(a, b)
			under = append(under, a.Add(gap), b.Add(gap))
			continue
		}
		under = append(under, a, b)
	}
	p.on.stroke(out, bold)
	out.reset()
	for i := 0; i+1 < len(under); i += 2 {
		out.line(under[i], under[i+1])
	}
	p.points = under
	p.on.stroke(out, p.dashed(p.line(faded(green, 0.55), 1.5), 4, 4))
	if size >= plainSize {
		p.oneWayArrow(it, m, dir, green)
	}
}

// point paints a point: a cross with a ring.
func (p *painter) point(it *Item, at Vec) {
	c := p.theme.Point
	if it.Tint.A != 0 {
		c = mixed(c, p.tinted(it.Tint, level.Static), 0.5)
	}
	c = p.lit(it, c, hoveredShift)
	if p.scene.Camera.Zoom/p.scale < farZoom {
		half := float64(1.5 * p.scale)
		if it.Selected {
			c, half = p.dim(it, p.theme.Accent), float64(2*half)
		}
		p.on.box(at.X-half, at.Y-half, at.X+half, at.Y+half, c)
		return
	}
	if it.Selected {
		p.on.stroke(p.path.reset().circle(at, float64(9.5*p.scale)), p.line(p.dim(it, p.theme.Accent), 2))
	}
	p.cross(at, c, 1.5)
}

// cross paints a ring with four arms through it.
func (p *painter) cross(at Vec, c color.NRGBA, width float64) {
	in, out := float64(1.5*p.scale), float64(8*p.scale)
	arms := p.path.reset()
	for _, d := range [4]Vec{{X: 1}, {Y: 1}, {X: -1}, {Y: -1}} {
		arms.line(at.MulAdd(d, in), at.MulAdd(d, out))
	}
	p.on.stroke(arms, p.line(c, width))
	ring := p.path.reset().circle(at, float64(4.5*p.scale))
	p.on.fill(ring, paint{color: faded(c, 0.2)})
	p.on.stroke(ring, p.line(c, width))
}

// arrow paints a line with an open head.
func (p *painter) arrow(from, to Vec, s stroke) {
	dir := to.Sub(from)
	length := dir.Len()
	if !(length > 1e-9) {
		return
	}
	dir = dir.Mul(1 / length)
	back, across := dir.Mul(-min(7*p.scale, length)), dir.Perp().Mul(float64(5*p.scale))
	s.round = true
	way := p.path.reset()
	way.line(from, to)
	way.moveTo(to.Add(back).Add(across))
	way.lineTo(to)
	way.lineTo(to.Add(back).Sub(across))
	p.on.stroke(way, s)
}
