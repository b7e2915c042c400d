package importers

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"fillet/collision"
)

// Vec is a point of the grid's frame.
type Vec = collision.Vec

// MaxCells limits the number of cells in a grid, MaxGridSide its width and height in cells.
const (
	MaxCells    = 1 << 24
	MaxGridSide = 1 << 20
)

// Grid is a rectangle of cells, row by row from the top left: cell (x, y) has the value Cells[y*Width+x]. It can be
// turned into merged outlines with holes ([Grid.Merge]), the fewest rectangles ([Grid.Rects]), one box per cell
// ([Grid.Boxes]) or closed chains of edges ([Grid.Chains]).
//
// The frame is the grid's own: the top left corner of cell (0, 0) is the origin, x points right and y down, and cells
// are CellWidth by CellHeight. The results cover the cells exactly and do not overlap. Every coordinate is a multiple
// of the cell's size, or of half of it on slopes. A slope fills only part of its cell ([Grid.Forms]); outlines and
// chains follow it.
//
// Value 0 is empty. Cells of one value that share an edge belong together; cells that meet only at a corner do not.
type Grid struct {
	Width, Height         int // in cells
	Cells                 []int
	CellWidth, CellHeight float64    // in pixels
	Forms                 []TileForm // by cell: the part that is filled; nil means that every cell is full
	MaxShapes             int        // limit on the number of shapes; 0 is no limit
}

// ErrTooMany reports a grid that yields more shapes than MaxShapes.
var ErrTooMany = errors.New("the grid exceeds the limit on shapes")

// checkCount returns ErrTooMany if n exceeds MaxShapes.
func (g *Grid) checkCount(n int) error {
	if g.MaxShapes > 0 && n > g.MaxShapes {
		return ErrTooMany
	}
	return nil
}

// Check validates the grid's numbers before anything of its size is allocated.
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

// Boxes returns one rectangle per cell, row by row. It leaves out cells with slopes; see [Grid.Slopes].
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

// Flip is a set of reflections of a tile in its cell, applied in order: about the diagonal from its top left corner,
// vertically, horizontally.
type Flip uint8

// The flips.
const (
	FlipDiagonal Flip = 1
	FlipY        Flip = 2
	FlipX        Flip = 4
)

// FlipOf returns the combination of flips.
func FlipOf(x, y, diagonal bool) (f Flip) {
	if diagonal {
		f |= FlipDiagonal
	}
	if x {
		f |= FlipX
	}
	if y {
		f |= FlipY
	}
	return f
}

// In returns the map that flips the contents of a box with its upper left corner at the origin. A diagonal flip also
// swaps the sides of the box.
func (f Flip) In(size Vec) Affine {
	m := MoveBy(Vec{})
	if f&FlipDiagonal != 0 {
		m.X, m.Y = m.Y, m.X
		size.X, size.Y = size.Y, size.X
	}
	if f&FlipX != 0 {
		m = Affine{Vec{X: -1}, Vec{Y: 1}, Vec{X: size.X}}.After(m)
	}
	if f&FlipY != 0 {
		m = Affine{Vec{X: 1}, Vec{Y: -1}, Vec{Y: size.Y}}.After(m)
	}
	return m
}

// TileForm is the part of its cell that a value fills: all of it, or the part below a slope.
type TileForm struct {
	Slope Slope
	Flip  Flip
}

// Slope is the part of a cell below a line that rises to the right.
type Slope uint8

// The slopes.
const (
	FullSlope Slope = iota // no slope: the whole cell
	Slope45                // from the lower left corner to the upper right one
	SlopeLow               // from the lower left corner to the middle of the right side: lower half of a 1 in 2 rise
	SlopeHigh              // from the middle of the left side to the upper right corner: its upper half
)

// Flipped returns the form after its whole cell is flipped.
func (f TileForm) Flipped(by Flip) TileForm {
	// Mirroring an already flipped form about the diagonal swaps its horizontal and vertical flips.
	if by&FlipDiagonal != 0 {
		f.Flip = f.Flip&FlipDiagonal | (f.Flip&FlipX)>>1 | (f.Flip&FlipY)<<1
	}
	f.Flip ^= by
	return f
}

// half is a point in a cell, in units of half the cell's width and height.
type half struct{ x, y int }

// outline returns the outline of the filled part of a cell, clockwise on the screen.
func (f TileForm) outline() []half {
	var out []half
	switch f.Slope {
	case Slope45:
		out = []half{{2, 0}, {2, 2}, {0, 2}}
	case SlopeLow:
		out = []half{{2, 1}, {2, 2}, {0, 2}}
	case SlopeHigh:
		out = []half{{0, 1}, {2, 0}, {2, 2}, {0, 2}}
	default:
		return []half{{0, 0}, {2, 0}, {2, 2}, {0, 2}}
	}
	mirrored := false
	for i, p := range out {
		if f.Flip&FlipDiagonal != 0 {
			p.x, p.y = p.y, p.x
		}
		if f.Flip&FlipX != 0 {
			p.x = 2 - p.x
		}
		if f.Flip&FlipY != 0 {
			p.y = 2 - p.y
		}
		out[i] = p
	}
	for _, bit := range []Flip{FlipDiagonal, FlipX, FlipY} {
		mirrored = mirrored != (f.Flip&bit != 0)
	}
	if mirrored {
		slices.Reverse(out)
	}
	return out
}

// In returns the outline of the filled part of a box, relative to its upper left corner and clockwise on the screen.
func (f TileForm) In(size Vec) []Vec {
	var out []Vec
	for _, p := range f.outline() {
		out = append(out, Vec{X: float64(float64(p.x) * size.X / 2), Y: float64(float64(p.y) * size.Y / 2)})
	}
	return out
}

// has reports whether the form has an edge along a side of its cell: 0 is the top, 1 the right, 2 the bottom and 3 the
// left.
func (f TileForm) has(side int) bool {
	n := 0
	for _, p := range f.outline() {
		if [4]bool{p.y == 0, p.x == 2, p.y == 2, p.x == 0}[side] {
			n++
		}
	}
	return n == 2
}

// labels numbers the components of a grid from 1. A component is a 4-connected set of cells of one value; empty cells
// have label 0. A border of zeros, one cell wide, ensures that a cell's neighbours always exist: cell (x, y) has index
// (y+1)*stride + x+1.
type labels struct {
	stride int
	of     []int32
	values []int // by label; values[0] is 0
}

func (l *labels) index(x, y int) int { return (y+1)*l.stride + x + 1 }

// runs counts the cells that start a run in their row and differ from the cell above.
func (g *Grid) runs() int {
	n := 0
	for y := range g.Height {
		row, left := g.Cells[y*g.Width:(y+1)*g.Width], 0
		for x, v := range row {
			if v != 0 && v != left && (y == 0 || g.Cells[(y-1)*g.Width+x] != v) {
				n++
			}
			left = v
		}
	}
	return n
}

// forest is a union-find structure: the parent of each node. The root of a set is its smallest node and its own parent.
type forest []int32

func (f forest) find(a int32) int32 {
	for f[a] != a {
		f[a] = f[f[a]]
		a = f[a]
	}
	return a
}

func (f forest) join(a, b int32) {
	a, b = f.find(a), f.find(b)
	f[max(a, b)] = min(a, b)
}

func (g *Grid) label() (*labels, error) {
	l := &labels{stride: g.Width + 2, of: make([]int32, (g.Width+2)*(g.Height+2)), values: []int{0}}
	parent := make(forest, 1, g.runs()+1) // over provisional labels, which are runs of rows
	for y := range g.Height {
		row := g.Cells[y*g.Width : (y+1)*g.Width]
		at := l.index(0, y)
		left := 0 // the value of the cell to the left
		for x, v := range row {
			if v == 0 {
				left = 0
				continue
			}
			i := at + x
			var label int32
			if v == left {
				label = l.of[i-1]
			}
			if y > 0 && g.Cells[(y-1)*g.Width+x] == v {
				above := l.of[i-l.stride]
				switch {
				case label == 0:
					label = above
				case label != above:
					parent.join(label, above)
				}
			}
			if label == 0 {
				label = int32(len(parent))
				parent = append(parent, label)
			}
			l.of[i] = label
			left = v
		}
	}
	// Parents are smaller than their children, so one pass in order gives the final numbers.
	next := int32(0)
	for i := 1; i < len(parent); i++ {
		if parent[i] == int32(i) {
			next++
			parent[i] = next
		} else {
			parent[i] = parent[parent[i]]
		}
	}
	if err := g.checkCount(int(next)); err != nil {
		return nil, err
	}
	l.values = make([]int, next+1)
	for y := range g.Height {
		at := l.index(0, y)
		for x, v := range g.Cells[y*g.Width : (y+1)*g.Width] {
			if v != 0 {
				n := parent[l.of[at+x]]
				l.of[at+x] = n
				l.values[n] = v
			}
		}
	}
	return l, nil
}

// add returns a new label with the same value as an existing one.
func (l *labels) add(like int32) int32 { return l.addValue(l.values[like]) }

// addValue returns a new label with a value.
func (l *labels) addValue(v int) int32 {
	l.values = append(l.values, v)
	return int32(len(l.values) - 1)
}

// pinched returns the label whose cells meet only diagonally at the top left vertex of cell i, and these two cells. The
// label is 0 if there is none.
func (l *labels) pinched(i int) (label int32, a, b int) {
	nw, ne, sw, se := i-l.stride-1, i-l.stride, i-1, i
	if v := l.of[nw]; v != 0 && v == l.of[se] && v != l.of[ne] && v != l.of[sw] {
		return v, nw, se
	}
	if v := l.of[ne]; v != 0 && v == l.of[sw] && v != l.of[nw] && v != l.of[se] {
		return v, ne, sw
	}
	return 0, 0, 0
}

// unpinch removes cells, with the cells welded to them, from components until no component meets itself at a corner.
// Its outline would touch itself there, and could not be rounded. It returns the number of removals for each value.
func (l *labels) unpinch(width, height int) (taken map[int]int) {
	var work []int
	for y := 1; y < height; y++ {
		for x, i := 1, l.index(1, y); x < width; x, i = x+1, i+1 {
			// Most cells are in rows of equal labels, so compare both diagonals first.
			if l.of[i] == l.of[i-1] || l.of[i-l.stride-1] == l.of[i-l.stride] {
				continue
			}
			if v, _, _ := l.pinched(i); v != 0 {
				work = append(work, i)
			}
		}
	}
	if work == nil {
		return nil
	}
	taken = map[int]int{}
	seen := make([]bool, len(l.values)) // by label: the components that lost cells
	var out []int
	for len(work) > 0 {
		i := work[len(work)-1]
		work = work[:len(work)-1]
		v, a, b := l.pinched(i)
		if v == 0 {
			continue
		}
		if l.neighbours(b) < l.neighbours(a) {
			a, b = b, a
		}
		if out = l.welded(a, out); slices.Contains(out, b) {
			for _, c := range out[1:] {
				l.of[c] = v
			}
			out = out[:1] // a alone
		}
		taken[l.values[v]]++
		for len(seen) < len(l.values) {
			seen = append(seen, false)
		}
		seen[v] = true
		for _, c := range out { // removing cells can only pinch a component at their own corners
			work = append(work, c, c+1, c+l.stride, c+l.stride+1)
		}
	}
	l.relabel(seen)
	return taken
}

// maxWelded limits the number of cells that are removed from a component together.
const maxWelded = 4096

// welded gives a new label to a cell and, recursively, to the cells of its label along which its straight edges
// continue. A body that moves along the edges then never passes from one label to another. If there are more than
// maxWelded such cells, only the cell itself gets the label.
func (l *labels) welded(i int, room []int) []int {
	v, n := l.of[i], l.add(l.of[i])
	out := append(room[:0], i)
	l.of[i] = n
	isIn := func(c int) bool { return l.of[c] == v || l.of[c] == n }
	for k := 0; k < len(out); k++ {
		c := out[k]
		for d, step := range [4]int{1, l.stride, -1, -l.stride} {
			side := l.stride
			if d%2 == 1 {
				side = 1
			}
			if j := c + step; l.of[j] == v && (!isIn(c+side) && !isIn(j+side) || !isIn(c-side) && !isIn(j-side)) {
				l.of[j] = n
				out = append(out, j)
			}
		}
		if len(out) > maxWelded {
			for _, c := range out[1:] {
				l.of[c] = v
			}
			return out[:1]
		}
	}
	return out
}

// neighbours counts the neighbours of cell i with the same label.
func (l *labels) neighbours(i int) int {
	n := 0
	for _, j := range [4]int{i - 1, i + 1, i - l.stride, i + l.stride} {
		if l.of[j] == l.of[i] {
			n++
		}
	}
	return n
}

// relabel gives each connected part of the components in the set a separate label; the first part keeps the old label.
// The set is indexed by label.
func (l *labels) relabel(set []bool) {
	first := make([]bool, len(set))
	done := make([]bool, len(l.of))
	var stack []int
	for i, v := range l.of {
		if v == 0 || done[i] || int(v) >= len(set) || !set[v] {
			continue
		}
		n := v
		if first[v] {
			n = l.add(v)
		}
		first[v] = true
		stack = append(stack[:0], i)
		done[i] = true
		for len(stack) > 0 {
			c := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			l.of[c] = n
			for _, j := range [4]int{c - 1, c + 1, c - l.stride, c + l.stride} {
				if l.of[j] == v && !done[j] {
					done[j] = true
					stack = append(stack, j)
				}
			}
		}
	}
}

// independent returns a maximum independent set of a bipartite graph: no two of its nodes are joined. The edges are
// listed by left node. The set is the complement of the vertex cover that König's theorem derives from a maximum
// matching.
func independent(ctx context.Context, edges [][]int32, rightCount int) (left, right []bool, err error) {
	m := &matching{edges: edges, ofLeft: make([]int32, len(edges)), ofRight: make([]int32, rightCount)}
	for i := range m.ofLeft {
		m.ofLeft[i] = none
	}
	for i := range m.ofRight {
		m.ofRight[i] = none
	}
	m.level = make([]int32, len(edges))
	m.next = make([]int32, len(edges))
	for m.layer() {
		if err := ctx.Err(); err != nil {
			return nil, nil, err
		}
		clear(m.next)
		for u := range edges {
			if m.ofLeft[u] == none {
				m.augment(int32(u))
			}
		}
	}
	// The last layering found no free right node, so a left node has a level if and only if an alternating path reaches
	// it from an unmatched left node. The cover is the left nodes that are not reached and the right nodes that are.
	left, right = make([]bool, len(edges)), make([]bool, rightCount)
	for i := range right {
		right[i] = true
	}
	for u := range edges {
		if left[u] = m.level[u] != none; left[u] {
			for _, v := range edges[u] {
				right[v] = false
			}
		}
	}
	return left, right, nil
}

const none = -1

// matching is the state of the Hopcroft–Karp algorithm.
type matching struct {
	edges           [][]int32
	ofLeft, ofRight []int32
	level           []int32 // by left node: half the length of the shortest alternating path that reaches it
	next            []int32 // by left node: the first edge that this phase has not tried
	queue           []int32
	path            []int32
}

// layer computes the levels and reports whether an unmatched right node can be reached.
func (m *matching) layer() bool {
	m.queue = m.queue[:0]
	for u := range m.level {
		m.level[u] = none
		if m.ofLeft[u] == none {
			m.level[u] = 0
			m.queue = append(m.queue, int32(u))
		}
	}
	free := false
	for k := 0; k < len(m.queue); k++ {
		u := m.queue[k]
		for _, v := range m.edges[u] {
			w := m.ofRight[v]
			if w == none {
				free = true
			} else if m.level[w] == none {
				m.level[w] = m.level[u] + 1
				m.queue = append(m.queue, w)
			}
		}
	}
	return free
}

// augment follows levels from an unmatched left node to an unmatched right node. It does not recurse, because a path
// can be as long as the graph.
func (m *matching) augment(root int32) {
	m.path = append(m.path[:0], root)
	for len(m.path) > 0 {
		u := m.path[len(m.path)-1]
		if int(m.next[u]) == len(m.edges[u]) {
			m.level[u] = none
			m.path = m.path[:len(m.path)-1]
			continue
		}
		v := m.edges[u][m.next[u]]
		w := m.ofRight[v]
		if w != none && m.level[w] == m.level[u]+1 {
			m.path = append(m.path, w)
			m.next[u]++
			continue
		}
		if w != none {
			m.next[u]++
			continue
		}
		// Match each node of the path with the edge it tried last.
		for i := len(m.path) - 1; i >= 0; i-- {
			u := m.path[i]
			if i < len(m.path)-1 {
				v = m.edges[u][m.next[u]-1]
			}
			m.ofLeft[u], m.ofRight[v] = v, u
		}
		m.next[u]++
		return
	}
}
