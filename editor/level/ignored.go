package level

import (
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"

	"fillet/editor/quote"
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
var ignorable = []string{RuleOverlap, "duplicate", "seam", "crack", "gap", "sliver", "tiny", "short-edge", "path-into-ground", "deaf-trigger", "spawn-stuck", "sealed-goal", "unreachable-trigger", "dead-end", "outside", "idle-switch", "idle-door", "gameplay-field"}

// IgnorableRules lists the rules that an entry can name.
func IgnorableRules() []string { return slices.Clone(ignorable) }

// NewIgnored returns the entry of a rule and colliders in any order. Parts of instances have to be named, as [Part.String] does.
func NewIgnored(rule string, ids []ID, reason string, parts ...string) Ignored {
	e := Ignored{Rule: rule, Reason: reason}
	e.IDs, e.Parts = WithParts(ids, parts)
	return e
}

// Key is the rule and the ids, which no two entries of a level share: "overlap c1 c2 i3/c1".
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

// Members yields the ids of the entry, each with the part's name where it is one of an instance.
func (e Ignored) Members() iter.Seq2[ID, string] { return Members(e.IDs, e.Parts) }

// Equal reports whether two entries say the same.
func (e Ignored) Equal(o Ignored) bool {
	return e.Rule == o.Rule && e.Reason == o.Reason && slices.Equal(e.IDs, o.IDs) && slices.Equal(e.Parts, o.Parts)
}

func (e Ignored) check() error {
	if !slices.Contains(ignorable, e.Rule) {
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
	bodies  map[ID]string          // see [IgnoredIndex.With]
	parted  map[[2]ID]bool         // what joints join that does not collide
	first   map[string]ID          // of the parts of each body that a joint holds
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
	if x == nil || len(ids) == 0 || len(x.entries) == 0 {
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
