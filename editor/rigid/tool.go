package rigid

import (
	"cmp"
	"errors"
	"slices"

	"fillet/collision"
	"fillet/editor"
	"fillet/editor/hosted"
	"fillet/editor/level"
	"fillet/editor/overlay"
)

// Form is what the tool joins by.
type Form int

// The forms of joints that the tool makes, in the order of its choices and of the keys 1 to 3.
const (
	ByHinge Form = iota
	BySpring
	ByRope
)

var formNames = []string{"Hinge", "Spring", "Rope"}

// What can be wrong with a drag of the tool.
var (
	errSame    = errors.New("a joint joins two shapes, or one with the level: it begins and ends on the same")
	errNothing = errors.New("a joint joins two shapes, or one with the level: press on a shape, or let go on one")
	errClick   = errors.New("a spring and a rope have two ends: drag from the one to the other")
)

// Tool joins two shapes, or one with the level, by a drag from the one to the other. Besides, with the tool for selecting too, it picks joints
// where they are drawn, and drags the anchors of the one that is selected.
type Tool struct {
	host    hosted.Host
	session *editor.Session

	Form            Form
	hertz, damping  float64 // of new springs
	from, to        end     // of the joint that is being drawn
	isDrawn, isFree bool    // to is where the drag began still
}

// end is one end of a joint that is being drawn: on a shape, or with 0 on the level.
type end struct {
	on level.ID
	at level.Vec // where it snaps to
}

// NewTool makes the tool for a session.
func NewTool(s *editor.Session, host hosted.Host) *Tool {
	return &Tool{host: host, session: s, hertz: springHertz, damping: springDamping}
}

// joinable is the topmost shape at a place that a joint can hold; 0: the level.
func (t *Tool) joinable(at level.Vec, but level.ID) level.ID {
	for _, id := range t.session.Picking().AnyAt(at, float64(t.host.Reach()/2)) {
		if c := t.session.Document().Collider(id); id != but && c.Role != level.Trigger && c.Shape.Kind != level.Point {
			return id
		}
	}
	return 0
}

// endAt is the end of a joint that is put where the pointer is, and what it snaps to.
func (t *Tool) endAt(e overlay.Event) (end, []overlay.Item) {
	snap := t.session.Snapper(nil).Snap(e.Pos, t.host.Reach(), e.Mods.Ctrl)
	return end{t.joinable(e.Pos, 0), clean(overlay.Tidy(snap.Point))}, snap.Guides
}

// Press takes an anchor of the selected joint in hand, or begins a joint.
func (t *Tool) Press(e overlay.Event) hosted.Drag {
	if d := t.PressAnchor(e); d != nil {
		return d
	}
	t.from, _ = t.endAt(e)
	t.to, t.isDrawn, t.isFree = t.from, true, true
	return &drawing{t: t, start: e}
}

// drawing is the drag that makes a joint.
type drawing struct {
	t      *Tool
	start  overlay.Event
	guides []overlay.Item
}

// Drag is [hosted.Drag]'s.
func (d *drawing) Drag(e overlay.Event) {
	if d.t.isFree && e.Pos.Dist(d.start.Pos) <= overlay.DragUnits*d.t.host.Unit() {
		return
	}
	d.t.isFree = false
	d.t.to, d.guides = d.t.endAt(e)
}

// Drop is [hosted.Drag]'s.
func (d *drawing) Drop() {
	t := d.t
	t.isDrawn = false
	of, err := t.planned(d.start)
	if err == nil {
		js := JointsOf(t.session)
		of.ID = level.NewJointID(t.session.Document(), nil)
		of.Name = js.freeName(of)
		err = js.put("Join by "+of.Name, of)
	}
	if t.host.Fail(err); err == nil {
		t.session.Selection().SetJoints(of.ID)
	}
}

// Cancel is [hosted.Drag]'s.
func (d *drawing) Cancel() { d.t.isDrawn = false }

// planned is the joint that letting go now would make. A click makes a hinge of the two topmost shapes there, or of the one and the level.
func (t *Tool) planned(start overlay.Event) (level.Joint, error) {
	doc := t.session.Document()
	from, to := t.from, t.to
	if t.isFree {
		if t.Form != ByHinge {
			return level.Joint{}, errClick
		}
		to.on = t.joinable(start.Pos, from.on)
		from, to = to, from // the one below holds the one above
	}
	switch {
	case from.on == 0 && to.on == 0:
		return level.Joint{}, errNothing
	case from.on == to.on:
		return level.Joint{}, errSame
	}
	dynamic := false
	side := func(e end) (id level.ID, part string, at level.Vec) {
		c := doc.Collider(e.on)
		if c == nil {
			return 0, "", e.at
		}
		if c.Part != nil {
			part = c.Part.String()
		}
		dynamic = dynamic || c.Body == level.Dynamic
		return c.ID, part, clean(c.Transform().ApplyInv(e.at))
	}
	of := level.Joint{Kind: level.Spring}
	if t.Form == ByHinge {
		of.Kind = level.Hinge
		if to.at = from.at; !t.isFree { // the pin is where the drag began: nothing has to come together when the level is played
			to.at = t.from.at
		}
	}
	of.A, of.PartA, of.AnchorA = side(from)
	of.B, of.PartB, of.AnchorB = side(to)
	if !dynamic {
		return level.Joint{}, ErrNotDynamic
	}
	switch t.Form {
	case BySpring:
		of.Length, of.Frequency, of.Damping = from.at.Dist(to.at), t.hertz, t.damping
	case ByRope:
		of.Length, of.PullsOnly = from.at.Dist(to.at), true
	}
	return of, nil
}

// Show is [hosted.Drag]'s.
func (d *drawing) Show(v *hosted.View) {
	t := d.t
	v.Add(d.guides...)
	of, err := t.planned(d.start)
	for _, e := range [2]end{t.from, t.to} {
		t.showHeld(v, e.on)
	}
	v.Cursor = overlay.CursorCrosshair
	if err != nil {
		v.Add(overlay.Line{Points: []level.Vec{t.from.at, t.to.at}, Ink: overlay.Danger, Width: 1.25, Dashed: true})
		v.Hint = err.Error()
		return
	}
	v.Add(overlay.Line{Points: []level.Vec{t.from.at, t.to.at}, Ink: overlay.Accent, Width: 1, Dashed: true, Faint: true})
	a, b := t.from.at, t.to.at
	if of.Kind == level.Hinge {
		b = a
	}
	v.Add(overlay.JointOf(&of, a, b, overlay.Accent))
	v.Hint = "let go to join " + t.label(of.A) + " and " + t.label(of.B) + " by a " + [...]string{"hinge", "spring", "rope"}[t.Form] + "; Esc drops it, Ctrl inverts snapping"
}

func (t *Tool) label(id level.ID) string {
	if c := t.session.Document().Collider(id); c != nil {
		return c.Label()
	}
	return "the level"
}

// showHeld outlines a shape that a joint would hold.
func (t *Tool) showHeld(v *hosted.View, id level.ID) {
	if c := t.session.Document().Collider(id); c != nil {
		v.Add(overlay.Outline{Boundary: t.session.Document().Baked(id).Boundary(), At: c.Transform(), Ink: overlay.Accent, Width: 1.5})
	}
}

// Key takes the form that a key stands for, or removes the selected joint.
func (t *Tool) Key(name string, m overlay.Mods) bool {
	switch {
	case m.Shift:
		return false
	case name == "1" || name == "2" || name == "3":
		t.Form = Form(name[0] - '1')
	default:
		return false
	}
	return true
}

// Escape selects no joint any more; false where none was.
func (t *Tool) Escape() bool {
	if !t.Picked() {
		return false
	}
	t.session.Selection().Clear()
	return true
}

// Strip is what the strip over the canvas says while the tool is on.
func (t *Tool) Strip() *overlay.Strip {
	s := &overlay.Strip{Title: "Joint", Chapter: "playing", Close: t.host.Leave}
	s.Choices = append(s.Choices, overlay.StripChoice{
		Name: "By a", Words: formNames, At: int(t.Form), Tip: "1, 2, 3", Pick: func(i int) { t.Form = Form(min(max(i, 0), len(formNames)-1)) },
	})
	if t.Form == BySpring {
		s.Choices = append(s.Choices,
			overlay.StripChoice{Name: "Frequency", Number: true, Unit: " Hz", Value: t.hertz, Set: func(v float64) { t.hertz = min(max(v, 0), level.MaxJointFrequency) }},
			overlay.StripChoice{Name: "Damping", Number: true, Value: t.damping, Set: func(v float64) { t.damping = min(max(v, 0), level.MaxJointDamping) }})
	}
	s.Lines = []overlay.StripLine{{Text: [...]string{
		"Press where the pin goes, on a shape or on empty ground, and drag to what turns about it. A click joins what lies there.",
		"Press on a shape, or on empty ground for the level, and drag to the other end of the spring.",
		"Press on a shape, or on empty ground for the level, and drag to the other end of the rope.",
	}[t.Form]}}
	return s
}

// Show adds what the tool shows.
func (t *Tool) Show(v *hosted.View) {
	v.Cursor, v.Hint = overlay.CursorCrosshair, "joint: drag from a shape, or from empty ground, to a shape; 1 to 3 take hinge, spring, rope"
	if t.isDrawn {
		return
	}
	if t.ShowAnchors(v) {
		return
	}
	if t.host.Inside() {
		at, guides := t.endAt(t.host.Last())
		v.Add(guides...)
		t.showHeld(v, at.on)
	}
}

// ends is where a joint of the level holds what it joins; false where that is not in the level, or hidden.
func (t *Tool) ends(j *level.Joint) (a, b level.Vec, ok bool) {
	doc := t.session.Document()
	a, b, ok = level.JointEnds(doc, *j)
	isShown := func(id level.ID) bool { return id == 0 || doc.Visible(doc.Collider(id)) }
	return a, b, ok && isShown(j.A) && isShown(j.B)
}

// mostPicked is how many joints are looked for on the canvas.
const mostPicked = 5000

// At is the joint that is drawn at a place, the last one drawn first; 0 where there is none.
func (t *Tool) At(p level.Vec) level.JointID {
	if j := t.at(t.session.Document().Settings().Joints, p); j != nil {
		return j.ID
	}
	return 0
}

// PlacedAt is a part of the instance whose joint is drawn at a place; 0 where there is none.
func (t *Tool) PlacedAt(p level.Vec) level.ID {
	if j := t.at(level.PlacedJoints(t.session.Document()), p); j != nil {
		return cmp.Or(j.B, j.A)
	}
	return 0
}

func (t *Tool) at(list []level.Joint, p level.Vec) *level.Joint {
	list = list[:min(len(list), mostPicked)]
	for i := range slices.Backward(list) {
		j := &list[i]
		a, b, ok := t.ends(j)
		if !ok {
			continue
		}
		line := float64(t.host.Reach() / 2)
		if min(a.Dist(p), b.Dist(p)) <= t.host.Reach()*0.75 || isNear(overlay.JointOf(j, a, b, overlay.Muted), p, line) {
			return j
		}
	}
	return nil
}

// In lists the joints whose lines a box touches.
func (t *Tool) In(box collision.AABB) (out []level.JointID) {
	list := t.session.Document().Settings().Joints
	for i := range list[:min(len(list), mostPicked)] {
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

// touches reports whether a box has something of a line.
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

// isNear reports whether a point is near the line that a joint is drawn as.
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

// anchorAt is the anchor of the selected joint at a place: 0 of A, 1 of B, -1 for none. Where both lie in one place, as those of a hinge do, it
// is 2, both.
func (t *Tool) anchorAt(p level.Vec) (j level.Joint, which int) {
	j, ok := t.session.Selection().Joint()
	if !ok {
		return j, -1
	}
	a, b, ok := t.ends(&j)
	da, db := a.Dist(p), b.Dist(p)
	switch {
	case !ok || min(da, db) > t.host.Reach():
		return j, -1
	case j.Kind == level.Hinge && a.Dist(b) <= t.host.Unit()/2:
		return j, 2
	case da < db:
		return j, 0
	}
	return j, 1
}

// PressAnchor takes the anchor of the selected joint in hand that is pressed; nil where none is.
func (t *Tool) PressAnchor(e overlay.Event) hosted.Drag {
	j, which := t.anchorAt(e.Pos)
	if which < 0 {
		return nil
	}
	a, b, _ := t.ends(&j)
	at := a
	if which == 1 {
		at = b
	}
	return &anchorDrag{t: t, of: j, which: which, start: e, offset: at.Sub(e.Pos), gesture: t.session.BeginExclusive("Move an anchor of " + j.Label())}
}

// anchorDrag drags an anchor.
type anchorDrag struct {
	t       *Tool
	of      level.Joint // as it was
	which   int
	start   overlay.Event
	offset  level.Vec
	far     bool
	gesture *editor.Gesture
	guides  []overlay.Item
	at      level.Vec
}

// Drag is [hosted.Drag]'s. A rope or a spring that was as long as its ends were apart stays so.
func (d *anchorDrag) Drag(e overlay.Event) {
	if !d.far && e.Pos.Dist(d.start.Pos) <= overlay.DragUnits*d.t.host.Unit() {
		return
	}
	d.far = true
	snap := d.t.session.Snapper(nil).Snap(e.Pos.Add(d.offset), d.t.host.Reach(), e.Mods.Ctrl)
	d.at, d.guides = clean(overlay.Tidy(snap.Point)), snap.Guides
	doc := d.t.session.Document()
	to := d.of
	put := func(id level.ID, anchor *level.Vec) {
		xf := collision.Identity()
		if c := doc.Collider(id); c != nil {
			xf = c.Transform()
		}
		*anchor = clean(xf.ApplyInv(d.at))
	}
	if d.which != 1 {
		put(to.A, &to.AnchorA)
	}
	if d.which != 0 {
		put(to.B, &to.AnchorB)
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
	d.t.host.Apply(d.gesture, level.Diff{Settings: level.Changed(before, &after)})
}

// Drop is [hosted.Drag]'s.
func (d *anchorDrag) Drop() { d.gesture.Commit() }

// Cancel is [hosted.Drag]'s.
func (d *anchorDrag) Cancel() { d.gesture.Rollback() }

// Show is [hosted.Drag]'s.
func (d *anchorDrag) Show(v *hosted.View) {
	v.Cursor = overlay.CursorMove
	if !d.far {
		return
	}
	v.Add(d.guides...)
	text := overlay.Number(d.at.X) + ", " + overlay.Number(d.at.Y)
	v.Add(overlay.Label{At: d.at, Offset: level.Vec{X: 14, Y: 14}, Text: text, Ink: overlay.Accent})
	v.Hint = text + "; Ctrl inverts snapping"
}

// ShowAnchors adds the handles of the selected joint, and reports whether the pointer is at one.
func (t *Tool) ShowAnchors(v *hosted.View) bool {
	j, ok := t.session.Selection().Joint()
	if !ok {
		return false
	}
	a, b, ok := t.ends(&j)
	if !ok {
		return false
	}
	hot := -1
	if t.host.Inside() && !t.host.Busy() {
		_, hot = t.anchorAt(t.host.Last().Pos)
	}
	v.Add(overlay.Handle{At: a, Form: overlay.RoundHandle, Ink: overlay.Accent, Hot: hot == 0 || hot == 2})
	if a.Dist(b) > t.host.Unit()/2 {
		v.Add(overlay.Handle{At: b, Form: overlay.RoundHandle, Ink: overlay.Accent, Hot: hot == 1})
	}
	if hot >= 0 {
		v.Cursor, v.Hint = overlay.CursorMove, "Drag the anchor of "+j.Label()+"; Delete removes the joint"
	}
	return hot >= 0
}
