//go:build cgo && linux && (gles || arm || arm64)

package main

import "github.com/go-gl/glfw/v3.4/glfw"

// chooseContext makes windows use OpenGL ES through EGL if GLX cannot provide it: some X servers (in containers, on
// remote displays) lack GLX_EXT_create_context_es2_profile or GLX altogether.
func chooseContext() {
	glfw.WindowHint(glfw.Visible, glfw.False) // Fyne sets this and the following hints for each window
	glfw.WindowHint(glfw.ClientAPI, glfw.OpenGLESAPI)
	glfw.WindowHint(glfw.ContextVersionMajor, 2)
	glfw.WindowHint(glfw.ContextVersionMinor, 0)
	w, err := glfw.CreateWindow(1, 1, "", nil, nil)
	if err != nil {
		glfw.WindowHint(glfw.ContextCreationAPI, glfw.EGLContextAPI)
		return
	}
	w.Destroy()
}
