package ogmo

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"fillet/editor/level"
	"fillet/importers"
)

// levelSet holds the levels of a source: all levels of a project, or one level, with its project if found.
type levelSet struct {
	project *project // nil if not found
	levels  []*levelRecord
	numbers map[string]map[int]bool // numeric keys by layer; see numbersOf
	issues  importers.Issues
}

// levelRecord is a level whose name is the file's name without its extension, made unique, and whose id is the file's
// path as the project would name it.
type levelRecord struct {
	importers.LevelInfo
	file    *importers.JSONFile
	version version
	values  level.Properties
	layers  []*layerRecord // topmost first, as in the file
}

type layerRecord struct {
	path   string
	object importers.JSONObject
	name   string
	eid    string
	def    *layerDef // noLayer unless a project defines it
	cell   level.Vec // size of a cell, in pixels
	offset level.Vec
}

// The kinds of layer, as projects name them.
const (
	kindGrid   = "grid"
	kindTile   = "tile"
	kindEntity = "entity"
	kindDecal  = "decal"
)

// contents lists the keys under which each kind of layer stores its contents.
var contents = []struct{ key, kind string }{
	{"grid", kindGrid},
	{"grid2D", kindGrid},
	{"data", kindTile},
	{"data2D", kindTile},
	{"dataCoords", kindTile},
	{"dataCoords2D", kindTile},
	{"entities", kindEntity},
	{"decals", kindDecal},
}

func (l *layerRecord) kind() string {
	for _, c := range contents {
		if l.object[c.key].IsArray() {
			return c.kind
		}
	}
	return l.def.kind
}

func (s *levelSet) infos() []importers.LevelInfo {
	out := make([]importers.LevelInfo, len(s.levels))
	for i, l := range s.levels {
		out[i] = l.LevelInfo
	}
	return out
}

func read(ctx context.Context, src *importers.Source) (*levelSet, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	f, err := importers.ParseJSON(src.Path, src.Data)
	if err != nil {
		return nil, err
	}
	s := &levelSet{}
	root := importers.JSONMembers(f.Root)
	switch {
	case root["levelPaths"].Exists() || root["entities"].IsArray() && root["tilesets"].IsArray():
		s.project = readProject(f)
		err = s.readLevels(ctx, src)
	case root["layers"].IsArray():
		var l *levelRecord
		if l, err = readLevel(f, src.Title("level"), &s.issues); err == nil {
			s.levels = []*levelRecord{l}
			s.project = findProject(src, l, &s.issues)
		}
	default:
		return nil, f.Fail("layers", root["layers"],
			"the file has neither levels nor layers: it is not an OGMO project or level")
	}
	if err != nil {
		return nil, err
	}
	for _, l := range s.levels {
		s.define(l)
	}
	return s, nil
}

func readLevel(f *importers.JSONFile, name string, issues *importers.Issues) (*levelRecord, error) {
	o := importers.JSONMembers(f.Root)
	l := &levelRecord{file: f, version: parseVersion(o.Text("ogmoVersion"))}
	l.Name, l.ID = name, name
	l.X, l.Y = o.Number("offsetX"), o.Number("offsetY")
	if err := cmp.Or(f.Size("", o, "width", &l.Width), f.Size("", o, "height", &l.Height)); err != nil {
		return nil, err
	}
	if !importers.InReach(l.X, l.Y, l.X+l.Width, l.Y+l.Height) {
		return nil, f.Fail("offsetX", o["offsetX"], "the level is at (%g, %g), beyond the limit of %g", l.X, l.Y,
			float64(level.MaxCoordinate))
	}
	l.values = level.Properties{}
	values := importers.JSONMembers(o["values"])
	for _, name := range slices.Sorted(maps.Keys(values)) {
		v := values[name]
		if p := importers.JSONProperty(v); p != nil && name != "" {
			l.values[name] = p
		} else if !importers.IsJSONNull(v) {
			issues.Add(f.Issue(importers.Loss, "values", "the level's value %q cannot be kept", name))
		}
	}
	for i, v := range importers.JSONElements(o["layers"]) {
		path := fmt.Sprintf("layers[%d]", i)
		lo := importers.JSONMembers(v)
		if lo == nil {
			issues.Add(f.Issue(importers.Loss, path, "this layer is %s", importers.JSONKind(v)))
			continue
		}
		layer := &layerRecord{
			path: path, object: lo, name: cmp.Or(lo.Text("name"), fmt.Sprintf("Layer %d", i)),
			eid: lo.Text("_eid"), def: noLayer,
		}
		layer.offset = lo.Vec("offsetX", "offsetY")
		if !importers.InReach(l.X+layer.offset.X, l.Y+layer.offset.Y) {
			return nil, f.Fail(path+".offsetX", lo["offsetX"], "the layer is beyond the limit of %g",
				float64(level.MaxCoordinate))
		}
		l.layers = append(l.layers, layer)
	}
	return l, nil
}

// define sets the definitions and cell sizes of a level's layers.
func (s *levelSet) define(l *levelRecord) {
	for _, layer := range l.layers {
		if s.project != nil {
			layer.def = cmp.Or(s.project.layers[layer.eid], noLayer)
		}
		layer.cell = level.Vec{
			X: layer.object.Number("gridCellWidth"),
			Y: layer.object.Number("gridCellHeight"),
		}
		if !isExtent(layer.cell.X) || !isExtent(layer.cell.Y) {
			layer.cell = cmp.Or(layer.def.cell, level.Vec{X: defaultCell, Y: defaultCell})
			s.issues.Add(l.file.Issue(importers.Warning, layer.path+".gridCellWidth",
				"the layer has no cell size; %g by %g was used", layer.cell.X, layer.cell.Y))
		}
	}
}

// readLevels reads the levels in a project's folders.
func (s *levelSet) readLevels(ctx context.Context, src *importers.Source) error {
	p := s.project
	f := p.file
	seen := map[string]bool{}
	others := 0
	for i, dir := range p.paths {
		place := fmt.Sprintf("levelPaths[%d]", i)
		folder, err := src.ResolveFolder(dir)
		var names []string
		if err == nil {
			names, err = src.InRoot(folder, p.depth, maxFiles)
		}
		if err != nil {
			s.issues.Add(f.Issue(importers.Loss, place, "the levels in %q were not read: %v", dir, err))
			continue
		}
		for _, name := range names {
			if err := ctx.Err(); err != nil {
				return err
			}
			if seen[name] || strings.ToLower(path.Ext(name)) != ".json" {
				continue
			}
			seen[name] = true
			isLevel, err := s.addLevel(src, place, name)
			if err != nil {
				return err
			}
			if !isLevel {
				others++
			}
		}
	}
	if others > 0 {
		s.issues.Add(f.Issue(importers.Note, "levelPaths",
			"%d .json files in its folders are not levels of this project", others))
	}
	s.makeNames()
	infos := s.infos()
	if len(infos) > 0 && importers.SideBySide(infos) {
		for i, l := range s.levels {
			l.X, l.Y = infos[i].X, infos[i].Y
			if !importers.InReach(l.X, l.Y, l.X+l.Width, l.Y+l.Height) {
				return f.Fail("levelPaths", value{}, "the levels side by side reach beyond the limit of %g",
					float64(level.MaxCoordinate))
			}
		}
		s.issues.Add(f.Issue(importers.Note, "levelPaths",
			"the levels overlap at their own positions; they were placed side by side, %d pixels apart",
			importers.LevelGap))
	}
	return nil
}

// addLevel adds a file if it is a level of the project. A level that cannot be read is a loss.
func (s *levelSet) addLevel(src *importers.Source, place, name string) (isLevel bool, err error) {
	data, err := src.ReadInRoot(name)
	if errors.Is(err, importers.ErrTooLarge) {
		return false, s.project.file.Fail(place, value{}, "%w", err)
	}
	var f *importers.JSONFile
	if err == nil {
		if !New().Sniff(name, data[:min(len(data), 64<<10)]) {
			return false, nil
		}
		f, err = importers.ParseJSON(name, data)
	}
	var l *levelRecord
	if err == nil {
		f.Owner, f.Within = s.project.file.Name, place
		l, err = readLevel(f, importers.BaseName(name), &s.issues)
	}
	if err != nil {
		s.issues.Add(s.project.file.Issue(importers.Loss, place, "a level was not read: %v", err))
		return true, nil
	}
	for _, layer := range l.layers {
		if s.project.layers[layer.eid] != nil {
			l.ID = name
			s.levels = append(s.levels, l)
			return true, nil
		}
	}
	return false, nil
}

// makeNames renames levels that have the same name in different folders to their paths.
func (s *levelSet) makeNames() {
	count := map[string]int{}
	for _, l := range s.levels {
		count[l.Name]++
	}
	for _, l := range s.levels {
		if count[l.Name] > 1 {
			l.Name = strings.ToValidUTF8(strings.TrimSuffix(l.ID, path.Ext(l.ID)), "\ufffd")
		}
	}
}
