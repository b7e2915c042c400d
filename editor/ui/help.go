package ui

import (
	"fillet/editor/ui/dialog"
	"fillet/editor/ui/kit"
)

// allKeys lists all shortcuts: first the menus' in menu order, then the tools'.
func (w *commands) allKeys() []dialog.KeyLine {
	var out []dialog.KeyLine
	var walk func(group, path string, items []*kit.Command)
	walk = func(group, path string, items []*kit.Command) {
		for _, c := range items {
			if keys := kit.KeyLabel(c.Key); keys != "" {
				out = append(out, dialog.KeyLine{Group: group, Keys: keys, Does: path + c.Label})
			}
			walk(group, path+c.Label+" › ", c.Below())
		}
	}
	for _, m := range w.menus.Bar {
		walk(m.Label, "", m.Items)
	}
	return append(out, dialog.ToolKeys()...)
}

// showKeys lists every key.
func (w *commands) showKeys() { w.KeysDialog(w.allKeys()) }
