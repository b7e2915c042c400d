package ui

import (
	"fmt"

	"fyne.io/fyne/v2"

	"fillet/editor/level"
	"fillet/editor/project"
	"fillet/editor/quote"
	"fillet/editor/tool"
	"fillet/editor/ui/kit"
	"fillet/editor/ui/panel"
)

// prefabsChanged shows the prefabs that the shown level can use.
func (w *tabs) prefabsChanged() {
	var all []tool.Prefab
	for _, e := range w.prefabs.State.Entries {
		if name, err := w.Files.PrefabName(e.Path); err == nil && name != "" {
			all = append(all, tool.Prefab{Name: kit.Shorten(e.Stem(), 30), File: name})
		}
	}
	w.Tools.SetPrefabs(all)
	w.Tools.PrefabsChanged()
	w.side.prefabs.Refresh()
}

func (w *sidePanels) buildPrefabs(c *commands) {
	of := prefabCommands{c, &placing{}}
	w.prefabs = panel.NewPrefabs(w.Look, w.Session, c.tabs.prefabs.State, panel.PrefabListLinks{
		IsShown: func() bool { return w.dock.isShowing(panel.PrefabPanel) },
		Name: func(path string) string {
			name, err := w.Files.PrefabName(path)
			if err != nil {
				return ""
			}
			return name
		},
		Stamp: of.stamp, SelectAll: of.selectAll, Replace: of.replace, Menu: of.menu, Make: of.tabs.prefabs.Make,
		Drag: of.drag, DragEnd: of.dragEnd, Marks: c.tabs.projects.Marks, Missing: c.tabs.prefabs.Follow,
	})
}

// refreshPrefabs updates the prefab panel if it is visible.
func (w *sidePanels) refreshPrefabs() {
	if w.dock.isShowing(panel.PrefabPanel) {
		w.prefabs.Changed()
	}
}

// prefabCommands holds the commands for a prefab chosen in a list.
type prefabCommands struct {
	*commands
	placing *placing
}

// placing holds the state of a prefab that is being dragged from the list.
type placing struct {
	isOn  bool // the prefab is over the canvas
	isOff bool // cancelled by Escape or not placeable: the rest of the drag is ignored
}

// name returns the level's path for a prefab, and reports an error if there is none.
func (w prefabCommands) name(e project.Entry) (string, bool) {
	name, err := w.Files.PrefabName(e.Path)
	switch {
	case err != nil:
		w.Fail(err)
	case name == "":
		w.Tell("Save the level first: prefab paths are relative to its file")
	}
	return name, err == nil && name != ""
}

func (w prefabCommands) stamp(e project.Entry) {
	if name, ok := w.name(e); ok && w.editing() == "" {
		w.Look.Focus()
		w.Tools.TakeStamp(name)
	}
}

// place adds an instance in the middle of the view.
func (w prefabCommands) place(e project.Entry) {
	if name, ok := w.name(e); ok {
		at := w.Canvas.Camera.Center
		_, err := w.Session.Instances().Place(name, level.Vec{X: float64(int(at.X)), Y: float64(int(at.Y))})
		w.Fail(err)
	}
}

func (w prefabCommands) selectAll(e project.Entry) {
	if name, ok := w.name(e); ok {
		w.Session.Instances().SelectAll(name)
		w.Tell("%s selected", quote.Count(len(w.Session.Instances().Selected()), "instance"))
	}
}

func (w prefabCommands) replace(e project.Entry) {
	ids := w.Session.Instances().Selected()
	if name, ok := w.name(e); ok && len(ids) > 0 {
		if err := w.Session.Instances().Replace(name, ids...); err != nil {
			w.Fail(err)
			return
		}
		w.Tell("%s replaced with %s", quote.Count(len(ids), "instance"), quote.Excerpt(e.Stem()))
	}
}

func (w prefabCommands) menu(e project.Entry, at fyne.Position) {
	aProject := func() string {
		return unless(w.tabs.projects.State.Dir != "" && w.tabs.projects.State.List != nil,
			"The level is not part of a project")
	}
	count := 0
	if name, err := w.Files.PrefabName(e.Path); err == nil {
		for _, i := range w.Session.Document().Instances() {
			if i.Prefab == name {
				count++
			}
		}
	}
	all := kit.Item("Select all instances", func() {
		w.selectAll(e)
	}).When(func() string { return unless(count > 0, "The level has no instances of it") })
	all.Named = func() string {
		if count > 0 {
			return fmt.Sprintf("Select all %s", quote.Count(count, "instance"))
		}
		return all.Label
	}
	p := w.tabs.projects
	w.menus.PopUp(append([]*kit.Command{
		kit.Item("Stamp", func() { w.stamp(e) }).When(w.editing),
		kit.Item("Place in view", func() { w.place(e) }).When(w.editing),
		kit.MenuSeparator(), all,
		kit.Item("Replace selected instances", func() { w.replace(e) }).When(w.editing, w.anInstance),
		kit.MenuSeparator(),
		kit.Item("Open", func() { p.Open(e) }),
		kit.Item("Rename…", func() { p.Rename(e) }).When(aProject),
		kit.Item("Delete…", func() { p.Delete(e) }).When(aProject),
	}, w.menus.Named("-", "Make prefab…")...), at, false)
}

// drag handles the drag of a prefab from the list. Over the canvas it previews the instance.
func (w prefabCommands) drag(e project.Entry, at fyne.Position) {
	if w.placing.isOff || w.editing() != "" {
		return
	}
	driver := w.App.Driver()
	on := at.Subtract(driver.AbsolutePositionForObject(w.Canvas))
	inside := kit.IsInside(at, driver.AbsolutePositionForObject(w.Canvas), w.Canvas.Size())
	if d := w.side.dock.content; inside && d.Visible() && kit.IsInside(at, driver.AbsolutePositionForObject(d),
		d.Size()) {
		inside = false // the dock covers the canvas
	}
	event := tool.Event{Kind: tool.Move, Pos: w.Canvas.ToLevel(on), Mods: w.Canvas.Modifiers(), Clicks: 1}
	switch {
	case w.placing.isOn && !w.Tools.Busy():
		w.placing.isOff = true // cancelled by Escape
	case w.placing.isOn && !inside:
		w.Tools.Cancel()
		w.placing.isOn = false
	case w.placing.isOn:
		w.Tools.Pointer(event)
	case inside:
		name, ok := w.name(e)
		if ok {
			err := w.Tools.PlaceBy(name, event)
			ok = err == nil
			w.Fail(err)
		}
		w.placing.isOn, w.placing.isOff = ok, !ok
	}
}

func (w prefabCommands) dragEnd() {
	if w.placing.isOn && !w.placing.isOff && w.Tools.Busy() {
		w.Tools.Pointer(tool.Event{
			Kind: tool.Up, Button: tool.Primary, Pos: w.Tools.Last(), Mods: w.Canvas.Modifiers(),
			Clicks: 1,
		})
	}
	*w.placing = placing{}
}

// instanceCommands holds the commands for prefabs and instances.
type instanceCommands struct{ *commands }

func (w *commands) prefab() instanceCommands { return instanceCommands{w} }

func (w instanceCommands) instanceItem() *kit.Command {
	selected := func() []level.InstanceID { return w.Session.Instances().Selected() }
	first := func() *level.Instance { return w.Session.Document().Instance(selected()[0]) }
	one := func() string { return unless(len(selected()) == 1, "Several instances are selected") }
	some := func() string { return unless(w.Session.Document().PartCount(selected()[0]) > 0, "It has no parts") }
	return kit.Submenu("Instance", kit.MenuItems(append(w.prefabItems(), kit.MenuSeparator(),
		kit.Item("Select all instances", func() {
			w.Session.Instances().SelectAll(first().Prefab)
			w.Tell("%s selected", quote.Count(len(selected()), "instance"))
		}).When(w.anInstance),
		kit.Item("Enter instance", func() {
			w.Session.Selection().EnterInstance(selected()[0])
		}).When(w.anInstance, one, some),
		kit.Item("Rename instance", func() { w.side.showRows().NameInstance(selected()[0]) }).When(w.anInstance, one),
		kit.MenuSeparator(),
		kit.Item("Locate prefab file…", func() {
			w.tabs.prefabs.LocatePrefab(first().Prefab)
		}).When(w.anInstance, one, func() string {
			return unless(w.Files.LacksPrefab(first().Prefab), "Its prefab is not missing")
		}),
		w.replaceItem(),
		kit.Item("Reset to prefab", func() {
			w.Fail(w.Session.Instances().ResetAll(selected()...))
		}).When(w.anInstance, w.aChangedInstance),
		w.resetPartItem(),
		kit.Item("Detach from prefab", func() {
			w.Fail(w.Session.Instances().Detach(selected()...))
		}).When(w.anInstance),
	)...)).When(w.anInstance)
}

// replacements returns a menu item for each prefab that can replace the selected instances' prefab.
func (w instanceCommands) replacements() []*kit.Command {
	const limit = 30 // the panel lists the rest
	of, all := prefabCommands{w.commands, &placing{}}, w.tabs.prefabs.State.Entries
	return kit.Map(all[:min(len(all), limit)], func(e project.Entry) *kit.Command {
		return kit.Item(kit.Shorten(e.Stem(), 40), func() { of.replace(e) })
	})
}

func (w instanceCommands) replaceMenu(at fyne.Position) {
	if items := w.replacements(); len(items) > 0 {
		w.menus.PopUp(items, at, false)
	} else {
		w.Tell("There are no other prefabs")
	}
}

func (w instanceCommands) replaceItem() *kit.Command {
	return kit.MenuList("Replace with", w.replacements).When(w.anInstance, func() string {
		return unless(len(w.tabs.prefabs.State.Entries) > 0, "There are no other prefabs")
	})
}

// resetPartItem returns the item that resets the selected parts' overrides.
func (w instanceCommands) resetPartItem() *kit.Command {
	return kit.Item("Reset part", func() {
		w.Session.Batch(func() {
			for _, p := range w.changedParts() {
				w.Fail(w.Session.Instances().Reset(p.Instance, p.Path, ""))
			}
		})
	}).When(func() string {
		return unless(w.Session.Selection().Inside() != 0 && len(w.changedParts()) > 0,
			"Select a part with overrides. Double-click the instance to enter it")
	})
}

// renameSelection edits the name of the selected object in its row, or asks for a pattern for several.
func (w *commands) renameSelection() {
	if w.Session.Arrange().AtLeast(2) {
		w.Renumber()
		return
	}
	w.side.showRows().NameSelected()
}

// aPickOrMark requires a selection: shapes, or the placeholder of an instance without parts.
func (w needs) aPickOrMark() string {
	if len(w.Session.Selection().Bare()) > 0 {
		return ""
	}
	return w.aPick()
}

// aFreePickOrMark requires an editable selection: shapes, or the placeholder of an instance without parts.
func (w needs) aFreePickOrMark() string {
	if len(w.Session.Selection().Bare()) > 0 {
		return ""
	}
	return w.aFreePick()
}
