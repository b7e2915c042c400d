package play

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fillet/collision"
	"fillet/editor/level"
)

// hostile returns levels that parse but could overwhelm a search or a flood.
func hostile() []string {
	const head = "fillet: 1\nname: hostile\nsize: [640, 360]\n"
	lines := func(n int, line func(i int) string) string {
		var b strings.Builder
		for i := range n {
			b.WriteString(line(i))
		}
		return b.String()
	}
	levelText := func(play, more string) string {
		return head + play + `layers:
  - id: l1
    name: all
    colliders:
      - {id: c1, name: floor, kind: box, size: [640, 40], position: [320, 340]}
      - {id: c2, kind: point, position: [40, 300], tags: [spawn]}
      - {id: c3, kind: box, size: [20, 20], position: [600, 300], role: trigger, tags: [goal]}
` + more
	}
	row := func(text string) string { return "      - {" + text + "}\n" }
	return []string{
		levelText("", ""),
		levelText("playtest: {gravity: 0}\n", ""),
		levelText("playtest: {jump_height: 0, speed: 0}\n", ""),
		levelText("playtest: {mode: top-down}\n", ""),
		levelText("playtest: {size: [0.001, 0.001]}\n", ""),
		levelText("playtest: {size: [100000, 100000]}\n", ""),
		levelText("playtest: {gravity: 1000000, max_fall: 100000, jump_height: 100000, time_to_apex: 10000}\n", ""),
		levelText("playtest: {speed: 100000, acceleration: 1000000, step_height: 100000}\n", ""),
		levelText("playtest: {jetpack: true, thrust: 1000000, fuel: 10000, max_rise: 100000}\n", ""),
		strings.Replace(levelText("", ""), "[40, 300]", "[10000000, -10000000]", 1),
		strings.Replace(levelText("", ""), "[640, 40]", "[10000000, 40]", 1),
		strings.Replace(levelText("", ""), "role: trigger, tags: [goal]",
			"role: trigger, body: kinematic, tags: [goal], properties: {move_x: 100000, move_time: 0.01}", 1),
		levelText("", lines(3000, func(i int) string {
			return row(fmt.Sprintf("id: c%d, kind: circle, radius: 3, position: [%d, %d], role: trigger, tags: "+
				"[collectable]", i+10, i%600, i/8))
		})),
		levelText("", lines(300, func(i int) string {
			return row(fmt.Sprintf("id: c%d, kind: box, size: [8, 40], position: [%d, 300], tags: [door], "+
				"properties: {door_open: %t}", i+10, 2*i, i%2 == 0))
		})),
		levelText("", lines(60, func(i int) string {
			return row(fmt.Sprintf("id: c%d, kind: circle, radius: 10, position: [320, %d], body: dynamic", i+10, -i))
		})),
		levelText("", lines(40, func(i int) string {
			return row(fmt.Sprintf("id: c%d, kind: box, size: [8, 1], position: [%d, %d], body: kinematic, "+
				"properties: {move_x: %d, move_time: 0.1, turn: 9999}", i+10, 10*i, 5*i, 50*i))
		})),
		levelText("", row("id: c9, kind: box, size: [60, 60], position: [40, 300]")),
	}
}

// Any level that parses is flooded, searched and surveyed in a few steps. Nothing panics, no search exceeds its steps
// and memory, results replay, and a survey's ways lead where it says.
func FuzzSolve(f *testing.F) {
	for i, text := range hostile() {
		if _, err := level.Parse([]byte(text), "hostile"); err != nil {
			f.Errorf("level %d: %v", i, err)
		}
		f.Add([]byte(text))
	}
	samples, err := filepath.Glob(filepath.Join("..", "..", "assets", "samples", "*.level.yaml"))
	if err != nil || len(samples) == 0 {
		f.Fatal("no samples", err)
	}
	for _, name := range samples {
		if text, err := os.ReadFile(name); err == nil && len(text) < 20_000 {
			f.Add(text)
		}
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		doc, err := level.Parse(text, "fuzz")
		if err != nil || doc.Len() > 4000 {
			return
		}
		trySolving(t, doc.Snapshot())
	})
}

// trySolving searches a level in a few steps.
func trySolving(t testing.TB, snap level.Snapshot) {
	settings, start, err := SettingsOf(snap)
	if err != nil {
		return
	}
	const limit = 400
	o := SolveOptions{Steps: limit, MB: 16, Workers: 2}
	res, err := Solve(context.Background(), snap, settings, start, o)
	if err == nil && res.Steps > limit+solveBatch*limit*8 {
		t.Errorf("the search tried %d steps", res.Steps)
	}
	if err != nil && strings.Contains(err.Error(), "please report") {
		t.Error(err)
	}
	v, err := NewSurvey(context.Background(), snap, settings, start, o)
	if err != nil {
		t.Error(err)
	}
	for i, w := range v.Ways {
		if w.From < 0 || w.To < 0 || max(w.From, w.To) >= len(v.Stretches) || len(w.Path) < 2 ||
			!slices.ContainsFunc(w.Inputs.Held, func(h Held) bool {
				return h.Steps > 0
			}) {
			t.Errorf("way %d is %+v of %d stretches", i, w, len(v.Stretches))
		}
	}
	if _, err := ClosedSpaces(context.Background(), snap, collision.AABB{Max: Vec{X: 640, Y: 360}}); err != nil {
		t.Logf("the flood failed: %v", err)
	}
}
