package tool

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"fillet/collision"
	"fillet/editor"
	"fillet/editor/contacts"
	"fillet/editor/level"
	"fillet/editor/overlay"
)

// Prefab is a prefab that can be stamped.
type Prefab struct {
	Name string
	File string // path as in the level file
}

// stamping is the stamp tool, which places a prefab at every click.
type stamping struct {
	c     *Controller
	all   []Prefab // the available prefabs
	file  string   // file of the prefab to place; "" for none
	angle level.Degrees
	flip  bool
	ghost *ghost // preview of the next instance; nil if it must be rebuilt
}

// ghost is an instance outside of the level, with its origin at (0, 0).
type ghost struct {
	snapping
	instance level.Instance
	parts    []level.ColliderSnapshot
	err      error // reason why the instance cannot be placed
	doc      *level.Document
	settings *level.Settings
}

// ghostID is an instance id that no level uses.
const ghostID level.InstanceID = 1<<62 - 1

// SetPrefabs sets the available prefabs.
func (c *Controller) SetPrefabs(all []Prefab) {
	if !slices.Equal(c.stamp.all, all) {
		c.act(func() { c.stamp.all, c.stamp.ghost = all, nil })
	}
}

// PrefabsChanged rebuilds the ghost after prefabs have changed.
func (c *Controller) PrefabsChanged() { c.stamp.ghost = nil }

// TakeStamp switches to the stamp tool with a prefab, given by its path as in the level file.
func (c *Controller) TakeStamp(file string) {
	c.act(func() {
		if c.stamp.file != file {
			c.stamp.file, c.stamp.angle, c.stamp.flip = file, 0, false
		}
		c.stamp.ghost = nil
		c.Switch(Stamp)
	})
}

// InHand returns the file of the prefab that the stamp would place, or "".
func (c *Controller) InHand() string { return c.stamp.file }

// PlaceBy begins to place a prefab with a drag that started elsewhere, for example in a list. Pointer events continue
// the drag until the button is released. The error is the reason why the prefab cannot be placed.
func (c *Controller) PlaceBy(file string, e Event) error {
	var err error
	c.act(func() {
		c.Cancel()
		e.Pos = tidy(clamp(e.Pos))
		var p *placingInstance
		if p, err = newPlacing(c, level.Instance{Prefab: file, Position: e.Pos}, e); err == nil {
			p.begun = true
			p.drag(e)
			c.gesture, c.last, c.inside = drag{p}, e, true
		}
	})
	return err
}

// Last returns the last position of the pointer.
func (c *Controller) Last() level.Vec { return c.last.Pos }

var errNoPrefab = errors.New("no prefab selected: choose one in the strip or the Prefabs panel")

// at returns the snapped position of the instance for a pointer event.
func (g *ghost) at(e Event) level.Vec { return g.snapped(tidy(e.Pos), e) }

// made returns the ghost of the instance that the next press would place.
func (t *stamping) made() *ghost {
	s := t.c.session
	doc := s.Document()
	if g := t.ghost; g != nil && g.doc == doc && g.settings == doc.Settings() {
		return g
	}
	g := &ghost{doc: doc, settings: doc.Settings(), err: errNoPrefab}
	t.ghost = g
	if t.file == "" {
		return g
	}
	g.instance = level.Instance{ID: ghostID, Prefab: t.file, Angle: t.angle, Flip: t.flip}
	if _, g.err = s.Instances().Placing(&g.instance); g.err != nil {
		return g
	}
	g.parts, g.err = doc.Prefabs().Expand(&g.instance, doc.Settings())
	start := make([]*level.Collider, len(g.parts))
	var bodies []collision.Body
	for i, p := range g.parts {
		start[i] = p.Collider
		if body, ok := level.BodyOf(p.Collider, p.Baked, doc.Settings()); ok {
			bodies = append(bodies, body)
		}
	}
	g.snapping = newSnapping(t.c, start, nil)
	if group := editor.NewMovingGroup(s.Live().World(), bodies,
		make([]collision.Key, len(bodies))); group.Pieces() > 0 && group.Pieces() <= maxPieces {
		g.group = group
	}
	return g
}

func (t *stamping) press(e Event) gesture {
	g := t.made()
	if g.err != nil {
		t.c.problem = reason(g.err)
		return nil
	}
	if e.Mods.Shift {
		return newStampRow(t.c, g, e)
	}
	of := g.instance
	of.ID, of.Position = 0, g.at(e)
	t.ghost = nil
	p, err := newPlacing(t.c, of, e)
	if err != nil {
		t.c.problem = reason(err)
		return nil
	}
	return drag{p}
}

// key rotates and mirrors the next instance.
func (t *stamping) key(name string, m Mods) bool {
	switch {
	case t.file == "":
		return false
	case name == "H":
		t.mirror(!m.Shift)
	case name == "[":
		t.turn(-15)
	case name == "]":
		t.turn(15)
	default:
		return false
	}
	return true
}

func (t *stamping) turn(by level.Degrees) { t.angle, t.ghost = (t.angle + by).Normalized(), nil }

// mirror mirrors the next instance left to right, or top to bottom.
func (t *stamping) mirror(sideways bool) {
	t.flip, t.angle, t.ghost = !t.flip, (-t.angle).Normalized(), nil
	if !sideways {
		t.turn(180)
	}
}

func (t *stamping) escape() bool { return false }
func (t *stamping) leave()       { t.ghost = nil }

func (t *stamping) show(v *view) {
	c := t.c
	v.cursor, v.hint = CursorCrosshair, "Choose a prefab in the strip or the Prefabs panel"
	if t.file == "" || c.gesture != nil || !c.inside {
		if t.file != "" {
			v.hint = t.hint()
		}
		return
	}
	g := t.made()
	if g.err != nil {
		v.problem = reason(g.err)
		return
	}
	at := g.at(c.last)
	v.hint = t.hint()
	v.add(g.guides...)
	t.showGhost(v, g, at)
}

func (t *stamping) hint() string {
	return "Click to place " + t.name() + ", drag to adjust, Shift+drag for a row; H mirrors, [ ] rotates"
}

// name returns the label of the prefab to place.
func (t *stamping) name() string { return (&level.Instance{Prefab: t.file}).Label() }

// maxGhosts limits the number of parts of a ghost whose contacts are computed, which takes a query each.
const maxGhosts = 64

// showGhost shows the parts of a ghost at a position, with their contacts.
func (t *stamping) showGhost(v *view, g *ghost, at level.Vec) {
	for i, p := range g.parts {
		c := *p.Collider
		c.Position = c.Position.Add(at)
		ink, dashed := overlay.Accent, c.Role == level.Trigger
		if i < maxGhosts {
			pairs := t.c.probe(&c, p.Baked)
			if len(pairs) > 0 {
				v.contacts = append(v.contacts, pairs...)
				v.ghosts = append(v.ghosts, level.ColliderSnapshot{Collider: &c, Baked: p.Baked})
			}
			if slices.ContainsFunc(pairs, func(p contacts.Pair) bool { return p.State == contacts.Overlapping }) {
				ink = overlay.Danger
			}
		}
		if c.Role == level.Trigger {
			ink = overlay.Trigger
		}
		v.add(overlay.Outline{
			Boundary: p.Baked.Boundary(), At: c.Transform(), Ink: ink, Fill: ink != overlay.Danger,
			Dashed: dashed,
		})
		if c.Shape.Kind == level.Point {
			v.add(overlay.Handle{At: c.Position, Form: overlay.CrossHandle, Ink: ink, Hot: true})
		}
	}
}

// strip returns the strip, with the prefab, its angle and its mirroring.
func (t *stamping) strip(*view) *Strip {
	s := &Strip{Title: "Stamp", Chapter: "prefabs", Close: func() { t.c.Switch(Select) }}
	names, at := []string{}, -1
	for i, p := range t.all {
		names = append(names, p.Name)
		if p.File == t.file {
			at = i
		}
	}
	if at < 0 && t.file != "" {
		names, at = append(names, t.name()), len(names)
	}
	switch {
	case len(names) == 0:
		s.Lines = []StripLine{{Text: "No prefabs yet: Shape › Make prefab… makes one from the selection"}}
		return s
	case t.file == "":
		s.Lines = []StripLine{{Text: "Choose a prefab"}}
		names, at = append([]string{"…"}, names...), 0
	}
	first := len(names) - len(t.all)
	if t.file != "" {
		first = 0
	}
	s.Choices = []StripChoice{{Name: "Prefab", Words: names, At: at, Pick: func(i int) {
		if i -= first; i >= 0 && i < len(t.all) {
			t.file, t.ghost = t.all[i].File, nil
		}
	}}}
	if t.file == "" {
		return s
	}
	s.Choices = append(s.Choices,
		StripChoice{Name: "Angle", Number: true, Value: float64(t.angle), Unit: "°", Set: func(v float64) {
			if !math.IsNaN(v) && !math.IsInf(v, 0) {
				t.angle, t.ghost = level.Degrees(v).Normalized(), nil
			}
		}},
		StripChoice{Name: "Mirrored", Tip: "Mirror left to right", Key: "H", On: t.flip, Do: func() { t.mirror(true) }})
	if g := t.made(); g.err != nil {
		s.Lines = []StripLine{{Text: reason(g.err), Bad: true}}
	}
	return s
}

// actions returns menu entries that choose another prefab.
func (t *stamping) actions() (out []Action) {
	const limit = 12 // the strip and the Prefabs panel list all prefabs
	for _, p := range t.all[:min(len(t.all), limit)] {
		if p.File != t.file {
			out = append(out, Action{Label: "Stamp " + p.Name, Do: func() { t.c.TakeStamp(p.File) }})
		}
	}
	return out
}

// newPlacing begins to place an instance, which follows the pointer until the button is released.
func newPlacing(c *Controller, of level.Instance, e Event) (*placingInstance, error) {
	s := c.session
	g := s.BeginExclusive("Place " + of.Label())
	d, err := s.Instances().Placing(&of)
	if err == nil {
		err = g.Apply(d)
	}
	if err != nil {
		g.Rollback()
		return nil, err
	}
	r := records{step: step{c, g}}
	for _, part := range s.Document().Parts(of.ID) {
		r.ids, r.start = append(r.ids, part.ID), append(r.start, part)
	}
	return &placingInstance{translating: translate(r, e), id: of.ID, at: of.Position}, nil
}

// placingInstance is a new instance that follows the pointer.
type placingInstance struct {
	*translating
	id    level.InstanceID
	at    level.Vec // position at which the instance was first placed
	begun bool      // the pointer has moved far enough
}

func (p *placingInstance) drag(e Event) {
	if p.begun = p.begun || e.Pos.Dist(p.from) > dragUnits*p.c.unit; p.begun {
		p.translating.drag(e)
	}
}

func (p *placingInstance) drop(e Event) {
	c := p.c
	p.translating.drop(e)
	if c.session.Document().Instance(p.id) != nil {
		c.session.Instances().Select(p.id)
	}
}

func (p *placingInstance) show(v *view) {
	p.translating.show(v)
	v.hint = "Release to place it at " + vecText(p.at.Add(p.by)) + "; Escape cancels"
	v.keys = []string{"Shift one axis", snapKey, "X solid"}
	if p.touch.Count > 0 {
		v.hint = "Touches " + p.touched() + "; r" + v.hint[1:]
	}
}

// stampRow places instances side by side from the press to the pointer, in a row or a column.
type stampRow struct {
	step
	of     level.Instance // the first instance
	size   level.Vec      // size of the bounds of one instance
	ids    []level.InstanceID
	from   level.Vec // position of the press
	count  int       // number of placed instances
	by     level.Vec // offset from one instance to the next
	guides []overlay.Item
}

// maxInRow limits the number of instances placed in one drag.
const maxInRow = 1000

// newStampRow begins a row with the instance that a ghost shows.
func newStampRow(c *Controller, g *ghost, e Event) gesture {
	of := g.instance
	of.ID, of.Position = 0, g.at(e)
	r := &stampRow{
		step: step{c, c.session.BeginExclusive("Place " + of.Label())},
		of:   of, size: g.box.Size(), from: e.Pos, guides: g.guides,
	}
	r.lay(1, level.Vec{})
	return drag{r}
}

func (r *stampRow) drag(e Event) {
	by := e.Pos.Sub(r.from)
	step, length, size := level.Vec{X: math.Copysign(r.size.X, by.X)}, math.Abs(by.X), r.size.X
	if math.Abs(by.Y) > math.Abs(by.X) {
		step, length, size = level.Vec{Y: math.Copysign(r.size.Y, by.Y)}, math.Abs(by.Y), r.size.Y
	}
	n := 1
	if size > 0 {
		n += int(min(length/size, maxInRow-1))
	}
	if n == 1 {
		step = level.Vec{}
	}
	if n != r.count || step != r.by {
		r.lay(n, step)
	}
}

// lay places n instances and removes the previously placed ones.
func (r *stampRow) lay(n int, step level.Vec) {
	s := r.c.session
	err := r.gesture.Reset()
	var d level.Diff
	if err == nil {
		for len(r.ids) < n {
			r.ids = append(r.ids, s.Document().NewInstanceID())
		}
		r.count, r.by = n, step
		first := r.of
		first.ID = r.ids[0]
		d, err = s.Instances().Placing(&first)
		for k := 1; k < n && err == nil; k++ {
			next := first
			next.ID, next.Order = r.ids[k], first.Order+float64(k)
			next.Position = tidy(first.Position.MulAdd(step, float64(k)))
			d.Instances = append(d.Instances, level.Added(&next))
		}
	}
	if err != nil {
		r.c.problem = reason(err)
		return
	}
	r.gesture.SetLabel("Place " + r.of.Label())
	if n > 1 {
		r.gesture.SetLabel(fmt.Sprintf("Place %d × %s", n, r.of.Label()))
	}
	r.c.apply(r.gesture, d)
}

func (r *stampRow) drop(Event) {
	r.gesture.Commit()
	r.c.session.Instances().Select(r.ids[:r.count]...)
}

func (r *stampRow) show(v *view) {
	v.cursor, v.hint = CursorCrosshair, fmt.Sprintf("Release to place %d in a row; Escape cancels", r.count)
	v.add(r.guides...)
	doc := r.c.session.Document()
	for _, id := range r.ids[:r.count] {
		for _, c := range doc.Parts(id) {
			v.moving = append(v.moving, c.ID)
		}
	}
}
