// Package ldtk imports LDtk projects (.ldtk) and separate level files (.ldtkl), of all formats up to 1.5.
//
// It builds on ldtkgo, which reads files of current versions of the editor, but loses or rejects several worlds,
// separate level files, the cells of format 0.6 and older, fractions of a pixel and byte order marks. So the file is
// first read into records (project.go). The entities of each layer are passed to ldtkgo in small documents that it
// reads correctly (normal.go); exact numbers, iids, tags and definitions, for which ldtkgo has no field, come from the
// records.
//
// Every level gets its place in the world (place.go). Values of IntGrid layers become colliders according to the
// options (package importers), and so do tiles that a rule, an enum tag or the layer's name selects (tiles.go) or that
// have shapes in a file (shaped.go). Entities (entity.go) and their point fields (field.go) become separate colliders.
// Other tiles are only pictures.
package ldtk

import (
	"bytes"
	"cmp"
	"context"
	"slices"
	"strings"

	"fillet/editor/level"
	"fillet/editor/quote"
	"fillet/importers"
)

// Importer reads LDtk files.
type Importer struct{ *importers.Format }

var format = importers.NewFormat("ldtk", "LDtk project", ".ldtk", ".ldtkl")

// New returns the importer.
func New() Importer { return Importer{format} }

// Sniff reports whether the file begins like an LDtk file: a JSON object with LDtk's header, or with the first keys of
// a project.
func (Importer) Sniff(_ string, head []byte) bool {
	head = bytes.TrimLeft(bytes.TrimPrefix(head, []byte("\ufeff")), " \t\r\n")
	if !bytes.HasPrefix(head, []byte("{")) {
		return false
	}
	has := func(s string) bool { return bytes.Contains(head, []byte(s)) }
	if has(`"__header__"`) && (has("LDtk") || has("L-Ed")) {
		return true
	}
	return has(`"jsonVersion"`) && (has(`"worldLayout"`) || has(`"defaultPivotX"`) || has(`"defs"`))
}

// Levels lists the project's levels at their places.
func (Importer) Levels(ctx context.Context, src *importers.Source) ([]importers.LevelInfo, error) {
	p, err := readProject(ctx, src)
	if err != nil {
		return nil, err
	}
	out := make([]importers.LevelInfo, len(p.levels))
	for i, l := range p.levels {
		out[i] = l.LevelInfo
	}
	return out, nil
}

// Import makes a document of the project.
func (Importer) Import(ctx context.Context, src *importers.Source, opts importers.Options) (*importers.Result, error) {
	p, err := readProject(ctx, src)
	if err != nil {
		return nil, err
	}
	levels, err := p.selected(opts.Levels)
	if err != nil {
		return nil, err
	}
	for _, l := range levels {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if err := p.readLayers(l); err != nil {
			return nil, err
		}
	}
	b, err := importers.NewBuilder(src, p.settings(levels), opts)
	if err != nil {
		return nil, err
	}
	im := &levelImport{p: p, b: b, iids: map[string]int{}}
	var known []string
	for _, l := range p.levels {
		known = append(known, l.id(), l.title)
	}
	b.Has(known, true)
	for _, def := range p.layerDefs {
		for n := range def.values {
			if !def.isGrid {
				break
			}
			b.Values(def.name, def.values[n].name)
		}
	}
	im.remark(levels)
	// A deeper level is drawn before the levels above it.
	order := slices.Clone(levels)
	slices.SortStableFunc(order, func(a, b *levelRecord) int { return a.Depth - b.Depth })
	for i, l := range order {
		if err := im.level(ctx, l); err != nil {
			return nil, err
		}
		opts.Report(i+1, len(order))
	}
	im.finish()
	return b.Finish()
}

func (p *project) settings(levels []*levelRecord) level.Settings {
	infos := make([]importers.LevelInfo, len(levels))
	cells := map[level.Vec]int{}
	for i, l := range levels {
		infos[i] = l.LevelInfo
		for _, layer := range l.layers {
			cells[level.Vec{X: layer.gridSize, Y: layer.gridSize}]++
		}
	}
	return importers.SettingsOf(p.file.Name, infos, cells, level.Vec{X: p.defaultGrid, Y: p.defaultGrid})
}

// id returns the level's key: its iid, or its title in older files without iids.
func (l *levelRecord) id() string { return cmp.Or(l.ID, l.title) }

// levelImport holds the state of one import.
type levelImport struct {
	p    *project
	b    *importers.Builder
	iids map[string]int // number of entities with each iid

	looked *levelRecord // the level that solid is about; see hasSolidCells
	solid  bool

	shapedOf map[*layerRecord]*shapedTiles // nil for layers without shapes

	pictures     int  // tile layers left out
	cellsBeyond  int  // cells added by sparse layers; see legacyCells
	fewerNumbers bool // whether there were whole numbers beyond 2^53
	approximated importers.Approximations
}

// remark adds the issues about the project as a whole.
func (im *levelImport) remark(levels []*levelRecord) {
	im.b.AddIssues(&im.p.issues)
	if im.p.oldTiles {
		im.b.Issue(importers.Warning, "",
			"tiles in the form of LDtk 0.3, or without a tileset, are not read; "+
				"save the project with LDtk 0.6 or newer")
	}
	depths := map[int]bool{}
	for _, l := range levels {
		depths[l.Depth] = true
	}
	if len(depths) > 1 {
		im.b.Issue(importers.Note, "worldDepth", "levels of %d depths were put into one plane and may overlap",
			len(depths))
	}
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
	if im.pictures > 0 && !im.b.WantsPictures() {
		im.b.Issue(importers.Note, "", "left out %s containing only pictures",
			quote.Count(im.pictures, "tile or auto-tile layer"))
	}
	im.approximated.Note(im.b, "ellipse")
	if im.fewerNumbers {
		im.b.Issue(importers.Loss, "", "whole numbers beyond 2^53 in fields were rounded")
	}
}

// level imports one level's layers from the lowest up; LDtk lists the topmost first.
func (im *levelImport) level(ctx context.Context, l *levelRecord) error {
	im.background(l)
	im.b.Level(level.Place{
		Level: l.title, ID: l.id(), At: l.Corner(), Size: l.Size(), Properties: im.levelProperties(l),
	})
	for _, layer := range slices.Backward(l.layers) {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := im.b.Layer(l.title+"/"+layer.name, im.color(layer),
			level.LayerPlace{Layer: layer.name, ID: layer.id, Offset: layer.offset}); err != nil {
			return err
		}
		if err := im.layer(ctx, l, layer); err != nil {
			return err
		}
	}
	im.shapedOf = nil
	return nil
}

func (im *levelImport) layer(ctx context.Context, l *levelRecord, layer *layerRecord) error {
	if layer.hasPictures {
		if im.shaped(layer) == nil {
			im.pictures++
		}
		im.tiles(l, layer)
	}
	if err := im.cells(ctx, l, layer); err != nil {
		return err
	}
	if err := im.tileCells(ctx, l, layer); err != nil {
		return err
	}
	if err := im.tileShapes(ctx, l, layer); err != nil {
		return err
	}
	return im.entities(ctx, l, layer)
}

// color returns the first colour of the layer's values, for the dot in the layer list.
func (im *levelImport) color(layer *layerRecord) string {
	for _, v := range layer.def.order {
		if c := layer.def.values[v].color; len(c) == 7 && c[0] == '#' &&
			strings.Trim(c[1:], "0123456789abcdefABCDEF") == "" {
			return c
		}
	}
	return ""
}
