package check

import (
	"context"
	"testing"

	"fillet/editor/level"
)

// sheets returns n thin boxes, one above the other, each of them near thousands of others.
func sheets(n int) []*level.Collider {
	var all []*level.Collider
	for i := range n {
		all = append(all, shape(level.Box, 1500, 1000+0.02*float64(i), 2000, 0.01))
	}
	return all
}

// If more than maxNearPairs parts are near each other, only a few of them are examined for each part. Parts outside
// dense places keep all their neighbours.
func TestSurroundingsOfDensePlaces(t *testing.T) {
	const n = 10_000
	all := append(sheets(n),
		shape(level.Box, 100, 100, 20, 20), shape(level.Box, 130, 100, 20, 20), // 10 px apart, and far from the rest
		shape(level.Box, 2510, 1100, 10, 10), // 5 px beside some of the sheets
	)
	o := Options{Character: level.DefaultPlaytest().Size}.withDefaults(levelOf(t, nil).Snapshot())
	s := newScene(context.Background(), levelOf(t, all).Snapshot(), o)
	reach := max(o.Character.X, o.Character.Y)
	near := newSurroundings(s, reach)
	if near.dense == nil {
		t.Fatal("nothing is dense")
	}
	looked := 0
	for p := range int32(n) {
		found := near.of(nil, p)
		looked += len(found)
		nearest := 0
		for _, q := range found {
			if q == p-1 || q == p+1 {
				nearest++
			}
		}
		if want := 2 - b2i(p == 0) - b2i(p == n-1); nearest != want {
			t.Fatalf("sheet %d has %d near neighbours, want %d", p, nearest, want)
		}
	}
	if looked > n*(maxNear+1) {
		t.Errorf("%d sheets examine %d others", n, looked)
	}
	if got := len(near.of(nil, n+2)); got == 0 || got > maxNear+1 {
		t.Errorf("%d sheets are near the shape beside the pile", got)
	}
	for p := int32(n); p < n+2; p++ {
		if got, want := len(near.of(nil, p)), 1; got != want {
			t.Errorf("%d parts are near part %d, want %d", got, p, want)
		}
	}
	few := newSurroundings(newScene(context.Background(), levelOf(t, sheets(500)).Snapshot(), o), reach)
	if got := len(few.of(nil, 250)); few.dense != nil || got != 499 {
		t.Errorf("%d of 500 sheets are near one of them, want all others", got)
	}
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}
