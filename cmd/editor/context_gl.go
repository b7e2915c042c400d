//go:build cgo && linux && !gles && !arm && !arm64

package main

// chooseContext does nothing: what OpenGL 2.1 there is, GLX and EGL give without being asked in a special way.
func chooseContext() {}
