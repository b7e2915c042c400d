package level

import (
	"bufio"
	"encoding/hex"
	"hash"
	"hash/fnv"
	"maps"
)

// Parts is a set of the parts of a collider that an import sets and a designer may change.
type Parts uint16

// The parts.
const (
	GeometryPart Parts = 1 << iota // the outline: the kind, the points and holes or the size, open or closed
	RadiusPart                     // the radius and the rounding
	PositionPart                   // where its frame is
	AnglePart                      //
	NamePart                       //
	RolePart                       // the role, and for one-way the direction
	BodyPart                       // how it moves
	CategoryPart                   // its categories
	MaskPart                       // what it collides with
	GroupPart                      //
	TagsPart                       //
	PropertyPart                   // its properties
	MaterialPart                   // friction, restitution and density
	MotionPart                     // velocity, spin and force
	partsEnd                       // one past the last
	AllParts     = partsEnd - 1
)

// parts lists the parts in the order of their bits: their names for people, and their fields.
var parts = [...]struct {
	name   string
	fields []Field[Collider]
}{
	{"outline", []Field[Collider]{{
		Same: func(a, b *Collider) bool { return unrounded(a.Shape).Equal(unrounded(b.Shape)) },
		Copy: func(to, from *Collider) {
			radius, rounding := to.Shape.Radius, to.Shape.Rounding
			to.Shape = from.Shape
			to.Shape.Radius, to.Shape.Rounding = radius, rounding
		},
	}}},
	{"radius", fieldsOf("radius", "rounding")},
	{"position", fieldsOf("position")},
	{"angle", fieldsOf("angle")},
	{"name", fieldsOf("name")},
	{"role", fieldsOf(RoleKey)},
	{"body", fieldsOf("body")},
	{"categories", fieldsOf("categories")},
	{"collides with", fieldsOf("collides_with")},
	{"group", fieldsOf("group")},
	{"tags", fieldsOf("tags")},
	{"properties", []Field[Collider]{{
		Same: func(a, b *Collider) bool { return maps.Equal(a.Properties, b.Properties) },
		Copy: func(to, from *Collider) { to.Properties = from.Properties },
	}}},
	{"material", fieldsOf("friction", "restitution", "density")},
	{"motion", fieldsOf("velocity", "spin", "force")},
}

func fieldsOf(keys ...string) []Field[Collider] {
	out := make([]Field[Collider], len(keys))
	for i, key := range keys {
		out[i] = *rowByKey[key]
	}
	return out
}

// unrounded returns a shape without rounding.
func unrounded(s Shape) Shape {
	s.Radius, s.Rounding = 0, 0
	return s
}

// Names returns the names of the parts for people.
func (p Parts) Names() []string {
	var out []string
	for i, part := range parts {
		if p&(1<<i) != 0 {
			out = append(out, part.name)
		}
	}
	return out
}

// Differing returns the parts in which two colliders differ.
func Differing(a, b *Collider) Parts {
	var p Parts
	for i, part := range parts {
		for _, f := range part.fields {
			if !f.Same(a, b) {
				p |= 1 << i
			}
		}
	}
	return p
}

// SetParts copies parts of another collider. Slices and maps are shared.
func SetParts(c *Collider, p Parts, from *Collider) {
	for i, part := range parts {
		if p&(1<<i) == 0 {
			continue
		}
		for _, f := range part.fields {
			f.Copy(c, from)
		}
	}
	switch {
	case !c.Shape.HasCorners():
		c.Shape.Rounding = 0
	case c.Shape.Rounding == 0:
		c.Shape.Rounding = Inset
	}
}

// Digest returns a short text that differs between colliders that differ in any of AllParts.
func Digest(c *Collider) string { return new(digester).of(c) }

// digester computes the digests of many colliders without allocating for each.
type digester struct {
	hash hash.Hash64
	encoder
}

func (d *digester) of(c *Collider) string {
	if d.hash == nil {
		d.hash = fnv.New64a()
		d.w, d.hashed = bufio.NewWriterSize(d.hash, 512), true
	}
	d.hash.Reset()
	plain := *c
	plain.ID, plain.GroupOf, plain.Material, plain.Locked, plain.Hidden, plain.Source = 1, 0, "", false, false, nil
	d.collider(&plain)
	_ = d.w.Flush() // a hash takes everything
	var sum [8]byte
	return hex.EncodeToString(d.hash.Sum(sum[:0])[:4])
}
