package ldtk

import (
	"cmp"
	"context"
	"fmt"

	"fillet/editor/level"
	"fillet/importers"

	"github.com/solarlune/ldtkgo"
	"github.com/tidwall/gjson"
)

// entityRecord is one entity instance, with exact numbers.
type entityRecord struct {
	path   string
	name   string
	id     string
	def    *entityDef
	tags   []string
	at     level.Vec // px: position of its pivot in the level, without the layer's offset
	size   level.Vec
	pivot  level.Vec // as a fraction of its size
	fields []fieldRecord
}

type fieldRecord struct {
	name, kind string
	value      gjson.Result
}

// entityBatch is the number of entities that ldtkgo reads at once.
const entityBatch = 512

func (im *levelImport) entities(ctx context.Context, l *levelRecord, layer *layerRecord) error {
	list := layer.object["entityInstances"]
	if !importers.HasJSONElements(list) {
		return nil
	}
	var batch []*entityRecord
	counts := map[string]int{} // by identifier, to name entities without an iid
	var err error
	i := -1
	list.ForEach(func(_, v gjson.Result) bool {
		i++
		path := fmt.Sprintf("%s.entityInstances[%d]", layer.path, i)
		e, ok := im.record(l, layer, path, v, counts)
		if !ok {
			return true
		}
		batch = append(batch, e)
		if len(batch) == entityBatch {
			err = im.batch(ctx, l, layer, batch)
			batch = batch[:0]
		}
		return err == nil
	})
	if err != nil {
		return err
	}
	return im.batch(ctx, l, layer, batch)
}

// record reads an entity instance. It reports a fault as an issue and leaves the entity out.
func (im *levelImport) record(
	l *levelRecord, layer *layerRecord, path string, v gjson.Result, counts map[string]int,
) (*entityRecord, bool) {
	lose := func(key, format string, args ...any) (*entityRecord, bool) {
		im.issue(l, importers.Loss, path+key, format+"; the entity was left out", args...)
		return nil, false
	}
	o := importers.JSONMembers(v)
	if o == nil {
		return lose("", "this entity is %s", importers.JSONKind(v))
	}
	e := &entityRecord{path: path, name: cmp.Or(o.Text("__identifier"), "Entity")}
	e.def = cmp.Or(im.p.entityDefs[uid(o["defUid"])], im.p.byName[e.name], &entityDef{})
	var ok bool
	if e.at, ok = place(o); !ok {
		return lose(".px", "%s is not a position in the level", importers.JSONRaw(o["px"]))
	}
	for _, side := range []struct {
		key string
		to  *float64
		or  float64
	}{{"width", &e.size.X, e.def.width}, {"height", &e.size.Y, e.def.height}} {
		v := o[side.key]
		*side.to = importers.JSONNumberOr(v, side.or)
		if _, ok := importers.JSONNumber(v); !ok && !importers.IsJSONNull(v) || *side.to < 0 ||
			*side.to > level.MaxCoordinate {
			return lose("."+side.key, "%s is not a size", importers.JSONRaw(v))
		}
	}
	if e.pivot, ok = pair(o["__pivot"]); !ok {
		e.pivot = level.Vec{X: e.def.pivotX, Y: e.def.pivotY}
	}
	if at := im.corner(l, layer, e); !importers.InReach(at.X, at.Y, at.X+e.size.X, at.Y+e.size.Y) {
		return lose(".px", "its corner (%g, %g) is beyond the limit of %g", at.X, at.Y, float64(level.MaxCoordinate))
	}
	if e.tags = importers.JSONTexts(o["__tags"]); importers.IsJSONNull(o["__tags"]) {
		e.tags = e.def.tags
	}
	for i, v := range importers.JSONElements(o["fieldInstances"]) {
		fo := importers.JSONMembers(v)
		f := fieldRecord{
			name: fo.Text("__identifier"), kind: fo.Text("__type"), value: fo["__value"],
		}
		if f.name == "" {
			im.issue(l, importers.Loss, fmt.Sprintf("%s.fieldInstances[%d]", path, i),
				"a field without a name was left out")
			continue
		}
		if !f.value.Exists() {
			f.value = gjson.Result{Type: gjson.Null, Raw: "null"}
		}
		e.fields = append(e.fields, f)
	}
	im.identify(l, layer, e, o.Text("iid"), counts)
	return e, true
}

// identify sets an entity's id: its iid or, in older files without iids, its level, layer, name and number.
func (im *levelImport) identify(
	l *levelRecord, layer *layerRecord, e *entityRecord, iid string, counts map[string]int,
) {
	if e.id = iid; iid == "" {
		counts[e.name]++
		e.id = fmt.Sprintf("%s/%s/%s#%d", l.title, layer.name, e.name, counts[e.name])
	}
	im.iids[e.id]++
	if n := im.iids[e.id]; n > 1 {
		im.issue(l, importers.Warning, e.path+".iid", "the id %q is used by %d entities", e.id, n)
		e.id = fmt.Sprintf("%s#%d", e.id, n)
	}
}

// place returns the position of an entity: px, or x and y up to format 0.3.
func place(o importers.JSONObject) (level.Vec, bool) {
	x, okX := importers.JSONNumber(o["x"])
	y, okY := importers.JSONNumber(o["y"])
	if importers.IsJSONNull(o["px"]) && okX && okY {
		return level.Vec{X: x, Y: y}, true
	}
	return pair(o["px"])
}

func pair(v gjson.Result) (level.Vec, bool) {
	xy, ok := numbers(v, 2)
	if !ok {
		return level.Vec{}, false
	}
	return level.Vec{X: xy[0], Y: xy[1]}, true
}

// corner returns the top left corner of an entity's box in the document.
func (im *levelImport) corner(l *levelRecord, layer *layerRecord, e *entityRecord) level.Vec {
	return level.Vec{
		X: l.X + layer.offset.X + e.at.X - float64(e.pivot.X*e.size.X),
		Y: l.Y + layer.offset.Y + e.at.Y - float64(e.pivot.Y*e.size.Y),
	}
}

// batch reads a batch of entities with ldtkgo and adds their colliders.
func (im *levelImport) batch(ctx context.Context, l *levelRecord, layer *layerRecord, batch []*entityRecord) error {
	if len(batch) == 0 {
		return nil
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	document := entityLayer(layer)
	for i, e := range batch {
		if i > 0 {
			document = append(document, ',')
		}
		document = entityDocument(document, e)
	}
	read, err := readLayer(document)
	if err == nil && len(read.Entities) != len(batch) {
		err = fmt.Errorf("ldtkgo found %d entities of %d", len(read.Entities), len(batch))
	}
	if err != nil {
		return l.file.Fail(layer.path+".entityInstances", layer.object["entityInstances"], "%w", err)
	}
	for i, e := range batch {
		if err := im.entity(l, layer, e, read.Entities[i]); err != nil {
			return err
		}
	}
	return nil
}

// entity adds the colliders of an entity and of its point fields.
func (im *levelImport) entity(l *levelRecord, layer *layerRecord, e *entityRecord, read *ldtkgo.Entity) error {
	shape, odd := im.shape(e)
	if odd != "" {
		im.issue(l, importers.Warning, e.path, "%s", odd)
	}
	at := im.corner(l, layer, e)
	center := level.Vec{X: at.X + float64(e.size.X/2), Y: at.Y + float64(e.size.Y/2)}
	if shape.Kind == level.Point {
		center = level.Vec{X: l.X + layer.offset.X + e.at.X, Y: l.Y + layer.offset.Y + e.at.Y}
	}
	source := level.Source{Level: l.title, Layer: layer.name, ID: e.id}
	f := fieldImport{levelImport: im, l: l, layer: layer, e: e, source: source}
	c, err := im.b.Entity(importers.Entity{
		Name: read.Identifier, Tags: e.tags, Fields: f.properties(read), Shape: shape, At: center, Source: source,
	})
	if err != nil || c == nil {
		return err
	}
	return f.pointFields(read)
}

// shape returns an entity's shape, in pixels from its centre, and a warning if the size is invalid.
func (im *levelImport) shape(e *entityRecord) (s level.Shape, odd string) {
	w, h := e.size.X, e.size.Y
	switch {
	case w == 0 && h == 0:
		return level.Shape{Kind: level.Point}, ""
	case w == 0 || h == 0:
		return level.Shape{Kind: level.Point}, fmt.Sprintf("the size %g by %g has no area; it became a point", w, h)
	case !e.def.ellipse:
		return level.Shape{Kind: level.Box, Size: e.size, Rounding: level.Inset}, ""
	}
	s, off := importers.Ellipse(float64(w/2), float64(h/2), 1)
	im.approximated.Add(off)
	return s, ""
}
