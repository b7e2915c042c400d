package tool

import (
	"fmt"

	"fillet/collision"
	"fillet/editor"
	"fillet/editor/level"
	"fillet/editor/overlay"
)

// stroke is a freehand line that is drawn with the button held.
type stroke struct {
	draft
	t        *shapes
	points   []level.Vec // as drawn
	straight int         // number of points at which a straight line with Shift began; 0 for none
	end      level.Vec   // snapped position of the pointer
	closed   bool
	snapper  *editor.Snapper
	guides   []overlay.Item
}

// maxStroke limits the points of a stroke, far above what users draw by hand.
const maxStroke = 20000

// lastStroke holds the last stroke, to fit it again with other parameters.
type lastStroke struct {
	id       level.ID
	points   []level.Vec
	closed   bool
	revision uint64 // history revision after the stroke
}

func newStroke(t *shapes, e Event) gesture {
	s := &stroke{draft: draft{c: t.c, role: level.Solid}, t: t, snapper: t.c.session.Snapper(nil)}
	s.aim(e)
	s.points = []level.Vec{s.end}
	return drag{s}
}

// aim finds the end of the line, which snaps.
func (s *stroke) aim(e Event) {
	s.end, s.guides = tidy(e.Pos), nil
	if snap := s.snapper.Snap(e.Pos, s.c.reach(), e.Mods.Ctrl); snap.What != "" {
		s.end, s.guides = snap.Point, snap.Guides
	}
}

func (s *stroke) drag(e Event) {
	const closest = 1.5 // minimum distance between two points, in screen units
	switch n := len(s.points); {
	case e.Mods.Shift:
		if s.straight == 0 {
			s.straight = n
		}
		s.points = append(s.points[:s.straight], editor.Stepped(s.points[s.straight-1], e.Pos))
	case n < maxStroke && (s.straight > 0 || s.points[n-1].Dist(e.Pos) >= closest*s.c.unit):
		s.straight = 0
		s.points = append(s.points, tidy(e.Pos))
	}
	s.aim(e)
	s.fit()
}

// line returns the drawn points and reports whether the end meets the start.
func (s *stroke) line() (points []level.Vec, closed bool) {
	first, n := s.points[0], len(s.points)
	reach := s.c.reach()
	if n > 2 && min(s.end.Dist(first), s.points[n-1].Dist(first)) <= reach {
		size := collision.BoundsOf(s.points).Size()
		if max(size.X, size.Y) > 3*reach && min(size.X, size.Y) > reach/2 {
			return s.points, true
		}
	}
	points = s.points
	if n > 1 && s.straight == 0 {
		points = append(points[:n-1:n-1], s.end)
	}
	return points, false
}

// fit rebuilds the draft from the line.
func (s *stroke) fit() {
	points, closed := s.line()
	s.closed = closed
	made, ok := editor.Freehand(points, closed, s.t.smoothing, s.t.tolerance, !s.t.lines)
	if !ok {
		s.clear()
		return
	}
	s.set(made.Shape.Map(tidy), tidy(made.Offset))
}

func (s *stroke) drop(Event) {
	if s.collider == nil || s.baked == nil {
		s.c.problem = "Draw with the button held"
		return
	}
	points, closed := s.line()
	if s.commit() {
		ids := s.c.session.Selection().IDs()
		s.t.last = lastStroke{id: ids[0], points: points, closed: closed, revision: s.c.session.History().Revision()}
	}
}

// fitLast fits the last stroke again with the current parameters, unless the document has changed since. The change
// joins the stroke's undo step.
func (t *shapes) fitLast() {
	s, l := t.c.session, &t.last
	c := s.Document().Collider(l.id)
	if c == nil || s.History().Revision() != l.revision {
		return
	}
	made, ok := editor.Freehand(l.points, l.closed, t.smoothing, t.tolerance, !t.lines)
	if !ok {
		return
	}
	next := *c
	next.Shape, next.Position = made.Shape.Map(tidy), tidy(made.Offset)
	if next.Shape.Equal(c.Shape) && next.Position == c.Position {
		return
	}
	if err := s.Do("Draw "+c.Name, level.Diff{Colliders: []level.Change[level.Collider]{level.Changed(c,
		&next)}}); err != nil {
		t.c.fail(err)
		return
	}
	s.MergeSteps()
	l.revision = s.History().Revision()
}

func (s *stroke) show(v *view) {
	s.draft.show(v)
	v.add(s.guides...)
	if s.baked == nil {
		v.add(overlay.Line{Points: s.points, Ink: overlay.Accent})
		v.hint = "Draw with the button held"
		return
	}
	shape := s.collider.Shape
	text := fmt.Sprintf("%d vertices", len(shape.Points))
	v.add(overlay.Label{At: s.c.last.Pos, Offset: level.Vec{X: 14, Y: 14}, Text: text, Ink: overlay.Accent})
	if s.closed {
		v.add(overlay.Handle{At: s.points[0], Form: overlay.RoundHandle, Ink: overlay.Accent, Hot: true})
	}
	switch {
	case shape.Kind == level.Polygon:
		v.hint = text + ": release to close the outline, Escape cancels"
	case s.closed:
		v.hint = text + ": release to close the edge chain; a polygon must not cross itself"
	default:
		v.hint = text + ": release to finish the edge chain, at its start to close it; Escape cancels"
	}
}
