package canvas

import (
	"image"
	"testing"

	"fyne.io/fyne/v2/driver/desktop"

	"fillet/editor/tool"
)

var drawnCursors = map[string]tool.Cursor{
	"move": tool.CursorMove, "ns": tool.CursorResizeNS, "ew": tool.CursorResizeEW, "nesw": tool.CursorResizeNESW,
	"nwse": tool.CursorResizeNWSE, "rotate": tool.CursorRotate, "grab": tool.CursorGrab,
	"grabbing": tool.CursorGrabbing,
}

// Every cursor is drawn completely and differs from the others. Each call for a scale returns the same value.
func TestCursors(t *testing.T) {
	var set CursorSet
	for _, scale := range []float64{1, 1.5, 2} {
		seen := map[string]string{}
		for name, c := range drawnCursors {
			cursor := set.Of(c, scale)
			if set.Of(c, scale) != cursor {
				t.Errorf("%s at scale %g is a different value at each call", name, scale)
			}
			img, x, y := cursor.Image()
			if !image.Pt(x, y).In(img.Bounds()) {
				t.Errorf("%s: the hot spot %d, %d is outside %v", name, x, y, img.Bounds())
			}
			picture := img.(*image.NRGBA)
			if twin, ok := seen[string(picture.Pix)]; ok {
				t.Errorf("%s looks like %s", name, twin)
			}
			seen[string(picture.Pix)] = name
			dark, light, border := 0, 0, 0
			for y := range picture.Rect.Dy() {
				for x := range picture.Rect.Dx() {
					c := picture.NRGBAAt(x, y)
					switch {
					case c.A > 190 && c.R < 64:
						dark++
					case c.A > 190 && c.R > 190:
						light++
					}
					if c.A > 0 && (x == 0 || y == 0 || x == picture.Rect.Dx()-1 || y == picture.Rect.Dy()-1) {
						border++
					}
				}
			}
			if dark < 15 || light < 15 {
				t.Errorf("%s at scale %g has %d dark and %d light pixels: it would vanish in one theme", name,
					scale, dark, light)
			}
			if border > 0 {
				t.Errorf("%s at scale %g is cut off", name, scale)
			}
		}
	}
	if set.Of(tool.CursorDefault, 1) != desktop.DefaultCursor ||
		set.Of(tool.CursorCrosshair, 1) != desktop.CrosshairCursor {
		t.Error("the program draws a cursor that the system has")
	}
}
