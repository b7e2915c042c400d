package polygon

import (
	"math"
	"reflect"
	"testing"

	"pgregory.net/rapid"

	"fillet/collision"
)

// scaledLoops returns the loops times a power of two, which changes no digit.
func scaledLoops(loops [][]collision.Vec, k float64) [][]collision.Vec {
	out := make([][]collision.Vec, len(loops))
	for i, loop := range loops {
		for _, p := range loop {
			out[i] = append(out[i], p.Mul(k))
		}
	}
	return out
}

// No limit is an absolute length: results for an outline are the same, digit for digit, at any scale.
func TestOutlinesAreTheSameAtEveryScale(t *testing.T) {
	t.Parallel()
	for name, loops := range ManyOutlines(6000) {
		t.Run(name, func(t *testing.T) { sameParts(t, loops, 0x1p-16) })
	}
	for name, loops := range ManyOutlines(1000) {
		t.Run(name+", rounded", func(t *testing.T) { sameRounded(t, loops, 0x1p-16) })
	}
	t.Run("random", func(t *testing.T) {
		rapid.Check(t, func(t *rapid.T) {
			loops := [][]collision.Vec{drawOutline(t)}
			if Validate(loops) != nil {
				return // not simple
			}
			k := math.Ldexp(1, rapid.SampledFrom([]int{-12, -6, 12}).Draw(t, "power of two"))
			sameParts(t, loops, k)
			sameRounded(t, loops, k)
		})
	})
}

// failer is a *testing.T or a *rapid.T.
type failer interface {
	Helper()
	Fatal(args ...any)
	Fatalf(format string, args ...any)
}

func sameParts(t failer, loops [][]collision.Vec, k float64) {
	t.Helper()
	want, err := DecomposeRegion(loops)
	if err != nil {
		t.Fatal(err)
	}
	got, err := DecomposeRegion(scaledLoops(loops, k))
	if err != nil {
		t.Fatalf("times %v: %v", k, err)
	}
	if !reflect.DeepEqual(got, scaledLoops(want, k)) {
		t.Fatalf("times %v: the %d parts differ from the region's %d parts", k, len(got), len(want))
	}
}

func sameRounded(t failer, loops [][]collision.Vec, k float64) {
	t.Helper()
	small, limit := scaledLoops(loops, k), MaxInset(loops)
	if l := MaxInset(small); !near(l, limit*k, 1e-9*limit*k) { // it is rounded to decimal digits
		t.Fatalf("times %v: MaxInset = %v, want %v", k, l, limit*k)
	}
	for _, rounding := range []Rounding{RoundInset, RoundOutset} {
		pieces, boundary, err := RoundRegion(loops, limit/2, rounding)
		if err != nil {
			t.Fatal(err)
		}
		gotPieces, gotBoundary, err := RoundRegion(small, limit/2*k, rounding)
		if err != nil {
			t.Fatalf("times %v: %v", k, err)
		}
		if len(gotPieces) != len(pieces) || len(gotBoundary) != len(boundary) {
			t.Fatalf("times %v: %d pieces and %d contours, want %d and %d", k, len(gotPieces), len(gotBoundary),
				len(pieces), len(boundary))
		}
		for i, p := range pieces {
			if g := gotPieces[i]; !reflect.DeepEqual([][]collision.Vec{g.Vertices()},
				scaledLoops([][]collision.Vec{p.Vertices()}, k)) || g.Radius() != p.Radius()*k {
				t.Fatalf("times %v: piece %d = %v, want %v scaled", k, i, g, p)
			}
		}
		for i, c := range boundary {
			if len(gotBoundary[i]) != len(c) {
				t.Fatalf("times %v: contour %d has %d segments, want %d", k, i, len(gotBoundary[i]), len(c))
			}
			for j, s := range c {
				want := collision.Segment{
					From: s.From.Mul(k), To: s.To.Mul(k), Center: s.Center.Mul(k),
					Radius: s.Radius * k, Clockwise: s.Clockwise,
				}
				if g := gotBoundary[i][j]; g != want {
					t.Fatalf("times %v: segment %d of contour %d = %v, want %v", k, j, i, g, want)
				}
			}
		}
	}
}
