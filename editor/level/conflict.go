package level

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"fillet/editor/quote"
	"fillet/editor/strictyaml"

	"gopkg.in/yaml.v3"
)

// Conflict is a value that both sides of a merge changed differently. The level keeps our version until the user
// decides. The values are texts, as [Field.Text] returns them; an empty one means that the record, or its key, is
// missing.
type Conflict struct {
	ID                 string // the collider, layer or group, as in files; [SettingsID] for the level itself
	Key                string // as [Field].Key, or [OrderKey]
	Base, Ours, Theirs string
}

// SettingsID is the id of the level's settings in a conflict.
const SettingsID = "level"

// FirstInOrder is the order of the bottommost collider of a layer, and of the bottommost layer.
const FirstInOrder = "first"

// Collider returns the id of the conflict's collider, or 0.
func (c Conflict) Collider() ID {
	id, _ := ParseID(c.ID) // 0 with an error
	return id
}

// Layer returns the id of the conflict's layer, or 0.
func (c Conflict) Layer() LayerID {
	id, _ := ParseLayerID(c.ID) // 0 with an error
	return id
}

// Group returns the id of the conflict's group, or 0.
func (c Conflict) Group() GroupID {
	id, _ := ParseGroupID(c.ID) // 0 with an error
	return id
}

// Instance returns the id of the conflict's instance, or 0.
func (c Conflict) Instance() InstanceID {
	id, _ := ParseInstanceID(c.ID) // 0 with an error
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

// ConflictNow returns the conflict with the level's current value as ours. The records must have the conflict's id, or
// be nil. A record that we deleted counts as deleted, even if a merge has kept it until the user decides.
func ConflictNow(c Conflict, s *Settings, collider *Collider, layer *Layer, group *Group, instance *Instance) Conflict {
	if c.Key == OrderKey || c.Ours == "" && (c.IsWhole() || c.ID == SettingsID) {
		return c
	}
	var record any = s
	switch {
	case c.Collider() != 0:
		record = collider
	case c.Layer() != 0:
		record = layer
	case c.Group() != 0:
		record = group
	case c.Instance() != 0:
		record = instance
	}
	if f, ok, _ := c.field(); ok {
		c.Ours = f.textIn(record)
	}
	return c
}

// valueField is a field of any type of record.
type valueField interface {
	canonical(d *decoder, n *yaml.Node) (string, error)
	textIn(record any) string
}

func (f Field[T]) textIn(record any) string { return f.Text(record.(*T)) }

// anyField returns the results of a function such as [ColliderField] for any type of record.
func anyField[T any](f Field[T], ok bool) (valueField, bool) { return f, ok }

// field returns the field of the conflict's key. hasOrder reports whether the record also has an order.
func (c Conflict) field() (f valueField, ok, hasOrder bool) {
	switch {
	case c.Collider() != 0:
		f, ok = anyField(ColliderField(c.Key))
		return f, ok, true
	case c.Layer() != 0:
		f, ok = anyField(LayerField(c.Key))
		return f, ok, true
	case c.Group() != 0:
		f, ok = anyField(GroupField(c.Key))
	case c.Instance() != 0:
		f, ok = anyField(InstanceField(c.Key))
	case c.ID == SettingsID:
		f, ok = anyField(SettingsField(c.Key))
	}
	return f, ok, false
}

// canonicalValue returns a valid conflict's value in the form of [Field.Text]. Errors carry the value's position.
func canonicalValue(c Conflict, d *decoder, n *yaml.Node) (string, error) {
	switch {
	case n.Kind == yaml.ScalarNode && n.ShortTag() == "!!null":
		return "", nil
	case c.Key != OrderKey:
		f, _, _ := c.field()
		return f.canonical(d, n)
	case n.Value == FirstInOrder:
		return FirstInOrder, nil
	}
	if c.Layer() != 0 {
		if _, err := ParseLayerID(n.Value); err != nil {
			return "", d.Errorf(n, "%.100q is neither the id of a layer nor %s", n.Value, FirstInOrder)
		}
	} else if _, err := ParseID(n.Value); err != nil {
		return "", d.Errorf(n, "%.100q is neither the id of a collider nor %s", n.Value, FirstInOrder)
	}
	return strings.Clone(n.Value), nil
}

// checkConflict validates a conflict, except for the form of its values.
func checkConflict(c Conflict) error {
	_, known, hasOrder := c.field()
	switch {
	case known, hasOrder && c.Key == OrderKey:
	case c.Collider() == 0 && c.Layer() == 0 && c.Group() == 0 && c.Instance() == 0 && c.ID != SettingsID:
		return fmt.Errorf("%.100q is neither the id of a collider, a layer, a group or an instance nor %s", c.ID,
			SettingsID)
	default:
		return fmt.Errorf("%.100s has no key %.100q that could be in conflict", c.ID, c.Key)
	}
	for _, v := range []string{c.Key, c.Base, c.Ours, c.Theirs} {
		if !utf8.ValidString(v) || strings.Contains(v, "\n") {
			return errors.New("a value is not a single line of valid text")
		}
	}
	return nil
}

// checkSettings validates a level's settings. The error is a [*SettingError].
func checkSettings(s *Settings) error {
	if err := s.Check(); err != nil {
		return err
	}
	for i, c := range s.Conflicts {
		if err := checkConflict(c); err != nil {
			return &SettingError{Key: "conflicts", Err: fmt.Errorf("conflict %d: %w", i+1, err)}
		}
	}
	return nil
}

func (e *encoder) conflicts(list []Conflict) {
	if len(list) == 0 {
		return
	}
	e.text("conflicts:\n")
	for _, c := range list {
		e.text("  - id: ")
		e.text(c.ID)
		e.text("\n")
		e.line(4, "key", c.Key)
		for _, v := range []struct{ key, text string }{{"base", c.Base}, {"ours", c.Ours}, {"theirs", c.Theirs}} {
			e.indent(4)
			e.text(v.key + ": " + cmp.Or(v.text, "null") + "\n")
		}
	}
}

// conflictRows lists the keys of a conflict, with their documentation.
var conflictRows = []Field[Conflict]{
	{
		Key: "id", json: texts.json, required: true,
		doc: "the collider, layer or group; `level` for the level's own keys",
	},
	{
		Key: "key", json: texts.json, required: true,
		doc: "the key; nested keys with a dot (`properties.hp`, `grid.size`, `playtest.speed`, `exports.NAME`, " +
			"`imports.FILE`, `ignored.RULE IDS`)",
	},
	{Key: "base", unset: "none", doc: "the value in the common ancestor, as in the file; `null` for none"},
	{
		Key: "ours", unset: "none",
		doc: "our value at the time of the merge. The level keeps what it has now, even if that differs",
	},
	{Key: "theirs", unset: "none", doc: "their value"},
}

var conflictKeys = keysOf(conflictRows)

func (d *decoder) conflicts(n *yaml.Node, to *[]Conflict) error {
	return d.Sequence(n, func(_ int, item *yaml.Node) error {
		var c Conflict
		var values [3]*yaml.Node
		err := d.Mapping(item, conflictKeys, func(key string, v *yaml.Node) error {
			switch key {
			case "id":
				return d.Text(v, &c.ID)
			case "key":
				return d.Text(v, &c.Key)
			}
			values[slices.Index(conflictKeys, key)-2] = strictyaml.Keep(v)
			return nil
		})
		if err != nil {
			return err
		}
		if list, _, _ := strings.Cut(c.Key, "."); slices.Contains(droppedKeys, list) {
			return nil
		}
		if err := checkConflict(c); err != nil {
			return d.Wrap(item, err)
		}
		for i, to := range []*string{&c.Base, &c.Ours, &c.Theirs} {
			if v := values[i]; v != nil {
				if *to, err = canonicalValue(c, d, v); err != nil {
					return err
				}
			}
		}
		*to = append(*to, c)
		return nil
	})
}
