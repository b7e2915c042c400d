package render

import (
	"encoding/binary"
	"image/color"
	"math"
	"slices"
)

// backdrop holds the picture below the items: the canvas, which has another colour outside the level, and the grid.
// Each row is one of two template rows, possibly with a horizontal line over it.
type backdrop struct {
	width          int
	x0, y0, x1, y1 int    // the level's frame, in pixels within the picture; the whole picture without a frame
	inside         []byte // a row that crosses the level
	outside        []byte
	lines          []gridLine // by row; rows without a line have alpha 0
}

// gridLine holds the inks of a horizontal line inside and outside the level.
type gridLine struct{ in, out ink }

// Dimensions of the grid, in units of the screen.
const (
	minGridGap    = 6    // minimum distance between lines
	fadeGridGap   = 10   // distance from which lines have their full strength
	gridCoarsen   = 4    // factor between the levels of a grid without stronger lines
	outsideGrid   = 0.45 // the grid's strength outside the level
	maxGridLevels = 24
)

func (b *backdrop) prepare(s *Scene, w, h int) {
	t := s.theme()
	b.width = w
	b.x0, b.y0, b.x1, b.y1 = 0, 0, w, h
	if !s.Frame.IsEmpty() && s.Frame.Min != s.Frame.Max {
		a, z := s.Camera.ToScreen(s.Frame.Min), s.Camera.ToScreen(s.Frame.Max)
		b.x0, b.x1 = toPixel(a.X, w), toPixel(z.X, w)
		b.y0, b.y1 = toPixel(a.Y, h), toPixel(z.Y, h)
	}
	b.inside, b.outside = slices.Grow(b.inside[:0], 4*w)[:4*w], slices.Grow(b.outside[:0], 4*w)[:4*w]
	paintRow(b.outside, 0, w, t.Outside)
	copy(b.inside, b.outside)
	paintRow(b.inside, b.x0, b.x1, t.Canvas)
	b.lines = slices.Grow(b.lines[:0], h)[:h]
	clear(b.lines)
	if s.Grid != nil {
		b.grid(s, t)
	}
}

// toPixel returns the nearest pixel border within the picture.
func toPixel(x float64, end int) int {
	return int(nearest(min(max(x, 0), float64(end))))
}

func paintRow(row []byte, from, end int, c color.NRGBA) {
	v := uint32(c.R) | uint32(c.G)<<8 | uint32(c.B)<<16 | 255<<24
	for x := from; x < end; x++ {
		binary.LittleEndian.PutUint32(row[4*x:], v)
	}
}

// grid blends the lines of every level of the grid, finest first: its subdivisions, its cells, and then every Major-th
// line of the level before. Coarser lines are stronger, and remain when finer ones are too close together.
func (b *backdrop) grid(s *Scene, t *Theme) {
	g := s.Grid
	major := g.Major
	factor := float64(major)
	if major < 2 {
		factor = gridCoarsen
	}
	for axis := range 2 {
		size, offset := g.Size.X, g.Offset.X
		if axis == 1 {
			size, offset = g.Size.Y, g.Offset.Y
		}
		if !(size > 0) || math.IsInf(size, 0) || !(offset-offset == 0) {
			continue
		}
		if g.Subdivisions > 1 {
			fine := size / float64(g.Subdivisions)
			if shown := b.shown(s, fine); shown > 0 {
				b.lineSet(s, axis, fine, offset, faded(t.Grid, float64(0.55*shown)))
			}
		}
		under := 0.0 // strength of the level below, which emphasizes this level
		for k, gap := 0, size; k < maxGridLevels; k, gap = k+1, float64(gap*factor) {
			shown := b.shown(s, gap)
			if shown > 0 {
				c := t.Grid
				if major >= 2 && k > 0 {
					c = mixed(t.Grid, t.GridMajor, under)
				}
				b.lineSet(s, axis, gap, offset, faded(c, shown))
			}
			if shown == 1 && under == 1 {
				break
			}
			under = shown
		}
	}
}

// shown returns the strength of lines from 0 to 1. gap is their distance in level pixels.
func (b *backdrop) shown(s *Scene, gap float64) float64 {
	px := gap * s.Camera.Zoom / s.scale()
	return min(max((px-minGridGap)/(fadeGridGap-minGridGap), 0), 1)
}

// lineSet blends the lines at offset + k * gap.
func (b *backdrop) lineSet(s *Scene, axis int, gap, offset float64, c color.NRGBA) {
	thick := int(max(math.Round(s.scale()), 1))
	cam := s.Camera
	end, center, half := b.width, cam.Center.X, float64(float64(cam.Width)/2)
	if axis == 1 {
		end, center, half = len(b.lines), cam.Center.Y, float64(float64(cam.Height)/2)
	}
	if c.A == 0 {
		return
	}
	in, out := inkOf(c), inkOf(faded(c, outsideGrid))
	first := math.Floor((center - float64(half+1)/cam.Zoom - offset) / gap)
	for k := first; ; k++ {
		at := float64(((offset+float64(k*gap))-center)*cam.Zoom) + half
		if !(at <= float64(end)+1) || k+1 == k {
			return
		}
		px := int(nearest(at - float64(float64(thick)/2)))
		for i := max(px, 0); i < min(px+thick, end); i++ {
			if axis == 1 {
				b.lines[i] = gridLine{in, out}
				continue
			}
			out.pixel(b.outside, 0, i, 256)
			if i >= b.x0 && i < b.x1 {
				in.pixel(b.inside, 0, i, 256)
			} else {
				out.pixel(b.inside, 0, i, 256)
			}
		}
	}
}

// line calls paint for the parts of a row's horizontal line, from x0 to x1.
func (b *backdrop) line(y int, paint func(x0, x1 int, k *ink)) {
	switch l := &b.lines[y]; {
	case l.in.alpha == 0:
	case y >= b.y0 && y < b.y1:
		paint(0, b.x0, &l.out)
		paint(b.x0, b.x1, &l.in)
		paint(b.x1, b.width, &l.out)
	default:
		paint(0, b.width, &l.out)
	}
}

// draw paints the rows from top to end.
func (b *backdrop) draw(pix []byte, top, end int) {
	for y := top; y < end; y++ {
		row := pix[4*b.width*y : 4*b.width*(y+1)]
		if y >= b.y0 && y < b.y1 {
			copy(row, b.inside)
		} else {
			copy(row, b.outside)
		}
		b.line(y, func(x0, x1 int, k *ink) { k.span(row, y, x0, x1, 256) })
	}
}
