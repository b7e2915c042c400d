package tool

import (
	"slices"

	"fillet/editor/hosted"
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
	if placed := level.PlacedJoints(doc); len(placed) > 0 {
		list = slices.Concat(list, placed)
	}
	if len(list) > mostJoints {
		list = list[:mostJoints]
	}
	picked, _ := c.session.Selection().Joint()
	for i := range list {
		j := &list[i]
		at, to, ok := level.JointEnds(doc, *j)
		if !ok || !isShown(doc, j.A) || !isShown(doc, j.B) {
			continue
		}
		ink := overlay.Muted
		if picked.ID != 0 && j.ID == picked.ID {
			under := overlay.Line{Ink: overlay.Accent, Width: 5, Faint: true}
			for k := range overlay.RopeParts + 1 {
				under.Points = append(under.Points, overlay.JointOf(j, at, to, overlay.Accent).Along(float64(k)/overlay.RopeParts))
			}
			v.add(under)
		}
		if sel := c.session.Selection(); j.A != 0 && sel.Has(j.A) || j.B != 0 && sel.Has(j.B) || j.ID == picked.ID {
			ink = overlay.Accent
		}
		of := overlay.JointOf(j, at, to, ink)
		of.Thin = len(list) > overlay.ManyJoints && (picked.ID == 0 || j.ID != picked.ID)
		v.add(of)
	}
}

// isShown reports whether a side of a joint is the level, or a collider that is not hidden.
func isShown(doc *level.Document, id level.ID) bool { return id == 0 || doc.Visible(doc.Collider(id)) }

// hasJoint reports whether a joint is selected.
func (c *Controller) hasJoint() bool {
	_, ok := c.session.Selection().Joint()
	return ok
}

// jointPress is a press on a joint with the tool for selecting. A click selects it; a drag is one of the shape below, as if the joint were not there.
type jointPress struct {
	t     *selecting
	start Event
	of    level.JointID
}

func (p *jointPress) pointer(e Event) gesture {
	switch {
	case e.Kind == Move && e.Pos.Dist(p.start.Pos) > dragUnits*p.t.c.unit:
		if g := p.t.pressOn(p.start, p.t.below(p.start.Pos)); g != nil {
			return g.pointer(e)
		}
		return nil
	case e.Kind == Up && e.Button == Primary:
		p.t.c.session.Selection().SetJoint(p.of)
		return nil
	}
	return p
}

func (p *jointPress) cancel()    {}
func (p *jointPress) show(*view) {}

// showAnchors shows the handles of the selected joint, and reports whether the pointer is at one.
func (t *selecting) showAnchors(v *view) (hot bool) {
	showHosted(v, func(v *hosted.View) { hot = t.c.joints.ShowAnchors(v) })
	return hot
}
