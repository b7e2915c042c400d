package ui

import (
	"slices"
	"strings"
	"time"

	"fillet/editor/ui/canvas"
	"fillet/editor/ui/kit"

	"fyne.io/fyne/v2"
	fynecanvas "fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"
)

// openMenus is the menus that are open: one of the bar's, or one that the right button opened, and the submenus beside it. It
// lies over the whole window, so that all that the pointer and the keys do comes here first.
type openMenus struct {
	widget.BaseWidget
	look    *kit.Look
	canvas  fyne.Canvas
	perform func(*command)
	bar     *menuBar // whose menu is open; nil: the menu stands alone
	title   int      // of the bar's
	board   *fyne.Container
	panels  []*menuPanel // the first, and each submenu's beside the one before
	tips    *kit.Tooltips
	shut    func()                        // takes this away
	outside func(*desktop.MouseEvent)     // hears of the right button beside the menus, after they have closed
	above   bool                          // the menu stands above its place
	at      fyne.Position                 // where it was opened
	moved   bool                          // the pointer has left that place
	pressed bool                          // the button went down here
	stop    func()                        // of what the resting pointer will open, or scroll
	pointed struct{ panel, row, way int } // what it rests on
}

// menuPanel is one menu that is open.
type menuPanel struct {
	rows    []*menuRow
	content *fyne.Container
	mark    *kit.Plate
	marked  int  // row; -1: none
	first   int  // row that is shown at the top
	shown   int  // rows that are shown
	marks   bool // some rows have check marks
	icons   bool // some have icons
	at      fyne.Position
	size    fyne.Size
	isLong  bool              // there is not enough room for all rows
	up      *fynecanvas.Image // there are more rows above; nil: there are none
	down    *fynecanvas.Image
}

// menuRow is an item of a menu that is open, as it was when the menu opened.
type menuRow struct {
	c      *command
	ok     bool
	reason string
	label  string // as much as there is room for
	whole  string
	keys   string
	text   *fynecanvas.Text // nil while it is out of sight
	right  *fynecanvas.Text
	y      float32 // in the panel; of what is shown
}

const (
	menuRowHeight = 26
	menuLine      = 9 // the height of a line between items
	menuEdge      = 5 // around the rows
	menuPad       = 10
	menuMark      = 22 // a column of check marks, or of icons
	menuKeys      = 28 // between labels and keys, at least
	menuArrow     = 16 // where there is more above or below
	menuMargin    = 4  // to the edge of the window
	menuLabel     = 420
	menuRadius    = 7
	menuLeast     = 150
	menuDelay     = 180 * time.Millisecond // until a submenu opens, or closes
	menuStep      = 60 * time.Millisecond  // between rows while the pointer rests on an arrow
)

func (r *menuRow) height() float32 {
	if r.c.line {
		return menuLine
	}
	return menuRowHeight
}

// withMenu puts the menu bar above the window's content, where the system does not show it.
func (m *menus) withMenu(content, tips fyne.CanvasObject) fyne.CanvasObject {
	m.closeMenus()
	if systemShowsMenus {
		m.native = newNativeMenu(m)
		return container.NewStack(content, tips)
	}
	m.widget = newMenuBar(m.look, m.bar, m.openMenu)
	return container.NewStack(container.New(underBar{}, m.widget, content), tips)
}

// underBar lays a window's content below its menu bar.
type underBar struct{}

func (underBar) MinSize(o []fyne.CanvasObject) fyne.Size {
	bar, content := o[0].MinSize(), o[1].MinSize()
	return fyne.NewSize(max(bar.Width, content.Width), bar.Height+content.Height)
}

func (underBar) Layout(o []fyne.CanvasObject, size fyne.Size) {
	kit.Put(o[0], 0, 0, size.Width, barHeight)
	kit.Put(o[1], 0, barHeight, size.Width, size.Height-barHeight)
}

// openMenu opens one of the bar's menus; a title that is not there opens none.
func (m *menus) openMenu(i int) {
	bar := m.widget
	if bar == nil || m.isModal() || i < 0 || i >= len(m.bar) {
		return
	}
	o := m.newOpenMenus(bar)
	m.showMenus(o)
	o.openTitle(i)
}

// popUp opens a menu at a place of the window, or above it.
func (m *menus) popUp(items []*command, at fyne.Position, above bool) {
	if m.isModal() {
		return
	}
	o := m.newOpenMenus(nil)
	o.at, o.above = at, above
	m.showMenus(o)
	o.push(items, at, at, above)
}

func (m *menus) newOpenMenus(bar *menuBar) *openMenus {
	run := m.place()
	o := &openMenus{look: m.look, canvas: m.win.Canvas(), bar: bar, title: -1, board: container.NewWithoutLayout(), tips: kit.NewTooltips()}
	o.perform = func(c *command) { run(func() { m.perform(c) }) } // at the place where the menu was opened, wherever the pointer went to choose
	o.outside = func(e *desktop.MouseEvent) {
		if bar == nil {
			m.outside(e)
		}
	}
	o.shut = func() {
		if m.open == o {
			m.open = nil
		}
		o.canvas.Overlays().Remove(o)
	}
	o.ExtendBaseWidget(o)
	return o
}

func (m *menus) showMenus(o *openMenus) {
	m.look.Tips.Hide(m.look.Tips.Owner)
	m.closeMenus()
	m.open = o
	o.canvas.Overlays().Add(o)
	o.Resize(o.canvas.Size())
	o.canvas.Focus(o)
}

// closeMenus closes what menus are open.
func (m *menus) closeMenus() {
	if o := m.open; o != nil {
		o.close()
	}
}

func inside(p, at fyne.Position, size fyne.Size) bool {
	return p.X >= at.X && p.Y >= at.Y && p.X < at.X+size.Width && p.Y < at.Y+size.Height
}

// CreateRenderer implements fyne.Widget.
func (o *openMenus) CreateRenderer() fyne.WidgetRenderer {
	return widget.NewSimpleRenderer(container.NewStack(o.board, o.tips.Layer))
}

// close takes all of it away.
func (o *openMenus) close() {
	o.rest()
	o.tips.Hide(o.tips.Owner)
	o.panels = nil
	if o.bar != nil {
		o.bar.light(-1, false)
	}
	o.shut()
}

// rest forgets what the resting pointer would have done.
func (o *openMenus) rest() {
	if o.stop != nil {
		o.stop()
		o.stop = nil
	}
}

// openTitle opens another of the bar's menus.
func (o *openMenus) openTitle(i int) {
	if o.title == i && len(o.panels) > 0 {
		return
	}
	o.truncate(0)
	o.title = i
	o.bar.light(i, true)
	at := fyne.CurrentApp().Driver().AbsolutePositionForObject(o.bar)
	x, width := o.bar.span(i)
	place := fyne.NewPos(at.X+x, at.Y+o.bar.Size().Height)
	o.push(o.bar.menus[i].items, place, place.AddXY(width, 0), false)
}

// truncate closes all but the first so many menus.
func (o *openMenus) truncate(n int) {
	o.rest()
	o.tips.Hide(o.tips.Owner)
	if n < len(o.panels) {
		o.panels = o.panels[:n]
		o.redraw()
	}
}

// redraw shows the menus that are open.
func (o *openMenus) redraw() {
	o.board.Objects = nil
	for _, p := range o.panels {
		o.board.Objects = append(o.board.Objects, p.content)
	}
	o.board.Refresh()
}

// push opens a menu whose left side is at one place, or where there is no room, whose right side is at another.
func (o *openMenus) push(items []*command, left, right fyne.Position, above bool) {
	p := &menuPanel{marked: -1}
	for _, c := range items {
		r := &menuRow{c: c}
		if !c.line {
			r.ok, r.reason = c.enabled()
			r.whole, r.keys = strings.Join(strings.Fields(kit.Beginning(c.name())), " "), keyLabel(c.key)
			p.marks, p.icons = p.marks || c.on != nil, p.icons || c.icon != nil
		}
		p.rows = append(p.rows, r)
	}
	window := o.canvas.Size()
	o.measure(p, window)
	p.at = left
	if left.X+p.size.Width > window.Width-menuMargin {
		p.at.X = max(right.X-p.size.Width, menuMargin)
		if o.bar != nil && len(o.panels) == 0 || p.at.X+p.size.Width > window.Width-menuMargin {
			p.at.X = max(window.Width-menuMargin-p.size.Width, menuMargin)
		}
	}
	if above {
		p.at.Y -= p.size.Height + menuMargin
	}
	p.at.Y = max(min(p.at.Y, window.Height-menuMargin-p.size.Height), o.top())
	o.panels = append(o.panels, p)
	o.build(p)
	o.redraw()
}

// top is the least y of a menu: those of the bar stay below it.
func (o *openMenus) top() float32 {
	if o.bar == nil {
		return menuMargin
	}
	return fyne.CurrentApp().Driver().AbsolutePositionForObject(o.bar).Y + o.bar.Size().Height
}

// measure finds out how large a menu is.
func (o *openMenus) measure(p *menuPanel, window fyne.Size) {
	var label, keys, height float32
	for _, r := range p.rows {
		r.label = kit.Cut(r.whole, min(menuLabel, window.Width/2))
		label, height = max(label, kit.TextWidth(r.label)), height+r.height()
		wide := fyne.MeasureText(r.keys, kit.TextSize-1, fyne.TextStyle{}).Width
		if r.c.items != nil {
			wide = kit.IconSize / 2
		}
		if wide > 0 {
			keys = max(keys, wide+menuKeys)
		}
	}
	p.size = fyne.NewSize(max(label+keys+o.inset(p)+menuPad+2*menuEdge, menuLeast), min(height+2*menuEdge, window.Height-menuMargin-o.top()))
}

// inset is where labels begin, from the rows' left side.
func (o *openMenus) inset(p *menuPanel) float32 {
	x := float32(menuPad)
	if p.marks {
		x += menuMark - 4
	}
	if p.icons {
		x += menuMark
	}
	return x
}

// build makes what a menu shows.
func (o *openMenus) build(p *menuPanel) {
	c := o.look.Colors()
	shadow := fynecanvas.NewRectangle(c.Panel)
	shadow.CornerRadius = menuRadius
	shadow.Shadow = fynecanvas.Shadow{Color: c.Shadow, BlurRadius: 14, Offset: fyne.NewPos(0, 4), Variant: fynecanvas.DropShadow}
	frame := kit.Framed(o.look, c.Panel, c.Line, menuRadius)
	p.mark = kit.NewPlate(o.look, kit.FieldRadius)
	for _, s := range []fyne.CanvasObject{shadow, frame.Picture} {
		s.Resize(p.size)
	}
	p.content = container.NewWithoutLayout(shadow, frame.Picture, p.mark.Picture)
	p.content.Move(p.at)
	p.content.Resize(p.size)
	o.fill(p)
}

// fill shows the rows that there is room for.
func (o *openMenus) fill(p *menuPanel) {
	c := o.look.Colors()
	p.content.Objects = p.content.Objects[:3]
	add := func(a fyne.CanvasObject, x, y, w, h float32) {
		kit.Put(a, x, y, w, h)
		p.content.Objects = append(p.content.Objects, a)
	}
	var all float32
	for _, r := range p.rows {
		all += r.height()
		r.text, r.right = nil, nil
	}
	y, bottom := float32(menuEdge), p.size.Height-menuEdge
	p.up, p.down = nil, nil
	if p.isLong = all > bottom-y+0.5; p.isLong {
		last := o.lastFirst(p, bottom-y-menuArrow)
		p.first = min(p.first, last)
		if p.first > 0 {
			p.up = o.look.Icons.Image("chevron-up", c.Quiet)
			add(p.up, (p.size.Width-kit.IconSize)/2, y-1, kit.IconSize, kit.IconSize)
			y += menuArrow
		}
		if p.first < last {
			p.down = o.look.Icons.Image("chevron", c.Quiet)
			bottom -= menuArrow
			add(p.down, (p.size.Width-kit.IconSize)/2, bottom-1, kit.IconSize, kit.IconSize)
		} else { // the end is at the bottom
			y = bottom
			for _, r := range p.rows[p.first:] {
				y -= r.height()
			}
		}
	}
	p.shown = 0
	width := p.size.Width - 2*menuEdge
	for _, r := range p.rows[p.first:] {
		if y+r.height() > bottom+0.5 {
			break
		}
		p.shown++
		r.y = y
		h := r.height()
		if r.c.line {
			add(kit.Filled(c.Line), menuEdge+menuPad, y+h/2, width-2*menuPad, 1)
			y += h
			continue
		}
		r.text = kit.Text(r.label, c.Text, kit.TextSize)
		th := r.text.MinSize().Height
		add(r.text, menuEdge+o.inset(p), y+(h-th)/2, kit.TextWidth(r.label), th)
		if r.c.isOn() {
			ink := c.Text
			if !r.ok {
				ink = c.Shortcut
			}
			add(o.look.Icons.Image("check", ink), menuEdge+6, y+(h-14)/2, 14, 14)
		}
		if r.c.icon != nil {
			icon := fynecanvas.NewImageFromResource(r.c.icon)
			icon.FillMode = fynecanvas.ImageFillContain
			add(icon, menuEdge+o.inset(p)-menuMark, y+(h-kit.IconSize)/2, kit.IconSize, kit.IconSize)
		}
		if r.c.items != nil {
			ink := c.Text
			if !r.ok {
				ink = c.Shortcut
			}
			add(o.look.Icons.Image("right", ink), menuEdge+width-menuPad-kit.IconSize/2-3, y+(h-14)/2, 14, 14)
		} else if r.keys != "" {
			r.right = kit.Text(r.keys, c.Shortcut, kit.TextSize-1)
			size := r.right.MinSize()
			add(r.right, menuEdge+width-menuPad-size.Width, y+(h-size.Height)/2, size.Width, size.Height)
		}
		y += h
	}
	o.paint(p)
}

// lastFirst is the row at the top when a menu is scrolled to its end.
func (o *openMenus) lastFirst(p *menuPanel, room float32) int {
	i := len(p.rows)
	for i > 0 && p.rows[i-1].height() <= room {
		i--
		room -= p.rows[i].height()
	}
	if i > 0 && i < len(p.rows) && p.rows[i].c.line { // nothing stands above it
		i++
	}
	return i
}

// paint shows which row is marked.
func (o *openMenus) paint(p *menuPanel) {
	c := o.look.Colors()
	p.mark.Fill(kit.NoColor)
	for i, r := range p.rows {
		if r.text == nil {
			continue
		}
		marked := i == p.marked
		ink, keys := c.MenuInk(r.ok, marked)
		if r.text.Color != ink {
			r.text.Color = ink
			r.text.Refresh()
		}
		if r.right != nil && r.right.Color != keys {
			r.right.Color = keys
			r.right.Refresh()
		}
		if marked {
			kit.Put(p.mark.Picture, menuEdge, r.y, p.size.Width-2*menuEdge, menuRowHeight)
			p.mark.Fill(c.MenuGround(r.ok))
		}
	}
	p.content.Refresh()
}

// mark marks a row of a menu, none with -1, and brings it into sight.
func (o *openMenus) mark(p *menuPanel, row int) {
	if p.marked == row {
		return
	}
	p.marked = row
	o.tips.Hide(o.tips.Owner)
	if row >= 0 && (row < p.first || row >= p.first+p.shown) {
		o.reveal(p, row)
	}
	o.paint(p)
}

// reveal scrolls a menu until a row is in sight.
func (o *openMenus) reveal(p *menuPanel, row int) {
	p.first = max(min(p.first, row), 0)
	for o.fill(p); row >= p.first+p.shown && p.first < len(p.rows)-1; o.fill(p) {
		p.first++
	}
}

// scroll moves a menu's rows by so many, and reports whether it can.
func (o *openMenus) scroll(p *menuPanel, by int) bool {
	to := max(p.first+by, 0)
	if !p.isLong || to == p.first || by > 0 && p.down == nil {
		return false
	}
	p.first, p.marked = to, -1
	o.fill(p)
	return true
}

// step marks the next item that is no line, or the one before. From either end it goes to the other.
func (o *openMenus) step(p *menuPanel, from, by int) {
	n := len(p.rows)
	for k, i := 0, from; k < n; k++ {
		if i = (i + by + n) % n; !p.rows[i].c.line {
			o.mark(p, i)
			o.explain(p, true)
			return
		}
	}
}

// explain says, beside a menu, why its marked item cannot be done: at once, or after the pointer has rested.
func (o *openMenus) explain(p *menuPanel, atOnce bool) {
	if p.marked < 0 {
		return
	}
	r := p.rows[p.marked]
	say := r.reason
	if r.label != r.whole {
		say = strings.TrimSpace(r.whole + "\n" + say)
	}
	if say == "" || r.text == nil {
		return
	}
	row := fyne.NewPos(p.at.X, p.at.Y+r.y)
	show := func() {
		o.tips.ShowBeside(o.look, o.canvas.Size(), row, fyne.NewSize(p.size.Width, menuRowHeight), say)
	}
	o.tips.Hide(o.tips.Owner)
	o.tips.Owner = r
	if atOnce {
		show()
		return
	}
	o.tips.Stop = o.look.Later(kit.TipDelay, func() {
		if o.tips.Owner == r {
			show()
		}
	})
}

// open opens the submenu of the marked row of a menu, and reports whether there is one.
func (o *openMenus) open(level int) bool {
	p := o.panels[level]
	if p.marked < 0 || p.rows[p.marked].c.items == nil || !p.rows[p.marked].ok {
		return false
	}
	if len(o.panels) > level+1 && o.panels[level+1].rows[0].c.within == p.rows[p.marked].c {
		return true
	}
	o.truncate(level + 1)
	below := p.rows[p.marked].c.below()
	if len(below) == 0 {
		return false
	}
	const overlap = 3
	y := p.at.Y + p.rows[p.marked].y - menuEdge
	o.push(below, fyne.NewPos(p.at.X+p.size.Width-overlap, y), fyne.NewPos(p.at.X+overlap, y), false)
	return true
}

// choose does what the marked row of a menu says.
func (o *openMenus) choose(level int) {
	p := o.panels[level]
	if p.marked < 0 {
		return
	}
	r := p.rows[p.marked]
	switch {
	case o.open(level):
		last := o.panels[len(o.panels)-1]
		o.step(last, -1, 1)
	case r.ok && r.c.do != nil:
		o.close()
		o.perform(r.c)
	default:
		o.explain(p, true)
	}
}

// rowAt is the menu and the row at a place of the window, and whether that is one of a menu's arrows.
func (o *openMenus) rowAt(at fyne.Position) (level, row, way int) {
	for level := len(o.panels) - 1; level >= 0; level-- {
		p := o.panels[level]
		if !inside(at, p.at, p.size) {
			continue
		}
		y := at.Y - p.at.Y
		if p.up != nil && y < menuEdge+menuArrow {
			return level, -1, -1
		}
		if p.down != nil && y >= p.size.Height-menuEdge-menuArrow {
			return level, -1, 1
		}
		for i := p.first; i < p.first+p.shown; i++ {
			if r := p.rows[i]; !r.c.line && y >= r.y && y < r.y+menuRowHeight {
				return level, i, 0
			}
		}
		return level, -1, 0
	}
	return -1, -1, 0
}

// point follows the pointer.
func (o *openMenus) point(at fyne.Position) {
	if d := at.Subtract(o.at); canvas.Abs(d.X)+canvas.Abs(d.Y) > menuPad {
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
	} else if level < 0 || way != 0 || o.panels[level].marked == row {
		return
	}
	o.rest()
	if level < 0 {
		o.mark(o.panels[len(o.panels)-1], -1)
		return
	}
	for k := range level { // the way to this menu, which another row may have been marked on
		if i := slices.IndexFunc(o.panels[k].rows, func(r *menuRow) bool { return r.c == o.panels[k+1].rows[0].c.within }); i >= 0 {
			o.mark(o.panels[k], i)
		}
	}
	p := o.panels[level]
	if way != 0 {
		o.glide(level, way)
		return
	}
	o.mark(p, row)
	o.explain(p, false)
	if len(o.panels) > level+1 || row >= 0 && p.rows[row].c.items != nil {
		o.stop = o.look.Later(menuDelay, func() {
			if level < len(o.panels) && o.panels[level] == p && p.marked == row && !o.open(level) {
				o.truncate(level + 1)
				o.explain(p, false)
			}
		})
	}
}

// glide scrolls a menu as long as the pointer rests on its arrow.
func (o *openMenus) glide(level, way int) {
	o.truncate(level + 1)
	if o.scroll(o.panels[level], way) {
		o.stop = o.look.Later(menuStep, func() {
			if level < len(o.panels) && o.pointed.panel == level && o.pointed.way == way {
				o.glide(level, way)
			}
		})
	}
}

// titleAt is the bar's title at a place of the window, or -1.
func (o *openMenus) titleAt(at fyne.Position) int {
	if o.bar == nil {
		return -1
	}
	return o.bar.titleAt(at.Subtract(fyne.CurrentApp().Driver().AbsolutePositionForObject(o.bar)))
}

// MouseIn implements desktop.Hoverable.
func (o *openMenus) MouseIn(e *desktop.MouseEvent) {
	defer o.look.Catch()
	o.point(e.AbsolutePosition)
}

// MouseMoved implements desktop.Hoverable.
func (o *openMenus) MouseMoved(e *desktop.MouseEvent) {
	defer o.look.Catch()
	o.point(e.AbsolutePosition)
}

// MouseOut implements desktop.Hoverable.
func (o *openMenus) MouseOut() {}

// MouseDown implements desktop.Mouseable. A press beside the menus closes them.
func (o *openMenus) MouseDown(e *desktop.MouseEvent) {
	defer o.look.Catch()
	level, _, _ := o.rowAt(e.AbsolutePosition)
	title := o.titleAt(e.AbsolutePosition)
	switch {
	case level >= 0:
		o.pressed = true
		o.point(e.AbsolutePosition)
	case title >= 0 && title != o.title:
		o.openTitle(title)
	default:
		o.close()
		if e.Button == desktop.MouseButtonSecondary {
			o.outside(e)
		}
	}
}

// MouseUp implements desktop.Mouseable. Letting go over an item does it, after a press on it as well as after one on the title.
func (o *openMenus) MouseUp(e *desktop.MouseEvent) {
	defer o.look.Catch()
	level, row, _ := o.rowAt(e.AbsolutePosition)
	if level < 0 || row < 0 || !o.pressed && !o.moved {
		return
	}
	o.truncate(level + 2)
	o.mark(o.panels[level], row)
	if o.panels[level].rows[row].c.items != nil {
		o.open(level)
		return
	}
	o.choose(level)
}

// Scrolled implements fyne.Scrollable.
func (o *openMenus) Scrolled(e *fyne.ScrollEvent) {
	defer o.look.Catch()
	if level, _, _ := o.rowAt(e.AbsolutePosition); level >= 0 {
		by := 1
		if e.Scrolled.DY > 0 {
			by = -1
		}
		o.truncate(level + 1)
		o.scroll(o.panels[level], by)
		o.pointed.panel = -1
	}
}

// Cursor implements desktop.Cursorable.
func (o *openMenus) Cursor() desktop.Cursor { return desktop.DefaultCursor }

// FocusGained implements fyne.Focusable.
func (o *openMenus) FocusGained() {}

// FocusLost implements fyne.Focusable: another window has the keys, or a dialog.
func (o *openMenus) FocusLost() {
	defer o.look.Catch()
	if len(o.panels) > 0 {
		o.close()
	}
}

// TypedRune implements fyne.Focusable: a letter goes to the next item that begins with it.
func (o *openMenus) TypedRune(r rune) {
	defer o.look.Catch()
	if len(o.panels) == 0 || r == ' ' {
		return
	}
	p := o.panels[len(o.panels)-1]
	for k := range p.rows {
		i := (p.marked + 1 + k) % len(p.rows)
		if begins := strings.ToLower(p.rows[i].whole); strings.HasPrefix(begins, strings.ToLower(string(r))) {
			o.mark(p, i)
			o.explain(p, true)
			return
		}
	}
}

// TypedKey implements fyne.Focusable.
func (o *openMenus) TypedKey(e *fyne.KeyEvent) {
	defer o.look.Catch()
	if len(o.panels) == 0 {
		return
	}
	o.rest()
	level := len(o.panels) - 1
	p := o.panels[level]
	switch e.Name {
	case fyne.KeyDown:
		o.step(p, p.marked, 1)
	case fyne.KeyUp:
		o.step(p, max(p.marked, 0), -1)
	case fyne.KeyHome, fyne.KeyPageUp:
		o.step(p, -1, 1)
	case fyne.KeyEnd, fyne.KeyPageDown:
		o.step(p, len(p.rows), -1)
	case fyne.KeyRight:
		if o.open(level) {
			o.step(o.panels[level+1], -1, 1)
		} else {
			o.turn(1)
		}
	case fyne.KeyLeft:
		if level > 0 {
			o.truncate(level)
		} else {
			o.turn(-1)
		}
	case fyne.KeyReturn, fyne.KeyEnter, fyne.KeySpace:
		o.choose(level)
	case fyne.KeyEscape:
		if level > 0 {
			o.truncate(level)
		} else {
			o.close()
		}
	case fyne.KeyF10:
		o.close()
	}
}

// turn opens the bar's next menu, or the one before.
func (o *openMenus) turn(by int) {
	if o.bar == nil {
		return
	}
	n := len(o.bar.menus)
	o.openTitle((o.title + by + n) % n)
	o.step(o.panels[0], -1, 1)
}

// first marks the first item, for who has opened the menu by a key.
func (o *openMenus) first() {
	if o != nil && len(o.panels) > 0 {
		o.step(o.panels[0], -1, 1)
	}
}

// AccessibilityLabel implements fyne.Accessible: the marked item, its keys, and why it cannot be done.
func (o *openMenus) AccessibilityLabel() string {
	if len(o.panels) == 0 {
		return "Menu"
	}
	p := o.panels[len(o.panels)-1]
	if p.marked < 0 {
		return "Menu"
	}
	r := p.rows[p.marked]
	return strings.Join(slices.DeleteFunc([]string{r.whole, r.keys, r.reason}, func(s string) bool { return s == "" }), ", ")
}

// AccessibilityRole implements fyne.Accessible.
func (o *openMenus) AccessibilityRole() fyne.AccessibleRole { return fyne.AccessibleRoleButton }

// listenToShortcuts has the keys of the commands do what they do wherever the focus is; fields pass on what they have no use for.
func (m *menus) listenToShortcuts(add func(fyne.Shortcut, func(fyne.Shortcut))) {
	listen := func(s fyne.Shortcut, do func()) { add(s, kit.Guarded(m.look, func(fyne.Shortcut) { do() })) }
	for _, s := range m.byKey {
		listen(s.key, func() { m.shortcut(s.key) })
	}
	for _, a := range m.also {
		listen(a.key, func() { m.perform(a.command) })
	}
	if systemShowsMenus {
		return
	}
	for i, top := range m.bar {
		letter := &desktop.CustomShortcut{KeyName: fyne.KeyName(strings.ToUpper(top.label[:1])), Modifier: fyne.KeyModifierAlt}
		listen(letter, func() {
			m.openMenu(i)
			m.open.first()
		})
	}
}
