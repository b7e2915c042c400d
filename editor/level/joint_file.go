package level

import (
	"cmp"
	"errors"
	"fmt"

	"gopkg.in/yaml.v3"
)

var jointSchema = newSchema(
	valueRow("id", func(j *Joint) *JointID { return &j.ID }, idForm(JointLetter, ParseJointID)),
	row("name", func(j *Joint) *string { return &j.Name }, texts, "", nil),
	plainField("kind", func(j *Joint) *JointKind { return &j.Kind }, oneOf(Hinge, Spring)),
	jointSide("a", func(j *Joint) (*ID, *string) { return &j.A, &j.PartA }),
	jointSide("b", func(j *Joint) (*ID, *string) { return &j.B, &j.PartB }),
	plainField("at_a", func(j *Joint) *Vec { return &j.AnchorA }, vectors),
	plainField("at_b", func(j *Joint) *Vec { return &j.AnchorB }, vectors),
	row("collide", func(j *Joint) *bool { return &j.Collide }, switches, false, nil),
	Field[Joint]{
		Key:     "limits",
		isUsual: func(j *Joint) bool { return !j.Limited },
		text:    func(e *encoder, j *Joint) { e.vec(Vec{X: float64(j.Lower), Y: float64(j.Upper)}) },
		read: func(d *decoder, n *yaml.Node, j *Joint) error {
			j.Limited = true
			return d.Numbers(n, "[from, to]", (*float64)(&j.Lower), (*float64)(&j.Upper))
		},
	},
	row("speed", func(j *Joint) *Degrees { return &j.Speed }, angles, 0, nil),
	row("torque", func(j *Joint) *float64 { return &j.Torque }, numbers, 0, nil),
	row("length", func(j *Joint) *float64 { return &j.Length }, numbers, 0, nil),
	row("frequency", func(j *Joint) *float64 { return &j.Frequency }, numbers, 0, nil),
	row("damping", func(j *Joint) *float64 { return &j.Damping }, numbers, 0, nil),
	row("pulls_only", func(j *Joint) *bool { return &j.PullsOnly }, switches, false, nil),
)

// jointEntries describes the list of a level's joints.
var jointEntries = entries[Joint]{
	name: "joints", list: func(s *Settings) *[]Joint { return &s.Joints }, key: Joint.Key,
	compare: func(a, b Joint) int { return cmp.Compare(a.ID, b.ID) },
	same:    func(a, b Joint) bool { return a == b }, validate: Joint.check, most: MaxJoints,
	twice: "appears twice", isNot: "is", of: jointSchema, at: func(p *Places) *[]FilePosition { return &p.Joints },
	complete: func(j Joint) error {
		if j.ID == 0 || j.Kind == 0 {
			return errors.New(`this joint has no "id" or no "kind"`)
		}
		return nil
	},
}

// jointSide returns the row of one side of a joint: a collider, or a part of an instance.
func jointSide(key string, at func(*Joint) (*ID, *string)) Field[Joint] {
	return Field[Joint]{
		Key:     key,
		isUsual: func(j *Joint) bool { id, part := at(j); return *id == 0 && *part == "" },
		text: func(e *encoder, j *Joint) {
			id, part := at(j)
			e.text(cmp.Or(*part, id.String()))
		},
		read: func(d *decoder, n *yaml.Node, j *Joint) error {
			id, part := at(j)
			if of, path, err := ParsePart(n.Value); err == nil {
				*id, *part = PartID(of, path), fmt.Sprint(of, "/", path)
				return nil
			}
			return readColliderID(d, n, id)
		},
	}
}
