package check

import (
	"slices"
	"strings"

	"fillet/editor/level"
	"fillet/editor/quote"
)

// projectCategories finds categories that do not agree with those of the level's project.
func projectCategories(s *scene) *tally {
	out := s.newTally()
	p := s.opts.Project
	if p == nil || len(p.Categories) == 0 {
		return out
	}
	bounds, _ := s.levelBounds()
	own := s.settings.Categories
	if !p.Agrees(own) {
		f := finding(RuleProjectCategories, s.settings.Origin, bounds, nil, "its categories are %s; the project has %s", listOf(own), listOf(p.Categories))
		if d, ok := p.Renumber(s.level); ok {
			f.Fix = &Fix{Title: "Take the project's categories", Safe: true, Diff: d}
		}
		out.add(f)
	}
	for _, name := range p.Strangers(own) {
		f := finding(RuleProjectCategories, s.settings.Origin, bounds, nil, "the project does not have its category %q", quote.Excerpt(name))
		if i := slices.Index(own, name); p.Agrees(own) && !s.names(name) {
			after := *s.settings
			after.Categories = slices.Delete(slices.Clone(own), i, i+1)
			f.Fix = &Fix{ // not safe: the bits of those behind it change
				Title: "Remove the category " + quote.Excerpt(name),
				Diff:  level.Diff{Settings: level.Change[level.Settings]{Before: s.settings, After: &after}},
			}
		}
		out.add(f)
	}
	return out
}

// names reports whether a collider names a category.
func (s *scene) names(category string) bool {
	return slices.ContainsFunc(s.items, func(it *item) bool {
		return slices.Contains(it.Categories, category) || slices.Contains(it.CollidesWith, category)
	})
}

// listOf is a list of names for people.
func listOf(names []string) string {
	if len(names) == 0 {
		return "none"
	}
	return quote.Excerpt(strings.Join(names, ", "))
}
