package workspace

import (
	"slices"
	"strings"
)

// The parts of an entity (the subpaths of a path, the pieces of an outline that crosses itself) have its id and a
// number. If one was deleted, added or moved forward, the numbers of the others change, so they are told apart by
// their properties.

// areParts reports whether the things are parts of an entity with a unique id.
func areParts(lists ...[]*thing) bool {
	some := false
	for _, list := range lists {
		for _, t := range list {
			if strings.Contains(sourceOf(t.c).ID, "#") {
				return false
			}
			some = some || t.isPart
		}
	}
	return some
}

// parts pairs the parts of an entity, or of the entities of one name if ids are not unique: first those in unchanged
// places, including those that the file had lost before.
func (m *matcher) parts(was, lost, is []*thing, unique bool) {
	name := func(t *thing) string {
		if unique {
			return ""
		}
		return t.c.Name
	}
	for _, list := range [2][]*thing{was, lost} {
		for _, l := range byLayer(list) {
			m.exactly(l, is, l[0].layer.shift, func(t *thing) likeness {
				k := t.likeness()
				k.value = name(t)
				return k
			})
		}
	}
	for _, g := range grouped(was, is, name, name) {
		m.changedParts(g.was, g.is)
	}
}

// changedParts pairs the parts that are not found in their places. Parts with different outlines never match if
// either outline belongs to another part.
//
//   - If all of them changed, and their number is the same as before, they match by number: the entity was moved or
//     stretched.
//   - Otherwise the pair that shares the most of its area matches, if that is at least half of the smaller one.
//   - If their number is the same as before, the rest match by number, if their outline is unique or only one is left.
func (m *matcher) changedParts(was, is []*thing) {
	var pairs []candidate
	freeWas, freeIs := m.freeOf(was, is)
	for _, l := range byLayer(freeWas) {
		pairs = m.sweep(l, freeIs, l[0].layer.shift, pairs)
	}
	mostFirst(pairs)
	const same = 0.999 // of the combined area: the outline starts at another vertex
	for _, p := range pairs {
		if p.part > same && m.isFree(p.was, p.is) {
			m.pair(p.was, p.is)
		}
	}
	freeWas, freeIs = m.freeOf(was, is)
	before, after := outlinesOf(freeWas), outlinesOf(freeIs)
	fits := func(t, u *thing) bool {
		return m.isFree(t, u) && (t.outline == u.outline || after[t.outline] == 0 && before[u.outline] == 0)
	}
	numbered := make(map[string]*thing, len(is))
	for _, u := range is {
		numbered[sourceOf(u.c).ID] = u
	}
	of := func(t *thing) *thing { return numbered[sourceOf(t.c).ID] }
	asMany := len(was) == len(is)
	if asMany && len(freeWas) == len(was) && len(freeIs) == len(is) && !slices.ContainsFunc(was, func(t *thing) bool {
		return of(t) == nil || !fits(t, of(t))
	}) {
		for _, t := range was {
			m.pair(t, of(t))
		}
		return
	}
	for _, p := range pairs {
		if fits(p.was, p.is) {
			m.pair(p.was, p.is)
		}
	}
	freeWas, freeIs = m.freeOf(was, is)
	if !asMany {
		return
	}
	before, after = outlinesOf(freeWas), outlinesOf(freeIs)
	last := len(freeWas) == 1 && len(freeIs) == 1
	for _, t := range freeWas {
		if u := of(t); u != nil && fits(t, u) && (last || t.outline == u.outline && before[t.outline] == 1 &&
			after[u.outline] == 1) {
			m.pair(t, u)
		}
	}
}

// freeOf returns the entries of both lists without a counterpart.
func (m *matcher) freeOf(was, is []*thing) (freeWas, freeIs []*thing) {
	freeWas = slices.DeleteFunc(slices.Clone(was), func(t *thing) bool { return m.of[t.index] >= 0 })
	freeIs = slices.DeleteFunc(slices.Clone(is), func(u *thing) bool { return m.taken[u.index] })
	return freeWas, freeIs
}

// outlinesOf counts things by their outlines.
func outlinesOf(list []*thing) map[uint64]int {
	count := make(map[uint64]int, len(list))
	for _, t := range list {
		count[t.outline]++
	}
	return count
}
