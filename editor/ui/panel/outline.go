package panel

import (
	"errors"
	"fmt"
	"slices"

	"fyne.io/fyne/v2"
	fynecanvas "fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"

	"fillet/editor"
	"fillet/editor/contacts"
	"fillet/editor/level"
	"fillet/editor/ui/kit"
)

type OutlineLinks struct {
	AddLayer  func()                             // adds a layer and edits its name
	LayerMenu func(level.LayerID, fyne.Position) // opens a layer's menu at a position in the window
	Menu      func(fyne.Position)                // opens the menu of the selection
	Frame     func(level.ID)                     // brings a collider into view on the canvas
	Facts     editor.FilterFacts                 // facts for the filter: overlaps, and findings of the last check
	Check     func()                             // checks the level, for a filter on findings
	Busy      func() bool                        // reports whether a gesture is active on the canvas
	Tell      func(format string, values ...any) // shows a message in the status bar
	Modifiers func() (shift, ctrl bool)          // returns the modifier keys held
	Fail      func(error)                        // reports a non-nil error
}

// OutlineState is an outline's view of one level: filter, folding and scrolling. Each open level has its own; it
// survives a change of theme.
type OutlineState struct{ Tree *editor.LevelTree }

// Outline is the panel that shows the level as a tree: layers, topmost first, with their contents. It shares its
// selection with the canvas.
type Outline struct {
	Content *fyne.Container
	Rows    *OutlineRows
	Filter  *kit.SearchField
	Add     *kit.IconButton
	Status  *fynecanvas.Text // text below the rows

	OutlineLinks
	look    *kit.Look
	session *editor.Session
	state   *OutlineState
	scroll  *container.Scroll
	wrong   *kit.QuietProse // the filter's error
	wrongAt *fyne.Container // container of wrong
	empty   *fynecanvas.Text

	own        []level.ID // the selection made here
	picking    bool       // a selection is being made here
	unseen     bool       // the view has not yet scrolled to a selection made elsewhere
	states     uint64
	overlaps   map[level.LayerID]int // overlapping colliders per layer; nil: not counted
	inGroups   map[level.GroupID]int
	inParts    map[level.InstanceID]int // overlapping parts per instance
	chosen     map[level.GroupID]int    // selected colliders per group; nil: not counted
	picked     map[level.InstanceID]int // selected parts per instance
	dragStatus string
	dragFails  bool
}

// NewOutline returns the panel, in the given state for the session's level.
func NewOutline(l *kit.Look, s *editor.Session, state *OutlineState, links OutlineLinks) *Outline {
	v := &Outline{look: l, session: s, state: state, OutlineLinks: links}
	p := l.Colors()
	v.Filter = kit.NewSearchField(l, func(step int) {
		if step > 0 {
			v.Rows.takeKeys()
		}
	}, v.dropFilter)
	v.Filter.PlaceHolder = "Filter: name, tag:coin …"
	v.Filter.InWindow = true
	v.Filter.OnSubmitted = kit.Guarded(l, func(string) { v.Rows.takeKeys() })
	v.Filter.OnAll = v.SelectMatches
	v.Add = kit.NewIconButton(l, "plus", "Add layer", "", links.AddLayer)
	v.Add.Side = 24
	v.wrong = kit.NewQuietProse("", theme.SizeNameCaptionText)
	v.wrongAt = kit.Pad(kit.Edge, 0, kit.Edge, 4, v.wrong)
	v.wrongAt.Hide()
	v.empty = kit.Text("", p.Quiet, kit.TextSize)
	v.Status = kit.Text("", p.Quiet, kit.SmallText+1)
	v.Tree()
	v.Rows = newOutlineRows(v)
	v.scroll = container.NewVScroll(v.Rows)
	v.scroll.OnScrolled = kit.Guarded(l, func(at fyne.Position) {
		v.Tree().Scroll = at.Y
		v.Rows.lay()
	})
	v.Rows.scroll = v.scroll
	head := container.NewVBox(kit.Pad(kit.Edge, kit.BarPadding, kit.Edge-kit.ButtonInset, kit.BarPadding,
		container.New(kit.Row{Gap: 4, Grow: 0}, v.Filter, v.Add)), v.wrongAt)
	foot := kit.Pad(kit.Edge, 5, kit.Edge, 6, v.Status)
	v.Content = container.NewBorder(head, foot, nil, nil, container.New(kit.Arranged{
		Least: fyne.NewSize(120, 60), Place: v.place,
	}, v.scroll, container.NewCenter(v.empty)))
	v.Filter.SetText(v.Tree().Filter)
	v.Filter.OnChanged = kit.Guarded(l, v.SetFilter)
	v.Refresh(editor.Everything &^ editor.SelectionChanged)
	return v
}

// place lays out the scrolled rows and the text over their middle.
func (v *Outline) place(o []fyne.CanvasObject, size fyne.Size) {
	for _, object := range o {
		kit.Put(object, 0, 0, size.Width, size.Height)
	}
	v.Rows.keepScroll(v.Tree().Scroll)
	v.Rows.lay()
}

// Tree returns the tree of the current level.
func (v *Outline) Tree() *editor.LevelTree {
	if t := v.state.Tree; t == nil || t.Document() != v.session.Document() {
		if t != nil { // the session has another level now
			t.Close()
		}
		v.state.Tree = editor.NewLevelTree(v.session.Document(), v.Facts, nil)
		if v.Rows != nil {
			v.Rows.forget()
			v.wrongAt.Hide()
			v.Filter.SetText("")
			v.unseen = v.session.Selection().Len() > 0
		}
	}
	return v.state.Tree
}

func (v *Outline) Refresh(c editor.Change) {
	t := v.Tree()
	if c.Has(editor.SelectionChanged) {
		v.chosen = nil
		joint := len(v.session.Selection().Joints()) > 0
		v.unseen = len(v.session.Selection().IDs())+len(v.session.Selection().Bare()) > 0 && !v.isOwn() ||
			joint && !v.picking
	}
	if version := v.session.Live().StateVersion(); version != v.states && !v.Busy() { // recount after a drag
		v.states, v.overlaps = version, nil
		t.FactsChanged()
	}
	if c.Has(editor.DocumentChanged) {
		v.chosen = nil
		if !v.Busy() {
			v.overlaps = nil
		}
	}
	if v.unseen && !v.Busy() {
		v.unseen = false
		v.bringSelection()
	}
	v.Rows.update()
	v.showFoot()
}

func (v *Outline) FindingsChanged() {
	v.Tree().FactsChanged()
	v.Rows.update()
	v.showFoot()
}

// bringSelection scrolls to the row selected last and unfolds its parents. For a fully selected group or instance, it
// scrolls to the row of the group or instance.
func (v *Outline) bringSelection() {
	if at := v.selectedRow(); at >= 0 {
		v.Rows.setCursor(at)
		v.Rows.bring(at)
	}
}

// selectedRow unfolds the parents of the row selected last and returns its index, or -1 if there is none or the filter
// hides it.
func (v *Outline) selectedRow() int {
	selection, t := v.session.Selection(), v.Tree()
	var last *level.Collider
	if ids := selection.IDs(); len(ids) > 0 {
		last = v.session.Document().Collider(ids[len(ids)-1])
	}
	if joints := selection.Joints(); len(joints) > 0 {
		return t.RevealJoint(joints[len(joints)-1].ID)
	} else if g := v.wholeGroup(last); g != 0 {
		return t.RevealGroup(g)
	} else if of := v.wholeInstance(last); of != 0 {
		return t.RevealInstance(of)
	} else if last != nil {
		return t.Reveal(last.ID)
	} else if bare := selection.Bare(); len(bare) > 0 {
		return t.RevealInstance(bare[len(bare)-1])
	}
	return -1
}

// NameSelected opens the name field in the row of the selected object.
func (v *Outline) NameSelected() { v.name(v.selectedRow) }

// NameLayer opens the name field in the row of a layer.
func (v *Outline) NameLayer(id level.LayerID) {
	v.name(func() int { return v.Tree().Row(editor.TreeRow{Kind: editor.LayerRow, Layer: id}) })
}

// NameGroup opens the name field in the row of a group.
func (v *Outline) NameGroup(id level.GroupID) { v.name(func() int { return v.Tree().RevealGroup(id) }) }

// NameInstance opens the name field in the row of an instance.
func (v *Outline) NameInstance(id level.InstanceID) {
	v.name(func() int { return v.Tree().RevealInstance(id) })
}

// name opens the name field in a row, and drops a filter that hides the row. The canvas gets the focus afterwards.
func (v *Outline) name(row func() int) {
	at := row()
	if at < 0 && v.Filter.Text != "" {
		v.Filter.SetText("")
		at = row()
	}
	if at >= 0 {
		v.Rows.update()
		v.Rows.startNaming(at, v.look.Focus)
	}
}

// wholeGroup returns the outermost fully selected group that contains a collider, or 0.
func (v *Outline) wholeGroup(c *level.Collider) level.GroupID {
	if c == nil {
		return 0
	}
	var outermost level.GroupID
	doc := v.session.Document()
	for g := doc.Group(c.GroupOf); g != nil && v.isChosen(editor.TreeRow{
		Kind: editor.GroupRow, Layer: g.Layer,
		Group: g.ID,
	}); g = doc.Group(g.Parent) {
		outermost = g.ID
	}
	return outermost
}

// wholeInstance returns the instance that a collider is a part of, if it is fully selected and not entered, or 0.
func (v *Outline) wholeInstance(c *level.Collider) level.InstanceID {
	if c == nil || c.Part == nil || v.session.Selection().Inside() == c.Part.Instance {
		return 0
	}
	if v.isChosen(editor.TreeRow{Kind: editor.InstanceRow, Layer: c.Layer, Instance: c.Part.Instance}) {
		return c.Part.Instance
	}
	return 0
}

func (v *Outline) isChosen(r editor.TreeRow) bool {
	switch r.Kind {
	case editor.JointRow:
		return v.session.Selection().HasJoint(r.Joint)
	case editor.ColliderRow:
		return v.session.Selection().Has(r.Collider)
	case editor.GroupRow:
		v.countChosen()
		all, _ := v.Tree().Members(r)
		return all > 0 && v.chosen[r.Group] == all
	case editor.InstanceRow:
		v.countChosen()
		all := v.session.Document().PartCount(r.Instance)
		return all > 0 && v.picked[r.Instance] == all || all == 0 && v.session.Selection().HasBare(r.Instance)
	case editor.NestedRow:
		if v.countChosen(); v.picked[r.Instance] == 0 {
			return false
		}
		return !slices.ContainsFunc(v.Tree().Colliders(r), func(id level.ID) bool {
			return !v.session.Selection().Has(id)
		})
	}
	return false
}

// isOneOfSeveral reports whether a row is a shape or an instance that is selected along with others.
func (v *Outline) isOneOfSeveral(r editor.TreeRow) bool {
	own := 1
	switch r.Kind {
	case editor.ColliderRow:
	case editor.InstanceRow:
		own = max(v.session.Document().PartCount(r.Instance), 1)
	default:
		return false
	}
	return v.isChosen(r) && v.session.Selection().Len()+len(v.session.Selection().Bare()) > own
}

// countChosen counts the selected colliders of groups and instances, unless already known.
func (v *Outline) countChosen() {
	if v.chosen == nil {
		v.chosen, v.picked = map[level.GroupID]int{}, map[level.InstanceID]int{}
		v.countIn(v.chosen, v.picked, v.session.Selection().IDs()...)
	}
}

// countIn counts colliders for all groups that contain them, and for their instances.
func (v *Outline) countIn(counts map[level.GroupID]int, parts map[level.InstanceID]int, ids ...level.ID) {
	doc := v.session.Document()
	if len(doc.Groups())+len(doc.Instances()) == 0 {
		return
	}
	for _, id := range ids {
		if c := doc.Collider(id); c != nil {
			if c.Part != nil {
				parts[c.Part.Instance]++
			}
			for g := doc.Group(c.GroupOf); g != nil; g = doc.Group(g.Parent) {
				counts[g.ID]++
			}
		}
	}
}

// overlapsIn returns how many colliders of a row overlap something.
func (v *Outline) overlapsIn(r editor.TreeRow) int {
	if r.Kind == editor.ColliderRow {
		if v.session.Live().State(r.Collider) == contacts.Overlapping {
			return 1
		}
		return 0
	}
	if v.overlaps == nil {
		v.overlaps, v.inGroups, v.inParts = map[level.LayerID]int{}, map[level.GroupID]int{}, map[level.InstanceID]int{}
		doc := v.session.Document()
		for id, state := range v.session.Live().States() {
			if c := doc.Collider(id); c != nil && state == contacts.Overlapping {
				v.overlaps[c.Layer]++
				v.countIn(v.inGroups, v.inParts, id)
			}
		}
	}
	switch r.Kind {
	case editor.GroupRow:
		return v.inGroups[r.Group]
	case editor.InstanceRow:
		return v.inParts[r.Instance]
	case editor.NestedRow:
		n := 0
		if v.inParts[r.Instance] > 0 {
			for _, id := range v.Tree().Colliders(r) {
				if v.session.Live().State(id) == contacts.Overlapping {
					n++
				}
			}
		}
		return n
	}
	return v.overlaps[r.Layer]
}

// SetFilter shows only rows that match a string; see [editor.ParseFilter].
func (v *Outline) SetFilter(text string) {
	t := v.Tree()
	err := t.SetFilter(text)
	message := ""
	if err != nil {
		message = kit.Sentence(err.Error())
	}
	v.wrong.Say(message, theme.ColorNameError)
	kit.SetVisible(v.wrongAt, err != nil)
	if err == nil && t.AsksFindings() {
		v.Check()
	}
	v.Rows.cancelDrag()
	v.scroll.Offset.Y = 0
	t.Scroll = 0
	v.Rows.update()
	v.showFoot()
	v.Content.Refresh()
}

// dropFilter clears the filter, or returns the focus to the canvas if there is none.
func (v *Outline) dropFilter() {
	if v.Filter.Text == "" {
		v.look.Focus()
		return
	}
	v.Filter.SetText("")
	v.unseen = v.session.Selection().Len() > 0 // the selection's row has moved
	v.Refresh(0)
}

func (v *Outline) SelectMatches() {
	v.pick(func(s *editor.Selection) {
		s.Set(v.Tree().Matches()...)
		s.AddBare(v.Tree().BareMatches()...)
	})
	v.Rows.takeKeys()
}

// pick changes the selection without scrolling to it.
func (v *Outline) pick(change func(s *editor.Selection)) {
	v.picking = true
	v.session.Batch(func() { change(v.session.Selection()) })
	v.picking = false
	v.own = v.session.Selection().IDs()
	v.chosen = nil
	v.Rows.update()
	v.showFoot()
}

// isOwn reports whether the current selection was made here. It compares the slices by identity, because every
// selection makes a new slice.
func (v *Outline) isOwn() bool {
	now := v.session.Selection().IDs()
	return v.picking || len(now) == len(v.own) && len(now) > 0 && &now[0] == &v.own[0]
}

func (v *Outline) pickRow(r editor.TreeRow) {
	v.pick(func(s *editor.Selection) {
		if r.Kind == editor.JointRow {
			s.SetJoints(r.Joint)
			return
		}
		within := r.Group
		if g := v.session.Document().Group(r.Group); r.Kind == editor.GroupRow && g != nil {
			within = g.Parent
		}
		s.Enter(within)
		if r.Kind == editor.InstanceRow {
			s.EnterInstance(0)
			v.session.Instances().Select(r.Instance)
			return
		}
		s.EnterInstance(r.Instance)
		s.Set(v.Tree().Colliders(r)...)
	})
}

// showFoot shows the number of rows, or the effect of a drag, below the rows.
func (v *Outline) showFoot() {
	p := v.look.Colors()
	if v.dragStatus != "" {
		ink := p.Quiet
		if v.dragFails {
			ink = p.Danger
		}
		kit.SetInk(v.Status, v.cut(v.dragStatus), ink)
		return
	}
	t := v.Tree()
	all, none := v.session.Document().Tally(), ""
	text := all.String()
	if t.IsFiltered() {
		text = fmt.Sprintf("%d of %s", t.MatchCount(), text)
		if all.Shapes > 0 && all.Instances > 0 { // the match count combines both
			text = fmt.Sprintf("%d of %d: %s", t.MatchCount(), all.Len(), all)
		}
		if t.Len() == 0 {
			none = "No matches"
		}
	}
	if picked := v.session.Selection().Tally().Len() + len(v.session.Selection().Joints()); picked > 1 {
		text += fmt.Sprintf(", %d selected", picked)
	}
	kit.SetInk(v.Status, v.cut(text), p.Quiet)
	kit.SetText(v.empty, none)
}

func (v *Outline) cut(s string) string {
	return kit.CutSized(s, v.Content.Size().Width-2*kit.Edge, v.Status.TextSize, fyne.TextStyle{})
}

func (v *Outline) rename(r editor.TreeRow, name string) {
	if name == v.ownName(r) {
		return
	}
	switch r.Kind {
	case editor.LayerRow:
		v.Fail(v.session.Layers().Rename(r.Layer, name))
	case editor.ColliderRow:
		v.Fail(v.session.Rename([]level.ID{r.Collider}, name))
	case editor.GroupRow:
		v.Fail(v.session.Groups().Rename(r.Group, name))
	case editor.InstanceRow:
		v.Fail(v.session.Instances().Rename(r.Instance, name))
	case editor.JointRow:
		for _, j := range v.session.Document().Settings().Joints {
			if j.ID == r.Joint {
				j.Name = name
				v.Fail(v.session.Joints().Set(j))
			}
		}
	case editor.NestedRow:
		v.Fail(errors.New("its name comes from the prefab: edit the prefab to rename it"))
	}
}

// ownName returns the name of a row's object, or "" if it has none.
func (v *Outline) ownName(r editor.TreeRow) string {
	doc := v.session.Document()
	if c := doc.Collider(r.Collider); r.Kind == editor.ColliderRow && c != nil {
		return c.Name
	}
	for _, j := range doc.Settings().Joints {
		if r.Kind == editor.JointRow && j.ID == r.Joint {
			return j.Name
		}
	}
	if g := doc.Group(r.Group); r.Kind == editor.GroupRow && g != nil {
		return g.Name
	}
	if i := doc.Instance(r.Instance); r.Kind == editor.InstanceRow && i != nil {
		return i.Name
	}
	return v.Tree().Label(r)
}

// flags returns whether a row's object itself is hidden and locked.
func (v *Outline) flags(r editor.TreeRow) (hidden, locked bool) {
	doc := v.session.Document()
	switch r.Kind {
	case editor.LayerRow:
		if l := doc.Layer(r.Layer); l != nil {
			return l.Hidden, l.Locked
		}
	case editor.GroupRow:
		if g := doc.Group(r.Group); g != nil {
			return g.Hidden, g.Locked
		}
	case editor.ColliderRow:
		if c := doc.Collider(r.Collider); c != nil {
			return c.Hidden, c.Locked
		}
	case editor.InstanceRow:
		if i := doc.Instance(r.Instance); i != nil {
			return i.Hidden, i.Locked
		}
	case editor.NestedRow:
		hidden, locked = true, true
		for _, c := range doc.NestedParts(r.Instance, r.Path) {
			hidden, locked = hidden && c.Hidden, locked && c.Locked
		}
		return hidden, locked
	}
	return false, false
}

// toggle hides or shows a row's object, or locks or unlocks it, or the whole selection if it includes the object.
func (v *Outline) toggle(r editor.TreeRow, lock bool) {
	hidden, locked := v.flags(r)
	on, layer, group := !hidden, editor.Layers.SetHidden, editor.Groups.SetHidden
	shapes, instances := editor.Shapes.SetHidden, editor.Instances.SetHidden
	if lock {
		on, layer, group = !locked, editor.Layers.SetLocked, editor.Groups.SetLocked
		shapes, instances = editor.Shapes.SetLocked, editor.Instances.SetLocked
	}
	switch r.Kind {
	case editor.LayerRow:
		v.Fail(layer(v.session.Layers(), r.Layer, on))
	case editor.GroupRow:
		v.Fail(group(v.session.Groups(), r.Group, on))
	case editor.ColliderRow, editor.NestedRow:
		v.Fail(shapes(v.session.Shapes(v.with(r)), on))
	case editor.InstanceRow:
		if ids := v.with(r); len(ids) > 0 {
			v.Fail(shapes(v.session.Shapes(ids), on))
			return
		}
		v.Fail(instances(v.session.Instances(), on, r.Instance))
	}
}

// with returns the colliders of a row, or the whole selection if the row is selected.
func (v *Outline) with(r editor.TreeRow) []level.ID {
	if v.isChosen(r) {
		return v.session.Selection().IDs()
	}
	return v.Tree().Colliders(r)
}

// drop moves the dragged colliders to a place, or shows why the place was rejected.
func (v *Outline) drop(l *editor.DraggedRows, p editor.DropPlace, rejected error) {
	var why *editor.PlaceError
	if errors.As(rejected, &why) {
		v.Tell("%s", kit.Sentence(why.Reason))
		return
	}
	if l.Alone != 0 {
		v.Fail(v.session.Instances().MoveTo(editor.Place{Group: p.Group, Layer: p.Layer, Under: p.Under}, l.Alone))
		return
	}
	v.Fail(v.session.Groups().Move(editor.Place{Group: p.Group, Layer: p.Layer, Under: p.Under}, l.Groups, l.IDs))
}
