package check

import (
	"slices"

	"fillet/collision"
	"fillet/editor/level"
	"fillet/editor/quote"
)

// deafTriggers finds triggers whose categories keep everything from setting them off: triggers drawn in Fillet that
// collide with nothing, and triggers whose categories all have colliders in the level, none of which accepts the
// trigger. A category without colliders may be used by the game at run time, and is assumed to accept everything. An
// imported trigger without a mask is meant to be detected, and imported triggers may detect each other: in Godot it is
// enough if one of two areas looks for the other.
func deafTriggers(s *scene, out *tally) {
	// The distinct filters by category, of colliders that are not triggers, and of imported triggers.
	members, detected := map[int][]collision.Filter{}, map[int][]collision.Filter{}
	for _, it := range s.items {
		list := members
		if it.Role == level.Trigger {
			list = detected
		}
		if len(it.baked.Pieces) == 0 || it.Role == level.Trigger && it.Source == nil {
			continue
		}
		f := it.Filter(s.settings)
		for bit := range level.MaxCategories {
			if f.Category&(1<<bit) != 0 && !slices.Contains(list[bit], f) {
				list[bit] = append(list[bit], f)
			}
		}
	}
	for _, it := range s.items {
		if it.Role != level.Trigger {
			continue
		}
		f := it.Filter(s.settings)
		why := ""
		switch {
		case f.Mask == 0 && it.Source != nil:
			continue
		case f.Mask == 0 && f.Group <= 0:
			why = "the trigger's mask is empty, so it never fires"
		case !canFire(f, members) && !(it.Source != nil && isAccepted(f, detected)):
			why = "no collider in the trigger's mask collides with the trigger"
		default:
			continue
		}
		out.add(it.finding(RuleDeafTrigger, "%s", why))
	}
}

func canFire(trigger collision.Filter, members map[int][]collision.Filter) bool {
	if trigger.Group > 0 {
		return true // the game may add other colliders of the group
	}
	for bit := range level.MaxCategories {
		if trigger.Mask&(1<<bit) != 0 && len(members[bit]) == 0 {
			return true
		}
	}
	return isAccepted(trigger, members)
}

// isAccepted reports whether a collider in the trigger's mask collides with the trigger.
func isAccepted(trigger collision.Filter, members map[int][]collision.Filter) bool {
	for bit := range level.MaxCategories {
		if trigger.Mask&(1<<bit) != 0 && slices.ContainsFunc(members[bit], func(m collision.Filter) bool {
			sameGroup := m.Group == trigger.Group && m.Group != 0
			return !sameGroup && m.Mask&trigger.Category != 0
		}) {
			return true
		}
	}
	return false
}

// outsiders finds colliders and markers that are entirely outside the level, except hazards, which catch what falls out
// of the level, and platforms whose paths lead into it.
func outsiders(s *scene, out *tally) {
	bounds, ok := s.levelBounds()
	if !ok {
		return
	}
	moves, comesIn := s.moves(), map[*item]bool{}
	for it, i := range s.movers(&moves) {
		for k := 0; k < minMoments && !bounds.Overlaps(it.bounds) && !comesIn[it]; k++ {
			at := moves.At(i, float64(moves.Cycle(i)*(float64(k)/minMoments)))
			comesIn[it] = slices.ContainsFunc(it.baked.Pieces, func(p collision.Shape) bool {
				return bounds.Overlaps(p.Bounds(at))
			})
		}
	}
	for _, it := range s.items {
		if !bounds.Overlaps(it.bounds) && !comesIn[it] && !level.WorkingObjects(it.Collider).Has(level.HazardObject) {
			out.add(it.finding(RuleOutside, "it is entirely outside the level"))
		}
	}
}

// unusedCategories finds categories that no collider belongs to or names. The first category counts as used by
// colliders that name none.
func unusedCategories(s *scene, out *tally) {
	used := map[string]bool{}
	for _, it := range s.items {
		for _, name := range it.Categories {
			used[name] = true
		}
		for _, name := range it.CollidesWith {
			used[name] = true
		}
		if len(it.Categories) == 0 && len(s.settings.Categories) > 0 {
			used[s.settings.Categories[0]] = true
		}
	}
	for i, name := range s.settings.Categories {
		if used[name] || i == 0 || s.opts.Project != nil && slices.Contains(s.opts.Project.Categories, name) {
			continue
		}
		f := s.finding(RuleUnusedCategory, "no collider belongs to the category %q or names it", quote.Excerpt(name))
		f.Fix = s.withoutCategory(i)
		out.add(f)
	}
}

// withoutCategory returns the fix that removes a category. It is not safe, because the bits of later categories change.
func (s *scene) withoutCategory(i int) *Fix {
	after := *s.settings
	after.Categories = slices.Delete(slices.Clone(after.Categories), i, i+1)
	return &Fix{
		Title: "Remove the category " + quote.Excerpt(s.settings.Categories[i]),
		Diff:  level.Diff{Settings: level.Changed(s.settings, &after)},
	}
}
