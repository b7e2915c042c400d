package ldtk

import (
	"context"
	"math"
	"slices"
	"strings"

	"fillet/editor/level"
	"fillet/importers"

	"github.com/tidwall/gjson"
)

type placedTile struct {
	x, y int // its upper left cell
	id   int // number in its tileset
	flip importers.Flip
}

// tileCells imports the tiles of a layer without values as cells if a rule, the tileset's enum tags or the layer's name
// selects them. It ignores tiles from LDtk's rules if values of the level define its solid cells, because the tiles are
// pictures of these values.
func (im *levelImport) tileCells(ctx context.Context, l *levelRecord, layer *layerRecord) error {
	if !im.b.ReadsNames() || !layer.hasPictures || len(layer.def.values) > 0 ||
		importers.HasJSONElements(layer.object["intGridCsv"]) {
		return nil
	}
	says := &importers.TileLayer{Name: layer.name}
	set := im.p.tilesetOf(layer)
	takesName := im.b.TakesTiles(says)
	shaped := im.shaped(layer) // then the layer's name does not apply to its other tiles
	if says.IsPicture = im.hasSolidCells(l) || shaped != nil; says.IsPicture && !takesName && len(set.tags) == 0 {
		return nil // skip thousands of tiles that are not needed
	}
	keys := []string{"autoLayerTiles", "gridTiles"}
	if says.IsPicture && shaped == nil {
		keys = keys[1:]
	}
	tiles, limit := im.placedTiles(layer, keys)
	counts := map[int]int{}
	for _, t := range tiles {
		counts[t.id]++
	}
	cells := float64(layer.object.Number("__cWid") * layer.object.Number("__cHei"))
	isFull := im.b.Tiles(says, counts, cells)
	if says.IsPicture = says.IsPicture || isFull; len(tiles) == 0 || !takesName && len(set.tags) == 0 {
		return nil
	}
	if limit > importers.MaxGridSide {
		im.issue(l, importers.Loss, layer.path, "tiles %d cells apart were left out", limit)
		return nil
	}
	tiles = slices.DeleteFunc(tiles, func(t placedTile) bool { return shaped.has(t.id) })
	return im.addTiles(ctx, l, layer, says, set, tiles)
}

// beyond is larger than any number of cells on a side of a grid.
const beyond = 2 * importers.MaxGridSide

// placedTiles reads the tiles of a layer, and returns how far their cells reach.
func (im *levelImport) placedTiles(layer *layerRecord, keys []string) (out []placedTile, largest int) {
	set := im.p.tilesetOf(layer)
	for _, key := range keys {
		for _, v := range importers.JSONElements(layer.object[key]) {
			px, ok := numbers(v.Get("px"), 2)
			id := set.idOf(v)
			if !ok || id < 0 || math.Abs(px[0]) > level.MaxCoordinate || math.Abs(px[1]) > level.MaxCoordinate {
				continue // one of thousands of tiles; the picture has a hole as well
			}
			cell := func(x float64) int { return int(min(max(math.Round(x/layer.gridSize), -beyond), beyond)) }
			t := placedTile{cell(px[0]), cell(px[1]), id, flipOf(v)}
			out = append(out, t)
			largest = max(largest, t.x, -t.x, t.y, -t.y)
		}
	}
	return out, largest
}

// flipOf returns the flip of a tile in its cell.
func flipOf(tile gjson.Result) importers.Flip {
	bits := importers.Pixels(importers.JSONNumberOr(tile.Get("f"), 0))
	return importers.FlipOf(bits&1 != 0, bits&2 != 0, false)
}

// maxSpan limits the number of cells that a tile covers along a side.
const maxSpan = 8

// addTiles imports the tiles that have a rule. If a cell has several tiles, a tile that is not a trigger takes
// precedence, then the topmost.
func (im *levelImport) addTiles(
	ctx context.Context, l *levelRecord, layer *layerRecord, says *importers.TileLayer, set tilesetDef,
	tiles []placedTile,
) error {
	rules := map[int]importers.Rule{}
	rule := func(id int) importers.Rule {
		r, ok := rules[id]
		if !ok {
			if r, ok = im.b.TileRule(says, id, set.name(id), set.fields(id)); !ok {
				r.Ignore = true
			}
			rules[id] = r
		}
		return r
	}
	span := 1
	if set.tile > layer.gridSize {
		span = int(min(math.Ceil(set.tile/layer.gridSize), maxSpan))
	}
	tiles = slices.DeleteFunc(tiles, func(t placedTile) bool { return rule(t.id).Ignore })
	if len(tiles) == 0 {
		return nil
	}
	lo, hi := [2]int{tiles[0].x, tiles[0].y}, [2]int{tiles[0].x + span, tiles[0].y + span}
	for _, t := range tiles {
		lo = [2]int{min(lo[0], t.x), min(lo[1], t.y)}
		hi = [2]int{max(hi[0], t.x+span), max(hi[1], t.y+span)}
	}
	g := importers.Grid{
		Width: hi[0] - lo[0], Height: hi[1] - lo[1], CellWidth: layer.gridSize, CellHeight: layer.gridSize,
	}
	if im.cellsBeyond += max(0, g.Width*g.Height-64*len(tiles)); im.cellsBeyond > importers.MaxCells {
		return l.file.Fail(layer.path, gjson.Result{}, "the file's sparse layers span more than the limit of %d cells",
			importers.MaxCells)
	}
	g.Cells = make([]int, g.Width*g.Height)
	flips := make([]importers.Flip, len(g.Cells))
	for n, t := range tiles {
		if n%4096 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		for i := range span * span {
			at := (t.y+i/span-lo[1])*g.Width + t.x + i%span - lo[0]
			if was := g.Cells[at]; was == 0 || rule(was-1).Role == level.Trigger || rule(t.id).Role != level.Trigger {
				g.Cells[at], flips[at] = t.id+1, t.flip
			}
		}
	}
	return im.b.Cells(ctx, importers.CellLayer{
		Grid: g, Origin: layer.at(l, float64(lo[0]), float64(lo[1])),
		Level: l.title, Layer: layer.name, Path: l.file.Place(layer.path), Tiles: says, Flips: flips,
		Value: func(cell int) int { return cell - 1 }, Name: set.name, Fields: set.fields,
	})
}

// hasSolidCells reports whether values define a level's solid cells; see [importers.Builder.IsKnownValue]. It caches
// the answer for one level.
func (im *levelImport) hasSolidCells(l *levelRecord) bool {
	if im.looked != l {
		im.looked, im.solid = l, im.findSolidCells(l)
	}
	return im.solid
}

func (im *levelImport) findSolidCells(l *levelRecord) bool {
	for _, layer := range l.layers {
		seen := map[int]bool{}
		found := false
		visit := func(n int) bool {
			if n > 0 && !seen[n] {
				seen[n] = true
				found = im.b.IsKnownValue(layer.name, n, layer.def.values[n].name)
			}
			return !found
		}
		layer.object["intGridCsv"].ForEach(func(_, v gjson.Result) bool { return visit(uid(v)) })
		layer.object["intGrid"].ForEach(func(_, v gjson.Result) bool { return visit(uid(v.Get("v")) + 1) })
		if found {
			return true
		}
	}
	return false
}

// name returns a tile's enum tags as a name.
func (d tilesetDef) name(id int) string { return strings.Join(d.tags[id], " ") }

// fields returns a tile's enum tags as fields that are true.
func (d tilesetDef) fields(id int) level.Properties {
	if len(d.tags[id]) == 0 {
		return nil
	}
	out := level.Properties{}
	for _, tag := range d.tags[id] {
		out[tag] = true
	}
	return out
}
