package tool

import (
	"math"
	"slices"

	"fillet/editor"
	"fillet/editor/level"
	"fillet/editor/overlay"
)

// translating is a drag that moves the selection.
type translating struct {
	records
	snapping
	from level.Vec
	by   level.Vec

	copied bool       // the drag moves copies
	before []level.ID // before and bare hold the selection before the press
	bare   []level.InstanceID

	marks   []*level.Instance   // initial records of instances without parts that move too
	of      []level.ID          // the colliders of the group's bodies
	solid   *editor.MovingGroup // the colliding part of the selection
	stopped bool                // an obstacle stopped the solid drag
	leash   level.Vec           // trails the pointer; the direction from it to the pointer is the heading of the drag
	room    []overlay.Item      // clearance and first hit
}

// moving is a drag that moves the selection, or copies of it while Alt is held.
type moving struct {
	*translating
	start Event
}

// newMoving begins a drag that moves the selection from the position of a press.
func newMoving(c *Controller, start Event) gesture {
	if t := newTranslating(c, start); t != nil {
		return &moving{t, start}
	}
	return nil
}

func (m *moving) pointer(e Event) gesture {
	if (e.Kind == Move || e.Kind == Up) && e.Mods.Alt != m.copied && !m.swap(e.Mods.Alt) {
		return nil
	}
	if (drag{m.translating}).pointer(e) == nil {
		return nil
	}
	return m
}

// swap starts the drag over with copies of the selection, or with the selection itself. It returns false if that is
// not possible.
func (m *moving) swap(copies bool) bool {
	c, leash := m.c, m.leash
	m.cancel()
	begin := newTranslating
	if copies {
		begin = newCopying
	}
	t := begin(c, m.start)
	if t == nil {
		return false
	}
	t.leash, m.translating = leash, t
	return true
}

func newTranslating(c *Controller, start Event) *translating {
	ids, err := changeable(c.session)
	if err != nil {
		c.problem = reason(err)
		return nil
	}
	t := translate(c.begin("Move", ids), start)
	if t.marks = c.session.Instances().Free(); len(t.marks) > 0 {
		t.gesture.SetLabel("Move " + c.session.Document().TallyOf(ids, c.session.Selection().Bare()...).String())
	}
	return t
}

// newCopying begins a drag that moves copies of the selection.
func newCopying(c *Controller, start Event) *translating {
	sel := c.session.Selection()
	before, bare := slices.Clone(sel.IDs()), sel.Bare()
	g, err := c.session.Repeat().Begin()
	if err != nil {
		c.problem = reason(err)
		return nil
	}
	t := translate(recordsOf(c, g, slices.Clone(sel.IDs())), start)
	t.marks = c.session.Instances().Free()
	t.copied, t.before, t.bare = true, before, bare
	return t
}

// translate begins to drag colliders from the position of a press.
func translate(r records, start Event) *translating {
	c, ids := r.c, r.ids
	t := &translating{records: r, snapping: newSnapping(c, r.start, r.excluded()), from: start.Pos, leash: start.Pos}
	g, of := c.session.Motion(ids)
	if n := g.Pieces(); n > 0 && n <= maxPieces {
		t.group, t.of, t.around = g, of, c.session.MotionAround(ids)
	}
	t.solid, _ = c.session.Motion(slices.DeleteFunc(slices.Clone(ids), func(id level.ID) bool {
		col := c.session.Document().Collider(id)
		return col.Role == level.Trigger || col.Shape.Kind == level.Point
	}))
	return t
}

func (t *translating) drag(e Event) {
	by := e.Pos.Sub(t.from)
	if e.Mods.Shift { // move only along the axis with the larger displacement
		if math.Abs(by.X) >= math.Abs(by.Y) {
			by.Y = 0
		} else {
			by.X = 0
		}
	}
	by = t.snapped(by, e)
	t.stopped = false
	if e.Mods.Solid || t.c.session.SolidDrag() {
		to, met := t.solid.Slide(t.by, by)
		if met {
			t.guides, t.touch, t.stopped = nil, editor.TouchSnap{}, true
			by = to
		}
	}
	t.by = by
	t.setWith(movedMarks(t.c.session.Document(), t.marks, by), func(c *level.Collider) *level.Collider {
		out := *c
		out.Position = c.Position.Add(by)
		return &out
	})
	t.measureRoom(e)
}

// drop ends the drag. It removes copies that were not moved.
func (t *translating) drop(e Event) {
	if t.copied && t.by == (level.Vec{}) {
		t.cancel()
		return
	}
	t.records.drop(e)
}

func (t *translating) cancel() {
	t.records.cancel()
	if t.copied {
		t.c.session.Selection().Set(t.before...)
		t.c.session.Selection().AddBare(t.bare...)
	}
}

func (t *translating) show(v *view) {
	v.moving = t.ids
	v.cursor = CursorMove
	v.hint = "Moved by " + vecText(t.by)
	if t.copied {
		v.hint = "Copied by " + vecText(t.by)
	}
	switch {
	case t.touch.Count > 0:
		v.hint += ", touches " + t.touched()
	case t.stopped:
		v.hint += ", stopped"
	}
	v.keys = movingKeys
	v.add(t.guides...)
	v.add(t.room...)
	t.showTouches(v)
}

// touched names the shapes that the drag was snapped to.
func (t *translating) touched() string {
	doc := t.c.session.Document()
	if t.isAround {
		doc = t.c.session.Surroundings().Document()
	}
	text := ""
	for _, s := range t.touch.Touches[:t.touch.Count] {
		c := doc.At(s.Key)
		if c == nil || text != "" && text == doc.Title(c) {
			continue
		}
		if text != "" {
			text += " and "
		}
		text += doc.Title(c)
	}
	return text
}

// Lengths in screen units.
const (
	leashUnits     = 24  // distance at which the leash trails the pointer
	clearanceUnits = 64  // largest clearance beside the moved shapes that is shown
	firstHitUnits  = 600 // length of the search for the first hit ahead
	minRoomUnits   = 3   // a shorter measurement would cover the gap
)

// measureRoom measures the clearance on the sides that the drag moves toward, and finds the first hit ahead. It finds
// nothing while the moved shapes overlap another shape or the drag rests.
func (t *translating) measureRoom(e Event) {
	t.room = nil
	unit := t.c.unit
	if d := e.Pos.Sub(t.leash); d.Len() > leashUnits*unit {
		t.leash = e.Pos.Sub(d.Unit().Mul(float64(leashUnits * unit)))
	}
	heading := e.Pos.Sub(t.leash)
	if t.group == nil || heading.Len() < leashUnits*unit/2 {
		return
	}
	if _, _, inside := t.group.Inside(t.by); inside {
		return
	}
	heading = heading.Unit()
	t.clearance(heading)
	t.firstHit(heading)
}

// clearance shows the distance to the nearest surface on each side that the drag moves toward.
func (t *translating) clearance(heading level.Vec) {
	const toward = 0.3 // minimum cosine to the heading
	for _, side := range [2]level.Vec{{X: math.Copysign(1, heading.X)}, {Y: math.Copysign(1, heading.Y)}} {
		if heading.Dot(side) < toward || t.isMeasured(side) {
			continue
		}
		limit := float64(clearanceUnits * t.c.unit)
		hit, met := t.group.Cast(t.by, side.Mul(limit))
		if d := float64(limit * hit.T); met && d >= minRoomUnits*t.c.unit {
			t.room = append(t.room, overlay.Measure{
				From: hit.Point.MulAdd(side, -d), To: hit.Point, Text: number(d),
				Ink: overlay.Guide,
			})
		}
	}
}

// isMeasured reports whether a guide already shows distances along an axis.
func (t *translating) isMeasured(side level.Vec) bool {
	for _, g := range t.guides {
		if m, ok := g.(overlay.Measure); ok && math.Abs(m.To.Sub(m.From).Unit().Dot(side)) > 0.9 {
			return true
		}
	}
	return false
}

// firstHit shows the moved shapes at their first hit ahead, unless this is near enough for clearance to show it.
func (t *translating) firstHit(heading level.Vec) {
	const few = 6 // more ghosts would cover the level
	limit := float64(firstHitUnits * t.c.unit)
	hit, met := t.group.Cast(t.by, heading.Mul(limit))
	d := float64(limit * hit.T)
	if !met || len(t.ids) > few || d <= clearanceUnits*t.c.unit {
		return
	}
	doc, way := t.c.session.Document(), heading.Mul(d)
	for c := range editor.CollidersOf(doc, t.ids) {
		t.room = append(t.room, outlineOf(doc, c, way, overlay.Outline{Ink: overlay.Muted, Width: 1, Dashed: true}))
	}
	// Measure from the contact point on the moved shapes to the contact point ahead.
	t.room = append(t.room, overlay.Measure{
		From: hit.Point.Sub(way), To: hit.Point, Text: number(d),
		Ink: overlay.Muted,
	})
}

// showTouches marks the surfaces that the moved shapes were snapped to.
func (t *translating) showTouches(v *view) {
	if t.touch.Count == 0 {
		return
	}
	doc := t.c.session.Document()
	if t.isAround {
		doc = t.c.session.Surroundings().Document()
	}
	for _, s := range t.touch.Touches[:t.touch.Count] {
		touched := doc.At(s.Key)
		if touched == nil {
			continue
		}
		from, to := s.Point, s.Point
		if t.isAround {
			c := t.c.session.Document().Collider(t.of[s.Body])
			for _, p := range t.c.probe(c, t.c.session.Document().Baked(c.ID)) {
				if p.B == touched.ID {
					from, to = p.Line(s.Point, s.Normal)
				}
			}
		} else if p, ok := t.c.session.Live().Contact(t.of[s.Body], touched.ID); ok {
			from, to = p.Line(s.Point, s.Normal)
		}
		v.add(overlay.Line{Points: []level.Vec{from, to}, Ink: overlay.Warn, Width: 2.5})
	}
	at := t.touch.Touches[0]
	v.add(overlay.Label{
		At: at.Point, Offset: at.Normal.Perp().Mul(26).Add(at.Normal.Mul(-14)), Text: "touches",
		Ink: overlay.Warn,
	})
}
