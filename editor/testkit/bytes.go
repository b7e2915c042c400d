package testkit

import (
	"runtime"
	"testing"
)

// AllocatedBytes returns the number of bytes that f allocates, including garbage, or 0 under the race detector. It
// panics while parallel tests run, because their bytes would count too; it calls [testing.AllocsPerRun] to check this.
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
