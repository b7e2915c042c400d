//go:build !js

package main

import (
	"bytes"
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"

	"fillet/editor/disk"
	"fillet/editor/level"
	"fillet/editor/merge"
	"fillet/editor/project"
)

// mergeProjects merges the project files of three folders key by key into a fourth. A project file cannot hold
// conflicts: if both sides differ, ours is used and both values are reported.
func (a merging) mergeProjects(base, ours, theirs, out string) error {
	var all [3]*project.Project
	for i, dir := range []string{base, ours, theirs} {
		if !project.IsProject(dir) {
			continue
		}
		p, err := project.Open(dir)
		if err != nil {
			return unreadable(err)
		}
		all[i] = p
	}
	b, o, t := all[0], all[1], all[2]
	from := func(dir string) string { return filepath.Join(dir, disk.ProjectFile) }
	to := from(out)
	switch same := func(p, q *project.Project) bool {
		return p != nil && q != nil && bytes.Equal(p.Marshal(), q.Marshal())
	}; {
	case o == nil && t == nil:
		return nil
	case o == nil && same(b, t), t == nil && same(b, o): // one side deleted it
		if t == nil && samePath(from(ours), to) {
			return unreadable(os.Remove(to))
		}
		return nil
	case o == nil || t == nil:
		dir := ours
		if o == nil {
			dir = theirs
		}
		if err := a.copyProject(from(dir), to); err != nil || b == nil {
			return err
		}
		who := map[bool]string{true: "ours", false: "theirs"}[o == nil]
		tell(a.stderr, "conflict: %s: %s deleted it, but the other side changed it; it is kept", to, who)
		return lost(1)
	case same(o, t), same(b, t):
		return a.copyProject(from(ours), to)
	case same(b, o):
		return a.copyProject(from(theirs), to)
	}
	m := projectMerge{}
	merged, err := m.of(cmp.Or(b, &project.Project{}), o, t)
	if err != nil {
		return unreadable(fmt.Errorf("%s: %w", to, err))
	}
	if err := os.MkdirAll(out, 0o777); err != nil {
		return unreadable(err)
	}
	if data := merged.Marshal(); !holds(to, data) {
		if err := a.write(to, data); err != nil {
			return err
		}
	}
	listed(len(m.conflicts), a.stderr, func(i int) string {
		return fmt.Sprintf("conflict: %s: %s", to, m.conflicts[i].What())
	})
	if n := len(m.conflicts); n > 0 {
		tell(a.stderr, "%s: ours is kept in conflicts: edit the file to use theirs", to)
	}
	return lost(len(m.conflicts))
}

func (a merging) copyProject(from, to string) error {
	if err := os.MkdirAll(filepath.Dir(to), 0o777); err != nil {
		return unreadable(err)
	}
	return a.copyLevel(from, to)
}

// projectMerge merges three project files.
type projectMerge struct{ conflicts []level.Conflict }

func (m *projectMerge) of(base, ours, theirs *project.Project) (*project.Project, error) {
	out := *ours
	out.Materials = m.materials(base.Materials, ours.Materials, theirs.Materials)
	out.Import = project.ImportRules{
		Mode:    m.text("import.mode", base.Import.Mode, ours.Import.Mode, theirs.Import.Mode),
		Mapping: m.text("import.mapping", base.Import.Mapping, ours.Import.Mapping, theirs.Import.Mapping),
	}
	out.Levels = merge.Tags(base.Levels, ours.Levels, theirs.Levels)
	out.Prefabs = merge.Tags(base.Prefabs, ours.Prefabs, theirs.Prefabs)
	out.Tiles = merge.Tags(base.Tiles, ours.Tiles, theirs.Tiles)
	var docs [3]*level.Document
	for i, p := range []*project.Project{base, ours, theirs} { // levels have the remaining keys too, and can merge them
		s := level.DefaultSettings()
		s.Name, s.Categories, s.Exports = p.Name, p.Categories, p.Exports
		s.PixelsPerMetre = cmp.Or(p.PixelsPerMetre, s.PixelsPerMetre)
		s.Grid = *cmp.Or(p.Grid, &s.Grid)
		s.Playtest = *cmp.Or(p.Playtest, &s.Playtest)
		var err error
		if docs[i], err = level.NewDocument(s); err != nil {
			return nil, err
		}
	}
	r, err := merge.Merge(docs[0], docs[1], docs[2])
	if err != nil {
		return nil, err
	}
	m.conflicts = append(m.conflicts, r.Conflicts...)
	s := r.Document.Settings()
	out.Name, out.Categories, out.Exports = s.Name, s.Categories, s.Exports
	says := func(has func(*project.Project) bool) bool {
		b, o, t := has(base), has(ours), has(theirs)
		return o && t || (o || t) && !b
	}
	out.PixelsPerMetre, out.Grid, out.Playtest = 0, nil, nil
	if says(func(p *project.Project) bool { return p.PixelsPerMetre != 0 }) {
		out.PixelsPerMetre = s.PixelsPerMetre
	}
	if says(func(p *project.Project) bool { return p.Grid != nil }) {
		out.Grid = &s.Grid
	}
	if says(func(p *project.Project) bool { return p.Playtest != nil }) {
		out.Playtest = &s.Playtest
	}
	return &out, out.Check()
}

// text merges a text key.
func (m *projectMerge) text(key, base, ours, theirs string) string {
	switch {
	case ours == theirs || base == theirs:
		return ours
	case base == ours:
		return theirs
	}
	m.conflicts = append(m.conflicts, level.Conflict{Key: key, Base: base, Ours: ours, Theirs: theirs})
	return ours
}

// materials merges materials by name, number by number.
func (m *projectMerge) materials(base, ours, theirs []project.Material) []project.Material {
	of := func(list []project.Material, name string) *project.Material {
		if i := slices.IndexFunc(list, func(x project.Material) bool { return x.Name == name }); i >= 0 {
			return &list[i]
		}
		return nil
	}
	var out []project.Material
	for _, x := range slices.Concat(ours, theirs) {
		b, o, t := of(base, x.Name), of(ours, x.Name), of(theirs, x.Name)
		whole := level.Conflict{
			Key: "materials." + x.Name, Base: materialText(b), Ours: materialText(o),
			Theirs: materialText(t),
		}
		switch {
		case of(out, x.Name) != nil:
		case o != nil && t != nil:
			from := cmp.Or(b, &project.Material{Friction: level.DefaultFriction, Density: level.DefaultDensity})
			out = append(out, project.Material{
				Name:        x.Name,
				Friction:    m.number(whole.Key+".friction", from.Friction, o.Friction, t.Friction),
				Restitution: m.number(whole.Key+".restitution", from.Restitution, o.Restitution, t.Restitution),
				Density:     m.number(whole.Key+".density", from.Density, o.Density, t.Density),
			})
		case b == nil:
			out = append(out, x)
		case *b != x: // deleted on one side, changed on the other
			m.conflicts = append(m.conflicts, whole)
			if o != nil {
				out = append(out, x)
			}
		}
	}
	return out
}

func (m *projectMerge) number(key string, base, ours, theirs float64) float64 {
	switch {
	case ours == theirs || base == theirs:
		return ours
	case base == ours:
		return theirs
	}
	text := func(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }
	m.conflicts = append(m.conflicts, level.Conflict{
		Key: key, Base: text(base), Ours: text(ours),
		Theirs: text(theirs),
	})
	return ours
}

// materialText formats a material for people; nil is empty.
func materialText(m *project.Material) string {
	if m == nil {
		return ""
	}
	return fmt.Sprintf("{friction: %g, restitution: %g, density: %g}", m.Friction, m.Restitution, m.Density)
}
