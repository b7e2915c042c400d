package project

import (
	"slices"

	"fillet/editor/level"
)

// Renumbered is the categories of a level as the project has them: the project's, by bit, and after them those that only
// the level has and uses. isUsed says which those are. Where the level has them so already it is the list that it was given.
func (p *Project) Renumbered(own []string, isUsed func(name string) bool) []string {
	if len(p.Categories) == 0 {
		return own
	}
	out := slices.Clone(p.Categories)
	for _, name := range own {
		if len(out) < level.MaxCategories && !slices.Contains(p.Categories, name) && isUsed(name) {
			out = append(out, name)
		}
	}
	if slices.Equal(out, own) {
		return own
	}
	return out
}

// Agrees reports whether a level has the project's categories at the same bits. Others may come after them.
func (p *Project) Agrees(own []string) bool {
	return len(own) >= len(p.Categories) && slices.Equal(own[:len(p.Categories)], p.Categories)
}

// Strangers are the categories of a level that the project does not have.
func (p *Project) Strangers(own []string) []string {
	var out []string
	if len(p.Categories) == 0 {
		return nil
	}
	for _, name := range own {
		if !slices.Contains(p.Categories, name) {
			out = append(out, name)
		}
	}
	return out
}
