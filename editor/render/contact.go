package render

import (
	"image/color"
	"math"
	"strconv"

	"fillet/collision"
	"fillet/editor/contacts"
	"fillet/editor/level"
	"fillet/editor/overlay"
)

// Sizes of an overlap area, in units of the screen, above which more of a contact is shown.
const (
	wholeSpan = 80 // shows points, the line between them, and normals
	pointSpan = 24 // shows points
	minMark   = 6  // smaller areas get a mark of this size
)

// Minimum and maximum length of an arrow, in units of the screen. An arrow that is cut at the maximum has a break mark.
const (
	minArrow = 12
	maxArrow = 96
)

// stillContacts paints the contacts between colliders that do not move, without emphasis, so that the base picture
// stays valid when some of them are emphasized.
func (p *painter) stillContacts() {
	s := p.scene
	for i := range s.Contacts {
		if c := &s.Contacts[i]; !c.Moving && !c.isReplaced() {
			p.commonArea(c)
		}
	}
	for i := range s.Contacts {
		if c := s.Contacts[i]; !c.Moving {
			c.Emphasis, c.Full = false, false
			p.contact(&c)
		}
	}
	for i := range s.Exits {
		if e := s.Exits[i]; !e.Moving && e.cluster < 0 {
			e.Emphasis, e.Full = false, false
			p.exit(&e)
		}
	}
	for i := range s.Clusters {
		p.pin(&s.Clusters[i], false)
	}
}

// contacts paints the contacts of moving colliders, and contacts with emphasis.
func (p *painter) contacts() {
	s := p.scene
	for i := range s.Contacts {
		if c := &s.Contacts[i]; c.Moving || (c.Emphasis || c.Full) && c.isReplaced() {
			p.commonArea(c)
		}
	}
	for i := range s.Contacts {
		if c := &s.Contacts[i]; c.Moving || c.Emphasis || c.Full {
			p.contact(c)
		}
	}
	for i := range s.Exits {
		if e := &s.Exits[i]; e.Moving || e.Emphasis || e.Full {
			p.exit(e)
		}
	}
	for i := range s.Clusters {
		c := &s.Clusters[i]
		p.plates = append(p.plates, c.plate(&s.Camera, p.scale)) // labels avoid pins
		if c.Hot {
			p.clusterOutline(c)
			p.pin(c, true)
		}
	}
}

// contactLabels writes the labels of contacts, over everything else.
func (p *painter) contactLabels() {
	s := p.scene
	if s.Show.Features {
		for i := range s.Contacts {
			if c := &s.Contacts[i]; p.seesContact(c) {
				p.features(c)
			}
		}
	}
	for i := range s.Exits {
		if e := &s.Exits[i]; e.Emphasis || e.Full || s.Show.Depths && e.cluster < 0 && e.hasArrow() {
			p.exitLabel(e)
		}
	}
}

// isWhole reports whether every detail of a contact is shown.
func (c *Contact) isWhole() bool { return c.Full || c.span >= wholeSpan }

// isReplaced reports whether the pin of a cluster replaces the area of an overlap.
func (c *Contact) isReplaced() bool { return c.inCluster && c.span < pointSpan }

// point returns the position at which a point of a manifold is drawn. Points are midway between two surfaces; for
// shapes deep in each other that can be outside their intersection, and point then returns the nearest point of the
// intersection.
func (c *Contact) point(m *collision.Manifold, i int) Vec {
	at := m.Points[i].Point
	if c.area != nil {
		at = c.area.nearest(at)
	}
	return at
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

// commonArea paints the intersection of two overlapping colliders.
func (p *painter) commonArea(c *Contact) {
	if c.area == nil {
		return
	}
	box := collision.AABB{Min: p.screen(c.area.bounds.Min), Max: p.screen(c.area.bounds.Max)}
	if box.IsEmpty() || !p.sees(box) {
		return
	}
	red := p.theme.Overlap
	lines := p.part.reset()
	areas := p.path.reset()
	for _, part := range c.area.parts {
		to := areas
		if len(part) < 3 {
			to = lines
		}
		for k, v := range part {
			to.follow(p.screen(v), k == 0)
		}
		if len(part) > 2 {
			to.close()
		}
	}
	if size := box.Size(); max(size.X, size.Y) < minMark*p.scale {
		p.mark(box.Center())
		return
	}
	if len(lines.contours) > 0 {
		p.on.stroke(lines, p.line(red, 3))
	}
	if len(areas.contours) == 0 {
		return
	}
	width := float64(c.area.width * p.scene.Camera.Zoom / p.scale)
	if width < 2.5 { // a sliver: its sides show where it is
		p.on.stroke(areas, p.line(red, 3))
		p.mark(p.screen(c.area.parts[0][0].Lerp(c.area.parts[0][len(c.area.parts[0])/2], 0.5)))
		return
	}
	inside := paint{red, hatch, p.screen(c.area.bounds.Min)}
	if width < 6 {
		inside = paint{color: faded(red, 0.7)}
	}
	p.on.fill(areas, inside)
	if len(c.area.parts) == 1 {
		p.on.stroke(areas, p.line(faded(red, 0.9), 1))
	}
}

// mark paints a diamond over an overlap that is too small to see.
func (p *painter) mark(at Vec) {
	sign := p.path.reset().diamond(at, float64(minMark*0.75*p.scale))
	p.on.stroke(sign, p.line(faded(p.theme.Canvas, 0.6), 2))
	p.on.fill(sign, paint{color: p.theme.Overlap})
}

// contact paints the points where two colliders meet, and the lines between them.
func (p *painter) contact(c *Contact) {
	if !p.seesContact(c) {
		return
	}
	crowded := p.scene.crowded[0] && !c.Moving || p.scene.crowded[1] && c.Moving
	for i := range c.Manifolds {
		m := &c.Manifolds[i]
		switch {
		case crowded && c.State != contacts.Overlapping && !c.Full:
			p.touchSimply(c, m)
		case c.State == contacts.Overlapping:
			if c.isWhole() || c.span >= pointSpan && !c.inCluster {
				p.overlap(c, m)
			}
		case p.scene.Show.ContactPoints && c.State == contacts.Triggered:
			p.sensed(c, m)
		case p.scene.Show.ContactPoints:
			p.touch(c, m)
		}
	}
}

// overlap paints a manifold of overlapping colliders: the line between its points, the normals and the points.
func (p *painter) overlap(c *Contact, m *collision.Manifold) {
	if !p.scene.Show.ContactPoints {
		return
	}
	weight, radius := 1.4, 3.4
	if c.Emphasis || c.isWhole() {
		weight, radius = 1.8, 4.2
	}
	if first, last := c.point(m, 0), c.point(m, 1); c.isWhole() && m.Count == 2 &&
		(c.area == nil || c.area.holds(first, last)) {
		a, b := p.screen(first), p.screen(last)
		p.on.stroke(p.path.reset().line(a, b), p.line(faded(p.theme.Canvas, 0.5), weight+3))
		p.on.stroke(p.path.reset().line(a, b), p.line(p.theme.Overlap, weight+1))
	}
	normal := m.Normal
	if c.Intruder == c.A {
		normal = normal.Neg()
	}
	for k := range m.Count {
		at := p.screen(c.point(m, k))
		if c.isWhole() && p.scene.Show.Normals {
			tick := p.path.reset().line(at, at.MulAdd(normal, float64((radius+8)*p.scale)))
			p.on.stroke(tick, p.line(faded(p.theme.Canvas, 0.55), weight+2))
			p.on.stroke(tick, p.line(p.theme.Bright, weight))
		}
		ring := p.path.reset().circle(at, float64(radius*p.scale))
		p.on.stroke(ring, p.line(faded(p.theme.Canvas, 0.6), weight+2.6))
		p.on.fill(ring, paint{color: p.theme.Canvas})
		p.on.stroke(ring, p.line(p.theme.Bright, weight))
	}
}

// exit paints the arrow of an intruder, from its deepest contact along its way out. Within limits, it is as long as
// the way.
func (p *painter) exit(e *Exit) {
	from := p.screen(e.From)
	length := float64(e.Way.Len() * p.scene.Camera.Zoom)
	if !p.scene.Show.Normals || !(length > 0) || !e.hasArrow() || !p.seesPoint(from) {
		return
	}
	weight := 1.8
	if e.Emphasis || e.Full {
		weight = 2.2
	}
	to := p.exitEnd(e)
	halo, ink := p.line(faded(p.theme.Canvas, 0.6), weight+2.8), p.line(p.theme.Bright, weight)
	if length <= maxArrow*p.scale {
		p.arrow(from, to, halo)
		p.arrow(from, to, ink)
		return
	}
	// Two strokes across the arrow show that the way is longer.
	dir := to.Sub(from).Unit()
	middle := from.Lerp(to, 0.5)
	gap := dir.Mul(float64(3 * p.scale))
	slant := dir.Perp().Mul(float64(6 * p.scale)).Add(dir.Mul(float64(2.5 * p.scale)))
	for _, s := range [2]stroke{halo, ink} {
		p.on.stroke(p.path.reset().line(from, middle.Sub(gap)), s)
		p.arrow(middle.Add(gap), to, s)
		across := p.path.reset()
		across.line(middle.Sub(gap).Sub(slant), middle.Sub(gap).Add(slant))
		across.line(middle.Add(gap).Sub(slant), middle.Add(gap).Add(slant))
		p.on.stroke(across, s)
	}
}

// hasArrow reports whether an exit has an arrow: the mark of a tiny overlap shows no direction.
func (e *Exit) hasArrow() bool { return e.span >= minMark || e.Emphasis || e.Moving || e.Full }

// exitEnd returns the end of an exit's arrow, in picture pixels.
func (p *painter) exitEnd(e *Exit) Vec {
	length := min(max(float64(e.Way.Len()*p.scene.Camera.Zoom), minArrow*p.scale), maxArrow*p.scale)
	return p.screen(e.From).MulAdd(e.Way.Unit(), length)
}

// exitLabel writes the length of an intruder's way out in the first free one of eight places around its arrow's end.
func (p *painter) exitLabel(e *Exit) {
	if !p.seesPoint(p.screen(e.From)) || e.Way == (Vec{}) {
		return
	}
	p.text = appendLength(p.text[:0], e.Way.Len())
	p.text = append(p.text, " px"...)
	end := p.exitEnd(e)
	width := p.on.measure(p.text, float64(textSize*p.scale))/p.scale + 2*labelPadding
	const gap = 10
	left, middle, above, below := -gap-width, float64(-width/2), -labelHeight/2-gap-2.0, labelHeight/2+gap+2.0
	for _, place := range [8]Vec{
		{X: gap},
		{X: left},
		{X: gap, Y: above},
		{X: left, Y: above},
		{X: gap, Y: below},
		{X: left, Y: below},
		{X: middle, Y: above},
		{X: middle, Y: below},
	} {
		if at := p.plateOf(end, place, width); p.isFree(at) && p.isClear(at) {
			p.labelAt(end, place, p.text, textSize, overlay.Bright)
			return
		}
	}
}

// isClear reports whether a plate covers no drawn contact point and no handle.
func (p *painter) isClear(at plate) bool {
	margin := float64(5 * p.scale)
	covers := func(v Vec) bool {
		return v.X > at.x0-margin && v.X < at.x1+margin && v.Y > at.y0-margin && v.Y < at.y1+margin
	}
	s := p.scene
	for i := range s.Exits {
		if e := &s.Exits[i]; (e.Emphasis || e.Full || e.Moving) && (covers(p.screen(e.From)) || covers(p.exitEnd(e))) {
			return false
		}
	}
	for i := range s.Contacts {
		c := &s.Contacts[i]
		if !c.Emphasis && !c.Full && !c.Moving {
			continue
		}
		for k := range c.Manifolds {
			m := &c.Manifolds[k]
			for j := range min(m.Count, len(m.Points)) {
				if covers(p.screen(c.point(m, j))) {
					return false
				}
			}
		}
	}
	for _, o := range s.Overlays {
		if h, ok := o.(overlay.Handle); ok && covers(p.screen(h.At)) {
			return false
		}
	}
	return true
}

// touchSimply paints the middle of a contact as a small box: among thousands of contacts, more detail would not be
// visible.
func (p *painter) touchSimply(c *Contact, m *collision.Manifold) {
	if !p.scene.Show.ContactPoints || m.Count == 0 {
		return
	}
	ink, half := p.theme.Touching, float64(1.5*p.scale)
	if c.State == contacts.Triggered {
		ink = p.theme.Trigger
	}
	at := p.screen(m.Points[0].Point)
	if m.Count == 2 {
		at = at.Lerp(p.screen(m.Points[1].Point), 0.5)
	}
	p.on.box(at.X-half, at.Y-half, at.X+half, at.Y+half, ink)
}

// touch paints the place where two colliders touch: the line between the points, or the point.
func (p *painter) touch(c *Contact, m *collision.Manifold) {
	ink, weight := p.theme.Touching, 2.6
	if c.Emphasis || c.Full {
		weight = 3.4
	}
	if m.Count == 2 {
		a, b := p.screen(m.Points[0].Point), p.screen(m.Points[1].Point)
		if a.Dist(b) >= 4*p.scale {
			way := p.path.reset().line(a, b)
			// Leave a gap on both sides, so that it differs from an outline by more than colour.
			p.on.stroke(way, p.line(p.theme.Canvas, weight+3.4))
			p.on.stroke(way, p.dashed(p.line(ink, weight), 6, 2.5))
			return
		}
	}
	if m.Count > 0 {
		at := p.screen(m.Points[0].Point)
		if m.Count == 2 {
			at = at.Lerp(p.screen(m.Points[1].Point), 0.5)
		}
		dot := p.path.reset().circle(at, float64((weight+0.6)*p.scale))
		p.on.stroke(dot, p.line(p.theme.Canvas, 3.4))
		p.on.fill(dot, paint{color: ink})
	}
}

// sensed paints a manifold between a trigger and a collider in it.
func (p *painter) sensed(c *Contact, m *collision.Manifold) {
	radius := 2.4
	if c.Emphasis || c.Full {
		radius = 3.4
	}
	for k := range m.Count {
		ring := p.path.reset().circle(p.screen(m.Points[k].Point), float64(radius*p.scale))
		p.on.stroke(ring, p.line(faded(p.theme.Canvas, 0.55), 3.6))
		p.on.fill(ring, paint{color: p.theme.Canvas})
		p.on.stroke(ring, p.line(p.theme.Trigger, 1.4))
	}
}

// Sizes of a pin, in units of the screen.
const (
	pinHeight = 20
	pinStem   = 8
)

// pin paints the number of overlaps in a cluster, with a stem to one of them.
func (p *painter) pin(c *Cluster, hot bool) {
	at := c.plate(&p.scene.Camera, p.scale)
	foot := p.screen(c.Foot)
	if !p.seesPoint(foot) {
		return
	}
	red := clusterColor(p.theme, hot)
	stem := p.path.reset().line(Vec{X: float64((at.x0 + at.x1) / 2), Y: at.y1}, foot)
	p.on.stroke(stem, p.line(faded(p.theme.Canvas, 0.5), 3.5))
	p.on.stroke(stem, p.line(red, 1.4))
	plate := p.path.reset().plate(at.x0, at.y0, at.x1, at.y1, float64((pinHeight/2)*p.scale))
	p.on.stroke(plate, p.line(faded(p.theme.Canvas, 0.6), 3))
	p.on.fill(plate, paint{color: red})
	p.text = strconv.AppendInt(p.text[:0], int64(c.Pairs), 10)
	size := float64(textSize * p.scale)
	width := p.on.measure(p.text, size)
	ink := rgb(0x15181d)
	if white := rgb(0xffffff); contrast(white, red) > contrast(ink, red) {
		ink = white
	}
	p.on.text(Vec{X: nearest(float64((at.x0 + at.x1 - width) / 2)), Y: float64((at.y0+at.y1)/2) + float64(0.36*size)},
		p.text, size, ink)
}

// clusterOutline paints a frame around the overlaps of a cluster.
func (p *painter) clusterOutline(c *Cluster) {
	const margin, radius = 8, 6 // units of the screen
	box := collision.AABB{Min: p.screen(c.Box.Min), Max: p.screen(c.Box.Max)}.Grow(float64(margin * p.scale))
	frame := p.path.reset().plate(box.Min.X, box.Min.Y, box.Max.X, box.Max.Y, float64(radius*p.scale))
	p.on.stroke(frame, p.line(faded(p.theme.Canvas, 0.6), 5))
	p.on.stroke(frame, p.line(clusterColor(p.theme, true), 2))
}

func clusterColor(t *Theme, hot bool) color.NRGBA {
	if hot {
		return mixed(t.Overlap, t.Bright, 0.3)
	}
	return t.Overlap
}

// plate returns the place of a cluster's pin, in picture pixels.
func (c *Cluster) plate(cam *Camera, scale float64) plate {
	foot := cam.ToScreen(c.Foot)
	width := 22.0
	for n := c.Pairs; n >= 100; n /= 10 {
		width += 7
	}
	y := nearest(foot.Y - float64((pinStem+pinHeight)*scale))
	x := nearest(foot.X - float64(width*scale/2))
	return plate{x, y, x + math.Round(width*scale), y + math.Round(pinHeight*scale)}
}

// ClusterAt returns the index of the cluster whose pin is at a point of the picture, or -1.
func (s *Scene) ClusterAt(at Vec) int {
	for i := len(s.Clusters) - 1; i >= 0; i-- { // the topmost pin
		b := s.Clusters[i].plate(&s.Camera, s.scale())
		if at.X >= b.x0 && at.X <= b.x1 && at.Y >= b.y0 && at.Y <= b.y1 {
			return i
		}
	}
	return -1
}

// ClusterMembers returns the intruders of a cluster.
func (s *Scene) ClusterMembers(cluster int) (ids []level.ID) {
	for i := range s.Exits {
		if e := &s.Exits[i]; int(e.cluster) == cluster {
			ids = append(ids, e.Of)
		}
	}
	return ids
}

// features labels the points with the features that meet there, A's first: v for a vertex, e for an edge.
func (p *painter) features(c *Contact) {
	for i := range c.Manifolds {
		m := &c.Manifolds[i]
		for k := range m.Count {
			id := m.Points[k].ID
			p.text = appendFeature(append(p.text[:0], "A "...), id.A())
			p.text = appendFeature(append(p.text, " · B "...), id.B())
			p.label(p.screen(c.point(m, k)), Vec{X: 10, Y: 14}, p.text, 9)
		}
	}
}

func appendFeature(dst []byte, f collision.Feature) []byte {
	if f.Edge {
		return strconv.AppendInt(append(dst, 'e'), int64(f.Index), 10)
	}
	return strconv.AppendInt(append(dst, 'v'), int64(f.Index), 10)
}

// appendLength writes a length: whole numbers without decimals, other lengths with one decimal, and lengths below 0.1
// with two significant digits.
func appendLength(dst []byte, v float64) []byte {
	switch {
	case math.Abs(v) < 0.095:
		return strconv.AppendFloat(dst, v, 'g', 2, 64)
	case math.Abs(v-math.Round(v)) < 0.05:
		return strconv.AppendFloat(dst, math.Round(v), 'f', 0, 64)
	}
	return strconv.AppendFloat(dst, v, 'f', 1, 64)
}

// Exit is the way by which an intruder leaves the colliders that it overlaps, in level space. The arrow, the ghost and
// Separate all use it.
type Exit struct {
	Of       level.ID
	From     Vec // its deepest contact
	Way      Vec // zero if there is none
	Emphasis bool
	Moving   bool
	Full     bool

	pairs   int     // overlaps with colliders that it leaves
	pieces  int     // their pairs of pieces
	cluster int32   // index of its cluster; -1: it has its own arrow
	span    float64 // the longest side of its overlaps' bounds, in units of the screen
	deepest float64
}

// Cluster is a group of overlaps that are near each other on the screen. A pin with their number replaces their marks.
type Cluster struct {
	Foot  Vec            // the overlap that the pin points at
	Box   collision.AABB // bounds of all the overlaps
	Pairs int
	Hot   bool // the pointer is over the pin
}
