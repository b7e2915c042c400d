package render

import (
	"bytes"
	"image"
	"runtime"
	"testing"
	"weak"
)

// A renderer frees the scene and the buffers when it rests, and draws the same picture afterwards.
func TestRendererRests(t *testing.T) {
	r := NewRenderer()
	draw := func() (weak.Pointer[Scene], *image.RGBA) {
		scene := &Scene{Camera: Camera{Zoom: 2, Width: 130, Height: 70}, Scale: 1, Theme: Dark()}
		scene.Show.Labels = true
		picture := image.NewRGBA(image.Rect(0, 0, 130, 70))
		r.Draw(picture, scene)
		return weak.Make(scene), picture
	}
	scene, first := draw()
	room := weak.Make(r.rasters[0])
	r.Rest()
	runtime.GC()
	if scene.Value() != nil || room.Value() != nil {
		t.Errorf("still in memory: the scene %v, the buffers %v", scene.Value() != nil, room.Value() != nil)
	}
	if _, again := draw(); !bytes.Equal(first.Pix, again.Pix) {
		t.Error("the picture differs after a rest")
	}
}
