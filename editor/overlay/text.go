package overlay

import (
	"math"
	"strconv"

	"fillet/collision"
	"fillet/editor/level"
)

// RotateStep is the rotation step with Shift held, in degrees.
const RotateStep = 15

// Number formats a length or an angle with at most one decimal.
func Number(x float64) string {
	return strconv.FormatFloat(math.Round(x*10)/10+0, 'f', -1, 64)
}

// Fine formats a length with at most three decimals, for measuring.
func Fine(x float64) string {
	const step = 1e3
	return strconv.FormatFloat(math.Round(x*step)/step+0, 'f', -1, 64)
}

// Tidy rounds coordinates to four decimals, so that dragged values are readable in the file.
func Tidy(v level.Vec) level.Vec { return level.Vec{X: TidyNumber(v.X), Y: TidyNumber(v.Y)} }

// TidyNumber rounds a number like Tidy.
func TidyNumber(x float64) float64 {
	const step = 1e4
	return math.Round(x*step)/step + 0
}

// Direction returns the angle from one point to another, in radians.
func Direction(from, to level.Vec) float64 { return collision.Atan2(to.Y-from.Y, to.X-from.X) }
