//go:build cgo && !js

package main

import (
	"fmt"
	"os"
	"os/exec"

	"fillet/editor/ui"
)

// servePage answers requests from tests of the window. In a browser, it connects the window to its page instead.
func servePage(w *ui.Window) { Serve(w.Look) }

// givesLevel returns false: only a browser has an address.
func givesLevel() bool { return false }

// useFonts makes the canvas draw characters that the program's own fonts lack with system fonts. The toolkit does this
// for widgets.
func useFonts(w *ui.Window) { w.UseSystemFonts() }

// openWindow opens another window in a separate process, so that a crash of one window does not affect the others.
func openWindow() error {
	exe, err := os.Executable()
	if err != nil {
		return fmt.Errorf("another window cannot be opened: %w", err)
	}
	cmd := exec.Command(exe, "--"+emptyFlag)
	cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
	if err := cmd.Start(); err != nil {
		return fmt.Errorf("another window cannot be opened: %w", err)
	}
	go func() { _ = cmd.Wait() }() // its exit status does not matter
	return nil
}
