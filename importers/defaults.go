package importers

import (
	"cmp"
	"errors"
	"slices"
	"strings"

	"fillet/editor/level"
)

// The versions of the defaults: what becomes of a file where no rule of a mapping says so. A level keeps which it was imported
// with, so that the next re-import does not bring what a later Fillet makes of the same file.
const (
	// FirstDefaults are those of levels that name none: all values are solid, tiles are left out, and an entity is solid by any
	// of its names and its layer's.
	FirstDefaults = 1
	// WordDefaults read names and fields; see docs/IMPORTING.md.
	WordDefaults = 2
	// MoreDefaults know more words and fields, and what values are nothing.
	MoreDefaults = 3
	// CurveDefaults keep curves of drawings as edges that are curves.
	CurveDefaults = 4
	// CharacterDefaults make the entity that is called as the character is the spawn.
	CharacterDefaults = 5
	// NewestDefaults are those of a new import.
	NewestDefaults = CharacterDefaults
)

var errDefaults = errors.New("it was imported with the defaults of a newer Fillet")

// defaultsOf is the version that a number of options or of an import stands for.
func defaultsOf(number, or int) (int, error) {
	if number = cmp.Or(number, or); number < FirstDefaults || number > NewestDefaults {
		return 0, errDefaults
	}
	return number, nil
}

func (b *Builder) isFirst() bool { return b.defaults == FirstDefaults }

// words is what names mean.
func (b *Builder) words() *vocabulary {
	if b.defaults < MoreDefaults {
		return &wordVocabulary
	}
	return &moreVocabulary
}

// valueLayer is what is known of a layer of values before any of its cells.
type valueLayer struct {
	isWalls  bool // its own name says so
	hasWalls bool // one of its values is called a wall
	isAbove  bool // one of its values is called a road or a pit: it is seen from above
}

// Values tells what the values of a layer are called; a value need not have a name. What one of them is may depend on the others, and on the
// other layers of the file.
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
		l.isAbove = l.isAbove || slices.ContainsFunc(words(name), func(w string) bool { return among(w, aboveWords) != "" })
	}
}

// KeepsCurves reports whether curves of drawings stay curves, as they do since [CurveDefaults].
func (o *Options) KeepsCurves() bool { return o.Defaults == 0 || o.Defaults >= CurveDefaults }

// KnowsMore reports whether the defaults are those of [MoreDefaults], or later ones.
func (b *Builder) KnowsMore() bool { return b.defaults >= MoreDefaults }

// judgeValue is what a value of a layer is by its name, its layer's and those beside them.
func (b *Builder) judgeValue(layer, name string) verdict {
	l := b.values[layer]
	if l == nil {
		l = &valueLayer{}
	}
	v := b.words().judgeValue(name, l).in(b.words().judge(layer))
	if !v.says() && b.KnowsMore() && b.isWalled && !l.isWalls && !l.hasWalls && name == "" {
		v.isNone = true // another layer has the walls, and this one says nothing
	}
	return v
}

// ReadsNames reports whether names and fields say what becomes of cells and tiles, as they do since [WordDefaults].
func (b *Builder) ReadsNames() bool { return !b.isFirst() }

// DefaultRole is an entity's role where no rule says it; each of these decides in turn:
//
//   - the file, where it says what role that is;
//   - a field named solid, collides or the like: set it is solid, false a trigger;
//   - its own names: its name, its kinds and its tags, and of a tile's collision shape the tile's fields; but what they call water or the like is solid in a layer that is outright;
//   - the hints, which are the names of its layer; what is a platform in a layer of one-way things is one-way;
//   - the entity's own Role, or a trigger.
//
// The words of names, which capitals, digits and underscores separate, are listed in docs/IMPORTING.md.
func (b *Builder) DefaultRole(e Entity) level.Role { return b.says(e).role }

// says is what an entity is by default. The tag is for collision shapes of tiles, which would have none.
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
		own = verdict{} // an entity is there, whatever it is called
	}
	if tile := b.words().judgeFields(e.Tile); (own.role == 0 || own.isThing) && tile.role != 0 && tile.role != level.Solid {
		own = tile
	}
	layer := b.words().judgeEntity(e.Hints...)
	if own.role == level.Trigger && layer.role == level.Solid && !layer.isThing {
		own = layer // water among what is called collisions
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

// in is what a thing is by its own names, and by those of its layer.
func (v verdict) in(layer verdict) verdict {
	if !v.says() || v.isThing && layer.role == level.OneWay {
		return layer
	}
	return v
}

// effect is what a verdict makes of cells.
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

// valueRule is the rule for a value of a layer that holds values and no tiles. What no rule and no name says is solid.
func (b *Builder) valueRule(layer string, value int, name string) Rule {
	r, ok := b.opts.Mapping.find(thing{layer: layer, value: value, name: name})
	if ok || b.isFirst() {
		return r
	}
	v := b.judgeValue(layer, name)
	return Rule{Effect: v.effect(), isScenery: v.isNone}
}

// cellRule is the rule for a value of a layer, of which there are so many cells.
func (b *Builder) cellRule(l *CellLayer, value, cells int) Rule {
	name := l.Name(value)
	if l.Dress != nil { // the file says what it is, whatever it is called
		r, _ := b.opts.Mapping.find(thing{layer: l.Layer, value: value, name: name})
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

// IsSolidValue reports whether a value of a layer that holds values becomes solid.
func (b *Builder) IsSolidValue(layer string, value int, name string) bool {
	r := b.valueRule(layer, value, name)
	return !r.Ignore && r.Role != level.Trigger
}

// IsKnownValue reports whether it is known of a value what it is to those who meet it: it is solid, or called what they enter or walk on.
func (b *Builder) IsKnownValue(layer string, value int, name string) bool {
	return b.IsSolidValue(layer, value, name) || b.KnowsMore() && name != "" && !IsScenery(name) && !IsScenery(layer)
}

// TileLayer is what a file says of a layer of tiles.
type TileLayer struct {
	Name   string // as rules match it; after those of its groups, as in Cave/Walls
	Class  string
	Fields level.Properties
	// IsPicture says that the layer's own name says nothing of its tiles: it leaves no cell empty, or what is solid is drawn
	// elsewhere.
	IsPicture bool
}

// says is what the layer's own fields and names say of its tiles. The names of groups count where they are outright.
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
	case around.isNone && (v.isThing || v.role == level.Trigger):
		return around
	case !v.says() && around.role == level.Solid && !around.isThing:
		return around
	}
	return v
}

// Naming is how much a layer's names say of walls.
type Naming int8

// The namings.
const (
	NoWalls  Naming = iota
	Walls           // as wall or platform
	Outright        // as collision or solid
)

// NamesWalls is what the names of a layer say: of tiles, or of entities.
func (b *Builder) NamesWalls(l *TileLayer) Naming {
	v := l.says(b.words())
	switch {
	case b.isFirst() || v.role != level.Solid && v.role != level.OneWay:
		return NoWalls
	case v.isThing:
		return Walls
	}
	return Outright
}

// TakesTiles reports whether there may be tiles of the layer that become colliders by its own name or by a rule that names it: what
// fields of tiles say is not looked at.
func (b *Builder) TakesTiles(l *TileLayer) bool {
	if b.opts.Mapping.NamesLayer(l.Name) {
		return true
	}
	v := l.says(b.words())
	return !b.isFirst() && !l.IsPicture && v.role != 0
}

// TileRule is the rule for a tile; ok is false for one that is only a picture.
func (b *Builder) TileRule(l *TileLayer, value int, name string, fields level.Properties) (r Rule, ok bool) {
	r, ok = b.opts.Mapping.find(thing{layer: l.Name, value: value, name: name, fields: fields, isTile: true})
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

// IsDefault reports whether the rule is one of the defaults, and none of a mapping.
func (r *Rule) IsDefault() bool { return r.isDefault }

// firstRole is an entity's role by the first defaults: by any of its names and its layer's.
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
