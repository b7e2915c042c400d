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

// sidePanels are the panels beside the canvas: inspector, layers, contacts or problems, and how large each is.
type sidePanels struct {
	*dialog.Parent
	start    *dialog.Start
	editing  func() bool // a level is shown, and edited
	onChange func()      // other panels are shown

	inspector *panel.Inspector
	layers    *panel.Layers
	contacts  *panel.Contacts
	problems  *panel.Problems
	project   *panel.Project

	sizes        *panel.Sizes
	left, right  *fyne.Container
	panels       [3]*fyne.Container // inspector, layers, contacts
	column       *fyne.Container    // those, at the side
	splitters    [3]*kit.Splitter   // below the inspector, below the layers, beside the side panel
	choice       panel.ContactChoice
	contactsLate bool // the contacts panel is behind
	wasDrawing   bool // the contacts panel lists those of a shape under construction
}

func newSidePanels(p *dialog.Parent, sizes *panel.Sizes) *sidePanels {
	return &sidePanels{Parent: p, sizes: sizes, editing: func() bool { return true }, onChange: func() {}}
}

// store keeps the sizes for the next start.
func (w *sidePanels) store() { w.sizes.Store(w.App.Preferences()) }

// build makes the panels in the colours in force.
func (w *sidePanels) build(c *commands) {
	w.inspector = panel.NewInspector(w.Look, w.Session, func(work func()) { w.Spawn(work) }, w.Fail)
	w.inspector.Pair, w.inspector.Copy = w.chosenPair, w.App.Clipboard().SetContent
	w.layers = panel.NewLayers(w.Look, w.Session, c.addLayer, w.RenameLayer, c.layerMenu, w.Fail)
	w.contacts = panel.NewContacts(w.Look, w.Session, w.Tools.Contacts, func() { w.showProblems(true) }, w.framePair, w.Fail, &w.choice)
	w.contacts.Moving = w.Tools.Moving
	w.contacts.OnPoint = w.pointAt
	w.contacts.OnMenu = c.pairMenu
	w.problems = panel.NewProblems(w.Look, w.Session, w.Spawn, func() { w.showProblems(false) }, w.showProblem, w.unmark, w.Fail)
	w.buildProject(c)
	w.problems.Ignore, w.problems.OnMenu, w.problems.Beside = w.Ignore, c.problemMenu, w.WorkBeside
	w.panels = [3]*fyne.Container{container.NewStack(w.inspector.Content), container.NewStack(w.layers.Content), container.NewStack(w.contacts.Content, w.problems.Content)}
	w.splitters[0] = kit.NewSplitter(w.Look, false, func(dy float32) {
		height := w.column.Size().Height
		inspector, _, _ := w.sizes.Within(height)
		if w.sizes.Tabbed(height) {
			inspector, _ = w.sizes.WithTabs(height)
		}
		w.sizes.Inspector = inspector + dy
		w.column.Refresh()
	}, w.store)
	w.splitters[1] = kit.NewSplitter(w.Look, false, func(dy float32) {
		_, layers, _ := w.sizes.Within(w.column.Size().Height)
		w.sizes.Layers = layers + dy
		w.column.Refresh()
	}, w.store)
	w.column = container.New(&column{w.sizes, w.showLower}, w.panels[0], w.panels[1], w.panels[2], w.splitters[0], w.splitters[1])
}

func (w *sidePanels) togglePanel(p panel.Name) {
	w.sizes.Hide(p, !w.sizes.IsHidden(p))
	if p != panel.SidePanel && p != panel.ToolsPanel && !w.sizes.IsHidden(p) {
		w.sizes.Hide(panel.SidePanel, false) // it would not be seen
	}
	w.panelsChanged()
}

// resetPanels gives every panel the size that it has in a new window.
func (w *sidePanels) resetPanels() {
	*w.sizes = panel.Sizes{Side: kit.SideWidth, Front: panel.ContactPanel}
	w.panelsChanged()
}

func (w *sidePanels) panelsChanged() {
	w.store()
	w.showPanels()
	w.Look.Focus() // what had the keys may be hidden
	w.onChange()
}

// showPanels shows the panels that are not hidden.
func (w *sidePanels) showPanels() {
	s := w.sizes
	all := s.IsHidden(panel.InspectorPanel) && s.IsHidden(panel.LayerPanel) && s.IsHidden(panel.ContactPanel)
	w.left.Hidden, w.right.Hidden = s.IsHidden(panel.ToolsPanel), s.IsHidden(panel.SidePanel) || all
	w.panels[0].Hidden = s.IsHidden(panel.InspectorPanel)
	w.splitters[0].Hidden = s.IsHidden(panel.InspectorPanel) || s.IsHidden(panel.LayerPanel) && s.IsHidden(panel.ContactPanel)
	w.splitters[2].Hidden = w.right.Hidden
	w.showLower(w.column.Size().Height)
}

// showLower shows layers and contacts below each other, or one of them with tabs, as a column of this height has room.
func (w *sidePanels) showLower(height float32) {
	s := w.sizes
	tabbed := s.Tabbed(height)
	kit.SetVisible(w.panels[1], !s.IsHidden(panel.LayerPanel) && (!tabbed || s.Front == panel.LayerPanel))
	kit.SetVisible(w.panels[2], !s.IsHidden(panel.ContactPanel) && (!tabbed || s.Front != panel.LayerPanel))
	kit.SetVisible(w.splitters[1], !tabbed && !s.IsHidden(panel.LayerPanel) && !s.IsHidden(panel.ContactPanel))
	for _, h := range []*panel.Head{w.layers.Head, w.contacts.Head, w.problems.Head} {
		h.SetTabbed(tabbed)
		h.Tabs.OnPick = w.bringToFront
	}
}

// bringToFront shows one of the panels that may share a place.
func (w *sidePanels) bringToFront(p panel.Name) {
	focused, _ := w.Win.Canvas().Focused().(*panel.TabStrip)
	if p != panel.LayerPanel {
		w.showProblems(p == panel.ProblemPanel)
	}
	w.front(p)
	for _, h := range []*panel.Head{w.layers.Head, w.contacts.Head, w.problems.Head} {
		if focused != nil && h.Tabs.Own == p {
			w.Win.Canvas().Focus(h.Tabs)
		}
	}
}

// showContacts lists the contacts that a filter lets through, wherever the panel was.
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
	w.front(panel.ContactPanel)
	w.contacts.ShowOnly(f)
}

// nextOverlap goes to the next overlap, with the contacts in sight.
func (w *sidePanels) nextOverlap() {
	if w.sizes.Front == panel.LayerPanel {
		w.front(panel.ContactPanel)
	}
	w.contacts.NextProblem()
}

// front has one of the panels that may share a place be the one that is seen there.
func (w *sidePanels) front(p panel.Name) {
	if w.sizes.Front == p {
		return
	}
	w.sizes.Front = p
	w.store()
	w.showLower(w.column.Size().Height)
	w.column.Refresh()
}

// nextPanel gives the keys to the next panel, or the one before: canvas, tools, inspector, layers, contacts.
func (w *sidePanels) nextPanel(by int) {
	panels := []fyne.CanvasObject{w.left, w.panels[0], w.panels[1], w.panels[2]}
	if w.start.IsOpen() {
		panels = []fyne.CanvasObject{w.start.Actions, w.start.Recent, w.start.Cards}
	}
	stops := []fyne.CanvasObject{nil} // nil: the canvas
	at := 0
	focused, _ := w.Win.Canvas().Focused().(fyne.CanvasObject)
	for _, p := range panels {
		if behind := w.isBehindTab(p); !behind && (!w.isShown(p) || kit.FirstFocusable(p) == nil) {
			continue
		}
		if focused != nil && kit.Holds(p, focused) {
			at = len(stops)
		}
		stops = append(stops, p)
	}
	next := stops[(at+by+len(stops))%len(stops)]
	switch {
	case next == nil:
		w.Win.Canvas().Unfocus()
		return
	case next == w.panels[1] && w.isBehindTab(next):
		w.front(panel.LayerPanel)
	case w.isBehindTab(next):
		w.front(panel.ContactPanel)
	}
	if f := kit.FirstFocusable(next); f != nil {
		w.Win.Canvas().Focus(f)
	}
}

// isBehindTab reports whether a panel is one click on its tab away.
func (w *sidePanels) isBehindTab(p fyne.CanvasObject) bool {
	return (p == w.panels[1] || p == w.panels[2]) && !p.Visible() && w.right.Visible() && w.sizes.Tabbed(w.column.Size().Height)
}

// isShown reports whether a panel and what it stands in are shown.
func (w *sidePanels) isShown(o fyne.CanvasObject) bool {
	return o.Visible() && (w.right.Visible() || !kit.Holds(w.right, o))
}

// reveal scrolls the panel that a control stands in until it is in sight.
func (w *sidePanels) reveal(o fyne.CanvasObject) {
	scrolls := []*container.Scroll{w.inspector.Scroll}
	if w.start.IsOpen() {
		scrolls = []*container.Scroll{w.start.Scroll}
	}
	driver := w.App.Driver()
	for _, s := range scrolls {
		if !kit.Holds(s.Content, o) {
			continue
		}
		const margin = 6
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
		return
	}
}

// chosenPair is the contact of the two colliders that are selected, however they were, or the pair that was chosen among the contacts.
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

// pointAt shows all of a pair on the canvas while its row is pointed at; zero: of none.
func (w *sidePanels) pointAt(pair [2]level.ID) {
	w.Canvas.Pointed = pair
	w.Canvas.Redraw()
}

// framePair brings both colliders of a pair into view, unless they are in it already.
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
		const large = 400 // pixels of the level: more would lose the contact from sight
		b := level.DrawnBounds(c)
		if size := b.Max.Sub(b.Min); size.X <= large && size.Y <= large {
			box = box.Union(b)
		}
	}
	w.Bring(box)
	w.inspector.Refresh() // the two may have been selected already
}

// showProblems puts the problems in the place of the contacts, or the other way round.
func (w *sidePanels) showProblems(on bool) {
	w.contacts.Content.Hidden, w.problems.Content.Hidden = on, !on
	w.contacts.Content.Refresh()
	w.problems.Content.Refresh()
	w.unmark()
	if on {
		w.front(panel.ProblemPanel)
		w.problems.Run()
	} else if w.sizes.Front == panel.ProblemPanel {
		w.front(panel.ContactPanel)
	}
}

// unmark points nothing out any more.
func (w *sidePanels) unmark() {
	w.Canvas.Mark = nil
	w.Canvas.Redraw()
}

// showProblem points out where a problem is, and brings it into view, close enough to be seen.
func (w *sidePanels) showProblem(f check.Finding) {
	w.Canvas.Mark = &f.Place
	const close = 1.5 // units of the window for a pixel of the level
	box := f.Bounds
	if w.Canvas.Camera.Zoom < close*w.Canvas.Scale || !w.Canvas.Camera.Visible().ContainsBox(box) {
		const around = 120
		w.Canvas.Frame(box.Grow(around))
		return
	}
	w.Canvas.Redraw()
}

// manyPairs is how many pairs that touch are too many to sort for every picture of a drag.
const manyPairs = 20_000

// refreshContacts shows what has changed about contacts.
func (w *sidePanels) refreshContacts(c editor.Change) {
	drawing := len(w.Tools.Contacts()) > 0
	if c.Has(editor.ContactsChanged|editor.SelectionChanged|editor.DocumentChanged) || drawing || w.wasDrawing || w.contactsLate {
		// A list of very many pairs waits for the end of a drag.
		if w.contactsLate = w.Tools.Busy() && len(w.Session.Live().Contacts()) > manyPairs; !w.contactsLate {
			w.contacts.Refresh()
		}
	}
	w.wasDrawing = drawing
}
