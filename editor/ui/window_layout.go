package ui

import (
	"fyne.io/fyne/v2"

	"fillet/editor/ui/kit"
	"fillet/editor/ui/panel"
)

// frame lays out the window: the tools at the left with the dock beside them, the side panel at the right, the status
// bar at the bottom, the canvas in between, and the splitters over the edges of the dock and the side panel.
type frame struct {
	sizes *panel.Sizes
	dock  *dock
	begin func(left float32) // called with the left edge of the canvas
}

func (f *frame) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.NewSize(560, 300) }

// Layout expects the centre, left, right, bottom, splitter, and the dock's strip, panel and splitter, in this order.
// Hidden objects leave their room to the canvas.
func (f *frame) Layout(o []fyne.CanvasObject, size fyne.Size) {
	const bottom = 27
	const leastCanvas, leastSide = 160, 260 // fits rows of three words beside their label
	l := float32(kit.ToolsWidth)
	f.sizes.Side = min(max(f.sizes.Side, leastSide), max(size.Width-l-leastCanvas, leastSide))
	r := f.sizes.Side
	if !o[1].Visible() {
		l = 0
	}
	if !o[2].Visible() {
		r = 0
	}
	h := size.Height - bottom
	begin := f.dock.place(l, h, size.Width, size.Width-l-r-leastCanvas)
	kit.Put(o[0], begin, 0, size.Width-begin-r, h)
	kit.Put(o[1], 0, 0, l, h)
	kit.Put(o[2], size.Width-r, 0, r, h)
	kit.Put(o[3], 0, h, size.Width, bottom)
	kit.Put(o[4], size.Width-r-kit.SplitterSize/2, 0, kit.SplitterSize, h)
	f.begin(begin)
}

// column lays out the side panel: the inspector, the panel below it, and the splitter between them.
type column struct {
	sizes *panel.Sizes
	wants func() float32 // the height the inspector needs
}

func (c *column) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.NewSize(200, 260) }

func (c *column) Layout(o []fyne.CanvasObject, size fyne.Size) {
	inspector, lower := c.sizes.Within(size.Height, c.wants())
	kit.Put(o[0], 0, 0, size.Width, inspector)
	kit.Put(o[1], 0, inspector, size.Width, lower)
	kit.Put(o[2], 0, inspector-kit.SplitterSize/2, size.Width, kit.SplitterSize)
}
