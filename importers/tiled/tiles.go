package tiled

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"fillet/editor/level"
	"fillet/importers"
)

// use describes how a layer uses a gid.
type use struct {
	gid    uint32
	tile   *tile // nil if no tileset has the tile
	set    *tileset
	def    *tileDef
	number int                   // cell number if a rule asks for cells, counted over all tilesets
	solid  int                   // cell number if a shape fills the cell and a rule for cells matches, else 0
	shapes []object              // shapes of a tile that is not a cell, as in the tileset
	given  bool                  // whether a tile shape file defines the shapes
	laid   []importers.TileShape // the shapes of either source, in the frame of the tile's cell
	count  int                   // number of cells

	importers.TileAreas
}

// tileLayer is a tile layer during the import.
type tileLayer struct {
	*mapImport
	l      *layerRecord
	uses   map[uint32]*use
	order  []*use // uses in order of appearance
	says   importers.TileLayer
	solids []string        // classes of tiles whose shape fills their cell; cell number i+1 means class i
	looks  importers.Looks // looks of merging shapes
	count  int             // number of tiles
}

// tiles imports a tile layer. Collision shapes that are outlines merge with touching shapes of an equal look; each
// other shape becomes a collider. If a rule for cells matches a tile whose shape fills its cell, the tile becomes a
// cell.
func (im *mapImport) tiles(ctx context.Context, l *layerRecord) error {
	t := &tileLayer{mapImport: im, l: l, uses: map[uint32]*use{}}
	for _, c := range l.chunks {
		for _, gid := range c.gids.all() {
			if gid == 0 {
				continue
			}
			t.count++
			u, ok := t.uses[gid]
			if !ok {
				u = t.find(gid)
				t.uses[gid], t.order = u, append(t.order, u)
			}
			u.count++
		}
	}
	if t.count == 0 {
		return nil
	}
	t.decide()
	for _, u := range t.order {
		if len(u.shapes) > 0 || u.given {
			t.merge(u)
		}
	}
	asked, solid := func(u *use) int { return u.number }, func(u *use) int { return u.solid }
	err := t.grids(asked, func(t *tileLayer, lo [2]int, w, h int) error { return t.cells(ctx, lo, w, h, asked, true) })
	if err == nil {
		err = t.grids(solid, func(t *tileLayer, lo [2]int, w, h int) error {
			return t.cells(ctx, lo, w, h, solid, false)
		})
	}
	if err == nil && len(t.looks) > 0 {
		areas := func(u *use) int { return len(u.Areas) }
		err = t.grids(areas, func(t *tileLayer, lo [2]int, w, h int) error { return t.outlines(ctx, lo, w, h) })
	}
	if err != nil {
		return err
	}
	return t.place(ctx)
}

// each calls found for every tile, with its column and row in the map, until it returns false.
func (t *tileLayer) each(found func(x, y int, u *use) bool) {
	for _, c := range t.l.chunks {
		for i, gid := range c.gids.all() {
			if u := t.uses[gid]; gid != 0 && u.tile != nil && !found(c.x+i%c.width, c.y+i/c.width, u) {
				return
			}
		}
	}
}

// find returns the use of a gid, and reports a loss if no tileset has its tile.
func (t *tileLayer) find(gid uint32) *use {
	set, tile, err := t.m.tileOf(gid)
	if err != nil {
		t.issue(importers.Loss, t.l.node, "%v", err)
		return &use{}
	}
	return &use{gid: gid, tile: tile, set: set, def: set.def(tile.id)}
}

// value returns the tile's number, counted over all tilesets.
func (u *use) value() int { return u.set.number + int(u.tile.id) }

// become decides how the tile is imported.
func (t *tileLayer) become(u *use) {
	if u.tile == nil {
		return
	}
	rule, ok := t.b.TileRule(&t.says, u.value(), u.def.class, t.fieldsOf(u.def))
	given := t.m.given(t.b, u.set)
	shaped := given.Has(int(u.tile.id)) || len(u.def.objects) > 0
	if ok && (!shaped || !rule.IsDefault()) {
		if !rule.Ignore {
			u.number = u.value() + 1
		}
		return
	}
	if !shaped {
		return
	}
	if u.given = given.Has(int(u.tile.id)); u.given {
		return
	}
	u.shapes = t.shapesOf(u.def)
	if t.fills(u) {
		if n := t.solidNumber(u.shapes[0].kind); t.b.CellsAreRuled(t.l.name, n, u.shapes[0].kind) {
			u.solid, u.shapes = n, nil
		}
	}
}

// shapesOf returns the collision shapes of a tile, which it reads on first use.
func (im *mapImport) shapesOf(d *tileDef) []object {
	if d.isRead {
		return d.shapes
	}
	d.isRead = true
	for _, n := range d.objects {
		o, err := im.read(n)
		if err != nil {
			im.issue(importers.Loss, d.node, "a collision shape was left out: %v", err)
			continue
		}
		o.kind = cmp.Or(o.kind, d.class)
		o.tile = im.fieldsOf(d)
		d.shapes = append(d.shapes, o)
	}
	return d.shapes
}

// fills reports whether a tile has a single plain solid shape that fills the rectangular cell of the map.
func (t *tileLayer) fills(u *use) bool {
	if t.m.orientation != "orthogonal" || len(u.shapes) != 1 {
		return false
	}
	o := u.shapes[0]
	if o.gid != 0 || o.ellipse || o.capsule || len(o.fields) > 0 {
		return false
	}
	p, cell := t.inCell(u, &o), t.m.lattice.size
	if p.Shape.Kind != level.Box || p.Shape.Size != cell || p.At != cell.Mul(0.5) || p.Angle != 0 {
		return false
	}
	e := t.entity(&o, importers.Placed{}, level.Source{Layer: t.l.name})
	_, isRuled := t.mapping.FindEntity(e)
	return !isRuled && t.b.DefaultRole(e) == level.Solid
}

// entity describes a collision shape of a tile, which is solid by default.
func (t *tileLayer) entity(o *object, p importers.Placed, source level.Source) importers.Entity {
	return importers.Entity{
		Name: o.label(), Kinds: o.kinds(), Fields: o.fields, Tile: o.tile, Shape: p.Shape, At: p.At, Angle: p.Angle,
		Source: source, Role: level.Solid,
	}
}

func (t *tileLayer) solidNumber(class string) int {
	if i := slices.Index(t.solids, class); i >= 0 {
		return i + 1
	}
	t.solids = append(t.solids, class)
	return len(t.solids)
}

// cells imports the tiles that have a number as cells of a grid of w by h cells whose first cell is lo.
func (t *tileLayer) cells(ctx context.Context, lo [2]int, w, h int, number func(*use) int, asked bool) error {
	g := importers.Grid{
		Width: w, Height: h, CellWidth: t.m.tileWidth, CellHeight: t.m.tileHeight, Cells: make([]int, w*h),
	}
	var flips []importers.Flip
	t.each(func(x, y int, u *use) bool {
		if v := number(u); v != 0 {
			i := (y-lo[1])*w + x - lo[0]
			g.Cells[i] = v
			if f := u.tile.flip; asked && f != 0 {
				if flips == nil {
					flips = make([]importers.Flip, w*h)
				}
				flips[i] = f
			}
		}
		return true
	})
	layer := importers.CellLayer{
		Grid: g, Origin: t.l.offset.Add(t.m.lattice.corner(lo[0], lo[1])),
		Level: t.m.name, Layer: t.l.name, Path: t.m.place(t.l.node),
		Name: func(v int) string { return t.solids[v-1] },
		Key:  func(v int) string { return "solid " + t.solids[v-1] },
	}
	switch t.m.orientation {
	case "isometric": // merged along the map's own axes, on which a step is as long as a cell is high
		layer.Grid.CellWidth = t.m.tileHeight
		layer.Origin = layer.Origin.Add(level.Vec{X: float64(t.m.tileWidth / 2)}) // upper corner of the cell's diamond
		layer.Axes = [2]level.Vec{t.m.slant.of(level.Vec{X: 1}), t.m.slant.of(level.Vec{Y: 1})}
	case "oblique":
		layer.Origin = t.l.offset.Add(t.m.lattice.foot(lo[0], lo[1]-1))
		layer.Axes = [2]level.Vec{t.m.slant.of(level.Vec{X: 1}), t.m.slant.of(level.Vec{Y: 1})}
	case "staggered", "hexagonal":
		layer.Origin = t.l.offset
		layer.Outline = func(x, y int) []level.Vec { return t.m.lattice.outline(lo[0]+x, lo[1]+y) }
	}
	if asked {
		layer.Tiles, layer.Flips, layer.Key = &t.says, flips, nil
		layer.Value = func(cell int) int { return cell - 1 }
		defs := map[int]*tileDef{}
		for _, u := range t.uses {
			defs[u.number-1] = u.def
		}
		layer.Name = func(v int) string { return defs[v].class }
		layer.Fields = func(v int) level.Properties { return t.fieldsOf(defs[v]) }
	}
	return t.b.Cells(ctx, layer)
}

// grids calls do with the first cell and the size of the grid around the tiles that have a number. If the grid has far
// more cells than tiles, it does so for each chunk as a separate layer.
func (t *tileLayer) grids(number func(*use) int, do func(t *tileLayer, lo [2]int, w, h int) error) error {
	var lo, hi [2]int
	n := 0
	t.each(func(x, y int, u *use) bool {
		if number(u) == 0 {
			return true
		}
		if n++; n == 1 {
			lo, hi = [2]int{x, y}, [2]int{x + 1, y + 1}
		}
		lo = [2]int{min(lo[0], x), min(lo[1], y)}
		hi = [2]int{max(hi[0], x+1), max(hi[1], y+1)}
		return true
	})
	w, h := hi[0]-lo[0], hi[1]-lo[1]
	isSparse := w > importers.MaxGridSide || h > importers.MaxGridSide || w*h > min(importers.MaxCells, 64*n+1<<16)
	switch {
	case n == 0:
		return nil
	case !isSparse:
		return do(t, lo, w, h)
	case len(t.l.chunks) == 1:
		return t.m.fail(t.l.node, fmt.Errorf("its tiles span %d by %d cells, beyond the limit", w, h))
	}
	t.issue(importers.Note, t.l.node, "its chunks are far apart, so cells were not merged across chunks")
	for _, c := range t.l.chunks {
		one, l := *t, *t.l
		l.chunks = []chunk{c}
		one.l = &l
		if err := one.grids(number, do); err != nil {
			return err
		}
	}
	return nil
}

// place imports the tile shapes that are not cells, each where its tile is drawn: a tile stands on the lower edge of
// its cell.
func (t *tileLayer) place(ctx context.Context) error {
	var err error
	n := 0
	t.each(func(x, y int, u *use) bool {
		if n++; n%512 == 0 {
			err = ctx.Err()
		}
		switch {
		case u.number > 0 || u.solid > 0:
			return err == nil
		case len(u.shapes) == 0 && !u.given:
			t.plainTiles++
			return err == nil
		}
		if !slices.Contains(u.Merged, false) {
			return err == nil
		}
		corner := t.m.lattice.corner(x, y).Add(t.l.offset)
		for i := range u.laid {
			if err != nil {
				return false
			}
			if !u.Merged[i] {
				err = t.b.LoneShape(&u.laid[i], corner, x, y, u.value(), t.m.place(t.l.node))
			}
		}
		return err == nil
	})
	return err
}

// placeInTile maps a collision shape of a tile from the tile's image, whose upper left corner is the origin. If the
// tileset's grid is isometric, the shape is stored along slanted axes. Their origin is the upper corner of the grid's
// diamond, which is at the image's lower left corner.
func (im *mapImport) placeInTile(o *object, set *tileset, def *tileDef, m importers.Affine) importers.Placed {
	p, _ := im.place(o, set.slant, m.Stretch())
	at := level.Vec{X: o.x, Y: o.y}
	if set.slant != (slant{}) {
		at = set.slant.of(at).Add(level.Vec{X: math.Trunc(set.slant.width / 2), Y: def.height - set.slant.height})
	}
	return im.through(moved(p, at), m)
}

// tileFor returns the tile that an object shows.
func (im *mapImport) tileFor(o *object) (*tileset, *tile, error) {
	if o.tiles != nil {
		return o.tiles, tileIn(o.tiles, o.gid), nil
	}
	return im.m.tileOf(o.gid)
}

// tileObject imports a tile object with the tile's shapes, transformed like the tile, or as a box.
func (im *mapImport) tileObject(l *layerRecord, o object, source level.Source) error {
	set, of, err := im.tileFor(&o)
	if err != nil {
		im.issue(importers.Warning, o.node, "%v; the object became a box", err)
		set, of = &tileset{tileWidth: o.width, tileHeight: o.height}, &tile{}
	}
	def := set.def(of.id)
	size := def.size()
	frame := level.Vec{X: cmp.Or(o.width, size.X), Y: cmp.Or(o.height, size.Y)}
	anchor := im.anchor(set.alignment)
	// Offset of the lower left corner from the object's position, without rotation.
	corner := level.Vec{X: float64(-anchor.X * frame.X), Y: float64((1 - anchor.Y) * frame.Y)}
	at := importers.MoveBy(im.m.project(level.Vec{X: o.x, Y: o.y}).Add(l.offset)).
		After(importers.Turn(level.Degrees(o.rotation).Normalized())).After(importers.MoveBy(corner))
	if frame.X == 0 || frame.Y == 0 {
		return im.add(l, &o, importers.Placed{Shape: level.Shape{Kind: level.Point}, At: at.At}, source, 0)
	}
	im.tilePicture(l, &o, set, of, at, frame)
	if size.X == 0 || size.Y == 0 {
		size = frame
	}
	m := at.After(im.m.lay(set, of, size, frame))
	given := im.m.given(im.b, set)
	if len(def.objects) == 0 && !given.Any(int(of.id)) {
		box := level.Shape{Kind: level.Box, Size: size, Rounding: level.Inset}
		return im.add(l, &o, im.through(importers.Placed{Shape: box, At: size.Mul(0.5)}, m), source, 0)
	}
	if given.Has(int(of.id)) {
		return im.givenObject(&o, given, int(of.id), m, source)
	}
	shapes := im.shapesOf(def)
	for i := range shapes {
		s := &shapes[i]
		src := source
		if len(shapes) > 1 {
			src.ID += "." + s.location
		}
		if err := im.add(l, &o, im.placeInTile(s, set, def, m), src, level.Solid); err != nil {
			return err
		}
	}
	return nil
}

// anchor returns the point of a tile object to which its position refers, as a fraction of its size.
func (im *mapImport) anchor(alignment string) level.Vec {
	if at, ok := anchors[alignment]; ok {
		return at
	}
	if im.m.orientation == "isometric" {
		return anchors["bottom"]
	}
	return anchors["bottomleft"]
}

var anchors = map[string]level.Vec{
	"topleft": {}, "top": {X: 0.5}, "topright": {X: 1}, "left": {Y: 0.5}, "center": {X: 0.5, Y: 0.5},
	"right": {X: 1, Y: 0.5}, "bottomleft": {Y: 1}, "bottom": {X: 0.5, Y: 1}, "bottomright": {X: 1, Y: 1},
}
