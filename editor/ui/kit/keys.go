package kit

import (
	"cmp"
	"encoding/json"
	"maps"
	"runtime"
	"slices"
	"strings"
	"unicode/utf8"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
)

// BoundKey is a command with its menu path and its keys, as shown in the key settings.
type BoundKey struct {
	Path    string // menu and label: "Shape › Align › Left edges"
	Command *Command
	Default string // its default key; empty for none
	Now     string // its current key; empty for none
	Fixed   string // why its key cannot be changed; empty if it can
}

// keyBook holds the keys that the user changed.
type keyBook struct {
	changed map[string]string
	plain   map[string]*Command // by label: commands with a key without modifiers other than Shift
	freed   map[string]bool     // labels of default keys without modifiers that no command uses now
}

const pathMark = " › "

// apply gives a command the key that the user chose.
func (k *keyBook) apply(c *Command, path string) {
	if k == nil || c.Line {
		return
	}
	if c.book == nil {
		c.book, c.path, c.defaultKey = k, path, c.Key
	}
	label, ok := k.changed[c.path]
	switch {
	case !ok || c.Typed:
		c.Key = c.defaultKey
	case label == "":
		c.Key = nil
	default:
		if s, ok := ParseKey(label); ok {
			c.Key = s
		}
	}
}

// ParseKey parses a label such as Ctrl+Shift+D; see [KeyLabel].
func ParseKey(label string) (s *desktop.CustomShortcut, ok bool) {
	s = &desktop.CustomShortcut{}
	for found := true; found; {
		found = false
		for _, m := range modifierNames {
			if rest, ok := strings.CutPrefix(label, m.name+"+"); ok && rest != "" && s.Modifier&m.mod == 0 {
				s.Modifier |= m.mod
				label, found = rest, true
			}
		}
	}
	s.KeyName = fyne.KeyName(label)
	return s, isKeyName(label)
}

func isKeyName(name string) bool {
	if utf8.RuneCountInString(name) == 1 {
		r, _ := utf8.DecodeRuneInString(name)
		return r > ' ' && r < 0x7f && (r < 'a' || r > 'z')
	}
	return slices.Contains([]string{
		"F1", "F2", "F3", "F4", "F5", "F6", "F7", "F8", "F9", "F10", "F11", "F12", string(fyne.KeyUp),
		string(fyne.KeyDown), string(fyne.KeyLeft), string(fyne.KeyRight),
		string(fyne.KeyHome), string(fyne.KeyEnd), string(fyne.KeyPageUp), string(fyne.KeyPageDown),
		string(fyne.KeyInsert), string(fyne.KeyDelete),
	}, name)
}

// reserved explains why a key that has a use outside the menus cannot be assigned, or returns "" if it can.
func reserved(label string) string {
	k, ok := ParseKey(label)
	if !ok {
		return "This key cannot be assigned to a command"
	}
	if k.Modifier&^fyne.KeyModifierShift != 0 {
		if k.Modifier == fyne.KeyModifierAlt && utf8.RuneCountInString(string(k.KeyName)) == 1 {
			return "Alt plus a letter opens a menu"
		}
		return ""
	}
	switch string(k.KeyName) {
	case string(fyne.KeyUp), string(fyne.KeyDown), string(fyne.KeyLeft), string(fyne.KeyRight):
		return "The arrow keys move the selection"
	case ".", ",":
		return "Selects the next or previous shape"
	case "X":
		return "Holding X makes a drag solid"
	case "F6", "F10":
		return "Moves between panels and menus"
	}
	return ""
}

// Usable explains why a key cannot be assigned to a command, or returns "" if it can.
func (m *Menus) Usable(label string) string {
	if why := reserved(label); why != "" {
		return why
	}
	for _, a := range m.Also {
		if KeyLabel(a.Key) == label {
			return "Also a key of " + a.Label
		}
	}
	for _, b := range m.Commands() {
		if b.Fixed != "" && (b.Now == label || b.Default == label) {
			return b.Path + ": " + b.Fixed
		}
	}
	return ""
}

// Using returns the path of the command that currently has a key, or "".
func (m *Menus) Using(label string) string {
	for _, b := range m.Commands() {
		if b.Now == label && b.Fixed == "" {
			return b.Path
		}
	}
	return ""
}

// Commands lists the commands that can have a key, in menu order.
func (m *Menus) Commands() []BoundKey {
	var out []BoundKey
	for menu, c := range m.All() {
		if c.Do == nil || c.Within != nil && c.Within.listed {
			continue
		}
		b := BoundKey{
			Path: menu + pathMark + c.Label, Command: c, Default: KeyLabel(c.defaultKey), Now: KeyLabel(c.Key),
		}
		k, _ := c.defaultKey.(fyne.KeyboardShortcut)
		switch {
		case c.Typed:
			b.Fixed = "standard key"
		case c.IsIn(playMenu) && k != nil && k.Mod() == 0 && (len(k.Key()) == 1 || k.Key() == fyne.KeyEscape):
			b.Fixed = "playtest key"
		case c.Quits:
			b.Fixed = "quits the program"
		}
		out = append(out, b)
	}
	return out
}

// playMenu is the menu whose letter keys only work during a playtest.
const playMenu = "Play"

// MenuList makes a submenu of objects such as files or layers, which cannot have shortcuts.
func MenuList(label string, items func() []*Command) *Command {
	c := Submenu(label, items)
	c.listed = true
	return c
}

// SetKeys assigns keys to commands by path; "" means none. A command that has moved to another menu keeps its key.
// Unknown commands and keys are skipped and returned. Call [Menus.Set] or [Menus.Renew] to show the keys in the menus.
func (m *Menus) SetKeys(changed map[string]string) (unknown []string) {
	known := map[string]BoundKey{}
	for _, b := range m.Commands() {
		known[b.Path] = b
	}
	m.book.changed = map[string]string{}
	for _, path := range slices.Sorted(maps.Keys(changed)) {
		label, of := changed[path], movedTo(path, known)
		b, ok := known[of]
		_, isKey := ParseKey(label)
		if ok && b.Fixed == "" && (label == "" || isKey && m.Usable(label) == "") {
			if label != b.Default {
				m.book.changed[of] = label
			}
			continue
		}
		unknown = append(unknown, path)
	}
	m.rekey()
	return unknown
}

// movedTo returns the current path of a command from its former path. It is the one that ends with the most of the
// former steps, in the least submenus, and preferably has a key by default.
func movedTo(former string, known map[string]BoundKey) string {
	if _, ok := known[former]; ok {
		return former
	}
	for _, rest, ok := strings.Cut(former, pathMark); ok; _, rest, ok = strings.Cut(rest, pathMark) {
		var ends []string
		for path := range known {
			if strings.HasSuffix(path, pathMark+rest) {
				ends = append(ends, path)
			}
		}
		if len(ends) > 0 {
			return slices.MinFunc(ends, func(a, b string) int {
				return cmp.Or(strings.Count(a, pathMark)-strings.Count(b, pathMark),
					cmp.Compare(min(len(known[b].Default), 1), min(len(known[a].Default), 1)), strings.Compare(a, b))
			})
		}
	}
	return former
}

// Keys returns the changed keys by command path.
func (m *Menus) Keys() map[string]string { return maps.Clone(m.book.changed) }

// KeysText encodes keys for the preferences; ReadKeys decodes them.
func KeysText(changed map[string]string) string {
	if len(changed) == 0 {
		return ""
	}
	text, _ := json.Marshal(changed) // a map of strings can always be encoded
	return string(text)
}

// ReadKeys decodes the output of KeysText, or returns false if the text is invalid.
func ReadKeys(text string) (changed map[string]string, ok bool) {
	const limit = 1 << 16
	if text == "" {
		return nil, true
	}
	if len(text) > limit || json.Unmarshal([]byte(text), &changed) != nil {
		return nil, false
	}
	return changed, true
}

func (m *Menus) rekey() {
	defer m.Show()
	m.ByKey, m.book.plain, m.book.freed = map[string]*Command{}, map[string]*Command{}, map[string]bool{}
	for _, top := range m.Bar {
		for _, c := range top.Items {
			m.book.apply(c, top.Label+pathMark+c.Label)
		}
	}
	for _, c := range m.All() { // typedKey handles keys without modifiers
		if k, ok := c.Key.(fyne.KeyboardShortcut); ok && k.Mod()&^fyne.KeyModifierShift != 0 &&
			m.ByKey[c.Key.ShortcutName()] == nil {
			m.ByKey[c.Key.ShortcutName()] = c
		}
	}
	all := m.Commands()
	for _, b := range all {
		_, isChanged := m.book.changed[b.Path]
		if isPlain(b.Now) && b.Fixed == "" && (isChanged || m.book.plain[b.Now] == nil) {
			m.book.plain[b.Now] = b.Command
		}
	}
	for _, a := range m.Also {
		if label := KeyLabel(a.Key); isPlain(label) && m.book.plain[label] == nil {
			m.book.plain[label] = m.Command(a.Label)
		}
	}
	if len(m.book.changed) == 0 {
		return
	}
	for _, b := range all {
		if _, changed := m.book.changed[b.Path]; changed && isPlain(b.Default) && m.book.plain[b.Default] == nil {
			m.book.freed[b.Default] = true
		}
	}
	if m.listen != nil {
		m.listenToKeys()
	}
}

// isPlain reports whether a key has no modifiers other than Shift.
func isPlain(label string) bool {
	k, ok := ParseKey(label)
	return ok && k.Modifier&^fyne.KeyModifierShift == 0
}

// KeyOf returns the current key of the command at a path, given its default.
func (m *Menus) KeyOf(path, defaultKey string) string {
	if label, ok := m.book.changed[path]; ok {
		return label
	}
	return defaultKey
}

// Plain returns the command of a key without modifiers or with Shift, or nil. isChanged reports that the user
// reassigned the key, so that tools must not use it. Shift is ignored unless a command has or had the key with Shift.
func (m *Menus) Plain(name fyne.KeyName, shift bool) (c *Command, isChanged bool) {
	label := string(name)
	if with := "Shift+" + label; shift && (m.book.plain[with] != nil || m.book.freed[with]) {
		label = with
	}
	if c = m.book.plain[label]; c == nil {
		return nil, m.book.freed[label]
	}
	_, isChanged = m.book.changed[c.path]
	return c, isChanged
}

// usualKey returns a command's default key. In a browser it avoids keys that the browser reserves.
func usualKey(key fyne.KeyName, mod fyne.KeyModifier) (fyne.KeyName, fyne.KeyModifier) {
	if runtime.GOOS == "js" {
		return BrowserKey(key, mod)
	}
	return key, mod
}

// CommandsKey returns the key of the command palette for display.
func CommandsKey() string {
	key, mod := usualKey(fyne.KeyP, CtrlShift)
	return KeyLabel(&desktop.CustomShortcut{KeyName: key, Modifier: mod})
}

// BrowserKey returns the replacement for a shortcut that browsers reserve, such as a new tab.
func BrowserKey(key fyne.KeyName, mod fyne.KeyModifier) (fyne.KeyName, fyne.KeyModifier) {
	const free = fyne.KeyModifierAlt | fyne.KeyModifierShift
	switch {
	case mod == CtrlShift && key == fyne.KeyTab:
		return fyne.KeyLeft, free
	case mod == CtrlShift && key == fyne.KeyP: // opens a private window in Firefox
		return key, free
	case mod != Ctrl:
		return key, mod
	case key == fyne.KeyTab:
		return fyne.KeyRight, free
	case key == fyne.KeyN, key == fyne.KeyT, key == fyne.KeyW, len(key) == 1 && key[0] >= '0' && key[0] <= '9':
		return key, free
	}
	return key, mod
}
