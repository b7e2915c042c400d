package editor

import (
	"maps"
	"math"
	"slices"

	"fillet/collision"
	"fillet/editor/level"
)

// MovingGroup moves shapes about in a collision world as a hand wants it: it brings what is near to exact touch, slides along what
// is in the way, drops until something carries, and tells how much room there is. It is one body or several, which move together
// without turning. It meets the other bodies of a world as their categories
// say, and as if it were solid from every side itself, whatever it is: a trigger or a one-way platform that is being placed
// should not sink into the ground. Triggers are never met, one-way bodies and one-sided chains only from their solid side.
//
// Where it is, is told by its displacement from where it was made. A MovingGroup must not be used after the other bodies have changed
// in a way that matters to it; what it holds itself may have moved.
type MovingGroup struct {
	world   *collision.World
	bodies  []collision.Body
	absent  map[collision.Key]bool  // its own bodies, and what is left out
	allowed map[movingPiece]float64 // how deep it may be in what it overlaps
	passed  map[collision.Key]bool  // what the search under way does not mind
	inside  map[collision.Key]bool  // one-way bodies that it is in, and passes therefore
	query   collision.Query
	slack   float64         // what counts as touching, in level pixels
	extent  float64         // more than from any end of the level to the other
	padded  []bool          // which bodies have shapes that are thicker than they are
	dot     collision.Shape // of no more than rounding
	touched []collision.Touch
	near    []collision.Contact
	keys    []collision.Key
}

// movingPiece is a shape of a body.
type movingPiece struct {
	key   collision.Key
	shape int
}

// ExactTouch is how exactly things touch, in level pixels, where coordinates are not so large that rounding is greater.
const ExactTouch = 1e-7

// NewMovingGroup makes a group of bodies. The keys are those that the bodies have in the world, 0 for one that is not in it.
func NewMovingGroup(w *collision.World, bodies []collision.Body, keys []collision.Key) *MovingGroup {
	g := &MovingGroup{
		world: w, absent: map[collision.Key]bool{}, allowed: map[movingPiece]float64{}, passed: map[collision.Key]bool{},
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
	if most := all.MaxAbs(); !all.IsEmpty() && float64(most*rounding) > g.slack {
		g.slack = float64(most * rounding)
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

// pad gives shapes without an area a radius: what has no width could slip through between two tiles that share an edge, as it comes
// into neither.
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

// bare moves a place where a padded body touches something along a normal to where the body itself does.
func (g *MovingGroup) bare(at level.Vec, body int, normal level.Vec) level.Vec {
	if g.padded[body] {
		return at.MulAdd(normal, -g.padding())
	}
	return at
}

// LeaveOut makes the group not meet bodies. [MovingGroup.Meet] takes it back.
func (g *MovingGroup) LeaveOut(keys ...collision.Key) {
	for _, k := range keys {
		g.absent[k] = true
	}
}

// Meet makes the group meet a body that was left out.
func (g *MovingGroup) Meet(k collision.Key) { delete(g.absent, k) }

// Pieces is how many convex shapes the group has.
func (g *MovingGroup) Pieces() int {
	n := 0
	for i := range g.bodies {
		n += len(g.bodies[i].Shapes)
	}
	return n
}

// Part returns one of the group's bodies as a group. It shares with the whole what is left out, so none of the group's bodies are met
// until [MovingGroup.Meet] says so.
func (g *MovingGroup) Part(i int) *MovingGroup {
	p := *g
	p.bodies, p.padded = g.bodies[i:i+1], g.padded[i:i+1]
	return &p
}

// GroupHit is where a motion ends at a body.
type GroupHit struct {
	T      float64       // the fraction of the motion that is free
	Key    collision.Key // what was met
	Shape  int           // which of its shapes
	Body   int           // which of the group's bodies meets it
	Piece  int           // and which of that one's shapes
	Point  level.Vec     // where they touch
	Normal level.Vec     // of what was met there, outward: a unit vector
}

// Cast returns how far the group can move from a displacement before it meets something: to the end, T = 1, if there is nothing.
// What it touches it may slide along. What it overlaps it may leave, or move in, without coming deeper.
func (g *MovingGroup) Cast(at, way level.Vec) (GroupHit, bool) {
	clear(g.allowed)
	defer clear(g.inside)
	at = g.settle(at)
	g.enter(at)
	return g.cast(at, way)
}

// moved is one of the bodies' transform at a displacement.
func (g *MovingGroup) moved(body int, at level.Vec) collision.Transform {
	xf := g.bodies[body].Transform
	xf.P = xf.P.Add(at)
	return xf
}

// settle moves the group out of what it is in by no more than its padding.
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

// cast is Cast with the depths that are allowed already.
func (g *MovingGroup) cast(at, way level.Vec) (hit GroupHit, met bool) {
	const most = 16
	for range most {
		if hit, met = g.firstHit(at, way); !met || !g.isSeam(&hit) {
			break
		}
	}
	if met {
		g.touch(at, way, &hit)
	}
	return hit, met
}

// isSeam reports whether a hit is inside of a body that the group is in, where one of its shapes follows another. The group may then
// be as deep in the next one.
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

// firstHit is what the group's shapes meet first.
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

// touch moves a hit to where the separation is 0: a cast may go a little deeper.
func (g *MovingGroup) touch(at, way level.Vec, hit *GroupHit) {
	other, ok := g.world.Body(hit.Key)
	if !ok || g.allowed[movingPiece{hit.Key, hit.Shape}] > 0 {
		return
	}
	b := &g.bodies[hit.Body]
	for range 2 {
		xf := g.moved(hit.Body, at.MulAdd(way, hit.T))
		d := collision.Distance(b.Shapes[hit.Piece], xf, other.Shapes[hit.Shape], other.Transform)
		n := d.Normal.Neg()
		speed := way.Dot(n)
		if n.Dot(hit.Normal) < 0.99 || !(speed < 0) || math.Abs(d.Distance) > float64(4*g.slack) {
			return
		}
		hit.T = min(max(hit.T-d.Distance/speed, 0), 1)
		hit.Point, hit.Normal = d.OnB, n
	}
}

// enter allows the group the depth of what it overlaps, and no more than it had before. One-way bodies that it is in let it pass.
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

// findInside finds the one-way bodies that the group is in. What is in one with any of its shapes passes all of it: the world knows
// that of each shape by itself.
func (g *MovingGroup) findInside(at level.Vec) {
	clear(g.inside)
	g.eachEntered(at, func(k collision.Key) { g.inside[k] = true })
}

// eachEntered calls f with the one-way bodies that the group is in, whatever side it came from, and passes not already.
func (g *MovingGroup) eachEntered(at level.Vec, f func(collision.Key)) {
	for i := range g.bodies {
		b := &g.bodies[i]
		g.query.Filter = b.Filter
		xf := g.moved(i, at)
		for j := range b.Shapes {
			g.keys = g.world.AppendShape(g.keys[:0], b.Shapes[j], xf, g.query)
			for _, k := range g.keys {
				if other, _ := g.world.Body(k); other.OneWay != (level.Vec{}) && g.isIn(&b.Shapes[j], &xf, &other) {
					f(k)
				}
			}
		}
	}
}

// isIn reports whether a shape is in a body by more than what rests on it may be.
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

// eachTouch calls f with each shape that stops the group and that it touches, overlaps, or is nearer to than a margin.
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

// Inside returns a body that the group overlaps where it is, by more than the world's slop, and how deep: the deepest. It is
// false where there is none.
func (g *MovingGroup) Inside(at level.Vec) (key collision.Key, depth float64, ok bool) {
	depth = g.world.Slop
	g.eachTouch(at, 0, func(_ int, t *collision.Touch) {
		if d := t.Depth(); d > depth || ok && d == depth && t.Key < key {
			key, depth, ok = t.Key, d, true
		}
	})
	return key, depth, ok
}

// Drop moves the group from a displacement along a unit vector until something is in the way. The way is exactly zero where it rests
// already. It is false where nothing ever is in the way.
func (g *MovingGroup) Drop(at, dir level.Vec) (way level.Vec, hit GroupHit, ok bool) {
	far := g.extent + at.Len()
	if hit, ok = g.Cast(at, dir.Mul(far)); !ok {
		return level.Vec{}, hit, false
	}
	gone := float64(far * hit.T)
	if rate := dir.Dot(hit.Normal); g.padded[hit.Body] && rate < -sameNormal {
		out := g.settle(at).Sub(at) // where the cast began
		gone += (out.Dot(hit.Normal) - g.padding()) / rate
	}
	if gone <= float64(10*g.slack) {
		return level.Vec{}, hit, true
	}
	return dir.Mul(gone), hit, true
}

// slideTurns is how often a way changes its direction.
const slideTurns = 64

// Slide moves the group from one displacement toward another and returns where it comes: it stops at nothing as long as it can get
// nearer by sliding along what is in the way, and it goes through nothing, however thin. What it overlaps where it starts it may
// leave, and never comes deeper into: for that to hold over many calls, they must be calls of one MovingGroup.
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
			walls = walls[:0] // past what was in the way, or round its corner
		}
		way = slideAlong(rest, walls)
	}
	return at, met
}

// slideAlong returns what of a way is left beside walls of the given normals: the part that leads into none of them.
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
