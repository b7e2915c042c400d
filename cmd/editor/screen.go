//go:build cgo && !js

package main

import (
	"time"

	"fyne.io/fyne/v2"
	"github.com/go-gl/glfw/v3.4/glfw"
)

// titleBar is the height of a window's title bar, in units. No window manager draws a higher one.
const titleBar = 40

// fitScreen makes a window smaller if it does not fit on its screen, between the desktop's bars. Call it after Show,
// which determines the number of pixels per unit.
func fitScreen(w fyne.Window) {
	monitor := glfw.GetPrimaryMonitor()
	if monitor == nil {
		return
	}
	_, _, width, height := monitor.GetWorkarea()
	scale := w.Canvas().Scale()
	size := w.Canvas().Size()
	fits := fyne.NewSize(min(size.Width, float32(width)/scale), min(size.Height, float32(height)/scale-titleBar))
	if fits == size {
		return
	}
	w.Resize(fits)
	// Fyne draws in the new size at once, when the window manager may not have changed the window yet.
	for _, after := range []time.Duration{200 * time.Millisecond, time.Second} {
		time.AfterFunc(after, func() { fyne.Do(w.Content().Refresh) })
	}
}
