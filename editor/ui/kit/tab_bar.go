package kit

import (
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"
)

// Tab is one tab of a [TabBar].
type Tab struct {
	Name    string
	Where   string // shown dimmed after the name, to distinguish equal names
	Tip     string
	Unsaved bool // a dot replaces the cross
	Changed bool // its file was changed on disk: the dot becomes a warning
}

// TabBar is a row of tabs, one of which is current. A click shows a tab, its cross or the middle button closes it,
// dragging moves it. Tabs shrink if there is not enough room, and then the wheel scrolls them.
type TabBar struct {
	widget.BaseWidget
	Tracker
	look *Look

	Pick  func(i int)
	Close func(i int)
	Order func(from, to int)
	Menu  func(i int, at fyne.Position) // called for a right click, with the window position

	Left  float32           // left edge of the first tab
	End   fyne.CanvasObject // at the right end of the bar
	tabs  []Tab
	at    int // the current tab
	first int // the first visible tab
	width []float32

	hovered int  // -1: none
	onCross bool // the pointer is over its cross
	pressed int  // -1: none
	crossed bool // the cross was pressed
	grab    float32
	dragX   float32 // pointer position of a dragged tab; negative without a drag

	box      *fyne.Container // nil until it is shown
	ground   *canvas.Raster
	rule     fyne.CanvasObject
	items    []*tabItem
	add, all *IconButton
}

// tabItem holds the objects of a visible tab.
type tabItem struct {
	plate       *Plate
	line        *canvas.Rectangle
	name, where *canvas.Text
	dot         *canvas.Circle
	cross       *canvas.Image
}

const (
	TabBarHeight = 30 // TabBarHeight is the height of a [TabBar], in units.
	tabLeast     = 92
	tabMost      = 230
	tabEdge      = 13 // padding before the name
	tabMark      = 26 // room for the cross or dot on the right
	tabCross     = 12
	tabDot       = 8
	tabWhere     = 7 // gap before Where
	tabButton    = 26
)

// NewTabBar makes a bar without tabs. add opens a new tab; all opens the list of all tabs below a window position.
func NewTabBar(l *Look, add func(), all func(at fyne.Position)) *TabBar {
	b := &TabBar{look: l, hovered: -1, pressed: -1, dragX: -1}
	b.Pick, b.Close, b.Order, b.Menu = func(int) {}, func(int) {}, func(int, int) {}, func(int, fyne.Position) {}
	b.End = container.NewWithoutLayout()
	b.add = NewIconButton(l, "plus", "New level", "Ctrl+N", add)
	b.all = NewIconButton(l, "chevron", "All open levels", "", func() {
		all(fyne.CurrentApp().Driver().AbsolutePositionForObject(b.all).AddXY(0, b.all.Size().Height))
	})
	b.Tracker = Tracker{l, b.point}
	b.ExtendBaseWidget(b)
	return b
}

// Set sets the tabs and the current one, which is scrolled into view if it has changed.
func (b *TabBar) Set(tabs []Tab, at int) {
	if b.at == at && slices.Equal(b.tabs, tabs) {
		return
	}
	seen := b.at == at && len(b.tabs) == len(tabs)
	b.tabs, b.at = slices.Clone(tabs), at
	if b.hovered >= len(tabs) {
		b.hovered = -1
	}
	b.arrange()
	if n := len(b.width); !seen && n > 0 {
		b.first = min(b.first, at)
		b.first = max(b.first, at-n+1)
		b.arrange()
	}
	b.Refresh()
}

func (b *TabBar) Tabs() []Tab { return b.tabs }

// Names lists the tabs for screen readers.
func (b *TabBar) Names() []string {
	out := make([]string, len(b.tabs))
	for i, t := range b.tabs {
		out[i] = strings.TrimSpace(t.Name + " " + t.Where)
		if t.Unsaved {
			out[i] += ", not saved"
		}
		if t.Changed {
			out[i] += ", changed on disk"
		}
		if i == b.at {
			out[i] += ", shown"
		}
	}
	return out
}

// arrange computes which tabs are visible, and their widths.
func (b *TabBar) arrange() {
	wants := make([]float32, len(b.tabs))
	for i, t := range b.tabs {
		w := TextWidth(Beginning(t.Name)) + tabEdge + tabMark
		if t.Where != "" {
			w += TextWidth(Beginning(t.Where)) + tabWhere
		}
		wants[i] = min(max(w, tabLeast), tabMost)
	}
	room := b.Size().Width - b.Left - tabButton - 8 - b.End.MinSize().Width
	widths, all := TabWidths(wants, room-tabButton)
	if all && sum(wants) <= room {
		widths = wants
	}
	SetVisible(b.all, sum(wants) > room)
	b.first = min(max(b.first, 0), len(wants)-len(widths))
	b.width = widths
}

// TabWidths returns the widths of tabs in a bar of width room, given their preferred widths. The widest tabs shrink
// first. If not all fit at the minimum width, all is false and the result has as many equal widths as fit, at least
// one.
func TabWidths(wants []float32, room float32) (widths []float32, all bool) {
	n := len(wants)
	if n == 0 {
		return nil, true
	}
	if float32(n)*tabLeast > room {
		count := max(int(room/tabLeast), 1)
		return slices.Repeat([]float32{max(room/float32(count), tabLeast)}, count), false
	}
	sorted := slices.Sorted(slices.Values(wants))
	largest, left := sorted[n-1], room
	for i, w := range sorted {
		if share := left / float32(n-i); w > share {
			largest = share
			break
		}
		left -= w
	}
	widths = make([]float32, n)
	for i, w := range wants {
		widths[i] = min(w, largest)
	}
	return widths, true
}

func sum(list []float32) (total float32) {
	for _, v := range list {
		total += v
	}
	return total
}

func (b *TabBar) span(k int) (x, width float32) { return b.Left + sum(b.width[:k]), b.width[k] }

// tabAt returns the tab at a position, or -1, and whether the position is on its cross.
func (b *TabBar) tabAt(p fyne.Position) (i int, cross bool) {
	if p.Y < 0 || p.Y >= TabBarHeight {
		return -1, false
	}
	for k := range b.width {
		if x, w := b.span(k); p.X >= x && p.X < x+w {
			return b.first + k, p.X >= x+w-tabMark
		}
	}
	return -1, false
}

func (b *TabBar) CreateRenderer() fyne.WidgetRenderer {
	b.ground, b.rule = Ground(b.look, b.look.Colors().Window), Rule(b.look)
	b.box = container.New(Arranged{Place: b.place})
	return Drawn(b.update, b.box)
}

func (b *TabBar) MinSize() fyne.Size { return fyne.NewSize(tabLeast+2*tabButton, TabBarHeight) }

func (b *TabBar) Resize(size fyne.Size) {
	if b.Size() != size {
		b.BaseWidget.Resize(size)
		b.again()
	}
}

// SetLeft moves the first tab.
func (b *TabBar) SetLeft(x float32) {
	if b.Left != x {
		b.Left = x
		b.again()
	}
}

// again rearranges the tabs for a new width and keeps the current one visible.
func (b *TabBar) again() {
	b.arrange()
	if n := len(b.width); n > 0 && (b.at < b.first || b.at >= b.first+n) {
		b.first = max(b.at-n+1, 0)
	}
	b.Refresh()
}

// update updates the objects of the visible tabs.
func (b *TabBar) update() {
	p := b.look.Colors()
	for len(b.items) < len(b.width) {
		t := &tabItem{
			plate: NewPlate(b.look, 0), line: Filled(p.Accent), name: Text("", p.Text, TextSize),
			where: Text("", p.Quiet, TextSize), dot: canvas.NewCircle(p.Accent),
			cross: b.look.Icons.Image("close", p.Quiet),
		}
		b.items = append(b.items, t)
	}
	b.box.Objects = append(b.box.Objects[:0], b.ground, b.rule)
	top := -1
	for k := range b.width {
		i := b.first + k
		if b.dragX >= 0 && i == b.pressed {
			top = k
			continue
		}
		b.items[k].show(b, i, b.width[k])
		b.box.Objects = append(b.box.Objects, b.items[k].objects()...)
	}
	if top >= 0 { // the dragged tab is drawn on top
		b.items[top].show(b, b.first+top, b.width[top])
		b.box.Objects = append(b.box.Objects, b.items[top].objects()...)
	}
	b.box.Objects = append(b.box.Objects, b.add, b.all, b.End)
	b.box.Refresh()
}

func (t *tabItem) objects() []fyne.CanvasObject {
	return []fyne.CanvasObject{t.plate.Picture, t.line, t.name, t.where, t.dot, t.cross}
}

func (t *tabItem) show(b *TabBar, i int, width float32) {
	p, tab := b.look.Colors(), b.tabs[i]
	isShown, isHovered := i == b.at, i == b.hovered
	ink, ground := p.Quiet, p.Window
	switch {
	case isShown:
		ink, ground = p.Text, p.Header
	case isHovered:
		ink, ground = p.Text, p.Hover
	}
	t.plate.Fill(ground)
	t.line.Hidden = !isShown
	t.line.FillColor, t.dot.FillColor = p.Accent, p.Accent
	room := width - tabEdge - tabMark
	where := float32(0)
	if tab.Where != "" {
		where = min(TextWidth(Beginning(tab.Where)), max(room-tabWhere-TextWidth(Beginning(tab.Name)), room*0.45))
	}
	t.where.Text, t.where.Color = "", p.Quiet
	if where > 0 {
		t.where.Text = Visual(Cut(Beginning(tab.Where), where+0.5))
		room -= tabWhere + where
	}
	t.name.Text, t.name.Color = Visual(Cut(Beginning(tab.Name), room+0.5)), ink
	t.name.TextStyle.Bold = false
	showsCross := !tab.Unsaved && !tab.Changed || isHovered
	if tab.Changed {
		t.dot.FillColor = p.Warn
	}
	t.dot.Hidden, t.cross.Hidden = showsCross, !showsCross
	crossInk := p.Quiet
	if isHovered && b.onCross {
		crossInk = p.Text
	}
	t.cross.Resource = b.look.Icons.Resource("close", crossInk)
}

// place lays out the background, the rule below it, the tabs' objects and the buttons.
func (b *TabBar) place(_ []fyne.CanvasObject, size fyne.Size) {
	const line, high = 2, TabBarHeight - 1
	Put(b.ground, 0, 0, size.Width, size.Height)
	Put(b.rule, 0, size.Height-1, size.Width, 1)
	end := b.Left
	for k := range b.width {
		x, w := b.span(k)
		end = x + w
		if b.dragX >= 0 && b.first+k == b.pressed {
			x = min(max(b.dragX-b.grab, b.Left), b.Left+sum(b.width)-w)
		}
		t := b.items[k]
		h := high
		if b.first+k == b.at {
			h = TabBarHeight // no rule below it
		}
		Put(t.plate.Picture, x, 0, w, float32(h))
		Put(t.line, x, 0, w, line)
		text := t.name.MinSize()
		Put(t.name, x+tabEdge, (size.Height-text.Height)/2, text.Width, text.Height)
		Put(t.where, x+tabEdge+text.Width+tabWhere, (size.Height-text.Height)/2, t.where.MinSize().Width, text.Height)
		middle := x + w - tabMark/2 - 2
		Put(t.dot, middle-tabDot/2, (size.Height-tabDot)/2, tabDot, tabDot)
		Put(t.cross, middle-tabCross/2, (size.Height-tabCross)/2, tabCross, tabCross)
	}
	top := (size.Height - tabButton) / 2
	Put(b.add, end+2, top, tabButton, tabButton)
	last := b.End.MinSize().Width
	Put(b.End, size.Width-last, 0, last, size.Height)
	Put(b.all, size.Width-last-tabButton-4, top, tabButton, tabButton)
}

// MouseDown implements desktop.Mouseable. Pressing shows a tab, so that it can be dragged at once.
func (b *TabBar) MouseDown(e *desktop.MouseEvent) {
	defer b.look.Catch()
	b.look.Tips.Hide(b)
	i, cross := b.tabAt(e.Position)
	b.pressed, b.crossed = i, cross && e.Button == desktop.MouseButtonPrimary
	switch {
	case i < 0:
	case e.Button == desktop.MouseButtonSecondary:
		b.pressed = -1
		b.Menu(i, e.AbsolutePosition)
	case e.Button == desktop.MouseButtonPrimary && !cross:
		x, _ := b.span(i - b.first)
		b.grab = e.Position.X - x
		b.Pick(i)
	}
}

// MouseUp implements desktop.Mouseable. The cross and the middle button close the tab if they were also pressed on it.
func (b *TabBar) MouseUp(e *desktop.MouseEvent) {
	defer b.look.Catch()
	i, cross := b.tabAt(e.Position)
	was, crossed := b.pressed, b.crossed
	if b.dragX < 0 {
		b.pressed, b.crossed = -1, false
	}
	if i < 0 || i != was {
		return
	}
	if crossed && cross || e.Button == desktop.MouseButtonTertiary {
		b.Close(i)
	}
}

// Dragged implements fyne.Draggable. A dragged tab swaps places with a neighbour when it passes its middle.
func (b *TabBar) Dragged(e *fyne.DragEvent) {
	defer b.look.Catch()
	k := b.pressed - b.first
	if b.pressed < 0 || b.crossed || k < 0 || k >= len(b.width) {
		return
	}
	b.look.Tips.Hide(b)
	b.dragX = max(e.Position.X, 0)
	left := b.dragX - b.grab
	right := left + b.width[k]
	to := k
	for to > 0 {
		if x, w := b.span(to - 1); left >= x+w/2 {
			break
		}
		to--
	}
	for to < len(b.width)-1 {
		if x, w := b.span(to + 1); right <= x+w/2 {
			break
		}
		to++
	}
	if to != k {
		b.pressed = b.first + to
		b.Order(b.first+k, b.first+to)
	}
	b.Refresh()
}

func (b *TabBar) DragEnd() {
	defer b.look.Catch()
	b.pressed, b.dragX, b.crossed = -1, -1, false
	b.Refresh()
}

func (b *TabBar) Scrolled(e *fyne.ScrollEvent) {
	defer b.look.Catch()
	by := -e.Scrolled.DY - e.Scrolled.DX
	switch {
	case by > 0:
		b.first++
	case by < 0:
		b.first--
	}
	b.arrange()
	b.Refresh()
}

func (b *TabBar) point(e *desktop.MouseEvent) {
	i, cross := b.tabAt(e.Position)
	if i == b.hovered && cross == b.onCross {
		return
	}
	b.look.Tips.Hide(b)
	if i >= 0 && b.dragX < 0 {
		b.look.Tips.Await(b.look, b, func() { b.tell(i, cross) })
	}
	b.hovered, b.onCross = i, cross
	b.Refresh()
}

func (b *TabBar) tell(i int, cross bool) {
	k := i - b.first
	if k < 0 || k >= len(b.width) || i >= len(b.tabs) {
		return
	}
	text, key := b.tabs[i].Tip, ""
	if cross {
		text, key = "Close", "Ctrl+W"
	}
	b.look.Tips.Show(b.look, b.items[k].plate.Picture, text, key)
}

func (b *TabBar) MouseOut() {
	defer b.look.Catch()
	b.look.Tips.Hide(b)
	if b.hovered >= 0 {
		b.hovered, b.onCross = -1, false
		b.Refresh()
	}
}

func (b *TabBar) AccessibilityLabel() string {
	return "Open levels, Ctrl+Tab: " + strings.Join(b.Names(), "; ")
}

func (b *TabBar) AccessibilityRole() fyne.AccessibleRole { return fyne.AccessibleRoleButton }
