package level

import (
	"slices"
	"strings"

	"gopkg.in/yaml.v3"
)

// settingsFields holds the fields that all settings have.
var settingsFields = append([]Field[Settings]{
	plainField("name", func(s *Settings) *string { return &s.Name }, texts),
	plainField("origin", func(s *Settings) *Vec { return &s.Origin }, vectors),
	plainField("size", func(s *Settings) *Vec { return &s.Size }, vectors),
	plainField("pixels_per_metre", func(s *Settings) *float64 { return &s.PixelsPerMetre }, numbers),
	plainField("grid.size", func(s *Settings) *Vec { return &s.Grid.Size }, vectors),
	plainField("grid.offset", func(s *Settings) *Vec { return &s.Grid.Offset }, vectors),
	plainField("grid.subdivisions", func(s *Settings) *int { return &s.Grid.Subdivisions }, wholes),
	listField("categories", func(s *Settings) *[]string { return &s.Categories }),
	plainField("playtest.mode", func(s *Settings) *PlayMode { return &s.Playtest.Mode }, playModes),
	plainField("playtest.body", func(s *Settings) *PlayForm { return &s.Playtest.Form }, playForms),
	plainField("playtest.size", func(s *Settings) *Vec { return &s.Playtest.Size }, vectors),
	plainField("playtest.friction_mix", func(s *Settings) *PlayMix { return &s.Playtest.FrictionMix }, playMixes),
	plainField("playtest.restitution_mix", func(s *Settings) *PlayMix { return &s.Playtest.RestitutionMix }, playMixes),
}, playFields()...)

// playFields returns the fields of the playtest's switches and numbers.
func playFields() []Field[Settings] {
	var out []Field[Settings]
	var p Playtest
	for i, x := range p.Switches() {
		out = append(out, plainField("playtest."+x.Key, func(s *Settings) *bool {
			return s.Playtest.Switches()[i].On
		}, switches))
	}
	for i, n := range p.Numbers() {
		out = append(out, plainField("playtest."+n.Key, func(s *Settings) *float64 {
			return s.Playtest.Numbers()[i].Value
		}, numbers))
	}
	return out
}

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
		e.tree(written(func(e *encoder) { e.imports(&Settings{Imports: []*Import{&head}}, nil) }))
	})
}
