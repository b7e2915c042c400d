package ui

import (
	"path/filepath"
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"

	"fillet/editor"
	"fillet/editor/level"
)

// menuItems are the items whose state changes.
type menuItems struct {
	undo, redo *fyne.MenuItem
	needPick   []*fyne.MenuItem // disabled while nothing is selected
	needLevel  []*fyne.MenuItem // disabled while the start page is shown
	playing    []*fyne.MenuItem // disabled unless a playtest runs
	playShows  []*fyne.MenuItem // what a playtest shows
	fits       *fyne.MenuItem
	bar        *fyne.MainMenu
}

const (
	ctrl      = fyne.KeyModifierShortcutDefault
	ctrlShift = fyne.KeyModifierShortcutDefault | fyne.KeyModifierShift
)

// item is a menu item with the key that does the same. A key without a modifier is only shown: typedKey acts on it.
func item(label string, key fyne.KeyName, mod fyne.KeyModifier, action func()) *fyne.MenuItem {
	m := fyne.NewMenuItem(label, action)
	if key != "" {
		m.Shortcut = &desktop.CustomShortcut{KeyName: key, Modifier: mod}
	}
	return m
}

// editItem is an item whose standard key belongs to the focused field while somebody types in one.
func (w *Window) editItem(label string, s fyne.Shortcut, action func()) *fyne.MenuItem {
	m := fyne.NewMenuItem(label, func() {
		focused := w.win.Canvas().Focused()
		if f, ok := focused.(interface{ isDirty() bool }); ok && !f.isDirty() && isUndo(s) {
			w.look.focus() // nothing is typed that could be undone: the level is meant
			action()
			return
		}
		if f, ok := focused.(fyne.Shortcutable); ok {
			f.TypedShortcut(s)
			return
		}
		if !w.isModal() && !w.start.isOpen() {
			action()
		}
	})
	m.Shortcut = s
	return m
}

func isUndo(s fyne.Shortcut) bool {
	switch s.(type) {
	case *fyne.ShortcutUndo, *fyne.ShortcutRedo:
		return true
	}
	return false
}

// guard keeps the items of a menu from acting on the level while a dialog is open. Those that belong to a focused field
// have seen to it themselves.
func (w *Window) guard(items []*fyne.MenuItem) {
	for _, i := range items {
		switch i.Shortcut.(type) {
		case *fyne.ShortcutUndo, *fyne.ShortcutRedo, *fyne.ShortcutCut, *fyne.ShortcutCopy, *fyne.ShortcutPaste, *fyne.ShortcutSelectAll:
			continue
		}
		if i.ChildMenu != nil {
			w.guard(i.ChildMenu.Items)
		}
		if action := i.Action; action != nil {
			i.Action = func() {
				if !w.isModal() && !(w.start.isOpen() && slices.Contains(w.menu.needLevel, i)) {
					action()
				}
			}
		}
	}
}

func (w *Window) buildMenu() *fyne.MainMenu {
	sep := fyne.NewMenuItemSeparator
	m := &w.menu
	recent := item("Open recent", "", 0, nil)
	recent.ChildMenu = fyne.NewMenu("")
	for _, f := range recentFiles(w.app.Preferences()) {
		recent.ChildMenu.Items = append(recent.ChildMenu.Items, fyne.NewMenuItem(filepath.Base(f.Path)+"   "+shortenLeft(tidyDir(f.Path), 40), func() { w.openRecent(f.Path) }))
	}
	recent.Disabled = len(recent.ChildMenu.Items) == 0
	file := fyne.NewMenu("File",
		item("New", fyne.KeyN, ctrl, w.newLevel),
		item("Open…", fyne.KeyO, ctrl, w.openLevel),
		recent, w.samplesItem(), sep(),
		item("Save", fyne.KeyS, ctrl, func() { w.save(nil) }),
		item("Save as…", fyne.KeyS, ctrlShift, func() { w.saveAs(nil) }), sep(),
		item("Import…", fyne.KeyI, ctrl, w.importFile),
		item("Re-import", "", 0, w.imports.all),
		item("Import settings…", "", 0, w.importSettings),
		item("Conflicts of a merge…", "", 0, w.settleConflicts),
		item("Export…", fyne.KeyE, ctrlShift, w.exportDialog),
		item("Export again", fyne.KeyE, ctrl, w.exportAgain),
		item("Trace a picture…", "", 0, w.tracePicture),
		item("Trace the imported pictures…", "", 0, w.traceImported), sep(),
		item("Close", fyne.KeyW, ctrl, w.closeLevel),
	)
	m.needLevel = nil
	for _, i := range file.Items {
		switch i.Label {
		case "Save", "Save as…", "Export…", "Trace a picture…", "Trace the imported pictures…", "Close":
			m.needLevel = append(m.needLevel, i)
		}
	}
	quit := item("Quit", fyne.KeyQ, ctrl, w.close)
	quit.IsQuit = true
	file.Items = append(file.Items, sep(), quit)

	m.undo = w.editItem("Undo", &fyne.ShortcutUndo{}, w.undo)
	m.redo = w.editItem("Redo", &fyne.ShortcutRedo{}, w.redo)
	cut := w.editItem("Cut", &fyne.ShortcutCut{Clipboard: w.app.Clipboard()}, w.cut)
	copyItem := w.editItem("Copy", &fyne.ShortcutCopy{Clipboard: w.app.Clipboard()}, w.copy)
	duplicate := item("Duplicate", fyne.KeyD, ctrl, func() { w.fail(w.session.Duplicate()) })
	remove := item("Delete", fyne.KeyDelete, 0, w.deleteSelection)
	edit := fyne.NewMenu("Edit",
		m.undo, m.redo, sep(), cut, copyItem,
		w.editItem("Paste", &fyne.ShortcutPaste{Clipboard: w.app.Clipboard()}, w.paste), duplicate, remove, sep(),
		w.editItem("Select all", &fyne.ShortcutSelectAll{}, w.session.SelectAll),
		item("Invert the selection", "", 0, w.session.SelectInvert), sep(),
		item("Find…", fyne.KeyF, ctrl, w.findCollider),
		item("Commands…", fyne.KeyP, ctrlShift, w.commandPalette), sep(),
		item("Preferences…", fyne.KeyComma, ctrl, w.showPreferences),
	)

	flipX := item("Flip left to right", fyne.KeyH, 0, func() { w.flip(true) })
	flipY := item("Flip top to bottom", fyne.KeyH, fyne.KeyModifierShift, func() { w.flip(false) })
	turnLeft := item("Turn 15° left", fyne.KeyLeftBracket, 0, func() { w.fail(w.session.RotateBy(-quarterHour)) })
	turnRight := item("Turn 15° right", fyne.KeyRightBracket, 0, func() { w.fail(w.session.RotateBy(quarterHour)) })
	inset := item("Round inset", "", 0, func() { w.fail(w.session.SetRounding(w.session.Selection().IDs(), level.Inset)) })
	outset := item("Round outset", "", 0, func() { w.fail(w.session.SetRounding(w.session.Selection().IDs(), level.Outset)) })
	front := item("Bring to front", "", 0, func() { w.fail(w.session.ToFront()) })
	back := item("Send to back", "", 0, func() { w.fail(w.session.ToBack()) })
	align, spread := w.alignItem(), w.distributeItem()
	forward := item("Bring forward", "", 0, func() { w.fail(w.session.BringForward()) })
	backward := item("Send backward", "", 0, func() { w.fail(w.session.SendBackward()) })
	shape := fyne.NewMenu("Shape", flipX, flipY, turnLeft, turnRight, sep(), inset, outset, sep(), align, spread, sep(), front, forward, backward, back, sep())
	m.needPick = []*fyne.MenuItem{cut, copyItem, duplicate, remove, flipX, flipY, turnLeft, turnRight, inset, outset, align, spread, front, forward, backward, back}
	for _, info := range w.tools.Tools() {
		shape.Items = append(shape.Items, item(info.Name, fyne.KeyName(info.Key), 0, func() { w.tools.Switch(info.ID) }))
	}

	lv := fyne.NewMenu("Level",
		item("Add a layer", "", 0, w.addLayer),
		item("Rename the layer…", "", 0, func() { w.renameLayer(w.session.ActiveLayer()) }),
		item("Delete the layer", "", 0, func() { w.removeLayer(w.session.ActiveLayer()) }),
		item("Hide or show the layer", "", 0, func() { w.switchLayer((*editor.Session).SetLayerHidden, func(l *level.Layer) bool { return l.Hidden }) }),
		item("Lock or unlock the layer", "", 0, func() { w.switchLayer((*editor.Session).SetLayerLocked, func(l *level.Layer) bool { return l.Locked }) }),
		item("Raise the layer", "", 0, func() { w.fail(w.session.MoveLayer(w.session.ActiveLayer(), true)) }),
		item("Lower the layer", "", 0, func() { w.fail(w.session.MoveLayer(w.session.ActiveLayer(), false)) }),
		item("Move the selection to the layer", "", 0, func() { w.fail(w.session.MoveToLayer(w.session.Selection().IDs(), w.session.ActiveLayer())) }),
		item("Select the layer's colliders", "", 0, func() { w.session.SelectLayer(w.session.ActiveLayer()) }), sep(),
		item("Separate", "", 0, func() { w.contacts.separateChosen() }),
		item("Check the level", "", 0, func() { w.showProblems(true) }),
		item("Next overlap", fyne.KeyF8, 0, w.nextOverlap), sep(),
		item("Level settings", "", 0, func() { w.session.Selection().Clear() }),
	)

	help := fyne.NewMenu("Help",
		item("User guide", fyne.KeyF1, fyne.KeyModifierShift, w.showGuide),
		item("Keyboard shortcuts", fyne.KeyF1, 0, w.showKeys),
		item("About Fillet", "", 0, w.showAbout),
	)
	m.bar = fyne.NewMainMenu(file, edit, w.viewMenu(), shape, lv, w.playMenu(), help)
	m.gatherNeedLevel()
	w.guardPlay(file, true, "Save", "Export…")
	w.guardPlay(edit, false, "Commands…", "Preferences…")
	w.guardPlay(shape, false)
	w.guardPlay(lv, false)
	for _, menu := range m.bar.Items {
		w.guard(menu.Items)
		w.look.menu(menu.Items)
	}
	return m.bar
}

func (w *Window) alignItem() *fyne.MenuItem {
	m := item("Align", "", 0, nil)
	m.ChildMenu = fyne.NewMenu("")
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
		m.ChildMenu.Items = append(m.ChildMenu.Items, item(a.label, "", 0, func() { w.fail(w.session.Align(a.edge)) }))
	}
	return m
}

func (w *Window) distributeItem() *fyne.MenuItem {
	m := item("Distribute", "", 0, nil)
	m.ChildMenu = fyne.NewMenu("",
		item("Left to right", "", 0, func() { w.fail(w.session.Distribute(editor.AxisX)) }),
		item("Top to bottom", "", 0, func() { w.fail(w.session.Distribute(editor.AxisY)) }))
	return m
}

// toggle is an item with a check mark.
func (w *Window) toggle(label string, key fyne.KeyName, on *bool, then func()) *fyne.MenuItem {
	m := item(label, key, 0, nil)
	m.Checked = *on
	m.Action = func() {
		*on = !*on
		m.Checked = *on
		w.menu.bar.Refresh()
		then()
	}
	return m
}

func (w *Window) viewMenu() *fyne.Menu {
	sep := fyne.NewMenuItemSeparator
	c, redraw := w.canvas, w.canvas.redraw
	var shows []*fyne.MenuItem
	for _, s := range c.viewSwitches() {
		shows = append(shows, w.toggle(s.label, "", s.on, func() {
			w.app.Preferences().SetBool(prefView+s.key, *s.on)
			redraw()
		}))
	}
	panels := w.panelsItem()
	themes := item("Theme", "", 0, nil)
	themes.ChildMenu = fyne.NewMenu("")
	for _, m := range []mode{modeSystem, modeDark, modeLight} {
		t := item(map[mode]string{modeSystem: "Like the system", modeDark: "Dark", modeLight: "Light"}[m], "", 0, func() { w.setTheme(m) })
		t.Checked = w.look.theme.mode == m
		themes.ChildMenu.Items = append(themes.ChildMenu.Items, t)
	}
	grid := item("Show the grid", fyne.KeyG, 0, w.toggleGrid)
	grid.Checked = c.grid
	w.menu.fits = item("Where the character fits", fyne.KeyF, 0, w.toggleFits)
	w.menu.fits.Checked = c.free.on
	pictures := item("Pictures of the imported file", "", 0, nil)
	pictures.Checked = !c.bare
	pictures.Action = func() {
		c.bare = !c.bare
		pictures.Checked = !c.bare
		w.menu.bar.Refresh()
		redraw()
	}
	view := fyne.NewMenu("View",
		item("Zoom in", fyne.KeyPlus, 0, func() { c.zoomBy(zoomStep * zoomStep) }),
		item("Zoom out", fyne.KeyMinus, 0, func() { c.zoomBy(1 / (zoomStep * zoomStep)) }),
		item("Zoom to 100 %", fyne.Key0, 0, func() { c.zoomTo(1) }),
		item("Fit the level", fyne.Key1, 0, c.zoomFit),
		item("Fit the selection", fyne.Key2, 0, c.zoomSelection), sep(),
		grid, pictures, w.snapItem(), sep())
	view.Items = append(append(view.Items, shows...), sep(), w.menu.fits, sep(), panels, themes)
	return view
}

// snapItem is the submenu of what drags snap to.
func (w *Window) snapItem() *fyne.MenuItem {
	m := item("Snap to", "", 0, nil)
	s := w.session.Snapping()
	m.ChildMenu = fyne.NewMenu("")
	for _, t := range snapSwitches(&s) {
		m.ChildMenu.Items = append(m.ChildMenu.Items, w.toggle(t.label, "", t.on, func() { w.session.SetSnapping(s) }))
	}
	return m
}

// showSnapMenu opens what drags snap to above a place.
func (w *Window) showSnapMenu(at fyne.Position) {
	if w.isModal() || w.start.isOpen() || w.play != nil {
		return
	}
	s := w.session.Snapping()
	menu := fyne.NewMenu("")
	for _, t := range snapSwitches(&s) {
		i := item(t.label, "", 0, func() {
			*t.on = !*t.on
			w.session.SetSnapping(s)
			w.rebuildMenu()
		})
		i.Checked = *t.on
		menu.Items = append(menu.Items, i)
	}
	menu.Items = append(menu.Items, fyne.NewMenuItemSeparator(), item("Preferences…", "", 0, w.showPreferences))
	up := widget.NewMenu(menu).MinSize().Height
	w.look.popUp(menu, w.win.Canvas(), at.SubtractXY(0, up+4))
}

// refresh shows what can be undone, and which items make sense now.
func (m *menuItems) refresh(w *Window) {
	undo, canUndo := w.session.History().CanUndo()
	redo, canRedo := w.session.History().CanRedo()
	changed := false
	set := func(i *fyne.MenuItem, label string, disabled bool) {
		if i.Label != label || i.Disabled != disabled {
			i.Label, i.Disabled, changed = label, disabled, true
		}
	}
	start := w.start.isOpen()
	for _, i := range m.needLevel {
		set(i, i.Label, start)
	}
	set(m.undo, named("Undo", undo), !canUndo || start)
	set(m.redo, named("Redo", redo), !canRedo || start)
	for _, i := range m.needPick {
		set(i, i.Label, w.session.Selection().Len() == 0 || start)
	}
	for _, i := range m.playing {
		set(i, i.Label, w.play == nil)
	}
	for k, s := range w.playSwitches() {
		if i := m.playShows[k]; i.Checked != *s.on {
			i.Checked, changed = *s.on, true
		}
	}
	if m.fits.Checked != w.canvas.free.on {
		m.fits.Checked, changed = w.canvas.free.on, true
	}
	if changed {
		m.bar.Refresh()
	}
}

// gatherNeedLevel adds what makes sense only while a level is open: all of the menus but File, Help and the window's own
// looks.
func (m *menuItems) gatherNeedLevel() {
	for _, menu := range m.bar.Items {
		if menu.Label == "File" || menu.Label == "Help" {
			continue
		}
		for _, i := range menu.Items {
			switch i.Label {
			case "Theme", "Preferences…", "Commands…":
				continue
			}
			if !i.IsSeparator && !i.Disabled {
				m.needLevel = append(m.needLevel, i)
			}
		}
	}
}

func named(verb, label string) string {
	if label == "" {
		return verb
	}
	return verb + ": " + label
}

func (w *Window) setTheme(m mode) {
	w.app.Preferences().SetString(prefTheme, string(m))
	w.look.theme.mode = m
	w.app.Settings().SetTheme(w.look.theme)
}

func (w *Window) undo() {
	if w.inspector.stepBack() {
		return
	}
	if label, ok := w.session.Undo(); ok && label != "" {
		w.tell("Undone: %s", label)
	}
}

func (w *Window) redo() {
	if label, ok := w.session.Redo(); ok && label != "" {
		w.tell("Redone: %s", label)
	}
}

func (w *Window) cut() {
	text, err := w.session.Cut()
	if err != nil {
		w.fail(err)
		return
	}
	w.app.Clipboard().SetContent(text)
}

func (w *Window) copy() {
	if text := w.session.Copy(); text != "" {
		w.app.Clipboard().SetContent(text)
	}
}

func (w *Window) paste() { w.fail(w.session.Paste(w.app.Clipboard().Content(), w.canvas.cursorAt())) }

func (w *Window) deleteSelection() {
	if w.session.Selection().Len() > 0 {
		w.fail(w.session.DeleteSelection())
	}
}

func (w *Window) flip(horizontal bool) {
	if w.session.Selection().Len() > 0 {
		w.fail(w.session.Flip(horizontal))
	}
}

// toggleGrid shows or hides the grid. Whether drags snap to it is a switch of its own, among what they snap to.
func (w *Window) toggleGrid() {
	w.canvas.grid = !w.canvas.grid
	w.rebuildMenu()
	w.canvas.redraw()
}

// canvasMenu is what the right button opens over the canvas.
func (w *Window) canvasMenu(at fyne.Position) {
	none := w.session.Selection().Len() == 0
	off := func(m *fyne.MenuItem) *fyne.MenuItem { m.Disabled = none; return m }
	sep := fyne.NewMenuItemSeparator
	menu := fyne.NewMenu("")
	for _, a := range w.tools.Actions() {
		menu.Items = append(menu.Items, item(a.Label, "", 0, a.Do))
	}
	if len(menu.Items) > 0 {
		menu.Items = append(menu.Items, sep())
	}
	menu.Items = append(menu.Items,
		off(item("Cut", fyne.KeyX, ctrl, w.cut)), off(item("Copy", fyne.KeyC, ctrl, w.copy)), item("Paste", fyne.KeyV, ctrl, w.paste),
		off(item("Duplicate", fyne.KeyD, ctrl, func() { w.fail(w.session.Duplicate()) })), off(item("Delete", fyne.KeyDelete, 0, w.deleteSelection)), sep(),
		off(item("Bring to front", "", 0, func() { w.fail(w.session.ToFront()) })), off(item("Send to back", "", 0, func() { w.fail(w.session.ToBack()) })),
		off(item("Flip left to right", fyne.KeyH, 0, func() { w.flip(true) })), sep(),
		off(item("Fit the selection", fyne.Key2, 0, w.canvas.zoomSelection)), sep(),
		item("Playtest from here", fyne.KeyF5, fyne.KeyModifierShift, w.startPlayHere), item("Put the spawn here", "", 0, w.putSpawn),
	)
	w.look.popUp(menu, w.win.Canvas(), at)
}

// layerMenu is what the right button opens over a layer.
func (w *Window) layerMenu(id level.LayerID, at fyne.Position) {
	select1 := item("Select its colliders", "", 0, func() { w.session.SelectLayer(id) })
	move := item("Move the selection here", "", 0, func() { w.fail(w.session.MoveToLayer(w.session.Selection().IDs(), id)) })
	move.Disabled = w.session.Selection().Len() == 0
	menu := fyne.NewMenu("", item("Rename…", "", 0, func() { w.renameLayer(id) }), w.colorItem(id), select1, move, fyne.NewMenuItemSeparator(),
		item("Move up", "", 0, func() { w.fail(w.session.MoveLayer(id, true)) }), item("Move down", "", 0, func() { w.fail(w.session.MoveLayer(id, false)) }),
		fyne.NewMenuItemSeparator(), item("Delete", "", 0, func() { w.removeLayer(id) }))
	w.look.popUp(menu, w.win.Canvas(), at)
}

// addLayer adds a layer and asks for its name.
func (w *Window) addLayer() {
	id, err := w.session.AddLayer("")
	if err != nil {
		w.fail(err)
		return
	}
	w.renameLayer(id)
}

// switchLayer turns a switch of the active layer.
func (w *Window) switchLayer(set func(*editor.Session, level.LayerID, bool) error, is func(*level.Layer) bool) {
	if l := w.session.Document().Layer(w.session.ActiveLayer()); l != nil {
		w.fail(set(w.session, l.ID, !is(l)))
	}
}

func (w *Window) removeLayer(id level.LayerID) { w.fail(w.session.RemoveLayer(id)) }
