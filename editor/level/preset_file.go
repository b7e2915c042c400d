package level

import (
	"fmt"

	"fillet/editor/disk"
	"fillet/editor/quote"

	"gopkg.in/yaml.v3"
)

var presetSchema = newSchema(
	plainField("name", func(p *ExportPreset) *string { return &p.Name }, texts),
	row("format", func(p *ExportPreset) *string { return &p.Format }, texts, "", nil),
	row("template", func(p *ExportPreset) *string { return &p.Template }, paths, "", nil),
	plainField("file", func(p *ExportPreset) *string { return &p.File }, paths),
	row("tolerance", func(p *ExportPreset) *float64 { return &p.Tolerance }, numbers, 0, nil),
	row("tree", func(p *ExportPreset) *bool { return &p.Tree }, switches, false, nil),
	row("on_save", func(p *ExportPreset) *bool { return &p.OnSave }, switches, false, nil),
)

// paths is the form of names of files.
var paths = form[string]{(*encoder).string, (*decoder).path}

// presetEntries describes the list of export presets.
var presetEntries = entries[ExportPreset]{
	name: "exports", list: func(s *Settings) *[]ExportPreset { return &s.Exports },
	key: func(p ExportPreset) string { return p.Name }, same: func(a, b ExportPreset) bool { return a == b },
	validate: func(p ExportPreset) error {
		if err := p.Check(); err != nil {
			return fmt.Errorf("export preset %q: %w", quote.Excerpt(p.Name), err)
		}
		return nil
	},
	isNot: "is the preset", of: presetSchema,
}

// presetsRow is the row of the list of export presets.
var presetsRow = func() Field[Settings] {
	f := presetEntries.row(0, func(s *Settings) error { return CheckPresets(s.Exports) })
	f.read = func(d *decoder, n *yaml.Node, s *Settings) error { return d.exports(n, &s.Exports) }
	return f
}()

// exports reads export presets. Whether one appears twice is checked with the settings.
func (d *decoder) exports(n *yaml.Node, to *[]ExportPreset) error {
	return d.Sequence(n, func(i int, item *yaml.Node) error {
		if i == MaxPresets {
			return d.Errorf(item, "a level cannot have more than %d export presets", MaxPresets)
		}
		p, err := presetEntries.entry(d, item)
		*to = append(*to, p)
		return err
	})
}

// path reads the name of a file.
func (d *decoder) path(n *yaml.Node, to *string) error {
	if err := d.Text(n, to); err != nil {
		return err
	}
	if err := disk.CheckPath(*to); err != nil {
		return d.Wrap(n, err)
	}
	return nil
}
