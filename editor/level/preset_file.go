package level

import (
	"fillet/editor/disk"

	"gopkg.in/yaml.v3"
)

var presetKeys = []string{"name", "format", "tolerance", "tree", "on_save", "template", "file"}

func (d *decoder) exports(n *yaml.Node, to *[]ExportPreset) error {
	return d.Sequence(n, func(i int, item *yaml.Node) error {
		if i == MaxPresets {
			return d.Errorf(item, "a level cannot have more than %d export presets", MaxPresets)
		}
		var p ExportPreset
		err := d.values(item, presetKeys, func(key string, v *yaml.Node) error {
			if key == "template" {
				return d.path(v, &p.Template)
			}
			return d.path(v, &p.File)
		}, &p.Name, &p.Format, &p.Tolerance, &p.Tree, &p.OnSave)
		if err != nil {
			return err
		}
		if err := p.Check(); err != nil {
			return d.Errorf(item, "export preset %q: %w", p.Name, err)
		}
		*to = append(*to, p)
		return nil
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

func (e *encoder) exports(presets []ExportPreset) {
	if len(presets) == 0 {
		return
	}
	e.text("exports:\n")
	for _, p := range presets {
		e.text("  - {name: ")
		e.flow(p.Name)
		e.also("format", p.Format)
		e.also("template", p.Template)
		e.more("file", p.File)
		e.also("tolerance", p.Tolerance)
		e.also("tree", p.Tree)
		e.also("on_save", p.OnSave)
		e.text("}\n")
	}
}
