package polygon

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func TestSimplifyLine(t *testing.T) {
	t.Parallel()
	v := func(x, y float64) Vec { return Vec{X: x, Y: y} }
	for _, test := range []struct {
		name      string
		points    []Vec
		tolerance float64
		want      []Vec
	}{
		{"nothing", nil, 1, nil},
		{"two ends stay", []Vec{v(0, 0), v(9, 0)}, 5, []Vec{v(0, 0), v(9, 0)}},
		{"straight", []Vec{v(0, 0), v(1, 0), v(2, 0.5), v(9, 0)}, 1, []Vec{v(0, 0), v(9, 0)}},
		{
			"a corner",
			[]Vec{v(0, 0), v(5, 0.1), v(10, 0), v(10, 4), v(10.1, 10)},
			0.5,
			[]Vec{v(0, 0), v(10, 0), v(10.1, 10)},
		},
		{"no tolerance", []Vec{v(0, 0), v(1, 0), v(2, 0)}, 0, []Vec{v(0, 0), v(1, 0), v(2, 0)}},
		{"there and back", []Vec{v(0, 0), v(9, 0), v(0, 0)}, 1, []Vec{v(0, 0), v(9, 0), v(0, 0)}},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got, _ := SimplifyLine(test.points, test.tolerance); !slices.Equal(got, test.want) {
				t.Errorf("got %v, want %v", got, test.want)
			}
		})
	}
}

// No point of a random line or loop is farther from the simplified one than the tolerance, and the returned deviation
// is the greatest distance.
func TestSimplifiedStaysWithinTheTolerance(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		coordinate := rapid.Float64Range(-20, 20)
		points := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) Vec {
			return Vec{X: coordinate.Draw(t, "x"), Y: coordinate.Draw(t, "y")}
		}), 3, 40).Draw(t, "points")
		tolerance := rapid.Float64Range(0.01, 15).Draw(t, "tolerance")
		check := func(kept []Vec, deviation float64, loop bool) {
			if !loop && (kept[0] != points[0] || kept[len(kept)-1] != points[len(points)-1]) {
				t.Fatalf("the ends of %v have moved: %v", points, kept)
			}
			if deviation > tolerance && !(loop && len(kept) == 3) {
				t.Fatalf("deviation %g, tolerance %g", deviation, tolerance)
			}
			for _, p := range points {
				least := math.Inf(1)
				for i := range kept {
					if next := i + 1; next < len(kept) || loop {
						least = min(least, distance(kept[i], kept[next%len(kept)], p))
					}
				}
				if least > deviation+1e-9 {
					t.Fatalf("%v is %g from %v, the deviation is %g", p, least, kept, deviation)
				}
			}
		}
		kept, deviation := SimplifyLine(points, tolerance)
		check(kept, deviation, false)
		kept, deviation = SimplifyLoop(points, tolerance)
		check(kept, deviation, true)
	})
}
