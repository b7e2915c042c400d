package ui

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"fyne.io/fyne/v2"
	fynecanvas "fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"

	"fillet/assets"
	"fillet/collision"
	"fillet/editor"
	"fillet/editor/check"
	"fillet/editor/contacts"
	"fillet/editor/level"
	"fillet/editor/quote"
	"fillet/editor/tool"
	"fillet/editor/ui/canvas"
	"fillet/editor/ui/kit"
	"fillet/editor/workspace"
	"fillet/export"
	"fillet/importers"
	"fillet/importers/trace"
)

// Window is Fillet's main window.
type Window struct {
	*parent

	palette   *toolPalette
	inspector *inspector
	layers    *layersPanel
	contacts  *contactsPanel
	problems  *problemsPanel
	status    *statusBar
	rulers    *canvas.Rulers
	minimap   *canvas.Minimap
	hint      *fyne.Container // what an empty canvas says
	start     *startPage
	notes     *notes
	desk      *fyne.Container // all but the start page

	onFrame   func(took time.Duration)
	stopFit   func() // stops what gives memory back a moment after a level was opened
	menu      menus
	left      *fyne.Container
	right     *fyne.Container
	panels    [3]*fyne.Container // inspector, layers, contacts
	column    *fyne.Container    // those, at the side
	splitters [3]*kit.Splitter   // below the inspector, below the layers, beside the side panel

	changed      editor.Change // what the panels have not shown yet
	scheduled    bool
	docs         *documents
	imports      *imports
	exports      *exports
	rescue       *rescue
	prefs        *preferences
	sizes        *panelSizes
	contactsLate bool // the contacts panel is behind
	wasDrawing   bool // the contacts panel lists those of a shape under construction

	play *playMode
}

// New builds a window on an empty level. It begins to read the file that [Window.OpenFile] will be asked for, if that is
// known: "" is none.
func New(app fyne.App, im *importers.Registry, ex *export.Registry, file string) (*Window, error) {
	doc, err := editor.NewLevelWith(newLevelSettings(app.Preferences()))
	if err != nil {
		return nil, err
	}
	session := editor.NewSession(doc)
	w := &Window{parent: newParent(app, session, workspace.NewFiles(session, im, ex))}
	w.say = func(text string, isProblem bool) { w.status.tell(text, isProblem) }
	w.notes = newNotes(w.look)
	w.imports, w.exports = newImports(w.parent), newExports(w.parent)
	w.docs = newDocuments(w.parent, w.imports, w.exports, w.notes)
	w.rescue = newRescue(w.parent, w.docs)
	w.prefs = &preferences{parent: w.parent, setTheme: w.setTheme, onInterval: w.rescue.intervalChanged}
	w.docs.onOpen, w.docs.onSave = w.opened, w.saved
	w.docs.onLevel, w.docs.onEmpty, w.docs.onRecent = func() { w.setStart(false) }, w.ShowStart, w.recentChanged
	w.play = newPlayMode(w.parent)
	w.play.onChange, w.play.otherKey = w.playChanged, w.playKey
	w.rescue.onCrash = w.play.leavePlay
	w.sizes = loadPanelSizes(app.Preferences())
	if file != "" {
		w.docs.readAhead(file)
	}
	w.prefs.scaleFixed = os.Getenv(scaleVariable) != "" && !isOurScale(app.Preferences())
	w.prefs.applyScale()
	w.files.SetDefaults(newLevelSettings(app.Preferences()))
	session.SetSnapping(loadSnapping(app.Preferences()))
	app.Settings().SetTheme(w.look.Theme)
	w.win.SetIcon(fyne.NewStaticResource("fillet.svg", assets.Icon("fillet")))
	w.look.Focus, w.look.Key, w.look.Reveal, w.look.Shortcut = w.win.Canvas().Unfocus, w.typedKey, w.reveal, w.shortcut
	w.build()
	w.win.SetPadded(false)
	const narrow, low, most = 720, 480, 16_384
	w.win.Resize(fyne.NewSize(sizeWithin(app.Preferences(), prefWidth, 1440, narrow, most), sizeWithin(app.Preferences(), prefHeight, 900, low, most)))
	w.win.SetCloseIntercept(w.look.Guard(w.close))
	w.win.SetOnDropped(kit.Guarded2(w.look, w.dropped))
	w.listenToKeys()
	session.Subscribe(w.onChange)
	app.Settings().AddListener(kit.Guarded(w.look, func(fyne.Settings) { w.rebuild() }))
	w.rescue.keepWatch()
	w.fitMemory()
	return w, nil
}

// The names of the preferences.
const (
	prefTheme   = "theme"
	prefWidth   = "width"
	prefHeight  = "height"
	prefRecent  = "recent"
	prefFolder  = "folder"
	prefTrusted = "trusted exports" // what somebody has agreed that presets write
)

// build makes every widget. It is done again when the theme changes; the session does not notice.
func (w *Window) build() {
	isAgain := w.desk != nil
	w.look.Icons.Scale = pixelsPerUnit(w.win.Canvas())
	if !isAgain {
		w.canvas.LoadSwitches(w.app.Preferences())
	}
	w.palette = newToolPalette(w.look, w.tools)
	w.inspector = newInspector(w.look, w.session, func(work func()) { w.spawn(work) }, w.fail)
	w.layers = newLayersPanel(w.look, w.session, w.addLayer, w.renameLayer, w.layerMenu, w.fail)
	oldContacts := w.contacts
	w.contacts = newContactsPanel(w.look, w.session, w.tools.Contacts, func() { w.showProblems(true) }, w.framePair, w.fail)
	w.contacts.like(oldContacts)
	w.problems = newProblemsPanel(w.look, w.session, w.spawn, func() { w.showProblems(false) }, w.showProblem, w.unmark, w.fail)
	w.status = newStatusBar(w.look, w.session, w.showSnapMenu, w.showContacts)
	w.rulers = canvas.NewRulers(w.look, w.canvas)
	w.minimap = canvas.NewMinimap(w.look, w.session, w.canvas)
	w.canvas.OnCursor = func(at level.Vec) {
		w.status.showCursor(at)
		w.rulers.ShowPointer(at)
	}
	w.canvas.OnView = func() {
		w.status.showZoom(w.canvas.Camera.Zoom / w.canvas.Scale)
		w.rulers.Refresh()
		w.minimap.RefreshView()
	}
	w.canvas.OnMenu, w.canvas.OnMoved = w.canvasMenu, w.catchUp
	w.canvas.OnFrame = func(took time.Duration) {
		w.status.frame = took
		if w.onFrame != nil {
			w.onFrame(took)
		}
	}

	w.notes.build()
	p := w.look.Colors()
	hint := container.NewCenter(w.canvasHint())
	store := func() { w.sizes.store(w.app.Preferences()) }
	w.panels = [3]*fyne.Container{container.NewStack(w.inspector.content), container.NewStack(w.layers.content), container.NewStack(w.contacts.content, w.problems.content)}
	w.splitters[0] = kit.NewSplitter(w.look, false, func(dy float32) {
		height := w.column.Size().Height
		inspector, _, _ := w.sizes.within(height)
		if w.sizes.tabbed(height) {
			inspector, _ = w.sizes.withTabs(height)
		}
		w.sizes.inspector = inspector + dy
		w.column.Refresh()
	}, store)
	w.splitters[1] = kit.NewSplitter(w.look, false, func(dy float32) {
		_, layers, _ := w.sizes.within(w.column.Size().Height)
		w.sizes.layers = layers + dy
		w.column.Refresh()
	}, store)
	w.column = container.New(&column{w.sizes, w.showLower}, w.panels[0], w.panels[1], w.panels[2], w.splitters[0], w.splitters[1])
	line := func() *fynecanvas.Rectangle {
		r := fynecanvas.NewRectangle(p.Line)
		r.SetMinSize(fyne.NewSize(1, 1))
		return r
	}
	w.play.panel = newPlayPanel(w.play, w.palette.content, w.column)
	centre := container.New(&canvas.RulerFrame{}, w.rulers.Top, w.rulers.Side, w.rulers.Corner,
		container.NewStack(w.canvas, hint, w.play.panel.banner, w.notes.content), w.minimap)
	w.right = container.NewBorder(nil, nil, line(), nil, container.NewStack(w.column, w.play.panel.content))
	w.left = container.NewBorder(nil, nil, nil, line(), container.NewStack(w.palette.content, w.play.panel.controls))
	bottom := container.NewBorder(line(), nil, nil, nil, w.status.content)
	var all *fyne.Container
	w.splitters[2] = kit.NewSplitter(w.look, true, func(dx float32) {
		w.sizes.side -= dx
		all.Refresh()
	}, store)
	all = container.New(&frame{w.sizes}, centre, w.left, w.right, bottom, w.splitters[2])
	w.showPanels()
	wasStart := w.start.isOpen()
	w.start, w.desk = newStartPage(w.parent, w.docs, w.imports), all
	w.start.content.Hidden, w.desk.Hidden = !wasStart, wasStart
	w.buildMenu()
	w.win.SetContent(w.withMenu(container.NewStack(all, w.start.content, w.cardLayer()), w.look.Tips.Layer))
	w.refresh(editor.Everything)
	if isAgain { // the view is as it was, so nothing else tells the rulers of it
		w.canvas.OnView()
	}
}

// rebuild makes the window anew in the colours now in force.
func (w *Window) rebuild() {
	w.play.leavePlay()
	w.look.Tips.Hide(w.look.Tips.Owner)
	w.build()
}

// canvasHint is what an empty canvas says.
func (w *Window) canvasHint() fyne.CanvasObject {
	p := w.look.Colors()
	line := func(s string, size float32) fyne.CanvasObject {
		t := kit.Text(s, p.Quiet, size)
		t.Alignment = fyne.TextAlignCenter
		return t
	}
	w.hint = container.NewVBox(
		line("An empty level", 18),
		line("Draw:  P polygon   R box   C circle   K capsule   E chain   T trigger", kit.TextSize),
		line("Ctrl+O opens a level   Ctrl+I imports one   or drop a file here", kit.TextSize),
		line("F1 lists every key   Ctrl+Shift+P finds every command", kit.TextSize))
	return w.hint
}

func (w *Window) showCanvasHint() {
	hidden := w.session.Document().Len() > 0 || w.tools.Active() != tool.Select || w.tools.Busy()
	if w.hint.Hidden != hidden {
		w.hint.Hidden = hidden
		w.hint.Refresh()
	}
}

// OnFrame has f told of each picture of the canvas, and how long it took without the toolkit's part.
func (w *Window) OnFrame(f func(took time.Duration)) { w.onFrame = f }

// Show shows the window; the app's Run follows.
func (w *Window) Show() {
	w.win.Show()
	if w.look.Icons.Scale != pixelsPerUnit(w.win.Canvas()) { // which was not known before
		w.rebuild()
	}
}

// pixelsPerUnit is how many pixels of the screen a unit of the window takes.
func pixelsPerUnit(c fyne.Canvas) float64 {
	const units = 1000
	pixels, _ := c.PixelCoordinateForPosition(fyne.NewPos(units, 0))
	return float64(pixels) / units
}

// onChange gathers what has changed until Fyne comes round to it, so that many changes cost one refresh.
func (w *Window) onChange(c editor.Change) {
	w.closeStale()
	w.changed |= c
	if w.scheduled {
		return
	}
	w.scheduled = true
	w.look.Post(func() {
		w.scheduled = false
		w.catchUp()
	})
}

// catchUp shows at once what has changed, so that it comes with the picture that is asked for already, and not with one more.
func (w *Window) catchUp() {
	if c := w.changed; c != 0 {
		w.changed = 0
		w.refresh(c)
	}
}

// refresh shows what has changed.
func (w *Window) refresh(c editor.Change) {
	if c.Has(editor.DocumentChanged | editor.SelectionChanged | editor.SettingsChanged) {
		w.inspector.refresh()
	}
	w.showCanvasHint()
	if w.start.isOpen() && !w.files.Pristine() {
		w.setStart(false) // something was opened
	}
	w.notes.check(w.session.Document())
	if c.Has(editor.SettingsChanged) {
		w.imports.refresh()
		w.rulers.Refresh() // their steps are the grid's
	}
	if c.Has(editor.DocumentChanged | editor.SettingsChanged) {
		w.layers.refresh()
		w.minimap.Update()
	}
	drawing := len(w.tools.Contacts()) > 0
	if c.Has(editor.ContactsChanged|editor.SelectionChanged|editor.DocumentChanged) || drawing || w.wasDrawing || w.contactsLate {
		// A list of very many pairs waits for the end of a drag.
		if w.contactsLate = w.tools.Busy() && len(w.session.Live().Contacts()) > manyPairs; !w.contactsLate {
			w.contacts.refresh()
		}
	}
	w.wasDrawing = drawing
	if c.Has(editor.DocumentChanged | editor.SettingsChanged) {
		w.problems.refresh()
		w.canvas.Fits.Stale = true
	}
	if c.Has(editor.DocumentChanged) {
		w.play.levelChanged()
	}
	if c.Has(editor.HistoryChanged | editor.SelectionChanged | editor.SettingsChanged) {
		w.showTitle()
		w.menu.refresh(w)
	}
	if c.Has(editor.SettingsChanged) {
		w.prefs.storeSnapping()
	}
	w.palette.refresh()
	w.showHint()
	if c != editor.OverlayChanged || w.canvas.IsBehind() {
		w.canvas.Redraw()
	}
}

// showHint says in the status bar what a click would do now.
func (w *Window) showHint() {
	hint := w.tools.Hint()
	w.status.problem = false
	if p := w.tools.Problem(); p != "" {
		hint, w.status.problem = p, true
	}
	if w.play.isOn() {
		hint = "Drag a body with the mouse; wheel and middle drag move the view"
	}
	w.status.refresh(hint)
}

// manyPairs is how many pairs that touch are too many to sort for every picture of a drag.
const manyPairs = 20_000

func (w *Window) showTitle() {
	title := quote.Excerpt(w.files.Name()) + " — Fillet"
	switch {
	case w.start.isOpen():
		title = "Fillet"
	case w.files.Unsaved():
		title = "● " + title
	}
	if w.win.Title() != title {
		w.win.SetTitle(title)
	}
}

// framePair brings both colliders of a pair into view, unless they are in it already.
func (w *Window) framePair(p contacts.Pair) {
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
func (w *Window) showProblems(on bool) {
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
func (w *Window) unmark() {
	w.canvas.Mark = nil
	w.canvas.Redraw()
}

// showProblem points out where a problem is, and brings it into view, close enough to be seen.
func (w *Window) showProblem(f check.Finding) {
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

func (w *Window) close() {
	w.docs.guarded(func() {
		size := w.win.Canvas().Size()
		w.app.Preferences().SetFloat(prefWidth, float64(size.Width))
		w.app.Preferences().SetFloat(prefHeight, float64(size.Height))
		if w.rescue.recovery != nil {
			w.rescue.recovery.Drop()
		}
		w.files.Close()
		close(w.closed)
		w.rescue.stopWatch()
		w.win.Close()
	})
}

// dropped opens the first of the files that were dropped on the window. A picture is traced into the open level instead.
func (w *Window) dropped(_ fyne.Position, uris []fyne.URI) {
	if len(uris) == 0 || w.isModal() {
		return
	}
	path := uris[0].Path()
	if slices.Contains(trace.PictureExtensions(), strings.ToLower(filepath.Ext(path))) {
		w.setStart(false)
		w.traceFile(path)
		return
	}
	w.docs.guarded(func() { w.docs.OpenFile(path) })
}

func (w *Window) listenToKeys() {
	c := w.win.Canvas()
	c.SetOnTypedKey(kit.Guarded(w.look, w.typedKey))
	w.listenToShortcuts(c.AddShortcut)
	w.app.Lifecycle().SetOnExitedForeground(w.look.Guard(w.play.letGo))
	if d, ok := c.(desktop.Canvas); ok {
		d.SetOnKeyDown(kit.Guarded(w.look, func(e *fyne.KeyEvent) {
			if w.play.isOn() {
				w.play.run.keyDown(e.Name)
				return
			}
			if e.Name == fyne.KeySpace {
				w.canvas.SpaceDown = true
			}
			w.modifierKey(e.Name)
		}))
		d.SetOnKeyUp(kit.Guarded(w.look, func(e *fyne.KeyEvent) {
			if w.play.isOn() {
				w.play.run.keyUp(e.Name)
			}
			if e.Name == fyne.KeySpace {
				w.canvas.SpaceDown = false
			}
			w.modifierKey(e.Name)
		}))
	}
}

// ShowStart shows the start page in the place of the level.
func (w *Window) ShowStart() {
	w.notes.show(nil, nil)
	w.tools.Switch(tool.Select)
	w.setStart(true)
}

// setStart shows the start page, or what it covers.
func (w *Window) setStart(on bool) {
	if w.start.isOpen() == on {
		return
	}
	w.look.Tips.Hide(w.look.Tips.Owner)
	w.look.Focus()
	w.start.refresh()
	w.start.content.Hidden, w.desk.Hidden = !on, on
	w.win.Content().Refresh()
	w.showTitle()
	w.menu.refresh(w)
}

// recentChanged shows other recent files.
func (w *Window) recentChanged() {
	w.menu.refresh(w)
	w.start.refresh()
}

// opened follows a level that was opened.
func (w *Window) opened() {
	w.fitMemory()
	w.status.saved = ""
}

// saved follows a level that was saved.
func (w *Window) saved() {
	w.status.saved = "saved " + time.Now().Format("15:04")
	w.rescue.putAside() // the copy of what is saved now is not wanted any more
	w.refresh(editor.HistoryChanged)
}

// OpenFile opens a level or foreign file; the window shows what is wrong with it.
func (w *Window) OpenFile(path string) { w.docs.OpenFile(path) }

// OpenSample opens a sample level as a new one that has no file yet, with notes on what there is to try in it.
func (w *Window) OpenSample(name string) { w.docs.OpenSample(name) }

// TellOthers leaves a note beside the levels that the window opens, for other editors. It comes before the first is opened.
func (w *Window) TellOthers() { w.docs.TellOthers() }

// OfferRecovery asks what to do with the work that an editor left behind when it died.
func (w *Window) OfferRecovery() { w.rescue.OfferRecovery() }

// OfferReport shows what the runtime wrote when the program ended by a mistake that nothing recovers from.
func (w *Window) OfferReport() { w.rescue.OfferReport() }

// Rescue puts unsaved work aside at once, and reports whether it is there. It is for a program that is about to die.
func (w *Window) Rescue() bool { return w.rescue.Rescue() }

// End puts unsaved work aside and lets go of the level, for a program that was told to end: it is offered at the next start.
func (w *Window) End() { w.rescue.End() }

// ContainMistakes keeps a mistake of the program from ending it: what was under way is taken back, the work is put aside,
// and a dialog says what to send. Without it, as in tests, a panic goes on.
func (w *Window) ContainMistakes() { w.rescue.ContainMistakes() }

// playChanged follows a playtest that begins, ends or shows something else.
func (w *Window) playChanged() {
	w.menu.refresh(w)
	w.showHint()
}

// playKey is what a key does during a playtest that it has no use for itself.
func (w *Window) playKey(e *fyne.KeyEvent) {
	switch e.Name {
	case fyne.KeyG:
		w.toggleGrid()
	case fyne.KeyF1:
		w.showKeys()
	default:
		w.viewKey(e.Name)
	}
}
