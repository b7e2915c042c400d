package level

import (
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"

	"fillet/editor/quote"
	"fillet/editor/strictyaml"

	"gopkg.in/yaml.v3"
)

// Ignored marks the findings of a check's rule about some colliders as intended, so that they are not reported. An
// entry covers every finding about any subset of its colliders, so one entry of many ids covers each pair of them. It
// stays when a collider is deleted, because the collider may come back: by undo, by a re-import, or from another
// branch. The check reports entries that ignore nothing.
type Ignored struct {
	Rule   string   // one of [IgnorableRules]
	IDs    []ID     // ascending, at least one
	Parts  []string // the names of the parts of instances among them, as in [Part.String], in the same order
	Reason string   // for people; may be empty
}

// RuleOverlap is the rule about overlapping solids. The canvas does not show ignored overlaps either.
const RuleOverlap = "overlap"

// ignorable lists the rules of package check whose findings are about colliders, in the order of that package.
var ignorable = []string{
	RuleOverlap, "duplicate", "seam", "crack", "gap", "sliver", "tiny", "short-edge",
	"path-into-ground", "deaf-trigger", "spawn-stuck", "sealed-goal", "unreachable-trigger", "dead-end", "outside",
	"idle-switch", "idle-door", "gameplay-field",
}

// IgnorableRules returns the rules that an entry can name.
func IgnorableRules() []string { return slices.Clone(ignorable) }

// NewIgnored returns the entry for a rule and colliders in any order. Each part of an instance needs its name, as in
// [Part.String].
func NewIgnored(rule string, ids []ID, reason string, parts ...string) Ignored {
	e := Ignored{Rule: rule, Reason: reason}
	e.IDs, e.Parts = WithParts(ids, parts)
	return e
}

// Key returns the rule and the ids, which identify the entry in a level: "overlap c1 c2 i3/c1".
func (e Ignored) Key() string {
	b := []byte(e.Rule)
	for id, part := range e.Members() {
		if b = append(b, ' '); part != "" {
			b = append(b, part...)
		} else {
			b = appendID(b, ColliderLetter, uint64(id))
		}
	}
	return string(b)
}

// Members yields the ids of the entry, each with its name if it is a part of an instance.
func (e Ignored) Members() iter.Seq2[ID, string] { return Members(e.IDs, e.Parts) }

// Equal reports whether two entries are equal.
func (e Ignored) Equal(o Ignored) bool {
	return e.Rule == o.Rule && e.Reason == o.Reason && slices.Equal(e.IDs, o.IDs) && slices.Equal(e.Parts, o.Parts)
}

func (e Ignored) check() error {
	if !slices.Contains(ignorable, e.Rule) {
		return fmt.Errorf("rule %q cannot be ignored", quote.Excerpt(e.Rule))
	}
	if len(e.IDs) == 0 {
		return errors.New("an ignored finding names no collider")
	}
	if !areMembers(e.IDs, e.Parts) {
		return fmt.Errorf("the ids of an ignored finding (%s) are invalid or out of order", quote.Printable(e.Key()))
	}
	if !isText(e.Reason) || strings.ContainsAny(e.Reason, "\n\r") {
		return errors.New("the reason of an ignored finding is not a single line of valid text")
	}
	return nil
}

func checkIgnored(list []Ignored) error {
	seen := make(map[string]bool, len(list))
	for i, e := range list {
		if err := e.check(); err != nil {
			return fmt.Errorf("ignored finding %d: %w", i+1, err)
		}
		key := e.Key()
		if seen[key] {
			return fmt.Errorf("ignored finding %d: %q appears twice", i+1, quote.Excerpt(key))
		}
		seen[key] = true
	}
	return nil
}

// IgnoredIndex finds the entries that ignore a finding. A nil index ignores nothing.
type IgnoredIndex struct {
	entries []Ignored
	of      map[ignoredKey][]int32 // indices of the entries that contain a collider
	bodies  map[ID]string          // see [IgnoredIndex.With]
	parted  map[[2]ID]bool         // pairs that joints prevent from colliding
	first   map[string]ID          // for each body, the first part with a joint
}

type ignoredKey struct {
	rule string
	id   ID
}

// IgnoredIndex returns the index of the level's entries.
func (s *Settings) IgnoredIndex() *IgnoredIndex {
	if s == nil || len(s.Ignored) == 0 {
		return nil
	}
	x := &IgnoredIndex{entries: s.Ignored, of: map[ignoredKey][]int32{}}
	for i, e := range s.Ignored {
		for _, id := range e.IDs {
			k := ignoredKey{e.Rule, id}
			x.of[k] = append(x.of[k], int32(i))
		}
	}
	return x
}

// Find returns the index of the first entry that ignores a rule's findings about these colliders, or -1. The entry may
// contain further colliders.
func (x *IgnoredIndex) Find(rule string, ids ...ID) int {
	if x == nil || len(ids) == 0 || len(x.entries) == 0 {
		return -1
	}
	var fewest []int32 // the ground may be in thousands of entries, and a collider on it in just one
	for i, id := range ids {
		entries := x.of[ignoredKey{rule, id}]
		if len(entries) == 0 {
			return -1
		}
		if i == 0 || len(entries) < len(fewest) {
			fewest = entries
		}
	}
	for _, i := range fewest {
		all := true
		for _, id := range ids {
			if _, ok := slices.BinarySearch(x.entries[i].IDs, id); !ok {
				all = false
				break
			}
		}
		if all {
			return int(i)
		}
	}
	return -1
}

// Entry returns the entry at an index from Find.
func (x *IgnoredIndex) Entry(i int) Ignored { return x.entries[i] }

// rule is an ignorable rule, as a word for [strictyaml.OneOf].
type rule string

func (r rule) String() string { return string(r) }

var rules = func() (out []rule) {
	for _, name := range IgnorableRules() {
		out = append(out, rule(name))
	}
	return out
}()

var ignoredSchema = newSchema("ignored",
	Field[Ignored]{
		Key: "rule",
		doc: "a rule about colliders: `" + strings.Join(ignorable, "`, `") + "`; anything else is an error " +
			"with its position",
		json:     enumOf(rules...),
		required: true,
		text:     func(e *encoder, i *Ignored) { e.text(i.Rule) },
		read: func(d *decoder, n *yaml.Node, i *Ignored) error {
			return strictyaml.OneOf(d.Reader, n, (*rule)(&i.Rule), rules...)
		},
	},
	Field[Ignored]{
		Key: "ids",
		doc: "the colliders; parts of instances as `i3/c1`. The entry ignores the rule's findings about these " +
			"colliders or some of them, so one entry of many ids covers each pair",
		json:     listOf("part"),
		required: true,
		text:     func(e *encoder, i *Ignored) { e.ids(i.IDs, i.Parts) },
		read:     func(d *decoder, n *yaml.Node, i *Ignored) error { return d.ids(n, &i.IDs, &i.Parts) },
	},
	row("reason", func(i *Ignored) *string { return &i.Reason }, texts, "", nil).means("one line for readers"),
)

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

// IgnoredField returns the field of an ignored entry with the given key.
func IgnoredField(key string) Field[Settings] { return ignoredEntries.field(key) }

// ids writes the ids of colliders, and the names of parts, in brackets.
func (e *encoder) ids(ids []ID, parts []string) {
	separator := "["
	for id, part := range Members(ids, parts) {
		e.text(separator)
		separator = ", "
		if part != "" {
			e.text(part)
		} else {
			colliderIDs.write(e, id)
		}
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
			_, _, err := ParsePart(item.Value)
			return d.Wrap(item, err)
		}
		var id ID
		err := colliderIDs.read(d, item, &id)
		ids = append(ids, id)
		return err
	})
	*to, *parts = WithParts(ids, names)
	return err
}
