package dialog

import (
	"image"
	"image/color"
	"image/draw"
	"strings"
	"testing"

	"fillet/collision"
	"fillet/editor/level"
	"fillet/editor/overlay"
	"fillet/editor/render"
	"fillet/importers"
)

// sprite returns a 40 by 30 picture: a block with a window in it, and a speck.
func sprite(ground color.Color) image.Image {
	m := image.NewNRGBA(image.Rect(0, 0, 40, 30))
	fillBox := func(x0, y0, x1, y1 int, c color.Color) {
		draw.Draw(m, image.Rect(x0, y0, x1, y1), image.NewUniform(c), image.Point{}, draw.Src)
	}
	fillBox(0, 0, 40, 30, ground)
	fillBox(5, 5, 35, 25, color.NRGBA{R: 200, G: 120, B: 60, A: 255})
	fillBox(15, 10, 25, 20, ground)
	fillBox(1, 1, 3, 3, color.NRGBA{R: 200, A: 255})
	return m
}

// A picture is traced to polygons in one undo step, whether its background is transparent or a colour.
func TestTraceDialog(t *testing.T) {
	for name, ground := range map[string]color.Color{"clear": color.NRGBA{}, "white": color.White} {
		t.Run(name, func(t *testing.T) {
			w := newWindowForTest(t)
			w.Win.Canvas().Capture()
			w.TraceDialog("house.png", sprite(ground), nil)
			if !w.IsModal() {
				t.Fatal("no dialog has opened")
			}
			w.Win.Canvas().Capture()
			w.ModalKey("Return")
			if w.IsModal() {
				t.Fatal("Enter does not close the dialog")
			}
			doc := w.Session.Document()
			if doc.Len() != 1 {
				t.Fatalf("%d colliders", doc.Len())
			}
			c := doc.Collider(w.Session.Selection().IDs()[0])
			if c.Name != "house" || len(c.Shape.Points) != 4 || len(c.Shape.Holes) != 1 || len(c.Shape.Holes[0]) != 4 {
				t.Errorf("%s: %+v", c.Name, c.Shape)
			}
			if size := collision.BoundsOf(c.Shape.Points).Size(); size != (level.Vec{X: 30, Y: 20}) {
				t.Errorf("collider size = %v", size)
			}
			if !strings.Contains(w.message, "1 speck left out") {
				t.Errorf("the ignored speck is not reported: %q", w.message)
			}
			if label, _ := w.Session.Undo(); label != "Trace house.png" || doc.Len() != 0 {
				t.Errorf("undo of %q left %d colliders", label, doc.Len())
			}
		})
	}
}

// A picture in the level is traced in place, at its size there.
func TestTraceInPlace(t *testing.T) {
	w := newWindowForTest(t)
	w.Win.Canvas().Capture()
	w.TraceDialog("house.png", sprite(color.NRGBA{}), &collision.AABB{
		Min: level.Vec{X: 100, Y: 50},
		Max: level.Vec{X: 180, Y: 110},
	})
	w.ModalKey("Return")
	b, ok := w.Session.Selection().Bounds()
	if want := (collision.AABB{Min: level.Vec{X: 110, Y: 60}, Max: level.Vec{X: 170, Y: 100}}); !ok || b != want {
		t.Errorf("the outline is in %v, want %v", b, want)
	}
}

// A picture with nothing to trace is reported, and nothing is added.
func TestTraceNothing(t *testing.T) {
	w := newWindowForTest(t)
	w.TraceDialog("empty.png", image.NewNRGBA(image.Rect(0, 0, 20, 20)), nil)
	w.ModalKey("Return")
	if w.Session.Document().Len() != 0 || !w.IsModal() {
		t.Errorf("%d colliders", w.Session.Document().Len())
	}
	if got := factsOf(&importers.Traced{Specks: 2}); got != "Only 2 specks" {
		t.Error(got)
	}
}

// Imported pictures are traced in place; without pictures, a message says so.
func TestTraceImportedPictures(t *testing.T) {
	w := newWindowForTest(t)
	w.Win.Canvas().Capture()
	w.TraceImported()
	if w.IsModal() || !strings.Contains(w.message, "no pictures") {
		t.Errorf("without pictures the message is %q", w.message)
	}
	w.Canvas.Pictures = render.NewPictures(&overlay.Pictures{
		Images: []image.Image{sprite(color.NRGBA{})},
		Sprites: []overlay.Sprite{
			{W: 40, H: 30, At: level.Vec{X: 200, Y: 100}, U: level.Vec{X: 40}, V: level.Vec{Y: 30}, Alpha: 1},
		},
	})
	w.TraceImported()
	w.ModalKey("Return")
	b, ok := w.Session.Selection().Bounds()
	if want := (collision.AABB{Min: level.Vec{X: 205, Y: 105}, Max: level.Vec{X: 235, Y: 125}}); !ok || b != want {
		t.Errorf("the outline is in %v, want %v", b, want)
	}
}
