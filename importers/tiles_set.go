package importers

import (
	"cmp"
	_ "embed"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"

	"fillet/editor/disk"
	"fillet/editor/level"
	"fillet/editor/strictyaml"

	"gopkg.in/yaml.v3"
)

// TilesExtension is the extension of tile shape files.
const TilesExtension = ".tiles.yaml"

// Limits of tile shape files.
const (
	MaxTile       = 1 << 16 // a tile's width and height, margin and spacing, in pixels
	MaxTileID     = 1 << 24 // the number of a tile
	MaxTileShapes = 64      // of one tile
)

// TileSet holds the contents of a tile shape file, named *.tiles.yaml, which gives collision shapes to the tiles of one
// tileset picture.
//
// A shape is either written as in a level file, or one of the [TilePresets] by name. In its frame, the tile's upper
// left corner is the origin, x points right and y down, and a pixel of the picture is 1 by 1. A shape may reach beyond
// the tile's edges.
//
//	fillet_tiles: 1
//	image: terrain.png
//	tile: [16, 16]
//	margin: 0
//	spacing: 0
//	shapes:
//	  0: [full]
//	  1: [slope-45-right]
//	  2:
//	    - preset: platform
//	      tags: [wood]
//	  3:
//	    - kind: circle
//	      radius: 4
//	      position: [8, 8]
//	      role: trigger
//	  4: []
//
// Tiles are numbered from 0, row by row from the upper left corner of the picture. A tile with an empty list has no
// shape, even if its tileset gives it one.
type TileSet struct {
	Image string // the tileset's picture, relative to the file, with slashes; may be empty
	// Width and Height are the size of a tile, Margin is the distance of the tiles from the picture's upper and left
	// edges, and Spacing is the gap between tiles, all in pixels.
	Width, Height   int
	Margin, Spacing int
	Shapes          map[int][]TileSetShape // by the number of the tile; an empty list means that the tile has no shape

	frameAt strictyaml.Position // position in the file of margin, else of spacing, else of the tile size
}

// TileSetShape is a collision shape of a tile.
type TileSetShape struct {
	Preset string // the name of its preset; empty if the shape is drawn
	// Part is the shape as a collider in the tile's frame, without id, layer or body.
	Part level.Collider
}

// NewTileSet returns a set without shapes.
func NewTileSet(image string, width, height int) *TileSet {
	return &TileSet{Image: image, Width: width, Height: height, Shapes: map[int][]TileSetShape{}}
}

// Tile returns the size of a tile.
func (s *TileSet) Tile() level.Vec { return level.Vec{X: float64(s.Width), Y: float64(s.Height)} }

// Of returns the shape of a preset in a tile of the set; ok is false if there is no such preset.
func (s *TileSet) Of(preset string) (shape TileSetShape, ok bool) {
	p, ok := TilePresetNamed(preset)
	if !ok {
		return TileSetShape{}, false
	}
	out := TileSetShape{Preset: preset, Part: *level.NewCollider(0, 0, "", level.Shape{}, level.Vec{})}
	if p.OneWay {
		out.Part.Role, out.Part.OneWay = level.OneWay, level.Up
	}
	out.Part.Shape, out.Part.Position = p.In(s.Tile())
	return out, true
}

// Clone returns a copy of the set with lists of its own. The shapes themselves are shared, because they are never
// changed in place.
func (s *TileSet) Clone() *TileSet {
	out := *s
	out.Shapes = make(map[int][]TileSetShape, len(s.Shapes))
	for id, list := range s.Shapes {
		out.Shapes[id] = slices.Clone(list)
	}
	return &out
}

// Equal reports whether two sets have equal contents.
func (s *TileSet) Equal(o *TileSet) bool {
	return s.Image == o.Image && s.Width == o.Width && s.Height == o.Height && s.Margin == o.Margin &&
		s.Spacing == o.Spacing &&
		maps.EqualFunc(s.Shapes, o.Shapes, func(a, b []TileSetShape) bool {
			return slices.EqualFunc(a, b, TileSetShape.Equal)
		})
}

// Equal reports whether two shapes are equal.
func (s TileSetShape) Equal(o TileSetShape) bool {
	return s.Preset == o.Preset && s.Part.Equal(&o.Part)
}

// IDs returns the tiles that have an entry in the set, in ascending order.
func (s *TileSet) IDs() []int { return slices.Sorted(maps.Keys(s.Shapes)) }

// Columns returns the number of whole tiles across a picture of the given width.
func (s *TileSet) Columns(width int) int { return s.count(width, s.Width) }

// Rows returns the number of whole rows of tiles in a picture of the given height.
func (s *TileSet) Rows(height int) int { return s.count(height, s.Height) }

func (s *TileSet) count(length, tile int) int {
	if tile <= 0 {
		return 0
	}
	return max((length-s.Margin+s.Spacing)/(tile+s.Spacing), 0)
}

// Corner returns the position of a tile in a picture with the given number of columns, in pixels.
func (s *TileSet) Corner(id, columns int) (x, y int) {
	columns = max(columns, 1)
	return s.Margin + id%columns*(s.Width+s.Spacing), s.Margin + id/columns*(s.Height+s.Spacing)
}

// Check returns the first fault of the set, in the order of the tiles.
func (s *TileSet) Check() error {
	if err := s.checkFrame(); err != nil {
		return err
	}
	for _, id := range s.IDs() {
		if id < 0 || id > MaxTileID {
			return fmt.Errorf("tile %d: the numbers of tiles are from 0 to %d", id, MaxTileID)
		}
		if n := len(s.Shapes[id]); n > MaxTileShapes {
			return fmt.Errorf("tile %d: %d shapes; the limit is %d", id, n, MaxTileShapes)
		}
		for i := range s.Shapes[id] {
			if err := level.CheckPart(&s.Shapes[id][i].Part); err != nil {
				return fmt.Errorf("tile %d, shape %d: %w", id, i+1, err)
			}
		}
	}
	return nil
}

func (s *TileSet) checkFrame() error {
	in := func(what string, n, least int) error {
		if n < least || n > MaxTile {
			return fmt.Errorf("%s of %d pixels is not between %d and %d", what, n, least, MaxTile)
		}
		return nil
	}
	return cmp.Or(in("a tile's width", s.Width, 1), in("a tile's height", s.Height, 1), in("a margin", s.Margin, 0),
		in("a spacing", s.Spacing, 0))
}

// Recognized returns a drawn shape as the first preset with the same points, or unchanged if there is none.
func (s *TileSet) Recognized(shape TileSetShape) TileSetShape {
	part := &shape.Part
	part.Shape = part.Shape.Flattened() // curves become lines, because tiles are turned and mirrored by the hundred
	if shape.Preset != "" || !part.Shape.HasCorners() || len(part.Shape.Holes) > 0 || part.Angle != 0 {
		return shape
	}
	corners := placedCorners(part)
	for _, p := range TilePresets {
		if len(p.Outline) != len(corners) {
			continue
		}
		named, _ := s.Of(p.Name)
		if isTurned(placedCorners(&named.Part), corners) && (named.Part.Role == part.Role ||
			named.Part.Role == level.Solid) {
			shape.Preset = p.Name
			radius, rounding := part.Shape.Radius, part.Shape.Rounding
			part.Shape, part.Position = named.Part.Shape, named.Part.Position
			part.Shape.Radius, part.Shape.Rounding = radius, rounding
			return shape
		}
	}
	return shape
}

func placedCorners(c *level.Collider) []level.Vec {
	corners := slices.Clone(c.Shape.Corners())
	for i := range corners {
		corners[i] = corners[i].Add(c.Position)
	}
	return corners
}

// isTurned reports whether two loops have the same points in the same direction, from any start.
func isTurned(a, b []level.Vec) bool {
	for from := range b {
		if slices.Equal(a, slices.Concat(b[from:], b[:from])) {
			return true
		}
	}
	return false
}

// TilesVersion is the version of the file format.
const TilesVersion = 1

// MaxTilesFile limits the size of a file, in bytes.
const MaxTilesFile = 16 << 20

// OpenTiles reads a file and treats an invalid shape as an error.
func OpenTiles(path string) (*TileSet, error) {
	f, err := disk.OpenRegular(path)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }() // nothing was written
	data, err := io.ReadAll(io.LimitReader(f, MaxTilesFile+1))
	if err != nil {
		return nil, err
	}
	s, faults, err := ParseTiles(data, path)
	if err == nil && len(faults) > 0 {
		err = faults[0]
	}
	if err != nil {
		return nil, err
	}
	return s, nil
}

// ParseTiles parses the contents of a file with the given name. An invalid shape, such as an outline that crosses
// itself, is left out and reported as a fault. Errors and faults are of the form name:line:column: message.
func ParseTiles(data []byte, name string) (set *TileSet, faults []*strictyaml.Error, err error) {
	d := &decoder{Reader: strictyaml.Reader{File: name, What: "a file of tile shapes"}, set: NewTileSet("", 0, 0)}
	if len(data) > MaxTilesFile {
		return nil, nil, &strictyaml.Error{File: name, Err: fmt.Errorf("more than the limit of %d MB",
			MaxTilesFile>>20)}
	}
	if line := strictyaml.ConflictLine(data); line > 0 {
		return nil, nil, &strictyaml.Error{File: name, Line: line, Err: strictyaml.ErrConflict}
	}
	if err := strictyaml.CheckText(data, name); err != nil {
		return nil, nil, err
	}
	root, err := d.Read(data)
	if err == nil {
		err = d.file(root)
	}
	if err != nil {
		return nil, nil, err
	}
	return d.set, d.faults, nil
}

type decoder struct {
	strictyaml.Reader
	set    *TileSet
	shapes *yaml.Node
	faults []*strictyaml.Error
}

var (
	fileKeys   = []string{"fillet_tiles", "image", "tile", "margin", "spacing", "shapes"}
	presetKeys = []string{
		"name", "radius", "rounding", "role", "one_way", "categories", "collides_with", "tags", "properties",
		"material", "friction", "restitution", "density",
	}
)

func (d *decoder) file(root *yaml.Node) error {
	var shapes *yaml.Node
	seen := map[string]*yaml.Node{}
	err := d.Mapping(root, fileKeys, func(key string, v *yaml.Node) error {
		seen[key] = v
		switch key {
		case "fillet_tiles":
			version := 0
			if err := d.Int(v, &version); err != nil {
				return err
			}
			if version != TilesVersion {
				return d.Errorf(v, "version %d of the file is not supported; this program reads version %d", version,
					TilesVersion)
			}
		case "image":
			return d.Text(v, &d.set.Image)
		case "tile":
			return d.size(v)
		case "margin":
			return d.Int(v, &d.set.Margin)
		case "spacing":
			return d.Int(v, &d.set.Spacing)
		default:
			shapes = v
		}
		return nil
	})
	switch {
	case err != nil:
		return err
	case seen["fillet_tiles"] == nil:
		return d.Errorf(root, `this is not a file of tile shapes: it has no "fillet_tiles: %d"`, TilesVersion)
	case seen["tile"] == nil:
		return d.Errorf(root, `the size of a tile is missing, such as "tile: [16, 16]"`)
	}
	if err := d.set.checkFrame(); err != nil {
		at := seen["tile"]
		for _, key := range []string{"margin", "spacing"} {
			if n := map[string]int{"margin": d.set.Margin, "spacing": d.set.Spacing}[key]; n < 0 || n > MaxTile {
				at = seen[key]
			}
		}
		return d.Wrap(at, err)
	}
	d.set.frameAt = strictyaml.PositionOf(cmp.Or(seen["margin"], seen["spacing"], seen["tile"]))
	if shapes == nil {
		return nil
	}
	d.shapes = shapes
	return d.Mapping(shapes, nil, d.tile)
}

func (d *decoder) size(n *yaml.Node) error {
	to := [2]*int{&d.set.Width, &d.set.Height}
	count := 0
	err := d.Sequence(n, func(i int, item *yaml.Node) error {
		if count++; i >= len(to) {
			return d.Errorf(item, "a tile has a width and a height, as in [16, 16]")
		}
		return d.Int(item, to[i])
	})
	if err == nil && count != len(to) {
		err = d.Errorf(n, "a tile has a width and a height, as in [16, 16]")
	}
	return err
}

func (d *decoder) tile(key string, n *yaml.Node) error {
	id, err := strconv.Atoi(key)
	if err != nil || id < 0 || id > MaxTileID || strconv.Itoa(id) != key {
		return d.Errorf(d.keyOf(n), "%q is not the number of a tile, a whole number from 0 to %d", key, MaxTileID)
	}
	list := []TileSetShape{}
	if n.Kind == yaml.ScalarNode && !strictyaml.IsNull(n) { // a single preset need not be in a list
		s, err := d.preset(n)
		if err != nil {
			return err
		}
		d.set.Shapes[id] = append(list, s)
		return nil
	}
	err = d.Sequence(n, func(i int, item *yaml.Node) error {
		if i == MaxTileShapes {
			return d.Errorf(item, "more than %d shapes of one tile", MaxTileShapes)
		}
		s, err := d.shape(item)
		if err != nil {
			return err
		}
		if wrong := level.CheckPart(&s.Part); wrong == nil {
			list = append(list, s)
		} else {
			d.faults = append(d.faults, &strictyaml.Error{
				File: d.File, Line: item.Line, Column: item.Column,
				Err: fmt.Errorf("tile %d, shape %d: %w", id, i+1, wrong),
			})
		}
		return nil
	})
	d.set.Shapes[id] = list
	return err
}

// keyOf returns the key of a tile's value.
func (d *decoder) keyOf(n *yaml.Node) *yaml.Node {
	for i := 1; i < len(d.shapes.Content); i += 2 {
		if d.shapes.Content[i] == n {
			return d.shapes.Content[i-1]
		}
	}
	return n
}

func (d *decoder) preset(n *yaml.Node) (TileSetShape, error) {
	name := ""
	if err := d.Text(n, &name); err != nil {
		return TileSetShape{}, err
	}
	s, ok := d.set.Of(name)
	if !ok {
		return s, d.Errorf(n, "there is no preset %q%s", name, strictyaml.Suggest(name, presetNames()))
	}
	return s, nil
}

func presetNames() []string {
	out := make([]string, len(TilePresets))
	for i, p := range TilePresets {
		out[i] = p.Name
	}
	return out
}

// shape reads the name of a preset, or the keys of a shape.
func (d *decoder) shape(n *yaml.Node) (TileSetShape, error) {
	if n.Kind == yaml.ScalarNode {
		return d.preset(n)
	}
	var named *TileSetShape
	wrong := ""
	hasRole, hasSide := false, false
	n, err := d.Loaded(n)
	if err != nil {
		return TileSetShape{}, err
	}
	if n.Kind == yaml.MappingNode {
		for i := 0; i+1 < len(n.Content); i += 2 {
			switch key := n.Content[i].Value; {
			case key == "role":
				hasRole = true
			case key == "one_way":
				hasSide = true
			case key != "preset" && !slices.Contains(presetKeys, key):
				wrong = key
			}
		}
	}
	part, err := level.ReadPart(&d.Reader, n, []string{"preset"}, func(_ string, v *yaml.Node) error {
		s, err := d.preset(v)
		named = &s
		return err
	})
	switch {
	case err != nil:
		return TileSetShape{}, err
	case named == nil && part.Shape.Kind == 0:
		return TileSetShape{}, d.Errorf(n, `this shape has neither a "preset" nor a "kind"`)
	case named == nil:
		return TileSetShape{Part: *part}, nil
	case wrong != "":
		return TileSetShape{}, d.Errorf(n, "a preset defines its own shape and takes no %q", wrong)
	}
	p := named.Part
	part.Shape.Kind, part.Shape.Size, part.Shape.Points, part.Position = p.Shape.Kind, p.Shape.Size, p.Shape.Points,
		p.Position
	part.Shape.Rounding = cmp.Or(part.Shape.Rounding, p.Shape.Rounding)
	if !hasRole {
		if part.Role = p.Role; !hasSide {
			part.OneWay = p.OneWay
		}
	}
	return TileSetShape{Preset: named.Preset, Part: *part}, nil
}

// Append appends the set as the text of its file: keys in a fixed order, tiles by number, and the points of a shape on
// one line. [ParseTiles] reads back an equal set.
func (s *TileSet) Append(b []byte) []byte {
	number := func(key string, n int) { b = append(strconv.AppendInt(append(b, key+": "...), int64(n), 10), '\n') }
	number("fillet_tiles", TilesVersion)
	if s.Image != "" {
		b = append(level.AppendText(append(b, "image: "...), s.Image), '\n')
	}
	b = strconv.AppendInt(append(b, "tile: ["...), int64(s.Width), 10)
	b = append(strconv.AppendInt(append(b, ", "...), int64(s.Height), 10), "]\n"...)
	number("margin", s.Margin)
	number("spacing", s.Spacing)
	if len(s.Shapes) == 0 {
		return append(b, "shapes: {}\n"...)
	}
	b = append(b, "shapes:\n"...)
	for _, id := range s.IDs() {
		b = append(strconv.AppendInt(append(b, "  "...), int64(id), 10), ':')
		b = s.appendTile(b, s.Shapes[id])
	}
	return b
}

func (s *TileSet) appendTile(b []byte, list []TileSetShape) []byte {
	names := make([]string, 0, len(list))
	for i := range list {
		if s.isPlain(&list[i]) {
			names = append(names, list[i].Preset)
		}
	}
	if len(names) == len(list) {
		return append(b, " ["+strings.Join(names, ", ")+"]\n"...)
	}
	b = append(b, '\n')
	for i := range list {
		b = append(b, "    - "...)
		if s.isPlain(&list[i]) {
			b = append(append(b, list[i].Preset...), '\n')
			continue
		}
		b = s.appendShape(b, &list[i])
	}
	return b
}

// isPlain reports whether a shape is an unchanged preset.
func (s *TileSet) isPlain(shape *TileSetShape) bool {
	if shape.Preset == "" {
		return false
	}
	p, ok := s.Of(shape.Preset)
	return ok && p.Part.Equal(&shape.Part)
}

// appendShape appends the keys of a shape, the first one after a dash.
func (s *TileSet) appendShape(b []byte, shape *TileSetShape) []byte {
	const indent = 6
	part := shape.Part
	part.Shape = part.Shape.Flattened()
	if shape.Preset == "" {
		return append(b, level.AppendPart(nil, indent, &part, true)[indent:]...)
	}
	b = append(append(append(b, "preset: "...), shape.Preset...), '\n')
	line := func(key, value string) { b = append(append(b, "      "+key+": "+value...), '\n') }
	if part.Shape.Radius != 0 {
		line("radius", string(strictyaml.AppendYAMLNumber(nil, part.Shape.Radius)))
	}
	if part.Shape.Rounding == level.Outset {
		line("rounding", part.Shape.Rounding.String())
	}
	switch p, _ := s.Of(shape.Preset); {
	case p.Part.Role == part.Role && p.Part.OneWay == part.OneWay:
		part.Role, part.OneWay = level.Solid, level.Vec{} // implied by the preset
	case part.Role == level.Solid:
		line("role", part.Role.String()) // a preset implies a role, so even the default must be written
	}
	return level.AppendPart(b, indent, &part, false)
}

// Write writes the file atomically.
func (s *TileSet) Write(path string) error {
	if err := s.Check(); err != nil {
		return err
	}
	return disk.WriteFile(path, s.Append(nil))
}

// TilePreset is a named shape, drawn in proportion to its tile.
type TilePreset struct {
	Name string
	// Outline is clockwise on the screen, in twelfths of the tile's width and height, from the tile's upper left
	// corner.
	Outline [][2]int
	OneWay  bool // solid from above only
}

// TilePresets lists all presets in the order of the guide and the window. Angles are for square tiles: 45 rises 1 in 1,
// 22 rises 1 in 2 over two tiles side by side, 18 rises 1 in 3 over three, and 63 rises 2 in 1 over two tiles above
// each other. Left or right is the side to which a floor rises or a ceiling descends.
var TilePresets = presets()

// TilePresetNamed returns the preset with the given name.
func TilePresetNamed(name string) (TilePreset, bool) {
	i := slices.IndexFunc(TilePresets, func(p TilePreset) bool { return p.Name == name })
	if i < 0 {
		return TilePreset{}, false
	}
	return TilePresets[i], true
}

func presets() []TilePreset {
	rect := func(name string, x0, y0, x1, y1 int) TilePreset {
		return TilePreset{Name: name, Outline: [][2]int{{x0, y0}, {x1, y0}, {x1, y1}, {x0, y1}}}
	}
	platform := rect("platform", 0, 0, 12, 3)
	platform.OneWay = true
	out := []TilePreset{
		rect("full", 0, 0, 12, 12),
		rect("half-bottom", 0, 6, 12, 12), rect("half-top", 0, 0, 12, 6), rect("half-left", 0, 0, 6, 12),
		rect("half-right", 6, 0, 12, 12),
		rect("quarter-bottom-left", 0, 6, 6, 12), rect("quarter-bottom-right", 6, 6, 12, 12),
		rect("quarter-top-left", 0, 0, 6, 6), rect("quarter-top-right", 6, 0, 12, 6),
		platform,
	}
	// Floors that rise to the right. The others are their mirror images.
	for _, slope := range []TilePreset{
		{Name: "slope-45-right", Outline: [][2]int{{12, 0}, {12, 12}, {0, 12}}},
		{Name: "slope-22-low-right", Outline: [][2]int{{12, 6}, {12, 12}, {0, 12}}},
		{Name: "slope-22-high-right", Outline: [][2]int{{0, 6}, {12, 0}, {12, 12}, {0, 12}}},
		{Name: "slope-18-low-right", Outline: [][2]int{{12, 8}, {12, 12}, {0, 12}}},
		{Name: "slope-18-middle-right", Outline: [][2]int{{0, 8}, {12, 4}, {12, 12}, {0, 12}}},
		{Name: "slope-18-high-right", Outline: [][2]int{{0, 4}, {12, 0}, {12, 12}, {0, 12}}},
		{Name: "slope-63-low-right", Outline: [][2]int{{6, 0}, {12, 0}, {12, 12}, {0, 12}}},
		{Name: "slope-63-high-right", Outline: [][2]int{{12, 0}, {12, 12}, {6, 12}}},
	} {
		left := slope.mirrored(strings.TrimSuffix(slope.Name, "right")+"left", true, false)
		ceiling := strings.Replace(slope.Name, "slope", "ceiling", 1)
		out = append(out, slope, left, slope.mirrored(ceiling, false, true),
			left.mirrored(strings.TrimSuffix(ceiling, "right")+"left", false, true))
	}
	return out
}

// mirrored returns the preset's mirror image with another name.
func (p TilePreset) mirrored(name string, x, y bool) TilePreset {
	out := TilePreset{Name: name}
	for _, q := range p.Outline {
		if x {
			q[0] = 12 - q[0]
		}
		if y {
			q[1] = 12 - q[1]
		}
		out.Outline = append(out.Outline, q)
	}
	if x != y {
		slices.Reverse(out.Outline)
	}
	return out
}

// In returns the preset's shape in a tile, and its position from the tile's upper left corner.
func (p TilePreset) In(tile level.Vec) (s level.Shape, at level.Vec) {
	points := make([]level.Vec, len(p.Outline))
	for i, q := range p.Outline {
		points[i] = level.Vec{X: float64(tile.X*float64(q[0])) / 12, Y: float64(tile.Y*float64(q[1])) / 12}
	}
	if o := p.Outline; len(o) == 4 && o[0][1] == o[1][1] && o[1][0] == o[2][0] && o[2][1] == o[3][1] &&
		o[3][0] == o[0][0] {
		size := points[2].Sub(points[0])
		s = level.Shape{Kind: level.Box, Size: size, Rounding: level.Inset}
		return s, level.Vec{X: points[0].X + float64(size.X/2), Y: points[0].Y + float64(size.Y/2)}
	}
	return level.Shape{Kind: level.Polygon, Points: points, Rounding: level.Inset}, level.Vec{}
}

//go:embed tiles.schema.json
var tilesSchema string

// TilesSchema returns the JSON Schema (draft 2020-12) of tile shape files, for completion and validation in text
// editors. [ParseTiles] does not use it.
func TilesSchema() []byte {
	const indent = "          "
	return []byte(strings.NewReplacer(
		`"enum": []`, `"enum": ["`+strings.Join(presetNames(), `", "`)+`"]`,
		indent+`"with": "a preset"`, level.PartSchema(indent, "preset", presetKeys),
		indent+`"with": "a shape"`, level.PartSchema(indent, "", level.PartKeys),
	).Replace(tilesSchema))
}
