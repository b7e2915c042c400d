package collision

import (
	"errors"
	"math"
	"testing"

	"pgregory.net/rapid"
)

// drawOutline draws a simple polygon: star-shaped with any radii, or the border
// of a heap of grid columns.
func drawOutline(t *rapid.T) []Vec {
	if rapid.Bool().Draw(t, "columns") {
		n := rapid.IntRange(1, 8).Draw(t, "n")
		top, low := []Vec{}, []Vec{}
		for i := range n {
			h := float64(rapid.IntRange(1, 6).Draw(t, "height")) * 8
			d := float64(rapid.IntRange(1, 6).Draw(t, "depth")) * -8
			x := float64(i) * 16
			top = append(top, Vec{x, h}, Vec{x + 16, h})
			low = append(low, Vec{x, d}, Vec{x + 16, d})
		}
		var out []Vec
		add := func(p Vec) {
			if len(out) == 0 || out[len(out)-1] != p {
				out = append(out, p)
			}
		}
		for _, p := range low {
			add(p)
		}
		for i := len(top) - 1; i >= 0; i-- {
			add(top[i])
		}
		return out
	}
	n := rapid.IntRange(3, 14).Draw(t, "n")
	out := make([]Vec, n)
	for i := range out {
		r := float64(rapid.IntRange(4, 40).Draw(t, "r"))
		out[i] = NewRot(2 * math.Pi * (float64(i) + 0.3*float64(i%3)) / (float64(n) + 0.6)).Apply(Vec{r, 0})
	}
	return out
}

func TestOutlineProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		loops := [][]Vec{drawOutline(t)}
		if ValidateOutline(loops) != nil {
			t.Skip("not simple")
		}
		size := BoundsOf(loops[0]).perimeter()
		area := regionArea(loops)
		parts, err := DecomposeRegion(loops)
		if err != nil {
			t.Fatal(err)
		}
		sum := 0.0
		for _, p := range parts {
			if !isConvex(p) {
				t.Fatalf("part %v of %v is not convex", p, loops)
			}
			sum += signedArea(p) / 2
		}
		if !near(sum, area, 1e-9*area) {
			t.Fatalf("parts of %v add up to %v, want %v", loops, sum, area)
		}

		limit := MaxInset(loops)
		if !(limit > 0) {
			t.Fatalf("MaxInset(%v) = %v", loops, limit)
		}
		var oe *OutlineError
		if _, _, err := RoundRegion(loops, limit*1.001, RoundInset); !errors.As(err, &oe) || oe.Kind != RadiusTooLarge {
			t.Fatalf("RoundRegion(%v, %v) = %v, limit %v", loops, limit*1.001, err, limit)
		}
		for _, k := range []float64{0.25, 0.8, 1} {
			checkUnion(t, loops, limit*k, RoundInset, size)
		}
		checkUnion(t, loops, rapid.Float64Range(0.1, 20).Draw(t, "outset"), RoundOutset, size)
	})
}

// checkUnion compares the boundary of a rounded region with its pieces at
// points near the boundary and with sampled points.
func checkUnion(t *rapid.T, loops [][]Vec, r float64, rounding Rounding, size float64) {
	pieces, boundary, err := RoundRegion(loops, r, rounding)
	if err != nil {
		t.Fatalf("RoundRegion(%v, %v, %v): %v", loops, r, rounding, err)
	}
	depth := func(p Vec) float64 {
		least := math.Inf(1)
		for _, s := range pieces {
			_, d := s.Closest(Identity(), p)
			least = min(least, d)
		}
		return least
	}
	tol := 2e-6 * (size + r)
	for _, c := range boundary {
		for i, s := range c {
			if next := c[(i+1)%len(c)].From; s.To != next {
				t.Fatalf("%v by %v: a gap from %v to %v", loops, r, s.To, next)
			}
			m := s.middle()
			if d := depth(m); math.Abs(d) > tol {
				t.Fatalf("%v by %v: %v of the boundary is %v off the pieces", loops, r, m, d)
			}
		}
	}
	var polys [][]Vec
	for _, c := range boundary {
		polys = append(polys, c.Flatten(1e-3, nil))
	}
	box := BoundsOf(loops[0]).Grow(r)
	for i := range 12 {
		for j := range 12 {
			p := Vec{
				box.Min.X + (float64(i)+0.4871)*(box.Max.X-box.Min.X)/12,
				box.Min.Y + (float64(j)+0.5132)*(box.Max.Y-box.Min.Y)/12,
			}
			d := depth(p)
			if w := windingOf(polys, p); math.Abs(d) > 2e-3 && (w != 0) != (d < 0) || w < 0 || w > 1 {
				t.Fatalf("%v by %v: winding %d at %v, distance %v", loops, r, w, p, d)
			}
		}
	}
}
