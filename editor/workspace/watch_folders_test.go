package workspace_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"fillet/editor/workspace"
)

func TestWatchedFoldersReportFiles(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	sub := filepath.Join(dir, "sub")
	must(t, os.Mkdir(sub, 0o755))
	reports := make(chan bool, 100)
	w, err := workspace.WatchFolders(20*time.Millisecond, func(path string, written bool) bool {
		return strings.HasSuffix(path, ".level.yaml") && (!written || filepath.Base(path) == "seen.level.yaml") ||
			!written && filepath.Ext(path) == ""
	}, func() { reports <- true })
	must(t, err)
	defer func() { _ = w.Close() }()
	w.Set([]string{dir, sub, filepath.Join(dir, "nowhere")})
	await := func(what string) {
		t.Helper()
		select {
		case <-reports:
		case <-time.After(2 * time.Minute):
			t.Fatalf("%s: nothing was reported", what)
		}
		for drained := false; !drained; { // one change is several events
			select {
			case <-reports:
			case <-time.After(100 * time.Millisecond):
				drained = true
			}
		}
	}
	silent := func(what string) {
		t.Helper()
		select {
		case <-reports:
			t.Errorf("%s was reported", what)
		case <-time.After(150 * time.Millisecond):
		}
	}
	file := func(name string) string { return filepath.Join(dir, filepath.FromSlash(name)) }

	must(t, os.WriteFile(file("a.level.yaml"), []byte("1"), 0o644))
	await("a new file")
	must(t, os.WriteFile(file("sub/b.level.yaml"), []byte("1"), 0o644))
	await("a new file of a folder below")
	must(t, os.Rename(file("sub/b.level.yaml"), file("sub/seen.level.yaml")))
	await("a renamed file")
	must(t, os.WriteFile(file("sub/seen.level.yaml"), []byte("2"), 0o644))
	await("a written file")
	must(t, os.WriteFile(file("a.level.yaml"), []byte("2"), 0o644))
	silent("a file whose contents do not matter")
	must(t, os.WriteFile(file("a.txt"), []byte("1"), 0o644))
	silent("a file that does not matter")
	must(t, os.Remove(file("a.level.yaml")))
	await("a removed file")
	must(t, os.Mkdir(file("more"), 0o755))
	await("a new folder")
	must(t, os.RemoveAll(sub))
	await("a removed folder")
	must(t, os.Mkdir(sub, 0o755))
	await("the folder again")
	w.Set([]string{dir, sub})
	must(t, os.WriteFile(file("sub/c.level.yaml"), []byte("1"), 0o644))
	await("a file in the folder that came back")
	w.Set([]string{dir})
	must(t, os.WriteFile(file("sub/d.level.yaml"), []byte("1"), 0o644))
	silent("a folder that is no longer watched")
	must(t, w.Close())
	must(t, os.WriteFile(file("e.level.yaml"), []byte("1"), 0o644))
	silent("once it was closed, a file")
}
