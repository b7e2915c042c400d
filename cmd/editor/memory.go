package main

import (
	"os"
	"runtime/debug"
	"runtime/metrics"
)

// sparing has the garbage collector keep to what a file of that size is worth, until restore is called: while a command runs,
// garbage would else take as much memory again as what is in use. What earlier files have left in use comes on top of it.
func sparing(path string) (restore func()) {
	const base, factor = 32 << 20, 9
	info, err := os.Stat(path)
	if err != nil || !info.Mode().IsRegular() {
		return func() {}
	}
	before := debug.SetMemoryLimit(-1)
	debug.SetMemoryLimit(min(before, base+inUse()+factor*info.Size()))
	return func() { debug.SetMemoryLimit(before) }
}

// inUse is how much memory was in use when the garbage collector last looked.
func inUse() int64 {
	live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(live)
	if live[0].Value.Kind() != metrics.KindUint64 {
		return 0
	}
	return int64(live[0].Value.Uint64()) //nolint:gosec // it is less than the memory there is
}
