package merge

import (
	"fmt"
	"slices"

	"fillet/editor/level"
	"fillet/editor/quote"
)

func settingsKind() recordKind[level.Settings] {
	return recordKind[level.Settings]{
		id:     func(*level.Settings) string { return level.SettingsID },
		fields: level.SettingsFields,
		clone:  func(s *level.Settings) *level.Settings { out := *s; return &out },
		combine: map[string]func(to, base, ours, theirs *level.Settings){
			"categories": func(to, base, ours, theirs *level.Settings) {
				to.Categories = categories(base.Categories, ours.Categories, theirs.Categories)
			},
		},
	}
}

// mergeSettings merges the level's settings. Presets and imports merge entry by entry.
func (m *merger) mergeSettings() {
	b, o, t := m.base.settings, m.ours.settings, m.theirs.settings
	var conflicts []level.Conflict
	m.settings, conflicts = mergeFields(settingsKind(), b, o, t, m.openSettings())
	m.conflicts = append(m.conflicts, conflicts...)
	m.orderPresets()
	m.mergeImports()
	m.mergeIgnored()
}

// categories merges two lists of names. Additions by ours come before additions by theirs, so that each name keeps its
// bit from ours unless a name was removed or moved.
func categories(base, ours, theirs []string) []string {
	inBase, inOurs, inTheirs := setOf(base), setOf(ours), setOf(theirs)
	return mergeOrder(base, ours, theirs, func(name string) bool {
		return inOurs[name] && inTheirs[name] || !inBase[name]
	}).keys
}

// nameCategories preserves the categories of every collider. A name that one side removed stays if the other side's
// shapes use it. A shape without a name is in the level's first category; if another category is first after the merge,
// the shape gets the old name explicitly.
func (m *merger) nameCategories() {
	s, b, o, t := m.settings, m.base.settings, m.ours.settings, m.theirs.settings
	names := s.Categories
	inConflict := false
	if len(names) > level.MaxCategories {
		names, inConflict = o.Categories, true
	}
	known := setOf(names)
	used := map[string]bool{}
	for _, c := range m.colliders {
		for _, list := range [2][]string{c.Categories, c.CollidesWith} {
			for _, name := range list {
				used[name] = true
			}
		}
	}
	missing := kept(union(o.Categories, t.Categories), func(name string) bool { return used[name] && !known[name] })
	if len(missing) > 0 {
		inConflict = true
		names = slices.Concat(names, missing)
		if len(names) > level.MaxCategories {
			names = names[:level.MaxCategories]
		}
		known = setOf(names)
	}
	s.Categories = names
	if inConflict {
		f, _ := level.SettingsField("categories")
		m.conflicts = append(m.conflicts, conflictOf(level.SettingsID, f, b, o, t))
	}
	for _, id := range m.colliderIDs {
		if c := m.colliders[id]; c != nil {
			m.fitCategories(c, known)
		}
	}
}

// fitCategories names a collider's implicit category if needed, and drops names that exceed the level's limit.
func (m *merger) fitCategories(c *level.Collider, known map[string]bool) {
	names := m.settings.Categories
	b, o, t := m.base.colliders[c.ID], m.ours.colliders[c.ID], m.theirs.colliders[c.ID]
	if len(c.Categories) == 0 && len(names) > 0 {
		first := names[0]
		unnamed := func(side *level.Collider) bool {
			return side != nil && len(side.Categories) == 0 && (b == nil || len(b.Categories) > 0)
		}
		switch {
		case unnamed(o) && len(m.ours.settings.Categories) > 0:
			first = m.ours.settings.Categories[0]
		case unnamed(t) && len(m.theirs.settings.Categories) > 0:
			first = m.theirs.settings.Categories[0]
		}
		if first != names[0] && known[first] {
			after := *c
			after.Categories = []string{first}
			m.colliders[c.ID], c = &after, &after
		}
	}
	for _, key := range []string{"categories", "collides_with"} {
		list := c.Categories
		if key == "collides_with" {
			list = c.CollidesWith
		}
		fit := kept(list, func(name string) bool { return known[name] })
		if len(fit) == len(list) {
			continue
		}
		after := *c
		if key == "categories" {
			after.Categories = fit
		} else {
			after.CollidesWith = fit
		}
		f, _ := level.ColliderField(key)
		m.conflicts = append(m.conflicts, level.Conflict{
			ID: c.ID.String(), Key: key, Base: f.Text(b),
			Ours: f.Text(&after), Theirs: f.Text(c),
		})
		m.colliders[c.ID], c = &after, &after
		m.notes = append(m.notes, fmt.Sprintf("%v: the level has no room for the categories %v", c.ID,
			quote.Excerpt(f.Text(t))))
	}
}

// orderPresets merges the order of the export presets. Presets of theirs beyond [level.MaxPresets] become conflicts.
func (m *merger) orderPresets() {
	s := m.settings
	there := setOf(presetNames(s))
	order := mergeOrder(presetNames(m.base.settings), presetNames(m.ours.settings), presetNames(m.theirs.settings),
		func(name string) bool {
			return there[name]
		}).keys
	inOurs := setOf(presetNames(m.ours.settings))
	for i := len(order) - 1; i >= 0 && len(order) > level.MaxPresets; i-- {
		if inOurs[order[i]] {
			continue
		}
		f, _ := level.SettingsField("exports." + order[i])
		m.conflicts = append(m.conflicts, conflictOf(level.SettingsID, f, m.base.settings, m.ours.settings,
			m.theirs.settings))
		order = slices.Delete(order, i, i+1)
	}
	var list []level.ExportPreset
	for _, name := range order {
		p, _ := s.Preset(name)
		list = append(list, p)
	}
	s.Exports = list
}

func presetNames(s *level.Settings) []string {
	var out []string
	for _, p := range s.Exports {
		out = append(out, p.Name)
	}
	return out
}

// importsByName returns the imports of the settings by name.
func importsByName(s *level.Settings) ([]level.ImportName, map[level.ImportName]*level.Import) {
	names := s.ImportNames()
	out := make(map[level.ImportName]*level.Import, len(names))
	for i, n := range names {
		out[n] = s.Imports[i]
	}
	return names, out
}

func (m *merger) mergeImports() {
	namesB, base := importsByName(m.base.settings)
	namesO, ours := importsByName(m.ours.settings)
	namesT, theirs := importsByName(m.theirs.settings)
	merged := map[level.ImportName]*level.Import{}
	for _, name := range union(namesO, namesT) {
		if im := m.mergeImport(name, base[name], ours[name], theirs[name]); im != nil {
			merged[name] = im
		}
	}
	m.settings.Imports = nil
	for _, name := range mergeOrder(namesB, namesO, namesT, func(n level.ImportName) bool {
		return merged[n] != nil
	}).keys {
		m.settings.Imports = append(m.settings.Imports, merged[name])
	}
}

// importField returns the field of an import, for settings that hold only this import. This avoids a search among many.
func importField(name level.ImportName) level.Field[level.Settings] {
	key := level.ImportField(name).Key
	name.Number = 1
	f := level.ImportField(name)
	f.Key = key
	return f
}

// withImport returns settings with one import, or with none if m is nil.
func withImport(m *level.Import) *level.Settings {
	if m == nil {
		return &level.Settings{}
	}
	return &level.Settings{Imports: []*level.Import{m}}
}

// mergeImport merges the record of an import. The imported colliders merge one by one. If both sides imported a later
// version of the file, ours remains the base of the next comparison.
func (m *merger) mergeImport(name level.ImportName, base, ours, theirs *level.Import) *level.Import {
	undecided := func() {
		m.conflicts = append(m.conflicts, conflictOf(level.SettingsID, importField(name), withImport(base),
			withImport(ours), withImport(theirs)))
	}
	switch {
	case base == nil && ours == nil:
		return theirs
	case base == nil && theirs == nil:
		return ours
	case ours == nil && theirs == nil:
		return nil
	case ours == nil:
		if sameImport(base, theirs) {
			return nil
		}
		undecided()
		return theirs // theirs stays, so that its colliders are not lost
	case theirs == nil:
		if sameImport(base, ours) {
			return nil
		}
		undecided()
		return ours
	case base != nil && sameImport(base, ours):
		return theirs
	case base != nil && sameImport(base, theirs):
		return ours
	}
	out := *ours
	switch {
	case level.SameHead(ours, theirs), base != nil && level.SameHead(base, theirs):
	case base != nil && level.SameHead(base, ours):
		out = *theirs
	default:
		undecided()
	}
	out.Base = mergeFound(base, ours, theirs)
	out.Missing = union(ours.Missing, theirs.Missing)
	return &out
}

func sameFound(a, b *level.Imported) bool {
	if a == nil || b == nil || a == b {
		return a == b
	}
	return a.Lost == b.Lost && a.ID == b.ID && a.Gone == b.Gone && a.Kept == b.Kept &&
		level.Differing(a.Collider, b.Collider) == 0 && sameSource(a.Collider, b.Collider) &&
		(a.Offered == nil) == (b.Offered == nil) && (a.Offered == nil || level.Differing(a.Offered, b.Offered) == 0)
}

func sameSource(a, b *level.Collider) bool {
	return a.Source == b.Source || a.Source != nil && b.Source != nil && *a.Source == *b.Source
}

func sameImport(a, b *level.Import) bool {
	if a == b {
		return true
	}
	return level.SameHead(a, b) && slices.EqualFunc(a.Base, b.Base, func(x, y level.Imported) bool {
		return sameFound(&x, &y)
	})
}

func mergeFound(base, ours, theirs *level.Import) []level.Imported {
	index := func(im *level.Import) ([]level.ID, map[level.ID]*level.Imported) {
		at := map[level.ID]*level.Imported{}
		var ids []level.ID
		if im != nil {
			for i := range im.Base {
				if b := &im.Base[i]; at[b.ID] == nil {
					at[b.ID], ids = b, append(ids, b.ID)
				}
			}
		}
		return ids, at
	}
	idsB, b := index(base)
	idsO, o := index(ours)
	idsT, t := index(theirs)
	merged := map[level.ID]*level.Imported{}
	for _, id := range union(idsO, idsT) {
		found := o[id]
		if sameFound(b[id], o[id]) {
			found = t[id]
		}
		if found != nil {
			merged[id] = found
		}
	}
	var out []level.Imported
	for _, id := range mergeOrder(idsB, idsO, idsT, func(id level.ID) bool { return merged[id] != nil }).keys {
		out = append(out, *merged[id])
	}
	return out
}

// ignoredByKey returns the ignored entries of the settings by key.
func ignoredByKey(s *level.Settings) ([]string, map[string]*level.Ignored) {
	keys := make([]string, len(s.Ignored))
	out := make(map[string]*level.Ignored, len(s.Ignored))
	for i := range s.Ignored {
		keys[i] = s.Ignored[i].Key()
		out[keys[i]] = &s.Ignored[i]
	}
	return keys, out
}

func sameIgnored(a, b *level.Ignored) bool {
	if a == nil || b == nil {
		return a == b
	}
	return a.Equal(*b)
}

// withIgnored returns settings with one ignored entry, or with none if e is nil.
func withIgnored(e *level.Ignored) *level.Settings {
	if e == nil {
		return &level.Settings{}
	}
	return &level.Settings{Ignored: []level.Ignored{*e}}
}

// mergeIgnored merges the ignored entries one by one.
func (m *merger) mergeIgnored() {
	keysB, base := ignoredByKey(m.base.settings)
	keysO, ours := ignoredByKey(m.ours.settings)
	keysT, theirs := ignoredByKey(m.theirs.settings)
	merged := map[string]*level.Ignored{}
	for _, key := range union(keysO, keysT) {
		b, o, t := base[key], ours[key], theirs[key]
		take := o
		switch {
		case sameIgnored(o, t), sameIgnored(b, t):
		case sameIgnored(b, o):
			take = t
		default:
			m.conflicts = append(m.conflicts, conflictOf(level.SettingsID, level.IgnoredField(key), withIgnored(b),
				withIgnored(o), withIgnored(t)))
		}
		if take != nil {
			merged[key] = take
		}
	}
	m.settings.Ignored = nil
	for _, key := range mergeOrder(keysB, keysO, keysT, func(key string) bool { return merged[key] != nil }).keys {
		m.settings.Ignored = append(m.settings.Ignored, *merged[key])
	}
}
