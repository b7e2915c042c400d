//go:build unix

package main

import (
	"os/signal"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"fillet/editor/level"
	"fillet/editor/workspace"
)

// When any of the signals asks the window to end, it first autosaves the unsaved work of every level and releases its
// levels.
func TestWindowEndsOnSignals(t *testing.T) {
	nightly(t)
	t.Parallel()
	for name, sig := range map[string]syscall.Signal{
		"SIGTERM": syscall.SIGTERM, "SIGHUP": syscall.SIGHUP,
		"SIGINT": syscall.SIGINT,
	} {
		t.Run(name, func(t *testing.T) {
			if signal.Ignored(sig) {
				t.Skip("the tests were started with this signal ignored, as by nohup, so the editor ignores it too")
			}
			paths := tabLevels(t)
			d := newDesk(t, paths[0], 1280, 800)
			d.key("ctrl+a", "Right")
			d.shows("● cave")
			d.open(paths[1])
			d.key("ctrl+a", "Right")
			d.shows("● tower")
			if err := d.editor.Process.Signal(sig); err != nil {
				t.Fatal(err)
			}
			select {
			case err := <-d.exited:
				t.Log("it ended:", err)
			case <-time.After(patience):
				t.Fatal("the editor is still running")
			}
			lost, err := workspace.LostWork(filepath.Join(d.home, ".cache", "fillet", "recovery"))
			if err != nil || len(lost) != 2 {
				t.Fatalf("autosaved: %v, %v", lost, err)
			}
			for _, l := range lost {
				before, err := level.Open(l.Path)
				if err != nil {
					t.Fatal(err)
				}
				doc, err := level.Open(l.File)
				if err != nil {
					t.Fatal(err)
				}
				for c := range before.Colliders() {
					if now := doc.Collider(c.ID); now == nil || now.Position.X != c.Position.X+1 {
						t.Errorf("the autosaved work of %s differs", l.Name)
					}
				}
			}
			if notes, err := filepath.Glob(filepath.Join(filepath.Dir(paths[0]), ".*")); err != nil || len(notes) > 0 {
				t.Errorf("left next to the levels: %v, %v", notes, err)
			}
		})
	}
}
