package collision

import (
	"fmt"
	"math"
)

// Vec is a point or a vector.
type Vec struct{ X, Y float64 }

// Add returns v + w.
func (v Vec) Add(w Vec) Vec { return Vec{X: v.X + w.X, Y: v.Y + w.Y} }

// Sub returns v - w.
func (v Vec) Sub(w Vec) Vec { return Vec{X: v.X - w.X, Y: v.Y - w.Y} }

// Mul returns v scaled by s.
func (v Vec) Mul(s float64) Vec { return Vec{X: float64(v.X * s), Y: float64(v.Y * s)} }

// MulAdd returns v + w*s.
func (v Vec) MulAdd(w Vec, s float64) Vec {
	return Vec{X: v.X + float64(w.X*s), Y: v.Y + float64(w.Y*s)}
}

// Neg returns -v.
func (v Vec) Neg() Vec { return Vec{X: -v.X, Y: -v.Y} }

// Dot returns the scalar product.
func (v Vec) Dot(w Vec) float64 { return float64(v.X*w.X) + float64(v.Y*w.Y) }

// Cross returns the signed area of the parallelogram of v and w: positive if w
// is rotated from v in the direction from +x to +y.
func (v Vec) Cross(w Vec) float64 { return float64(v.X*w.Y) - float64(v.Y*w.X) }

// Perp returns v rotated by a quarter turn from +x toward +y.
func (v Vec) Perp() Vec { return Vec{X: -v.Y, Y: v.X} }

// LenSq returns the square of v's length.
func (v Vec) LenSq() float64 { return float64(v.X*v.X) + float64(v.Y*v.Y) }

// Len returns v's length.
func (v Vec) Len() float64 { return math.Sqrt(float64(v.X*v.X) + float64(v.Y*v.Y)) }

// Unit returns v scaled to length 1, or zero for the zero vector. It neither overflows nor underflows.
func (v Vec) Unit() Vec {
	l := float64(v.X*v.X) + float64(v.Y*v.Y)
	if l < 1e-200 || l > 1e200 {
		m := max(math.Abs(v.X), math.Abs(v.Y))
		if !(m > 0) || math.IsInf(m, 0) {
			return Vec{}
		}
		v = Vec{X: v.X / m, Y: v.Y / m}
		l = float64(v.X*v.X) + float64(v.Y*v.Y)
	}
	l = math.Sqrt(l)
	return Vec{X: v.X / l, Y: v.Y / l}
}

// Dist returns the distance between v and w.
func (v Vec) Dist(w Vec) float64 { return v.Sub(w).Len() }

// Lerp returns the point a fraction t of the way from v to w.
func (v Vec) Lerp(w Vec, t float64) Vec {
	return Vec{X: v.X + float64((w.X-v.X)*t), Y: v.Y + float64((w.Y-v.Y)*t)}
}

// Min returns the component-wise minimum.
func (v Vec) Min(w Vec) Vec { return Vec{X: min(v.X, w.X), Y: min(v.Y, w.Y)} }

// Max returns the component-wise maximum.
func (v Vec) Max(w Vec) Vec { return Vec{X: max(v.X, w.X), Y: max(v.Y, w.Y)} }

// IsFinite reports whether both coordinates are finite.
func (v Vec) IsFinite() bool { return finite(v.X) && finite(v.Y) }

// String formats v as "(x, y)" with at most six significant digits.
func (v Vec) String() string { return fmt.Sprintf("(%.6g, %.6g)", v.X, v.Y) }

// IsNaN reports whether a coordinate is NaN.
func (v Vec) IsNaN() bool { return math.IsNaN(v.X) || math.IsNaN(v.Y) }

func finite(x float64) bool { return x-x == 0 }

// IsPlaceable reports whether both coordinates are within [MaxCoordinate]. NaN is not.
func (v Vec) IsPlaceable() bool {
	return math.Abs(v.X) <= MaxCoordinate && math.Abs(v.Y) <= MaxCoordinate
}

// Orient returns the signed area of the parallelogram spanned by ab and ac,
// with the products rounded once (W. Kahan's difference of products).
func Orient(a, b, c Vec) float64 {
	ux, uy, vx, vy := b.X-a.X, b.Y-a.Y, c.X-a.X, c.Y-a.Y
	w := float64(uy * vx)
	e := math.FMA(-uy, vx, w)
	return math.FMA(ux, vy, -w) + e
}

// SegmentDistance returns the distance from p to the segment a b.
func SegmentDistance(p, a, b Vec) float64 {
	d := b.Sub(a)
	t := p.Sub(a).Dot(d)
	switch l := d.LenSq(); {
	case t <= 0:
		return p.Dist(a)
	case t >= l:
		return p.Dist(b)
	default:
		return math.Abs(Orient(a, b, p)) / math.Sqrt(l)
	}
}
