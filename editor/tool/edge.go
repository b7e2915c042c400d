package tool

import (
	"slices"

	"fillet/editor"
	"fillet/editor/level"
	"fillet/editor/overlay"
)

// edgePress is a press on an edge of a shape. A drag moves the edge, a click chooses both of its ends.
type edgePress struct {
	t     *nodes
	edge  edge
	start Event
}

func (p *edgePress) pointer(e Event) gesture {
	switch {
	case e.Kind == Move && e.Pos.Dist(p.start.Pos) > dragUnits*p.t.c.unit:
		if _, ok := p.t.c.node(p.edge.ends[0]); !ok {
			return nil // a command has removed the edge
		}
		if s := p.t.c.session.Document().Collider(p.edge.id).Shape; p.start.Mods.Ctrl &&
			editor.CanBend(s, p.edge.loop) {
			at := p.start.Pos
			if editor.EdgeForm(s, p.edge.name().edge) == editor.ArcEdge {
				at = p.edge.at
			}
			return drag{newBendDrag(p.t, p.start, bend{p.edge.name(), -1}, at)}.pointer(e)
		}
		return drag{p.grab()}.pointer(e)
	case e.Kind == Up && e.Button == Primary:
		p.choose()
		return nil
	}
	return p
}

// grab begins to move both ends. The end nearer to the pointer snaps.
func (p *edgePress) grab() *vertexDrag {
	p.t.chosen = slices.Clone(p.edge.ends[:])
	grabbed := p.edge.ends[0]
	if p.edge.b.Dist(p.start.Pos) < p.edge.a.Dist(p.start.Pos) {
		grabbed = p.edge.ends[1]
	}
	d := newVertexDrag(p.t, p.start, grabbed)
	d.side = true
	d.gesture.SetLabel(p.t.c.session.Label("Move side of", d.ids))
	if p.edge.straight {
		d.across = p.edge.b.Sub(p.edge.a).Unit().Perp()
	}
	return d
}

func (p *edgePress) choose() {
	if !p.start.Mods.Shift && !p.start.Mods.Ctrl {
		p.t.chosen = nil
	}
	for _, v := range p.edge.ends {
		if _, ok := p.t.c.node(v); ok && !slices.Contains(p.t.chosen, v) {
			p.t.chosen = append(p.t.chosen, v)
		}
	}
}

func (p *edgePress) cancel() {}

func (p *edgePress) show(v *view) {
	v.cursor, v.hint = CursorMove, "Drag to move the side"
	if p.edge.straight {
		v.cursor = acrossCursor(p.edge.b.Sub(p.edge.a))
	}
	v.add(overlay.Line{Points: p.edge.line(), Ink: overlay.Accent, Width: 3})
}

// acrossCursor returns the double arrow perpendicular to a direction.
func acrossCursor(d level.Vec) Cursor { return overlay.AlongCursor(d.Perp()) }
