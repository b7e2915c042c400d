package ogmo

import (
	"context"
	"math"

	"fillet/editor/level"
	"fillet/importers"
)

// tileShapes imports the tiles that have shapes in the tileset's tile shape file, removes them from the grid and
// returns their number. A cell of the grid is a tile's number plus 1. Tiles with a mapping rule stay. isMadeUp means
// that the layer stores columns and rows, and that the numbers assume unknownColumns because the tileset's width is
// unknown.
func (im *levelImport) tileShapes(
	ctx context.Context, l *levelRecord, layer *layerRecord, g *importers.Grid, flips []importers.Flip, isMadeUp bool,
) (int, error) {
	set := im.tileset(layer)
	if set == nil {
		return 0, nil
	}
	columns, rows := set.columns, set.rows
	if columns == 0 {
		if data, err := im.src.ReadFrom(im.set.project.dir, set.path); err == nil {
			if w, h, err := importers.ImageSizeOf(data); err == nil {
				columns, rows = set.count(w, h)
			}
		}
	}
	var frame importers.Frame
	if set.margin.X == set.margin.Y && set.space.X == set.space.Y {
		frame = importers.Frame{Margin: set.margin.X, Spacing: set.space.X, Known: true}
	}
	shapes := im.b.TileShapes(importers.Tileset{
		Name: set.label, Dir: im.set.project.dir, Picture: set.path, Tile: set.tile, Count: columns * rows,
		Frame: frame,
	})
	if shapes == nil {
		return 0, nil
	}
	if isMadeUp && columns == 0 {
		im.issue(l, importers.Loss, layer.path, "the tileset's picture cannot be read, so tiles stored by column "+
			"and row have no number; their shapes were left out")
		return 0, nil
	}
	isRuled := map[int]bool{}
	out := im.b.NewShapedLayer(shapes, layer.name, l.file.Place(layer.path), [2]int{}, g.Width, g.Height, layer.cell)
	count, first := 0, 0
	for i, cell := range g.Cells {
		if i%4096 == 0 && ctx.Err() != nil {
			return 0, ctx.Err()
		}
		if cell == 0 {
			continue
		}
		id := cell - 1
		if isMadeUp {
			id = id/unknownColumns*columns + id%unknownColumns
		}
		if !shapes.Has(id) {
			continue
		}
		ruled, ok := isRuled[cell]
		if !ok {
			r, found := im.b.TileRule(&importers.TileLayer{Name: layer.name, IsPicture: true}, cell-1, "", nil)
			ruled = found && !r.IsDefault()
			isRuled[cell] = ruled
		}
		if ruled {
			continue
		}
		var flip importers.Flip
		if flips != nil {
			flip = flips[i]
		}
		out.Put(i%g.Width, i/g.Width, id, flip, level.Vec{})
		g.Cells[i] = 0
		count, first = count+1, max(first, cell)
	}
	if count == 0 {
		return 0, nil
	}
	return count, out.Import(ctx, l.Corner().Add(layer.offset), first)
}

// count returns the number of columns and rows of tiles in a picture of the given size. 0 means that none fits.
func (d *tilesetDef) count(width, height int) (columns, rows int) {
	along := func(length int, tile, margin, space float64) int {
		n := math.Floor((float64(length) - space - float64(2*margin)) / (tile + space))
		if !(n >= 1 && n <= 1<<20) {
			return 0
		}
		return int(n)
	}
	return along(width, d.tile.X, d.margin.X, d.space.X), along(height, d.tile.Y, d.margin.Y, d.space.Y)
}
