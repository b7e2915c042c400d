package menu

import (
	"runtime"

	"fyne.io/fyne/v2"
)

// usualKey is the key that a command has unless another one is chosen for it: in a browser not one that the browser keeps for itself.
func usualKey(key fyne.KeyName, mod fyne.KeyModifier) (fyne.KeyName, fyne.KeyModifier) {
	if runtime.GOOS == "js" {
		return InBrowser(key, mod)
	}
	return key, mod
}

// InBrowser is a key that stands for one that browsers do not give to a page: new windows, tabs and their numbers.
func InBrowser(key fyne.KeyName, mod fyne.KeyModifier) (fyne.KeyName, fyne.KeyModifier) {
	const free = fyne.KeyModifierAlt | fyne.KeyModifierShift
	switch {
	case mod == CtrlShift && key == fyne.KeyTab:
		return fyne.KeyLeft, free
	case mod != Ctrl:
		return key, mod
	case key == fyne.KeyTab:
		return fyne.KeyRight, free
	case key == fyne.KeyN, key == fyne.KeyT, key == fyne.KeyW, len(key) == 1 && key[0] >= '0' && key[0] <= '9':
		return key, free
	}
	return key, mod
}
