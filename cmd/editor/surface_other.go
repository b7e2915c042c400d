//go:build cgo && !linux

package main

func plainSurface() {}
