package tool

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"fillet/collision"
	"fillet/editor"
	"fillet/editor/contacts"
	"fillet/editor/level"
	"fillet/editor/overlay"
)

// rayKind is the kind of object that is cast along a ray.
type rayKind int

// The kinds of rays, in the order of rayKinds.
const (
	thinRay rayKind = iota
	circleRay
	shapeRay
)

var rayKinds = []string{"ray", "circle", "shape"}

// rays is the ray tool: a drag casts a ray, a circle or the selected shape through the level and shows the hits.
type rays struct {
	c        *Controller
	kind     rayKind
	radius   float64 // radius of a circle that is cast
	all      bool
	triggers bool
	category string // category of the cast object; "" collides with all

	doc      *level.Document // document of the ray; nil for no ray
	from, to level.Vec
	guides   []overlay.Item
}

// Bounds and initial value of the circle's radius, in level pixels.
const (
	minRadius    = 0.5
	startRadius  = 16
	maxRayRadius = 1e5
)

// isSet reports whether the open level has a ray.
func (t *rays) isSet() bool { return t.doc != nil && t.doc == t.c.session.Document() }

// rayEnd is a draggable part of a ray.
type rayEnd int

// The parts of a ray.
const (
	noEnd rayEnd = iota
	fromEnd
	toEnd
	rimEnd // the handle of the radius
	wholeRay
)

// grabbed returns the part of the ray at a point.
func (t *rays) grabbed(p level.Vec) rayEnd {
	if !t.isSet() {
		return noEnd
	}
	best, end := t.c.reach(), noEnd
	offer := func(at level.Vec, e rayEnd) {
		if d := at.Dist(p); d <= best {
			best, end = d, e
		}
	}
	if t.kind == circleRay {
		offer(t.rim(), rimEnd)
	}
	offer(t.from, fromEnd)
	offer(t.to, toEnd) // offered last: wins if both ends coincide
	if end == noEnd && level.ClosestOnSegment(t.from, t.to, p).Dist(p) <= float64(t.c.reach()/2) {
		end = wholeRay
	}
	return end
}

// rim returns the position of the radius handle, to the side of the start.
func (t *rays) rim() level.Vec {
	side := level.Vec{Y: -1}
	if d := t.to.Sub(t.from); d != (level.Vec{}) {
		if side = d.Unit().Perp(); side.Y > 0 || side.Y == 0 && side.X < 0 {
			side = side.Neg()
		}
	}
	return t.from.MulAdd(side, t.radius)
}

func (t *rays) press(e Event) gesture {
	g := &rayDrag{t: t, before: *t, end: t.grabbed(e.Pos), start: e.Pos, snapper: t.c.session.Snapper(nil)}
	if g.end == noEnd {
		g.end, g.fresh = toEnd, true
		t.doc = t.c.session.Document()
		t.from = g.snapper.Snap(e.Pos, t.c.reach(), e.Mods.Ctrl).Point
		if o := t.shape(); o != nil && t.kind == shapeRay && t.isIn(o, e.Pos) {
			t.from = level.Centre(o)
		}
		t.to = t.from
	}
	return drag{g}
}

// shape returns the shape to cast, which is the selected one, or nil if not exactly one is selected.
func (t *rays) shape() *level.Collider {
	if ids := t.c.session.Selection().IDs(); len(ids) == 1 {
		if o := t.c.session.Document().Collider(ids[0]); o.Shape.Kind != level.Point {
			return o
		}
	}
	return nil
}

// isIn reports whether a point is on a shape.
func (t *rays) isIn(o *level.Collider, p level.Vec) bool {
	return slices.Contains(t.c.session.Picking().AnyAt(p, float64(t.c.reach()/2)), o.ID)
}

// moving returns the shape to cast, placed with its centre at the start of the ray.
func (t *rays) moving() (o *level.Collider, p contacts.Placed) {
	if o = t.shape(); o == nil {
		return nil, p
	}
	p = contacts.PlacedAt(o, t.c.session.Document().Baked(o.ID))
	p.At.P = p.At.P.Add(t.from.Sub(level.Centre(o)))
	return o, p
}

// errNoShape reports that there is no shape to cast.
var errNoShape = errors.New("select the shape to cast, then drag")

// cast returns the hits of the ray.
func (t *rays) cast() ([]contacts.RayHit, error) {
	s := t.c.session
	doc := s.Document()
	filter, _ := contacts.FilterOf(t.category, doc.Settings())
	r := contacts.Ray{From: t.from, To: t.to, All: t.all, Query: collision.Query{Triggers: t.triggers, Filter: filter}}
	switch t.kind {
	case circleRay:
		r.Radius = t.radius
	case shapeRay:
		o, p := t.moving()
		if o == nil {
			return nil, errNoShape
		}
		r.Moving = &p
		r.Query.Exclude = []collision.Key{doc.Key(o.ID)}
		if body, ok := level.BodyOf(o, p.Baked, doc.Settings()); ok {
			r.Query.Filter = body.Filter
		}
	}
	return r.Cast(s.Live().World(), doc.At)
}

// RayHits returns the hits of the ray tool's ray, nearest first.
func (c *Controller) RayHits() ([]contacts.RayHit, error) {
	if t, ok := c.tools[Rays].(*rays); ok && t.isSet() {
		return t.cast()
	}
	return nil, nil
}

func (t *rays) key(name string, m Mods) bool {
	switch {
	case name == "Y" && !m.Shift:
		t.kind = (t.kind + 1) % rayKind(len(rayKinds))
	case name == "A" && !m.Shift:
		t.all = !t.all
	default:
		return false
	}
	return true
}

// escape lets the controller leave the tool, which drops the ray.
func (t *rays) escape() bool { return false }

func (t *rays) leave() { t.doc, t.guides = nil, nil }

func (t *rays) show(v *view) {
	v.cursor = CursorCrosshair
	v.hint = "Drag from the start of the ray to its end"
	if t.kind == shapeRay {
		v.hint = "Drag from the selected shape to its target"
		if t.shape() == nil {
			v.hint = "Select the shape to cast (V), then come back and drag"
		}
	}
	if !t.isSet() {
		return
	}
	hits, err := t.cast()
	v.hits, v.rayErr = hits, err
	t.showHits(v, hits, err)
	t.showHandles(v)
	v.hint = "Drag an end or the line; drag elsewhere for a new ray; Escape exits"
	if t.kind == circleRay {
		v.hint = "Drag an end, the line, or the amber handle for the radius; drag elsewhere for a new one; Escape exits"
	}
	if err != nil {
		v.problem = t.answer(hits, err)
	}
}

func (t *rays) showHandles(v *view) {
	hot := noEnd
	if t.c.gesture == nil && t.c.inside {
		hot = t.grabbed(t.c.last.Pos)
		switch hot {
		case fromEnd, toEnd, rimEnd:
			v.cursor = CursorGrab
		case wholeRay:
			v.cursor = CursorMove
		}
	}
	v.add(
		overlay.Handle{At: t.from, Form: overlay.RoundHandle, Ink: overlay.Accent, Hot: hot == fromEnd},
		overlay.Handle{At: t.to, Form: overlay.SquareHandle, Ink: overlay.Accent, Hot: hot == toEnd},
	)
	if t.kind == circleRay {
		v.add(overlay.Handle{At: t.rim(), Form: overlay.DotHandle, Ink: overlay.Warn, Hot: hot == rimEnd})
	}
}

// maxHits limits the number of hits that are drawn individually.
const maxHits = 24

// showHits shows the path of the ray and its hits.
func (t *rays) showHits(v *view, hits []contacts.RayHit, err error) {
	if err != nil {
		v.add(overlay.Label{At: t.to, Offset: level.Vec{X: 14, Y: -16}, Text: sentenceOf(err), Ink: overlay.Danger})
		return
	}
	stop := t.to
	if len(hits) > 0 && !t.all {
		stop = t.from.Lerp(t.to, hits[0].Fraction)
		v.add(overlay.Line{Points: []level.Vec{stop, t.to}, Ink: overlay.Muted, Width: 1, Dashed: true})
	}
	t.way(v, stop)
	v.add(overlay.Arrow{From: t.from, To: stop, Ink: overlay.Accent})
	labels := overlay.Room{Unit: t.c.unit}
	for i, h := range hits[:min(len(hits), maxHits)] {
		at := t.from.Lerp(t.to, h.Fraction)
		t.ghost(v, at)
		t.hit(v, i, &h, &labels)
	}
	if len(hits) == 0 {
		t.ghost(v, t.to)
		v.add(overlay.Label{At: t.to, Offset: level.Vec{X: 14, Y: -16}, Text: "no hit", Ink: overlay.Muted})
	}
}

// way shows the area that the cast sweeps from the start to a point.
func (t *rays) way(v *view, stop level.Vec) {
	d := stop.Sub(t.from)
	switch t.kind {
	case circleRay:
		v.add(overlay.Ring{Center: t.from, Radius: t.radius, Ink: overlay.Accent, Dashed: true})
		if d != (level.Vec{}) {
			side := d.Unit().Perp().Mul(t.radius)
			for _, s := range [...]level.Vec{side, side.Neg()} {
				v.add(overlay.Line{
					Points: []level.Vec{t.from.Add(s), stop.Add(s)}, Ink: overlay.Accent, Width: 1,
					Dashed: true,
				})
			}
		}
	case shapeRay:
		if o, p := t.moving(); o != nil && t.from != level.Centre(o) {
			v.add(overlay.Outline{Boundary: p.Baked.Boundary(), At: p.At, Ink: overlay.Accent, Width: 1, Dashed: true})
		}
	}
}

// ghost shows the cast shape with its middle at a point.
func (t *rays) ghost(v *view, at level.Vec) {
	switch t.kind {
	case circleRay:
		v.add(overlay.Ring{Center: at, Radius: t.radius, Ink: overlay.Accent})
	case shapeRay:
		if _, p := t.moving(); p.Baked != nil {
			p.At.P = p.At.P.Add(at.Sub(t.from))
			v.add(overlay.Outline{Boundary: p.Baked.Boundary(), At: p.At, Ink: overlay.Accent, Fill: true})
		}
	}
}

// hit shows a hit: its point, its normal and, if there is room, a label.
func (t *rays) hit(v *view, i int, h *contacts.RayHit, labels *overlay.Room) {
	const normal = 34 // screen units
	tip := h.Point.MulAdd(h.Normal, float64(normal*t.c.unit))
	v.add(overlay.Arrow{From: h.Point, To: tip, Ink: overlay.Warn}, overlay.Dot{At: h.Point, Ink: overlay.Warn})
	text := t.c.label(h.Collider.ID) + ", " + number(h.Distance) + " px"
	if h.Starts != contacts.Apart {
		text = starts[h.Starts] + " " + t.c.label(h.Collider.ID)
	}
	short := ""
	if t.all {
		short = strconv.Itoa(i + 1)
		text = short + "  " + text
	}
	offset := 0.0
	if t.kind == circleRay {
		offset = min(t.radius/t.c.unit, 48)
	}
	v.add(labels.PutFirst(h.Point, t.to.Sub(t.from).Unit().Perp(), offset, overlay.Bright, text, short)...)
}

var starts = [...]string{contacts.StartsOn: "starts on", contacts.StartsIn: "starts in"}

// sentenceOf returns the message for an error of a cast.
func sentenceOf(err error) string {
	switch {
	case errors.Is(err, contacts.ErrNoDirection):
		return "A ray needs a direction: drag its end away from its start"
	case errors.Is(err, errNoShape):
		return "Select the shape to cast, then drag"
	}
	return err.Error()
}

// answer describes the first hit, or the error.
func (t *rays) answer(hits []contacts.RayHit, err error) string {
	if err != nil {
		return sentenceOf(err)
	}
	return contacts.DescribeHits(t.c.session.Document(), hits, t.from.Dist(t.to))
}

// list returns as many hits as fit a line, in order.
func (t *rays) list(hits []contacts.RayHit) string {
	const limit = 12
	var out []string
	for i, h := range hits[:min(len(hits), limit)] {
		out = append(out, fmt.Sprintf("%d %s %s px", i+1, t.c.label(h.Collider.ID), number(h.Distance)))
	}
	return strings.Join(out, " · ")
}

func (t *rays) strip(v *view) *Strip {
	s := &Strip{Title: "Ray", Chapter: "contacts", Close: func() { t.c.Switch(Select) }}
	err := v.rayErr
	text := "Drag through the level to cast a ray, as a game would."
	switch {
	case t.isSet():
		text = t.answer(v.hits, err)
	case t.kind == shapeRay && t.shape() == nil:
		text, err = sentenceOf(errNoShape), errNoShape
	}
	s.Lines = []StripLine{{Text: text, Bad: err != nil}}
	if t.all {
		s.Lines = append(s.Lines, StripLine{Text: t.list(v.hits)})
	}
	s.Choices = append(s.Choices, StripChoice{
		Name: "Cast", Tip: "What to cast along the line", Key: "Y", Words: rayKinds, At: int(t.kind),
		Pick: func(i int) { t.kind = rayKind(i) },
	})
	if t.kind == circleRay {
		s.Choices = append(s.Choices, StripChoice{
			Name: "Radius", Tip: "Radius of the circle", Number: true, Value: t.radius, Unit: "px", Set: t.setRadius,
		})
	}
	s.Choices = append(s.Choices,
		StripChoice{
			Name: "All hits", Tip: "Show every hit, as if nothing stopped the ray", Key: "A", On: t.all,
			Do: func() {
				t.all = !t.all
			},
		},
		StripChoice{Name: "Triggers", Tip: "Also hit triggers", On: t.triggers, Do: func() {
			t.triggers = !t.triggers
		}},
	)
	if names := t.c.session.Document().Settings().Categories; len(names) > 1 && t.kind != shapeRay {
		words := append([]string{"any"}, names...)
		s.Choices = append(s.Choices, StripChoice{
			Name: "As", Tip: "Hits what this category collides with", Words: words,
			At: max(slices.Index(words[1:], t.category)+1, 0),
			Pick: func(i int) {
				if t.category = ""; i > 0 {
					t.category = words[i]
				}
			},
		})
	}
	return s
}

// setRadius sets the circle's radius, limited to its bounds.
func (t *rays) setRadius(r float64) {
	if r == r {
		t.radius = min(max(r, minRadius), maxRayRadius)
	}
}

// rayDrag drags an end of a ray, its radius handle, or the whole ray.
type rayDrag struct {
	t       *rays
	before  rays
	end     rayEnd
	fresh   bool // the drag makes a new ray
	start   level.Vec
	snapper *editor.Snapper
}

func (g *rayDrag) drag(e Event) {
	t := g.t
	t.guides = nil
	snap := func() level.Vec {
		s := g.snapper.Snap(e.Pos, t.c.reach(), e.Mods.Ctrl)
		t.guides = s.Guides
		return s.Point
	}
	switch g.end {
	case fromEnd:
		t.from = snap()
	case toEnd:
		if t.to = snap(); g.fresh && e.Pos.Dist(g.start) <= dragUnits*t.c.unit {
			t.to = t.from // the pointer has not moved yet
		} else if e.Mods.Shift {
			t.to = editor.Stepped(t.from, t.to)
		}
	case rimEnd:
		t.setRadius(float64(math.Round(t.from.Dist(e.Pos)*2) / 2))
	case wholeRay:
		by := e.Pos.Sub(g.start)
		t.from, t.to = g.before.from.Add(by), g.before.to.Add(by)
	}
}

func (g *rayDrag) drop(Event) { g.t.guides = nil }

func (g *rayDrag) cancel() {
	c := g.t.c
	*g.t = g.before
	g.t.c, g.t.guides = c, nil
}

func (g *rayDrag) show(v *view) {
	v.add(g.t.guides...)
	if g.end == rimEnd {
		v.add(overlay.Label{
			At: g.t.rim(), Offset: level.Vec{X: 14, Y: -14}, Text: "r " + number(g.t.radius),
			Ink: overlay.Accent,
		})
	}
}
