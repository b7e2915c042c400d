package polygon

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

// scale returns the total length of the regions' edges, plus 1. A boundary that is off by the merging distance changes
// the area in proportion to it.
func scale(regions ...Region) float64 {
	s := 1.0
	for _, r := range regions {
		for _, outline := range r {
			for _, loop := range outline {
				for i, p := range loop {
					s += p.Dist(loop[(i+1)%len(loop)])
				}
			}
		}
	}
	return s
}

// All operations agree with areas computed along level lines, and with the membership of points.
func TestAgainstScan(t *testing.T) {
	t.Parallel()
	var c Clipper
	rapid.Check(t, func(t *rapid.T) {
		a, b := drawRegion(t, "a"), drawRegion(t, "b")
		ops := []struct {
			name  string
			run   func() (Region, error)
			holds func(a, b int) bool
		}{
			{"union", func() (Region, error) { return c.Union(a, b) }, scanUnion},
			{"intersect", func() (Region, error) { return c.Intersect(a, b) }, scanBoth},
			{"subtract", func() (Region, error) { return c.Subtract(a, b) }, scanDiff},
			{"xor", func() (Region, error) { return c.Xor(a, b) }, scanXor},
		}
		c.KeepStraight = rapid.Bool().Draw(t, "keep straight")
		tol := 4 * reach * scale(a, b)
		for _, op := range ops {
			r, err := op.run()
			if err != nil {
				t.Fatalf("%s: %v", op.name, err)
			}
			checkForm(t, r, c.KeepStraight)
			want := scanArea(a, b, op.holds)
			if got := r.Area(); math.Abs(got-want) > tol+1e-10*want {
				t.Fatalf("%s has area %v, want %v\n a %s\n b %s\n = %s", op.name, got, want, text(a), text(b), text(r))
			}
			box := a.Bounds().Union(b.Bounds()).Grow(1)
			for range 8 {
				p := box.Min.Add(Vec{
					X: box.Size().X * rapid.Float64Range(0, 1).Draw(t, "x"),
					Y: box.Size().Y * rapid.Float64Range(0, 1).Draw(t, "y"),
				})
				if distanceTo(a, p) < 3*reach || distanceTo(b, p) < 3*reach {
					continue
				}
				na, nb := winding(a, p), winding(b, p)
				if got, want := r.Contains(p), op.holds(na, nb); got != want {
					t.Fatalf("%s contains %v: %v, want %v\n a %s\n b %s\n = %s", op.name, p, got, want, text(a),
						text(b), text(r))
				}
			}
		}
	})
}

// Identities of sets hold: to the last bit if no detail is as fine as the grid.
func TestIdentities(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		a, b := drawRegion(t, "a"), drawRegion(t, "b")
		do := func(r Region, err error) Region {
			t.Helper()
			if err != nil {
				t.Fatal(err)
			}
			return r
		}
		a, b = do(Union(a)), do(Union(b)) // so that both have their points merged
		both, all := do(Intersect(a, b)), do(Union(a, b))
		only, rest, either := do(Subtract(a, b)), do(Subtract(b, a)), do(Xor(a, b))
		tol := 8 * reach * scale(a, b)
		near := func(what string, got, want float64) {
			t.Helper()
			if math.Abs(got-want) > tol {
				t.Fatalf("%s: %v, want %v\n a %s\n b %s", what, got, want, text(a), text(b))
			}
		}
		near("|A|+|B| = |A or B| + |A and B|", a.Area()+b.Area(), all.Area()+both.Area())
		near("|A| = |A-B| + |A and B|", a.Area(), only.Area()+both.Area())
		near("|A xor B| = |A-B| + |B-A|", either.Area(), only.Area()+rest.Area())
		near("(A-B) or (A and B) = A", do(Xor(do(Union(only, both)), a)).Area(), 0)
		near("A xor B = (A or B) - (A and B)", do(Xor(either, do(Subtract(all, both)))).Area(), 0)
		near("A - A", do(Subtract(a, a)).Area(), 0)
		same := func(what string, x, y Region) {
			t.Helper()
			if text(x) != text(y) {
				t.Fatalf("%s: %s and %s\n a %s\n b %s", what, text(x), text(y), text(a), text(b))
			}
		}
		same("A or B = B or A", all, do(Union(b, a)))
		same("A and B = B and A", both, do(Intersect(b, a)))
		same("A xor B = B xor A", either, do(Xor(b, a)))
		same("A or A = A", do(Union(a, a)), do(Union(a)))
		same("A and A = A", do(Intersect(a, a)), do(Union(a)))
	})
}

// The result for boxes of whole numbers covers exactly their cells. It has no other points, and none in the middle of
// an edge.
func TestOnTheGrid(t *testing.T) {
	t.Parallel()
	const size = 12
	var c Clipper
	rapid.Check(t, func(t *rapid.T) {
		unit := rapid.SampledFrom([]float64{1, 0.5, 16, 0.1}).Draw(t, "unit")
		var cells [2][size][size]bool
		var r [2]Region
		for k := range r {
			for range rapid.IntRange(1, 6).Draw(t, "boxes") {
				x, y := rapid.IntRange(0, size-2).Draw(t, "x"), rapid.IntRange(0, size-2).Draw(t, "y")
				w, h := rapid.IntRange(1, size-x).Draw(t, "w"), rapid.IntRange(1, size-y).Draw(t, "h")
				for i := x; i < x+w; i++ {
					for j := y; j < y+h; j++ {
						cells[k][i][j] = true
					}
				}
				p, q := Vec{X: float64(x) * unit, Y: float64(y) * unit},
					Vec{X: float64(x+w) * unit, Y: float64(y+h) * unit}
				r[k] = append(r[k], [][]Vec{{p, {X: q.X, Y: p.Y}, q, {X: p.X, Y: q.Y}}})
			}
		}
		lines := map[float64]bool{}
		for i := range size + 1 {
			lines[float64(i)*unit] = true
		}
		for o, run := range []func() (Region, error){
			union:        func() (Region, error) { return c.Union(r[0], r[1]) },
			intersection: func() (Region, error) { return c.Intersect(r[0], r[1]) },
			difference:   func() (Region, error) { return c.Subtract(r[0], r[1]) },
			symmetric:    func() (Region, error) { return c.Xor(r[0], r[1]) },
		} {
			got, err := run()
			if err != nil {
				t.Fatal(err)
			}
			checkForm(t, got, false)
			count := 0
			for i := range size {
				for j := range size {
					if operation(o).holds(cells[0][i][j], cells[1][i][j]) {
						count++
					}
				}
			}
			if want := float64(count) * unit * unit; math.Abs(got.Area()-want) > 1e-12*want {
				t.Fatalf("operation %d has area %v, want %v: %s", o, got.Area(), want, text(got))
			}
			for _, outline := range got {
				for _, loop := range outline {
					for i, p := range loop {
						a, b := loop[(i+len(loop)-1)%len(loop)], loop[(i+1)%len(loop)]
						if !lines[p.X] || !lines[p.Y] || (a.X == p.X) == (b.X == p.X) {
							t.Fatalf("operation %d: %v is not a corner of the grid: %s", o, p, text(got))
						}
					}
				}
			}
		}
	})
}

// Points in a grown region are within the distance of the original. Points in a shrunk region are at least the distance
// from the outside.
func TestOffsetIsDistance(t *testing.T) {
	t.Parallel()
	var c Clipper
	rapid.Check(t, func(t *rapid.T) {
		r, err := Union(drawRegion(t, "r"))
		if err != nil {
			t.Fatal(err)
		}
		size := r.Bounds().Size().Len()
		if size < 1e-3 {
			return
		}
		d := size * rapid.SampledFrom([]float64{0.001, 0.03, 0.1, 0.5, -0.001, -0.03, -0.1, -0.2}).Draw(t, "distance")
		tolerance := math.Abs(d) * rapid.SampledFrom([]float64{0.3, 0.1, 0.01}).Draw(t, "tolerance")
		got, err := c.Offset(r, d, JoinRound, tolerance)
		if err != nil {
			t.Fatal(err)
		}
		checkForm(t, got, false)
		box := r.Bounds().Grow(math.Abs(d) * 1.2)
		for range 40 {
			p := box.Min.Add(Vec{
				X: box.Size().X * rapid.Float64Range(0, 1).Draw(t, "x"),
				Y: box.Size().Y * rapid.Float64Range(0, 1).Draw(t, "y"),
			})
			away := distanceTo(r, p) // negative inside
			if r.Contains(p) {
				away = -away
			}
			// Chords are inside a growing arc and outside a shrinking one, by up to the tolerance.
			slack := 10 * reach
			lo, hi := d-tolerance-slack, d+slack
			if d < 0 {
				lo, hi = d-slack, d+tolerance+slack
			}
			if in := got.Contains(p); away < lo && !in || away > hi && in {
				t.Fatalf("%v is %v from the region, offset by %v (%v): inside %v\n r %s\n = %s", p, away, d, tolerance,
					in, text(r), text(got))
			}
		}
	})
}
