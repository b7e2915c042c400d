package codec

import (
	"slices"
	"strings"

	"fillet/editor/level/record"
	"fillet/editor/strictyaml"

	"gopkg.in/yaml.v3"
)

// settingsFields are the fields that every level's settings have.
var settingsFields = append([]Field[record.Settings]{
	plainField("name", func(s *record.Settings) *string { return &s.Name }, asIs[string], (*decoder).Text),
	plainField("origin", func(s *record.Settings) *record.Vec { return &s.Origin }, asIs[record.Vec], (*decoder).vec),
	plainField("size", func(s *record.Settings) *record.Vec { return &s.Size }, asIs[record.Vec], (*decoder).vec),
	plainField("pixels_per_metre", func(s *record.Settings) *float64 { return &s.PixelsPerMetre }, asIs[float64], (*decoder).Number),
	plainField("grid.size", func(s *record.Settings) *record.Vec { return &s.Grid.Size }, asIs[record.Vec], (*decoder).vec),
	plainField("grid.offset", func(s *record.Settings) *record.Vec { return &s.Grid.Offset }, asIs[record.Vec], (*decoder).vec),
	plainField("grid.subdivisions", func(s *record.Settings) *int { return &s.Grid.Subdivisions }, asIs[int], (*decoder).Int),
	{
		Key:  "categories",
		Same: func(a, b *record.Settings) bool { return slices.Equal(a.Categories, b.Categories) },
		Copy: func(to, from *record.Settings) { to.Categories = from.Categories },
		text: func(e *encoder, s *record.Settings) { e.inline(s.Categories) },
		read: func(d *decoder, n *yaml.Node, s *record.Settings) error { return d.Words(n, &s.Categories) },
	},
	plainField("playtest.mode", func(s *record.Settings) *record.PlayMode { return &s.Playtest.Mode }, asWord[record.PlayMode],
		func(d *decoder, n *yaml.Node, m *record.PlayMode) error {
			return strictyaml.OneOf(d.Reader, n, m, record.Platformer, record.TopDown)
		}),
	plainField("playtest.body", func(s *record.Settings) *record.PlayForm { return &s.Playtest.Form }, asWord[record.PlayForm],
		func(d *decoder, n *yaml.Node, f *record.PlayForm) error {
			return strictyaml.OneOf(d.Reader, n, f, record.BoxForm, record.CapsuleForm, record.CircleForm)
		}),
	plainField("playtest.size", func(s *record.Settings) *record.Vec { return &s.Playtest.Size }, asIs[record.Vec], (*decoder).vec),
	plainField("playtest.friction_mix", func(s *record.Settings) *record.PlayMix { return &s.Playtest.FrictionMix }, asWord[record.PlayMix], (*decoder).mix),
	plainField("playtest.restitution_mix", func(s *record.Settings) *record.PlayMix { return &s.Playtest.RestitutionMix }, asWord[record.PlayMix], (*decoder).mix),
}, playFields()...)

// playFields are the switches and the numbers of the playtest.
func playFields() []Field[record.Settings] {
	var out []Field[record.Settings]
	var p record.Playtest
	for i, x := range p.Switches() {
		out = append(out, plainField("playtest."+x.Key, func(s *record.Settings) *bool { return s.Playtest.Switches()[i].On }, asIs[bool], (*decoder).Bool))
	}
	for i, n := range p.Numbers() {
		out = append(out, plainField("playtest."+n.Key, func(s *record.Settings) *float64 { return s.Playtest.Numbers()[i].Value }, asIs[float64], (*decoder).Number))
	}
	return out
}

// SettingsFields lists the fields in which settings can differ, but for conflicts, imports ([ImportField]), what is ignored
// ([IgnoredField]), and the order of the presets.
func SettingsFields(of ...*record.Settings) []Field[record.Settings] {
	out := slices.Clone(settingsFields)
	var presets []string
	for _, s := range of {
		if s == nil {
			continue
		}
		for _, p := range s.Exports {
			if !slices.Contains(presets, p.Name) {
				presets = append(presets, p.Name)
			}
		}
	}
	for _, name := range presets {
		out = append(out, presetField(name))
	}
	return slices.Concat(out, pictureEntries.fields(of), jointEntries.fields(of))
}

// SettingsField is the field of settings with that key.
func SettingsField(key string) (Field[record.Settings], bool) {
	if name, ok := strings.CutPrefix(key, presetKey); ok && name != "" {
		return presetField(name), true
	}
	if f, ok := ignoredEntries.of(key); ok {
		return f, true
	}
	if f, ok := pictureEntries.of(key); ok {
		return f, true
	}
	if f, ok := jointEntries.of(key); ok {
		return f, true
	}
	if name, ok := strings.CutPrefix(key, importKey); ok && name != "" {
		return ImportField(record.ParseImportName(name)), true
	}
	return fieldOf(settingsFields, key)
}

// presetField is one export preset.
func presetField(name string) Field[record.Settings] {
	return Field[record.Settings]{
		Key: presetKey + name,
		Same: func(a, b *record.Settings) bool {
			x, inA := a.Preset(name)
			y, inB := b.Preset(name)
			return inA == inB && x == y
		},
		Copy: func(to, from *record.Settings) {
			p, ok := from.Preset(name)
			i := slices.IndexFunc(to.Exports, func(p record.ExportPreset) bool { return p.Name == name })
			to.Exports = slices.Clone(to.Exports)
			switch {
			case ok && i >= 0:
				to.Exports[i] = p
			case ok:
				to.Exports = append(to.Exports, p)
			case i >= 0:
				to.Exports = slices.Delete(to.Exports, i, i+1)
			}
		},
		has: func(s *record.Settings) bool { _, ok := s.Preset(name); return ok },
		text: func(e *encoder, s *record.Settings) {
			p, _ := s.Preset(name)
			e.tree(written(func(e *encoder) { e.exports([]record.ExportPreset{p}) }))
		},
		read: func(d *decoder, n *yaml.Node, s *record.Settings) error {
			err := d.exports(listOf(n), &s.Exports)
			if err == nil && s.Exports[0].Name != name {
				return d.Errorf(n, "this is the preset %.100q, not %.100q", s.Exports[0].Name, name)
			}
			return err
		},
	}
}

func listOf(n *yaml.Node) *yaml.Node {
	return &yaml.Node{Kind: yaml.SequenceNode, Line: n.Line, Column: n.Column, Content: []*yaml.Node{n}}
}

// ImportField is what an import says of itself. Copying it leaves what the import found as it is.
func ImportField(name record.ImportName) Field[record.Settings] {
	return Field[record.Settings]{
		Key: importKey + name.String(),
		Same: func(a, b *record.Settings) bool {
			x, y := a.Import(name), b.Import(name)
			return x == y || x != nil && y != nil && SameHead(x, y)
		},
		Copy: func(to, from *record.Settings) {
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
		has:  func(s *record.Settings) bool { return s.Import(name) != nil },
		text: func(e *encoder, s *record.Settings) { e.text(headOf(s.Import(name))) },
		read: func(d *decoder, n *yaml.Node, s *record.Settings) error {
			own := &decoder{Reader: d.Reader}
			if err := own.importRecord(0, n); err != nil {
				return err
			}
			m := own.imports[0]
			if m.File != name.File || len(m.Base) > 0 {
				return d.Errorf(n, "this is not what the import of %.100q says of itself", name.File)
			}
			s.Imports = make([]*record.Import, name.Number)
			for i := range s.Imports {
				s.Imports[i] = m
			}
			return nil
		},
	}
}

// SameHead reports whether two imports say the same but for what they found.
func SameHead(a, b *record.Import) bool { return a == b || headOf(a) == headOf(b) }

// headOf is what an import says of itself, as it stands in a file.
func headOf(m *record.Import) string {
	head := *m
	head.Base, head.Missing = nil, nil
	return textOf(func(e *encoder) {
		e.tree(written(func(e *encoder) { e.imports(&record.Settings{Imports: []*record.Import{&head}}, nil) }))
	})
}
