package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// pile writes a level of n circles in one place.
func pile(t *testing.T, n int) (path string) {
	t.Helper()
	var b strings.Builder
	b.WriteString("fillet: 1\nname: pile\nsize: [100, 100]\nlayers:\n  - id: l1\n    name: a\n    colliders:\n")
	for i := range n {
		fmt.Fprintf(&b, "      - {id: c%d, name: a, kind: circle, radius: 5, position: [50, 50]}\n", i+1)
	}
	path = filepath.Join(t.TempDir(), "pile.level.yaml")
	if err := os.WriteFile(path, []byte(b.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

// A level whose colliders all stand in one place has more contacts than there is memory for: no picture of them is drawn.
func TestPictureOfAPileIsRefused(t *testing.T) {
	var out, errs bytes.Buffer
	args := []string{"fillet", "render", pile(t, 8000), "--contacts", "-o", filepath.Join(t.TempDir(), "a.png")}
	if code := run(context.Background(), args, strings.NewReader(""), &out, &errs); code != exitUnreadable || !strings.Contains(errs.String(), "too many to work out") {
		t.Errorf("exit code %d, %s", code, errs.String())
	}
}

// lineCounter counts lines and looks now and then at how much memory is in use.
type lineCounter struct {
	lines, writes int
	most          uint64
}

func (c *lineCounter) Write(p []byte) (int, error) {
	c.lines += bytes.Count(p, []byte("\n"))
	if c.writes++; c.writes%256 == 0 {
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		c.most = max(c.most, m.HeapAlloc)
	}
	return len(p), nil
}

// The contacts of a pile are listed all the same, one after the other: they are never in memory together.
func TestContactsOfAPileAreStreamed(t *testing.T) {
	const n = 1600
	path := pile(t, n)
	for format, extra := range map[string]int{"json": 2, "text": 2} {
		var before runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&before)
		var out lineCounter
		var errs bytes.Buffer
		if code := run(context.Background(), []string{"fillet", "contacts", path, "-f", format}, strings.NewReader(""), &out, &errs); code != 0 {
			t.Fatalf("%s: exit code %d, %s", format, code, errs.String())
		}
		if want := n*(n-1)/2 + extra; out.lines != want {
			t.Errorf("%s: %d lines, want %d", format, out.lines, want)
		}
		const most = 128 << 20 // the pairs would take several times as much
		if grown := int64(out.most) - int64(before.HeapAlloc); grown > most {
			t.Errorf("%s: %d MB more were in use", format, grown>>20)
		}
	}
}
