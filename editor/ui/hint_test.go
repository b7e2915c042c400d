package ui

import (
	"path/filepath"
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"fillet/editor/ui/kit"
	"fillet/editor/workspace"
)

// What the select tool says fits the status bar of a window 1,280 units wide; in a narrower one whole parts of it are left out.
func TestHintFits(t *testing.T) {
	w := newWindow(t)
	w.OpenFile(filepath.Join("..", "..", "assets", "samples", "cavern"+workspace.Extension))
	w.Session.Selection().All()
	w.status.Saved = "saved 12:03"
	const hint = "Drag to move a group with a long name…, Ctrl+drag to copy; double-click to enter, Ctrl+click for " +
		"the shape"
	for _, width := range []float32{1440, 1280, 1000, 854} {
		w.Win.Resize(fyne.NewSize(width, 700))
		drawForTest(w.Win.Canvas())
		w.status.Refresh(hint)
		got := w.status.Bar.Objects[3].(*kit.QuietProse).Segment.Text
		if width >= 1280 && got != hint {
			t.Errorf("%v wide it says %q", width, got)
		}
		if rest, ok := strings.CutPrefix(hint, got); !ok || rest != "" && !strings.HasPrefix(rest, ";") {
			t.Errorf("%v wide it says %q, which is no whole part", width, got)
		}
	}
}
