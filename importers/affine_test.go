package importers

import (
	"testing"

	"fillet/editor/level"
)

// Quarter turns are exact for every notation of the angle.
func TestQuarterTurnsAreExact(t *testing.T) {
	t.Parallel()
	at := level.Vec{X: 3, Y: 5}
	for turns, want := range map[int]level.Vec{0: at, 1: {X: -5, Y: 3}, 2: {X: -3, Y: -5}, 3: {X: 5, Y: -3}} {
		for _, more := range []int{-4, 0, 8} {
			if got := Turn(level.Degrees(90 * (turns + more))).Linear(at); got != want {
				t.Errorf("%v turned by %d degrees is %v, want %v", at, 90*(turns+more), got, want)
			}
		}
	}
}

// A rule with a field but no value matches every value except false, 0 and an empty text.
func TestFieldsWithAnyValue(t *testing.T) {
	t.Parallel()
	for value, want := range map[any]bool{
		true: true, false: false, 1.0: true, -0.5: true, 0.0: false, "a": true, "": false,
	} {
		if got := fieldIs(level.Properties{"f": value}, "f", nil); got != want {
			t.Errorf("a field of %v matches: %v, want %v", value, got, want)
		}
	}
	if fieldIs(nil, "f", nil) {
		t.Error("a missing field matches")
	}
}
