package ui

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"fillet/editor/ui/kit"
)

// Shortcuts from the preferences apply. Invalid ones are dropped, and the status bar says so.
func TestKeyPreferences(t *testing.T) {
	w := newWindow(t)
	key := func(path string) string {
		for _, b := range w.commands.menus.Commands() {
			if b.Path == path {
				return b.Now
			}
		}
		t.Fatalf("there is no %s", path)
		return ""
	}
	for _, test := range []struct{ text, duplicate, box, notice string }{
		{"", "Ctrl+D", "R", ""},
		{`{"Edit › Duplicate":"J","Shape › Box":"Shift+B"}`, "J", "Shift+B", ""},
		{`{"Edit › Duplicate":"Escape","Gone › Away":"J"}`, "Ctrl+D", "R", "2 changed shortcuts"},
		{`{"Edit › Copy":"J"}`, "Ctrl+D", "R", "1 changed shortcut"},
		{`{"Edit › Duplicate":`, "Ctrl+D", "R", "cannot be read"},
		{strings.Repeat("x", 1<<17), "Ctrl+D", "R", "cannot be read"},
		{`[1,2]`, "Ctrl+D", "R", "cannot be read"},
	} {
		w.App.Preferences().SetString(prefKeys, test.text)
		w.status.Tell("", false)
		w.rebuild()
		w.catchUp()
		if key("Edit › Duplicate") != test.duplicate || key("Shape › Tools › Box") != test.box {
			t.Errorf("%.40q gives %q and %q", test.text, key("Edit › Duplicate"), key("Shape › Tools › Box"))
		}
		if !strings.Contains(w.status.Notice, test.notice) || test.notice == "" && w.status.Notice != "" {
			t.Errorf("%.40q: notice = %q", test.text, w.status.Notice)
		}
	}
	w.App.Preferences().SetString(prefKeys, kit.KeysText(map[string]string{"View › Show grid": "J"}))
	w.rebuild()
	was := w.Canvas.Grid
	w.typedKey(&fyne.KeyEvent{Name: fyne.KeyG})
	if w.Canvas.Grid != was {
		t.Error("the default key still works")
	}
	w.typedKey(&fyne.KeyEvent{Name: fyne.KeyJ})
	if w.Canvas.Grid == was {
		t.Error("the new key does nothing")
	}
	w.App.Preferences().SetString(prefKeys, "")
}
