package geom

import "math"

// SmallBox is an AABB in 31 bits a side: numbers that are in the order of the
// float32 that they stand for. The guard bit is set in the upper sides, so that
// the difference of an upper and a lower side has it just when the upper one is
// no less, and never borrows from its neighbour when two are subtracted at once.
type SmallBox struct{ MinX, MinY, MaxX, MaxY uint32 }

// Guard is the guard bit of a SmallBox.
const Guard = 1 << 31

// Shrink returns the box in 31 bits, rounded outward, and by a hair more: two
// shapes that touch by rounding only must not be told apart by their boxes.
func Shrink(b AABB) SmallBox {
	// No less than a few units in the last place of the largest coordinate.
	hair := float64(8 * CoordinateRounding * (math.Abs(b.Min.X) + math.Abs(b.Min.Y) + (b.Max.X - b.Min.X) + (b.Max.Y - b.Min.Y)))
	return SmallBox{Lower(b.Min.X - hair), Lower(b.Min.Y - hair), Upper(b.Max.X + hair), Upper(b.Max.Y + hair)}
}

// ordered returns a number that is greater for a greater x, once x is rounded to
// float32: negative floats are in the opposite order of their bits.
func ordered(x float64) uint32 {
	b := math.Float32bits(float32(x))
	return b ^ (uint32(int32(b)>>31) | Guard)
}

// Lower returns x as a lower side. Rounding to float32 may have passed x by one.
func Lower(x float64) uint32 { return (ordered(x) - 1) >> 1 }

// Upper returns x as an upper side.
func Upper(x float64) uint32 { return (ordered(x)+2)>>1 | Guard }

// Unordered returns the float that a side stands for.
func Unordered(side uint32) float64 {
	b := side << 1
	return float64(math.Float32frombits(b ^ (^uint32(int32(b)>>31) | Guard)))
}

// Wide returns the box as an AABB.
func (b SmallBox) Wide() AABB {
	return AABB{Min: Vec{X: Unordered(b.MinX), Y: Unordered(b.MinY)}, Max: Vec{X: Unordered(b.MaxX), Y: Unordered(b.MaxY)}}
}

// Grow returns the box moved out by d on every side, and by its rounding.
func (b SmallBox) Grow(d float64) SmallBox {
	if d == 0 {
		return b
	}
	w := b.Wide()
	return SmallBox{Lower(w.Min.X - d), Lower(w.Min.Y - d), Upper(w.Max.X + d), Upper(w.Max.Y + d)}
}

// Union returns the box around two.
func (b SmallBox) Union(o SmallBox) SmallBox {
	return SmallBox{min(b.MinX, o.MinX), min(b.MinY, o.MinY), max(b.MaxX, o.MaxX), max(b.MaxY, o.MaxY)}
}

// Holds reports whether p lies in b.
func (b *SmallBox) Holds(p Vec) bool {
	x, y := ordered(p.X)>>1, ordered(p.Y)>>1
	return b.MinX <= x && x <= b.MaxX&^Guard && b.MinY <= y && y <= b.MaxY&^Guard
}

// HalfPerimeter is half the circumference, the tree's measure of cost.
func (b *SmallBox) HalfPerimeter() float64 {
	return (Unordered(b.MaxX) - Unordered(b.MinX)) + (Unordered(b.MaxY) - Unordered(b.MinY))
}
