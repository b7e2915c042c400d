package collision

import (
	"cmp"
	"iter"
	"slices"
)

// Update brings the contacts up to date and returns what changed since the last
// Update, sorted by A, then B. The slice and the manifolds in it hold until the
// next Update.
func (w *World) Update() []Event {
	fresh := w.isBulk(len(w.pending))
	w.sync()
	w.release()
	w.events = w.events[:0]
	if w.slop != w.Slop || w.skip != w.SkipStaticPairs {
		w.slop, w.skip = w.Slop, w.SkipStaticPairs
		for i := range w.bodies {
			if x := &w.bodies[i]; x.alive && !x.changed {
				x.changed = true
				w.changed = append(w.changed, int32(i))
			}
		}
	}
	if len(w.changed) == 0 {
		return w.events
	}
	w.stamp++
	if w.isBulk(len(w.changed)) {
		if !fresh {
			w.rebuild()
		}
		w.updateBulk()
	} else {
		for _, i := range w.changed {
			w.updateBody(i)
		}
	}
	for _, i := range w.changed {
		w.bodies[i].changed = false
	}
	w.changed = w.changed[:0]
	for _, i := range w.doomed {
		x := &w.bodies[i]
		x.doomed = false
		if !x.alive {
			w.index.remove(x.key)
			*x = body{first: none, pieces: x.pieces[:0]}
			w.spare = append(w.spare, i)
		}
	}
	w.doomed = w.doomed[:0]
	w.sortEvents()
	return w.events
}

// sortEvents sorts by key. Events are large, so it is their places that are
// sorted first; a bulk update makes them in order already.
func (w *World) sortEvents() {
	byKey := func(a, b *Event) int {
		if c := cmp.Compare(a.Contact.A, b.Contact.A); c != 0 {
			return c
		}
		return cmp.Compare(a.Contact.B, b.Contact.B)
	}
	if len(w.events) < 12 {
		slices.SortFunc(w.events, func(a, b Event) int { return byKey(&a, &b) })
		return
	}
	inOrder := true
	for i := 1; i < len(w.events) && inOrder; i++ {
		inOrder = byKey(&w.events[i-1], &w.events[i]) < 0
	}
	if inOrder {
		return
	}
	w.place = w.place[:0]
	for i := range w.events {
		w.place = append(w.place, eventPlace{w.events[i].Contact.A, w.events[i].Contact.B, int32(i)})
	}
	slices.SortFunc(w.place, func(a, b eventPlace) int {
		if a.a != b.a {
			return cmp.Compare(a.a, b.a)
		}
		return cmp.Compare(a.b, b.b)
	})
	w.spareEvents = w.spareEvents[:0]
	for _, p := range w.place {
		w.spareEvents = append(w.spareEvents, w.events[p.at])
	}
	w.events, w.spareEvents = w.spareEvents, w.events
}

// eventPlace is where an event is, with what it is sorted by.
type eventPlace struct {
	a, b Key
	at   int32
}

// release recycles the pairs that ended in the last Update.
func (w *World) release() {
	w.freePairs = append(w.freePairs, w.limbo...)
	w.limbo = w.limbo[:0]
}

// updateBody recomputes the contacts of body i with all bodies that this Update
// has not come to yet.
func (w *World) updateBody(i int32) {
	x := &w.bodies[i]
	w.near = w.near[:0]
	if x.alive {
		w.neighbours(i)
	}
	for from := 0; from < len(w.near); {
		to := from + 1
		for to < len(w.near) && w.near[to].body == w.near[from].body {
			to++
		}
		w.updatePair(i, w.near[from].body, w.near[from:to])
		from = to
	}
	for l := x.first; l != none; {
		p := &w.pairs[l>>1]
		side := l & 1
		l = p.next[side]
		if p.stamp != w.stamp && w.bodies[p.body[1-side]].stamp != w.stamp {
			w.endPair(p)
		}
	}
	w.bodies[i].stamp = w.stamp
}

// neighbours collects the pieces near body i, sorted by body and pieces, A's
// first.
func (w *World) neighbours(i int32) {
	x := &w.bodies[i]
	for own := range x.pieces {
		w.found = w.tree.query(x.pieces[own].box.Grow(w.slop), w.found[:0])
		for _, f := range w.found {
			it := w.items[f]
			y := &w.bodies[it.body]
			if it.body == i || y.stamp == w.stamp || !w.mayTouch(x, y) {
				continue
			}
			w.near = append(w.near, neighbour{it.body, int32(own), it.piece})
		}
	}
	sortNeighbours(w.near, func(b int32) bool { return x.key < w.bodies[b].key })
}

// sortNeighbours sorts by body, then A's piece, then B's.
func sortNeighbours(near []neighbour, ownFirst func(body int32) bool) {
	if len(near) < 2 {
		return
	}
	slices.SortFunc(near, func(a, b neighbour) int {
		if a.body != b.body {
			return cmp.Compare(a.body, b.body)
		}
		own, other := cmp.Compare(a.own, b.own), cmp.Compare(a.other, b.other)
		if ownFirst(a.body) {
			return cmp.Or(own, other)
		}
		return cmp.Or(other, own)
	})
}

// mayTouch applies the filters.
func (w *World) mayTouch(x, y *body) bool {
	if x.Static && y.Static && w.skip {
		return false
	}
	return x.Filter.Accepts(y.Filter)
}

// updatePair recomputes the contact of bodies i and j from their neighbouring
// pieces.
func (w *World) updatePair(i, j int32, near []neighbour) {
	a, b := i, j
	swap := w.bodies[j].key < w.bodies[i].key
	if swap {
		a, b = j, i
	}
	w.scratch = w.manifolds(&w.bodies[a], &w.bodies[b], near, swap, w.scratch[:0])
	if len(w.scratch) > 0 { // else an old pair is not stamped, and will end
		w.storePair(a, b)
	}
}

// storePair keeps the manifolds in scratch as those of a pair.
func (w *World) storePair(a, b int32) {
	at := w.findPair(a, b)
	if at < 0 {
		w.beginPair(a, b)
		return
	}
	p := &w.pairs[at]
	p.stamp = w.stamp
	fresh := w.newContact(a, b)
	if slices.Equal(p.contact.Manifolds, w.scratch) && p.contact.sameKind(&fresh) {
		return
	}
	fresh.Manifolds = append(p.contact.Manifolds[:0], w.scratch...)
	p.contact = fresh
	w.events = append(w.events, Event{Change, p.contact})
}

// manifolds appends the manifolds of two bodies. swap says that the near list
// was collected from b's side.
func (w *World) manifolds(a, b *body, near []neighbour, swap bool, out []Manifold) []Manifold {
	seams, start := false, len(out)
	for _, n := range near {
		pa, pb := n.own, n.other
		if swap {
			pa, pb = pb, pa
		}
		x, y := &a.pieces[pa], &b.pieces[pb]
		if x.seam != nil || y.seam != nil {
			seams = true
			break
		}
		out = append(out, Manifold{})
		m := &out[len(out)-1]
		if !collide(&x.hull, &y.hull, w.slop, m) {
			out = out[:len(out)-1]
		}
	}
	if seams {
		return w.seamManifolds(a, b, near, swap, out[:start])
	}
	return out
}

// newContact returns the contact of two bodies, without manifolds.
func (w *World) newContact(a, b int32) Contact {
	x, y := &w.bodies[a], &w.bodies[b]
	c := Contact{A: x.key, B: y.key, Trigger: x.Trigger || y.Trigger}
	switch {
	case x.dir != Vec{}:
		c.OneWay, c.Direction = true, x.dir
	case y.dir != Vec{}:
		c.OneWay, c.Direction, c.oneWayB = true, y.dir, true
	}
	return c
}

func (c *Contact) sameKind(d *Contact) bool {
	return c.Trigger == d.Trigger && c.OneWay == d.OneWay && c.Direction == d.Direction && c.oneWayB == d.oneWayB
}

// findPair returns the pair of two bodies, or -1.
func (w *World) findPair(i, j int32) int32 {
	for l := w.bodies[i].first; l != none; {
		p, side := &w.pairs[l>>1], l&1
		if p.body[1-side] == j {
			return l >> 1
		}
		l = p.next[side]
	}
	return -1
}

// beginPair adds a pair with the manifolds in scratch.
func (w *World) beginPair(a, b int32) {
	at := int32(len(w.pairs))
	if n := len(w.freePairs); n > 0 {
		at = w.freePairs[n-1]
		w.freePairs = w.freePairs[:n-1]
	} else {
		w.pairs = append(w.pairs, pair{})
	}
	p := &w.pairs[at]
	room := p.contact.Manifolds[:0]
	if room == nil && len(w.scratch) == 1 {
		room = carve(&w.slab, 1)[:0]
	}
	p.contact = w.newContact(a, b)
	p.contact.Manifolds = append(room, w.scratch...)
	p.body, p.stamp = [2]int32{a, b}, w.stamp
	for side, i := range p.body {
		x := &w.bodies[i]
		p.prev[side], p.next[side] = none, x.first
		if x.first != none {
			w.pairs[x.first>>1].prev[x.first&1] = link(at, side)
		}
		x.first = link(at, side)
	}
	w.unordered = true
	w.events = append(w.events, Event{Begin, p.contact})
}

// endPair takes a pair out of both bodies' lists.
func (w *World) endPair(p *pair) {
	var at int32
	for side, i := range p.body {
		prev, next := p.prev[side], p.next[side]
		if prev == none {
			at = w.bodies[i].first >> 1
			w.bodies[i].first = next
		} else {
			at = w.pairs[prev>>1].next[prev&1] >> 1
			w.pairs[prev>>1].next[prev&1] = next
		}
		if next != none {
			w.pairs[next>>1].prev[next&1] = prev
		}
	}
	p.body = [2]int32{none, none}
	w.limbo = append(w.limbo, at)
	w.unordered = true
	w.events = append(w.events, Event{End, p.contact})
}

// Contacts returns the pairs that touch or overlap, sorted by A, then B.
func (w *World) Contacts() iter.Seq[Contact] {
	return func(yield func(Contact) bool) {
		w.sortPairs()
		for _, i := range w.order {
			if !yield(w.pairs[i].contact) {
				return
			}
		}
	}
}

// sortPairs lists the pairs by key, when any began or ended.
func (w *World) sortPairs() {
	if !w.unordered {
		return
	}
	w.unordered = false
	w.order = w.order[:0]
	for i := range w.pairs {
		if p := &w.pairs[i]; len(p.contact.Manifolds) > 0 && p.body[0] != none {
			w.order = append(w.order, int32(i))
		}
	}
	slices.SortFunc(w.order, func(i, j int32) int {
		a, b := &w.pairs[i].contact, &w.pairs[j].contact
		if c := cmp.Compare(a.A, b.A); c != 0 {
			return c
		}
		return cmp.Compare(a.B, b.B)
	})
}

// Contact returns the contact of two bodies, in either order.
func (w *World) Contact(a, b Key) (Contact, bool) {
	i, ok := w.index.get(a)
	j, ok2 := w.index.get(b)
	if !ok || !ok2 {
		return Contact{}, false
	}
	at := w.findPair(i, j)
	if at < 0 {
		return Contact{}, false
	}
	return w.pairs[at].contact, true
}

// ContactsOf returns the contacts of one body, sorted by the other's key.
func (w *World) ContactsOf(k Key) iter.Seq[Contact] {
	return func(yield func(Contact) bool) {
		i, ok := w.index.get(k)
		if !ok {
			return
		}
		var all []Contact
		for l := w.bodies[i].first; l != none; l = w.pairs[l>>1].next[l&1] {
			all = append(all, w.pairs[l>>1].contact)
		}
		slices.SortFunc(all, func(a, b Contact) int {
			return cmp.Or(cmp.Compare(a.A, b.A), cmp.Compare(a.B, b.B))
		})
		for _, c := range all {
			if !yield(c) {
				return
			}
		}
	}
}
