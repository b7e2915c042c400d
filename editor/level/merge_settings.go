package level

import (
	"cmp"
	"slices"

	"fillet/editor/quote"
)

func settingsKind() recordKind[Settings] {
	return recordKind[Settings]{
		id:     func(*Settings) string { return SettingsID },
		fields: SettingsFields,
		combine: map[string]func(to, base, ours, theirs *Settings){
			"categories": func(to, base, ours, theirs *Settings) {
				to.Categories = categories(base.Categories, ours.Categories, theirs.Categories)
			},
		},
	}
}

// mergeSettings merges the level's settings. Presets and imports merge entry by entry.
func (m *merger) mergeSettings() {
	b, o, t := m.base.settings, m.ours.settings, m.theirs.settings
	var conflicts []Conflict
	m.settings, conflicts = mergeFields(settingsKind(), b, o, t, m.openSettings())
	m.conflicts = append(m.conflicts, conflicts...)
	m.orderPresets()
	m.settings.Imports = mergeEntries(importsByName(b), importsByName(o), importsByName(t), m.mergeImport)
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
	if len(names) > MaxCategories {
		names, inConflict = o.Categories, true
	}
	known := setOf(names)
	used := map[string]bool{}
	for _, c := range m.colliders.by {
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
		if len(names) > MaxCategories {
			names = names[:MaxCategories]
		}
		known = setOf(names)
	}
	s.Categories = names
	if inConflict {
		f, _ := SettingsField("categories")
		m.conflicts = append(m.conflicts, conflictOf(SettingsID, f, b, o, t))
	}
	for _, c := range m.colliders.all() {
		m.fitCategories(c, known)
	}
}

// fitCategories names a collider's implicit category if needed, and drops names that exceed the level's limit.
func (m *merger) fitCategories(c *Collider, known map[string]bool) {
	names := m.settings.Categories
	b, o, t := m.base.colliders.by[c.ID], m.ours.colliders.by[c.ID], m.theirs.colliders.by[c.ID]
	if len(c.Categories) == 0 && len(names) > 0 {
		first := names[0]
		unnamed := func(side *Collider) bool {
			return side != nil && len(side.Categories) == 0 && (b == nil || len(b.Categories) > 0)
		}
		switch {
		case unnamed(o) && len(m.ours.settings.Categories) > 0:
			first = m.ours.settings.Categories[0]
		case unnamed(t) && len(m.theirs.settings.Categories) > 0:
			first = m.theirs.settings.Categories[0]
		}
		if first != names[0] && known[first] {
			m.colliders.change(c.ID, func(c *Collider) { c.Categories = []string{first} })
			c = m.colliders.by[c.ID]
		}
	}
	for _, l := range []struct {
		key string
		of  func(*Collider) *[]string
	}{
		{"categories", func(c *Collider) *[]string { return &c.Categories }},
		{"collides_with", func(c *Collider) *[]string { return &c.CollidesWith }},
	} {
		fit := kept(*l.of(c), func(name string) bool { return known[name] })
		if len(fit) == len(*l.of(c)) {
			continue
		}
		after := *c
		*l.of(&after) = fit
		f, _ := ColliderField(l.key)
		m.conflicts = append(m.conflicts, conflictOf(c.ID.String(), f, b, &after, c))
		m.colliders.by[c.ID], c = &after, &after
		m.note("%v: the level has no room for the categories %v", c.ID, quote.Excerpt(f.Text(t)))
	}
}

// orderPresets merges the order of the export presets. Presets of theirs beyond [MaxPresets] become conflicts.
func (m *merger) orderPresets() {
	s := m.settings
	there := setOf(presetNames(s))
	order := mergeOrder(presetNames(m.base.settings), presetNames(m.ours.settings), presetNames(m.theirs.settings),
		func(name string) bool {
			return there[name]
		}).keys
	inOurs := setOf(presetNames(m.ours.settings))
	for i := len(order) - 1; i >= 0 && len(order) > MaxPresets; i-- {
		if inOurs[order[i]] {
			continue
		}
		f, _ := SettingsField("exports." + order[i])
		m.conflicts = append(m.conflicts, conflictOf(SettingsID, f, m.base.settings, m.ours.settings,
			m.theirs.settings))
		order = slices.Delete(order, i, i+1)
	}
	var list []ExportPreset
	for _, name := range order {
		p, _ := s.Preset(name)
		list = append(list, p)
	}
	s.Exports = list
}

func presetNames(s *Settings) []string {
	var out []string
	for _, p := range s.Exports {
		out = append(out, p.Name)
	}
	return out
}

// mergeEntries merges lists entry by entry, and their orders. merge returns nil for an entry that is deleted.
func mergeEntries[K comparable, T any](
	base, ours, theirs records[K, T], merge func(key K, base, ours, theirs *T) *T,
) []*T {
	merged := map[K]*T{}
	for _, key := range union(ours.keys, theirs.keys) {
		merged[key] = merge(key, base.by[key], ours.by[key], theirs.by[key])
	}
	var out []*T
	for _, key := range mergeOrder(base.keys, ours.keys, theirs.keys, func(key K) bool {
		return merged[key] != nil
	}).keys {
		out = append(out, merged[key])
	}
	return out
}

func importsByName(s *Settings) (out records[ImportName, Import]) {
	for i, name := range s.ImportNames() {
		out.add(name, s.Imports[i])
	}
	return out
}

// importField returns the field of an import, for settings that hold only this import. This avoids a search among many.
func importField(name ImportName) Field[Settings] {
	key := ImportField(name).Key
	name.Number = 1
	f := ImportField(name)
	f.Key = key
	return f
}

// withImport returns settings with one import, or with none if m is nil.
func withImport(m *Import) *Settings {
	if m == nil {
		return &Settings{}
	}
	return &Settings{Imports: []*Import{m}}
}

// mergeImport merges the record of an import. The imported colliders merge one by one. If both sides imported a later
// version of the file, ours remains the base of the next comparison.
func (m *merger) mergeImport(name ImportName, base, ours, theirs *Import) *Import {
	undecided := func() {
		m.conflicts = append(m.conflicts, conflictOf(SettingsID, importField(name), withImport(base),
			withImport(ours), withImport(theirs)))
	}
	switch {
	case sameImport(base, ours):
		return theirs
	case sameImport(base, theirs) || ours == nil && theirs == nil:
		return ours
	case ours == nil || theirs == nil:
		undecided()
		return cmp.Or(ours, theirs) // theirs stays too, so that its colliders are not lost
	}
	out := *ours
	switch {
	case SameHead(ours, theirs), base != nil && SameHead(base, theirs):
	case base != nil && SameHead(base, ours):
		out = *theirs
	default:
		undecided()
	}
	out.Base = mergeFound(base, ours, theirs)
	out.Missing = union(ours.Missing, theirs.Missing)
	return &out
}

func sameFound(a, b *Imported) bool {
	if a == nil || b == nil || a == b {
		return a == b
	}
	return a.Lost == b.Lost && a.ID == b.ID && a.Gone == b.Gone && a.Kept == b.Kept &&
		Differing(a.Collider, b.Collider) == 0 && sameSource(a.Collider, b.Collider) &&
		(a.Offered == nil) == (b.Offered == nil) && (a.Offered == nil || Differing(a.Offered, b.Offered) == 0)
}

func sameSource(a, b *Collider) bool {
	return a.Source == b.Source || a.Source != nil && b.Source != nil && *a.Source == *b.Source
}

func sameImport(a, b *Import) bool {
	if a == nil || b == nil || a == b {
		return a == b
	}
	return SameHead(a, b) && slices.EqualFunc(a.Base, b.Base, func(x, y Imported) bool {
		return sameFound(&x, &y)
	})
}

func mergeFound(base, ours, theirs *Import) []Imported {
	found := func(im *Import) (out records[ID, Imported]) {
		if im != nil {
			for i := range im.Base {
				out.add(im.Base[i].ID, &im.Base[i])
			}
		}
		return out
	}
	merge := func(_ ID, base, ours, theirs *Imported) *Imported {
		if sameFound(base, ours) {
			return theirs
		}
		return ours
	}
	var out []Imported
	for _, f := range mergeEntries(found(base), found(ours), found(theirs), merge) {
		out = append(out, *f)
	}
	return out
}

func ignoredByKey(s *Settings) (out records[string, Ignored]) {
	for i := range s.Ignored {
		out.add(s.Ignored[i].Key(), &s.Ignored[i])
	}
	return out
}

func sameIgnored(a, b *Ignored) bool {
	if a == nil || b == nil {
		return a == b
	}
	return a.Equal(*b)
}

// settingsIgnoring returns settings with one ignored entry, or with none if e is nil.
func settingsIgnoring(e *Ignored) *Settings {
	if e == nil {
		return &Settings{}
	}
	return &Settings{Ignored: []Ignored{*e}}
}

// mergeIgnored merges the ignored entries one by one.
func (m *merger) mergeIgnored() {
	merge := func(key string, base, ours, theirs *Ignored) *Ignored {
		switch {
		case sameIgnored(ours, theirs), sameIgnored(base, theirs):
		case sameIgnored(base, ours):
			return theirs
		default:
			m.conflicts = append(m.conflicts, conflictOf(SettingsID, IgnoredField(key), settingsIgnoring(base),
				settingsIgnoring(ours), settingsIgnoring(theirs)))
		}
		return ours
	}
	m.settings.Ignored = nil
	for _, e := range mergeEntries(ignoredByKey(m.base.settings), ignoredByKey(m.ours.settings),
		ignoredByKey(m.theirs.settings), merge) {
		m.settings.Ignored = append(m.settings.Ignored, *e)
	}
}
