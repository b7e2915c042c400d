package polygon

import (
	"errors"
	"math"
	"testing"

	"fillet/collision"
)

func rect(x0, y0, x1, y1 float64) []collision.Vec {
	return []collision.Vec{{X: x0, Y: y0}, {X: x1, Y: y0}, {X: x1, Y: y1}, {X: x0, Y: y1}}
}

var outlines = map[string]struct {
	loops    [][]collision.Vec
	limit    int // most parts that a decomposition may have: twice the optimum
	maxInset float64
}{
	"square":    {[][]collision.Vec{rect(0, 0, 10, 10)}, 1, 5},
	"box":       {[][]collision.Vec{rect(0, 0, 64, 16)}, 1, 8},
	"triangle":  {[][]collision.Vec{{{X: 0, Y: 0}, {X: 30, Y: 0}, {X: 0, Y: 40}}}, 1, 10},
	"flat side": {[][]collision.Vec{{{X: 0, Y: 0}, {X: 5, Y: 0}, {X: 10, Y: 0}, {X: 10, Y: 10}, {X: 0, Y: 10}}}, 1, 5},
	"L": {[][]collision.Vec{{
		{X: 0, Y: 0},
		{X: 48, Y: 0},
		{X: 48, Y: 16},
		{X: 16, Y: 16},
		{X: 16, Y: 48},
		{X: 0, Y: 48},
	}}, 2, 8},
	"U": {[][]collision.Vec{{
		{X: 0, Y: 0},
		{X: 48, Y: 0},
		{X: 48, Y: 48},
		{X: 32, Y: 48},
		{X: 32, Y: 16},
		{X: 16, Y: 16},
		{X: 16, Y: 48},
		{X: 0, Y: 48},
	}}, 3, 8},
	"plus": {
		[][]collision.Vec{{
			{X: 16, Y: 0},
			{X: 32, Y: 0},
			{X: 32, Y: 16},
			{X: 48, Y: 16},
			{X: 48, Y: 32},
			{X: 32, Y: 32},
			{X: 32, Y: 48},
			{X: 16, Y: 48},
			{X: 16, Y: 32},
			{X: 0, Y: 32},
			{X: 0, Y: 16},
			{X: 16, Y: 16},
		}},
		3, 8,
	},
	"frame":  {[][]collision.Vec{rect(0, 0, 48, 48), rect(16, 16, 32, 32)}, 4, 8},
	"window": {[][]collision.Vec{rect(0, 0, 80, 48), rect(16, 16, 32, 32), rect(48, 16, 64, 32)}, 8, 8},
	"arrow":  {[][]collision.Vec{{{X: 0, Y: 0}, {X: 20, Y: 10}, {X: 0, Y: 20}, {X: 8, Y: 10}}}, 2, math.NaN()},
	"star":   {[][]collision.Vec{star(5, 20, 8)}, 6, math.NaN()},
	"dented": {[][]collision.Vec{{
		{X: 0, Y: 0},
		{X: 40, Y: 0},
		{X: 40, Y: 30},
		{X: 22, Y: 30},
		{X: 20, Y: 12},
		{X: 18, Y: 30},
		{X: 0, Y: 30},
	}}, 4, math.NaN()},
	"diamond hole": {[][]collision.Vec{
		rect(0, 0, 40, 40), {{X: 20, Y: 10}, {X: 30, Y: 20}, {X: 20, Y: 30}, {X: 10, Y: 20}},
	}, 8, math.NaN()},
	"comb": {[][]collision.Vec{comb(12)}, 26, math.NaN()},
}

func star(n int, out, in float64) []collision.Vec {
	var v []collision.Vec
	for i := range 2 * n {
		r := out
		if i%2 == 1 {
			r = in
		}
		v = append(v, collision.NewRot(math.Pi*float64(i)/float64(n)).Apply(collision.Vec{X: r, Y: 0}))
	}
	return v
}

// comb returns a bar with slanted teeth.
func comb(n int) []collision.Vec {
	v := []collision.Vec{{X: 0, Y: 0}, {X: float64(n) * 10, Y: 0}}
	for i := n - 1; i >= 0; i-- {
		x := float64(i) * 10
		v = append(v, collision.Vec{X: x + 10, Y: 12}, collision.Vec{X: x + 6, Y: 30}, collision.Vec{X: x + 3, Y: 31},
			collision.Vec{X: x, Y: 11})
	}
	return v[: len(v)-1 : len(v)]
}

// regionArea returns the area by the shoelace formula.
func regionArea(loops [][]collision.Vec) float64 {
	sum := 0.0
	for i, loop := range loops {
		a := math.Abs(polygonArea(loop))
		if i > 0 {
			a = -a
		}
		sum += a
	}
	return sum
}

func inRegion(p collision.Vec, loops [][]collision.Vec) bool {
	in := false
	for _, loop := range loops {
		in = in != (windingOf([][]collision.Vec{loop}, p) != 0)
	}
	return in
}

// turnsOneWay reports whether a polygon of positive area is convex: it turns left at every vertex, once around in all.
func turnsOneWay(loop []collision.Vec) bool {
	turned := 0.0
	for i, b := range loop {
		in, out := b.Sub(loop[(i+len(loop)-1)%len(loop)]), loop[(i+1)%len(loop)].Sub(b)
		if in.Cross(out) <= 0 {
			return false
		}
		turned += math.Atan2(in.Cross(out), in.Dot(out))
	}
	return turned < 3*math.Pi
}

// checkParts checks that parts are convex and tile the region.
func checkParts(t *testing.T, name string, loops, parts [][]collision.Vec) {
	t.Helper()
	sum := 0.0
	for i, p := range parts {
		if !turnsOneWay(p) {
			t.Errorf("%s: part %d is not convex: %v", name, i, p)
		}
		sum += polygonArea(p)
	}
	want := regionArea(loops)
	if !near(sum, want, 1e-9*want) {
		t.Errorf("%s: parts add up to %v, want %v", name, sum, want)
	}
	for i, p := range parts {
		c := collision.Vec{}
		for _, v := range p {
			c = c.Add(v.Mul(1 / float64(len(p))))
		}
		if !inRegion(c, loops) {
			t.Errorf("%s: the middle of part %d is outside", name, i)
		}
	}
}

func variants(loops [][]collision.Vec) map[string][][]collision.Vec {
	out := map[string][][]collision.Vec{"": loops}
	rev := make([][]collision.Vec, len(loops))
	turned := make([][]collision.Vec, len(loops))
	mirrored := make([][]collision.Vec, len(loops))
	far := make([][]collision.Vec, len(loops))
	for l, loop := range loops {
		for i := range loop {
			rev[l] = append(rev[l], loop[len(loop)-1-i])
			turned[l] = append(turned[l], collision.NewTransform(collision.Vec{X: 5, Y: 9}, 0.7).Apply(loop[i]))
			mirrored[l] = append(mirrored[l], collision.Vec{X: -loop[i].X, Y: loop[i].Y})
			far[l] = append(far[l], loop[i].Add(collision.Vec{X: 1e5, Y: -3e5}))
		}
	}
	out[" reversed"], out[" turned"], out[" mirrored"], out[" far"] = rev, turned, mirrored, far
	return out
}

func TestDecomposeTilesTheRegion(t *testing.T) {
	t.Parallel()
	for name, o := range outlines {
		for v, loops := range variants(o.loops) {
			parts, err := DecomposeRegion(loops)
			if err != nil {
				t.Errorf("%s%s: %v", name, v, err)
				continue
			}
			checkParts(t, name+v, loops, parts)
			if len(parts) > o.limit {
				t.Errorf("%s%s: %d parts, want at most %d", name, v, len(parts), o.limit)
			}
		}
	}
}

func TestMaxInset(t *testing.T) {
	t.Parallel()
	for name, o := range outlines {
		for v, loops := range variants(o.loops) {
			got := MaxInset(loops)
			if !math.IsNaN(o.maxInset) && !near(got, o.maxInset, 1e-8) {
				t.Errorf("MaxInset of %s%s = %v, want %v", name, v, got, o.maxInset)
			}
			for _, k := range []float64{0.1, 0.5, 0.9, 0.999, 1} {
				if _, err := InsetRegion(loops, got*k); err != nil {
					t.Errorf("InsetRegion of %s%s by %v of %v: %v", name, v, k, got, err)
				}
				if _, _, err := RoundRegion(loops, got*k, RoundInset); err != nil {
					t.Errorf("RoundRegion of %s%s by %v of %v: %v", name, v, k, got, err)
				}
			}
			var oe *Error
			if _, err := InsetRegion(loops, got*1.01); !errors.As(err, &oe) || oe.Kind != RadiusTooLarge ||
				oe.MaxRadius != got {
				t.Errorf("InsetRegion of %s%s by more than %v: %v", name, v, got, err)
			}
		}
	}
}

func TestInsetOfABoxIsASegmentAtItsLimit(t *testing.T) {
	t.Parallel()
	got, err := Inset(rect(0, 0, 64, 16), 8)
	if err != nil || len(got) != 2 || !nearVec(got[0], collision.Vec{X: 8, Y: 8}, 1e-9) ||
		!nearVec(got[1], collision.Vec{X: 56, Y: 8}, 1e-9) {
		t.Errorf("Inset of 64x16 by 8 = %v, %v", got, err)
	}
	got, err = Inset(rect(0, 0, 10, 10), 5)
	if err != nil || len(got) != 1 || !nearVec(got[0], collision.Vec{X: 5, Y: 5}, 1e-9) {
		t.Errorf("Inset of 10x10 by 5 = %v, %v", got, err)
	}
}

func TestOutlineErrors(t *testing.T) {
	t.Parallel()
	nan := math.NaN()
	for _, c := range []struct {
		name  string
		loops [][]collision.Vec
		kind  ErrorKind
		text  string
	}{
		{"none", nil, TooFewPoints, "an outline needs at least 3 points"},
		{"two", [][]collision.Vec{{{X: 0, Y: 0}, {X: 1, Y: 1}}}, TooFewPoints, "an outline needs at least 3 points"},
		{"nan", [][]collision.Vec{{{X: 0, Y: 0}, {X: 1, Y: nan}, {X: 1, Y: 1}}}, NotFinite, "point 1 is not finite"},
		{
			"huge",
			[][]collision.Vec{{{X: 0, Y: 0}, {X: 1, Y: 0}, {X: 1, Y: 2e9}}},
			TooLarge,
			"point 2 at (1, 2e+09) is beyond 1e+09",
		},
		{
			"twice",
			[][]collision.Vec{{{X: 0, Y: 0}, {X: 1, Y: 0}, {X: 1, Y: 0}, {X: 0, Y: 1}}},
			Duplicate,
			"points 1 and 2 are both at (1, 0)",
		},
		{
			"closed",
			[][]collision.Vec{{{X: 0, Y: 0}, {X: 1, Y: 0}, {X: 0, Y: 1}, {X: 0, Y: 0}}},
			Duplicate,
			"points 3 and 0 are both at (0, 0)",
		},
		{
			"line",
			[][]collision.Vec{{{X: 0, Y: 0}, {X: 1, Y: 0}, {X: 3, Y: 0}}},
			Degenerate,
			"all points are on one line",
		},
		{
			"bow",
			[][]collision.Vec{{{X: 0, Y: 0}, {X: 10, Y: 10}, {X: 10, Y: 0}, {X: 0, Y: 10}}},
			SelfCrossing,
			"edge 0 crosses edge 2 at (5, 5)",
		},
		{
			"spike",
			[][]collision.Vec{{{X: 0, Y: 0}, {X: 10, Y: 0}, {X: 10, Y: 10}, {X: 10, Y: 5}, {X: 0, Y: 5}}},
			SelfTouching, "edge 1 touches edge 2 at (10, 10)",
		},
		{"pinch", [][]collision.Vec{{
			{X: 0, Y: 0},
			{X: 2, Y: 0},
			{X: 2, Y: 2},
			{X: 4, Y: 2},
			{X: 4, Y: 4},
			{X: 2, Y: 4},
			{X: 2, Y: 2},
			{X: 0, Y: 2},
		}}, SelfTouching, "edge 1 touches edge 5 at (2, 2)"},
		{
			"out",
			[][]collision.Vec{rect(0, 0, 4, 4), rect(5, 5, 6, 6)},
			HoleOutside,
			"hole 1 is not inside the outline, or is inside another hole (at (5, 5))",
		},
		{
			"in a hole",
			[][]collision.Vec{rect(0, 0, 9, 9), rect(1, 1, 8, 8), rect(2, 2, 3, 3)},
			HoleOutside,
			"hole 2 is not inside the outline, or is inside another hole (at (2, 2))",
		},
		{
			"hole crosses",
			[][]collision.Vec{rect(0, 0, 9, 9), rect(5, 1, 10, 8)},
			SelfCrossing,
			"edge 1 crosses edge 0 of hole 1 at (9, 1)",
		},
		{"hole bow", [][]collision.Vec{rect(-9, -9, 19, 19), {
			{X: 0, Y: 0},
			{X: 10, Y: 10},
			{X: 10, Y: 0},
			{X: 0, Y: 10},
		}}, SelfCrossing, "hole 1: edge 0 crosses edge 2 at (5, 5)"},
	} {
		err := Validate(c.loops)
		var oe *Error
		if !errors.As(err, &oe) || oe.Kind != c.kind || err.Error() != c.text {
			t.Errorf("%s: Validate = %v, want %v: %s", c.name, err, c.kind, c.text)
		}
		if _, err := DecomposeRegion(c.loops); err == nil {
			t.Errorf("%s: DecomposeRegion accepts it", c.name)
		}
		if _, _, err := RoundRegion(c.loops, 0.1, RoundOutset); err == nil {
			t.Errorf("%s: RoundRegion accepts it", c.name)
		}
	}
	for _, r := range []float64{-1, nan, math.Inf(1)} {
		if _, _, err := RoundRegion([][]collision.Vec{rect(0, 0, 1, 1)}, r, RoundInset); err == nil {
			t.Errorf("RoundRegion accepts radius %v", r)
		}
	}
}
