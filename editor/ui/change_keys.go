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

func (w keyCommands) ofTool(info tool.Info) string {
	return w.menus.KeyOf("Shape › "+info.Name, info.Key)
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
	for _, k := range w.play.SteeringKeys() {
		label := "Playtest › " + k.Label
		detail := k.Usual
		if k.Other != "" {
			detail += " or " + k.Other
		}
		if k.Other != k.First {
			detail += "  changed"
		}
		all = append(all, dialog.Entry{
			Label: label, Detail: detail,
			Words: dialog.Searched(label + " character keys " + k.Other), Do: func() { w.askSteering(label, k) },
		})
	}
	if len(changed) > 0 {
		all = append(all, dialog.Entry{
			Label:  "Reset all shortcuts",
			Detail: quote.Count(len(changed), "changed shortcut"),
			Words:  dialog.Searched("Reset all shortcuts restore default keys"), Do: func() { w.take(nil) },
		})
	}
	w.Search("Change shortcuts", "Command or key", all)
}

func (w keyCommands) ask(b kit.BoundKey) {
	w.AskKey(dialog.KeyQuestion{
		Title: b.Path, Now: b.Now, Usual: b.Usual, Label: kit.KeyLabel,
		Check: func(key string) (says string, ok bool) {
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

// askSteering asks for an additional key that steers the character.
func (w keyCommands) askSteering(title string, k steeringKey) {
	w.AskKey(dialog.KeyQuestion{
		Title: title, Now: k.Other, Usual: k.First, Label: kit.KeyLabel,
		Check: func(key string) (says string, ok bool) {
			if why := w.play.SteeringKeyUsed(key); why != "" {
				return why, false
			}
			return "In addition to " + k.Usual + ", which always works", true
		},
		Set: func(key string) {
			w.play.SetSteeringKey(k, key)
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
	if key == b.Usual {
		delete(changed, b.Path)
	}
	w.take(changed)
}

// take applies the changed keys and stores them in the preferences.
func (w keyCommands) take(changed map[string]string) {
	w.menus.SetKeys(changed)
	w.App.Preferences().SetString(prefKeys, kit.KeysText(w.menus.Keys()))
	w.rebuild()
	w.list()
}
