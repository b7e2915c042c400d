//go:build (cgo && !linux) || js

package main

// keepTextures does nothing: it is for the C library of Linux.
func keepTextures() {}
