package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

// lockedBuffer can be written and read on different goroutines.
type lockedBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *lockedBuffer) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *lockedBuffer) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

const tinyLevel = `fillet: 1
name: NAME
size: [320, 200]
layers:
  - {id: l1, name: ground, colliders: [{id: c1, kind: circle, radius: 8, position: [160, 100]}]}
`

// TestConvertWatch changes a file under watch, also by renaming another over it as editors do, and breaks it in between.
func TestConvertWatch(t *testing.T) {
	dir := t.TempDir()
	in, out := filepath.Join(dir, "a.level.yaml"), filepath.Join(dir, "out")
	save := func(name string) {
		t.Helper()
		text := strings.Replace(tinyLevel, "NAME", name, 1)
		if name == "" {
			text = "fillet: 1\nbroken"
		}
		if err := os.WriteFile(in+".new", []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Rename(in+".new", in); err != nil {
			t.Fatal(err)
		}
	}
	save("First")
	ctx, stop := context.WithCancel(context.Background())
	var said lockedBuffer
	done := make(chan int)
	go func() {
		done <- run(ctx, []string{"fillet", "convert", in, "-f", "json", "--out", out, "--watch"}, strings.NewReader(""), &said, &said)
	}()
	waitFor := func(what string, ok func() bool) {
		t.Helper()
		for deadline := time.Now().Add(20 * time.Second); !ok(); time.Sleep(10 * time.Millisecond) {
			if time.Now().After(deadline) {
				t.Fatalf("%s did not come; it said\n%s", what, said.String())
			}
		}
	}
	written := func(name string) func() bool {
		return func() bool {
			data, err := os.ReadFile(filepath.Join(out, "a.colliders.json"))
			return err == nil && bytes.Contains(data, []byte(`"`+name+`"`))
		}
	}
	waitFor("the first output", written("First"))
	waitFor("the watch", func() bool { return strings.Contains(said.String(), "watching for changes") })
	save("Second")
	waitFor("the second output", written("Second"))
	save("")
	waitFor("the error", func() bool {
		return strings.Contains(said.String(), "a.level.yaml") && strings.Contains(said.String(), "fillet:")
	})
	save("Third")
	waitFor("the third output", written("Third"))
	stop()
	if code := <-done; code != exitOK {
		t.Errorf("interrupted, it exits with %d", code)
	}
}
