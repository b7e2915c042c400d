package kit

import (
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
)

// Command is a menu item, an entry of the command palette, and the action of a key.
type Command struct {
	Label  string
	Named  func() string // returns a variable label, such as "Undo: Move"; nil: Label
	Key    fyne.Shortcut // nil: none
	Do     func()
	Needs  []Need
	on     func() bool       // reports whether it has a check mark; nil: never
	Icon   fyne.Resource     // nil: none
	Wide   float32           // width of the icon; 0: square
	Note   string            // shown in place of a key
	Items  func() []*Command // items of a submenu; nil: not a submenu
	Typed  bool              // a focused text field gets its key first
	Leaves bool              // ends a playtest first
	Quits  bool              // quits the program; macOS has its own item for that
	In     MenuPlace         // platforms that have the command
	Line   bool              // a separator
	Within *Command          // the submenu that contains the command; nil: none

	listed     bool          // a submenu of objects, such as files, not of commands
	book       *keyBook      // key book of its menus; nil: none
	path       string        // the command's path in the menus
	defaultKey fyne.Shortcut // the default key
}

// IsIn reports whether the command is in the menu with the given label or in a submenu of that menu.
func (c *Command) IsIn(menu string) bool { return strings.HasPrefix(c.path, menu+pathMark) }

// MenuPlace is a platform that a command is limited to; menus on other platforms omit it.
type MenuPlace int8

// The platforms.
const (
	Anywhere MenuPlace = iota
	Desktop
	Browser
)

// Only limits the command to a platform.
func (c *Command) Only(in MenuPlace) *Command {
	c.In = in
	return c
}

// MenusHere removes commands that are unavailable on this platform.
func MenusHere(in MenuPlace, bar []*Menu) []*Menu {
	for _, m := range bar {
		m.Items = only(m.Items, func(c *Command) bool { return c.In == Anywhere || c.In == in })
	}
	return bar
}

// only returns the commands that satisfy a condition, and drops separators that would have no items between them.
func only(items []*Command, keep func(*Command) bool) []*Command {
	var kept []*Command
	for _, c := range items {
		if keep(c) && (!c.Line || len(kept) > 0 && !kept[len(kept)-1].Line) {
			kept = append(kept, c)
		}
	}
	if n := len(kept); n > 0 && kept[n-1].Line {
		kept = kept[:n-1]
	}
	return kept
}

// isApplicable reports whether the command is available. A submenu is available if one of its commands is.
func (c *Command) isApplicable() bool {
	ok, _ := c.Enabled()
	return ok && (c.Items == nil || slices.ContainsFunc(c.Below(), func(below *Command) bool {
		return !below.Line && below.isApplicable()
	}))
}

// As returns the command under another label, with the same key.
func (c *Command) As(label string) *Command {
	renamed := *c
	renamed.Named = func() string { return label }
	return &renamed
}

// Need is a condition of a command. It returns why the command is unavailable, or "".
type Need func() string

// Modifiers of shortcuts. Ctrl is Cmd on macOS.
const (
	Ctrl      = fyne.KeyModifierShortcutDefault
	CtrlShift = fyne.KeyModifierShortcutDefault | fyne.KeyModifierShift
)

// MenuItem makes a command with a key, or without one for "".
func MenuItem(label string, key fyne.KeyName, mod fyne.KeyModifier, do func()) *Command {
	c := &Command{Label: label, Do: do}
	if key != "" {
		key, mod = usualKey(key, mod)
		c.Key = &desktop.CustomShortcut{KeyName: key, Modifier: mod}
	}
	return c
}

// Item makes a command without a key.
func Item(label string, do func()) *Command { return MenuItem(label, "", 0, do) }

// Submenu makes an item that opens a submenu.
func Submenu(label string, items func() []*Command) *Command {
	return &Command{Label: label, Items: items}
}

// MenuItems returns the items of a submenu that never changes.
func MenuItems(items ...*Command) func() []*Command { return func() []*Command { return items } }

// MenuSeparator makes a line between items.
func MenuSeparator() *Command { return &Command{Line: true} }

// When adds conditions to the command.
func (c *Command) When(needs ...Need) *Command {
	c.Needs = append(c.Needs, needs...)
	return c
}

// Checked shows a check mark while on returns true.
func (c *Command) Checked(on func() bool) *Command {
	c.on = on
	return c
}

// Below returns the current items of a submenu.
func (c *Command) Below() []*Command {
	if c.Items == nil {
		return nil
	}
	items := c.Items()
	for _, i := range items {
		i.Within = c
		if c.book != nil && !c.listed {
			c.book.apply(i, c.path+pathMark+i.Label)
		}
	}
	return items
}

// Name returns the current label.
func (c *Command) Name() string {
	if c.Named != nil {
		return c.Named()
	}
	return c.Label
}

// Enabled reports whether the command is available and, if not, why.
func (c *Command) Enabled() (ok bool, reason string) {
	if c.Within != nil {
		if ok, reason := c.Within.Enabled(); !ok {
			return false, reason
		}
	}
	for _, n := range c.Needs {
		if reason := n(); reason != "" {
			return false, reason
		}
	}
	return true, ""
}

// IsOn reports whether the command has a check mark.
func (c *Command) IsOn() bool { return c.on != nil && c.on() }

// modifierNames lists the modifiers in the order in which they are written.
var modifierNames = []struct {
	mod  fyne.KeyModifier
	name string
}{
	{fyne.KeyModifierControl, "Ctrl"},
	{fyne.KeyModifierSuper, "Cmd"},
	{fyne.KeyModifierAlt, "Alt"},
	{fyne.KeyModifierShift, "Shift"},
}

// KeyLabel formats a shortcut for display.
func KeyLabel(s fyne.Shortcut) string {
	k, ok := s.(fyne.KeyboardShortcut)
	if !ok {
		return ""
	}
	var parts []string
	for _, m := range modifierNames {
		if k.Mod()&m.mod != 0 {
			parts = append(parts, m.name)
		}
	}
	return strings.Join(append(parts, string(k.Key())), "+")
}
