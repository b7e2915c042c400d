package contacts

import (
	"cmp"
	"math"
	"slices"

	"fillet/collision"
	"fillet/editor/level"
)

// Member is a placed collider with the properties that decide whether it moves.
type Member struct {
	Side
	Placed
}

// Surroundings holds the colliders among which exits are searched.
type Surroundings struct {
	World  *collision.World            // holds their bodies; hidden colliders and triggers may be missing
	Member func(collision.Key) *Member // returns the collider of a key; nil leaves the collider out
	// Frame is the level's frame, which nothing leaves; empty if the level has no size. See [FrameOf].
	Frame collision.AABB
	// Ignored holds the overlaps that the level ignores. They are left alone.
	Ignored *level.IgnoredIndex

	// careful reports whether a collider must get no deeper into any collider that it overlaps, even one that yields to
	// it. Nil means never.
	careful func(collision.Key) bool

	limit int                               // maximum cost of a search, in probes; 0 means maxProbed
	once  map[collision.Key][]collision.Key // what each collider overlapped at the start and may pass through
	found []collision.Contact               // reused by probes
	hits  []collision.BodyHit
}

const unknownSize = -1

// memberIn returns the k-th collider of a snapshot in drawing order. Its size is computed on demand.
func memberIn(l *level.Layer, c *level.ColliderSnapshot, k collision.Key) Member {
	return Member{
		Side{Collider: c.Collider, Layer: float64(k), Size: unknownSize, Locked: c.IsLocked(l)},
		PlacedAt(c.Collider, c.Baked),
	}
}

// sized computes the member's size on first use, because few members overlap anything.
func (m *Member) sized() *Member {
	if m.Size == unknownSize {
		m.Size = SizeOf(m.Collider, m.Baked)
	}
	return m
}

// FrameOf returns the level's frame, or an empty box if it has no size.
func FrameOf(s *level.Settings) collision.AABB {
	if !(s.Size.X > 0 && s.Size.Y > 0) {
		return collision.EmptyAABB()
	}
	return collision.AABB{Min: s.Origin, Max: s.Origin.Add(s.Size)}
}

// Exit is the way along which a collider leaves others.
type Exit struct {
	Way    level.Vec       // in level pixels; zero unless Why is None
	To     level.Vec       // the collider's position afterwards, rounded to a billionth of a pixel
	Why    Reason          // None if there is a way
	Leaves []collision.Key // colliders that it leaves along the way, or has to leave if there is no way; anchors first
	// Region is a box around everything that was examined. The exit stays valid while nothing in it changes.
	Region collision.AABB
	// Cost is about the number of pairs of pieces that the search has tested.
	Cost int
}

// Reason is the reason why overlapping colliders are not separated.
type Reason uint8

// The reasons.
const (
	None      Reason = iota
	Locked           // the collider that would have to move is locked
	TooLarge         // for the level's frame
	NoRoom           // every way ends in another collider, crosses one, or leaves the level's frame
	TooMany          // too many pairs to compute
	TooLong          // they still overlap after the last round
	Untouched        // neither collider was to be separated
)

// String returns the reason as the end of a sentence about a pair.
func (r Reason) String() string {
	return [...]string{
		"", "the one to move is locked", "it is larger than the level", "there is no room", "too many pairs overlap",
		"after 20 rounds they still overlap", "",
	}[min(r, Untouched)]
}

// Exit finds a way for a collider out of everything that it overlaps and yields to: see [Side.Yields]. The way ends
// where they touch, adds no overlap and stays in the level's frame; a collider that is already outside goes no farther
// out. Exit takes the shortest way that crosses no third collider, or else the shortest that crosses only movable ones.
// A way never ends in a static collider or crosses one. Exit returns false for a collider that has nothing to leave.
//
// If the collider cannot leave all of them at once, it leaves one of them, provided that it gets no deeper into the
// others.
func (s *Surroundings) Exit(k collision.Key) (e Exit, ok bool) { return s.exit(k, nil) }

// exit works like Exit, but the collider may move into others for which give is true. A nil give allows none.
func (s *Surroundings) exit(k collision.Key, give func(collision.Key) bool) (e Exit, ok bool) {
	body, known := s.World.Body(k)
	if !known {
		return Exit{}, false
	}
	return s.exitOf(k, body, give)
}

// exitOf works like exit for a body that has key k in the world. If the body is not in the world, Member returns it for
// key 0.
func (s *Surroundings) exitOf(k collision.Key, body collision.Body, give func(collision.Key) bool) (e Exit, ok bool) {
	if body.Trigger {
		return Exit{}, false
	}
	x := leaver{
		s: s, key: k, give: give, own: s.Member(k), body: body, bounds: level.BoundsOf(body.Shapes, body.Transform),
	}
	x.region = x.bounds.Grow(s.World.Slop)
	x.careful = s.careful != nil && s.careful(k)
	x.search()
	if len(x.stronger) == 0 {
		return Exit{}, false
	}
	e.Way, e.Why = x.find()
	e.To, e.Leaves, e.Region = level.RoundOff(body.Transform.P.Add(e.Way)), x.leaves, x.region
	e.Cost = x.probed * probedPairs
	if e.Why != None {
		e.To = body.Transform.P
	}
	return e, true
}

// leaver searches the exit of one collider.
type leaver struct {
	s       *Surroundings
	key     collision.Key
	give    func(collision.Key) bool
	own     *Member
	body    collision.Body
	bounds  collision.AABB
	region  collision.AABB    // everything that it has examined
	probed  int               // cost of the search so far, in probes
	careful bool              // it must get no deeper into any collider
	trusted bool              // the current way does not cross the colliders that it leaves
	cores   []collision.Shape // its pieces, slightly shrunk
	middles []level.Vec       // their centres

	overlapped []overlapped
	stronger   []collision.Key // colliders that it overlaps and yields to, anchors first
	leaves     []collision.Key // the members of stronger that it leaves
	passable   []collision.Key // itself and the colliders that it overlaps
	entered    []collision.Key // colliders that give way at the last probed place
	kept       []collision.Key // colliders that it may continue to overlap there
}

// overlapped is a collider that the leaver overlaps at the start.
type overlapped struct {
	key      collision.Key
	member   *Member
	depth    float64
	stronger bool
}

// overlaps calls each for every collider that a body overlaps by more than slop, as defined by [Classify], sorted by
// key.
func (s *Surroundings) overlaps(
	k collision.Key, body collision.Body, slop float64, each func(c *collision.Contact, other *Member),
) {
	own := s.Member(k)
	s.found = s.World.AppendProbe(s.found[:0], body)
	for i := range s.found {
		c := &s.found[i]
		if c.B == k {
			continue
		}
		if other := s.Member(c.B); other != nil && s.isOverlap(c, own, other, slop) {
			each(c, other)
		}
	}
}

// isOverlap reports whether a and b overlap by more than slop.
func (s *Surroundings) isOverlap(c *collision.Contact, a, b *Member, slop float64) bool {
	_, state := Classify(c, a.Collider, b.Collider, slop, s.Ignored)
	return state == Overlapping
}

func (x *leaver) search() {
	x.passable = append(x.passable, x.key)
	x.s.overlaps(x.key, x.body, x.s.World.Slop, func(c *collision.Contact, other *Member) {
		o := overlapped{key: c.B, member: other, depth: c.Depth(), stronger: x.own.Yields(&other.Side)}
		if o.stronger {
			x.stronger = append(x.stronger, c.B)
		}
		x.overlapped = append(x.overlapped, o)
		x.passable = append(x.passable, c.B)
	})
	slices.SortFunc(x.stronger, func(a, b collision.Key) int { return x.s.byStrength(a, b) })
}

// byStrength orders anchors first.
func (s *Surroundings) byStrength(a, b collision.Key) int {
	if a == b {
		return 0
	}
	if s.Member(a).Yields(&s.Member(b).Side) {
		return 1
	}
	return -1
}

func (x *leaver) find() (level.Vec, Reason) {
	x.leaves = x.stronger
	if x.own.Locked {
		return level.Vec{}, Locked
	}
	if way, ok := x.leave(true); ok {
		return way, None
	}
	if len(x.stronger) > 1 {
		const limit = 4
		for _, one := range x.stronger[:min(len(x.stronger), limit)] {
			x.leaves = []collision.Key{one}
			if way, ok := x.leave(false); ok {
				return way, None
			}
		}
	}
	x.leaves = x.stronger
	if x.isOver() {
		return level.Vec{}, TooMany
	}
	if f := x.s.Frame; !f.IsEmpty() {
		if size, room := x.bounds.Size(), f.Size(); size.X > room.X || size.Y > room.Y {
			return level.Vec{}, TooLarge
		}
	}
	return level.Vec{}, NoRoom
}

// leave finds a way out of x.leaves. If push is set, it also tries ways that combine several directions.
func (x *leaver) leave(push bool) (level.Vec, bool) {
	others := make([]Placed, len(x.leaves))
	for i, k := range x.leaves {
		others[i] = x.s.Member(k).Placed
	}
	if x.isOver() {
		return level.Vec{}, false
	}
	way, tests, ok := wayOut(x.own.Placed, others, x.testsLeft())
	if x.probed += tests / testsPerProbe; ok {
		// The shortest way between two convex shapes leads to the near side.
		x.trusted = len(others) == 1 && len(x.body.Shapes) == 1 && len(others[0].Baked.Pieces) == 1
		exact, v := x.assess(way)
		if x.trusted = false; v == free {
			return exact, true
		}
	}
	ways := x.waysOut(others)
	if push {
		ways = x.appendPushed(ways)
		ways = x.appendPast(ways, others)
	}
	best := shut
	for i, w := range ways {
		if i > 0 && w == ways[i-1] {
			continue
		}
		if exact, v := x.assess(w); v > best {
			if best, way = v, exact; v == free {
				break
			}
		}
	}
	return way, best > shut
}

// appendPushed appends ways out of corners, found by leaving the deepest contact repeatedly from the start and from the
// ends of the shortest ways. It sorts all ways.
func (x *leaver) appendPushed(ways []level.Vec) []level.Vec {
	const starts = 8
	n := min(len(ways), starts)
	if by, _, ok := x.push(level.Vec{}, math.Inf(1)); ok {
		ways = append(ways, by)
	}
	for _, w := range ways[:n] {
		if !x.fits(w) {
			continue
		}
		if by, _, ok := x.push(w, math.Inf(1)); ok && by != w {
			ways = append(ways, by)
		}
	}
	sortWays(ways)
	return ways
}

// appendPast appends, after the others, ways that also lead past the colliders that it overlapped at the start, out of
// a pile that has begun to spread.
func (x *leaver) appendPast(ways []level.Vec, others []Placed) []level.Vec {
	n := len(others)
	for _, k := range x.s.once[x.key] {
		if m := x.s.Member(k); !slices.Contains(x.passable, k) && x.own.Yields(&m.Side) {
			others = append(others, m.Placed)
		}
	}
	if len(others) == n {
		return ways
	}
	return append(ways, x.waysOut(others)...)
}

// waysOut returns the shortest ways out of others, and counts their cost.
func (x *leaver) waysOut(others []Placed) []level.Vec {
	if x.isOver() {
		return nil
	}
	ways, tests := waysOut(x.own.Placed, others, x.testsLeft())
	x.probed += tests / testsPerProbe
	return ways
}

// assess grades a way. If the way ends within slop of a place where the contact only touches, exact ends at that place.
func (x *leaver) assess(way level.Vec) (exact level.Vec, v verdict) {
	if !x.fits(way) {
		return way, shut
	}
	reach := float64(2 * x.s.World.Slop)
	exact, deepest, ok := x.push(way, reach)
	switch {
	case ok:
		return exact, x.judge(exact)
	case x.give == nil && deepest > reach:
		return way, shut // it ends in a collider, as judge would also find
	}
	return way, x.judge(way)
}

// push moves the collider, displaced by the given vector, out of its deepest forbidden contact repeatedly. first is the
// initial depth of the deepest contact. It returns false if that does not end, or leads farther than reach.
func (x *leaver) push(by level.Vec, reach float64) (to level.Vec, first float64, ok bool) {
	const (
		largest = 24
		same    = 1e-9 // among equal depths the stronger collider counts
	)
	var been [largest]level.Vec
	start := by
	for i := range largest {
		been[i] = by
		var deepest collision.Manifold
		var of collision.Key
		depth := separationTolerance
		probed := x.probe(by, separationTolerance, func(c *collision.Contact, _ *Member) {
			if x.mayOverlap(c) {
				return
			}
			for i := range c.Manifolds {
				m := &c.Manifolds[i]
				d := m.Depth() - depth
				if c.Blocks(m) && (d > same || of != 0 && of != c.B && d > -same && x.s.byStrength(c.B, of) < 0) {
					deepest, depth, of = *m, m.Depth(), c.B
				}
			}
		})
		if !probed {
			break
		}
		if of == 0 {
			return by, first, true
		}
		if i == 0 {
			first = depth
		}
		if by = by.MulAdd(deepest.Normal, -depth); by.Dist(start) > reach {
			break
		}
		// The push would oscillate forever.
		if slices.ContainsFunc(been[:i+1], func(p level.Vec) bool { return p.Dist(by) < same }) {
			break
		}
	}
	return level.Vec{}, first, false
}

// The cost of a search, in probes. A probe costs 1, and 1 for every probedPairs pairs of pieces of the colliders that
// overlap. A cast of a piece costs 1 as well.
const (
	maxProbed     = 1 << 16
	maxDrawn      = 1 << 13 // for a picture
	probedPairs   = 64
	testsPerProbe = 1 << 10 // tests of a separator that take as long as a probe
)

// left returns how much the search may still cost.
func (x *leaver) left() int { return cmp.Or(x.s.limit, maxProbed) - x.probed }

// isOver reports whether the search has become too long.
func (x *leaver) isOver() bool { return x.left() < 0 }

// testsLeft limits the tests of a separator.
func (x *leaver) testsLeft() int { return min(maxTests, (x.left()+1)*testsPerProbe) }

// probe calls f for every collider that the displaced collider overlaps by more than slop. It returns false if the
// search has become too long.
func (x *leaver) probe(by level.Vec, slop float64, f func(c *collision.Contact, other *Member)) bool {
	if x.isOver() {
		return false
	}
	x.probed++
	body := x.body
	body.Transform.P = body.Transform.P.Add(by)
	end := collision.AABB{Min: x.bounds.Min.Add(by), Max: x.bounds.Max.Add(by)}
	x.region = x.region.Union(end.Grow(x.s.World.Slop))
	x.s.overlaps(x.key, body, slop, func(c *collision.Contact, other *Member) {
		x.probed += len(body.Shapes) * len(other.Baked.Pieces) / probedPairs
		f(c, other)
	})
	return true
}

// mayOverlap reports whether the collider may overlap the other one of a contact: one that it already overlaps and that
// yields to it, or one that it need not leave if it gets no deeper.
func (x *leaver) mayOverlap(c *collision.Contact) bool {
	const same = 1e-9
	for i := range x.overlapped {
		if o := &x.overlapped[i]; o.key == c.B {
			if o.stronger && slices.Contains(x.leaves, c.B) {
				return false
			}
			return !o.stronger && !x.careful || c.Depth() <= o.depth+same
		}
	}
	return false
}

// verdict is the grade of a way.
type verdict uint8

const (
	shut    verdict = iota // it ends in a collider, crosses a wall, or leaves the frame
	through                // it crosses movable colliders
	free
)

// judge grades a way, without adjusting its end.
func (x *leaver) judge(way level.Vec) verdict {
	if way.IsNaN() || math.IsInf(way.Len(), 0) || !x.fits(way) {
		return shut
	}
	ends := false
	x.entered, x.kept = x.entered[:0], x.kept[:0]
	probed := x.probe(way, x.s.World.Slop, func(c *collision.Contact, _ *Member) {
		switch {
		case x.mayOverlap(c):
			x.kept = append(x.kept, c.B)
		case x.give != nil && x.give(c.B):
			x.entered = append(x.entered, c.B)
		default:
			ends = true
		}
	})
	if ends || !probed {
		return shut
	}
	return x.path(way)
}

// fits reports whether the collider leaves the level's frame no farther than it already does.
func (x *leaver) fits(way level.Vec) bool {
	const rounding = 1e-9
	f, b := x.s.Frame, x.bounds
	if f.IsEmpty() {
		return true
	}
	return b.Min.X+way.X >= min(f.Min.X, b.Min.X)-rounding && b.Max.X+way.X <= max(f.Max.X, b.Max.X)+rounding &&
		b.Min.Y+way.Y >= min(f.Min.Y, b.Min.Y)-rounding && b.Max.Y+way.Y <= max(f.Max.Y, b.Max.Y)+rounding
}

// path grades a straight way by the colliders that it crosses. It casts the shrunk pieces, so that they slide along
// colliders that they touch.
func (x *leaver) path(way level.Vec) verdict {
	x.prepare()
	v := free
	q := collision.Query{
		Filter: x.body.Filter, Exclude: slices.Concat(x.passable, x.entered, x.s.once[x.key]),
		Predicate: func(k collision.Key) bool {
			other := x.s.Member(k)
			return other != nil && !AreNeighbours(x.own.Collider, other.Collider, Overlapping) &&
				x.s.Ignored.Find(level.RuleOverlap, x.own.Collider.ID, other.Collider.ID) < 0 &&
				!x.s.Ignored.NeverCollide(x.own.Collider.ID, other.Collider.ID)
		},
	}
	for _, core := range x.cores {
		if x.probed++; x.isOver() {
			return shut
		}
		x.s.hits = x.s.World.AppendCast(x.s.hits[:0], core, x.body.Transform, way, q)
		for i := range x.s.hits {
			hit := &x.s.hits[i]
			if hit.T == 0 && hit.Normal.Dot(way) >= 0 {
				continue // it moves out of this collider
			}
			if x.s.Member(hit.Key).isWall() {
				return shut
			}
			v = through
		}
	}
	if x.trusted {
		return v
	}
	return min(v, x.side(way))
}

// side grades a way by what it crosses among the colliders that it overlaps at the start but not at the end, so that it
// leaves a thin wall on the near side. A collider counts as crossed if the centres of more than half of the pieces
// cross it.
func (x *leaver) side(way level.Vec) verdict {
	q := collision.Query{Filter: x.body.Filter, Predicate: func(k collision.Key) bool {
		return k != x.key && slices.Contains(x.passable, k) && !slices.Contains(x.kept, k)
	}}
	const atTheEnd = 1 - 1e-6
	walls, others := 0, 0
	for _, middle := range x.middles {
		x.probed++
		ray := collision.Ray{Origin: x.body.Transform.Apply(middle), Dir: way, Max: 1}
		x.s.hits = x.s.World.AppendRaycast(x.s.hits[:0], ray, q)
		wall, other := 0, 0
		for i := range x.s.hits {
			switch hit := &x.s.hits[i]; {
			case hit.T == 0 || hit.T > atTheEnd: // the centre is inside it, or on its surface
			case x.s.Member(hit.Key).isWall():
				wall = 1
			default:
				other = 1
			}
		}
		walls, others = walls+wall, others+other
	}
	switch half := len(x.middles) / 2; {
	case walls > half:
		return shut
	case others > half:
		return through
	}
	return free
}

// prepare computes the shrunk pieces and their centres.
func (x *leaver) prepare() {
	if x.cores != nil {
		return
	}
	skin := float64(2 * x.s.World.Slop)
	for _, s := range x.body.Shapes {
		sum := level.Vec{}
		for _, p := range s.Vertices() {
			sum = sum.Add(p)
		}
		x.cores = append(x.cores, s.Core(skin))
		x.middles = append(x.middles, sum.Mul(1/float64(s.Len())))
	}
}

// isWall reports whether nothing may move across the collider.
func (m *Member) isWall() bool { return m.Locked || m.Collider.Body == level.Static }

// sortWays sorts by length; among equal lengths, upward ways come first.
func sortWays(ways []level.Vec) {
	const step = 1e-6 // absorbs rounding in ways of equal length
	slices.SortFunc(ways, func(a, b level.Vec) int {
		return cmp.Or(cmp.Compare(math.Round(a.Len()/step), math.Round(b.Len()/step)), cmp.Compare(a.Y, b.Y),
			cmp.Compare(a.X, b.X))
	})
}
