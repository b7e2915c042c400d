package ui

import (
	"cmp"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"

	"fillet/editor"
	"fillet/editor/level"
	"fillet/editor/overlay"
	"fillet/editor/quote"
	"fillet/editor/tool"
	"fillet/editor/ui/canvas"
	"fillet/editor/ui/dialog"
	"fillet/editor/ui/kit"
	"fillet/editor/ui/panel"
	"fillet/editor/workspace"
)

// tab is an open level with everything that belongs to it: document, file, tools, canvas, playtest and panels.
type tab struct {
	*dialog.Parent
	widgets

	win     *Window
	unread  string // file to read when the tab is first shown, or ""
	file    *dialog.File
	imports *dialog.Imports
	exports *dialog.Exports
	play    *playMode
	side    *sidePanels

	changed     editor.Change // changes that the widgets have yet to show
	scheduled   bool
	lookVersion int         // version of the window's look that the widgets were built with
	sizes       panel.Sizes // panel sizes when the tab was left

	modes  *modes
	within *place // set while the level is edited as a prefab in another one
}

// widgets holds the widgets of a tab around the canvas. They are rebuilt when the theme changes.
type widgets struct {
	palette *panel.Tools
	strip   *panel.Strip
	status  *panel.Status
	rulers  *canvas.Rulers
	minimap *canvas.Minimap
	hint    *fyne.Container // hint on an empty canvas
	notes   *dialog.Notes
	history *panel.History
	place   *placeBar
	desk    *fyne.Container // the whole tab; nil until it is first shown
}

// newTab makes a tab for an open level, without its widgets.
func newTab(w *Window, l *workspace.OpenLevel) *tab {
	t := &tab{Parent: dialog.NewParent(w.shell, l), win: w}
	t.Shown = false
	t.notes = dialog.NewNotes(t.Look)
	t.imports, t.exports = dialog.NewImports(t.Parent), dialog.NewExports(t.Parent)
	t.file = dialog.NewFile(t.Parent, w.docs, t.imports, t.exports, t.notes)
	t.file.OnOpen, t.file.OnSave, t.file.OnOther = t.opened, t.saved, func() { t.win.showTabs() }
	t.play = newPlayMode(t.Parent)
	t.play.OnChange, t.play.OtherKey = t.playChanged, w.playKey
	t.play.Pair = func() [2]level.ID {
		a, b, _ := t.side.chosenPair()
		return [2]level.ID{a, b}
	}
	t.side = newSidePanels(t.Parent, w.sizes)
	t.side.editing = func() bool { return !t.play.IsOn() && !w.start.IsOpen() }
	t.modes = newModes(t)
	t.side.onChange = func() {
		w.panelsChanged()
		t.modes.note()
	}
	canvas.LoadSwitches(t.App.Preferences(), t.Canvas.Switches())
	t.Session.SetSnapping(dialog.LoadSnapping(t.App.Preferences()))
	t.Session.Subscribe(t.onChange)
	if w.glyphs != nil {
		t.Canvas.Renderer.SetGlyphs(w.glyphs)
	}
	if w.writesLocks {
		t.file.TellOthers()
	}
	w.rescue.Contain(t.Parent)
	t.Canvas.Reported = func() []overlay.Item { return w.games.reported(t) }
	return t
}

// path returns the level's file, whether it was read or not, or "" if it has none.
func (w *tab) path() string { return cmp.Or(w.unread, w.Files.Path()) }

// build makes every widget. It runs again when the theme changes. The session is unaffected.
func (w *tab) build() {
	isAgain := w.desk != nil
	c := w.win.commands
	w.lookVersion = w.win.lookVersion
	w.side.build(c)
	w.palette = panel.NewTools(w.Look, w.Tools, c.keys().keyOfTool, c.openFlyout)
	w.strip = panel.NewStrip(w.Look, w.toolStrip, w.Fail, w.ShowChapter)
	w.status = panel.NewStatus(w.Look, w.Session, c.showSnapMenu, w.side.showContacts)
	w.rulers = canvas.NewRulers(w.Look, w.Canvas)
	w.minimap = canvas.NewMinimap(w.Look, w.Session, w.Canvas)
	w.Canvas.OnCursor = func(at level.Vec) {
		w.status.ShowCursor(at)
		w.rulers.ShowPointer(at)
		w.side.outline.Rows.LeaveToTools()
	}
	w.Canvas.OnView = func() {
		w.status.ShowZoom(w.Canvas.Camera.Zoom / w.Canvas.Scale)
		w.rulers.Refresh()
		w.minimap.RefreshView()
	}
	w.followPreferences()
	w.Canvas.OnMenu, w.Canvas.OnMoved = c.canvasMenu, w.catchUp
	w.Canvas.OnPress = w.Look.Guard(func() {
		w.win.alt = lonelyAlt{}
		w.side.dock.pressedBeside()
	})
	w.Canvas.OnFrame = func(took time.Duration) {
		w.status.Frame = took
		if w.win.onFrame != nil {
			w.win.onFrame(took)
		}
	}

	w.minimap.SetPlace(canvas.MapPlace(w.App.Preferences().StringWithFallback(canvas.PrefMap, string(canvas.MapAuto))))
	w.minimap.OnMenu = func(at fyne.Position) { c.menus.PopUp(mapItems(c), at, false) }
	w.notes.Build()
	w.minimap.Cards = w.notes.Content
	wasOpen := w.history != nil && !w.history.Content.Hidden
	w.history = panel.NewHistory(w.Look, w.Session, func(revision uint64) bool {
		return w.Files.Path() != "" && w.Files.IsSaved(revision)
	}, w.jump, w.toggleHistory)
	w.history.Show(wasOpen)
	w.strip.Map = w.minimap.IsAtBottomRight
	w.hint = canvasHint(w.Look)
	line := func() fyne.CanvasObject { return kit.Rule(w.Look) }
	w.place = newPlaceBar(w)
	w.play.Panel = newPlayPanel(w.play, w.palette.Content, w.side.column)
	centre := container.New(&canvas.RulerFrame{}, w.rulers.Top, w.rulers.Side, w.rulers.Corner,
		container.NewStack(w.Canvas, container.NewCenter(w.hint), w.play.Panel.Banner, w.place.Content,
			w.history.Content, w.notes.Content, w.strip.Content), w.minimap)
	w.side.right = container.NewBorder(nil, nil, line(), nil, container.NewStack(w.side.column, w.play.Panel.Content))
	w.side.left = container.NewBorder(nil, nil, nil, line(), container.NewStack(w.palette.Content,
		w.play.Panel.Controls))
	bottom := container.NewBorder(line(), nil, nil, nil, w.status.Content)
	var all *fyne.Container
	w.side.splitters[1] = kit.NewSplitter(w.Look, true, func(dx float32) {
		w.side.sizes.Side -= dx
		all.Refresh()
	}, w.side.store)
	d := w.side.dock
	all = container.New(kit.Arranged{Least: fyne.NewSize(560, 300), Place: w.layOut}, centre, w.side.left,
		w.side.right, bottom, w.side.splitters[1], d.strip, d.content, d.splitter)
	w.side.relay = all.Refresh
	w.desk = all
	w.side.showPanels()
	w.refresh(editor.Everything)
	if isAgain { // the view is unchanged, so nothing else updates the rulers
		w.Canvas.OnView()
	}
}

// layOut lays out the window: the tools on the left with the dock beside them, the side panel on the right, the status
// bar at the bottom, the canvas in between, and the splitters over the edges of the dock and the side panel. It expects
// the centre, left, right, bottom, splitter, and the dock's strip, panel and splitter, in this order. The canvas takes
// the room of hidden objects.
func (w *tab) layOut(o []fyne.CanvasObject, size fyne.Size) {
	const bottom = 27
	const minCanvas, minSide = 160, 260 // fits rows of three words beside their label
	l := float32(kit.ToolsWidth)
	w.side.sizes.Side = min(max(w.side.sizes.Side, minSide), max(size.Width-l-minCanvas, minSide))
	r := w.side.sizes.Side
	if !o[1].Visible() {
		l = 0
	}
	if !o[2].Visible() {
		r = 0
	}
	h := size.Height - bottom
	begin := w.side.dock.place(l, h, size.Width, size.Width-l-r-minCanvas)
	kit.Put(o[0], begin, 0, size.Width-begin-r, h)
	kit.Put(o[1], 0, 0, l, h)
	kit.Put(o[2], size.Width-r, 0, r, h)
	kit.Put(o[3], 0, h, size.Width, bottom)
	kit.Put(o[4], size.Width-r-kit.SplitterSize/2, 0, kit.SplitterSize, h)
	w.win.tabs.begin(begin)
}

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
		line("F1 lists all keys   "+kit.CommandsKey()+" finds every command", kit.TextSize))
}

// onChange collects changes until Fyne processes events, so that many changes cost one refresh. A hidden tab shows its
// changes when it is next shown.
func (w *tab) onChange(c editor.Change) {
	w.CloseStale()
	if c.Has(editor.DocumentChanged | editor.SettingsChanged) {
		w.win.games.follow(w)
	}
	w.changed |= c
	if w.scheduled || !w.Shown {
		if !w.Shown && c.Has(editor.HistoryChanged) {
			w.win.showTabs()
		}
		return
	}
	w.scheduled = true
	w.Look.Post(func() {
		w.scheduled = false
		w.catchUp()
	})
}

// catchUp shows pending changes at once, so that they appear in the frame that is already requested.
func (w *tab) catchUp() {
	if c := w.changed; c != 0 && w.Shown {
		w.changed = 0
		w.refresh(c)
	}
}

func (w *tab) refresh(c editor.Change) {
	if c.Has(editor.DocumentChanged | editor.SelectionChanged | editor.SettingsChanged) {
		w.side.inspector.Refresh()
	}
	kit.SetVisible(w.hint, w.Session.Document().Len() == 0 && w.Tools.Active() == tool.Select && !w.Tools.Busy())
	if w.win.start.IsOpen() && !w.Files.Pristine() {
		w.win.setStart(false) // a level was opened
	}
	w.notes.Check(w.Session.Document())
	if c.Has(editor.SettingsChanged) {
		w.imports.Refresh()
		w.rulers.Refresh() // their steps follow the grid
	}
	if c.Has(editor.DocumentChanged | editor.SettingsChanged) {
		w.minimap.Update()
	}
	w.side.refreshContacts(c)
	w.side.refreshOutline(c)
	// dragged shapes are counted on release
	if c.Has(editor.DocumentChanged|editor.SelectionChanged|editor.HistoryChanged) && !w.Tools.Busy() {
		w.side.refreshPrefabs()
	}
	if c.Has(editor.DocumentChanged | editor.SettingsChanged) {
		w.side.problems.Refresh()
		w.Canvas.Fits.Stale = true
	}
	if c.Has(editor.DocumentChanged) {
		w.play.LevelChanged()
	}
	if c.Has(editor.HistoryChanged | editor.SelectionChanged | editor.SettingsChanged) {
		w.win.showTitle()
		w.win.showTabs()
		w.win.commands.menus.Refresh()
	}
	if c.Has(editor.HistoryChanged) {
		w.history.Refresh()
	}
	if c.Has(editor.SettingsChanged) {
		w.win.prefs.StoreSnapping()
	}
	w.modes.note()
	w.side.problems.ProposalChanged()
	w.palette.Refresh()
	w.strip.Refresh()
	w.place.refresh()
	w.showHint()
	if c != editor.OverlayChanged || w.Canvas.IsBehind() {
		w.Canvas.Redraw()
	}
}

// followPreferences applies the preferences for mouse and keys.
func (w *tab) followPreferences() {
	prefs := w.App.Preferences()
	_, isScreen := w.App.Driver().(desktop.Driver)
	w.Canvas.Glides = isScreen && !prefs.Bool(dialog.PrefJumps)
	w.Canvas.WheelPans = prefs.Bool(dialog.PrefWheelPans)
	w.Tools.SwapAltAndCtrl = prefs.Bool(dialog.PrefSwapKeys)
}

// showHint shows in the status bar what a click would do.
func (w *tab) showHint() {
	hint, keys := w.Canvas.Hint(), w.Tools.Keys()
	w.status.Problem = false
	if p := w.Tools.Problem(); p != "" {
		hint, w.status.Problem = p, true
	}
	if w.play.IsOn() {
		hint, keys = "Drag a body with the mouse; wheel and middle drag move the view", nil
	}
	w.status.Refresh(hint, keys...)
}

// toolStrip returns the strip of the tools over the canvas; nil during a playtest.
func (w *tab) toolStrip() *tool.Strip {
	if w.play.IsOn() {
		return nil
	}
	if p := w.Session.Proposal(); p != nil {
		return w.proposalStrip(p)
	}
	if s := w.Tools.Strip(); s != nil {
		return s
	}
	if s := w.play.Ways.Strip(); s != nil {
		return s
	}
	if s := w.Canvas.Fits.Strip(w.play.ToggleFits); s != nil {
		return s
	}
	if n := w.Session.Selection().Isolated(); n > 0 {
		end := func() { w.Session.Selection().EndIsolation() }
		return &tool.Strip{
			Title: "Isolated", Chapter: "placing", Close: end,
			Lines:   []tool.StripLine{{Text: quote.Count(n, "shape") + " isolated: dimmed shapes cannot be clicked"}},
			Choices: []tool.StripChoice{{Name: "Show all", Key: "Q", Do: end}},
		}
	}
	return nil
}

// proposalStrip describes a proposed change, with buttons to apply or cancel it.
func (w *tab) proposalStrip(p *editor.Proposal) *tool.Strip {
	s := &tool.Strip{
		Title: p.Title, Chapter: cmp.Or(p.Chapter, "contacts"), Close: w.Session.Withdraw,
		Typed: len(p.Numbers) > 0,
	}
	for _, n := range p.Numbers {
		s.Choices = append(s.Choices, tool.StripChoice{
			Name: n.Name, Number: true, Value: n.Value, Unit: n.Unit,
			Set: func(v float64) { w.Fail(n.Set(v)) },
		})
	}
	s.Choices = append(s.Choices, tool.StripChoice{
		Name: "Apply", Key: "Enter", End: true, On: !p.Diff.IsEmpty(),
		Off: p.Diff.IsEmpty(), Do: w.acceptProposal,
	},
		tool.StripChoice{Name: "Cancel", Key: "Esc", End: true, Do: w.Session.Withdraw})
	if len(p.Options) > 1 {
		s.Choices = append([]tool.StripChoice{{Words: p.Options, At: p.At, Pick: p.Choose}}, s.Choices...)
	}
	text := "the level's settings change"
	switch n := p.Len(); {
	case n > 0 && p.OnlyAdds():
		text = quote.Count(n, "more shape")
	case n == 1 && p.OnlyMoves():
		text = "1 shape moves"
	case n == 1:
		text = "1 shape changes"
	case n > 1 && p.OnlyMoves():
		text = quote.Count(n, "shape") + " move"
	case n > 1:
		text = quote.Count(n, "shape") + " change"
	case p.Diff.IsEmpty():
		text = "nothing changes"
	case p.Plain:
		text = "the whole level changes"
	}
	if p.Note != "" {
		text += " · " + p.Note
	}
	s.Lines = []tool.StripLine{{Text: text}}
	for _, line := range p.Left {
		s.Lines = append(s.Lines, tool.StripLine{Text: line, Bad: true})
	}
	return s
}

func (w *tab) acceptProposal() { w.Fail(w.Session.Accept()) }

func (w *tab) opened() {
	w.unread = ""
	w.win.memory.fit()
	w.win.tabs.projects.Follow()
	w.win.showTabs()
	if w.status != nil {
		w.status.Saved = ""
	}
}

func (w *tab) saved() {
	if w.status != nil {
		w.status.Saved = "saved " + time.Now().Format("15:04")
	}
	w.win.rescue.Autosave() // removes the recovery copy
	w.win.tabs.projects.Follow()
	w.onChange(editor.HistoryChanged)
	w.catchUp()
	w.win.tabs.tellUnsaved(w)
}

// playChanged handles a playtest that begins, ends or changes what it shows.
func (w *tab) playChanged() {
	if w.play.IsOn() {
		w.Session.Withdraw()
	}
	w.side.dock.setCovered(w.play.IsOn())
	w.win.commands.menus.Refresh()
	w.strip.Refresh()
	w.showHint()
	w.modes.note()
}

// toggleHistory opens the history and focuses it, or closes it.
func (w *tab) toggleHistory() {
	on := w.history.Content.Hidden
	w.history.Show(on)
	w.Canvas.Redraw() // the toolkit does not repaint for a widget that was never drawn
	if on {
		w.Win.Canvas().Focus(w.history.List)
	} else {
		w.Look.Focus()
	}
	w.modes.note()
}

// jump undoes or redoes until n steps are applied, and shows in the status bar what it did.
func (w *tab) jump(n int) {
	w.play.Leave()
	was := w.Session.History().Done()
	if !editor.Jump(w.Session, n) {
		return
	}
	if by := w.Session.History().Done() - was; by < 0 {
		w.Tell("%s undone", quote.Count(-by, "step"))
	} else {
		w.Tell("%s redone", quote.Count(by, "step"))
	}
}
