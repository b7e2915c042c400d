//go:build (cgo && !linux) || js

package main

// keepTextures leaves everything as it is: it is for the C library of Linux.
func keepTextures() {}
