package ui

import (
	"fyne.io/fyne/v2"

	"fillet/assets"
	"fillet/editor/ui/canvas"
)

// UseFonts uses a set of fonts for characters that the built-in fonts lack, because a browser page cannot access the
// system's fonts. The window is redrawn whenever a font has loaded.
func (w *Window) UseFonts(set *assets.FontSet) {
	set.Go = w.Look.Go
	set.Changed = func() { w.Look.Post(w.fontsChanged) }
	w.Look.Theme.Fonts = func(r rune) (font fyne.Resource) {
		if f := set.Font(r); f != nil {
			font = f
		}
		return font // an untyped nil if there is none
	}
	w.drawWith(canvas.LoadedGlyphs(set))
}

// fontsChanged remeasures and redraws all texts. The widgets are kept because the user may be typing. Other tabs are
// rebuilt when they are next shown.
func (w *Window) fontsChanged() {
	if c, ok := w.Win.Canvas().(interface{ FontsChanged() }); ok { // the toolkit in browsers (tools/web/patches)
		c.FontsChanged()
	}
	w.lookVersion++
	w.tab.lookVersion = w.lookVersion
	w.Canvas.Redraw()
}
