package level

import (
	"cmp"
	"fmt"

	"fillet/editor/strictyaml"

	"gopkg.in/yaml.v3"
)

var jointKeys = []string{
	"id", "name", "kind", "a", "b", "at_a", "at_b", "collide", "limits", "speed", "torque", "length", "frequency",
	"damping", "pulls_only",
}

// jointEntries describes the list of a level's joints.
var jointEntries = entries[Joint]{
	name: "joints", list: func(s *Settings) *[]Joint { return &s.Joints }, key: Joint.Key,
	compare: func(a, b Joint) int {
		return cmp.Compare(a.ID, b.ID)
	}, same: func(a, b Joint) bool { return a == b }, validate: Joint.check, most: MaxJoints,
	twice: "appears twice", isNot: "is",
	write: (*encoder).joint, read: (*decoder).joint,
}

func (e *encoder) joint(j Joint) {
	e.text("{id: ")
	e.text(j.ID.String())
	e.also("name", j.Name)
	e.text(", kind: ")
	e.text(j.Kind.String())
	for _, side := range []struct {
		key, part string
		id        ID
	}{{"a", j.PartA, j.A}, {"b", j.PartB, j.B}} {
		switch {
		case side.part != "":
			e.text(", " + side.key + ": " + side.part)
		case side.id != 0:
			e.text(", " + side.key + ": " + side.id.String())
		}
	}
	e.text(", at_a: ")
	e.vec(j.AnchorA)
	e.text(", at_b: ")
	e.vec(j.AnchorB)
	e.also("collide", j.Collide)
	if j.Limited {
		e.text(", limits: ")
		e.vec(Vec{X: float64(j.Lower), Y: float64(j.Upper)})
	}
	for _, n := range []struct {
		key string
		x   float64
	}{
		{"speed", float64(j.Speed)},
		{"torque", j.Torque},
		{"length", j.Length},
		{"frequency", j.Frequency},
		{"damping", j.Damping},
	} {
		if n.x != 0 {
			e.text(", " + n.key + ": ")
			e.value(n.x)
		}
	}
	e.also("pulls_only", j.PullsOnly)
	e.text("}")
}

func (d *decoder) joint(n *yaml.Node) (Joint, error) {
	var j Joint
	err := d.Mapping(n, jointKeys, func(key string, v *yaml.Node) (err error) {
		switch key {
		case "id":
			return idReader(ParseJointID)(d, v, &j.ID)
		case "name":
			return d.Text(v, &j.Name)
		case "kind":
			return strictyaml.OneOf(d.Reader, v, &j.Kind, Hinge, Spring)
		case "a":
			return d.jointSide(v, &j.A, &j.PartA)
		case "b":
			return d.jointSide(v, &j.B, &j.PartB)
		case "at_a":
			return d.vec(v, &j.AnchorA)
		case "at_b":
			return d.vec(v, &j.AnchorB)
		case "collide":
			return d.Bool(v, &j.Collide)
		case "limits":
			j.Limited = true
			return d.Numbers(v, "[from, to]", (*float64)(&j.Lower), (*float64)(&j.Upper))
		case "pulls_only":
			return d.Bool(v, &j.PullsOnly)
		default:
			return d.Number(v, map[string]*float64{
				"speed": (*float64)(&j.Speed), "torque": &j.Torque, "length": &j.Length, "frequency": &j.Frequency,
				"damping": &j.Damping,
			}[key])
		}
	})
	if err == nil && (j.ID == 0 || j.Kind == 0) {
		err = d.Errorf(n, `this joint has no "id" or no "kind"`)
	}
	return j, err
}

// jointSide reads one side of a joint: a collider, or a part of an instance.
func (d *decoder) jointSide(n *yaml.Node, id *ID, part *string) error {
	if of, path, err := ParsePart(n.Value); err == nil {
		*id, *part = PartID(of, path), fmt.Sprint(of, "/", path)
		return nil
	}
	return readColliderID(d, n, id)
}
