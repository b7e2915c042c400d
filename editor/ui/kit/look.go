package kit

import (
	"image/color"
	"time"

	"fyne.io/fyne/v2"
)

// Look holds the colours, icons and tooltips that the window's widgets share, and their access to its thread and keys.
type Look struct {
	Thread
	Theme    *Theme
	Icons    iconCache
	Tips     *Tooltips
	Focus    func()                  // returns the focus to the canvas
	Key      func(*fyne.KeyEvent)    // handles a key that the focused control does not use
	Reveal   func(fyne.CanvasObject) // scrolls a focused control into view
	Typing   func()                  // called when a field gains the focus: then only the field gets key releases
	Later    laterFunc
	TakeBack func() // cancels the current drag of a slider or label; nil if there is none
	Gamepads Gamepads
	Shortcut func(fyne.Shortcut) bool // performs the window's command of a shortcut and reports whether there is one
}

// NewLook makes the look of a window in the given mode.
func NewLook(m Mode) *Look {
	l := &Look{
		Theme: newTheme(m), Tips: NewTooltips(), Focus: func() {}, Typing: func() {},
		Key: func(*fyne.KeyEvent) {}, Reveal: func(fyne.CanvasObject) {}, Shortcut: func(fyne.Shortcut) bool {
			return false
		},
	}
	l.Later = l.After
	return l
}

// StepBack cancels the current drag of a slider or label, and reports whether there was one.
func (l *Look) StepBack() bool {
	if l.TakeBack == nil {
		return false
	}
	l.TakeBack()
	return true
}

// Colors returns the current colours.
func (l *Look) Colors() *Colors { return l.Theme.Colors() }

// laterFunc calls do on the window's thread after a delay, unless it is stopped before.
type laterFunc func(wait time.Duration, do func()) (stop func())

// NoColor is fully transparent. It is the only value that the toolkit does not paint: other colours with zero alpha
// cost as much as visible ones.
var NoColor color.Color = color.Transparent
