package ui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"fillet/editor/ui/kit"
)

// menu is one of the menus of the bar.
type menu struct {
	label string
	items []*command
}

// menus is the menus of a window: those of its bar, and those that the right button opens.
type menus struct {
	look    *kit.Look
	win     fyne.Window
	tell    func(reason string)          // says why something cannot be done
	leave   func()                       // ends a playtest
	place   func() (run func(do func())) // remembers the place at which a command is done that is chosen later
	outside func(e *desktop.MouseEvent)  // hears of the right button beside a menu that stands alone, after it has closed

	bar    []*menu
	byKey  map[string]*command // by the name of the shortcut
	widget *menuBar            // nil where the system shows the bar
	open   *openMenus          // nil: none
	native *nativeMenu         // nil where the window shows the bar
	also   []alias             // further keys of some commands
}

// alias is a further key of a command.
type alias struct {
	key     fyne.Shortcut
	command *command
}

func newMenus(l *kit.Look, win fyne.Window, tell func(reason string)) *menus {
	return &menus{
		look: l, win: win, tell: tell, leave: func() {}, outside: func(*desktop.MouseEvent) {},
		place: func() func(do func()) { return func(do func()) { do() } },
	}
}

// set takes over the bar's menus.
func (m *menus) set(bar ...*menu) {
	m.bar, m.widget, m.native = bar, nil, nil
	m.byKey = map[string]*command{}
	for _, top := range m.bar {
		m.gatherKeys(top.items)
	}
}

// gatherKeys notes what keys with modifiers do. Those without are typedKey's.
func (m *menus) gatherKeys(items []*command) {
	for _, c := range items {
		m.gatherKeys(c.below())
		if k, ok := c.key.(fyne.KeyboardShortcut); ok && k.Mod()&^fyne.KeyModifierShift != 0 && m.byKey[c.key.ShortcutName()] == nil {
			m.byKey[c.key.ShortcutName()] = c
		}
	}
}

// refresh shows what can be done now in a bar that the system shows. The window's own asks when it opens.
func (m *menus) refresh() {
	if m.native != nil {
		m.native.refresh()
	}
}

// isModal reports whether a dialog or a menu is open.
func (m *menus) isModal() bool { return m.win.Canvas().Overlays().Top() != nil }

// perform does a command, if it can be done now, and says why where it cannot.
func (m *menus) perform(c *command) {
	if c.do == nil || c.typed && m.typesInstead(c.key) || m.isModal() {
		return
	}
	if ok, reason := c.enabled(); !ok {
		m.tell(reason)
		return
	}
	if c.leaves || c.within != nil && c.within.leaves {
		m.leave()
	}
	c.do()
}

// typesInstead gives a key to the field that somebody types in, and reports whether there is one. Where nothing is typed that
// could be undone, undo means the level.
func (m *menus) typesInstead(s fyne.Shortcut) bool {
	focused := m.win.Canvas().Focused()
	if f, ok := focused.(interface{ IsDirty() bool }); ok && !f.IsDirty() && kit.IsUndo(s) {
		m.look.Focus()
		return false
	}
	f, ok := focused.(fyne.Shortcutable)
	if ok {
		f.TypedShortcut(s)
	}
	return ok
}

// shortcut does what a key with modifiers does, and reports whether it does anything.
func (m *menus) shortcut(s fyne.Shortcut) bool {
	c := m.byKey[s.ShortcutName()]
	if c != nil {
		m.perform(c)
	}
	return c != nil
}
