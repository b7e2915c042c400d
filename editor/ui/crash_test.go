package ui

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"fillet/editor"
	"fillet/editor/level"
	"fillet/editor/tool"
	"fillet/editor/workspace"
)

// A panic in an event handler does not end the editor: the work is saved to a recovery copy at once, and a dialog and a
// file contain a report to send.
func TestCrashReport(t *testing.T) {
	w := benchWindow(t, 3, func(i int) level.Vec { return level.Vec{X: float64(100 * i)} })
	cache, err := os.UserCacheDir()
	if err != nil {
		t.Skip(err)
	}
	w.Recovery = workspace.NewRecovery(w.Files, filepath.Join(cache, "fillet", "recovery"))
	w.ContainMistakes()
	w.Session.Selection().All()
	if err := w.Session.Nudge(1, 0); err != nil {
		t.Fatal(err)
	}
	armed := true
	cancel := w.Session.Subscribe(func(c editor.Change) {
		if armed && c.Has(editor.OverlayChanged) {
			armed = false
			panic("a mistake")
		}
	})
	w.Canvas.Send(tool.Move, fyne.NewPos(5, 5), tool.Primary)
	cancel()
	if armed {
		t.Fatal("the handler did not panic")
	}
	if len(w.Modals) != 1 {
		t.Errorf("%d dialogs are open", len(w.Modals))
	}
	copies, err := filepath.Glob(filepath.Join(cache, "fillet", "recovery", "*"+workspace.Extension))
	if err != nil || len(copies) != 1 {
		t.Fatalf("recovery copies: %v, %v", copies, err)
	}
	if doc, err := level.Open(copies[0]); err != nil || doc.Len() != 3 {
		t.Errorf("the recovery copy is unreadable: %v", err)
	}
	reports, err := filepath.Glob(filepath.Join(cache, "fillet", "crash-*.txt"))
	if err != nil || len(reports) != 1 {
		t.Fatalf("reports: %v, %v", reports, err)
	}
	report, err := os.ReadFile(reports[0])
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range []string{"a mistake", "crash_test.go", "3 colliders", "Fillet "} {
		if !strings.Contains(string(report), part) {
			t.Errorf("the report does not contain %q:\n%s", part, report)
		}
	}
}
