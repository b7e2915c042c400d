package ui

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"fillet/editor"
	"fillet/editor/level"
	"fillet/editor/tool"
)

// A selected joint has a row in the outline and fields in the inspector, and Delete removes it. Choosing the row
// selects the joint.
func TestSelectedJoint(t *testing.T) {
	w := openForTest(t, "cavern")
	var ids []level.ID
	for c := range w.Session.Document().Colliders() {
		if len(ids) < 2 && c.Shape.Kind == level.Box && c.Role == level.Solid {
			ids = append(ids, c.ID)
		}
	}
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	must(w.Session.Shapes(ids).SetBody(level.Dynamic))
	w.Session.Selection().Set(ids...)
	must(w.Session.Joints().Join(level.Spring, false))
	j := w.Session.Document().Settings().Joints[0]
	outline := w.side.outline
	tree := outline.Tree()
	if at := tree.Row(editor.TreeRow{Kind: editor.JointRow, Joint: j.ID}); at >= 0 {
		t.Error("the joints folder is open")
	}
	w.Session.Selection().SetJoints(j.ID)
	at := tree.Row(editor.TreeRow{Kind: editor.JointRow, Joint: j.ID})
	if at < 0 || w.Session.Selection().Len() != 0 {
		t.Fatalf("the joint's row is %d, %d shapes are selected", at, w.Session.Selection().Len())
	}
	if got := w.side.inspector.Title.Full; got != j.Name {
		t.Errorf("inspector title = %q, want %q", got, j.Name)
	}
	w.Session.Selection().Set(ids[0])
	if _, ok := w.Session.Selection().Joint(); ok {
		t.Error("the joint is still selected along with a shape")
	}
	outline.Rows.TypedKey(&fyne.KeyEvent{Name: fyne.KeyEnd})
	if picked, ok := w.Session.Selection().Joint(); !ok || picked.ID != j.ID {
		t.Fatal("End in the outline does not select the last row, which is the joint")
	}
	if ok, reason := w.commands.menus.Command("Delete").Enabled(); !ok {
		t.Errorf("Delete is unavailable: %s", reason)
	}
	w.commands.deleteSelection()
	if n := len(w.Session.Document().Settings().Joints); n != 0 ||
		tree.Row(editor.TreeRow{Kind: editor.JointsRow}) >= 0 {
		t.Errorf("after Delete there are %d joints", n)
	}
	w.Session.Undo()
	if n := len(w.Session.Document().Settings().Joints); n != 1 {
		t.Errorf("joints after undo = %d", n)
	}
	w.typedKey(&fyne.KeyEvent{Name: fyne.KeyZ})
	if w.Tools.Active() != tool.Joint {
		t.Errorf("Z activates the tool %s", w.Tools.Active())
	}
}

// The inspector edits the common values of several joints chosen in the outline, and Delete removes them together.
func TestSelectedJoints(t *testing.T) {
	w := openForTest(t, "cavern")
	var id level.ID
	for c := range w.Session.Document().Colliders() {
		if c.Shape.Kind == level.Box && c.Role == level.Solid {
			id = c.ID
		}
	}
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	must(w.Session.Shapes([]level.ID{id}).SetBody(level.Dynamic))
	for _, rope := range []bool{false, true, false} {
		w.Session.Selection().Set(id)
		must(w.Session.Joints().Join(level.Spring, rope))
	}
	outline := w.side.outline
	first := outline.Tree().RevealJoint(w.Session.Document().Settings().Joints[0].ID)
	w.Session.Selection().SetJoints(w.Session.Document().Settings().Joints[0].ID)
	click := func(row int, m fyne.KeyModifier) {
		const high = 24 // height of a row
		at := &desktop.MouseEvent{
			PointEvent: fyne.PointEvent{Position: fyne.NewPos(120, (float32(row)+0.5)*high)},
			Button:     desktop.MouseButtonPrimary, Modifier: m,
		}
		outline.Rows.MouseDown(at)
		outline.Rows.MouseUp(at)
	}
	chosen := func(what string, want ...bool) {
		t.Helper()
		for i, j := range w.Session.Document().Settings().Joints {
			if got := w.Session.Selection().HasJoint(j.ID); got != want[i] {
				t.Errorf("%s: joint %d is selected: %v", what, i, got)
			}
		}
	}
	click(first, 0)
	chosen("a click", true, false, false)
	click(first+2, fyne.KeyModifierShift)
	chosen("with Shift", true, true, true)
	click(first+2, fyne.KeyModifierControl)
	chosen("with Ctrl", true, true, false)
	if got := w.side.inspector.Title.Full; got != "2 joints" {
		t.Errorf("inspector title = %q", got)
	}
	list := w.Session.Selection().Joints()
	must(w.Session.Joints().Change([]level.JointID{list[0].ID, list[1].ID}, func(j *level.Joint) { j.Damping = 0.5 }))
	for i, j := range w.Session.Document().Settings().Joints {
		if (j.Damping == 0.5) != (i < 2) {
			t.Errorf("the damping of joint %d is %g", i, j.Damping)
		}
	}
	w.Session.Undo()
	for i, j := range w.Session.Document().Settings().Joints {
		if j.Damping == 0.5 {
			t.Errorf("after undo, the damping of joint %d is %g", i, j.Damping)
		}
	}
	w.commands.deleteSelection()
	if n := len(w.Session.Document().Settings().Joints); n != 1 {
		t.Errorf("after Delete there are %d joints", n)
	}
}
