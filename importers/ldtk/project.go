package ldtk

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"fillet/editor/level"
	"fillet/importers"

	"github.com/tidwall/gjson"
)

// project is what a project file says, as far as colliders need it.
type project struct {
	src         *importers.Source
	file        *file
	defaultGrid float64
	layerDefs   map[int]*layerDef
	entityDefs  map[int]*entityDef
	byName      map[string]*entityDef
	levels      []*levelRecord // in the file's order, placed in the document
	issues      importers.Issues
}

// layerDef is a definition from defs.layers.
type layerDef struct {
	name     string
	gridSize float64
	offset   level.Vec
	values   map[int]valueDef
	order    []int // the values in the definition's order
}

type valueDef struct{ name, color string }

// entityDef is a definition from defs.entities.
type entityDef struct {
	width, height, pivotX, pivotY float64
	ellipse                       bool
	tags                          []string
	display                       map[string]string // editorDisplayMode by field
}

// levelRecord is one level.
type levelRecord struct {
	file          *file
	path          string
	object        object
	world, name   string
	title         string // the name, made unique
	iid           string
	x, y          float64 // in the document
	width, height float64
	depth         int
	hasFields     bool
	layers        []*layerRecord // the topmost first, as in the file; see readLayers
}

// layerRecord is one layer instance.
type layerRecord struct {
	path        string
	object      object
	name        string
	def         *layerDef
	gridSize    float64
	offset      level.Vec
	hasPictures bool
}

func readProject(ctx context.Context, src *importers.Source) (*project, error) {
	f, err := parse(src.Path, src.Data)
	if err != nil {
		return nil, err
	}
	p := &project{src: src, file: f, layerDefs: map[int]*layerDef{}, entityDefs: map[int]*entityDef{}, byName: map[string]*entityDef{}}
	root := members(f.root)
	p.defaultGrid = gridSize(root["defaultGridSize"], 16)
	p.readDefs(members(root["defs"]))

	hasWorlds := hasElements(root["worlds"])
	isLevel := isNothing(root["levels"]) && !hasWorlds && root["layerInstances"].IsArray()
	var groups []*worldRecord
	switch {
	case isLevel:
		w := &worldRecord{layout: "Free"}
		if err := p.addLevel(w, "", f.root); err != nil {
			return nil, err
		}
		p.issues.Add(f.issue(importers.Note, "", "this is one level without its project: values and entities have no definitions here"))
		groups = append(groups, w)
	case !isNothing(root["levels"]) && !root["levels"].IsArray():
		return nil, f.fail("levels", root["levels"], "a list of levels is wanted here")
	case isNothing(root["levels"]) && !hasWorlds:
		return nil, f.fail("levels", gjson.Result{}, "the file has no levels: it is not an LDtk project")
	default:
		w := &worldRecord{layout: text(root["worldLayout"])}
		if err := p.addLevels(ctx, w, "levels", root["levels"]); err != nil {
			return nil, err
		}
		if len(w.levels) > 0 {
			groups = append(groups, w)
		}
	}
	for i, v := range elements(root["worlds"]) {
		path := fmt.Sprintf("worlds[%d]", i)
		o := members(v)
		if o == nil {
			p.issues.Add(f.issue(importers.Warning, path, "this world is %s", kindOf(v)))
			continue
		}
		w := &worldRecord{layout: text(o["worldLayout"]), name: text(o["identifier"])}
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

// gridSize is a cell's size in pixels, or the given one where that is no such thing.
func gridSize(v gjson.Result, or float64) float64 {
	if n, ok := number(v); ok && n > 0 && n <= level.MaxCoordinate {
		return n
	}
	return or
}

func kindOf(v gjson.Result) string {
	switch v.Type {
	case gjson.Null:
		return "null"
	case gjson.True, gjson.False:
		return "true or false"
	case gjson.Number:
		return "a number"
	case gjson.String:
		return "a text"
	}
	if v.IsArray() {
		return "a list"
	}
	return "an object"
}

func (p *project) readDefs(defs object) {
	for _, v := range elements(defs["layers"]) {
		o := members(v)
		d := &layerDef{name: text(o["identifier"]), gridSize: gridSize(o["gridSize"], p.defaultGrid), values: map[int]valueDef{}}
		d.offset = level.Vec{X: numberOr(o["pxOffsetX"], 0), Y: numberOr(o["pxOffsetY"], 0)}
		for i, v := range elements(o["intGridValues"]) {
			vo := members(v)
			value := i + 1 // until format 0.8 a value is its place in the list
			if n := uid(vo["value"]); n >= 0 {
				value = n
			}
			if _, twice := d.values[value]; !twice {
				d.order = append(d.order, value)
			}
			d.values[value] = valueDef{text(vo["identifier"]), text(vo["color"])}
		}
		if id := uid(o["uid"]); id >= 0 {
			p.layerDefs[id] = d
		}
	}
	for _, v := range elements(defs["entities"]) {
		o := members(v)
		d := &entityDef{
			width: numberOr(o["width"], 0), height: numberOr(o["height"], 0),
			pivotX: numberOr(o["pivotX"], 0), pivotY: numberOr(o["pivotY"], 0),
			ellipse: text(o["renderMode"]) == "Ellipse", tags: texts(o["tags"]), display: map[string]string{},
		}
		for _, v := range elements(o["fieldDefs"]) {
			fo := members(v)
			d.display[text(fo["identifier"])] = text(fo["editorDisplayMode"])
		}
		if id := uid(o["uid"]); id >= 0 {
			p.entityDefs[id] = d
		}
		p.byName[text(o["identifier"])] = d
	}
}

// texts lists the strings of an array, without empty ones and repetitions.
func texts(v gjson.Result) []string {
	var out []string
	for _, e := range elements(v) {
		if s := text(e); s != "" && !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	return out
}

func (p *project) addLevels(ctx context.Context, w *worldRecord, path string, list gjson.Result) error {
	if !isNothing(list) && !list.IsArray() {
		return p.file.fail(path, list, "a list of levels is wanted here")
	}
	for i, v := range elements(list) {
		if err := ctx.Err(); err != nil {
			return err
		}
		path := fmt.Sprintf("%s[%d]", path, i)
		if !v.IsObject() {
			p.issues.Add(p.file.issue(importers.Warning, path, "this level is %s", kindOf(v)))
			continue
		}
		if err := p.addLevel(w, path, v); err != nil {
			return err
		}
	}
	return nil
}

func (p *project) addLevel(w *worldRecord, path string, v gjson.Result) error {
	o := members(v)
	l := &levelRecord{file: p.file, path: path, object: o, world: w.name, name: text(o["identifier"]), iid: text(o["iid"])}
	if l.name == "" {
		l.name = fmt.Sprintf("Level_%d", len(p.levels))
	}
	for _, side := range []struct {
		key string
		to  *float64
	}{{"pxWid", &l.width}, {"pxHei", &l.height}} {
		n, ok := number(o[side.key])
		if !ok || n < 0 || n > level.MaxCoordinate {
			return p.file.fail(join(path, side.key), o[side.key], "%s is not a size from 0 to %g pixels", rawOf(o[side.key]), float64(level.MaxCoordinate))
		}
		*side.to = n
	}
	for _, at := range []struct {
		key string
		to  *float64
	}{{"worldX", &l.x}, {"worldY", &l.y}} {
		v := o[at.key]
		if isNothing(v) {
			continue
		}
		n, ok := number(v)
		if !ok {
			return p.file.fail(join(path, at.key), v, "%s is not a coordinate", rawOf(v))
		}
		*at.to = n
		w.hasPlaces = true
	}
	if d, ok := number(o["worldDepth"]); ok && d >= -1<<31 && d < 1<<31 {
		l.depth = int(d)
	}
	w.levels = append(w.levels, l)
	p.levels = append(p.levels, l)
	return nil
}

func join(path, key string) string {
	if path == "" {
		return key
	}
	return path + "." + key
}

// rawOf is a value as the file has it, cut short.
func rawOf(v gjson.Result) string {
	if !v.Exists() {
		return "nothing"
	}
	const most = 40
	s := v.Raw
	if len(s) > most {
		s = s[:most] + "…"
	}
	return strings.ToValidUTF8(s, "\ufffd")
}

// makeTitles names levels apart from each other where their names do not.
func (p *project) makeTitles(worlds bool) {
	count := map[string]int{}
	for _, l := range p.levels {
		count[l.name]++
	}
	for _, l := range p.levels {
		l.title = l.name
		if count[l.name] > 1 && worlds && l.world != "" {
			l.title = l.world + "/" + l.name
		}
	}
}

// selected lists the levels of these names, titles or iids, in the file's order; no name at all stands for every level.
func (p *project) selected(names []string) ([]*levelRecord, error) {
	if len(names) == 0 {
		return p.levels, nil
	}
	var out []*levelRecord
	found := make([]bool, len(names))
	for _, l := range p.levels {
		hit := false
		for i, name := range names {
			if name == l.name || name == l.title || name == l.iid && name != "" {
				hit, found[i] = true, true
			}
		}
		if hit {
			out = append(out, l)
		}
	}
	if i := slices.Index(found, false); i >= 0 {
		return nil, p.file.fail("", gjson.Result{}, "there is no level %q; there are %s", names[i], p.levelNames())
	}
	return out, nil
}

func (p *project) levelNames() string {
	const most = 20
	var names []string
	for _, l := range p.levels[:min(len(p.levels), most)] {
		names = append(names, l.title)
	}
	if len(p.levels) > most {
		names = append(names, fmt.Sprintf("%d more", len(p.levels)-most))
	}
	return strings.Join(names, ", ")
}

// readLayers reads a level's layer instances, from its own file where it has one.
func (p *project) readLayers(l *levelRecord) error {
	if external := l.object["externalRelPath"]; isNothing(l.object["layerInstances"]) && !isNothing(external) {
		if err := p.openExternal(l, text(external)); err != nil {
			return err
		}
	}
	l.hasFields = hasElements(l.object["fieldInstances"])
	list := l.object["layerInstances"]
	if !isNothing(list) && !list.IsArray() {
		return l.file.fail(join(l.path, "layerInstances"), list, "a list of layers is wanted here")
	}
	for i, v := range elements(list) {
		path := join(l.path, fmt.Sprintf("layerInstances[%d]", i))
		o := members(v)
		if o == nil {
			p.issues.Add(l.file.issue(importers.Warning, path, "this layer is %s", kindOf(v)))
			continue
		}
		l.layers = append(l.layers, p.layer(path, o))
	}
	return nil
}

// openExternal puts the content of a level's own file in place of what the project says of it.
func (p *project) openExternal(l *levelRecord, name string) error {
	path := join(l.path, "externalRelPath")
	at := l.object["externalRelPath"]
	data, err := p.src.ReadNeighbour(name)
	if err != nil {
		return p.file.fail(path, at, "the level's own file: %w", err)
	}
	f, err := parse(name, data)
	if err != nil {
		return p.file.fail(path, at, "the level's own file: %w", err)
	}
	f.within, f.owner = l.path, p.file.name
	o := members(f.root)
	if !o["layerInstances"].IsArray() {
		if !isNothing(o["externalRelPath"]) {
			return p.file.fail(path, at, "the level's own file %q has no layers and leads on to %s; that can go on without end", name, rawOf(o["externalRelPath"]))
		}
		return p.file.fail(path, at, "%q is not a level: it has no layerInstances", name)
	}
	if iid := text(o["iid"]); iid != l.iid {
		p.issues.Add(p.file.issue(importers.Warning, path, "%q says that it is level %q, not %q", name, iid, l.iid))
	}
	l.file, l.path, l.object = f, "", o
	return nil
}

func (p *project) layer(path string, o object) *layerRecord {
	def := p.layerDefs[uid(o["layerDefUid"])]
	if def == nil {
		def = &layerDef{gridSize: p.defaultGrid}
	}
	layer := &layerRecord{path: path, object: o, def: def, name: text(o["__identifier"])}
	if layer.name == "" {
		layer.name = def.name
	}
	if layer.name == "" {
		layer.name = "Layer"
	}
	layer.gridSize = gridSize(o["__gridSize"], def.gridSize)
	layer.offset = level.Vec{
		X: numberOr(o["__pxTotalOffsetX"], def.offset.X+numberOr(o["pxOffsetX"], 0)),
		Y: numberOr(o["__pxTotalOffsetY"], def.offset.Y+numberOr(o["pxOffsetY"], 0)),
	}
	layer.hasPictures = hasElements(o["gridTiles"]) || hasElements(o["autoLayerTiles"])
	return layer
}

// hasElements reports whether an array is not empty, without reading it.
func hasElements(v gjson.Result) bool {
	return v.IsArray() && strings.TrimLeft(v.Raw[1:], " \t\r\n") != "]"
}
