package ui

import (
	"math"
	"testing"

	"fyne.io/fyne/v2/test"

	"fillet/editor/ui/dialog"
	"fillet/export"
	"fillet/importers"
)

// With nonsense in the preferences, the window still opens and is usable.
func TestHostilePreferences(t *testing.T) {
	for _, x := range []float64{-1, 0, 1e-300, 1e9, 1e300, math.MaxFloat64, math.Inf(1), math.NaN()} {
		app := test.NewTempApp(t)
		p := app.Preferences()
		for _, key := range []string{
			"width", "height", "panel.side", "panel.inspector", "panel.layers", "scale", "new.grid.width",
			"new.grid.height", "new.width", "new.height", "new.pixels_per_metre",
		} {
			p.SetFloat(key, x)
		}
		for _, key := range []string{"new.grid.subdivisions", "aside.seconds"} {
			p.SetInt(key, int(int32(min(max(x, math.MinInt32), math.MaxInt32))))
		}
		p.SetString("theme", "none\x00")
		p.SetString("folder", "/no/such/\x00folder")
		p.SetStringList("recent", []string{"", " ", "2026", "\x00", "9999-99-99T00:00:00Z /a", "2026-01-01T00:00:00Z "})
		p.SetStringList("panel.hidden", []string{"no such panel", ""})
		t.Setenv("XDG_CACHE_HOME", t.TempDir())
		t.Setenv(dialog.ScaleVariable, "")
		w, err := New(app, importers.NewRegistry(), export.NewRegistry(export.YAML()), "")
		if err != nil {
			t.Errorf("%g: the window does not open: %v", x, err)
			continue
		}
		w.inStep() // otherwise timers would run on another goroutine
		w.Win.Show()
		if size := w.Win.Canvas().Size(); !(size.Width >= 200 && size.Width <= 20_000 && size.Height >= 200 &&
			size.Height <= 20_000) {
			t.Errorf("%g: window = %v", x, size)
		}
		if side := w.side.right.Size().Width; !(side > 100 && side < w.Win.Canvas().Size().Width) {
			t.Errorf("%g: the side panel is %v of %v", x, side, w.Win.Canvas().Size().Width)
		}
		if w.Canvas.Size().Width < 100 || w.Canvas.Size().Height < 100 {
			t.Errorf("%g: canvas = %v", x, w.Canvas.Size())
		}
		w.ShowStart()
		w.prefs.Show()
		close(w.Closed)
	}
}
