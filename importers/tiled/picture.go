package tiled

import (
	"cmp"
	"math"
	"slices"

	"fillet/editor/level"
	"fillet/editor/quote"
	"fillet/importers"
	"fillet/importers/grid"
)

// imageOf is the name of the picture that an element has; JSON has it without the element.
func imageOf(n *node) string {
	if n == nil {
		return ""
	}
	if img := n.child("image"); img != nil {
		return img.attr("source")
	}
	return n.attr("image")
}

// imageLayer shows the picture of an image layer.
func (im *mapImport) imageLayer(l *layerRecord) {
	name := imageOf(l.node)
	if !im.b.WantsPictures() || l.hidden || name == "" {
		return
	}
	image, ok := im.b.Image(".", name, im.m.place(l.node))
	if !ok {
		return
	}
	if l.node.attr("repeatx") == "1" || l.node.attr("repeaty") == "1" {
		im.b.AddIssue(im.m.issue(importers.Note, l.node, "the picture is repeated in the map and shown once here"))
	}
	w, h := im.b.ImageSize(image)
	p := importers.Picture{Image: image, Alpha: float32(l.opacity)}
	p.Place(l.offset, float64(w), float64(h), 0)
	im.b.Picture(p)
}

// tilePictures shows the tiles of a layer. A tile stands on the lower edge of its cell.
func (im *mapImport) tilePictures(l *layerRecord) {
	if l.hidden {
		return
	}
	type standing struct {
		foot level.Vec
		gid  uint32
	}
	show := func(s standing) {
		set, tile, err := im.m.tileOf(s.gid)
		if err != nil || set.missing {
			return // an issue says so already
		}
		p, w, h, ok := im.picture(l, set, tile)
		if !ok {
			return
		}
		if set.gridSized {
			w, h = im.m.tileWidth, im.m.tileHeight
		}
		laid, height := im.m.laid(w, h, tile, s.gid)
		p.Place(level.Vec{}, w, h, 0)
		im.show(p, moveBy(s.foot.Sub(level.Vec{Y: height}).Add(set.offset).Add(l.offset)).after(laid))
	}
	var later []standing // of maps whose tiles are not in their drawing order
	for _, c := range l.chunks {
		for i, gid := range c.gids.all() {
			if gid == 0 {
				continue
			}
			s := standing{im.m.lattice.foot(c.x+i%c.width, c.y+i/c.width), gid}
			if im.m.orientation == "orthogonal" {
				show(s)
				continue
			}
			later = append(later, s)
		}
	}
	slices.SortStableFunc(later, func(a, b standing) int { // what stands further down stands in front
		return cmp.Or(cmp.Compare(a.foot.Y, b.foot.Y), cmp.Compare(a.foot.X, b.foot.X))
	})
	for _, s := range later {
		show(s)
	}
}

func flipOf(tile *tile) grid.Flip { return (&use{tile: tile}).flips() }

// objectPicture is the picture of a tile object, whose place in the map is y.
type objectPicture struct {
	y  float64
	p  importers.Picture
	at affine
}

// showObjects shows the tile objects of a layer in the order in which Tiled draws them: what stands further down in front,
// unless the layer says that it is the last.
func (im *mapImport) showObjects(l *layerRecord) {
	if l.node.attr("draworder") != "index" {
		slices.SortStableFunc(im.standing, func(a, b objectPicture) int { return cmp.Compare(a.y, b.y) })
	}
	for _, s := range im.standing {
		im.show(s.p, s.at)
	}
	im.standing = nil
}

// tilePicture notes a tile object in a frame of that size, to be shown with the others of its layer.
func (im *mapImport) tilePicture(l *layerRecord, set *tileset, tile *tile, at affine, y, w, h float64) {
	if !im.b.WantsPictures() || l.hidden {
		return
	}
	p, _, _, ok := im.picture(l, set, tile)
	if !ok {
		return
	}
	p.Place(level.Vec{}, w, h, flipOf(tile))
	im.standing = append(im.standing, objectPicture{y, p, at})
}

// show shows a picture where a map of the plane brings it.
func (im *mapImport) show(p importers.Picture, at affine) {
	p.At, p.U, p.V = at.apply(p.At), at.linear(p.U), at.linear(p.V)
	im.b.Picture(p)
}

// picture is which part of which image a tile is, and its size; ok is false where that is not at hand.
func (im *mapImport) picture(l *layerRecord, set *tileset, tile *tile) (p importers.Picture, w, h float64, ok bool) {
	if set.body == nil {
		return p, 0, 0, false
	}
	p.Alpha = float32(l.opacity)
	place := "tileset " + quote.Printable(set.name)
	if def := set.tiles[tile.id]; def != nil {
		if name := imageOf(def.node); name != "" {
			p.Image, ok = im.b.Image(set.dir, name, place)
			return p, def.width, def.height, ok
		}
	}
	name := imageOf(set.body)
	if name == "" {
		return p, 0, 0, false
	}
	if p.Image, ok = im.b.Image(set.dir, name, place); !ok {
		return p, 0, 0, false
	}
	number := func(key string, or float64) float64 {
		x, err := set.body.number(key, or)
		if err != nil || math.Abs(x) > importers.MaxImagePixels {
			return or
		}
		return x
	}
	margin, spacing := number("margin", 0), number("spacing", 0)
	wide, _ := im.b.ImageSize(p.Image)
	columns := int(number("columns", 0))
	if columns < 1 {
		columns = max(importers.Pixels((float64(wide)-float64(2*margin)+spacing)/(set.tileWidth+spacing)), 1)
	}
	column, row := int(tile.id)%columns, int(tile.id)/columns
	p.X, p.Y = importers.Pixels(margin+float64(float64(column)*(set.tileWidth+spacing))), importers.Pixels(margin+float64(float64(row)*(set.tileHeight+spacing)))
	p.W, p.H = importers.Pixels(set.tileWidth), importers.Pixels(set.tileHeight)
	return p, set.tileWidth, set.tileHeight, p.W > 0 && p.H > 0
}
