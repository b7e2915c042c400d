package level

import (
	"errors"
	"strings"

	"fillet/editor/strictyaml"

	"gopkg.in/yaml.v3"
)

// rule is an ignorable rule, as a word for [strictyaml.OneOf].
type rule string

func (r rule) String() string { return string(r) }

var rules = func() (out []rule) {
	for _, name := range IgnorableRules() {
		out = append(out, rule(name))
	}
	return out
}()

var ignoredSchema = newSchema(
	Field[Ignored]{
		Key:  "rule",
		text: func(e *encoder, i *Ignored) { e.text(i.Rule) },
		read: func(d *decoder, n *yaml.Node, i *Ignored) error {
			return strictyaml.OneOf(d.Reader, n, (*rule)(&i.Rule), rules...)
		},
	},
	Field[Ignored]{
		Key:  "ids",
		text: func(e *encoder, i *Ignored) { e.ids(i.IDs, i.Parts) },
		read: func(d *decoder, n *yaml.Node, i *Ignored) error { return d.ids(n, &i.IDs, &i.Parts) },
	},
	row("reason", func(i *Ignored) *string { return &i.Reason }, texts, "", nil),
)

// ignoredEntries describes the list of what the level ignores.
var ignoredEntries = entries[Ignored]{
	name: "ignored", list: func(s *Settings) *[]Ignored { return &s.Ignored },
	key: Ignored.Key, same: Ignored.Equal, validate: Ignored.check,
	twice: "is already ignored", isNot: "ignores", of: ignoredSchema,
	at: func(p *Places) *[]FilePosition { return &p.Ignored },
	complete: func(i Ignored) error {
		if i.Rule == "" {
			return errors.New(`this ignored finding has no "rule"`)
		}
		return nil
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
