package ui

import (
	"slices"

	"fillet/collision"
	"fillet/editor"
	"fillet/editor/check"
	"fillet/editor/contacts"
	"fillet/editor/level"
	"fillet/editor/ui/kit"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
)

// panel names a part of the window that can be hidden.
type panel string

const (
	toolsPanel     panel = "tools"
	sidePanel      panel = "side"
	inspectorPanel panel = "inspector"
	layerPanel     panel = "layers"
	contactPanel   panel = "contacts"
	problemPanel   panel = "problems" // in the place of the contacts
)

// panelSizes are what the user has made of the window's panels, in units; they persist.
type panelSizes struct {
	side, inspector, layers float32
	hidden                  []string // names of panels
	front                   panel    // of layers and contacts, where they share one place
}

const (
	prefSide      = "panel.side"
	prefInspector = "panel.inspector"
	prefLayers    = "panel.layers"
	prefHidden    = "panel.hidden"
	prefFront     = "panel.front"
)

func loadPanelSizes(p fyne.Preferences) *panelSizes {
	return &panelSizes{
		side: sizeWithin(p, prefSide, kit.SideWidth, 0, mostPanel), inspector: sizeWithin(p, prefInspector, 0, 0, mostPanel),
		layers: sizeWithin(p, prefLayers, 0, 0, mostPanel), hidden: p.StringList(prefHidden),
		front: panel(p.StringWithFallback(prefFront, string(contactPanel))),
	}
}

// mostPanel is more than any panel has, in units.
const mostPanel = 10_000

// sizeWithin is a size of the preferences, whatever somebody has written into their file.
func sizeWithin(p fyne.Preferences, key string, otherwise, least, most float64) float32 {
	x := p.FloatWithFallback(key, otherwise)
	if !(x >= least && x <= most) {
		x = otherwise
	}
	return float32(x)
}

func (s *panelSizes) store(p fyne.Preferences) {
	p.SetFloat(prefSide, float64(s.side))
	p.SetFloat(prefInspector, float64(s.inspector))
	p.SetFloat(prefLayers, float64(s.layers))
	p.SetStringList(prefHidden, s.hidden)
	p.SetString(prefFront, string(s.front))
}

func (s *panelSizes) isHidden(p panel) bool { return slices.Contains(s.hidden, string(p)) }

func (s *panelSizes) hide(p panel, hidden bool) {
	s.hidden = slices.DeleteFunc(s.hidden, func(name string) bool { return name == string(p) })
	if hidden {
		s.hidden = append(s.hidden, string(p))
	}
}

// tabbedBelow is the height below which layers and contacts share one place, in units: each would show a row or two.
const tabbedBelow = 700

// tabbed reports whether layers and contacts share one place in a window of this height.
func (s *panelSizes) tabbed(height float32) bool {
	return height < tabbedBelow && !s.isHidden(layerPanel) && !s.isHidden(contactPanel)
}

// withTabs is the height of the inspector and of the place that layers and contacts share.
func (s *panelSizes) withTabs(height float32) (inspector, lower float32) {
	const leastInspector, leastLower = 80, 226
	if s.isHidden(inspectorPanel) {
		return 0, height
	}
	inspector = s.inspector
	if inspector == 0 {
		inspector = height / 2
	}
	inspector = max(min(inspector, height-leastLower), leastInspector)
	return inspector, max(height-inspector, 0)
}

// within keeps the sizes so that every panel that is shown can be used in a window of this height. A size of 0 was never
// chosen: the inspector takes what its fields need, layers a third of the rest. A panel that is hidden leaves its room to
// the one below it, the lowest to the one above.
func (s *panelSizes) within(height float32) (inspector, layers, contacts float32) {
	const leastInspector, leastLayers, leastContacts = 80, 62, 186 // contacts: header, filters, columns, two rows, buttons
	noInspector, noLayers, noContacts := s.isHidden(inspectorPanel), s.isHidden(layerPanel), s.isHidden(contactPanel)
	var below float32 // what the panels below the one at hand need at least
	if !noLayers {
		below += leastLayers
	}
	if !noContacts {
		below += leastContacts
	}
	rest := height
	if !noInspector {
		inspector = s.inspector
		if inspector == 0 {
			inspector = min(max(height*0.46, 300), 560)
		}
		if noLayers && noContacts {
			inspector = height
		}
		inspector = max(min(inspector, height-below), leastInspector)
		rest -= inspector
	}
	if !noLayers {
		layers = s.layers
		if layers == 0 {
			layers = min(max(rest*0.34, 96), 300)
		}
		if noContacts {
			layers = rest
		} else {
			layers = max(min(layers, rest-leastContacts), leastLayers)
		}
		rest -= layers
	}
	if !noContacts {
		contacts = max(rest, 0)
	}
	return inspector, layers, contacts
}

// sidePanels are the panels beside the canvas: inspector, layers, contacts or problems, and how large each is.
type sidePanels struct {
	*parent
	start    *startPage
	editing  func() bool // a level is shown, and edited
	onChange func()      // other panels are shown

	inspector *inspector
	layers    *layersPanel
	contacts  *contactsPanel
	problems  *problemsPanel

	sizes        *panelSizes
	left, right  *fyne.Container
	panels       [3]*fyne.Container // inspector, layers, contacts
	column       *fyne.Container    // those, at the side
	splitters    [3]*kit.Splitter   // below the inspector, below the layers, beside the side panel
	contactsLate bool               // the contacts panel is behind
	wasDrawing   bool               // the contacts panel lists those of a shape under construction
}

func newSidePanels(p *parent) *sidePanels {
	return &sidePanels{parent: p, sizes: loadPanelSizes(p.app.Preferences()), editing: func() bool { return true }, onChange: func() {}}
}

// store keeps the sizes for the next start.
func (w *sidePanels) store() { w.sizes.store(w.app.Preferences()) }

// build makes the panels in the colours in force.
func (w *sidePanels) build(c *commands) {
	w.inspector = newInspector(w.look, w.session, func(work func()) { w.spawn(work) }, w.fail)
	w.layers = newLayersPanel(w.look, w.session, c.addLayer, w.renameLayer, c.layerMenu, w.fail)
	oldContacts := w.contacts
	w.contacts = newContactsPanel(w.look, w.session, w.tools.Contacts, func() { w.showProblems(true) }, w.framePair, w.fail)
	w.contacts.like(oldContacts)
	w.problems = newProblemsPanel(w.look, w.session, w.spawn, func() { w.showProblems(false) }, w.showProblem, w.unmark, w.fail)
	w.panels = [3]*fyne.Container{container.NewStack(w.inspector.content), container.NewStack(w.layers.content), container.NewStack(w.contacts.content, w.problems.content)}
	w.splitters[0] = kit.NewSplitter(w.look, false, func(dy float32) {
		height := w.column.Size().Height
		inspector, _, _ := w.sizes.within(height)
		if w.sizes.tabbed(height) {
			inspector, _ = w.sizes.withTabs(height)
		}
		w.sizes.inspector = inspector + dy
		w.column.Refresh()
	}, w.store)
	w.splitters[1] = kit.NewSplitter(w.look, false, func(dy float32) {
		_, layers, _ := w.sizes.within(w.column.Size().Height)
		w.sizes.layers = layers + dy
		w.column.Refresh()
	}, w.store)
	w.column = container.New(&column{w.sizes, w.showLower}, w.panels[0], w.panels[1], w.panels[2], w.splitters[0], w.splitters[1])
}

func (w *sidePanels) togglePanel(p panel) {
	w.sizes.hide(p, !w.sizes.isHidden(p))
	if p != sidePanel && p != toolsPanel && !w.sizes.isHidden(p) {
		w.sizes.hide(sidePanel, false) // it would not be seen
	}
	w.panelsChanged()
}

// resetPanels gives every panel the size that it has in a new window.
func (w *sidePanels) resetPanels() {
	*w.sizes = panelSizes{side: kit.SideWidth, front: contactPanel}
	w.panelsChanged()
}

func (w *sidePanels) panelsChanged() {
	w.store()
	w.showPanels()
	w.look.Focus() // what had the keys may be hidden
	w.onChange()
}

// showPanels shows the panels that are not hidden.
func (w *sidePanels) showPanels() {
	s := w.sizes
	all := s.isHidden(inspectorPanel) && s.isHidden(layerPanel) && s.isHidden(contactPanel)
	w.left.Hidden, w.right.Hidden = s.isHidden(toolsPanel), s.isHidden(sidePanel) || all
	w.panels[0].Hidden = s.isHidden(inspectorPanel)
	w.splitters[0].Hidden = s.isHidden(inspectorPanel) || s.isHidden(layerPanel) && s.isHidden(contactPanel)
	w.splitters[2].Hidden = w.right.Hidden
	w.showLower(w.column.Size().Height)
}

// showLower shows layers and contacts below each other, or one of them with tabs, as a column of this height has room.
func (w *sidePanels) showLower(height float32) {
	s := w.sizes
	tabbed := s.tabbed(height)
	kit.SetVisible(w.panels[1], !s.isHidden(layerPanel) && (!tabbed || s.front == layerPanel))
	kit.SetVisible(w.panels[2], !s.isHidden(contactPanel) && (!tabbed || s.front != layerPanel))
	kit.SetVisible(w.splitters[1], !tabbed && !s.isHidden(layerPanel) && !s.isHidden(contactPanel))
	for _, h := range []*panelHead{w.layers.head, w.contacts.head, w.problems.head} {
		h.setTabbed(tabbed)
		h.tabs.onPick = w.bringToFront
	}
}

// bringToFront shows one of the panels that may share a place.
func (w *sidePanels) bringToFront(p panel) {
	focused, _ := w.win.Canvas().Focused().(*tabStrip)
	if p != layerPanel {
		w.showProblems(p == problemPanel)
	}
	w.front(p)
	for _, h := range []*panelHead{w.layers.head, w.contacts.head, w.problems.head} {
		if focused != nil && h.tabs.own == p {
			w.win.Canvas().Focus(h.tabs)
		}
	}
}

// showContacts lists the contacts that a filter lets through, wherever the panel was.
func (w *sidePanels) showContacts(f contactFilter) {
	if !w.editing() {
		return
	}
	for _, p := range []panel{sidePanel, contactPanel} {
		if w.sizes.isHidden(p) {
			w.togglePanel(p)
		}
	}
	w.showProblems(false)
	w.front(contactPanel)
	w.contacts.show(f)
}

// nextOverlap goes to the next overlap, with the contacts in sight.
func (w *sidePanels) nextOverlap() {
	if w.sizes.front == layerPanel {
		w.front(contactPanel)
	}
	w.contacts.nextProblem()
}

// front has one of the panels that may share a place be the one that is seen there.
func (w *sidePanels) front(p panel) {
	if w.sizes.front == p {
		return
	}
	w.sizes.front = p
	w.store()
	w.showLower(w.column.Size().Height)
	w.column.Refresh()
}

// nextPanel gives the keys to the next panel, or the one before: canvas, tools, inspector, layers, contacts.
func (w *sidePanels) nextPanel(by int) {
	panels := []fyne.CanvasObject{w.left, w.panels[0], w.panels[1], w.panels[2]}
	if w.start.isOpen() {
		panels = []fyne.CanvasObject{w.start.actions, w.start.recent, w.start.cards}
	}
	stops := []fyne.CanvasObject{nil} // nil: the canvas
	at := 0
	focused, _ := w.win.Canvas().Focused().(fyne.CanvasObject)
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
		w.win.Canvas().Unfocus()
		return
	case next == w.panels[1] && w.isBehindTab(next):
		w.front(layerPanel)
	case w.isBehindTab(next):
		w.front(contactPanel)
	}
	if f := kit.FirstFocusable(next); f != nil {
		w.win.Canvas().Focus(f)
	}
}

// isBehindTab reports whether a panel is one click on its tab away.
func (w *sidePanels) isBehindTab(p fyne.CanvasObject) bool {
	return (p == w.panels[1] || p == w.panels[2]) && !p.Visible() && w.right.Visible() && w.sizes.tabbed(w.column.Size().Height)
}

// isShown reports whether a panel and what it stands in are shown.
func (w *sidePanels) isShown(o fyne.CanvasObject) bool {
	return o.Visible() && (w.right.Visible() || !kit.Holds(w.right, o))
}

// reveal scrolls the panel that a control stands in until it is in sight.
func (w *sidePanels) reveal(o fyne.CanvasObject) {
	scrolls := []*container.Scroll{w.inspector.scroll}
	if w.start.isOpen() {
		scrolls = []*container.Scroll{w.start.scroll}
	}
	driver := w.app.Driver()
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

// framePair brings both colliders of a pair into view, unless they are in it already.
func (w *sidePanels) framePair(p contacts.Pair) {
	doc := w.session.Document()
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
	w.bring(box)
}

// showProblems puts the problems in the place of the contacts, or the other way round.
func (w *sidePanels) showProblems(on bool) {
	w.contacts.content.Hidden, w.problems.content.Hidden = on, !on
	w.contacts.content.Refresh()
	w.problems.content.Refresh()
	w.unmark()
	if on {
		w.front(problemPanel)
		w.problems.run()
	} else if w.sizes.front == problemPanel {
		w.front(contactPanel)
	}
}

// unmark points nothing out any more.
func (w *sidePanels) unmark() {
	w.canvas.Mark = nil
	w.canvas.Redraw()
}

// showProblem points out where a problem is, and brings it into view, close enough to be seen.
func (w *sidePanels) showProblem(f check.Finding) {
	w.canvas.Mark = &f.Place
	const close = 1.5 // units of the window for a pixel of the level
	box := f.Bounds
	if w.canvas.Camera.Zoom < close*w.canvas.Scale || !w.canvas.Camera.Visible().ContainsBox(box) {
		const around = 120
		w.canvas.Frame(box.Grow(around))
		return
	}
	w.canvas.Redraw()
}

// manyPairs is how many pairs that touch are too many to sort for every picture of a drag.
const manyPairs = 20_000

// refreshContacts shows what has changed about contacts.
func (w *sidePanels) refreshContacts(c editor.Change) {
	drawing := len(w.tools.Contacts()) > 0
	if c.Has(editor.ContactsChanged|editor.SelectionChanged|editor.DocumentChanged) || drawing || w.wasDrawing || w.contactsLate {
		// A list of very many pairs waits for the end of a drag.
		if w.contactsLate = w.tools.Busy() && len(w.session.Live().Contacts()) > manyPairs; !w.contactsLate {
			w.contacts.refresh()
		}
	}
	w.wasDrawing = drawing
}
