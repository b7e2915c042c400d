package kit

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
)

// In a browser, no command has a key that the browser reserves, and different keys stay different.
func TestKeysInBrowser(t *testing.T) {
	for before, want := range map[string]string{
		"Ctrl+N": "Alt+Shift+N", "Ctrl+W": "Alt+Shift+W", "Ctrl+1": "Alt+Shift+1", "Ctrl+0": "Alt+Shift+0",
		"Ctrl+S": "Ctrl+S", "Ctrl+Shift+N": "Ctrl+Shift+N", "Ctrl+Shift+P": "Alt+Shift+P", "Ctrl+P": "Ctrl+P", "N": "N",
		"Ctrl+F5": "Ctrl+F5", "1": "1",
	} {
		s, ok := ParseKey(before)
		if !ok {
			t.Fatal(before)
		}
		key, mod := BrowserKey(s.KeyName, s.Modifier)
		if got := KeyLabel(&desktop.CustomShortcut{KeyName: key, Modifier: mod}); got != want {
			t.Errorf("key for %s = %s, want %s", before, got, want)
		}
	}
	next, a := BrowserKey(fyne.KeyTab, Ctrl)
	previous, b := BrowserKey(fyne.KeyTab, CtrlShift)
	if a != b || next != fyne.KeyRight || previous != fyne.KeyLeft {
		t.Errorf("the next tab has the key %v %s, the previous one %v %s", a, next, b, previous)
	}
}
