package contacts

import (
	"context"
	"runtime"
	"slices"

	"fillet/collision"
	"fillet/editor/level"
)

// Separating selects the overlaps that [Separate] removes. The zero value selects all of them.
type Separating struct {
	// Among reports whether to separate a pair. Nil means all pairs.
	Among func(a, b level.ID) bool
	// Held reports whether a collider is selected, and so moves in preference to others. Nil means none.
	Held func(level.ID) bool
	// Hidden includes hidden colliders.
	Hidden bool
}

// Separation is the result of [Separate].
type Separation struct {
	Moves []Move // in drawing order
	Left  []Left // the pairs that still overlap afterwards, in drawing order
	Done  int    // number of separated pairs
	// TooMany is the approximate number of pairs of pieces if there are too many to compute; then nothing moves.
	// Otherwise it is 0.
	TooMany int
}

// Move is the move of a collider.
type Move struct {
	ID       level.ID
	From, To level.Vec // positions
}

// Left is a pair that still overlaps. A is the collider that would have to move.
type Left struct {
	A, B  level.ID
	Depth float64 // in level pixels
	Why   Reason
}

// Fits reports whether every collider that moves is still at its old position in the document.
func (s *Separation) Fits(doc *level.Document) bool {
	return !slices.ContainsFunc(s.Moves, func(m Move) bool {
		c := doc.Collider(m.ID)
		return c == nil || c.Position != m.From
	})
}

// Diff returns the change that makes the moves, for a document that has not changed since.
func (s *Separation) Diff(doc *level.Document) (d level.Diff) {
	for _, m := range s.Moves {
		before := doc.Collider(m.ID)
		if before == nil {
			continue
		}
		after := *before
		after.Position = m.To
		d.Colliders = append(d.Colliders, level.Changed(before, &after))
	}
	return d
}

// maxRounds limits the passes of [Separate] over the overlaps.
const maxRounds = 20

// Separate plans how to remove the overlaps of a level. In each pair the collider that yields moves: see [Side.Yields].
// Colliders move one after the other, anchors first, each along its [Surroundings.Exit] at that time. If a collider has
// no room, the colliders that yield to it give way, as far as they have room. This repeats until nothing overlaps or no
// collider can move.
//
// Separate adds no overlaps, and lists the remaining ones with the reason. The result depends only on the level, and a
// second run moves nothing. The error is the context's.
func Separate(ctx context.Context, snap level.Snapshot, o Separating) (*Separation, error) {
	p, err := plan(ctx, snap, o)
	if err != nil {
		return nil, err
	}
	return p.result, nil
}

// plan runs planners, each starting from the previous result, until no pair is left or nothing moves.
func plan(ctx context.Context, snap level.Snapshot, o Separating) (*planner, error) {
	pairs := 0
	var before *planner
	for stage := 0; ; stage++ {
		p, err := takeCare(ctx, snap, o, before)
		if err != nil {
			return nil, err
		}
		if before == nil {
			pairs = p.result.Done + len(p.result.Left)
		} else {
			p.moved = append(before.moved, p.moved...)
		}
		if len(p.result.Left) == 0 || len(p.moved) == 0 || before != nil && len(p.moved) == len(before.moved) ||
			stage == maxRounds {
			p.result.Done = pairs - len(p.result.Left)
			return p, nil
		}
		before = p
	}
}

// takeCare runs planners until one leaves no pair deeper than before. A collider that leaves its anchor may get deeper
// into one that yields to it and then has no way out. Colliders that caused this are careful in the next try, and all
// colliders are in the last.
func takeCare(ctx context.Context, snap level.Snapshot, o Separating, before *planner) (*planner, error) {
	const tries = 4
	careful := map[collision.Key]bool{}
	for try := 1; ; try++ {
		p := newPlanner(snap, o, before)
		p.around.careful = func(k collision.Key) bool { return try == tries || careful[k] }
		if err := p.run(ctx); err != nil {
			return nil, err
		}
		if len(p.deeper) == 0 || try == tries {
			return p, nil
		}
		for _, k := range p.deeper {
			careful[k] = true
		}
	}
}

// planner is one run of [Separate].
type planner struct {
	Separating
	around  Surroundings
	members []Member    // by key
	start   []level.Vec // their initial positions, by key
	moved   []step
	stuck   map[collision.Key]stuck
	before  []pairBefore    // the initial overlaps
	deeper  []collision.Key // colliders of remaining pairs that got deeper
	result  *Separation
}

func (p *planner) run(ctx context.Context) error {
	if p.result.TooMany > 0 {
		return nil
	}
	order := p.findPairs()
	for range maxRounds {
		moved, err := p.each(ctx, order, p.step)
		if err == nil && !moved {
			moved, err = p.each(ctx, order, p.shove)
		}
		if err != nil {
			return err
		}
		if !moved {
			break
		}
	}
	p.tell()
	return nil
}

// each calls try for every collider and reports whether any of them moved.
func (p *planner) each(
	ctx context.Context, order []collision.Key, try func(collision.Key) bool,
) (moved bool, err error) {
	for _, k := range order {
		if err := ctx.Err(); err != nil {
			return moved, err
		}
		moved = try(k) || moved
	}
	return moved, nil
}

// pairBefore is a pair that overlaps initially.
type pairBefore struct {
	a, b    collision.Key
	depth   float64
	isAsked bool // the caller wants it separated
}

// step is one straight move of a collider.
type step struct {
	key      collision.Key
	from, to level.Vec
	region   collision.AABB // where the move has changed the room of others
}

// stuck describes a collider without a way out.
type stuck struct {
	why    Reason
	leaves []collision.Key
	region collision.AABB
	moves  int  // number of moves made when this was found
	shoved bool // the colliders that yield to it had no room either
}

// newPlanner starts from the result of another planner, or from the snapshot if before is nil.
func newPlanner(snap level.Snapshot, o Separating, before *planner) *planner {
	p := &planner{Separating: o, stuck: map[collision.Key]stuck{}, result: &Separation{}}
	w := collision.NewWorld()
	w.Workers = runtime.GOMAXPROCS(0)
	p.members = make([]Member, 1, snap.Len()+1)
	p.start = make([]level.Vec, 1, snap.Len()+1)
	for _, l := range snap.Layers {
		for _, c := range l.Colliders {
			if c.Role == level.Trigger || !o.Hidden && c.IsHidden(l.Layer) {
				continue
			}
			body, ok := level.BodyOf(c.Collider, c.Baked, snap.Settings)
			if !ok {
				continue
			}
			k := collision.Key(len(p.members))
			if before != nil {
				body.Transform.P = before.members[k].At.P
			}
			w.Put(k, body)
			p.start = append(p.start, c.Position)
			m := memberIn(l.Layer, &c, k)
			m.At, m.Held = body.Transform, o.Held != nil && o.Held(c.ID)
			p.members = append(p.members, m)
		}
	}
	p.around = Surroundings{
		World: w, Member: p.member, Frame: FrameOf(snap.Settings), Ignored: snap.IgnoredIndex(),
		once: map[collision.Key][]collision.Key{},
	}
	if p.result.TooMany = level.TooManyPairs(w, 0, maxPairs); p.result.TooMany == 0 {
		w.Update()
	}
	return p
}

func (p *planner) member(k collision.Key) *Member { return p.members[k].sized() }

// findPairs finds the overlapping pairs and returns the colliders to separate, anchors first.
func (p *planner) findPairs() (order []collision.Key) {
	for c := range p.around.World.Contacts() {
		a, b := p.member(c.A), p.member(c.B)
		if !p.around.isOverlap(&c, a, b, p.around.World.Slop) {
			continue
		}
		p.around.once[c.A] = append(p.around.once[c.A], c.B)
		p.around.once[c.B] = append(p.around.once[c.B], c.A)
		isAsked := p.isAsked(c.A, c.B)
		p.before = append(p.before, pairBefore{c.A, c.B, c.Depth(), isAsked})
		if isAsked {
			order = append(order, c.A, c.B)
		}
	}
	slices.Sort(order)
	order = slices.Compact(order)
	slices.SortStableFunc(order, p.around.byStrength)
	return order
}

// isAsked reports whether the caller wants two colliders separated.
func (p *planner) isAsked(a, b collision.Key) bool {
	return p.Among == nil || p.Among(p.members[a].Collider.ID, p.members[b].Collider.ID)
}

// step moves a collider out of the colliders that it overlaps and yields to. It returns false if there are none, or if
// there is no way.
func (p *planner) step(k collision.Key) bool {
	if s, ok := p.stuck[k]; ok && !p.changed(s) {
		return false
	}
	delete(p.stuck, k)
	e, ok := p.around.Exit(k)
	if !ok || !slices.ContainsFunc(e.Leaves, func(o collision.Key) bool { return p.isAsked(k, o) }) {
		return false
	}
	if e.Why != None {
		p.stuck[k] = stuck{why: e.Why, leaves: e.Leaves, region: e.Region, moves: len(p.moved)}
		return false
	}
	p.move(k, e.To)
	return true
}

// changed reports whether a move since a collider got stuck could have made room.
func (p *planner) changed(s stuck) bool {
	return slices.ContainsFunc(p.moved[s.moves:], func(m step) bool { return m.region.Overlaps(s.region) })
}

// shove makes room for a stuck collider: the collider moves in among colliders that yield to it, and they give way. If
// one of them has no room either, shove moves nothing and returns false.
func (p *planner) shove(k collision.Key) bool {
	s, ok := p.stuck[k]
	const limit = 16 // maximum number of colliders that overlap it or give way
	if !ok || s.why != NoRoom || s.shoved && !p.changed(s) || len(p.around.once[k]) > limit || p.around.careful(k) {
		return false
	}
	v := shoving{planner: p, moves: len(p.moved)}
	v.touch(k)
	for i := 0; i < len(v.pushed) && len(v.pushed) <= limit; i++ {
		// Anchors first: colliders pushed later may push earlier ones.
		slices.SortFunc(v.pushed[i:], func(a, b pushed) int { return p.around.byStrength(a.key, b.key) })
		if !v.place(i) {
			break
		}
	}
	if v.isBetter() {
		delete(p.stuck, k)
		return true
	}
	v.undo()
	s.shoved, s.moves = true, len(p.moved)
	p.stuck[k] = s
	return false
}

// shoving holds a stuck collider and the colliders that give way to it.
type shoving struct {
	*planner
	pushed []pushed
	moves  int // number of moves made before
}

// pushed is a collider that gives way, or the stuck collider.
type pushed struct {
	key   collision.Key
	from  level.Vec
	knew  []collision.Key // the colliders that it overlapped before it was touched
	place int             // order in which the colliders were touched
}

// touch adds a collider that must be placed.
func (v *shoving) touch(k collision.Key) {
	if slices.ContainsFunc(v.pushed, func(o pushed) bool { return o.key == k }) {
		return
	}
	v.pushed = append(v.pushed, pushed{k, v.members[k].At.P, v.overlapsOf(k), len(v.pushed)})
}

func (v *shoving) overlapsOf(k collision.Key) (keys []collision.Key) {
	if body, ok := v.around.World.Body(k); ok {
		v.around.overlaps(k, body, v.around.World.Slop, func(c *collision.Contact, _ *Member) {
			keys = append(keys, c.B)
		})
	}
	return keys
}

// place moves the i-th pushed collider to a place where it overlaps only colliders that give way in turn.
func (v *shoving) place(i int) bool {
	k := v.pushed[i].key
	e, ok := v.around.Exit(k)
	if !ok {
		return true
	}
	if e.Why != None {
		e, ok = v.around.exit(k, func(o collision.Key) bool {
			obstacle := v.member(o)
			isPlaced := slices.ContainsFunc(v.pushed[:i], func(p pushed) bool { return p.key == o })
			return !isPlaced && !obstacle.Locked && obstacle.Yields(&v.member(k).Side) &&
				(v.Among == nil || v.Held != nil && v.Held(obstacle.Collider.ID))
		})
	}
	if !ok || e.Why != None {
		return false
	}
	v.move(k, e.To)
	for _, o := range v.overlapsOf(k) {
		if !slices.Contains(v.pushed[i].knew, o) {
			v.touch(o)
		}
	}
	return true
}

// isBetter reports whether the first collider has moved and there is no new overlap.
func (v *shoving) isBetter() bool {
	knew := func(k, partner collision.Key) bool {
		first := -1
		for i := range v.pushed {
			if o := &v.pushed[i]; (o.key == k || o.key == partner) && (first < 0 || o.place < v.pushed[first].place) {
				first = i
			}
		}
		o := &v.pushed[first]
		return slices.Contains(o.knew, k) || slices.Contains(o.knew, partner)
	}
	if v.members[v.pushed[0].key].At.P == v.pushed[0].from {
		return false
	}
	for i := range v.pushed {
		k := v.pushed[i].key
		if slices.ContainsFunc(v.overlapsOf(k), func(partner collision.Key) bool { return !knew(k, partner) }) {
			return false
		}
	}
	return true
}

func (v *shoving) undo() {
	for i := range v.pushed {
		if o := &v.pushed[i]; v.members[o.key].At.P != o.from {
			v.move(o.key, o.from)
		}
	}
	v.moved = v.moved[:v.moves]
}

func (p *planner) move(k collision.Key, to level.Vec) {
	m := &p.members[k]
	box, from := m.Bounds(), m.At.P
	m.At.P = to
	p.moved = append(p.moved, step{k, from, to, box.Union(m.Bounds()).Grow(p.around.World.Slop)})
	p.around.World.Move(k, m.At)
}

// tell fills in the result.
func (p *planner) tell() {
	for k := 1; k < len(p.members); k++ {
		if m := &p.members[k]; m.At.P != p.start[k] {
			p.result.Moves = append(p.result.Moves, Move{m.Collider.ID, p.start[k], m.At.P})
		}
	}
	p.around.World.Update()
	for _, pair := range p.before {
		c, ok := p.around.World.Contact(pair.a, pair.b)
		k, partner := pair.a, pair.b
		a, b := &p.members[k], &p.members[partner]
		isLeft := ok && p.around.isOverlap(&c, a, b, p.around.World.Slop)
		const rounding = 1e-6
		if isLeft && c.Depth() > pair.depth+rounding {
			p.deeper = append(p.deeper, k, partner)
		}
		switch {
		case !pair.isAsked:
			continue
		case !isLeft:
			p.result.Done++
			continue
		}
		if !a.Yields(&b.Side) {
			k, partner, a, b = partner, k, b, a
		}
		left := Left{A: a.Collider.ID, B: b.Collider.ID, Depth: c.Depth(), Why: TooLong}
		if s, ok := p.stuck[k]; ok && slices.Contains(s.leaves, partner) {
			left.Why = s.why
		}
		p.result.Left = append(p.result.Left, left)
	}
}
