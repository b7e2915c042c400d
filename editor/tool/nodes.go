package tool

import (
	"fmt"
	"math"
	"slices"

	"fillet/collision"
	"fillet/editor"
	"fillet/editor/level"
	"fillet/editor/overlay"
)

// nodes is the node tool: it drags the vertices of the selected shapes and rounds their corners.
type nodes struct {
	c      *Controller
	chosen []vertex // in the order in which they were chosen
}

// vertex identifies a vertex by shape, loop (see [level.Shape.Loop]) and index. A box has its four corners as vertices.
type vertex struct {
	id          level.ID
	loop, index int
}

// maxNodeShapes limits the number of selected shapes that show their vertices: with more, the vertices would be
// indistinguishable.
const maxNodeShapes = 64

// hasNodes reports whether the node tool can edit a shape.
func hasNodes(c *level.Collider) bool { return c != nil && c.Shape.Kind != level.Point }

// shapes returns the selected colliders whose nodes can be dragged.
func (t *nodes) shapes() []*level.Collider {
	doc := t.c.session.Document()
	var out []*level.Collider
	for _, id := range t.c.session.Selection().IDs() {
		if c := doc.Collider(id); hasNodes(c) && doc.Editable(c) {
			if out = append(out, c); len(out) == maxNodeShapes {
				break
			}
		}
	}
	return out
}

// eachNode calls f for every vertex of a shape, in level space.
func eachNode(c *level.Collider, f func(v vertex, at level.Vec)) {
	xf := c.Transform()
	for loop := 0; loop <= len(c.Shape.Holes); loop++ {
		for i, p := range c.Shape.Loop(loop) {
			f(vertex{c.ID, loop, i}, xf.Apply(p))
		}
	}
}

// node returns the position of a vertex in level space, or false if it is gone.
func (c *Controller) node(v vertex) (level.Vec, bool) {
	col := c.session.Document().Collider(v.id)
	if col == nil {
		return level.Vec{}, false
	}
	points := col.Shape.Loop(v.loop)
	if v.index >= len(points) {
		return level.Vec{}, false
	}
	return col.Transform().Apply(points[v.index]), true
}

// live drops chosen vertices that are gone or belong to deselected shapes, and returns the rest.
func (t *nodes) live() []vertex {
	sel := t.c.session.Selection()
	t.chosen = slices.DeleteFunc(t.chosen, func(v vertex) bool {
		_, ok := t.c.node(v)
		return !ok || !sel.Has(v.id)
	})
	return t.chosen
}

// shapesOf returns the shapes of vertices, each once.
func shapesOf(vertices []vertex) []level.ID {
	var ids []level.ID
	for _, v := range vertices {
		if !slices.Contains(ids, v.id) {
			ids = append(ids, v.id)
		}
	}
	return ids
}

// outlines converts loops in a shape's own frame to lines in level space.
func outlines(loops [][]level.Vec, xf collision.Transform, like overlay.Line) []overlay.Item {
	var lines []overlay.Item
	for _, loop := range loops {
		line := like
		for _, p := range loop {
			line.Points = append(line.Points, xf.Apply(p))
		}
		lines = append(lines, line)
	}
	return lines
}

// nodeSpot describes the target of a press with the node tool.
type nodeSpot struct {
	what   nodeSpotKind
	vertex vertex
	round  roundHandle
	rim    rim
	edge   edge
	bend   bend
	under  []level.ID
}

type nodeSpotKind uint8

const (
	nodeNothing nodeSpotKind = iota
	nodeVertex
	nodeRound
	nodeRim
	nodeBend
	nodeEdge
	nodeShape
)

// edge is a point on an edge of a shape, where a drag moves the edge or a vertex can be inserted.
type edge struct {
	vertex               // the vertex that an insertion would make
	number   int         // number of the edge, counted over the outline and the holes
	ends     [2]vertex   // the vertices at its ends
	a, b     level.Vec   // the positions of the ends, in level space
	at       level.Vec   // the point, in level space
	straight bool        // belongs to a box: takes no new vertex and moves only across its direction
	bent     []level.Vec // polyline of a bent edge, in level space; nil for a straight edge
}

// at returns the target at a point: the nearest handle within reach, or else the nearest edge of a selected shape, or
// else a shape.
func (t *nodes) at(p level.Vec) nodeSpot {
	best, s := t.c.reach(), nodeSpot{}
	offer := func(d float64, found nodeSpot) {
		if d < best || d == best && s.what == nodeNothing {
			best, s = d, found
		}
	}
	shapes := t.shapes()
	for _, c := range shapes {
		eachNode(c, func(v vertex, at level.Vec) { offer(at.Dist(p), nodeSpot{what: nodeVertex, vertex: v}) })
		for _, h := range t.roundHandles(c) {
			offer(h.at().Dist(p), nodeSpot{what: nodeRound, round: h})
		}
		if r, ok := t.c.rim(c); ok {
			offer(r.at().Dist(p), nodeSpot{what: nodeRim, rim: r})
		}
		t.eachBend(c, func(b bend, at, _ level.Vec) { offer(at.Dist(p), nodeSpot{what: nodeBend, bend: b}) })
	}
	if s.what != nodeNothing {
		return s
	}
	for _, c := range shapes {
		eachNodeEdge(c, func(e edge) {
			e.at = e.nearest(p)
			offer(e.at.Dist(p), nodeSpot{what: nodeEdge, edge: e})
		})
	}
	s.under = t.c.session.Picking().At(p, float64(t.c.reach()/2))
	if s.what == nodeNothing && len(s.under) > 0 {
		s.what = nodeShape
	}
	return s
}

// eachNodeEdge calls f for every edge of a shape with vertices.
func eachNodeEdge(c *level.Collider, f func(e edge)) {
	xf, s := c.Transform(), c.Shape
	if s.Kind == level.Capsule {
		return
	}
	for loop := 0; loop <= len(s.Holes); loop++ {
		points := s.Loop(loop)
		n := len(points)
		for i, p := range points {
			if i == n-1 && s.Kind == level.Chain && !s.Closed {
				break
			}
			e := edge{
				vertex: vertex{c.ID, loop, i + 1}, ends: [2]vertex{{c.ID, loop, i}, {c.ID, loop, (i + 1) % n}},
				a: xf.Apply(p), b: xf.Apply(points[(i+1)%n]), straight: s.Kind == level.Box, number: s.Number(loop, i),
			}
			if _, bent := s.Curve(e.number); bent {
				for _, q := range editor.EdgeLine(s, e.number) {
					e.bent = append(e.bent, xf.Apply(q))
				}
			}
			f(e)
		}
	}
}

// name identifies the edge within its shape.
func (e *edge) name() edgeName { return edgeName{e.id, e.number} }

// line returns the edge as a polyline in level space.
func (e *edge) line() []level.Vec {
	if e.bent != nil {
		return e.bent
	}
	return []level.Vec{e.a, e.b}
}

// nearest returns the point on the edge nearest to p.
func (e *edge) nearest(p level.Vec) level.Vec {
	line := e.line()
	best := line[0]
	for i := 1; i < len(line); i++ {
		if q := level.ClosestOnSegment(line[i-1], line[i], p); q.Dist(p) < best.Dist(p) {
			best = q
		}
	}
	return best
}

func (t *nodes) press(e Event) gesture {
	c, sel := t.c, t.c.session.Selection()
	s := t.at(e.Pos)
	switch s.what {
	case nodeRound:
		return newRounding(c, e, s.round)
	case nodeRim:
		return drag{&rimDrag{
			records: c.begin("Change radius of", []level.ID{s.rim.id}), rim: s.rim, offset: s.rim.at().Sub(e.Pos),
		}}
	case nodeBend:
		at := level.Vec{}
		t.eachBend(c.session.Document().Collider(s.bend.id), func(b bend, p, _ level.Vec) {
			if b == s.bend {
				at = p
			}
		})
		return drag{newBendDrag(t, e, s.bend, at)}
	case nodeVertex:
		return t.pressVertex(e, s.vertex)
	case nodeEdge:
		if e.Clicks >= 2 && !s.edge.straight {
			t.insert(s.edge)
			return nil
		}
		return newEdgePress(t, e, s.edge)
	case nodeShape:
		if !slices.ContainsFunc(s.under, sel.Has) {
			if e.Mods.Shift || e.Mods.Ctrl {
				sel.Toggle(s.under[0])
			} else {
				sel.Set(s.under[0])
				t.chosen = nil
			}
			return nil
		}
	}
	return drag{&vertexMarquee{marquee: marquee{c: c, start: e, end: e.Pos}, tool: t, was: slices.Clone(t.live())}}
}

func (t *nodes) pressVertex(e Event, v vertex) gesture {
	i := slices.Index(t.live(), v)
	switch {
	case e.Mods.Ctrl || e.Mods.Shift:
		if i >= 0 {
			t.chosen = slices.Delete(t.chosen, i, i+1)
			return nil
		}
		t.chosen = append(t.chosen, v)
	case i < 0:
		t.chosen = []vertex{v}
	}
	return drag{newVertexDrag(t, e, v)}
}

// insert inserts a vertex on an edge and chooses it.
func (t *nodes) insert(e edge) {
	s := t.c.session
	col := s.Document().Collider(e.id)
	p := tidy(col.Transform().ApplyInv(e.at))
	if err := s.Outline(e.id, e.loop).InsertPoint(e.index, p); err != nil {
		t.c.fail(err)
		return
	}
	t.chosen = []vertex{e.vertex}
}

func (t *nodes) key(name string, m Mods) bool {
	chosen := t.live()
	switch {
	case !m.Shift && (name == "A" || name == "Q"):
		return t.formKey(name)
	case name == "Enter":
		t.c.Switch(Select)
		return true
	case len(chosen) == 0:
		return false
	case name == "Delete" || name == "Backspace":
		t.remove(chosen)
		return true
	case isArrow(name):
		dx, dy := t.c.step(name, m)
		t.c.nudge(func() error {
			g := newVertexDrag(t, Event{}, chosen[0])
			g.gesture.SetLabel(t.c.session.Label("Nudge vertex of", g.ids))
			g.move(level.Vec{X: dx, Y: dy})
			g.gesture.Commit()
			return nil
		})
		return true
	}
	return false
}

// remove deletes the chosen vertices as one step. A shape that would become invalid keeps all of its vertices.
func (t *nodes) remove(chosen []vertex) {
	r := t.c.begin("Remove vertices of", shapesOf(chosen))
	ok := r.set(func(c *level.Collider) {
		c.Shape = without(c.Shape, func(loop, i int) bool {
			return slices.Contains(chosen, vertex{c.ID, loop, i})
		}).Clamped()
	})
	if r.end(ok); ok {
		t.chosen = nil
	}
}

// without returns a shape without some of its vertices. It removes holes that have fewer than three vertices left, and
// leaves boxes, circles and capsules unchanged.
func without(s level.Shape, gone func(loop, i int) bool) level.Shape {
	if s.Kind != level.Polygon && s.Kind != level.Chain {
		return s
	}
	for loop := len(s.Holes); loop >= 0; loop-- { // backward, since removing a hole shifts the holes after it
		kept, points := 0, s.Loop(loop)
		for i := range points {
			if !gone(loop, i) {
				kept++
			}
		}
		switch {
		case loop > 0 && kept < 3:
			s = s.WithLoopKnots(loop, nil)
		case kept < len(points):
			s = s.WithoutIn(loop, func(i int) bool { return gone(loop, i) })
		}
	}
	return s
}

func (t *nodes) escape() bool {
	if len(t.live()) == 0 {
		return false
	}
	t.chosen = nil
	return true
}

func (t *nodes) leave() { t.chosen = nil }

func (t *nodes) show(v *view) {
	c := t.c
	hot, idle := nodeSpot{}, c.gesture == nil
	if idle && c.inside {
		hot = t.at(c.last.Pos)
	}
	chosen := editor.SetOf(t.live())
	for _, col := range t.shapes() {
		t.showShape(v, col, chosen, hot, idle)
	}
	if !idle {
		return
	}
	switch hot.what {
	case nodeVertex:
		v.cursor, v.hint = CursorMove, "Drag to move the vertex; Shift adds it to the selection, Del removes it"
	case nodeRound:
		v.cursor, v.hint = CursorGrab, "Drag to round all corners; select vertices to round only those"
		if hot.round.own {
			v.hint = "Drag to round the selected corners; Q or right-click for chamfer or sharp"
		}
	case nodeBend:
		v.cursor, v.hint = CursorGrab, "Drag to bend the edge; Shift: steps of 15°; A: straight, arc or curve"
		if hot.bend.control >= 0 {
			v.hint = "Drag to bend the edge; Shift: steps of 15°, Alt: this side of the vertex only"
		}
	case nodeRim:
		v.cursor, v.hint = CursorGrab, "Drag to change the radius"
	case nodeEdge:
		v.add(overlay.Line{Points: hot.edge.line(), Ink: overlay.Accent, Width: 3})
		v.cursor, v.hint = acrossCursor(hot.edge.b.Sub(hot.edge.a)), "Drag to move the side, Alt+drag to bend it"
		if !hot.edge.straight {
			v.add(overlay.Handle{At: hot.edge.at, Form: overlay.DiamondHandle, Ink: overlay.Accent})
			v.cursor, v.hint = CursorMove,
				"Drag to move the side, Alt+drag to bend it; double-click to insert a vertex"
		}
	case nodeShape:
		v.hint = "Click to edit the nodes of " + c.label(hot.under[0])
		if slices.ContainsFunc(hot.under, c.session.Selection().Has) {
			v.hint = "Drag a box to select vertices"
		}
	default:
		v.hint = "Drag vertices, or a box around them; Escape returns to the Select tool"
		if n := c.session.Selection().Len(); n > maxNodeShapes {
			v.hint = fmt.Sprintf("Showing the nodes of %d of %d selected shapes", maxNodeShapes, n)
		}
		if c.session.Selection().Len() == 0 {
			v.hint = "Click a shape to edit its nodes"
		}
	}
}

// thinned decides which of a shape's handles are drawn. If there are more than manyHandles, each square on the screen
// shows only one normal and one hot handle.
type thinned struct {
	side  float64
	taken map[thinSquare]bool // nil draws all handles
}

type thinSquare struct {
	x, y float64
	hot  bool
}

const (
	manyHandles = 1000
	thinUnits   = 6 // side of a square, in screen units
)

// thin returns the thinning of n handles.
func (c *Controller) thin(n int) thinned {
	if n <= manyHandles {
		return thinned{}
	}
	return thinned{float64(thinUnits * c.unit), map[thinSquare]bool{}}
}

func (t thinned) shows(at level.Vec, hot bool) bool {
	if t.taken == nil {
		return true
	}
	here := thinSquare{math.Floor(at.X / t.side), math.Floor(at.Y / t.side), hot}
	shown := !t.taken[here]
	t.taken[here] = true
	return shown
}

func (t *nodes) showShape(v *view, col *level.Collider, chosen map[vertex]bool, hot nodeSpot, idle bool) {
	if corners := col.Shape.Corners(); corners != nil && (col.Shape.Radius > 0 || col.Shape.IsDetailed()) {
		line := overlay.Line{Closed: true, Ink: overlay.Muted, Width: 1, Dashed: true}
		v.add(outlines(editor.Skeleton(col.Shape), col.Transform(), line)...)
	}
	form := overlay.SquareHandle
	if col.Shape.Kind == level.Capsule {
		form = overlay.RoundHandle
	}
	shown := t.c.thin(len(col.Shape.Points))
	eachNode(col, func(n vertex, at level.Vec) {
		isHot := chosen[n] || hot.what == nodeVertex && hot.vertex == n
		if shown.shows(at, isHot) {
			v.add(overlay.Handle{At: at, Form: form, Ink: overlay.Accent, Hot: isHot})
		}
	})
	if !idle || hot.what == nodeNothing && isSmall(col, t.c.unit) {
		return
	}
	t.showBends(v, col, hot)
	handles := t.roundHandles(col)
	shown = t.c.thin(len(handles))
	for _, h := range handles {
		isHot := hot.what == nodeRound && hot.round.id == h.id && hot.round.corner == h.corner || h.own && h.radius > 0
		if isHot {
			h.show(v, true)
		} else if shown.shows(h.at(), false) {
			v.add(overlay.Handle{At: h.at(), Form: overlay.DotHandle, Ink: overlay.Warn})
		}
	}
	if r, ok := t.c.rim(col); ok {
		v.add(overlay.Handle{At: r.at(), Form: overlay.DotHandle, Ink: overlay.Warn, Hot: hot.what == nodeRim &&
			hot.rim.id == r.id})
	}
}

// isSmall reports whether a shape is so small on screen that its handles would hide it.
func isSmall(c *level.Collider, unit float64) bool {
	const small = 24 // screen units
	size := level.DrawnBounds(c).Size()
	return max(size.X, size.Y) < small*unit
}

// rim is the handle on the rim of a circle, a capsule or a thick chain, which changes the radius.
type rim struct {
	id      level.ID
	from    level.Vec // the point that the radius is measured from
	outward level.Vec // unit vector
	radius  float64
}

func (c *Controller) rim(col *level.Collider) (rim, bool) {
	xf := col.Transform()
	switch s := col.Shape; s.Kind {
	case level.Circle:
		return rim{col.ID, col.Position, xf.Q.Apply(level.Vec{X: 1}), s.Radius}, true
	case level.Capsule, level.Chain:
		if s.Kind == level.Chain && s.Radius == 0 || len(s.Points) < 2 {
			return rim{}, false
		}
		a, b := xf.Apply(s.Points[0]), xf.Apply(s.Points[1])
		outward := b.Sub(a).Unit().Perp().Neg()
		if outward == (level.Vec{}) {
			outward = level.Vec{Y: -1}
		}
		return rim{col.ID, a.Lerp(b, 0.5), outward, s.Radius}, true
	}
	return rim{}, false
}

func (r rim) at() level.Vec { return r.from.MulAdd(r.outward, r.radius) }

// rimDrag drags a rim.
type rimDrag struct {
	records
	rim    rim
	offset level.Vec
}

func (r *rimDrag) drag(e Event) {
	to := e.Pos.Add(r.offset).Sub(r.rim.from).Dot(r.rim.outward)
	step := r.c.radiusStep(e.Mods)
	to = max(math.Round(to/step)*step, level.MinExtent/2.0)
	r.set(func(c *level.Collider) { c.Shape.Radius = to })
	r.rim.radius = r.c.session.Document().Collider(r.rim.id).Shape.Radius
}

func (r *rimDrag) show(v *view) {
	v.moving, v.cursor = r.ids, CursorGrabbing
	at := r.rim.at()
	text := "r " + number(r.rim.radius)
	v.add(
		overlay.Line{Points: []level.Vec{r.rim.from, at}, Ink: overlay.Warn, Width: 1, Dashed: true},
		overlay.Handle{At: at, Form: overlay.DotHandle, Ink: overlay.Warn, Hot: true},
		overlay.Label{At: at, Offset: level.Vec{X: 10, Y: -2}, Text: text, Ink: overlay.Warn},
	)
	v.hint = text + "; Shift: steps of 4"
}

// newEdgePress begins a press on an edge of a shape. A drag moves the edge, a click chooses both of its ends.
func newEdgePress(t *nodes, e Event, on edge) gesture {
	p := &press{
		c: t.c, start: e, cursor: CursorMove, hint: "Drag to move the side",
		items: []overlay.Item{overlay.Line{Points: on.line(), Ink: overlay.Accent, Width: 3}},
		drag:  func() gesture { return t.dragEdge(e, on) },
		click: func(Event) gesture {
			if !e.Mods.Shift && !e.Mods.Ctrl {
				t.chosen = nil
			}
			for _, v := range on.ends {
				if _, ok := t.c.node(v); ok && !slices.Contains(t.chosen, v) {
					t.chosen = append(t.chosen, v)
				}
			}
			return nil
		},
	}
	if on.straight {
		p.cursor = acrossCursor(on.b.Sub(on.a))
	}
	return p
}

// dragEdge begins to bend an edge if Alt is held, or else to move both of its ends. The end nearer to the pointer
// snaps.
func (t *nodes) dragEdge(start Event, on edge) gesture {
	if _, ok := t.c.node(on.ends[0]); !ok {
		return nil // a command has removed the edge
	}
	if s := t.c.session.Document().Collider(on.id).Shape; start.Mods.Alt && editor.CanBend(s, on.loop) {
		at := start.Pos
		if editor.EdgeForm(s, on.number) == editor.ArcEdge {
			at = on.at
		}
		return drag{newBendDrag(t, start, bend{on.name(), -1}, at)}
	}
	t.chosen = slices.Clone(on.ends[:])
	grabbed := on.ends[0]
	if on.b.Dist(start.Pos) < on.a.Dist(start.Pos) {
		grabbed = on.ends[1]
	}
	d := newVertexDrag(t, start, grabbed)
	d.side = true
	d.gesture.SetLabel(t.c.session.Label("Move side of", d.ids))
	if on.straight {
		d.across = on.b.Sub(on.a).Unit().Perp()
	}
	return drag{d}
}

// acrossCursor returns the double arrow perpendicular to a direction.
func acrossCursor(d level.Vec) Cursor { return overlay.AlongCursor(d.Perp()) }
