package tool

import (
	"cmp"
	"fmt"
	"math"

	"fillet/collision"
	"fillet/editor"
	"fillet/editor/level"
	"fillet/editor/overlay"
)

// shapeOfDrag returns the shape of a drag and its position, or false if the drag makes no shape.
type shapeOfDrag func(from, to level.Vec, m Mods) (s level.Shape, at level.Vec, ok bool)

// tooSmall is the message for a drag too small to make a shape.
const tooSmall = "Drag to set the size"

// dragging draws a shape with a single drag.
type dragging struct {
	draft
	shape    shapeOfDrag
	from, to level.Vec
	middle   bool // with Alt, the drag begins in the middle
	snapper  *editor.Snapper
	guides   []overlay.Item
	label    func(level.Shape) string
}

// draws begins to draw a shape with a drag; a click selects a shape. label describes the shape's size.
func draws(c *Controller, e Event, shape shapeOfDrag, label func(level.Shape) string) gesture {
	return &press{
		c: c, start: e, cursor: CursorCrosshair, hint: tooSmall,
		drag: func() gesture { return drag{newDragging(c, e, level.Solid, shape, label)} },
		click: func(up Event) gesture {
			if !selectAt(c, up) {
				c.problem = tooSmall
			}
			return nil
		},
	}
}

// selectAt selects the topmost shape at the pointer, in addition to the selection if Shift is held. It reports whether
// there is one.
func selectAt(c *Controller, e Event) bool {
	ids := c.pick(e.Pos)
	if len(ids) == 0 {
		return false
	}
	take(c.session.Selection(), ids[0], e.Mods)
	return true
}

func newDragging(c *Controller, e Event, role level.Role, shape shapeOfDrag, label func(level.Shape) string) *dragging {
	d := &dragging{
		draft: draft{c: c, role: role}, snapper: c.session.Snapper(nil), shape: shape, label: label, middle: true,
	}
	snap := d.snapper.Snap(e.Pos, c.reach(), e.Mods.Ctrl)
	d.from, d.to, d.guides = snap.Point, snap.Point, snap.Guides
	return d
}

func newBoxDrag(c *Controller, e Event) gesture { return draws(c, e, boxShape, sizeLabel) }

func sizeLabel(s level.Shape) string { return number(s.Size.X) + " × " + number(s.Size.Y) }

func radiusLabel(s level.Shape) string { return "r " + number(s.Radius) }

func boxShape(from, to level.Vec, m Mods) (level.Shape, level.Vec, bool) {
	if m.Shift {
		to = editor.Squared(from, to)
	}
	b := collision.AABB{Min: from.Min(to), Max: from.Max(to)}
	s := level.Shape{Kind: level.Box, Size: b.Size(), Rounding: level.Inset}
	return s, b.Center(), s.Size.X > 0 && s.Size.Y > 0
}

func newCircleDrag(c *Controller, e Event) gesture {
	return draws(c, e, circleShape, radiusLabel)
}

// circleShape returns the circle that fills the square of a drag.
func circleShape(from, to level.Vec, _ Mods) (level.Shape, level.Vec, bool) {
	to = editor.Squared(from, to)
	s := level.Shape{Kind: level.Circle, Radius: tidyNumber(float64(math.Abs(to.X-from.X) / 2))}
	return s, from.Lerp(to, 0.5), s.Radius > 0
}

func newCapsuleDrag(c *Controller, e Event) gesture {
	grid := c.session.Document().Settings().Grid.Size
	return draws(c, e, func(from, to level.Vec, m Mods) (level.Shape, level.Vec, bool) {
		return capsuleShape(from, to, float64(min(grid.X, grid.Y)/2), m)
	}, radiusLabel)
}

// capsuleShape returns the horizontal or vertical capsule that fills the box of a drag. With Shift, the capsule runs
// from the first point to the second and has the radius thick.
func capsuleShape(from, to level.Vec, thick float64, m Mods) (level.Shape, level.Vec, bool) {
	mid := from.Lerp(to, 0.5)
	if m.Shift {
		half := to.Sub(mid)
		return level.Shape{Kind: level.Capsule, Points: []level.Vec{half.Mul(-1), half}, Radius: thick}, mid,
			half != level.Vec{}
	}
	size := collision.AABB{Min: from.Min(to), Max: from.Max(to)}.Size()
	r := float64(min(size.X, size.Y) / 2)
	end := level.Vec{X: float64(size.X/2) - r}
	if size.Y > size.X {
		end = level.Vec{Y: float64(size.Y/2) - r}
	}
	start := level.Vec{X: 0 - end.X, Y: 0 - end.Y}
	return level.Shape{Kind: level.Capsule, Points: []level.Vec{start, end}, Radius: r}, mid, r > 0
}

func (d *dragging) drag(e Event) {
	snap := d.snapper.Snap(e.Pos, d.c.reach(), e.Mods.Ctrl)
	d.to, d.guides = snap.Point, snap.Guides
	d.update(e.Mods)
}

// update rebuilds the draft.
func (d *dragging) update(m Mods) {
	to, middle := d.to, m.Alt && d.middle
	if middle {
		to = d.to.Mul(2).Sub(d.from)
	}
	shape, at, ok := d.shape(d.from, to, m)
	if !ok {
		d.clear()
		d.problem = tooSmall
		return
	}
	if middle {
		at = d.from.Sub(level.LocalBounds(shape).Center())
	}
	d.set(shape, at)
}

func (d *dragging) drop(Event) {
	if !d.commit() {
		d.c.problem = cmp.Or(d.c.problem, d.problem)
	}
}

func (d *dragging) show(v *view) {
	d.draft.show(v)
	v.add(d.guides...)
	v.keys = []string{"Shift constrain", snapKey}
	if d.middle {
		v.keys = append(v.keys, "Alt from the middle")
	}
	if d.collider == nil {
		v.hint = tooSmall
		return
	}
	text := d.label(d.collider.Shape)
	v.add(overlay.Label{At: d.c.last.Pos, Offset: level.Vec{X: 14, Y: 14}, Text: text, Ink: overlay.Accent})
	v.hint = fmt.Sprintf("%s: release to draw, Escape cancels", text)
}

// placing places a point where the button is released.
type placing struct {
	c       *Controller
	snapper *editor.Snapper
	snap    editor.SnapResult
}

func newPointPress(c *Controller, e Event) gesture {
	p := &placing{c: c, snapper: c.session.Snapper(nil)}
	p.drag(e)
	return drag{p}
}

func (p *placing) drag(e Event) { p.snap = p.snapper.Snap(e.Pos, p.c.reach(), e.Mods.Ctrl) }

func (p *placing) drop(Event) {
	_, err := p.c.session.Add(*level.NewCollider(0, 0, "", level.Shape{Kind: level.Point}, p.snap.Point))
	p.c.fail(err)
}

func (p *placing) cancel() {}

func (p *placing) show(v *view) {
	v.cursor = CursorCrosshair
	v.hint = "Release to place the point at " + vecText(p.snap.Point)
	v.add(p.snap.Guides...)
	v.add(overlay.Handle{At: p.snap.Point, Form: overlay.CrossHandle, Ink: overlay.Accent, Hot: true})
}
