package outline

import (
	"math/rand/v2"
	"testing"

	"fillet/collision/geom"
)

// Holes whose corners lie on a grid, and so often on one line, leave a region that is split into convex parts which fill it.
func TestDecomposeWithHolesOnAGrid(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	tried := 0
	for range 6000 {
		loops := [][]geom.Vec{{{X: 0, Y: 0}, {X: 12, Y: 0}, {X: 12, Y: 12}, {X: 6, Y: 13}, {X: 0, Y: 12}}}
		for range 1 + rng.IntN(5) {
			var hole []geom.Vec
			x, y := float64(1+rng.IntN(9)), float64(1+rng.IntN(9))
			for range 3 + rng.IntN(2) {
				hole = append(hole, geom.Vec{X: x + float64(rng.IntN(4)), Y: y + float64(rng.IntN(4))})
			}
			loops = append(loops, hole)
		}
		if Validate(loops) != nil {
			continue
		}
		tried++
		parts, err := DecomposeRegion(loops)
		if err != nil {
			t.Fatal(err)
		}
		area := func(loop []geom.Vec) float64 {
			sum := 0.0
			for i, p := range loop {
				sum += p.Cross(loop[(i+1)%len(loop)]) / 2
			}
			return max(sum, -sum)
		}
		want, got := area(loops[0]), 0.0
		for _, hole := range loops[1:] {
			want -= area(hole)
		}
		for _, p := range parts {
			if got += area(p); !isConvex(p) {
				t.Fatalf("%v is a part of %v and not convex", p, loops)
			}
		}
		if got != want { // on the grid all of it is exact
			t.Fatalf("the parts of %v have the area %v, want %v", loops, got, want)
		}
	}
	if tried < 500 {
		t.Errorf("only %d regions are valid", tried)
	}
}
