package kit

import (
	"math"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"
)

// Scrub is what is dragged sideways to change the number of a field: the label beside it, or the letter in it. A pixel is a step, with
// Shift ten, with Ctrl a tenth; Escape takes the drag back. A click goes into the field.
type Scrub struct {
	widget.BaseWidget
	Hover
	look  *Look
	field *NumberField
	label *CutText // nil: the letter is the field's own

	steps   float64                   // dragged so far
	by      func(by float64)          // changes the number from what it was at the beginning; nil while nothing is dragged
	end     func(keep bool)           // ends the drag
	dropped bool                      // what is left of the drag counts for nothing
	Held    func() (shift, ctrl bool) // the keys that are held
}

// NewScrub makes a label whose drag changes the number of a field; without a text it lies over the field's letter.
func NewScrub(l *Look, text *canvas.Text, field *NumberField) *Scrub {
	var label *CutText // not one with a tip: the pointer would be over that, and the scrub's own would never show
	if text != nil {
		label = &CutText{Shown: text, Full: text.Text, line: Beginning(text.Text)}
		label.ExtendBaseWidget(label)
	}
	s := &Scrub{look: l, field: field, label: label, Held: heldKeys}
	s.Hover = NewHover(l, s, nil, func() (string, string) {
		if label != nil {
			if whole, _ := label.Tip(); whole != "" {
				return whole, ""
			}
		}
		if !s.canDrag() {
			return "", ""
		}
		return "Drag to change, with Shift by tens, with Ctrl by tenths", ""
	})
	s.ExtendBaseWidget(s)
	return s
}

// Lettered is a number field whose letter can be dragged; see [Scrub].
func Lettered(l *Look, field *NumberField) fyne.CanvasObject {
	return container.New(lettered{}, field, NewScrub(l, nil, field))
}

// lettered lays the second object over the icon of the first, which is a field.
type lettered struct{}

func (lettered) MinSize(o []fyne.CanvasObject) fyne.Size { return o[0].MinSize() }

func (lettered) Layout(o []fyne.CanvasObject, size fyne.Size) {
	Put(o[0], 0, 0, size.Width, size.Height)
	Put(o[1], 0, 0, min(IconSize+FieldInset, size.Width), size.Height)
}

// heldKeys are the keys that change what a drag does.
func heldKeys() (shift, ctrl bool) {
	d, ok := fyne.CurrentApp().Driver().(desktop.Driver)
	if !ok {
		return false, false
	}
	mods := d.CurrentKeyModifiers()
	return mods&fyne.KeyModifierShift != 0, mods&(fyne.KeyModifierControl|fyne.KeyModifierSuper) != 0
}

// Label is the text of the label; "" for a letter.
func (s *Scrub) Label() string {
	if s.label == nil {
		return ""
	}
	return s.label.Full
}

// CreateRenderer implements fyne.Widget.
func (s *Scrub) CreateRenderer() fyne.WidgetRenderer {
	if s.label == nil {
		return widget.NewSimpleRenderer(NewSpace())
	}
	return widget.NewSimpleRenderer(s.label)
}

// MinSize implements fyne.Widget.
func (s *Scrub) MinSize() fyne.Size {
	if s.label == nil {
		return fyne.Size{}
	}
	return s.label.MinSize()
}

// canDrag reports whether a drag changes anything.
func (s *Scrub) canDrag() bool { return !s.field.mixed || s.field.OnDrag != nil }

// Cursor implements desktop.Cursorable.
func (s *Scrub) Cursor() desktop.Cursor {
	if s.canDrag() {
		return desktop.HResizeCursor
	}
	return desktop.DefaultCursor
}

// Tapped implements fyne.Tappable.
func (s *Scrub) Tapped(*fyne.PointEvent) {
	defer s.look.Catch()
	if c := fyne.CurrentApp().Driver().CanvasForObject(s.field); c != nil {
		c.Focus(s.field)
	}
}

// Dragged implements fyne.Draggable.
func (s *Scrub) Dragged(e *fyne.DragEvent) {
	defer s.look.Catch()
	if s.dropped || !s.canDrag() {
		return
	}
	if s.by == nil {
		s.begin()
	}
	shift, fine := s.Held()
	factor, whole := 1.0, 1.0
	switch {
	case shift:
		factor = 10
	case fine:
		factor, whole = 0.1, 0.1
	}
	s.steps += float64(e.Dragged.DX) * factor
	s.by(math.Round(s.steps/whole) * whole * s.field.step())
}

// begin begins the drag.
func (s *Scrub) begin() {
	s.look.Tips.Hide(s)
	s.look.Focus() // what is typed in a field holds
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

// finish ends the drag, and keeps what it changed or takes it back.
func (s *Scrub) finish(keep bool) {
	if end := s.end; end != nil {
		s.by, s.end, s.look.TakeBack = nil, nil, nil
		end(keep)
	}
}

// DragEnd implements fyne.Draggable.
func (s *Scrub) DragEnd() {
	defer s.look.Catch()
	s.finish(true)
	s.dropped = false
}

// Tidy is a sum of decimal numbers as they are written: 0.1 + 0.2 is 0.3.
func Tidy(x float64) float64 {
	const parts = 1e6
	if math.Abs(x) > 1e9 {
		return x
	}
	return math.Round(x*parts) / parts
}
