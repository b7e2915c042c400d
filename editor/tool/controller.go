package tool

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"fillet/editor"
	"fillet/editor/contacts"
	"fillet/editor/level"
	"fillet/editor/overlay"
)

// ID names a tool.
type ID string

// The tools.
const (
	Select   ID = "select"
	Nodes    ID = "nodes"
	Polygon  ID = "polygon"
	Box      ID = "box"
	Circle   ID = "circle"
	Capsule  ID = "capsule"
	Chain    ID = "chain"
	Trigger  ID = "trigger"
	Point    ID = "point"
	Measure  ID = "measure"
	Rays     ID = "ray"
	Stamp    ID = "stamp"
	Knife    ID = "knife"
	Shapes   ID = "shape"
	Frame    ID = "frame" // the level's frame; not in the palette
	Pictures ID = "pictures"
	Path     ID = "path"
	Joint    ID = "joint"
)

// Info is a tool's entry in the palette.
type Info struct {
	ID   ID
	Name string
	Key  string // the key that switches to it
	Group
}

// Group is a place of the tools in the palette.
type Group int8

// The groups.
const (
	Palette Group = iota // in the palette itself
	More                 // flyouts of the palette
	Inspect
	Motion
	MenuOnly // not in the palette
)

// tool handles events while no gesture is in progress.
type tool interface {
	// press begins a gesture, or acts immediately and returns nil.
	press(e Event) gesture
	// key handles a key and reports whether the tool used it.
	key(name string, m Mods) bool
	// escape ends the innermost state, such as a selection. It returns false if there is none; the controller then
	// switches to the select tool.
	escape() bool
	// leave drops state that lasts only while the tool is active.
	leave()
	// show adds the tool's overlays. A gesture in progress adds its own.
	show(v *view)
}

// gesture handles events from a press until it ends.
type gesture interface {
	// pointer handles an event and returns the next state: itself, another gesture, or nil if the gesture has ended.
	pointer(e Event) gesture
	// cancel reverts everything that the gesture did.
	cancel()
	show(v *view)
}

// stepwise is a gesture of several steps. All other gestures handle no keys and are a single step.
type stepwise interface {
	gesture
	// key handles a key and returns the next state, as pointer does.
	key(name string, m Mods) (next gesture, used bool)
	// stepBack reverts the last step and returns the next state.
	stepBack() gesture
}

// dragger handles one drag of the primary button.
type dragger interface {
	drag(e Event) // the pointer has moved
	drop(e Event) // the button was released at the position of the last drag
	cancel()
	show(v *view)
}

// drag is a gesture that passes the events from the press to the release to a dragger.
type drag struct{ dragger }

func (d drag) pointer(e Event) gesture {
	switch {
	case e.Kind == Move:
		d.drag(e)
	case e.Kind == Up && e.Button == Primary:
		d.drag(e)
		d.drop(e)
		return nil
	}
	return d
}

// press is a gesture from a press of the primary button until it is a click or a drag.
type press struct {
	c      *Controller
	start  Event
	drag   func() gesture         // begins the drag, once the pointer has moved far enough; nil ends the gesture
	click  func(up Event) gesture // handles the release without a drag
	cursor Cursor
	hint   string // "" keeps the tool's cursor and hint
	items  []overlay.Item
}

func (p *press) pointer(e Event) gesture {
	switch {
	case e.Kind == Move && e.Pos.Dist(p.start.Pos) > dragUnits*p.c.unit:
		if g := p.drag(); g != nil {
			return g.pointer(e)
		}
		return nil
	case e.Kind == Up && e.Button == Primary:
		return p.click(e)
	}
	return p
}

func (p *press) cancel() {}

func (p *press) show(v *view) {
	v.add(p.items...)
	if p.hint != "" {
		v.cursor, v.hint = p.cursor, p.hint
	}
}

// view holds everything that the tools currently show.
type view struct {
	overlays []overlay.Item
	contacts []contacts.Pair
	draft    *draft                   // the shape under construction, if valid
	ghosts   []level.ColliderSnapshot // valid colliders that a press would place, with ids that are not in use
	moving   []level.ID
	cursor   Cursor
	hint     string
	keys     []string // see Controller.Keys
	problem  string

	explained *explained        // see ToggleWhy; nil for no pair
	hits      []contacts.RayHit // hits of the ray tool's ray
	rayErr    error
}

func (v *view) add(o ...overlay.Item) { v.overlays = append(v.overlays, o...) }

// Controller holds the state of the tool palette: the active tool, the gesture in progress and the pointer. It belongs
// to the session's goroutine.
type Controller struct {
	session  *editor.Session
	infos    []Info
	tools    map[ID]tool
	active   ID
	gesture  gesture
	cycle    cycle
	measure  measure
	gap      gap
	why      why
	stamp    *stamping
	shapes   *shapes
	pictures *PictureTool
	paths    *PathTool
	joints   *jointTool

	SwapAltAndCtrl bool // in drags; a click keeps its keys

	unit    float64 // level pixels per screen unit
	pressed bool    // the primary button is down
	last    Event   // the last pointer event
	inside  bool    // the pointer is over the canvas
	notes   notes   // messages of the last command about single shapes; cleared by the next key or press
	problem string  // reason why the last change failed; cleared by the next event

	widest  map[level.ID]widest // cached largest radii of shapes
	shown   *view               // nil if it must be rebuilt
	hovered level.ID
	now     func() time.Time
	nudged  nudged
	onCrash func(*Crash) // nil lets panics reach the caller
}

// notes holds a command's messages about single shapes, to show next to the shapes.
type notes struct {
	labels   []overlay.Label
	doc      *level.Document
	revision uint64     // history revision after the command
	selected []level.ID // the notes show only while this is the selection
}

// showNotes shows the notes. If several would cover each other, it shows only the first.
func (c *Controller) showNotes(v *view) {
	const above = 14 // screen units
	n := &c.notes
	if n.doc != c.session.Document() || n.revision != c.session.History().Revision() ||
		!slices.Equal(n.selected, c.session.Selection().IDs()) {
		return
	}
	room := overlay.Room{Unit: c.unit}
	for _, l := range n.labels {
		if label, ok := room.Put(l.At, level.Vec{Y: -above}, overlay.LabelSize(l.Text), l.Ink, l.Text); ok {
			v.add(label)
		}
	}
}

// nudged records the last nudge by key. Another nudge soon after joins the same undo step.
type nudged struct {
	at       time.Time
	revision uint64 // history revision after the nudge
}

// shapesKey is the key that selects the shape tool.
const shapesKey = "U"

// NewController returns a controller with the select tool active.
func NewController(s *editor.Session) *Controller {
	c := &Controller{
		session: s, now: time.Now, active: Select, unit: 1, tools: map[ID]tool{},
		widest: map[level.ID]widest{},
	}
	group := Palette
	add := func(id ID, name, key string, t tool) {
		c.infos = append(c.infos, Info{id, name, key, group})
		c.tools[id] = t
	}
	add(Select, "Select", "V", &selecting{c})
	add(Nodes, "Nodes", "N", &nodes{c: c})
	draw := func(id ID, name, key string, begin func(c *Controller, e Event) gesture, hint string) {
		add(id, name, key, &drawing{c, begin, hint})
	}
	draw(Polygon, "Polygon", "P", newPolygonPath,
		"Click to add vertices, drag for curves; Enter or a click on the first closes the polygon")
	draw(Box, "Box", "R", newBoxDrag, "Drag a box from corner to corner; Shift: square, Alt: from the middle")
	draw(Circle, "Circle", "C", newCircleDrag, "Drag a circle from corner to corner; Alt: from its centre")
	draw(Capsule, "Capsule", "K", newCapsuleDrag, "Drag a capsule from corner to corner; Shift: from end to end")
	draw(Chain, "Edge chain", "E", newChainPath,
		"Click to add points, drag for curves; Enter finishes, a click on the first closes the chain")
	draw(Trigger, "Trigger", "T", newTriggerPress, "Drag a trigger box, or click to add the vertices of a polygon")
	group, c.shapes = More, newShapes(c)
	add(Shapes, "More shapes", shapesKey, c.shapes)
	draw(Point, "Point", "I", newPointPress, "Click to place a point")
	c.stamp = &stamping{c: c}
	add(Stamp, "Stamp", "S", c.stamp)
	draw(Knife, "Knife", "B", newKnifeDrag,
		"Drag a line to cut the selection, or everything it crosses; Shift: steps of 15°")
	group = Inspect
	add(Measure, "Measure", "M", &measuring{c})
	add(Rays, "Ray", "Y", &rays{c: c, radius: startRadius})
	c.tools[Frame] = &framing{c}
	group, c.pictures = MenuOnly, newPictureTool(c)
	add(Pictures, "Pictures", "J", c.pictures)
	group, c.paths = Motion, &PathTool{c: c, chosen: -1}
	add(Path, "Path", "A", c.paths)
	c.joints = &jointTool{c: c, hertz: editor.SpringFrequency, damping: editor.SpringDamping}
	add(Joint, "Joint", "Z", c.joints)
	s.SetInteraction(c)
	s.Subscribe(func(change editor.Change) {
		c.shown = nil
		if change.Has(editor.DocumentChanged | editor.SettingsChanged) {
			c.stamp.ghost = nil // it may snap to a different position now
		}
		if c.why.isOn && change.Has(editor.SelectionChanged) {
			explaining{c}.whyPair() // remember the pair before a drag moves it apart
		}
	})
	return c
}

// Tools lists the palette in order.
func (c *Controller) Tools() []Info { return c.infos }

// Active returns the tool in use.
func (c *Controller) Active() ID { return c.active }

// Switch changes the tool and cancels the gesture in progress.
func (c *Controller) Switch(id ID) {
	if c.tools[id] == nil {
		return
	}
	c.act(func() {
		c.Cancel()
		if id != c.active {
			c.tools[c.active].leave()
			c.active = id
		}
	})
}

// SetView sets the scale of the view. zoom is the number of picture pixels per level pixel, scale the number of picture
// pixels per screen unit, as in [render.Camera] and [render.Scene]. Handles can be hit within 8 screen units at any
// zoom.
func (c *Controller) SetView(zoom, scale float64) {
	if !(zoom > 0) {
		return
	}
	if !(scale > 0) {
		scale = 1
	}
	if unit := scale / zoom; unit != c.unit {
		c.unit = unit
		c.shown = nil
	}
}

// Distances in screen units.
const (
	reachUnits = 8 // largest distance at which a press hits a handle or an outline, and at which points snap
	dragUnits  = 3 // movement at which a press becomes a drag
)

// reach returns reachUnits in level pixels.
func (c *Controller) reach() float64 { return float64(reachUnits * c.unit) }

// Pointer handles a pointer event.
func (c *Controller) Pointer(e Event) {
	if !e.Pos.IsFinite() {
		return
	}
	e.Pos = clamp(e.Pos)
	e.Clicks = max(e.Clicks, 1)
	e.Mods = c.meant(e)
	c.act(func() {
		c.problem = ""
		c.inside = e.Kind != Leave
		if e.Kind == Down {
			c.notes = notes{}
		}
		c.last = e
		if e.Button == Primary && e.Kind != Move {
			c.pressed = e.Kind == Down
		}
		switch {
		case c.gesture != nil:
			c.gesture = c.gesture.pointer(e)
		case e.Kind == Down && e.Button == Primary:
			c.gesture = c.tools[c.active].press(e)
		case e.Kind == Down && e.Button == Secondary:
			c.pickForMenu(e)
		}
		c.hovered = 0
		if c.gesture == nil && c.inside && (c.active == Select || c.active == Nodes) {
			if ids := c.pick(e.Pos); len(ids) > 0 {
				c.hovered = ids[0]
			}
		}
	})
}

// Modifiers handles a change of the modifier keys while the pointer is at rest.
func (c *Controller) Modifiers(m Mods) {
	e := c.last
	e.Kind, e.Mods = Move, m
	if c.last.Mods != c.meant(e) {
		c.Pointer(e)
	}
}

// meant returns an event's keys with Alt and Ctrl swapped if SwapAltAndCtrl is set and the event belongs to a drag.
func (c *Controller) meant(e Event) Mods {
	m := e.Mods
	_, isClick := c.gesture.(*press)
	if isClick = isClick && e.Kind == Up; c.SwapAltAndCtrl && c.pressed && e.Kind != Down && !isClick {
		m.Alt, m.Ctrl = m.Ctrl, m.Alt
	}
	return m
}

// clamp limits a point to the coordinates that a level accepts.
func clamp(p level.Vec) level.Vec {
	const limit = level.MaxCoordinate / 4
	return p.Max(level.Vec{X: -limit, Y: -limit}).Min(level.Vec{X: limit, Y: limit})
}

// pickForMenu selects the target of a context menu.
func (c *Controller) pickForMenu(e Event) {
	if c.active == Pictures {
		if p, ok := c.session.Pictures().At(e.Pos); ok {
			c.pictures.chosen = p.Name
		}
		return
	}
	if t, ok := c.tools[c.active].(*nodes); ok {
		switch s := t.at(e.Pos); s.what {
		case nodeVertex:
			if !slices.Contains(t.live(), s.vertex) {
				t.chosen = []vertex{s.vertex}
			}
			return
		case nodeEdge, nodeRound, nodeRim, nodeBend:
			return
		}
	}
	ids := c.session.Picking().At(e.Pos, float64(c.reach()/2))
	for _, id := range ids {
		if c.session.Selection().Has(id) {
			return
		}
	}
	sel := c.session.Selection()
	if len(ids) > 0 {
		sel.Take(ids[0])
	} else if mark := c.session.Instances().MarkAt(e.Pos); mark != 0 && !sel.HasBare(mark) {
		c.session.Instances().Select(mark)
	}
}

// Cancel drops the gesture in progress and restores the document. It implements [editor.Interaction].
func (c *Controller) Cancel() {
	if c.gesture == nil {
		return
	}
	c.act(func() {
		g := c.gesture
		c.gesture = nil
		g.cancel()
	})
}

// StepBack reverts the last step of the gesture in progress: the last point of an outline, or a whole drag. It returns
// false if there is no gesture. It implements [editor.Interaction].
func (c *Controller) StepBack() bool {
	if c.gesture == nil {
		return false
	}
	if g, ok := c.gesture.(stepwise); ok {
		c.act(func() { c.gesture = g.stepBack() })
	} else {
		c.Cancel()
	}
	return true
}

// act runs f as a single action of the session.
func (c *Controller) act(f func()) {
	defer c.guard(func() string { return "after " + c.last.String() })
	c.session.Batch(func() {
		f()
		c.shown = nil
		c.session.Touch(editor.OverlayChanged)
	})
}

// apply applies a gesture's change. If this fails, the document stays unchanged and the problem holds the reason.
func (c *Controller) apply(g *editor.Gesture, d level.Diff) bool {
	if d.IsEmpty() {
		return true
	}
	if err := g.Apply(d); err != nil {
		c.problem = reason(err)
		return false
	}
	return true
}

// fail sets the problem to the error of a command, if there is one.
func (c *Controller) fail(err error) {
	if err != nil {
		c.problem = reason(err)
	}
}

// report sets the problem to the error of a command, or clears the problem on success.
func (c *Controller) report(err error) {
	c.problem = ""
	c.fail(err)
}

func (c *Controller) frame() (shown *view) {
	if c.shown != nil {
		return c.shown
	}
	shown = &view{} // returned if a tool panics while drawing
	defer c.guard(func() string { return "drawing" })
	v := &view{}
	if c.why.isOn {
		explaining{c}.showWhy(v)
	}
	c.showMeasure(v)
	v.add(c.joints.shown()...)
	if c.active == Select {
		v.add(motions(c.session, c.unit)...)
	}
	v.add(c.paths.shown()...)
	c.tools[c.active].show(v)
	if c.gesture != nil {
		v.moving = nil
		c.gesture.show(v)
	}
	c.showNotes(v)
	v.problem = cmp.Or(v.problem, c.problem)
	c.shown = v
	return v
}

// Overlays returns the items to draw over the scene, in order.
func (c *Controller) Overlays() []overlay.Item { return c.frame().overlays }

// Contacts returns the contacts of the shape under construction, which has id 0, or of the stamp's ghosts.
func (c *Controller) Contacts() []contacts.Pair { return c.frame().contacts }

// DraftOf returns the ghost with this id in one of the [Controller.Contacts] or, for 0, the valid shape under
// construction. It returns nil if there is none.
func (c *Controller) DraftOf(id level.ID) (*level.Collider, *level.Baked) {
	v := c.frame()
	if id == 0 && v.draft != nil {
		return v.draft.collider, v.draft.baked
	}
	for _, g := range v.ghosts {
		if g.ID == id {
			return g.Collider, g.Baked
		}
	}
	return nil, nil
}

// Moving returns the colliders that the gesture in progress changes.
func (c *Controller) Moving() []level.ID { return c.frame().moving }

// Hover returns the collider that a click would pick, or 0.
func (c *Controller) Hover() level.ID {
	if c.session.Document().Collider(c.hovered) == nil {
		return 0
	}
	return c.hovered
}

// Cursor returns the pointer's cursor.
func (c *Controller) Cursor() Cursor { return c.frame().cursor }

// Hint returns the status bar's hint: the effect of a click, or of the drag in progress.
func (c *Controller) Hint() string { return c.frame().hint }

// HeldKey is a key that changes a drag while it is held.
type HeldKey struct {
	Name   string
	Effect string
	Held   bool
}

// Keys returns the keys that change the drag in progress, or the drag that a press would begin.
func (c *Controller) Keys() []HeldKey {
	var keys []HeldKey
	for _, text := range c.frame().keys {
		k := HeldKey{}
		k.Name, k.Effect, _ = strings.Cut(text, " ")
		if text == snapKey {
			k.Effect = editor.Either(c.session.Snapping().Any(), "no snapping", "snapping")
		}
		switch m := c.last.Mods; k.Name {
		case "Shift":
			k.Held = m.Shift
		case "X":
			k.Held = m.Solid
		case "Ctrl":
			k.Held = m.Ctrl
			k.Name = editor.Either(c.SwapAltAndCtrl, "Alt", k.Name)
		case "Alt":
			k.Held = m.Alt
			k.Name = editor.Either(c.SwapAltAndCtrl, "Ctrl", k.Name)
		}
		keys = append(keys, k)
	}
	return keys
}

// snapKey is Ctrl in a list of keys; its effect depends on the settings.
const snapKey = "Ctrl"

// movingKeys lists the keys of a drag that moves shapes.
var movingKeys = []string{"Alt copy", "Shift one axis", snapKey, "X solid"}

// Problem returns the reason why the shape under construction cannot be committed, or why the drag in progress lags
// behind the pointer. It returns an empty string if there is no problem.
func (c *Controller) Problem() string { return c.frame().problem }

// Busy reports whether a gesture is in progress.
func (c *Controller) Busy() bool { return c.gesture != nil }
