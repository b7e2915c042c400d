package tool

import (
	"math"

	"fillet/editor/level"
	"fillet/editor/overlay"
)

// rotating drags the rotation handle beside the selection.
type rotating struct {
	records
	pivot level.Vec
	knob  grip    // the side of the rotation handle
	from  float64 // initial direction from the pivot to the pointer, in radians
	by    level.Degrees
}

func newRotating(c *Controller, e Event) gesture {
	ids, err := changeable(c.session)
	f, ok := c.selectionFrame()
	if err != nil || !ok {
		return nil
	}
	r := &rotating{records: c.begin("Rotate", ids), pivot: f.At.Apply(f.Box.Center()), knob: f.Knob}
	r.from = overlay.Direction(r.pivot, e.Pos)
	return drag{r}
}

func (r *rotating) drag(e Event) {
	by := level.DegreesOf(overlay.Direction(r.pivot, e.Pos) - r.from)
	first := level.Degrees(0)
	if len(r.start) == 1 {
		first = r.start[0].Angle // a single shape snaps its own angle to multiples of the step
	}
	to, step := first+by, level.Degrees(0.5)
	if e.Mods.Shift {
		step = overlay.RotateStep
	}
	to = level.Degrees(level.Degrees(math.Round(float64(to/step))) * step)
	r.by = (to - first).Normalized()
	r.setWith(level.Diff{}, func(c *level.Collider) *level.Collider {
		out := level.Turned(c, r.pivot, r.by)
		if len(r.start) == 1 {
			out.Angle = to.Normalized()
		}
		return neat(out)
	})
}

func (r *rotating) show(v *view) {
	v.moving = r.ids
	v.cursor = CursorRotate
	if f, ok := r.c.selectionFrame(); ok && len(r.ids) == 1 {
		f.Knob = r.knob
		_, knob := f.RotateHandle()
		v.add(f.Items(knob, 0)...)
	}
	angle := r.by
	if len(r.ids) == 1 {
		angle = r.c.session.Document().Collider(r.ids[0]).Angle
	}
	text := number(float64(angle)) + "°"
	v.add(
		overlay.Handle{At: r.pivot, Form: overlay.CrossHandle, Ink: overlay.Accent},
		overlay.Label{At: r.c.last.Pos, Offset: level.Vec{X: 14, Y: 14}, Text: text, Ink: overlay.Accent},
	)
	v.hint, v.keys = text, rotatingKeys
}

// rotatingKeys lists the keys of a drag that rotates.
var rotatingKeys = []string{"Shift 15° steps"}
