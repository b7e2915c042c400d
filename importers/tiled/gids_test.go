package tiled

import (
	"bytes"
	"compress/zlib"
	"encoding/base64"
	"encoding/binary"
	"slices"
	"testing"

	"fillet/editor/testkit"
)

// packed compresses tiles as Tiled does.
func packed(t *testing.T, tiles []uint32) string {
	t.Helper()
	var b bytes.Buffer
	w := zlib.NewWriter(&b)
	if err := binary.Write(w, binary.LittleEndian, tiles); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return base64.StdEncoding.EncodeToString(b.Bytes())
}

// Packed tiles are unpacked unchanged, however many distinct tiles there are.
func TestPackedTiles(t *testing.T) {
	t.Parallel()
	for _, distinct := range []int{1, 2, 256, 257, 65_536, 65_537, 80_000} {
		tiles := make([]uint32, 100_000)
		for i := range tiles {
			tiles[i] = uint32(i % distinct * 7)
		}
		got, err := readBase64(packed(t, tiles), "zlib", len(tiles))
		if err != nil {
			t.Fatal(err)
		}
		back := make([]uint32, 0, len(tiles))
		for i, gid := range got.all() {
			if i != len(back) {
				t.Fatalf("tile %d has the index %d", len(back), i)
			}
			back = append(back, gid)
		}
		if !slices.Equal(back, tiles) {
			t.Errorf("%d distinct tiles came back as others", distinct)
		}
		if _, err := readBase64(packed(t, tiles), "zlib", len(tiles)-1); err == nil {
			t.Error("a surplus tile is accepted")
		}
		if _, err := readBase64(packed(t, tiles), "zlib", len(tiles)+1); err == nil {
			t.Error("a missing tile is accepted")
		}
	}
}

// A small file that describes millions of cells takes only one byte of memory per cell.
func TestPackedTilesTakeLittleMemory(t *testing.T) {
	const n = 4 << 20
	text := packed(t, make([]uint32, n))
	var got *gids
	took := testkit.AllocatedBytes(func() {
		var err error
		if got, err = readBase64(text, "zlib", n); err != nil {
			t.Fatal(err)
		}
	})
	if took > n+n/2 || got.len() != n {
		t.Errorf("%d tiles, packed into %d bytes, take %d", got.len(), len(text), took)
	}
}
