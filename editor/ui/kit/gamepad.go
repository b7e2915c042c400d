package kit

import "math"

// Gamepad is what is held of a gamepad, or of all that are there. The buttons have the names of their places on an Xbox one.
type Gamepad struct {
	X, Y                  float64 // of the left stick: -1 to 1, left to right and up to down
	Left, Right, Up, Down bool    // of the cross
	A, B                  bool
	Back, Start, Bumper   bool // either bumper
}

// With is what is held of two: of the sticks the one that is held farther.
func (g Gamepad) With(other Gamepad) Gamepad {
	if math.Hypot(other.X, other.Y) > math.Hypot(g.X, g.Y) {
		g.X, g.Y = other.X, other.Y
	}
	g.Left, g.Right, g.Up, g.Down = g.Left || other.Left, g.Right || other.Right, g.Up || other.Up, g.Down || other.Down
	g.A, g.B, g.Back, g.Start, g.Bumper = g.A || other.A, g.B || other.B, g.Back || other.Back, g.Start || other.Start, g.Bumper || other.Bumper
	return g
}

// Gamepads are those of the machine.
type Gamepads struct {
	Read func() Gamepad // nil: the program has no way to them
	Away bool           // another program is in front, and what is held is meant for it
}

// Held is what is held now, on the window's thread; nothing where there is none.
func (g *Gamepads) Held() Gamepad {
	if g.Read == nil || g.Away {
		return Gamepad{}
	}
	return g.Read()
}
