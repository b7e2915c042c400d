package tiled

import (
	"cmp"
	"context"

	"fillet/editor/level"
	"fillet/importers"
)

// merge determines which collision shapes of a tile merge with neighbours. The others are placed separately.
func (t *tileLayer) merge(u *use) {
	if u.given {
		u.laid = t.givenShapes(u)
	} else {
		for i := range u.shapes {
			o := &u.shapes[i]
			p := t.inCell(u, o)
			u.laid = append(u.laid, importers.TileShape{
				Placed: p, Entity: t.entity(o, p, t.source(t.l, "")),
				Name: cmp.Or(o.name, o.kind), Part: o.location, Alone: o.ellipse || o.capsule, // keep round shapes
			})
		}
	}
	u.TileAreas = t.b.TileAreas(&t.looks, u.laid, "", t.m.lattice.size, u.count)
}

// inCell returns a collision shape of a tile relative to the upper left corner of the tile's cell.
func (t *tileLayer) inCell(u *use, o *object) importers.Placed {
	return t.placeInTile(o, u.set, u.def, t.toCell(u))
}

// toCell returns the map from a tile's image to the frame of its cell.
func (t *tileLayer) toCell(u *use) importers.Affine {
	size := u.def.size()
	laid := t.m.lay(u.set, u.tile, size, t.m.frame(u.set, size))
	return importers.MoveBy(level.Vec{Y: t.m.lattice.size.Y}).After(laid)
}

// outlines imports the merging shapes in a grid of w by h cells whose first cell is lo.
func (t *tileLayer) outlines(ctx context.Context, lo [2]int, w, h int) error {
	m := importers.Mosaic{
		Width: w, Height: h, CellWidth: t.m.tileWidth, CellHeight: t.m.tileHeight, Tiles: make([]int32, w*h),
	}
	origin := t.l.offset
	if t.m.orientation == "orthogonal" {
		origin = origin.Add(t.m.lattice.corner(lo[0], lo[1]))
	} else {
		m.Corner = func(x, y int) level.Vec { return t.m.lattice.corner(lo[0]+x, lo[1]+y) }
	}
	var uses []*use
	numbers := map[*use]int32{}
	t.each(func(x, y int, u *use) bool {
		if len(u.Areas) == 0 {
			return true
		}
		n, ok := numbers[u]
		if !ok {
			uses = append(uses, u)
			m.Areas = append(m.Areas, u.Areas)
			n = int32(len(uses))
			numbers[u] = n
		}
		m.Tiles[(y-lo[1])*w+x-lo[0]] = n
		return true
	})
	first := 0
	for _, u := range t.uses {
		first = max(first, u.solid)
	}
	return t.b.Outlines(ctx, &importers.OutlineLayer{
		Mosaic: m, Origin: origin, Path: t.m.place(t.l.node), Looks: t.looks, First: first,
		Own: func(tile, area int) *importers.Placed { return uses[tile].Own[area] },
	})
}
