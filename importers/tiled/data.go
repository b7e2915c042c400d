package tiled

import (
	"cmp"
	"compress/gzip"
	"compress/zlib"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"fillet/editor/quote"
	"fillet/importers"

	"github.com/klauspost/compress/zstd"
)

// readChunks reads a layer's tiles as one chunk of the layer's size, or as the chunks of an infinite map. The layer's x
// and y shift them by whole cells.
func (m *mapRecord) readChunks(l *layerRecord) error {
	const far = 1 << 22 // tiles from the origin
	var err error
	integer := func(n *node, name string, or, least, limit int) int {
		i, e := n.integer(name, or, least, limit)
		err = cmp.Or(err, e)
		return i
	}
	left, top := integer(l.node, "x", 0, -far, far), integer(l.node, "y", 0, -far, far)
	if err != nil {
		return err
	}
	data := l.node.child("data")
	if data == nil {
		return nil
	}
	if data.child("chunk") == nil {
		if m.infinite && data.gids == nil && strings.TrimSpace(data.text) == "" {
			return nil // a layer without chunks
		}
		w, h := integer(l.node, "width", m.width, 0, importers.MaxGridSide),
			integer(l.node, "height", m.height, 0, importers.MaxGridSide)
		x, y := integer(l.node, "startx", 0, -far, far), integer(l.node, "starty", 0, -far, far) // only in JSON
		if err != nil {
			return err
		}
		return m.addChunk(l, chunk{x: left + x, y: top + y, width: w, height: h}, data, data)
	}
	for i, c := range data.children {
		x, y := integer(c, "x", 0, -far, far), integer(c, "y", 0, -far, far)
		w, h := integer(c, "width", 0, 0, importers.MaxGridSide), integer(c, "height", 0, 0, importers.MaxGridSide)
		if err == nil {
			err = m.addChunk(l, chunk{x: left + x, y: top + y, width: w, height: h}, data, c)
		}
		if err != nil {
			return fmt.Errorf("chunk %d: %w", i, err)
		}
	}
	return nil
}

func (m *mapRecord) addChunk(l *layerRecord, c chunk, data, n *node) error {
	count := c.width * c.height
	if m.files.cells += count; count > importers.MaxCells || m.files.cells > importers.MaxCells {
		return fmt.Errorf("the tiles of all layers %w: more than %d", errTooMuch, importers.MaxCells)
	}
	gids, err := readGIDs(data, n, count)
	if err != nil {
		return err
	}
	// Like Tiled, accept missing data and missing tile elements, but not missing tiles in other encodings.
	mayLack := gids.len() == 0 || data.attr("encoding") == ""
	n.text, n.gids = "", nil // no longer needed
	if gids.len() != count {
		found := fmt.Sprintf("found %s for %d by %d cells", quote.Count(gids.len(), "tile"), c.width, c.height)
		if gids.len() > count || !mayLack {
			return errors.New(found)
		}
		m.issues.Add(m.issue(importers.Warning, l.node, "%s; the others are empty, as in Tiled", found))
	}
	if c.gids = gids; gids.len() > 0 {
		if l.chunks = append(l.chunks, c); m.hi == m.lo {
			m.lo, m.hi = [2]int{c.x, c.y}, [2]int{c.x + c.width, c.y + c.height}
		}
		m.lo = [2]int{min(m.lo[0], c.x), min(m.lo[1], c.y)}
		m.hi = [2]int{max(m.hi[0], c.x+c.width), max(m.hi[1], c.y+c.height)}
	}
	return nil
}

// readGIDs reads count tiles in the encoding that data specifies.
func readGIDs(data, n *node, count int) (*gids, error) {
	isBlank := strings.TrimSpace(n.text) == ""
	switch encoding := data.attr("encoding"); {
	case n.gids != nil || isBlank:
		return &gids{plain: n.gids}, nil
	case encoding == "csv":
		plain, err := readCSV(n.text, count)
		return &gids{plain: plain}, err
	case encoding == "base64":
		return readBase64(n.text, data.attr("compression"), count)
	case encoding != "":
		return nil, fmt.Errorf("unknown encoding %q", quote.Excerpt(encoding))
	}
	return nil, errors.New("the tiles have no encoding")
}

func readCSV(text string, count int) ([]uint32, error) {
	text = strings.TrimSpace(text)
	gids := make([]uint32, 0, min(count, strings.Count(text, ",")+1))
	for text != "" {
		field, rest, _ := strings.Cut(text, ",")
		field = strings.TrimSpace(field)
		gid, err := strconv.ParseUint(cmp.Or(field, "0"), 10, 32)
		if err != nil {
			return nil, fmt.Errorf("%q is not a tile", quote.Excerpt(field))
		}
		if gids = append(gids, uint32(gid)); len(gids) > count {
			return nil, fmt.Errorf("there are more than %d tiles", count)
		}
		text = strings.TrimLeft(rest, " \t\r\n")
	}
	return gids, nil
}

// readBase64 unpacks at most count tiles, so that a small file cannot request much memory. Like Tiled, it accepts white
// space everywhere, and no padding.
func readBase64(text, compression string, count int) (*gids, error) {
	text = strings.TrimRight(strings.Join(strings.Fields(text), ""), "=")
	packed := base64.NewDecoder(base64.RawStdEncoding, strings.NewReader(text))
	r := packed
	var err error
	switch compression {
	case "":
	case "zlib":
		r, err = zlib.NewReader(packed)
	case "gzip":
		r, err = gzip.NewReader(packed)
	case "zstd":
		var d *zstd.Decoder
		room := max(uint64(4*count), 8<<20) // a frame of a single segment is unpacked at once
		d, err = zstd.NewReader(packed, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(room),
			zstd.WithDecoderMaxWindow(room), zstd.WithDecoderLowmem(true))
		if err == nil {
			defer d.Close()
			r = d
		}
	default:
		return nil, fmt.Errorf("unknown compression %q", quote.Excerpt(compression))
	}
	if err != nil {
		return nil, fmt.Errorf("the tiles cannot be unpacked: %w", err)
	}
	out := &gids{number: map[uint32]int{}, bytes: make([]uint8, 0, count)}
	if compression == "" {
		out = &gids{plain: make([]uint32, 0, min(count, len(text)*3/16+1))}
	}
	var some [8 << 10]byte
	size, left := 0, 0 // bytes in total, and bytes of an incomplete tile
	for r = io.LimitReader(r, int64(count)*4+1); err == nil; {
		var n int
		n, err = r.Read(some[left:])
		size += n
		n += left
		end := n &^ 3
		for i := 0; i < end && out.len() < count; i += 4 {
			out.add(binary.LittleEndian.Uint32(some[i:]))
		}
		left = copy(some[:], some[end:n])
	}
	if !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("the tiles cannot be unpacked: %w", err)
	}
	if size != count*4 {
		return nil, fmt.Errorf("the tiles take %d bytes or more instead of %d", size, count*4)
	}
	return out, nil
}
