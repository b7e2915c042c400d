package ldtk

import (
	"context"
	"math"

	"fillet/editor/level"
	"fillet/importers"

	"github.com/tidwall/gjson"
)

func (im *levelImport) cells(ctx context.Context, l *levelRecord, layer *layerRecord) error {
	var g importers.Grid
	var corner level.Vec // offset of the grid in the layer, in cells
	var err error
	switch {
	case importers.HasJSONElements(layer.object["intGridCsv"]):
		g, err = im.csvCells(ctx, l, layer)
	case importers.HasJSONElements(layer.object["intGrid"]):
		g, corner, err = im.legacyCells(l, layer)
	}
	if err != nil || len(g.Cells) == 0 {
		return err
	}
	im.uncover(l, layer, &g, corner)
	return im.b.Cells(ctx, importers.CellLayer{
		Grid: g, Origin: layer.at(l, corner.X, corner.Y),
		Level: l.title, Layer: layer.name, Path: l.file.Place(layer.path),
		Name: func(v int) string { return layer.def.values[v].name },
	})
}

// size returns the layer's width and height in cells.
func (im *levelImport) size(l *levelRecord, layer *layerRecord) (width, height int, err error) {
	sides := [2]int{}
	for i, key := range [2]string{"__cWid", "__cHei"} {
		v := layer.object[key]
		n, ok := importers.JSONNumber(v)
		if !ok || n != math.Trunc(n) || n < 1 || n > importers.MaxGridSide {
			return 0, 0, l.file.Fail(importers.JoinPath(layer.path, key), v, "must be from 1 to %d cells, not %s",
				importers.MaxGridSide, importers.JSONRaw(v))
		}
		sides[i] = int(n)
	}
	if n := sides[0] * sides[1]; n > importers.MaxCells {
		return 0, 0, l.file.Fail(importers.JoinPath(layer.path, "__cWid"), layer.object["__cWid"],
			"%d by %d cells exceed the limit of %d", sides[0], sides[1], importers.MaxCells)
	}
	return sides[0], sides[1], nil
}

func (im *levelImport) csvCells(ctx context.Context, l *levelRecord, layer *layerRecord) (importers.Grid, error) {
	width, height, err := im.size(l, layer)
	if err != nil {
		return importers.Grid{}, err
	}
	csv := layer.object["intGridCsv"]
	path := importers.JoinPath(layer.path, "intGridCsv")
	count := 0
	csv.ForEach(func(_, _ gjson.Result) bool { count++; return true })
	if count != width*height {
		im.issue(l, importers.Loss, path, "expected %d values (%d by %d cells), found %d", width*height, width, height,
			count)
	}
	// Allocate only as many rows as the file has values for.
	rows := min(height, (count+width-1)/width)
	g := importers.Grid{Width: width, Height: rows, CellWidth: layer.gridSize, CellHeight: layer.gridSize}
	if rows == 1 {
		g.Width = min(width, count)
	}
	g.Cells = make([]int, g.Width*g.Height)
	bad, beyond, at := 0, 0, 0
	csv.ForEach(func(_, v gjson.Result) bool {
		n, ok := importers.JSONNumber(v)
		switch {
		case !ok || n != math.Trunc(n) || math.Abs(n) > math.MaxInt32:
			bad++
			n = 0
		case at >= len(g.Cells) && n != 0:
			beyond++
		}
		if at < len(g.Cells) {
			g.Cells[at] = int(n)
		}
		at++
		return at%(1<<14) != 0 || ctx.Err() == nil
	})
	if err := ctx.Err(); err != nil {
		return importers.Grid{}, err
	}
	im.issueCount(l, importers.Loss, path, bad, "non-integer value", "treated %s as empty")
	im.issueCount(l, importers.Loss, path, beyond, "cell", "left out %s beyond the layer's size")
	return g, nil
}

// legacyCells reads intGrid, the sparse form up to format 0.6: {coordId, v}, where the value is v + 1. The grid covers
// only the cells that the file lists; corner is its first cell.
func (im *levelImport) legacyCells(l *levelRecord, layer *layerRecord) (g importers.Grid, corner level.Vec, err error) {
	width, height, err := im.size(l, layer)
	if err != nil {
		return g, corner, err
	}
	path := importers.JoinPath(layer.path, "intGrid")
	type cell struct{ x, y, value int }
	var cells []cell
	lo, hi := cell{x: width, y: height}, cell{}
	lost := 0
	layer.object["intGrid"].ForEach(func(_, v gjson.Result) bool {
		id, okID := importers.JSONNumber(v.Get("coordId"))
		n, okV := importers.JSONNumber(v.Get("v"))
		if !okID || !okV || id != math.Trunc(id) || n != math.Trunc(n) || id < 0 || id >= float64(width*height) ||
			math.Abs(n) > 1<<30 {
			lost++
			return true
		}
		c := cell{int(id) % width, int(id) / width, int(n) + 1}
		cells = append(cells, c)
		lo.x, lo.y, hi.x, hi.y = min(lo.x, c.x), min(lo.y, c.y), max(hi.x, c.x+1), max(hi.y, c.y+1)
		return true
	})
	im.issueCount(l, importers.Loss, path, lost, "cell", "left out %s with an invalid value or position")
	if len(cells) == 0 {
		return g, corner, nil
	}
	g = importers.Grid{Width: hi.x - lo.x, Height: hi.y - lo.y, CellWidth: layer.gridSize, CellHeight: layer.gridSize}
	// A few distant cells span a grid far larger than the file. All layers together may add at most the cells of one
	// large grid.
	if im.cellsBeyond += max(0, g.Width*g.Height-64*len(cells)); im.cellsBeyond > importers.MaxCells {
		return g, corner, l.file.Fail(path, layer.object["intGrid"],
			"the file's sparse layers span more than the limit of %d cells", importers.MaxCells)
	}
	g.Cells = make([]int, g.Width*g.Height)
	for _, c := range cells {
		g.Cells[(c.y-lo.y)*g.Width+c.x-lo.x] = c.value
	}
	return g, level.Vec{X: float64(lo.x), Y: float64(lo.y)}, nil
}
