//go:build !cgo && !js

package main

// hasWindow reports whether the binary can open a window.
const hasWindow = false

func runWindow(windowOptions) error { return errNoWindow }
