package play

import (
	"context"
	"slices"
	"testing"

	"fillet/collision"

	"pgregory.net/rapid"
)

// A place within the bounds where the character fits is in one of the boxes if and only if no way leads to it.
func TestClosedBoxesAreUnreachable(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		snap := cave(rt, t)
		y := newLevelBuilder(t)
		y.spawn(rapid.Float64Range(10, 290).Draw(rt, "x"), rapid.Float64Range(10, 190).Draw(rt, "y"))
		snap.Layers = append(snap.Layers, y.snapshot().Layers...)
		s, start := settingsOf(t, snap)
		bounds := collision.AABB{Min: Vec{X: -30, Y: -30}, Max: Vec{X: 330, Y: 230}}
		closed, err := ClosedSpaces(context.Background(), snap, bounds)
		if err != nil {
			rt.Fatal(err)
		}
		f := flood(t, snap, s)
		from := f.PartAt(start)
		for range 100 {
			p := Vec{X: rapid.Float64Range(-30, 330).Draw(rt, "px"), Y: rapid.Float64Range(-30, 230).Draw(rt, "py")}
			if slices.Contains(f.xs, p.X) {
				continue // a place on a boundary belongs to the columns on both sides
			}
			in := false
			for _, b := range closed {
				in = in || b.Contains(p)
			}
			part := f.PartAt(p)
			if want := from != NoPart && part != NoPart && part != from; in != want {
				rt.Fatalf("%v is in part %d, the start in %d; closed: %v", p, part, from, in)
			}
		}
	})
}

func TestClosedNeedsASpawn(t *testing.T) {
	t.Parallel()
	y := newLevelBuilder(t)
	y.box("floor", 0, 0, 100, 20)
	closed, err := ClosedSpaces(context.Background(), y.snapshot(), collision.AABB{Max: Vec{X: 100, Y: 100}})
	if err != nil || len(closed) > 0 {
		t.Errorf("without a spawn %v is closed: %v", closed, err)
	}
}
