//go:build cgo && linux

package main

import "github.com/go-gl/glfw/v3.4/glfw"

// plainSurface has the windows that are opened from here on go without depth and stencil, which nothing is drawn with: a
// software OpenGL keeps them in memory as large as the picture, and clears them for each. The toolkit has begun by now.
func plainSurface() {
	glfw.WindowHint(glfw.DepthBits, 0)
	glfw.WindowHint(glfw.StencilBits, 0)
	chooseContext()
}
