package ui

import (
	"fmt"

	"fillet/editor/quote"
	"fillet/editor/tool"
	"fillet/editor/ui/dialog"
	"fillet/editor/ui/kit"
)

// prefKeys is the preference key for changed shortcuts.
const prefKeys = "keys"

// keyCommands holds the commands that change shortcuts.
type keyCommands struct{ *commands }

func (w *commands) keys() keyCommands { return keyCommands{w} }

// read applies the shortcuts from the preferences. It drops unusable entries and shows a status message.
func (w keyCommands) read() {
	changed, ok := kit.ReadKeys(w.App.Preferences().String(prefKeys))
	if !ok {
		w.Look.Post(func() { w.Tell("Custom shortcuts cannot be read. Using the defaults") })
	}
	if n := len(w.menus.SetKeys(changed)); n > 0 {
		w.Look.Post(func() { w.Tell("Ignored %s for unknown commands or keys", quote.Count(n, "changed shortcut")) })
	}
}

func (w keyCommands) keyOfTool(info tool.Info) string {
	return w.menus.KeyOf("Shape › Tools › "+info.Name, info.Key)
}

// list shows all commands with their keys. Choosing one changes its key.
func (w keyCommands) list() {
	changed := w.menus.Keys()
	var all []dialog.Entry
	for _, b := range w.menus.Commands() {
		detail := b.Now
		if _, ok := changed[b.Path]; ok {
			detail += "  changed"
		}
		if b.Fixed != "" {
			detail += "  fixed: " + b.Fixed
		}
		all = append(all, dialog.Entry{
			Label: b.Path, Detail: detail, Words: dialog.Searched(b.Path + " " + b.Now),
			Off: b.Fixed != "", Do: func() { w.ask(b) },
		})
	}
	for _, k := range w.play.MovementKeys() {
		label := "Playtest › " + k.Label
		detail := k.Fixed
		if k.Extra != "" {
			detail += " or " + k.Extra
		}
		if k.Extra != k.Default {
			detail += "  changed"
		}
		all = append(all, dialog.Entry{
			Label: label, Detail: detail,
			Words: dialog.Searched(label + " character keys " + k.Extra), Do: func() { w.askMovement(label, k) },
		})
	}
	if len(changed) > 0 {
		all = append(all, dialog.Entry{
			Label:  "Reset all shortcuts",
			Detail: quote.Count(len(changed), "changed shortcut"),
			Words:  dialog.Searched("Reset all shortcuts restore default keys"), Do: func() { w.apply(nil) },
		})
	}
	w.Search("Change shortcuts", "Command or key", all)
}

func (w keyCommands) ask(b kit.BoundKey) {
	w.AskKey(dialog.KeyQuestion{
		Title: b.Path, Now: b.Now, Default: b.Default, Label: kit.KeyLabel,
		Check: func(key string) (message string, ok bool) {
			if why := w.menus.Usable(key); why != "" {
				return why, false
			}
			if of := w.menus.Using(key); of != "" && of != b.Path {
				return fmt.Sprintf("Used by %s, which will lose it", of), true
			}
			return "Not in use", true
		},
		Set: func(key string) { w.set(b, key) },
	})
}

// askMovement asks for an additional key that controls the character.
func (w keyCommands) askMovement(title string, k movementKey) {
	w.AskKey(dialog.KeyQuestion{
		Title: title, Now: k.Extra, Default: k.Default, Label: kit.KeyLabel,
		Check: func(key string) (message string, ok bool) {
			if why := w.play.MovementKeyUsed(key); why != "" {
				return why, false
			}
			return "In addition to " + k.Fixed + ", which always works", true
		},
		Set: func(key string) {
			w.play.SetMovementKey(k, key)
			w.list()
		},
	})
}

// set assigns a key to a command and removes it from the command that had it.
func (w keyCommands) set(b kit.BoundKey, key string) {
	changed := w.menus.Keys()
	if changed == nil {
		changed = map[string]string{}
	}
	if of := w.menus.Using(key); key != "" && of != "" && of != b.Path {
		changed[of] = ""
	}
	changed[b.Path] = key
	if key == b.Default {
		delete(changed, b.Path)
	}
	w.apply(changed)
}

// apply applies the changed keys and stores them in the preferences.
func (w keyCommands) apply(changed map[string]string) {
	w.menus.SetKeys(changed)
	w.App.Preferences().SetString(prefKeys, kit.KeysText(w.menus.Keys()))
	w.rebuild()
	w.list()
}
