package overlay

import (
	"math"

	"fillet/editor/level"
)

// Joint is a joint between two points: a hinge as a ring about its pin, a spring as a zigzag, a rope as a line that sags where it is slack.
type Joint struct {
	At, To Vec
	Form   JointForm
	Length float64 // of a spring, where it neither pushes nor pulls
	Ink    Ink
	Thin   bool // it is one of many, and drawn as a thin line
}

// ManyJoints is of how many joints each is drawn thin, as those of a soft body would cover it.
const ManyJoints = 24

// JointForm is how a joint is drawn.
type JointForm uint8

// The forms of joints.
const (
	HingeForm JointForm = iota
	SpringForm
	RodForm
	RopeForm
)

// JointOf is a joint of a level between two points.
func JointOf(j *level.Joint, at, to Vec, ink Ink) Joint {
	form := HingeForm
	switch {
	case j.Kind == level.Hinge:
	case j.PullsOnly:
		form = RopeForm
	case j.Frequency == 0:
		form = RodForm
	default:
		form = SpringForm
	}
	return Joint{At: at, To: to, Form: form, Length: j.Length, Ink: ink}
}

// RopeParts is of how many straight parts a rope is drawn.
const RopeParts = 12

// Along is a place on a joint as it is drawn, from 0 at one end to 1 at the other. What a rope is longer than its ends are apart hangs down, as a
// parabola of about that length.
func (j Joint) Along(t float64) Vec {
	d := j.To.Sub(j.At)
	sag := 0.0
	if l := d.Len(); j.Form == RopeForm && j.Length > l {
		sag = math.Sqrt(float64(3 * (j.Length - l) * (j.Length + l) / 16))
	}
	return j.At.MulAdd(d, t).Add(Vec{Y: float64(4 * sag * t * (1 - t))})
}

func (Joint) isItem() {}
