package tool

import (
	"math"
	"slices"

	"fillet/collision"
	"fillet/editor"
	"fillet/editor/level"
	"fillet/editor/overlay"
)

// edgeName names one edge of a shape's outline: from the vertex of that number to the next one.
type edgeName struct {
	id   level.ID
	edge int
}

// The forms of an edge.
const (
	edgeStraight = iota
	edgeArc
	edgeCubic
)

var edgeForms = []string{"Straight", "Arc", "Curve"}

// edgeEnds are both ends of an edge in the shape's frame.
func edgeEnds(s level.Shape, i int) (a, b level.Vec) {
	points := s.Points
	if s.Kind == level.Box {
		points = s.Corners()
	}
	return points[i%len(points)], points[(i+1)%len(points)]
}

// edgeForm is which of the forms an edge has.
func edgeForm(s level.Shape, i int) int {
	c, bent := s.Curve(i)
	switch {
	case !bent:
		return edgeStraight
	case c.IsArc():
		return edgeArc
	}
	return edgeCubic
}

// controls are the control points of the cubic that is an edge, or is like it.
func controls(s level.Shape, i int) [2]level.Vec {
	a, b := edgeEnds(s, i)
	c, bent := s.Curve(i)
	switch {
	case !bent:
		return [2]level.Vec{a.Lerp(b, 1.0/3), b.Lerp(a, 1.0/3)}
	case !c.IsArc():
		return c.Cubic
	}
	return arcControls(a, b, c.Arc)
}

// arcControls are the control points of a cubic that is like an arc of a height over the chord from a to b.
func arcControls(a, b level.Vec, height float64) [2]level.Vec {
	chord := b.Sub(a)
	length := chord.Len()
	if height == 0 || length == 0 {
		return [2]level.Vec{a.Lerp(b, 1.0/3), b.Lerp(a, 1.0/3)}
	}
	t := 2 * height / length // the tangent of a quarter of the arc's angle
	cos, sin := (1-float64(t*t))/(1+float64(t*t)), 2*t/(1+float64(t*t))
	along := chord.Mul(1 / length)
	across := level.Vec{X: along.Y, Y: 0 - along.X}                                     // to the left on the screen
	reach := float64(length*(1+float64(t*t))) / 3                                       // 4/3 of the tangent times the radius
	out, in := along.Mul(cos).MulAdd(across, sin), along.Mul(cos).MulAdd(across, 0-sin) // directions at a, and at b
	return [2]level.Vec{a.MulAdd(out, reach), b.MulAdd(in, 0-reach)}
}

// edgeLine is a bent edge as a line in the shape's frame, from end to end.
func edgeLine(s level.Shape, i int) []level.Vec {
	const lines = 48
	a, b := edgeEnds(s, i)
	c, bent := s.Curve(i)
	switch {
	case !bent:
		return []level.Vec{a, b}
	case !c.IsArc():
		return cubicLine(a, c.Cubic, b, lines)
	}
	out := []level.Vec{a}
	chord := a.Dist(b)
	r := (float64(c.Arc*c.Arc) + float64(chord*chord)/4) / (2 * c.Arc)
	top := level.ArcTop(a, b, c.Arc)
	centre := top.MulAdd(top.Sub(a.Lerp(b, 0.5)).Unit(), 0-math.Abs(r))
	sweep := float64(4 * collision.Atan2(2*c.Arc, chord))
	from := a.Sub(centre)
	for k := 1; k < lines; k++ {
		sin, cos := collision.Sincos(sweep * (float64(k) / lines))
		out = append(out, centre.Add(level.Vec{X: float64(from.X*cos) - float64(from.Y*sin), Y: float64(from.X*sin) + float64(from.Y*cos)}))
	}
	return append(out, b)
}

// cubicLine is a cubic curve as lines.
func cubicLine(a level.Vec, by [2]level.Vec, b level.Vec, lines int) []level.Vec {
	out := make([]level.Vec, 0, lines+1)
	for k := range lines + 1 {
		t := float64(k) / float64(lines)
		p, q, r := a.Lerp(by[0], t), by[0].Lerp(by[1], t), by[1].Lerp(b, t)
		out = append(out, p.Lerp(q, t).Lerp(q.Lerp(r, t), t))
	}
	return out
}

// skeleton are the loops of a shape with their bent edges and sharp corners.
func skeleton(s level.Shape) [][]level.Vec {
	loops := s.Loops()
	if len(loops) == 0 || len(s.Details().Curves) == 0 {
		return loops
	}
	var outer []level.Vec
	for i := range loops[0] {
		line := edgeLine(s, i)
		outer = append(outer, line[:len(line)-1]...)
	}
	return append([][]level.Vec{outer}, loops[1:]...)
}

// asPolygon is a box as a polygon in the same frame; other shapes come back as they are.
func asPolygon(s level.Shape) level.Shape {
	if s.Kind == level.Box {
		s.Points, s.Kind, s.Size = s.Corners(), level.Polygon, level.Vec{}
	}
	return s
}

// canBend says whether edges of a loop of a shape can be bent.
func canBend(s level.Shape, loop int) bool {
	return loop == 0 && (s.Kind == level.Polygon || s.Kind == level.Box || s.Kind == level.Chain)
}

// bent is a shape with an edge in another form. A box becomes a polygon. A straight edge bends outward by a quarter of its length, or by
// less, or inward, where the outline would cross itself.
func bent(s level.Shape, i, form int) level.Shape {
	a, b := edgeEnds(s, i)
	if form == edgeForm(s, i) || a.Dist(b) > mostLength {
		return s
	}
	s = asPolygon(s)
	curve := func(height float64) level.Curve {
		if form == edgeArc {
			return level.Curve{Edge: i, Arc: height}
		}
		return level.Curve{Edge: i, Cubic: tidyControls(arcControls(a, b, height))}
	}
	c, was := s.Curve(i)
	switch {
	case form == edgeStraight:
		return s.Straightened(i)
	case was && form == edgeCubic:
		return s.WithCurve(level.Curve{Edge: i, Cubic: tidyControls(controls(s, i))})
	case was:
		line := cubicLine(a, c.Cubic, b, 2)
		if h := tidyNumber(level.ArcHeight(a, b, line[1])); h != 0 {
			return s.WithCurve(curve(h))
		}
	}
	height := a.Dist(b) / 4
	if s.Kind == level.Polygon && area(s.Points) < 0 {
		height = -height
	}
	for range 4 {
		for _, h := range [2]float64{height, -height} {
			out := s.WithCurve(curve(tidyNumber(h)))
			if _, err := out.Bake(); err == nil {
				return out
			}
		}
		height /= 2
	}
	return s.WithCurve(curve(tidyNumber(a.Dist(b) / 4)))
}

func tidyControls(c [2]level.Vec) [2]level.Vec { return [2]level.Vec{tidy(c[0]), tidy(c[1])} }

// edges are the edges both of whose ends are chosen, and that can be bent.
func (t *nodes) edges() []edgeName {
	var out []edgeName
	chosen := map[vertex]bool{}
	for _, v := range t.live() {
		chosen[v] = true
	}
	for _, id := range shapesOf(t.chosen) {
		s := t.c.session.Document().Collider(id).Shape
		if !canBend(s, 0) {
			continue
		}
		n := len(s.Points)
		if s.Kind == level.Box {
			n = 4
		}
		for i := range s.Edges() {
			if chosen[vertex{id, 0, i}] && chosen[vertex{id, 0, (i + 1) % n}] {
				out = append(out, edgeName{id, i})
			}
		}
	}
	return out
}

// editEdges changes edges, as one step.
func (t *nodes) editEdges(verb string, edges []edgeName, f func(s level.Shape, i int) level.Shape) {
	t.edit(verb, edgeShapes(edges), func(c *level.Collider) level.Shape {
		s := c.Shape
		for _, e := range edges {
			if e.id == c.ID {
				s = f(s, e.edge)
			}
		}
		return s
	})
}

func edgeShapes(edges []edgeName) []level.ID {
	var ids []level.ID
	for _, e := range edges {
		if !slices.Contains(ids, e.id) {
			ids = append(ids, e.id)
		}
	}
	return ids
}

// edit gives shapes another outline, as one step.
func (t *nodes) edit(verb string, ids []level.ID, f func(c *level.Collider) level.Shape) {
	if len(ids) == 0 {
		return
	}
	r := t.c.begin(verb, ids)
	if !r.set(func(c *level.Collider) *level.Collider {
		out := *c
		out.Shape = f(c)
		return &out
	}) {
		r.gesture.Rollback()
		return
	}
	r.gesture.Commit()
}

// bend is a handle of a bent edge: the top of an arc, or a control point of a cubic.
type bend struct {
	edgeName
	control int // 0 or 1; -1 is an arc's top, or the place of an edge that is drawn along
}

// mostBends is of how many bent edges a shape shows all handles; of more it shows those beside chosen vertices.
const mostBends = 24

// eachBend calls f for the handles of a shape's bent edges that are shown, with the vertex that each belongs to, in level space.
func (t *nodes) eachBend(col *level.Collider, f func(b bend, at, vertex level.Vec)) {
	curves := col.Shape.Details().Curves
	if !canBend(col.Shape, 0) {
		return
	}
	xf, n := col.Transform(), len(col.Shape.Points)
	for _, c := range curves {
		if len(curves) > mostBends && !slices.Contains(t.chosen, vertex{col.ID, 0, c.Edge}) && !slices.Contains(t.chosen, vertex{col.ID, 0, (c.Edge + 1) % n}) {
			continue
		}
		a, b := edgeEnds(col.Shape, c.Edge)
		if c.IsArc() {
			f(bend{edgeName{col.ID, c.Edge}, -1}, xf.Apply(level.ArcTop(a, b, c.Arc)), xf.Apply(a.Lerp(b, 0.5)))
			continue
		}
		f(bend{edgeName{col.ID, c.Edge}, 0}, xf.Apply(c.Cubic[0]), xf.Apply(a))
		f(bend{edgeName{col.ID, c.Edge}, 1}, xf.Apply(c.Cubic[1]), xf.Apply(b))
	}
}

// showBends shows the handles of bent edges.
func (t *nodes) showBends(v *view, col *level.Collider, hot nodeSpot) {
	t.eachBend(col, func(b bend, at, vertex level.Vec) {
		is := hot.what == nodeBend && hot.bend == b
		if b.control >= 0 {
			v.add(overlay.Line{Points: []level.Vec{vertex, at}, Ink: overlay.Accent, Width: 1})
			v.add(overlay.Handle{At: at, Form: overlay.RoundHandle, Ink: overlay.Accent, Hot: is})
			return
		}
		v.add(overlay.Handle{At: at, Form: overlay.DiamondHandle, Ink: overlay.Accent, Hot: is})
	})
}

// bendDrag drags a handle of an edge, or an edge itself into a curve.
type bendDrag struct {
	records
	bend    bend
	offset  level.Vec // from the pointer to the handle
	press   level.Vec
	moved   bool
	byCtrl  bool // it is the edge that is dragged, with Ctrl
	snapper *editor.Snapper
	guides  []overlay.Item
	across  *bend // the control point on the other side of a smooth vertex
}

func newBendDrag(t *nodes, e Event, b bend, at level.Vec) *bendDrag {
	d := &bendDrag{records: t.c.begin("Bend an edge of", []level.ID{b.id}), bend: b, offset: at.Sub(e.Pos), press: e.Pos, byCtrl: e.Mods.Ctrl && b.control < 0}
	d.snapper = t.c.session.Snapper(d.excluded())
	d.across = smoothNeighbour(d.start[0].Shape, b)
	return d
}

// smoothNeighbour is the control point on the other side of a control point's vertex, where the curve goes straight through it.
func smoothNeighbour(s level.Shape, b bend) *bend {
	n := s.Edges()
	if b.control < 0 || n == 0 {
		return nil
	}
	other := bend{edgeName{b.id, b.edge - 1}, 1}
	if b.control == 1 {
		other = bend{edgeName{b.id, b.edge + 1}, 0}
	}
	if s.Kind != level.Chain || s.Closed {
		other.edge = (other.edge + n) % n
	}
	c, bent := s.Curve(other.edge)
	own, _ := s.Curve(b.edge)
	if !bent || c.IsArc() || other.edge == b.edge {
		return nil
	}
	at := vertexOf(s, b)
	u, w := own.Cubic[b.control].Sub(at).Unit(), c.Cubic[other.control].Sub(at).Unit()
	if math.Abs(u.Cross(w)) > 1e-2 || u.Dot(w) >= 0 {
		return nil
	}
	return &other
}

// vertexOf is the vertex that a control point belongs to, in the shape's frame.
func vertexOf(s level.Shape, b bend) level.Vec {
	from, to := edgeEnds(s, b.edge)
	if b.control == 1 {
		return to
	}
	return from
}

func (d *bendDrag) drag(e Event) {
	d.moved = d.moved || e.Pos.Dist(d.press) > dragUnits*d.c.unit
	if !d.moved {
		return
	}
	to := e.Pos.Add(d.offset)
	d.guides = nil
	isCubic := edgeForm(d.start[0].Shape, d.bend.edge) == edgeCubic
	snapped := false
	if !e.Mods.Shift {
		snap := d.snapper.Snap(to, d.c.reach(), e.Mods.Ctrl && !isCubic && !d.byCtrl)
		if snapped = snap.What != ""; snapped {
			to, d.guides = snap.Point, snap.Guides
		}
	}
	d.set(func(c *level.Collider) *level.Collider {
		out := *c
		out.Shape = asPolygon(c.Shape)
		switch xf := c.Transform(); {
		case !isCubic:
			out.Shape = d.arc(out.Shape, xf.ApplyInv(to), e.Mods.Shift, snapped)
		case d.bend.control < 0:
			out.Shape = d.along(out.Shape, xf.Q.ApplyInv(to.Sub(d.press.Add(d.offset))))
		default:
			p := xf.ApplyInv(to)
			if e.Mods.Shift {
				p = xf.ApplyInv(stepped(xf.Apply(vertexOf(c.Shape, d.bend)), to))
			}
			out.Shape = d.control(out.Shape, tidy(p), e.Mods.Ctrl)
		}
		return &out
	})
}

// mostReach is how far a handle is dragged from its vertex at most, in pixels: larger curves are of many hundred lines, which take long to
// be tried against one another in a drag.
const mostReach = 1e4

// reached is a point, or where the way to it from another one ends.
func reached(from, p level.Vec) level.Vec {
	if d := from.Dist(p); d > mostReach {
		return from.Lerp(p, mostReach/d)
	}
	return p
}

// arc is the shape with the edge as an arc that goes through a place; with stepped its angle goes in steps of 15 degrees.
func (d *bendDrag) arc(s level.Shape, p level.Vec, inSteps, exact bool) level.Shape {
	a, b := edgeEnds(s, d.bend.edge)
	height, chord := level.ArcHeight(a, b, p), a.Dist(b)
	switch {
	case inSteps:
		const step = 15 * math.Pi / 180
		angle := float64(math.Round(float64(4*collision.Atan2(2*height, chord))/step) * step)
		sin, cos := collision.Sincos(angle / 4)
		if cos < 1e-3 {
			return s
		}
		height = float64(chord/2*sin) / cos
	case !exact:
		step := d.c.radiusStep(Mods{})
		height = math.Round(height/step) * step
	}
	if height = tidyNumber(min(max(height, -mostReach), mostReach)); height == 0 {
		return s.Straightened(d.bend.edge)
	}
	return s.WithCurve(level.Curve{Edge: d.bend.edge, Arc: height})
}

// along is the shape with the middle of a cubic edge moved.
func (d *bendDrag) along(s level.Shape, by level.Vec) level.Shape {
	c, _ := s.Curve(d.bend.edge)
	a, b := edgeEnds(s, d.bend.edge)
	for k, at := range [2]level.Vec{a, b} {
		c.Cubic[k] = tidy(reached(at, c.Cubic[k].MulAdd(by, 4.0/3)))
	}
	return s.WithCurve(c)
}

// control is the shape with the control point at a place; the one across a smooth vertex turns along, unless it is broken.
func (d *bendDrag) control(s level.Shape, p level.Vec, broken bool) level.Shape {
	c, _ := s.Curve(d.bend.edge)
	p = tidy(reached(vertexOf(s, d.bend), p))
	c.Cubic[d.bend.control] = p
	s = s.WithCurve(c)
	if d.across == nil || broken {
		return s
	}
	at := vertexOf(s, d.bend)
	if away := at.Sub(p).Unit(); away != (level.Vec{}) {
		o, _ := s.Curve(d.across.edge)
		o.Cubic[d.across.control] = tidy(at.MulAdd(away, o.Cubic[d.across.control].Dist(at)))
		s = s.WithCurve(o)
	}
	return s
}

func (d *bendDrag) show(v *view) {
	v.moving, v.cursor = d.ids, CursorGrabbing
	v.add(d.guides...)
	col := d.c.session.Document().Collider(d.bend.id)
	c, isBent := col.Shape.Curve(d.bend.edge)
	text := "straight"
	switch {
	case isBent && c.IsArc():
		a, b := edgeEnds(col.Shape, d.bend.edge)
		height := math.Abs(c.Arc)
		angle := level.DegreesOf(4 * collision.Atan2(2*height, a.Dist(b)))
		text = "height " + number(height) + " · r " + number((height*height+a.Dist(b)*a.Dist(b)/4)/(2*height)) + " · " + number(float64(angle)) + "°"
		v.hint = text + "; Shift: steps of 15°"
	case isBent && d.bend.control >= 0:
		at := c.Cubic[d.bend.control].Sub(vertexOf(col.Shape, d.bend))
		text = number(at.Len()) + " · " + number(float64(level.DegreesOf(collision.Atan2(at.Y, at.X)))) + "°"
		v.hint = text + "; Shift: steps of 15°"
		if d.across != nil {
			v.hint += ", Ctrl: this side alone"
		}
	default:
		v.hint = "Drag to bend the edge; Escape takes it back"
	}
	v.add(overlay.Label{At: d.c.last.Pos, Offset: level.Vec{X: 14, Y: 14}, Text: text, Ink: overlay.Accent})
}
