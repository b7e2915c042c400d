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
	for _, l := range snap.Layers {
		for _, c := range l.Colliders {
			if c.Part != nil {
				continue // its prefab sets it
			}
			if m, ok := byName[c.Material]; ok && !m.IsOf(c.Collider) {
				with := *c.Collider
				m.Give(&with)
				d.Colliders = append(d.Colliders, level.Changed(c.Collider, &with))
			}
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
