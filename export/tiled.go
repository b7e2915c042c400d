package export

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"unicode"

	"fillet/collision"
	"fillet/editor/level"
	"fillet/editor/quote"
	"fillet/export/colliders"
)

// Tiled returns the format of maps with object layers, for Tiled 1.12 and games that read Tiled maps.
func Tiled() Exporter {
	return &format{
		name: "tiled", title: "Tiled map with object layers (JSON)", extension: ".tmj",
		keeps: keepsLevel | keepsVelocities | keepsForces, write: writeTiled,
		own: `^\{"type":"map","version":"[0-9.]+","tiledversion":"[^"]*","orientation":"[^{}\[\]]*"properties":\[\{"name":"fillet\.name"`,
	}
}

type (
	tmjMap struct {
		Type         string        `json:"type"`
		Version      string        `json:"version"`
		Tiled        string        `json:"tiledversion"`
		Orientation  string        `json:"orientation"`
		RenderOrder  string        `json:"renderorder"`
		Infinite     bool          `json:"infinite"`
		Width        int           `json:"width"`
		Height       int           `json:"height"`
		TileWidth    int           `json:"tilewidth"`
		TileHeight   int           `json:"tileheight"`
		NextLayerID  int           `json:"nextlayerid"`
		NextObjectID int           `json:"nextobjectid"`
		Properties   []tmjProperty `json:"properties"`
		Tilesets     []struct{}    `json:"tilesets"`
	}
	tmjLayer struct {
		Type    string  `json:"type"`
		ID      int     `json:"id"`
		Name    string  `json:"name"`
		Order   string  `json:"draworder"`
		Opacity float64 `json:"opacity"`
		Visible bool    `json:"visible"`
		X       int     `json:"x"`
		Y       int     `json:"y"`
	}
	tmjObject struct {
		ID         int           `json:"id"`
		Name       string        `json:"name"`
		Type       string        `json:"type"`
		X          float64       `json:"x"`
		Y          float64       `json:"y"`
		Width      float64       `json:"width"`
		Height     float64       `json:"height"`
		Rotation   float64       `json:"rotation"`
		Visible    bool          `json:"visible"`
		Point      bool          `json:"point,omitempty"`
		Ellipse    bool          `json:"ellipse,omitempty"`
		Capsule    bool          `json:"capsule,omitempty"`
		Polygon    []xy          `json:"polygon,omitempty"`
		Polyline   []xy          `json:"polyline,omitempty"`
		Properties []tmjProperty `json:"properties"`
	}
	tmjProperty struct {
		Name  string `json:"name"`
		Type  string `json:"type"`
		Value any    `json:"value"`
	}
	xy struct {
		X float64 `json:"x"`
		Y float64 `json:"y"`
	}
)

func toXY(vs []Vec) []xy {
	out := make([]xy, len(vs))
	for i, v := range vs {
		v = tidy(v)
		out[i] = xy{v.X, v.Y}
	}
	return out
}

// writeTiled writes the map. The level's top left corner becomes the map's.
func writeTiled(ctx context.Context, t *target) ([]byte, error) {
	m := &tmjWriter{t: t}
	head := tmjMap{
		Type: "map", Version: "1.10", Tiled: "1.12.0", Orientation: "orthogonal", RenderOrder: "right-down",
		TileWidth: tileSize(t.snap.Settings.Grid.Size.X), TileHeight: tileSize(t.snap.Settings.Grid.Size.Y),
		Tilesets: []struct{}{},
		Properties: []tmjProperty{
			{"fillet.name", "string", t.Level.Name},
			{"fillet.pixels_per_metre", "float", t.Level.PixelsPerMetre},
			{"fillet.categories", "string", m.list(nil, t.Categories)},
		},
	}
	head.Width = int(math.Ceil(t.Level.Size.X / float64(head.TileWidth)))
	head.Height = int(math.Ceil(t.Level.Size.Y / float64(head.TileHeight)))
	if o := t.Level.Origin; o != (Vec{}) {
		head.Properties = append(head.Properties, tmjProperty{"fillet.origin_x", "float", o.X},
			tmjProperty{"fillet.origin_y", "float", o.Y})
	}
	head.Properties = m.appendProperties("the level", head.Properties, t.Level.Properties, nil)
	i := 0
	for n, l := range t.snap.Layers {
		m.json.item(1, n == 0)
		m.json.value(tmjLayer{
			Type: "objectgroup", ID: n + 1, Name: l.Layer.Name, Order: "index", Opacity: 1, Visible: true,
		})
		m.json.reopen(`, "objects": [`)
		m.first = true
		for range l.Colliders {
			if err := t.step(ctx, i); err != nil {
				return nil, err
			}
			m.collider(i)
			i++
		}
		m.json.raw("\n  ]}")
	}
	head.NextLayerID, head.NextObjectID = len(t.snap.Layers)+1, m.objects+1
	var file jsonLines
	file.value(head)
	file.reopen(`, "layers": [`)
	file.b = append(file.b, m.json.b...)
	file.raw("\n]}\n")
	return file.b, cmp.Or(m.json.err, file.err)
}

// tileSize returns the size of a grid cell for Tiled: a whole number of pixels, at least 1.
func tileSize(x float64) int { return int(min(max(math.Round(x), 1), 1e6)) }

// jsonLines writes JSON with one list item per line.
type jsonLines struct {
	b   []byte
	err error
}

func (j *jsonLines) raw(s string) { j.b = append(j.b, s...) }

// item starts a line for an item of a list.
func (j *jsonLines) item(depth int, first bool) {
	if !first {
		j.raw(",")
	}
	j.raw("\n" + strings.Repeat("  ", depth))
}

func (j *jsonLines) value(v any) {
	data, err := json.Marshal(v)
	if err != nil && j.err == nil {
		j.err = err
	}
	j.b = append(j.b, data...)
}

// reopen removes the brace that closed the last object, and continues it.
func (j *jsonLines) reopen(s string) {
	if n := len(j.b); n > 0 && j.b[n-1] == '}' {
		j.b = j.b[:n-1]
	}
	j.raw(s)
}

type tmjWriter struct {
	t       *target
	json    jsonLines
	objects int
	first   bool // whether the next object is the first in its layer
}

func (m *tmjWriter) object(o tmjObject) {
	m.objects++
	o.ID, o.Visible = m.objects, true
	o.X, o.Y, o.Width, o.Height = tidyNumber(o.X), tidyNumber(o.Y), tidyNumber(o.Width), tidyNumber(o.Height)
	m.json.item(2, m.first)
	m.first = false
	m.json.value(o)
}

func (m *tmjWriter) collider(i int) {
	c := &m.t.Colliders[i]
	at := c.Transform()
	at.P = at.P.Sub(m.t.Level.Origin)
	o := tmjObject{
		Name: c.Name, Type: c.Role.String(), X: at.P.X, Y: at.P.Y, Rotation: float64(c.Angle),
		Properties: m.properties(c),
	}
	switch {
	case c.Shape.Kind == colliders.Point:
		o.Point, o.Rotation = true, 0
		m.object(o)
	case isRealBox(c):
		corner := at.Apply(c.Shape.Size.Mul(-0.5))
		o.X, o.Y, o.Width, o.Height = corner.X, corner.Y, c.Shape.Size.X, c.Shape.Size.Y
		m.object(o)
	case c.Shape.Kind == colliders.Chain && c.Shape.Radius == 0:
		points := m.t.line(i)
		if c.Shape.Closed {
			points = append(slices.Clone(points), points[0])
		}
		o.Polyline = toXY(points)
		m.object(o)
	case hasCorners(&c.Shape) && len(m.t.source[i].Baked.Boundary()) == 1:
		if c.Shape.Radius > 0 {
			m.t.loseArcs(c)
		}
		o.Polygon = toXY(m.t.source[i].Baked.Boundary()[0].Flatten(m.t.tolerance, nil))
		m.object(o)
	default:
		if hasCorners(&c.Shape) {
			m.t.lose(c, LossSplit, "an outline with holes becomes several polygons, one for each convex part")
		} else if len(c.Pieces) > 1 {
			m.t.lose(c, LossSplit, "a thick chain becomes several capsules, one for each edge")
		}
		for _, p := range local(c) {
			m.piece(c, o, p)
		}
	}
}

// piece writes a convex piece of a collider, given in the collider's own frame.
func (m *tmjWriter) piece(c *colliders.Collider, o tmjObject, p colliders.Piece) {
	at := c.Transform()
	at.P = at.P.Sub(m.t.Level.Origin)
	switch {
	case len(p.Vertices) == 1:
		v := at.Apply(p.Vertices[0])
		o.Ellipse, o.X, o.Y, o.Rotation = true, v.X-p.Radius, v.Y-p.Radius, 0
		o.Width, o.Height = float64(2*p.Radius), float64(2*p.Radius)
	case len(p.Vertices) == 2 && p.Radius == 0:
		o.Polyline = toXY(p.Vertices)
	case len(p.Vertices) == 2:
		a, b := p.Vertices[0], p.Vertices[1]
		axis := b.Sub(a)
		length, across := axis.Len(), axis.Unit().Perp()
		corner := a.MulAdd(axis.Unit(), -p.Radius).MulAdd(across, -p.Radius)
		corner = at.Apply(corner)
		o.Capsule, o.X, o.Y = true, corner.X, corner.Y
		o.Width, o.Height = length+float64(2*p.Radius), float64(2*p.Radius)
		o.Rotation = tidyNumber(float64(c.Angle) + collision.Atan2(axis.Y, axis.X)*180/math.Pi)
	default:
		o.Polygon = toXY(m.t.flat(c, p))
	}
	m.object(o)
}

// Prefixes of properties in a map. Fillet's own properties begin with the first. If a custom property begins with it as
// well, the second replaces it, so that the property is not mistaken for Fillet's.
const (
	ownProperties     = "fillet."
	foreignProperties = "fillet.own."
)

// staying lists Fillet's properties that a collider keeps after the map is imported.
var staying = []string{"fillet.id"}

func (m *tmjWriter) properties(c *colliders.Collider) []tmjProperty {
	names, _ := categoryNames(m.t.Categories, c.Category)
	p := []tmjProperty{
		{"fillet.id", "string", c.ID},
		{"fillet.role", "string", c.Role.String()},
		{"fillet.body", "string", c.Body.String()},
		{"fillet.categories", "string", m.list(c, names)},
	}
	if !m.t.isFull(c) {
		collides, _ := categoryNames(m.t.Categories, c.Mask)
		p = append(p, tmjProperty{"fillet.collides_with", "string", m.list(c, collides)})
	}
	if c.Group != 0 {
		p = append(p, tmjProperty{"fillet.group", "int", c.Group})
	}
	if c.OneWay != nil {
		p = append(p, tmjProperty{"fillet.one_way_x", "float", c.OneWay.X + 0},
			tmjProperty{"fillet.one_way_y", "float", c.OneWay.Y + 0})
	}
	if c.Shape.OneSided {
		p = append(p, tmjProperty{"fillet.one_sided", "bool", true})
	}
	if len(c.Tags) > 0 {
		p = append(p, tmjProperty{"fillet.tags", "string", m.list(c, c.Tags)})
	}
	number := func(name string, x, usual float64) {
		if x != usual {
			p = append(p, tmjProperty{name, "float", x})
		}
	}
	number("fillet.friction", c.Friction, colliders.DefaultFriction)
	number("fillet.restitution", c.Restitution, 0)
	number("fillet.density", c.Density, colliders.DefaultDensity)
	number("fillet.velocity_x", c.Velocity.X, 0)
	number("fillet.velocity_y", c.Velocity.Y, 0)
	number("fillet.spin", c.Spin, 0)
	number("fillet.force_x", c.Force.X, 0)
	number("fillet.force_y", c.Force.Y, 0)
	return m.appendProperties("collider "+c.ID, p, c.Properties, p)
}

// appendProperties appends custom properties, except for properties that ours already contains unchanged.
func (m *tmjWriter) appendProperties(
	of string, p []tmjProperty, list map[string]any, ours []tmjProperty,
) []tmjProperty {
	for _, name := range slices.Sorted(maps.Keys(list)) {
		value := list[name]
		if rest, ok := strings.CutPrefix(name, ownProperties); ok {
			if slices.ContainsFunc(ours, func(o tmjProperty) bool {
				return o.Name == name && o.Value == value && slices.Contains(staying, name)
			}) {
				continue // the import restores the property unchanged
			}
			name = foreignProperties + rest
		}
		switch v := value.(type) {
		case string:
			p = append(p, tmjProperty{name, "string", v})
		case bool:
			p = append(p, tmjProperty{name, "bool", v})
		case float64:
			p = append(p, tmjProperty{name, "float", v})
		default:
			m.json.err = fmt.Errorf("%s: property %q is a %T", of, quote.Excerpt(name), v)
		}
	}
	return p
}

// list joins names with commas.
func (m *tmjWriter) list(c *colliders.Collider, names []string) string {
	for _, n := range names {
		if strings.Contains(n, ",") {
			m.t.lose(c, LossTags, "a name with a comma reads as two in a list")
		}
	}
	return strings.Join(names, ",")
}

// TiledWorld returns the format of Tiled worlds: a world file, and a map of object layers for each imported level.
func TiledWorld() Exporter {
	return &format{
		name: "tiled-world", title: "Tiled world with a map for each imported level (JSON)",
		extension: ".world", keeps: keepsLevel, write: writeTiledWorld,
		own: ownGenerated,
	}
}

type worldMap struct {
	FileName string  `json:"fileName"`
	X        float64 `json:"x"`
	Y        float64 `json:"y"`
	Width    float64 `json:"width"`
	Height   float64 `json:"height"`
}

// worldBase is the world property that holds the common prefix of its maps' file names.
const worldBase = "fillet.base"

func writeTiledWorld(ctx context.Context, t *target) ([]byte, error) {
	base := fileWord(t.base)
	maps := []worldMap{}
	taken, done := map[string]bool{}, 0
	for _, part := range worldParts(t.snap) {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		name := fileWord(part.name)
		for n := 2; taken[strings.ToLower(name)]; n++ {
			name = fmt.Sprintf("%s_%d", fileWord(part.name), n)
		}
		taken[strings.ToLower(name)] = true
		sub, err := newTarget(ctx, part.snap, Options{Base: name, Tolerance: t.tolerance})
		if err != nil {
			return nil, err
		}
		sub.Level.Properties = part.properties
		if before := done; t.progress != nil {
			sub.progress = func(n, _ int) { t.progress(before+n, len(t.Colliders)) }
		}
		done += len(sub.Colliders)
		data, err := writeTiled(ctx, sub)
		if err != nil {
			return nil, err
		}
		for _, g := range sub.losses {
			own := t.lossGroup(g.lossKey)
			own.of = append(own.of, g.of...)
		}
		file := base + "." + name + ".tmj"
		t.files = append(t.files, Attachment{file, data})
		at, size := sub.Level.Origin, sub.Level.Size
		maps = append(maps, worldMap{file, at.X, at.Y, size.X, size.Y})
	}
	var out jsonLines
	out.raw(`{"generator_info": "Fillet", "type": "world", "maps": [`)
	for i, m := range maps {
		out.item(1, i == 0)
		out.value(m)
	}
	out.raw("\n" + `], "onlyShowAdjacentMaps": false, "properties": [`)
	out.value(tmjProperty{worldBase, "string", base})
	out.raw("]}\n")
	return out.b, out.err
}

// worldPart holds the colliders of one imported level.
type worldPart struct {
	name       string
	snap       level.Snapshot
	properties level.Properties
	box        collision.AABB
}

// worldParts returns the imported levels at their positions, and a part for the colliders outside them.
func worldParts(snap level.Snapshot) []*worldPart {
	var parts []*worldPart
	byLevel := map[string]*worldPart{}
	for _, m := range snap.Settings.Imports {
		for _, p := range m.Places {
			if byLevel[p.Level] != nil {
				continue
			}
			part := newWorldPart(snap, p.Level, collision.AABB{Min: p.At, Max: p.At.Add(p.Size)})
			part.properties = p.Properties
			byLevel[p.Level] = part
			parts = append(parts, part)
		}
	}
	set := snap.Settings
	rest := newWorldPart(snap, set.Name, collision.AABB{Min: set.Origin, Max: set.Origin.Add(set.Size)})
	for _, l := range snap.Layers {
		for _, c := range l.Colliders {
			var part *worldPart
			if c.Source != nil {
				part = byLevel[c.Source.Level]
			}
			if i := slices.IndexFunc(parts, func(p *worldPart) bool {
				return p.box.Contains(c.Position)
			}); part == nil && i >= 0 {
				part = parts[i]
			}
			cmp.Or(part, rest).add(l.Layer, c)
		}
	}
	if len(parts) == 0 || len(rest.snap.Layers) > 0 {
		parts = append(parts, rest)
	}
	return parts
}

// newWorldPart returns a part without colliders. Tiled's maps are at whole pixels.
func newWorldPart(snap level.Snapshot, name string, box collision.AABB) *worldPart {
	lo := level.Vec{X: math.Floor(box.Min.X), Y: math.Floor(box.Min.Y)}
	hi := level.Vec{X: math.Ceil(box.Max.X), Y: math.Ceil(box.Max.Y)}
	settings := *snap.Settings
	settings.Name, settings.Origin, settings.Size, settings.Imports = name, lo, hi.Sub(lo), nil
	return &worldPart{name: name, snap: level.Snapshot{Settings: &settings}, box: box}
}

func (p *worldPart) add(l *level.Layer, c level.ColliderSnapshot) {
	n := len(p.snap.Layers)
	if n == 0 || p.snap.Layers[n-1].Layer.ID != l.ID {
		own := *l
		if rest, ok := strings.CutPrefix(l.Name, p.name+"/"); ok && rest != "" {
			own.Name = rest // importing the world adds the map's name again
		}
		p.snap.Layers = append(p.snap.Layers, level.LayerSnapshot{Layer: &own})
		n++
	}
	p.snap.Layers[n-1].Colliders = append(p.snap.Layers[n-1].Colliders, c)
}

// fileWord converts a name to a valid part of a file name.
func fileWord(name string) string {
	const limit = 80 // maximum number of letters
	out := strings.Trim(strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) || strings.ContainsRune("-_ ", r) {
			return r
		}
		return '_'
	}, name), " ")
	if letters := []rune(out); len(letters) > limit {
		out = string(letters[:limit])
	}
	if out == "" {
		return "level"
	}
	return out
}
