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

// A window that is told to end puts the unsaved work of every level aside first, whichever way it is told, and lets go of its levels.
func TestWindowToldToEnd(t *testing.T) {
	nightly(t)
	t.Parallel()
	for name, told := range map[string]syscall.Signal{
		"SIGTERM": syscall.SIGTERM, "SIGHUP": syscall.SIGHUP,
		"SIGINT": syscall.SIGINT,
	} {
		t.Run(name, func(t *testing.T) {
			if signal.Ignored(told) {
				t.Skip("who started the tests has them ignore it, as nohup does, and so would the editor")
			}
			paths := tabLevels(t)
			d := newDesk(t, paths[0], 1280, 800)
			d.key("ctrl+a", "Right")
			d.shows("● cave")
			d.open(paths[1])
			d.key("ctrl+a", "Right")
			d.shows("● tower")
			if err := d.editor.Process.Signal(told); err != nil {
				t.Fatal(err)
			}
			select {
			case err := <-d.exited:
				t.Log("it ended:", err)
			case <-time.After(patience):
				t.Fatal("it goes on")
			}
			lost, err := workspace.LostWork(filepath.Join(d.home, ".cache", "fillet", "recovery"))
			if err != nil || len(lost) != 2 {
				t.Fatalf("put aside: %v, %v", lost, err)
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
						t.Errorf("what was put aside of %s is not the work", l.Name)
					}
				}
			}
			if notes, err := filepath.Glob(filepath.Join(filepath.Dir(paths[0]), ".*")); err != nil || len(notes) > 0 {
				t.Errorf("left beside the levels: %v, %v", notes, err)
			}
		})
	}
}
