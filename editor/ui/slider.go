package ui

import (
	"strconv"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"
)

// slider is a value between 0 and a most, dragged along a groove. It has the window's own theme, and reports where a drag
// begins and ends, so that one drag can be one step of the history.
type slider struct {
	widget.BaseWidget
	pressable
	look        *look
	name        string
	most, value float64
	step        float64
	onChange    func(float64)
	onEnd       func() // a drag, a click or a key is over

	hovered, dragging    bool
	dropped              bool // what is left of the drag counts for nothing
	groove, filled, knob *canvas.Rectangle
}

// knobSize is the width of the part that is dragged.
const knobSize = 14

func newSlider(l *look, onChange func(float64), onEnd func()) *slider {
	s := &slider{look: l, most: 1, onChange: onChange, onEnd: onEnd}
	s.pressable = pressable{keys: l, self: s, press: func() {}, step: s.move, redraw: s.Refresh, says: s.spoken}
	s.ExtendBaseWidget(s)
	return s
}

// show sets the range and the value without telling anybody.
func (s *slider) show(value, most, step float64) {
	if s.value != value || s.most != most || s.step != step {
		s.value, s.most, s.step = value, most, step
		s.Refresh()
	}
}

// drop has the rest of a drag that is under way count for nothing.
func (s *slider) drop() { s.dropped = s.dragging }

func (s *slider) setName(name string) { s.name = name }

func (s *slider) spoken() string {
	return strings.TrimSpace(s.name+" "+strconv.FormatFloat(s.value, 'f', -1, 64)) + " of " + strconv.FormatFloat(s.most, 'f', -1, 64)
}

// CreateRenderer implements fyne.Widget.
func (s *slider) CreateRenderer() fyne.WidgetRenderer {
	s.groove, s.filled, s.knob = filled(noColor), filled(noColor), filled(noColor)
	s.groove.CornerRadius, s.filled.CornerRadius, s.knob.CornerRadius = 2, 2, knobSize/2
	s.update()
	return &sliderRenderer{s}
}

// MinSize implements fyne.Widget.
func (s *slider) MinSize() fyne.Size { return fyne.NewSize(40, fieldHeight) }

// Refresh implements fyne.Widget.
func (s *slider) Refresh() {
	if s.knob != nil {
		s.update()
		s.place(s.Size())
	}
	s.BaseWidget.Refresh()
}

func (s *slider) update() {
	p := s.look.p()
	s.groove.FillColor, s.filled.FillColor, s.knob.FillColor = p.line, p.accent, p.accent
	s.knob.StrokeWidth = 0
	if s.hovered || s.dragging {
		s.knob.StrokeColor, s.knob.StrokeWidth = p.text, 1
	}
	if s.focused {
		s.knob.StrokeColor, s.knob.StrokeWidth = p.text, 2
	}
}

// place puts the parts where the value is.
func (s *slider) place(size fyne.Size) {
	const thick = 4
	middle, room := size.Height/2, max(size.Width-knobSize, 0)
	part := float32(0)
	if s.most > 0 {
		part = float32(min(max(s.value/s.most, 0), 1))
	}
	put(s.groove, 0, middle-thick/2, size.Width, thick)
	put(s.filled, 0, middle-thick/2, knobSize/2+part*room, thick)
	put(s.knob, part*room, middle-knobSize/2, knobSize, knobSize)
}

// to goes to the value at a place along the groove.
func (s *slider) to(x float32) {
	room := s.Size().Width - knobSize
	if room <= 0 {
		return
	}
	s.set(float64((x-knobSize/2)/room) * s.most)
}

func (s *slider) set(value float64) {
	if s.step > 0 {
		value = s.step * float64(int(value/s.step+0.5))
	}
	value = min(max(value, 0), s.most)
	if value == s.value {
		return
	}
	s.value = value
	s.onChange(value)
	s.Refresh()
}

func (s *slider) move(by int) {
	s.set(s.value + float64(by)*s.step)
	s.onEnd()
}

// Dragged implements fyne.Draggable.
func (s *slider) Dragged(e *fyne.DragEvent) {
	defer s.look.catch()
	s.dragging = true
	if !s.dropped {
		s.to(e.Position.X)
	}
}

// DragEnd implements fyne.Draggable.
func (s *slider) DragEnd() {
	defer s.look.catch()
	s.dragging, s.dropped = false, false
	s.onEnd()
	s.Refresh()
}

// Tapped implements fyne.Tappable.
func (s *slider) Tapped(e *fyne.PointEvent) {
	defer s.look.catch()
	s.to(e.Position.X)
	s.onEnd()
}

// Cursor implements desktop.Cursorable.
func (s *slider) Cursor() desktop.Cursor { return desktop.PointerCursor }

// MouseIn implements desktop.Hoverable.
func (s *slider) MouseIn(*desktop.MouseEvent) {
	defer s.look.catch()
	s.hovered = true
	s.Refresh()
}

// MouseMoved implements desktop.Hoverable.
func (s *slider) MouseMoved(*desktop.MouseEvent) {}

// MouseOut implements desktop.Hoverable.
func (s *slider) MouseOut() {
	defer s.look.catch()
	s.hovered = false
	s.Refresh()
}

type sliderRenderer struct{ s *slider }

func (r *sliderRenderer) Layout(size fyne.Size) { r.s.place(size) }
func (r *sliderRenderer) MinSize() fyne.Size    { return r.s.MinSize() }
func (r *sliderRenderer) Refresh() {
	for _, o := range r.Objects() {
		o.Refresh()
	}
}

func (r *sliderRenderer) Objects() []fyne.CanvasObject {
	return []fyne.CanvasObject{r.s.groove, r.s.filled, r.s.knob}
}
func (r *sliderRenderer) Destroy() {}
