package level

import (
	"slices"
	"strings"

	"gopkg.in/yaml.v3"
)

// gridSchema holds the keys of the grid.
var gridSchema = newSchema(
	plainField("size", func(g *Grid) *Vec { return &g.Size }, vectors),
	row("offset", func(g *Grid) *Vec { return &g.Offset }, vectors, Vec{}, nil),
	row("subdivisions", func(g *Grid) *int { return &g.Subdivisions }, wholes, 1, nil),
)

func gridOf(s *Settings) *Grid { return &s.Grid }

func playtestOf(s *Settings) *Playtest { return &s.Playtest }

// The rows of settings that are fields as well.
var (
	settingsHead = []Field[Settings]{
		alwaysWritten(row("name", func(s *Settings) *string { return &s.Name }, texts, "", checkText)),
		row("origin", func(s *Settings) *Vec { return &s.Origin }, vectors, Vec{}, checkVec),
		checked(plainField("size", func(s *Settings) *Vec { return &s.Size }, vectors), (*Settings).checkSize),
		checked(plainField("pixels_per_metre", func(s *Settings) *float64 { return &s.PixelsPerMetre }, numbers),
			(*Settings).checkScale),
	}
	categoriesRow = func() Field[Settings] {
		f := checked(alwaysWritten(listField("categories", func(s *Settings) *[]string { return &s.Categories })),
			(*Settings).CheckCategories)
		f.readLine = func(d *decoder, n *yaml.Node, s *Settings) error { return d.categories(n, &s.Categories) }
		return f
	}()
)

// settingsFields holds the fields that all settings have.
var settingsFields = slices.Concat(settingsHead, within("grid.", gridOf, gridSchema.rows),
	[]Field[Settings]{categoriesRow},
	within("playtest.", playtestOf, slices.Concat(playHead, playMixRows, playSwitchRows, playNumberRows)))

// settingsSchema holds the keys of a level. The records are read by the decoder, and written from the encoder's
// snapshot.
var settingsSchema = newSchema(slices.Concat([]Field[Settings]{{
	Key:     "fillet",
	isUsual: neverWritten, // [Write] does
	read:    func(d *decoder, n *yaml.Node, _ *Settings) error { return d.readVersion(n) },
}}, settingsHead, []Field[Settings]{
	checked(plainField("grid", gridOf, form[Grid]{
		func(e *encoder, g Grid) { gridSchema.inline(e, &g) }, gridSchema.read,
	}), func(s *Settings) error { return s.Grid.Check() }),
	categoriesRow,
	{
		Key:   "playtest",
		Same:  func(a, b *Settings) bool { return a.Playtest == b.Playtest },
		lines: func(e *encoder, _ int, s *Settings) { e.playtest(s.Playtest) },
		read:  func(d *decoder, n *yaml.Node, s *Settings) error { return d.playtest(n, &s.Playtest) },
		check: func(s *Settings) error { return s.Playtest.Validate() },
	},
	presetsRow,
	{
		Key:   "imports",
		Same:  func(a, b *Settings) bool { return slices.Equal(a.Imports, b.Imports) },
		lines: func(e *encoder, _ int, s *Settings) { e.imports(s) },
		read:  func(d *decoder, n *yaml.Node, _ *Settings) error { return d.Sequence(n, d.importRecord) },
		check: (*Settings).checkImports,
	},
	ignoredEntries.row(2, func(s *Settings) error { return checkIgnored(s.Ignored) }),
	{
		Key:     "conflicts",
		Same:    func(a, b *Settings) bool { return slices.Equal(a.Conflicts, b.Conflicts) },
		isUsual: func(s *Settings) bool { return len(s.Conflicts) == 0 },
		lines:   func(e *encoder, _ int, s *Settings) { e.conflicts(s.Conflicts) },
		read:    func(d *decoder, n *yaml.Node, s *Settings) error { return d.conflicts(n, &s.Conflicts) },
		since:   2,
	},
	pictureEntries.row(2, pictureEntries.check),
	jointEntries.row(2, jointEntries.check),
	{
		Key:   "groups",
		lines: func(e *encoder, _ int, _ *Settings) { e.groups(e.level.Groups) },
		read:  func(d *decoder, n *yaml.Node, _ *Settings) error { return d.Sequence(n, d.group) },
		since: 2,
	},
	{
		Key:   "instances",
		lines: func(e *encoder, _ int, _ *Settings) { e.instances(e.level) },
		read:  func(d *decoder, n *yaml.Node, _ *Settings) error { return d.Sequence(n, d.instance) },
		since: 2,
	},
	{
		Key:   "layers",
		lines: func(e *encoder, _ int, _ *Settings) { e.layers(e.level.Layers) },
		read: func(d *decoder, n *yaml.Node, _ *Settings) error {
			d.start = n.Line
			return d.Sequence(n, d.layer)
		},
	},
	{Key: droppedKeys[0], isUsual: neverWritten, read: drop},
	{Key: droppedKeys[1], isUsual: neverWritten, read: drop},
})...)

func neverWritten(*Settings) bool { return true }

func drop(*decoder, *yaml.Node, *Settings) error { return nil }

// SettingsFields returns the fields in which settings can differ, except for conflicts, imports ([ImportField]),
// ignored entries ([IgnoredField]), and the order of the presets.
func SettingsFields(of ...*Settings) []Field[Settings] {
	return slices.Concat(settingsFields, presetEntries.fields(of), pictureEntries.fields(of), jointEntries.fields(of))
}

// SettingsField returns the field of settings with a key.
func SettingsField(key string) (Field[Settings], bool) {
	for _, list := range []interface {
		fieldOf(key string) (Field[Settings], bool)
	}{presetEntries, ignoredEntries, pictureEntries, jointEntries} {
		if f, ok := list.fieldOf(key); ok {
			return f, true
		}
	}
	if name, ok := strings.CutPrefix(key, importKey); ok && name != "" {
		return ImportField(parseImportName(name)), true
	}
	return fieldOf(settingsFields, key)
}

// ImportField returns the field of an import without what it found, which copying the field leaves as it is.
func ImportField(name ImportName) Field[Settings] {
	return Field[Settings]{
		Key: importKey + name.String(),
		Same: func(a, b *Settings) bool {
			x, y := a.Import(name), b.Import(name)
			return x == y || x != nil && y != nil && SameHead(x, y)
		},
		Copy: func(to, from *Settings) {
			m := from.Import(name)
			i := slices.Index(to.ImportNames(), name)
			to.Imports = slices.Clone(to.Imports)
			switch {
			case m != nil && i >= 0:
				head := *m
				head.Base, head.Missing = to.Imports[i].Base, to.Imports[i].Missing
				to.Imports[i] = &head
			case m != nil:
				to.Imports = append(to.Imports, m)
			case i >= 0:
				to.Imports = slices.Delete(to.Imports, i, i+1)
			}
		},
		has:  func(s *Settings) bool { return s.Import(name) != nil },
		text: func(e *encoder, s *Settings) { e.text(headOf(s.Import(name))) },
		read: func(d *decoder, n *yaml.Node, s *Settings) error {
			own := &decoder{Reader: d.Reader}
			if err := own.importRecord(0, n); err != nil {
				return err
			}
			m := own.imports[0]
			if m.File != name.File || len(m.Base) > 0 {
				return d.Errorf(n, "this does not describe the import of %.100q", name.File)
			}
			s.Imports = make([]*Import, name.Number)
			for i := range s.Imports {
				s.Imports[i] = m
			}
			return nil
		},
	}
}

// SameHead reports whether two imports are equal except for what they found.
func SameHead(a, b *Import) bool { return a == b || headOf(a) == headOf(b) }

// headOf returns the text of an import without what it found, as in a file.
func headOf(m *Import) string {
	head := *m
	head.Base, head.Missing = nil, nil
	return textOf(func(e *encoder) {
		e.tree(written(func(e *encoder) { e.imports(&Settings{Imports: []*Import{&head}}) }))
	})
}
