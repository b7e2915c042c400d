package ui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"
)

// pressable is what makes a control one that the keyboard reaches: Tab stops at it, Space and Enter press it, and every
// key that it has no use for does what it does everywhere else.
type pressable struct {
	keys    *look
	self    fyne.CanvasObject
	press   func()
	step    func(by int)  // left and right; nil: those keys are not wanted
	skipped func() bool   // Tab passes it by; nil: never
	says    func() string // what a screen reader says of it
	redraw  func()
	focused bool
}

// FocusGained implements fyne.Focusable.
func (p *pressable) FocusGained() {
	defer p.keys.catch()
	p.focused = true
	p.redraw()
	p.keys.reveal(p.self)
}

// FocusLost implements fyne.Focusable.
func (p *pressable) FocusLost() {
	defer p.keys.catch()
	p.focused = false
	p.redraw()
}

// TypedRune implements fyne.Focusable. What is typed arrives as keys as well.
func (p *pressable) TypedRune(rune) {}

// TypedKey implements fyne.Focusable.
func (p *pressable) TypedKey(e *fyne.KeyEvent) {
	defer p.keys.catch()
	switch {
	case e.Name == fyne.KeySpace, e.Name == fyne.KeyReturn, e.Name == fyne.KeyEnter:
		p.press()
	case p.step != nil && (e.Name == fyne.KeyLeft || e.Name == fyne.KeyUp):
		p.step(-1)
	case p.step != nil && (e.Name == fyne.KeyRight || e.Name == fyne.KeyDown):
		p.step(1)
	default:
		p.keys.key(e)
	}
}

// AccessibilityLabel implements fyne.Accessible.
func (p *pressable) AccessibilityLabel() string { return p.says() }

// AccessibilityRole implements fyne.Accessible.
func (p *pressable) AccessibilityRole() fyne.AccessibleRole { return fyne.AccessibleRoleButton }

// Enable implements fyne.Disableable.
func (p *pressable) Enable() {}

// Disable implements fyne.Disableable.
func (p *pressable) Disable() {}

// Disabled implements fyne.Disableable, which is how Fyne asks whether Tab stops here.
func (p *pressable) Disabled() bool { return p.skipped != nil && p.skipped() }

// ring is the colour of a control's outline: the accent while it has the keys.
func (p *pressable) ring(plate *plate) {
	if p.focused {
		plate.StrokeColor, plate.StrokeWidth = p.keys.p().accent, 2
	}
}

// outline gives a plate that has no other line the ring, or takes it away.
func (p *pressable) outline(plate *plate) {
	plate.StrokeWidth = 0
	p.ring(plate)
	plate.Refresh()
}

// keyList is a list for the keyboard: up and down mark a row, Space and Enter do what a click on it does, and other keys
// do what they do everywhere else.
type keyList struct {
	widget.List
	look    *look
	onEnter func(i int)
	marked  int
	rows    map[fyne.CanvasObject]int // which entry each row shows, or has shown
	listed  int                       // entries, when they were laid out last
}

func newKeyList(l *look, length func() int, create func() fyne.CanvasObject, update func(int, fyne.CanvasObject), onEnter func(int)) *keyList {
	k := &keyList{look: l, onEnter: onEnter, rows: map[fyne.CanvasObject]int{}}
	k.Length, k.CreateItem = length, create
	k.UpdateItem = with2(l, func(i int, row fyne.CanvasObject) {
		k.rows[row] = i
		update(i, row)
	})
	k.HideSeparators = true
	k.OnHighlighted = with(l, func(i int) { k.marked = i })
	k.ExtendBaseWidget(k)
	return k
}

// Refresh makes and lays out every row anew.
func (k *keyList) Refresh() {
	clear(k.rows)
	k.listed = k.Length()
	k.List.Refresh()
}

// renew shows the entries as they are now. While they are as many as before only the rows change, each where it differs.
func (k *keyList) renew() {
	if k.Length() != k.listed {
		k.Refresh()
		return
	}
	for row, i := range k.rows {
		k.UpdateItem(i, row)
	}
}

// Disabled implements fyne.Disableable: Tab passes an empty list by.
func (k *keyList) Disabled() bool { return k.Length() == 0 }

// Enable implements fyne.Disableable.
func (k *keyList) Enable() {}

// Disable implements fyne.Disableable.
func (k *keyList) Disable() {}

// TypedKey implements fyne.Focusable.
func (k *keyList) TypedKey(e *fyne.KeyEvent) {
	defer k.look.catch()
	switch e.Name {
	case fyne.KeyUp, fyne.KeyDown:
		if k.marked >= k.Length() {
			k.Highlight(max(k.Length()-1, 0))
		}
		k.List.TypedKey(e)
	case fyne.KeySpace, fyne.KeyReturn, fyne.KeyEnter:
		if k.marked < k.Length() {
			k.onEnter(k.marked)
		}
	default:
		k.look.key(e)
	}
}

// firstFocusable is the first control below o that Tab would stop at, or nil.
func firstFocusable(o fyne.CanvasObject) fyne.Focusable {
	if o == nil || !o.Visible() {
		return nil
	}
	if f, ok := o.(fyne.Focusable); ok {
		if d, ok := o.(fyne.Disableable); !ok || !d.Disabled() {
			return f
		}
	}
	for _, c := range childrenOf(o) {
		if f := firstFocusable(c); f != nil {
			return f
		}
	}
	return nil
}

// holds reports whether an object is o or stands below it.
func holds(o, what fyne.CanvasObject) bool {
	if o == what {
		return true
	}
	for _, c := range childrenOf(o) {
		if holds(c, what) {
			return true
		}
	}
	return false
}

func childrenOf(o fyne.CanvasObject) []fyne.CanvasObject {
	switch o := o.(type) {
	case *fyne.Container:
		return o.Objects
	case *container.ThemeOverride:
		return []fyne.CanvasObject{o.Content}
	case *container.Scroll:
		return []fyne.CanvasObject{o.Content}
	}
	return nil
}

// nextPanel gives the keys to the next panel, or the one before: canvas, tools, inspector, layers, contacts.
func (w *Window) nextPanel(by int) {
	panels := []fyne.CanvasObject{w.left, w.panels[0], w.panels[1], w.panels[2]}
	if w.start.isOpen() {
		panels = []fyne.CanvasObject{w.start.actions, w.start.recent, w.start.cards}
	}
	stops := []fyne.CanvasObject{nil} // nil: the canvas
	at := 0
	focused, _ := w.win.Canvas().Focused().(fyne.CanvasObject)
	for _, p := range panels {
		if behind := w.isBehindTab(p); !behind && (!w.isShown(p) || firstFocusable(p) == nil) {
			continue
		}
		if focused != nil && holds(p, focused) {
			at = len(stops)
		}
		stops = append(stops, p)
	}
	next := stops[(at+by+len(stops))%len(stops)]
	switch {
	case next == nil:
		w.win.Canvas().Unfocus()
		return
	case next == w.panels[1] && w.isBehindTab(next):
		w.front(layerPanel)
	case w.isBehindTab(next):
		w.front(contactPanel)
	}
	if f := firstFocusable(next); f != nil {
		w.win.Canvas().Focus(f)
	}
}

// isBehindTab reports whether a panel is one click on its tab away.
func (w *Window) isBehindTab(p fyne.CanvasObject) bool {
	return (p == w.panels[1] || p == w.panels[2]) && !p.Visible() && w.right.Visible() && w.sizes.tabbed(w.column.Size().Height)
}

// isShown reports whether a panel and what it stands in are shown.
func (w *Window) isShown(o fyne.CanvasObject) bool {
	return o.Visible() && (w.right.Visible() || !holds(w.right, o))
}

// reveal scrolls the panel that a control stands in until it is in sight.
func (w *Window) reveal(o fyne.CanvasObject) {
	scrolls := []*container.Scroll{w.inspector.scroll}
	if w.start.isOpen() {
		scrolls = []*container.Scroll{w.start.scroll}
	}
	driver := w.app.Driver()
	for _, s := range scrolls {
		if !holds(s.Content, o) {
			continue
		}
		const margin = 6
		top := driver.AbsolutePositionForObject(o).Y - driver.AbsolutePositionForObject(s).Y
		switch bottom := top + o.Size().Height; {
		case top < margin:
			s.Offset.Y += top - margin
		case bottom > s.Size().Height-margin:
			s.Offset.Y += bottom - s.Size().Height + margin
		default:
			return
		}
		s.Offset.Y = max(s.Offset.Y, 0)
		s.Refresh()
		return
	}
}
