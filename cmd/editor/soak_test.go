package main

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"fillet/editor/level"
)

// TestSoak sends random keys, clicks, drags and scrolls to the real window, for as long as FILLET_WINDOW_SOAK says
// (make soak). The window neither ends nor panics, and the level saved at the end is valid. In a run of a minute or
// more, the number of goroutines does not grow, and the memory grows at most by the undo history.
func TestSoak(t *testing.T) {
	lasts, err := time.ParseDuration(os.Getenv("FILLET_WINDOW_SOAK"))
	if err != nil {
		t.Skip("it takes minutes: make soak runs it")
	}
	vitals := os.Getenv(profileEnv) // set if somebody wants to see the profiles
	if vitals == "" {
		vitals = t.TempDir()
		t.Setenv(profileEnv, vitals)
	}
	path := filepath.Join(t.TempDir(), "cavern.level.yaml")
	d := newDesk(t, imported(t, path), 1280, 800)
	random := rand.New(rand.NewPCG(8, 1))
	keys := strings.Fields("v n p r c k e t i Return Escape BackSpace Delete Up Down Left Right shift+Left 0 1 2 g h " +
		"ctrl+z ctrl+z ctrl+y ctrl+d ctrl+a ctrl+c ctrl+v ctrl+x F8 bracketleft bracketright Tab")
	const emptied = 12 // rounds after which the level is emptied
	least := 0
	if lasts >= time.Minute {
		least = 8 * emptied // on any machine, the level is emptied in both of the compared quarters
	}
	start := time.Now()
	events, ended := 0, ""
	for round := 0; (time.Since(start) < lasts || round < least) && ended == ""; round++ {
		var script []string
		if round%emptied == emptied-1 { // otherwise the level itself grows, because it is duplicated now and then
			script = append(script, "key", "Escape", "key", "Escape", "key", "Escape", "key", "v", "key", "ctrl+a",
				"key", "Delete")
		}
		at := func() []string {
			return []string{"mousemove", strconv.Itoa(60 + random.IntN(900)), strconv.Itoa(60 + random.IntN(650))}
		}
		for range 20 {
			switch k := random.IntN(10); {
			case k < 3:
				script = append(script, "key", keys[random.IntN(len(keys))])
			case k < 5:
				script = append(append(script, at()...), "click", "1")
			case k < 8:
				script = append(append(script, at()...), "mousedown", "1")
				for range 1 + random.IntN(4) {
					script = append(append(script, at()...), "sleep", "0.01")
				}
				script = append(script, "mouseup", "1")
			case k < 9:
				script = append(append(script, at()...), "click", strconv.Itoa(4+random.IntN(2)))
			default:
				script = append(append(script, at()...), "click", "3", "key", "Escape")
			}
			events++
		}
		d.do(script...)
		select {
		case err := <-d.exited:
			ended = fmt.Sprint(err)
		default:
		}
	}
	if ended != "" {
		d.failed()
		t.Fatalf("the editor ended after %d events: %s\n%s", events, ended, d.log.String())
	}
	if text := d.log.String(); strings.Contains(text, "panic") || strings.Contains(text, "goroutine ") {
		t.Errorf("the editor says:\n%s", text)
	}
	if reports, err := filepath.Glob(filepath.Join(d.home, ".cache", "fillet", "crash-*.txt")); err != nil ||
		len(reports) > 0 {
		t.Errorf("crash reports: %v, %v", reports, err)
	}
	d.key("Escape", "Escape", "Escape", "v", "ctrl+s")
	d.waitFor("the level to be saved", func() bool { return !strings.HasPrefix(d.title(), "●") })
	doc, err := level.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	if least > 0 {
		compareVitals(t, filepath.Join(vitals, "vitals.txt"))
	}
	t.Logf("%d events in %v; the level has %d colliders", events, time.Since(start).Round(time.Second), doc.Len())
}

// compareVitals compares the last quarter of a run with its second: the largest number of goroutines, and the smallest
// live heap, which is measured when the level was just emptied. The largest heap would depend on how large a level
// happened to become.
func compareVitals(t *testing.T, path string) {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(data)), "\n")
	peak := func(from, to int) (goroutines, live int) {
		live = math.MaxInt
		for _, line := range lines[from:to] {
			var second, g, l, had int
			if _, err := fmt.Sscan(line, &second, &g, &l, &had); err != nil {
				t.Fatalf("%q: %v", line, err)
			}
			goroutines, live = max(goroutines, g), min(live, l)
		}
		return goroutines, live
	}
	n := len(lines)
	g1, l1 := peak(n/4, n/2)
	g2, l2 := peak(3*n/4, n)
	t.Logf("at most %d goroutines and at least %d MB live in the second quarter, %d and %d MB in the last", g1, l1>>20,
		g2, l2>>20)
	const few, history = 8, 128 << 20
	if g2 > g1+few {
		t.Errorf("goroutines grow from %d to %d", g1, g2)
	}
	if l2 > l1+history {
		t.Errorf("memory grows from %d to %d MB", l1>>20, l2>>20)
	}
}
