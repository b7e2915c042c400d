package check

import (
	"fillet/collision"
	"fillet/editor/level"
	"fillet/editor/quote"
)

// looseJoints finds joints without effect: a collider is missing, neither collider moves, or both belong to one body.
func looseJoints(s *scene) *tally {
	out := s.newTally()
	list := s.level.Settings.Joints
	if len(list) == 0 {
		return out
	}
	colliders := map[level.ID]*item{}
	for _, it := range s.items {
		if it != nil {
			colliders[it.ID] = it
		}
	}
	bodies := s.level.Bodies()
	for i := range list {
		j := &list[i]
		var ids []level.ID
		at, why, moves := level.Vec{}, "neither of the joined colliders is a dynamic solid shape", false
		missing := false
		for _, side := range []struct {
			id           level.ID
			anchor, part string
			at           level.Vec
		}{{j.A, j.A.String(), j.PartA, j.AnchorA}, {j.B, j.B.String(), j.PartB, j.AnchorB}} {
			it := colliders[side.id]
			switch {
			case side.id == 0:
				at = side.at
			case it == nil:
				name := side.anchor
				if side.part != "" {
					name = side.part
				}
				why, missing = "there is no collider "+name, true
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
			f := finding(RuleLooseJoint, at, collision.AABB{Min: at, Max: at}.Grow(around), ids,
				"the joint %s does nothing: %s", quote.Printable(j.Label()), why)
			out.add(f)
		}
	}
	return out
}
