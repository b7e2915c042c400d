package testkit

import (
	"runtime"
	"testing"
)

// AllocatedBytes returns how many bytes f allocates, including garbage, or 0 under the race detector. Like
// [testing.AllocsPerRun], which it calls for this, it panics while parallel tests run: their bytes would count as well.
func AllocatedBytes(f func()) uint64 {
	if !countsBytes {
		f()
		return 0
	}
	testing.AllocsPerRun(1, func() {})
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}
