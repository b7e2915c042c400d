package overlay

import (
	"math"

	"fillet/collision"
	"fillet/editor/level"
)

// Sizes of the handles, in screen units.
const (
	LeastFrame   = 36 // minimum distance between the handles, however small the selection is
	sideRoom     = 40 // a shorter side has no handle in its middle
	rotateHeight = 26 // distance of the rotation handle from the frame
	smallBox     = 24 // a smaller selection has handles only at its corners
)

// Frame is the box that holds the selection's handles.
type Frame struct {
	Box   collision.AABB      // tight bounds
	Outer collision.AABB      // bounds of the handles, enlarged if Box is small on screen
	At    collision.Transform // transform of both boxes
	Unit  float64             // level pixels per screen unit
	Knob  Grip                // side of the rotation handle; zero: none
}

// Grip is a scale handle, given by its direction from the centre: each component is -1, 0 or 1.
type Grip struct{ X, Y float64 }

// Grips holds all grips, clockwise from the top left.
var Grips = [...]Grip{{-1, -1}, {0, -1}, {1, -1}, {1, 0}, {1, 1}, {0, 1}, {-1, 1}, {-1, 0}}

// KnobSides lists the sides for the rotation handle, the preferred one first.
var KnobSides = [...]Grip{{0, -1}, {1, 0}, {0, 1}, {-1, 0}}

// NewFrame returns the frame around a box whose transform is at. It keeps the handles apart if the box is small on
// screen, and has no rotation handle if the box is tiny.
func NewFrame(box collision.AABB, at collision.Transform, unit float64) Frame {
	least := float64(LeastFrame * unit)
	mid, half := box.Center(), box.Size().Mul(0.5)
	half = level.Vec{X: max(half.X, least/2), Y: max(half.Y, least/2)}
	f := Frame{Box: box, Outer: collision.AABB{Min: mid.Sub(half), Max: mid.Add(half)}, At: at, Unit: unit}
	if size := box.Size(); max(size.X, size.Y) >= smallBox*unit {
		f.Knob = KnobSides[0]
	}
	return f
}

// On returns the grip's position on a box.
func (g Grip) On(b collision.AABB) level.Vec {
	mid, half := b.Center(), b.Size().Mul(0.5)
	return level.Vec{X: mid.X + float64(g.X*half.X), Y: mid.Y + float64(g.Y*half.Y)}
}

// Opposite returns the opposite grip, which stays fixed while this one is dragged.
func (g Grip) Opposite() Grip { return Grip{-g.X, -g.Y} }

// Grip returns the position of a grip in the level.
func (f Frame) Grip(g Grip) level.Vec { return f.At.Apply(g.On(f.Outer)) }

// Has reports whether a grip is shown. It hides grips in the middle of a short side, and grips that would stretch an
// axis without extent, such as the thickness of a horizontal chain.
func (f Frame) Has(g Grip) bool {
	if flat := f.Box.Size(); flat.X == 0 && g.X != 0 || flat.Y == 0 && g.Y != 0 {
		return false
	}
	size := f.Outer.Size()
	return g.X != 0 && g.Y != 0 || g.X == 0 && size.X >= sideRoom*f.Unit || g.Y == 0 && size.Y >= sideRoom*f.Unit
}

// RotateHandle returns the position of the rotation handle and the point where its line starts.
func (f Frame) RotateHandle() (foot, knob level.Vec) {
	side := f.Knob.On(f.Outer)
	out := level.Vec(f.Knob).Mul(float64(rotateHeight * f.Unit))
	return f.At.Apply(side), f.At.Apply(side.Add(out))
}

// Reach returns the largest distance at which a press at a point hits a handle: reach or, on a small face, less, so
// that most of the face moves the selection.
func (f Frame) Reach(p level.Vec, reach float64) float64 {
	if !f.Box.Contains(f.At.ApplyInv(p)) {
		return reach
	}
	size := f.Box.Size()
	return min(reach, min(size.X, size.Y)/6)
}

// Items returns the frame and its handles. A handle within near of the point hot is drawn hot.
func (f Frame) Items(hot level.Vec, near float64) (out []Item) {
	b := f.Box
	out = append(out, Line{Closed: true, Ink: Accent, Points: []level.Vec{
		f.At.Apply(b.Min), f.At.Apply(level.Vec{X: b.Max.X, Y: b.Min.Y}),
		f.At.Apply(b.Max), f.At.Apply(level.Vec{X: b.Min.X, Y: b.Max.Y}),
	}})
	if foot, knob := f.RotateHandle(); f.Knob != (Grip{}) {
		out = append(out, Line{Points: []level.Vec{foot, knob}, Ink: Accent})
		out = append(out, Handle{At: knob, Form: RoundHandle, Ink: Accent, Hot: knob.Dist(hot) <= near})
	}
	for _, g := range Grips {
		if at := f.Grip(g); f.Has(g) {
			out = append(out, Handle{
				At: at, Form: SquareHandle, Ink: Accent, Hot: at.Dist(hot) <= near,
				Angle: f.At.Q.Angle(),
			})
		}
	}
	return out
}

// Handle returns the handle nearest to a point and its distance. turns is true for the rotation handle.
func (f Frame) Handle(p level.Vec) (g Grip, turns bool, distance float64) {
	distance = math.Inf(1)
	if _, knob := f.RotateHandle(); f.Knob != (Grip{}) {
		turns, distance = true, knob.Dist(p)
	}
	for _, o := range Grips {
		if d := f.Grip(o).Dist(p); f.Has(o) && d < distance {
			g, turns, distance = o, false, d
		}
	}
	return g, turns, distance
}

// Cursor returns the resize cursor for the direction in which a grip moves.
func (f Frame) Cursor(g Grip) Cursor {
	return AlongCursor(f.At.Q.Apply(level.Vec{X: g.X, Y: g.Y}))
}

// AlongCursor returns the resize cursor for a direction.
func AlongCursor(d level.Vec) Cursor {
	eighth := int(math.Round(collision.Atan2(d.Y, d.X)/(math.Pi/4))+8) % 4
	return [...]Cursor{CursorResizeEW, CursorResizeNWSE, CursorResizeNS, CursorResizeNESW}[eighth]
}

// Stretched returns the frame's box with the grip's sides moved to a point, at least level.MinExtent from the opposite
// sides. About the middle, the opposite sides move by as much the other way.
func (f Frame) Stretched(g Grip, to level.Vec, middle bool) collision.AABB {
	b := f.Box
	if middle {
		c := b.Center()
		half := to.Sub(c)
		half = level.Vec{
			X: max(float64(half.X*g.X), level.MinExtent), Y: max(float64(half.Y*g.Y), level.MinExtent),
		}
		if g.X != 0 {
			b.Min.X, b.Max.X = c.X-half.X, c.X+half.X
		}
		if g.Y != 0 {
			b.Min.Y, b.Max.Y = c.Y-half.Y, c.Y+half.Y
		}
		return b
	}
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

// KeepingRatio returns the frame's box scaled uniformly about the opposite grip, or about the middle, so that the grip
// reaches the point on the axis on which it moves farther.
func (f Frame) KeepingRatio(g Grip, to level.Vec, middle bool) collision.AABB {
	b := f.Box
	anchor, size := g.Opposite().On(b), b.Size()
	if middle {
		anchor = b.Center()
	}
	reach := g.On(b).Sub(anchor)
	k := math.Inf(-1)
	if reach.X != 0 {
		k = (to.X - anchor.X) / reach.X
	}
	if reach.Y != 0 {
		k = max(k, (to.Y-anchor.Y)/reach.Y)
	}
	if least := min(positive(size.X), positive(size.Y)); !(k*least >= level.MinExtent) {
		k = level.MinExtent / least
	}
	half := size.Mul(float64(k / 2))
	mid := anchor
	if !middle {
		mid = level.Vec{X: anchor.X + float64(g.X*half.X), Y: anchor.Y + float64(g.Y*half.Y)}
	}
	return collision.AABB{Min: mid.Sub(half), Max: mid.Add(half)}
}

// positive returns an extent to divide by: infinity instead of 0.
func positive(x float64) float64 {
	if x > 0 {
		return x
	}
	return math.Inf(1)
}
