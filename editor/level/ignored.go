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

// Ignored says that the findings of a check's rule about some colliders are meant: they are not reported. An entry is about every
// finding whose colliders are all among its own, so one entry of many ids stands for each pair of them. It stays when a
// collider is deleted, as the collider may come back: by undo, by a re-import, from another branch. The check tells of
// entries that ignore nothing.
type Ignored struct {
	Rule   string   // one of [IgnorableRules]
	IDs    []ID     // ascending, at least one
	Parts  []string // the names of those of them that are parts of instances, as [Part.String] gives them, in their order
	Reason string   // for people; may be empty
}

// RuleOverlap is the rule about solids that overlap. What is ignored of it is no overlap in the window either.
const RuleOverlap = "overlap"

// ignorable are the rules of package check whose findings are about colliders, in its order.
var ignorable = []ruleID{RuleOverlap, "duplicate", "seam", "crack", "gap", "sliver", "tiny", "short-edge", "deaf-trigger", "outside"}

type ruleID string

func (r ruleID) String() string { return string(r) }

// IgnorableRules lists the rules that an entry can name.
func IgnorableRules() []string {
	out := make([]string, len(ignorable))
	for i, r := range ignorable {
		out[i] = string(r)
	}
	return out
}

// NewIgnored returns the entry of a rule and colliders in any order. Parts of instances have to be named; [Document.PartNames] gives the names.
func NewIgnored(rule string, ids []ID, reason string, parts ...string) Ignored {
	e := Ignored{Rule: rule, Reason: reason}
	e.IDs, e.Parts = withParts(ids, parts)
	return e
}

// Key is the rule and the ids, which no two entries of a level share: "overlap c1 c2 i3/c1".
func (e Ignored) Key() string {
	b := []byte(e.Rule)
	for id, part := range e.Members() {
		if b = append(b, ' '); part != "" {
			b = append(b, part...)
		} else {
			b = appendID(b, colliderLetter, uint64(id))
		}
	}
	return string(b)
}

// Members yields the ids of the entry, each with the part's name where it is one of an instance.
func (e Ignored) Members() iter.Seq2[ID, string] { return members(e.IDs, e.Parts) }

// Equal reports whether two entries say the same.
func (e Ignored) Equal(o Ignored) bool {
	return e.Rule == o.Rule && e.Reason == o.Reason && slices.Equal(e.IDs, o.IDs) && slices.Equal(e.Parts, o.Parts)
}

func (e Ignored) check() error {
	if !slices.Contains(ignorable, ruleID(e.Rule)) {
		return fmt.Errorf("no rule %q can be ignored", quote.Excerpt(e.Rule))
	}
	if len(e.IDs) == 0 {
		return errors.New("an ignored finding names no collider")
	}
	if !areMembers(e.IDs, e.Parts) {
		return fmt.Errorf("the ids of an ignored finding (%s) are not valid, or not in order", quote.Excerpt(e.Key()))
	}
	if !isText(e.Reason) || strings.ContainsAny(e.Reason, "\n\r") {
		return errors.New("the reason of an ignored finding is not valid text of one line")
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
			return fmt.Errorf("ignored finding %d: %q stands twice", i+1, quote.Excerpt(key))
		}
		seen[key] = true
	}
	return nil
}

// IgnoredIndex finds what a level ignores. Nil is that of a level that ignores nothing.
type IgnoredIndex struct {
	entries []Ignored
	of      map[ignoredKey][]int32 // the entries that name a collider, by their places
}

type ignoredKey struct {
	rule string
	id   ID
}

// IgnoredIndex makes the index of the level's entries.
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

// Find is the place of the first entry that ignores a rule's findings about exactly these colliders, or about more than them; -1
// where none does.
func (x *IgnoredIndex) Find(rule string, ids ...ID) int {
	if x == nil || len(ids) == 0 {
		return -1
	}
	var fewest []int32 // a ground may be in very many entries, and what lies in it in one
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

// Entry is the entry at a place that Find gave.
func (x *IgnoredIndex) Entry(i int) Ignored { return x.entries[i] }

var ignoredKeys = []string{"rule", "ids", "reason"}

func (d *decoder) ignored(n *yaml.Node, to *[]Ignored) error {
	seen := map[string]bool{}
	return d.Sequence(n, func(_ int, item *yaml.Node) error {
		e, err := d.ignoredEntry(item)
		if err != nil {
			return err
		}
		key := e.Key()
		if seen[key] {
			return d.Errorf(item, "%.100q is ignored already", key)
		}
		seen[key] = true
		*to = append(*to, e)
		d.at.Ignored = append(d.at.Ignored, strictyaml.PositionOf(item))
		return nil
	})
}

func (d *decoder) ignoredEntry(n *yaml.Node) (Ignored, error) {
	var e Ignored
	err := d.Mapping(n, ignoredKeys, func(key string, v *yaml.Node) error {
		switch key {
		case "rule":
			var rule ruleID
			err := strictyaml.OneOf(d.Reader, v, &rule, ignorable...)
			e.Rule = string(rule)
			return err
		case "ids":
			return d.ids(v, &e.IDs, &e.Parts)
		default:
			return d.Text(v, &e.Reason)
		}
	})
	if err != nil {
		return e, err
	}
	if e.Rule == "" {
		return e, d.Errorf(n, `this ignored finding has no "rule"`)
	}
	if err := e.check(); err != nil {
		return e, d.Wrap(n, err)
	}
	return e, nil
}

// ignored writes one line an entry, so that two branches which add one each merge.
func (e *encoder) ignored(list []Ignored) {
	if len(list) == 0 {
		return
	}
	e.text("ignored:\n")
	for _, entry := range list {
		e.text("  - ")
		e.ignoredEntry(entry)
		e.text("\n")
	}
}

func (e *encoder) ignoredEntry(entry Ignored) {
	e.text("{rule: ")
	e.text(entry.Rule)
	e.text(", ids: ")
	e.ids(entry.IDs, entry.Parts)
	if entry.Reason != "" {
		e.text(", reason: ")
		e.flow(entry.Reason)
	}
	e.text("}")
}

// ignoredPrefix begins the key of an entry in conflicts and comparisons.
const ignoredPrefix = "ignored."

// IgnoredField is the field of the entry of that key.
func IgnoredField(key string) Field[Settings] {
	find := func(s *Settings) int {
		return slices.IndexFunc(s.Ignored, func(e Ignored) bool { return e.Key() == key })
	}
	return Field[Settings]{
		Key: ignoredPrefix + key,
		Same: func(a, b *Settings) bool {
			i, j := find(a), find(b)
			return i < 0 && j < 0 || i >= 0 && j >= 0 && a.Ignored[i].Equal(b.Ignored[j])
		},
		Copy: func(to, from *Settings) {
			i, j := find(to), find(from)
			to.Ignored = slices.Clone(to.Ignored)
			switch {
			case i >= 0 && j >= 0:
				to.Ignored[i] = from.Ignored[j]
			case j >= 0:
				to.Ignored = append(to.Ignored, from.Ignored[j])
			case i >= 0:
				to.Ignored = slices.Delete(to.Ignored, i, i+1)
			}
		},
		has:  func(s *Settings) bool { return find(s) >= 0 },
		text: func(e *encoder, s *Settings) { e.ignoredEntry(s.Ignored[find(s)]) },
		read: func(d *decoder, n *yaml.Node, s *Settings) error {
			entry, err := d.ignoredEntry(n)
			if err == nil && entry.Key() != key {
				return d.Errorf(n, "this ignores %.100q, not %.100q", entry.Key(), key)
			}
			s.Ignored = []Ignored{entry}
			return err
		},
	}
}
