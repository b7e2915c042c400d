package ldtk

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"fillet/editor/level"
	"fillet/importers"

	"github.com/tidwall/gjson"
)

// project holds the parts of a project file that the import needs.
type project struct {
	src         *importers.Source
	file        *importers.JSONFile
	defaultGrid float64
	layerDefs   map[int]*layerDef
	tilesets    map[int]tilesetDef
	entityDefs  map[int]*entityDef
	byName      map[string]*entityDef
	levels      []*levelRecord // in file order, placed in the document
	oldTiles    bool           // whether layers have tiles whose number is unknown
	issues      importers.Issues
}

// layerDef is a definition from defs.layers.
type layerDef struct {
	isGrid   bool // whether it holds values
	name     string
	gridSize float64
	offset   level.Vec
	pivot    level.Vec // alignment of tiles in larger or smaller cells, as a fraction of both sizes
	values   map[int]valueDef
	order    []int  // the values in the definition's order
	source   string // id of the layer whose values its rules read, if it is another layer
	tileset  int    // uid of its tileset; before format 0.6, layer instances do not name it
}

type valueDef struct{ name, color string }

// tilesetDef is a definition from defs.tilesets.
type tilesetDef struct {
	title string  // its identifier
	count int     // number of its tiles; 0 if unknown
	path  string  // path of its picture, relative to the project
	tile  float64 // the side of a tile, in pixels
	width float64 // width of its picture, in pixels
	frame importers.Frame
	tags  map[int][]string // enum tags of each tile
}

// entityDef is a definition from defs.entities.
type entityDef struct {
	width, height, pivotX, pivotY float64
	ellipse                       bool
	tags                          []string
	display                       map[string]string // editorDisplayMode by field
}

type levelRecord struct {
	importers.LevelInfo // at its place in the document
	file                *importers.JSONFile
	path                string
	object              importers.JSONObject
	title               string         // the name, made unique
	layers              []*layerRecord // topmost first, as in the file; see readLayers
}

type layerRecord struct {
	path        string
	object      importers.JSONObject
	name        string
	id          string // id of its definition; empty if it has none
	def         *layerDef
	gridSize    float64
	offset      level.Vec
	hasPictures bool
}

func readProject(ctx context.Context, src *importers.Source) (*project, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	f, err := importers.ParseJSON(src.Path, src.Data)
	if err != nil {
		return nil, err
	}
	p := &project{
		src: src, file: f, layerDefs: map[int]*layerDef{}, tilesets: map[int]tilesetDef{},
		entityDefs: map[int]*entityDef{}, byName: map[string]*entityDef{},
	}
	root := importers.JSONMembers(f.Root)
	p.defaultGrid = gridSize(root["defaultGridSize"], 16)
	p.readDefs(importers.JSONMembers(root["defs"]))

	hasWorlds := importers.HasJSONElements(root["worlds"])
	isLevel := importers.IsJSONNull(root["levels"]) && !hasWorlds && root["layerInstances"].IsArray()
	var groups []*worldRecord
	switch {
	case isLevel:
		w := &worldRecord{layout: "Free"}
		if err := p.addLevel(w, "", f.Root); err != nil {
			return nil, err
		}
		p.issues.Add(f.Issue(importers.Note, "",
			"this is one level without its project: values and entities have no definitions here"))
		groups = append(groups, w)
	case !importers.IsJSONNull(root["levels"]) && !root["levels"].IsArray():
		return nil, f.Fail("levels", root["levels"], "expected a list of levels")
	case importers.IsJSONNull(root["levels"]) && !hasWorlds:
		return nil, f.Fail("levels", gjson.Result{}, "the file has no levels: it is not an LDtk project")
	default:
		w := &worldRecord{layout: root.Text("worldLayout")}
		if err := p.addLevels(ctx, w, "levels", root["levels"]); err != nil {
			return nil, err
		}
		if len(w.levels) > 0 {
			groups = append(groups, w)
		}
	}
	for i, v := range importers.JSONElements(root["worlds"]) {
		path := fmt.Sprintf("worlds[%d]", i)
		o := importers.JSONMembers(v)
		if o == nil {
			p.issues.Add(f.Issue(importers.Loss, path, "this world is %s", importers.JSONKind(v)))
			continue
		}
		w := &worldRecord{layout: o.Text("worldLayout"), name: o.Text("identifier")}
		if err := p.addLevels(ctx, w, path+".levels", o["levels"]); err != nil {
			return nil, err
		}
		groups = append(groups, w)
	}
	if err := p.place(groups); err != nil {
		return nil, err
	}
	p.makeTitles(len(groups) > 1)
	return p, nil
}

// gridSize returns a cell's size in pixels, or the given one if the value is not a valid size.
func gridSize(v gjson.Result, or float64) float64 {
	if n, ok := importers.JSONNumber(v); ok && n > 0 && n <= level.MaxCoordinate {
		return n
	}
	return or
}

func (p *project) readDefs(defs importers.JSONObject) {
	for _, v := range importers.JSONElements(defs["layers"]) {
		o := importers.JSONMembers(v)
		d := &layerDef{
			name: o.Text("identifier"), isGrid: o.Text("__type") == "IntGrid",
			gridSize: gridSize(o["gridSize"], p.defaultGrid), values: map[int]valueDef{},
		}
		d.offset = o.Vec("pxOffsetX", "pxOffsetY")
		d.pivot = o.Vec("tilePivotX", "tilePivotY")
		if d.tileset = uid(o["tilesetDefUid"]); d.tileset < 0 {
			d.tileset = uid(o["autoTilesetDefUid"])
		}
		if id := uid(o["autoSourceLayerDefUid"]); id >= 0 {
			d.source = strconv.Itoa(id)
		}
		for i, v := range importers.JSONElements(o["intGridValues"]) {
			vo := importers.JSONMembers(v)
			value := i + 1 // up to format 0.8, a value is its index in the list plus 1
			if n := uid(vo["value"]); n >= 0 {
				value = n
			}
			if _, twice := d.values[value]; !twice {
				d.order = append(d.order, value)
			}
			d.values[value] = valueDef{vo.Text("identifier"), vo.Text("color")}
		}
		if id := uid(o["uid"]); id >= 0 {
			p.layerDefs[id] = d
		}
	}
	for _, v := range importers.JSONElements(defs["tilesets"]) {
		if id := uid(v.Get("uid")); id >= 0 {
			count := float64(importers.JSONNumberOr(v.Get("__cWid"), 0) * importers.JSONNumberOr(v.Get("__cHei"), 0))
			p.tilesets[id] = tilesetDef{
				title: importers.JSONText(v.Get("identifier")), count: importers.Pixels(count),
				path: importers.JSONText(v.Get("relPath")),
				frame: importers.Frame{
					Margin:  importers.JSONNumberOr(v.Get("padding"), 0),
					Spacing: importers.JSONNumberOr(v.Get("spacing"), 0), Known: true,
				},
				tile: importers.JSONNumberOr(v.Get("tileGridSize"), 0), tags: enumTags(v),
				width: importers.JSONNumberOr(v.Get("pxWid"), 0),
			}
		}
	}
	for _, v := range importers.JSONElements(defs["entities"]) {
		o := importers.JSONMembers(v)
		d := &entityDef{
			width: o.Number("width"), height: o.Number("height"),
			pivotX: o.Number("pivotX"), pivotY: o.Number("pivotY"),
			ellipse: o.Text("renderMode") == "Ellipse", tags: importers.JSONTexts(o["tags"]),
			display: map[string]string{},
		}
		for _, v := range importers.JSONElements(o["fieldDefs"]) {
			fo := importers.JSONMembers(v)
			d.display[fo.Text("identifier")] = fo.Text("editorDisplayMode")
		}
		if id := uid(o["uid"]); id >= 0 {
			p.entityDefs[id] = d
		}
		p.byName[o.Text("identifier")] = d
	}
}

// idOf returns the number of a placed tile, or -1 if it has none. Before format 0.6, the number follows from its place
// in the picture.
func (d tilesetDef) idOf(tile gjson.Result) int {
	if t := tile.Get("t"); t.Exists() {
		return uid(t)
	}
	src, ok := numbers(tile.Get("src"), 2)
	step := d.tile + d.frame.Spacing
	columns := math.Ceil((d.width - float64(2*d.frame.Margin)) / step)
	if !ok || !(step > 0) || !(columns >= 1) {
		return -1
	}
	x, y := math.Floor((src[0]-d.frame.Margin)/step), math.Floor((src[1]-d.frame.Margin)/step)
	if id := float64(y*columns) + x; x >= 0 && x < columns && y >= 0 && id <= math.MaxInt32 {
		return int(id)
	}
	return -1
}

func enumTags(tileset gjson.Result) map[int][]string {
	out := map[int][]string{}
	for _, tag := range importers.JSONElements(tileset.Get("enumTags")) {
		name := importers.JSONText(tag.Get("enumValueId"))
		for _, v := range importers.JSONElements(tag.Get("tileIds")) {
			if id := uid(v); id >= 0 && name != "" && !slices.Contains(out[id], name) {
				out[id] = append(out[id], name)
			}
		}
	}
	return out
}

func (p *project) addLevels(ctx context.Context, w *worldRecord, path string, list gjson.Result) error {
	if !importers.IsJSONNull(list) && !list.IsArray() {
		return p.file.Fail(path, list, "expected a list of levels")
	}
	for i, v := range importers.JSONElements(list) {
		if err := ctx.Err(); err != nil {
			return err
		}
		path := fmt.Sprintf("%s[%d]", path, i)
		if !v.IsObject() {
			p.issues.Add(p.file.Issue(importers.Loss, path, "this level is %s", importers.JSONKind(v)))
			continue
		}
		if err := p.addLevel(w, path, v); err != nil {
			return err
		}
	}
	return nil
}

func (p *project) addLevel(w *worldRecord, path string, v gjson.Result) error {
	o := importers.JSONMembers(v)
	l := &levelRecord{file: p.file, path: path, object: o}
	l.World, l.ID = w.name, o.Text("iid")
	l.Name = cmp.Or(o.Text("identifier"), fmt.Sprintf("Level_%d", len(p.levels)))
	if err := cmp.Or(p.file.Size(path, o, "pxWid", &l.Width), p.file.Size(path, o, "pxHei", &l.Height)); err != nil {
		return err
	}
	for _, at := range []struct {
		key string
		to  *float64
	}{{"worldX", &l.X}, {"worldY", &l.Y}} {
		v := o[at.key]
		if importers.IsJSONNull(v) {
			continue
		}
		n, ok := importers.JSONNumber(v)
		if !ok {
			return p.file.Fail(importers.JoinPath(path, at.key), v, "%s is not a coordinate", importers.JSONRaw(v))
		}
		*at.to = n
		w.hasPlaces = true
	}
	if d, ok := importers.JSONNumber(o["worldDepth"]); ok && d >= -1<<31 && d < 1<<31 {
		l.Depth = int(d)
	}
	w.levels = append(w.levels, l)
	p.levels = append(p.levels, l)
	return nil
}

// makeTitles gives levels with the same name in different worlds different titles.
func (p *project) makeTitles(worlds bool) {
	count := map[string]int{}
	for _, l := range p.levels {
		count[l.Name]++
	}
	for _, l := range p.levels {
		l.title = l.Name
		if count[l.Name] > 1 && worlds && l.World != "" {
			l.title = l.World + "/" + l.Name
		}
	}
}

// selected returns the levels with these names, titles or iids in file order; without names, all levels.
func (p *project) selected(names []string) ([]*levelRecord, error) {
	if len(names) == 0 {
		return p.levels, nil
	}
	var out []*levelRecord
	found := make([]bool, len(names))
	for _, l := range p.levels {
		hit := false
		for i, name := range names {
			if name == l.Name || name == l.title || name == l.ID && name != "" {
				hit, found[i] = true, true
			}
		}
		if hit {
			out = append(out, l)
		}
	}
	if i := slices.Index(found, false); i >= 0 {
		return nil, p.file.Fail("", gjson.Result{}, "no level named %q; the levels are %s", names[i], p.levelNames())
	}
	return out, nil
}

func (p *project) levelNames() string {
	const limit = 20
	var names []string
	for _, l := range p.levels[:min(len(p.levels), limit)] {
		names = append(names, l.title)
	}
	if len(p.levels) > limit {
		names = append(names, fmt.Sprintf("%d more", len(p.levels)-limit))
	}
	return strings.Join(names, ", ")
}

// readLayers reads a level's layer instances, from the level's own file if it has one.
func (p *project) readLayers(l *levelRecord) error {
	if external := l.object["externalRelPath"]; importers.IsJSONNull(l.object["layerInstances"]) &&
		!importers.IsJSONNull(external) {
		if err := p.openExternal(l, importers.JSONText(external)); err != nil {
			return err
		}
	}
	list := l.object["layerInstances"]
	if !importers.IsJSONNull(list) && !list.IsArray() {
		return l.file.Fail(importers.JoinPath(l.path, "layerInstances"), list, "expected a list of layers")
	}
	if list.Raw == "null" {
		p.issues.Add(l.file.Issue(importers.Loss, importers.JoinPath(l.path, "layerInstances"),
			"this level has neither layers nor an external file"))
	}
	for i, v := range importers.JSONElements(list) {
		path := importers.JoinPath(l.path, fmt.Sprintf("layerInstances[%d]", i))
		o := importers.JSONMembers(v)
		if o == nil {
			p.issues.Add(l.file.Issue(importers.Loss, path, "this layer is %s", importers.JSONKind(v)))
			continue
		}
		l.layers = append(l.layers, p.layer(path, o))
	}
	return nil
}

// openExternal replaces the project's entry for a level with the content of the level's own file.
func (p *project) openExternal(l *levelRecord, name string) error {
	path := importers.JoinPath(l.path, "externalRelPath")
	at := l.object["externalRelPath"]
	data, err := p.src.ReadNeighbour(name)
	if err != nil {
		return p.file.Fail(path, at, "the level's own file: %w", err)
	}
	f, err := importers.ParseJSON(name, data)
	if err != nil {
		return p.file.Fail(path, at, "the level's own file: %w", err)
	}
	f.Within, f.Owner = l.path, p.file.Name
	o := importers.JSONMembers(f.Root)
	if !o["layerInstances"].IsArray() {
		if !importers.IsJSONNull(o["externalRelPath"]) {
			return p.file.Fail(path, at, "the level's own file %q has no layers and names another file, %s; only one "+
				"is followed", name, importers.JSONRaw(o["externalRelPath"]))
		}
		return p.file.Fail(path, at, "%q is not a level: it has no layerInstances", name)
	}
	if iid := o.Text("iid"); iid != l.ID {
		p.issues.Add(p.file.Issue(importers.Warning, path, "%q contains level %q, expected %q", name, iid, l.ID))
	}
	l.file, l.path, l.object = f, "", o
	return nil
}

func (p *project) layer(path string, o importers.JSONObject) *layerRecord {
	def := p.layerDefs[uid(o["layerDefUid"])]
	if def == nil {
		def = &layerDef{gridSize: p.defaultGrid, tileset: -1}
	}
	layer := &layerRecord{
		path: path, object: o, def: def, name: cmp.Or(o.Text("__identifier"), def.name, "Layer"),
	}
	if id := uid(o["layerDefUid"]); id >= 0 {
		layer.id = strconv.Itoa(id)
	}
	layer.gridSize = gridSize(o["__gridSize"], def.gridSize)
	layer.offset = level.Vec{
		X: importers.JSONNumberOr(o["__pxTotalOffsetX"], def.offset.X+o.Number("pxOffsetX")),
		Y: importers.JSONNumberOr(o["__pxTotalOffsetY"], def.offset.Y+o.Number("pxOffsetY")),
	}
	set := p.tilesetOf(layer)
	isOld := func(key string) bool {
		first := o[key].Get("0")
		return importers.HasJSONElements(o[key]) && !first.Get("t").Exists() && set.idOf(first) < 0
	}
	hasOld := importers.HasJSONElements(o["autoTiles"]) || isOld("gridTiles") || isOld("autoLayerTiles")
	p.oldTiles = p.oldTiles || hasOld
	layer.hasPictures = !hasOld &&
		(importers.HasJSONElements(o["gridTiles"]) || importers.HasJSONElements(o["autoLayerTiles"]))
	return layer
}

// at returns the position in the document of a point of the layer, given in cells.
func (layer *layerRecord) at(l *levelRecord, x, y float64) level.Vec {
	return level.Vec{
		X: l.X + layer.offset.X + float64(x*layer.gridSize),
		Y: l.Y + layer.offset.Y + float64(y*layer.gridSize),
	}
}

// uid returns the number of a definition, or -1 if the value is not one.
func uid(v gjson.Result) int {
	n, ok := importers.JSONNumber(v)
	if !ok || n != math.Trunc(n) || math.Abs(n) > 1<<53 {
		return -1
	}
	return int(n)
}
