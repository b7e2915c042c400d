package tool

import (
	"math"
	"slices"

	"fillet/collision"
	"fillet/editor"
	"fillet/editor/level"
	"fillet/editor/overlay"
)

// edgeName identifies an edge of a shape by its number, counted over the outline and the holes.
type edgeName struct {
	id   level.ID
	edge int
}

var edgeForms = []string{"Straight", "Arc", "Curve"}

// edges returns the bendable edges whose two ends are chosen.
func (t *nodes) edges() []edgeName {
	var out []edgeName
	chosen := editor.SetOf(t.live())
	for _, id := range shapesOf(t.chosen) {
		s := t.c.session.Document().Collider(id).Shape
		if !editor.CanBend(s, 0) {
			continue
		}
		for i := range s.Edges() {
			if a, b := endsOf(id, s, i); chosen[a] && chosen[b] {
				out = append(out, edgeName{id, i})
			}
		}
	}
	return out
}

// endsOf returns the vertices at both ends of an edge.
func endsOf(id level.ID, s level.Shape, edge int) (a, b vertex) {
	loop, i := s.LoopOf(edge)
	return vertex{id, loop, i}, vertex{id, loop, (i + 1) % len(s.Loop(loop))}
}

// editEdges applies f to edges, which are in the order of their shapes, as one step.
func (t *nodes) editEdges(verb string, edges []edgeName, f func(s level.Shape, i int) level.Shape) {
	var ids []level.ID
	for _, e := range edges {
		ids = append(ids, e.id)
	}
	t.edit(verb, slices.Compact(ids), func(c *level.Collider) level.Shape {
		s := c.Shape
		for _, e := range edges {
			if e.id == c.ID {
				s = f(s, e.edge)
			}
		}
		return s
	})
}

// edit replaces the outlines of shapes by f, as one step.
func (t *nodes) edit(verb string, ids []level.ID, f func(c *level.Collider) level.Shape) {
	if len(ids) == 0 {
		return
	}
	r := t.c.begin(verb, ids)
	r.end(r.set(func(c *level.Collider) { c.Shape = f(c) }))
}

// bend is a handle of a bent edge: the top of an arc, or a control point of a cubic.
type bend struct {
	edgeName
	control int // 0 or 1 for a control point; -1 for the top of an arc or a dragged edge
}

// maxBends is the largest number of bent edges of a shape at which all show their handles. With more, only edges at
// chosen vertices do.
const maxBends = 24

// eachBend calls f for each visible handle of a shape's bent edges, with the positions of the handle and its vertex in
// level space.
func (t *nodes) eachBend(col *level.Collider, f func(b bend, at, vertex level.Vec)) {
	curves := col.Shape.Details().Curves
	if !editor.CanBend(col.Shape, 0) {
		return
	}
	xf := col.Transform()
	for _, c := range curves {
		if v, w := endsOf(col.ID, col.Shape, c.Edge); len(curves) > maxBends && !slices.Contains(t.chosen, v) &&
			!slices.Contains(t.chosen, w) {
			continue
		}
		a, b := col.Shape.EdgeEnds(c.Edge)
		if c.IsArc() {
			f(bend{edgeName{col.ID, c.Edge}, -1}, xf.Apply(level.ArcTop(a, b, c.Arc)), xf.Apply(a.Lerp(b, 0.5)))
			continue
		}
		f(bend{edgeName{col.ID, c.Edge}, 0}, xf.Apply(c.Cubic[0]), xf.Apply(a))
		f(bend{edgeName{col.ID, c.Edge}, 1}, xf.Apply(c.Cubic[1]), xf.Apply(b))
	}
}

// showBends shows the handles of a shape's bent edges.
func (t *nodes) showBends(v *view, col *level.Collider, hot nodeSpot) {
	t.eachBend(col, func(b bend, at, vertex level.Vec) {
		isHot := hot.what == nodeBend && hot.bend == b
		if b.control >= 0 {
			v.add(overlay.Line{Points: []level.Vec{vertex, at}, Ink: overlay.Accent, Width: 1})
			v.add(overlay.Handle{At: at, Form: overlay.RoundHandle, Ink: overlay.Accent, Hot: isHot})
			return
		}
		v.add(overlay.Handle{At: at, Form: overlay.DiamondHandle, Ink: overlay.Accent, Hot: isHot})
	})
}

// bendDrag drags a handle of a bent edge, or bends an edge by dragging the edge itself.
type bendDrag struct {
	records
	bend    bend
	offset  level.Vec // from the pointer to the handle
	press   level.Vec
	moved   bool
	byEdge  bool // a drag of the edge itself, with Alt
	snapper *editor.Snapper
	guides  []overlay.Item
	across  *bend // the control point on the other side of a smooth vertex
}

func newBendDrag(t *nodes, e Event, b bend, at level.Vec) *bendDrag {
	d := &bendDrag{
		records: t.c.begin("Bend edge of", []level.ID{b.id}), bend: b, offset: at.Sub(e.Pos), press: e.Pos,
		byEdge: e.Mods.Alt && b.control < 0,
	}
	d.snapper = t.c.session.Snapper(d.excluded())
	if edge, control, ok := editor.OppositeControl(d.start[0].Shape, b.edge, b.control); ok {
		d.across = &bend{edgeName{b.id, edge}, control}
	}
	return d
}

func (d *bendDrag) drag(e Event) {
	d.moved = d.moved || e.Pos.Dist(d.press) > dragUnits*d.c.unit
	if !d.moved {
		return
	}
	to := e.Pos.Add(d.offset)
	d.guides = nil
	isCubic := editor.EdgeForm(d.start[0].Shape, d.bend.edge) == editor.CubicEdge
	snapped := false
	if !e.Mods.Shift {
		snap := d.snapper.Snap(to, d.c.reach(), e.Mods.Ctrl)
		if snapped = snap.What != ""; snapped {
			to, d.guides = snap.Point, snap.Guides
		}
	}
	d.set(func(c *level.Collider) {
		was := c.Shape
		c.Shape = editor.AsPolygon(was)
		switch xf := c.Transform(); {
		case !isCubic:
			c.Shape = d.arc(c.Shape, xf.ApplyInv(to), e.Mods.Shift, snapped)
		case d.bend.control < 0:
			c.Shape = d.along(c.Shape, xf.Q.ApplyInv(to.Sub(d.press.Add(d.offset))))
		default:
			p := xf.ApplyInv(to)
			if e.Mods.Shift {
				p = xf.ApplyInv(editor.Stepped(xf.Apply(editor.ControlVertex(was, d.bend.edge, d.bend.control)),
					to))
			}
			c.Shape = d.control(c.Shape, tidy(p), e.Mods.Alt)
		}
	})
}

// maxReach limits the distance of a handle from its vertex, in pixels. Larger curves flatten to many hundreds of lines,
// too many to test against one another during a drag.
const maxReach = 1e4

// reached returns p, limited to the distance maxReach from the point from.
func reached(from, p level.Vec) level.Vec {
	if d := from.Dist(p); d > maxReach {
		return from.Lerp(p, maxReach/d)
	}
	return p
}

// arc returns the shape with the edge as an arc through p. If inSteps is set, the arc's angle is a multiple of 15
// degrees.
func (d *bendDrag) arc(s level.Shape, p level.Vec, inSteps, exact bool) level.Shape {
	a, b := s.EdgeEnds(d.bend.edge)
	height, chord := level.ArcHeight(a, b, p), a.Dist(b)
	switch {
	case inSteps:
		const step = 15 * math.Pi / 180
		angle := float64(math.Round(float64(4*collision.Atan2(float64(2*height), chord))/step) * step)
		sin, cos := collision.Sincos(float64(angle / 4))
		if cos < 1e-3 {
			return s
		}
		height = float64(chord/2*sin) / cos
	case !exact:
		step := d.c.radiusStep(Mods{})
		height = float64(math.Round(height/step) * step)
	}
	if height = tidyNumber(min(max(height, -maxReach), maxReach)); height == 0 {
		return s.Straightened(d.bend.edge)
	}
	return s.WithCurve(level.Curve{Edge: d.bend.edge, Arc: height})
}

// along returns the shape with the middle of the cubic edge moved.
func (d *bendDrag) along(s level.Shape, by level.Vec) level.Shape {
	c, _ := s.Curve(d.bend.edge)
	a, b := s.EdgeEnds(d.bend.edge)
	for k, at := range [2]level.Vec{a, b} {
		c.Cubic[k] = tidy(reached(at, c.Cubic[k].MulAdd(by, 4.0/3)))
	}
	return s.WithCurve(c)
}

// control returns the shape with the control point at p. Unless broken is set, the control point across a smooth vertex
// turns with it.
func (d *bendDrag) control(s level.Shape, p level.Vec, broken bool) level.Shape {
	c, _ := s.Curve(d.bend.edge)
	p = tidy(reached(editor.ControlVertex(s, d.bend.edge, d.bend.control), p))
	c.Cubic[d.bend.control] = p
	s = s.WithCurve(c)
	if d.across == nil || broken {
		return s
	}
	at := editor.ControlVertex(s, d.bend.edge, d.bend.control)
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
		a, b := col.Shape.EdgeEnds(d.bend.edge)
		height := math.Abs(c.Arc)
		angle := level.DegreesOf(float64(4 * collision.Atan2(float64(2*height), a.Dist(b))))
		text = "height " + number(height) + " · r " + number((float64(height*height)+float64(a.Dist(b)*a.Dist(b)/4))/
			(2*height)) + " · " + number(float64(angle)) + "°"
		v.hint, v.keys = text, []string{"Shift 15° steps", snapKey}
	case isBent && d.bend.control >= 0:
		at := c.Cubic[d.bend.control].Sub(editor.ControlVertex(col.Shape, d.bend.edge, d.bend.control))
		text = number(at.Len()) + " · " + number(float64(level.DegreesOf(collision.Atan2(at.Y, at.X)))) + "°"
		v.hint, v.keys = text, []string{"Shift 15° steps", snapKey}
		if d.across != nil {
			v.keys = append(v.keys, "Alt this side only")
		}
	default:
		v.hint = "Drag to bend the edge; Escape cancels"
	}
	v.add(overlay.Label{At: d.c.last.Pos, Offset: level.Vec{X: 14, Y: 14}, Text: text, Ink: overlay.Accent})
}
