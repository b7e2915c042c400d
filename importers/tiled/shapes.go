package tiled

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"path"
	"slices"

	"fillet/editor/level"
	"fillet/editor/quote"
	"fillet/importers"
)

// TilesetShapes holds the tile shapes of a Tiled tileset in the form of a tile shape file.
type TilesetShapes struct {
	Name string
	Set  *importers.TileSet // its image is relative to the source's folder
}

// TileShapes reads the collision shapes of a tileset (.tsx, .tsj), or of all tilesets of a map. Issues list what a tile
// shape file cannot hold.
func TileShapes(ctx context.Context, src *importers.Source) ([]TilesetShapes, []importers.Issue, error) {
	root, err := parseTree(src.Path, src.Data)
	if err != nil {
		return nil, nil, err
	}
	m := &mapRecord{
		src: src, files: newFiles(), dir: ".", name: importers.BaseName(src.Path), orientation: "orthogonal",
		templates: map[string]*template{}, node: root,
	}
	switch root.name {
	case "map":
		if err := m.read(root); err != nil {
			return nil, nil, err
		}
	case "tileset":
		t, err := m.readTileset(root, ".")
		if err != nil {
			return nil, nil, m.fail(root, err)
		}
		m.tilesets = append(m.tilesets, t)
	default:
		return nil, nil, m.fail(root, fmt.Errorf("this is a Tiled %s, neither a tileset nor a map",
			quote.Printable(root.name)))
	}
	b, err := importers.NewBuilder(src, *level.DefaultSettings(), importers.Options{})
	if err != nil {
		return nil, nil, err
	}
	b.AddIssues(&m.issues)
	im := &mapImport{m: m, b: b, ids: map[string]int{}}
	if err := b.Layer("Tiles", "", level.LayerPlace{Layer: "Tiles"}); err != nil {
		return nil, nil, err
	}
	var out []TilesetShapes
	for _, t := range m.tilesets {
		if t.missing {
			continue
		}
		if err := ctx.Err(); err != nil {
			return nil, nil, err
		}
		set, err := im.shapeSet(t)
		if err != nil {
			return nil, nil, err
		}
		out = append(out, TilesetShapes{t.name, set})
	}
	im.finish()
	res, err := b.Finish()
	if err != nil {
		return nil, nil, err
	}
	return out, res.Issues, nil
}

func (im *mapImport) shapeSet(t *tileset) (*importers.TileSet, error) {
	set := importers.NewTileSet(pictureOf(t.body), int(t.tileWidth), int(t.tileHeight))
	if set.Image != "" {
		set.Image = path.Join(t.dir, slashed(set.Image))
	}
	margin, errM := t.body.integer("margin", 0, 0, importers.MaxTile)
	spacing, errS := t.body.integer("spacing", 0, 0, importers.MaxTile)
	if errM != nil || errS != nil || set.Width < 1 || set.Height < 1 || set.Width > importers.MaxTile ||
		set.Height > importers.MaxTile {
		return nil, im.m.fail(t.body, fmt.Errorf("tileset %q: its tile size, margin or spacing is out of range",
			quote.Excerpt(t.name)))
	}
	set.Margin, set.Spacing = margin, spacing
	for _, id := range slices.Sorted(maps.Keys(t.tiles)) {
		def := t.tiles[id]
		shapes := im.shapesOf(def)
		if len(shapes) == 0 || id > importers.MaxTileID {
			continue
		}
		if n := len(shapes); n > importers.MaxTileShapes {
			im.issue(importers.Loss, def.node, "tile %d has %d shapes; only %d were imported", id, n,
				importers.MaxTileShapes)
			shapes = shapes[:importers.MaxTileShapes]
		}
		for i := range shapes {
			o := &shapes[i]
			p := im.placeInTile(o, t, def, importers.MoveBy(level.Vec{}))
			c, err := im.b.Entity(importers.Entity{
				Name: o.label(), Kinds: o.kinds(), Fields: o.fields, Tile: o.tile, Shape: p.Shape, At: p.At,
				Angle: p.Angle, Role: level.Solid,
			})
			if err != nil {
				return nil, err
			}
			part := *c
			part.Layer, part.Order, part.Source = 0, 0, nil
			part.Name = cmp.Or(o.name, o.kind)
			part.Position = level.Vec{X: part.Position.X + 0, Y: part.Position.Y + 0}
			if err := level.CheckPart(&part); err != nil {
				im.issue(importers.Loss, o.node, "tile %d: the shape was left out: %v", id, err)
				continue
			}
			set.Shapes[int(id)] = append(set.Shapes[int(id)], set.Recognized(importers.TileSetShape{Part: part}))
		}
	}
	return set, nil
}
