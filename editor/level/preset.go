package level

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strings"

	"fillet/editor/disk"
	"fillet/editor/quote"

	"gopkg.in/yaml.v3"
)

// MaxPresets limits a level's export presets.
const MaxPresets = 64

// LevelPlaceholder is replaced in a preset's file by the name of the level file without folder and extension, so that a
// copy of the level does not overwrite the original's exports.
const LevelPlaceholder = "{level}"

// ExportPreset describes a file that the level is exported to: a format or a template, and the options. It is a value
// of the settings record.
type ExportPreset struct {
	Name     string // unique in the level
	Format   string // as on the command line; empty if Template is set
	Template string // a text template's file, instead of a format; relative to the level's folder
	// File is the file to write, with slashes, relative to the level's folder or absolute; "{level}" in it becomes the
	// level's own name. File and Template must be in the level's root ([disk.FindRoot]) unless the user allows
	// otherwise.
	File      string
	Tolerance float64 // the largest distance of vertices from arcs, in pixels; 0 is the format's default
	Tree      bool    // asks for a broad-phase tree, which earlier releases wrote; kept, and mentioned at the export
	OnSave    bool    // saving the level also exports it
	Form      ExportForm
}

// Path returns the file that the preset writes for the level file at levelPath.
func (p ExportPreset) Path(levelPath string) string {
	return p.resolve(strings.ReplaceAll(p.File, LevelPlaceholder, FileStem(levelPath)), levelPath)
}

// TemplatePath returns the preset's template for the level file at levelPath, or "".
func (p ExportPreset) TemplatePath(levelPath string) string {
	if p.Template == "" {
		return ""
	}
	return p.resolve(p.Template, levelPath)
}

func (p ExportPreset) resolve(file, levelPath string) string {
	file = filepath.FromSlash(file)
	if filepath.IsAbs(file) {
		return filepath.Clean(file)
	}
	return filepath.Join(filepath.Dir(levelPath), file)
}

// FileStem returns the base name of a level file without ".level.yaml" or any other extension.
func FileStem(path string) string {
	base := filepath.Base(path)
	for _, e := range []string{".level.yaml", ".level.yml"} {
		if s, ok := strings.CutSuffix(base, e); ok && s != "" {
			return s
		}
	}
	if s := strings.TrimSuffix(base, filepath.Ext(base)); s != "" {
		return s
	}
	return base
}

// Preset returns the export preset with the given name.
func (s *Settings) Preset(name string) (ExportPreset, bool) { return presetEntries.get(s, name) }

// CheckPresets returns the first error in a level's export presets.
func CheckPresets(presets []ExportPreset) error {
	if len(presets) > MaxPresets {
		return fmt.Errorf("%d export presets; a level can have up to %d", len(presets), MaxPresets)
	}
	for i, p := range presets {
		if slices.ContainsFunc(presets[:i], func(o ExportPreset) bool { return o.Name == p.Name }) {
			return fmt.Errorf("export preset %q appears twice", quote.Excerpt(p.Name))
		}
		if err := p.Check(); err != nil {
			return fmt.Errorf("export preset %d (%s): %w", i+1, quote.Printable(p.Name), err)
		}
	}
	return nil
}

// Check validates the preset.
func (p ExportPreset) Check() error {
	switch {
	case p.Name == "":
		return errors.New("it has no name")
	case p.Format == "" && p.Template == "":
		return errors.New("it has no format and no template")
	case p.Format != "" && p.Template != "":
		return errors.New("it has a format and a template; it can have only one")
	case p.File == "":
		return errors.New("it has no file to write")
	case math.IsNaN(p.Tolerance) || p.Tolerance < 0 || p.Tolerance > MaxCoordinate:
		return fmt.Errorf("a tolerance of %g is not a number of pixels", p.Tolerance)
	}
	for _, text := range []string{p.Name, p.Format, p.Template, p.File} {
		if !isText(text) || strings.ContainsRune(text, 0) {
			return fmt.Errorf("%q is not valid text of at most 1 MB", quote.Excerpt(text))
		}
	}
	return cmp.Or(p.Form.Check(), disk.CheckPath(p.File), disk.CheckPath(p.Template))
}

var presetSchema = newSchema("export", slices.Concat([]Field[ExportPreset]{
	plainField("name", func(p *ExportPreset) *string { return &p.Name }, texts).needed().
		means("text, unique in the level"),
	row("format", func(p *ExportPreset) *string { return &p.Format }, texts, "", nil).
		means("a name from `fillet formats`; a preset has this or `template`"),
	row("template", func(p *ExportPreset) *string { return &p.Template }, paths, "", nil).
		means("a text template ([TEMPLATES.md](TEMPLATES.md)), relative to the level's folder and inside its project"),
	plainField("file", func(p *ExportPreset) *string { return &p.File }, paths).needed().
		means("the file to write, with slashes, relative to the level's folder and inside its project " +
			"([EXPORT.md](EXPORT.md)); no control characters; `{level}` is replaced by the level file's name without " +
			"`.level.yaml`"),
	row("tolerance", func(p *ExportPreset) *float64 { return &p.Tolerance }, numbers, 0, nil).
		otherwise("the format's own, 0.25").
		means("maximum distance of vertices from arcs in formats without radii, pixels").limited(atLeast0),
	row("tree", func(p *ExportPreset) *bool { return &p.Tree }, switches, false, nil).
		means("kept from earlier releases, which wrote a broad-phase tree; has no effect"),
	row("on_save", func(p *ExportPreset) *bool { return &p.OnSave }, switches, false, nil).
		means("true exports when the window saves the level"),
}, within("", func(p *ExportPreset) *ExportForm { return &p.Form }, formRows()))...)

var paths = form[string]{(*encoder).string, (*decoder).path, texts.json}

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

var presetsRow = func() Field[Settings] {
	f := presetEntries.row(0, func(s *Settings) error { return CheckPresets(s.Exports) })
	f.read = func(d *decoder, n *yaml.Node, s *Settings) error { return d.exports(n, &s.Exports) }
	return f
}()

// exports reads export presets. Duplicates are found when the settings are checked.
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

func (d *decoder) path(n *yaml.Node, to *string) error {
	if err := d.Text(n, to); err != nil {
		return err
	}
	return d.Wrap(n, disk.CheckPath(*to))
}
