package ldtk

import (
	"fillet/editor/level"
	"fillet/importers"
	"fillet/importers/grid"
	"fillet/importers/jsonfile"

	"github.com/tidwall/gjson"
)

// numbers reads an array of n numbers.
func numbers(v gjson.Result, n int) ([]float64, bool) {
	out := make([]float64, 0, n)
	for _, e := range jsonfile.Elements(v) {
		x, ok := jsonfile.Number(e)
		if !ok || len(out) == n {
			return nil, false
		}
		out = append(out, x)
	}
	return out, len(out) == n
}

// background is the picture behind a level, cut and scaled as the project says.
func (im *levelImport) background(l *levelRecord) {
	name := jsonfile.Text(l.object["bgRelPath"])
	if name == "" || !im.b.WantsPictures() {
		return
	}
	place := l.file.Place(jsonfile.Join(l.path, "bgRelPath"))
	image, ok := im.b.Image(".", name, place)
	if !ok {
		return
	}
	pos := l.object["__bgPos"]
	at, okAt := numbers(pos.Get("topLeftPx"), 2)
	scale, okScale := numbers(pos.Get("scale"), 2)
	crop, okCrop := numbers(pos.Get("cropRect"), 4)
	if !okAt || !okScale || !okCrop {
		im.b.Issue(importers.Warning, place, "the background does not say where it lies and is not shown")
		return
	}
	p := importers.Picture{Image: image, X: int(crop[0]), Y: int(crop[1]), W: int(crop[2]), H: int(crop[3]), Alpha: 1}
	p.Place(level.Vec{X: l.x + at[0], Y: l.y + at[1]}, float64(crop[2]*scale[0]), float64(crop[3]*scale[1]), 0)
	im.b.Picture(p)
}

// tiles shows the tiles of a layer, those of its rules first.
func (im *levelImport) tiles(l *levelRecord, layer *layerRecord) {
	if !im.b.WantsPictures() || layer.object["visible"].Type == gjson.False {
		return
	}
	id := uid(layer.object["__tilesetDefUid"])
	if over := uid(layer.object["overrideTilesetUid"]); over >= 0 {
		id = over
	}
	def := im.p.tilesets[id]
	name := jsonfile.Text(layer.object["__tilesetRelPath"])
	if name == "" {
		name = def.path
	}
	size := def.tile
	if size <= 0 {
		size = layer.gridSize
	}
	if name == "" {
		im.b.Issue(importers.Note, l.file.Place(layer.path), "its tiles are from a tileset of the editor's own and are not shown")
		return
	}
	image, ok := im.b.Image(".", name, l.file.Place(layer.path))
	if !ok {
		return
	}
	opacity := jsonfile.NumberOr(layer.object["__opacity"], 1)
	for _, key := range []string{"autoLayerTiles", "gridTiles"} {
		for _, t := range jsonfile.Elements(layer.object[key]) {
			px, okPx := numbers(t.Get("px"), 2)
			src, okSrc := numbers(t.Get("src"), 2)
			if !okPx || !okSrc {
				continue // one of thousands; the picture has a hole
			}
			p := importers.Picture{Image: image, X: importers.Pixels(src[0]), Y: importers.Pixels(src[1]), W: importers.Pixels(size), H: importers.Pixels(size), Alpha: float32(opacity * jsonfile.NumberOr(t.Get("a"), 1))}
			var flip grid.Flip
			bits := importers.Pixels(jsonfile.NumberOr(t.Get("f"), 0))
			if bits&1 != 0 {
				flip |= grid.FlipX
			}
			if bits&2 != 0 {
				flip |= grid.FlipY
			}
			p.Place(level.Vec{X: l.x + layer.offset.X + px[0], Y: l.y + layer.offset.Y + px[1]}, size, size, flip)
			im.b.Picture(p)
		}
	}
}
