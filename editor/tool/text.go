package tool

import (
	"errors"

	"fillet/collision"
	"fillet/collision/polygon"
	"fillet/editor/level"
	"fillet/editor/overlay"
)

// number writes a length or an angle with what a person wants to see of it.
func number(x float64) string { return overlay.Number(x) }

func vecText(v level.Vec) string { return number(v.X) + ", " + number(v.Y) }

// reason returns an error's text without the name of the collider, which the user is looking at.
func reason(err error) string {
	var ce *level.ColliderError
	if errors.As(err, &ce) {
		return ce.Err.Error()
	}
	return err.Error()
}

// outlineFaults says what is wrong with an outline at one place.
var outlineFaults = map[polygon.ErrorKind]string{
	polygon.SelfCrossing: "The outline crosses itself",
	polygon.SelfTouching: "The outline touches itself",
	polygon.Duplicate:    "Two corners stand together",
	polygon.HoleOutside:  "A hole is outside the outline",
}

// outlineFault says what an error finds wrong with the outline of a shape that stands at xf, and where in the level; false
// where it is not about one place of it.
func outlineFault(err error, xf collision.Transform) (text string, at level.Vec, ok bool) {
	var oe *polygon.Error
	if !errors.As(err, &oe) || outlineFaults[oe.Kind] == "" {
		return "", level.Vec{}, false
	}
	at = xf.Apply(oe.At)
	return outlineFaults[oe.Kind] + " at " + vecText(at), at, true
}

// tidy rounds coordinates to four decimals, so that what a drag computes reads well in the file.
func tidy(v level.Vec) level.Vec { return overlay.Tidy(v) }

func tidyNumber(x float64) float64 { return overlay.TidyNumber(x) }

// neat is a collider with tidy numbers.
func neat(c *level.Collider) *level.Collider {
	c.Position = tidy(c.Position)
	c.Shape.Size = tidy(c.Shape.Size)
	c.Shape.Radius = tidyNumber(c.Shape.Radius)
	c.Shape = c.Shape.Map(tidy).Clamped()
	return c
}
