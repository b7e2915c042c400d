package ogmo

import (
	"encoding/base64"
	"math"
	"path"
	"strings"

	"fillet/collision"
	"fillet/editor/level"
	"fillet/importers"
)

// tileset returns the tileset of a layer of tiles, or nil if the project does not define it.
func (im *levelImport) tileset(layer *layerRecord) *tilesetDef {
	if im.set.project == nil {
		return nil
	}
	return im.set.project.tilesets[layer.object.Text("tileset")]
}

// tilePictures shows the tiles of a layer. A cell of the grid is a tile's number plus 1. columns is the number of tiles
// per row of the tileset; 0 means as many as fit in its picture.
func (im *levelImport) tilePictures(
	l *levelRecord, layer *layerRecord, g importers.Grid, flips []importers.Flip, columns int,
) {
	if !im.b.WantsPictures() {
		return
	}
	place := l.file.Place(layer.path)
	set := im.tileset(layer)
	if set == nil {
		im.b.Issue(importers.Warning, place, "its tileset %q is unknown, so its tiles are not shown",
			importers.JSONRaw(layer.object["tileset"]))
		return
	}
	image, ok := im.tilesetImage(set, place)
	if !ok {
		return
	}
	w, h := set.tile.X, set.tile.Y
	if w < 1 || h < 1 || w > importers.MaxImagePixels || h > importers.MaxImagePixels {
		im.b.Issue(importers.Warning, place, "the tiles of its tileset have no size and are not shown")
		return
	}
	if columns == 0 {
		wide, _ := im.b.ImageSize(image)
		columns = max(importers.Pixels((float64(wide)-set.space.X-float64(2*set.margin.X))/(w+set.space.X)), 1)
	}
	origin := l.Corner().Add(layer.offset)
	for i, cell := range g.Cells {
		if cell == 0 {
			continue
		}
		column, row := (cell-1)%columns, (cell-1)/columns
		x, y := set.margin.X+float64(float64(column)*(w+set.space.X)),
			set.margin.Y+float64(float64(row)*(h+set.space.Y))
		if !(math.Abs(x) < importers.MaxImagePixels && math.Abs(y) < importers.MaxImagePixels) {
			continue
		}
		p := importers.Picture{Image: image, X: int(x), Y: int(y), W: int(w), H: int(h), Alpha: 1}
		var flip importers.Flip
		if flips != nil {
			flip = flips[i]
		}
		p.Place(origin.Add(level.Vec{
			X: float64(float64(i%g.Width) * g.CellWidth),
			Y: float64(float64(i/g.Width) * g.CellHeight),
		}), w, h, flip)
		im.b.Picture(p)
	}
}

// tilesetImage returns the picture of a tileset, from the project if it stores the picture, else from the tileset's
// file.
func (im *levelImport) tilesetImage(set *tilesetDef, place string) (int, bool) {
	if _, data, ok := strings.Cut(set.image, ";base64,"); ok {
		if png, err := base64.StdEncoding.DecodeString(data); err == nil {
			return im.b.ImageData(importers.Image{Name: set.label, Data: png}, place)
		}
	}
	return im.b.Image(im.set.project.dir, set.path, place)
}

// decalPictures shows the decals of a layer. A decal rotates about its origin, which is given as a fraction of its
// picture.
func (im *levelImport) decalPictures(l *levelRecord, layer *layerRecord) {
	place := l.file.Place(layer.path)
	dir := "."
	if im.set.project != nil {
		dir = im.set.project.dir
	}
	dir = path.Join(dir, strings.ReplaceAll(layer.def.folder, `\`, "/"))
	radians := !l.version.anglesFollowFlag() || im.set.project == nil || im.set.project.radians
	bad := 0
	for _, v := range importers.JSONElements(layer.object["decals"]) {
		o := importers.JSONMembers(v)
		name := o.Text("texture")
		x, okX := importers.JSONNumber(o["x"])
		y, okY := importers.JSONNumber(o["y"])
		if name == "" || !okX || !okY {
			bad++
			continue
		}
		image, ok := im.b.Image(dir, name, place)
		if !ok {
			continue
		}
		width, height := im.b.ImageSize(image)
		w, h := float64(float64(width)*importers.JSONNumberOr(o["scaleX"], 1)),
			float64(float64(height)*importers.JSONNumberOr(o["scaleY"], 1))
		turn := o.Number("rotation")
		if !radians {
			turn = level.Degrees(turn).Radians()
		}
		sin, cos := collision.Sincos(turn)
		p := importers.Picture{
			Image: image, Alpha: 1, U: level.Vec{X: float64(cos * w), Y: float64(sin * w)},
			V: level.Vec{X: float64(-sin*h) + 0, Y: float64(cos * h)},
		}
		ox, oy := importers.JSONNumberOr(o["originX"], 0.5), importers.JSONNumberOr(o["originY"], 0.5)
		// As with entities, the level's position counts, but the layer's offset does not.
		p.At = level.Vec{
			X: l.X + x - float64(ox*p.U.X) - float64(oy*p.V.X),
			Y: l.Y + y - float64(ox*p.U.Y) - float64(oy*p.V.Y),
		}
		im.b.Picture(p)
	}
	im.issueCount(l, importers.Warning, layer.path, bad, "decal", "%s without a texture or a place: not shown")
}
