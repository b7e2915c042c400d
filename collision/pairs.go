package collision

import (
	"cmp"
	"iter"
	"slices"
)

// pair is the state of two bodies that touch. Its address never changes.
type pair struct {
	extra  *extra // nil for a plain contact with one manifold
	key    [2]Key // of A and B
	number int32  // its index in World.hooks, 0 until it has one
	owner  int32  // index of the worker that made it
	kind   kind
	one    [1]Manifold
}

// hook links a pair into the lists of both bodies.
type hook struct {
	pair       *pair
	body       [2]int32 // A and B; none once the pair has ended
	next, prev [2]int32 // links in A's and B's lists
	stamp      uint32   // the Update that last found the pair
}

// none marks a missing body or link.
const none int32 = -1

// noHook is unused: pair numbers start at 1.
var noHook = hook{body: [2]int32{none, none}}

// list is the head of a body's list of pairs.
type list struct {
	first  int32 // link
	degree int32 // number of pairs
}

// extra holds fields that few pairs need.
type extra struct {
	manifolds []Manifold // if there are several
	oneWay    [2]Vec     // the directions of A and B, if one of them is one-way
}

// kind is a set of flags.
type kind uint8

const (
	triggerKind kind = 1 << iota
	oneWayKind       // A or B is one-way
)

// link returns a pair's number times two, plus 0 in A's list and 1 in B's.
func link(pair int32, side int) int32 { return pair<<1 | int32(side) }

func (p *pair) manifolds() []Manifold {
	if p.extra != nil && len(p.extra.manifolds) > 0 {
		return p.extra.manifolds
	}
	return p.one[:]
}

func (p *pair) set(m []Manifold) {
	switch {
	case len(m) == 1:
		p.one[0] = m[0]
		if p.extra != nil {
			p.extra.manifolds = p.extra.manifolds[:0]
		}
	case p.extra == nil:
		p.extra = &extra{manifolds: slices.Clone(m)}
	default:
		p.extra.manifolds = append(p.extra.manifolds[:0], m...)
	}
}

// oneWay returns the directions of A and B, or zero if they have none.
func (p *pair) oneWay() [2]Vec {
	if p.kind&oneWayKind == 0 {
		return [2]Vec{}
	}
	return p.extra.oneWay
}

// setKind sets the pair's kind and the directions of A and B.
func (p *pair) setKind(k kind, oneWay [2]Vec) {
	p.kind = k
	if k&oneWayKind != 0 && p.extra == nil {
		p.extra = &extra{}
	}
	if p.extra != nil {
		p.extra.oneWay = oneWay
	}
}

func (p *pair) contact() Contact {
	way := p.oneWay()
	return Contact{
		A: p.key[0], B: p.key[1], Trigger: p.kind&triggerKind != 0,
		OneWay: p.kind&oneWayKind != 0, OneWayA: way[0], OneWayB: way[1], Manifolds: p.manifolds(),
	}
}

// kindOf returns the kind of contact between two bodies, and the directions of the one-way bodies.
func kindOf(x, y *body) (k kind, oneWay [2]Vec) {
	if x.trigger || y.trigger {
		k = triggerKind
	}
	if x.rare == nil && y.rare == nil {
		return k, oneWay
	}
	if oneWay = [2]Vec{x.oneWay().Unit(), y.oneWay().Unit()}; oneWay != [2]Vec{} {
		k |= oneWayKind
	}
	return k, oneWay
}

// Update recomputes the contacts and returns the changes since the last Update, sorted by A, then B. The slice and the
// manifolds in it are valid until the next Update.
//
// The cost depends on the bodies that were put, moved or removed, and on their neighbours; without changes an Update is
// free. Large updates are split between the processor's cores, whose number does not affect the result.
func (w *World) Update() []Event {
	w.place()
	w.release()
	if w.events = w.events[:0]; cap(w.events) > roomKept && !w.isBulk(len(w.changed)) {
		w.events, w.spareEvents = nil, nil
	}
	if w.slop != w.Slop || w.skip != w.SkipStaticPairs {
		w.slop, w.skip = w.Slop, w.SkipStaticPairs
		for i, x := range w.bodies {
			if x.alive && !x.changed {
				x.changed = true
				w.changed = append(w.changed, int32(i))
			}
		}
	}
	if len(w.changed) == 0 {
		return w.events
	}
	w.stamp++
	before, bulk := w.live, w.isBulk(len(w.changed))
	w.everything = bulk && len(w.changed) == len(w.bodies)-len(w.spare)
	if !w.everything {
		for turn, i := range w.changed {
			w.bodies[i].setTurn(int32(turn) + 1)
		}
	}
	if bulk {
		w.collideAll()
	} else {
		w.collideChanged()
	}
	if before > 0 {
		w.endPairs()
	}
	if bulk {
		w.shared(len(w.changed), w.unmark)
	} else {
		w.unmark(nil, 0, len(w.changed))
	}
	if !w.everything {
		for _, i := range w.changed {
			w.bodies[i].setTurn(0)
		}
	}
	if bulk {
		w.crew.Dismiss()
		if len(w.changed) > roomKept {
			w.trim()
		}
	}
	w.changed = w.changed[:0]
	w.bury()
	if !bulk || before > 0 { // the very first contacts are found in order
		w.sortEvents()
	}
	return w.events
}

// unmark clears the changed flag of some of the changed bodies.
func (w *World) unmark(_ *worker, from, to int) {
	for _, i := range w.changed[from:to] {
		w.bodies[i].changed = false
	}
}

func (x *body) setTurn(turn int32) {
	for j := range x.pieces {
		x.pieces[j].turn = turn
	}
}

// bury frees the removed bodies, whose contacts have ended.
func (w *World) bury() {
	for _, i := range w.doomed {
		x := w.bodies[i]
		x.doomed = false
		if !x.alive {
			w.index.Remove(uint64(x.key))
			*x = body{pieces: x.pieces[:0], rare: x.rare}
			w.spare = append(w.spare, i)
		}
	}
	w.doomed = w.doomed[:0]
}

// eventPlace is an event's index and sort key.
type eventPlace struct {
	a, b Key
	at   int32
}

// sortEvents sorts by key. Events are large, so their indices are sorted first. A bulk update finds all except the End
// events in order.
func (w *World) sortEvents() {
	inOrder := true
	for i := 1; i < len(w.events) && inOrder; i++ {
		inOrder = byKey(&w.events[i-1].Contact, &w.events[i].Contact) < 0
	}
	if inOrder {
		return
	}
	places := w.places[:0]
	for i := range w.events {
		c := &w.events[i].Contact
		places = append(places, eventPlace{c.A, c.B, int32(i)})
	}
	w.places = places
	w.sortPlaces()
	sorted := w.spareEvents[:0]
	for i := range w.places {
		sorted = append(sorted, w.events[w.places[i].at])
	}
	w.events, w.spareEvents = sorted, w.events
}

// sortPlaces sorts by A, then B.
func (w *World) sortPlaces() {
	if len(w.places) > 48 {
		b := &w.bulk
		b.sortTwice(len(w.places), func(i int32) (major, minor uint64) {
			return uint64(w.places[i].a), uint64(w.places[i].b)
		})
		w.sparePlaces = sized(w.sparePlaces, len(w.places))
		for i := range w.places {
			w.sparePlaces[i] = w.places[b.order[i].What]
		}
		w.places, w.sparePlaces = w.sparePlaces, w.places
		return
	}
	for i, p := range w.places {
		j := i
		for ; j > 0 && (w.places[j-1].a > p.a || w.places[j-1].a == p.a && w.places[j-1].b > p.b); j-- {
			w.places[j] = w.places[j-1]
		}
		w.places[j] = p
	}
}

func byKey(a, b *Contact) int {
	if c := cmp.Compare(a.A, b.A); c != 0 {
		return c
	}
	return cmp.Compare(a.B, b.B)
}

// release returns the pairs that ended in the last Update to their workers.
func (w *World) release() {
	for _, n := range w.limbo {
		p := w.hooks[n].pair
		k := &w.workers[p.owner]
		k.spare = append(k.spare, p)
	}
	w.limbo = w.limbo[:0]
}

// mayTouch reports whether SkipStaticPairs and the filters let two pieces touch.
func (w *World) mayTouch(p, q *piece) bool {
	if p.static && q.static && w.skip {
		return false
	}
	return p.open || q.open || w.bodies[p.body].filter().Accepts(w.bodies[q.body].filter())
}

// store records that a worker found bodies a and b touching. It adds the pair, or moves its manifolds to the existing
// pair and recycles it.
func (w *World) store(p *pair, a, b int32) {
	n := w.findPair(a, b)
	if n == 0 {
		w.number(p)
		w.link(p.number, a, b)
		w.events = append(w.events, Event{Begin, p.contact()})
		return
	}
	w.hooks[n].stamp = w.stamp
	old := w.hooks[n].pair
	if old.kind != p.kind || old.oneWay() != p.oneWay() || !slices.Equal(old.manifolds(), p.manifolds()) {
		old.setKind(p.kind, p.oneWay())
		old.set(p.manifolds())
		w.events = append(w.events, Event{Change, old.contact()})
	}
	s := &w.workers[p.owner].spare
	*s = append(*s, p)
}

// findPair returns the number of the pair of two bodies, or 0 if there is none. It searches the shorter of their lists.
func (w *World) findPair(i, j int32) int32 {
	l := w.lists[i]
	if m := w.lists[j]; m.degree < l.degree {
		l, j = m, i
	}
	for at := l.first; at != none; {
		h, side := &w.hooks[at>>1], at&1
		if h.body[1-side] == j {
			return at >> 1
		}
		at = h.next[side]
	}
	return 0
}

// number gives a pair an index in World.hooks, if it has none yet.
func (w *World) number(p *pair) {
	if p.number != 0 {
		return
	}
	if len(w.hooks) == 0 {
		w.hooks = append(w.hooks, noHook)
	}
	p.number = int32(len(w.hooks))
	w.hooks = append(grown(w.hooks), hook{pair: p})
}

// link adds pair n to the lists of bodies a and b.
func (w *World) link(n, a, b int32) {
	x, y := &w.lists[a], &w.lists[b]
	h := &w.hooks[n]
	h.body, h.next, h.prev, h.stamp = [2]int32{a, b}, [2]int32{x.first, y.first}, [2]int32{none, none}, w.stamp
	if l := x.first; l != none {
		w.hooks[l>>1].prev[l&1] = link(n, 0)
	}
	if l := y.first; l != none {
		w.hooks[l>>1].prev[l&1] = link(n, 1)
	}
	x.first, y.first = link(n, 0), link(n, 1)
	x.degree++
	y.degree++
	w.live++
	w.unordered = true
}

// endPairs ends the pairs of changed bodies that this Update has not found.
func (w *World) endPairs() {
	for _, i := range w.changed {
		for l := w.lists[i].first; l != none; {
			n := l >> 1
			h := &w.hooks[n]
			l = h.next[l&1]
			if h.stamp != w.stamp {
				w.end(n)
			}
		}
	}
}

// end removes pair n from both bodies' lists and reports its end.
func (w *World) end(n int32) {
	h := &w.hooks[n]
	for side, i := range h.body {
		x := &w.lists[i]
		prev, next := h.prev[side], h.next[side]
		if prev == none {
			x.first = next
		} else {
			w.hooks[prev>>1].next[prev&1] = next
		}
		if next != none {
			w.hooks[next>>1].prev[next&1] = prev
		}
		x.degree--
	}
	h.body = [2]int32{none, none}
	w.live--
	w.limbo = append(w.limbo, n)
	w.unordered = true
	w.events = append(w.events, Event{End, w.hooks[n].pair.contact()})
}

// Contacts returns the pairs that touch or overlap, sorted by A, then B.
func (w *World) Contacts() iter.Seq[Contact] {
	return func(yield func(Contact) bool) {
		w.sortPairs()
		for _, n := range w.order {
			if !yield(w.hooks[n].pair.contact()) {
				return
			}
		}
	}
}

// sortPairs lists the pairs by key if any began or ended.
func (w *World) sortPairs() {
	if !w.unordered {
		return
	}
	w.unordered = false
	w.order = w.order[:0]
	places := w.places[:0]
	for n := range w.hooks {
		if w.hooks[n].body[0] != none {
			p := w.hooks[n].pair
			places = append(places, eventPlace{p.key[0], p.key[1], int32(n)})
		}
	}
	w.places = places
	w.sortPlaces()
	for i := range w.places {
		w.order = append(w.order, w.places[i].at)
	}
}

// Contact returns the contact of two bodies, given in either order.
func (w *World) Contact(a, b Key) (Contact, bool) {
	i, ok := w.index.Get(uint64(a))
	j, ok2 := w.index.Get(uint64(b))
	if !ok || !ok2 {
		return Contact{}, false
	}
	n := w.findPair(i, j)
	if n == 0 {
		return Contact{}, false
	}
	return w.hooks[n].pair.contact(), true
}

// ContactsOf returns the contacts of one body, sorted by the other's key.
func (w *World) ContactsOf(k Key) iter.Seq[Contact] {
	return func(yield func(Contact) bool) {
		i, ok := w.index.Get(uint64(k))
		if !ok {
			return
		}
		var all []Contact
		for l := w.lists[i].first; l != none; l = w.hooks[l>>1].next[l&1] {
			all = append(all, w.hooks[l>>1].pair.contact())
		}
		slices.SortFunc(all, func(a, b Contact) int { return byKey(&a, &b) })
		for _, c := range all {
			if !yield(c) {
				return
			}
		}
	}
}
