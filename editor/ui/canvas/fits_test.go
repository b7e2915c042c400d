package canvas

import (
	"testing"

	"fillet/editor/level"
	"fillet/editor/play"
)

// A search that ends after the view was switched off frees its memory.
func TestFitsSwitchedOffMeanwhile(t *testing.T) {
	doc, err := level.NewDocument(level.DefaultSettings())
	if err != nil {
		t.Fatal(err)
	}
	settings, _, err := play.SettingsOf(doc.Snapshot())
	if err != nil {
		t.Fatal(err)
	}
	for _, on := range []bool{true, false} {
		var work, posted func()
		f := fitView{IsOn: true, Spawn: func(w func()) {
			work = w
		}, post: func(p func()) { posted = p }, done: func() {}}
		f.later(play.NewFreeSpace(settings), doc.Snapshot())
		f.IsOn = on
		work()
		posted()
		if kept := f.space != nil; kept != on || f.busy {
			t.Errorf("on %v: space kept = %v, busy = %v", on, kept, f.busy)
		}
	}
}
