package ui

// UseSystemFonts has the canvas draw what its own font lacks with the system's.
func (w *Window) UseSystemFonts() { w.Canvas.UseSystemFonts() }
