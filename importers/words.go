package importers

import (
	"maps"
	"slices"
	"strings"
	"unicode"

	"fillet/editor/level"
)

// The words by which names say what a thing is, where no rule of a mapping does. A plural in s counts as the word.
var (
	// collisionWords say outright that something is solid.
	collisionWords = []string{"solid", "collision", "collider", "collide", "collidable", "blocked", "blocking", "impassable"}
	// wallWords are things that are solid, unless their name says that they are scenery.
	wallWords = []string{"wall", "block", "obstacle", "platform"}
	// entityWords are those of entities. A layer of tiles that is called ground is often a painted floor.
	entityWords = append([]string{"ground"}, wallWords...)
	// triggerWords are things that are entered: what is called so is a trigger with that tag.
	triggerWords = []string{"ladder", "water", "lava", "acid", "spike", "hazard"}
	// sceneryWords say that something is only to be seen.
	sceneryWords = []string{"background", "bg", "backdrop", "decor", "deco", "decal", "decoration", "decorative", "scenery", "shadow"}
	// negations turn the word after them round, as in no_collision.
	negations = []string{"no", "non", "not", "without"}
	// solidFields are the fields, without case and underscores, that say by being true or false whether something is solid.
	solidFields = []string{"solid", "issolid", "collides", "collidable", "hascollision", "collide", "collision", "blocked", "blocking", "impassable"}
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

// judge is what the names of one thing say together, judgeEntity those of an entity.
func judge(names ...string) verdict       { return judgeAs(wallWords, names) }
func judgeEntity(names ...string) verdict { return judgeAs(entityWords, names) } //nolint:revive // see judge

// IsScenery reports whether the names of a thing say that it is only to be seen, and not met.
func IsScenery(names ...string) bool { return judgeEntity(names...).isNone }

// judgeAs judges names by the words for things that are solid. An outright word stands above all others; then come scenery,
// triggers and things.
func judgeAs(things []string, names []string) verdict {
	isOneWay, isSolid, isNegated, isScenery, isThing, tag := false, false, false, false, false, ""
	for _, name := range names {
		ws := words(name)
		for i, w := range ws {
			outright, thing := among(w, collisionWords) != "", among(w, things) != ""
			if i > 0 && slices.Contains(negations, ws[i-1]) {
				isNegated = isNegated || outright || thing
				continue
			}
			isOneWay = isOneWay || w == "oneway" || w == "one" && i+1 < len(ws) && ws[i+1] == "way"
			isSolid, isThing = isSolid || outright, isThing || thing
			isScenery = isScenery || among(w, sceneryWords) != ""
			if tag == "" {
				tag = among(w, triggerWords)
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
func solidField(fields level.Properties) verdict {
	if len(fields) == 0 {
		return verdict{}
	}
	keys := slices.Sorted(maps.Keys(fields))
	out := verdict{}
	for _, want := range solidFields {
		for _, key := range keys {
			on, ok := flag(fields[key])
			if !ok || plainField(key[strings.LastIndexByte(key, '.')+1:]) != want { // a member of a class, as in physics.solid
				continue
			}
			if on {
				return verdict{role: level.Solid, by: key}
			}
			out.isNone = true
		}
	}
	return out
}

// judgeFields is what the fields of a thing say: first whether it is solid, then those that are set and called as something is,
// as ladder or isLadder, and the names that the fields for its kind hold.
func judgeFields(fields level.Properties) verdict {
	solid := solidField(fields)
	if solid.role != 0 {
		return solid
	}
	for _, key := range slices.Sorted(maps.Keys(fields)) {
		name := ""
		if text, isText := fields[key].(string); isText && slices.Contains(kindFields, plainField(key)) {
			name = text
		} else if on, ok := flag(fields[key]); ok && on {
			name = named(key)
		}
		if v := judge(name); v.role != 0 && !(solid.isNone && v.role == level.Solid) {
			v.by = key
			return v
		}
	}
	return solid
}

// plainField is a field's name without case and underscores.
func plainField(key string) string { return strings.ToLower(strings.ReplaceAll(key, "_", "")) }

// named is a field's name if it is one of the words, as it stands or after is or has: nothing for wallJump.
func named(key string) string {
	ws := words(key)
	if len(ws) > 1 && (ws[0] == "is" || ws[0] == "has") {
		ws = ws[1:]
	}
	name := strings.Join(ws, " ")
	switch {
	case name == "oneway", name == "one way":
		return name
	case len(ws) == 1 && (among(name, wallWords) != "" || among(name, triggerWords) != ""):
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
