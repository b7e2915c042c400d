package ui

import (
	"testing"

	"golang.org/x/image/font/gofont/goregular"

	"fillet/assets"
)

// The theme returns an untyped nil until a set's font has loaded, then the font. The window is then redrawn, and other
// tabs are rebuilt.
func TestFontsOfASet(t *testing.T) {
	w := newWindow(t)
	if w.Look.Theme.FontForRune('א') != nil {
		t.Error("a theme without fonts has one")
	}
	before := w.lookVersion
	set := assets.NewFontSet(nil)
	set.List = func() ([]byte, error) {
		return assets.WriteFontList([]*assets.FontPiece{assets.NewFontPiece("hebrew", "", []rune("א"))}), nil
	}
	set.Load = func(string) ([]byte, error) { return goregular.TTF, nil }
	w.UseFonts(set)
	var work []func()
	set.Go = func(do func()) { work = append(work, do) } // the test driver has one thread
	if f := w.Look.Theme.FontForRune('א'); f != nil {
		t.Errorf("font before it is loaded = %v, want nil", f)
	}
	for len(work) > 0 {
		do := work[0]
		work = work[1:]
		do()
	}
	if w.lookVersion == before {
		t.Error("the window is not notified")
	}
	if f := w.Look.Theme.FontForRune('א'); f == nil || f.Name() != "hebrew" || len(f.Content()) != len(goregular.TTF) {
		t.Errorf("font = %v", f)
	}
	if w.tab.lookVersion != w.lookVersion {
		t.Error("the shown tab still has the old look")
	}
}
