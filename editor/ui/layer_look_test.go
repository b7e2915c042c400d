package ui

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"fillet/editor/ui/kit"
)

// The layer appearance dialog changes the level at once. A swatch, a drag of the slider and a number each make one undo
// step.
func TestLayerLookDialog(t *testing.T) {
	w := openForTest(t, "cavern")
	id := w.Session.Document().Layers()[0].ID
	appearance := func() (string, float64) {
		l := w.Session.Document().Layer(id)
		return l.Color, l.Alpha()
	}
	before, alpha := appearance()
	w.ShowLayerLook(id)
	swatches := 0
	for _, o := range test.LaidOutObjects(w.Win.Canvas().Overlays().Top()) {
		if b, ok := o.(*kit.IconButton); ok && b.Icon == "swatch" {
			if swatches++; swatches == 6 {
				b.Tapped(nil)
			}
		}
	}
	if color, _ := appearance(); swatches != 8 || color != "#5cc8d8" {
		t.Errorf("the sixth of %d swatches makes the layer %s", swatches, color)
	}
	slider, ok := find(w, func(s *kit.Slider) bool { return strings.HasPrefix(s.AccessibilityLabel(), "Opacity") })
	if !ok {
		t.Fatal("the dialog has no slider")
	}
	for _, x := range []float32{90, 60, 40, -20} {
		slider.Dragged(&fyne.DragEvent{PointEvent: fyne.PointEvent{Position: fyne.NewPos(x, 4)}})
	}
	slider.DragEnd()
	if _, a := appearance(); a != 0.05 {
		t.Errorf("after a drag to the left end the opacity is %g", a)
	}
	number, ok := find(w, func(f *kit.NumberField) bool { return true })
	if !ok {
		t.Fatal("the dialog has no number field")
	}
	number.SetText("150/3")
	number.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	if _, a := appearance(); a != 0.5 {
		t.Errorf("after 150/3 the opacity is %g", a)
	}
	w.ModalKey(fyne.KeyEscape)
	for _, want := range []float64{0.05, alpha, alpha} {
		w.commands.undo()
		if _, a := appearance(); a != want {
			t.Errorf("opacity after undo = %g, want %g", a, want)
		}
	}
	if color, _ := appearance(); color != before {
		t.Errorf("after undo the layer is %s, it was %s", color, before)
	}
}
