package kit

import (
	"runtime"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
)

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
