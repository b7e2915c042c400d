package ui

import (
	"context"
	"errors"
	"fmt"
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
	app     fyne.App
	win     fyne.Window
	look    *kit.Look
	session *editor.Session
	files   *workspace.Files
	tools   *tool.Controller

	canvas    *canvas.View
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

	waiting    int             // pieces of work under way that the window waits for, such as opening a level
	saving     bool            // the level is being written
	looking    bool            // whether another program has written the level's file is being looked at
	saveNext   func()          // what is to be saved once it is; nil: nothing
	cards      *fyne.Container // progress of what does not keep the window waiting
	scaleFixed bool            // the environment says how large text is
	stopWatch  func()          // stops what comes back every few seconds
	onFrame    func(took time.Duration)
	ahead      *ahead // what is being read while the window is made
	stopFit    func() // stops what gives memory back a moment after a level was opened
	menu       menus
	left       *fyne.Container
	right      *fyne.Container
	panels     [3]*fyne.Container // inspector, layers, contacts
	column     *fyne.Container    // those, at the side
	splitters  [3]*kit.Splitter   // below the inspector, below the layers, beside the side panel

	changed      editor.Change // what the panels have not shown yet
	scheduled    bool
	native       bool                // the system has file dialogs of its own
	system       systemDialogs       // those
	asksSystem   bool                // one of them is open
	modals       []modal             // the dialogs that are open, the last on top
	recovery     *workspace.Recovery // nil where there is no place for it
	closed       chan struct{}
	spawn        func(work func()) // runs long work off the window's thread
	imports      *importWatch
	asked        bool // whether to reload the file as it stands on the disk
	sizes        *panelSizes
	contactsLate bool                 // the contacts panel is behind
	wasDrawing   bool                 // the contacts panel lists those of a shape under construction
	lastExport   []level.ExportPreset // what the last export wrote
	lastExported *level.Document      // of this level
	lastLosses   []string             // what it lost
	exported     *export.Record       // what was exported to where

	beaten  time.Time       // when other editors were last shown that this one lives
	crashes map[string]bool // that have been told of

	playPanel *playPanel
	play      *player // nil while the level is edited
	playShow  playShow
	frames    func(tick func(time.Time)) (stop func()) // calls before every frame
}

// New builds a window on an empty level. It begins to read the file that [Window.OpenFile] will be asked for, if that is
// known: "" is none.
func New(app fyne.App, im *importers.Registry, ex *export.Registry, file string) (*Window, error) {
	doc, err := editor.NewLevelWith(newLevelSettings(app.Preferences()))
	if err != nil {
		return nil, err
	}
	session := editor.NewSession(doc)
	w := &Window{app: app, session: session, files: workspace.NewFiles(session, im, ex), tools: tool.NewController(session), native: hasNativeDialogs()}
	w.exported = export.UserRecord()
	w.loadPlayShow()
	w.recovery, w.closed, w.sizes = newRecovery(w.files), make(chan struct{}), loadPanelSizes(app.Preferences())
	w.look = kit.NewLook(kit.Mode(app.Preferences().StringWithFallback(prefTheme, string(kit.ModeSystem))))
	w.spawn, w.frames, w.system = w.look.Go, w.look.EveryFrame, zenityDialogs()
	if file != "" {
		w.readAhead(file)
	}
	w.imports = newImportWatch(w)
	w.scaleFixed = os.Getenv(scaleVariable) != "" && !isOurScale(app.Preferences())
	w.applyScale()
	w.files.SetDefaults(newLevelSettings(app.Preferences()))
	session.SetSnapping(loadSnapping(app.Preferences()))
	app.Settings().SetTheme(w.look.Theme)
	w.win = app.NewWindow("Fillet")
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
	w.keepWatch()
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
	isAgain := w.canvas != nil
	w.look.Icons.Scale = pixelsPerUnit(w.win.Canvas())
	if !isAgain {
		w.canvas = canvas.New(w.session, w.tools, w.look, func(work func()) { w.spawn(work) }, w.fail)
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
	w.playPanel = newPlayPanel(w, w.palette.content, w.column)
	centre := container.New(&canvas.RulerFrame{}, w.rulers.Top, w.rulers.Side, w.rulers.Corner,
		container.NewStack(w.canvas, hint, w.playPanel.banner, w.buildNotes()), w.minimap)
	w.right = container.NewBorder(nil, nil, line(), nil, container.NewStack(w.column, w.playPanel.content))
	w.left = container.NewBorder(nil, nil, nil, line(), container.NewStack(w.palette.content, w.playPanel.controls))
	bottom := container.NewBorder(line(), nil, nil, nil, w.status.content)
	var all *fyne.Container
	w.splitters[2] = kit.NewSplitter(w.look, true, func(dx float32) {
		w.sizes.side -= dx
		all.Refresh()
	}, store)
	all = container.New(&frame{w.sizes}, centre, w.left, w.right, bottom, w.splitters[2])
	w.showPanels()
	wasStart := w.start.isOpen()
	w.start, w.desk = newStartPage(w), all
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
	w.leavePlay()
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
	if c.Has(editor.DocumentChanged) && w.play != nil {
		w.play.levelChanged()
	}
	if c.Has(editor.HistoryChanged | editor.SelectionChanged | editor.SettingsChanged) {
		w.showTitle()
		w.menu.refresh(w)
	}
	if c.Has(editor.SettingsChanged) {
		w.storeSnapping()
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
	if w.play != nil {
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

// fail tells of an error quietly, in the status bar.
func (w *Window) fail(err error) {
	if err != nil {
		w.status.tell(err.Error(), true)
	}
}

// tell says that something went well.
func (w *Window) tell(format string, args ...any) { w.status.tell(fmt.Sprintf(format, args...), false) }

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

// bring shows a box of the level, and leaves the view alone where it is well in sight already.
func (w *Window) bring(box collision.AABB) {
	const small = 40 // units on the screen
	visible := w.canvas.Camera.Visible()
	if visible.ContainsBox(box) && (box.Max.X-box.Min.X)*w.canvas.Camera.Zoom > small*w.canvas.Scale {
		w.canvas.Redraw()
		return
	}
	w.canvas.Frame(box.Grow(64))
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

// OpenFile opens a level or foreign file; the window shows what is wrong with it.
func (w *Window) OpenFile(path string) {
	begun := w.takeAhead(path)
	if r := begun.soon(); r != nil {
		w.opened(path, r, false)
		return
	}
	opened := false
	w.run("Opening "+filepath.Base(path), true, func(ctx context.Context, _ func(done, total int)) (func(), error) {
		if r := begun.wait(ctx); r != nil {
			return func() { opened = true; w.opened(path, r, false) }, nil
		}
		r, foreign, err := w.read(ctx, path)
		if err != nil {
			return nil, err
		}
		return func() { opened = true; w.opened(path, r, foreign) }, nil
	}, "This file cannot be opened", func() {
		if !opened && w.files.Pristine() { // there is nothing to go back to
			w.ShowStart()
		}
	})
}

// read reads a file, off the window's thread, with what the first picture would have it wait for: the boundaries of outlines
// of very many vertices.
func (w *Window) read(ctx context.Context, path string) (r *importers.Result, foreign bool, err error) {
	if r, foreign, err = w.files.Read(ctx, path, importers.Options{}); err != nil {
		return nil, foreign, err
	}
	const many = 4096
	for _, l := range r.Document.Snapshot().Layers {
		for _, c := range l.Colliders {
			n := len(c.Shape.Points)
			for _, hole := range c.Shape.Holes {
				n += len(hole)
			}
			if n >= many && ctx.Err() == nil {
				c.Baked.Boundary()
			}
		}
	}
	return r, foreign, nil
}

func (w *Window) opened(path string, r *importers.Result, foreign bool) {
	w.tools.Cancel()
	w.files.Opened(path, r, foreign)
	w.fitMemory()
	if foreign {
		w.imports.allow(path)
	}
	w.imports.opened()
	w.offerConflicts()
	w.asked = false
	w.canvas.WantFit = true
	w.canvas.Redraw()
	w.remember(path)
	w.status.saved = ""
	if foreign {
		w.tell("Imported %s: %s in %s", filepath.Base(path), kit.Count(r.Document.Len(), "collider"), kit.Count(len(r.Document.Layers()), "layer"))
	}
	if !foreign || !w.imports.askBeyond(path, r, func() { w.OpenFile(path) }) {
		w.showIssues(filepath.Base(path), r.Issues)
	}
}

// save writes the level to its file, or asks for one where it has none yet. then runs after it went well.
func (w *Window) save(then func()) {
	if w.saving { // until it is done the file looks like another program's
		w.saveNext = func() { w.save(then) }
		return
	}
	if w.files.Path() == "" {
		w.saveAs(then)
		return
	}
	w.saveTo(w.files.Path(), false, then)
}

// askToOverwrite asks what to do about a file that another program has written or removed.
func (w *Window) askToOverwrite(isGone bool, then func()) {
	over := func() { w.saveTo(w.files.Path(), true, then) }
	elsewhere := choice{"Save as…", func() { w.saveAs(then) }}
	if isGone {
		w.ask("Write the file anew?", w.files.Path()+" is no longer there: it was deleted or renamed, or its folder cannot be reached. Your work is not lost.",
			choice{"Write it anew", over}, elsewhere)
		return
	}
	w.askToLose("Overwrite the changes on disk?", w.files.Path()+" has been changed by another program since it was opened.",
		choice{"Overwrite", over}, elsewhere)
}

// saveTo writes the level to a file; over what another program has written there meanwhile only if it is said so.
func (w *Window) saveTo(path string, over bool, then func()) {
	w.tools.Cancel()
	write, done := w.files.Saving(path, over)
	w.saving = true
	w.workingBeside("Saving "+filepath.Base(path), func(context.Context, func(done, total int)) (func(), error) {
		err := write()
		if errors.Is(err, workspace.ErrChangedOnDisk) { // at the last moment
			_, gone := os.Stat(path)
			return func() { w.askToOverwrite(gone != nil, then) }, nil
		}
		return func() {
			done(nil)
			w.asked = false
			w.remember(path)
			w.status.saved = "saved " + time.Now().Format("15:04")
			w.putAside() // the copy of what is saved now is not wanted any more
			w.refresh(editor.HistoryChanged)
			w.exportOnSave(then)
		}, err
	}, "The level was not saved", w.saved)
}

// saved goes on with a save that was asked for while another was under way.
func (w *Window) saved() {
	next := w.saveNext
	w.saving, w.saveNext = false, nil
	if next != nil {
		next()
	}
}

func (w *Window) saveAs(then func()) {
	w.chooseSave("Save the level", w.files.Suggestion(), []string{workspace.Extension}, func(path string) {
		w.saveTo(path, true, then)
	})
}

// guarded asks what to do with unsaved work, and then goes on.
func (w *Window) guarded(then func()) {
	if !w.files.Unsaved() {
		then()
		return
	}
	w.ask("Save the changes?", w.files.Name()+" has changes that are not saved.",
		choice{"Save", func() { w.save(then) }}, choice{"Don't save", then})
}

func (w *Window) close() {
	w.guarded(func() {
		size := w.win.Canvas().Size()
		w.app.Preferences().SetFloat(prefWidth, float64(size.Width))
		w.app.Preferences().SetFloat(prefHeight, float64(size.Height))
		if w.recovery != nil {
			w.recovery.Drop()
		}
		w.files.Close()
		close(w.closed)
		w.stopWatch()
		w.win.Close()
	})
}

func (w *Window) newLevel() {
	w.emptied(func() {
		w.setStart(false)
		w.canvas.Redraw()
	})
}

// closeLevel closes the level and goes back to the start page.
func (w *Window) closeLevel() { w.emptied(w.ShowStart) }

// emptied puts a new level in the place of the open one, unless that is kept for its unsaved work, and then goes on.
func (w *Window) emptied(then func()) {
	w.guarded(func() {
		w.tools.Cancel()
		if err := w.files.New(); err != nil {
			w.fail(err)
			return
		}
		w.canvas.WantFit = true
		then()
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
	w.guarded(func() { w.OpenFile(path) })
}

func (w *Window) listenToKeys() {
	c := w.win.Canvas()
	c.SetOnTypedKey(kit.Guarded(w.look, w.typedKey))
	w.listenToShortcuts(c.AddShortcut)
	w.app.Lifecycle().SetOnExitedForeground(w.look.Guard(func() {
		if w.play != nil {
			w.play.held = heldKeys{} // nobody tells of keys that are let go elsewhere
		}
	}))
	if d, ok := c.(desktop.Canvas); ok {
		d.SetOnKeyDown(kit.Guarded(w.look, func(e *fyne.KeyEvent) {
			if w.play != nil {
				w.play.keyDown(e.Name)
				return
			}
			if e.Name == fyne.KeySpace {
				w.canvas.SpaceDown = true
			}
			w.modifierKey(e.Name)
		}))
		d.SetOnKeyUp(kit.Guarded(w.look, func(e *fyne.KeyEvent) {
			if w.play != nil {
				w.play.keyUp(e.Name)
			}
			if e.Name == fyne.KeySpace {
				w.canvas.SpaceDown = false
			}
			w.modifierKey(e.Name)
		}))
	}
}

// folder is where file dialogs begin.
func (w *Window) folder() string {
	if dir := w.app.Preferences().String(prefFolder); dir != "" {
		if info, err := os.Stat(dir); err == nil && info.IsDir() {
			return dir
		}
	}
	dir, err := os.Getwd()
	if err != nil {
		return "."
	}
	return dir
}
