package kit

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
)

// Command is one thing that can be done: an item of a menu, a line of the palette, and what a key does.
type Command struct {
	Label  string
	Named  func() string // the label where it changes, such as with what would be undone; nil: label
	Key    fyne.Shortcut // nil: none. One without a modifier is only shown: typedKey acts on it
	Do     func()
	Needs  []Need
	on     func() bool       // whether it has a check mark; nil: it never has
	Icon   fyne.Resource     // nil: none
	Wide   float32           // of the icon; 0: as wide as it is high
	Note   string            // stands where other items have their keys
	Items  func() []*Command // of a submenu; nil: it is none
	Typed  bool              // its key belongs to the focused field while somebody types in one
	Leaves bool              // it ends a playtest first
	Quits  bool              // it ends the program, which some systems have an item of their own for
	In     MenuPlace         // where it can be done at all
	Line   bool              // nothing but a line between others
	Within *Command          // the submenu that it is listed in; nil: none

	listed bool          // a submenu of what there is, not of commands
	book   *keyBook      // of the menus that it is in; nil: none
	path   string        // there
	usual  fyne.Shortcut // its key unless it was changed
}

// MenuPlace is where a command can be done at all; elsewhere no menu has it.
type MenuPlace int8

// The places.
const (
	Anywhere MenuPlace = iota
	Desktop
	Browser
)

// Only says where the command can be done.
func (c *Command) Only(in MenuPlace) *Command {
	c.In = in
	return c
}

// MenusHere removes commands that are unavailable on this platform, and separators left without entries.
func MenusHere(in MenuPlace, bar []*Menu) []*Menu {
	for _, m := range bar {
		var kept []*Command
		for _, c := range m.Items {
			if c.In != Anywhere && c.In != in || c.Line && (len(kept) == 0 || kept[len(kept)-1].Line) {
				continue
			}
			kept = append(kept, c)
		}
		for len(kept) > 0 && kept[len(kept)-1].Line {
			kept = kept[:len(kept)-1]
		}
		m.Items = kept
	}
	return bar
}

// Need is something that must be so for a command to be done. It says why the command cannot be done now, or nothing.
type Need func() string

// Modifiers of shortcuts. Ctrl is Cmd on macOS.
const (
	Ctrl      = fyne.KeyModifierShortcutDefault
	CtrlShift = fyne.KeyModifierShortcutDefault | fyne.KeyModifierShift
)

// MenuItem is a command with the key that does the same.
func MenuItem(label string, key fyne.KeyName, mod fyne.KeyModifier, do func()) *Command {
	c := &Command{Label: label, Do: do}
	if key != "" {
		key, mod = usualKey(key, mod)
		c.Key = &desktop.CustomShortcut{KeyName: key, Modifier: mod}
	}
	return c
}

// Submenu is an item with others beside it.
func Submenu(label string, items func() []*Command) *Command {
	return &Command{Label: label, Items: items}
}

// MenuItems is a submenu's items where they are always the same.
func MenuItems(items ...*Command) func() []*Command { return func() []*Command { return items } }

// MenuSeparator is a line between items.
func MenuSeparator() *Command { return &Command{Line: true} }

// When adds what must be so for the command to be done.
func (c *Command) When(needs ...Need) *Command {
	c.Needs = append(c.Needs, needs...)
	return c
}

// Checked gives the command a check mark while something is so.
func (c *Command) Checked(on func() bool) *Command {
	c.on = on
	return c
}

// Below is what a submenu lists now.
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

// Name is the label as it is now.
func (c *Command) Name() string {
	if c.Named != nil {
		return c.Named()
	}
	return c.Label
}

// Enabled reports whether the command can be done now, and why not.
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

// modifierNames are the modifiers in the order in which they are written.
var modifierNames = []struct {
	mod  fyne.KeyModifier
	name string
}{{fyne.KeyModifierControl, "Ctrl"}, {fyne.KeyModifierSuper, "Cmd"}, {fyne.KeyModifierAlt, "Alt"}, {fyne.KeyModifierShift, "Shift"}}

// KeyLabel is how a key is written for people.
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
