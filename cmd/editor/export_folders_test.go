package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

// lockedBuffer is a buffer that is safe for concurrent use.
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

// TestConvertWatch replaces a watched file by renaming a new one over it, as text editors do. One version is invalid.
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
	var output lockedBuffer
	done := make(chan int)
	go func() {
		done <- run(ctx, []string{"fillet", "convert", in, "-f", "json", "--out", out, "--watch"},
			strings.NewReader(""), &output, &output)
	}()
	waitFor := func(what string, ok func() bool) {
		t.Helper()
		waitLogging(t, &output, what, ok)
	}
	written := func(name string) func() bool {
		return func() bool {
			data, err := os.ReadFile(filepath.Join(out, "a.colliders.json"))
			return err == nil && bytes.Contains(data, []byte(`"`+name+`"`))
		}
	}
	waitFor("the first output", written("First"))
	waitFor("the watch", func() bool { return strings.Contains(output.String(), "watching for changes") })
	save("Second")
	waitFor("the second output", written("Second"))
	save("")
	waitFor("the error", func() bool {
		return strings.Contains(output.String(), "a.level.yaml") && strings.Contains(output.String(), "fillet:")
	})
	save("Third")
	waitFor("the third output", written("Third"))
	stop()
	if code := <-done; code != exitOK {
		t.Errorf("exit code %d after the interrupt", code)
	}
}

// TestConvertWatchesFolders creates, changes and removes watched files: in folders, in subfolders, and matched by
// patterns.
func TestConvertWatchesFolders(t *testing.T) {
	w := newSandbox(t, map[string]string{
		"levels/a.level.yaml": strings.Replace(tinyLevel, "NAME", "First", 1),
		"maps/one/x":          "",
	})
	t.Chdir(w.top)
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	var output lockedBuffer
	done := make(chan int)
	go func() {
		done <- run(ctx, []string{
			"fillet", "convert", "levels", "maps/*/*.level.yaml", "-f", "json", "--out", "out",
			"--watch",
		}, strings.NewReader(""), &output, &output)
	}()
	waitFor := func(what string, ok func() bool) {
		t.Helper()
		waitLogging(t, &output, what, ok)
	}
	waitForOutput := func(text string) {
		t.Helper()
		waitFor(text, func() bool { return strings.Contains(output.String(), text) })
	}
	wrote := func(file, name string) {
		t.Helper()
		waitFor(file+" of "+name, func() bool {
			data, err := os.ReadFile(w.path(file))
			return err == nil && bytes.Contains(data, []byte(`"`+name+`"`))
		})
	}
	save := func(file, name string) { t.Helper(); w.write(file, strings.Replace(tinyLevel, "NAME", name, 1)) }

	wrote("out/a.colliders.json", "First")
	waitForOutput("no file matches maps/*/*.level.yaml")
	waitForOutput("watching for changes")
	save("levels/b.level.yaml", "New")
	wrote("out/b.colliders.json", "New")
	save("levels/deep/deeper/c.level.yaml", "Below")
	wrote("out/deep/deeper/c.colliders.json", "Below")
	save("levels/deep/deeper/c.level.yaml", "Changed")
	wrote("out/deep/deeper/c.colliders.json", "Changed")
	save("maps/one/m.level.yaml", "Matched")
	wrote("out/m.colliders.json", "Matched")
	save("maps/two/n.level.yaml", "Other")
	wrote("out/n.colliders.json", "Other")

	// Two levels that would be written to the same file are reported; the others are still converted.
	save("maps/two/m.level.yaml", "Clash")
	waitForOutput("would both become")
	save("levels/a.level.yaml", "Second")
	wrote("out/a.colliders.json", "Second")
	wrote("out/m.colliders.json", "Matched")
	if err := os.Remove(w.path("maps/two/m.level.yaml")); err != nil {
		t.Fatal(err)
	}

	// Removing files, or the folder itself, does not stop the watch. The export resumes when the folder is back.
	if err := os.Remove(w.path("levels/b.level.yaml")); err != nil {
		t.Fatal(err)
	}
	waitForOutput("levels/b.level.yaml was removed; its exports are kept")
	if err := os.Rename(w.path("levels"), w.path("away")); err != nil {
		t.Fatal(err)
	}
	waitForOutput("levels was removed; the export resumes when it is back")
	save("maps/one/m.level.yaml", "Still")
	wrote("out/m.colliders.json", "Still")
	save("away/a.level.yaml", "Third")
	if err := os.Rename(w.path("away"), w.path("levels")); err != nil {
		t.Fatal(err)
	}
	wrote("out/a.colliders.json", "Third")
	save("levels/a.level.yaml", "Fourth")
	wrote("out/a.colliders.json", "Fourth")
	wrote("out/b.colliders.json", "New")
	stop()
	if code := <-done; code != exitOK {
		t.Errorf("exit code %d after the interrupt", code)
	}
}
