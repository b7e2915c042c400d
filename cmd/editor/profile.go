//go:build !js

package main

import (
	"errors"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"runtime/metrics"
	"runtime/pprof"
	"sync"
	"syscall"
	"time"
)

// profileEnv names a folder for profiles of the window, for work on Fillet: cpu.pprof and heap.pprof when the window
// closes or on SIGTERM; vitals.txt, a line per second: seconds since the start, goroutines, bytes of live heap, bytes
// obtained from the system; and frames.txt, a line per picture of the canvas: when it was drawn, in milliseconds since
// 1970, and how many milliseconds that took, without the toolkit's part.
const profileEnv = "FILLET_PROFILE"

// profile starts writing profiles if the environment asks for them. stop ends that and may be called repeatedly. frame
// takes the time of each picture; it is nil if nothing is written.
func profile() (stop func() error, frame func(took time.Duration), err error) {
	dir := os.Getenv(profileEnv)
	if dir == "" {
		return func() error { return nil }, nil, nil
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, nil, err
	}
	cpu, err := os.Create(filepath.Join(dir, "cpu.pprof"))
	if err != nil {
		return nil, nil, err
	}
	if err := pprof.StartCPUProfile(cpu); err != nil {
		return nil, nil, err
	}
	vitals, err := os.Create(filepath.Join(dir, "vitals.txt"))
	if err != nil {
		return nil, nil, err
	}
	frames, err := os.Create(filepath.Join(dir, "frames.txt"))
	if err != nil {
		return nil, nil, err
	}
	frame = func(took time.Duration) {
		// If the disk is full, the figures end here.
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
