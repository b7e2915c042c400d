package ui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
)

// command is one thing that can be done: an item of a menu, a line of the palette, and what a key does.
type command struct {
	label  string
	named  func() string // the label where it changes, such as with what would be undone; nil: label
	key    fyne.Shortcut // nil: none. One without a modifier is only shown: typedKey acts on it
	do     func()
	needs  []need
	on     func() bool       // whether it has a check mark; nil: it never has
	icon   fyne.Resource     // nil: none
	items  func() []*command // of a submenu; nil: it is none
	typed  bool              // its key belongs to the focused field while somebody types in one
	leaves bool              // it ends a playtest first
	quits  bool              // it ends the program, which some systems have an item of their own for
	line   bool              // nothing but a line between others
	within *command          // the submenu that it is listed in; nil: none
}

// need is something that must be so for a command to be done. It says why the command cannot be done now, or nothing.
type need func() string

const (
	ctrl      = fyne.KeyModifierShortcutDefault
	ctrlShift = fyne.KeyModifierShortcutDefault | fyne.KeyModifierShift
)

// item is a command with the key that does the same.
func item(label string, key fyne.KeyName, mod fyne.KeyModifier, do func()) *command {
	c := &command{label: label, do: do}
	if key != "" {
		c.key = &desktop.CustomShortcut{KeyName: key, Modifier: mod}
	}
	return c
}

// submenu is an item with others beside it.
func submenu(label string, items func() []*command) *command {
	return &command{label: label, items: items}
}

// these is a submenu's items where they are always the same.
func these(items ...*command) func() []*command { return func() []*command { return items } }

// sep is a line between items.
func sep() *command { return &command{line: true} }

// when adds what must be so for the command to be done.
func (c *command) when(needs ...need) *command {
	c.needs = append(c.needs, needs...)
	return c
}

// checked gives the command a check mark while something is so.
func (c *command) checked(on func() bool) *command {
	c.on = on
	return c
}

// below is what a submenu lists now.
func (c *command) below() []*command {
	if c.items == nil {
		return nil
	}
	items := c.items()
	for _, i := range items {
		i.within = c
	}
	return items
}

// name is the label as it is now.
func (c *command) name() string {
	if c.named != nil {
		return c.named()
	}
	return c.label
}

// enabled reports whether the command can be done now, and why not.
func (c *command) enabled() (ok bool, reason string) {
	if c.within != nil {
		if ok, reason := c.within.enabled(); !ok {
			return false, reason
		}
	}
	for _, n := range c.needs {
		if reason := n(); reason != "" {
			return false, reason
		}
	}
	return true, ""
}

// isOn reports whether the command has a check mark.
func (c *command) isOn() bool { return c.on != nil && c.on() }
