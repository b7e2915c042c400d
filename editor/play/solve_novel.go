package play

import (
	"cmp"
	"math"
)

// novelty is the order of a survey: it continues where the least has been tried so far. So new ground comes before more
// of what is well known, and no place is left behind because another is nearer.
//
// Waiting states are divided into cells: squares of the level, on the ground or in the air, with a coarse class of
// velocity and the state of the doors. A cell comes earlier the less it has been tried, and the less its whole square
// has been tried.
type novelty struct {
	cells []novelCell // in step with search.queues
	of    map[cellKey]int32
	tried map[[2]int32]int32 // how often each square has been tried
	heap  []cellTurn
}

// novelCell is one of the queues of a survey.
type novelCell struct {
	square [2]int32
	ground bool
	listed bool  // it is in the heap
	tried  int32 // how often it has been tried
}

type cellKey struct {
	square   [2]int32
	rest     uint8
	progress uint64
}

// cellTurn is a cell in the heap, with its rank at the time it was added: ranks only grow.
type cellTurn struct {
	rank float64
	cell int32
}

const (
	novelSquare = 32  // pixels
	squareShare = 0.2 // weight of a try elsewhere in the square
	airShare    = 2.5 // how much earlier ground comes than air
	wellTried   = 8   // after this many tries, more states of a cell reveal little
)

// cellOf returns the cell of a situation.
func (v *novelty) cellOf(n *Situation, s *Settings) int32 {
	k := cellKey{square: [2]int32{
		int32(math.Floor(n.Position.X / novelSquare)),
		int32(math.Floor(n.Position.Y / novelSquare)),
	}, progress: n.Progress}
	sign := func(v, least float64) uint8 {
		switch {
		case v > least:
			return 2
		case v < -least:
			return 1
		}
		return 0
	}
	k.rest = sign(n.Velocity.X, float64(s.Speed/4)) * 2
	if n.Grounded {
		k.rest++
	} else {
		k.rest += sign(n.Velocity.Y, float64(s.Speed/4)) * 8
	}
	if n.Crouched {
		k.rest += 32
	}
	if n.Climbing {
		k.rest += 64
	}
	i, ok := v.of[k]
	if !ok {
		i = int32(len(v.cells))
		v.of[k] = i
		v.cells = append(v.cells, novelCell{square: k.square, ground: n.Grounded})
	}
	return i
}

// rank returns the sort key of a cell, the least first.
func (v *novelty) rank(cell int32) float64 {
	c := &v.cells[cell]
	r := float64(c.tried) + float64(squareShare*float64(v.tried[c.square]-c.tried))
	if !c.ground {
		r = float64(r*airShare) + 0.5
	}
	return r
}

// list puts a cell with waiting states into the heap.
func (v *novelty) list(cell int32) {
	if v.cells[cell].listed {
		return
	}
	v.cells[cell].listed = true
	v.heap = append(v.heap, cellTurn{v.rank(cell), cell})
	for i := len(v.heap) - 1; i > 0; {
		up := (i - 1) / 2
		if compareTurns(v.heap[i], v.heap[up]) >= 0 {
			return
		}
		v.heap[i], v.heap[up] = v.heap[up], v.heap[i]
		i = up
	}
}

func compareTurns(a, b cellTurn) int {
	if a.rank != b.rank {
		return cmp.Compare(a.rank, b.rank)
	}
	return int(a.cell) - int(b.cell)
}

// next removes the cell whose turn it is from the heap.
func (v *novelty) next() int32 {
	for {
		top := v.heap[0]
		n := len(v.heap) - 1
		v.heap[0] = v.heap[n]
		v.heap = v.heap[:n]
		for i := 0; ; {
			k := 2*i + 1
			if k >= n {
				break
			}
			if k+1 < n && compareTurns(v.heap[k+1], v.heap[k]) < 0 {
				k++
			}
			if compareTurns(v.heap[i], v.heap[k]) <= 0 {
				break
			}
			v.heap[i], v.heap[k] = v.heap[k], v.heap[i]
			i = k
		}
		v.cells[top.cell].listed = false
		if v.rank(top.cell) <= top.rank {
			return top.cell
		}
		v.list(top.cell) // its square was tried in the meantime
	}
}

// try counts a try from a cell and returns the previous count.
func (v *novelty) try(cell int32) int32 {
	c := &v.cells[cell]
	c.tried++
	v.tried[c.square]++
	return c.tried - 1
}
