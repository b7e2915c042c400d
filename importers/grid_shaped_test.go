package importers

import (
	"context"
	"fmt"
	"testing"

	"fillet/collision/polygon"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func drawShaped(t *rapid.T) Grid {
	g := drawGrid(t)
	g.CellWidth, g.CellHeight = 16, 8
	g.Forms = make([]TileForm, len(g.Cells))
	for i := range g.Forms {
		g.Forms[i] = TileForm{
			Slope(rapid.SampledFrom([]int{0, 0, 0, 1, 2, 3}).Draw(t, "slope")),
			Flip(rapid.IntRange(0, 7).Draw(t, "flip")),
		}
	}
	return g
}

// filled reports whether a form fills a point of its cell, given in fractions of the cell.
func (f TileForm) filled(x, y float64) bool {
	// Flips are undone in reverse order: the diagonal comes last.
	if f.Flip&FlipX != 0 {
		x = 1 - x
	}
	if f.Flip&FlipY != 0 {
		y = 1 - y
	}
	if f.Flip&FlipDiagonal != 0 {
		x, y = y, x
	}
	switch f.Slope {
	case Slope45:
		return y > 1-x
	case SlopeLow:
		return y > 1-x/2
	case SlopeHigh:
		return y > 0.5-x/2
	}
	return true
}

// samples calls found with points in every cell that are on no form's edge.
func (g Grid) samples(found func(p Vec, value int)) {
	for y := range g.Height {
		for x := range g.Width {
			for _, fy := range []float64{.03, .21, .47, .61, .93} {
				for _, fx := range []float64{.05, .33, .56, .91} {
					i := y*g.Width + x
					v := g.Cells[i]
					if !g.Forms[i].filled(fx, fy) {
						v = 0
					}
					found(Vec{X: (float64(x) + fx) * g.CellWidth, Y: (float64(y) + fy) * g.CellHeight}, v)
				}
			}
		}
	}
}

func (g Grid) shapedAreas() map[int]float64 {
	out := map[int]float64{}
	for i, v := range g.Cells {
		if v != 0 {
			out[v] += g.CellWidth * g.CellHeight * [...]float64{1, .5, .25, .75}[g.Forms[i].Slope]
		}
	}
	return out
}

func TestSlopesMergeExactly(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		g := drawShaped(t)
		limit := rapid.SampledFrom([]int{0, 8, 20}).Draw(t, "limit")
		m, err := g.Merge(context.Background(), MergeOptions{MaxCorners: limit})
		if err != nil {
			t.Fatal(err)
		}
		areas := map[int]float64{}
		for _, r := range m.Regions {
			loops := append([][]Vec{r.Outline}, r.Holes...)
			corners := 0
			for _, l := range loops {
				areas[r.Value] += area(l)
				corners += len(l)
			}
			if err := polygon.Validate(loops); err != nil {
				t.Fatalf("region %v: %v", r, err)
			}
			if limit > 0 && g.hasSlopes() && corners > limit {
				t.Fatalf("a region has %d corners, limit %d", corners, limit)
			}
		}
		if d := cmp.Diff(g.shapedAreas(), areas); d != "" {
			t.Fatalf("area by value (-cells +regions):\n%s", d)
		}
		g.samples(func(p Vec, want int) {
			var in []int
			for _, r := range m.Regions {
				isInside := inside(r.Outline, p)
				for _, h := range r.Holes {
					isInside = isInside && !inside(h, p)
				}
				if isInside {
					in = append(in, r.Value)
				}
			}
			if want == 0 && len(in) > 0 || want != 0 && (len(in) != 1 || in[0] != want) {
				t.Fatalf("%v of value %d is in regions of %v", p, want, in)
			}
		})
	})
}

func TestSlopesBoundByChains(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		g := drawShaped(t)
		chains, err := g.Chains(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		areas := map[int]float64{}
		for _, c := range chains {
			areas[c.Value] += area(c.Points)
			if c.Hole != (area(c.Points) < 0) {
				t.Fatalf("chain %v: hole is %v", c.Points, c.Hole)
			}
			if err := polygon.Validate([][]Vec{c.Points}); err != nil {
				t.Fatalf("chain %v: %v", c.Points, err)
			}
		}
		if d := cmp.Diff(g.shapedAreas(), areas); d != "" {
			t.Fatalf("area by value (-cells +chains):\n%s", d)
		}
	})
}

func TestSlopesBesideRectangles(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		g := drawShaped(t)
		for name, run := range map[string]func(context.Context) ([]CellRect, error){"rects": g.Rects, "boxes": g.Boxes} {
			rects, err := run(context.Background())
			if err != nil {
				t.Fatal(err)
			}
			slopes, err := g.Slopes(context.Background())
			if err != nil {
				t.Fatal(err)
			}
			areas := map[int]float64{}
			for _, r := range rects {
				areas[r.Value] += (r.Max.X - r.Min.X) * (r.Max.Y - r.Min.Y)
			}
			for _, r := range slopes {
				areas[r.Value] += area(r.Outline)
			}
			if d := cmp.Diff(g.shapedAreas(), areas); d != "" {
				t.Fatalf("%s: area by value (-cells +pieces):\n%s", name, d)
			}
		}
	})
}

// Without slopes, shaped cells merge like plain ones.
func TestShapedEqualsPlain(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		g := drawGrid(t)
		plain, err := g.Merge(context.Background(), MergeOptions{})
		if err != nil {
			t.Fatal(err)
		}
		if len(plain.Detached) > 0 {
			return // either cell may be split off
		}
		g.Forms = make([]TileForm, len(g.Cells))
		shaped, err := g.mergeShaped(context.Background(), DefaultMaxCorners)
		if err != nil {
			t.Fatal(err)
		}
		sum := func(m *MergeResult) map[string]int {
			out := map[string]int{}
			for _, r := range m.Regions {
				a := area(r.Outline)
				for _, h := range r.Holes {
					a += area(h)
				}
				out[fmt.Sprintf("%d: %g with %d corners, %d holes", r.Value, a, len(r.Outline), len(r.Holes))]++
			}
			return out
		}
		if d := cmp.Diff(sum(plain), sum(shaped)); d != "" {
			t.Fatalf("(-plain +shaped):\n%s", d)
		}
	})
}

func TestFlippingTwice(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		f := TileForm{Slope(rapid.IntRange(0, 3).Draw(t, "slope")), Flip(rapid.IntRange(0, 7).Draw(t, "flip"))}
		by := Flip(rapid.IntRange(0, 7).Draw(t, "by"))
		x, y := rapid.SampledFrom([]float64{.05, .33, .56, .91}).Draw(t, "x"), rapid.SampledFrom([]float64{.03, .21, .47, .61, .93}).Draw(t, "y")
		// (u, v) is the point's position before the cell was flipped.
		u, v := x, y
		if by&FlipX != 0 {
			u = 1 - u
		}
		if by&FlipY != 0 {
			v = 1 - v
		}
		if by&FlipDiagonal != 0 {
			u, v = v, u
		}
		if got, want := f.Flipped(by).filled(x, y), f.filled(u, v); got != want {
			t.Fatalf("%v flipped by %d is %v: filled %v at (%g, %g), want %v", f, by, f.Flipped(by), got, x, y, want)
		}
	})
}

func TestASlopeJoinsTheFloor(t *testing.T) {
	t.Parallel()
	// A floor of three cells; on it, a rise of 1 in 2 over two cells against a wall.
	g := Grid{Width: 3, Height: 2, CellWidth: 16, CellHeight: 16, Cells: []int{1, 1, 1, 1, 1, 1}, Forms: make([]TileForm, 6)}
	g.Forms[0].Slope, g.Forms[1].Slope = SlopeLow, SlopeHigh
	m, err := g.Merge(context.Background(), MergeOptions{})
	if err != nil {
		t.Fatal(err)
	}
	want := "[{1 [(0, 16) (32, 0) (48, 0) (48, 32) (0, 32)] []}]"
	if got := fmt.Sprint(m.Regions); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	chains, err := g.Chains(context.Background())
	if err != nil || len(chains) != 1 || len(chains[0].Points) != 5 {
		t.Errorf("the chains are %v, %v, want one of 5 points", chains, err)
	}
}

// Where cells with slopes meet at a corner, the cell with fewer neighbours is split off.
func TestCellWithFewerNeighboursIsSplitOff(t *testing.T) {
	t.Parallel()
	g := parseGrid("11100\n10011\n11111")
	g.Forms = make([]TileForm, len(g.Cells))
	g.Forms[0].Slope = Slope45
	m, err := g.Merge(context.Background(), MergeOptions{})
	if err != nil {
		t.Fatal(err)
	}
	want := "[(2, 0) (3, 0) (3, 1) (2, 1)]"
	if len(m.Regions) != 2 || fmt.Sprint(m.Regions[1].Outline) != want || m.Detached[1] != 1 {
		t.Errorf("the regions are %v, and %v are detached; want %s detached", m.Regions, m.Detached, want)
	}
}

func BenchmarkMergeSlopes1000(b *testing.B) {
	g := cave(1000)
	g.Forms = make([]TileForm, len(g.Cells))
	for i := range g.Forms {
		if g.Cells[i] == 2 && i%7 == 0 {
			g.Forms[i].Slope = Slope45
		}
	}
	for b.Loop() {
		if _, err := g.Merge(context.Background(), MergeOptions{}); err != nil {
			b.Fatal(err)
		}
	}
}
