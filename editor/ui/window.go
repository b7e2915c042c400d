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

// Window is the main window of Fillet. It holds the open levels and shows one of them.
type Window struct {
	*tab // the current tab

	shell       *dialog.Shell
	tabs        *tabs
	docs        *dialog.Documents
	rescue      *dialog.Rescue
	prefs       *dialog.Preferences
	commands    *commands
	memory      *memory
	start       *dialog.Start
	games       *gameLink
	sizes       *panel.Sizes // panel sizes
	alt         lonelyAlt
	lookVersion int // version of the colours and scale; widgets of older versions are rebuilt

	glyphs      render.Glyphs // for characters that the canvas's font lacks; may be nil
	writesLocks bool          // open levels get a note file for other editors
	onFrame     func(took time.Duration)
	// OpenWindow opens another window in a new process; nil if that is not possible.
	OpenWindow func() error
}

// New builds a window with an empty level. If file is not empty, it starts reading that file ahead of
// [Window.OpenFile].
func New(app fyne.App, im *importers.Registry, ex *export.Registry, file string) (*Window, error) {
	w := &Window{shell: dialog.NewShell(app), sizes: panel.LoadSizes(app.Preferences())}
	w.games = &gameLink{win: w, post: w.shell.Look.Post}
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
	w.prefs = &dialog.Preferences{Front: front, SetTheme: func(m kit.Mode) {
		w.commands.setTheme(m)
	}, ChangeKeys: func() { w.commands.keys().list() }, OnInterval: w.rescue.IntervalChanged}
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
	const narrow, low, largest = 720, 480, 16_384
	w.Win.Resize(fyne.NewSize(panel.SizeWithin(app.Preferences(), dialog.PrefWidth, 1440, narrow, largest),
		panel.SizeWithin(app.Preferences(), dialog.PrefHeight, 900, low, largest)))
	w.Win.SetCloseIntercept(w.Look.Guard(w.close))
	w.Win.SetOnDropped(kit.Guarded2(w.Look, func(at fyne.Position, uris []fyne.URI) {
		w.Drop(at, kit.Map(uris, fyne.URI.Path))
	}))
	w.listenToKeys()
	app.Settings().AddListener(kit.Guarded(w.Look, func(fyne.Settings) { w.rebuild() }))
	return w, nil
}

// build makes every widget. It runs again when the theme changes. The sessions are unaffected.
func (w *Window) build() {
	w.lookVersion++
	w.Look.Icons.Scale = pixelsPerUnit(w.Win.Canvas())
	w.tab.build()
	wasStart := w.start.IsOpen()
	w.start = dialog.NewStart(w.tabs.front, w.docs, func() { w.imports.ChooseFile() }, w.tabs.projects.Create)
	w.side.start = w.start
	w.tabs.build()
	w.start.Content.Hidden, w.tabs.content.Hidden = !wasStart, wasStart
	w.commands.build()
	w.Win.SetContent(w.commands.menus.WithMenu(container.NewStack(w.tabs.content, w.start.Content, w.CardLayer()),
		w.Look.Tips.Layer))
}

// rebuild makes the widgets again in the current colours.
func (w *Window) rebuild() {
	w.play.Leave()
	w.Look.Tips.Hide(w.Look.Tips.Owner)
	w.build()
}

// OnFrame sets a function that is called for each frame of the canvas with its drawing time, without the toolkit's.
func (w *Window) OnFrame(f func(took time.Duration)) { w.onFrame = f }

// Show shows the window, and starts its timers and the watch on its files. Call the app's Run next.
func (w *Window) Show() {
	w.rescue.KeepWatch()
	w.tabs.projects.KeepWatch()
	w.memory.fit()
	w.Win.Show()
	if w.Look.Icons.Scale != pixelsPerUnit(w.Win.Canvas()) { // unknown before the window is shown
		w.rebuild()
	}
}

// pixelsPerUnit returns the number of screen pixels per window unit.
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
		w.games.stop()
		w.Look.End()
		w.Win.Close()
	})
}

// Drop opens files dropped on the window. Pictures are added to the level where they were dropped.
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

// Unsaved reports whether an open level has unsaved changes.
func (w *Window) Unsaved() bool { return len(w.docs.Levels.Unsaved()) > 0 }

func (w *Window) listenToKeys() {
	c := w.Win.Canvas()
	c.SetOnTypedKey(kit.Guarded(w.Look, w.typedKey))
	w.commands.menus.ListenToShortcuts(c.AddShortcut)
	letGo := func() {
		w.play.LetGo()
		w.Canvas.Hold(fyne.KeySpace, false)
		w.Canvas.Hold(fyne.KeyX, false)
		w.alt = lonelyAlt{}
	}
	w.App.Lifecycle().SetOnExitedForeground(w.Look.Guard(func() {
		w.Look.Gamepads.Away = true
		letGo()
	}))
	w.App.Lifecycle().SetOnEnteredForeground(w.Look.Guard(func() {
		w.Look.Gamepads.Away = false
		w.tabs.projects.Reload() // other programs may have changed the project's files
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
			w.alt.press(e.Name, w.Canvas.Inside)
		}))
		d.SetOnKeyUp(kit.Guarded(w.Look, func(e *fyne.KeyEvent) {
			if w.play.IsOn() {
				w.play.Run.Release(e.Name)
			}
			w.Canvas.Hold(e.Name, false)
			w.modifierKey(e.Name)
			if w.alt.release(e.Name) {
				w.prefs.OfferSwap()
			}
		}))
	}
}

// ShowStart shows the start page instead of the level.
func (w *Window) ShowStart() {
	w.notes.Show(nil, nil)
	w.Tools.Switch(tool.Select)
	w.setStart(true)
}

func (w *Window) panelsChanged() {
	w.commands.menus.Refresh()
	w.Win.Content().Refresh()
}

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

// OpenFile opens a level or a file to import. Errors are shown in the window.
func (w *Window) OpenFile(path string) { w.docs.OpenFile(path) }

// OpenGiven opens the level that the page's URL names or contains.
func (w *Window) OpenGiven(path string) { w.docs.OpenGiven(path) }

// OpenFiles opens files one after another, each in its own tab.
func (w *Window) OpenFiles(paths []string) { w.docs.OpenFiles(paths) }

// Restore reopens the levels of the last session, or shows the start page. From then on the window stores which levels
// are open.
func (w *Window) Restore() {
	if !w.tabs.restore() {
		w.ShowStart()
	}
}

// TellOthers writes a note file next to each level that the window opens, for other editors. Call it before opening the
// first level.
func (w *Window) TellOthers() {
	w.writesLocks = true
	for _, t := range w.tabs.all() {
		t.file.TellOthers()
	}
}

// OfferRecovery asks what to do with recovery copies left by an editor that crashed.
func (w *Window) OfferRecovery() { w.rescue.OfferRecovery() }

// OfferReport shows the runtime's report of a fatal error that ended an earlier run.
func (w *Window) OfferReport() { w.rescue.OfferReport() }

// Rescue autosaves unsaved work at once, and reports whether that succeeded. Call it when the program is about to
// crash.
func (w *Window) Rescue() bool { return w.rescue.Rescue() }

// End autosaves unsaved work and releases the level when the program is told to quit. The next start offers the saved
// work.
func (w *Window) End() {
	w.rescue.End()
	w.Look.End()
}

// ContainMistakes keeps a panic from ending the program: the current action is undone, the work is autosaved, and a
// dialog shows a report to send. Without it, as in tests, panics propagate.
func (w *Window) ContainMistakes() { w.rescue.ContainMistakes() }

// playKey handles a key that the playtest does not use.
func (w *Window) playKey(name fyne.KeyName, shift bool) {
	if c, _ := w.commands.menus.Plain(name, shift); c != nil && (c.IsIn("View") || c.IsIn("Help")) {
		w.commands.menus.Perform(c)
	}
}

// UseSystemFonts draws characters that the canvas's own font lacks with the system's fonts.
func (w *Window) UseSystemFonts() {
	w.drawWith(canvas.SystemGlyphs(w.Look, func() { w.Canvas.Redraw() }))
}

// drawWith sets the source of characters that the canvas's own font lacks.
func (w *Window) drawWith(g render.Glyphs) {
	w.glyphs = g
	for _, t := range w.tabs.all() {
		t.Canvas.Renderer.SetGlyphs(w.glyphs)
	}
}

// UseFonts uses a set of fonts for characters that the built-in fonts lack, because a browser page cannot access the
// system's fonts. The window is redrawn whenever a font has loaded.
func (w *Window) UseFonts(set *assets.FontSet) {
	set.Go = w.Look.Go
	set.Changed = func() { w.Look.Post(w.fontsChanged) }
	w.Look.Theme.Fonts = func(r rune) (font fyne.Resource) {
		if f := set.Font(r); f != nil {
			font = f
		}
		return font // an untyped nil if there is none
	}
	w.drawWith(canvas.LoadedGlyphs(set))
}

// fontsChanged remeasures and redraws all texts. The widgets are kept because the user may be typing. Other tabs are
// rebuilt when they are next shown.
func (w *Window) fontsChanged() {
	if c, ok := w.Win.Canvas().(interface{ FontsChanged() }); ok { // the toolkit in browsers (tools/web/patches)
		c.FontsChanged()
	}
	w.lookVersion++
	w.tab.lookVersion = w.lookVersion
	w.Canvas.Redraw()
}
