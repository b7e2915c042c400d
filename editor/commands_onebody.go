package editor

import (
	"errors"
	"slices"

	"fillet/editor/level"
)

// ErrNoBody reports that no group or instance is selected as a whole.
var ErrNoBody = errors.New("select a whole group or prefab instance first")

// fullySelected returns the groups and instances that are selected as a whole, except instances inside these groups.
func fullySelected(s *Session) (groups []level.GroupID, instances []level.InstanceID) {
	groups = s.Groups().Selected()
	for _, id := range s.Instances().Selected() {
		i := s.Document().Instance(id)
		in := false
		for g := s.Document().Group(i.GroupOf); g != nil && !in; g = s.Document().Group(g.Parent) {
			in = slices.Contains(groups, g.ID)
		}
		if !in && s.Selection().Inside() != id {
			instances = append(instances, id)
		}
	}
	return groups, instances
}

// OneBody reports whether the groups and instances that are selected as a whole are rigid bodies. ok is false if none
// are selected.
func OneBody(s *Session) (on, mixed, ok bool) {
	groups, instances := fullySelected(s)
	bodies := 0
	for _, id := range groups {
		if s.Document().Group(id).OneBody {
			bodies++
		}
	}
	for _, id := range instances {
		if s.Document().Instance(id).OneBody {
			bodies++
		}
	}
	n := len(groups) + len(instances)
	return n > 0 && bodies == n, bodies > 0 && bodies < n, n > 0
}

// SetOneBody makes each group and instance that is selected as a whole a single rigid body, or its shapes separate
// bodies, as one undo step. A new body without dynamic solid shapes makes its static solid shapes dynamic.
func SetOneBody(s *Session, on bool) error {
	s.settle()
	groups, instances := fullySelected(s)
	if len(groups)+len(instances) == 0 {
		return ErrNoBody
	}
	var d level.Diff
	loose := func(list []*level.Collider) {
		solid := func(c *level.Collider) bool { return c.Role == level.Solid && c.Shape.Kind != level.Point }
		if !on || slices.ContainsFunc(list, func(c *level.Collider) bool {
			return solid(c) && c.Body == level.Dynamic
		}) {
			return
		}
		for _, c := range list {
			if solid(c) && c.Body == level.Static {
				d.Colliders = append(d.Colliders, changeOf(c, func(c *level.Collider) { c.Body = level.Dynamic }))
			}
		}
	}
	for _, id := range groups {
		if of := s.Document().Group(id); of.OneBody != on {
			d.Groups = append(d.Groups, changeOf(of, func(of *level.Group) { of.OneBody = on }))
		}
		loose(s.Document().Within(id))
	}
	// Apply the changes to parts first: they become overrides of the instances that change next.
	parts := s.Begin(Either(on, "Make rigid", "Make not rigid"))
	for _, id := range instances {
		loose(s.Document().Parts(id))
	}
	if err := parts.Apply(d); err != nil {
		return parts.finish(err)
	}
	d = level.Diff{}
	for _, id := range instances {
		if of := s.Document().Instance(id); of.OneBody != on {
			d.Instances = append(d.Instances, changeOf(of, func(of *level.Instance) { of.OneBody = on }))
		}
	}
	return parts.finish(parts.Apply(d))
}
