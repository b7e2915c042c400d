package tool

import (
	"errors"
	"math"
	"strconv"

	"fillet/collision"
	"fillet/editor/level"
)

// number writes a length or an angle with what a person wants to see of it.
func number(x float64) string {
	return strconv.FormatFloat(math.Round(x*10)/10+0, 'f', -1, 64)
}

func vecText(v level.Vec) string { return number(v.X) + ", " + number(v.Y) }

// reason returns an error's text without the name of the collider, which the user is looking at.
func reason(err error) string {
	var ce *level.ColliderError
	if errors.As(err, &ce) {
		return ce.Err.Error()
	}
	return err.Error()
}

// outlineError is the place in an outline that an error is about, in the shape's own frame.
func outlineError(err error) (at level.Vec, ok bool) {
	var oe *collision.OutlineError
	if !errors.As(err, &oe) {
		return level.Vec{}, false
	}
	switch oe.Kind {
	case collision.SelfCrossing, collision.SelfTouching, collision.HoleOutside, collision.Duplicate:
		return oe.At, true
	}
	return level.Vec{}, false
}

// tidy rounds coordinates to four decimals, so that what a drag computes reads well in the file.
func tidy(v level.Vec) level.Vec { return level.Vec{X: tidyNumber(v.X), Y: tidyNumber(v.Y)} }

func tidyNumber(x float64) float64 {
	const step = 1e4
	return math.Round(x*step)/step + 0
}

// neat is a collider with tidy numbers.
func neat(c *level.Collider) *level.Collider {
	c.Position = tidy(c.Position)
	c.Shape.Size = tidy(c.Shape.Size)
	c.Shape.Radius = tidyNumber(c.Shape.Radius)
	c.Shape = c.Shape.Map(tidy).Clamped()
	return c
}

func outlineKind(err error) (collision.OutlineErrorKind, bool) {
	var oe *collision.OutlineError
	if !errors.As(err, &oe) {
		return 0, false
	}
	return oe.Kind, true
}
