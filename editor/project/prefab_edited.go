package project

import (
	"math"
	"slices"

	"fillet/editor/level"
)

// Edited implements [level.Expander]. If all parts were moved, turned or mirrored together, it changes the instance;
// all other edits become overrides of parts.
func (e *expander) Edited(
	of *level.Instance, s *level.Settings, changes []level.Change[level.Collider],
) *level.Instance {
	p, err := e.find(of.Prefab)
	if err != nil {
		return of
	}
	out := *of
	for _, c := range changes { // some fields belong to the instance as a whole
		if c.After == nil {
			continue
		}
		if c.After.Layer != c.Before.Layer {
			out.Layer = c.After.Layer
		}
		if c.After.GroupOf != c.Before.GroupOf {
			out.GroupOf = c.After.GroupOf
		}
	}
	if order, ok := orderOf(changes); ok {
		out.Order = order
	}
	together := false
	if parts, err := e.Expand(of, s); err == nil && len(parts) == len(changes) &&
		!slices.ContainsFunc(changes, func(c level.Change[level.Collider]) bool {
			return c.After == nil
		}) {
		together = e.moveTogether(&out, s, changes)
	}
	back := placing{of: &out, prefab: p, settings: s}
	back.prepare()
	now := &out
	for _, c := range changes {
		path := c.Before.Part.Path
		if c.After == nil {
			now = now.WithoutChange(path, "").WithChange(level.PartChange{
				Part: path, Key: level.RemovedKey,
				Value: "true",
			})
			continue
		}
		if i, ok := p.byPath[path]; ok {
			now = back.withEdit(now, p.parts[i].collider, c, together)
		}
	}
	return now
}

// orderOf returns the new order of an instance whose parts were moved in the drawing order.
func orderOf(changes []level.Change[level.Collider]) (float64, bool) {
	moved := false
	first := math.Inf(1)
	for _, c := range changes {
		if c.After != nil {
			moved = moved || c.After.Order != c.Before.Order
			first = min(first, c.After.Order)
		}
	}
	return first, moved
}

// moveTogether moves the instance so that all its parts match the changes, and reports whether that is possible.
func (e *expander) moveTogether(of *level.Instance, s *level.Settings, changes []level.Change[level.Collider]) bool {
	first := changes[0]
	turn := (first.After.Angle - first.Before.Angle).Normalized()
	for _, way := range [][2]bool{{false, false}, {true, false}, {true, true}} {
		flip, lying := way[0], way[1]
		to := *of
		if flip {
			to.Flip = !of.Flip
			to.Angle = (first.After.Angle + first.Before.Angle - of.Angle).Normalized()
			if lying { // mirroring upside down equals mirroring left to right and a half turn
				to.Angle = (to.Angle + 180).Normalized()
			}
		} else {
			to.Angle = (of.Angle + turn).Normalized()
		}
		to.Position = level.Vec{}
		parts, err := e.Expand(&to, s)
		if err != nil {
			return false
		}
		at := make(map[level.ID]*level.Collider, len(parts))
		for _, part := range parts {
			at[part.ID] = part.Collider
		}
		if turn == 0 && !flip {
			to.Position = of.Position.Add(first.After.Position.Sub(first.Before.Position))
		} else {
			to.Position = tidy(first.After.Position.Sub(at[first.After.ID].Position))
		}
		if !slices.ContainsFunc(changes, func(c level.Change[level.Collider]) bool {
			now := at[c.After.ID]
			return now == nil || !matchesAt(now, to.Position, c.After)
		}) {
			*of = to
			return true
		}
	}
	return false
}

// matchesAt reports whether a part, moved by a vector, matches the position, angle and shape of another record up to
// rounding.
func matchesAt(c *level.Collider, by level.Vec, as *level.Collider) bool {
	const slack = 1e-5
	a, b := c.Shape, as.Shape
	turnA, turnB := c.Angle.Rotation(), as.Angle.Rotation()
	same := func(v, w level.Vec) bool { return turnA.Apply(v).Dist(turnB.Apply(w)) <= slack }
	near := func(p, q []level.Vec) bool { return slices.EqualFunc(p, q, same) }
	turned := math.Abs(float64((c.Angle - as.Angle).Normalized()))
	hasAngle := a.Kind != level.Circle && a.Points == nil
	if hasAngle && turned > slack && (a.Kind != level.Box || turned < 180-slack) {
		return false
	}
	placed := a
	placed.Radius, placed.Size, placed.Points, placed.Holes, placed.Detail = b.Radius, b.Size, b.Points, b.Holes,
		b.Detail
	return c.Position.Add(by).Dist(as.Position) <= slack && same(c.OneWay, as.OneWay) &&
		c.Path.Map(turnA.Apply).Near(as.Path.Map(turnB.Apply), slack) && placed.Equal(b) &&
		math.Abs(a.Radius-b.Radius) <= slack && a.Size.Dist(b.Size) <= slack && near(a.Points, b.Points) &&
		a.DetailNear(b, slack) && slices.EqualFunc(a.Holes, b.Holes, near)
}

// withEdit returns the instance with the edit of one part. If together is set, the part's position and shape follow
// from the instance's.
func (p *placing) withEdit(
	of *level.Instance, as *level.Collider, c level.Change[level.Collider], together bool,
) *level.Instance {
	path := c.Before.Part.Path
	local := p.back(c.After)
	moved := func(key string) bool {
		return key == "position" || key == "angle" || level.IsShapeKey(key) || key == level.RoleKey ||
			key == level.PathKey
	}
	reshaped := false
	for _, f := range level.ColliderFields(c.Before, c.After) {
		switch {
		case f.Key == level.LayerKey, f.Key == level.GroupOfKey, f.Key == "source", f.Same(c.Before, c.After):
			continue
		case together && moved(f.Key) && !(f.Key == level.RoleKey && c.Before.Role != c.After.Role):
			continue
		case level.IsShapeKey(f.Key):
			reshaped = true
			continue
		}
		of = with(of, path, f, local, as)
	}
	if !reshaped {
		return of
	}
	fields := level.ColliderFields(local, as) // several keys, or one if the kinds differ
	for _, c := range of.Changes {
		if c.Part == path && level.IsShapeKey(c.Key) {
			of = of.WithoutChange(path, c.Key)
		}
	}
	for _, f := range fields {
		if level.IsShapeKey(f.Key) {
			of = with(of, path, f, local, as)
		}
	}
	return of
}

// with returns the instance with a field of a part set to its value in local, or without an override if the prefab has
// the same value.
func with(of *level.Instance, path string, f level.Field[level.Collider], local, as *level.Collider) *level.Instance {
	if f.Same(local, as) {
		return of.WithoutChange(path, f.Key)
	}
	return of.WithChange(level.PartChange{Part: path, Key: f.Key, Value: f.Text(local)})
}
