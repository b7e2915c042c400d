package colliders

import (
	"fillet/collision/dynamics"

	"gopkg.in/yaml.v3"
)

// Level holds the level settings that a game needs.
type Level struct {
	Name           string  // "name"
	Size           Vec     // "size": width and height in pixels
	PixelsPerMetre float64 // "pixels_per_metre": more than 0
	Y              Axis    // "y": where the y axis points
	Units          Units   // "units": of all lengths in the file; left out for pixels
	Frame          Frame   // "frame": of all outlines and polygons; left out when it is their body's
	Origin         Vec     // "origin": the level's top left corner in level space; left out when it is [0, 0]

	// "properties": the properties of the imported levels, prefixed with the level's name, as in Cave.music; each is a
	// string, a float64 or a bool. Left out when there are none.
	Properties map[string]any

	// How bodies move. Each key is left out when 0 or, for the mixes, in a file of version 1.
	Gravity           Vec          // "gravity": in level space, in the unit of lengths per second squared
	Damping           float64      // "damping": the fraction of its velocity that a body begins to lose per second
	SpinDamping       float64      // "spin_damping": the same for its spin
	RollingResistance float64      // "rolling_resistance": of round bodies, as a fraction of their radius
	FrictionMix       dynamics.Mix // "friction_mix": how the frictions of two colliders combine
	RestitutionMix    dynamics.Mix // "restitution_mix": the same for restitutions
}

// Axis is a direction of the y axis of level space.
type Axis string

// The directions.
const (
	Down Axis = "down"
	Up   Axis = "up"
)

// Units is a unit of lengths.
type Units string

// The units. Pixels is the zero value.
const (
	Pixels Units = ""
	Metres Units = "m"
)

// Frame is the frame of outlines and polygons.
type Frame string

// The frames. BodyFrame is the zero value.
const (
	BodyFrame  Frame = ""
	LevelFrame Frame = "level"
)

func (a Axis) String() string  { return string(a) }
func (u Units) String() string { return string(u) }
func (f Frame) String() string { return string(f) }

// motion returns the settings of how bodies move.
func (l *Level) motion() any {
	return [...]any{l.Gravity, l.Damping, l.SpinDamping, l.RollingResistance, l.FrictionMix, l.RestitutionMix}
}

// levelRows lists the keys of a level in the order of the file. Reading, writing and the schema use it.
var levelRows = []row[Level]{
	{
		key: "name", json: text, doc: "the level's name",
		at:   func(l *Level) any { return &l.Name },
		read: func(d *decoder, n *yaml.Node, l *Level) error { return d.Text(n, &l.Name) },
	},
	{
		key: "size", json: `"allOf": [{"$ref": "#/$defs/vec"}], "items": {"minimum": 0}`, doc: "width and height",
		at: func(l *Level) any { return &l.Size },
		read: func(d *decoder, n *yaml.Node, l *Level) error {
			if err := d.vec(n, &l.Size); err != nil {
				return err
			}
			if l.Size.X < 0 || l.Size.Y < 0 {
				return d.Errorf(n, "a size of %g by %g is negative", l.Size.X, l.Size.Y)
			}
			return nil
		},
	},
	{
		key: "pixels_per_metre", json: `"type": "number", "exclusiveMinimum": 0`, doc: "more than 0",
		at: func(l *Level) any { return &l.PixelsPerMetre },
		read: func(d *decoder, n *yaml.Node, l *Level) error {
			if err := d.Number(n, &l.PixelsPerMetre); err != nil {
				return err
			}
			if l.PixelsPerMetre <= 0 {
				return d.Errorf(n, "pixels per metre are %g; they must be more than 0", l.PixelsPerMetre)
			}
			return nil
		},
	},
	{
		key: "y", json: `"enum": ["down", "up"]`, doc: "where the y axis points: `down` or `up`",
		at: func(l *Level) any { return &l.Y },
	},
	optionalRow("units", `"const": "m"`, func(l *Level) *Units { return &l.Units },
		"new in version 2: `m` if lengths are in metres; left out for pixels"),
	optionalRow("frame", `"const": "level"`, func(l *Level) *Frame { return &l.Frame },
		"new in version 2: `level` if `outline` and `polygons` are in level space; left out for their body's frame"),
	optionalRow("origin", vec+`, "default": [0, 0]`, func(l *Level) *Vec { return &l.Origin },
		"the top-left corner in level space; left out at `[0, 0]`"),
	{
		key: "properties", json: `"type": "object", "additionalProperties": {"type": ["string", "number", "boolean"]}`,
		doc: "properties of the imported levels, as `LEVEL.name`; left out if there are none. A level that is made from " +
			"a collider file has none",
		at:      func(l *Level) any { return &l.Properties },
		leftOut: func(l *Level) bool { return len(l.Properties) == 0 },
	},
	optionalRow("gravity", vec, func(l *Level) *Vec { return &l.Gravity },
		"new in version 2: the playtest's gravity of bodies as a vector, in lengths per second squared; left out at 0"),
	numberRow("damping", func(l *Level) *float64 { return &l.Damping }, 0,
		"new in version 2: the fraction of its velocity that a body begins to lose per second"),
	numberRow("spin_damping", func(l *Level) *float64 { return &l.SpinDamping }, 0,
		"new in version 2: the same for its spin"),
	numberRow("rolling_resistance", func(l *Level) *float64 { return &l.RollingResistance }, 0,
		"new in version 2: what keeps round bodies from rolling on, as a fraction of their radius"),
	optionalRow("friction_mix", `"$ref": "#/$defs/mix"`, func(l *Level) *dynamics.Mix { return &l.FrictionMix },
		"new in version 2: how the frictions of two colliders combine: `geometric` (the root of the product), "+
			"`average`, `minimum`, `maximum` or `product`"),
	optionalRow("restitution_mix", `"$ref": "#/$defs/mix"`, func(l *Level) *dynamics.Mix { return &l.RestitutionMix },
		"new in version 2: the same for restitutions"),
}

var levelKeys = keysOfRows(levelRows)

// Values calls yield with each key of the level and a pointer to its value, in the order of the file, until yield
// returns false.
func (l *Level) Values(yield func(key string, value any) bool) { valuesOf(levelRows, l, yield) }

func (d *decoder) level(n *yaml.Node) error {
	return readRows(d, n, levelKeys, levelRows, &d.out.Level)
}
