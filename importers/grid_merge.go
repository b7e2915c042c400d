package importers

import (
	"cmp"
	"context"
	"fmt"

	"fillet/collision/polygon"
)

// DefaultMaxCorners is the corner count beyond which [Grid.Merge] splits a component: an outline of a few thousand
// corners can still be cut into convex parts while a designer drags one of its vertices.
const DefaultMaxCorners = 2048

// minMaxCorners is the least corner limit: parts of a few cells always fit.
const minMaxCorners = 8

// CellRegion is a merged component of cells of one value: a simple outline, clockwise on the screen, and its holes,
// each a simple polygon in the other direction. None of them touches another or itself, not even at a corner. No vertex
// is within a straight edge.
type CellRegion struct {
	Value   int
	Outline []Vec
	Holes   [][]Vec
}

// MergeResult is the result of [Grid.Merge]. The counts, by value, explain why there is more than one region per
// component.
type MergeResult struct {
	Regions  []CellRegion // in the order of their topmost, then leftmost, corners
	Detached map[int]int  // parts split off because their component would have met itself at a corner
	Split    map[int]int  // additional regions because of the corner limit; an estimate if there are slopes
}

// MergeOptions controls [Grid.Merge]. The zero value is the default.
type MergeOptions struct {
	// MaxCorners limits the corners of one region, including its holes; 0 is DefaultMaxCorners, less than 8 is 8. A
	// larger component is cut along lines of the grid until its parts fit.
	MaxCorners int
}

// Merge joins cells of one value that share an edge into regions, which cover the cells exactly and do not overlap.
//
// A component that meets itself at a corner would have an outline that touches itself, and no width to round there. One
// of the two cells at such a corner becomes a region of its own, with the cells along which its straight edges
// continue, so every outline is simple.
func (g Grid) Merge(ctx context.Context, opt MergeOptions) (*MergeResult, error) {
	if err := g.Check(); err != nil {
		return nil, err
	}
	limit := opt.MaxCorners
	if limit == 0 {
		limit = DefaultMaxCorners
	}
	if g.hasSlopes() {
		return g.mergeShaped(ctx, max(limit, minMaxCorners))
	}
	l, err := g.label()
	if err := cmp.Or(err, ctx.Err()); err != nil {
		return nil, err
	}
	s := newMerger(&g, l, max(limit, minMaxCorners))
	s.out.Detached = l.unpinch(g.Width, g.Height)
	if err := cmp.Or(g.checkCount(len(l.values)-1), ctx.Err()); err != nil {
		return nil, err
	}
	if s.out.Split = l.split(g.Width, g.Height, s.limit); s.out.Split != nil {
		for v, n := range l.unpinch(g.Width, g.Height) { // cuts are not straight where they follow edges
			s.out.Split[v] += n
		}
	}
	s.loops = make([][][]Vec, len(l.values))
	var order []int32 // of labels, by their topmost, then leftmost, corners
	err = s.trace(ctx, l, func(v int32, loop []Vec) {
		if s.loops[v] == nil {
			order = append(order, v)
		}
		s.loops[v] = append(s.loops[v], loop)
	})
	if err != nil {
		return nil, err
	}
	cut := false
	for _, v := range order {
		if corners(s.loops[v]) <= s.limit {
			s.region(l.values[v], s.loops[v])
			continue
		}
		if err := s.add(ctx, l.values[v], polygon.Region{s.loops[v]}); err != nil {
			return nil, err
		}
		cut = true
	}
	if cut {
		s.sort()
	}
	return s.out, nil
}

// CellChain is a closed loop of edges around cells of one value. Along it (y down), the cells are on the right and the
// outside is on the left: the outward normal of an edge along d is (d.Y, -d.X). It runs clockwise on the screen around
// a component, and the other way around its holes.
type CellChain struct {
	Value  int
	Points []Vec
	Hole   bool
}

// Chains returns the boundary of every component of cells of one value. A chain is a simple polygon; two chains, and
// two corners of a component, may share a point where cells meet only at a corner.
func (g Grid) Chains(ctx context.Context) ([]CellChain, error) {
	if err := g.Check(); err != nil {
		return nil, err
	}
	if g.hasSlopes() {
		return g.chainsShaped(ctx)
	}
	l, err := g.label()
	if err != nil {
		return nil, err
	}
	seen := make([]bool, len(l.values))
	var out []CellChain
	err = g.trace(ctx, l, func(label int32, loop []Vec) error {
		out = append(out, CellChain{l.values[label], loop, seen[label]})
		seen[label] = true
		return g.checkCount(len(out))
	})
	return out, err
}

// trace walks every boundary loop of every label once, with the label's cells on the right. The first loop of a label
// is its outer one, as its topmost cell is on it; the others are its holes.
func (g *Grid) trace(ctx context.Context, l *labels, found func(label int32, loop []Vec) error) error {
	visited := make([]bool, len(l.of)) // by cell: its upper edge is on a loop already walked
	var corners []int
	for y := range g.Height {
		if y%64 == 0 {
			if err := ctx.Err(); err != nil {
				return err
			}
		}
		first := l.index(0, y)
		for i := first; i < first+g.Width; i++ {
			v := l.of[i]
			if v == 0 || l.of[i-l.stride] == v || visited[i] {
				continue
			}
			corners = l.walk(i, visited, corners[:0])
			loop := make([]Vec, len(corners))
			for k, c := range corners {
				loop[k] = g.at(c%l.stride-1, c/l.stride-1)
			}
			if len(loop) < 4 {
				return fmt.Errorf("internal: a loop of %d corners at cell %d", len(loop), i)
			}
			if err := found(v, loop); err != nil {
				return err
			}
		}
	}
	return nil
}

// walk appends the corners of the loop that begins along the upper edge of cell start, as the indices of the cells
// whose top left corners they are. Where two cells meet only at a corner, it crosses over to the other one, so that a
// loop never passes a point twice.
func (l *labels) walk(start int, visited []bool, corners []int) []int {
	const right = 0
	step := [4]int{1, l.stride, -1, -l.stride} // right, down, left, up
	// The cells ahead on the left and on the right, seen from the vertex at the top left of a cell.
	aheadLeft := [4]int{-l.stride, 0, -1, -l.stride - 1}
	aheadRight := [4]int{0, -1, -l.stride - 1, -l.stride}
	v := l.of[start]
	at, dir := start, right
	corners = append(corners, start)
	for {
		if dir == right {
			visited[at] = true
		}
		at += step[dir]
		turn := 1 // to the right
		if l.of[at+aheadLeft[dir]] == v {
			turn = 3 // to the left
		} else if l.of[at+aheadRight[dir]] == v {
			continue
		}
		dir = (dir + turn) % 4
		if at == start && dir == right {
			return corners
		}
		corners = append(corners, at)
	}
}
