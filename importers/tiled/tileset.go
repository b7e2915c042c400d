package tiled

import (
	"cmp"
	"fmt"
	"math"
	"path"
	"slices"
	"strings"

	"fillet/editor/level"
	"fillet/editor/quote"
	"fillet/importers"
)

// tileset holds the data of a tileset that an import needs.
type tileset struct {
	firstGID              uint32
	number                int // of its first tile in rules and sources: firstGID - 1, or in a world shared by all maps
	name                  string
	key                   string // stable when other tilesets grow: its file's name, or its own if it is in the map
	tileWidth, tileHeight float64
	offset                level.Vec // offset of its tiles from their cells
	gridSized             bool      // its tiles are drawn at the size of the map's cells
	alignment             string    // of tile objects
	slant                 slant     // of its tiles' collision shapes
	missing               bool
	body                  *node  // the element that defines it
	dir                   string // folder of that element's file, relative to the map's
	tiles                 map[uint32]*tileDef
	file                  string                // its own file, relative to the source's folder; "" if it is in the map
	shapes                *importers.TileShapes // from a tile shape file, on first use
	isAsked               bool
}

// tileDef is a tile with an element in its tileset.
type tileDef struct {
	class         string
	width, height float64
	node          *node
	objects       []*node          // its collision shapes
	fields        level.Properties // nil until read
	isRead        bool
	shapes        []object // parsed objects, on first use
}

// pictureOf returns the file of an element's picture, or "". In JSON, it is not in a separate element.
func pictureOf(n *node) string {
	if img := n.child("image"); img != nil {
		return img.attr("source")
	}
	return n.attr("image")
}

// readTilesets reads the tilesets of a map. A missing tileset is reported as a loss.
func (m *mapRecord) readTilesets(root *node) error {
	for _, n := range root.children {
		if n.name != "tileset" {
			continue
		}
		t, err := m.readTileset(n, m.dir)
		if err != nil {
			return m.fail(n, err)
		}
		m.tilesets = append(m.tilesets, t)
	}
	slices.SortStableFunc(m.tilesets, func(a, b *tileset) int { return cmp.Compare(a.firstGID, b.firstGID) })
	for i := 1; i < len(m.tilesets); i++ {
		if m.tilesets[i].firstGID == m.tilesets[i-1].firstGID {
			m.issues.Add(m.issue(importers.Warning, root, "two tilesets begin with tile %d; the tiles of %q are hidden",
				m.tilesets[i].firstGID, m.tilesets[i-1].name))
		}
	}
	return nil
}

// key returns the name that identifies a tileset when other tilesets grow. Maps of a world share tilesets, so there it
// is the file's path relative to the world.
func (m *mapRecord) key(source, name string) string {
	switch {
	case source == "":
		return name
	case m.within != "":
		return path.Join(m.dir, slashed(source))
	}
	return source
}

// room returns the minimum number of tiles in the tileset.
func (t *tileset) room() int {
	const unknown = 1 << 16
	if t.missing {
		return unknown
	}
	n, err := t.body.integer("tilecount", unknown, 0, math.MaxInt32>>3)
	if err != nil {
		n = unknown
	}
	for id := range t.tiles {
		n = max(n, int(id)+1)
	}
	return n
}

// readTileset reads a tileset that is defined or referenced in a file. dir is the file's folder relative to the map's.
func (m *mapRecord) readTileset(n *node, dir string) (*tileset, error) {
	first, err := n.integer("firstgid", 1, 1, math.MaxInt32>>3)
	if err != nil {
		return nil, err
	}
	body, folder := n, dir
	if source := n.attr("source"); source != "" {
		file, err := m.src.Resolve(dir, source)
		if err == nil {
			body, err = m.files.tree(m.src, file, source)
			folder = path.Join(dir, path.Dir(slashed(source)))
		}
		if err == nil && body.name != "tileset" {
			err = fmt.Errorf("%q is a %s, not a tileset", quote.Excerpt(source), quote.Printable(body.name))
		}
		if err != nil {
			m.issues.Add(m.issue(importers.Loss, n,
				"the tileset cannot be read, so its tiles have no collision shapes: %v", err))
			return &tileset{
				firstGID: uint32(first), number: first - 1, name: source, key: m.key(source, source), missing: true,
			}, nil
		}
	}
	t := &tileset{
		firstGID: uint32(first), number: first - 1, name: body.attr("name"),
		gridSized: body.attr("tilerendersize") == "grid", alignment: body.attr("objectalignment"), body: body,
		dir: folder, tiles: map[uint32]*tileDef{},
	}
	if source := n.attr("source"); source != "" {
		t.file = path.Join(dir, slashed(source))
	}
	t.key = m.key(n.attr("source"), t.name)
	w, errW := body.integer("tilewidth", int(m.tileWidth), 0, level.MaxCoordinate)
	h, errH := body.integer("tileheight", int(m.tileHeight), 0, level.MaxCoordinate)
	t.tileWidth, t.tileHeight = float64(w), float64(h)
	if errW != nil || errH != nil {
		return nil, fmt.Errorf("tileset %q: its tiles have no size", quote.Excerpt(t.name))
	}
	if o := body.child("tileoffset"); o != nil {
		if t.offset, err = o.vec("x", "y", 0); err != nil || !importers.InReach(t.offset.X, t.offset.Y) {
			return nil, fmt.Errorf("tileset %q: its tile offset is invalid", quote.Excerpt(t.name))
		}
	}
	if g := body.child("grid"); g != nil && g.attr("orientation") == "isometric" {
		w, errW := g.integer("width", 0, 1, level.MaxCoordinate)
		h, errH := g.integer("height", 0, 1, level.MaxCoordinate)
		if t.slant = (slant{width: float64(w), height: float64(h)}); errW != nil || errH != nil || w*h == 0 {
			t.slant = slant{width: t.tileWidth, height: t.tileHeight} // as in Tiled, which needs both sizes
		}
	}
	elements := map[uint32][]*node{}
	for _, c := range body.children {
		if c.name != "tile" {
			continue
		}
		id, err := c.integer("id", 0, 0, math.MaxInt32>>3)
		if err != nil {
			m.issues.Add(m.issue(importers.Warning, n, "a tile of tileset %q: %v", quote.Excerpt(t.name), err))
			continue
		}
		elements[uint32(id)] = append(elements[uint32(id)], c)
	}
	for id, list := range elements {
		t.tiles[id] = t.tile(joined(list))
	}
	return t, nil
}

// joined returns one element for the elements of one tile. As in Tiled, the attributes are the last element's, but a
// picture, shapes, an animation and properties remain until a later element replaces them.
func joined(list []*node) *node {
	last := list[len(list)-1]
	if len(list) == 1 {
		return last
	}
	out := &node{name: last.name, line: last.line, attrs: slices.Clone(last.attrs)}
	for _, n := range list {
		out.children = append(out.children, n.children...)
	}
	out.settle()
	for _, n := range slices.Backward(list) {
		if n.attr("image") != "" { // in JSON, the picture is in the attributes
			for _, name := range []string{"image", "imagewidth", "imageheight"} {
				out.set(name, n.attr(name))
			}
			break
		}
	}
	return out
}

func (t *tileset) tile(n *node) *tileDef {
	d := &tileDef{class: cmp.Or(n.attr("class"), n.attr("type")), width: t.tileWidth, height: t.tileHeight, node: n}
	// In a collection of images, each tile has its own image size, for which JSON has no element.
	img, prefix := n.child("image"), ""
	if img == nil {
		img, prefix = n, "image"
	}
	isSize := func(x float64) bool { return x > 0 && x <= level.MaxCoordinate }
	if w, err := img.number(prefix+"width", 0); err == nil && isSize(w) {
		d.width = w
	}
	if h, err := img.number(prefix+"height", 0); err == nil && isSize(h) {
		d.height = h
	}
	if region, err := n.vec("width", "height", 0); err == nil && isSize(region.X) && isSize(region.Y) {
		d.width, d.height = region.X, region.Y // a region of its picture
	}
	for _, g := range n.children {
		if g.name != "objectgroup" {
			continue
		}
		for _, o := range g.children {
			if o.name == "object" {
				d.objects = append(d.objects, o)
			}
		}
	}
	return d
}

// template is an object on which other objects are based.
type template struct {
	object  *node
	tileset *tileset // the tileset of the object's tile
	dir     string   // folder of the template, relative to the map's
}

// maxTemplates limits the nesting of templates.
const maxTemplates = 16

// expand returns an object in a folder with its templates applied. A cycle is an error.
func (m *mapRecord) expand(o *node, dir string, behind []string) (*node, *tileset, error) {
	name := o.attr("template")
	if name == "" {
		return o, nil, nil
	}
	file, err := m.src.Resolve(dir, name)
	if err != nil {
		return nil, nil, err
	}
	if slices.Contains(behind, file) || len(behind) == maxTemplates {
		return nil, nil, fmt.Errorf("template %q: %w: %q", quote.Excerpt(name), errCycle, quote.Excerpt(file))
	}
	t := m.templates[file]
	if t == nil {
		if t, err = m.readTemplate(file, name, dir); err != nil {
			return nil, nil, err
		}
		m.templates[file] = t
	}
	base, tiles, err := m.expand(t.object, t.dir, append(behind, file))
	if err != nil {
		return nil, nil, err
	}
	if t.tileset != nil {
		tiles = t.tileset
	}
	if overrides(o, "gid") {
		tiles = nil // the object's own tile is from the map's tilesets
	}
	out := merged(base, o)
	m.files.copied += len(out.children)
	for _, c := range out.children {
		m.files.copied += len(c.children) + len(c.attr("points"))/8
	}
	if m.files.copied > maxCopied {
		return nil, nil, fmt.Errorf("the templates' properties and points %w: more than %d", errTooMuch, maxCopied)
	}
	return out, tiles, nil
}

// maxCopied is an approximate limit on the properties and points that all objects of an import take from templates,
// because a small file can use a large template many times.
const maxCopied = 1 << 21

func (m *mapRecord) readTemplate(file, name, dir string) (*template, error) {
	root, err := m.files.tree(m.src, file, name)
	if err != nil {
		return nil, fmt.Errorf("template: %w", err)
	}
	t := &template{object: root.child("object"), dir: path.Join(dir, path.Dir(slashed(name)))}
	if root.name != "template" || t.object == nil {
		return nil, fmt.Errorf("%q is not a template", quote.Excerpt(name))
	}
	if n := root.child("tileset"); n != nil {
		if t.tileset, err = m.readTileset(n, t.dir); err != nil {
			return nil, err
		}
	}
	return t, nil
}

// overrides reports whether an instance replaces an attribute of its template. An empty attribute does not replace it,
// nor does a size with a side that is not positive or the gid 0.
func overrides(o *node, name string) bool {
	switch name {
	case "id", "x", "y", "template":
		return true // never from a template
	case "width", "height":
		size, err := o.vec("width", "height", 0)
		return err != nil || size.X > 0 && size.Y > 0
	case "class", "type": // two names for the same thing
		return o.attr("class")+o.attr("type") != ""
	case "gid":
		return strings.Trim(o.attr(name), "0") != ""
	}
	return o.attr(name) != ""
}

// merged returns an object with its own attributes, shape and properties, completed from its template.
func merged(base, o *node) *node {
	out := &node{name: o.name, line: o.line}
	for _, a := range o.attrs {
		if overrides(o, a.name) {
			out.attrs = append(out.attrs, a)
		}
	}
	for _, a := range base.attrs {
		if !overrides(o, a.name) {
			out.attrs = append(out.attrs, a)
		}
	}
	ownShape := slices.ContainsFunc(o.children, isShape)
	for _, c := range base.children {
		if c.name != "properties" && !(ownShape && isShape(c)) {
			out.children = append(out.children, c)
		}
	}
	properties, own := &node{name: "properties"}, map[string]bool{}
	for _, c := range o.children {
		if c.name != "properties" {
			out.children = append(out.children, c)
			continue
		}
		properties.children = append(properties.children, c.children...)
		for _, p := range c.children {
			own[p.attr("name")] = true
		}
	}
	if list := base.child("properties"); list != nil {
		for _, p := range list.children {
			if !own[p.attr("name")] { // a class is replaced with all its members
				properties.children = append(properties.children, p)
			}
		}
	}
	out.children = append(out.children, properties)
	return out
}

func isShape(n *node) bool {
	switch n.name {
	case "ellipse", "capsule", "point", "polygon", "polyline", "text":
		return true
	}
	return false
}
