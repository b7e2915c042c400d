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

// Mode is how a character is steered.
type Mode string

// The modes.
const (
	Platformer Mode = "platformer" // it falls, walks and jumps
	TopDown    Mode = "top-down"   // seen from above: it moves in all directions, and gravity leaves it alone
)

// Settings are the character's and the world's. Lengths are pixels, times seconds, speeds pixels a second.
type Settings struct {
	Mode   Mode
	Body   []collision.Shape // the character's shape about its position; none stands for DefaultBody
	Filter collision.Filter  // what the character collides with; the zero value is everything

	Speed        float64 // of walking; in TopDown along each axis
	Acceleration float64 // toward it, on the ground and in TopDown
	AirControl   float64 // the same in the air

	JumpHeight float64 // 0: it cannot jump
	TimeToApex float64 // of a jump; with the height it gives the character's own gravity
	CoyoteTime float64 // how long after leaving the ground it can still jump
	JumpBuffer float64 // how long before landing a jump can be asked for
	MaxFall    float64 // the greatest speed of falling

	Jetpack bool
	Thrust  float64 // its acceleration, before gravity takes its part
	Burst   float64 // the speed that it gives at once when it lights
	Fuel    float64 // how long it burns
	Refill  float64 // how long standing on the ground takes to fill it
	MaxRise float64 // the speed from which on it gives no more

	MaxSlope   level.Degrees // the steepest ground that it walks on
	StepHeight float64       // the highest step that it walks up
	Density    float64       // its mass for a square pixel, against bodies

	Gravity  float64 // of bodies, and of a character that cannot jump
	Reversed bool    // everything falls up at first
}

// DefaultSettings is a character that walks and jumps.
func DefaultSettings() Settings {
	return Settings{
		Mode:         Platformer,
		Speed:        140,
		Acceleration: 1400,
		AirControl:   900,
		JumpHeight:   52,
		TimeToApex:   22 * stepTime,
		CoyoteTime:   6 * stepTime,
		JumpBuffer:   6 * stepTime,
		MaxFall:      720,
		Thrust:       1500,
		Burst:        60,
		Fuel:         1.5,
		Refill:       0.4,
		MaxRise:      220,
		MaxSlope:     50,
		StepHeight:   6,
		Density:      3,
		Gravity:      800,
	}
}

// The largest values that Validate accepts: what is beyond crosses a level in one step.
const (
	maxSpeed  = 1e5
	maxLength = 1e5
	maxAccel  = 1e6
	maxTime   = 1e4
)

// limits lists every number of the settings by the name that a property has for it.
func (s *Settings) limits() []limit {
	return []limit{
		{"speed", &s.Speed, 0, maxSpeed},
		{"acceleration", &s.Acceleration, 0, maxAccel},
		{"air_control", &s.AirControl, 0, maxAccel},
		{"jump_height", &s.JumpHeight, 0, maxLength},
		{"time_to_apex", &s.TimeToApex, stepTime, maxTime},
		{"coyote_time", &s.CoyoteTime, 0, maxTime},
		{"jump_buffer", &s.JumpBuffer, 0, maxTime},
		{"max_fall", &s.MaxFall, 0, maxSpeed},
		{"thrust", &s.Thrust, 0, maxAccel},
		{"burst", &s.Burst, 0, maxSpeed},
		{"fuel", &s.Fuel, 0, maxTime},
		{"refill", &s.Refill, 0, maxTime},
		{"max_rise", &s.MaxRise, 0, maxSpeed},
		{"max_slope", (*float64)(&s.MaxSlope), 0, 89},
		{"step_height", &s.StepHeight, 0, maxLength},
		{"density", &s.Density, 1e-6, 1e6},
		{"gravity", &s.Gravity, 0, maxAccel},
	}
}

type limit struct {
	name     string
	value    *float64
	from, to float64
}

// Validate says which setting is out of its range.
func (s Settings) Validate() error {
	if s.Mode != Platformer && s.Mode != TopDown {
		return fmt.Errorf("mode is %q; it is %s or %s", s.Mode, Platformer, TopDown)
	}
	for _, l := range s.limits() {
		if v := *l.value; !(v >= l.from && v <= l.to) {
			return fmt.Errorf("%s is %g; it is %g to %g", l.name, v, l.from, l.to)
		}
	}
	return nil
}

// sane returns the settings with what is not valid replaced by its default, or cut to its range.
func (s Settings) sane() Settings {
	def := DefaultSettings()
	if s.Mode != TopDown {
		s.Mode = Platformer
	}
	defaults := def.limits()
	for i, l := range s.limits() {
		if math.IsNaN(*l.value) {
			*l.value = *defaults[i].value
		}
		*l.value = min(max(*l.value, l.from), l.to)
	}
	if len(s.Body) == 0 {
		s.Body = DefaultBody()
	}
	return s
}

// gravity is the character's own.
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
	return one(collision.Box(width/2, height/2, 0))
}

// CapsuleBody is a capsule of that width and height, about its middle: upright when it is higher than wide.
func CapsuleBody(width, height float64) ([]collision.Shape, error) {
	r := min(width, height) / 2
	half := Vec{X: width/2 - r, Y: height/2 - r}
	return one(collision.Capsule(half.Neg(), half, r))
}

// CircleBody is a disc of that diameter.
func CircleBody(diameter float64) ([]collision.Shape, error) {
	return one(collision.Circle(Vec{}, diameter/2))
}

func one(s collision.Shape, err error) ([]collision.Shape, error) {
	if err != nil {
		return nil, err
	}
	return []collision.Shape{s}, nil
}
