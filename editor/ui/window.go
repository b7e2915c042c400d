package ui

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"

	"fillet/assets"
	"fillet/editor"
	"fillet/editor/level"
	"fillet/editor/quote"
	"fillet/editor/tool"
	"fillet/editor/ui/canvas"
	"fillet/editor/ui/dialog"
	"fillet/editor/ui/kit"
	"fillet/editor/ui/panel"
	"fillet/editor/ui/play"
	"fillet/editor/workspace"
	"fillet/export"
	"fillet/importers"
	"fillet/importers/trace"
)

// Window is Fillet's main window.
type Window struct {
	*dialog.Parent
	widgets

	docs     *dialog.Documents
	imports  *dialog.Imports
	exports  *dialog.Exports
	rescue   *dialog.Rescue
	prefs    *dialog.Preferences
	play     *play.Mode
	commands *commands
	side     *sidePanels
	memory   *memory

	changed   editor.Change // what the widgets have not shown yet
	scheduled bool
	onFrame   func(took time.Duration)
}

// widgets are what stands around the canvas. A change of theme makes them anew.
type widgets struct {
	palette *panel.Tools
	strip   *panel.Strip
	status  *panel.Status
	rulers  *canvas.Rulers
	minimap *canvas.Minimap
	hint    *fyne.Container // what an empty canvas says
	notes   *dialog.Notes
	start   *dialog.Start
	desk    *fyne.Container // all but the start page
}

// New builds a window on an empty level. It begins to read the file that [Window.OpenFile] will be asked for, if that is
// known: "" is none.
func New(app fyne.App, im *importers.Registry, ex *export.Registry, file string) (*Window, error) {
	doc, err := editor.NewLevel(dialog.NewLevelSettings(app.Preferences()))
	if err != nil {
		return nil, err
	}
	session := editor.NewSession(doc)
	w := &Window{Parent: dialog.NewParent(app, session, workspace.NewFiles(session, im, ex))}
	w.Say = func(text string, isProblem bool) { w.status.Tell(text, isProblem) }
	w.notes = dialog.NewNotes(w.Look)
	w.imports, w.exports = dialog.NewImports(w.Parent), dialog.NewExports(w.Parent)
	w.docs = dialog.NewDocuments(w.Parent, w.imports, w.exports, w.notes)
	w.rescue = dialog.NewRescue(w.Parent, w.docs)
	w.prefs = &dialog.Preferences{Parent: w.Parent, SetTheme: func(m kit.Mode) { w.commands.setTheme(m) }, OnInterval: w.rescue.IntervalChanged}
	w.docs.OnOpen, w.docs.OnSave = w.opened, w.saved
	w.docs.OnLevel, w.docs.OnEmpty, w.docs.OnRecent = func() { w.setStart(false) }, w.ShowStart, func() {
		w.commands.menus.Refresh()
		w.start.Refresh()
	}
	w.play, w.memory = play.NewMode(w.Parent), &memory{Parent: w.Parent}
	w.play.OnChange, w.play.OtherKey = w.playChanged, w.playKey
	w.play.Pair = func() [2]level.ID {
		a, b, _ := w.side.chosenPair()
		return [2]level.ID{a, b}
	}
	w.commands, w.side = newCommands(w), newSidePanels(w.Parent)
	w.side.editing = func() bool { return !w.play.IsOn() && !w.start.IsOpen() }
	w.side.onChange = func() {
		w.commands.menus.Refresh()
		w.Win.Content().Refresh()
	}
	w.rescue.OnCrash = w.play.Leave
	if file != "" {
		w.docs.ReadAhead(file)
	}
	w.prefs.ScaleFixed = os.Getenv(dialog.ScaleVariable) != "" && !dialog.IsOurScale(app.Preferences())
	w.prefs.ApplyScale()
	w.Files.SetDefaults(dialog.NewLevelSettings(app.Preferences()))
	session.SetSnapping(dialog.LoadSnapping(app.Preferences()))
	app.Settings().SetTheme(w.Look.Theme)
	w.Win.SetIcon(fyne.NewStaticResource("fillet.svg", assets.Icon("fillet")))
	w.Look.Focus, w.Look.Key, w.Look.Reveal, w.Look.Shortcut = w.Win.Canvas().Unfocus, w.typedKey, w.side.reveal, w.commands.menus.Shortcut
	w.build()
	w.Win.SetPadded(false)
	const narrow, low, most = 720, 480, 16_384
	w.Win.Resize(fyne.NewSize(panel.SizeWithin(app.Preferences(), dialog.PrefWidth, 1440, narrow, most), panel.SizeWithin(app.Preferences(), dialog.PrefHeight, 900, low, most)))
	w.Win.SetCloseIntercept(w.Look.Guard(w.close))
	w.Win.SetOnDropped(kit.Guarded2(w.Look, w.dropped))
	w.listenToKeys()
	session.Subscribe(w.onChange)
	app.Settings().AddListener(kit.Guarded(w.Look, func(fyne.Settings) { w.rebuild() }))
	w.rescue.KeepWatch()
	w.memory.fit()
	return w, nil
}

// build makes every widget. It is done again when the theme changes; the session does not notice.
func (w *Window) build() {
	isAgain := w.desk != nil
	w.Look.Icons.Scale = pixelsPerUnit(w.Win.Canvas())
	if !isAgain {
		w.Canvas.LoadSwitches(w.App.Preferences())
	}
	w.side.build(w.commands)
	w.palette = panel.NewTools(w.Look, w.Tools)
	w.strip = panel.NewStrip(w.Look, w.toolStrip, w.Fail, w.ShowChapter)
	w.status = panel.NewStatus(w.Look, w.Session, w.commands.showSnapMenu, w.side.showContacts)
	w.rulers = canvas.NewRulers(w.Look, w.Canvas)
	w.minimap = canvas.NewMinimap(w.Look, w.Session, w.Canvas)
	w.Canvas.OnCursor = func(at level.Vec) {
		w.status.ShowCursor(at)
		w.rulers.ShowPointer(at)
	}
	w.Canvas.OnView = func() {
		w.status.ShowZoom(w.Canvas.Camera.Zoom / w.Canvas.Scale)
		w.rulers.Refresh()
		w.minimap.RefreshView()
	}
	w.Canvas.OnMenu, w.Canvas.OnMoved = w.commands.canvasMenu, w.catchUp
	w.Canvas.OnFrame = func(took time.Duration) {
		w.status.Frame = took
		if w.onFrame != nil {
			w.onFrame(took)
		}
	}

	w.notes.Build()
	w.hint = canvasHint(w.Look)
	line := func() fyne.CanvasObject { return kit.Rule(w.Look) }
	w.play.Panel = play.NewPanel(w.play, w.palette.Content, w.side.column)
	centre := container.New(&canvas.RulerFrame{}, w.rulers.Top, w.rulers.Side, w.rulers.Corner,
		container.NewStack(w.Canvas, container.NewCenter(w.hint), w.play.Panel.Banner, w.notes.Content, w.strip.Content), w.minimap)
	w.side.right = container.NewBorder(nil, nil, line(), nil, container.NewStack(w.side.column, w.play.Panel.Content))
	w.side.left = container.NewBorder(nil, nil, nil, line(), container.NewStack(w.palette.Content, w.play.Panel.Controls))
	bottom := container.NewBorder(line(), nil, nil, nil, w.status.Content)
	var all *fyne.Container
	w.side.splitters[2] = kit.NewSplitter(w.Look, true, func(dx float32) {
		w.side.sizes.Side -= dx
		all.Refresh()
	}, w.side.store)
	all = container.New(&frame{w.side.sizes}, centre, w.side.left, w.side.right, bottom, w.side.splitters[2])
	w.side.showPanels()
	wasStart := w.start.IsOpen()
	w.start, w.desk = dialog.NewStart(w.Parent, w.docs, w.imports), all
	w.side.start = w.start
	w.start.Content.Hidden, w.desk.Hidden = !wasStart, wasStart
	w.commands.build()
	w.Win.SetContent(w.commands.menus.WithMenu(container.NewStack(all, w.start.Content, w.CardLayer()), w.Look.Tips.Layer))
	w.refresh(editor.Everything)
	if isAgain { // the view is as it was, so nothing else tells the rulers of it
		w.Canvas.OnView()
	}
}

// rebuild makes the window anew in the colours now in force.
func (w *Window) rebuild() {
	w.play.Leave()
	w.Look.Tips.Hide(w.Look.Tips.Owner)
	w.build()
}

// canvasHint is what an empty canvas says.
func canvasHint(l *kit.Look) *fyne.Container {
	p := l.Colors()
	line := func(s string, size float32) fyne.CanvasObject {
		t := kit.Text(s, p.Quiet, size)
		t.Alignment = fyne.TextAlignCenter
		return t
	}
	return container.NewVBox(
		line("An empty level", 18),
		line("Draw:  P polygon   R box   C circle   K capsule   E chain   T trigger", kit.TextSize),
		line("Ctrl+O opens a level   Ctrl+I imports one   or drop a file here", kit.TextSize),
		line("F1 lists every key   Ctrl+Shift+P finds every command", kit.TextSize))
}

func (w *Window) showCanvasHint() {
	hidden := w.Session.Document().Len() > 0 || w.Tools.Active() != tool.Select || w.Tools.Busy()
	if w.hint.Hidden != hidden {
		w.hint.Hidden = hidden
		w.hint.Refresh()
	}
}

// OnFrame has f told of each picture of the canvas, and how long it took without the toolkit's part.
func (w *Window) OnFrame(f func(took time.Duration)) { w.onFrame = f }

// Show shows the window; the app's Run follows.
func (w *Window) Show() {
	w.Win.Show()
	if w.Look.Icons.Scale != pixelsPerUnit(w.Win.Canvas()) { // which was not known before
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
	w.CloseStale()
	w.changed |= c
	if w.scheduled {
		return
	}
	w.scheduled = true
	w.Look.Post(func() {
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
		w.side.inspector.Refresh()
	}
	w.showCanvasHint()
	if w.start.IsOpen() && !w.Files.Pristine() {
		w.setStart(false) // something was opened
	}
	w.notes.Check(w.Session.Document())
	if c.Has(editor.SettingsChanged) {
		w.imports.Refresh()
		w.rulers.Refresh() // their steps are the grid's
	}
	if c.Has(editor.DocumentChanged | editor.SettingsChanged) {
		w.side.layers.Refresh()
		w.minimap.Update()
	}
	w.side.refreshContacts(c)
	if c.Has(editor.DocumentChanged | editor.SettingsChanged) {
		w.side.problems.Refresh()
		w.Canvas.Fits.Stale = true
	}
	if c.Has(editor.DocumentChanged) {
		w.play.LevelChanged()
	}
	if c.Has(editor.HistoryChanged | editor.SelectionChanged | editor.SettingsChanged) {
		w.showTitle()
		w.commands.menus.Refresh()
	}
	if c.Has(editor.SettingsChanged) {
		w.prefs.StoreSnapping()
	}
	w.side.problems.ProposalChanged()
	w.palette.Refresh()
	w.strip.Refresh()
	w.showHint()
	if c != editor.OverlayChanged || w.Canvas.IsBehind() {
		w.Canvas.Redraw()
	}
}

// showHint says in the status bar what a click would do now.
func (w *Window) showHint() {
	hint := w.Tools.Hint()
	w.status.Problem = false
	if p := w.Tools.Problem(); p != "" {
		hint, w.status.Problem = p, true
	}
	if w.play.IsOn() {
		hint = "Drag a body with the mouse; wheel and middle drag move the view"
	}
	w.status.Refresh(hint)
}

// toolStrip is what the tools have to say and to choose over the canvas; nil during a playtest.
func (w *Window) toolStrip() *tool.Strip {
	if w.play.IsOn() {
		return nil
	}
	if p := w.Session.Proposal(); p != nil {
		return w.proposalStrip(p)
	}
	return w.Tools.Strip()
}

// proposalStrip says what a proposed change does, with the buttons that make it or drop it.
func (w *Window) proposalStrip(p *editor.Proposal) *tool.Strip {
	s := &tool.Strip{Title: p.Title, Chapter: "contacts", Close: w.Session.Withdraw, Choices: []tool.StripChoice{
		{Name: "Apply", Key: "Enter", On: true, Do: w.acceptProposal}, {Name: "Cancel", Key: "Esc", Do: w.Session.Withdraw},
	}}
	if len(p.Options) > 1 {
		s.Choices = append([]tool.StripChoice{{Words: p.Options, At: p.At, Pick: p.Choose}}, s.Choices...)
	}
	says := "the level's settings change"
	switch n := p.Len(); {
	case n == 1 && p.OnlyMoves():
		says = "1 shape moves"
	case n == 1:
		says = "1 shape changes"
	case n > 1 && p.OnlyMoves():
		says = kit.Count(n, "shape") + " move"
	case n > 1:
		says = kit.Count(n, "shape") + " change"
	}
	if p.Note != "" {
		says += " · " + p.Note
	}
	s.Lines = []tool.StripLine{{Text: says}}
	for _, line := range p.Left {
		s.Lines = append(s.Lines, tool.StripLine{Text: line, Bad: true})
	}
	return s
}

func (w *Window) acceptProposal() { w.Fail(w.Session.Accept()) }

func (w *Window) showTitle() {
	title := quote.Excerpt(w.Files.Name()) + " — Fillet"
	switch {
	case w.start.IsOpen():
		title = "Fillet"
	case w.Files.Unsaved():
		title = "● " + title
	}
	if w.Win.Title() != title {
		w.Win.SetTitle(title)
	}
}

func (w *Window) close() {
	w.docs.AskToSave(func() {
		size := w.Win.Canvas().Size()
		w.App.Preferences().SetFloat(dialog.PrefWidth, float64(size.Width))
		w.App.Preferences().SetFloat(dialog.PrefHeight, float64(size.Height))
		if w.rescue.Recovery != nil {
			w.rescue.Recovery.Drop()
		}
		w.Files.Close()
		close(w.Closed)
		w.rescue.StopWatch()
		w.Win.Close()
	})
}

// dropped opens the first of the files that were dropped on the window. A picture is traced into the open level instead.
func (w *Window) dropped(_ fyne.Position, uris []fyne.URI) {
	if len(uris) == 0 || w.IsModal() {
		return
	}
	path := uris[0].Path()
	if slices.Contains(trace.PictureExtensions(), strings.ToLower(filepath.Ext(path))) {
		w.setStart(false)
		w.TraceFile(path)
		return
	}
	w.docs.AskToSave(func() { w.docs.OpenFile(path) })
}

func (w *Window) listenToKeys() {
	c := w.Win.Canvas()
	c.SetOnTypedKey(kit.Guarded(w.Look, w.typedKey))
	w.commands.menus.ListenToShortcuts(c.AddShortcut)
	letGo := func() {
		w.play.LetGo()
		w.Canvas.Hold(fyne.KeySpace, false)
		w.Canvas.Hold(fyne.KeyX, false)
	}
	w.App.Lifecycle().SetOnExitedForeground(w.Look.Guard(letGo))
	w.Look.Typing = letGo
	if d, ok := c.(desktop.Canvas); ok {
		d.SetOnKeyDown(kit.Guarded(w.Look, func(e *fyne.KeyEvent) {
			if w.play.IsOn() {
				w.play.Run.Hold(e.Name)
				return
			}
			w.Canvas.Hold(e.Name, true)
			w.modifierKey(e.Name)
		}))
		d.SetOnKeyUp(kit.Guarded(w.Look, func(e *fyne.KeyEvent) {
			if w.play.IsOn() {
				w.play.Run.Release(e.Name)
			}
			w.Canvas.Hold(e.Name, false)
			w.modifierKey(e.Name)
		}))
	}
}

// ShowStart shows the start page in the place of the level.
func (w *Window) ShowStart() {
	w.notes.Show(nil, nil)
	w.Tools.Switch(tool.Select)
	w.setStart(true)
}

// setStart shows the start page, or what it covers.
func (w *Window) setStart(on bool) {
	if w.start.IsOpen() == on {
		return
	}
	w.Look.Tips.Hide(w.Look.Tips.Owner)
	w.Look.Focus()
	w.start.Refresh()
	w.start.Content.Hidden, w.desk.Hidden = !on, on
	w.Win.Content().Refresh()
	w.showTitle()
	w.commands.menus.Refresh()
}

// opened follows a level that was opened.
func (w *Window) opened() {
	w.memory.fit()
	w.status.Saved = ""
}

// saved follows a level that was saved.
func (w *Window) saved() {
	w.status.Saved = "saved " + time.Now().Format("15:04")
	w.rescue.Autosave() // the copy of what is saved now is not wanted any more
	w.refresh(editor.HistoryChanged)
}

// OpenFile opens a level or foreign file; the window shows what is wrong with it.
func (w *Window) OpenFile(path string) { w.docs.OpenFile(path) }

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

// ContainMistakes keeps a mistake of the program from ending it: what was under way is taken back, the work is autosaved,
// and a dialog says what to send. Without it, as in tests, a panic goes on.
func (w *Window) ContainMistakes() { w.rescue.ContainMistakes() }

// playChanged follows a playtest that begins, ends or shows something else.
func (w *Window) playChanged() {
	if w.play.IsOn() {
		w.Session.Withdraw()
	}
	w.commands.menus.Refresh()
	w.strip.Refresh()
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

// UseSystemFonts has the canvas draw what its own font lacks with the system's.
func (w *Window) UseSystemFonts() { w.Canvas.UseSystemFonts() }
