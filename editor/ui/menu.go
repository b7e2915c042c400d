package ui

import (
	"path/filepath"
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"fillet/editor"
	"fillet/editor/level"
	"fillet/editor/ui/canvas"
	"fillet/editor/ui/kit"
)

// commands is all that the window's menus offer.
type commands struct {
	*Window
	menus  *menus
	shared sharedCommands
}

// sharedCommands are those that more than one menu has.
type sharedCommands struct {
	undo, redo, cut, copy, paste, duplicate, remove *command
	front, back, flipX, fitPick                     *command
	playHere, spawn                                 *command
}

func newCommands(w *Window) *commands {
	c := &commands{Window: w, menus: newMenus(w.look, w.win, func(reason string) { w.tell("%s", reason) })}
	c.menus.leave = w.play.leavePlay
	c.menus.place = func() func(do func()) {
		here := w.canvas.PointerInLevel()
		return func(do func()) {
			w.canvas.MenuAt = &here
			defer func() { w.canvas.MenuAt = nil }()
			do()
		}
	}
	c.menus.outside = c.pressBeside
	return c
}

// pressBeside is the right button beside an open menu: it opens the canvas's menu where it is.
func (w *commands) pressBeside(e *desktop.MouseEvent) {
	at := w.app.Driver().AbsolutePositionForObject(w.canvas)
	if !w.start.isOpen() && inside(e.AbsolutePosition, at, w.canvas.Size()) {
		e.Position = e.AbsolutePosition.Subtract(at)
		w.canvas.MouseDown(e)
	}
}

// build makes the commands. What changes about them, they are asked for whenever they are shown.
func (w *commands) build() {
	w.menus.set(w.fileMenu(), w.editMenu(), w.viewMenu(), w.shapeMenu(), w.levelMenu(), w.playMenu(), w.helpMenu())
	w.menus.also = []alias{{&desktop.CustomShortcut{KeyName: fyne.KeyZ, Modifier: ctrlShift}, w.shared.redo}}
}

// allNeed has all of some items need something too, before what they need of their own.
func allNeed(items []*command, needs ...need) []*command {
	for _, c := range items {
		c.needs = slices.Concat(needs, c.needs)
	}
	return items
}

// leaving has all of some items end a playtest first.
func leaving(items []*command) []*command {
	for _, c := range items {
		c.leaves = true
	}
	return items
}

func (w *commands) fileMenu() *menu {
	recent := submenu("Open recent", func() []*command {
		var items []*command
		for _, f := range recentFiles(w.app.Preferences()) {
			items = append(items, item(filepath.Base(f.Path)+"   "+kit.ShortenLeft(tidyDir(f.Path), 40), "", 0, func() { w.start.openRecent(f.Path) }))
		}
		return items
	}).when(func() string {
		if len(recentFiles(w.app.Preferences())) == 0 {
			return "No level has been opened or saved yet"
		}
		return ""
	})
	save := item("Save", fyne.KeyS, ctrl, func() { w.docs.save(nil) }).when(w.aLevel)
	export := item("Export…", fyne.KeyE, ctrlShift, w.exports.exportDialog).when(w.aLevel)
	quit := item("Quit", fyne.KeyQ, ctrl, w.close)
	quit.quits = true
	items := leaving([]*command{
		item("New", fyne.KeyN, ctrl, w.docs.newLevel),
		item("Open…", fyne.KeyO, ctrl, w.docs.openLevel),
		recent, w.samplesItem(), sep(), save,
		item("Save as…", fyne.KeyS, ctrlShift, func() { w.docs.saveAs(nil) }).when(w.aLevel), sep(),
		item("Import…", fyne.KeyI, ctrl, w.imports.importFile),
		item("Re-import", "", 0, w.imports.all).when(w.aLevel, w.anImport),
		item("Import settings…", "", 0, w.imports.importSettings).when(w.aLevel, w.anImport),
		item("Conflicts of a merge…", "", 0, w.imports.settleConflicts).when(w.aLevel, w.aConflict), export,
		item("Export again", fyne.KeyE, ctrl, w.exports.exportAgain).when(w.aLevel),
		item("Trace a picture…", "", 0, w.tracePicture).when(w.aLevel),
		item("Trace the imported pictures…", "", 0, w.traceImported).when(w.aLevel, w.somePictures), sep(),
		item("Close", fyne.KeyW, ctrl, w.docs.closeLevel).when(w.aLevel), sep(), quit,
	})
	save.leaves, export.leaves, quit.leaves = false, false, true
	return &menu{"File", items}
}

func (w *commands) editMenu() *menu {
	m := &w.shared
	typed := func(label string, s fyne.Shortcut, do func(), needs ...need) *command {
		return &command{label: label, key: s, do: do, needs: needs, typed: true}
	}
	clip := w.app.Clipboard()
	m.undo, m.redo = typed("Undo", &fyne.ShortcutUndo{}, w.undo, w.anUndo), typed("Redo", &fyne.ShortcutRedo{}, w.redo, w.aRedo)
	m.undo.named = func() string { label, _ := w.session.History().CanUndo(); return named("Undo", label) }
	m.redo.named = func() string { label, _ := w.session.History().CanRedo(); return named("Redo", label) }
	m.cut = typed("Cut", &fyne.ShortcutCut{Clipboard: clip}, w.cut, w.aFreePick)
	m.copy = typed("Copy", &fyne.ShortcutCopy{Clipboard: clip}, w.copy, w.aPick)
	m.paste = typed("Paste", &fyne.ShortcutPaste{Clipboard: clip}, w.paste, w.copiedShapes)
	m.duplicate = item("Duplicate", fyne.KeyD, ctrl, func() { w.fail(w.session.Duplicate()) }).when(w.aFreePick)
	m.remove = item("Delete", fyne.KeyDelete, 0, w.deleteSelection).when(w.aFreePick)
	items := allNeed([]*command{
		m.undo, m.redo, sep(), m.cut, m.copy, m.paste, m.duplicate, m.remove, sep(),
		typed("Select all", &fyne.ShortcutSelectAll{}, w.session.SelectAll, w.someShapes),
		item("Invert the selection", "", 0, w.session.SelectInvert).when(w.someShapes), sep(),
		item("Find…", fyne.KeyF, ctrl, w.findCollider).when(w.someShapes),
	}, w.aLevel, w.editing)
	return &menu{"Edit", append(items,
		item("Commands…", fyne.KeyP, ctrlShift, w.commandPalette), sep(),
		item("Preferences…", fyne.KeyComma, ctrl, w.prefs.showPreferences))}
}

func (w *commands) shapeMenu() *menu {
	m := &w.shared
	rounding := func(label string, r level.Rounding) *command {
		return item(label, "", 0, func() { w.fail(w.session.SetRounding(w.session.Selection().IDs(), r)) }).when(w.aFreePick, w.someCorners)
	}
	act := func(label string, key fyne.KeyName, do func() error) *command {
		return item(label, key, 0, func() { w.fail(do()) }).when(w.aFreePick)
	}
	m.flipX = item("Flip left to right", fyne.KeyH, 0, func() { w.flip(true) }).when(w.aFreePick)
	m.front, m.back = act("Bring to front", "", w.session.ToFront), act("Send to back", "", w.session.ToBack)
	items := []*command{
		m.flipX,
		item("Flip top to bottom", fyne.KeyH, fyne.KeyModifierShift, func() { w.flip(false) }).when(w.aFreePick),
		act("Turn 15° left", fyne.KeyLeftBracket, func() error { return w.session.RotateBy(-rotateStepDegrees) }),
		act("Turn 15° right", fyne.KeyRightBracket, func() error { return w.session.RotateBy(rotateStepDegrees) }), sep(),
		rounding("Round inset", level.Inset), rounding("Round outset", level.Outset), sep(),
		w.alignItem().when(w.aFreePick, w.picks(2, "One shape is selected: aligning takes two")),
		w.distributeItem().when(w.aFreePick, w.picks(3, "Distributing takes three shapes")), sep(),
		m.front, act("Bring forward", "", w.session.BringForward), act("Send backward", "", w.session.SendBackward), m.back, sep(),
	}
	for _, info := range w.tools.Tools() {
		items = append(items, item(info.Name, fyne.KeyName(info.Key), 0, func() { w.tools.Switch(info.ID) }).
			checked(func() bool { return w.tools.Active() == info.ID }))
	}
	return &menu{"Shape", allNeed(items, w.aLevel, w.editing)}
}

func (w *commands) levelMenu() *menu {
	active := w.session.ActiveLayer
	return &menu{"Level", allNeed([]*command{
		item("Add a layer", "", 0, w.addLayer),
		item("Rename the layer…", "", 0, func() { w.renameLayer(active()) }),
		item("Delete the layer", "", 0, func() { w.removeLayer(active()) }),
		item("Hide or show the layer", "", 0, func() { w.switchLayer((*editor.Session).SetLayerHidden, func(l *level.Layer) bool { return l.Hidden }) }),
		item("Lock or unlock the layer", "", 0, func() { w.switchLayer((*editor.Session).SetLayerLocked, func(l *level.Layer) bool { return l.Locked }) }),
		item("Raise the layer", "", 0, func() { w.fail(w.session.MoveLayer(active(), true)) }).when(func() string { return w.atEnd(active(), true) }),
		item("Lower the layer", "", 0, func() { w.fail(w.session.MoveLayer(active(), false)) }).when(func() string { return w.atEnd(active(), false) }),
		item("Move the selection to the layer", "", 0, func() { w.fail(w.session.MoveToLayer(w.session.Selection().IDs(), active())) }).when(w.aFreePick),
		item("Select the layer's colliders", "", 0, func() { w.session.SelectLayer(active()) }).when(func() string { return w.noneIn(active()) }), sep(),
		item("Separate", "", 0, func() { w.side.contacts.separateChosen() }).when(w.anOverlap, w.aPairToSeparate),
		item("Check the level", "", 0, func() { w.side.showProblems(true) }),
		item("Next overlap", fyne.KeyF8, 0, w.side.nextOverlap).when(w.anOverlap), sep(),
		item("Level settings", "", 0, func() { w.session.Selection().Clear() }),
	}, w.aLevel, w.editing)}
}

// atEnd says that a layer cannot be raised, or lowered, any more.
func (w *commands) atEnd(id level.LayerID, top bool) string {
	layers := w.session.Document().Layers()
	switch {
	case len(layers) > 0 && top && layers[len(layers)-1].ID == id:
		return "The layer is the topmost one"
	case len(layers) > 0 && !top && layers[0].ID == id:
		return "The layer is the lowest one"
	}
	return ""
}

// noneIn says that a layer is empty.
func (w *commands) noneIn(id level.LayerID) string {
	if len(w.session.Document().InLayer(id)) == 0 {
		return "The layer is empty"
	}
	return ""
}

func (w *commands) helpMenu() *menu {
	return &menu{"Help", []*command{
		item("User guide", fyne.KeyF1, fyne.KeyModifierShift, w.showGuide),
		item("Keyboard shortcuts", fyne.KeyF1, 0, w.showKeys),
		item("About Fillet", "", 0, w.showAbout),
	}}
}

func (w *commands) alignItem() *command {
	var items []*command
	for _, a := range []struct {
		label string
		edge  editor.Edge
	}{
		{"Left edges", editor.AlignLeft},
		{"Centres", editor.AlignCentre},
		{"Right edges", editor.AlignRight},
		{"Top edges", editor.AlignTop},
		{"Middles", editor.AlignMiddle},
		{"Bottom edges", editor.AlignBottom},
	} {
		items = append(items, item(a.label, "", 0, func() { w.fail(w.session.Align(a.edge)) }))
	}
	return submenu("Align", these(items...))
}

func (w *commands) distributeItem() *command {
	return submenu("Distribute", these(
		item("Left to right", "", 0, func() { w.fail(w.session.Distribute(editor.AxisX)) }),
		item("Top to bottom", "", 0, func() { w.fail(w.session.Distribute(editor.AxisY)) })))
}

// toggle is an item with a check mark.
func toggle(label string, key fyne.KeyName, on *bool, then func()) *command {
	return item(label, key, 0, func() {
		*on = !*on
		then()
	}).checked(func() bool { return *on })
}

func (w *commands) viewMenu() *menu {
	m, c := &w.shared, w.canvas
	m.fitPick = item("Fit the selection", fyne.Key2, 0, c.ZoomSelection).when(w.aPick)
	items := []*command{
		item("Zoom in", fyne.KeyPlus, 0, func() { c.ZoomBy(canvas.ZoomStep * canvas.ZoomStep) }),
		item("Zoom out", fyne.KeyMinus, 0, func() { c.ZoomBy(1 / (canvas.ZoomStep * canvas.ZoomStep)) }),
		item("Zoom to 100 %", fyne.Key0, 0, func() { c.ZoomTo(1) }),
		item("Fit the level", fyne.Key1, 0, c.ZoomFit), m.fitPick, sep(),
		item("Show the grid", fyne.KeyG, 0, w.toggleGrid).checked(func() bool { return c.Grid }),
		item("Pictures of the imported file", "", 0, func() {
			c.Bare = !c.Bare
			c.Redraw()
		}).checked(func() bool { return !c.Bare }).when(w.somePictures),
		submenu("Snap to", w.snapItems), sep(),
	}
	for _, s := range c.Switches() {
		items = append(items, toggle(s.Label, "", s.On, func() {
			w.app.Preferences().SetBool(canvas.PrefView+s.Key, *s.On)
			c.Redraw()
		}))
	}
	items = append(items, sep(), item("Where the character fits", fyne.KeyF, 0, w.play.toggleFits).checked(func() bool { return c.Fits.IsOn }), sep(), w.panelsItem())
	var themes []*command
	for _, t := range []struct {
		label string
		mode  kit.Mode
	}{{"Like the system", kit.ModeSystem}, {"Dark", kit.ModeDark}, {"Light", kit.ModeLight}} {
		themes = append(themes, item(t.label, "", 0, func() { w.setTheme(t.mode) }).checked(func() bool { return w.look.Theme.Mode == t.mode }))
	}
	return &menu{"View", append(allNeed(items, w.aLevel), submenu("Theme", these(themes...)))}
}

// snapItems are the switches of what drags snap to.
func (w *commands) snapItems() []*command {
	s := w.session.Snapping()
	var items []*command
	for _, t := range snapSwitches(&s) {
		items = append(items, toggle(t.label, "", t.on, func() { w.session.SetSnapping(s) }))
	}
	return items
}

// showSnapMenu opens what drags snap to above a place.
func (w *commands) showSnapMenu(at fyne.Position) {
	if w.isModal() || w.start.isOpen() || w.play.isOn() {
		return
	}
	w.menus.popUp(append(w.snapItems(), sep(), item("Preferences…", "", 0, w.prefs.showPreferences)), at, true)
}

func named(verb, label string) string {
	if label == "" {
		return verb
	}
	return verb + ": " + label
}

func (w *commands) setTheme(m kit.Mode) {
	w.app.Preferences().SetString(prefTheme, string(m))
	w.look.Theme.Mode = m
	w.app.Settings().SetTheme(w.look.Theme)
}

func (w *commands) undo() {
	if w.side.inspector.stepBack() {
		return
	}
	if label, ok := w.session.Undo(); ok && label != "" {
		w.tell("Undone: %s", label)
	}
}

func (w *commands) redo() {
	if label, ok := w.session.Redo(); ok && label != "" {
		w.tell("Redone: %s", label)
	}
}

func (w *commands) cut() {
	text, err := w.session.Cut()
	if err != nil {
		w.fail(err)
		return
	}
	w.app.Clipboard().SetContent(text)
}

func (w *commands) copy() {
	if text := w.session.Copy(); text != "" {
		w.app.Clipboard().SetContent(text)
	}
}

func (w *commands) paste() {
	w.fail(w.session.Paste(w.app.Clipboard().Content(), w.canvas.PointerInLevel()))
}

func (w *commands) deleteSelection() {
	if w.session.Selection().Len() > 0 {
		w.fail(w.session.DeleteSelection())
	}
}

func (w *commands) flip(horizontal bool) {
	if w.session.Selection().Len() > 0 {
		w.fail(w.session.Flip(horizontal))
	}
}

// toggleGrid shows or hides the grid. Whether drags snap to it is a switch of its own, among what they snap to.
func (w *commands) toggleGrid() {
	w.canvas.Grid = !w.canvas.Grid
	w.canvas.Redraw()
}

// canvasMenu is what the right button opens over the canvas.
func (w *commands) canvasMenu(at fyne.Position) {
	m := &w.shared
	var items []*command
	for _, a := range w.tools.Actions() {
		items = append(items, item(a.Label, "", 0, a.Do))
	}
	if len(items) > 0 {
		items = append(items, sep())
	}
	items = append(items, m.cut, m.copy, m.paste, m.duplicate, m.remove, sep(), m.front, m.back, m.flipX, sep(), m.fitPick, sep(), m.playHere, m.spawn)
	w.menus.popUp(items, at, false)
}

// layerMenu is what the right button opens over a layer.
func (w *commands) layerMenu(id level.LayerID, at fyne.Position) {
	w.menus.popUp([]*command{
		item("Rename…", "", 0, func() { w.renameLayer(id) }), w.colorItem(id),
		item("Select its colliders", "", 0, func() { w.session.SelectLayer(id) }).when(func() string { return w.noneIn(id) }),
		item("Move the selection here", "", 0, func() { w.fail(w.session.MoveToLayer(w.session.Selection().IDs(), id)) }).when(w.aFreePick), sep(),
		item("Move up", "", 0, func() { w.fail(w.session.MoveLayer(id, true)) }).when(func() string { return w.atEnd(id, true) }),
		item("Move down", "", 0, func() { w.fail(w.session.MoveLayer(id, false)) }).when(func() string { return w.atEnd(id, false) }), sep(),
		item("Delete", "", 0, func() { w.removeLayer(id) }),
	}, at, false)
}

// addLayer adds a layer and asks for its name.
func (w *commands) addLayer() {
	id, err := w.session.AddLayer("")
	if err != nil {
		w.fail(err)
		return
	}
	w.renameLayer(id)
}

// switchLayer turns a switch of the active layer.
func (w *commands) switchLayer(set func(*editor.Session, level.LayerID, bool) error, is func(*level.Layer) bool) {
	if l := w.session.Document().Layer(w.session.ActiveLayer()); l != nil {
		w.fail(set(w.session, l.ID, !is(l)))
	}
}

func (w *commands) removeLayer(id level.LayerID) { w.fail(w.session.RemoveLayer(id)) }

// playMenu is the menu of the playtest.
func (w *commands) playMenu() *menu {
	m := &w.shared
	during := func(label string, key fyne.KeyName, f func(p *player)) *command {
		return item(label, key, 0, func() { f(w.play.run) }).when(w.playing)
	}
	m.playHere = item("Playtest from here", fyne.KeyF5, fyne.KeyModifierShift, w.play.startPlayHere).when(w.aLevel)
	fromCursor := item("Playtest from the cursor", fyne.KeyF5, fyne.KeyModifierShift, w.play.startPlayHere)
	m.spawn = item("Put the spawn here", "", 0, w.play.putSpawn).when(w.aLevel, w.editing)
	items := []*command{
		item("Playtest", fyne.KeyF5, 0, w.play.startPlay), fromCursor,
		during("Leave the playtest", fyne.KeyEscape, func(*player) { w.play.leavePlay() }), sep(),
		during("Pause", fyne.KeyP, (*player).pause), during("One step", fyne.KeyO, (*player).stepOnce), during("Restart", fyne.KeyR, (*player).restart),
		during("Slow motion", fyne.KeyS, (*player).slow), during("Turn gravity around", fyne.KeyI, (*player).reverse), sep(),
		during("Replay this run", fyne.KeyL, (*player).replayRun).when(w.somethingPlayed),
		during("Save the run…", "", func(*player) { w.play.saveRecording() }).when(w.somethingPlayed),
		item("Replay a file…", "", 0, w.play.openRecording), sep(),
	}
	for _, s := range w.play.playSwitches() {
		items = append(items, toggle(s.Label, "", s.On, func() {
			w.play.keepPlayShow()
			if w.play.run != nil {
				w.play.run.apply()
			}
		}))
	}
	return &menu{"Play", allNeed(append(items, sep(), m.spawn, item("Character and forces…", "", 0, w.play.playSettings)), w.aLevel)}
}

// panelsItem is the submenu that shows and hides the panels.
func (w *commands) panelsItem() *command {
	shows := func(label string, key fyne.KeyName, p panel) *command {
		return item(label, key, ctrl, func() { w.side.togglePanel(p) }).checked(func() bool { return !w.side.sizes.isHidden(p) })
	}
	return submenu("Panels", these(
		shows("Side panel", fyne.KeyBackslash, sidePanel), sep(), shows("Tools", "", toolsPanel), shows("Inspector", "", inspectorPanel),
		shows("Layers", "", layerPanel), shows("Contacts", "", contactPanel), sep(), item("Reset layout", "", 0, w.side.resetPanels)))
}
