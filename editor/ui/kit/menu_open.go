package kit

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"fyne.io/fyne/v2"
	fynecanvas "fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"
)

// openMenus shows the open menu, from the bar or a right click, with its submenus. It covers the whole window and
// receives all pointer and key events first.
type openMenus struct {
	widget.BaseWidget
	Tracker
	look    *Look
	menus   *Menus
	canvas  fyne.Canvas
	run     func(do func()) // runs a command at the position where the menu was opened, not where the item was clicked
	Bar     *menuBar        // bar whose menu is open; nil for a context menu
	Title   int             // index of the bar's open menu
	board   *fyne.Container
	Panels  []*menuPanel // the open menu, and each submenu beside the previous one
	Tips    *Tooltips
	at      fyne.Position                 // where the menu was opened
	moved   bool                          // the pointer has moved away from at
	pressed bool                          // a button was pressed over a menu
	stop    func()                        // cancels the pending opening or scrolling
	pointed struct{ panel, row, way int } // the row or scroll arrow under the resting pointer
}

// menuPanel is an open menu.
type menuPanel struct {
	Rows    []*menuRow
	content *fyne.Container
	mark    *Plate
	Marked  int     // marked row; -1: none
	First   int     // first visible row
	Shown   int     // number of visible rows
	marks   bool    // some rows have check marks
	icons   float32 // width of the widest icon; 0 without icons
	inset   float32 // left offset of the labels
	At      fyne.Position
	Size    fyne.Size
	isLong  bool              // the rows do not all fit
	up      *fynecanvas.Image // shown if there are more rows above; nil otherwise
	down    *fynecanvas.Image
}

// menuRow is an item of an open menu, in the state when the menu opened.
type menuRow struct {
	C         *Command
	Ok        bool
	Reason    string
	Label     string // truncated to the available width
	FullLabel string
	Keys      string
	Text      *fynecanvas.Text // nil while the row is not visible
	Right     *fynecanvas.Text
	Y         float32 // position in the panel, if visible
}

const (
	MenuRowHeight = 26 // MenuRowHeight is the height of a menu's row, in units.
	menuLine      = 9  // the height of a separator
	menuEdge      = 5  // padding around the rows
	menuPad       = 10
	menuMark      = 22 // width of a column of check marks or icons
	menuKeys      = 28 // minimum gap between labels and keys
	menuArrow     = 16 // height of a scroll arrow
	menuMargin    = 4  // margin to the window's edge
	menuLabel     = 420
	menuRadius    = 7
	menuLeast     = 150
	menuDelay     = 180 * time.Millisecond // delay before a submenu opens or closes
	menuStep      = 60 * time.Millisecond  // time per row while the pointer rests on an arrow
)

func (r *menuRow) height() float32 {
	if r.C.Line {
		return menuLine
	}
	return MenuRowHeight
}

// WithMenu adds the menu bar above the window's content, unless the system shows it.
func (m *Menus) WithMenu(content, tips fyne.CanvasObject) fyne.CanvasObject {
	m.CloseMenus()
	if SystemShowsMenus {
		m.Native = newNativeMenu(m)
		return container.NewStack(content, tips)
	}
	m.Widget = newMenuBar(m.look, m.Bar, m.OpenMenu)
	m.Widget.say(m.status)
	return container.NewStack(container.New(Topped{MenuBarHeight}, m.Widget, content), tips)
}

// Say sets the text at the right end of the menu bar, if there is one.
func (m *Menus) Say(text string) {
	m.status = text
	if m.Widget != nil {
		m.Widget.say(text)
	}
}

// OpenMenu opens one of the bar's menus, if it exists.
func (m *Menus) OpenMenu(i int) {
	bar := m.Widget
	if bar == nil || m.isModal() || i < 0 || i >= len(m.Bar) {
		return
	}
	m.showMenus(bar, fyne.Position{})
	m.Open.openTitle(i)
}

// PopUp opens a context menu at, or above, a window position.
func (m *Menus) PopUp(items []*Command, at fyne.Position, above bool) {
	if m.isModal() {
		return
	}
	if items = only(items, (*Command).isApplicable); len(items) == 0 {
		return
	}
	m.showMenus(nil, at)
	m.Open.push(items, at, at, above)
}

// showMenus replaces any open menu with an overlay for the bar's menus, or for a context menu at a position.
func (m *Menus) showMenus(bar *menuBar, at fyne.Position) {
	run := m.Place()
	m.look.Tips.Hide(m.look.Tips.Owner)
	m.CloseMenus()
	o := &openMenus{
		look: m.look, menus: m, canvas: m.win.Canvas(), run: run, Bar: bar, Title: -1,
		board: container.NewWithoutLayout(), Tips: NewTooltips(), at: at,
	}
	o.Tracker = Tracker{m.look, func(e *desktop.MouseEvent) { o.point(e.AbsolutePosition) }}
	o.ExtendBaseWidget(o)
	m.Open = o
	o.canvas.Overlays().Add(o)
	o.Resize(o.canvas.Size())
	o.canvas.Focus(o)
}

// CloseMenus closes any open menu.
func (m *Menus) CloseMenus() {
	if o := m.Open; o != nil {
		o.close()
	}
}

// IsInside reports whether p is inside a rectangle.
func IsInside(p, at fyne.Position, size fyne.Size) bool {
	return p.X >= at.X && p.Y >= at.Y && p.X < at.X+size.Width && p.Y < at.Y+size.Height
}

func (o *openMenus) CreateRenderer() fyne.WidgetRenderer {
	return widget.NewSimpleRenderer(container.NewStack(o.board, o.Tips.Layer))
}

func (o *openMenus) close() {
	o.rest()
	o.Tips.Hide(o.Tips.Owner)
	o.Panels = nil
	if o.Bar != nil {
		o.Bar.light(-1, false)
	}
	if o.menus.Open == o {
		o.menus.Open = nil
	}
	o.canvas.Overlays().Remove(o)
}

// rest cancels the action that waits for the pointer to rest.
func (o *openMenus) rest() {
	if o.stop != nil {
		o.stop()
		o.stop = nil
	}
}

func (o *openMenus) openTitle(i int) {
	if o.Title == i && len(o.Panels) > 0 {
		return
	}
	o.Truncate(0)
	o.Title = i
	o.Bar.light(i, true)
	at := fyne.CurrentApp().Driver().AbsolutePositionForObject(o.Bar)
	x, width := o.Bar.Span(i)
	place := fyne.NewPos(at.X+x, at.Y+o.Bar.Size().Height)
	o.push(o.Bar.Menus[i].Items, place, place.AddXY(width, 0), false)
}

// Truncate closes all but the first n menus.
func (o *openMenus) Truncate(n int) {
	o.rest()
	o.Tips.Hide(o.Tips.Owner)
	if n < len(o.Panels) {
		o.Panels = o.Panels[:n]
		o.redraw()
	}
}

func (o *openMenus) redraw() {
	o.board.Objects = nil
	for _, p := range o.Panels {
		o.board.Objects = append(o.board.Objects, p.content)
	}
	o.board.Refresh()
}

// push opens a menu with its left edge at left or, if there is no room there, with its right edge at right.
func (o *openMenus) push(items []*Command, left, right fyne.Position, above bool) {
	p := &menuPanel{Marked: -1}
	for _, c := range items {
		r := &menuRow{C: c}
		if !c.Line {
			r.Ok, r.Reason = c.Enabled()
			r.FullLabel = strings.Join(strings.Fields(Beginning(c.Name())), " ")
			r.Keys = cmp.Or(KeyLabel(c.Key), c.Note)
			p.marks = p.marks || c.on != nil
			if c.Icon != nil {
				p.icons = max(p.icons, cmp.Or(c.Wide, IconSize)+menuMark-IconSize)
			}
		}
		p.Rows = append(p.Rows, r)
	}
	if p.inset = menuPad + p.icons; p.marks {
		p.inset += menuMark - 4
	}
	window := o.canvas.Size()
	o.measure(p, window)
	p.At = left
	if left.X+p.Size.Width > window.Width-menuMargin {
		p.At.X = max(right.X-p.Size.Width, menuMargin)
		if o.Bar != nil && len(o.Panels) == 0 || p.At.X+p.Size.Width > window.Width-menuMargin {
			p.At.X = max(window.Width-menuMargin-p.Size.Width, menuMargin)
		}
	}
	if above {
		p.At.Y -= p.Size.Height + menuMargin
	}
	p.At.Y = max(min(p.At.Y, window.Height-menuMargin-p.Size.Height), o.top())
	o.Panels = append(o.Panels, p)
	o.build(p)
	isOfBar := o.Bar != nil && len(o.Panels) == 1 // opens at the first row, because its check marks are independent
	if i := slices.IndexFunc(p.Rows, func(r *menuRow) bool {
		return r.C.on != nil && r.C.on()
	}); !isOfBar && i >= p.First+p.Shown {
		o.reveal(p, i) // scrolls a choice to the chosen item
	}
	o.redraw()
}

// top returns the minimum y of a menu: the bar's menus stay below the bar.
func (o *openMenus) top() float32 {
	if o.Bar == nil {
		return menuMargin
	}
	return fyne.CurrentApp().Driver().AbsolutePositionForObject(o.Bar).Y + o.Bar.Size().Height
}

func (o *openMenus) measure(p *menuPanel, window fyne.Size) {
	var label, keys, height float32
	for _, r := range p.Rows {
		r.Label = Cut(r.FullLabel, min(menuLabel, window.Width/2))
		label, height = max(label, TextWidth(r.Label)), height+r.height()
		wide := fyne.MeasureText(r.Keys, TextSize-1, fyne.TextStyle{}).Width
		if r.C.Items != nil {
			wide = IconSize / 2
		}
		if wide > 0 {
			keys = max(keys, wide+menuKeys)
		}
	}
	p.Size = fyne.NewSize(max(label+keys+p.inset+menuPad+2*menuEdge, menuLeast),
		min(height+2*menuEdge, window.Height-menuMargin-o.top()))
}

func (o *openMenus) build(p *menuPanel) {
	c := o.look.Colors()
	shadow := fynecanvas.NewRectangle(c.Panel)
	shadow.CornerRadius = menuRadius
	shadow.Shadow = fynecanvas.Shadow{
		Color: c.Shadow, BlurRadius: 14, Offset: fyne.NewPos(0, 4),
		Variant: fynecanvas.DropShadow,
	}
	frame := Framed(o.look, c.Panel, c.Line, menuRadius)
	p.mark = NewPlate(o.look, FieldRadius)
	for _, s := range []fyne.CanvasObject{shadow, frame.Picture} {
		s.Resize(p.Size)
	}
	p.content = container.NewWithoutLayout(shadow, frame.Picture, p.mark.Picture)
	p.content.Move(p.At)
	p.content.Resize(p.Size)
	o.fill(p)
}

// fill shows the rows that fit.
func (o *openMenus) fill(p *menuPanel) {
	c := o.look.Colors()
	p.content.Objects = p.content.Objects[:3]
	add := func(a fyne.CanvasObject, x, y, w, h float32) {
		Put(a, x, y, w, h)
		p.content.Objects = append(p.content.Objects, a)
	}
	var all float32
	for _, r := range p.Rows {
		all += r.height()
		r.Text, r.Right = nil, nil
	}
	y, bottom := float32(menuEdge), p.Size.Height-menuEdge
	p.up, p.down = nil, nil
	if p.isLong = all > bottom-y+0.5; p.isLong {
		last := o.lastFirst(p, bottom-y-menuArrow)
		p.First = min(p.First, last)
		if p.First > 0 {
			p.up = o.look.Icons.Image("chevron-up", c.Quiet)
			add(p.up, (p.Size.Width-IconSize)/2, y-1, IconSize, IconSize)
			y += menuArrow
		}
		if p.First < last {
			p.down = o.look.Icons.Image("chevron", c.Quiet)
			bottom -= menuArrow
			add(p.down, (p.Size.Width-IconSize)/2, bottom-1, IconSize, IconSize)
		} else { // scrolled to the end: align with the bottom
			y = bottom
			for _, r := range p.Rows[p.First:] {
				y -= r.height()
			}
		}
	}
	p.Shown = 0
	width := p.Size.Width - 2*menuEdge
	for _, r := range p.Rows[p.First:] {
		if y+r.height() > bottom+0.5 {
			break
		}
		p.Shown++
		r.Y = y
		h := r.height()
		if r.C.Line {
			add(Filled(c.Line), menuEdge+menuPad, y+h/2, width-2*menuPad, 1)
			y += h
			continue
		}
		ink := c.Text
		if !r.Ok {
			ink = c.Quiet
		}
		r.Text = Text(r.Label, c.Text, TextSize)
		th := r.Text.MinSize().Height
		add(r.Text, menuEdge+p.inset, y+(h-th)/2, TextWidth(r.Label), th)
		if r.C.IsOn() {
			add(o.look.Icons.Image("check", ink), menuEdge+6, y+(h-14)/2, 14, 14)
		}
		if r.C.Icon != nil {
			icon := fynecanvas.NewImageFromResource(r.C.Icon)
			icon.FillMode = fynecanvas.ImageFillContain
			add(icon, menuEdge+p.inset-p.icons, y+(h-IconSize)/2, cmp.Or(r.C.Wide, IconSize), IconSize)
		}
		if r.C.Items != nil {
			add(o.look.Icons.Image("right", ink), menuEdge+width-menuPad-IconSize/2-3, y+(h-14)/2, 14, 14)
		} else if r.Keys != "" {
			r.Right = Text(r.Keys, c.Quiet, TextSize-1)
			size := r.Right.MinSize()
			add(r.Right, menuEdge+width-menuPad-size.Width, y+(h-size.Height)/2, size.Width, size.Height)
		}
		y += h
	}
	o.paint(p)
}

// lastFirst returns the first visible row of a menu that is scrolled to its end.
func (o *openMenus) lastFirst(p *menuPanel, room float32) int {
	i := len(p.Rows)
	for i > 0 && p.Rows[i-1].height() <= room {
		i--
		room -= p.Rows[i].height()
	}
	if i > 0 && i < len(p.Rows) && p.Rows[i].C.Line { // never starts with a separator
		i++
	}
	return i
}

func (o *openMenus) paint(p *menuPanel) {
	c := o.look.Colors()
	p.mark.Fill(NoColor)
	for i, r := range p.Rows {
		if r.Text == nil {
			continue
		}
		marked := i == p.Marked
		ink, keys := c.MenuInk(r.Ok, marked)
		if r.Text.Color != ink {
			r.Text.Color = ink
			r.Text.Refresh()
		}
		if r.Right != nil && r.Right.Color != keys {
			r.Right.Color = keys
			r.Right.Refresh()
		}
		if marked {
			Put(p.mark.Picture, menuEdge, r.Y, p.Size.Width-2*menuEdge, MenuRowHeight)
			p.mark.Fill(c.MenuGround(r.Ok))
		}
	}
	p.content.Refresh()
}

// Mark marks a row of a menu, or none for -1, and scrolls it into view.
func (o *openMenus) Mark(p *menuPanel, row int) {
	if p.Marked == row {
		return
	}
	p.Marked = row
	o.Tips.Hide(o.Tips.Owner)
	if row >= 0 && (row < p.First || row >= p.First+p.Shown) {
		o.reveal(p, row)
	}
	o.paint(p)
}

// reveal scrolls a menu until a row is visible.
func (o *openMenus) reveal(p *menuPanel, row int) {
	p.First = max(min(p.First, row), 0)
	for o.fill(p); row >= p.First+p.Shown && p.First < len(p.Rows)-1; o.fill(p) {
		p.First++
	}
}

// Scroll scrolls a menu by a number of rows, and reports whether it moved.
func (o *openMenus) Scroll(p *menuPanel, by int) bool {
	to := max(p.First+by, 0)
	if !p.isLong || to == p.First || by > 0 && p.down == nil {
		return false
	}
	p.First, p.Marked = to, -1
	o.fill(p)
	return true
}

// step marks the next or previous item that is not a separator, wrapping around.
func (o *openMenus) step(p *menuPanel, from, by int) {
	n := len(p.Rows)
	for k, i := 0, from; k < n; k++ {
		if i = (i + by + n) % n; !p.Rows[i].C.Line {
			o.Mark(p, i)
			o.explain(p, true)
			return
		}
	}
}

// explain shows, beside a menu, why its marked item is unavailable: at once, or after the pointer has rested.
func (o *openMenus) explain(p *menuPanel, atOnce bool) {
	if p.Marked < 0 {
		return
	}
	r := p.Rows[p.Marked]
	say := r.Reason
	if r.Label != r.FullLabel {
		say = strings.TrimSpace(r.FullLabel + "\n" + say)
	}
	if say == "" || r.Text == nil {
		return
	}
	row := fyne.NewPos(p.At.X, p.At.Y+r.Y)
	show := func() {
		o.Tips.ShowBeside(o.look, o.canvas.Size(), row, fyne.NewSize(p.Size.Width, MenuRowHeight), say)
	}
	if atOnce {
		o.Tips.Hide(o.Tips.Owner)
		o.Tips.Owner = r
		show()
		return
	}
	o.Tips.Await(o.look, r, show)
}

// Open opens the submenu of a menu's marked row, and reports whether there is one.
func (o *openMenus) Open(level int) bool {
	p := o.Panels[level]
	if p.Marked < 0 || p.Rows[p.Marked].C.Items == nil || !p.Rows[p.Marked].Ok {
		return false
	}
	if len(o.Panels) > level+1 && o.Panels[level+1].Rows[0].C.Within == p.Rows[p.Marked].C {
		return true
	}
	o.Truncate(level + 1)
	below := p.Rows[p.Marked].C.Below()
	if o.Bar == nil {
		below = only(below, (*Command).isApplicable)
	}
	if len(below) == 0 {
		return false
	}
	const overlap = 3
	y := p.At.Y + p.Rows[p.Marked].Y - menuEdge
	o.push(below, fyne.NewPos(p.At.X+p.Size.Width-overlap, y), fyne.NewPos(p.At.X+overlap, y), false)
	return true
}

// choose performs the marked row of a menu.
func (o *openMenus) choose(level int) {
	p := o.Panels[level]
	if p.Marked < 0 {
		return
	}
	r := p.Rows[p.Marked]
	switch {
	case o.Open(level):
		last := o.Panels[len(o.Panels)-1]
		o.step(last, -1, 1)
	case r.Ok && r.C.Do != nil:
		o.close()
		o.run(func() { o.menus.Perform(r.C) })
	default:
		o.explain(p, true)
	}
}

// rowAt returns the menu and row at a window position, and the direction if it is a scroll arrow.
func (o *openMenus) rowAt(at fyne.Position) (level, row, way int) {
	for level := len(o.Panels) - 1; level >= 0; level-- {
		p := o.Panels[level]
		if !IsInside(at, p.At, p.Size) {
			continue
		}
		y := at.Y - p.At.Y
		if p.up != nil && y < menuEdge+menuArrow {
			return level, -1, -1
		}
		if p.down != nil && y >= p.Size.Height-menuEdge-menuArrow {
			return level, -1, 1
		}
		for i := p.First; i < p.First+p.Shown; i++ {
			if r := p.Rows[i]; !r.C.Line && y >= r.Y && y < r.Y+MenuRowHeight {
				return level, i, 0
			}
		}
		return level, -1, 0
	}
	return -1, -1, 0
}

// point handles a move of the pointer.
func (o *openMenus) point(at fyne.Position) {
	if d := at.Subtract(o.at); max(d.X, -d.X)+max(d.Y, -d.Y) > menuPad {
		o.moved = true
	}
	if i := o.titleAt(at); i >= 0 {
		o.pointed.panel = -1
		o.openTitle(i)
		return
	}
	level, row, way := o.rowAt(at)
	if now := (struct{ panel, row, way int }{level, row, way}); now != o.pointed {
		o.pointed = now
	} else if level < 0 || way != 0 || o.Panels[level].Marked == row {
		return
	}
	o.rest()
	if level < 0 {
		o.Mark(o.Panels[len(o.Panels)-1], -1)
		return
	}
	for k := range level { // mark the rows that lead to this menu
		if i := slices.IndexFunc(o.Panels[k].Rows, func(r *menuRow) bool {
			return r.C == o.Panels[k+1].Rows[0].C.Within
		}); i >= 0 {
			o.Mark(o.Panels[k], i)
		}
	}
	p := o.Panels[level]
	if way != 0 {
		o.glide(level, way)
		return
	}
	o.Mark(p, row)
	o.explain(p, false)
	if len(o.Panels) > level+1 || row >= 0 && p.Rows[row].C.Items != nil {
		o.stop = o.look.Later(menuDelay, func() {
			if level < len(o.Panels) && o.Panels[level] == p && p.Marked == row && !o.Open(level) {
				o.Truncate(level + 1)
				o.explain(p, false)
			}
		})
	}
}

// glide scrolls a menu while the pointer rests on its arrow.
func (o *openMenus) glide(level, way int) {
	o.Truncate(level + 1)
	if o.Scroll(o.Panels[level], way) {
		o.stop = o.look.Later(menuStep, func() {
			if level < len(o.Panels) && o.pointed.panel == level && o.pointed.way == way {
				o.glide(level, way)
			}
		})
	}
}

// titleAt returns the bar's title at a window position, or -1.
func (o *openMenus) titleAt(at fyne.Position) int {
	if o.Bar == nil {
		return -1
	}
	return o.Bar.titleAt(at.Subtract(fyne.CurrentApp().Driver().AbsolutePositionForObject(o.Bar)))
}

func (o *openMenus) MouseOut() {}

// MouseDown implements desktop.Mouseable. A press outside the menus closes them.
func (o *openMenus) MouseDown(e *desktop.MouseEvent) {
	defer o.look.Catch()
	level, _, _ := o.rowAt(e.AbsolutePosition)
	title := o.titleAt(e.AbsolutePosition)
	switch {
	case level >= 0:
		o.pressed = true
		o.point(e.AbsolutePosition)
	case title >= 0 && title != o.Title:
		o.openTitle(title)
	default:
		o.close()
		if e.Button == desktop.MouseButtonSecondary && o.Bar == nil {
			o.menus.Outside(e)
		}
	}
}

// MouseUp implements desktop.Mouseable. Releasing over an item performs it, whether the press was on it or on the
// title.
func (o *openMenus) MouseUp(e *desktop.MouseEvent) {
	defer o.look.Catch()
	level, row, _ := o.rowAt(e.AbsolutePosition)
	if level < 0 || row < 0 || !o.pressed && !o.moved {
		return
	}
	o.Truncate(level + 2)
	o.Mark(o.Panels[level], row)
	if o.Panels[level].Rows[row].C.Items != nil {
		o.Open(level)
		return
	}
	o.choose(level)
}

func (o *openMenus) Scrolled(e *fyne.ScrollEvent) {
	defer o.look.Catch()
	if level, _, _ := o.rowAt(e.AbsolutePosition); level >= 0 {
		by := 1
		if e.Scrolled.DY > 0 {
			by = -1
		}
		o.Truncate(level + 1)
		o.Scroll(o.Panels[level], by)
		o.pointed.panel = -1
	}
}

func (o *openMenus) Cursor() desktop.Cursor { return desktop.DefaultCursor }
func (o *openMenus) FocusGained()           {}

// FocusLost implements fyne.Focusable. The menus close when another window or a dialog gets the focus.
func (o *openMenus) FocusLost() {
	defer o.look.Catch()
	if len(o.Panels) > 0 {
		o.close()
	}
}

// TypedRune implements fyne.Focusable. A letter marks the next item that begins with it.
func (o *openMenus) TypedRune(r rune) {
	defer o.look.Catch()
	if len(o.Panels) == 0 || r == ' ' {
		return
	}
	p := o.Panels[len(o.Panels)-1]
	for k := range p.Rows {
		i := (p.Marked + 1 + k) % len(p.Rows)
		if begins := strings.ToLower(p.Rows[i].FullLabel); strings.HasPrefix(begins, strings.ToLower(string(r))) {
			o.Mark(p, i)
			o.explain(p, true)
			return
		}
	}
}

func (o *openMenus) TypedKey(e *fyne.KeyEvent) {
	defer o.look.Catch()
	if len(o.Panels) == 0 {
		return
	}
	o.rest()
	level := len(o.Panels) - 1
	p := o.Panels[level]
	switch e.Name {
	case fyne.KeyDown:
		o.step(p, p.Marked, 1)
	case fyne.KeyUp:
		o.step(p, max(p.Marked, 0), -1)
	case fyne.KeyHome, fyne.KeyPageUp:
		o.step(p, -1, 1)
	case fyne.KeyEnd, fyne.KeyPageDown:
		o.step(p, len(p.Rows), -1)
	case fyne.KeyRight:
		if o.Open(level) {
			o.step(o.Panels[level+1], -1, 1)
		} else {
			o.turn(1)
		}
	case fyne.KeyLeft:
		if level > 0 {
			o.Truncate(level)
		} else {
			o.turn(-1)
		}
	case fyne.KeyReturn, fyne.KeyEnter, fyne.KeySpace:
		o.choose(level)
	case fyne.KeyEscape:
		if level > 0 {
			o.Truncate(level)
		} else {
			o.close()
		}
	case fyne.KeyF10:
		o.close()
	}
}

// turn opens the bar's next or previous menu.
func (o *openMenus) turn(by int) {
	if o.Bar == nil {
		return
	}
	n := len(o.Bar.Menus)
	o.openTitle((o.Title + by + n) % n)
	o.step(o.Panels[0], -1, 1)
}

// First marks the first item, for menus opened by key.
func (o *openMenus) First() {
	if o != nil && len(o.Panels) > 0 {
		o.step(o.Panels[0], -1, 1)
	}
}

// AccessibilityLabel implements fyne.Accessible. It returns the marked item's label, key, and reason if unavailable.
func (o *openMenus) AccessibilityLabel() string {
	if n := len(o.Panels); n > 0 && o.Panels[n-1].Marked >= 0 {
		r := o.Panels[n-1].Rows[o.Panels[n-1].Marked]
		return strings.Join(slices.DeleteFunc([]string{r.FullLabel, r.Keys, r.Reason}, func(s string) bool {
			return s == ""
		}), ", ")
	}
	return "Menu"
}

func (o *openMenus) AccessibilityRole() fyne.AccessibleRole { return fyne.AccessibleRoleButton }

// listenToKeys registers the keys of commands that are not yet registered.
func (m *Menus) listenToKeys() {
	for _, c := range m.ByKey {
		if key := c.Key; !m.heard[key.ShortcutName()] {
			m.heard[key.ShortcutName()] = true
			m.listen(key, Guarded(m.look, func(fyne.Shortcut) { m.Shortcut(key) }))
		}
	}
}

// ListenToShortcuts registers the commands' keys so that they work with any focus. Fields pass on shortcuts that they
// do not use.
func (m *Menus) ListenToShortcuts(add func(fyne.Shortcut, func(fyne.Shortcut))) {
	listen := func(s fyne.Shortcut, do func()) { add(s, Guarded(m.look, func(fyne.Shortcut) { do() })) }
	m.listen, m.heard = add, map[string]bool{}
	m.listenToKeys()
	for _, a := range m.Also {
		listen(a.Key, func() {
			if c := m.Command(a.Label); c != nil {
				m.Perform(c)
			}
		})
	}
	if SystemShowsMenus {
		return
	}
	for i, top := range m.Bar {
		letter := &desktop.CustomShortcut{
			KeyName:  fyne.KeyName(strings.ToUpper(top.Label[:1])),
			Modifier: fyne.KeyModifierAlt,
		}
		listen(letter, func() {
			m.OpenMenu(i)
			m.Open.First()
		})
	}
}
