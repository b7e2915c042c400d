package colliders

import (
	"fillet/editor/strictyaml"

	"gopkg.in/yaml.v3"
)

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

var jointKeys = keysOf([]string{"id", "name", "kind", "at_a", "at_b"}, "a", "b", "collide", "limits", "speed", "torque",
	"length", "frequency", "damping", "pulls_only", "local_a", "local_b")

func (d *decoder) joint(n *yaml.Node, j *Joint) error {
	err := d.object(n, jointKeys, func(key string, v *yaml.Node) error {
		switch key {
		case "id":
			if err := d.Word(v, &j.ID); err != nil {
				return err
			}
			return d.unique(v, j.ID, d.joints)
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
		case "local_a":
			j.LocalA = &Vec{}
			return d.vec(v, j.LocalA)
		case "local_b":
			j.LocalB = &Vec{}
			return d.vec(v, j.LocalB)
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
		err = d.Errorf(n, "a joint needs an id, and joins two colliders or one with the level")
	}
	return err
}

// String returns the kind's name.
func (k JointKind) String() string { return string(k) }
