package godot

import (
	"math"

	"fillet/collision"
	"fillet/editor/level"
	"fillet/importers"
)

// merges reports whether the shapes of a physics layer merge with shapes that they touch: the node must not scale or
// turn its tiles, and no rule or mode for cells may say otherwise.
func (im *sceneImport) merges(l *tileLayer, physics int) bool {
	for kind := range cellKinds {
		if kind != 0 && im.b.CellsAreRuled(l.name, physics*cellKinds+kind, l.shapeName(physics)) {
			return false
		}
	}
	return l.to.X == (level.Vec{X: 1}) && l.to.Y == (level.Vec{Y: 1})
}

// areas returns the areas that the merging shapes of a tile cover, by physics layer. It computes them on first use.
func (im *sceneImport) areas(l *tileLayer, u *tileUse) []importers.TileAreas {
	if u.areas != nil {
		return u.areas
	}
	for physics := range l.set.physics {
		merges := im.merges(l, physics)
		shapes := make([]importers.TileShape, len(u.polygons))
		for i, poly := range u.polygons {
			p := importers.Placed{
				Shape: level.Shape{Kind: level.Polygon, Points: poly.points, Rounding: level.Inset},
				At:    l.set.size.Mul(0.5),
			}
			shapes[i] = importers.TileShape{
				Placed: p, Entity: im.tileEntity(l, u, poly, p), Name: l.shapeName(physics),
				Alone: poly.layer != physics || !merges,
			}
		}
		u.areas = append(u.areas, im.b.TileAreas(&l.looks, shapes, "tile "+u.class, l.set.size, u.count))
	}
	return u.areas
}

func (im *sceneImport) outlines(l *tileLayer, physics int) error {
	var used []tileCell
	over := 0 // the largest reach of an area beyond its cell, in cells
	for _, c := range l.cells {
		areas := im.areas(l, im.use(l, c))[physics].Areas
		if len(areas) == 0 {
			continue
		}
		used = append(used, c)
		for _, a := range areas {
			box, size := collision.BoundsOf(a.Outline[0]), l.set.size
			reach := max(-box.Min.X/size.X, -box.Min.Y/size.Y, box.Max.X/size.X-1, box.Max.Y/size.Y-1)
			over = max(over, int(math.Ceil(reach)))
		}
	}
	for _, list := range columns.grids(used, 2+4*over) {
		if err := im.outlinesOf(l, list, physics); err != nil {
			return err
		}
	}
	return nil
}

// outlinesOf imports the outlines of cells that are close together.
func (im *sceneImport) outlinesOf(l *tileLayer, list []tileCell, physics int) error {
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
	var tiles []importers.TileAreas
	numbers := map[*tileUse]int32{}
	for _, c := range list {
		u := im.use(l, c)
		number, ok := numbers[u]
		if !ok {
			t := im.areas(l, u)[physics]
			tiles = append(tiles, t)
			m.Areas = append(m.Areas, t.Areas)
			number = int32(len(tiles))
			numbers[u] = number
		}
		m.Tiles[(int(c.y)-lo[1])*w+int(c.x)-lo[0]] = number
	}
	return im.b.Outlines(im.ctx, &importers.OutlineLayer{
		Mosaic: m, Origin: origin, Path: l.path, Looks: l.looks, First: cellKinds * len(l.set.physics),
		Own: func(tile, area int) *importers.Placed { return tiles[tile].Own[area] },
	})
}
