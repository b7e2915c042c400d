package play

import (
	"math"

	"fillet/editor/level"
)

// Input says what is held down during one step. The run itself notices what has just been pressed.
type Input struct {
	X, Y    float64 // -1 to 1: left to right, up to down
	Jump    bool    // jump, or the jetpack; with Y > 0 on a one-way platform: drop through
	Reverse bool    // pressing it turns gravity around

	// Grab is a dynamic body that the pointer holds where it was when the grab began, and pulls to Target.
	Grab   level.ID
	Target Vec
}

// sane returns the input with numbers out of range cut, and those that are none dropped.
func (in Input) sane() Input {
	axis := func(x float64) float64 {
		if math.IsNaN(x) {
			return 0
		}
		return min(max(x, -1), 1)
	}
	in.X, in.Y = axis(in.X), axis(in.Y)
	const far = 1e7
	if !(math.Abs(in.Target.X) <= far && math.Abs(in.Target.Y) <= far) || in.Grab == 0 {
		in.Grab, in.Target = 0, Vec{}
	}
	return in
}

// down reports whether the character is asked to drop through what it stands on.
func (in Input) down() bool { return in.Y > 0.5 }
