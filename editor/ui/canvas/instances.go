package canvas

import (
	"math"

	"fillet/editor/level"
	"fillet/editor/overlay"
)

// Sizes in screen units.
const (
	signRoom  = 24  // minimum width and height of a part that shows its instance's sign
	signInset = 8   // distance from the part's corner
	maxSigns  = 400 // limit of signs; with more, none is shown
	markReach = 160 // reach of a placeholder's text beyond its box
)

// instances adds the signs of the visible instances where there is room, and the placeholders of instances without
// parts.
func (c *View) instances(to []overlay.Item) []overlay.Item {
	doc := c.Session.Document()
	if len(doc.Instances()) == 0 {
		return to
	}
	unit := c.Scale / c.Camera.Zoom
	view := c.Camera.Visible()
	wide := view.Grow(markReach * unit)
	for _, i := range doc.Bare() {
		if m, _ := doc.MarkOf(i.ID); m.Bounds.Overlaps(wide) &&
			doc.Visible(&level.Collider{Layer: i.Layer, GroupOf: i.GroupOf, Hidden: i.Hidden}) {
			to = append(to, overlay.Marked(m)...)
		}
	}
	from := len(to)
	region := view.Grow(view.Size().Len() / 4) // the origin of a visible instance may be outside
	for _, i := range doc.Instances() {
		if !region.Contains(i.Position) || i.Hidden {
			continue
		}
		part := doc.FirstPart(i.ID)
		if part == nil || !doc.Visible(part) {
			continue
		}
		box := level.DrawnBounds(part)
		if size := box.Size(); size.X < signRoom*unit || size.Y < signRoom*unit || !box.Overlaps(view) {
			continue
		}
		if len(to)-from == maxSigns {
			return to[:from]
		}
		sign := overlay.Sign{At: box.Center(), Ink: overlay.Accent}
		if part.Shape.Kind == level.Box && math.Mod(float64(part.Angle), 90) == 0 { // in the corner of an upright box
			sign.At, sign.Offset = box.Min, overlay.Vec{X: signInset, Y: signInset}
		}
		to = append(to, sign)
	}
	return to
}
