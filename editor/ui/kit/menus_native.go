package kit

import (
	"runtime"

	"fyne.io/fyne/v2"
)

// SystemShowsMenus reports whether menus stand in a bar of the system's own, as on macOS, and not in the window.
var SystemShowsMenus = runtime.GOOS == "darwin"

// nativeMenu is the menus as the toolkit gives them to the system.
type nativeMenu struct {
	menus *Menus
	Main  *fyne.MainMenu
	of    map[*fyne.MenuItem]*Command
}

func newNativeMenu(m *Menus) *nativeMenu {
	n := &nativeMenu{menus: m}
	n.make()
	return n
}

// make builds all of it.
func (n *nativeMenu) make() {
	n.of = map[*fyne.MenuItem]*Command{}
	n.Main = fyne.NewMainMenu()
	for _, m := range n.menus.Bar {
		n.Main.Items = append(n.Main.Items, fyne.NewMenu(m.Label, n.items(m.Items)...))
	}
	n.menus.win.SetMainMenu(n.Main)
}

func (n *nativeMenu) items(commands []*Command) []*fyne.MenuItem {
	var items []*fyne.MenuItem
	for _, c := range commands {
		if c.Line {
			items = append(items, fyne.NewMenuItemSeparator())
			continue
		}
		i := n.menus.look.MenuItem(c.Name(), func() { n.menus.Perform(c) })
		i.Shortcut, i.IsQuit, i.Icon = c.Key, c.Quits, c.Icon
		if c.Items != nil {
			i.Action, i.ChildMenu = nil, fyne.NewMenu("", n.items(c.Below())...)
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
	ok, _ := c.Enabled()
	if i.Label == c.Name() && i.Disabled == !ok && i.Checked == c.IsOn() {
		return false
	}
	i.Label, i.Disabled, i.Checked = c.Name(), !ok, c.IsOn()
	return true
}

// refresh shows what can be done now. The lists that change are short and few: where one has, all is made anew.
func (n *nativeMenu) refresh() {
	changed := false
	for i, c := range n.of {
		if n.show(i) {
			changed = true
		}
		if i.ChildMenu != nil && !sameLabels(i.ChildMenu.Items, c.Below()) {
			n.make()
			return
		}
	}
	if changed {
		n.Main.Refresh()
	}
}

func sameLabels(items []*fyne.MenuItem, commands []*Command) bool {
	if len(items) != len(commands) {
		return false
	}
	for i, c := range commands {
		if !c.Line && items[i].Label != c.Name() {
			return false
		}
	}
	return true
}
