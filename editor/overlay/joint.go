package overlay

import (
	"math"

	"fillet/editor/level"
)

// Joint is a joint between two points: a hinge is drawn as a ring around its pin, a spring as a zigzag, and a slack
// rope as a sagging line.
type Joint struct {
	At, To Vec
	Form   JointForm
	Length float64 // rest length of a spring, or maximum length of a rope
	Ink    Ink
	Thin   bool // drawn thin, because there are many
}

// ManyJoints is the number of joints above which all are drawn thin, so that a soft body stays visible.
const ManyJoints = 24

// JointForm is the way a joint is drawn.
type JointForm uint8

// The forms of joints.
const (
	HingeForm JointForm = iota
	SpringForm
	RodForm
	RopeForm
)

// JointOf returns the drawing of a level's joint between two points.
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

// RopeParts is the number of straight segments that a rope is drawn with.
const RopeParts = 12

// Along returns the point at t on the drawn joint, from 0 at one end to 1 at the other. A rope longer than the distance
// between its ends sags as a parabola of about its length.
func (j Joint) Along(t float64) Vec {
	d := j.To.Sub(j.At)
	sag := 0.0
	if l := d.Len(); j.Form == RopeForm && j.Length > l {
		sag = math.Sqrt(float64(3 * (j.Length - l) * (j.Length + l) / 16))
	}
	return j.At.MulAdd(d, t).Add(Vec{Y: float64(4 * sag * t * (1 - t))})
}

func (Joint) isItem() {}
