package ui

import (
	"fyne.io/fyne/v2"

	"fillet/assets"
	"fillet/editor/ui/canvas"
)

// UseFonts has texts drawn with fonts of a set where the program's own lack a character, as in a browser, which gives a page no fonts of the
// system. The window is drawn again when one has been loaded.
func (w *Window) UseFonts(set *assets.FontSet) {
	set.Go = w.Look.Go
	set.Changed = func() { w.Look.Post(w.fontsChanged) }
	w.Look.Theme.Fonts = func(r rune) (is fyne.Resource) {
		if f := set.Font(r); f != nil {
			is = f
		}
		return is // nil itself where there is none, not a nil font
	}
	w.drawWith(canvas.LoadedGlyphs(set))
}

// fontsChanged measures and draws texts anew. The widgets stay, as somebody may be typing; those of the other tabs are made anew when they
// are shown.
func (w *Window) fontsChanged() {
	if c, ok := w.Win.Canvas().(interface{ FontsChanged() }); ok { // the toolkit in browsers (tools/web/patches)
		c.FontsChanged()
	}
	w.look++
	w.tab.look = w.look
	w.Canvas.Redraw()
}
