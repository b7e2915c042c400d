package ui

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"fillet/editor"
	"fillet/editor/ui/dialog"
	"fillet/editor/workspace"
)

// tabs are the levels that are open in the window, in their order from left to right.
type tabs struct {
	*Window
	front   *dialog.Front
	levels  *workspace.OpenLevels
	list    []*tab
	content *fyne.Container // the tab that is shown
}

// add opens an empty level behind the one that is shown.
func (w *tabs) add() (*tab, error) {
	l, err := w.levels.New(dialog.NewLevelSettings(w.shell.App.Preferences()))
	if err != nil {
		return nil, err
	}
	t := newTab(w.Window, l)
	w.list = append(w.list, t)
	return t, nil
}

// of is the tab of an open level; nil where it has none.
func (w *tabs) of(l *workspace.OpenLevel) *tab {
	if i := slices.IndexFunc(w.list, func(t *tab) bool { return t.OpenLevel == l }); i >= 0 {
		return w.list[i]
	}
	return nil
}

// build puts the tab that is shown into its place.
func (w *tabs) build() {
	w.content = container.NewStack(w.desk)
}

// Add implements [dialog.Tabs].
func (w *tabs) Add() (*dialog.File, error) {
	t, err := w.add()
	if err != nil {
		return nil, err
	}
	w.show(t)
	return t.file, nil
}

// Show implements [dialog.Tabs].
func (w *tabs) Show(l *workspace.OpenLevel) {
	if t := w.of(l); t != nil {
		w.show(t)
	}
}

// FileOf implements [dialog.Tabs].
func (w *tabs) FileOf(l *workspace.OpenLevel) *dialog.File { return w.of(l).file }

// Close implements [dialog.Tabs].
func (w *tabs) Close(f *dialog.File) {
	t := w.of(f.OpenLevel)
	i := slices.Index(w.list, t)
	isLast := len(w.list) == 1
	if isLast {
		if _, err := w.add(); err != nil {
			w.Fail(err)
			return
		}
	}
	if t == w.tab {
		next := i + 1
		if next == len(w.list) {
			next = i - 1
		}
		w.show(w.list[next])
	}
	t.close()
	w.levels.Close(t.OpenLevel)
	w.list = slices.DeleteFunc(w.list, func(o *tab) bool { return o == t })
	w.showTabs()
	if isLast {
		w.docs.OnEmpty()
	}
}

// askAll asks what to do with the unsaved work of levels, and then goes on.
func (w *tabs) askAll(unsaved []*workspace.OpenLevel, then func()) {
	if len(unsaved) == 0 {
		then()
		return
	}
	t := w.of(unsaved[0])
	w.show(t)
	t.file.AskToSave(func() { w.askAll(unsaved[1:], then) })
}

// show shows another tab.
func (w *tabs) show(t *tab) {
	w.setStart(false)
	if t == w.tab {
		return
	}
	w.tab.leave()
	w.tab, w.front.Parent = t, t.Parent
	t.enter()
	w.content.Objects = []fyne.CanvasObject{t.desk}
	w.content.Refresh()
	w.commands.renew()
	w.showTitle()
	w.showTabs()
	t.SetShown(true)
	t.file.OfferReload()
}

// showTabs shows the names of the tabs, and which of them have unsaved work.
func (w *Window) showTabs() {}

// enter makes the tab the one that is shown: what has changed while it was not is shown, and what it rested from goes on.
func (w *tab) enter() {
	w.Shown = true
	prefs := w.App.Preferences()
	w.Canvas.LoadSwitches(prefs)
	if s := dialog.LoadSnapping(prefs); s != w.Session.Snapping() {
		w.Session.SetSnapping(s)
	}
	if w.look != w.win.look {
		w.play.Leave()
		w.changed = 0
		w.build()
	} else {
		w.side.showPanels()
		c := w.changed
		w.changed = 0
		w.refresh(c | editor.HistoryChanged)
	}
	w.play.Wake()
}

// leave ends what is under way in the tab that is shown, for another one that will be: what is typed in a field holds, a drag is
// taken back, a playtest waits.
func (w *tab) leave() {
	w.Look.Tips.Hide(w.Look.Tips.Owner)
	w.Look.Focus()
	w.win.commands.menus.CloseMenus()
	w.catchUp()
	w.play.Sleep()
	w.Canvas.Sleep()
	w.Parent.SetShown(false)
}

// close lets go of what the tab has of the window.
func (w *tab) close() {
	w.play.Leave()
	w.imports.Close()
	w.Gone = true
}
