//go:build !js

package main

import (
	"errors"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"runtime/pprof"
	"sync"
	"syscall"
	"time"
)

// profileEnv names a folder for profiles of the window, for developers of Fillet. cpu.pprof and heap.pprof are written
// when the window closes or on SIGTERM. vitals.txt has a line per second: seconds since the start, goroutines, bytes of
// live heap, bytes obtained from the system. frames.txt has a line per frame of the canvas: when it was drawn, in
// milliseconds since 1970, and how many milliseconds that took, without the toolkit's part.
const profileEnv = "FILLET_PROFILE"

// profile starts writing profiles if the environment asks for them. stop ends the profiles and may be called
// repeatedly. frame records the duration of each frame; it is nil if nothing is written.
func profile() (stop func() error, frame func(took time.Duration), err error) {
	dir := os.Getenv(profileEnv)
	if dir == "" {
		return func() error { return nil }, nil, nil
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, nil, err
	}
	var files [3]*os.File
	for i, name := range []string{"cpu.pprof", "vitals.txt", "frames.txt"} {
		if files[i], err = os.Create(filepath.Join(dir, name)); err != nil {
			return nil, nil, err
		}
	}
	cpu, vitals, frames := files[0], files[1], files[2]
	if err := pprof.StartCPUProfile(cpu); err != nil {
		return nil, nil, err
	}
	frame = func(took time.Duration) {
		// If the disk is full, the record ends here.
		_, _ = fmt.Fprintf(frames, "%.3f %.3f\n", float64(time.Now().UnixMicro())/1e3, float64(took.Microseconds())/1e3)
	}
	go writeVitals(vitals, time.Now())
	stop = sync.OnceValue(func() error {
		pprof.StopCPUProfile()
		heap, err := os.Create(filepath.Join(dir, "heap.pprof"))
		if err != nil {
			return errors.Join(err, cpu.Close())
		}
		runtime.GC() // the profile covers live memory
		return errors.Join(pprof.WriteHeapProfile(heap), heap.Close(), cpu.Close())
	})
	ended := make(chan os.Signal, 1)
	signal.Notify(ended, os.Interrupt, syscall.SIGTERM)
	go func() {
		<-ended
		if err := stop(); err != nil {
			tell(plainText{os.Stderr}, "fillet: profile: %v", err)
		}
		os.Exit(exitInterrupted)
	}()
	return stop, frame, nil
}

func writeVitals(to *os.File, start time.Time) {
	samples := []metrics.Sample{
		{Name: "/sched/goroutines:goroutines"},
		{Name: "/gc/heap/live:bytes"},
		{Name: "/memory/classes/total:bytes"},
		{Name: "/memory/classes/heap/released:bytes"},
	}
	for range time.Tick(time.Second) {
		metrics.Read(samples)
		had := samples[2].Value.Uint64() - samples[3].Value.Uint64()
		if _, err := fmt.Fprintf(to, "%.0f %d %d %d\n", time.Since(start).Seconds(), samples[0].Value.Uint64(),
			samples[1].Value.Uint64(), had); err != nil {
			return // the disk is full or the folder is gone
		}
	}
}

// sparing limits the garbage collector to a heap suited to a file of this size until restore is called. Garbage would
// otherwise double the memory in use while a command runs. Memory still in use by earlier files is added to the limit.
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

// softLimit is a memory limit for the garbage collector that grows with the memory in use. If a picture or a grid needs
// more memory, the collector would otherwise run all the time. The collector has one limit for all parallel work.
type softLimit struct {
	sync.Mutex
	users       int
	before, now int64 // limits before the first user, and now
	watched     bool  // adjusted after each run of the collector
}

// begin sets the limit, or raises the limit that other users have set.
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

// end removes the limit when its last user ends.
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
	return int64(live[0].Value.Uint64()) //nolint:gosec // it is less than the machine's memory
}
