package testkit

import (
	"fmt"
	"image"
	"image/draw"
	"image/png"
	"os"
	"path/filepath"
	"testing"
)

// Pictures may differ slightly, because floating-point results depend on the processor.
const (
	pictureTolerance = 12     // allowed difference of a channel, out of 255
	pictureOutliers  = 0.0005 // fraction of the pixels that may differ by more
)

// GoldenPicture compares a picture with testdata/name.png, or rewrites that file if update is set. It writes a picture
// that differs to testdata/failed.
func GoldenPicture(t testing.TB, name string, got *image.RGBA, update bool) {
	t.Helper()
	file := filepath.Join("testdata", name+".png")
	if update {
		writePNG(t, file, got)
		return
	}
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	m, err := png.Decode(f)
	_ = f.Close() // it was only read
	if err != nil {
		t.Fatalf("reading %s: %v", file, err)
	}
	want := image.NewRGBA(m.Bounds())
	draw.Draw(want, want.Rect, m, m.Bounds().Min, draw.Src)
	if err := comparePictures(got, want); err != nil {
		failed := filepath.Join("testdata", "failed", filepath.Base(name)+".png")
		writePNG(t, failed, got)
		t.Errorf("%s: %v; see %s", file, err, failed)
	}
}

func comparePictures(got, want *image.RGBA) error {
	if got.Rect.Size() != want.Rect.Size() {
		return fmt.Errorf("the picture is %v, want %v", got.Rect.Size(), want.Rect.Size())
	}
	off, worst := 0, 0
	for i := 0; i < len(got.Pix); i += 4 {
		d := 0
		for k := range 4 {
			a, b := int(got.Pix[i+k]), int(want.Pix[i+k])
			d = max(d, a-b, b-a)
		}
		if d > pictureTolerance {
			off++
		}
		worst = max(worst, d)
	}
	if limit := float64(pictureOutliers * float64(len(got.Pix)/4)); float64(off) > limit {
		return fmt.Errorf("%d pixels are off by more than %d (at most %.0f may be), the worst by %d", off,
			pictureTolerance, limit, worst)
	}
	return nil
}

func writePNG(t testing.TB, file string, m image.Image) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	f, err := os.Create(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := (&png.Encoder{CompressionLevel: png.BestCompression}).Encode(f, m); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
}
