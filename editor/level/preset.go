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
)

// MaxPresets is how many export presets a level can hold.
const MaxPresets = 64

// LevelPlaceholder stands in a preset's file for the name of the level file without folder and extension, so that a copy
// of the level does not export over the first one's files.
const LevelPlaceholder = "{level}"

// ExportPreset is one file that the level is exported to: a format, or a template that makes one, and the options. It is
// a value of the settings record.
type ExportPreset struct {
	Name     string // unique in the level
	Format   string // as the command line knows it; empty where Template is not
	Template string // the file of a text template, in the place of a format; relative to the level's folder
	// File is what is written, with slashes, relative to the level's folder or absolute. "{level}" in it is the level's
	// own name. It and Template lie in the level's root ([disk.FindRoot]) unless the user says otherwise.
	File      string
	Tolerance float64 // how far vertices may stand off arcs, in pixels; 0 is the format's own choice
	Tree      bool    // asks for a broad-phase tree, which earlier releases wrote; kept, and told of when it is exported
	OnSave    bool    // saving the level exports it
}

// Path is the file that the preset writes for the level file at levelPath.
func (p ExportPreset) Path(levelPath string) string {
	return p.resolve(strings.ReplaceAll(p.File, LevelPlaceholder, levelStem(levelPath)), levelPath)
}

// TemplatePath is the preset's template for the level file at levelPath, or empty.
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

// levelStem is the name of a level file without folder, ".level.yaml" or another extension.
func levelStem(path string) string {
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

// Preset is the export preset of that name.
func (s *Settings) Preset(name string) (ExportPreset, bool) {
	i := slices.IndexFunc(s.Exports, func(p ExportPreset) bool { return p.Name == name })
	if i < 0 {
		return ExportPreset{}, false
	}
	return s.Exports[i], true
}

// CheckPresets reports the first thing that keeps a level from having these export presets.
func CheckPresets(presets []ExportPreset) error {
	if len(presets) > MaxPresets {
		return fmt.Errorf("%d export presets; a level holds up to %d", len(presets), MaxPresets)
	}
	for i, p := range presets {
		if slices.ContainsFunc(presets[:i], func(o ExportPreset) bool { return o.Name == p.Name }) {
			return fmt.Errorf("export preset %q stands twice", quote.Excerpt(p.Name))
		}
		if err := p.Check(); err != nil {
			return fmt.Errorf("export preset %d (%s): %w", i+1, quote.Printable(p.Name), err)
		}
	}
	return nil
}

func (p ExportPreset) Check() error {
	switch {
	case p.Name == "":
		return errors.New("it has no name")
	case p.Format == "" && p.Template == "":
		return errors.New("it has no format and no template")
	case p.Format != "" && p.Template != "":
		return errors.New("it has a format and a template; it can have one of them")
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
	return cmp.Or(disk.CheckPath(p.File), disk.CheckPath(p.Template))
}
