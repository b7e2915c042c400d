package project

import "fillet/editor/level"

// Resolve returns the change that gives colliders the values of the project's materials that they name. It is empty if
// they already have them.
func (p *Project) Resolve(snap level.Snapshot) level.Diff {
	var d level.Diff
	if len(p.Materials) == 0 {
		return d
	}
	byName := make(map[string]Material, len(p.Materials))
	for _, m := range p.Materials {
		byName[m.Name] = m
	}
	for c := range snap.Colliders() {
		if c.Part != nil {
			continue // its prefab sets it
		}
		if m, ok := byName[c.Material]; ok && !m.IsOf(c.Collider) {
			with := *c.Collider
			m.Give(&with)
			d.Colliders = append(d.Colliders, level.Changed(c.Collider, &with))
		}
	}
	return d
}

// IsOf reports whether a collider has the material's values.
func (m Material) IsOf(c *level.Collider) bool {
	return c.Friction == m.Friction && c.Restitution == m.Restitution && c.Density == m.Density
}

// Give sets a collider's material name and values.
func (m Material) Give(to *level.Collider) {
	to.Material, to.Friction, to.Restitution, to.Density = m.Name, m.Friction, m.Restitution, m.Density
}

// Presets returns materials for projects that define none. Friction is the sliding friction of the dry material against
// itself, from the middle of the ranges in engineering handbooks (contacts mix the friction of both colliders). Density
// is in grams per cubic centimetre: water has 1, the density of a new shape. Restitution depends on the speed and shape
// of the impact; the values are for a ball dropped from head height onto a hard floor, rounded.
func Presets() []Material {
	return []Material{
		{Name: "ice", Friction: 0.05, Restitution: 0.1, Density: 0.92},
		{Name: "mud", Friction: 0.9, Restitution: 0, Density: 1.7},
		{Name: "wood", Friction: 0.4, Restitution: 0.4, Density: 0.7},
		{Name: "stone", Friction: 0.6, Restitution: 0.1, Density: 2.4},
		{Name: "glass", Friction: 0.4, Restitution: 0.6, Density: 2.5},
		{Name: "metal", Friction: 0.5, Restitution: 0.3, Density: 7.8},
		{Name: "rubber", Friction: 0.8, Restitution: 0.7, Density: 1.2},
		{Name: "bouncy", Friction: 0.6, Restitution: 0.95, Density: 0.9},
	}
}
