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
	"fillet/editor"
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
	widgets

	docs     *documents
	imports  *imports
	exports  *exports
	rescue   *rescue
	prefs    *preferences
	play     *playMode
	commands *commands
	side     *sidePanels
	memory   *memory

	changed   editor.Change // what the widgets have not shown yet
	scheduled bool
	onFrame   func(took time.Duration)
}

// widgets are what stands around the canvas. A change of theme makes them anew.
type widgets struct {
	palette *toolPalette
	status  *statusBar
	rulers  *canvas.Rulers
	minimap *canvas.Minimap
	hint    *fyne.Container // what an empty canvas says
	notes   *notes
	start   *startPage
	desk    *fyne.Container // all but the start page
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
	w.prefs = &preferences{parent: w.parent, setTheme: func(m kit.Mode) { w.commands.setTheme(m) }, onInterval: w.rescue.intervalChanged}
	w.docs.onOpen, w.docs.onSave = w.opened, w.saved
	w.docs.onLevel, w.docs.onEmpty, w.docs.onRecent = func() { w.setStart(false) }, w.ShowStart, w.recentChanged
	w.play, w.memory = newPlayMode(w.parent), &memory{parent: w.parent}
	w.play.onChange, w.play.otherKey = w.playChanged, w.playKey
	w.commands, w.side = newCommands(w), newSidePanels(w.parent)
	w.side.editing = func() bool { return !w.play.isOn() && !w.start.isOpen() }
	w.side.onChange = func() {
		w.commands.menus.refresh()
		w.win.Content().Refresh()
	}
	w.rescue.onCrash = w.play.leavePlay
	if file != "" {
		w.docs.readAhead(file)
	}
	w.prefs.scaleFixed = os.Getenv(scaleVariable) != "" && !isOurScale(app.Preferences())
	w.prefs.applyScale()
	w.files.SetDefaults(newLevelSettings(app.Preferences()))
	session.SetSnapping(loadSnapping(app.Preferences()))
	app.Settings().SetTheme(w.look.Theme)
	w.win.SetIcon(fyne.NewStaticResource("fillet.svg", assets.Icon("fillet")))
	w.look.Focus, w.look.Key, w.look.Reveal, w.look.Shortcut = w.win.Canvas().Unfocus, w.typedKey, w.side.reveal, w.commands.menus.shortcut
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
	w.memory.fit()
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
	w.side.build(w.commands)
	w.palette = newToolPalette(w.look, w.tools)
	w.status = newStatusBar(w.look, w.session, w.commands.showSnapMenu, w.side.showContacts)
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
	w.canvas.OnMenu, w.canvas.OnMoved = w.commands.canvasMenu, w.catchUp
	w.canvas.OnFrame = func(took time.Duration) {
		w.status.frame = took
		if w.onFrame != nil {
			w.onFrame(took)
		}
	}

	w.notes.build()
	p := w.look.Colors()
	hint := container.NewCenter(w.canvasHint())
	line := func() *fynecanvas.Rectangle {
		r := fynecanvas.NewRectangle(p.Line)
		r.SetMinSize(fyne.NewSize(1, 1))
		return r
	}
	w.play.panel = newPlayPanel(w.play, w.palette.content, w.side.column)
	centre := container.New(&canvas.RulerFrame{}, w.rulers.Top, w.rulers.Side, w.rulers.Corner,
		container.NewStack(w.canvas, hint, w.play.panel.banner, w.notes.content), w.minimap)
	w.side.right = container.NewBorder(nil, nil, line(), nil, container.NewStack(w.side.column, w.play.panel.content))
	w.side.left = container.NewBorder(nil, nil, nil, line(), container.NewStack(w.palette.content, w.play.panel.controls))
	bottom := container.NewBorder(line(), nil, nil, nil, w.status.content)
	var all *fyne.Container
	w.side.splitters[2] = kit.NewSplitter(w.look, true, func(dx float32) {
		w.side.sizes.side -= dx
		all.Refresh()
	}, w.side.store)
	all = container.New(&frame{w.side.sizes}, centre, w.side.left, w.side.right, bottom, w.side.splitters[2])
	w.side.showPanels()
	wasStart := w.start.isOpen()
	w.start, w.desk = newStartPage(w.parent, w.docs, w.imports), all
	w.side.start = w.start
	w.start.content.Hidden, w.desk.Hidden = !wasStart, wasStart
	w.commands.build()
	w.win.SetContent(w.commands.menus.withMenu(container.NewStack(all, w.start.content, w.cardLayer()), w.look.Tips.Layer))
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
		w.side.inspector.refresh()
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
		w.side.layers.refresh()
		w.minimap.Update()
	}
	w.side.refreshContacts(c)
	if c.Has(editor.DocumentChanged | editor.SettingsChanged) {
		w.side.problems.refresh()
		w.canvas.Fits.Stale = true
	}
	if c.Has(editor.DocumentChanged) {
		w.play.levelChanged()
	}
	if c.Has(editor.HistoryChanged | editor.SelectionChanged | editor.SettingsChanged) {
		w.showTitle()
		w.commands.menus.refresh()
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
	w.commands.menus.listenToShortcuts(c.AddShortcut)
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
	w.commands.menus.refresh()
}

// recentChanged shows other recent files.
func (w *Window) recentChanged() {
	w.commands.menus.refresh()
	w.start.refresh()
}

// opened follows a level that was opened.
func (w *Window) opened() {
	w.memory.fit()
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
	w.commands.menus.refresh()
	w.showHint()
}

// playKey is what a key does during a playtest that it has no use for itself.
func (w *Window) playKey(e *fyne.KeyEvent) {
	switch e.Name {
	case fyne.KeyG:
		w.commands.toggleGrid()
	case fyne.KeyF1:
		w.commands.showKeys()
	default:
		w.viewKey(e.Name)
	}
}
