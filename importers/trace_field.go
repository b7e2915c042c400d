package importers

import (
	"errors"
	"fmt"
	"image"
	"image/color"
)

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

// IsOpaque reports whether every pixel is fully solid, so that the only border is the picture's own.
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
