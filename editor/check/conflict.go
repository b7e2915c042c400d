package check

import "fillet/editor/level"

// undecided finds the unresolved conflicts of a merge.
func undecided(s *scene) *tally {
	out := s.newTally()
	if len(s.settings.Conflicts) == 0 {
		return out
	}
	at := map[level.ID]*item{}
	for _, it := range s.items {
		at[it.ID] = it
	}
	bounds, _ := s.levelBounds()
	for _, c := range s.settings.Conflicts {
		if it := at[c.Collider()]; it != nil {
			c = level.ConflictNow(c, s.settings, it.Collider, nil, nil, nil)
			out.add(finding(RuleConflict, it.bounds.Center(), it.bounds, []level.ID{it.ID},
				"unresolved merge conflict: %s", c.What()))
			continue
		}
		out.add(finding(RuleConflict, s.settings.Origin, bounds, nil, "unresolved merge conflict: %s: %s", c.ID,
			c.What()))
	}
	return out
}
