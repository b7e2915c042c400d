package tool

import (
	"cmp"
	"errors"
	"slices"
	"strings"

	"fillet/collision"
	"fillet/editor"
	"fillet/editor/level"
	"fillet/editor/overlay"
)

// jointForm is the kind of joint that the tool makes.
type jointForm int

// The kinds of joints, in the order of the strip and of the keys 1 to 3.
const (
	byHinge jointForm = iota
	bySpring
	byRope
)

var jointForms = []string{"Hinge", "Spring", "Rope"}

// Reasons why a drag makes no joint.
var (
	errSameEnds = errors.New("both ends are on the same shape: join it to another one, or to the level")
	errNoEnds   = errors.New("neither end is on a shape: start or end the drag on one")
	errOneEnd   = errors.New("a spring or rope has two ends: drag from one to the other")
)

// jointTool joins two shapes, or a shape and the level, by a drag from one to the other. It also picks joints on the
// canvas and drags the anchors of the selected joint, even while the select tool is active.
type jointTool struct {
	c *Controller

	form            jointForm
	hertz, damping  float64  // frequency and damping of new springs
	from, to        jointEnd // ends of the joint under construction
	isDrawn, isFree bool     // isFree: the pointer is still where the drag began
}

// jointEnd is one end of a joint under construction: on a shape, or on the level if on is 0.
type jointEnd struct {
	on level.ID
	at level.Vec // snapped position
}

// joinable returns the topmost shape at a point that a joint can hold, except but, or 0 for the level.
func (t *jointTool) joinable(at level.Vec, but level.ID) level.ID {
	for _, id := range t.c.session.Picking().AnyAt(at, float64(t.c.reach()/2)) {
		if c := t.c.session.Document().Collider(id); id != but && c.Role != level.Trigger &&
			c.Shape.Kind != level.Point {
			return id
		}
	}
	return 0
}

// endAt returns the joint end at the pointer, and the snap guides.
func (t *jointTool) endAt(e Event) (jointEnd, []overlay.Item) {
	snap := t.c.session.Snapper(nil).Snap(e.Pos, t.c.reach(), e.Mods.Ctrl)
	return jointEnd{t.joinable(e.Pos, 0), tidy(snap.Point)}, snap.Guides
}

// press grabs an anchor of the selected joint, or begins a joint.
func (t *jointTool) press(e Event) gesture {
	if g := t.pressAnchor(e); g != nil {
		return g
	}
	t.from, _ = t.endAt(e)
	t.to, t.isDrawn, t.isFree = t.from, true, true
	return drag{&jointDrag{t: t, start: e}}
}

// jointDrag is the drag that makes a joint.
type jointDrag struct {
	t      *jointTool
	start  Event
	guides []overlay.Item
}

func (d *jointDrag) drag(e Event) {
	if d.t.isFree && e.Pos.Dist(d.start.Pos) <= dragUnits*d.t.c.unit {
		return
	}
	d.t.isFree = false
	d.t.to, d.guides = d.t.endAt(e)
}

func (d *jointDrag) drop(Event) {
	t := d.t
	t.isDrawn = false
	of, err := t.planned(d.start)
	if err == nil {
		of.ID, err = t.c.session.Joints().Add(of)
	}
	if t.c.report(err); err == nil {
		t.c.session.Selection().SetJoints(of.ID)
	}
}

func (d *jointDrag) cancel() { d.t.isDrawn = false }

// planned returns the joint that releasing the button would make. A click hinges the two topmost shapes at the
// pointer, or the shape and the level.
func (t *jointTool) planned(start Event) (level.Joint, error) {
	doc := t.c.session.Document()
	from, to := t.from, t.to
	if t.isFree {
		if t.form != byHinge {
			return level.Joint{}, errOneEnd
		}
		to.on = t.joinable(start.Pos, from.on)
		from, to = to, from // hinge the upper shape to the lower one
	}
	switch {
	case from.on == 0 && to.on == 0:
		return level.Joint{}, errNoEnds
	case from.on == to.on:
		return level.Joint{}, errSameEnds
	}
	of := level.Joint{Kind: level.Spring}
	if t.form == byHinge {
		of.Kind = level.Hinge
		// Both anchors are where the drag began, so that a playtest does not pull the shapes together.
		to.at = from.at
	}
	of.A, of.PartA, of.AnchorA = t.c.session.Joints().Side(from.on, from.at)
	of.B, of.PartB, of.AnchorB = t.c.session.Joints().Side(to.on, to.at)
	isDynamic := func(id level.ID) bool { return id != 0 && doc.Collider(id).Body == level.Dynamic }
	if !isDynamic(of.A) && !isDynamic(of.B) {
		return level.Joint{}, editor.ErrNotDynamic
	}
	switch t.form {
	case bySpring:
		of.Length, of.Frequency, of.Damping = from.at.Dist(to.at), t.hertz, t.damping
	case byRope:
		of.Length, of.PullsOnly = from.at.Dist(to.at), true
	}
	return of, nil
}

func (d *jointDrag) show(v *view) {
	t := d.t
	v.add(d.guides...)
	of, err := t.planned(d.start)
	for _, e := range [2]jointEnd{t.from, t.to} {
		t.showHeld(v, e.on)
	}
	v.cursor = CursorCrosshair
	if err != nil {
		v.add(overlay.Line{Points: []level.Vec{t.from.at, t.to.at}, Ink: overlay.Danger, Width: 1.25, Dashed: true})
		v.hint = err.Error()
		return
	}
	v.add(overlay.Line{
		Points: []level.Vec{t.from.at, t.to.at}, Ink: overlay.Accent, Width: 1, Dashed: true,
		Faint: true,
	})
	a, b := t.from.at, t.to.at
	if of.Kind == level.Hinge {
		b = a
	}
	v.add(overlay.JointOf(&of, a, b, overlay.Accent))
	v.hint = "Release to join " + t.label(of.A) + " and " + t.label(of.B) + " with a " +
		strings.ToLower(jointForms[t.form]) + "; Esc cancels"
	v.keys = []string{snapKey}
}

func (t *jointTool) label(id level.ID) string {
	if c := t.c.session.Document().Collider(id); c != nil {
		return c.Label()
	}
	return "the level"
}

// showHeld outlines a shape that the joint would hold.
func (t *jointTool) showHeld(v *view, id level.ID) {
	if c := t.c.session.Document().Collider(id); c != nil {
		v.add(outlineOf(t.c.session.Document(), c, level.Vec{}, overlay.Outline{Ink: overlay.Accent, Width: 1.5}))
	}
}

// key handles the keys 1 to 3, which choose the kind of joint.
func (t *jointTool) key(name string, m Mods) bool {
	if m.Shift || name != "1" && name != "2" && name != "3" {
		return false
	}
	t.form = jointForm(name[0] - '1')
	return true
}

// escape deselects the joints. It returns false if none is selected.
func (t *jointTool) escape() bool {
	if !t.hasSelected() {
		return false
	}
	t.c.session.Selection().Clear()
	return true
}

func (t *jointTool) leave() {}

func (t *jointTool) strip(*view) *Strip {
	s := &Strip{Title: "Joint", Chapter: "inspector", Close: func() { t.c.Switch(Select) }}
	s.Choices = append(s.Choices, StripChoice{
		Name: "Type", Words: jointForms, At: int(t.form), Tip: "1, 2, 3", Pick: func(i int) {
			t.form = jointForm(min(max(i, 0), len(jointForms)-1))
		},
	})
	if t.form == bySpring {
		s.Choices = append(s.Choices,
			StripChoice{Name: "Frequency", Number: true, Unit: "Hz", Value: t.hertz, Set: func(v float64) {
				t.hertz = min(max(v, 0), level.MaxJointFrequency)
			}},
			StripChoice{Name: "Damping", Number: true, Value: t.damping, Set: func(v float64) {
				t.damping = min(max(v, 0), level.MaxJointDamping)
			}})
	}
	s.Lines = []StripLine{{Text: [...]string{
		"Drag from the pivot to the body that turns. A click hinges the two shapes there.",
		"Drag from one end of the spring to the other. Empty ground attaches it to the level.",
		"Drag from one end of the rope to the other. Empty ground attaches it to the level.",
	}[t.form]}}
	return s
}

func (t *jointTool) show(v *view) {
	v.cursor, v.hint = CursorCrosshair, "Drag from a shape or empty ground to a shape; 1 to 3: hinge, spring, rope"
	if t.isDrawn {
		return
	}
	if t.showAnchors(v) {
		return
	}
	if t.c.inside {
		at, guides := t.endAt(t.c.last)
		v.add(guides...)
		t.showHeld(v, at.on)
	}
}

// ends returns a joint's anchors in level space, or false if one of its shapes is missing or hidden.
func (t *jointTool) ends(j *level.Joint) (a, b level.Vec, ok bool) {
	doc := t.c.session.Document()
	a, b, ok = level.JointEnds(doc, *j)
	isShown := func(id level.ID) bool { return id == 0 || doc.Visible(doc.Collider(id)) }
	return a, b, ok && isShown(j.A) && isShown(j.B)
}

// maxJoints limits the joints that are drawn and picked on the canvas.
const maxJoints = 5000

// jointAt returns the topmost joint drawn at a point, or 0.
func (t *jointTool) jointAt(p level.Vec) level.JointID {
	if j := t.nearest(t.c.session.Document().Settings().Joints, p); j != nil {
		return j.ID
	}
	return 0
}

// placedAt returns a part of an instance with a joint drawn at a point, or 0.
func (t *jointTool) placedAt(p level.Vec) level.ID {
	if j := t.nearest(level.PlacedJoints(t.c.session.Document()), p); j != nil {
		return cmp.Or(j.B, j.A)
	}
	return 0
}

func (t *jointTool) nearest(list []level.Joint, p level.Vec) *level.Joint {
	list = list[:min(len(list), maxJoints)]
	for i := range slices.Backward(list) {
		j := &list[i]
		a, b, ok := t.ends(j)
		if !ok {
			continue
		}
		line := float64(t.c.reach() / 2)
		if min(a.Dist(p), b.Dist(p)) <= t.c.reach()*0.75 || isNear(overlay.JointOf(j, a, b, overlay.Muted), p, line) {
			return j
		}
	}
	return nil
}

// within returns the joints whose lines touch a box.
func (t *jointTool) within(box collision.AABB) (out []level.JointID) {
	list := t.c.session.Document().Settings().Joints
	for i := range list[:min(len(list), maxJoints)] {
		j := &list[i]
		a, b, ok := t.ends(j)
		if !ok || !box.Overlaps(collision.AABB{Min: a.Min(b), Max: a.Max(b)}) && !j.PullsOnly {
			continue
		}
		line := overlay.JointOf(j, a, b, overlay.Muted)
		parts := 1
		if line.Form == overlay.RopeForm {
			parts = overlay.RopeParts
		}
		for k := range parts {
			if touches(box, line.Along(float64(k)/float64(parts)), line.Along(float64(k+1)/float64(parts))) {
				out = append(out, j.ID)
				break
			}
		}
	}
	return out
}

// touches reports whether a box touches a segment.
func touches(box collision.AABB, a, b level.Vec) bool {
	from, to := 0.0, 1.0
	for _, side := range [2][4]float64{{a.X, b.X, box.Min.X, box.Max.X}, {a.Y, b.Y, box.Min.Y, box.Max.Y}} {
		d := side[1] - side[0]
		if d == 0 {
			if side[0] < side[2] || side[0] > side[3] {
				return false
			}
			continue
		}
		s, t := (side[2]-side[0])/d, (side[3]-side[0])/d
		from, to = max(from, min(s, t)), min(to, max(s, t))
	}
	return from <= to
}

// isNear reports whether a point is within reach of a joint's drawing.
func isNear(j overlay.Joint, p level.Vec, reach float64) bool {
	if j.Form != overlay.RopeForm {
		return level.ClosestOnSegment(j.At, j.To, p).Dist(p) <= reach
	}
	from := j.At
	for i := 1; i <= overlay.RopeParts; i++ {
		to := j.Along(float64(i) / overlay.RopeParts)
		if level.ClosestOnSegment(from, to, p).Dist(p) <= reach {
			return true
		}
		from = to
	}
	return false
}

// anchorAt returns the anchor of the selected joint at a point: 0 for A, 1 for B, 2 for both anchors of a hinge, or -1.
func (t *jointTool) anchorAt(p level.Vec) (j level.Joint, which int) {
	j, ok := t.c.session.Selection().Joint()
	if !ok {
		return j, -1
	}
	a, b, ok := t.ends(&j)
	da, db := a.Dist(p), b.Dist(p)
	switch {
	case !ok || min(da, db) > t.c.reach():
		return j, -1
	case j.Kind == level.Hinge && a.Dist(b) <= t.c.unit/2:
		return j, 2
	case da < db:
		return j, 0
	}
	return j, 1
}

// pressAnchor begins to drag the selected joint's anchor at the pointer, or returns nil if there is none.
func (t *jointTool) pressAnchor(e Event) gesture {
	j, which := t.anchorAt(e.Pos)
	if which < 0 {
		return nil
	}
	a, b, _ := t.ends(&j)
	at := a
	if which == 1 {
		at = b
	}
	return drag{&anchorDrag{
		step: step{t.c, t.c.session.BeginExclusive("Move anchor of " + j.Label())},
		of:   j, which: which, start: e, offset: at.Sub(e.Pos),
	}}
}

// anchorDrag drags an anchor.
type anchorDrag struct {
	step
	of     level.Joint // the joint before the drag
	which  int
	start  Event
	offset level.Vec
	far    bool
	guides []overlay.Item
	at     level.Vec
}

// drag implements [dragger]. If the length of a rope or spring equalled the distance between its anchors, it stays
// equal.
func (d *anchorDrag) drag(e Event) {
	if !d.far && e.Pos.Dist(d.start.Pos) <= dragUnits*d.c.unit {
		return
	}
	d.far = true
	snap := d.c.session.Snapper(nil).Snap(e.Pos.Add(d.offset), d.c.reach(), e.Mods.Ctrl)
	d.at, d.guides = tidy(snap.Point), snap.Guides
	doc := d.c.session.Document()
	to := d.of
	if d.which != 1 {
		_, _, to.AnchorA = d.c.session.Joints().Side(to.A, d.at)
	}
	if d.which != 0 {
		_, _, to.AnchorB = d.c.session.Joints().Side(to.B, d.at)
	}
	if to.Kind == level.Spring {
		a, b, _ := level.JointEnds(doc, d.of)
		if was := a.Dist(b); was-d.of.Length <= 1e-6 && d.of.Length-was <= 1e-6 {
			a, b, _ = level.JointEnds(doc, to)
			to.Length = a.Dist(b)
		}
	}
	before := doc.Settings()
	after := *before
	after.Joints = slices.Clone(before.Joints)
	i := slices.IndexFunc(after.Joints, func(o level.Joint) bool { return o.ID == to.ID })
	if i < 0 || after.Joints[i] == to || !d.gesture.Open() {
		return
	}
	after.Joints[i] = to
	d.c.apply(d.gesture, level.Diff{Settings: level.Changed(before, &after)})
}

func (d *anchorDrag) show(v *view) {
	v.cursor = CursorMove
	if !d.far {
		return
	}
	v.add(d.guides...)
	text := vecText(d.at)
	v.add(overlay.Label{At: d.at, Offset: level.Vec{X: 14, Y: 14}, Text: text, Ink: overlay.Accent})
	v.hint, v.keys = text, []string{snapKey}
}

// showAnchors shows the handles of the selected joint and reports whether the pointer is over one of them.
func (t *jointTool) showAnchors(v *view) bool {
	j, ok := t.c.session.Selection().Joint()
	if !ok {
		return false
	}
	a, b, ok := t.ends(&j)
	if !ok {
		return false
	}
	hot := -1
	if t.c.inside && t.c.gesture == nil {
		_, hot = t.anchorAt(t.c.last.Pos)
	}
	v.add(overlay.Handle{At: a, Form: overlay.RoundHandle, Ink: overlay.Accent, Hot: hot == 0 || hot == 2})
	if a.Dist(b) > t.c.unit/2 {
		v.add(overlay.Handle{At: b, Form: overlay.RoundHandle, Ink: overlay.Accent, Hot: hot == 1})
	}
	if hot >= 0 {
		v.cursor, v.hint = CursorMove, "Drag the anchor of "+j.Label()+"; Delete removes the joint"
	}
	return hot >= 0
}

// shown returns the drawn joints of the level. Selected joints and the joints of selected shapes have the accent
// colour.
func (t *jointTool) shown() (items []overlay.Item) {
	doc, sel := t.c.session.Document(), t.c.session.Selection()
	list := doc.Settings().Joints
	if placed := level.PlacedJoints(doc); len(placed) > 0 {
		list = slices.Concat(list, placed)
	}
	list = list[:min(len(list), maxJoints)]
	for i := range list {
		j := &list[i]
		at, to, ok := t.ends(j)
		if !ok {
			continue
		}
		ink := overlay.Muted
		picked := j.ID != 0 && sel.HasJoint(j.ID)
		if picked {
			under := overlay.Line{Ink: overlay.Accent, Width: 5, Faint: true}
			for k := range overlay.RopeParts + 1 {
				under.Points = append(under.Points, overlay.JointOf(j, at, to,
					overlay.Accent).Along(float64(k)/overlay.RopeParts))
			}
			items = append(items, under)
		}
		if j.A != 0 && sel.Has(j.A) || j.B != 0 && sel.Has(j.B) || picked {
			ink = overlay.Accent
		}
		of := overlay.JointOf(j, at, to, ink)
		of.Thin = len(list) > overlay.ManyJoints && !picked
		items = append(items, of)
	}
	return items
}

// hasSelected reports whether a joint is selected.
func (t *jointTool) hasSelected() bool {
	return len(t.c.session.Selection().Joints()) > 0
}

// pressJoint begins a press on a joint. A click selects the joint, a click with Shift toggles its selection, and a drag
// acts on the shape below the joint.
func (t *selecting) pressJoint(e Event, of level.JointID) gesture {
	return &press{
		c: t.c, start: e,
		drag: func() gesture { return t.pressOn(e, t.below(e.Pos)) },
		click: func(Event) gesture {
			if sel := t.c.session.Selection(); e.Mods.Shift {
				sel.ToggleJoints(of)
			} else {
				sel.SetJoints(of)
			}
			return nil
		},
	}
}
