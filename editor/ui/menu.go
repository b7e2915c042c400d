package ui

import (
	"path/filepath"
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"fillet/editor"
	"fillet/editor/level"
	"fillet/editor/quote"
	"fillet/editor/tool"
	"fillet/editor/ui/canvas"
	"fillet/editor/ui/dialog"
	"fillet/editor/ui/kit"
	"fillet/editor/ui/panel"
)

// commands holds everything that the window's menus offer.
type commands struct {
	*Window
	needs
	menus *kit.Menus
}

func newCommands(w *Window) *commands {
	c := &commands{Window: w, needs: needs{w}, menus: kit.NewMenus(w.Look, w.Win, func(reason string) {
		w.Tell("%s", reason)
	})}
	c.menus.Also = otherKeys
	c.menus.Leave = func() { w.play.Leave() }
	c.menus.Place = func() func(do func()) {
		here := w.Canvas.PointerInLevel()
		return func(do func()) {
			w.Canvas.MenuAt = &here
			defer func() { w.Canvas.MenuAt = nil }()
			do()
		}
	}
	c.menus.Outside, c.menus.InDialog = c.pressBeside, func(s fyne.Shortcut) { c.ModalShortcut(s) }
	return c
}

// pressBeside handles a right click outside an open menu: it opens the canvas menu there.
func (w *commands) pressBeside(e *desktop.MouseEvent) {
	at := w.App.Driver().AbsolutePositionForObject(w.Canvas)
	if !w.start.IsOpen() && kit.IsInside(e.AbsolutePosition, at, w.Canvas.Size()) {
		e.Position = e.AbsolutePosition.Subtract(at)
		w.Canvas.MouseDown(e)
	}
}

// build makes the commands. Their variable parts are evaluated each time they are shown.
func (w *commands) build() {
	w.menus.Set(w.bar()...)
	w.keys().read()
}

// renew rebuilds the commands when another level is shown: commands are bound to its tab.
func (w *commands) renew() { w.menus.Renew(w.bar()...) }

func (w *commands) bar() []*kit.Menu {
	here := kit.Desktop
	if w.Page != nil {
		here = kit.Browser
	}
	return kit.MenusHere(here, []*kit.Menu{
		w.fileMenu(), w.editMenu(), w.viewMenu(), w.shapeMenu(), w.collisionMenu(), w.levelMenu(), w.playMenu(),
		w.helpMenu(),
	})
}

// otherKeys lists additional keys of some commands.
var otherKeys = []kit.KeyAlias{
	{Key: &desktop.CustomShortcut{KeyName: fyne.KeyZ, Modifier: kit.CtrlShift}, Label: "Redo"},
	{Key: &desktop.CustomShortcut{KeyName: fyne.KeyPageDown, Modifier: kit.Ctrl}, Label: "Open levels › Next"},
	{Key: &desktop.CustomShortcut{KeyName: fyne.KeyEqual}, Label: "Zoom in"},
	{Key: &desktop.CustomShortcut{KeyName: fyne.KeyPageUp, Modifier: kit.Ctrl}, Label: "Open levels › Previous"},
}

// allNeed prepends needs to each of the items.
func allNeed(items []*kit.Command, needs ...kit.Need) []*kit.Command {
	for _, c := range items {
		c.Needs = slices.Concat(needs, c.Needs)
	}
	return items
}

func (w *commands) fileMenu() *kit.Menu {
	recent := kit.MenuList("Open recent", func() []*kit.Command {
		return kit.Map(dialog.RecentFiles(w.App.Preferences()), func(f dialog.RecentFile) *kit.Command {
			label := filepath.Base(f.Path)
			if dir := w.FolderOf(f.Path); dir != "" {
				label += "   " + kit.ShortenLeft(dir, 40)
			}
			return kit.Item(label, func() { w.start.OpenRecent(f.Path) })
		})
	}).When(func() string {
		return unless(len(dialog.RecentFiles(w.App.Preferences())) > 0, "No level has been opened or saved yet")
	})
	save := kit.MenuItem("Save", fyne.KeyS, kit.Ctrl, func() { w.file.Save(nil) }).When(w.aLevel)
	saveAll := kit.Item("Save all", w.docs.SaveAll).When(w.aLevel, func() string {
		return unless(w.Unsaved(), "Everything is saved")
	})
	export := kit.MenuItem("Export…", fyne.KeyE, kit.CtrlShift, w.exports.OpenForm).When(w.aLevel)
	create, open := kit.MenuItem("New", fyne.KeyN, kit.Ctrl, w.docs.NewLevel),
		kit.MenuItem("Open…", fyne.KeyO, kit.Ctrl, w.docs.ChooseLevel)
	newWindow := kit.MenuItem("New window", fyne.KeyN, kit.CtrlShift, func() { w.Fail(w.OpenWindow()) }).
		Only(kit.Desktop).
		When(func() string { return unless(w.OpenWindow != nil, "Another window cannot be opened here") })
	samples, levels := w.samplesItem(), w.tabsItem()
	quit := kit.MenuItem("Quit", fyne.KeyQ, kit.Ctrl, w.close).Only(kit.Desktop)
	quit.Quits = true
	items := []*kit.Command{
		create, open, kit.Item("Open folder…", w.docs.ChooseFolder).Only(kit.Browser), recent, samples,
		kit.MenuSeparator(), save,
		kit.MenuItem("Save as…", fyne.KeyS, kit.CtrlShift, func() { w.file.SaveAs(nil) }).When(w.aLevel), saveAll,
		kit.Item("Download copy", func() { w.file.DownloadCopy() }).When(w.aLevel).Only(kit.Browser),
		kit.Item("Copy link", func() { w.file.CopyLink() }).When(w.aLevel).Only(kit.Browser), kit.MenuSeparator(),
		kit.MenuItem("Import…", fyne.KeyI, kit.Ctrl, w.imports.ChooseFile),
		kit.Item("Re-import", w.imports.All).When(w.aLevel, w.anImport),
		kit.Item("Import settings…", w.imports.Settings).When(w.aLevel, w.anImport),
		kit.Item("Resolve conflicts…", w.imports.SettleConflicts).When(w.aLevel, w.aConflict), export,
		kit.MenuItem("Export again", fyne.KeyE, kit.Ctrl, w.exports.Again).When(w.aLevel),
		kit.Item("Tile shapes…", func() { chooseTileShapes(w.Parent, func() { tilesSaved(w.Window) }) }),
		w.picturesItem(), kit.MenuSeparator(),
		kit.Submenu("Save picture", kit.MenuItems(
			kit.Item("Whole level…", func() { w.SavePicture(true) }), kit.Item("Current view…", func() {
				w.SavePicture(false)
			}))).When(w.aLevel), kit.MenuSeparator(),
		w.projectItem(), levels, kit.MenuItem("Close", fyne.KeyW, kit.Ctrl, w.docs.CloseLevel).When(w.aLevel),
		newWindow, kit.MenuSeparator(), quit,
	}
	// opening a tab does not affect the playtest in this one
	staying := []*kit.Command{create, newWindow, open, recent, samples, levels, save, saveAll, export}
	for _, c := range items {
		c.Leaves = !slices.Contains(staying, c)
	}
	return &kit.Menu{Label: "File", Items: items}
}

func (w *commands) editMenu() *kit.Menu {
	typed := func(label string, s fyne.Shortcut, do func(), needs ...kit.Need) *kit.Command {
		return &kit.Command{Label: label, Key: s, Do: do, Needs: needs, Typed: true}
	}
	clip := w.App.Clipboard()
	undo := typed("Undo", &fyne.ShortcutUndo{}, w.undo, w.anUndo)
	redo := typed("Redo", &fyne.ShortcutRedo{}, w.redo, w.aRedo)
	undo.Named = func() string { label, _ := w.Session.History().CanUndo(); return named("Undo", label) }
	redo.Named = func() string { label, _ := w.Session.History().CanRedo(); return named("Redo", label) }
	items := allNeed([]*kit.Command{
		undo, redo, kit.MenuSeparator(),
		typed("Cut", &fyne.ShortcutCut{Clipboard: clip}, w.cut, w.aFreePickOrMark),
		typed("Copy", &fyne.ShortcutCopy{Clipboard: clip}, w.copy, w.somethingToCopy),
		kit.MenuItem("Copy as picture", fyne.KeyC, kit.CtrlShift, w.CopyPicture).When(w.pictureClipboard),
		typed("Paste", &fyne.ShortcutPaste{Clipboard: clip}, w.paste, w.copiedAnything),
		kit.MenuItem("Paste in place", fyne.KeyV, kit.CtrlShift, func() {
			w.pasteShapes(w.App.Clipboard().Content(), editor.Clipboard.PasteInPlace)
		}).When(w.copiedShapes),
		w.proposing("Paste multiple…", fyne.KeyV, ctrlAlt, func() error {
			return w.Session.Clipboard().PasteSeveral(w.App.Clipboard().Content(), w.Canvas.PointerInLevel())
		}).When(w.copiedShapes),
		kit.MenuItem("Duplicate", fyne.KeyD, kit.Ctrl, func() {
			w.Fail(w.Session.Duplicate())
		}).When(w.aFreePickOrMark),
		w.repeatItem(), kit.MenuItem("Delete", fyne.KeyDelete, 0, w.deleteSelection).When(w.somethingFree),
		kit.MenuSeparator(),
		typed("Select all", &fyne.ShortcutSelectAll{}, w.Session.Selection().All, w.someShapes),
		kit.Item("Invert selection", w.Session.Selection().Invert).When(w.someShapes), w.sameItem(),
		kit.MenuItem("Select below pointer…", fyne.KeyB, ctrlAlt, w.selectBelow).When(w.someShapes),
		w.isolateItem(), kit.MenuSeparator(),
		kit.MenuItem("Find…", fyne.KeyF, kit.Ctrl, w.findCollider).When(w.someShapes),
		kit.MenuItem("Find and replace…", fyne.KeyH, kit.Ctrl, w.Replace).When(w.someShapes),
		kit.MenuItem("Rename…", fyne.KeyF2, 0, w.renameSelection).When(w.somethingFree),
	}, w.aLevel, w.editing)
	return &kit.Menu{Label: "Edit", Items: append(items,
		kit.MenuItem("Commands…", fyne.KeyP, kit.CtrlShift, w.commandPalette), kit.MenuSeparator(),
		kit.Item("Change shortcuts…", w.keys().list),
		kit.MenuItem("Preferences…", fyne.KeyComma, kit.Ctrl, w.prefs.Show))}
}

func (w *commands) shapeMenu() *kit.Menu {
	rounding := func(label string, r level.Rounding) *kit.Command {
		return kit.Item(label, func() { w.Fail(w.shapes().SetRounding(r)) }).When(w.aFreePick, w.someCorners)
	}
	act := func(label string, key fyne.KeyName, do func() error) *kit.Command {
		return kit.MenuItem(label, key, 0, func() { w.Fail(do()) }).When(w.aFreePick)
	}
	items := []*kit.Command{
		kit.MenuItem("Group", fyne.KeyG, kit.Ctrl, w.group).When(w.aFreePick),
		kit.MenuItem("Ungroup", fyne.KeyG, kit.CtrlShift, func() {
			w.Fail(w.Session.Groups().Ungroup())
		}).When(w.aGroup),
		kit.Submenu("Edit group", w.groupDetails).When(w.inGroup),
		kit.MenuItem("Make prefab…", fyne.KeyK, ctrlAlt, w.tabs.prefabs.Make).When(w.aFreePick, func() string {
			return unless(w.Files.Path() != "", "Save the level first: prefab paths are relative to its file")
		}), w.prefab().instanceItem(),
		kit.Item("Close prefab", w.tabs.endPlace).When(func() string {
			return unless(w.within != nil, "No prefab is being edited in place")
		}), kit.MenuSeparator(),
		kit.MenuItem("Flip horizontally", fyne.KeyH, 0, func() { w.Fail(w.Session.Flip(true)) }).When(w.aFreePick),
		kit.MenuItem("Flip vertically", fyne.KeyH, fyne.KeyModifierShift, func() {
			w.Fail(w.Session.Flip(false))
		}).When(w.aFreePick),
		act("Rotate 15° left", fyne.KeyLeftBracket, func() error { return w.turn(-rotateStepDegrees) }),
		act("Rotate 15° right", fyne.KeyRightBracket, func() error { return w.turn(rotateStepDegrees) }),
		kit.MenuSeparator(), w.layerItem(),
		kit.Submenu("Order", kit.MenuItems(
			act("Bring to front", "", w.Session.Arrange().ToFront),
			act("Bring forward", "", w.Session.Arrange().BringForward),
			act("Send backward", "", w.Session.Arrange().SendBackward),
			act("Send to back", "", w.Session.Arrange().ToBack))).When(w.aFreePick),
		w.alignItem().When(w.aFreePickOrMark), w.distributeItem().When(w.aFreePickOrMark), kit.MenuSeparator(),
	}
	items = append(append(items, w.reshapeItems()...), nodeFormsItem(w),
		rounding("Round inset", level.Inset), rounding("Round outset", level.Outset), kit.MenuSeparator(), toolsItem(w))
	return &kit.Menu{Label: "Shape", Items: allNeed(items, w.aLevel, w.editing)}
}

// collisionMenu returns the menu of what shapes do in the game and of what they touch.
func (w *commands) collisionMenu() *kit.Menu {
	return &kit.Menu{Label: "Collision", Items: allNeed([]*kit.Command{
		w.roleItem(), bodyItem(w), w.categoriesItem(), gameplayItem(w), kit.MenuSeparator(),
		oneBodyItem(w), jointItem(w), softBodyItem(w), pathItem(w), kit.MenuSeparator(),
		kit.Item("Separate", w.separate).When(w.anOverlap, w.aPairToSeparate),
		kit.Item("Separate all…", w.separateAll).When(w.anOverlap), w.dropItem().When(w.aFreePick),
		w.pairs().ignoreItem(), w.pairs().stopIgnoringItem(), kit.MenuSeparator(),
		kit.MenuItem("Next overlap", fyne.KeyF8, 0, func() { w.side.contacts.NextProblem() }).When(w.anOverlap),
		kit.MenuItem("Check level", fyne.KeyF7, 0, func() { w.side.showProblems(true) }),
	}, w.aLevel, w.editing)}
}

func nodeFormsItem(w *commands) *kit.Command {
	corners, edges := w.Tools.NodeForms()
	var items []*kit.Command
	for _, f := range append(corners, edges...) {
		if f.Label == edges[0].Label {
			items = append(items, kit.MenuSeparator())
		}
		items = append(items, kit.Item(f.Label, f.Do).Checked(f.IsOn).When(f.Missing))
	}
	return kit.Submenu("Corners and edges", kit.MenuItems(items...))
}

func formsItem(w *commands, label string) *kit.Command {
	var items []*kit.Command
	for i, f := range w.Tools.Forms() {
		items = append(items, kit.MenuItem(f.Name, fyne.KeyName(f.Key), 0, func() { w.Tools.TakeForm(i) }).
			Checked(func() bool { return w.Tools.Active() == tool.Shapes && w.Tools.Form() == i }))
	}
	return kit.Submenu(label, kit.MenuItems(items...))
}

// toolsItem returns the submenu of the palette's tools.
func toolsItem(w *commands) *kit.Command {
	var items []*kit.Command
	for _, info := range w.Tools.Tools() {
		switch {
		case info.ID == tool.Shapes:
			items = append(items, formsItem(w, info.Name))
		case info.Group != tool.MenuOnly:
			items = append(items, w.toolItem(info.Name, info))
		}
	}
	return kit.Submenu("Tools", kit.MenuItems(items...))
}

func (w *commands) toolItem(label string, info tool.Info) *kit.Command {
	return kit.MenuItem(label, fyne.KeyName(info.Key), 0, func() { w.Tools.Switch(info.ID) }).Checked(w.uses(info.ID))
}

// flyouts lists the menus of the palette's flyouts, as in [kit.Menus.Named].
var flyouts = map[tool.Group][]string{
	tool.More: {
		"Tools › More shapes › Ellipse", "Tools › More shapes › Polygon=Regular polygon", "Tools › More shapes › Ramp",
		"Tools › More shapes › Stairs", "Tools › More shapes › Curve", "Tools › More shapes › Freehand", "-",
		"Tools › Point", "Tools › Stamp", "Tools › Knife",
	},
	tool.Inspect: {"Tools › Measure", "Tools › Ray", "Why do they touch?"},
	tool.Motion:  {"Tools › Path", "Tools › Joint"},
}

func (w *commands) openFlyout(group tool.Group, at fyne.Position) {
	w.menus.PopUp(w.menus.Named(flyouts[group]...), at, false)
}

func (w *commands) levelMenu() *kit.Menu {
	active := w.Session.ActiveLayer
	return &kit.Menu{Label: "Level", Items: allNeed([]*kit.Command{
		kit.Item("Add layer", w.addLayer),
		kit.Item("Rename layer", func() { w.side.showRows().NameLayer(active()) }),
		kit.Item("Layer colour and opacity…", func() { w.ShowLayerLook(active()) }),
		kit.Item("Delete layer", func() { w.removeLayer(active()) }),
		kit.Item("Show or hide layer", func() {
			w.switchLayer(editor.Layers.SetHidden, func(l *level.Layer) bool { return l.Hidden })
		}),
		kit.Item("Lock or unlock layer", func() {
			w.switchLayer(editor.Layers.SetLocked, func(l *level.Layer) bool { return l.Locked })
		}),
		kit.Item("Raise layer", func() { w.Fail(w.Session.Layers().Move(active(), true)) }).When(w.atEnd(active, true)),
		kit.Item("Lower layer", func() {
			w.Fail(w.Session.Layers().Move(active(), false))
		}).When(w.atEnd(active, false)),
		kit.Item("Move selection to layer", func() { w.Fail(w.shapes().MoveToLayer(active())) }).When(w.aFreePick),
		kit.Item("Select all in layer", func() { w.Session.Layers().Select(active()) }).When(w.noneIn(active)),
		kit.MenuSeparator(),
		kit.MenuItem("Resize frame", fyne.KeyF, ctrlAlt, w.resizeFrame).Checked(w.uses(tool.Frame)),
		kit.Item("Fit frame to shapes", func() { w.Fail(editor.FitFrame(w.Session)) }).When(w.someShapes),
		w.proposing("Scale level…", fyne.KeyZ, ctrlAlt, func() error { return editor.ScaleLevel(w.Session) }),
		kit.Item("Flip level horizontally", func() { w.flipLevel(true) }),
		kit.Item("Flip level vertically", func() { w.flipLevel(false) }), kit.MenuSeparator(),
		kit.Item("Show level settings", func() { w.Session.Selection().Clear() }),
	}, w.aLevel, w.editing)}
}

func (w *commands) picturesItem() *kit.Command {
	var arrange *kit.Command
	for _, info := range w.Tools.Tools() {
		if info.ID == tool.Pictures {
			arrange = w.toolItem("Arrange pictures", info).When(w.editing)
		}
	}
	return kit.Submenu("Pictures", kit.MenuItems(
		kit.MenuItem("Add picture…", fyne.KeyI, kit.CtrlShift, w.imports.Own.Choose),
		kit.Item("Trace picture…", w.TracePicture),
		kit.Item("Trace imported pictures…", w.TraceImported).When(w.somePictures), kit.MenuSeparator(), arrange,
		kit.Submenu("Picture", func() []*kit.Command {
			return kit.Map(w.Tools.Pictures().Actions(), actionItem)
		}).When(w.editing, func() string {
			return unless(len(w.Tools.Pictures().Actions()) > 0, "Select a picture first: press J, then click one")
		}))).When(w.aLevel)
}

func actionItem(a tool.Action) *kit.Command { return kit.Item(a.Label, a.Do) }

// atEnd explains that a layer cannot be raised or lowered further.
func (w needs) atEnd(id func() level.LayerID, top bool) kit.Need {
	return func() string {
		layers := w.Session.Document().Layers()
		switch {
		case len(layers) > 0 && top && layers[len(layers)-1].ID == id():
			return "This is the top layer"
		case len(layers) > 0 && !top && layers[0].ID == id():
			return "This is the bottom layer"
		}
		return ""
	}
}

func (w needs) noneIn(id func() level.LayerID) kit.Need {
	return func() string { return unless(len(w.Session.Document().InLayer(id())) > 0, "The layer is empty") }
}

func (w *commands) uses(id tool.ID) func() bool {
	return func() bool { return w.Tools.Active() == id }
}

func (w *commands) shapes() editor.Shapes { return w.Session.Shapes(w.Session.Selection().IDs()) }

// common returns the properties that the selected shapes have in common.
func (w *commands) common() editor.Common { return w.Session.Common(w.Session.Selection().IDs()) }

func (w *commands) helpMenu() *kit.Menu {
	return &kit.Menu{Label: "Help", Items: []*kit.Command{
		kit.MenuItem("User guide", fyne.KeyF1, fyne.KeyModifierShift, w.ShowGuide),
		kit.MenuItem("Keyboard shortcuts", fyne.KeyF1, 0, w.showKeys),
		kit.Item("About Fillet", w.ShowAbout),
	}}
}

// dropItem returns the submenu that moves the selection until it hits something.
func (w *commands) dropItem() *kit.Command {
	item := func(label string, key fyne.KeyName, mod fyne.KeyModifier, dir func() level.Vec) *kit.Command {
		return kit.MenuItem(label, key, mod, func() { w.Tools.Drop(dir()) })
	}
	to := func(x, y float64) func() level.Vec { return func() level.Vec { return level.Vec{X: x, Y: y} } }
	return kit.Submenu("Drop", kit.MenuItems(
		item("With gravity", fyne.KeyD, 0, w.Session.Gravity),
		item("Against gravity", fyne.KeyD, fyne.KeyModifierShift, func() level.Vec {
			return w.Session.Gravity().Neg()
		}), kit.MenuSeparator(),
		item("To the left", fyne.KeyLeft, kit.Ctrl, to(-1, 0)), item("To the right", fyne.KeyRight, kit.Ctrl, to(1, 0)),
		item("Up", fyne.KeyUp, kit.Ctrl, to(0, -1)), item("Down", fyne.KeyDown, kit.Ctrl, to(0, 1))))
}

func toggle(label string, key fyne.KeyName, on *bool, then func()) *kit.Command {
	return kit.MenuItem(label, key, 0, func() {
		*on = !*on
		then()
	}).Checked(func() bool { return *on })
}

func (w *commands) viewMenu() *kit.Menu {
	c := w.Canvas
	items := []*kit.Command{
		kit.MenuItem("Zoom in", fyne.KeyPlus, 0, func() { c.ZoomBy(canvas.ZoomStep * canvas.ZoomStep) }),
		kit.MenuItem("Zoom out", fyne.KeyMinus, 0, func() { c.ZoomBy(1 / (canvas.ZoomStep * canvas.ZoomStep)) }),
		kit.MenuItem("Zoom to 100 %", fyne.Key0, 0, func() { c.ZoomTo(1) }),
		kit.MenuItem("Fit level", fyne.Key1, 0, c.ZoomFit),
		kit.MenuItem("Fit selection", fyne.Key2, 0, c.ZoomSelection).When(w.aPick), kit.MenuSeparator(),
		toggle("Show grid", fyne.KeyG, &c.Grid, c.Redraw), // snapping to the grid is a separate switch
		kit.Item("Show pictures", func() {
			c.Bare = !c.Bare
			c.Redraw()
		}).Checked(func() bool { return !c.Bare }).When(w.anyPictures),
		kit.Submenu("Snap to", w.snapItems),
		kit.Item("Block dragged shapes", func() {
			w.Session.SetSolidDrag(!w.Session.SolidDrag())
		}).Checked(w.Session.SolidDrag), kit.MenuSeparator(),
	}
	for _, s := range c.Switches() {
		if !s.Debug {
			items = append(items, w.switchItem(s))
		}
	}
	items = append(items, overlaysItem(w), kit.MenuSeparator(), kit.MenuItem("Show character fit", fyne.KeyF, 0,
		w.play.ToggleFits).Checked(func() bool { return c.Fits.IsOn }), pathsItem(w),
		kit.MenuItem("Why do they touch?", fyne.KeyW, 0, w.Tools.ToggleWhy).Checked(w.Tools.IsWhy).When(w.editing),
		kit.MenuSeparator(), panelsItem(w), kit.Submenu("Minimap", func() []*kit.Command { return mapItems(w) }))
	var themes []*kit.Command
	for _, t := range []struct {
		label string
		mode  kit.Mode
	}{{"System", kit.ModeSystem}, {"Dark", kit.ModeDark}, {"Light", kit.ModeLight}} {
		themes = append(themes, kit.Item(t.label, func() {
			w.setTheme(t.mode)
		}).Checked(func() bool { return w.Look.Theme.Mode == t.mode }))
	}
	return &kit.Menu{Label: "View", Items: append(allNeed(items, w.aLevel),
		kit.Submenu("Theme", kit.MenuItems(themes...)))}
}

// switchItem returns the item of an option of the canvas.
func (w *commands) switchItem(s canvas.Switch) *kit.Command {
	return toggle(s.Label, "", s.On, func() {
		w.App.Preferences().SetBool(canvas.PrefView+s.Key, *s.On)
		w.Canvas.Redraw()
	})
}

// playSwitchItem returns the item of an option of the playtest.
func (w *commands) playSwitchItem(s canvas.Switch) *kit.Command {
	return toggle(s.Label, "", s.On, func() {
		w.play.KeepSwitches()
		if w.play.Run != nil {
			w.play.Run.Apply()
		}
	})
}

// overlaysItem returns the submenu of what the canvas draws over the shapes for debugging, in the editor and in a
// playtest.
func overlaysItem(w *commands) *kit.Command {
	var items []*kit.Command
	for _, s := range w.Canvas.Switches() {
		if s.Debug {
			items = append(items, w.switchItem(s))
		}
	}
	items = append(items, kit.MenuSeparator())
	for _, s := range w.play.Switches() {
		if s.Debug {
			items = append(items, w.playSwitchItem(s))
		}
	}
	return kit.Submenu("Debug overlays", kit.MenuItems(items...))
}

func (w *commands) snapItems() []*kit.Command {
	s := w.Session.Snapping()
	return kit.Map(dialog.SnapSwitches(&s), func(t dialog.SnapSwitch) *kit.Command {
		return toggle(t.Label, "", t.On, func() { w.Session.SetSnapping(s) })
	})
}

// showSnapMenu opens the snapping menu above a position.
func (w *commands) showSnapMenu(at fyne.Position) {
	if w.IsModal() || w.start.IsOpen() || w.play.IsOn() {
		return
	}
	w.menus.PopUp(append(w.snapItems(), w.menus.Named("-", "Block dragged shapes", "-", "Preferences…")...), at, true)
}

func named(verb, label string) string {
	if label == "" {
		return verb
	}
	return verb + ": " + label
}

func (w *commands) setTheme(m kit.Mode) {
	w.App.Preferences().SetString(dialog.PrefTheme, string(m))
	w.Look.Theme.Mode = m
	w.App.Settings().SetTheme(w.Look.Theme)
}

func (w *commands) undo() {
	if w.Look.StepBack() {
		return
	}
	if label, ok := w.Session.Undo(); ok && label != "" {
		w.Tell("Undone: %s", label)
	}
}

func (w *commands) redo() {
	if label, ok := w.Session.Redo(); ok && label != "" {
		w.Tell("Redone: %s", label)
	}
}

func (w *commands) cut() {
	text, err := w.Session.Clipboard().Cut()
	if w.Fail(err); err == nil {
		w.App.Clipboard().SetContent(text)
	}
}

func (w *commands) copy() {
	if text := w.Tools.MeasureText(); text != "" && w.Tools.Active() == tool.Measure {
		w.App.Clipboard().SetContent(text)
		w.Tell("Copied: %s", text)
		return
	}
	if text := w.Session.Clipboard().Copy(); text != "" {
		w.App.Clipboard().SetContent(text)
	}
}

func (w *commands) paste() {
	text, at := w.App.Clipboard().Content(), w.Canvas.PointerInLevel()
	switch files := dialog.PastedPictures(text); {
	case len(files) > 0:
		w.imports.Own.Add(files, at)
	case w.Images != nil && w.copiedShapes() != "":
		w.imports.Own.Paste(at)
	default:
		w.pasteShapes(text, func(clip editor.Clipboard, text string) error { return clip.Paste(text, at) })
	}
}

// pasteShapes pastes a text, and names the layer of shapes that cannot return to their own.
func (w *commands) pasteShapes(text string, paste func(clip editor.Clipboard, text string) error) {
	to, redirected := w.Session.Clipboard().Redirected(text)
	err := paste(w.Session.Clipboard(), text)
	if w.Fail(err); err == nil && redirected {
		w.Tell("Pasted into the layer %s", quote.Printable(to.Name))
	}
}

func (w *commands) deleteSelection() { w.Fail(w.Session.DeleteSelection()) }

func (w *commands) layerMenu(id level.LayerID, at fyne.Position) {
	this := func() level.LayerID { return id }
	w.menus.PopUp([]*kit.Command{
		kit.Item("Rename", func() { w.side.showRows().NameLayer(id) }), w.colorItem(id), w.opacityItem(id),
		kit.Item("Select all in layer", func() { w.Session.Layers().Select(id) }).When(w.noneIn(this)),
		kit.Item("Move selection here", func() { w.Fail(w.shapes().MoveToLayer(id)) }).When(w.aFreePick),
		kit.MenuSeparator(),
		kit.Item("Raise", func() { w.Fail(w.Session.Layers().Move(id, true)) }).When(w.atEnd(this, true)),
		kit.Item("Lower", func() { w.Fail(w.Session.Layers().Move(id, false)) }).When(w.atEnd(this, false)),
		kit.Item("Merge down", func() { w.Fail(w.Session.Layers().MergeDown(id)) }).When(w.atEnd(this, false)),
		kit.MenuSeparator(),
		kit.Item("Delete", func() { w.removeLayer(id) }),
	}, at, false)
}

func (w *commands) addLayer() {
	id, err := w.Session.Layers().Add("")
	if w.Fail(err); err == nil {
		w.side.showRows().NameLayer(id)
	}
}

// switchLayer toggles a switch of the active layer.
func (w *commands) switchLayer(set func(editor.Layers, level.LayerID, bool) error, isOn func(*level.Layer) bool) {
	if l := w.Session.Document().Layer(w.Session.ActiveLayer()); l != nil {
		w.Fail(set(w.Session.Layers(), l.ID, !isOn(l)))
	}
}

func (w *commands) removeLayer(id level.LayerID) { w.Fail(w.Session.Layers().Remove(id)) }

func (w *commands) playMenu() *kit.Menu {
	during := func(label string, key fyne.KeyName, f func(p *player)) *kit.Command {
		return kit.MenuItem(label, key, 0, func() { f(w.play.Run) }).When(w.playing)
	}
	items := []*kit.Command{
		kit.MenuItem("Playtest", fyne.KeyF5, 0, w.play.Start),
		kit.MenuItem("Playtest from cursor", fyne.KeyF5, fyne.KeyModifierShift, w.play.StartHere),
		during("Stop playtest", fyne.KeyEscape, func(*player) { w.play.Leave() }), kit.MenuSeparator(),
		during("Pause", fyne.KeyP, (*player).Pause), during("Step back", fyne.KeyB, (*player).StepBack),
		during("Step forward", fyne.KeyO, (*player).StepOnce), during("Restart", fyne.KeyR, (*player).Restart),
		during("Slow motion", fyne.KeyM, (*player).Slow), during("Flip gravity", fyne.KeyI, (*player).Reverse),
		kit.MenuSeparator(),
		during("Replay run", fyne.KeyL, (*player).ReplayRun).When(w.somethingPlayed),
		during("Save run…", "", func(*player) { w.play.SaveRecording() }).When(w.somethingPlayed),
		kit.Item("Open run…", w.play.OpenRecording),
		kit.Item("Solve level", w.play.Solve),
		kit.Item("Show reachable ground", func() {
			w.play.Ways.Toggle()
		}).Checked(func() bool { return w.play.Ways.IsOn() }),
		kit.Item("Mark unreachable areas", func() {
			w.Canvas.ToggleReach()
			w.play.OnChange()
		}).Checked(func() bool { return w.Canvas.Fits.Reach && w.Canvas.Fits.IsOn }), kit.MenuSeparator(),
	}
	for _, s := range w.play.Switches() {
		if !s.Debug {
			items = append(items, w.playSwitchItem(s))
		}
	}
	items = append(items, timeItem(w), kit.MenuSeparator(),
		kit.Item("Link running game", w.games.Toggle).Checked(w.games.IsOn).Only(kit.Desktop),
		kit.Item("Show link…", w.games.Show).When(w.aLink).Only(kit.Desktop))
	return &kit.Menu{Label: "Play", Items: allNeed(append(items, kit.MenuSeparator(),
		kit.Item("Set spawn here", w.play.PutSpawn).When(w.editing),
		kit.Item("Character and forces…", w.play.Settings)), w.aLevel)}
}

func mapItems(w *commands) []*kit.Command {
	return kit.Map(canvas.MapPlaces(), func(p canvas.NamedMapPlace) *kit.Command {
		return kit.Item(p.Label, func() {
			w.App.Preferences().SetString(canvas.PrefMap, string(p.Place))
			for _, t := range w.tabs.all() {
				if t.minimap != nil {
					t.minimap.SetPlace(p.Place)
				}
			}
		}).Checked(func() bool { return w.minimap.Place == p.Place })
	})
}

func panelsItem(w *commands) *kit.Command {
	shows := func(label string, key fyne.KeyName, p panel.Name) *kit.Command {
		return kit.MenuItem(label, key, kit.Ctrl, func() {
			w.side.togglePanel(p)
		}).Checked(func() bool { return !w.side.sizes.IsHidden(p) })
	}
	return kit.Submenu("Panels", kit.MenuItems(
		kit.MenuItem("Left dock", fyne.KeyB, kit.Ctrl, func() {
			w.side.dock.toggle()
		}).Checked(func() bool { return w.side.dock.isSeen() }),
		shows("Side panel", fyne.KeyBackslash, panel.SidePanel), kit.MenuSeparator(),
		shows("Tools", "", panel.ToolsPanel), shows("Inspector", "", panel.InspectorPanel),
		shows("Contacts", "", panel.ContactPanel), kit.MenuSeparator(), w.historyItem(), kit.MenuSeparator(),
		kit.Item("Reset layout", w.side.resetPanels)))
}

func (w *commands) samplesItem() *kit.Command {
	return kit.MenuList("Open sample", kit.MenuItems(kit.Map(dialog.Lessons(), func(l dialog.Lesson) *kit.Command {
		return kit.Item(l.Title, func() { w.docs.OpenSample(l.File) })
	})...))
}
