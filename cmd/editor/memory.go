//go:build !js

package main

import (
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"sync"
)

// sparing has the garbage collector keep to what a file of that size is worth, until restore is called: while a command runs,
// garbage would else take as much memory again as what is in use. What earlier files have left in use comes on top of it.
func sparing(path string) (restore func()) {
	const base, factor = 32 << 20, 9
	info, err := os.Stat(path)
	if err != nil || !info.Mode().IsRegular() {
		return func() {}
	}
	garbageLimit.begin(base + inUse() + factor*info.Size())
	return sync.OnceFunc(garbageLimit.end)
}

// garbageLimit is the one that the collector has while commands run.
var garbageLimit softLimit

// softLimit is a limit for the garbage collector that gives way to what is in use: where that is more, as it can be of a picture
// or a grid, the collector would else do nothing but run. The collector has one limit for all that runs side by side.
type softLimit struct {
	sync.Mutex
	users       int
	before, now int64 // before the first user, and now
	watched     bool  // after each run of the collector
}

// begin sets the limit, or raises the one that others have set.
func (l *softLimit) begin(limit int64) {
	l.Lock()
	defer l.Unlock()
	if l.users++; l.users == 1 {
		l.before, l.now = debug.SetMemoryLimit(-1), 0
		if !l.watched {
			l.watched = true
			l.watch()
		}
	}
	l.now = min(l.before, max(l.now, limit))
	debug.SetMemoryLimit(l.now)
}

// end lifts the limit with its last user.
func (l *softLimit) end() {
	l.Lock()
	defer l.Unlock()
	if l.users--; l.users == 0 {
		debug.SetMemoryLimit(l.before)
	}
}

// watch looks at the limit after each run of the collector.
func (l *softLimit) watch() {
	type garbage struct{ _ [4]*garbage }
	runtime.AddCleanup(new(garbage), func(l *softLimit) {
		if l.adjust(inUse()) {
			l.watch()
		}
	}, l)
}

// adjust makes the limit leave room for a quarter of garbage beside what is in use; false once nobody uses it.
func (l *softLimit) adjust(inUse int64) bool {
	l.Lock()
	defer l.Unlock()
	if l.users > 0 && inUse > l.now {
		l.now = min(l.before, inUse+inUse/4)
		debug.SetMemoryLimit(l.now)
	}
	l.watched = l.users > 0
	return l.watched
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
