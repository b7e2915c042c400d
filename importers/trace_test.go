package importers_test

import (
	"context"
	"errors"
	"image"
	"image/color"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"fillet/collision"
	"fillet/collision/polygon"
	"fillet/importers"
)

type Vec = collision.Vec

// art returns a field of rows in which # is solid.
func art(rows ...string) importers.PixelField {
	f := importers.PixelField{Width: len(rows[0]), Height: len(rows)}
	for _, r := range rows {
		for _, c := range r {
			v := uint8(0)
			if c == '#' {
				v = 255
			}
			f.Solid = append(f.Solid, v)
		}
	}
	return f
}

func outlines(t interface {
	Helper()
	Fatal(args ...any)
}, f importers.PixelField, o importers.TraceOptions,
) *importers.Traced {
	t.Helper()
	c, err := importers.PixelContours(context.Background(), f, importers.DefaultTraceThreshold)
	if err != nil {
		t.Fatal(err)
	}
	r, err := c.Outlines(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// from rotates a loop so that it begins at its top left point.
func from(loop []Vec) []Vec {
	best := 0
	for i, p := range loop {
		if p.Y < loop[best].Y || p.Y == loop[best].Y && p.X < loop[best].X {
			best = i
		}
	}
	return append(append([]Vec{}, loop[best:]...), loop[:best]...)
}

func TestHardEdgesComeOutExactly(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name string
		rows []string
		want []importers.TracedOutline
	}{
		{"one pixel", []string{"#"}, []importers.TracedOutline{{Points: []Vec{
			{X: 0, Y: 0},
			{X: 1, Y: 0},
			{X: 1, Y: 1},
			{X: 0, Y: 1},
		}}}},
		{"an L", []string{"....", ".#..", ".##.", "...."}, []importers.TracedOutline{
			{Points: []Vec{{X: 1, Y: 1}, {X: 2, Y: 1}, {X: 2, Y: 2}, {X: 3, Y: 2}, {X: 3, Y: 3}, {X: 1, Y: 3}}},
		}},
		{"a ring", []string{"###", "#.#", "###"}, []importers.TracedOutline{{
			Points: []Vec{{X: 0, Y: 0}, {X: 3, Y: 0}, {X: 3, Y: 3}, {X: 0, Y: 3}},
			Holes:  [][]Vec{{{X: 1, Y: 1}, {X: 1, Y: 2}, {X: 2, Y: 2}, {X: 2, Y: 1}}},
		}}},
		{"two parts, the larger first", []string{"#.##"}, []importers.TracedOutline{
			{Points: []Vec{{X: 2, Y: 0}, {X: 4, Y: 0}, {X: 4, Y: 1}, {X: 2, Y: 1}}},
			{Points: []Vec{{X: 0, Y: 0}, {X: 1, Y: 0}, {X: 1, Y: 1}, {X: 0, Y: 1}}},
		}},
		{"nothing", []string{"...."}, nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			for _, tolerance := range []float64{0, 0.25} {
				got := outlines(t, art(test.rows...), importers.TraceOptions{Tolerance: tolerance})
				for i := range got.Outlines {
					got.Outlines[i].Points = from(got.Outlines[i].Points)
					for k, h := range got.Outlines[i].Holes {
						got.Outlines[i].Holes[k] = from(h)
					}
				}
				if d := cmp.Diff(test.want, got.Outlines); d != "" {
					t.Errorf("at tolerance %g (- want, + got):\n%s", tolerance, d)
				}
			}
		})
	}
}

// A part in another part's hole is separate, unless holes are filled.
func TestNestedParts(t *testing.T) {
	t.Parallel()
	f := art("#####", "#...#", "#.#.#", "#...#", "#####")
	r := outlines(t, f, importers.TraceOptions{})
	if len(r.Outlines) != 2 || len(r.Outlines[0].Holes) != 1 || len(r.Outlines[1].Holes) != 0 {
		t.Errorf("%+v", r.Outlines)
	}
	r = outlines(t, f, importers.TraceOptions{Solid: true})
	if len(r.Outlines) != 1 || len(r.Outlines[0].Holes) != 0 || r.Filled != 1 {
		t.Errorf("filled: %+v", r)
	}
	r = outlines(t, f, importers.TraceOptions{LeastArea: 2})
	if len(r.Outlines) != 1 || len(r.Outlines[0].Holes) != 1 || r.Specks != 1 {
		t.Errorf("without specks: %+v", r)
	}
}

// disc returns a picture of a disc with a soft edge.
func disc(n int, c Vec, radius float64) *image.NRGBA {
	m := image.NewNRGBA(image.Rect(0, 0, n, n))
	const sub = 16
	for y := range n {
		for x := range n {
			in := 0
			for i := range sub * sub {
				if (Vec{
					X: float64(x) + (float64(i%sub)+0.5)/sub,
					Y: float64(y) + (float64(i/sub)+0.5)/sub,
				}).Dist(c) < radius {
					in++
				}
			}
			m.SetNRGBA(x, y, color.NRGBA{R: 200, A: uint8(math.Round(255 * float64(in) / (sub * sub)))})
		}
	}
	return m
}

// The border of a soft disc is exact to a fraction of a pixel. Its outline stays within the tolerance, and larger
// tolerances need fewer vertices.
func TestSoftDisc(t *testing.T) {
	t.Parallel()
	middle, radius := Vec{X: 50.3, Y: 49.6}, 37.4
	f, err := importers.AlphaField(disc(100, middle, radius))
	if err != nil {
		t.Fatal(err)
	}
	for i, p := range outlines(t, f, importers.TraceOptions{}).Outlines[0].Points {
		if d := math.Abs(p.Dist(middle) - radius); d > 0.1 {
			t.Errorf("point %d is %.3f pixels off the circle", i, d)
		}
	}
	last := math.MaxInt
	for _, tolerance := range []float64{0.25, 0.5, 1, 2, 4, 8} {
		r := outlines(t, f, importers.TraceOptions{Tolerance: tolerance})
		n := len(r.Outlines[0].Points)
		if r.Deviation > tolerance || n > last {
			t.Errorf("tolerance %g: %d vertices, %g off", tolerance, n, r.Deviation)
		}
		// A regular polygon with its corners on the circle needs pi / acos(1 - t/r) sides.
		if best := math.Pi / math.Acos(1-tolerance/radius); float64(n) > 1.2*best+1 {
			t.Errorf("tolerance %g: %d vertices, %.1f would suffice", tolerance, n, best)
		}
		last = n
	}
}

// Two soft pixels that touch only at a corner are joined if the four pixels around it are solid on average. Hard pixels
// never are.
func TestPixelsThatTouchAtACorner(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		solid, empty uint8
		parts        int
	}{{255, 0, 2}, {200, 20, 2}, {200, 55, 2}, {200, 56, 1}, {200, 100, 1}, {255, 1, 1}, {254, 0, 2}} {
		for _, mirrored := range []bool{false, true} {
			f := importers.PixelField{Width: 4, Height: 4, Solid: make([]uint8, 16)}
			a, b := tt.solid, tt.empty
			if mirrored {
				a, b = b, a
			}
			f.Solid[5], f.Solid[6], f.Solid[9], f.Solid[10] = a, b, b, a
			if n := len(outlines(t, f, importers.TraceOptions{}).Outlines); n != tt.parts {
				t.Errorf("%d beside %d, mirrored %v: %d parts, want %d", tt.solid, tt.empty, mirrored, n, tt.parts)
			}
		}
	}
}

func TestBackground(t *testing.T) {
	t.Parallel()
	m := image.NewRGBA(image.Rect(3, 5, 11, 9))
	for y := 5; y < 9; y++ {
		for x := 3; x < 11; x++ {
			m.Set(x, y, color.RGBA{R: 10, G: 200, B: 10, A: 255})
		}
	}
	for x := 5; x < 8; x++ {
		m.Set(x, 6, color.RGBA{R: 250, G: 10, B: 10, A: 255})
	}
	a, err := importers.AlphaField(m)
	if err != nil || !a.IsOpaque() {
		t.Fatalf("opaque: %v, %v", a.IsOpaque(), err)
	}
	f, err := importers.UnlikeField(m, m.At(3, 5), 32)
	if err != nil {
		t.Fatal(err)
	}
	r := outlines(t, f, importers.TraceOptions{Tolerance: 0.5})
	if want := []Vec{{X: 2, Y: 1}, {X: 5, Y: 1}, {X: 5, Y: 2}, {X: 2, Y: 2}}; len(r.Outlines) != 1 ||
		!slices.Equal(from(r.Outlines[0].Points), want) {
		t.Errorf("%+v", r.Outlines)
	}
}

// noise returns a small random picture with hard or soft edges.
func noise(t *rapid.T) importers.PixelField {
	f := importers.PixelField{
		Width:  rapid.IntRange(1, 14).Draw(t, "width"),
		Height: rapid.IntRange(1, 14).Draw(t, "height"),
	}
	value := rapid.Uint8()
	if rapid.Bool().Draw(t, "hard") {
		value = rapid.SampledFrom([]uint8{0, 255, 255})
	}
	f.Solid = rapid.SliceOfN(value, f.Width*f.Height, f.Width*f.Height).Draw(t, "pixels")
	return f
}

// The corners of a rectangle at any angle become one point each, near their true places.
func TestCornersOfTurnedRectangles(t *testing.T) {
	t.Parallel()
	const side, wide, high = 120, 40, 30
	for i := range 20 {
		f := importers.PixelField{Width: side, Height: side, Solid: make([]uint8, side*side)}
		sin, cos := math.Sincos(0.05 + 0.07*float64(i))
		for k := range f.Solid {
			x, y := float64(k%side)+0.5-side/2, float64(k/side)+0.5-side/2
			if math.Abs(x*cos+y*sin) < wide && math.Abs(y*cos-x*sin) < high {
				f.Solid[k] = 255
			}
		}
		r := outlines(t, f, importers.TraceOptions{Tolerance: 3})
		if len(r.Outlines) != 1 || r.Vertices() != 4 {
			t.Fatalf("turned by %d: %d outlines of %d vertices", i, len(r.Outlines), r.Vertices())
		}
		for _, q := range []Vec{{X: wide, Y: high}, {X: -wide, Y: high}, {X: wide, Y: -high}, {X: -wide, Y: -high}} {
			corner, off := Vec{X: side/2 + q.X*cos - q.Y*sin, Y: side/2 + q.X*sin + q.Y*cos}, math.Inf(1)
			for _, p := range r.Outlines[0].Points {
				off = min(off, p.Dist(corner))
			}
			if off > 1.2 {
				t.Errorf("turned by %d: the corner at %v is off by %.3g pixels", i, corner, off)
			}
		}
	}
}

// For any picture, every outline is valid in a level, no two outlines cross, and the border is within the tolerance.
func TestAnyPicture(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		f := noise(t)
		c, err := importers.PixelContours(context.Background(), f, importers.DefaultTraceThreshold)
		if err != nil {
			t.Fatal(err)
		}
		exact, err := c.Outlines(context.Background(), importers.TraceOptions{})
		if err != nil {
			t.Fatal(err)
		}
		tolerance := rapid.Float64Range(0, 4).Draw(t, "tolerance")
		r, err := c.Outlines(context.Background(), importers.TraceOptions{Tolerance: tolerance})
		if err != nil {
			t.Fatal(err)
		}
		if r.Deviation > tolerance || exact.Deviation != 0 || r.Vertices() > exact.Vertices() {
			t.Fatalf("off by %g at tolerance %g", r.Deviation, tolerance)
		}
		var edges [][2]Vec
		owner := []int{}
		for i, o := range r.Outlines {
			loops := append([][]Vec{o.Points}, o.Holes...)
			if err := polygon.Validate(loops); err != nil {
				t.Fatalf("outline %d: %v", i, err)
			}
			for _, loop := range loops {
				for k, p := range loop {
					edges, owner = append(edges, [2]Vec{p, loop[(k+1)%len(loop)]}), append(owner, i)
				}
			}
		}
		for i, e := range edges {
			for j, g := range edges[:i] {
				if owner[i] != owner[j] && cross(e, g) {
					t.Fatalf("outlines %d and %d cross at %v", owner[i], owner[j], e)
				}
			}
		}
		for _, o := range exact.Outlines {
			for _, p := range o.Points {
				if d := nearest(edges, p); d > tolerance+1e-9 {
					t.Fatalf("point %v of the border is %g from every outline, the tolerance is %g", p, d, tolerance)
				}
			}
		}
	})
}

func cross(e, g [2]Vec) bool {
	side := func(a, b, p Vec) float64 { return b.Sub(a).Cross(p.Sub(a)) }
	return side(e[0], e[1], g[0])*side(e[0], e[1], g[1]) < 0 && side(g[0], g[1], e[0])*side(g[0], g[1], e[1]) < 0
}

func nearest(edges [][2]Vec, p Vec) float64 {
	best := math.Inf(1)
	for _, e := range edges {
		d := e[1].Sub(e[0])
		t := min(max(p.Sub(e[0]).Dot(d)/d.LenSq(), 0), 1)
		best = min(best, e[0].MulAdd(d, t).Dist(p))
	}
	return best
}

// The outlines of hard pixels cover them exactly, except for a quarter of a pixel wherever two pixels meet only at a
// corner.
func TestAreaOfHardPixels(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		w, h := rapid.IntRange(1, 12).Draw(t, "width"), rapid.IntRange(1, 12).Draw(t, "height")
		f := importers.PixelField{Width: w, Height: h, Solid: rapid.SliceOfN(rapid.SampledFrom([]uint8{0, 255}), w*h,
			w*h).Draw(t, "pixels")}
		at := func(x, y int) bool { return f.Solid[y*w+x] == 255 }
		want := 0.0
		for y := range h {
			for x := range w {
				if at(x, y) {
					want++
				}
				if x > 0 && y > 0 && at(x, y) == at(x-1, y-1) && at(x-1, y) == at(x, y-1) && at(x, y) != at(x-1, y) {
					want -= 0.25
				}
			}
		}
		got := 0.0
		for _, o := range outlines(t, f, importers.TraceOptions{}).Outlines {
			for _, loop := range append([][]Vec{o.Points}, o.Holes...) {
				for i, p := range loop {
					got += p.Cross(loop[(i+1)%len(loop)]) / 2
				}
			}
		}
		if math.Abs(got-want) > 1e-9 {
			t.Fatalf("the outlines cover %g pixels, %g are solid", got, want)
		}
	})
}

func TestTooMuch(t *testing.T) {
	t.Parallel()
	checks := importers.PixelField{Width: 400, Height: 400, Solid: make([]uint8, 400*400)}
	for i := range checks.Solid {
		checks.Solid[i] = uint8(255 * ((i%400 + i/400) % 2))
	}
	c, err := importers.PixelContours(context.Background(), checks, importers.DefaultTraceThreshold)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.Outlines(context.Background(), importers.TraceOptions{}); !errors.Is(err, importers.ErrTooRagged) ||
		!strings.Contains(err.Error(), "80000") {
		t.Errorf("%v", err)
	}
	if _, err := importers.AlphaField(image.NewUniform(color.Black)); !errors.Is(err, importers.ErrPictureTooLarge) {
		t.Errorf("an endless picture: %v", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := importers.PixelContours(ctx, checks, 1); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
}

// FuzzTrace traces arbitrary bytes as a picture's alpha.
func FuzzTrace(f *testing.F) {
	f.Add([]byte{255, 0, 0, 255}, uint8(2), uint8(128), 1.0)
	f.Add([]byte{255, 255, 255, 255, 0, 255, 255, 255, 255}, uint8(3), uint8(1), 0.4)
	f.Fuzz(func(t *testing.T, pixels []byte, width, threshold uint8, tolerance float64) {
		if width == 0 || len(pixels) > 1024 {
			return
		}
		h := len(pixels) / int(width)
		c, err := importers.PixelContours(context.Background(), importers.PixelField{
			Width: int(width), Height: h,
			Solid: pixels[:h*int(width)],
		}, threshold)
		if err != nil {
			t.Fatal(err)
		}
		r, err := c.Outlines(context.Background(), importers.TraceOptions{Tolerance: tolerance})
		if err != nil {
			t.Fatal(err)
		}
		for i, o := range r.Outlines {
			if err := polygon.Validate(append([][]Vec{o.Points}, o.Holes...)); err != nil {
				t.Fatalf("outline %d: %v", i, err)
			}
		}
	})
}

// BenchmarkTrace traces and simplifies a large soft disc.
func BenchmarkTrace(b *testing.B) {
	f, err := importers.AlphaField(disc(1024, Vec{X: 512, Y: 512}, 500))
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		c, err := importers.PixelContours(context.Background(), f, importers.DefaultTraceThreshold)
		if err != nil {
			b.Fatal(err)
		}
		if _, err := c.Outlines(context.Background(), importers.TraceOptions{Tolerance: 1}); err != nil {
			b.Fatal(err)
		}
	}
}
