package ui

import (
	"cmp"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"

	"fyne.io/fyne/v2"
	fynecanvas "fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"

	"fillet/editor"
	"fillet/editor/level"
	"fillet/editor/quote"
	"fillet/editor/ui/canvas"
	"fillet/editor/ui/dialog"
	"fillet/editor/ui/kit"
	"fillet/editor/workspace"
)

// tabs holds the levels open in the window, in tab order.
type tabs struct {
	*Window
	front    *dialog.Front
	levels   *workspace.OpenLevels
	list     []*tab
	untabbed []*tab // open levels without a tab: prefabs edited in other levels
	bar      *kit.TabBar
	content  *fyne.Container // the tab bar and the tab
	place    *fyne.Container // holds the current tab
	left     float32         // left edge of the canvas and of the first tab above it
	projects *dialog.Projects
	prefabs  *dialog.Prefabs
	keeps    bool // stores the open levels for the next start
}

// add opens an empty level at the end of the tab bar.
func (w *tabs) add() (*tab, error) {
	l, err := w.levels.New(w.newSettings())
	if err != nil {
		return nil, err
	}
	t := newTab(w.Window, l)
	w.list = append(w.list, t)
	return t, nil
}

// inBar returns the tab that the bar shows as current.
func (w *tabs) inBar() *tab {
	t := w.tab
	for t.within != nil {
		t = t.within.tab
	}
	return t
}

// of returns the tab of an open level, or nil if it has none.
func (w *tabs) of(l *workspace.OpenLevel) *tab {
	all := w.all()
	if i := slices.IndexFunc(all, func(t *tab) bool { return t.OpenLevel == l }); i >= 0 {
		return all[i]
	}
	return nil
}

// build makes the bar, with the current tab below it.
func (w *tabs) build() {
	w.bar = kit.NewTabBar(w.Look, w.docs.NewLevel, func(at fyne.Position) {
		w.commands.menus.PopUp(w.commands.openLevels(), at, false)
	})
	w.bar.Left = w.left
	w.bar.End = newTopBar(w.Look, w.commands.menus).content
	w.bar.Pick = func(i int) { w.show(w.list[i]) }
	w.bar.Close = func(i int) { w.docs.Close(w.list[i].file) }
	w.bar.Order = w.move
	w.bar.Menu = func(i int, at fyne.Position) { w.commands.menus.PopUp(w.commands.tabItems(w.list[i]), at, false) }
	w.place = container.NewStack(w.desk)
	w.content = container.New(kit.Topped{Height: kit.TabBarHeight}, w.bar, w.place)
	w.showTabs()
}

// begin aligns the tabs with the left edge of the canvas.
func (w *tabs) begin(left float32) {
	w.left = left
	if w.bar != nil {
		w.bar.SetLeft(left)
	}
}

func (w *tabs) move(from, to int) {
	t := w.list[from]
	w.list = slices.Insert(slices.Delete(w.list, from, from+1), to, t)
	w.showTabs()
}

// step shows the next or previous tab, wrapping around.
func (w *tabs) step(by int) {
	i := slices.Index(w.list, w.inBar())
	w.show(w.list[(i+by+len(w.list))%len(w.list)])
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

// AddLater implements [dialog.Tabs].
func (w *tabs) AddLater(paths []string) []*workspace.OpenLevel {
	levels := make([]*workspace.OpenLevel, 0, len(paths))
	for _, path := range paths {
		l := w.Find(path)
		if l == nil {
			t, err := w.add()
			if err != nil {
				w.Fail(err)
				break
			}
			t.unread = path
			if abs, err := filepath.Abs(path); err == nil {
				t.unread = abs
			}
			l = t.OpenLevel
		}
		levels = append(levels, l)
	}
	w.showTabs()
	return levels
}

// Find implements [dialog.Tabs].
func (w *tabs) Find(path string) *workspace.OpenLevel {
	if abs, err := filepath.Abs(path); err == nil {
		path = abs
	}
	if i := slices.IndexFunc(w.list, func(t *tab) bool { return t.unread != "" && t.unread == path }); i >= 0 {
		return w.list[i].OpenLevel
	}
	return w.levels.Find(path)
}

// Show implements [dialog.Tabs].
func (w *tabs) Show(l *workspace.OpenLevel) {
	if t := w.of(l); t != nil {
		w.giveTab(t)
		w.show(t)
	}
}

// FileOf implements [dialog.Tabs].
func (w *tabs) FileOf(l *workspace.OpenLevel) *dialog.File { return w.of(l).file }

func filesOf(list []*tab) []*dialog.File {
	return kit.Map(list, func(t *tab) *dialog.File { return t.file })
}

// Close implements [dialog.Tabs].
func (w *tabs) Close(list ...*dialog.File) {
	gone := func(t *tab) bool { return slices.Contains(list, t.file) }
	rest := slices.DeleteFunc(slices.Clone(w.list), gone)
	if len(rest) == 0 {
		if _, err := w.add(); err != nil {
			w.Fail(err)
			return
		}
		rest = w.list[len(w.list)-1:]
		defer w.docs.OnEmpty()
	}
	if front := w.inBar(); gone(front) || gone(w.tab) { // show the next remaining tab, or the last
		i := slices.Index(w.list, front)
		next := rest[len(rest)-1]
		if k := slices.IndexFunc(w.list[i:], func(t *tab) bool { return !gone(t) }); k >= 0 {
			next = w.list[i+k]
		}
		w.show(next)
	}
	closed := slices.DeleteFunc(slices.Concat(w.list, w.untabbed), func(t *tab) bool { return !gone(t) })
	w.list, w.untabbed = rest, slices.DeleteFunc(w.untabbed, gone)
	w.letGo(closed)
	w.memory.fit()
	w.showTabs()
}

func (w *tabs) show(t *tab) {
	w.setStart(false)
	if t == w.tab && t.within == nil {
		return
	}
	w.leave()
	for of := w.tab; of.within != nil; {
		outer := of.within.tab
		of.leavePlace()
		of = outer
	}
	t.leavePlace()
	w.bring(t)
	if path := t.unread; path != "" && t.Files.Pristine() {
		t.file.LoadOr(path, func() { w.Close(t.file) })
		return
	}
	t.unread = ""
	t.file.OfferReload()
	w.projects.Follow()
}

// bring replaces the current tab, which was left, with another.
func (w *tabs) bring(t *tab) {
	w.tab, w.front.Parent = t, t.Parent
	t.enter()
	w.place.Objects = []fyne.CanvasObject{t.desk}
	w.place.Refresh()
	w.commands.renew()
	w.showTitle()
	w.showTabs()
	t.SetShown(true)
}

// showTabs updates the tabs' names and unsaved marks.
func (w *Window) showTabs() {
	if w.tabs.bar == nil {
		return
	}
	list := w.tabs.list
	names := kit.Map(list, func(t *tab) openName {
		if t.unread != "" {
			return openName{t.path(), filepath.Base(t.unread)}
		}
		return openName{t.path(), t.Files.Name()}
	})
	tabs := make([]kit.Tab, len(list))
	for i, n := range tellApart(names) {
		t := list[i]
		tabs[i] = kit.Tab{
			Name: n.name, Where: n.where, Tip: cmp.Or(quote.Escaped(t.path()), "Not saved yet"),
			Unsaved: t.Files.Unsaved(), Changed: t.file.Outdated,
		}
		if t.file.Outdated {
			tabs[i].Tip += "\nChanged on disk by another program"
		}
	}
	w.tabs.bar.Set(tabs, slices.Index(list, w.tabs.inBar()))
	w.games.sync()
	w.tabs.store()
}

func (w *tabs) store() {
	if !w.keeps {
		return
	}
	var paths []string
	for _, t := range w.list {
		if path := t.path(); path != "" {
			paths = append(paths, path)
		}
	}
	dialog.StoreLevels(w.shell.App.Preferences(), paths, w.inBar().path())
}

// restore reopens the levels of the last session if the user wants that, and reports whether there are any. Each level
// is read when it is first shown.
func (w *tabs) restore() bool {
	defer func() { w.keeps = true }()
	paths, shown := dialog.LastLevels(w.shell.App.Preferences())
	paths = slices.DeleteFunc(paths, func(path string) bool {
		info, err := os.Stat(path)
		return err != nil || !info.Mode().IsRegular()
	})
	first, levels := w.tab, w.AddLater(paths)
	if len(levels) == 0 {
		return false
	}
	w.Show(levels[max(slices.Index(paths, shown), 0)])
	w.Close(first.file)
	return true
}

// enter makes the tab current: it shows the pending changes and resumes what was suspended.
func (w *tab) enter() {
	w.Shown = true
	w.side.start = w.win.start
	prefs := w.App.Preferences()
	canvas.LoadSwitches(prefs, w.Canvas.Switches())
	if s := dialog.LoadSnapping(prefs); s != w.Session.Snapping() {
		w.Session.SetSnapping(s)
	}
	if w.lookVersion != w.win.lookVersion {
		w.play.Leave()
		w.changed = 0
		w.build()
	} else {
		w.followPreferences()
		if !reflect.DeepEqual(w.sizes, *w.win.sizes) {
			w.side.showPanels()
			w.side.inspector.Refresh() // the open sections may have changed
			w.desk.Refresh()
		}
		c := w.changed
		w.changed = 0
		w.refresh(c | editor.HistoryChanged)
	}
	w.play.Wake()
}

// leave suspends the current tab before another is shown: typed text is accepted, a drag is cancelled, a playtest
// pauses.
func (w *tab) leave() {
	w.Look.Tips.Hide(w.Look.Tips.Owner)
	w.Look.Focus()
	w.win.commands.menus.CloseMenus()
	w.catchUp()
	w.sizes = *w.win.sizes
	w.sizes.Hidden, w.sizes.Open = slices.Clone(w.sizes.Hidden), maps.Clone(w.sizes.Open)
	w.play.Sleep()
	w.Canvas.Sleep()
	w.minimap.Sleep()
	w.rulers.Sleep()
	w.SetShown(false)
	fynecanvas.Refresh(w.desk) // frees the toolkit's cached textures
}

// close releases the tab's references to the window and its level, because the toolkit keeps the tab's widgets for a
// while.
func (w *tab) close() {
	w.win.games.drop(w)
	w.play.Leave()
	w.imports.Close()
	w.Gone = true
	if w.desk == nil {
		return
	}
	empty, err := editor.NewLevel(level.DefaultSettings())
	if err != nil {
		return // freed with the widgets later
	}
	w.Session.Replace(empty)
	w.refresh(editor.Everything)
	w.Canvas.Forget()
	w.Canvas.Sleep() // frees what Forget has drawn
	w.minimap.Sleep()
	w.rulers.Sleep()
}
