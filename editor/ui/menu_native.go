package ui

import (
	"runtime"

	"fyne.io/fyne/v2"
)

// systemShowsMenus reports whether menus stand in a bar of the system's own, as on macOS, and not in the window.
var systemShowsMenus = runtime.GOOS == "darwin"

// nativeMenu is the menus as the toolkit gives them to the system.
type nativeMenu struct {
	menus *menus
	main  *fyne.MainMenu
	of    map[*fyne.MenuItem]*command
}

func newNativeMenu(m *menus) *nativeMenu {
	n := &nativeMenu{menus: m}
	n.make()
	return n
}

// make builds all of it.
func (n *nativeMenu) make() {
	n.of = map[*fyne.MenuItem]*command{}
	n.main = fyne.NewMainMenu()
	for _, m := range n.menus.bar {
		n.main.Items = append(n.main.Items, fyne.NewMenu(m.label, n.items(m.items)...))
	}
	n.menus.win.SetMainMenu(n.main)
}

func (n *nativeMenu) items(commands []*command) []*fyne.MenuItem {
	var items []*fyne.MenuItem
	for _, c := range commands {
		if c.line {
			items = append(items, fyne.NewMenuItemSeparator())
			continue
		}
		i := n.menus.look.MenuItem(c.name(), func() { n.menus.perform(c) })
		i.Shortcut, i.IsQuit, i.Icon = c.key, c.quits, c.icon
		if c.items != nil {
			i.Action, i.ChildMenu = nil, fyne.NewMenu("", n.items(c.below())...)
		}
		n.of[i] = c
		n.show(i)
		items = append(items, i)
	}
	return items
}

// show brings an item up to date, and reports whether it has changed.
func (n *nativeMenu) show(i *fyne.MenuItem) bool {
	c := n.of[i]
	ok, _ := c.enabled()
	if i.Label == c.name() && i.Disabled == !ok && i.Checked == c.isOn() {
		return false
	}
	i.Label, i.Disabled, i.Checked = c.name(), !ok, c.isOn()
	return true
}

// refresh shows what can be done now. The lists that change are short and few: where one has, all is made anew.
func (n *nativeMenu) refresh() {
	changed := false
	for i, c := range n.of {
		if n.show(i) {
			changed = true
		}
		if i.ChildMenu != nil && !sameLabels(i.ChildMenu.Items, c.below()) {
			n.make()
			return
		}
	}
	if changed {
		n.main.Refresh()
	}
}

func sameLabels(items []*fyne.MenuItem, commands []*command) bool {
	if len(items) != len(commands) {
		return false
	}
	for i, c := range commands {
		if !c.line && items[i].Label != c.name() {
			return false
		}
	}
	return true
}
