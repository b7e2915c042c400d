//go:build (cgo && !linux) || js

package main

// keepTextures does nothing: only the C library of Linux needs it.
func keepTextures() {}

func prepareWindows() {}
