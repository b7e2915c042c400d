package play

import (
	"math"

	"fillet/collision"
	"fillet/collision/dynamics"
	"fillet/editor/level"
)

// Vec is a point or a vector in the plane.
type Vec = collision.Vec

// The modes of the level file.
const (
	Platformer = level.Platformer
	TopDown    = level.TopDown
)

// Settings holds the settings of the character and the world: a level file's playtest settings, and the shapes that
// follow from them.
type Settings struct {
	level.Playtest
	// the character's shapes relative to its position; if empty, Form and Size determine them
	Body   []collision.Shape
	Filter collision.Filter // the character's collision filter; the zero value collides with everything
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
		*n.Value = min(max(*n.Value, n.Min), n.Max)
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

// Forms returns the sets of shapes that the character can have: its own and, if it can crouch, the crouched ones for
// gravity pulling down and up.
func (s Settings) Forms() [][]collision.Shape {
	s = s.sane()
	forms := [][]collision.Shape{s.Body}
	if s.Crouch && s.Mode != TopDown {
		forms = append(forms, s.crouched(1), s.crouched(-1))
	}
	return forms
}

// gravity returns the acceleration that pulls bodies down.
func (s *Settings) gravity(down Vec) Vec {
	if s.Mode == TopDown {
		return Vec{}
	}
	return down.Mul(s.Gravity)
}

// characterGravity returns the gravity that acts on the character.
func (s *Settings) characterGravity() float64 {
	if s.JumpHeight == 0 {
		return s.Gravity
	}
	return 2 * s.JumpHeight / (s.TimeToApex * s.TimeToApex)
}

func (s *Settings) jumpSpeed() float64 { return 2 * s.JumpHeight / s.TimeToApex }

// DefaultBody returns a capsule of 14 by 24.
func DefaultBody() []collision.Shape {
	body, err := level.DefaultPlaytest().Body()
	if err != nil {
		panic(err) // the defaults are valid
	}
	return body
}

// Input is the state of the controls during one step. The run detects new presses.
type Input struct {
	X, Y    float64 // -1 to 1: left to right, up to down
	Jump    bool    // jump, or fire the jetpack; with Y > 0 on a one-way platform, drop through
	Reverse bool    // pressing it flips gravity

	// Grab is a dynamic body that the pointer holds. The pointer pulls the point where the grab began to Target.
	Grab   level.ID
	Target Vec
}

// sane returns the input with numbers clamped to their ranges and NaNs dropped.
func (in Input) sane() Input {
	axis := func(x float64) float64 {
		if math.IsNaN(x) {
			return 0
		}
		return min(max(x, -1), 1)
	}
	in.X, in.Y = axis(in.X), axis(in.Y)
	const far = 1e7
	if !(math.Abs(in.Target.X) <= far && math.Abs(in.Target.Y) <= far) || in.Grab == 0 {
		in.Grab, in.Target = 0, Vec{}
	}
	return in
}

// down reports whether the input asks to drop through the ground.
func (in Input) down() bool { return in.Y > 0.5 }

// Tolerances. Lengths are in pixels.
const (
	// skinWidth is how much the character is shrunk for casts, so that it does not trip over the seam of two nearly
	// level floors. The resulting overlap is resolved exactly, at once.
	skinWidth = collision.DefaultSkin

	// touchSlop is the distance up to which the character touches something. It allows for rounding on slopes at large
	// coordinates.
	touchSlop = 0.01

	// leastFall is the fall speed of a character that must not fall, because a Mover takes 0 for no limit.
	leastFall = 1e-9
)

// lawsOf returns the laws for the settings of a level, without gravity: see [Settings.gravity].
func lawsOf(s *Settings) dynamics.Settings {
	span := max(1, int(math.Floor(float64(s.SleepTime*Rate/dynamics.RestSpans)+0.5)))
	damping, spinDamping := s.BodyDamping()
	return dynamics.Settings{
		Damping: damping, SpinDamping: spinDamping, BounceSpeed: s.BounceSpeed,
		RollingResistance: s.RollingResistance, MaxSpin: s.MaxSpin, SleepSpeed: s.SleepSpeed, SleepSpan: span,
		GrabStrength: max(s.Gravity, 200), Friction: s.FrictionMix.Of, Restitution: s.RestitutionMix.Of,
	}
}

// Constants of the solver.
const (
	Rate     = 60 // the number of steps per second
	stepTime = dynamics.StepTime
	Slop     = dynamics.Slop // how deep a resting body may sink in
)
