//go:build cgo && linux && !gles && !arm && !arm64

package main

// chooseContext leaves everything as it is: GLX and EGL provide OpenGL 2.1 without extra hints.
func chooseContext() {}
