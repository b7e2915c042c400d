package dialog

import (
	"testing"

	"fillet/docs/guide"
)

// Every chapter of the guide has a heading and text, and every picture that it shows is there.
func TestGuideIsWhole(t *testing.T) {
	pictures := 0
	for _, name := range guide.Chapters() {
		title, blocks := guideBlocks(string(guide.Chapter(name)))
		if title == "" || len(blocks) == 0 {
			t.Errorf("%s has the title %q and %d blocks", name, title, len(blocks))
		}
		for _, b := range blocks {
			if b.Picture != "" {
				pictures++
				if guide.Picture(b.Picture) == nil {
					t.Errorf("%s shows %s, which is not there", name, b.Picture)
				}
			}
		}
	}
	if pictures < 5 {
		t.Errorf("the guide shows %d pictures", pictures)
	}
	w := newWindowForTest(t)
	w.ShowGuide()
	w.Win.Canvas().Capture()
}
