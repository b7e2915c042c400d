package importers

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"fillet/editor/level"
	"fillet/editor/quote"
)

// Looks holds the distinct looks of a layer's shapes, which are numbered from 1.
type Looks []*Look

// TileAreas holds the areas covered by the shapes of a tile that merge, in the frame of the tile's cell.
type TileAreas struct {
	Merged []bool // by shape: whether it is part of the areas
	Areas  []Area
	Own    []*Placed // by area: the shape if it is a single one, or nil
}

// TileAreas determines which shapes of a tile merge with the shapes that they touch, and which areas they cover
// together. The shapes are in the frame of a cell of the given size; count is the number of cells of the layer with the
// tile. Notes call its shapes tile or, if that is empty, by their own names.
func (b *Builder) TileAreas(looks *Looks, shapes []TileShape, tile string, cell level.Vec, count int) TileAreas {
	out := TileAreas{Merged: make([]bool, len(shapes))}
	found, parts := make([]*Look, len(shapes)), make([][]Placed, len(shapes))
	for i := range shapes {
		s := &shapes[i]
		if s.Alone {
			continue
		}
		repaired, what := s.repaired()
		if !areNear(repaired, cell) {
			continue
		}
		look := b.look(s.entity(), s.Name)
		if look == nil || !look.merges {
			continue
		}
		found[i], parts[i] = look, repaired
		if what != "" {
			if count > 1 {
				what += fmt.Sprintf(" (in %d cells)", count)
			}
			called := cmp.Or(tile, s.Name, "the collision shape of a tile")
			b.Issue(Note, b.layer.Name, "%s: %s", quote.Printable(called), what)
		}
	}
	for i, look := range found {
		if look == nil || out.Merged[i] {
			continue
		}
		var placed []Placed
		for k, o := range found {
			if o != nil && o.equal(look) {
				out.Merged[k] = true
				placed = append(placed, parts[k]...)
				e := shapes[k].entity()
				b.found.entity(e, b.DefaultRole(e), look.rule, count)
			}
		}
		number := slices.IndexFunc(*looks, look.equal) + 1
		if number == 0 {
			*looks = append(*looks, look)
			number = len(*looks)
		}
		areas, own := look.areas(number, placed)
		out.Areas, out.Own = append(out.Areas, areas...), append(out.Own, own...)
	}
	return out
}

// entity returns the shape's entity with its placement.
func (s *TileShape) entity() Entity {
	e := s.Entity
	e.Shape, e.At, e.Angle = s.Shape, s.At, s.Angle
	return e
}

// LoneShape adds a single shape of a tile. corner is the position of its frame in the level. Later imports recognize
// the shape by its cell (x, y) and the tile's number, value.
func (b *Builder) LoneShape(s *TileShape, corner level.Vec, x, y, value int, path string) error {
	e := s.entity()
	e.At = corner.Add(e.At)
	if !InReach(e.At.X, e.At.Y) {
		b.Issue(Loss, path, "the shape at (%g, %g) is beyond the limits and was left out", e.At.X, e.At.Y)
		return nil
	}
	e.Source.ID, e.Source.Value = fmt.Sprintf("%d,%d.%s", x, y, s.Part), value
	_, err := b.Entity(e)
	return err
}

// ShapedLayer is a layer of rectangular cells with tiles whose shapes come from a file. A cell may hold several tiles.
type ShapedLayer struct {
	b      *Builder
	shapes *TileShapes
	size   level.Vec // of a cell
	lo     [2]int
	width  int
	stacks []int32 // by cell: the number of its stack, from 1; 0 means empty
	kinds  []stack // by the number of the stack, less 1
	after  map[[2]int32]int32
	uses   map[tileUse]int32
	last   struct {
		use    tileUse
		number int32
	}
	path  string
	layer string
}

// tileUse is a tile with its flip and its position in a cell.
type tileUse struct {
	id   int
	flip Flip
	at   level.Vec // of its box, from the cell's corner
}

// stack holds the tiles in a cell, the lowest first.
type stack struct {
	uses  []tileUse
	count int
}

// NewShapedLayer starts a layer of width by height cells whose first cell is lo. path is the place in the file, for
// issues.
func (b *Builder) NewShapedLayer(
	shapes *TileShapes, layer, path string, lo [2]int, width, height int, cell level.Vec,
) *ShapedLayer {
	return &ShapedLayer{
		b: b, shapes: shapes, size: cell, lo: lo, width: width, stacks: make([]int32, width*height),
		after: map[[2]int32]int32{}, uses: map[tileUse]int32{}, path: path, layer: layer,
	}
}

// Put adds a tile to a cell, above the tiles there. at is the position of the tile's box, from the cell's corner.
func (l *ShapedLayer) Put(x, y, id int, flip Flip, at level.Vec) {
	u := tileUse{id, flip, at}
	if u != l.last.use || l.last.number == 0 {
		n, ok := l.uses[u]
		if !ok {
			l.kinds = append(l.kinds, stack{uses: []tileUse{u}})
			n = int32(len(l.kinds))
			l.uses[u] = n
		}
		l.last.use, l.last.number = u, n
	}
	cell := &l.stacks[(y-l.lo[1])*l.width+x-l.lo[0]]
	*cell = l.over(*cell, l.last.number)
}

// over returns the number of the stack that results from putting a tile on the stack below.
func (l *ShapedLayer) over(below, tile int32) int32 {
	if below == 0 {
		return tile
	}
	k := [2]int32{below, tile}
	n, ok := l.after[k]
	if !ok {
		n = below
		if u := l.kinds[tile-1].uses[0]; !slices.Contains(l.kinds[below-1].uses, u) {
			l.kinds = append(l.kinds, stack{uses: append(slices.Clone(l.kinds[below-1].uses), u)})
			n = int32(len(l.kinds))
		}
		l.after[k] = n
	}
	return n
}

// laid returns the shapes of a placed tile in the frame of its cell.
func (l *ShapedLayer) laid(u tileUse) []TileShape {
	m := MoveBy(u.at).After(u.flip.In(l.shapes.set.Tile()))
	list, _ := l.shapes.Laid(u.id, m) // flips stretch nothing, so off is 0
	for i := range list {
		list[i].Entity.Source = level.Source{Layer: l.layer}
	}
	return list
}

// Import adds the colliders of the tiles to the current layer. origin is the position of the first cell in the level.
// first, the number of the layer's other values, is added to the numbers of looks in sources.
func (l *ShapedLayer) Import(ctx context.Context, origin level.Vec, first int) error {
	for _, n := range l.stacks {
		if n > 0 {
			l.kinds[n-1].count++
		}
	}
	type lone struct {
		TileShape
		id int
	}
	var looks Looks
	areas, own, singles := make([][]Area, len(l.kinds)), make([][]*Placed, len(l.kinds)), make([][]lone, len(l.kinds))
	hasAreas, hasSingles := false, false
	for i := range l.kinds {
		k := &l.kinds[i]
		if k.count == 0 {
			continue
		}
		var shapes []TileShape
		var ids []int
		for _, u := range k.uses {
			for _, s := range l.laid(u) {
				shapes, ids = append(shapes, s), append(ids, u.id)
			}
		}
		a := l.b.TileAreas(&looks, shapes, "", l.size, k.count)
		areas[i], own[i] = a.Areas, a.Own
		hasAreas = hasAreas || len(a.Areas) > 0
		for n, merged := range a.Merged {
			if !merged {
				singles[i] = append(singles[i], lone{shapes[n], ids[n]})
				hasSingles = true
			}
		}
	}
	height := len(l.stacks) / max(l.width, 1)
	if hasAreas {
		err := l.b.Outlines(ctx, &OutlineLayer{
			Mosaic: Mosaic{
				Width: l.width, Height: height, CellWidth: l.size.X, CellHeight: l.size.Y, Tiles: l.stacks,
				Areas: areas,
			},
			Origin: origin, Path: l.path, Looks: looks, First: first,
			Own: func(tile, area int) *Placed { return own[tile][area] },
		})
		if err != nil {
			return err
		}
	}
	if !hasSingles {
		return nil
	}
	for c, n := range l.stacks {
		if n == 0 || len(singles[n-1]) == 0 {
			continue
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		x, y := c%l.width, c/l.width
		corner := origin.Add(level.Vec{X: float64(float64(x) * l.size.X), Y: float64(float64(y) * l.size.Y)})
		for i := range singles[n-1] {
			s := &singles[n-1][i]
			if err := l.b.LoneShape(&s.TileShape, corner, x+l.lo[0], y+l.lo[1], s.id, l.path); err != nil {
				return err
			}
		}
	}
	return nil
}
