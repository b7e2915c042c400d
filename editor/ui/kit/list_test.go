package kit

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/test"
)

// A click on a row focuses its list, and the arrow keys continue from that row.
func TestClickedRowTakesFocus(t *testing.T) {
	app := test.NewTempApp(t)
	l := NewLook(ModeDark)
	rows := map[int]fyne.CanvasObject{}
	var entered []int
	k := NewKeyList(l, func() int {
		return 5
	}, func() fyne.CanvasObject { return canvas.NewText("row", l.Colors().Text) },
		func(o fyne.CanvasObject, i int) { rows[i] = o }, func(i int) { entered = append(entered, i) })
	win := app.NewWindow("list")
	win.SetContent(k)
	win.Resize(fyne.NewSize(200, 400))
	k.Take(rows[2])
	if win.Canvas().Focused() != fyne.Focusable(k) {
		t.Fatal("the list is not focused")
	}
	k.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	k.TypedKey(&fyne.KeyEvent{Name: fyne.KeyDown})
	k.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	if len(entered) != 2 || entered[0] != 2 || entered[1] != 3 {
		t.Errorf("entered %v, want 2 and 3", entered)
	}
}
