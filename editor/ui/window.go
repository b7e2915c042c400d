package ui

import (
	"os"
	"slices"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"

	"fillet/assets"
	"fillet/editor/project"
	"fillet/editor/quote"
	"fillet/editor/render"
	"fillet/editor/tool"
	"fillet/editor/ui/canvas"
	"fillet/editor/ui/dialog"
	"fillet/editor/ui/kit"
	"fillet/editor/ui/panel"
	"fillet/editor/workspace"
	"fillet/export"
	"fillet/importers"
)

// Window is Fillet's main window: the levels that are open in it, of which it shows one.
type Window struct {
	*tab // the one that is shown

	shell    *dialog.Shell
	tabs     *tabs
	docs     *dialog.Documents
	rescue   *dialog.Rescue
	prefs    *dialog.Preferences
	commands *commands
	memory   *memory
	start    *dialog.Start
	sizes    *panel.Sizes // of the panels
	look     int          // how often the colours or the scale have changed: what was made before is made anew

	glyphs  render.Glyphs // that draw what the canvas's own font lacks; nil: none
	tells   bool          // levels have notes beside them
	onFrame func(took time.Duration)
	// Another opens one more window, of a program of its own; nil: it cannot.
	Another func() error
}

// New builds a window on an empty level. It begins to read the file that [Window.OpenFile] will be asked for, if that is
// known: "" is none.
func New(app fyne.App, im *importers.Registry, ex *export.Registry, file string) (*Window, error) {
	w := &Window{shell: dialog.NewShell(app), sizes: panel.LoadSizes(app.Preferences())}
	w.shell.Say = func(text string, isProblem bool) { w.status.Tell(text, isProblem) }
	w.shell.CommandsKey = kit.CommandsKey()
	front := &dialog.Front{Shell: w.shell}
	levels := workspace.NewOpenLevels(im, ex, dialog.RecoveryFolder())
	w.tabs = &tabs{Window: w, front: front, levels: levels}
	w.docs = dialog.NewDocuments(front, levels, w.tabs)
	w.tabs.followProject()
	w.rescue = dialog.NewRescue(w.docs)
	first, err := w.tabs.add()
	if err != nil {
		return nil, err
	}
	w.tab, front.Parent = first, first.Parent
	first.Shown = true
	w.prefs = &dialog.Preferences{Front: front, SetTheme: func(m kit.Mode) { w.commands.setTheme(m) }, ChangeKeys: func() { w.commands.keys().list() }, OnInterval: w.rescue.IntervalChanged}
	w.docs.OnLevel, w.docs.OnEmpty, w.docs.OnRecent = func() { w.setStart(false) }, w.ShowStart, func() {
		w.commands.menus.Refresh()
		w.start.Refresh()
	}
	w.docs.AfterSample = func(path string) {
		if _, ok := project.Find(path); ok {
			w.side.dock.reveal(panel.ProjectPanel)
		}
	}
	w.docs.OnOther = func(path string) bool {
		if isTileFile(path) {
			openTileShapes(w.Parent, path, func() { tilesSaved(w) })
			return true
		}
		return false
	}
	w.memory = &memory{Front: front}
	w.commands = newCommands(w)
	w.rescue.OnCrash = func() { w.play.Leave() }
	if file != "" {
		w.docs.ReadAhead(file)
	}
	w.prefs.ScaleFixed = os.Getenv(dialog.ScaleVariable) != "" && !dialog.IsOurScale(app.Preferences())
	w.prefs.ApplyScale()
	app.Settings().SetTheme(w.Look.Theme)
	w.Win.SetIcon(fyne.NewStaticResource("fillet.svg", assets.Icon("fillet")))
	w.Look.Focus, w.Look.Key, w.Look.Shortcut = w.Win.Canvas().Unfocus, w.typedKey, w.commands.menus.Shortcut
	w.Look.Reveal = func(o fyne.CanvasObject) { w.side.reveal(o) }
	w.build()
	w.Win.SetPadded(false)
	const narrow, low, most = 720, 480, 16_384
	w.Win.Resize(fyne.NewSize(panel.SizeWithin(app.Preferences(), dialog.PrefWidth, 1440, narrow, most), panel.SizeWithin(app.Preferences(), dialog.PrefHeight, 900, low, most)))
	w.Win.SetCloseIntercept(w.Look.Guard(w.close))
	w.Win.SetOnDropped(kit.Guarded2(w.Look, func(at fyne.Position, uris []fyne.URI) { w.Drop(at, pathsOf(uris)) }))
	w.listenToKeys()
	app.Settings().AddListener(kit.Guarded(w.Look, func(fyne.Settings) { w.rebuild() }))
	w.rescue.KeepWatch()
	w.tabs.projects.KeepWatch()
	w.memory.fit()
	return w, nil
}

// build makes every widget. It is done again when the theme changes; the sessions do not notice.
func (w *Window) build() {
	w.look++
	w.Look.Icons.Scale = pixelsPerUnit(w.Win.Canvas())
	w.tab.build()
	wasStart := w.start.IsOpen()
	w.start = dialog.NewStart(w.tabs.front, w.docs, func() { w.imports.ChooseFile() }, w.tabs.projects.Create)
	w.side.start = w.start
	w.tabs.build()
	w.start.Content.Hidden, w.tabs.content.Hidden = !wasStart, wasStart
	w.commands.build()
	w.Win.SetContent(w.commands.menus.WithMenu(container.NewStack(w.tabs.content, w.start.Content, w.CardLayer()), w.Look.Tips.Layer))
}

// rebuild makes the window anew in the colours now in force.
func (w *Window) rebuild() {
	w.play.Leave()
	w.Look.Tips.Hide(w.Look.Tips.Owner)
	w.build()
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

func (w *Window) showTitle() {
	title := quote.Excerpt(w.Files.Name()) + " — Fillet"
	if w.within != nil {
		title = quote.Excerpt(w.Files.Name()) + " in " + quote.Excerpt(w.tabs.inBar().Files.Name()) + " — Fillet"
	}
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
	if w.LeaveModal(w.close) {
		return
	}
	w.docs.AskToSaveAll(func() {
		size := w.Win.Canvas().Size()
		w.App.Preferences().SetFloat(dialog.PrefWidth, float64(size.Width))
		w.App.Preferences().SetFloat(dialog.PrefHeight, float64(size.Height))
		w.docs.Levels.CloseAll()
		close(w.Closed)
		w.rescue.StopWatch()
		w.Look.End()
		w.Win.Close()
	})
}

// Drop opens the files that were dropped on the window. Pictures are added to the open level instead, where they were dropped.
func (w *Window) Drop(at fyne.Position, paths []string) {
	if len(paths) == 0 || w.IsModal() {
		return
	}
	if !slices.ContainsFunc(paths, func(path string) bool { return !dialog.IsPicture(path) }) {
		w.setStart(false)
		w.imports.Own.Add(paths, w.Canvas.LevelNear(at))
		return
	}
	w.docs.OpenFiles(paths)
}

// Unsaved reports whether one of the open levels has changes that are not in its file.
func (w *Window) Unsaved() bool { return len(w.docs.Levels.Unsaved()) > 0 }

func pathsOf(uris []fyne.URI) []string {
	paths := make([]string, len(uris))
	for i, u := range uris {
		paths[i] = u.Path()
	}
	return paths
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
	w.App.Lifecycle().SetOnExitedForeground(w.Look.Guard(func() {
		w.Look.Gamepads.Away = true
		letGo()
	}))
	w.App.Lifecycle().SetOnEnteredForeground(w.Look.Guard(func() {
		w.Look.Gamepads.Away = false
		w.tabs.projects.Reload() // another program may have changed its files
	}))
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

// panelsChanged follows other panels that are shown.
func (w *Window) panelsChanged() {
	w.commands.menus.Refresh()
	w.Win.Content().Refresh()
}

// setStart shows the start page, or what it covers.
func (w *Window) setStart(on bool) {
	if w.start.IsOpen() == on {
		return
	}
	w.Look.Tips.Hide(w.Look.Tips.Owner)
	w.Look.Focus()
	w.start.Refresh()
	w.start.Content.Hidden, w.tabs.content.Hidden = !on, on
	w.Win.Content().Refresh()
	w.showTitle()
	w.commands.menus.Refresh()
}

// OpenFile opens a level or foreign file; the window shows what is wrong with it.
func (w *Window) OpenFile(path string) { w.docs.OpenFile(path) }

// OpenGiven opens a level that the address of the page names or holds.
func (w *Window) OpenGiven(path string) { w.docs.OpenGiven(path) }

// OpenFiles opens files one after the other, each in a tab.
func (w *Window) OpenFiles(paths []string) { w.docs.OpenFiles(paths) }

// Restore opens the levels that were open when the program ended, or shows the start page. From then on the window keeps for the next
// start which levels are open.
func (w *Window) Restore() {
	if !w.tabs.restore() {
		w.ShowStart()
	}
}

// TellOthers leaves a note beside the levels that the window opens, for other editors. It comes before the first is opened.
func (w *Window) TellOthers() {
	w.tells = true
	for _, t := range w.tabs.all() {
		t.file.TellOthers()
	}
}

// OfferRecovery asks what to do with the work that an editor left behind when it died.
func (w *Window) OfferRecovery() { w.rescue.OfferRecovery() }

// OfferReport shows what the runtime wrote when the program ended by a mistake that nothing recovers from.
func (w *Window) OfferReport() { w.rescue.OfferReport() }

// Rescue puts unsaved work aside at once, and reports whether it is there. It is for a program that is about to die.
func (w *Window) Rescue() bool { return w.rescue.Rescue() }

// End puts unsaved work aside and lets go of the level, for a program that was told to end: it is offered at the next start.
func (w *Window) End() {
	w.rescue.End()
	w.Look.End()
}

// ContainMistakes keeps a mistake of the program from ending it: what was under way is taken back, the work is autosaved,
// and a dialog says what to send. Without it, as in tests, a panic goes on.
func (w *Window) ContainMistakes() { w.rescue.ContainMistakes() }

// playKey is what a key does during a playtest that it has no use for itself.
func (w *Window) playKey(name fyne.KeyName, shift bool) {
	switch {
	case name == fyne.KeyG:
		w.commands.toggleGrid()
	case name == fyne.KeyF1 && shift:
		w.ShowGuide()
	case name == fyne.KeyF1:
		w.commands.showKeys()
	default:
		w.viewKey(name)
	}
}

// UseSystemFonts has the canvas draw what its own font lacks with the system's.
func (w *Window) UseSystemFonts() {
	w.drawWith(canvas.SystemGlyphs(w.Look, func() { w.Canvas.Redraw() }))
}

// drawWith has the canvas draw what its own font lacks as it is found elsewhere.
func (w *Window) drawWith(g render.Glyphs) {
	w.glyphs = g
	for _, t := range w.tabs.all() {
		t.Canvas.Renderer.SetGlyphs(w.glyphs)
	}
}
