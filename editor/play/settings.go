package play

import (
	"math"

	"fillet/collision"
	"fillet/editor/level"
)

// Vec is a point or a vector in the plane.
type Vec = collision.Vec

// Rate is the number of steps per second.
const Rate = 60

// stepTime is the length of a step in seconds.
const stepTime = 1.0 / Rate

// The modes of the level file.
const (
	Platformer = level.Platformer
	TopDown    = level.TopDown
)

// Settings holds the settings of the character and the world: a level file's playtest settings, with the shapes they
// produce.
type Settings struct {
	level.Playtest
	// the character's shapes relative to its position; if empty, they are made from Form and Size
	Body   []collision.Shape
	Filter collision.Filter // what the character collides with; the zero value collides with everything
}

// DefaultSettings returns a character that walks and jumps.
func DefaultSettings() Settings { return Settings{Playtest: level.DefaultPlaytest()} }

// sane returns the settings with invalid values replaced by their defaults or clamped to their ranges.
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
	if !s.FrictionMix.Valid() {
		s.FrictionMix = def.FrictionMix
	}
	if !s.RestitutionMix.Valid() {
		s.RestitutionMix = def.RestitutionMix
	}
	if len(s.Body) == 0 {
		body, err := s.Playtest.Body()
		if err != nil {
			body = DefaultBody()
		}
		s.Body = body
	}
	return s
}

// stillSpan returns the number of steps over which the movement of bodies is measured: see [Run.updateStill].
func (s *Settings) stillSpan() int {
	return max(1, int(math.Floor(float64(s.SleepTime*Rate/stillSpans)+0.5)))
}

// stillWay returns the distance that a point of a resting body may move in that time.
func (s *Settings) stillWay() float64 {
	return float64(s.SleepSpeed * stepTime * float64(s.stillSpan()))
}

// characterGravity returns the gravity that acts on the character.
func (s *Settings) characterGravity() float64 {
	if s.JumpHeight == 0 {
		return s.Gravity
	}
	return 2 * s.JumpHeight / (s.TimeToApex * s.TimeToApex)
}

// jumpSpeed returns the initial speed of a jump.
func (s *Settings) jumpSpeed() float64 { return 2 * s.JumpHeight / s.TimeToApex }

// DefaultBody returns a capsule of 14 by 24.
func DefaultBody() []collision.Shape {
	body, err := level.DefaultPlaytest().Body()
	if err != nil {
		panic(err) // the defaults are valid
	}
	return body
}
