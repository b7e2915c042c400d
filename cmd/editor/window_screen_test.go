package main

import (
	"os/exec"
	"strings"
	"testing"
)

// A window that would be larger than the screen opens inside it, and its class is the program's, which docks look for.
func TestWindowFitsTheScreen(t *testing.T) {
	t.Parallel()
	const width, height = 1024, 600
	d := newDeskOf(t, "platforms.level.yaml", platforms(), width, height)
	if d.opened[0] > width || d.opened[1] > height || d.opened[0] < width/2 || d.opened[1] < height/2 {
		t.Errorf("on a screen of %d x %d the window opened with %v", width, height, d.opened)
	}
	if _, err := exec.LookPath("xprop"); err != nil {
		t.Skip("xprop is missing: the window's class is not tested")
	}
	cmd := exec.Command("xprop", "-id", d.window, "WM_CLASS")
	cmd.Env = d.env
	out, err := cmd.Output()
	if want := `"` + appID + `", "` + appID + `"`; err != nil || !strings.Contains(string(out), want) {
		t.Errorf("the window's class is %s (%v), want %s", out, err, want)
	}
}
