package panel

import (
	"fmt"
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"fillet/editor/ui/kit"
)

// Tab is one of several panels that share a place.
type Tab struct {
	Label string
	Panel Name
}

// LowerPanels are the panels below the inspector, in tab order.
var LowerPanels = []Tab{{"Contacts", ContactPanel}, {"Problems", ProblemPanel}}

// Head is the title bar of panels that share a place, with their tabs.
type Head struct {
	Content fyne.CanvasObject
	Tabs    *TabStrip
}

// NewHead returns the title bar of one of the panels. The object right of the tabs takes the remaining width.
func NewHead(l *kit.Look, tabs []Tab, own Name, right fyne.CanvasObject) *Head {
	h := &Head{Tabs: newTabStrip(l, tabs, own)}
	h.Content = container.NewStack(kit.Ground(l, l.Colors().Header),
		container.New(kit.Fixed{W: 0, H: kit.RowHeight - 1}, kit.Pad(kit.Edge, 0, kit.Edge-kit.FieldInset, 0,
			container.New(kit.RowOf(1), h.Tabs, right))))
	return h
}

// NewCountedHead returns a title bar with a summary on the right. If the summary is truncated, its tooltip shows all of
// it.
func NewCountedHead(l *kit.Look, tabs []Tab, own Name) (*Head, *kit.TippedText) {
	text := kit.Text("", l.Colors().Quiet, kit.SmallText)
	text.Alignment = fyne.TextAlignTrailing
	caption := kit.NewTippedText(l, text)
	return NewHead(l, tabs, own, caption), caption
}

// TabStrip shows the names of panels that share a place. Clicking one shows its panel.
type TabStrip struct {
	widget.BaseWidget
	kit.Pressable
	look   *kit.Look
	tabs   []Tab
	counts []int
	Own    Name
	OnPick func(Name) // nil until the window sets it

	plate *kit.Plate
	texts []*canvas.Text
	line  *canvas.Rectangle
}

func newTabStrip(l *kit.Look, tabs []Tab, own Name) *TabStrip {
	s := &TabStrip{look: l, tabs: tabs, counts: make([]int, len(tabs)), Own: own}
	s.Pressable = kit.Pressable{Keys: l, Self: s, Press: func() {
		s.move(1)
	}, Step: s.move, Redraw: s.Refresh, Spoken: s.spoken}
	s.ExtendBaseWidget(s)
	return s
}

func (s *TabStrip) spoken() string {
	at := s.own()
	if len(s.tabs) == 1 {
		return s.tabs[at].Label
	}
	return fmt.Sprintf("%s, one of %d panels", s.label(at), len(s.tabs))
}

// own returns the index of the panel to which the strip belongs.
func (s *TabStrip) own() int {
	return max(slices.IndexFunc(s.tabs, func(t Tab) bool { return t.Panel == s.Own }), 0)
}

// label returns the text of a tab, with its count unless the count is 0.
func (s *TabStrip) label(i int) string {
	if s.counts[i] > 0 {
		return fmt.Sprintf("%s %d", s.tabs[i].Label, s.counts[i])
	}
	return s.tabs[i].Label
}

// SetCount sets the number after a panel's name; 0 hides it.
func (s *TabStrip) SetCount(p Name, n int) {
	i := slices.IndexFunc(s.tabs, func(t Tab) bool { return t.Panel == p })
	if i < 0 || s.counts[i] == n {
		return
	}
	s.counts[i] = n
	s.Refresh()
}

func (s *TabStrip) SetOwn(p Name) {
	if s.Own != p {
		s.Own = p
		s.Refresh()
	}
}

func (s *TabStrip) move(by int) { s.OnPick(s.tabs[(s.own()+by+len(s.tabs))%len(s.tabs)].Panel) }

const tabGap = 14

func (s *TabStrip) CreateRenderer() fyne.WidgetRenderer {
	s.plate, s.line, s.texts = kit.NewPlate(s.look, 3), kit.Filled(s.look.Colors().Accent), nil
	objects := []fyne.CanvasObject{s.plate.Picture, s.line}
	for i := range s.tabs {
		label := kit.Text(s.label(i), s.look.Colors().Quiet, kit.TextSize)
		s.texts = append(s.texts, label)
		objects = append(objects, label)
	}
	return kit.Placed(s, s.update, s.place, objects...)
}

func (s *TabStrip) MinSize() fyne.Size {
	return fyne.NewSize(s.edgeOf(len(s.tabs))-tabGap, kit.RowHeight-1)
}

func (s *TabStrip) edgeOf(i int) float32 {
	var x float32
	for k := range s.tabs[:i] {
		x += fyne.MeasureText(s.label(k), kit.TextSize, fyne.TextStyle{Bold: true}).Width + tabGap
	}
	return x
}

func (s *TabStrip) update() {
	p := s.look.Colors()
	s.plate.StrokeWidth = 0
	s.Ring(s.plate)
	s.plate.Refresh()
	for i, t := range s.tabs {
		s.texts[i].Text, s.texts[i].Color, s.texts[i].TextStyle.Bold = s.label(i), p.Quiet, false
		if t.Panel == s.Own {
			s.texts[i].Color, s.texts[i].TextStyle.Bold = p.Text, true
		}
	}
}

func (s *TabStrip) Tapped(e *fyne.PointEvent) {
	defer s.look.Catch()
	s.look.Focus()
	for i := range s.tabs {
		if e.Position.X < s.edgeOf(i+1)-tabGap/2 {
			s.OnPick(s.tabs[i].Panel)
			return
		}
	}
}

func (s *TabStrip) place(size fyne.Size) {
	const thick = 2
	kit.Put(s.plate.Picture, -4, 3, size.Width+8, size.Height-6)
	for i, t := range s.tabs {
		x, w := s.edgeOf(i), s.edgeOf(i+1)-s.edgeOf(i)-tabGap
		h := s.texts[i].MinSize().Height
		kit.Put(s.texts[i], x, (size.Height-h)/2, w, h)
		if t.Panel == s.Own {
			kit.Put(s.line, x, size.Height-thick, w, thick)
		}
	}
}

// lowPanel lays out a panel that hides its filters and column headings when it is low, unless a filter is active.
type lowPanel struct {
	body    *fyne.Container
	canHide func() bool
	filters fyne.CanvasObject
	columns fyne.CanvasObject
	legend  fyne.CanvasObject // takes its room from the other parts
}

func (l lowPanel) MinSize([]fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(l.body.MinSize().Width, 0)
}

func (l lowPanel) Layout(o []fyne.CanvasObject, size fyne.Size) {
	room := size.Height
	if l.legend.Visible() {
		room -= l.legend.MinSize().Height
	}
	isLow := room < FullLower
	kit.SetVisible(l.columns, !isLow)
	kit.SetVisible(l.filters, !isLow || !l.canHide())
	kit.Put(o[0], 0, 0, size.Width, size.Height)
}
