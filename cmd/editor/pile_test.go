package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fillet/editor/testkit"
)

// pile writes a level with n circles in one place.
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

// A level whose colliders are all in one place has more contacts than fit into memory, so no picture of them is drawn.
func TestPictureOfAPileIsRejected(t *testing.T) {
	var out, errs bytes.Buffer
	args := []string{"fillet", "render", pile(t, 8000), "--contacts", "-o", filepath.Join(t.TempDir(), "a.png")}
	if code := run(context.Background(), args, strings.NewReader(""), &out, &errs); code != exitUnreadable ||
		!strings.Contains(errs.String(), "too many to compute") {
		t.Errorf("exit code %d, %s", code, errs.String())
	}
}

// lineCounter counts lines.
type lineCounter int

func (c *lineCounter) Write(p []byte) (int, error) {
	*c += lineCounter(bytes.Count(p, []byte("\n")))
	return len(p), nil
}

// The contacts of a pile are still listed one after the other: they are never all in memory.
func TestContactsOfAPileAreStreamed(t *testing.T) {
	const n = 1600
	path := pile(t, n)
	const extra = 2 // lines besides the contacts
	// All pairs in memory would take as much again.
	for format, limit := range map[string]uint64{"json": 128 << 20, "text": 350 << 20} {
		var lines lineCounter
		var errs bytes.Buffer
		took := testkit.AllocatedBytes(func() {
			if code := run(context.Background(), []string{"fillet", "contacts", path, "-f", format},
				strings.NewReader(""), &lines, &errs); code != 0 {
				t.Fatalf("%s: exit code %d, %s", format, code, errs.String())
			}
		})
		if want := n*(n-1)/2 + extra; int(lines) != want {
			t.Errorf("%s: %d lines, want %d", format, lines, want)
		}
		if took > limit {
			t.Errorf("%s: allocated %d MB, want at most %d", format, took>>20, limit>>20)
		}
	}
}
