package panel

import (
	"time"

	"fyne.io/fyne/v2"

	"fillet/editor"
	"fillet/editor/level"
	"fillet/editor/ui/kit"
)

// outlineDrag is the state of a drag of rows.
type outlineDrag struct {
	lifted   *editor.DraggedRows // nil: dragging a layer
	layer    level.LayerID
	begun    bool
	place    editor.DropPlace
	rejected error   // why the place is rejected; nil: it is accepted
	at       float32 // the pointer's distance from the top of the view
	left     bool    // cancelled: the rest of the motion is ignored
	rolling  func()  // stops the automatic scrolling
}

func (r *OutlineRows) Dragged(e *fyne.DragEvent) {
	defer r.v.look.Catch()
	if r.drag == nil && !r.lift() {
		return
	}
	if r.drag.left {
		return
	}
	r.drag.at = e.Position.Y - r.scroll.Offset.Y
	r.aim()
	r.roll()
}

// lift starts to drag the pressed row, and reports whether it can be dragged.
func (r *OutlineRows) lift() bool {
	t := r.v.Tree()
	if r.pressed < 0 || r.pressed >= t.Len() || r.pressedIn != nameZone && r.pressedIn != iconZone || r.field != nil {
		return false
	}
	row := t.At(r.pressed)
	if row.IsJoint() {
		return false
	}
	r.drag, r.single, r.naming = &outlineDrag{begun: true}, false, false
	r.v.look.Tips.Hide(r)
	if row.Kind == editor.LayerRow {
		r.drag.layer = row.Layer
		return true
	}
	r.drag.lifted = t.Lift(r.v.with(row), row)
	return true
}

// aim finds and shows where the rows would land.
func (r *OutlineRows) aim() {
	d := r.drag
	at := float64((d.at + r.scroll.Offset.Y) / outlineRow)
	t := r.v.Tree()
	if d.lifted == nil {
		d.place = t.DropLayer(at, d.layer)
	} else {
		d.place, d.rejected = d.lifted.Over(at)
	}
	p := r.v.look.Colors()
	const thick = 2
	x := float32(4)
	if d.lifted != nil {
		x = nameEdge(d.place.Depth) - outlineName - 9
	}
	y := float32(d.place.Row)*outlineRow - thick/2
	y = min(max(y, r.scroll.Offset.Y), r.scroll.Offset.Y+r.scroll.Size().Height-thick)
	kit.Put(r.line, x, y, r.width()-x-4, thick)
	r.line.FillColor = p.Accent
	if d.rejected != nil {
		r.line.FillColor = p.Danger
	}
	kit.SetVisible(r.line, !d.place.Into)
	r.line.Refresh()
	r.v.dragSays, r.v.dragFails = r.v.dragText(d), d.rejected != nil
	r.v.showFoot()
	r.lay()
}

func (v *Outline) dragText(d *outlineDrag) string {
	switch {
	case d.rejected != nil:
		return kit.Sentence(d.rejected.Error())
	case d.lifted == nil:
		return "Move the layer"
	}
	to := v.Tree().Label(editor.TreeRow{Kind: editor.LayerRow, Layer: d.place.Layer})
	if g := v.session.Document().Group(d.place.Group); g != nil {
		to = g.Label()
	}
	var alone []level.InstanceID
	if d.lifted.Alone != 0 {
		alone = append(alone, d.lifted.Alone)
	}
	return v.session.Document().TallyOf(d.lifted.IDs, alone...).String() + " to " + to
}

// roll scrolls while the pointer is near the top or bottom edge of the view.
func (r *OutlineRows) roll() {
	const edge, pause = 20, 30 * time.Millisecond
	d, view := r.drag, r.scroll.Size().Height
	var by float32
	switch {
	case d.at < edge:
		by = d.at - edge
	case d.at > view-edge:
		by = d.at - (view - edge)
	}
	if by == 0 || d.rolling != nil {
		return
	}
	by = min(max(by, -3*outlineRow), 3*outlineRow)
	d.rolling = r.v.look.Later(pause, func() {
		d.rolling = nil
		if r.drag == d && !d.left {
			was := r.scroll.Offset.Y
			if r.scrollTo(was + by); r.scroll.Offset.Y == was {
				return // reached the end
			}
			r.aim()
			r.roll()
		}
	})
}

func (r *OutlineRows) DragEnd() {
	defer r.v.look.Catch()
	d := r.drag
	if d == nil {
		return
	}
	r.endDrag()
	r.drag = nil
	switch {
	case d.left:
	case d.lifted == nil:
		r.v.Fail(r.v.session.Layers().Place(d.layer, d.place.Index))
	default:
		r.v.drop(d.lifted, d.place, d.rejected)
	}
	r.pressed = -1
	r.update()
}

// cancelDrag cancels a drag, and reports whether there was one.
func (r *OutlineRows) cancelDrag() bool {
	if r.drag == nil || r.drag.left {
		return false
	}
	r.endDrag()
	r.drag.left, r.drag.place.Into = true, false
	r.lay()
	return true
}

// endDrag removes the display of a drag.
func (r *OutlineRows) endDrag() {
	if stop := r.drag.rolling; stop != nil {
		stop()
	}
	r.line.Hide()
	r.v.dragSays = ""
	r.v.showFoot()
}
