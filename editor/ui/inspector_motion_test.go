package ui

import (
	"testing"

	"fyne.io/fyne/v2"

	"fillet/editor"
	"fillet/editor/level"
	"fillet/editor/ui/kit"
	"fillet/editor/ui/panel"
)

// shapesInInspector selects two shapes of a window's level. show displays them in the inspector with a section open;
// fields returns the number fields of a row.
func shapesInInspector(
	w *Window, section string,
) (ids []level.ID, show func(), fields func(label string) []*kit.NumberField) {
	for c := range w.Session.Document().Colliders() {
		if c.Shape.Kind != level.Point && len(ids) < 2 {
			ids = append(ids, c.ID)
		}
	}
	show = func() {
		w.Session.Selection().Set(ids...)
		w.side.inspector.Open[section] = true
		w.refresh(editor.Everything)
		w.side.inspector.Refresh()
	}
	return ids, show, func(label string) (out []*kit.NumberField) {
		for _, o := range w.side.inspector.Body.Objects {
			if panel.RowLabel(o) == label {
				for _, f := range panel.Focusables(o) {
					if f, ok := f.(*kit.NumberField); ok {
						out = append(out, f)
					}
				}
			}
		}
		return out
	}
}

// Dynamic bodies, one or several, have fields for their initial motion. Other shapes have none.
func TestInspectorHasMotion(t *testing.T) {
	w := openForTest(t, "cavern")
	ids, show, fields := shapesInInspector(w, panel.PhysicsSection)
	if err := w.Session.Shapes(ids).SetBody(level.Static); err != nil {
		t.Fatal(err)
	}
	if show(); len(fields("Velocity"))+len(fields("Spin"))+len(fields("Force")) > 0 {
		t.Error("static shapes have fields for their motion")
	}
	if err := w.Session.Shapes(ids).SetBody(level.Dynamic); err != nil {
		t.Fatal(err)
	}
	show()
	for i, want := range []int{2, 1, 2} {
		label := []string{"Velocity", "Spin", "Force"}[i]
		all := fields(label)
		if len(all) != want {
			t.Fatalf("%s has %d fields", label, len(all))
		}
		for k, f := range all {
			f.SetText([]string{"12", "-7.5"}[k])
			f.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
		}
	}
	want := level.Motion{Velocity: level.Vec{X: 12, Y: -7.5}, Spin: 12, Force: level.Vec{X: 12, Y: -7.5}}
	for _, id := range ids {
		if got := w.Session.Document().Collider(id).Started(); got != want {
			t.Errorf("%v moves as %+v", id, got)
		}
	}
}
