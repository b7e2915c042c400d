//go:build cgo && linux

package main

import "github.com/go-gl/glfw/v3.4/glfw"

// plainSurface makes windows that open later do without depth and stencil buffers, which nothing uses: a software
// OpenGL keeps them in memory and clears them for each picture. It must be called after the toolkit has initialized
// GLFW.
func plainSurface() {
	glfw.WindowHint(glfw.DepthBits, 0)
	glfw.WindowHint(glfw.StencilBits, 0)
	chooseContext()
}
