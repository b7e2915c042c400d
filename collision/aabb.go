package collision

import "math"

// AABB is an axis-aligned bounding box. It includes its edges.
type AABB struct{ Min, Max Vec }

// EmptyAABB returns the box that contains nothing and that Union ignores.
func EmptyAABB() AABB {
	return AABB{Min: Vec{X: math.Inf(1), Y: math.Inf(1)}, Max: Vec{X: math.Inf(-1), Y: math.Inf(-1)}}
}

// BoundsOf returns the smallest box around the points, empty for no points.
func BoundsOf(points []Vec) AABB {
	b := EmptyAABB()
	for _, p := range points {
		b.Min, b.Max = b.Min.Min(p), b.Max.Max(p)
	}
	return b
}

// IsEmpty reports whether b contains no point.
func (b AABB) IsEmpty() bool { return !(b.Min.X <= b.Max.X && b.Min.Y <= b.Max.Y) }

// Union returns the smallest box around both.
func (b AABB) Union(o AABB) AABB {
	return AABB{Min: b.Min.Min(o.Min), Max: b.Max.Max(o.Max)}
}

// Intersect returns the intersection of both boxes, empty if they do not overlap.
func (b AABB) Intersect(o AABB) AABB {
	return AABB{Min: b.Min.Max(o.Min), Max: b.Max.Min(o.Max)}
}

// Overlaps reports whether the boxes share a point; touching counts.
func (b AABB) Overlaps(o AABB) bool {
	return b.Min.X <= o.Max.X && o.Min.X <= b.Max.X && b.Min.Y <= o.Max.Y && o.Min.Y <= b.Max.Y
}

// Contains reports whether p is in b or on its edge.
func (b AABB) Contains(p Vec) bool {
	return b.Min.X <= p.X && p.X <= b.Max.X && b.Min.Y <= p.Y && p.Y <= b.Max.Y
}

// ContainsBox reports whether o is entirely in b.
func (b AABB) ContainsBox(o AABB) bool {
	return b.Min.X <= o.Min.X && o.Max.X <= b.Max.X && b.Min.Y <= o.Min.Y && o.Max.Y <= b.Max.Y
}

// Center returns the middle of the box, the origin for an empty one.
func (b AABB) Center() Vec {
	if b.IsEmpty() {
		return Vec{}
	}
	return Vec{X: b.Min.X + float64((b.Max.X-b.Min.X)/2), Y: b.Min.Y + float64((b.Max.Y-b.Min.Y)/2)}
}

// Size returns width and height, zero for an empty box.
func (b AABB) Size() Vec {
	if b.IsEmpty() {
		return Vec{}
	}
	return b.Max.Sub(b.Min)
}

// Corners returns the four corners, starting at Min, in an order with positive area.
func (b AABB) Corners() []Vec {
	return []Vec{b.Min, {X: b.Max.X, Y: b.Min.Y}, b.Max, {X: b.Min.X, Y: b.Max.Y}}
}

// Grow returns b with every side moved outward by d. An empty box stays empty.
func (b AABB) Grow(d float64) AABB {
	return AABB{Min: Vec{X: b.Min.X - d, Y: b.Min.Y - d}, Max: Vec{X: b.Max.X + d, Y: b.Max.Y + d}}
}

// HalfPerimeter returns width plus height, which the tree uses as a box's cost.
func (b AABB) HalfPerimeter() float64 { return (b.Max.X - b.Min.X) + (b.Max.Y - b.Min.Y) }

// MaxAbs returns the greatest magnitude of the box's coordinates, 0 for an empty one.
func (b AABB) MaxAbs() float64 {
	return max(b.Max.X, -b.Min.X, b.Max.Y, -b.Min.Y, 0)
}
