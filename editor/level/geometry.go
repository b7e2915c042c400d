package level

import (
	"math"
	"slices"

	"fillet/collision"
)

// LocalBounds returns the smallest box around a shape as drawn, in its own frame: the bounds of its outline, grown by
// its radius unless that is inset. Inset corners count as sharp.
func LocalBounds(s Shape) collision.AABB {
	return drawnBounds(s, collision.Identity())
}

// BoundsOf returns a box around convex pieces in a place.
func BoundsOf(pieces []collision.Shape, at collision.Transform) collision.AABB {
	box := collision.EmptyAABB()
	for i := range pieces {
		box = box.Union(pieces[i].Bounds(at))
	}
	return box
}

// DrawnBounds returns the smallest box in level space around a collider as drawn. See [LocalBounds].
func DrawnBounds(c *Collider) collision.AABB {
	if c == nil {
		return collision.EmptyAABB()
	}
	return drawnBounds(c.Shape, c.Transform())
}

func drawnBounds(s Shape, at collision.Transform) collision.AABB {
	b := collision.EmptyAABB()
	points := s.Points
	switch s.Kind {
	case Box:
		points = s.Corners()
	case Circle, Point:
		points = []Vec{{}}
	}
	for _, p := range points {
		p = at.Apply(p)
		b.Min, b.Max = b.Min.Min(p), b.Max.Max(p)
	}
	if s.Detail != nil {
		for _, p := range s.CurvePoints(nil) {
			p = at.Apply(p)
			b.Min, b.Max = b.Min.Min(p), b.Max.Max(p)
		}
	}
	return b.Grow(padding(s))
}

// padding returns how far a shape extends beyond its outline.
func padding(s Shape) float64 {
	if s.HasCorners() && s.Rounding != Outset {
		return 0
	}
	return s.Radius
}

// Centre returns the middle of a collider as drawn, in level space. Turning the collider about it leaves it in place.
func Centre(c *Collider) Vec { return c.Transform().Apply(LocalBounds(c.Shape).Center()) }

// MinExtent is the smallest width or height to which resizing shrinks a collider, in pixels.
const MinExtent = 1

// Resized returns a copy of a collider, scaled so that its drawn box from becomes the box to. Both are in the
// collider's own frame. Points and sizes follow the box. A circle stays round and takes the smaller side, a chain keeps
// its thickness, and an inset radius is reduced to what fits. The returned function maps points of the collider's
// frame, such as joint anchors, to the frame of the copy.
func Resized(c *Collider, from, to collision.AABB) (*Collider, func(Vec) Vec) {
	out := *c
	s := &out.Shape
	to = grownTo(to, MinExtent)
	switch s.Kind {
	case Circle:
		size := to.Size()
		s.Radius = float64(min(size.X, size.Y) / 2)
		out.Position = c.Transform().Apply(to.Center())
		k := ratio(s.Radius, c.Shape.Radius)
		return &out, func(p Vec) Vec { return p.Mul(k) }
	case Capsule:
		s.Radius = resizedCapsuleRadius(*s, from, to)
		from, to = shrunk(from, c.Shape.Radius), shrunk(to, s.Radius)
	default:
		from, to = shrunk(from, padding(*s)), shrunk(to, padding(*s))
	}
	sx, sy := ratio(to.Size().X, from.Size().X), ratio(to.Size().Y, from.Size().Y)
	scale := func(p Vec) Vec { return Vec{X: float64(p.X * sx), Y: float64(p.Y * sy)} }
	origin := to.Center().Sub(scale(from.Center()))
	*s = s.Stretched(scale)
	if s.Kind == Box {
		s.Size = to.Size()
	}
	*s = s.Clamped()
	out.Position = c.Transform().Apply(origin)
	return &out, scale
}

func resizedCapsuleRadius(s Shape, from, to collision.AABB) float64 {
	was, now := from.Size(), to.Size()
	along := s.Points[1].Sub(s.Points[0])
	switch fits := float64(min(now.X, now.Y) / 2); {
	case along.X == 0:
		return min(now.X/2, fits)
	case along.Y == 0:
		return min(now.Y/2, fits)
	default:
		return min(s.Radius*min(ratio(now.X, was.X), ratio(now.Y, was.Y)), fits)
	}
}

// ratio returns to/from, or 1 if from is too small to scale.
func ratio(to, from float64) float64 {
	if from < 1e-9 {
		return 1
	}
	return to / from
}

// shrunk returns a box with its sides moved inward by d, at most to its centre.
func shrunk(b collision.AABB, d float64) collision.AABB {
	c, half := b.Center(), b.Size().Mul(0.5)
	half = Vec{X: max(half.X-d, 0), Y: max(half.Y-d, 0)}
	return collision.AABB{Min: c.Sub(half), Max: c.Add(half)}
}

// grownTo returns a box with the same centre, grown to a minimum width and height.
func grownTo(b collision.AABB, least float64) collision.AABB {
	c, half := b.Center(), b.Size().Mul(0.5)
	if half.X >= least/2 && half.Y >= least/2 {
		return b
	}
	half = Vec{X: max(half.X, least/2), Y: max(half.Y, least/2)}
	return collision.AABB{Min: c.Sub(half), Max: c.Add(half)}
}

// Scaled returns a copy of a collider scaled about a fixed point along the axes of the level, with both factors above
// 0. Points are scaled exactly, a turned box stays a box, and a radius grows by the geometric mean of the factors.
func Scaled(c *Collider, about Vec, sx, sy float64) *Collider {
	out := *c
	s := &out.Shape
	stretch := func(v Vec) Vec { return Vec{X: float64(v.X * sx), Y: float64(v.Y * sy)} }
	local := ScaledPoint(c, sx, sy)
	*s = s.Stretched(local)
	switch s.Kind {
	case Box:
		s.Size.X = float64(s.Size.X * local(Vec{X: 1}).Len())
		s.Size.Y = float64(s.Size.Y * local(Vec{Y: 1}).Len())
	case Circle, Capsule:
		s.Radius = float64(s.Radius * math.Sqrt(sx*sy))
	}
	*s = s.Clamped()
	out.Path = c.Path.Map(local)
	out.Position = about.Add(stretch(c.Position.Sub(about)))
	return &out
}

// ScaledPoint returns a function that maps points of a collider's frame to the frame of its [Scaled] copy.
func ScaledPoint(c *Collider, sx, sy float64) func(Vec) Vec {
	stretch := func(v Vec) Vec { return Vec{X: float64(v.X * sx), Y: float64(v.Y * sy)} }
	if c.Angle == 0 {
		return stretch
	}
	q := c.Transform().Q
	return func(v Vec) Vec { return q.ApplyInv(stretch(q.Apply(v))) }
}

// Turned returns a copy of a collider turned about a point.
func Turned(c *Collider, about Vec, by Degrees) *Collider {
	out := *c
	out.Position = about.Add(by.Rotation().Apply(c.Position.Sub(about)))
	out.Angle = (c.Angle + by).Normalized()
	return &out
}

// Mirrored returns a copy of a collider mirrored left to right about a point, or top to bottom if horizontal is false.
// Outlines keep their winding.
func Mirrored(c *Collider, about Vec, horizontal bool) *Collider {
	out := *c
	mirror := func(v Vec) Vec { return MirroredPoint(v, horizontal) }
	out.Shape = out.Shape.Mirrored(horizontal)
	out.OneWay = mirror(c.OneWay)
	if c.Motion != nil {
		out.Start(c.Started().Through(mirror, -1))
	}
	out.Path = c.Path.Mirrored(mirror)
	out.Position = about.Add(mirror(c.Position.Sub(about)))
	out.Angle = (-c.Angle).Normalized()
	return &out
}

// MirroredPoint maps a point of a collider's frame to the frame of its [Mirrored] copy.
func MirroredPoint(v Vec, horizontal bool) Vec {
	if horizontal {
		return Vec{X: 0 - v.X, Y: v.Y}
	}
	return Vec{X: v.X, Y: 0 - v.Y}
}

// Magnified returns a copy of a collider with every length, including its radius, scaled by a factor about a fixed
// point.
func Magnified(c *Collider, about Vec, factor float64) *Collider {
	out := *c
	out.Shape = c.Shape.Map(func(v Vec) Vec { return v.Mul(factor) })
	out.Shape.Size = c.Shape.Size.Mul(factor)
	out.Shape.Radius = float64(c.Shape.Radius * factor)
	out.Position = about.Add(c.Position.Sub(about).Mul(factor))
	out.Path = c.Path.Magnified(factor)
	if c.Shape.IsDetailed() {
		out.Shape = out.Shape.WithDetail(magnified(c.Shape.Details(), factor))
	}
	if out.Shape.Radius > 0 || out.Shape.IsDetailed() {
		out.Shape = out.Shape.Clamped() // rounding may make the radius too large to fit
	}
	return &out
}

// magnified returns details with every length scaled by a factor.
func magnified(d Detail, factor float64) Detail {
	lengths := func(list []float64) []float64 {
		out := slices.Clone(list)
		for i, x := range out {
			if x != AsShape {
				out[i] = float64(x * factor)
			}
		}
		return out
	}
	out := Detail{Radii: lengths(d.Radii), Chamfers: lengths(d.Chamfers), Curves: slices.Clone(d.Curves)}
	for i := range out.Curves {
		c := &out.Curves[i]
		c.Arc = float64(c.Arc * factor)
		c.Cubic = [2]Vec{c.Cubic[0].Mul(factor), c.Cubic[1].Mul(factor)}
	}
	return out
}

// ClosestOnSegment returns the point of a segment that is nearest to p.
func ClosestOnSegment(a, b, p Vec) Vec {
	d := b.Sub(a)
	l := d.LenSq()
	if l == 0 {
		return a
	}
	return a.MulAdd(d, min(max(p.Sub(a).Dot(d)/l, 0), 1))
}

// RoundOff rounds to a billionth of a pixel, so that sums give the numbers that people would write.
func RoundOff(v Vec) Vec {
	return Vec{X: math.Round(v.X*1e9) / 1e9, Y: math.Round(v.Y*1e9) / 1e9}
}
