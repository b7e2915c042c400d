package play

import (
	"cmp"
	"math"
)

// novelty is the order in which a survey goes on: from where least has been tried out so far. So new ground comes before more of what is well
// known, and no place is left behind because another is nearer.
//
// What waits is divided into cells: squares of the level, on ground or in the air, with a rough class of velocity and what doors are
// open. A cell comes the sooner the less it has been gone on from, and the less its square has in all its cells.
type novelty struct {
	cells []novelCell // of search.queues
	of    map[cellKey]int32
	tried map[[2]int32]int32 // how often it has been gone on from a square
	heap  []cellTurn
}

// novelCell is one of the queues of a survey.
type novelCell struct {
	square [2]int32
	ground bool
	listed bool  // it is in the heap
	tried  int32 // how often it has been gone on from it
}

type cellKey struct {
	square   [2]int32
	rest     uint8
	progress uint64
}

// cellTurn is a cell in the heap, by what its rank was when it came there: a rank only grows.
type cellTurn struct {
	rank float64
	cell int32
}

const (
	novelSquare = 32  // pixels
	squareShare = 0.2 // what a try elsewhere in the square counts
	airShare    = 2.5 // how much sooner than in the air it is gone on from ground
	wellTried   = 8   // after so many tries what else waits in a cell tells little that is new
)

// cellOf finds the cell of a moment.
func (v *novelty) cellOf(n *Situation, s *Settings) int32 {
	k := cellKey{square: [2]int32{int32(math.Floor(n.Position.X / novelSquare)), int32(math.Floor(n.Position.Y / novelSquare))}, progress: n.Progress}
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

// rank is what a cell is ordered by, the least first.
func (v *novelty) rank(cell int32) float64 {
	c := &v.cells[cell]
	r := float64(c.tried) + float64(squareShare*float64(v.tried[c.square]-c.tried))
	if !c.ground {
		r = float64(r*airShare) + 0.5
	}
	return r
}

// list puts a cell in which something waits into the heap.
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

// next takes the cell whose turn it is out of the heap.
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
		v.list(top.cell) // it was tried meanwhile in the same square
	}
}

// try counts that it is gone on from a cell. It returns how often it was before.
func (v *novelty) try(cell int32) int32 {
	c := &v.cells[cell]
	c.tried++
	v.tried[c.square]++
	return c.tried - 1
}
