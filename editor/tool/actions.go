package tool

import (
	"slices"

	"fillet/editor"
	"fillet/editor/level"
	"fillet/editor/overlay"
)

// Action is an entry of the context menu.
type Action = overlay.Action

// Actions returns the active tool's menu entries for the last position of the pointer. The press of the secondary
// button has already selected the target.
func (c *Controller) Actions() []Action {
	if c.active == Stamp && c.gesture == nil {
		return c.stamp.actions()
	}
	if c.active == Pictures && c.gesture == nil {
		return c.pictures.Actions()
	}
	t, ok := c.tools[c.active].(*nodes)
	if !ok || c.gesture != nil {
		return nil
	}
	var out []Action
	add := func(label string, do func()) { out = append(out, actionOf(c, label, do)) }
	s := t.at(c.last.Pos)
	edges, corners := t.edges(), t.corners()
	switch s.what {
	case nodeEdge:
		edges, corners = nil, nil
		if editor.CanBend(c.session.Document().Collider(s.edge.id).Shape, s.edge.loop) {
			edges = []edgeName{s.edge.name()}
		}
	case nodeBend:
		edges, corners = []edgeName{s.bend.edgeName}, nil
	}
	for form, label := range edgeForms {
		if at := t.formOfEdges(edges); len(edges) > 0 && at != form {
			add(label+" edge", func() { t.setEdges(edges, form) })
		}
	}
	for form, label := range cornerActions {
		if at := t.formOfCorners(corners); len(corners) > 0 && at != form {
			add(label, func() { t.setCorners(corners, form) })
		}
	}
	if s.what == nodeEdge && !s.edge.straight {
		add("Insert vertex here", func() { t.insert(s.edge) })
	}
	chosen := slices.DeleteFunc(slices.Clone(t.live()), func(v vertex) bool {
		kind := c.session.Document().Collider(v.id).Shape.Kind
		return kind != level.Polygon && kind != level.Chain
	})
	if len(chosen) > 0 {
		label := "Remove vertex"
		if len(chosen) > 1 {
			label = "Remove vertices"
		}
		add(label, func() { t.remove(chosen) })
	}
	return out
}

// actionOf returns a menu entry that runs a command as a single action.
func actionOf(c *Controller, label string, do func()) Action {
	return Action{Label: label, Do: func() {
		c.act(func() {
			c.problem = ""
			do()
		})
	}}
}
