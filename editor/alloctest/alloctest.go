// Package alloctest counts the bytes that tests allocate.
package alloctest

import (
	"runtime"
	"testing"
)

// Bytes returns how many bytes f allocates, whatever becomes garbage meanwhile; none under the race detector. Like
// [testing.AllocsPerRun], which it calls for this, it panics while parallel tests run: their bytes would count as well.
func Bytes(f func()) uint64 {
	if !counts {
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
