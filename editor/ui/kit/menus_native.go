package kit

import (
	"runtime"

	"fyne.io/fyne/v2"
)

// SystemShowsMenus reports whether the system shows the menu bar outside the window, as on macOS.
var SystemShowsMenus = runtime.GOOS == "darwin"

// nativeMenu holds the menus as passed to the system.
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

// show updates an item, and reports whether it has changed.
func (n *nativeMenu) show(i *fyne.MenuItem) bool {
	c := n.of[i]
	ok, _ := c.Enabled()
	if i.Label == c.Name() && i.Disabled == !ok && i.Checked == c.IsOn() {
		return false
	}
	i.Label, i.Disabled, i.Checked = c.Name(), !ok, c.IsOn()
	return true
}

// refresh updates the items. If a list has changed, it rebuilds all menus, which is rare and quick.
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
