package check

import (
	"cmp"
	"slices"
	"strings"

	"fillet/collision"
	"fillet/editor/level"
)

// unusedIgnored finds the level's ignore entries that match no finding, because the problem is fixed or a collider is
// gone. One fix removes all of them.
func unusedIgnored(s *scene, tallies []*tally, out *tally) {
	entries := s.settings.Ignored
	used := make([]bool, len(entries))
	allExamined := s.tooMany == 0 && len(s.excluded) == 0 // everything was examined
	for _, t := range tallies {
		allExamined = allExamined && !t.piles
		for i := range t.used {
			used[i] = true
		}
	}
	var kept []level.Ignored
	fix := &Fix{Title: "Remove the unused ignore entries", Safe: true}
	for i, e := range entries {
		var there []level.ID
		var gone []string
		bounds := collision.EmptyAABB()
		for id, part := range e.Members() {
			if it := s.byID()[id]; it != nil {
				there, bounds = append(there, id), bounds.Union(it.bounds)
			} else {
				gone = append(gone, cmp.Or(part, id.String()))
			}
		}
		if used[i] || !allExamined && len(there) >= min(2, len(e.IDs)) {
			kept = append(kept, e)
			continue
		}
		if len(there) == 0 {
			bounds, _ = s.levelBounds()
		}
		what := "ignore entry for " + e.Rule + " matches no finding"
		if len(gone) > 0 {
			const limit = 5
			what += ": " + strings.Join(gone[:min(len(gone), limit)], ", ")
			if len(gone) > limit {
				what += ", …"
			}
			if len(gone) == 1 {
				what += " does not exist"
			} else {
				what += " do not exist"
			}
		}
		f := finding(RuleUnusedIgnore, bounds.Center(), bounds, there, "%s", what)
		f.Fix, f.Entry = fix, i+1
		out.add(f)
	}
	if len(kept) < len(entries) {
		after := *s.settings
		after.Ignored = kept
		fix.Diff.Settings = level.Changed(s.settings, &after)
	}
}

// IsIgnorable reports whether a level can ignore a finding. Its rule must be ignorable, and the finding must be about
// colliders.
func IsIgnorable(f Finding) bool {
	return len(f.Colliders) > 0 && slices.Contains(level.IgnorableRules(), f.Rule)
}
