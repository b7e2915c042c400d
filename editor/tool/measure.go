package tool

import (
	"math"

	"fillet/collision"
	"fillet/editor"
	"fillet/editor/contacts"
	"fillet/editor/level"
	"fillet/editor/overlay"
)

// measureEnd is one end of a measurement: a shape, or a point of the level.
type measureEnd struct {
	id level.ID // 0 for a point
	at level.Vec
}

// measure is the last measurement. It follows the measured shapes, and stays visible in every tool until Escape.
type measure struct {
	doc      *level.Document // nil for no measurement
	from, to measureEnd
	open     bool // the second end follows the pointer
}

// measuring is the measure tool.
type measuring struct{ c *Controller }

func (t *measuring) press(e Event) gesture {
	p := &measurePress{c: t.c, start: e, before: t.c.measure, snapper: t.c.session.Snapper(nil)}
	p.from = p.snapper.Snap(e.Pos, t.c.reach(), e.Mods.Ctrl)
	return p
}

func (t *measuring) key(string, Mods) bool { return false }
func (t *measuring) escape() bool          { return false }

// leave drops an unfinished measurement.
func (t *measuring) leave() {
	if t.c.measure.open {
		t.c.measure = measure{}
	}
}

func (t *measuring) show(v *view) {
	c := t.c
	v.cursor = CursorCrosshair
	v.hint = "Click two shapes or points, or drag between two points; Escape clears"
	if r, ok := c.reading(); ok {
		v.hint = r.Sentence()
		if c.measure.open {
			v.hint += ": click to keep it"
		}
	}
	if c.gesture != nil || !c.inside {
		return
	}
	end, guides := c.measureEnd(c.last)
	v.add(guides...)
	if end.id != 0 {
		v.add(c.measured(end.id))
	}
}

// measureEnd returns the end of a measurement for a click: the topmost shape, or the point if Shift is held or there is
// no shape.
func (c *Controller) measureEnd(e Event) (measureEnd, []overlay.Item) {
	if !e.Mods.Shift {
		if ids := c.session.Picking().AnyAt(e.Pos, float64(c.reach()/2)); len(ids) > 0 &&
			(!c.measure.open || ids[0] != c.measure.from.id) {
			return measureEnd{id: ids[0]}, nil
		}
	}
	snap := c.session.Snapper(nil).Snap(e.Pos, c.reach(), e.Mods.Ctrl)
	return measureEnd{at: snap.Point}, snap.Guides
}

// endpoint is an end of a measurement at its current position.
type endpoint struct {
	contacts.Placed
	record  *level.Collider // nil for a point
	name    string
	isPoint bool
}

// gap caches the last gap. Records are immutable, so the gap is valid as long as both records are the same.
type gap struct {
	records [2]*level.Collider
	at      [2]level.Vec // positions of points
	collision.Separation
	ok bool
}

// gapOf returns the gap between two endpoints.
func (c *Controller) gapOf(a, b *endpoint) (collision.Separation, bool) {
	g := gap{records: [2]*level.Collider{a.record, b.record}, at: [2]level.Vec{a.At.P, b.At.P}}
	if last := c.gap; last.records != g.records || last.at != g.at || !last.ok {
		g.Separation, g.ok = contacts.Gap(a.Placed, b.Placed)
		c.gap = g
	}
	return c.gap.Separation, c.gap.ok
}

// resolveEnd returns the shape or the point that an end refers to, or false if it is gone.
func (c *Controller) resolveEnd(m measureEnd) (endpoint, bool) {
	if m.id == 0 {
		return endpoint{contacts.PointAt(m.at), nil, "the point", true}, true
	}
	doc := c.session.Document()
	o := doc.Collider(m.id)
	switch {
	case o == nil:
		return endpoint{}, false
	case o.Shape.Kind == level.Point:
		return endpoint{contacts.PointAt(o.Position), o, doc.Title(o), true}, true
	}
	return endpoint{contacts.PlacedAt(o, doc.Baked(m.id)), o, doc.Title(o), false}, true
}

// reading computes the measurement, or returns false if there is none.
func (c *Controller) reading() (contacts.Measurement, bool) {
	m := c.measure
	if m.doc == nil || m.doc != c.session.Document() {
		return contacts.Measurement{}, false
	}
	if m.open {
		if !c.inside || c.active != Measure {
			return contacts.Measurement{}, false
		}
		m.to, _ = c.measureEnd(c.last)
	}
	a, okA := c.resolveEnd(m.from)
	b, okB := c.resolveEnd(m.to)
	if !okA || !okB {
		return contacts.Measurement{}, false
	}
	s, ok := c.gapOf(&a, &b)
	return contacts.Measurement{Separation: s, From: a.name, To: b.name, IsPoint: a.isPoint || b.isPoint}, ok
}

// MeasureText describes the last measurement, or returns "" if there is none.
func (c *Controller) MeasureText() string {
	if r, ok := c.reading(); ok {
		return r.Text()
	}
	return ""
}

// showMeasure shows the last measurement.
func (c *Controller) showMeasure(v *view) {
	r, ok := c.reading()
	if c.measure.doc == c.session.Document() && c.measure.from.id != 0 {
		v.add(c.measured(c.measure.from.id))
	}
	if !ok {
		return
	}
	if id := c.measure.to.id; id != 0 && !c.measure.open {
		v.add(c.measured(id))
	}
	ink := overlay.Guide
	if r.Overlaps() {
		ink = overlay.Danger
	}
	if r.Touches() {
		v.add(
			overlay.Handle{At: r.OnA, Form: overlay.CrossHandle, Ink: ink},
			overlay.Label{At: r.OnA, Offset: level.Vec{X: 12, Y: -14}, Text: r.Label() + ": they touch", Ink: ink},
		)
		return
	}
	v.add(c.legs(r.OnA, r.OnB)...)
	v.add(overlay.Measure{From: r.OnA, To: r.OnB, Text: r.Label(), Ink: ink})
}

// measured returns the outline of a measured shape.
func (c *Controller) measured(id level.ID) overlay.Item {
	doc := c.session.Document()
	o := doc.Collider(id)
	if o == nil || o.Shape.Kind == level.Point {
		return overlay.Line{}
	}
	return outlineOf(doc, o, level.Vec{}, overlay.Outline{Ink: overlay.Guide, Width: 1})
}

// legs returns the horizontal and vertical distances between two points, or nil if one is too short to see.
func (c *Controller) legs(a, b level.Vec) []overlay.Item {
	const least, offset = 36, 10 // screen units
	d := b.Sub(a)
	if min(math.Abs(d.X), math.Abs(d.Y)) < least*c.unit {
		return nil
	}
	corner := level.Vec{X: b.X, Y: a.Y}
	below := math.Copysign(labelBeside, -d.Y)
	side := offset
	if d.X < 0 {
		side = -offset - labelWidth
	}
	return []overlay.Item{
		overlay.Line{Points: []level.Vec{a, corner, b}, Ink: overlay.Guide, Width: 1, Dashed: true},
		overlay.Label{
			At: a.Lerp(corner, 0.5), Offset: level.Vec{X: -labelWidth / 2, Y: below},
			Text: "dx " + number(math.Abs(d.X)), Ink: overlay.Muted,
		},
		overlay.Label{
			At: b.Lerp(corner, 0.5), Offset: level.Vec{X: float64(side)}, Text: "dy " + number(math.Abs(d.Y)),
			Ink: overlay.Muted,
		},
	}
}

// Approximate size of a short label, in screen units.
const (
	labelWidth  = 52
	labelBeside = 16
)

// measurePress is a press with the measure tool. A click sets an end, a drag measures between two points.
type measurePress struct {
	c       *Controller
	start   Event
	before  measure
	snapper *editor.Snapper
	from    editor.SnapResult
	to      editor.SnapResult
	drags   bool
}

func (p *measurePress) pointer(e Event) gesture {
	c := p.c
	doc := c.session.Document()
	if p.drags = p.drags || e.Kind == Move && e.Pos.Dist(p.start.Pos) > dragUnits*c.unit; p.drags && e.Kind != Leave {
		p.to = p.snapper.Snap(e.Pos, c.reach(), e.Mods.Ctrl)
		c.measure = measure{doc: doc, from: measureEnd{at: p.from.Point}, to: measureEnd{at: p.to.Point}}
	}
	switch {
	case e.Kind != Up || e.Button != Primary:
		return p
	case p.drags:
	case p.before.open && p.before.doc == doc:
		c.measure.to, _ = c.measureEnd(p.start)
		c.measure.open = false
	default:
		c.measure = measure{}
		end, _ := c.measureEnd(p.start)
		c.measure = measure{doc: doc, from: end, open: true}
	}
	return nil
}

func (p *measurePress) cancel() { p.c.measure = p.before }

func (p *measurePress) show(v *view) {
	v.cursor = CursorCrosshair
	if p.drags {
		v.add(p.to.Guides...)
	}
}
