package editor

import (
	"errors"
	"slices"
	"strings"

	"fillet/editor/level"
)

// ErrNotIgnored reports an attempt to stop ignoring a finding that is not ignored.
var ErrNotIgnored = errors.New("the finding is not ignored")

// Ignored changes the findings that the level ignores. Each of its commands is one undo step.
type Ignored struct{ s *Session }

// Ignored returns the commands for the findings that the level ignores.
func (s *Session) Ignored() Ignored { return Ignored{s} }

// Add makes the level ignore findings of a check. Each entry has a rule and its colliders. Findings that are already
// ignored get the new reason.
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

// Remove stops ignoring entries, given by their indices in the settings.
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

// Pair returns the index of the entry that ignores the overlap of two colliders, or -1.
func (g Ignored) Pair(a, b level.ID) int {
	return g.s.live.IgnoredBy(a, b)
}

// Find returns the index of the entry that ignores a check's finding about colliders, or -1. Indices in findings
// themselves refer to the level when it was checked, which may have changed since.
func (g Ignored) Find(rule string, ids ...level.ID) int {
	return g.s.doc.Settings().IgnoredIndex().Find(rule, ids...)
}

func labelOfIgnored(verb string, entries []level.Ignored) string {
	if len(entries) == 1 {
		return verb + " " + strings.ReplaceAll(entries[0].Rule, "-", " ")
	}
	return verb + " findings"
}
