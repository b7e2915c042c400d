package tool

import (
	"math"

	"fillet/collision"
	"fillet/editor"
	"fillet/editor/level"
	"fillet/editor/overlay"
)

// Sizes of the handles around the selection, in units of the screen.
const (
	leastFrame   = 36 // the handles stand at least so far apart, however small the selection is
	sideRoom     = 40 // a side shorter than this has no handle in its middle
	rotateHeight = 26 // of the rotation handle above the frame
)

// frame is the box that the selection's handles stand on.
type frame struct {
	box   collision.AABB      // around the selection
	outer collision.AABB      // where the handles are: the box, or more where it is small on the screen
	at    collision.Transform // of both
	unit  float64
}

// grip is a handle to scale by: its direction from the middle, in -1, 0 and 1.
type grip struct{ x, y float64 }

var grips = [...]grip{{-1, -1}, {0, -1}, {1, -1}, {1, 0}, {1, 1}, {0, 1}, {-1, 1}, {-1, 0}}

// selectionFrame is the frame around what is selected and can be changed; false where there is none, or only points, and while a
// pair is explained, whose picture it would cover.
func (c *Controller) selectionFrame() (frame, bool) {
	if c.why.isOn {
		return frame{}, false
	}
	box, at, ok := c.session.Selection().Frame()
	if !ok {
		return frame{}, false
	}
	if _, err := changeable(c.session); err != nil {
		return frame{}, false
	}
	if size := box.Size(); size.X == 0 && size.Y == 0 {
		return frame{}, false
	}
	least := float64(leastFrame * c.unit)
	mid, half := box.Center(), box.Size().Mul(0.5)
	half = level.Vec{X: max(half.X, least/2), Y: max(half.Y, least/2)}
	return frame{box, collision.AABB{Min: mid.Sub(half), Max: mid.Add(half)}, at, c.unit}, true
}

// changeable lists the selected colliders that may be changed, without dropping what is under way.
func changeable(s *editor.Session) ([]level.ID, error) {
	var ids []level.ID
	doc := s.Document()
	for _, id := range s.Selection().IDs() {
		if c := doc.Collider(id); !c.Locked && !doc.Layer(c.Layer).Locked {
			ids = append(ids, id)
		}
	}
	switch {
	case len(ids) > 0:
		return ids, nil
	case s.Selection().Len() > 0:
		return nil, editor.ErrLocked
	}
	return nil, editor.ErrNothingSelected
}

// on is where a grip stands on a box.
func (g grip) on(b collision.AABB) level.Vec {
	mid, half := b.Center(), b.Size().Mul(0.5)
	return level.Vec{X: mid.X + float64(g.x*half.X), Y: mid.Y + float64(g.y*half.Y)}
}

// opposite is the grip across, which stays where it is while this one is dragged.
func (g grip) opposite() grip { return grip{-g.x, -g.y} }

func (f frame) grip(g grip) level.Vec { return f.at.Apply(g.on(f.outer)) }

// has reports whether a grip is shown: those in the middle of a short side are not, nor those that would stretch what is
// flat, such as a level chain of no thickness.
func (f frame) has(g grip) bool {
	if flat := f.box.Size(); flat.X == 0 && g.x != 0 || flat.Y == 0 && g.y != 0 {
		return false
	}
	size := f.outer.Size()
	return g.x != 0 && g.y != 0 || g.x == 0 && size.X >= sideRoom*f.unit || g.y == 0 && size.Y >= sideRoom*f.unit
}

func (f frame) rotateHandle() (foot, knob level.Vec) {
	top := grip{0, -1}.on(f.outer)
	return f.at.Apply(top), f.at.Apply(top.Sub(level.Vec{Y: float64(rotateHeight * f.unit)}))
}

func (f frame) show(v *view, hot level.Vec, near float64) {
	b := f.box
	v.add(overlay.Line{Closed: true, Ink: overlay.Accent, Points: []level.Vec{
		f.at.Apply(b.Min), f.at.Apply(level.Vec{X: b.Max.X, Y: b.Min.Y}),
		f.at.Apply(b.Max), f.at.Apply(level.Vec{X: b.Min.X, Y: b.Max.Y}),
	}})
	foot, knob := f.rotateHandle()
	v.add(overlay.Line{Points: []level.Vec{foot, knob}, Ink: overlay.Accent})
	v.add(overlay.Handle{At: knob, Form: overlay.RoundHandle, Ink: overlay.Accent, Hot: knob.Dist(hot) <= near})
	for _, g := range grips {
		if at := f.grip(g); f.has(g) {
			v.add(overlay.Handle{At: at, Form: overlay.SquareHandle, Ink: overlay.Accent, Hot: at.Dist(hot) <= near, Angle: f.at.Q.Angle()})
		}
	}
}

// cursor is the double arrow along the way in which a grip moves.
func (f frame) cursor(g grip) Cursor {
	return alongCursor(f.at.Q.Apply(level.Vec{X: g.x, Y: g.y}))
}

// alongCursor is the double arrow along a direction.
func alongCursor(d level.Vec) Cursor {
	eighth := int(math.Round(collision.Atan2(d.Y, d.X)/(math.Pi/4))+8) % 4
	return [...]Cursor{CursorResizeEW, CursorResizeNWSE, CursorResizeNS, CursorResizeNESW}[eighth]
}
