package level

import (
	"strings"

	"fillet/editor/strictyaml"

	"gopkg.in/yaml.v3"
)

var ignoredKeys = []string{"rule", "ids", "reason"}

// rule is an ignorable rule, as a word for [strictyaml.OneOf].
type rule string

func (r rule) String() string { return string(r) }

var rules = func() (out []rule) {
	for _, name := range IgnorableRules() {
		out = append(out, rule(name))
	}
	return out
}()

// ignoredEntries describes the list of what the level ignores.
var ignoredEntries = entries[Ignored]{
	name: "ignored", list: func(s *Settings) *[]Ignored {
		return &s.Ignored
	}, key: Ignored.Key, same: Ignored.Equal, validate: Ignored.check,
	twice: "is already ignored", isNot: "ignores",
	write: func(e *encoder, entry Ignored) {
		e.text("{rule: ")
		e.text(entry.Rule)
		e.text(", ids: ")
		e.ids(entry.IDs, entry.Parts)
		if entry.Reason != "" {
			e.text(", reason: ")
			e.flow(entry.Reason)
		}
		e.text("}")
	},
	read: func(d *decoder, n *yaml.Node) (Ignored, error) {
		var e Ignored
		err := d.Mapping(n, ignoredKeys, func(key string, v *yaml.Node) error {
			switch key {
			case "rule":
				return strictyaml.OneOf(d.Reader, v, (*rule)(&e.Rule), rules...)
			case "ids":
				return d.ids(v, &e.IDs, &e.Parts)
			default:
				return d.Text(v, &e.Reason)
			}
		})
		if err == nil && e.Rule == "" {
			err = d.Errorf(n, `this ignored finding has no "rule"`)
		}
		return e, err
	},
}

// IgnoredField returns the field of the ignored entry with a key.
func IgnoredField(key string) Field[Settings] { return ignoredEntries.field(key) }

// ids writes the ids of colliders, and the names of parts, in brackets.
func (e *encoder) ids(ids []ID, parts []string) {
	separator := "["
	for id, part := range Members(ids, parts) {
		e.text(separator)
		separator = ", "
		if part != "" {
			e.text(part)
			continue
		}
		e.scratch = appendID(e.scratch[:0], ColliderLetter, uint64(id))
		e.bytes(e.scratch)
	}
	if separator == "[" {
		e.text("[")
	}
	e.text("]")
}

// ids reads the ids of colliders and the names of parts, and sorts them without duplicates.
func (d *decoder) ids(n *yaml.Node, to *[]ID, parts *[]string) error {
	var ids []ID
	var names []string
	err := d.Sequence(n, func(_ int, item *yaml.Node) error {
		if strings.HasPrefix(item.Value, string(InstanceLetter)) {
			names = append(names, item.Value)
			if _, _, err := ParsePart(item.Value); err != nil {
				return d.Wrap(item, err)
			}
			return nil
		}
		var id ID
		err := readColliderID(d, item, &id)
		ids = append(ids, id)
		return err
	})
	*to, *parts = WithParts(ids, names)
	return err
}
