package editor

import (
	"cmp"
	"math"
	"slices"

	"fillet/collision"
	"fillet/editor/level"
)

// SurfaceTouch is a contact of a group with a body.
type SurfaceTouch struct {
	Key    collision.Key
	Body   int // index of the group's body
	Point  level.Vec
	Normal level.Vec // outward normal of the touched body
}

// TouchSnap is a place where a group touches something.
type TouchSnap struct {
	At      level.Vec       // the displacement
	Count   int             // number of valid Touches: 1, or 2 in a corner
	Touches [2]SurfaceTouch // nearest first
}

// Limits of a search for a contact place.
const (
	mostPushes  = 32   // pushes out of overlaps
	mostCorners = 8    // candidates for a second surface
	sameNormal  = 0.05 // sine of the angle above which two surfaces form a corner
)

// Snap returns the place nearest to a displacement, within reach, where the group touches something exactly without new
// overlaps; it ignores bodies that it already overlaps by more than reach. If a second surface is within reach, the
// group touches both.
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

// isBuried reports whether a manifold is on a body that the search ignores, such as the side of the next tile of a
// floor that the group is in.
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

// isFree reports whether the group overlaps nothing that the search considers, and has entered no one-way body.
func (g *MovingGroup) isFree(at level.Vec) bool {
	free := true
	g.eachTouch(at, 0, func(_ int, t *collision.Touch) { free = free && t.Depth() <= 2*g.slack })
	g.eachEntered(at, func(collision.Key) { free = false })
	return free
}

// pushOut moves the group out of its overlaps by the shortest way that it finds, within reach.
func (g *MovingGroup) pushOut(at *level.Vec, from level.Vec, reach float64) bool {
	last := level.Vec{}
	for range mostPushes {
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
			out = t.Mul(deepest / t.Dot(n)) // along the previous surface: together they form a corner
		}
		if *at = at.Add(out); at.Dist(from) > reach {
			return false
		}
		last = n
	}
	return false
}

// around returns the contacts of a body with what it overlaps. Their ways out cross no edge that is shared by two
// shapes of a body. The result is valid until the next call.
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

// surfaces calls f with each surface that touches the group or is within a margin, with the nearest point and its
// distance.
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

// step moves the group along a way until it hits the surface at the end, or another one before it.
func (g *MovingGroup) step(at *level.Vec, way level.Vec) (SurfaceTouch, bool) {
	const more = 1.0 / 16 // rounding, and the end of a curve
	hit, met := g.cast(*at, way.Mul(1+more))
	if !met {
		return SurfaceTouch{}, false
	}
	*at = at.MulAdd(way, float64((1+more)*hit.T))
	return SurfaceTouch{hit.Key, hit.Body, hit.Point, hit.Normal}, true
}

// corner moves a group that touches one surface along it to a second one nearby.
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
	for _, c := range all[:min(len(all), mostCorners)] {
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

// faces returns a contact at a displacement whose surface faces the same way as the surface of a given contact.
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
			best, found = TouchSnap{At: to, Count: 1, Touches: [2]SurfaceTouch{{
				hit.Key, hit.Body, hit.Point,
				hit.Normal,
			}}}, true
		}
	}
	return best, found
}

// Along moves a group along the surface that it touches by about a given way, until it hits something, and keeps it in
// contact. ok is false if the surface ends earlier.
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
		out.Count, out.Touches[1] = 2, SurfaceTouch{hit.Key, hit.Body, hit.Point, hit.Normal}
		return out, g.isFree(at)
	}
	ok = g.isFree(at)
	out.At = g.bare(at, first.Body, first.Normal)
	return out, ok
}
