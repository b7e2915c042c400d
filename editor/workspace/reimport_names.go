package workspace

import (
	"slices"

	"fillet/editor/level"
)

// renamed pairs entities whose id is a name that is gone from the file with entities of a new name, if both are the
// only ones of their outline in that place.
func (m *matcher) renamed(l *layerThings) {
	if m.now.Fresh == nil || !m.now.Fresh.NamedIDs {
		return
	}
	was, is := m.freeOf(l.list, l.pair.list)
	known := func(list []*thing) map[string]bool {
		ids := make(map[string]bool, len(list))
		for _, t := range list {
			ids[t.group] = true
		}
		return ids
	}
	had, has := known(l.list), known(l.pair.list)
	was = slices.DeleteFunc(was, func(t *thing) bool { return t.group == "" || t.gone || has[t.group] })
	is = slices.DeleteFunc(is, func(u *thing) bool { return u.group == "" || had[u.group] })
	in := func(t *thing, shift level.Vec) likeness {
		k := t.movedBy(shift)
		k.group, k.value = "", ""
		return k
	}
	groups := grouped(was, is, func(t *thing) likeness {
		return in(t, l.shift)
	}, func(u *thing) likeness { return in(u, level.Vec{}) })
	for _, g := range groups {
		if len(g.was) == 1 && len(g.is) == 1 {
			m.pair(g.was[0], g.is[0])
		}
	}
}
