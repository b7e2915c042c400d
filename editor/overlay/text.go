package overlay

import (
	"math"
	"strconv"

	"fillet/collision"
	"fillet/editor/level"
)

// RotateStep is the step of a rotation with Shift, in degrees.
const RotateStep = 15

// Number writes a length or an angle with what a person wants to see of it.
func Number(x float64) string {
	return strconv.FormatFloat(math.Round(x*10)/10+0, 'f', -1, 64)
}

// Fine writes a length for somebody who measures it.
func Fine(x float64) string {
	const step = 1e3
	return strconv.FormatFloat(math.Round(x*step)/step+0, 'f', -1, 64)
}

// Tidy rounds coordinates to four decimals, so that what a drag computes reads well in the file.
func Tidy(v level.Vec) level.Vec { return level.Vec{X: TidyNumber(v.X), Y: TidyNumber(v.Y)} }

// TidyNumber is Tidy for one number.
func TidyNumber(x float64) float64 {
	const step = 1e4
	return math.Round(x*step)/step + 0
}

// Direction is that from a point to another one, in radians.
func Direction(from, to level.Vec) float64 { return collision.Atan2(to.Y-from.Y, to.X-from.X) }
