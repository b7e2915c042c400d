package godot

import "fillet/importers"

// The few cells of a layer may be spread over 2^32 positions. Each group of cells gets its own grid, so that the size
// of all grids is proportional to the number of cells.

func (c tileCell) column() (x, y int) { return int(c.x), int(c.y) }

// columns places cells by column and row.
var columns = matrix{place: tileCell.column, wide: 1, high: 1}

// span returns the bounds of the occupied places, hi exclusive.
func (m *matrix) span(list []tileCell) (lo, hi [2]int) {
	for i, c := range list {
		x, y := m.place(c)
		if i == 0 {
			lo = [2]int{x, y}
			hi = lo
		}
		lo = [2]int{min(lo[0], x), min(lo[1], y)}
		hi = [2]int{max(hi[0], x+m.wide), max(hi[1], y+m.high)}
	}
	return lo, hi
}

// grids splits cells into grids: a single grid if that is not too large, otherwise one per group. Groups are more than
// reach apart.
func (m *matrix) grids(list []tileCell, reach int) [][]tileCell {
	switch {
	case len(list) == 0:
		return nil
	case m.fits(list):
		return [][]tileCell{list}
	}
	return m.apart(list, reach, nil)
}

// apart appends the groups of cells, halving groups that are too large for one grid.
func (m *matrix) apart(list []tileCell, reach int, out [][]tileCell) [][]tileCell {
	for _, group := range m.groups(list, reach) {
		if m.fits(group) {
			out = append(out, group)
			continue
		}
		for _, half := range m.halves(group) {
			out = m.apart(half, reach, out)
		}
	}
	return out
}

// fits reports whether a grid around the cells is not much larger than its content.
func (m *matrix) fits(list []tileCell) bool {
	lo, hi := m.span(list)
	return len(list) < 2 || (hi[0]-lo[0])*(hi[1]-lo[1]) <= min(importers.MaxCells, 64*len(list)+1<<16)
}

// halves splits the cells at the middle of their longer axis.
func (m *matrix) halves(list []tileCell) [2][]tileCell {
	lo, hi := m.span(list)
	across := 0
	if hi[1]-lo[1] > hi[0]-lo[0] {
		across = 1
	}
	middle := (lo[across] + hi[across]) / 2
	var halves [2][]tileCell
	for _, c := range list {
		x, y := m.place(c)
		side := 0
		if [2]int{x, y}[across] >= middle {
			side = 1
		}
		halves[side] = append(halves[side], c)
	}
	return halves
}

// groups splits the cells into groups that are more than reach apart. Within a group, cells are connected by steps of
// less than twice the reach.
func (m *matrix) groups(list []tileCell, reach int) [][]tileCell {
	floor := func(x int) int {
		if x < 0 {
			return -1 - (-1-x)/reach
		}
		return x / reach
	}
	number := map[[2]int]int{} // by square of reach × reach cells
	squares := make([]int, len(list))
	var parent []int
	find := func(i int) int {
		for parent[i] != i {
			parent[i] = parent[parent[i]]
			i = parent[i]
		}
		return i
	}
	for i, c := range list {
		x, y := m.place(c)
		at := [2]int{floor(x), floor(y)}
		n, ok := number[at]
		if !ok {
			n = len(parent)
			number[at], parent = n, append(parent, n)
			for k := range 9 {
				if o, ok := number[[2]int{at[0] + k%3 - 1, at[1] + k/3 - 1}]; ok {
					a, b := find(o), find(n)
					parent[max(a, b)] = min(a, b)
				}
			}
		}
		squares[i] = n
	}
	of := map[int]int{} // group index by root
	var out [][]tileCell
	for i, c := range list {
		root := find(squares[i])
		k, ok := of[root]
		if !ok {
			k = len(out)
			of[root], out = k, append(out, nil)
		}
		out[k] = append(out[k], c)
	}
	return out
}
