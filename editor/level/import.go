package level

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"hash/fnv"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"fillet/editor/strictyaml"

	"gopkg.in/yaml.v3"
)

// Import records a foreign file that was imported into the level: how it was imported, and what was found in it, for
// comparison with a later import of the file. It is a record: see the package comment.
type Import struct {
	File    string   // slash-separated, relative to the level file if possible, as in Source
	Levels  []string // the levels of the file that were imported; none means all
	Mode    string   // what unmatched cells become; empty means the importer's default
	Mapping string   // rules for values and entities, as the text of a mapping file
	// Defaults is the version of the defaults for values and entities that match no rule; 0 is the first.
	Defaults int
	// Category is the category of colliders that name none, if it is not the level's first category.
	Category string
	Reads    []string // the other files that the import read, relative to the file
	Digest   string   // hash of the contents of the file and of Reads
	Frame    Frame    // the level's dimensions as imported
	Pictures bool     // the file's tiles or other pictures are shown under the level; they stay in the file
	// Places holds the file's levels and their layers as placed at the import, and Tilesets the numbering of its tiles.
	// Imports by older versions of Fillet have neither.
	Places   []Place
	Tilesets []Tileset
	// Base holds every collider as it was last imported, with its id in the level. A collider missing from the document
	// was deleted since.
	Base []Imported
	// Missing holds the ids of other imported colliders that are not in the document, because someone deleted their
	// text.
	Missing []ID
	// Listed reports whether the level file lists the imported colliders, so that Missing is complete.
	Listed bool
	// Fresh holds information that only a new import has; otherwise it is nil.
	Fresh *Fresh
}

// Place records where a level of an imported file is, with its layers and properties.
type Place struct {
	Level  string // as Source.Level
	ID     string // unchanged if the level is renamed: LDtk's iid, the path of OGMO's file
	At     Vec    // its top left corner
	Size   Vec
	Layers []LayerPlace
	// Properties holds the file's properties of the level itself: LDtk's fields, OGMO's values, Tiled's map properties.
	Properties Properties
}

// LayerPlace is a layer of a [Place].
type LayerPlace struct {
	Layer  string // as Source.Layer
	ID     string // unchanged if the layer is renamed
	Offset Vec    // from the level's corner
	// Values holds the file's names of values, by the numbers that the importer assigned to them for Source.Value.
	Values map[int]string
}

// Equal reports whether two places are equal.
func (p Place) Equal(o Place) bool {
	return p.Level == o.Level && p.ID == o.ID && p.At == o.At && p.Size == o.Size &&
		maps.Equal(p.Properties, o.Properties) && slices.EqualFunc(p.Layers, o.Layers, func(a, b LayerPlace) bool {
		return a.Layer == b.Layer && a.ID == b.ID && a.Offset == b.Offset && maps.Equal(a.Values, b.Values)
	})
}

// LevelProperties returns the properties that imported files give their levels, under the level's name, as in
// Cave.music.
func (s *Settings) LevelProperties() Properties {
	out := Properties{}
	for _, m := range s.Imports {
		for _, p := range m.Places {
			for name, v := range p.Properties {
				out[p.Level+"."+name] = v
			}
		}
	}
	return out
}

// Tileset is a tileset of an imported file that numbers the tiles of all tilesets consecutively.
type Tileset struct {
	Name  string
	First int // the number of its first tile, as in Source.Value
}

// Fresh holds the information from a new import besides the colliders.
type Fresh struct {
	Levels    []string // the ids and the names of all levels in the file, imported or not
	UniqueIDs bool     // Source.ID identifies a record in the whole file, across levels
	NamedIDs  bool     // Source.ID is a name from the file's editor, so a renamed record gets another one
}

// Frame holds the dimensions of a level in a foreign file.
type Frame struct{ Origin, Size, Grid Vec }

// Imported is a collider as it was imported, with its id in the level. Its layer and order have no meaning.
type Imported struct {
	*Collider
	// Lost is the digest of the imported values if the values themselves are lost: another program changed the level
	// file, and the collider has the values that the program wrote. It may be UnsureDigest.
	Lost string
	// Offered holds the values in the file at the last import if the designer had changed the same part and nobody has
	// decided yet; otherwise it is nil. If it is set, the collider is the common base of both versions.
	Offered *Collider
	Gone    bool // missing from the file, and nobody has decided whether it stays
	// Kept marks a collider that is missing from the file and was resolved by the user: it stays in the level, or was
	// deleted there too.
	Kept bool
}

// UnsureDigest is the [Imported.Lost] of a collider that may no longer be the same record in the file.
const UnsureDigest = "unsure"

func (s *Settings) checkImports() error {
	for i, m := range s.Imports {
		switch {
		case m == nil || m.File == "" || !isText(m.File):
			return fmt.Errorf("import %d names no file", i+1)
		case !isText(m.Mapping) || !isText(m.Mode) || !isText(m.Category) || !isText(m.Digest):
			return fmt.Errorf("import %d holds invalid text, or more than 1 MB of it", i+1)
		case slices.ContainsFunc(slices.Concat(m.Levels, m.Reads), func(s string) bool { return !isText(s) }):
			return fmt.Errorf("import %d: a name is not valid text of at most 1 MB", i+1)
		}
		if err := cmp.Or(checkVec("origin", m.Frame.Origin), checkVec("size", m.Frame.Size),
			checkVec("grid", m.Frame.Grid), m.checkPlaces()); err != nil {
			return fmt.Errorf("import %d: %w", i+1, err)
		}
	}
	return nil
}

// RenamedImports returns the settings with the files of their imports and pictures renamed, or the same settings.
func (s *Settings) RenamedImports(rename func(file string) string) *Settings {
	out := *s
	out.Imports, out.Pictures = slices.Clone(s.Imports), slices.Clone(s.Pictures)
	changed := false
	for i, m := range out.Imports {
		if file := rename(m.File); file != m.File {
			after := *m
			after.File = file
			out.Imports[i], changed = &after, true
		}
	}
	for i := range out.Pictures {
		p := &out.Pictures[i]
		file := rename(p.File)
		p.File, changed = file, changed || file != p.File
	}
	if !changed {
		return s
	}
	return &out
}

func (m *Import) checkPlaces() error {
	text := func(list ...string) error {
		for _, s := range list {
			if !isText(s) {
				return errors.New("a name in its places is not valid text of at most 1 MB")
			}
		}
		return nil
	}
	for _, p := range m.Places {
		if err := cmp.Or(text(p.Level, p.ID), checkVec("place", p.At), checkVec("size", p.Size)); err != nil {
			return err
		}
		for name, v := range p.Properties {
			if err := CheckProperty(name, v); err != nil {
				return err
			}
		}
		for _, l := range p.Layers {
			if err := cmp.Or(text(l.Layer, l.ID), checkVec("offset", l.Offset)); err != nil {
				return err
			}
			for v, s := range l.Values {
				if !isText(s) {
					return fmt.Errorf("the name of value %d is not valid text of at most 1 MB", v)
				}
			}
		}
	}
	for _, t := range m.Tilesets {
		if err := text(t.Name); err != nil {
			return err
		}
	}
	return nil
}

// ImportName identifies an import of a level: the n-th import of a file, from 1.
type ImportName struct {
	File   string
	Number int
}

// String returns the file, and the number if it is not 1.
func (n ImportName) String() string {
	if n.Number == 1 {
		return n.File
	}
	return fmt.Sprintf("%s#%d", n.File, n.Number)
}

func parseImportName(s string) ImportName {
	if i := strings.LastIndexByte(s, '#'); i > 0 {
		const limit = 1000 // a larger number is part of the file's name
		if n, err := strconv.Atoi(s[i+1:]); err == nil && n > 1 && n <= limit {
			return ImportName{s[:i], n}
		}
	}
	return ImportName{s, 1}
}

// ImportNames returns the names of the imports, in order.
func (s *Settings) ImportNames() []ImportName {
	out := make([]ImportName, len(s.Imports))
	seen := map[string]int{}
	for i, m := range s.Imports {
		seen[m.File]++
		out[i] = ImportName{m.File, seen[m.File]}
	}
	return out
}

// Import returns the import with the given name, or nil.
func (s *Settings) Import(name ImportName) *Import {
	if i := slices.Index(s.ImportNames(), name); i >= 0 {
		return s.Imports[i]
	}
	return nil
}

// How imports are stored in a file: the source of an imported collider has the digest of the imported values. If the
// collider has changed since, the key imported holds the original values of the parts that differ. So the base of the
// next comparison is complete, and costs almost nothing if nobody has changed anything. If both sides changed the same
// part and nobody has decided, the key offered holds the file's latest values of the parts that differ from what was
// imported.

// origin relates an imported collider to its import, for the encoder.
type origin struct {
	base   *Imported
	number int // the number of the import among the imports of the same file, from 1
}

func originsOf(s *Settings) map[ID]origin {
	out := map[ID]origin{}
	for i, name := range s.ImportNames() {
		base := s.Imports[i].Base
		for k := range base {
			out[base[k].ID] = origin{&base[k], name.Number}
		}
	}
	return out
}

func (e *encoder) imports(s *Settings) {
	if len(s.Imports) == 0 {
		return
	}
	e.there = map[ID]bool{}
	for _, l := range e.level.Layers {
		for _, c := range l.Colliders {
			e.there[c.ID] = true
		}
	}
	e.text("imports:\n")
	for _, m := range s.Imports {
		importSchema.item(e, 4, m)
	}
}

var importSchema = newSchema("import",
	plainField("file", func(m *Import) *string { return &m.File }, texts).needed().
		means("the foreign file, relative to the level's folder if possible"),
	listField("levels", func(m *Import) *[]string { return &m.Levels }).otherwise("all").means("the imported levels"),
	row("mode", func(m *Import) *string { return &m.Mode }, texts, "", nil).
		means("what cells become without a rule, as `--mode` of `fillet import`"),
	row("category", func(m *Import) *string { return &m.Category }, texts, "", nil).otherwise("the level's first").
		means("the category of imported colliders that name none"),
	row("defaults", func(m *Import) *int { return &m.Defaults }, wholes, 0, nil).otherwise("1").
		means("the version of the rules that Fillet applies without a mapping: 2 reads names and fields, 3 knows more "+
			"of them, 4 keeps curves of drawings, 5 makes an entity named like the player the spawn "+
			"([IMPORTING.md](IMPORTING.md)). Version 2"),
	Field[Import]{
		Key:     "mapping",
		doc:     "the rules, as the text of a mapping file ([IMPORTING.md](IMPORTING.md))",
		json:    texts.json,
		isUsual: func(m *Import) bool { return m.Mapping == "" },
		lines:   func(e *encoder, in int, m *Import) { e.block(in, "mapping", m.Mapping) },
		read:    func(d *decoder, n *yaml.Node, m *Import) error { return d.Text(n, &m.Mapping) },
	},
	listField("reads", func(m *Import) *[]string { return &m.Reads }).
		means("other files that the import read, relative to `file`"),
	row("digest", func(m *Import) *string { return &m.Digest }, texts, "", nil).
		means("hash of `file` and of the files that it reads; it differs after a change"),
	frameRow("origin", func(f *Frame) *Vec { return &f.Origin }).means("origin of the file's level, in pixels"),
	frameRow("size", func(f *Frame) *Vec { return &f.Size }).means("`[width, height]` of the file's level, in pixels"),
	frameRow("grid", func(f *Frame) *Vec { return &f.Grid }).means("`[width, height]` of a cell in the file"),
	row("pictures", func(m *Import) *bool { return &m.Pictures }, switches, false, nil).
		means("true shows the file's tiles and pictures under the level; they stay in the foreign file and its images"),
	recordList("places", func(m *Import) *[]Place { return &m.Places }, placeSchema).
		means("the imported levels: `{level, id, at, size, properties, layers}` with the level's name as in `source`, "+
			"its permanent id, its top-left corner here and its own properties. `layers` are "+
			"`{layer, id, offset, values}`: name as in `source`, offset from the level's corner, and the file's names "+
			"of values that the import numbered. Version 2"),
	recordList("tilesets", func(m *Import) *[]Tileset { return &m.Tilesets }, tilesetSchema).
		means("`{name, first}` of each tileset of a Tiled map, `first` being the number of its first tile, as in "+
			"`source.value`. Version 2"),
	Field[Import]{
		Key: "imported_ids",
		doc: "the ids of all other imported colliders, so that a collider whose text you delete stays deleted at the " +
			"next re-import. Version 2",
		json:  `"type": "array", "items": {` + listOf("c-id") + `}`,
		lines: func(e *encoder, _ int, m *Import) { e.importedIDs(m) },
		read: func(d *decoder, n *yaml.Node, m *Import) error {
			return d.Sequence(n, func(_ int, n *yaml.Node) error {
				var line []ID
				var parts []string
				if err := d.ids(n, &line, &parts); err != nil {
					return err
				}
				m.Missing, m.Listed = append(m.Missing, line...), true
				return nil
			})
		},
	},
	Field[Import]{
		Key:   "deleted",
		doc:   "the imported colliders that were deleted since, as they were imported",
		json:  listOf("collider"),
		lines: func(e *encoder, _ int, m *Import) { e.deleted(m) },
		read: func(d *decoder, n *yaml.Node, m *Import) error {
			return d.Sequence(n, func(_ int, n *yaml.Node) error { return d.deletedRecord(m, n) })
		},
	},
)

// frameRow returns the row of a dimension of the frame. The file has all dimensions or none.
func frameRow(key string, at func(*Frame) *Vec) Field[Import] {
	return leftOutIf(plainField(key, func(m *Import) *Vec { return at(&m.Frame) }, vectors),
		func(m *Import) bool { return m.Frame == Frame{} }).otherwise("none")
}

// importedIDs writes the ids of the imported colliders that still exist, so that reading notices if someone deletes a
// collider's text.
func (e *encoder) importedIDs(m *Import) {
	ids := slices.Clone(m.Missing)
	for i := range m.Base {
		if e.there[m.Base[i].ID] {
			ids = append(ids, m.Base[i].ID)
		}
	}
	if len(ids) == 0 || len(m.Places) == 0 { // imported by an older version of Fillet
		return
	}
	slices.Sort(ids)
	const inLine = 10
	e.text("    imported_ids:\n")
	for line := range slices.Chunk(slices.Compact(ids), inLine) {
		e.text("      - ")
		e.ids(line, nil)
		e.text("\n")
	}
}

// deleted writes the imported colliders that the document no longer has.
func (e *encoder) deleted(m *Import) {
	headed := false
	for i := range m.Base {
		b := &m.Base[i]
		if e.there[b.ID] {
			continue
		}
		if !headed {
			e.text("    deleted:\n")
			headed = true
		}
		c, source := *b.Collider, Source{}
		c.GroupOf = 0 // the group may be gone
		if b.Source != nil {
			source = *b.Source
		}
		source.File = m.File
		c.Source = &source
		e.collider(&c)
	}
}

// block writes a string of several lines, as a literal block if YAML allows it.
func (e *encoder) block(in int, key, text string) {
	if !isBlock(text) {
		e.line(in, key, text)
		return
	}
	e.indent(in)
	e.text(key + ": |\n")
	for line := range bytes.Lines([]byte(text)) {
		if len(line) > 1 {
			e.indent(in + 2)
		}
		e.bytes(line)
	}
}

// isBlock reports whether a string reads back unchanged from a literal block.
func isBlock(s string) bool {
	if s == "" || s[0] == ' ' || s[0] == '\n' || s[len(s)-1] != '\n' || len(s) > 1 && s[len(s)-2] == '\n' {
		return false
	}
	for _, r := range s {
		if r != '\n' && (r < 0x20 || r == 0x7f || r >= 0x80 && !unicode.IsPrint(r)) {
			return false
		}
	}
	return true
}

// parts writes, under a key, base's values of the parts in which it differs from other.
func (e *encoder) parts(in int, key string, other, base *Collider) {
	p := Differing(other, base)
	if p == 0 {
		return
	}
	e.indent(in)
	e.text(key)
	e.text(":\n")
	in += 2
	write := func(key string) { writeRow(e, in, rowByKey[key], base) }
	if p&NamePart != 0 {
		write("name")
	}
	for i, part := range parts {
		if (p&^NamePart)&(1<<i) == 0 {
			continue
		}
		switch Parts(1 << i) {
		case GeometryPart:
			outline := unrounded(base.Shape)
			writeRows(e, in, &outline, shapeSchema.rows)
		case RadiusPart:
			write("radius")
			if base.Shape.Rounding != 0 {
				write("rounding")
			}
		case PropertyPart:
			if len(base.Properties) == 0 {
				e.indent(in)
				e.text("properties: {}\n")
			}
			e.properties(in, base.Properties)
		default:
			for _, f := range part.fields {
				write(f.Key)
			}
		}
	}
}

// maskOfAll is the text of a mask that collides with everything.
const maskOfAll = "everything"

// found is an imported collider that was read but not yet attached to its import.
type found struct {
	of ImportName
	Imported
}

// sourceNode is a collider's source as read from a file.
type sourceNode struct {
	Source
	number int // the number of the import among the imports of the file, from 1
	digest string
}

var sourceSchema = newSchema("source",
	plainField("file", func(s *sourceNode) *string { return &s.File }, words),
	row("level", func(s *sourceNode) *string { return &s.Level }, words, "", nil),
	row("layer", func(s *sourceNode) *string { return &s.Layer }, words, "", nil),
	row("value", func(s *sourceNode) *int { return &s.Value }, wholes, 0, nil),
	row("id", func(s *sourceNode) *string { return &s.ID }, texts, "", nil),
	leftOutIf(plainField("import", func(s *sourceNode) *int { return &s.number }, wholes),
		func(s *sourceNode) bool { return s.number <= 1 }),
	row("digest", func(s *sourceNode) *string { return &s.digest }, texts, "", nil),
)

func (d *decoder) importRecord(_ int, n *yaml.Node) error {
	m := &Import{}
	if err := importSchema.read(d, n, m); err != nil {
		return err
	}
	if m.File == "" {
		return d.Errorf(n, `this import has no "file"`)
	}
	d.imports, d.deleted = append(d.imports, m), append(d.deleted, strictyaml.PositionOf(n))
	return nil
}

// deletedRecord reads an imported collider that the document no longer has.
func (d *decoder) deletedRecord(m *Import, n *yaml.Node) error {
	c, err := d.record(n)
	switch {
	case err != nil:
		return err
	case d.unplaced && len(d.cs) > 0:
		return d.Errorf(n, "an import after the layers is left to the tree")
	}
	d.unplaced = false // its id may be among the colliders
	b := Imported{Collider: c}
	if digest := d.now.source.digest; digest != "" && digest != d.digester.of(b.Collider) {
		b.Lost = digest
	}
	if err := c.Shape.Check(); err != nil {
		return d.Wrap(n, err)
	}
	if err := d.offered(&b); err != nil {
		return err
	}
	m.Base = append(m.Base, b)
	return nil
}

// imported records a collider's imported values: its current values, overridden by the values under the key imported.
func (d *decoder) imported(c *Collider) error {
	r := d.now
	if r.source.digest == "" {
		// only its source is known: it is a copy, or the level was saved without its imports
		return errors.Join(d.Check(r.imported), d.Check(r.offered))
	}
	base, err := d.withParts(c, r.imported)
	if err != nil {
		return err
	}
	b := found{ImportName{r.source.File, max(r.source.number, 1)}, Imported{Collider: base}}
	if d.digester.of(base) != r.source.digest {
		b.Collider, b.Lost = c, r.source.digest
	}
	if err := d.offered(&b.Imported); err != nil {
		return err
	}
	d.found = append(d.found, b)
	return nil
}

// goneButKept marks a collider that is missing from the file and that the user decided to keep.
const goneButKept = "kept"

// offered records the values that the file offers in place of the imported ones, for the user to decide.
func (d *decoder) offered(b *Imported) (err error) {
	n := d.now.offered
	if n == nil {
		return nil
	}
	if content := d.First(n, 2); n.Kind == yaml.MappingNode && len(content) == 2 && content[0].Value == "gone" {
		if v := content[1]; v.Kind == yaml.ScalarNode && v.Value == goneButKept {
			b.Kept = true
			return nil
		}
		return d.Bool(content[1], &b.Gone)
	}
	if b.Offered, err = d.withParts(b.Collider, n); err != nil {
		return err
	}
	return d.Wrap(n, b.Offered.Shape.Check())
}

// withParts returns a collider with the parts in a node replaced, or the collider itself for a nil node.
func (d *decoder) withParts(c *Collider, n *yaml.Node) (*Collider, error) {
	if n == nil {
		return c, nil
	}
	out := *c
	d.now.oneWay = out.Role == OneWay
	err := d.Mapping(n, importedKeys, func(key string, v *yaml.Node) error {
		switch key {
		case "kind":
			out.Shape = Shape{Radius: out.Shape.Radius, Rounding: out.Shape.Rounding}
		case "role":
			out.OneWay = Vec{}
		case "holes":
			out.Shape.Holes = nil
		case "collides_with":
			return rowByKey[key].read(d, v, &out)
		}
		return d.field(&out, key, v)
	})
	if err != nil {
		return nil, err
	}
	d.complete(&out)
	if !out.Shape.HasCorners() {
		out.Shape.Rounding = 0
	}
	return &out, nil
}

// takeImports moves the imports into the settings, each with the colliders found for it. Listed ids without a collider
// in the level become Missing.
func (d *decoder) takeImports(s *Settings) {
	s.Imports = d.imports
	for i, m := range d.imports {
		m.Base = slices.DeleteFunc(m.Base, func(b Imported) bool {
			p, ok := d.at.Colliders[b.ID]
			if ok { // one branch deleted it, another changed it
				d.warn(d.deleted[i], "collider %v is listed as deleted, but is in the file, in line %d: it stays", b.ID,
					p.Line)
			}
			return ok
		})
	}
	at := map[ImportName]*Import{}
	for i, name := range s.ImportNames() {
		at[name] = d.imports[i]
	}
	for _, f := range d.found {
		if m := at[f.of]; m != nil {
			m.Base = append(m.Base, f.Imported)
		}
	}
	there := map[ID]bool{}
	for _, m := range d.imports {
		if len(m.Missing) > 0 && len(there) == 0 {
			for _, c := range d.cs {
				there[c.After.ID] = true
			}
		}
		m.Missing = slices.DeleteFunc(m.Missing, func(id ID) bool { return there[id] })
	}
}

// Parts is a set of the parts of a collider that an import sets and a designer may change.
type Parts uint16

// The parts.
const (
	GeometryPart Parts = 1 << iota // the outline: the kind, the points and holes or the size, open or closed
	RadiusPart                     // the radius and the rounding
	PositionPart                   // the origin of its frame
	AnglePart                      //
	NamePart                       //
	RolePart                       // the role, including the direction of a one-way collider
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

// parts lists the parts in the order of their bits, with their names in the user interface and their fields.
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

// Names returns the names of the parts in the user interface.
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

// Digest returns a short string that differs for colliders that differ in any of AllParts.
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
	_ = d.w.Flush() // writing to a hash cannot fail
	var sum [8]byte
	return hex.EncodeToString(d.hash.Sum(sum[:0])[:4])
}

// placeSchema holds the keys of the place of an imported level, which is written on one line.
var placeSchema = newSchema("place",
	plainField("level", func(p *Place) *string { return &p.Level }, texts),
	row("id", func(p *Place) *string { return &p.ID }, texts, "", nil),
	plainField("at", func(p *Place) *Vec { return &p.At }, vectors),
	plainField("size", func(p *Place) *Vec { return &p.Size }, vectors),
	Field[Place]{
		Key:     "properties",
		json:    `"type": "object", "additionalProperties": ` + anyText,
		isUsual: func(p *Place) bool { return len(p.Properties) == 0 },
		text: func(e *encoder, p *Place) {
			names := slices.Sorted(maps.Keys(p.Properties))
			e.items("{}", len(names), func(i int) {
				e.flow(names[i])
				e.text(": ")
				e.inline(p.Properties[names[i]])
			})
		},
		read: func(d *decoder, n *yaml.Node, p *Place) error {
			p.Properties = Properties{}
			return d.propertyList(n, p.Properties)
		},
	},
	recordList("layers", func(p *Place) *[]LayerPlace { return &p.Layers }, layerPlaceSchema),
)

// layerPlaceSchema holds the keys of the place of a layer.
var layerPlaceSchema = newSchema("layer-place",
	plainField("layer", func(l *LayerPlace) *string { return &l.Layer }, texts),
	row("id", func(l *LayerPlace) *string { return &l.ID }, texts, "", nil),
	row("offset", func(l *LayerPlace) *Vec { return &l.Offset }, vectors, Vec{}, nil),
	Field[LayerPlace]{
		Key:     "values",
		json:    `"type": "object", "additionalProperties": {` + texts.json + `}`,
		isUsual: func(l *LayerPlace) bool { return len(l.Values) == 0 },
		text: func(e *encoder, l *LayerPlace) {
			values := slices.Sorted(maps.Keys(l.Values))
			e.items("{}", len(values), func(i int) {
				e.value(values[i])
				e.text(": ")
				e.flow(l.Values[values[i]])
			})
		},
		read: func(d *decoder, n *yaml.Node, l *LayerPlace) error {
			l.Values = map[int]string{}
			return d.Mapping(n, nil, func(key string, v *yaml.Node) error {
				i, err := strconv.Atoi(key)
				if err != nil {
					return d.Errorf(v, "%q is not a layer value: expected a whole number", key)
				}
				var s string
				err = d.Text(v, &s)
				l.Values[i] = s
				return err
			})
		},
	},
)

var tilesetSchema = newSchema("tileset",
	plainField("name", func(t *Tileset) *string { return &t.Name }, texts),
	plainField("first", func(t *Tileset) *int { return &t.First }, wholes),
)
