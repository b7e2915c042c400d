package check

import (
	"fillet/collision"
	"fillet/editor/level"
	"fillet/editor/quote"
)

// around is the margin around an instance's position that its findings bring into view, in pixels.
const around = 16

// missingPrefabs finds instances without parts because their prefab is missing, damaged, or cannot be placed.
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
		box := collision.AABB{Min: i.Position, Max: i.Position}.Grow(around)
		f := finding(RuleMissingPrefab, i.Position, box, nil, "instance %v of %s has no parts: %v", i.ID,
			quote.Printable(i.Prefab), p.Err)
		f.Instance = i.ID
		out.add(f)
	}
	return out
}

// unusedChanges finds overrides of instances that have no effect.
func unusedChanges(s *scene) *tally {
	out := s.newTally()
	if len(s.level.Unused) == 0 {
		return out
	}
	for _, i := range s.level.Instances {
		box := collision.AABB{Min: i.Position, Max: i.Position}.Grow(around)
		for _, c := range s.level.Unused[i.ID] {
			f := finding(RuleUnusedChange, i.Position, box, nil,
				"instance %v of %s: the override %s = %s of part %s has no effect: %s", i.ID,
				quote.Printable(i.Prefab), c.Key, quote.Printable(c.Value), c.Part, c.Why)
			f.Instance, f.Change = i.ID, level.PartChange{Part: c.Part, Key: c.Key}
			out.add(f)
		}
	}
	return out
}
