package overlay

import (
	"math"

	"fillet/collision"
	"fillet/editor/level"
)

// Sizes of the handles, in units of the screen.
const (
	LeastFrame   = 36 // the handles stand at least so far apart, however small the selection is
	sideRoom     = 40 // a side shorter than this has no handle in its middle
	rotateHeight = 26 // of the rotation handle above the frame
)

// Frame is the box that the selection's handles stand on.
type Frame struct {
	Box   collision.AABB      // around something
	Outer collision.AABB      // where the handles are: the box, or more where it is small on the screen
	At    collision.Transform // of both
	Unit  float64             // level pixels to a unit of the screen
}

// Grip is a handle to scale by: its direction from the middle, in -1, 0 and 1.
type Grip struct{ X, Y float64 }

// Grips are all of them, clockwise from the top left.
var Grips = [...]Grip{{-1, -1}, {0, -1}, {1, -1}, {1, 0}, {1, 1}, {0, 1}, {-1, 1}, {-1, 0}}

// NewFrame is the frame around a box, in the frame at. Its handles stand apart also where it is small on the screen.
func NewFrame(box collision.AABB, at collision.Transform, unit float64) Frame {
	least := float64(LeastFrame * unit)
	mid, half := box.Center(), box.Size().Mul(0.5)
	half = level.Vec{X: max(half.X, least/2), Y: max(half.Y, least/2)}
	return Frame{box, collision.AABB{Min: mid.Sub(half), Max: mid.Add(half)}, at, unit}
}

// On is where a grip stands on a box.
func (g Grip) On(b collision.AABB) level.Vec {
	mid, half := b.Center(), b.Size().Mul(0.5)
	return level.Vec{X: mid.X + float64(g.X*half.X), Y: mid.Y + float64(g.Y*half.Y)}
}

// Opposite is the grip across, which stays where it is while this one is dragged.
func (g Grip) Opposite() Grip { return Grip{-g.X, -g.Y} }

// Grip is where a handle stands in the level.
func (f Frame) Grip(g Grip) level.Vec { return f.At.Apply(g.On(f.Outer)) }

// Has reports whether a grip is shown: those in the middle of a short side are not, nor those that would stretch what is
// flat, such as a level chain of no thickness.
func (f Frame) Has(g Grip) bool {
	if flat := f.Box.Size(); flat.X == 0 && g.X != 0 || flat.Y == 0 && g.Y != 0 {
		return false
	}
	size := f.Outer.Size()
	return g.X != 0 && g.Y != 0 || g.X == 0 && size.X >= sideRoom*f.Unit || g.Y == 0 && size.Y >= sideRoom*f.Unit
}

// RotateHandle is the handle to turn by, and where its line begins.
func (f Frame) RotateHandle() (foot, knob level.Vec) {
	top := Grip{0, -1}.On(f.Outer)
	return f.At.Apply(top), f.At.Apply(top.Sub(level.Vec{Y: float64(rotateHeight * f.Unit)}))
}

// Items are the frame with its handles. The handle within near of a point is hot.
func (f Frame) Items(hot level.Vec, near float64) (out []Item) {
	b := f.Box
	out = append(out, Line{Closed: true, Ink: Accent, Points: []level.Vec{
		f.At.Apply(b.Min), f.At.Apply(level.Vec{X: b.Max.X, Y: b.Min.Y}),
		f.At.Apply(b.Max), f.At.Apply(level.Vec{X: b.Min.X, Y: b.Max.Y}),
	}})
	foot, knob := f.RotateHandle()
	out = append(out, Line{Points: []level.Vec{foot, knob}, Ink: Accent})
	out = append(out, Handle{At: knob, Form: RoundHandle, Ink: Accent, Hot: knob.Dist(hot) <= near})
	for _, g := range Grips {
		if at := f.Grip(g); f.Has(g) {
			out = append(out, Handle{At: at, Form: SquareHandle, Ink: Accent, Hot: at.Dist(hot) <= near, Angle: f.At.Q.Angle()})
		}
	}
	return out
}

// Handle is the handle nearest to a point, and how far it is; turns says that it is the one to turn by.
func (f Frame) Handle(p level.Vec) (g Grip, turns bool, distance float64) {
	_, knob := f.RotateHandle()
	turns, distance = true, knob.Dist(p)
	for _, o := range Grips {
		if d := f.Grip(o).Dist(p); f.Has(o) && d < distance {
			g, turns, distance = o, false, d
		}
	}
	return g, turns, distance
}

// Cursor is the double arrow along the way in which a grip moves.
func (f Frame) Cursor(g Grip) Cursor {
	return AlongCursor(f.At.Q.Apply(level.Vec{X: g.X, Y: g.Y}))
}

// AlongCursor is the double arrow along a direction.
func AlongCursor(d level.Vec) Cursor {
	eighth := int(math.Round(collision.Atan2(d.Y, d.X)/(math.Pi/4))+8) % 4
	return [...]Cursor{CursorResizeEW, CursorResizeNWSE, CursorResizeNS, CursorResizeNESW}[eighth]
}

// Stretched is the frame's box with the grip's sides at a point, at least a pixel from the sides across.
func (f Frame) Stretched(g Grip, to level.Vec) collision.AABB {
	b := f.Box
	switch g.X {
	case 1:
		b.Max.X = max(to.X, b.Min.X+level.MinExtent)
	case -1:
		b.Min.X = min(to.X, b.Max.X-level.MinExtent)
	}
	switch g.Y {
	case 1:
		b.Max.Y = max(to.Y, b.Min.Y+level.MinExtent)
	case -1:
		b.Min.Y = min(to.Y, b.Max.Y-level.MinExtent)
	}
	return b
}

// KeepingRatio is the frame's box scaled alike in both directions about the grip across, as far as the pointer has gone.
func (f Frame) KeepingRatio(g Grip, to level.Vec) collision.AABB {
	b := f.Box
	anchor, size := g.Opposite().On(b), b.Size()
	reach := g.On(b).Sub(anchor)
	k := to.Sub(anchor).Dot(reach) / reach.LenSq()
	if least := min(positive(size.X), positive(size.Y)); !(k*least >= level.MinExtent) {
		k = level.MinExtent / least
	}
	half := size.Mul(float64(k / 2))
	mid := level.Vec{X: anchor.X + float64(g.X*half.X), Y: anchor.Y + float64(g.Y*half.Y)}
	return collision.AABB{Min: mid.Sub(half), Max: mid.Add(half)}
}

// positive is an extent to divide by; one of 0 does not count.
func positive(x float64) float64 {
	if x > 0 {
		return x
	}
	return math.Inf(1)
}
