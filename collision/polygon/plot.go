package polygon

import (
	"math"
	"slices"

	"fillet/collision"
)

// plot is a grid of cells over the points of a region. Its columns hold about as many
// points each, and so do its rows: what is small may stand close together in what is wide.
type plot struct {
	xs, ys []float64 // where the columns and the rows begin, but the first
	hair   float64   // more than what rounding can make of a place
}

// newPlot makes a plot of about the square root of a count of points in columns and rows.
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
	if rows := len(p.ys) + 1; 2*rows < side { // the points stand on a few lines
		p.xs = parts(x, count/(4*rows))
	} else if columns := len(p.xs) + 1; 2*columns < side {
		p.ys = parts(y, count/(4*columns))
	}
	return p
}

func (p *plot) cells() int { return (len(p.xs) + 1) * (len(p.ys) + 1) }

func (p *plot) column(x float64) int { return partOf(p.xs, x) }

func (p *plot) row(y float64) int { return partOf(p.ys, y) }

// partOf returns how many of the parts begin at or before a place.
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

// cell returns the number of a cell.
func (p *plot) cell(col, row int) int { return row*(len(p.xs)+1) + col }

// cellOf returns the number of the cell that a point lies in.
func (p *plot) cellOf(v collision.Vec) int { return p.cell(p.column(v.X), p.row(v.Y)) }

// band returns where a row begins and ends, a hair wider.
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
