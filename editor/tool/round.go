package tool

import (
	"fmt"
	"math"
	"slices"

	"fillet/editor"
	"fillet/editor/level"
	"fillet/editor/overlay"
)

// roundHandle is the handle inside a convex corner that changes the corner radius. It moves along the corner's
// bisector: it is near the corner at radius 0, and at the centre of the corner's circle at the largest radius that
// fits.
type roundHandle struct {
	id     level.ID
	corner level.Vec // in level space
	inward level.Vec // unit vector along the bisector
	sin    float64   // sine of half the corner's angle; the circle's centre is radius / sin from the corner
	first  float64   // distance of the handle from the corner at radius 0
	last   float64   // the same at the largest radius; +Inf if it is unlimited
	limit  float64   // the largest radius
	radius float64   // the current radius

	own     bool // the handle belongs to a chosen vertex and rounds only the chosen vertices
	chamfer bool // the corner is chamfered, and radius is the chamfer's length
	index   int  // index of the corner
}

const (
	roundFirst = 15 // distance from the corner at radius 0, in screen units
	roundRoom  = 28 // minimum of last for the select tool to show the handle, in screen units
	roundLeast = 12 // minimum of last for any tool to show the handle, in screen units
)

// cornerHandle returns the only round handle that the select tool shows. It is in the topmost convex corner of the
// selection and rounds all selected shapes.
func (c *Controller) cornerHandle() (roundHandle, bool) {
	ids := c.session.Selection().IDs()
	best, found := roundHandle{}, false
	for _, id := range ids[:min(len(ids), maxNodeShapes)] {
		col := c.session.Document().Collider(id)
		if !col.Shape.HasCorners() || !c.session.Document().Editable(col) {
			continue
		}
		for _, h := range c.roundHandles(col) {
			if h.last < roundRoom*c.unit {
				continue // the handle would make it hard to drag the shape
			}
			if !found || h.corner.Y < best.corner.Y || h.corner.Y == best.corner.Y && h.corner.X > best.corner.X {
				best, found = h, true
			}
		}
	}
	return best, found
}

// roundHandles returns the handles in all convex corners of a shape with corners.
func (c *Controller) roundHandles(col *level.Collider) []roundHandle {
	corners, at := col.Shape.Corners(), col.Transform()
	limit, known := c.maxRadius(col)
	if !known {
		return nil
	}
	turn := math.Copysign(1, editor.DoubleArea(corners))
	var handles []roundHandle
	for i, p := range corners {
		a, b := editor.CornerDirections(col.Shape, i)
		inward := a.Add(b).Unit()
		if b.Cross(a)*turn <= 1e-9 || inward == (level.Vec{}) {
			continue // the corner is concave or straight
		}
		h := roundHandle{
			id: col.ID, corner: at.Apply(p), inward: at.Q.Apply(inward), sin: math.Abs(b.Cross(inward)),
			first: float64(roundFirst * c.unit), last: math.Inf(1), limit: limit, radius: col.Shape.Radius, index: i,
		}
		if !math.IsInf(limit, 1) {
			h.last = limit / h.sin
			if h.last < roundLeast*c.unit {
				continue
			}
			h.first = min(h.first, h.last/2)
		}
		handles = append(handles, h)
	}
	return handles
}

// manyCorners is the number of corners from which computing the largest radius takes too long to wait for. Such a shape
// has round handles only once the inspector has computed its largest radius.
const manyCorners = 2000

// maxRadius returns a shape's largest radius. Every frame needs it, so it is cached until the shape changes.
func (c *Controller) maxRadius(col *level.Collider) (r float64, known bool) {
	const many = 4 * maxNodeShapes
	key := col.Shape
	key.Radius = 0
	w, ok := c.widest[col.ID]
	if !ok || !w.shape.Equal(key) {
		if baked := c.session.Document().Baked(col.ID); baked != nil && baked.KnowsMaxRadius(&col.Shape) {
			w = widest{key, baked.MaxRadius(&col.Shape)}
		} else if len(col.Shape.Points) < manyCorners {
			w = widest{key, col.Shape.MaxRadius()}
		} else {
			return 0, false
		}
		if len(c.widest) >= many {
			clear(c.widest)
		}
		c.widest[col.ID] = w
	}
	return w.radius, true
}

type widest struct {
	shape  level.Shape
	radius float64
}

// at returns the position of the handle in level space.
func (h roundHandle) at() level.Vec { return h.corner.MulAdd(h.inward, h.away(h.radius)) }

// away returns the distance from the corner to the handle at a radius, which is linear from first to last.
func (h roundHandle) away(r float64) float64 {
	if math.IsInf(h.last, 1) {
		return h.first + r
	}
	return h.first + r*(h.last-h.first)/h.limit
}

// radiusAt returns the radius, from 0 to the largest that fits, that brings the handle nearest to a point.
func (h roundHandle) radiusAt(p level.Vec) float64 {
	d := p.Sub(h.corner).Dot(h.inward) - h.first
	if math.IsInf(h.last, 1) {
		return max(d, 0)
	}
	return min(max(d*h.limit/(h.last-h.first), 0), h.limit)
}

func (h roundHandle) show(v *view, hot bool) {
	v.add(overlay.Handle{At: h.at(), Form: overlay.DotHandle, Ink: overlay.Warn, Hot: hot})
	if h.radius > 0 || hot {
		text := "r " + number(h.radius)
		if h.chamfer {
			text = "chamfer " + number(h.radius)
		}
		if h.radius > 0 && h.radius >= h.limit {
			text += " · max"
		}
		v.add(overlay.Label{At: h.at(), Offset: level.Vec{X: 10, Y: -2}, Text: text, Ink: overlay.Warn})
	}
}

// rounding drags a round handle.
type rounding struct {
	records
	handle roundHandle
	offset level.Vec // from the pointer to the handle
}

func newRounding(c *Controller, e Event, h roundHandle) gesture {
	if h.own {
		return newCornerDrag(c, e, h)
	}
	return drag{&rounding{records: c.begin("Round", c.roundedWith(h.id)), handle: h, offset: h.at().Sub(e.Pos)}}
}

// roundedWith returns the shapes that a handle of a shape rounds: the selected shapes with corners, or only the shape
// itself if it is not selected.
func (c *Controller) roundedWith(id level.ID) []level.ID {
	if !c.session.Selection().Has(id) {
		return []level.ID{id}
	}
	ids, err := changeable(c.session)
	if err != nil {
		return []level.ID{id}
	}
	return slices.DeleteFunc(ids, func(id level.ID) bool {
		return !c.session.Document().Collider(id).Shape.HasCorners()
	})
}

// steppedAt returns [roundHandle.radiusAt] rounded to a step, at most the largest radius.
func (h *roundHandle) steppedAt(p level.Vec, step float64) float64 {
	to := h.radiusAt(p)
	if to < h.limit {
		to = min(float64(math.Round(to/step)*step), h.limit)
	}
	return to
}

func (r *rounding) drag(e Event) {
	to := r.handle.steppedAt(e.Pos.Add(r.offset), r.c.radiusStep(e.Mods))
	r.set(func(c *level.Collider) {
		c.Shape.Radius = to
		c.Shape = c.Shape.Clamped()
	})
	r.handle.radius = r.c.session.Document().Collider(r.handle.id).Shape.Radius
}

// radiusStep returns the step of a dragged radius: half a pixel, finer if a screen unit is smaller, or 4 pixels with
// Shift.
func (c *Controller) radiusStep(m Mods) float64 {
	if m.Shift {
		return 4
	}
	for _, step := range [...]float64{0.5, 0.1, 0.05, 0.01} {
		if step <= c.unit {
			return step
		}
	}
	return 0.005
}

func (r *rounding) show(v *view) {
	v.moving = r.ids
	v.cursor = CursorGrabbing
	h := r.handle
	h.show(v, true)
	col := r.c.session.Document().Collider(h.id)
	if col.Shape.Rounding == level.Inset && h.radius > 0 {
		v.add(overlay.Ring{
			Center: h.corner.MulAdd(h.inward, h.radius/h.sin), Radius: h.radius, Ink: overlay.Warn,
			Dashed: true,
		})
	}
	if !math.IsInf(h.last, 1) { // draw the largest radius
		end := h.corner.MulAdd(h.inward, h.last)
		tick := h.inward.Perp().Mul(float64(5 * r.c.unit))
		v.overlays = append([]overlay.Item{
			overlay.Line{
				Points: []level.Vec{h.corner.MulAdd(h.inward, h.first), end}, Ink: overlay.Warn, Width: 1,
				Dashed: true,
			},
			overlay.Line{Points: []level.Vec{end.Sub(tick), end.Add(tick)}, Ink: overlay.Warn, Width: 2},
		}, v.overlays...)
	}
	v.hint = "Radius " + number(h.radius)
	switch {
	case h.radius >= h.limit && !math.IsInf(h.limit, 1):
		v.hint += ", the largest that fits"
	case !math.IsInf(h.limit, 1):
		v.hint += " (max " + number(h.limit) + "); Shift: steps of 4"
	default:
		v.hint += "; Shift: steps of 4"
	}
	less := 0
	for c := range editor.CollidersOf(r.c.session.Document(), r.ids) {
		if c.Shape.Radius < h.radius {
			less++
		}
	}
	if less > 0 {
		v.hint += fmt.Sprintf("; %d of %d shapes allow less", less, len(r.ids))
	}
}
