package editor

import (
	"cmp"
	"maps"
	"math"
	"slices"

	"fillet/collision"
	"fillet/editor/level"
)

// MovingGroup moves shapes through a collision world interactively: it snaps them into exact contact, slides them along
// obstacles, drops them onto supports and measures free space. It consists of one or more bodies that move together
// without rotating. It meets the other bodies of the world according to their categories, and always as if it were
// solid: a trigger or a one-way platform should not sink into the ground while the user places it. It never meets
// triggers, and meets one-way bodies and one-sided chains only from their solid side.
//
// Its position is a displacement from its initial position. Do not use a MovingGroup after other relevant bodies have
// changed; its own bodies may have moved.
type MovingGroup struct {
	world   *collision.World
	bodies  []collision.Body
	absent  map[collision.Key]bool  // its own bodies, and excluded ones
	allowed map[movingPiece]float64 // allowed depth in each overlapping shape
	passed  map[collision.Key]bool  // bodies that the current search ignores
	inside  map[collision.Key]bool  // one-way bodies that the group is in and therefore passes
	query   collision.Query
	slack   float64         // tolerance for touching, in level pixels
	extent  float64         // larger than any distance within the level
	padded  []bool          // whether each body's shapes were thickened
	dot     collision.Shape // a tiny circle, for point queries
	touched []collision.Touch
	near    []collision.Contact
	keys    []collision.Key
}

// movingPiece identifies a shape of a body.
type movingPiece struct {
	key   collision.Key
	shape int
}

// ExactTouch is the accuracy of contacts, in level pixels, unless large coordinates cause larger rounding errors.
const ExactTouch = 1e-7

// NewMovingGroup returns a group of bodies. keys holds the bodies' keys in the world, or 0 for a body that is not in
// the world.
func NewMovingGroup(w *collision.World, bodies []collision.Body, keys []collision.Key) *MovingGroup {
	g := &MovingGroup{
		world: w, absent: map[collision.Key]bool{}, allowed: map[movingPiece]float64{},
		passed: map[collision.Key]bool{},
		inside: map[collision.Key]bool{}, slack: ExactTouch,
	}
	all := w.Bounds()
	for i, b := range bodies {
		g.absent[keys[i]] = true
		for j := range b.Shapes {
			all = all.Union(b.Shapes[j].Bounds(b.Transform))
		}
	}
	if !all.IsEmpty() {
		size := all.Size()
		g.extent = size.X + size.Y + 1
	}
	const rounding = 1e-12
	if extent := all.MaxAbs(); !all.IsEmpty() && float64(extent*rounding) > g.slack {
		g.slack = float64(extent * rounding)
	}
	if dot, err := collision.Circle(level.Vec{}, float64(4*g.slack)); err == nil {
		g.dot = dot
	}
	for _, b := range bodies {
		b.OneSided, b.OneWay, b.Trigger = false, level.Vec{}, false
		shapes, padded := g.pad(b.Shapes)
		b.Shapes = shapes
		g.bodies, g.padded = append(g.bodies, b), append(g.padded, padded)
	}
	g.query = collision.Query{
		Predicate: func(k collision.Key) bool { return !g.absent[k] && !g.passed[k] && !g.inside[k] },
		Depth:     func(k collision.Key, shape int) float64 { return max(g.allowed[movingPiece{k, shape}], g.slack) },
	}
	return g
}

// pad gives shapes without area a radius; otherwise they could slip between two tiles that share an edge.
func (g *MovingGroup) pad(shapes []collision.Shape) (out []collision.Shape, padded bool) {
	out = shapes
	for i := range shapes {
		s := &shapes[i]
		if s.Len() > 2 || s.Radius() >= g.padding() {
			continue
		}
		thick, err := collision.NewShape(s.Vertices(), g.padding())
		if err != nil {
			continue
		}
		if !padded {
			out, padded = slices.Clone(shapes), true
		}
		out[i] = thick
	}
	return out, padded
}

func (g *MovingGroup) padding() float64 { return float64(2 * g.slack) }

// bare returns the contact position of a body without its padding, which acts along the normal.
func (g *MovingGroup) bare(at level.Vec, body int, normal level.Vec) level.Vec {
	if g.padded[body] {
		return at.MulAdd(normal, -g.padding())
	}
	return at
}

// LeaveOut excludes a body from collision with the group. [MovingGroup.Meet] reverts it.
func (g *MovingGroup) LeaveOut(k collision.Key) { g.absent[k] = true }

// Meet includes an excluded body again.
func (g *MovingGroup) Meet(k collision.Key) { delete(g.absent, k) }

// Pieces returns the number of convex shapes in the group.
func (g *MovingGroup) Pieces() int {
	n := 0
	for i := range g.bodies {
		n += len(g.bodies[i].Shapes)
	}
	return n
}

// Part returns one of the group's bodies as a group. It shares the excluded bodies with the whole group, so it meets
// the group's other bodies only after [MovingGroup.Meet].
func (g *MovingGroup) Part(i int) *MovingGroup {
	p := *g
	p.bodies, p.padded = g.bodies[i:i+1], g.padded[i:i+1]
	return &p
}

// GroupHit is a hit that ends a motion.
type GroupHit struct {
	T      float64       // free fraction of the motion
	Key    collision.Key // the body that was hit
	Shape  int           // index of its shape
	Body   int           // index of the group's body
	Piece  int           // index of that body's shape
	Point  level.Vec     // contact point
	Normal level.Vec     // outward unit normal of the body that was hit
}

// touch returns the contact of the group at the hit.
func (h *GroupHit) touch() SurfaceTouch { return SurfaceTouch{h.Key, h.Body, h.Point, h.Normal} }

// Cast moves the group from a displacement and returns the first hit, or T = 1 if there is none. The group may slide
// along bodies that it touches. It may leave bodies that it overlaps, or move within them without going deeper.
func (g *MovingGroup) Cast(at, way level.Vec) (GroupHit, bool) {
	clear(g.allowed)
	defer clear(g.inside)
	at = g.settle(at)
	g.enter(at)
	return g.cast(at, way)
}

// moved returns the transform of a body at a displacement.
func (g *MovingGroup) moved(body int, at level.Vec) collision.Transform {
	xf := g.bodies[body].Transform
	xf.P = xf.P.Add(at)
	return xf
}

// settle moves the group out of overlaps that its padding may have caused.
func (g *MovingGroup) settle(at level.Vec) level.Vec {
	if !slices.Contains(g.padded, true) {
		return at
	}
	to := at
	if !g.pushOut(&to, at, float64(4*g.slack)) {
		return at
	}
	return to
}

// cast works like [MovingGroup.Cast] with the current allowed depths.
func (g *MovingGroup) cast(at, way level.Vec) (hit GroupHit, met bool) {
	const limit = 16
	for range limit {
		if hit, met = g.firstHit(at, way); !met || !g.isSeam(&hit) {
			break
		}
	}
	if met {
		g.touch(at, way, &hit)
	}
	return hit, met
}

// isSeam reports whether a hit is at a seam between shapes of a body that the group is already in. It then allows the
// same depth in the next shape.
func (g *MovingGroup) isSeam(hit *GroupHit) bool {
	if len(g.allowed) == 0 {
		return false
	}
	next := movingPiece{hit.Key, hit.Shape}
	before := g.allowed[next]
	g.query.Filter = g.bodies[hit.Body].Filter
	g.touched = g.world.AppendTouches(g.touched[:0], g.dot, collision.NewTransform(hit.Point, 0), 0, g.query)
	for i := range g.touched {
		if t := (movingPiece{g.touched[i].Key, g.touched[i].Shape}); t != next && t.key == next.key {
			g.allowed[next] = max(g.allowed[next], g.allowed[t])
		}
	}
	if after := g.allowed[next]; after > before {
		return true
	} else if after == 0 {
		delete(g.allowed, next)
	}
	return false
}

// firstHit returns the first hit of the group's shapes.
func (g *MovingGroup) firstHit(at, way level.Vec) (best GroupHit, met bool) {
	best.T = 1
	if way == (level.Vec{}) {
		return best, false
	}
	for i := range g.bodies {
		b := &g.bodies[i]
		g.query.Filter = b.Filter
		xf := g.moved(i, at)
		for j := range b.Shapes {
			hit, ok := g.world.Cast(b.Shapes[j], xf, way.Mul(best.T), g.query)
			if ok && (!met || hit.T < 1) {
				best = GroupHit{float64(best.T * hit.T), hit.Key, hit.Shape, i, j, hit.Point, hit.Normal}
				met = true
			}
		}
	}
	return best, met
}

// touch moves a hit to zero separation: a cast may end slightly too deep.
func (g *MovingGroup) touch(at, way level.Vec, hit *GroupHit) {
	target, ok := g.world.Body(hit.Key)
	if !ok || g.allowed[movingPiece{hit.Key, hit.Shape}] > 0 {
		return
	}
	b := &g.bodies[hit.Body]
	for range 2 {
		xf := g.moved(hit.Body, at.MulAdd(way, hit.T))
		d := collision.Distance(b.Shapes[hit.Piece], xf, target.Shapes[hit.Shape], target.Transform)
		n := d.Normal.Neg()
		speed := way.Dot(n)
		if n.Dot(hit.Normal) < 0.99 || !(speed < 0) || math.Abs(d.Distance) > float64(4*g.slack) {
			return
		}
		hit.T = min(max(hit.T-d.Distance/speed, 0), 1)
		hit.Point, hit.Normal = d.OnB, n
	}
}

// enter sets the allowed depths to the current overlaps, never deeper than before. The group passes one-way bodies that
// it is in.
func (g *MovingGroup) enter(at level.Vec) {
	g.findInside(at)
	had := len(g.allowed) > 0
	var now map[movingPiece]float64
	g.eachTouch(at, 0, func(_ int, t *collision.Touch) {
		if depth := t.Depth(); depth > g.slack && !g.isOneWay(t.Key) {
			if now == nil {
				now = map[movingPiece]float64{}
			}
			p := movingPiece{t.Key, t.Shape}
			now[p] = max(now[p], depth+g.slack)
		}
	})
	for p, depth := range now {
		if before, was := g.allowed[p]; had && was {
			now[p] = min(before, depth)
		}
	}
	clear(g.allowed)
	maps.Copy(g.allowed, now)
}

// findInside finds the one-way bodies that the group is in. The whole group passes a body if any of its shapes is in
// it; the world decides this for each shape separately.
func (g *MovingGroup) findInside(at level.Vec) {
	clear(g.inside)
	g.eachEntered(at, func(k collision.Key) { g.inside[k] = true })
}

// eachEntered calls f with each one-way body that the group is in, regardless of the side that it came from, unless the
// group already passes that body.
func (g *MovingGroup) eachEntered(at level.Vec, f func(collision.Key)) {
	for i := range g.bodies {
		b := &g.bodies[i]
		g.query.Filter = b.Filter
		xf := g.moved(i, at)
		for j := range b.Shapes {
			g.keys = g.world.AppendShape(g.keys[:0], b.Shapes[j], xf, g.query)
			for _, k := range g.keys {
				if w, _ := g.world.Body(k); w.OneWay != (level.Vec{}) && g.isIn(&b.Shapes[j], &xf, &w) {
					f(k)
				}
			}
		}
	}
}

// isIn reports whether a shape is deeper in a body than a resting contact can be.
func (g *MovingGroup) isIn(s *collision.Shape, xf *collision.Transform, b *collision.Body) bool {
	for i := range b.Shapes {
		if m, ok := collision.Collide(*s, *xf, b.Shapes[i], b.Transform, 0); ok && m.Depth() > g.world.Slop {
			return true
		}
	}
	return false
}

func (g *MovingGroup) isOneWay(k collision.Key) bool {
	b, _ := g.world.Body(k)
	return b.OneWay != level.Vec{}
}

// eachTouch calls f with each blocking shape that overlaps or touches the group or is within a margin of it.
func (g *MovingGroup) eachTouch(at level.Vec, margin float64, f func(body int, t *collision.Touch)) {
	for i := range g.bodies {
		b := &g.bodies[i]
		g.query.Filter = b.Filter
		xf := g.moved(i, at)
		for j := range b.Shapes {
			g.touched = g.world.AppendTouches(g.touched[:0], b.Shapes[j], xf, margin, g.query)
			for k := range g.touched {
				f(i, &g.touched[k])
			}
		}
	}
}

// Inside returns the body that the group overlaps most, and the depth. ok is false if the depth is within the world's
// slop.
func (g *MovingGroup) Inside(at level.Vec) (key collision.Key, depth float64, ok bool) {
	depth = g.world.Slop
	g.eachTouch(at, 0, func(_ int, t *collision.Touch) {
		if d := t.Depth(); d > depth || ok && d == depth && t.Key < key {
			key, depth, ok = t.Key, d, true
		}
	})
	return key, depth, ok
}

// Drop moves the group from a displacement along a unit vector until a body blocks it. way is exactly zero if the group
// already rests on that body. ok is false if nothing blocks the group.
func (g *MovingGroup) Drop(at, dir level.Vec) (way level.Vec, hit GroupHit, ok bool) {
	far := g.extent + at.Len()
	if hit, ok = g.Cast(at, dir.Mul(far)); !ok {
		return level.Vec{}, hit, false
	}
	gone := float64(far * hit.T)
	if rate := dir.Dot(hit.Normal); g.padded[hit.Body] && rate < -sameNormal {
		out := g.settle(at).Sub(at) // from at to the start of the cast
		gone += (out.Dot(hit.Normal) - g.padding()) / rate
	}
	if gone <= float64(10*g.slack) {
		return level.Vec{}, hit, true
	}
	return dir.Mul(gone), hit, true
}

// slideTurns limits the number of direction changes in a slide.
const slideTurns = 64

// Slide moves the group from one displacement toward another and returns where it ends. The group slides along
// obstacles as long as that brings it closer, and passes through nothing, however thin. It may leave bodies that it
// overlaps at the start but never goes deeper into them. To guarantee this over several calls, use the same MovingGroup
// for all.
func (g *MovingGroup) Slide(from, to level.Vec) (at level.Vec, met bool) {
	defer clear(g.inside)
	at = g.settle(from)
	var walls []level.Vec
	way := to.Sub(at)
	for range slideTurns {
		if way.Len() <= float64(g.slack/4) {
			break
		}
		g.enter(at)
		hit, stopped := g.cast(at, way)
		gone := way.Mul(hit.T)
		at = at.Add(gone)
		rest := to.Sub(at)
		switch {
		case stopped:
			met = true
			if gone.Len() > g.slack {
				walls = walls[:0]
			}
			walls = append(walls, hit.Normal)
		case len(walls) == 0:
			return to, met
		default:
			walls = walls[:0] // past the obstacle or around its corner
		}
		way = slideAlong(rest, walls)
	}
	return at, met
}

// slideAlong returns the longest component of a move that leads into none of the walls. walls holds their normals.
func slideAlong(way level.Vec, walls []level.Vec) level.Vec {
	free := func(d level.Vec) bool {
		for _, n := range walls {
			if d.Dot(n) < -1e-12*d.Len() {
				return false
			}
		}
		return true
	}
	if free(way) {
		return way
	}
	best := level.Vec{}
	for _, n := range walls {
		t := n.Perp()
		if d := t.Mul(way.Dot(t)); free(d) && d.LenSq() > best.LenSq() {
			best = d
		}
	}
	return best
}

// SurfaceTouch is a contact of a group with a body.
type SurfaceTouch struct {
	Key    collision.Key
	Body   int // index of the group's body
	Point  level.Vec
	Normal level.Vec // outward normal of the touched body
}

// TouchSnap is a position in which a group touches one or two bodies.
type TouchSnap struct {
	At      level.Vec       // the displacement
	Count   int             // number of valid Touches: 1, or 2 in a corner
	Touches [2]SurfaceTouch // nearest first
}

// Limits of the search for a contact position.
const (
	maxPushes  = 32   // pushes out of overlaps
	maxCorners = 8    // candidates for a second surface
	sameNormal = 0.05 // sine of the angle above which two surfaces form a corner
)

// Snap returns the nearest position within reach in which the group touches a body exactly, without new overlaps. If a
// second surface is within reach, the group touches both. Bodies are ignored if the group already overlaps one by more
// than reach.
func (g *MovingGroup) Snap(at level.Vec, reach float64) (TouchSnap, bool) {
	if !(reach > 0) {
		return TouchSnap{}, false
	}
	defer g.end()
	g.begin(at, reach)
	s := TouchSnap{At: at}
	if !g.pushOut(&s.At, at, reach) {
		return s, false
	}
	first, ok := g.approach(&s.At, reach)
	if !ok || s.At.Dist(at) > reach {
		return s, false
	}
	s.Touches[0], s.Count = first, 1
	g.corner(&s, at, reach)
	if !g.isFree(s.At) {
		return s, false
	}
	if s.Count == 1 {
		s.At = g.bare(s.At, first.Body, first.Normal)
	}
	return s, true
}

// begin begins a search. If the group overlaps something by more than reach, the search ignores everything that it
// overlaps.
func (g *MovingGroup) begin(at level.Vec, reach float64) {
	clear(g.allowed)
	clear(g.passed)
	g.findInside(at)
	deep := false
	var all []collision.Key
	g.eachTouch(at, 0, func(_ int, t *collision.Touch) {
		if depth := t.Depth(); depth > g.slack {
			deep = deep || depth > reach
			all = append(all, t.Key)
		}
	})
	if !deep {
		return
	}
	for _, k := range all {
		g.passed[k] = true
	}
}

// end ends a search.
func (g *MovingGroup) end() {
	clear(g.passed)
	clear(g.inside)
}

// isBuried reports whether the contact points of a manifold are inside bodies that the search ignores. For a group that
// is in a floor, this is true of the side of the next floor tile.
func (g *MovingGroup) isBuried(m *collision.Manifold) bool {
	if len(g.passed) == 0 {
		return false
	}
	on := collision.Query{Predicate: func(k collision.Key) bool { return g.passed[k] }}
	for i := range m.Count {
		p := m.Points[i].Point.MulAdd(m.Normal, float64(m.Points[i].Separation/2)) // on the body's surface
		if len(g.world.QueryShape(g.dot, collision.NewTransform(p, 0), on)) == 0 {
			return false
		}
	}
	return true
}

// isFree reports whether the group overlaps none of the bodies that the search considers, and has entered no one-way
// body.
func (g *MovingGroup) isFree(at level.Vec) bool {
	free := true
	g.eachTouch(at, 0, func(_ int, t *collision.Touch) { free = free && t.Depth() <= 2*g.slack })
	g.eachEntered(at, func(collision.Key) { free = false })
	return free
}

// pushOut moves the group out of its overlaps by the shortest way that it finds. It returns false if there is none
// within reach.
func (g *MovingGroup) pushOut(at *level.Vec, from level.Vec, reach float64) bool {
	last := level.Vec{}
	for range maxPushes {
		deepest, n := g.slack, level.Vec{}
		for i := range g.bodies {
			near := g.around(i, *at)
			for j := range near {
				c := &near[j]
				for k := range c.Manifolds {
					if m := &c.Manifolds[k]; c.Blocks(m) && m.Depth() > deepest {
						deepest, n = m.Depth(), m.Normal.Neg()
					}
				}
			}
		}
		if n == (level.Vec{}) {
			return true
		}
		out := n.Mul(deepest)
		if t := last.Perp(); last != (level.Vec{}) && math.Abs(t.Dot(n)) > sameNormal {
			out = t.Mul(deepest / t.Dot(n)) // along the previous surface, which forms a corner with this one
		}
		if *at = at.Add(out); at.Dist(from) > reach {
			return false
		}
		last = n
	}
	return false
}

// around returns the contacts of a body with everything that it overlaps. Their ways out never cross an edge between
// two shapes of one body. The result is valid until the next call.
func (g *MovingGroup) around(body int, at level.Vec) []collision.Contact {
	b := g.bodies[body]
	b.Transform = g.moved(body, at)
	g.near = g.world.AppendNear(g.near[:0], b, 0, g.query)
	return g.near
}

// approach moves the group to the nearest surface within reach.
func (g *MovingGroup) approach(at *level.Vec, reach float64) (SurfaceTouch, bool) {
	nearest, found := math.Inf(1), SurfaceTouch{}
	g.surfaces(*at, reach, func(body int, t *collision.Touch, p level.Vec, d float64) {
		if d < nearest {
			nearest, found = d, SurfaceTouch{t.Key, body, p, t.Normal.Neg()}
		}
	})
	if nearest > reach {
		return found, false
	}
	if nearest <= g.slack {
		*at = at.MulAdd(found.Normal, -nearest)
		return found, true
	}
	return g.step(at, found.Normal.Mul(-nearest))
}

// surfaces calls f with each surface that touches the group or is within a margin of it, and with the surface's nearest
// point and its distance.
func (g *MovingGroup) surfaces(
	at level.Vec, margin float64, f func(body int, t *collision.Touch, p level.Vec, d float64),
) {
	g.eachTouch(at, margin, func(body int, t *collision.Touch) {
		if p, d := closest(&t.Manifold); d >= -g.slack && !g.isBuried(&t.Manifold) {
			f(body, t, p, d)
		}
	})
}

// closest returns the deepest point of a manifold and its separation.
func closest(m *collision.Manifold) (level.Vec, float64) {
	p := &m.Points[0]
	if m.Count == 2 && m.Points[1].Separation < p.Separation {
		p = &m.Points[1]
	}
	return p.Point, p.Separation
}

// step moves the group until it hits the surface at the end of the way, or another surface before that.
func (g *MovingGroup) step(at *level.Vec, way level.Vec) (SurfaceTouch, bool) {
	const more = 1.0 / 16 // allows for rounding, and for a curve that ends
	hit, met := g.cast(*at, way.Mul(1+more))
	if !met {
		return SurfaceTouch{}, false
	}
	*at = at.MulAdd(way, float64((1+more)*hit.T))
	return hit.touch(), true
}

// corner moves a group along the surface that it touches to a second surface within reach.
func (g *MovingGroup) corner(s *TouchSnap, from level.Vec, reach float64) {
	type candidate struct {
		way   level.Vec
		touch SurfaceTouch
	}
	var all []candidate
	first := s.Touches[0]
	along := first.Normal.Perp()
	g.surfaces(s.At, reach, func(body int, t *collision.Touch, p level.Vec, d float64) {
		n := t.Normal.Neg()
		rate := along.Dot(n)
		if math.Abs(rate) < sameNormal {
			return
		}
		if way := along.Mul(-d / rate); s.At.Add(way).Dist(from) <= reach {
			all = append(all, candidate{way, SurfaceTouch{t.Key, body, p, n}})
		}
	})
	slices.SortStableFunc(all, func(a, b candidate) int { return cmp.Compare(a.way.LenSq(), b.way.LenSq()) })
	all = slices.CompactFunc(all, func(a, b candidate) bool { return a.way.Dist(b.way) <= g.padding() })
	for _, c := range all[:min(len(all), maxCorners)] {
		if c.way.Len() <= g.slack {
			s.Touches[1], s.Count = c.touch, 2
			return
		}
		at := s.At
		second, ok := g.step(&at, c.way)
		if !ok || math.Abs(second.Normal.Cross(first.Normal)) < sameNormal || at.Dist(from) > reach {
			continue
		}
		if first, ok := g.faces(at, first); ok && g.isFree(at) {
			s.At, s.Touches, s.Count = at, [2]SurfaceTouch{first, second}, 2
			return
		}
	}
}

// faces returns a contact at a displacement whose surface has the same normal as the given contact's.
func (g *MovingGroup) faces(at level.Vec, as SurfaceTouch) (found SurfaceTouch, ok bool) {
	g.surfaces(at, g.padding(), func(body int, t *collision.Touch, p level.Vec, _ float64) {
		if n := t.Normal.Neg(); !ok && math.Abs(n.Cross(as.Normal)) < sameNormal && n.Dot(as.Normal) > 0 {
			found, ok = SurfaceTouch{t.Key, body, p, n}, true
		}
	})
	return found, ok
}

// SnapAlong snaps like [MovingGroup.Snap], but only along a unit vector, in both directions.
func (g *MovingGroup) SnapAlong(at, dir level.Vec, reach float64) (TouchSnap, bool) {
	if !(reach > 0) {
		return TouchSnap{}, false
	}
	defer g.end()
	g.begin(at, reach)
	best, found := TouchSnap{}, false
	for _, d := range [2]level.Vec{dir, dir.Neg()} {
		from := at.MulAdd(d, -reach)
		if !g.isFree(from) {
			continue
		}
		hit, met := g.cast(from, d.Mul(float64(2*reach)))
		if !met {
			continue
		}
		to := from.MulAdd(d, float64(2*reach*hit.T))
		if !found || to.Dist(at) < best.At.Dist(at) {
			best, found = TouchSnap{At: to, Count: 1, Touches: [2]SurfaceTouch{hit.touch()}}, true
		}
	}
	return best, found
}

// Along moves a group along the surface that it touches, by the part of a way that is parallel to the surface, or until
// it hits something. The group stays in contact. ok is false if the surface ends earlier.
func (g *MovingGroup) Along(s TouchSnap, way level.Vec, reach float64) (TouchSnap, bool) {
	t := s.Touches[0].Normal.Perp()
	way = t.Mul(way.Dot(t))
	clear(g.allowed)
	from := g.settle(s.At)
	hit, met := g.cast(from, way)
	at := from.MulAdd(way, hit.T)
	first, ok := g.faces(at, s.Touches[0])
	if !ok {
		out, ok := g.Snap(at, reach)
		return out, ok && out.Touches[0].Normal.Dot(s.Touches[0].Normal) > 0
	}
	out := TouchSnap{At: at, Count: 1, Touches: [2]SurfaceTouch{first}}
	if met {
		out.Count, out.Touches[1] = 2, hit.touch()
		return out, g.isFree(at)
	}
	ok = g.isFree(at)
	out.At = g.bare(at, first.Body, first.Normal)
	return out, ok
}
