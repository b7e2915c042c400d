package check

import (
	"fmt"
	"slices"
	"strings"

	"fillet/editor/level"
	"fillet/editor/quote"
)

func projectFile(s *scene, out *tally) {
	if err := s.opts.ProjectError; err != nil {
		out.add(s.finding(RuleProjectFile, "the level opens without its project: %v", quote.ShortError(err)))
	}
}

// projectCategories finds categories that do not match the project's.
func projectCategories(s *scene, out *tally) {
	p := s.opts.Project
	if p == nil || len(p.Categories) == 0 {
		return
	}
	own := s.settings.Categories
	if !p.Agrees(own) {
		f := s.finding(RuleProjectCategories, "categories %s differ from the project's: %s", listOf(own),
			listOf(p.Categories))
		if d, ok := p.Renumber(s.level); ok {
			f.Fix = &Fix{Title: "Use the project's categories", Safe: true, Diff: d}
		} else {
			f.Message += fmt.Sprintf(". The level's and the project's categories together exceed the limit of %d",
				level.MaxCategories)
		}
		out.add(f)
	}
	for _, name := range p.Strangers(own) {
		f := s.finding(RuleProjectCategories, "category %q is not in the project", quote.Excerpt(name))
		if p.Agrees(own) && !s.names(name) {
			f.Fix = s.withoutCategory(slices.Index(own, name))
		}
		out.add(f)
	}
}

// names reports whether a collider names a category.
func (s *scene) names(category string) bool {
	return slices.ContainsFunc(s.items, func(it *item) bool {
		return slices.Contains(it.Categories, category) || slices.Contains(it.CollidesWith, category)
	})
}

func listOf(names []string) string {
	if len(names) == 0 {
		return "none"
	}
	return quote.Excerpt(strings.Join(names, ", "))
}

// projectMaterials finds colliders whose values differ from their project material, and colliders whose material the
// project lacks. There is one finding per material.
func projectMaterials(s *scene, out *tally) {
	p := s.opts.Project
	if p == nil {
		return
	}
	stale := map[string]level.Diff{}
	of := map[string][]*item{}
	var names []string // in order of first use
	for _, it := range s.items {
		if it.Material == "" || it.Part != nil {
			continue
		}
		m, known := p.Material(it.Material)
		if known && m.IsOf(it.Collider) {
			continue
		}
		if of[it.Material] == nil {
			names = append(names, it.Material)
		}
		of[it.Material] = append(of[it.Material], it)
		if known {
			with := *it.Collider
			m.Give(&with)
			d := stale[it.Material]
			d.Colliders = append(d.Colliders, level.Changed(it.Collider, &with))
			stale[it.Material] = d
		}
	}
	for _, name := range names {
		first := of[name][0]
		bounds := first.bounds
		ids := make([]level.ID, len(of[name]))
		for i, it := range of[name] {
			ids[i], bounds = it.ID, bounds.Union(it.bounds)
		}
		message := "the project has no material %q"
		if len(stale[name].Colliders) > 0 {
			message = "its values in the file differ from the project's material %q"
		}
		f := finding(RuleProjectMaterials, first.bounds.Center(), bounds, ids, message, quote.Excerpt(name))
		if d := stale[name]; len(d.Colliders) > 0 {
			f.Fix = &Fix{Title: "Use the values of " + quote.Excerpt(name), Safe: true, Diff: d}
		}
		out.add(f)
	}
}
