package check

import (
	"math"
	"slices"

	"fillet/collision"
	"fillet/editor/level"
)

// scene is a level made ready for the rules.
type scene struct {
	settings *level.Settings
	opts     Options
	items    []*item // sorted by id
	byID     map[level.ID]*item
	world    *collision.World // every collider with pieces, under its id, up to date
	pieces   *collision.World // each piece of each static solid, under its place in parts + 1; for queries only
	parts    []part
	crowd    int // about how many pairs the world has, where they are too many: then it has none
}

// item is one collider in level space.
type item struct {
	*level.Collider
	baked  *level.Baked
	at     collision.Transform
	bounds collision.AABB
}

// part is one convex piece of a static solid, in its collider's frame.
type part struct {
	of     *item
	shape  collision.Shape
	bounds collision.AABB // in level space
}

func newScene(snap level.Snapshot, o Options) *scene {
	s := &scene{
		settings: snap.Settings, opts: o, byID: map[level.ID]*item{},
		world: level.NewWorld(snap), pieces: collision.NewWorld(),
	}
	const enough = 1_000_000
	if s.crowd = level.Crowd(s.world, 0, enough); s.crowd == 0 {
		s.world.Update()
	}
	for _, l := range snap.Layers {
		for _, c := range l.Colliders {
			it := &item{Collider: c.Collider, baked: c.Baked, at: c.Transform()}
			it.bounds = it.boundsOf()
			s.items = append(s.items, it)
			s.byID[c.ID] = it
		}
	}
	slices.SortFunc(s.items, func(a, b *item) int { return int(int64(a.ID) - int64(b.ID)) })
	for _, it := range s.items {
		if !it.isStaticSolid() {
			continue
		}
		for _, p := range it.baked.Pieces {
			s.parts = append(s.parts, part{it, p, p.Bounds(it.at)})
			s.pieces.Put(collision.Key(len(s.parts)), collision.Body{Shapes: []collision.Shape{p}, Transform: it.at, Static: true})
		}
	}
	return s
}

func (it *item) boundsOf() collision.AABB {
	if len(it.baked.Pieces) == 0 {
		return collision.AABB{Min: it.at.P, Max: it.at.P}
	}
	b := collision.EmptyAABB()
	for _, p := range it.baked.Pieces {
		b = b.Union(p.Bounds(it.at))
	}
	return b
}

func (it *item) isStaticSolid() bool {
	return it.Role == level.Solid && it.Body == level.Static && len(it.baked.Pieces) > 0
}

// levelBounds is the level's rectangle; false where the level has no size.
func (s *scene) levelBounds() (collision.AABB, bool) {
	size := s.settings.Size
	return collision.AABB{Min: s.settings.Origin, Max: s.settings.Origin.Add(size)}, size.X > 0 && size.Y > 0
}

// isSolid reports whether a static solid covers the point.
func (s *scene) isSolid(p level.Vec) bool { return len(s.pieces.QueryPoint(p)) > 0 }

// near is a box of that half size about a point.
func near(p level.Vec, half float64) collision.AABB {
	return collision.AABB{Min: p, Max: p}.Grow(half)
}

// frame is what to bring into view for a place on some colliders: their surroundings of the place.
func frame(p level.Vec) collision.AABB { return near(p, 32) }

// areNeighbours reports whether two static colliders come from one layer of one imported level.
func areNeighbours(a, b *level.Collider) bool {
	if a.Source == nil || b.Source == nil || a.Body != level.Static || b.Body != level.Static {
		return false
	}
	return a.Source.File == b.Source.File && a.Source.Level == b.Source.Level && a.Source.Layer == b.Source.Layer
}

// areStacked reports whether two static colliders come from two levels of one file. Where such levels lie over each
// other, as those of different depths do in a world, they are not played at once.
func areStacked(a, b *level.Collider) bool {
	if a.Source == nil || b.Source == nil || a.Body != level.Static || b.Body != level.Static {
		return false
	}
	return a.Source.File == b.Source.File && a.Source.Level != "" && b.Source.Level != "" && a.Source.Level != b.Source.Level
}

// distance is the least separation of two static solids' pieces, and where it is. Pieces that overlap count as well.
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
