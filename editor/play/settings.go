package play

import (
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

// stillSpan is for how many steps it is measured how far bodies move: see [Run.updateStill].
func (s *Settings) stillSpan() int {
	return max(1, int(math.Floor(float64(s.SleepTime*Rate/stillSpans)+0.5)))
}

// stillWay is how far a point of what comes to rest moves in that time at most.
func (s *Settings) stillWay() float64 {
	return float64(s.SleepSpeed * stepTime * float64(s.stillSpan()))
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
	body, err := level.DefaultPlaytest().Body()
	if err != nil {
		panic(err) // the defaults are valid
	}
	return body
}
