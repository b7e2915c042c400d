package level

import (
	"bufio"
	"cmp"
	"encoding/hex"
	"fmt"
	"hash"
	"hash/fnv"
	"maps"
	"slices"
)

// Import is a foreign file that was imported into the level, how, and what was found in it: what a later import of the
// file is compared with. It is a record: see the package's comment.
type Import struct {
	File    string   // slash-separated, relative to the level file where it can be, as in Source
	Levels  []string // the levels of it that were imported; none is all of them
	Mode    string   // what cells become where no rule says otherwise; empty is the importer's default
	Mapping string   // the rules for values and entities, as the text of a mapping file
	// Defaults is the version of what values and entities become where no rule says so; 0 is the first.
	Defaults int
	// Category is the category of colliders that name none, where that is not the level's first one.
	Category string
	Reads    []string // the other files that the import read, relative to the file
	Digest   string   // of the contents of the file and of those that it reads
	Frame    Frame    // the level's measures as they were imported
	Pictures bool     // the file has tiles or other pictures to show under the level; they stay in it
	// Places are the levels of the file and their layers as they lay when it was imported, and Tilesets how its tiles were
	// numbered. An import of an older Fillet has neither.
	Places   []Place
	Tilesets []Tileset
	// Base is every collider as it was last imported, with the id that it has here. Where the document has no collider of
	// that id, it was deleted since.
	Base []Imported
	// Fresh is what only an import that has just been made knows: a level file does not keep it.
	Fresh *Fresh
}

// Place is a level of an imported file, and where it lay.
type Place struct {
	Level  string // as Source.Level
	ID     string // what stays when the level is renamed: LDtk's iid, the path of OGMO's file
	At     Vec    // its top left corner
	Size   Vec
	Layers []LayerPlace
	// Properties are what the file says of the level itself: LDtk's fields, OGMO's values, the properties of a map.
	Properties Properties
}

// LayerPlace is a layer of a [Place].
type LayerPlace struct {
	Layer  string // as Source.Layer
	ID     string // what stays when the layer is renamed
	Offset Vec    // from the level's corner
	// Values is what the file calls the values whose numbers in Source.Value the import made up.
	Values map[int]string
}

// Equal reports whether two places are the same.
func (p Place) Equal(o Place) bool {
	return p.Level == o.Level && p.ID == o.ID && p.At == o.At && p.Size == o.Size && maps.Equal(p.Properties, o.Properties) && slices.EqualFunc(p.Layers, o.Layers, func(a, b LayerPlace) bool {
		return a.Layer == b.Layer && a.ID == b.ID && a.Offset == b.Offset && maps.Equal(a.Values, b.Values)
	})
}

// LevelProperties are what the imported files say of their levels themselves, each under the level's name, as in Cave.music.
func (s *Settings) LevelProperties() Properties {
	out := Properties{}
	for _, m := range s.Imports {
		for i := range m.Places {
			p := &m.Places[i]
			for name, v := range p.Properties {
				out[p.Level+"."+name] = v
			}
		}
	}
	return out
}

// Tileset is a tileset of an imported file that numbers the tiles of all tilesets in one row.
type Tileset struct {
	Name  string // of the tileset
	First int    // the number of its first tile, as in Source.Value
}

// Fresh is what an import that has just been made knows beside what it brings.
type Fresh struct {
	Levels    []string // the ids and the names of all levels that the file has, imported or not
	UniqueIDs bool     // Source.ID names one record of the whole file, whichever level it lies in
	NamedIDs  bool     // Source.ID is a name that whoever edits the file gave: another one may be the same record, renamed
}

// Frame is the measures that a foreign file gives a level.
type Frame struct{ Origin, Size, Grid Vec }

// Imported is a collider as it was imported, under the id that it has here. Its layer and order say nothing.
type Imported struct {
	*Collider
	// Lost is the digest of what was imported, where that itself is not known any more: the level file was changed with
	// another program, and the collider is what that program made of it. It may be UnsureDigest.
	Lost string
	// Offered is what the file said when it was last imported, where the designer had changed the same and nobody has
	// decided yet: nil for all others. The collider is then what both were made of.
	Offered *Collider
	Gone    bool // the file had it no more, and nobody has decided whether it stays
	// Kept says that the file had it no more, and that it was decided whether it stays: it does, or it was deleted here too.
	Kept bool
}

// UnsureDigest stands in [Imported.Lost] where it is not sure that the file still means the same record.
const UnsureDigest = "unsure"

// Parts is a set of the parts of a collider that an import gives it and a designer may change.
type Parts uint16

// The parts.
const (
	GeometryPart Parts = 1 << iota // what is drawn: the kind, the points and holes or the size, open or closed
	RadiusPart                     // the radius and the way of rounding
	PositionPart                   // where its frame stands
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
	partsEnd                       // one more than all
	AllParts     = partsEnd - 1
)

// parts are the parts in the order of their bits: their names for people, and the fields that they are made of.
var parts = [...]struct {
	name   string
	fields []Field[Collider]
}{
	{"outline", []Field[Collider]{{
		Same: func(a, b *Collider) bool { return a.Shape.unrounded().Equal(b.Shape.unrounded()) },
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
}

func fieldsOf(keys ...string) []Field[Collider] {
	out := make([]Field[Collider], len(keys))
	for i, key := range keys {
		ok := false
		if out[i], ok = shapeFields[key]; !ok {
			out[i], _ = fieldOf(append(gameFields, colliderName), key)
		}
	}
	return out
}

// unrounded is the shape without what rounds it.
func (s Shape) unrounded() Shape {
	s.Radius, s.Rounding = 0, 0
	return s
}

// Names lists the parts by their names for people.
func (p Parts) Names() []string {
	var out []string
	for i, part := range parts {
		if p&(1<<i) != 0 {
			out = append(out, part.name)
		}
	}
	return out
}

// Differing is the parts in which two colliders differ.
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

// SetParts gives a collider parts of another one. Slices and maps are shared.
func (c *Collider) SetParts(p Parts, from *Collider) {
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

// Digest is a short text that differs between colliders that differ in any of AllParts.
func (c *Collider) Digest() string { return new(digester).of(c) }

// digester makes digests of many colliders without memory of its own for each.
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

func (s *Settings) checkImports() error {
	for i, m := range s.Imports {
		switch {
		case m == nil || m.File == "" || !isText(m.File):
			return fmt.Errorf("import %d names no file", i+1)
		case !isText(m.Mapping) || !isText(m.Mode) || !isText(m.Category) || !isText(m.Digest):
			return fmt.Errorf("import %d holds what is not valid text of at most 1 MB", i+1)
		case slices.ContainsFunc(slices.Concat(m.Levels, m.Reads), func(s string) bool { return !isText(s) }):
			return fmt.Errorf("import %d: a name is not valid text of at most 1 MB", i+1)
		}
		if err := cmp.Or(checkVec("origin", m.Frame.Origin), checkVec("size", m.Frame.Size), checkVec("grid", m.Frame.Grid), m.checkPlaces()); err != nil {
			return fmt.Errorf("import %d: %w", i+1, err)
		}
	}
	return nil
}

// renamed is the record with its file renamed, or the record itself where that changes nothing.
func (m *Import) renamed(rename func(file string) string) *Import {
	file := rename(m.File)
	if file == m.File {
		return m
	}
	after := *m
	after.File = file
	return &after
}

// renamedImports is the settings with the files of their imports renamed, or the same settings.
func (s *Settings) renamedImports(rename func(file string) string) *Settings {
	var list []*Import
	for i, m := range s.Imports {
		if after := m.renamed(rename); after != m {
			if list == nil {
				list = slices.Clone(s.Imports)
			}
			list[i] = after
		}
	}
	if list == nil {
		return s
	}
	out := *s
	out.Imports = list
	return &out
}
