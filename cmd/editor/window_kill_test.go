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
	"time"

	"fillet/editor/level"
	"fillet/editor/workspace"
)

// killsEnv says how often the window is killed; 3 unless said.
const killsEnv = "FILLET_TEST_KILLS"

// nudged is one press of an arrow key, and where the crate stands after it.
type nudged struct {
	at time.Time
	x  float64
}

// The window, killed at random moments of a session of drawing, dragging, nudging, undoing and saving: the file on the disk is
// always whole; the work of the last seconds is all that is lost; the next start offers what was put aside, and it is that.
func TestWindowKilled(t *testing.T) {
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
	x := d.save().Collider(crate).Position.X
	offered := 0
	var losses, offeredAfter []time.Duration
	for i := range kills {
		const longest = 12_000 // milliseconds
		by := 1 - 2*(i%2)      // to the right, and back with the next one
		done, killed := d.editUntilKilled(random, time.Duration(300+random.IntN(longest))*time.Millisecond, x, by)
		saved, err := level.Open(d.path)
		if err != nil {
			t.Fatalf("kill %d: the file is not whole: %v", i, err)
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
			offeredAfter = append(offeredAfter, killed.Sub(lost[0].Time))
			if lost[0].Path != d.path {
				t.Errorf("kill %d: the copy is of %q", i, lost[0].Path)
			}
			copied, err := level.Open(lost[0].File)
			if err != nil {
				t.Fatalf("kill %d: the copy is not whole: %v", i, err)
			}
			best = copied
			offered++
		}
		reached := func(doc *level.Document) float64 { return doc.Collider(crate).Position.X * float64(by) }
		loss := time.Duration(0)
		farthest := max(reached(best), reached(saved))
		if k := slices.IndexFunc(done, func(n nudged) bool { return n.x*float64(by) > farthest }); k >= 0 {
			loss = killed.Sub(done[k].at)
		}
		losses = append(losses, loss)
		const machine = 4 * time.Second // that a key, a picture and the disk may take where much else goes on
		if loss > workspace.RecoveryInterval+machine {
			t.Errorf("kill %d: the work of the last %v is lost; copies were put aside %v before", i, loss, offeredAfter[max(len(offeredAfter)-1, 0):])
		}

		d.start()
		if len(lost) > 0 {
			d.waitFor("the question what to recover", func() bool {
				return countNear(d.shot(), level.Vec{X: 640, Y: 400}, 290, [3]int{0x4c, 0x9f, 0xfe}) > 500 // the blue button
			})
			d.key("Tab", "space") // Recover
			d.waitFor("the recovered level", func() bool { return strings.HasPrefix(d.title(), "●") })
		}
		now := d.save()
		if got, want := written(t, now), written(t, best); got != want {
			t.Fatalf("kill %d: after the next start the level is not what was put aside:\n%s\nwant\n%s", i, got, want)
		}
		x = now.Collider(crate).Position.X
	}
	slices.Sort(losses)
	sum := time.Duration(0)
	for _, l := range losses {
		sum += l
	}
	t.Logf("%d kills; %d times a copy was offered; lost: %v of work in the middle, %v on average, %v at worst", kills, offered,
		losses[len(losses)/2].Round(time.Millisecond), (sum / time.Duration(len(losses))).Round(time.Millisecond), losses[len(losses)-1].Round(time.Millisecond))
	if kills >= 40 && (offered == 0 || offered == kills || losses[len(losses)-1] == 0) {
		t.Error("no kill came at the moments that count: the test shows nothing")
	}
	left, err := os.ReadDir(filepath.Dir(d.path))
	if err != nil || len(left) > kills/4+3 {
		t.Errorf("%d files lie about beside the level: %v", len(left), err)
	}
	d.quit()
}

// An editor that ends by a mistake of the program, which nothing can contain, says at the next start what to send; what it had
// put aside is offered.
func TestWindowCrashLog(t *testing.T) {
	t.Parallel()
	d := newBoard(t)
	d.pick(crate)
	d.key("shift+Right")
	cache := filepath.Join(d.home, ".cache", "fillet")
	d.waitFor("the copy put aside", func() bool {
		copies, err := filepath.Glob(filepath.Join(cache, "recovery", "*"+workspace.Extension))
		return err == nil && len(copies) == 1
	})
	if err := d.editor.Process.Signal(syscall.SIGABRT); err != nil { // the runtime dies of it as of a mistake in C, say
		t.Fatal(err)
	}
	if err := <-d.exited; err == nil {
		t.Fatal("the editor ended well")
	}
	d.start()
	var report []byte
	d.waitFor("the report of the last start", func() bool {
		reports, err := filepath.Glob(filepath.Join(cache, "crash-*.txt"))
		if err != nil || len(reports) != 1 {
			return false
		}
		report, err = os.ReadFile(reports[0])
		return err == nil && len(report) > 0
	})
	for _, part := range []string{"Fillet ", "SIGABRT", "goroutine "} {
		if !strings.Contains(string(report), part) {
			t.Errorf("the report does not say %q:\n%.2000s", part, report)
		}
	}
	time.Sleep(4 * beat)
	d.key("Escape", "Escape") // the report, and the question what to recover
	d.quit()
	if left, err := os.ReadDir(filepath.Join(cache, "running")); err != nil || len(left) != 0 {
		t.Errorf("editors that have ended have left %v, %v", left, err)
	}
}

// editUntilKilled works in the window until that is killed, a while from now. It returns what nudges it sent, and when the
// window was killed.
func (d *desk) editUntilKilled(random *rand.Rand, after time.Duration, x float64, by int) (done []nudged, killed time.Time) {
	d.t.Helper()
	dead := make(chan time.Time, 1)
	process := d.editor.Process
	time.AfterFunc(after, func() {
		at := time.Now()
		_ = process.Signal(syscall.SIGKILL) // Wait tells
		dead <- at
	})
	arrow := map[int]string{1: "Right", -1: "Left"}[by]
	at := func() []string {
		return []string{"mousemove", strconv.Itoa(500 + random.IntN(300)), strconv.Itoa(120 + random.IntN(500))}
	}
	for {
		select {
		case killed = <-dead:
			if err := <-d.exited; err == nil {
				d.t.Fatal("the editor was killed and ended well")
			}
			d.xdotool("mouseup", "1") // it was held, perhaps
			return done, killed
		default:
		}
		time.Sleep(beat) // nobody is quicker, and what waits in the display's queue is not the editor's to lose
		switch k := random.IntN(10); {
		case k < 5:
			d.xdotool("key", "ctrl+a")
			for range 1 + random.IntN(4) {
				x += float64(by)
				done = append(done, nudged{time.Now(), x})
				d.xdotool("key", arrow)
			}
		case k < 6:
			script := append([]string{"key", "r"}, at()...)
			script = append(append(append(script, "mousedown", "1"), at()...), at()...)
			d.xdotool(append(script, "mouseup", "1", "key", "v", "key", "ctrl+z", "key", "ctrl+y")...)
		case k < 7: // drags from the level's empty side, as it mostly is; what is dragged along is not the crate
			script := append([]string{"key", "Escape"}, at()...)
			script = append(append(script, "mousedown", "1"), at()...)
			d.xdotool(append(append(script, "sleep", "0.2"), "key", "Escape", "mouseup", "1")...)
		case k < 8:
			d.xdotool("key", "ctrl+a", "key", "ctrl+d", "key", "Delete")
		case k < 9:
			d.xdotool("key", "ctrl+s")
		default:
			time.Sleep(time.Duration(random.IntN(1500)) * time.Millisecond) // somebody thinks
		}
	}
}

// written is a level as its file says it.
func written(t *testing.T, doc *level.Document) string {
	t.Helper()
	data, err := level.Marshal(doc)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}
