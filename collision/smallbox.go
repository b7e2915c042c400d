package collision

import "math"

// smallBox is an AABB with 31 bits per side. Each side is an integer that sorts like the float32 it encodes. The upper
// sides have the guard bit set: an upper side minus a lower one keeps that bit if and only if the upper one is not
// less, so two packed differences never borrow from each other.
type smallBox struct{ MinX, MinY, MaxX, MaxY uint32 }

// Guard is the guard bit of a smallBox.
const Guard = 1 << 31

// shrink returns the box in 31 bits per side, rounded outward and a little beyond: shapes that touch only by rounding
// must not have separate boxes.
func shrink(b AABB) smallBox {
	// At least a few units in the last place of the largest coordinate.
	hair := float64(8 * CoordinateRounding * (math.Abs(b.Min.X) + math.Abs(b.Min.Y) + (b.Max.X - b.Min.X) +
		(b.Max.Y - b.Min.Y)))
	return smallBox{lower(b.Min.X - hair), lower(b.Min.Y - hair), upper(b.Max.X + hair), upper(b.Max.Y + hair)}
}

// ordered returns an integer that grows with x after rounding to float32. The bits of negative floats are in the
// opposite order.
func ordered(x float64) uint32 {
	b := math.Float32bits(float32(x))
	return b ^ (uint32(int32(b)>>31) | Guard)
}

// lower returns x as a lower side. Rounding to float32 may have exceeded x by one unit.
func lower(x float64) uint32 { return (ordered(x) - 1) >> 1 }

// upper returns x as an upper side.
func upper(x float64) uint32 { return (ordered(x)+2)>>1 | Guard }

// unordered converts a side back to a float.
func unordered(side uint32) float64 {
	b := side << 1
	return float64(math.Float32frombits(b ^ (^uint32(int32(b)>>31) | Guard)))
}

// Wide returns the box as an AABB.
func (b smallBox) Wide() AABB {
	return AABB{
		Min: Vec{X: unordered(b.MinX), Y: unordered(b.MinY)},
		Max: Vec{X: unordered(b.MaxX), Y: unordered(b.MaxY)},
	}
}

// Grow returns the box with every side moved outward by d plus its rounding.
func (b smallBox) Grow(d float64) smallBox {
	if d == 0 {
		return b
	}
	w := b.Wide()
	return smallBox{lower(w.Min.X - d), lower(w.Min.Y - d), upper(w.Max.X + d), upper(w.Max.Y + d)}
}

// Union returns the smallest box around both.
func (b smallBox) Union(o smallBox) smallBox {
	return smallBox{min(b.MinX, o.MinX), min(b.MinY, o.MinY), max(b.MaxX, o.MaxX), max(b.MaxY, o.MaxY)}
}

// Holds reports whether p is in b.
func (b *smallBox) Holds(p Vec) bool {
	x, y := ordered(p.X)>>1, ordered(p.Y)>>1
	return b.MinX <= x && x <= b.MaxX&^Guard && b.MinY <= y && y <= b.MaxY&^Guard
}

// HalfPerimeter returns width plus height, which the tree uses as a box's cost.
func (b *smallBox) HalfPerimeter() float64 {
	return (unordered(b.MaxX) - unordered(b.MinX)) + (unordered(b.MaxY) - unordered(b.MinY))
}
