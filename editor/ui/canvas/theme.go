package canvas

import (
	"fillet/editor/render"
	"fillet/editor/ui/kit"
)

var darkTheme, lightTheme = render.Dark(), render.Light()

// Theme returns the current colours for drawing levels. They must not be modified.
func Theme(l *kit.Look) *render.Theme {
	if l.Theme.IsDark() {
		return darkTheme
	}
	return lightTheme
}
