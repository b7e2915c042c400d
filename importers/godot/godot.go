// Package godot imports Godot 4 scenes in the text format (.tscn), with the scenes and resources (.tres) that they use.
//
// Files are parsed into sections (text.go, file.go), and sections into a tree of nodes that includes instanced and
// inherited scenes (scene.go). Bodies and areas become one collider per shape (body.go, shape.go); a scene that Fillet
// exported gets its original colliders back (exported.go). Tiles become cells if their shape fills them, otherwise
// colliders (tileset.go, tiles.go).
package godot

import (
	"bytes"
	"cmp"
	"context"
	"maps"
	"math"
	"slices"
	"strings"

	"fillet/collision"
	"fillet/editor/level"
	"fillet/importers"
)

// Importer reads Godot scenes.
type Importer struct{ *importers.Format }

var format = importers.NewFormat("godot", "Godot 4 scene", ".tscn")

// New returns the importer.
func New() Importer { return Importer{format} }

// ProjectExtensions returns .godot: the folder of project.godot is the root of res:// and of all files that are read.
func (Importer) ProjectExtensions() []string { return []string{".godot"} }

// Sniff reports whether the file begins like a scene.
func (Importer) Sniff(_ string, head []byte) bool {
	head = bytes.TrimLeft(bytes.TrimPrefix(head, []byte("\xef\xbb\xbf")), " \t\r\n")
	for bytes.HasPrefix(head, []byte(";")) { // a comment
		_, head, _ = bytes.Cut(head, []byte("\n"))
		head = bytes.TrimLeft(head, " \t\r\n")
	}
	return bytes.HasPrefix(head, []byte("[gd_scene"))
}

// HasColliders reports whether the scene's own nodes include colliders, points or layers of tiles. Instanced scenes are
// not read.
func (Importer) HasColliders(data []byte) bool {
	for _, class := range []string{"CollisionShape2D", "CollisionPolygon2D", "Marker2D", "TileMapLayer", "TileMap"} {
		if bytes.Contains(data, []byte(`type="`+class+`"`)) {
			return true
		}
	}
	return false
}

// Levels lists the scene as its only level.
func (Importer) Levels(ctx context.Context, src *importers.Source) ([]importers.LevelInfo, error) {
	im, err := read(ctx, src, false)
	if err != nil {
		return nil, err
	}
	return []importers.LevelInfo{im.info()}, nil
}

// Import converts a scene to a document.
func (Importer) Import(ctx context.Context, src *importers.Source, opts importers.Options) (*importers.Result, error) {
	im, err := read(ctx, src, opts.Pictures)
	if err != nil {
		return nil, err
	}
	infos := []importers.LevelInfo{im.info()}
	if _, err := importers.SelectLevels(infos, opts.Levels); err != nil {
		return nil, &importers.Error{File: src.Path, Err: err}
	}
	im.filters = im.newFilters()
	b, err := importers.NewBuilder(src, im.settings(infos), opts)
	if err != nil {
		return nil, err
	}
	im.b = b
	b.Has([]string{im.name}, true)
	b.HasNamedIDs()
	b.Level(level.Place{Level: im.name, ID: im.name}) // scenes have no corner, so colliders keep their positions
	b.Tilesets(im.numbered)
	for _, l := range im.layers {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if err := b.Layer(l.name, "", level.LayerPlace{Layer: l.name, ID: l.id, Offset: l.offset}); err != nil {
			return nil, err
		}
		if l.tiles != nil {
			if err := im.bring(l.tiles); err != nil {
				return nil, err
			}
		}
		for i := range l.items {
			c, err := im.entity(l, &l.items[i])
			if err != nil {
				return nil, err
			}
			if len(im.joints)+len(im.compounds) > 0 {
				im.made[itemKey{l.path, i}] = c
			}
		}
	}
	slices.SortStableFunc(im.sights, func(a, b sight) int { return cmp.Compare(a.z, b.z) })
	for _, s := range im.sights {
		s.show()
	}
	im.checkJoints()
	im.finish()
	opts.Report(1, 1)
	out, err := b.Finish()
	if err != nil {
		return nil, err
	}
	if err := im.weld(out.Document); err != nil {
		return nil, err
	}
	return out, im.join(out)
}

// read parses the scene and collects its colliders.
func read(ctx context.Context, src *importers.Source, pictures bool) (*sceneImport, error) {
	w, err := openWorld(ctx, src)
	if err != nil {
		return nil, err
	}
	im := &sceneImport{
		remotes: map[*node]*node{}, placed: map[*node]frame{}, under: map[*node]importers.Affine{},
		curves: map[*section]*curve{}, off: map[*node]bool{}, moved: map[*node]string{}, spaces: map[*node]bool{},
		world: w, byPath: map[string]*layerRecord{}, shapes: map[*section]known{}, ids: map[string]int{},
		itemOf: map[*node]*itemKey{}, made: map[itemKey]*level.Collider{}, layerNames: map[string]string{},
		unheldKeys: map[string]bool{},
		layerIDs:   map[string]string{}, corners: map[string]level.Vec{}, sets: map[string]*tileSet{}, name: "scene",
		pictures: pictures,
	}
	if src.Path != "-" {
		im.name = baseName(src.Path)
	}
	root, err := w.instance(w.main, nil, "", true, nil)
	if err != nil {
		return nil, err
	}
	if root == nil {
		w.issue(importers.Warning, w.main, 1, "", "the scene has no nodes")
		return im, nil
	}
	im.own = im.ownLevelOf(root)
	layer := cmp.Or(root.name, im.name)
	if root.uid != "" {
		im.layerIDs[layer] = "uid:" + root.uid
	}
	if err := im.animate(root); err != nil {
		return nil, err
	}
	im.findRemotes(root)
	im.findSpaces(root, nil)
	return im, im.walk(root, within{
		to: importers.MoveBy(level.Vec{}), size: w.window, layer: layer, seen: seen{alpha: 1},
	})
}

func (im *sceneImport) entity(l *layerRecord, it *item) (*level.Collider, error) {
	it.Source.Level, it.Source.Layer = im.name, l.name
	it.Given = &level.Collider{
		Body: it.body, OneWay: cmp.Or(it.oneWay, level.Up), Friction: it.matter.friction,
		Restitution: it.matter.bounce, Density: it.matter.density,
	}
	im.filters.set(it.Given, it.filter)
	c, err := im.b.Entity(it.Entity)
	if c == nil || err != nil {
		return nil, err
	}
	c.Group = it.group
	c.Start(it.matter.motion)
	if it.body == level.Kinematic {
		c.Path = it.path
	}
	return c, nil
}

func (im *sceneImport) allFilters(yield func(*filter)) {
	for _, l := range im.layers {
		for i := range l.items {
			yield(&l.items[i].filter)
		}
		if l.tiles != nil {
			for i := range l.tiles.set.physics {
				yield(&l.tiles.set.physics[i].filter)
			}
		}
	}
}

func (im *sceneImport) settings(infos []importers.LevelInfo) level.Settings {
	sizes := map[level.Vec]int{}
	for _, l := range im.tiles {
		sizes[l.set.size] += len(l.cells)
	}
	s := importers.SettingsOf(im.src.Path, infos, sizes, level.DefaultSettings().Grid.Size)
	s.Categories = im.filters.names
	if im.own.pixelsPerMetre > 0 {
		s.PixelsPerMetre = im.own.pixelsPerMetre
	}
	if im.own.size.X > 0 && im.own.size.Y > 0 {
		s.Origin, s.Size = im.own.origin, im.own.size
		if im.own.name != "" {
			s.Name = im.own.name
		}
		if g := im.own.grid; g.X > 0 && g.Y > 0 {
			s.Grid.Size = g
		}
	}
	return s
}

// info describes the scene as a level whose bounds enclose its content.
func (im *sceneImport) info() importers.LevelInfo {
	i := importers.LevelInfo{
		Name: im.name, Width: level.DefaultSettings().Size.X, Height: level.DefaultSettings().Size.Y,
	}
	box, has := im.bounds()
	if im.own.size.X > 0 && im.own.size.Y > 0 {
		i.X, i.Y, i.Width, i.Height = im.own.origin.X, im.own.origin.Y, im.own.size.X, im.own.size.Y
	} else if has {
		i.X, i.Y = box.Min.X, box.Min.Y
		i.Width, i.Height = max(box.Max.X-box.Min.X, 1), max(box.Max.Y-box.Min.Y, 1)
	}
	return i
}

func (im *sceneImport) finish() {
	b := im.b
	b.AddIssues(&im.issues)
	im.approximated.Note(b, "round shape")
	b.IssueCount(importers.Note, "", im.odd, "property",
		"left out %s of bodies and shapes: colliders cannot hold lists, resources, colours and the like")
	b.IssueCount(importers.Note, "", im.margins, "one-way shape", "ignored the custom margin of %s")
	if len(im.unheldKeys) > 0 {
		b.Issue(importers.Warning, "", "a playtest does not have these settings of bodies and areas, which "+
			"were kept as properties: %s", strings.Join(slices.Sorted(maps.Keys(im.unheldKeys)), ", "))
	}
}

// bounds returns the box around all colliders in whole pixels; has is false if there are none.
func (im *sceneImport) bounds() (box collision.AABB, has bool) {
	box = collision.EmptyAABB()
	for _, l := range im.layers {
		for i := range l.items {
			it := &l.items[i]
			at := importers.MoveBy(it.At).After(importers.Turn(it.Angle))
			if it.Shape.OneSided && len(it.Shape.Points) == 2 && it.Shape.Points[0].Dist(it.Shape.Points[1]) >=
				2*boundary {
				p := at.Apply(it.Shape.Points[0].Lerp(it.Shape.Points[1], 0.5)) // an infinite line
				box, has = box.Union(collision.AABB{Min: p, Max: p}), true
				continue
			}
			points := it.Shape.Points
			if it.Shape.Kind == level.Box {
				points = it.Shape.Corners()
			}
			radius := it.Shape.Radius
			if len(points) == 0 {
				points = []level.Vec{{}}
			}
			for _, p := range points {
				p = at.Apply(p)
				box = box.Union(collision.AABB{Min: p, Max: p}.Grow(radius))
			}
			has = true
		}
		if l.tiles != nil {
			box, has = box.Union(l.tiles.bounds()), true
		}
	}
	in := func(x float64) float64 { return min(max(x, -level.MaxCoordinate), level.MaxCoordinate) }
	box.Min = level.Vec{X: in(math.Floor(box.Min.X)), Y: in(math.Floor(box.Min.Y))}
	box.Max = level.Vec{X: in(math.Ceil(box.Max.X)), Y: in(math.Ceil(box.Max.Y))}
	return box, has
}

// bounds returns the box around the cells of a layer.
func (l *tileLayer) bounds() collision.AABB {
	centers := make([]level.Vec, len(l.cells))
	for i, c := range l.cells {
		centers[i] = l.set.center(int(c.x), int(c.y))
	}
	own, half := collision.BoundsOf(centers), l.set.size.Mul(0.5)
	corners := collision.AABB{Min: own.Min.Sub(half), Max: own.Max.Add(half)}.Corners()
	for i, p := range corners {
		corners[i] = l.to.Apply(p)
	}
	return collision.BoundsOf(corners)
}
