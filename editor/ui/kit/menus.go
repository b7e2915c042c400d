package kit

import (
	"iter"
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
)

// Menu is a menu of the menu bar.
type Menu struct {
	Label string
	Items []*Command
}

// Menus holds the menu bar and the context menus of a window.
type Menus struct {
	look    *Look
	win     fyne.Window
	tell    func(reason string)          // shows why a command is unavailable
	Leave   func()                       // ends a playtest
	Place   func() (run func(do func())) // remembers the pointer's position for a command chosen later
	Outside func(e *desktop.MouseEvent)  // called for a right click outside a context menu, after it has closed

	Bar    []*Menu
	ByKey  map[string]*Command // by shortcut name
	Widget *menuBar            // nil if the system shows the bar
	Open   *openMenus          // nil: none
	Native *nativeMenu         // nil if the window shows the bar
	Show   func()              // updates buttons that perform commands
	Also   []KeyAlias          // additional keys of some commands
	status string              // text at the right end of the bar

	book   keyBook // the changed keys
	listen func(fyne.Shortcut, func(fyne.Shortcut))
	heard  map[string]bool // names of the registered shortcuts

	InDialog func(s fyne.Shortcut) // handles command keys while a dialog is open
}

// KeyAlias is an additional key of a command.
type KeyAlias struct {
	Key   fyne.Shortcut
	Label string // as in [Menus.Named]
}

func NewMenus(l *Look, win fyne.Window, tell func(reason string)) *Menus {
	return &Menus{
		look: l, win: win, tell: tell, Leave: func() {}, Show: func() {}, Outside: func(*desktop.MouseEvent) {},
		Place: func() func(do func()) { return func(do func()) { do() } }, InDialog: func(fyne.Shortcut) {},
	}
}

// Set sets the menus of the bar.
func (m *Menus) Set(bar ...*Menu) {
	m.Bar, m.Widget, m.Native = bar, nil, nil
	m.rekey()
}

// Renew replaces the commands under the bar's existing titles.
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

// Named returns the bar's commands with the given labels. A command in a submenu is given by its path, with " › "
// between the labels. "=" and another label at the end renames the command; "-" is a separator. Commands that this
// platform lacks are left out.
func (m *Menus) Named(labels ...string) []*Command {
	out := make([]*Command, 0, len(labels))
	for _, label := range labels {
		label, newLabel, isRenamed := strings.Cut(label, "=")
		switch c := m.Command(label); {
		case label == "-":
			out = append(out, MenuSeparator())
		case c != nil && isRenamed:
			out = append(out, c.As(newLabel))
		case c != nil:
			out = append(out, c)
		}
	}
	return out
}

// Command returns the bar's command with a label, as in [Menus.Named], or nil.
func (m *Menus) Command(label string) *Command {
	for _, top := range m.Bar {
		items := top.Items
		for steps := strings.Split(label, pathMark); ; steps = steps[1:] {
			i := slices.IndexFunc(items, func(c *Command) bool { return c.Label == steps[0] })
			if i < 0 {
				break
			}
			if len(steps) == 1 {
				return items[i]
			}
			items = items[i].Below()
		}
	}
	return nil
}

// All yields every command of the bar, in menu order, with the path of its menu.
func (m *Menus) All() iter.Seq2[string, *Command] {
	return func(yield func(string, *Command) bool) {
		var walk func(path string, items []*Command) bool
		walk = func(path string, items []*Command) bool {
			for _, c := range items {
				if !yield(path, c) || !walk(path+pathMark+c.Label, c.Below()) {
					return false
				}
			}
			return true
		}
		for _, top := range m.Bar {
			if !walk(top.Label, top.Items) {
				return
			}
		}
	}
}

// Refresh updates the buttons of commands, and a menu bar shown by the system. The window's own bar queries the
// commands when a menu opens.
func (m *Menus) Refresh() {
	m.Show()
	if m.Native != nil {
		m.Native.refresh()
	}
}

func (m *Menus) isModal() bool { return m.win.Canvas().Overlays().Top() != nil }

// Perform performs a command, or shows why it is unavailable.
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

// typesInstead passes a key to the focused text field, and reports whether there is one. With no typing to undo, undo
// applies to the level.
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

// Shortcut performs the command of a shortcut, and reports whether there is one.
func (m *Menus) Shortcut(s fyne.Shortcut) bool {
	c := m.ByKey[s.ShortcutName()]
	if c != nil {
		m.Perform(c)
	}
	return c != nil
}
