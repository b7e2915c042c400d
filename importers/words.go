package importers

import (
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"fillet/editor/level"
	"fillet/editor/quote"
)

// vocabulary holds the words of names that decide what an object becomes if no mapping rule does. A plural in s counts
// as the word.
type vocabulary struct {
	outright []string // say outright that something is solid
	walls    []string // objects that are solid unless their name marks them as scenery
	entities []string // more such objects, for entities only: a tile layer named ground is often a painted floor
	triggers []string // objects that are entered: they become triggers with the word as a tag
	// For values only, which are solid by default. entered are words like triggers, nothing are empty values. floors
	// are walked on if the layer also has walls or is top-down, soils only if it is top-down.
	entered, nothing, floors, soils []string
	// solidFields are the fields, in lower case without underscores, that state whether an object is solid.
	solidFields []string
	freeFields  []string // fields with the opposite meaning
}

var (
	// wordVocabulary is the vocabulary of [WordDefaults].
	wordVocabulary = vocabulary{
		outright: []string{
			"solid", "collision", "collider", "collide", "collidable", "blocked", "blocking", "impassable",
		},
		walls:    []string{"wall", "block", "obstacle", "platform"},
		entities: []string{"ground"},
		triggers: []string{"ladder", "water", "lava", "acid", "spike", "hazard"},
		solidFields: []string{
			"solid", "issolid", "collides", "collidable", "hascollision", "collide", "collision", "blocked", "blocking",
			"impassable",
		},
	}
	// moreVocabulary is the vocabulary of [MoreDefaults]. It adds words of other languages and misspellings.
	moreVocabulary = vocabulary{
		outright: append(slices.Clone(wordVocabulary.outright), "blocker", "impassible", "unpassable", "unwalkable",
			"nonwalkable", "colision", "colisiones", "colisao", "kollision"),
		walls: append(slices.Clone(wordVocabulary.walls), "border", "boundary", "boundaries", "fence", "mur", "muro",
			"pared", "parede", "paredes", "mauer",
			"plataforma", "plateforme", "piattaforma", "plattform", "obstaculo", "hindernis"),
		entities: append(slices.Clone(wordVocabulary.entities), "floor", "ceiling", "roof", "terrain", "land", "brick",
			"pipe", "lift", "elevator", "sol", "suelo", "boden"),
		triggers: wordVocabulary.triggers,
		entered: []string{
			"trap", "thorn", "death", "deadly", "kill", "damage", "fire", "hole", "pit", "vine", "rope", "climb",
			"coin", "checkpoint", "goal", "exit", "finish",
			"spawn", "switch", "lever", "portal", "teleport", "teleporter", "trigger", "sensor",
		},
		nothing: []string{"empty", "nothing", "none", "air", "blank", "walkable", "passable"},
		floors:  []string{"floor", "path", "road", "carpet"},
		soils:   []string{"grass", "sand", "dirt", "snow", "soil", "meadow"},
		solidFields: append(slices.Clone(wordVocabulary.solidFields), "collider", "iscollider", "hascollider",
			"iscollidable", "iscollision", "isblocked", "isblocking", "blocks", "blocksmovement", "impassible",
			"unwalkable"),
		freeFields: []string{"walkable", "iswalkable", "canwalk", "passable", "ispassable"},
	}
)

var (
	// sceneryWords mean that an object is only decoration.
	sceneryWords = []string{
		"background", "bg", "backdrop", "decor", "deco", "decal", "decoration", "decorative", "scenery", "shadow",
	}
	// aboveWords are objects that occur in top-down levels.
	aboveWords = []string{"pit", "hole", "road", "path", "carpet"}
	// negations negate the word after them, as in no_collision.
	negations = []string{"no", "non", "not", "without"}
	// kindFields are the fields whose text counts as a name.
	kindFields = []string{"type", "kind", "class", "material"}
)

// verdict holds the decision of names or fields about an object. The zero value is undecided.
type verdict struct {
	role     level.Role // 0 if undecided
	tag      string     // of a trigger
	isObject bool       // solid because of the kind of object, not outright
	isNone   bool       // no collider
	by       string     // the field that decided; empty if a name did
}

func (v verdict) says() bool { return v.role != 0 || v.isNone }

// IsScenery reports whether the names of an object mark it as decoration without collision.
func IsScenery(names ...string) bool { return moreVocabulary.judgeEntity(names...).isNone }

// judge returns the joint verdict of the names of one object, and judgeEntity of the names of an entity. One-way and
// outright words take precedence over all others, followed by scenery, triggers and solid objects.
func (k *vocabulary) judge(names ...string) verdict       { return k.judgeAs(false, names) }
func (k *vocabulary) judgeEntity(names ...string) verdict { return k.judgeAs(true, names) } //nolint:revive // see judge

// judgeValue returns the verdict on a value by its name. An undecided value is solid.
func (k *vocabulary) judgeValue(name string, layer *valueLayer) verdict {
	v := k.judge(name)
	if v.says() {
		return v
	}
	for _, w := range words(name) {
		if tag := among(w, k.entered); tag != "" && v.tag == "" {
			v = verdict{role: level.Trigger, tag: tag}
		}
		isFloor := (layer.hasWalls || layer.isAbove) && among(w, k.floors) != "" ||
			layer.isAbove && among(w, k.soils) != ""
		if !v.says() && (isFloor || among(w, k.nothing) != "") {
			v = verdict{isNone: true}
		}
	}
	return v
}

func (k *vocabulary) judgeAs(isEntity bool, names []string) verdict {
	isOneWay, isSolid, isNegated, isScenery, isObject, tag := false, false, false, false, false, ""
	for _, name := range names {
		ws := words(name)
		for i, w := range ws {
			outright, namesObject := among(w, k.outright) != "", among(w, k.walls) != "" ||
				isEntity && among(w, k.entities) != ""
			if i > 0 && slices.Contains(negations, ws[i-1]) {
				isNegated = isNegated || outright || namesObject
				continue
			}
			isOneWay = isOneWay || w == "oneway" || w == "one" && i+1 < len(ws) && ws[i+1] == "way"
			isSolid, isObject = isSolid || outright, isObject || namesObject
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
	case isObject:
		return verdict{role: level.Solid, isObject: true}
	}
	return verdict{}
}

// solidField returns the verdict of the fields that state whether an object is solid.
func (k *vocabulary) solidField(fields level.Properties) verdict {
	if len(fields) == 0 {
		return verdict{}
	}
	keys := slices.Sorted(maps.Keys(fields))
	out := verdict{}
	for i, want := range slices.Concat(k.solidFields, k.freeFields) {
		for _, key := range keys {
			on, ok := flag(fields[key])
			// A member of a class counts by the last part of its name, as in physics.solid.
			if !ok || plainField(key[strings.LastIndexByte(key, '.')+1:]) != want {
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

// judgeFields returns the verdict of an object's fields: first of the fields that state whether it is solid, then of
// set fields with a name such as ladder or isLadder, and of the names in kindFields.
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

// plainField returns a field's name in lower case without underscores.
func plainField(key string) string { return strings.ToLower(strings.ReplaceAll(key, "_", "")) }

// named returns a field's name if it is one of the words, alone or after is or has; for wallJump it returns "".
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

// flag returns a field's value as a boolean. An empty text is true, and the only valid numbers are 0 and 1.
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

// among returns the word of the list that equals w, or whose plural w is, or "".
func among(w string, list []string) string {
	for _, one := range list {
		if rest, ok := strings.CutPrefix(w, one); ok && (rest == "" || rest == "s") {
			return one
		}
	}
	return ""
}

// words splits a name into its words, in lower case, at capitals and at everything that is not a letter.
func words(s string) []string {
	return slices.DeleteFunc(slopeWords(s), func(w string) bool {
		first, _ := utf8.DecodeRuneInString(w)
		return !unicode.IsLetter(first)
	})
}

// NoSlope is the slope of a rule whose values fill their cells regardless of their names.
const NoSlope = "none"

// ParseSlope returns the part of its cell that a value fills, from words such as "45 floor right": an angle, floor or
// ceiling, and the side to which it rises or, for a ceiling, hangs down. The angle is 45, or 22.5 (22, 26) with low or
// high for one half of a rise of 1 in 2 over two cells. The defaults are 45 and floor; the side is required. bottom and
// top are synonyms of floor and ceiling; bl, br, tl and tr abbreviate both words.
func ParseSlope(s string) (f TileForm, ok bool) {
	f.Slope = Slope45
	shallow, half, side := false, false, ""
	words := slopeWords(s)
	for i, w := range words {
		switch w {
		case "45":
		case "22", "26":
			shallow = true
			if i+1 < len(words) && words[i+1] == "5" {
				words[i+1] = ""
			}
		case "low":
			f.Slope, half = SlopeLow, true
		case "high":
			f.Slope, half = SlopeHigh, true
		case "floor", "bottom":
			f.Flip &^= FlipY
		case "ceiling", "top":
			f.Flip |= FlipY
		case "left", "right":
			if side != "" && side != w {
				return TileForm{}, false
			}
			side = w
		case "bl", "br", "tl", "tr":
			side = map[byte]string{'l': "left", 'r': "right"}[w[1]]
			if w[0] == 't' {
				f.Flip |= FlipY
			}
		}
	}
	if side == "" || shallow && !half {
		return TileForm{}, false
	}
	if side == "left" {
		f.Flip |= FlipX
	}
	return f, true
}

// slopeWords splits a string into words in lower case: before capitals, between letters and digits, and at all other
// characters.
func slopeWords(s string) []string {
	var b strings.Builder
	var last rune
	for _, r := range s {
		isLetter, isDigit := unicode.IsLetter(r), unicode.IsDigit(r)
		switch {
		case !isLetter && !isDigit:
			b.WriteByte(' ')
		case isLetter != unicode.IsLetter(last), unicode.IsUpper(r) && unicode.IsLower(last):
			b.WriteByte(' ')
			b.WriteRune(r)
		default:
			b.WriteRune(r)
		}
		last = r
	}
	return strings.Fields(strings.ToLower(b.String()))
}

// form returns the part of its cell that a value with the given name fills. A name asks for a slope with the word slope
// or ramp and a side.
func (r Rule) form(name string) TileForm {
	slope := r.Slope
	if slope == "" {
		words := slopeWords(name)
		if !slices.Contains(words, "slope") && !slices.Contains(words, "ramp") {
			return TileForm{}
		}
		slope = name
	}
	f, _ := ParseSlope(slope) // NoSlope is none
	return f
}

func checkSlope(slope string) error {
	if slope == "" || slope == NoSlope {
		return nil
	}
	if _, ok := ParseSlope(slope); !ok {
		return errSlope(slope)
	}
	return nil
}

// sloped returns the part of a box that a slope fills, as a polygon about the box's centre.
func sloped(box level.Shape, slope string) (level.Shape, bool) {
	f, ok := ParseSlope(slope)
	if !ok || box.Kind != level.Box {
		return box, false
	}
	half := level.Vec{X: float64(box.Size.X / 2), Y: float64(box.Size.Y / 2)}
	return level.Shape{
		Kind: level.Polygon, Points: relative(f.In(box.Size), half), Radius: box.Radius, Rounding: box.Rounding,
	}, true
}

type errSlope string

func (e errSlope) Error() string {
	return "slope " + strconv.Quote(quote.Excerpt(string(e))) +
		` is unknown; examples are "45 floor right", "22 low ceiling left" and "none"`
}
