package polygon

import (
	"math"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

	"fillet/collision"
)

// A region whose holes have corners on a grid, many of them collinear, is split into convex parts that fill it.
func TestDecomposeWithHolesOnAGrid(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(1, 2))
	tried := 0
	for range 6000 {
		loops := [][]collision.Vec{{{X: 0, Y: 0}, {X: 12, Y: 0}, {X: 12, Y: 12}, {X: 6, Y: 13}, {X: 0, Y: 12}}}
		for range 1 + rng.IntN(5) {
			var hole []collision.Vec
			x, y := float64(1+rng.IntN(9)), float64(1+rng.IntN(9))
			for range 3 + rng.IntN(2) {
				hole = append(hole, collision.Vec{X: x + float64(rng.IntN(4)), Y: y + float64(rng.IntN(4))})
			}
			loops = append(loops, hole)
		}
		if Validate(loops) != nil {
			continue
		}
		tried++
		fills(t, loops, 0)
	}
	if tried < 500 {
		t.Errorf("only %d regions are valid", tried)
	}
}

// A region with thousands of corners, whose ears are found by a different algorithm, is also split into convex parts.
// After a rotation, collinear corners are collinear only up to rounding.
func TestDecomposeWithManyHoles(t *testing.T) {
	t.Parallel()
	const side, cell = 36, 6
	for seed := range uint64(12) {
		rng := rand.New(rand.NewPCG(seed, 4))
		loops := [][]collision.Vec{{
			{X: 0, Y: 0},
			{X: side * cell, Y: 0},
			{X: side * cell, Y: side * cell},
			{X: 6, Y: side*cell + 2},
			{X: 0, Y: side * cell},
		}}
		for i := range side * side {
			for { // until the hole is valid
				var hole []collision.Vec
				for range 3 + rng.IntN(2) {
					hole = append(hole, collision.Vec{
						X: float64(i%side*cell + 1 + rng.IntN(cell-1)),
						Y: float64(i/side*cell + 1 + rng.IntN(cell-1)),
					})
				}
				if Validate([][]collision.Vec{hole}) == nil {
					loops = append(loops, hole)
					break
				}
			}
		}
		fills(t, loops, 0) // whole numbers are exact
		turn := collision.NewRot(math.Pi/2 + 0.1*rng.Float64() - 0.05)
		for _, loop := range loops {
			for i, p := range loop {
				loop[i] = turn.Apply(p)
			}
		}
		fills(t, loops, 1e-9)
	}
}

// The sweep for regions with many holes also splits regions with few holes, of any form, into convex parts.
func TestSweepOfAnyRegion(t *testing.T) {
	defer func(many int) { manyBridges = many }(manyBridges)
	manyBridges = 0
	rapid.Check(t, func(t *rapid.T) {
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 5))
		// A star around a point, with radii between two limits.
		star := func(at collision.Vec, least, limit float64) []collision.Vec {
			var loop []collision.Vec
			n := 3 + rng.IntN(9)
			for i := range n {
				r := least + (limit-least)*rng.Float64()
				if rng.IntN(2) == 0 {
					r = least
				}
				loop = append(loop, at.Add(collision.NewRot(2*math.Pi*float64(i)/
					float64(n)).Apply(collision.Vec{X: r})))
			}
			return loop
		}
		side := 1 + rng.IntN(6)
		reach := 10 * float64(side)
		loops := [][]collision.Vec{star(collision.Vec{}, 4*reach, 8*reach)}
		for i := range side * side {
			at := collision.Vec{X: float64(i % side), Y: float64(i / side)}.Mul(10).Sub(collision.Vec{
				X: reach / 2,
				Y: reach / 2,
			})
			loops = append(loops, star(at, 0.5, 4.9))
		}
		if Validate(loops) == nil {
			fills(t, loops, 1e-9)
		}
	})
}

// Holes side by side at different heights are split in time proportional to their number, and into as few parts as
// other regions. A sweep for rectangles would pass each hole at the levels of all others.
func TestDecomposeWithStaggeredHoles(t *testing.T) {
	staggered := func(n int) [][]collision.Vec {
		reach := float64(4 * n)
		loops := [][]collision.Vec{{{}, {X: reach}, {X: reach, Y: reach}, {Y: reach}}}
		for i := range n {
			x, y := float64(4*i+1), float64(2*i+1)
			loops = append(loops, []collision.Vec{
				{X: x, Y: y},
				{X: x + 2, Y: y},
				{X: x + 2, Y: y + float64(n)},
				{X: x, Y: y + float64(n)},
			})
		}
		return loops
	}
	for _, n := range []int{1, 2, 7, 100} {
		loops := staggered(n)
		r, err := newHoled(loops)
		if err != nil {
			t.Fatal(err)
		}
		if p := r.passes(false) + r.passes(true); p >= manyPasses {
			t.Errorf("%d holes are passed %d times", n, p)
		}
		fills(t, loops, 0)
		many := manyPasses
		manyPasses = 0
		fills(t, loops, 0)
		manyPasses = many
	}
	r, err := newHoled(staggered(20000))
	if err != nil {
		t.Fatal(err)
	}
	if p := r.passes(false); p < manyPasses {
		t.Errorf("20,000 holes are passed %d times, fewer than %d", p, manyPasses)
	}
}

// fills checks that the parts of a region are convex and fill it, except for a fraction rounding of its area.
func fills(t rapid.TB, loops [][]collision.Vec, rounding float64) {
	t.Helper()
	parts, err := DecomposeRegion(loops)
	if err != nil {
		t.Fatal(err)
	}
	area := func(loop []collision.Vec) float64 {
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
			t.Fatalf("part %v of %d loops is not convex", p, len(loops))
		}
	}
	if math.Abs(got-want) > rounding*want {
		t.Fatalf("the parts of %d loops have area %v, want %v", len(loops), got, want)
	}
}

// Many small holes cost time in proportion to their number, however close together they are in a wide outline.
func TestManyHolesAreInProportion(t *testing.T) {
	t.Parallel()
	for name, at := range map[string]func(i, side int) collision.Vec{
		"everywhere": func(i, side int) collision.Vec {
			return collision.Vec{X: float64(i % side * 10), Y: float64(i / side * 10)}.Mul(100 / float64(side))
		},
		"in a corner": func(i, side int) collision.Vec {
			return collision.Vec{X: float64(i % side), Y: float64(i / side)}.Mul(1.0 / 4)
		},
		"in two places": func(i, side int) collision.Vec {
			return collision.Vec{X: float64(i%side)/8 + float64(i%2*500), Y: float64(i/side)/8 + float64(i%2*700)}
		},
		"in a row": func(i, side int) collision.Vec {
			return collision.Vec{X: float64(i) * 990 / float64(side*side)}
		},
		"in a column": func(i, side int) collision.Vec {
			return collision.Vec{Y: float64(i) * 990 / float64(side*side)}
		},
		"on a diagonal": func(i, side int) collision.Vec {
			return collision.Vec{X: 1, Y: 1}.Mul(float64(i) * 990 / float64(side*side))
		},
	} {
		work := func(side int) float64 {
			loops := [][]collision.Vec{{{}, {X: 1000}, {X: 1000, Y: 1001}, {Y: 1000}}}
			for i := range side * side {
				p := at(i, side).Add(collision.Vec{X: 1, Y: 1})
				loops = append(loops, []collision.Vec{
					p, p.Add(collision.Vec{X: 1.0 / 32}),
					p.Add(collision.Vec{Y: 1.0 / 32}),
				})
			}
			r, err := newHoled(loops)
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			triangles := 0
			ring := newTriangles(r.Loops, func(int32, int32, int32) { triangles++ })
			if want := len(ring.points) + 2*(len(loops)-1) - 2; triangles != want {
				t.Errorf("%s: %d holes leave %d triangles, want %d", name, side*side, triangles, want)
			}
			return float64(ring.visits) / float64(side*side)
		}
		if few, many := work(50), work(150); many > 4*few {
			t.Errorf("%s: %.0f visits per hole with 2,500 holes, %.0f with 22,500", name, few, many)
		}
	}
}
