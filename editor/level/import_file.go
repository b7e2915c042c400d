package level

import (
	"bytes"
	"errors"
	"slices"
	"unicode"

	"fillet/editor/strictyaml"

	"gopkg.in/yaml.v3"
)

// Imports in a file. The source of an imported collider has the digest of what was imported. If the collider has
// changed since, the key imported holds the original values of the parts that differ. So the base of the next
// comparison is complete, and costs almost nothing if nobody has changed anything. If both sides changed the same part
// and nobody has decided, the key offered holds the file's latest values of the parts that differ from what was
// imported.

// origin relates an imported collider to its import, for the encoder.
type origin struct {
	base   *Imported
	number int // of its import among the imports of the same file, from 1
}

func originsOf(s *Settings) map[ID]origin {
	out := map[ID]origin{}
	seen := map[string]int{}
	for _, m := range s.Imports {
		seen[m.File]++
		for i := range m.Base {
			out[m.Base[i].ID] = origin{&m.Base[i], seen[m.File]}
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

var importSchema = newSchema(
	plainField("file", func(m *Import) *string { return &m.File }, texts),
	listField("levels", func(m *Import) *[]string { return &m.Levels }),
	row("mode", func(m *Import) *string { return &m.Mode }, texts, "", nil),
	row("category", func(m *Import) *string { return &m.Category }, texts, "", nil),
	row("defaults", func(m *Import) *int { return &m.Defaults }, wholes, 0, nil),
	Field[Import]{
		Key:     "mapping",
		isUsual: func(m *Import) bool { return m.Mapping == "" },
		lines:   func(e *encoder, in int, m *Import) { e.block(in, "mapping", m.Mapping) },
		read:    func(d *decoder, n *yaml.Node, m *Import) error { return d.Text(n, &m.Mapping) },
	},
	listField("reads", func(m *Import) *[]string { return &m.Reads }),
	row("digest", func(m *Import) *string { return &m.Digest }, texts, "", nil),
	frameRow("origin", func(f *Frame) *Vec { return &f.Origin }),
	frameRow("size", func(f *Frame) *Vec { return &f.Size }),
	frameRow("grid", func(f *Frame) *Vec { return &f.Grid }),
	row("pictures", func(m *Import) *bool { return &m.Pictures }, switches, false, nil),
	recordList("places", func(m *Import) *[]Place { return &m.Places }, placeSchema),
	recordList("tilesets", func(m *Import) *[]Tileset { return &m.Tilesets }, tilesetSchema),
	Field[Import]{
		Key:   "imported_ids",
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
		lines: func(e *encoder, _ int, m *Import) { e.deleted(m) },
		read: func(d *decoder, n *yaml.Node, m *Import) error {
			return d.Sequence(n, func(_ int, n *yaml.Node) error { return d.deletedRecord(m, n) })
		},
	},
)

// frameRow returns the row of a dimension of the frame. The file has all of them or none.
func frameRow(key string, at func(*Frame) *Vec) Field[Import] {
	return leftOutIf(plainField(key, func(m *Import) *Vec { return at(&m.Frame) }, vectors),
		func(m *Import) bool { return m.Frame == Frame{} })
}

// importedIDs writes the ids of what was imported and not deleted, so that a text that someone deletes is missed.
func (e *encoder) importedIDs(m *Import) {
	ids := slices.Clone(m.Missing)
	for i := range m.Base {
		if e.there[m.Base[i].ID] {
			ids = append(ids, m.Base[i].ID)
		}
	}
	if len(ids) == 0 || len(m.Places) == 0 { // by an older Fillet
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

// block writes a text of several lines, as a literal block if YAML allows it.
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

// isBlock reports whether a text reads back unchanged from a literal block.
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
			outline := *base
			outline.Shape = unrounded(base.Shape)
			writeRows(e, in, &outline, shapeRows)
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

// allOfThem is the mask of a collider that names no category.
const allOfThem = "everything"

// found is an imported collider that was read, but not attached to its import yet.
type found struct {
	file   string
	number int
	Imported
}

// sourceNode is a collider's source as read from a file.
type sourceNode struct {
	Source
	number int // of the import of the file, from 1
	digest string
}

var sourceSchema = newSchema(
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
	d.unplaced = false // it may be among the colliders
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

// imported records what a collider was at its import: what it is, with the values under the key imported.
func (d *decoder) imported(c *Collider) error {
	r := d.now
	if r.source.digest == "" {
		// just its source is known: a copy, or a level saved without its imports
		return errors.Join(d.Check(r.imported), d.Check(r.offered))
	}
	base, err := d.withParts(c, r.imported)
	if err != nil {
		return err
	}
	b := found{r.source.File, max(r.source.number, 1), Imported{Collider: base}}
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

// offered records what the file offers instead of what was imported, for the user to decide.
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
	if err := b.Offered.Shape.Check(); err != nil {
		return d.Wrap(n, err)
	}
	return nil
}

// withParts returns a collider with the parts in a node, or the collider itself for a nil node.
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

// takeImports gives the settings their imports, each with the colliders found for it.
func (d *decoder) takeImports(s *Settings) {
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
	d.attach(d.cs)
	s.Imports = d.imports
}

// attach gives each import the colliders found for it. Imported colliders that the level does not have are missing.
func (d *decoder) attach(colliders []Change[Collider]) {
	type key struct {
		file   string
		number int
	}
	at := map[key]*Import{}
	times := map[string]int{}
	for _, m := range d.imports {
		times[m.File]++
		at[key{m.File, times[m.File]}] = m
	}
	for _, f := range d.found {
		if m := at[key{f.file, f.number}]; m != nil {
			m.Base = append(m.Base, f.Imported)
		}
	}
	d.found = nil
	there := map[ID]bool{}
	for _, m := range d.imports {
		if len(m.Missing) > 0 && len(there) == 0 {
			for _, c := range colliders {
				there[c.After.ID] = true
			}
		}
		m.Missing = slices.DeleteFunc(m.Missing, func(id ID) bool { return there[id] })
	}
}
