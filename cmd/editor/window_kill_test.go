package main

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"fillet/editor/level"
	"fillet/editor/workspace"
)

// killsEnv sets how often the window is killed; the default is 3.
const killsEnv = "FILLET_TEST_KILLS"

// The window is killed at random moments of drawing, dragging, nudging, undoing and saving. The file on disk is always
// complete, and the next start offers the autosaved work and restores it exactly.
func TestWindowKilled(t *testing.T) {
	nightly(t)
	t.Parallel()
	kills := 3
	if text := os.Getenv(killsEnv); text != "" {
		var err error
		if kills, err = strconv.Atoi(text); err != nil {
			t.Fatal(err)
		}
	}
	d := newBoard(t)
	kept := filepath.Join(d.home, ".cache", "fillet", "recovery")
	random := rand.New(rand.NewPCG(200, uint64(kills)))
	offered := 0
	for i := range kills {
		d.editUntilKilled(random, 1+random.IntN(30))
		saved, err := level.Open(d.path)
		if err != nil {
			t.Fatalf("kill %d: the file is incomplete: %v", i, err)
		}
		if err := saved.Validate(); err != nil {
			t.Fatalf("kill %d: %v", i, err)
		}
		lost, err := workspace.LostWork(kept)
		if err != nil || len(lost) > 1 {
			t.Fatalf("kill %d: %d copies, %v", i, len(lost), err)
		}
		best := saved
		if len(lost) > 0 {
			if lost[0].Path != d.path {
				t.Errorf("kill %d: the copy is of %q", i, lost[0].Path)
			}
			copied, err := level.Open(lost[0].File)
			if err != nil {
				t.Fatalf("kill %d: the copy is incomplete: %v", i, err)
			}
			best = copied
			offered++
		}

		d.start()
		if len(lost) > 0 {
			d.recover()
			d.waitFor("the recovered level", func() bool { return strings.HasPrefix(d.title(), "●") })
		}
		if got, want := written(t, d.save()), written(t, best); got != want {
			t.Fatalf("kill %d: the level recovered differs from the autosaved one:\n%s\nwant\n%s", i, got, want)
		}
	}
	t.Logf("%d kills; a copy was offered %d times", kills, offered)
	left, err := os.ReadDir(filepath.Dir(d.path))
	if err != nil || len(left) > kills/4+3 {
		t.Errorf("%d files are left next to the level: %v", len(left), err)
	}
	d.quit()
}

// After an editor crashes in a way that nothing can recover, the next start shows the report to send, and offers the
// autosaved work.
func TestWindowCrashLog(t *testing.T) {
	nightly(t)
	t.Parallel()
	d := newBoard(t)
	d.pick(crate)
	d.key("shift+Right")
	cache := filepath.Join(d.home, ".cache", "fillet")
	d.waitFor("the recovery copy", func() bool {
		copies, err := filepath.Glob(filepath.Join(cache, "recovery", "*"+workspace.Extension))
		return err == nil && len(copies) == 1
	})
	if err := d.editor.Process.Signal(syscall.SIGABRT); err != nil { // as a crash in C code does
		t.Fatal(err)
	}
	if err := <-d.exited; err == nil {
		t.Fatal("the editor ended normally")
	}
	d.start()
	var report []byte
	d.waitFor("the crash report", func() bool {
		reports, err := filepath.Glob(filepath.Join(cache, "crash-*.txt"))
		if err != nil || len(reports) != 1 {
			return false
		}
		report, err = os.ReadFile(reports[0])
		return err == nil && len(report) > 0
	})
	for _, part := range []string{"Fillet ", "SIGABRT", "goroutine "} {
		if !strings.Contains(string(report), part) {
			t.Errorf("the report lacks %q:\n%.2000s", part, report)
		}
	}
	d.key("Escape", "Escape") // the report, and the recovery dialog
	d.quit()
	if left, err := os.ReadDir(filepath.Join(cache, "running")); err != nil || len(left) != 0 {
		t.Errorf("ended editors have left %v, %v", left, err)
	}
}

// recover waits for the recovery dialog and accepts it.
func (d *desk) recover() {
	d.t.Helper()
	d.waitFor("the recovery dialog", func() bool {
		return countNear(d.shot(), level.Vec{X: 640, Y: 400}, 290, [3]int{0x4c, 0x9f, 0xfe}) > 500 // the blue button
	})
	d.key("Tab", "space") // Recover
}

// editUntilKilled does random edits in the window, and kills it in the middle of the last one.
func (d *desk) editUntilKilled(random *rand.Rand, actions int) {
	d.t.Helper()
	at := func() []string {
		return []string{"mousemove", strconv.Itoa(500 + random.IntN(300)), strconv.Itoa(120 + random.IntN(500))}
	}
	for i := range actions {
		var script []string
		switch k := random.IntN(9); {
		case k < 5:
			script = []string{"key", "ctrl+a"}
			arrow := []string{"Left", "Right"}[random.IntN(2)]
			for range 1 + random.IntN(4) {
				script = append(script, "key", arrow)
			}
		case k < 6:
			script = slices.Concat([]string{"key", "r"}, at(), []string{"mousedown", "1"}, at(), at(),
				[]string{"mouseup", "1", "key", "v", "key", "ctrl+z", "key", "ctrl+y"})
		case k < 7: // anything may be under the pointer
			script = slices.Concat([]string{"key", "Escape"}, at(), []string{"mousedown", "1"}, at(),
				[]string{"key", "Escape", "mouseup", "1"})
		case k < 8:
			script = []string{"key", "ctrl+a", "key", "ctrl+d", "key", "Delete"}
		default:
			script = []string{"key", "ctrl+s"}
		}
		d.xdotool(script...)
		if i < actions-1 {
			d.settle()
		}
	}
	d.kill()
	d.xdotool("mouseup", "1") // the button may be held
}

// written returns the text of the level's file.
func written(t *testing.T, doc *level.Document) string {
	t.Helper()
	data, err := level.Marshal(doc)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}
