//go:build cgo && linux

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

// keepTextures makes the C library reuse blocks as large as a window's picture. A software OpenGL allocates a texture
// for each picture, and would otherwise get its memory from the system page by page, which takes 5 of a picture's 40
// ms.
func keepTextures() { C.keepLargeBlocks() }
