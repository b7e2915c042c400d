package ui

import (
	"net/url"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"fyne.io/fyne/v2"

	"fillet/editor/quote"
	"fillet/editor/ui/kit"
	"fillet/editor/workspace"
)

func (w *commands) tabsItem() *kit.Command {
	next := kit.MenuItem("Next", fyne.KeyTab, kit.Ctrl, func() { w.tabs.step(1) }).When(w.aLevel, w.severalTabs)
	previous := kit.MenuItem("Previous", fyne.KeyTab, kit.CtrlShift, func() {
		w.tabs.step(-1)
	}).When(w.aLevel, w.severalTabs)
	return kit.MenuList("Open levels", func() []*kit.Command {
		items := []*kit.Command{next, previous, kit.MenuSeparator()}
		items = append(items, w.tabItems(w.tabs.inBar())[1:]...)
		return append(append(items, kit.MenuSeparator()), w.openLevels()...)
	}).When(w.aLevel)
}

func (w needs) severalTabs() string { return unless(len(w.tabs.list) > 1, "No other level is open") }

func (w *commands) openLevels() []*kit.Command {
	items := make([]*kit.Command, len(w.tabs.list))
	for i, tab := range w.tabs.bar.Tabs() {
		t := w.tabs.list[i]
		label := kit.Shorten(tab.Name, 40)
		if tab.Where != "" {
			label += "   " + kit.ShortenLeft(tab.Where, 40)
		}
		if tab.Unsaved {
			label += "  ●"
		}
		if tab.Changed {
			label += "  changed on disk"
		}
		items[i] = kit.Item(label, func() { w.tabs.show(t) }).Checked(func() bool { return t == w.tabs.inBar() })
	}
	return items
}

func (w *commands) tabItems(t *tab) []*kit.Command {
	i := slices.Index(w.tabs.list, t)
	others := slices.DeleteFunc(slices.Clone(w.tabs.list), func(o *tab) bool { return o == t })
	right := w.tabs.list[i+1:]
	closeAll := func(list []*tab) func() { return func() { w.docs.Close(filesOf(list)...) } }
	hasFile := func() string { return unless(t.Files.Path() != "", "The level has no file yet") }
	items := []*kit.Command{
		kit.Item("Close", closeAll([]*tab{t})),
		kit.Item("Close others", closeAll(others)).When(w.severalTabs),
		kit.Item("Close to the right", closeAll(right)).When(func() string {
			return unless(len(right) > 0, "There are no tabs to the right")
		}),
	}
	if w.Page != nil {
		return items // a page's paths are internal, and a page cannot show folders
	}
	return append(items, kit.MenuSeparator(),
		kit.Item("Copy path", func() {
			w.App.Clipboard().SetContent(t.Files.Path())
			w.Tell("Copied: %s", t.Files.Path())
		}).When(hasFile),
		kit.Item("Show folder", func() {
			w.Fail(w.App.OpenURL(&url.URL{Scheme: "file", Path: filepath.ToSlash(filepath.Dir(t.Files.Path()))}))
		}).When(hasFile))
}

// openName is the name of an open level: its file's path and name, or the name suggested for saving.
type openName struct{ path, name string }

// shownName is the text of a tab: the name, and its folder if another tab has the same name.
type shownName struct{ name, where string }

// tellApart returns distinct names for open levels. Files with equal names get as many of their folders as needed.
// Levels without a file are numbered.
func tellApart(levels []openName) []shownName {
	out := make([]shownName, len(levels))
	same := map[string][]int{} // by shown name
	for i, l := range levels {
		out[i].name = quote.Excerpt(strings.TrimSuffix(l.name, workspace.Extension))
		same[out[i].name] = append(same[out[i].name], i)
	}
	for _, group := range same {
		if len(group) == 1 {
			continue
		}
		unsaved := 0
		folders := map[int][]string{} // from the file's folder up to the root
		for _, i := range group {
			if levels[i].path == "" {
				if unsaved++; unsaved > 1 {
					out[i].where = strconv.Itoa(unsaved)
				}
				continue
			}
			for dir := filepath.Dir(levels[i].path); ; dir = filepath.Dir(dir) {
				folders[i] = append(folders[i], filepath.Base(dir))
				if dir == filepath.Dir(dir) {
					break
				}
			}
		}
		for i, of := range folders {
			out[i].where = quote.Excerpt(apart(i, of, folders))
		}
	}
	return out
}

// apart returns the shortest trailing path of a file's folders that no other file of the same name has.
func apart(i int, of []string, folders map[int][]string) string {
	n := 1
	for j, path := range folders {
		if j == i {
			continue
		}
		same := 0
		for same < min(len(of), len(path)) && path[same] == of[same] {
			same++
		}
		n = max(n, same+1)
	}
	where := slices.Clone(of[:min(n, len(of))])
	slices.Reverse(where)
	return filepath.Join(where...)
}
