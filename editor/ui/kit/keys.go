package kit

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
)

// BoundKey is a command with its place in the menus, whose key may be changed.
type BoundKey struct {
	Path    string // its menu and its label: "Shape › Align › Left edges"
	Command *Command
	Usual   string // its key unless it was changed; empty for none
	Now     string // its key
	Fixed   string // why its key cannot be changed; empty where it can
}

// keyBook is which commands have other keys than the usual ones, by their paths: the key's label, or nothing for none.
type keyBook struct {
	changed map[string]string
	plain   map[string]*Command // by label: those with a changed key that has no modifier but Shift
	freed   map[string]bool     // labels of usual keys without a modifier that do nothing now
}

const pathMark = " › "

// apply gives a command the key that was chosen for it.
func (k *keyBook) apply(c *Command, path string) {
	if k == nil || c.Line {
		return
	}
	if c.book == nil {
		c.book, c.path, c.usual = k, path, c.Key
	}
	label, ok := k.changed[c.path]
	switch {
	case !ok || c.Typed:
		c.Key = c.usual
	case label == "":
		c.Key = nil
	default:
		if s, ok := ParseKey(label); ok {
			c.Key = s
		}
	}
}

// ParseKey is the key that a label such as Ctrl+Shift+D stands for; see [KeyLabel].
func ParseKey(label string) (s *desktop.CustomShortcut, ok bool) {
	s = &desktop.CustomShortcut{}
	for {
		found := false
		for _, m := range modifierNames {
			if rest, ok := strings.CutPrefix(label, m.name+"+"); ok && rest != "" && s.Modifier&m.mod == 0 {
				s.Modifier |= m.mod
				label, found = rest, true
				break
			}
		}
		if !found {
			break
		}
	}
	s.KeyName = fyne.KeyName(label)
	return s, isKeyName(label)
}

// isKeyName reports whether a key has this name and could do something.
func isKeyName(name string) bool {
	if utf8.RuneCountInString(name) == 1 {
		r, _ := utf8.DecodeRuneInString(name)
		return r > ' ' && r < 0x7f && (r < 'a' || r > 'z')
	}
	return slices.Contains([]string{
		"F1", "F2", "F3", "F4", "F5", "F6", "F7", "F8", "F9", "F10", "F11", "F12", string(fyne.KeyUp), string(fyne.KeyDown), string(fyne.KeyLeft), string(fyne.KeyRight),
		string(fyne.KeyHome), string(fyne.KeyEnd), string(fyne.KeyPageUp), string(fyne.KeyPageDown), string(fyne.KeyInsert), string(fyne.KeyDelete),
	}, name)
}

// reserved says what has a key without being a command of a menu, and cannot lose it.
func reserved(label string) string {
	k, ok := ParseKey(label)
	if !ok {
		return "That is no key that a command can have"
	}
	if k.Modifier&^fyne.KeyModifierShift != 0 {
		if k.Modifier == fyne.KeyModifierAlt && utf8.RuneCountInString(string(k.KeyName)) == 1 {
			return "Alt with a letter opens the menus"
		}
		return ""
	}
	switch string(k.KeyName) {
	case string(fyne.KeyUp), string(fyne.KeyDown), string(fyne.KeyLeft), string(fyne.KeyRight):
		return "The arrows move what is selected"
	case ".", ",":
		return "It selects the next shape, or the one before"
	case "X":
		return "X is held for solid drags"
	case "F6", "F10":
		return "It leads through the panels and menus"
	}
	return ""
}

// Usable says why a key cannot be given to a command; nothing where it can.
func (m *Menus) Usable(label string) string {
	if why := reserved(label); why != "" {
		return why
	}
	for _, a := range m.Also {
		if KeyLabel(a.Key) == label {
			return "It is a further key of " + a.Command.Label
		}
	}
	for _, b := range m.Commands() {
		if b.Fixed != "" && (b.Now == label || b.Usual == label) {
			return b.Path + ": " + b.Fixed
		}
	}
	return ""
}

// Using is the path of the command that a key belongs to now; empty for none.
func (m *Menus) Using(label string) string {
	for _, b := range m.Commands() {
		if b.Now == label && b.Fixed == "" {
			return b.Path
		}
	}
	return ""
}

// Commands lists the commands that have a key, or could have one, in the order of the menus.
func (m *Menus) Commands() []BoundKey {
	var out []BoundKey
	var walk func(path string, items []*Command, inPlay bool)
	walk = func(path string, items []*Command, inPlay bool) {
		for _, c := range items {
			if c.Items != nil {
				if !c.listed {
					walk(path+pathMark+c.Label, c.Below(), inPlay)
				}
				continue
			}
			if c.Do == nil {
				continue
			}
			b := BoundKey{Path: path + pathMark + c.Label, Command: c, Usual: KeyLabel(c.usual), Now: KeyLabel(c.Key)}
			k, _ := c.usual.(fyne.KeyboardShortcut)
			switch {
			case c.Typed:
				b.Fixed = "it has the same key in every program"
			case inPlay && k != nil && k.Mod() == 0 && (len(k.Key()) == 1 || k.Key() == fyne.KeyEscape):
				b.Fixed = "it is a key of the playtest"
			case c.Quits:
				b.Fixed = "it ends the program"
			}
			out = append(out, b)
		}
	}
	for _, top := range m.Bar {
		walk(top.Label, top.Items, top.Label == playMenu)
	}
	return out
}

// playMenu is the menu whose letters mean something while a playtest runs only.
const playMenu = "Play"

// MenuList is a submenu of items such as files or layers, which cannot have shortcuts.
func MenuList(label string, items func() []*Command) *Command {
	c := Submenu(label, items)
	c.listed = true
	return c
}

// SetKeys gives commands other keys than the usual ones, by their paths; an empty key is none. What names no command, or no key, is left
// out and returned. [Menus.Set] or [Menus.Renew] has the menus show them.
func (m *Menus) SetKeys(changed map[string]string) (unknown []string) {
	known := map[string]BoundKey{}
	for _, b := range m.Commands() {
		known[b.Path] = b
	}
	m.book.changed = map[string]string{}
	for _, path := range slices.Sorted(maps.Keys(changed)) {
		label := changed[path]
		b, ok := known[path]
		if ok && b.Fixed == "" && (label == "" || m.mayHave(label)) {
			if label != b.Usual {
				m.book.changed[path] = label
			}
			continue
		}
		unknown = append(unknown, path)
	}
	m.rekey()
	return unknown
}

// mayHave reports whether a key may be any command's.
func (m *Menus) mayHave(label string) bool {
	_, ok := ParseKey(label)
	return ok && m.Usable(label) == ""
}

// Keys is which commands have other keys than the usual ones.
func (m *Menus) Keys() map[string]string { return maps.Clone(m.book.changed) }

// KeysText is those keys as a text for the preferences, and ReadKeys reads it.
func KeysText(changed map[string]string) string {
	if len(changed) == 0 {
		return ""
	}
	text, _ := json.Marshal(changed) // texts always can be
	return string(text)
}

// ReadKeys reads what KeysText has written; false where it is no such text.
func ReadKeys(text string) (changed map[string]string, ok bool) {
	const most = 1 << 16
	if text == "" {
		return nil, true
	}
	if len(text) > most || json.Unmarshal([]byte(text), &changed) != nil {
		return nil, false
	}
	return changed, true
}

// rekey brings the commands and the lists of keys up to date.
func (m *Menus) rekey() {
	m.ByKey, m.book.plain, m.book.freed = map[string]*Command{}, map[string]*Command{}, map[string]bool{}
	for _, top := range m.Bar {
		m.applyKeys(top.Label, top.Items)
		m.gatherKeys(top.Items)
	}
	if len(m.book.changed) == 0 {
		return
	}
	used := map[string]bool{}
	for _, b := range m.Commands() {
		used[b.Now] = true
	}
	for _, b := range m.Commands() {
		if _, changed := m.book.changed[b.Path]; !changed {
			continue
		}
		if isPlain(b.Now) {
			m.book.plain[b.Now] = b.Command
		}
		if isPlain(b.Usual) && !used[b.Usual] {
			m.book.freed[b.Usual] = true
		}
	}
	if m.listen != nil {
		m.listenToKeys()
	}
}

// isPlain reports whether a key has no modifier but Shift.
func isPlain(label string) bool {
	k, ok := ParseKey(label)
	return ok && k.Modifier&^fyne.KeyModifierShift == 0
}

func (m *Menus) applyKeys(path string, items []*Command) {
	for _, c := range items {
		m.book.apply(c, path+pathMark+c.Label)
		if c.Items != nil && !c.listed {
			m.applyKeys(c.path, c.Below())
		}
	}
}

// KeyOf is the key of the command at a path, whose usual one is given.
func (m *Menus) KeyOf(path, usual string) string {
	if label, ok := m.book.changed[path]; ok {
		return label
	}
	return usual
}

// Plain does what a key without a modifier, or with Shift, does where keys were changed, and reports whether it is such a key, or one that
// does nothing any more.
func (m *Menus) Plain(name fyne.KeyName, shift bool) bool {
	label := string(name)
	if shift {
		label = "Shift+" + label
	}
	if c := m.book.plain[label]; c != nil {
		m.Perform(c)
		return true
	}
	return m.book.freed[label]
}

// keysOf has items that were made for a menu of their own show the keys that the same commands of the bar have by now.
func (m *Menus) keysOf(items []*Command) {
	if len(m.book.changed) == 0 {
		return
	}
	now := map[string]fyne.Shortcut{}
	for _, b := range m.Commands() {
		if _, changed := m.book.changed[b.Path]; changed && b.Usual != "" {
			now[b.Usual+" "+b.Command.Label] = b.Command.Key
		}
	}
	for _, c := range items {
		if key, ok := now[KeyLabel(c.Key)+" "+c.Label]; ok && c.book == nil {
			c.Key = key
		}
	}
}
