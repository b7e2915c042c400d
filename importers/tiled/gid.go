package tiled

import (
	"fmt"
	"sort"
)

// The flags of a gid: how its tile lies in the cell. The last one only hexagonal maps have.
const (
	flipHorizontal = 0x80000000
	flipVertical   = 0x40000000
	flipDiagonal   = 0x20000000
	hexagonal120   = 0x10000000

	gidFlags = flipHorizontal | flipVertical | flipDiagonal | hexagonal120
)

// tile is a tile of a tileset, and how it lies in its cell.
type tile struct {
	id                             uint32 // in its tileset
	diagonal, horizontal, vertical bool
	hexagonal120                   bool // turned by 120 degrees; hexagonal maps only
}

// tileIn is the tile of a gid that belongs to a tileset.
func tileIn(t *tileset, gid uint32) *tile {
	return &tile{
		id: gid&^gidFlags - t.firstGID, diagonal: gid&flipDiagonal != 0, horizontal: gid&flipHorizontal != 0,
		vertical: gid&flipVertical != 0, hexagonal120: gid&hexagonal120 != 0,
	}
}

// tileOf finds a tile by its gid: it belongs to the last tileset that begins no later.
func (m *mapRecord) tileOf(gid uint32) (*tileset, *tile, error) {
	bare := gid &^ gidFlags
	i := sort.Search(len(m.tilesets), func(i int) bool { return m.tilesets[i].firstGID > bare })
	if bare == 0 || i == 0 {
		return nil, nil, fmt.Errorf("no tileset has the tile %d", bare)
	}
	return m.tilesets[i-1], tileIn(m.tilesets[i-1], gid), nil
}
