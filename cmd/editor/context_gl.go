//go:build cgo && linux && !gles && !arm && !arm64

package main

// chooseContext has nothing to do: GLX and EGL provide OpenGL 2.1 without extra hints.
func chooseContext() {}
