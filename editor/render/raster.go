package render

import (
	"encoding/binary"
	"image/color"
	"math"
	"math/bits"
)

// raster turns edges into coverage and blends it, one horizontal band of the picture at a time.
//
// Coverage is exact: every edge adds, to each pixel that it crosses, the change in the area to its right (the
// "accumulation buffer" of area coverage). A running sum along a row is then the winding number averaged over the
// pixel, and its magnitude, clamped to 1, is the coverage by the non-zero rule. The contribution of an edge to a row
// depends only on the edge and the row, so a picture is the same, bit for bit, however it is split into bands.
//
// Rows are sparse: touched marks the pixels where the sum changes, and the runs between them have constant coverage.
type raster struct {
	width    int // width of the picture
	top, end int // the rows of the band, end excluded
	stride   int // columns of area: width + 2, rounded up to whole words of touched
	area     []float32
	touched  []uint64
	sprites  spriteBuffers
	minus    *raster // a second buffer for shapes that are cut out of others; created on first use
}

// edge is one side of a polygon in picture pixels, within the picture. Its direction gives the sign of the winding.
type edge struct{ x0, y0, x1, y1 float32 }

// aim prepares the buffers for the rows from top to end of a picture.
func (r *raster) aim(width, top, end int) {
	r.width, r.top, r.end = width, top, end
	r.stride = (width + 2 + 63) &^ 63
	if n := r.stride * (end - top); len(r.area) < n {
		r.area = make([]float32, n)
		r.touched = make([]uint64, n/64)
	}
	if r.minus != nil {
		r.minus.aim(width, top, end)
	}
}

// add accumulates the part of the edges within the band.
func (r *raster) add(edges []edge) {
	top, end := float32(r.top), float32(r.end)
	for i := range edges {
		e := edges[i]
		sign := float32(1)
		if e.y0 > e.y1 {
			e.x0, e.y0, e.x1, e.y1 = e.x1, e.y1, e.x0, e.y0
			sign = -1
		}
		if e.y1 <= top || e.y0 >= end {
			continue
		}
		r.addEdge(&e, sign)
	}
}

// addEdge accumulates an edge that goes down. Its crossings of row borders are computed from its upper end alone, so
// they do not depend on the band.
func (r *raster) addEdge(e *edge, sign float32) {
	y, last := e.y0, e.y1
	if top := float32(r.top); y < top {
		y = top
	}
	if end := float32(r.end); last > end {
		last = end
	}
	left, right := e.x0, e.x1
	if left > right {
		left, right = right, left
	}
	slope := float32(0)
	if left != right {
		slope = (e.x1 - e.x0) / (e.y1 - e.y0)
	}
	x := e.x0
	if y > e.y0 {
		x = cut(e.x0+float32((y-e.y0)*slope), left, right)
	}
	row := int(y)
	at := (row - r.top) * r.stride
	for bottom := float32(row + 1); y < last; bottom++ {
		if bottom > last {
			bottom = last
		}
		next := e.x1
		if bottom < e.y1 {
			next = cut(e.x0+float32((bottom-e.y0)*slope), left, right)
		}
		h := float32((bottom - y) * sign)
		if column := int(x); column == int(next) {
			part := float32((float32((x+next)/2) - float32(column)) * h)
			two := r.area[at+column : at+column+2 : at+column+2]
			two[0] += h - part
			two[1] += part
			r.markTwo(at + column)
		} else {
			r.addRow(at, x, next, h)
		}
		x, y = next, bottom
		at += r.stride
	}
}

func cut(x, left, right float32) float32 {
	if x < left {
		return left
	}
	if x > right {
		return right
	}
	return x
}

// addRow accumulates the part of an edge within the row that starts at the given index. The part goes from xa to xb,
// across several pixels, and covers the signed height h.
func (r *raster) addRow(at int, xa, xb, h float32) {
	if xa > xb {
		xa, xb = xb, xa
	}
	first, lastColumn := int(xa), int(xb)
	density := h / (xb - xa)
	area := r.area[at+first : at+lastColumn+2]
	a := xa
	for c := range len(area) - 1 {
		border := float32(first + c)
		b := border + 1
		if b > xb {
			b = xb
		}
		share := float32(density * (b - a))
		part := float32((float32((a+b)/2) - border) * share)
		area[c] += share - part
		area[c+1] += part
		a = b
	}
	r.mark(at+first, lastColumn-first+2)
}

// markTwo records that the pixel at index i and the next one changed.
func (r *raster) markTwo(i int) {
	r.touched[i>>6] |= 3 << uint(i&63)
	if i&63 == 63 {
		r.touched[i>>6+1] |= 1
	}
}

// mark records that n pixels from index i on changed. A row starts at a whole word.
func (r *raster) mark(i, n int) {
	word, bit := i>>6, uint(i&63)
	if int(bit)+n <= 64 {
		r.touched[word] |= (1<<uint(n) - 1) << bit
		return
	}
	r.touched[word] |= ^uint64(0) << bit
	n -= 64 - int(bit)
	for word++; n >= 64; word++ {
		r.touched[word] = ^uint64(0)
		n -= 64
	}
	r.touched[word] |= 1<<uint(n) - 1
}

// addBoth accumulates two shapes, the second one in the second buffer.
func (r *raster) addBoth(edges, minus []edge) {
	if r.minus == nil {
		r.minus = &raster{}
		r.minus.aim(r.width, r.top, r.end)
	}
	r.add(edges)
	r.minus.add(minus)
}

// flush blends the accumulated coverage in the rows y0 to y1 and the columns x0 to x1 with the ink, and clears it.
func (r *raster) flush(pix []byte, x0, y0, x1, y1 int, k *ink) {
	y0, y1 = max(y0, r.top), min(y1, r.end)
	for y := y0; y < y1; y++ {
		line := pix[y*r.width*4 : (y+1)*r.width*4]
		r.flushRow(line, y, x0, x1, k)
	}
}

func (r *raster) flushRow(line []byte, y, x0, x1 int, k *ink) {
	at := (y - r.top) * r.stride
	area := r.area[at : at+r.stride]
	words := r.touched[at>>6 : (at+r.stride)>>6]
	sum, done := float32(0), x0 // all columns before done are blended
	for w, end := x0>>6, min((x1+1)>>6+1, len(words)); w < end; w++ {
		set := words[w]
		if set == 0 {
			continue
		}
		words[w] = 0
		for ; set != 0; set &= set - 1 {
			x := w<<6 + bits.TrailingZeros64(set)
			if x > done {
				if c := coverage(sum); c > 0 {
					k.span(line, y, done, min(x, r.width), c)
				}
			}
			sum += area[x]
			area[x] = 0
			done = x + 1
			if x >= r.width {
				continue
			}
			c := coverage(sum)
			switch {
			case c == 0:
			case k.tile != nil:
				k.pixel(line, y, x, c)
			default:
				p := line[x*4 : x*4+4 : x*4+4]
				binary.LittleEndian.PutUint32(p, k.over(binary.LittleEndian.Uint32(p), uint32(c*k.alpha+128)>>8))
			}
		}
	}
	if done < x1 {
		if c := coverage(sum); c > 0 {
			k.span(line, y, done, min(x1, r.width), c)
		}
	}
}

// flushWithout blends the accumulated coverage minus the coverage in the second buffer.
func (r *raster) flushWithout(pix []byte, x0, y0, x1, y1 int, k *ink) {
	y0, y1 = max(y0, r.top), min(y1, r.end)
	for y := y0; y < y1; y++ {
		line := pix[y*r.width*4 : (y+1)*r.width*4]
		at := (y - r.top) * r.stride
		plus, minus := float32(0), float32(0)
		done := x0
		for w := x0 >> 6; w <= (x1+1)>>6 && w < r.stride>>6; w++ {
			i := at>>6 + w
			set := r.touched[i] | r.minus.touched[i]
			r.touched[i], r.minus.touched[i] = 0, 0
			for ; set != 0; set &= set - 1 {
				x := w<<6 + bits.TrailingZeros64(set)
				if c := coverage(plus) - coverage(minus); c > 0 && x > done {
					k.span(line, y, done, min(x, r.width), c)
				}
				plus += r.area[at+x]
				minus += r.minus.area[at+x]
				r.area[at+x], r.minus.area[at+x] = 0, 0
				if c := coverage(plus) - coverage(minus); c > 0 && x < r.width {
					k.pixel(line, y, x, c)
				}
				done = x + 1
			}
		}
		if c := coverage(plus) - coverage(minus); c > 0 && done < x1 {
			k.span(line, y, done, min(x1, r.width), c)
		}
	}
}

// flushOutlined blends an area and its outline. The first buffer has the area within the outline's outer side, the
// second the area within its inner side. Their winding has the given sign. The outline is opaque, so the colour of the
// area beneath it does not matter.
func (r *raster) flushOutlined(pix []byte, x0, y0, x1, y1 int, sign float32, line, area *ink) {
	y0, y1 = max(y0, r.top), min(y1, r.end)
	in := r.minus
	for y := y0; y < y1; y++ {
		row := pix[y*r.width*4 : (y+1)*r.width*4]
		at := (y - r.top) * r.stride
		outer, inner := float32(0), float32(0)
		done := x0
		for w, end := x0>>6, min((x1+1)>>6+1, r.stride>>6); w < end; w++ {
			i := at>>6 + w
			set := r.touched[i] | in.touched[i]
			if set == 0 {
				continue
			}
			r.touched[i], in.touched[i] = 0, 0
			for ; set != 0; set &= set - 1 {
				x := w<<6 + bits.TrailingZeros64(set)
				if x > done {
					blendOutlined(row, y, done, min(x, r.width), coverage(max(outer, 0)), coverage(max(inner, 0)), line,
						area)
				}
				outer += float32(r.area[at+x] * sign)
				inner += float32(in.area[at+x] * sign)
				r.area[at+x], in.area[at+x] = 0, 0
				done = x + 1
				if x >= r.width {
					continue
				}
				a, b := coverage(max(outer, 0)), coverage(max(inner, 0))
				if b > 0 {
					area.pixel(row, y, x, a)
				}
				if a > b {
					p := row[x*4 : x*4+4 : x*4+4]
					binary.LittleEndian.PutUint32(p, line.over(binary.LittleEndian.Uint32(p), uint32(a-b)))
				}
			}
		}
		if done < x1 {
			blendOutlined(row, y, done, min(x1, r.width), coverage(max(outer, 0)), coverage(max(inner, 0)), line, area)
		}
	}
}

func blendOutlined(row []byte, y, from, end int, a, b int32, line, area *ink) {
	if b > 0 {
		area.span(row, y, from, end, a)
	}
	if a > b {
		line.span(row, y, from, end, a-b)
	}
}

// coverage returns the covered part of a pixel, in units of 1/256, for its mean winding number.
func coverage(winding float32) int32 {
	// The conversion rounds toward 0: keep the value positive for small windings of either sign.
	c := int32(float32(winding*256)+256.5) - 256
	if c < 0 {
		c = -c
	}
	if c > 256 {
		return 256
	}
	return c
}

// box blends an axis-aligned rectangle, in picture pixels within the picture.
func (r *raster) box(pix []byte, e edge, k *ink) {
	y0, y1 := max(int(e.y0), r.top), min(int(math.Ceil(float64(e.y1))), r.end)
	first, last := int(e.x0), int(e.x1)
	for y := y0; y < y1; y++ {
		line := pix[y*r.width*4 : (y+1)*r.width*4]
		h := min(e.y1, float32(y+1)) - max(e.y0, float32(y))
		if first == last {
			k.pixel(line, y, first, coverage(float32(h*(e.x1-e.x0))))
			continue
		}
		x := first
		if e.x0 > float32(first) {
			k.pixel(line, y, x, coverage(float32(h*(float32(first+1)-e.x0))))
			x++
		}
		if c := coverage(h); c > 0 && x < last {
			k.span(line, y, x, last, c)
		}
		if part := e.x1 - float32(last); part > 0 && last < r.width {
			k.pixel(line, y, last, coverage(float32(h*part)))
		}
	}
}

// mask blends a coverage mask, such as a glyph, with its top left corner at (x0, y0).
func (r *raster) mask(pix []byte, m *mask, x0, y0 int, k *ink) {
	for y := max(y0, r.top); y < min(y0+m.height, r.end); y++ {
		line := pix[y*r.width*4 : (y+1)*r.width*4]
		row := m.alpha[(y-y0)*m.width : (y-y0+1)*m.width]
		for i, a := range row {
			if x := x0 + i; a != 0 && x >= 0 && x < r.width {
				k.pixel(line, y, x, int32(a)+int32(a>>7))
			}
		}
	}
}

// mask is a bitmap of coverage: 0 to 255 per pixel, rows from the top.
type mask struct {
	width, height int
	left, top     int // offset of its corner from a glyph's origin
	alpha         []uint8
}

// ink is a colour prepared for blending. Its alpha, 0 to 256, multiplies the coverage, and so does its tile, if any.
type ink struct {
	lanes  uint64 // red 0 blue 0, twice: see evenBytes
	high   uint64 // green 0 255 0, twice
	alpha  int32
	tile   *tile
	dx, dy int32 // position of the tile's corner, from 0 to tile.size
}

// tile is a square pattern of alpha, 0 to 256, that repeats over the picture.
type tile struct {
	size  int
	alpha []uint16
}

// Two pixels are eight bytes: R G B A R G B A in memory, so the first is the low byte of a little-endian word. The
// even bytes (R, B) and the odd ones (G, A) are blended as four 16-bit lanes each: 255 * 256 + 128 fits.
const evenBytes = 0x00ff00ff00ff00ff

func inkOf(c color.NRGBA) ink {
	rb := uint64(c.R) | uint64(c.B)<<16
	ga := uint64(c.G) | 255<<16
	return ink{lanes: rb | rb<<32, high: ga | ga<<32, alpha: int32(c.A) + int32(c.A>>7)}
}

// over returns a pixel with the ink blended over it at alpha a, in units of 1/256.
func (k *ink) over(v, a uint32) uint32 {
	inv := 256 - a
	rb := ((v&0xff00ff)*inv + uint32(k.lanes)*a + 0x800080) >> 8 & 0xff00ff
	ga := ((v>>8&0xff00ff)*inv + uint32(k.high)*a + 0x800080) & 0xff00ff00
	return rb | ga
}

// pixel blends one pixel of a row with the coverage c, in units of 1/256.
func (k *ink) pixel(line []byte, y, x int, c int32) {
	if k.tile != nil {
		n := k.tile.size
		c = c * int32(k.tile.alpha[wrap(y-int(k.dy), n)*n+wrap(x-int(k.dx), n)]) >> 8
	}
	p := line[x*4 : x*4+4 : x*4+4]
	binary.LittleEndian.PutUint32(p, k.over(binary.LittleEndian.Uint32(p), uint32(c*k.alpha+128)>>8))
}

// span blends the columns from to end with the coverage c, in units of 1/256.
func (k *ink) span(line []byte, y, from, end int, c int32) {
	if from >= end {
		return
	}
	if k.tile != nil {
		k.tiled(line, y, from, end, c)
		return
	}
	a := uint64(c*k.alpha+128) >> 8
	if a == 0 {
		return
	}
	inv := 256 - a
	const half = 0x0080008000800080
	lo, hi := k.lanes*a+half, k.high*a+half
	p := line[from*4 : end*4]
	for len(p) >= 8 {
		v := binary.LittleEndian.Uint64(p)
		rb := ((v&evenBytes)*inv + lo) >> 8 & evenBytes
		ga := ((v>>8&evenBytes)*inv + hi) &^ evenBytes
		binary.LittleEndian.PutUint64(p, rb|ga)
		p = p[8:]
	}
	if len(p) >= 4 {
		binary.LittleEndian.PutUint32(p, k.over(binary.LittleEndian.Uint32(p), uint32(a)))
	}
}

func (k *ink) tiled(line []byte, y, from, end int, c int32) {
	n := k.tile.size
	row := k.tile.alpha[wrap(y-int(k.dy), n)*n:][:n]
	i := wrap(from-int(k.dx), n)
	c *= k.alpha
	for x := from; x < end; x++ {
		if a := uint32(c*int32(row[i])+1<<15) >> 16; a > 0 {
			p := line[x*4 : x*4+4 : x*4+4]
			binary.LittleEndian.PutUint32(p, k.over(binary.LittleEndian.Uint32(p), a))
		}
		if i++; i == n {
			i = 0
		}
	}
}

func wrap(i, n int) int {
	if i %= n; i < 0 {
		i += n
	}
	return i
}
