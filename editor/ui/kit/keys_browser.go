package kit

import (
	"runtime"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
)

// usualKey is the key that a command has unless another one is chosen for it: in a browser not one that the browser keeps for itself.
func usualKey(key fyne.KeyName, mod fyne.KeyModifier) (fyne.KeyName, fyne.KeyModifier) {
	if runtime.GOOS == "js" {
		return BrowserKey(key, mod)
	}
	return key, mod
}

// CommandsKey is the key that lists all commands, for texts that name it.
func CommandsKey() string {
	key, mod := usualKey(fyne.KeyP, CtrlShift)
	return KeyLabel(&desktop.CustomShortcut{KeyName: key, Modifier: mod})
}

// BrowserKey is the replacement for a shortcut that browsers keep for themselves, such as a new tab.
func BrowserKey(key fyne.KeyName, mod fyne.KeyModifier) (fyne.KeyName, fyne.KeyModifier) {
	const free = fyne.KeyModifierAlt | fyne.KeyModifierShift
	switch {
	case mod == CtrlShift && key == fyne.KeyTab:
		return fyne.KeyLeft, free
	case mod == CtrlShift && key == fyne.KeyP: // a private window of Firefox
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
