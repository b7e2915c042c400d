package kit

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"
)

func isShiftDown() bool {
	d, ok := fyne.CurrentApp().Driver().(desktop.Driver)
	return ok && d.CurrentKeyModifiers()&fyne.KeyModifierShift != 0
}

// MouseDown implements desktop.Mouseable.
func (b *sheetBody) MouseDown(e *desktop.MouseEvent) {
	defer b.look.Catch()
	b.endInput(true)
	c := b.under(e.Position)
	if b.focused = true; !b.hasKeys() {
		b.takeKeys()
	}
	columns := len(b.source.Columns())
	from, to := b.selected()
	secondary := e.Button == desktop.MouseButtonSecondary
	if k := b.edgeAt(e.Position); k >= 0 && e.Button == desktop.MouseButtonPrimary {
		b.widened, b.grabbed = k, e.Position.X-b.rightOf(k)
		return
	}
	b.isDragged = e.Button == desktop.MouseButtonPrimary && c.Row >= 0
	switch {
	case c.Row < 0 && c.Column >= 0 && !secondary:
		b.source.Header(c.Column)
	case c.Row < 0 || c.Row >= b.source.Rows():
	case c.Column < 0 && !(secondary && c.Row >= from.Row && c.Row <= to.Row):
		if !isShiftDown() || secondary {
			b.anchor = SheetCell{c.Row, columns - 1}
		}
		b.goTo(SheetCell{c.Row, 0}, true)
	case secondary && c.Row >= from.Row && c.Row <= to.Row && (c.Column < 0 || c.Column >= from.Column && c.Column <= to.Column):
	default:
		b.goTo(c, isShiftDown() && !secondary)
	}
	if secondary && c.Row >= 0 && c.Row < b.source.Rows() {
		from, to = b.selected()
		b.source.Menu(from, to, e.AbsolutePosition)
	}
}

// MouseUp implements desktop.Mouseable.
func (b *sheetBody) MouseUp(*desktop.MouseEvent) {
	defer b.look.Catch()
	b.isDragged, b.widened = false, -1
}

// rightOf is where a column ends.
func (b *sheetBody) rightOf(column int) float32 {
	columns := b.source.Columns()
	return b.cellAt(SheetCell{Column: column}, columns).X + columns[column].Width
}

// MouseIn implements desktop.Hoverable.
func (b *sheetBody) MouseIn(e *desktop.MouseEvent) {
	defer b.look.Catch()
	b.MouseMoved(e)
}

// MouseMoved implements desktop.Hoverable.
func (b *sheetBody) MouseMoved(e *desktop.MouseEvent) {
	defer b.look.Catch()
	b.onEdge = b.edgeAt(e.Position) >= 0
}

// MouseOut implements desktop.Hoverable.
func (b *sheetBody) MouseOut() {
	defer b.look.Catch()
	b.onEdge = false
}

// Cursor implements desktop.Cursorable.
func (b *sheetBody) Cursor() desktop.Cursor {
	if b.onEdge || b.widened >= 0 {
		return desktop.HResizeCursor
	}
	return desktop.DefaultCursor
}

// Dragged implements fyne.Draggable: it selects cells, or changes a column's width.
func (b *sheetBody) Dragged(e *fyne.DragEvent) {
	defer b.look.Catch()
	if k := b.widened; k >= 0 && k < len(b.source.Columns()) {
		left := b.cellAt(SheetCell{Column: k}, b.source.Columns()).X
		b.source.Widen(k, min(max(e.Position.X-b.grabbed-left, LeastColumn), MostColumn))
		return
	}
	if !b.isDragged || b.source.Rows() == 0 {
		return
	}
	c := b.under(e.Position)
	if c.Row < 0 {
		c.Row = max(b.active.Row-1, 0)
	}
	if c.Column < 0 {
		c.Column = 0
	}
	if c != b.active {
		b.goTo(c, true)
	}
}

// DragEnd implements fyne.Draggable.
func (b *sheetBody) DragEnd() {
	defer b.look.Catch()
	b.isDragged, b.widened = false, -1
}

// Tapped implements fyne.Tappable; what a click does is done when the button goes down.
func (b *sheetBody) Tapped(*fyne.PointEvent) {}

// change lets somebody change the active cell: by choice, where it is one of a few words.
func (b *sheetBody) change() {
	if b.source.Rows() == 0 || !b.source.HasChoices(b.active) {
		b.beginInput(b.source.Text(b.active))
		return
	}
	b.reveal()
	at := b.cellAt(b.active, b.source.Columns())
	b.source.Choose(b.active, fyne.CurrentApp().Driver().AbsolutePositionForObject(b).AddXY(at.X, at.Y+sheetRow))
}

// DoubleTapped implements fyne.DoubleTappable.
func (b *sheetBody) DoubleTapped(e *fyne.PointEvent) {
	defer b.look.Catch()
	if k := b.edgeAt(e.Position); k >= 0 {
		b.source.FitWidth(k)
		return
	}
	if c := b.under(e.Position); c == b.active && c.Row >= 0 {
		b.change()
	}
}

func (b *sheetBody) hasKeys() bool {
	c := fyne.CurrentApp().Driver().CanvasForObject(b)
	return c != nil && c.Focused() == fyne.Focusable(b)
}

func (b *sheetBody) takeKeys() {
	if c := fyne.CurrentApp().Driver().CanvasForObject(b); c != nil {
		c.Focus(b)
	}
}

// FocusGained implements fyne.Focusable.
func (b *sheetBody) FocusGained() {
	defer b.look.Catch()
	b.focused = true
	b.look.Typing()
	b.place()
}

// FocusLost implements fyne.Focusable.
func (b *sheetBody) FocusLost() {
	defer b.look.Catch()
	b.focused = false
	b.place()
}

// AcceptsTab implements fyne.Tabbable: Tab goes from cell to cell, and Escape leaves the sheet.
func (b *sheetBody) AcceptsTab() bool { return true }

// TypedRune implements fyne.Focusable: what is typed takes the place of what is in the cell.
func (b *sheetBody) TypedRune(r rune) {
	defer b.look.Catch()
	b.beginInput(string(r))
}

// TypedKey implements fyne.Focusable.
func (b *sheetBody) TypedKey(e *fyne.KeyEvent) {
	defer b.look.Catch()
	_, n := b.inSight()
	page := max(n-2, 1)
	shift := isShiftDown()
	switch e.Name {
	case fyne.KeyUp:
		b.step(-1, 0, shift)
	case fyne.KeyDown:
		b.step(1, 0, shift)
	case fyne.KeyLeft:
		b.step(0, -1, shift)
	case fyne.KeyRight:
		b.step(0, 1, shift)
	case fyne.KeyPageUp:
		b.step(-page, 0, shift)
	case fyne.KeyPageDown:
		b.step(page, 0, shift)
	case fyne.KeyHome:
		b.goTo(SheetCell{b.active.Row, 0}, shift)
	case fyne.KeyEnd:
		b.goTo(SheetCell{b.active.Row, len(b.source.Columns()) - 1}, shift)
	case fyne.KeyTab:
		if shift {
			b.next(-1)
		} else {
			b.next(1)
		}
	case fyne.KeyReturn, fyne.KeyEnter, fyne.KeyF2:
		b.change()
	case fyne.KeyDelete, fyne.KeyBackspace:
		b.source.Clear(b.selected())
	case fyne.KeyEscape:
		b.look.Focus()
	default:
		if len(e.Name) > 1 && e.Name != fyne.KeySpace { // others are typed
			b.look.Key(e)
		}
	}
}

// TypedShortcut implements fyne.Shortcutable.
func (b *sheetBody) TypedShortcut(s fyne.Shortcut) {
	defer b.look.Catch()
	rows, columns := b.source.Rows(), len(b.source.Columns())
	switch s := s.(type) {
	case *fyne.ShortcutCopy:
		b.source.Copy(b.selected())
	case *fyne.ShortcutCut:
		b.source.Copy(b.selected())
		b.source.Clear(b.selected())
	case *fyne.ShortcutPaste:
		b.source.Paste(b.selected())
	case *fyne.ShortcutUndo:
		b.source.Undo(false)
	case *fyne.ShortcutRedo:
		b.source.Undo(true)
	case *fyne.ShortcutSelectAll:
		b.anchor = SheetCell{rows - 1, columns - 1}
		b.active = SheetCell{}
		b.place()
		b.source.Picked(b.selected())
	case *desktop.CustomShortcut:
		if isCtrl := s.Modifier&(fyne.KeyModifierControl|fyne.KeyModifierSuper) != 0; isCtrl && b.shortcut(s) {
			return
		}
		b.look.Shortcut(s)
	}
}

// shortcut does what a key does with Ctrl in a sheet, and reports whether it does anything.
func (b *sheetBody) shortcut(s *desktop.CustomShortcut) bool {
	extend := s.Modifier&fyne.KeyModifierShift != 0
	rows, columns := b.source.Rows()-1, len(b.source.Columns())-1
	switch s.KeyName {
	case fyne.KeyD:
		b.source.FillDown(b.selected())
	case fyne.KeyHome:
		b.goTo(SheetCell{}, extend)
	case fyne.KeyEnd:
		b.goTo(SheetCell{rows, columns}, extend)
	case fyne.KeyUp:
		b.goTo(SheetCell{0, b.active.Column}, extend)
	case fyne.KeyDown:
		b.goTo(SheetCell{rows, b.active.Column}, extend)
	case fyne.KeyLeft:
		b.goTo(SheetCell{b.active.Row, 0}, extend)
	case fyne.KeyRight:
		b.goTo(SheetCell{b.active.Row, columns}, extend)
	default:
		return false
	}
	return true
}

// beginInput lets somebody type into the active cell, beginning with a text.
func (b *sheetBody) beginInput(text string) {
	if b.source.Rows() == 0 || len(b.source.Columns()) == 0 || len(text) > MostTyped {
		return
	}
	b.anchor = b.active
	b.reveal()
	b.input.SetText(text)
	b.input.CursorColumn = len([]rune(text))
	b.input.Show()
	b.place()
	if c := fyne.CurrentApp().Driver().CanvasForObject(b); c != nil {
		c.Focus(b.input)
	}
}

// endInput takes what was typed, or drops it.
func (b *sheetBody) endInput(keep bool) {
	if !b.input.Visible() {
		return
	}
	text := b.input.Text
	b.input.Hide()
	if keep && text != b.source.Text(b.active) {
		b.source.Type(b.active, text)
	}
	b.place()
}

// sheetInput is what is typed into a cell.
type sheetInput struct {
	widget.Entry
	look *Look
	body *sheetBody
}

func newSheetInput(l *Look, b *sheetBody) *sheetInput {
	i := &sheetInput{look: l, body: b}
	i.ExtendBaseWidget(i)
	return i
}

// CreateRenderer implements fyne.Widget.
func (i *sheetInput) CreateRenderer() fyne.WidgetRenderer {
	return newPlated(i.look, i.Entry.CreateRenderer(), func() bool { return true })
}

// MinSize implements fyne.Widget.
func (i *sheetInput) MinSize() fyne.Size { return fyne.NewSize(40, sheetRow) }

// AcceptsTab implements fyne.Tabbable.
func (i *sheetInput) AcceptsTab() bool { return true }

// FocusGained implements fyne.Focusable.
func (i *sheetInput) FocusGained() {
	defer i.look.Catch()
	i.look.Typing()
	i.Entry.FocusGained()
}

// FocusLost implements fyne.Focusable: what was typed holds.
func (i *sheetInput) FocusLost() {
	defer i.look.Catch()
	i.Entry.FocusLost()
	i.body.endInput(true)
}

// TypedKey implements fyne.Focusable.
func (i *sheetInput) TypedKey(e *fyne.KeyEvent) {
	defer i.look.Catch()
	b := i.body
	done := func(keep bool, then func()) {
		b.endInput(keep)
		b.takeKeys()
		then()
	}
	switch e.Name {
	case fyne.KeyReturn, fyne.KeyEnter, fyne.KeyDown:
		done(true, func() { b.step(1, 0, false) })
	case fyne.KeyUp:
		done(true, func() { b.step(-1, 0, false) })
	case fyne.KeyTab:
		by := 1
		if isShiftDown() {
			by = -1
		}
		done(true, func() { b.next(by) })
	case fyne.KeyEscape:
		done(false, func() {})
	default:
		i.Entry.TypedKey(e)
	}
}

// IsDirty has undo mean what was typed.
func (i *sheetInput) IsDirty() bool { return true }
