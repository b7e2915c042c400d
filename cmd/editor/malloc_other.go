//go:build cgo && !linux

package main

// keepTextures is for the C library of Linux.
func keepTextures() {}
