//go:build cgo

package main

/*
#include <malloc.h>

static void keepLargeBlocks(void) {
#ifdef __GLIBC__
	mallopt(M_MMAP_THRESHOLD, 16 << 20);
	mallopt(M_TRIM_THRESHOLD, 8 << 20);
#endif
}
*/
import "C"

import "github.com/go-gl/glfw/v3.4/glfw"

// keepTextures makes the C library reuse blocks as large as a window's picture. A software OpenGL allocates a texture
// for each picture, and would otherwise get its memory from the system page by page, which takes 5 of a picture's 40
// ms.
func keepTextures() { C.keepLargeBlocks() }

// prepareWindows names the class of later windows, by which docks find the program's icon, and opens them without depth
// and stencil buffers, which nothing uses: a software OpenGL keeps them in memory and clears them for each picture. It
// must be called after the toolkit has initialized GLFW.
func prepareWindows() {
	glfw.WindowHintString(glfw.X11ClassName, appID)
	glfw.WindowHintString(glfw.X11InstanceName, appID)
	glfw.WindowHint(glfw.DepthBits, 0)
	glfw.WindowHint(glfw.StencilBits, 0)
	chooseContext()
}
