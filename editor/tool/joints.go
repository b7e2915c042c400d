package tool

import (
	"fillet/editor/level"
	"fillet/editor/overlay"
)

// mostJoints is how many joints are shown while editing.
const mostJoints = 5000

// showJoints shows the joints of the level: those of selected shapes in the accent's colour, and of those with a line from a hinge's pin to where
// it should be on the other shape.
func (c *Controller) showJoints(v *view) {
	doc := c.session.Document()
	list := doc.Settings().Joints
	if len(list) > mostJoints {
		list = list[:mostJoints]
	}
	for i := range list {
		j := &list[i]
		at, to, ok := level.JointEnds(doc, *j)
		if !ok || !isShown(doc, j.A) || !isShown(doc, j.B) {
			continue
		}
		ink := overlay.Muted
		if sel := c.session.Selection(); j.A != 0 && sel.Has(j.A) || j.B != 0 && sel.Has(j.B) {
			ink = overlay.Accent
		}
		v.add(overlay.JointOf(j, at, to, ink))
	}
}

// isShown reports whether a side of a joint is the level, or a collider that is not hidden.
func isShown(doc *level.Document, id level.ID) bool { return id == 0 || doc.Visible(doc.Collider(id)) }
