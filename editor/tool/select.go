package tool

import (
	"slices"

	"fillet/editor"
	"fillet/editor/contacts"
	"fillet/editor/level"
	"fillet/editor/overlay"
)

// selecting is the select tool.
type selecting struct{ c *Controller }

// spot describes the target of a press with the select tool.
type spot struct {
	what  spotKind
	grip  grip
	round roundHandle
	under []level.ID // topmost first, one shape per group
	mark  level.InstanceID
	joint level.JointID
}

type spotKind uint8

const (
	onNothing spotKind = iota
	onShape
	onGrip
	onRotate
	onRound
	onMark // the marked box of an instance without parts
	onJoint
)

// handleAt returns the nearest handle of the selection within reach of a point.
func (c *Controller) handleAt(p level.Vec) (s spot) {
	if f, ok := c.selectionFrame(); ok {
		best := f.Reach(p, c.reach())
		if h, ok := c.cornerHandle(); ok {
			if d := h.at().Dist(p); d <= best {
				best, s = d, spot{what: onRound, round: h}
			}
		}
		if g, turns, d := f.Handle(p); d < best && turns {
			s = spot{what: onRotate}
		} else if d < best {
			s = spot{what: onGrip, grip: g}
		}
	}
	return s
}

// Grabs reports whether a drag from a point draws, or changes what is selected.
func Grabs(c *Controller, p level.Vec) bool {
	if c.gesture != nil || c.active != Select || c.handleAt(p).what != onNothing {
		return true
	}
	ids := c.pick(p)
	return len(ids) > 0 && c.session.Selection().Has(ids[0])
}

// at returns the target at a point: a handle, or else a joint, or else the shapes.
func (t *selecting) at(p level.Vec) spot {
	c := t.c
	s := c.handleAt(p)
	if s.what != onNothing {
		return s
	}
	if s.joint = c.joints.jointAt(p); s.joint != 0 {
		s.what = onJoint
		return s
	}
	if s = t.below(p); s.what == onNothing {
		if part := c.joints.placedAt(p); part != 0 { // a prefab joint selects its instance
			s = spot{what: onShape, under: c.session.Selection().Units([]level.ID{part})}
		}
	}
	return s
}

// below returns the shapes or the marked box at a point.
func (t *selecting) below(p level.Vec) (s spot) {
	c := t.c
	if s.under = c.pick(p); len(s.under) > 0 {
		s.what = onShape
	} else if s.mark = c.session.Instances().MarkAt(p); s.mark != 0 {
		s.what = onMark
	}
	return s
}

// pick returns the shapes at a point, topmost first, but only one of each unit that is selected as a whole.
func (c *Controller) pick(p level.Vec) []level.ID {
	return c.session.Selection().Units(c.session.Picking().At(p, float64(c.reach()/2)))
}

func (t *selecting) press(e Event) gesture {
	if g := t.c.joints.pressAnchor(e); g != nil {
		return g
	}
	s := t.at(e.Pos)
	if sel := t.c.session.Selection(); s.what == onJoint && !e.Mods.Ctrl &&
		(!e.Mods.Shift || sel.Len()+len(sel.Bare()) == 0) {
		return t.pressJoint(e, s.joint)
	}
	if s.what == onJoint {
		s = t.below(e.Pos)
	}
	return t.pressOn(e, s)
}

// take selects a shape, in addition to the selection if Shift is held.
func take(sel *editor.Selection, id level.ID, m Mods) {
	if m.Shift {
		sel.TakeToo(id)
	} else {
		sel.Take(id)
	}
}

// pressOn begins the gesture of a press on a target.
func (t *selecting) pressOn(e Event, s spot) gesture {
	c, sel := t.c, t.c.session.Selection()
	switch s.what {
	case onGrip:
		return newScaling(c, e, s.grip)
	case onRotate:
		return newRotating(c, e)
	case onRound:
		return newRounding(c, e, s.round)
	case onShape:
		held := slices.ContainsFunc(s.under, sel.Has)
		p := &pointing{c: c, start: e, under: s.under, held: held}
		if !held && !e.Mods.Ctrl {
			take(sel, s.under[0], e.Mods)
		}
		return p
	case onMark:
		return newMarkPress(c, e, s.mark)
	}
	return newMarquee(c, e)
}

func (t *selecting) key(name string, _ Mods) bool {
	if name == "Enter" && t.c.session.Selection().Len() > 0 {
		t.c.Switch(Nodes)
		return true
	}
	return false
}

// escape leaves the entered group, or else clears the selection.
func (t *selecting) escape() bool {
	if sel := t.c.session.Selection(); !sel.Leave() {
		if sel.Len()+len(sel.Bare()) == 0 && sel.EndIsolation() {
			return true
		}
		sel.Clear()
	}
	return true
}

func (t *selecting) leave() { t.c.cycle = cycle{} }

func (t *selecting) show(v *view) {
	c := t.c
	c.showGroups(v)
	c.showMarks(v)
	t.showSelection(v)
	if t.c.joints.showAnchors(v) || c.gesture != nil {
		return
	}
	s := spot{}
	if c.inside {
		s = t.at(c.last.Pos)
	}
	t.hint(v, s)
}

// hint shows the effect of a press on a target.
func (t *selecting) hint(v *view, s spot) {
	c := t.c
	sel := c.session.Selection()
	switch s.what {
	case onGrip:
		f, _ := c.selectionFrame()
		v.cursor, v.hint, v.keys = f.Cursor(s.grip), "Drag to scale", scalingKeys
	case onRotate:
		v.cursor, v.hint, v.keys = CursorRotate, "Drag to rotate", rotatingKeys
	case onRound:
		v.cursor, v.hint = CursorGrab, "Drag to round the corners"
	case onShape:
		v.cursor, v.hint = CursorMove, "Drag to move "+shortLabel(c.label(s.under[0]))+", Alt+drag to copy"
		isWhole := sel.GroupAt(s.under[0]) != 0 || sel.InstanceAt(s.under[0]) != 0
		if !slices.ContainsFunc(s.under, sel.Has) {
			t.showPicked(v, s.under[0])
			v.cursor, v.hint = CursorDefault, "Click to select "+shortLabel(c.label(s.under[0]))+", drag to move it"
		}
		if isWhole {
			v.hint += "; double-click to enter, Ctrl+click for the shape"
		} else if sel.Len() == 1 && hasNodes(c.session.Document().Collider(sel.IDs()[0])) {
			v.hint += "; double-click to edit nodes"
		}
	case onJoint:
		if j := editor.JointOf(c.session.Document(), s.joint); j != nil {
			v.cursor, v.hint = CursorDefault, "Click to select "+shortLabel(j.Label())+
				", a joint, Shift adds it; Ctrl+click for the shape below"
		}
	case onMark:
		v.cursor, v.hint = CursorMove, c.markHint(s.mark)
	default:
		v.hint = "Click or drag a box to select; Shift adds, Ctrl toggles"
		if sel.Isolated() > 0 && sel.Len() == 0 {
			v.hint = "Esc ends isolation; " + v.hint
		}
		if g := c.session.Document().Group(sel.Entered()); g != nil {
			v.hint = "In " + g.Label() + ": Esc leaves; " + v.hint
		}
		if i := c.session.Document().Instance(sel.Inside()); i != nil {
			v.hint = "In " + i.Label() + ": Esc leaves; " + v.hint
		}
	}
}

// showPicked outlines everything that a click on a collider would select.
func (t *selecting) showPicked(v *view, id level.ID) {
	c := t.c
	const limit = 200 // with more, the brighter outlines are enough
	doc := c.session.Document()
	ids := c.session.Selection().Expand(id)
	for _, id := range ids[:min(len(ids), limit)] {
		if of := doc.Collider(id); of != nil && of.Shape.Kind != level.Point && doc.Visible(of) {
			v.add(outlineOf(doc, of, level.Vec{}, overlay.Outline{Ink: overlay.Accent, Width: 1.5}))
		}
	}
}

// outlineOf returns the outline of a collider, moved by a vector.
func outlineOf(doc *level.Document, c *level.Collider, by level.Vec, like overlay.Outline) overlay.Item {
	like.Boundary, like.At = doc.Baked(c.ID).Boundary(), c.Transform()
	like.At.P = like.At.P.Add(by)
	return like
}

// showSelection shows the selection's handles, and ghosts of the selected shapes after moving out of their overlaps.
func (t *selecting) showSelection(v *view) {
	c := t.c
	sel := c.session.Selection()
	const few = 6 // more ghosts would cover the level
	for _, id := range sel.IDs()[:min(sel.Len(), few)] {
		if sel.Len() > few || c.why.isOn {
			break
		}
		if by, ok := c.wayOut(id); ok {
			doc := c.session.Document()
			v.add(outlineOf(doc, doc.Collider(id), by, overlay.Outline{Ink: overlay.Muted, Width: 1, Dashed: true}))
		}
	}
	switch c.gesture.(type) {
	case nil, *pointing:
		t.showHandles(v)
	}
}

// showHandles shows the selection's handles.
func (t *selecting) showHandles(v *view) {
	c := t.c
	f, ok := c.selectionFrame()
	if !ok {
		return
	}
	hot := level.Vec{X: 1e12}
	if c.inside {
		hot = c.last.Pos
	}
	reach := f.Reach(hot, c.reach())
	v.add(f.Items(hot, reach)...)
	if h, ok := c.cornerHandle(); ok {
		h.show(v, h.at().Dist(hot) <= reach)
	}
}

// label returns the name of the group, instance or collider that a press on a collider selects.
func (c *Controller) label(id level.ID) string {
	if g := c.session.Document().Group(c.session.Selection().GroupAt(id)); g != nil {
		return g.Label()
	}
	if i := c.session.Document().Instance(c.session.Selection().InstanceAt(id)); i != nil {
		return i.Label()
	}
	if col := c.session.Document().Collider(id); col != nil {
		return col.Label()
	}
	return ""
}

// shortLabel shortens a label for a hint.
func shortLabel(label string) string {
	const limit = 24
	r := []rune(label)
	if len(r) <= limit {
		return label
	}
	return string(r[:limit-1]) + "…"
}

// wayOut returns the minimum translation that separates a collider. It skips large compounds, which take too long for
// every frame of a drag.
func (c *Controller) wayOut(id level.ID) (level.Vec, bool) {
	const limit = 24
	b := c.session.Document().Baked(id)
	if b == nil || len(b.Pieces) > limit {
		return level.Vec{}, false
	}
	e, ok := c.session.Live().Exit(id)
	return e.Way, ok && e.Why == contacts.None
}

// Aliases of the types for a frame with handles in package overlay.
type (
	frame = overlay.Frame
	grip  = overlay.Grip
)

// selectionFrame returns the frame around the selection. It returns false if nothing selected can be changed, if only
// points are selected, or if the frame would cover an explained pair.
func (c *Controller) selectionFrame() (frame, bool) {
	if c.why.isOn {
		return frame{}, false
	}
	box, at, ok := c.session.Selection().Frame()
	if !ok {
		return frame{}, false
	}
	if _, err := changeable(c.session); err != nil {
		return frame{}, false
	}
	if size := box.Size(); size.X == 0 && size.Y == 0 {
		return frame{}, false
	}
	f := overlay.NewFrame(box, at, c.unit)
	placeKnob(c, &f)
	return f, true
}

// placeKnob moves the rotation handle to the first side where it is over no other shape or, failing that, over no mark
// of one. If there is none, it removes the handle.
func placeKnob(c *Controller, f *frame) {
	if f.Knob == (grip{}) {
		return
	}
	second := grip{}
	for _, side := range overlay.KnobSides {
		f.Knob = side
		_, knob := f.RotateHandle()
		covers, coversMark := covered(c, knob)
		if !covers {
			return
		}
		if !coversMark && second == (grip{}) {
			second = side
		}
	}
	f.Knob = second
}

// covered reports whether a handle at a point covers a shape that is not selected, and whether it covers the shape's
// mark: its middle or, if the shape is small on screen, any part of it.
func covered(c *Controller, at level.Vec) (covers, coversMark bool) {
	const small = 48 // screen units
	doc := c.session.Document()
	for _, id := range c.session.Picking().AnyAt(at, c.reach()) {
		if c.session.Selection().Has(id) {
			continue
		}
		covers = true
		box := level.DrawnBounds(doc.Collider(id))
		size := box.Size()
		coversMark = coversMark || max(size.X, size.Y) < small*c.unit || box.Center().Dist(at) < 2*c.reach()
	}
	return covers, coversMark
}

// changeable returns the selected colliders that may be changed, without cancelling the gesture in progress.
func changeable(s *editor.Session) ([]level.ID, error) {
	var ids []level.ID
	doc := s.Document()
	for _, id := range s.Selection().IDs() {
		if !doc.Locked(doc.Collider(id)) {
			ids = append(ids, id)
		}
	}
	switch {
	case len(ids) > 0:
		return ids, nil
	case s.Selection().Len() > 0:
		return nil, editor.ErrLocked
	}
	return nil, editor.ErrNothingSelected
}
