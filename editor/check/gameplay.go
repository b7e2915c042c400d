package check

import (
	"slices"

	"fillet/editor/level"
	"fillet/editor/play"
	"fillet/editor/quote"
)

// idleSwitches finds switches that open and drive nothing. It is a warning if they name missing doors or objects that
// do not move, and a note if they name nothing, because the tag may be the designer's own.
func idleSwitches(s *scene, out *tally) {
	named, moving := map[string]bool{}, map[string]bool{} // names and tags: of doors, and of platforms
	name := func(in map[string]bool, c *level.Collider) {
		in[c.Name] = true
		for _, t := range c.Tags {
			in[t] = true
		}
	}
	for _, it := range s.items {
		if level.WorkingObjects(it.Collider).Has(level.DoorObject) {
			name(named, it.Collider)
		}
		if it.Body == level.Kinematic && play.IsMoved(it.Collider) {
			name(moving, it.Collider)
		}
	}
	for _, it := range s.items {
		if !level.WorkingObjects(it.Collider).Has(level.SwitchObject) {
			continue
		}
		names, driven := level.PropertyNames(level.OpensKey, it.Properties),
			level.PropertyNames(level.DrivesKey, it.Properties)
		if len(names)+len(driven) == 0 {
			f := it.finding(RuleIdleSwitch, "the switch has neither property %s nor %s", level.OpensKey,
				level.DrivesKey)
			f.Severity = Note
			out.add(f)
			continue
		}
		for _, n := range names {
			if !named[n] {
				out.add(it.finding(RuleIdleSwitch, "the switch opens %s, and no door has that name or tag",
					quote.Excerpt(n)))
			}
		}
		for _, n := range driven {
			if !moving[n] {
				out.add(it.finding(RuleIdleSwitch,
					"the switch drives %s, and nothing that moves along a path has that name or tag", quote.Excerpt(n)))
			}
		}
	}
}

// idleDoors finds doors that nothing opens.
func idleDoors(s *scene, out *tally) {
	named := map[string]bool{} // names and tags that switches open
	for _, it := range s.items {
		if level.WorkingObjects(it.Collider).Has(level.SwitchObject) {
			for _, n := range level.PropertyNames(level.OpensKey, it.Properties) {
				named[n] = true
			}
		}
	}
	for _, it := range s.items {
		if !level.WorkingObjects(it.Collider).Has(level.DoorObject) || named[it.Name] ||
			slices.ContainsFunc(it.Tags, func(t string) bool {
				return named[t]
			}) {
			continue
		}
		out.add(it.finding(RuleIdleDoor, "no switch opens the door by its name or a tag"))
	}
}

// gameplayFields finds invalid fields of gameplay objects, which are replaced with their defaults or the nearest valid
// values, and fields of the spawn that keep the level from being played.
func gameplayFields(s *scene, out *tally) {
	if _, _, err := play.SettingsOf(s.level); err != nil {
		spawn := play.SpawnOf(s.level)
		out.add(finding(RuleGameplayField, spawn.Position, near(spawn.Position, 16), []level.ID{spawn.ID},
			"the level cannot be played: %v", err))
	}
	for _, it := range s.items {
		if len(it.Properties) == 0 {
			continue
		}
		for _, t := range it.Tags {
			o := level.ObjectByTag(t)
			if o == nil {
				continue
			}
			for i := range o.Fields {
				if value, ok := it.Properties[o.Fields[i].Key]; ok {
					if err := o.Fields[i].Check(value); err != nil {
						out.add(it.finding(RuleGameplayField, "%v", err))
					}
				}
			}
		}
	}
}
