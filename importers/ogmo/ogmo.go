// Package ogmo imports OGMO Editor 3 projects (.ogmo) and levels (.json).
//
// A project includes every level in its level folders. A level does not name its project, so the importer searches the
// level's folder and the folders above it, up to the source's root, and recognizes the project by its layers: their
// exportIDs are the level's _eids. A level without a project is still imported; issues list the guessed values, which
// only the project defines.
//
// Grid layers become cells (cells.go), and so do tile layers if a mapping rule or their name selects them. Tiles with
// shapes in a file (shaped.go) and entities with their nodes (entity.go) become colliders. Decals are only pictures.
package ogmo

import (
	"bytes"
	"context"
	"slices"
	"strings"

	"fillet/editor/level"
	"fillet/editor/quote"
	"fillet/importers"
)

// Importer reads OGMO 3 files.
type Importer struct{ *importers.Format }

var format = importers.NewFormat("ogmo", "OGMO 3 project or level", projectExtension, ".json")

// New returns the importer.
func New() Importer { return Importer{format} }

// ProjectExtensions returns .ogmo: the nearest folder with a project, from a level's folder upwards, is the root in
// which files are read.
func (Importer) ProjectExtensions() []string { return []string{projectExtension} }

// Sniff reports whether the file begins like an OGMO 3 file: a JSON object with an OGMO version.
func (Importer) Sniff(_ string, head []byte) bool {
	head = bytes.TrimLeft(bytes.TrimPrefix(head, []byte("\ufeff")), " \t\r\n")
	return bytes.HasPrefix(head, []byte("{")) && bytes.Contains(head, []byte(`"ogmoVersion"`))
}

// Levels lists the levels at their places.
func (Importer) Levels(ctx context.Context, src *importers.Source) ([]importers.LevelInfo, error) {
	s, err := read(ctx, src)
	if err != nil {
		return nil, err
	}
	return s.infos(), nil
}

// Import makes a document from a project's levels, or from one level.
func (Importer) Import(ctx context.Context, src *importers.Source, opts importers.Options) (*importers.Result, error) {
	s, err := read(ctx, src)
	if err != nil {
		return nil, err
	}
	chosen, err := importers.SelectLevels(s.infos(), opts.Levels)
	if err != nil {
		return nil, &importers.Error{File: src.Path, Err: err}
	}
	var infos []importers.LevelInfo
	cells := map[level.Vec]int{}
	for _, i := range chosen {
		infos = append(infos, s.levels[i].LevelInfo)
		for _, layer := range s.levels[i].layers {
			cells[layer.cell]++
		}
	}
	fallback := level.Vec{X: 16, Y: 16}
	if s.project != nil {
		fallback = s.project.cell
	}
	b, err := importers.NewBuilder(src, importers.SettingsOf(src.Path, infos, cells, fallback), opts)
	if err != nil {
		return nil, err
	}
	b.AddIssues(&s.issues)
	im := &levelImport{src: src, set: s, b: b}
	var known []string
	for _, l := range s.levels {
		known = append(known, s.inProject(src, l), l.Name)
	}
	b.Has(known, false)
	if s.project != nil {
		for _, def := range s.project.layers {
			if def.kind != kindGrid || len(def.legend) == 0 {
				continue
			}
			for _, e := range def.legend[1:] {
				name := e.key
				if _, isNumber := arrayIndex(name); isNumber {
					name = ""
				}
				b.Values(def.name, name)
			}
		}
	}
	for n, i := range chosen {
		if err := im.level(ctx, s.levels[i]); err != nil {
			return nil, err
		}
		opts.Report(n+1, len(chosen))
	}
	im.finish()
	return b.Finish()
}

// levelImport holds the state of one import.
type levelImport struct {
	src *importers.Source
	set *levelSet
	b   *importers.Builder

	decals      int
	decalLayers int
	boxes       int // number of entities whose drawn shape has no outline
	repeated    int // number of entities whose drawn shape should be repeated
}

func (im *levelImport) issue(l *levelRecord, s importers.Severity, path, format string, args ...any) {
	im.b.Issue(s, l.file.Place(path), format, args...)
}

// issueCount adds an issue about n things; see [importers.Builder.IssueCount].
func (im *levelImport) issueCount(
	l *levelRecord, s importers.Severity, path string, n int, noun, format string, args ...any,
) {
	im.b.IssueCount(s, l.file.Place(path), n, noun, format, args...)
}

func (im *levelImport) finish() {
	im.b.IssueCount(importers.Note, "", im.decals, "decal", "left out %s on %s: pictures have no collision shapes",
		quote.Count(im.decalLayers, "layer"))
	im.b.IssueCount(importers.Note, "", im.boxes, "entity",
		"used the box of %s whose drawn shape has no single outline")
	im.b.IssueCount(importers.Note, "", im.repeated, "entity",
		"stretched one drawn shape over the box of %s instead of repeating it (tileX, tileY)")
}

// level imports one level's layers from the lowest up; OGMO lists the topmost first.
func (im *levelImport) level(ctx context.Context, l *levelRecord) error {
	im.b.Level(level.Place{
		Level: l.Name, ID: im.set.inProject(im.src, l), At: l.Corner(),
		Size: l.Size(), Properties: l.values,
	})
	if im.set.project != nil {
		im.b.Backdrop(im.set.project.behind, l.LevelInfo)
	}
	for _, layer := range slices.Backward(l.layers) {
		if err := ctx.Err(); err != nil {
			return err
		}
		place := level.LayerPlace{Layer: layer.name, ID: layer.eid}
		if layer.kind() != kindEntity {
			place.Offset = layer.offset
		}
		if err := im.b.Layer(l.Name+"/"+layer.name, layer.color(), place); err != nil {
			return err
		}
		if err := im.layer(ctx, l, layer); err != nil {
			return err
		}
	}
	return nil
}

func (im *levelImport) layer(ctx context.Context, l *levelRecord, layer *layerRecord) error {
	switch layer.kind() {
	case kindGrid:
		return im.gridLayer(ctx, l, layer)
	case kindTile:
		return im.tileLayer(ctx, l, layer)
	case kindEntity:
		return im.entityLayer(ctx, l, layer)
	case kindDecal:
		if im.b.WantsPictures() {
			im.decalPictures(l, layer)
			return nil
		}
		n := 0
		layer.object["decals"].ForEach(func(_, _ value) bool { n++; return true })
		if n > 0 {
			im.decals += n
			im.decalLayers++
		}
	case "":
		im.issue(l, importers.Loss, layer.path, "this layer has neither cells nor tiles, entities or decals")
	}
	return nil
}

// inProject returns the path of a level's file relative to its project's folder.
func (s *levelSet) inProject(src *importers.Source, l *levelRecord) string {
	if folders := src.Folders(); len(folders) > 0 && folders[0] != "." {
		return strings.TrimPrefix(l.ID, folders[0]+"/")
	}
	return l.ID
}

// color returns the colour of a grid layer's first value that is not empty, as #rrggbb.
func (l *layerRecord) color() string {
	if len(l.def.legend) < 2 {
		return ""
	}
	c := l.def.legend[1].color
	if len(c) < 7 || c[0] != '#' || strings.Trim(c[1:7], "0123456789abcdefABCDEF") != "" {
		return ""
	}
	return c[:7]
}
