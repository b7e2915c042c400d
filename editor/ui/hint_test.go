package ui

import (
	"path/filepath"
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"fillet/editor/ui/kit"
	"fillet/editor/workspace"
)

// The select tool's hint fits the status bar of a window 1,280 units wide. A narrower window omits whole parts of the
// hint.
func TestHintFits(t *testing.T) {
	w := newWindow(t)
	w.OpenFile(filepath.Join("..", "..", "assets", "samples", "cavern"+workspace.Extension))
	w.Session.Selection().All()
	w.status.Saved = "saved 12:03"
	const hint = "Drag to move a group with a long name…, Alt+drag to copy; double-click to enter, Ctrl+click for " +
		"the shape"
	for _, width := range []float32{1440, 1280, 1000, 854} {
		w.Win.Resize(fyne.NewSize(width, 700))
		drawForTest(w.Win.Canvas())
		w.status.Refresh(hint)
		got := w.status.Bar.Objects[3].(*kit.QuietProse).Segment.Text
		if width >= 1280 && got != hint {
			t.Errorf("at width %v the hint is %q", width, got)
		}
		if rest, ok := strings.CutPrefix(hint, got); !ok || rest != "" && !strings.HasPrefix(rest, ";") {
			t.Errorf("at width %v the hint is %q, which cuts a part", width, got)
		}
	}
}
