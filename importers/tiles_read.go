package importers

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strconv"

	"fillet/editor/disk"
	"fillet/editor/level"
	"fillet/editor/strictyaml"

	"gopkg.in/yaml.v3"
)

// TilesVersion is the only version of the file so far.
const TilesVersion = 1

// MaxTilesFile limits the size of a file, in bytes.
const MaxTilesFile = 16 << 20

// TilesFault is an invalid shape in an otherwise readable file.
type TilesFault struct {
	Line, Column int
	Tile         int
	Shape        int // number among the tile's shapes, from 1
	Err          error
}

func (f *TilesFault) Error() string {
	return fmt.Sprintf("tile %d, shape %d: %v", f.Tile, f.Shape, f.Err)
}

func (f *TilesFault) Unwrap() error { return f.Err }

// OpenTiles reads a file strictly: an invalid shape is an error as well.
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
		err = &strictyaml.Error{File: path, Line: faults[0].Line, Column: faults[0].Column, Err: faults[0]}
	}
	if err != nil {
		return nil, err
	}
	return s, nil
}

// ParseTiles parses the contents of a file with the given name. An invalid shape, such as an outline that crosses
// itself, is left out and reported as a fault. Errors are [*strictyaml.Error], of the form name:line:column: what.
func ParseTiles(data []byte, name string) (*TileSet, []*TilesFault, error) {
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
	faults []*TilesFault
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
				return d.Errorf(v, "version %d of the file is not known; this program reads version %d", version,
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

// tile reads the shapes of a tile.
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
			d.faults = append(d.faults, &TilesFault{item.Line, item.Column, id, i + 1, wrong})
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
		return s, d.Errorf(n, "there is no preset %q%s", name, strictyaml.Suggest(name, names()))
	}
	return s, nil
}

func names() []string {
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
	if part.Shape.Rounding == 0 {
		part.Shape.Rounding = p.Shape.Rounding
	}
	if !hasRole {
		if part.Role = p.Role; !hasSide {
			part.OneWay = p.OneWay
		}
	}
	return TileSetShape{Preset: named.Preset, Part: *part}, nil
}
