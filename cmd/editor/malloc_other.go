//go:build (cgo && !linux) || js

package main

// keepTextures is for the C library of Linux.
func keepTextures() {}
