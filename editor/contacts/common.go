package contacts

import (
	"math"
	"slices"

	"fillet/collision"
	"fillet/collision/polygon"
	"fillet/editor/level"
)

// maxCommon limits the number of polygons that Common returns.
const maxCommon = 4096

// Common returns the area that two shapes share, as a union of convex polygons in level space. The polygons are exact
// except for arcs, which become chords within the tolerance. Where pieces share only a segment, such as a chain's edge
// in a floor, the polygon has two points; where they share a single point, it has one.
func Common(a, b Placed, tolerance float64) (parts [][]level.Vec) {
	near := a.Bounds().Intersect(b.Bounds())
	if near.IsEmpty() {
		return nil
	}
	near = near.Grow(tolerance)
	ours, theirs := flattened(a, near, tolerance), flattened(b, near, tolerance)
	var clipper polygon.Clipper
	for _, p := range ours {
		for _, q := range theirs {
			if len(parts) == maxCommon {
				return parts
			}
			if !p.bounds.Overlaps(q.bounds) {
				continue
			}
			var cut []level.Vec
			switch few, many := len(p.points) < 3, len(q.points) >= 3; {
			case !few && many:
				cut = slices.Clone(clipper.Convex(p.points, q.points))
			case few && many:
				cut = cutThin(p.points, q.points)
			case !few:
				cut = cutThin(q.points, p.points)
			default:
				cut = crossing(p.points, q.points)
			}
			if len(cut) > 0 {
				parts = append(parts, cut)
			}
		}
	}
	return parts
}

// flat is a convex piece in level space, without arcs.
type flat struct {
	points []level.Vec
	bounds collision.AABB
}

// flattened returns the pieces of a shape that reach into a box.
func flattened(p Placed, near collision.AABB, tolerance float64) (out []flat) {
	for i := range p.Baked.Pieces {
		s := &p.Baked.Pieces[i]
		bounds := s.Bounds(p.At)
		if !bounds.Overlaps(near) {
			continue
		}
		f := flat{bounds: bounds}
		if s.Radius() == 0 {
			for k := range s.Len() {
				f.points = append(f.points, s.Vertex(k))
			}
		} else {
			for _, c := range s.Boundary() {
				f.points = c.Flatten(tolerance, f.points)
			}
		}
		for k, v := range f.points {
			f.points[k] = p.At.Apply(v)
		}
		out = append(out, f)
	}
	return out
}

// cutThin returns the part of a segment or point inside a convex polygon of positive area, or nil.
func cutThin(what, by []level.Vec) []level.Vec {
	a, b := what[0], what[len(what)-1]
	from, to := 0.0, 1.0
	for i, p := range by {
		way := by[(i+1)%len(by)].Sub(p)
		da, db := way.Cross(a.Sub(p)), way.Cross(b.Sub(p))
		switch {
		case da < 0 && db < 0:
			return nil
		case da < 0:
			from = max(from, da/(da-db))
		case db < 0:
			to = min(to, da/(da-db))
		}
	}
	switch {
	case from > to:
		return nil
	case len(what) == 1 || from == to:
		return []level.Vec{a.Lerp(b, from)}
	}
	return []level.Vec{a.Lerp(b, from), a.Lerp(b, to)}
}

// crossing returns what two lines share: the part where one lies on the other, the point where they cross, or nil.
func crossing(a, b []level.Vec) []level.Vec {
	if len(a) != 2 || len(b) != 2 {
		return nil
	}
	u, v := a[1].Sub(a[0]), b[1].Sub(b[0])
	across, between := u.Cross(v), b[0].Sub(a[0])
	if math.Abs(across) <= collision.ParallelTolerance*u.Len()*v.Len() {
		s, t := between.Dot(u)/u.Dot(u), b[1].Sub(a[0]).Dot(u)/u.Dot(u)
		from, to := max(0, min(s, t)), min(1, max(s, t))
		switch {
		case !(from <= to), math.Abs(between.Cross(u)) > separationTolerance*u.Len():
			return nil
		case from == to:
			return []level.Vec{a[0].MulAdd(u, from)}
		}
		return []level.Vec{a[0].MulAdd(u, from), a[0].MulAdd(u, to)}
	}
	t, s := between.Cross(v)/across, between.Cross(u)/across
	if !(t >= 0 && t <= 1 && s >= 0 && s <= 1) {
		return nil
	}
	return []level.Vec{a[0].MulAdd(u, t)}
}
