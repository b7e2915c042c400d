package render

import (
	"errors"
	"image"
	"runtime"
	"testing"
)

// A panic on a drawing goroutine reaches the caller, which can recover and continue.
func TestWorkerPanicReachesTheCaller(t *testing.T) {
	t.Parallel()
	picture := image.NewRGBA(image.Rect(0, 0, 64, 64))
	scene := &Scene{Camera: Camera{Zoom: 1, Width: 64, Height: 64}, Scale: 1, Theme: Dark()}
	r := NewRenderer()
	r.Draw(picture, scene)
	want := append([]byte(nil), picture.Pix...)
	func() {
		defer func() {
			err, ok := recover().(error)
			var mistake runtime.Error
			if !ok || !errors.As(err, &mistake) {
				t.Errorf("the caller gets %v", err)
			}
		}()
		broken := NewRenderer()
		broken.chunks = make([]*chunk, 8) // nil, which makes drawing panic
		broken.run((*Renderer).list, len(broken.chunks), 4)
	}()
	r.Draw(picture, scene)
	if string(want) != string(picture.Pix) {
		t.Error("the picture after the panic differs")
	}
}
