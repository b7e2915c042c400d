package level

import (
	"maps"
	"slices"

	"fillet/collision"
)

// Role is what a collider does to what touches it. The zero value is no role.
type Role int8

// The roles.
const (
	Solid   Role = iota + 1
	Trigger      // reports what enters and leaves, and stops nothing
	OneWay       // solid from one side only; see Collider.OneWay
)

// BodyType is how a collider moves in the game. The zero value is no type.
type BodyType int8

// The body types.
const (
	Static BodyType = iota + 1
	Dynamic
	Kinematic
)

// Collider is one shape of the level with all that the game is told of it. It is a record: see the package's comment.
type Collider struct {
	ID    ID
	Name  string
	Layer LayerID
	Order float64 // its place in its layer; a lower one is drawn earlier, ties go by ID. Not in the file: the order there says it

	GroupOf GroupID // the group that it is in; 0 where it is in none. Group is another thing

	Shape    Shape
	Position Vec
	Angle    Degrees

	Role   Role
	Body   BodyType
	Locked bool
	Hidden bool
	Group  int32 // the collision group, as in collision.Filter: equal positive groups always collide, equal negative ones never
	OneWay Vec   // for OneWay: the unit direction in which its solid side faces, in the collider's own frame; up is (0, -1)

	Categories   []string // names from Settings.Categories; none stands for the first of them
	CollidesWith []string // names from Settings.Categories; nil is everything, empty but not nil is nothing

	Tags       []string
	Properties Properties

	Path *Path // how a kinematic collider moves; nil where it stays, or its properties say it: see OldPath

	Material    string // the name of a material of the project, whose numbers it has; empty where they are its own
	Friction    float64
	Restitution float64
	Density     float64
	Motion      *Motion // what sets it in motion, where it is dynamic; nil for nothing. Never changed in place

	Source *Source // where it was imported from; nil for what was drawn here
	Part   *Part   // of which instance it is a part; nil for what is in the file itself
}

// Source says which record of a foreign file a collider came from.
type Source struct {
	File  string // slash-separated, relative to the level file where it can be
	Level string
	Layer string
	Value int    // the IntGrid value, grid cell or tile id; 0 for an entity
	ID    string // the record's own id in the foreign file, where it has one
}

// Properties are a designer's own values: each a string, a float64 or a bool.
type Properties map[string]any

// Material defaults of a new collider.
const (
	DefaultFriction = 0.6
	DefaultDensity  = 1
)

// NewCollider is a static solid collider of the given shape with the default material.
func NewCollider(id ID, layer LayerID, name string, s Shape, position Vec) *Collider {
	return &Collider{
		ID: id, Name: name, Layer: layer, Shape: s, Position: position,
		Role: Solid, Body: Static, Friction: DefaultFriction, Density: DefaultDensity,
	}
}

// Up is the direction in which a one-way platform's solid side faces unless it is told otherwise.
var Up = Vec{X: 0, Y: -1}

// Transform places the collider's own frame in the level.
func (c *Collider) Transform() collision.Transform {
	if c.Angle == 0 {
		return collision.Transform{P: c.Position, Q: collision.Rot{C: 1}}
	}
	return collision.NewTransform(c.Position, c.Angle.Radians())
}

// Equal reports whether two records say the same, whatever their pointers.
func (c *Collider) Equal(o *Collider) bool {
	if c == nil || o == nil || c == o {
		return c == o
	}
	return c.ID == o.ID && c.Name == o.Name && c.Layer == o.Layer && c.Order == o.Order && c.GroupOf == o.GroupOf &&
		c.Shape.Equal(o.Shape) && c.Position == o.Position && c.Angle == o.Angle &&
		c.Role == o.Role && c.OneWay == o.OneWay && c.Body == o.Body &&
		slices.Equal(c.Categories, o.Categories) && (c.CollidesWith == nil) == (o.CollidesWith == nil) &&
		slices.Equal(c.CollidesWith, o.CollidesWith) && c.Group == o.Group &&
		slices.Equal(c.Tags, o.Tags) && maps.Equal(c.Properties, o.Properties) && c.Path.Equal(o.Path) &&
		c.Material == o.Material && c.Friction == o.Friction && c.Restitution == o.Restitution && c.Density == o.Density && sameValue(c.Motion, o.Motion) &&
		c.Locked == o.Locked && c.Hidden == o.Hidden && sameValue(c.Source, o.Source) && sameValue(c.Part, o.Part)
}

// sameValue reports whether two pointers are to equal values, or both nil.
func sameValue[T comparable](a, b *T) bool {
	if a == nil || b == nil {
		return a == b
	}
	return *a == *b
}

// Label returns the collider's name for lists: its own, or its id if it has none.
func (c *Collider) Label() string {
	if c.Name != "" {
		return c.Name
	}
	return c.IDText()
}

// Filter is the collider's categories and what it collides with as bits. A Mask of 0 is nothing at all here and in
// files; see [WorldFilter].
func (c *Collider) Filter(s *Settings) collision.Filter {
	return collision.Filter{
		Category: s.CategoryBits(c.Categories),
		Mask:     s.MaskBits(c.CollidesWith),
		Group:    c.Group,
	}
}
