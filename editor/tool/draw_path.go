package tool

import (
	"cmp"
	"fmt"

	"fillet/collision"
	"fillet/editor"
	"fillet/editor/level"
	"fillet/editor/overlay"
)

// path draws an outline or a chain click by click. A drag after a press pulls control points out of both sides.
type path struct {
	draft
	chain   bool
	points  []level.Vec // the clicked points, in level space
	handles []level.Vec // from each point to its next control point, zero for a corner; the previous one is opposite
	next    level.Vec   // snapped position of the pointer
	closing bool        // the pointer is on the first point, which would close the outline
	held    bool        // the button is down: a drag pulls the last point's control points
	press   level.Vec   // position of the last press
	snapper *editor.Snapper
	guides  []overlay.Item
	gate    string // reason why the outline cannot be closed here, if its drawn edges are valid
}

func newPolygonPath(c *Controller, e Event) gesture { return newPath(c, e, level.Solid, false) }

func newChainPath(c *Controller, e Event) gesture { return newPath(c, e, level.Solid, true) }

func newPath(c *Controller, e Event, role level.Role, chain bool) *path {
	p := &path{draft: draft{c: c, role: role}, chain: chain, snapper: c.session.Snapper(nil)}
	p.aim(e)
	p.addPoint(e)
	return p
}

// least returns the minimum number of points of the shape.
func (p *path) least() int {
	if p.chain {
		return 2
	}
	return 3
}

func (p *path) pointer(e Event) gesture {
	switch {
	case e.Kind == Down && e.Button == Secondary:
		return p.finish(false)
	case e.Kind == Down && e.Button == Primary:
		p.held = false
		p.aim(e)
		if e.Clicks >= 2 && len(p.points) > 1 && p.points[len(p.points)-1] == p.next {
			return p.finish(false)
		}
		if p.closing {
			return p.finish(true)
		}
		p.addPoint(e)
	case e.Kind == Move:
		p.aim(e)
		if p.held && e.Pos.Dist(p.press) > pullUnits*p.c.unit {
			p.pull(e)
		}
	case e.Kind == Up && e.Button == Primary:
		p.held = false
	default:
		return p
	}
	p.preview()
	return p
}

// pullUnits is the length of a drag, in screen units, at which a press makes a curve.
const pullUnits = 6

// pull drags control points out of the last point.
func (p *path) pull(e Event) {
	last := len(p.points) - 1
	if last < 0 {
		return
	}
	to := p.next
	if e.Mods.Shift {
		to, p.guides = editor.Stepped(p.points[last], e.Pos), nil
	}
	p.handles[last] = tidy(reached(p.points[last], to).Sub(p.points[last]))
}

// aim finds the position of the next point.
func (p *path) aim(e Event) {
	fixed := len(p.points)
	if p.held {
		fixed--
	}
	p.snapper.Align(p.points[:fixed]...)
	snap := p.snapper.Snap(e.Pos, p.c.reach(), e.Mods.Ctrl)
	p.next, p.guides = snap.Point, snap.Guides
	if e.Mods.Shift && fixed > 0 && !p.held {
		p.next, p.guides = editor.Stepped(p.points[fixed-1], e.Pos), nil
	}
	p.closing = fixed >= 3 && e.Pos.Dist(p.points[0]) <= p.c.reach() && !p.held
	if p.closing {
		p.next = p.points[0]
	}
}

// repeats reports whether a point coincides with the fixed point before it.
func (p *path) repeats(at level.Vec) bool {
	i := len(p.points) - 1
	if p.held {
		i--
	}
	return i >= 0 && p.points[i] == at
}

func (p *path) addPoint(e Event) {
	p.press = e.Pos
	if p.repeats(p.next) {
		return
	}
	p.points, p.handles = append(p.points, p.next), append(p.handles, level.Vec{})
	p.held = true
	p.preview()
}

// preview rebuilds the draft from the clicked points and the point under the pointer.
func (p *path) preview() {
	points, n := p.points, len(p.points)
	if !p.held && !p.closing && !p.repeats(p.next) && (n == 0 || p.next != points[0]) {
		points = append(points[:n:n], p.next)
		p.handles = append(p.handles[:n], level.Vec{})
	}
	p.build(points, p.closing)
	p.handles = p.handles[:n]
}

// curve returns the control points of the edge from point i to the next point, or false if the edge is straight.
func (p *path) curve(points []level.Vec, i int) (by [2]level.Vec, bent bool) {
	j := (i + 1) % len(points)
	out, in := p.handle(i), p.handle(j)
	bent = (out != level.Vec{} || in != level.Vec{}) && points[i].Dist(points[j]) <= maxLength
	return [2]level.Vec{points[i].Add(out), points[j].Sub(in)}, bent
}

func (p *path) handle(i int) level.Vec {
	if i < len(p.handles) {
		return p.handles[i]
	}
	return level.Vec{}
}

// line returns the outline through points as a polyline, with or without the closing edge.
func (p *path) line(points []level.Vec, closed bool) []level.Vec {
	const lines = 16 // number of lines per curve
	var out []level.Vec
	for i, q := range points {
		out = append(out, q)
		if i == len(points)-1 && !closed {
			break
		}
		if by, bent := p.curve(points, i); bent {
			line := editor.CubicLine(q, by, points[(i+1)%len(points)], lines)
			out = append(out, line[1:lines]...)
		}
	}
	return out
}

// build sets the draft to a shape through points in level space, with its origin at the centre of their bounds.
func (p *path) build(points []level.Vec, closed bool) {
	p.gate = ""
	if len(points) < 2 {
		p.clear()
		return
	}
	mid := collision.BoundsOf(points).Center()
	local := make([]level.Vec, len(points))
	for i, q := range points {
		local[i] = q.Sub(mid)
	}
	s := level.Shape{Kind: level.Chain, Points: local, Closed: closed}
	switch {
	case p.chain:
	case len(points) == 2:
		p.clear()
		return
	default:
		s = level.Shape{Kind: level.Polygon, Points: local, Rounding: level.Inset}
	}
	var d level.Detail
	for i := range s.Edges() {
		if by, bent := p.curve(points, i); bent {
			d.Curves = append(d.Curves, level.Curve{Edge: i, Cubic: [2]level.Vec{by[0].Sub(mid), by[1].Sub(mid)}})
		}
	}
	p.set(s.WithDetail(d), mid)
	if !p.chain {
		p.judge(points)
	}
}

// judge distinguishes faults of the drawn edges from faults of the closing edge alone. The latter are harmless: while
// the user draws a concave shape, the closing edge often crosses others.
func (p *path) judge(points []level.Vec) {
	if p.problem == "" {
		return
	}
	if at := editor.SelfCrossings(p.line(points, false), false); len(at) > 0 {
		p.crossing = at
		p.problem = fmt.Sprintf("The outline crosses itself at %s", vecText(at[0]))
		return
	}
	if at := editor.SelfCrossings(p.line(points, true), true); len(at) > 0 && !p.closing {
		p.crossing = at
		p.gate, p.problem = fmt.Sprintf("Closed here, the outline would cross itself at %s", vecText(at[0])), ""
	}
}

// finish makes a collider from the clicked points. An invalid shape stays under construction.
func (p *path) finish(closed bool) gesture {
	p.held = false
	if len(p.points) < p.least() {
		p.c.problem = p.missing()
		return p
	}
	p.build(p.points, closed && p.chain)
	if p.commit() {
		return nil
	}
	p.c.problem = cmp.Or(p.c.problem, p.problem, p.gate)
	return p
}

func (p *path) missing() string {
	n := p.least() - len(p.points)
	return fmt.Sprintf("%d more %s needed", n, plural(n, "point"))
}

func (p *path) key(name string, _ Mods) (gesture, bool) {
	switch name {
	case "Enter":
		return p.finish(false), true
	case "Backspace", "Delete":
		return p.stepBack(), true
	}
	return p, false
}

// stepBack drops the last point. Dropping the first point ends the gesture.
func (p *path) stepBack() gesture {
	p.held = false
	p.points, p.handles = p.points[:len(p.points)-1], p.handles[:len(p.points)-1]
	if len(p.points) == 0 {
		return nil
	}
	p.closing = false
	p.preview()
	return p
}

func (p *path) show(v *view) {
	p.draft.show(v)
	v.add(p.guides...)
	points := p.points
	if !p.held {
		points = append(points[:len(points):len(points)], p.next)
	}
	line := p.line(points, false)
	ink := p.ink()
	if p.problem != "" {
		ink = overlay.Danger
	}
	if p.gate != "" {
		v.add(overlay.Line{Points: []level.Vec{line[len(line)-1], line[0]}, Ink: overlay.Warn, Width: 1, Dashed: true})
	}
	v.add(overlay.Line{Points: line, Ink: ink})
	for i, q := range p.points {
		form := overlay.SquareHandle
		if i == 0 {
			form = overlay.RoundHandle
		}
		v.add(overlay.Handle{At: q, Form: form, Ink: ink, Hot: i == 0 && p.closing})
	}
	if last := len(p.points) - 1; last >= 0 && p.handles[last] != (level.Vec{}) {
		at, by := p.points[last], p.handles[last]
		v.add(overlay.Line{Points: []level.Vec{at.Sub(by), at.Add(by)}, Ink: overlay.Accent, Width: 1},
			overlay.Handle{At: at.Sub(by), Form: overlay.RoundHandle, Ink: overlay.Accent},
			overlay.Handle{At: at.Add(by), Form: overlay.RoundHandle, Ink: overlay.Accent, Hot: p.held})
	}
	switch {
	case p.held && p.handle(len(p.points)-1) != level.Vec{}:
		v.hint = "Release to keep the curve; Shift: steps of 15°"
	case p.closing:
		v.hint = "Click to close the outline"
	case p.gate != "":
		v.hint = p.gate
	case len(p.points) < p.least():
		v.hint = "Click to add a point: " + p.missing()
	default:
		v.hint = "Click to add a point, drag for a curve; Enter or double-click finishes, Backspace removes the " +
			"last point"
	}
}

// newTriggerPress begins a trigger. A drag draws a box, a click places the first vertex of a polygon.
func newTriggerPress(c *Controller, e Event) gesture {
	return &press{
		c: c, start: e, cursor: CursorCrosshair, hint: "Drag a box, or release to draw a polygon",
		drag:  func() gesture { return drag{newDragging(c, e, level.Trigger, boxShape, sizeLabel)} },
		click: func(up Event) gesture { return newPath(c, e, level.Trigger, false).pointer(up) },
	}
}
