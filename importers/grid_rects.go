package importers

import (
	"context"
	"slices"
)

// Rects returns the fewest rectangles that cover the cells of each component exactly without overlapping.
//
// It uses the bipartite method (Ohtsuki; Lipski; Ferrari, Sankar and Sklansky): each inward corner must be met by a
// cut. A chord, which joins two inward corners along a line of the grid, serves both, so the largest set of chords that
// neither cross nor share an end saves the most cuts. A chord can only cross one of the other direction, so that set is
// the complement of the least vertex cover of a bipartite graph, which a maximum matching gives (König). Each remaining
// inward corner is cut horizontally up to the next boundary or cut.
func (g Grid) Rects(ctx context.Context) ([]CellRect, error) {
	if err := g.Check(); err != nil {
		return nil, err
	}
	g = g.withoutSlopes()
	p := &partition{g: &g, stride: g.Width + 1}
	n := (g.Width + 1) * (g.Height + 1)
	p.concave = make([]bool, n)
	p.cutRight = make([]bool, n)
	p.cutDown = make([]bool, n)
	p.findConcave()
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if err := p.drawChords(ctx); err != nil {
		return nil, err
	}
	p.drawRest()
	return p.rects(ctx)
}

// partition is the state of Rects. Vertices of the grid are numbered row by row: the top left one of cell (x, y) is
// y*stride + x.
type partition struct {
	g       *Grid
	stride  int
	concave []bool // inward corners that no cut has met yet
	// cutRight and cutDown mark the vertices whose edge to the right, or downwards, is cut.
	cutRight, cutDown []bool
}

// chord is a line between two inward corners, with cells of one value on both sides all along.
type chord struct{ x0, y0, x1, y1 int }

func (p *partition) findConcave() {
	g := p.g
	for y := 1; y < g.Height; y++ {
		for x := 1; x < g.Width; x++ {
			nw, ne := g.Cells[(y-1)*g.Width+x-1], g.Cells[(y-1)*g.Width+x]
			sw, se := g.Cells[y*g.Width+x-1], g.Cells[y*g.Width+x]
			if nw == ne && sw == se || nw == sw && ne == se {
				continue
			}
			// An inward corner has three equal cells: both of a diagonal, and exactly one of the others.
			three := nw != 0 && nw == se && (nw == ne) != (nw == sw) || ne != 0 && ne == sw && (ne == nw) != (ne == se)
			p.concave[y*p.stride+x] = three
		}
	}
}

// insideRight returns the value on both sides of the edge from vertex (x, y) to the right, or 0 if they differ.
func (p *partition) insideRight(x, y int) int {
	a := p.g.value(x, y)
	if a != p.g.value(x, y-1) {
		return 0
	}
	return a
}

// insideDown returns the value on both sides of the edge from vertex (x, y) downwards, or 0 if they differ.
func (p *partition) insideDown(x, y int) int {
	a := p.g.value(x, y)
	if a != p.g.value(x-1, y) {
		return 0
	}
	return a
}

// drawChords cuts along the largest set of chords that do not meet.
func (p *partition) drawChords(ctx context.Context) error {
	var across, downward []chord
	acrossAt := make([]int32, len(p.concave)) // the horizontal chord through or ending at each vertex, plus 1
	for y := 1; y < p.g.Height; y++ {
		for x := 1; x < p.g.Width; x++ {
			v := p.insideRight(x, y)
			if v == 0 || !p.concave[y*p.stride+x] {
				continue
			}
			end := x + 1
			for p.insideRight(end, y) == v {
				end++
			}
			if p.concave[y*p.stride+end] {
				across = append(across, chord{x, y, end, y})
				for k := x; k <= end; k++ {
					acrossAt[y*p.stride+k] = int32(len(across))
				}
			}
		}
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	meets := make([][]int32, len(across)) // by horizontal chord: the vertical ones that meet it
	for x := 1; x < p.g.Width; x++ {
		for y := 1; y < p.g.Height; y++ {
			v := p.insideDown(x, y)
			if v == 0 || !p.concave[y*p.stride+x] {
				continue
			}
			end := y + 1
			for p.insideDown(x, end) == v {
				end++
			}
			if p.concave[end*p.stride+x] {
				for k := y; k <= end; k++ {
					if h := acrossAt[k*p.stride+x]; h > 0 {
						meets[h-1] = append(meets[h-1], int32(len(downward)))
					}
				}
				downward = append(downward, chord{x, y, x, end})
			}
		}
	}
	freeAcross, freeDownward, err := independent(ctx, meets, len(downward))
	if err != nil {
		return err
	}
	for i, c := range across {
		if freeAcross[i] {
			for x := c.x0; x < c.x1; x++ {
				p.cutRight[c.y0*p.stride+x] = true
			}
			p.concave[c.y0*p.stride+c.x0], p.concave[c.y0*p.stride+c.x1] = false, false
		}
	}
	for i, c := range downward {
		if freeDownward[i] {
			for y := c.y0; y < c.y1; y++ {
				p.cutDown[y*p.stride+c.x0] = true
			}
			p.concave[c.y0*p.stride+c.x0], p.concave[c.y1*p.stride+c.x0] = false, false
		}
	}
	return nil
}

// drawRest cuts horizontally from each inward corner that no chord met.
func (p *partition) drawRest() {
	for i, c := range p.concave {
		if !c {
			continue
		}
		x, y := i%p.stride, i/p.stride
		if v := p.insideRight(x, y); v != 0 {
			for first := true; first || p.insideRight(x, y) == v && !p.crossed(x, y); x++ {
				p.cutRight[y*p.stride+x] = true
				first = false
			}
			continue
		}
		v := p.insideRight(x-1, y)
		for first := true; first || p.insideRight(x-1, y) == v && !p.crossed(x, y); x-- {
			p.cutRight[y*p.stride+x-1] = true
			first = false
		}
	}
}

// crossed reports whether a vertical cut passes through or ends at vertex (x, y).
func (p *partition) crossed(x, y int) bool {
	return p.cutDown[y*p.stride+x] || p.cutDown[(y-1)*p.stride+x]
}

// rects returns the rectangles between the cuts.
func (p *partition) rects(ctx context.Context) ([]CellRect, error) {
	g := p.g
	done := make([]bool, len(g.Cells))
	var out []CellRect
	for y := range g.Height {
		if y%64 == 0 {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
		}
		for x := range g.Width {
			v := g.Cells[y*g.Width+x]
			if v == 0 || done[y*g.Width+x] {
				continue
			}
			right, bottom := x+1, y+1
			for g.value(right, y) == v && !p.cutDown[y*p.stride+right] {
				right++
			}
			for g.value(x, bottom) == v && !p.cutRight[bottom*p.stride+x] {
				bottom++
			}
			for k := y; k < bottom; k++ {
				row := done[k*g.Width+x : k*g.Width+right]
				for j := range row {
					row[j] = true
				}
			}
			out = append(out, CellRect{v, g.at(x, y), g.at(right, bottom)})
		}
		if err := g.checkCount(len(out)); err != nil {
			return nil, err
		}
	}
	return slices.Clip(out), nil
}
