package ui

import (
	"fmt"
	"math"
	"strconv"

	"fyne.io/fyne/v2"

	"fillet/editor"
	"fillet/editor/level"
	"fillet/editor/saved"
	"fillet/editor/ui/kit"
	"fillet/editor/ui/menu"
)

// sameItem is the submenu that selects what has something in common with the selection.
func (w *commands) sameItem() *menu.Command {
	var items []*menu.Command
	for _, t := range []struct {
		label string
		do    func(*editor.Selection) error
	}{
		{"Kind", (*editor.Selection).SameKind},
		{"Tag", (*editor.Selection).SameTag},
		{"Category", (*editor.Selection).SameCategory},
		{"Layer", (*editor.Selection).SameLayer},
		{"Material", (*editor.Selection).SameMaterial},
		{"Prefab", (*editor.Selection).SamePrefab},
	} {
		items = append(items, menu.Item(t.label, "", 0, func() {
			if err := t.do(w.Session.Selection()); err != nil {
				w.Fail(err)
				return
			}
			w.tellSelected()
		}))
	}
	return menu.Submenu("Select same", menu.Items(items...)).When(w.aPick)
}

func (w *commands) tellSelected() {
	w.Tell("%s selected", w.Session.Selection().Tally())
}

// savedItem is the submenu of the selections that the level keeps.
func (w *commands) savedItem() *menu.Command {
	list := saved.In(w.Session)
	each := func(do func(name string)) func() []*menu.Command {
		return func() []*menu.Command {
			var items []*menu.Command
			for _, e := range list.Selections() {
				items = append(items, menu.Item(kit.Shorten(e.Name, 40), "", 0, func() { do(e.Name) }))
			}
			return items
		}
	}
	some := func() string { return unless(len(list.Selections()) > 0, "The level has no saved selections") }
	return menu.List("Saved selections", func() []*menu.Command {
		items := each(func(name string) {
			gone, err := list.Select(name)
			switch {
			case err != nil:
				w.Fail(err)
			case gone > 0:
				w.Tell("%s selected; %d that %s had gone from the level", w.Session.Selection().Tally(), gone, either(gone == 1, "was saved has", "were saved have"))
			default:
				w.tellSelected()
			}
		})()
		for i, e := range list.Selections() {
			items[i].Named = func() string { return fmt.Sprintf("%s   (%d)", items[i].Label, len(e.IDs)) }
		}
		if len(items) > 0 {
			items = append(items, menu.Separator())
		}
		return append(items,
			menu.Item("Save the selection…", "", 0, w.saveSelection).When(w.aPick),
			menu.Submenu("Replace by the selection", each(func(name string) { w.Fail(list.ReplaceSelection(name)) })).When(some, w.aPick),
			menu.Submenu("Rename", each(func(name string) {
				w.AskName("Rename the saved selection", name, "Rename", func(to string) error { return list.RenameSelection(name, to) })
			})).When(some),
			menu.Submenu("Delete", each(func(name string) { w.Fail(list.DeleteSelection(name)) })).When(some))
	})
}

func either(is bool, yes, no string) string {
	if is {
		return yes
	}
	return no
}

// saveSelection asks for the name under which the selection is saved.
func (w *commands) saveSelection() {
	list := saved.In(w.Session)
	w.AskName("Save the selection", "", "Save", list.AddSelection)
}

// viewsItem is the submenu of the views that the level keeps.
func (w *commands) viewsItem() *menu.Command {
	list := saved.In(w.Session)
	label := func(slot int) string {
		if v, ok := w.Session.Document().Settings().View(slot); ok {
			return kit.Shorten(v.Label(), 40)
		}
		return "View " + strconv.Itoa(slot)
	}
	each := func(mod fyne.KeyModifier, kept bool, do func(slot int)) []*menu.Command {
		var items []*menu.Command
		for slot := 1; slot <= level.MaxViews; slot++ {
			key := fyne.KeyName("")
			if mod != 0 {
				key = fyne.KeyName(strconv.Itoa(slot))
			}
			item := menu.Item("View "+strconv.Itoa(slot), key, mod, func() { do(slot) })
			item.Named = func() string { return label(slot) }
			if kept {
				item.When(func() string {
					_, ok := w.Session.Document().Settings().View(slot)
					return unless(ok, fmt.Sprintf("No view is kept as %d: Ctrl+Shift+%d keeps the one that is shown", slot, slot))
				})
			}
			items = append(items, item)
		}
		return items
	}
	goTo := each(menu.Ctrl, true, w.goToView)
	more := []*menu.Command{
		menu.Separator(),
		menu.Submenu("Keep this view as", menu.Items(each(menu.CtrlShift, false, w.keepView)...)).When(w.editing),
		menu.Submenu("Rename", menu.Items(each(0, true, func(slot int) {
			v, _ := w.Session.Document().Settings().View(slot)
			w.AskName("Rename view "+strconv.Itoa(slot), v.Name, "Rename", func(name string) error { return list.RenameView(slot, name) })
		})...)).When(w.editing),
		menu.Submenu("Delete", menu.Items(each(0, true, func(slot int) { w.Fail(list.DeleteView(slot)) })...)).When(w.editing),
	}
	return menu.Submenu("Views", menu.Items(append(goTo, more...)...))
}

// keepView keeps what the canvas shows as one of the level's views.
func (w *commands) keepView(slot int) {
	c := w.Canvas
	short := func(v, steps float64) float64 { return math.Round(v*steps) / steps } // for who reads the file
	center := level.Vec{X: short(c.Camera.Center.X, 100), Y: short(c.Camera.Center.Y, 100)}
	zoom := c.Camera.Zoom / c.Scale
	if zoom > 0.01 {
		zoom = short(zoom, 10_000)
	}
	err := saved.In(w.Session).SetView(level.View{Slot: slot, Center: center, Zoom: zoom})
	if err != nil {
		w.Fail(err)
		return
	}
	v, _ := w.Session.Document().Settings().View(slot)
	w.Tell("%s is kept: Ctrl+%d comes back to it", kit.Shorten(v.Label(), 40), slot)
}

// goToView shows one of the level's views.
func (w *commands) goToView(slot int) {
	if v, ok := w.Session.Document().Settings().View(slot); ok {
		w.Canvas.Look(v.Center, v.Zoom)
		w.Tell("%s", kit.Shorten(v.Label(), 40))
	}
}

// historyItem opens and closes the list of steps.
func (w *commands) historyItem() *menu.Command {
	return menu.Item("History", fyne.KeyH, menu.CtrlShift, w.toggleHistory).Checked(func() bool { return w.history != nil && !w.history.Content.Hidden })
}
