package ui

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"
)

// However long what it says is, a tip lies within the window, which does not grow.
func TestTipsLieWithinTheWindow(t *testing.T) {
	w := newWindow(t)
	tips, size := w.look.tips, w.win.Canvas().Size()
	for _, say := range []string{"Undo", strings.Repeat("x", 5000), strings.Repeat("so many words ", 100), "of two\nlines", "", "שלום 🧱 " + strings.Repeat("עולם ", 60)} {
		for _, o := range []fyne.CanvasObject{w.status.content, w.canvas} {
			tips.show(w.look, o, say, "Ctrl+Z")
			tip := tips.layer.Objects[0]
			if at, end := tip.Position(), tip.Position().Add(tip.Size()); at.X < 0 || end.X > size.Width || at.Y < 0 || end.Y > size.Height {
				t.Errorf("%.20q lies at %v to %v in a window of %v", say, at, end, size)
			}
			if least := w.win.Content().MinSize(); least.Width > size.Width || least.Height > size.Height {
				t.Errorf("%.20q makes the window %v large", say, least)
			}
		}
	}
}

func TestTipLines(t *testing.T) {
	newWindow(t)
	long := strings.Repeat("so many words ", 10)
	lines := tipLines(long, 200)
	if got := strings.Join(lines, " "); got != strings.TrimSpace(long) {
		t.Errorf("the lines say %q", got)
	}
	for _, l := range append(lines, tipLines(strings.Repeat("W", 300), 200)...) {
		if w := fyne.MeasureText(strings.TrimSuffix(l, "…"), smallText+1, fyne.TextStyle{}).Width; w > 200 {
			t.Errorf("%q is %g wide", l, w)
		}
	}
	if lines := tipLines(strings.Repeat("W", 3000), 200); len(lines) != tipMost || !strings.HasSuffix(lines[tipMost-1], "…") {
		t.Errorf("of very much the lines are %q", lines)
	}
}
