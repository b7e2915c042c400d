package ui

import (
	"strings"

	"fillet/editor/ui/kit"

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

// perform does a command, if it can be done now, and says why where it cannot.
func (w *Window) perform(c *command) {
	if c.do == nil || c.typed && w.typesInstead(c.key) || w.isModal() {
		return
	}
	if ok, reason := c.enabled(); !ok {
		w.tell("%s", reason)
		return
	}
	if c.leaves || c.within != nil && c.within.leaves {
		w.play.leavePlay()
	}
	c.do()
}

// typesInstead gives a key to the field that somebody types in, and reports whether there is one. Where nothing is typed that
// could be undone, undo means the level.
func (w *Window) typesInstead(s fyne.Shortcut) bool {
	focused := w.win.Canvas().Focused()
	if f, ok := focused.(interface{ IsDirty() bool }); ok && !f.IsDirty() && kit.IsUndo(s) {
		w.look.Focus()
		return false
	}
	f, ok := focused.(fyne.Shortcutable)
	if ok {
		f.TypedShortcut(s)
	}
	return ok
}

// shortcut does what a key with modifiers does, and reports whether it does anything.
func (w *Window) shortcut(s fyne.Shortcut) bool {
	c := w.menu.byKey[s.ShortcutName()]
	if c != nil {
		w.perform(c)
	}
	return c != nil
}

// What commands need. Each says what is missing in words that stand alone, in a tip or in the status bar.

func (w *Window) aLevel() string {
	if w.start.isOpen() {
		return "No level is open"
	}
	return ""
}

func (w *Window) editing() string {
	if w.play.isOn() {
		return "A playtest runs: Esc leaves it, and the level can be edited then"
	}
	return ""
}

func (w *Window) playing() string {
	if !w.play.isOn() {
		return "No playtest runs: F5 starts one"
	}
	return ""
}

func (w *Window) aPick() string {
	if w.session.Selection().Len() == 0 {
		return "Nothing is selected"
	}
	return ""
}

// aFreePick is a selection of which something can be changed.
func (w *Window) aFreePick() string {
	for _, id := range w.session.Selection().IDs() {
		if c := w.session.Document().Collider(id); c != nil && w.session.Document().Editable(c) {
			return ""
		}
	}
	if reason := w.aPick(); reason != "" {
		return reason
	}
	return "What is selected is locked"
}

// picks is a selection of so many.
func (w *Window) picks(least int, reason string) need {
	return func() string {
		if n := w.session.Selection().Len(); n > 0 && n < least {
			return reason
		}
		return ""
	}
}

func (w *Window) someShapes() string {
	if w.session.Document().Len() == 0 {
		return "The level has no shapes yet"
	}
	return ""
}

// anUndo is a step, or something under way, which goes first.
func (w *Window) anUndo() string {
	if w.tools.Busy() || w.inspector.takeBack != nil {
		return ""
	}
	if _, ok := w.session.History().CanUndo(); !ok {
		return "Nothing has been done that could be undone"
	}
	return ""
}

func (w *Window) aRedo() string {
	if _, ok := w.session.History().CanRedo(); !ok {
		return "Nothing has been undone that could be redone"
	}
	return ""
}

// copiedShapes looks for a word that every level has: pasting says what is wrong with the rest.
func (w *Window) copiedShapes() string {
	const far = 64 << 10
	text := w.app.Clipboard().Content()
	switch {
	case text == "":
		return "The clipboard is empty"
	case !strings.Contains(text[:min(len(text), far)], "fillet"):
		return "The clipboard holds no shapes"
	}
	return ""
}

func (w *Window) anOverlap() string {
	if w.session.Live().Counts().Overlaps == 0 {
		return "Nothing overlaps"
	}
	return ""
}

func (w *Window) aPairToSeparate() string {
	if w.contacts.separable() == nil {
		return "No overlap is chosen: click one among the contacts, or a shape that overlaps"
	}
	return ""
}

func (w *Window) anImport() string {
	if len(w.session.Document().Settings().Imports) == 0 {
		return "This level was not imported from another editor's file"
	}
	return ""
}

func (w *Window) aConflict() string {
	if len(w.session.Document().Settings().Conflicts) == 0 {
		return "No merge has left anything undecided in this level"
	}
	return ""
}

func (w *Window) somePictures() string {
	if p := w.canvas.Pictures; p == nil || p.Len() == 0 {
		return "The level has no pictures: they come with an imported file"
	}
	return ""
}

func (w *Window) somethingPlayed() string {
	if p := w.play.run; p != nil && p.tape == nil && p.run.Steps() == 0 {
		return "Nothing has been played yet"
	}
	return ""
}

func (w *Window) someCorners() string {
	for _, id := range w.session.Selection().IDs() {
		if c := w.session.Document().Collider(id); c != nil && c.Shape.HasCorners() {
			return ""
		}
	}
	return "Nothing that is selected has corners"
}
