package tool

import (
	"fillet/collision"
	"fillet/editor/level"
	"fillet/editor/overlay"
)

// mostFrames is of how many selected groups the frames are shown: more would hide what they are around.
const mostFrames = 32

// showGroups shows what groups are selected, and the one that was entered.
func (c *Controller) showGroups(v *view) {
	sel := c.session.Selection()
	if entered := sel.Entered(); entered != 0 {
		c.showGroup(v, entered, overlay.Muted)
	}
	groups := c.session.Groups().Selected()
	for _, id := range groups[:min(len(groups), mostFrames)] {
		c.showGroup(v, id, overlay.Accent)
	}
}

// showGroup shows a dashed frame around a group, with its name at the upper left corner.
func (c *Controller) showGroup(v *view, id level.GroupID, ink overlay.Ink) {
	const room = 4 // units of the screen around it
	doc := c.session.Document()
	b := collision.EmptyAABB()
	for _, member := range doc.Within(id) {
		if doc.Visible(member) {
			b = b.Union(level.DrawnBounds(member))
		}
	}
	if b.IsEmpty() {
		return
	}
	b = b.Grow(float64(room * c.unit))
	v.add(overlay.Box{Bounds: b, Ink: ink, Width: 1, Dashed: true})
	if ink == overlay.Muted {
		v.add(overlay.Label{At: b.Min, Offset: level.Vec{X: 0, Y: -10}, Text: doc.Group(id).Label(), Ink: ink})
	}
}
