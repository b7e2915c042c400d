package overlay

import "fillet/editor/level"

// Joint is a joint between two points: a hinge as a ring about its pin, a spring as a zigzag, a rope as a line that sags where it is slack.
type Joint struct {
	At, To Vec
	Form   JointForm
	Length float64 // of a spring, where it neither pushes nor pulls
	Ink    Ink
}

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

func (Joint) isItem() {}
