package ui

import (
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"fillet/editor/ui/dialog"
)

// TestLonelyAltOffersCtrl offers once to copy with Ctrl+drag, where Alt is held over the canvas and no drag arrives.
func TestLonelyAltOffersCtrl(t *testing.T) {
	w := newWindow(t)
	const alt = desktop.KeyAltLeft
	for _, tt := range []struct {
		name   string
		events func(a *lonelyAlt)
		want   bool
	}{
		{"alone", func(*lonelyAlt) {}, true},
		{"with another key", func(a *lonelyAlt) { a.press(fyne.KeyF, true) }, false},
		{"beside the canvas", func(a *lonelyAlt) { a.press(alt, false) }, false},
		{"with a button", func(*lonelyAlt) { w.Canvas.OnPress() }, false},
		{"for a moment", func(a *lonelyAlt) { a.since = time.Now() }, false},
		{"with another key released", func(a *lonelyAlt) { a.release(fyne.KeyF) }, false},
	} {
		w.alt.press(alt, true)
		w.alt.since = w.alt.since.Add(-time.Minute)
		tt.events(&w.alt)
		if got := w.alt.release(alt); got != tt.want {
			t.Errorf("%s: %v, want %v", tt.name, got, tt.want)
		}
	}

	w.prefs.OfferSwap()
	press(t, w, "Use Ctrl")
	if !w.Tools.SwapAltAndCtrl || !w.App.Preferences().Bool(dialog.PrefSwapKeys) {
		t.Error("Ctrl does not copy")
	}
	w.App.Preferences().SetBool(dialog.PrefSwapKeys, false)
	if w.prefs.OfferSwap(); w.IsModal() {
		t.Error("it is offered again")
	}
}
