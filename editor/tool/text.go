package tool

import (
	"errors"

	"fillet/collision"
	"fillet/collision/polygon"
	"fillet/editor/level"
	"fillet/editor/overlay"
)

// number formats a length or an angle for display.
func number(x float64) string { return overlay.Number(x) }

func vecText(v level.Vec) string { return number(v.X) + ", " + number(v.Y) }

// reason returns an error's text without the name of the collider, which the user already knows.
func reason(err error) string {
	var ce *level.ColliderError
	if errors.As(err, &ce) {
		return ce.Err.Error()
	}
	return err.Error()
}

// outlineFaults holds the messages for faults at a single point of an outline.
var outlineFaults = map[polygon.ErrorKind]string{
	polygon.SelfCrossing: "The outline crosses itself",
	polygon.SelfTouching: "The outline touches itself",
	polygon.Duplicate:    "Two vertices coincide",
	polygon.HoleOutside:  "A hole is outside the outline",
}

// outlineFault describes an error in the outline of a shape placed at xf, and returns its position in the level. ok is
// false if the error has no single position.
func outlineFault(err error, xf collision.Transform) (text string, at level.Vec, ok bool) {
	var oe *polygon.Error
	if !errors.As(err, &oe) || outlineFaults[oe.Kind] == "" {
		return "", level.Vec{}, false
	}
	at = xf.Apply(oe.At)
	return outlineFaults[oe.Kind] + " at " + vecText(at), at, true
}

// tidy rounds coordinates to four decimals, so that dragged values are readable in the file.
func tidy(v level.Vec) level.Vec { return overlay.Tidy(v) }

func tidyNumber(x float64) float64 { return overlay.TidyNumber(x) }

// neat tidies the numbers of a collider in place and returns the collider.
func neat(c *level.Collider) *level.Collider {
	c.Position = tidy(c.Position)
	c.Shape.Size = tidy(c.Shape.Size)
	c.Shape.Radius = tidyNumber(c.Shape.Radius)
	c.Shape = c.Shape.Map(tidy).Clamped()
	return c
}
