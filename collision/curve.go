package collision

import (
	"math/bits"
	"slices"
)

// spaceCurve is a Hilbert curve over a box (D. Hilbert, 1891). Consecutive points on it are neighbours, so runs of
// points have small bounds.
type spaceCurve struct {
	origin Vec
	scale  float64
	bits   int // per coordinate, a multiple of three
	turns  *turns
}

// newSpaceCurve returns a curve fine enough for n points.
func newSpaceCurve(box AABB, n int, t *turns) spaceCurve {
	size := box.Size()
	fine := min(3*((bits.Len(uint(n))/2+3)/3), 15)
	return spaceCurve{box.Min, float64(int(1)<<fine-1) / max(size.X, size.Y, 1e-300), fine, t}
}

// At returns a point's position on the curve.
func (c *spaceCurve) At(p Vec) uint32 {
	x, y := uint32((p.X-c.origin.X)*c.scale), uint32((p.Y-c.origin.Y)*c.scale)
	place, state := uint32(0), uint32(0)
	for shift := c.bits - 3; shift >= 0; shift -= 3 {
		e := uint32(c.turns[(state<<6|y>>shift&7<<3|x>>shift&7)&0xFF])
		place, state = place<<6|e>>2, e&3
	}
	return place
}

// turns is a lookup table for three levels of the curve at once. It maps a state and three bits each of y and x to six
// bits of the position and, below them, the next state.
type turns [4 << 6]uint8

// newTurns derives the three levels from a single level, on which the curve goes through the quadrants in the shape of
// a U. State 1 mirrors the U in the diagonal, state 2 rotates it by half a turn, and state 3 does both.
func newTurns() *turns {
	// The index is the state and one bit each of y and x; the value is four times the position plus the next state.
	one := [4 << 2]uint8{
		1, 15, 4, 8,
		0, 5, 14, 9,
		10, 6, 13, 3,
		11, 12, 7, 2,
	}
	t := new(turns)
	for i := range t {
		state, x, y, place := i>>6, i&7, i>>3&7, 0
		for bit := 2; bit >= 0; bit-- {
			e := int(one[state<<2|y>>bit&1<<1|x>>bit&1])
			state, place = e&3, place<<2|e>>2
		}
		t[i] = uint8(place<<2 | state)
	}
	return t
}

// keyed is an item with its sort key.
type keyed struct {
	Key  uint64
	What int32
}

// radixSort sorts by key and skips digits that all keys share. It is stable. It returns the sorted slice and the spare
// one.
func radixSort(data, spare []keyed) (sorted, rest []keyed) {
	if len(data) < 2 {
		return data, spare
	}
	spare = slices.Grow(spare[:0], len(data))[:len(data)]
	first := data[0].Key
	var differ uint64
	for i := range data {
		differ |= data[i].Key ^ first
	}
	const maxDigit = 11
	digit := maxDigit
	if len(data) < 1<<maxDigit {
		digit = 8 // 11 bits, with 2,048 counters, would cost more than they save
	}
	var count [1 << maxDigit]int32
	for shift := 0; shift < 64; shift += digit {
		if differ>>shift&(1<<digit-1) == 0 {
			continue
		}
		width := min(bits.Len64(differ>>shift), digit)
		mask := uint64(1)<<width - 1
		clear(count[:mask+1])
		for i := range data {
			count[data[i].Key>>shift&mask&(1<<maxDigit-1)]++
		}
		sum := int32(0)
		for i, c := range count[:mask+1] {
			count[i] = sum
			sum += c
		}
		for i := range data {
			at := &count[data[i].Key>>shift&mask&(1<<maxDigit-1)]
			spare[*at] = data[i]
			*at++
		}
		data, spare = spare, data
	}
	return data, spare
}
