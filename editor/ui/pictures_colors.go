package ui

import (
	"fillet/editor/render"
	"fillet/editor/ui/kit"
)

// canvasTheme is the canvas's colours in force now.
func canvasTheme(l *kit.Look) *render.Theme {
	if l.Theme.IsDark() {
		return render.Dark()
	}
	return render.Light()
}
