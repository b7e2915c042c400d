package level

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"fillet/collision"
	"fillet/collision/dynamics"
	"fillet/editor/quote"
	"fillet/editor/strictyaml"

	"gopkg.in/yaml.v3"
)

// Playtest describes the playtest's character and the forces on it. It is comparable with ==. Lengths are level pixels,
// times seconds, speeds pixels per second, accelerations pixels per second squared.
type Playtest struct {
	Mode PlayMode
	Form PlayForm // shape of the character's body
	Size Vec      // width and height of the body; for a circle, the width is the diameter

	Speed        float64 // walking speed; in TopDown along each axis
	Acceleration float64 // on the ground, and in TopDown
	AirControl   float64 // acceleration in the air

	JumpHeight float64 // 0 if it cannot jump
	TimeToApex float64 // of a jump; with JumpHeight it determines the character's own gravity
	CoyoteTime float64 // how long it can still jump after leaving the ground
	JumpBuffer float64 // how long before landing a jump can be pressed
	MaxFall    float64 // the largest falling speed

	VariableJump bool    // releasing the jump key ends a jump early
	JumpCut      float64 // fraction of the rising speed kept in that case, 0 to 1

	CornerCorrection bool    // the head slips past a corner that it would only graze
	CornerReach      float64 // the largest sideways move for that

	DoubleJump    bool
	AirJumps      float64 // the number of jumps in the air
	AirJumpHeight float64 // of each jump

	WallJump       bool    // in the air, it slides down walls that it pushes against, and can jump off them
	WallSlide      float64 // the largest sliding speed
	WallJumpHeight float64
	WallJumpSpeed  float64 // away from the wall

	Crouch       bool    // the Down key makes it lower and slower
	CrouchHeight float64 // no lower than the body's rounding allows
	CrouchSpeed  float64

	Climb      bool    // it climbs in triggers tagged "ladder"
	ClimbSpeed float64 // up, down and sideways

	Swim      bool    // it floats in triggers tagged "water"
	SwimSpeed float64 // in all directions
	Buoyancy  float64 // fraction of its weight that water supports when it is submerged; above 1 it rises
	// WaterDrag is the loss of speed in water, per second, of the submerged character and of a body as dense as the
	// water.
	WaterDrag float64

	Jetpack bool
	Thrust  float64 // acceleration, before gravity
	Burst   float64 // speed gained at once when it starts
	Fuel    float64 // how long a full tank lasts
	Refill  float64 // how long refilling takes on the ground
	MaxRise float64 // rising speed at which it stops thrusting

	MaxSlope   Degrees // the steepest ground that it can walk on
	StepHeight float64 // the highest step that it can walk up
	Density    float64 // mass per square pixel, in contacts with bodies

	Gravity  float64 // for bodies, and for a character that cannot jump
	Reversed bool    // gravity starts reversed

	// Behaviour of bodies. Values that are not part of rigid body physics are 0 by default.
	RollingResistance float64      // for round shapes, as a fraction of their radius
	Damping           float64      // loss of speed per second, as a fraction of the current speed
	SpinDamping       float64      // the same for spin
	GroundDamping     float64      // in TopDown: loss of both, for bodies that slide on the ground
	MaxSpin           float64      // radians per second; 0 for no limit
	BounceSpeed       float64      // slower impacts do not bounce
	SleepSpeed        float64      // slower bodies that do not speed up come to rest; 0 if none does
	SleepTime         float64      // how long they must be slow
	FrictionMix       dynamics.Mix // how the frictions of two surfaces combine
	RestitutionMix    dynamics.Mix
}

// Body returns the character's shape, centred on the origin. A capsule is upright if it is higher than wide.
func (p Playtest) Body() ([]collision.Shape, error) {
	half := p.Size.Mul(0.5)
	switch p.Form {
	case BoxForm:
		return one(collision.Box(half.X, half.Y, 0))
	case CircleForm:
		return one(collision.Circle(Vec{}, half.X))
	case CapsuleForm:
		r := min(half.X, half.Y)
		end := half.Sub(Vec{X: r, Y: r})
		return one(collision.Capsule(end.Neg(), end, r))
	}
	return nil, fmt.Errorf("body is %q; it must be %s, %s or %s", p.Form, BoxForm, CapsuleForm, CircleForm)
}

func one(s collision.Shape, err error) ([]collision.Shape, error) {
	if err != nil {
		return nil, err
	}
	return []collision.Shape{s}, nil
}

// BodyDamping returns the loss of velocity and of spin of bodies per second, as a fraction of the current value. In
// TopDown bodies slide on the ground, which stops them.
func (p *Playtest) BodyDamping() (velocity, spin float64) {
	if p.Mode == TopDown {
		return p.Damping + p.GroundDamping, p.SpinDamping + p.GroundDamping
	}
	return p.Damping, p.SpinDamping
}

// SpawnTag marks the collider at which the character starts. That collider takes no part in the run.
const SpawnTag = "spawn"

// PlayMode is the way the character is controlled.
type PlayMode string

// The modes.
const (
	Platformer PlayMode = "platformer" // the character falls, walks and jumps
	TopDown    PlayMode = "top-down"   // seen from above: the character moves in all directions, without gravity
)

// PlayForm is the shape of the character's body.
type PlayForm string

// The forms.
const (
	BoxForm     PlayForm = "box"
	CapsuleForm PlayForm = "capsule" // upright if it is higher than wide
	CircleForm  PlayForm = "circle"
)

// DefaultPlaytest returns a character that walks and jumps.
func DefaultPlaytest() Playtest {
	return Playtest{
		Mode:         Platformer,
		Form:         CapsuleForm,
		Size:         Vec{X: 14, Y: 24},
		Speed:        140,
		Acceleration: 1400,
		AirControl:   900,
		JumpHeight:   52,
		TimeToApex:   22 * leastPlayTime,
		CoyoteTime:   6 * leastPlayTime,
		JumpBuffer:   6 * leastPlayTime,
		MaxFall:      720,
		VariableJump: true,
		JumpCut:      0.45,

		CornerCorrection: true,
		CornerReach:      4,

		AirJumps:      1,
		AirJumpHeight: 40,

		WallSlide:      80,
		WallJumpHeight: 46,
		WallJumpSpeed:  170,

		CrouchHeight: 14,
		CrouchSpeed:  60,

		Climb:      true,
		ClimbSpeed: 90,

		Swim:      true,
		SwimSpeed: 110,
		Buoyancy:  0.9,
		WaterDrag: 2.5,

		Thrust:     1500,
		Burst:      60,
		Fuel:       1.5,
		Refill:     0.4,
		MaxRise:    220,
		MaxSlope:   50,
		StepHeight: 6,
		Density:    3,
		Gravity:    800,

		GroundDamping:  3,
		BounceSpeed:    dynamics.DefaultBounceSpeed,
		SleepSpeed:     dynamics.DefaultSleepSpeed,
		SleepTime:      24 * leastPlayTime,
		FrictionMix:    dynamics.GeometricMix,
		RestitutionMix: dynamics.MaximumMix,
	}
}

// The largest values of a playtest: anything larger crosses a level in one step.
const (
	MaxPlaySpeed   = 1e5
	MaxPlayLength  = 1e5
	MaxPlayAccel   = 1e6
	MaxPlayTime    = 1e4
	MaxPlayDamping = 1e3
	leastPlayTime  = 1.0 / 60 // one step

	maxCornerReach = 64 // every pixel of it is tested
)

// PlayNumber is one number of a playtest: its key in a file, its variable and its range.
type PlayNumber struct {
	Key      string
	Value    *float64
	Min, Max float64
}

// Numbers returns every number of p except its size, in the order of a file.
func (p *Playtest) Numbers() []PlayNumber {
	out := make([]PlayNumber, len(playNumbers))
	for i, n := range playNumbers {
		out[i] = PlayNumber{n.Key, n.at(p), n.min, n.max}
	}
	return out
}

// playValue is the row of a value of a playtest, with its variable.
type playValue[V any] struct {
	Field[Playtest]
	at func(*Playtest) *V
}

func playRows[V any](values []playValue[V]) (rows []Field[Playtest]) {
	for _, v := range values {
		rows = append(rows, v.Field)
	}
	return rows
}

func playNumber(
	key, title, unit string, at func(*Playtest) *float64, least, limit float64, doc string,
) playValue[float64] {
	return playValue[float64]{playRow(key, at, numbers, func(x float64) error {
		if !(x >= least && x <= limit) { // NaN must not pass
			return fmt.Errorf("is %g; it must be from %.4g to %g", x, least, limit)
		}
		return nil
	}).titled(title, unit).means(doc).between(least, limit), at}
}

var playNumbers = []playValue[float64]{
	playNumber("speed", "Speed", "px/s", func(p *Playtest) *float64 { return &p.Speed }, 0, MaxPlaySpeed,
		"walking speed"),
	playNumber("acceleration", "Acceleration", "px/s²", func(p *Playtest) *float64 { return &p.Acceleration }, 0,
		MaxPlayAccel, "acceleration to the walking speed on the ground"),
	playNumber("air_control", "In the air", "px/s²", func(p *Playtest) *float64 { return &p.AirControl }, 0,
		MaxPlayAccel, "acceleration to the walking speed in the air"),
	playNumber("jump_height", "Height", "px", func(p *Playtest) *float64 { return &p.JumpHeight }, 0, MaxPlayLength,
		"height of a jump; 0 for no jump"),
	playNumber("time_to_apex", "Time to apex", "s", func(p *Playtest) *float64 { return &p.TimeToApex }, leastPlayTime,
		MaxPlayTime, "time from take-off to the top of a jump; with the height it sets the character's gravity"),
	playNumber("coyote_time", "Coyote time", "s", func(p *Playtest) *float64 { return &p.CoyoteTime }, 0, MaxPlayTime,
		"time after leaving the ground in which the character can still jump"),
	playNumber("jump_buffer", "Jump buffer", "s", func(p *Playtest) *float64 { return &p.JumpBuffer }, 0, MaxPlayTime,
		"time before landing in which a jump is remembered"),
	playNumber("max_fall", "Fastest fall", "px/s", func(p *Playtest) *float64 { return &p.MaxFall }, 0, MaxPlaySpeed,
		"maximum falling speed"),
	playNumber("jump_cut", "Speed kept", "", func(p *Playtest) *float64 { return &p.JumpCut }, 0, 1,
		"fraction of the upward speed kept when the jump key is released, 0 to 1"),
	playNumber("corner_reach", "Distance", "px", func(p *Playtest) *float64 { return &p.CornerReach }, 0,
		maxCornerReach, "maximum distance by which the head is moved past a corner, up to 64"),
	playNumber("air_jumps", "Count", "", func(p *Playtest) *float64 { return &p.AirJumps }, 0, 100,
		"number of jumps in the air before landing, up to 100"),
	playNumber("air_jump_height", "Height", "px", func(p *Playtest) *float64 { return &p.AirJumpHeight }, 0,
		MaxPlayLength, "height of a jump in the air"),
	playNumber("wall_slide", "Fastest slide", "px/s", func(p *Playtest) *float64 { return &p.WallSlide }, 0,
		MaxPlaySpeed, "maximum speed of sliding down a wall"),
	playNumber("wall_jump_height", "Height", "px", func(p *Playtest) *float64 { return &p.WallJumpHeight }, 0,
		MaxPlayLength, "height of a jump off a wall"),
	playNumber("wall_jump_speed", "Push-off speed", "px/s", func(p *Playtest) *float64 { return &p.WallJumpSpeed }, 0,
		MaxPlaySpeed, "speed away from the wall in a jump off it"),
	playNumber("crouch_height", "Height", "px", func(p *Playtest) *float64 { return &p.CrouchHeight }, 0, MaxPlayLength,
		"height while crouching, limited by the rounding of the body"),
	playNumber("crouch_speed", "Speed", "px/s", func(p *Playtest) *float64 { return &p.CrouchSpeed }, 0, MaxPlaySpeed,
		"speed while crouching"),
	playNumber("climb_speed", "Speed", "px/s", func(p *Playtest) *float64 { return &p.ClimbSpeed }, 0, MaxPlaySpeed,
		"climbing speed"),
	playNumber("swim_speed", "Speed", "px/s", func(p *Playtest) *float64 { return &p.SwimSpeed }, 0, MaxPlaySpeed,
		"swimming speed in all directions"),
	playNumber("buoyancy", "Buoyancy", "", func(p *Playtest) *float64 { return &p.Buoyancy }, 0, 10,
		"fraction of the character's weight that water carries when it is fully submerged; above 1 it floats up"),
	playNumber("water_drag", "Drag", "/s", func(p *Playtest) *float64 { return &p.WaterDrag }, 0, 1000,
		"fraction of its speed that water takes in a second, for the submerged character and for a body as dense as "+
			"the water"),
	playNumber("thrust", "Thrust", "px/s²", func(p *Playtest) *float64 { return &p.Thrust }, 0, MaxPlayAccel,
		"acceleration of the jetpack"),
	playNumber("burst", "Burst", "px/s", func(p *Playtest) *float64 { return &p.Burst }, 0, MaxPlaySpeed,
		"speed added when the jetpack ignites"),
	playNumber("fuel", "Burns for", "s", func(p *Playtest) *float64 { return &p.Fuel }, 0, MaxPlayTime,
		"how long the jetpack burns"),
	playNumber("refill", "Refills in", "s", func(p *Playtest) *float64 { return &p.Refill }, 0, MaxPlayTime,
		"time on the ground to refill the jetpack"),
	playNumber("max_rise", "Fastest rise", "px/s", func(p *Playtest) *float64 { return &p.MaxRise }, 0, MaxPlaySpeed,
		"upward speed above which the jetpack stops accelerating"),
	playNumber("max_slope", "Steepest slope", "°", func(p *Playtest) *float64 { return (*float64)(&p.MaxSlope) }, 0, 89,
		"steepest slope that the character walks on, up to 89"),
	playNumber("step_height", "Highest step", "px", func(p *Playtest) *float64 { return &p.StepHeight }, 0,
		MaxPlayLength, "highest step that the character walks up"),
	playNumber("density", "Density", "kg/m²", func(p *Playtest) *float64 { return &p.Density }, 1e-6, 1e6,
		"density of the character, for pushing bodies"),
	playNumber("gravity", "Strength", "px/s²", func(p *Playtest) *float64 { return &p.Gravity }, 0, MaxPlayAccel,
		"gravity of bodies"),
	playNumber("rolling_resistance", "Rolling resistance", "",
		func(p *Playtest) *float64 { return &p.RollingResistance }, 0, 10,
		"rolling resistance of round bodies, as a fraction of their radius; 0.05 stops a ball of 300 px/s within "+
			"seconds"),
	playNumber("damping", "Linear", "/s", func(p *Playtest) *float64 { return &p.Damping }, 0, MaxPlayDamping,
		"linear damping of bodies: initial fraction of speed lost per second"),
	playNumber("spin_damping", "Angular", "/s", func(p *Playtest) *float64 { return &p.SpinDamping }, 0, MaxPlayDamping,
		"angular damping of bodies: initial fraction of spin lost per second"),
	playNumber("ground_damping", "Top-down", "/s", func(p *Playtest) *float64 { return &p.GroundDamping }, 0,
		MaxPlayDamping, "linear and angular damping in `top-down`, where everything slides on the ground"),
	playNumber("max_spin", "Fastest spin", "rad/s", func(p *Playtest) *float64 { return &p.MaxSpin }, 0, MaxPlaySpeed,
		"maximum spin of a body; 0 for the playtest's own limit of 188"),
	playNumber("bounce_speed", "Bounce above", "px/s", func(p *Playtest) *float64 { return &p.BounceSpeed }, 0,
		MaxPlaySpeed, "impacts slower than this do not bounce"),
	playNumber("sleep_speed", "Slower than", "px/s", func(p *Playtest) *float64 { return &p.SleepSpeed }, 0,
		MaxPlaySpeed, "bodies slower than this that do not accelerate go to sleep; 0 keeps them awake"),
	playNumber("sleep_time", "For", "s", func(p *Playtest) *float64 { return &p.SleepTime }, leastPlayTime, MaxPlayTime,
		"time below `sleep_speed` until bodies go to sleep"),
}

// PlaySwitch is a feature that a playtest turns on or off: its key in a file, and its variable.
type PlaySwitch struct {
	Key string
	On  *bool
}

// Switches returns every switch of p, in the order of a file.
func (p *Playtest) Switches() []PlaySwitch {
	out := make([]PlaySwitch, len(playSwitches))
	for i, x := range playSwitches {
		out[i] = PlaySwitch{x.Key, x.at(p)}
	}
	return out
}

func playSwitch(key string, at func(*Playtest) *bool, doc string) playValue[bool] {
	return playValue[bool]{playRow(key, at, switches, func(bool) error { return nil }).means(doc), at}
}

var playSwitches = []playValue[bool]{
	playSwitch("variable_jump", func(p *Playtest) *bool { return &p.VariableJump },
		"releasing the key ends a jump early"),
	playSwitch("corner_correction", func(p *Playtest) *bool { return &p.CornerCorrection },
		"the head slips past corners that it would only graze"),
	playSwitch("double_jump", func(p *Playtest) *bool { return &p.DoubleJump }, "the character can jump in the air"),
	playSwitch("wall_jump", func(p *Playtest) *bool { return &p.WallJump },
		"the character slides down walls that it presses against in the air, and jumps off"),
	playSwitch("crouch", func(p *Playtest) *bool { return &p.Crouch }, "Down makes the character crouch"),
	playSwitch("climb", func(p *Playtest) *bool { return &p.Climb }, "the character climbs triggers tagged `ladder`"),
	playSwitch("swim", func(p *Playtest) *bool { return &p.Swim }, "the character swims in triggers tagged `water`"),
	playSwitch("jetpack", func(p *Playtest) *bool { return &p.Jetpack }, "the character has a jetpack"),
	playSwitch("reversed", func(p *Playtest) *bool { return &p.Reversed }, "gravity points up at the start"),
}

// PlayError is an error in one of a playtest's settings, by its key in the file.
type PlayError struct {
	Key string
	Err error
}

func (e *PlayError) Error() string { return e.Key + " " + e.Err.Error() }

func (e *PlayError) Unwrap() error { return e.Err }

// Validate returns the first error in the settings, as a [*PlayError].
func (p Playtest) Validate() error { return playSchema.check(&p) }

// The rows of a playtest.
var (
	playHead = []Field[Playtest]{
		playWord("mode", func(p *Playtest) *PlayMode { return &p.Mode }, Platformer, TopDown).titled("View", "").
			means("`platformer` (falls, walks and jumps) or `top-down` (moves in all directions)"),
		playWord("body", func(p *Playtest) *PlayForm { return &p.Form }, BoxForm, CapsuleForm, CircleForm).
			titled("Body", "").means("`box`, `capsule` or `circle`"),
		playRow("size", func(p *Playtest) *Vec { return &p.Size }, vectors, func(size Vec) error {
			if !(min(size.X, size.Y) > 0 && max(size.X, size.Y) <= MaxPlayLength) { // NaN must not pass
				return fmt.Errorf("is %g by %g; both must be more than 0 and at most %g", size.X, size.Y,
					float64(MaxPlayLength))
			}
			return nil
		}).titled("Size", "px").means("`[width, height]`; a circle uses the width as its diameter"),
	}
	playMixRows = []Field[Playtest]{
		playWord("friction_mix", func(p *Playtest) *dynamics.Mix { return &p.FrictionMix }, dynamics.Mixes()...).
			titled("Friction", "").means("how the frictions of two surfaces combine: `geometric` (the root of the " +
			"product), `average`, `minimum`, `maximum` or `product`"),
		playWord("restitution_mix", func(p *Playtest) *dynamics.Mix { return &p.RestitutionMix }, dynamics.Mixes()...).
			titled("Restitution", "").means("how the restitutions of two surfaces combine: one of the same words"),
	}
	playNumberRows = playRows(playNumbers)
	playSwitchRows = playRows(playSwitches)

	playSchema = newSchema("playtest", slices.Concat(playHead, playNumberRows, playMixRows, playSwitchRows)...)
)

// playRow returns the row of a value of a playtest. The file leaves out the default. Errors of check are wrapped in a
// [*PlayError] with the key.
func playRow[V comparable](key string, at func(*Playtest) *V, f form[V], check func(V) error) Field[Playtest] {
	usual := DefaultPlaytest()
	return row(key, at, f, *at(&usual), func(_ string, v V) error {
		if err := check(v); err != nil {
			return &PlayError{key, err}
		}
		return nil
	})
}

// playWord returns the row of a value that is one of several words.
func playWord[V interface {
	~string
	fmt.Stringer
}](key string, at func(*Playtest) *V, words ...V) Field[Playtest] {
	return playRow(key, at, oneOf(words...), func(v V) error {
		if slices.Contains(words, v) {
			return nil
		}
		var list []string
		for _, w := range words {
			list = append(list, w.String())
		}
		last := len(list) - 1
		return fmt.Errorf("is %q; it must be %s or %s", quote.Excerpt(v.String()), strings.Join(list[:last], ", "),
			list[last])
	})
}

// PlayField returns the playtest field with the given key.
func PlayField(key string) (Field[Playtest], bool) { return fieldOf(playSchema.rows, key) }

// playtest writes the values that differ from the default.
func (e *encoder) playtest(p Playtest) {
	if p != DefaultPlaytest() {
		e.text("playtest:\n")
		writeRows(e, 2, &p, playSchema.rows)
	}
}

// playtest reads the character's settings. Missing keys keep their current values.
func (d *decoder) playtest(n *yaml.Node, p *Playtest) error {
	at := map[string]*yaml.Node{}
	err := d.Mapping(n, playSchema.keys, func(key string, v *yaml.Node) error {
		at[key] = strictyaml.Keep(v)
		return playSchema.readKey(d, key, v, p)
	})
	if err != nil {
		return err
	}
	var pe *PlayError
	if err := p.Validate(); errors.As(err, &pe) {
		if v := at[pe.Key]; v != nil {
			n = v
		}
		return d.Wrap(n, err)
	}
	return nil
}
