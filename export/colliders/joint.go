package colliders

import (
	"fillet/editor/strictyaml"

	"gopkg.in/yaml.v3"
)

// JointKind says what a joint holds.
type JointKind string

// The kinds of joints.
const (
	Hinge  JointKind = "hinge"  // a point of the one stays at a point of the other
	Spring JointKind = "spring" // keeps two points at a distance, or no farther apart than that
)

// Joint joins two colliders, or one with the level. Where a collider is a part of a body of several it joins that body.
type Joint struct {
	ID       string    // "id": unique among the joints
	Name     string    // "name"
	Kind     JointKind // "kind"
	A, B     string    // "a" and "b": the ids of the colliders; the one that is left out is the level itself
	AnchorA  Vec       // "at_a": where it holds the first, in level space
	AnchorB  Vec       // "at_b": where it holds the second, in level space
	Collide  bool      // "collide": the two collide with each other; left out when they do not
	HasLimit bool      // "limits" is there: how far B can turn against A, in degrees, from where they stand
	Lower    float64
	Upper    float64

	Speed, Torque float64 // "speed" of a hinge's motor, in degrees a second, and "torque", the most that it gives, in newton metres; left out when 0

	// "length" of a spring, in pixels, where it neither pushes nor pulls; "frequency", in hertz, with which it swings: 0 gives way to nothing;
	// "damping": 1 just does not swing; "pulls_only": it is a rope. Each is left out when it is 0 or false.
	Length, Frequency, Damping float64
	PullsOnly                  bool
}

var jointKeys = keysOf([]string{"id", "name", "kind", "at_a", "at_b"}, "a", "b", "collide", "limits", "speed", "torque", "length", "frequency", "damping", "pulls_only")

func (d *decoder) joint(j *Joint, n *yaml.Node) error {
	err := d.object(n, jointKeys, func(key string, v *yaml.Node) error {
		switch key {
		case "id":
			return d.Word(v, &j.ID)
		case "name":
			return d.Text(v, &j.Name)
		case "kind":
			return strictyaml.OneOf(&d.Reader, v, &j.Kind, Hinge, Spring)
		case "a":
			return d.Word(v, &j.A)
		case "b":
			return d.Word(v, &j.B)
		case "at_a":
			return d.vec(v, &j.AnchorA)
		case "at_b":
			return d.vec(v, &j.AnchorB)
		case "collide":
			return d.Bool(v, &j.Collide)
		case "limits":
			j.HasLimit = true
			var limits Vec
			err := d.vec(v, &limits)
			j.Lower, j.Upper = limits.X, limits.Y
			return err
		case "pulls_only":
			return d.Bool(v, &j.PullsOnly)
		case "speed":
			return d.Number(v, &j.Speed)
		case "torque":
			return d.AtLeast0(v, &j.Torque)
		case "length":
			return d.AtLeast0(v, &j.Length)
		case "frequency":
			return d.AtLeast0(v, &j.Frequency)
		default:
			return d.AtLeast0(v, &j.Damping)
		}
	})
	if err == nil && (j.ID == "" || j.A == j.B) {
		err = d.Errorf(n, "a joint has an id, and joins two colliders or one with the level")
	}
	return err
}

// String is the kind's word.
func (k JointKind) String() string { return string(k) }
