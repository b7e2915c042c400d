//go:build cgo && linux && (gles || arm || arm64)

package main

import "github.com/go-gl/glfw/v3.4/glfw"

// chooseContext has windows get OpenGL ES through EGL where GLX does not give it: some X servers (of containers, of remote
// displays) have no GLX_EXT_create_context_es2_profile, or no GLX at all.
func chooseContext() {
	glfw.WindowHint(glfw.Visible, glfw.False) // the toolkit sets this and what follows for each of its windows
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
