package ui

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"fillet/editor/ui/kit"
	"fillet/editor/ui/panel"
)

// dockPart is one panel of the left dock, with its tab.
type dockPart struct {
	panel.Tab
	icon    string // in the strip of a narrow window
	content fyne.CanvasObject
	keys    fyne.CanvasObject // focused by F6
	shown   func()            // called when the part becomes visible and may be stale
}

// dock is the left panel, which shows one of its parts at a time. In a narrow window it shrinks to a strip, whose
// panels open over the canvas.
type dock struct {
	look    *kit.Look
	sizes   *panel.Sizes
	parts   []dockPart
	changed func() // called when another part comes to the front or the dock opens or closes

	content  *fyne.Container
	strip    *fyne.Container
	head     *panel.Head
	stack    *fyne.Container
	buttons  []*kit.IconButton
	splitter *kit.Splitter
	cover    *kit.Shield

	isNarrow, isOpen bool // there is no room beside the canvas; a panel is open over the canvas
	isCovered        bool // a playtest runs, so the dock is visible but disabled
}

// dockStrip is the strip's width.
const dockStrip = 38

// build makes the dock from its parts in the current colours.
func (d *dock) build(onDrag func(dx float32), onEnd func(), parts ...dockPart) {
	d.parts = parts
	tabs := make([]panel.Tab, len(parts))
	d.stack, d.buttons = container.NewStack(), nil
	for i, p := range parts {
		tabs[i] = p.Tab
		d.stack.Add(p.content)
		b := kit.NewIconButton(d.look, p.icon, p.Label, "", func() { d.press(p.Panel) })
		b.Side = dockStrip - 8
		d.buttons = append(d.buttons, b)
	}
	d.head = panel.NewHead(d.look, tabs, d.front(), kit.NewSpace())
	d.head.Tabs.OnPick = func(p panel.Name) { d.show(p) }
	line := func() fyne.CanvasObject { return kit.Rule(d.look) }
	ground := kit.Ground(d.look, d.look.Colors().Panel)
	d.cover = kit.NewShield(kit.Filled(kit.Veil(d.look.Colors().Panel)))
	d.content = container.NewStack(kit.NewShield(ground), container.NewBorder(nil, nil, nil, line(),
		container.NewBorder(d.head.Content, nil, nil, nil, d.stack)), d.cover)
	column := container.New(kit.Lines(4))
	for _, b := range d.buttons {
		column.Add(b)
	}
	d.strip = container.NewBorder(nil, nil, nil, line(), kit.Pad(4, 6, 4, 0, column))
	d.splitter = kit.NewSplitter(d.look, true, onDrag, onEnd)
	d.showFront()
}

func (d *dock) front() panel.Name {
	if slices.ContainsFunc(d.parts, func(p dockPart) bool { return p.Panel == d.sizes.DockFront }) {
		return d.sizes.DockFront
	}
	return d.parts[0].Panel
}

func (d *dock) show(p panel.Name) {
	d.sizes.DockFront = p
	d.showFront()
	d.changed()
}

// showFront shows the part in front and highlights its button in the strip.
func (d *dock) showFront() {
	front := d.front()
	d.head.Tabs.SetOwn(front)
	kit.SetVisible(d.cover, d.isCovered)
	for i, p := range d.parts {
		isFront := p.Panel == front
		kit.SetVisible(p.content, isFront)
		d.buttons[i].SetOn(isFront && d.isOpen && d.isNarrow)
		if isFront && d.isSeen() {
			p.shown()
		}
	}
}

// press handles a click on the strip: it opens a part over the canvas, or closes the part.
func (d *dock) press(p panel.Name) {
	if d.isCovered {
		return
	}
	d.isOpen = !d.isOpen || d.front() != p
	d.show(p)
}

// pressedBeside handles a click on the canvas: it closes a dock that is open over it.
func (d *dock) pressedBeside() {
	if d.isNarrow && d.isOpen && !d.isCovered {
		d.isOpen = false
		d.showFront()
		d.changed()
	}
}

// canOpen reports whether a key can bring the dock into view.
func (d *dock) canOpen() bool { return !d.isCovered && !d.sizes.IsHidden(panel.DockPanel) }

func (d *dock) isSeen() bool {
	return !d.sizes.IsHidden(panel.DockPanel) && (!d.isNarrow || d.isOpen && !d.isCovered)
}

// isShowing reports whether a panel is visible.
func (d *dock) isShowing(p panel.Name) bool { return len(d.parts) > 0 && d.isSeen() && d.front() == p }

// toggle hides or shows the dock. In a narrow window it opens or closes the panel over the canvas.
func (d *dock) toggle() {
	hidden := d.sizes.IsHidden(panel.DockPanel)
	switch {
	case !d.isNarrow:
		d.sizes.Hide(panel.DockPanel, !hidden)
	case hidden:
		d.sizes.Hide(panel.DockPanel, false)
		d.isOpen = true
	default:
		d.isOpen = !d.isOpen
	}
	d.showFront()
	d.changed()
}

func (d *dock) setCovered(on bool) {
	if d.isCovered == on {
		return
	}
	d.isCovered = on
	d.showFront()
	d.changed()
}

// reveal brings a part to the front and into view.
func (d *dock) reveal(p panel.Name) {
	d.sizes.Hide(panel.DockPanel, false)
	d.isOpen = true
	d.show(p)
}

// keys returns the object of the front part that F6 focuses.
func (d *dock) keys() fyne.CanvasObject {
	for _, p := range d.parts {
		if p.Panel == d.front() {
			return p.keys
		}
	}
	return nil
}

// place lays the dock out from left and returns the left edge of the canvas.
func (d *dock) place(left, height, width, largest float32) float32 {
	d.isNarrow = width < panel.NarrowBelow
	isShown := !d.sizes.IsHidden(panel.DockPanel)
	wide := min(max(d.sizes.Dock, panel.LeastDock), max(largest, panel.LeastDock))
	begin := left
	if isShown && d.isNarrow {
		kit.Put(d.strip, left, 0, dockStrip, height)
		begin += dockStrip
	}
	isSeen := d.isSeen()
	if isSeen {
		kit.Put(d.content, begin, 0, wide, height)
		kit.Put(d.splitter, begin+wide-kit.SplitterSize/2, 0, kit.SplitterSize, height)
	}
	kit.SetVisible(d.strip, isShown && d.isNarrow)
	kit.SetVisible(d.content, isSeen)
	kit.SetVisible(d.splitter, isSeen)
	if isSeen && !d.isNarrow {
		begin += wide
	}
	return begin
}
