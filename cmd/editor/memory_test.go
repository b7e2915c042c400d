package main

import (
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"testing"
)

// The garbage limit depends on the size of the file, and is removed at the end; a run of the collector adjusts it.
func TestSparing(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a")
	if err := os.WriteFile(path, make([]byte, 1<<20), 0o600); err != nil {
		t.Fatal(err)
	}
	before := debug.SetMemoryLimit(-1)
	restore := sparing(path)
	if now := debug.SetMemoryLimit(-1); now < 41<<20 || now == before {
		t.Errorf("the limit for a file of 1 MB is %d bytes", now)
	}
	limit := func() int64 {
		garbageLimit.Lock()
		defer garbageLimit.Unlock()
		return garbageLimit.now
	}
	garbageLimit.Lock()
	garbageLimit.now = 1
	garbageLimit.Unlock()
	waitUntil(t, "a limit above the memory in use", func() bool {
		runtime.GC()
		return limit() > 1
	})
	if now := debug.SetMemoryLimit(-1); now != limit() {
		t.Errorf("limit = %d, want %d", now, limit())
	}
	restore()
	if after := debug.SetMemoryLimit(-1); after != before {
		t.Errorf("the limit was %d and is %d", before, after)
	}
}

// A limit leaves room for a quarter more than the memory in use, and never falls.
func TestSoftLimit(t *testing.T) {
	before := debug.SetMemoryLimit(-1)
	limit := softLimit{watched: true} // no run of the collector adjusts it
	limit.begin(4 << 30)
	for _, step := range []struct{ inUse, want int64 }{{3 << 30, 4 << 30}, {8 << 30, 10 << 30}, {1 << 30, 10 << 30}} {
		if !limit.adjust(step.inUse) {
			t.Error("a limit in use is not watched")
		}
		if now := debug.SetMemoryLimit(-1); now != step.want {
			t.Errorf("with %d bytes in use the limit is %d, want %d", step.inUse, now, step.want)
		}
	}
	limit.end()
	if limit.adjust(16<<30) || debug.SetMemoryLimit(-1) != before {
		t.Errorf("without users the limit is %d, want %d", debug.SetMemoryLimit(-1), before)
	}
}

// Commands that run in parallel, or end in a different order than they began, leave no limit behind.
func TestSparingSideBySide(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a")
	if err := os.WriteFile(path, make([]byte, 1<<20), 0o600); err != nil {
		t.Fatal(err)
	}
	before := debug.SetMemoryLimit(-1)
	first, second := sparing(path), sparing(path)
	first()
	if now := debug.SetMemoryLimit(-1); now == before {
		t.Error("the limit was removed with the first of two users")
	}
	third := sparing(path)
	first() // the second call does nothing
	second()
	third()
	if after := debug.SetMemoryLimit(-1); after != before {
		t.Errorf("the limit was %d and is %d", before, after)
	}
}
