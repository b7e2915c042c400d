package tool

import (
	"math"
	"slices"

	"fillet/collision"
	"fillet/collision/polygon"
	"fillet/editor/contacts"
	"fillet/editor/level"
	"fillet/editor/overlay"
)

// PathTool draws and edits the path of the selected shape. Whichever tool is active, it shows paths and previews the
// platforms at a point in time.
type PathTool struct {
	c   *Controller
	All bool // show faint paths of all moving shapes

	drawn  []level.Vec // path under construction, in level space
	of     level.ID    // the shape that gets the drawn path
	chosen int         // index of the selected point, or -1
	held   level.ID    // the shape that the selected point belongs to

	isOn bool // the time preview is on
	at   float64
}

// Paths returns the tool for the paths of kinematic colliders.
func (c *Controller) Paths() *PathTool { return c.paths }

// subject returns the selected shape if only one is selected and it can have a path, or else nil.
func (t *PathTool) subject() *level.Collider {
	ids := t.c.session.Selection().IDs()
	if len(ids) != 1 {
		return nil
	}
	c := t.c.session.Document().Collider(ids[0])
	if c == nil || t.c.session.Document().Locked(c) {
		return nil
	}
	return c
}

// pathPoints returns the points of a shape's own path in level space, or nil.
func pathPoints(c *level.Collider) (out []level.Vec) {
	if c == nil || c.Path == nil || c.Body != level.Kinematic {
		return nil
	}
	xf := c.Transform()
	for _, p := range c.Path.Points {
		out = append(out, xf.Apply(p))
	}
	return out
}

// press drags or adds a point, makes the shape follow a chain, or picks a shape.
func (t *PathTool) press(e Event) gesture {
	c := t.subject()
	if t.drawn != nil && (c == nil || c.ID != t.of) {
		t.drawn = nil
	}
	switch {
	case t.drawn != nil:
		t.addPoint(e)
		return nil
	case c == nil:
		t.pick(e)
		return nil
	}
	points := pathPoints(c)
	if i, d := nearestPoint(points, e.Pos); d <= t.c.reach() {
		t.chosen, t.held = i, c.ID
		return t.dragPoint(c, i, points)
	}
	if i, at, d := nearestLine(points, c.Path, e.Pos); d <= t.c.reach() {
		points = slices.Insert(points, i, at)
		t.chosen, t.held = i, c.ID
		return t.dragPoint(c, i, points)
	}
	t.chosen = -1
	if chain := t.chainAt(e.Pos, c.ID); chain != 0 && points == nil {
		t.c.report(t.c.session.Paths().Follow([]level.ID{c.ID}, chain))
		return nil
	}
	if points == nil {
		t.drawn, t.of = []level.Vec{c.Position}, c.ID
		t.addPoint(e)
		return nil
	}
	t.pick(e)
	return nil
}

// Draw begins a path for the selected shape and switches to the tool.
func (t *PathTool) Draw() {
	t.c.act(func() {
		t.c.Switch(Path)
		if c := t.subject(); c != nil {
			t.drawn, t.of = []level.Vec{c.Position}, c.ID
		}
	})
}

// addPoint adds a point to the path under construction. A double click ends the path.
func (t *PathTool) addPoint(e Event) {
	if e.Button == Secondary || e.Clicks >= 2 {
		t.finish()
		return
	}
	at, _ := t.snapped(e, t.drawn[len(t.drawn)-1], t.of)
	if at != t.drawn[len(t.drawn)-1] {
		t.drawn = append(t.drawn, at)
	}
}

// finish gives the drawn path to the shape.
func (t *PathTool) finish() {
	points, of := t.drawn, t.of
	t.drawn = nil
	if len(points) >= 2 {
		t.c.report(t.c.session.Paths().Draw(of, points))
	}
}

// snapped returns the snapped position of the pointer. With Shift it stays on an axis through from.
func (t *PathTool) snapped(e Event, from level.Vec, but level.ID) (level.Vec, []overlay.Item) {
	if e.Mods.Shift {
		if by := e.Pos.Sub(from); math.Abs(by.X) > math.Abs(by.Y) {
			return tidy(level.Vec{X: e.Pos.X, Y: from.Y}), nil
		}
		return tidy(level.Vec{X: from.X, Y: e.Pos.Y}), nil
	}
	s := t.c.session.Snapper(map[level.ID]bool{but: true})
	s.Align(from)
	snap := s.Snap(e.Pos, t.c.reach(), e.Mods.Ctrl)
	return tidy(snap.Point), snap.Guides
}

// pick selects the shape under the pointer.
func (t *PathTool) pick(e Event) {
	ids := t.c.session.Picking().At(e.Pos, t.c.reach())
	if len(ids) > 0 {
		t.c.session.Selection().Set(ids[0])
	} else {
		t.c.session.Selection().Clear()
	}
}

// chainAt returns the topmost chain at a point, except the shape but, or 0.
func (t *PathTool) chainAt(at level.Vec, but level.ID) level.ID {
	for _, id := range t.c.session.Picking().At(at, t.c.reach()) {
		if c := t.c.session.Document().Collider(id); id != but && c.Shape.Kind == level.Chain {
			return id
		}
	}
	return 0
}

func nearestPoint(points []level.Vec, p level.Vec) (best int, distance float64) {
	best, distance = -1, math.Inf(1)
	// The last of several coinciding points wins, so that a point on the start can be dragged away from it.
	for i, at := range slices.Backward(points) {
		if d := at.Dist(p); d < distance {
			best, distance = i, d
		}
	}
	return best, distance
}

// nearestLine returns the point on a path's lines nearest to p, and the index at which to insert it.
func nearestLine(points []level.Vec, path *level.Path, p level.Vec) (before int, at level.Vec, distance float64) {
	distance = math.Inf(1)
	for i := range points {
		next := i + 1
		if next == len(points) {
			if path.Loop != level.LoopAround {
				break
			}
			next = 0
		}
		if q := level.ClosestOnSegment(points[i], points[next], p); q.Dist(p) < distance {
			before, at, distance = i+1, q, q.Dist(p)
		}
	}
	return before, at, distance
}

// pathPointDrag drags one point of a path.
type pathPointDrag struct {
	step
	id     level.ID
	index  int
	points []level.Vec
	guides []overlay.Item
}

// dragPoint begins to drag a point of a path.
func (t *PathTool) dragPoint(c *level.Collider, i int, points []level.Vec) gesture {
	d := &pathPointDrag{
		step: step{t.c, t.c.session.BeginExclusive("Move path point of " + c.Label())}, id: c.ID,
		index: i, points: points,
	}
	if len(points) != len(c.Path.Points) { // dragPoint inserts a point
		d.gesture.SetLabel("Add path point to " + c.Label())
		d.apply()
	}
	return drag{d}
}

func (d *pathPointDrag) apply() {
	c := d.c.session.Document().Collider(d.id)
	if c == nil || c.Path == nil || !d.gesture.Open() {
		return
	}
	after, path, xf := *c, *c.Path, c.Transform()
	path.Points = make([]level.Vec, len(d.points))
	for i, at := range d.points {
		path.Points[i] = tidy(xf.ApplyInv(at))
	}
	if path.Check() != nil || path.Equal(c.Path) {
		return
	}
	after.Path = &path
	d.c.apply(d.gesture, level.Diff{Colliders: []level.Change[level.Collider]{level.Changed(c, &after)}})
}

func (d *pathPointDrag) drag(e Event) {
	from := d.points[max(d.index-1, 0)]
	if d.index == 0 && len(d.points) > 1 {
		from = d.points[1]
	}
	d.points[d.index], d.guides = d.c.paths.snapped(e, from, d.id)
	d.apply()
}

func (d *pathPointDrag) show(v *view) {
	v.add(d.guides...)
	at := d.points[d.index]
	text := vecText(at)
	v.add(overlay.Label{At: at, Offset: level.Vec{X: 14, Y: 14}, Text: text, Ink: overlay.Accent})
	v.cursor, v.hint, v.keys = CursorMove, text, []string{"Shift one axis", snapKey}
}

func (t *PathTool) key(name string, _ Mods) bool {
	switch {
	case name == "Enter" && t.drawn != nil:
		t.finish()
	case (name == "Delete" || name == "Backspace") && t.drawn != nil:
		if t.drawn = t.drawn[:len(t.drawn)-1]; len(t.drawn) == 0 {
			t.drawn = nil
		}
	case name == "Delete" || name == "Backspace":
		return t.removePoint()
	default:
		return false
	}
	return true
}

// removePoint removes the selected point, or the path if only one point would remain.
func (t *PathTool) removePoint() bool {
	c := t.subject()
	if points := pathPoints(c); t.chosen < 0 || c == nil || t.held != c.ID || t.chosen >= len(points) {
		return points != nil // while its points are being edited, Delete must not remove the shape
	}
	at := t.chosen
	t.chosen = -1
	if len(c.Path.Points) <= 2 {
		t.c.report(t.c.session.Paths().Remove([]level.ID{c.ID}))
		return true
	}
	t.c.report(t.c.session.Paths().Change("Remove path point of", []level.ID{c.ID}, func(p *level.Path) {
		p.Points = slices.Delete(slices.Clone(p.Points), at, at+1)
	}))
	return true
}

// escape drops the path under construction and the selected point. It returns false if there is neither.
func (t *PathTool) escape() bool {
	if t.drawn == nil && t.chosen < 0 {
		return false
	}
	t.drawn, t.chosen = nil, -1
	return true
}

func (t *PathTool) leave() {}

func (t *PathTool) strip(*view) *Strip {
	c := t.subject()
	s := &Strip{Title: "Path", Chapter: "playing", Close: func() { t.c.Switch(Select) }, Legend: pathLegend()}
	say := func(text string) { s.Lines = append(s.Lines, StripLine{Text: text}) }
	switch {
	case t.drawn != nil:
		say("Click to add points. Enter, double-click or right-click finishes, Backspace removes the last point, " +
			"Escape cancels.")
	case c == nil:
		say("Click the shape to move.")
	case c.Path == nil || c.Body != level.Kinematic || c.Path.Chain == 0 && c.Path.Points == nil:
		say("Click where " + c.Label() + " should go, or click a chain to follow.")
	case c.Path.Chain != 0:
		say(c.Label() + " follows a chain. Click another chain to follow, or click elsewhere to draw a path.")
	default:
		say("Drag points, click the line to add one, Delete removes the selected one. Speed and waits are in the " +
			"inspector.")
	}
	return s
}

func (t *PathTool) show(v *view) {
	v.hint = "Click where the selected shape should go, or a chain to follow; Enter finishes the path"
	v.cursor = CursorCrosshair
	c, last := t.subject(), t.c.last
	if t.drawn != nil && c != nil {
		line := slices.Clone(t.drawn)
		if t.c.inside {
			at, guides := t.snapped(last, line[len(line)-1], t.of)
			v.add(guides...)
			line = append(line, at)
		}
		v.add(overlay.Line{Points: line, Ink: overlay.Accent, Dashed: true})
		for _, p := range t.drawn {
			v.add(overlay.Handle{At: p, Form: overlay.RoundHandle, Ink: overlay.Accent})
		}
		if at := collision.NewTransform(line[len(line)-1], c.Angle.Radians()); len(line) > 1 {
			v.add(t.ghost(c, at, overlay.Accent))
		}
		return
	}
	points := pathPoints(c)
	i, d := nearestPoint(points, last.Pos)
	hot := t.c.inside && d <= t.c.reach()
	for k, p := range points {
		v.add(overlay.Handle{At: p, Form: overlay.RoundHandle, Ink: overlay.Accent, Hot: hot && k == i ||
			t.chosen == k && t.held == c.ID})
	}
	if hot {
		v.cursor = CursorMove
	} else if c != nil && t.c.inside && points != nil {
		if _, at, d := nearestLine(points, c.Path, last.Pos); d <= t.c.reach() {
			v.add(overlay.Handle{At: at, Form: overlay.DiamondHandle, Ink: overlay.Accent})
			v.hint = "Click to add a point here"
		}
	}
}

func (t *PathTool) ghost(c *level.Collider, at collision.Transform, ink overlay.Ink) overlay.Item {
	b := t.c.session.Document().Baked(c.ID)
	if b == nil || c.Shape.Kind == level.Point {
		return overlay.Handle{At: at.P, Form: overlay.CrossHandle, Ink: ink}
	}
	return overlay.Outline{Boundary: b.Boundary(), At: at, Ink: ink, Width: 1, Dashed: true}
}

// maxPaths limits the number of selected shapes whose paths are drawn; maxFaint limits the faint paths.
const (
	maxPaths = 40
	maxFaint = 500
)

// shown returns the overlays for every tool: the paths of the selected shapes, faint paths of all shapes if enabled,
// and the time preview.
func (t *PathTool) shown() (out []overlay.Item) {
	doc := t.c.session.Document()
	ids := t.c.session.Selection().IDs()
	if t.All || t.isOn {
		n := 0
		for c := range doc.Colliders() {
			if c.Body != level.Kinematic || !doc.Visible(c) || slices.Contains(ids[:min(len(ids), maxPaths)], c.ID) &&
				len(ids) <= maxPaths {
				continue
			}
			if m := t.c.session.Paths().Motion(c); m != nil {
				out = append(out, t.way(c, m, true)...)
				if n++; n == maxFaint {
					break
				}
			}
		}
	}
	if len(ids) <= maxPaths {
		for _, id := range ids {
			if c := doc.Collider(id); c != nil && doc.Visible(c) {
				if m := t.c.session.Paths().Motion(c); m != nil {
					out = append(out, t.way(c, m, false)...)
				}
			}
		}
	}
	if t.isOn {
		out = append(out, t.timed()...)
	}
	return out
}

// way returns the overlays of a path: a thin dashed line with arrows, and ghosts of the shape at its stops.
func (t *PathTool) way(c *level.Collider, m *polygon.Path, faint bool) (out []overlay.Item) {
	doc, unit := t.c.session.Document(), t.c.unit
	if m.Length() > 0 {
		with := *c
		if with.Path == nil {
			with.Path, _ = c.OldPath()
		}
		way, _, err := with.Way(doc.Collider(c.FollowedChain()))
		if err != nil {
			return nil
		}
		ink, width := overlay.Guide, 1.25
		if faint {
			ink, width = overlay.Muted, 1.0
		}
		points := level.FlatWay(way)
		out = append(out, overlay.Line{Points: points, Ink: ink, Width: width, Dashed: true, Faint: faint})
		out = append(out, arrows(m, ink, unit)...)
		if faint {
			return out
		}
		first := m.At(0).Transform // a second ghost is at the far end of the path, or halfway around it
		for _, at := range []collision.Transform{first, m.At(float64(m.Period() / 2)).Transform} {
			if at.P.Dist(c.Position) > unit || at != first {
				out = append(out, t.ghost(c, at, ink))
			}
		}
	}
	if spin := m.At(0).Spin; spin != 0 && m.Length() == 0 && !faint {
		out = append(out, spinItems(c.Position, spin*180/math.Pi, float64(20*unit))...)
	}
	return out
}

// pathLegend explains the marks of a path.
func pathLegend() []overlay.Sample {
	way := overlay.LineSample("Path", overlay.Line{Ink: overlay.Guide, Width: 1.25, Dashed: true})
	way.Items = append(way.Items,
		overlay.Arrow{From: level.Vec{X: -3}, To: level.Vec{X: 3}, Ink: overlay.Guide, Width: 1.25})
	return []overlay.Sample{
		way,
		legendBox("Start and far end", overlay.Box{Ink: overlay.Guide, Width: 1, Dashed: true}),
		{Text: "Point", Items: []overlay.Item{overlay.Handle{Form: overlay.RoundHandle, Ink: overlay.Accent}}},
	}
}

// legendBox returns a sample of an outline.
func legendBox(text string, like overlay.Box) overlay.Sample {
	const x, y = 11, 6
	like.Bounds = collision.AABB{Min: level.Vec{X: -x, Y: -y}, Max: level.Vec{X: x, Y: y}}
	return overlay.Sample{Text: text, Items: []overlay.Item{like}}
}

// arrows returns evenly spaced arrowheads that show the direction of a path.
func arrows(m *polygon.Path, ink overlay.Ink, unit float64) (out []overlay.Item) {
	const every, largest, head = 90, 24, 6 // screen units, except largest, which is a count
	n := min(int(min(m.Length()/(every*unit), largest))+1, largest)
	if m.Length() < 3*head*unit {
		return nil
	}
	for i := range n {
		at, d := m.Along(m.Length() * (float64(i) + 0.5) / float64(n))
		out = append(out, overlay.Arrow{
			From: at.Sub(d.Mul(float64(head * unit / 2))),
			To:   at.Add(d.Mul(float64(head * unit / 2))), Ink: ink, Width: 1.25,
		})
	}
	return out
}

// minTime and maxTime limit the end of the time slider, in seconds.
const (
	minTime  = 4
	maxTime  = 60
	timeStep = 1.0 / 60
)

// IsTimed reports whether the time preview is on.
func (t *PathTool) IsTimed() bool { return t.isOn }

// ToggleTime starts the time preview at 0, or stops it. The preview shows the level's platforms at a point in time and
// does not change the document.
func (t *PathTool) ToggleTime() {
	t.c.act(func() {
		t.isOn, t.at = !t.isOn, 0
		t.c.shown = nil
	})
}

// ToggleAll shows or hides faint paths of all moving shapes.
func (t *PathTool) ToggleAll() {
	t.All = !t.All
	t.c.shown = nil
}

// SetTime sets the previewed time, in seconds.
func (t *PathTool) SetTime(seconds float64) {
	t.at = min(max(seconds, 0), maxTime)
	if math.IsNaN(t.at) {
		t.at = 0
	}
	t.c.shown = nil
}

// span returns the end of the time slider: a full period of the slowest platform, rounded up and limited.
func (t *PathTool) span() float64 {
	largest := float64(minTime)
	doc := t.c.session.Document()
	for c := range doc.Colliders() {
		if m := t.c.session.Paths().Motion(c); m != nil {
			largest = max(largest, m.Period())
		}
	}
	return min(math.Ceil(largest), maxTime)
}

// timeStrip returns the strip with the time slider, or nil while the time preview is off.
func (t *PathTool) timeStrip() *Strip {
	if !t.isOn {
		return nil
	}
	s := &Strip{Title: "Platforms", Chapter: "playing", Close: func() { t.isOn, t.at = false, 0; t.c.shown = nil }}
	s.Legend = append(pathLegend()[:2],
		legendBox("At this time", overlay.Box{Ink: overlay.Accent, Width: 1.75, Fill: true}),
		legendBox("In the ground", overlay.Box{Ink: overlay.Danger, Width: 1.75, Fill: true}))
	s.Choices = []StripChoice{
		{
			Name: "at", Tip: "Preview the platforms at this time", Slider: true, Max: t.span(), Step: timeStep,
			Value: t.at, Set: t.SetTime,
		},
		{Name: "", Tip: "Seconds from the start", Number: true, Unit: "s", Value: tidyNumber(t.at), Set: t.SetTime},
	}
	if !t.c.session.Paths().Moves() {
		s.Lines = []StripLine{{Text: "Nothing in this level moves along a path. Draw one with the Path tool (A)."}}
	}
	return s
}

// timeKey handles the keys of the time preview: Shift+T toggles it, PageUp and PageDown or Shift with comma and full
// stop step the time, and Escape returns to 0, then closes it.
func (t *PathTool) timeKey(name string, m Mods) bool {
	switch {
	case name == "T" && m.Shift && t.drawn == nil:
		t.ToggleTime()
	case !t.isOn:
		return false
	case name == "Escape" && t.at > 0 && t.drawn == nil:
		t.SetTime(0)
	case name == "Escape" && t.drawn == nil:
		t.isOn = false
		t.c.shown = nil
	case (name == "," || name == "<") && m.Shift, name == "PageUp":
		t.SetTime(float64((math.Round(t.at/timeStep) - 1) * timeStep))
	case (name == "." || name == ">") && m.Shift, name == "PageDown":
		t.SetTime(float64((math.Round(t.at/timeStep) + 1) * timeStep))
	default:
		return false
	}
	return true
}

// timed returns the platforms at the previewed time. Platforms that overlap static ground have the danger colour.
func (t *PathTool) timed() (out []overlay.Item) {
	doc := t.c.session.Document()
	shown := 0
	for c := range doc.Colliders() {
		m := t.c.session.Paths().Motion(c)
		if m == nil || !doc.Visible(c) {
			continue
		}
		if shown++; shown > maxFaint {
			break
		}
		b := doc.Baked(c.ID)
		if c.Shape.Kind == level.Point || b == nil {
			continue
		}
		at, ink := m.At(t.at).Transform, overlay.Accent
		if deep := t.deepest(c, at); deep > collision.DefaultSlop {
			ink = overlay.Danger
			out = append(out, overlay.Label{
				At: at.P, Offset: level.Vec{X: 10, Y: -12},
				Text: number(math.Round(deep*10)/10) + " px into the ground", Ink: ink,
			})
		}
		out = append(out, overlay.Outline{Boundary: b.Boundary(), At: at, Ink: ink, Width: 1.75, Fill: true})
	}
	return out
}

// deepest returns the depth of a platform at its previewed position in solid static ground, as the live contacts report
// it.
func (t *PathTool) deepest(c *level.Collider, at collision.Transform) (deep float64) {
	doc := t.c.session.Document()
	b := doc.Baked(c.ID)
	if c.Role != level.Solid || b == nil {
		return 0
	}
	moved := *c
	moved.Position, moved.Angle = at.P, level.DegreesOf(at.Q.Angle())
	for _, p := range t.c.session.Live().ProbeBaked(&moved, b) {
		for _, id := range []level.ID{p.A, p.B} {
			if o := doc.Collider(id); o != nil && id != c.ID && o.Body == level.Static &&
				p.State == contacts.Overlapping {
				deep = max(deep, p.Depth)
			}
		}
	}
	return deep
}
