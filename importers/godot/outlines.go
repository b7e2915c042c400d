package godot

import (
	"math"

	"fillet/collision"
	"fillet/editor/level"
	"fillet/importers"
)

// mosaicTile holds the areas that a tile covers on a physics layer, inside its cell and beyond.
type mosaicTile struct {
	areas []importers.Area
	own   []*importers.Placed // the single shape that makes up an area, or nil
}

// tileLook holds the common properties of colliders whose shapes merge.
type tileLook struct {
	*importers.Look
	rule    importers.EntityRule
	physics int
	oneWay  bool
}

// merges reports whether the shapes of a physics layer merge with shapes that they touch: the node must not scale or
// turn its tiles, and no rule or mode for cells may say otherwise.
func (im *sceneImport) merges(b *importers.Builder, l *tileLayer, physics int) bool {
	for kind := range cellKinds {
		if kind != 0 && b.CellsAreRuled(l.name, physics*cellKinds+kind, l.shapeName(physics)) {
			return false
		}
	}
	return l.to.X == (level.Vec{X: 1}) && l.to.Y == (level.Vec{Y: 1})
}

// mosaic returns the areas that a tile covers on a physics layer, computed on first use.
func (im *sceneImport) mosaic(b *importers.Builder, l *tileLayer, u *tileUse, physics int) mosaicTile {
	if u.merged == nil {
		u.merged, u.mosaics = make([]bool, len(u.polygons)), make([]mosaicTile, len(l.set.physics))
		for layer := range u.mosaics {
			im.merge(b, l, u, layer)
		}
	}
	return u.mosaics[physics]
}

// merge determines which shapes of a tile merge with neighbours.
func (im *sceneImport) merge(b *importers.Builder, l *tileLayer, u *tileUse, physics int) {
	looks, placed := make([]*importers.Look, len(u.polygons)), make([][]importers.Placed, len(u.polygons))
	for i, poly := range u.polygons {
		if poly.layer != physics {
			continue
		}
		p := importers.Placed{
			Shape: level.Shape{Kind: level.Polygon, Points: poly.points, Rounding: level.Inset},
			At:    l.set.size.Mul(0.5),
		}
		repaired, what := p.Repaired()
		if !importers.AreNear(repaired, l.set.size) {
			continue
		}
		if look := b.Look(l.entity(im, u, poly, p), l.shapeName(physics)); look.Merges() {
			looks[i], placed[i] = look, repaired
			b.NoteRepaired(what, "tile "+u.class, u.count)
		}
	}
	importers.EachLook(looks, func(look *importers.Look, same []int) {
		var shapes []importers.Placed
		for _, k := range same {
			u.merged[k] = true
			shapes = append(shapes, placed[k]...)
			b.FoundShapes(l.entity(im, u, u.polygons[k], placed[k][0]), u.count)
		}
		areas, own := look.Areas(l.lookNumber(b, im, u, same[0], look), shapes)
		m := &u.mosaics[physics]
		m.areas, m.own = append(m.areas, areas...), append(m.own, own...)
	})
}

// lookNumber returns the 1-based index of a tile polygon's look in the layer, adding it if it is new.
func (l *tileLayer) lookNumber(
	b *importers.Builder, im *sceneImport, u *tileUse, polygon int, look *importers.Look,
) int {
	poly := u.polygons[polygon]
	for i, k := range l.looks {
		if k.physics == poly.layer && k.oneWay == poly.oneWay && k.Equal(look) {
			return i + 1
		}
	}
	rule, _ := b.Mapping().FindEntity(l.entity(im, u, poly, importers.Placed{}))
	l.looks = append(l.looks, tileLook{look, rule, poly.layer, poly.oneWay})
	return len(l.looks)
}

// outlines imports the merging shapes of a physics layer.
func (im *sceneImport) outlines(b *importers.Builder, l *tileLayer, physics int, fs *filters) error {
	var used []tileCell
	over := 0 // the largest reach of an area beyond its cell, in cells
	for _, c := range l.cells {
		areas := im.mosaic(b, l, im.use(l, c), physics).areas
		if len(areas) == 0 {
			continue
		}
		used = append(used, c)
		for _, a := range areas {
			over = max(over, cellsOver(collision.BoundsOf(a.Outline[0]), l.set.size))
		}
	}
	for _, list := range columns.grids(used, 2+4*over) {
		if err := im.outlinesOf(b, l, list, physics, fs); err != nil {
			return err
		}
	}
	return nil
}

// cellsOver returns how many cells a box extends beyond a cell whose upper left corner is the origin.
func cellsOver(box collision.AABB, size level.Vec) int {
	out := max(-box.Min.X/size.X, -box.Min.Y/size.Y, box.Max.X/size.X-1, box.Max.Y/size.Y-1, 0)
	return int(math.Ceil(out))
}

// outlinesOf imports the outlines of cells that are close together.
func (im *sceneImport) outlinesOf(b *importers.Builder, l *tileLayer, list []tileCell, physics int, fs *filters) error {
	lo, hi := columns.span(list)
	w, h := hi[0]-lo[0], hi[1]-lo[1]
	half := l.set.size.Mul(0.5)
	m := importers.Mosaic{
		Width: w, Height: h, CellWidth: l.set.size.X, CellHeight: l.set.size.Y, Tiles: make([]int32, w*h),
	}
	origin := l.to.At
	if l.set.shape == squareTiles {
		origin = origin.Add(l.set.center(lo[0], lo[1]).Sub(half))
	} else {
		m.Corner = func(x, y int) level.Vec { return l.set.center(lo[0]+x, lo[1]+y).Sub(half) }
	}
	var tiles []mosaicTile
	numbers := map[*tileUse]int32{}
	for _, c := range list {
		u := im.use(l, c)
		number, ok := numbers[u]
		if !ok {
			t := im.mosaic(b, l, u, physics)
			tiles = append(tiles, t)
			m.Areas = append(m.Areas, t.areas)
			number = int32(len(tiles))
			numbers[u] = number
		}
		m.Tiles[(int(c.y)-lo[1])*w+int(c.x)-lo[0]] = number
	}
	looks := make([]*importers.Look, len(l.looks))
	for i, k := range l.looks {
		looks[i] = k.Look
	}
	return b.Outlines(im.ctx, &importers.OutlineLayer{
		Mosaic: m, Origin: origin, Path: l.path, Looks: looks, First: cellKinds * len(l.set.physics),
		Own: func(tile, area int) *importers.Placed { return tiles[tile].own[area] },
		Dress: func(index int, c *level.Collider) {
			k, was := l.looks[index], *c
			im.dressTile(c, l, l.set.physics[k.physics], k.oneWay, fs)
			ruled(c, &was, k.rule)
		},
	})
}
