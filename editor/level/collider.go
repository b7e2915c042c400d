package level

import "fillet/collision"

// Role is a collider's effect on what touches it. The zero value is no role.
type Role int8

// The roles.
const (
	Solid   Role = iota + 1
	Trigger      // reports what enters and leaves, and stops nothing
	OneWay       // solid from one side only; see Collider.OneWay
)

// BodyType is a collider's way of moving in the game. The zero value is no type.
type BodyType int8

// The body types.
const (
	Static BodyType = iota + 1
	Dynamic
	Kinematic
)

// Collider is one shape of the level with everything that the game needs to know about it. It is a record: see the
// package comment.
type Collider struct {
	ID    ID
	Name  string
	Layer LayerID
	// position in its layer: lower is drawn earlier, ties go by ID. Not in the file, where the order of the list says
	// it
	Order float64

	GroupOf GroupID // the group that contains it, or 0. Not to be confused with Group

	Shape    Shape
	Position Vec
	Angle    Degrees

	Role   Role
	Body   BodyType
	Locked bool
	Hidden bool
	// the collision group, as in collision.Filter: equal positive groups always collide, equal negative ones never
	Group int32
	// for OneWay: the unit direction in which its solid side faces, in the collider's own frame; up is (0, -1)
	OneWay Vec

	Categories   []string // names from Settings.Categories; none means the first of them
	CollidesWith []string // names from Settings.Categories; nil means everything, empty but not nil means nothing

	Tags       []string
	Properties Properties

	Path *Path // how a kinematic collider moves; nil if it stays, or if its properties say how: see OldPath

	Material    string // the project material that sets the numbers below; empty if they are the collider's own
	Friction    float64
	Restitution float64
	Density     float64
	Motion      *Motion // what sets a dynamic collider in motion, or nil. Never changed in place

	Source *Source // where it was imported from; nil if it was drawn here
	Part   *Part   // the instance that it is a part of; nil if it is in the file itself
}

// Source identifies the record of a foreign file that a collider came from.
type Source struct {
	File  string // slash-separated, relative to the level file if possible
	Level string
	Layer string
	Value int    // the IntGrid value, grid cell or tile id; 0 for an entity
	ID    string // the record's id in the foreign file, if it has one
}

// Properties holds a designer's own values: each a string, a float64 or a bool.
type Properties map[string]any

// Material defaults of a new collider.
const (
	DefaultFriction = 0.6
	DefaultDensity  = 1
)

// NewCollider returns a static solid collider with the default material.
func NewCollider(id ID, layer LayerID, name string, s Shape, position Vec) *Collider {
	return &Collider{
		ID: id, Name: name, Layer: layer, Shape: s, Position: position,
		Role: Solid, Body: Static, Friction: DefaultFriction, Density: DefaultDensity,
	}
}

// Up is the direction in which a one-way platform's solid side faces by default.
var Up = Vec{X: 0, Y: -1}

// Transform returns the transform from the collider's own frame to level space.
func (c *Collider) Transform() collision.Transform {
	if c.Angle == 0 {
		return collision.Transform{P: c.Position, Q: collision.Rot{C: 1}}
	}
	return collision.NewTransform(c.Position, c.Angle.Radians())
}

// sameValue reports whether two pointers point to equal values or are both nil.
func sameValue[T comparable](a, b *T) bool {
	if a == nil || b == nil {
		return a == b
	}
	return *a == *b
}

// Label returns the collider's name, or its id if it has none.
func (c *Collider) Label() string {
	if c.Name != "" {
		return c.Name
	}
	return c.IDText()
}

// Filter returns the collider's categories, and what it collides with, as bits. A Mask of 0 means nothing at all here
// and in files; see [WorldFilter].
func (c *Collider) Filter(s *Settings) collision.Filter {
	return collision.Filter{
		Category: s.CategoryBits(c.Categories),
		Mask:     s.MaskBits(c.CollidesWith),
		Group:    c.Group,
	}
}
