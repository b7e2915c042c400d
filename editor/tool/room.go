package tool

import (
	"math"

	"fillet/editor"
	"fillet/editor/level"
	"fillet/editor/overlay"
)

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
		doc = editor.SurroundingsOf(t.c.session).Session().Document()
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
