// Package tiled imports maps of the Tiled editor, .tmx and .tmj (JSON), with their tilesets (.tsx, .tsj) and templates
// (.tx, .tj), and worlds of maps (world.go).
//
// Both syntaxes are read into one tree (tree.go), and layers, tilesets (tileset.go) and tiles (gids.go) from that tree.
//
// Objects become colliders (object.go). So do the collision shapes of a tileset's tiles wherever a layer uses them
// (tiles.go). Tiles without shapes are only pictures unless a mapping rule names their layer.
package tiled

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"strings"

	"fillet/editor/level"
	"fillet/importers"
)

// Importer reads Tiled maps.
type Importer struct{ *importers.Format }

var format = importers.NewFormat("tiled", "Tiled map or world", ".tmx", ".tmj", ".world")

// New returns the importer.
func New() Importer { return Importer{format} }

// ProjectExtensions returns .tiled-project: the nearest folder with a Tiled project, from a map's folder upwards, is
// the root of all files that are read.
func (Importer) ProjectExtensions() []string { return []string{projectExtension} }

// Sniff reports whether the file begins like a map or a world.
func (Importer) Sniff(_ string, head []byte) bool {
	head = bytes.TrimLeft(importers.InUTF8(head), " \t\r\n")
	has := func(s string) bool { return bytes.Contains(head, []byte(s)) }
	if bytes.HasPrefix(head, []byte("<")) {
		return has("<map") && has("tilewidth")
	}
	if isWorld(head) {
		return true
	}
	// Tiled sorts the keys of its JSON, so the first keys identify a map; tilewidth may come far after the layers.
	return bytes.HasPrefix(head, []byte("{")) && has(`"layers"`) && (has(`"tilewidth"`) || has(`"tiledversion"`) ||
		has(`"compressionlevel"`) || has(`"infinite"`))
}

// Levels lists the levels of a world, or a map as its only level.
func (Importer) Levels(ctx context.Context, src *importers.Source) ([]importers.LevelInfo, error) {
	w, err := readAny(ctx, src)
	if err != nil {
		return nil, err
	}
	if err := w.readMaps(ctx, importers.Options{}); err != nil {
		return nil, err
	}
	return w.infos(), nil
}

// readAny reads a world, or wraps a map in a world of one.
func readAny(ctx context.Context, src *importers.Source) (*world, error) {
	if isWorld(src.Data[:min(len(src.Data), worldHead)]) {
		return readWorld(ctx, src)
	}
	m, err := readMap(ctx, src)
	if err != nil {
		return nil, err
	}
	return &world{src: src, maps: []*mapRecord{m}, isMap: true}, nil
}

// Import converts a map, or the maps of a world, to a document.
func (Importer) Import(ctx context.Context, src *importers.Source, opts importers.Options) (*importers.Result, error) {
	w, err := readAny(ctx, src)
	if err != nil {
		return nil, err
	}
	if err := w.readMaps(ctx, opts); err != nil {
		return nil, err
	}
	infos, tiles := w.infos(), map[level.Vec]int{}
	fallback := level.DefaultSettings().Grid.Size
	for _, m := range w.maps {
		fallback = level.Vec{X: m.tileWidth, Y: m.tileHeight}
		tiles[fallback]++
	}
	settings := importers.SettingsOf(src.Path, infos, tiles, fallback)
	if !opts.Mapping.HasRules() {
		settings = w.settings(settings)
	}
	b, err := importers.NewBuilder(src, settings, opts)
	if err != nil {
		return nil, err
	}
	b.AddIssues(&w.issues)
	b.Has(w.known, w.isMap)
	b.Tilesets(w.numberTilesets())
	im := &mapImport{b: b, mapping: b.Mapping(), embedded: map[*node]embedded{}}
	for i, m := range w.maps {
		b.AddIssues(&m.issues)
		if err := im.level(ctx, m); err != nil {
			return nil, err
		}
		opts.Report(i+1, len(w.maps))
	}
	im.finish()
	if len(w.maps) == 0 {
		opts.Report(1, 1)
	}
	return b.Finish()
}

func (im *mapImport) level(ctx context.Context, m *mapRecord) error {
	im.m, im.ids, im.drawn = m, map[string]int{}, nil
	properties, err := im.fields(m.node, m.node.attr("class"), asMap, m.node)
	if err != nil {
		return m.fail(m.node, err)
	}
	maps.DeleteFunc(properties, func(name string, _ any) bool { return strings.HasPrefix(name, "fillet.") }) // exported
	// More rows move an isometric map's cells to the right, so its position is the top of the first cell's diamond.
	im.b.Level(level.Place{
		Level: m.name, ID: m.id, At: m.at.Add(m.lattice.top),
		Size: m.info().Size(), Properties: properties,
	})
	background, _ := importers.ColorOf(m.background)
	im.b.Backdrop(background, m.info())
	for _, l := range m.layers {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := im.layer(ctx, l); err != nil {
			return err
		}
	}
	return nil
}

// mapImport holds the state of one import.
type mapImport struct {
	m       *mapRecord
	b       *importers.Builder
	mapping *importers.Mapping
	ids     map[string]int // objects per id

	pictures, parallax, texts int
	blended                   int // layers with an unsupported blend mode
	approximated              importers.Approximations
	plainTiles                int             // tiles without shapes
	standing                  []objectPicture // of the current layer
	drawn                     *drawnWalls     // nil until a tile layer needs them
	embedded                  map[*node]embedded
}

func (im *mapImport) issue(s importers.Severity, n *node, format string, args ...any) {
	im.b.Issue(s, im.m.place(n), format, args...)
}

func (im *mapImport) finish() {
	note := func(n int, noun, format string) { im.b.IssueCount(importers.Note, "", n, noun, format) }
	if im.b.WantsPictures() {
		im.pictures = 0
	}
	note(im.pictures, "image layer", "left out %s: pictures have no collision shapes")
	note(im.parallax, "layer", "ignored the parallax of %s")
	note(im.texts, "text object", "left out %s")
	note(im.blended, "layer", "ignored the blending mode of %s: pictures cover what is below them")
	im.approximated.Note(im.b, "ellipse")
	note(im.plainTiles, "tile", "left out %s without collision shapes; a mapping rule for the layer turns tiles into "+
		"colliders")
}

func (im *mapImport) layer(ctx context.Context, l *layerRecord) error {
	if l.parallax {
		im.parallax++
	}
	if mode := l.node.attr("mode"); mode != "" && mode != "normal" && im.b.WantsPictures() {
		im.blended++
	}
	if l.kind == "imagelayer" {
		im.pictures++
		im.imageLayer(l)
		return nil
	}
	name := l.name
	if im.m.within != "" {
		name = im.m.name + "/" + name
	}
	place := level.LayerPlace{Layer: l.name, ID: l.node.attr("id"), Offset: l.offset.Sub(im.m.at)}
	if err := im.b.Layer(name, l.color, place); err != nil {
		return err
	}
	if l.kind == "objectgroup" {
		return im.objects(ctx, l)
	}
	if im.b.WantsPictures() {
		im.tilePictures(l)
	}
	return im.tiles(ctx, l)
}

func (im *mapImport) source(l *layerRecord, id string) level.Source {
	return level.Source{Level: im.m.name, Layer: l.name, ID: id}
}

// identify makes a repeated id unique and reports it.
func (im *mapImport) identify(id string, n *node) string {
	im.ids[id]++
	if k := im.ids[id]; k > 1 {
		im.issue(importers.Warning, n, "the id %s names %d objects", id, k)
		return fmt.Sprintf("%s#%d", id, k)
	}
	return id
}
