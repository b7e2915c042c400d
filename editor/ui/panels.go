package ui

import (
	"fillet/collision"
	"fillet/editor"
	"fillet/editor/check"
	"fillet/editor/contacts"
	"fillet/editor/level"
	"fillet/editor/ui/dialog"
	"fillet/editor/ui/kit"
	"fillet/editor/ui/panel"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
)

// sidePanels holds the panels beside the canvas and their sizes: the dock on the left, and the inspector and the
// contacts or problems on the right.
type sidePanels struct {
	*dialog.Parent
	start    *dialog.Start
	editing  func() bool // reports whether a level is being edited
	onChange func()      // called when panels are shown or hidden
	relay    func()      // updates the window's layout

	inspector *panel.Inspector
	outline   *panel.Outline
	contacts  *panel.Contacts
	problems  *panel.Problems
	project   *panel.Project
	prefabs   *panel.Prefabs

	sizes        *panel.Sizes
	left, right  *fyne.Container
	dock         *dock
	panels       [2]*fyne.Container // inspector, contacts
	column       *fyne.Container    // the panels in the side panel
	splitters    [2]*kit.Splitter   // below the inspector, beside the side panel
	choice       panel.ContactChoice
	listed       panel.OutlineState
	found        map[level.ID]bool // colliders with findings in the last check
	outlineLate  editor.Change     // changes that the hidden outline has yet to show
	contactsLate bool              // the contacts panel is out of date
	turned       turning           // the last rotation by key
	wasDrawing   bool              // the contacts panel lists the contacts of a draft shape
}

func newSidePanels(p *dialog.Parent, sizes *panel.Sizes) *sidePanels {
	w := &sidePanels{Parent: p, sizes: sizes, relay: func() {}}
	w.dock = &dock{look: p.Look, sizes: sizes, changed: w.panelsChanged}
	return w
}

// fitColumn resizes the inspector and the lower panel to their current needs.
func (w *sidePanels) fitColumn() {
	if w.column == nil {
		return
	}
	if inspector, _ := w.sizes.Within(w.column.Size().Height, w.inspector.Wants()); w.panels[0].Size().Height !=
		inspector {
		w.column.Layout.Layout(w.column.Objects, w.column.Size())
	}
}

func (w *sidePanels) store() { w.sizes.Store(w.App.Preferences()) }

// build makes the panels in the current colours.
func (w *sidePanels) build(c *commands) {
	w.inspector = panel.NewInspector(w.Look, w.Session, func(work func()) { w.Spawn(work) }, w.Fail, w.sizes.Open)
	w.inspector.DrawPath = c.Tools.Paths().Draw
	w.inspector.Choose = func(items []*kit.Command, at fyne.Position) { c.menus.PopUp(items, at, false) }
	w.inspector.OnFold, w.inspector.OnRows = w.store, w.fitColumn
	w.inspector.Pair, w.inspector.Copy = w.chosenPair, w.App.Clipboard().SetContent
	// an unset preference, 0, means individual pivots
	w.inspector.Pivot = editor.Pivot(max(min(w.App.Preferences().Int(prefPivot), 9), 0) - 1)
	w.inspector.KeepPivot = func(p editor.Pivot) { w.App.Preferences().SetInt(prefPivot, int(p)+1) }
	w.inspector.Prefab = panel.PrefabLinks{
		Edit: c.tabs.editInPlace, Push: c.tabs.push, Replace: c.prefab().replaceMenu,
		Lacks: w.Files.LacksPrefab, Locate: func(prefab string) { c.tabs.prefabs.LocatePrefab(prefab) },
	}
	w.contacts = panel.NewContacts(w.Look, w.Session, w.Tools.Contacts, w.framePair, w.Fail, &w.choice)
	w.contacts.Moving = w.Tools.Moving
	w.contacts.OnPoint = w.pointAt
	w.contacts.OnMenu = c.pairs().pairMenu
	w.problems = panel.NewProblems(w.Look, w.Session, w.Spawn, w.showProblem, w.unmark, w.Fail)
	w.problems.OnFound = w.foundProblems
	w.buildProject(c)
	w.buildPrefabs(c)
	w.problems.Ignore, w.problems.OnMenu, w.problems.RunTask = w.Ignore, c.problemMenu, w.ComputeInBackground
	w.panels = [2]*fyne.Container{
		container.NewStack(w.inspector.Content),
		container.NewStack(w.contacts.Content, w.problems.Content),
	}
	w.splitters[0] = kit.NewSplitter(w.Look, false, func(dy float32) {
		inspector, _ := w.sizes.Within(w.column.Size().Height, w.inspector.Wants())
		w.sizes.Inspector = inspector + dy
		w.column.Refresh()
	}, w.store)
	w.column = container.New(kit.Arranged{Least: fyne.NewSize(200, 260), Place: w.placeColumn}, w.panels[0],
		w.panels[1], w.splitters[0])
	for _, h := range []*panel.Head{w.contacts.Head, w.problems.Head} {
		h.Tabs.OnPick = w.bringToFront
	}
	w.contacts.Content.Hidden, w.problems.Content.Hidden = w.sizes.Front == panel.ProblemPanel,
		w.sizes.Front != panel.ProblemPanel
	w.buildDock(c)
}

// placeColumn lays out the side panel: the inspector, the panel below it, and the splitter between them.
func (w *sidePanels) placeColumn(o []fyne.CanvasObject, size fyne.Size) {
	inspector, lower := w.sizes.Within(size.Height, w.inspector.Wants())
	kit.Put(o[0], 0, 0, size.Width, inspector)
	kit.Put(o[1], 0, inspector, size.Width, lower)
	kit.Put(o[2], 0, inspector-kit.SplitterSize/2, size.Width, kit.SplitterSize)
}

func (w *sidePanels) buildDock(c *commands) {
	w.outline = panel.NewOutline(w.Look, w.Session, &w.listed, panel.OutlineLinks{
		AddLayer: c.addLayer, LayerMenu: c.layerMenu, Menu: c.canvasMenu, Frame: func(level.ID) { c.goToSelection() },
		Facts: w.facts(), Check: func() { w.problems.Run() }, Busy: w.Tools.Busy, Tell: w.Tell, Modifiers: w.modifiers,
		Fail: w.Fail,
	})
	w.dock.build(func(dx float32) {
		w.sizes.Dock = w.dock.content.Size().Width + dx
		w.relay()
	}, w.store,
		dockPart{
			Tab: panel.Tab{Label: "Outline", Panel: panel.OutlinePanel}, icon: "outline",
			content: w.outline.Content, keys: w.outline.Rows, shown: w.showOutline,
		},
		dockPart{
			Tab: panel.Tab{Label: "Project", Panel: panel.ProjectPanel}, icon: "folder",
			content: w.project.Content, keys: w.project.List, shown: w.project.Refresh,
		},
		dockPart{
			Tab: panel.Tab{Label: "Prefabs", Panel: panel.PrefabPanel}, icon: "diamond",
			content: w.prefabs.Content, keys: w.prefabs.List, shown: w.prefabs.Refresh,
		})
}

// facts returns the facts that a filter needs beyond the level's data.
func (w *sidePanels) facts() editor.FilterFacts {
	return editor.FilterFacts{
		Overlaps:   func(id level.ID) bool { return w.Session.Live().State(id) == contacts.Overlapping },
		HasFinding: func(id level.ID) bool { return w.found[id] },
	}
}

func (w *sidePanels) modifiers() (shift, ctrl bool) {
	m := w.Canvas.Modifiers()
	return m.Shift, m.Ctrl
}

// refreshOutline updates the outline, at once if it is visible, otherwise when it next becomes visible.
func (w *sidePanels) refreshOutline(c editor.Change) {
	w.outlineLate |= c
	if w.dock.isSeen() && w.dock.front() == panel.OutlinePanel {
		w.showOutline()
	}
}

// showRows brings the outline into view and returns it.
func (w *sidePanels) showRows() *panel.Outline {
	w.dock.reveal(panel.OutlinePanel)
	return w.outline
}

// showOutline applies the pending changes to the outline.
func (w *sidePanels) showOutline() {
	c := w.outlineLate
	w.outlineLate = 0
	w.outline.Refresh(c)
}

// foundProblems marks the colliders that a check has found problems with.
func (w *sidePanels) foundProblems(found []check.Finding) {
	w.found = make(map[level.ID]bool, len(found))
	for _, f := range found {
		if f.Severity == check.Note {
			continue // informational only
		}
		for _, id := range f.Colliders {
			w.found[id] = true
		}
	}
	for _, h := range []*panel.Head{w.contacts.Head, w.problems.Head} {
		h.Tabs.SetCount(panel.ProblemPanel, len(found))
	}
	w.outline.FindingsChanged()
}

func (w *sidePanels) togglePanel(p panel.Name) {
	w.sizes.Hide(p, !w.sizes.IsHidden(p))
	if (p == panel.InspectorPanel || p == panel.ContactPanel) && !w.sizes.IsHidden(p) {
		w.sizes.Hide(panel.SidePanel, false) // otherwise the panel would be invisible
	}
	w.panelsChanged()
}

func (w *sidePanels) resetPanels() {
	*w.sizes = panel.Sizes{
		Open: w.sizes.Open, Side: kit.SideWidth, Dock: kit.DockWidth, Front: panel.ContactPanel,
		DockFront: panel.OutlinePanel,
	}
	w.panelsChanged()
}

func (w *sidePanels) panelsChanged() {
	w.store()
	w.showPanels()
	w.Look.Focus() // the focused widget may be hidden now
	w.onChange()
}

func (w *sidePanels) showPanels() {
	s := w.sizes
	none := s.IsHidden(panel.InspectorPanel) && s.IsHidden(panel.ContactPanel)
	w.left.Hidden, w.right.Hidden = s.IsHidden(panel.ToolsPanel), s.IsHidden(panel.SidePanel) || none
	w.panels[0].Hidden, w.panels[1].Hidden = s.IsHidden(panel.InspectorPanel), s.IsHidden(panel.ContactPanel)
	w.splitters[0].Hidden = w.panels[0].Hidden || w.panels[1].Hidden
	w.splitters[1].Hidden = w.right.Hidden
	w.dock.showFront()
}

// bringToFront shows the contacts or the problems.
func (w *sidePanels) bringToFront(p panel.Name) {
	focused, _ := w.Win.Canvas().Focused().(*panel.TabStrip)
	w.showProblems(p == panel.ProblemPanel)
	for _, h := range []*panel.Head{w.contacts.Head, w.problems.Head} {
		if focused != nil && h.Tabs.Own == p {
			w.Win.Canvas().Focus(h.Tabs)
		}
	}
}

// showContacts lists the contacts that pass a filter, and reveals the panel if it is hidden.
func (w *sidePanels) showContacts(f panel.ContactFilter) {
	if !w.editing() {
		return
	}
	for _, p := range []panel.Name{panel.SidePanel, panel.ContactPanel} {
		if w.sizes.IsHidden(p) {
			w.togglePanel(p)
		}
	}
	w.showProblems(false)
	w.contacts.ShowOnly(f)
}

// nextPanel moves the focus to the next or previous panel: canvas, tools, dock, inspector, contacts.
func (w *sidePanels) nextPanel(by int) {
	panels := []fyne.CanvasObject{w.left, w.dock.content, w.panels[0], w.panels[1]}
	if start := w.start; start.IsOpen() {
		panels = []fyne.CanvasObject{start.Actions, start.Recent, start.Cards}
	}
	stops := []fyne.CanvasObject{nil} // nil: the canvas
	at := 0
	focused, _ := w.Win.Canvas().Focused().(fyne.CanvasObject)
	for _, p := range panels {
		isDock := p == fyne.CanvasObject(w.dock.content) && w.dock.canOpen()
		if !isDock && (!w.isShown(p) || kit.FirstFocusable(p) == nil) {
			continue
		}
		if focused != nil && kit.Holds(p, focused) {
			at = len(stops)
		}
		stops = append(stops, p)
	}
	next := stops[(at+by+len(stops))%len(stops)]
	if next == nil {
		w.Win.Canvas().Unfocus()
		return
	}
	if next == fyne.CanvasObject(w.dock.content) {
		w.dock.reveal(w.dock.front())
		if next = w.dock.keys(); kit.FirstFocusable(next) == nil {
			next = w.dock.content
		}
	}
	if f := kit.FirstFocusable(next); f != nil {
		w.Win.Canvas().Focus(f)
	}
}

// isShown reports whether a panel and its parents are visible.
func (w *sidePanels) isShown(o fyne.CanvasObject) bool {
	return o.Visible() && (w.right.Visible() || !kit.Holds(w.right, o))
}

// reveal scrolls the panel of a control until the control is visible.
func (w *sidePanels) reveal(o fyne.CanvasObject) {
	s := w.inspector.Scroll
	if w.start.IsOpen() {
		s = w.start.Scroll
	}
	if !kit.Holds(s.Content, o) {
		return
	}
	const margin = 6
	driver := w.App.Driver()
	top := driver.AbsolutePositionForObject(o).Y - driver.AbsolutePositionForObject(s).Y
	switch bottom := top + o.Size().Height; {
	case top < margin:
		s.Offset.Y += top - margin
	case bottom > s.Size().Height-margin:
		s.Offset.Y += bottom - s.Size().Height + margin
	default:
		return
	}
	s.Offset.Y = max(s.Offset.Y, 0)
	s.Refresh()
}

// chosenPair returns the two selected colliders if they are in contact or are the pair chosen in the contacts panel.
func (w *sidePanels) chosenPair() (a, b level.ID, ok bool) {
	ids := w.Session.Selection().IDs()
	if len(ids) != 2 {
		return 0, 0, false
	}
	if p, ok := w.Session.Live().Contact(ids[0], ids[1]); ok {
		return p.A, p.B, true
	}
	pair := w.choice.Chosen
	if pair != [2]level.ID{ids[0], ids[1]} && pair != [2]level.ID{ids[1], ids[0]} {
		return 0, 0, false
	}
	return pair[0], pair[1], true
}

// pointAt highlights a pair on the canvas while its row is hovered; the zero pair highlights none.
func (w *sidePanels) pointAt(pair [2]level.ID) {
	w.Canvas.Pointed = pair
	w.Canvas.Redraw()
}

// framePair brings both colliders of a pair into view if necessary.
func (w *sidePanels) framePair(p contacts.Pair) {
	doc := w.Session.Document()
	box := collision.EmptyAABB()
	for _, m := range p.Contact.Manifolds {
		for i := range m.Count {
			at := m.Points[i].Point
			box = box.Union(collision.AABB{Min: at, Max: at})
		}
	}
	if box.IsEmpty() {
		for _, id := range []level.ID{p.A, p.B} {
			if c := doc.Collider(id); c != nil {
				box = box.Union(level.DrawnBounds(c))
			}
		}
	}
	for _, id := range []level.ID{p.A, p.B} {
		c := doc.Collider(id)
		if c == nil {
			continue
		}
		const large = 400 // level pixels: framing larger shapes would make the contact too small
		b := level.DrawnBounds(c)
		if size := b.Max.Sub(b.Min); size.X <= large && size.Y <= large {
			box = box.Union(b)
		}
	}
	w.Bring(box)
	w.inspector.Refresh() // needed if the pair was selected already
}

// showProblems switches between the problems and the contacts.
func (w *sidePanels) showProblems(on bool) {
	w.contacts.Content.Hidden, w.problems.Content.Hidden = on, !on
	w.contacts.Content.Refresh()
	w.problems.Content.Refresh()
	w.unmark()
	if w.sizes.Front = panel.ContactPanel; on {
		w.sizes.Front = panel.ProblemPanel
		w.problems.Run()
	}
	w.store()
}

// unmark removes the problem's mark from the canvas.
func (w *sidePanels) unmark() {
	w.Canvas.Mark = nil
	w.Canvas.Redraw()
}

// showProblem marks a problem on the canvas and brings it into view, zooming in if necessary.
func (w *sidePanels) showProblem(f check.Finding) {
	w.Canvas.Mark = &f.Place
	const close = 1.5 // window units per level pixel
	box := f.Bounds
	if w.Canvas.Camera.Zoom < close*w.Canvas.Scale || !w.Canvas.Camera.Visible().ContainsBox(box) {
		const around = 120
		w.Canvas.Frame(box.Grow(around))
		return
	}
	w.Canvas.Redraw()
}

// manyPairs is the number of contacts above which the list is not re-sorted during a drag.
const manyPairs = 20_000

func (w *sidePanels) refreshContacts(c editor.Change) {
	drawing := len(w.Tools.Contacts()) > 0
	if c.Has(editor.ContactsChanged|editor.SelectionChanged|editor.DocumentChanged) || drawing || w.wasDrawing ||
		w.contactsLate {
		// A list of too many contacts waits for the end of a drag.
		if w.contactsLate = w.Tools.Busy() && len(w.Session.Live().Contacts()) > manyPairs; !w.contactsLate {
			w.contacts.Refresh()
		}
	}
	w.wasDrawing = drawing
}
