package importers

import (
	"cmp"
	"errors"
	"slices"
	"strings"

	"fillet/editor/level"
)

// Versions of the defaults, which apply where no mapping rule does. A level records its version, so that a re-import
// with a newer Fillet gives the same result.
const (
	// FirstDefaults is the version of levels that record none: all values are solid, tiles are left out, and an entity
	// is solid if one of its names or its layer's name says so.
	FirstDefaults = 1
	// WordDefaults reads names and fields; see docs/IMPORTING.md.
	WordDefaults = 2
	// MoreDefaults knows more words and fields, and which values are empty.
	MoreDefaults = 3
	// CurveDefaults keeps the curves of drawings as curved edges.
	CurveDefaults = 4
	// CharacterDefaults makes an entity that is named like the player character the spawn.
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

func (b *Builder) words() *vocabulary {
	if b.defaults < MoreDefaults {
		return &wordVocabulary
	}
	return &moreVocabulary
}

// valueLayer holds facts from the names in a layer of values, collected before any of its cells is read.
type valueLayer struct {
	isWalls  bool // the layer's name marks it as the walls
	hasWalls bool // one of its values is named like a wall
	isAbove  bool // one of its values is named like a road or a pit, so the level is top-down
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

// KeepsCurves reports whether curves of drawings stay curves, which is the default since [CurveDefaults].
func (o *Options) KeepsCurves() bool { return o.Defaults == 0 || o.Defaults >= CurveDefaults }

// KnowsMore reports whether the defaults are [MoreDefaults] or later.
func (b *Builder) KnowsMore() bool { return b.defaults >= MoreDefaults }

// judgeValue judges a value by its name, its layer's name and the names of the layer's other values.
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

// ReadsNames reports whether names and fields decide what cells and tiles become, which is the default since
// [WordDefaults].
func (b *Builder) ReadsNames() bool { return !b.isFirst() }

// DefaultRole returns the role of an entity that no rule gives a role. The first of these decides:
//
//   - the file, if it states the role;
//   - a field such as solid or collides: true makes the entity solid, false a trigger;
//   - the entity's own names: its name, kinds and tags, and for a tile's collision shape the fields of the tile. In a
//     layer with an outright name, even a name such as water is solid;
//   - the hints, which are the names of its layer. In a one-way layer, a platform is one-way;
//   - the entity's own Role, or a trigger.
//
// Capitals, digits and underscores separate the words of a name. docs/IMPORTING.md lists the words.
func (b *Builder) DefaultRole(e Entity) level.Role { return b.says(e).role }

// says returns the default verdict on an entity. The verdict has a tag only for collision shapes of tiles, which have
// no tags of their own.
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
		own = verdict{} // an entity is never left out because of its name
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

// in combines the verdict on an object's own names with the verdict on its layer.
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

// valueRule returns the rule for a value of a layer of values. A value is solid if no rule or name decides.
func (b *Builder) valueRule(layer string, value int, name string) Rule {
	r, ok := b.opts.Mapping.find(candidate{layer: layer, value: value, name: name})
	if ok || b.isFirst() {
		return r
	}
	v := b.judgeValue(layer, name)
	return Rule{Effect: v.effect(), isScenery: v.isNone}
}

// cellRule returns the rule for a value of a layer. It counts the cells that are left out as scenery.
func (b *Builder) cellRule(l *CellLayer, value, cells int) Rule {
	name := l.Name(value)
	if l.Dress != nil { // the file states it, so the name does not matter
		r, _ := b.opts.Mapping.find(candidate{layer: l.Layer, value: value, name: name})
		return r
	}
	if l.Tiles == nil {
		r := b.valueRule(l.Layer, value, name)
		if r.Ignore && r.isScenery {
			b.scenery.cells += cells
			b.scenery.of = AppendNew(b.scenery.of, strings.TrimSuffix(l.Layer+"/"+name, "/"))
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

// IsKnownValue reports whether a value is solid, or has a name and neither this name nor its layer's means scenery.
func (b *Builder) IsKnownValue(layer string, value int, name string) bool {
	return b.IsSolidValue(layer, value, name) || b.KnowsMore() && name != "" && !IsScenery(name) && !IsScenery(layer)
}

// TileLayer describes a layer of tiles to the defaults and the mapping.
type TileLayer struct {
	Name   string // as rules match it: preceded by the names of its groups, as in Cave/Walls
	Class  string
	Fields level.Properties
	// IsPicture means that the layer's own name decides nothing about its tiles, because the layer fills every cell or
	// another layer holds the solid parts.
	IsPicture bool
}

// says returns the verdict of the layer's fields and names on its tiles. The name of a group counts only if it is
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

// Naming rates how clearly a layer's name says that the layer holds walls.
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

// TakesTiles reports whether the layer's name, or a rule that names the layer, can turn its tiles into colliders. It
// ignores the fields of tiles.
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

// IsDefault reports whether the rule is a default and not from a mapping.
func (r *Rule) IsDefault() bool { return r.isDefault }

// firstRole returns an entity's role under [FirstDefaults]: any of its names, or its layer's, decides.
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
