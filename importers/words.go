package importers

import (
	"maps"
	"slices"
	"strings"
	"unicode"

	"fillet/editor/level"
)

// vocabulary is the words by which names say what a thing is, where no rule of a mapping does. A plural in s counts as the word.
type vocabulary struct {
	outright []string // say that something is solid
	walls    []string // are things that are solid, unless their name says that they are scenery
	entities []string // are those of entities beside them. A layer of tiles that is called ground is often a painted floor
	triggers []string // are things that are entered: what is called so is a trigger with that tag
	// Of values only, which are solid where nothing says otherwise: what is entered like triggers, what is nothing, what one walks on
	// where the same layer has values that are walls, and what one walks on where it is seen from above.
	entered, nothing, floors, soils []string
	solidFields                     []string // the fields, without case and underscores, that say by being true or false whether something is solid
	freeFields                      []string // those that say it the other way round
}

var (
	// wordVocabulary is that of [WordDefaults].
	wordVocabulary = vocabulary{
		outright: []string{"solid", "collision", "collider", "collide", "collidable", "blocked", "blocking", "impassable"},
		walls:    []string{"wall", "block", "obstacle", "platform"},
		entities: []string{"ground"},
		triggers: []string{"ladder", "water", "lava", "acid", "spike", "hazard"},
		solidFields: []string{
			"solid", "issolid", "collides", "collidable", "hascollision", "collide", "collision", "blocked", "blocking", "impassable",
		},
	}
	// moreVocabulary is that of [MoreDefaults]: words of other languages, and such as people misspell, too.
	moreVocabulary = vocabulary{
		outright: append(slices.Clone(wordVocabulary.outright), "blocker", "impassible", "unpassable", "unwalkable", "nonwalkable", "colision", "colisiones", "colisao", "kollision"),
		walls: append(slices.Clone(wordVocabulary.walls), "border", "boundary", "boundaries", "fence", "mur", "muro", "pared", "parede", "paredes", "mauer",
			"plataforma", "plateforme", "piattaforma", "plattform", "obstaculo", "hindernis"),
		entities: append(slices.Clone(wordVocabulary.entities), "floor", "ceiling", "roof", "terrain", "land", "brick", "pipe", "lift", "elevator", "sol", "suelo", "boden"),
		triggers: wordVocabulary.triggers,
		entered: []string{
			"trap", "thorn", "death", "deadly", "kill", "damage", "fire", "hole", "pit", "vine", "rope", "climb", "coin", "checkpoint", "goal", "exit", "finish",
			"spawn", "switch", "lever", "portal", "teleport", "teleporter", "trigger", "sensor",
		},
		nothing:     []string{"empty", "nothing", "none", "air", "blank", "walkable", "passable"},
		floors:      []string{"floor", "path", "road", "carpet"},
		soils:       []string{"grass", "sand", "dirt", "snow", "soil", "meadow"},
		solidFields: append(slices.Clone(wordVocabulary.solidFields), "collider", "iscollider", "hascollider", "iscollidable", "iscollision", "isblocked", "isblocking", "blocks", "blocksmovement", "impassible", "unwalkable"),
		freeFields:  []string{"walkable", "iswalkable", "canwalk", "passable", "ispassable"},
	}
)

var (
	// sceneryWords say that something is only to be seen.
	sceneryWords = []string{"background", "bg", "backdrop", "decor", "deco", "decal", "decoration", "decorative", "scenery", "shadow"}
	// aboveWords are what there is in a level that is seen from above.
	aboveWords = []string{"pit", "hole", "road", "path", "carpet"}
	// negations turn the word after them round, as in no_collision.
	negations = []string{"no", "non", "not", "without"}
	// kindFields are the fields whose text is a name.
	kindFields = []string{"type", "kind", "class", "material"}
)

// verdict is what names or fields say of a thing. The zero value is nothing.
type verdict struct {
	role    level.Role // 0 where they say none
	tag     string     // of a trigger
	isThing bool       // solid as the thing that it is, and not outright
	isNone  bool       // no collider at all
	by      string     // the field that says so; empty where a name does
}

func (v verdict) says() bool { return v.role != 0 || v.isNone }

// IsScenery reports whether the names of a thing say that it is only to be seen, and not met.
func IsScenery(names ...string) bool { return moreVocabulary.judgeEntity(names...).isNone }

// judge is what the names of one thing say together, judgeEntity those of an entity. An outright word stands above all others; then come
// scenery, triggers and things.
func (k *vocabulary) judge(names ...string) verdict       { return k.judgeAs(false, names) }
func (k *vocabulary) judgeEntity(names ...string) verdict { return k.judgeAs(true, names) } //nolint:revive // see judge

// judgeValue is what the name of a value says, which is solid where it says nothing.
func (k *vocabulary) judgeValue(name string, layer *valueLayer) verdict {
	v := k.judge(name)
	if v.says() {
		return v
	}
	for _, w := range words(name) {
		if tag := among(w, k.entered); tag != "" && v.tag == "" {
			v = verdict{role: level.Trigger, tag: tag}
		}
		isFloor := (layer.hasWalls || layer.isAbove) && among(w, k.floors) != "" || layer.isAbove && among(w, k.soils) != ""
		if !v.says() && (isFloor || among(w, k.nothing) != "") {
			v = verdict{isNone: true}
		}
	}
	return v
}

func (k *vocabulary) judgeAs(isEntity bool, names []string) verdict {
	isOneWay, isSolid, isNegated, isScenery, isThing, tag := false, false, false, false, false, ""
	for _, name := range names {
		ws := words(name)
		for i, w := range ws {
			outright, thing := among(w, k.outright) != "", among(w, k.walls) != "" || isEntity && among(w, k.entities) != ""
			if i > 0 && slices.Contains(negations, ws[i-1]) {
				isNegated = isNegated || outright || thing
				continue
			}
			isOneWay = isOneWay || w == "oneway" || w == "one" && i+1 < len(ws) && ws[i+1] == "way"
			isSolid, isThing = isSolid || outright, isThing || thing
			isScenery = isScenery || among(w, sceneryWords) != ""
			if tag == "" {
				tag = among(w, k.triggers)
			}
		}
	}
	switch {
	case isOneWay:
		return verdict{role: level.OneWay}
	case isSolid:
		return verdict{role: level.Solid}
	case isNegated, isScenery:
		return verdict{isNone: true}
	case tag != "":
		return verdict{role: level.Trigger, tag: tag}
	case isThing:
		return verdict{role: level.Solid, isThing: true}
	}
	return verdict{}
}

// solidField is what the fields of a thing say outright: whether it is solid.
func (k *vocabulary) solidField(fields level.Properties) verdict {
	if len(fields) == 0 {
		return verdict{}
	}
	keys := slices.Sorted(maps.Keys(fields))
	out := verdict{}
	for i, want := range slices.Concat(k.solidFields, k.freeFields) {
		for _, key := range keys {
			on, ok := flag(fields[key])
			if !ok || plainField(key[strings.LastIndexByte(key, '.')+1:]) != want { // a member of a class, as in physics.solid
				continue
			}
			if on == (i < len(k.solidFields)) {
				return verdict{role: level.Solid, by: key}
			}
			out.isNone = true
		}
	}
	return out
}

// judgeFields is what the fields of a thing say: first whether it is solid, then those that are set and called as something is,
// as ladder or isLadder, and the names that the fields for its kind hold.
func (k *vocabulary) judgeFields(fields level.Properties) verdict {
	solid := k.solidField(fields)
	if solid.role != 0 {
		return solid
	}
	for _, key := range slices.Sorted(maps.Keys(fields)) {
		name := ""
		if text, isText := fields[key].(string); isText && slices.Contains(kindFields, plainField(key)) {
			name = text
		} else if on, ok := flag(fields[key]); ok && on {
			name = k.named(key)
		}
		if v := k.judge(name); v.role != 0 && !(solid.isNone && v.role == level.Solid) {
			v.by = key
			return v
		}
	}
	return solid
}

// plainField is a field's name without case and underscores.
func plainField(key string) string { return strings.ToLower(strings.ReplaceAll(key, "_", "")) }

// named is a field's name if it is one of the words, as it stands or after is or has: nothing for wallJump.
func (k *vocabulary) named(key string) string {
	ws := words(key)
	if len(ws) > 1 && (ws[0] == "is" || ws[0] == "has") {
		ws = ws[1:]
	}
	name := strings.Join(ws, " ")
	switch {
	case name == "oneway", name == "one way":
		return name
	case len(ws) == 1 && (among(name, k.walls) != "" || among(name, k.triggers) != ""):
		return name
	}
	return ""
}

// flag is the truth of a field's value. An empty text is a mark, which is there or not; other numbers than 0 and 1 are none.
func flag(v any) (on, ok bool) {
	switch v := v.(type) {
	case bool:
		return v, true
	case float64:
		return v == 1, v == 0 || v == 1
	case string:
		switch strings.ToLower(v) {
		case "", "true", "yes", "1":
			return true, true
		case "false", "no", "0":
			return false, true
		}
	}
	return false, false
}

// among is the word of a list that w is, or is the plural of.
func among(w string, list []string) string {
	for _, one := range list {
		if rest, ok := strings.CutPrefix(w, one); ok && (rest == "" || rest == "s") {
			return one
		}
	}
	return ""
}

// words splits a name into its words, in lower case: what capitals and all that is no letter separate.
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
