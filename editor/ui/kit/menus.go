package kit

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
)

// Menu is one of the menus of the bar.
type Menu struct {
	Label string
	Items []*Command
}

// Menus is the menus of a window: those of its bar, and those that the right button opens.
type Menus struct {
	look    *Look
	win     fyne.Window
	tell    func(reason string)          // says why something cannot be done
	Leave   func()                       // ends a playtest
	Place   func() (run func(do func())) // remembers the place at which a command is done that is chosen later
	Outside func(e *desktop.MouseEvent)  // hears of the right button beside a menu that stands alone, after it has closed

	Bar    []*Menu
	ByKey  map[string]*Command // by the name of the shortcut
	Widget *menuBar            // nil where the system shows the bar
	Open   *openMenus          // nil: none
	Native *nativeMenu         // nil where the window shows the bar
	Also   []KeyAlias          // further keys of some commands
	said   string              // at the right end of the bar

	book   keyBook // the keys that were changed
	listen func(fyne.Shortcut, func(fyne.Shortcut))
	heard  map[string]bool // the names of the shortcuts that are listened to

	InDialog func(s fyne.Shortcut) // hears of keys of commands while a dialog is open, which does them its own way
}

// KeyAlias is a further key of a command.
type KeyAlias struct {
	Key     fyne.Shortcut
	Command *Command
}

// NewMenus makes the menu bar's state. tell shows why a disabled item is disabled.
func NewMenus(l *Look, win fyne.Window, tell func(reason string)) *Menus {
	return &Menus{
		look: l, win: win, tell: tell, Leave: func() {}, Outside: func(*desktop.MouseEvent) {},
		Place: func() func(do func()) { return func(do func()) { do() } }, InDialog: func(fyne.Shortcut) {},
	}
}

// Set takes over the bar's menus.
func (m *Menus) Set(bar ...*Menu) {
	m.Bar, m.Widget, m.Native = bar, nil, nil
	m.rekey()
}

// Renew takes other commands under the titles that the bar has.
func (m *Menus) Renew(bar ...*Menu) {
	m.CloseMenus()
	for i, top := range bar {
		*m.Bar[i] = *top
	}
	m.rekey()
	if m.Native != nil {
		m.Native = newNativeMenu(m)
	}
}

// gatherKeys notes what keys with modifiers do. Those without are typedKey's.
func (m *Menus) gatherKeys(items []*Command) {
	for _, c := range items {
		m.gatherKeys(c.Below())
		if k, ok := c.Key.(fyne.KeyboardShortcut); ok && k.Mod()&^fyne.KeyModifierShift != 0 && m.ByKey[c.Key.ShortcutName()] == nil {
			m.ByKey[c.Key.ShortcutName()] = c
		}
	}
}

// Refresh shows what can be done now in a bar that the system shows. The window's own asks when it opens.
func (m *Menus) Refresh() {
	if m.Native != nil {
		m.Native.refresh()
	}
}

// isModal reports whether a dialog or a menu is open.
func (m *Menus) isModal() bool { return m.win.Canvas().Overlays().Top() != nil }

// Perform does a command, if it can be done now, and says why where it cannot.
func (m *Menus) Perform(c *Command) {
	if c.Do == nil || c.Typed && m.typesInstead(c.Key) {
		return
	}
	if m.isModal() {
		if c.Key != nil {
			m.InDialog(c.Key)
		}
		return
	}
	if ok, reason := c.Enabled(); !ok {
		m.tell(reason)
		return
	}
	if c.Leaves || c.Within != nil && c.Within.Leaves {
		m.Leave()
	}
	c.Do()
}

// typesInstead gives a key to the field that somebody types in, and reports whether there is one. Where nothing is typed that
// could be undone, undo means the level.
func (m *Menus) typesInstead(s fyne.Shortcut) bool {
	focused := m.win.Canvas().Focused()
	if f, ok := focused.(interface{ IsDirty() bool }); ok && !f.IsDirty() && IsUndo(s) {
		m.look.Focus()
		return false
	}
	if f, ok := focused.(interface{ Types(fyne.Shortcut) bool }); ok && !f.Types(s) {
		return false
	}
	f, ok := focused.(fyne.Shortcutable)
	if ok {
		f.TypedShortcut(s)
	}
	return ok
}

// Shortcut does what a key with modifiers does, and reports whether it does anything.
func (m *Menus) Shortcut(s fyne.Shortcut) bool {
	c := m.ByKey[s.ShortcutName()]
	if c != nil {
		m.Perform(c)
	}
	return c != nil
}
