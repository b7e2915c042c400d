package ui

import (
	"strings"
	"testing"
)

// A notice about a step disappears with the next step: "Undone: …" must not outlast it.
func TestNoticeEndsWithStep(t *testing.T) {
	w := openForTest(t, "rounding")
	w.Session.Selection().All()
	if err := w.Session.Nudge(8, 0); err != nil {
		t.Fatal(err)
	}
	w.commands.undo()
	if !strings.HasPrefix(w.status.Notice, "Undone: ") || w.status.NoticeEnd.IsZero() {
		t.Fatalf("the notice is %q until %v", w.status.Notice, w.status.NoticeEnd)
	}
	w.Session.Selection().Clear()
	if w.status.NoticeEnd.IsZero() {
		t.Error("the notice disappears when the selection changes")
	}
	w.Session.Selection().All()
	if err := w.Session.Nudge(0, 8); err != nil {
		t.Fatal(err)
	}
	if !w.status.NoticeEnd.IsZero() {
		t.Errorf("%q is still shown after another step", w.status.Notice)
	}
}
