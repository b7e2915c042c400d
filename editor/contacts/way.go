package contacts

import (
	"math"
	"slices"

	"fillet/collision"
	"fillet/editor/level"
)

// Placed is a shape with its position and angle.
type Placed struct {
	Baked *level.Baked
	At    collision.Transform
}

// PlacedAt returns a collider's shape at the collider's own position.
func PlacedAt(c *level.Collider, baked *level.Baked) Placed { return Placed{baked, c.Transform()} }

// Bounds returns a box around the shape, in level space.
func (p Placed) Bounds() collision.AABB { return level.BoundsOf(p.Baked.Pieces, p.At) }

// WayOut returns the shortest way found, in level pixels, on which a shape leaves others: at its end they touch. It
// returns false if there is none. For a shape that overlaps none of the others the way is zero.
//
// It tries the possible directions of the shortest way: the normals of the deepest contacts, the normals of all nearby
// edges, and the level's axes. Along each direction the result is exact: a convex piece that has left another never
// meets it again, so the way ends behind the last piece in its path.
func WayOut(own Placed, others []Placed) (way level.Vec, ok bool) {
	way, _, ok = wayOut(own, others, maxTests)
	return way, ok
}

// wayOut works like WayOut with a limit for the number of pairs of pieces that it tests, and also returns that number.
func wayOut(own Placed, others []Placed, limit int) (way level.Vec, tests int, ok bool) {
	if len(own.Baked.Pieces) == 1 && len(others) == 1 && len(others[0].Baked.Pieces) == 1 {
		m, hit := collision.Collide(own.Baked.Pieces[0], own.At, others[0].Baked.Pieces[0], others[0].At, 0)
		if !hit {
			return level.Vec{}, 1, true
		}
		return m.Normal.Mul(-max(m.Depth(), 0)), 1, true
	}
	box := own.Bounds()
	size := box.Size()
	// A way of at most this length hits nothing beyond it.
	if margin := size.X + size.Y; math.IsInf(margin, 1) || margin != margin {
		return level.Vec{}, 0, false
	} else if way, tests, ok = wayOutOf(own, others, box.Grow(margin), limit); ok && way.Len() <= margin {
		return way, tests, true
	}
	way, more, ok := wayOutOf(own, others, everywhere, limit-tests)
	return way, tests + more, ok
}

var everywhere = collision.AABB{
	Min: level.Vec{X: math.Inf(-1), Y: math.Inf(-1)},
	Max: level.Vec{X: math.Inf(1), Y: math.Inf(1)},
}

// wayOutOf works like wayOut but considers only the pieces of others that reach into a box.
func wayOutOf(
	own Placed, others []Placed, near collision.AABB, limit int,
) (way level.Vec, tests int, ok bool) {
	x := newSeparator(own, others, near, limit)
	directions := x.appendNormals(x.contactNormals(), near)
	directions = append(directions, level.Vec{X: 1}, level.Vec{X: -1}, level.Vec{Y: 1}, level.Vec{Y: -1})
	way, ok = x.shortest(directions)
	if len(x.own)*len(x.obstacle) < 2 {
		return way, x.tests, ok
	}
	// In a corner between two pieces, the way out follows neither normal.
	if by, found := x.pushed(); found && (!ok || by.Len() < way.Len()) {
		return by, x.tests, true
	}
	return way, x.tests, ok
}

// waysOut returns the shortest way out of others along each promising direction, sorted by length: the directions of
// [WayOut] and sixteen all around. It also returns the number of pairs of pieces that it tested, which it limits.
func waysOut(own Placed, others []Placed, limit int) (ways []level.Vec, tests int) {
	box := own.Bounds()
	size := box.Size()
	margin := size.X + size.Y
	if math.IsInf(margin, 1) || margin != margin {
		return nil, 0
	}
	x := newSeparator(own, others, everywhere, limit)
	ways = x.ways(box.Grow(margin))
	return ways, x.tests
}

// ways returns the shortest way out along each of the promising directions, sorted by length: see waysOut.
func (x *separator) ways(near collision.AABB) (ways []level.Vec) {
	directions := []level.Vec{{X: 1}, {X: -1}, {Y: 1}, {Y: -1}}
	for i := range 16 {
		sin, cos := collision.Sincos(float64(float64(i) * (math.Pi / 8)))
		directions = append(directions, level.Vec{X: cos, Y: sin})
	}
	directions = x.appendNormals(append(directions, x.contactNormals()...), near)
	eachDirection(directions, func(d level.Vec) {
		if t := x.exit(d, math.Inf(1)); !math.IsInf(t, 1) {
			ways = append(ways, d.Mul(t))
		}
	})
	sortWays(ways)
	return ways
}

// separator finds how far a union of convex pieces must move in a direction to leave another.
type separator struct {
	own      []collision.Shape
	at       collision.Transform
	obstacle []placed
	reach    float64 // nothing overlaps beyond this distance
	tests    int     // pairs of pieces tested so far
	limit    int     // maximum of tests
}

// newSeparator returns a separator for a shape and the pieces of others that reach into a box. If there are too many
// pairs of pieces, it merges pieces, so that the ways are longer than necessary.
func newSeparator(own Placed, others []Placed, near collision.AABB, limit int) *separator {
	x := &separator{own: own.Baked.Pieces, at: own.At, limit: limit}
	for _, o := range others {
		x.addObstacles(o.Baked.Pieces, o.At, near)
	}
	if len(x.own)*len(x.obstacle) > exactPairs {
		x.own, x.obstacle = merged(x.own), nil
		for _, o := range others {
			x.addObstacles(merged(o.Baked.Pieces), o.At, near)
		}
	}
	all := own.Bounds()
	for i := range x.obstacle {
		all = all.Union(x.obstacle[i].bounds)
	}
	x.reach = float64(2*(all.Size().X+all.Size().Y)) + 1
	return x
}

func (x *separator) addObstacles(pieces []collision.Shape, at collision.Transform, near collision.AABB) {
	for _, p := range pieces {
		if b := p.Bounds(at); b.Overlaps(near) {
			x.obstacle = append(x.obstacle, placed{p, at, b})
		}
	}
}

// merged returns at most maxMerged convex shapes that cover the pieces of a collider.
func merged(pieces []collision.Shape) []collision.Shape {
	if len(pieces) <= maxMerged {
		return pieces
	}
	var out []collision.Shape
	for part := range slices.Chunk(pieces, (len(pieces)+maxMerged-1)/maxMerged) {
		var points []level.Vec
		radius := 0.0
		for _, p := range part {
			points, radius = append(points, p.Vertices()...), max(radius, p.Radius())
		}
		if hull, err := collision.NewShape(points, radius); err == nil {
			out = append(out, hull)
		} else {
			out = append(out, part...)
		}
	}
	return out
}

type placed struct {
	shape  collision.Shape
	at     collision.Transform
	bounds collision.AABB
}

// Limits of the search. With more vertices in the pieces, fewer directions are tried.
const (
	maxDirections = 256
	minDirections = 16
	maxVisits     = 1 << 20 // vertices visited over all directions, counted per pair of pieces
	maxTests      = 1 << 23 // pairs tested over all directions; in a pile, each direction tests all pairs many times
	leaveTests    = 1 << 7  // a pair whose boxes overlap costs as much as this many others
	exactPairs    = 1 << 14 // pairs of pieces above which pieces are merged
	maxMerged     = 1 << 7  // pieces of a collider then
)

// budget returns the approximate number of directions to try.
func (x *separator) budget() int {
	visits := 1
	for _, own := range x.own {
		visits += own.Len() * len(x.obstacle)
	}
	for _, o := range x.obstacle {
		visits += o.shape.Len() * len(x.own)
	}
	return min(max(maxVisits/visits, minDirections), maxDirections)
}

// contactNormals returns the way out of each contact between two pieces.
func (x *separator) contactNormals() (out []level.Vec) {
	limit := x.budget() / 2
	for _, own := range x.own {
		b := own.Bounds(x.at)
		for _, o := range x.obstacle {
			if len(out) == limit {
				return out
			}
			if !b.Overlaps(o.bounds) {
				continue
			}
			if m, hit := collision.Collide(own, x.at, o.shape, o.at, 0); hit && m.Depth() > separationTolerance {
				out = append(out, m.Normal.Neg())
			}
		}
	}
	return out
}

// appendNormals appends the edge normals of the pieces and of the obstacles that reach into a box. If there are more
// edges than the budget allows, it takes every nth edge, so that the normals still cover all directions.
func (x *separator) appendNormals(to []level.Vec, near collision.AABB) []level.Vec {
	edges := 0
	each := func(f func(p *collision.Shape, q collision.Rot)) {
		for i := range x.obstacle {
			if o := &x.obstacle[i]; o.shape.Len() > 1 && o.bounds.Overlaps(near) {
				f(&o.shape, o.at.Q)
			}
		}
		for i := range x.own {
			if p := &x.own[i]; p.Len() > 1 {
				f(p, collision.Rot{C: -x.at.Q.C, S: -x.at.Q.S}) // its own edges' normals point the opposite way
			}
		}
	}
	each(func(p *collision.Shape, _ collision.Rot) { edges += p.Len() })
	room := max(x.budget()-len(to), minDirections)
	step, i := (edges+room-1)/room, 0
	each(func(p *collision.Shape, q collision.Rot) {
		for ; i < p.Len(); i += step {
			to = append(to, q.Apply(p.Normal(i)))
		}
		i -= p.Len()
	})
	return to
}

func (x *separator) shortest(directions []level.Vec) (level.Vec, bool) {
	best, way := math.Inf(1), level.Vec{}
	eachDirection(directions, func(d level.Vec) {
		if t := x.exit(d, best); t < best {
			best, way = t, d.Mul(t)
		}
	})
	return way, !math.IsInf(best, 1)
}

// eachDirection calls f once for each distinct direction.
func eachDirection(directions []level.Vec, f func(level.Vec)) {
	type key struct{ x, y int32 }
	tried := make(map[key]bool, len(directions))
	for _, d := range directions {
		k := key{int32(math.Round(d.X * 1e8)), int32(math.Round(d.Y * 1e8))}
		if !tried[k] {
			tried[k] = true
			f(d)
		}
	}
}

// exit returns how far the pieces must move along the unit vector d until they overlap no obstacle, or +Inf if that is
// not below the limit or the search has become too long.
func (x *separator) exit(d level.Vec, limit float64) float64 {
	limit = min(limit, x.reach)
	t := 0.0
	for range len(x.own)*len(x.obstacle) + 2 { // each pair is left at most once; two more for rounding
		if t >= limit || x.tests > x.limit {
			break
		}
		x.tests += len(x.own) * len(x.obstacle)
		next := t
		at := x.at
		at.P = x.at.P.MulAdd(d, t)
		for _, own := range x.own {
			b := own.Bounds(at)
			for _, o := range x.obstacle {
				if b.Overlaps(o.bounds) {
					x.tests += leaveTests
					next = max(next, t+x.leave(own, at, d, o))
				}
			}
		}
		if next == t {
			return t
		}
		t = next
	}
	return math.Inf(1)
}

// pushed moves the pieces out of their deepest contact repeatedly until nothing overlaps. It returns false if that does
// not end.
func (x *separator) pushed() (by level.Vec, ok bool) {
	const rounds = 64
	at := x.at
	for range rounds {
		if x.tests > x.limit {
			break
		}
		deepest := collision.Manifold{}
		depth := separationTolerance
		x.tests += len(x.own) * len(x.obstacle)
		for _, own := range x.own {
			b := own.Bounds(at)
			for _, o := range x.obstacle {
				if !b.Overlaps(o.bounds) {
					continue
				}
				x.tests += leaveTests
				if m, hit := collision.Collide(own, at, o.shape, o.at, 0); hit && m.Depth() > depth {
					deepest, depth = m, m.Depth()
				}
			}
		}
		if deepest.Count == 0 {
			return at.P.Sub(x.at.P), true
		}
		at.P = at.P.MulAdd(deepest.Normal, -depth)
	}
	return level.Vec{}, false
}

// leave returns how far a convex shape must move in direction d to leave an obstacle, or 0 if they do not overlap. On a
// straight way two convex shapes overlap in a single interval, which ends where the shape would hit the obstacle if it
// came back from far away.
func (x *separator) leave(own collision.Shape, at collision.Transform, d level.Vec, o placed) float64 {
	m, ok := collision.Collide(own, at, o.shape, o.at, 0)
	if !ok || m.Depth() <= separationTolerance {
		return 0
	}
	all := own.Bounds(at).Union(o.bounds).Size()
	far := all.X + all.Y
	at.P = at.P.MulAdd(d, far)
	hit, ok := collision.Cast(own, at, d.Mul(-far), o.shape, o.at)
	if !ok {
		return 0
	}
	return max(far*(1-hit.T), m.Depth())
}

// separationTolerance is the depth, in level pixels, below which colliders count as separated: far below an overlap,
// and far above the rounding error at the largest coordinates.
const separationTolerance = 1e-6
