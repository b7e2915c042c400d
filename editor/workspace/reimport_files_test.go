package workspace_test

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"fillet/editor"
	"fillet/editor/level"
	"fillet/editor/workspace"
	"fillet/importers"
	"fillet/importers/godot"
	"fillet/importers/ldtk"
	"fillet/importers/ogmo"
	"fillet/importers/tiled"

	"pgregory.net/rapid"
)

// A model of a foreign file. A level, a layer, an entity or a cell keeps its number, whatever the file's editor does to
// it. The model therefore knows which objects are the same in two versions of the file, which the file itself does not
// record.
type (
	foreignWorld struct {
		format string
		next   int // the next number
		levels []*foreignLevel
		grown  int // tiles that Tiled's first tileset has gained
	}
	foreignLevel struct {
		number     int
		id, name   string // id: LDtk's iid, or the file's name for OGMO
		x, y, w, h int    // x and y in pixels, w and h in cells
		layers     []*foreignLayer

		renamed bool // in this round, in a format that does not recognize it afterwards
		shift   [2]int
		grownBy int // in cells, in this round
	}
	foreignLayer struct {
		number   int
		name     string
		entities bool
		offset   [2]int
		cells    map[[2]int]foreignCell
		erased   map[[2]int]foreignCell // in this round; a cell painted again with the same value counts as unchanged
		list     []*foreignEntity
		gone     []foreignEntity // in this round; where ids are names, an equal entity in its place is the same
	}
	foreignCell   struct{ number, value int }
	foreignEntity struct {
		number, id int
		name       string
		x, y       int
		w          int
	}
)

const cellSize = 16

// isMap reports whether the format's files are one level.
func (w *foreignWorld) isMap() bool { return w.format == "tiled" || w.format == "godot" }

func (w *foreignWorld) number() int { w.next++; return w.next }

// clone copies the world and keeps its numbers.
func (w *foreignWorld) clone() *foreignWorld {
	out := *w
	out.levels = nil
	for _, l := range w.levels {
		out.levels = append(out.levels, l.clone())
	}
	return &out
}

func (l *foreignLevel) clone() *foreignLevel {
	c := *l
	c.layers = nil
	for _, y := range l.layers {
		k := *y
		k.cells = maps.Clone(y.cells)
		k.list = nil
		for _, e := range y.list {
			f := *e
			k.list = append(k.list, &f)
		}
		k.erased, k.gone = maps.Clone(y.erased), slices.Clone(y.gone)
		c.layers = append(c.layers, &k)
	}
	return &c
}

func drawWorld(t *rapid.T, format string) *foreignWorld {
	w := &foreignWorld{format: format}
	n := rapid.IntRange(1, 3).Draw(t, "levels")
	if w.isMap() {
		n = 1
	}
	for i := range n {
		l := w.level(t, fmt.Sprintf("room%c", 'A'+i))
		l.x = 400 * i
		w.levels = append(w.levels, l)
	}
	if n > 1 && rapid.Bool().Draw(t, "equal") { // the same content everywhere, as in level templates
		for i := 1; i < n; i++ {
			w.levels[i] = w.copyOf(w.levels[0], w.levels[i].name, 400*i)
		}
	}
	return w
}

func (w *foreignWorld) level(t *rapid.T, name string) *foreignLevel {
	l := &foreignLevel{
		number: w.number(), name: name, w: rapid.IntRange(3, 7).Draw(t, "w"),
		h: rapid.IntRange(2, 4).Draw(t, "h"),
	}
	l.id = fmt.Sprintf("iid-%d", l.number)
	for i := range rapid.IntRange(1, 2).Draw(t, "cell layers") {
		y := &foreignLayer{number: w.number(), name: fmt.Sprintf("walls%d", i), cells: map[[2]int]foreignCell{}}
		for range rapid.IntRange(1, 8).Draw(t, "cells") {
			w.paint(t, l, y)
		}
		l.layers = append(l.layers, y)
	}
	y := &foreignLayer{number: w.number(), name: "things", entities: true}
	for range rapid.IntRange(0, 4).Draw(t, "entities") {
		w.place(t, l, y)
	}
	l.layers = append(l.layers, y)
	return l
}

func (w *foreignWorld) paint(t *rapid.T, l *foreignLevel, y *foreignLayer) {
	at := [2]int{rapid.IntRange(0, l.w-1).Draw(t, "x"), rapid.IntRange(0, l.h-1).Draw(t, "y")}
	c := foreignCell{w.number(), rapid.IntRange(1, 2).Draw(t, "value")}
	if y.cells[at].value == c.value {
		return
	}
	if y.erase(at); y.erased[at].value == c.value {
		c = y.erased[at]
	}
	y.cells[at] = c
}

// erase removes a cell. In a round of changes it also records the cell that the file had.
func (y *foreignLayer) erase(at [2]int) {
	if _, known := y.erased[at]; !known && y.erased != nil {
		y.erased[at] = y.cells[at]
	}
	delete(y.cells, at)
}

// place adds an entity at a free position. Its id is new, except now and then.
func (w *foreignWorld) place(t *rapid.T, l *foreignLevel, y *foreignLayer) {
	e := &foreignEntity{number: w.number(), name: rapid.SampledFrom([]string{"Coin", "Door"}).Draw(t, "name"), w: 8}
	e.x, e.y = rapid.IntRange(0, 4*l.w-1).Draw(t, "ex")*4, rapid.IntRange(0, 4*l.h-1).Draw(t, "ey")*4
	if slices.ContainsFunc(y.list, func(o *foreignEntity) bool { return o.x == e.x && o.y == e.y }) {
		return
	}
	if i := slices.IndexFunc(y.gone, func(o foreignEntity) bool {
		return o.name == e.name && o.x == e.x && o.y == e.y && o.w == e.w
	}); w.format == "godot" && i >= 0 {
		e.number = y.gone[i].number
		y.gone = slices.Delete(y.gone, i, i+1)
	}
	e.id = e.number
	if w.format == "ogmo" || w.format == "world" { // these number the entities of each level separately
		e.id = 1
		for _, o := range y.list {
			e.id = max(e.id, o.id+1)
		}
	}
	if w.format != "godot" && len(y.list) > 0 && rapid.IntRange(0, 5).Draw(t, "twice") == 0 {
		e.id = y.list[0].id
	}
	y.list = append(y.list, e)
}

// String formats the world for the message of a failing test.
func (w *foreignWorld) String() string {
	var b strings.Builder
	for _, l := range w.levels {
		fmt.Fprintf(&b, "level %d %s at %d %d, %dx%d", l.number, l.name, l.x, l.y, l.w, l.h)
		for _, y := range l.layers {
			fmt.Fprintf(&b, "\n  %d %s %v: ", y.number, y.name, y.offset)
			for _, e := range y.list {
				fmt.Fprintf(&b, " %+v", *e)
			}
			for _, at := range slices.SortedFunc(maps.Keys(y.cells), comparePlaces) {
				fmt.Fprintf(&b, " %v %d=%d", at, y.cells[at].number, y.cells[at].value)
			}
		}
		fmt.Fprintln(&b)
	}
	return b.String()
}

// copyOf copies a level with new numbers for everything in it.
func (w *foreignWorld) copyOf(l *foreignLevel, name string, x int) *foreignLevel {
	c := l.clone()
	c.number, c.name, c.x = w.number(), name, x
	c.id = fmt.Sprintf("iid-%d", c.number)
	for _, y := range c.layers {
		y.number, y.erased, y.gone = w.number(), nil, nil
		for at, cell := range y.cells {
			y.cells[at] = foreignCell{w.number(), cell.value}
		}
		for _, e := range y.list {
			e.number = w.number()
			if w.format == "ldtk" || w.format == "tiled" {
				e.id += 1000 * c.number
			}
		}
	}
	return c
}

// source returns the world's file and its importer.

func (w *foreignWorld) source(t tester) (importers.Importer, *importers.Source) {
	switch w.format {
	case "ldtk":
		return ldtk.New(), importers.NewSource("/levels/world.ldtk", encode(t, w.ldtk()), fstest.MapFS{})
	case "ogmo":
		dir := fstest.MapFS{}
		for _, l := range w.levels {
			dir["levels/"+l.name+".json"] = &fstest.MapFile{Data: encode(t, w.ogmoLevel(l))}
		}
		return ogmo.New(), importers.NewSource("/levels/world.ogmo", encode(t, ogmoProject()), dir)
	case "godot":
		return godot.New(), importers.NewSource("/levels/world.tscn", []byte(w.tscn()), fstest.MapFS{})
	case "world":
		dir := fstest.MapFS{}
		var list []object
		for _, l := range w.levels {
			dir[l.name+".tmx"] = &fstest.MapFile{Data: []byte(w.tmx(l))}
			list = append(list, object{"fileName": l.name + ".tmx", "x": l.x, "y": l.y})
		}
		return tiled.New(), importers.NewSource("/levels/islands.world",
			encode(t, object{"type": "world", "maps": list}), dir)
	}
	return tiled.New(), importers.NewSource("/levels/world.tmx", []byte(w.tmx(w.levels[0])), fstest.MapFS{})
}

type object = map[string]any

func encode(t tester, v any) []byte {
	t.Helper()
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func (w *foreignWorld) ldtk() object {
	var levels []object
	for _, l := range w.levels {
		var layers []object
		for _, y := range slices.Backward(l.layers) {
			o := object{
				"__identifier": y.name, "__gridSize": cellSize, "__cWid": l.w, "__cHei": l.h, "layerDefUid": defOf(y),
				"__pxTotalOffsetX": y.offset[0], "__pxTotalOffsetY": y.offset[1],
			}
			if y.entities {
				var list []object
				for _, e := range y.list {
					list = append(list, object{
						"__identifier": e.name, "iid": fmt.Sprintf("entity-%d", e.id), "px": []int{e.x, e.y},
						"width": e.w, "height": e.w,
						"__pivot": []int{0, 0}, "__tags": []string{}, "fieldInstances": []string{},
					})
				}
				o["__type"], o["entityInstances"], o["intGridCsv"] = "Entities", list, []int{}
			} else {
				csv := make([]int, l.w*l.h)
				for at, c := range y.cells {
					csv[at[1]*l.w+at[0]] = c.value
				}
				o["__type"], o["intGridCsv"] = "IntGrid", csv
			}
			layers = append(layers, o)
		}
		levels = append(levels, object{
			"identifier": l.name, "iid": l.id, "worldX": l.x, "worldY": l.y, "pxWid": l.w * cellSize,
			"pxHei": l.h * cellSize, "layerInstances": layers,
		})
	}
	return object{
		"__header__": object{"app": "LDtk"}, "jsonVersion": "1.5.3", "worldLayout": "Free",
		"defaultGridSize": cellSize, "defs": object{"layers": []object{}}, "levels": levels,
	}
}

// defOf returns the index of a layer's definition. Each layer of a level has its own.
func defOf(y *foreignLayer) int {
	return map[bool]int{true: 90, false: 10}[y.entities] + int(y.name[len(y.name)-1])%10
}

func ogmoProject() object {
	defs := []object{{"definition": "entity", "name": "things", "exportID": "e9", "gridSize": object{"x": 16, "y": 16}}}
	for i := range 2 {
		defs = append(defs, object{
			"definition": "grid", "name": fmt.Sprint("walls", i), "exportID": fmt.Sprint("e", i),
			"gridSize": object{"x": 16, "y": 16},
			"legend":   object{"0": "#000000", "1": "#ffffff", "2": "#ff0000"},
		})
	}
	return object{
		"name": "p", "ogmoVersion": "3.3.0", "levelPaths": []string{"levels"}, "directoryDepth": 5,
		"layers": defs, "entities": []object{},
	}
}

func (w *foreignWorld) ogmoLevel(l *foreignLevel) object {
	var layers []object
	for _, y := range slices.Backward(l.layers) {
		o := object{
			"name": y.name, "_eid": map[bool]string{true: "e9", false: "e" + y.name[len(y.name)-1:]}[y.entities],
			"offsetX": y.offset[0], "offsetY": y.offset[1],
			"gridCellWidth": cellSize, "gridCellHeight": cellSize, "gridCellsX": l.w, "gridCellsY": l.h,
		}
		if y.entities {
			o["offsetX"], o["offsetY"] = 0, 0
			list := []object{}
			for _, e := range y.list {
				list = append(list, object{
					"name": e.name, "id": e.id, "_eid": "x", "x": e.x, "y": e.y, "width": e.w,
					"height": e.w, "originX": 0, "originY": 0,
				})
			}
			o["entities"] = list
		} else {
			var rows [][]string
			for row := range l.h {
				var cells []string
				for x := range l.w {
					cells = append(cells, fmt.Sprint(y.cells[[2]int{x, row}].value))
				}
				rows = append(rows, cells)
			}
			o["grid2D"], o["arrayMode"] = rows, 1
		}
		layers = append(layers, o)
	}
	return object{
		"ogmoVersion": "3.3.0", "width": l.w * cellSize, "height": l.h * cellSize, "offsetX": 0, "offsetY": 0,
		"layers": layers,
	}
}

// tmx writes a map with two tilesets. Tile 0 of the first has no collider; tile 0 of the second fills its cell, and
// tile 1 is a slope.
func (w *foreignWorld) tmx(l *foreignLevel) string {
	var b strings.Builder
	first := 4 + w.grown
	fmt.Fprintf(&b, `<map orientation="orthogonal" width="%d" height="%d" tilewidth="16" tileheight="16">`, l.w, l.h)
	fmt.Fprintf(&b, `<tileset firstgid="1" name="plain" tilewidth="16" tileheight="16" tilecount="%d"/>`, first-1)
	fmt.Fprintf(&b, `<tileset firstgid="%d" name="solid" tilewidth="16" tileheight="16" tilecount="2">`, first)
	fmt.Fprint(&b, `<tile id="0"><objectgroup><object id="1" x="0" y="0" width="16" height="16"/></objectgroup></tile>`)
	fmt.Fprint(&b, `<tile id="1"><objectgroup><object id="1" x="0" y="0"><polygon points="0,0 16,16 0,16"/></object></objectgroup></tile></tileset>`)
	for _, y := range l.layers {
		if y.entities {
			fmt.Fprintf(&b, `<objectgroup id="%d" name="%s" offsetx="%d" offsety="%d">`, y.number, y.name, y.offset[0],
				y.offset[1])
			for _, e := range y.list {
				fmt.Fprintf(&b, `<object id="%d" name="%s" x="%d" y="%d" width="%d" height="%d"/>`, e.id, e.name, e.x,
					e.y, e.w, e.w)
			}
			fmt.Fprint(&b, `</objectgroup>`)
			continue
		}
		var gids []string
		for i := range l.w * l.h {
			v := y.cells[[2]int{i % l.w, i / l.w}].value
			gids = append(gids, map[int]string{0: "0", 1: fmt.Sprint(first), 2: fmt.Sprint(first + 1)}[v])
		}
		fmt.Fprintf(&b, `<layer id="%d" name="%s" width="%d" height="%d" offsetx="%d" offsety="%d"><data encoding="csv">%s</data></layer>`,
			y.number, y.name, l.w, l.h, y.offset[0], y.offset[1], strings.Join(gids, ","))
	}
	return b.String() + "</map>"
}

// tscn writes a scene of tile layers and areas. A scene does not record where a level begins.
func (w *foreignWorld) tscn() string {
	var b strings.Builder
	fmt.Fprint(&b, `[gd_scene format=3]
[sub_resource type="RectangleShape2D" id="box"]
size = Vector2(8, 8)
[sub_resource type="TileSetAtlasSource" id="atlas"]
0:0/0 = 0
0:0/0/physics_layer_0/polygon_0/points = PackedVector2Array(-8, -8, 8, -8, 8, 8, -8, 8)
1:0/0 = 0
1:0/0/physics_layer_0/polygon_0/points = PackedVector2Array(-8, -8, 8, 8, -8, 8)
[sub_resource type="TileSet" id="tiles"]
physics_layer_0/collision_layer = 1
sources/0 = SubResource("atlas")
[node name="Root" type="Node2D"]
`)
	for _, y := range w.levels[0].layers {
		if y.entities {
			fmt.Fprintf(&b, "[node name=%q type=\"Node2D\" parent=\".\"]\nposition = Vector2(%d, %d)\n", y.name,
				y.offset[0], y.offset[1])
			for _, e := range y.list {
				fmt.Fprintf(&b, "[node name=\"%s %d\" type=\"Area2D\" parent=%q]\nposition = Vector2(%d, %d)\n", e.name,
					e.id, y.name, e.x+e.w/2, e.y+e.w/2)
				fmt.Fprintf(&b, "[node name=\"Shape\" type=\"CollisionShape2D\" parent=\"%s/%s %d\"]\nshape = "+
					"SubResource(\"box\")\n", y.name, e.name, e.id)
			}
			continue
		}
		fmt.Fprintf(&b, "[node name=%q type=\"TileMapLayer\" parent=\".\"]\nposition = Vector2(%d, %d)\ntile_set = "+
			"SubResource(\"tiles\")\ntile_map_data = PackedByteArray(0, 0", y.name, y.offset[0], y.offset[1])
		for _, at := range slices.SortedFunc(maps.Keys(y.cells), comparePlaces) {
			fmt.Fprintf(&b, ", %d, 0, %d, 0, 0, 0, %d, 0, 0, 0, 0, 0", at[0], at[1], y.cells[at].value-1)
		}
		fmt.Fprint(&b, ")\n")
	}
	return b.String()
}

// importOf imports the world's file.
func (w *foreignWorld) importOf(t tester) (*level.Document, map[string]level.Vec) {
	t.Helper()
	im, src := w.source(t)
	res, err := im.Import(context.Background(), src, importers.Options{})
	if err != nil {
		t.Fatal(err)
	}
	_, again := w.source(t)
	infos, err := im.Levels(context.Background(), again)
	if err != nil {
		t.Fatal(err)
	}
	at := map[string]level.Vec{}
	for _, i := range infos {
		if at[i.Name] = (level.Vec{X: i.X, Y: i.Y}); w.format == "godot" {
			at[i.Name] = level.Vec{} // its bounds are the bounds of its contents
		}
	}
	return res.Document, at
}

// truth is the origin of an imported collider: the numbers of its cells, or the number of its entity.
type truth struct {
	level, layer int
	numbers      []int
	entity       *foreignEntity
	first        [2]int // position of the cell with the first number, or of the entity
}

func (a truth) same(b truth) bool { return slices.Equal(a.numbers, b.numbers) }

func (a truth) shares(b truth) bool {
	return slices.ContainsFunc(a.numbers, func(n int) bool { return slices.Contains(b.numbers, n) })
}

// truthOf determines the origin of a collider from its geometry alone.
func (w *foreignWorld) truthOf(t tester, c *level.Collider, at map[string]level.Vec) truth {
	t.Helper()
	baked, err := c.Shape.Bake()
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range w.levels {
		name := l.name
		if w.isMap() {
			name = "world"
		}
		if name != c.Source.Level {
			continue
		}
		for _, y := range l.layers {
			if y.name != c.Source.Layer {
				continue
			}
			out := truth{level: l.number, layer: y.number}
			corner := at[name].Add(level.Vec{X: float64(y.offset[0]), Y: float64(y.offset[1])})
			if y.entities && w.format == "ogmo" {
				corner = at[name]
			}
			for _, e := range y.list {
				if c.Position == corner.Add(level.Vec{
					X: float64(e.x) + float64(e.w)/2,
					Y: float64(e.y) + float64(e.w)/2,
				}) {
					out.numbers, out.entity, out.first = []int{e.number}, e, [2]int{e.x, e.y}
					return out
				}
			}
			least := 0
			for p, cell := range y.cells {
				inside := corner.Add(level.Vec{X: float64(p[0]*cellSize) + 4, Y: float64(p[1]*cellSize) + 12})
				for _, s := range baked.Pieces {
					if s.Contains(c.Transform(), inside) {
						out.numbers = append(out.numbers, cell.number)
						if least == 0 || cell.number < least {
							least, out.first = cell.number, [2]int{p[0] * cellSize, p[1] * cellSize}
						}
						break
					}
				}
			}
			slices.Sort(out.numbers)
			if len(out.numbers) == 0 {
				t.Fatalf("%v of %+v has no origin in the file", c.Shape, *c.Source)
			}
			return out
		}
	}
	t.Fatalf("%+v names no layer of the file", *c.Source)
	return truth{}
}

// drawSourceChanges draws changes made in the file's own editor.
func drawSourceChanges(t *rapid.T, w *foreignWorld, named bool) {
	for _, l := range w.levels {
		l.renamed, l.shift, l.grownBy = false, [2]int{}, 0
		for _, y := range l.layers {
			y.erased, y.gone = map[[2]int]foreignCell{}, nil
		}
	}
	for range rapid.IntRange(1, 5).Draw(t, "changes") {
		l := rapid.SampledFrom(w.levels).Draw(t, "level")
		y := rapid.SampledFrom(l.layers).Draw(t, "layer")
		switch op := rapid.IntRange(0, 13).Draw(t, "op"); op {
		case 0, 1: // adds a cell or an entity
			if y.entities {
				w.place(t, l, y)
			} else {
				w.paint(t, l, y)
			}
		case 2: // removes one
			if y.entities && len(y.list) > 0 {
				i := rapid.IntRange(0, len(y.list)-1).Draw(t, "less")
				y.gone = append(y.gone, *y.list[i])
				y.list = slices.Delete(y.list, i, i+1)
			} else if len(y.cells) > 0 {
				y.erase(rapid.SampledFrom(slices.SortedFunc(maps.Keys(y.cells), comparePlaces)).Draw(t, "less"))
			}
		case 3: // moves an entity
			if len(y.list) > 0 {
				e := rapid.SampledFrom(y.list).Draw(t, "moved")
				x := e.x + 4*rapid.IntRange(-2, 2).Draw(t, "by")
				if !slices.ContainsFunc(y.list, func(o *foreignEntity) bool { return o.x == x && o.y == e.y }) {
					e.x = x
				}
			}
		case 4: // moves the level in its world
			l.x += cellSize * rapid.IntRange(-40, 40).Draw(t, "dx")
			l.y += cellSize * rapid.IntRange(-9, 9).Draw(t, "dy")
		case 5: // swaps two levels
			o := rapid.SampledFrom(w.levels).Draw(t, "other")
			l.x, l.y, o.x, o.y = o.x, o.y, l.x, l.y
		case 6: // adds columns at either side
			n := rapid.IntRange(1, 2).Draw(t, "columns")
			if rapid.Bool().Draw(t, "right") || w.format == "godot" {
				l.w += n
				l.grownBy += n
				break
			}
			l.widen(n)
		case 7: // changes the layer's offset
			y.offset[0] += rapid.IntRange(-9, 9).Draw(t, "ox")
			y.offset[1] += rapid.IntRange(-9, 9).Draw(t, "oy")
		case 8: // extends a tileset
			w.grown += rapid.IntRange(0, 3).Draw(t, "grown")
		case 9: // reorders the levels and the layers
			w.levels = rapid.Permutation(w.levels).Draw(t, "levels")
			l.layers = rapid.Permutation(l.layers).Draw(t, "layers")
		case 10: // adds a copy of a level
			if !w.isMap() && len(w.levels) < 5 {
				c := w.copyOf(l, fmt.Sprintf("aa%d", w.next), rapid.IntRange(-99, 99).Draw(t, "x")*cellSize)
				w.levels = slices.Insert(w.levels, rapid.IntRange(0, len(w.levels)).Draw(t, "at"), c)
			}
		case 11:
			if i := slices.Index(w.levels, l); len(w.levels) > 1 {
				w.levels = slices.Delete(w.levels, i, i+1)
			}
		case 12:
			if named {
				l.name = fmt.Sprintf("r%d", w.number())
				l.renamed = w.format == "ogmo" || w.format == "world"
			}
		case 13: // renames or removes a layer
			switch {
			case (w.format == "tiled" || w.format == "world") && named && rapid.Bool().Draw(t, "name"):
				y.name = fmt.Sprintf("y%d", w.number())
			case len(l.layers) > 1:
				l.layers = slices.Delete(l.layers, slices.Index(l.layers, y), slices.Index(l.layers, y)+1)
			}
		}
	}
}

func comparePlaces(a, b [2]int) int { return slices.Compare(a[:], b[:]) }

// widen adds columns at the left of a level. LDtk moves the level's corner, so that the contents keep their place in
// the world.
func (l *foreignLevel) widen(n int) {
	l.w += n
	l.grownBy += n
	l.x -= n * cellSize
	l.shift[0] += n * cellSize
	for _, y := range l.layers {
		for _, cells := range []*map[[2]int]foreignCell{&y.cells, &y.erased} {
			moved := map[[2]int]foreignCell{}
			for at, c := range *cells {
				moved[[2]int{at[0] + n, at[1]}] = c
			}
			*cells = moved
		}
		for _, e := range y.list {
			e.x += n * cellSize
		}
	}
}

// edit is a designer's change to one shape: its tag and friction, and for some its place or radius.
type edit struct {
	tag     string
	nudge   float64
	truth   truth
	deleted bool
	adrift  bool // the file lacked it in an earlier round
	open    bool // it was in an undecided conflict

	// If adrift: where in their level the cells were that the edit was on, and where they would be now.
	places [][2]int
	lost   bool // if adrift: the file renamed their level, so that it cannot be identified
}

func drawEdits(t *rapid.T, s *editor.Session, w *foreignWorld, at map[string]level.Vec) []*edit {
	var edits []*edit
	var d level.Diff
	for c := range s.Document().Colliders() {
		kind := rapid.IntRange(0, 5).Draw(t, "designer")
		if kind < 2 {
			continue
		}
		e := &edit{tag: fmt.Sprint("edit of ", c.ID), truth: w.truthOf(t, c, at), deleted: kind == 5}
		edits = append(edits, e)
		if e.deleted {
			d.Colliders = append(d.Colliders, level.Removed(c))
			continue
		}
		after := *c
		after.Tags, after.Friction = append([]string{e.tag}, c.Tags...), 0.125
		switch kind {
		case 3:
			e.nudge = 3.25 // nothing in the file ever moves by this distance
			after.Position.X += e.nudge
		case 4:
			if after.Shape.HasCorners() {
				after.Shape.Radius = 2
			}
		}
		d.Colliders = append(d.Colliders, level.Changed(c, &after))
	}
	own := level.NewCollider(s.Document().NewID(), s.Document().Layers()[0].ID, "own",
		level.Shape{Kind: level.Circle, Radius: 5}, level.Vec{X: 5})
	d.Colliders = append(d.Colliders, level.Added(own))
	if err := s.History().Do("design", d); err != nil {
		t.Fatal(err)
	}
	return edits
}

// asBefore turns the import into one by an older Fillet, which stored neither places nor tilesets.
func asBefore(t tester, s *editor.Session) {
	t.Helper()
	before := s.Document().Settings()
	m := *before.Imports[0]
	m.Places, m.Tilesets, m.Fresh = nil, nil, nil
	after := *before
	after.Imports = []*level.Import{&m}
	if err := s.History().Do("old", level.Diff{Settings: level.Changed(before, &after)}); err != nil {
		t.Fatal(err)
	}
}

// Whatever happens to the file, an edit stays on the shape on which it was made, or is in a listed conflict. Nothing
// appears twice, and nothing is lost.
func TestEditsStayOnTheirShapes(t *testing.T) {
	t.Parallel()
	for _, format := range []string{"ldtk", "ogmo", "tiled", "world", "godot"} {
		for _, old := range []bool{false, true} {
			if old && format == "godot" {
				continue // no older Fillet imported scenes
			}
			t.Run(fmt.Sprintf("%s old %v", format, old), func(t *testing.T) {
				rapid.Check(t, func(t *rapid.T) { checkEditsStay(t, format, old) })
			})
		}
	}
}

func checkEditsStay(t *rapid.T, format string, old bool) {
	w := drawWorld(t, format)
	doc, at := w.importOf(t)
	if doc.Len() == 0 {
		return
	}
	s := editor.NewSession(doc)
	edits := drawEdits(t, s, w, at)
	if old {
		asBefore(t, s)
	}
	for round := range rapid.IntRange(1, 3).Draw(t, "rounds") {
		if rapid.Bool().Draw(t, "closed") {
			s = reopened(t, s)
		}
		was := w.clone()
		drawSourceChanges(t, w, !old || round > 0)
		later, laterAt := w.importOf(t)
		r, err := workspace.PlanReimport(s.Document(), theImport(s), later)
		if err != nil {
			t.Fatal(err)
		}
		conflicts := map[level.ID]*workspace.Conflict{}
		for i := range r.Conflicts {
			if c := &r.Conflicts[i]; c.Ours != nil {
				conflicts[c.Ours.ID] = c
			}
		}
		gone := 0
		for _, c := range conflicts {
			if c.Theirs == nil {
				gone++
			}
		}
		if err := r.Apply(s); err != nil {
			t.Fatal(err)
		}
		t.Logf("round %d\n%v\n%v\n%s", round, was, w, r.Summary())
		check := roundCheck{t, w, was, laterAt, s, conflicts, old && round == 0, map[level.ID]truth{}}
		check.nothingTwice(later, gone)
		for _, e := range edits {
			check.edit(e)
		}
	}
}

// roundCheck holds the facts about one re-import that its checks need.
type roundCheck struct {
	t         tester
	w, was    *foreignWorld
	at        map[string]level.Vec
	s         *editor.Session
	conflicts map[level.ID]*workspace.Conflict
	old       bool
	stands    map[level.ID]truth // what each collider represents in the file now
}

// nothingTwice checks that the base has every object of the file once, and so does the level, except for objects
// deleted there.
func (r *roundCheck) nothingTwice(later *level.Document, gone int) {
	seen := map[string]level.ID{}
	for _, b := range theImport(r.s).Base {
		if c := r.conflicts[b.ID]; c != nil && c.Theirs == nil || b.Kept && r.s.Document().Collider(b.ID) == nil {
			continue
		}
		c := b.Collider
		if b.Offered != nil {
			c = b.Offered
		}
		tr := r.w.truthOf(r.t, c, r.at)
		key := fmt.Sprint(tr.numbers)
		if seen[key] != 0 {
			r.t.Fatalf("%v and %v both represent %v of the file", seen[key], b.ID, tr)
		}
		seen[key] = b.ID
		r.stands[b.ID] = tr
	}
	if len(seen) != later.Len() {
		r.t.Fatalf("the file has %d colliders, and the base %d", later.Len(), len(seen))
	}
	own := 0
	for c := range r.s.Document().Colliders() {
		if _, ok := r.stands[c.ID]; ok || r.conflicts[c.ID] != nil {
			continue
		}
		if own++; c.Name != "own" || own > 1 {
			r.t.Fatalf("%v, from %+v, represents nothing in the file", c.ID, c.Source)
		}
	}
	if own != 1 {
		r.t.Fatal("a shape that the designer drew is gone")
	}
}

func (r *roundCheck) edit(e *edit) {
	t := r.t
	t.Helper()
	var c *level.Collider
	for o := range r.s.Document().Colliders() {
		if slices.Contains(o.Tags, e.tag) {
			if c != nil {
				t.Fatalf("%s is on two shapes: %v and %v", e.tag, c.ID, o.ID)
			}
			c = o
		}
	}
	if e.deleted {
		for id, tr := range r.stands {
			if !tr.same(e.truth) || r.s.Document().Collider(id) == nil || e.adrift {
				continue
			}
			if e.adrift = r.isExcused(e, tr) || r.hasGrown(tr); !e.adrift {
				t.Fatalf("%v, which was deleted, is back as %v, %v", e.truth, id, r.conflicts[id])
			}
		}
		if !slices.ContainsFunc(slices.Collect(maps.Values(r.stands)), e.truth.same) {
			e.adrift = true
		}
		return
	}
	if c == nil {
		t.Fatalf("%s, of %v, is lost", e.tag, e.truth)
	}
	if c.Friction != 0.125 {
		t.Fatalf("%s lost its friction", e.tag)
	}
	conflict := r.conflicts[c.ID]
	now, ok := r.stands[c.ID]
	if ok {
		if conflict == nil || !r.hasGrown(now) {
			r.isRightPlace(e, now)
		}
	} else if conflict == nil {
		t.Fatalf("%s, of %v, has no object in the file and no conflict", e.tag, e.truth)
	}
	for id, tr := range r.stands {
		if !tr.same(e.truth) || e.adrift || r.isExcused(e, tr) {
			continue
		}
		if id != c.ID {
			if conflict != nil && r.hasGrown(tr) {
				continue
			}
			t.Fatalf("%s, of %v, is on %v, but its object is now %v", e.tag, e.truth, c.ID, id)
		}
		if conflict != nil && !e.open && !r.movedAlone(tr) && !r.hasGrown(tr) {
			t.Fatalf("%s, of %v, is a conflict (%v), but the file did not change it", e.tag, e.truth, conflict)
		}
	}
	if conflict == nil {
		b := theImport(r.s).Base[slices.IndexFunc(theImport(r.s).Base, func(b level.Imported) bool {
			return b.ID == c.ID
		})]
		if c.Position != b.Position.Add(level.Vec{X: e.nudge}) {
			t.Fatalf("%s, of %v, is at %v, and was made at %g from %v", e.tag, e.truth, c.Position, e.nudge, b.Position)
		}
	}
	e.open = conflict != nil
	if e.adrift = !ok; ok {
		e.truth = now
		e.places, e.lost = nil, false
	} else {
		r.noteDrift(e)
	}
}

// noteDrift records the former place of an edit whose object is missing from the file now.
func (r *roundCheck) noteDrift(e *edit) {
	cellsOf := func(w *foreignWorld) (out [][2]int) {
		for _, l := range w.levels {
			for _, y := range l.layers {
				for at, c := range y.cells {
					if slices.Contains(e.truth.numbers, c.number) {
						out = append(out, at)
					}
				}
			}
		}
		return out
	}
	if e.places == nil {
		e.places = cellsOf(r.was)
	}
	for _, l := range r.w.levels {
		if l.number != e.truth.level {
			continue
		}
		e.lost = e.lost || l.renamed
		if l.shift != ([2]int{}) {
			for _, at := range slices.Clone(e.places) {
				e.places = append(e.places, [2]int{at[0] + l.shift[0]/cellSize, at[1] + l.shift[1]/cellSize})
			}
		}
	}
}

// isBack reports whether a cell of now is where a cell under the edit was before the file lost it.
func (r *roundCheck) isBack(e *edit, now truth) bool {
	for _, l := range r.w.levels {
		for _, y := range l.layers {
			for at, c := range y.cells {
				if slices.Contains(now.numbers, c.number) && slices.Contains(e.places, at) {
					return true
				}
			}
		}
	}
	return false
}

// isRightPlace checks that an edit is still on the object it was made on, or on the object that replaced it.
func (r *roundCheck) isRightPlace(e *edit, now truth) {
	if now.level != e.truth.level && !e.lost && slices.ContainsFunc(r.w.levels, func(l *foreignLevel) bool {
		return l.number == e.truth.level && !l.renamed
	}) {
		r.t.Fatalf("%s moved from %v to %v in another level", e.tag, e.truth, now)
	}
	if r.old || slices.ContainsFunc(r.w.levels, func(l *foreignLevel) bool {
		return l.number == e.truth.level && l.renamed
	}) {
		return
	}
	switch {
	case e.truth.shares(now):
	case now.entity != nil && e.truth.entity != nil && now.entity.id == e.truth.entity.id &&
		!r.isThere(e.truth.entity.number):
		// Another entity got the same id in this round.
	case r.tookThePlace(e.truth, now):
		// Another entity is exactly where the edited one was: to the file they are the same.
	case e.truth.entity != nil || now.entity != nil:
		r.t.Fatalf("%s moved from %v to %v", e.tag, *e.truth.entity, now)
	case r.isReplaced(e.truth, now):
		// In a map, another tile replaces one of its cells, and is part of an outline as well.
	case e.adrift && (now.first == e.truth.first || r.isBack(e, now)):
		// The object was reported as gone before, and a similar one is back.
	case r.looksMoved(e.truth, now):
		// One move explains the places of the layer's outlines, and none is where it was: the file gives no other clue.
	default:
		if i := slices.IndexFunc(e.truth.numbers, r.isThere); i >= 0 {
			r.t.Fatalf("%s moved from %v to %v, although cell %d still exists", e.tag, e.truth, now, e.truth.numbers[i])
		}
	}
}

// tookThePlace reports whether two entities with the same id and name are in one place, before and after the file moved
// its level. In a Godot scene without unique ids a node's id is its name, so an entity with another name counts as
// renamed.
func (r *roundCheck) tookThePlace(was, now truth) bool {
	if was.entity == nil || now.entity == nil || was.layer != now.layer {
		return false
	}
	if r.w.format != "godot" && (was.entity.id != now.entity.id || was.entity.name != now.entity.name) {
		return false
	}
	i := slices.IndexFunc(r.w.levels, func(l *foreignLevel) bool { return l.number == now.level })
	shift := r.w.levels[i].shift
	return now.first == [2]int{was.first[0] + shift[0], was.first[1] + shift[1]}
}

// isReplaced reports whether a cell of now is where a cell of was had been before the file moved its level.
func (r *roundCheck) isReplaced(was, now truth) bool {
	if !r.w.isMap() && r.w.format != "world" {
		return false
	}
	i := slices.IndexFunc(r.w.levels, func(l *foreignLevel) bool { return l.number == now.level })
	shift, places := r.w.levels[i].shift, map[[2]int]bool{}
	for _, l := range r.was.levels {
		for _, y := range l.layers {
			for at, c := range y.cells {
				if slices.Contains(was.numbers, c.number) {
					places[[2]int{at[0] + shift[0]/cellSize, at[1] + shift[1]/cellSize}] = true
				}
			}
		}
	}
	for _, y := range r.w.levels[i].layers {
		for at, c := range y.cells {
			if y.number == now.layer && places[at] && slices.Contains(now.numbers, c.number) {
				return true
			}
		}
	}
	return false
}

// looksMoved reports whether the move from was to now fits two or more outlines of their layer, and none of its
// outlines is where it was.
func (r *roundCheck) looksMoved(was, now truth) bool {
	type outline struct {
		value, points int
		size, at      level.Vec
	}
	outlines := func(w *foreignWorld) map[outline]bool {
		out := map[outline]bool{}
		doc, at := w.importOf(r.t)
		for c := range doc.Colliders() {
			if o := w.truthOf(r.t, c, at); o.layer == was.layer && o.level == was.level {
				box := level.DrawnBounds(c)
				out[outline{c.Source.Value, len(c.Shape.Points), box.Size(), box.Min}] = true
			}
		}
		return out
	}
	by := level.Vec{X: float64(now.first[0] - was.first[0]), Y: float64(now.first[1] - was.first[1])}
	after, moved, stayed := outlines(r.w), 0, 0
	for o := range outlines(r.was) {
		if after[o] {
			stayed++
		}
		if o.at = o.at.Add(by); after[o] {
			moved++
		}
	}
	return moved >= 2 && stayed == 0
}

// isThere reports whether the file has a cell or an entity with the number.
func (r *roundCheck) isThere(number int) bool {
	for _, l := range r.w.levels {
		for _, y := range l.layers {
			for _, c := range y.cells {
				if c.number == number {
					return true
				}
			}
			if slices.ContainsFunc(y.list, func(e *foreignEntity) bool { return e.number == number }) {
				return true
			}
		}
	}
	return false
}

// isExcused reports whether the file does not show that an edit's shape is the same: several entities have its id, or
// the level is known by a name that it has lost.
func (r *roundCheck) isExcused(e *edit, now truth) bool {
	if r.old || now.level != e.truth.level || now.layer != e.truth.layer {
		return true
	}
	for _, w := range []*foreignWorld{r.was, r.w} {
		for _, l := range w.levels {
			if l.number == now.level && l.renamed && w == r.w {
				return true
			}
			for _, y := range l.layers {
				for _, a := range y.list {
					if e.truth.entity != nil && a.id == e.truth.entity.id && a.number != e.truth.entity.number &&
						y.number == now.layer {
						return true
					}
				}
			}
		}
	}
	return false
}

// movedAlone reports whether the file moved an object differently from its level.
func (r *roundCheck) movedAlone(now truth) bool {
	place := func(w *foreignWorld) (at [2]int, l *foreignLevel) {
		for _, l := range w.levels {
			for _, y := range l.layers {
				for p, c := range y.cells {
					if c.number == now.numbers[0] {
						return [2]int{p[0] * cellSize, p[1] * cellSize}, l
					}
				}
				for _, e := range y.list {
					if e.number == now.numbers[0] {
						return [2]int{e.x, e.y}, l
					}
				}
			}
		}
		return at, nil
	}
	before, there := place(r.was)
	after, l := place(r.w)
	if there == nil || l == nil {
		return true
	}
	return after[0]-before[0] != l.shift[0] || after[1]-before[1] != l.shift[1]
}

// hasGrown reports whether an object's level got columns in this round. If its objects may or may not have moved, the
// file does not show on which side the columns are, and edits are listed as conflicts.
func (r *roundCheck) hasGrown(now truth) bool {
	return slices.ContainsFunc(r.w.levels, func(l *foreignLevel) bool {
		return l.number == now.level && l.grownBy != 0
	})
}
