package ogmo

import (
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"image/color"
	"math"
	"path"
	"slices"
	"strconv"
	"strings"

	"fillet/editor/level"
	"fillet/importers"

	"github.com/tidwall/gjson"
)

type value = gjson.Result

// projectExtension is the extension of project files.
const projectExtension = ".ogmo"

// project holds the parts of a project file that the import needs.
type project struct {
	file     *importers.JSONFile
	version  version
	radians  bool
	cell     level.Vec // layerGridDefaultSize
	layers   map[string]*layerDef
	entities map[string]*entityDef
	byName   map[string]*entityDef
	tilesets map[string]*tilesetDef // by label
	dir      string                 // its folder, relative to the source's
	paths    []string
	depth    int
	behind   color.NRGBA // background colour of its levels; the zero value means none
}

type tilesetDef struct {
	label, path         string
	image               string // its picture as a data URL, or empty
	tile, margin, space level.Vec
	columns             int // number of tiles per row; 0 if unknown
	rows                int // number of rows; 0 if unknown
}

// layerDef is a layer's template.
type layerDef struct {
	name   string
	kind   string
	folder string // folder of its decals' pictures, relative to the project
	cell   level.Vec
	legend []legendEntry // in JavaScript's order; the first is the empty cell
}

type legendEntry struct{ key, color string }

// entityDef is an entity's template.
type entityDef struct {
	name         string
	size, origin level.Vec // in pixels
	nodes        int       // nodeDisplay
	tags         []string
	drawn        bool        // whether it is drawn with a shape
	outline      []level.Vec // outline of that shape, in [-1, 1]; nil if it has none
	isBox        bool        // whether the outline is the whole square
	tile         level.Vec   // the size in which tileX and tileY repeat the shape; 0 where they do not
}

// noLayer and noEntity are the templates of layers and entities without one.
var (
	noLayer  = &layerDef{}
	noEntity = &entityDef{}
)

// Values of nodeDisplay, which defines how an entity's nodes are joined.
const (
	nodesPath    = 0 // from the entity through each node
	nodesCircuit = 1 // the same, and back to the entity
	nodesFan     = 2 // from the entity to each node
)

func readProject(f *importers.JSONFile) *project {
	o := importers.JSONMembers(f.Root)
	p := &project{
		file: f, version: parseVersion(o.Text("ogmoVersion")), radians: o["anglesRadians"].Bool(),
		layers: map[string]*layerDef{}, entities: map[string]*entityDef{}, byName: map[string]*entityDef{},
		tilesets: map[string]*tilesetDef{}, dir: ".",
	}
	p.cell = cellSize(o["layerGridDefaultSize"], level.Vec{X: defaultCell, Y: defaultCell})
	p.paths = importers.JSONTexts(o["levelPaths"])
	if c := o.Text("backgroundColor"); len(c) == len("#rrggbbaa") {
		p.behind, _ = importers.ColorOf(c[:1] + c[7:] + c[1:7])
	}
	p.depth = int(min(max(importers.JSONNumberOr(o["directoryDepth"], 5), 0), maxDepth))
	for _, v := range importers.JSONElements(o["layers"]) {
		d := importers.JSONMembers(v)
		p.layers[d.Text("exportID")] = &layerDef{
			name: d.Text("name"), kind: d.Text("definition"), folder: d.Text("folder"),
			cell: cellSize(d["gridSize"], p.cell), legend: readLegend(d["legend"]),
		}
	}
	for _, v := range importers.JSONElements(o["entities"]) {
		d := readEntityDef(importers.JSONMembers(v))
		p.entities[importers.JSONText(v.Get("exportID"))] = d
		p.byName[d.name] = d
	}
	for _, v := range importers.JSONElements(o["tilesets"]) {
		d := importers.JSONMembers(v)
		pair := func(x, y string) level.Vec {
			return level.Vec{X: importers.JSONNumberOr(d[x], 0), Y: importers.JSONNumberOr(d[y], 0)}
		}
		set := &tilesetDef{
			label: d.Text("label"), path: d.Text("path"), image: d.Text("image"),
			tile: pair("tileWidth", "tileHeight"), margin: pair("tileMarginX", "tileMarginY"),
			space: pair("tileSeparationX", "tileSeparationY"),
		}
		if w, h := pictureSize(set.image); w > 0 {
			set.columns, set.rows = set.count(w, h)
		}
		p.tilesets[set.label] = set
	}
	delete(p.layers, "")
	delete(p.entities, "")
	return p
}

// defaultCell is the size of a cell, in pixels, if neither the level nor its project sets it.
const defaultCell = 8

func vec(v value) (level.Vec, bool) {
	x, okX := importers.JSONNumber(v.Get("x"))
	y, okY := importers.JSONNumber(v.Get("y"))
	return level.Vec{X: x, Y: y}, okX && okY
}

// isExtent reports whether a number is a valid size: positive and within the limit.
func isExtent(x float64) bool { return x > 0 && x <= level.MaxCoordinate }

func cellSize(v value, or level.Vec) level.Vec {
	if c, ok := vec(v); ok && isExtent(c.X) && isExtent(c.Y) {
		return c
	}
	return or
}

func readEntityDef(o importers.JSONObject) *entityDef {
	d := &entityDef{
		name: o.Text("name"), nodes: int(min(max(o.Number("nodeDisplay"), 0), 9)),
		tags: importers.JSONTexts(o["tags"]),
	}
	d.size, _ = vec(o["size"])
	d.origin, _ = vec(o["origin"])
	tile, _ := vec(o["tileSize"])
	if o["tileX"].Bool() {
		d.tile.X = tile.X
	}
	if o["tileY"].Bool() {
		d.tile.Y = tile.Y
	}
	var triangles []level.Vec // three points per triangle
	for _, v := range importers.JSONElements(o["shape"].Get("points")) {
		p, ok := vec(v)
		if !ok || len(triangles) == maxTriangles*3 {
			triangles = nil
			break
		}
		triangles = append(triangles, p)
	}
	if d.drawn = len(triangles) > 0; d.drawn {
		d.outline, d.isBox = outlineOf(triangles)
	}
	return d
}

// readLegend reads a grid's values in JavaScript's order of object keys: ascending whole numbers, then the other keys
// in file order.
func readLegend(v value) []legendEntry {
	var numbers, others []legendEntry
	if !v.IsObject() {
		return nil
	}
	at := map[string]bool{}
	v.ForEach(func(key, color value) bool {
		e := legendEntry{importers.JSONText(key), importers.JSONText(color)}
		if at[e.key] {
			return true
		}
		at[e.key] = true
		if _, ok := arrayIndex(e.key); ok {
			numbers = append(numbers, e)
		} else {
			others = append(others, e)
		}
		return len(at) < maxLegend
	})
	slices.SortFunc(numbers, func(a, b legendEntry) int {
		na, _ := arrayIndex(a.key)
		nb, _ := arrayIndex(b.key)
		return na - nb
	})
	return append(numbers, others...)
}

// maxLegend limits the number of values of a legend.
const maxLegend = 4096

// arrayIndex returns the number of a key that JavaScript treats as an array index: digits without a leading zero, less
// than 2^32 - 1.
func arrayIndex(key string) (int, bool) {
	n, err := strconv.ParseUint(key, 10, 32)
	if err != nil || n == math.MaxUint32 || strconv.FormatUint(n, 10) != key {
		return 0, false
	}
	return int(n), true
}

// pictureSize returns the size of the picture in a data URL, or 0 if there is none.
func pictureSize(url string) (w, h int) {
	_, data, ok := strings.Cut(url, ";base64,")
	const head = 32 // bytes of base64: 24 decoded bytes, which end with a PNG's width and height
	if !ok || len(data) < head {
		return 0, 0
	}
	png, err := base64.StdEncoding.DecodeString(data[:head])
	if err != nil || string(png[:4]) != "\x89PNG" {
		return 0, 0
	}
	w, h = int(min(binary.BigEndian.Uint32(png[16:20]), math.MaxInt32)),
		int(min(binary.BigEndian.Uint32(png[20:24]), math.MaxInt32))
	return w, h
}

// version holds the major, minor and patch numbers of an OGMO version such as 3.4.0-hubol.
type version [3]int

func parseVersion(s string) version {
	var v version
	for i, part := range strings.SplitN(s, ".", 3) {
		digits := part
		if k := strings.IndexFunc(part, func(r rune) bool { return r < '0' || r > '9' }); k >= 0 {
			digits = part[:k]
		}
		v[i], _ = strconv.Atoi(digits)
	}
	return v
}

// anglesFollowFlag reports whether the project's anglesRadians sets the unit of entity angles. Before 3.4, they are in
// degrees.
func (v version) anglesFollowFlag() bool { return v[0] > 3 || v[0] == 3 && v[1] >= 4 }

// matches counts the _eids whose layers the project defines.
func (p *project) matches(eids []string) int {
	n := 0
	for _, id := range eids {
		if p.layers[id] != nil {
			n++
		}
	}
	return n
}

// findProject searches for a level's project in the level's folder and the folders above it, nearest first. If a folder
// has several, it takes the project that defines the most layers of the level.
func findProject(src *importers.Source, l *levelRecord, issues *importers.Issues) *project {
	var eids []string
	for _, layer := range l.layers {
		eids = append(eids, layer.eid)
	}
	var seen []string
	for up, dir := range src.Folders() {
		names, err := src.InRoot(dir, 0, maxFiles)
		if err != nil {
			issues.Add(l.file.Issue(importers.Warning, "", "its project could not be searched for in %q: %v", dir, err))
			continue
		}
		var best *project
		largest := 0
		for _, name := range names {
			if !strings.HasSuffix(strings.ToLower(name), projectExtension) || len(seen) == maxProjects {
				continue
			}
			seen = append(seen, name)
			data, err := src.ReadInRoot(name)
			if err == nil {
				var f *importers.JSONFile
				if f, err = importers.ParseJSON(name, data); err == nil {
					f.Owner, f.Within = l.file.Owner, "its project"
					if p := readProject(f); p.matches(eids) > largest || len(eids) == 0 && best == nil {
						p.dir = path.Join(".", strings.Repeat("../", up))
						best, largest = p, p.matches(eids)
					}
				}
			}
			if err != nil {
				issues.Add(l.file.Issue(importers.Warning, "", "the project next to or above it cannot be read: %v",
					err))
			}
		}
		if best != nil {
			return best
		}
	}
	what := "no .ogmo file is in its folder or above it"
	if len(seen) > 0 {
		what = fmt.Sprintf("none of %s defines its layers", strings.Join(seen[:min(len(seen), 5)], ", "))
	}
	issues.Add(l.file.Issue(importers.Warning, "",
		"its project was not found (%s): legends, and the sizes, origins and shapes of entities, are guessed", what))
	return nil
}

// Limits of the folders that are searched, and of an entity's shape.
const (
	maxFiles     = 10_000
	maxProjects  = 32
	maxDepth     = 8
	maxTriangles = 1024
)
