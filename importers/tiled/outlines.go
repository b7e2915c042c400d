package tiled

import (
	"cmp"
	"context"
	"fmt"

	"fillet/editor/level"
	"fillet/importers"
	"fillet/importers/grid"
)

// merge finds out which collision shapes of a tile merge with those that they touch. What remains is placed by itself.
func (t *tileLayer) merge(u *use) {
	u.merged = make([]bool, len(u.shapes))
	looks := make([]*importers.Look, len(u.shapes))
	placed := make([]importers.Placed, len(u.shapes))
	entities := make([]importers.Entity, len(u.shapes))
	for i := range u.shapes {
		o := &u.shapes[i]
		if o.ellipse || o.capsule { // round ones would lose their form
			continue
		}
		p := t.inCell(u, o)
		placed[i] = importers.Placed{Shape: p.shape, At: p.at, Angle: p.angle}
		outline := placed[i].Outline()
		if outline == nil || !importers.IsNearCell(outline, t.m.lattice.size) {
			continue
		}
		entities[i] = t.entity(o, p, t.source(t.l, ""))
		if look := t.b.Look(entities[i], cmp.Or(o.name, o.kind)); look.Merges() {
			looks[i] = look
		}
	}
	importers.EachLook(looks, func(look *importers.Look, same []int) {
		var shapes []importers.Placed
		for _, k := range same {
			u.merged[k] = true
			shapes = append(shapes, placed[k])
			t.b.FoundShapes(entities[k], u.count)
		}
		areas, own := look.Areas(t.lookNumber(look), shapes)
		u.areas, u.own = append(u.areas, areas...), append(u.own, own...)
	})
}

// inCell is a collision shape of a tile, seen from the upper left corner of the tile's cell.
func (t *tileLayer) inCell(u *use, o *object) placed {
	laid, height := t.m.laid(u.def.width, u.def.height, u.tile, u.gid)
	return t.placeInTile(o, u.set, u.def, moveBy(u.set.offset.Add(level.Vec{Y: t.m.lattice.size.Y - height})).after(laid))
}

// lookNumber is the number of a look in the layer.
func (t *tileLayer) lookNumber(look *importers.Look) int {
	for i, l := range t.looks {
		if l.Equal(look) {
			return i + 1
		}
	}
	t.looks = append(t.looks, look)
	return len(t.looks)
}

// outlines imports the shapes that merge.
func (t *tileLayer) outlines(ctx context.Context) error {
	lo, w, h, isSparse := t.span(func(u *use) bool { return len(u.areas) > 0 })
	switch {
	case w == 0:
		return nil
	case isSparse && len(t.l.chunks) == 1:
		return t.m.fail(t.l.node, fmt.Errorf("its tiles span %d by %d cells, beyond the limit", w, h))
	case isSparse:
		return t.chunkwise(func(one *tileLayer) error { return one.outlines(ctx) })
	}
	m := grid.Mosaic{Width: w, Height: h, CellWidth: t.m.tileWidth, CellHeight: t.m.tileHeight, Tiles: make([]int32, w*h)}
	origin := t.l.offset
	if t.m.orientation == "orthogonal" {
		origin = origin.Add(t.m.lattice.corner(lo[0], lo[1]))
	} else {
		m.Corner = func(x, y int) level.Vec { return t.m.lattice.corner(lo[0]+x, lo[1]+y) }
	}
	var uses []*use
	numbers := map[*use]int32{}
	t.each(func(x, y int, u *use) bool {
		if len(u.areas) == 0 {
			return true
		}
		n, ok := numbers[u]
		if !ok {
			uses = append(uses, u)
			m.Areas = append(m.Areas, u.areas)
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
		Own: func(tile, area int) *importers.Placed { return uses[tile].own[area] },
	})
}

// isScaled reports whether a tile is drawn in the size of the map's cells, which is another one than its own.
func (u *use) isScaled(m *mapRecord) bool {
	return u.set.gridSized && (u.def.width != m.tileWidth || u.def.height != m.tileHeight)
}
