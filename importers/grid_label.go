package importers

import "slices"

// labels numbers the components of a grid from 1. A component is 4-connected and of one value; empty cells have 0. A
// border of zeros, one cell wide, ensures that a cell's neighbours always exist: cell (x, y) is at (y+1)*stride + x+1.
type labels struct {
	stride int
	of     []int32
	values []int // by label; values[0] is 0
}

func (l *labels) index(x, y int) int { return (y+1)*l.stride + x + 1 }

// runs counts the cells that start a run in their row and have no equal cell above.
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

func (g *Grid) label() (*labels, error) {
	l := &labels{stride: g.Width + 2, of: make([]int32, (g.Width+2)*(g.Height+2)), values: []int{0}}
	parent := make([]int32, 1, g.runs()+1) // union-find over provisional labels: each row's runs, joined to those above
	find := func(a int32) int32 {
		for parent[a] != a {
			parent[a] = parent[parent[a]]
			a = parent[a]
		}
		return a
	}
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
					if a, b := find(label), find(above); a < b {
						parent[b] = a
					} else {
						parent[a] = b
					}
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

// add makes a new label with the value of an old one.
func (l *labels) add(like int32) int32 {
	l.values = append(l.values, l.values[like])
	return int32(len(l.values) - 1)
}

// pinched returns the label whose cells meet only diagonally at the top left vertex of cell i, or 0, and those two
// cells.
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

// unpinch takes cells, with the cells welded to them, out of components until no component meets itself at a corner:
// its outlines would touch there, and it could not be rounded. It returns how often it took cells out of each value.
func (l *labels) unpinch(width, height int) (taken map[int]int) {
	var work []int
	for y := 1; y < height; y++ {
		for x, i := 1, l.index(1, y); x < width; x, i = x+1, i+1 {
			// Rows of equal labels are by far the most: look at the two on the diagonals first.
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
		for _, c := range out { // taking cells out can only pinch at their own corners
			work = append(work, c, c+1, c+l.stride, c+l.stride+1)
		}
	}
	l.relabel(seen)
	return taken
}

// mostWelded limits the cells that are taken out of a component together.
const mostWelded = 4096

// welded gives a cell a new label, together with the cells of its label along which its straight edges continue, and so
// on from these. A body that moves along the edges then never passes from one label to another. With more than
// mostWelded such cells, only the cell itself gets the label.
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
		if len(out) > mostWelded {
			for _, c := range out[1:] {
				l.of[c] = v
			}
			return out[:1]
		}
	}
	return out
}

// neighbours counts the neighbours of cell i that have its label.
func (l *labels) neighbours(i int) int {
	n := 0
	for _, j := range [4]int{i - 1, i + 1, i - l.stride, i + l.stride} {
		if l.of[j] == l.of[i] {
			n++
		}
	}
	return n
}

// relabel gives each connected part of the components in the set, by label, a label of its own; the first part keeps
// the old one.
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
