package render

import (
	"image/color"
	"math"

	"fillet/collision"
	"fillet/editor/overlay"
)

// Region is an area below the shapes of a level, such as the places where a character cannot be. It is in level space.
type Region struct {
	Pieces   []collision.Shape   // convex pieces, which may overlap and are filled together
	Boundary []collision.Segment // its outline, in any order
	Closed   []collision.AABB    // unreachable places beside it, side by side
}

const (
	regionFill = 0.1
	closedFill = 0.5
)

// region paints the area below the shapes.
func (p *painter) region() {
	r := p.scene.Region
	if r == nil {
		return
	}
	m := p.scene.Camera.placing(collision.Identity())
	area := p.path.reset()
	for i := range r.Pieces {
		if p.sees(m.bounds(r.Pieces[i].Bounds(collision.Identity()))) {
			area.rounded(&r.Pieces[i], &m)
		}
	}
	c := p.theme.Point
	p.on.fill(area, paint{color: faded(c, regionFill)})
	p.on.fill(area, paint{faded(c, 0.55), faintHatch, m.at})
	if len(r.Closed) > 0 {
		p.closed(r.Closed, &m)
	}
	line := p.part.reset()
	for i := range r.Boundary {
		s := &r.Boundary[i]
		from, to := m.apply(s.From), m.apply(s.To)
		reach := float64(s.Radius * m.scale)
		box := collision.AABB{Min: from.Min(to), Max: from.Max(to)}
		if !p.sees(box.Grow(reach)) {
			continue
		}
		line.moveTo(from)
		if s.Radius > 0 {
			line.arcTo(to, m.apply(s.Center), reach, s.Sweep())
		} else {
			line.lineTo(to)
		}
	}
	k := p.line(faded(c, 0.9), 1.4)
	k.round = true
	p.on.stroke(line, k)
}

// closed dims and hatches places.
func (p *painter) closed(boxes []collision.AABB, m *placing) {
	area := p.path.reset()
	for _, b := range boxes {
		if box := m.bounds(b); p.sees(box) {
			area.rectangle(box)
		}
	}
	c := p.theme.Overlap
	p.on.fill(area, paint{color: faded(c, closedFill/4)})
	p.on.fill(area, paint{faded(c, closedFill), faintHatch, m.at})
}

// runPainter paints the overlays of a playtest run.
type runPainter struct{ *painter }

// stage paints the parts from back to front.
func (p runPainter) stage(s *overlay.Stage) {
	p.trail(s.Path)
	p.reach(s.Reach)
	for i := range s.Joints {
		p.joint(&s.Joints[i])
	}
	for i := range s.Impacts {
		p.impact(&s.Impacts[i])
	}
	for i := range s.Forces {
		p.force(&s.Forces[i], s.Unit)
	}
	p.figure(s)
	for i := range s.Touches {
		p.spot(&s.Touches[i])
	}
	if s.Held {
		p.grip(s.Grip, s.Pull)
	}
}

// recentTrail is the number of points at the end of a path that are emphasized.
const recentTrail = 180

// trail paints the path so far with its recent part emphasized, and skips points too close to tell apart.
func (p runPainter) trail(points []Vec) {
	cut := max(len(points)-recentTrail, 0)
	p.on.stroke(p.thinned(points[:min(cut+1, len(points))]), p.line(faded(p.theme.Accent, 0.4), 1.4))
	recent := p.line(faded(p.theme.Accent, 0.9), 1.8)
	recent.round = true
	p.on.stroke(p.thinned(points[cut:]), recent)
}

// thinned returns a polyline without points closer than two pixels to the previous one, and without parts that are out
// of view.
func (p runPainter) thinned(points []Vec) *path {
	way := p.path.reset()
	const near = 2
	var last Vec
	drawn := false // whether last ends a contour
	for i, v := range points {
		at := p.screen(v)
		if i > 0 && at.Dist(last) < near*p.scale && i < len(points)-1 {
			continue
		}
		if i > 0 && !p.view.misses(min(at.X, last.X), min(at.Y, last.Y), max(at.X, last.X), max(at.Y, last.Y)) {
			if !drawn {
				way.moveTo(last)
			}
			way.lineTo(at)
			drawn = true
		} else {
			drawn = false
		}
		last = at
	}
	return way
}

// reach paints the paths of a jump with a dot at the end of each. The outermost paths are stronger.
func (p runPainter) reach(ways [][]Vec) {
	c := mixed(p.theme.Accent, p.theme.Bright, 0.35)
	for i, w := range ways {
		if len(w) == 0 {
			continue
		}
		alpha := 0.45
		if i == 0 || i == len(ways)-1 {
			alpha = 0.85
		}
		p.on.stroke(p.thinned(w), p.dashed(p.line(faded(c, alpha), 1.3), 5, 4))
		if at := p.screen(w[len(w)-1]); p.seesPoint(at) {
			p.on.fill(p.path.reset().circle(at, float64(2.4*p.scale)), paint{color: faded(c, alpha)})
		}
	}
}

// standing returns the path of a character's shapes at their place, the mapping of their frame, and their bounds, in
// pixels.
func (p runPainter) standing(figure []collision.Shape, at Vec) (outline *path, m placing, box collision.AABB) {
	m = p.scene.Camera.placing(collision.Transform{P: at, Q: collision.Rot{C: 1}})
	box = collision.EmptyAABB()
	outline = p.path.reset()
	for i := range figure {
		outline.rounded(&figure[i], &m)
		box = box.Union(m.bounds(figure[i].Bounds(collision.Identity())))
	}
	return outline, m, box
}

// figure paints the character.
func (p runPainter) figure(s *overlay.Stage) {
	if len(s.Figure) == 0 {
		return
	}
	outline, m, box := p.standing(s.Figure, s.At)
	if !p.sees(box) {
		return
	}
	if s.Flame {
		p.flame(box, s.Down)
		outline, _, _ = p.standing(s.Figure, s.At) // the flame has overwritten its path
	}
	c, body := p.theme.Accent, mixed(p.theme.Canvas, p.theme.Accent, 0.55)
	switch s.Look {
	case overlay.Ghost:
		p.on.fill(outline, paint{color: faded(p.theme.OneWay, 0.16)})
		p.on.stroke(outline, p.dashed(p.line(p.theme.OneWay, 1.5), 4, 3))
	case overlay.Misplaced:
		p.on.fill(outline, paint{p.theme.Overlap, hatch, m.at})
		p.on.stroke(outline, p.line(p.theme.Overlap, 1.6))
	default:
		// Stroke each piece first, twice as wide, and then fill, to hide the seams between pieces.
		p.on.stroke(outline, p.line(faded(p.theme.Canvas, 0.5), 6))
		p.on.stroke(outline, p.line(mixed(c, p.theme.Bright, 0.35), 3.6))
		p.on.fill(outline, paint{color: body})
	}
	p.tank(s, box)
}

// flame paints the jet under the character.
func (p runPainter) flame(box collision.AABB, down Vec) {
	at := box.Center().MulAdd(down, float64((box.Max.Y-box.Min.Y)/2))
	width, length := float64(0.28*(box.Max.X-box.Min.X)), max(0.55*(box.Max.Y-box.Min.Y), 6*p.scale)
	across := down.Perp().Mul(width)
	for _, f := range [2]struct {
		size  float64
		color color.NRGBA
	}{{1, p.theme.Touching}, {0.55, p.theme.Bright}} {
		p.points = append(p.points[:0], at.MulAdd(across, f.size), at.MulAdd(down, float64(length*f.size)),
			at.MulAdd(across, -f.size))
		p.on.fill(p.path.reset().poly(p.points), paint{color: faded(f.color, 0.85)})
	}
}

// Dimensions of the fuel gauge, in units of the screen.
const (
	gaugeWidth  = 30
	gaugeHeight = 4
	gaugeGap    = 9
)

// tank paints the fuel gauge, on the side opposite to gravity.
func (p runPainter) tank(s *overlay.Stage, box collision.AABB) {
	if !(s.Fuel >= 0) || s.Look != overlay.Alive {
		return
	}
	middle := float64((box.Min.X + box.Max.X) / 2)
	half, y := float64(gaugeWidth/2*p.scale), box.Min.Y-float64(gaugeGap*p.scale)
	if s.Down.Y < 0 {
		y = box.Max.Y + float64((gaugeGap-gaugeHeight)*p.scale)
	}
	x0, x1 := math.Round(middle-half), math.Round(middle+half)
	y = math.Round(y)
	height, edge := float64(gaugeHeight*p.scale), p.scale
	p.on.box(x0-edge, y-edge, x1+edge, y+height+edge, faded(p.theme.Plate, 0.85))
	c := p.theme.OneWay
	if s.Fuel < 0.25 {
		c = p.theme.Touching
	}
	p.on.box(x0, y, x0+float64((x1-x0)*min(s.Fuel, 1)), y+height, c)
}

// spot paints a place where the character touches something: a dot, and a tick along the normal.
func (p runPainter) spot(s *overlay.Spot) {
	at := p.screen(s.At)
	if !p.seesPoint(at) {
		return
	}
	c := p.theme.Touching
	tick := p.line(c, 1.6)
	tick.round = true
	p.on.stroke(p.path.reset().line(at, at.MulAdd(s.Normal, float64(8*p.scale))), tick)
	p.on.fill(p.path.reset().circle(at, float64(2.8*p.scale)), paint{color: c})
}

// An impact is drawn with two arrows. The length of the arrow for the push grows with the square root of the load, so
// that the bottom and the top of a pile are both visible. The arrow for the relative velocity shows the distance
// covered in a tenth of a second.
const (
	loadLength     = 10
	longestLoad    = 56
	velocityTime   = 0.1
	minImpactArrow = 4
)

func (p runPainter) impact(i *overlay.Impact) {
	at := p.screen(i.At)
	if !p.seesPoint(at) {
		return
	}
	if i.Faint {
		p.on.fill(p.path.reset().circle(at, float64(1.5*p.scale)), paint{color: faded(p.theme.Muted, 0.7)})
		return
	}
	if l := min(loadLength*math.Sqrt(max(i.Load, 0)), longestLoad); l >= minImpactArrow {
		p.on.stroke(p.path.reset().line(at, at.MulAdd(i.Normal, float64(l*p.scale))),
			p.line(faded(p.theme.Bright, 0.75), 1.3))
	}
	if d := i.Velocity.Mul(float64(velocityTime * p.scene.Camera.Zoom)); d.Len() >= minImpactArrow*p.scale {
		p.arrow(at, at.Add(d), p.line(p.theme.OneWay, 1.4))
	}
	p.on.fill(p.path.reset().circle(at, float64(2.4*p.scale)), paint{color: p.theme.Touching})
}

// The arrow of a force starts where it acts. Its length grows with the square root of the force, up to longestForce
// times the arrow of the median weight.
const (
	shortestUnit = 7 // on the screen
	longestForce = 6
)

func (p runPainter) force(f *overlay.Force, unit float64) {
	at, l := p.screen(f.At), f.By.Len()
	if !p.seesPoint(at) || !(l > 0) {
		return
	}
	length := float64(max(float64(unit*p.scene.Camera.Zoom), shortestUnit*p.scale) * min(math.Sqrt(l), longestForce))
	if length < minImpactArrow*p.scale {
		return
	}
	to := at.MulAdd(f.By, length/l)
	p.arrow(at, to, p.line(faded(p.theme.Canvas, 0.6), 3.2))
	p.arrow(at, to, p.line(p.theme.color(f.Ink), 1.4))
}

// grip paints the line by which the pointer pulls a body.
func (p runPainter) grip(from, to Vec) {
	a, b := p.screen(from), p.screen(to)
	thread := p.line(p.theme.Bright, 1.5)
	p.on.stroke(p.path.reset().line(a, b), p.line(faded(p.theme.Canvas, 0.5), 4))
	p.on.stroke(p.path.reset().line(a, b), p.dashed(thread, 4, 3))
	p.knob(a, 3.5, p.theme.Bright, p.line(p.theme.Canvas, 1.2))
}
