package render

import (
	"image"
	"image/color"
	"testing"

	"fillet/collision"
	"fillet/editor/overlay"
)

// Sprites are drawn in place, rotated and scaled, over the sprites below them. The rest of the image stays transparent.
func TestFlatPictures(t *testing.T) {
	t.Parallel()
	red, blue := color.NRGBA{R: 255, A: 255}, color.NRGBA{B: 255, A: 255}
	m := image.NewNRGBA(image.Rect(0, 0, 2, 1))
	m.SetNRGBA(0, 0, red)
	m.SetNRGBA(1, 0, blue)
	p := NewPictures(&overlay.Pictures{Images: []image.Image{m}, Sprites: []overlay.Sprite{
		{W: 2, H: 1, At: Vec{X: 10, Y: 10}, U: Vec{X: 4}, V: Vec{Y: 2}, Alpha: 1},  // twice as large
		{W: 2, H: 1, At: Vec{X: 18, Y: 10}, U: Vec{Y: 2}, V: Vec{X: -1}, Alpha: 1}, // turned by 90 degrees
		{W: 1, H: 1, At: Vec{X: 13, Y: 10}, U: Vec{X: 1}, V: Vec{Y: 1}, Alpha: 0.5},
	}})
	got := p.Flat(collision.AABB{Min: Vec{X: 9, Y: 9}, Max: Vec{X: 19, Y: 13}}, 1)
	if got.Rect.Size() != image.Pt(10, 4) {
		t.Fatalf("the picture covers %v", got.Rect)
	}
	for _, tt := range []struct {
		x, y int
		want color.RGBA
	}{
		{0, 0, color.RGBA{}},
		{1, 1, color.RGBA{R: 255, A: 255}},
		{2, 2, color.RGBA{R: 255, A: 255}},
		{3, 1, color.RGBA{B: 255, A: 255}},
		{4, 2, color.RGBA{B: 255, A: 255}},
		{4, 1, color.RGBA{R: 128, B: 128, A: 255}},
		{5, 1, color.RGBA{}},
		{8, 1, color.RGBA{R: 255, A: 255}},
		{8, 2, color.RGBA{B: 255, A: 255}},
		{9, 1, color.RGBA{}},
	} {
		if c := got.RGBAAt(tt.x, tt.y); c != tt.want {
			t.Errorf("pixel %d, %d is %v, want %v", tt.x, tt.y, c, tt.want)
		}
	}
	if half := p.Flat(collision.AABB{Min: Vec{X: 9, Y: 9}, Max: Vec{X: 19, Y: 13}}, 0.5); half.Rect.Size() !=
		image.Pt(5, 2) {
		t.Errorf("at half the size the picture covers %v", half.Rect)
	}
}
