// Package svg imports SVG drawings from Inkscape, Illustrator, Figma and Affinity, or written by hand.
//
// A file is read into a tree of elements ([importers.XMLNode]); style.go computes their styles. drawing.go walks the
// drawn elements with transforms (matrix.go), uses and viewports (viewport.go). shape.go converts elements to outlines,
// from path data (path.go) or to the original round shapes (round.go). Filled elements become polygons, circles,
// capsules and boxes; elements that are only stroked become chains.
package svg

import (
	"bytes"
	"cmp"
	"context"
	"regexp"

	"fillet/editor/level"
	"fillet/importers"
)

// Importer reads SVG drawings.
type Importer struct{ *importers.Format }

var format = importers.NewFormat("svg", "SVG drawing", ".svg")

// New returns the importer.
func New() Importer { return Importer{format} }

// root matches the root element, with or without a namespace prefix, after declarations and comments.
var root = regexp.MustCompile(`^(?:\s|<\?[^>]*\?>|<!--(?s:.*?)-->|<![^\[>]*(?:\[(?s:.*?)\]\s*)?>)*<(?:[A-Za-z0-9._-]+:)?svg[\s/>]`)

// Sniff reports whether the file begins like a drawing.
func (Importer) Sniff(_ string, head []byte) bool {
	head = bytes.TrimLeft(importers.InUTF8(head), " \t\r\n")
	return bytes.HasPrefix(head, []byte("<")) && root.Match(head)
}

// Levels lists the drawing as its only level.
func (Importer) Levels(ctx context.Context, src *importers.Source) ([]importers.LevelInfo, error) {
	im, err := read(ctx, src, false)
	if err != nil {
		return nil, err
	}
	return []importers.LevelInfo{im.info()}, nil
}

// Import converts a drawing to a document.
func (Importer) Import(ctx context.Context, src *importers.Source, opts importers.Options) (*importers.Result, error) {
	im, err := read(ctx, src, opts.KeepsCurves())
	if err != nil {
		return nil, err
	}
	infos := []importers.LevelInfo{im.info()}
	if _, err := importers.SelectLevels(infos, opts.Levels); err != nil {
		return nil, &importers.Error{File: src.Path, Err: err}
	}
	grid := level.DefaultSettings().Grid.Size
	settings := importers.SettingsOf(src.Path, infos, nil, grid)
	if !opts.Mapping.HasRules() {
		im.restoreLevel(&settings)
		settings.Categories = im.categories(settings.Categories)
	}
	b, err := importers.NewBuilder(src, settings, opts)
	if err != nil {
		return nil, err
	}
	b.Has([]string{im.name}, true)
	b.HasNamedIDs()
	b.Level(level.Place{Level: im.name, ID: im.name, Size: settings.Size})
	made, scenery := 0, "" // layer of the first shape that was left out as scenery
	for _, l := range im.layers {
		if err := b.Layer(l.name, "", level.LayerPlace{Layer: l.name, ID: l.id}); err != nil {
			return nil, err
		}
		for i, e := range l.items {
			if i%512 == 0 && ctx.Err() != nil {
				return nil, ctx.Err()
			}
			e.useTargetName(b)
			_, isNamed := b.Mapping().FindEntity(e.entity)
			switch {
			case isNamed:
			case e.isScenery:
				im.count(e.node, sceneries)
				scenery = cmp.Or(scenery, l.name)
				continue
			case e.isPage && im.items > 1 && saysNothing(b, e.entity):
				im.issue(importers.Note, e.node, "%q covers the whole page below everything else and was left out "+
					"as its background; a name such as Wall, or a rule, imports it", e.entity.Name)
				continue
			}
			c, err := b.Entity(e.entity)
			if err != nil {
				return nil, err
			}
			made++
			if c != nil && !opts.Mapping.HasRules() && e.own != nil {
				restore(c, e.own)
			}
		}
	}
	switch {
	case made > 0:
	case scenery != "":
		im.issue(importers.Warning, im.root, "nothing was imported, as all names in the drawing describe scenery; the "+
			"rule {layer: %q, role: solid} under entities imports it", scenery)
	case im.leftOut:
		im.issue(importers.Warning, im.root, "nothing was imported; the notes say why")
	default:
		im.issue(importers.Warning, im.root, "nothing was imported as a collider: the drawing shows no shapes")
	}
	im.sayCounts()
	b.AddIssues(&im.issues)
	im.show(b)
	opts.Report(1, 1)
	return b.Finish()
}

// saysNothing reports whether neither names nor properties determine an entity's role.
func saysNothing(b *importers.Builder, e importers.Entity) bool {
	if !b.ReadsNames() || e.Says != 0 || e.Role != level.Solid {
		return false
	}
	isSolid := b.DefaultRole(e)
	e.Role = level.Trigger
	return isSolid != b.DefaultRole(e)
}

// read parses a drawing and collects everything that is drawn.
func read(ctx context.Context, src *importers.Source, keepsCurves bool) (*drawing, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	tree, err := importers.ParseXML(src.Path, src.Data, func(name string) bool {
		return name == "style" || name == "title" || name == "desc"
	})
	if err != nil {
		return nil, err
	}
	im := newDrawing(ctx, src, tree, keepsCurves)
	if tree.Name != "svg" {
		return nil, im.fail(tree, errNoDrawing)
	}
	if err := im.draw(); err != nil {
		return nil, err
	}
	return im, nil
}
