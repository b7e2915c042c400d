package ui

import (
	"testing"

	"fyne.io/fyne/v2"

	"fillet/editor/tool"
	"fillet/editor/ui/dialog"
	"fillet/editor/ui/kit"
	"fillet/editor/ui/panel"
)

// escapeForTest presses Escape where the focus is.
func escapeForTest(w *Window) {
	key := &fyne.KeyEvent{Name: fyne.KeyEscape}
	if f := w.Win.Canvas().Focused(); f != nil {
		f.TypedKey(key)
	} else {
		w.typedKey(key)
	}
	w.catchUp()
}

// Escape closes what was opened last, whatever it is and whatever was opened before it, and nothing else.
func TestEscapeClosesTheLast(t *testing.T) {
	type opener struct {
		name   string
		level  int // 0: beside the level; 1: with the focus; 2: takes all keys
		open   func(w *Window)
		isOpen func(w *Window) bool
	}
	isDialog := func(n int) func(*Window) bool { return func(w *Window) bool { return len(w.Modals) >= n } }
	hasFocus := func(of func(w *Window) fyne.Focusable) func(*Window) bool {
		return func(w *Window) bool { return of(w) != nil && w.Win.Canvas().Focused() == of(w) }
	}
	all := []opener{
		{"a tool", 0, func(w *Window) { w.Tools.Switch(tool.Polygon) }, func(w *Window) bool {
			return w.Tools.Active() == tool.Polygon
		}},
		{"a proposal", 0, func(w *Window) { w.Fail(w.Session.Repeat().Line()) }, func(w *Window) bool {
			return w.Session.Proposal() != nil
		}},
		{"reachable ground", 0, func(w *Window) { w.play.Ways.Toggle() }, func(w *Window) bool {
			return w.play.Ways.IsOn()
		}},
		{"the history", 0, func(w *Window) { w.toggleHistory() }, func(w *Window) bool {
			return !w.history.Content.Hidden
		}},
		{"the dock", 0, func(w *Window) { w.side.dock.press(panel.ProjectPanel) }, func(w *Window) bool {
			return w.side.dock.isSeen()
		}},
		{"a name", 1, func(w *Window) { w.commands.renameSelection() }, func(w *Window) bool {
			return w.side.outline.Rows.Field != nil
		}},
		{"the filter", 1, func(w *Window) {
			w.side.showRows()
			w.Win.Canvas().Focus(w.side.outline.Filter)
			w.side.outline.Filter.SetText("a")
		}, func(w *Window) bool { return w.side.outline.Filter.Text != "" }},
		{"the rows", 1, func(w *Window) { w.Win.Canvas().Focus(w.side.contacts.List) }, hasFocus(func(w *Window) fyne.Focusable {
			return w.side.contacts.List
		})},
		{"the commands", 2, func(w *Window) { w.commands.commandPalette() }, isDialog(1)},
		{"the preferences", 2, func(w *Window) { w.prefs.Show() }, isDialog(1)},
		{"find", 2, func(w *Window) { w.commands.findCollider() }, isDialog(1)},
		{"a menu", 2, func(w *Window) { w.commands.menus.OpenMenu(0) }, func(w *Window) bool {
			return w.commands.menus.Open != nil
		}},
		{"a context menu", 2, func(w *Window) { w.commands.canvasMenu(w.Canvas.MenuPlace()) }, func(w *Window) bool {
			return w.commands.menus.Open != nil
		}},
	}
	pairs := 0
	for _, first := range all {
		if first.level > 0 {
			continue
		}
		w := openForTest(t, "platformer")
		w.play.Ways.Steps = 10
		w.Win.Resize(fyne.NewSize(1000, 700)) // the dock opens over the canvas
		drawForTest(w.Win.Canvas())
		for _, second := range all {
			if first.name == second.name {
				continue
			}
			w.Session.Selection().Set(w.Session.Document().InLayer(4)[0].ID)
			w.catchUp()
			for _, o := range []opener{first, second} {
				w.Win.Canvas().Unfocus()
				o.open(w)
				w.catchUp()
				drawForTest(w.Win.Canvas())
				if !o.isOpen(w) {
					t.Errorf("%s does not open after %s", second.name, first.name)
				}
			}
			if !first.isOpen(w) { // replaced
				continue
			}
			pairs++
			escapeForTest(w)
			if second.isOpen(w) || !first.isOpen(w) {
				t.Errorf("%s on top of %s: after Escape the last is open: %v, the first: %v", second.name, first.name,
					second.isOpen(w), first.isOpen(w))
				continue
			}
			for range 3 { // leaves a cleared filter, and the dock that was opened for it
				escapeForTest(w)
			}
			if first.isOpen(w) {
				t.Errorf("%s on top of %s: Escape does not close the first", second.name, first.name)
			}
		}
	}
	if pairs < 40 {
		t.Errorf("only %d pairs were tried", pairs)
	}
}

// Escape closes a list in a dialog, then a question over the dialog, then the dialog.
func TestEscapeInDialogs(t *testing.T) {
	w := openForTest(t, "cavern")
	w.Session.Selection().All()
	w.Renumber()
	drawForTest(w.Win.Canvas())
	w.Ask("Sure?", "It cannot be undone.", dialog.Choice{Label: "Do it", Do: func() { t.Error("the answer is yes") }})
	escapeForTest(w)
	if len(w.Modals) != 1 {
		t.Fatalf("Escape in a question leaves %d dialogs open", len(w.Modals))
	}
	drawForTest(w.Win.Canvas())
	list, ok := find(w, func(*kit.SelectBox) bool { return true })
	if !ok {
		t.Fatal("the dialog has no list")
	}
	open := len(w.Win.Canvas().Overlays().List())
	list.Tapped(&fyne.PointEvent{})
	if len(w.Win.Canvas().Overlays().List()) != open+1 {
		t.Fatal("the list does not open")
	}
	escapeForTest(w)
	if len(w.Modals) != 1 || len(w.Win.Canvas().Overlays().List()) != open {
		t.Fatalf("Escape in a list leaves %d dialogs and %d overlays open", len(w.Modals),
			len(w.Win.Canvas().Overlays().List()))
	}
	w.Win.Canvas().Focus(list)
	escapeForTest(w)
	if w.IsModal() {
		t.Error("Escape does not close the dialog")
	}
}
