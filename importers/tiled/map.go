package tiled

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"image/color"
	"strings"

	"fillet/editor/level"
	"fillet/editor/quote"
	"fillet/importers"
)

type mapRecord struct {
	src                   *importers.Source
	files                 *files
	dir                   string    // folder of its file, relative to the source's
	id                    string    // its name or, in a world, the path of its file
	within                string    // in a world, the prefix of its locations
	at                    level.Vec // position in the world
	node                  *node
	name                  string
	orientation           string
	width, height         int     // in tiles
	tileWidth, tileHeight float64 // in pixels
	lattice               lattice // layout of its cells
	slant                 slant   // slant of its objects' axes
	infinite              bool
	lo, hi                [2]int     // the range of tiles covered by the chunks of an infinite map
	tilesets              []*tileset // sorted by first gid
	layers                []*layerRecord
	templates             map[string]*template
	issues                importers.Issues
	background            string   // background colour as in the file
	categories            []string // exported by Fillet; nil until requested
	renderOrder           string   // the drawing order of an orthogonal map's tiles, such as right-down
}

// layerRecord is a layer other than a group, combined with its groups' settings.
type layerRecord struct {
	node     *node
	kind     string // layer, objectgroup or imagelayer
	name     string // including its groups, as in Cave/Walls
	class    string
	color    string
	offset   level.Vec
	parallax bool
	hidden   bool
	opacity  float64     // 0 to 1
	tint     color.NRGBA // multiplied with its pictures' colours; zero for none
	chunks   []chunk
}

// chunk is a rectangle of tiles.
type chunk struct {
	x, y, width, height int // in tiles
	gids                *gids
}

func (m *mapRecord) place(n *node) string {
	if n == nil {
		return m.within
	}
	p := n.name
	if m.within != "" {
		p = m.within + ": " + p
	}
	if id := n.attr("id"); id != "" {
		p += " " + quote.Printable(id)
	}
	if name := n.attr("name"); name != "" {
		p += fmt.Sprintf(" %q", quote.Excerpt(name))
	}
	return p
}

func (m *mapRecord) issue(s importers.Severity, n *node, format string, args ...any) importers.Issue {
	return importers.NewIssue(s, m.src.Path, m.place(n), format, args...)
}

func (m *mapRecord) fail(n *node, err error) error {
	var located *importers.Error
	if errors.As(err, &located) && located.File == m.src.Path {
		return err
	}
	line := n.line
	if m.within != "" {
		line = 0 // lines are not lines of the world's file
	}
	return &importers.Error{File: m.src.Path, Path: m.place(n), Line: line, Err: err}
}

func (m *mapRecord) info() importers.LevelInfo {
	lo, hi := m.cells()
	if lo == hi {
		lo, hi = [2]int{}, [2]int{m.width, m.height}
	}
	from, to := m.lattice.bounds(lo, hi)
	return importers.LevelInfo{
		Name: m.name, X: m.at.X + from.X, Y: m.at.Y + from.Y, Width: to.X - from.X, Height: to.Y - from.Y,
	}
}

// cells returns the range of the map's cells, which is empty for an infinite map without tiles.
func (m *mapRecord) cells() (lo, hi [2]int) {
	if m.infinite {
		return m.lo, m.hi
	}
	return lo, [2]int{m.width, m.height}
}

// files holds the tilesets and templates of an import, each read once.
type files struct {
	trees  map[string]*node // by path within the root
	cells  int              // in the layers of all maps
	copied int              // see maxCopied

	classes    map[string][]*class // of the Tiled project, by name
	hasClasses bool                // whether classes is initialized
}

func newFiles() *files { return &files{trees: map[string]*node{}} }

// tree reads a Tiled file by its path within the root. Messages call the file name.
func (f *files) tree(src *importers.Source, file, name string) (*node, error) {
	if n := f.trees[file]; n != nil {
		return n, nil
	}
	data, err := src.ReadInRoot(file)
	if err != nil {
		return nil, err
	}
	n, err := parseTree(name, data)
	if err == nil {
		f.trees[file] = n
	}
	return n, err
}

func readMap(ctx context.Context, src *importers.Source) (*mapRecord, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	root, err := parseTree(src.Path, src.Data)
	if err != nil {
		return nil, err
	}
	m := &mapRecord{src: src, files: newFiles(), dir: ".", name: src.Title("map")}
	m.id = m.name
	return m, m.read(root)
}

// read reads a map whose name and position are known.
func (m *mapRecord) read(root *node) error {
	m.templates = map[string]*template{}
	if root.name != "map" {
		return m.fail(root, fmt.Errorf("this is a Tiled %s, not a map; import a map that uses it",
			quote.Printable(root.name)))
	}
	if err := m.readHead(root); err != nil {
		return m.fail(root, err)
	}
	if err := m.readTilesets(root); err != nil {
		return err
	}
	if err := m.readLayers(root, layerRecord{offset: m.at, opacity: 1}); err != nil {
		return err
	}
	i := m.info()
	if !importers.InReach(i.X, i.Y, i.X+i.Width, i.Y+i.Height) {
		return m.fail(root, fmt.Errorf("the map reaches to (%g, %g), beyond the limit of %g", i.X+i.Width, i.Y+i.Height,
			float64(level.MaxCoordinate)))
	}
	return nil
}

func (m *mapRecord) readHead(root *node) error {
	m.orientation = root.attr("orientation")
	m.background, m.renderOrder = root.attr("backgroundcolor"), root.attr("renderorder")
	switch m.orientation {
	case "":
		m.orientation = "orthogonal"
	case "orthogonal", "isometric", "staggered", "hexagonal", "oblique":
	default:
		return fmt.Errorf("unknown orientation %q", quote.Excerpt(m.orientation))
	}
	m.node, m.infinite = root, root.attr("infinite") == "1"
	var err error
	size := func(name string, least int) int {
		n, e := root.integer(name, 0, least, importers.MaxGridSide)
		err = cmp.Or(err, e)
		return n
	}
	m.width, m.height = size("width", 0), size("height", 0)
	m.tileWidth, m.tileHeight = float64(size("tilewidth", 1)), float64(size("tileheight", 1))
	if err == nil && (m.tileWidth == 0 || m.tileHeight == 0) {
		err = errors.New("the map has no tile size")
	}
	if err == nil && m.width*m.height > importers.MaxCells {
		err = fmt.Errorf("%d by %d tiles are beyond the limit of %d", m.width, m.height, importers.MaxCells)
	}
	if err != nil {
		return err
	}
	return m.readLattice(root)
}

// readLayers reads the layers in an element, lowest first.
func (m *mapRecord) readLayers(in *node, of layerRecord) error {
	for _, n := range in.children {
		l := of
		switch n.name {
		case "layer", "objectgroup", "imagelayer", "group":
		default:
			continue
		}
		name := cmp.Or(n.attr("name"), strings.TrimSpace(n.name+" "+n.attr("id")))
		if l.name += name; n.name == "group" {
			l.name += "/"
		}
		l.node, l.kind = n, n.name
		if c := n.attr("class"); c != "" {
			l.class = c
		}
		if c := n.attr("color"); n.name == "objectgroup" && len(c) >= 7 &&
			strings.Trim(c[1:], "0123456789abcdefABCDEF") == "" && c[0] == '#' {
			l.color = "#" + c[len(c)-6:] // #AARRGGBB or #RRGGBB
		}
		offset, err := n.vec("offsetx", "offsety", 0)
		parallax, errP := n.vec("parallaxx", "parallaxy", 1)
		if err = cmp.Or(err, errP); err == nil && n.name == "imagelayer" && !n.has("offsetx") {
			offset, err = n.vec("x", "y", 0) // as stored by Tiled before 0.15
		}
		if err != nil {
			return m.fail(n, err)
		}
		l.offset = l.offset.Add(offset)
		if !importers.InReach(l.offset.X, l.offset.Y) {
			return m.fail(n, fmt.Errorf("its offset (%g, %g) is beyond the limit of %g", l.offset.X, l.offset.Y,
				float64(level.MaxCoordinate)))
		}
		l.hidden = l.hidden || n.attr("visible") == "0" || n.attr("visible") == "false"
		if opacity, err := n.number("opacity", 1); err == nil {
			l.opacity = float64(l.opacity * min(max(opacity, 0), 1))
		}
		if c, ok := importers.ColorOf(n.attr("tintcolor")); ok {
			l.tint = product(l.tint, c)
		}
		l.parallax = l.parallax || parallax != level.Vec{X: 1, Y: 1}
		if n.name == "group" {
			if err := m.readLayers(n, l); err != nil {
				return err
			}
			continue
		}
		if n.name == "layer" {
			if err := m.readChunks(&l); err != nil {
				return m.fail(n, err)
			}
		}
		m.layers = append(m.layers, &l)
	}
	return nil
}
