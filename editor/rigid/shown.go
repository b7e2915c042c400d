package rigid

import (
	"slices"

	"fillet/editor/level"
	"fillet/editor/overlay"
)

// mostShown is how many joints are shown while editing.
const mostShown = 5000

// Shown is the joints of the level: those of selected shapes in the accent's colour, and of those with a line from a hinge's pin to where it
// should be on the other shape.
func (t *Tool) Shown() (items []overlay.Item) {
	doc, sel := t.session.Document(), t.session.Selection()
	list := doc.Settings().Joints
	if placed := level.PlacedJoints(doc); len(placed) > 0 {
		list = slices.Concat(list, placed)
	}
	if len(list) > mostShown {
		list = list[:mostShown]
	}
	for i := range list {
		j := &list[i]
		at, to, ok := t.ends(j)
		if !ok {
			continue
		}
		ink := overlay.Muted
		picked := j.ID != 0 && sel.HasJoint(j.ID)
		if picked {
			under := overlay.Line{Ink: overlay.Accent, Width: 5, Faint: true}
			for k := range overlay.RopeParts + 1 {
				under.Points = append(under.Points, overlay.JointOf(j, at, to, overlay.Accent).Along(float64(k)/overlay.RopeParts))
			}
			items = append(items, under)
		}
		if j.A != 0 && sel.Has(j.A) || j.B != 0 && sel.Has(j.B) || picked {
			ink = overlay.Accent
		}
		of := overlay.JointOf(j, at, to, ink)
		of.Thin = len(list) > overlay.ManyJoints && !picked
		items = append(items, of)
	}
	return items
}

// Picked reports whether a joint is selected.
func (t *Tool) Picked() bool {
	return len(t.session.Selection().Joints()) > 0
}
