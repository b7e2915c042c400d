package tiled

import (
	"cmp"
	"encoding/base64"
	"fmt"
	"image/color"
	"math"
	"slices"
	"strings"

	"fillet/editor/level"
	"fillet/editor/quote"
	"fillet/importers"
)

// embedded is a picture stored in a map or tileset file.
type embedded struct {
	index int
	ok    bool
}

// image loads the picture of an element, from a file in a folder or from embedded data. In JSON, the file name is not
// in a separate element. has is false if the element has no picture; ok is false if the picture cannot be shown.
func (im *mapImport) image(n *node, dir, place string) (index int, has, ok bool) {
	img := n.child("image")
	if name := pictureOf(n); name != "" {
		index, ok = im.b.ImageWithout(clearOf(n), dir, name, place)
		return index, true, ok
	}
	if img == nil || img.child("data") == nil {
		return 0, false, false
	}
	e, known := im.embedded[img]
	if !known {
		data, err := base64.StdEncoding.DecodeString(strings.Join(strings.Fields(img.child("data").text), ""))
		if err != nil {
			im.issue(importers.Warning, nil, "%s: its embedded picture is not shown: %v", place, err)
		} else {
			name := fmt.Sprintf("embedded picture %d", len(im.embedded)+1)
			e.index, e.ok = im.b.ImageData(importers.Image{Name: name, Data: data, Clear: clearOf(n)}, place)
		}
		im.embedded[img] = e
	}
	return e.index, true, e.ok
}

// clearOf returns the transparent colour of an element's picture, or zero.
func clearOf(n *node) color.NRGBA {
	text := n.attr("transparentcolor")
	if img := n.child("image"); img != nil {
		text = img.attr("trans")
	}
	c, _ := importers.ColorOf(text)
	return c
}

// product multiplies two colours; zero means white.
func product(a, b color.NRGBA) color.NRGBA {
	if a == (color.NRGBA{}) {
		return b
	}
	by := func(x, y uint8) uint8 { return uint8((int(x)*int(y) + 127) / 255) }
	return color.NRGBA{R: by(a.R, b.R), G: by(a.G, b.G), B: by(a.B, b.B), A: by(a.A, b.A)}
}

// imageLayer shows the picture of an image layer, repeated across the map if the layer asks for it.
func (im *mapImport) imageLayer(l *layerRecord) {
	if !im.b.WantsPictures() || l.hidden {
		return
	}
	image, _, ok := im.image(l.node, im.m.dir, im.m.place(l.node))
	if !ok {
		return
	}
	p, isTrue := importers.Picture{Image: image, Alpha: float32(l.opacity), Color: l.tint}, func(key string) bool {
		return l.node.attr(key) == "1" || l.node.attr(key) == "true"
	}
	im.b.Cover(p, l.offset, isTrue("repeatx"), isTrue("repeaty"), im.m.info())
}

// laidTile is the picture of a tile, placed in a cell whose lower left corner is the origin.
type laidTile struct {
	picture importers.Picture
	ok      bool // whether the picture is available
	isLarge bool // whether it may overlap other tiles of its layer
}

// laidTile returns the picture of a tile of a layer.
func (im *mapImport) laidTile(l *layerRecord, gid uint32) (t laidTile) {
	set, tile, err := im.m.tileOf(gid)
	if err != nil || set.missing {
		return t // already reported
	}
	if t.picture, t.ok = im.picture(l, set, tile); !t.ok {
		return t
	}
	frame := im.m.frame(set, set.def(tile.id).size())
	im.layPicture(&t.picture, set, tile, importers.MoveBy(l.offset), frame)
	t.isLarge = frame.X != im.m.tileWidth || frame.Y != im.m.tileHeight || set.offset != (level.Vec{})
	return t
}

// layPicture places a tile's picture in a frame. at maps the frame to the level; its origin is the frame's lower left
// corner.
func (im *mapImport) layPicture(p *importers.Picture, set *tileset, tile *tile, at importers.Affine, frame level.Vec) {
	if p.W == 0 || p.H == 0 {
		p.W, p.H = im.b.ImageSize(p.Image)
	}
	size := level.Vec{X: float64(p.W), Y: float64(p.H)}
	m := at.After(im.m.lay(set, tile, size, frame))
	p.At, p.U, p.V = m.At, m.X.Mul(size.X), m.Y.Mul(size.Y)
}

// standingTile is the position of a tile that may overlap other tiles.
type standingTile struct {
	foot  level.Vec
	order level.Vec // sort key: greater y is drawn later, then greater x
	tile  *laidTile
}

// tilePictures shows the tiles of a layer. A tile stands on the lower edge of its cell.
func (im *mapImport) tilePictures(l *layerRecord) {
	if l.hidden {
		return
	}
	known := map[uint32]*laidTile{}
	inRows := im.m.orientation == "orthogonal" || im.m.orientation == "oblique"
	overlap := im.m.orientation != "orthogonal"
	for _, c := range l.chunks {
		last := uint32(0)
		for gid := range c.gids.distinct() {
			if gid == last || gid == 0 {
				continue
			}
			if last = gid; known[gid] == nil {
				t := im.laidTile(l, gid)
				known[gid] = &t
				overlap = overlap || t.isLarge
			}
		}
	}
	show := func(s standingTile) {
		p := s.tile.picture
		p.At = p.At.Add(s.foot)
		im.b.Picture(p)
	}
	var later []standingTile // for layers whose tiles must be sorted before drawing
	last, of := uint32(0), &laidTile{}
	for _, c := range l.chunks {
		for i, gid := range c.gids.all() {
			if gid == 0 {
				continue
			}
			if gid != last {
				last, of = gid, known[gid]
			}
			x, y := c.x+i%c.width, c.y+i/c.width
			foot := im.m.lattice.foot(x, y)
			s := standingTile{foot, foot, of}
			if inRows {
				s.order = level.Vec{X: float64(x), Y: float64(y)}
			}
			switch {
			case !of.ok:
			case overlap && len(later) < importers.MaxPictures:
				later = append(later, s)
			default:
				show(s)
			}
		}
	}
	right, down := 1.0, 1.0
	if inRows {
		if strings.HasPrefix(im.m.renderOrder, "left") {
			right = -1
		}
		if strings.HasSuffix(im.m.renderOrder, "up") {
			down = -1
		}
	}
	slices.SortStableFunc(later, func(a, b standingTile) int { // from back to front
		return cmp.Or(cmp.Compare(float64(a.order.Y*down), float64(b.order.Y*down)),
			cmp.Compare(float64(a.order.X*right), float64(b.order.X*right)))
	})
	for _, s := range later {
		show(s)
	}
}

// objectPicture is the picture of a tile object with the object's y in the map.
type objectPicture struct {
	y float64
	p importers.Picture
}

// showObjects shows the tile objects of a layer in Tiled's order: from top to bottom, unless the layer asks for the
// order of the file.
func (im *mapImport) showObjects(l *layerRecord) {
	if l.node.attr("draworder") != "index" {
		slices.SortStableFunc(im.standing, func(a, b objectPicture) int { return cmp.Compare(a.y, b.y) })
	}
	for _, s := range im.standing {
		im.b.Picture(s.p)
	}
	im.standing = nil
}

// tilePicture records a tile object's picture, to be shown with the other tile objects of its layer. at maps its frame,
// with the lower left corner as origin, to the level.
func (im *mapImport) tilePicture(
	l *layerRecord, o *object, set *tileset, tile *tile, at importers.Affine, frame level.Vec,
) {
	if !im.b.WantsPictures() || l.hidden || o.node.attr("visible") == "0" || o.node.attr("visible") == "false" {
		return
	}
	p, ok := im.picture(l, set, tile)
	if !ok {
		return
	}
	if opacity, err := o.node.number("opacity", 1); err == nil {
		p.Alpha = float32(p.Alpha * float32(min(max(opacity, 0), 1)))
	}
	im.layPicture(&p, set, tile, at, frame)
	im.standing = append(im.standing, objectPicture{o.y, p})
}

// picture returns the image region that a tile shows; ok is false if the image is missing.
func (im *mapImport) picture(l *layerRecord, set *tileset, tile *tile) (p importers.Picture, ok bool) {
	if set.body == nil {
		return p, false
	}
	p.Alpha, p.Color = float32(l.opacity), l.tint
	place := "tileset " + quote.Printable(set.name)
	id := tile.id
	if first := set.def(id).firstFrame(); first >= 0 {
		id = uint32(first)
	}
	pixels := func(n *node, key string) int {
		x, err := n.number(key, 0)
		if err != nil || math.Abs(x) > importers.MaxImagePixels {
			return 0
		}
		return importers.Pixels(x)
	}
	n := set.def(id).node
	if index, has, ok := im.image(n, set.dir, place); has {
		p.Image = index
		if n.has("width") && n.has("height") { // a region of its picture
			p.X, p.Y, p.W, p.H = pixels(n, "x"), pixels(n, "y"), pixels(n, "width"), pixels(n, "height")
		}
		return p, ok
	}
	if p.Image, _, ok = im.image(set.body, set.dir, place); !ok {
		return p, false
	}
	margin, spacing := pixels(set.body, "margin"), pixels(set.body, "spacing")
	p.W, p.H = importers.Pixels(set.tileWidth), importers.Pixels(set.tileHeight)
	if p.W <= 0 || p.H <= 0 || p.W+spacing <= 0 {
		return p, false
	}
	// Like Tiled, count the columns instead of reading them from the file, because the picture's size may have changed.
	wide, _ := im.b.ImageSize(p.Image)
	columns := max((wide-margin+spacing)/(p.W+spacing), 1)
	p.X, p.Y = margin+int(id)%columns*(p.W+spacing), margin+int(id)/columns*(p.H+spacing)
	return p, true
}

// firstFrame returns the id of the first tile of an animation, or -1 if the tile is not animated.
func (d *tileDef) firstFrame() int {
	if a := d.node.child("animation"); a != nil {
		if f := a.child("frame"); f != nil {
			if id, err := f.integer("tileid", -1, 0, math.MaxInt32>>3); err == nil {
				return id
			}
		}
	}
	return -1
}
