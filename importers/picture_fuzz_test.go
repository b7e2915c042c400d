package importers

import (
	"bytes"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
	"testing"

	"golang.org/x/image/bmp"
)

// FuzzImage measures and decodes arbitrary bytes as a picture.
func FuzzImage(f *testing.F) {
	m := image.NewPaletted(image.Rect(0, 0, 9, 5), color.Palette{color.Black, color.White})
	m.SetColorIndex(3, 2, 1)
	for _, encode := range []func(*bytes.Buffer) error{
		func(b *bytes.Buffer) error { return png.Encode(b, m) },
		func(b *bytes.Buffer) error { return gif.Encode(b, m, nil) },
		func(b *bytes.Buffer) error { return jpeg.Encode(b, m, nil) },
		func(b *bytes.Buffer) error { return bmp.Encode(b, m) },
	} {
		var b bytes.Buffer
		if err := encode(&b); err != nil {
			f.Fatal(err)
		}
		f.Add(b.Bytes())
	}
	f.Add([]byte("RIFF\x24\x00\x00\x00WEBPVP8 " +
		"\x18\x00\x00\x000\x01\x00\x9d\x01\x2a\x01\x00\x01\x00\x02\x00\x34\x25\xa4\x00\x03\x70\x00\xfe\xfb\x94\x00\x00"))
	// A GIF with a frame without pixels.
	f.Add([]byte("GIF89a\x84\x00\x05\x00\x80\x00\a\x00\x00\x00\t\x00\xff,\x00\x00\x00\x00\t\x00\x00\x00\x02\x05\x00\xa9\xa1\xdf6\x00\x00\x00\x00;"))
	f.Fuzz(func(t *testing.T, data []byte) {
		i := Image{Data: data}
		if i.measure() != nil {
			return
		}
		if i.Width <= 0 || i.Height <= 0 || i.Width*i.Height > MaxImagePixels {
			t.Fatalf("a picture of %d by %d pixels is accepted", i.Width, i.Height)
		}
		const small = 1 << 16 // decoding larger pictures would exhaust the fuzzer's memory
		if i.Width*i.Height > small {
			return
		}
		if m, err := i.Decode(); err == nil && (m.Bounds().Dx() != i.Width || m.Bounds().Dy() != i.Height) {
			t.Errorf("a picture measured as %d by %d decodes to %v", i.Width, i.Height, m.Bounds())
		}
	})
}
