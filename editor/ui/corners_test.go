package ui

import (
	"testing"

	"fyne.io/fyne/v2"

	"fillet/editor/level"
	"fillet/editor/ui/panel"
)

// Each corner of a box has a field, starting with the top left corner. A corner without its own radius shows the
// shape's.
func TestInspectorHasCorners(t *testing.T) {
	w := newWindow(t)
	drawForTest(w.Win.Canvas())
	w.typedKey(&fyne.KeyEvent{Name: fyne.KeyR})
	w.dragForTest(fyne.NewPos(200, 200), fyne.NewPos(360, 300))
	id := w.Session.Selection().IDs()[0]
	w.side.inspector.Open[panel.CornerSection] = true
	w.side.inspector.Refresh()
	shape := func() level.Shape { return w.Session.Document().Collider(id).Shape }
	field := firstNumberForTest(w.side.inspector, "R")
	if field == nil {
		t.Fatal("no field for a corner")
	}
	field.SetText("4+3")
	field.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	if got := shape().CornerRadius(0); got != 7 || shape().CornerRadius(1) != level.AsShape {
		t.Errorf("corners = %v", shape().Details())
	}
	if err := w.Session.Outline(id, 0).SetChamfer(0, 5); err != nil {
		t.Fatal(err)
	}
	w.side.inspector.Refresh()
	if f := firstNumberForTest(w.side.inspector, "R"); f == nil || f.Text != "" {
		t.Error("the first shared corner is not dimmed")
	}
	if err := w.Session.Shapes([]level.ID{id}).ShareCorners(); err != nil || shape().IsDetailed() {
		t.Errorf("after sharing the corners are %v, %v", shape().Details(), err)
	}
	if w.Session.Undo(); shape().Chamfer(0) != 5 {
		t.Error("sharing is not undone")
	}
}
