package kit

import (
	"image/color"
	"math"
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
	Typing   func()                  // called when a field gains the focus, because key releases then go only to it
	Later    func(wait time.Duration, do func()) (stop func())
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

func (l *Look) Colors() *Colors { return l.Theme.Colors() }

// NoColor is fully transparent. It is the only value that the toolkit skips: other colours with zero alpha cost as much
// as visible ones.
var NoColor color.Color = color.Transparent

// Gamepad is the state of a gamepad, or the combined state of all. Buttons are named after their positions on an Xbox
// gamepad.
type Gamepad struct {
	X, Y                  float64 // left stick: -1 to 1, left to right and up to down
	Left, Right, Up, Down bool    // D-pad
	A, B                  bool
	Back, Start, Bumper   bool // either bumper
}

// With combines the states of two gamepads. The stick that is pushed farther wins.
func (g Gamepad) With(h Gamepad) Gamepad {
	if math.Hypot(h.X, h.Y) > math.Hypot(g.X, g.Y) {
		g.X, g.Y = h.X, h.Y
	}
	g.Left, g.Right, g.Up, g.Down = g.Left || h.Left, g.Right || h.Right, g.Up || h.Up, g.Down || h.Down
	g.A, g.B, g.Back, g.Start, g.Bumper = g.A || h.A, g.B || h.B, g.Back || h.Back, g.Start || h.Start,
		g.Bumper || h.Bumper
	return g
}

// Gamepads polls the connected gamepads.
type Gamepads struct {
	Read func() Gamepad // nil: not supported
	Away bool           // another program has the focus, so the input is ignored
}

// Held returns the current state, which is zero without a gamepad. Call it on the UI thread.
func (g *Gamepads) Held() Gamepad {
	if g.Read == nil || g.Away {
		return Gamepad{}
	}
	return g.Read()
}
