// Package grid turns cells of values into geometry: merged outlines with holes ([Grid.Merge]), the fewest rectangles
// ([Grid.Rects]), one box a cell ([Grid.Boxes]) and closed chains of edges ([Grid.Chains]).
//
// The frame is the grid's own: the top left corner of cell (0, 0) is the origin, x points right and y down, and cells
// are CellWidth by CellHeight. What comes out covers the cells exactly: every coordinate is a whole number of cells
// times the cell's size, and nothing overlaps.
//
// A cell may be filled in part, below a slope ([Grid.Forms]); the outlines and chains follow the slopes then.
//
// Value 0 is empty. Cells of one value that share an edge belong together; cells that only meet at a corner do not.
package grid
