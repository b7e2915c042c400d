package polygon_test

import (
	"math"
	"testing"

	"fillet/collision"
	"fillet/collision/polygon"
)

// A radius below the rounding errors of an outline leaves its boundary as it is.
func TestTinyRadiiKeepTheBoundary(t *testing.T) {
	t.Parallel()
	v := func(x, y float64) collision.Vec { return collision.Vec{X: x, Y: y} }
	for _, loop := range [][]collision.Vec{
		{v(0, 0), v(40, 0), v(40, 20), v(20, 20), v(20, 40), v(0, 40)},
		{v(0, 0), v(90, 0), v(90, 60), v(75, 60), v(75, 61.5), v(60, 20), v(45, 60), v(30, 10), v(15, 60), v(0, 60)},
	} {
		sharp, err := polygon.RoundBoundary([][]collision.Vec{loop}, 0, polygon.RoundInset)
		if err != nil {
			t.Fatal(err)
		}
		want := collision.RegionMass(sharp, 1).Area
		for exponent := -16; exponent <= -6; exponent++ {
			for _, digit := range []float64{1, 2.3, 5} {
				radius := digit * math.Pow(10, float64(exponent))
				for _, rounding := range []polygon.Rounding{polygon.RoundInset, polygon.RoundOutset} {
					boundary, err := polygon.RoundBoundary([][]collision.Vec{loop}, radius, rounding)
					if err != nil {
						t.Fatal(err)
					}
					if area := collision.RegionMass(boundary, 1).Area; math.Abs(area-want) > 1e-2 {
						t.Errorf("a radius of %g, %v: the boundary encloses %g, want %g", radius, rounding, area, want)
					}
				}
			}
		}
	}
}
