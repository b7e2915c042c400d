package render

import (
	"flag"
	"fmt"
	"image"
	"image/draw"
	"image/png"
	"os"
	"path/filepath"
	"testing"
)

var update = flag.Bool("update", false, "write the pictures in testdata anew")

// Pictures may differ a little, for floating point is not the same on every processor.
const (
	goldenTolerance = 12     // of 255, that a channel may be off
	goldenOutliers  = 0.0005 // the part of all pixels that may be off by more
)

func TestGolden(t *testing.T) {
	parts := cavern(t, 1440, 900, 1)
	parts.Show = Show{Bounds: true, Inner: true, Pieces: true, Centroids: true, ContactPoints: true, Features: true, Depths: true, Normals: true}
	parts.Overlays = nil
	far := cavern(t, 1440, 900, 1)
	far.Camera.Zoom = 0.2
	near := cavern(t, 1440, 900, 1)
	near.Camera.Zoom = 14
	near.Camera.Center = Vec{X: 330, Y: 312}
	light := cavern(t, 1440, 900, 1)
	light.Theme = Light()
	for name, s := range map[string]*Scene{
		"cavern": cavern(t, 1440, 900, 1), "cavern@2": cavern(t, 720, 450, 2), "light": light, "parts": parts, "far": far, "near": near,
		"sampler": sampler(t, Dark(), 1), "sampler_light": sampler(t, Light(), 1), "sampler@2": sampler(t, Dark(), 2),
	} {
		t.Run(name, func(t *testing.T) { checkGolden(t, name, Picture(s)) })
	}
}

func checkGolden(t *testing.T, name string, got *image.RGBA) {
	t.Helper()
	file := filepath.Join("testdata", name+".png")
	if *update {
		writePNG(t, file, got)
		return
	}
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	m, err := png.Decode(f)
	if err != nil {
		t.Fatalf("reading %s: %v", file, err)
	}
	want := image.NewRGBA(m.Bounds())
	draw.Draw(want, want.Rect, m, m.Bounds().Min, draw.Src)
	if err := compare(got, want); err != nil {
		failed := filepath.Join("testdata", "failed", name+".png")
		writePNG(t, failed, got)
		t.Errorf("%s: %v; see %s", file, err, failed)
	}
}

func compare(got, want *image.RGBA) error {
	if got.Rect.Size() != want.Rect.Size() {
		return fmt.Errorf("the picture is %v, want %v", got.Rect.Size(), want.Rect.Size())
	}
	off, worst := 0, 0
	for i := 0; i < len(got.Pix); i += 4 {
		d := 0
		for k := range 4 {
			d = max(d, abs(int(got.Pix[i+k])-int(want.Pix[i+k])))
		}
		if d > goldenTolerance {
			off++
		}
		worst = max(worst, d)
	}
	if limit := goldenOutliers * float64(len(got.Pix)/4); float64(off) > limit {
		return fmt.Errorf("%d pixels are off by more than %d (at most %.0f may be), the worst by %d", off, goldenTolerance, limit, worst)
	}
	return nil
}

func abs(x int) int { return max(x, -x) }

func writePNG(t *testing.T, file string, m image.Image) {
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
