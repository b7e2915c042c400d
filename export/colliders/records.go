package colliders

import (
	"fmt"
	"slices"

	"fillet/editor/quote"
)

// Records holds the difference between two lists of records, which are identified by their ids. The comments name its
// keys when it is sent to a running game. A record can be removed and added again.
type Records[T any] struct {
	Added, Changed []T      // "added" and "changed": whole records; left out when there are none
	Removed        []string // "removed": ids; likewise
}

// IsEmpty reports whether nothing changed.
func (r *Records[T]) IsEmpty() bool { return len(r.Added)+len(r.Changed)+len(r.Removed) == 0 }

// Compare returns the difference between two lists. key returns the id of a record and the name of its body, or "". The
// order does not count, except that a body keeps the order of its records: if it would get another one, its records are
// removed and added.
func Compare[T any](old, now []T, key func(*T) (id, body string), isSame func(a, b *T) bool) (out Records[T]) {
	type place struct{ id, body string }
	at := func(list []T, i int) place {
		id, body := key(&list[i])
		return place{id, body}
	}
	inPlace := len(old) == len(now)
	for i := 0; inPlace && i < len(now); i++ {
		inPlace = at(old, i) == at(now, i)
	}
	if inPlace { // as in a drag; needs no maps
		for i := range now {
			if !isSame(&old[i], &now[i]) {
				out.Changed = append(out.Changed, now[i])
			}
		}
		return out
	}
	was, is := make(map[string]*T, len(old)), make(map[string]bool, len(now))
	oldBodies, bodies := map[string][]string{}, map[string][]string{}
	for i := range old {
		p := at(old, i)
		was[p.id] = &old[i]
		oldBodies[p.body] = append(oldBodies[p.body], p.id)
	}
	for i := range now {
		p := at(now, i)
		is[p.id] = true
		bodies[p.body] = append(bodies[p.body], p.id)
	}
	isMoved := map[string]bool{} // bodies
	for body, rest := range bodies {
		for _, id := range oldBodies[body] {
			if len(rest) > 0 && rest[0] == id {
				rest = rest[1:]
			}
		}
		isMoved[body] = body != "" && slices.ContainsFunc(rest, func(id string) bool { return was[id] != nil })
	}
	for i := range now {
		p := at(now, i)
		switch before := was[p.id]; {
		case isMoved[p.body]:
		case before == nil:
			out.Added = append(out.Added, now[i])
		case !isSame(before, &now[i]):
			out.Changed = append(out.Changed, now[i])
		}
	}
	for i := range old {
		if id := at(old, i).id; !is[id] {
			out.Removed = append(out.Removed, id)
		}
	}
	for i := range now {
		if p := at(now, i); isMoved[p.body] {
			if was[p.id] != nil {
				out.Removed = append(out.Removed, p.id)
			}
			out.Added = append(out.Added, now[i])
		}
	}
	return out
}

// applied returns a list with the changes applied, and for each item its index in the old list, or -1 for a new one.
func (r *Records[T]) applied(old []T, id func(*T) string) (list []T, from []int, err error) {
	index := make(map[string]int, len(old))
	for i := range old {
		index[id(&old[i])] = i
	}
	list = slices.Clone(old)
	named := map[string]bool{} // ids in the change
	find := func(id string) (int, error) {
		i, ok := index[id]
		switch {
		case !ok:
			return 0, fmt.Errorf("%q does not exist, so it cannot change", quote.Excerpt(id))
		case named[id]:
			return 0, fmt.Errorf("%q changes twice", quote.Excerpt(id))
		}
		named[id] = true
		return i, nil
	}
	for i := range r.Changed {
		at, err := find(id(&r.Changed[i]))
		if err != nil {
			return nil, nil, err
		}
		list[at] = r.Changed[i]
	}
	for _, id := range r.Removed {
		if _, err := find(id); err != nil {
			return nil, nil, err
		}
		index[id] = -1
	}
	kept := list[:0]
	for i := range list {
		if index[id(&list[i])] >= 0 {
			kept, from = append(kept, list[i]), append(from, i)
		}
	}
	for i := range r.Added {
		name := id(&r.Added[i])
		if at, ok := index[name]; ok && at >= 0 {
			return nil, nil, fmt.Errorf("%q exists already, so it cannot be added", quote.Excerpt(name))
		}
		index[name] = len(kept)
		kept, from = append(kept, r.Added[i]), append(from, -1)
	}
	return kept, from, nil
}

// then returns the difference that has the effect of this one and then another.
func (r *Records[T]) then(next *Records[T], id func(*T) string) Records[T] {
	isRemoved, changed := map[string]bool{}, map[string]*T{} // by the next
	for _, gone := range next.Removed {
		isRemoved[gone] = true
	}
	for i := range next.Changed {
		changed[id(&next.Changed[i])] = &next.Changed[i]
	}
	isAdded, isIn := map[string]bool{}, map[string]bool{}
	surviving := func(list []T) (out []T) {
		for i := range list {
			x, name := &list[i], id(&list[i])
			if isIn[name] = true; isRemoved[name] {
				continue
			}
			if changed[name] != nil {
				x = changed[name]
			}
			out = append(out, *x)
		}
		return out
	}
	for i := range r.Added {
		isAdded[id(&r.Added[i])] = true
	}
	out := Records[T]{surviving(r.Added), surviving(r.Changed), slices.Clone(r.Removed)}
	for _, gone := range next.Removed {
		if !isAdded[gone] { // an added record is new, or in the removed ones already
			out.Removed = append(out.Removed, gone)
		}
	}
	for i := range next.Changed {
		if !isIn[id(&next.Changed[i])] {
			out.Changed = append(out.Changed, next.Changed[i])
		}
	}
	out.Added = append(out.Added, next.Added...)
	return out
}
