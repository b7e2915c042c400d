package check

import (
	"cmp"

	"fillet/editor/level"
	"fillet/editor/quote"
)

// around is the margin around an instance's position that its findings bring into view, in pixels.
const around = 16

// missingPrefabs finds instances without parts because their prefab is missing, damaged, or cannot be placed.
func missingPrefabs(s *scene, out *tally) {
	k := 0
	for _, p := range s.level.Problems { // both are in drawing order
		for s.level.Instances[k].ID != p.ID {
			k++
		}
		i := s.level.Instances[k]
		f := finding(RuleMissingPrefab, i.Position, near(i.Position, around), nil,
			"instance %v of %s has no parts: %v", i.ID, quote.Printable(i.Prefab), p.Err)
		f.Instance = i.ID
		out.add(f)
	}
}

// unusedChanges finds overrides of instances that have no effect.
func unusedChanges(s *scene, out *tally) {
	for _, i := range s.level.Instances {
		for _, c := range s.level.Unused[i.ID] {
			f := finding(RuleUnusedChange, i.Position, near(i.Position, around), nil,
				"instance %v of %s: the override %s = %s of part %s has no effect: %s", i.ID,
				quote.Printable(i.Prefab), c.Key, quote.Printable(c.Value), c.Part, c.Why)
			f.Instance, f.Change = i.ID, level.PartChange{Part: c.Part, Key: c.Key}
			out.add(f)
		}
	}
}

// looseJoints finds joints without effect: a collider is missing, neither collider moves, or both belong to one body.
func looseJoints(s *scene, out *tally) {
	list := s.level.Settings.Joints
	if len(list) == 0 {
		return
	}
	colliders := s.byID()
	bodies := s.level.Bodies()
	for i := range list {
		j := &list[i]
		var ids []level.ID
		at, why, moves := level.Vec{}, "neither of the joined colliders is a dynamic solid shape", false
		missing := false
		for _, side := range []struct {
			id   level.ID
			part string
			at   level.Vec
		}{{j.A, j.PartA, j.AnchorA}, {j.B, j.PartB, j.AnchorB}} {
			it := colliders[side.id]
			switch {
			case side.id == 0:
				at = side.at
			case it == nil:
				why, missing = "there is no collider "+cmp.Or(side.part, side.id.String()), true
			default:
				ids = append(ids, side.id)
				at = it.Transform().Apply(side.at)
				moves = moves || it.Body == level.Dynamic && it.Role != level.Trigger
			}
		}
		isOne := bodies[j.A] != "" && bodies[j.A] == bodies[j.B]
		if isOne && !missing {
			why = "the joined colliders are parts of one body"
		}
		if !moves || missing || isOne {
			out.add(finding(RuleLooseJoint, at, near(at, around), ids, "the joint %s does nothing: %s",
				quote.Printable(j.Label()), why))
		}
	}
}

// undecided finds the unresolved conflicts of a merge.
func undecided(s *scene, out *tally) {
	for _, c := range s.settings.Conflicts {
		if it := s.byID()[c.Collider()]; it != nil {
			c = level.ConflictNow(c, s.settings, it.Collider, nil, nil, nil)
			out.add(it.finding(RuleConflict, "unresolved merge conflict: %s", c.What()))
			continue
		}
		out.add(s.finding(RuleConflict, "unresolved merge conflict: %s: %s", c.ID, c.What()))
	}
}
