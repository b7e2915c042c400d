package tiled

import (
	"fmt"
	"sort"
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
	id                             uint32 // in its tileset
	diagonal, horizontal, vertical bool
	hexagonal120                   bool // rotated by 120 degrees; only on hexagonal maps
}

// tileIn returns the tile for a gid of the tileset.
func tileIn(t *tileset, gid uint32) *tile {
	return &tile{
		id: gid&^gidFlags - t.firstGID, diagonal: gid&flipDiagonal != 0, horizontal: gid&flipHorizontal != 0,
		vertical: gid&flipVertical != 0, hexagonal120: gid&hexagonal120 != 0,
	}
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
