package tool

import (
	"slices"

	"fillet/collision"
	"fillet/editor"
	"fillet/editor/level"
	"fillet/editor/overlay"
)

// vertexDrag is a drag that moves the chosen vertices.
type vertexDrag struct {
	records
	tool    *nodes
	grabbed vertex
	chosen  []vertex
	from    level.Vec // initial position of the grabbed vertex, in level space
	offset  level.Vec // from the pointer to the grabbed vertex
	press   level.Vec
	moved   bool // the pointer has moved far enough
	snapper *editor.Snapper
	guides  []overlay.Item
	invalid *level.Collider // shape with the invalid outline, while the vertex lags behind the pointer
	at      level.Vec       // position of the fault, in level space
	place   bool            // at is known
	across  level.Vec       // the only direction of movement, as a unit vector; zero for any
	side    bool            // both ends of an edge move
}

func newVertexDrag(t *nodes, e Event, v vertex) *vertexDrag {
	ids := shapesOf(t.live())
	d := &vertexDrag{tool: t, grabbed: v, chosen: slices.Clone(t.chosen), press: e.Pos}
	d.from, _ = t.c.node(v)
	d.offset = d.from.Sub(e.Pos)
	d.records = t.c.begin("Move vertex of", ids)
	d.snapper = t.c.session.Snapper(d.excluded())
	d.snapper.Align(d.fixed()...)
	return d
}

// fixed returns the positions, in level space, of vertices that do not move. The moved vertices align with them.
func (d *vertexDrag) fixed() []level.Vec {
	const limit = 512
	var out []level.Vec
	moving := editor.SetOf(d.chosen)
	for _, c := range d.start {
		if c.Shape.Kind == level.Box {
			continue // the corners of a box move together
		}
		eachNode(c, func(v vertex, at level.Vec) {
			if !moving[v] && len(out) < limit {
				out = append(out, at)
			}
		})
	}
	return out
}

func (d *vertexDrag) drag(e Event) {
	d.moved = d.moved || e.Pos.Dist(d.press) > dragUnits*d.c.unit
	if !d.moved {
		return
	}
	snap := d.snapper.Snap(e.Pos.Add(d.offset), d.c.reach(), e.Mods.Ctrl)
	to := snap.Point
	d.guides = snap.Guides
	if e.Mods.Shift {
		to, d.guides = editor.Stepped(d.from, e.Pos.Add(d.offset)), nil
	}
	by := to.Sub(d.from)
	if d.across != (level.Vec{}) {
		by = d.across.Mul(by.Dot(d.across))
	}
	d.move(by)
}

// move moves the chosen vertices by a vector from their initial positions. If the outline becomes invalid, it keeps the
// last valid one.
func (d *vertexDrag) move(by level.Vec) {
	d.invalid = nil
	var tried []*level.Collider
	d.c.problem = ""
	ok := d.setWith(level.Diff{}, func(c *level.Collider) *level.Collider {
		out := d.shifted(c, by)
		tried = append(tried, out)
		return out
	})
	if ok {
		return
	}
	for _, c := range tried {
		if _, err := c.Shape.Bake(); err != nil {
			d.invalid = c
			var text string
			if text, d.at, d.place = outlineFault(err, c.Transform()); d.place {
				d.c.problem = text
			}
			return
		}
	}
}

// shifted returns a collider with its chosen vertices moved by a vector in level space.
func (d *vertexDrag) shifted(c *level.Collider, by level.Vec) *level.Collider {
	local := c.Transform().Q.ApplyInv(by)
	if c.Shape.Kind == level.Box {
		return d.reshaped(c, local)
	}
	out := *c
	for loop := 0; loop <= len(c.Shape.Holes); loop++ {
		var points []level.Vec
		for i, p := range c.Shape.Loop(loop) {
			if slices.Contains(d.chosen, vertex{c.ID, loop, i}) {
				p = tidy(p.Add(local))
			}
			points = append(points, p)
		}
		out.Shape = out.Shape.WithLoop(loop, points)
	}
	out.Shape = out.Shape.Clamped()
	return &out
}

// reshaped returns a box with its chosen corners moved. The result is a box with the same opposite sides.
func (d *vertexDrag) reshaped(c *level.Collider, by level.Vec) *level.Collider {
	box := level.LocalBounds(level.Shape{Kind: level.Box, Size: c.Shape.Size, Rounding: level.Inset})
	to := box
	for i, g := range [...]grip{{X: -1, Y: -1}, {X: 1, Y: -1}, {X: 1, Y: 1}, {X: -1, Y: 1}} {
		if !slices.Contains(d.chosen, vertex{c.ID, 0, i}) {
			continue
		}
		if g.X < 0 {
			to.Min.X = box.Min.X + by.X
		} else {
			to.Max.X = box.Max.X + by.X
		}
		if g.Y < 0 {
			to.Min.Y = box.Min.Y + by.Y
		} else {
			to.Max.Y = box.Max.Y + by.Y
		}
	}
	to = atLeast(box, to)
	out := *c
	out.Shape.Size = tidy(to.Size())
	out.Shape = out.Shape.Clamped()
	out.Position = tidy(c.Transform().Apply(to.Center()))
	return &out
}

// atLeast limits a moved side to a distance of [level.MinExtent] from the opposite side.
func atLeast(was, to collision.AABB) collision.AABB {
	stop := func(wasMin float64, lo, hi *float64) {
		if *hi-*lo >= level.MinExtent {
			return
		}
		if *lo != wasMin {
			*lo = *hi - level.MinExtent
		} else {
			*hi = *lo + level.MinExtent
		}
	}
	stop(was.Min.X, &to.Min.X, &to.Max.X)
	stop(was.Min.Y, &to.Min.Y, &to.Max.Y)
	return to
}

// drop ends the drag. If the grabbed vertex was not moved, this chooses it or adds it to the chosen vertices.
func (d *vertexDrag) drop(e Event) {
	d.records.drop(e)
	if !d.moved {
		d.tool.chosen = []vertex{d.grabbed}
		if e.Mods.Shift || e.Mods.Ctrl {
			d.tool.chosen = d.chosen
		}
	}
}

func (d *vertexDrag) show(v *view) {
	v.moving, v.cursor = d.ids, CursorMove
	if d.across != (level.Vec{}) {
		v.cursor = acrossCursor(d.across.Perp())
	}
	v.add(d.guides...)
	if at, ok := d.c.node(d.grabbed); ok {
		v.hint = "Vertex at " + vecText(at)
		if d.side {
			v.hint = "Moved by " + vecText(at.Sub(d.from))
		}
		v.keys = []string{"Shift 15° steps", snapKey}
	}
	if d.invalid == nil {
		return
	}
	line := overlay.Line{Closed: d.invalid.Shape.Kind == level.Polygon, Ink: overlay.Danger, Dashed: true}
	v.add(outlines(append([][]level.Vec{d.invalid.Shape.Points}, d.invalid.Shape.Holes...), d.invalid.Transform(),
		line)...)
	if d.place {
		v.add(overlay.Handle{At: d.at, Form: overlay.CrossHandle, Ink: overlay.Danger, Hot: true})
	}
}

// vertexMarquee chooses the vertices in a box.
type vertexMarquee struct {
	marquee
	tool *nodes
	was  []vertex
}

// drop ends the marquee. A press and release without a drag deselects the vertices, or the shape if no vertex was
// chosen.
func (m *vertexMarquee) drop(Event) {
	s := m.tool.c.session
	switch {
	case m.drawn, m.start.Mods.Shift, m.start.Mods.Ctrl:
	case len(m.was) > 0:
		m.tool.chosen = nil
	case len(s.Picking().At(m.start.Pos, float64(m.c.reach()/2))) == 0:
		s.Selection().Clear()
	}
}

func (m *vertexMarquee) drag(e Event) {
	m.end = e.Pos
	m.drawn = m.drawn || e.Pos.Dist(m.start.Pos) > dragUnits*m.c.unit
	if !m.drawn {
		return
	}
	var chosen []vertex
	if m.start.Mods.Shift || m.start.Mods.Ctrl {
		chosen = slices.Clone(m.was)
	}
	box := m.box()
	for _, c := range m.tool.shapes() {
		eachNode(c, func(v vertex, at level.Vec) {
			if box.Contains(at) && !slices.Contains(m.was, v) || box.Contains(at) && !slices.Contains(chosen, v) {
				chosen = append(chosen, v)
			}
		})
	}
	m.tool.chosen = chosen
}

func (m *vertexMarquee) cancel() { m.tool.chosen = m.was }

func (m *vertexMarquee) show(v *view) {
	m.marquee.show(v)
	v.hint = "Select the vertices in the box"
}
