package ui

import (
	"math"
	"testing"

	"fyne.io/fyne/v2/test"

	"fillet/export"
	"fillet/importers"
)

// Preferences that somebody has written nonsense into do not keep the window from opening, nor make it one that cannot be used.
func TestHostilePreferences(t *testing.T) {
	for _, x := range []float64{-1, 0, 1e-300, 1e9, 1e300, math.MaxFloat64, math.Inf(1), math.NaN()} {
		app := test.NewTempApp(t)
		p := app.Preferences()
		for _, key := range []string{
			prefWidth, prefHeight, prefSide, prefInspector, prefLayers, prefScale, prefGridWidth, prefGridHeight, prefLevelWidth, prefLevelHeight, prefMetre,
		} {
			p.SetFloat(key, x)
		}
		for _, key := range []string{prefSubdivisions, prefAside} {
			p.SetInt(key, int(int32(min(max(x, math.MinInt32), math.MaxInt32))))
		}
		p.SetString(prefTheme, "none\x00")
		p.SetString(prefFolder, "/no/such/\x00folder")
		p.SetStringList(prefRecent, []string{"", " ", "2026", "\x00", "9999-99-99T00:00:00Z /a", "2026-01-01T00:00:00Z "})
		p.SetStringList(prefHidden, []string{"no such panel", ""})
		t.Setenv("XDG_CACHE_HOME", t.TempDir())
		t.Setenv(scaleVariable, "")
		w, err := New(app, importers.NewRegistry(), export.NewRegistry(export.YAML()), "")
		if err != nil {
			t.Errorf("%g: the window does not open: %v", x, err)
			continue
		}
		w.win.Show()
		if size := w.win.Canvas().Size(); !(size.Width >= 200 && size.Width <= 20_000 && size.Height >= 200 && size.Height <= 20_000) {
			t.Errorf("%g: the window is %v", x, size)
		}
		if side := w.side.right.Size().Width; !(side > 100 && side < w.win.Canvas().Size().Width) {
			t.Errorf("%g: the side panel is %v of %v", x, side, w.win.Canvas().Size().Width)
		}
		if w.canvas.Size().Width < 100 || w.canvas.Size().Height < 100 {
			t.Errorf("%g: the canvas is %v", x, w.canvas.Size())
		}
		w.ShowStart()
		w.prefs.showPreferences()
		close(w.closed)
		w.rescue.stopWatch()
	}
}
