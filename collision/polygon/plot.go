package polygon

import (
	"math"
	"slices"

	"fillet/collision"
)

// plot is a grid of cells over the points of a region. Its columns hold about equally many points, and so do its rows,
// because small features may be close together in a wide region.
type plot struct {
	xs, ys []float64 // where the columns and rows begin, except the first
	hair   float64   // exceeds the rounding error of a coordinate
}

// newPlot returns a plot with about half the square root of count columns, and as many rows.
func newPlot(points []collision.Vec, count int) plot {
	p := plot{hair: float64(64 * collision.CoordinateRounding * collision.BoundsOf(points).MaxAbs())}
	side := int(math.Sqrt(float64(count)) / 2)
	if side < 2 {
		return p
	}
	along := make([]float64, len(points))
	parts := func(of func(collision.Vec) float64, side int) []float64 {
		for i, v := range points {
			along[i] = of(v)
		}
		slices.Sort(along)
		begins := make([]float64, 0, side-1)
		for i := 1; i < side; i++ {
			begins = append(begins, along[i*len(along)/side])
		}
		return slices.Compact(begins)
	}
	x, y := func(v collision.Vec) float64 { return v.X }, func(v collision.Vec) float64 { return v.Y }
	p.xs, p.ys = parts(x, side), parts(y, side)
	if rows := len(p.ys) + 1; 2*rows < side { // the points are on only a few lines
		p.xs = parts(x, count/(4*rows))
	} else if columns := len(p.xs) + 1; 2*columns < side {
		p.ys = parts(y, count/(4*columns))
	}
	return p
}

func (p *plot) cells() int { return (len(p.xs) + 1) * (len(p.ys) + 1) }

func (p *plot) column(x float64) int { return partOf(p.xs, x) }

func (p *plot) row(y float64) int { return partOf(p.ys, y) }

// partOf returns the number of parts that begin at or before a position.
func partOf(begins []float64, at float64) int {
	lo, hi := 0, len(begins)
	for lo < hi {
		if mid := (lo + hi) / 2; begins[mid] <= at {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return lo
}

func (p *plot) cell(col, row int) int { return row*(len(p.xs)+1) + col }

// cellOf returns the index of the cell that contains a point.
func (p *plot) cellOf(v collision.Vec) int { return p.cell(p.column(v.X), p.row(v.Y)) }

// band returns where a row begins and ends, widened by a hair.
func (p *plot) band(row int) (top, bottom float64) {
	top, bottom = math.Inf(-1), math.Inf(1)
	if row > 0 {
		top = p.ys[row-1] - p.hair
	}
	if row < len(p.ys) {
		bottom = p.ys[row] + p.hair
	}
	return top, bottom
}
