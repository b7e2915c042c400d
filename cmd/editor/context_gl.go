//go:build cgo && linux && !gles && !arm && !arm64

package main

// chooseContext does nothing: GLX and EGL provide OpenGL 2.1 without hints.
func chooseContext() {}
