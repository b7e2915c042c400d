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

// keepTextures has the C library keep blocks as large as a window's picture for the next picture. A software OpenGL makes a
// texture anew for each, and would else have its memory from the system page by page every time: 5 of a picture's 40 ms.
func keepTextures() { C.keepLargeBlocks() }
