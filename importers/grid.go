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

// MaxCells is the largest number of cells of one grid, and MaxGridSide of its width or height in cells.
const (
	MaxCells    = 1 << 24
	MaxGridSide = 1 << 20
)

// Grid is a rectangle of cells, row by row from the top left: the value of cell (x, y) is Cells[y*Width+x]. It becomes merged outlines with
// holes ([Grid.Merge]), the fewest rectangles ([Grid.Rects]), one box a cell ([Grid.Boxes]) or closed chains of edges ([Grid.Chains]).
//
// The frame is the grid's own: the top left corner of cell (0, 0) is the origin, x points right and y down, and cells are CellWidth by
// CellHeight. What comes out covers the cells exactly: every coordinate is a whole number of cells times the cell's size, and nothing
// overlaps. A cell may be filled in part, below a slope ([Grid.Forms]); the outlines and chains follow the slopes then.
//
// Value 0 is empty. Cells of one value that share an edge belong together; cells that only meet at a corner do not.
type Grid struct {
	Width, Height         int // in cells
	Cells                 []int
	CellWidth, CellHeight float64    // in pixels
	Forms                 []TileForm // by cell: what part of it is filled; nil is all of each
	Most                  int        // of what is made of it; 0 is no limit
}

// ErrTooMany is the error of a grid of which more than its Most would be made. It is told before they are.
var ErrTooMany = errors.New("the grid makes more shapes than are wanted")

// checkCount reports that n are too many.
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
		return fmt.Errorf("a grid of %d by %d cells is beyond the limit of %d cells and of %d a side", g.Width, g.Height, MaxCells, MaxGridSide)
	case len(g.Cells) != g.Width*g.Height:
		return fmt.Errorf("a grid of %d by %d cells has %d values", g.Width, g.Height, len(g.Cells))
	case g.Forms != nil && len(g.Forms) != len(g.Cells):
		return fmt.Errorf("a grid of %d cells has %d forms", len(g.Cells), len(g.Forms))
	case !(g.CellWidth > 0 && g.CellHeight > 0) || math.IsInf(g.CellWidth, 0) || math.IsInf(g.CellHeight, 0):
		return fmt.Errorf("cells of %g by %g pixels have no extent", g.CellWidth, g.CellHeight)
	}
	return nil
}

// value is that of cell (x, y), 0 outside the grid.
func (g *Grid) value(x, y int) int {
	if x < 0 || y < 0 || x >= g.Width || y >= g.Height {
		return 0
	}
	return g.Cells[y*g.Width+x]
}

// at is the grid vertex at the top left of cell (x, y).
func (g *Grid) at(x, y int) Vec {
	return Vec{X: float64(float64(x) * g.CellWidth), Y: float64(float64(y) * g.CellHeight)}
}

// CellRect is a rectangle of cells of one value.
type CellRect struct {
	Value    int
	Min, Max Vec // its top left and bottom right corners
}

// Boxes is one rectangle a cell, row by row. Cells with slopes are [Grid.Slopes].
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
