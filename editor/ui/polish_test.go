package ui

import (
	"image"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"fillet/editor/ui/kit"
)

// A field that was left with Escape or Enter shows no focus ring.
func TestFieldLosesItsRing(t *testing.T) {
	w := newWindow(t)
	field := kit.NewField(w.Look, func(string) {})
	field.Display("12")
	w.Win.SetContent(field)
	shot := func() image.Image { return w.Win.Canvas().Capture() }
	before := shot()
	for _, key := range []fyne.KeyName{fyne.KeyEscape, fyne.KeyReturn} {
		w.Win.Canvas().Focus(field)
		if same(before, shot()) {
			t.Error("a focused field has no ring")
		}
		field.TypedKey(&fyne.KeyEvent{Name: key})
		if !same(before, shot()) {
			t.Errorf("after %s the field still has its ring", key)
		}
	}
}

func same(a, b image.Image) bool {
	if a.Bounds() != b.Bounds() {
		return false
	}
	for y := a.Bounds().Min.Y; y < a.Bounds().Max.Y; y++ {
		for x := a.Bounds().Min.X; x < a.Bounds().Max.X; x++ {
			if a.At(x, y) != b.At(x, y) {
				return false
			}
		}
	}
	return true
}

// G shows and hides the grid. It does not affect snapping, which is a separate switch.
func TestGridToggleKeepsSnapping(t *testing.T) {
	w := newWindow(t)
	for _, snaps := range []bool{true, false} {
		s := w.Session.Snapping()
		s.Grid = snaps
		w.Session.SetSnapping(s)
		for range 2 {
			was := w.Canvas.Grid
			w.typedKey(&fyne.KeyEvent{Name: fyne.KeyG})
			if w.Canvas.Grid == was {
				t.Error("G does not hide the grid")
			}
			if w.Session.Snapping().Grid != snaps {
				t.Errorf("G has switched snapping to the grid to %t", !snaps)
			}
		}
	}
}

// If no level is open and a file cannot be opened, the start page is shown. An open level stays open.
func TestOpenErrorShowsStartPage(t *testing.T) {
	bad := filepath.Join(t.TempDir(), "bad.level.yaml")
	if err := os.WriteFile(bad, []byte("fillet: 1\nname: [\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	w := newWindow(t)
	w.OpenFile(bad)
	if !w.start.IsOpen() || !w.IsModal() {
		t.Errorf("start page open: %t, dialog open: %t", w.start.IsOpen(), w.IsModal())
	}
	w = newWindow(t)
	w.OpenFile(filepath.Join("..", "..", "assets", "samples", "cavern.level.yaml"))
	w.OpenFile(bad)
	if w.start.IsOpen() || w.Session.Document().Len() == 0 {
		t.Error("a file that cannot be opened has closed the level")
	}
}

// Recovered work is offered only when no other dialog is open.
func TestRecoveryWaitsForOtherQuestions(t *testing.T) {
	w := newWindow(t)
	var later func()
	w.Look.Later = func(_ time.Duration, f func()) func() { later = f; return func() {} }
	w.ShowAbout()
	w.OfferRecovery()
	if n := len(w.Modals); n != 1 || later == nil {
		t.Fatalf("%d dialogs are open, and the offer is postponed: %t", n, later != nil)
	}
}

// A tooltip stays inside the window and does not enlarge it, even with a very long text.
func TestTipsStayInWindow(t *testing.T) {
	w := newWindow(t)
	tips, size := w.Look.Tips, w.Win.Canvas().Size()
	for _, say := range []string{
		"Undo", strings.Repeat("x", 5000), strings.Repeat("as many words ", 100),
		"of two\nlines", "", "שלום 🧱 " + strings.Repeat("עולם ", 60),
	} {
		for _, o := range []fyne.CanvasObject{w.status.Content, w.Canvas} {
			tips.Show(w.Look, o, say, "Ctrl+Z")
			tip := tips.Layer.Objects[0]
			if at, end := tip.Position(), tip.Position().Add(tip.Size()); at.X < 0 || end.X > size.Width || at.Y < 0 ||
				end.Y > size.Height {
				t.Errorf("%.20q is at %v to %v in a window of %v", say, at, end, size)
			}
			if least := w.Win.Content().MinSize(); least.Width > size.Width || least.Height > size.Height {
				t.Errorf("%.20q enlarges the window to %v", say, least)
			}
		}
	}
}
