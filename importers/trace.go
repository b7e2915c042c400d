package importers

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
	"io"
	"math"
	"slices"

	"fillet/collision"
	"fillet/collision/polygon"
	"fillet/editor/disk"

	"golang.org/x/image/bmp"
	"golang.org/x/image/webp"
)

// TraceOptions controls how a contour is turned into outlines.
type TraceOptions struct {
	// Tolerance is the largest distance between the border and the outline, in pixels; 0 keeps every turn of the
	// border.
	Tolerance float64
	// LeastArea is the area, in square pixels, below which a speck is left out or a hole is filled.
	LeastArea float64
	// Solid fills all holes.
	Solid bool
}

// TracedOutline is the outline of one solid part of a picture.
type TracedOutline struct {
	Points []collision.Vec   // clockwise on the screen
	Holes  [][]collision.Vec // counterclockwise
}

// Traced is the result of tracing a picture.
type Traced struct {
	Outlines  []TracedOutline // the largest first
	Deviation float64         // largest distance of a point of the border from its outline; at most the tolerance
	Specks    int             // parts left out because they are too small
	Filled    int             // holes that were filled
}

// Vertices returns the number of vertices of all outlines and holes.
func (r *Traced) Vertices() int {
	n := 0
	for _, o := range r.Outlines {
		n += len(o.Points) + corners(o.Holes)
	}
	return n
}

// maxOutlines limits the outlines of a picture.
const maxOutlines = 10_000

// part is an outer loop of a contour with its holes and the state of its simplification.
type part struct {
	loops     [][]collision.Vec
	area      float64
	tolerance float64
	deviation float64 // largest distance of a point of its loops from the outline
	outline   TracedOutline
	box       collision.AABB // of the outline
	settled   bool           // its tolerance has not changed since it was simplified
}

// Outlines simplifies the contour. A part that would cross itself or another part gets a smaller tolerance. The error
// is ErrTooRagged, or the context's.
func (c *PixelContour) Outlines(ctx context.Context, o TraceOptions) (*Traced, error) {
	if !(o.Tolerance >= 0) || math.IsInf(o.Tolerance, 0) {
		o.Tolerance = 0
	}
	r := &Traced{}
	parts := c.parts(o, r)
	if len(parts) > maxOutlines {
		return nil, fmt.Errorf("%w: it has %d separate parts of at least %g pixels; the limit is %d", ErrTooRagged,
			len(parts), o.LeastArea, maxOutlines)
	}
	if err := settle(ctx, parts); err != nil {
		return nil, err
	}
	for _, p := range parts {
		r.Deviation = max(r.Deviation, p.deviation)
		r.Outlines = append(r.Outlines, p.outline)
	}
	return r, nil
}

// parts assigns every hole to the outer loop around it. Loops that are too small are left out and counted.
func (c *PixelContour) parts(o TraceOptions, r *Traced) []*part {
	var parts []*part
	for i, loop := range c.loops {
		if c.areas[i] <= 0 {
			continue
		}
		if c.areas[i]/2 < o.LeastArea {
			r.Specks++
			continue
		}
		parts = append(parts, &part{
			loops: [][]collision.Vec{loop}, area: c.areas[i], tolerance: o.Tolerance, box: collision.BoundsOf(loop),
		})
	}
	slices.SortStableFunc(parts, func(a, b *part) int { return cmp.Compare(b.area, a.area) })
	for i, loop := range c.loops {
		if c.areas[i] >= 0 {
			continue
		}
		if o.Solid || -c.areas[i]/2 < o.LeastArea {
			r.Filled++
			continue
		}
		for k := len(parts) - 1; k >= 0; k-- { // the smallest part around it
			p := parts[k]
			if p.area > -c.areas[i] && p.box.Contains(loop[0]) && contains(p.loops[0], loop[0]) {
				p.loops = append(p.loops, loop)
				break
			}
		}
	}
	if o.Solid { // parts in a filled hole are now inside another part
		parts = slices.DeleteFunc(parts, func(p *part) bool {
			return slices.ContainsFunc(parts, func(q *part) bool {
				return q.area > p.area && q.box.Contains(p.loops[0][0]) && contains(q.loops[0], p.loops[0][0])
			})
		})
	}
	return parts
}

// settle simplifies the parts with smaller and smaller tolerances until none crosses itself or another. With no
// tolerance, none does.
func settle(ctx context.Context, parts []*part) error {
	const halvings = 6
	for round := 0; ; round++ {
		tighten := func(p *part) {
			p.settled = false
			if p.tolerance = float64(p.tolerance / 2); round >= halvings {
				p.tolerance = 0
			}
		}
		for _, p := range parts {
			if err := ctx.Err(); err != nil {
				return err
			}
			if !p.settled {
				p.simplify()
			}
		}
		valid := true
		for _, p := range parts {
			if p.tolerance > 0 && !p.isValid() {
				tighten(p)
				valid = false
			}
		}
		if valid {
			for _, pair := range crossing(parts) {
				for _, i := range pair {
					if p := parts[i]; p.settled && p.tolerance > 0 {
						tighten(p)
						valid = false
					}
				}
			}
		}
		if valid {
			return nil
		}
	}
}

func (p *part) simplify() {
	p.deviation, p.outline = 0, TracedOutline{}
	for i, loop := range p.loops {
		kept, d := polygon.SimplifyLoop(loop, p.tolerance)
		p.deviation = max(p.deviation, d)
		if i == 0 {
			p.outline.Points = kept
		} else {
			p.outline.Holes = append(p.outline.Holes, kept)
		}
	}
	p.box = collision.BoundsOf(p.outline.Points)
	p.settled = true
}

func (p *part) isValid() bool {
	return doubleArea(p.outline.Points) > 0 && polygon.Validate(append([][]collision.Vec{p.outline.Points},
		p.outline.Holes...)) == nil
}

// crossing lists the pairs of parts whose edges meet.
func crossing(parts []*part) [][2]int {
	order := make([]int, len(parts))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(i, j int) int {
		return cmp.Or(cmp.Compare(parts[i].box.Min.X, parts[j].box.Min.X), i-j)
	})
	var pairs [][2]int
	for k, i := range order {
		for _, j := range order[k+1:] {
			if parts[j].box.Min.X > parts[i].box.Max.X {
				break
			}
			if parts[i].box.Overlaps(parts[j].box) && meet(parts[i], parts[j]) {
				pairs = append(pairs, [2]int{i, j})
			}
		}
	}
	return pairs
}

// meet reports whether any edges of two parts have a point in common.
func meet(p, q *part) bool {
	both := p.box.Intersect(q.box)
	near := edgesIn(p, both)
	for _, e := range edgesIn(q, both) {
		for _, f := range near {
			if segmentsMeet(e[0], e[1], f[0], f[1]) {
				return true
			}
		}
	}
	return false
}

func edgesIn(p *part, box collision.AABB) [][2]collision.Vec {
	var edges [][2]collision.Vec
	for _, loop := range append([][]collision.Vec{p.outline.Points}, p.outline.Holes...) {
		for i, a := range loop {
			b := loop[(i+1)%len(loop)]
			if boxOf(a, b).Overlaps(box) {
				edges = append(edges, [2]collision.Vec{a, b})
			}
		}
	}
	return edges
}

func boxOf(a, b collision.Vec) collision.AABB { return collision.AABB{Min: a.Min(b), Max: a.Max(b)} }

func segmentsMeet(a, b, c, d collision.Vec) bool {
	if !boxOf(a, b).Overlaps(boxOf(c, d)) {
		return false
	}
	ab, cd := b.Sub(a), d.Sub(c)
	return ab.Cross(c.Sub(a))*ab.Cross(d.Sub(a)) <= 0 && cd.Cross(a.Sub(c))*cd.Cross(b.Sub(c)) <= 0
}

// DefaultTraceThreshold is the default value from which a pixel counts as solid: half.
const DefaultTraceThreshold = 128

// maxPoints limits the total length of a picture's borders. A picture with more is noise.
const maxPoints = 4_000_000

// ErrTooRagged reports a picture whose borders are too long or too many to be outlines.
var ErrTooRagged = errors.New("the picture is too ragged to trace")

// PixelContour holds the border of the solid part of a picture: closed loops with the solid on their right, so that
// outer loops run clockwise on the screen and holes counterclockwise.
type PixelContour struct {
	loops [][]collision.Vec
	areas []float64 // twice each loop's area, negative for holes
}

// side is a side of a cell, which the border may cross.
type side uint8

const (
	fieldTop side = iota
	right
	bottom
	left
)

// walks holds the paths of the border through a cell. The index is the sum of its solid corners: 1 for the top left
// corner, then 2, 4 and 8 clockwise. In the two cases with only diagonally opposite corners solid, these paths keep the
// solid parts separate.
var walks = [16][]struct{ from, to side }{
	1: {{fieldTop, left}}, 2: {{right, fieldTop}}, 4: {{bottom, right}}, 8: {{left, bottom}},
	3: {{right, left}}, 6: {{bottom, fieldTop}}, 12: {{left, right}}, 9: {{fieldTop, bottom}},
	14: {{left, fieldTop}}, 13: {{fieldTop, right}}, 11: {{right, bottom}}, 7: {{bottom, left}},
	5: {{fieldTop, left}, {bottom, right}}, 10: {{right, fieldTop}, {left, bottom}},
}

// joined holds the paths for these two cases that join the solid parts.
var joined = map[int][]struct{ from, to side }{
	5: {{fieldTop, right}, {bottom, left}}, 10: {{left, fieldTop}, {right, bottom}},
}

// pixelStep is the path of the border through a cell to the next crossing.
type pixelStep struct {
	to     uint64
	corner collision.Vec
	turns  bool // the path passes the corner of a pixel
}

// tracer finds the crossings and the paths between them. The corners of a cell are the centres of four pixels; the
// lower right corner of cell (0, 0) is the picture's first pixel.
type tracer struct {
	field     PixelField
	threshold uint8
	steps     map[uint64]pixelStep
	starts    []uint64
}

// PixelContours finds the border of the pixels that are at least as solid as a threshold, 1 to 255. The error is
// ErrTooRagged, or the context's.
func PixelContours(ctx context.Context, f PixelField, threshold uint8) (*PixelContour, error) {
	t := &tracer{field: f, threshold: max(threshold, 1), steps: map[uint64]pixelStep{}}
	for y := 0; y <= f.Height; y++ {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		for x := 0; x <= f.Width; x++ {
			t.cell(x, y)
		}
		if len(t.starts) > maxPoints {
			return nil, fmt.Errorf("%w: its borders have more than %d points", ErrTooRagged, maxPoints)
		}
	}
	c := &PixelContour{}
	for _, s := range t.starts {
		if loop := t.loop(s); len(loop) >= 3 {
			c.loops = append(c.loops, loop)
			c.areas = append(c.areas, doubleArea(loop))
		}
	}
	return c, nil
}

// corners returns the values at a cell's corners, clockwise from the top left.
func (t *tracer) corners(x, y int) [4]uint8 {
	return [4]uint8{t.field.at(x-1, y-1), t.field.at(x, y-1), t.field.at(x, y), t.field.at(x-1, y)}
}

func (t *tracer) cell(x, y int) {
	v := t.corners(x, y)
	kind, sum, hard := 0, 0, true
	for i, a := range v {
		if a >= t.threshold {
			kind |= 1 << i
		}
		sum += int(a)
		hard = hard && (a == 0 || a == 255)
	}
	ways := walks[kind]
	if len(ways) == 2 && !hard && sum >= 4*int(t.threshold) {
		ways = joined[kind]
	}
	for _, w := range ways {
		// Between fully solid and fully empty pixels, the border follows the pixels and turns in the middle of the
		// cell. Two diagonally opposite solid corners do not meet there.
		s := pixelStep{to: t.crossing(x, y, w.to), corner: collision.Vec{X: float64(x), Y: float64(y)}}
		s.turns = len(ways) == 1 && (w.from+w.to)%2 == 1 && hard
		from := t.crossing(x, y, w.from)
		t.steps[from] = s
		t.starts = append(t.starts, from)
	}
}

// crossing returns the number of a side of a cell. Each cell numbers only its top and left sides.
func (t *tracer) crossing(x, y int, s side) uint64 {
	across := uint64(0)
	switch s {
	case left:
		across = 1
	case bottom:
		y++
	case right:
		x, across = x+1, 1
	}
	return (uint64(y)*uint64(t.field.Width+2)+uint64(x))*2 + across
}

// place returns the point where the border crosses a side.
func (t *tracer) place(crossing uint64) collision.Vec {
	cell := crossing / 2
	x, y := int(cell%uint64(t.field.Width+2)), int(cell/uint64(t.field.Width+2))
	v := t.corners(x, y)
	first, second := v[0], v[1]
	if crossing%2 == 1 {
		second = v[3]
	}
	part := 0.5
	if first%255 != 0 || second%255 != 0 {
		part = (float64(t.threshold) - 0.5 - float64(first)) / (float64(second) - float64(first))
	}
	if crossing%2 == 1 {
		return collision.Vec{X: float64(x) - 0.5, Y: float64(y) - 0.5 + part}
	}
	return collision.Vec{X: float64(x) - 0.5 + part, Y: float64(y) - 0.5}
}

// loop removes and returns the loop through a crossing, or nil if it was removed before.
func (t *tracer) loop(start uint64) []collision.Vec {
	var points []collision.Vec
	for at := start; ; {
		s, ok := t.steps[at]
		if !ok {
			break
		}
		delete(t.steps, at)
		points = append(points, t.place(at))
		if s.turns {
			points = append(points, s.corner)
		}
		at = s.to
	}
	return straightened(points)
}

// straightened removes the points on the straight line between their neighbours from a loop.
func straightened(points []collision.Vec) []collision.Vec {
	n := len(points)
	out := points[:0:0]
	for i, p := range points {
		before := points[(i+n-1)%n]
		if len(out) > 0 {
			before = out[len(out)-1]
		}
		a, b := p.Sub(before), points[(i+1)%n].Sub(p)
		if a.Cross(b) != 0 || a.Dot(b) < 0 {
			out = append(out, p)
		}
	}
	// The first point was compared with a neighbour that may have been removed since.
	for len(out) > 3 {
		a, b := out[0].Sub(out[len(out)-1]), out[1].Sub(out[0])
		if a.Cross(b) != 0 || a.Dot(b) < 0 {
			break
		}
		out = out[1:]
	}
	return out
}

func doubleArea(loop []collision.Vec) float64 {
	sum := 0.0
	for i, p := range loop {
		sum += p.Sub(loop[0]).Cross(loop[(i+1)%len(loop)].Sub(loop[0]))
	}
	return sum
}

// contains reports whether a loop goes around a point, which must not be on the loop.
func contains(loop []collision.Vec, p collision.Vec) bool { return polygon.Region{{loop}}.Contains(p) }

// PixelField holds the solidity of each pixel of a picture, from 0 for empty to 255.
type PixelField struct {
	Width, Height int
	Solid         []uint8 // row by row
}

// MaxTracePixels limits the size of a picture that can be traced: 8192 by 8192.
const MaxTracePixels = 8192 * 8192

// ErrPictureTooLarge reports a picture of more than MaxTracePixels.
var ErrPictureTooLarge = errors.New("the picture is too large to trace")

func newField(m image.Image) (PixelField, error) {
	b := m.Bounds()
	w, h := b.Dx(), b.Dy()
	if w > 0 && h > MaxTracePixels/w {
		return PixelField{}, fmt.Errorf("%w: %d by %d pixels", ErrPictureTooLarge, w, h)
	}
	return PixelField{Width: w, Height: h, Solid: make([]uint8, w*h)}, nil
}

// AlphaField returns the opacity of each pixel.
func AlphaField(m image.Image) (PixelField, error) {
	f, err := newField(m)
	if err != nil {
		return f, err
	}
	b := m.Bounds()
	switch m := m.(type) {
	case *image.NRGBA:
		f.alphaOf(m.Pix, m.Stride)
	case *image.RGBA:
		f.alphaOf(m.Pix, m.Stride)
	default:
		for y := range f.Height {
			for x := range f.Width {
				_, _, _, a := m.At(b.Min.X+x, b.Min.Y+y).RGBA()
				f.Solid[y*f.Width+x] = uint8(a >> 8)
			}
		}
	}
	return f, nil
}

func (f *PixelField) alphaOf(pix []uint8, stride int) {
	for y := range f.Height {
		for x := range f.Width {
			f.Solid[y*f.Width+x] = pix[y*stride+4*x+3]
		}
	}
}

// UnlikeField marks pixels as solid if their red, green, blue or alpha differs from a background by at least the given
// amount. Colours are weighted by opacity.
func UnlikeField(m image.Image, background color.Color, least uint8) (PixelField, error) {
	f, err := newField(m)
	if err != nil {
		return f, err
	}
	b := m.Bounds()
	r0, g0, b0, a0 := background.RGBA()
	for y := range f.Height {
		for x := range f.Width {
			r1, g1, b1, a1 := m.At(b.Min.X+x, b.Min.Y+y).RGBA()
			if max(apart(r0, r1), apart(g0, g1), apart(b0, b1), apart(a0, a1))>>8 >= uint32(max(least, 1)) {
				f.Solid[y*f.Width+x] = 255
			}
		}
	}
	return f, nil
}

func apart(a, b uint32) uint32 { return max(a, b) - min(a, b) }

// IsOpaque reports whether every pixel is fully solid, so that the picture's edge is the only border.
func (f PixelField) IsOpaque() bool {
	for _, v := range f.Solid {
		if v != 255 {
			return false
		}
	}
	return true
}

// at returns the value of a pixel, or 0 outside the picture.
func (f PixelField) at(x, y int) uint8 {
	if x < 0 || y < 0 || x >= f.Width || y >= f.Height {
		return 0
	}
	return f.Solid[y*f.Width+x]
}

// ErrNotPicture reports a file that is not a picture of a supported kind.
var ErrNotPicture = errors.New("this is not a PNG, JPEG, GIF, WebP or BMP picture")

// PictureExtensions returns the file extensions that ReadPicture supports.
func PictureExtensions() []string {
	return []string{".png", ".webp", ".gif", ".jpg", ".jpeg", ".bmp"}
}

type codec struct {
	magic  string // ? is any byte
	config func(io.Reader) (image.Config, error)
	decode func(io.Reader) (image.Image, error)
}

var pictureCodecs = []codec{
	{"\x89PNG\r\n\x1a\n", png.DecodeConfig, png.Decode},
	{"\xff\xd8", jpeg.DecodeConfig, jpeg.Decode},
	{"GIF8?a", gif.DecodeConfig, gif.Decode},
	{"RIFF????WEBPVP8", webp.DecodeConfig, webp.Decode},
	{"BM", bmp.DecodeConfig, bmp.Decode},
}

// ReadPicture reads a picture from a file and recognizes its kind by the content. It rejects a picture of more than
// [MaxTracePixels] before decoding. Errors name the file.
func ReadPicture(path string) (image.Image, error) {
	file, err := disk.OpenRegular(path)
	if err != nil {
		return nil, err
	}
	defer func() { _ = file.Close() }() // it was only read
	m, err := DecodePicture(file)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return m, nil
}

// DecodePicture decodes an open file as [ReadPicture] does.
func DecodePicture(from io.ReadSeeker) (image.Image, error) {
	const longestMagic = 16
	start, err := bufio.NewReaderSize(from, longestMagic).Peek(longestMagic)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	for _, c := range pictureCodecs {
		if !matches(start, c.magic) {
			continue
		}
		if _, err := from.Seek(0, io.SeekStart); err != nil {
			return nil, err
		}
		size, err := c.config(bufio.NewReader(from))
		if err != nil {
			return nil, err
		}
		if size.Width <= 0 || size.Height <= 0 {
			return nil, errors.New("the picture has no pixels")
		}
		if size.Height > MaxTracePixels/size.Width {
			return nil, fmt.Errorf("%w: %d by %d pixels", ErrPictureTooLarge, size.Width, size.Height)
		}
		if _, err := from.Seek(0, io.SeekStart); err != nil {
			return nil, err
		}
		return c.decode(bufio.NewReader(from))
	}
	return nil, ErrNotPicture
}

func matches(start []byte, magic string) bool {
	if len(start) < len(magic) {
		return false
	}
	for i := range len(magic) {
		if magic[i] != '?' && magic[i] != start[i] {
			return false
		}
	}
	return true
}
