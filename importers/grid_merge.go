package importers

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"fillet/collision/polygon"
)

// DefaultMaxCorners is the corner count above which [Grid.Merge] splits a component. An outline of up to this size can
// be cut into convex parts while a designer drags one of its vertices.
const DefaultMaxCorners = 2048

// minMaxCorners is the smallest corner limit: parts of a few cells always fit.
const minMaxCorners = 8

// CellRegion is a merged component of cells of one value: a simple outline, clockwise on the screen, and its holes,
// each a simple polygon in the other direction. No loop touches itself or another, not even at a corner, and no vertex
// is in the middle of a straight edge.
type CellRegion struct {
	Value   int
	Outline []Vec
	Holes   [][]Vec
}

// MergeResult is the result of [Grid.Merge]. The counts by value explain why a component may have more than one region.
type MergeResult struct {
	Regions  []CellRegion // in the order of their topmost, then leftmost, corners
	Detached map[int]int  // parts split off because their component met itself at a corner
	Split    map[int]int  // additional regions because of the corner limit; an estimate if there are slopes
}

// MergeOptions controls [Grid.Merge]. The zero value is the default.
type MergeOptions struct {
	// MaxCorners limits the corners of one region, including its holes; 0 means DefaultMaxCorners, and the minimum is
	// 8. A larger component is cut along lines of the grid until its parts fit.
	MaxCorners int
}

func (o MergeOptions) limit() int { return max(cmp.Or(o.MaxCorners, DefaultMaxCorners), minMaxCorners) }

// Merge joins cells of one value that share an edge into regions, which cover the cells exactly and do not overlap.
//
// Where a component meets itself at a corner, its outline would touch itself and leave no width for rounding. One of
// the two cells there becomes a separate region, with the cells along which its straight edges continue, so that every
// outline is simple.
func (g Grid) Merge(ctx context.Context, opt MergeOptions) (*MergeResult, error) {
	if err := g.Check(); err != nil {
		return nil, err
	}
	if g.hasSlopes() {
		return g.mergeShaped(ctx, opt.limit())
	}
	l, err := g.label()
	if err := cmp.Or(err, ctx.Err()); err != nil {
		return nil, err
	}
	s := newMerger(&g, l, opt.limit())
	s.out.Detached = l.unpinch(g.Width, g.Height)
	if err := cmp.Or(g.checkCount(len(l.values)-1), ctx.Err()); err != nil {
		return nil, err
	}
	if s.out.Split = l.split(g.Width, g.Height, s.limit); s.out.Split != nil {
		for v, n := range l.unpinch(g.Width, g.Height) { // cuts that follow edges are not straight
			s.out.Split[v] += n
		}
	}
	s.loops = make([][][]Vec, len(l.values))
	var order []int32 // of labels, by their topmost, then leftmost corner
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

// CellChain is a closed loop of edges around cells of one value. The cells are on its right and the outside is on its
// left (y down): the outward normal of an edge along d is (d.Y, -d.X). It runs clockwise on the screen around a
// component, and counterclockwise around its holes.
type CellChain struct {
	Value  int
	Points []Vec
	Hole   bool
}

// Chains returns the boundary of every component of cells of one value. Each chain is a simple polygon. Two chains, or
// two corners of a component, share a point where cells meet only at a corner.
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
// is its outer one, because it passes the label's topmost cell; the others are its holes.
func (g *Grid) trace(ctx context.Context, l *labels, found func(label int32, loop []Vec) error) error {
	visited := make([]bool, len(l.of)) // by cell: whether its upper edge is on a loop already walked
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

// walk appends the corners of the loop that begins along the upper edge of cell start. A corner is given by the index
// of the cell whose top left corner it is. Where two cells meet only at a corner, the loop crosses over to the other
// cell, so that it never passes a point twice.
func (l *labels) walk(start int, visited []bool, corners []int) []int {
	const right = 0
	step := [4]int{1, l.stride, -1, -l.stride} // right, down, left, up
	// aheadLeft and aheadRight are the offsets, by direction, to the cells ahead of the top left vertex of a cell.
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

// Rects returns the fewest rectangles that cover the cells of each component exactly without overlapping.
//
// It uses the bipartite method (Ohtsuki; Lipski; Ferrari, Sankar and Sklansky): each inward corner must be met by a
// cut. A chord, which joins two inward corners along a line of the grid, serves both of them, so the largest set of
// chords that neither cross nor share an end saves the most cuts. Chords only cross chords of the other direction, so
// this set is the complement of a minimum vertex cover of a bipartite graph, which a maximum matching yields (König).
// Each remaining inward corner is cut horizontally up to the next boundary or cut.
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

// partition is the state of Rects. Vertices of the grid are numbered row by row: the top left vertex of cell (x, y) has
// number y*stride + x.
type partition struct {
	g       *Grid
	stride  int
	concave []bool // inward corners that no cut meets yet
	// cutRight and cutDown mark the vertices whose edge to the right, or downwards, is cut.
	cutRight, cutDown []bool
}

// chord is a line between two inward corners with cells of one value on both sides along its whole length.
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
			// Three of the four cells at an inward corner are equal: both on one diagonal, and exactly one of the
			// others.
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
	acrossAt := make([]int32, len(p.concave)) // by vertex: the horizontal chord that passes or ends there, plus 1
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
	meets := make([][]int32, len(across)) // by horizontal chord: the vertical chords that meet it
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

// drawRest cuts horizontally from each inward corner that no chord meets.
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

// split cuts components with more than limit corners along lines of the grid. Few of the parts have more than limit. It
// returns the number of additional parts for each value.
//
// It divides the corners of a component among boxes at their medians, as in a k-d tree, with room for the corners that
// the cuts add, and then labels each box's part of the component once. Visiting all cells again after each cut would be
// many times slower.
func (l *labels) split(width, height, limit int) (extra map[int]int) {
	corners := l.countCorners(width, height)
	ofLarge := map[int32][]int32{} // the corners of each large component, as cell indices
	for label, n := range corners {
		if n > limit {
			ofLarge[int32(label)] = make([]int32, 0, n)
		}
	}
	if len(ofLarge) == 0 {
		return nil
	}
	isLarge := make([]bool, len(corners))
	for label := range ofLarge {
		isLarge[label] = true
	}
	for y := range height + 1 {
		for x, i := 0, l.index(0, y); x <= width; x, i = x+1, i+1 {
			if l.isPlain(i) {
				continue
			}
			l.cornersAt(i, func(label int32) {
				if isLarge[label] {
					ofLarge[label] = append(ofLarge[label], int32(i))
				}
			})
		}
	}
	extra = map[int]int{}
	for v := range int32(len(corners)) {
		if isLarge[v] {
			extra[l.values[v]] += l.splitBoxes(v, ofLarge[v], limit-limit/8) - 1
		}
	}
	return extra
}

func (l *labels) countCorners(width, height int) []int {
	corners := make([]int, len(l.values))
	count := func(label int32) { corners[label]++ }
	for y := range height + 1 {
		for x, i := 0, l.index(0, y); x <= width; x, i = x+1, i+1 {
			if !l.isPlain(i) {
				l.cornersAt(i, count)
			}
		}
	}
	return corners
}

// isPlain reports whether no label has a corner at the top left vertex of cell i, the common case.
func (l *labels) isPlain(i int) bool {
	above, below := l.of[i-l.stride-1:i-l.stride+1:i-l.stride+1], l.of[i-1:i+1:i+1]
	return above[0] == above[1] && below[0] == below[1] || above[0] == below[0] && above[1] == below[1]
}

// cellBox is a box of cells of the bordered array, from column x0 to before x1 and from row y0 to before y1.
type cellBox struct{ x0, y0, x1, y1 int }

// splitBoxes divides a component among boxes that have about limit of its corners at most, and gives each connected
// part in a box a separate label. Cells along which a straight edge continues stay together. It returns the number of
// parts.
func (l *labels) splitBoxes(v int32, corners []int32, limit int) int {
	all := cellBox{x0: l.stride, y0: len(l.of)}
	for _, c := range corners {
		x, y := int(c)%l.stride, int(c)/l.stride
		all = cellBox{min(all.x0, x), min(all.y0, y), max(all.x1, x), max(all.y1, y)}
	}
	parts := 0
	first := int32(len(l.values))
	var stack []int
	var histogram []int
	var deal func(corners []int32, box cellBox)
	deal = func(corners []int32, box cellBox) {
		if len(corners) > limit {
			byRow := box.y1-box.y0 > box.x1-box.x0
			if low, ok := l.median(corners, box, byRow, &histogram); ok {
				a, b := box, box
				if byRow {
					a.y1, b.y0 = low, low
				} else {
					a.x1, b.x0 = low, low
				}
				k := l.partition(corners, low, byRow)
				deal(corners[:k], a)
				deal(corners[k:], b)
				return
			}
		}
		n := l.add(v)
		for y := box.y0; y < box.y1; y++ {
			row := l.of[y*l.stride+box.x0 : y*l.stride+box.x1]
			for k, of := range row {
				if of == v {
					row[k] = n
				}
			}
		}
	}
	deal(corners, all)
	last := int32(len(l.values))
	l.mendCuts(all, first, last)
	for y := all.y0; y < all.y1; y++ {
		for i := y*l.stride + all.x0; i < y*l.stride+all.x1; i++ {
			if of := l.of[i]; of >= first && of < last {
				stack = l.flood(i, of, l.add(v), stack)
				parts++
			}
		}
	}
	return parts
}

// mendCuts gives cells on both sides of a cut the same label where a straight edge continues across the cut, together
// with all cells welded to them. The labels from first to before last belong to the boxes of one component.
func (l *labels) mendCuts(all cellBox, first, last int32) {
	isIn := func(c int) bool { return l.of[c] >= first && l.of[c] < last }
	welded := func(c, step int) bool {
		side := l.stride
		if step == l.stride || step == -l.stride {
			side = 1
		}
		j := c + step
		return isIn(j) && (!isIn(c+side) && !isIn(j+side) || !isIn(c-side) && !isIn(j-side))
	}
	done := map[int]bool{}
	var cells []int
	for y := all.y0; y < all.y1; y++ {
		for i := y*l.stride + all.x0; i < y*l.stride+all.x1; i++ {
			if !isIn(i) || done[i] || (l.of[i+1] == l.of[i] || !welded(i, 1)) &&
				(l.of[i+l.stride] == l.of[i] || !welded(i, l.stride)) {
				continue
			}
			cells = append(cells[:0], i)
			done[i] = true
			for k := 0; k < len(cells); k++ {
				for _, step := range [4]int{1, l.stride, -1, -l.stride} {
					if j := cells[k] + step; welded(cells[k], step) && !done[j] {
						done[j] = true
						cells = append(cells, j)
					}
				}
			}
			if len(cells) <= maxWelded {
				for _, c := range cells {
					l.of[c] = l.of[i]
				}
			}
		}
	}
}

// median returns the column of a box's middle corner, or its row if byRow is true; ok is false if a cut there would
// leave one side empty.
func (l *labels) median(corners []int32, box cellBox, byRow bool, histogram *[]int) (at int, ok bool) {
	low, end := box.x0, box.x1
	if byRow {
		low, end = box.y0, box.y1
	}
	counts := append((*histogram)[:0], make([]int, end-low+1)...)
	*histogram = counts
	for _, c := range corners {
		counts[min(max(l.column(int(c), byRow)-low, 0), end-low)]++
	}
	seen := 0
	for k, n := range counts {
		if seen += n; 2*seen >= len(corners) {
			at = low + k
			break
		}
	}
	at = min(max(at, low+1), end-1)
	return at, at > low && at < end
}

// partition moves the corners before a column or row to the front and counts them.
func (l *labels) partition(corners []int32, at int, byRow bool) int {
	k := 0
	for i, c := range corners {
		if l.column(int(c), byRow) < at {
			corners[i], corners[k] = corners[k], c
			k++
		}
	}
	return k
}

// flood relabels the cells that are connected to cell i and share its label.
func (l *labels) flood(i int, from, to int32, stack []int) []int {
	stack = append(stack[:0], i)
	l.of[i] = to
	for len(stack) > 0 {
		c := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		for _, j := range [4]int{c - 1, c + 1, c - l.stride, c + l.stride} {
			if l.of[j] == from {
				l.of[j] = to
				stack = append(stack, j)
			}
		}
	}
	return stack
}

// cornersAt calls found for every label that has a corner at the top left vertex of cell i.
func (l *labels) cornersAt(i int, found func(int32)) {
	nw, ne, sw, se := l.of[i-l.stride-1], l.of[i-l.stride], l.of[i-1], l.of[i]
	if nw == ne && sw == se || nw == sw && ne == se {
		return // an edge passes straight through, or there is none
	}
	four := [4]int32{nw, ne, sw, se}
	for k, v := range four {
		if v == 0 || slices.Contains(four[:k], v) {
			continue
		}
		n := 0
		for _, o := range four {
			if o == v {
				n++
			}
		}
		// One or three of the four cells make a corner, two on a diagonal make two, and two side by side make an edge.
		if n == 1 || n == 3 {
			found(v)
		} else if n == 2 && ([2]int32{nw, se} == [2]int32{v, v} || [2]int32{ne, sw} == [2]int32{v, v}) {
			found(v)
			found(v)
		}
	}
}

// column returns the column of cell i in the bordered array, or its row if byRow is true.
func (l *labels) column(i int, byRow bool) int {
	if byRow {
		return i / l.stride
	}
	return i % l.stride
}
