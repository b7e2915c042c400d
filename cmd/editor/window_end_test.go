//go:build unix

package main

import (
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"fillet/editor/level"
	"fillet/editor/workspace"
)

// A window that is told to end puts unsaved work aside first, whichever way it is told, and lets go of its level.
func TestWindowToldToEnd(t *testing.T) {
	for name, told := range map[string]syscall.Signal{"SIGTERM": syscall.SIGTERM, "SIGHUP": syscall.SIGHUP, "SIGINT": syscall.SIGINT} {
		t.Run(name, func(t *testing.T) {
			if signal.Ignored(told) {
				t.Skip("who started the tests has them ignore it, as nohup does, and so would the editor")
			}
			d := newBoard(t)
			x := d.save().Collider(crate).Position.X
			d.key("ctrl+a", "Right")
			d.waitFor("the change", func() bool { return strings.HasPrefix(d.title(), "●") })
			if err := d.editor.Process.Signal(told); err != nil {
				t.Fatal(err)
			}
			select {
			case err := <-d.exited:
				t.Log("it ended:", err)
			case <-time.After(20 * time.Second):
				t.Fatal("it goes on")
			}
			lost, err := workspace.LostWork(filepath.Join(d.home, ".cache", "fillet", "recovery"))
			if err != nil || len(lost) != 1 {
				t.Fatalf("put aside: %v, %v", lost, err)
			}
			doc, err := level.Open(lost[0].File)
			if err != nil || doc.Collider(crate).Position.X != x+1 {
				t.Errorf("what was put aside is not the work: %v, %v", doc, err)
			}
			if notes, err := filepath.Glob(filepath.Join(filepath.Dir(d.path), ".*")); err != nil || len(notes) > 0 {
				t.Errorf("left beside the level: %v, %v", notes, err)
			}
		})
	}
}
