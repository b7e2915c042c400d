package project

import (
	"slices"

	"fillet/editor/level"
)

// Agrees reports whether a level has the project's categories at the same bits. Others may come after them.
func (p *Project) Agrees(own []string) bool {
	return len(own) >= len(p.Categories) && slices.Equal(own[:len(p.Categories)], p.Categories)
}

// Strangers are the categories of a level that the project does not have; none where the project has none at all.
func (p *Project) Strangers(own []string) []string {
	if len(p.Categories) == 0 {
		return nil
	}
	var out []string
	for _, name := range own {
		if !slices.Contains(p.Categories, name) {
			out = append(out, name)
		}
	}
	return out
}

// Renumber is the change that gives a level the project's categories, by bit, with those after them that only the level has and
// uses. Colliders keep their categories, which they have by name: those that name none stand for the level's first, so where that
// becomes another one they name it. ok is false where the level agrees already, or would need more than a filter has bits.
func (p *Project) Renumber(snap level.Snapshot) (d level.Diff, ok bool) {
	own := snap.Settings.Categories
	if p.Agrees(own) {
		return level.Diff{}, false
	}
	named, unnamed := usage(snap)
	var first string // what those that name none are to name from now on
	if len(own) > 0 && unnamed && own[0] != p.Categories[0] && (len(own) > 1 || named[own[0]] || slices.Contains(p.Categories, own[0])) {
		first = own[0]
		named[first] = true
	}
	after := *snap.Settings
	after.Categories = slices.Clone(p.Categories)
	for _, name := range p.Strangers(own) {
		if named[name] {
			after.Categories = append(after.Categories, name)
		}
	}
	if len(after.Categories) > level.MaxCategories {
		return level.Diff{}, false
	}
	d.Settings = level.Change[level.Settings]{Before: snap.Settings, After: &after}
	if first == "" {
		return d, true
	}
	for _, l := range snap.Layers {
		for _, c := range l.Colliders {
			if len(c.Categories) == 0 && c.Part == nil {
				with := *c.Collider
				with.Categories = []string{first}
				d.Colliders = append(d.Colliders, level.Changed(c.Collider, &with))
			}
		}
	}
	return d, true
}

// usage is which categories the colliders of a level name, and whether some name none.
func usage(snap level.Snapshot) (named map[string]bool, unnamed bool) {
	named = map[string]bool{}
	for _, l := range snap.Layers {
		for _, c := range l.Colliders {
			if c.Part != nil {
				continue // it has its prefab's
			}
			unnamed = unnamed || len(c.Categories) == 0
			for _, name := range c.Categories {
				named[name] = true
			}
			for _, name := range c.CollidesWith {
				named[name] = true
			}
		}
	}
	return named, unnamed
}
