//go:build cgo && !js

package main

import (
	"fmt"
	"os"
	"os/exec"

	"fillet/editor/ui"
)

// servePage is for browsers. Here it answers tests of the window.
func servePage(w *ui.Window) { Serve(w.Look) }

// givesLevel is for browsers as well: no address gives a level here.
func givesLevel() bool { return false }

// useFonts has characters that the program's own fonts lack drawn with the system's. For widgets the toolkit does that.
func useFonts(w *ui.Window) { w.UseSystemFonts() }

// another opens one more window, by starting the program once more: what one of them does, the others outlive.
func another() error {
	exe, err := os.Executable()
	if err != nil {
		return fmt.Errorf("the program cannot be started again: %w", err)
	}
	cmd := exec.Command(exe, "--"+emptyFlag)
	cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
	if err := cmd.Start(); err != nil {
		return fmt.Errorf("the program cannot be started again: %w", err)
	}
	go func() { _ = cmd.Wait() }() // whatever it ends with
	return nil
}
