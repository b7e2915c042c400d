package kit

import (
	"cmp"
	"math"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"
)

// Scrub is the label beside a number field, or the letter in it. Dragging it sideways changes the number. A pixel is
// one step, ten with Shift, a tenth with Ctrl; Escape cancels the drag. A click focuses the field.
type Scrub struct {
	widget.BaseWidget
	Hover
	field *NumberField
	label *CutText // nil: the field's letter is used

	steps   float64                   // steps dragged so far
	by      func(by float64)          // changes the number relative to the start; nil without a drag
	end     func(keep bool)           // ends the drag
	dropped bool                      // the rest of the drag is ignored
	Held    func() (shift, ctrl bool) // returns the held modifiers
}

// NewScrub makes a label for a field; without text it covers the field's letter.
func NewScrub(l *Look, text *canvas.Text, field *NumberField) *Scrub {
	var label *CutText // a TippedText would intercept the hover that shows the scrub's tooltip
	if text != nil {
		label = &CutText{Shown: text, Full: text.Text, line: Beginning(text.Text)}
		label.ExtendBaseWidget(label)
	}
	s := &Scrub{field: field, label: label, Held: HeldKeys}
	s.Hover = NewHover(l, s, nil, func() (string, string) {
		if label != nil {
			if full, _ := label.Tip(); full != "" {
				return full, ""
			}
		}
		if !s.canDrag() {
			return "", ""
		}
		return "Drag to change · Shift: by tens · Ctrl: by tenths", ""
	})
	s.ExtendBaseWidget(s)
	return s
}

// Lettered makes a number field whose letter can be dragged; see [Scrub].
func Lettered(l *Look, field *NumberField) fyne.CanvasObject {
	overIcon := container.New(Exact{W: IconSize + FieldInset}, NewScrub(l, nil, field))
	return container.NewStack(field, container.NewBorder(nil, nil, overIcon, nil))
}

// HeldKeys reports whether Shift, and Ctrl or Cmd, are pressed. Motion and scroll events do not tell.
func HeldKeys() (shift, ctrl bool) {
	mods := heldModifiers()
	return mods&fyne.KeyModifierShift != 0, mods&(fyne.KeyModifierControl|fyne.KeyModifierSuper) != 0
}

// HeldAlt reports whether Alt is pressed, like [HeldKeys].
func HeldAlt() bool { return heldModifiers()&fyne.KeyModifierAlt != 0 }

func heldModifiers() fyne.KeyModifier {
	if d, ok := fyne.CurrentApp().Driver().(desktop.Driver); ok {
		return d.CurrentKeyModifiers()
	}
	return 0
}

// Label returns the label's text, or "" for a letter.
func (s *Scrub) Label() string {
	if s.label == nil {
		return ""
	}
	return s.label.Full
}

func (s *Scrub) CreateRenderer() fyne.WidgetRenderer {
	if s.label == nil {
		return widget.NewSimpleRenderer(NewSpace())
	}
	return widget.NewSimpleRenderer(s.label)
}

func (s *Scrub) MinSize() fyne.Size {
	if s.label == nil {
		return fyne.Size{}
	}
	return s.label.MinSize()
}

// canDrag reports whether a drag has an effect.
func (s *Scrub) canDrag() bool { return !s.field.mixed || s.field.OnDrag != nil }

func (s *Scrub) Cursor() desktop.Cursor {
	if s.canDrag() {
		return desktop.HResizeCursor
	}
	return desktop.DefaultCursor
}

func (s *Scrub) Tapped(*fyne.PointEvent) {
	defer s.look.Catch()
	if c := fyne.CurrentApp().Driver().CanvasForObject(s.field); c != nil {
		c.Focus(s.field)
	}
}

func (s *Scrub) Dragged(e *fyne.DragEvent) {
	defer s.look.Catch()
	if s.dropped || !s.canDrag() {
		return
	}
	if s.by == nil {
		s.begin()
	}
	shift, fine := s.Held()
	factor, unit := 1.0, 1.0
	switch {
	case shift:
		factor = 10
	case fine:
		factor, unit = 0.1, 0.1
	}
	s.steps += float64(e.Dragged.DX) * factor
	s.by(math.Round(s.steps/unit) * unit * cmp.Or(s.field.Step, 1))
}

func (s *Scrub) begin() {
	s.look.Tips.Hide(s)
	s.look.Focus() // accepts typed text
	f := s.field
	if f.OnDrag != nil {
		s.by, s.end = f.OnDrag()
	} else {
		start := f.value
		s.by = func(by float64) { f.OnChange(Tidy(start + by)) }
		s.end = func(keep bool) {
			if !keep {
				f.OnChange(start)
			}
		}
	}
	s.steps = 0
	s.look.TakeBack = func() {
		s.finish(false)
		s.dropped = true
	}
}

// finish ends the drag and keeps or reverts the change.
func (s *Scrub) finish(keep bool) {
	if end := s.end; end != nil {
		s.by, s.end, s.look.TakeBack = nil, nil, nil
		end(keep)
	}
}

func (s *Scrub) DragEnd() {
	defer s.look.Catch()
	s.finish(true)
	s.dropped = false
}

// Tidy rounds the result of decimal arithmetic: 0.1 + 0.2 becomes 0.3.
func Tidy(x float64) float64 {
	const parts = 1e6
	if math.Abs(x) > 1e9 {
		return x
	}
	return math.Round(x*parts) / parts
}
