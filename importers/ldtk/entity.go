package ldtk

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode"

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
	at     level.Vec // px: where its pivot lies in the level, without the layer's offset
	size   level.Vec
	pivot  level.Vec // as a fraction of its size
	fields []fieldRecord
}

type fieldRecord struct {
	name, kind string
	value      gjson.Result
}

// entityBatch is how many entities ldtkgo is given at once.
const entityBatch = 512

func (im *levelImport) entities(ctx context.Context, l *levelRecord, layer *layerRecord) error {
	list := layer.object["entityInstances"]
	if !hasElements(list) {
		return nil
	}
	var batch []*entityRecord
	counts := map[string]int{} // by identifier, to name entities that have no iid
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

// record reads an entity instance. What is wrong with it is an issue, and it is left out.
func (im *levelImport) record(l *levelRecord, layer *layerRecord, path string, v gjson.Result, counts map[string]int) (*entityRecord, bool) {
	lose := func(key, format string, args ...any) (*entityRecord, bool) {
		im.b.AddIssue(l.file.issue(importers.Loss, path+key, format+"; the entity was left out", args...))
		return nil, false
	}
	o := members(v)
	if o == nil {
		return lose("", "this entity is %s", kindOf(v))
	}
	e := &entityRecord{path: path, name: text(o["__identifier"])}
	if e.name == "" {
		e.name = "Entity"
	}
	if e.def = im.p.entityDefs[uid(o["defUid"])]; e.def == nil {
		if e.def = im.p.byName[e.name]; e.def == nil {
			e.def = &entityDef{}
		}
	}
	var ok bool
	if e.at, ok = pair(o["px"]); !ok {
		return lose(".px", "%s is not a place in the level", rawOf(o["px"]))
	}
	for _, side := range []struct {
		key string
		to  *float64
		or  float64
	}{{"width", &e.size.X, e.def.width}, {"height", &e.size.Y, e.def.height}} {
		v := o[side.key]
		*side.to = numberOr(v, side.or)
		if _, ok := number(v); !ok && !isNothing(v) || *side.to < 0 || *side.to > level.MaxCoordinate {
			return lose("."+side.key, "%s is not a size", rawOf(v))
		}
	}
	if e.pivot, ok = pair(o["__pivot"]); !ok {
		e.pivot = level.Vec{X: e.def.pivotX, Y: e.def.pivotY}
	}
	if at := im.corner(l, layer, e); !inReach(at.X, e.size.X) || !inReach(at.Y, e.size.Y) {
		return lose(".px", "its corner (%g, %g) lies beyond the limit of %g", at.X, at.Y, float64(level.MaxCoordinate))
	}
	if e.tags = texts(o["__tags"]); isNothing(o["__tags"]) {
		e.tags = e.def.tags
	}
	for i, v := range elements(o["fieldInstances"]) {
		fo := members(v)
		f := fieldRecord{name: text(fo["__identifier"]), kind: text(fo["__type"]), value: fo["__value"]}
		if f.name == "" {
			im.b.AddIssue(l.file.issue(importers.Loss, fmt.Sprintf("%s.fieldInstances[%d]", path, i), "a field without a name was left out"))
			continue
		}
		if !f.value.Exists() {
			f.value = gjson.Result{Type: gjson.Null, Raw: "null"}
		}
		e.fields = append(e.fields, f)
	}
	im.identify(l, layer, e, text(o["iid"]), counts)
	return e, true
}

// identify gives an entity its id: its iid, or for files from before there were any, its level, layer, name and number.
func (im *levelImport) identify(l *levelRecord, layer *layerRecord, e *entityRecord, iid string, counts map[string]int) {
	if e.id = iid; iid == "" {
		counts[e.name]++
		e.id = fmt.Sprintf("%s/%s/%s#%d", l.title, layer.name, e.name, counts[e.name])
	}
	im.iids[e.id]++
	if n := im.iids[e.id]; n > 1 {
		im.b.AddIssue(l.file.issue(importers.Warning, e.path+".iid", "%q names %d entities", e.id, n))
		e.id = fmt.Sprintf("%s#%d", e.id, n)
	}
}

// pair reads a list of two numbers.
func pair(v gjson.Result) (level.Vec, bool) {
	var xy [2]float64
	n := 0
	for i, e := range elements(v) {
		x, ok := number(e)
		if !ok || i >= len(xy) {
			return level.Vec{}, false
		}
		xy[i] = x
		n++
	}
	return level.Vec{X: xy[0], Y: xy[1]}, n == len(xy)
}

// corner is the top left of an entity's box in the document.
func (im *levelImport) corner(l *levelRecord, layer *layerRecord, e *entityRecord) level.Vec {
	return level.Vec{
		X: l.x + layer.offset.X + e.at.X - e.pivot.X*e.size.X,
		Y: l.y + layer.offset.Y + e.at.Y - e.pivot.Y*e.size.Y,
	}
}

// batch has ldtkgo read some entities and adds their colliders.
func (im *levelImport) batch(ctx context.Context, l *levelRecord, layer *layerRecord, batch []*entityRecord) error {
	if len(batch) == 0 {
		return nil
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	document := append(layerDocument(layer, "Entities", 0, 0), `,"entityInstances":[`...)
	for i, e := range batch {
		if i > 0 {
			document = append(document, ',')
		}
		document = entityDocument(document, e)
	}
	read, err := readLayer(append(document, ']'))
	if err == nil && len(read.Entities) != len(batch) {
		err = fmt.Errorf("ldtkgo found %d entities of %d", len(read.Entities), len(batch))
	}
	if err != nil {
		return l.file.fail(layer.path+".entityInstances", layer.object["entityInstances"], "%w", err)
	}
	for i, e := range batch {
		if err := im.entity(l, layer, e, read.Entities[i]); err != nil {
			return err
		}
	}
	return nil
}

// entity adds an entity's collider and those of its point fields.
func (im *levelImport) entity(l *levelRecord, layer *layerRecord, e *entityRecord, read *ldtkgo.Entity) error {
	shape, odd := im.shape(e)
	if odd != "" {
		im.b.AddIssue(l.file.issue(importers.Warning, e.path, "%s", odd))
	}
	at := im.corner(l, layer, e)
	center := level.Vec{X: at.X + e.size.X/2, Y: at.Y + e.size.Y/2}
	if shape.Kind == level.Point {
		center = level.Vec{X: l.x + layer.offset.X + e.at.X, Y: l.y + layer.offset.Y + e.at.Y}
	}
	source := level.Source{Level: l.title, Layer: layer.name, ID: e.id}
	c, err := im.b.Add(read.Identifier, shape, center, source)
	if err != nil {
		return err
	}
	c.Tags = slices.Clone(e.tags)
	c.Role = role(e, read)
	if c.Role == level.OneWay {
		c.OneWay = level.Up
	}
	f := fieldImport{levelImport: im, l: l, layer: layer, e: e, source: source}
	return f.all(c, read)
}

// ellipseTolerance is how far the polygon of an ellipse may lie from it, in pixels.
const ellipseTolerance = 0.25

// shape is an entity's shape about its centre, and what is odd about it.
func (im *levelImport) shape(e *entityRecord) (s level.Shape, odd string) {
	w, h := e.size.X, e.size.Y
	switch {
	case w == 0 && h == 0:
		return level.Shape{Kind: level.Point}, ""
	case w == 0 || h == 0:
		return level.Shape{Kind: level.Point}, fmt.Sprintf("a size of %g by %g has no extent; it became a point", w, h)
	case !e.def.ellipse:
		return level.Shape{Kind: level.Box, Size: e.size, Rounding: level.Inset}, ""
	case w == h:
		return level.Shape{Kind: level.Circle, Radius: w / 2}, ""
	}
	points, off := ellipse(w/2, h/2)
	im.ellipses++
	im.ellipseOff = max(im.ellipseOff, off)
	return level.Shape{Kind: level.Polygon, Points: points, Rounding: level.Inset}, ""
}

// ellipse is a polygon inscribed in an ellipse about the origin, clockwise on the screen, and how far it lies within it
// at most. Its corners are those of a regular polygon in the circle that the ellipse stretches, so no chord lies deeper
// than that polygon's, scaled by the longer half axis.
func ellipse(a, b float64) (points []level.Vec, off float64) {
	const least, most = 2, 32 // corners in a quarter
	long := max(a, b)
	quarter := least
	depth := func() float64 { return long * (1 - math.Cos(math.Pi/float64(4*quarter))) }
	for quarter < most && depth() > ellipseTolerance {
		quarter++
	}
	n := 4 * quarter
	points = make([]level.Vec, n)
	for i := range points {
		sin, cos := math.Sincos(2 * math.Pi * float64(i%quarter) / float64(n))
		for range i / quarter { // quarter turns, exact
			sin, cos = cos, -sin
		}
		points[i] = level.Vec{X: a*cos + 0, Y: b*sin + 0} // + 0 turns -0 into 0
	}
	return points, depth()
}

// The default rule for an entity's role, each of these in turn:
//
//   - a Bool field named solid, isSolid, collides, collidable or hasCollision (any case, underscores aside) decides: true
//     is solid, false a trigger;
//   - a tag or a word of its identifier that is oneway, or the words one and way, makes it one-way, solid from above;
//   - a tag or a word of its identifier among solidWords makes it solid;
//   - anything else is a trigger.
//
// The words of an identifier are what capitals, digits and underscores separate: MovingPlatform has two.
var (
	solidFields = []string{"solid", "issolid", "collides", "collidable", "hascollision"}
	solidWords  = []string{
		"solid", "wall", "walls", "collider", "colliders", "collision", "collisions", "ground", "platform", "platforms",
		"obstacle", "obstacles", "block", "blocks",
	}
)

func role(e *entityRecord, read *ldtkgo.Entity) level.Role {
	for _, p := range read.Properties {
		if b, ok := p.Value.(bool); ok && slices.Contains(solidFields, strings.ToLower(strings.ReplaceAll(p.Identifier, "_", ""))) {
			if b {
				return level.Solid
			}
			return level.Trigger
		}
	}
	solid := false
	for _, name := range append([]string{e.name}, e.tags...) {
		ws := words(name)
		for i, w := range ws {
			if w == "oneway" || w == "one" && i+1 < len(ws) && ws[i+1] == "way" {
				return level.OneWay
			}
			solid = solid || slices.Contains(solidWords, w)
		}
	}
	if solid {
		return level.Solid
	}
	return level.Trigger
}

// words splits an identifier into its words, in lower case.
func words(s string) []string {
	var out []string
	var word []rune
	end := func() {
		if len(word) > 0 {
			out = append(out, strings.ToLower(string(word)))
			word = word[:0]
		}
	}
	wasLower := false
	for _, r := range s {
		if !unicode.IsLetter(r) {
			end()
			wasLower = false
			continue
		}
		if unicode.IsUpper(r) && wasLower {
			end()
		}
		word = append(word, r)
		wasLower = unicode.IsLower(r)
	}
	end()
	return out
}
