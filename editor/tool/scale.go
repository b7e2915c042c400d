package tool

import (
	"fmt"
	"math"

	"fillet/collision"
	"fillet/editor"
	"fillet/editor/level"
	"fillet/editor/overlay"
)

// scaling is a drag on one of the eight handles around the selection.
type scaling struct {
	records
	grip    grip
	frame   frame     // at the start
	offset  level.Vec // from the pointer to the box's own corner, which the handle may stand outside of
	single  bool      // one shape, which is scaled in its own frame
	round   bool      // a single circle, which keeps its ratio
	snapper *editor.Snapper
	guides  []overlay.Item
	box     collision.AABB // now, in the frame at the start
}

func newScaling(c *Controller, e Event, g grip) gesture {
	ids, err := changeable(c.session)
	f, ok := c.selectionFrame()
	if err != nil || !ok {
		return nil
	}
	s := &scaling{records: c.begin("Scale", ids), grip: g, frame: f, box: f.box}
	s.offset = f.at.Apply(g.on(f.box)).Sub(e.Pos)
	s.single = c.session.Selection().Len() == 1
	s.round = s.single && s.start[0].Shape.Kind == level.Circle
	s.snapper = c.session.Snapper(s.excluded())
	return drag{s}
}

func (s *scaling) drag(e Event) {
	snap := s.snapper.Snap(e.Pos.Add(s.offset), s.c.reach(), e.Mods.Ctrl)
	s.guides = snap.Guides
	to := s.frame.at.ApplyInv(snap.Point)
	if e.Mods.Shift || s.round {
		s.box = s.keepingRatio(to)
	} else {
		s.box = s.stretched(to)
	}
	if s.single {
		s.set(func(c *level.Collider) *level.Collider { return neat(level.Resized(c, s.frame.box, s.box)) })
		return
	}
	about := s.grip.opposite().on(s.frame.box)
	was, is := s.frame.box.Size(), s.box.Size()
	sx, sy := factor(is.X, was.X), factor(is.Y, was.Y)
	s.set(func(c *level.Collider) *level.Collider { return neat(level.Scaled(c, about, sx, sy)) })
}

func factor(is, was float64) float64 {
	if was < 1e-9 {
		return 1
	}
	return is / was
}

// stretched is the box with the grip's sides at a point, at least a pixel from the sides across.
func (s *scaling) stretched(to level.Vec) collision.AABB {
	b := s.frame.box
	switch s.grip.x {
	case 1:
		b.Max.X = max(to.X, b.Min.X+level.MinExtent)
	case -1:
		b.Min.X = min(to.X, b.Max.X-level.MinExtent)
	}
	switch s.grip.y {
	case 1:
		b.Max.Y = max(to.Y, b.Min.Y+level.MinExtent)
	case -1:
		b.Min.Y = min(to.Y, b.Max.Y-level.MinExtent)
	}
	return b
}

// keepingRatio is the box scaled alike in both directions about the grip across, as far as the pointer has gone.
func (s *scaling) keepingRatio(to level.Vec) collision.AABB {
	b := s.frame.box
	anchor, size := s.grip.opposite().on(b), b.Size()
	reach := s.grip.on(b).Sub(anchor)
	k := to.Sub(anchor).Dot(reach) / reach.LenSq()
	if least := min(positive(size.X), positive(size.Y)); !(k*least >= level.MinExtent) {
		k = level.MinExtent / least
	}
	half := size.Mul(float64(k / 2))
	mid := level.Vec{X: anchor.X + float64(s.grip.x*half.X), Y: anchor.Y + float64(s.grip.y*half.Y)}
	return collision.AABB{Min: mid.Sub(half), Max: mid.Add(half)}
}

// positive is an extent to divide by; one of 0 does not count.
func positive(x float64) float64 {
	if x > 0 {
		return x
	}
	return math.Inf(1)
}

func (s *scaling) show(v *view) {
	v.moving = s.ids
	v.cursor = s.frame.cursor(s.grip)
	if f, ok := s.c.selectionFrame(); ok {
		f.show(v, f.grip(s.grip), 0)
	}
	v.add(s.guides...)
	size := s.box.Size()
	text := fmt.Sprintf("%s × %s", number(size.X), number(size.Y))
	v.add(overlay.Label{At: s.c.last.Pos, Offset: level.Vec{X: 14, Y: 14}, Text: text, Ink: overlay.Accent})
	v.hint = text + "; Shift keeps the ratio, Ctrl inverts snapping"
}
