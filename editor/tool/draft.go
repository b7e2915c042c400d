package tool

import (
	"fillet/editor/contacts"
	"fillet/editor/level"
	"fillet/editor/overlay"
)

// draft is a shape under construction: it has contacts, but is not in the document yet.
type draft struct {
	c        *Controller
	role     level.Role
	collider *level.Collider // nil while there are too few points
	baked    *level.Baked    // nil while the shape is invalid
	pairs    []contacts.Pair
	problem  string
	crossing []level.Vec // positions of outline faults, in level space
}

// set sets the draft to a shape at a position. It keeps an invalid shape together with its problem.
func (d *draft) set(shape level.Shape, at level.Vec) {
	d.clear()
	d.collider = level.NewCollider(0, 0, "", shape, at)
	d.collider.Role = d.role
	baked, err := shape.Bake()
	if err != nil {
		d.problem = err.Error()
		if text, p, ok := outlineFault(err, d.collider.Transform()); ok {
			d.problem, d.crossing = text, []level.Vec{p}
		}
		return
	}
	d.baked = baked
	d.pairs = d.c.probe(d.collider, baked)
}

// probe returns the contacts that a new shape would have with the document and with the surrounding level.
func (c *Controller) probe(shape *level.Collider, baked *level.Baked) []contacts.Pair {
	pairs := c.session.Live().ProbeBaked(shape, baked)
	if around := c.session.Surroundings(); around != nil {
		pairs = append(pairs, around.Live().ProbeBaked(shape, baked)...)
	}
	return pairs
}

func (d *draft) clear() { *d = draft{c: d.c, role: d.role} }

// commit adds the shape to the document as one step and selects it. It reports whether this succeeded.
func (d *draft) commit() bool {
	if d.collider == nil || d.baked == nil {
		return false
	}
	c := *d.collider
	if _, err := d.c.session.Add(c); err != nil {
		d.c.problem = reason(err)
		return false
	}
	return true
}

// cancel changes nothing, because the draft is not in the document.
func (d *draft) cancel() {}

// ink returns the draft's colour, which depends on its contacts.
func (d *draft) ink() overlay.Ink {
	if d.role == level.Trigger {
		return overlay.Trigger
	}
	for _, p := range d.pairs {
		if p.State == contacts.Overlapping {
			return overlay.Danger
		}
	}
	return overlay.Accent
}

func (d *draft) show(v *view) {
	v.cursor = CursorCrosshair
	v.problem = d.problem
	if d.baked != nil {
		v.add(overlay.Outline{
			Boundary: d.baked.Boundary(), At: d.collider.Transform(), Ink: d.ink(), Fill: true,
			Dashed: d.role == level.Trigger,
		})
		v.contacts = append(v.contacts, d.pairs...)
		v.draft = d
	}
	for i, p := range d.crossing {
		if d.problem == "" { // the problem is only a warning
			v.add(overlay.Handle{At: p, Form: overlay.CrossHandle, Ink: overlay.Warn})
			continue
		}
		v.add(overlay.Handle{At: p, Form: overlay.CrossHandle, Ink: overlay.Danger, Hot: true})
		if i == 0 {
			v.add(overlay.Label{At: p, Offset: level.Vec{X: 12, Y: -12}, Text: d.problem, Ink: overlay.Danger})
		}
	}
}

// drawing is a drawing tool. A press begins to draw.
type drawing struct {
	c     *Controller
	begin func(c *Controller, e Event) gesture
	hint  string
}

// press grabs a handle of the selection, such as the shape drawn last, or else begins to draw.
func (t *drawing) press(e Event) gesture {
	if s := t.c.handleAt(e.Pos); s.what != onNothing {
		return (&selecting{t.c}).pressOn(e, s)
	}
	return t.begin(t.c, e)
}

func (t *drawing) key(string, Mods) bool { return false }
func (t *drawing) escape() bool          { return false }
func (t *drawing) leave()                {}

func (t *drawing) show(v *view) {
	v.cursor, v.hint = CursorCrosshair, t.hint
	if t.c.gesture != nil {
		return
	}
	selects := &selecting{t.c}
	selects.showHandles(v)
	if t.c.inside {
		if s := t.c.handleAt(t.c.last.Pos); s.what != onNothing {
			selects.hint(v, s)
			return
		}
		snap := t.c.session.Snapper(nil).Snap(t.c.last.Pos, t.c.reach(), t.c.last.Mods.Ctrl)
		v.add(snap.Guides...)
		if snap.What != "" {
			v.add(overlay.Handle{At: snap.Point, Form: overlay.CrossHandle, Ink: overlay.Accent})
		}
	}
}
