package kit

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
)

// Pressable makes a control usable by keyboard: Tab stops at it, Space and Enter press it, and every
// key that it has no use for does what it does everywhere else.
type Pressable struct {
	Keys    *Look
	Self    fyne.CanvasObject
	Press   func()
	Step    func(by int)  // left and right; nil: those keys are not wanted
	Skipped func() bool   // Tab passes it by; nil: never
	Says    func() string // what a screen reader says of it
	Redraw  func()
	focused bool
}

// FocusGained implements fyne.Focusable.
func (p *Pressable) FocusGained() {
	defer p.Keys.Catch()
	p.focused = true
	p.Redraw()
	p.Keys.Reveal(p.Self)
}

// FocusLost implements fyne.Focusable.
func (p *Pressable) FocusLost() {
	defer p.Keys.Catch()
	p.focused = false
	p.Redraw()
}

// TypedRune implements fyne.Focusable. What is typed arrives as keys as well.
func (p *Pressable) TypedRune(rune) {}

// TypedKey implements fyne.Focusable.
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

// AccessibilityLabel implements fyne.Accessible.
func (p *Pressable) AccessibilityLabel() string { return p.Says() }

// AccessibilityRole implements fyne.Accessible.
func (p *Pressable) AccessibilityRole() fyne.AccessibleRole { return fyne.AccessibleRoleButton }

// Enable implements fyne.Disableable.
func (p *Pressable) Enable() {}

// Disable implements fyne.Disableable.
func (p *Pressable) Disable() {}

// Disabled implements fyne.Disableable, which is how Fyne asks whether Tab stops here.
func (p *Pressable) Disabled() bool { return p.Skipped != nil && p.Skipped() }

// Ring is the colour of a control's outline: the accent while it has the keys.
func (p *Pressable) Ring(plate *Plate) {
	if p.focused {
		plate.StrokeColor, plate.StrokeWidth = p.Keys.Colors().Accent, 2
	}
}

// Field gives a plate the look of a field: lighter under the pointer, with the ring while it has the keys.
func (p *Pressable) Field(plate *Plate, over bool) {
	c := p.Keys.Colors()
	plate.FillColor, plate.StrokeColor, plate.StrokeWidth = c.Field, c.Line, 1
	if over {
		plate.FillColor = c.Hover
	}
	p.Ring(plate)
	plate.Refresh()
}

// Outline gives a plate that has no other line the ring, or takes it away.
func (p *Pressable) Outline(plate *Plate) {
	plate.StrokeWidth = 0
	p.Ring(plate)
	plate.Refresh()
}

// FirstFocusable is the first control below o that Tab would stop at, or nil.
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

// Holds reports whether an object is o or stands below it.
func Holds(o, what fyne.CanvasObject) bool {
	return o == what || slices.ContainsFunc(ChildrenOf(o), func(c fyne.CanvasObject) bool { return Holds(c, what) })
}

// ChildrenOf returns the objects that an object shows, as far as the focus has to look for controls in it.
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
