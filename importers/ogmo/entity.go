package ogmo

import (
	"cmp"
	"context"
	"fmt"
	"math"

	"fillet/collision"
	"fillet/editor/level"
	"fillet/importers"

	"github.com/tidwall/gjson"
)

type entityRecord struct {
	path   string
	name   string
	id     string
	def    *entityDef // noEntity if it has no template
	at     level.Vec  // position of its origin, in the document
	size   level.Vec
	origin level.Vec // in pixels, from the top left of its box
	angle  level.Degrees
	flipX  bool
	flipY  bool
	fields level.Properties
	nodes  []level.Vec
}

// entityLayer imports a layer's entities. The layer's offset moves neither the entities nor their nodes.
func (im *levelImport) entityLayer(ctx context.Context, l *levelRecord, layer *layerRecord) error {
	ids := map[string]int{}
	odd := oddities{}
	for i, v := range importers.JSONElements(layer.object["entities"]) {
		if i%512 == 0 {
			if err := ctx.Err(); err != nil {
				return err
			}
		}
		e, ok := im.record(l, fmt.Sprintf("%s.entities[%d]", layer.path, i), layer, v, ids, &odd)
		if !ok {
			continue
		}
		if err := im.entity(l, layer, e); err != nil {
			return err
		}
	}
	im.issueCount(l, importers.Warning, layer.path, odd.sizes, "entity", "gave %s the size of a cell, %g by %g: "+
		"neither the level nor a template defines one", layer.cell.X, layer.cell.Y)
	im.issueCount(l, importers.Warning, layer.path, odd.origins, "entity",
		"used the top left corner as the origin of %s: neither the level nor a template defines one")
	im.issueCount(l, importers.Warning, layer.path, odd.angles, "angle",
		"read %s as radians, OGMO's default: no project defines the unit")
	return nil
}

// oddities counts the entities of a layer whose size, origin or angle is guessed.
type oddities struct{ sizes, origins, angles int }

// record reads an entity. It reports a fault as an issue and leaves the entity out.
func (im *levelImport) record(
	l *levelRecord, path string, layer *layerRecord, v value, ids map[string]int, odd *oddities,
) (*entityRecord, bool) {
	lose := func(key, format string, args ...any) (*entityRecord, bool) {
		im.issue(l, importers.Loss, path+key, format+"; the entity was left out", args...)
		return nil, false
	}
	o := importers.JSONMembers(v)
	if o == nil {
		return lose("", "this entity is %s", importers.JSONKind(v))
	}
	e := &entityRecord{path: path, name: o.Text("name"), fields: level.Properties{}}
	e.def = noEntity
	if p := im.set.project; p != nil {
		e.def = cmp.Or(p.entities[o.Text("_eid")], p.byName[e.name], noEntity)
	}
	e.name = cmp.Or(e.name, e.def.name, "Entity")
	at, ok := vec(v)
	if !ok || !importers.InReach(l.X+at.X, l.Y+at.Y) {
		return lose(".x", "(%s, %s) is not a position in the level", importers.JSONRaw(o["x"]),
			importers.JSONRaw(o["y"]))
	}
	e.at = level.Vec{X: l.X + at.X, Y: l.Y + at.Y}
	if !im.box(e, o, layer, odd) {
		return lose(".width", "%s by %s with its origin at (%s, %s) is not a box within the limits",
			importers.JSONRaw(o["width"]), importers.JSONRaw(o["height"]),
			importers.JSONRaw(o["originX"]), importers.JSONRaw(o["originY"]))
	}
	e.flipX, e.flipY = o["flippedX"].Bool(), o["flippedY"].Bool()
	if e.angle, ok = im.angle(l, o["rotation"], odd); !ok {
		return lose(".rotation", "%s is not an angle", importers.JSONRaw(o["rotation"]))
	}
	im.fields(l, e, o)
	for i, n := range importers.JSONElements(o["nodes"]) {
		p, ok := vec(n)
		p = level.Vec{X: l.X + p.X, Y: l.Y + p.Y}
		if !ok || !importers.InReach(p.X, p.Y) {
			im.issue(l, importers.Loss, fmt.Sprintf("%s.nodes[%d]", path, i), "%s is not a position in the level",
				importers.JSONRaw(n))
			continue
		}
		e.nodes = append(e.nodes, p)
	}
	if id, ok := importers.JSONNumber(o["id"]); ok {
		e.id = fmt.Sprint(id)
	} else {
		ids["#"+e.name]++
		e.id = fmt.Sprintf("%s#%d", e.name, ids["#"+e.name])
	}
	ids[e.id]++
	if n := ids[e.id]; n > 1 {
		im.issue(l, importers.Warning, path+".id", "%s names %d entities", e.id, n)
		e.id = fmt.Sprintf("%s#%d", e.id, n)
	}
	return e, true
}

// box sets an entity's size and origin, from its template if the entity does not give them.
func (im *levelImport) box(e *entityRecord, o importers.JSONObject, layer *layerRecord, odd *oddities) bool {
	pick := func(key string, or float64) (x float64, missing, ok bool) {
		if importers.IsJSONNull(o[key]) {
			return or, e.def == noEntity, true
		}
		x, ok = importers.JSONNumber(o[key])
		return x, false, ok
	}
	w, noW, okW := pick("width", e.def.size.X)
	h, noH, okH := pick("height", e.def.size.Y)
	if noW {
		w = layer.cell.X
	}
	if noH {
		h = layer.cell.Y
	}
	x, noX, okX := pick("originX", e.def.origin.X)
	y, noY, okY := pick("originY", e.def.origin.Y)
	if noW || noH {
		odd.sizes++
	}
	if noX || noY {
		odd.origins++
	}
	e.size, e.origin = level.Vec{X: w, Y: h}, level.Vec{X: x, Y: y}
	return okW && okH && okX && okY && w >= 0 && h >= 0 && w <= level.MaxCoordinate && h <= level.MaxCoordinate &&
		math.Abs(x) <= level.MaxCoordinate && math.Abs(y) <= level.MaxCoordinate
}

// angle reads an entity's rotation: in degrees up to version 3.3, then in the unit that the project sets.
func (im *levelImport) angle(l *levelRecord, v value, odd *oddities) (level.Degrees, bool) {
	if importers.IsJSONNull(v) {
		return 0, true
	}
	n, ok := importers.JSONNumber(v)
	if !ok || math.Abs(n) > 1e6 {
		return 0, false
	}
	v34 := l.version
	if v34 == (version{}) && im.set.project != nil {
		v34 = im.set.project.version
	}
	if v34.anglesFollowFlag() && (im.set.project == nil || im.set.project.radians) {
		if im.set.project == nil && n != 0 {
			odd.angles++
		}
		const places = 1e9 // rounded so that degrees survive the conversion to radians and back
		n = math.Round(n*(180/math.Pi)*places) / places
	}
	return level.Degrees(n).Normalized(), true
}

// fields sets an entity's values, including its flips.
func (im *levelImport) fields(l *levelRecord, e *entityRecord, o importers.JSONObject) {
	values := o["values"]
	if values.IsObject() {
		values.ForEach(func(key, v value) bool {
			name := importers.JSONText(key)
			place := fmt.Sprintf("%s.values.%s", e.path, name)
			switch p := importers.JSONProperty(v); {
			case name == "":
				im.issue(l, importers.Loss, place, "a value without a name was left out")
			case v.IsArray() || v.IsObject():
				e.fields[name] = importers.JSONText(value{Type: gjson.String, Str: v.Raw})
			case p != nil:
				e.fields[name] = p
			case !importers.IsJSONNull(v):
				im.issue(l, importers.Loss, place, "%s is not a value that can be kept", importers.JSONRaw(v))
			}
			return true
		})
	}
	for _, f := range []struct {
		name  string
		isSet bool
	}{{"flippedX", e.flipX}, {"flippedY", e.flipY}} {
		if _, there := e.fields[f.name]; f.isSet && !there {
			e.fields[f.name] = true
		}
	}
}

// entity adds the colliders of an entity and of its nodes.
func (im *levelImport) entity(l *levelRecord, layer *layerRecord, e *entityRecord) error {
	source := level.Source{Level: l.Name, Layer: layer.name, ID: e.id}
	shape := im.shape(e)
	at := e.at
	if shape.Kind != level.Point {
		center := level.Vec{X: float64(e.size.X/2) - e.origin.X, Y: float64(e.size.Y/2) - e.origin.Y}
		if e.angle != 0 {
			center = collision.NewRot(e.angle.Radians()).Apply(center)
		}
		at = at.Add(center)
	}
	c, err := im.b.Entity(importers.Entity{
		Name: e.name, Kinds: []string{e.def.name}, Tags: e.def.tags, Fields: e.fields, Shape: shape, At: at,
		Angle: e.angle, Source: source,
	})
	if err != nil || c == nil || len(e.nodes) == 0 {
		return err
	}
	return im.nodes(l, e, source)
}

// shape returns an entity's shape about the centre of its box.
func (im *levelImport) shape(e *entityRecord) level.Shape {
	if e.size.X == 0 || e.size.Y == 0 {
		return level.Shape{Kind: level.Point}
	}
	if e.def.drawn {
		switch {
		case e.def.outline == nil:
			im.boxes++
		case !e.def.isBox:
			if t := e.def.tile; t.X > 0 && t.X != e.size.X || t.Y > 0 && t.Y != e.size.Y {
				im.repeated++
			}
			return level.Shape{Kind: level.Polygon, Points: stretch(e.def.outline, e), Rounding: level.Inset}
		}
	}
	return level.Shape{Kind: level.Box, Size: e.size, Rounding: level.Inset}
}

// stretch fits an outline in [-1, 1] to an entity's box, flipped like the entity and clockwise on the screen.
func stretch(outline []level.Vec, e *entityRecord) []level.Vec {
	sx, sy := float64(e.size.X/2), float64(e.size.Y/2)
	if e.flipX {
		sx = -sx
	}
	if e.flipY {
		sy = -sy
	}
	out := make([]level.Vec, len(outline))
	for i, p := range outline {
		if sx*sy < 0 { // mirroring reverses the direction
			p = outline[len(outline)-1-i]
		}
		out[i] = level.Vec{X: float64(p.X*sx) + 0, Y: float64(p.Y*sy) + 0} // + 0 turns -0 into 0
	}
	return out
}

// nodes adds the colliders of an entity's nodes: triggers named entity.nodes, whose source id is the entity's id
// followed by .nodes. A path begins at the entity, a circuit returns to it, and a fan is a segment to each node.
func (im *levelImport) nodes(l *levelRecord, e *entityRecord, source level.Source) error {
	display := e.def.nodes
	if e.def == noEntity { // so the display is a path
		im.issue(l, importers.Note, e.path+".nodes", "no template defines how nodes connect; imported as a path")
	}
	add := func(points []level.Vec, closed bool, suffix string) error {
		s, at, dropped, ok := importers.Path(points, closed)
		if !ok {
			s, at = level.Shape{Kind: level.Point}, points[len(points)-1]
		}
		im.issueCount(l, importers.Note, e.path+".nodes", dropped, "repeated node", "dropped %s")
		src := source
		src.ID += suffix
		c, err := im.b.Add(e.name+".nodes", s, at, src)
		if err == nil {
			c.Role = level.Trigger
		}
		return err
	}
	if display == nodesPath || display == nodesCircuit {
		return add(append([]level.Vec{e.at}, e.nodes...), display == nodesCircuit, ".nodes")
	}
	for i, n := range e.nodes {
		points := []level.Vec{n}
		if display == nodesFan {
			points = []level.Vec{e.at, n}
		}
		if err := add(points, false, fmt.Sprintf(".nodes[%d]", i)); err != nil {
			return err
		}
	}
	return nil
}
