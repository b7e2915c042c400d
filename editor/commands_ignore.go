package editor

import (
	"errors"
	"slices"
	"strings"

	"fillet/editor/level"
)

// ErrNotIgnored is the error of no longer ignoring what is not ignored.
var ErrNotIgnored = errors.New("that is not ignored")

// Ignored are the findings that the level ignores, for what is done to them. Each of its commands is one undo step.
type Ignored struct{ s *Session }

// Ignored are the findings that the level ignores.
func (s *Session) Ignored() Ignored { return Ignored{s} }

// Add has the level ignore findings of a check, each a rule and the colliders that it is about. What is ignored already gets
// the new reason.
func (g Ignored) Add(entries ...level.Ignored) error {
	s := g.s
	return s.EditSettings(labelOfIgnored("Ignore", entries), func(to *level.Settings) {
		to.Ignored = slices.Clone(to.Ignored)
		at := make(map[string]int, len(to.Ignored))
		for i, e := range to.Ignored {
			at[e.Key()] = i
		}
		for _, e := range entries {
			parts := slices.Concat(e.Parts, s.doc.PartNames(e.IDs))
			e = level.NewIgnored(e.Rule, e.IDs, strings.Join(strings.Fields(e.Reason), " "), parts...)
			if i, ok := at[e.Key()]; ok {
				to.Ignored[i] = e
				continue
			}
			at[e.Key()] = len(to.Ignored)
			to.Ignored = append(to.Ignored, e)
		}
	})
}

// Remove has the level ignore entries no longer, given by their places in the settings.
func (g Ignored) Remove(places ...int) error {
	list := g.s.doc.Settings().Ignored
	leaves := make(map[int]bool, len(places))
	for _, i := range places {
		leaves[i] = true
	}
	var gone, kept []level.Ignored
	for i, e := range list {
		if leaves[i] {
			gone = append(gone, e)
		} else {
			kept = append(kept, e)
		}
	}
	if len(gone) == 0 {
		return ErrNotIgnored
	}
	return g.s.EditSettings(labelOfIgnored("Stop ignoring", gone), func(to *level.Settings) { to.Ignored = kept })
}

// Pair is the place of the entry that ignores the overlap of two colliders, or -1.
func (g Ignored) Pair(a, b level.ID) int {
	return g.s.live.IgnoredBy(a, b)
}

// Find is the place of the entry that ignores a finding of a check about colliders, or -1. The entries that findings name themselves
// are those of the level that was checked, which may have changed since.
func (g Ignored) Find(rule string, ids ...level.ID) int {
	return g.s.doc.Settings().IgnoredIndex().Find(rule, ids...)
}

func labelOfIgnored(verb string, entries []level.Ignored) string {
	if len(entries) == 1 {
		return verb + " " + strings.ReplaceAll(entries[0].Rule, "-", " ")
	}
	return verb + " findings"
}
