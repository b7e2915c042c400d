//go:build !js

package main

import (
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"sync"
)

// sparing limits the garbage collector to a heap suited to a file of this size until restore is called; while a command
// runs, garbage would otherwise double the memory in use. Memory still in use by earlier files is added to the limit.
func sparing(path string) (restore func()) {
	const base, factor = 32 << 20, 9
	info, err := os.Stat(path)
	if err != nil || !info.Mode().IsRegular() {
		return func() {}
	}
	garbageLimit.begin(base + inUse() + factor*info.Size())
	return sync.OnceFunc(garbageLimit.end)
}

// garbageLimit is the collector's limit while commands run.
var garbageLimit softLimit

// softLimit is a memory limit for the garbage collector that yields to the memory in use: if a picture or a grid needs
// more, the collector would otherwise run all the time. The collector has one limit for all parallel work.
type softLimit struct {
	sync.Mutex
	users       int
	before, now int64 // before the first user, and now
	watched     bool  // adjusted after each run of the collector
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

// watch adjusts the limit after each run of the collector.
func (l *softLimit) watch() {
	type garbage struct{ _ [4]*garbage }
	runtime.AddCleanup(new(garbage), func(l *softLimit) {
		if l.adjust(inUse()) {
			l.watch()
		}
	}, l)
}

// adjust leaves room for garbage of a quarter of the memory in use. It returns false once the limit has no users.
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

// inUse returns how much memory was in use when the garbage collector last ran.
func inUse() int64 {
	live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(live)
	if live[0].Value.Kind() != metrics.KindUint64 {
		return 0
	}
	return int64(live[0].Value.Uint64()) //nolint:gosec // it is less than the memory there is
}
