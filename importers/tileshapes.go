package importers

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"math"
	"path"
	"slices"
	"strconv"
	"strings"

	"fillet/editor/level"
	"fillet/editor/quote"
	"fillet/editor/strictyaml"
)

// Tileset is a tileset of a foreign file. A file next to it may define the shapes of its tiles.
type Tileset struct {
	Name    string    // its name in the foreign file
	Dir     string    // the folder that Picture is relative to, from the source's; may be empty
	Picture string    // the file of its picture; may be empty
	File    string    // the tileset's own file, relative to the source's folder; may be empty
	Tile    level.Vec // the size of its tiles; zero if they differ
	Count   int       // number of its tiles; 0 if unknown
	Frame   Frame
}

// Frame is the arrangement of a tileset's tiles in its picture.
type Frame struct {
	Margin, Spacing float64 // in pixels
	Known           bool
}

func (f Frame) String() string { return fmt.Sprintf("margin %g and spacing %g", f.Margin, f.Spacing) }

// checkFrame reports a file that arranges the tiles in the picture differently from the tileset, because the window
// would then show the wrong tiles.
func (b *Builder) checkFrame(s *TileShapes, t Tileset) {
	own := Frame{float64(s.set.Margin), float64(s.set.Spacing), true}
	if at := s.set.frameAt; t.Frame.Known && t.Frame != own {
		b.fileIssue(Warning, s.name, lineOf(at.Line, at.Column), "it says %v, but tileset %q has %v: a tile number "+
			"may mean different tiles in the two", own, quote.Excerpt(cmp.Or(t.Name, t.Picture)), t.Frame)
	}
}

// fileIssue adds an issue at a place in a tile shape file.
func (b *Builder) fileIssue(s Severity, file, path, format string, args ...any) {
	b.issues.Add(Issue{s, file, path, fmt.Sprintf(format, args...)})
}

// TileShapes holds the shapes that a tile shape file gives to the tiles of a tileset.
type TileShapes struct {
	set   *TileSet
	used  map[int]bool
	tiles int // number of tiles with shapes
	name  string
}

// tileFiles holds the tile shape files of an import.
type tileFiles struct {
	of    map[Tileset]*TileShapes
	named []namedTiles // the files that the mapping names
	read  bool         // whether the named files have been read
	order []*TileShapes
	asked []Tileset // the tilesets whose shapes were requested, in that order
}

// namedTiles is a tile shape file that the mapping names.
type namedTiles struct {
	name   string
	shapes *TileShapes // nil if it cannot be read
	used   bool
}

// TileShapes finds the shapes of a tileset's tiles. It looks for a file that the mapping names, then for a file next to
// the picture with the picture's name, next to the tileset's own file with that file's name, and next to the source
// with the name of the picture or of the tileset. It returns nil if there is none.
func (b *Builder) TileShapes(t Tileset) *TileShapes {
	if s, ok := b.shapes.of[t]; ok {
		return s
	}
	if b.shapes.of == nil {
		b.shapes.of = map[Tileset]*TileShapes{}
	}
	b.shapes.asked = append(b.shapes.asked, t)
	s := b.findTileShapes(t)
	if s != nil && t.Tile != (level.Vec{}) && t.Tile != s.set.Tile() {
		b.fileIssue(Loss, s.name, "",
			"its tiles are %d by %d pixels, but the tiles of tileset %q are %g by %g: its shapes were left out",
			s.set.Width, s.set.Height, quote.Excerpt(cmp.Or(t.Name, t.Picture)), t.Tile.X, t.Tile.Y)
		s = nil
	}
	if b.shapes.of[t] = s; s == nil {
		return nil
	}
	b.checkFrame(s, t)
	if t.Count > 0 {
		var beyond []string
		for _, id := range s.set.IDs() {
			if id >= t.Count && len(s.set.Shapes[id]) > 0 {
				beyond = append(beyond, strconv.Itoa(id))
			}
		}
		if n := len(beyond); n > 0 {
			const limit = 8
			b.fileIssue(Loss, s.name, "", "the tileset ends at tile %d, but the file has shapes for %s beyond it (%s)",
				t.Count-1, quote.Count(n, "tile"), listed(beyond, limit))
		}
	}
	return s
}

// listed joins the first words of a list, up to limit, and counts the rest.
func listed(words []string, limit int) string {
	if n := len(words) - limit; n > 0 {
		return strings.Join(words[:limit], ", ") + fmt.Sprintf(" and %d more", n)
	}
	return strings.Join(words, ", ")
}

func (b *Builder) findTileShapes(t Tileset) *TileShapes {
	b.readNamedTiles()
	picture := path.Base(slashed(t.Picture))
	for i := range b.shapes.named {
		n := &b.shapes.named[i]
		if n.shapes == nil {
			continue
		}
		image, stem := path.Base(slashed(n.shapes.set.Image)), strings.TrimSuffix(path.Base(slashed(n.name)),
			TilesExtension)
		if t.Picture != "" && image == picture || t.Name != "" && stem == t.Name ||
			t.File != "" && stem == stemOf(t.File) || t.Picture != "" && stem == stemOf(t.Picture) {
			n.used = true
			return n.shapes
		}
	}
	type place struct{ dir, name string }
	var places []place
	add := func(dir, name string) {
		if p := (place{dir, name + TilesExtension}); name != "" && !slices.Contains(places, p) {
			places = append(places, p)
		}
	}
	if t.Picture != "" {
		add(path.Join(".", t.Dir, path.Dir(slashed(t.Picture))), stemOf(t.Picture))
	}
	if t.File != "" {
		add(path.Dir(slashed(t.File)), stemOf(t.File))
	}
	if t.Picture != "" {
		add(".", stemOf(t.Picture))
	}
	if !strings.ContainsAny(t.Name, `/\`) {
		add(".", t.Name)
	}
	for _, p := range places {
		name := path.Join(p.dir, p.name)
		data, err := b.src.ReadNeighbour(name)
		switch {
		case errors.Is(err, fs.ErrNotExist), errors.Is(err, ErrOutside), errors.Is(err, ErrHidden),
			errors.Is(err, errNoFolder):
			continue // the file need not exist
		case err != nil:
			if in := errors.Unwrap(err); in != nil {
				err = in // without the file's name
			}
			b.fileIssue(Loss, name, "", "the tile shapes cannot be read: %v", err)
			return nil
		}
		return b.parseTileShapes(name, data)
	}
	return nil
}

func slashed(name string) string { return strings.ReplaceAll(name, `\`, "/") }

// stemOf returns the name of a file without folder and extension.
func stemOf(name string) string {
	base := path.Base(slashed(name))
	return strings.TrimSuffix(base, path.Ext(base))
}

func (b *Builder) readNamedTiles() {
	if b.shapes.read || b.opts.Mapping == nil {
		return
	}
	b.shapes.read = true
	for _, name := range b.opts.Mapping.Tiles {
		n := namedTiles{name: name}
		data, err := b.src.ReadNeighbour(name)
		if err != nil {
			b.fileIssue(Loss, name, "", "the tile shapes cannot be read: %v", err)
		} else {
			n.shapes = b.parseTileShapes(name, data)
		}
		b.shapes.named = append(b.shapes.named, n)
	}
}

func (b *Builder) parseTileShapes(name string, data []byte) *TileShapes {
	set, faults, err := ParseTiles(data, name)
	if err != nil {
		at := ""
		var e *strictyaml.Error
		if errors.As(err, &e) {
			at, err = lineOf(e.Line, e.Column), e.Err
		}
		b.fileIssue(Loss, name, at, "the tile shapes cannot be read: %v", err)
		return nil
	}
	for _, f := range faults {
		b.fileIssue(Loss, name, lineOf(f.Line, f.Column), "%v; the shape was left out", f.Err)
	}
	s := &TileShapes{set: set, name: name, used: map[int]bool{}}
	for _, list := range set.Shapes {
		if len(list) > 0 {
			s.tiles++
		}
	}
	b.tileCategories(s)
	b.shapes.order = append(b.shapes.order, s)
	return s
}

func lineOf(line, column int) string {
	switch {
	case line == 0:
		return ""
	case column == 0:
		return fmt.Sprintf("line %d", line)
	}
	return fmt.Sprintf("line %d, column %d", line, column)
}

// tileCategories adds the categories that shapes name to the level. It leaves out categories for which there is no
// room.
func (b *Builder) tileCategories(s *TileShapes) {
	before := b.doc.Settings()
	after := *before
	after.Categories = slices.Clone(before.Categories)
	lost := map[string]bool{}
	fits := func(name string) bool {
		switch {
		case slices.Contains(after.Categories, name):
		case len(after.Categories) >= level.MaxCategories:
			lost[name] = true
			return false
		default:
			after.Categories = append(after.Categories, name)
		}
		return true
	}
	for _, id := range s.set.IDs() {
		for i := range s.set.Shapes[id] {
			p := &s.set.Shapes[id][i].Part
			out := func(name string) bool { return !fits(name) }
			p.Categories, p.CollidesWith = slices.DeleteFunc(p.Categories, out), slices.DeleteFunc(p.CollidesWith, out)
		}
	}
	if len(lost) > 0 {
		b.fileIssue(Loss, s.name, "", "a level has room for %d categories: %s were left out", level.MaxCategories,
			quote.Excerpt(strings.Join(slices.Sorted(maps.Keys(lost)), ", ")))
	}
	if len(after.Categories) > len(before.Categories) {
		if err := b.doc.Apply(level.Diff{Settings: level.Changed(before, &after)}); err != nil {
			b.fileIssue(Loss, s.name, "", "its categories: %v", err)
		}
	}
}

// reportTileShapes reports the shapes that no tile of the import uses.
func (b *Builder) reportTileShapes() {
	b.readNamedTiles()
	for _, n := range b.shapes.named {
		if n.shapes != nil && !n.used {
			b.fileIssue(Warning, n.name, "", "the tile shapes are for the picture %q, which no imported tileset has",
				quote.Excerpt(n.shapes.set.Image))
			n.shapes.tiles = 0
		}
	}
	for _, s := range b.shapes.order {
		if n := s.tiles - len(s.used); n > 0 && s.tiles > 0 {
			b.fileIssue(Note, s.name, "", "unused: %d of %d tiles with shapes", n, s.tiles)
		}
	}
}

// Has reports whether the file has an entry for a tile, even one without a shape.
func (t *TileShapes) Has(id int) bool {
	if t == nil {
		return false
	}
	_, ok := t.set.Shapes[id]
	return ok
}

// Any reports whether a tile has a shape.
func (t *TileShapes) Any(id int) bool { return t != nil && len(t.set.Shapes[id]) > 0 }

// TileShape is a collision shape of a placed tile.
type TileShape struct {
	Placed
	Entity Entity // Placed overrides its Shape, At and Angle
	Name   string // the shape's own name; may be empty
	Part   string // the shape's name in its tile
	Alone  bool   // the shape does not merge with shapes that it touches
}

// Laid returns the shapes of a tile, mapped from the tile's frame by m. off bounds how far the polygons of round shapes
// lie inside the exact images.
func (t *TileShapes) Laid(id int, m Affine) (list []TileShape, off float64) {
	if t == nil {
		return nil, 0
	}
	if len(t.set.Shapes[id]) > 0 {
		t.used[id] = true
	}
	for i := range t.set.Shapes[id] {
		part := &t.set.Shapes[id][i].Part
		given, k := m.Part(part)
		p := Placed{given.Shape, given.Position, given.Angle}
		off = max(off, k)
		list = append(list, TileShape{
			Placed: p, Name: part.Name, Part: strconv.Itoa(i + 1), Alone: part.Shape.Radius > 0,
			Entity: Entity{
				Name: cmp.Or(part.Name, fmt.Sprintf("Tile %d", id)), Tags: part.Tags, Fields: part.Properties,
				Says: part.Role, Role: level.Solid, Given: &given,
			},
		})
	}
	return list, off
}

// Part maps a shape, with its holes, its radius and its solid side. off bounds how far the polygon of a round shape
// lies inside the exact image.
func (m Affine) Part(c *level.Collider) (out level.Collider, off float64) {
	p, off := m.throughPart(c)
	out = *c
	out.Shape, out.Position, out.Angle = p.Shape, p.At, p.Angle
	out.OneWay = m.side(c.OneWay, c.Angle, p.Angle)
	return out, off
}

// throughPart maps a shape, with its holes and its radius. If the map does not scale all lengths equally, a corner
// radius is scaled by the smaller of the axes' factors.
func (m Affine) throughPart(c *level.Collider) (out Placed, off float64) {
	s, mirrored := c.Shape, m.X.Cross(m.Y) < 0
	k, similar := m.Scale()
	switch {
	case s.Kind == level.Circle || s.Kind == level.Point:
		return m.Through(Placed{Shape: s, At: c.Position})
	case s.Kind == level.Capsule && !similar:
		return m.Through(Placed{Shape: s, At: c.Position, Angle: c.Angle})
	case s.Kind == level.Box && (c.Angle != 0 || m.X.Y != 0 && m.X.X != 0 || m.Y.X != 0 && m.Y.Y != 0):
		s.Kind, s.Points, s.Size = level.Polygon, s.Corners(), level.Vec{} // so that the frame keeps its angle
	}
	if !similar {
		k = min(m.X.Len(), m.Y.Len())
	}
	combined := m.After(MoveBy(c.Position)).After(Turn(c.Angle))
	bring := func(v level.Vec) level.Vec {
		v = combined.Linear(v)
		return level.Vec{X: v.X + 0, Y: v.Y + 0} // + 0 turns -0 into 0
	}
	out = Placed{Shape: s.Map(bring), At: m.Apply(c.Position)}
	o := &out.Shape
	o.Radius = float64(s.Radius * k)
	if s.Kind == level.Box {
		size := m.X.Mul(s.Size.X).Add(m.Y.Mul(s.Size.Y))
		o.Size = level.Vec{X: math.Abs(size.X), Y: math.Abs(size.Y)}
	}
	if mirrored && (s.Kind == level.Polygon || s.Kind == level.Chain) { // mirroring reverses their direction
		slices.Reverse(o.Points)
		for _, h := range o.Holes {
			slices.Reverse(h)
		}
	}
	if o.HasCorners() {
		*o = o.Clamped()
	}
	return out, 0
}

// side maps the solid side of a one-way shape. d is relative to a frame turned by from, the result to a frame turned by
// to.
func (m Affine) side(d level.Vec, from, to level.Degrees) level.Vec {
	if d == (level.Vec{}) {
		return d
	}
	along := m.After(Turn(from)).Linear(level.Vec{X: -d.Y, Y: d.X}) // the tangent, because normals map differently
	n := level.Vec{X: along.Y, Y: -along.X}
	if m.X.Cross(m.Y) < 0 {
		n = n.Mul(-1)
	}
	n = Turn(-to).Linear(n).Unit()
	return level.Vec{X: n.X + 0, Y: n.Y + 0}
}
