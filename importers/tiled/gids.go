package tiled

import (
	"fmt"
	"iter"
	"math"
	"slices"
	"sort"

	"fillet/importers"
)

// Flags of a gid for the tile's orientation in its cell. Only hexagonal maps use the last one.
const (
	flipHorizontal = 0x80000000
	flipVertical   = 0x40000000
	flipDiagonal   = 0x20000000
	hexagonal120   = 0x10000000

	gidFlags = flipHorizontal | flipVertical | flipDiagonal | hexagonal120
)

// tile is a tile of a tileset with its orientation in the cell.
type tile struct {
	id           uint32 // in its tileset
	flip         importers.Flip
	hexagonal120 bool // rotated by 120 degrees; only on hexagonal maps
}

func tileIn(t *tileset, gid uint32) *tile {
	flip := importers.FlipOf(gid&flipHorizontal != 0, gid&flipVertical != 0, gid&flipDiagonal != 0)
	return &tile{gid&^gidFlags - t.firstGID, flip, gid&hexagonal120 != 0}
}

// tileOf returns the tile for a gid. The tile belongs to the last tileset with a lower or equal first gid.
func (m *mapRecord) tileOf(gid uint32) (*tileset, *tile, error) {
	bare := gid &^ gidFlags
	i := sort.Search(len(m.tilesets), func(i int) bool { return m.tilesets[i].firstGID > bare })
	if bare == 0 || i == 0 {
		return nil, nil, fmt.Errorf("no tileset has the tile %d", bare)
	}
	return m.tilesets[i-1], tileIn(m.tilesets[i-1], gid), nil
}

// gids holds the tiles of a chunk, row by row. The tiles of a packed chunk are stored as indices of distinct tiles in
// as few bytes as possible, because a small file can describe millions of cells with few distinct tiles.
type gids struct {
	plain  []uint32 // the tiles themselves, or nil if they are indexed
	values []uint32 // distinct tiles
	number map[uint32]int
	bytes  []uint8 // each tile's index in values, up to 256 values
	words  []uint16
}

func (g *gids) len() int { return len(g.plain) + len(g.bytes) + len(g.words) }

// all yields each tile with its index.
func (g *gids) all() iter.Seq2[int, uint32] {
	return func(yield func(int, uint32) bool) {
		for i := range g.len() {
			if !yield(i, g.at(i)) {
				return
			}
		}
	}
}

// distinct yields all tiles that occur. If tiles are not indexed, some are repeated.
func (g *gids) distinct() iter.Seq[uint32] {
	if g.plain != nil {
		return slices.Values(g.plain)
	}
	return slices.Values(g.values)
}

func (g *gids) at(i int) uint32 {
	switch {
	case g.plain != nil:
		return g.plain[i]
	case g.words != nil:
		return g.values[g.words[i]]
	}
	return g.values[g.bytes[i]]
}

func (g *gids) add(gid uint32) {
	if g.plain != nil {
		g.plain = append(g.plain, gid)
		return
	}
	n, ok := g.number[gid]
	if !ok {
		n = len(g.values)
		g.number[gid], g.values = n, append(g.values, gid)
		switch n {
		case math.MaxUint8 + 1:
			words := make([]uint16, len(g.bytes), cap(g.bytes))
			for i, b := range g.bytes {
				words[i] = uint16(b)
			}
			g.words, g.bytes = words, nil
		case math.MaxUint16 + 1:
			plain := make([]uint32, len(g.words), cap(g.words))
			for i, w := range g.words {
				plain[i] = g.values[w]
			}
			*g = gids{plain: append(plain, gid)}
			return
		}
	}
	if g.words != nil {
		g.words = append(g.words, uint16(n))
	} else {
		g.bytes = append(g.bytes, uint8(n))
	}
}
