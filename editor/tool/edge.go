package tool

import (
	"slices"

	"fillet/editor"
	"fillet/editor/level"
	"fillet/editor/overlay"
)

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

// dragEdge begins to bend an edge if Ctrl is held, or else to move both of its ends. The end nearer to the pointer
// snaps.
func (t *nodes) dragEdge(start Event, on edge) gesture {
	if _, ok := t.c.node(on.ends[0]); !ok {
		return nil // a command has removed the edge
	}
	if s := t.c.session.Document().Collider(on.id).Shape; start.Mods.Ctrl && editor.CanBend(s, on.loop) {
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
