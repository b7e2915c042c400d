package tool

import (
	"fmt"

	"fillet/collision"
	"fillet/editor"
	"fillet/editor/level"
	"fillet/editor/overlay"
)

// scaling drags one of the eight handles around the selection.
type scaling struct {
	records
	grip    grip
	frame   frame     // initial frame
	offset  level.Vec // from the pointer to the corner of the box, since the handle may be outside
	single  bool      // scales a single shape in its own frame
	round   bool      // scales a single circle, which stays round
	snapper *editor.Snapper
	guides  []overlay.Item
	box     collision.AABB // current box, relative to the initial frame
}

func newScaling(c *Controller, e Event, g grip) gesture {
	ids, err := changeable(c.session)
	f, ok := c.selectionFrame()
	if err != nil || !ok {
		return nil
	}
	s := &scaling{records: c.begin("Scale", ids), grip: g, frame: f, box: f.Box}
	s.offset = f.At.Apply(g.On(f.Box)).Sub(e.Pos)
	s.single = c.session.Selection().Len() == 1
	s.round = s.single && s.start[0].Shape.Kind == level.Circle
	s.snapper = c.session.Snapper(s.excluded())
	return drag{s}
}

// stretch moves the grabbed handle to the snapped position of the pointer.
func (s *scaling) stretch(e Event, keepRatio bool) {
	snap := s.snapper.Snap(e.Pos.Add(s.offset), s.c.reach(), e.Mods.Ctrl)
	s.guides = snap.Guides
	to := s.frame.At.ApplyInv(snap.Point)
	if q := s.frame.At.Q; snap.What == "grid" && q.C != 0 && q.S != 0 { // a turned size snaps to steps of the grid
		anchor := s.anchor(e)
		to = anchor.Add(s.snapper.InSteps(s.frame.At.ApplyInv(e.Pos.Add(s.offset)).Sub(anchor)))
	}
	if keepRatio {
		s.box = s.frame.KeepingRatio(s.grip, to, e.Mods.Alt)
	} else {
		s.box = s.frame.Stretched(s.grip, to, e.Mods.Alt)
	}
}

// anchor returns the point of the initial box that stays in place.
func (s *scaling) anchor(e Event) level.Vec {
	if e.Mods.Alt {
		return s.frame.Box.Center()
	}
	return s.grip.Opposite().On(s.frame.Box)
}

// scalingKeys lists the keys of a drag that scales.
var scalingKeys = []string{"Shift keep ratio", "Alt from the middle", snapKey}

func (s *scaling) drag(e Event) {
	s.stretch(e, e.Mods.Shift || s.round)
	if s.single {
		s.setCarrying(func(c *level.Collider) level.Carried {
			out, carry := level.Resized(c, s.frame.Box, s.box)
			return level.Carried{To: neat(out), Scaled: true, Point: carry}
		})
		return
	}
	about := s.anchor(e)
	was, now := s.frame.Box.Size(), s.box.Size()
	sx, sy := editor.Ratio(now.X, was.X), editor.Ratio(now.Y, was.Y)
	s.setCarrying(func(c *level.Collider) level.Carried {
		return level.Carried{
			To: neat(level.Scaled(c, about, sx, sy)), Scaled: true,
			Point: level.ScaledPoint(c, sx, sy),
		}
	})
}

func (s *scaling) show(v *view) {
	v.moving = s.ids
	v.cursor = s.frame.Cursor(s.grip)
	if f, ok := s.c.selectionFrame(); ok {
		v.add(f.Items(f.Grip(s.grip), 0)...)
	}
	v.add(s.guides...)
	size := s.box.Size()
	text := fmt.Sprintf("%s × %s", number(size.X), number(size.Y))
	v.add(overlay.Label{At: s.c.last.Pos, Offset: level.Vec{X: 14, Y: 14}, Text: text, Ink: overlay.Accent})
	v.hint, v.keys = text, scalingKeys
}
