package grid

import (
	"context"
	"slices"
)

// shaped merges cells some of which hold slopes. Its frame is in halves of cells, because slopes of 1 in 2 end there:
// the sides of cells are half edges, and two cells of one value belong together where they share one.
type shaped struct {
	g       *Grid
	part    []int32 // by cell: cells of different parts do not belong together; see cut
	alone   []bool  // by cell: it belongs to no other cell; see unpinch
	label   []int32 // by cell, from 1; 0 is empty
	count   int     // labels
	kinds   map[Form]*kind
	kindsOf []*kind // by cell
	extra   map[int]int
	taken   map[int]int
}

// kind is a form taken apart.
type kind struct {
	steps []step
	sides [4]uint8 // of the top, right, bottom and left side: which of their halves are filled, as bits
}

// step is an edge of a form, clockwise; side is that of the cell it lies on, or 4 for a slope, and bit which half of it.
type step struct {
	from, to half
	side     int
	bit      uint8
}

func (g *Grid) hasSlopes() bool {
	for i, f := range g.Forms {
		if f.Slope != Full && g.Cells[i] != 0 {
			return true
		}
	}
	return false
}

func newShaped(g *Grid) *shaped {
	n := len(g.Cells)
	s := &shaped{
		g: g, part: make([]int32, n), alone: make([]bool, n), label: make([]int32, n), kindsOf: make([]*kind, n),
		kinds: map[Form]*kind{}, extra: map[int]int{}, taken: map[int]int{},
	}
	for i, v := range g.Cells {
		if v == 0 {
			continue
		}
		f := g.Forms[i]
		k := s.kinds[f]
		if k == nil {
			k = f.kind()
			s.kinds[f] = k
		}
		s.kindsOf[i] = k
	}
	return s
}

func (f Form) kind() *kind {
	k := &kind{}
	outline := f.outline()
	for i, from := range outline {
		to := outline[(i+1)%len(outline)]
		side := 4
		switch {
		case from.y == 0 && to.y == 0:
			side = 0
		case from.x == 2 && to.x == 2:
			side = 1
		case from.y == 2 && to.y == 2:
			side = 2
		case from.x == 0 && to.x == 0:
			side = 3
		}
		if side == 4 {
			k.steps = append(k.steps, step{from: from, to: to, side: side})
			continue
		}
		d := half{direction(to.x - from.x), direction(to.y - from.y)}
		for at := from; at != to; {
			next := half{at.x + d.x, at.y + d.y}
			bit := uint8(1) << min(at.x+at.y-corner(side), next.x+next.y-corner(side))
			k.steps = append(k.steps, step{at, next, side, bit})
			k.sides[side] |= bit
			at = next
		}
	}
	return k
}

// corner is the sum of the coordinates of a side's first point.
func corner(side int) int {
	if side == 1 || side == 2 {
		return 2
	}
	return 0
}

func direction(x int) int {
	switch {
	case x < 0:
		return -1
	case x > 0:
		return 1
	}
	return 0
}

// neighbour is the cell beyond a side, -1 outside the grid.
func (s *shaped) neighbour(i, side int) int {
	w := s.g.Width
	switch x := i % w; {
	case side == 0 && i >= w:
		return i - w
	case side == 1 && x+1 < w:
		return i + 1
	case side == 2 && i+w < len(s.g.Cells):
		return i + w
	case side == 3 && x > 0:
		return i - 1
	}
	return -1
}

// joined is which halves of a side two cells that may belong together share.
func (s *shaped) joined(i, side int) uint8 {
	j := s.neighbour(i, side)
	if j < 0 || s.g.Cells[i] != s.g.Cells[j] || s.part[i] != s.part[j] || s.alone[i] || s.alone[j] {
		return 0
	}
	return s.kindsOf[i].sides[side] & s.kindsOf[j].sides[(side+2)%4]
}

// connect gives the cells that belong together one label, numbered in the order of their first cells.
func (s *shaped) connect(ctx context.Context) error {
	clear(s.label)
	s.count = 0
	var stack []int
	for start, v := range s.g.Cells {
		if v == 0 || s.label[start] != 0 {
			continue
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		s.count++
		if err := s.g.checkCount(s.count); err != nil {
			return err
		}
		s.label[start] = int32(s.count)
		stack = append(stack[:0], start)
		for len(stack) > 0 {
			i := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			for side := range 4 {
				if s.joined(i, side) == 0 {
					continue
				}
				if j := s.neighbour(i, side); s.label[j] == 0 {
					s.label[j] = int32(s.count)
					stack = append(stack, j)
				}
			}
		}
	}
	return nil
}

// border is an edge between a label's inside, on its right hand, and what is not: its ends are vertices of the half
// grid, numbered row by row.
type border struct {
	from, to int
	label    int32
	cell     int
}

func (s *shaped) stride() int { return 2*s.g.Width + 1 }

// borders lists the borders of all labels, by label and then by cell.
func (s *shaped) borders() [][]border {
	out := make([][]border, s.count+1)
	stride := s.stride()
	for i, k := range s.kindsOf {
		if k == nil {
			continue
		}
		x, y := 2*(i%s.g.Width), 2*(i/s.g.Width)
		for _, e := range k.steps {
			if e.side < 4 && s.joined(i, e.side)&e.bit != 0 {
				continue
			}
			l := s.label[i]
			out[l] = append(out[l], border{(y+e.from.y)*stride + x + e.from.x, (y+e.to.y)*stride + x + e.to.x, l, i})
		}
	}
	return out
}

// unpinch sets cells apart at vertices where a label meets itself, and reports whether there were any.
func (s *shaped) unpinch(all [][]border) bool {
	found := false
	for _, list := range all {
		at := make(map[int]int, len(list)) // the first border from each vertex
		for i, b := range list {
			k, twice := at[b.from]
			if !twice {
				at[b.from] = i
				continue
			}
			a := list[k].cell
			if s.neighbours(b.cell) < s.neighbours(a) {
				a = b.cell
			}
			if !s.alone[a] && !s.alone[b.cell] && !s.alone[list[k].cell] {
				s.alone[a] = true
				s.taken[s.g.Cells[a]]++
			}
			found = true
		}
	}
	return found
}

func (s *shaped) neighbours(i int) int {
	n := 0
	for side := range 4 {
		if s.joined(i, side) != 0 {
			n++
		}
	}
	return n
}

// cut parts labels of too many corners in two, across the longer side, and reports whether there were any.
func (s *shaped) cut(all [][]border, limit int) bool {
	large := map[int32][4]int{} // by label: the columns and rows that its cells span
	for l, list := range all {
		if len(list) > limit && s.corners(list) > limit {
			w := s.g.Width
			span := [4]int{w, s.g.Height, 0, 0}
			for _, b := range list {
				x, y := b.cell%w, b.cell/w
				span = [4]int{min(span[0], x), min(span[1], y), max(span[2], x), max(span[3], y)}
			}
			large[int32(l)] = span
			s.extra[s.g.Cells[list[0].cell]]++
		}
	}
	if len(large) == 0 {
		return false
	}
	next := slices.Max(s.part)
	parts := map[int32]int32{}
	for i, l := range s.label {
		span, ok := large[l]
		if !ok {
			continue
		}
		at, lo, hi := i%s.g.Width, span[0], span[2]
		if span[3]-span[1] > hi-lo {
			at, lo, hi = i/s.g.Width, span[1], span[3]
		}
		if at <= (lo+hi)/2 {
			continue
		}
		if parts[l] == 0 {
			next++
			parts[l] = next
		}
		s.part[i] = parts[l]
	}
	return len(parts) > 0
}

func (s *shaped) corners(list []border) int {
	n := 0
	for _, loop := range s.loops(list) {
		n += len(loop)
	}
	return n
}

// loops joins a label's borders. Where several leave a vertex the walk takes the leftmost turn, so that no loop passes a
// vertex twice. Vertices within a straight edge are left out.
func (s *shaped) loops(list []border) [][]half {
	stride := s.stride()
	from := make(map[int][]int, len(list))
	for i, b := range list {
		from[b.from] = append(from[b.from], i)
	}
	point := func(v int) half { return half{v % stride, v / stride} }
	used := make([]bool, len(list))
	var out [][]half
	for start := range list {
		if used[start] {
			continue
		}
		var loop []half
		for i := start; !used[i]; {
			used[i] = true
			loop = append(loop, point(list[i].from))
			d := minus(point(list[i].to), point(list[i].from))
			best, bestTurn := -1, half{}
			for _, j := range from[list[i].to] {
				if used[j] && j != start {
					continue
				}
				e := minus(point(list[j].to), point(list[j].from))
				turn := half{d.x*e.x + d.y*e.y, d.x*e.y - d.y*e.x} // as a vector from straight ahead
				if best < 0 || lefter(turn, bestTurn) {
					best, bestTurn = j, turn
				}
			}
			if best < 0 {
				break
			}
			i = best
		}
		out = append(out, straight(loop))
	}
	return out
}

func minus(a, b half) half { return half{a.x - b.x, a.y - b.y} }

// lefter reports whether turn a goes more to the left hand than turn b; y points down.
func lefter(a, b half) bool {
	rank := func(t half) int { // left, straight ahead or back, right
		switch {
		case t.y < 0:
			return 0
		case t.y == 0:
			return 1
		}
		return 2
	}
	if rank(a) != rank(b) {
		return rank(a) < rank(b)
	}
	return a.x*b.y-a.y*b.x > 0
}

func straight(loop []half) []half {
	var out []half
	for i, p := range loop {
		d, e := minus(p, loop[(i+len(loop)-1)%len(loop)]), minus(loop[(i+1)%len(loop)], p)
		if d.x*e.y != d.y*e.x {
			out = append(out, p)
		}
	}
	return out
}

func (s *shaped) vecs(loop []half) []Vec {
	out := make([]Vec, len(loop))
	for i, p := range loop {
		out[i] = Vec{X: float64(float64(p.x) * s.g.CellWidth / 2), Y: float64(float64(p.y) * s.g.CellHeight / 2)}
	}
	return out
}

// isHole reports whether a loop runs counter-clockwise on the screen.
func isHole(loop []half) bool {
	area := 0
	for i, p := range loop {
		q := loop[(i+1)%len(loop)]
		area += p.x*q.y - p.y*q.x
	}
	return area < 0
}

// mergeShaped is Merge for a grid with slopes.
func (g *Grid) mergeShaped(ctx context.Context, limit int) (*MergeResult, error) {
	s := newShaped(g)
	var all [][]border
	for {
		if err := s.connect(ctx); err != nil {
			return nil, err
		}
		all = s.borders()
		if !s.unpinch(all) && !s.cut(all, limit) {
			break
		}
	}
	out := &MergeResult{Detached: s.taken, Split: s.extra}
	for _, list := range all {
		if len(list) == 0 {
			continue
		}
		r := Region{Value: g.Cells[list[0].cell]}
		for _, loop := range s.loops(list) {
			if isHole(loop) {
				r.Holes = append(r.Holes, s.vecs(loop))
			} else {
				r.Outline = s.vecs(loop)
			}
		}
		out.Regions = append(out.Regions, r)
	}
	return out, nil
}

// chainsShaped is Chains for a grid with slopes.
func (g *Grid) chainsShaped(ctx context.Context) ([]Chain, error) {
	s := newShaped(g)
	if err := s.connect(ctx); err != nil {
		return nil, err
	}
	var out []Chain
	for _, list := range s.borders() {
		for _, loop := range s.loops(list) {
			out = append(out, Chain{g.Cells[list[0].cell], s.vecs(loop), isHole(loop)})
		}
	}
	return out, nil
}

// Slopes is one region a cell that a slope fills in part. Boxes and Rects leave these out.
func (g Grid) Slopes(ctx context.Context) ([]Region, error) {
	if err := g.Check(); err != nil {
		return nil, err
	}
	if !g.hasSlopes() {
		return nil, ctx.Err()
	}
	var out []Region
	for i, v := range g.Cells {
		if i%4096 == 0 {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
		}
		if v == 0 || g.Forms[i].Slope == Full {
			continue
		}
		corner := g.at(i%g.Width, i/g.Width)
		r := Region{Value: v}
		for _, p := range g.Forms[i].outline() {
			r.Outline = append(r.Outline, corner.Add(Vec{X: float64(float64(p.x) * g.CellWidth / 2), Y: float64(float64(p.y) * g.CellHeight / 2)}))
		}
		out = append(out, r)
		if err := g.checkCount(len(out)); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// withoutSlopes is the grid without the cells that slopes fill in part.
func (g Grid) withoutSlopes() Grid {
	if !g.hasSlopes() {
		g.Forms = nil
		return g
	}
	cells := slices.Clone(g.Cells)
	for i, f := range g.Forms {
		if f.Slope != Full {
			cells[i] = 0
		}
	}
	g.Cells, g.Forms = cells, nil
	return g
}
