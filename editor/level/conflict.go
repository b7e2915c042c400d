package level

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"

	"fillet/editor/quote"
)

// Conflict is a value that both sides of a merge changed differently. The level keeps our version until the user
// decides. The values are texts, as [Field.Text] returns them; an empty one means that the record, or its key, is
// missing.
type Conflict struct {
	ID                 string // of the collider, layer or group, as in files; [SettingsID] for the level itself
	Key                string // as [Field].Key, or [OrderKey]
	Base, Ours, Theirs string
}

// SettingsID is the id of the level's settings in a conflict.
const SettingsID = "level"

// FirstInOrder is the order of a collider drawn before all others of its layer, or of a layer below all others.
const FirstInOrder = "first"

// Collider returns the id of the conflict's collider, or 0.
func (c Conflict) Collider() ID {
	id, err := ParseID(c.ID)
	if err != nil {
		return 0
	}
	return id
}

// Layer returns the id of the conflict's layer, or 0.
func (c Conflict) Layer() LayerID {
	id, err := ParseLayerID(c.ID)
	if err != nil {
		return 0
	}
	return id
}

// Group returns the id of the conflict's group, or 0.
func (c Conflict) Group() GroupID {
	id, err := ParseGroupID(c.ID)
	if err != nil {
		return 0
	}
	return id
}

// Instance returns the id of the conflict's instance, or 0.
func (c Conflict) Instance() InstanceID {
	id, err := ParseInstanceID(c.ID)
	if err != nil {
		return 0
	}
	return id
}

// What describes the conflict in one line: the key and its three values, shortened.
func (c Conflict) What() string {
	return fmt.Sprintf("%s: base %s, ours %s, theirs %s", KeyText(c.Key), ValueText(c.Base), ValueText(c.Ours),
		ValueText(c.Theirs))
}

// KeyText formats a conflict's key for people.
func KeyText(key string) string {
	if key = quote.Excerpt(key); strings.ContainsFunc(key, func(r rune) bool { return !unicode.IsPrint(r) }) {
		return strconv.Quote(key)
	}
	return key
}

// ValueText formats a conflict's value for people.
func ValueText(text string) string {
	if text == "" {
		return "(none)"
	}
	return quote.Excerpt(text)
}

// IsWhole reports whether the conflict is about a whole collider, layer, group or instance that one side deleted.
func (c Conflict) IsWhole() bool {
	return c.Key == ColliderKey && c.Collider() != 0 || c.Key == LayerKey && c.Layer() != 0 ||
		c.Key == GroupKey && c.Group() != 0 ||
		c.Key == InstanceKey && c.Instance() != 0
}
