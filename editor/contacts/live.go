package contacts

import (
	"cmp"
	"fmt"
	"iter"
	"maps"
	"runtime"
	"slices"
	"time"

	"fillet/collision"
	"fillet/editor/level"
)

// Live is a collision world that follows a document. It holds every visible collider that has an extent, under its key
// in the document, and recomputes only what moved.
type Live struct {
	// Held reports whether a collider is selected or dragged, and so moves in preference to others. Nil means none.
	Held func(level.ID) bool
	// Passing reports whether a collider is being moved and does not obstruct others yet. Nil means none.
	Passing func(level.ID) bool

	doc   *level.Document
	world *collision.World

	pairs        []Pair // sorted by the keys of A and B
	states       map[level.ID]*tally
	stateVersion uint64
	counts       Counts
	points       map[level.ID]bool // visible colliders without extent, which are not in the world
	ignored      *level.IgnoredIndex

	store   []collision.Manifold // manifolds of the pairs that are being merged
	dirty   bool
	tooMany int        // approximate number of pairs while it exceeds the limit, else 0
	sorted  []level.ID // colliders whose pairs must be reclassified
	took    time.Duration

	exits exits
}

// Counts holds the number of pairs in each state.
type Counts struct {
	Overlaps int
	Touching int
	Triggers int
	Expected int // intended: see [Expected]
	Harmless int // of the overlaps: see [Pair]
}

// tally counts the pairs of a collider by state.
type tally [Overlapping + 1]int

func (t *tally) urgent() State {
	for s := Overlapping; s > Clear; s-- {
		if t[s] > 0 {
			return s
		}
	}
	return Clear
}

// NewLive builds the collision world of a document. The caller must report changes to [Live.Apply].
func NewLive(doc *level.Document) *Live {
	l := &Live{
		doc: doc, world: collision.NewWorld(), states: map[level.ID]*tally{}, points: map[level.ID]bool{}, dirty: true,
		ignored: ignoredBy(doc),
	}
	l.world.Workers = runtime.GOMAXPROCS(0)
	for c := range doc.Colliders() {
		l.put(c)
	}
	l.Refresh()
	return l
}

// Rebuild rebuilds the world from the document, after changes that were not reported to [Live.Apply].
func (l *Live) Rebuild() {
	version, held, passing := l.stateVersion, l.Held, l.Passing
	*l = *NewLive(l.doc)
	l.Held, l.Passing = held, passing
	l.stateVersion += version + 1
}

// Points yields the visible colliders without extent, which are not in the world, in no particular order.
func (l *Live) Points() iter.Seq[level.ID] { return maps.Keys(l.points) }

// World returns the collision world. The caller may query it but must not change it.
func (l *Live) World() *collision.World {
	l.Refresh()
	return l.world
}

// Contacts returns every pair that touches or overlaps, sorted by the keys of A and B in the document. The slice is
// valid until the document changes.
func (l *Live) Contacts() []Pair {
	l.Refresh()
	return l.pairs
}

// Contact returns the pair of two colliders, or false if they are apart.
func (l *Live) Contact(a, b level.ID) (Pair, bool) {
	l.Refresh()
	j, k := l.doc.Key(a), l.doc.Key(b)
	if i, ok := l.find(min(j, k), max(j, k)); ok {
		return l.pairs[i], true
	}
	return Pair{}, false
}

// ContactsOf returns the pairs of a collider in the order of Contacts.
func (l *Live) ContactsOf(id level.ID) []Pair {
	return slices.SortedFunc(l.EachContact(id), Pair.compare)
}

// EachContact yields the pairs of a collider in no particular order.
func (l *Live) EachContact(id level.ID) iter.Seq[Pair] {
	l.Refresh()
	return func(yield func(Pair) bool) {
		for c := range l.world.ContactsOf(l.doc.Key(id)) {
			if i, ok := l.find(c.A, c.B); ok && !yield(l.pairs[i]) {
				return
			}
		}
	}
}

// maxPairs limits the pairs of a world that grew step by step.
const maxPairs = 300_000

// TooManyPairs returns the approximate number of pairs while there are too many to track, and 0 otherwise. Meanwhile,
// until crowded colliders are moved apart or deleted, Live has no contacts and no states.
func (l *Live) TooManyPairs() int {
	l.Refresh()
	return l.tooMany
}

// wake reads all pairs from the world after a rest.
func (l *Live) wake() {
	for c := range l.world.Contacts() {
		p := l.pair(c)
		l.pairs = append(l.pairs, p)
		l.count(p, 1)
	}
	l.store, l.sorted = nil, nil
	l.stateVersion++
}

// Counts returns the number of pairs in each state.
func (l *Live) Counts() Counts {
	l.Refresh()
	return l.counts
}

// LastUpdate returns the duration of the last update.
func (l *Live) LastUpdate() time.Duration { return l.took }

// State returns the most urgent state of a collider's pairs.
func (l *Live) State(id level.ID) State {
	l.Refresh()
	if t := l.states[id]; t != nil {
		return t.urgent()
	}
	return Clear
}

// States yields every collider that has a pair to show, with the most urgent state of its pairs, in no particular
// order.
func (l *Live) States() iter.Seq2[level.ID, State] {
	l.Refresh()
	return func(yield func(level.ID, State) bool) {
		for id, t := range l.states {
			if !yield(id, t.urgent()) {
				return
			}
		}
	}
}

// StateVersion changes whenever the result of States does.
func (l *Live) StateVersion() uint64 {
	l.Refresh()
	return l.stateVersion
}

// Apply follows a change that the document has just made.
func (l *Live) Apply(d level.Diff) {
	l.dirty = true
	l.exits.all = l.exits.all || len(d.Layers) > 0 || len(d.Groups) > 0 || d.Settings.After != nil
	for _, c := range d.Colliders {
		id := cmp.Or(c.Before, c.After).ID
		l.noteChange(id)
		l.applyCollider(c)
		l.noteChange(id)
	}
	for _, c := range d.Layers {
		if c.After == nil || c.Before != nil && c.Before.Hidden == c.After.Hidden {
			continue
		}
		for _, member := range l.doc.InLayer(c.After.ID) {
			l.put(member)
		}
	}
	for _, c := range d.Groups {
		if c.After == nil || c.Before != nil && c.Before.Hidden == c.After.Hidden && c.Before.Parent == c.After.Parent {
			continue
		}
		for _, member := range l.doc.Within(c.After.ID) {
			l.put(member)
		}
	}
	if s := d.Settings; s.After != nil && !slices.Equal(s.Before.Categories, s.After.Categories) {
		for c := range l.doc.Colliders() {
			l.put(c)
		}
	}
	if s := d.Settings; s.After != nil && !slices.EqualFunc(s.Before.Ignored, s.After.Ignored, level.Ignored.Equal) {
		l.ignored = ignoredBy(l.doc)
		l.sortAgain(s.Before.Ignored, s.After.Ignored)
	}
	l.applyBodies(d)
}

// ignoredBy returns the index of the overlaps that a document ignores, including those that its bodies and joints
// imply.
func ignoredBy(doc *level.Document) *level.IgnoredIndex {
	bodies := map[level.ID]string{}
	if bodyOf := level.BodyNames(doc.Groups(), doc.Instances()); bodyOf != nil {
		for c := range doc.Colliders() {
			if name := bodyOf(c); name != "" {
				bodies[c.ID] = name
			}
		}
	}
	joints := doc.Settings().Joints
	if placed := level.PlacedJoints(doc); len(placed) > 0 {
		joints = slices.Concat(joints, placed)
	}
	return doc.Settings().IgnoredIndex().With(bodies, joints)
}

// applyBodies recomputes the bodies and joints if a change affects them, and marks all their parts for
// reclassification.
func (l *Live) applyBodies(d level.Diff) {
	changed := d.Settings.After != nil && !slices.EqualFunc(d.Settings.Before.Joints, d.Settings.After.Joints,
		sameEffect) || len(d.Groups) > 0 || slices.ContainsFunc(d.Instances,
		func(c level.Change[level.Instance]) bool {
			return c.Before == nil || c.After == nil || c.Before.OneBody != c.After.OneBody ||
				c.Before.GroupOf != c.After.GroupOf
		}) || slices.ContainsFunc(d.Colliders, func(c level.Change[level.Collider]) bool {
		return c.Before == nil || c.After == nil || l.sortsOtherwise(c.Before, c.After) ||
			c.Before.Part != nil && c.After.Part != nil && c.Before.Part.Body != c.After.Part.Body
	})
	if !changed {
		return
	}
	l.sorted = l.ignored.AppendParts(l.sorted)
	l.ignored = ignoredBy(l.doc)
	l.sorted = l.ignored.AppendParts(l.sorted)
}

// sameEffect reports whether two joints join the same colliders and agree on whether these collide.
func sameEffect(a, b level.Joint) bool { return a.A == b.A && a.B == b.B && a.Collide == b.Collide }

// IgnoredBy returns the index of the level's entry that ignores the overlap of two colliders, or -1.
func (l *Live) IgnoredBy(a, b level.ID) int { return l.ignored.Find(level.RuleOverlap, a, b) }

// sortAgain marks the colliders of entries that are in only one of the lists for reclassification.
func (l *Live) sortAgain(before, after []level.Ignored) {
	in := make(map[string]int, len(before)) // 1: in before, 2: in after
	for i, list := range [2][]level.Ignored{before, after} {
		for _, e := range list {
			in[e.Key()] |= i + 1
		}
	}
	for _, list := range [2][]level.Ignored{before, after} {
		for _, e := range list {
			if e.Rule == level.RuleOverlap && in[e.Key()] != 3 {
				l.sorted = append(l.sorted, e.IDs...)
			}
		}
	}
}

// noteChange invalidates the exits around a changed collider. Call it before and after updating the world.
func (l *Live) noteChange(id level.ID) {
	const maxChanges = 64 // limits the list of changed boxes; above it they are merged
	x := &l.exits
	if len(x.kept) == 0 || x.all {
		return
	}
	body, ok := l.world.Body(l.doc.Key(id))
	if !ok {
		return
	}
	box := level.BoundsOf(body.Shapes, body.Transform).Grow(l.world.Slop)
	if len(x.changed) == maxChanges {
		x.changed[0] = x.changed[0].Union(box)
	} else {
		x.changed = append(x.changed, box)
	}
}

func (l *Live) applyCollider(c level.Change[level.Collider]) {
	before, after := c.Before, c.After
	switch {
	case after == nil:
		l.remove(before.ID)
		return
	case before == nil:
		l.put(after)
		return
	}
	k := l.doc.Key(after.ID)
	_, known := l.world.Body(k)
	turned := before.Angle != after.Angle
	switch sorts := l.sortsOtherwise(before, after); {
	case sorts:
		l.sorted = append(l.sorted, after.ID)
		l.put(after)
	case !before.Shape.Equal(after.Shape):
		l.put(after)
	case !turned && before.Position == after.Position:
	case known && !(turned && before.Role == level.OneWay): // the direction of a one-way collider turns with it
		l.world.Move(k, after.Transform())
	default:
		l.put(after)
	}
}

// sortsOtherwise reports whether a change affects which colliders a collider collides with, or how its pairs are
// classified.
func (l *Live) sortsOtherwise(before, after *level.Collider) bool {
	return before.Layer != after.Layer || before.GroupOf != after.GroupOf || before.Hidden != after.Hidden ||
		before.Role != after.Role || before.OneWay != after.OneWay || before.Body != after.Body ||
		before.Group != after.Group || !slices.Equal(before.Categories, after.Categories) ||
		!slices.Equal(before.CollidesWith, after.CollidesWith) ||
		(before.CollidesWith == nil) != (after.CollidesWith == nil) || origin(before) != origin(after)
}

// put adds a collider to the world or updates it. It removes a hidden collider.
func (l *Live) put(c *level.Collider) {
	if !l.doc.Visible(c) {
		l.remove(c.ID)
		return
	}
	body, ok := level.BodyOf(c, l.doc.Baked(c.ID), l.doc.Settings())
	if !ok {
		l.remove(c.ID)
		l.points[c.ID] = true
		return
	}
	delete(l.points, c.ID)
	l.world.Put(l.doc.Key(c.ID), body)
}

func (l *Live) remove(id level.ID) {
	delete(l.points, id)
	l.world.Remove(l.doc.Key(id))
}

// Refresh brings the pairs up to date and reports whether any has changed.
func (l *Live) Refresh() bool {
	if !l.dirty {
		return false
	}
	l.dirty = false
	start := time.Now()
	rested := l.tooMany > 0
	if l.tooMany = level.TooManyPairs(l.world, len(l.pairs), maxPairs); l.tooMany > 0 {
		if !rested { // drop all pairs
			l.pairs, l.counts, l.sorted, l.states = nil, Counts{}, nil, map[level.ID]*tally{}
			l.stateVersion++
		}
		l.took = time.Since(start)
		return true
	}
	events := l.world.Update()
	changed := len(events) > 0 || rested
	if rested {
		l.wake()
	} else {
		l.merge(events)
	}
	slices.Sort(l.sorted) // a floor can be in many ignore entries
	for _, id := range slices.Compact(l.sorted) {
		changed = l.reclassify(id) || changed
	}
	l.sorted = l.sorted[:0]
	l.took = time.Since(start)
	return changed
}

// reclassify classifies the pairs of a collider again, because its role or origin may have changed without moving a
// contact point.
func (l *Live) reclassify(id level.ID) bool {
	changed := false
	for c := range l.world.ContactsOf(l.doc.Key(id)) {
		i, ok := l.find(c.A, c.B)
		if !ok {
			continue
		}
		if p, was := l.pair(c), &l.pairs[i]; p.State != was.State || p.Kind != was.Kind || p.Harmless != was.Harmless {
			l.count(l.pairs[i], -1)
			l.pairs[i] = p
			l.count(p, 1)
			changed = true
		}
	}
	return changed
}

// merge applies the world's events to the pairs. Both are sorted by A, then B.
func (l *Live) merge(events []collision.Event) {
	var added []Pair
	var gone []int
	begun := 0
	for i := range events {
		if events[i].Kind == collision.Begin {
			begun++
		}
	}
	if begun > 0 {
		added = make([]Pair, 0, begun)
	}
	for _, e := range events {
		i, known := l.find(e.Contact.A, e.Contact.B)
		if known {
			l.count(l.pairs[i], -1)
		}
		switch {
		case e.Kind == collision.End:
			if known {
				gone = append(gone, i)
			}
		case known:
			l.pairs[i] = l.pair(e.Contact)
			l.count(l.pairs[i], 1)
		default:
			p := l.pair(e.Contact)
			added = append(added, p)
			l.count(p, 1)
		}
	}
	l.drop(gone)
	l.insert(added)
	l.store = nil
}

// keep copies manifolds, because the world reuses its own. Manifolds of pairs that change together share an allocation.
func (l *Live) keep(m []collision.Manifold) []collision.Manifold {
	const chunk = 64
	if len(m) > cap(l.store)-len(l.store) {
		l.store = make([]collision.Manifold, 0, max(chunk, len(m)))
	}
	from := len(l.store)
	l.store = append(l.store, m...)
	return l.store[from:len(l.store):len(l.store)]
}

// drop removes the pairs at the given sorted indices. There may be many, so it moves the pairs between them in blocks.
func (l *Live) drop(gone []int) {
	if len(gone) == 0 {
		return
	}
	to := gone[0]
	for k, i := range gone {
		next := len(l.pairs)
		if k+1 < len(gone) {
			next = gone[k+1]
		}
		to += copy(l.pairs[to:], l.pairs[i+1:next])
	}
	clear(l.pairs[to:])
	l.pairs = l.pairs[:to]
}

// insert merges sorted new pairs into the sorted pairs in place, from the back.
func (l *Live) insert(added []Pair) {
	end := len(l.pairs)
	if end == 0 {
		l.pairs = added
		return
	}
	l.pairs = append(l.pairs, added...)
	for k := len(added) - 1; k >= 0; k-- {
		at, _ := slices.BinarySearchFunc(l.pairs[:end], added[k], Pair.compare)
		copy(l.pairs[at+k+1:], l.pairs[at:end])
		l.pairs[at+k] = added[k]
		end = at
	}
}

func (l *Live) find(a, b collision.Key) (int, bool) {
	return slices.BinarySearchFunc(l.pairs, Pair{Contact: collision.Contact{A: a, B: b}}, Pair.compare)
}

func (l *Live) count(p Pair, by int) {
	switch p.State {
	case Overlapping:
		l.counts.Overlaps += by
		if p.Harmless {
			l.counts.Harmless += by
		}
	case Touching:
		l.counts.Touching += by
	case Triggered:
		l.counts.Triggers += by
	case Expected:
		l.counts.Expected += by
	}
	if !p.Shows() {
		return
	}
	l.stateVersion++
	for _, id := range [2]level.ID{p.A, p.B} {
		t := l.states[id]
		if t == nil {
			t = new(tally)
			l.states[id] = t
		}
		t[p.State] += by
		if *t == (tally{}) {
			delete(l.states, id)
		}
	}
}

func (l *Live) pair(c collision.Contact) Pair {
	c.Manifolds = l.keep(c.Manifolds)
	return PairOf(c, l.doc.At(c.A), l.doc.At(c.B), l.world.Slop, l.ignored)
}

// Probe returns the pairs of a shape that is not in the document, such as a shape under construction. Their A is 0, and
// their normals point away from the shape. The shape collides with every category. Probe returns an error if the shape
// is invalid.
func (l *Live) Probe(shape level.Shape, position level.Vec, angle level.Degrees, role level.Role) ([]Pair, error) {
	baked, err := shape.Bake()
	if err != nil {
		return nil, err
	}
	c := level.NewCollider(0, 0, "", shape, position)
	c.Angle, c.Role = angle, role
	if role == level.OneWay {
		c.OneWay = level.Up
	}
	return l.ProbeBaked(c, baked), nil
}

// ProbeBaked works like Probe for a collider that is already baked.
func (l *Live) ProbeBaked(c *level.Collider, baked *level.Baked) []Pair {
	l.Refresh()
	body, ok := level.BodyOf(c, baked, l.doc.Settings())
	if !ok {
		return nil
	}
	contacts := l.world.Probe(body)
	pairs := make([]Pair, 0, len(contacts))
	for _, contact := range contacts {
		if b := l.doc.At(contact.B); b != nil {
			contact.Manifolds = slices.Clone(contact.Manifolds) // the world reuses its manifolds
			pairs = append(pairs, PairOf(contact, c, b, l.world.Slop, l.ignored))
		}
	}
	return pairs
}

// Validate compares the world with a freshly built one and reports the first difference. It is for tests.
func (l *Live) Validate() error {
	l.Refresh()
	if err := l.world.Validate(); err != nil {
		return err
	}
	fresh := NewLive(l.doc)
	if fresh.world.Len() != l.world.Len() {
		return fmt.Errorf("live: %d bodies, a fresh world has %d", l.world.Len(), fresh.world.Len())
	}
	if !maps.Equal(fresh.points, l.points) {
		return fmt.Errorf("live: points %v, a fresh world has %v", l.points, fresh.points)
	}
	if len(fresh.pairs) != len(l.pairs) {
		return fmt.Errorf("live: %d pairs, a fresh world has %d", len(l.pairs), len(fresh.pairs))
	}
	for i, p := range l.pairs {
		q := fresh.pairs[i]
		if p.A != q.A || p.B != q.B || p.State != q.State || p.Kind != q.Kind || p.Depth != q.Depth ||
			p.Points != q.Points || !slices.Equal(p.Contact.Manifolds, q.Contact.Manifolds) {
			return fmt.Errorf("live: pair %d is %v and %v, %s, depth %g; a fresh world has %v and %v, %s, depth %g",
				i, p.A, p.B, p.Kind, p.Depth, q.A, q.B, q.Kind, q.Depth)
		}
	}
	if fresh.counts != l.counts {
		return fmt.Errorf("live: counts %+v, a fresh world has %+v", l.counts, fresh.counts)
	}
	for c := range l.doc.Colliders() {
		if a, b := l.State(c.ID), fresh.State(c.ID); a != b {
			return fmt.Errorf("live: %v is in state %d, in a fresh world %d", c.ID, a, b)
		}
	}
	return nil
}
