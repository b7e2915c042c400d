package importers

import (
	"context"
	"errors"
	"fmt"
	"math"

	"fillet/collision"
)

// Vec is a point of the grid's frame.
type Vec = collision.Vec

// MaxCells limits the cells of a grid, MaxGridSide its width and height in cells.
const (
	MaxCells    = 1 << 24
	MaxGridSide = 1 << 20
)

// Grid is a rectangle of cells, row by row from the top left: cell (x, y) has the value Cells[y*Width+x]. It can be
// turned into merged outlines with holes ([Grid.Merge]), the fewest rectangles ([Grid.Rects]), one box per cell
// ([Grid.Boxes]) or closed chains of edges ([Grid.Chains]).
//
// The frame is the grid's own: the top left corner of cell (0, 0) is the origin, x points right and y down, and cells
// are CellWidth by CellHeight. The results cover the cells exactly and do not overlap. Every coordinate is a whole
// number of cells, or on slopes of half cells, times the cell's size. A slope fills its cell in part ([Grid.Forms]);
// outlines and chains follow it.
//
// Value 0 is empty. Cells of one value that share an edge belong together; cells that meet only at a corner do not.
type Grid struct {
	Width, Height         int // in cells
	Cells                 []int
	CellWidth, CellHeight float64    // in pixels
	Forms                 []TileForm // by cell: the part that is filled; nil fills all cells
	Most                  int        // limit on the number of shapes; 0 is no limit
}

// ErrTooMany reports a grid that makes more than Most shapes.
var ErrTooMany = errors.New("the grid makes more shapes than are wanted")

// checkCount returns ErrTooMany if n exceeds Most.
func (g *Grid) checkCount(n int) error {
	if g.Most > 0 && n > g.Most {
		return ErrTooMany
	}
	return nil
}

// Check reports what is wrong with the grid's numbers, before anything of its size is allocated.
func (g Grid) Check() error {
	switch {
	case g.Width < 0 || g.Height < 0:
		return fmt.Errorf("a grid of %d by %d cells has a negative side", g.Width, g.Height)
	case g.Width > MaxGridSide || g.Height > MaxGridSide || g.Width*g.Height > MaxCells:
		return fmt.Errorf("a grid of %d by %d cells is beyond the limit of %d cells and of %d a side", g.Width,
			g.Height, MaxCells, MaxGridSide)
	case len(g.Cells) != g.Width*g.Height:
		return fmt.Errorf("a grid of %d by %d cells has %d values", g.Width, g.Height, len(g.Cells))
	case g.Forms != nil && len(g.Forms) != len(g.Cells):
		return fmt.Errorf("a grid of %d cells has %d forms", len(g.Cells), len(g.Forms))
	case !(g.CellWidth > 0 && g.CellHeight > 0) || math.IsInf(g.CellWidth, 0) || math.IsInf(g.CellHeight, 0):
		return fmt.Errorf("cells of %g by %g pixels have no extent", g.CellWidth, g.CellHeight)
	}
	return nil
}

// value returns the value of cell (x, y), or 0 outside the grid.
func (g *Grid) value(x, y int) int {
	if x < 0 || y < 0 || x >= g.Width || y >= g.Height {
		return 0
	}
	return g.Cells[y*g.Width+x]
}

// at returns the vertex at the top left of cell (x, y).
func (g *Grid) at(x, y int) Vec {
	return Vec{X: float64(float64(x) * g.CellWidth), Y: float64(float64(y) * g.CellHeight)}
}

// CellRect is a rectangle of cells of one value.
type CellRect struct {
	Value    int
	Min, Max Vec // its top left and bottom right corners
}

// Boxes returns one rectangle per cell, row by row. [Grid.Slopes] returns the cells with slopes.
func (g Grid) Boxes(ctx context.Context) ([]CellRect, error) {
	if err := g.Check(); err != nil {
		return nil, err
	}
	g = g.withoutSlopes()
	var out []CellRect
	for y := range g.Height {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		for x := range g.Width {
			if v := g.Cells[y*g.Width+x]; v != 0 {
				out = append(out, CellRect{v, g.at(x, y), g.at(x+1, y+1)})
			}
		}
		if err := g.checkCount(len(out)); err != nil {
			return nil, err
		}
	}
	return out, nil
}
