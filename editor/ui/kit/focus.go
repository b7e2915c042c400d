package kit

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
)

// Pressable is a part that makes a control usable by keyboard: Tab stops at the control, Space and Enter press
// it, and unused keys are passed on.
type Pressable struct {
	Keys    *Look
	Self    fyne.CanvasObject
	Press   func()
	Step    func(by int)  // handles the arrow keys; nil: not used
	Skipped func() bool   // reports whether Tab skips it; nil: never
	Spoken  func() string // label for screen readers
	Redraw  func()
	focused bool
}

func (p *Pressable) FocusGained() {
	defer p.Keys.Catch()
	p.focused = true
	p.Redraw()
	p.Keys.Reveal(p.Self)
}

func (p *Pressable) FocusLost() {
	defer p.Keys.Catch()
	p.focused = false
	p.Redraw()
}

// TypedRune implements fyne.Focusable. Typed characters also arrive as keys.
func (p *Pressable) TypedRune(rune) {}

func (p *Pressable) TypedKey(e *fyne.KeyEvent) {
	defer p.Keys.Catch()
	switch {
	case e.Name == fyne.KeySpace, e.Name == fyne.KeyReturn, e.Name == fyne.KeyEnter:
		p.Press()
	case p.Step != nil && (e.Name == fyne.KeyLeft || e.Name == fyne.KeyUp):
		p.Step(-1)
	case p.Step != nil && (e.Name == fyne.KeyRight || e.Name == fyne.KeyDown):
		p.Step(1)
	default:
		p.Keys.Key(e)
	}
}

func (p *Pressable) AccessibilityLabel() string             { return p.Spoken() }
func (p *Pressable) AccessibilityRole() fyne.AccessibleRole { return fyne.AccessibleRoleButton }
func (p *Pressable) Enable()                                {}
func (p *Pressable) Disable()                               {}

// Disabled implements fyne.Disableable, which Fyne queries to decide whether Tab stops here.
func (p *Pressable) Disabled() bool { return p.Skipped != nil && p.Skipped() }

// Switch sets a part of the control's state, and redraws the control if that changes it.
func (p *Pressable) Switch(state *bool, on bool) {
	if *state != on {
		*state = on
		p.Redraw()
	}
}

// Ring outlines a focused control in the accent colour.
func (p *Pressable) Ring(plate *Plate) {
	if p.focused {
		plate.StrokeColor, plate.StrokeWidth = p.Keys.Colors().Accent, 2
	}
}

// Field styles a plate as a field: marked while it is on, highlighted under the pointer, and ringed when focused.
func (p *Pressable) Field(plate *Plate, on, over bool) {
	c := p.Keys.Colors()
	plate.FillColor, plate.StrokeColor, plate.StrokeWidth = c.Field, c.Line, 1
	switch {
	case on:
		plate.FillColor, plate.StrokeColor = c.Chosen, c.Accent
	case over:
		plate.FillColor = c.Hover
	}
	p.Ring(plate)
	plate.Refresh()
}

// Outline rings a plate without a border when focused.
func (p *Pressable) Outline(plate *Plate) {
	plate.StrokeWidth = 0
	p.Ring(plate)
	plate.Refresh()
}

// Lit styles a plate without a border: highlighted under the pointer, and ringed when focused.
func (p *Pressable) Lit(plate *Plate, over bool) {
	plate.FillColor = NoColor
	if over {
		plate.FillColor = p.Keys.Colors().Hover
	}
	p.Outline(plate)
}

// FocusIn focuses a control in the window of an object, if there is one. A new control has no window until it is drawn.
func FocusIn(o fyne.CanvasObject, control fyne.Focusable) {
	if c := fyne.CurrentApp().Driver().CanvasForObject(o); c != nil {
		c.Focus(control)
	}
}

// FirstFocusable returns the first control in o that Tab would stop at, or nil.
func FirstFocusable(o fyne.CanvasObject) fyne.Focusable {
	if o == nil || !o.Visible() {
		return nil
	}
	if f, ok := o.(fyne.Focusable); ok {
		if d, ok := o.(fyne.Disableable); !ok || !d.Disabled() {
			return f
		}
	}
	for _, c := range ChildrenOf(o) {
		if f := FirstFocusable(c); f != nil {
			return f
		}
	}
	return nil
}

// Holds reports whether an object is o or a descendant of it.
func Holds(o, what fyne.CanvasObject) bool {
	return o == what || slices.ContainsFunc(ChildrenOf(o), func(c fyne.CanvasObject) bool { return Holds(c, what) })
}

// ChildrenOf returns the children of an object that may contain focusable controls.
func ChildrenOf(o fyne.CanvasObject) []fyne.CanvasObject {
	switch o := o.(type) {
	case *fyne.Container:
		return o.Objects
	case *container.ThemeOverride:
		return []fyne.CanvasObject{o.Content}
	case *container.Scroll:
		return []fyne.CanvasObject{o.Content}
	}
	return nil
}
