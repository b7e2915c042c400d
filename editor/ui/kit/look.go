package kit

import (
	"image/color"
	"time"

	"fyne.io/fyne/v2"
)

// Look is what every widget of the window needs to draw itself: the colours in force, the icons and the tooltips.
type Look struct {
	Thread
	Theme    *Theme
	Icons    iconCache
	Tips     *Tooltips
	Focus    func()                  // gives the keys back to the canvas
	Key      func(*fyne.KeyEvent)    // does what a key does that the focused control has no use for
	Reveal   func(fyne.CanvasObject) // scrolls a control that has the keys into sight
	Typing   func()                  // a field takes the keys: it hears of what is let go from then on, and nothing else does
	Later    laterFunc
	TakeBack func() // undoes the drag of a slider or of a label that is under way; nil while there is none
	Gamepads Gamepads
	Shortcut func(fyne.Shortcut) bool // does what a key with modifiers does in the window, and reports whether it does anything
}

// NewLook is the look of a window in the light colours, the dark ones, or those of the system.
func NewLook(m Mode) *Look {
	l := &Look{Theme: newTheme(m), Tips: NewTooltips(), Focus: func() {}, Typing: func() {}, Key: func(*fyne.KeyEvent) {}, Reveal: func(fyne.CanvasObject) {}, Shortcut: func(fyne.Shortcut) bool { return false }}
	l.Later = l.After
	return l
}

// StepBack drops the drag of a slider or of a label that is under way, and reports whether there was one.
func (l *Look) StepBack() bool {
	if l.TakeBack == nil {
		return false
	}
	l.TakeBack()
	return true
}

// Colors are the colours in force.
func (l *Look) Colors() *Colors { return l.Theme.Colors() }

// laterFunc has something done on the window's thread after a while, unless it is stopped before.
type laterFunc func(wait time.Duration, do func()) (stop func())

// NoColor is no colour at all. It is the one value that the toolkit does not paint: any other colour without alpha costs as
// much as one that can be seen.
var NoColor color.Color = color.Transparent
