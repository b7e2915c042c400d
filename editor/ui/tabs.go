package ui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"fillet/editor/ui/kit"
)

// panelHead is the title bar of one of the lower panels at the side. Where the window is too low for the panels to stand
// below each other they share one place, and their title bars have tabs instead of the title.
type panelHead struct {
	content fyne.CanvasObject
	tabs    *tabStrip
	usual   []fyne.CanvasObject // what the tabs stand in for
}

// newPanelHead makes the title bar of one panel. what stays in it with tabs as well are the keep.
func newPanelHead(l *kit.Look, own panel, sub *canvas.Text, swap fyne.CanvasObject, keep ...fyne.CanvasObject) *panelHead {
	title := kit.Bold("", l.Colors().Text, kit.TextSize)
	for _, t := range lowerPanels {
		if t.panel == own {
			title.Text = t.label
		}
	}
	h := &panelHead{tabs: newTabStrip(l, own), usual: []fyne.CanvasObject{title, sub}}
	objects := []fyne.CanvasObject{title, h.tabs, kit.NewSpace(), sub}
	if swap != nil {
		h.usual = append(h.usual, swap)
		objects = append(objects, swap)
	}
	h.tabs.Hide()
	h.content = container.NewStack(kit.Ground(l, l.Colors().Header),
		container.New(kit.Fixed{W: 0, H: kit.RowHeight - 1}, kit.Pad(kit.Edge, 0, kit.Edge-4, 0, container.New(kit.Row{Gap: kit.Gap, Grow: 2}, append(objects, keep...)...))))
	return h
}

// setTabbed shows tabs, or the title.
func (h *panelHead) setTabbed(on bool) {
	if h.tabs.Visible() == on {
		return
	}
	for _, o := range h.usual {
		kit.SetVisible(o, !on)
	}
	kit.SetVisible(h.tabs, on)
	h.content.Refresh()
}

// lowerPanels are the panels below the inspector, in the order of their tabs.
var lowerPanels = []struct {
	label string
	panel panel
}{{"Layers", layerPanel}, {"Contacts", contactPanel}, {"Problems", problemPanel}}

// tabStrip names the panels that share a place; a click brings one to the front.
type tabStrip struct {
	widget.BaseWidget
	kit.Pressable
	look   *kit.Look
	own    panel
	onPick func(panel) // nil until the window knows

	plate *kit.Plate
	texts []*canvas.Text
	line  *canvas.Rectangle
}

func newTabStrip(l *kit.Look, own panel) *tabStrip {
	s := &tabStrip{look: l, own: own}
	s.Pressable = kit.Pressable{Keys: l, Self: s, Press: func() { s.move(1) }, Step: s.move, Redraw: s.Refresh, Says: s.spoken}
	s.ExtendBaseWidget(s)
	return s
}

func (s *tabStrip) spoken() string {
	for _, t := range lowerPanels {
		if t.panel == s.own {
			return t.label + ", one of three panels"
		}
	}
	return ""
}

// move brings the panel before or after to the front.
func (s *tabStrip) move(by int) {
	for i, t := range lowerPanels {
		if t.panel == s.own {
			s.pick((i + by + len(lowerPanels)) % len(lowerPanels))
			return
		}
	}
}

func (s *tabStrip) pick(i int) {
	if s.onPick != nil {
		s.onPick(lowerPanels[i].panel)
	}
}

const tabGap = 14

// CreateRenderer implements fyne.Widget.
func (s *tabStrip) CreateRenderer() fyne.WidgetRenderer {
	s.plate, s.line = kit.NewPlate(s.look, 3), kit.Filled(s.look.Colors().Accent)
	objects := []fyne.CanvasObject{s.plate.Picture, s.line}
	for _, t := range lowerPanels {
		label := kit.Text(t.label, s.look.Colors().Quiet, kit.TextSize)
		label.TextStyle.Bold = true
		s.texts = append(s.texts, label)
		objects = append(objects, label)
	}
	s.update()
	return widget.NewSimpleRenderer(container.New(tabLayout{s}, objects...))
}

// MinSize implements fyne.Widget.
func (s *tabStrip) MinSize() fyne.Size {
	return fyne.NewSize(s.edgeOf(len(lowerPanels))-tabGap, kit.RowHeight-1)
}

// edgeOf is where the i-th tab begins.
func (s *tabStrip) edgeOf(i int) float32 {
	var x float32
	for _, t := range lowerPanels[:i] {
		x += fyne.MeasureText(t.label, kit.TextSize, fyne.TextStyle{Bold: true}).Width + tabGap
	}
	return x
}

// Refresh implements fyne.Widget.
func (s *tabStrip) Refresh() {
	if s.plate != nil {
		s.update()
	}
	s.BaseWidget.Refresh()
}

func (s *tabStrip) update() {
	p := s.look.Colors()
	s.plate.StrokeWidth = 0
	s.Ring(s.plate)
	s.plate.Refresh()
	for i, t := range lowerPanels {
		s.texts[i].Color = p.Quiet
		if t.panel == s.own {
			s.texts[i].Color = p.Text
		}
	}
}

// Tapped implements fyne.Tappable.
func (s *tabStrip) Tapped(e *fyne.PointEvent) {
	defer s.look.Catch()
	s.look.Focus()
	for i := range lowerPanels {
		if e.Position.X < s.edgeOf(i+1)-tabGap/2 {
			s.pick(i)
			return
		}
	}
}

// tabLayout lays out a strip's plate, line and labels.
type tabLayout struct{ s *tabStrip }

func (l tabLayout) MinSize([]fyne.CanvasObject) fyne.Size { return l.s.MinSize() }

func (l tabLayout) Layout(o []fyne.CanvasObject, size fyne.Size) {
	const thick = 2
	kit.Put(o[0], -4, 3, size.Width+8, size.Height-6)
	for i, t := range lowerPanels {
		x, w := l.s.edgeOf(i), l.s.edgeOf(i+1)-l.s.edgeOf(i)-tabGap
		h := o[2+i].MinSize().Height
		kit.Put(o[2+i], x, (size.Height-h)/2, w, h)
		if t.panel == l.s.own {
			kit.Put(o[1], x, size.Height-thick, w, thick)
		}
	}
}
