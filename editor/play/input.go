package play

import (
	"math"

	"fillet/editor/level"
)

// Input is the state of the controls during one step. The run detects new presses.
type Input struct {
	X, Y    float64 // -1 to 1: left to right, up to down
	Jump    bool    // jump, or fire the jetpack; with Y > 0 on a one-way platform, drop through
	Reverse bool    // pressing it flips gravity

	// Grab is a dynamic body that the pointer holds, at the point where the grab began, and pulls to Target.
	Grab   level.ID
	Target Vec
}

// sane returns the input with numbers clamped to their ranges and NaNs dropped.
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

// down reports whether the player asks to drop through the ground.
func (in Input) down() bool { return in.Y > 0.5 }
