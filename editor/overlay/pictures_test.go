package overlay_test

import (
	"image"
	"math"
	"testing"

	"fillet/editor/level"
	"fillet/editor/overlay"
)

func TestPlacedPictures(t *testing.T) {
	sizes := map[string]image.Point{"a.png": {X: 64, Y: 32}, "b.png": {X: 8, Y: 8}}
	imageOf := func(file string) (int, image.Point, bool) {
		size, ok := sizes[file]
		return len(file), size, ok
	}
	near := func(what string, got, want level.Vec) {
		t.Helper()
		if got.Dist(want) > 1e-9 {
			t.Errorf("%s is %v, not %v", what, got, want)
		}
	}
	once := level.Picture{
		File: "a.png", Position: level.Vec{X: 100, Y: 50}, Size: level.Vec{X: 40, Y: 20}, Angle: 90,
		Opacity: 0.5,
	}
	s := overlay.Placed([]level.Picture{once}, imageOf)[0]
	near("the corner", s.At, level.Vec{X: 110, Y: 30})
	near("the upper side", s.U, level.Vec{Y: 40})
	near("the left side", s.V, level.Vec{X: -20})
	if s.W != 64 || s.H != 32 || s.Wraps || s.Alpha != 0.5 {
		t.Errorf("the whole image is not shown: %+v", s)
	}
	tiled := level.Picture{File: "b.png", Size: level.Vec{X: 100, Y: 10}, Tile: level.Vec{X: 16, Y: 16}, Opacity: 1}
	s = overlay.Placed([]level.Picture{tiled}, imageOf)[0]
	if !s.Wraps || s.W != 50 || s.H != 5 || math.Abs(s.U.X/float64(s.W)-2) > 1e-12 ||
		math.Abs(s.V.Y/float64(s.H)-2) > 1e-12 {
		t.Errorf("a pixel of a tile is not 2 level pixels: %+v", s)
	}
	hidden, gone := once, once
	hidden.Hidden, gone.File = true, "c.png"
	if n := len(overlay.Placed([]level.Picture{hidden, gone}, imageOf)); n != 0 {
		t.Errorf("%d pictures are shown that are hidden or missing", n)
	}
}
