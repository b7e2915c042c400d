package playtest

import (
	"math"
	"slices"

	"fillet/collision"
	"fillet/editor/level"
)

// FreeSpace is where a character's position can be: everywhere but in the level's solid colliders grown by its shape.
// A position on the boundary touches. It is exact: a convex piece grown by a convex shape is the sum of the one and the
// mirrored other, which is a rounded convex piece again.
//
// It is kept up to date with a level under change: Update computes anew only what has changed. One-way platforms, triggers
// and bodies that are pushed around leave the space free; one-sided chains do not, though a character comes through them
// from behind.
type FreeSpace struct {
	shapes []collision.Shape // the character's, mirrored
	filter collision.Filter

	grown map[level.ID]*grownCollider
	order []level.ID // sorted
	edges []collision.Segment
	stale bool
	stamp int

	disturbed []collision.AABB // where the last Update has changed something
}

// grownCollider is one collider grown by the character.
type grownCollider struct {
	record   *level.Collider
	settings *level.Settings
	stamp    int
	pieces   []collision.Shape // in level space
	outline  []collision.Segment
	fresh    bool // outline is up to date
	bounds   collision.AABB
}

// NewFreeSpace is the space of a character with the body and the filter of the settings. It is that of an empty level
// until the first Update.
func NewFreeSpace(settings Settings) *FreeSpace {
	settings = settings.sane()
	f := &FreeSpace{filter: settings.Filter, grown: map[level.ID]*grownCollider{}}
	for _, s := range settings.Body {
		points := s.Vertices()
		for i := range points {
			points[i] = points[i].Neg()
		}
		if m, err := collision.NewShape(points, s.Radius()); err == nil { // always: the mirror of a shape is one
			f.shapes = append(f.shapes, m)
		}
	}
	return f
}

// Update takes the level as it is now, and reports whether the space has changed. Records are compared by pointer.
func (f *FreeSpace) Update(snap level.Snapshot) bool {
	f.stamp++
	f.disturbed = f.disturbed[:0]
	added, removed := false, false
	spawn := SpawnParts(snap)
	for _, l := range snap.Layers {
		for _, c := range l.Colliders {
			if slices.Contains(spawn, c.Collider) || c.Body == level.Dynamic || c.Role != level.Solid {
				continue
			}
			g := f.grown[c.ID]
			if g != nil && g.record == c.Collider && g.settings == snap.Settings {
				g.stamp = f.stamp
				continue
			}
			body, ok := level.BodyOf(c.Collider, c.Baked, snap.Settings)
			if !ok || !f.filter.Accepts(body.Filter) {
				continue
			}
			if g != nil {
				f.disturbed = append(f.disturbed, g.bounds)
			}
			g = &grownCollider{record: c.Collider, settings: snap.Settings, stamp: f.stamp}
			g.grow(&body, f.shapes)
			added = added || f.grown[c.ID] == nil
			f.grown[c.ID] = g
			f.disturbed = append(f.disturbed, g.bounds)
		}
	}
	for id, g := range f.grown {
		if g.stamp != f.stamp {
			delete(f.grown, id)
			removed = true
			f.disturbed = append(f.disturbed, g.bounds)
		}
	}
	changed := len(f.disturbed) > 0
	if changed {
		f.spoil()
		f.stale = true
	}
	if added || removed {
		f.order = f.order[:0]
		for id := range f.grown {
			f.order = append(f.order, id)
		}
		slices.Sort(f.order)
	}
	return changed
}

// WithoutMachines returns the level without the colliders that move along a path: during a run they are elsewhere.
func WithoutMachines(snap level.Snapshot) level.Snapshot {
	out := snap
	out.Layers = slices.Clone(snap.Layers)
	ways := pathsOf(snap)
	for i := range out.Layers {
		l := &out.Layers[i]
		moves := func(c level.ColliderSnapshot) bool {
			p := pathOf(c.Collider, ways[c.ID])
			return c.Body == level.Kinematic && p.moves()
		}
		if slices.ContainsFunc(l.Colliders, moves) {
			l.Colliders = slices.DeleteFunc(slices.Clone(l.Colliders), moves)
		}
	}
	return out
}

// spoil notes that the outlines near what has changed may be others now.
func (f *FreeSpace) spoil() {
	f.disturbed = few(f.disturbed)
	for _, g := range f.grown {
		g.fresh = g.fresh && !slices.ContainsFunc(f.disturbed, g.bounds.Overlaps)
	}
}

// fewBoxes is up to how many boxes it pays to test one by one.
const fewBoxes = 32

// few returns the boxes, or where they are many the one around them all.
func few(boxes []collision.AABB) []collision.AABB {
	if len(boxes) <= fewBoxes {
		return boxes
	}
	all := collision.EmptyAABB()
	for _, b := range boxes {
		all = all.Union(b)
	}
	return append(boxes[:0], all)
}

// grow sums the collider's pieces with the character's.
func (g *grownCollider) grow(body *collision.Body, shapes []collision.Shape) {
	g.bounds = collision.EmptyAABB()
	var points []Vec
	for _, p := range body.Shapes {
		for _, s := range shapes {
			points = points[:0]
			for i := range p.Len() {
				v := body.Transform.Apply(p.Vertex(i))
				for j := range s.Len() {
					points = append(points, v.Add(s.Vertex(j)))
				}
			}
			sum, err := collision.NewShape(points, p.Radius()+s.Radius())
			if err != nil {
				continue // beyond the largest coordinate: it can be nowhere near
			}
			g.pieces = append(g.pieces, sum)
			g.bounds = g.bounds.Union(sum.Bounds(collision.Identity()))
		}
	}
}

// Fits reports whether the character's position can be at p: it may touch there, but is in nothing.
func (f *FreeSpace) Fits(p Vec) bool {
	for _, g := range f.grown {
		if !g.bounds.Contains(p) {
			continue
		}
		for _, s := range g.pieces {
			if _, d := s.Closest(collision.Identity(), p); d < -touchSlop {
				return false
			}
		}
	}
	return true
}

// Blocked returns the parts of the level, in level space, in which the character's position cannot be: convex pieces
// that overlap each other. Filled with one colour they are the whole of it. The slice is the caller's.
func (f *FreeSpace) Blocked() []collision.Shape {
	var out []collision.Shape
	for _, id := range f.order {
		out = append(out, f.grown[id].pieces...)
	}
	return out
}

// Boundary returns the line between where the character's position can be and where it cannot: straight edges and arcs,
// in no particular order of travel. The slice is the space's own until the next Update.
func (f *FreeSpace) Boundary() []collision.Segment {
	if !f.stale {
		return f.edges
	}
	f.stale = false
	u := f.union()
	f.edges = f.edges[:0]
	for _, id := range f.order {
		g := f.grown[id]
		if !g.fresh {
			g.outline = g.outline[:0]
			for _, i := range u.of[id] {
				g.outline = u.exposed(g.outline, i)
			}
			g.fresh = true
		}
		f.edges = append(f.edges, g.outline...)
	}
	return f.edges
}

// union lists the pieces that matter to the outlines that are out of date, ready to find what of those lies outside of
// all others.
func (f *FreeSpace) union() *union {
	u := &union{of: map[level.ID][]int32{}}
	var stale []collision.AABB
	for _, id := range f.order {
		if g := f.grown[id]; !g.fresh {
			stale = append(stale, g.bounds.Grow(unionSlop))
		}
	}
	stale = few(stale)
	for _, id := range f.order {
		g := f.grown[id]
		if !slices.ContainsFunc(stale, g.bounds.Overlaps) {
			continue
		}
		for _, p := range g.pieces {
			u.of[id] = append(u.of[id], int32(len(u.pieces)))
			u.pieces = append(u.pieces, p)
			u.boxes = append(u.boxes, p.Bounds(collision.Identity()))
		}
	}
	u.index.Build(u.boxes)
	return u
}

// union finds the boundary of a union of rounded convex pieces.
type union struct {
	pieces []collision.Shape
	boxes  []collision.AABB
	index  collision.Tree
	of     map[level.ID][]int32
	near   []int32
	cuts   []float64
}

// unionSlop is the distance within which two outlines run together.
const unionSlop = 1e-7

// exposed appends the parts of a piece's outline that lie in no other piece. Where outlines run together, the first
// piece's counts: so does a gap that is just as wide as the character, as a line.
func (u *union) exposed(out []collision.Segment, i int32) []collision.Segment {
	u.near = u.index.Append(u.near[:0], u.boxes[i].Grow(unionSlop))
	u.near = slices.DeleteFunc(u.near, func(j int32) bool { return j == i })
	slices.Sort(u.near)
	for _, c := range u.pieces[i].Boundary() {
		for _, s := range c {
			out = u.cut(out, s, i)
		}
	}
	return out
}

// cut appends the parts of one segment.
func (u *union) cut(out []collision.Segment, s collision.Segment, i int32) []collision.Segment {
	sweep, length := s.Sweep(), s.From.Dist(s.To)
	if s.Radius > 0 {
		length = float64(math.Abs(sweep) * s.Radius)
	}
	if length < unionSlop {
		return out
	}
	at := func(t float64) Vec {
		if s.Radius == 0 {
			return s.From.Lerp(s.To, t)
		}
		return s.Center.Add(collision.NewRot(float64(sweep * t)).Apply(s.From.Sub(s.Center)))
	}
	box := collision.AABB{Min: s.From.Min(s.To), Max: s.From.Max(s.To)}
	if s.Radius > 0 {
		r := Vec{X: s.Radius, Y: s.Radius}
		box = collision.AABB{Min: s.Center.Sub(r), Max: s.Center.Add(r)}
	}
	box = box.Grow(unionSlop)
	u.cuts = append(u.cuts[:0], 0, 1)
	for _, j := range u.near {
		if u.boxes[j].Overlaps(box) {
			u.crossings(&s, sweep, u.pieces[j])
		}
	}
	slices.Sort(u.cuts)
	from := 0.0
	pending := false // from starts a part that is exposed
	start := 0.0
	flush := func(to float64) {
		if pending {
			out = append(out, part(s, at(start), at(to), start == 0 && to == 1))
			pending = false
		}
	}
	for _, to := range u.cuts[1:] {
		if (to-from)*length < unionSlop/4 {
			continue
		}
		if u.isExposed(at(float64((from+to)/2)), i, box) {
			if !pending {
				pending, start = true, from
			}
		} else {
			flush(from)
		}
		from = to
	}
	flush(1)
	return out
}

// part is a part of a segment.
func part(s collision.Segment, from, to Vec, whole bool) collision.Segment {
	if whole {
		return s
	}
	s.From, s.To = from, to
	return s
}

// isExposed reports whether a point of piece i's outline lies in no other piece.
func (u *union) isExposed(p Vec, i int32, box collision.AABB) bool {
	for _, j := range u.near {
		if !u.boxes[j].Overlaps(box) || !u.boxes[j].Grow(unionSlop).Contains(p) {
			continue
		}
		_, d := u.pieces[j].Closest(collision.Identity(), p)
		if d < -unionSlop || d <= unionSlop && j < i {
			return false
		}
	}
	return true
}

// crossings notes where a segment meets the outline of a piece.
func (u *union) crossings(s *collision.Segment, sweep float64, o collision.Shape) {
	for _, c := range o.Boundary() {
		for i := range c {
			t := &c[i]
			switch {
			case s.Radius == 0 && t.Radius == 0:
				u.lineLine(s, t)
			case s.Radius == 0:
				d := s.To.Sub(s.From)
				lineCircle(s.From, d, t.Center, t.Radius, u.note)
			case t.Radius == 0:
				lineCircle(t.From, t.To.Sub(t.From), s.Center, s.Radius, func(x float64) {
					u.noteAngle(s, sweep, t.From.Lerp(t.To, x))
				})
			default:
				u.circleCircle(s, sweep, t)
			}
		}
	}
}

// note adds a cut at a fraction of the segment.
func (u *union) note(t float64) {
	if t > 0 && t < 1 {
		u.cuts = append(u.cuts, t)
	}
}

// noteAngle adds a cut of an arc where p stands.
func (u *union) noteAngle(s *collision.Segment, sweep float64, p Vec) {
	a, b := s.From.Sub(s.Center), p.Sub(s.Center)
	angle := collision.Atan2(a.Cross(b), a.Dot(b))
	if sweep > 0 && angle < 0 {
		angle += 2 * math.Pi
	} else if sweep < 0 && angle > 0 {
		angle -= 2 * math.Pi
	}
	u.note(angle / sweep)
}

// lineLine cuts s where it crosses t's line, and where t's ends lie beside it.
func (u *union) lineLine(s, t *collision.Segment) {
	d, e := s.To.Sub(s.From), t.To.Sub(t.From)
	if c := d.Cross(e); math.Abs(c) > 1e-12*d.Len()*e.Len() {
		u.note(t.From.Sub(s.From).Cross(e) / c)
	}
	for _, p := range [2]Vec{t.From, t.To} {
		u.note(p.Sub(s.From).Dot(d) / d.LenSq())
	}
}

// circleCircle cuts arc s where t's circle crosses its own.
func (u *union) circleCircle(s *collision.Segment, sweep float64, t *collision.Segment) {
	apart := t.Center.Sub(s.Center)
	l := apart.Len()
	if l <= unionSlop { // the same circle: where t begins and ends
		u.noteAngle(s, sweep, t.From)
		u.noteAngle(s, sweep, t.To)
		return
	}
	along := (float64(l*l) + float64(s.Radius*s.Radius) - float64(t.Radius*t.Radius)) / (2 * l)
	half := float64(s.Radius*s.Radius) - float64(along*along)
	if half < -unionSlop*s.Radius {
		return
	}
	mid := s.Center.MulAdd(apart, along/l)
	across := apart.Perp().Mul(math.Sqrt(max(half, 0)) / l)
	u.noteAngle(s, sweep, mid.Add(across))
	u.noteAngle(s, sweep, mid.Sub(across))
}

// lineCircle yields where the line from p along d crosses a circle, as fractions of d.
func lineCircle(p, d, center Vec, radius float64, yield func(t float64)) {
	l2 := d.LenSq()
	if l2 == 0 {
		return
	}
	foot := center.Sub(p).Dot(d) / l2
	gap := center.Dist(p.MulAdd(d, foot))
	half := float64(radius*radius) - float64(gap*gap)
	if half < -unionSlop*radius {
		return
	}
	half = math.Sqrt(max(half, 0) / l2)
	yield(foot - half)
	yield(foot + half)
}
