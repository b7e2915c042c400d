package kit

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"
)

// menuBar is the row of menu titles at the top of the window. While a menu is open, [openMenus] covers the window and
// handles the titles.
type menuBar struct {
	widget.BaseWidget
	Tracker
	look   *Look
	Menus  []*Menu
	onOpen func(i int) // called when a title is pressed

	Lit    int // title under the pointer or of the open menu; -1: none
	isOpen bool
	plate  *Plate
	texts  []*canvas.Text
	corner *canvas.Text // at the right end, if there is room
}

const (
	MenuBarHeight = 26 // MenuBarHeight is the height of the menu bar, in units.
	barEdge       = 4  // margin beside the first title's background
	barPad        = 9  // padding of a title within its background
)

func newMenuBar(l *Look, menus []*Menu, onOpen func(i int)) *menuBar {
	b := &menuBar{look: l, Menus: menus, onOpen: onOpen, Lit: -1, corner: Text("", l.Colors().Quiet, TextSize)}
	b.Tracker = Tracker{l, func(e *desktop.MouseEvent) { b.light(b.titleAt(e.Position), false) }}
	b.ExtendBaseWidget(b)
	return b
}

func (b *menuBar) CreateRenderer() fyne.WidgetRenderer {
	p := b.look.Colors()
	b.plate, b.texts = NewPlate(b.look, FieldRadius), nil
	objects := []fyne.CanvasObject{Ground(b.look, p.Window), b.plate.Picture}
	for _, m := range b.Menus {
		t := Text(m.Label, p.Text, TextSize)
		b.texts = append(b.texts, t)
		objects = append(objects, t)
	}
	return widget.NewSimpleRenderer(container.New(Arranged{Place: b.place}, append(objects, b.corner)...))
}

// place lays out the background, the lit title's plate, the titles and the corner.
func (b *menuBar) place(o []fyne.CanvasObject, size fyne.Size) {
	Put(o[0], 0, 0, size.Width, size.Height)
	for i := range b.Menus {
		x, w := b.Span(i)
		h := o[2+i].MinSize().Height
		Put(o[2+i], x+barPad, (size.Height-h)/2, w-2*barPad, h)
		if i == b.Lit {
			Put(o[1], x, 2, w, size.Height-4)
		}
	}
	c := o[2+len(b.Menus)]
	m, left := c.MinSize(), b.MinSize().Width
	if w := m.Width + Edge; left+w <= size.Width {
		Put(c, size.Width-w, (size.Height-m.Height)/2, m.Width, m.Height)
	} else {
		Put(c, size.Width, 0, 0, 0) // hidden
	}
}

// say sets the text at the right end.
func (b *menuBar) say(text string) {
	if b.corner.Text != text {
		SetText(b.corner, text)
		b.Refresh()
	}
}

// Span returns the position and width of a title's background.
func (b *menuBar) Span(i int) (x, width float32) {
	x = barEdge
	for k, m := range b.Menus {
		width = TextWidth(m.Label) + 2*barPad
		if k == i {
			break
		}
		x += width
	}
	return x, width
}

// titleAt returns the title at a position of the bar, or -1.
func (b *menuBar) titleAt(at fyne.Position) int {
	if at.Y < 0 || at.Y >= b.Size().Height {
		return -1
	}
	for i := range b.Menus {
		if x, w := b.Span(i); at.X >= x && at.X < x+w {
			return i
		}
	}
	return -1
}

func (b *menuBar) MinSize() fyne.Size {
	x, w := b.Span(len(b.Menus) - 1)
	return fyne.NewSize(x+w, MenuBarHeight)
}

// light highlights a title, or none for -1.
func (b *menuBar) light(i int, isOpen bool) {
	if b.Lit == i && b.isOpen == isOpen {
		return
	}
	b.Lit, b.isOpen = i, isOpen
	if b.plate == nil {
		return
	}
	p := b.look.Colors()
	switch {
	case i < 0:
		b.plate.Fill(NoColor)
	case isOpen:
		b.plate.Fill(p.Chosen)
	default:
		b.plate.Fill(p.Hover)
	}
	b.Refresh()
}

// MouseDown implements desktop.Mouseable. Pressing opens a menu, so that the user can drag to an item and release
// there.
func (b *menuBar) MouseDown(e *desktop.MouseEvent) {
	defer b.look.Catch()
	if i := b.titleAt(e.Position); i >= 0 && e.Button == desktop.MouseButtonPrimary {
		b.onOpen(i)
	}
}

func (b *menuBar) MouseUp(*desktop.MouseEvent) {}

func (b *menuBar) MouseOut() {
	defer b.look.Catch()
	if !b.isOpen {
		b.light(-1, false)
	}
}

func (b *menuBar) AccessibilityLabel() string {
	return "Menus, F10: " + strings.Join(Map(b.Menus, func(m *Menu) string { return m.Label }), ", ")
}

func (b *menuBar) AccessibilityRole() fyne.AccessibleRole { return fyne.AccessibleRoleButton }
