package project

import (
	"bytes"
	_ "embed"
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"fillet/editor/disk"
	"fillet/editor/level"
	"fillet/editor/quote"
	"fillet/editor/strictyaml"

	"gopkg.in/yaml.v3"
)

// Schema is the JSON Schema (draft 2020-12) of project files. Text editors use it for completion and validation;
// [Parse] does not.
//
//go:embed schema.json
var Schema []byte

// Version is the version of the project file format.
const Version = 1

var (
	projectKeys = []string{
		"fillet_project", "name", "categories", "materials", "pixels_per_metre", "grid", "playtest",
		"import", "exports", "levels", "prefabs", "tiles",
	}
	materialKeys = []string{"friction", "restitution", "density"}
	importKeys   = []string{"mode", "mapping"}
	importModes  = []string{"merged", "rects", "cells", "chains"}
)

// maxFolders limits the folders that a project can name for each kind.
const maxFolders = 64

// Parse reads a project file. Each error is a [*level.ReadError] with its position in the named file.
func Parse(data []byte, name string) (*Project, error) {
	r := level.NewPartReader(name, "a project file")
	p, err := parse(r, data)
	if err != nil {
		if line := strictyaml.ConflictLine(data); line > 0 {
			err = &strictyaml.Error{File: name, Line: line, Err: strictyaml.ErrConflict}
		}
		return nil, err
	}
	return p, nil
}

func parse(r level.PartReader, data []byte) (*Project, error) {
	if len(data) > maxFile {
		return nil, &strictyaml.Error{File: r.File, Err: fmt.Errorf("the file is larger than the limit of %d MB",
			maxFile>>20)}
	}
	if err := strictyaml.CheckText(data, r.File); err != nil {
		return nil, err
	}
	root, err := r.Read(data)
	if err != nil {
		return nil, err
	}
	p := &Project{comment: leading(data)}
	versioned := false
	err = r.Mapping(root, projectKeys, func(key string, v *yaml.Node) error {
		versioned = versioned || key == "fillet_project"
		return p.key(r, key, v)
	})
	if err != nil {
		return nil, err
	}
	if !versioned {
		return nil, r.Errorf(root, `this is not a Fillet project: it lacks "fillet_project: %d"`, Version)
	}
	return p, p.Check()
}

// leading returns the comment lines before the first key, such as one with an editor's schema.
func leading(data []byte) string {
	n := 0
	for line := range bytes.Lines(data) {
		if !bytes.HasPrefix(line, []byte("#")) || !bytes.HasSuffix(line, []byte("\n")) ||
			bytes.HasSuffix(line, []byte("\r\n")) {
			break
		}
		n += len(line)
	}
	return string(data[:n])
}

// key reads a key of the file.
func (p *Project) key(r level.PartReader, key string, v *yaml.Node) error {
	switch key {
	case "fillet_project":
		return r.Version(v, "project", Version, new(int))
	case "name":
		return r.Text(v, &p.Name)
	case "categories":
		return r.Categories(v, &p.Categories)
	case "materials":
		return p.readMaterials(r, v)
	case "pixels_per_metre":
		if err := r.Number(v, &p.PixelsPerMetre); err != nil {
			return err
		}
		return r.Wrap(v, p.checkScale())
	case "grid":
		g := level.DefaultSettings().Grid
		p.Grid = &g
		return r.Grid(v, p.Grid)
	case "playtest":
		t := level.DefaultPlaytest()
		p.Playtest = &t
		return r.Playtest(v, p.Playtest)
	case "import":
		return p.readImport(r, v)
	case "exports":
		if err := r.Exports(v, &p.Exports); err != nil {
			return err
		}
		return r.Wrap(v, p.checkExports())
	case "levels":
		return readFolders(r, v, &p.Levels)
	case "prefabs":
		return readFolders(r, v, &p.Prefabs)
	default: // tiles
		return readFolders(r, v, &p.Tiles)
	}
}

func (p *Project) readMaterials(r level.PartReader, n *yaml.Node) error {
	return r.Mapping(n, nil, func(name string, v *yaml.Node) error {
		if len(p.Materials) == MaxMaterials {
			return r.Errorf(v, "a project can have at most %d materials", MaxMaterials)
		}
		m := Material{Name: name, Friction: level.DefaultFriction, Density: level.DefaultDensity}
		err := r.Mapping(v, materialKeys, func(key string, x *yaml.Node) error {
			to := map[string]*float64{
				"friction": &m.Friction, "restitution": &m.Restitution,
				"density": &m.Density,
			}[key]
			return r.AtLeast0(x, to)
		})
		if err != nil {
			return err
		}
		p.Materials = append(p.Materials, m)
		return r.Wrap(v, m.check())
	})
}

func (p *Project) readImport(r level.PartReader, n *yaml.Node) error {
	return r.Mapping(n, importKeys, func(key string, v *yaml.Node) error {
		if key == "mapping" {
			if err := r.Path(v, &p.Import.Mapping); err != nil {
				return err
			}
			return r.Wrap(v, checkInside(p.Import.Mapping))
		}
		if err := r.Text(v, &p.Import.Mode); err != nil {
			return err
		}
		return r.Wrap(v, p.Import.checkMode())
	})
}

func readFolders(r level.PartReader, n *yaml.Node, to *[]string) error {
	return r.Sequence(n, func(i int, item *yaml.Node) error {
		if i == maxFolders {
			return r.Errorf(item, "a project can name at most %d folders", maxFolders)
		}
		var s string
		if err := r.Path(item, &s); err != nil {
			return err
		}
		*to = append(*to, s)
		return r.Wrap(item, checkInside(s))
	})
}

// checkInside rejects a path that is hidden or leads out of the project's folder.
func checkInside(path string) error {
	switch rel := filepath.FromSlash(path); {
	case path == "":
		return errors.New("the path is empty")
	case strings.Contains(path, `\`):
		return fmt.Errorf("%q: folders are separated by /", quote.Excerpt(path))
	case !filepath.IsLocal(rel):
		return fmt.Errorf("%q: %w", quote.Excerpt(path), disk.ErrOutside)
	case disk.IsHidden(rel):
		return fmt.Errorf("%q: %w", quote.Excerpt(path), disk.ErrHidden)
	}
	return nil
}

func (m Material) check() error {
	if !level.IsMaterialName(m.Name) {
		return fmt.Errorf("%q is not a valid material name: use one line of at most %d bytes", quote.Excerpt(m.Name),
			level.MaxMaterialName)
	}
	for _, x := range []float64{m.Friction, m.Restitution, m.Density} {
		if !(x >= 0) || math.IsInf(x, 0) {
			return fmt.Errorf("material %q: %g is not a number of 0 or more", quote.Excerpt(m.Name), x)
		}
	}
	return nil
}

func (r ImportRules) checkMode() error {
	if r.Mode != "" && !slices.Contains(importModes, r.Mode) {
		return fmt.Errorf("expected one of %s here, not %q", strings.Join(importModes, ", "), quote.Excerpt(r.Mode))
	}
	return nil
}

// checkExports rejects exports with an absolute path, because it would be read as relative to the project's folder.
func (p *Project) checkExports() error {
	for _, e := range p.Exports {
		for _, file := range []string{e.File, e.Template} {
			if strings.HasPrefix(file, "/") || filepath.IsAbs(filepath.FromSlash(file)) ||
				filepath.VolumeName(file) != "" {
				return fmt.Errorf("export preset %q: %q must be relative to the project's folder",
					quote.Excerpt(e.Name), quote.Excerpt(file))
			}
		}
	}
	return nil
}

func (p *Project) checkScale() error {
	if x := p.PixelsPerMetre; !(x > 0) || x > level.MaxCoordinate {
		return fmt.Errorf("pixels per metre are %g; they must be more than 0", x)
	}
	return nil
}

// Check reports the first error that prevents the project from being written.
func (p *Project) Check() error {
	if len(p.Name) > level.MaxText || !utf8.ValidString(p.Name) {
		return errors.New("the project's name is not valid text of at most 1 MB")
	}
	if len(p.Materials) > MaxMaterials {
		return fmt.Errorf("%d materials; a project can have at most %d", len(p.Materials), MaxMaterials)
	}
	known := map[string]bool{}
	for _, m := range p.Materials {
		if err := m.check(); err != nil {
			return err
		}
		if known[m.Name] {
			return fmt.Errorf("material %q is defined twice", quote.Excerpt(m.Name))
		}
		known[m.Name] = true
	}
	if p.PixelsPerMetre != 0 {
		if err := p.checkScale(); err != nil {
			return err
		}
	}
	s := p.Settings("")
	s.Exports = p.Exports
	if _, err := level.NewDocument(s); err != nil {
		return fmt.Errorf("the project: %w", errors.Unwrap(err))
	}
	if err := p.Import.checkMode(); err != nil {
		return err
	}
	if err := p.checkExports(); err != nil {
		return err
	}
	for _, list := range [][]string{p.Levels, p.Prefabs, p.Tiles} {
		for _, f := range list {
			if err := checkInside(f); err != nil {
				return err
			}
		}
	}
	if p.Import.Mapping != "" {
		return checkInside(p.Import.Mapping)
	}
	return nil
}

// Marshal encodes the project file: its keys in a fixed order, without empty ones.
func (p *Project) Marshal() []byte {
	var b bytes.Buffer
	w := level.NewPartWriter(&b)
	w.Text(p.comment)
	w.Line(0, "fillet_project", Version)
	w.Line(0, "name", p.Name)
	if len(p.Categories) > 0 {
		w.Line(0, "categories", p.Categories)
	}
	if len(p.Materials) > 0 {
		w.Text("materials:\n")
		for _, m := range p.Materials {
			w.Text("  ")
			w.Value(m.Name)
			w.Text(": {friction: ")
			w.Value(m.Friction)
			w.Text(", restitution: ")
			w.Value(m.Restitution)
			w.Text(", density: ")
			w.Value(m.Density)
			w.Text("}\n")
		}
	}
	if p.PixelsPerMetre > 0 {
		w.Line(0, "pixels_per_metre", p.PixelsPerMetre)
	}
	if p.Grid != nil {
		w.Grid(*p.Grid)
	}
	if p.Playtest != nil {
		w.Playtest(*p.Playtest)
	}
	if p.Import != (ImportRules{}) {
		w.Text("import:\n")
		if p.Import.Mode != "" {
			w.Line(2, "mode", p.Import.Mode)
		}
		if p.Import.Mapping != "" {
			w.Line(2, "mapping", p.Import.Mapping)
		}
	}
	w.Exports(p.Exports)
	for _, f := range []struct {
		key  string
		list []string
	}{{"levels", p.Levels}, {"prefabs", p.Prefabs}, {"tiles", p.Tiles}} {
		if len(f.list) > 0 {
			w.Line(0, f.key, f.list)
		}
	}
	_ = w.Flush() // a buffer never fails
	return b.Bytes()
}
