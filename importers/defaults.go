package importers

import (
	"cmp"
	"errors"
	"slices"
	"strings"

	"fillet/editor/level"
)

// The versions of the defaults, which apply where no rule of a mapping does. A level records its version, so that a
// re-import does not bring what a newer Fillet makes of the same file.
const (
	// FirstDefaults is the version of levels that name none: all values are solid, tiles are left out, and an entity is
	// solid if any of its names or its layer's says so.
	FirstDefaults = 1
	// WordDefaults reads names and fields; see docs/IMPORTING.md.
	WordDefaults = 2
	// MoreDefaults knows more words and fields, and which values are empty.
	MoreDefaults = 3
	// CurveDefaults keeps the curves of drawings as curved edges.
	CurveDefaults = 4
	// CharacterDefaults makes the entity named like the character the spawn.
	CharacterDefaults = 5
	// NewestDefaults is the version of a new import.
	NewestDefaults = CharacterDefaults
)

var errDefaults = errors.New("it was imported with the defaults of a newer Fillet")

// defaultsOf checks a version of the defaults; 0 selects the fallback.
func defaultsOf(number, or int) (int, error) {
	if number = cmp.Or(number, or); number < FirstDefaults || number > NewestDefaults {
		return 0, errDefaults
	}
	return number, nil
}

func (b *Builder) isFirst() bool { return b.defaults == FirstDefaults }

// words returns the vocabulary of the defaults.
func (b *Builder) words() *vocabulary {
	if b.defaults < MoreDefaults {
		return &wordVocabulary
	}
	return &moreVocabulary
}

// valueLayer holds what is known about a layer of values before any of its cells.
type valueLayer struct {
	isWalls  bool // its own name says that it holds the walls
	hasWalls bool // one of its values is named like a wall
	isAbove  bool // one of its values is named like a road or a pit, so it is seen from above
}

// Values records the names of a layer's values; a value need not have a name. The default of a value may depend on the
// layer's other values and on the other layers of the file.
func (b *Builder) Values(layer string, names ...string) {
	if b.values == nil {
		b.values = map[string]*valueLayer{}
	}
	l := b.values[layer]
	if l == nil {
		l = &valueLayer{isWalls: b.words().judge(layer).role == level.Solid}
		b.values[layer] = l
		b.isWalled = b.isWalled || l.isWalls
	}
	for _, name := range names {
		l.hasWalls = l.hasWalls || b.words().judge(name).role == level.Solid
		l.isAbove = l.isAbove || slices.ContainsFunc(words(name), func(w string) bool {
			return among(w, aboveWords) != ""
		})
	}
}

// KeepsCurves reports whether curves of drawings stay curves, as they do since [CurveDefaults].
func (o *Options) KeepsCurves() bool { return o.Defaults == 0 || o.Defaults >= CurveDefaults }

// KnowsMore reports whether the defaults are [MoreDefaults] or later.
func (b *Builder) KnowsMore() bool { return b.defaults >= MoreDefaults }

// judgeValue judges a value by its own name, its layer's name and the names of the layer's other values.
func (b *Builder) judgeValue(layer, name string) verdict {
	l := b.values[layer]
	if l == nil {
		l = &valueLayer{}
	}
	v := b.words().judgeValue(name, l).in(b.words().judge(layer))
	if !v.says() && b.KnowsMore() && b.isWalled && !l.isWalls && !l.hasWalls && name == "" {
		v.isNone = true // another layer holds the walls, and nothing is known about this one
	}
	return v
}

// ReadsNames reports whether names and fields decide what cells and tiles become, as they do since [WordDefaults].
func (b *Builder) ReadsNames() bool { return !b.isFirst() }

// DefaultRole returns an entity's role where no rule sets it. The first of these decides:
//
//   - the file, if it states the role;
//   - a field named solid, collides or the like: the entity is solid if it is set, a trigger if it is false;
//   - its own names: its name, kinds and tags, and for a tile's collision shape the fields of the tile. In a layer with
//     an outright name, even a name such as water is solid;
//   - the hints, which are the names of its layer. In a one-way layer, a platform is one-way;
//   - the entity's own Role, or a trigger.
//
// The words of names are separated by capitals, digits and underscores. docs/IMPORTING.md lists them.
func (b *Builder) DefaultRole(e Entity) level.Role { return b.says(e).role }

// says returns the default verdict on an entity. Only collision shapes of tiles, which have no tags of their own, get a
// tag.
func (b *Builder) says(e Entity) verdict {
	if e.Says != 0 {
		return verdict{role: e.Says}
	}
	otherwise := verdict{role: cmp.Or(e.Role, level.Trigger)}
	if b.isFirst() {
		return firstRole(e, otherwise)
	}
	switch v := b.words().solidField(e.Fields); {
	case v.role != 0:
		return v
	case v.isNone:
		return verdict{role: level.Trigger}
	}
	own := b.words().judgeEntity(slices.Concat([]string{e.Name}, e.Kinds, e.Tags)...)
	if own.isNone {
		own = verdict{} // an entity exists, whatever its name
	}
	if tile := b.words().judgeFields(e.Tile); (own.role == 0 || own.isObject) && tile.role != 0 &&
		tile.role != level.Solid {
		own = tile
	}
	layer := b.words().judgeEntity(e.Hints...)
	if own.role == level.Trigger && layer.role == level.Solid && !layer.isObject {
		own = layer // water in a layer named collisions
	}
	v := own.in(layer)
	if e.Role != level.Solid {
		v.tag = ""
	}
	if v.role == 0 {
		return otherwise
	}
	return v
}

// in combines the verdict on a thing's own names with the verdict on its layer.
func (v verdict) in(layer verdict) verdict {
	if !v.says() || v.isObject && layer.role == level.OneWay {
		return layer
	}
	return v
}

// effect returns the effect of a verdict on cells.
func (v verdict) effect() Effect {
	e := Effect{Ignore: v.isNone}
	if v.role != level.Solid {
		e.Role = v.role
	}
	if v.tag != "" {
		e.Tags = []string{v.tag}
	}
	return e
}

// valueRule returns the rule for a value of a layer of values. A value that no rule or name decides about is solid.
func (b *Builder) valueRule(layer string, value int, name string) Rule {
	r, ok := b.opts.Mapping.find(candidate{layer: layer, value: value, name: name})
	if ok || b.isFirst() {
		return r
	}
	v := b.judgeValue(layer, name)
	return Rule{Effect: v.effect(), isScenery: v.isNone}
}

// cellRule returns the rule for a value of a layer and the number of its cells.
func (b *Builder) cellRule(l *CellLayer, value, cells int) Rule {
	name := l.Name(value)
	if l.Dress != nil { // the file states it, whatever the name
		r, _ := b.opts.Mapping.find(candidate{layer: l.Layer, value: value, name: name})
		return r
	}
	if l.Tiles == nil {
		r := b.valueRule(l.Layer, value, name)
		if r.Ignore && r.isScenery {
			b.scenery.add(strings.TrimSuffix(l.Layer+"/"+name, "/"), cells)
		}
		return r
	}
	var fields level.Properties
	if l.Fields != nil {
		fields = l.Fields(value)
	}
	r, ok := b.TileRule(l.Tiles, value, name, fields)
	if !ok {
		r.Ignore = true
	}
	return r
}

// IsSolidValue reports whether a value of a layer of values becomes solid.
func (b *Builder) IsSolidValue(layer string, value int, name string) bool {
	r := b.valueRule(layer, value, name)
	return !r.Ignore && r.Role != level.Trigger
}

// IsKnownValue reports whether a value is solid, or has a name and neither that nor its layer's name is scenery.
func (b *Builder) IsKnownValue(layer string, value int, name string) bool {
	return b.IsSolidValue(layer, value, name) || b.KnowsMore() && name != "" && !IsScenery(name) && !IsScenery(layer)
}

// TileLayer holds what a file says about a layer of tiles.
type TileLayer struct {
	Name   string // as rules match it, behind the names of its groups, as in Cave/Walls
	Class  string
	Fields level.Properties
	// IsPicture means that the layer's own name decides nothing about its tiles, because it leaves no cell empty or
	// what is solid is drawn elsewhere.
	IsPicture bool
}

// says returns the verdict of the layer's own fields and names on its tiles. Names of groups count if they are
// outright.
func (l *TileLayer) says(k *vocabulary) verdict {
	if v := k.judgeFields(l.Fields); v.says() {
		return v
	}
	groups, own := "", l.Name
	if i := strings.LastIndexByte(own, '/'); i >= 0 {
		groups, own = own[:i], own[i+1:]
	}
	v, around := k.judge(own, l.Class), k.judge(groups)
	switch {
	case around.isNone && (v.isObject || v.role == level.Trigger):
		return around
	case !v.says() && around.role == level.Solid && !around.isObject:
		return around
	}
	return v
}

// Naming rates how clearly the names of a layer say that it holds walls.
type Naming int8

// The namings.
const (
	NoWalls  Naming = iota
	Walls           // by a word such as wall or platform
	Outright        // by a word such as collision or solid
)

// NamesWalls rates the names of a layer of tiles or entities.
func (b *Builder) NamesWalls(l *TileLayer) Naming {
	v := l.says(b.words())
	switch {
	case b.isFirst() || v.role != level.Solid && v.role != level.OneWay:
		return NoWalls
	case v.isObject:
		return Walls
	}
	return Outright
}

// TakesTiles reports whether tiles of the layer may become colliders because of its own name or a rule that names it.
// It ignores the fields of tiles.
func (b *Builder) TakesTiles(l *TileLayer) bool {
	if b.opts.Mapping.NamesLayer(l.Name) {
		return true
	}
	v := l.says(b.words())
	return !b.isFirst() && !l.IsPicture && v.role != 0
}

// TileRule returns the rule for a tile; ok is false for a tile that is only a picture.
func (b *Builder) TileRule(l *TileLayer, value int, name string, fields level.Properties) (r Rule, ok bool) {
	r, ok = b.opts.Mapping.find(candidate{layer: l.Name, value: value, name: name, fields: fields, isTile: true})
	if ok || b.isFirst() {
		return r, ok
	}
	own, layer := b.words().judgeFields(fields), verdict{}
	if named := b.words().judge(name); !own.says() || own.isNone && named.role == level.Trigger {
		own = named
	}
	if !l.IsPicture {
		layer = l.says(b.words())
	}
	v := own.in(layer)
	if v.role == 0 {
		return Rule{}, false
	}
	r = Rule{Layer: l.Name, Effect: v.effect(), Merge: v.tag, isDefault: true}
	switch {
	case r.Merge != "":
	case v.role == level.OneWay && layer.role != level.OneWay:
		r.Merge = "one-way"
	default:
		r.Merge = l.Name[strings.LastIndexByte(l.Name, '/')+1:]
	}
	switch {
	case !own.says(): // by the layer's name
	case own.by != "":
		r.Field = own.by
	default:
		r.Name = name
	}
	return r, true
}

// IsDefault reports whether the rule is a default rather than from a mapping.
func (r *Rule) IsDefault() bool { return r.isDefault }

// firstRole returns an entity's role by [FirstDefaults]: by any of its names and its layer's.
func firstRole(e Entity, otherwise verdict) verdict {
	for _, want := range []string{"solid", "issolid", "collides", "collidable", "hascollision"} {
		for name, v := range e.Fields {
			if on, ok := v.(bool); ok && plainField(name) == want {
				if on {
					return verdict{role: level.Solid}
				}
				return verdict{role: level.Trigger}
			}
		}
	}
	solid := false
	for _, name := range slices.Concat([]string{e.Name}, e.Kinds, e.Tags, e.Hints) {
		ws := words(name)
		for i, w := range ws {
			if w == "oneway" || w == "one" && i+1 < len(ws) && ws[i+1] == "way" {
				return verdict{role: level.OneWay}
			}
			solid = solid || slices.Contains(firstWords, w)
		}
	}
	if solid {
		return verdict{role: level.Solid}
	}
	return otherwise
}

var firstWords = []string{
	"solid", "wall", "walls", "collider", "colliders", "collision", "collisions", "ground", "platform", "platforms",
	"obstacle", "obstacles", "block", "blocks",
}
