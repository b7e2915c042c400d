package colliders

import "gopkg.in/yaml.v3"

// JointKind is the kind of a joint.
type JointKind string

// The kinds of joints.
const (
	Hinge  JointKind = "hinge"  // keeps a point of A at a point of B
	Spring JointKind = "spring" // keeps two points at a distance, or limits their distance
)

// Joint joins two colliders, or a collider with the level. If a collider is part of a larger body, the joint acts on
// that body.
type Joint struct {
	ID       string    // "id": unique among the joints
	Name     string    // "name"
	Kind     JointKind // "kind"
	A, B     string    // "a" and "b": the ids of the colliders; if one is left out, the level takes its place
	AnchorA  Vec       // "at_a": its anchor on A, in level space
	AnchorB  Vec       // "at_b": its anchor on B, in level space
	LocalA   *Vec      // "local_a": the same in the frame of A's body, or in level space for the level; optional
	LocalB   *Vec      // "local_b": the same for B
	Collide  bool      // "collide": A and B collide with each other; left out when false
	HasLimit bool      // "limits" is present: how far B can turn relative to A, in degrees from the start
	Lower    float64
	Upper    float64

	// "speed": a hinge motor's speed, in degrees per second; "torque": its maximum torque, in newton metres. Each is
	// left out when 0.
	Speed, Torque float64

	// "length": a spring's rest length in pixels; "frequency": in hertz, where 0 makes the spring rigid; "damping": the
	// damping ratio, critical at 1; "pulls_only": makes the spring a rope. Each is left out when 0 or false.
	Length, Frequency, Damping float64
	PullsOnly                  bool
}

// jointRows lists the keys of a joint in the order of the file. Reading, writing and the schema use it.
var jointRows = []row[Joint]{
	{
		key: "id", doc: "unique among the joints; `i3/j2` for a joint of a prefab in an instance",
		json: `"type": "string", "minLength": 1`, at: func(j *Joint) any { return &j.ID },
		read: func(d *decoder, n *yaml.Node, j *Joint) error {
			if err := d.Word(n, &j.ID); err != nil {
				return err
			}
			return d.unique(n, j.ID, d.joints)
		},
	},
	textRow("name", func(j *Joint) *string { return &j.Name }, "the designer's name for it; it may be empty"),
	alwaysRow("kind", `"enum": ["hinge", "spring"]`, func(j *Joint) *JointKind { return &j.Kind }, "`hinge` or `spring`"),
	optionalRow("a", `"type": "string", "minLength": 1`, func(j *Joint) *string { return &j.A },
		"the id of a collider; left out for the level itself"),
	optionalRow("b", `"type": "string", "minLength": 1`, func(j *Joint) *string { return &j.B },
		"the id of another collider; left out for the level itself"),
	alwaysRow("at_a", vec, func(j *Joint) *Vec { return &j.AnchorA }, "its anchor on `a`, in level space"),
	alwaysRow("at_b", vec, func(j *Joint) *Vec { return &j.AnchorB }, "its anchor on `b`, in level space"),
	optionalRow("local_a", vec, func(j *Joint) **Vec { return &j.LocalA },
		"new in version 2: `at_a` in the frame of the body of `a`, or in level space for the level"),
	optionalRow("local_b", vec, func(j *Joint) **Vec { return &j.LocalB }, "the same for `at_b`"),
	optionalRow("collide", `"type": "boolean", "default": false`, func(j *Joint) *bool { return &j.Collide },
		"whether its bodies collide with each other; left out if not"),
	{
		key: "limits", json: vec,
		doc:     "of a hinge: how far `b` can turn relative to `a`, in degrees from the start; left out for no limits",
		at:      func(j *Joint) any { return &Vec{X: j.Lower, Y: j.Upper} },
		leftOut: func(j *Joint) bool { return !j.HasLimit },
		read: func(d *decoder, n *yaml.Node, j *Joint) error {
			j.HasLimit = true
			return d.Numbers(n, "[x, y]", &j.Lower, &j.Upper)
		},
	},
	optionalRow("speed", `"type": "number", "default": 0`, func(j *Joint) *float64 { return &j.Speed },
		"of a hinge's motor, in degrees per second. Left out at 0"),
	numberRow("torque", func(j *Joint) *float64 { return &j.Torque }, 0,
		"of a hinge: the motor's maximum, in newton metres"),
	numberRow("length", func(j *Joint) *float64 { return &j.Length }, 0, "of a spring at rest, in pixels"),
	numberRow("frequency", func(j *Joint) *float64 { return &j.Frequency }, 0, "of a spring, in hertz; 0 is rigid"),
	numberRow("damping", func(j *Joint) *float64 { return &j.Damping }, 0,
		"the damping ratio of a spring; 1 is critically damped"),
	optionalRow("pulls_only", `"type": "boolean", "default": false`, func(j *Joint) *bool { return &j.PullsOnly },
		"of a spring: whether it only pulls, like a rope; left out if not"),
}

var jointKeys = keysOfRows(jointRows)

// Values calls yield with each key of the joint and a pointer to its value, in the order of the file, until yield
// returns false.
func (j *Joint) Values(yield func(key string, value any) bool) { valuesOf(jointRows, j, yield) }

func (d *decoder) joint(n *yaml.Node, j *Joint) error {
	err := readRows(d, n, jointKeys, jointRows, j)
	if err == nil && (j.ID == "" || j.A == j.B) {
		err = d.Errorf(n, "a joint needs an id, and joins two colliders or one with the level")
	}
	return err
}

// String returns the kind's name.
func (k JointKind) String() string { return string(k) }
