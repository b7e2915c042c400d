package tiled

import (
	"fillet/editor/level"
	"fillet/importers"
)

// decide determines how each tile of the layer is imported.
func (t *tileLayer) decide() {
	fields := t.silentFields(t.l.node.attr("class"), asLayer, t.l.node)
	t.says = importers.TileLayer{Name: t.l.name, Class: t.l.class, Fields: fields}
	counts, speaks := map[int]int{}, false
	for _, u := range t.order {
		if u.tile == nil {
			continue
		}
		counts[u.value()] += u.count
		speaks = speaks || t.isSolid(u)
	}
	lo, hi := t.m.cells()
	isFull := t.b.Tiles(&t.says, counts, float64(float64(hi[0]-lo[0])*float64(hi[1]-lo[1])))
	t.says.IsPicture = isFull || speaks || t.isDrawnElsewhere()
	for _, u := range t.order {
		t.become(u)
	}
}

// isSolid reports whether a tile's own collision shapes, properties or class make it solid. If so, the other tiles of
// its layer are not solid by default.
func (t *tileLayer) isSolid(u *use) bool {
	if t.m.given(t.b, u.set).Any(int(u.tile.id)) {
		return true
	}
	rule, ok := t.b.TileRule(&importers.TileLayer{Name: t.l.name, IsPicture: true}, u.value(), u.def.class,
		t.fieldsOf(u.def))
	return len(u.def.objects) > 0 || ok && rule.IsDefault() && rule.Role != level.Trigger
}

// drawnWalls describes the layers that are certain to hold a map's walls.
type drawnWalls struct {
	objects       bool // whether object layers hold some
	tiles         bool // whether tile layers hold some
	x, y          int  // the first cell
	width, height int
	cells         []bool // whether each cell has a tile of such a layer; nil if the map is too large
}

// isDrawnElsewhere reports whether the layer only draws walls that another layer defines, as objects or as tiles in at
// least half of its cells.
func (t *tileLayer) isDrawnElsewhere() bool {
	if t.b.NamesWalls(&t.says) != importers.Walls {
		return false
	}
	if t.drawn == nil {
		t.drawn = t.findDrawn()
	}
	d := t.drawn
	if d.objects || !d.tiles || d.cells == nil {
		return d.objects
	}
	covered := 0
	for _, c := range t.l.chunks {
		for i, gid := range c.gids.all() {
			if at, ok := d.at(c, i); gid != 0 && ok && d.cells[at] {
				covered++
			}
		}
	}
	return 2*covered >= t.count
}

func (im *mapImport) findDrawn() *drawnWalls {
	lo, hi := im.m.cells()
	d := &drawnWalls{x: lo[0], y: lo[1], width: hi[0] - lo[0], height: hi[1] - lo[1]}
	for _, l := range im.m.layers {
		if im.b.NamesWalls(&importers.TileLayer{Name: l.name, Class: l.class}) != importers.Outright {
			continue
		}
		if l.kind == "objectgroup" {
			d.objects = d.objects || l.node.child("object") != nil
			continue
		}
		for _, c := range l.chunks {
			for i, gid := range c.gids.all() {
				at, ok := d.at(c, i)
				if gid == 0 || !ok {
					continue
				}
				if d.tiles = true; d.cells == nil {
					d.cells = make([]bool, d.width*d.height)
				}
				d.cells[at] = true
			}
		}
	}
	return d
}

// at returns the index of a chunk's cell; ok is false if the cell is outside the map or the map is too large.
func (d *drawnWalls) at(c chunk, i int) (at int, ok bool) {
	x, y := c.x+i%c.width-d.x, c.y+i/c.width-d.y
	fits := d.width <= importers.MaxGridSide && d.height <= importers.MaxGridSide &&
		d.width*d.height <= importers.MaxCells
	return y*d.width + x, fits && x >= 0 && y >= 0 && x < d.width && y < d.height
}
