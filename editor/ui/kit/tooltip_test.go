package kit

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"
)

func TestTipLines(t *testing.T) {
	testLook(t)
	long := strings.Repeat("as many words ", 10)
	lines := tipLines(long, 200)
	if got := strings.Join(lines, " "); got != strings.TrimSpace(long) {
		t.Errorf("lines = %q", got)
	}
	for _, l := range append(lines, tipLines(strings.Repeat("W", 300), 200)...) {
		if w := fyne.MeasureText(strings.TrimSuffix(l, "…"), SmallText+1, fyne.TextStyle{}).Width; w > 200 {
			t.Errorf("%q is %g wide", l, w)
		}
	}
	if lines := tipLines(strings.Repeat("W", 3000), 200); len(lines) != maxTipLines ||
		!strings.HasSuffix(lines[maxTipLines-1], "…") {
		t.Errorf("a huge text has the lines %q", lines)
	}
}
