package godot

import (
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"fillet/collision"
	"fillet/editor/level"
	"fillet/editor/quote"
	"fillet/importers"
)

// Bits of an alternative tile's number that describe its orientation.
const (
	flipH        = 1 << 12
	flipV        = 1 << 13
	transpose    = 1 << 14
	alternatives = flipH - 1
)

// tileCell is a cell of a layer and the tile in it.
type tileCell struct {
	x, y        int16
	source      uint16
	atlasX      uint16
	atlasY      uint16
	alternative uint16
}

// tileUse describes how all uses of a tile in a layer are imported.
type tileUse struct {
	source   *tileSource
	class    string
	fields   level.Properties      // its custom data
	number   int                   // as in level.Source
	missing  string                // what the tile set lacks for this tile, or ""
	asked    bool                  // whether a rule turns it into cells
	polygons []tilePolygon         // oriented as in the cell
	count    int                   // number of cells with this tile
	areas    []importers.TileAreas // by physics layer; nil until computed
}

type tileLayer struct {
	*layerRecord
	node  *node
	path  string
	to    importers.Affine // from the node's frame to the level's
	body  level.BodyType
	set   *tileSet
	cells []tileCell
	uses  map[tileCell]*tileUse // by tile, with x and y set to 0
	looks importers.Looks       // of the merging shapes
}

func (im *sceneImport) tileNode(n *node, in within) error {
	path := n.path()
	t := im.object(n, path)
	body := level.Static
	if t.bool("collision_animatable", false) || t.bool("use_kinematic_bodies", false) {
		body = level.Kinematic
	}
	if !t.bool("enabled", true) {
		im.nodeIssue(importers.Note, n, "the tiles are disabled and were left out")
		return nil
	}
	name := func(layer string) string {
		base := path
		if n.parent == nil {
			base = n.name
		}
		if layer == "" {
			return base
		}
		return base + "/" + layer
	}
	if n.class == "TileMapLayer" {
		v := t.value("tile_map_data")
		if v == nil {
			return nil
		}
		raw, ok := v.([]byte)
		if !ok || len(raw) < 2 {
			t.reportType("tile_map_data", "a PackedByteArray of tiles")
			return nil
		}
		if version := binary.LittleEndian.Uint16(raw); version != 0 {
			im.nodeIssue(importers.Loss, n, "its tiles have the unknown version %d", version)
			return nil
		}
		return im.tileLayer(n, t, in, name(""), body, raw[2:])
	}
	for k := range n.tileLayers() {
		key := fmt.Sprintf("layer_%d/", k)
		p, _ := t.find(key + "tile_data")
		if p == nil {
			continue
		}
		if !t.bool(key+"enabled", true) {
			f, _ := n.at()
			im.issue(importers.Note, f, p.line, path, "layer %d is not enabled and was left out", k)
			continue
		}
		c, ok := t.value(key + "tile_data").(call)
		if !ok || c.name != "PackedInt32Array" {
			t.reportType(key+"tile_data", "a PackedInt32Array")
			continue
		}
		raw := make([]byte, 0, 4*len(c.nums))
		for _, x := range c.nums {
			if !(math.Abs(x) < 1<<33) {
				x = 0
			}
			raw = binary.LittleEndian.AppendUint32(raw, uint32(int64(x)))
		}
		layer := t.text(key + "name")
		if layer == "" && k > 0 {
			layer = fmt.Sprintf("layer %d", k)
		}
		if err := im.tileLayer(n, t, in, name(strings.ReplaceAll(layer, "/", "_")), body, raw); err != nil {
			return err
		}
	}
	return nil
}

// tileLayers returns the number of layers of a TileMap. Layers in between may have no properties: since Godot 4.3,
// values that are the default are not saved.
func (n *node) tileLayers() int {
	const limit = 256
	count := 0
	for _, s := range n.sections {
		for i := range s.s.properties {
			group, _, _ := strings.Cut(s.s.properties[i].key, "/")
			if k, ok := cutNumber(group, "layer_"); ok {
				count = max(count, k+1)
			}
		}
	}
	return min(count, limit)
}

// cellBytes is the size of a cell in a layer's packed tiles.
const cellBytes = 12

func (im *sceneImport) tileLayer(n *node, t object, in within, name string, body level.BodyType, raw []byte) error {
	if len(raw)%cellBytes != 0 {
		im.nodeIssue(importers.Loss, n, "the packed tiles end within a cell")
	}
	count := len(raw) / cellBytes
	if im.cellCount += count; im.cellCount > importers.MaxCells {
		return im.failAt(n, fmt.Errorf("the layers have more than %d tiles together", importers.MaxCells))
	}
	if count == 0 {
		return nil
	}
	set := im.tileSet(t)
	if set == nil {
		if t.value("tile_set") == nil {
			im.nodeIssue(importers.Note, n, "left out %s without a tile set", quote.Count(count, "cell"))
		}
		return nil
	}
	name = unique(name, func(name string) bool { // layers of a TileMap may have the same name
		return im.byPath[name] != nil && im.byPath[name].tiles != nil
	})
	if id := n.id(); id != t.path {
		im.layerIDs[name] = id + strings.TrimPrefix(name, t.path)
		im.layerIDs[name+"/scenes"] = im.layerIDs[name] + "/scenes"
	}
	l := &tileLayer{
		layerRecord: &layerRecord{name: name}, node: n, path: t.path, to: in.to, body: body, set: set,
		uses: map[tileCell]*tileUse{},
	}
	collides := t.bool("collision_enabled", true)
	if collides {
		im.reportDoubt(in.doubt)
		l.layerRecord = im.layer(name)
		l.offset, l.tiles = in.to.At, l
		if !isIn(importers.Placed{At: l.offset}) {
			l.offset = level.Vec{}
		}
	}
	l.cells = make([]tileCell, count)
	for i := range l.cells {
		at := func(k int) uint16 { return binary.LittleEndian.Uint16(raw[i*cellBytes+2*k:]) }
		l.cells[i] = tileCell{int16(at(0)), int16(at(1)), at(2), at(3), at(4), at(5)}
	}
	// Godot saves them in arbitrary order.
	slices.SortStableFunc(l.cells, func(a, b tileCell) int {
		return cmp.Or(cmp.Compare(a.y, b.y), cmp.Compare(a.x, b.x))
	})
	if collides {
		for _, c := range l.cells {
			im.use(l, c).count++
		}
		l.noteMissing(im)
		im.tiles = append(im.tiles, l)
	} else {
		im.nodeIssue(importers.Note, n, "the collisions of the tiles are disabled, so their shapes were left out")
	}
	im.seeTiles(l, t, in.seen)
	return im.sceneTiles(l, in)
}

// noteMissing reports cells whose tile is missing. Godot shows nothing in them either.
func (l *tileLayer) noteMissing(im *sceneImport) {
	cells, what := 0, map[string]bool{}
	for _, u := range l.uses {
		if u.missing != "" {
			cells += u.count
			what[u.missing] = true
		}
	}
	if cells == 0 {
		return
	}
	const limit = 3
	list := slices.Sorted(maps.Keys(what))
	if more := len(list) - limit; more > 0 {
		list = append(list[:limit], fmt.Sprintf("%d more", more))
	}
	im.nodeIssue(importers.Note, l.node, "left out %s without a tile (no %s in the tile set)",
		quote.Count(cells, "cell"), strings.Join(list, ", "))
}

// named returns the layer as mapping rules see it. The name alone makes nothing solid, because solid tiles have shapes
// in Godot.
func (l *tileLayer) named() *importers.TileLayer {
	return &importers.TileLayer{Name: l.name, IsPicture: true}
}

// use returns how the tile of a cell is imported.
func (im *sceneImport) use(l *tileLayer, c tileCell) *tileUse {
	key := c
	key.x, key.y = 0, 0
	if u := l.uses[key]; u != nil {
		return u
	}
	u := &tileUse{}
	l.uses[key] = u
	u.source = l.set.sources[int(c.source)]
	if u.source == nil {
		u.missing = fmt.Sprintf("source %d", c.source)
		return u
	}
	if u.source.tiles == nil {
		if u.source.scenes != nil && u.source.scenes[int(c.alternative)] == nil {
			u.missing = fmt.Sprintf("scene %d of source %d", c.alternative, c.source)
		}
		return u
	}
	u.number = u.source.number(int(c.atlasX), int(c.atlasY))
	k := tileKey{int(c.atlasX), int(c.atlasY), int(c.alternative & alternatives)}
	d := u.source.tiles[k]
	if d == nil {
		u.missing = fmt.Sprintf("tile %d:%d/%d of source %d", k.x, k.y, k.alternative, c.source)
		return u
	}
	u.fields = d.fields
	if u.class = d.class; u.class == "" {
		u.class = fmt.Sprintf("%d:%d", k.x, k.y)
	}
	if d.moves {
		im.nodeIssue(importers.Loss, l.node, "tile %d:%d moves bodies on it, which was ignored", k.x, k.y)
	}
	for _, p := range d.polygons {
		p.points = turned(p.points, c.alternative)
		u.polygons = append(u.polygons, p)
	}
	return u
}

// turned orients a tile's outline as in its cell: x and y are swapped first, then mirrored.
func turned(points []level.Vec, alternative uint16) []level.Vec {
	flip := flipsOf(alternative)
	if flip == 0 {
		return points
	}
	out := make([]level.Vec, len(points))
	for i, p := range points {
		out[i] = plain(flip.In(level.Vec{}).Apply(p))
	}
	return importers.Clockwise(out)
}

// sceneTiles imports an instance of its scene for each tile that is a scene.
func (im *sceneImport) sceneTiles(l *tileLayer, in within) error {
	for _, c := range l.cells {
		s := l.set.sources[int(c.source)]
		if s == nil || s.scenes == nil {
			continue
		}
		p := s.scenes[int(c.alternative)]
		if p == nil {
			continue
		}
		v, err := p.value()
		var of *file
		if err == nil {
			of, err = im.scene(s.r.f, v)
		}
		if err != nil {
			im.nodeIssue(importers.Loss, l.node, "the scene of a tile cannot be read: %v", err)
			continue
		}
		if of == im.main || slices.Contains(in.behind, of) {
			return im.failAt(l.node, fmt.Errorf("%w: %s", errCycle, of.name))
		}
		name := baseName(of.name)
		if len(of.nodes) > 0 {
			name = of.nodes[0].attr("name")
		}
		n, err := im.instance(of, l.node, fmt.Sprintf("%s %d,%d", name, c.x, c.y), false, nil)
		if err != nil {
			return im.failAt(l.node, err)
		}
		if n == nil {
			continue
		}
		l.node.children = l.node.children[:len(l.node.children)-1] // it is walked here instead
		n.of, n.uid = baseName(of.name), ""                        // the root's uid would be the same in all cells
		below := in
		below.to = in.to.After(importers.MoveBy(l.set.center(int(c.x), int(c.y))))
		im.under[n] = below.to
		if err := im.animate(n); err != nil {
			return err
		}
		im.findRemotes(n)
		im.findSpaces(n, im.space)
		below.layer = l.name + "/scenes"
		below.behind = append(slices.Clip(in.behind), of)
		if err := im.walk(n, below); err != nil {
			return err
		}
	}
	return nil
}

// Kinds of cells for tiles whose shape fills them.
const (
	solidCell = iota + 1
	oneWayCell
	oneWayCellOdd // in every second row, so that rows do not merge and each keeps its upper side
	cellKinds
)

// fills returns the kind of cell that a tile fills on a physics layer, or 0 if its shapes do not simply fill it.
func (l *tileLayer) fills(u *tileUse, layer, y int) int {
	var one *tilePolygon
	for i := range u.polygons {
		if u.polygons[i].layer != layer {
			continue
		}
		if one != nil {
			return 0
		}
		one = &u.polygons[i]
	}
	if one == nil || !l.set.isFull(one.points) {
		return 0
	}
	switch {
	case !one.oneWay:
		return solidCell
	case l.set.shape != squareTiles:
		return 0
	case y&1 != 0:
		return oneWayCellOdd
	}
	return oneWayCell
}

// isFull reports whether an outline, relative to the cell's centre, covers a whole cell.
func (s *tileSet) isFull(points []level.Vec) bool {
	const off = 1e-3
	w, h := float64(s.size.X/2), float64(s.size.Y/2)
	area := 0.0
	for i, p := range points {
		q := points[(i+1)%len(points)]
		area += float64(p.Cross(q) / 2)
		switch s.shape {
		case squareTiles, halfOffsetTiles:
			if math.Abs(p.X) > w+off || math.Abs(p.Y) > h+off {
				return false
			}
		case isometricTiles:
			if float64(math.Abs(p.X)/w)+float64(math.Abs(p.Y)/h) > 1+off {
				return false
			}
		default:
			return false
		}
	}
	full := float64(4 * w * h)
	if s.shape == isometricTiles {
		full = float64(2 * w * h)
	}
	return math.Abs(math.Abs(area)-full) <= float64(off*(w+h))
}

// bring adds the colliders of a layer of tiles to the builder's layer.
func (im *sceneImport) bring(l *tileLayer) error {
	isAsked := false
	counts, span := map[int]int{}, collision.EmptyAABB()
	for _, c := range l.cells {
		u := im.use(l, c)
		if u.source == nil || u.source.tiles == nil {
			continue
		}
		counts[u.number]++
		at := level.Vec{X: float64(c.x), Y: float64(c.y)}
		span = span.Union(collision.AABB{Min: at, Max: at})
		if u.asked {
			continue
		}
		if rule, ok := im.b.TileRule(l.named(), u.number, u.class, u.fields); ok && !rule.IsDefault() {
			if u.polygons = nil; !rule.Ignore {
				u.asked, isAsked = true, true
			}
		}
	}
	if len(counts) > 0 {
		size := span.Size()
		im.b.Tiles(l.named(), counts, float64((size.X+1)*(size.Y+1)))
	}
	if isAsked {
		err := im.cells(l, -1, func(c tileCell) int {
			if u := im.use(l, c); u.asked {
				return u.number + 1
			}
			return 0
		})
		if err != nil {
			return err
		}
	}
	for layer := range l.set.physics {
		kind := func(tileCell) int { return 0 } // if mirrored, each is separate
		var err error
		switch {
		case im.merges(l, layer):
			err = im.outlines(l, layer)
		case l.to.X.Cross(l.to.Y) > 0:
			kind = func(c tileCell) int { return l.fills(im.use(l, c), layer, int(c.y)) }
			err = im.cells(l, layer, kind)
		}
		if err == nil {
			err = im.polygons(l, layer, kind)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// matrix maps the cells of a layer to a grid of rectangles. A cell takes up one rectangle, or two columns or rows.
type matrix struct {
	origin       level.Vec    // corner of rectangle 0, 0 in the node's frame
	axes         [2]level.Vec // directions of columns and rows
	size         level.Vec    // of a rectangle along the axes, in pixels
	wide, high   int          // rectangles per cell
	place        func(c tileCell) (x, y int)
	isRectangles bool
}

// matrix returns the matrix for the set's cell form; place is nil for hexagons.
func (s *tileSet) matrix() matrix {
	m := matrix{axes: [2]level.Vec{{X: 1}, {Y: 1}}, size: s.size, wide: 1, high: 1, isRectangles: true}
	m.place = func(c tileCell) (int, int) { return int(c.x), int(c.y) }
	switch s.shape {
	case halfOffsetTiles:
		if s.vertical {
			m.size.Y, m.high = float64(m.size.Y/2), 2
		} else {
			m.size.X, m.wide = float64(m.size.X/2), 2
		}
		m.place = func(c tileCell) (int, int) {
			at := s.center(int(c.x), int(c.y)).Sub(s.size.Mul(0.5))
			return nearest(at.X / m.size.X), nearest(at.Y / m.size.Y)
		}
	case isometricTiles: // along the edges of the diamonds
		w, h := float64(s.size.X/2), float64(s.size.Y/2)
		m.axes, m.size, m.isRectangles = [2]level.Vec{{X: w, Y: h}, {X: -w, Y: h}}, level.Vec{X: 1, Y: 1}, false
		along := func(p level.Vec) (float64, float64) {
			return float64(p.X/s.size.X) + float64(p.Y/s.size.Y), float64(p.Y/s.size.Y) - float64(p.X/s.size.X)
		}
		m.origin = s.center(0, 0).Sub(level.Vec{Y: h})
		m.place = func(c tileCell) (int, int) {
			u, v := along(s.center(int(c.x), int(c.y)).Sub(level.Vec{Y: h}).Sub(m.origin))
			return nearest(u), nearest(v)
		}
	case hexagonTiles:
		m.place = nil
	}
	return m
}

func nearest(x float64) int { return int(math.Floor(x + 0.5)) }

// cells imports the cells whose value is not 0 as cells of a grid: on a physics layer or, if physics is -1, as the
// mapping asks.
func (im *sceneImport) cells(l *tileLayer, physics int, value func(tileCell) int) error {
	m := l.set.matrix()
	if m.place == nil {
		m.place = tileCell.column
	}
	used := slices.DeleteFunc(slices.Clone(l.cells), func(c tileCell) bool { return value(c) == 0 })
	for _, list := range m.grids(used, 2*max(m.wide, m.high)) {
		if err := im.cellsOf(l, m, list, physics, value); err != nil {
			return err
		}
	}
	return nil
}

// cellsOf imports cells that are close together.
func (im *sceneImport) cellsOf(l *tileLayer, m matrix, list []tileCell, physics int, value func(tileCell) int) error {
	lo, hi := m.span(list)
	w, h := hi[0]-lo[0], hi[1]-lo[1]
	layer := importers.CellLayer{
		Grid:  importers.Grid{Width: w, Height: h, CellWidth: m.size.X, CellHeight: m.size.Y, Cells: make([]int, w*h)},
		Level: im.name, Layer: l.name, Path: l.path,
	}
	flips := make([]importers.Flip, 0)
	for _, c := range list {
		v := value(c)
		x, y := m.place(c)
		for dy := range m.high {
			for dx := range m.wide {
				i := (y+dy-lo[1])*w + x + dx - lo[0]
				layer.Grid.Cells[i] = v
				if f := flipsOf(c.alternative); physics < 0 && f != 0 && m.wide == 1 && m.high == 1 {
					if len(flips) == 0 {
						flips = make([]importers.Flip, w*h)
					}
					flips[i] = f
				}
			}
		}
	}
	corner := m.origin.Add(m.axes[0].Mul(float64(float64(lo[0]) * m.size.X))).Add(m.axes[1].Mul(float64(float64(
		lo[1]) * m.size.Y)))
	layer.Origin = l.to.Apply(corner)
	if axes := [2]level.Vec{l.to.Linear(m.axes[0]), l.to.Linear(m.axes[1])}; axes != [2]level.Vec{{X: 1}, {Y: 1}} {
		layer.Axes = axes
	}
	if l.set.shape == hexagonTiles {
		layer.Axes, layer.Origin = [2]level.Vec{}, l.to.At
		layer.Outline = func(x, y int) []level.Vec { return l.hexagon(lo[0]+x, lo[1]+y) }
	}
	if physics < 0 {
		im.askedCells(&layer, l, list, flips)
	} else {
		p := l.set.physics[physics]
		layer.Name = func(int) string { return l.shapeName(physics) }
		layer.Value = func(cell int) int { return physics*cellKinds + cell }
		layer.Key = func(v int) string {
			if v%cellKinds == solidCell {
				return fmt.Sprintf("physics layer %d", physics)
			}
			return fmt.Sprintf("one-way, physics layer %d", physics)
		}
		layer.Dress = func(cell int, c *level.Collider) { im.dressTile(c, l, p, cell != solidCell) }
	}
	return im.b.Cells(im.ctx, layer)
}

// askedCells completes a layer of cells that a mapping rule asks for.
func (im *sceneImport) askedCells(layer *importers.CellLayer, l *tileLayer, list []tileCell, flips []importers.Flip) {
	classes, fields := map[int]string{}, map[int]level.Properties{}
	for _, c := range list {
		if u := im.use(l, c); u.asked {
			classes[u.number], fields[u.number] = u.class, u.fields
		}
	}
	layer.Tiles = l.named()
	layer.Fields = func(v int) level.Properties { return fields[v] }
	layer.Value = func(cell int) int { return cell - 1 }
	layer.Name = func(v int) string { return classes[v] }
	if len(flips) > 0 {
		layer.Flips = flips
	}
}

func flipsOf(alternative uint16) importers.Flip {
	return importers.FlipOf(alternative&flipH != 0, alternative&flipV != 0, alternative&transpose != 0)
}

// hexagon returns the outline of a hexagonal cell, clockwise, in the level's axes relative to the node's position.
func (l *tileLayer) hexagon(x, y int) []level.Vec {
	at, w, h := l.set.center(x, y), l.set.size.X, l.set.size.Y
	out := []level.Vec{
		{Y: float64(-h / 2)},
		{X: float64(w / 2), Y: float64(-h / 4)},
		{X: float64(w / 2), Y: float64(h / 4)},
		{Y: float64(h / 2)},
		{X: float64(-w / 2), Y: float64(h / 4)},
		{X: float64(-w / 2), Y: float64(-h / 4)},
	}
	for i, p := range out {
		if l.set.vertical {
			p = level.Vec{X: -float64(p.Y * w / h), Y: float64(p.X * h / w)}
		}
		out[i] = l.to.Linear(at.Add(p))
	}
	return importers.Clockwise(out)
}

// dressTile applies the settings of a physics layer to a tile's collider.
func (im *sceneImport) dressTile(c *level.Collider, l *tileLayer, p physicsLayer, oneWay bool) {
	c.Body = l.body
	c.Friction, c.Restitution, c.Density = p.matter.friction, p.matter.bounce, p.matter.density
	if oneWay {
		c.Role, c.OneWay = level.OneWay, upOf(l.to, c.Angle)
	}
	im.filters.set(c, p.filter)
	for name, v := range p.rough {
		if c.Properties == nil {
			c.Properties = level.Properties{}
		}
		c.Properties[name] = v
	}
}

var errTooFar = errors.New("beyond the limits of a level")

// polygons imports the tile shapes that are not cells as separate colliders.
func (im *sceneImport) polygons(l *tileLayer, layer int, kind func(tileCell) int) error {
	lost := 0
	for i, c := range l.cells {
		if i%512 == 0 && im.ctx.Err() != nil {
			return im.ctx.Err()
		}
		u := im.use(l, c)
		if len(u.polygons) == 0 || kind(c) != 0 {
			continue
		}
		at := l.to.After(importers.MoveBy(l.set.center(int(c.x), int(c.y))))
		for i, poly := range u.polygons {
			if poly.layer != layer || u.areas != nil && u.areas[layer].Merged[i] {
				continue
			}
			placed, _ := laid(level.Shape{Kind: level.Polygon, Points: poly.points, Rounding: level.Inset}, at)
			if !isIn(placed) {
				lost++
				continue
			}
			e := im.tileEntity(l, u, poly, placed)
			e.Source.ID = fmt.Sprintf("%d,%d.%d.%d", c.x, c.y, layer, poly.number)
			if _, err := im.b.Entity(e); err != nil {
				return err
			}
		}
	}
	if lost > 0 {
		im.nodeIssue(importers.Loss, l.node, "left out %s: %v", quote.Count(lost, "tile shape"), errTooFar)
	}
	return nil
}

// tileEntity describes a collision shape of a tile.
func (im *sceneImport) tileEntity(l *tileLayer, u *tileUse, poly tilePolygon, p importers.Placed) importers.Entity {
	given := &level.Collider{Role: level.Solid, Angle: p.Angle}
	im.dressTile(given, l, l.set.physics[poly.layer], poly.oneWay)
	return importers.Entity{
		Name: l.shapeName(poly.layer), Kinds: []string{u.class, l.node.class}, Says: given.Role, Given: given,
		Fields: given.Properties, Shape: p.Shape, At: p.At, Angle: p.Angle,
		Source: level.Source{Level: im.name, Layer: l.name, Value: u.number},
	}
}

// shapeName returns the name of the colliders of a physics layer.
func (l *tileLayer) shapeName(physics int) string {
	if physics == 0 {
		return l.node.name
	}
	return fmt.Sprintf("%s %d", l.node.name, physics+1)
}
