package panel

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"fillet/editor/ui/kit"
)

// Head is the title bar of one of the lower panels at the side. Where the window is too low for the panels to stand
// below each other they share one place, and their title bars have tabs instead of the title.
type Head struct {
	content fyne.CanvasObject
	Tabs    *TabStrip
	usual   []fyne.CanvasObject // what the tabs stand in for
}

// newPanelHead makes the title bar of one panel. what stays in it with tabs as well are the keep.
func newPanelHead(l *kit.Look, own Name, sub *canvas.Text, swap fyne.CanvasObject, keep ...fyne.CanvasObject) *Head {
	title := kit.Bold("", l.Colors().Text, kit.TextSize)
	for _, t := range LowerPanels {
		if t.Panel == own {
			title.Text = t.Label
		}
	}
	h := &Head{Tabs: newTabStrip(l, own), usual: []fyne.CanvasObject{title, sub}}
	objects := []fyne.CanvasObject{title, h.Tabs, kit.NewSpace(), sub}
	if swap != nil {
		h.usual = append(h.usual, swap)
		objects = append(objects, swap)
	}
	h.Tabs.Hide()
	h.content = container.NewStack(kit.Ground(l, l.Colors().Header),
		container.New(kit.Fixed{W: 0, H: kit.RowHeight - 1}, kit.Pad(kit.Edge, 0, kit.Edge-4, 0, container.New(kit.Row{Gap: kit.Gap, Grow: 2}, append(objects, keep...)...))))
	return h
}

// SetTabbed shows tabs, or the title.
func (h *Head) SetTabbed(on bool) {
	if h.Tabs.Visible() == on {
		return
	}
	for _, o := range h.usual {
		kit.SetVisible(o, !on)
	}
	kit.SetVisible(h.Tabs, on)
	h.content.Refresh()
}

// LowerPanels are the panels below the inspector, in the order of their tabs.
var LowerPanels = []struct {
	Label string
	Panel Name
}{{"Layers", LayerPanel}, {"Contacts", ContactPanel}, {"Problems", ProblemPanel}}

// TabStrip names the panels that share a place; a click brings one to the front.
type TabStrip struct {
	widget.BaseWidget
	kit.Pressable
	look   *kit.Look
	Own    Name
	OnPick func(Name) // nil until the window knows

	plate *kit.Plate
	texts []*canvas.Text
	line  *canvas.Rectangle
}

func newTabStrip(l *kit.Look, own Name) *TabStrip {
	s := &TabStrip{look: l, Own: own}
	s.Pressable = kit.Pressable{Keys: l, Self: s, Press: func() { s.move(1) }, Step: s.move, Redraw: s.Refresh, Says: s.spoken}
	s.ExtendBaseWidget(s)
	return s
}

func (s *TabStrip) spoken() string {
	for _, t := range LowerPanels {
		if t.Panel == s.Own {
			return t.Label + ", one of three panels"
		}
	}
	return ""
}

// move brings the panel before or after to the front.
func (s *TabStrip) move(by int) {
	for i, t := range LowerPanels {
		if t.Panel == s.Own {
			s.pick((i + by + len(LowerPanels)) % len(LowerPanels))
			return
		}
	}
}

func (s *TabStrip) pick(i int) {
	if s.OnPick != nil {
		s.OnPick(LowerPanels[i].Panel)
	}
}

const tabGap = 14

// CreateRenderer implements fyne.Widget.
func (s *TabStrip) CreateRenderer() fyne.WidgetRenderer {
	s.plate, s.line = kit.NewPlate(s.look, 3), kit.Filled(s.look.Colors().Accent)
	objects := []fyne.CanvasObject{s.plate.Picture, s.line}
	for _, t := range LowerPanels {
		label := kit.Text(t.Label, s.look.Colors().Quiet, kit.TextSize)
		label.TextStyle.Bold = true
		s.texts = append(s.texts, label)
		objects = append(objects, label)
	}
	s.update()
	return widget.NewSimpleRenderer(container.New(tabLayout{s}, objects...))
}

// MinSize implements fyne.Widget.
func (s *TabStrip) MinSize() fyne.Size {
	return fyne.NewSize(s.edgeOf(len(LowerPanels))-tabGap, kit.RowHeight-1)
}

// edgeOf is where the i-th tab begins.
func (s *TabStrip) edgeOf(i int) float32 {
	var x float32
	for _, t := range LowerPanels[:i] {
		x += fyne.MeasureText(t.Label, kit.TextSize, fyne.TextStyle{Bold: true}).Width + tabGap
	}
	return x
}

// Refresh implements fyne.Widget.
func (s *TabStrip) Refresh() {
	if s.plate != nil {
		s.update()
	}
	s.BaseWidget.Refresh()
}

func (s *TabStrip) update() {
	p := s.look.Colors()
	s.plate.StrokeWidth = 0
	s.Ring(s.plate)
	s.plate.Refresh()
	for i, t := range LowerPanels {
		s.texts[i].Color = p.Quiet
		if t.Panel == s.Own {
			s.texts[i].Color = p.Text
		}
	}
}

// Tapped implements fyne.Tappable.
func (s *TabStrip) Tapped(e *fyne.PointEvent) {
	defer s.look.Catch()
	s.look.Focus()
	for i := range LowerPanels {
		if e.Position.X < s.edgeOf(i+1)-tabGap/2 {
			s.pick(i)
			return
		}
	}
}

// tabLayout lays out a strip's plate, line and labels.
type tabLayout struct{ s *TabStrip }

func (l tabLayout) MinSize([]fyne.CanvasObject) fyne.Size { return l.s.MinSize() }

func (l tabLayout) Layout(o []fyne.CanvasObject, size fyne.Size) {
	const thick = 2
	kit.Put(o[0], -4, 3, size.Width+8, size.Height-6)
	for i, t := range LowerPanels {
		x, w := l.s.edgeOf(i), l.s.edgeOf(i+1)-l.s.edgeOf(i)-tabGap
		h := o[2+i].MinSize().Height
		kit.Put(o[2+i], x, (size.Height-h)/2, w, h)
		if t.Panel == l.s.Own {
			kit.Put(o[1], x, size.Height-thick, w, thick)
		}
	}
}
