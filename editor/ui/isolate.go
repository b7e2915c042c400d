package ui

import (
	"fyne.io/fyne/v2"

	"fillet/editor/level"
	"fillet/editor/ui/kit"
	"fillet/editor/ui/menu"
)

// isolateItem is the command that has the selection be worked on alone.
func (w *commands) isolateItem() *menu.Command {
	sel := w.Session.Selection()
	return menu.Item("Isolate the selection", fyne.KeyQ, 0, w.isolate).Checked(func() bool { return sel.Isolated() > 0 }).
		When(w.editing, func() string {
			return unless(sel.Len() > 0 || sel.Isolated() > 0, "Nothing is selected that could be seen alone")
		})
}

// isolate dims all but the selection, or shows everything again.
func (w *commands) isolate() {
	sel := w.Session.Selection()
	switch {
	case sel.EndIsolation():
	case sel.Len() == 0:
		w.Tell("Nothing is selected that could be seen alone")
	default:
		sel.Isolate()
	}
}

// mostBelow is how many things under the pointer are listed.
const mostBelow = 20

// belowItem is the submenu of what lies under the pointer now, topmost first.
func (w *commands) belowItem() *menu.Command {
	ids := w.below() // the pointer will be on the menu
	return menu.List("Select below", func() []*menu.Command { return w.belowItems(ids) }).When(func() string {
		return unless(len(ids) > 0, "Nothing lies under the pointer that can be selected")
	})
}

// below is what lies under the pointer.
func (w *commands) below() []level.ID {
	const reach = 4 // units
	return w.Session.Picking().Below(w.Canvas.PointerInLevel(), reach*w.Canvas.Scale/w.Canvas.Camera.Zoom)
}

func (w *commands) belowItems(ids []level.ID) []*menu.Command {
	var items []*menu.Command
	sel, doc := w.Session.Selection(), w.Session.Document()
	for _, id := range ids[:min(len(ids), mostBelow)] {
		c := doc.Collider(id)
		if c == nil {
			continue
		}
		label := doc.Title(c) + " · " + c.Shape.Kind.String()
		if g := doc.Group(sel.GroupAt(id)); g != nil {
			label = g.Label() + " · group"
		} else if i := doc.Instance(sel.InstanceAt(id)); i != nil {
			label = i.Label() + " · instance"
		}
		items = append(items, menu.Item(kit.Shorten(label, 40), "", 0, func() { sel.Take(id) }).Checked(func() bool { return sel.Has(id) }))
	}
	return items
}

// selectBelow opens the list of what lies under the pointer there.
func (w *commands) selectBelow() {
	items := w.belowItems(w.below())
	if len(items) == 0 {
		w.Tell("Nothing lies under the pointer that can be selected")
		return
	}
	w.menus.PopUp(items, w.Canvas.MenuPlace(), false)
	if o := w.menus.Open; o != nil {
		o.First()
	}
}
