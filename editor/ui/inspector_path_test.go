package ui

import (
	"testing"

	"fyne.io/fyne/v2"

	"fillet/editor/level"
	"fillet/editor/ui/kit"
	"fillet/editor/ui/panel"
)

// The inspector shows the path of the selected kinematic shapes, and keeps the speed or the time, whichever was typed
// last.
func TestInspectorHasPath(t *testing.T) {
	w := openForTest(t, "cavern")
	ids, show, fields := shapesInInspector(w, panel.PathSection)
	enter := func(f *kit.NumberField, text string) {
		f.SetText(text)
		f.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	}
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	must(w.Session.Shapes(ids).SetBody(level.Static))
	if show(); len(fields("Turn")) > 0 {
		t.Error("static shapes have a path")
	}
	must(w.Session.Shapes(ids).SetBody(level.Kinematic))
	must(w.Session.Paths().Edit("Give", ids, func(c *level.Collider) (bool, error) {
		c.Path = &level.Path{Points: []level.Vec{{}, {X: 120}}}
		return true, nil
	}))
	show()
	if all := fields("Speed"); len(all) != 2 || all[0].Text != "100 px/s" {
		t.Fatalf("there are %d speed fields", len(all))
	}
	enter(fields("Speed")[1], "4")
	for _, id := range ids {
		if p := w.Session.Document().Collider(id).Path; p.Time != 4 || p.Speed != 0 {
			t.Errorf("path with a time of 4 = %+v", *p)
		}
	}
	if show(); fields("Speed")[0].Text != "30 px/s" {
		t.Errorf("the speed is shown as %q", fields("Speed")[0].Text)
	}
	enter(fields("Wait")[0], "0.5")
	enter(fields("Turn")[0], "-90")
	for _, id := range ids {
		if p := w.Session.Document().Collider(id).Path; p.Wait != 0.5 || p.Turn != -90 {
			t.Errorf("path = %+v", *p)
		}
	}
	w.Session.Undo()
	w.Session.Undo()
	w.Session.Undo()
	if p := w.Session.Document().Collider(ids[0]).Path; p.Time != 0 || p.Wait != 0 {
		t.Errorf("path after undo = %+v", *p)
	}
}
