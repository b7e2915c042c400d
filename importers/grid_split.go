package importers

import "slices"

// split cuts components with more than limit corners along lines of the grid into parts, few of which have more than
// limit. It returns the number of additional parts for each value.
//
// The corners of a component are divided among boxes at their medians, as in a k-d tree, with room for the corners that
// the cuts add; then each box's part of the component is labelled once. Visiting all cells again after each cut would
// take many times as long.
func (l *labels) split(width, height, limit int) (extra map[int]int) {
	corners := l.countCorners(width, height)
	ofLarge := map[int32][]int32{} // the corners of each large component, as indices of cells
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

// countCorners counts the corners of each label.
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

// isPlain reports whether no label has a corner at the top left vertex of cell i, as is most often the case.
func (l *labels) isPlain(i int) bool {
	above, below := l.of[i-l.stride-1:i-l.stride+1:i-l.stride+1], l.of[i-1:i+1:i+1]
	return above[0] == above[1] && below[0] == below[1] || above[0] == below[0] && above[1] == below[1]
}

// cellBox is a box of cells of the bordered array, from column x0 to before x1 and from row y0 to before y1.
type cellBox struct{ x0, y0, x1, y1 int }

// splitBoxes divides a component among boxes with at most about limit of its corners each, and gives each connected
// part of it in a box a label of its own. Cells along which a straight edge continues stay together. It returns the
// number of parts.
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

// mendCuts gives cells on both sides of a cut the same label where a straight edge continues across it, with all cells
// that are welded to these. The labels from first to before last belong to the boxes of one component.
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
			if len(cells) <= mostWelded {
				for _, c := range cells {
					l.of[c] = l.of[i]
				}
			}
		}
	}
}

// median returns the column, or the row, of a box's middle corner; ok is false if a cut there would leave one side
// empty.
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

// flood changes the label of the connected cells of one label, starting at cell i.
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

// column returns the column, or with byRow the row, of cell i in the bordered array.
func (l *labels) column(i int, byRow bool) int {
	if byRow {
		return i / l.stride
	}
	return i % l.stride
}
