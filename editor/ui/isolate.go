package ui

import (
	"fyne.io/fyne/v2"

	"fillet/editor"
	"fillet/editor/level"
	"fillet/editor/ui/kit"
)

func (w *commands) isolateItem() *kit.Command {
	sel := w.Session.Selection()
	return kit.MenuItem("Isolate selection", fyne.KeyQ, 0, func() {
		if !sel.EndIsolation() {
			sel.Isolate()
		}
	}).Checked(func() bool { return sel.Isolated() > 0 }).
		When(w.editing, func() string { return unless(sel.Len() > 0 || sel.Isolated() > 0, "Nothing is selected") })
}

// maxBelow limits the list of objects under the pointer.
const maxBelow = 20

// belowItem returns the submenu of the objects under the pointer, topmost first, or nothing if there are fewer than
// two.
func (w *commands) belowItem() []*kit.Command {
	ids := w.below() // computed now, because the pointer is over the menu later
	if len(ids) < 2 {
		return nil
	}
	return []*kit.Command{kit.MenuList("Select below", func() []*kit.Command { return w.belowItems(ids) })}
}

func (w *commands) below() []level.ID {
	const reach = 4 // units
	return w.Session.Picking().Below(w.Canvas.PointerInLevel(), reach*w.Canvas.Scale/w.Canvas.Camera.Zoom)
}

func (w *commands) belowItems(ids []level.ID) []*kit.Command {
	var items []*kit.Command
	sel, doc := w.Session.Selection(), w.Session.Document()
	for _, id := range ids[:min(len(ids), maxBelow)] {
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
		items = append(items, kit.Item(kit.Shorten(label, 40), func() {
			sel.Take(id)
		}).Checked(func() bool { return sel.Has(id) }))
	}
	return items
}

// selectBelow opens the list of objects under the pointer.
func (w *commands) selectBelow() {
	items := w.belowItems(w.below())
	if len(items) == 0 {
		w.Tell("Nothing to select under the pointer")
		return
	}
	w.menus.PopUp(items, w.Canvas.MenuPlace(), false)
	if o := w.menus.Open; o != nil {
		o.First()
	}
}

// sameItem returns the submenu that selects shapes that share a property with the selection.
func (w *commands) sameItem() *kit.Command {
	var items []*kit.Command
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
		items = append(items, kit.Item(t.label, func() {
			if err := t.do(w.Session.Selection()); err != nil {
				w.Fail(err)
				return
			}
			w.tellSelected()
		}))
	}
	return kit.Submenu("Select same", kit.MenuItems(items...)).When(w.aPick)
}

func (w *commands) tellSelected() { w.Tell("%s selected", w.Session.Selection().Tally()) }

func (w *commands) historyItem() *kit.Command {
	return kit.MenuItem("History", fyne.KeyH, kit.CtrlShift, w.toggleHistory).Checked(func() bool {
		return w.history != nil && !w.history.Content.Hidden
	})
}
