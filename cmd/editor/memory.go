package main

import (
	"os"
	"runtime/debug"
)

// sparing has the garbage collector keep to what a file of that size is worth, until restore is called: while a command runs,
// garbage would else take as much memory again as what is in use.
func sparing(path string) (restore func()) {
	const base, factor = 32 << 20, 9
	info, err := os.Stat(path)
	if err != nil || !info.Mode().IsRegular() {
		return func() {}
	}
	before := debug.SetMemoryLimit(-1)
	debug.SetMemoryLimit(min(before, base+factor*info.Size()))
	return func() { debug.SetMemoryLimit(before) }
}
