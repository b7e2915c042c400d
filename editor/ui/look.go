package ui

import (
	"image/color"
	"time"

	"fyne.io/fyne/v2"

	"fillet/editor/render"
)

// look is what every widget of the window needs to draw itself: the colours in force, the icons and the tooltips.
type look struct {
	door
	theme  *filletTheme
	icons  iconCache
	tips   *tooltips
	focus  func()                  // gives the keys back to the canvas
	key    func(*fyne.KeyEvent)    // does what a key does that the focused control has no use for
	reveal func(fyne.CanvasObject) // scrolls a control that has the keys into sight
	later  laterFunc

	glyphs   *systemGlyphs            // nil: characters that the canvas's own font lacks are boxes
	shortcut func(fyne.Shortcut) bool // does what a key with modifiers does in the window, and reports whether it does anything
}

func newLook(m mode) *look {
	l := &look{theme: newTheme(m), tips: newTooltips(), focus: func() {}, key: func(*fyne.KeyEvent) {}, reveal: func(fyne.CanvasObject) {}, shortcut: func(fyne.Shortcut) bool { return false }}
	l.later = l.door.later
	return l
}

// renderer makes pictures of the level, with the system's fonts where they are used.
func (l *look) renderer() *render.Renderer {
	r := render.NewRenderer()
	if l.glyphs != nil {
		r.SetGlyphs(l.glyphs)
	}
	return r
}

func (l *look) p() *palette { return l.theme.palette() }

// laterFunc has something done on the window's thread after a while, unless it is stopped before.
type laterFunc func(wait time.Duration, do func()) (stop func())

// noColor is no colour at all. It is the one value that the toolkit does not paint: any other colour without alpha costs as
// much as one that can be seen.
var noColor color.Color = color.Transparent
