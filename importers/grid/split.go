package grid

import "slices"

// split cuts components with more than limit corners in two along a line of the grid, again and again, until each part
// has at most limit. The line leaves about half of the corners on either side, across the longer side of the part. It
// reports into how many parts more than before each value fell.
func (l *labels) split(width, height, limit int) (extra map[int]int) {
	corners := make([]int, len(l.values))
	for y := range height + 1 {
		for x, i := 0, l.index(0, y); x <= width; x, i = x+1, i+1 {
			l.cornersAt(i, func(label int32) { corners[label]++ })
		}
	}
	large := map[int32]bool{}
	for label, n := range corners {
		if n > limit {
			large[int32(label)] = true
		}
	}
	if len(large) == 0 {
		return nil
	}
	cells := map[int32][]int{} // of each large component, row by row
	for i, v := range l.of {
		if v != 0 && large[v] {
			cells[v] = append(cells[v], i)
		}
	}
	extra = map[int]int{}
	for v := int32(1); int(v) < len(corners); v++ {
		if large[v] {
			extra[l.values[v]] += l.splitPart(cells[v], limit) - 1
		}
	}
	return extra
}

// cornersAt calls found for every label that has a corner at the top left vertex of cell i.
func (l *labels) cornersAt(i int, found func(int32)) {
	nw, ne, sw, se := l.of[i-l.stride-1], l.of[i-l.stride], l.of[i-1], l.of[i]
	if nw == ne && sw == se || nw == sw && ne == se {
		return // an edge passes straight through, or nothing does
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
		// One or three of the four are a corner; two on a diagonal are two; two side by side are an edge.
		if n == 1 || n == 3 {
			found(v)
		} else if n == 2 && ([2]int32{nw, se} == [2]int32{v, v} || [2]int32{ne, sw} == [2]int32{v, v}) {
			found(v)
			found(v)
		}
	}
}

// splitPart splits one connected part, given by its cells, and returns into how many parts it fell.
func (l *labels) splitPart(cells []int, limit int) int {
	pending := [][]int{cells}
	parts := 0
	for len(pending) > 0 {
		cells := pending[len(pending)-1]
		pending = pending[:len(pending)-1]
		columns, rows := l.cornerLines(cells)
		if len(columns) <= limit {
			parts++
			continue
		}
		// The corners' median is a line inside the part, because corners lie on both its outer sides as well.
		lines, byRow := columns, false
		if rows[len(rows)-1]-rows[0] > columns[len(columns)-1]-columns[0] {
			lines, byRow = rows, true
		}
		cut := lines[len(lines)/2]
		if cut == lines[0] {
			cut = lines[0] + 1
		}
		if cut == lines[len(lines)-1] {
			cut--
		}
		v := l.of[cells[0]]
		other := l.add(v)
		for _, c := range cells {
			if at := l.column(c, byRow); at >= cut {
				l.of[c] = other
			}
		}
		pending = append(pending, l.connected(cells)...)
	}
	return parts
}

// column is the column, or with byRow the row, of cell i in the bordered array.
func (l *labels) column(i int, byRow bool) int {
	if byRow {
		return i / l.stride
	}
	return i % l.stride
}

// cornerLines lists the columns and the rows of all corners of a part, each sorted.
func (l *labels) cornerLines(cells []int) (columns, rows []int) {
	v := l.of[cells[0]]
	for _, c := range cells {
		for _, i := range [4]int{c, c + 1, c + l.stride, c + l.stride + 1} {
			if l.of[i] == v && l.of[i-1] == v && l.of[i-l.stride] == v && l.of[i-l.stride-1] == v || l.owner(i, v) != c {
				continue
			}
			l.cornersAt(i, func(label int32) {
				if label == v {
					columns = append(columns, i%l.stride)
					rows = append(rows, i/l.stride)
				}
			})
		}
	}
	slices.Sort(columns)
	slices.Sort(rows)
	return columns, rows
}

// owner is the first of the four cells around a vertex that has the label, so that each corner is counted from one cell.
func (l *labels) owner(i int, v int32) int {
	for _, c := range [4]int{i - l.stride - 1, i - l.stride, i - 1, i} {
		if l.of[c] == v {
			return c
		}
	}
	return -1
}

// connected gives each connected piece of the cells, which hold two labels that no other cell holds, a new label of its
// own and lists the pieces.
func (l *labels) connected(cells []int) [][]int {
	var out [][]int
	firstNew := int32(len(l.values))
	buffer := make([]int, 0, len(cells)) // all pieces, one after another
	for _, start := range cells {
		v := l.of[start]
		if v >= firstNew {
			continue
		}
		n := l.add(v)
		begin := len(buffer)
		buffer = append(buffer, start)
		l.of[start] = n
		for k := begin; k < len(buffer); k++ {
			c := buffer[k]
			for _, j := range [4]int{c - 1, c + 1, c - l.stride, c + l.stride} {
				if l.of[j] == v {
					l.of[j] = n
					buffer = append(buffer, j)
				}
			}
		}
		out = append(out, buffer[begin:len(buffer):len(buffer)])
	}
	return out
}
