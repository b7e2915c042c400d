package main

import (
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"os"
)

// readPNG reads a picture with premultiplied alpha. LDtk's files of layers are premultiplied already.
func readPNG(file string, isMultiplied bool) (*image.RGBA, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	m, err := png.Decode(f)
	if err != nil {
		return nil, err
	}
	out := image.NewRGBA(image.Rectangle{Max: m.Bounds().Size()})
	if n, ok := m.(*image.NRGBA); ok && isMultiplied {
		copy(out.Pix, n.Pix)
		return out, nil
	}
	draw.Draw(out, out.Rect, m, m.Bounds().Min, draw.Src)
	return out, nil
}

func writePNG(file string, m image.Image) error {
	f, err := os.Create(file)
	if err != nil {
		return err
	}
	if err := png.Encode(f, m); err != nil {
		f.Close()
		return err
	}
	return f.Close()
}

// overColor draws a picture over a colour.
func overColor(m *image.RGBA, c color.Color) *image.RGBA {
	out := image.NewRGBA(m.Rect)
	draw.Draw(out, out.Rect, image.NewUniform(c), image.Point{}, draw.Src)
	draw.Draw(out, out.Rect, m, m.Rect.Min, draw.Over)
	return out
}

// cut returns an area of a picture, which may extend beyond it.
func cut(m *image.RGBA, area image.Rectangle) *image.RGBA {
	out := image.NewRGBA(image.Rectangle{Max: area.Size()})
	draw.Draw(out, out.Rect, m, area.Min, draw.Src)
	return out
}
