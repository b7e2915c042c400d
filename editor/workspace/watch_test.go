package workspace_test

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"fillet/editor/workspace"
)

func TestWatchReportsEachChange(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	a, b, unwatched := filepath.Join(dir, "a.ldtk"), filepath.Join(dir, "b.ldtkl"), filepath.Join(dir, "c.txt")
	for _, p := range []string{a, b, unwatched} {
		if err := os.WriteFile(p, []byte("1"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	reports := make(chan string, 100)
	w, err := workspace.NewWatch(50*time.Millisecond, func(name string) { reports <- name })
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = w.Close() }()
	w.Set(map[string][]string{"import": {a, b}, "gone": {filepath.Join(dir, "nowhere", "x")}})
	await := func(what string) {
		t.Helper()
		select {
		case name := <-reports:
			if name != "import" {
				t.Fatalf("%s: %q was reported", what, name)
			}
		case <-time.After(2 * time.Minute):
			t.Fatalf("%s: nothing was reported", what)
		}
	}
	write := func(path, text string) {
		t.Helper()
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}

	write(a, "2")
	await("a write")

	temp := filepath.Join(dir, "a.tmp")
	write(temp, "3")
	if err := os.Rename(temp, a); err != nil {
		t.Fatal(err)
	}
	await("another file renamed over it")

	write(b, "2")
	await("a file that it reads")

	if err := os.Remove(a); err != nil {
		t.Fatal(err)
	}
	write(a, "4")
	await("removed and written again")

	write(unwatched, "2")
	write(a, "5")
	await("a write beside one of a stranger")

	late := filepath.Join(dir, "late.ldtk")
	w.Set(map[string][]string{"late": {late}})
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	write(late, "6")
	for end := time.After(200 * time.Millisecond); end != nil; {
		select {
		case name := <-reports: // "import" may come from a call that had already begun
			if name == "late" {
				t.Errorf("%q was reported after the watch was closed", name)
			}
		case <-end:
			end = nil
		}
	}
}
