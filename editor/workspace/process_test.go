package workspace_test

import (
	"os"
	"os/exec"
	"runtime"
	"testing"
	"time"

	"fillet/editor/workspace"
)

// If no lock decides, an editor's own data shows whether it is running. Its process number alone is not enough.
func TestWhoIsRunning(t *testing.T) {
	me := workspace.ThisProcess()
	gone := exec.Command(os.Args[0], "-test.run=^$")
	if err := gone.Run(); err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		name   string
		change func(h *workspace.Holder)
		ago    time.Duration
		runs   bool
		knows  bool // only on systems that know more than process numbers
	}{
		{"this one", func(*workspace.Holder) {}, 0, true, false},
		{"this one, idle for a day", func(*workspace.Holder) {}, 24 * time.Hour, true, true},
		{"one that has ended", func(h *workspace.Holder) { h.PID = gone.Process.Pid }, 0, false, false},
		{"one whose number was reused", func(h *workspace.Holder) { h.Started = "1" }, 0, false, true},
		{"no process", func(h *workspace.Holder) { h.PID = 0 }, 0, false, false},
		{"all processes", func(h *workspace.Holder) { h.PID = -1 }, 0, false, false},
		{"another machine", func(h *workspace.Holder) { h.Host, h.Boot, h.Machine = "far", "b", "m" }, 0, true, false},
		{"another machine of this name", func(h *workspace.Holder) { h.Boot, h.Machine = "b", "m" }, 0, true, true},
		{"another machine, a day ago", func(h *workspace.Holder) {
			h.Host, h.Boot, h.Machine = "far", "b", "m"
		}, 24 * time.Hour, false, false},
		{"this machine before a restart", func(h *workspace.Holder) { h.Boot = "b" }, 0, false, true},
		{"a container where this number is another process", func(h *workspace.Holder) {
			h.Space, h.PID = "pid:[1]", 1<<30
		}, 0, true, true},
		{"a container, a day ago", func(h *workspace.Holder) { h.Space = "pid:[1]" }, 24 * time.Hour, false, true},
	}
	for _, tt := range tests {
		if tt.knows && runtime.GOOS != "linux" {
			continue
		}
		h := me
		tt.change(&h)
		if got := h.IsRunning(tt.ago); got != tt.runs {
			t.Errorf("%s: running: %v, want %v (%+v)", tt.name, got, tt.runs, h)
		}
	}
}
