package ui

import (
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"fillet/editor/level"
)

// Picking a problem marks it on the canvas and explains it. The Fix button fixes it in one undo step and removes it
// from the list and the canvas.
func TestProblemIsPickedAndFixed(t *testing.T) {
	w, _ := newExportWindow(t, cave+
		"      - {id: c2, kind: box, size: [32, 16], radius: 4, position: [16, 24]}\n      - {id: c3, name: far, "+
		"kind: circle, radius: 5, position: [-300, 0]}\n")
	w.side.problems.Spawn = w.Spawn // run checks synchronously
	w.side.showProblems(true)
	rules := func() string {
		var out []string
		for _, f := range w.side.problems.Findings {
			out = append(out, f.Rule)
		}
		return strings.Join(out, " ")
	}
	if got := rules(); got != "duplicate outside" {
		t.Fatalf("problems = %q", got)
	}
	if got := w.side.problems.Sub.Full; got != "1 error · 1 warning" {
		t.Errorf("header = %q", got)
	}
	w.side.problems.Pick(0)
	if w.Canvas.Mark == nil || *w.Canvas.Mark != w.side.problems.Findings[0].Place {
		t.Errorf("mark on the canvas = %v, want %v", w.Canvas.Mark, w.side.problems.Findings[0].Place)
	}
	if w.side.problems.Detail.Hidden || !strings.Contains(w.side.problems.Advice.String(), "Remove one") ||
		!strings.HasPrefix(w.side.problems.Message.Text, "Same shape and place as another") {
		t.Errorf("the panel shows %q and %q", w.side.problems.Message.Text, w.side.problems.Advice.String())
	}
	if w.side.problems.Fix.IsOff || w.side.problems.Fix.Label == "Fix" {
		t.Errorf("the button is %q, disabled: %v", w.side.problems.Fix.Label, w.side.problems.Fix.IsOff)
	}
	w.side.problems.Fix.Tapped(&fyne.PointEvent{})
	w.side.problems.Run()
	if got := rules(); got != "outside" || w.Session.Document().Len() != 2 {
		t.Errorf("after the fix the problems are %q, of %d colliders", got, w.Session.Document().Len())
	}
	if w.side.problems.Chosen >= 0 || !w.side.problems.Detail.Hidden || w.Canvas.Mark != nil {
		t.Error("after the fix it is still marked")
	}
	w.commands.undo()
	w.side.problems.Run()
	if got := rules(); got != "duplicate outside" {
		t.Errorf("problems after undo = %q", got)
	}
	w.side.problems.Pick(1)
	if !w.side.problems.Fix.IsOff {
		t.Error("a problem without a fix can be fixed")
	}
	w.side.showProblems(false)
	if w.Canvas.Mark != nil {
		t.Error("with the panel closed the place is still marked")
	}
}

// The panel's header lists only counts above zero and fits the window. Its tooltip has the counts that do not fit.
func TestProblemCountsFit(t *testing.T) {
	w, _ := newExportWindow(t, cave+
		"      - {id: c2, kind: box, size: [32, 16], radius: 4, position: [16, 24]}\n      - {id: c3, name: far, "+
		"kind: circle, radius: 5, position: [-300, 0]}\n")
	w.side.problems.Spawn = w.Spawn // run checks synchronously
	err := w.Session.EditSettings("Categories", func(s *level.Settings) {
		s.Categories = append(slices.Clone(s.Categories), "red", "green", "blue")
	})
	if err != nil {
		t.Fatal(err)
	}
	w.side.showProblems(true)
	drawForTest(w.Win.Canvas())
	sub := w.side.problems.Sub
	if !strings.HasPrefix(sub.Full, "1 error · 1 warning · ") {
		t.Errorf("header = %q", sub.Full)
	}
	right := fyne.CurrentApp().Driver().AbsolutePositionForObject(sub.Shown).X + sub.Shown.MinSize().Width
	if room := w.Win.Canvas().Size().Width; right > room || sub.Shown.Text == "" {
		t.Errorf("%q ends at %g, the window at %g", sub.Shown.Text, right, room)
	}
	for range 20 { // until everything is undone
		w.Session.Undo()
	}
	w.Session.Selection().All()
	if err := w.Session.DeleteSelection(); err != nil {
		t.Fatal(err)
	}
	w.side.showProblems(true)
	if strings.Contains(sub.Full, "0 ") {
		t.Errorf("without shapes the header is %q", sub.Full)
	}
}
