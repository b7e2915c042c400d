package panel

import (
	"time"
	"unicode"

	"fyne.io/fyne/v2"

	"fillet/editor"
	"fillet/editor/level"
	"fillet/editor/ui/kit"
)

type outlineDrag struct {
	lifted   *editor.DraggedRows // nil: dragging a layer
	layer    level.LayerID
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
	if r.pressed < 0 || r.pressed >= t.Len() || r.pressedIn != nameZone && r.pressedIn != iconZone || r.Field != nil {
		return false
	}
	row := t.At(r.pressed)
	if row.IsJoint() {
		return false
	}
	r.drag, r.single, r.naming = &outlineDrag{}, false, false
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
	r.v.dragStatus, r.v.dragFails = r.v.dragText(d), d.rejected != nil
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
			if r.ScrollTo(was + by); r.scroll.Offset.Y == was {
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

func (r *OutlineRows) endDrag() {
	if stop := r.drag.rolling; stop != nil {
		stop()
	}
	r.line.Hide()
	r.v.dragStatus = ""
	r.v.showFoot()
}

// typeAhead is the pause after which type-ahead starts a new name.
const typeAhead = time.Second

func (r *OutlineRows) TypedKey(e *fyne.KeyEvent) {
	defer r.v.look.Catch()
	shift, _ := r.v.Modifiers()
	t := r.v.Tree()
	n := t.Len()
	page := max(int(r.scroll.Size().Height/outlineRow)-1, 1)
	var to int
	switch e.Name {
	case fyne.KeyUp:
		to = r.cursor - 1
	case fyne.KeyDown:
		to = r.cursor + 1
	case fyne.KeyHome:
		to = 0
	case fyne.KeyEnd:
		to = n - 1
	case fyne.KeyPageUp:
		to = max(r.cursor-page, 0)
	case fyne.KeyPageDown:
		to = min(r.cursor+page, n-1)
	case fyne.KeyLeft, fyne.KeyRight:
		r.foldByKey(e.Name == fyne.KeyRight)
		return
	case fyne.KeyF2:
		if r.cursor < n && r.v.isOneOfSeveral(t.At(r.cursor)) {
			r.v.look.Key(e) // renames the whole selection with numbers
			return
		}
		r.startNaming(r.cursor, r.takeKeys)
		return
	case fyne.KeyReturn, fyne.KeyEnter, fyne.KeySpace:
		if e.Name == fyne.KeySpace && r.isTyping() { // part of a name
			return
		}
		r.enter()
		return
	case fyne.KeyEscape:
		if r.cancelDrag() {
			return
		}
		r.v.look.Key(e)
		return
	default:
		if !r.isName(e.Name) {
			r.v.look.Key(e)
		}
		return
	}
	if to >= 0 && to < n {
		r.step(to, shift)
	}
}

func (r *OutlineRows) isTyping() bool { return r.typed != "" && time.Since(r.typedAt) < typeAhead }

// isName reports whether a key is a letter for type-ahead, which [OutlineRows.TypedRune] also receives, rather than a
// shortcut.
func (r *OutlineRows) isName(name fyne.KeyName) bool {
	if !r.types || len(name) != 1 {
		return false
	}
	c := rune(name[0])
	return unicode.IsLetter(c) || unicode.IsDigit(c) && r.isTyping()
}

// step moves the cursor to a row and selects it, or extends the selection to it.
func (r *OutlineRows) step(to int, extend bool) {
	if extend {
		r.extend(to, false)
		r.bring(to)
		return
	}
	r.setCursor(to)
	row := r.v.Tree().At(to)
	if row.Kind != editor.LayerRow && row.Kind != editor.JointsRow {
		r.v.pickRow(row)
	}
	r.bring(to)
	r.lay()
}

// foldByKey unfolds a row or moves to its first child, or folds a row or moves to its parent.
func (r *OutlineRows) foldByKey(open bool) {
	t := r.v.Tree()
	if r.cursor >= t.Len() {
		return
	}
	row := t.At(r.cursor)
	canFold, folded := t.CanFold(row), t.IsFolded(row)
	switch {
	case open && canFold && folded, !open && canFold && !folded:
		r.fold(r.cursor, !open)
	case open && canFold:
		r.step(r.cursor+1, false)
	case !open && t.Parent(r.cursor) >= 0:
		r.setCursor(t.Parent(r.cursor))
		r.bring(r.cursor)
		r.lay()
	}
}

// enter activates a layer, or brings any other object into view on the canvas.
func (r *OutlineRows) enter() {
	t := r.v.Tree()
	if r.cursor >= t.Len() {
		return
	}
	row := t.At(r.cursor)
	if row.Kind == editor.LayerRow {
		r.v.session.SetActiveLayer(row.Layer)
		r.update()
		return
	}
	r.frame(row)
}

// TypedRune implements fyne.Focusable. Typing moves the cursor to the next row whose name starts with the typed
// letters.
func (r *OutlineRows) TypedRune(c rune) {
	defer r.v.look.Catch()
	if !r.types || !unicode.IsPrint(c) {
		return
	}
	isNew := !r.isTyping()
	if isNew {
		r.typed = ""
		if !unicode.IsLetter(c) {
			return
		}
	}
	r.typed += string(c)
	r.typedAt = time.Now()
	t := r.v.Tree()
	from := r.cursor
	if isNew {
		from++ // continue with the next match when typing restarts
	}
	if n := t.Len(); n > 0 {
		if i := t.Begins(from%n, r.typed); i >= 0 {
			r.step(i, false)
		}
	}
}

// Types reports whether a shortcut is handled by the outline: Ctrl+A selects all listed rows.
func (r *OutlineRows) Types(s fyne.Shortcut) bool {
	_, all := s.(*fyne.ShortcutSelectAll)
	return all
}

func (r *OutlineRows) TypedShortcut(s fyne.Shortcut) {
	defer r.v.look.Catch()
	if r.Types(s) {
		r.v.SelectMatches()
		return
	}
	if kit.IsUndo(s) && r.cancelDrag() {
		return
	}
	r.v.look.Shortcut(s)
}
