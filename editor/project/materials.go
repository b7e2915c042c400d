package project

import "fillet/editor/level"

// Resolve is the change that gives the colliders of a level which name a material of the project its numbers. It is empty where they
// have them.
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
				continue // it has what its prefab has
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

// IsOf reports whether a collider has the material's numbers.
func (m Material) IsOf(c *level.Collider) bool {
	return c.Friction == m.Friction && c.Restitution == m.Restitution && c.Density == m.Density
}

// Give gives a collider the material's name and numbers.
func (m Material) Give(to *level.Collider) {
	to.Material, to.Friction, to.Restitution, to.Density = m.Name, m.Friction, m.Restitution, m.Density
}
