package importers

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// parseGrid reads a grid from text: a digit is a cell with that value, any other character an empty cell.
func parseGrid(picture string) Grid {
	lines := strings.Split(strings.Trim(picture, "\n"), "\n")
	g := Grid{Height: len(lines), CellWidth: 1, CellHeight: 1}
	for _, l := range lines {
		g.Width = max(g.Width, len(strings.TrimSpace(l)))
	}
	for _, l := range lines {
		l = strings.TrimSpace(l)
		for x := range g.Width {
			v := 0
			if x < len(l) && l[x] > '0' && l[x] <= '9' {
				v = int(l[x] - '0')
			}
			g.Cells = append(g.Cells, v)
		}
	}
	return g
}

func drawGrid(t *rapid.T) Grid {
	g := Grid{
		Width: rapid.IntRange(0, 14).Draw(t, "width"), Height: rapid.IntRange(0, 14).Draw(t, "height"),
		CellWidth:  rapid.SampledFrom([]float64{1, 16, 7.5}).Draw(t, "cell width"),
		CellHeight: rapid.SampledFrom([]float64{1, 16, 3}).Draw(t, "cell height"),
	}
	values := rapid.IntRange(1, 3).Draw(t, "values")
	g.Cells = rapid.SliceOfN(rapid.IntRange(0, values), g.Width*g.Height, g.Width*g.Height).Draw(t, "cells")
	return g
}

func area(loop []Vec) float64 {
	a := 0.0
	for i, p := range loop {
		q := loop[(i+1)%len(loop)]
		a += p.X*q.Y - q.X*p.Y
	}
	return a / 2
}

func inside(loop []Vec, p Vec) bool {
	in := false
	for i, a := range loop {
		b := loop[(i+1)%len(loop)]
		if (a.Y > p.Y) != (b.Y > p.Y) && p.X < a.X+(p.Y-a.Y)/(b.Y-a.Y)*(b.X-a.X) {
			in = !in
		}
	}
	return in
}

// checkCover checks that the centre of each cell is in exactly one piece, which has the cell's value, and that the
// centre of each empty cell is in none.
func checkCover(
	t interface{ Fatalf(string, ...any) }, g Grid, pieces int, value func(int) int, contains func(int, Vec) bool,
) {
	for y := range g.Height {
		for x := range g.Width {
			p := Vec{X: (float64(x) + .5) * g.CellWidth, Y: (float64(y) + .5) * g.CellHeight}
			var in []int
			for i := range pieces {
				if contains(i, p) {
					in = append(in, value(i))
				}
			}
			want := g.Cells[y*g.Width+x]
			if want == 0 && len(in) != 0 || want != 0 && (len(in) != 1 || in[0] != want) {
				t.Fatalf("cell (%d, %d) with value %d is in pieces with values %v", x, y, want, in)
			}
		}
	}
}

func checkArea(t interface{ Fatalf(string, ...any) }, g Grid, got map[int]float64) {
	want := map[int]float64{}
	for _, v := range g.Cells {
		if v != 0 {
			want[v] += g.CellWidth * g.CellHeight
		}
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Fatalf("area by value (-cells +pieces):\n%s", d)
	}
}

// checkSimple checks that all edges are parallel to an axis, that no vertex is in the middle of a straight edge, and
// that no loop visits a point twice; if apart is set, nor do two loops. Loops on a grid can only touch at vertices of
// the grid, so it walks the edges cell by cell.
func checkSimple(t interface{ Fatalf(string, ...any) }, g Grid, loops [][]Vec, apart bool) {
	type vertex [2]int
	seen := map[vertex]bool{}
	for _, loop := range loops {
		if !apart {
			clear(seen)
		}
		n := len(loop)
		for i, a := range loop {
			b, c := loop[(i+1)%n], loop[(i+2)%n]
			if (a.X == b.X) == (a.Y == b.Y) {
				t.Fatalf("edge %v to %v is not along one axis", a, b)
			}
			if (a.X == b.X) == (b.X == c.X) {
				t.Fatalf("vertex %v is in the middle of a straight edge", b)
			}
			x0, y0 := int(math.Round(a.X/g.CellWidth)), int(math.Round(a.Y/g.CellHeight))
			x1, y1 := int(math.Round(b.X/g.CellWidth)), int(math.Round(b.Y/g.CellHeight))
			for x0 != x1 || y0 != y1 {
				if seen[vertex{x0, y0}] {
					t.Fatalf("the outlines pass (%d, %d) twice: %v", x0, y0, loops)
				}
				seen[vertex{x0, y0}] = true
				x0 += sign(x1 - x0)
				y0 += sign(y1 - y0)
			}
		}
	}
}

func sign(x int) int {
	switch {
	case x > 0:
		return 1
	case x < 0:
		return -1
	}
	return 0
}

func TestMergeCoversTheCellsExactly(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		g := drawGrid(t)
		limit := rapid.SampledFrom([]int{0, 8, 12, 20}).Draw(t, "limit")
		m, err := g.Merge(context.Background(), MergeOptions{MaxCorners: limit})
		if g.Width*g.Height == 0 {
			if err != nil || len(m.Regions) != 0 {
				t.Fatalf("an empty grid gave %v, %v", m, err)
			}
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		areas := map[int]float64{}
		regions := map[int]int{}
		for _, r := range m.Regions {
			corners := len(r.Outline)
			if area(r.Outline) <= 0 {
				t.Fatalf("outline %v does not run clockwise on the screen", r.Outline)
			}
			areas[r.Value] += area(r.Outline)
			for _, h := range r.Holes {
				if area(h) >= 0 {
					t.Fatalf("hole %v runs clockwise on the screen", h)
				}
				areas[r.Value] += area(h)
				corners += len(h)
			}
			if limit > 0 && corners > limit {
				t.Fatalf("a region has %d corners, limit %d", corners, limit)
			}
			regions[r.Value]++
			checkSimple(t, g, append([][]Vec{r.Outline}, r.Holes...), true)
		}
		checkArea(t, g, areas)
		checkCover(t, g, len(m.Regions), func(i int) int { return m.Regions[i].Value }, func(i int, p Vec) bool {
			in := inside(m.Regions[i].Outline, p)
			for _, h := range m.Regions[i].Holes {
				in = in && !inside(h, p)
			}
			return in
		})
		for v, n := range components(g) {
			if regions[v] < n || m.Detached[v] == 0 && m.Split[v]+n != regions[v] {
				t.Fatalf("value %d: %d components gave %d regions, %d split, %d cells detached", v, n, regions[v],
					m.Split[v], m.Detached[v])
			}
		}
	})
}

// components counts the components of each value by brute force.
func components(g Grid) map[int]int {
	out := map[int]int{}
	seen := make([]bool, len(g.Cells))
	var fill func(x, y, v int)
	fill = func(x, y, v int) {
		if g.value(x, y) != v || seen[y*g.Width+x] {
			return
		}
		seen[y*g.Width+x] = true
		fill(x+1, y, v)
		fill(x-1, y, v)
		fill(x, y+1, v)
		fill(x, y-1, v)
	}
	for i, v := range g.Cells {
		if v != 0 && !seen[i] {
			out[v]++
			fill(i%g.Width, i/g.Width, v)
		}
	}
	return out
}

func checkRects(t interface{ Fatalf(string, ...any) }, g Grid, rects []CellRect) {
	areas := map[int]float64{}
	for _, r := range rects {
		areas[r.Value] += (r.Max.X - r.Min.X) * (r.Max.Y - r.Min.Y)
	}
	checkArea(t, g, areas)
	checkCover(t, g, len(rects), func(i int) int { return rects[i].Value }, func(i int, p Vec) bool {
		r := rects[i]
		return p.X > r.Min.X && p.X < r.Max.X && p.Y > r.Min.Y && p.Y < r.Max.Y
	})
}

func TestRectsAndBoxesCoverTheCellsExactly(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		g := drawGrid(t)
		rects, err := g.Rects(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		checkRects(t, g, rects)
		boxes, err := g.Boxes(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		checkRects(t, g, boxes)
		if len(rects) > len(boxes) {
			t.Fatalf("%d rectangles for %d cells", len(rects), len(boxes))
		}
	})
}

func TestChainsBoundTheCells(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		g := drawGrid(t)
		chains, err := g.Chains(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		areas := map[int]float64{}
		for _, c := range chains {
			checkSimple(t, g, [][]Vec{c.Points}, false)
			areas[c.Value] += area(c.Points)
			if c.Hole != (area(c.Points) < 0) {
				t.Fatalf("chain %v: hole is %v", c.Points, c.Hole)
			}
			for i, a := range c.Points {
				// At the start of each edge, the cell on the left has a different value and the cell on the right has
				// the chain's value.
				b := c.Points[(i+1)%len(c.Points)]
				d := Vec{X: float64(sign(int(b.X - a.X))), Y: float64(sign(int(b.Y - a.Y)))}
				mid := Vec{X: a.X/g.CellWidth + d.X/2, Y: a.Y/g.CellHeight + d.Y/2}
				out := g.value(int(math.Floor(mid.X+d.Y/2)), int(math.Floor(mid.Y-d.X/2)))
				in := g.value(int(math.Floor(mid.X-d.Y/2)), int(math.Floor(mid.Y+d.X/2)))
				if out == c.Value || in != c.Value {
					t.Fatalf("chain %v, edge %d: %d inside, %d outside, want %d and another", c.Points, i, in, out,
						c.Value)
				}
			}
		}
		checkArea(t, g, areas)
	})
}

// fewest returns the smallest number of rectangles that cover the cells, by trying all combinations.
func fewest(g Grid) int {
	done := make([]bool, len(g.Cells))
	best := len(g.Cells) + 1
	var try func(i, n int)
	try = func(i, n int) {
		for i < len(g.Cells) && (done[i] || g.Cells[i] == 0) {
			i++
		}
		if n >= best {
			return
		}
		if i == len(g.Cells) {
			best = n
			return
		}
		x, y, v := i%g.Width, i/g.Width, g.Cells[i]
		fits := func(x, y int) bool { return g.value(x, y) == v && !done[y*g.Width+x] }
		limit := g.Width
		for y1 := y; y1 < g.Height && fits(x, y1); y1++ {
			x1 := x
			for x1 < limit && fits(x1, y1) {
				x1++
			}
			limit = x1
			for w := x + 1; w <= limit; w++ {
				set := func(b bool) {
					for yy := y; yy <= y1; yy++ {
						for xx := x; xx < w; xx++ {
							done[yy*g.Width+xx] = b
						}
					}
				}
				set(true)
				try(i+1, n+1)
				set(false)
			}
		}
	}
	try(0, 0)
	return best
}

func TestRectsAreTheFewest(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		g := Grid{
			Width: rapid.IntRange(1, 5).Draw(t, "width"), Height: rapid.IntRange(1, 5).Draw(t, "height"),
			CellWidth: 1, CellHeight: 1,
		}
		cell := rapid.SampledFrom([]int{0, 1, 1, 1, 2})
		g.Cells = rapid.SliceOfN(cell, g.Width*g.Height, g.Width*g.Height).Draw(t, "cells")
		rects, err := g.Rects(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		if want := fewest(g); len(rects) != want {
			t.Fatalf("%d rectangles, want %d", len(rects), want)
		}
	})
}

func TestMergeTable(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, picture string
		regions       string // value:corners(+corners of each hole), sorted
		detached      int
	}{
		{"one cell", "1", "1:4", 0},
		{"an L", "1.\n11", "1:6", 0},
		{"a ring", "111\n1.1\n111", "1:4+4", 0},
		{"corners only", "1.\n.1", "1:4 1:4", 0},
		{"two values", "112\n122", "1:6 2:6", 0},
		{"a value in the hole of another", "111\n121\n111", "1:4+4 2:4", 0},
		{"a ring that closes at a corner", "1110\n1.01\n1111", "1:10 1:4", 1},
		{"a hole that touches another at a corner", "11111\n1.111\n11.11\n11111", "", 1},
		{"a hole that touches the outline at a corner", "1110\n1101\n1111\n1111", "", 1},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			m, err := parseGrid(tt.picture).Merge(context.Background(), MergeOptions{})
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, r := range m.Regions {
				s := fmt.Sprintf("%d:%d", r.Value, len(r.Outline))
				for _, h := range r.Holes {
					s += fmt.Sprintf("+%d", len(h))
				}
				got = append(got, s)
			}
			if s := strings.Join(got, " "); tt.regions != "" && s != tt.regions {
				t.Errorf("regions %s, want %s", s, tt.regions)
			}
			if m.Detached[1] != tt.detached {
				t.Errorf("%d cells were detached, want %d", m.Detached[1], tt.detached)
			}
		})
	}
}

func TestBadGrids(t *testing.T) {
	t.Parallel()
	nan := math.NaN()
	for _, g := range []Grid{
		{Width: -1, Height: 1, CellWidth: 1, CellHeight: 1},
		{Width: 2, Height: 2, Cells: make([]int, 3), CellWidth: 1, CellHeight: 1},
		{Width: 1 << 40, Height: 1 << 40, CellWidth: 1, CellHeight: 1},
		{Width: 1 << 15, Height: 1 << 15, CellWidth: 1, CellHeight: 1},
		{Width: 1, Height: 1, Cells: []int{1}},
		{Width: 1, Height: 1, Cells: []int{1}, CellWidth: nan, CellHeight: 1},
		{Width: 1, Height: 1, Cells: []int{1}, CellWidth: 1, CellHeight: nan},
		{Width: 1, Height: 1, Cells: []int{1}, CellWidth: 1},
		{Width: 1, Height: 1, Cells: []int{1}, CellWidth: math.Inf(1), CellHeight: 1},
		{Width: 1, Height: 1, Cells: []int{1}, CellWidth: 1, CellHeight: math.Inf(1)},
		{Width: 1, Height: -1, CellWidth: 1, CellHeight: 1},
		{Width: 1, Height: 1, Cells: []int{1}, Forms: make([]TileForm, 2), CellWidth: 1, CellHeight: 1},
	} {
		ctx := context.Background()
		_, err1 := g.Merge(ctx, MergeOptions{})
		_, err2 := g.Rects(ctx)
		_, err3 := g.Boxes(ctx)
		_, err4 := g.Chains(ctx)
		if err1 == nil || err2 == nil || err3 == nil || err4 == nil {
			t.Errorf("grid %d x %d of %g: %v, %v, %v, %v, want an error from each", g.Width, g.Height, g.CellWidth,
				err1, err2, err3, err4)
		}
	}
}

func TestCancelled(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	g := noise(64, 0.5)
	_, err1 := g.Merge(ctx, MergeOptions{})
	_, err2 := g.Rects(ctx)
	_, err3 := g.Boxes(ctx)
	_, err4 := g.Chains(ctx)
	for _, err := range []error{err1, err2, err3, err4} {
		if !errors.Is(err, context.Canceled) {
			t.Errorf("got %v, want %v", err, context.Canceled)
		}
	}
}

// noise returns a square of random cells, the worst case for merging.
func noise(n int, solid float64) Grid {
	r := rand.New(rand.NewPCG(1, 2))
	g := Grid{Width: n, Height: n, Cells: make([]int, n*n), CellWidth: 16, CellHeight: 16}
	for i := range g.Cells {
		if r.Float64() < solid {
			g.Cells[i] = 1
		}
	}
	return g
}

// cave returns a square of rock with smooth tunnels and a few scattered blocks, much like a drawn level.
func cave(n int) Grid {
	g := Grid{Width: n, Height: n, Cells: make([]int, n*n), CellWidth: 16, CellHeight: 16}
	for y := range n {
		for x := range n {
			fx, fy := float64(x), float64(y)
			h := math.Sin(fx/9) + math.Sin(fy/7) + math.Sin((fx+fy)/13) + math.Sin((fx-2*fy)/23)
			switch {
			case h > .4:
				g.Cells[y*n+x] = 1
			case h > .2:
				g.Cells[y*n+x] = 2
			}
		}
	}
	return g
}

func TestRaggedRegionsStayWithinTheLimit(t *testing.T) {
	t.Parallel()
	for _, g := range []Grid{noise(300, .7), noise(300, .95), cave(300)} {
		m, err := g.Merge(context.Background(), MergeOptions{})
		if err != nil {
			t.Fatal(err)
		}
		largest, areas := 0, map[int]float64{}
		for _, r := range m.Regions {
			n := len(r.Outline)
			areas[r.Value] += area(r.Outline)
			for _, h := range r.Holes {
				n += len(h)
				areas[r.Value] += area(h)
			}
			largest = max(largest, n)
		}
		if largest > DefaultMaxCorners {
			t.Errorf("a region has %d corners, limit %d", largest, DefaultMaxCorners)
		}
		checkArea(t, g, areas)
		t.Logf("%d regions, at most %d corners, %v cells detached, %v regions by splitting", len(m.Regions), largest,
			m.Detached, m.Split)
	}
}

// Regions stay within every corner limit, however they are split.
func TestSmallRegionsStayWithinTheLimit(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		g := noise(rapid.IntRange(3, 24).Draw(t, "side"), rapid.SampledFrom([]float64{.5, .7, .9}).Draw(t, "full"))
		limit := rapid.IntRange(8, 40).Draw(t, "limit")
		m, err := g.Merge(context.Background(), MergeOptions{MaxCorners: limit})
		if err != nil {
			t.Fatal(err)
		}
		unlimited, err := g.Merge(context.Background(), MergeOptions{MaxCorners: math.MaxInt32})
		if err != nil {
			t.Fatal(err)
		}
		areas, more := map[int]float64{}, map[int]int{}
		for _, r := range m.Regions {
			more[r.Value]++
			n := len(r.Outline)
			areas[r.Value] += area(r.Outline)
			for _, h := range r.Holes {
				n += len(h)
				areas[r.Value] += area(h)
			}
			if n > limit {
				t.Fatalf("a region has %d corners, limit %d", n, limit)
			}
		}
		checkArea(t, g, areas)
		for _, r := range unlimited.Regions {
			more[r.Value]--
		}
		for v, n := range more {
			if m.Split[v] != n || unlimited.Split[v] != 0 {
				t.Fatalf("value %d: %d regions by splitting, want %d; without a limit %d, want 0", v, m.Split[v], n,
					unlimited.Split[v])
			}
		}
	})
}

func benchmark(b *testing.B, run func(Grid) error) {
	for name, g := range map[string]Grid{
		"cave": cave(1000), "full": noise(1000, 2), "noise 30 %": noise(1000, .3),
		"noise 50 %": noise(1000, .5), "noise 70 %": noise(1000, .7), "noise 90 %": noise(1000, .9),
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if err := run(g); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkMerge1000(b *testing.B) {
	benchmark(b, func(g Grid) error { _, err := g.Merge(context.Background(), MergeOptions{}); return err })
}

func BenchmarkRects1000(b *testing.B) {
	benchmark(b, func(g Grid) error { _, err := g.Rects(context.Background()); return err })
}

func BenchmarkChains1000(b *testing.B) {
	benchmark(b, func(g Grid) error { _, err := g.Chains(context.Background()); return err })
}

// A grid is rejected only if it makes more shapes than Grid.MaxShapes.
func TestMaxShapes(t *testing.T) {
	t.Parallel()
	const side = 20
	board := Grid{Width: side, Height: side, CellWidth: 1, CellHeight: 1, Cells: make([]int, side*side)}
	for i := range board.Cells {
		board.Cells[i] = (i + i/side) % 2
	}
	cross := Grid{Width: 3, Height: 3, CellWidth: 1, CellHeight: 1, Cells: []int{1, 1, 0, 1, 1, 1, 0, 1, 1}}
	pinched := Grid{Width: 3, Height: 3, CellWidth: 1, CellHeight: 1, Cells: []int{1, 1, 1, 1, 0, 1, 1, 1, 0}}
	sloped := board
	sloped.Forms = make([]TileForm, len(board.Cells))
	for i := range sloped.Forms {
		sloped.Forms[i].Slope = Slope45
	}
	for name, g := range map[string]Grid{"board": board, "cross": cross, "pinched": pinched, "slopes": sloped} {
		for way, count := range map[string]func(g Grid) (int, error){
			"merge": func(g Grid) (int, error) {
				m, err := g.Merge(t.Context(), MergeOptions{})
				if err != nil {
					return 0, err
				}
				return len(m.Regions), nil
			},
			"boxes":  func(g Grid) (int, error) { list, err := g.Boxes(t.Context()); return len(list), err },
			"rects":  func(g Grid) (int, error) { list, err := g.Rects(t.Context()); return len(list), err },
			"chains": func(g Grid) (int, error) { list, err := g.Chains(t.Context()); return len(list), err },
			"slopes": func(g Grid) (int, error) { list, err := g.Slopes(t.Context()); return len(list), err },
		} {
			g.MaxShapes = 0
			n, err := count(g)
			if err != nil {
				t.Fatalf("%s, %s: %v", name, way, err)
			}
			g.MaxShapes = max(n, 1)
			if got, err := count(g); got != n || err != nil {
				t.Errorf("%s, %s: %d shapes, %v with a limit of %d", name, way, got, err, n)
			}
			if g.MaxShapes = n / 2; g.MaxShapes == 0 {
				continue
			}
			if _, err := count(g); !errors.Is(err, ErrTooMany) {
				t.Errorf("%s, %s: %v for %d shapes with a limit of %d", name, way, err, n, g.MaxShapes)
			}
		}
	}
}
