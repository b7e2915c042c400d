package ldtk

import (
	"cmp"
	"math"

	"fillet/editor/level"
	"fillet/importers"

	"github.com/tidwall/gjson"
)

// numbers reads an array of n numbers.
func numbers(v gjson.Result, n int) ([]float64, bool) {
	out := make([]float64, 0, n)
	for _, e := range importers.JSONElements(v) {
		x, ok := importers.JSONNumber(e)
		if !ok || len(out) == n {
			return nil, false
		}
		out = append(out, x)
	}
	return out, len(out) == n
}

// background shows the background of a level: its colour, and its picture, cropped and scaled as in the project.
func (im *levelImport) background(l *levelRecord) {
	if !im.b.WantsPictures() {
		return
	}
	for _, key := range []string{"__bgColor", "bgColor"} {
		if c, ok := importers.ColorOf(l.object.Text(key)); ok {
			im.b.Backdrop(c, l.LevelInfo)
			break
		}
	}
	name := l.object.Text("bgRelPath")
	if name == "" {
		return
	}
	place := l.file.Place(importers.JoinPath(l.path, "bgRelPath"))
	image, ok := im.b.Image(".", name, place)
	if !ok {
		return
	}
	p := importers.Picture{Image: image, Alpha: 1}
	if l.object.Text("bgPos") == "Repeat" {
		w, h := im.b.ImageSize(image)
		over := l.Size().Sub(level.Vec{X: float64(w), Y: float64(h)})
		at := l.Corner().Add(level.Vec{
			X: float64(over.X * l.object.Number("bgPivotX")),
			Y: float64(over.Y * l.object.Number("bgPivotY")),
		})
		im.b.Cover(p, at, true, true, l.LevelInfo)
		return
	}
	pos := l.object["__bgPos"]
	at, okAt := numbers(pos.Get("topLeftPx"), 2)
	scale, okScale := numbers(pos.Get("scale"), 2)
	crop, okCrop := numbers(pos.Get("cropRect"), 4)
	if !okAt || !okScale || !okCrop {
		im.b.Issue(importers.Warning, place, "the background has no position and is not shown")
		return
	}
	// The crop may begin and end inside a pixel; show the whole pixel.
	part := func(from, size, scale float64) (first, n int, off float64) {
		first = importers.Pixels(math.Floor(from))
		return first, importers.Pixels(math.Ceil(from+size)) - first, float64((from - float64(first)) * scale)
	}
	var offX, offY float64
	p.X, p.W, offX = part(crop[0], crop[2], scale[0])
	p.Y, p.H, offY = part(crop[1], crop[3], scale[1])
	p.Place(l.Corner().Add(level.Vec{X: at[0] - offX, Y: at[1] - offY}), float64(float64(p.W)*scale[0]),
		float64(float64(p.H)*scale[1]), 0)
	im.b.Picture(p)
}

func (p *project) tilesetOf(layer *layerRecord) tilesetDef {
	id := layer.def.tileset
	for _, key := range []string{"__tilesetDefUid", "overrideTilesetUid"} {
		if n := uid(layer.object[key]); n >= 0 {
			id = n
		}
	}
	return p.tilesets[id]
}

// tiles shows the tiles of a layer, tiles from its rules first.
func (im *levelImport) tiles(l *levelRecord, layer *layerRecord) {
	if !im.b.WantsPictures() || layer.object["visible"].Type == gjson.False {
		return
	}
	def := im.p.tilesetOf(layer)
	name := cmp.Or(layer.object.Text("__tilesetRelPath"), def.path)
	size := def.tile
	if size <= 0 {
		size = layer.gridSize
	}
	if name == "" {
		im.b.Issue(importers.Note, l.file.Place(layer.path),
			"its tiles are from a tileset that is built into LDtk and are not shown")
		return
	}
	image, ok := im.b.Image(".", name, l.file.Place(layer.path))
	if !ok {
		return
	}
	opacity := importers.JSONNumberOr(layer.object["__opacity"], 1)
	// Clip the tile to the level.
	from := l.Corner()
	to := from.Add(level.Vec{
		X: l.Width - layer.object.Number("pxOffsetX"),
		Y: l.Height - layer.object.Number("pxOffsetY"),
	})
	for _, key := range []string{"autoLayerTiles", "gridTiles"} {
		for _, t := range importers.JSONElements(layer.object[key]) {
			px, okPx := numbers(t.Get("px"), 2)
			src, okSrc := numbers(t.Get("src"), 2)
			if !okPx || !okSrc {
				continue // one of thousands of tiles; the picture has a hole
			}
			p := importers.Picture{
				Image: image, X: importers.Pixels(src[0]), Y: importers.Pixels(src[1]),
				W: importers.Pixels(size), H: importers.Pixels(size),
				Alpha: float32(opacity * importers.JSONNumberOr(t.Get("a"), 1)),
			}
			flip := flipOf(t)
			at := level.Vec{X: layer.offset.X + px[0] + inCell(layer.gridSize, size, layer.def.pivot.X,
				flip&importers.FlipX != 0), Y: layer.offset.Y + px[1] + inCell(layer.gridSize, size, layer.def.pivot.Y,
				flip&importers.FlipY != 0)}
			if p.PlaceWithin(from.Add(at), flip, from, to) {
				im.b.Picture(p)
			}
		}
	}
}

// inCell returns the distance along an axis of a tile's near side from its cell's near side. The tile may differ from
// the cell in size; LDtk mirrors it about the cell.
func inCell(cell, size, pivot float64, isMirrored bool) float64 {
	if isMirrored {
		return float64((1+pivot)*cell) - float64((1-pivot)*size)
	}
	return float64(pivot * (cell - size))
}
