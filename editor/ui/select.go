package ui

import (
	"fyne.io/fyne/v2"

	"fillet/editor"
	"fillet/editor/ui/kit"
)

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

func (w *commands) tellSelected() {
	w.Tell("%s selected", w.Session.Selection().Tally())
}

// historyItem toggles the history panel.
func (w *commands) historyItem() *kit.Command {
	return kit.MenuItem("History", fyne.KeyH, kit.CtrlShift, w.toggleHistory).Checked(func() bool {
		return w.history != nil && !w.history.Content.Hidden
	})
}
