package main

import (
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"testing"
	"time"
)

// The limit for garbage is by the size of the file, gives way to what is in use, and is lifted.
func TestSparing(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a")
	if err := os.WriteFile(path, make([]byte, 1<<20), 0o600); err != nil {
		t.Fatal(err)
	}
	defer debug.SetGCPercent(debug.SetGCPercent(-1)) // the collector runs when it is told to
	before := debug.SetMemoryLimit(-1)
	runtime.GC()
	restore := sparing(path)
	first := debug.SetMemoryLimit(-1)
	if want := inUse() + 41<<20; first != want {
		t.Errorf("a file of 1 MB has a limit of %d MB, with %d MB in use", first>>20, inUse()>>20)
	}
	large := make([]byte, 2*first)
	for n := 0; debug.SetMemoryLimit(-1) == first; n++ { // the collector tells some time after it has run
		if runtime.GC(); n == 10_000 {
			t.Fatalf("with %d MB in use the limit stays at %d MB", inUse()>>20, first>>20)
		}
		time.Sleep(time.Millisecond)
	}
	if now := debug.SetMemoryLimit(-1); now < int64(len(large)) || now > 2*int64(len(large)) {
		t.Errorf("with %d MB in use the limit is %d MB", len(large)>>20, now>>20)
	}
	runtime.KeepAlive(large)
	restore()
	runtime.GC()
	if after := debug.SetMemoryLimit(-1); after != before {
		t.Errorf("the limit was %d and is %d", before, after)
	}
}

// Commands that run side by side, or that end in another order than they began, leave no limit behind.
func TestSparingSideBySide(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a")
	if err := os.WriteFile(path, make([]byte, 1<<20), 0o600); err != nil {
		t.Fatal(err)
	}
	before := debug.SetMemoryLimit(-1)
	first, second := sparing(path), sparing(path)
	first()
	if now := debug.SetMemoryLimit(-1); now == before {
		t.Error("the limit has gone with the first of two")
	}
	third := sparing(path)
	first() // again: nothing
	second()
	third()
	if after := debug.SetMemoryLimit(-1); after != before {
		t.Errorf("the limit was %d and is %d", before, after)
	}
}
