package polygon

import (
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"fillet/collision"

	"pgregory.net/rapid"
)

func TestOperations(t *testing.T) {
	t.Parallel()
	square := box(0, 0, 4, 4)
	frame := one(box(0, 0, 8, 8), box(2, 2, 4, 4))
	tests := []struct {
		name string
		got  func() (Region, error)
		want string
	}{
		{"apart", func() (Region, error) {
			return Union(one(square), one(box(6, 0, 2, 2)))
		}, "[0,0 4,0 4,4 0,4][6,0 8,0 8,2 6,2]"},
		{"side by side", func() (Region, error) {
			return Union(one(square), one(box(4, 0, 4, 4)))
		}, "[0,0 8,0 8,4 0,4]"},
		{"side by side, one shorter", func() (Region, error) {
			return Union(one(square), one(box(4, 1, 2, 2)))
		}, "[0,0 4,0 4,1 6,1 6,3 4,3 4,4 0,4]"},
		{"a corner on an edge", func() (Region, error) {
			return Union(one(square), one(loop(4, 2, 6, 1, 6, 3)))
		}, "[0,0 4,0 4,4 0,4][4,2 6,1 6,3]"},
		{"corner to corner", func() (Region, error) {
			return Union(one(square), one(box(4, 4, 1, 1)))
		}, "[0,0 4,0 4,4 0,4][4,4 5,4 5,5 4,5]"},
		{"the same twice", func() (Region, error) { return Union(one(square), one(square)) }, "[0,0 4,0 4,4 0,4]"},
		{"the same, wound the other way", func() (Region, error) {
			return Union(one(square), one(loop(0, 0, 0, 4, 4, 4, 4, 0)))
		}, "[0,0 4,0 4,4 0,4]"},
		{"one in the other", func() (Region, error) {
			return Union(one(square), one(box(1, 1, 1, 1)))
		}, "[0,0 4,0 4,4 0,4]"},
		{"into the hole", func() (Region, error) {
			return Union(frame, one(box(3, 3, 1, 1)))
		}, "[0,0 8,0 8,8 0,8 - 2,2 2,6 6,6 6,2][3,3 4,3 4,4 3,4]"},
		{"filling the hole", func() (Region, error) { return Union(frame, one(box(2, 2, 4, 4))) }, "[0,0 8,0 8,8 0,8]"},
		{"half the hole", func() (Region, error) {
			return Union(frame, one(box(2, 2, 2, 4)))
		}, "[0,0 8,0 8,8 0,8 - 4,2 4,6 6,6 6,2]"},
		{"across the hole", func() (Region, error) {
			return Union(frame, one(box(0, 3, 8, 2)))
		}, "[0,0 8,0 8,8 0,8 - 2,2 2,3 6,3 6,2 - 2,5 2,6 6,6 6,5]"},
		{"a ring of four", func() (Region, error) {
			return Union(one(box(0, 0, 3, 1)), one(box(3, 0, 1, 3)), one(box(1, 3, 3, 1)), one(box(0, 1, 1, 3)))
		}, "[0,0 4,0 4,4 0,4 - 1,1 1,3 3,3 3,1]"},
		{"islands in holes", func() (Region, error) {
			return Union(one(box(0, 0, 20, 20), box(2, 2, 16, 16)), one(box(4, 4, 12, 12), box(6, 6, 8, 8)),
				one(box(8, 8, 2, 2)))
		}, "[0,0 20,0 20,20 0,20 - 2,2 2,18 18,18 18,2][4,4 16,4 16,16 4,16 - 6,6 6,14 14,14 14,6][8,8 10,8 " +
			"10,10 8,10]"},
		{"nothing", func() (Region, error) { return Union() }, ""},
		{"nothing in it", func() (Region, error) {
			return Union(Region{}, Region{{}}, Region{{nil}}, one(loop(1, 1)), one(loop(1, 1, 2, 2)))
		}, ""},
		{"no area", func() (Region, error) {
			return Union(one(loop(0, 0, 4, 0, 2, 0)), one(loop(1, 1, 1, 1, 1, 1)))
		}, ""},
		{"a spike goes", func() (Region, error) {
			return Union(one(loop(0, 0, 4, 0, 4, 2, 9, 2, 4, 2, 4, 4, 0, 4)))
		}, "[0,0 4,0 4,4 0,4]"},

		{"common", func() (Region, error) { return Intersect(one(square), one(box(2, 1, 4, 4))) }, "[2,1 4,1 4,4 2,4]"},
		{"common of equal", func() (Region, error) { return Intersect(one(square), one(square)) }, "[0,0 4,0 4,4 0,4]"},
		{"touching at an edge", func() (Region, error) { return Intersect(one(square), one(box(4, 0, 4, 4))) }, ""},
		{"touching at a point", func() (Region, error) { return Intersect(one(square), one(box(4, 4, 4, 4))) }, ""},
		{"apart: nothing", func() (Region, error) { return Intersect(one(square), one(box(9, 9, 4, 4))) }, ""},
		{"in the hole: nothing", func() (Region, error) { return Intersect(frame, one(box(2, 2, 4, 4))) }, ""},
		{"a diamond", func() (Region, error) {
			return Intersect(one(square), one(loop(2, -1, 5, 2, 2, 5, -1, 2)))
		}, "[0,1 1,0 3,0 4,1 4,3 3,4 1,4 0,3]"},
		{"a cross", func() (Region, error) {
			return Intersect(one(box(0, 2, 6, 2)), one(box(2, 0, 2, 6)))
		}, "[2,2 4,2 4,4 2,4]"},
		{"two parts", func() (Region, error) {
			return Intersect(frame, one(box(0, 3, 8, 1)))
		}, "[0,3 2,3 2,4 0,4][6,3 8,3 8,4 6,4]"},

		{"cut a hole", func() (Region, error) {
			return Subtract(one(square), one(box(1, 1, 1, 1)))
		}, "[0,0 4,0 4,4 0,4 - 1,1 1,2 2,2 2,1]"},
		{"cut a corner", func() (Region, error) {
			return Subtract(one(square), one(box(2, 2, 4, 4)))
		}, "[0,0 4,0 4,2 2,2 2,4 0,4]"},
		{"cut in two", func() (Region, error) {
			return Subtract(one(square), one(box(-1, 1, 9, 1)))
		}, "[0,0 4,0 4,1 0,1][0,2 4,2 4,4 0,4]"},
		{"cut with two", func() (Region, error) {
			return Subtract(one(square), one(box(0, 0, 4, 1)), one(box(0, 1, 1, 3)))
		}, "[1,1 4,1 4,4 1,4]"},
		{"all gone", func() (Region, error) { return Subtract(one(square), one(box(-1, -1, 9, 9))) }, ""},
		{"a hole that touches the edge at a point", func() (Region, error) {
			return Subtract(one(square), one(loop(0, 2, 2, 1, 2, 3)))
		}, "[0,0 4,0 4,4 0,4 - 0,2 2,3 2,1]"},
		{"a hole that touches a corner", func() (Region, error) {
			return Subtract(one(square), one(loop(0, 0, 2, 1, 1, 2)))
		}, "[0,0 4,0 4,4 0,4 - 0,0 1,2 2,1]"},
		{"two holes that touch", func() (Region, error) {
			return Subtract(one(box(0, 0, 6, 6)), one(box(1, 1, 2, 2)), one(box(3, 3, 2, 2)))
		}, "[0,0 6,0 6,6 0,6 - 1,1 1,3 3,3 3,1 - 3,3 3,5 5,5 5,3]"},
		{"a ring of holes that touch parts the inside", func() (Region, error) {
			return Subtract(one(box(0, 0, 8, 8)), one(box(3, 1, 2, 2)), one(box(5, 3, 2, 2)), one(box(3, 5, 2, 2)),
				one(box(1, 3, 2, 2)))
		}, "[0,0 8,0 8,8 0,8 - 1,3 1,5 3,5 3,7 5,7 5,5 7,5 7,3 5,3 5,1 3,1 3,3][3,3 5,3 5,5 3,5]"},
		{"nothing to cut", func() (Region, error) { return Subtract(one(square), nil) }, "[0,0 4,0 4,4 0,4]"},
		{"nothing to cut from", func() (Region, error) { return Subtract(nil, one(square)) }, ""},

		{"one of two", func() (Region, error) {
			return Xor(one(square), one(box(2, 0, 4, 4)))
		}, "[0,0 2,0 2,4 0,4][4,0 6,0 6,4 4,4]"},
		{"one of two, crossing", func() (Region, error) {
			return Xor(one(box(0, 0, 2, 2)), one(box(1, 1, 2, 2)))
		}, "[0,0 2,0 2,1 1,1 1,2 0,2][1,2 2,2 2,1 3,1 3,3 1,3]"},

		{"a bow tie, at all", func() (Region, error) {
			return Fill(NonZero, loop(0, 0, 4, 4, 4, 0, 0, 4))
		}, "[0,0 2,2 0,4][2,2 4,0 4,4]"},
		{"a bow tie, positive", func() (Region, error) {
			return Fill(Positive, loop(0, 0, 4, 4, 4, 0, 0, 4))
		}, "[0,0 2,2 0,4]"},
		{"around twice, at all", func() (Region, error) {
			return Fill(NonZero, box(0, 0, 4, 4), box(1, 1, 2, 2))
		}, "[0,0 4,0 4,4 0,4]"},
		{"around twice, odd", func() (Region, error) {
			return Fill(EvenOdd, box(0, 0, 4, 4), box(1, 1, 2, 2))
		}, "[0,0 4,0 4,4 0,4 - 1,1 1,3 3,3 3,1]"},

		{"off the grid of points", func() (Region, error) {
			return Union(one(box(0.1, 0.1, 0.2, 0.2)), one(box(0.2, 0.2, 0.2, 0.7)))
		}, "[0.1,0.1 0.30000000000000004,0.1 0.30000000000000004,0.2 0.4,0.2 0.4,0.8999999999999999 " +
			"0.2,0.8999999999999999 0.2,0.30000000000000004 0.1,0.30000000000000004]"},
		{"a gap by rounding", func() (Region, error) {
			return Union(one(box(0, 0, 0.3, 1)), one(box(0.1+0.2, 0, 1, 1)))
		}, "[0,0 1.3,0 1.3,1 0,1]"},
		{"a sliver by rounding", func() (Region, error) {
			return Intersect(one(box(0, 0, 0.1+0.2, 1)), one(box(0.3, 0, 1, 1)))
		}, ""},
		{"a sliver of 1e-7", func() (Region, error) { return Subtract(one(square), one(box(1e-7, -1, 9, 9))) }, ""},
		{"a gap of 1e-6 stays", func() (Region, error) {
			return Union(one(box(0, 0, 1, 1)), one(box(1+1e-6, 0, 1, 1)))
		}, "[0,0 1,0 1,1 0,1][1.000001,0 2.000001,0 2.000001,1 1.000001,1]"},
		{"far out", func() (Region, error) {
			return Union(one(box(4e6, 4e6, 2, 2)), one(box(4e6+1, 4e6+1, 2, 2)))
		}, "[4e+06,4e+06 4.000002e+06,4e+06 4.000002e+06,4.000001e+06 4.000003e+06,4.000001e+06 " +
			"4.000003e+06,4.000003e+06 4.000001e+06,4.000003e+06 4.000001e+06,4.000002e+06 4e+06,4.000002e+06]"},
		{"minus zero", func() (Region, error) {
			return Union(one(loop(0, math.Copysign(0, -1), 4, 0, 4, 4, math.Copysign(0, -1), 4)))
		}, "[0,0 4,0 4,4 0,4]"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := must(t)(tt.got())
			checkForm(t, got, false)
			if text(got) != tt.want {
				t.Errorf("got %s, want %s", text(got), tt.want)
			}
		})
	}
}

func TestKeepStraight(t *testing.T) {
	t.Parallel()
	c := Clipper{KeepStraight: true}
	got := must(t)(c.Union(one(loop(0, 0, 1, 0, 4, 0, 4, 4, 0, 4)), one(box(4, 0, 4, 4)), one(box(4, 3, 1, 5))))
	if want := "[0,0 1,0 4,0 8,0 8,4 5,4 5,8 4,8 4,4 0,4]"; text(got) != want {
		t.Errorf("got %s, want %s", text(got), want)
	}
}

func TestOffset(t *testing.T) {
	t.Parallel()
	frame := one(box(0, 0, 16, 16), box(4, 4, 8, 8))
	tests := []struct {
		name     string
		r        Region
		distance float64
		want     string
	}{
		{"a box grows", one(box(0, 0, 4, 4)), 1, "[-1,-1 5,-1 5,5 -1,5]"},
		{"a box shrinks", one(box(0, 0, 4, 4)), -1, "[1,1 3,1 3,3 1,3]"},
		{"a box vanishes", one(box(0, 0, 4, 4)), -2, ""},
		{"a box is gone", one(box(0, 0, 4, 4)), -30, ""},
		{"by nothing", one(box(0, 0, 4, 4)), 0, "[0,0 4,0 4,4 0,4]"},
		{"a hole shrinks", frame, 1, "[-1,-1 17,-1 17,17 -1,17 - 5,5 5,11 11,11 11,5]"},
		{"a hole closes", frame, 4, "[-4,-4 20,-4 20,20 -4,20]"},
		{"a hole is gone", frame, 30, "[-30,-30 46,-30 46,46 -30,46]"},
		{"a frame thins", frame, -1, "[1,1 15,1 15,15 1,15 - 3,3 3,13 13,13 13,3]"},
		{"a frame vanishes", frame, -2, ""},
		{
			"a neck breaks", one(loop(0, 0, 4, 0, 4, 3, 8, 3, 8, 0, 12, 0, 12, 8, 8, 8, 8, 5, 4, 5, 4, 8, 0, 8)), -1,
			"[1,1 3,1 3,7 1,7][9,1 11,1 11,7 9,7]",
		},
		{"two grow together", pair(box(0, 0, 2, 2), box(4, 0, 2, 2)), 1, "[-1,-1 7,-1 7,3 -1,3]"},
		{"a notch closes", one(loop(0, 0, 3, 0, 3, 3, 5, 3, 5, 0, 8, 0, 8, 6, 0, 6)), 1, "[-1,-1 9,-1 9,7 -1,7]"},
		{"outlines that overlap", pair(box(0, 0, 4, 4), box(2, 0, 4, 4)), -1, "[1,1 5,1 5,3 1,3]"},
		{"a sharp corner is cut off", one(loop(0, 0, 100, -1, 100, 1)), 0.5, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := must(t)(Offset(tt.r, tt.distance, JoinMitre, 0.1))
			checkForm(t, got, false)
			if tt.name == "a sharp corner is cut off" {
				if b := got.Bounds(); b.Min.X < -0.51 || len(got[0][0]) != 4 {
					t.Errorf("got %s", text(got))
				}
				return
			}
			if text(got) != tt.want {
				t.Errorf("got %s, want %s", text(got), tt.want)
			}
		})
	}
	round := must(t)(Offset(one(box(0, 0, 4, 4)), 2, JoinRound, 1e-4))
	if got, want := round.Area(), 16+4*8+4*math.Pi; math.Abs(got-want) > 2e-3 || got > want {
		t.Errorf("a box grown by 2 has area %v, want %v", got, want)
	}
	for _, bad := range [][2]float64{{math.NaN(), 1}, {math.Inf(1), 1}, {1, 0}, {1, -1}, {1, math.NaN()}} {
		if _, err := Offset(one(box(0, 0, 4, 4)), bad[0], JoinRound, bad[1]); !errors.Is(err, ErrTolerance) {
			t.Errorf("offset by %v with tolerance %v: %v", bad[0], bad[1], err)
		}
	}
	var e *PointError
	if _, err := Offset(one(box(4e6, 0, 4, 4)), 4e6, JoinRound, 1); !errors.As(err, &e) {
		t.Errorf("grown too large: %v", err)
	}
}

// pair returns a region of two outlines.
func pair(a, b []Vec) Region { return Region{{a}, {b}} }

func TestSplit(t *testing.T) {
	t.Parallel()
	frame := one(box(0, 0, 8, 8), box(2, 2, 4, 4))
	tests := []struct {
		name          string
		p, d          Vec
		ahead, behind string
	}{
		{"level", Vec{X: 3, Y: 4}, Vec{X: 1}, "[0,4 2,4 2,6 6,6 6,4 8,4 8,8 0,8]", "[0,0 8,0 8,4 6,4 6,2 2,2 2,4 0,4]"},
		{
			"the other way",
			Vec{X: 3, Y: 4},
			Vec{X: -5},
			"[0,0 8,0 8,4 6,4 6,2 2,2 2,4 0,4]",
			"[0,4 2,4 2,6 6,6 6,4 8,4 8,8 0,8]",
		},
		{"askew", Vec{}, Vec{X: 1, Y: 1}, "[0,0 2,2 2,6 6,6 8,8 0,8]", "[0,0 8,0 8,8 6,6 6,2 2,2]"},
		{"past it", Vec{Y: 9}, Vec{X: 1}, "", "[0,0 8,0 8,8 0,8 - 2,2 2,6 6,6 6,2]"},
		{"past it on the other side", Vec{Y: -1}, Vec{X: 1}, "[0,0 8,0 8,8 0,8 - 2,2 2,6 6,6 6,2]", ""},
		{"along an edge", Vec{}, Vec{X: 1}, "[0,0 8,0 8,8 0,8 - 2,2 2,6 6,6 6,2]", ""},
		{"no direction", Vec{}, Vec{}, "[0,0 8,0 8,8 0,8 - 2,2 2,6 6,6 6,2]", ""},
	}
	for _, tt := range tests {
		ahead, behind, err := Split(frame, tt.p, tt.d)
		if err != nil || text(ahead) != tt.ahead || text(behind) != tt.behind {
			t.Errorf("%s: %s and %s, %v, want %s and %s", tt.name, text(ahead), text(behind), err, tt.ahead, tt.behind)
		}
	}
	if a, b, err := Split(nil, Vec{}, Vec{X: 1}); a != nil || b != nil || err != nil {
		t.Errorf("empty region split: %v, %v, %v", a, b, err)
	}
	if _, _, err := Split(frame, Vec{X: math.NaN()}, Vec{X: 1}); err == nil {
		t.Error("a line through NaN is accepted")
	}
	if a, b, err := Split(one(box(-4e6, -4e6, 8e6, 8e6)), Vec{}, Vec{X: 1, Y: 1}); err != nil ||
		math.Abs(a.Area()-32e12) > 1e4 || math.Abs(b.Area()-32e12) > 1e4 {
		t.Errorf("the largest box split: %s, %s, %v", text(a), text(b), err)
	}
}

func TestBadPoints(t *testing.T) {
	t.Parallel()
	good := one(box(0, 0, 4, 4))
	for _, x := range []float64{math.NaN(), math.Inf(1), math.Inf(-1), 4194305, -1e300} {
		bad := Region{{box(9, 9, 1, 1)}, {box(0, 0, 4, 4), loop(1, 1, 1, 2, x, 2)}}
		for name, run := range map[string]func() (Region, error){
			"union":     func() (Region, error) { return Union(good, bad) },
			"intersect": func() (Region, error) { return Intersect(good, bad) },
			"subtract":  func() (Region, error) { return Subtract(good, bad) },
			"xor":       func() (Region, error) { return Xor(good, bad) },
		} {
			_, err := run()
			var e *PointError
			if !errors.As(err, &e) || e.Region != 1 || e.Outline != 1 || e.Loop != 1 || e.Point != 2 {
				t.Errorf("%s with %v: %v", name, x, err)
			} else if !strings.Contains(err.Error(), "region 1, outline 1, loop 1: point 2") {
				t.Errorf("%s with %v: %v", name, x, err)
			}
		}
		if _, err := Fill(NonZero, loop(0, 0, x, 0, 1, 1)); err == nil {
			t.Errorf("Fill accepts %v", x)
		}
		if _, err := FromChain(loop(0, 0, x, 0), false, 1, 1); err == nil {
			t.Errorf("FromChain accepts %v", x)
		}
	}
}

func TestContains(t *testing.T) {
	t.Parallel()
	r := Region{{box(0, 0, 8, 8), box(2, 2, 4, 4)}, {box(3, 3, 1, 1)}}
	for _, tt := range []struct {
		p    Vec
		want bool
	}{
		{Vec{X: 1, Y: 1}, true},
		{Vec{X: 2.5, Y: 2.5}, false},
		{Vec{X: 3.5, Y: 3.5}, true},
		{Vec{X: 9, Y: 1}, false},
		{Vec{X: 1, Y: -1}, false},
		{Vec{X: math.NaN()}, false},
		{Vec{X: math.Inf(1), Y: 1}, false},
	} {
		if got := r.Contains(tt.p); got != tt.want {
			t.Errorf("Contains(%v) = %v", tt.p, got)
		}
	}
	if got := r.Area(); got != 64-16+1 {
		t.Errorf("Area = %v", got)
	}
	if got := r.Placed(collision.NewTransform(Vec{X: 10}, math.Pi/2)).Area(); math.Abs(got-49) > 1e-12 {
		t.Errorf("Area = %v after a rotation", got)
	}
	if b := (Region{}).Bounds(); !b.IsEmpty() {
		t.Errorf("an empty region has bounds %v", b)
	}
}

// A flattened shape contains the same points as the shape, within the tolerance.
func TestFromShape(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 7).Draw(t, "points")
		var points []Vec
		f := rapid.Float64Range(-50, 50)
		for range n {
			points = append(points, Vec{X: f.Draw(t, "x"), Y: f.Draw(t, "y")})
		}
		s, err := collision.NewShape(points, rapid.SampledFrom([]float64{0, 0.5, 8}).Draw(t, "radius"))
		if err != nil {
			t.Fatal(err)
		}
		xf := collision.NewTransform(Vec{X: f.Draw(t, "x"), Y: f.Draw(t, "y")}, f.Draw(t, "angle"))
		tolerance := rapid.SampledFrom([]float64{1, 0.1, 0.001}).Draw(t, "tolerance")
		r, err := FromShape(s, xf, tolerance)
		if err != nil {
			t.Fatal(err)
		}
		checkForm(t, r, false)
		for range 30 {
			p := Vec{X: f.Draw(t, "x"), Y: f.Draw(t, "y")}.Mul(1.3).Add(xf.P)
			_, d := s.Closest(xf, p)
			if in := r.Contains(p); d < -tolerance-2*reach && !in || d > 2*reach && in {
				t.Fatalf("%v is %v from the shape: inside %v", p, d, in)
			}
		}
	})
	if r, err := FromShape(collision.Shape{}, collision.Identity(), 1); err != nil || r != nil {
		t.Errorf("a point gives %v, %v", r, err)
	}
	if _, err := FromShape(collision.Shape{}, collision.Identity(), 0); !errors.Is(err, ErrTolerance) {
		t.Errorf("zero tolerance: %v", err)
	}
}

// A chain covers everything within its radius.
func TestFromChain(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		grid := rapid.Bool().Draw(t, "grid")
		var points []Vec
		for range rapid.IntRange(1, 8).Draw(t, "points") {
			if grid {
				g := rapid.IntRange(-4, 4)
				points = append(points, Vec{X: float64(g.Draw(t, "x")) * 4, Y: float64(g.Draw(t, "y")) * 4})
			} else {
				f := rapid.Float64Range(-20, 20)
				points = append(points, Vec{X: f.Draw(t, "x"), Y: f.Draw(t, "y")})
			}
		}
		closed := rapid.Bool().Draw(t, "closed")
		radius := rapid.SampledFrom([]float64{0.5, 2, 9}).Draw(t, "radius")
		tolerance := radius / rapid.SampledFrom([]float64{4, 50}).Draw(t, "tolerance")
		r, err := FromChain(points, closed, radius, tolerance)
		if err != nil {
			t.Fatal(err)
		}
		checkForm(t, r, false)
		f := rapid.Float64Range(-30, 30)
		for range 30 {
			p := Vec{X: f.Draw(t, "x"), Y: f.Draw(t, "y")}
			d := p.Dist(points[0])
			for i, a := range points {
				b := points[(i+1)%len(points)]
				if i+1 == len(points) && !closed {
					break
				}
				s, err := collision.NewShape([]Vec{a, b}, 0)
				if err != nil {
					t.Fatal(err)
				}
				_, away := s.Closest(collision.Identity(), p)
				d = min(d, away)
			}
			if in := r.Contains(p); d < radius-tolerance-2*reach && !in || d > radius+2*reach && in {
				t.Fatalf("%v is %v from the chain %v (closed %v, radius %v): inside %v\n%s", p, d, points, closed,
					radius, in, text(r))
			}
		}
	})
	if r, err := FromChain(loop(0, 0, 4, 0), false, 0, 1); err != nil || r != nil {
		t.Errorf("a chain without thickness gives %v, %v", r, err)
	}
	if _, err := FromChain(loop(0, 0, 4, 0), false, -1, 1); !errors.Is(err, ErrTolerance) {
		t.Errorf("a negative radius: %v", err)
	}
}

func TestFromContours(t *testing.T) {
	t.Parallel()
	_, boundary, err := RoundRegion([][]Vec{box(0, 0, 64, 64), box(16, 16, 32, 32)}, 4, RoundInset)
	if err != nil {
		t.Fatal(err)
	}
	got := must(t)(FromContours(boundary, 1e-4))
	corners := 4 * (4*4 - math.Pi*4*4/4)
	if want := 64.0*64 - 32*32 - corners; len(got) != 1 || len(got[0]) != 2 || math.Abs(got.Area()-want) > 0.01 {
		t.Errorf("area %v of %d outlines, want %v", got.Area(), len(got), want)
	}
	if _, err := FromContours(boundary, 0); !errors.Is(err, ErrTolerance) {
		t.Errorf("zero tolerance: %v", err)
	}
}

func TestDetach(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name string
		r    Region
		want string
	}{
		{"no hole", one(box(0, 0, 4, 4)), "[0,0 4,0 4,4 0,4]"},
		{"nothing touches", one(box(0, 0, 4, 4), box(1, 1, 1, 1)), "[0,0 4,0 4,4 0,4 - 1,1 1,2 2,2 2,1]"},
		{"corners apart", pair(box(0, 0, 1, 1), box(1, 1, 1, 1)), "[0,0 1,0 1,1 0,1][1,1 2,1 2,2 1,2]"},
		{
			"holes that meet", one(box(0, 0, 6, 6), box(1, 1, 2, 2), box(3, 3, 2, 2)),
			"[0,0 6,0 6,3 3,3 3,1 1,1 1,3 0,3][0,3 3,3 3,5 5,5 5,3 6,3 6,6 0,6]",
		},
		{
			"a hole at the side", one(box(0, 0, 4, 4), loop(0, 2, 2, 1, 2, 3)),
			"[0,0 4,0 4,2 2,2 2,1 0,2][0,2 2,3 2,2 4,2 4,4 0,4]",
		},
		{
			"a hole at the bottom", one(box(0, 0, 4, 4), loop(2, 0, 3, 2, 1, 2)),
			"[0,0 2,0 1,2 2,2 2,4 0,4][2,0 4,0 4,4 2,4 2,2 3,2]",
		},
		{
			"a hole at a corner", one(box(0, 0, 4, 4), loop(0, 0, 2, 1, 1, 2)),
			"[0,0 1,2 1.5,1.5 4,4 0,4][0,0 4,0 4,4 1.5,1.5 2,1]",
		},
	}
	for _, tt := range tests {
		got, err := Detach(tt.r)
		if err != nil || text(got) != tt.want {
			t.Errorf("%s: %s, %v, want %s", tt.name, text(got), err, tt.want)
		}
	}
	// Holes in a chessboard pattern, which meet at all their corners.
	var black []Region
	for i := range 8 {
		for j := range 8 {
			if (i+j)%2 == 0 {
				black = append(black, one(box(float64(i)*16, float64(j)*16, 16, 16)))
			}
		}
	}
	board := must(t)(Subtract(one(box(-16, -16, 160, 160)), black...))
	got := must(t)(Detach(board))
	if got.Area() != board.Area() {
		t.Errorf("a chessboard has area %v, %v before", got.Area(), board.Area())
	}
	checkValid(t, got)
	t.Logf("a chessboard is %d outlines", len(got))
}

// checkValid fails unless package collision accepts all outlines.
func checkValid(t interface {
	Helper()
	Fatalf(string, ...any)
}, r Region,
) {
	t.Helper()
	for _, outline := range r {
		if err := Validate(outline); err != nil {
			t.Fatalf("%v: %s", err, text(Region{outline}))
		}
	}
}

// After Detach, every outline of a result is a valid collider.
func TestOutlinesAreValid(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		a, b := drawRegion(t, "a"), drawRegion(t, "b")
		r, err := Xor(a, b)
		if err != nil {
			t.Fatal(err)
		}
		got, err := Detach(r)
		if err != nil {
			t.Fatal(err)
		}
		checkForm(t, got, false)
		checkValid(t, got)
		if x, y := got.Area(), r.Area(); math.Abs(x-y) > 8*reach*scale(a, b) {
			t.Fatalf("area %v, %v before\n%s\n%s", x, y, text(got), text(r))
		}
	})
}

// Meetings returns the points that two loops of an outline share, also in the middle of straight edges.
func TestMeetings(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		a, b := drawRegion(t, "a"), drawRegion(t, "b")
		var plain Clipper
		if _, err := plain.Xor(a, b); err != nil {
			t.Fatal(err)
		}
		got := slices.Clone(plain.Meetings())
		all := Clipper{KeepStraight: true}
		r, err := all.Xor(a, b)
		if err != nil {
			t.Fatal(err)
		}
		var want []Vec
		for _, outline := range r {
			passed := map[Vec]int{}
			for _, loop := range outline {
				for _, p := range loop {
					if passed[p]++; passed[p] == 2 {
						want = append(want, p)
					}
				}
			}
		}
		slices.SortFunc(want, compare)
		if want = slices.Compact(want); !slices.Equal(got, want) {
			t.Fatalf("meetings %v, want %v in %s", got, want, text(r))
		}
	})
}

// Nested frames, and many frames side by side, each keep their own hole.
func TestManyParts(t *testing.T) {
	t.Parallel()
	const n, side = 60, 20
	var all, within []Region
	for i := range side * 4 {
		x := float64(i%side) * 2 * n
		y := float64(i/side) * 2 * n
		for d := 0.0; d < n/2; d += 8 {
			all = append(all, one(box(x+d, y+d, n-2*d, n-2*d), box(x+d+2, y+d+2, n-2*d-4, n-2*d-4)))
			within = append(within, one(box(x+d+0.5, y+d+0.5, n-2*d-1, 1))) // the edges of the small box are inside
		}
	}
	got := must(t)(Union(append(within, all...)...))
	if len(got) != len(all) {
		t.Fatalf("%d outlines for %d frames", len(got), len(all))
	}
	area := 0.0
	for _, r := range all {
		area += r.Area()
	}
	for _, outline := range got {
		if len(outline) != 2 || len(outline[0]) != 4 || len(outline[1]) != 4 ||
			outline[1][0] != outline[0][0].Add(Vec{X: 2, Y: 2}) {
			t.Errorf("a frame became %s", text(Region{outline}))
		}
	}
	if got.Area() != area {
		t.Errorf("area %v, want %v", got.Area(), area)
	}
}

// A crossing close to an input point is moved to that point, whichever of the two is first in order.
func TestGivenPointsStay(t *testing.T) {
	t.Parallel()
	for _, dx := range []float64{1e-7, -1e-7} {
		// The upright edge passes close to the corner of the square, and crosses its upper side there.
		got := must(t)(Intersect(one(box(0, 0, 4, 4)), one(loop(4+dx, -1, 9, -1, 9, 9, 4+dx, 9))))
		if text(got) != "" {
			t.Errorf("beside by %v: %s", dx, text(got))
		}
		got = must(t)(Union(one(box(0, 0, 4, 4)), one(loop(4+dx, -1, 9, -1, 9, 9, 4+dx, 9))))
		if len(got) != 1 || len(got[0][0]) != 8 || got[0][0][0] != (Vec{}) || got[0][0][1] != (Vec{X: 4}) {
			t.Errorf("beside by %v: %s", dx, text(got))
		}
	}
}
