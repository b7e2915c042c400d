package ui

import (
	"fyne.io/fyne/v2"

	"fillet/editor/level"
	"fillet/editor/ui/kit"
)

// pickCommands choose among many: what is isolated, what lies below.
type pickCommands struct{ *commands }

func (w *commands) picking() pickCommands { return pickCommands{w} }

// isolateItem is the command that has the selection be worked on alone.
func (w pickCommands) isolateItem() *kit.Command {
	sel := w.Session.Selection()
	return kit.MenuItem("Isolate the selection", fyne.KeyQ, 0, w.isolate).Checked(func() bool { return sel.Isolated() > 0 }).
		When(w.editing, func() string {
			return unless(sel.Len() > 0 || sel.Isolated() > 0, "Nothing is selected that could be seen alone")
		})
}

// isolate dims all but the selection, or shows everything again.
func (w pickCommands) isolate() {
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

// belowItem is the submenu of what lies under the pointer now, topmost first; none where that is one thing.
func (w pickCommands) belowItem() []*kit.Command {
	ids := w.below() // the pointer will be on the menu
	if len(ids) < 2 {
		return nil
	}
	return []*kit.Command{kit.MenuList("Select below", func() []*kit.Command { return w.belowItems(ids) })}
}

// below is what lies under the pointer.
func (w pickCommands) below() []level.ID {
	const reach = 4 // units
	return w.Session.Picking().Below(w.Canvas.PointerInLevel(), reach*w.Canvas.Scale/w.Canvas.Camera.Zoom)
}

func (w pickCommands) belowItems(ids []level.ID) []*kit.Command {
	var items []*kit.Command
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
		items = append(items, kit.MenuItem(kit.Shorten(label, 40), "", 0, func() { sel.Take(id) }).Checked(func() bool { return sel.Has(id) }))
	}
	return items
}

// selectBelow opens the list of what lies under the pointer there.
func (w pickCommands) selectBelow() {
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
