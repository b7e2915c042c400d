package tool

import (
	"fillet/collision"
	"fillet/editor/level"
	"fillet/editor/overlay"
)

// maxFrames limits the number of selected groups that show a frame: more frames would hide their contents.
const maxFrames = 32

// showGroups shows the frames of the selected groups and of the entered group.
func (c *Controller) showGroups(v *view) {
	sel := c.session.Selection()
	if entered := sel.Entered(); entered != 0 {
		c.showGroup(v, entered, overlay.Muted)
	}
	if i := c.session.Document().Instance(sel.Inside()); i != nil {
		c.showFrame(v, c.session.Document().Parts(i.ID), overlay.Muted, i.Label())
	}
	groups := c.session.Groups().Selected()
	for _, id := range groups[:min(len(groups), maxFrames)] {
		c.showGroup(v, id, overlay.Accent)
	}
}

// showGroup shows a dashed frame around a group. A muted frame has the group's name below it, clear of the handles.
func (c *Controller) showGroup(v *view, id level.GroupID, ink overlay.Ink) {
	doc := c.session.Document()
	name := ""
	if ink == overlay.Muted {
		name = doc.Group(id).Label()
	}
	c.showFrame(v, doc.Within(id), ink, name)
}

// showFrame shows a dashed frame around colliders.
func (c *Controller) showFrame(v *view, members []*level.Collider, ink overlay.Ink, name string) {
	const room = 4 // margin around the colliders, in screen units
	doc := c.session.Document()
	b := collision.EmptyAABB()
	for _, member := range members {
		if doc.Visible(member) {
			b = b.Union(level.DrawnBounds(member))
		}
	}
	if b.IsEmpty() {
		return
	}
	b = b.Grow(float64(room * c.unit))
	v.add(overlay.Box{Bounds: b, Ink: ink, Width: 1, Dashed: true})
	if name != "" {
		v.add(overlay.Label{At: level.Vec{X: b.Min.X, Y: b.Max.Y}, Offset: level.Vec{Y: 10}, Text: name, Ink: ink})
	}
}
