package level

import (
	"cmp"
	"errors"
	"fmt"
	"math"

	"fillet/editor/quote"

	"gopkg.in/yaml.v3"
)

// JointID identifies a joint, as an [ID] does a collider: jk3fw7m2a, or j1, j2, ….
type JointID uint64

// JointLetter is the letter with which the ids of joints begin.
const JointLetter = 'j'

// JointKind is the kind of a joint. The zero value is invalid.
type JointKind int8

// The kinds of joints.
const (
	Hinge  JointKind = iota + 1 // pins a point of one body to a point of the other; they turn about it
	Spring                      // keeps two points at a distance, or within it if it only pulls
)

// Joint joins two colliders, or a collider and the level. If a collider is part of a body of several shapes, the joint
// joins the body. It is an entry of the settings.
type Joint struct {
	ID   JointID
	Name string
	Kind JointKind

	A, B             ID     // 0 is the level itself; at most one of them is 0
	PartA, PartB     string // the names of parts of instances, as in [Part.String]
	AnchorA, AnchorB Vec    // in the colliders' own frames, or in level space for the level
	Collide          bool   // the joined bodies collide with each other
	Of               string // the id of a prefab's joint in an instance: i3/j2. Empty in a level's settings

	// Hinge: how far B can turn relative to A, from their placed angles, and the motor.
	Limited      bool
	Lower, Upper Degrees // Lower is at most 0, Upper at least 0
	Speed        Degrees // speed of the motor, per second
	Torque       float64 // largest torque of the motor, in newton metres; 0 is no motor

	// Spring.
	Length    float64 // at rest, in pixels
	Frequency float64 // of the oscillation, in hertz; 0 is rigid
	Damping   float64 // 0 keeps oscillating, 1 is critical damping
	PullsOnly bool    // a rope: slack while it is shorter than its length
}

// Limits of joints.
const (
	MaxJointFrequency = 60
	MaxJointDamping   = 100
	MaxJoints         = 100_000
)

// String returns the form used in files.
func (id JointID) String() string { return string(appendID(nil, JointLetter, uint64(id))) }

// ParseJointID parses the form of [JointID.String].
func ParseJointID(s string) (JointID, error) { return parseID[JointID](JointLetter, s) }

// IDText returns the id of a joint in messages and exports.
func (j Joint) IDText() string { return cmp.Or(j.Of, j.ID.String()) }

// Placed returns a prefab's joint with its id in an instance. The caller sets the joined colliders.
func (j Joint) Placed(of InstanceID, path string) Joint {
	j.ID, j.Of = JointID(PartID(of, path)), of.String()+"/"+path
	return j
}

// Key returns the id as text.
func (j Joint) Key() string { return j.ID.String() }

// Label returns the joint's name, or its id if it has none.
func (j Joint) Label() string { return quote.Printable(cmp.Or(j.Name, j.IDText())) }

func (j Joint) check() error {
	if !isID(uint64(j.ID)) {
		return errors.New("a joint has no valid id")
	}
	if err := j.checkValues(); err != nil {
		return fmt.Errorf("joint %s: %w", j.ID, err)
	}
	return nil
}

func (j Joint) checkValues() error {
	switch {
	case j.Kind != Hinge && j.Kind != Spring:
		return errors.New("it is neither a hinge nor a spring")
	case j.A == 0 && j.B == 0:
		return errors.New("it joins nothing")
	case j.A == j.B:
		return errors.New("it joins a collider with itself")
	}
	for _, side := range []struct {
		id   ID
		part string
	}{{j.A, j.PartA}, {j.B, j.PartB}} {
		if side.part == "" {
			if side.id != 0 && !isID(uint64(side.id)) {
				return errors.New("it names a collider without a valid id")
			}
			continue
		}
		of, path, err := ParsePart(side.part)
		if err != nil || PartID(of, path) != side.id {
			return fmt.Errorf("%s is not a part of an instance", quote.Printable(side.part))
		}
	}
	if j.Lower > 0 || j.Upper < 0 || math.Abs(float64(j.Lower)) > 180 || math.Abs(float64(j.Upper)) > 180 {
		return fmt.Errorf("its limits are %g and %g; they must be from -180 to 0 and from 0 to 180",
			float64(j.Lower), float64(j.Upper))
	}
	if !(j.Frequency >= 0 && j.Frequency <= MaxJointFrequency) || !(j.Damping >= 0 && j.Damping <= MaxJointDamping) {
		return fmt.Errorf("its frequency is %g and its damping %g; they must be from 0 to %d and from 0 to %d",
			j.Frequency, j.Damping, MaxJointFrequency, MaxJointDamping)
	}
	return cmp.Or(checkText("name", j.Name), checkVec("anchor", j.AnchorA), checkVec("anchor", j.AnchorB),
		checkAngle("speed", j.Speed), checkAtLeast0("torque", j.Torque), checkAtLeast0("length", j.Length))
}

// Renamed returns the joint with its ids replaced.
func (j Joint) Renamed(idOf func(ID) ID, instanceOf func(InstanceID) InstanceID) Joint {
	j.A, j.PartA = renamedMember(j.A, j.PartA, idOf, instanceOf)
	j.B, j.PartB = renamedMember(j.B, j.PartB, idOf, instanceOf)
	return j
}

func renamedMember(id ID, part string, idOf func(ID) ID, instanceOf func(InstanceID) InstanceID) (ID, string) {
	if id == 0 {
		return 0, ""
	}
	if part == "" {
		return idOf(id), ""
	}
	of, path, err := ParsePart(part)
	if err != nil {
		return id, part
	}
	of = instanceOf(of)
	return PartID(of, path), of.String() + "/" + path
}

// JointField returns the joint field with the given key.
func JointField(key string) (Field[Joint], bool) { return fieldOf(jointSchema.rows, key) }

var jointSchema = newSchema("joint",
	valueRow("id", func(j *Joint) *JointID { return &j.ID }, idForm(JointLetter, ParseJointID)).needed().
		means("`j` and a number, or 8 random letters and digits; sorted"),
	row("name", func(j *Joint) *string { return &j.Name }, texts, "", nil).means("text"),
	plainField("kind", func(j *Joint) *JointKind { return &j.Kind }, oneOf(Hinge, Spring)).needed().
		means("`hinge` (keeps a point of one at a point of the other) or `spring`"),
	jointSide("a", func(j *Joint) (*ID, *string) { return &j.A, &j.PartA }),
	jointSide("b", func(j *Joint) (*ID, *string) { return &j.B, &j.PartB }),
	plainField("at_a", func(j *Joint) *Vec { return &j.AnchorA }, vectors).
		means("`[x, y]` of the anchor on `a`, in the frame of the collider, or in level space for the level"),
	plainField("at_b", func(j *Joint) *Vec { return &j.AnchorB }, vectors).means("the same on `b`"),
	row("collide", func(j *Joint) *bool { return &j.Collide }, switches, false, nil).
		means("true lets the two collide"),
	Field[Joint]{
		Key:     "limits",
		Title:   "Limits",
		Unit:    "°",
		unset:   "none",
		isUsual: func(j *Joint) bool { return !j.Limited },
		text:    func(e *encoder, j *Joint) { e.vec(Vec{X: float64(j.Lower), Y: float64(j.Upper)}) },
		read: func(d *decoder, n *yaml.Node, j *Joint) error {
			j.Limited = true
			return d.Numbers(n, "[from, to]", (*float64)(&j.Lower), (*float64)(&j.Upper))
		},
		doc: "hinge: `[from, to]`, how far `b` can turn against `a` from the drawn angle; from -180 to 0 " +
			"and from 0 to 180",
		json: vectors.json,
	},
	row("speed", func(j *Joint) *Degrees { return &j.Speed }, angles, 0, nil).
		titled("Motor speed", "°/s").means("hinge: a motor's speed"),
	row("torque", func(j *Joint) *float64 { return &j.Torque }, numbers, 0, nil).
		titled("Motor torque", "N m").means("hinge: the motor's maximum torque; 0 for no motor").limited(atLeast0),
	row("length", func(j *Joint) *float64 { return &j.Length }, numbers, 0, nil).
		titled("Length", "px").means("spring: rest length").limited(atLeast0),
	row("frequency", func(j *Joint) *float64 { return &j.Frequency }, numbers, 0, nil).
		titled("Frequency", "Hz").means("spring: frequency, up to 60; 0 for a rod, or a rope that does not stretch").
		between(0, 60),
	row("damping", func(j *Joint) *float64 { return &j.Damping }, numbers, 0, nil).
		titled("Damping", "").means("spring: damping ratio; 0 oscillates for ever, 1 is critical").between(0, 100),
	row("pulls_only", func(j *Joint) *bool { return &j.PullsOnly }, switches, false, nil).
		means("spring: true for a rope, which is slack below its length"),
)

var jointEntries = entries[Joint]{
	name: "joints", list: func(s *Settings) *[]Joint { return &s.Joints }, key: Joint.Key,
	compare: func(a, b Joint) int { return cmp.Compare(a.ID, b.ID) },
	same:    func(a, b Joint) bool { return a == b }, validate: Joint.check, limit: MaxJoints,
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
		doc:     "a collider: an id, or a part of an instance such as `i1/c2`; at least one of `a` and `b` is required",
		unset:   "the level itself",
		json:    refers("part"),
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
			return colliderIDs.read(d, n, id)
		},
	}
}
