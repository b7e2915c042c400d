//go:build (cgo && !linux) || js

package main

func plainSurface() {}
