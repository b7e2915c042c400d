package ui

import (
	"slices"
	"testing"

	"fyne.io/fyne/v2"

	"fillet/editor"
	"fillet/editor/level"
	"fillet/editor/ui/kit"
	"fillet/editor/ui/panel"
)

// The inspector sets the gameplay object of one or several shapes. Its numbers have fields with units that reject
// values out of range.
func TestInspectorHasGameplay(t *testing.T) {
	w := openForTest(t, "cavern")
	var ids []level.ID
	for c := range w.Session.Document().Colliders() {
		if c.Shape.Kind != level.Point && c.Part == nil && len(ids) < 2 {
			ids = append(ids, c.ID)
		}
	}
	w.Session.Selection().Set(ids...)
	w.refresh(editor.Everything)
	var items []*kit.Command
	w.side.inspector.Choose = func(of []*kit.Command, _ fyne.Position) { items = of }
	row := func(label string) fyne.CanvasObject {
		t.Helper()
		for _, o := range w.side.inspector.Body.Objects {
			if panel.RowLabel(o) == label {
				return o
			}
		}
		t.Fatalf("there is no row %s", label)
		return nil
	}
	choose := func(in, label string) {
		t.Helper()
		for _, f := range panel.Focusables(row(in)) {
			if p, ok := f.(*kit.Picker); ok {
				p.Tapped(nil)
			}
		}
		i := slices.IndexFunc(items, func(c *kit.Command) bool { return c.Label == label })
		if i < 0 {
			t.Fatalf("%s is not offered for %s: %v", label, in, items)
		}
		items[i].Do()
		w.refresh(editor.Everything)
	}
	choose("Gameplay", "Spring")
	f := panel.Focusables(row("Speed"))[0].(*kit.NumberField)
	f.SetText("720")
	f.OnCommit(f.Text)
	w.refresh(editor.Everything)
	for _, id := range ids {
		if c := w.Session.Document().Collider(id); c.Properties[level.SpringSpeedKey] != 720.0 ||
			!slices.Contains(c.Tags, "spring") {
			t.Errorf("%v has %v and the tags %q", id, c.Properties, c.Tags)
		}
	}
	f.SetText("-4")
	f.OnCommit("-4")
	if got := w.Session.Document().Collider(ids[0]).Properties[level.SpringSpeedKey]; got != 720.0 {
		t.Errorf("a speed of -4 is accepted: %v", got)
	}
	choose("Gameplay", "None")
	w.commands.undo()
	if x, mixed := w.Session.Common(ids).Property(level.SpringSpeedKey); x != 720.0 || mixed {
		t.Errorf("speed after undo = %v", x)
	}

	// A switch opens doors: the inspector offers the level's doors.
	if err := w.Session.Shapes(ids[:1]).SetObject(level.DoorObject); err != nil {
		t.Fatal(err)
	}
	name := w.Session.Document().Collider(ids[0]).Name
	w.Session.Selection().Set(ids[1])
	w.refresh(editor.Everything)
	choose("Gameplay", "Switch")
	choose("", name)
	if got := w.Session.Document().Collider(ids[1]).Properties[level.OpensKey]; got != name {
		t.Errorf("doors of the switch = %v, want %q", got, name)
	}
}

// A switch offers the level's platforms and its doors, and explains its effect on them.
func TestInspectorHasSwitchTargets(t *testing.T) {
	w := openForTest(t, "cavern")
	var ids []level.ID
	for c := range w.Session.Document().Colliders() {
		if c.Shape.Kind == level.Box && c.Part == nil && len(ids) < 2 {
			ids = append(ids, c.ID)
		}
	}
	all := w.Session.Shapes(ids[:1])
	if err := all.SetBody(level.Kinematic); err != nil {
		t.Fatal(err)
	}
	if err := w.Session.Shapes(ids[1:]).SetObject(level.SwitchObject); err != nil {
		t.Fatal(err)
	}
	w.Session.Selection().Set(ids[1])
	w.refresh(editor.Everything)
	var items []*kit.Command
	w.side.inspector.Choose = func(of []*kit.Command, _ fyne.Position) { items = of }
	name := w.Session.Document().Collider(ids[0]).Name
	offered := 0
	for _, o := range w.side.inspector.Body.Objects {
		if panel.RowLabel(o) != "" {
			continue
		}
		for _, f := range panel.Focusables(o) {
			p, ok := f.(*kit.Picker)
			if !ok {
				continue
			}
			p.Tapped(nil)
			for _, c := range items {
				if c.Label == name {
					offered++
					c.Do()
				}
			}
		}
	}
	if got := w.Session.Document().Collider(ids[1]).Properties[level.DrivesKey]; got != name || offered != 1 {
		t.Errorf("platforms of the switch = %v, want %q, which was offered %d times", got, name, offered)
	}
}
