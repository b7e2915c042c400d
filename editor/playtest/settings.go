package playtest

import (
	"fmt"
	"math"

	"fillet/collision"
	"fillet/editor/level"
)

// Vec is a point or a direction in the plane.
type Vec = collision.Vec

// Rate is the number of steps a second.
const Rate = 60

// stepTime is the length of a step, in seconds.
const stepTime = 1.0 / Rate

// The modes, which are the level file's.
const (
	Platformer = level.Platformer
	TopDown    = level.TopDown
)

// Settings are the character's and the world's: those of a level file, with the shape that they make.
type Settings struct {
	level.Playtest
	Body   []collision.Shape // the character's shape about its position; none stands for what Form and Size make
	Filter collision.Filter  // what the character collides with; the zero value is everything
}

// DefaultSettings is a character that walks and jumps.
func DefaultSettings() Settings { return Settings{Playtest: level.DefaultPlaytest()} }

// sane returns the settings with what is not valid replaced by its default, or cut to its range.
func (s Settings) sane() Settings {
	def := level.DefaultPlaytest()
	if s.Mode != TopDown {
		s.Mode = Platformer
	}
	defaults := def.Numbers()
	for i, n := range s.Numbers() {
		if math.IsNaN(*n.Value) {
			*n.Value = *defaults[i].Value
		}
		*n.Value = min(max(*n.Value, n.Least), n.Most)
	}
	if len(s.Body) == 0 {
		body, err := BodyOf(s.Playtest)
		if err != nil {
			body = DefaultBody()
		}
		s.Body = body
	}
	return s
}

// BodyOf is the character's shape about its position, as its form and size say.
func BodyOf(p level.Playtest) ([]collision.Shape, error) {
	switch p.Form {
	case level.BoxForm:
		return BoxBody(p.Size.X, p.Size.Y)
	case level.CircleForm:
		return CircleBody(p.Size.X)
	case level.CapsuleForm:
		return CapsuleBody(p.Size.X, p.Size.Y)
	}
	return nil, fmt.Errorf("body is %q; it is %s, %s or %s", p.Form, level.BoxForm, level.CapsuleForm, level.CircleForm)
}

// characterGravity is the character's own.
func (s *Settings) characterGravity() float64 {
	if s.JumpHeight == 0 {
		return s.Gravity
	}
	return 2 * s.JumpHeight / (s.TimeToApex * s.TimeToApex)
}

// jumpSpeed is the speed with which a jump starts.
func (s *Settings) jumpSpeed() float64 { return 2 * s.JumpHeight / s.TimeToApex }

// DefaultBody is a capsule of 14 by 24.
func DefaultBody() []collision.Shape {
	body, err := CapsuleBody(14, 24)
	if err != nil {
		panic(err) // the numbers above make a capsule
	}
	return body
}

// BoxBody is a character's body of that width and height, about its middle.
func BoxBody(width, height float64) ([]collision.Shape, error) {
	return one(collision.Box(float64(width/2), float64(height/2), 0))
}

// CapsuleBody is a capsule of that width and height, about its middle: upright when it is higher than wide.
func CapsuleBody(width, height float64) ([]collision.Shape, error) {
	r := float64(min(width, height) / 2)
	half := Vec{X: float64(width/2) - r, Y: float64(height/2) - r}
	return one(collision.Capsule(half.Neg(), half, r))
}

// CircleBody is a disc of that diameter.
func CircleBody(diameter float64) ([]collision.Shape, error) {
	return one(collision.Circle(Vec{}, float64(diameter/2)))
}

func one(s collision.Shape, err error) ([]collision.Shape, error) {
	if err != nil {
		return nil, err
	}
	return []collision.Shape{s}, nil
}
