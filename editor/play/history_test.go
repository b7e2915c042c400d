package play

import (
	"testing"

	"fillet/editor/level"

	"pgregory.net/rapid"
)

// seek moves a run to a step with the help of its history, and returns the number of steps that it ran.
func seek(t interface {
	Helper()
	Fatalf(format string, args ...any)
}, h *History, r *Run, inputs []Input, to int,
) int {
	t.Helper()
	if !h.Back(r, to) {
		t.Fatalf("step %d cannot be reached from the saved states", to)
	}
	took := 0
	for r.Steps() < to {
		r.Step(inputs[r.Steps()])
		h.Note(r)
		took++
	}
	return took
}

// A run that is moved to random steps, and continued differently in between, has the same state at each of them,
// whatever the memory limit.
func TestHistoryRestoresRun(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		rooms := []func(*rapid.T, testing.TB) level.Snapshot{wildRoom, abilityRoom}
		snap := rapid.SampledFrom(rooms).Draw(rt, "level")(rt, t)
		h := History{MaxBytes: rapid.SampledFrom([]int{0, 1, 30_000, 200_000}).Draw(rt, "bytes")}
		r := NewRun(snap, DefaultSettings(), Vec{X: 200, Y: 20})
		var inputs []Input
		var was []string
		note := func() { was = append(was, stateOf(t, r)) }
		h.Note(r)
		note()
		for range rapid.IntRange(1, 6).Draw(rt, "turns") {
			for range rapid.IntRange(1, 8).Draw(rt, "spans") {
				in := inputsOf(rt, r)
				for range rapid.IntRange(1, 25).Draw(rt, "steps") {
					r.Step(in)
					h.Note(r)
					inputs = append(inputs, in)
					note()
				}
			}
			if r.Finished() {
				break
			}
			for range rapid.IntRange(0, 8).Draw(rt, "seeks") {
				to := rapid.IntRange(0, len(inputs)).Draw(rt, "to")
				seek(rt, &h, r, inputs, to)
				if got := stateOf(t, r); got != was[to] {
					rt.Fatalf("at step %d: %s", to, firstDifference(got, was[to]))
				}
			}
			inputs, was = inputs[:r.Steps()], was[:r.Steps()+1]
			h.Cut(r)
		}
	})
}

// However long a run is, its states stay within the memory limit, and going back takes a bounded number of steps.
func TestHistoryIsBounded(t *testing.T) {
	t.Parallel()
	r := NewRun(stackedRows(t, 40, 6), DefaultSettings(), Vec{X: 5, Y: 380})
	h := History{MaxBytes: 384 << 10}
	h.Note(r)
	var inputs []Input
	for i := range 2500 {
		in := Input{X: float64(i/90%2)*2 - 1, Jump: i%50 < 10}
		r.Step(in)
		h.Note(r)
		inputs = append(inputs, in)
	}
	if n := bytesOf(h.keys); n > h.MaxBytes {
		t.Errorf("the states take %d bytes of %d", n, h.MaxBytes)
	}
	want := r.Hash()
	first := seek(t, &h, r, inputs, 2490)
	worst := 0
	for to := 2489; to > 2300; to-- {
		worst = max(worst, seek(t, &h, r, inputs, to))
	}
	t.Logf("%d states, one every %d steps; the first step back took %d steps, the worst of the next 189 %d", len(h.keys), h.every, first, worst)
	if worst > h.every {
		t.Errorf("a step back took %d steps", worst)
	}
	seek(t, &h, r, inputs, len(inputs))
	if r.Hash() != want {
		t.Error("back at its end, the run differs")
	}
	h.Clear()
	if h.Back(r, 3) {
		t.Error("a cleared history can go back")
	}
}
