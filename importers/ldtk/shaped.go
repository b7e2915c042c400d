package ldtk

import (
	"cmp"
	"context"
	"math"

	"fillet/editor/level"
	"fillet/importers"

	"github.com/tidwall/gjson"
)

// shapes returns the shapes that a tile shape file gives to the tiles of a layer, or nil if there is none.
func (im *levelImport) shapes(layer *layerRecord) *importers.TileShapes {
	if !layer.hasPictures {
		return nil
	}
	def := im.p.tilesetOf(layer)
	picture := cmp.Or(layer.object.Text("__tilesetRelPath"), def.path)
	if picture == "" && def.title == "" {
		return nil
	}
	return im.b.TileShapes(importers.Tileset{
		Name: def.title, Picture: picture,
		Tile: level.Vec{X: def.tile, Y: def.tile}, Count: def.count, Frame: def.frame,
	})
}

// shapedTiles holds the tiles of a layer whose shapes are in a tile shape file, except for tiles to which a mapping
// rule applies.
type shapedTiles struct {
	shapes  *importers.TileShapes
	isRuled map[int]bool
	tiles   []shapedTile
	lo, hi  [2]int // range of the tiles' cells
	bad     int    // number of tiles that are too far away
}

type shapedTile struct {
	placedTile
	at level.Vec // position of its box, from the corner of its cell
}

// has reports whether the file's shapes apply to a tile.
func (s *shapedTiles) has(id int) bool { return s != nil && s.shapes.Has(id) && !s.isRuled[id] }

// shaped returns the tiles of a layer that have shapes, or nil if there are none.
func (im *levelImport) shaped(layer *layerRecord) *shapedTiles {
	if s, ok := im.shapedOf[layer]; ok {
		return s
	}
	s := im.findShaped(layer)
	if im.shapedOf == nil {
		im.shapedOf = map[*layerRecord]*shapedTiles{}
	}
	im.shapedOf[layer] = s
	return s
}

func (im *levelImport) findShaped(layer *layerRecord) *shapedTiles {
	s := &shapedTiles{shapes: im.shapes(layer), isRuled: map[int]bool{}}
	if s.shapes == nil {
		return nil
	}
	set := im.p.tilesetOf(layer)
	size := set.tile
	if size <= 0 {
		size = layer.gridSize
	}
	looked := map[int]bool{}
	for _, key := range []string{"autoLayerTiles", "gridTiles"} {
		layer.object[key].ForEach(func(_, v gjson.Result) bool {
			px, ok := numbers(v.Get("px"), 2)
			id := set.idOf(v)
			if !ok || id < 0 || !s.shapes.Has(id) {
				return true
			}
			if !looked[id] {
				looked[id] = true
				r, ruled := im.b.TileRule(&importers.TileLayer{Name: layer.name, IsPicture: true}, id, set.name(id),
					set.fields(id))
				s.isRuled[id] = ruled && !r.IsDefault()
			}
			if s.isRuled[id] {
				return true
			}
			flip := flipOf(v)
			x, y := math.Floor(px[0]/layer.gridSize), math.Floor(px[1]/layer.gridSize)
			if math.Abs(x) > importers.MaxGridSide || math.Abs(y) > importers.MaxGridSide {
				s.bad++
				return true
			}
			t := shapedTile{placedTile: placedTile{int(x), int(y), id, flip}}
			t.at = level.Vec{
				X: px[0] - float64(x*layer.gridSize) + inCell(layer.gridSize, size, layer.def.pivot.X,
					flip&importers.FlipX != 0),
				Y: px[1] - float64(y*layer.gridSize) + inCell(layer.gridSize, size, layer.def.pivot.Y,
					flip&importers.FlipY != 0),
			}
			if len(s.tiles) == 0 {
				s.lo, s.hi = [2]int{t.x, t.y}, [2]int{t.x + 1, t.y + 1}
			}
			s.lo = [2]int{min(s.lo[0], t.x), min(s.lo[1], t.y)}
			s.hi = [2]int{max(s.hi[0], t.x+1), max(s.hi[1], t.y+1)}
			s.tiles = append(s.tiles, t)
			return true
		})
	}
	if len(s.tiles) == 0 && s.bad == 0 {
		return nil
	}
	return s
}

// tileShapes imports the tiles of a layer that have shapes.
func (im *levelImport) tileShapes(ctx context.Context, l *levelRecord, layer *layerRecord) error {
	s := im.shaped(layer)
	if s == nil {
		return nil
	}
	im.issueCount(l, importers.Loss, layer.path, s.bad, "tile", "left out %s more than %d cells away",
		importers.MaxGridSide)
	if len(s.tiles) == 0 {
		return nil
	}
	w, h := s.hi[0]-s.lo[0], s.hi[1]-s.lo[1]
	if w > importers.MaxGridSide || h > importers.MaxGridSide || w*h > importers.MaxCells {
		return l.file.Fail(layer.path, gjson.Result{}, "its tiles span %d by %d cells, beyond the limit of %d", w, h,
			importers.MaxCells)
	}
	if im.cellsBeyond += max(0, w*h-64*len(s.tiles)); im.cellsBeyond > importers.MaxCells {
		return l.file.Fail(layer.path, gjson.Result{}, "the file's sparse layers span more than the limit of %d cells",
			importers.MaxCells)
	}
	out := im.b.NewShapedLayer(s.shapes, layer.name, l.file.Place(layer.path), s.lo, w, h,
		level.Vec{X: layer.gridSize, Y: layer.gridSize})
	first := 0
	for v := range layer.def.values {
		first = max(first, v)
	}
	for n, t := range s.tiles {
		if n%4096 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		first = max(first, t.id)
		out.Put(t.x, t.y, t.id, t.flip, t.at)
	}
	return out.Import(ctx, layer.at(l, float64(s.lo[0]), float64(s.lo[1])), first)
}

// uncover clears the cells of a grid of values whose solid parts come from tiles with shapes: tiles that LDtk's rules
// placed because of the values, in the same layer or in others. Values to which a mapping rule applies stay. corner is
// the grid's first cell.
func (im *levelImport) uncover(l *levelRecord, layer *layerRecord, g *importers.Grid, corner level.Vec) {
	covered := 0
	isRuled := map[int]bool{}
	for _, o := range l.layers {
		if o != layer && (o.def.source == "" || o.def.source != layer.id) || o.gridSize != layer.gridSize {
			continue
		}
		s := im.shaped(o)
		if s == nil {
			continue
		}
		for _, t := range s.tiles {
			x, y := t.x-int(corner.X), t.y-int(corner.Y)
			if x < 0 || y < 0 || x >= g.Width || y >= g.Height || g.Cells[y*g.Width+x] == 0 {
				continue
			}
			v := g.Cells[y*g.Width+x]
			ruled, ok := isRuled[v]
			if !ok {
				ruled = im.b.IsRuled(layer.name, v, layer.def.values[v].name)
				isRuled[v] = ruled
			}
			if !ruled {
				g.Cells[y*g.Width+x] = 0
				covered++
			}
		}
	}
	im.issueCount(l, importers.Note, layer.path, covered, "cell",
		"tile shapes, not values, decide what is solid in %s of layer %q", layer.name)
}
