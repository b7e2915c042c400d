package check

import (
	"context"
	"math"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"fillet/collision"
	"fillet/editor/level"
	"fillet/editor/play"
)

// scene is a level prepared for the rules, which run in parallel and do not modify it.
type scene struct {
	ctx      context.Context // context of the run; long loops check it
	level    level.Snapshot
	settings *level.Settings
	opts     Options
	items    []*item          // in drawing order
	parts    []part           // the convex pieces of everything except triggers, in the order of the items
	tree     *collision.Tree  // of all parts
	left     *collision.Tree  // of the parts that are not excluded
	excluded []exclusion      // colliders of piles that are excluded from pairwise checks
	world    *collision.World // the remaining items with parts and with neighbours, by index; up to date
	// excludeTests counts the pairs of parts tested for exclusion; see maxExcludeTests.
	excludeTests int
	tried        int // number of outline points tried as fixes of steps; see maxTried
	ignored      *level.IgnoredIndex
	// byID and openings are computed once, for several rules.
	byID     func() map[level.ID]*item
	openings func() []opening
	// moves computes the moves of the platforms once, for two rules.
	moves   func() play.Moves
	tooMany int // approximate number of pairs of pieces if there are too many for the world, which is then empty
}

// item is one collider in level space.
type item struct {
	*level.Collider
	baked       *level.Baked
	at          collision.Transform
	bounds      collision.AABB
	index       int32 // in the scene's items
	first, last int32 // the range of its parts
	twin        int32 // the first item with the same place, shape, role and filter
	alone       bool  // no part of another item is near enough to affect it, even if a fix changes one of them
	excluded    bool  // excluded from pairwise checks
	spawn       bool  // it is the character or a part of it, and obstructs nothing
}

// part is one convex piece, in its collider's frame.
type part struct {
	of     *item
	shape  collision.Shape
	bounds collision.AABB // in level space
}

func newScene(ctx context.Context, snap level.Snapshot, o Options) *scene {
	s := &scene{
		ctx: ctx, level: snap, settings: snap.Settings, opts: o, world: collision.NewWorld(),
		ignored: snap.IgnoredIndex(),
	}
	s.world.Workers = runtime.GOMAXPROCS(0)
	s.gather(snap)
	s.tree = s.newPartTree(func(*part) bool { return true })
	s.left = s.tree
	s.pairTwins()
	s.exclude(s.survey())
	pieces := 0
	for _, it := range s.items {
		if it.excluded || it.alone {
			continue
		}
		if body, ok := level.BodyOf(it.Collider, it.baked, s.settings); ok {
			pieces += len(body.Shapes)
			s.world.Put(collision.Key(it.index), body)
		}
	}
	if s.tooMany = tooManyPairs(s.world, pieces); s.tooMany > 0 {
		s.world = collision.NewWorld()
	} else if ctx.Err() == nil {
		s.world.Update()
	}
	s.byID = sync.OnceValue(func() map[level.ID]*item {
		out := make(map[level.ID]*item, len(s.items))
		for _, it := range s.items {
			out[it.ID] = it
		}
		return out
	})
	s.openings = sync.OnceValue(func() []opening { return openings(s) })
	s.moves = sync.OnceValue(func() play.Moves { return play.MovesOf(snap) })
	return s
}

// tooManyPairs returns the approximate number of pairs of pieces that a world's first update would examine, if they
// would take many times the memory of the level. Otherwise it returns 0. Only a few of them could be listed. A
// level of adjacent tiles has four pairs per piece.
func tooManyPairs(w *collision.World, pieces int) int {
	const (
		some     = 60_000
		perPiece = 8
	)
	limit := some + perPiece*pieces
	if _, pairs := w.PendingPairs(limit); pairs > limit {
		return pairs
	}
	return 0
}

func (s *scene) gather(snap level.Snapshot) {
	n, spawn := snap.Len(), play.SpawnParts(snap)
	room := make([]item, 0, n)
	s.items = make([]*item, 0, n)
	pieces := 0
	for c := range snap.Colliders() {
		room = append(room, item{
			Collider: c.Collider, baked: c.Baked, at: c.Transform(),
			spawn: slices.Contains(spawn, c.Collider),
		})
		s.items = append(s.items, &room[len(room)-1])
		pieces += len(c.Baked.Pieces)
	}
	s.parts = make([]part, 0, pieces)
	for i, it := range s.items {
		it.index, it.twin, it.first = int32(i), int32(i), int32(len(s.parts))
		it.bounds = collision.AABB{Min: it.at.P, Max: it.at.P}
		for j, p := range it.baked.Pieces {
			b := p.Bounds(it.at)
			if it.bounds = it.bounds.Union(b); j == 0 {
				it.bounds = b
			}
			if it.Role != level.Trigger {
				s.parts = append(s.parts, part{it, p, b})
			}
		}
		it.last = int32(len(s.parts))
	}
}

func (it *item) isStaticSolid() bool {
	return it.Role == level.Solid && it.Body == level.Static && len(it.baked.Pieces) > 0 && !it.spawn
}

// levelBounds returns the level's rectangle. ok is false if the level has no size.
func (s *scene) levelBounds() (collision.AABB, bool) {
	size := s.settings.Size
	return collision.AABB{Min: s.settings.Origin, Max: s.settings.Origin.Add(size)}, size.X > 0 && size.Y > 0
}

// isSolid reports whether a static solid covers the point, or a piece of own if own is not nil. Excluded items do not
// count.
func (s *scene) isSolid(p level.Vec, own *item) bool {
	return !s.left.Query(collision.AABB{Min: p, Max: p}, func(i int32) bool {
		part := &s.parts[i]
		return !((part.of == own || part.of.isStaticSolid()) && part.shape.Contains(part.of.at, p))
	})
}

// meets reports whether a shape touches a static solid other than a and b.
func (s *scene) meets(shape collision.Shape, at collision.Transform, a, b *item) bool {
	return !s.tree.Query(shape.Bounds(at), func(i int32) bool {
		p := &s.parts[i]
		return !(p.of != a && p.of != b && p.of.isStaticSolid() && collision.Overlap(shape, at, p.shape, p.of.at))
	})
}

// near returns a box around p with the given half size.
func near(p level.Vec, half float64) collision.AABB {
	return collision.AABB{Min: p, Max: p}.Grow(half)
}

// frame returns the bounds to bring into view for a place.
func frame(p level.Vec) collision.AABB { return near(p, 32) }

// distance returns the smallest separation between the pieces of two static solids, and where it is. Overlapping pieces
// count too.
func distance(a, b *item) collision.Separation {
	best := collision.Separation{Distance: math.Inf(1)}
	for _, p := range a.baked.Pieces {
		for _, q := range b.baked.Pieces {
			if d := collision.Distance(p, a.at, q, b.at); d.Distance < best.Distance {
				best = d
			}
		}
	}
	return best
}

// newPartTree builds a tree of the parts that are wanted.
func (s *scene) newPartTree(wanted func(p *part) bool) *collision.Tree {
	boxes := make([]collision.AABB, len(s.parts))
	for i := range s.parts {
		boxes[i] = collision.EmptyAABB()
		if p := &s.parts[i]; wanted(p) {
			boxes[i] = p.bounds
		}
	}
	t := &collision.Tree{Owner: s.ownerOf}
	t.Build(boxes)
	return t
}

// ownerOf returns the index of the item that a part belongs to.
func (s *scene) ownerOf(part int32) int32 { return s.parts[part].of.index }

// partsIn appends the parts of a tree that touch a box, except the parts of the item without, until to has limit
// elements.
func (s *scene) partsIn(t *collision.Tree, to []int32, b collision.AABB, without int32, limit int) []int32 {
	if len(to) >= limit {
		return to
	}
	t.QueryOthers(b, without, func(i int32) bool {
		if s.parts[i].bounds.Overlaps(b) {
			to = append(to, i)
		}
		return len(to) < limit
	})
	return to
}

// inParts calls f for ranges of 0..n on all cores and concatenates the results in order, so that they do not depend on
// the number of cores. If the context is cancelled, it skips ranges. It raises a panic of f in the caller.
func inParts[T any](ctx context.Context, n, grain int, f func(from, to int) []T) []T {
	parts := (n + grain - 1) / grain
	done := make([][]T, parts)
	var next atomic.Int64
	var failed atomic.Pointer[any]
	work := func() {
		defer func() {
			if p := recover(); p != nil {
				failed.CompareAndSwap(nil, &p)
			}
		}()
		for ctx.Err() == nil && failed.Load() == nil {
			i := int(next.Add(1)) - 1
			if i >= parts {
				return
			}
			done[i] = f(i*grain, min((i+1)*grain, n))
		}
	}
	var others sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), parts) - 1 {
		others.Go(work)
	}
	work()
	others.Wait()
	if p := failed.Load(); p != nil {
		panic(*p)
	}
	total := 0
	for _, d := range done {
		total += len(d)
	}
	all := make([]T, 0, total)
	for _, d := range done {
		all = append(all, d...)
	}
	return all
}
