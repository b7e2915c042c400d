package godot

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"fillet/editor/level"
	"fillet/editor/quote"
	"fillet/importers"
)

// Cell forms of a tile set, numbered as in the file.
const (
	squareTiles = iota
	isometricTiles
	halfOffsetTiles
	hexagonTiles
)

// tileSet is a Godot TileSet resource.
type tileSet struct {
	shape, layout int
	vertical      bool // every second column is offset, not every second row
	size          level.Vec
	physics       []physicsLayer
	sources       map[int]*tileSource
	custom        map[int]string // names of the custom data layers
}

// physicsLayer is a layer on which the tiles of a set have shapes.
type physicsLayer struct {
	filter filter
	matter matter
	rough  level.Properties
}

// tileSource is a source of tiles: an atlas, or a collection of scenes.
type tileSource struct {
	r      *resource
	key    string // unaffected by adding or removing other sources
	first  int    // the number of its first tile, as in level.Source
	tiles  map[tileKey]*tileData
	atlas  *atlas // layout of its image; nil until read
	scenes map[int]*property
}

// tileKey identifies a tile of an atlas: its column, row and alternative.
type tileKey struct{ x, y, alternative int }

// tileData holds an atlas's properties of a tile.
type tileData struct {
	class    string
	fields   level.Properties // its custom data
	polygons []tilePolygon
	moves    bool           // whether it moves bodies that touch it
	cells    level.Vec      // size in cells of the atlas; only set at alternative -1
	origin   level.Vec      // offset of its picture from its cell
	flip     importers.Flip // orientation of its picture
}

// tilePolygon is a collision shape of a tile, relative to the centre of its cell.
type tilePolygon struct {
	layer, number int
	points        []level.Vec
	oneWay        bool
}

// tilesOf is the range of tile numbers per source, columnsOf per row: ten bits each for row and column.
const tilesOf, columnsOf = 1 << 20, 1 << 10

// number returns a tile's number, counted across all sources.
func (s *tileSource) number(x, y int) int { return s.first + y%columnsOf*columnsOf + x%columnsOf }

// tileSet reads a node's tile set. If the tile set cannot be read, it reports a loss and returns nil.
func (im *sceneImport) tileSet(t object) *tileSet {
	r, err := t.resource("tile_set")
	if err == nil && r == nil {
		return nil
	}
	if err == nil && r.class != "TileSet" {
		err = fmt.Errorf("it is a %s", quote.Printable(r.class))
	}
	if err != nil {
		f, line := t.at("tile_set")
		im.issue(importers.Loss, f, line, t.path, "its tile set cannot be read: %v", err)
		return nil
	}
	if s := im.sets[r.key]; s != nil {
		return s
	}
	s := im.readTileSet(r, t.path)
	im.sets[r.key] = s
	return s
}

func (im *sceneImport) readTileSet(r *resource, path string) *tileSet {
	t := im.resourceObject(r, path)
	s := &tileSet{sources: map[int]*tileSource{}, custom: map[int]string{}}
	s.shape, s.layout = t.choice("tile_shape", 3), t.choice("tile_layout", 5)
	s.vertical = t.choice("tile_offset_axis", 1) == 1
	if s.size = t.vec("tile_size", level.Vec{X: 16, Y: 16}); !(s.size.X >= 1 && s.size.Y >= 1 &&
		s.size.X <= importers.MaxGridSide && s.size.Y <= importers.MaxGridSide) {
		im.issue(importers.Warning, r.f, r.s.line, path, "the tile size %g by %g is invalid; it became 16 by 16",
			s.size.X, s.size.Y)
		s.size = level.Vec{X: 16, Y: 16}
	}
	listed := map[int]*property{}
	for i := range r.s.properties {
		p := &r.s.properties[i]
		group, key, _ := strings.Cut(p.key, "/")
		if n, ok := cutNumber(group, "physics_layer_"); ok && n < layerBits {
			for len(s.physics) <= n {
				s.physics = append(s.physics, physicsLayer{})
			}
		}
		if n, ok := cutNumber(group, "custom_data_layer_"); ok && key == "name" {
			s.custom[n] = t.text(p.key)
		}
		if n, err := strconv.Atoi(key); group == "sources" && err == nil && n >= 0 && n <= math.MaxInt16 {
			listed[n] = p
		}
	}
	for n := range s.physics {
		s.physics[n] = im.physicsLayer(r, t, n)
	}
	for _, n := range slices.Sorted(maps.Keys(listed)) {
		p := listed[n]
		v, err := p.value()
		var of *resource
		if err == nil {
			of, err = im.resource(r.f, v)
		}
		if err != nil {
			im.issue(importers.Loss, r.f, p.line, path, "source %d of the tile set cannot be read: %v", n, err)
			continue
		}
		im.sourceCount++
		src := &tileSource{r: of, key: fmt.Sprintf("%s:%d", baseName(r.key), n), first: im.sourceCount * tilesOf}
		s.sources[n] = src
		im.numbered = append(im.numbered, level.Tileset{Name: src.key, First: src.first})
		im.readSource(s, src, path)
	}
	return s
}

// cutNumber returns the number after a prefix.
func cutNumber(s, prefix string) (int, bool) {
	rest, ok := strings.CutPrefix(s, prefix)
	n, err := strconv.Atoi(rest)
	return n, ok && err == nil && n >= 0
}

func (im *sceneImport) physicsLayer(r *resource, t object, n int) physicsLayer {
	key := func(name string) string { return fmt.Sprintf("physics_layer_%d/%s", n, name) }
	out := physicsLayer{filter: filter{
		layer: cmp.Or(t.bits(key("collision_layer"), 1), noLayer), mask: t.bits(key("collision_mask"), 1), still: true,
	}, matter: matter{friction: 1, density: level.DefaultDensity}, rough: level.Properties{}}
	of, err := t.resource(key("physics_material"))
	if err != nil {
		im.issue(importers.Loss, r.f, r.s.line, t.path, "the physics material of layer %d cannot be read: %v", n, err)
	} else if of != nil {
		im.rub(of, t.path, &out.matter, out.rough)
	}
	return out
}

var errAtlas = errors.New("neither an atlas nor a collection of scenes")

func (im *sceneImport) readSource(set *tileSet, s *tileSource, path string) {
	r := s.r
	switch r.class {
	case "TileSetScenesCollectionSource":
		s.scenes = map[int]*property{}
		for i := range r.s.properties {
			p := &r.s.properties[i]
			rest, ok := strings.CutPrefix(p.key, "scenes/")
			if id, key, isScene := strings.Cut(rest, "/"); ok && isScene && key == "scene" {
				if n, err := strconv.Atoi(id); err == nil {
					s.scenes[n] = p
				}
			}
		}
		return
	case "TileSetAtlasSource":
	default:
		im.issue(importers.Loss, r.f, r.s.line, path, "a source of the tile set is %v: %s", errAtlas, r.class)
		return
	}
	s.tiles = map[tileKey]*tileData{}
	t := im.resourceObject(r, path)
	for i := range r.s.properties {
		p := &r.s.properties[i]
		k, rest, ok := tileKeyOf(p.key)
		if !ok {
			continue
		}
		d := s.tiles[k]
		if d == nil {
			d = &tileData{}
			s.tiles[k] = d
		}
		if n, ok := cutNumber(rest, "custom_data_"); ok && set.custom[n] != "" {
			im.customData(d, set.custom[n], p, r, path)
		}
		im.readLook(d, rest, p, t)
		physics, isPhysics := strings.CutPrefix(rest, "physics_layer_")
		if !isPhysics {
			continue
		}
		number, key, _ := strings.Cut(physics, "/")
		layer, err := strconv.Atoi(number)
		if err != nil || layer < 0 || layer >= len(set.physics) {
			continue
		}
		if key == "linear_velocity" && t.vec(p.key, level.Vec{}) != (level.Vec{}) || key == "angular_velocity" &&
			t.number(p.key, 0) != 0 {
			d.moves = true
		}
		poly, key, _ := strings.Cut(key, "/")
		if n, ok := cutNumber(poly, "polygon_"); ok {
			im.readPolygon(d.polygon(layer, n), key, p, t)
		}
	}
	for _, d := range s.tiles {
		d.polygons = slices.DeleteFunc(d.polygons, func(p tilePolygon) bool { return len(p.points) == 0 })
	}
}

// customData adds a custom data value to a tile. A string in a layer named class, type or name is the tile's class.
func (im *sceneImport) customData(d *tileData, name string, p *property, r *resource, path string) {
	if d.fields == nil {
		d.fields = level.Properties{}
	}
	im.field(d.fields, name, p, r.f, func() string { return path })
	if text, ok := d.fields[name].(string); ok {
		switch strings.ToLower(name) {
		case "class", "type", "name":
			d.class = text
		}
	}
}

// polygon returns a tile's collision shape by its numbers, creating it on first use.
func (d *tileData) polygon(layer, number int) *tilePolygon {
	for i := range d.polygons {
		if d.polygons[i].layer == layer && d.polygons[i].number == number {
			return &d.polygons[i]
		}
	}
	d.polygons = append(d.polygons, tilePolygon{layer: layer, number: number})
	return &d.polygons[len(d.polygons)-1]
}

func (im *sceneImport) readPolygon(to *tilePolygon, key string, p *property, t object) {
	switch key {
	case "points":
		points := t.points(p.key)
		got := polygon(points)
		if len(got.shapes) == 0 {
			im.issue(got.severity(), t.w.main, 0, t.path, "%s: %s; it was left out", p.key, got.loss+got.nothing)
			return
		}
		to.points = got.shapes[0].Points
	case "one_way":
		to.oneWay = t.bool(p.key, false)
	case "one_way_margin":
		if t.number(p.key, 1) != 1 {
			im.margins++
		}
	}
}

func (im *sceneImport) readLook(d *tileData, key string, p *property, t object) {
	switch key {
	case "texture_origin":
		d.origin = t.vec(p.key, level.Vec{})
	case "flip_h", "flip_v", "transpose":
		if t.bool(p.key, false) {
			d.flip |= map[string]importers.Flip{
				"flip_h": importers.FlipX, "flip_v": importers.FlipY, "transpose": importers.FlipDiagonal,
			}[key]
		}
	case "size_in_atlas":
		if v := t.vec(p.key, level.Vec{}); v.X >= 1 && v.Y >= 1 {
			d.cells = v
		}
	}
}

// tileKeyOf parses the beginning of a property name such as 3:1/0/physics_layer_0/polygon_0/points.
func tileKeyOf(key string) (k tileKey, rest string, ok bool) {
	at, behind, ok := strings.Cut(key, "/")
	x, y, isPair := strings.Cut(at, ":")
	if !ok || !isPair {
		return k, "", false
	}
	if behind == "size_in_atlas" { // a property of all alternatives
		behind = "-1/size_in_atlas"
	}
	alternative, rest, _ := strings.Cut(behind, "/")
	var errs [3]error
	k.x, errs[0] = strconv.Atoi(x)
	k.y, errs[1] = strconv.Atoi(y)
	k.alternative, errs[2] = strconv.Atoi(alternative)
	return k, rest, errs == [3]error{} && k.x >= 0 && k.y >= 0
}

func (s *tileSet) center(x, y int) level.Vec {
	u, v := float64(x), float64(y)
	if s.shape != squareTiles {
		if s.vertical {
			u, v = v, u
		}
		odd := float64(int(v) & 1)
		// If columns are offset, the layouts are mirrored.
		layout := s.layout
		if s.vertical {
			layout = [...]int{0, 1, 3, 2, 5, 4}[layout]
		}
		switch layout {
		case 0: // stacked
			u += float64(odd / 2)
		case 1: // stacked, the other rows offset
			u += float64((1 - odd) / 2)
		case 2: // stairs right
			u += float64(v / 2)
		case 3: // stairs down
			u, v = float64(u/2), float64(2*v)+u
		case 4: // diamond right
			u, v = float64((u+v)/2), v-u
		case 5: // diamond down
			u, v = float64((u-v)/2), u+v
		}
		switch s.shape {
		case isometricTiles:
			v = float64(v / 2)
		case hexagonTiles:
			v = float64(v * 0.75)
		}
		if s.vertical {
			u, v = v, u
		}
	}
	return level.Vec{X: float64((u + 0.5) * s.size.X), Y: float64((v + 0.5) * s.size.Y)}
}
