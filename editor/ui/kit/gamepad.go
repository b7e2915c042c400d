package kit

import "math"

// Gamepad is the state of a gamepad, or the combined state of all. Buttons are named after their positions on an Xbox
// gamepad.
type Gamepad struct {
	X, Y                  float64 // left stick: -1 to 1, left to right and up to down
	Left, Right, Up, Down bool    // D-pad
	A, B                  bool
	Back, Start, Bumper   bool // either bumper
}

// With combines the states of two gamepads. The stick that is pushed farther wins.
func (g Gamepad) With(other Gamepad) Gamepad {
	if math.Hypot(other.X, other.Y) > math.Hypot(g.X, g.Y) {
		g.X, g.Y = other.X, other.Y
	}
	g.Left, g.Right, g.Up, g.Down = g.Left || other.Left, g.Right || other.Right, g.Up || other.Up, g.Down || other.Down
	g.A, g.B, g.Back, g.Start, g.Bumper = g.A || other.A, g.B || other.B, g.Back || other.Back, g.Start || other.Start,
		g.Bumper || other.Bumper
	return g
}

// Gamepads polls the connected gamepads.
type Gamepads struct {
	Read func() Gamepad // nil: not supported
	Away bool           // another program has the focus, so the input is ignored
}

// Held returns the current state, which is zero without a gamepad. Call it on the window's thread.
func (g *Gamepads) Held() Gamepad {
	if g.Read == nil || g.Away {
		return Gamepad{}
	}
	return g.Read()
}
