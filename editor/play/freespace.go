package play

import (
	"maps"
	"slices"

	"fillet/collision"
	"fillet/collision/polygon"
	"fillet/editor/level"
)

// FreeSpace is the set of positions at which a character fits: everything outside the level's solid colliders grown by
// the character's shape. At a position on the boundary, the character touches a collider. The set is exact: a convex
// piece grown by a convex shape is the Minkowski sum of the piece and the mirrored shape, which is again a rounded
// convex piece.
//
// It can follow a changing level: Update recomputes only what has changed. One-way platforms, triggers and dynamic
// bodies do not block. One-sided chains do, although a character can pass them from behind.
type FreeSpace struct {
	shapes []collision.Shape // the character's shapes, mirrored
	filter collision.Filter

	grown map[level.ID]*grownCollider
	order []level.ID // sorted
	edges []collision.Segment
	stale bool
	stamp int

	disturbed []collision.AABB // boxes where the last Update changed something
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

// NewFreeSpace returns the space for the body and the filter of the settings. It treats the level as empty until the
// first Update.
func NewFreeSpace(settings Settings) *FreeSpace {
	settings = settings.sane()
	f := &FreeSpace{filter: settings.Filter, grown: map[level.ID]*grownCollider{}}
	for _, s := range settings.Body {
		points := s.Vertices()
		for i := range points {
			points[i] = points[i].Neg()
		}
		// always succeeds: a mirrored shape is valid too
		if m, err := collision.NewShape(points, s.Radius()); err == nil {
			f.shapes = append(f.shapes, m)
		}
	}
	return f
}

// Update switches to the level's current state and reports whether the space has changed. It compares records by
// pointer.
func (f *FreeSpace) Update(snap level.Snapshot) bool {
	f.stamp++
	f.disturbed = f.disturbed[:0]
	added, removed := false, false
	spawn := SpawnParts(snap)
	for c := range snap.Colliders() {
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
	for id, g := range f.grown {
		if g.stamp != f.stamp {
			delete(f.grown, id)
			removed = true
			f.disturbed = append(f.disturbed, g.bounds)
		}
	}
	changed := len(f.disturbed) > 0
	f.stale = f.stale || changed
	f.disturbed = few(f.disturbed)
	for _, g := range f.grown {
		g.fresh = g.fresh && !slices.ContainsFunc(f.disturbed, g.bounds.Overlaps)
	}
	if added || removed {
		f.order = slices.Sorted(maps.Keys(f.grown))
	}
	return changed
}

// AtStart returns the level without the doors that are open at the start.
func AtStart(snap level.Snapshot) level.Snapshot {
	return snap.Without(func(c *level.Collider) bool {
		return level.PropertyIsSet(level.DoorOpenKey, c.Properties) && level.WorkingObjects(c).Has(level.DoorObject)
	})
}

// During returns the level without the given solid colliders, which are gone in a run: see [AppendGone]. It also leaves
// out colliders that move along a path, because they are elsewhere.
func During(snap level.Snapshot, gone []level.ID) level.Snapshot {
	ways := pathsOf(snap)
	return snap.Without(func(c *level.Collider) bool {
		p := pathOf(c, ways[c.ID])
		return c.Body == level.Kinematic && p.moves() || slices.Contains(gone, c.ID)
	})
}

// AppendGone appends the solid colliders that are currently gone, in drawing order: open doors, broken planks, stomped
// enemies.
func AppendGone(out []level.ID, r *Run) []level.ID {
	for k := 1; k < len(r.objects.list); k++ {
		if x := &r.objects.list[k]; !x.trigger && r.fates[k].gone {
			out = append(out, x.id)
		}
	}
	return out
}

// few returns the boxes, or the box around all of them if there are too many to test them one by one.
func few(boxes []collision.AABB) []collision.AABB {
	const fewBoxes = 32
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
				continue // beyond the largest coordinate, where the character cannot be
			}
			g.pieces = append(g.pieces, sum)
			g.bounds = g.bounds.Union(sum.Bounds(collision.Identity()))
		}
	}
}

// Grown returns the positions at which the character, in any of its forms, touches or overlaps one of the colliders, as
// overlapping convex pieces. It leaves out colliders whose filters and the character's do not accept each other.
func Grown(colliders []level.ColliderSnapshot, settings Settings, of *level.Settings) []collision.Shape {
	var g grownCollider
	for _, form := range settings.Forms() {
		settings.Body = form
		shapes := NewFreeSpace(settings).shapes
		for _, c := range colliders {
			if body, ok := level.BodyOf(c.Collider, c.Baked, of); ok && settings.Filter.Accepts(body.Filter) {
				g.grow(&body, shapes)
			}
		}
	}
	return g.pieces
}

// Fits reports whether the character's position can be at p. The character may touch something there, but not overlap
// it.
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

// Blocked returns the parts of the level, in level space, where the character's position cannot be, as overlapping
// convex pieces whose union is the blocked area. The caller owns the slice.
func (f *FreeSpace) Blocked() []collision.Shape {
	var out []collision.Shape
	for _, id := range f.order {
		out = append(out, f.grown[id].pieces...)
	}
	return out
}

// Boundary returns the line between the free and the blocked positions: straight edges and arcs, in no particular
// order. The slice is valid until the next Update.
func (f *FreeSpace) Boundary() []collision.Segment {
	if !f.stale {
		return f.edges
	}
	f.stale = false
	u, of := f.union()
	f.edges = f.edges[:0]
	for _, id := range f.order {
		g := f.grown[id]
		if !g.fresh {
			g.outline = g.outline[:0]
			for _, i := range of[id] {
				g.outline = u.Exposed(g.outline, i)
			}
			g.fresh = true
		}
		f.edges = append(f.edges, g.outline...)
	}
	return f.edges
}

// union lists the pieces that affect outdated outlines, for finding the parts of the outlines outside all other pieces.
func (f *FreeSpace) union() (u polygon.Pieces, of map[level.ID][]int32) {
	of = map[level.ID][]int32{}
	var stale []collision.AABB
	for _, id := range f.order {
		if g := f.grown[id]; !g.fresh {
			stale = append(stale, g.bounds.Grow(polygon.Slop))
		}
	}
	stale = few(stale)
	for _, id := range f.order {
		g := f.grown[id]
		if !slices.ContainsFunc(stale, g.bounds.Overlaps) {
			continue
		}
		for _, p := range g.pieces {
			of[id] = append(of[id], u.Add(p))
		}
	}
	return u, of
}
