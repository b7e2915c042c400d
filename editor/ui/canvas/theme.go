package canvas

import (
	"fillet/editor/render"
	"fillet/editor/ui/kit"
)

var darkTheme, lightTheme = render.Dark(), render.Light()

// Theme is the colours in force now of what is drawn of levels. Nobody changes them.
func Theme(l *kit.Look) *render.Theme {
	if l.Theme.IsDark() {
		return darkTheme
	}
	return lightTheme
}
