package check

import "fillet/collision"

// missingPrefabs finds instances that have no parts, as their prefab is missing, damaged, or cannot be placed.
func missingPrefabs(s *scene) *tally {
	out := s.newTally()
	if len(s.level.Problems) == 0 {
		return out
	}
	k := 0
	for _, p := range s.level.Problems { // both are in drawing order
		for s.level.Instances[k].ID != p.ID {
			k++
		}
		i := s.level.Instances[k]
		const around = 16 // pixels
		box := collision.AABB{Min: i.Position, Max: i.Position}.Grow(around)
		out.add(finding(RuleMissingPrefab, i.Position, box, nil, "instance %v of %s has no parts: %v", i.ID, i.Prefab, p.Err))
	}
	return out
}
