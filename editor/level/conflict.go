package level

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"fillet/editor/quote"

	"gopkg.in/yaml.v3"
)

// Conflict is one thing that two sides of a merge have changed in different ways. The level holds our version until
// somebody decides. The values are texts, as [Field.Text] gives them; the empty one is that of a record, or of a key in it,
// that is not there.
type Conflict struct {
	ID                 string // of the collider, layer or group, as in files; [SettingsID] for the level itself
	Key                string // as [Field].Key, or [OrderKey]
	Base, Ours, Theirs string
}

// SettingsID stands in a conflict for the level's own settings.
const SettingsID = "level"

// FirstInOrder is the order of what is drawn before all others of its layer, or of a layer below all others.
const FirstInOrder = "first"

// Collider is the id of the collider that the conflict is about, or 0.
func (c Conflict) Collider() ID {
	id, err := ParseID(c.ID)
	if err != nil {
		return 0
	}
	return id
}

// Layer is the id of the layer that the conflict is about, or 0.
func (c Conflict) Layer() LayerID {
	id, err := ParseLayerID(c.ID)
	if err != nil {
		return 0
	}
	return id
}

// Group is the id of the group that the conflict is about, or 0.
func (c Conflict) Group() GroupID {
	id, err := ParseGroupID(c.ID)
	if err != nil {
		return 0
	}
	return id
}

// Instance is the id of the instance that the conflict is about, or 0.
func (c Conflict) Instance() InstanceID {
	id, err := ParseInstanceID(c.ID)
	if err != nil {
		return 0
	}
	return id
}

// Undecided lists the conflicts of the level's settings, each with what the level has now as ours: that may have been changed
// since the merge.
func (d *Document) Undecided() []Conflict {
	out := slices.Clone(d.Settings().Conflicts)
	for i, c := range out {
		out[i] = c.Now(d.Settings(), d.Collider(c.Collider()), d.Layer(c.Layer()), d.Group(c.Group()), d.Instance(c.Instance()))
	}
	return out
}

// Now is the conflict with what a level has now as ours. The records are those of its id, or nil. What we had
// deleted stays deleted in it: a merge may have kept it until somebody decides.
func (c Conflict) Now(s *Settings, collider *Collider, layer *Layer, group *Group, instance *Instance) Conflict {
	if c.Key == OrderKey || c.Ours == "" && (c.IsWhole() || c.ID == SettingsID) {
		return c
	}
	switch {
	case c.Collider() != 0:
		if f, ok := ColliderField(c.Key); ok {
			c.Ours = f.Text(collider)
		}
	case c.Layer() != 0:
		if f, ok := LayerField(c.Key); ok {
			c.Ours = f.Text(layer)
		}
	case c.Group() != 0:
		if f, ok := GroupField(c.Key); ok {
			c.Ours = f.Text(group)
		}
	case c.Instance() != 0:
		if f, ok := InstanceField(c.Key); ok {
			c.Ours = f.Text(instance)
		}
	default:
		if f, ok := SettingsField(c.Key); ok {
			c.Ours = f.Text(s)
		}
	}
	return c
}

// What says for people what is in conflict, with the three values, cut to what can be read in a line.
func (c Conflict) What() string {
	return fmt.Sprintf("%s: base %s, ours %s, theirs %s", KeyText(c.Key), ValueText(c.Base), ValueText(c.Ours), ValueText(c.Theirs))
}

// KeyText is a conflict's key for people.
func KeyText(key string) string {
	if key = quote.Excerpt(key); strings.ContainsFunc(key, func(r rune) bool { return !unicode.IsPrint(r) }) {
		return strconv.Quote(key)
	}
	return key
}

// ValueText is a conflict's value for people.
func ValueText(text string) string {
	if text == "" {
		return "(none)"
	}
	return quote.Excerpt(text)
}

// IsWhole reports whether the conflict is about a whole collider, layer, group or instance, which one side has deleted.
func (c Conflict) IsWhole() bool {
	return c.Key == ColliderKey && c.Collider() != 0 || c.Key == LayerKey && c.Layer() != 0 || c.Key == GroupKey && c.Group() != 0 ||
		c.Key == InstanceKey && c.Instance() != 0
}

// canonical is a value of the conflict as [Field.Text] would give it. The error has its place.
func (c Conflict) canonical(d *decoder, n *yaml.Node) (string, error) {
	if n.Kind == yaml.ScalarNode && n.ShortTag() == "!!null" {
		return "", nil
	}
	isCollider, isLayer := c.Collider() != 0, c.Layer() != 0
	switch {
	case c.Key == OrderKey && isCollider:
		if _, err := ParseID(n.Value); err != nil && n.Value != FirstInOrder {
			return "", d.Errorf(n, "%.100q is neither the id of a collider nor %s", n.Value, FirstInOrder)
		}
		return n.Value, nil
	case c.Key == OrderKey && isLayer:
		if _, err := ParseLayerID(n.Value); err != nil && n.Value != FirstInOrder {
			return "", d.Errorf(n, "%.100q is neither the id of a layer nor %s", n.Value, FirstInOrder)
		}
		return n.Value, nil
	case isCollider:
		if f, ok := ColliderField(c.Key); ok {
			return f.canonical(d, n)
		}
	case isLayer:
		if f, ok := LayerField(c.Key); ok {
			return f.canonical(d, n)
		}
	case c.Group() != 0:
		if f, ok := GroupField(c.Key); ok {
			return f.canonical(d, n)
		}
	case c.Instance() != 0:
		if f, ok := InstanceField(c.Key); ok {
			return f.canonical(d, n)
		}
	default:
		if f, ok := SettingsField(c.Key); ok {
			return f.canonical(d, n)
		}
	}
	return "", d.Wrap(n, c.check())
}

// check reports what is wrong with the conflict, its values aside.
func (c Conflict) check() error {
	known := false
	switch {
	case c.Collider() != 0:
		_, known = ColliderField(c.Key)
		known = known || c.Key == OrderKey
	case c.Layer() != 0:
		_, known = LayerField(c.Key)
		known = known || c.Key == OrderKey
	case c.Group() != 0:
		_, known = GroupField(c.Key)
	case c.Instance() != 0:
		_, known = InstanceField(c.Key)
	case c.ID == SettingsID:
		_, known = SettingsField(c.Key)
	default:
		return fmt.Errorf("%.100q is neither the id of a collider, a layer, a group or an instance nor %s", c.ID, SettingsID)
	}
	if !known {
		return fmt.Errorf("%.100s has no key %.100q that could be in conflict", c.ID, c.Key)
	}
	for _, v := range []string{c.Key, c.Base, c.Ours, c.Theirs} {
		if !utf8.ValidString(v) || strings.Contains(v, "\n") {
			return errors.New("a value is not valid text of one line")
		}
	}
	return nil
}

func checkConflicts(list []Conflict) error {
	for i, c := range list {
		if err := c.check(); err != nil {
			return fmt.Errorf("conflict %d: %w", i+1, err)
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
			if v.text == "" {
				v.text = "null"
			}
			e.indent(4)
			e.text(v.key + ": " + v.text + "\n")
		}
	}
}

var conflictKeys = []string{"id", "key", "base", "ours", "theirs"}

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
			values[slices.Index(conflictKeys, key)-2] = v
			return nil
		})
		if err != nil {
			return err
		}
		if err := c.check(); err != nil {
			return d.Wrap(item, err)
		}
		for i, to := range []*string{&c.Base, &c.Ours, &c.Theirs} {
			if v := values[i]; v != nil {
				if *to, err = c.canonical(d, v); err != nil {
					return err
				}
			}
		}
		*to = append(*to, c)
		return nil
	})
}
