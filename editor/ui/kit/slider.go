package kit

import (
	"math"
	"strconv"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"
)

// Slider is a control for a value between 0 and a limit, with a knob that is dragged along a groove. It follows the
// window's theme and reports the end of a drag, so that a drag can be a single undo step.
type Slider struct {
	widget.BaseWidget
	Pressable
	Hover
	name       string // read by screen readers
	Max, value float64
	step       float64
	onChange   func(float64)
	onEnd      func()                    // called after a drag, a click or a key
	Held       func() (shift, ctrl bool) // returns the held modifiers: Ctrl makes steps a tenth

	Ticks bool // shows ticks at steps, as many as fit

	dragging             bool
	dropped              bool // the rest of the drag is ignored
	groove, filled, knob *canvas.Rectangle
	ticks                []*canvas.Rectangle
}

// knobSize is the width of the knob.
const knobSize = 14

// NewSlider makes a slider from 0 to 1. onChange receives each value of a drag, and onEnd is called at its end.
func NewSlider(l *Look, onChange func(float64), onEnd func()) *Slider {
	s := &Slider{Max: 1, onChange: onChange, onEnd: onEnd, Held: HeldKeys}
	s.Pressable = Pressable{Keys: l, Self: s, Press: func() {}, Step: s.move, Redraw: s.Refresh, Spoken: s.spoken}
	s.Hover = NewHover(l, s, s.Refresh, nil)
	s.ExtendBaseWidget(s)
	return s
}

// SetValue sets the range and the value without calling onChange.
func (s *Slider) SetValue(value, limit, step float64) {
	if s.value != value || s.Max != limit || s.step != step {
		s.value, s.Max, s.step = value, limit, step
		s.Refresh()
	}
}

// Release makes the slider ignore the rest of the current drag.
func (s *Slider) Release() { s.dropped = s.dragging }

func (s *Slider) SetName(name string) { s.name = name }

func (s *Slider) spoken() string {
	return strings.TrimSpace(s.name+" "+strconv.FormatFloat(s.value, 'f', -1, 64)) + " of " +
		strconv.FormatFloat(s.Max, 'f', -1, 64)
}

func (s *Slider) CreateRenderer() fyne.WidgetRenderer {
	s.groove, s.filled, s.knob = Filled(NoColor), Filled(NoColor), Filled(NoColor)
	s.groove.CornerRadius, s.filled.CornerRadius, s.knob.CornerRadius = 2, 2, knobSize/2
	parts := []fyne.CanvasObject{s.groove}
	s.ticks = nil
	if s.Ticks {
		for range maxTicks {
			tick := Filled(s.look.Colors().Line)
			s.ticks = append(s.ticks, tick)
			parts = append(parts, tick)
		}
	}
	return Placed(s, s.update, s.place, append(parts, s.filled, s.knob)...)
}

func (s *Slider) MinSize() fyne.Size { return fyne.NewSize(40, FieldHeight) }

func (s *Slider) update() {
	p := s.look.Colors()
	s.groove.FillColor, s.filled.FillColor, s.knob.FillColor = p.Line, p.Accent, p.Accent
	s.knob.StrokeWidth = 0
	if s.Over || s.dragging {
		s.knob.StrokeColor, s.knob.StrokeWidth = p.Text, 1
	}
	if s.focused {
		s.knob.StrokeColor, s.knob.StrokeWidth = p.Text, 2
	}
}

// place positions the parts for the current value.
func (s *Slider) place(size fyne.Size) {
	const thick = 4
	middle, room := size.Height/2, max(size.Width-knobSize, 0)
	part := float32(0)
	if s.Max > 0 {
		part = float32(min(max(s.value/s.Max, 0), 1))
	}
	Put(s.groove, 0, middle-thick/2, size.Width, thick)
	Put(s.filled, 0, middle-thick/2, knobSize/2+part*room, thick)
	Put(s.knob, part*room, middle-knobSize/2, knobSize, knobSize)
	every := s.tickEvery(room)
	for i, tick := range s.ticks {
		at := float64(i) * every
		if SetVisible(tick, every > 0 && at <= s.Max*(1+1e-9)); tick.Visible() {
			Put(tick, knobSize/2+float32(at/s.Max)*room-0.5, middle+knobSize/2-2, 1, 5)
		}
	}
}

// maxTicks limits the number of ticks, and minTick is the minimum distance between them, in units.
const (
	maxTicks = 32
	minTick  = 6
)

// tickEvery returns the distance between ticks: 1, 2, 5, 10 and so on steps, far enough apart; 0 means no ticks.
func (s *Slider) tickEvery(room float32) float64 {
	if s.step <= 0 || s.Max <= 0 {
		return 0
	}
	for every := s.step; every <= s.Max; every *= 10 {
		for _, n := range []float64{1, 2, 5} {
			if float64(room)*n*every/s.Max >= minTick && s.Max/(n*every) < maxTicks {
				return n * every
			}
		}
	}
	return 0
}

// to sets the value at a position along the groove.
func (s *Slider) to(x float32) {
	room := s.Size().Width - knobSize
	if room <= 0 {
		return
	}
	s.set(float64((x-knobSize/2)/room) * s.Max)
}

func (s *Slider) set(value float64) {
	value = min(max(value, 0), s.Max)
	step := s.step
	if _, fine := s.Held(); fine {
		step /= 10
	}
	if step > 0 {
		value = min(Tidy(step*math.Round(value/step)), s.Max)
	}
	if value == s.value {
		return
	}
	s.value = value
	s.onChange(value)
	s.Refresh()
}

func (s *Slider) move(by int) {
	s.set(s.value + float64(by)*s.step)
	s.onEnd()
}

func (s *Slider) Dragged(e *fyne.DragEvent) {
	defer s.look.Catch()
	s.dragging = true
	if !s.dropped {
		s.to(e.Position.X)
	}
}

func (s *Slider) DragEnd() {
	defer s.look.Catch()
	s.dragging, s.dropped = false, false
	s.onEnd()
	s.Refresh()
}

func (s *Slider) Tapped(e *fyne.PointEvent) {
	defer s.look.Catch()
	s.to(e.Position.X)
	s.onEnd()
}

func (s *Slider) Cursor() desktop.Cursor { return desktop.PointerCursor }
