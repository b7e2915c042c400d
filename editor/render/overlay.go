package render

import (
	"image/color"
	"math"
	"slices"

	"fillet/collision"
	"fillet/editor/overlay"
)

// overlays paints the overlays of the scene in order, except handles.
func (p *painter) overlays() {
	for _, o := range p.scene.Overlays {
		switch o := o.(type) {
		case overlay.Line:
			p.overlayLine(&o)
		case overlay.Box:
			p.overlayBox(&o)
		case overlay.Outline:
			p.overlayOutline(&o)
		case overlay.Ring:
			p.overlayRing(&o)
		case overlay.Arrow:
			s := p.overlayStroke(o.Ink, o.Width, false)
			from, to := p.screen(o.From), p.screen(o.To)
			p.arrow(from, to, p.line(faded(p.theme.Canvas, 0.5), s.width/p.scale+2.5))
			p.arrow(from, to, s)
		case *overlay.Stage:
			runPainter{p}.stage(o)
		case overlay.Joint:
			p.joint(&o)
		case overlay.Measure:
			p.measure(&o)
		case overlay.Dot:
			p.overlayDot(&o)
		case overlay.Sign:
			p.sign(&o)
		case overlay.Label:
			p.text = append(p.text[:0], o.Text...)
			at := p.screen(o.At)
			p.labelAt(at, p.inView(at, o.Offset), p.text, textSize, o.Ink)
		}
	}
}

// handles paints the overlays' handles, which are below the contacts.
func (p *painter) handles() {
	for _, o := range p.scene.Overlays {
		if h, ok := o.(overlay.Handle); ok {
			p.handle(&h)
		}
	}
}

// color returns the colour of an ink.
func (t *Theme) color(i overlay.Ink) color.NRGBA {
	return [...]color.NRGBA{
		overlay.Accent: t.Accent, overlay.Muted: t.Muted, overlay.Warn: t.Touching, overlay.Danger: t.Overlap,
		overlay.Trigger: t.Trigger, overlay.OneWay: t.OneWay, overlay.Bright: t.Bright, overlay.Shadow: t.Canvas,
		overlay.Guide: t.Guide,
	}[i]
}

// overlayStroke returns the stroke of an overlay's line. Width 0 means 1.5.
func (p *painter) overlayStroke(i overlay.Ink, width float64, dashed bool) stroke {
	if !(width > 0) {
		width = 1.5
	}
	s := p.line(p.theme.color(i), width)
	if dashed {
		s = p.dashed(s, 4, 4)
		if i == overlay.Bright {
			s.color = faded(s.color, 0.65)
		}
	}
	return s
}

const overlayFill = 0.12

func (p *painter) overlayLine(o *overlay.Line) {
	if len(o.Points) == 0 {
		return
	}
	way := p.path.reset()
	for i, v := range o.Points {
		way.follow(p.screen(v), i == 0)
	}
	if o.Closed {
		way.close()
	}
	if o.Fill && o.Closed {
		p.on.fill(way, paint{color: faded(p.theme.color(o.Ink), overlayFill)})
	}
	s := p.overlayStroke(o.Ink, o.Width, o.Dashed)
	if o.Faint {
		s.color = faded(s.color, 0.45)
	}
	p.on.stroke(way, s)
}

func (p *painter) overlayBox(o *overlay.Box) {
	b := collision.AABB{Min: p.screen(o.Bounds.Min), Max: p.screen(o.Bounds.Max)}
	if o.Fill {
		p.on.box(b.Min.X, b.Min.Y, b.Max.X, b.Max.Y, faded(p.theme.color(o.Ink), overlayFill))
	}
	p.frame(b, p.overlayStroke(o.Ink, o.Width, o.Dashed), o.Dashed)
}

func (p *painter) overlayOutline(o *overlay.Outline) {
	m := p.scene.Camera.placing(o.At)
	outline := p.path.reset().boundary(o.Boundary, &m)
	c := p.theme.color(o.Ink)
	switch {
	case o.Hatched:
		p.on.fill(outline, paint{c, hatch, m.at})
	case o.Fill && o.Ink == overlay.Danger: // inside shapes, only overlaps are red
		p.on.fill(outline, paint{color: faded(p.theme.Accent, overlayFill)})
	case o.Fill:
		p.on.fill(outline, paint{color: faded(c, overlayFill)})
	}
	p.on.stroke(outline, p.overlayStroke(o.Ink, o.Width, o.Dashed))
}

func (p *painter) overlayRing(o *overlay.Ring) {
	if !(o.Radius >= 0) {
		return
	}
	p.on.stroke(p.path.reset().circle(p.screen(o.Center), float64(o.Radius*p.scene.Camera.Zoom)),
		p.overlayStroke(o.Ink, 0, o.Dashed))
}

func (p *painter) overlayDot(o *overlay.Dot) {
	const radius = 3.5
	at := p.screen(o.At)
	if !p.seesPoint(at) {
		return
	}
	disc := p.path.reset().circle(at, float64(radius*p.scale))
	p.on.stroke(disc, p.line(faded(p.theme.Canvas, 0.7), 2.5))
	p.on.fill(disc, paint{color: p.theme.color(o.Ink)})
}

// sign paints the diamond that marks an instance.
func (p *painter) sign(o *overlay.Sign) {
	const half, wide = 4, 5.5 // from the middle to a corner
	at := p.screen(o.At).Add(o.Offset.Mul(p.scale))
	if !p.seesPoint(at) {
		return
	}
	p.on.fill(p.path.reset().diamond(at, float64(wide*p.scale)), paint{color: faded(p.theme.Canvas, 0.55)})
	p.on.fill(p.path.reset().diamond(at, float64(half*p.scale)), paint{color: faded(p.theme.color(o.Ink), 0.85)})
}

// handle paints a handle. A square handle is centred on a whole pixel to keep its sides sharp.
func (p *painter) handle(o *overlay.Handle) {
	at := p.screen(o.At)
	if !p.seesPoint(at) {
		return
	}
	c := p.theme.color(o.Ink)
	face := color.NRGBA{R: 255, G: 255, B: 255, A: 255}
	grow := 0.0
	if o.Hot {
		face = mixed(face, c, 0.45)
		grow = 1
	}
	border := p.line(c, 1.4)
	switch o.Form {
	case overlay.SquareHandle:
		p.square(at, 4+grow, o.Angle, face, border)
	case overlay.DiamondHandle:
		p.square(at, 3.2+grow, o.Angle+math.Pi/4, mixed(face, c, 0.25), border)
	case overlay.RoundHandle:
		p.knob(at, 5+grow, face, border)
	case overlay.DotHandle:
		if o.Hot {
			c = mixed(c, p.theme.Bright, 0.35)
		}
		p.knob(at, 5.5+grow, c, p.line(p.theme.Canvas, 1.5))
	case overlay.CrossHandle:
		if o.Hot {
			c = mixed(c, p.theme.Bright, 0.35)
		}
		p.cross(at, faded(p.theme.Canvas, 0.6), 4)
		p.cross(at, c, 1.5+float64(0.5*grow))
	}
}

// measure paints a distance. Its text is on a plate in the middle, or beside a line that is too short for it.
func (p *painter) measure(o *overlay.Measure) {
	a, b := p.screen(o.From), p.screen(o.To)
	length := a.Dist(b)
	if !(length > 0) || !p.sees(collision.AABB{Min: a.Min(b), Max: a.Max(b)}) {
		return
	}
	tick := b.Sub(a).Mul(1 / length).Perp().Mul(float64(4 * p.scale))
	way := p.path.reset()
	way.line(a, b)
	way.line(a.Sub(tick), a.Add(tick))
	way.line(b.Sub(tick), b.Add(tick))
	p.on.stroke(way, p.line(faded(p.theme.Canvas, 0.5), 3))
	p.on.stroke(way, p.line(p.theme.color(o.Ink), 1.2))
	p.text = append(p.text[:0], o.Text...)
	width := p.on.measure(p.text, float64(textSize*p.scale))/p.scale + 2*labelPadding
	on, right, left := Vec{X: float64(-width / 2)}, Vec{X: 8}, Vec{X: -8 - width}
	above, below := Vec{X: on.X, Y: -labelHeight/2 - 6}, Vec{X: on.X, Y: labelHeight/2 + 6}
	upright := math.Abs(b.Y-a.Y) > math.Abs(b.X-a.X)
	places := [...]Vec{on, above, below, right, left}
	switch {
	case upright && length < (labelHeight+8)*p.scale:
		places = [...]Vec{right, left, above, below, below}
	case upright:
		places = [...]Vec{on, right, left, above, below}
	case length < (width+8)*p.scale:
		places = [...]Vec{above, below, right, left, left}
	}
	// Place the text in the middle, or else nearer to an end, but never over another label.
	for _, t := range [...]float64{0.5, 0.25, 0.75} {
		for _, offset := range places {
			if at := a.Lerp(b, t); p.isFree(p.plateOf(at, offset, width)) {
				p.labelAt(at, offset, p.text, textSize, o.Ink)
				return
			}
		}
	}
}

func (p *painter) square(at Vec, half, angle float64, face color.NRGBA, border stroke) {
	half = float64(half * p.scale)
	way := p.path.reset()
	if math.Mod(angle, math.Pi/2) == 0 {
		at = Vec{X: math.Round(at.X), Y: math.Round(at.Y)}
		way.plate(at.X-half, at.Y-half, at.X+half, at.Y+half, float64(1.5*p.scale))
	} else {
		sin, cos := collision.Sincos(angle)
		u, v := Vec{X: cos, Y: sin}.Mul(half), Vec{X: -sin, Y: cos}.Mul(half)
		way.poly([]Vec{at.Sub(u).Sub(v), at.Add(u).Sub(v), at.Add(u).Add(v), at.Sub(u).Add(v)})
	}
	p.on.stroke(way, p.line(faded(p.theme.Canvas, 0.45), border.width/p.scale+2))
	p.on.fill(way, paint{color: face})
	p.on.stroke(way, border)
}

func (p *painter) knob(at Vec, radius float64, face color.NRGBA, border stroke) {
	disc := p.path.reset().circle(at, float64(radius*p.scale))
	p.on.stroke(disc, p.line(faded(p.theme.Canvas, 0.45), border.width/p.scale+2))
	p.on.fill(disc, paint{color: face})
	p.on.stroke(disc, border)
}

// Dimensions of a label, in screen units.
const (
	labelPadding = 8
	labelHeight  = 20
	labelRadius  = 5
	labelAlpha   = 0.82
	manyLabels   = 256 // above this number, labels may overlap
)

// label writes p.text beside a point, in the first of a few places that no other label covers.
func (p *painter) label(at, offset Vec, s []byte, size float64) {
	width := p.on.measure(s, float64(size*p.scale))/p.scale + 2*labelPadding
	places := [4]Vec{
		offset,
		{X: -offset.X - width, Y: offset.Y},
		{X: offset.X, Y: offset.Y - labelHeight - 4},
		{X: offset.X, Y: offset.Y + labelHeight + 4},
	}
	for _, place := range places {
		if p.isFree(p.plateOf(at, place, width)) {
			offset = place
			break
		}
	}
	p.labelAt(at, offset, s, size, overlay.Bright)
}

// plateOf returns a label's place. The middle of its left side is at the offset from the point.
func (p *painter) plateOf(at, offset Vec, width float64) plate {
	x := math.Round(at.X + float64(offset.X*p.scale))
	y := math.Round(at.Y + float64((offset.Y-labelHeight/2)*p.scale))
	return plate{x, y, x + math.Ceil(width*p.scale), y + float64(labelHeight*p.scale)}
}

// inView returns an offset at which no side of the picture cuts off a label of p.text. Labels of points outside the
// view are not moved.
func (p *painter) inView(at, offset Vec) Vec {
	const margin = 4
	if at.X < 0 || at.X > float64(p.scene.Camera.Width) {
		return offset
	}
	plate := p.plateOf(at, offset, p.on.measure(p.text, float64(textSize*p.scale))/p.scale+2*labelPadding)
	edge := float64(margin * p.scale)
	by := min(0, float64(p.scene.Camera.Width)-edge-plate.x1)
	by = max(by, edge-plate.x0)
	if by != 0 {
		offset.X += by / p.scale
	}
	return offset
}

func (p *painter) isFree(at plate) bool {
	return len(p.plates) > manyLabels || isFreeOf(p.plates, at)
}

// isFreeOf reports whether a place overlaps none of the others.
func isFreeOf(others []plate, at plate) bool {
	return !slices.ContainsFunc(others, func(o plate) bool {
		return at.x0 < o.x1 && o.x0 < at.x1 && at.y0 < o.y1 && o.y0 < at.y1
	})
}

func (p *painter) labelAt(at, offset Vec, s []byte, size float64, i overlay.Ink) {
	if len(s) == 0 || !p.seesPoint(at) {
		return
	}
	width := p.on.measure(s, float64(size*p.scale))/p.scale + 2*labelPadding
	at1 := p.plateOf(at, offset, width)
	p.plates = append(p.plates, at1)
	p.on.fill(p.path.reset().plate(at1.x0, at1.y0, at1.x1, at1.y1, float64(labelRadius*p.scale)),
		paint{color: faded(p.theme.Plate, labelAlpha)})
	c := p.theme.PlateText
	if i != overlay.Bright && i != overlay.Shadow {
		c = legible(p.theme.color(i), mixed(p.theme.Plate, p.theme.Canvas, 1-labelAlpha), p.theme.PlateText,
			textContrast)
	}
	baseline := float64((at1.y0+at1.y1)/2) + float64(0.36*size*p.scale)
	p.on.text(Vec{X: at1.x0 + float64(labelPadding*p.scale), Y: baseline}, s, float64(size*p.scale), c)
}

// textContrast is the minimum contrast of small text with its background.
const textContrast = 4.5

// legible moves a colour toward another one until it contrasts enough with its background.
func legible(c, on, toward color.NRGBA, enough float64) color.NRGBA {
	const steps = 8
	for range steps {
		if contrast(c, on) >= enough {
			break
		}
		c = mixed(c, toward, 0.2)
	}
	return c
}

// contrast returns the contrast ratio of two colours, from 1 to 21, by the formula of WCAG with a gamma of 2.
func contrast(a, b color.NRGBA) float64 {
	light := func(c color.NRGBA) float64 {
		r, g, b := float64(c.R)/255, float64(c.G)/255, float64(c.B)/255
		return float64(0.2126*float64(r*r)) + float64(0.7152*float64(g*g)) + float64(0.0722*float64(b*b)) + 0.05
	}
	x, y := light(a), light(b)
	return max(x, y) / min(x, y)
}

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
