package project

import (
	"slices"

	"fillet/editor/level"
)

// Agrees reports whether a level has the project's categories at the same bits. The level may have more categories
// after them.
func (p *Project) Agrees(own []string) bool {
	return len(own) >= len(p.Categories) && slices.Equal(own[:len(p.Categories)], p.Categories)
}

// Strangers returns the categories of a level that the project does not define, or nil if the project defines no
// categories.
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

// Renumber returns the change that gives a level the project's categories, by bit, followed by the level's own
// categories that are in use. Colliders keep their categories, which are stored by name. Colliders without categories
// belong to the level's first category; if that changes, they get the old first category by name. ok is false if the
// level already agrees, or if it would need more categories than a filter has bits.
func (p *Project) Renumber(snap level.Snapshot) (d level.Diff, ok bool) {
	own := snap.Settings.Categories
	if p.Agrees(own) {
		return level.Diff{}, false
	}
	named, unnamed := usage(snap)
	var first string // the category to give to colliders without one
	if len(own) > 0 && unnamed && own[0] != p.Categories[0] && (len(own) > 1 || named[own[0]] ||
		slices.Contains(p.Categories, own[0])) {
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
	for c := range snap.Colliders() {
		if len(c.Categories) == 0 && c.Part == nil {
			with := *c.Collider
			with.Categories = []string{first}
			d.Colliders = append(d.Colliders, level.Changed(c.Collider, &with))
		}
	}
	return d, true
}

// usage returns the categories that a level's colliders name, and whether some colliders name none.
func usage(snap level.Snapshot) (named map[string]bool, unnamed bool) {
	named = map[string]bool{}
	for c := range snap.Colliders() {
		if c.Part != nil {
			continue // its prefab sets them
		}
		unnamed = unnamed || len(c.Categories) == 0
		for _, name := range c.Categories {
			named[name] = true
		}
		for _, name := range c.CollidesWith {
			named[name] = true
		}
	}
	return named, unnamed
}
